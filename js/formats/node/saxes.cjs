/**
 * Gives Node the XML parser. To import a CommonJS file, Node scans its text for the names that it exports, which for the whole
 * parser takes ten times as long as running it; here it scans this file. Bundlers import the package itself.
 */
const { SaxesParser } = require('saxes');

exports.SaxesParser = SaxesParser;
