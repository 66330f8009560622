import {
    checkChoice,
    checkCount,
    checkNumber,
    checkOptions,
    checkRanges,
    MAX_RECORDS,
} from '../core/arguments.js';
import { Batch, checkNewBatch, fullError } from '../core/batch.js';
import * as calls from '../core/calls.js';
import { MOVING_DISCS_VIEWS, NEAREST_DISCS } from '../core/layout.js';
import { checkRange } from './routes.js';
import { DISC_NUMBERS } from './types.js';

/**
 * @import { Core } from '../core/core.js'
 * @import { TimeRange } from '../motion/types.js'
 * @import { NearestDiscs, NearestOptions } from './types.js'
 */

/**
 * Many moving discs over memory shared with the module. For given pairs: fill `records` and `pairs`, call
 * `conflicts`, read `relations`, `intervals`, `clearances`. For all pairs: fill `records`, and `agents` where
 * several records belong to one agent, call `conflictsAmong`, `conflictsBetween` or `near`, and read as many
 * entries of `pairs` and the other views as the call returns; `nearest` returns one pair. Nothing is copied and nothing allocated; the views are
 * borrowed (see Batch).
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
        const handle = calls.movingDiscsNew(core, capacity, pairs, Number(precision === 'float64'));
        const id = checkNewBatch(core, handle, capacity);
        super(core, id, MOVING_DISCS_VIEWS, 'batch of moving discs');
        this.#ArrayType = precision === 'float64' ? Float64Array : Float32Array;
        /** Maximum number of records. @readonly */
        this.capacity = capacity;
        /** Maximum number of pairs. @readonly */
        this.pairCapacity = pairs;
        /** Precision of the records' numbers. @readonly */
        this.precision = precision;
        Object.freeze(this);
    }

    /**
     * Returns the view of the records: seven numbers for each moving disc, x, y, vx, vy, t0, t1, radius; (x, y)
     * is the center at `t0`. All are finite, t1 >= t0 and radius >= 0.
     *
     * @returns {Float32Array | Float64Array}
     */
    get records() {
        return this.view('records', this.#ArrayType, this.capacity * DISC_NUMBERS);
    }

    /** Returns the view of the pairs: two record indices for each pair. */
    get pairs() {
        return this.view('pairs', Uint32Array, this.pairCapacity * 2);
    }

    /**
     * Returns the view of the records' agents: `conflictsAmong` and `conflictsBetween` leave out pairs of one
     * agent. Default: each record is an agent of its own (the record's number).
     */
    get agents() {
        return this.view('agents', Uint32Array, this.capacity);
    }

    /**
     * Returns the view of each pair's relation at its closest approach: 0 disjoint, or never existing at the
     * same time, 1 touching, 2 overlapping.
     */
    get relations() {
        return this.view('relations', Uint8Array, this.pairCapacity);
    }

    /**
     * Returns the view of the contacts: two numbers for each pair, the closed interval of contact; [Infinity,
     * -Infinity] without contact.
     */
    get intervals() {
        return this.view('intervals', Float64Array, this.pairCapacity * 2);
    }

    /**
     * Returns the view of the least gaps: two numbers for each pair, the least signed gap (negative while they
     * overlap) and its time; [Infinity, 0] when the two never exist at the same time.
     */
    get clearances() {
        return this.view('clearances', Float64Array, this.pairCapacity * 2);
    }

    /**
     * Checks pairs 0 to count - 1 for contact. All records of these pairs are checked first: on an error no
     * result has been written. O(count).
     *
     * @param {number} count
     * @returns {number} number of pairs in contact
     */
    conflicts(count) {
        checkCount(count, 'count', 0, this.pairCapacity);
        const contacts = calls.movingDiscsConflicts(this.core, this.handle('movingDiscs'), count);
        if (contacts >= 0) return contacts;
        const { code } = this.core.readFault();
        const record = code === 'bad-index' ? 'pair' : 'record';
        throw this.core.faultError('movingDiscs', undefined, record);
    }

    /**
     * Finds all pairs among records 0 to count - 1 that are in contact. It writes them to `pairs`, in ascending
     * order of the lower record, then of the higher one, with the same results as `conflicts`, bit for bit. All
     * these records are checked first: on such an error no result has been written. More pairs than fit are an
     * error too (`full`), whose `value` is their number; the results are then not valid.
     *
     * Of n discs, those whose ranges of time overlap (or those of x or y, where fewer of these overlap) are
     * compared, four at a time; those whose boxes in time and space meet are solved. At worst all overlap:
     * O(n^2). Records of one agent that follow each other in memory and in time, eight or more on average, have
     * one box per block of time, as in `near`. Source: sweep and prune (Baraff 1992), along the clock.
     *
     * @param {number} count at most `capacity`
     * @returns {number} number of pairs
     */
    conflictsAmong(count) {
        checkCount(count, 'count', 0, this.capacity);
        return this.#findConflicts(0, count, -1, 0);
    }

    /**
     * Finds all pairs in contact of one of `firstCount` records from `first` on and one of `secondCount`
     * records from `second` on, in this order in `pairs`. The two ranges have no record in common
     * (`out-of-range`). The results are as those of `conflictsAmong`, at the same cost: at worst O(n m) for n
     * and m records.
     *
     * @param {number} first
     * @param {number} firstCount
     * @param {number} second
     * @param {number} secondCount
     * @returns {number} number of pairs
     */
    conflictsBetween(first, firstCount, second, secondCount) {
        checkRanges(this.capacity, '', first, firstCount, second, secondCount);
        return this.#findConflicts(first, firstCount, second, secondCount);
    }

    /**
     * Finds all pairs among records 0 to count - 1 that come within `reach` of each other, with the results,
     * the order and the errors of `conflictsAmong`. A range of time leaves out the pairs whose closest approach is
     * at another time: ranges that follow each other find each pair once (twice at a common end), so a long
     * plan can be searched part by part, with room for the pairs of one part.
     *
     * Times are closed: records that have only an instant in common are compared, too. Records of one agent are
     * quickest if they follow each other in memory and in time.
     *
     * Each agent has a box per block of time, in which most agents have about four records: O(n) boxes in all
     * for n records, and the records of agents whose boxes are within reach are compared; at worst O(n^2).
     * Source: as for `conflictsAmong`, along x or y.
     *
     * @param {number} count at most `capacity`
     * @param {number} reach largest signed gap, at least 0
     * @param {TimeRange} [options] range of the times of closest approaches; default: all time
     * @returns {number} number of pairs
     */
    near(count, reach, options) {
        checkCount(count, 'count', 0, this.capacity);
        checkNumber(reach, 'reach', 0);
        const given = checkOptions(options, 'options', ['from', 'to']);
        const [from, to] = checkRange(given.from, given.to, -Infinity);
        const handle = this.handle('movingDiscs');
        return this.#checkFound(calls.movingDiscsNear(this.core, handle, count, reach, from, to));
    }

    /**
     * Returns the nearest pair among records 0 to count - 1: the one with the least gap, of equals the
     * earliest, then that of the lowest records. Pairs and ranges of time are those of `near`. All these records
     * are checked first. The views of pairs are not changed.
     *
     * Cost as `near` with the gap found as reach, and as the pairs that are compared before it is known; at worst
     * O(n^2). Source: branch and bound (Land and Doig 1960) over sweep and prune.
     *
     * @param {number} count at most `capacity`
     * @param {NearestOptions} [options]
     * @returns {NearestDiscs} `status` is 'free' when no two records of different agents exist at the same time, or
     *   come within `options.reach`, in that range
     */
    nearest(count, options) {
        const { core } = this;
        checkCount(count, 'count', 0, this.capacity);
        const given = checkOptions(options, 'options', ['reach', 'from', 'to']);
        const { reach = Infinity } = given;
        if (reach !== Infinity) checkNumber(reach, 'reach');
        const [from, to] = checkRange(given.from, given.to, -Infinity);
        const handle = this.handle('movingDiscs');
        const found = calls.movingDiscsNearest(core, handle, count, Number(reach), from, to);
        if (this.#checkFound(found) === 0) {
            return { status: 'free', first: null, second: null, separation: null, time: null };
        }
        const [d, i] = [core.result >> 3, core.result >> 2];
        const { float64, int32 } = core.memory;
        return {
            status: 'found',
            first: int32[i + NEAREST_DISCS.first],
            second: int32[i + NEAREST_DISCS.second],
            separation: float64[d + NEAREST_DISCS.separation],
            time: float64[d + NEAREST_DISCS.time],
        };
    }

    /**
     * Finds the pairs in contact between two ranges of records or, for second = -1, among the records of the
     * first range.
     *
     * @param {number} first
     * @param {number} firstCount
     * @param {number} second
     * @param {number} secondCount
     */
    #findConflicts(first, firstCount, second, secondCount) {
        const handle = this.handle('movingDiscs');
        const find = calls.movingDiscsFindConflicts;
        return this.#checkFound(find(this.core, handle, first, firstCount, second, secondCount));
    }

    /**
     * Returns the number that a search has returned; throws its error where that is negative.
     *
     * @param {number} found
     */
    #checkFound(found) {
        const { core, pairCapacity } = this;
        if (found >= 0) return found;
        const { code, text, index } = core.readFault();
        if (code === 'full') throw fullError(text, index, pairCapacity);
        throw core.faultError('movingDiscs', undefined, 'record');
    }
}

/**
 * @param {Core} core
 * @param {unknown} capacity
 * @param {unknown} options
 */
export function createMovingDiscBatch(core, capacity, options) {
    const records = checkCount(capacity, 'capacity', 1, MAX_RECORDS);
    const given = checkOptions(options, 'options', ['pairs', 'precision']);
    const pairs = checkCount(given.pairs ?? records, 'pairs', 1, MAX_RECORDS);
    const precisions = /** @type {const} */ (['float32', 'float64']);
    const index = checkChoice(given.precision ?? 'float32', 'precision', precisions);
    return new MovingDiscBatch(core, records, pairs, precisions[index]);
}
