import { holdSaid } from './held.js';
import { namesInWords, obstacleInWords } from './names.js';
import { brief, say, written } from './said.js';

/**
 * Describes what all violations of a plan have in common, and totals of many.
 *
 * @import { Result, Violation } from './validate.js'
 * @import { Style } from './words.js'
 */

/** Depths that differ by less, relative to the agents' size, are equal. */
const SAME = 1e-6;

/** Violations that are worth a common cause; and pairs and agents that are named. */
const LEAST = 4;
const MOST_NAMED = 3;

const RESULT = /** @type {const} */ ({ violations: 'array', clearance: 'object' });

/**
 * Least distances of the centres of two agents on unit cells, where one moves into the cell that the other leaves at the same
 * speed, one step each. After s of the step they are at
 * - along a line: (s, 0) and (1 + s, 0), always 1 apart;
 * - around a right angle: (s, 0) and (1, s), so (1 - s)^2 + s^2 apart, squared: least at s = 1/2, with sqrt(1/2).
 * Two of radius r overlap by 2 r less that distance.
 */
const FOLLOWING = [
    { distance: Math.SQRT1_2, sign: 'sqrt(1/2)', how: 'follow each other around right angles' },
    { distance: 1, sign: '1', how: 'follow each other along lines, or stand side by side' },
];

/**
 * Says what explains all violations of a plan, where one thing does; else empty.
 *
 * @param {Result} result
 * @param {Style} [style]
 * @returns {string}
 */
export function describeCause(result, { digits } = {}) {
    const { violations, clearance, checks, domain } = holdSaid(result, 'result', RESULT);
    if (violations.length < LEAST) return '';
    const [{ depth: first }] = violations;
    // Of discs this is the sum of the radii, which all agents on cells share.
    const size = clearance === null ? 0 : clearance.centreDistance - clearance.distance;
    const isSame =
        typeof first === 'number' &&
        violations.every(({ kind, depth }) => {
            return kind === 'agent-agent' && Math.abs(Number(depth) - first) <= SAME * size;
        });
    const way = FOLLOWING.find(({ distance }) => {
        return Math.abs(size - distance - Number(first)) <= SAME * size;
    });
    if (isSame && way !== undefined && checks?.vertex != null) {
        const { distance, sign, how } = way;
        const radius = Number((size / 2).toPrecision(9));
        const least = brief(Math.floor((distance / 2) * 1e6) / 1e6);
        const depth = written(say`${first}`, digits);
        return `all ${violations.length} overlaps are ${depth} deep = 2 x ${brief(radius)} - ${sign}: agents ${how}; a radius of at most ${least} is clear of that`;
    }
    const { obstacle } = violations[0];
    if (obstacle !== undefined && violations.every((one) => one.obstacle === obstacle)) {
        return `all ${violations.length} violations are against ${obstacleInWords(obstacle)}`;
    }
    const common = countAgents(violations).find(([, { count }]) => count === violations.length);
    if (common === undefined) return '';
    return `all ${violations.length} violations are of ${namesInWords([common[1].name], domain)}`;
}

/**
 * Says who has most of many violations: the worst pairs, and the worst agents.
 *
 * @param {Result} result
 * @returns {string[]}
 */
export function describeTotals(result) {
    const { violations, domain } = holdSaid(result, 'result', RESULT);
    /** @type {Map<string, number>} */
    const pairs = new Map();
    for (const { agents, names, obstacle } of violations) {
        if (agents.length < 2 && obstacle === undefined) continue;
        const who = namesInWords(names, domain);
        const pair = obstacle === undefined ? who : `${who} and ${obstacleInWords(obstacle)}`;
        pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
    const worst = [...pairs].sort(([, p], [, q]) => q - p).slice(0, MOST_NAMED);
    const agents = countAgents(violations)
        .slice(0, MOST_NAMED)
        .map(([, { name, count }]) => `${namesInWords([name], domain)} (${count})`);
    return [
        ...(worst.length > 0
            ? [`most by pair: ${worst.map(([pair, count]) => `${pair} (${count})`).join(', ')}`]
            : []),
        ...(agents.length > 0 ? [`most by agent: ${agents.join(', ')}`] : []),
    ];
}

/**
 * Counts the violations of each agent, the most first.
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
