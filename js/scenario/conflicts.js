import { say } from './said.js';
import { TIME_RELATIVE } from './tolerance.js';
import { RECORD } from './tracks.js';

/**
 * @import { Contact } from './agent_pairs.js'
 * @import { Reading } from './reading.js'
 * @import { Said } from './said.js'
 * @import { Tracks } from './tracks.js'
 * @import { Draft } from './validate.js'
 */

/**
 * A stretch of contact, whatever it is with.
 *
 * @typedef {{ lo: number, hi: number, depth: number }} Stretch
 */

/**
 * Does a stretch that starts at `lo` go on with one that ends at `hi`?
 *
 * @param {number} hi
 * @param {number} lo
 */
export function meets(hi, lo) {
    return lo <= hi + TIME_RELATIVE * Math.max(1, Math.abs(lo));
}

/**
 * Joins stretches that overlap or meet into maximal ones, in time order; each is represented by its
 * deepest part, with the whole's [lo, hi].
 *
 * @template {Stretch} T
 * @param {T[]} stretches
 * @returns {T[]}
 */
function mergeStretches(stretches) {
    const sorted = stretches.slice().sort((p, q) => p.lo - q.lo || p.hi - q.hi);
    /** @type {T[]} */
    const merged = [];
    for (const next of sorted) {
        const last = merged[merged.length - 1];
        if (last === undefined || !meets(last.hi, next.lo)) {
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
 * @template {Stretch} T
 * @param {T[]} stretches
 * @param {(stretch: T) => number | string} keyOf
 * @returns {T[]}
 */
export function mergeGroups(stretches, keyOf) {
    /** @type {Map<number | string, T[]>} */
    const groups = new Map();
    for (const stretch of stretches) {
        const key = keyOf(stretch);
        const group = groups.get(key);
        if (group === undefined) groups.set(key, [stretch]);
        else group.push(stretch);
    }
    return [...groups.values()].flatMap(mergeStretches);
}

/**
 * When, in words.
 *
 * @param {{ lo: number, hi: number }} stretch
 * @param {boolean} lasting
 * @returns {Said}
 */
export function describeTime({ lo, hi }, lasting) {
    if (lasting) return say`from t = ${lo} on`;
    if (lo === hi) return say`at t = ${lo}`;
    return say`from t = ${lo} to ${hi}`;
}

/**
 * Agent-agent violations from contacts.
 *
 * @param {Contact[]} contacts
 * @param {Tracks} tracks
 * @param {Reading} reading
 * @returns {Draft[]}
 */
export function agentViolations(contacts, tracks, reading) {
    const { agents, radius, declared } = tracks;
    return mergeGroups(contacts, ({ a, b }) => a * agents + b)
        .filter(({ a, b, depth }) => reading.refuses(depth, radius[a] + radius[b]))
        .map((contact) => {
            const { a, b, lo, hi, depth, recordA, recordB } = contact;
            const lasting = reading.lasts(hi);
            const what = depth > 0 ? say`overlap by ${depth}` : 'touch';
            return {
                kind: 'agent-agent',
                agents: [a, b],
                interval: [lo, hi],
                depth: Math.max(depth, 0),
                segments: [declaredOrNull(declared[recordA]), declaredOrNull(declared[recordB])],
                ...(lasting ? { lasting } : {}),
                position: between(contact, tracks),
                says: say`${what} ${describeTime(contact, lasting)}, deepest at t = ${contact.time}`,
            };
        });
}

/**
 * The middle of where two discs overlap, or of the gap between them, at the deepest.
 *
 * @param {Contact} contact
 * @param {Tracks} tracks
 * @returns {[number, number]}
 */
function between({ a, recordA, recordB, depth, time }, { records, radius }) {
    const [p, q] = [recordA, recordB].map((k) => {
        const [x, y, vx, vy, start] = records.subarray(k * RECORD, (k + 1) * RECORD);
        return { x: x + vx * (time - start), y: y + vy * (time - start) };
    });
    const [dx, dy] = [q.x - p.x, q.y - p.y];
    const apart = Math.hypot(dx, dy);
    const part = apart > 0 ? (radius[a] - depth / 2) / apart : 0;
    return [p.x + part * dx, p.y + part * dy];
}

/**
 * The declared segment of a record; null for standing still after the last.
 *
 * @param {number} declared
 */
export function declaredOrNull(declared) {
    return declared < 0 ? null : declared;
}
