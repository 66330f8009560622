import { add, compare, exact, mul, sign, sub, sum } from './dyadic.js';

/**
 * @import { Dyadic } from './dyadic.js'
 * @typedef {{ x: number, y: number, vx: number, vy: number, start: number, end: number, radius: number }}
 *   Segment
 */

/** @param {number} p @param {number} v @param {number} start @param {Dyadic} t */
function position(p, v, start, t) {
    return add(exact(p), mul(exact(v), sub(t, exact(start))));
}

/** Relative position of two segments at a time, exactly. @param {Segment} s @param {Segment} r @param {Dyadic} t */
function relative(s, r, t) {
    return {
        x: sub(position(s.x, s.vx, s.start, t), position(r.x, r.vx, r.start, t)),
        y: sub(position(s.y, s.vy, s.start, t), position(r.y, r.vy, r.start, t)),
    };
}

/** @param {{ x: Dyadic, y: Dyadic }} p @param {{ x: Dyadic, y: Dyadic }} q */
function dot(p, q) {
    return add(mul(p.x, q.x), mul(p.y, q.y));
}

/**
 * How two moving discs relate while both are there: the sign of their least distance minus `reach`
 * (the radii's sum unless given), exactly. With q(t) = |p + v (t - lo)|^2 - reach^2 the least value is at
 * an end, or -(p.v)/(v.v) later, where v.v q = (p x v)^2 - v.v reach^2.
 *
 * @param {Segment} s
 * @param {Segment} r
 * @param {Dyadic} [reach]
 * @returns {-1 | 0 | 1 | null} -1: nearer than reach; null: never there together
 */
export function leastGapSign(s, r, reach = add(exact(s.radius), exact(r.radius))) {
    const lo = exact(Math.max(s.start, r.start));
    const hi = exact(Math.min(s.end, r.end));
    if (compare(lo, hi) > 0) return null;
    const limit = mul(reach, reach);
    const p = relative(s, r, lo);
    const q = relative(s, r, hi);
    const v = { x: sub(exact(s.vx), exact(r.vx)), y: sub(exact(s.vy), exact(r.vy)) };
    const ends = [sign(sub(dot(p, p), limit)), sign(sub(dot(q, q), limit))];
    let least = Math.min(...ends);
    // Inside the window only if it comes nearer first and goes away at the end.
    if (sign(dot(p, v)) < 0 && sign(dot(q, v)) > 0) {
        const cross = sub(mul(p.x, v.y), mul(p.y, v.x));
        least = Math.min(least, sign(sub(mul(cross, cross), mul(dot(v, v), limit))));
    }
    return /** @type {-1 | 0 | 1} */ (least);
}

/**
 * Are two discs in contact at a time, exactly?
 *
 * @param {Segment} s
 * @param {Segment} r
 * @param {number} time
 */
export function inContact(s, r, time) {
    const reach = add(exact(s.radius), exact(r.radius));
    const p = relative(s, r, exact(time));
    return sign(sub(dot(p, p), mul(reach, reach))) <= 0;
}

/**
 * Is a moving disc in contact with a rectangle at a time, exactly?
 *
 * @param {Segment} s
 * @param {{ x: number, y: number, width: number, height: number }} box
 * @param {number} time
 */
export function touchesBox(s, box, time) {
    const t = exact(time);
    /** @param {Dyadic} d @param {number} size */
    const beyond = (d, size) => {
        const over = sub(sign(d) < 0 ? { m: -d.m, e: d.e } : d, {
            m: exact(size).m,
            e: exact(size).e - 1,
        });
        return sign(over) > 0 ? over : exact(0);
    };
    const x = beyond(sub(position(s.x, s.vx, s.start, t), exact(box.x)), box.width);
    const y = beyond(sub(position(s.y, s.vy, s.start, t), exact(box.y)), box.height);
    return compare(sum(mul(x, x), mul(y, y)), mul(exact(s.radius), exact(s.radius))) <= 0;
}
