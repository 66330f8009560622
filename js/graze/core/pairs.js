import { checkCount } from './arguments.js';
import { Batch, checkPart, recordError } from './batch.js';
import { PAIRS_VIEWS } from './layout.js';

/**
 * @import { RecordForm } from './batch.js'
 * @import { Core } from './core.js'
 *
 * @typedef {(core: Core, batch: number, count: number) => number} PairCall
 * @typedef {{ collide: PairCall, relation: PairCall, distance: PairCall, penetration: PairCall }} PairCalls functions of the
 *   module that a batch calls
 */

/**
 * Base of the batches of pairs in the plane and in space.
 *
 * @hideconstructor
 */
export class Pairs extends Batch {
    #calls;
    #form;

    /**
     * @param {Core} core
     * @param {number} handle
     * @param {number} capacity
     * @param {boolean} witnesses
     * @param {RecordForm} form
     * @param {PairCalls} calls
     */
    constructor(core, handle, capacity, witnesses, form, calls) {
        super(core, handle, PAIRS_VIEWS, 'batch of pairs');
        this.#form = form;
        this.#calls = calls;
        /** Maximum number of pairs. @readonly */
        this.capacity = capacity;
        /** Whether `distance` fills `pointA`, `pointB` and `normal`, and `penetration` the points. @readonly */
        this.witnesses = witnesses;
    }

    /** Returns the view of the first bodies' shapes: an `id` for each pair. */
    get shapeA() {
        return this.view('shapeA', Uint32Array, this.capacity);
    }

    /** Returns the view of the second bodies' shapes: an `id` for each pair. */
    get shapeB() {
        return this.view('shapeB', Uint32Array, this.capacity);
    }

    /** Returns the view of the first bodies' poses: the numbers of a pose for each pair. */
    get poseA() {
        return this.view('poseA', Float32Array, this.#form.pose * this.capacity);
    }

    /** Returns the view of the second bodies' poses: the numbers of a pose for each pair. */
    get poseB() {
        return this.view('poseB', Float32Array, this.#form.pose * this.capacity);
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
     * Returns the view that `distance` and `penetration` fill in a batch with witnesses: the coordinates, for each
     * pair, of the point of A nearest B, in the world, or that of a penetration.
     */
    get pointA() {
        return this.witnessView('pointA');
    }

    /**
     * Returns the view that `distance` and `penetration` fill in a batch with witnesses: the coordinates, for each
     * pair, of the point of B nearest A, or that of a penetration.
     */
    get pointB() {
        return this.witnessView('pointB');
    }

    /**
     * @protected
     * Returns a view with the coordinates of a point or a vector for each pair.
     *
     * @param {'pointA' | 'pointB' | 'normal'} name
     * @param {boolean} [hasView] default: whether the batch has witnesses
     */
    witnessView(name, hasView = this.witnesses) {
        checkPart(hasView, name, 'witnesses');
        return this.view(name, Float32Array, this.#form.point * this.capacity);
    }

    /**
     * Fills `hit` for pairs 0 to count - 1. All of them are checked first: on an error no result has been
     * written. `relation` and `distance` do the same. Cost: see the class.
     *
     * @param {number} count
     * @returns {number} number of pairs in contact
     */
    collide(count) {
        return this.query(this.#calls.collide, count);
    }

    /**
     * Fills `relations` for pairs 0 to count - 1. Cost: see the class.
     *
     * @param {number} count
     * @returns {number} number of pairs in contact
     */
    relation(count) {
        return this.query(this.#calls.relation, count);
    }

    /**
     * Fills `relations` and `distances` for pairs 0 to count - 1, and `pointA`, `pointB` and `normal` if the batch
     * has witnesses. Cost: see the class.
     *
     * @param {number} count
     * @returns {number} number of pairs in contact
     */
    distance(count) {
        return this.query(this.#calls.distance, count);
    }

    /**
     * Fills `relations`, `depths` and `normal` for pairs 0 to count - 1, and `pointA` and `pointB` if the batch has
     * witnesses. The answers are those of `penetration`, rounded to float32. Cost: see the class.
     *
     * @param {number} count
     * @returns {number} number of pairs in contact
     */
    penetration(count) {
        return this.query(this.#calls.penetration, count);
    }

    /**
     * @protected
     * @param {(core: Core, batch: number, count: number, reach: number) => number} call
     * @param {number} count
     * @param {number} [reach]
     */
    query(call, count, reach = 0) {
        checkCount(count, 'count', 0, this.capacity);
        const found = call(this.core, this.handle('pairs'), count, reach);
        if (found < 0) throw this.#error();
        return found;
    }

    /**
     * Returns the error of the last call. A fault's index is 2 k + side for a shape, 2 (k + capacity) + side for a
     * pose.
     */
    #error() {
        const { code, index } = this.core.readFault();
        if (index < 0) return this.core.faultError(code === 'out-of-memory' ? undefined : 'pairs');
        const isPose = index >= 2 * this.capacity;
        const argument = `${isPose ? 'pose' : 'shape'}${'AB'[index & 1]}`;
        const pair = (index >> 1) % this.capacity;
        return recordError(this.core, this.#form, argument, 'pair', pair);
    }
}
