import { checkArray, checkNumber, checkRecord } from '../model/arguments.js';
import { formatText, renderText } from '../model/names.js';

/**
 * @import { ValidationResult, Violation } from '../validation/validate.js'
 * @import { Style } from './messages.js'
 */

/**
 * Violations that are reported together: those of one kind between the same bodies.
 *
 * @typedef {object} ViolationGroup
 * @property {Violation} first earliest violation
 * @property {Violation[]} members all violations of the group; empty if there are more than MAX_LISTED
 * @property {number} index index of `first` among all violations
 * @property {number} count number of violations
 * @property {number} end latest end of the violations
 * @property {number | null} depth largest depth of the violations; null: none of them has a depth
 */

/** Types of the fields that are read from violations and groups. */
const VIOLATION = /** @type {const} */ ({ kind: 'string', agents: 'array', interval: 'array' });
const COUNTED = /** @type {const} */ ({ first: 'record', count: 'number' });

const OTHERS = /** @type {const} */ ({ first: 'record', count: 'number', end: 'number' });

const COUNTABLE = /** @type {const} */ ({ violations: 'array' });

/** Maximum number of violations in a group whose members are listed. */
const MAX_LISTED = 3;

/**
 * Groups violations that repeat each other: those of one kind between the same bodies. O(n).
 *
 * @param {Violation[]} violations violations in ascending order of time
 * @returns {ViolationGroup[]} ordered by their first violation
 */
export function groupViolations(violations) {
    /** @type {Map<string, ViolationGroup>} */
    const groups = new Map();
    checkArray(violations, 'violations');
    for (const [index, violation] of violations.entries()) {
        checkRecord(violation, `violations[${index}]`, VIOLATION);
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
        if (group.count > MAX_LISTED) group.members = [];
        else group.members.push(violation);
        group.end = Math.max(group.end, interval[1]);
        if (depth !== null) group.depth = Math.max(group.depth ?? 0, depth);
    }
    return [...groups.values()];
}

/**
 * Describes the violations of a group after the first one; empty if there are none.
 *
 * @param {ViolationGroup} group
 * @param {Style} [style]
 */
export function describeRepeats(group, { digits } = {}) {
    const { first, count, end, depth } = checkRecord(group, 'group', OTHERS);
    if (count === 1) return '';
    const deepest =
        depth === null || depth <= (first.depth ?? 0) ? '' : formatText`, up to ${depth} deep`;
    const times = count === 2 ? 'once more' : `${count - 1} times more`;
    return renderText(formatText`and ${times} until t = ${end}${deepest}`, digits);
}

/** Key for overlaps with obstacles, which have the same kind as violations in blocked cells; key for either. */
const OBSTACLE_KIND = 'with-obstacle';
const EITHER_KIND = 'obstacle-or-cell';

/**
 * Words for violations of each kind: for one, and for several.
 *
 * @type {Map<string, readonly [one: string, several: string]>}
 */
const KIND_WORDS = new Map([
    ['agent-agent', ['overlap', 'overlaps']],
    ['agent-obstacle', ['in blocked cells', 'in blocked cells']],
    [OBSTACLE_KIND, ['overlap with obstacles', 'overlaps with obstacles']],
    [EITHER_KIND, ['with obstacles or in blocked cells', 'with obstacles or in blocked cells']],
    ['off-map', ['off the map', 'off the map']],
    ['start', ['wrong start', 'wrong starts']],
    ['goal', ['goal missed', 'goals missed']],
    ['discontinuity', ['jump', 'jumps']],
    ['speed', ['too fast', 'too fast']],
    ['vertex', ['shared cell', 'shared cells']],
    ['edge', ['swap', 'swaps']],
]);

/** Words for violations without any overlap, where touching is a conflict. @type {typeof KIND_WORDS} */
const TOUCHING_WORDS = new Map([
    ['agent-agent', ['contact', 'contacts']],
    [OBSTACLE_KIND, ['contact with obstacles', 'contacts with obstacles']],
]);

/** Counts violations by kind; it separates overlaps with obstacles from violations in blocked cells. */
export class KindCounts {
    /** @type {Map<string, { kind: string, count: number, depth: number }>} */
    #kinds = new Map();

    /**
     * Adds violations of one kind.
     *
     * @param {Pick<Violation, 'kind' | 'obstacle'>} violation one of the violations
     * @param {number} count number of violations
     * @param {number | null} depth largest depth of the violations
     */
    add(violation, count, depth) {
        const { kind, obstacle } = checkRecord(violation, 'violation', { kind: 'string' });
        checkNumber(count, 'count');
        const isObstacle = kind === 'agent-obstacle' && obstacle !== undefined;
        this.#add(isObstacle ? OBSTACLE_KIND : kind, count, depth);
    }

    /**
     * Adds all violations of a result, also those that it only counts.
     *
     * @param {Pick<ValidationResult, 'violations'> & Partial<ValidationResult>} result
     */
    addAll(result) {
        const { violations, violationCounts = {} } = checkRecord(result, 'result', COUNTABLE);
        /** @type {Map<string, number>} */
        const listed = new Map();
        for (const violation of violations) {
            const { kind, depth } = violation;
            listed.set(kind, (listed.get(kind) ?? 0) + 1);
            this.add(violation, 1, depth);
        }
        for (const [kind, count] of Object.entries(violationCounts)) {
            const rest = count - (listed.get(kind) ?? 0);
            if (rest > 0) this.#add(kind === 'agent-obstacle' ? EITHER_KIND : kind, rest, null);
        }
    }

    /** @param {string} kindKey @param {number} count @param {number | null} depth */
    #add(kindKey, count, depth) {
        const known = this.#kinds.get(kindKey) ?? { kind: kindKey, count: 0, depth: 0 };
        known.count += count;
        known.depth = Math.max(known.depth, depth ?? 0);
        this.#kinds.set(kindKey, known);
    }

    /** Returns the counts in words: `2 overlaps, 1 goal missed`. */
    describe() {
        return [...this.#kinds.values()]
            .map(({ kind, count, depth }) => {
                const words = (depth === 0 && TOUCHING_WORDS.get(kind)) || KIND_WORDS.get(kind);
                return `${count} ${words === undefined ? kind : words[count === 1 ? 0 : 1]}`;
            })
            .join(', ');
    }
}

/**
 * Returns the counts of violations by kind in words: `2 overlaps, 1 goal missed`.
 *
 * @param {ViolationGroup[]} groups
 */
export function describeKindCounts(groups) {
    const counts = new KindCounts();
    checkArray(groups, 'groups');
    for (const [k, group] of groups.entries()) {
        const { first, count, depth = null } = checkRecord(group, `groups[${k}]`, COUNTED);
        counts.add(first, count, depth);
    }
    return counts.describe();
}

/**
 * Returns the number of violations of a result that its list leaves out.
 *
 * @param {Pick<ValidationResult, 'violations'> & Partial<ValidationResult>} result
 */
export function countLeftOut(result) {
    const { violations, violationCount } = checkRecord(result, 'result', COUNTABLE);
    return Math.max((violationCount ?? 0) - violations.length, 0);
}

/**
 * Returns the counts of all violations of a result by kind in words, also of those that its list leaves out.
 *
 * @param {Pick<ValidationResult, 'violations'> & Partial<ValidationResult>} result
 */
export function describeTotals(result) {
    const counts = new KindCounts();
    counts.addAll(result);
    return counts.describe();
}
