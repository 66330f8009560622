import {
    NO_RAY_CAST,
    NO_SHAPE_CAST,
    readCast,
    readDistance,
    readRayCast,
} from '../core/answers.js';
import {
    checkBoolean,
    checkCount,
    checkNumber,
    checkOptions,
    checkPoint,
    checkRanges,
    MAX_RECORDS,
} from '../core/arguments.js';
import { checkNewBatch, checkPart } from '../core/batch.js';
import {
    Bodies,
    CAST_OPTIONS,
    checkBox,
    checkFilter,
    NEAREST_OPTIONS,
    NO_BODY,
} from '../core/bodies.js';
import * as calls from '../core/calls.js';
import { GrazeError } from '../core/errors.js';
import { LIMITS } from '../core/layout.js';
import { POSE, readPose } from './pose.js';
import { RAY, readRay, readTranslation } from './queries.js';
import { Shape } from './shape.js';
import { ANSWER_FORM } from './witness.js';

/**
 * @import { PointLike } from '../core/arguments.js'
 * @import { RecordForm } from '../core/batch.js'
 * @import { BodyFilter } from '../core/bodies.js'
 * @import { Core } from '../core/core.js'
 * @import { BodyDistance, BodyRayCast, BodyShapeCast, CastOptions, Pose, Ray, ShapeBounds, Translation } from './types.js'
 */

const BODY_OPTIONS = ['pairs', 'still', 'rays', 'manifolds', 'filters', 'seams'];
const BOX_KEYS = ['minX', 'minY', 'maxX', 'maxY'];

/** Form of the records of the plane: a pose is x, y, cos, sin. */
export const FORM = /** @type {RecordForm} */ ({ pose: 4, point: 2, shape: 'shape' });

const CALLS = {
    update: calls.bodiesUpdate,
    changed: calls.bodiesChanged,
    near: calls.bodiesNear,
    castRays: calls.bodiesCastRays,
};

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
export class BodyBatch extends Bodies {
    /**
     * @param {Core} core
     * @param {number} capacity
     * @param {{ pairs: number, still: number, rays: number, manifolds: boolean, filters: boolean, seams: boolean }} options
     */
    constructor(core, capacity, options) {
        const { pairs, still, rays, manifolds, filters, seams } = options;
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
        super(core, checkNewBatch(core, handle, capacity), capacity, options, FORM, CALLS);
        /** Whether pairs have manifolds. @readonly */
        this.hasManifolds = manifolds;
        /** Whether manifolds leave out contacts at seams of bodies that stand still. @readonly */
        this.hasSeams = seams;
        Object.freeze(this);
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
        const handle = this.begin(this.capacity);
        const found = calls.bodiesBetween(
            this.core,
            handle,
            firstBody,
            firstCount,
            secondBody,
            secondCount,
            reach,
        );
        return this.checkFound(found);
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
        const handle = this.begin(count);
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
        return this.checkFound(found);
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
        const handle = this.begin(count);
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
        if (this.checkFound(body) === 0) return { ...NO_BODY };
        return { status: 'found', body: body - 1, ...readDistance(core, ANSWER_FORM) };
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
        const cast = { body: body - 1, ...readRayCast(this.core, ANSWER_FORM) };
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
     * @param {typeof calls.bodiesCast} call
     * @param {unknown} ray
     * @param {number} count
     * @param {unknown} options
     */
    #castRay(call, ray, count, options) {
        const handle = this.begin(count);
        readRay(ray);
        const { x, y, dx, dy } = RAY;
        const { category, mask, policy } = checkFilter(options, CAST_OPTIONS);
        const { core } = this;
        const found = call(core, handle, count, category, mask, 0, x, y, 1, 0, dx, dy, policy);
        return this.checkFound(found);
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
        return /** @type {BodyShapeCast} */ ({
            body: body - 1,
            ...readCast(this.core, ANSWER_FORM),
        });
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
        const handle = this.begin(count);
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
        return this.checkFound(found);
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
        const handle = this.begin(count);
        const { x, y } = checkPoint(point, 'point', LIMITS.maxPosition);
        const { category, mask } = checkFilter(options);
        return this.checkFound(calls.bodiesAtPoint(this.core, handle, count, category, mask, x, y));
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
        const handle = this.begin(count);
        const [minX, minY, maxX, maxY] = checkBox(box, BOX_KEYS);
        const { category, mask } = checkFilter(options);
        const { core } = this;
        return this.checkFound(
            calls.bodiesInBox(core, handle, count, category, mask, minX, minY, maxX, maxY),
        );
    }
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
