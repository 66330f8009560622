import { GrazeError } from '#internal';
import { isContinuous } from './contacts.js';
import { RECORD_LENGTH } from './disc_records.js';
import { makeStage } from './stage.js';

/**
 * @import { Graze, MovingDiscBatch } from 'graze'
 * @import { DiscRecords } from './disc_records.js'
 * @import { Stage } from './stage.js'
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
 * the number of pairs for which a range has room at least: it has room for one per record.
 *
 * @typedef {{ recordsPerRange: number, pairs: number }} SearchLimits
 */

/** Default number of records per range: a share of all of them, so that several threads are done at about the same time. */
const RECORDS_PER_RANGE = Object.freeze({ share: 1 / 16, min: 2 ** 15, max: 2 ** 18 });

/** Rough duration of a search per record, in milliseconds. */
const MS_PER_RECORD = 1e-3;

/** Default number of pairs for which a range has room at least. */
const MIN_PAIRS = 4096;

/** Number of sampled starts of records by which time is cut into ranges. */
const SAMPLES = 1024;

/** Size of an additional first range, as a share of the others. */
const FIRST_RANGE = 1 / 16;

/** Golden ratio: its multiples are evenly distributed in [0, 1). */
const GOLDEN_RATIO = 0.618033988749895;

/**
 * Data of a search that all its blocks share.
 *
 * @typedef {object} ContactInput
 * @property {DiscRecords} discs
 * @property {number} reach gaps up to this count as contact
 * @property {number} pairs number of pairs of one range for which there is room
 *
 * @typedef {object} ContactResult
 * @property {Contact[]} contacts contacts whose deepest times are in a range, those of each pair in order of time
 * @property {NearestPair | null} nearest nearest pair of this range or of one before, as far as it is known
 */

/**
 * Finds contacts of two agents and the least clearance, in one range of time after the other (`BlockWorker`).
 *
 * As long as all pairs are farther apart than contacts can be, only the nearest pair is searched. From the first range with
 * a contact on, every pair within reach is listed, of which the nearest is one.
 */
export class ContactSearch {
    /** @type {MovingDiscBatch | null} */
    #batch = null;
    /** Records of the range, of which the batch has copies; the first `#count` entries. */
    #chosen = new Int32Array(0);
    #count = 0;
    /** @type {NearestPair | null} */
    #nearest = null;
    #contacts = new ContactList();

    /**
     * @param {Graze} graze
     * @param {ContactInput} input
     */
    constructor(graze, { discs, reach, pairs }) {
        this.graze = graze;
        this.discs = discs;
        this.reach = reach;
        this.pairs = pairs;
    }

    free() {
        this.#batch?.free();
        this.#batch = null;
    }

    /**
     * @param {[from: number, to: number]} range
     * @returns {ContactResult}
     */
    run([from, to]) {
        this.#contacts = new ContactList();
        this.#chooseRecords(from, to);
        if (!this.#isInReach()) this.#findNearest(from, to);
        if (this.#isInReach()) this.#findContacts(from, to);
        return { contacts: this.#contacts.contacts, nearest: this.#nearest };
    }

    /** Copies the records that are present in a range into the batch. @param {number} from @param {number} to */
    #chooseRecords(from, to) {
        const { count, records } = this.discs;
        if (this.#chosen.length < count) this.#chosen = new Int32Array(count);
        const chosen = this.#chosen;
        let size = 0;
        for (let k = 0, at = 4; k < count; k++, at += RECORD_LENGTH) {
            if (records[at] <= to && records[at + 1] >= from) chosen[size++] = k;
        }
        this.#count = size;
        const isLargeEnough = this.#batch !== null && this.#batch.capacity >= size;
        this.#fillBatch(isLargeEnough ? this.#batch : null, Math.max(this.pairs, size));
    }

    /**
     * @param {MovingDiscBatch | null} present batch to fill; null: a new one
     * @param {number} pairs number of pairs for which a new one has room
     */
    #fillBatch(present, pairs) {
        const { records, agentOf } = this.discs;
        const count = this.#count;
        if (present === null) this.free();
        const batch =
            present ?? this.graze.movingDiscs(Math.max(1, count), { pairs, precision: 'float64' });
        this.#batch = batch;
        // Records that follow each other are copied at once.
        for (let k = 0; k < count; ) {
            const first = this.#chosen[k];
            let length = 1;
            while (k + length < count && this.#chosen[k + length] === first + length) length++;
            const end = first + length;
            batch.records.set(
                records.subarray(first * RECORD_LENGTH, end * RECORD_LENGTH),
                k * RECORD_LENGTH,
            );
            batch.agents.set(agentOf.subarray(first, end), k);
            k += length;
        }
    }

    /** Returns whether a known pair is in contact. */
    #isInReach() {
        return this.#nearest !== null && this.#nearest.separation <= this.reach;
    }

    /** @param {number} from @param {number} to */
    #findNearest(from, to) {
        const batch = /** @type {MovingDiscBatch} */ (this.#batch);
        const found = batch.nearest(this.#count, { reach: this.#nearest?.separation, from, to });
        if (found.status === 'free') return;
        const [recordA, recordB] = [this.#chosen[found.first], this.#chosen[found.second]];
        this.#updateNearest(recordA, recordB, found.separation, found.time);
    }

    /**
     * @param {number} recordA
     * @param {number} recordB
     * @param {number} separation
     * @param {number} time
     */
    #updateNearest(recordA, recordB, separation, time) {
        const { agentOf } = this.discs;
        const pair = { separation, time, a: agentOf[recordA], b: agentOf[recordB] };
        this.#nearest = nearerOf(this.#nearest, pair);
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
        if (found <= /** @type {MovingDiscBatch} */ (this.#batch).pairCapacity) {
            this.#addPairs(found);
            return;
        }
        const middle = from / 2 + to / 2;
        if (from < middle && middle < to) {
            this.#findContacts(from, middle);
            this.#findContacts(middle, to);
            return;
        }
        this.#fillBatch(null, found);
        this.#findContacts(from, to);
    }

    /**
     * Finds the pairs within reach; returns their number, which may exceed the batch's capacity.
     *
     * @param {number} from
     * @param {number} to
     */
    #countNear(from, to) {
        const batch = /** @type {MovingDiscBatch} */ (this.#batch);
        try {
            return batch.near(this.#count, this.reach, { from, to });
        } catch (error) {
            if (!(error instanceof GrazeError) || error.code !== 'full') throw error;
            return /** @type {number} */ (error.value);
        }
    }

    /**
     * Returns whether a record begins in the instant in which another one and its own predecessor end. Of records
     * that are not in contact, the gap in that instant is the predecessor's, too.
     *
     * @param {number} next
     * @param {number} ending
     */
    #follows(next, ending) {
        const { records, agentOf } = this.discs;
        const end = records[ending * RECORD_LENGTH + 5];
        return (
            agentOf[next - 1] === agentOf[next] &&
            records[next * RECORD_LENGTH + 4] === end &&
            records[(next - 1) * RECORD_LENGTH + 5] === end
        );
    }

    /** @param {number} count */
    #addPairs(count) {
        const { pairs, intervals, clearances } = /** @type {MovingDiscBatch} */ (this.#batch);
        const { agentOf } = this.discs;
        for (let k = 0; k < count; k++) {
            const [separation, time] = [clearances[2 * k], clearances[2 * k + 1]];
            const [recordA, recordB] = [this.#chosen[pairs[2 * k]], this.#chosen[pairs[2 * k + 1]]];
            this.#updateNearest(recordA, recordB, separation, time);
            // The records are within reach but not in contact: the time of closest approach is used.
            const apart = intervals[2 * k] > intervals[2 * k + 1];
            const isRepeated = this.#follows(recordA, recordB) || this.#follows(recordB, recordA);
            if (apart && isRepeated) continue;
            const lo = apart ? time : intervals[2 * k];
            const hi = apart ? time : intervals[2 * k + 1];
            const [a, b] = [agentOf[recordA], agentOf[recordB]];
            this.#contacts.add({ a, b, lo, hi, depth: -separation, time, recordA, recordB });
        }
    }
}

/** Contacts, of which those of one pair that continue each other are joined. */
class ContactList {
    /** @type {Contact[]} */
    contacts = [];
    /** The last contact of each agent with others, which the next record may extend. @type {Map<number, Map<number, Contact>>} */
    #last = new Map();

    /**
     * Extends the pair's last contact, or begins another one. Joining here rather than at the end keeps memory proportional
     * to the number of contacts, not of the pieces that they last. Contacts of two lists are joined as their parts would be.
     *
     * @param {Contact} next
     */
    add(next) {
        let lastOfAgent = this.#last.get(next.a);
        if (lastOfAgent === undefined) {
            lastOfAgent = new Map();
            this.#last.set(next.a, lastOfAgent);
        }
        const last = lastOfAgent.get(next.b);
        if (last === undefined || next.lo < last.lo || !isContinuous(last.hi, next.lo)) {
            this.contacts.push(next);
            lastOfAgent.set(next.b, next);
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

/** @param {DiscRecords} discs @returns {SearchLimits} */
function defaultLimits({ count }) {
    const { share, min, max } = RECORDS_PER_RANGE;
    return { recordsPerRange: Math.max(min, Math.min(max, share * count)), pairs: MIN_PAIRS };
}

/**
 * Returns the pair that comes first: the nearer one, then the earlier one, then the one with smaller agents. A report so
 * does not depend on the order of examination.
 *
 * @param {NearestPair | null} p
 * @param {NearestPair | null} q
 */
export function nearerOf(p, q) {
    if (p === null || q === null) return p ?? q;
    const order = p.separation - q.separation || p.time - q.time || p.a - q.a || p.b - q.b;
    return order <= 0 ? p : q;
}

/**
 * Finds the contacts of agents, and the nearest pair of them.
 *
 * @param {DiscRecords} discs
 * @param {number} reach gaps up to this count as contact; 0: touching and overlapping do; -Infinity: nothing does
 * @param {(done: number, of: number) => void} progress
 * @param {SearchLimits} [limits]
 * @returns {Generator<Stage, { contacts: Contact[], nearest: NearestPair | null }, void>} `nearest` is null when no two agents
 *   are ever present at the same time
 */
export function* findContacts(discs, reach, progress, limits = defaultLimits(discs)) {
    const { recordsPerRange, pairs } = limits;
    const cuts = timeRanges(discs, recordsPerRange);
    const list = new ContactList();
    /** @type {NearestPair | null} */
    let nearest = null;
    yield makeStage({
        kind: 'contacts',
        makeInput: () => ({ discs, reach, pairs }),
        cost: discs.count * MS_PER_RECORD,
        blocks: cuts.slice(1).map((to, k) => [cuts[k], to]),
        progress,
        take(/** @type {ContactResult} */ found) {
            for (const contact of found.contacts) list.add(contact);
            nearest = nearerOf(nearest, found.nearest);
        },
    });
    // Violations are sorted by time in the end, which is quicker if they almost are.
    const contacts = list.contacts.sort((p, q) => p.lo - q.lo);
    return { contacts, nearest };
}
