import {
    checkBoolean,
    checkCount,
    checkNumber,
    checkOptions,
    MAX_RECORDS,
} from '../core/arguments.js';
import { Batch, checkNewBatch, checkPart } from '../core/batch.js';
import * as calls from '../core/calls.js';
import { GrazeError } from '../core/errors.js';
import { PAIRS_VIEWS } from '../core/layout.js';

/** @import { Core } from '../core/core.js' */

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
export class PairBatch extends Batch {
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
        super(core, checkNewBatch(core, handle, capacity), PAIRS_VIEWS, 'batch of pairs');
        /** Maximum number of pairs. @readonly */
        this.capacity = capacity;
        /** Whether `distance` fills `pointA`, `pointB` and `normal`, and `penetration` the points. @readonly */
        this.witnesses = witnesses;
        /** Whether `distance` begins each search where the last search of that pair ended. @readonly */
        this.coherent = coherent;
        /** Whether there is room for the answers of `penetration` and `manifolds`. @readonly */
        this.hasManifolds = manifolds;
        Object.freeze(this);
    }

    /** Returns the view of the first bodies' shapes: the `id` of a shape for each pair. */
    get shapeA() {
        return this.view('shapeA', Uint32Array, this.capacity);
    }

    /** Returns the view of the second bodies' shapes: the `id` of a shape for each pair. */
    get shapeB() {
        return this.view('shapeB', Uint32Array, this.capacity);
    }

    /** Returns the view of the first bodies' poses: four numbers for each pair, x, y, cos, sin. */
    get poseA() {
        return this.view('poseA', Float32Array, 4 * this.capacity);
    }

    /** Returns the view of the second bodies' poses: four numbers for each pair, x, y, cos, sin. */
    get poseB() {
        return this.view('poseB', Float32Array, 4 * this.capacity);
    }

    /** Returns the view that `collide` fills: 1 for a pair in contact, else 0. */
    get hit() {
        return this.view('hit', Uint8Array, this.capacity);
    }

    /** Returns the view that all queries but `collide` fill: 0 disjoint, 1 touching, 2 overlapping. */
    get relations() {
        return this.view('relations', Uint8Array, this.capacity);
    }

    /** Returns the view that `distance` fills: the gap, 0 when not disjoint. */
    get distances() {
        return this.view('distances', Float32Array, this.capacity);
    }

    /**
     * Returns the view that `distance` and `penetration` fill in a batch with witnesses: two numbers for each
     * pair, the point of A nearest B, in the world, or that of `Penetration`.
     */
    get pointA() {
        return this.#witness('pointA');
    }

    /**
     * Returns the view that `distance` and `penetration` fill in a batch with witnesses: two numbers for each
     * pair, the point of B nearest A, or that of `Penetration`.
     */
    get pointB() {
        return this.#witness('pointB');
    }

    /**
     * Returns the view that `distance` fills in a batch with witnesses, and `penetration` and `manifolds` in one
     * with manifolds: two numbers for each pair, the unit direction from A towards B, as in `Distance`,
     * `Penetration` and `Manifold`; 0, 0 for a manifold without points.
     */
    get normal() {
        if (!this.hasManifolds) return this.#witness('normal');
        return this.view('normal', Float32Array, 2 * this.capacity);
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

    /** @param {'pointA' | 'pointB' | 'normal'} name */
    #witness(name) {
        checkPart(this.witnesses, name, 'witnesses');
        return this.view(name, Float32Array, 2 * this.capacity);
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
     * Fills `hit` for pairs 0 to count - 1. All of them are checked first: on an error no result has been
     * written. `relation` and `distance` do the same.
     *
     * @param {number} count
     * @returns {number} number of pairs in contact
     */
    collide(count) {
        return this.#query(calls.pairsCollide, count);
    }

    /**
     * Fills `relations` for pairs 0 to count - 1.
     *
     * @param {number} count
     * @returns {number} number of pairs in contact
     */
    relation(count) {
        return this.#query(calls.pairsRelation, count);
    }

    /**
     * Fills `relations` and `distances` for pairs 0 to count - 1, and `pointA`, `pointB` and `normal` if the batch
     * has witnesses.
     *
     * @param {number} count
     * @returns {number} number of pairs in contact
     */
    distance(count) {
        return this.#query(calls.pairsDistance, count);
    }

    /**
     * Fills `relations`, `depths` and `normal` for pairs 0 to count - 1 of a batch with manifolds, and `pointA` and
     * `pointB` if it has witnesses too. The answers are those of `penetration`, rounded to float32.
     *
     * @param {number} count
     * @returns {number} number of pairs in contact
     */
    penetration(count) {
        checkPart(this.hasManifolds, 'penetration', 'manifolds');
        return this.#query(calls.pairsPenetration, count);
    }

    /**
     * Fills `relations`, `pointCounts`, `depths`, `normal`, `points`, `separations` and `ids` for pairs 0 to count - 1 of
     * a batch with manifolds. The answers are those of `manifold`, rounded to float32.
     *
     * @param {number} count
     * @param {number} [reach] distance up to which disjoint bodies have contact points too, as for `manifold`
     * @returns {number} number of pairs in contact
     */
    manifolds(count, reach = 0) {
        checkPart(this.hasManifolds, 'manifolds', 'manifolds');
        checkNumber(reach, 'reach', 0);
        return this.#query(calls.pairsManifolds, count, reach);
    }

    /**
     * @param {typeof calls.pairsManifolds} call
     * @param {number} count
     * @param {number} [reach]
     */
    #query(call, count, reach = 0) {
        checkCount(count, 'count', 0, this.capacity);
        const found = call(this.core, this.handle('pairs'), count, reach);
        if (found < 0) throw pairBatchError(this.core, this.capacity);
        return found;
    }
}

/**
 * Returns the error of a batch of pairs. A fault's index is 2 k + side for a shape, 2 (k + capacity) + side for
 * a pose.
 *
 * @param {Core} core
 * @param {number} capacity
 */
function pairBatchError(core, capacity) {
    const { code, text, index } = core.readFault();
    if (index < 0) return new GrazeError(code, `pairs: ${text}`, { argument: 'pairs' });
    const isPose = index >= 2 * capacity;
    const pair = (index >> 1) % capacity;
    const argument = `${isPose ? 'pose' : 'shape'}${'AB'[index & 1]}`;
    return new GrazeError(code, `${argument}: pair ${pair}: ${text}`, {
        argument,
        index: pair,
    });
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
