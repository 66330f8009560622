import { pluralize } from 'graze/scenario/messages';
import { Progress } from '../console/progress.js';
import { hasColor, print, printError } from '../console/streams.js';
import { writeFileAtomically } from '../files/output.js';
import { describeFailure, isFailed, isLastOfFile, Tally } from '../results/plan_result.js';
import { makeReport } from './index.js';

/**
 * Writes results to a report as they arrive.
 *
 * @import { Header } from '../results/ndjson.js'
 * @import { PlanResult } from '../results/plan_result.js'
 * @import { Digits } from 'graze/scenario/messages'
 *
 * @typedef {object} ReportStreamOptions
 * @property {string} kind kind of the report
 * @property {string} graze version of graze that made the results
 * @property {() => Promise<Header>} header makes the header of a file of results
 * @property {number} count number of files
 * @property {string} [out] path of the report; default: standard output
 * @property {(file: string) => string} [placeOf] see ReportOptions
 * @property {Digits} digits digits of numbers in texts
 * @property {boolean} details whether a text report describes each of several plans
 * @property {number} [maxGroups] maximum number of groups of violations per plan that are listed in text and
 *   html
 * @property {boolean} isQuiet whether to omit a text report
 * @property {boolean} [isFailFast] whether to end with the first plan that is not valid
 */

/**
 * Writes the report of results as they arrive. Failures of plans that could not be checked are printed on
 * stderr as well.
 *
 * @param {AsyncIterable<PlanResult>} results
 * @param {ReportStreamOptions} options
 * @returns {Promise<number>} the exit code
 */
export async function writeReport(
    results,
    {
        kind,
        graze,
        header,
        count,
        placeOf,
        out,
        digits,
        details,
        maxGroups,
        isQuiet,
        isFailFast = false,
    },
) {
    const tally = new Tally();
    const isOnlyWriter = out !== undefined || !process.stdout.isTTY;
    const progress = count > 1 && !isQuiet ? new Progress(count, isOnlyWriter) : undefined;
    let done = 0;
    const tallied = async function* () {
        for await (const result of results) {
            tally.add(result);
            if (isFailed(result)) {
                progress?.clear();
                printError(describeFailure(result));
            }
            yield result;
            if (isLastOfFile(result)) done++;
            progress?.show(done, tally.count - tally.valid);
            if (!isFailFast || tally.valid === tally.count) continue;
            const left = count - result.index - 1;
            if (left > 0) printError(`--fail-fast: ${pluralize(left, 'more file')} not checked`);
            return;
        }
    };
    const color = out === undefined && hasColor();
    const options = { graze, header, count, placeOf, color, digits, details, maxGroups };
    const report = makeReport(kind, tallied(), options);
    try {
        if (out !== undefined) await writeFileAtomically(out, report);
        else if (kind === 'text' && isQuiet) await drain(report);
        else await print(report);
    } finally {
        progress?.end();
    }
    return tally.code;
}

/** @param {AsyncIterable<unknown>} chunks */
async function drain(chunks) {
    for await (const _ of chunks);
}
