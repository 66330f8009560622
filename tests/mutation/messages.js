/**
 * Checks what runner.js and session.js say to each other.
 *
 * @typedef {Record<string, number>} Counts number of times that each mutant was reached
 *
 * @typedef {object} Order
 * @property {string[]} modules to load before the tests
 * @property {string[]} files with tests, in their order
 * @property {string[] | null} wanted ids of tests; null for all
 * @property {string[]} except ids of tests that are not run
 * @property {boolean} hasMutant
 * @property {number} [hitLimit] times that the mutant may be reached
 * @property {string} programs the folder where programs that tests start leave what they covered
 *
 * @typedef {object} Failed
 * @property {'failed'} kind
 * @property {string} id id of the test, or of the file that cannot be imported
 * @property {string} text
 * @property {number} time in milliseconds
 *
 * @typedef {object} Passed
 * @property {'passed'} kind
 * @property {string} id
 * @property {number} time
 * @property {Counts} counts counts of the programs that it started
 *
 * @typedef {object} Done
 * @property {'done'} kind
 * @property {boolean} isLoop the mutant was reached more often than it may
 * @property {import('@stryker-mutator/api/core').MutantCoverage} [coverage]
 *
 * @typedef {Failed | Passed | Done} Message
 */
export {};
