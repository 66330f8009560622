import * as queries from './queries.js';

/**
 * @import { Core } from '../core/core.js'
 * @import { Solid } from '../solid/solid.js'
 * @import { SolidPose } from '../solid/types.js'
 * @import { SolidMotion } from '../solid_motion/motion.js'
 * @import { SolidFirstContact } from '../solid_motion/types.js'
 * @import { SolidContactTrace, SolidDifference, SolidEstimate, SolidFirstContactOptions, SolidGjkOptions, SolidTrace } from './types.js'
 */

/**
 * Tools that show how the algorithms for bodies in space work and compare them with others: an instance's `study`. Its
 * methods are those that were published, in double: they certify nothing, while the queries of the instance do.
 *
 * @hideconstructor
 */
export class SolidStudy {
    /** @type {Core} */ #core;

    /** @param {Core} core */
    constructor(core) {
        this.#core = core;
        Object.freeze(this);
    }

    /**
     * Returns whether GJK finds two convex bodies in contact, by the chosen variant. It ends as soon as a support point shows
     * that they are disjoint, or the simplex that they are not; bodies that rounding cannot distinguish from touching ones
     * count as in contact. O(n + m) per round, at most 64 rounds. Source: Zhang, Wu, Wang, Zhou, "Barycode-based GJK
     * Algorithm", Alg. 6.
     *
     * @param {Solid} a
     * @param {Solid} b
     * @param {SolidPose} [poseA]
     * @param {SolidPose} [poseB]
     * @param {SolidGjkOptions} [options]
     * @returns {boolean}
     * @throws {GrazeError} `not-convex` for a compound or a mesh
     */
    collide(a, b, poseA, poseB, options) {
        return queries.collide(this.#core, a, b, poseA, poseB, options);
    }

    /**
     * Returns the nearest points of two convex bodies as GJK finds them, by the chosen variant: `iterations` shows its work.
     * O(n + m) per round, at most 64 rounds. Source: Gilbert, Johnson, Keerthi, "A fast procedure for computing the distance
     * between complex objects in three-dimensional space", 1988.
     *
     * @param {Solid} a
     * @param {Solid} b
     * @param {SolidPose} [poseA]
     * @param {SolidPose} [poseB]
     * @param {SolidGjkOptions} [options]
     * @returns {SolidEstimate}
     * @throws {GrazeError} `not-convex` for a compound or a mesh
     */
    distance(a, b, poseA, poseB, options) {
        return queries.distance(this.#core, a, b, poseA, poseB, options);
    }

    /**
     * Returns the answer of `distance` and every round of GJK that led to it, for teaching and for display. Cost as
     * `distance`.
     *
     * @param {Solid} a
     * @param {Solid} b
     * @param {SolidPose} [poseA]
     * @param {SolidPose} [poseB]
     * @param {SolidGjkOptions} [options]
     * @returns {SolidTrace}
     * @throws {GrazeError} `not-convex` for a compound or a mesh
     */
    trace(a, b, poseA, poseB, options) {
        return queries.trace(this.#core, a, b, poseA, poseB, options);
    }

    /**
     * Returns the polytope A - B = { a - b }, the configuration space obstacle of the cores (the bodies without their radii):
     * its vertices and faces, exactly for the vertices as placed. The cores meet when it contains the origin. O((n + m) f +
     * f^2) for f triangles of its faces.
     *
     * @param {Solid} a
     * @param {Solid} b
     * @param {SolidPose} [poseA]
     * @param {SolidPose} [poseB]
     * @returns {SolidDifference}
     * @throws {GrazeError} `not-convex` for a compound or a mesh
     */
    minkowskiDifference(a, b, poseA, poseB) {
        return queries.minkowskiDifference(this.#core, a, b, poseA, poseB);
    }

    /**
     * Returns the `firstContact` of the instance for convex bodies, by the chosen method: 'bcda' and 'pcda' can miss a contact
     * or find a later one. Source: Hong, "A New Algorithm for Detecting the Collision of Moving Objects", sections IV to VI.
     * At most maxIterations + 512 iterations; an iteration of 'pcda' is O(n + m) for each sample of its root finder, of
     * 'bcda' O(n m).
     *
     * @param {Solid} a
     * @param {Solid} b
     * @param {SolidMotion} motionA
     * @param {SolidMotion} motionB
     * @param {SolidFirstContactOptions} [options]
     * @returns {SolidFirstContact}
     * @throws {GrazeError} `not-convex` for a compound or a mesh; `unknown-option` for `touching` with 'bcda' or 'pcda'
     */
    firstContact(a, b, motionA, motionB, options) {
        return queries.firstContact(this.#core, a, b, motionA, motionB, options);
    }

    /**
     * Returns the `timeToCollision` of the instance for convex bodies, by the chosen method. Cost as `firstContact`.
     *
     * @param {Solid} a
     * @param {Solid} b
     * @param {SolidMotion} motionA
     * @param {SolidMotion} motionB
     * @param {SolidFirstContactOptions} [options]
     * @returns {number} Infinity when they never meet
     * @throws {GrazeError} `not-convex` for a compound or a mesh; `unknown-option` for `touching` with 'bcda' or 'pcda'
     */
    timeToCollision(a, b, motionA, motionB, options) {
        return queries.timeToCollision(this.#core, a, b, motionA, motionB, options);
    }

    /**
     * Returns the answer of `firstContact`, the times at which the method evaluated the bodies and, of 'bcda' and 'pcda', the
     * features and the procedure of each iteration, for teaching and for display. From each time to the next a method has
     * shown that there is no contact (as far as 'bcda' and 'pcda' show anything); the certified methods also evaluate later
     * times. Cost as `firstContact`.
     *
     * @param {Solid} a
     * @param {Solid} b
     * @param {SolidMotion} motionA
     * @param {SolidMotion} motionB
     * @param {SolidFirstContactOptions} [options]
     * @returns {SolidContactTrace}
     * @throws {GrazeError} `not-convex` for a compound or a mesh; `unknown-option` for `touching` with 'bcda' or 'pcda'
     */
    traceContact(a, b, motionA, motionB, options) {
        return queries.traceContact(this.#core, a, b, motionA, motionB, options);
    }
}

/** The family of these tools, in the property `study` of an instance. @hideconstructor */
export class SolidStudyTools {
    /**
     * Tools that show how the algorithms work and compare them with others.
     *
     * @type {SolidStudy}
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
        return { study: new SolidStudy(core) };
    }
}
