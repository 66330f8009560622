import {
    checkBoolean,
    checkCount,
    checkNumber,
    checkOptions,
    MAX_RECORDS,
} from '../core/arguments.js';
import { checkNewBatch, checkPart } from '../core/batch.js';
import * as calls from '../core/calls.js';
import { Pairs } from '../core/pairs.js';
import { FORM } from './body_batch.js';

/** @import { Core } from '../core/core.js' */

const CALLS = {
    collide: calls.pairsCollide,
    relation: calls.pairsRelation,
    distance: calls.pairsDistance,
    penetration: calls.pairsPenetration,
};

/**
 * Many pairs of bodies that stand still, checked in one call over memory shared with the module: fill `shapeA`,
 * `shapeB` (a shape's `id`) and `poseA`, `poseB`, call `collide`, `relation`, `distance`, `penetration` or
 * `manifolds`, and read the results. Nothing is copied and nothing allocated; the views are borrowed (see Batch).
 *
 * A pose is x, y, cos, sin in float32; it begins as 0, 0, 1, 0. Its angle is the direction of (cos, sin), so
 * the two numbers need not be exactly normalized. The answers are those of `relation`, `collide`, `distance`,
 * `penetration` and `manifold` for the same poses, with the numbers rounded to float32.
 *
 * A call is O(1) per pair for small shapes, and at worst as its query of one pair. Reading a view that the batch was
 * made without is `out-of-range`.
 *
 * @hideconstructor
 */
export class PairBatch extends Pairs {
    /**
     * @param {Core} core
     * @param {number} capacity
     * @param {boolean} witnesses
     * @param {boolean} coherent
     * @param {boolean} manifolds
     */
    constructor(core, capacity, witnesses, coherent, manifolds) {
        const room = [witnesses, coherent, manifolds].map(Number);
        const handle = calls.pairsNew(core, capacity, room[0], room[1], room[2]);
        super(core, checkNewBatch(core, handle, capacity), capacity, witnesses, FORM, CALLS);
        /** Whether `distance` begins each search where the last search of that pair ended. @readonly */
        this.coherent = coherent;
        /** Whether there is room for the answers of `penetration` and `manifolds`. @readonly */
        this.hasManifolds = manifolds;
        Object.freeze(this);
    }

    /**
     * Returns the view that `distance` fills in a batch with witnesses, and `penetration` and `manifolds` in one
     * with manifolds: two numbers for each pair, the unit direction from A towards B, as in `Distance`,
     * `Penetration` and `Manifold`; 0, 0 for a manifold without points.
     */
    get normal() {
        return this.witnessView('normal', this.witnesses || this.hasManifolds);
    }

    /** Returns the view that `penetration` and `manifolds` fill: the depth, 0 when not overlapping. */
    get depths() {
        return this.#contact('depths', Float32Array, 1);
    }

    /** Returns the view that `manifolds` fills: the number of contact points of each pair, 0 to 2. */
    get pointCounts() {
        return this.#contact('pointCounts', Uint8Array, 1);
    }

    /**
     * Returns the view that `manifolds` fills: four numbers for each pair, x and y of its two contact points, in the
     * world. Values of points that a pair does not have are 0, also in `separations` and `ids`.
     */
    get points() {
        return this.#contact('points', Float32Array, 4);
    }

    /** Returns the view that `manifolds` fills: the separations at the two points of each pair. */
    get separations() {
        return this.#contact('separations', Float32Array, 2);
    }

    /** Returns the view that `manifolds` fills: the names of the two points of each pair, as in `ManifoldPoint`. */
    get ids() {
        return this.#contact('ids', Uint32Array, 2);
    }

    /**
     * @template {Float32ArrayConstructor | Uint8ArrayConstructor | Uint32ArrayConstructor} T
     * @param {string} name
     * @param {T} Type
     * @param {number} numbers for each pair
     */
    #contact(name, Type, numbers) {
        checkPart(this.hasManifolds, name, 'manifolds');
        return this.view(name, Type, numbers * this.capacity);
    }

    /**
     * Fills `relations`, `depths` and `normal` for pairs 0 to count - 1 of a batch with manifolds, and `pointA` and
     * `pointB` if it has witnesses too. The answers are those of `penetration`, rounded to float32. Cost: see
     * PairBatch.
     *
     * @param {number} count
     * @returns {number} number of pairs in contact
     */
    penetration(count) {
        checkPart(this.hasManifolds, 'penetration', 'manifolds');
        return super.penetration(count);
    }

    /**
     * Fills `relations`, `pointCounts`, `depths`, `normal`, `points`, `separations` and `ids` for pairs 0 to count - 1 of
     * a batch with manifolds. The answers are those of `manifold`, rounded to float32. Cost: see PairBatch.
     *
     * @param {number} count
     * @param {number} [reach] distance up to which disjoint bodies have contact points too, as for `manifold`
     * @returns {number} number of pairs in contact
     */
    manifolds(count, reach = 0) {
        checkPart(this.hasManifolds, 'manifolds', 'manifolds');
        checkNumber(reach, 'reach', 0);
        return this.query(calls.pairsManifolds, count, reach);
    }
}

/**
 * @param {Core} core
 * @param {unknown} capacity
 * @param {unknown} options
 */
export function createPairBatch(core, capacity, options) {
    const pairs = checkCount(capacity, 'capacity', 1, MAX_RECORDS);
    const given = checkOptions(options, 'options', ['witnesses', 'coherent', 'manifolds']);
    const witnesses = checkBoolean(given.witnesses ?? false, 'witnesses');
    const coherent = checkBoolean(given.coherent ?? false, 'coherent');
    const manifolds = checkBoolean(given.manifolds ?? false, 'manifolds');
    return new PairBatch(core, pairs, witnesses, coherent, manifolds);
}
