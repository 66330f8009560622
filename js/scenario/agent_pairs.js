import { Block } from './blocks.js';
import { meets } from './conflicts.js';
import { BOX_RELATIVE } from './tolerance.js';
import { RECORD } from './tracks.js';

/**
 * @import { Graze } from 'graze'
 * @import { Tracks } from './tracks.js'
 */

/**
 * A stretch of contact of two agents, represented by the pair of records in which it is deepest.
 *
 * @typedef {object} Contact
 * @property {number} a
 * @property {number} b
 * @property {number} lo
 * @property {number} hi
 * @property {number} depth how far the two overlap at the deepest
 * @property {number} time of the deepest overlap
 * @property {number} recordA
 * @property {number} recordB
 *
 * @typedef {{ distance: number, time: number, a: number, b: number }} Nearest
 */

/** Pairs of records judged in one call. */
const BATCH = 4096;

/** Neighbours in the sorted order whose distance is taken as a first bound of the clearance. */
const NEIGHBOURS = 4;

/**
 * Finds every contact of two agents and the least clearance over all pairs and all time.
 *
 * Time is cut into blocks. In each, the agents' boxes are sorted and swept, and two agents are examined
 * record by record only when their boxes come nearer than the least clearance known so far (branch and
 * bound), or near enough to touch. The first bound is the distance of some neighbours as the block
 * begins, which no clearance can exceed.
 */
class PairSweep {
    /**
     * @param {Graze} graze
     * @param {Tracks} tracks
     * @param {number} reach gaps up to this count as contact
     */
    constructor(graze, tracks, reach) {
        this.tracks = tracks;
        this.reach = reach;
        this.block = new Block(tracks);
        this.batch = graze.segments(Math.max(1, tracks.count), {
            pairs: BATCH,
            precision: 'float64',
        });
        this.batch.records.set(tracks.records.subarray(0, tracks.count * RECORD));
        // Nothing is allocated on the instance until the batch is freed, so the views stay.
        this.pairs = this.batch.pairs;
        this.intervals = this.batch.intervals;
        this.clearances = this.batch.clearances;
        this.pending = 0;
        this.bound = Infinity;
        /** @type {Contact[]} */
        this.contacts = [];
        /** Each pair's last contact, which the next stretch may prolong. @type {Map<number, Contact>} */
        this.last = new Map();
        /** @type {Nearest | null} */
        this.nearest = null;
        this.examined = 0;
    }

    /** @param {(done: number, of: number) => void} progress */
    run(progress) {
        const cuts = Block.cuts(this.tracks);
        for (let k = 1; k < cuts.length; k++) {
            progress(k - 1, cuts.length - 1);
            this.block.enter(cuts[k - 1], cuts[k]);
            this.block.sort();
            this.boundByNeighbours();
            this.sweep();
        }
        this.flush();
    }

    boundByNeighbours() {
        const { present, presentCount, x, y, startsTogether } = this.block;
        if (!startsTogether) return;
        const { radius } = this.tracks;
        for (let i = 0; i < presentCount; i++) {
            const a = present[i];
            for (let j = i + 1; j <= i + NEIGHBOURS && j < presentCount; j++) {
                const b = present[j];
                const [dx, dy] = [x[b] - x[a], y[b] - y[a]];
                const gap = Math.sqrt(dx * dx + dy * dy) - radius[a] - radius[b];
                // The core may find this same gap an ulp larger: it must not be cut off then.
                const size = Math.abs(x[a]) + Math.abs(y[a]) + Math.abs(dx) + Math.abs(dy);
                const slack = BOX_RELATIVE * (size + radius[a] + radius[b]);
                this.bound = Math.min(this.bound, gap + slack);
            }
        }
    }

    sweep() {
        const { block } = this;
        const { present, presentCount, low, high, left, right } = block;
        const { radius } = this.tracks;
        let largest = 0;
        for (let i = 0; i < presentCount; i++) largest = Math.max(largest, radius[present[i]]);
        for (let i = 0; i < presentCount; i++) {
            const a = present[i];
            const [end, from, to] = [high[i], left[i], right[i]];
            let limit = Math.max(this.bound, this.reach);
            let most = limit + radius[a] + largest;
            for (let j = i + 1; j < presentCount; j++) {
                if (low[j] - end > most) break;
                if (left[j] - to > most || from - right[j] > most) continue;
                const b = present[j];
                if (block.gap(a, b) > limit + radius[a] + radius[b]) continue;
                this.examine(a, b);
                // What was examined may have been nearer than all before.
                limit = Math.max(this.bound, this.reach);
                most = limit + radius[a] + largest;
            }
        }
    }

    /**
     * Hands the pairs of records that share time in the block to the core.
     *
     * @param {number} a
     * @param {number} b
     */
    examine(a, b) {
        const { records } = this.tracks;
        let i = this.block.from[a];
        let j = this.block.from[b];
        while (i < this.block.to[a] && j < this.block.to[b]) {
            this.add(i, j);
            const endA = records[i * RECORD + 5];
            const endB = records[j * RECORD + 5];
            if (endA <= endB) i++;
            if (endB <= endA) j++;
        }
    }

    /**
     * @param {number} i
     * @param {number} j
     */
    add(i, j) {
        this.pairs[2 * this.pending] = i;
        this.pairs[2 * this.pending + 1] = j;
        if (++this.pending === BATCH) this.flush();
    }

    flush() {
        this.batch.conflicts(this.pending);
        const { pairs, intervals, clearances } = this;
        for (let k = 0; k < this.pending; k++) {
            const distance = clearances[2 * k];
            if (distance === Infinity) continue;
            if (distance > this.bound && distance > this.reach) continue;
            const time = clearances[2 * k + 1];
            const [recordA, recordB] = ordered(pairs[2 * k], pairs[2 * k + 1]);
            const a = this.tracks.agentOf[recordA];
            const b = this.tracks.agentOf[recordB];
            if (this.nearest === null || isNearer({ distance, time, a, b }, this.nearest)) {
                this.nearest = { distance, time, a, b };
                this.bound = Math.min(this.bound, distance);
            }
            if (distance <= this.reach) {
                // Within reach but not in contact: the instant of closest approach stands for it.
                const apart = intervals[2 * k] > intervals[2 * k + 1];
                const lo = apart ? time : intervals[2 * k];
                const hi = apart ? time : intervals[2 * k + 1];
                this.keep({ a, b, lo, hi, depth: -distance, time, recordA, recordB });
            }
        }
        this.examined += this.pending;
        this.pending = 0;
    }

    /**
     * Prolongs the pair's last contact, or begins another. Joined here and not at the end, contacts take
     * memory by their number, not by the segments that they last.
     *
     * @param {Contact} next
     */
    keep(next) {
        const key = next.a * this.tracks.agents + next.b;
        const last = this.last.get(key);
        if (last === undefined || next.lo < last.lo || !meets(last.hi, next.lo)) {
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
 * Agents are numbered along the records, so the smaller record belongs to the smaller agent.
 *
 * @param {number} i
 * @param {number} j
 */
function ordered(i, j) {
    return i < j ? [i, j] : [j, i];
}

/**
 * The nearer; of two equally near the earlier, then the first agents: a report does not depend on the
 * order of examination.
 *
 * @param {Nearest} p
 * @param {Nearest} q
 */
function isNearer(p, q) {
    return (p.distance - q.distance || p.time - q.time || p.a - q.a || p.b - q.b) < 0;
}

/**
 * @param {Graze} graze
 * @param {Tracks} tracks
 * @param {number} reach gaps up to this count as contact; 0: closed contact; -Infinity: nothing does
 * @param {(done: number, of: number) => void} progress
 * @returns {{ contacts: Contact[], nearest: Nearest | null, examined: number }} `nearest` is null when
 *   no two agents are ever there together
 */
export function sweepPairs(graze, tracks, reach, progress) {
    const sweep = new PairSweep(graze, tracks, reach);
    try {
        sweep.run(progress);
    } finally {
        sweep.batch.free();
    }
    return { contacts: sweep.contacts, nearest: sweep.nearest, examined: sweep.examined };
}
