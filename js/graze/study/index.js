import * as trajectory from '../trajectory/queries.js';
import * as queries from './queries.js';

/**
 * @import { Core } from '../core/core.js'
 * @import { MovingDisc } from '../agents/types.js'
 * @import { FirstContact } from '../motion/types.js'
 * @import { Motion } from '../motion/motion.js'
 * @import { Distance, Pose } from '../static/types.js'
 * @import { Shape } from '../static/shape.js'
 * @import { Path } from '../trajectory/path.js'
 * @import { StepIterator } from '../trajectory/queries.js'
 * @import { SweepResult } from '../trajectory/types.js'
 * @import { Baseline, BaselineOptions, CollideOptions, ContactTrace, DifferencePoint, FirstContactOptions, GjkOptions, StepOptions, SweepOptions, Trace } from './types.js'
 */

const STEP_KEYS = ['method', 'from', 'to'];

/**
 * Tools that show how the algorithms work and compare them with others: an instance's `study`. Queries that have
 * the name of one of the instance take choices of the algorithm besides; the verdicts do not depend on them,
 * unless a choice says so.
 *
 * @hideconstructor
 */
export class Study {
    /** @type {Core} */ #core;

    /** @param {Core} core */
    constructor(core) {
        this.#core = core;
        Object.freeze(this);
    }

    /**
     * Returns the `collide` of the instance, by the chosen algorithm. Cost as that of `collide`; of 'sat', O((n + m)
     * (n + m)).
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @param {CollideOptions} [options]
     * @returns {boolean}
     */
    collide(a, b, poseA, poseB, options) {
        return queries.collide(this.#core, a, b, poseA, poseB, options);
    }

    /**
     * Returns the `distance` of the instance, by the chosen variant of GJK: `iterations` shows its work. Cost as that
     * of `distance`.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @param {GjkOptions} [options]
     * @returns {Distance}
     */
    distance(a, b, poseA, poseB, options) {
        return queries.distance(this.#core, a, b, poseA, poseB, options);
    }

    /**
     * Returns the `distance` and every round of GJK that led to it, for teaching and for display. Cost as
     * `distance`.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @param {GjkOptions} [options]
     * @returns {Trace}
     */
    trace(a, b, poseA, poseB, options) {
        return queries.trace(this.#core, a, b, poseA, poseB, options);
    }

    /**
     * Returns the outline of A - B = { a - b }, the configuration space obstacle of the cores (the shapes
     * without their radii), counter-clockwise, with axes as in the world. The cores meet when it contains the
     * origin. O(n + m).
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @returns {DifferencePoint[]}
     */
    minkowskiDifference(a, b, poseA, poseB) {
        return queries.minkowskiDifference(this.#core, a, b, poseA, poseB);
    }

    /**
     * Returns the `firstContact` of the instance, by the chosen method: 'bcda' and 'pcda' can miss a contact or
     * find a later one. Source: Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996, 2.3, for
     * 'conservative'; Hong, "A New Algorithm for Detecting the Collision of Moving Objects", for 'bcda' and
     * 'pcda'; 'certified', of second order, is derived in src/motion/separation_bound.h. At most maxIterations + 512
     * iterations.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Motion} motionA
     * @param {Motion} motionB
     * @param {FirstContactOptions} [options]
     * @returns {FirstContact}
     */
    firstContact(a, b, motionA, motionB, options) {
        return queries.firstContact(this.#core, a, b, motionA, motionB, options);
    }

    /**
     * Returns the `timeToCollision` of the instance, by the chosen method. Cost as `firstContact`.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Motion} motionA
     * @param {Motion} motionB
     * @param {FirstContactOptions} [options]
     * @returns {number} Infinity when they never meet
     */
    timeToCollision(a, b, motionA, motionB, options) {
        return queries.timeToCollision(this.#core, a, b, motionA, motionB, options);
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
        return queries.traceContact(this.#core, a, b, motionA, motionB, options);
    }

    /**
     * Returns the `sweepSteps` of the instance, by the chosen search: the steps in which the boxes of two paths
     * meet or, with 'relative', in which the bodies may meet. O(log steps) to O(steps) in all.
     *
     * @param {Path} pathA
     * @param {Path} pathB
     * @param {StepOptions} [options]
     * @returns {StepIterator}
     */
    sweepSteps(pathA, pathB, options) {
        return trajectory.sweepSteps(this.#core, pathA, pathB, options, STEP_KEYS);
    }

    /**
     * Returns the `sweep` of the instance, by the chosen search for candidate steps. Cost as that of `sweep`.
     *
     * @param {Path} pathA
     * @param {Path} pathB
     * @param {SweepOptions} [options]
     * @returns {SweepResult}
     */
    sweep(pathA, pathB, options) {
        return trajectory.sweep(this.#core, pathA, pathB, options, queries.CONTACT_OPTION_KEYS);
    }

    /**
     * Returns whether a published method to detect conflicts reports contact of two discs. All but
     * 'algebraic' report false contacts or miss contacts: src/graze.h lists which. O(1), or one iteration for each
     * sample, cell or column of cells, of which there are at most 2^20.
     *
     * @param {Baseline} method
     * @param {MovingDisc} first
     * @param {MovingDisc} second
     * @param {BaselineOptions} [options]
     * @returns {boolean}
     */
    conflictBy(method, first, second, options) {
        return queries.conflictBy(this.#core, method, first, second, options);
    }
}

/** The family of the study tools: the instance has them as `study`. */
export class StudyTools {
    /**
     * Tools that show how the algorithms work and compare them with others.
     *
     * @type {Study}
     * @readonly
     */
    study = /** @type {any} */ (undefined);

    /**
     * @internal
     * Returns what an instance has besides the methods.
     *
     * @param {Core} core
     */
    static properties(core) {
        return { study: new Study(core) };
    }
}
