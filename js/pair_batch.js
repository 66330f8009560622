import { checkCount } from './arguments.js';
import { Batch } from './batch.js';
import { newPairBatch, queryPairs } from './bind_batch.js';
import { GrazeError } from './errors.js';
import { PAIRS_VIEWS } from './layout.js';

/** @import { Core } from './bind.js' */

/**
 * Many pairs of bodies that stand still, checked in one call over memory shared with the module: fill `shapeA`,
 * `shapeB` (a shape's `id`) and `poseA`, `poseB`, call `collide`, `relation` or `distance`, and read the
 * results. Nothing is copied and nothing allocated; the views are borrowed (see Batch).
 *
 * A pose is x, y, cos, sin in float32; it begins as 0, 0, 1, 0. Its angle is the direction of (cos, sin), so
 * the two numbers need not be exactly normalized. The answers are those of `relation`, `collide` and `distance`
 * for the same poses, with the numbers rounded to float32.
 *
 * A call is O(1) per pair for small shapes, and at worst as `distance`. Reading a view of witnesses of a batch
 * made without them is `out-of-range`.
 *
 * @hideconstructor
 */
export class PairBatch extends Batch {
    #witnessLength;

    /**
     * @param {Core} core
     * @param {number} capacity
     * @param {boolean} witnesses
     * @param {boolean} coherent
     */
    constructor(core, capacity, witnesses, coherent) {
        super(
            core,
            newPairBatch(core, capacity, witnesses, coherent),
            PAIRS_VIEWS,
            'batch of pairs',
        );
        /** Maximum number of pairs. @readonly */
        this.capacity = capacity;
        /** Whether `distance` fills `pointA`, `pointB` and `normal`. @readonly */
        this.witnesses = witnesses;
        /** Whether `distance` begins each search where the last search of that pair ended. @readonly */
        this.coherent = coherent;
        this.#witnessLength = witnesses ? 2 * capacity : 0;
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

    /** Returns the view that `relation` and `distance` fill: 0 disjoint, 1 touching, 2 overlapping. */
    get relations() {
        return this.view('relations', Uint8Array, this.capacity);
    }

    /** Returns the view that `distance` fills: the gap, 0 when not disjoint. */
    get distances() {
        return this.view('distances', Float32Array, this.capacity);
    }

    /**
     * Returns the view that `distance` fills in a batch with witnesses: two numbers for each pair, the point of
     * A nearest B, in the world.
     */
    get pointA() {
        return this.#witness('pointA');
    }

    /**
     * Returns the view that `distance` fills in a batch with witnesses: two numbers for each pair, the point of
     * B nearest A.
     */
    get pointB() {
        return this.#witness('pointB');
    }

    /**
     * Returns the view that `distance` fills in a batch with witnesses: two numbers for each pair, the unit
     * direction from A towards B, as in `Distance`.
     */
    get normal() {
        return this.#witness('normal');
    }

    /** @param {'pointA' | 'pointB' | 'normal'} name */
    #witness(name) {
        if (!this.witnesses) {
            throw new GrazeError(
                'out-of-range',
                `${name}: this batch was made without witnesses; make it with { witnesses: true }`,
                { argument: name },
            );
        }
        return this.view(name, Float32Array, this.#witnessLength);
    }

    /**
     * Fills `hit` for pairs 0 to count - 1. All of them are checked first: on an error no result has been
     * written. `relation` and `distance` do the same.
     *
     * @param {number} count
     * @returns {number} number of pairs in contact
     */
    collide(count) {
        return this.#query('collide', count);
    }

    /**
     * Fills `relations` for pairs 0 to count - 1.
     *
     * @param {number} count
     * @returns {number} number of pairs in contact
     */
    relation(count) {
        return this.#query('relation', count);
    }

    /**
     * Fills `relations` and `distances` for pairs 0 to count - 1, and `pointA`, `pointB` and `normal` if the batch
     * has witnesses.
     *
     * @param {number} count
     * @returns {number} number of pairs in contact
     */
    distance(count) {
        return this.#query('distance', count);
    }

    /**
     * @param {'collide' | 'relation' | 'distance'} query
     * @param {number} count
     */
    #query(query, count) {
        checkCount(count, 'count', 0, this.capacity);
        return queryPairs(this.core, query, this.handle('pairs'), count, this.capacity);
    }
}
