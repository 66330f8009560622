import {
    checkCount,
    checkNumber,
    checkOptions,
    checkRanges,
    isList,
    MAX_RECORDS,
} from '../core/arguments.js';
import { Batch, checkNewBatch, fullError } from '../core/batch.js';
import * as calls from '../core/calls.js';
import { argumentError } from '../core/errors.js';
import { BOX_INDEX_VIEWS } from '../core/layout.js';

/**
 * @import { Core } from '../core/core.js'
 */

const OPTIONS = ['axes', 'pairs'];

/**
 * Many boxes of two or three axes, such as those of bodies in the plane and in time, for a broad phase of your own:
 * `search` finds those that meet one box, by an index that is kept while boxes come, go and move; `near` finds all
 * pairs within a reach of each other. These are the two algorithms that the other queries of many bodies use.
 *
 * `sides` has 2 axes float32 numbers for each box: the lower ends on all axes, then the upper ends. Round yours
 * outward. Ends may be infinite; a box with a lower end above its upper one is empty, as all are at first, and
 * meets nothing. `search` sees boxes as `update` last read them, `near` as they are. On an error no result has
 * been written; more pairs than fit are an error too (`full`), whose `value` is their number. Nothing is
 * allocated; the views are borrowed (see Batch). An instance's `boxIndex` makes it.
 *
 * @hideconstructor
 */
export class BoxIndex extends Batch {
    /**
     * @param {Core} core
     * @param {number} capacity
     * @param {2 | 3} axes
     * @param {number} pairs
     */
    constructor(core, capacity, axes, pairs) {
        const handle = calls.boxIndexNew(core, axes, capacity, pairs);
        super(core, checkNewBatch(core, handle, capacity), BOX_INDEX_VIEWS, 'index of boxes');
        /** Maximum number of boxes. @readonly */
        this.capacity = capacity;
        /** Number of axes: 2 or 3. @readonly */
        this.axes = axes;
        /** Maximum number of pairs found. @readonly */
        this.pairCapacity = pairs;
        Object.freeze(this);
    }

    /** Returns the view of the boxes: the lower ends on all axes, then the upper ends. */
    get sides() {
        return this.view('sides', Float32Array, 2 * this.axes * this.capacity);
    }

    /** Returns the view of the boxes that `search` found, ascending. */
    get found() {
        return this.view('found', Uint32Array, this.capacity);
    }

    /** Returns the view of the pairs that `near` found: two boxes for each pair, the lower one first. */
    get pairs() {
        return this.view('pairs', Uint32Array, 2 * this.pairCapacity);
    }

    /**
     * Reads boxes `from` to `end` - 1 into the index; an empty box is taken out of it. O(m log n) for m boxes of n,
     * some 0.2 us each; the index is built anew, at some 0.1 us for each box, if all boxes are read.
     *
     * @param {number} [from] default: 0
     * @param {number} [end] default: `capacity`
     * @throws {GrazeError} `not-finite` for a side that is NaN, with the box's number as `index`; nothing has changed
     *   then
     */
    update(from = 0, end = this.capacity) {
        checkCount(from, 'from', 0, this.capacity);
        checkCount(end, 'end', from, this.capacity);
        if (calls.boxIndexUpdate(this.core, this.handle('boxIndex'), from, end) !== 0)
            throw this.#error();
    }

    /**
     * Finds the boxes of the index that meet a box; sharing a point counts. Writes them to `found`. O(log n + m) in
     * practice for m boxes found of n, O(n) at worst. Source: bounding volume hierarchies, Ericson, "Real-Time
     * Collision Detection", 2005, 6.2.
     *
     * @param {ArrayLike<number>} box 2 axes numbers, as in `sides`: the lower ends, then the upper ends; they may be
     *   infinite, and are not rounded
     * @returns {number} number of boxes found
     * @throws {GrazeError} `out-of-range` where an upper end is below its lower one
     */
    search(box) {
        const [minX, minY, minZ, maxX, maxY, maxZ] = readBox(box, this.axes);
        const handle = this.handle('boxIndex');
        return this.#checkFound(
            calls.boxIndexSearch(this.core, handle, minX, minY, minZ, maxX, maxY, maxZ),
        );
    }

    /**
     * Finds all pairs among boxes 0 to count - 1 whose gap on each axis is at most `reach`, without rounding.
     * Writes them to `pairs`, in ascending order of the lower box, then of the higher one. O(n + m + p) for n boxes
     * and p pairs found: m pairs within reach on one axis are compared, four at a time, about n sqrt n for boxes of
     * one size spread over a square, n^2 / 2 at worst. Source: sweep and prune (Baraff 1992).
     *
     * @param {number} count at most `capacity`
     * @param {number} [reach] at least 0; default 0
     * @returns {number} number of pairs
     * @throws {GrazeError} `full`; `not-finite` as `update`
     */
    near(count, reach = 0) {
        checkCount(count, 'count', 0, this.capacity);
        checkNumber(reach, 'reach', 0);
        return this.#checkFound(
            calls.boxIndexNear(this.core, this.handle('boxIndex'), count, reach),
        );
    }

    /**
     * Finds all pairs of one of `firstCount` boxes from `firstBox` on and one of `secondCount` boxes from `secondBox` on
     * whose gap on each axis is at most `reach`, with the results and the order of `near`. The ranges have no box in
     * common (`out-of-range`). Cost as `near`; at worst O(n m) for n and m boxes.
     *
     * @param {number} firstBox
     * @param {number} firstCount
     * @param {number} secondBox
     * @param {number} secondCount
     * @param {number} [reach] at least 0; default 0
     * @returns {number} number of pairs
     * @throws {GrazeError} as `near`
     */
    nearBetween(firstBox, firstCount, secondBox, secondCount, reach = 0) {
        checkRanges(this.capacity, 'Box', firstBox, firstCount, secondBox, secondCount);
        checkNumber(reach, 'reach', 0);
        const handle = this.handle('boxIndex');
        return this.#checkFound(
            calls.boxIndexBetween(
                this.core,
                handle,
                firstBox,
                firstCount,
                secondBox,
                secondCount,
                reach,
            ),
        );
    }

    /** @param {number} found negative for a failed call */
    #checkFound(found) {
        if (found < 0) throw this.#error();
        return found;
    }

    /** Returns the error of the last call. */
    #error() {
        const { code, text, index } = this.core.readFault();
        if (code === 'full') return fullError(text, index, this.pairCapacity);
        return this.core.faultError('sides', undefined, 'box');
    }
}

/**
 * Returns the box of a search with three axes: the lower ends, then the upper ends, each read once. Those of an axis
 * that the index does not have are 0.
 *
 * @param {unknown} box
 * @param {2 | 3} axes
 * @returns {number[]}
 */
function readBox(box, axes) {
    if (!isList(box) || box.length !== 2 * axes) {
        throw argumentError('wrong-type', 'box', `an array of ${2 * axes} numbers`, box);
    }
    const ends = [0, 0, 0, 0, 0, 0];
    for (let k = 0; k < 2 * axes; k++) {
        const value = box[k];
        if (typeof value !== 'number' || Number.isNaN(value)) {
            const code = typeof value === 'number' ? 'not-finite' : 'wrong-type';
            throw argumentError(code, `box[${k}]`, 'a number', value);
        }
        ends[k < axes ? k : k - axes + 3] = value;
    }
    for (let k = 0; k < axes; k++) {
        const [lower, upper] = [ends[k], ends[k + 3]];
        if (lower <= upper) continue;
        const expected = `at least box[${k}], ${lower}`;
        throw argumentError('out-of-range', `box[${axes + k}]`, expected, upper);
    }
    return ends;
}

/**
 * @param {Core} core
 * @param {unknown} capacity
 * @param {unknown} options
 */
export function createBoxIndex(core, capacity, options) {
    const boxes = checkCount(capacity, 'capacity', 1, MAX_RECORDS);
    const given = checkOptions(options, 'options', OPTIONS);
    const axes = /** @type {2 | 3} */ (checkCount(given.axes ?? 2, 'axes', 2, 3));
    const pairs = checkCount(given.pairs ?? boxes, 'pairs', 1, MAX_RECORDS);
    return new BoxIndex(core, boxes, axes, pairs);
}
