import { RECORD_LENGTH } from './disc_records.js';
import { BOX_RELATIVE } from './tolerance.js';

/**
 * @import { BoxIndex, Graze } from 'graze'
 * @import { DiscRecords } from './disc_records.js'
 */

/** Number of successive pieces of an agent that have one box in the index. */
const RUN_LENGTH = 8;

/**
 * Finds the records that are near a place at some time: an index over the boxes in the plane and in time of runs of a few
 * records of one agent, whose own boxes are compared then. Stays last long, so they have boxes of their own.
 */
export class RecordIndex {
    /** @type {BoxIndex | undefined} */ #index;

    /**
     * @param {Graze} graze
     * @param {DiscRecords} discs
     */
    constructor(graze, discs) {
        this.discs = discs;
        /** First record of each run, and the number of records. */
        this.first = findRuns(discs);
        /** Numbers are relative to the first record, so that the index, in float32, distinguishes them. */
        this.origin = discs.records.slice(0, 6);
        /** Ranges of a record on the axes x, y and time: the lower ends, then the upper ends. */
        this.box = new Float64Array(6);
        this.query = new Float64Array(6);
        if (discs.count > 0) this.#index = this.#buildIndex(graze);
    }

    free() {
        this.#index?.free();
    }

    /** @param {Graze} graze */
    #buildIndex(graze) {
        const { first, box } = this;
        const runs = first.length - 1;
        const index = graze.boxIndex(runs, { axes: 3, pairs: 1 });
        const { sides } = index;
        const sum = new Float64Array(6);
        for (let run = 0; run < runs; run++) {
            sum.fill(Infinity, 0, 3).fill(-Infinity, 3);
            for (let k = first[run]; k < first[run + 1]; k++) {
                this.#readBox(k);
                for (let axis = 0; axis < 3; axis++) {
                    if (box[axis] < sum[axis]) sum[axis] = box[axis];
                    if (box[axis + 3] > sum[axis + 3]) sum[axis + 3] = box[axis + 3];
                }
            }
            // Rounding is monotone, so that it suffices to round the box of all records.
            for (let axis = 0; axis < 3; axis++) {
                sides[6 * run + axis] = this.#toIndex(sum[axis], axis, -1);
                sides[6 * run + axis + 3] = this.#toIndex(sum[axis + 3], axis, 1);
            }
        }
        index.update();
        return index;
    }

    /**
     * Returns a coordinate as the index has it, rounded outward by more than its rounding to float32 and that of the
     * difference.
     *
     * @param {number} value
     * @param {number} axis
     * @param {1 | -1} direction
     */
    #toIndex(value, axis, direction) {
        const offset = value - this.origin[axis < 2 ? axis : 4];
        return Math.fround(offset + direction * (2 ** -22 * Math.abs(offset) + 2 ** -140));
    }

    /** Writes the box of a record. @param {number} k */
    #readBox(k) {
        const { box } = this;
        const { records } = this.discs;
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
        const { box, first, query } = this;
        const limits = [minX - reach, minY - reach, from, maxX + reach, maxY + reach, to];
        for (let side = 0; side < 6; side++)
            query[side] = this.#toIndex(limits[side], side % 3, side < 3 ? -1 : 1);
        const found = index.found.slice(0, index.search(query));
        for (const run of found) {
            for (let k = first[run]; k < first[run + 1]; k++) {
                this.#readBox(k);
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
 */
function findRuns({ count, agentOf, pieceOf }) {
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
    return first.slice(0, runs + 1);
}
