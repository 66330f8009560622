import { holdList, holdSaid } from './held.js';
import { say, written } from './said.js';

/**
 * @import { Violation } from './validate.js'
 * @import { Style } from './words.js'
 */

/**
 * Violations told together: those of one kind between the same bodies.
 *
 * @typedef {object} Group
 * @property {Violation} first in time
 * @property {Violation[]} members all, or none when they are more than FEW
 * @property {number} index of the first among all violations
 * @property {number} count how many
 * @property {number} end the latest end of all
 * @property {number | null} depth the deepest of all
 */

/** What violations and groups are told by. */
const VIOLATION = /** @type {const} */ ({ kind: 'string', agents: 'array', interval: 'array' });
const COUNTED = /** @type {const} */ ({ first: 'record', count: 'number' });

const OTHERS = /** @type {const} */ ({ first: 'record', count: 'number', end: 'number' });

/** Violations of one group that are better told one by one. */
const FEW = 3;

/**
 * Puts violations together that repeat each other: those of one kind between the same bodies. O(n).
 *
 * @param {Violation[]} violations by time
 * @returns {Group[]} by their first violation
 */
export function groupViolations(violations) {
    /** @type {Map<string, Group>} */
    const groups = new Map();
    holdList(violations, 'violations');
    for (const [index, violation] of violations.entries()) {
        holdSaid(violation, `violations[${index}]`, VIOLATION);
        const { kind, agents, obstacle = '', interval, depth } = violation;
        const key = JSON.stringify([kind, agents, obstacle]);
        const group = groups.get(key);
        if (group === undefined) {
            const members = [violation];
            groups.set(key, {
                first: violation,
                members,
                index,
                count: 1,
                end: interval[1],
                depth,
            });
            continue;
        }
        group.count++;
        if (group.count > FEW) group.members = [];
        else group.members.push(violation);
        group.end = Math.max(group.end, interval[1]);
        if (depth !== null) group.depth = Math.max(group.depth ?? 0, depth);
    }
    return [...groups.values()];
}

/**
 * Says what the others of a group are; empty when there are none.
 *
 * @param {Group} group
 * @param {Style} [style]
 */
export function describeOthers(group, { digits } = {}) {
    const { first, count, end, depth } = holdSaid(group, 'group', OTHERS);
    if (count === 1) return '';
    const deepest = depth === null || depth <= (first.depth ?? 0) ? '' : say`, up to ${depth} deep`;
    const times = count === 2 ? 'once more' : `${count - 1} times more`;
    return written(say`and ${times} until t = ${end}${deepest}`, digits);
}

/**
 * How many violations of each kind, in words.
 *
 * @param {Group[]} groups
 */
export function countKinds(groups) {
    /** @type {Map<string, number>} */
    const kinds = new Map();
    holdList(groups, 'groups');
    for (const [k, group] of groups.entries()) {
        const { first, count } = holdSaid(group, `groups[${k}]`, COUNTED);
        kinds.set(first.kind, (kinds.get(first.kind) ?? 0) + count);
    }
    return [...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ');
}
