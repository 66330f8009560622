import { create } from 'graze/external';
import { ask } from './ask.js';
import { report } from './report.js';

report(create().then(ask));
