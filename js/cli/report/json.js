import { toPrintableJson } from './escape.js';

/**
 * @import { PlanResult } from '../plan_result.js'
 * @import { ReportOptions } from './index.js'
 */

/**
 * Version of the report's format, which increases when a field is removed or changes its meaning; new fields do not
 * increase it.
 */
const SCHEMA = 2;

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
        const text = toPrintableJson(result, 2).replaceAll('\n', '\n    ');
        yield `${separator}    ${text}`;
        separator = ',\n';
    }
    yield separator === '\n' ? ']\n}\n' : '\n  ]\n}\n';
}
