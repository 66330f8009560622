import { version } from 'graze';
import { describeChange, describeRepair } from 'graze/scenario/words';
import { safeJson } from './escape.js';

/**
 * @import { Repair } from 'graze/scenario'
 * @import { Digits } from 'graze/scenario/words'
 */

/** Changes whenever a field changes its meaning or goes; new fields may come without. */
const SCHEMA = 1;

/**
 * @param {string} file
 * @param {Repair} result
 * @param {string[]} notices
 * @param {string | null} format in which the plan was written; null: it was not
 */
export function jsonRepair(file, result, notices, format) {
    const { scenario: _, ...told } = result;
    const report = { schema: SCHEMA, graze: version, file, ...told, notices, format };
    return `${safeJson(report, 2)}\n`;
}

/**
 * @param {string} file
 * @param {Repair} result
 * @param {string[]} notices
 * @param {Digits} [digits]
 * @returns {string[]} lines
 */
export function textRepair(file, result, notices, digits) {
    const how = { digits, domain: result.scenario.domain };
    return [
        `${file}: ${describeRepair(result, how)}`,
        ...result.changes.map((change) => `  ${describeChange(change, how)}`),
        ...notices.map((notice) => `notice: ${notice}`),
    ];
}
