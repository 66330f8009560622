import { checkBoolean, checkCount, checkOptions, MAX_RECORDS } from '../core/arguments.js';
import { Batch, checkNewBatch } from '../core/batch.js';
import * as calls from '../core/calls.js';
import { GrazeError } from '../core/errors.js';
import { PAIRS_VIEWS } from '../core/layout.js';

/** @import { Core } from '../core/core.js' */

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
        const handle = calls.pairsNew(core, capacity, Number(witnesses), Number(coherent));
        super(core, checkNewBatch(core, handle, capacity), PAIRS_VIEWS, 'batch of pairs');
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
     * @param {typeof calls.pairsCollide} call
     * @param {number} count
     */
    #query(call, count) {
        checkCount(count, 'count', 0, this.capacity);
        const contacts = call(this.core, this.handle('pairs'), count);
        if (contacts < 0) throw pairBatchError(this.core, this.capacity);
        return contacts;
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
    const given = checkOptions(options, 'options', ['witnesses', 'coherent']);
    const witnesses = checkBoolean(given.witnesses ?? false, 'witnesses');
    const coherent = checkBoolean(given.coherent ?? false, 'coherent');
    return new PairBatch(core, pairs, witnesses, coherent);
}
