import { create } from 'graze/external';
// A bundler's loader for bytes provides this.
import wasm from 'graze/graze.wasm';
import { runQueries } from './queries.js';
import { report } from './report.js';

report(create({ wasm }).then(runQueries));
