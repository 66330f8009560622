import { coreOf } from '../core/facade.js';
import * as queries from '../motion/queries.js';
import { createBoxIndex } from '../trajectory/box_index.js';
import { createSolidMotionFactory } from './factory.js';
import { SPACE } from './form.js';
import { createSolidMovingPairBatch } from './moving_pair_batch.js';
import { SolidPath } from './path.js';
import { SolidScene } from './scene.js';

/**
 * @import { Core } from '../core/core.js'
 * @import { AtMostOption, ContactInterval, DelayOptions, ListOptions, MotionOptions, UnsafeDelays } from '../motion/types.js'
 * @import { Solid } from '../solid/solid.js'
 * @import { BoxIndex } from '../trajectory/box_index.js'
 * @import { BoxIndexOptions } from '../trajectory/types.js'
 * @import { SolidMotion } from './motion.js'
 * @import { SolidMovingPairBatch } from './moving_pair_batch.js'
 * @import { SolidClearance, SolidClock, SolidFirstContact, SolidMotionFactory, SolidMovingPairOptions } from './types.js'
 */

/**
 * The queries on bodies in space that move and turn, with the arguments, options and guarantees of those in the plane. They
 * accept compounds and meshes, at the cost of the pairs of parts that come near each other. No query samples instants only: each step is backed by a bound on the motion of the bodies in
 * between, however fast they spin. Motions that both chains have in common do not count, so that two links of one arm meet
 * where their relative motion says. An iteration is O(n + m) for bodies of n and m vertices. `to` before `from` is
 * `out-of-order`.
 *
 * @hideconstructor
 */
export class SolidMotionQueries {
    /**
     * Makes motions from their pieces, or by constructors such as `motion.linear`.
     *
     * @type {SolidMotionFactory}
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
        return { motion: createSolidMotionFactory(core) };
    }

    /**
     * Returns the first contact of two moving bodies, by default also a touch: a bracket before which there is
     * no contact. With `touching: 'allowed'` the answer is the first overlap. Typically 3 to 8 iterations, at
     * most maxIterations + 512. The method is conservative advancement (Mirtich, "Impulse-based Dynamic
     * Simulation of Rigid Body Systems", 1996, 2.3) with bounds of second order along a normal that turns with the nearest
     * features, derived in src/solid/motion/separation_bound.h.
     *
     * @param {Solid} a
     * @param {Solid} b
     * @param {SolidMotion} motionA
     * @param {SolidMotion} motionB
     * @param {MotionOptions} [options]
     * @param {SolidFirstContact} [out] an earlier answer, which is overwritten and returned
     * @returns {SolidFirstContact}
     */
    firstContact(a, b, motionA, motionB, options, out) {
        return queries.firstContact(coreOf(this), SPACE, a, b, motionA, motionB, options, out);
    }

    /**
     * Returns the time from `from` to the first possible contact, by default also a touch: lo - from, as
     * `firstContact` finds it. Cost as `firstContact`.
     *
     * @param {Solid} a
     * @param {Solid} b
     * @param {SolidMotion} motionA
     * @param {SolidMotion} motionB
     * @param {MotionOptions} [options]
     * @returns {number} Infinity when they never meet
     */
    timeToCollision(a, b, motionA, motionB, options) {
        return queries.timeToCollision(coreOf(this), SPACE, a, b, motionA, motionB, options);
    }

    /**
     * Returns all intervals of contact, by default also of touches, in time order. Contacts whose gap lasts
     * less than half the tolerance, or is nowhere wider than twice the distanceTolerance, may be one interval:
     * {@link ContactInterval} describes the inside of an interval. At most maxIterations + 1024 iterations, and
     * two to three times that for more than 64 intervals, as the list grows.
     *
     * @param {Solid} a
     * @param {Solid} b
     * @param {SolidMotion} motionA
     * @param {SolidMotion} motionB
     * @param {ListOptions} [options]
     * @returns {ContactInterval[]}
     * @throws {GrazeError} `too-many-intervals` where there are more than `maxIntervals`
     */
    contactIntervals(a, b, motionA, motionB, options) {
        return queries.contactIntervals(coreOf(this), SPACE, a, b, motionA, motionB, options);
    }

    /**
     * Returns the unsafe delays of A: those x with which the two meet, or touch by default, at some time when A moves x
     * later, with the motions of its whole chain: a motion that both chains have in common moves each body at its own time.
     * The method is branch and bound over delay and time, as in the plane, with at most maxIterations + 512 iterations in
     * all; the bounds of both times are derived in src/solid/motion/delay_bound.h.
     *
     * @param {Solid} a
     * @param {Solid} b
     * @param {SolidMotion} motionA
     * @param {SolidMotion} motionB
     * @param {DelayOptions} [options]
     * @returns {UnsafeDelays[]} in ascending order
     * @throws {GrazeError} `too-many-intervals` where there are more than `maxIntervals`
     */
    unsafeMotionDelays(a, b, motionA, motionB, options) {
        return queries.unsafeMotionDelays(coreOf(this), SPACE, a, b, motionA, motionB, options);
    }

    /**
     * Returns the least separation of two moving bodies, or their greatest depth, to within the
     * distanceTolerance, unless the iterations are used up first, as `status` reports. It is the least of `separationsAt`.
     * With `atMost`, bodies that stay farther apart take no more than a search for their first contact. The method is branch
     * and bound, with at most maxIterations + 512 iterations.
     *
     * @param {Solid} a
     * @param {Solid} b
     * @param {SolidMotion} motionA
     * @param {SolidMotion} motionB
     * @param {Omit<MotionOptions, 'tolerance' | 'touching'> & AtMostOption} [options]
     * @returns {SolidClearance}
     */
    clearance(a, b, motionA, motionB, options) {
        return queries.clearance(coreOf(this), SPACE, a, b, motionA, motionB, options);
    }

    /**
     * Returns the signed separation (negative: minus the depth of penetration) at each of some times, in any order. Of
     * compounds and meshes that overlap it is minus the `lowerBound` of `penetration`: the depth of the two parts that are
     * deepest in each other, by which moving a union may not be enough. O(n + m) per round of GJK or of the polytope, and
     * O(log of the pieces) for each link.
     *
     * @param {Solid} a
     * @param {Solid} b
     * @param {SolidMotion} motionA
     * @param {SolidMotion} motionB
     * @param {ArrayLike<number>} times finite, at most 2^24
     * @returns {Float64Array} Infinity where one of the two does not exist
     */
    separationsAt(a, b, motionA, motionB, times) {
        return queries.separationsAt(coreOf(this), SPACE, a, b, motionA, motionB, times);
    }

    /**
     * Creates a batch of moving bodies over shared buffers: first contacts and clearances of pairs, of one body with
     * many, and the pairs of many bodies that may come near each other. O(capacity). It takes 62 bytes per body, 50 per pair
     * and 352 per piece, of at most 2^31 in an instance; a larger batch is `out-of-memory`, and the message gives the number
     * of bytes it would take.
     *
     * @param {number} capacity maximum number of bodies, 1 to 2^24
     * @param {SolidMovingPairOptions} [options]
     * @returns {SolidMovingPairBatch}
     */
    movingPairs(capacity, options) {
        return createSolidMovingPairBatch(coreOf(this), capacity, options);
    }

    /**
     * Creates the path of a body along its motion, in its whole chain: a box for each step of a clock. The body may be a
     * compound or a mesh. O(steps n) for n vertices while it moves; some 24 bytes per step.
     *
     * @param {Solid} shape
     * @param {SolidMotion} motion
     * @param {SolidClock} clock
     * @returns {SolidPath}
     * @throws {GrazeError} `out-of-order` for a clock whose end is not after its beginning
     */
    path(shape, motion, clock) {
        return new SolidPath(coreOf(this), shape, motion, clock);
    }

    /**
     * Creates an index over bodies along their motions: first contacts of all pairs, or of one body with all, and clearances.
     * O(n blocks), by radix sort, for n paths and blocks of 16 steps, or more for at most 1024 blocks; 216 bytes for each
     * path and block. Groups of paths and walls are of scenes in the plane alone.
     *
     * @param {readonly SolidPath[]} paths paths on one clock
     * @param {{}} [options] none: any is `unknown-option`
     * @returns {SolidScene}
     */
    scene(paths, options) {
        return new SolidScene(coreOf(this), paths, options);
    }

    /**
     * Creates an index of boxes over shared buffers: the boxes that meet one, and the pairs within reach of each other.
     * O(capacity). It takes 216 bytes per box with three axes, and 8 per pair; 32 more per pair beyond the number of boxes.
     *
     * @param {number} capacity maximum number of boxes, 1 to 2^24
     * @param {BoxIndexOptions} [options] for boxes in space `axes` is 3
     * @returns {BoxIndex}
     */
    boxIndex(capacity, options) {
        return createBoxIndex(coreOf(this), capacity, options);
    }
}
