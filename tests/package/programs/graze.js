import { create } from 'graze';
import { runQueries } from './queries.js';
import { report } from './report.js';

report(create().then(runQueries));
