import { holdList, holdNumber, holdSaid } from './held.js';
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

/** Stands for the kind of violations against obstacles, which have the kind of those in blocked cells. */
const OBSTACLE = 'with-obstacle';

/**
 * Violations of a kind in words, one and several.
 *
 * @type {Map<string, readonly [one: string, several: string]>}
 */
const KINDS = new Map([
    ['agent-agent', ['overlap', 'overlaps']],
    ['agent-obstacle', ['in blocked cells', 'in blocked cells']],
    [OBSTACLE, ['overlap with obstacles', 'overlaps with obstacles']],
    ['off-map', ['off the map', 'off the map']],
    ['start', ['wrong start', 'wrong starts']],
    ['goal', ['goal missed', 'goals missed']],
    ['discontinuity', ['jump', 'jumps']],
    ['speed', ['too fast', 'too fast']],
    ['vertex', ['shared cell', 'shared cells']],
    ['edge', ['swap', 'swaps']],
]);

/** Violations of which none overlaps, where touching counts. @type {typeof KINDS} */
const TOUCHING = new Map([
    ['agent-agent', ['contact', 'contacts']],
    [OBSTACLE, ['contact with obstacles', 'contacts with obstacles']],
]);

/** Counts violations by kind; those against obstacles apart from those in blocked cells. */
export class KindCounts {
    /** @type {Map<string, { kind: string, count: number, depth: number }>} */
    #kinds = new Map();

    /**
     * Adds violations of one kind.
     *
     * @param {Pick<Violation, 'kind' | 'obstacle'>} violation one of them
     * @param {number} count how many
     * @param {number | null} depth of the deepest
     */
    add(violation, count, depth) {
        const { kind, obstacle } = holdSaid(violation, 'violation', { kind: 'string' });
        holdNumber(count, 'count');
        const own = kind === 'agent-obstacle' && obstacle !== undefined ? OBSTACLE : kind;
        const known = this.#kinds.get(own) ?? { kind: own, count: 0, depth: 0 };
        known.count += count;
        known.depth = Math.max(known.depth, depth ?? 0);
        this.#kinds.set(own, known);
    }

    /** Returns the counts in words: `2 overlaps, 1 goal missed`. */
    describe() {
        return [...this.#kinds.values()]
            .map(({ kind, count, depth }) => {
                const words = (depth === 0 && TOUCHING.get(kind)) || KINDS.get(kind);
                return `${count} ${words === undefined ? kind : words[count === 1 ? 0 : 1]}`;
            })
            .join(', ');
    }
}

/**
 * Counts violations by kind, in words: `2 overlaps, 1 goal missed`.
 *
 * @param {Group[]} groups
 */
export function countKinds(groups) {
    const counts = new KindCounts();
    holdList(groups, 'groups');
    for (const [k, group] of groups.entries()) {
        const { first, count, depth = null } = holdSaid(group, `groups[${k}]`, COUNTED);
        counts.add(first, count, depth);
    }
    return counts.describe();
}
