import { judge } from './judge.js';
import { report } from './report.js';

report(judge());
