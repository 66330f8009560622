import { describeFailure, isFailed, isLastOfFile, Tally } from './outcome.js';
import { fail, hasColour, print, writeWhole } from './output.js';
import { Progress } from './progress.js';
import { makeReport } from './report/index.js';

/**
 * Outcomes on their way into a report.
 *
 * @import { Header } from './campaign.js'
 * @import { Outcome } from './outcome.js'
 * @import { Digits } from 'graze/scenario/words'
 *
 * @typedef {object} Telling
 * @property {string} kind of the report
 * @property {Header} header
 * @property {number} count of files
 * @property {string} [out] where to; standard output unless given
 * @property {Digits} digits of numbers in texts
 * @property {boolean} details of each plan of several in a text
 * @property {number} [most] groups of violations of one plan that are listed in text and html
 * @property {boolean} isQuiet nobody wants a text report
 */

/**
 * Writes the report of outcomes as they come. Plans that could not be judged are told on stderr as well.
 *
 * @param {AsyncIterable<Outcome>} outcomes
 * @param {Telling} telling
 * @returns {Promise<number>} the exit code
 */
export async function tell(outcomes, { kind, header, count, out, digits, details, most, isQuiet }) {
    const tally = new Tally();
    const progress = new Progress(count, out !== undefined || !process.stdout.isTTY);
    let done = 0;
    const watched = async function* () {
        for await (const outcome of outcomes) {
            tally.add(outcome);
            if (isFailed(outcome)) {
                progress.clear();
                fail(describeFailure(outcome));
            }
            yield outcome;
            if (isLastOfFile(outcome)) done++;
            progress.show(done, tally.count - tally.valid);
        }
    };
    const colour = out === undefined && hasColour();
    const report = makeReport(kind, watched(), { header, colour, digits, details, most });
    if (out !== undefined) await writeWhole(out, report);
    else if (kind === 'text' && isQuiet) await exhaust(report);
    else await print(report);
    progress.clear();
    return tally.code;
}

/** @param {AsyncIterable<unknown>} pieces */
async function exhaust(pieces) {
    for await (const _ of pieces);
}
