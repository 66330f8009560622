import {
    checkBoolean,
    checkCount,
    checkNumber,
    checkOptions,
    checkPoint,
    checkRanges,
    checkRecordNumbers,
    isTouchingAllowed,
    MAX_RECORDS,
} from '../core/arguments.js';
import { Batch, checkNewBatch, checkPart, fullError } from '../core/batch.js';
import * as calls from '../core/calls.js';
import { GrazeError } from '../core/errors.js';
import { BODIES_VIEWS, LIMITS } from '../core/layout.js';
import { POSE, readPose } from './pose.js';
import {
    NO_RAY_CAST,
    NO_SHAPE_CAST,
    RAY,
    readCast,
    readDistance,
    readRay,
    readRayCast,
    readTranslation,
} from './queries.js';
import { Shape } from './shape.js';

/**
 * @import { PointLike } from '../core/arguments.js'
 * @import { Core } from '../core/core.js'
 * @import { BodyDistance, BodyFilter, BodyRayCast, BodyShapeCast, CastOptions, NoBodyDistance, Pose, Ray, ShapeBounds, Translation } from './types.js'
 */

const BODY_OPTIONS = ['pairs', 'still', 'rays', 'manifolds', 'filters', 'seams'];
const FILTER_OPTIONS = ['category', 'mask'];
const NEAREST_OPTIONS = [...FILTER_OPTIONS, 'atMost'];
const CAST_OPTIONS = [...FILTER_OPTIONS, 'touching'];
const BOX_KEYS = ['minX', 'minY', 'maxX', 'maxY'];
const ALL_BITS = 2 ** 32 - 1;

/** Index of the fault of ray 0; that of ray k is k less. */
const FIRST_RAY_INDEX = -3;

/**
 * A world of many bodies at their poses: finds the pairs of them that are in contact or near each other, with
 * their contact points, and answers queries of one body, ray, point or box. Fill `shapes` (a shape's `id`) and
 * `poses`, call, and read as many entries as the call returns. Each kind of query writes to views of its own:
 * pairs to `first`, `second`, `relations`, `distances` and those of manifolds; `contactsWith` and `nearWith` to
 * `foundBodies`, `foundRelations` and `foundDistances`; `rayCastAll` and `shapeCastAll` to `hitBodies` and
 * `hitIntervals`; `castRays` to `rayBodies`, `rayIntervals`, `rayPoints` and `rayNormals`; `pointQuery` to
 * `pointBodies`; `boxQuery` to `boxBodies`. Nothing is allocated; the views are borrowed (see Batch).
 *
 * The first `still` bodies, such as the tiles of a level, stand still: an index over them is kept, and they are
 * never compared with each other. Queries see them as they were when `update` last read them (the first query
 * reads all of them); the other bodies are read in each call, as far as they changed. A query costs some 2 ns for
 * each of these others, and far less than that for those that stand still: of 100,000, a few microseconds.
 * `count`, the number of bodies of a query, includes those that stand still. Categories and masks are read in each
 * call, of all bodies. A shape of a body that stands still may be freed only after the body has been updated with
 * another one: queries are `stale-handle` errors until then.
 *
 * With `seams`, bodies that stand still and adjoin count as one surface in manifolds with others, so that a body
 * slides over the tiles of a level without contacts at their common edges: the manifold of a contact whose normal
 * leads into another tile has no points (`pointCounts` 0), and its depth and normal are 0. If no tile there has
 * another contact, because the body is deep in the level, it is instead the least translation out of all
 * tiles around, with one point. Pairs, relations and distances are the same. Edges adjoin that share a part
 * to within the rounding of float32 (2^-21 of coordinates and sizes); tiles may be of any shape and size. It
 * takes some microseconds for each pair of a manifold with a body that stands still.
 *
 * Poses and answers are as in a PairBatch. All bodies of a call are checked first: on an error no result has
 * been written. More pairs than fit are an error too (`full`), whose `value` is their number, the `pairs` that a
 * batch needs for them; the pairs' results are then not valid. Other results always fit.
 *
 * @hideconstructor
 */
export class BodyBatch extends Batch {
    /**
     * @param {Core} core
     * @param {number} capacity
     * @param {{ pairs: number, still: number, rays: number, manifolds: boolean, filters: boolean, seams: boolean }} options
     */
    constructor(core, capacity, { pairs, still, rays, manifolds, filters, seams }) {
        const handle = calls.bodiesNew(
            core,
            capacity,
            pairs,
            still,
            rays,
            Number(manifolds),
            Number(filters),
            Number(seams),
        );
        super(core, checkNewBatch(core, handle, capacity), BODIES_VIEWS, 'batch of bodies');
        /** Maximum number of bodies. @readonly */
        this.capacity = capacity;
        /** Maximum number of pairs found. @readonly */
        this.pairCapacity = pairs;
        /** Number of bodies that stand still, the first ones. @readonly */
        this.still = still;
        /** Maximum number of rays of a call of `castRays`. @readonly */
        this.rayCapacity = rays;
        /** Whether pairs have manifolds. @readonly */
        this.hasManifolds = manifolds;
        /** Whether bodies have categories and masks. @readonly */
        this.hasFilters = filters;
        /** Whether manifolds leave out contacts at seams of bodies that stand still. @readonly */
        this.hasSeams = seams;
        Object.freeze(this);
    }

    /** Returns the view of the bodies' shapes: the `id` of a shape for each body. */
    get shapes() {
        return this.view('shapes', Uint32Array, this.capacity);
    }

    /** Returns the view of the bodies' poses: four numbers for each body, x, y, cos, sin. */
    get poses() {
        return this.view('poses', Float32Array, 4 * this.capacity);
    }

    /** Returns the view of the lower body of each found pair. */
    get first() {
        return this.view('first', Uint32Array, this.pairCapacity);
    }

    /** Returns the view of the higher body of each found pair. */
    get second() {
        return this.view('second', Uint32Array, this.pairCapacity);
    }

    /** Returns the view of each found pair's relation: 0 disjoint, 1 touching, 2 overlapping. */
    get relations() {
        return this.view('relations', Uint8Array, this.pairCapacity);
    }

    /** Returns the view of each found pair's distance: the gap, 0 when not disjoint. */
    get distances() {
        return this.view('distances', Float32Array, this.pairCapacity);
    }

    /** Returns the view of the bodies that were found near one other body, ascending. */
    get foundBodies() {
        return this.view('foundBodies', Uint32Array, this.capacity);
    }

    /** Returns the view of each found body's relation: 0 disjoint, 1 touching, 2 overlapping. */
    get foundRelations() {
        return this.view('foundRelations', Uint8Array, this.capacity);
    }

    /** Returns the view of each found body's distance: the gap, 0 when not disjoint. */
    get foundDistances() {
        return this.view('foundDistances', Float32Array, this.capacity);
    }

    /**
     * Returns the view of the bodies' categories, bits of which each starts with 1. Two bodies may meet if each has
     * a category of the other's mask. Without `filters` it is `out-of-range`.
     */
    get categories() {
        checkPart(this.hasFilters, 'categories', 'filters');
        return this.view('categories', Uint32Array, this.capacity);
    }

    /**
     * Returns the view of the bits of categories that each body may meet, at first all. Without `filters` it is
     * `out-of-range`.
     */
    get masks() {
        checkPart(this.hasFilters, 'masks', 'filters');
        return this.view('masks', Uint32Array, this.capacity);
    }

    /** Returns the view of each found pair's number of contact points, 0 to 2. */
    get pointCounts() {
        return this.#ofManifolds('pointCounts', Uint8Array, 1);
    }

    /** Returns the view of each found pair's depth of penetration. */
    get depths() {
        return this.#ofManifolds('depths', Float32Array, 1);
    }

    /** Returns the view of each found pair's normal, from `first` to `second`: x and y. */
    get normals() {
        return this.#ofManifolds('normals', Float32Array, 2);
    }

    /** Returns the view of each found pair's contact points, in the world: x, y, x, y. */
    get points() {
        return this.#ofManifolds('points', Float32Array, 4);
    }

    /** Returns the view of the separations at each found pair's two points. */
    get separations() {
        return this.#ofManifolds('separations', Float32Array, 2);
    }

    /**
     * Returns the view of the ids of each found pair's two points, which stay the same over small moves, for a
     * solver that starts from the last step's impulses
     */
    get ids() {
        return this.#ofManifolds('ids', Uint32Array, 2);
    }

    /** Returns the view of the bodies that `rayCastAll` or `shapeCastAll` found, in the order of contact. */
    get hitBodies() {
        return this.view('hitBodies', Uint32Array, this.capacity);
    }

    /** Returns the view of the fractions of the way at which contact with each of `hitBodies` begins and ends. */
    get hitIntervals() {
        return this.view('hitIntervals', Float64Array, 2 * this.capacity);
    }

    /**
     * Returns the view of the rays of `castRays`: four numbers for each, x and y of its beginning, and dx and dy of
     * the way to its end. Without `rays` it is `out-of-range`.
     */
    get rays() {
        return this.#ofRays('rays', Float64Array, 4);
    }

    /** Returns the view of the body that each ray meets first, -1 where it meets none. */
    get rayBodies() {
        return this.#ofRays('rayBodies', Int32Array, 1);
    }

    /** Returns the view of the fractions of each ray at which contact with that body begins and ends. */
    get rayIntervals() {
        return this.#ofRays('rayIntervals', Float64Array, 2);
    }

    /** Returns the view of the points at which these contacts begin, in the world: x and y. */
    get rayPoints() {
        return this.#ofRays('rayPoints', Float32Array, 2);
    }

    /** Returns the view of the unit normals there, out of the bodies: x and y. */
    get rayNormals() {
        return this.#ofRays('rayNormals', Float32Array, 2);
    }

    /** Returns the view of the bodies that `pointQuery` found, ascending. */
    get pointBodies() {
        return this.view('pointBodies', Uint32Array, this.capacity);
    }

    /** Returns the view of the bodies that `boxQuery` found, ascending. */
    get boxBodies() {
        return this.view('boxBodies', Uint32Array, this.capacity);
    }

    /**
     * @template {Float32ArrayConstructor | Uint32ArrayConstructor | Uint8ArrayConstructor} T
     * @param {string} name
     * @param {T} Type
     * @param {number} size numbers per pair
     */
    #ofManifolds(name, Type, size) {
        checkPart(this.hasManifolds, name, 'manifolds');
        return this.view(name, Type, size * this.pairCapacity);
    }

    /**
     * @template {Float64ArrayConstructor | Float32ArrayConstructor | Int32ArrayConstructor} T
     * @param {string} name
     * @param {T} Type
     * @param {number} size numbers per ray
     */
    #ofRays(name, Type, size) {
        checkPart(this.rayCapacity > 0, name, 'rays', 'a number');
        return this.view(name, Type, size * this.rayCapacity);
    }

    /**
     * Reads shapes and poses of bodies `from` to `end` - 1 again: queries see those that stand still as they are
     * now. Costs O(log still) per body, some microseconds; for more than a thirty-second of those that stand still
     * the index is built anew, at about 0.2 us for each of them.
     *
     * @param {number} [from] default: 0
     * @param {number} [end] default: `still`
     * @throws {GrazeError} `stale-handle` and errors of poses, with the body's index; nothing has changed then
     */
    update(from = 0, end = this.still) {
        checkCount(from, 'from', 0, this.capacity);
        checkCount(end, 'end', from, this.capacity);
        if (calls.bodiesUpdate(this.core, this.handle('bodies'), from, end) !== 0)
            throw this.#error();
    }

    /**
     * Finds all pairs among bodies 0 to count - 1 that are not disjoint, in ascending order of `first`, then
     * `second`. Two bodies that stand still are never paired. For bodies of one size spread over a square,
     * O(count sqrt count) comparisons of numbers and O(1) queries per pair found; O(log still) for each body
     * against those that stand still. Source: sweep and prune (Baraff 1992); bounding volume hierarchies (Ericson
     * 2005, 6.2).
     *
     * @param {number} count
     * @returns {number} number of pairs
     */
    contacts(count) {
        return this.near(count, 0);
    }

    /**
     * Finds all pairs whose distance, as the single query computes it in double, is at most `reach`. Order as
     * in `contacts`. Cost as `contacts`; count^2 / 2 comparisons when all bounds overlap on one axis.
     *
     * @param {number} count
     * @param {number} reach at least 0
     * @returns {number} number of pairs
     */
    near(count, reach) {
        const handle = this.#begin(count);
        checkNumber(reach, 'reach', 0);
        return this.#checkFound(calls.bodiesNear(this.core, handle, count, reach));
    }

    /**
     * Finds all pairs of one of `firstCount` bodies from `firstBody` on and one of `secondCount` bodies from
     * `secondBody` on whose distance is at most `reach`, in ascending order; the lower body is the `first` of its
     * pair. The ranges have no body in common (`out-of-range`). Also bodies that stand still are compared here.
     * Cost as `near`; at worst O(n m) for n and m bodies.
     *
     * @param {number} firstBody
     * @param {number} firstCount
     * @param {number} secondBody
     * @param {number} secondCount
     * @param {number} [reach] at least 0; default 0
     * @returns {number} number of pairs
     */
    nearBetween(firstBody, firstCount, secondBody, secondCount, reach = 0) {
        checkRanges(this.capacity, 'Body', firstBody, firstCount, secondBody, secondCount);
        checkNumber(reach, 'reach', 0);
        const handle = this.#begin(this.capacity);
        const found = calls.bodiesBetween(
            this.core,
            handle,
            firstBody,
            firstCount,
            secondBody,
            secondCount,
            reach,
        );
        return this.#checkFound(found);
    }

    /**
     * Finds those of bodies 0 to count - 1 that are not disjoint from another body, ascending; writes
     * `foundBodies`, `foundRelations` and `foundDistances`. Cost: see BodyBatch.
     *
     * @param {Shape} shape
     * @param {Pose | undefined} pose
     * @param {number} count
     * @param {BodyFilter} [options]
     * @returns {number} number of bodies found
     */
    contactsWith(shape, pose, count, options) {
        return this.nearWith(shape, pose, count, 0, options);
    }

    /**
     * Finds those of bodies 0 to count - 1 that are at most `reach` away from another body, ascending; writes
     * `foundBodies`, `foundRelations` and `foundDistances`. Cost: see BodyBatch.
     *
     * @param {Shape} shape
     * @param {Pose | undefined} pose
     * @param {number} count
     * @param {number} reach at least 0
     * @param {BodyFilter} [options]
     * @returns {number} number of bodies found
     */
    nearWith(shape, pose, count, reach, options) {
        const { core } = this;
        const one = Shape.handle(core, shape, 'shape');
        const handle = this.#begin(count);
        checkNumber(reach, 'reach', 0);
        readPose(pose, 'pose');
        const { x, y, cos, sin } = POSE;
        const { category, mask } = checkFilter(options);
        const found = calls.bodiesNearOne(
            core,
            handle,
            count,
            category,
            mask,
            reach,
            one,
            x,
            y,
            cos,
            sin,
        );
        return this.#checkFound(found);
    }

    /**
     * Returns the nearest of bodies 0 to count - 1 to another body, with the distance and witness points as of
     * `g.distance(shape, thatBody)`; of several equally near, such as those in contact with it, the lowest one.
     * Cost: see BodyBatch; the nearer the first bodies that it finds, the fewer it asks.
     *
     * @param {Shape} shape
     * @param {Pose | undefined} pose
     * @param {number} count
     * @param {BodyFilter & { atMost?: number }} [options] `atMost`: largest distance, at least 0; default: any
     * @returns {BodyDistance} `status` is 'free' if there is none
     */
    nearest(shape, pose, count, options) {
        const { core } = this;
        const one = Shape.handle(core, shape, 'shape');
        const handle = this.#begin(count);
        readPose(pose, 'pose');
        const { x, y, cos, sin } = POSE;
        const { category, mask, atMost } = checkFilter(options, NEAREST_OPTIONS);
        const body = calls.bodiesNearest(
            core,
            handle,
            count,
            category,
            mask,
            atMost,
            one,
            x,
            y,
            cos,
            sin,
        );
        if (this.#checkFound(body) === 0) return { ...NO_BODY };
        return { status: 'found', body: body - 1, ...readDistance(core) };
    }

    /**
     * Returns the first contact of a ray, by default also a touch, with bodies 0 to count - 1, as `g.rayCast`
     * has it, and the body: of several that it meets at once, the lowest one. Cost: see BodyBatch; bodies
     * behind the first contact are left out.
     *
     * @param {Ray} ray
     * @param {number} count
     * @param {BodyFilter & CastOptions} [options]
     * @returns {BodyRayCast} `status` is 'free' if it meets none
     */
    rayCast(ray, count, options) {
        const body = this.#castRay(calls.bodiesCast, ray, count, options);
        if (body === 0) return { body: null, ...NO_RAY_CAST };
        const cast = { body: body - 1, ...readRayCast(this.core) };
        return /** @type {BodyRayCast} */ (cast);
    }

    /**
     * Finds all of bodies 0 to count - 1 that a ray meets, or touches by default, in the order of contact, then
     * of their numbers; writes `hitBodies` and `hitIntervals`. Cost: see BodyBatch.
     *
     * @param {Ray} ray
     * @param {number} count
     * @param {BodyFilter & CastOptions} [options]
     * @returns {number} number of bodies found
     */
    rayCastAll(ray, count, options) {
        return this.#castRay(calls.bodiesCastAll, ray, count, options);
    }

    /**
     * Casts rays 0 to rayCount - 1 of `rays` against bodies 0 to count - 1, such as those of a laser scanner, with
     * touches by default: writes the body that each meets first, as `rayCast` finds it, to `rayBodies`, and where to
     * `rayIntervals`, `rayPoints` and `rayNormals`; of a ray that meets none the body is -1 and the rest 0. All rays
     * are checked first. Cost for each ray: see BodyBatch.
     *
     * @param {number} rayCount
     * @param {number} count
     * @param {BodyFilter & CastOptions} [options]
     * @returns {number} number of rays that meet a body
     */
    castRays(rayCount, count, options) {
        checkCount(rayCount, 'rayCount', 0, this.rayCapacity);
        const handle = this.#begin(count);
        const { category, mask, policy } = checkFilter(options, CAST_OPTIONS);
        return this.#checkFound(
            calls.bodiesCastRays(this.core, handle, count, category, mask, rayCount, policy),
        );
    }

    /**
     * @param {typeof calls.bodiesCast} call
     * @param {unknown} ray
     * @param {number} count
     * @param {unknown} options
     */
    #castRay(call, ray, count, options) {
        const handle = this.#begin(count);
        readRay(ray);
        const { x, y, dx, dy } = RAY;
        const { category, mask, policy } = checkFilter(options, CAST_OPTIONS);
        const { core } = this;
        const found = call(core, handle, count, category, mask, 0, x, y, 1, 0, dx, dy, policy);
        return this.#checkFound(found);
    }

    /**
     * Returns the first contact, by default also a touch, of a body that moves straight, without turning, with bodies 0 to
     * count - 1, as `g.shapeCast(shape, thatBody, pose, itsPose, translation)` has it, and the body. Otherwise as `rayCast`.
     * Cost: see BodyBatch.
     *
     * @param {Shape} shape
     * @param {Pose | undefined} pose
     * @param {Translation} translation
     * @param {number} count
     * @param {BodyFilter & CastOptions} [options]
     * @returns {BodyShapeCast} `status` is 'free' if it meets none
     */
    shapeCast(shape, pose, translation, count, options) {
        const body = this.#castShape(calls.bodiesCast, shape, pose, translation, count, options);
        if (body === 0) return { body: null, ...NO_SHAPE_CAST };
        return /** @type {BodyShapeCast} */ ({ body: body - 1, ...readCast(this.core) });
    }

    /**
     * Finds all of bodies 0 to count - 1 that a body meets, or touches by default, which moves straight,
     * without turning; otherwise as `rayCastAll`. Cost: see BodyBatch.
     *
     * @param {Shape} shape
     * @param {Pose | undefined} pose
     * @param {Translation} translation
     * @param {number} count
     * @param {BodyFilter & CastOptions} [options]
     * @returns {number} number of bodies found
     */
    shapeCastAll(shape, pose, translation, count, options) {
        return this.#castShape(calls.bodiesCastAll, shape, pose, translation, count, options);
    }

    /**
     * @param {typeof calls.bodiesCast} call
     * @param {unknown} shape
     * @param {unknown} pose
     * @param {unknown} translation
     * @param {number} count
     * @param {unknown} options
     */
    #castShape(call, shape, pose, translation, count, options) {
        const one = Shape.handle(this.core, shape, 'shape');
        const handle = this.#begin(count);
        readPose(pose, 'pose');
        const { x, y, cos, sin } = POSE;
        const [dx, dy] = readTranslation(translation);
        const { category, mask, policy } = checkFilter(options, CAST_OPTIONS);
        const { core } = this;
        const found = call(
            core,
            handle,
            count,
            category,
            mask,
            one,
            x,
            y,
            cos,
            sin,
            dx,
            dy,
            policy,
        );
        return this.#checkFound(found);
    }

    /**
     * Finds those of bodies 0 to count - 1 that contain a point, exactly as `shape.containsPoint`, ascending;
     * writes `pointBodies`. Cost: see BodyBatch.
     *
     * @param {PointLike} point
     * @param {number} count
     * @param {BodyFilter} [options]
     * @returns {number} number of bodies found
     */
    pointQuery(point, count, options) {
        const handle = this.#begin(count);
        const { x, y } = checkPoint(point, 'point', LIMITS.maxPosition);
        const { category, mask } = checkFilter(options);
        return this.#checkFound(
            calls.bodiesAtPoint(this.core, handle, count, category, mask, x, y),
        );
    }

    /**
     * Finds those of bodies 0 to count - 1 whose bounding boxes meet a box, ascending; writes `boxBodies`. The
     * bounding boxes are those of `shape.bounds`, rounded outward to float32: it finds every body that meets the box,
     * and some that are only near it. `nearWith` of a `g.box` finds exactly those that meet it. Cost: see BodyBatch;
     * O(vertices) for each compound found.
     *
     * @param {ShapeBounds} box closed, its sides finite
     * @param {number} count
     * @param {BodyFilter} [options]
     * @returns {number} number of bodies found
     */
    boxQuery(box, count, options) {
        const handle = this.#begin(count);
        const [minX, minY, maxX, maxY] = checkBox(box);
        const { category, mask } = checkFilter(options);
        const { core } = this;
        return this.#checkFound(
            calls.bodiesInBox(core, handle, count, category, mask, minX, minY, maxX, maxY),
        );
    }

    /**
     * Checks the number of bodies of a query and returns the handle.
     *
     * @param {number} count
     */
    #begin(count) {
        checkCount(count, 'count', this.still, this.capacity);
        const handle = this.handle('bodies');
        if (this.core.isDebug) this.#checkUpdated(handle);
        return handle;
    }

    /**
     * Throws if a body that stands still differs from its last update.
     *
     * @param {number} handle
     */
    #checkUpdated(handle) {
        const body = calls.bodiesChanged(this.core, handle) - 1;
        if (body < 0) return;
        throw new GrazeError(
            'not-updated',
            `bodies: body ${body} must be updated: its shape or pose has changed, and it is one of the ${this.still} that stand still`,
            { argument: 'bodies', index: body },
        );
    }

    /** @param {number} found negative for a failed call */
    #checkFound(found) {
        if (found < 0) throw this.#error();
        return found;
    }

    /** Returns the error of the last call. */
    #error() {
        const { code, text, index } = this.core.readFault();
        if (code === 'full') return fullError(text, index, this.pairCapacity);
        if (index === -1) return this.core.faultError('bodies');
        if (index < FIRST_RAY_INDEX + 1)
            return this.core.faultError('rays', undefined, 'ray', FIRST_RAY_INDEX - index);
        const argument = code === 'stale-handle' ? 'shape' : 'pose';
        return index < 0
            ? this.core.faultError(argument)
            : this.core.faultError(`${argument}s`, undefined, 'body');
    }
}

/** Answer of `nearest` without a body. */
const NO_BODY = /* @__PURE__ */ Object.freeze(
    /** @type {NoBodyDistance} */ ({
        status: 'free',
        body: null,
        relation: null,
        distance: null,
        pointA: null,
        pointB: null,
        normal: null,
        featureA: null,
        featureB: null,
        iterations: null,
    }),
);

const NO_FILTER = /* @__PURE__ */ Object.freeze({
    category: ALL_BITS,
    mask: ALL_BITS,
    atMost: Infinity,
    policy: 0,
});

/**
 * Returns the bits of a filter, the option `atMost`, and the position of `touching` in TOUCHINGS.
 *
 * @param {unknown} options
 * @param {readonly string[]} [names]
 */
function checkFilter(options, names = FILTER_OPTIONS) {
    if (options === undefined) return NO_FILTER;
    const {
        category = ALL_BITS,
        mask = ALL_BITS,
        atMost = Infinity,
        touching,
    } = checkOptions(options, 'options', names);
    return {
        category: checkCount(category, 'options.category', 1, ALL_BITS),
        mask: checkCount(mask, 'options.mask', 1, ALL_BITS),
        atMost: atMost === Infinity ? atMost : checkNumber(atMost, 'options.atMost', 0),
        policy: Number(isTouchingAllowed(touching)),
    };
}

/** @param {unknown} box */
function checkBox(box) {
    const sides = checkRecordNumbers(box, 'box', BOX_KEYS, Infinity);
    const [minX, minY, maxX, maxY] = sides;
    if (!(minX <= maxX && minY <= maxY)) {
        const [name, value] = minX <= maxX ? ['maxY', maxY] : ['maxX', maxX];
        throw new GrazeError(
            'out-of-range',
            `box.${name} must be at least box.${name.replace('max', 'min')}, got ${value}`,
            { argument: `box.${name}`, value },
        );
    }
    return sides;
}

/**
 * @param {Core} core
 * @param {unknown} capacity
 * @param {unknown} options
 */
export function createBodyBatch(core, capacity, options) {
    const bodies = checkCount(capacity, 'capacity', 1, MAX_RECORDS);
    const {
        pairs = Math.min(4 * bodies, MAX_RECORDS),
        still = 0,
        rays = 0,
        manifolds = false,
        filters = false,
        seams = false,
    } = checkOptions(options, 'options', BODY_OPTIONS);
    if (checkBoolean(seams, 'seams') && manifolds === false) {
        throw new GrazeError('out-of-range', 'seams must be false without manifolds, got true', {
            argument: 'seams',
            value: seams,
        });
    }
    return new BodyBatch(core, bodies, {
        pairs: checkCount(pairs, 'pairs', 1, MAX_RECORDS),
        still: checkCount(still, 'still', 0, bodies),
        rays: checkCount(rays, 'rays', 0, MAX_RECORDS),
        manifolds: checkBoolean(manifolds, 'manifolds'),
        filters: checkBoolean(filters, 'filters'),
        seams: checkBoolean(seams, 'seams'),
    });
}
