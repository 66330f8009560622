import { checkPlans } from './plans.js';
import { report } from './report.js';

report(checkPlans());
