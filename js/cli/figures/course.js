/**
 * Where a body is, for pictures of it.
 *
 * @import { Agent, MotionSegment, Scenario } from 'graze/scenario'
 *
 * @typedef {{ x: number, y: number, angle: number }} Pose
 *
 * @typedef {(time: number) => Pose | null} Course null: it is not there
 */

/** @param {number[]} coefficients @param {number} s */
function polynomial(coefficients, s) {
    return coefficients.reduceRight((sum, c) => sum * s + c, 0);
}

/** @param {MotionSegment} segment @param {number} time @returns {Pose} */
export function poseIn({ t0, t1, x, y, theta }, time) {
    const s = Math.min(Math.max(time, t0), t1) - t0;
    return {
        x: polynomial(x, s),
        y: polynomial(y, s),
        angle: theta === undefined ? 0 : polynomial(theta, s),
    };
}

/**
 * The last segment that has begun, by halving; -1 before the first.
 *
 * @param {MotionSegment[]} motion
 * @param {number} time
 */
function segmentAt(motion, time) {
    let [low, high] = [-1, motion.length - 1];
    while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (motion[middle].t0 <= time) low = middle;
        else high = middle - 1;
    }
    return low;
}

/**
 * @param {MotionSegment[]} motion
 * @param {{ before: boolean, after: boolean }} stays where the motion begins and ends
 * @returns {Course}
 */
export function courseOf(motion, { before, after }) {
    return (time) => {
        const k = segmentAt(motion, time);
        if (k < 0) return before && motion.length > 0 ? poseIn(motion[0], motion[0].t0) : null;
        const isOver = k === motion.length - 1 && time > motion[k].t1;
        return isOver && !after ? null : poseIn(motion[k], time);
    };
}

/**
 * @param {Scenario} scenario
 * @param {Agent} agent
 * @returns {Course}
 */
export function courseOfAgent({ beforeStart, atGoal }, { motion, start }) {
    if (motion.length === 0) return () => start && { ...start, angle: 0 };
    return courseOf(motion, { before: beforeStart === 'stay', after: atGoal === 'stay' });
}

/**
 * The same course, begun later.
 *
 * @param {Course} course
 * @param {number} delay
 * @returns {Course}
 */
export function delayed(course, delay) {
    return (time) => course(time - delay);
}

/**
 * How fast an agent is at a time, for the size of a picture.
 *
 * @param {MotionSegment[]} motion
 * @param {number} time
 */
export function speedAt(motion, time) {
    const segment = motion[segmentAt(motion, time)];
    if (segment === undefined || time > segment.t1 || segment.t1 <= segment.t0) return 0;
    const span = segment.t1 - segment.t0;
    const [p, q] = [poseIn(segment, segment.t0), poseIn(segment, segment.t1)];
    return Math.hypot(q.x - p.x, q.y - p.y) / span;
}
