import { CHECK_NAMES, listChecks } from 'graze/scenario/messages';
import { UsageError } from './exit.js';
import { suggestName } from './options.js';

/**
 * Checks that a run can require: a plan fails where one of them cannot be made.
 *
 * @import { ValidationResult } from 'graze/scenario'
 */

/**
 * @param {readonly string[]} values names separated by commas, one string for each use of the option
 * @returns {string[]} each name once, in the order of CHECK_NAMES
 */
export function parseRequired(values) {
    const names = values.flatMap((list) => list.split(',')).map((name) => name.trim());
    const unknown = names.find((name) => !CHECK_NAMES.includes(name));
    if (unknown === undefined) return CHECK_NAMES.filter((name) => names.includes(name));
    const known = CHECK_NAMES.join(', ');
    throw new UsageError(
        `--require must be a list of ${known}, got ${JSON.stringify(unknown)}${suggestName(unknown, CHECK_NAMES)}`,
    );
}

/** Returns whether a check did not finish, of a plan that is not valid anyway. @param {ValidationResult} result @param {string} kind */
function isUnfinished({ unfinished }, kind) {
    return unfinished?.some((each) => each === kind) ?? false;
}

/**
 * Returns a description of the required checks that were not made, and of what makes each possible.
 *
 * @param {readonly string[]} required
 * @param {ValidationResult} result
 * @returns {string | null} null: all were made
 */
export function describeMissing(required, result) {
    const missing = listChecks(result, { flags: true }).filter(
        ({ kind, name, count }) =>
            count === null && !isUnfinished(result, kind) && required.includes(name),
    );
    if (missing.length === 0) return null;
    const parts = missing.map(({ name, reason }) => `${name} (${reason})`);
    return `required, but not checked: ${parts.join(', ')}`;
}
