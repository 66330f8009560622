import {
    checkNumber,
    checkOptions,
    checkRecord,
    EMPTY_OBJECT,
    isRecord,
    refuseMisnomers,
    refuseUnsupported,
} from '../core/arguments.js';
import { GrazeError } from '../core/errors.js';
import { LIMITS } from '../core/layout.js';

/**
 * @typedef {{ x: number, y: number, cos: number, sin: number }} CheckedPose angle as a unit vector; where `sin`
 *   is NaN, `cos` is the angle
 */

const POSE_KEYS = ['x', 'y', 'angle', 'cos', 'sin'];
const SPACE_KEYS = ['z'];
/** Names that others have for the angle, and for the position. */
const ANGLE_MISNOMERS = ['theta', 'rotation', 'rot', 'yaw', 'heading', 'orientation'];
const PLACE_MISNOMERS = ['position', 'pos'];

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
 * Returns whether a record is an empty literal, which is the identity.
 *
 * @param {Record<string, unknown>} pose
 */
function isEmptyLiteral(pose) {
    for (const _ in pose) return false;
    return Object.getPrototypeOf(pose) === Object.prototype;
}

/**
 * Throws if a pose without an angle has one by a name that others have for it. Poses without an angle are common, so the
 * keys of a literal are compared, which is quick for objects of many forms; a class can have getters.
 *
 * @param {Record<string, unknown>} pose
 * @param {string} argument
 */
function refuseOtherAngle(pose, argument) {
    if (Object.getPrototypeOf(pose) === Object.prototype) {
        let isSuspect = false;
        for (const key in pose) isSuspect ||= isAngleMisnomer(key);
        if (!isSuspect) return;
    }
    refuseMisnomers(pose, argument, POSE_KEYS, ANGLE_MISNOMERS);
}

/** @param {string} key */
function isAngleMisnomer(key) {
    switch (key) {
        case 'theta':
        case 'rotation':
        case 'rot':
        case 'yaw':
        case 'heading':
        case 'orientation':
            return true;
        default:
            return false;
    }
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
 * Reads a pose as numbers into POSE; the default is the identity. Names that others have for properties of poses are
 * looked up where the property is missing, so that complete poses, which are common, cost nothing more.
 *
 * @param {unknown} pose
 * @param {string} argument
 */
export function readPose(pose, argument) {
    if (pose === undefined) return setPose(0, 0, 1, 0);
    const isCommon = isRecord(pose) && !isPolluted();
    const given = isCommon ? pose : checkRecord(pose, argument, POSE_KEYS);
    const { x, y, z, angle, cos, sin } = given;
    const record = isCommon ? pose : /** @type {Record<string, unknown>} */ (pose);
    if (z !== undefined) refuseUnsupported(record, argument, POSE_KEYS, SPACE_KEYS);
    if (x === undefined && y === undefined) {
        const isBare = angle === undefined && cos === undefined && sin === undefined;
        if (!isBare) refuseMisnomers(record, argument, POSE_KEYS, PLACE_MISNOMERS);
        else if (!isEmptyLiteral(record)) checkOptions(record, argument, POSE_KEYS);
    }
    const positionX = checkNumberOrZero(x, argument, 'x', LIMITS.maxPosition);
    const positionY = checkNumberOrZero(y, argument, 'y', LIMITS.maxPosition);
    if (cos === undefined && sin === undefined) {
        if (angle === undefined) refuseOtherAngle(record, argument);
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
