/**
 * The unsafe region: pairs of a time s along A's route and a time u along B's at which they are in contact. It does
 * not depend on their start times, so that delays are straight lines through it.
 */

import { positionAfter } from './agents.js';
import { traceOutline } from './region_outline.js';

/**
 * @import { Graze, MovingDisc } from 'graze'
 * @import { AgentState } from './agents.js'
 * @import { OutlinePart, Span } from './region_outline.js'
 */

const COLUMNS = 160;
const DELAY_SAMPLES = 6;

/**
 * Returns the times at which an agent on its route, starting at time 0, is in contact with a disc that stays at a
 * point.
 *
 * @param {Graze} graze
 * @param {MovingDisc} agent
 * @param {MovingDisc} other
 * @param {number} time time along the other's route
 * @returns {Span[]}
 */
function contactSpans(graze, agent, other, time) {
    const duration = agent.t1 - agent.t0;
    const stationary = { ...positionAfter(other, time), vx: 0, vy: 0, radius: other.radius };
    return graze.conflictIntervals(
        { ...agent, t0: 0, t1: duration },
        { ...stationary, t0: 0, t1: duration },
    );
}

/** @param {number} duration */
function evenColumns(duration) {
    return Array.from({ length: COLUMNS + 1 }, (_, i) => (duration * i) / COLUMNS);
}

/**
 * Returns the outline of the region from columns, each a query of graze. Columns are evenly spaced, with more where
 * rows and delays lead to, so that parts thinner than the spacing are found too.
 *
 * @param {Graze} graze
 * @param {MovingDisc} a
 * @param {MovingDisc} b
 * @param {readonly Span[]} delays unsafe delays of A
 * @returns {OutlinePart[]}
 */
export function unsafeRegion(graze, a, b, delays) {
    const [maxS, maxU] = [a.t1 - a.t0, b.t1 - b.t0];
    const columns = new Set(evenColumns(maxS));
    for (const u of evenColumns(maxU)) {
        for (const [lo, hi] of contactSpans(graze, a, b, u))
            columns
                .add(lo)
                .add((lo + hi) / 2)
                .add(hi);
    }
    for (const [lo, hi] of delays) {
        for (let k = 0; k <= DELAY_SAMPLES; k++) {
            const delay = lo + ((hi - lo) * k) / DELAY_SAMPLES;
            const delayed = { ...a, t0: a.t0 + delay, t1: a.t1 + delay };
            for (const { begin, end } of graze.conflicts(delayed, b)) {
                for (const time of [begin, (begin + end) / 2, end]) columns.add(time - delayed.t0);
            }
        }
    }
    const ascending = [...columns].filter((s) => s >= 0 && s <= maxS).sort((p, q) => p - q);
    return traceOutline((s) => contactSpans(graze, b, a, s), ascending);
}
