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
 * Pose of a moving body, usable as a Pose.
 *
 * @typedef {object} MotionPose
 * @property {number} x x of the body's origin, in the world
 * @property {number} y y of the body's origin, in the world
 * @property {number} angle angle, radians, not reduced to one turn
 */

/**
 * Bounds of a motion over a range of time, never too narrow.
 *
 * @typedef {object} MotionBounds
 * @property {[lo: number, hi: number]} x x of the body's origin; where pieces have a pivot, of the pivot
 * @property {[lo: number, hi: number]} y y of the same point
 * @property {[lo: number, hi: number]} angle angle, radians, not reduced to one turn
 * @property {number} speed maximum speed of that point
 * @property {number} acceleration maximum acceleration of that point
 * @property {number} angularVelocity maximum magnitude, radians per unit of time
 * @property {number} angularAcceleration maximum magnitude, radians per unit of time squared
 * @property {number} pointSpeed maximum speed of any point of the shape's core (the shape without its radius)
 * @property {number} pointAcceleration maximum acceleration of any point of the shape's core
 */

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
     * @param {readonly number[]} endings
     * @param {string} argument
     */
    constructor(core, pieces, endings, argument) {
        this.#core = core;
        /** The handle, which is never used again after `free`. @readonly */
        this.id = newMotion(core, pieces, endings, argument);
        /** Time at which the first piece begins. @readonly */
        this.t0 = pieces[PIECE.t0];
        /** Time at which the last piece ends. @readonly */
        this.t1 = pieces[pieces.length - PIECE_NUMBERS + PIECE.t1];
        /** Number of pieces. @readonly */
        this.count = pieces.length / PIECE_NUMBERS;
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
        return motionPose(this.#core, this.#lifetime.getHandle('motion'), checkNumber(t, 't'));
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
        return motionBounds(this.#core, this.#lifetime.getHandle('motion'), from, to, handle);
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
 * @param {unknown} from
 * @param {unknown} to
 */
function checkTimeRange(from, to) {
    if (from !== undefined) checkNumber(from, 'from');
    if (to !== undefined) checkNumber(to, 'to');
    if (/** @type {number} */ (to) < /** @type {number} */ (from)) {
        throw new GrazeError('out-of-order', `to must be at least from (${from}), got ${to}`, {
            argument: 'to',
            value: to,
        });
    }
}

/** Keys of the options of a query of moving bodies. */
export const MOTION_OPTION_KEYS = ['from', 'to', 'tolerance', 'distanceTolerance', 'maxIterations'];

/** Value that selects the default of the core, which depends on the motions. */
const DEFAULT_MAX_ITERATIONS = 0;
/** Its sum with the iterations that the core adds fits a signed integer of 32 bits. */
const MAX_ITERATIONS = 2 ** 30;

/**
 * Checks the options of a query of moving bodies and returns them in the order of CheckedOptions.
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
 * Checks the options of a query of delays: `from` and `to` bound the delays, those of `time` the times.
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
