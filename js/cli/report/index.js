/**
 * All kinds of reports and the functions that make them.
 *
 * @import { Header } from '../results/ndjson.js'
 * @import { PlanResult } from '../results/plan_result.js'
 * @import { Digits } from 'graze/scenario/messages'
 *
 * @typedef {object} ReportOptions
 * @property {string} graze version of graze that made the results
 * @property {() => Promise<Header>} header makes the header of a file of results
 * @property {number} count number of files
 * @property {(file: string) => string} [placeOf] returns the path of a file from the working directory, as services need it;
 *   default: its name
 * @property {boolean} color
 * @property {Digits} digits digits of numbers in texts
 * @property {boolean} details whether a text describes each of several plans
 * @property {number} [maxGroups] maximum number of groups of violations per plan that are listed in text and
 *   html
 *
 * @typedef {(results: AsyncIterable<PlanResult>, options: ReportOptions) => AsyncGenerator<string>} Report
 */

/** @type {Readonly<Record<string, () => Promise<Report>>>} */
const REPORTS = Object.freeze({
    __proto__: /** @type {any} */ (null),
    text: async () => (await import('./text.js')).textReport,
    json: async () => (await import('./json.js')).jsonReport,
    ndjson: async () => {
        const { ndjsonLines } = await import('../results/ndjson.js');
        return async function* ndjsonReport(results, { header }) {
            yield* ndjsonLines(results, await header());
        };
    },
    junit: async () => (await import('./junit.js')).junitReport,
    github: async () => (await import('./github.js')).githubReport,
    sarif: async () => (await import('./sarif.js')).sarifReport,
    html: async () => (await import('./html.js')).htmlReport,
});

/** Names of the kinds of reports. */
export const REPORT_KINDS = Object.freeze(Object.keys(REPORTS));

/**
 * @param {string} kind one of REPORT_KINDS
 * @param {AsyncIterable<PlanResult>} results
 * @param {ReportOptions} options
 * @returns {AsyncGenerator<string>} the report in chunks
 */
export async function* makeReport(kind, results, options) {
    const report = await REPORTS[kind]();
    yield* report(results, options);
}
