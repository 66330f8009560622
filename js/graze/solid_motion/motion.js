import { checkCount, checkNumber } from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { GrazeError } from '../core/errors.js';
import { Lifetime, ownershipError } from '../core/handles.js';
import {
    PIECE_TERMS,
    SOLID_MAX_LINKS,
    SOLID_MOTION_BOUNDS,
    SOLID_PIECE,
    SOLID_POSE,
    SOLID_VELOCITY,
} from '../core/layout.js';
import { checkTimeRange } from '../motion/options.js';
import { axisField, PIVOT, pieceFaultError, TIME_FIELDS } from '../motion/pieces.js';
import { readBounds } from '../solid/queries.js';
import { Solid } from '../solid/solid.js';
import { readPoint } from '../solid/witness.js';
import { matrixToQuaternion, multiply, rotateVector } from './rotation.js';

/** Motions of bodies in space, as handles. */

/**
 * @import { Core } from '../core/core.js'
 * @import { FaultNamer, PieceField } from '../motion/pieces.js'
 * @import { SolidMotionBounds, SolidMotionPose, SolidVelocity } from './types.js'
 *
 * @typedef {{ before: number, after: number, parent: SolidMotion | null }} CheckedSolidEnds endings, as positions in
 *   ENDINGS, and the motion of the frame
 */

/** Number of numbers per piece, which are those of GrazeSolidPiece. */
export const PIECE_NUMBERS = SOLID_PIECE.bytes / 8;

/** Maximum number of parts of a range of time of which `bounds` are computed. */
const MAX_PARTS = 2 ** 20;

/** A number of a piece that the module limits by its length. @type {PieceField} */
const LENGTH = /* @__PURE__ */ Object.freeze({ field: 'axis', count: 1, limit: Infinity });

/** Fields of a piece, in the order of its numbers. */
const FIELDS = /* @__PURE__ */ Object.freeze([
    ...TIME_FIELDS,
    ...['x', 'y', 'z', 'angle'].map((axis) => axisField(axis, PIECE_TERMS)),
    ...Array.from({ length: 7 }, () => LENGTH),
    ...[PIVOT, PIVOT, PIVOT],
]);

/**
 * Returns the numbers of piece k.
 *
 * @param {Float64Array} pieces
 * @param {number} k
 */
function pieceAt(pieces, k) {
    return pieces.subarray(k * PIECE_NUMBERS, (k + 1) * PIECE_NUMBERS);
}

/**
 * A motion of a body in space, or of a link of a chain: piecewise polynomials of time. An instance's `motion` makes it, and
 * it is usable with that instance only. It is immutable and keeps its memory until `free` is called or it is
 * garbage collected; that of a parent is kept as long as there are motions in its frame, so that a parent may be freed
 * before them.
 *
 * @hideconstructor
 */
export class SolidMotion {
    /** @type {Core} */ #core;
    #lifetime;

    /**
     * @param {Core} core
     * @param {Float64Array} pieces PIECE_NUMBERS numbers for each
     * @param {CheckedSolidEnds} ends
     * @param {string} argument
     * @param {FaultNamer} nameFault
     */
    constructor(core, pieces, ends, argument, nameFault) {
        this.#core = core;
        /** The handle, which is never used again after `free`. @readonly */
        this.id = newMotion(core, pieces, ends, argument, nameFault);
        /** Time at which the first piece begins. @readonly */
        this.t0 = pieces[0];
        /** Time at which the last piece ends. @readonly */
        this.t1 = pieces[pieces.length - PIECE_NUMBERS + 1];
        /** Number of pieces, of 352 bytes each. @readonly */
        this.count = pieces.length / PIECE_NUMBERS;
        /**
         * Number of motions in its chain: 1 in the world, one more than that of its parent in a frame.
         *
         * @readonly
         * @type {number}
         */
        this.links = ends.parent === null ? 1 : ends.parent.links + 1;
        Object.freeze(this);
        this.#lifetime = new Lifetime(this, core, this.id, 'motion');
    }

    /**
     * Returns the pose of the body in the world, which queries of bodies at rest accept. O(log count) for each link.
     *
     * @param {number} t finite
     * @returns {SolidMotionPose | null} null when the body, or a parent, does not exist at that time
     */
    pose(t) {
        const handle = this.#lifetime.getHandle('motion');
        const isPresent = calls.solidMotionPose(this.#core, handle, checkNumber(t, 't'));
        return isPresentAt(this.#core, isPresent) ? readResultPose(this.#core) : null;
    }

    /**
     * Returns the velocity of the body's origin and its angular velocity, in the world: where a piece begins, those that
     * follow. O(log count) for each link.
     *
     * @param {number} t finite
     * @returns {SolidVelocity | null} null when the body, or a parent, does not exist at that time
     */
    velocity(t) {
        const handle = this.#lifetime.getHandle('motion');
        const isPresent = calls.solidMotionVelocity(this.#core, handle, checkNumber(t, 't'));
        if (!isPresentAt(this.#core, isPresent)) return null;
        const doubles = this.#core.memory.float64;
        const at = this.#core.result >> 3;
        const { x, y, z } = readPoint(doubles, at + SOLID_VELOCITY.velocity);
        const angularVelocity = readPoint(doubles, at + SOLID_VELOCITY.angularVelocity);
        return { vx: x, vy: y, vz: z, angularVelocity };
    }

    /**
     * Returns bounds of a body with this motion over a range of time: a box in the world, and the largest speeds and
     * accelerations. O(parts (n + links)) for each time span in which all links keep their pieces.
     *
     * @param {number} [from] default `t0`
     * @param {number} [to] at least `from`; default `t1`
     * @param {Solid} [body] default: the origin alone
     * @param {number} [parts] number of parts of each time span, 1 to 2^20: more of them make the box smaller; default 1
     * @returns {SolidMotionBounds}
     * @throws {GrazeError} `out-of-order` when `to` is before `from`
     */
    bounds(from = this.t0, to = this.t1, body, parts = 1) {
        checkTimeRange(from, to);
        const core = this.#core;
        const solid = body === undefined ? 0 : Solid.handle(core, body, 'body');
        const count = checkCount(parts, 'parts', 1, MAX_PARTS);
        const handle = this.#lifetime.getHandle('motion');
        if (calls.solidMotionBounds(core, handle, from, to, count, solid) !== 0) {
            throw core.faultError(['body', 'motion'][core.readFault().index]);
        }
        const doubles = core.memory.float64;
        const d = core.result >> 3;
        return {
            ...readBounds(core),
            speed: doubles[d + SOLID_MOTION_BOUNDS.speed],
            acceleration: doubles[d + SOLID_MOTION_BOUNDS.acceleration],
            angularVelocity: doubles[d + SOLID_MOTION_BOUNDS.angularVelocity],
            angularAcceleration: doubles[d + SOLID_MOTION_BOUNDS.angularAcceleration],
            pointSpeed: doubles[d + SOLID_MOTION_BOUNDS.pointSpeed],
            pointAcceleration: doubles[d + SOLID_MOTION_BOUNDS.pointAcceleration],
        };
    }

    /** Frees the memory. Using the motion afterwards is an error (`stale-handle`); freeing it again does nothing. */
    free() {
        this.#lifetime.free(this);
    }

    /** Frees the memory, for `using`. */
    [Symbol.dispose]() {
        this.free();
    }

    /**
     * @internal
     * Returns whether a value is a motion in space of any instance. The check is by its private field, which an object that
     * only resembles a motion does not have.
     *
     * @param {unknown} value
     * @returns {value is SolidMotion}
     */
    static isMotion(value) {
        return typeof value === 'object' && value !== null && #core in value;
    }

    /**
     * @internal
     * Returns the handle of a motion of an instance; throws for any other value.
     *
     * @param {Core} core
     * @param {unknown} motion
     * @param {string} argument
     * @returns {number}
     */
    static handle(core, motion, argument) {
        if (!SolidMotion.isMotion(motion)) {
            throw ownershipError(motion, 'solid motion', false, argument);
        }
        if (motion.#core !== core) throw ownershipError(motion, 'solid motion', true, argument);
        return motion.#lifetime.getHandle(argument);
    }
}

/**
 * Returns whether a body is present, from the answer of a call.
 *
 * @param {Core} core
 * @param {number} answer
 */
function isPresentAt(core, answer) {
    if (answer < 0) throw core.faultError('motion');
    return answer === 1;
}

/** Reads the pose in the result. @param {Core} core @returns {SolidMotionPose} */
function readResultPose(core) {
    const doubles = core.memory.float64;
    const d = core.result >> 3;
    const { x, y, z } = readPoint(doubles, d);
    const matrix = doubles.subarray(d + SOLID_POSE.rotation, d + SOLID_POSE.rotation + 9);
    const [qx, qy, qz, qw] = matrixToQuaternion(matrix);
    return { x, y, z, qx, qy, qz, qw };
}

/**
 * @param {Core} core
 * @param {Float64Array} pieces
 * @param {CheckedSolidEnds} ends
 * @param {string} argument argument that the pieces come from
 * @param {FaultNamer} nameFault
 * @returns {number} the handle
 */
function newMotion(core, pieces, ends, argument, nameFault) {
    const { before, after, parent } = ends;
    const frame = parent === null ? 0 : SolidMotion.handle(core, parent, 'parent');
    return core.run(() => {
        const count = pieces.length / PIECE_NUMBERS;
        const stage = calls.solidMotionStage(core, count);
        if (stage === 0) throw core.faultError();
        core.memory.float64.set(pieces, stage >> 3);
        const handle = calls.solidMotionNew(core, stage, count, before, after, frame);
        if (handle === 0) throw newMotionError(core, pieces, ends, argument, nameFault);
        return handle >>> 0;
    });
}

/**
 * Returns the error of pieces, or of their parent, that the module refused.
 *
 * @param {Core} core
 * @param {Float64Array} pieces
 * @param {CheckedSolidEnds} ends
 * @param {string} argument
 * @param {FaultNamer} nameFault
 */
function newMotionError(core, pieces, { parent }, argument, nameFault) {
    const { code, index } = core.readFault();
    if (index === pieces.length / PIECE_NUMBERS) {
        const text = `parent must have at most ${SOLID_MAX_LINKS - 1} links, got ${parent?.links}`;
        return new GrazeError(code, text, { argument: 'parent', value: parent?.links });
    }
    if (code === 'out-of-memory') return core.faultError();
    if (code === 'stale-handle') return core.faultError('parent');
    if (code === 'not-a-heading') return headingError(pieceAt(pieces, index), index, nameFault);
    return pieceFaultError(core, argument, nameFault, {
        at: (k) => pieceAt(pieces, k),
        fields: FIELDS,
        describeJump,
    });
}

/**
 * Returns the error of a piece with an axis or a quaternion whose length is not 1.
 *
 * @param {Float64Array} piece
 * @param {number} k
 * @param {FaultNamer} nameFault
 */
function headingError(piece, k, nameFault) {
    const { axis, quaternion } = SOLID_PIECE;
    const lengths = [
        piece.subarray(axis, axis + 3),
        piece.subarray(quaternion, quaternion + 4),
    ].map((numbers) => Math.sqrt(numbers.reduce((sum, x) => sum + x * x, 0)));
    const isAxis = Math.abs(lengths[0] - 1) >= Math.abs(lengths[1] - 1);
    const field = isAxis ? 'axis' : 'quaternion';
    const value = isAxis ? lengths[0] : lengths[1];
    const { argument, index } = nameFault({ field, term: 0, value, limit: 1 }, k);
    const text = `${argument} must have length 1 to within 0.001, got ${value}`;
    return new GrazeError('not-a-heading', text, { argument, index, value });
}

/**
 * Returns the position of the origin and the rotation at time s after the beginning of a piece. This is for a message, so
 * rounding does not matter.
 *
 * @param {Float64Array} piece
 * @param {number} s
 */
function poseAt(piece, s) {
    const valueAt = (/** @type {number} */ first) =>
        piece.slice(first, first + PIECE_TERMS).reduceRight((sum, term) => sum * s + term, 0);
    const { x, y, z, axis, quaternion, pivot, angle } = SOLID_PIECE;
    const half = valueAt(angle) / 2;
    const [sin, cos] = [Math.sin(half), Math.cos(half)];
    const [ux, uy, uz] = piece.subarray(axis, axis + 3);
    const turn = [sin * ux, sin * uy, sin * uz, cos];
    const rotation = multiply(turn, Array.from(piece.subarray(quaternion, quaternion + 4)));
    const arm = rotateVector(rotation, Array.from(piece.subarray(pivot)));
    const origin = [x, y, z].map((at, k) => valueAt(at) - arm[k]);
    return { origin, rotation };
}

/**
 * @param {Float64Array} previous
 * @param {Float64Array} piece
 */
function describeJump(previous, piece) {
    const [end, begin] = [poseAt(previous, previous[1] - previous[0]), poseAt(piece, 0)];
    const cos = end.rotation.reduce((sum, x, k) => sum + x * begin.rotation[k], 0);
    const turn = 2 * Math.acos(Math.min(Math.abs(cos), 1));
    return `jumps from (${end.origin.join(', ')}) to (${begin.origin.join(', ')}) and by ${turn} radians`;
}
