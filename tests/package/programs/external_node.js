import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create } from 'graze/external';
import { runQueries } from './queries.js';
import { report } from './report.js';

/** Node fetches no files: it gives the bytes. */
const wasm = readFileSync(fileURLToPath(import.meta.resolve('graze/graze.wasm')));

report(create({ wasm }).then(runQueries));
