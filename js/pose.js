import { BARE, checkNumber, checkOptions, isRecord } from './check.js';
import { GrazeError } from './errors.js';
import { LIMITS } from './layout.js';

/** @import { FullPose } from './bind.js' */

/** Where a body is, checked, as numbers. */

const POSE_KEYS = ['x', 'y', 'angle', 'cos', 'sin'];
const NO_POSE = /* @__PURE__ */ Object.freeze({ x: 0, y: 0, cos: 1, sin: 0 });

/**
 * @param {unknown} value
 * @param {string} argument
 * @param {string} key
 * @param {number} most
 */
function numberOr0(value, argument, key, most) {
    if (value === undefined) return 0;
    const isPlain = typeof value === 'number' && value >= -most && value <= most;
    return isPlain ? value : checkNumber(value, `${argument}.${key}`, -most, most);
}

/** Returns whether someone has put a key of poses on Object.prototype. Written out, as every query calls it. */
function isPolluted() {
    const { x, y, angle, cos, sin } = BARE;
    return !(
        x === undefined &&
        y === undefined &&
        angle === undefined &&
        cos === undefined &&
        sin === undefined
    );
}

/**
 * What checkOptions asks, for the usual case and without a copy.
 *
 * @param {unknown} pose
 */
function hasOnlyPoseKeys(pose) {
    if (!isRecord(pose) || isPolluted()) return false;
    let hasOne = false;
    for (const key in pose) {
        hasOne = true;
        if (key === 'x' || key === 'y' || key === 'angle' || key === 'cos' || key === 'sin')
            continue;
        return false;
    }
    return hasOne;
}

/**
 * @param {unknown} pose
 * @param {string} argument
 * @returns {FullPose}
 */
export function fullPose(pose, argument) {
    if (pose === undefined) return NO_POSE;
    const given = hasOnlyPoseKeys(pose) ? pose : checkOptions(pose, argument, POSE_KEYS);
    const { x, y, angle, cos, sin } = /** @type {Record<string, unknown>} */ (given);
    const left = numberOr0(x, argument, 'x', LIMITS.maxPosition);
    const up = numberOr0(y, argument, 'y', LIMITS.maxPosition);
    if (cos === undefined && sin === undefined) {
        const turn = numberOr0(angle, argument, 'angle', LIMITS.maxAngle);
        return { x: left, y: up, cos: turn, sin: Number.NaN };
    }
    if (angle !== undefined) {
        throw new GrazeError(
            'unknown-option',
            `${argument}: give either angle or cos and sin, not both`,
            { argument },
        );
    }
    return {
        x: left,
        y: up,
        cos: checkNumber(cos, `${argument}.cos`),
        sin: checkNumber(sin, `${argument}.sin`),
    };
}
