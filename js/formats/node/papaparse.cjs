/** Gives Node the CSV parser, for the reason that is stated in saxes.cjs. */
const Papa = require('papaparse');

// Node would scan the parser's text too if this were `module.exports = require(...)`.
module.exports = Papa;
