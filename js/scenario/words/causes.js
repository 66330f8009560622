import { checkRecord } from '../model/arguments.js';
import {
    describeAgents,
    describeObstacle,
    formatShort,
    formatText,
    renderText,
} from '../model/names.js';
import { countLeftOut } from './violation_groups.js';

/**
 * Describes what all violations of a plan have in common, and totals of many.
 *
 * @import { ValidationResult, Violation } from '../validation/validate.js'
 * @import { Style } from './messages.js'
 */

/** Depths that differ by less, relative to the agents' size, are equal. */
const DEPTH_TOLERANCE = 1e-6;

/** Minimum number of violations for a common cause; maximum number of named pairs and agents. */
const MIN_VIOLATIONS = 4;
const MAX_NAMED = 3;

const RESULT = /** @type {const} */ ({ violations: 'array' });

/**
 * Least distances of the centers of two agents on unit cells that both wait, or move to one of four neighbor cells in each step,
 * and never share a place. If one moves into the cell that the other leaves, then after s of the step they are at
 *
 * - along a line: (s, 0) and (1 + s, 0), always 1 apart;
 *
 * - around a right angle: (s, 0) and (1, s), so (1 - s)^2 + s^2 apart, squared: least at s = 1/2, with sqrt(1/2).
 *
 * All other pairs whose paths do not meet are at least 1 apart. Two agents of radius r overlap by 2 r less that distance.
 */
const FOLLOWING_DISTANCES = [
    {
        distance: Math.SQRT1_2,
        formula: 'sqrt(1/2)',
        description: 'follow each other around right angles',
    },
    {
        distance: 1,
        formula: '1',
        description: 'are side by side in neighboring cells, or follow each other along lines',
    },
];

/**
 * Describes the common cause of all violations of a plan, or returns an empty text.
 *
 * @param {ValidationResult} result
 * @param {Style} [style]
 * @returns {string}
 */
export function describeCause(result, { digits } = {}) {
    const { violations, domain } = checkRecord(result, 'result', RESULT);
    if (violations.length < MIN_VIOLATIONS) return '';
    const all = countLeftOut(result) > 0 ? 'the first' : 'all';
    const size = describeSize(result, all, digits);
    if (size !== '') return size;
    const { obstacle } = violations[0];
    if (obstacle !== undefined && violations.every((one) => one.obstacle === obstacle)) {
        return `${all} ${violations.length} violations are against ${describeObstacle(obstacle)}`;
    }
    const common = countAgents(violations).find(([, { count }]) => count === violations.length);
    if (common === undefined) return '';
    return `${all} ${violations.length} violations are of ${describeAgents([common[1].name], domain)}`;
}

/**
 * Describes the radius of the agents as the cause, or returns an empty text. It is one only of discs of one radius that move from
 * cell to cell and overlap by the same depth, which says how near their centers come to each other.
 *
 * @param {ValidationResult} result
 * @param {string} all 'all', or 'the first' if the result leaves violations out
 * @param {Style['digits']} digits
 * @returns {string}
 */
function describeSize({ violations, radius, unitSteps, touching }, all, digits) {
    const first = violations[0].depth;
    if (typeof radius !== 'number' || unitSteps !== true || first === null) return '';
    const size = 2 * radius;
    const isSame = violations.every(({ kind, depth }) => {
        return kind === 'agent-agent' && Math.abs(Number(depth) - first) <= DEPTH_TOLERANCE * size;
    });
    const following = FOLLOWING_DISTANCES.find(({ distance }) => {
        return Math.abs(size - distance - first) <= DEPTH_TOLERANCE * size;
    });
    if (!isSame || following === undefined) return '';
    const { distance, formula, description } = following;
    const maxRadius = Math.floor((distance / 2) * 1e6) / 1e6;
    // Agents of half the distance touch.
    const isTouch = touching === 'conflict' && 2 * maxRadius === distance;
    const bound = `${isTouch ? 'less than' : 'at most'} ${formatShort(maxRadius)}`;
    const depth = renderText(formatText`${first}`, digits);
    return `${all} ${violations.length} overlaps are ${depth} deep = 2 x ${formatShort(radius)} - ${formula}: agents ${description}; a radius of ${bound} is clear of that`;
}

/**
 * Describes the worst pairs and agents of many violations.
 *
 * @param {ValidationResult} result
 * @returns {string[]}
 */
export function describeWorst(result) {
    const { violations, domain } = checkRecord(result, 'result', RESULT);
    /** @type {Map<string, number>} */
    const pairs = new Map();
    for (const { agents, names, obstacle } of violations) {
        if (agents.length < 2 && obstacle === undefined) continue;
        const agentText = describeAgents(names, domain);
        const pair =
            obstacle === undefined ? agentText : `${agentText} and ${describeObstacle(obstacle)}`;
        pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
    const worst = [...pairs].sort(([, p], [, q]) => q - p).slice(0, MAX_NAMED);
    const scope = countLeftOut(result) > 0 ? `of the first ${violations.length}, ` : '';
    const agents = countAgents(violations)
        .slice(0, MAX_NAMED)
        .map(([, { name, count }]) => `${describeAgents([name], domain)} (${count})`);
    return [
        ...(worst.length > 0
            ? [
                  `${scope}most by pair: ${worst.map(([pair, count]) => `${pair} (${count})`).join(', ')}`,
              ]
            : []),
        ...(agents.length > 0 ? [`${scope}most by agent: ${agents.join(', ')}`] : []),
    ];
}

/**
 * Counts the violations of each agent, the largest number first.
 *
 * @param {Violation[]} violations
 * @returns {[number, { name: string, count: number }][]}
 */
function countAgents(violations) {
    /** @type {Map<number, { name: string, count: number }>} */
    const counts = new Map();
    for (const { agents, names } of violations) {
        for (const [k, agent] of agents.entries()) {
            const known = counts.get(agent);
            if (known === undefined) counts.set(agent, { name: names[k], count: 1 });
            else known.count++;
        }
    }
    return [...counts].sort(([, p], [, q]) => q.count - p.count);
}
