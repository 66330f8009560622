import { create } from 'graze/still';
import { askStill } from './ask_still.js';
import { report } from './report.js';

report(create().then(askStill));
