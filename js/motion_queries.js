import { checkCount, checkNumbers, checkOptions, MAX_RECORDS } from './arguments.js';
import {
    clearance,
    contactIntervals,
    firstContact,
    separationsAt,
    timeToCollision,
    traceContact,
    unsafeMotionDelays,
} from './bind_motion.js';
import { GrazeError } from './errors.js';
import {
    checkDelayOptions,
    checkListOptions,
    checkMotionOptions,
    MOTION_OPTION_KEYS,
    Motion,
} from './motion.js';
import { createMotionFactory } from './motion_factory.js';
import { MovingPairBatch } from './moving_pair_batch.js';
import { Shape } from './shape.js';
import { StaticGraze } from './static_graze.js';

/**
 * @import { Core, Feature } from './bind.js'
 * @import { MovingPair } from './bind_motion.js'
 * @import { Point } from './static_graze.js'
 * @import { CLEARANCE_STATUSES, CONTACT_METHODS, CONTACT_STATUSES } from './layout.js'
 * @import { MotionFactory } from './motion_factory.js'
 */

/**
 * Options of a query of two moving bodies.
 *
 * @typedef {object} MotionOptions
 * @property {number} [from] beginning of the queried time, which is cut to the time in which both bodies exist.
 *   Default: all of that time and, where both stay at their ends, from the earlier beginning of the two motions
 *   to the later end. A body that stays in one place forever does not count there: `static()` does not bring
 *   time 0 into a query on Unix time
 * @property {number} [to] end of the queried time, at least `from`
 * @property {number} [tolerance] maximum bracket width, in time: at least 8 ulps of the latest time at which
 *   one of them moves (in Unix milliseconds 0.002, in Unix seconds 2e-6); a smaller one is an error. Default:
 *   the larger of that and a billionth of the time in which one of them moves
 * @property {number} [distanceTolerance] distance from contact that still counts as grazing, a length, at least
 *   0: no deeper overlap is ever missed. Default: a billionth of the larger shape (its farthest vertex'
 *   coordinate, and its radius)
 * @property {number} [maxIterations] maximum number of iterations, 1 to 2^30. Default: 4096, plus 512 for each
 *   piece of both motions; where those are used up, 256 more for each turn of both bodies, or for all delays of
 *   a pair together 2^16 plus 1024 (1 + turns of one) (1 + turns of the other) more; at most 2^20
 */

/**
 * Limit of the length of an answer.
 *
 * @typedef {object} ListLimit
 * @property {number} [maxIntervals] maximum number of intervals or contacts in the answer, a whole number from
 *   1 to 2^24; default 65536. The call ends as soon as it finds more, with a GrazeError `too-many-intervals`
 */

/**
 * Options of a query of two moving bodies whose answer is a list.
 *
 * @typedef {MotionOptions & ListLimit} ListOptions
 */

/**
 * Method of a first contact.
 *
 * @typedef {object} ContactMethod
 * @property {typeof CONTACT_METHODS[number]} [method] 'certified' (default), or 'conservative' (advancement by
 *   distance over speed: certified too, and slow); for study 'bcda' and 'pcda' (Hong), which can miss a contact
 *   or find a later one
 */

/**
 * Options of a first contact and its method.
 *
 * @typedef {MotionOptions & ContactMethod} FirstContactOptions
 */

/**
 * 'free': they never meet; 'hit': no contact before the bracket, overlap at its end; 'grazing': in the bracket
 * they overlap no deeper than the distanceTolerance, and they are further apart than twice that for less than
 * half the tolerance at a time; rounding cannot decide whether they touch; 'overlapping': they overlap already
 * at `from`; 'undecided': the iterations are used up, no contact before the bracket, unknown from there on.
 *
 * @typedef {typeof CONTACT_STATUSES[number]} ContactStatus
 */

/**
 * First contact of two moving bodies. When free, all fields except `status` and `iterations` are null.
 *
 * @typedef {object} FirstContact
 * @property {ContactStatus} status see {@link ContactStatus}
 * @property {[lo: number, hi: number] | null} time bracket [lo, hi] of the first contact: no contact before lo;
 *   hi - lo is at most the tolerance for a hit
 * @property {number | null} separation signed separation at lo: negative for an overlap
 * @property {Point | null} pointA point of A at lo, world frame, as in Distance or, for an overlap, Penetration
 * @property {Point | null} pointB see pointA
 * @property {Point | null} normal unit vector from A towards B
 * @property {Feature | null} featureA feature of A's core that is nearest at lo
 * @property {Feature | null} featureB feature of B's core that is nearest at lo
 * @property {number} iterations number of evaluations of the poses of the two bodies
 */

/**
 * An interval of contact. From the end of one to the beginning of the next (`end[1]` to `begin[0]`) there is no
 * contact. An interval can contain several contacts and gaps between them: in such a gap the bodies are nowhere
 * further apart than twice the distanceTolerance (or than the rounding of the poses, where that is larger), or
 * are further apart only for less than half the tolerance at a time. A gap in which they are further apart for
 * half the tolerance or longer separates two intervals.
 *
 * @typedef {object} ContactInterval
 * @property {'hit' | 'grazing' | 'undecided'} status 'hit': they overlap; 'grazing': they only come within the
 *   distanceTolerance of touching; 'undecided': contact at its beginning, unknown after it
 * @property {[lo: number, hi: number]} begin bracket of its beginning; both ends are `from` where that cuts the
 *   interval off
 * @property {[lo: number, hi: number]} end bracket of its end; both ends are `to` where that cuts the interval
 *   off
 */

/**
 * Times at which a method evaluated the bodies.
 *
 * @typedef {object} ContactEvaluations
 * @property {number[]} evaluations evaluation times in the order of the evaluations, `iterations` of them but
 *   at most 65,536
 */

/**
 * A first contact and the evaluations that found it.
 *
 * @typedef {FirstContact & ContactEvaluations} ContactTrace
 */

/**
 * A range of time.
 *
 * @typedef {object} TimeRange
 * @property {number} [from] its beginning; default: that of all time that matters
 * @property {number} [to] its end, at least `from`
 */

/**
 * Options of a query of delays.
 *
 * @typedef {object} DelayOptions
 * @property {number} [from] minimum delay of the range, in time; default: all delays
 * @property {number} [to] maximum delay, at least `from`
 * @property {TimeRange} [time] range of time in which contact counts; default: all time
 * @property {number} [tolerance] maximum bracket width, in time: at least 8 ulps of the largest delay that
 *   changes anything; a smaller one is an error. Default: the larger of that and a billionth of the range of
 *   delays that change anything
 * @property {number} [distanceTolerance] as in MotionOptions
 * @property {number} [maxIterations] maximum number of iterations for each interval and each gap between two; default as in
 *   MotionOptions
 * @property {number} [maxIntervals] as in ListLimit
 */

/**
 * An interval of delays with which two moving bodies meet.
 *
 * @typedef {object} UnsafeDelays
 * @property {'hit' | 'grazing' | 'undecided'} status 'hit': with each delay from begin[1] to end[0] they
 *   overlap, except in gaps that are left out (see unsafeMotionDelays); 'grazing': with no delay are they known
 *   to overlap, and with none deeper than the distanceTolerance: both brackets cover the whole interval;
 *   'undecided': the iterations are used up, and the answer is unknown in a bracket wider than the tolerance
 *   and from end[0] on
 * @property {[lo: number, hi: number]} begin bracket of its beginning: all delays before it are free. -Infinity
 *   where they meet for every smaller delay too
 * @property {[lo: number, hi: number]} end bracket of its end; Infinity where they meet for every larger delay
 *   too
 */

/**
 * Certainty of a clearance. 'certified': hi - lo is at most the distanceTolerance, or four times the rounding
 * of the bodies' positions where that is more; 'undecided': the iterations are used up, and lo is the best
 * bound found, never less than minus the largest depth that bodies of that size can have.
 *
 * @typedef {typeof CLEARANCE_STATUSES[number]} ClearanceStatus
 */

/**
 * Least separation of two moving bodies. `time`, points and normal are null when the two never exist at the
 * same time.
 *
 * @typedef {object} Clearance
 * @property {[lo: number, hi: number]} separation bracket [lo, hi] of the least signed separation (negative:
 *   minus the depth of penetration); [Infinity, Infinity] when they never exist at the same time
 * @property {ClearanceStatus} status see {@link ClearanceStatus}
 * @property {number | null} time time at which hi is reached, to within an ulp of the clock
 * @property {Point | null} pointA point of A at that time, as in FirstContact
 * @property {Point | null} pointB see pointA
 * @property {Point | null} normal unit vector from A towards B
 * @property {number} iterations number of evaluations of the separation
 */

/**
 * Capacity of a batch of moving bodies.
 *
 * @typedef {object} MovingPairOptions
 * @property {number} [pieces] maximum number of pieces of the motions of all bodies together, 1 to 2^24;
 *   default: the number of bodies
 * @property {number} [pairs] maximum number of pairs, 1 to 2^24; default: the number of bodies
 */

const FIRST_KEYS = [...MOTION_OPTION_KEYS, 'method'];

/**
 * An instance with the queries on bodies that move and turn. Shapes and motions must be those of the instance
 * (`foreign-handle`) and alive (`stale-handle`). No query samples instants only: each step is backed by a bound
 * on the motion of the bodies in between, however fast they spin. An iteration is O(n + m) for shapes of n and
 * m vertices. `to` before `from` is `out-of-order`.
 *
 * @hideconstructor
 */
export class MotionQueries extends StaticGraze {
    /** @type {Core} */ #core;

    /** @param {Core} core */
    constructor(core) {
        super(core);
        this.#core = core;
        /**
         * Makes motions from their pieces, or by constructors such as `motion.linear`.
         *
         * @type {MotionFactory}
         * @readonly
         */
        this.motion = createMotionFactory(core);
    }

    /**
     * Returns the first contact of two moving bodies: a bracket before which there is no contact. Typically 3
     * to 10 iterations, at most maxIterations + 512. Source: Mirtich, "Impulse-based Dynamic Simulation of
     * Rigid Body Systems", 1996, 2.3, for 'conservative'; Hong, "A New Algorithm for Detecting the Collision of
     * Moving Objects", for 'bcda' and 'pcda'; 'certified', of second order, is derived in
     * src/motion/separation_bound.h.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Motion} motionA
     * @param {Motion} motionB
     * @param {FirstContactOptions} [options]
     * @returns {FirstContact}
     */
    firstContact(a, b, motionA, motionB, options) {
        const pair = this.#pairHandles(a, b, motionA, motionB);
        return firstContact(this.#core, pair, checkMotionOptions(options, FIRST_KEYS));
    }

    /**
     * Returns the answer of `firstContact` and the times at which the method evaluated the bodies, in order,
     * for teaching and for display. From each time to the next a method has shown that there is no contact (as
     * far as 'bcda' and 'pcda' show anything); the certified methods also evaluate later times, and the time at
     * which they expect contact. Cost as `firstContact`.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Motion} motionA
     * @param {Motion} motionB
     * @param {FirstContactOptions} [options]
     * @returns {ContactTrace}
     */
    traceContact(a, b, motionA, motionB, options) {
        const pair = this.#pairHandles(a, b, motionA, motionB);
        return traceContact(this.#core, pair, checkMotionOptions(options, FIRST_KEYS));
    }

    /**
     * Returns the time from `from` to the first possible contact: lo - from, as `firstContact` finds it. Cost
     * as `firstContact`.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Motion} motionA
     * @param {Motion} motionB
     * @param {FirstContactOptions} [options]
     * @returns {number} Infinity when they never meet
     */
    timeToCollision(a, b, motionA, motionB, options) {
        const pair = this.#pairHandles(a, b, motionA, motionB);
        return timeToCollision(this.#core, pair, checkMotionOptions(options, FIRST_KEYS));
    }

    /**
     * Returns all intervals of contact, in time order. Contacts whose gap lasts less than half the tolerance,
     * or is nowhere wider than twice the distanceTolerance, may be one interval: {@link ContactInterval}
     * describes the inside of an interval. At most maxIterations + 512 iterations for each interval, and two to
     * three times that in all, as the list grows.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Motion} motionA
     * @param {Motion} motionB
     * @param {ListOptions} [options]
     * @returns {ContactInterval[]}
     * @throws {GrazeError} `too-many-intervals` where there are more than `maxIntervals`
     */
    contactIntervals(a, b, motionA, motionB, options) {
        const pair = this.#pairHandles(a, b, motionA, motionB);
        const { checked, maxIntervals } = checkListOptions(options);
        const intervals = contactIntervals(this.#core, pair, checked, maxIntervals);
        return /** @type {ContactInterval[]} */ (intervals);
    }

    /**
     * Returns the unsafe delays of A: those x with which the two meet at some time when A's whole motion, with
     * its endings, happens x later. The intervals are ascending; two of them that are less than the tolerance
     * apart, or whose gap is nowhere wider than the distanceTolerance, may be reported as one. Typically 50 to
     * 300 iterations for each, at most 2 maxIterations for each and for each gap between two. The method is
     * branch and bound over delay and time, derived in src/motion/separation_bound.h.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Motion} motionA
     * @param {Motion} motionB
     * @param {DelayOptions} [options]
     * @returns {UnsafeDelays[]}
     * @throws {GrazeError} `too-many-intervals` where there are more than `maxIntervals`
     */
    unsafeMotionDelays(a, b, motionA, motionB, options) {
        const pair = this.#pairHandles(a, b, motionA, motionB);
        const { checked, delays, maxIntervals } = checkDelayOptions(options);
        const unsafe = unsafeMotionDelays(this.#core, pair, checked, delays, maxIntervals);
        return /** @type {UnsafeDelays[]} */ (unsafe);
    }

    /**
     * Returns the least separation of two moving bodies, or their greatest depth, to within the
     * distanceTolerance unless the iterations are used up first, as `status` reports. The method is branch and
     * bound, with at most maxIterations + 512 iterations.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Motion} motionA
     * @param {Motion} motionB
     * @param {Omit<MotionOptions, 'tolerance'>} [options]
     * @returns {Clearance}
     */
    clearance(a, b, motionA, motionB, options) {
        const pair = this.#pairHandles(a, b, motionA, motionB);
        const keys = MOTION_OPTION_KEYS.filter((key) => key !== 'tolerance');
        return clearance(this.#core, pair, checkMotionOptions(options, keys));
    }

    /**
     * Returns the signed separation (negative: minus the depth of penetration) at each of some times, in any
     * order. O(n + m + log of the pieces) each.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Motion} motionA
     * @param {Motion} motionB
     * @param {ArrayLike<number>} times finite, at most 2^24
     * @returns {Float64Array} Infinity where one of the two does not exist
     */
    separationsAt(a, b, motionA, motionB, times) {
        const pair = this.#pairHandles(a, b, motionA, motionB);
        return separationsAt(this.#core, pair, checkNumbers(times, 'times', 0, MAX_RECORDS));
    }

    /**
     * Creates a batch of moving bodies over shared buffers. O(capacity). It takes 67 bytes per body, 176 per
     * piece and 25 per pair, of at most 2^31 in an instance; a larger batch is `out-of-memory`, and the message
     * gives the number of bytes it would take.
     *
     * @param {number} capacity maximum number of bodies, 1 to 2^24
     * @param {MovingPairOptions} [options]
     * @returns {MovingPairBatch}
     */
    movingPairs(capacity, options) {
        checkCount(capacity, 'capacity', 1, MAX_RECORDS);
        const given = checkOptions(options, 'options', ['pieces', 'pairs']);
        const pieces = checkCount(given.pieces ?? capacity, 'pieces', 1, MAX_RECORDS);
        const pairs = checkCount(given.pairs ?? capacity, 'pairs', 1, MAX_RECORDS);
        return new MovingPairBatch(this.#core, capacity, pieces, pairs);
    }

    /**
     * @param {Shape} a
     * @param {Shape} b
     * @param {Motion} motionA
     * @param {Motion} motionB
     * @returns {MovingPair} handles in the order of the module's arguments
     */
    #pairHandles(a, b, motionA, motionB) {
        if (Motion.isMotion(b)) {
            const text =
                'b must be a shape, not a motion: the arguments are a, b, motionA, motionB';
            throw new GrazeError('wrong-type', text, { argument: 'b', value: b });
        }
        const [handleA, handleB] = [
            Shape.handle(this.#core, a, 'a'),
            Shape.handle(this.#core, b, 'b'),
        ];
        return [
            handleA,
            Motion.handle(this.#core, motionA, 'motionA'),
            handleB,
            Motion.handle(this.#core, motionB, 'motionB'),
        ];
    }
}
