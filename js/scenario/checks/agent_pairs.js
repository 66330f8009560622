import { GrazeError } from '#internal';
import { ContactPolicy } from './contact_policy.js';
import {
    ContactJoiner,
    compareContacts,
    isSequential,
    MEETINGS,
    makeAgentViolation,
    meetingAt,
    OpenContacts,
} from './contacts.js';
import { RECORD_LENGTH } from './disc_records.js';
import { makeStage } from './stage.js';
import { FirstItems } from './violation_collector.js';

/**
 * @import { Graze, MovingDiscBatch } from 'graze'
 * @import { ContactRules } from './contact_policy.js'
 * @import { Meeting } from './contacts.js'
 * @import { DiscRecords } from './disc_records.js'
 * @import { Stage } from './stage.js'
 * @import { ViolationCollector } from './violation_collector.js'
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
 * @property {Meeting} meeting
 *
 * A contact of which an earlier or later one of the pair may be a part.
 *
 * @typedef {Contact & { mayBeContinuation: boolean, mayContinue: boolean }} OpenContact
 *
 * @typedef {{ separation: number, time: number, a: number, b: number }} NearestPair
 *
 * Limits of a search: the number of records per range of time, few enough for progress, many enough that each call is worth it;
 * the number of pairs for which a range has room at least: it has room for one per record; the number of contacts that are open
 * at the ends of a range above which agents are searched block by block; the number of agents of a block.
 *
 * @typedef {{ recordsPerRange: number, pairs: number, open: number, agentsPerBlock: number }} SearchLimits
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

/** Default number of open contacts above which agents are searched block by block. */
const MAX_OPEN = 2 ** 16;

/** Number of pairs per record, in a range with more pairs than that, above which agents are searched so, too. */
const MAX_PAIRS_PER_RECORD = 64;

/** Default number of agents of a block, and room for the pairs of records of two blocks. */
const CROWD = Object.freeze({ agents: 128, pairs: 2 ** 17 });

/** Maximum number of times that a range of time is cut in half because it has too many pairs. */
const MAX_CUTS = 8;

/** Rough duration of the search of a pair of agents that meet, in milliseconds. */
const MS_PER_PAIR = 2e-4;

/**
 * Data of a search that all its blocks share.
 *
 * @typedef {object} ContactInput
 * @property {DiscRecords} discs
 * @property {number} reach gaps up to this count as contact
 * @property {number} pairs number of pairs of one range for which there is room
 * @property {ContactRules} policy
 * @property {boolean} isOfCells whether all agents move from cell to cell, in whole steps
 * @property {number} maxKept maximum number of violations that are kept
 * @property {number} maxOpen maximum number of contacts that are open at the same time
 * @property {number} agentsPerBlock number of agents of a block
 *
 * A block: a range of time for all agents; or two blocks of agents, which may be the same, for all time.
 *
 * @typedef {{ range: [from: number, to: number] } | { crowds: [number, number] }} ContactBlock
 *
 * @typedef {object} ContactResult
 * @property {boolean} isCrowded true: there are too many contacts at the same time, so that the result is not complete
 * @property {number[]} counts number of violations within the block, by meeting
 * @property {Contact[]} kept those of them that can be among the first ones
 * @property {OpenContact[]} open contacts that those of other ranges can continue, those of each pair in order of time
 * @property {NearestPair | null} nearest nearest pair of this range or of one before, as far as it is known
 */

/** Ends the search of a range of time in which too many agents are in contact. */
class Crowded extends Error {}

/**
 * Finds contacts of two agents and the least clearance, in one range of time after the other (`BlockWorker`).
 *
 * As long as all pairs are farther apart than contacts can be, only the nearest pair is searched. From the first range with
 * a contact on, every pair within reach is listed, of which the nearest is one. Only contacts that last beyond the ends of
 * records are remembered, so memory grows with the contacts at the same time. Where these are too many, agents are searched
 * block by block.
 */
export class ContactSearch {
    /** @type {MovingDiscBatch | null} */
    #batch = null;
    /** Records of the range, of which the batch has copies; the first `#count` entries. */
    #chosen = new Int32Array(0);
    #count = 0;
    /** Blocks of agents of the batch: pairs of one block are left out. Null: pairs of one agent are. @type {number | null} */
    #secondBlock = null;
    /** @type {NearestPair | null} */
    #nearest = null;
    /** @type {ContactJoiner} */
    #joiner;
    #policy;
    /** First violations of all blocks. @type {FirstItems<Contact>} */
    #first;
    /** First violations of this block. @type {FirstItems<Contact>} */
    #kept;
    #counts = MEETINGS.map(() => 0);
    /** Whether a range of time was crowded, so that all agents are searched block by block. */
    #isCrowded = false;
    #maxKept;
    #isSequential;
    #isOfCells;
    #openInRange = new OpenContacts();
    /** @type {OpenContacts | undefined} */
    #openOfBlocks;

    /**
     * @param {Graze} graze
     * @param {ContactInput} input
     */
    constructor(graze, input) {
        const { discs, reach, pairs, policy, maxKept, maxOpen, agentsPerBlock } = input;
        this.graze = graze;
        this.discs = discs;
        this.reach = reach;
        this.pairs = pairs;
        this.maxOpen = maxOpen;
        this.agentsPerBlock = agentsPerBlock;
        this.#policy = ContactPolicy.of(policy);
        this.#isOfCells = input.isOfCells;
        this.#maxKept = maxKept;
        this.#first = new FirstItems(maxKept, compareContacts);
        this.#kept = this.#first;
        this.#isSequential = isSequential(discs);
        this.#joiner = this.#makeJoiner(discs.agents, 0, true);
    }

    free() {
        this.#batch?.free();
        this.#batch = null;
    }

    /**
     * @param {ContactBlock} block
     * @returns {ContactResult}
     */
    run(block) {
        this.#kept = new FirstItems(this.#maxKept, compareContacts);
        this.#counts = MEETINGS.map(() => 0);
        const open = 'range' in block ? this.#runRange(block.range) : this.#runCrowds(block.crowds);
        const kept = this.#kept.list();
        for (const contact of kept) if (this.#first.accepts(contact)) this.#first.add(contact);
        return {
            isCrowded: open === null,
            counts: this.#counts,
            kept,
            open: open ?? [],
            nearest: this.#nearest,
        };
    }

    /** @param {[from: number, to: number]} range @returns {OpenContact[] | null} open contacts; null: too many */
    #runRange([from, to]) {
        if (this.#isCrowded) return null;
        this.#openInRange.clear();
        this.#joiner = this.#makeJoiner(this.discs.agents, 0, true);
        this.#chooseRecords(from, to);
        if (!this.#isInReach()) this.#findNearest(from, to);
        try {
            if (this.#isInReach()) this.#findContacts(from, to, 0);
        } catch (error) {
            if (!(error instanceof Crowded)) throw error;
            this.#isCrowded = true;
            return null;
        }
        return this.#joiner.finish();
    }

    /** @param {[number, number]} blocks @returns {OpenContact[]} open contacts: none */
    #runCrowds([i, j]) {
        const { first, agents, begin, horizon } = this.discs;
        const size = this.agentsPerBlock;
        this.#joiner = this.#makeJoiner(size, (i * size + j) * size, false);
        this.#count = 0;
        for (const block of i === j ? [i] : [i, j]) {
            const [from, to] = [block * size, Math.min((block + 1) * size, agents)].map(
                (a) => first[a],
            );
            this.#reserveRecords(this.#count + to - from);
            for (let k = from; k < to; k++) this.#chosen[this.#count++] = k;
        }
        this.#secondBlock = i === j ? null : j;
        const isLargeEnough = this.#batch !== null && this.#batch.capacity >= this.#count;
        this.#fillBatch(isLargeEnough ? this.#batch : null, this.pairs);
        this.#findContacts(begin, horizon, 0);
        return this.#joiner.finish();
    }

    /** @param {number} stride @param {number} base @param {boolean} isRange */
    #makeJoiner(stride, base, isRange) {
        const open = isRange ? this.#openInRange : this.#openInBlocks(stride * stride);
        const options = { isSequential: this.#isSequential, stride, base, isRange, open };
        return new ContactJoiner(this.discs, options, (contact) => this.#addContact(contact));
    }

    /** Returns the open contacts of two blocks of agents. @param {number} pairs */
    #openInBlocks(pairs) {
        this.#openOfBlocks ??= new OpenContacts(pairs);
        return this.#openOfBlocks;
    }

    /** Counts a complete contact, if it is a violation. @param {Contact} contact */
    #addContact(contact) {
        const { radius } = this.discs;
        const { a, b, depth, meeting } = contact;
        if (!this.#policy.isViolation(depth, radius[a] + radius[b])) return;
        this.#counts[meeting]++;
        if (!this.#first.accepts(contact) || !this.#kept.accepts(contact)) return;
        this.#kept.add({ ...contact });
    }

    /** Makes room for the numbers of records, and keeps those that are chosen. @param {number} count */
    #reserveRecords(count) {
        if (this.#chosen.length >= count) return;
        const larger = new Int32Array(count);
        larger.set(this.#chosen.subarray(0, this.#count));
        this.#chosen = larger;
    }

    /** Copies the records that are present in a range into the batch. @param {number} from @param {number} to */
    #chooseRecords(from, to) {
        const { count, records } = this.discs;
        this.#reserveRecords(count);
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
        this.#markBlocks(batch);
    }

    /** Gives all records of one of two blocks the same agent, so that pairs have one of each. @param {MovingDiscBatch} batch */
    #markBlocks(batch) {
        if (this.#secondBlock === null) return;
        const { agentOf } = this.discs;
        const second = this.#secondBlock * this.agentsPerBlock;
        for (let k = 0; k < this.#count; k++) {
            batch.agents[k] = Number(agentOf[this.#chosen[k]] >= second);
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
        if (this.#nearest !== null && separation > this.#nearest.separation) return;
        const { agentOf } = this.discs;
        const pair = { separation, time, a: agentOf[recordA], b: agentOf[recordB] };
        this.#nearest = nearerOf(this.#nearest, pair);
    }

    /**
     * Adds the contacts whose deepest times are in a range. A range with more pairs than there is room for is cut in half; if it
     * is short already, a batch with room for them replaces the present one.
     *
     * @param {number} from
     * @param {number} to
     * @param {number} cuts number of times that it was cut
     */
    #findContacts(from, to, cuts) {
        const found = this.#countNear(from, to);
        if (found <= /** @type {MovingDiscBatch} */ (this.#batch).pairCapacity) {
            this.#addPairs(found, to);
            return;
        }
        const isCrowd = found > this.maxOpen && found > MAX_PAIRS_PER_RECORD * this.#count;
        if (isCrowd) throw new Crowded();
        const middle = from / 2 + to / 2;
        if (from < middle && middle < to && cuts < MAX_CUTS) {
            this.#findContacts(from, middle, cuts + 1);
            this.#findContacts(middle, to, cuts + 1);
            return;
        }
        this.#fillBatch(null, found);
        this.#addPairs(this.#countNear(from, to), to);
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

    /**
     * Adds the pairs that were found, but those at the end of a range, which the next range finds again.
     *
     * @param {number} count
     * @param {number} to end of the range
     */
    #addPairs(count, to) {
        const { pairs, intervals, clearances } = /** @type {MovingDiscBatch} */ (this.#batch);
        const { agentOf, records, horizon, radius } = this.discs;
        for (let k = 0; k < count; k++) {
            const [separation, time] = [clearances[2 * k], clearances[2 * k + 1]];
            const [recordA, recordB] = [this.#chosen[pairs[2 * k]], this.#chosen[pairs[2 * k + 1]]];
            this.#updateNearest(recordA, recordB, separation, time);
            const endA = records[recordA * RECORD_LENGTH + 5];
            const endB = records[recordB * RECORD_LENGTH + 5];
            // The computed time may exceed the end by rounding.
            if (to < horizon && Math.min(time, endA, endB) >= to) continue;
            // The records are within reach but not in contact: the time of closest approach is used.
            const apart = intervals[2 * k] > intervals[2 * k + 1];
            const isRepeated = this.#follows(recordA, recordB) || this.#follows(recordB, recordA);
            if (apart && isRepeated) continue;
            const lo = apart ? time : intervals[2 * k];
            const hi = apart ? time : intervals[2 * k + 1];
            const depth = -separation;
            const [a, b] = [agentOf[recordA], agentOf[recordB]];
            const isMeeting = this.#isOfCells && depth === radius[a] + radius[b];
            const meeting = isMeeting ? meetingAt(records, recordA, recordB, time) : 0;
            this.#joiner.addPart(recordA, recordB, lo, hi, depth, time, meeting);
        }
        if (this.#joiner.openCount > this.maxOpen) throw new Crowded();
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
    const recordsPerRange = Math.max(min, Math.min(max, share * count));
    return { recordsPerRange, pairs: MIN_PAIRS, open: MAX_OPEN, agentsPerBlock: CROWD.agents };
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
 * A search for contacts of agents.
 *
 * @typedef {object} ContactTask
 * @property {DiscRecords} discs
 * @property {boolean} isOfCells whether all agents move from cell to cell, in whole steps
 * @property {number} reach gaps up to this count as contact; 0: touching and overlapping do; -Infinity: nothing does
 * @property {ContactPolicy} policy
 * @property {ViolationCollector} collector receives the violations
 */

/**
 * Finds the violations of two agents, and the nearest pair of them.
 *
 * @param {ContactTask} task
 * @param {(done: number, of: number) => void} progress
 * @param {SearchLimits} [limits]
 * @returns {Generator<Stage, NearestPair | null, void>} the nearest pair; null when no two agents are ever present at the same
 *   time
 */
export function* findContacts(task, progress, limits = defaultLimits(task.discs)) {
    const { discs } = task;
    const { recordsPerRange, open, agentsPerBlock } = limits;
    const cuts = timeRanges(discs, recordsPerRange);
    const ranges = new ContactTotals(task, open);
    yield makeStage({
        kind: 'contacts',
        makeInput: () => makeInput(task, limits),
        cost: discs.count * MS_PER_RECORD,
        blocks: cuts.slice(1).map((to, k) => ({ range: [cuts[k], to] })),
        progress,
        preview: (/** @type {ContactResult} */ found) => ranges.announce(found),
        take: (/** @type {ContactResult} */ found) => ranges.add(found),
    });
    if (!ranges.isCrowded) return ranges.finish();
    const crowds = new ContactTotals(task, Infinity);
    const count = Math.ceil(discs.agents / agentsPerBlock);
    const blocks = Array.from({ length: count }, (_, i) =>
        Array.from({ length: count - i }, (_, k) => ({ crowds: [i, i + k] })),
    ).flat();
    yield makeStage({
        kind: 'contacts',
        makeInput: () => makeInput(task, { ...limits, pairs: CROWD.pairs, open: Infinity }),
        cost: ((discs.agents * discs.count) / 2) * MS_PER_PAIR,
        blocks,
        progress,
        preview: (/** @type {ContactResult} */ found) => crowds.announce(found),
        take: (/** @type {ContactResult} */ found) => crowds.add(found),
    });
    return crowds.finish();
}

/** @param {ContactTask} task @param {SearchLimits} limits @returns {ContactInput} */
function makeInput(task, { pairs, open, agentsPerBlock }) {
    const { discs, isOfCells, reach, policy, collector } = task;
    const rules = { isOfCells, reach, policy: { ...policy }, maxKept: collector.maxKept };
    return { discs, pairs, ...rules, maxOpen: open, agentsPerBlock };
}

/** Joins the results of blocks. */
class ContactTotals {
    isCrowded = false;
    #task;
    #joiner;
    #counts = MEETINGS.map(() => 0);
    /** @type {FirstItems<Contact>} */
    #kept;
    /** @type {NearestPair | null} */
    #nearest = null;

    /** @param {ContactTask} task @param {number} maxOpen maximum number of contacts that are open at the same time */
    constructor(task, maxOpen) {
        const { discs, collector } = task;
        this.maxOpen = maxOpen;
        this.#task = task;
        this.#kept = new FirstItems(collector.maxKept, compareContacts);
        const keys = { stride: discs.agents, base: 0 };
        const options = { isSequential: isSequential(discs), ...keys, isRange: false };
        this.#joiner = new ContactJoiner(discs, options, (contact) => this.#addOpen(contact));
    }

    /**
     * Passes on a violation, if it is the first one. A contact that other ranges may continue is known in part.
     *
     * @param {ContactResult} result
     */
    announce({ kept, open }) {
        const { discs, policy, collector } = this.#task;
        if (!collector.isFirstAwaited) return;
        const { radius } = discs;
        const contact =
            kept[0] ??
            open.find(({ a, b, depth }) => policy.isViolation(depth, radius[a] + radius[b]));
        if (contact !== undefined) collector.announce(makeAgentViolation(contact, discs, policy));
    }

    /** @param {ContactResult} result */
    add(result) {
        const { isCrowded, counts, kept, open, nearest } = result;
        this.announce(result);
        this.isCrowded ||= isCrowded || this.#joiner.openCount > this.maxOpen;
        this.#nearest = nearerOf(this.#nearest, nearest);
        if (this.isCrowded) return;
        for (const [meeting, count] of counts.entries()) this.#counts[meeting] += count;
        for (const contact of kept) if (this.#kept.accepts(contact)) this.#kept.add(contact);
        for (const contact of open) this.#joiner.add(contact);
    }

    /** Counts a contact that several ranges have found. @param {Contact} contact */
    #addOpen(contact) {
        const { discs, policy } = this.#task;
        const { a, b, depth, meeting } = contact;
        if (!policy.isViolation(depth, discs.radius[a] + discs.radius[b])) return;
        this.#counts[meeting]++;
        if (this.#kept.accepts(contact)) this.#kept.add({ ...contact });
    }

    /** Adds the violations to those of the plan; returns the nearest pair. */
    finish() {
        const { discs, policy, collector } = this.#task;
        this.#joiner.finish();
        for (const [meeting, count] of this.#counts.entries()) {
            if (count > 0) collector.countKind(MEETINGS[meeting], count);
        }
        for (const contact of this.#kept.list()) {
            const { a, b, lo, hi, meeting } = contact;
            if (!collector.accepts(MEETINGS[meeting], lo, a, b, hi)) break;
            collector.keep(makeAgentViolation(contact, discs, policy));
        }
        return this.#nearest;
    }
}
