import { create } from 'graze/external';
import { runQueries } from './queries.js';
import { report } from './report.js';

report(create().then(runQueries));
