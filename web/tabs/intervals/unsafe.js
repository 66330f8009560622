/**
 * The unsafe region: which times s along A's way and u along B's are those of places in contact. It does not depend on
 * when they set out, so that delays are straight lines through it.
 */

import { outlineOf } from './region.js';
import { placeAfter } from './segments.js';

/**
 * @import { Graze, Segment } from 'graze'
 * @import { AgentState } from './segments.js'
 * @import { Piece, Span } from './region.js'
 */

const COLUMNS = 160;
const DELAYS = 6;

/**
 * When an agent on its way, from time 0 on, is in contact with a disc that stays at a place.
 *
 * @param {Graze} graze
 * @param {Segment} agent
 * @param {Segment} other
 * @param {number} at time along the other's way
 * @returns {Span[]}
 */
function meetings(graze, agent, other, at) {
    const duration = agent.end - agent.start;
    const still = { ...placeAfter(other, at), vx: 0, vy: 0, radius: other.radius };
    return graze.conflictIntervals(
        { ...agent, start: 0, end: duration },
        { ...still, start: 0, end: duration },
    );
}

/** @param {number} duration */
function evenly(duration) {
    return Array.from({ length: COLUMNS + 1 }, (_, i) => (duration * i) / COLUMNS);
}

/**
 * Its outline, by columns, each of which is asked of graze. Besides evenly spaced ones there are those that rows and
 * delays lead to: so that what is thinner than a column is found too.
 *
 * @param {Graze} graze
 * @param {Segment} a
 * @param {Segment} b
 * @param {readonly Span[]} delays unsafe ones of A
 * @returns {Piece[]}
 */
export function unsafeRegion(graze, a, b, delays) {
    const [mostS, mostU] = [a.end - a.start, b.end - b.start];
    const columns = new Set(evenly(mostS));
    for (const u of evenly(mostU)) {
        for (const [lo, hi] of meetings(graze, a, b, u))
            columns
                .add(lo)
                .add((lo + hi) / 2)
                .add(hi);
    }
    for (const [lo, hi] of delays) {
        for (let k = 0; k <= DELAYS; k++) {
            const delay = lo + ((hi - lo) * k) / DELAYS;
            const delayed = { ...a, start: a.start + delay, end: a.end + delay };
            for (const { begin, end } of graze.conflicts(delayed, b)) {
                for (const time of [begin, (begin + end) / 2, end])
                    columns.add(time - delayed.start);
            }
        }
    }
    const ascending = [...columns].filter((s) => s >= 0 && s <= mostS).sort((p, q) => p - q);
    return outlineOf((s) => meetings(graze, b, a, s), ascending);
}
