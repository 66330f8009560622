import { axesOf, derivative, lengthOf, valueAt } from '../model/polynomial.js';
import { beginTime, pieceCountOf, piecesOf, stepPathOf } from '../model/step_motion.js';

/**
 * @import { Agent, MotionPiece } from '../model/scenario.js'
 * @import { StepPath } from '../model/step_motion.js'
 *
 * Costs of a plan, the same for every format: they depend on where agents are at which time, not on how a file divides that into
 * pieces, nor on waits that it states at the end.
 *
 * @typedef {object} Costs
 * @property {number} makespan time of the last arrival of any agent; 0 if no agent moves
 * @property {number} sumOfCosts sum of the times of the agents' last arrivals: of the ends of their last motions that change the
 *   position. Waits and turns at the end do not count; an agent that leaves its goal and comes back counts until then; one that
 *   never moves costs 0 (Stern et al., "Multi-Agent Pathfinding: Definitions, Variants, and Benchmarks", 2019)
 * @property {number} flowtime the same sum, each arrival measured from the time at which the agent's own motion begins, as the
 *   flow time of a job is from its release (Pinedo, "Scheduling", 2016): it differs from `sumOfCosts` where motions begin at
 *   other times than 0
 * @property {number} pathLength sum of the lengths of the agents' paths, in map units; for curves accurate to 1e-9 of it
 */

/** Nodes and weights of the quadrature by Gauss and Legendre with five nodes on [-1, 1]. */
const NODES = [0, 0.5384693101056831, -0.5384693101056831, 0.906179845938664, -0.906179845938664];
const WEIGHTS = [
    0.5688888888888889, 0.47862867049936647, 0.47862867049936647, 0.23692688505618908,
    0.23692688505618908,
];

/** Relative error of the length of a piece at which its halves are not divided, and the maximum number of divisions. */
const LENGTH_RELATIVE = 1e-10;
const MAX_DIVISIONS = 24;

/**
 * Returns the costs of a plan. O(pieces).
 *
 * @param {Agent[]} agents
 * @returns {Costs}
 */
export function costsOf(agents) {
    let [makespan, sumOfCosts, flowtime, pathLength] = [-Infinity, 0, 0, 0];
    for (const agent of agents) {
        const path = stepPathOf(agent);
        const { arrival, length } = path === undefined ? pieceCost(agent) : stepCost(path);
        pathLength = Math.min(pathLength + length, Number.MAX_VALUE);
        if (arrival === null) continue;
        makespan = Math.max(makespan, arrival);
        sumOfCosts += arrival;
        flowtime += arrival - (beginTime(agent) ?? 0);
    }
    return { makespan: makespan === -Infinity ? 0 : makespan, sumOfCosts, flowtime, pathLength };
}

/**
 * Time of the last arrival of an agent, null if it never moves, and the length of its path.
 *
 * @typedef {{ arrival: number | null, length: number }} AgentCost
 */

/** @param {StepPath} path @returns {AgentCost} */
function stepCost({ places, steps }) {
    let arrival = null;
    let length = 0;
    for (let t = 1; t <= steps; t++) {
        const [dx, dy] = [places[2 * t] - places[2 * t - 2], places[2 * t + 1] - places[2 * t - 1]];
        if (dx === 0 && dy === 0) continue;
        arrival = t;
        // The sum of both is exact if one is 0.
        length += dx === 0 || dy === 0 ? Math.abs(dx + dy) : Math.hypot(dx, dy);
    }
    return { arrival, length };
}

/** @param {Agent} agent @returns {AgentCost} */
function pieceCost(agent) {
    let arrival = null;
    let length = 0;
    if (pieceCountOf(agent) === 0) return { arrival, length };
    for (const piece of piecesOf(agent)) {
        if (!isMoving(piece)) continue;
        arrival = piece.t1;
        length += pathLengthOf(piece);
    }
    return { arrival, length };
}

/** Returns whether the position changes during a piece. @param {MotionPiece} piece */
function isMoving(piece) {
    const { t0, t1 } = piece;
    return t1 > t0 && axesOf(piece).some((axis) => axis.some((c, k) => k > 0 && c !== 0));
}

/** Returns the length of the path of a piece. @param {MotionPiece} piece */
function pathLengthOf(piece) {
    const duration = piece.t1 - piece.t0;
    const velocity = axesOf(piece).map(derivative);
    if (velocity.every(({ length }) => length <= 1)) {
        return lengthOf(velocity.map(([v = 0]) => v)) * duration;
    }
    const [vx, vy, vz] = velocity;
    /** @param {number} t */
    const speed = (t) => {
        const [x, y] = [valueAt(vx, t), valueAt(vy, t)];
        return vz === undefined ? Math.hypot(x, y) : lengthOf([x, y, valueAt(vz, t)]);
    };
    const whole = integrate(speed, 0, duration);
    return refine(
        speed,
        0,
        duration,
        whole,
        LENGTH_RELATIVE * Math.max(whole, Number.MIN_VALUE),
        0,
    );
}

/**
 * Returns an integral from halves, until they agree with the whole.
 *
 * @param {(t: number) => number} f
 * @param {number} from
 * @param {number} to
 * @param {number} whole integral from `from` to `to` without division
 * @param {number} tolerance
 * @param {number} depth
 * @returns {number}
 */
function refine(f, from, to, whole, tolerance, depth) {
    const middle = (from + to) / 2;
    const [left, right] = [integrate(f, from, middle), integrate(f, middle, to)];
    // Numbers that overflow differ by NaN.
    const isFar = Math.abs(left + right - whole) > tolerance;
    if (depth === MAX_DIVISIONS || !isFar) return left + right;
    return (
        refine(f, from, middle, left, tolerance / 2, depth + 1) +
        refine(f, middle, to, right, tolerance / 2, depth + 1)
    );
}

/** Returns an integral by quadrature. @param {(t: number) => number} f @param {number} from @param {number} to */
function integrate(f, from, to) {
    const half = (to - from) / 2;
    const middle = from + half;
    return half * NODES.reduce((sum, node, k) => sum + WEIGHTS[k] * f(middle + half * node), 0);
}
