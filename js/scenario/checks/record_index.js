import { BOX_RELATIVE } from '../model/tolerance.js';
import { RECORD_LENGTH } from './disc_records.js';
import { allocateOwn, makeStage, numberBlocks } from './stage.js';

/**
 * @import { BoxIndex, Graze } from 'graze'
 * @import { DiscRecords } from './disc_records.js'
 * @import { Allocate, Stage } from './stage.js'
 */

/** Number of successive pieces of an agent that have one box in the index. */
const RUN_LENGTH = 8;

/**
 * Boxes of runs of records, in the plane and in time.
 *
 * @typedef {object} RunBoxes
 * @property {Int32Array} first first record of each run, and the number of records
 * @property {Float32Array} sides lower ends of each run on the axes x, y and time, then the upper ends, relative to the first
 *   record, so that float32 distinguishes them
 */

/** Runs of a block of `makeBoxesInStages`. */
const RUNS_PER_BLOCK = 2 ** 10;

/** Rough duration of finding the box of a run, in milliseconds. */
const MS_PER_RUN = 1e-3;

/**
 * Returns the boxes of all runs.
 *
 * @param {DiscRecords} discs
 * @param {Allocate} [allocate] memory that threads share; default: one thread makes all boxes in memory of its own
 * @returns {Generator<Stage, RunBoxes, void>}
 */
export function* makeBoxesInStages(discs, allocate = allocateOwn) {
    const first = findRuns(discs, allocate);
    const runs = first.length - 1;
    const sides = new Float32Array(allocate(6 * 4 * runs));
    yield makeStage({
        kind: 'boxes',
        makeInput: () => ({ discs, boxes: { first, sides } }),
        blocks: numberBlocks(runs, RUNS_PER_BLOCK),
        cost: MS_PER_RUN * runs,
        take() {},
    });
    return { first, sides };
}

/** Finds the boxes of runs, block by block (`BlockWorker`). */
export class BoxWriter {
    #boxes;
    #reader;

    /** @param {unknown} _ @param {{ discs: DiscRecords, boxes: RunBoxes }} input */
    constructor(_, { discs, boxes }) {
        this.#boxes = boxes;
        this.#reader = new BoxReader(discs);
    }

    free() {}

    /** @param {number} block */
    run(block) {
        const { first, sides } = this.#boxes;
        const end = Math.min((block + 1) * RUNS_PER_BLOCK, first.length - 1);
        const { box } = this.#reader;
        const sum = new Float64Array(6);
        for (let run = block * RUNS_PER_BLOCK; run < end; run++) {
            sum.fill(Infinity, 0, 3).fill(-Infinity, 3);
            for (let k = first[run]; k < first[run + 1]; k++) {
                this.#reader.read(k);
                for (let axis = 0; axis < 3; axis++) {
                    if (box[axis] < sum[axis]) sum[axis] = box[axis];
                    if (box[axis + 3] > sum[axis + 3]) sum[axis + 3] = box[axis + 3];
                }
            }
            // Rounding is monotone, so that it suffices to round the box of all records.
            for (let side = 0; side < 6; side++) {
                sides[6 * run + side] = this.#reader.toIndex(sum[side], side);
            }
        }
    }
}

/** Boxes of single records, and coordinates as the index has them. */
class BoxReader {
    #records;
    #origin;
    /** Lower ends of the last record that was read on the axes x, y and time, then the upper ends. */
    box = new Float64Array(6);

    /** @param {DiscRecords} discs */
    constructor({ records }) {
        this.#records = records;
        this.#origin = [records[0], records[1], records[4]];
    }

    /**
     * Returns a coordinate as the index has it, rounded outward by more than its rounding to float32 and that of the
     * difference.
     *
     * @param {number} value
     * @param {number} side axis, plus 3 for an upper end
     */
    toIndex(value, side) {
        const offset = value - this.#origin[side % 3];
        const direction = side < 3 ? -1 : 1;
        return Math.fround(offset + direction * (2 ** -22 * Math.abs(offset) + 2 ** -140));
    }

    /** Reads the box of a record. @param {number} k */
    read(k) {
        const { box } = this;
        const records = this.#records;
        const at = k * RECORD_LENGTH;
        const [from, to] = [records[at + 4], records[at + 5]];
        const [x, y] = [records[at], records[at + 1]];
        const toX = x + records[at + 2] * (to - from);
        const toY = y + records[at + 3] * (to - from);
        const size = Math.abs(x) + Math.abs(y) + Math.abs(toX) + Math.abs(toY);
        const margin = BOX_RELATIVE * size;
        box[0] = Math.min(x, toX) - margin;
        box[1] = Math.min(y, toY) - margin;
        box[2] = from;
        box[3] = Math.max(x, toX) + margin;
        box[4] = Math.max(y, toY) + margin;
        box[5] = to;
    }
}

/**
 * Finds the records that are near a place at some time: an index over the boxes in the plane and in time of runs of a few
 * records of one agent, whose own boxes are compared then. Stays last long, so they have boxes of their own.
 */
export class RecordIndex {
    /** @type {BoxIndex | undefined} */ #index;
    #first;
    #reader;
    #query = new Float64Array(6);

    /**
     * @param {Graze} graze
     * @param {DiscRecords} discs
     * @param {RunBoxes} boxes
     */
    constructor(graze, discs, { first, sides }) {
        this.#first = first;
        this.#reader = new BoxReader(discs);
        const runs = first.length - 1;
        if (runs === 0) return;
        const index = graze.boxIndex(runs, { axes: 3, pairs: 1 });
        index.sides.set(sides);
        index.update();
        this.#index = index;
    }

    free() {
        this.#index?.free();
    }

    /**
     * Visits the records near a box that are present at some time of [from, to], in ascending order, until the visitor
     * returns true.
     *
     * @param {number} minX
     * @param {number} maxX
     * @param {number} minY
     * @param {number} maxY
     * @param {number} reach
     * @param {number} from
     * @param {number} to
     * @param {(record: number) => boolean} visitRecord returns true to stop
     */
    visit(minX, maxX, minY, maxY, reach, from, to, visitRecord) {
        const index = this.#index;
        if (index === undefined) return;
        const [first, reader, query] = [this.#first, this.#reader, this.#query];
        const { box } = reader;
        const limits = [minX - reach, minY - reach, from, maxX + reach, maxY + reach, to];
        for (let side = 0; side < 6; side++) query[side] = reader.toIndex(limits[side], side);
        const found = index.found.slice(0, index.search(query));
        for (const run of found) {
            for (let k = first[run]; k < first[run + 1]; k++) {
                reader.read(k);
                let isNear = true;
                for (let axis = 0; axis < 3; axis++)
                    isNear &&= box[axis] <= limits[axis + 3] && box[axis + 3] >= limits[axis];
                if (isNear && visitRecord(k)) return;
            }
        }
    }
}

/**
 * Returns the first record of each run, and the number of records.
 *
 * @param {DiscRecords} discs
 * @param {Allocate} allocate
 */
function findRuns({ count, agentOf, pieceOf }, allocate) {
    const first = new Int32Array(count + 1);
    let runs = 0;
    for (let k = 0, begin = 0; k < count; k++) {
        const isNew =
            k === 0 ||
            agentOf[k] !== agentOf[k - 1] ||
            pieceOf[k] < 0 ||
            pieceOf[k - 1] < 0 ||
            k - begin === RUN_LENGTH;
        if (!isNew) continue;
        begin = k;
        first[runs++] = k;
    }
    first[runs] = count;
    const found = new Int32Array(allocate(4 * (runs + 1)));
    found.set(first.subarray(0, runs + 1));
    return found;
}
