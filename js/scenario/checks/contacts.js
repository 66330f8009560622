import { formatText } from '../model/names.js';
import { TIME_RELATIVE } from '../model/tolerance.js';
import { RECORD_LENGTH } from './disc_records.js';

/**
 * @import { Contact, OpenContact } from './agent_pairs.js'
 * @import { ContactPolicy } from './contact_policy.js'
 * @import { RoundedText } from '../model/names.js'
 * @import { DiscRecords } from './disc_records.js'
 * @import { ViolationDraft } from '../validation/validate.js'
 */

/**
 * An interval of contact of an agent with another body, a blocked cell or the outside of the map, with its largest depth.
 *
 * @typedef {{ lo: number, hi: number, depth: number }} ContactSpan
 */

/**
 * Kinds of contacts of two agents, each with the meeting in the discrete model that it includes: none; an exchange of cells; a
 * shared cell. A contact that includes several has the last of these kinds.
 *
 * @typedef {0 | 1 | 2} Meeting index into MEETINGS
 */
export const MEETINGS = /** @type {const} */ (['agent-agent', 'edge', 'vertex']);

/**
 * Returns how two agents that move from cell to cell meet in the discrete model.
 *
 * @param {Float64Array} records
 * @param {number} p record of one of them
 * @param {number} q record of the other one
 * @param {number} time time at which their centers are at the same place
 * @returns {Meeting}
 */
export function meetingAt(records, p, q, time) {
    const [atP, atQ] = [p * RECORD_LENGTH, q * RECORD_LENGTH];
    const [ux, uy] = [records[atP + 2], records[atP + 3]];
    const [vx, vy] = [records[atQ + 2], records[atQ + 3]];
    // Together all the time, or after a step.
    if ((ux === vx && uy === vy) || Number.isInteger(time)) return 2;
    return ux === -vx && uy === -vy && Number.isInteger(time - 0.5) ? 1 : 0;
}

/**
 * Returns whether an interval that begins at `lo` continues one that ends at `hi`.
 *
 * @param {number} hi
 * @param {number} lo
 */
export function isContinuous(hi, lo) {
    if (lo <= hi) return true;
    return lo <= hi + TIME_RELATIVE * Math.max(1, Math.abs(lo));
}

/**
 * Joins intervals that overlap or meet into maximal ones, in time order; each has the data of its deepest part, with the
 * [lo, hi] of the whole.
 *
 * @template {ContactSpan} T
 * @param {T[]} spans
 * @returns {T[]}
 */
function mergeSpans(spans) {
    const sorted = spans.slice().sort((p, q) => p.lo - q.lo || p.hi - q.hi);
    /** @type {T[]} */
    const merged = [];
    for (const next of sorted) {
        const last = merged[merged.length - 1];
        if (last === undefined || !isContinuous(last.hi, next.lo)) {
            merged.push({ ...next });
            continue;
        }
        const { lo } = last;
        const hi = Math.max(last.hi, next.hi);
        if (next.depth > last.depth) Object.assign(last, next);
        last.lo = lo;
        last.hi = hi;
    }
    return merged;
}

/**
 * Groups intervals by key and merges each group; groups come in the order in which their keys first appear.
 *
 * @template {ContactSpan} T
 * @param {T[]} spans
 * @param {(span: T) => number | string} keyOf
 * @returns {T[]}
 */
export function mergeByKey(spans, keyOf) {
    /** @type {Map<number | string, T[]>} */
    const groups = new Map();
    for (const span of spans) {
        const key = keyOf(span);
        const group = groups.get(key);
        if (group === undefined) groups.set(key, [span]);
        else group.push(span);
    }
    return [...groups.values()].flatMap(mergeSpans);
}

/**
 * Returns the text of a time range.
 *
 * @param {{ lo: number, hi: number }} span
 * @param {boolean} lasting true: the contact never ends
 * @returns {RoundedText}
 */
export function formatTime({ lo, hi }, lasting) {
    if (lasting) return formatText`from t = ${lo} on`;
    if (lo === hi) return formatText`at t = ${lo}`;
    return formatText`from t = ${lo} to ${hi}`;
}

/**
 * Texts of a contact.
 *
 * @typedef {object} ContactMessages
 * @property {(depth: number) => RoundedText} overlapping text while bodies overlap
 * @property {string | RoundedText} touching text while they touch
 * @property {string | RoundedText} inContact text while they do either
 * @property {string | RoundedText} [deepest] text of the deepest place
 */

/** Texts of a contact of two agents. @type {ContactMessages} */
export const AGENT_MESSAGES = Object.freeze({
    overlapping: (depth) => formatText`overlap by ${depth}`,
    touching: 'touch',
    inContact: 'are in contact',
});

/** Texts of an agent at the edge of the map, which is not a wall: it may be touched. @type {ContactMessages} */
export const EDGE_MESSAGES = Object.freeze({
    overlapping: (depth) => formatText`reaches ${depth} over the edge of the map`,
    touching: 'reaches the edge of the map',
    inContact: 'is at or over the edge of the map',
});

/**
 * Returns the texts of an agent and an obstacle.
 *
 * @param {string} obstacle
 * @returns {ContactMessages}
 */
export function obstacleMessages(obstacle) {
    return {
        overlapping: (depth) => formatText`is ${depth} deep in ${obstacle}`,
        touching: formatText`touches ${obstacle}`,
        inContact: formatText`is in contact with ${obstacle}`,
    };
}

/**
 * Returns the texts of an agent and blocked cells, of which it is deepest in one.
 *
 * @param {number} x
 * @param {number} y
 * @returns {ContactMessages}
 */
export function cellMessages(x, y) {
    return {
        overlapping: (depth) => formatText`is ${depth} deep in blocked cell (${x}, ${y})`,
        touching: formatText`touches blocked cell (${x}, ${y})`,
        inContact: formatText`is in contact with blocked cells`,
        deepest: formatText` in (${x}, ${y})`,
    };
}

/**
 * Describes a contact and its time. A lasting contact may overlap at first and only touch later, so that its depth is given
 * for one time only.
 *
 * @param {ContactMessages} messages
 * @param {{ lo: number, hi: number, depth: number, time: number }} contact `time` is that of the largest depth
 * @param {boolean} lasting
 * @returns {RoundedText}
 */
export function formatContact(
    { overlapping, touching, inContact, deepest = '' },
    { lo, hi, depth, time },
    lasting,
) {
    const timeText = formatTime({ lo, hi }, lasting);
    if (lasting && depth > 0)
        return formatText`${inContact} ${timeText}, ${depth} deep${deepest} at t = ${time}`;
    return formatText`${depth > 0 ? overlapping(depth) : touching} ${timeText}, deepest at t = ${time}`;
}

/**
 * Returns a contact of two agents as a violation.
 *
 * @param {Contact} contact
 * @param {DiscRecords} discs
 * @param {ContactPolicy} policy
 * @returns {ViolationDraft}
 */
export function makeAgentViolation(contact, discs, policy) {
    const { a, b, lo, hi, depth, recordA, recordB, meeting } = contact;
    const { pieceOf } = discs;
    const lasting = policy.isLasting(hi);
    const position = contactPoint(contact, discs);
    const text = formatContact(AGENT_MESSAGES, contact, lasting);
    return {
        kind: MEETINGS[meeting],
        agents: [a, b],
        interval: [lo, hi],
        depth: Math.max(depth, 0),
        pieces: [pieceOrNull(pieceOf[recordA]), pieceOrNull(pieceOf[recordB])],
        ...(lasting ? { lasting } : {}),
        position,
        description: describeMeeting(text, meeting, position),
    };
}

/**
 * Describes a contact with the cells in which two agents meet.
 *
 * @param {RoundedText} contact
 * @param {Meeting} meeting
 * @param {[number, number]} cell
 */
export function describeMeeting(contact, meeting, [x, y]) {
    if (meeting === 0) return contact;
    return meeting === 1
        ? formatText`${contact}, as they swap cells`
        : formatText`${contact}, both in cell (${x}, ${y})`;
}

/** Compares contacts by the order of violations. @param {Contact} p @param {Contact} q */
export function compareContacts(p, q) {
    return p.lo - q.lo || p.meeting - q.meeting || p.a - q.a || p.b - q.b || p.hi - q.hi;
}

/**
 * Returns whether the records of each agent follow each other, so that none begins before the one before it has ended.
 *
 * @param {DiscRecords} discs
 */
export function isSequential({ count, records, agentOf }) {
    for (let k = 1, at = RECORD_LENGTH; k < count; k++, at += RECORD_LENGTH) {
        const isLate = records[at + 4] >= records[at - RECORD_LENGTH + 5];
        if (!isLate && agentOf[k] === agentOf[k - 1]) return false;
    }
    return true;
}

/**
 * Factor of the tolerance of `isContinuous` within which a contact may continue beyond its records: 1, and a margin for
 * rounding.
 */
const OPEN_MARGIN = 4;

/** Flags of an open contact. */
const [MAY_BE_CONTINUATION, MAY_CONTINUE] = [1, 2];

/** Number of open contacts for which a sparse table has room at first. */
const FIRST_ROOM = 1024;

/**
 * Open contacts of pairs in flat arrays, since many agents in one place have millions of parts of contacts. A pair has a number;
 * its contact has a place in the arrays: that number in a dense table, or one of a map.
 */
export class OpenContacts {
    /** @type {Map<number, number>} */
    #places = new Map();
    /** @type {number[]} */
    #free = [];
    #isDense;
    #room;
    /** Number of open contacts. */
    count = 0;

    /** @param {number} [pairs] number of all pairs of a dense table; default: a sparse one */
    constructor(pairs = 0) {
        this.#isDense = pairs > 0;
        this.#room = pairs || FIRST_ROOM;
        this.isOpen = new Uint8Array(this.#room);
        this.lo = new Float64Array(this.#room);
        this.hi = new Float64Array(this.#room);
        this.depth = new Float64Array(this.#room);
        this.time = new Float64Array(this.#room);
        this.recordA = new Int32Array(this.#room);
        this.recordB = new Int32Array(this.#room);
        this.meeting = new Uint8Array(this.#room);
        this.flags = new Uint8Array(this.#room);
    }

    /** Returns the place of a pair's contact; -1: it has none that is open. @param {number} pair */
    find(pair) {
        if (this.#isDense) return this.isOpen[pair] ? pair : -1;
        return this.count > 0 ? (this.#places.get(pair) ?? -1) : -1;
    }

    /** Returns the place of a new contact of a pair. @param {number} pair */
    open(pair) {
        this.count++;
        let place = pair;
        if (!this.#isDense) {
            place = this.#free.pop() ?? this.count - 1;
            if (place >= this.#room) this.#grow();
            this.#places.set(pair, place);
        }
        this.isOpen[place] = 1;
        return place;
    }

    /** @param {number} pair @param {number} place */
    close(pair, place) {
        this.count--;
        this.isOpen[place] = 0;
        if (this.#isDense) return;
        this.#places.delete(pair);
        this.#free.push(place);
    }

    #grow() {
        this.#room *= 2;
        this.isOpen = copyTo(this.isOpen, new Uint8Array(this.#room));
        this.lo = copyTo(this.lo, new Float64Array(this.#room));
        this.hi = copyTo(this.hi, new Float64Array(this.#room));
        this.depth = copyTo(this.depth, new Float64Array(this.#room));
        this.time = copyTo(this.time, new Float64Array(this.#room));
        this.recordA = copyTo(this.recordA, new Int32Array(this.#room));
        this.recordB = copyTo(this.recordB, new Int32Array(this.#room));
        this.meeting = copyTo(this.meeting, new Uint8Array(this.#room));
        this.flags = copyTo(this.flags, new Uint8Array(this.#room));
    }

    /** Closes all contacts. */
    clear() {
        this.isOpen.fill(0);
        this.#places.clear();
        this.#free = [];
        this.count = 0;
    }
}

/**
 * @template {Float64Array | Int32Array | Uint8Array} T
 * @param {T} from
 * @param {T} to
 */
function copyTo(from, to) {
    to.set(from);
    return to;
}

/**
 * Joins contacts that continue each other, those of each pair in order of time. A contact that does not reach the ends of its
 * records is complete at once; only the others are remembered until the next ones of their pairs, so that memory grows with the
 * contacts at the same time. Contacts of two ranges of time are joined as their parts would be.
 *
 * If records of one agent overlap in time, all contacts are remembered until the end.
 */
export class ContactJoiner {
    /** Contacts that later ones may continue. */
    #open;
    /** Contacts that other ranges may continue; all contacts, if records overlap. @type {OpenContact[]} */
    #others = [];
    #discs;
    #isSequential;
    #base;
    #addComplete;
    #isRange;
    /** The contact that is completed. @type {OpenContact} */
    #contact = {
        ...{ a: 0, b: 0, lo: 0, hi: 0, depth: 0, time: 0, recordA: 0, recordB: 0, meeting: 0 },
        ...{ mayBeContinuation: false, mayContinue: false },
    };

    /**
     * @param {DiscRecords} discs
     * @param {object} options
     * @param {boolean} options.isSequential whether the records of each agent follow each other
     * @param {number} options.stride factor of the lower agent in the number of a pair
     * @param {number} options.base number of the first pair
     * @param {boolean} options.isRange whether other ranges of time may continue contacts
     * @param {OpenContacts} [options.open] where open contacts are remembered: none are at first
     * @param {(contact: Contact) => void} addComplete receives each joined contact; it must copy what it keeps
     */
    constructor(discs, { isSequential, stride, base, isRange, open }, addComplete) {
        this.#discs = discs;
        this.#open = open ?? new OpenContacts();
        this.#isSequential = isSequential;
        this.stride = stride;
        this.#base = base;
        this.#isRange = isRange;
        this.#addComplete = addComplete;
    }

    /** Number of contacts that are remembered. */
    get openCount() {
        return this.#open.count + this.#others.length;
    }

    /**
     * Adds the contact of two records.
     *
     * @param {number} p record of the lower agent
     * @param {number} q record of the other one
     * @param {number} lo
     * @param {number} hi
     * @param {number} depth
     * @param {number} time
     * @param {Meeting} meeting
     */
    addPart(p, q, lo, hi, depth, time, meeting) {
        const { records, agentOf } = this.#discs;
        const [atP, atQ] = [p * RECORD_LENGTH, q * RECORD_LENGTH];
        const begin = Math.max(records[atP + 4], records[atQ + 4]);
        const end = Math.min(records[atP + 5], records[atQ + 5]);
        const [a, b] = [agentOf[p], agentOf[q]];
        let flags = 0;
        if (isNear(lo, begin) && (agentOf[p - 1] === a || agentOf[q - 1] === b)) {
            flags |= MAY_BE_CONTINUATION;
        }
        if (isNear(hi, end) && (agentOf[p + 1] === a || agentOf[q + 1] === b)) {
            flags |= MAY_CONTINUE;
        }
        this.#join(p, q, lo, hi, depth, time, meeting, flags);
    }

    /** Adds a contact. @param {OpenContact} contact */
    add({ lo, hi, depth, time, recordA, recordB, meeting, mayBeContinuation, mayContinue }) {
        const flags =
            (mayBeContinuation ? MAY_BE_CONTINUATION : 0) | (mayContinue ? MAY_CONTINUE : 0);
        this.#join(recordA, recordB, lo, hi, depth, time, meeting, flags);
    }

    /**
     * @param {number} p
     * @param {number} q
     * @param {number} lo
     * @param {number} hi
     * @param {number} depth
     * @param {number} time
     * @param {Meeting} meeting
     * @param {number} flags
     */
    #join(p, q, lo, hi, depth, time, meeting, flags) {
        if (!this.#isSequential) {
            this.#others.push({ ...this.#fill(p, q, lo, hi, depth, time, meeting, flags) });
            return;
        }
        const open = this.#open;
        const { agentOf } = this.#discs;
        const pair = agentOf[p] * this.stride + agentOf[q] - this.#base;
        let place = open.find(pair);
        if (place >= 0 && isContinuous(open.hi[place], lo)) {
            this.#extend(place, p, q, lo, hi, depth, time, meeting);
            if (flags & MAY_CONTINUE) return;
            open.flags[place] &= ~MAY_CONTINUE;
            this.#completeAt(place);
            open.close(pair, place);
            return;
        }
        if (place >= 0) {
            open.flags[place] &= ~MAY_CONTINUE;
            this.#completeAt(place);
            flags &= ~MAY_BE_CONTINUATION;
        }
        if (!(flags & MAY_CONTINUE)) {
            if (place >= 0) open.close(pair, place);
            this.#complete(this.#fill(p, q, lo, hi, depth, time, meeting, flags));
            return;
        }
        if (place < 0) place = open.open(pair);
        open.recordA[place] = p;
        open.recordB[place] = q;
        open.lo[place] = lo;
        open.hi[place] = hi;
        open.depth[place] = depth;
        open.time[place] = time;
        open.meeting[place] = meeting;
        open.flags[place] = flags;
    }

    /**
     * Extends a contact by a part that continues it.
     *
     * @param {number} place
     * @param {number} p
     * @param {number} q
     * @param {number} lo
     * @param {number} hi
     * @param {number} depth
     * @param {number} time
     * @param {Meeting} meeting
     */
    #extend(place, p, q, lo, hi, depth, time, meeting) {
        const open = this.#open;
        const order =
            depth - open.depth[place] ||
            meeting - open.meeting[place] ||
            Number(lo < open.lo[place]);
        if (order > 0) {
            open.depth[place] = depth;
            open.meeting[place] = meeting;
            open.time[place] = time;
            open.recordA[place] = p;
            open.recordB[place] = q;
        }
        if (lo < open.lo[place]) open.lo[place] = lo;
        if (hi > open.hi[place]) open.hi[place] = hi;
    }

    /**
     * Returns a contact as an object, which is always the same one.
     *
     * @param {number} p
     * @param {number} q
     * @param {number} lo
     * @param {number} hi
     * @param {number} depth
     * @param {number} time
     * @param {number} meeting
     * @param {number} flags
     */
    #fill(p, q, lo, hi, depth, time, meeting, flags) {
        const contact = this.#contact;
        const { agentOf } = this.#discs;
        contact.a = agentOf[p];
        contact.b = agentOf[q];
        contact.lo = lo;
        contact.hi = hi;
        contact.depth = depth;
        contact.time = time;
        contact.recordA = p;
        contact.recordB = q;
        contact.meeting = /** @type {Meeting} */ (meeting);
        contact.mayBeContinuation = (flags & MAY_BE_CONTINUATION) !== 0;
        contact.mayContinue = (flags & MAY_CONTINUE) !== 0;
        return contact;
    }

    /** @param {number} place */
    #completeAt(place) {
        const open = this.#open;
        const contact = this.#fill(
            open.recordA[place],
            open.recordB[place],
            open.lo[place],
            open.hi[place],
            open.depth[place],
            open.time[place],
            open.meeting[place],
            open.flags[place],
        );
        this.#complete(contact);
    }

    /** @param {OpenContact} contact */
    #complete(contact) {
        if (this.#isRange && (contact.mayBeContinuation || contact.mayContinue)) {
            this.#others.push({ ...contact });
        } else {
            this.#addComplete(contact);
        }
    }

    /** Completes all contacts; returns those that other ranges may continue, those of each pair in order of time. */
    finish() {
        const open = this.#open;
        for (let place = 0; open.count > 0 && place < open.isOpen.length; place++) {
            if (open.isOpen[place]) this.#completeAt(place);
        }
        open.clear();
        const others = this.#others;
        this.#others = [];
        if (this.#isRange) return others;
        const { agents } = this.#discs;
        for (const contact of mergeByKey(others, ({ a, b }) => a * agents + b)) {
            this.#addComplete(contact);
        }
        return [];
    }
}

/** @param {number} time @param {number} boundary */
function isNear(time, boundary) {
    if (time === boundary) return true;
    return Math.abs(time - boundary) <= OPEN_MARGIN * TIME_RELATIVE * Math.max(1, Math.abs(time));
}

/**
 * Returns the middle of the overlap of two discs, or of the gap between them, at the deepest time.
 *
 * @param {Contact} contact
 * @param {DiscRecords} discs
 * @returns {[number, number]}
 */
function contactPoint({ a, recordA, recordB, depth, time }, { records, radius }) {
    const [p, q] = [recordA, recordB].map((k) => {
        const [x, y, vx, vy, start] = records.subarray(k * RECORD_LENGTH, (k + 1) * RECORD_LENGTH);
        return { x: x + vx * (time - start), y: y + vy * (time - start) };
    });
    const [dx, dy] = [q.x - p.x, q.y - p.y];
    const distance = Math.hypot(dx, dy);
    const share = distance > 0 ? (radius[a] - depth / 2) / distance : 0;
    return [p.x + share * dx, p.y + share * dy];
}

/**
 * Returns the declared piece of a record, or null while the agent stays before or after its pieces.
 *
 * @param {number} piece
 */
export function pieceOrNull(piece) {
    return piece < 0 ? null : piece;
}
