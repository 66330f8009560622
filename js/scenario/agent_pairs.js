import { isContinuous } from './contacts.js';
import { TimeBlock } from './disc_broadphase.js';
import { RECORD_LENGTH } from './disc_records.js';
import { BOX_RELATIVE } from './tolerance.js';

/**
 * @import { Graze } from 'graze'
 * @import { DiscRecords } from './disc_records.js'
 */

/**
 * An interval of contact of two agents, with the pair of records in which it is deepest.
 *
 * @typedef {object} Contact
 * @property {number} a
 * @property {number} b
 * @property {number} lo
 * @property {number} hi
 * @property {number} depth largest overlap
 * @property {number} time time of the deepest overlap
 * @property {number} recordA
 * @property {number} recordB
 *
 * @typedef {{ separation: number, time: number, a: number, b: number }} NearestPair
 */

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
        let i = this.block.firstRecord[a];
        let j = this.block.firstRecord[b];
        while (i < this.block.endRecord[a] && j < this.block.endRecord[b]) {
            this.queueRecords(i, j);
            const endA = records[i * RECORD_LENGTH + 5];
            const endB = records[j * RECORD_LENGTH + 5];
            if (endA <= endB) i++;
            if (endB <= endA) j++;
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
                const lo = apart ? time : intervals[2 * k];
                const hi = apart ? time : intervals[2 * k + 1];
                this.addContact({ a, b, lo, hi, depth: -separation, time, recordA, recordB });
            }
        }
        this.examined += this.pending;
        this.pending = 0;
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
