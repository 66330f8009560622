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
    MAX_RECORDS,
} from '../core/arguments.js';
import { checkNewBatch } from '../core/batch.js';
import {
    Bodies,
    CAST_OPTIONS,
    checkBox,
    checkFilter,
    NEAREST_OPTIONS,
    NO_BODY,
} from '../core/bodies.js';
import * as calls from '../core/calls.js';
import { LIMITS } from '../core/layout.js';
import { readPointNumbers } from './point.js';
import { FORM, readPose, rotationError, stagePoses } from './pose.js';
import { readRay, readTranslation } from './queries.js';
import { Solid } from './solid.js';
import { ANSWER_FORM } from './witness.js';

/**
 * @import { BodyFilter } from '../core/bodies.js'
 * @import { Core } from '../core/core.js'
 * @import { PoseNumbers } from './pose.js'
 * @import { SolidBodyDistance, SolidBodyRayCast, SolidBodyShapeCast, SolidBounds, SolidCastOptions, SolidPointLike, SolidPose, SolidRay, SolidTranslation } from './types.js'
 */

const BODY_OPTIONS = ['pairs', 'still', 'rays', 'filters'];
const BOX_KEYS = ['minX', 'minY', 'minZ', 'maxX', 'maxY', 'maxZ'];

const CALLS = {
    update: calls.solidBodiesUpdate,
    changed: calls.solidBodiesChanged,
    near: calls.solidBodiesNear,
    castRays: calls.solidBodiesCastRays,
};

/**
 * A world of many bodies in space at their poses: finds the pairs of them that are in contact or near each other, and
 * answers queries of one body, ray, point or box. Fill `shapes` (the `id` of a Solid) and `poses`, call, and read as many
 * entries as the call returns. Each kind of query writes to views of its own: pairs to `first`, `second`, `relations` and
 * `distances`; `contactsWith` and `nearWith` to `foundBodies`, `foundRelations` and `foundDistances`; `rayCastAll` and
 * `shapeCastAll` to `hitBodies` and `hitIntervals`; `castRays` to `rayBodies`, `rayIntervals`, `rayPoints` and
 * `rayNormals`; `pointQuery` to `pointBodies`; `boxQuery` to `boxBodies`. The views are borrowed (see Batch).
 *
 * The first `still` bodies, such as those of a level, stand still: an index over them is kept, and they are never compared
 * with each other. Queries see them as they were when `update` last read them (the first query reads all of them); the
 * other bodies are read in each call, as far as they changed. A query costs some 3 ns for each of these others, and far
 * less than that for those that stand still. `count`, the number of bodies of a query, includes those that stand still.
 * Categories and masks are read in each call, of all bodies. A body that stands still may be freed only after its place in
 * the batch has been updated with another one: queries are `stale-handle` errors until then.
 *
 * Poses and answers are as in a SolidPairBatch: float32 in the views. The one body, ray, point or box of a query has
 * doubles. All bodies of a call are checked first: on an error no result has been written. More pairs than fit are an error
 * too (`full`), whose `value` is their number, the `pairs` that a batch needs for them; the pairs' results are then not
 * valid. Other results always fit.
 *
 * @hideconstructor
 */
export class SolidBodyBatch extends Bodies {
    /**
     * @param {Core} core
     * @param {number} capacity
     * @param {{ pairs: number, still: number, rays: number, filters: boolean }} options
     */
    constructor(core, capacity, options) {
        const { pairs, still, rays, filters } = options;
        const made = calls.solidBodiesNew(core, capacity, pairs, still, rays, Number(filters));
        super(core, checkNewBatch(core, made, capacity), capacity, options, FORM, CALLS);
        Object.freeze(this);
    }

    /**
     * Finds those of bodies 0 to count - 1 that are not disjoint from another body, ascending; writes
     * `foundBodies`, `foundRelations` and `foundDistances`. Cost: see SolidBodyBatch.
     *
     * @param {Solid} body
     * @param {SolidPose | undefined} pose
     * @param {number} count
     * @param {BodyFilter} [options]
     * @returns {number} number of bodies found
     */
    contactsWith(body, pose, count, options) {
        return this.nearWith(body, pose, count, 0, options);
    }

    /**
     * Finds those of bodies 0 to count - 1 that are at most `reach` away from another body, ascending; writes
     * `foundBodies`, `foundRelations` and `foundDistances`. Cost: see SolidBodyBatch.
     *
     * @param {Solid} body
     * @param {SolidPose | undefined} pose
     * @param {number} count
     * @param {number} reach at least 0
     * @param {BodyFilter} [options]
     * @returns {number} number of bodies found
     */
    nearWith(body, pose, count, reach, options) {
        const { core } = this;
        const one = Solid.handle(core, body, 'body');
        const handle = this.begin(count);
        checkNumber(reach, 'reach', 0);
        const numbers = readPose(pose, 'pose');
        const { category, mask } = checkFilter(options);
        stagePoses(core, numbers);
        const found = calls.solidBodiesNearOne(core, handle, count, category, mask, reach, one);
        return this.#check(found, numbers);
    }

    /**
     * Returns the nearest of bodies 0 to count - 1 to another body, with the distance and witness points as of
     * `s.distance(body, thatBody)`; of several equally near, such as those in contact with it, the lowest one.
     * Cost: see SolidBodyBatch; the nearer the first bodies that it finds, the fewer it asks.
     *
     * @param {Solid} body
     * @param {SolidPose | undefined} pose
     * @param {number} count
     * @param {BodyFilter & { atMost?: number }} [options] `atMost`: largest distance, at least 0; default: any
     * @returns {SolidBodyDistance} `status` is 'free' if there is none
     */
    nearest(body, pose, count, options) {
        const { core } = this;
        const one = Solid.handle(core, body, 'body');
        const handle = this.begin(count);
        const numbers = readPose(pose, 'pose');
        const { category, mask, atMost } = checkFilter(options, NEAREST_OPTIONS);
        stagePoses(core, numbers);
        const found = calls.solidBodiesNearest(core, handle, count, category, mask, atMost, one);
        if (this.#check(found, numbers) === 0) return { ...NO_BODY };
        return { status: 'found', body: found - 1, ...readDistance(core, ANSWER_FORM) };
    }

    /**
     * Returns the first contact of a ray, by default also a touch, with bodies 0 to count - 1, as `s.rayCast`
     * has it, and the body: of several that it meets at once, the lowest one. Cost: see SolidBodyBatch; bodies
     * behind the first contact are left out.
     *
     * @param {SolidRay} ray
     * @param {number} count
     * @param {BodyFilter & SolidCastOptions} [options]
     * @returns {SolidBodyRayCast} `status` is 'free' if it meets none
     */
    rayCast(ray, count, options) {
        const body = this.#castRay(calls.solidBodiesCast, ray, count, options);
        if (body === 0) return { body: null, ...NO_RAY_CAST };
        const cast = { body: body - 1, ...readRayCast(this.core, ANSWER_FORM) };
        return /** @type {SolidBodyRayCast} */ (cast);
    }

    /**
     * Finds all of bodies 0 to count - 1 that a ray meets, or touches by default, in the order of contact, then
     * of their numbers; writes `hitBodies` and `hitIntervals`. Cost: see SolidBodyBatch.
     *
     * @param {SolidRay} ray
     * @param {number} count
     * @param {BodyFilter & SolidCastOptions} [options]
     * @returns {number} number of bodies found
     */
    rayCastAll(ray, count, options) {
        return this.#castRay(calls.solidBodiesCastAll, ray, count, options);
    }

    /**
     * @param {typeof calls.solidBodiesCast} call
     * @param {unknown} ray
     * @param {number} count
     * @param {unknown} options
     */
    #castRay(call, ray, count, options) {
        const handle = this.begin(count);
        const [x, y, z, ...way] = readRay(ray);
        return this.#cast(call, handle, count, options, 0, [x, y, z, 0, 0, 0, 1], way);
    }

    /**
     * Returns the first contact, by default also a touch, of a body that moves straight, without turning, with bodies 0 to
     * count - 1, as `s.shapeCast(body, thatBody, pose, itsPose, translation)` has it, and the body. Otherwise as `rayCast`.
     * Cost: see SolidBodyBatch.
     *
     * @param {Solid} body
     * @param {SolidPose | undefined} pose
     * @param {SolidTranslation} translation
     * @param {number} count
     * @param {BodyFilter & SolidCastOptions} [options]
     * @returns {SolidBodyShapeCast} `status` is 'free' if it meets none
     */
    shapeCast(body, pose, translation, count, options) {
        const cast = calls.solidBodiesCast;
        const found = this.#castBody(cast, body, pose, translation, count, options);
        if (found === 0) return { body: null, ...NO_SHAPE_CAST };
        const answer = { body: found - 1, ...readCast(this.core, ANSWER_FORM) };
        return /** @type {SolidBodyShapeCast} */ (answer);
    }

    /**
     * Finds all of bodies 0 to count - 1 that a body meets, or touches by default, which moves straight,
     * without turning; otherwise as `rayCastAll`. Cost: see SolidBodyBatch.
     *
     * @param {Solid} body
     * @param {SolidPose | undefined} pose
     * @param {SolidTranslation} translation
     * @param {number} count
     * @param {BodyFilter & SolidCastOptions} [options]
     * @returns {number} number of bodies found
     */
    shapeCastAll(body, pose, translation, count, options) {
        return this.#castBody(calls.solidBodiesCastAll, body, pose, translation, count, options);
    }

    /**
     * @param {typeof calls.solidBodiesCast} call
     * @param {unknown} body
     * @param {unknown} pose
     * @param {unknown} translation
     * @param {number} count
     * @param {unknown} options
     */
    #castBody(call, body, pose, translation, count, options) {
        const one = Solid.handle(this.core, body, 'body');
        const handle = this.begin(count);
        const numbers = readPose(pose, 'pose');
        return this.#cast(call, handle, count, options, one, numbers, readTranslation(translation));
    }

    /**
     * @param {typeof calls.solidBodiesCast} call
     * @param {number} handle
     * @param {number} count
     * @param {unknown} options
     * @param {number} one handle of the body, or 0 for a ray
     * @param {PoseNumbers} pose
     * @param {number[]} way
     */
    #cast(call, handle, count, options, one, pose, [dx, dy, dz]) {
        const { category, mask, policy } = checkFilter(options, CAST_OPTIONS);
        stagePoses(this.core, pose);
        const found = call(this.core, handle, count, category, mask, one, dx, dy, dz, policy);
        return this.#check(found, pose);
    }

    /**
     * Finds those of bodies 0 to count - 1 that contain a point, exactly as `s.containsPoint`, ascending;
     * writes `pointBodies`. Cost: see SolidBodyBatch.
     *
     * @param {SolidPointLike} point
     * @param {number} count
     * @param {BodyFilter} [options]
     * @returns {number} number of bodies found
     */
    pointQuery(point, count, options) {
        const handle = this.begin(count);
        const [x, y, z] = readPointNumbers(point, 'point', LIMITS.maxPosition);
        const { category, mask } = checkFilter(options);
        const { core } = this;
        return this.checkFound(
            calls.solidBodiesAtPoint(core, handle, count, category, mask, x, y, z),
        );
    }

    /**
     * Finds those of bodies 0 to count - 1 whose bounding boxes meet a box, ascending; writes `boxBodies`. The
     * bounding boxes are those of `s.bounds`, rounded outward to float32: it finds every body that meets the box,
     * and some that are only near it. `nearWith` of a `s.box` finds exactly those that meet it. Cost: see
     * SolidBodyBatch.
     *
     * @param {SolidBounds} box closed, its sides finite
     * @param {number} count
     * @param {BodyFilter} [options]
     * @returns {number} number of bodies found
     */
    boxQuery(box, count, options) {
        const handle = this.begin(count);
        const [minX, minY, minZ, maxX, maxY, maxZ] = checkBox(box, BOX_KEYS);
        const { category, mask } = checkFilter(options);
        const { core } = this;
        return this.checkFound(
            calls.solidBodiesInBox(
                core,
                handle,
                count,
                category,
                mask,
                minX,
                minY,
                minZ,
                maxX,
                maxY,
                maxZ,
            ),
        );
    }

    /**
     * @param {number} found negative for a failed call
     * @param {PoseNumbers} pose that of the one body of the query
     */
    #check(found, pose) {
        if (found >= 0) return found;
        const { code, index } = this.core.readFault();
        if (code === 'not-a-heading' && index < 0) throw rotationError('pose', pose);
        return this.checkFound(found);
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
        filters = false,
    } = checkOptions(options, 'options', BODY_OPTIONS);
    return new SolidBodyBatch(core, bodies, {
        pairs: checkCount(pairs, 'pairs', 1, MAX_RECORDS),
        still: checkCount(still, 'still', 0, bodies),
        rays: checkCount(rays, 'rays', 0, MAX_RECORDS),
        filters: checkBoolean(filters, 'filters'),
    });
}
