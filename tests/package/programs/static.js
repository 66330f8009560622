import { create } from 'graze/static';
import { report } from './report.js';
import { runStaticQueries } from './static_queries.js';

report(create().then(runStaticQueries));
