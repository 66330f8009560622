import { checkCount, checkNumber } from './arguments.js';
import { Batch } from './batch.js';
import { findNearBodies, newBodyBatch } from './bind_batch.js';
import { BODIES_VIEWS } from './layout.js';
import { checkPose } from './pose.js';
import { Shape } from './shape.js';

/**
 * @import { Core } from './bind.js'
 * @import { Pose } from './static_graze.js'
 */

/**
 * Many bodies standing still: which pairs of them are in contact, or near each other; and which of them are in
 * contact with one other, or near it. Fill `shapes` (a shape's `id`) and `poses`, call, and read as many
 * entries as the call returns: of `first`, `second`, `relations` and `distances` for pairs; against one other, of
 * `foundBodies`, `foundRelations` and `foundDistances`, so that neither overwrites the other's. Nothing is copied and
 * nothing allocated; the views are borrowed (see Batch).
 *
 * A pose is as in a PairBatch, and so are the answers. All bodies asked about are checked first: on an error
 * no result has been written. More pairs than fit are an error too (`full`), whose `value` is how many there are; the
 * pairs' results then hold no answer. Against one other all bodies fit.
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
        super(core, newBodyBatch(core, capacity, pairs), BODIES_VIEWS, 'batch of bodies');
        /** How many bodies fit. @readonly */
        this.capacity = capacity;
        /** How many found pairs fit. @readonly */
        this.pairCapacity = pairs;
        Object.freeze(this);
    }

    /** A shape's `id` a body. */
    get shapes() {
        return this.view('shapes', Uint32Array, this.capacity);
    }

    /** Four numbers a body: x, y, cos, sin. */
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

    /** Of a found pair: 0 disjoint, 1 touching, 2 overlapping. */
    get relations() {
        return this.view('relations', Uint8Array, this.pairCapacity);
    }

    /** Of a found pair: the gap, 0 when not disjoint. */
    get distances() {
        return this.view('distances', Float32Array, this.pairCapacity);
    }

    /** Returns the view of the bodies that were found against one other, ascending. */
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
     * All pairs among bodies 0 to count - 1 that are not disjoint, in ascending order of `first`, then
     * `second`. For bodies of one size spread over a square, O(count sqrt count) comparisons of numbers
     * and O(1) queries a pair found. Source: sweep and prune (Baraff 1992).
     *
     * @param {number} count
     * @returns {number} how many pairs
     */
    contacts(count) {
        return this.near(count, 0);
    }

    /**
     * All pairs whose distance is at most `reach`: that of the single query, in double. In order as `contacts`. Cost
     * as `contacts`; count^2 / 2 comparisons when all bounds overlap on one axis.
     *
     * @param {number} count
     * @param {number} reach at least 0
     * @returns {number} how many pairs
     */
    near(count, reach) {
        return this.#findNear(0, undefined, count, reach);
    }

    /**
     * Which of bodies 0 to count - 1 are not disjoint from another one, ascending, into `foundBodies` and its like.
     * O(count).
     *
     * @param {Shape} shape
     * @param {Pose | undefined} pose
     * @param {number} count
     * @returns {number} how many
     */
    contactsWith(shape, pose, count) {
        return this.nearWith(shape, pose, count, 0);
    }

    /**
     * Which of bodies 0 to count - 1 are at most `reach` away from another one, ascending, into `foundBodies` and its
     * like. O(count).
     *
     * @param {Shape} shape
     * @param {Pose | undefined} pose
     * @param {number} count
     * @param {number} reach at least 0
     * @returns {number} how many
     */
    nearWith(shape, pose, count, reach) {
        return this.#findNear(Shape.handle(this.core, shape, 'shape'), pose, count, reach);
    }

    /**
     * @param {number} handle
     * @param {Pose | undefined} pose
     * @param {number} count
     * @param {number} reach
     */
    #findNear(handle, pose, count, reach) {
        checkCount(count, 'count', 0, this.capacity);
        checkNumber(reach, 'reach', 0);
        return findNearBodies(
            this.core,
            this.handle('bodies'),
            this.pairCapacity,
            count,
            reach,
            handle,
            checkPose(pose, 'pose'),
        );
    }
}
