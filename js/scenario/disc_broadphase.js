import { RECORD_LENGTH } from './disc_records.js';
import { BOX_RELATIVE } from './tolerance.js';

/** @import { DiscRecords } from './disc_records.js' */

/** Average number of pieces of an agent per block: few enough to examine, enough for a bound. */
const PIECES_PER_BLOCK = 4;

/** Number of sampled starts of pieces by which time is cut into blocks. */
const SAMPLES = 16_384;

/** Golden ratio: its multiples are evenly distributed in [0, 1). */
const GOLDEN_RATIO = 0.618033988749895;

/** The agents' motions within a block of time, one box per agent, which the broad phase sorts and compares. */
export class TimeBlock {
    /** @type {DiscRecords} */ #discs;
    /** The first record of each agent that has not ended before the block. */
    #cursor;

    /** @param {DiscRecords} discs */
    constructor(discs) {
        const n = discs.agents;
        this.#discs = discs;
        this.#cursor = Int32Array.from(discs.first.subarray(0, n));
        /** The agents that are present during the block. */
        this.present = new Int32Array(n);
        this.presentCount = 0;
        /** The records of agent a in the block: firstRecord[a] to endRecord[a] - 1. */
        this.firstRecord = new Int32Array(n);
        this.endRecord = new Int32Array(n);
        /** The box of each agent's center during the block. */
        this.minX = new Float64Array(n);
        this.maxX = new Float64Array(n);
        this.minY = new Float64Array(n);
        this.maxY = new Float64Array(n);
        /**
         * The sides of the boxes of the present agents, in their order: along the sweep axis, along which they are spread
         * wider, and along the other one.
         */
        this.low = new Float64Array(n);
        this.high = new Float64Array(n);
        this.left = new Float64Array(n);
        this.right = new Float64Array(n);
        /** The center of each agent at the beginning of the block, or when the agent first is present. */
        this.x = new Float64Array(n);
        this.y = new Float64Array(n);
        /** True if all present agents have been present since the beginning of the block. */
        this.startsTogether = true;
    }

    /**
     * Returns the times at which blocks begin, and the horizon. The same number of records starts in each block, so that
     * one agent's long wait does not push all other motion into one block.
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
            // The previous block was closed: it contained everything that ends when this one begins.
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
     * Computes the box of an agent's center from its positions at the ends of each record, cut at the block.
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
     * Returns a lower bound of the distance between two agents' centers during the block.
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
