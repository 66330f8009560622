import { create } from 'graze/external';
import { runQueries } from './queries.js';
import { report } from './report.js';

/** Wherever the page has put it. */
report(create({ wasm: fetch('/assets/graze.wasm') }).then(runQueries));
