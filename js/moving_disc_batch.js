import { checkCount } from './arguments.js';
import { Batch } from './batch.js';
import { findMovingDiscConflicts, movingDiscConflicts, newMovingDiscs } from './bind_batch.js';
import { GrazeError } from './errors.js';
import { MOVING_DISC, MOVING_DISCS_VIEWS } from './layout.js';

/** @import { Core } from './bind.js' */

const DISC_NUMBERS = MOVING_DISC.bytes / 8;

/**
 * Many moving discs over memory shared with the module. Pair by pair: fill `records` and `pairs`, call `conflicts`,
 * read `relations`, `intervals`, `clearances`. Or all pairs: fill `records`, and `agents` where several segments are
 * one agent's, call `conflictsAmong` or `conflictsBetween`, and read as many entries of `pairs` and the others as
 * the call says. Nothing is copied and nothing allocated; the views are borrowed (see Batch).
 *
 * @hideconstructor
 */
export class MovingDiscBatch extends Batch {
    /** @type {Float32ArrayConstructor | Float64ArrayConstructor} */ #ArrayType;

    /**
     * @param {Core} core
     * @param {number} capacity
     * @param {number} pairs
     * @param {'float32' | 'float64'} precision
     */
    constructor(core, capacity, pairs, precision) {
        super(
            core,
            newMovingDiscs(core, capacity, pairs, precision === 'float64'),
            MOVING_DISCS_VIEWS,
            'batch of moving discs',
        );
        this.#ArrayType = precision === 'float64' ? Float64Array : Float32Array;
        /** How many records fit. @readonly */
        this.capacity = capacity;
        /** How many pairs fit. @readonly */
        this.pairCapacity = pairs;
        /** Of the records' numbers. @readonly */
        this.precision = precision;
        Object.freeze(this);
    }

    /**
     * Seven numbers a segment: x, y, vx, vy, t0, t1, radius; (x, y) is where the centre is at
     * `t0`. Finite, t1 >= t0, radius >= 0.
     *
     * @returns {Float32Array | Float64Array}
     */
    get records() {
        return this.view('records', this.#ArrayType, this.capacity * DISC_NUMBERS);
    }

    /** Two record indices a pair. */
    get pairs() {
        return this.view('pairs', Uint32Array, this.pairCapacity * 2);
    }

    /**
     * Whose segment a record is: `conflictsAmong` and `conflictsBetween` leave out pairs of one agent. Each is its own
     * (the record's number) unless said.
     */
    get agents() {
        return this.view('agents', Uint32Array, this.capacity);
    }

    /** A pair's closest approach: 0 apart or never there together, 1 touching, 2 overlapping. */
    get relations() {
        return this.view('relations', Uint8Array, this.pairCapacity);
    }

    /** Two numbers a pair: the closed interval of contact; [Infinity, -Infinity] without contact. */
    get intervals() {
        return this.view('intervals', Float64Array, this.pairCapacity * 2);
    }

    /**
     * Two numbers a pair: the least signed gap (negative while they overlap) and its time; [Infinity, 0]
     * when the two are never there together.
     */
    get clearances() {
        return this.view('clearances', Float64Array, this.pairCapacity * 2);
    }

    /**
     * Judges pairs 0 to count - 1. All records they name are checked first: on an error no result has
     * been written. O(count).
     *
     * @param {number} count
     * @returns {number} how many of them are in contact
     */
    conflicts(count) {
        checkCount(count, 'count', 0, this.pairCapacity);
        return movingDiscConflicts(this.core, this.handle('movingDiscs'), count);
    }

    /**
     * Finds all pairs among records 0 to count - 1 that are in contact: they go to `pairs`, ascending by the lower record,
     * then the higher one, and with them what `conflicts` says of them, bit for bit. All these records are checked
     * first: on such an error no result has been written. More pairs than fit are an error too (`full`), whose `value` is
     * how many there are; the results then hold no answer.
     *
     * Of n segments, those whose extents in time overlap (or in x or y, where these overlap less) are compared, four at a
     * time; those whose boxes in time and space meet are solved. All overlap at worst: O(n^2).
     * Source: sweep and prune (Baraff 1992), along the clock.
     *
     * @param {number} count at most `capacity`
     * @returns {number} how many pairs
     */
    conflictsAmong(count) {
        checkCount(count, 'count', 0, this.capacity);
        return findMovingDiscConflicts(
            this.core,
            this.handle('movingDiscs'),
            this.pairCapacity,
            0,
            count,
            -1,
            0,
        );
    }

    /**
     * The same for pairs of one of `firstCount` records from `first` on, and one of `secondCount` from `second` on, in
     * this order in `pairs`. The two ranges have no record in common (`out-of-range`). Cost as `conflictsAmong`.
     *
     * @param {number} first
     * @param {number} firstCount
     * @param {number} second
     * @param {number} secondCount
     * @returns {number} how many pairs
     */
    conflictsBetween(first, firstCount, second, secondCount) {
        checkCount(first, 'first', 0, this.capacity);
        checkCount(firstCount, 'firstCount', 0, this.capacity - first);
        checkCount(second, 'second', 0, this.capacity);
        checkCount(secondCount, 'secondCount', 0, this.capacity - second);
        const end = Math.min(first + firstCount, second + secondCount);
        if (Math.max(first, second) < end) {
            throw new GrazeError('out-of-range', 'second: both ranges hold a record', {
                argument: 'second',
                value: second,
            });
        }
        return findMovingDiscConflicts(
            this.core,
            ...[
                this.handle('movingDiscs'),
                this.pairCapacity,
                first,
                firstCount,
                second,
                secondCount,
            ],
        );
    }
}
