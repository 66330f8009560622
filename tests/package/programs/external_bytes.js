import { create } from 'graze/external';
// What a bundler's loader for bytes makes of it.
import wasm from 'graze/graze.wasm';
import { ask } from './ask.js';
import { report } from './report.js';

report(create({ wasm }).then(ask));
