import { BOX_RELATIVE } from './tolerance.js';
import { RECORD } from './tracks.js';

/** @import { Tracks } from './tracks.js' */

/** Segments an agent makes in one block, on average: few enough to examine, enough to bound. */
const SEGMENTS_PER_BLOCK = 4;

/** Starts of segments that are looked at to cut time into blocks: of so many, a hundredth is well told. */
const SAMPLES = 16_384;

/** Multiples of it fall evenly into [0, 1), in step with nothing. */
const GOLDEN = 0.618033988749895;

/**
 * The agents' motions cut at a block of time, one box per agent: what the broad phase sorts and
 * compares.
 */
export class Block {
    /** @type {Tracks} */ #tracks;
    /** Each agent's first record that has not ended before the block. */
    #cursor;

    /** @param {Tracks} tracks */
    constructor(tracks) {
        const n = tracks.agents;
        this.#tracks = tracks;
        this.#cursor = Int32Array.from(tracks.first.subarray(0, n));
        /** The agents that are there during the block. */
        this.present = new Int32Array(n);
        this.presentCount = 0;
        /** Records of each agent in the block: from[a] up to to[a]. */
        this.from = new Int32Array(n);
        this.to = new Int32Array(n);
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
     * @param {Tracks} tracks
     * @returns {number[]}
     */
    static cuts({ agents, count, records, begin, horizon }) {
        const taken = Math.min(count, SAMPLES);
        const starts = new Float64Array(taken);
        for (let k = 0; k < taken; k++) {
            const record = taken === count ? k : Math.floor(((k * GOLDEN) % 1) * count);
            starts[k] = records[record * RECORD + 4];
        }
        starts.sort();
        const cuts = [begin];
        const blocks = Math.ceil(count / (agents * SEGMENTS_PER_BLOCK));
        for (let k = 1; k < blocks; k++) {
            const cut = starts[Math.floor((k * taken) / blocks)];
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
    enter(begin, end) {
        const { agents, first, begin: beginOfAll } = this.#tracks;
        this.presentCount = 0;
        this.startsTogether = true;
        for (let a = 0; a < agents; a++) {
            let k = this.#cursor[a];
            // The block before was closed: all that is over when this one begins was in it.
            while (k < first[a + 1] && this.#end(k) <= begin && begin > beginOfAll) k++;
            this.#cursor[a] = k;
            if (k === first[a + 1] || this.#start(k) > end) continue;
            this.present[this.presentCount++] = a;
            this.#bound(a, k, begin, end);
        }
    }

    /** @param {number} k */
    #start(k) {
        return this.#tracks.records[k * RECORD + 4];
    }

    /** @param {number} k */
    #end(k) {
        return this.#tracks.records[k * RECORD + 5];
    }

    /**
     * The box of an agent's centre: of its positions at the ends of each record, cut at the block.
     *
     * @param {number} a
     * @param {number} k
     * @param {number} begin
     * @param {number} end
     */
    #bound(a, k, begin, end) {
        const { records, first } = this.#tracks;
        let [minX, maxX, minY, maxY] = [Infinity, -Infinity, Infinity, -Infinity];
        const from = k;
        for (; k < first[a + 1] && this.#start(k) <= end; k++) {
            const at = k * RECORD;
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
        const largest = Math.max(Math.abs(minX), Math.abs(maxX), Math.abs(minY), Math.abs(maxY));
        const slack = BOX_RELATIVE * largest;
        this.from[a] = from;
        this.to[a] = k;
        this.minX[a] = minX - slack;
        this.maxX[a] = maxX + slack;
        this.minY[a] = minY - slack;
        this.maxY[a] = maxY + slack;
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
        let [least, most] = [Infinity, -Infinity];
        for (let i = 0; i < this.presentCount; i++) {
            const side = sides[this.present[i]];
            least = Math.min(least, side);
            most = Math.max(most, side);
        }
        return most - least;
    }

    /**
     * A lower bound of the distance of two agents' centres during the block.
     *
     * @param {number} a
     * @param {number} b
     */
    gap(a, b) {
        const dx = Math.max(this.minX[b] - this.maxX[a], this.minX[a] - this.maxX[b], 0);
        const dy = Math.max(this.minY[b] - this.maxY[a], this.minY[a] - this.maxY[b], 0);
        return Math.sqrt(dx * dx + dy * dy);
    }
}
