import * as calls from '../core/calls.js';
import { GrazeError } from '../core/errors.js';
import { coreOf } from '../core/facade.js';
import { createBodyBatch } from './body_batch.js';
import { createPairBatch } from './pair_batch.js';
import * as queries from './queries.js';
import * as solids from './solid.js';

/**
 * @import { Core } from '../core/core.js'
 * @import { SolidBodyBatch } from './body_batch.js'
 * @import { SolidPairBatch } from './pair_batch.js'
 * @import { Solid } from './solid.js'
 * @import { SolidBodyOptions, SolidBounds, SolidCastOptions, SolidCone, SolidDistance, SolidManifold, SolidManifoldOptions, SolidPairOptions, SolidPart, SolidPenetration, SolidPointLike, SolidPoints, SolidPose, SolidRay, SolidRayCast, SolidRelation, SolidRounding, SolidShapeCast, SolidTranslation } from './types.js'
 */

/**
 * The queries on bodies in space that stand still, or of which one is translated. n and m are the numbers of vertices of
 * the two bodies. Verdicts are exact for the vertices as placed: float32 in the body's frame, rotated and moved in double.
 *
 * @hideconstructor
 */
export class SolidQueries {
    /**
     * @internal
     * Throws for a module without these queries, such as that of `graze`; an instance has no properties of this family.
     *
     * @param {Core} core
     */
    static properties(core) {
        try {
            calls.solidPoses(core);
        } catch (cause) {
            const details = { argument: 'options.wasm', cause };
            throw new GrazeError('bad-module', 'options.wasm is not that of graze/solid', details);
        }
        return {};
    }

    /**
     * Creates a ball about the body's origin. O(1).
     *
     * @param {number} radius at least 0, rounded to float32
     * @returns {Solid}
     */
    sphere(radius) {
        return solids.sphere(coreOf(this), radius);
    }

    /**
     * Creates the set of all points within `radius` of the segment from `a` to `b`. O(1).
     *
     * @param {SolidPointLike} a in the body's frame; coordinates are rounded to float32
     * @param {SolidPointLike} b as a
     * @param {number} radius at least 0, rounded to float32
     * @returns {Solid}
     */
    capsule(a, b, radius) {
        return solids.capsule(coreOf(this), a, b, radius);
    }

    /**
     * Creates a box about the body's origin, with sides along its axes. O(1).
     *
     * @param {number} width full length along x, at least 0; each half is rounded to float32
     * @param {number} height full length along y, as the width
     * @param {number} depth full length along z, as the width
     * @param {SolidRounding} [options] `radius` rounds edges and corners off outward
     * @returns {Solid}
     */
    box(width, height, depth, options) {
        return solids.box(coreOf(this), width, height, depth, options);
    }

    /**
     * Creates the convex hull of any points, inflated by `radius`. The hull is exact for the coordinates as rounded; it
     * may be flat, a segment or a point. O(n log n) for points in random order, O(n^2) at worst. Source: Barber, Dobkin,
     * Huhdanpaa, "The Quickhull algorithm for convex hulls", 1996.
     *
     * @param {SolidPoints} points 1 to 2^20 points, in the body's frame; coordinates are rounded to float32
     * @param {SolidRounding} [options]
     * @returns {Solid}
     * @throws {GrazeError} `too-few-points`
     */
    hull(points, options) {
        return solids.hull(coreOf(this), points, options);
    }

    /**
     * Creates the union of convex bodies at their poses, which may overlap, touch or be apart. Every query but `contactCone`
     * accepts it. A part is the hull of the body's vertices as placed, rounded to float32. The relation of unions is the
     * strongest one of their parts: what lies in the seam between two parts touches both, and does not overlap. The cost of
     * a query is that of the pairs of parts that come near each other, at worst of all. O(n log n).
     *
     * @param {readonly SolidPart[]} parts 1 to 2^20; they are copied
     * @returns {Solid} features name the part by its position in `parts`
     * @throws {GrazeError} `too-few-points`; `not-convex` for a part that is a compound or a mesh
     */
    compound(parts) {
        return solids.compound(coreOf(this), parts);
    }

    /**
     * Creates a surface of triangles. It has no inside, so that a body that it encloses is disjoint. Triangles may be
     * segments or points. Every query but `contactCone` accepts it, at the cost of a compound. It has at most 2^20 triangles.
     * O(n log n).
     *
     * @param {SolidPoints} positions corners, in the body's frame, such as `geometry.attributes.position.array` of three.js;
     *   coordinates are rounded to float32
     * @param {ArrayLike<number> | null} [indices] positions of the three corners of each triangle, such as
     *   `geometry.index.array`; default: each three successive positions are a triangle
     * @returns {Solid} features name the triangle as their part, its corners 0 to 2, its front 0 and its back 1
     * @throws {GrazeError} `too-few-points`
     */
    mesh(positions, indices) {
        return solids.mesh(coreOf(this), positions, indices);
    }

    /**
     * Returns the least box with sides along the world's axes that contains a body at a pose, radius included. Each side
     * is rounded outward, by less than 1 ulp. O(n).
     *
     * @param {Solid} body
     * @param {SolidPose} [pose] default: the body's own frame
     * @returns {SolidBounds}
     */
    bounds(body, pose) {
        return queries.bounds(coreOf(this), body, pose);
    }

    /**
     * Returns whether the closed body at a pose contains a point of the world: inside or on the boundary. Exact. Cost as
     * `relation`.
     *
     * @param {Solid} body
     * @param {SolidPose | undefined} pose
     * @param {SolidPointLike} point in the world; each number at most 3.4e38 in magnitude
     * @returns {boolean}
     */
    containsPoint(body, pose, point) {
        return queries.containsPoint(coreOf(this), body, pose, point);
    }

    /**
     * Returns whether the closed bodies have a point in common: whether their `relation` is not 'disjoint'. Cost as
     * `relation`.
     *
     * @param {Solid} a
     * @param {Solid} b
     * @param {SolidPose} [poseA]
     * @param {SolidPose} [poseB]
     * @returns {boolean}
     */
    collide(a, b, poseA, poseB) {
        return queries.relation(coreOf(this), a, b, poseA, poseB) !== 'disjoint';
    }

    /**
     * Returns the relation of the closed bodies: 'disjoint', 'touching' or 'overlapping', as {@link SolidRelation} defines
     * them. Exact, ties included. O(n + m) per round, usually 3 to 10 rounds of GJK; where rounding leaves a doubt, rounds
     * of an expanding polytope besides, each O(n + m) and the facets of A - B found so far, at worst all n m vertices of
     * A - B. Source: Gilbert, Johnson, Keerthi, "A fast procedure for computing the distance between complex objects in
     * three-dimensional space", 1988.
     *
     * @param {Solid} a
     * @param {Solid} b
     * @param {SolidPose} [poseA]
     * @param {SolidPose} [poseB]
     * @returns {SolidRelation}
     */
    relation(a, b, poseA, poseB) {
        return queries.relation(coreOf(this), a, b, poseA, poseB);
    }

    /**
     * Returns relation, distance, witness points, separating direction and features. Cost as `relation`; for an overlap
     * always with the polytope.
     *
     * @param {Solid} a
     * @param {Solid} b
     * @param {SolidPose} [poseA]
     * @param {SolidPose} [poseB]
     * @param {SolidDistance} [out] an earlier answer, which is overwritten and returned
     * @returns {SolidDistance}
     */
    distance(a, b, poseA, poseB, out) {
        return queries.distance(coreOf(this), a, b, poseA, poseB, out);
    }

    /**
     * Returns the gap between the bodies, 0 when they are not disjoint: the field `distance` of the answer of `distance`
     * alone. Cost as `distance`.
     *
     * @param {Solid} a
     * @param {Solid} b
     * @param {SolidPose} [poseA]
     * @param {SolidPose} [poseB]
     * @returns {number}
     */
    gap(a, b, poseA, poseB) {
        return queries.gap(coreOf(this), a, b, poseA, poseB);
    }

    /**
     * Returns the signed distance of the bodies: the gap of disjoint ones, minus the depth of overlapping ones, 0 when
     * they touch. Cost as `penetration`.
     *
     * @param {Solid} a
     * @param {Solid} b
     * @param {SolidPose} [poseA]
     * @param {SolidPose} [poseB]
     * @returns {number}
     */
    signedDistance(a, b, poseA, poseB) {
        return queries.signedDistance(coreOf(this), a, b, poseA, poseB);
    }

    /**
     * Returns the penetration depth of the bodies and the shortest translation after which they only touch. Cost as
     * `relation` with the polytope, whose facets are those near the origin: a few for bodies with few faces, at worst all.
     * Source: van den Bergen, "Proximity queries and penetration depth computation on 3D game objects", 2001.
     *
     * @param {Solid} a
     * @param {Solid} b
     * @param {SolidPose} [poseA]
     * @param {SolidPose} [poseB]
     * @param {SolidPenetration} [out] an earlier answer, which is overwritten and returned
     * @returns {SolidPenetration}
     */
    penetration(a, b, poseA, poseB, out) {
        return queries.penetration(coreOf(this), a, b, poseA, poseB, out);
    }

    /**
     * Returns the contact manifold of the bodies: the normal and one to four contact points with stable names, as a solver
     * of contacts needs them. Cost as `penetration`, and O(k^2) for faces of k corners.
     *
     * @param {Solid} a
     * @param {Solid} b
     * @param {SolidPose} [poseA]
     * @param {SolidPose} [poseB]
     * @param {SolidManifoldOptions} [options]
     * @returns {SolidManifold}
     */
    manifold(a, b, poseA, poseB, options) {
        return queries.manifold(coreOf(this), a, b, poseA, poseB, options);
    }

    /**
     * Returns the contact of A with B, by default also a touch, while A moves by a translation, without turning, and B
     * stands still. The verdict is exact for the vertices as placed at both ends of the path. Cost as `distance` per round
     * of Newton's method, usually 2 to 5.
     *
     * @param {Solid} a
     * @param {Solid} b
     * @param {SolidPose | undefined} poseA pose of A at the beginning
     * @param {SolidPose | undefined} poseB
     * @param {SolidTranslation} translation translation of A, in the world
     * @param {SolidCastOptions} [options]
     * @returns {SolidShapeCast}
     */
    shapeCast(a, b, poseA, poseB, translation, options) {
        return queries.shapeCast(coreOf(this), a, b, poseA, poseB, translation, options);
    }

    /**
     * Returns the first contact of a ray with a body, by default also a touch. Exact as `shapeCast` of a point.
     * Cost as `shapeCast`.
     *
     * @param {Solid} body
     * @param {SolidPose | undefined} pose pose of the body
     * @param {SolidRay} ray
     * @param {SolidCastOptions} [options]
     * @param {SolidRayCast} [out] an earlier answer, which is overwritten and returned
     * @returns {SolidRayCast}
     */
    rayCast(body, pose, ray, options, out) {
        return queries.rayCast(coreOf(this), body, pose, ray, options, out);
    }

    /**
     * Returns the cone of directions that separate two bodies which touch, by its generators. With a radius there is one
     * direction. Cost as `penetration`. Source: Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm", II-A: level 3.
     *
     * @param {Solid} a
     * @param {Solid} b
     * @param {SolidPose} [poseA]
     * @param {SolidPose} [poseB]
     * @returns {SolidCone}
     * @throws {GrazeError} `not-convex` for a compound or a mesh
     */
    contactCone(a, b, poseA, poseB) {
        return queries.contactCone(coreOf(this), a, b, poseA, poseB);
    }
    /**
     * Creates a batch of pairs of bodies over shared buffers. O(capacity). It takes 102 bytes per pair, 126 with
     * witnesses.
     *
     * @param {number} capacity maximum number of pairs, 1 to 2^24
     * @param {SolidPairOptions} [options]
     * @returns {SolidPairBatch}
     */
    pairs(capacity, options) {
        return createPairBatch(coreOf(this), capacity, options);
    }

    /**
     * Creates a batch of bodies over shared buffers, which finds pairs among them. O(capacity). It takes 217 bytes per
     * body, 100 more for each that stands still, 45 per pair and 92 per ray.
     *
     * @param {number} capacity maximum number of bodies, 1 to 2^24
     * @param {SolidBodyOptions} [options]
     * @returns {SolidBodyBatch}
     */
    bodies(capacity, options) {
        return createBodyBatch(coreOf(this), capacity, options);
    }
}
