import { RECORD_LENGTH } from './disc_records.js';
import { formatText } from './rounded_text.js';
import { TIME_RELATIVE } from './tolerance.js';

/**
 * @import { Contact } from './agent_pairs.js'
 * @import { ContactPolicy } from './contact_policy.js'
 * @import { RoundedText } from './rounded_text.js'
 * @import { DiscRecords } from './disc_records.js'
 * @import { ViolationDraft } from './validate.js'
 */

/**
 * An interval of contact of an agent with another body, a blocked cell or the outside of the map, with its largest depth.
 *
 * @typedef {{ lo: number, hi: number, depth: number }} ContactSpan
 */

/**
 * Returns whether an interval that begins at `lo` continues one that ends at `hi`.
 *
 * @param {number} hi
 * @param {number} lo
 */
export function isContinuous(hi, lo) {
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
 * Returns agent-agent violations from contacts.
 *
 * @param {Contact[]} contacts
 * @param {DiscRecords} discs
 * @param {ContactPolicy} policy
 * @returns {ViolationDraft[]}
 */
export function agentViolations(contacts, discs, policy) {
    const { agents, radius, pieceOf } = discs;
    return mergeByKey(contacts, ({ a, b }) => a * agents + b)
        .filter(({ a, b, depth }) => policy.isViolation(depth, radius[a] + radius[b]))
        .map((contact) => {
            const { a, b, lo, hi, depth, recordA, recordB } = contact;
            const lasting = policy.isLasting(hi);
            return {
                kind: 'agent-agent',
                agents: [a, b],
                interval: [lo, hi],
                depth: Math.max(depth, 0),
                pieces: [pieceOrNull(pieceOf[recordA]), pieceOrNull(pieceOf[recordB])],
                ...(lasting ? { lasting } : {}),
                position: contactPoint(contact, discs),
                description: formatContact(AGENT_MESSAGES, contact, lasting),
            };
        });
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
