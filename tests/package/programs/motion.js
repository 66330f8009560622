import { create } from 'graze/motion';
import { runMotionQueries } from './queries.js';
import { report } from './report.js';

report(create().then(runMotionQueries));
