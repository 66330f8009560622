import { SCHEMA } from '../campaign.js';
import { safeJson } from './escape.js';

/**
 * @import { Outcome } from '../outcome.js'
 * @import { About } from './index.js'
 */

/**
 * One JSON text of all outcomes, written as they come.
 *
 * @param {AsyncIterable<Outcome>} outcomes
 * @param {About} about
 * @returns {AsyncGenerator<string>}
 */
export async function* jsonReport(outcomes, { header }) {
    yield `{\n  "schema": ${SCHEMA},\n  "graze": "${header.graze}",\n  "results": [`;
    let separator = '\n';
    for await (const { index: _, ...outcome } of outcomes) {
        const text = safeJson(outcome, 2).replaceAll('\n', '\n    ');
        yield `${separator}    ${text}`;
        separator = ',\n';
    }
    yield separator === '\n' ? ']\n}\n' : '\n  ]\n}\n';
}
