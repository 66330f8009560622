import { Batch } from './batch.js';
import { checkCount } from './check.js';
import { SEGMENT, SEGMENTS_VIEWS } from './layout.js';

/** @import { Core } from './bind.js' */

const NUMBERS = SEGMENT.bytes / 8;

/**
 * Many pairs of moving discs, judged in one call over memory shared with the module: fill `records` and
 * `pairs`, call `conflicts`, read `verdicts`, `intervals`, `clearances`. Nothing is copied; the views
 * are borrowed (see Batch).
 */
export class SegmentBatch extends Batch {
    /** @type {Float32ArrayConstructor | Float64ArrayConstructor} */ #number;

    /**
     * @param {Core} core
     * @param {number} capacity
     * @param {number} pairs
     * @param {'float32' | 'float64'} precision
     */
    constructor(core, capacity, pairs, precision) {
        super(core, core.newSegments(capacity, pairs, precision === 'float64'), SEGMENTS_VIEWS);
        this.#number = precision === 'float64' ? Float64Array : Float32Array;
        /** How many records fit. */
        this.capacity = capacity;
        /** How many pairs fit. */
        this.pairCapacity = pairs;
        this.precision = precision;
    }

    /**
     * Seven numbers a segment: x, y, vx, vy, start, end, radius; (x, y) is where the centre is at
     * `start`. Finite, end >= start, radius >= 0.
     *
     * @returns {Float32Array | Float64Array}
     */
    get records() {
        return this.view('records', this.#number, this.capacity * NUMBERS);
    }

    /** Two record indices a pair. */
    get pairs() {
        return this.view('pairs', Uint32Array, this.pairCapacity * 2);
    }

    /** A pair's closest approach: 0 apart or never there together, 1 touching, 2 overlapping. */
    get verdicts() {
        return this.view('verdicts', Uint8Array, this.pairCapacity);
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
        return this.core.segmentsConflicts(this.id, count);
    }
}
