import {
    checkNumber,
    checkNumbers,
    checkRecord,
    EMPTY_OBJECT,
    isGiven,
    isList,
    isRecord,
} from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { argumentError, formatValue, GrazeError } from '../core/errors.js';
import { LIMITS, SOLID_POSE } from '../core/layout.js';
import {
    checkEach,
    isWithin,
    POINT_KEYS,
    pointOf,
    readNumbers,
    readPointNumbers,
} from './point.js';

/** Poses of bodies in space: a rotation about the body's origin, then a translation. */

/**
 * @import { RecordForm } from '../core/batch.js'
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

/** Text about a quaternion that is not a rotation. */
const QUATERNION_TEXT = 'the length of the quaternion must be 1 to within 0.001';

/** Form of the records of a batch: a pose is x, y, z, qx, qy, qz, qw. */
export const FORM = /** @type {RecordForm} */ ({
    pose: QUATERNION_POSE,
    point: 3,
    shape: 'body',
    rotation: QUATERNION_TEXT,
});

/** @type {PoseNumbers} */
const IDENTITY = [0, 0, 0, 0, 0, 0, 1];

/** Limits of a number that may be any finite one. */
const ENDLESS = /** @type {const} */ ([-Infinity, Infinity]);

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
    const numbers = isRecord(pose) ? readCommon(pose, argument) : undefined;
    if (numbers !== undefined) return numbers;
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

/** Returns whether all objects have a property of a pose. */
function isPolluted() {
    const all = EMPTY_OBJECT;
    const isPoint = 'x' in all || 'y' in all || 'z' in all;
    const isTurn = 'qx' in all || 'qy' in all || 'qz' in all || 'qw' in all;
    const isObject = 'position' in all || 'quaternion' in all || 'rotation' in all;
    return isPoint || isTurn || isObject || 'elements' in all || 'scale' in all;
}

/**
 * Reads a pose in one of the forms in which programs have them; undefined for any other. Nothing is missing in such a pose, so
 * that no other property can be one of these by another name. Names that stand in the code are looked up many times faster
 * than those of a list; unless all objects have one of them, they are the object's or its class's.
 *
 * @param {Record<string, unknown>} pose
 * @param {string} argument
 * @returns {PoseNumbers | undefined}
 */
function readCommon(pose, argument) {
    if (isPolluted()) return undefined;
    const isPlaced = 'x' in pose && 'y' in pose && 'z' in pose;
    if (isPlaced && 'qx' in pose && 'qy' in pose && 'qz' in pose && 'qw' in pose)
        return readSeven(pose, argument);
    if (hasOnlyPosition(pose)) return readThree(pose, argument);
    if ('elements' in pose) {
        const { elements } = pose;
        return elements === undefined ? undefined : readMatrix(elements, `${argument}.elements`);
    }
    const isMixed = 'x' in pose || 'y' in pose || 'z' in pose || 'qx' in pose || 'qy' in pose;
    if (isMixed || 'qz' in pose || 'qw' in pose || !('position' in pose)) return undefined;
    return readObjects(pose, argument);
}

/** Returns whether a plain object has no properties but x, y and z. @param {Record<string, unknown>} record */
function hasOnlyPosition(record) {
    if (Object.getPrototypeOf(record) !== Object.prototype) return false;
    let others = 0;
    for (const _ in record) others++;
    if ('x' in record) others--;
    if ('y' in record) others--;
    if ('z' in record) others--;
    return others === 0;
}

/** @param {Record<string, unknown>} pose @param {string} argument @returns {PoseNumbers} */
function readThree(pose, argument) {
    const limit = LIMITS.maxPosition;
    const x = pose.x ?? 0;
    const y = pose.y ?? 0;
    const z = pose.z ?? 0;
    const areValid = isWithin(x, limit) && isWithin(y, limit) && isWithin(z, limit);
    const [px, py, pz] = areValid ? [x, y, z] : checkEach([x, y, z], argument, POINT_KEYS, limit);
    return [px, py, pz, 0, 0, 0, 1];
}

/** @param {Record<string, unknown>} pose @param {string} argument @returns {PoseNumbers} */
function readSeven({ x, y, z, qx, qy, qz, qw }, argument) {
    const limit = LIMITS.maxPosition;
    const most = Number.MAX_VALUE;
    const isPlaced = isWithin(x, limit) && isWithin(y, limit) && isWithin(z, limit);
    const isTurned = isWithin(qx, most) && isWithin(qy, most);
    if (isPlaced && isTurned && isWithin(qz, most) && isWithin(qw, most))
        return [x, y, z, qx, qy, qz, qw];
    return [
        ...checkEach([x, y, z], argument, POINT_KEYS, limit),
        ...checkEach([qx, qy, qz, qw], argument, TURN_KEYS, most),
    ];
}

/**
 * Reads a pose of objects if it has both parts; undefined for any other.
 *
 * @param {Record<string, unknown>} pose
 * @param {string} argument
 * @returns {PoseNumbers | undefined}
 */
function readObjects(pose, argument) {
    const { position } = pose;
    const quaternion = 'quaternion' in pose ? pose.quaternion : undefined;
    const rotation = quaternion === undefined && 'rotation' in pose ? pose.rotation : undefined;
    if (position === undefined || (quaternion === undefined && rotation === undefined))
        return undefined;
    if ('scale' in pose) refuseScale(pose.scale, argument);
    const limit = LIMITS.maxPosition;
    const at =
        pointOf(position, limit) ?? readPointNumbers(position, `${argument}.position`, limit);
    const turn = quaternionOf(quaternion) ?? readTurn(quaternion, rotation, argument);
    if (turn.length === 4) return [at[0], at[1], at[2], turn[0], turn[1], turn[2], turn[3]];
    return at.concat(turn);
}

/** Returns the numbers of a quaternion if it is one; undefined for any other value. @param {unknown} value */
function quaternionOf(value) {
    if (!isRecord(value) || 'w' in EMPTY_OBJECT || !('w' in value)) return undefined;
    const at = pointOf(value, Number.MAX_VALUE);
    const { w } = value;
    return at && isWithin(w, Number.MAX_VALUE) ? [at[0], at[1], at[2], w] : undefined;
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
    if (quaternion !== undefined || rotation !== undefined)
        return readTurn(quaternion, rotation, argument);
    if (!isFlat) return IDENTITY.slice(3);
    return TURN_KEYS.map((key) => checkNumber(given[key], `${argument}.${key}`));
}

/**
 * Reads a quaternion or, without one, a rotation.
 *
 * @param {unknown} quaternion
 * @param {unknown} rotation
 * @param {string} argument
 */
function readTurn(quaternion, rotation, argument) {
    // An object of a scene has both: the rotation is three angles then.
    if (quaternion !== undefined) {
        const name = `${argument}.quaternion`;
        if (isList(quaternion)) return readList(quaternion, name, 4);
        return readNumbers(quaternion, name, QUATERNION_KEYS, Number.MAX_VALUE);
    }
    const name = `${argument}.rotation`;
    if (!isRecord(rotation) || !('w' in rotation)) return readRotationMatrix(rotation, name);
    return readNumbers(rotation, name, QUATERNION_KEYS, Number.MAX_VALUE);
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
    if (!isMatrix && numbers.length !== 9) {
        const hint = '; a quaternion is { quaternion }, and angles of Euler are not taken';
        throw argumentError('out-of-range', `${argument}.length`, '9', numbers.length, hint);
    }
    return readList(numbers, isMatrix ? `${argument}.elements` : argument, 9);
}

/**
 * Reads the sixteen numbers, column by column, of a matrix that turns and moves.
 *
 * @param {unknown} elements
 * @param {string} argument
 */
function readMatrix(elements, argument) {
    const limit = LIMITS.maxPosition;
    const m = readList(elements, argument, 16);
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
    for (const i of [12, 13, 14]) {
        if (!isWithin(m[i], limit)) checkNumber(m[i], `${argument}[${i}]`, -limit, limit);
    }
    const [x, y, z] = [m[12], m[13], m[14]];
    return [x, y, z, m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]];
}

/**
 * Returns a copy of a list of finite numbers.
 *
 * @param {unknown} values
 * @param {string} argument
 * @param {number} count
 * @returns {number[]}
 */
function readList(values, argument, count) {
    /** @type {number[]} */
    const numbers = [];
    if (!isList(values) || values.length !== count)
        return Array.from(checkNumbers(values, argument, count, count));
    for (let i = 0; i < count; i++) {
        const value = values[i];
        const isValid = isWithin(value, Number.MAX_VALUE);
        numbers.push(isValid ? value : checkNumber(value, `${argument}[${i}]`, ...ENDLESS, i));
    }
    return numbers;
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
    const numbers =
        typeof scale === 'number'
            ? [scale]
            : (pointOf(scale, Infinity) ?? readPointNumbers(scale, name, Infinity));
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
            ? `${QUATERNION_TEXT}, got ${length}`
            : `the columns of the rotation must be right-handed, perpendicular and of length 1, to within 0.001, got ${value.join(', ')}`;
    return new GrazeError('not-a-heading', `${argument}: ${text}`, { argument, index, value });
}
