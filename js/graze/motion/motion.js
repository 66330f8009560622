import { checkNumber } from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { argumentError, GrazeError } from '../core/errors.js';
import { Lifetime, ownershipError } from '../core/handles.js';
import { MOTION_BOUNDS, PLACE } from '../core/layout.js';
import { Shape } from '../static/shape.js';
import { checkTimeRange } from './options.js';
import { axisField, PIVOT, pieceFaultError, TIME_FIELDS } from './pieces.js';

/**
 * @import { Core } from '../core/core.js'
 * @import { FaultNamer } from './pieces.js'
 * @import { MotionBounds, MotionPose } from './types.js'
 *
 * @typedef {{ before: number, after: number, inflation: Float64Array | null }} CheckedEnds endings, as positions in
 *   ENDINGS, and the coefficients of the inflation
 *
 * @typedef {object} Pieces
 * @property {Float64Array} numbers for each piece pieceNumbers(terms) numbers: its beginning and end, `terms`
 *   coefficients of x, of y and of the angle, and x and y of the pivot
 * @property {number} terms number of coefficients per polynomial, 2 to 8
 */

/** Polynomials of a piece. */
const AXES = /* @__PURE__ */ Object.freeze(['x', 'y', 'angle']);

/**
 * Returns the number of numbers per piece.
 *
 * @param {number} terms number of coefficients per polynomial
 */
export function pieceNumbers(terms) {
    return 3 * terms + 4;
}

/**
 * Returns the numbers of piece k.
 *
 * @param {Pieces} pieces
 * @param {number} k
 */
function pieceAt({ numbers, terms }, k) {
    const stride = pieceNumbers(terms);
    return numbers.subarray(k * stride, (k + 1) * stride);
}

/** Returns the number of pieces. @param {Pieces} pieces */
function countPieces({ numbers, terms }) {
    return numbers.length / pieceNumbers(terms);
}

/**
 * A motion of a body that moves and turns: piecewise polynomials of time. An instance's `motion` makes it, and
 * it is usable with that instance only. It is immutable and keeps its memory until `free` is called or it is
 * garbage collected.
 *
 * @hideconstructor
 */
export class Motion {
    /** @type {Core} */ #core;
    #lifetime;

    /**
     * @param {Core} core
     * @param {Pieces} pieces
     * @param {CheckedEnds} ends
     * @param {string} argument
     * @param {FaultNamer} nameFault
     */
    constructor(core, pieces, ends, argument, nameFault) {
        this.#core = core;
        /** The handle, which is never used again after `free`. @readonly */
        this.id = newMotion(core, pieces, ends, argument, nameFault);
        /** Time at which the first piece begins. @readonly */
        this.t0 = pieces.numbers[0];
        /** Time at which the last piece ends. @readonly */
        this.t1 = pieceAt(pieces, countPieces(pieces) - 1)[1];
        /** Number of pieces. @readonly */
        this.count = countPieces(pieces);
        /**
         * Highest degree of the polynomials of its pieces, 1 to 7; 1 also if all are of degree 0. A piece takes
         * 56 + 24 * degree bytes.
         *
         * @readonly
         */
        this.degree = pieces.terms - 1;
        /** Coefficients of the inflation, or null. @readonly @type {readonly number[] | null} */
        this.inflation = ends.inflation === null ? null : Object.freeze([...ends.inflation]);
        Object.freeze(this);
        this.#lifetime = new Lifetime(this, core, this.id, 'motion');
    }

    /**
     * Returns the position of the body's origin and its angle in radians, not reduced to one turn. O(log
     * count).
     *
     * @param {number} t finite
     * @returns {MotionPose | null} null when the body does not exist at that time
     */
    pose(t) {
        return readPose(this.#core, this.#lifetime.getHandle('motion'), checkNumber(t, 't'));
    }

    /**
     * Returns bounds of the position and of its derivatives over a range of time. O(count).
     *
     * @param {number} [from] default `t0`
     * @param {number} [to] at least `from`; default `t1`
     * @param {Shape} [shape] shape whose points `pointSpeed` and `pointAcceleration` bound; default: the origin
     *   alone
     * @returns {MotionBounds}
     * @throws {GrazeError} `out-of-order` when `to` is before `from`
     */
    bounds(from = this.t0, to = this.t1, shape) {
        checkTimeRange(from, to);
        const handle = shape === undefined ? 0 : Shape.handle(this.#core, shape, 'shape');
        return readBounds(this.#core, this.#lifetime.getHandle('motion'), from, to, handle);
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
     * Throws if one of two motions has an inflation, for queries that do not support it.
     *
     * @param {unknown} motionA
     * @param {unknown} motionB
     */
    static refuseInflation(motionA, motionB) {
        Object.entries({ motionA, motionB }).forEach(([argument, motion]) => {
            if (!Motion.isMotion(motion) || motion.inflation === null) return;
            throw argumentError('wrong-type', argument, 'a motion without inflation', motion);
        });
    }

    /**
     * @internal
     * Returns whether a value is a motion of any instance. The check is by its private field, which an object that
     * only resembles a motion does not have.
     *
     * @param {unknown} value
     * @returns {value is Motion}
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
        if (!Motion.isMotion(motion)) throw ownershipError(motion, 'motion', false, argument);
        if (motion.#core !== core) throw ownershipError(motion, 'motion', true, argument);
        return motion.#lifetime.getHandle(argument);
    }
}

/**
 * @param {Core} core
 * @param {Pieces} pieces
 * @param {CheckedEnds} ends
 * @param {string} argument argument that the pieces come from
 * @param {FaultNamer} nameFault
 * @returns {number} the handle
 */
function newMotion(core, pieces, ends, argument, nameFault) {
    const { before, after, inflation } = ends;
    return core.run(() => {
        const count = countPieces(pieces);
        const stage = calls.motionStage(core, count, pieces.terms);
        if (stage === 0) throw core.faultError(argument);
        core.memory.float64.set(pieces.numbers, stage >> 3);
        const [r0, r1 = 0, r2 = 0, r3 = 0, r4 = 0, r5 = 0] = inflation ?? [0];
        const terms = /** @type {const} */ ([r0, r1, r2, r3, r4, r5]);
        const handle = calls.motionNew(core, stage, count, before, after, ...terms);
        if (handle === 0) throw pieceError(core, pieces, inflation, argument, nameFault);
        return handle >>> 0;
    });
}

/**
 * Formats the pose at time s after the beginning of a piece: x and y of the body's origin, and the angle. This
 * is for a message, so rounding does not matter.
 *
 * @param {Float64Array} piece numbers of one piece
 * @param {number} s
 */
function formatPose(piece, s) {
    const terms = (piece.length - 4) / 3;
    const [x, y, angle] = [2, 2 + terms, 2 + 2 * terms].map((first) =>
        piece.slice(first, first + terms).reduceRight((sum, term) => sum * s + term, 0),
    );
    const [px, py] = piece.slice(-2);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return `(${x - cos * px + sin * py}, ${y - sin * px - cos * py}, ${angle})`;
}

/**
 * @param {Core} core
 * @param {Pieces} pieces
 * @param {Float64Array | null} inflation
 * @param {string} argument
 * @param {FaultNamer} nameFault
 */
function pieceError(core, pieces, inflation, argument, nameFault) {
    const { code, index } = core.readFault();
    if (inflation !== null && index === countPieces(pieces)) {
        const text = `inflation must be at least 0 throughout the motion, got coefficients ${inflation.join(', ')}`;
        return new GrazeError(code, text, { argument: 'inflation', value: [...inflation] });
    }
    const { terms } = pieces;
    return pieceFaultError(core, argument, nameFault, {
        at: (k) => pieceAt(pieces, k),
        fields: [...TIME_FIELDS, ...AXES.map((axis) => axisField(axis, terms)), PIVOT, PIVOT],
        describeJump(previous, piece) {
            const end = formatPose(previous, previous[1] - previous[0]);
            return `jumps from ${end} to ${formatPose(piece, 0)}`;
        },
    });
}

/**
 * @param {Core} core
 * @param {number} motion
 * @param {number} t
 * @returns {MotionPose | null}
 */
function readPose(core, motion, t) {
    const isPresent = calls.motionPose(core, motion, t);
    if (isPresent < 0) throw core.faultError('motion');
    if (isPresent === 0) return null;
    const doubles = core.memory.float64;
    const base = core.result >> 3;
    return {
        x: doubles[base + PLACE.x],
        y: doubles[base + PLACE.y],
        angle: doubles[base + PLACE.angle],
    };
}

/**
 * @param {Core} core
 * @param {number} motion
 * @param {number} from
 * @param {number} to
 * @param {number} shape handle of a shape, or 0
 */
function readBounds(core, motion, from, to, shape) {
    if (calls.motionBounds(core, motion, from, to, shape) !== 0) {
        throw core.faultError(['shape', 'motion'][core.readFault().index]);
    }
    const doubles = core.memory.float64;
    const base = core.result >> 3;
    /** @type {(lo: number, hi: number) => [lo: number, hi: number]} */
    const range = (lo, hi) => [doubles[base + lo], doubles[base + hi]];
    return {
        x: range(MOTION_BOUNDS.minX, MOTION_BOUNDS.maxX),
        y: range(MOTION_BOUNDS.minY, MOTION_BOUNDS.maxY),
        angle: range(MOTION_BOUNDS.minAngle, MOTION_BOUNDS.maxAngle),
        speed: doubles[base + MOTION_BOUNDS.speed],
        acceleration: doubles[base + MOTION_BOUNDS.acceleration],
        angularVelocity: doubles[base + MOTION_BOUNDS.angularVelocity],
        angularAcceleration: doubles[base + MOTION_BOUNDS.angularAcceleration],
        pointSpeed: doubles[base + MOTION_BOUNDS.pointSpeed],
        pointAcceleration: doubles[base + MOTION_BOUNDS.pointAcceleration],
    };
}
