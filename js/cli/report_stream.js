import { hasColor, print, printError, writeFileAtomically } from './output.js';
import { describeFailure, isFailed, isLastOfFile, Tally } from './plan_result.js';
import { Progress } from './progress.js';
import { makeReport } from './report/index.js';

/**
 * Outcomes on their way into a report.
 *
 * @import { Header } from './sharding.js'
 * @import { PlanResult } from './plan_result.js'
 * @import { Digits } from 'graze/scenario/messages'
 *
 * @typedef {object} ReportStreamOptions
 * @property {string} kind of the report
 * @property {Header} header
 * @property {number} count of files
 * @property {string} [out] where to; standard output unless given
 * @property {Digits} digits of numbers in texts
 * @property {boolean} details of each plan of several in a text
 * @property {number} [maxGroups] groups of violations of one plan that are listed in text and html
 * @property {boolean} isQuiet nobody wants a text report
 */

/**
 * Writes the report of outcomes as they come. Plans that could not be judged are told on stderr as well.
 *
 * @param {AsyncIterable<PlanResult>} results
 * @param {ReportStreamOptions} options
 * @returns {Promise<number>} the exit code
 */
export async function writeReport(
    results,
    { kind, header, count, out, digits, details, maxGroups, isQuiet },
) {
    const tally = new Tally();
    const progress = new Progress(count, out !== undefined || !process.stdout.isTTY);
    let done = 0;
    const tallied = async function* () {
        for await (const result of results) {
            tally.add(result);
            if (isFailed(result)) {
                progress.clear();
                printError(describeFailure(result));
            }
            yield result;
            if (isLastOfFile(result)) done++;
            progress.show(done, tally.count - tally.valid);
        }
    };
    const color = out === undefined && hasColor();
    const report = makeReport(kind, tallied(), { header, color, digits, details, maxGroups });
    if (out !== undefined) await writeFileAtomically(out, report);
    else if (kind === 'text' && isQuiet) await drain(report);
    else await print(report);
    progress.clear();
    return tally.code;
}

/** @param {AsyncIterable<unknown>} chunks */
async function drain(chunks) {
    for await (const _ of chunks);
}
