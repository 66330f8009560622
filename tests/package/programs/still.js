import { create } from 'graze/static';
import { askStill } from './ask_still.js';
import { report } from './report.js';

report(create().then(askStill));
