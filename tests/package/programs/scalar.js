import { create } from 'graze/scalar';
import { ask } from './ask.js';
import { report } from './report.js';

report(create().then(ask));
