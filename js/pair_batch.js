import { checkCount } from './arguments.js';
import { Batch } from './batch.js';
import { newPairBatch, queryPairs } from './bind_batch.js';
import { GrazeError } from './errors.js';
import { PAIRS_VIEWS } from './layout.js';

/** @import { Core } from './bind.js' */

/**
 * Many pairs of bodies standing still, judged in one call over memory shared with the module: fill
 * `shapeA`, `shapeB` (a shape's `id`) and `poseA`, `poseB`, call `collide`, `relation` or `distance`, and
 * read the results. Nothing is copied and nothing allocated; the views are borrowed (see Batch).
 *
 * A pose is x, y, cos, sin in float32; it begins as 0, 0, 1, 0. Its heading is the direction of (cos, sin),
 * so that the rounding of the two is no error. The answers are those of `relation`, `collide` and
 * `distance` for the same poses, the numbers rounded to float32.
 *
 * A call is O(1) a pair for small shapes, as `distance` at worst. A view of witnesses of a batch made without is
 * `out-of-range`.
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
        /** How many pairs fit. @readonly */
        this.capacity = capacity;
        /** Whether `distance` fills `pointA`, `pointB` and `normal`. @readonly */
        this.witnesses = witnesses;
        /** Whether `distance` begins each search where that pair's last one ended. @readonly */
        this.coherent = coherent;
        this.#witnessLength = witnesses ? 2 * capacity : 0;
        Object.freeze(this);
    }

    /** A shape's `id` a pair. */
    get shapeA() {
        return this.view('shapeA', Uint32Array, this.capacity);
    }

    /** A shape's `id` a pair. */
    get shapeB() {
        return this.view('shapeB', Uint32Array, this.capacity);
    }

    /** Four numbers a pair: x, y, cos, sin. */
    get poseA() {
        return this.view('poseA', Float32Array, 4 * this.capacity);
    }

    /** Four numbers a pair: x, y, cos, sin. */
    get poseB() {
        return this.view('poseB', Float32Array, 4 * this.capacity);
    }

    /** By `collide`: 1 for a pair in contact, else 0. */
    get hit() {
        return this.view('hit', Uint8Array, this.capacity);
    }

    /** By `relation` and `distance`: 0 disjoint, 1 touching, 2 overlapping. */
    get relations() {
        return this.view('relations', Uint8Array, this.capacity);
    }

    /** By `distance`: the gap, 0 when not disjoint. */
    get distances() {
        return this.view('distances', Float32Array, this.capacity);
    }

    /** By `distance`, if asked for: two numbers a pair, the point of A nearest B, in the world. */
    get pointA() {
        return this.#witness('pointA');
    }

    /** By `distance`, if asked for: two numbers a pair, the point of B nearest A. */
    get pointB() {
        return this.#witness('pointB');
    }

    /** By `distance`, if asked for: two numbers a pair, the unit direction from A towards B, as in `Distance`. */
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
     * written. So with the other two.
     *
     * @param {number} count
     * @returns {number} how many are in contact
     */
    collide(count) {
        return this.#query('collide', count);
    }

    /**
     * Fills `relations` for pairs 0 to count - 1.
     *
     * @param {number} count
     * @returns {number} how many are in contact
     */
    relation(count) {
        return this.#query('relation', count);
    }

    /**
     * Fills `relations` and `distances` for pairs 0 to count - 1, and `pointA`, `pointB` and `normal` if the batch has them.
     *
     * @param {number} count
     * @returns {number} how many are in contact
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
