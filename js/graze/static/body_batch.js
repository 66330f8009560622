import { checkCount, checkNumber, checkOptions, MAX_RECORDS } from '../core/arguments.js';
import { Batch, checkNewBatch, fullError } from '../core/batch.js';
import * as calls from '../core/calls.js';
import { BODIES_VIEWS } from '../core/layout.js';
import { checkPose } from './pose.js';
import { Shape } from './shape.js';

/**
 * @import { Core } from '../core/core.js'
 * @import { Pose } from './types.js'
 */

/**
 * Many bodies that stand still: finds the pairs of them that are in contact or near each other, and those of
 * them that are in contact with or near one other body. Fill `shapes` (a shape's `id`) and `poses`, call, and read
 * as many entries as the call returns: of `first`, `second`, `relations` and `distances` for pairs; for one
 * other body, of `foundBodies`, `foundRelations` and `foundDistances`, so that neither overwrites the other.
 * Nothing is copied and nothing allocated; the views are borrowed (see Batch).
 *
 * Poses and answers are as in a PairBatch. All bodies of a call are checked first: on an error no result has
 * been written. More pairs than fit are an error too (`full`), whose `value` is their number; the pairs'
 * results are then not valid. For one other body, all bodies fit.
 *
 * @hideconstructor
 */
export class BodyBatch extends Batch {
    /**
     * @param {Core} core
     * @param {number} capacity
     * @param {number} pairs
     */
    constructor(core, capacity, pairs) {
        const handle = calls.bodiesNew(core, capacity, pairs);
        super(core, checkNewBatch(core, handle, capacity), BODIES_VIEWS, 'batch of bodies');
        /** Maximum number of bodies. @readonly */
        this.capacity = capacity;
        /** Maximum number of pairs found. @readonly */
        this.pairCapacity = pairs;
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
     * Finds all pairs among bodies 0 to count - 1 that are not disjoint, in ascending order of `first`, then
     * `second`. For bodies of one size spread over a square, O(count sqrt count) comparisons of numbers and
     * O(1) queries per pair found. Source: sweep and prune (Baraff 1992).
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
        return this.#findNear(0, undefined, count, reach);
    }

    /**
     * Finds those of bodies 0 to count - 1 that are not disjoint from another body, ascending; writes
     * `foundBodies`, `foundRelations` and `foundDistances`. O(count).
     *
     * @param {Shape} shape
     * @param {Pose | undefined} pose
     * @param {number} count
     * @returns {number} number of bodies found
     */
    contactsWith(shape, pose, count) {
        return this.nearWith(shape, pose, count, 0);
    }

    /**
     * Finds those of bodies 0 to count - 1 that are at most `reach` away from another body, ascending; writes
     * `foundBodies`, `foundRelations` and `foundDistances`. O(count).
     *
     * @param {Shape} shape
     * @param {Pose | undefined} pose
     * @param {number} count
     * @param {number} reach at least 0
     * @returns {number} number of bodies found
     */
    nearWith(shape, pose, count, reach) {
        return this.#findNear(Shape.handle(this.core, shape, 'shape'), pose, count, reach);
    }

    /**
     * Finds the pairs among the first `count` bodies that are at most `reach` apart or, for a shape that is not 0,
     * those of these bodies that are at most `reach` away from that shape at `pose`.
     *
     * @param {number} shape handle of a shape, or 0
     * @param {Pose | undefined} pose
     * @param {number} count
     * @param {number} reach
     */
    #findNear(shape, pose, count, reach) {
        checkCount(count, 'count', 0, this.capacity);
        checkNumber(reach, 'reach', 0);
        const handle = this.handle('bodies');
        const { x, y, cos, sin } = checkPose(pose, 'pose');
        const found = calls.bodiesNear(this.core, handle, count, reach, shape, x, y, cos, sin);
        if (found < 0) throw bodyBatchError(this.core, this.pairCapacity);
        return found;
    }
}

/**
 * @param {Core} core
 * @param {number} pairCapacity maximum number of pairs
 */
function bodyBatchError(core, pairCapacity) {
    const { code, text, index } = core.readFault();
    if (code === 'full') return fullError(text, index, pairCapacity);
    if (index === -1) return core.faultError('bodies');
    const argument = code === 'stale-handle' ? 'shape' : 'pose';
    return index < 0
        ? core.faultError(argument)
        : core.faultError(`${argument}s`, undefined, 'body');
}

/**
 * @param {Core} core
 * @param {unknown} capacity
 * @param {unknown} options
 */
export function createBodyBatch(core, capacity, options) {
    const bodies = checkCount(capacity, 'capacity', 1, MAX_RECORDS);
    const { pairs = Math.min(4 * bodies, MAX_RECORDS) } = checkOptions(options, 'options', [
        'pairs',
    ]);
    return new BodyBatch(core, bodies, checkCount(pairs, 'pairs', 1, MAX_RECORDS));
}
