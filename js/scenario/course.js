import { largestSpeed, speedAt, valueAt } from './polynomial.js';
import { place } from './roadmap.js';
import { say } from './said.js';
import { clockResolution, POSITION_RELATIVE, SPEED_RELATIVE } from './tolerance.js';
import { endPoint, reachedPoint, startPoint } from './tracks.js';

/**
 * @import { Agent, BodyShape, MotionSegment, Point } from './scenario.js'
 * @import { Said } from './said.js'
 * @import { Draft, ViolationKind } from './validate.js'
 */

/**
 * What an agent's own course must keep to, whoever else is there: its start and goal, continuity in space
 * and time, the speed limit.
 */

/**
 * @param {ViolationKind} kind
 * @param {number} agent
 * @param {number} time
 * @param {number | null} segment
 * @param {Point} at
 * @param {Said} says without its subject
 * @returns {Draft}
 */
function violation(kind, agent, time, segment, at, says) {
    return {
        kind,
        agents: [agent],
        interval: [time, time],
        depth: null,
        segments: [segment],
        position: [at.x, at.y],
        says,
    };
}

/** @param {Point} p @param {Point} q */
function isSamePlace(p, q) {
    return isSame(p.x, p.y, q.x, q.y, 0);
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} toX
 * @param {number} toY
 * @param {number} slack
 */
function isSame(x, y, toX, toY, slack) {
    const [dx, dy] = [toX - x, toY - y];
    const size = Math.max(1, Math.abs(x), Math.abs(y), Math.abs(toX), Math.abs(toY));
    return Math.sqrt(dx * dx + dy * dy) <= POSITION_RELATIVE * size + slack;
}

/**
 * Agents that do not begin where the task puts them.
 *
 * @param {Agent[]} agents
 * @returns {Draft[]}
 */
export function startViolations(agents) {
    return agents.flatMap(({ start, motion }, a) => {
        if (start === null || motion.length === 0) return [];
        const at = startPoint(motion[0]);
        if (isSamePlace(start, at)) return [];
        const says = say`starts at ${place(at)}, not at its start ${place(start)}`;
        return [violation('start', a, motion[0].t0, 0, at, says)];
    });
}

/**
 * Agents that do not end where the task wants them.
 *
 * @param {Agent[]} agents
 * @returns {Draft[]}
 */
export function goalViolations(agents) {
    return agents.flatMap(({ start, goal, motion }, a) => {
        const last = motion[motion.length - 1];
        const at = last === undefined ? start : endPoint(last);
        if (goal === null || at === null || isSamePlace(goal, at)) return [];
        const says = say`ends at ${place(at)}, not at its goal ${place(goal)}`;
        const segment = last === undefined ? null : motion.length - 1;
        return [violation('goal', a, last?.t1 ?? 0, segment, at, says)];
    });
}

/**
 * Jumps in space, heading or time between one segment and the next, or within one that does not lead where
 * it says it ends.
 *
 * @param {Agent[]} agents
 * @returns {Draft[]}
 */
export function continuityViolations(agents) {
    /** @type {Draft[]} */
    const found = [];
    agents.forEach(({ motion, shape }, a) => {
        const turns = hasHeading(shape);
        for (let k = 0; k < motion.length; k++) {
            const broken = breakAt(motion, k, a) ?? (turns ? turnAt(motion, k, a) : null);
            if (broken !== null) found.push(broken);
        }
    });
    return found;
}

/**
 * @param {MotionSegment[]} motion
 * @param {number} k
 * @param {number} a
 * @returns {Draft | null}
 */
function breakAt(motion, k, a) {
    const segment = motion[k];
    if (!leadsToItsEnd(segment)) {
        const [said, reached] = [endPoint(segment), reachedPoint(segment)];
        const says = say`says that it ends at ${place(said)} at t = ${segment.t1}, but its motion leads to ${place(reached)}`;
        return violation('discontinuity', a, segment.t1, k, reached, says);
    }
    if (k === 0) return null;
    const before = motion[k - 1];
    const [left, entered] = [endPoint(before), startPoint(segment)];
    if (!isSamePlace(left, entered)) {
        const says = say`jumps from ${place(left)} to ${place(entered)} at t = ${segment.t0}`;
        return violation('discontinuity', a, segment.t0, k, entered, says);
    }
    if (Math.abs(segment.t0 - before.t1) > clockResolution(segment.t0)) {
        const says = say`has a segment that ends at t = ${before.t1} and the next that starts at t = ${segment.t0}`;
        return violation('discontinuity', a, before.t1, k, entered, says);
    }
    return null;
}

/** @param {MotionSegment} segment */
function leadsToItsEnd(segment) {
    const { x, y, t0, t1, end } = segment;
    if (end === undefined) return true;
    const span = t1 - t0;
    const [toX, toY] = [valueAt(x, span), valueAt(y, span)];
    if (end.x === toX && end.y === toY) return true;
    const speed = Math.max(speedAt(segment, 0), speedAt(segment, span));
    return isSame(end.x, end.y, toX, toY, speed * clockResolution(t1));
}

/**
 * A heading that jumps, but for whole turns.
 *
 * @param {MotionSegment[]} motion
 * @param {number} k
 * @param {number} a
 * @returns {Draft | null}
 */
function turnAt(motion, k, a) {
    if (k === 0) return null;
    const [before, segment] = [motion[k - 1], motion[k]];
    const left = valueAt(before.theta ?? [0], before.t1 - before.t0);
    const entered = segment.theta?.[0] ?? 0;
    // The chord, which is 0 for whole turns only.
    const jump = 2 * Math.abs(Math.sin((entered - left) / 2));
    const size = Math.max(1, Math.abs(left), Math.abs(entered));
    if (jump <= POSITION_RELATIVE * size) return null;
    const says = say`turns from heading ${left} to ${entered} at once at t = ${segment.t0}`;
    return violation('discontinuity', a, segment.t0, k, startPoint(segment), says);
}

/**
 * Does a body look another way when it turns?
 *
 * @param {BodyShape} shape
 * @returns {boolean}
 */
function hasHeading(shape) {
    return shape.kind === 'group' ? shape.parts.some(hasHeading) : shape.kind !== 'disc';
}

/**
 * Segments faster than the limit by more than the clock's resolution explains.
 *
 * @param {Agent[]} agents
 * @param {number} limit
 * @returns {Draft[]}
 */
export function speedViolations(agents, limit) {
    /** @type {Draft[]} */
    const found = [];
    agents.forEach(({ motion }, a) => {
        for (let k = 0; k < motion.length; k++) {
            const segment = motion[k];
            const fault = speedFault(segment, limit);
            if (fault === null) continue;
            const says = say`${fault}, faster than ${limit}, from t = ${segment.t0}`;
            const broken = violation('speed', a, segment.t0, k, startPoint(segment), says);
            broken.interval = [segment.t0, segment.t1];
            found.push(broken);
        }
    });
    return found;
}

/**
 * How a segment is faster than the limit, in words; null when it is not.
 *
 * @param {MotionSegment} segment
 * @param {number} limit
 */
function speedFault(segment, limit) {
    const to = endPoint(segment);
    const [dx, dy] = [to.x - segment.x[0], to.y - segment.y[0]];
    const length = Math.sqrt(dx * dx + dy * dy);
    const duration = segment.t1 - segment.t0;
    const allowed = limit * (duration + clockResolution(segment.t1));
    if (length > allowed * (1 + SPEED_RELATIVE)) {
        return say`moves ${length} in ${duration}`;
    }
    // A straight move at constant speed is as fast everywhere.
    if (segment.x.length <= 2 && segment.y.length <= 2) return null;
    const speed = largestSpeed(segment, limit * (1 + SPEED_RELATIVE));
    return speed > limit * (1 + SPEED_RELATIVE) ? say`reaches a speed of ${speed}` : null;
}
