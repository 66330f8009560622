import { BOX_RELATIVE } from './tolerance.js';
import { RECORD } from './tracks.js';

/** @import { Tracks } from './tracks.js' */

/** A record whose box covers more cells than this is kept in a list of its own. */
const MOST_CELLS = 64;

/** As many cells as there are records, and no more than this. */
const MOST_BUCKETS = 2 ** 22;

/**
 * Finds the records that are near a place: a grid of cells, each with the records whose boxes reach into it.
 */
export class PlaceIndex {
    /** @param {Tracks} tracks */
    constructor(tracks) {
        this.tracks = tracks;
        const { count } = tracks;
        /** Each record's box: lowest x, highest x, lowest y, highest y. */
        this.boxes = new Float64Array(4 * count);
        this.#bound();
        const { boxes } = this;
        let [minX, maxX, minY, maxY] = [Infinity, -Infinity, Infinity, -Infinity];
        let extent = 0;
        for (let k = 0; k < count; k++) {
            minX = Math.min(minX, boxes[4 * k]);
            maxX = Math.max(maxX, boxes[4 * k + 1]);
            minY = Math.min(minY, boxes[4 * k + 2]);
            maxY = Math.max(maxY, boxes[4 * k + 3]);
            extent += boxes[4 * k + 1] - boxes[4 * k] + boxes[4 * k + 3] - boxes[4 * k + 2];
        }
        const most = Math.min(Math.max(count, 1), MOST_BUCKETS);
        const [width, height] = count > 0 ? [maxX - minX, maxY - minY] : [0, 0];
        this.minX = count > 0 ? minX : 0;
        this.minY = count > 0 ? minY : 0;
        const finest = Math.max(Math.sqrt((width * height) / most), (width + height) / most);
        this.cell = Math.max(extent / Math.max(count, 1), finest) || 1;
        this.nx = Math.floor(width / this.cell) + 1;
        this.ny = Math.floor(height / this.cell) + 1;
        /** Where each cell's records begin in `members`. */
        this.first = new Int32Array(this.nx * this.ny + 1);
        /** @type {number[]} */
        this.large = [];
        this.members = new Int32Array(this.#count());
        this.#fill();
        /** When a record was last told: once a visit is enough. */
        this.told = new Int32Array(count);
        this.round = 0;
    }

    #bound() {
        const { records, count } = this.tracks;
        for (let k = 0; k < count; k++) {
            const at = k * RECORD;
            const span = records[at + 5] - records[at + 4];
            const [x, y] = [records[at], records[at + 1]];
            const [toX, toY] = [x + records[at + 2] * span, y + records[at + 3] * span];
            const size = Math.abs(x) + Math.abs(y) + Math.abs(toX) + Math.abs(toY);
            const slack = BOX_RELATIVE * size;
            this.boxes[4 * k] = Math.min(x, toX) - slack;
            this.boxes[4 * k + 1] = Math.max(x, toX) + slack;
            this.boxes[4 * k + 2] = Math.min(y, toY) - slack;
            this.boxes[4 * k + 3] = Math.max(y, toY) + slack;
        }
    }

    /**
     * The cells that a box reaches into.
     *
     * @param {number} minX
     * @param {number} maxX
     * @param {number} minY
     * @param {number} maxY
     */
    #cells(minX, maxX, minY, maxY) {
        const { cell, nx, ny } = this;
        const i0 = Math.max(0, Math.floor((minX - this.minX) / cell));
        const i1 = Math.min(nx - 1, Math.floor((maxX - this.minX) / cell));
        const j0 = Math.max(0, Math.floor((minY - this.minY) / cell));
        const j1 = Math.min(ny - 1, Math.floor((maxY - this.minY) / cell));
        return { i0, i1, j0, j1 };
    }

    /** @param {number} k */
    #cellsOf(k) {
        const { boxes } = this;
        return this.#cells(boxes[4 * k], boxes[4 * k + 1], boxes[4 * k + 2], boxes[4 * k + 3]);
    }

    /** Counts each cell's records, and names those that are too large. */
    #count() {
        for (let k = 0; k < this.tracks.count; k++) {
            const { i0, i1, j0, j1 } = this.#cellsOf(k);
            if ((i1 - i0 + 1) * (j1 - j0 + 1) > MOST_CELLS) {
                this.large.push(k);
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
        for (let k = 0; k < this.tracks.count; k++) {
            const { i0, i1, j0, j1 } = this.#cellsOf(k);
            if ((i1 - i0 + 1) * (j1 - j0 + 1) > MOST_CELLS) continue;
            for (let i = i0; i <= i1; i++) {
                for (let j = j0; j <= j1; j++) this.members[next[i * this.ny + j]++] = k;
            }
        }
    }

    /**
     * Tells the records near record i that are there at some time of [from, to].
     *
     * @param {number} i
     * @param {number} reach
     * @param {number} from
     * @param {number} to
     * @param {(record: number) => void} tell
     */
    visit(i, reach, from, to, tell) {
        const { boxes } = this;
        const [minX, maxX] = [boxes[4 * i], boxes[4 * i + 1]];
        this.visitBox(minX, maxX, boxes[4 * i + 2], boxes[4 * i + 3], reach, from, to, tell);
    }

    /**
     * @param {number} minX
     * @param {number} maxX
     * @param {number} minY
     * @param {number} maxY
     * @param {number} reach
     * @param {number} from
     * @param {number} to
     * @param {(record: number) => void} tell
     */
    visitBox(minX, maxX, minY, maxY, reach, from, to, tell) {
        const [lowX, highX, lowY, highY] = [minX - reach, maxX + reach, minY - reach, maxY + reach];
        const { i0, i1, j0, j1 } = this.#cells(lowX, highX, lowY, highY);
        const { boxes, first, members, told } = this;
        const { records } = this.tracks;
        const now = ++this.round;
        /** @param {number} k */
        const look = (k) => {
            if (told[k] === now) return;
            told[k] = now;
            if (records[k * RECORD + 4] > to || records[k * RECORD + 5] < from) return;
            if (boxes[4 * k] > highX || boxes[4 * k + 1] < lowX) return;
            if (boxes[4 * k + 2] > highY || boxes[4 * k + 3] < lowY) return;
            tell(k);
        };
        for (let i = i0; i <= i1; i++) {
            const end = first[i * this.ny + j1 + 1];
            for (let m = first[i * this.ny + j0]; m < end; m++) look(members[m]);
        }
        for (const k of this.large) look(k);
    }
}
