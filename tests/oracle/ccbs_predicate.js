/**
 * The collision predicate of CCBS, "Multi-Agent Pathfinding with Continuous Time" (Andreychuk, Yakovlev, Atzmon, Stern), written
 * anew from a description of what its program does, to see what it lets pass. Two discs of one radius: begin
 * where both are there; an overlap at once is a conflict; else where the quadratic's discriminant less 1e-8 is
 * negative there is none, and otherwise the first root must lie in the common time, give or take 1e-8.
 *
 * @typedef {{ x: number, y: number, vx: number, vy: number, t0: number, t1: number, radius: number }} Disc
 */

/** Subtracted from the discriminant, which has the unit length^4 / time^2, and added to times. */
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
 * Two discs at unit speed, from far to far, whose ways cross at an angle; at their nearest they overlap by `depth`.
 *
 * @param {number} angle
 * @param {number} depth
 * @param {number} radius
 * @returns {[Disc, Disc]}
 */
export function crossingAt(angle, depth, radius) {
    const reach = 2 * radius;
    const [c, s] = [Math.cos(angle / 2), Math.sin(angle / 2)];
    // Until they are twice the reach apart across the middle line.
    const half = (2 * reach) / s;
    const ahead = reach - depth;
    // One is ahead of the other along the line between both directions; nearest when both cross it.
    return [
        { x: ahead - c * half, y: -s * half, vx: c, vy: s, t0: 0, t1: 2 * half, radius },
        { x: -c * half, y: s * half, vx: c, vy: -s, t0: 0, t1: 2 * half, radius },
    ];
}

/** The deepest overlap of such a pair that the predicate lets pass, by halving. @param {number} angle @param {number} radius */
export function deepestMissed(angle, radius) {
    let [passes, seen] = [0, radius];
    for (let k = 0; k < 60; k++) {
        const middle = (passes + seen) / 2;
        if (ccbsCollides(...crossingAt(angle, middle, radius))) seen = middle;
        else passes = middle;
    }
    return passes;
}
