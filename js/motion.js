import {
    checkChoice,
    checkCount,
    checkMaxIntervals,
    checkNumber,
    checkOptions,
} from './arguments.js';
import { motionBounds, motionPose, newMotion, PIECE_NUMBERS } from './bind_motion.js';
import { GrazeError } from './errors.js';
import { Lifetime, ownershipError } from './handle_lifetime.js';
import { CONTACT_METHODS, PIECE } from './layout.js';
import { Shape } from './shape.js';

/**
 * @import { Core } from './bind.js'
 * @import { CheckedOptions, CheckedListOptions, Pieces } from './bind_motion.js'
 */

/**
 * Where a moving body is: as a Pose.
 *
 * @typedef {object} MotionPose
 * @property {number} x of the body's origin, in the world
 * @property {number} y of the body's origin
 * @property {number} angle heading, radians, not reduced to one turn
 */

/**
 * Bounds of a motion over a stretch of time, never too narrow.
 *
 * @typedef {object} MotionBounds
 * @property {[lo: number, hi: number]} x of the body's origin; where pieces have a pivot, of the pivot
 * @property {[lo: number, hi: number]} y of the same point
 * @property {[lo: number, hi: number]} angle the heading, radians, not reduced to one turn
 * @property {number} speed largest of that point
 * @property {number} acceleration largest of that point
 * @property {number} angularVelocity largest magnitude, radians a unit of time
 * @property {number} angularAcceleration largest magnitude, radians a unit of time squared
 * @property {number} pointSpeed largest of any point of the shape's core (the shape without its radius)
 * @property {number} pointAcceleration largest of any point of the shape's core
 */

/**
 * How a body moves and turns: polynomials of time, piece by piece. Made by an instance's `motion`, and usable
 * with that instance only. Immutable; it keeps its memory until `free`, or until it is forgotten and collected.
 *
 * @hideconstructor
 */
export class Motion {
    /** @type {Core} */ #core;
    #lifetime;

    /**
     * @param {Core} core
     * @param {Pieces} pieces
     * @param {readonly number[]} endings
     * @param {string} argument
     */
    constructor(core, pieces, endings, argument) {
        this.#core = core;
        /** The handle. Never used again after `free`. @readonly */
        this.id = newMotion(core, pieces, endings, argument);
        /** When the first piece begins. @readonly */
        this.t0 = pieces[PIECE.t0];
        /** When the last piece ends. @readonly */
        this.t1 = pieces[pieces.length - PIECE_NUMBERS + PIECE.t1];
        /** How many pieces it has. @readonly */
        this.count = pieces.length / PIECE_NUMBERS;
        Object.freeze(this);
        this.#lifetime = new Lifetime(this, core, this.id, 'motion');
    }

    /**
     * Where the body's origin is, and its heading in radians, not reduced to one turn. O(log count).
     *
     * @param {number} t finite
     * @returns {MotionPose | null} null when the body is not there
     */
    pose(t) {
        return motionPose(this.#core, this.#lifetime.getHandle('motion'), checkNumber(t, 't'));
    }

    /**
     * How far and how fast it moves in a stretch of time. O(count).
     *
     * @param {number} [from] `t0` unless said
     * @param {number} [to] at least `from`; `end` unless said
     * @param {Shape} [shape] whose points `pointSpeed` and `pointAcceleration` are of: the origin alone unless
     *   said
     * @returns {MotionBounds}
     * @throws {GrazeError} `out-of-order` when `to` is before `from`
     */
    bounds(from = this.t0, to = this.t1, shape) {
        checkTimeRange(from, to);
        const handle = shape === undefined ? 0 : Shape.handle(this.#core, shape, 'shape');
        return motionBounds(this.#core, this.#lifetime.getHandle('motion'), from, to, handle);
    }

    /** Gives the memory back. Using the motion afterwards is an error (`stale-handle`); freeing it again does nothing. */
    free() {
        this.#lifetime.free(this);
    }

    /** `free`, for `using`. */
    [Symbol.dispose]() {
        this.free();
    }

    /**
     * @internal
     * Returns whether a value is a motion, of any instance: by its private field, which nothing that only looks like one has.
     *
     * @param {unknown} value
     * @returns {value is Motion}
     */
    static isMotion(value) {
        return typeof value === 'object' && value !== null && #core in value;
    }

    /**
     * @internal
     * The handle of a motion that belongs to an instance.
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
 * @param {unknown} from
 * @param {unknown} to
 */
function checkTimeRange(from, to) {
    if (from !== undefined) checkNumber(from, 'from');
    if (to !== undefined) checkNumber(to, 'to');
    if (/** @type {number} */ (to) < /** @type {number} */ (from)) {
        throw new GrazeError('out-of-order', `to must be at least from (${from}), not ${to}`, {
            argument: 'to',
            value: to,
        });
    }
}

/** What is asked of moving bodies. */
export const MOTION_OPTION_KEYS = ['from', 'to', 'tolerance', 'distanceTolerance', 'maxIterations'];

/** Stands for the default of the core, which depends on the motions. */
const DEFAULT_MAX_ITERATIONS = 0;
/** The sum with what the core adds is a number of 32 bits. */
const MAX_ITERATIONS = 2 ** 30;

/**
 * The options of a query of moving bodies, checked, in their order.
 *
 * @param {unknown} options
 * @param {readonly string[]} keys
 * @returns {CheckedOptions}
 */
export function checkMotionOptions(options, keys) {
    const { from, to, tolerance, distanceTolerance, maxIterations, method } = checkOptions(
        options,
        'options',
        keys,
    );
    checkTimeRange(from, to);
    if (tolerance !== undefined) checkNumber(tolerance, 'tolerance', Number.MIN_VALUE);
    if (distanceTolerance !== undefined) checkNumber(distanceTolerance, 'distanceTolerance', 0);
    return [
        /** @type {number} */ (from ?? Number.NaN),
        /** @type {number} */ (to ?? Number.NaN),
        /** @type {number} */ (tolerance ?? Number.NaN),
        /** @type {number} */ (distanceTolerance ?? Number.NaN),
        maxIterations === undefined
            ? DEFAULT_MAX_ITERATIONS
            : checkCount(maxIterations, 'maxIterations', 1, MAX_ITERATIONS),
        method === undefined ? 0 : checkChoice(method, 'method', CONTACT_METHODS),
    ];
}

/** Keys of the options of a query of moving bodies whose answer is a list. */
export const LIST_OPTION_KEYS = [...MOTION_OPTION_KEYS, 'maxIntervals'];

/**
 * Checks the options of a query of moving bodies whose answer is a list.
 *
 * @param {unknown} options
 * @returns {CheckedListOptions}
 */
export function checkListOptions(options) {
    const { maxIntervals, ...rest } = checkOptions(options, 'options', LIST_OPTION_KEYS);
    return {
        checked: checkMotionOptions(rest, MOTION_OPTION_KEYS),
        maxIntervals: checkMaxIntervals(maxIntervals),
    };
}

/**
 * Checks the options of a query of delays.
 *
 * @param {unknown} options
 */
export function checkDelayOptions(options) {
    const { time, ...rest } = checkOptions(options, 'options', [...LIST_OPTION_KEYS, 'time']);
    const { checked: given, maxIntervals } = checkListOptions(rest);
    const [minDelay, maxDelay, tolerance, distanceTolerance, maxIterations, method] = given;
    const times = checkOptions(time, 'time', ['from', 'to']);
    const [from, to] = checkMotionOptions(times, ['from', 'to']);
    /** @type {CheckedOptions} */
    const checked = [from, to, tolerance, distanceTolerance, maxIterations, method];
    /** @type {readonly [from: number, to: number]} */
    const delays = [minDelay, maxDelay];
    return { checked, delays, maxIntervals };
}
