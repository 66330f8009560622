import { coreOf } from '../core/facade.js';
import { noOptionsError } from '../core/renamed.js';
import { createBodyBatch } from './body_batch.js';
import * as compounds from './compound.js';
import { createPairBatch } from './pair_batch.js';
import * as queries from './queries.js';
import * as shapes from './shape.js';

/**
 * @import { Points } from '../core/arguments.js'
 * @import { BodyBatch } from './body_batch.js'
 * @import { PairBatch } from './pair_batch.js'
 * @import { BodyOptions, CastOptions, ContactCone, Distance, Manifold, ManifoldOptions, PairOptions, Penetration, PointsOptions, Pose, Ray, RayCast, Relation, RoundingOptions, ShapeCast, Translation } from './types.js'
 * @import { Shape } from './shape.js'
 */

/**
 * The queries on bodies that stand still, or of which one is translated. n and m are the numbers of vertices of
 * the two shapes.
 *
 * @hideconstructor
 */
export class StaticQueries {
    /**
     * Creates a disc about the body's origin. O(1).
     *
     * @param {number} radius at least 0, rounded to float32
     * @returns {Shape}
     */
    disc(radius) {
        return shapes.disc(coreOf(this), radius);
    }

    /**
     * Creates the set of all points within `radius` of the segment from (ax, ay) to (bx, by). O(1).
     *
     * @param {number} ax in the body's frame, rounded to float32, like all coordinates
     * @param {number} ay as ax
     * @param {number} bx as ax
     * @param {number} by as ax
     * @param {number} radius at least 0, rounded to float32
     * @returns {Shape}
     */
    capsule(ax, ay, bx, by, radius) {
        return shapes.capsule(coreOf(this), ax, ay, bx, by, radius);
    }

    /**
     * Creates a rectangle about the body's origin, with sides along its axes. O(1).
     *
     * @param {number} width length along x, at least 0; each half is rounded to float32
     * @param {number} height length along y, as the width
     * @param {RoundingOptions} [options] `radius` rounds the corners off outward
     * @returns {Shape}
     */
    box(width, height, options) {
        return shapes.box(coreOf(this), width, height, options);
    }

    /**
     * Creates a convex polygon, inflated by `radius`. Either winding is accepted; duplicates and points inside
     * an edge are dropped; collinear points make a segment. Convexity is decided exactly, for the coordinates
     * as rounded. O(n).
     *
     * @param {Points} points at least 1 point, in the body's frame; coordinates are rounded to float32
     * @param {PointsOptions} [options]
     * @returns {Shape}
     * @throws {GrazeError} `not-convex`, whose `index` is the vertex at fault; `too-few-points`
     */
    polygon(points, options) {
        return shapes.polygon(coreOf(this), points, options);
    }

    /**
     * Creates the convex hull of any points, inflated by `radius`. The hull is exact for the coordinates as
     * rounded. O(n log n). Source: Andrew, "Another efficient algorithm for convex hulls in two dimensions",
     * 1979.
     *
     * @param {Points} points at least 1 point, in the body's frame; coordinates are rounded to float32
     * @param {PointsOptions} [options]
     * @returns {Shape}
     * @throws {GrazeError} `too-few-points`
     */
    hull(points, options) {
        return shapes.hull(coreOf(this), points, options);
    }

    /**
     * Creates the union of shapes, which may overlap, touch or be apart. Every query accepts it. Its cost is that
     * of the pairs of parts that come near each other, at worst of all. O(n log n).
     *
     * @param {readonly Shape[]} parts at least one; compounds among them add their parts. They are copied
     * @returns {Shape} whose `parts` are the convex ones
     * @throws {GrazeError} `too-few-points`
     */
    compound(parts) {
        return compounds.compound(coreOf(this), parts);
    }

    /**
     * Creates the region within an outline that need not be convex, and outside of its holes, inflated by
     * `radius`. Its parts have no other vertices than the outline's, so their union is the region exactly, for
     * the coordinates as rounded. Rings may touch themselves and each other at single points, but not cross.
     * Either winding is accepted, and a last point that repeats the first one is dropped. O(n log n). Source:
     * Hertel, Mehlhorn, "Fast triangulation of simple polygons", 1983.
     *
     * @param {Points} outline at least 3 points, in the body's frame; coordinates are rounded to float32
     * @param {PointsOptions & { holes?: readonly Points[] }} [options] `holes`: outlines, in the unit of the outline
     * @returns {Shape}
     * @throws {GrazeError} `self-intersecting`, whose `argument` and `index` name the first of the two edges and whose
     *   `value` is both ({@link OutlineEdge}); `hole-outside`, `repeated-point`, `zero-area`, `too-few-points`; the
     *   message has the coordinates
     */
    concave(outline, options) {
        return compounds.concave(coreOf(this), outline, options);
    }

    /**
     * Creates a wall: the segments between successive points, inflated by `radius`. It has two sides and no
     * inside, also if it is closed. O(n log n).
     *
     * @param {Points} points at least 2 points, of which no two successive ones are equal
     * @param {PointsOptions & { closed?: boolean }} [options] `closed`: a segment leads from the last point to
     *   the first one; default false
     * @returns {Shape} whose part k is the segment from point k to the next one
     * @throws {GrazeError} `repeated-point`, `too-few-points`
     */
    chain(points, options) {
        return compounds.chain(coreOf(this), points, options);
    }

    /**
     * Creates the blocked cells of an occupancy grid, merged to rectangles. Cell (i, j), in column i and row j,
     * extends from (x + i size, y + j size) to (x + (i + 1) size, y + (j + 1) size), rounded to float32. A grid
     * whose sides that would shift by more than size / 256, far from its origin, is an error: create it at 0, and
     * place it by its pose, which is in double. O(cells).
     *
     * @param {ArrayLike<number>} cells row by row, the lowest row first: a cell is blocked if its number is not 0;
     *   at most 2^24
     * @param {{ width: number, size?: number, x?: number, y?: number }} options `width`: number of cells in a row;
     *   `size`: side of a cell, at least 2^-142, default 1; `x`, `y`: lower left corner of the grid, default 0
     * @returns {Shape}
     * @throws {GrazeError} `too-few-points` where no cell is blocked; `out-of-range` where float32 cannot hold the
     *   cells, which names `x`, `y` or `size`
     */
    grid(cells, options) {
        return compounds.grid(coreOf(this), cells, options);
    }

    /**
     * Returns whether the closed bodies have a point in common: whether their `relation` is not 'disjoint'. O(n
     * + m) per round, typically 1 to 3 rounds, at worst n + m + 16. Source: Zhang, Wu, Wang, Zhou,
     * "Barycode-based GJK Algorithm", Alg. 6.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @param {undefined} [options] none: those of version 0.1 are options of `study.collide`
     * @returns {boolean}
     */
    collide(a, b, poseA, poseB, options) {
        if (options !== undefined) throw noOptionsError('collide', options);
        return queries.collide(coreOf(this), a, b, poseA, poseB);
    }

    /**
     * Returns the relation of the closed bodies: 'disjoint', 'touching' or 'overlapping', as {@link Relation}
     * defines them, for points and segments too. Exact: see "What is exact" in src/NUMERICS.md. Cost as
     * `distance`.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @returns {Relation}
     */
    relation(a, b, poseA, poseB) {
        return queries.relation(coreOf(this), a, b, poseA, poseB);
    }

    /**
     * Returns relation, distance, witness points, separating direction and features. Exchanging A and B
     * exchanges the answer and changes no bit of it, except for equal bodies, or equal parts of them, at the
     * same pose. O(n + m) per round, typically 2 to 5 rounds, at worst n + m + 16; for an overlap, and where
     * rounding leaves a doubt, one traversal of O(n + m) besides. Source: Zhang, Wu, Wang, Zhou, "Barycode-based
     * GJK Algorithm", Alg. 1 to 5.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @param {Distance} [out] an earlier answer, which is overwritten and returned
     * @returns {Distance}
     */
    distance(a, b, poseA, poseB, out) {
        return queries.distance(coreOf(this), a, b, poseA, poseB, out);
    }

    /**
     * Returns the gap between the bodies, 0 when they are not disjoint. It is the field `distance` of the
     * answer of `distance` alone, which makes it the quickest of the queries for one pair. Cost as `distance`,
     * seldom with the traversal.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @returns {number}
     */
    gap(a, b, poseA, poseB) {
        return queries.gap(coreOf(this), a, b, poseA, poseB);
    }

    /**
     * Returns the signed distance of the bodies: the gap of disjoint ones, minus the depth of overlapping ones, 0
     * when they touch. These are `distance` of the answer of `distance` and `depth` of that of `penetration`, alone;
     * a depth of compounds with the status `'bounded'` is its upper bound. Cost as `penetration`.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @returns {number}
     */
    signedDistance(a, b, poseA, poseB) {
        return queries.signedDistance(coreOf(this), a, b, poseA, poseB);
    }

    /**
     * Returns the penetration depth of the bodies and the shortest translation after which they only touch, or
     * certified bounds and a translation that does it: see {@link Penetration}. It traverses the boundary of A -
     * B. O(n + m); for shapes of several parts O(e^2) in practice, for e edges of all differences of parts that are
     * near enough to matter. Where these are too many (`'bounded'`), casts through all parts cost the most: some 50 ms
     * for two stars of 200 points, and seconds for 2,000.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @param {Penetration} [out] an earlier answer, which is overwritten and returned
     * @returns {Penetration}
     */
    penetration(a, b, poseA, poseB, out) {
        return queries.penetration(coreOf(this), a, b, poseA, poseB, out);
    }

    /**
     * Returns the contact manifold of the bodies: the normal and one or two contact points with stable names, as a
     * solver of contacts needs them. The relation is exact; normal and depth are those of `penetration` up to
     * rounding. O(n + m); where rounding could matter, and for shapes of several parts, as `penetration`.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @param {ManifoldOptions} [options]
     * @returns {Manifold}
     */
    manifold(a, b, poseA, poseB, options) {
        return queries.manifold(coreOf(this), a, b, poseA, poseB, options);
    }

    /**
     * Returns the cone of directions that separate two convex bodies which touch, by its generators. Exact, up to the
     * rounding of their numbers. O(n + m). Source: Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm", II-A: level 3.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @returns {ContactCone}
     * @throws {GrazeError} `not-convex` for a shape of several parts
     */
    contactCone(a, b, poseA, poseB) {
        return queries.contactCone(coreOf(this), a, b, poseA, poseB);
    }

    /**
     * Returns the contact of A with B, by default also a touch, while A moves by a translation, without
     * turning, and B stands still. The verdict is exact; the interval is accurate to 1 ulp without radii, and
     * to a few ulps with radii. O(n + m). Derived in src/static/convex/cast_core.h.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose | undefined} poseA pose of A at the beginning
     * @param {Pose | undefined} poseB
     * @param {Translation} translation translation of A, in the world
     * @param {CastOptions} [options]
     * @returns {ShapeCast}
     * @throws {GrazeError} `wrong-type` for the order of version 0.2, in which the translation stood before the poses
     */
    shapeCast(a, b, poseA, poseB, translation, options) {
        return queries.shapeCast(coreOf(this), a, b, poseA, poseB, translation, options);
    }

    /**
     * Returns the first contact of a ray with a shape, by default also a touch. Exact as `shapeCast` of a
     * point. O(n).
     *
     * @param {Shape} shape
     * @param {Pose | undefined} pose pose of the shape
     * @param {Ray} ray
     * @param {CastOptions} [options]
     * @param {RayCast} [out] an earlier answer, which is overwritten and returned
     * @returns {RayCast}
     * @throws {GrazeError} `wrong-type` for the order of version 0.2, in which the ray stood before the pose
     */
    rayCast(shape, pose, ray, options, out) {
        return queries.rayCast(coreOf(this), shape, pose, ray, options, out);
    }

    /**
     * Creates a batch of pairs of bodies over shared buffers. O(capacity). It takes 62 bytes per pair, 86 with
     * witnesses, and 8 more when coherent; with manifolds 45 more, or 37 with both.
     *
     * @param {number} capacity maximum number of pairs, 1 to 2^24
     * @param {PairOptions} [options]
     * @returns {PairBatch}
     */
    pairs(capacity, options) {
        return createPairBatch(coreOf(this), capacity, options);
    }

    /**
     * Creates a batch of bodies over shared buffers, which finds pairs among them. O(capacity). It takes 177
     * bytes per body, 100 more for each that stands still, 45 per pair (90 with manifolds) and 68 per ray.
     *
     * @param {number} capacity maximum number of bodies, 1 to 2^24
     * @param {BodyOptions} [options]
     * @returns {BodyBatch}
     */
    bodies(capacity, options) {
        return createBodyBatch(coreOf(this), capacity, options);
    }
}
