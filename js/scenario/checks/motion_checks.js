import { formatText } from '../model/names.js';
import { chordBetween } from '../model/orientation.js';
import { axesOf, maxSpeed, speedAt, valueAt } from '../model/polynomial.js';
import {
    beginPoint,
    beginTime,
    endPoint,
    endTime,
    finalPoint,
    hasUnitSteps,
    pieceCountOf,
    piecesOf,
    reachedPoint,
    startPoint,
    stepPathOf,
} from '../model/step_motion.js';
import { clockResolution, POSITION_RELATIVE, SPEED_RELATIVE } from '../model/tolerance.js';
import { formatTime } from './contacts.js';

/**
 * @import { RoundedText } from '../model/names.js'
 * @import { Agent, BodyShape, MotionPiece, Point, Roadmap } from '../model/scenario.js'
 * @import { ViolationDraft, ViolationKind } from '../validation/validate.js'
 */

/**
 * Finds moves that do not follow an edge of the roadmap, and waits that are not at one of its nodes. Positions are compared
 * exactly, because a plan names nodes by the coordinates that the roadmap gives them.
 *
 * @param {Agent[]} agents
 * @param {Roadmap} roadmap
 * @returns {Generator<ViolationDraft>}
 */
export function* roadmapViolations(agents, roadmap) {
    /** @type {Map<string, number[]>} */
    const nodesAt = new Map();
    roadmap.nodes.forEach((node, index) => {
        const key = keyOf(node);
        const indices = nodesAt.get(key);
        if (indices === undefined) nodesAt.set(key, [index]);
        else indices.push(index);
    });
    const edges = new Set(roadmap.edges.map(([from, to]) => from * roadmap.nodes.length + to));

    /** @param {Point} from @param {Point} to */
    const isAllowed = (from, to) => {
        const tails = nodesAt.get(keyOf(from)) ?? [];
        if (keyOf(from) === keyOf(to)) return tails.length > 0;
        const heads = nodesAt.get(keyOf(to)) ?? [];
        return tails.some((a) => heads.some((b) => edges.has(a * roadmap.nodes.length + b)));
    };

    for (const [a, agent] of agents.entries()) {
        for (const [k, piece] of piecesOf(agent).entries()) {
            const from = startPoint(piece);
            const to = endPoint(piece);
            if (isAllowed(from, to)) continue;
            const moves = keyOf(from) !== keyOf(to);
            const route = moves
                ? formatText`${formatPoint(from)} to ${formatPoint(to)}`
                : formatPoint(from);
            const description = moves
                ? formatText`goes from ${route} without following an edge`
                : formatText`waits at ${route}, which is not a node`;
            const timeText = formatTime({ lo: piece.t0, hi: piece.t1 }, false);
            yield {
                kind: 'off-map',
                agents: [a],
                interval: [piece.t0, piece.t1],
                depth: null,
                pieces: [k],
                position: [from.x, from.y],
                description: formatText`${description} of the roadmap ${timeText}`,
            };
        }
    }
}

/** Returns the key of all nodes at a position. @param {Point} point */
function keyOf({ x, y }) {
    return `${x},${y}`;
}

/** @param {Point} point @returns {RoundedText} */
export function formatPoint({ x, y, z }) {
    return z === undefined ? formatText`(${x}, ${y})` : formatText`(${x}, ${y}, ${z})`;
}

/**
 * Checks an agent's own path, independent of others: its start and goal, continuity in space and time, and the speed
 * limit.
 */

/**
 * @param {ViolationKind} kind
 * @param {number} agent
 * @param {number} time
 * @param {number | null} piece
 * @param {Point} at
 * @param {RoundedText} description text without its subject, which is the agent
 * @returns {ViolationDraft}
 */
function makeViolation(kind, agent, time, piece, at, description) {
    return {
        kind,
        agents: [agent],
        interval: [time, time],
        depth: null,
        pieces: [piece],
        position: at.z === undefined ? [at.x, at.y] : [at.x, at.y, at.z],
        description,
    };
}

/** @param {Point} p @param {Point} q */
function isSamePlace(p, q) {
    return isSamePoint(p, q, 0);
}

/**
 * @param {Point} p
 * @param {Point} q
 * @param {number} tolerance
 */
function isSamePoint(p, q, tolerance) {
    const [z, toZ] = [p.z ?? 0, q.z ?? 0];
    const [dx, dy, dz] = [q.x - p.x, q.y - p.y, toZ - z];
    const inPlane = Math.max(1, Math.abs(p.x), Math.abs(p.y), Math.abs(q.x), Math.abs(q.y));
    const size = Math.max(inPlane, Math.abs(z), Math.abs(toZ));
    return Math.sqrt(dx * dx + dy * dy + dz * dz) <= POSITION_RELATIVE * size + tolerance;
}

/**
 * Finds agents that do not begin at the start of their task.
 *
 * @param {Agent[]} agents
 * @returns {Generator<ViolationDraft>}
 */
export function* startViolations(agents) {
    for (const [a, agent] of agents.entries()) {
        const { start } = agent;
        const at = beginPoint(agent);
        if (start === null || at === null || isSamePlace(start, at)) continue;
        const description = formatText`starts at ${formatPoint(at)}, not at its start ${formatPoint(start)}`;
        yield makeViolation('start', a, beginTime(agent) ?? 0, 0, at, description);
    }
}

/**
 * Finds agents that do not end at the goal of their task.
 *
 * @param {Agent[]} agents
 * @returns {Generator<ViolationDraft>}
 */
export function* goalViolations(agents) {
    for (const [a, agent] of agents.entries()) {
        const { start, goal } = agent;
        const at = finalPoint(agent) ?? start;
        if (goal === null || at === null || isSamePlace(goal, at)) continue;
        const description = formatText`ends at ${formatPoint(at)}, not at its goal ${formatPoint(goal)}`;
        const count = pieceCountOf(agent);
        const piece = count === 0 ? null : count - 1;
        yield makeViolation('goal', a, endTime(agent), piece, at, description);
    }
}

/**
 * Finds jumps in space, heading or time between two successive pieces, and pieces that do not lead to their declared end.
 *
 * @param {Agent[]} agents
 * @returns {Generator<ViolationDraft>}
 */
export function* continuityViolations(agents) {
    for (const [a, agent] of agents.entries()) {
        // Whole steps follow each other without a gap, and have no headings.
        if (stepPathOf(agent) !== undefined) continue;
        const { shape } = agent;
        const motion = piecesOf(agent);
        const isTurning = isOriented(shape);
        for (let k = 0; k < motion.length; k++) {
            const fault = findBreak(motion, k, a) ?? (isTurning ? findTurn(motion, k, a) : null);
            if (fault !== null) yield fault;
        }
    }
}

/**
 * @param {MotionPiece[]} motion
 * @param {number} k
 * @param {number} a
 * @returns {ViolationDraft | null}
 */
function findBreak(motion, k, a) {
    const piece = motion[k];
    if (!reachesDeclaredEnd(piece)) {
        const [declaredEnd, reached] = [endPoint(piece), reachedPoint(piece)];
        const description = formatText`is declared to end at ${formatPoint(declaredEnd)} at t = ${piece.t1}, but its motion leads to ${formatPoint(reached)}`;
        return makeViolation('discontinuity', a, piece.t1, k, reached, description);
    }
    if (k === 0) return null;
    const previous = motion[k - 1];
    const [previousEnd, nextStart] = [endPoint(previous), startPoint(piece)];
    if (!isSamePlace(previousEnd, nextStart)) {
        const description = formatText`jumps from ${formatPoint(previousEnd)} to ${formatPoint(nextStart)} at t = ${piece.t0}`;
        return makeViolation('discontinuity', a, piece.t0, k, nextStart, description);
    }
    if (Math.abs(piece.t0 - previous.t1) > clockResolution(piece.t0)) {
        const description = formatText`has a piece that ends at t = ${previous.t1} and the next that starts at t = ${piece.t0}`;
        return makeViolation('discontinuity', a, previous.t1, k, nextStart, description);
    }
    return null;
}

/** @param {MotionPiece} piece */
function reachesDeclaredEnd(piece) {
    const { t0, t1, end } = piece;
    if (end === undefined) return true;
    const span = t1 - t0;
    const to = reachedPoint(piece);
    if (end.x === to.x && end.y === to.y && (end.z ?? 0) === (to.z ?? 0)) return true;
    const speed = Math.max(speedAt(piece, 0), speedAt(piece, span));
    return isSamePoint(end, to, speed * clockResolution(t1));
}

/**
 * Finds jumps of the heading, other than by whole turns.
 *
 * @param {MotionPiece[]} motion
 * @param {number} k
 * @param {number} a
 * @returns {ViolationDraft | null}
 */
function findTurn(motion, k, a) {
    if (k === 0) return null;
    const [previous, piece] = [motion[k - 1], motion[k]];
    const previousEnd = valueAt(previous.angle ?? [0], previous.t1 - previous.t0);
    const nextStart = piece.angle?.[0] ?? 0;
    const isTilted = [previous, piece].some(({ axis, rotation }) => axis ?? rotation);
    // The chord, which is 0 for whole turns only.
    const jump = isTilted
        ? chordBetween(previous, piece)
        : 2 * Math.abs(Math.sin((nextStart - previousEnd) / 2));
    const size = Math.max(1, Math.abs(previousEnd), Math.abs(nextStart));
    if (jump <= POSITION_RELATIVE * size) return null;
    const description = isTilted
        ? formatText`turns by ${2 * Math.asin(Math.min(1, jump / 2))} at once at t = ${piece.t0}`
        : formatText`turns from heading ${previousEnd} to ${nextStart} at once at t = ${piece.t0}`;
    return makeViolation('discontinuity', a, piece.t0, k, startPoint(piece), description);
}

/**
 * Returns whether a rotation changes a body.
 *
 * @param {BodyShape} shape
 * @returns {boolean}
 */
function isOriented(shape) {
    if (shape.kind === 'group') return shape.parts.some(isOriented);
    return shape.kind !== 'disc' && shape.kind !== 'sphere';
}

/**
 * Finds pieces that exceed the speed limit by more than the clock's resolution explains.
 *
 * @param {Agent[]} agents
 * @param {number} limit in map units per clock unit
 * @returns {Generator<ViolationDraft>}
 */
export function* speedViolations(agents, limit) {
    for (const [a, agent] of agents.entries()) {
        const path = stepPathOf(agent);
        if (path !== undefined && limit >= 1 && hasUnitSteps(path.places)) continue;
        const motion = piecesOf(agent);
        for (let k = 0; k < motion.length; k++) {
            const piece = motion[k];
            const fault = describeSpeedFault(piece, limit);
            if (fault === null) continue;
            const description = formatText`${fault}, faster than ${limit}, from t = ${piece.t0}`;
            const violation = makeViolation(
                'speed',
                a,
                piece.t0,
                k,
                startPoint(piece),
                description,
            );
            violation.interval = [piece.t0, piece.t1];
            yield violation;
        }
    }
}

/**
 * Describes by how much a piece exceeds the speed limit; null if it does not.
 *
 * @param {MotionPiece} piece
 * @param {number} limit
 */
function describeSpeedFault(piece, limit) {
    const [from, to] = [startPoint(piece), endPoint(piece)];
    const [dx, dy, dz] = [to.x - from.x, to.y - from.y, (to.z ?? 0) - (from.z ?? 0)];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const duration = piece.t1 - piece.t0;
    const allowed = limit * (duration + clockResolution(piece.t1));
    if (length > allowed * (1 + SPEED_RELATIVE)) {
        return formatText`moves ${length} in ${duration}`;
    }
    // A straight move at constant speed has the same speed everywhere.
    if (axesOf(piece).every((axis) => axis.length <= 2)) return null;
    const speed = maxSpeed(piece, limit * (1 + SPEED_RELATIVE));
    return speed > limit * (1 + SPEED_RELATIVE) ? formatText`reaches a speed of ${speed}` : null;
}
