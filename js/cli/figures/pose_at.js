/**
 * Poses of bodies at a time, for pictures.
 *
 * @import { Agent, MotionPiece, Scenario } from 'graze/scenario'
 *
 * @typedef {{ x: number, y: number, angle: number }} Pose
 *
 * @typedef {(time: number) => Pose | null} PoseFunction null: the body does not exist
 */

/** @param {number[]} coefficients @param {number} s */
function polynomial(coefficients, s) {
    return coefficients.reduceRight((sum, c) => sum * s + c, 0);
}

/** @param {MotionPiece} piece @param {number} time @returns {Pose} */
export function poseOnPiece({ t0, t1, x, y, angle }, time) {
    const s = Math.min(Math.max(time, t0), t1) - t0;
    return {
        x: polynomial(x, s),
        y: polynomial(y, s),
        angle: angle === undefined ? 0 : polynomial(angle, s),
    };
}

/**
 * Returns the index of the last piece that has begun, by bisection; -1 before the first.
 *
 * @param {MotionPiece[]} motion
 * @param {number} time
 */
function pieceAt(motion, time) {
    let [low, high] = [-1, motion.length - 1];
    while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (motion[middle].t0 <= time) low = middle;
        else high = middle - 1;
    }
    return low;
}

/**
 * @param {MotionPiece[]} motion
 * @param {{ before: boolean, after: boolean }} presence whether the body exists before the motion and after it
 * @returns {PoseFunction}
 */
export function makePoseAt(motion, { before, after }) {
    return (time) => {
        const k = pieceAt(motion, time);
        if (k < 0) return before && motion.length > 0 ? poseOnPiece(motion[0], motion[0].t0) : null;
        const isOver = k === motion.length - 1 && time > motion[k].t1;
        return isOver && !after ? null : poseOnPiece(motion[k], time);
    };
}

/**
 * @param {Scenario} scenario
 * @param {Agent} agent
 * @returns {PoseFunction}
 */
export function agentPoseAt({ beforeStart, atGoal }, { motion, start }) {
    if (motion.length === 0) return () => start && { ...start, angle: 0 };
    return makePoseAt(motion, { before: beforeStart === 'stay', after: atGoal === 'stay' });
}

/**
 * Returns the pose function of the same motion with a delay.
 *
 * @param {PoseFunction} poseAt
 * @param {number} delay
 * @returns {PoseFunction}
 */
export function delayPoseAt(poseAt, delay) {
    return (time) => poseAt(time - delay);
}

/**
 * Returns the speed of an agent at a time, for the size of a picture.
 *
 * @param {MotionPiece[]} motion
 * @param {number} time
 */
export function speedAt(motion, time) {
    const piece = motion[pieceAt(motion, time)];
    if (piece === undefined || time > piece.t1 || piece.t1 <= piece.t0) return 0;
    const span = piece.t1 - piece.t0;
    const [p, q] = [poseOnPiece(piece, piece.t0), poseOnPiece(piece, piece.t1)];
    return Math.hypot(q.x - p.x, q.y - p.y) / span;
}
