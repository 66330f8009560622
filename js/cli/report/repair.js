import { version } from 'graze';
import { describeChange, describeRepair } from 'graze/scenario/words';

/** @import { Repair } from 'graze/scenario' */

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
    return `${JSON.stringify(report, null, 2)}\n`;
}

/**
 * @param {string} file
 * @param {Repair} result
 * @param {string[]} notices
 * @returns {string[]} lines
 */
export function textRepair(file, result, notices) {
    return [
        `${file}: ${describeRepair(result)}`,
        ...result.changes.map((change) => `  ${describeChange(change)}`),
        ...notices.map((notice) => `notice: ${notice}`),
    ];
}
