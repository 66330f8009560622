import * as queries from './queries.js';

/**
 * @import { Core } from '../core/core.js'
 * @import { Solid } from '../solid/solid.js'
 * @import { SolidPose } from '../solid/types.js'
 * @import { SolidDifference, SolidEstimate, SolidGjkOptions, SolidTrace } from './types.js'
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
