import { describeChange, describeRepair } from 'graze/scenario/messages';
import { version } from '#internal';
import { toPrintableJson } from '../console/streams.js';

/**
 * @import { RepairResult } from 'graze/scenario'
 * @import { Digits } from 'graze/scenario/messages'
 */

/**
 * Version of the report's format, which increases when a field is removed or changes its meaning; new fields do not
 * increase it.
 */
const SCHEMA = 2;

/**
 * @param {string} file
 * @param {RepairResult} result
 * @param {string[]} notices
 * @param {string | null} format format in which the plan was written; null: it was not written
 */
export function repairToJson(file, result, notices, format) {
    const { scenario: _, ...fields } = result;
    const report = { schema: SCHEMA, graze: version, file, ...fields, notices, format };
    return `${toPrintableJson(report, 2)}\n`;
}

/**
 * @param {string} file
 * @param {RepairResult} result
 * @param {string[]} notices
 * @param {Digits} [digits]
 * @returns {string[]} lines of the report
 */
export function repairToText(file, result, notices, digits) {
    const style = { digits, domain: result.scenario.domain };
    return [
        `${file}: ${describeRepair(result, style)}`,
        ...result.changes.map((change) => `  ${describeChange(change, style)}`),
        ...notices.map((notice) => `notice: ${notice}`),
    ];
}
