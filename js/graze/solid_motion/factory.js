import {
    checkChoice,
    checkNumber,
    checkNumbers,
    checkOptions,
    isRecord,
    MAX_RECORDS,
    requireOptions,
} from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { argumentError, GrazeError } from '../core/errors.js';
import { LIMITS, PIECE_TERMS, SOLID_PIECE, SOLID_POSE } from '../core/layout.js';
import {
    checkAscending,
    checkEndings,
    readNonEmptyArray,
    splitPiecewise,
} from '../motion/pieces.js';
import { isWithin, readPointNumbers } from '../solid/point.js';
import { POSE_KEYS, readPose, rotationError, stagePoses } from '../solid/pose.js';
import { PIECE_NUMBERS, SolidMotion } from './motion.js';
import {
    axisAngle,
    cross,
    directionOf,
    matrixToQuaternion,
    multiply,
    normalize,
    rotateVector,
} from './rotation.js';

/** The constructors of motions in space. */

/**
 * @import { Core } from '../core/core.js'
 * @import { FaultNamer } from '../motion/pieces.js'
 * @import { PoseNumbers } from '../solid/pose.js'
 * @import { CheckedSolidEnds } from './motion.js'
 * @import { SolidMotionConstructors, SolidMotionFactory } from './types.js'
 *
 * @typedef {object} Piece
 * @property {number} t0
 * @property {number} t1
 * @property {readonly ArrayLike<number>[]} position coefficients of x, y and z
 * @property {ArrayLike<number>} [angle] coefficients of the angle; default 0
 * @property {ArrayLike<number>} [axis] default: that of z
 * @property {ArrayLike<number>} [quaternion] default: that of no rotation
 * @property {ArrayLike<number>} [pivot] default: the origin
 *
 * @typedef {{ position: number[], quaternion: number[] }} Place a pose; the quaternion has length 1 to within
 *   0.001
 */

const END_KEYS = ['before', 'after', 'parent'];
const AXES = ['x', 'y', 'z'];
const PIECE_KEYS = ['t0', 't1', ...AXES, 'angle', 'axis', 'quaternion', 'rotation', 'pivot'];
const RATE_KEYS = ['vx', 'vy', 'vz'];
const LINE_KEYS = ['t0', 't1', ...POSE_KEYS, ...RATE_KEYS, 'angularVelocity'];
const SPAN_KEYS = ['t0', 't1', 'from', 'to'];
const SAMPLE_KEYS = ['t', ...POSE_KEYS];
const JOINT_KEYS = ['kind', 'axis', 'pose', 'pieces'];
const JOINT_KINDS = /** @type {const} */ (['revolute', 'prismatic', 'fixed']);
/** Numbers of a sample in a typed array: t, x, y, z, qx, qy, qz, qw. */
const SAMPLE_NUMBERS = 8;

const Z_AXIS = /* @__PURE__ */ Object.freeze([0, 0, 1]);
const NO_TURN = /* @__PURE__ */ Object.freeze([0, 0, 0, 1]);
const ORIGIN = /* @__PURE__ */ Object.freeze([0, 0, 0]);

/** Turn, in radians, below which the center of a screw is so far away that a polynomial is more accurate. */
const MIN_SCREW = 2 ** -6;

/**
 * @param {Core} core
 * @returns {SolidMotionFactory}
 */
export function createSolidMotionFactory(core) {
    /** @type {(pieces: Piece[], ends: unknown, argument: string, nameFault: FaultNamer) => SolidMotion} */
    const create = (pieces, ends, argument, nameFault) => {
        const given = checkOptions(ends, 'ends', END_KEYS);
        const numbers = joinPieces(pieces.length, (k) => pieces[k]);
        return new SolidMotion(core, numbers, checkEnds(given), argument, nameFault);
    };
    /** @type {SolidMotionConstructors} */
    const constructors = {
        static(pose, ends) {
            const { position, quaternion } = readPlace(core, pose, 'pose');
            const piece = { t0: 0, t1: 0, position: position.map((x) => [x]), quaternion };
            return create([piece], ends, 'pose', ({ field }) => ({ argument: `pose.${field}` }));
        },
        linear(line, ends) {
            return create([linePiece(core, line)], ends, 'line', nameOfLine);
        },
        slerp(span, ends) {
            const { t0, t1, from, to } = readSpan(core, span);
            return create([slerpPiece(t0, t1, from, to)], ends, 'span', nameOfSpan);
        },
        screw(span, ends) {
            const { t0, t1, from, to } = readSpan(core, span);
            return create([screwPiece(t0, t1, from, to)], ends, 'span', nameOfSpan);
        },
        samples(samples, ends) {
            const [numbers, nameFault] = samplePieces(core, samples);
            const given = checkOptions(ends, 'ends', END_KEYS);
            return new SolidMotion(core, numbers, checkEnds(given), 'samples', nameFault);
        },
        chain(parent, joint, ends) {
            const given = checkOptions(ends, 'ends', ['before', 'after']);
            const [pieces, nameFault] = jointPieces(core, joint);
            const checked = checkEnds({ ...given, parent });
            const numbers = joinPieces(pieces.length, (k) => pieces[k]);
            return new SolidMotion(core, numbers, checked, 'joint', nameFault);
        },
    };
    /** @type {(motion: unknown, ends: unknown) => SolidMotion} */
    const fromPieces = (motion, ends) => {
        const { pieces, ends: given } = splitPiecewise(motion, ends, END_KEYS);
        const list = readNonEmptyArray(pieces, 'pieces', (piece, k) => readPiece(core, piece, k));
        return create(list, given, 'pieces', nameOfPiece);
    };
    return Object.assign(fromPieces, constructors);
}

/**
 * @param {Record<string, unknown>} given
 * @returns {CheckedSolidEnds}
 */
function checkEnds(given) {
    const parent = given.parent ?? null;
    if (parent !== null && !SolidMotion.isMotion(parent)) {
        throw argumentError('wrong-type', 'parent', 'a solid motion', parent);
    }
    return { ...checkEndings(given), parent };
}

/**
 * Joins pieces into one array of the module's records. A piece is made where it is written, since objects for all of them
 * would take longer than the pieces.
 *
 * @param {number} count
 * @param {(k: number) => Piece} pieceAt
 */
function joinPieces(count, pieceAt) {
    const numbers = new Float64Array(count * PIECE_NUMBERS);
    for (let k = 0; k < count; k++) {
        const piece = pieceAt(k);
        const {
            position,
            angle = [0],
            axis = Z_AXIS,
            quaternion = NO_TURN,
            pivot = ORIGIN,
        } = piece;
        const at = k * PIECE_NUMBERS;
        numbers[at + SOLID_PIECE.t0] = piece.t0;
        numbers[at + SOLID_PIECE.t1] = piece.t1;
        numbers.set(position[0], at + SOLID_PIECE.x);
        numbers.set(position[1], at + SOLID_PIECE.y);
        numbers.set(position[2], at + SOLID_PIECE.z);
        numbers.set(angle, at + SOLID_PIECE.angle);
        numbers.set(axis, at + SOLID_PIECE.axis);
        numbers.set(quaternion, at + SOLID_PIECE.quaternion);
        numbers.set(pivot, at + SOLID_PIECE.pivot);
    }
    return numbers;
}

// ---- poses

/**
 * Reads a pose. A quaternion is returned as it is given, so that a body at rest has the bits of queries without motions.
 *
 * @param {Core} core
 * @param {unknown} pose
 * @param {string} argument
 * @param {number} [index] index of the record that has the pose
 * @returns {Place}
 */
function readPlace(core, pose, argument, index) {
    return checkPlace(core, readPose(pose, argument), argument, index);
}

/**
 * @param {Core} core
 * @param {PoseNumbers} numbers
 * @param {string} argument
 * @param {number} [index]
 * @returns {Place}
 */
function checkPlace(core, numbers, argument, index) {
    stagePoses(core, numbers);
    if (calls.solidPose(core) !== 0) throw rotationError(argument, numbers, index);
    const position = numbers.slice(0, 3);
    if (numbers.length === 7) return { position, quaternion: numbers.slice(3) };
    const at = (core.result >> 3) + SOLID_POSE.rotation;
    return { position, quaternion: matrixToQuaternion(core.memory.float64.subarray(at, at + 9)) };
}

/**
 * Returns the pose in a record that has other properties besides; throws the error with the index of the record, if it has
 * one.
 *
 * @param {Core} core
 * @param {Record<string, unknown>} given
 * @param {string} argument
 * @param {number} [index]
 */
function readOwnPlace(core, given, argument, index) {
    /** @type {Record<string, unknown>} */
    const pose = {};
    for (const key of POSE_KEYS) if (given[key] !== undefined) pose[key] = given[key];
    try {
        return readPlace(core, pose, argument, index);
    } catch (error) {
        if (error instanceof GrazeError && index !== undefined) error.index ??= index;
        throw error;
    }
}

/** @param {Record<string, unknown>} given @param {string} argument @param {number} [index] */
function readTimes(given, argument, index) {
    return ['t0', 't1'].map((key) => {
        return checkNumber(given[key], `${argument}.${key}`, undefined, undefined, index);
    });
}

// ---- pieces

/**
 * @param {Core} core
 * @param {unknown} record
 * @param {number} k
 * @returns {Piece}
 */
function readPiece(core, record, k) {
    const name = `pieces[${k}]`;
    const given = requireOptions(record, name, PIECE_KEYS);
    const [t0, t1] = readTimes(given, name, k);
    const { angle = [0], axis = Z_AXIS, pivot = ORIGIN } = given;
    const [x, y, z, turn] = [given.x, given.y, given.z, angle].map((list, i) => {
        return checkNumbers(list, `${name}.${AXES[i] ?? 'angle'}`, 1, PIECE_TERMS, k);
    });
    const { quaternion, rotation } = given;
    return {
        ...{ t0, t1, position: [x, y, z], angle: turn },
        axis: readPointNumbers(axis, `${name}.axis`, Number.MAX_VALUE, k),
        quaternion: readOwnPlace(core, { quaternion, rotation }, name, k).quaternion,
        pivot: readPointNumbers(pivot, `${name}.pivot`, LIMITS.maxPosition, k),
    };
}

/** @type {FaultNamer} */
function nameOfPiece({ field, term }, k) {
    const place = field === 'angle' || AXES.includes(field) ? `${field}[${term}]` : field;
    return { argument: `pieces[${k}].${place}`, index: k };
}

/**
 * @param {Core} core
 * @param {unknown} line
 * @returns {Piece}
 */
function linePiece(core, line) {
    const given = requireOptions(line, 'line', LINE_KEYS);
    const [t0, t1] = readTimes(given, 'line');
    const velocity = RATE_KEYS.map((key) => checkNumber(given[key] ?? 0, `line.${key}`));
    const { angularVelocity = ORIGIN } = given;
    const spin = readPointNumbers(angularVelocity, 'line.angularVelocity', Number.MAX_VALUE);
    const { position, quaternion } = readOwnPlace(core, given, 'line');
    const isTurning = spin.some((number) => number !== 0);
    const { direction, length } = isTurning ? directionOf(spin) : { direction: Z_AXIS, length: 0 };
    return {
        ...{ t0, t1, quaternion },
        position: position.map((x, k) => [x, velocity[k]]),
        angle: [0, length],
        axis: direction,
    };
}

/** @type {FaultNamer} */
function nameOfLine({ field, term }) {
    if (field === 'angle') return { argument: 'line.angularVelocity', isSum: true };
    return { argument: `line.${term > 0 ? RATE_KEYS[AXES.indexOf(field)] : field}` };
}

/**
 * Reads two poses and the time from one to the other.
 *
 * @param {Core} core
 * @param {unknown} span
 */
function readSpan(core, span) {
    const given = requireOptions(span, 'span', SPAN_KEYS);
    const [t0, t1] = readTimes(given, 'span');
    checkAscending([t0, t1], (k) => `span.t${k}`);
    const [from, to] = ['from', 'to'].map((key) => {
        if (!isRecord(given[key])) {
            throw argumentError('wrong-type', `span.${key}`, 'a pose', given[key]);
        }
        const place = readPlace(core, given[key], `span.${key}`);
        return { ...place, quaternion: normalize(place.quaternion) };
    });
    return { t0, t1, from, to };
}

/** @type {FaultNamer} */
function nameOfSpan({ field, value }) {
    if (field === 't0' || field === 't1') return { argument: `span.${field}`, value };
    return { argument: 'span.to', isSum: true };
}

/** Returns the rotation from one place to another, the shorter way. @param {Place} from @param {Place} to */
function turnBetween(from, to) {
    const [x, y, z, w] = from.quaternion;
    return axisAngle(multiply(to.quaternion, [-x, -y, -z, w]));
}

/**
 * Makes the piece from one place to another: the origin moves evenly along a line, and the body turns evenly the shorter way.
 *
 * @param {number} t0
 * @param {number} t1
 * @param {Place} from
 * @param {Place} to
 * @returns {Piece}
 */
function slerpPiece(t0, t1, from, to) {
    const { axis, angle } = turnBetween(from, to);
    const duration = t1 - t0;
    return {
        ...{ t0, t1, axis, quaternion: from.quaternion },
        position: from.position.map((x, k) => [x, (to.position[k] - x) / duration]),
        angle: [0, angle / duration],
    };
}

/**
 * Makes the piece of a screw from one place to another: the body turns by the angle a about an axis u, fixed in space, and moves
 * along it (Chasles' theorem). With the way d of the origin, less its part along u, the center of its circle is at d / 2 + cot(a
 * / 2) / 2 u x d from its beginning. With that point as pivot, position and angle are linear. Where it is far away, the piece
 * holds polynomials in q = s / (t1 - t0) instead: from its beginning the origin moves by f(q) d + g(q) u x d,
 *     f = (sin(a q) cot(a / 2) + 1 - cos(a q)) / 2,  g = ((1 - cos(a q)) cot(a / 2) - sin(a q)) / 2,
 * with c = (a / 2) cot(a / 2) and the Taylor polynomials of sine and cosine: the terms left out are below a^7 / 40000 |d|.
 *
 * @param {number} t0
 * @param {number} t1
 * @param {Place} from
 * @param {Place} to
 * @returns {Piece}
 */
function screwPiece(t0, t1, from, to) {
    const { axis, angle: a } = turnBetween(from, to);
    const duration = t1 - t0;
    const way = from.position.map((x, k) => to.position[k] - x);
    const along = way[0] * axis[0] + way[1] * axis[1] + way[2] * axis[2];
    const d = way.map((x, k) => x - along * axis[k]);
    const side = cross(axis, d);
    const piece = { t0, t1, axis, quaternion: from.quaternion, angle: [0, a / duration] };
    if (a < MIN_SCREW) {
        // x cot x = 1 - x^2 / 3 - x^4 / 45 - 2 x^6 / 945 - ..., for x = a / 2.
        const a2 = a * a;
        const a4 = a2 * a2;
        const c = 1 - a2 / 12 - a4 / 720 - (a2 * a4) / 30240;
        const f = [
            ...[c, a2 / 4, (-c * a2) / 6, -a4 / 48, (c * a4) / 120, (a2 * a4) / 1440],
            (-c * a2 * a4) / 5040,
        ];
        const g = [
            ...[-1 / 2, c / 2, a2 / 12, (-c * a2) / 24, -a4 / 240, (c * a4) / 720],
            (a2 * a4) / 10080,
        ].map((term) => a * term);
        const position = from.position.map((x, k) => {
            const terms = f.map((_, i) => f[i] * d[k] + g[i] * side[k]);
            terms[0] += along * axis[k];
            // Products, because hosts differ in how they round a power.
            let scale = 1;
            for (let i = 0; i < terms.length; i++) terms[i] *= scale /= duration;
            return [x, ...terms];
        });
        return { ...piece, position };
    }
    const [sin, cos] = halfAngle(from, to);
    const arm = d.map((x, k) => x / 2 + ((cos / sin) * side[k]) / 2);
    const [x, y, z, w] = from.quaternion;
    return {
        ...piece,
        position: from.position.map((at, k) => [at + arm[k], (along * axis[k]) / duration]),
        pivot: rotateVector([-x, -y, -z, w], arm),
    };
}

/** Returns sine and cosine of half the angle between two places. @param {Place} from @param {Place} to */
function halfAngle(from, to) {
    const [x, y, z, w] = from.quaternion;
    const turn = multiply(to.quaternion, [-x, -y, -z, w]);
    return [
        Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]),
        Math.abs(turn[3]),
    ];
}

// ---- samples

/**
 * @param {Core} core
 * @param {unknown} samples
 * @returns {[Float64Array, FaultNamer]} the module's records of the pieces
 */
function samplePieces(core, samples) {
    const isFlat = ArrayBuffer.isView(samples);
    /** @type {(key: string, k: number) => string} */
    const nameAt = (key, k) => {
        return isFlat
            ? `samples[${k * SAMPLE_NUMBERS + ['t', ...AXES].indexOf(key)}]`
            : `samples[${k}].${key}`;
    };
    const rows = isFlat ? flatSamples(core, samples) : listSamples(core, samples);
    const count = rows.length / SAMPLE_NUMBERS;
    const times = Float64Array.from({ length: count }, (_, k) => rows[k * SAMPLE_NUMBERS]);
    checkAscending(times, (k) => nameAt('t', k));
    /** @type {FaultNamer} */
    const nameFault = ({ field, value }, k) => {
        if (field === 't0' || field === 't1') {
            const index = field === 't0' ? k : k + 1;
            return { argument: nameAt('t', index), index, value };
        }
        return { argument: nameAt(field, k + 1), index: k + 1, isSum: true };
    };
    const placeAt = (/** @type {number} */ k) => {
        const [x, y, z, qx, qy, qz, qw] = rows.subarray(k * SAMPLE_NUMBERS + 1);
        return { position: [x, y, z], quaternion: [qx, qy, qz, qw] };
    };
    if (count === 1) {
        const { position, quaternion } = placeAt(0);
        const still = {
            t0: times[0],
            t1: times[0],
            position: position.map((x) => [x]),
            quaternion,
        };
        return [joinPieces(1, () => still), nameFault];
    }
    let from = placeAt(0);
    const numbers = joinPieces(count - 1, (k) => {
        const to = placeAt(k + 1);
        const piece = slerpPiece(times[k], times[k + 1], from, to);
        from = to;
        return piece;
    });
    return [numbers, nameFault];
}

/** Returns the numbers of a list of samples, as those in a typed array. @param {Core} core @param {unknown} samples */
function listSamples(core, samples) {
    const list = readNonEmptyArray(samples, 'samples', (sample, k) => {
        const name = `samples[${k}]`;
        const given = requireOptions(sample, name, SAMPLE_KEYS);
        const t = checkNumber(given.t, `${name}.t`, undefined, undefined, k);
        const { position, quaternion } = readOwnPlace(core, given, name, k);
        return [t, ...position, ...normalize(quaternion)];
    });
    return Float64Array.from(list.flat());
}

/** Returns a copy of samples in a typed array, with quaternions of length 1. @param {Core} core @param {ArrayBufferView} samples */
function flatSamples(core, samples) {
    const width = SAMPLE_NUMBERS;
    const limits = /** @type {const} */ ([width, width * MAX_RECORDS, undefined, width]);
    const numbers = checkNumbers(samples, 'samples', ...limits);
    if (numbers.length % width !== 0) {
        const text = `samples must have t, x, y, z, qx, qy, qz and qw of each sample, got ${numbers.length} numbers`;
        const details = { argument: 'samples', value: numbers.length };
        throw new GrazeError('wrong-type', text, details);
    }
    const limit = LIMITS.maxPosition;
    for (let k = 0, at = 0; at < numbers.length; k++, at += width) {
        for (let i = at + 1; i < at + 4; i++) {
            if (!isWithin(numbers[i], limit))
                checkNumber(numbers[i], `samples[${i}]`, -limit, limit, k);
        }
        const pose = Array.from(numbers.subarray(at + 1, at + width));
        const { quaternion } = checkPlace(core, pose, `samples[${at + 4}]`, k);
        numbers.set(normalize(quaternion), at + 4);
    }
    return numbers;
}

// ---- joints

/**
 * Returns an axis of length 1.
 *
 * @param {unknown} axis
 * @param {string} argument
 */
function readAxis(axis, argument) {
    const numbers = readPointNumbers(axis, argument, Number.MAX_VALUE);
    const isZero = numbers.every((number) => number === 0);
    const { direction, length } = isZero ? { direction: numbers, length: 0 } : directionOf(numbers);
    if (Math.abs(length - 1) <= LIMITS.rotationSlack) return direction;
    const text = `${argument} must have length 1 to within ${LIMITS.rotationSlack}, got ${length}`;
    throw new GrazeError('not-a-heading', text, { argument, value: length });
}

/**
 * Makes the pieces of a joint: the frame of the link is that of the joint, then turned about the axis by q, or moved along it.
 *
 * @param {Core} core
 * @param {unknown} joint
 * @returns {[Piece[], FaultNamer]}
 */
function jointPieces(core, joint) {
    const given = requireOptions(joint, 'joint', JOINT_KEYS);
    const kind = JOINT_KINDS[checkChoice(given.kind ?? 'revolute', 'joint.kind', JOINT_KINDS)];
    const { position, quaternion } = readPlace(core, given.pose, 'joint.pose');
    const own = readAxis(given.axis ?? Z_AXIS, 'joint.axis');
    const axis = rotateVector(normalize(quaternion), own);
    const still = position.map((x) => [x]);
    if (kind === 'fixed') {
        checkOptions(joint, 'joint', ['kind', 'pose']);
        const piece = { t0: 0, t1: 0, position: still, quaternion };
        return [[piece], ({ field }) => ({ argument: `joint.pose.${field}` })];
    }
    const name = 'joint.pieces';
    const rows = readNonEmptyArray(given.pieces, name, (record, k) => {
        const row = requireOptions(record, `${name}[${k}]`, ['t0', 't1', 'q']);
        const [t0, t1] = readTimes(row, `${name}[${k}]`, k);
        return { t0, t1, q: checkNumbers(row.q, `${name}[${k}].q`, 1, PIECE_TERMS, k) };
    });
    const pieces = rows.map(({ t0, t1, q }) => {
        if (kind === 'revolute') return { t0, t1, position: still, angle: q, axis, quaternion };
        const moved = position.map((x, k) =>
            q.map((term, i) => axis[k] * term + (i === 0 ? x : 0)),
        );
        return { t0, t1, position: moved, quaternion };
    });
    /** @type {FaultNamer} */
    const nameFault = ({ field, term }, k) => {
        const isTime = field === 't0' || field === 't1';
        const place = isTime ? field : `q[${term}]`;
        const value = isTime ? undefined : rows[k].q[term];
        return { argument: `${name}[${k}].${place}`, index: k, value };
    };
    return [pieces, nameFault];
}
