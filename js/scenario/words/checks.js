import { checkRecord } from '../model/arguments.js';

/**
 * Checks of a plan: their names, and what adds each of them to a plan that lacks it. Every report and `--require` of the
 * program take them from here.
 *
 * @import { ValidationResult } from '../validation/validate.js'
 * @import { Style } from './messages.js'
 *
 * @typedef {object} Check
 * @property {string} kind kind of the violations that it finds, which is also its key in `checks` of a result
 * @property {string} name name in short lists, and in the program's `--require`
 * @property {string} subject noun phrase for what it examines
 * @property {number | null} count number of items that were checked; null: the check was not made
 * @property {string} needs input that would add it; empty: it was made, or no input adds it
 * @property {string} reason reason why it was not made; empty: it was made
 */

/**
 * Words of a check: its name, its subject, the input that it needs, the program's option that provides this input, and the
 * reason why no input adds it to every plan.
 *
 * @type {ReadonlyMap<string, { name: string, subject: string, needs?: string, flag?: string, reason?: string }>}
 */
const CHECKS = new Map([
    [
        'agent-agent',
        { name: 'overlaps', subject: 'overlaps', needs: "the agents' size", flag: '--radius' },
    ],
    [
        'agent-obstacle',
        { name: 'obstacles', subject: 'blocked cells', needs: 'a grid map', flag: '--map' },
    ],
    [
        'off-map',
        { name: 'bounds', subject: 'bounds or edges of the map', needs: 'a map', flag: '--map' },
    ],
    ['start', { name: 'starts', subject: 'starts', needs: 'a task', flag: '--task' }],
    ['goal', { name: 'goals', subject: 'goals', needs: 'a task', flag: '--task' }],
    ['discontinuity', { name: 'continuity', subject: 'continuity' }],
    ['speed', { name: 'speed', subject: 'speed', reason: 'the format has no speed limit' }],
    [
        'vertex',
        { name: 'vertices', subject: 'shared cells', reason: 'the plan is not in whole steps' },
    ],
    ['edge', { name: 'swaps', subject: 'swapped cells', reason: 'the plan is not in whole steps' }],
]);

/** Reason why a check has no result, though it was made. */
export const UNFINISHED = 'the check did not finish';

/** Names of all checks, as the program's `--require` takes them. */
export const CHECK_NAMES = Object.freeze([...CHECKS.values()].map(({ name }) => name));

/**
 * Returns the checks of a result, those that were made and those that were not.
 *
 * @param {ValidationResult} result result of `validate`
 * @param {Style} [style] with `flags`, a missing input is named by the program's option
 * @returns {Check[]}
 */
export function listChecks(result, { flags = false } = {}) {
    const { checks } = checkRecord(result, 'result', { checks: 'record' });
    /** @type {{ unfinished?: readonly string[] }} */
    const { unfinished = [] } = result;
    return Object.entries(checks).map(([kind, made]) => {
        const isUnfinished = unfinished.includes(kind);
        const count = isUnfinished ? null : made;
        const words = CHECKS.get(kind) ?? { name: kind, subject: kind, needs: 'more input' };
        const { name, needs = '', flag = '' } = words;
        const isBetweenSteps = kind === 'agent-agent' && made === null && checks.vertex != null;
        const subject = isBetweenSteps ? `${words.subject} between steps` : words.subject;
        const check = { kind, name, subject, count, needs: '', reason: '' };
        if (count !== null) return check;
        if (isUnfinished) return { ...check, reason: UNFINISHED };
        const obstacle = describeObstacleToCheck(result, kind) || (words.reason ?? '');
        if (needs === '' || obstacle !== '') return { ...check, reason: obstacle };
        const input = flags && flag !== '' ? flag : needs;
        return { ...check, needs: input, reason: `needs ${input}` };
    });
}

/** Formats whose files have all that a plan can have, but sizes; so have plans of the domain 'driving'. */
const COMPLETE = new Set(['graze', 'crazyswarm', 'tracks']);

/**
 * Returns the reason why no input adds a check to a plan; empty: there is none.
 *
 * @param {ValidationResult} result
 * @param {string} kind
 */
function describeObstacleToCheck({ checks, domain, format }, kind) {
    const isComplete =
        ((domain === 'driving' || COMPLETE.has(format)) && kind !== 'agent-agent') ||
        // Tasks of the league are in the plan itself; no other file is taken.
        (format === 'lorr' && (kind === 'start' || kind === 'goal'));
    if (isComplete) return `not in ${format}`;
    const hasRoadmap = kind === 'agent-obstacle' && checks['off-map'] != null;
    return hasRoadmap ? 'the map has no cells' : '';
}
