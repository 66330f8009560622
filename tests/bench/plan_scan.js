/**
 * Measures what one writes without a library: every pair of agents, step by step, by the closest approach of two discs
 * in each time that two of their segments share. No broad phase, no model of tolerances.
 *
 * @import { Agent, Scenario } from 'graze/scenario'
 *
 * @typedef {{ a: number, b: number, lo: number, hi: number }} Overlap
 */

/** Deeper than this is an overlap. */
const DEPTH = 1e-9;

/**
 * @param {Scenario} scenario scenario of discs that go straight and stay at their goals
 * @returns {{ overlaps: Overlap[], clearance: number }} joined where one goes on into the next
 */
export function scanAllPairs({ agents }) {
    /** @type {Overlap[]} */
    const overlaps = [];
    let clearance = Infinity;
    for (let a = 0; a < agents.length; a++) {
        for (let b = a + 1; b < agents.length; b++) {
            clearance = Math.min(clearance, scanPair(agents[a], agents[b], a, b, overlaps));
        }
    }
    return { overlaps, clearance };
}

/**
 * @param {Agent} first
 * @param {Agent} second
 * @param {number} a
 * @param {number} b
 * @param {Overlap[]} overlaps
 */
function scanPair(first, second, a, b, overlaps) {
    const [p, q] = [first.motion, second.motion];
    const radii = radiusOf(first) + radiusOf(second);
    let min = Infinity;
    /** @type {Overlap | null} */
    let last = null;
    let i = 0;
    let j = 0;
    while (i < p.length && j < q.length) {
        const [s, r] = [p[i], q[j]];
        const begin = Math.max(s.t0, r.t0);
        const end = Math.min(s.t1, r.t1);
        if (begin <= end) {
            const [ux, uy] = [(r.x[1] ?? 0) - (s.x[1] ?? 0), (r.y[1] ?? 0) - (s.y[1] ?? 0)];
            const dx =
                r.x[0] + (r.x[1] ?? 0) * (begin - r.t0) - s.x[0] - (s.x[1] ?? 0) * (begin - s.t0);
            const dy =
                r.y[0] + (r.y[1] ?? 0) * (begin - r.t0) - s.y[0] - (s.y[1] ?? 0) * (begin - s.t0);
            const uu = ux * ux + uy * uy;
            const du = dx * ux + dy * uy;
            const span = end - begin;
            const when = uu > 0 ? Math.min(Math.max(-du / uu, 0), span) : 0;
            const [nearX, nearY] = [dx + ux * when, dy + uy * when];
            const gap = Math.sqrt(nearX * nearX + nearY * nearY) - radii;
            if (gap < min) min = gap;
            if (gap < -DEPTH) {
                const root = Math.sqrt(
                    Math.max(0, du * du - uu * (dx * dx + dy * dy - radii * radii)),
                );
                const lo = begin + (uu > 0 ? Math.max(0, (-du - root) / uu) : 0);
                const hi = begin + (uu > 0 ? Math.min(span, (-du + root) / uu) : span);
                if (last !== null && lo <= last.hi + DEPTH) last.hi = hi;
                else {
                    last = { a, b, lo, hi };
                    overlaps.push(last);
                }
            }
        }
        if (s.t1 <= r.t1) i++;
        if (r.t1 <= s.t1) j++;
    }
    return min;
}

/** @param {Agent} agent */
function radiusOf({ shape }) {
    return shape.kind === 'disc' ? shape.radius : Number.NaN;
}
