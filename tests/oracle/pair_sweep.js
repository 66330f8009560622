import { isContinuous } from '../../js/scenario/checks/contacts.js';
import { RECORD_LENGTH } from '../../js/scenario/checks/disc_records.js';

/**
 * Sweep over the agents of a plan of discs, block of time by block of time, in JavaScript: sorted boxes in double, and a bound
 * of the least clearance that falls. It compares pairs of records by `conflicts`, and shares no search with the core's.
 *
 * @import { Graze, MovingDiscBatch } from 'graze'
 * @import { Contact, NearestPair } from '../../js/scenario/checks/agent_pairs.js'
 * @import { DiscRecords } from '../../js/scenario/checks/disc_records.js'
 */

/** Margin of boxes, in units of the largest coordinate. */
const BOX_RELATIVE = 1e-12;

/** Average number of pieces of an agent per block: few enough to examine, enough for a bound. */
const PIECES_PER_BLOCK = 4;

/** Number of sampled starts of pieces by which time is cut into blocks. */
const SAMPLES = 16_384;

/** Golden ratio: its multiples are evenly distributed in [0, 1). */
const GOLDEN_RATIO = 0.618033988749895;

/** The agents' motions within a block of time, one box per agent, which the broad phase sorts and compares. */
class TimeBlock {
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

/** Number of pairs of records per call. */
const BATCH_SIZE = 4096;

/** Number of neighbors in the sorted order whose distance is a first bound of the clearance. */
const NEIGHBORS = 4;

/**
 * Finds every contact of two agents and the least clearance over all pairs and all time.
 *
 * Time is cut into blocks. In each block the agents' boxes are sorted and swept, and two agents are examined record by record
 * only if their boxes come nearer than the least clearance known so far (branch and bound), or near enough to touch. The first
 * bound is the smallest distance of some neighbors at the beginning of the block, which the least clearance cannot exceed.
 */
class PairSweep {
    /**
     * @param {Graze} graze
     * @param {DiscRecords} discs
     * @param {number} reach gaps up to this count as contact
     */
    constructor(graze, discs, reach) {
        this.discs = discs;
        this.reach = reach;
        this.block = new TimeBlock(discs);
        this.batch = graze.movingDiscs(Math.max(1, discs.count), {
            pairs: BATCH_SIZE,
            precision: 'float64',
        });
        this.batch.records.set(discs.records.subarray(0, discs.count * RECORD_LENGTH));
        // No memory is allocated in the instance until the batch is freed, so the views stay valid.
        this.pairs = this.batch.pairs;
        this.intervals = this.batch.intervals;
        this.clearances = this.batch.clearances;
        this.pending = 0;
        this.bound = Infinity;
        /** @type {Contact[]} */
        this.contacts = [];
        /** The last contact of each pair, which the next record may extend. @type {Map<number, Contact>} */
        this.last = new Map();
        /** @type {NearestPair | null} */
        this.nearest = null;
        this.examined = 0;
    }

    /** @param {(done: number, of: number) => void} progress */
    run(progress) {
        const cuts = TimeBlock.cuts(this.discs);
        for (let k = 1; k < cuts.length; k++) {
            progress(k - 1, cuts.length - 1);
            this.block.moveTo(cuts[k - 1], cuts[k]);
            this.block.sort();
            this.boundByNeighbors();
            this.sweep();
        }
        this.flush();
    }

    boundByNeighbors() {
        const { present, presentCount, x, y, startsTogether } = this.block;
        if (!startsTogether) return;
        const { radius } = this.discs;
        for (let i = 0; i < presentCount; i++) {
            const a = present[i];
            for (let j = i + 1; j <= i + NEIGHBORS && j < presentCount; j++) {
                const b = present[j];
                const [dx, dy] = [x[b] - x[a], y[b] - y[a]];
                const gap = Math.sqrt(dx * dx + dy * dy) - radius[a] - radius[b];
                // The core may find this gap an ulp larger, and must not cut it off then.
                const size = Math.abs(x[a]) + Math.abs(y[a]) + Math.abs(dx) + Math.abs(dy);
                const margin = BOX_RELATIVE * (size + radius[a] + radius[b]);
                this.bound = Math.min(this.bound, gap + margin);
            }
        }
    }

    sweep() {
        const { block } = this;
        const { present, presentCount, low, high, left, right } = block;
        const { radius } = this.discs;
        let largest = 0;
        for (let i = 0; i < presentCount; i++) largest = Math.max(largest, radius[present[i]]);
        for (let i = 0; i < presentCount; i++) {
            const a = present[i];
            const [end, from, to] = [high[i], left[i], right[i]];
            let limit = Math.max(this.bound, this.reach);
            let maxOffset = limit + radius[a] + largest;
            for (let j = i + 1; j < presentCount; j++) {
                if (low[j] - end > maxOffset) break;
                if (left[j] - to > maxOffset || from - right[j] > maxOffset) continue;
                const b = present[j];
                if (block.minDistance(a, b) > limit + radius[a] + radius[b]) continue;
                this.queuePair(a, b);
                // The examined pairs may have been nearer than all before.
                limit = Math.max(this.bound, this.reach);
                maxOffset = limit + radius[a] + largest;
            }
        }
    }

    /**
     * Queues the pairs of records that share time in the block.
     *
     * @param {number} a
     * @param {number} b
     */
    queuePair(a, b) {
        const { records } = this.discs;
        const { firstRecord, endRecord } = this.block;
        for (let i = firstRecord[a]; i < endRecord[a]; i++) {
            for (let j = firstRecord[b]; j < endRecord[b]; j++) {
                const [p, q] = [i * RECORD_LENGTH, j * RECORD_LENGTH];
                const isApart = records[p + 5] < records[q + 4] || records[q + 5] < records[p + 4];
                if (!isApart) this.queueRecords(i, j);
            }
        }
    }

    /**
     * @param {number} i
     * @param {number} j
     */
    queueRecords(i, j) {
        this.pairs[2 * this.pending] = i;
        this.pairs[2 * this.pending + 1] = j;
        if (++this.pending === BATCH_SIZE) this.flush();
    }

    flush() {
        this.batch.conflicts(this.pending);
        const { pairs, intervals, clearances } = this;
        for (let k = 0; k < this.pending; k++) {
            const separation = clearances[2 * k];
            if (separation === Infinity) continue;
            if (separation > this.bound && separation > this.reach) continue;
            const time = clearances[2 * k + 1];
            const [recordA, recordB] = sortPair(pairs[2 * k], pairs[2 * k + 1]);
            const a = this.discs.agentOf[recordA];
            const b = this.discs.agentOf[recordB];
            if (this.nearest === null || isNearer({ separation, time, a, b }, this.nearest)) {
                this.nearest = { separation, time, a, b };
                this.bound = Math.min(this.bound, separation);
            }
            if (separation <= this.reach) {
                // The records are within reach but not in contact: the time of closest approach is used.
                const apart = intervals[2 * k] > intervals[2 * k + 1];
                if (
                    apart &&
                    (this.isRepeated(recordA, recordB) || this.isRepeated(recordB, recordA))
                )
                    continue;
                const lo = apart ? time : intervals[2 * k];
                const hi = apart ? time : intervals[2 * k + 1];
                const contact = { a, b, lo, hi, depth: -separation, time, recordA, recordB };
                this.addContact({ ...contact, meeting: 0 });
            }
        }
        this.examined += this.pending;
        this.pending = 0;
    }

    /**
     * Returns whether one record begins in the instant in which the other ends, and in which its predecessor ends, too.
     *
     * @param {number} i
     * @param {number} j
     */
    isRepeated(i, j) {
        const { records, agentOf } = this.discs;
        const end = records[i * RECORD_LENGTH + 5];
        const isNext = j > 0 && agentOf[j] === agentOf[j - 1];
        const endBefore = records[(j - 1) * RECORD_LENGTH + 5];
        return isNext && records[j * RECORD_LENGTH + 4] === end && endBefore === end;
    }

    /**
     * Extends the pair's last contact, or begins another one. Joining here rather than at the end keeps memory proportional
     * to the number of contacts, not of the pieces that they last.
     *
     * @param {Contact} next
     */
    addContact(next) {
        const key = next.a * this.discs.agents + next.b;
        const last = this.last.get(key);
        if (last === undefined || next.lo < last.lo || !isContinuous(last.hi, next.lo)) {
            this.contacts.push(next);
            this.last.set(key, next);
            return;
        }
        last.hi = Math.max(last.hi, next.hi);
        if (next.depth <= last.depth) return;
        last.depth = next.depth;
        last.time = next.time;
        last.recordA = next.recordA;
        last.recordB = next.recordB;
    }
}

/**
 * Sorts a pair. Agents are numbered along the records, so the smaller record belongs to the smaller agent.
 *
 * @param {number} i
 * @param {number} j
 */
function sortPair(i, j) {
    return i < j ? [i, j] : [j, i];
}

/**
 * Returns whether p comes before q: the nearer one, then the earlier one, then the one with smaller agents. A report so
 * does not depend on the order of examination.
 *
 * @param {NearestPair} p
 * @param {NearestPair} q
 */
function isNearer(p, q) {
    return (p.separation - q.separation || p.time - q.time || p.a - q.a || p.b - q.b) < 0;
}

/**
 * Returns the contacts of agents, and the nearest pair of them.
 *
 * @param {Graze} graze
 * @param {DiscRecords} discs
 * @param {number} reach gaps up to this count as contact; 0: touching and overlapping do; -Infinity: nothing does
 * @param {(done: number, of: number) => void} progress
 * @returns {{ contacts: Contact[], nearest: NearestPair | null, examined: number }} `nearest` is null when
 *   no two agents are ever present at the same time; `examined` counts the pairs of records
 */
export function sweepPairs(graze, discs, reach, progress) {
    const sweep = new PairSweep(graze, discs, reach);
    try {
        sweep.run(progress);
    } finally {
        sweep.batch.free();
    }
    return { contacts: sweep.contacts, nearest: sweep.nearest, examined: sweep.examined };
}
