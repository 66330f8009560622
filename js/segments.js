import { checkCount } from './check.js';
import { BATCH_VIEWS, SEGMENT } from './layout.js';
import { DISPOSE, disown, own } from './owned.js';

/** @import { Core } from './bind.js' */

const NUMBERS = SEGMENT.bytes / 8;

/**
 * @typedef {Float32ArrayConstructor | Float64ArrayConstructor | Uint32ArrayConstructor
 *   | Uint8ArrayConstructor} ViewType
 */

/**
 * Many pairs of moving discs, judged in one call over memory shared with the module: fill `records` and
 * `pairs`, call `conflicts`, read `verdicts`, `intervals`, `clearances`. Nothing is copied.
 *
 * The views are borrowed: whatever allocates on the instance (a new shape, a new batch) can move its
 * memory, so take them from the getters again afterwards.
 */
/**
 * A view keeps its batch from being collected, and so its memory from being given to another.
 *
 * @type {WeakMap<object, SegmentBatch>}
 */
const OWNERS = new WeakMap();

export class SegmentBatch {
    /** @type {Core} */ #core;
    /** @type {number} */ #id;
    /** @type {Float32ArrayConstructor | Float64ArrayConstructor} */ #number;
    /** @type {(InstanceType<ViewType> | undefined)[]} */ #views = [];

    /**
     * @param {Core} core
     * @param {number} capacity
     * @param {number} pairs
     * @param {'float32' | 'float64'} precision
     */
    constructor(core, capacity, pairs, precision) {
        this.#core = core;
        this.#id = core.newSegments(capacity, pairs, precision === 'float64');
        this.#number = precision === 'float64' ? Float64Array : Float32Array;
        /** How many records fit. */
        this.capacity = capacity;
        /** How many pairs fit. */
        this.pairCapacity = pairs;
        this.precision = precision;
        own(this, core, this.#id);
    }

    /**
     * @template {ViewType} T
     * @param {typeof BATCH_VIEWS[number]} name
     * @param {T} Type
     * @param {number} length
     * @returns {InstanceType<T>}
     */
    #view(name, Type, length) {
        const which = BATCH_VIEWS.indexOf(name);
        const pointer = this.#core.segmentsView(this.#id, which);
        let view = this.#views[which];
        if (view === undefined || view.buffer !== this.#core.memory.buffer) {
            view = new Type(/** @type {ArrayBuffer} */ (this.#core.memory.buffer), pointer, length);
            this.#views[which] = view;
            OWNERS.set(view, this);
        }
        return /** @type {InstanceType<T>} */ (view);
    }

    /**
     * Seven numbers a segment: x, y, vx, vy, start, end, radius; (x, y) is where the centre is at
     * `start`. Finite, end >= start, radius >= 0.
     *
     * @returns {Float32Array | Float64Array}
     */
    get records() {
        return this.#view('records', this.#number, this.capacity * NUMBERS);
    }

    /** Two record indices a pair. */
    get pairs() {
        return this.#view('pairs', Uint32Array, this.pairCapacity * 2);
    }

    /** A pair's closest approach: 0 apart or never there together, 1 touching, 2 overlapping. */
    get verdicts() {
        return this.#view('verdicts', Uint8Array, this.pairCapacity);
    }

    /** Two numbers a pair: the closed interval of contact; [Infinity, -Infinity] without contact. */
    get intervals() {
        return this.#view('intervals', Float64Array, this.pairCapacity * 2);
    }

    /**
     * Two numbers a pair: the least signed gap (negative while they overlap) and its time; [Infinity, 0]
     * when the two are never there together.
     */
    get clearances() {
        return this.#view('clearances', Float64Array, this.pairCapacity * 2);
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
        return this.#core.segmentsConflicts(this.#id, count);
    }

    /** Gives the memory back. The views must not be used afterwards. */
    free() {
        disown(this, this.#core, this.#id, 'segments');
        this.#views = [];
    }

    [DISPOSE]() {
        this.free();
    }
}
