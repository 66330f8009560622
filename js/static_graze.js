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
 * @import { Core, Relation, Feature, GjkOptionIndices as GjkOptionIndices } from './bind.js'
 * @import { Points } from './arguments.js'
 * @import { CAST_STATUSES, STARTS, SUBDISTANCES, SUPPORTS } from './layout.js'
 */

/**
 * A place and a heading as an angle. What is left out is 0.
 *
 * @typedef {object} AnglePose
 * @property {number} [x] of the body's origin, in the world; at most 3.4e38 (the largest float32) in magnitude
 * @property {number} [y] as x
 * @property {number} [angle] heading, radians counter-clockwise, at most 1e7 in magnitude
 * @property {undefined} [cos] not beside an angle
 * @property {undefined} [sin] not beside an angle
 */

/**
 * A place and a heading as its cosine and sine, which saves computing them: the heading is their direction, and they
 * may be rounded, to a length of 1 within 2^-11.
 *
 * @typedef {object} CosSinPose
 * @property {number} [x] of the body's origin, in the world; 0 unless given
 * @property {number} [y] as x
 * @property {undefined} [angle] not beside cosine and sine
 * @property {number} cos of the heading
 * @property {number} sin of the heading
 */

/**
 * Where a body is: turned about its own origin, then moved by (x, y).
 *
 * @typedef {AnglePose | CosSinPose} Pose
 */

/**
 * A point, or a vector, in the frame that its place says: the world's unless said.
 *
 * @typedef {object} Point
 * @property {number} x to the right
 * @property {number} y up
 */

/**
 * How two bodies standing still lie to each other, as `distance` says it. World frame.
 *
 * @typedef {object} Distance
 * @property {Relation} relation how the closed bodies lie to each other; exact
 * @property {number} distance the gap between them; 0 exactly when they are not disjoint
 * @property {Point} pointA nearest point of A; one common point when not disjoint. Where whole stretches of two
 *   parallel edges are nearest, the point that divides both in the same ratio
 * @property {Point} pointB nearest point of B
 * @property {Point} normal unit, from A towards B: the separating direction when disjoint, the
 *   direction of least penetration otherwise
 * @property {Feature} featureA which of A's vertices or edges is nearest
 * @property {Feature} featureB which of B's
 * @property {number} iterations rounds of GJK
 */

/**
 * How deep two bodies are in each other, and which way out is shortest. World frame.
 *
 * @typedef {object} Penetration
 * @property {Relation} relation how the closed bodies lie to each other; exact
 * @property {number} depth the least length by which one body must be moved until they only touch; 0 unless
 *   overlapping
 * @property {Point} normal unit, from A towards B: moving B along it by `depth` leaves them touching
 * @property {Point} pointA pointA and pointB, one of each boundary, come together then: pointA = pointB + depth
 *   normal. When disjoint: the nearest points, and the separating direction
 * @property {Point} pointB see pointA
 * @property {Feature} featureA what part of A's core is nearest pointA
 * @property {Feature} featureB what part of B's
 */

/**
 * How GJK goes about it, for study and comparison: the same verdicts whatever is chosen, and the same bits
 * (but for `iterations`) where the place of no vertex is rounded.
 *
 * @typedef {object} GjkOptions
 * @property {typeof SUBDISTANCES[number]} [subdistance] how it reduces its simplex: 'barycode' (Zhang,
 *   Wu, Wang, Zhou, "Barycode-based GJK Algorithm", with order tracking; the default), 'barycode-general' (their
 *   seven cases), 'johnson' (Gilbert, Johnson, Keerthi 1988) or 'signed-volume' (Montanari, Petrinic, Barbieri 2017)
 * @property {typeof SUPPORTS[number]} [support] how the furthest vertex is found: 'scan', 'climb' (from
 *   the last one found), 'simd', or 'auto' by the number of vertices (the default)
 * @property {typeof STARTS[number]} [start] where it looks first: from a 'point' of A - B (the
 *   default), or in a 'fixed' direction
 */

/**
 * Which algorithm `collide` uses.
 *
 * @typedef {object} ColliderOptions
 * @property {typeof COLLIDERS[number]} [method] 'gjk' (the default), or 'sat', separating axes, as a baseline:
 *   every edge's normal is tried, O((n + m) (n + m)). Gottschalk, Lin, Manocha, "OBBTree", 1996, section 5
 */

/**
 * How `collide` goes about it: the same verdict whatever is chosen.
 *
 * @typedef {GjkOptions & ColliderOptions} CollideOptions
 */

/**
 * A ray of finite length: from (x, y) to (x + dx, y + dy), in the world. Each number at most 3.4e38 in magnitude.
 *
 * @typedef {object} Ray
 * @property {number} x where it begins
 * @property {number} y where it begins
 * @property {number} dx how far it goes; the unit of a cast's interval
 * @property {number} dy how far it goes
 */

/**
 * 'free': no contact on the way; 'hit': contact, and the way leads through, as that of a point that crosses a segment;
 * 'grazing': contact, but they never overlap; 'overlapping': they overlap at the start already (see {@link Relation}).
 *
 * @typedef {typeof CAST_STATUSES[number]} CastStatus
 */

/**
 * When a body that is moved without turning is in contact with another.
 *
 * @typedef {object} ShapeCast
 * @property {CastStatus} status exact: see {@link CastStatus}
 * @property {Relation} relation at the start
 * @property {[begin: number, end: number] | null} interval of contact, closed, within [0, 1]: 0 at the
 *   beginning of the way, 1 at its end; null when free
 * @property {Point | null} point where they touch at `begin`, world frame; with an overlap a common point
 * @property {Point | null} normal unit, from A towards B, at `begin`
 * @property {Feature | null} featureA what part of A's core touches at `begin`
 * @property {Feature | null} featureB what part of B's
 */

/**
 * Where a ray meets a shape.
 *
 * @typedef {object} RayCast
 * @property {CastStatus} status exact: see {@link CastStatus}
 * @property {Relation} relation of the ray's beginning to the shape
 * @property {[begin: number, end: number] | null} interval as for ShapeCast
 * @property {Point | null} point where the ray first meets the shape
 * @property {Point | null} normal unit, out of the shape
 * @property {Feature | null} feature what the ray meets
 */

/**
 * How a shape with corners is rounded off.
 *
 * @typedef {object} RoundingOptions
 * @property {number} [radius] by which the shape is inflated, at least 0, rounded to float32; 0 unless given
 */

const POINT_KEYS = ['x', 'y'];
const RAY_KEYS = ['x', 'y', 'dx', 'dy'];
const DEFAULT_GJK_OPTIONS = /** @type {GjkOptionIndices} */ ([0, 0, 0]);

/**
 * What an instance can be asked about two bodies standing still, or one that is pushed: all that the entry still has.
 *
 * Lengths in your unit, angles in radians counter-clockwise from +x; x to the right, y up. Sets are closed, so touching is
 * contact. n and m are the numbers of vertices of the two shapes. Errors are those of Graze.
 *
 * @hideconstructor
 */
export class StaticGraze {
    /** @type {Core} */ #core;

    /** @param {Core} core */
    constructor(core) {
        this.#core = core;
        /** The version stamped into the WebAssembly module, as 0.2.0. @readonly */
        this.version = core.version;
        refuseOldNames(this, StaticGraze.prototype, METHODS);
    }

    /**
     * Bytes of WebAssembly memory up to the highest thing that is alive, for watching growth. The memory itself, which is up
     * to a quarter more, does not shrink. O(1).
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
     * A disc about the body's origin. O(1).
     *
     * @param {number} radius at least 0, rounded to float32
     * @returns {Shape}
     */
    disc(radius) {
        return this.#createShape('disc', new Float32Array(2), checkFloat32(radius, 'radius', 0));
    }

    /**
     * All points within `radius` of the segment from (ax, ay) to (bx, by). O(1).
     *
     * @param {number} ax in the body's frame, rounded to float32, as all coordinates
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
     * A rectangle about the body's origin, sides along its axes. O(1).
     *
     * @param {number} width along x, at least 0; each half is rounded to float32
     * @param {number} height along y, as the width
     * @param {RoundingOptions} [options] `radius`: rounds it off outward
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
     * A convex polygon, inflated by `radius`. Either winding; duplicates and points inside an edge are
     * dropped; flat points make a segment. Whether it is convex is decided exactly, of the coordinates as rounded. O(n).
     *
     * @param {Points} points in the body's frame, at least 1; coordinates are rounded to float32
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
     * The convex hull of any points, inflated by `radius`. Exact, of the coordinates as rounded. O(n log n). Source:
     * Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979.
     *
     * @param {Points} points in the body's frame, at least 1; coordinates are rounded to float32
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
     * Do the closed bodies meet? Level 1: the quickest answer. `collide` is `relation != 'disjoint'`.
     * O(n + m) a round, typically 1 to 3 rounds, at worst n + m + 16. Source: Zhang, Wu, Wang, Zhou,
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
     * Returns how the closed bodies lie to each other: 'disjoint', 'touching' or 'overlapping', as {@link Relation} defines
     * them, for points and segments too. Exact: see "What is exact" in src/README.md. Cost as `distance`.
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
     * Relation, distance, witness points, separating direction and features. Levels 2 and 3. Exchanging
     * A and B exchanges the answer and changes no bit of it, unless they are one body at one place. O(n + m) a round,
     * typically 2 to 5 rounds, at worst n + m + 16; for an overlap, and where rounding leaves a doubt, one walk of
     * O(n + m) besides. Source: Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm", Alg. 1 to 5.
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
     * The gap between the bodies, 0 when they are not disjoint: the `distance` of `distance`, without the
     * rest of it, which makes it the quickest of all for one pair. Cost as `distance`, seldom with the walk.
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
     * How deep the bodies are in each other, and which way out is shortest: by a walk round A - B. O(n + m).
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
     * A moves by a translation, without turning, while B stands: when are they in contact? The verdict
     * is exact; without radii the interval is right to 1 ulp, with radii to a few. O(n + m). Derived in
     * src/gjk/cast_core.h.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Point} translation of A, in the world; each number at most 3.4e38 in magnitude
     * @param {Pose} [poseA] at the beginning
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
     * Where a ray meets a shape. Exact as shapeCast, of a point. O(n).
     *
     * @param {Shape} shape
     * @param {Ray} ray
     * @param {Pose} [pose] of the shape
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
