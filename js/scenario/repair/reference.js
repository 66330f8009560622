import { argumentError, GrazeError } from '#internal';
import { formatPoint } from '../checks/motion_checks.js';
import { Names, renderText } from '../model/names.js';
import { axesOf } from '../model/polynomial.js';
import { isInSpace } from '../model/scenario.js';
import { endPoint, startPoint } from '../model/step_motion.js';
import { clockResolution, POSITION_RELATIVE } from '../model/tolerance.js';

/**
 * Compares a plan with its reference plan, for example the plan before some agents were late: it has the same agents on the
 * same paths, which may wait at other places and for other times.
 *
 * @import { ReferenceTimes } from './passing_order.js'
 * @import { Agent, MotionPiece, Point, Scenario } from '../model/scenario.js'
 *
 * @typedef {{ begin: Float64Array, end: Float64Array }} AgentTimes delays of one agent, as in ReferenceTimes
 */

/**
 * Returns by how much later than in the plan each piece begins and ends in the reference plan, in ticks (the plan's `timeStep`,
 * or 1 unit of time). If agents are delayed as a whole, each has one entry, and each moving obstacle one that is 0.
 *
 * @param {Scenario} scenario
 * @param {Scenario} reference
 * @param {boolean} delaysWholeMotion true: agents can only be delayed as a whole; false: they wait at the ends of pieces
 * @returns {ReferenceTimes}
 * @throws {GrazeError} `other-plan` with the agent, and the place where the two plans differ
 */
export function findReferenceTimes(scenario, reference, delaysWholeMotion) {
    const tick = scenario.timeStep ?? 1;
    const names = new Names(scenario);
    if (isInSpace(scenario) !== isInSpace(reference)) {
        const [own, other] = isInSpace(scenario) ? ['space', 'the plane'] : ['the plane', 'space'];
        throw otherPlanError(`the reference plan is in ${other}, but the plan is in ${own}`);
    }
    const partners = matchAgents(scenario, reference, names);
    const times = scenario.agents.map((agent, a) => {
        const other = partners[a];
        checkStart(agent, other, a, names);
        return delaysWholeMotion
            ? shiftTimes(agent, other, a, tick, names)
            : pieceTimes(agent, other, a, tick, reference, names);
    });
    for (const { motion } of delaysWholeMotion ? scenario.obstacles : []) {
        // Obstacles cannot be delayed.
        if (motion?.length) times.push({ begin: new Float64Array(1), end: new Float64Array(1) });
    }
    return { begin: times.map(({ begin }) => begin), end: times.map(({ end }) => end) };
}

/** @param {Point} point */
function formatPlace(point) {
    return renderText(formatPoint(point));
}

/** @param {string} text @param {number} [index] */
function otherPlanError(text, index) {
    return new GrazeError('other-plan', text, { argument: 'reference', index });
}

/**
 * Returns the agent of the reference plan for each agent: by name, or by index if names are not unique or no name is in both
 * plans.
 *
 * @param {Scenario} scenario
 * @param {Scenario} reference
 * @param {Names} names names of the scenario
 * @returns {Agent[]}
 */
function matchAgents({ agents }, reference, names) {
    const others = reference.agents;
    /** @param {Agent[]} each */
    const byName = (each) => new Map(each.map((agent) => [agent.name, agent]));
    const [ownByName, othersByName] = [byName(agents), byName(others)];
    const isNamed =
        ownByName.size === agents.length &&
        othersByName.size === others.length &&
        agents.some(({ name }) => othersByName.has(name));
    const missing = isNamed
        ? agents.findIndex(({ name }) => !othersByName.has(name))
        : agents.findIndex((_, a) => a >= others.length);
    if (missing >= 0) {
        const text = `the reference plan has no ${names.describe([missing])}, which the plan has`;
        throw otherPlanError(text, missing);
    }
    const unmatched = isNamed
        ? others.findIndex(({ name }) => !ownByName.has(name))
        : others.findIndex((_, a) => a >= agents.length);
    if (unmatched >= 0) {
        const name = new Names(reference).describe([unmatched]);
        throw otherPlanError(
            `the reference plan has ${name}, which the plan does not have`,
            unmatched,
        );
    }
    return isNamed
        ? agents.map(({ name }) => /** @type {Agent} */ (othersByName.get(name)))
        : others.slice();
}

/** @param {Agent} agent @returns {Point | null} */
function startPosition({ motion: [first], start }) {
    return first === undefined ? start : startPoint(first);
}

/** @param {Agent} agent @param {Agent} other @param {number} a @param {Names} names */
function checkStart(agent, other, a, names) {
    const [p, q] = [agent, other].map(startPosition);
    if (p === null || q === null || isSamePoint(p, q)) return;
    const text = `${names.describe([a])} begins at ${formatPlace(p)}, but at ${formatPlace(q)} in the reference plan`;
    throw otherPlanError(text, a);
}

/** @param {Point} p @param {Point} q */
function isSamePoint(p, q) {
    return isNear(p.x, q.x) && isNear(p.y, q.y) && isNear(p.z ?? 0, q.z ?? 0);
}

/** @param {number} p @param {number} q */
function isNear(p, q) {
    return Math.abs(p - q) <= POSITION_RELATIVE * Math.max(1, Math.abs(p), Math.abs(q));
}

/** @param {MotionPiece} piece */
function isMove(piece) {
    return axesOf(piece).some((polynomial) => polynomial.some((c, k) => k > 0 && c !== 0));
}

/** @param {MotionPiece} piece */
function isStraight(piece) {
    return axesOf(piece).every((polynomial) => polynomial.every((c, k) => k <= 1 || c === 0));
}

/**
 * Returns the delays of an agent's pieces in the reference plan, which must have the same moves in the same order. A piece in
 * which the agent waits begins, in the reference plan, when it arrives at that place, and ends when it leaves it.
 *
 * @param {Agent} agent
 * @param {Agent} other the same agent in the reference plan
 * @param {number} a
 * @param {number} tick
 * @param {Scenario} reference
 * @param {Names} names
 * @returns {AgentTimes}
 */
function pieceTimes(agent, other, a, tick, { beforeStart, atGoal }, names) {
    const { motion } = agent;
    const moves = other.motion.filter(isMove);
    const begin = new Float64Array(motion.length);
    const end = new Float64Array(motion.length);
    // In the reference plan the agent is at the current place from `arrival` to its next move or, after the last, `departure`.
    let arrival = beforeStart === 'vanish' ? (other.motion[0]?.t0 ?? -Infinity) : -Infinity;
    const departure = atGoal === 'vanish' ? (other.motion.at(-1)?.t1 ?? Infinity) : Infinity;
    let moveCount = 0;
    for (const [k, piece] of motion.entries()) {
        const next = moves[moveCount];
        if (!isMove(piece)) {
            begin[k] = (arrival - piece.t0) / tick;
            end[k] = ((next?.t0 ?? departure) - piece.t1) / tick;
            continue;
        }
        checkMove(names, a, piece, next);
        begin[k] = (next.t0 - piece.t0) / tick;
        end[k] = (next.t1 - piece.t1) / tick;
        arrival = next.t1;
        moveCount++;
    }
    if (moveCount === moves.length) return { begin, end };
    const from = formatPlace(startPoint(moves[moveCount]));
    throw otherPlanError(
        `${names.describe([a])} ends at ${from}, but goes on in the reference plan`,
        a,
    );
}

/**
 * Checks that a move of the reference plan is straight and has the same start and end as that of the plan.
 *
 * @param {Names} names
 * @param {number} a
 * @param {MotionPiece} piece
 * @param {MotionPiece | undefined} otherPiece
 * @returns {asserts otherPiece is MotionPiece}
 */
function checkMove(names, a, piece, otherPiece) {
    const from = startPoint(piece);
    const to = endPoint(piece);
    const description = `${names.describe([a])} goes from ${formatPlace(from)} to ${formatPlace(to)} at t = ${piece.t0}`;
    if (otherPiece === undefined)
        throw otherPlanError(`${description}, but ends there in the reference plan`, a);
    const start = startPoint(otherPiece);
    const goal = endPoint(otherPiece);
    if (isSamePoint(from, start) && isSamePoint(to, goal) && isStraight(otherPiece)) return;
    const curved = isStraight(otherPiece) ? '' : 'in a curve ';
    const text = `${description}, but ${curved}from ${formatPlace(start)} to ${formatPlace(goal)} in the reference plan`;
    throw otherPlanError(text, a);
}

/**
 * Returns the delay of an agent in the reference plan, where its motion has to be the same at other times.
 *
 * @param {Agent} agent
 * @param {Agent} other
 * @param {number} a
 * @param {number} tick
 * @param {Names} names
 * @returns {AgentTimes}
 */
function shiftTimes(agent, other, a, tick, names) {
    const shift = (other.motion[0]?.t0 ?? 0) - (agent.motion[0]?.t0 ?? 0);
    const length = Math.max(agent.motion.length, other.motion.length);
    for (let k = 0; k < length; k++) {
        const [own, otherPiece] = [agent.motion[k], other.motion[k]];
        if (own !== undefined && otherPiece !== undefined && isShifted(own, otherPiece, shift))
            continue;
        const piece = own ?? otherPiece;
        const at = `at ${formatPlace(startPoint(piece))} at t = ${piece.t0}`;
        const text = `${names.describe([a])} does not move ${at} as in the reference plan, only later`;
        throw otherPlanError(text, a);
    }
    const own = Float64Array.of(shift / tick);
    return { begin: own, end: own };
}

/** Axis and rotation of a piece that states none. */
const [UPWARD, UNTURNED] = [
    [0, 0, 1],
    [0, 0, 0, 1],
];

/** @param {MotionPiece} own @param {MotionPiece} otherPiece @param {number} shift */
function isShifted(own, otherPiece, shift) {
    const tolerance = 4 * clockResolution(Math.abs(otherPiece.t1) + Math.abs(shift));
    return (
        Math.abs(own.t0 + shift - otherPiece.t0) <= tolerance &&
        Math.abs(own.t1 + shift - otherPiece.t1) <= tolerance &&
        [
            [own.x, otherPiece.x],
            [own.y, otherPiece.y],
            [own.z ?? [], otherPiece.z ?? []],
            [own.angle ?? [], otherPiece.angle ?? []],
            [own.axis ?? UPWARD, otherPiece.axis ?? UPWARD],
            [own.rotation ?? UNTURNED, otherPiece.rotation ?? UNTURNED],
        ].every(([p, q]) => {
            return Array.from({ length: Math.max(p.length, q.length) }).every((_, k) =>
                isNear(p[k] ?? 0, q[k] ?? 0),
            );
        })
    );
}

/**
 * Checks that a reference plan is an object, if one is given.
 *
 * @param {unknown} reference
 * @returns {asserts reference is Scenario | undefined}
 */
export function checkReference(reference) {
    if (reference === undefined || (typeof reference === 'object' && reference !== null)) return;
    throw argumentError('wrong-type', 'reference', 'a scenario', reference);
}
