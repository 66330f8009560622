import { RECORD_LENGTH } from './disc_records.js';
import { BOX_RELATIVE } from './tolerance.js';

/** @import { DiscRecords } from './disc_records.js' */

/** Segments an agent makes in one block, on average: few enough to examine, enough to bound. */
const PIECES_PER_BLOCK = 4;

/** Starts of segments that are looked at to cut time into blocks: of so many, a hundredth is well told. */
const SAMPLES = 16_384;

/** Multiples of it fall evenly into [0, 1), in step with nothing. */
const GOLDEN_RATIO = 0.618033988749895;

/**
 * The agents' motions cut at a block of time, one box per agent: what the broad phase sorts and
 * compares.
 */
export class TimeBlock {
    /** @type {DiscRecords} */ #discs;
    /** Each agent's first record that has not ended before the block. */
    #cursor;

    /** @param {DiscRecords} discs */
    constructor(discs) {
        const n = discs.agents;
        this.#discs = discs;
        this.#cursor = Int32Array.from(discs.first.subarray(0, n));
        /** The agents that are there during the block. */
        this.present = new Int32Array(n);
        this.presentCount = 0;
        /** Records of each agent in the block: from[a] up to to[a]. */
        this.firstRecord = new Int32Array(n);
        this.endRecord = new Int32Array(n);
        /** The box of each agent's centre. */
        this.minX = new Float64Array(n);
        this.maxX = new Float64Array(n);
        this.minY = new Float64Array(n);
        this.maxY = new Float64Array(n);
        /**
         * The sides of the boxes of those present, in their order: along the axis that is swept, which is that
         * along which they are spread wider, and along the other one.
         */
        this.low = new Float64Array(n);
        this.high = new Float64Array(n);
        this.left = new Float64Array(n);
        this.right = new Float64Array(n);
        /** Where each agent's centre is when the block begins, or when the agent first is there. */
        this.x = new Float64Array(n);
        this.y = new Float64Array(n);
        /** True when all agents present have been there since the block began. */
        this.startsTogether = true;
    }

    /**
     * Where the plan is cut into blocks: the times at which they begin, and the horizon. As many records
     * start in each, so that one agent's long wait does not push all other motion into one block.
     *
     * @param {DiscRecords} discs
     * @returns {number[]}
     */
    static cuts({ agents, count, records, begin, horizon }) {
        const sampleCount = Math.min(count, SAMPLES);
        const starts = new Float64Array(sampleCount);
        for (let k = 0; k < sampleCount; k++) {
            const record = sampleCount === count ? k : Math.floor(((k * GOLDEN_RATIO) % 1) * count);
            starts[k] = records[record * RECORD_LENGTH + 4];
        }
        starts.sort();
        const cuts = [begin];
        const blocks = Math.ceil(count / (agents * PIECES_PER_BLOCK));
        for (let k = 1; k < blocks; k++) {
            const cut = starts[Math.floor((k * sampleCount) / blocks)];
            if (cut > cuts[cuts.length - 1] && cut < horizon) cuts.push(cut);
        }
        cuts.push(horizon);
        return cuts;
    }

    /**
     * Moves to the closed block [begin, end]; blocks come in time order.
     *
     * @param {number} begin
     * @param {number} end
     */
    moveTo(begin, end) {
        const { agents, first, begin: planBegin } = this.#discs;
        this.presentCount = 0;
        this.startsTogether = true;
        for (let a = 0; a < agents; a++) {
            let k = this.#cursor[a];
            // The block before was closed: all that is over when this one begins was in it.
            while (k < first[a + 1] && this.#end(k) <= begin && begin > planBegin) k++;
            this.#cursor[a] = k;
            if (k === first[a + 1] || this.#start(k) > end) continue;
            this.present[this.presentCount++] = a;
            this.#computeBox(a, k, begin, end);
        }
    }

    /** @param {number} k */
    #start(k) {
        return this.#discs.records[k * RECORD_LENGTH + 4];
    }

    /** @param {number} k */
    #end(k) {
        return this.#discs.records[k * RECORD_LENGTH + 5];
    }

    /**
     * The box of an agent's centre: of its positions at the ends of each record, cut at the block.
     *
     * @param {number} a
     * @param {number} k
     * @param {number} begin
     * @param {number} end
     */
    #computeBox(a, k, begin, end) {
        const { records, first } = this.#discs;
        let [minX, maxX, minY, maxY] = [Infinity, -Infinity, Infinity, -Infinity];
        const from = k;
        for (; k < first[a + 1] && this.#start(k) <= end; k++) {
            const at = k * RECORD_LENGTH;
            const start = records[at + 4];
            for (const time of [Math.max(start, begin), Math.min(records[at + 5], end)]) {
                const x = records[at] + records[at + 2] * (time - start);
                const y = records[at + 1] + records[at + 3] * (time - start);
                if (minX === Infinity) {
                    this.x[a] = x;
                    this.y[a] = y;
                    if (time > begin) this.startsTogether = false;
                }
                minX = Math.min(minX, x);
                maxX = Math.max(maxX, x);
                minY = Math.min(minY, y);
                maxY = Math.max(maxY, y);
            }
        }
        const maxCoordinate = Math.max(
            Math.abs(minX),
            Math.abs(maxX),
            Math.abs(minY),
            Math.abs(maxY),
        );
        const margin = BOX_RELATIVE * maxCoordinate;
        this.firstRecord[a] = from;
        this.endRecord[a] = k;
        this.minX[a] = minX - margin;
        this.maxX[a] = maxX + margin;
        this.minY[a] = minY - margin;
        this.maxY[a] = maxY + margin;
    }

    /** Sorts the agents present by the lower side of their boxes, along the axis that is swept. */
    sort() {
        const { minX, maxX, minY, maxY, present, presentCount } = this;
        const isWide = this.#spread(minX) >= this.#spread(minY);
        const [low, high, left, right] = isWide
            ? [minX, maxX, minY, maxY]
            : [minY, maxY, minX, maxX];
        present.subarray(0, presentCount).sort((a, b) => low[a] - low[b] || a - b);
        for (let i = 0; i < presentCount; i++) {
            const a = present[i];
            this.low[i] = low[a];
            this.high[i] = high[a];
            this.left[i] = left[a];
            this.right[i] = right[a];
        }
    }

    /** @param {Float64Array} sides */
    #spread(sides) {
        let [min, max] = [Infinity, -Infinity];
        for (let i = 0; i < this.presentCount; i++) {
            const side = sides[this.present[i]];
            min = Math.min(min, side);
            max = Math.max(max, side);
        }
        return max - min;
    }

    /**
     * A lower bound of the distance of two agents' centres during the block.
     *
     * @param {number} a
     * @param {number} b
     */
    minDistance(a, b) {
        const dx = Math.max(this.minX[b] - this.maxX[a], this.minX[a] - this.maxX[b], 0);
        const dy = Math.max(this.minY[b] - this.maxY[a], this.minY[a] - this.maxY[b], 0);
        return Math.sqrt(dx * dx + dy * dy);
    }
}
