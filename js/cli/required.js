import { UsageError } from './exit.js';
import { suggestName } from './options.js';

/**
 * Checks that a run can require: a plan fails where one of them cannot be made.
 *
 * @import { ValidationResult } from 'graze/scenario'
 *
 * @typedef {object} Check
 * @property {string} check name of the check in results
 * @property {string} requirement phrase for the option that makes the check possible, or for the reason why it is not;
 *   empty for a check that is always made
 */

/** @type {ReadonlyMap<string, Check>} */
const CHECKS = new Map([
    ['overlaps', { check: 'agent-agent', requirement: 'needs --radius R' }],
    ['obstacles', { check: 'agent-obstacle', requirement: 'needs a grid map: --map FILE' }],
    ['bounds', { check: 'off-map', requirement: 'needs --map FILE' }],
    ['starts', { check: 'start', requirement: 'needs --task FILE' }],
    ['goals', { check: 'goal', requirement: 'needs --task FILE' }],
    ['continuity', { check: 'discontinuity', requirement: '' }],
    ['speed', { check: 'speed', requirement: 'the format has no speed limit' }],
    ['vertices', { check: 'vertex', requirement: 'the plan is not in whole steps' }],
    ['swaps', { check: 'edge', requirement: 'the plan is not in whole steps' }],
]);

/** Names of all checks that can be required. */
export const REQUIRABLE = Object.freeze([...CHECKS.keys()]);

/**
 * @param {readonly string[]} values names separated by commas, one string for each use of the option
 * @returns {string[]} each name once, in the order of REQUIRABLE
 */
export function parseRequired(values) {
    const names = values.flatMap((list) => list.split(',')).map((name) => name.trim());
    const unknown = names.find((name) => !CHECKS.has(name));
    if (unknown === undefined) return REQUIRABLE.filter((name) => names.includes(name));
    const known = REQUIRABLE.join(', ');
    throw new UsageError(
        `--require must be a list of ${known}, got ${JSON.stringify(unknown)}${suggestName(unknown, REQUIRABLE)}`,
    );
}

/**
 * Returns a description of the required checks that were not made, and of what makes each possible.
 *
 * @param {readonly string[]} required
 * @param {ValidationResult} result
 * @returns {string | null} null: all were made
 */
export function describeMissing(required, { checks, format, domain }) {
    const missing = [...CHECKS].filter(
        ([name, { check }]) => required.includes(name) && (checks[check] ?? null) === null,
    );
    if (missing.length === 0) return null;
    const parts = missing.map(([name, { check, requirement }]) => {
        // No option can add to these plans what their files do not contain.
        const isComplete =
            domain === 'driving' ||
            (format === 'graze' && check !== 'agent-agent') ||
            (format === 'lorr' && (check === 'start' || check === 'goal'));
        return `${name} (${isComplete ? `not in ${format}` : requirement})`;
    });
    return `required, but not checked: ${parts.join(', ')}`;
}
