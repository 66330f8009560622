import {
    checkFloat32,
    checkNumber,
    checkOptions,
    checkPoints,
    checkRecordNumbers,
} from './arguments.js';
import { checkGjkOptions, choiceIndex, GJK_OPTION_KEYS } from './gjk_options.js';
import { COLLIDERS, LIMITS } from './layout.js';
import { checkPose } from './pose.js';
import { METHODS, refuseOldNames } from './renamed.js';
import { Shape, shapeHandles } from './shape.js';

/**
 * @import { Core, Relation, Feature, GjkOptionIndices } from './bind.js'
 * @import { Points } from './arguments.js'
 * @import { CAST_STATUSES, STARTS, SUBDISTANCES, SUPPORTS } from './layout.js'
 */

/**
 * A position and an angle. Omitted fields default to 0.
 *
 * @typedef {object} AnglePose
 * @property {number} [x] x of the body's origin, in the world; at most 3.4e38 (the largest float32) in
 *   magnitude
 * @property {number} [y] y of the body's origin, as x
 * @property {number} [angle] angle, radians counter-clockwise, at most 1e7 in magnitude
 * @property {undefined} [cos] not allowed beside an angle
 * @property {undefined} [sin] not allowed beside an angle
 */

/**
 * A position and an angle given by its cosine and sine, which saves computing them: the angle is that of the
 * vector (cos, sin), whose length may differ from 1 by at most 2^-11 through rounding.
 *
 * @typedef {object} CosSinPose
 * @property {number} [x] x of the body's origin, in the world; default 0
 * @property {number} [y] y of the body's origin, as x
 * @property {undefined} [angle] not allowed beside cosine and sine
 * @property {number} cos cosine of the angle
 * @property {number} sin sine of the angle
 */

/**
 * Pose of a body: a turn about its own origin, then a translation by (x, y).
 *
 * @typedef {AnglePose | CosSinPose} Pose
 */

/**
 * A point or a vector; in the world's frame where no other frame is named.
 *
 * @typedef {object} Point
 * @property {number} x coordinate to the right
 * @property {number} y coordinate upward
 */

/**
 * Distance of two bodies that stand still, as `distance` returns it. World frame.
 *
 * @typedef {object} Distance
 * @property {Relation} relation relation of the closed bodies; exact
 * @property {number} distance gap between them; exactly 0 when they are not disjoint
 * @property {Point} pointA nearest point of A; a common point when not disjoint. Where two parallel edges are
 *   nearest along a whole stretch, the point that divides both in the same ratio
 * @property {Point} pointB nearest point of B
 * @property {Point} normal unit vector from A towards B: the separating direction when disjoint, the direction
 *   of least penetration otherwise
 * @property {Feature} featureA vertex or edge of A that is nearest
 * @property {Feature} featureB vertex or edge of B that is nearest
 * @property {number} iterations number of rounds of GJK
 */

/**
 * Penetration depth of two bodies and the shortest translation that separates them. World frame.
 *
 * @typedef {object} Penetration
 * @property {Relation} relation relation of the closed bodies; exact
 * @property {number} depth smallest length by which one body must be moved so that they only touch; 0 where
 *   they do not overlap
 * @property {Point} normal unit vector from A towards B: moving B along it by `depth` leaves them touching
 * @property {Point} pointA point of A's boundary that coincides with pointB after that move: pointA = pointB +
 *   depth normal. When disjoint: the nearest point, and `normal` is the separating direction
 * @property {Point} pointB point of B's boundary, see pointA
 * @property {Feature} featureA feature of A's core nearest pointA
 * @property {Feature} featureB feature of B's core nearest pointB
 */

/**
 * Choices of GJK, for study and comparison: the verdicts do not depend on them, nor do the bits of the answer
 * (except `iterations`) where no vertex is rounded on its way to the world.
 *
 * @typedef {object} GjkOptions
 * @property {typeof SUBDISTANCES[number]} [subdistance] reduction of the simplex: 'barycode' (Zhang, Wu, Wang,
 *   Zhou, "Barycode-based GJK Algorithm", with order tracking; default), 'barycode-general' (their seven
 *   cases), 'johnson' (Gilbert, Johnson, Keerthi 1988) or 'signed-volume' (Montanari, Petrinic, Barbieri 2017)
 * @property {typeof SUPPORTS[number]} [support] search for the furthest vertex: 'scan', 'climb' (from the last
 *   one found), 'simd', or 'auto' (default), which chooses by the number of vertices
 * @property {typeof STARTS[number]} [start] start of the search: a 'point' of A - B (default), or a 'fixed'
 *   direction
 */

/**
 * Algorithm of `collide`.
 *
 * @typedef {object} ColliderOptions
 * @property {typeof COLLIDERS[number]} [method] 'gjk' (default), or 'sat', separating axes, as a baseline:
 *   every edge's normal is tried, O((n + m) (n + m)). Gottschalk, Lin, Manocha, "OBBTree", 1996, section 5
 */

/**
 * Choices of `collide`; the verdict does not depend on them.
 *
 * @typedef {GjkOptions & ColliderOptions} CollideOptions
 */

/**
 * A ray of finite length from (x, y) to (x + dx, y + dy), in the world. Each number is at most 3.4e38 in
 * magnitude.
 *
 * @typedef {object} Ray
 * @property {number} x x of its beginning
 * @property {number} y y of its beginning
 * @property {number} dx x of its displacement; a cast's interval counts in units of the displacement
 * @property {number} dy y of its displacement
 */

/**
 * 'free': no contact; 'hit': contact, and the moving body passes into or through the other one (a point that
 * crosses a segment is a hit); 'grazing': contact, but they never overlap; 'overlapping': they overlap already
 * at the start (see {@link Relation}).
 *
 * @typedef {typeof CAST_STATUSES[number]} CastStatus
 */

/**
 * Contact of a body that is moved without turning with another body.
 *
 * @typedef {object} ShapeCast
 * @property {CastStatus} status exact: see {@link CastStatus}
 * @property {Relation} relation relation at the start
 * @property {[begin: number, end: number] | null} interval closed interval of contact, within [0, 1]: 0 at the
 *   beginning of the path, 1 at its end; null when free
 * @property {Point | null} point point of contact at `begin`, world frame; any common point where they overlap
 *   there
 * @property {Point | null} normal unit vector from A towards B, at `begin`
 * @property {Feature | null} featureA feature of A's core that touches at `begin`
 * @property {Feature | null} featureB feature of B's core that touches at `begin`
 */

/**
 * First contact of a ray with a shape.
 *
 * @typedef {object} RayCast
 * @property {CastStatus} status exact: see {@link CastStatus}
 * @property {Relation} relation relation of the ray's beginning to the shape
 * @property {[begin: number, end: number] | null} interval interval of contact, as in ShapeCast
 * @property {Point | null} point first point of the ray in the shape
 * @property {Point | null} normal unit normal, pointing out of the shape
 * @property {Feature | null} feature feature that the ray meets
 */

/**
 * Rounding of a shape with corners.
 *
 * @typedef {object} RoundingOptions
 * @property {number} [radius] distance by which the shape is inflated, at least 0, rounded to float32; default
 *   0
 */

const POINT_KEYS = ['x', 'y'];
const RAY_KEYS = ['x', 'y', 'dx', 'dy'];
const DEFAULT_GJK_OPTIONS = /** @type {GjkOptionIndices} */ ([0, 0, 0]);

/**
 * An instance with the queries on two bodies that stand still, or of which one is translated: the whole of the
 * entry `graze/static`.
 *
 * Lengths are in your unit, angles in radians counter-clockwise from +x; x points right, y up. Sets are closed,
 * so touching is contact. n and m are the numbers of vertices of the two shapes. Errors are those of Graze.
 *
 * @hideconstructor
 */
export class StaticGraze {
    /** @type {Core} */ #core;

    /** @param {Core} core */
    constructor(core) {
        this.#core = core;
        /** The version stamped into the WebAssembly module, such as 0.2.0. @readonly */
        this.version = core.version;
        refuseOldNames(this, StaticGraze.prototype, METHODS);
    }

    /**
     * The number of bytes of WebAssembly memory up to the end of the highest live block, for watching growth.
     * The memory itself, which is up to a quarter larger, does not shrink. O(1).
     *
     * @returns {number}
     */
    get memoryUsed() {
        return this.#core.memoryUsed;
    }

    /**
     * @param {'disc' | 'capsule' | 'box' | 'polygon' | 'hull'} kind
     * @param {Float32Array} points
     * @param {number} radius
     */
    #createShape(kind, points, radius) {
        const hasOwnPoints = kind === 'hull' || kind === 'polygon';
        const id = this.#core.newShape(
            kind === 'hull' ? 'hull' : 'polygon',
            points,
            radius,
            hasOwnPoints ? 'points' : undefined,
        );
        return new Shape(this.#core, id, kind, radius);
    }

    /**
     * Creates a disc about the body's origin. O(1).
     *
     * @param {number} radius at least 0, rounded to float32
     * @returns {Shape}
     */
    disc(radius) {
        return this.#createShape('disc', new Float32Array(2), checkFloat32(radius, 'radius', 0));
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
        const ends = Float32Array.of(
            checkFloat32(ax, 'ax'),
            checkFloat32(ay, 'ay'),
            checkFloat32(bx, 'bx'),
            checkFloat32(by, 'by'),
        );
        return this.#createShape('capsule', ends, checkFloat32(radius, 'radius', 0));
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
        const { radius = 0 } = checkOptions(options, 'options', ['radius']);
        const maxSize = 2 * LIMITS.maxPosition;
        const x = Math.fround(checkNumber(width, 'width', 0, maxSize) / 2);
        const y = Math.fround(checkNumber(height, 'height', 0, maxSize) / 2);
        const corners = Float32Array.of(-x, -y, x, -y, x, y, -x, y);
        return this.#createShape('box', corners, checkFloat32(radius, 'radius', 0));
    }

    /**
     * Creates a convex polygon, inflated by `radius`. Either winding is accepted; duplicates and points inside
     * an edge are dropped; collinear points make a segment. Convexity is decided exactly, for the coordinates
     * as rounded. O(n).
     *
     * @param {Points} points at least 1 point, in the body's frame; coordinates are rounded to float32
     * @param {RoundingOptions} [options]
     * @returns {Shape}
     * @throws {GrazeError} `not-convex`, whose `index` is the vertex at fault; `too-few-points`
     */
    polygon(points, options) {
        const { radius = 0 } = checkOptions(options, 'options', ['radius']);
        const flat = checkPoints(points, 'points');
        return this.#createShape('polygon', flat, checkFloat32(radius, 'radius', 0));
    }

    /**
     * Creates the convex hull of any points, inflated by `radius`. The hull is exact for the coordinates as
     * rounded. O(n log n). Source: Andrew, "Another efficient algorithm for convex hulls in two dimensions",
     * 1979.
     *
     * @param {Points} points at least 1 point, in the body's frame; coordinates are rounded to float32
     * @param {RoundingOptions} [options]
     * @returns {Shape}
     * @throws {GrazeError} `too-few-points`
     */
    hull(points, options) {
        const { radius = 0 } = checkOptions(options, 'options', ['radius']);
        return this.#createShape(
            'hull',
            checkPoints(points, 'points'),
            checkFloat32(radius, 'radius', 0),
        );
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
     * @param {CollideOptions} [options]
     * @returns {boolean}
     */
    collide(a, b, poseA, poseB, options) {
        const [i, j] = shapeHandles(this.#core, a, b);
        const [p, q] = [checkPose(poseA, 'poseA'), checkPose(poseB, 'poseB')];
        if (options === undefined) return this.#core.collide(i, j, p, q, 0, DEFAULT_GJK_OPTIONS);
        const given = checkOptions(options, 'options', ['method', ...GJK_OPTION_KEYS]);
        const method = choiceIndex(given.method, 'method', COLLIDERS);
        return this.#core.collide(i, j, p, q, method, checkGjkOptions(given));
    }

    /**
     * Returns the relation of the closed bodies: 'disjoint', 'touching' or 'overlapping', as {@link Relation}
     * defines them, for points and segments too. Exact: see "What is exact" in src/README.md. Cost as
     * `distance`.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @returns {Relation}
     */
    relation(a, b, poseA, poseB) {
        const [i, j] = shapeHandles(this.#core, a, b);
        return this.#core.relation(i, j, checkPose(poseA, 'poseA'), checkPose(poseB, 'poseB'));
    }

    /**
     * Returns relation, distance, witness points, separating direction and features. Exchanging A and B
     * exchanges the answer and changes no bit of it, except for equal bodies at the same pose. O(n + m) per
     * round, typically 2 to 5 rounds, at worst n + m + 16; for an overlap, and where rounding leaves a doubt,
     * one traversal of O(n + m) besides. Source: Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm", Alg. 1
     * to 5.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @param {GjkOptions} [options]
     * @returns {Distance}
     */
    distance(a, b, poseA, poseB, options) {
        const [i, j] = shapeHandles(this.#core, a, b);
        const gjkOptions = checkGjkOptions(checkOptions(options, 'options', GJK_OPTION_KEYS));
        const [p, q] = [checkPose(poseA, 'poseA'), checkPose(poseB, 'poseB')];
        return this.#core.distance(i, j, p, q, gjkOptions);
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
        const [i, j] = shapeHandles(this.#core, a, b);
        return this.#core.gap(i, j, checkPose(poseA, 'poseA'), checkPose(poseB, 'poseB'));
    }

    /**
     * Returns the penetration depth of the bodies and the shortest translation that separates them. It
     * traverses the boundary of A - B. O(n + m).
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @returns {Penetration}
     */
    penetration(a, b, poseA, poseB) {
        const [i, j] = shapeHandles(this.#core, a, b);
        const [p, q] = [checkPose(poseA, 'poseA'), checkPose(poseB, 'poseB')];
        return this.#core.penetration(i, j, p, q);
    }

    /**
     * Returns the contact of A with B while A moves by a translation, without turning, and B stands still. The
     * verdict is exact; the interval is accurate to 1 ulp without radii, and to a few ulps with radii. O(n +
     * m). Derived in src/gjk/cast_core.h.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Point} translation translation of A, in the world; each number at most 3.4e38 in magnitude
     * @param {Pose} [poseA] pose of A at the beginning
     * @param {Pose} [poseB]
     * @returns {ShapeCast}
     */
    shapeCast(a, b, translation, poseA, poseB) {
        const [i, j] = shapeHandles(this.#core, a, b);
        const [dx, dy] = checkRecordNumbers(
            translation,
            'translation',
            POINT_KEYS,
            LIMITS.maxPosition,
        );
        const [p, q] = [checkPose(poseA, 'poseA'), checkPose(poseB, 'poseB')];
        return this.#core.shapeCast(i, j, p, q, dx, dy);
    }

    /**
     * Returns the first contact of a ray with a shape. Exact as `shapeCast` of a point. O(n).
     *
     * @param {Shape} shape
     * @param {Ray} ray
     * @param {Pose} [pose] pose of the shape
     * @returns {RayCast}
     */
    rayCast(shape, ray, pose) {
        const handle = Shape.handle(this.#core, shape, 'shape');
        const numbers = checkRecordNumbers(ray, 'ray', RAY_KEYS, LIMITS.maxPosition);
        const cast = this.#core.rayCast(handle, checkPose(pose, 'pose'), numbers);
        const { status, relation, interval, point, normal, featureB: feature } = cast;
        return { status, relation, interval, point, normal, feature };
    }
}
