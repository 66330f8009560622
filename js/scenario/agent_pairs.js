import { GrazeError } from '#internal';
import { isContinuous } from './contacts.js';
import { RECORD_LENGTH } from './disc_records.js';

/**
 * @import { Graze, MovingDiscBatch } from 'graze'
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
 *
 * Limits of a search: the number of records per range of time, few enough for progress, many enough that each call is worth it;
 * the number of pairs of one range for which there is room.
 *
 * @typedef {{ recordsPerRange: number, pairs: number }} SearchLimits
 */

/** Default limits of a search; with more records than `pairs`, there is room for as many pairs. */
const LIMITS = Object.freeze({ recordsPerRange: 2 ** 19, pairs: 4096 });

/** Number of sampled starts of records by which time is cut into ranges. */
const SAMPLES = 1024;

/** Size of an additional first range, as a share of the others. */
const FIRST_RANGE = 1 / 16;

/** Golden ratio: its multiples are evenly distributed in [0, 1). */
const GOLDEN_RATIO = 0.618033988749895;

/**
 * Finds every contact of two agents and the least clearance over all pairs and all time, range by range of time.
 *
 * As long as all pairs are farther apart than contacts can be, only the nearest pair is searched. From the first range with
 * a contact on, every pair within reach is listed, of which the nearest is one.
 */
class PairSearch {
    /**
     * @param {Graze} graze
     * @param {DiscRecords} discs
     * @param {number} reach gaps up to this count as contact
     * @param {SearchLimits} limits
     */
    constructor(graze, discs, reach, { recordsPerRange, pairs }) {
        this.graze = graze;
        this.discs = discs;
        this.reach = reach;
        this.recordsPerRange = recordsPerRange;
        this.batch = this.#makeBatch(pairs);
        /** @type {Contact[]} */
        this.contacts = [];
        /** The last contact of each pair, which the next record may extend. @type {Map<number, Contact>} */
        this.last = new Map();
        /** @type {NearestPair | null} */
        this.nearest = null;
    }

    /** @param {number} pairs @returns {MovingDiscBatch} */
    #makeBatch(pairs) {
        const { count, records, agentOf } = this.discs;
        const batch = this.graze.movingDiscs(Math.max(1, count), { pairs, precision: 'float64' });
        batch.records.set(records.subarray(0, count * RECORD_LENGTH));
        batch.agents.set(agentOf.subarray(0, count));
        return batch;
    }

    /** @param {(done: number, of: number) => void} progress */
    run(progress) {
        const cuts = timeRanges(this.discs, this.recordsPerRange);
        for (let k = 1; k < cuts.length; k++) {
            progress(k - 1, cuts.length - 1);
            const [from, to] = [cuts[k - 1], cuts[k]];
            if (!this.#isInReach()) this.#findNearest(from, to);
            if (this.#isInReach()) this.#findContacts(from, to);
        }
    }

    /** Returns whether a known pair is in contact. */
    #isInReach() {
        return this.nearest !== null && this.nearest.separation <= this.reach;
    }

    /** @param {number} from @param {number} to */
    #findNearest(from, to) {
        const reach = this.nearest?.separation;
        const found = this.batch.nearest(this.discs.count, { reach, from, to });
        if (found !== null) this.#updateNearest(found);
    }

    /** @param {{ first: number, second: number, separation: number, time: number }} pair */
    #updateNearest({ first, second, separation, time }) {
        const { agentOf } = this.discs;
        const pair = { separation, time, a: agentOf[first], b: agentOf[second] };
        if (this.nearest === null || isNearer(pair, this.nearest)) this.nearest = pair;
    }

    /**
     * Adds the contacts whose deepest times are in a range. A range with more pairs than there is room for is cut in half; if it
     * cannot be cut, a batch with room for them replaces the present one.
     *
     * @param {number} from
     * @param {number} to
     */
    #findContacts(from, to) {
        const found = this.#countNear(from, to);
        if (found <= this.batch.pairCapacity) {
            this.#addPairs(found);
            return;
        }
        const middle = from / 2 + to / 2;
        if (from < middle && middle < to) {
            this.#findContacts(from, middle);
            this.#findContacts(middle, to);
            return;
        }
        this.batch.free();
        this.batch = this.#makeBatch(found);
        this.#findContacts(from, to);
    }

    /**
     * Finds the pairs within reach; returns their number, which may exceed the batch's capacity.
     *
     * @param {number} from
     * @param {number} to
     */
    #countNear(from, to) {
        try {
            return this.batch.near(this.discs.count, this.reach, { from, to });
        } catch (error) {
            if (!(error instanceof GrazeError) || error.code !== 'full') throw error;
            return /** @type {number} */ (error.value);
        }
    }

    /** @param {number} count */
    #addPairs(count) {
        const { pairs, intervals, clearances } = this.batch;
        const { agentOf } = this.discs;
        for (let k = 0; k < count; k++) {
            const [separation, time] = [clearances[2 * k], clearances[2 * k + 1]];
            const [recordA, recordB] = [pairs[2 * k], pairs[2 * k + 1]];
            this.#updateNearest({ first: recordA, second: recordB, separation, time });
            // The records are within reach but not in contact: the time of closest approach is used.
            const apart = intervals[2 * k] > intervals[2 * k + 1];
            const lo = apart ? time : intervals[2 * k];
            const hi = apart ? time : intervals[2 * k + 1];
            const [a, b] = [agentOf[recordA], agentOf[recordB]];
            this.#addContact({ a, b, lo, hi, depth: -separation, time, recordA, recordB });
        }
    }

    /**
     * Extends the pair's last contact, or begins another one. Joining here rather than at the end keeps memory proportional
     * to the number of contacts, not of the pieces that they last.
     *
     * @param {Contact} next
     */
    #addContact(next) {
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
 * Returns the times at which ranges of time begin, and the horizon. About as many records start in each range, so that each
 * is as much work; fewer start in the first one, which shows whether a plan has contacts.
 *
 * @param {DiscRecords} discs
 * @param {number} recordsPerRange
 * @returns {number[]}
 */
function timeRanges({ count, records, begin, horizon }, recordsPerRange) {
    const ranges = Math.ceil(count / recordsPerRange);
    const samples = Math.min(count, SAMPLES);
    const starts = new Float64Array(samples);
    for (let k = 0; k < samples; k++) {
        const record = Math.floor(((k * GOLDEN_RATIO) % 1) * count);
        starts[k] = records[record * RECORD_LENGTH + 4];
    }
    starts.sort();
    const cuts = [begin];
    for (let k = 0; k < ranges; k++) {
        const cut = starts[Math.floor(((k || FIRST_RANGE) * samples) / ranges)];
        if (cut > cuts[cuts.length - 1] && cut < horizon) cuts.push(cut);
    }
    cuts.push(horizon);
    return cuts;
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
 * @param {SearchLimits} [limits] default: `LIMITS`
 * @returns {{ contacts: Contact[], nearest: NearestPair | null }} `nearest` is null when no two agents are ever present at
 *   the same time
 */
export function findContacts(graze, discs, reach, progress, limits) {
    const { recordsPerRange, pairs } = LIMITS;
    const defaults = {
        recordsPerRange,
        pairs: Math.max(pairs, discs.count),
    };
    const search = new PairSearch(graze, discs, reach, limits ?? defaults);
    try {
        search.run(progress);
    } finally {
        search.batch.free();
    }
    // Violations are sorted by time in the end, which is quicker if they almost are.
    const contacts = search.contacts.sort((p, q) => p.lo - q.lo);
    return { contacts, nearest: search.nearest };
}
