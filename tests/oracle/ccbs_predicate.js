/**
 * The collision predicate of CCBS, "Multi-Agent Pathfinding with Continuous Time" (Andreychuk, Yakovlev, Atzmon,
 * Stern), written anew from a description of its program, to find what it misses. For two discs of one radius: begin
 * where both are present; an overlap at once is a conflict; else there is none if the quadratic's discriminant less
 * 1e-8 is negative; otherwise the first root must lie in the common time, within 1e-8.
 *
 * @typedef {{ x: number, y: number, vx: number, vy: number, t0: number, t1: number, radius: number }} Disc
 */

/** Slack, subtracted from the discriminant, whose unit is length^4 / time^2, and added to times. */
export const SLACK = 1e-8;

/** @param {Disc} one @param {Disc} two @returns {boolean} */
export function ccbsCollides(one, two) {
    const from = Math.max(one.t0, two.t0);
    const to = Math.min(one.t1, two.t1);
    const [ahead1, ahead2] = [from - one.t0, from - two.t0];
    const x = one.x + one.vx * ahead1 - (two.x + two.vx * ahead2);
    const y = one.y + one.vy * ahead1 - (two.y + two.vy * ahead2);
    const reach = one.radius + two.radius;
    const excess = x * x + y * y - reach * reach;
    if (excess < 0) return true;
    const [vx, vy] = [one.vx - two.vx, one.vy - two.vy];
    const square = vx * vx + vy * vy;
    const closing = -(x * vx + y * vy);
    const discriminant = closing * closing - square * excess;
    if (discriminant - SLACK < 0) return false;
    const first = (closing - Math.sqrt(discriminant)) / square;
    return first > -SLACK && first < to - from + SLACK;
}

/**
 * Returns two discs at unit speed whose paths cross at an angle, from far apart to far apart; at their nearest they
 * overlap by `depth`.
 *
 * @param {number} angle
 * @param {number} depth
 * @param {number} radius
 * @returns {[Disc, Disc]}
 */
export function crossingAt(angle, depth, radius) {
    const reach = 2 * radius;
    const [c, s] = [Math.cos(angle / 2), Math.sin(angle / 2)];
    // They move until they are twice the reach apart across the middle line.
    const half = (2 * reach) / s;
    const ahead = reach - depth;
    // One is ahead of the other along the bisector of both directions; they are nearest when both cross it.
    return [
        { x: ahead - c * half, y: -s * half, vx: c, vy: s, t0: 0, t1: 2 * half, radius },
        { x: -c * half, y: s * half, vx: c, vy: -s, t0: 0, t1: 2 * half, radius },
    ];
}

/**
 * Returns the deepest overlap of such a pair that the predicate misses, by bisection.
 *
 * @param {number} angle
 * @param {number} radius
 */
export function deepestMissed(angle, radius) {
    let [passes, seen] = [0, radius];
    for (let k = 0; k < 60; k++) {
        const middle = (passes + seen) / 2;
        if (ccbsCollides(...crossingAt(angle, middle, radius))) seen = middle;
        else passes = middle;
    }
    return passes;
}
