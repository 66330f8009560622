import { create } from 'graze/agents';
import { runAgentQueries } from './queries.js';
import { report } from './report.js';

report(create().then(runAgentQueries));
