import { create } from 'graze/static';
import { runStaticQueries } from './queries.js';
import { report } from './report.js';

report(create().then(runStaticQueries));
