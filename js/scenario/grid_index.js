import { RECORD_LENGTH } from './disc_records.js';
import { BOX_RELATIVE } from './tolerance.js';

/** @import { DiscRecords } from './disc_records.js' */

/** Number of cells that a record's box may reach into; a record with more is kept in a separate list. */
const MAX_CELLS = 64;

/** Approximate maximum number of cells; with fewer records, their number is the limit. */
const MAX_BUCKETS = 2 ** 22;

/**
 * Finds the records that are near a place at some time: a grid of cells, each with the records whose boxes reach into it,
 * by their start times. This is a search of one record against many that are kept, in space and time; the search for all
 * pairs of a plan is the core's (`near` of a batch of moving discs).
 */
export class GridIndex {
    /**
     * @param {DiscRecords} discs
     * @param {(record: number) => boolean} accepts returns whether the index has a record. Searches are quick if its records last
     *   about equally long
     */
    constructor(discs, accepts) {
        this.discs = discs;
        const { count, records } = discs;
        const start = (/** @type {number} */ k) => records[k * RECORD_LENGTH + 4];
        /** The records of the index by their start times. */
        this.ids = Int32Array.from({ length: count }, (_, k) => k)
            .filter(accepts)
            .sort((p, q) => start(p) - start(q));
        /** The duration of the longest record. */
        this.longest = this.ids.reduce(
            (longest, k) => Math.max(longest, records[k * RECORD_LENGTH + 5] - start(k)),
            0,
        );
        /** The box of each record: lowest x, highest x, lowest y, highest y. */
        this.boxes = new Float64Array(4 * count);
        this.#computeBoxes();
        const { boxes } = this;
        let [minX, maxX, minY, maxY] = [Infinity, -Infinity, Infinity, -Infinity];
        let extent = 0;
        for (const k of this.ids) {
            minX = Math.min(minX, boxes[4 * k]);
            maxX = Math.max(maxX, boxes[4 * k + 1]);
            minY = Math.min(minY, boxes[4 * k + 2]);
            maxY = Math.max(maxY, boxes[4 * k + 3]);
            extent += boxes[4 * k + 1] - boxes[4 * k] + boxes[4 * k + 3] - boxes[4 * k + 2];
        }
        const recordCount = this.ids.length;
        const maxBuckets = Math.min(Math.max(recordCount, 1), MAX_BUCKETS);
        const [width, height] = recordCount > 0 ? [maxX - minX, maxY - minY] : [0, 0];
        this.minX = recordCount > 0 ? minX : 0;
        this.minY = recordCount > 0 ? minY : 0;
        const finest = Math.max(
            Math.sqrt((width * height) / maxBuckets),
            (width + height) / maxBuckets,
        );
        this.cell = Math.max(extent / Math.max(recordCount, 1), finest) || 1;
        this.nx = Math.floor(width / this.cell) + 1;
        this.ny = Math.floor(height / this.cell) + 1;
        /** Beginning of each cell's records in `members`. */
        this.first = new Int32Array(this.nx * this.ny + 1);
        /** @type {number[]} */
        this.largeRecords = [];
        this.members = new Int32Array(this.#count());
        this.#fill();
        /** The round in which each record was last visited: each call of `visit` is a round, and visits a record once. */
        this.visitedRound = new Int32Array(count);
        this.round = 0;
    }

    #computeBoxes() {
        const { records, count } = this.discs;
        for (let k = 0; k < count; k++) {
            const at = k * RECORD_LENGTH;
            const span = records[at + 5] - records[at + 4];
            const [x, y] = [records[at], records[at + 1]];
            const [toX, toY] = [x + records[at + 2] * span, y + records[at + 3] * span];
            const size = Math.abs(x) + Math.abs(y) + Math.abs(toX) + Math.abs(toY);
            const margin = BOX_RELATIVE * size;
            this.boxes[4 * k] = Math.min(x, toX) - margin;
            this.boxes[4 * k + 1] = Math.max(x, toX) + margin;
            this.boxes[4 * k + 2] = Math.min(y, toY) - margin;
            this.boxes[4 * k + 3] = Math.max(y, toY) + margin;
        }
    }

    /**
     * Returns the range of cells that a box reaches into.
     *
     * @param {number} minX
     * @param {number} maxX
     * @param {number} minY
     * @param {number} maxY
     */
    #cellRange(minX, maxX, minY, maxY) {
        const { cell, nx, ny } = this;
        const i0 = Math.max(0, Math.floor((minX - this.minX) / cell));
        const i1 = Math.min(nx - 1, Math.floor((maxX - this.minX) / cell));
        const j0 = Math.max(0, Math.floor((minY - this.minY) / cell));
        const j1 = Math.min(ny - 1, Math.floor((maxY - this.minY) / cell));
        return { i0, i1, j0, j1 };
    }

    /** @param {number} k */
    #cellRangeOf(k) {
        const { boxes } = this;
        return this.#cellRange(boxes[4 * k], boxes[4 * k + 1], boxes[4 * k + 2], boxes[4 * k + 3]);
    }

    /** Counts the records of each cell, and collects those that are too large. */
    #count() {
        for (const k of this.ids) {
            const { i0, i1, j0, j1 } = this.#cellRangeOf(k);
            if ((i1 - i0 + 1) * (j1 - j0 + 1) > MAX_CELLS) {
                this.largeRecords.push(k);
                continue;
            }
            for (let i = i0; i <= i1; i++) {
                for (let j = j0; j <= j1; j++) this.first[i * this.ny + j + 1]++;
            }
        }
        for (let c = 0; c < this.nx * this.ny; c++) this.first[c + 1] += this.first[c];
        return this.first[this.nx * this.ny];
    }

    #fill() {
        const next = this.first.slice();
        for (const k of this.ids) {
            const { i0, i1, j0, j1 } = this.#cellRangeOf(k);
            if ((i1 - i0 + 1) * (j1 - j0 + 1) > MAX_CELLS) continue;
            for (let i = i0; i <= i1; i++) {
                for (let j = j0; j <= j1; j++) this.members[next[i * this.ny + j]++] = k;
            }
        }
    }

    /**
     * Visits the records near a box that are present at some time of [from, to], each once, until the visitor returns true.
     *
     * @param {number} minX
     * @param {number} maxX
     * @param {number} minY
     * @param {number} maxY
     * @param {number} reach
     * @param {number} from
     * @param {number} to
     * @param {(record: number) => boolean} visitRecord returns true to stop
     * @returns {boolean} whether the visitor stopped
     */
    visit(minX, maxX, minY, maxY, reach, from, to, visitRecord) {
        const [lowX, highX, lowY, highY] = [minX - reach, maxX + reach, minY - reach, maxY + reach];
        const { i0, i1, j0, j1 } = this.#cellRange(lowX, highX, lowY, highY);
        const { boxes, first, members, visitedRound } = this;
        const { records } = this.discs;
        const currentRound = ++this.round;
        /** @param {number} k */
        const visitOnce = (k) => {
            if (visitedRound[k] === currentRound) return false;
            visitedRound[k] = currentRound;
            if (records[k * RECORD_LENGTH + 4] > to || records[k * RECORD_LENGTH + 5] < from)
                return false;
            if (boxes[4 * k] > highX || boxes[4 * k + 1] < lowX) return false;
            if (boxes[4 * k + 2] > highY || boxes[4 * k + 3] < lowY) return false;
            return visitRecord(k);
        };
        for (let i = i0; i <= i1; i++) {
            for (let cell = i * this.ny + j0; cell <= i * this.ny + j1; cell++) {
                const end = first[cell + 1];
                // A record that starts more than the longest duration before `from` has ended.
                let m = this.#firstStartingFrom(from - this.longest, first[cell], end);
                for (; m < end && records[members[m] * RECORD_LENGTH + 4] <= to; m++) {
                    if (visitOnce(members[m])) return true;
                }
            }
        }
        for (const k of this.largeRecords) if (visitOnce(k)) return true;
        return false;
    }

    /**
     * Returns the first of a cell's members that does not start before a time.
     *
     * @param {number} time
     * @param {number} low
     * @param {number} high
     */
    #firstStartingFrom(time, low, high) {
        const { records } = this.discs;
        let [from, to] = [low, high];
        while (from < to) {
            const middle = (from + to) >> 1;
            if (records[this.members[middle] * RECORD_LENGTH + 4] < time) from = middle + 1;
            else to = middle;
        }
        return from;
    }
}
