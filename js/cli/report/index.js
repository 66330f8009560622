/**
 * Every report: what it is called, and what makes it.
 *
 * @import { Header } from '../campaign.js'
 * @import { Outcome } from '../outcome.js'
 * @import { Digits } from 'graze/scenario/words'
 *
 * @typedef {object} About
 * @property {Header} header
 * @property {boolean} colour
 * @property {Digits} digits of numbers in texts
 * @property {boolean} details of each plan of several in a text
 * @property {number} [most] groups of violations of one plan that are listed in text and html
 *
 * @typedef {(outcomes: AsyncIterable<Outcome>, about: About) => AsyncGenerator<string>} Report
 */

/** @type {Readonly<Record<string, () => Promise<Report>>>} */
const REPORTS = Object.freeze({
    __proto__: /** @type {any} */ (null),
    text: async () => (await import('./text.js')).textReport,
    json: async () => (await import('./json.js')).jsonReport,
    ndjson: async () => {
        const { campaignLines } = await import('../campaign.js');
        return (outcomes, { header }) => campaignLines(outcomes, header);
    },
    junit: async () => (await import('./junit.js')).junitReport,
    html: async () => (await import('./html.js')).htmlReport,
});

/** What reports there are. */
export const KINDS = Object.freeze(Object.keys(REPORTS));

/**
 * @param {string} kind one of KINDS
 * @param {AsyncIterable<Outcome>} outcomes
 * @param {About} about
 * @returns {AsyncGenerator<string>} the report in pieces
 */
export async function* makeReport(kind, outcomes, about) {
    const report = await REPORTS[kind]();
    yield* report(outcomes, about);
}
