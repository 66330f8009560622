import { create } from 'graze/solid';
import { runSolidQueries } from './queries.js';
import { report } from './report.js';

report(create().then(runSolidQueries));
