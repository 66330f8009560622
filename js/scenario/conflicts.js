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
 * Returns when something is, in words.
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
 * Words of a contact.
 *
 * @typedef {object} ContactWords
 * @property {(depth: number) => Said} deep while bodies overlap
 * @property {string | Said} touching while they touch
 * @property {string | Said} meeting while they do one or the other
 * @property {string | Said} [deepest] where they are deepest
 */

/** Words of two agents. @type {ContactWords} */
export const OVERLAP = Object.freeze({
    deep: (depth) => say`overlap by ${depth}`,
    touching: 'touch',
    meeting: 'are in contact',
});

/** Words of an agent at the edge of the map, which is no wall: it may be touched. @type {ContactWords} */
export const OVER_EDGE = Object.freeze({
    deep: (depth) => say`reaches ${depth} over the edge of the map`,
    touching: 'reaches the edge of the map',
    meeting: 'is at or over the edge of the map',
});

/**
 * Returns the words of an agent and an obstacle.
 *
 * @param {string} obstacle
 * @returns {ContactWords}
 */
export function withObstacle(obstacle) {
    return {
        deep: (depth) => say`is ${depth} deep in ${obstacle}`,
        touching: say`touches ${obstacle}`,
        meeting: say`is in contact with ${obstacle}`,
    };
}

/**
 * Returns the words of an agent and blocked cells, of which it is deepest in one.
 *
 * @param {number} x
 * @param {number} y
 * @returns {ContactWords}
 */
export function withCells(x, y) {
    return {
        deep: (depth) => say`is ${depth} deep in blocked cell (${x}, ${y})`,
        touching: say`touches blocked cell (${x}, ${y})`,
        meeting: say`is in contact with blocked cells`,
        deepest: say` in (${x}, ${y})`,
    };
}

/**
 * Says what a contact is, and when. One that lasts may overlap at first and only touch from some time on, so that its depth
 * is said of one time alone.
 *
 * @param {ContactWords} words
 * @param {{ lo: number, hi: number, depth: number, time: number }} contact `time` of the largest depth
 * @param {boolean} lasting
 * @returns {Said}
 */
export function sayContact(
    { deep, touching, meeting, deepest = '' },
    { lo, hi, depth, time },
    lasting,
) {
    const when = describeTime({ lo, hi }, lasting);
    if (lasting && depth > 0)
        return say`${meeting} ${when}, ${depth} deep${deepest} at t = ${time}`;
    return say`${depth > 0 ? deep(depth) : touching} ${when}, deepest at t = ${time}`;
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
            return {
                kind: 'agent-agent',
                agents: [a, b],
                interval: [lo, hi],
                depth: Math.max(depth, 0),
                segments: [declaredOrNull(declared[recordA]), declaredOrNull(declared[recordB])],
                ...(lasting ? { lasting } : {}),
                position: between(contact, tracks),
                says: sayContact(OVERLAP, contact, lasting),
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
