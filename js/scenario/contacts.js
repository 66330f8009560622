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
 * A stretch of contact, whatever it is with.
 *
 * @typedef {{ lo: number, hi: number, depth: number }} ContactSpan
 */

/**
 * Does a stretch that starts at `lo` go on with one that ends at `hi`?
 *
 * @param {number} hi
 * @param {number} lo
 */
export function isContinuous(hi, lo) {
    return lo <= hi + TIME_RELATIVE * Math.max(1, Math.abs(lo));
}

/**
 * Joins stretches that overlap or meet into maximal ones, in time order; each is represented by its
 * deepest part, with the whole's [lo, hi].
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
 * Groups what belongs together and merges each group; groups come in the order of their keys' first
 * appearance.
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
 * Returns when something is, in words.
 *
 * @param {{ lo: number, hi: number }} span
 * @param {boolean} lasting
 * @returns {RoundedText}
 */
export function formatTime({ lo, hi }, lasting) {
    if (lasting) return formatText`from t = ${lo} on`;
    if (lo === hi) return formatText`at t = ${lo}`;
    return formatText`from t = ${lo} to ${hi}`;
}

/**
 * Words of a contact.
 *
 * @typedef {object} ContactMessages
 * @property {(depth: number) => RoundedText} overlapping while bodies overlap
 * @property {string | RoundedText} touching while they touch
 * @property {string | RoundedText} inContact while they do one or the other
 * @property {string | RoundedText} [deepest] where they are deepest
 */

/** Words of two agents. @type {ContactMessages} */
export const AGENT_MESSAGES = Object.freeze({
    overlapping: (depth) => formatText`overlap by ${depth}`,
    touching: 'touch',
    inContact: 'are in contact',
});

/** Words of an agent at the edge of the map, which is no wall: it may be touched. @type {ContactMessages} */
export const EDGE_MESSAGES = Object.freeze({
    overlapping: (depth) => formatText`reaches ${depth} over the edge of the map`,
    touching: 'reaches the edge of the map',
    inContact: 'is at or over the edge of the map',
});

/**
 * Returns the words of an agent and an obstacle.
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
 * Returns the words of an agent and blocked cells, of which it is deepest in one.
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
 * Says what a contact is, and when. One that lasts may overlap at first and only touch from some time on, so that its depth
 * is said of one time alone.
 *
 * @param {ContactMessages} messages
 * @param {{ lo: number, hi: number, depth: number, time: number }} contact `time` of the largest depth
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
 * Agent-agent violations from contacts.
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
 * The middle of where two discs overlap, or of the gap between them, at the deepest.
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
 * The declared segment of a record; null for standing still after the last.
 *
 * @param {number} piece
 */
export function pieceOrNull(piece) {
    return piece < 0 ? null : piece;
}
