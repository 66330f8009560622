import { SCHEMA } from '../campaign.js';

/** @import { Outcome } from '../outcome.js' */

/**
 * One JSON text of all outcomes, written as they come.
 *
 * @param {AsyncIterable<Outcome>} outcomes
 * @returns {AsyncGenerator<string>}
 */
export async function* jsonReport(outcomes) {
    yield `{\n  "schema": ${SCHEMA},\n  "results": [`;
    let separator = '\n';
    for await (const { index: _, ...outcome } of outcomes) {
        const text = JSON.stringify(outcome, null, 2).replaceAll('\n', '\n    ');
        yield `${separator}    ${text}`;
        separator = ',\n';
    }
    yield separator === '\n' ? ']\n}\n' : '\n  ]\n}\n';
}
