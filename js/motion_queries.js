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
 * What is asked of two moving bodies.
 *
 * @typedef {object} MotionOptions
 * @property {number} [from] beginning of the time that the query is about, which is cut to when both are there. Default: all
 *   of that, and where both hold their ends from the earlier beginning of the two motions to the later end. A body that
 *   holds one place, at all times, does not count there: `still()` does not bring time 0 into a query on Unix time
 * @property {number} [to] at least `from`
 * @property {number} [tolerance] maximum bracket width, in time: at least 8 ulps of the latest time at which one of them moves
 *   (in Unix milliseconds 0.002, in Unix seconds 2e-6), or it is refused. Default: the larger of that and a billionth of the
 *   time in which one of them moves
 * @property {number} [distanceTolerance] how far from contact still counts as a graze, a length, at least 0: no deeper overlap
 *   is ever missed. A billionth of the larger shape (its farthest vertex' coordinate, and its radius) unless said
 * @property {number} [maxIterations] maximum number of iterations, 1 to 2^30. Default: 4096, and 512 for each piece of both motions;
 *   where those are used up, 256 more for each turn of both bodies, or for all delays of a pair together 2^16 and
 *   1024 (1 + turns of one) (1 + turns of the other) more; at most 2^20
 */

/**
 * The limit of an answer's length.
 *
 * @typedef {object} ListLimit
 * @property {number} [maxIntervals] maximum number of intervals or contacts in the answer, a whole number from 1 to 2^24;
 *   default 65536. Where there are more the call ends as soon as it has found one too many, with a GrazeError
 *   `too-many-intervals`
 */

/**
 * Options of a query of two moving bodies whose answer is a list.
 *
 * @typedef {MotionOptions & ListLimit} ListOptions
 */

/**
 * How a first contact is found.
 *
 * @typedef {object} ContactMethod
 * @property {typeof CONTACT_METHODS[number]} [method] 'certified' (the default), or 'conservative' (advancement by
 *   distance over speed: certified too, and slow); for study 'bcda' and 'pcda' (Hong), which can miss a contact or find a
 *   later one
 */

/**
 * What is asked of a first contact, and how it is found.
 *
 * @typedef {MotionOptions & ContactMethod} FirstContactOptions
 */

/**
 * 'free': they never meet; 'hit': no contact before the bracket, overlap at its end; 'grazing': in the bracket they
 * overlap no deeper than the distanceTolerance and are no further apart than twice that, but for less than half the tolerance at a time;
 * whether they touch, rounding cannot tell; 'overlapping': they overlap at `from` already; 'undecided': the budget is used up, no contact before the bracket,
 * unknown from there.
 *
 * @typedef {typeof CONTACT_STATUSES[number]} ContactStatus
 */

/**
 * When two moving bodies first meet, and how. All null when free, but for `status` and `iterations`.
 *
 * @typedef {object} FirstContact
 * @property {ContactStatus} status what became of them: see {@link ContactStatus}
 * @property {[lo: number, hi: number] | null} time no contact before lo; hi - lo is at most the tolerance for a
 *   hit
 * @property {number | null} separation signed separation at lo: negative for an overlap
 * @property {Point | null} pointA at lo, world frame, as of Distance or, for an overlap, Penetration
 * @property {Point | null} pointB see pointA
 * @property {Point | null} normal unit, from A towards B
 * @property {Feature | null} featureA what part of A's core is nearest then
 * @property {Feature | null} featureB what part of B's
 * @property {number} iterations places of the two bodies that were looked at
 */

/**
 * An interval of contact. From the end of one to the beginning of the next (`end[1]` to `begin[0]`) there is no contact. An
 * interval can hold several contacts and gaps between them: in such a gap the bodies are nowhere further apart than twice the
 * distanceTolerance (rounding of the poses taking its place where that is larger), or are so only for less than half the tolerance at a
 * time. Where they are further apart than that for half the tolerance or longer, it parts two intervals.
 *
 * @typedef {object} ContactInterval
 * @property {'hit' | 'grazing' | 'undecided'} status 'hit': they overlap; 'grazing': they only come within the distanceTolerance of
 *   touching; 'undecided': contact at its beginning, unknown behind
 * @property {[lo: number, hi: number]} begin between which times it begins; both `from` where that cuts it off
 * @property {[lo: number, hi: number]} end between which it ends; both `to` where that cuts it off
 */

/**
 * When a method looked.
 *
 * @typedef {object} ContactEvaluations
 * @property {number[]} evaluations times at which the bodies were looked at, in that order, `iterations` of them but at
 *   most 65,536
 */

/**
 * A first contact, and how a method came to it.
 *
 * @typedef {FirstContact & ContactEvaluations} ContactTrace
 */

/**
 * A stretch of time.
 *
 * @typedef {object} TimeRange
 * @property {number} [from] its beginning; unless said, that of all that can matter
 * @property {number} [to] its end, at least `from`
 */

/**
 * What is asked of delays.
 *
 * @typedef {object} DelayOptions
 * @property {number} [from] the least delay asked about, in time; unless said all delays are
 * @property {number} [to] at least `from`
 * @property {TimeRange} [time] the time asked about; all unless said
 * @property {number} [tolerance] maximum bracket width, in time: at least 8 ulps of the largest delay that changes anything, or
 *   it is refused. Default: the larger of that and a billionth of the range of delays that change anything
 * @property {number} [distanceTolerance] as in MotionOptions
 * @property {number} [maxIterations] maximum number of iterations for each interval and each gap between two; default as in
 *   MotionOptions
 * @property {number} [maxIntervals] as in ListLimit
 */

/**
 * An interval of delays with which two moving bodies meet.
 *
 * @typedef {object} UnsafeDelays
 * @property {'hit' | 'grazing' | 'undecided'} status 'hit': with each delay from begin[1] to end[0] they overlap, but in gaps
 *   that are left out (see unsafeMotionDelays); 'grazing': with none are they known to, and with none are they deeper than the
 *   distanceTolerance: both brackets are all of it; 'undecided': the budget is used up, unknown in a bracket wider than the
 *   tolerance and from end[0] on
 * @property {[lo: number, hi: number]} begin between which delays it begins: all before are free. -Infinity where
 *   however little A is delayed they meet
 * @property {[lo: number, hi: number]} end between which it ends, Infinity where however much
 */

/**
 * How far a clearance is certified. 'certified': hi - lo is at most the distanceTolerance, or four times the rounding of the bodies'
 * places where that is more; 'undecided': the budget is used up, and lo is the best bound that was found, never less than
 * minus the largest depth that bodies of that size can have.
 *
 * @typedef {typeof CLEARANCE_STATUSES[number]} ClearanceStatus
 */

/**
 * How near two moving bodies come. `time`, points and normal are null when the two are never there together.
 *
 * @typedef {object} Clearance
 * @property {[lo: number, hi: number]} separation between which numbers the least signed separation is (negative:
 *   minus the depth of penetration); [Infinity, Infinity] when never there together
 * @property {ClearanceStatus} status see {@link ClearanceStatus}
 * @property {number | null} time when hi is reached, to within an ulp of the clock
 * @property {Point | null} pointA at that time, as for FirstContact
 * @property {Point | null} pointB see pointA
 * @property {Point | null} normal unit, from A towards B
 * @property {number} iterations evaluations of the separation
 */

/**
 * How large a batch of moving bodies is.
 *
 * @typedef {object} MovingPairOptions
 * @property {number} [pieces] how many pieces of motions fit, of all bodies together, 1 to 2^24; as many as bodies
 *   unless given
 * @property {number} [pairs] how many pairs fit, 1 to 2^24; as many as bodies unless given
 */

const FIRST_KEYS = [...MOTION_OPTION_KEYS, 'method'];

/**
 * What an instance can be asked about bodies that move and turn. Shapes and motions must be its own
 * (`foreign-handle`) and alive (`stale-handle`). Nothing is asked of single instants only: each step is backed by a
 * bound on what the bodies do in between, however fast they spin. An iteration is O(n + m) for shapes of n and m
 * vertices. `to` before `from` is `out-of-order`.
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
         * Makes motions: of their segments, or by `motion.linear` and its like.
         *
         * @type {MotionFactory}
         * @readonly
         */
        this.motion = createMotionFactory(core);
    }

    /**
     * When two moving bodies first meet: a bracket that no contact lies before. Typically 3 to 10 iterations, at most
     * maxIterations + 512. Source: Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996, 2.3, for
     * 'conservative'; Hong, "A New Algorithm for Detecting the Collision of Moving Objects", for 'bcda' and
     * 'pcda'; 'certified', of second order, is derived in src/motion/separation_bound.h.
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
     * `firstContact`, and the times at which it looked at the bodies, in that order: how a method goes about it, for
     * teaching and for looking at. From one to the next a method has shown that there is no contact (as far as
     * 'bcda' and 'pcda' show anything); the certified ones also look ahead, and at where they expect it. Cost as
     * `firstContact`.
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
     * How long it takes from `from` until the first contact can be: lo - from, as `firstContact` finds it. Cost as
     * `firstContact`.
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
     * Returns all intervals of contact, in time order. Contacts with a gap between them of less than half the tolerance, or
     * nowhere wider than twice the distanceTolerance, may be one interval: {@link ContactInterval} says what holds inside of it. At most
     * maxIterations + 512 iterations for each interval, and two to three times that in all, as the list grows.
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
     * The unsafe delays of A: those x with which the two meet at some time, when A's whole motion, with its
     * endings, happens x later. Intervals, ascending; two less than the tolerance, or nowhere more than the distanceTolerance, apart
     * may be reported as one. Typically 50 to 300 iterations for each, at most 2 maxIterations for each and for each gap between
     * two. By branch and bound over delay and time: derived in src/motion/separation_bound_2d.h.
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
     * Computes how near two moving bodies come, or how deep into each other, to within the distanceTolerance unless the budget ends
     * first, as `status` says. By branch and bound, at most maxIterations + 512 iterations.
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
     * The signed separation (negative: minus the depth of penetration) at each of some times, in any order.
     * O(n + m + log of the pieces) each.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Motion} motionA
     * @param {Motion} motionB
     * @param {ArrayLike<number>} times finite, at most 2^24
     * @returns {Float64Array} Infinity where one of the two is not there
     */
    separationsAt(a, b, motionA, motionB, times) {
        const pair = this.#pairHandles(a, b, motionA, motionB);
        return separationsAt(this.#core, pair, checkNumbers(times, 'times', 0, MAX_RECORDS));
    }

    /**
     * A batch of moving bodies over shared buffers. O(capacity). 67 bytes per body, 176 per piece and 25 per pair, of at most
     * 2^31 in an instance; more is `out-of-memory`, and the message says how many bytes it would take.
     *
     * @param {number} capacity how many bodies, 1 to 2^24
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
     * @returns {MovingPair} in the order of the module
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
