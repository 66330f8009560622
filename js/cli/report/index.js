/**
 * Every report: what it is called, and what makes it.
 *
 * @import { Header } from '../sharding.js'
 * @import { PlanResult } from '../plan_result.js'
 * @import { Digits } from 'graze/scenario/messages'
 *
 * @typedef {object} ReportOptions
 * @property {Header} header
 * @property {boolean} color
 * @property {Digits} digits of numbers in texts
 * @property {boolean} details of each plan of several in a text
 * @property {number} [maxGroups] groups of violations of one plan that are listed in text and html
 *
 * @typedef {(results: AsyncIterable<PlanResult>, options: ReportOptions) => AsyncGenerator<string>} Report
 */

/** @type {Readonly<Record<string, () => Promise<Report>>>} */
const REPORTS = Object.freeze({
    __proto__: /** @type {any} */ (null),
    text: async () => (await import('./text.js')).textReport,
    json: async () => (await import('./json.js')).jsonReport,
    ndjson: async () => {
        const { ndjsonLines } = await import('../sharding.js');
        return (results, { header }) => ndjsonLines(results, header);
    },
    junit: async () => (await import('./junit.js')).junitReport,
    html: async () => (await import('./html.js')).htmlReport,
});

/** What reports there are. */
export const REPORT_KINDS = Object.freeze(Object.keys(REPORTS));

/**
 * @param {string} kind one of KINDS
 * @param {AsyncIterable<PlanResult>} results
 * @param {ReportOptions} options
 * @returns {AsyncGenerator<string>} the report in pieces
 */
export async function* makeReport(kind, results, options) {
    const report = await REPORTS[kind]();
    yield* report(results, options);
}
