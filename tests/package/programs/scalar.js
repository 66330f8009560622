import { create } from 'graze/scalar';
import { runQueries } from './queries.js';
import { report } from './report.js';

report(create().then(runQueries));
