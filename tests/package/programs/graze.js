import { create } from 'graze';
import { ask } from './ask.js';
import { report } from './report.js';

report(create().then(ask));
