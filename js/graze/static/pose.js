import { checkNumber, checkRecord, EMPTY_OBJECT, isRecord } from '../core/arguments.js';
import { GrazeError } from '../core/errors.js';
import { LIMITS } from '../core/layout.js';

/**
 * @typedef {{ x: number, y: number, cos: number, sin: number }} CheckedPose angle as a unit vector; where `sin`
 *   is NaN, `cos` is the angle
 */

const POSE_KEYS = ['x', 'y', 'angle', 'cos', 'sin'];

/**
 * @param {unknown} value
 * @param {string} argument
 * @param {string} key
 * @param {number} maxMagnitude
 */
function checkNumberOrZero(value, argument, key, maxMagnitude) {
    if (value === undefined) return 0;
    const isPlain = typeof value === 'number' && value >= -maxMagnitude && value <= maxMagnitude;
    return isPlain ? value : checkNumber(value, `${argument}.${key}`, -maxMagnitude, maxMagnitude);
}

/**
 * Returns whether code has put a key of poses on Object.prototype. The test is written out because every query
 * calls it.
 */
function isPolluted() {
    const { x, y, angle, cos, sin } = EMPTY_OBJECT;
    return !(
        x === undefined &&
        y === undefined &&
        angle === undefined &&
        cos === undefined &&
        sin === undefined
    );
}

/**
 * Returns whether checkRecord accepts an object as a pose and would copy all that it has: a quick check for the
 * common case, without a copy. A name of version 0.1 is left to checkRecord.
 *
 * @param {unknown} pose
 * @returns {pose is Record<string, unknown>}
 */
function isCommonPose(pose) {
    if (!isRecord(pose) || isPolluted()) return false;
    const isPosition = 'x' in pose || 'y' in pose;
    return ('angle' in pose || 'cos' in pose || isPosition) && !('theta' in pose);
}

/**
 * The pose that `readPose` read last. Code of the caller, such as a getter of the next pose, can replace it, so it is
 * copied at once. An object of doubles, unlike variables of the module, is written without allocation.
 *
 * @type {CheckedPose}
 */
export const POSE = { x: 0.5, y: 0.5, cos: 0.5, sin: 0.5 };

/**
 * @param {number} x
 * @param {number} y
 * @param {number} cos
 * @param {number} sin
 */
function setPose(x, y, cos, sin) {
    POSE.x = x;
    POSE.y = y;
    POSE.cos = cos;
    POSE.sin = sin;
}

/**
 * Reads a pose as numbers into POSE; the default is the identity.
 *
 * @param {unknown} pose
 * @param {string} argument
 */
export function readPose(pose, argument) {
    if (pose === undefined) return setPose(0, 0, 1, 0);
    const given = isCommonPose(pose) ? pose : checkRecord(pose, argument, POSE_KEYS);
    const { x, y, angle, cos, sin } = given;
    const positionX = checkNumberOrZero(x, argument, 'x', LIMITS.maxPosition);
    const positionY = checkNumberOrZero(y, argument, 'y', LIMITS.maxPosition);
    if (cos === undefined && sin === undefined) {
        const radians = checkNumberOrZero(angle, argument, 'angle', LIMITS.maxAngle);
        return setPose(positionX, positionY, radians, Number.NaN);
    }
    if (angle !== undefined) {
        throw new GrazeError(
            'unknown-option',
            `${argument} must have either angle or cos and sin, not both`,
            { argument },
        );
    }
    if (Number.isFinite(cos) && Number.isFinite(sin)) {
        return setPose(
            positionX,
            positionY,
            /** @type {number} */ (cos),
            /** @type {number} */ (sin),
        );
    }
    const checkedCos = checkNumber(cos, `${argument}.cos`);
    setPose(positionX, positionY, checkedCos, checkNumber(sin, `${argument}.sin`));
}
