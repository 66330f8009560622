import { brief } from './conflicts.js';
import { place } from './roadmap.js';
import { clockResolution, POSITION_RELATIVE, SPEED_RELATIVE } from './tolerance.js';
import { endPoint, reachedPoint } from './tracks.js';

/**
 * @import { Agent, MotionSegment, Point } from './scenario.js'
 * @import { Violation, ViolationKind } from './validate.js'
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
 * @param {string} message
 * @returns {Violation}
 */
function violation(kind, agent, time, segment, at, message) {
    return {
        kind,
        agents: [agent],
        interval: [time, time],
        depth: null,
        segments: [segment],
        position: [at.x, at.y],
        message: `agent ${agent} ${message}`,
    };
}

/** @param {Point} p @param {Point} q @param {number} [slack] */
function isSamePlace(p, q, slack = 0) {
    const size = Math.max(1, Math.abs(p.x), Math.abs(p.y), Math.abs(q.x), Math.abs(q.y));
    return Math.hypot(p.x - q.x, p.y - q.y) <= POSITION_RELATIVE * size + slack;
}

/** @param {MotionSegment} segment */
function startPoint(segment) {
    return { x: segment.x[0], y: segment.y[0] };
}

/**
 * Agents that do not begin where the task puts them.
 *
 * @param {Agent[]} agents
 * @returns {Violation[]}
 */
export function startViolations(agents) {
    return agents.flatMap(({ start, motion }, a) => {
        if (start === null || motion.length === 0) return [];
        const at = startPoint(motion[0]);
        if (isSamePlace(start, at)) return [];
        const message = `starts at ${place(at)}, not at its start ${place(start)}`;
        return [violation('start', a, motion[0].t0, 0, at, message)];
    });
}

/**
 * Agents that do not end where the task wants them.
 *
 * @param {Agent[]} agents
 * @returns {Violation[]}
 */
export function goalViolations(agents) {
    return agents.flatMap(({ start, goal, motion }, a) => {
        const last = motion[motion.length - 1];
        const at = last === undefined ? start : endPoint(last);
        if (goal === null || at === null || isSamePlace(goal, at)) return [];
        const message = `ends at ${place(at)}, not at its goal ${place(goal)}`;
        const segment = last === undefined ? null : motion.length - 1;
        return [violation('goal', a, last?.t1 ?? 0, segment, at, message)];
    });
}

/**
 * Jumps in space or time between one segment and the next, or within one that does not lead where it
 * says it ends.
 *
 * @param {Agent[]} agents
 * @returns {Violation[]}
 */
export function continuityViolations(agents) {
    return agents.flatMap(({ motion }, a) =>
        motion.flatMap((segment, k) => {
            const [said, reached] = [endPoint(segment), reachedPoint(segment)];
            const speed = Math.hypot(segment.x[1] ?? 0, segment.y[1] ?? 0);
            if (!isSamePlace(said, reached, speed * clockResolution(segment.t1))) {
                const message = `says that it ends at ${place(said)} at t = ${brief(segment.t1)}, but its motion leads to ${place(reached)}`;
                return [violation('discontinuity', a, segment.t1, k, reached, message)];
            }
            if (k === 0) return [];
            const before = motion[k - 1];
            const [left, entered] = [endPoint(before), startPoint(segment)];
            if (!isSamePlace(left, entered)) {
                const message = `jumps from ${place(left)} to ${place(entered)} at t = ${brief(segment.t0)}`;
                return [violation('discontinuity', a, segment.t0, k, entered, message)];
            }
            if (Math.abs(segment.t0 - before.t1) > clockResolution(segment.t0)) {
                const message = `has a segment that ends at t = ${brief(before.t1)} and the next that starts at t = ${brief(segment.t0)}`;
                return [violation('discontinuity', a, before.t1, k, entered, message)];
            }
            return [];
        }),
    );
}

/**
 * Segments faster than the limit by more than the clock's resolution explains.
 *
 * @param {Agent[]} agents
 * @param {number} limit
 * @returns {Violation[]}
 */
export function speedViolations(agents, limit) {
    return agents.flatMap(({ motion }, a) =>
        motion.flatMap((segment, k) => {
            const [from, to] = [startPoint(segment), endPoint(segment)];
            const length = Math.hypot(to.x - from.x, to.y - from.y);
            const duration = segment.t1 - segment.t0;
            const allowed = limit * (duration + clockResolution(segment.t1));
            if (length <= allowed * (1 + SPEED_RELATIVE)) return [];
            const message = `moves ${brief(length)} in ${brief(duration)}, faster than ${brief(limit)}, from t = ${brief(segment.t0)}`;
            const found = violation('speed', a, segment.t0, k, from, message);
            return [{ ...found, interval: [segment.t0, segment.t1] }];
        }),
    );
}
