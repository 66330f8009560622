import {
    checkNumber,
    checkNumbers,
    checkRecord,
    isGiven,
    isList,
    isRecord,
} from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { argumentError, formatValue, GrazeError } from '../core/errors.js';
import { LIMITS, SOLID_POSE } from '../core/layout.js';
import { hasAll, POINT_KEYS, readNumbers, readPointNumbers } from './point.js';

/** Poses of bodies in space: a rotation about the body's origin, then a translation. */

/**
 * @import { Core } from '../core/core.js'
 *
 * @typedef {readonly number[]} PoseNumbers x, y, z, and the four numbers of a quaternion or the nine of a matrix
 */

const TURN_KEYS = ['qx', 'qy', 'qz', 'qw'];
const NUMBER_KEYS = [...POINT_KEYS, ...TURN_KEYS];
const QUATERNION_KEYS = ['x', 'y', 'z', 'w'];
export const POSE_KEYS = [
    ...NUMBER_KEYS,
    'position',
    'quaternion',
    'rotation',
    'elements',
    'scale',
];

/** Names of rotations in the plane and in other libraries. A quaternion has a `w`, too. */
const ROTATION_MISNOMERS = [
    ...['angle', 'cos', 'sin', 'theta', 'rot', 'rx', 'ry', 'rz', 'roll', 'pitch', 'yaw', 'heading'],
    ...['orientation', 'euler', 'q', 'w'],
];

/** Names of positions in other libraries. */
const POSITION_MISNOMERS = ['translation', 'pos', 'location', 'origin', 'p'];

/** Number of values of a pose whose rotation is a quaternion. */
const QUATERNION_POSE = 7;

/** @type {PoseNumbers} */
const IDENTITY = [0, 0, 0, 0, 0, 0, 1];

/** Positions of the rotation in a matrix of four columns. */
const ROTATION_OF_MATRIX = [0, 1, 2, 4, 5, 6, 8, 9, 10];

/** The last row of such a matrix: where it is, and its numbers. */
const LAST_ROW = /** @type {const} */ ([
    [3, 0],
    [7, 0],
    [11, 0],
    [15, 1],
]);

/**
 * Reads a pose; the default is the identity.
 *
 * @param {unknown} pose
 * @param {string} argument
 * @returns {PoseNumbers}
 */
export function readPose(pose, argument) {
    if (pose === undefined) return IDENTITY;
    if (isList(pose)) {
        const hint = '; a matrix of 16 numbers is { elements }';
        throw argumentError('wrong-type', argument, 'an object', pose, hint);
    }
    if (isRecord(pose) && hasAll(pose, NUMBER_KEYS)) {
        return readComplete(pose, argument);
    }
    const given = checkRecord(pose, argument, POSE_KEYS);
    if (given.elements !== undefined) return readMatrix(given.elements, `${argument}.elements`);
    refuseScale(given.scale, argument);
    const record = /** @type {Record<string, unknown>} */ (pose);
    if (!isAnyGiven(given, ['position', ...POINT_KEYS]))
        refuseMisnomers(record, argument, POSITION_MISNOMERS, 'position, or x, y and z');
    if (!isAnyGiven(given, ['quaternion', 'rotation', ...TURN_KEYS]))
        refuseMisnomers(record, argument, ROTATION_MISNOMERS, 'quaternion, or qx, qy, qz and qw');
    return [...readPosition(given, argument), ...readRotation(given, argument)];
}

/** @param {Record<string, unknown>} given @param {readonly string[]} keys */
function isAnyGiven(given, keys) {
    return keys.some((key) => given[key] !== undefined);
}

/**
 * Throws if a pose without a property has it by a name that it has elsewhere.
 *
 * @param {Record<string, unknown>} pose
 * @param {string} argument
 * @param {readonly string[]} misnomers
 * @param {string} names those that a pose has here
 */
function refuseMisnomers(pose, argument, misnomers, names) {
    for (const key of misnomers) {
        if (!(key in pose) || !isGiven(pose, key) || pose[key] === undefined) continue;
        const text = `${argument} has no property ${formatValue(key)}; use ${names}`;
        throw new GrazeError('unknown-option', text, { argument, value: key });
    }
}

/**
 * Reads a pose with all of `x`, `y`, `z` and `qx` to `qw`, the quickest to read.
 *
 * @param {Record<string, unknown>} pose
 * @param {string} argument
 */
function readComplete(pose, argument) {
    const numbers = readNumbers(pose, argument, NUMBER_KEYS, Number.MAX_VALUE);
    const limit = LIMITS.maxPosition;
    POINT_KEYS.forEach((key, k) => {
        if (Math.abs(numbers[k]) > limit)
            checkNumber(numbers[k], `${argument}.${key}`, -limit, limit);
    });
    return numbers;
}

/** @param {string} argument @param {string} one @param {string} other */
function bothError(argument, one, other) {
    const text = `${argument} must have either ${one} or ${other}, not both`;
    return new GrazeError('unknown-option', text, { argument });
}

/**
 * @param {Record<string, unknown>} given
 * @param {string} argument
 */
function readPosition(given, argument) {
    const limit = LIMITS.maxPosition;
    const isFlat = isAnyGiven(given, POINT_KEYS);
    if (given.position === undefined) {
        return POINT_KEYS.map((key) => {
            return checkNumber(given[key] ?? 0, `${argument}.${key}`, -limit, limit);
        });
    }
    if (isFlat) throw bothError(argument, 'position', 'x, y and z');
    return readPointNumbers(given.position, `${argument}.position`, limit);
}

/**
 * @param {Record<string, unknown>} given
 * @param {string} argument
 */
function readRotation(given, argument) {
    const { quaternion, rotation } = given;
    const isFlat = isAnyGiven(given, TURN_KEYS);
    if (isFlat && quaternion !== undefined) throw bothError(argument, 'quaternion', 'qx to qw');
    if (isFlat && rotation !== undefined) throw bothError(argument, 'rotation', 'qx to qw');
    // An object of a scene has both: the rotation is three angles then.
    if (quaternion !== undefined) {
        const name = `${argument}.quaternion`;
        if (isList(quaternion)) return checkNumbers(quaternion, name, 4, 4);
        return readNumbers(quaternion, name, QUATERNION_KEYS, Number.MAX_VALUE);
    }
    if (rotation !== undefined) {
        const name = `${argument}.rotation`;
        if (!isRecord(rotation) || !('w' in rotation)) return readRotationMatrix(rotation, name);
        return readNumbers(rotation, name, QUATERNION_KEYS, Number.MAX_VALUE);
    }
    if (!isFlat) return IDENTITY.slice(3);
    return TURN_KEYS.map((key) => checkNumber(given[key], `${argument}.${key}`));
}

/**
 * Reads a rotation as nine numbers, column by column, or as an object with such `elements`.
 *
 * @param {unknown} rotation
 * @param {string} argument
 */
function readRotationMatrix(rotation, argument) {
    const isMatrix = isRecord(rotation) && rotation.elements !== undefined;
    const numbers = isMatrix ? rotation.elements : rotation;
    if (!isList(numbers)) {
        const expected = 'nine numbers, column by column, or an object with such elements';
        const hint = '; angles of Euler are not taken: give a quaternion';
        throw argumentError('wrong-type', argument, expected, rotation, hint);
    }
    return checkNumbers(numbers, isMatrix ? `${argument}.elements` : argument, 9, 9);
}

/**
 * Reads the sixteen numbers, column by column, of a matrix that turns and moves.
 *
 * @param {unknown} elements
 * @param {string} argument
 */
function readMatrix(elements, argument) {
    const limit = LIMITS.maxPosition;
    const m = checkNumbers(elements, argument, 16, 16);
    for (const [i, expected] of LAST_ROW) {
        if (m[i] !== expected) {
            const text = 'the last row of the matrix must be 0, 0, 0, 1';
            throw argumentError(
                'out-of-range',
                `${argument}[${i}]`,
                `${expected}`,
                m[i],
                `; ${text}`,
            );
        }
    }
    const position = [12, 13, 14].map((i) => {
        return checkNumber(m[i], `${argument}[${i}]`, -limit, limit);
    });
    return [...position, ...ROTATION_OF_MATRIX.map((i) => m[i])];
}

/**
 * Throws if a pose has a scale other than 1, which an object of a scene may have.
 *
 * @param {unknown} scale
 * @param {string} argument
 */
function refuseScale(scale, argument) {
    if (scale === undefined) return;
    const name = `${argument}.scale`;
    const numbers = typeof scale === 'number' ? [scale] : readPointNumbers(scale, name, Infinity);
    if (numbers.every((number) => number === 1)) return;
    const expected = '1, as poses are rigid: scale the points of the body';
    const text = `${name} must be ${expected}, got ${numbers.map(formatValue).join(', ')}`;
    throw new GrazeError('out-of-range', text, { argument: name, value: scale });
}

/**
 * Writes the poses of the next query to the module.
 *
 * @param {Core} core
 * @param {PoseNumbers} a
 * @param {PoseNumbers} [b]
 */
export function stagePoses(core, a, b) {
    const at = calls.solidPoses(core) >> 3;
    writePose(core.memory.float64, at, a);
    if (b !== undefined) writePose(core.memory.float64, at + SOLID_POSE.bytes / 8, b);
}

/**
 * Writes a pose into a record of the module.
 *
 * @param {Float64Array} doubles
 * @param {number} at
 * @param {PoseNumbers} pose
 */
export function writePose(doubles, at, pose) {
    for (let k = 0; k < pose.length; k++) doubles[at + k] = pose[k];
    if (pose.length === QUATERNION_POSE) doubles[at + QUATERNION_POSE] = Number.NaN;
}

/**
 * Returns the error of a pose whose rotation is not one.
 *
 * @param {string} argument
 * @param {PoseNumbers} pose
 * @param {number} [index] index of the record that has the pose
 */
export function rotationError(argument, pose, index) {
    const value = pose.slice(3);
    const length = Math.sqrt(value.reduce((sum, x) => sum + x * x, 0));
    const text =
        pose.length === QUATERNION_POSE
            ? `the length of the quaternion must be 1 to within 0.001, got ${length}`
            : `the columns of the rotation must be right-handed, perpendicular and of length 1, to within 0.001, got ${value.join(', ')}`;
    return new GrazeError('not-a-heading', `${argument}: ${text}`, { argument, index, value });
}
