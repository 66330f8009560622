import { toPrintableJson } from '../console/streams.js';

/**
 * @import { PlanResult } from '../results/plan_result.js'
 * @import { ReportOptions } from './index.js'
 */

/**
 * Version of the report's format, which increases when a field is removed or changes its meaning; new fields do not
 * increase it.
 */
const SCHEMA = 3;

/**
 * Yields one JSON text of all results, written as they arrive.
 *
 * @param {AsyncIterable<PlanResult>} results
 * @param {ReportOptions} about
 * @returns {AsyncGenerator<string>}
 */
export async function* jsonReport(results, { graze }) {
    yield `{\n  "schema": ${SCHEMA},\n  "graze": ${toPrintableJson(graze)},\n  "results": [`;
    let separator = '\n';
    for await (const { index: _, inputs: __, ...result } of results) {
        yield `${separator}    {`;
        yield* writeMembers(result);
        yield '\n    }';
        separator = ',\n';
    }
    yield separator === '\n' ? ']\n}\n' : '\n  ]\n}\n';
}

/**
 * Yields the members of a result. A list, such as that of its violations, is written item by item: the text of all of them could
 * need more memory than they do.
 *
 * @param {object} result
 */
function* writeMembers(result) {
    let separator = '\n';
    for (const [key, value] of Object.entries(result)) {
        if (value === undefined) continue;
        yield `${separator}      ${toPrintableJson(key)}: `;
        separator = ',\n';
        if (!Array.isArray(value) || value.length === 0) {
            yield indented(value, 6);
            continue;
        }
        let begin = '[\n';
        for (const item of value) {
            yield `${begin}        ${indented(item, 8)}`;
            begin = ',\n';
        }
        yield '\n      ]';
    }
}

/** @param {unknown} value @param {number} indentation of its lines after the first */
function indented(value, indentation) {
    return toPrintableJson(value, 2).replaceAll('\n', `\n${' '.repeat(indentation)}`);
}
