import { coreOf } from '../core/facade.js';
import { createMotionFactory } from './factory.js';
import { PLANE } from './form.js';
import { createMovingPairBatch } from './moving_pair_batch.js';
import * as queries from './queries.js';

/**
 * @import { Core } from '../core/core.js'
 * @import { Shape } from '../static/shape.js'
 * @import { Motion } from './motion.js'
 * @import { MovingPairBatch } from './moving_pair_batch.js'
 * @import { AtMostOption, Clearance, ContactInterval, DelayOptions, FirstContact, ListOptions, MotionFactory, MotionOptions, MovingPairOptions, UnsafeDelays } from './types.js'
 */

/**
 * The queries on bodies that move and turn. Shapes and motions must be those of the instance
 * (`foreign-handle`) and alive (`stale-handle`). No query samples instants only: each step is backed by a bound
 * on the motion of the bodies in between, however fast they spin. An iteration is O(n + m) for shapes of n and
 * m vertices. `to` before `from` is `out-of-order`.
 *
 * @hideconstructor
 */
export class MotionQueries {
    /**
     * Makes motions from their pieces, or by constructors such as `motion.linear`.
     *
     * @type {MotionFactory}
     * @readonly
     */
    motion = /** @type {any} */ (undefined);

    /**
     * @internal
     * Returns what an instance has besides the methods.
     *
     * @param {Core} core
     */
    static properties(core) {
        return { motion: createMotionFactory(core) };
    }

    /**
     * Returns the first contact of two moving bodies, by default also a touch: a bracket before which there is
     * no contact. With `touching: 'allowed'` the answer is the first overlap. Typically 3 to 10 iterations, at
     * most maxIterations + 512. The method is conservative advancement (Mirtich, "Impulse-based Dynamic
     * Simulation of Rigid Body Systems", 1996, 2.3) with bounds of second order, derived in
     * src/motion/separation_bound.h.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Motion} motionA
     * @param {Motion} motionB
     * @param {MotionOptions} [options]
     * @param {FirstContact} [out] an earlier answer, which is overwritten and returned
     * @returns {FirstContact}
     */
    firstContact(a, b, motionA, motionB, options, out) {
        return queries.firstContact(coreOf(this), PLANE, a, b, motionA, motionB, options, out);
    }

    /**
     * Returns the time from `from` to the first possible contact, by default also a touch: lo - from, as
     * `firstContact` finds it. Cost as `firstContact`.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Motion} motionA
     * @param {Motion} motionB
     * @param {MotionOptions} [options]
     * @returns {number} Infinity when they never meet
     */
    timeToCollision(a, b, motionA, motionB, options) {
        return queries.timeToCollision(coreOf(this), PLANE, a, b, motionA, motionB, options);
    }

    /**
     * Returns all intervals of contact, by default also of touches, in time order. Contacts whose gap lasts
     * less than half the tolerance, or is nowhere wider than twice the distanceTolerance, may be one interval:
     * {@link ContactInterval} describes the inside of an interval. At most maxIterations + 1024 iterations, and
     * two to three times that for more than 64 intervals, as the list grows.
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
        return queries.contactIntervals(coreOf(this), PLANE, a, b, motionA, motionB, options);
    }

    /**
     * Returns the unsafe delays of A: those x with which the two meet, or touch by default, at some time when A's whole motion,
     * with its endings, happens x later. The intervals are ascending; two of them that are less than the tolerance apart, or
     * whose gap is nowhere wider than the distanceTolerance, may be reported as one. Typically 50 to 300 iterations for each,
     * at most maxIterations + 512 in all. The method is branch and bound over delay and time, derived in
     * src/motion/separation_bound.h.
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
        return queries.unsafeMotionDelays(coreOf(this), PLANE, a, b, motionA, motionB, options);
    }

    /**
     * Returns the least separation of two moving bodies, or their greatest depth, to within the
     * distanceTolerance, unless the iterations are used up first or bodies of several parts overlap, as `status`
     * reports. With `atMost`, bodies that stay farther apart take no more than a search for their first contact.
     * The method is branch and bound, with at most maxIterations + 512 iterations, and 256 penetrations of bodies of
     * several parts that overlap.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Motion} motionA
     * @param {Motion} motionB
     * @param {Omit<MotionOptions, 'tolerance' | 'touching'> & AtMostOption} [options]
     * @returns {Clearance}
     */
    clearance(a, b, motionA, motionB, options) {
        return queries.clearance(coreOf(this), PLANE, a, b, motionA, motionB, options);
    }

    /**
     * Returns the signed separation (negative: minus the depth of penetration, of shapes of several parts that of
     * their union) at each of some times, in any order. O(n + m + log of the pieces) each; for shapes of several
     * parts the cost of `penetration`.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Motion} motionA
     * @param {Motion} motionB
     * @param {ArrayLike<number>} times finite, at most 2^24
     * @returns {Float64Array} Infinity where one of the two does not exist
     */
    separationsAt(a, b, motionA, motionB, times) {
        return queries.separationsAt(coreOf(this), PLANE, a, b, motionA, motionB, times);
    }

    /**
     * Creates a batch of moving bodies over shared buffers. O(capacity). It takes 118 bytes per body, 8
     * per pair, 54 for each of the more numerous of the two, and 56 + 24 * degree (176 for the default degree, 5) per
     * piece, of at most 2^31 in an instance; a larger batch is `out-of-memory`, and the message gives the number of
     * bytes it would take.
     *
     * @param {number} capacity maximum number of bodies, 1 to 2^24
     * @param {MovingPairOptions} [options]
     * @returns {MovingPairBatch}
     */
    movingPairs(capacity, options) {
        return createMovingPairBatch(coreOf(this), capacity, options);
    }
}
