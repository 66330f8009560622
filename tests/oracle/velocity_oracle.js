import { less, magnitude, order, over, plus, rational, signOf, times, ZERO } from './rational.js';

/**
 * Exact verdicts on moving discs and spheres whose velocities and times are any fractions, and their consequences for speeds,
 * velocities and delays. No equation is solved: least distances of points on straight paths are compared in squares.
 *
 * @import { Rational } from './rational.js'
 * @import { MovingDisc } from 'graze'
 *
 * @typedef {Rational[]} Vector x, y and z
 * @typedef {{ place: Vector, velocity: Vector, start: Rational, end: Rational }} ExactMotion its place at `t0`
 */

const ONE = rational(1);

/** @param {Vector} p @param {Vector} q */
const dot = (p, q) => p.reduce((sum, x, i) => plus(sum, times(x, q[i])), ZERO);
/** @param {Vector} p @param {Rational} k @param {Vector} q @returns {Vector} p + k q */
const along = (p, k, q) => p.map((x, i) => plus(x, times(k, q[i])));
/** @param {Vector} p @param {Vector} q @returns {Vector} */
const apart = (p, q) => p.map((x, i) => less(x, q[i]));
/** @type {Vector} */
const NOWHERE = [ZERO, ZERO, ZERO];
/** @param {Rational} p @param {Rational} q */
const later = (p, q) => (order(p, q) > 0 ? p : q);
/** @param {Rational} p @param {Rational} q */
const earlier = (p, q) => (order(p, q) < 0 ? p : q);
/** @param {Rational} p */
const squared = (p) => times(p, p);

/** @param {MovingDisc} s @returns {ExactMotion} */
export function exactMotionOf(s) {
    return {
        place: [s.x, s.y, s.z ?? 0].map(rational),
        velocity: [s.vx, s.vy, s.vz ?? 0].map(rational),
        start: rational(s.t0),
        end: rational(s.t1),
    };
}

/** @param {ExactMotion} m @param {Rational} t @returns {Vector} */
const placeOf = (m, t) => along(m.place, less(t, m.start), m.velocity);

/** @param {MovingDisc} s @param {MovingDisc} r @param {number} [margin] @returns {Rational} */
export function reachOf(s, r, margin = 0) {
    return plus(plus(rational(s.radius), rational(r.radius)), rational(margin));
}

/**
 * Returns the sign of the least distance of p + s d, s in [0, 1], from the origin, less `reach`.
 *
 * @param {Vector} p
 * @param {Vector} d
 * @param {Rational} reach
 */
function waySign(p, d, reach) {
    const limit = squared(reach);
    const q = along(p, ONE, d);
    if (signOf(dot(p, d)) < 0 && signOf(dot(q, d)) > 0) {
        // The least square is |p|^2 - (p . d)^2 / |d|^2.
        const square = less(times(dot(p, p), dot(d, d)), squared(dot(p, d)));
        return signOf(less(square, times(dot(d, d), limit)));
    }
    return signOf(less(earlier(dot(p, p), dot(q, q)), limit));
}

/**
 * Returns the sign of the least distance of two moving points, less `reach`, while both are present.
 *
 * @param {ExactMotion} a
 * @param {ExactMotion} b
 * @param {Rational} reach
 * @returns {-1 | 0 | 1} -1: nearer than reach at some time; 1: never, or never there together
 */
export function gapSign(a, b, reach) {
    const lo = later(a.start, b.start);
    const hi = earlier(a.end, b.end);
    if (order(lo, hi) > 0) return 1;
    const p = apart(placeOf(a, lo), placeOf(b, lo));
    return waySign(p, apart(apart(placeOf(a, hi), placeOf(b, hi)), p), reach);
}

/**
 * Returns the disc when it moves `factor` times as fast.
 *
 * @param {MovingDisc} s
 * @param {Rational} factor above 0
 * @returns {ExactMotion}
 */
function hurried(s, factor) {
    const m = exactMotionOf(s);
    return {
        ...m,
        velocity: along(NOWHERE, factor, m.velocity),
        end: plus(m.start, over(less(m.end, m.start), factor)),
    };
}

/**
 * Returns whether agent 1 is in contact with agent 2 when it moves along its edge `factor` times as fast.
 *
 * @param {MovingDisc} s
 * @param {MovingDisc} r
 * @param {number} factor at least 0; at 0 it stays where it is, and may be Infinity
 * @param {'vanish' | 'stay'} after
 * @param {Rational} [reach]
 * @returns {boolean}
 */
export function isSpeedUnsafe(s, r, factor, after, reach = reachOf(s, r)) {
    const other = exactMotionOf(r);
    if (factor === 0) {
        const m = exactMotionOf(s);
        const stays = { ...m, velocity: NOWHERE };
        return gapSign({ ...stays, end: later(m.start, other.end) }, other, reach) <= 0;
    }
    const motion = hurried(s, rational(factor));
    if (gapSign(motion, other, reach) <= 0) return true;
    if (after === 'vanish' || order(motion.end, other.end) > 0) return false;
    const waits = {
        place: placeOf(motion, motion.end),
        velocity: NOWHERE,
        start: motion.end,
        end: other.end,
    };
    return gapSign(waits, other, reach) <= 0;
}

/**
 * Returns the sign of the least distance, over all positions of the edge and all times after agent 1's start, less
 * reach: no speed is closer than this. The square of a linear function on a rectangle is least on an edge or where its
 * derivatives are 0.
 *
 * @param {MovingDisc} s
 * @param {MovingDisc} r
 * @param {number} [end] end of the time looked at: when agent 2 is gone unless given
 * @returns {-1 | 0 | 1}
 */
export function edgeSign(s, r, end = r.t1) {
    const reach = reachOf(s, r);
    const [a, b] = [exactMotionOf(s), { ...exactMotionOf(r), end: rational(end) }];
    const lo = later(a.start, b.start);
    if (order(lo, b.end) > 0) return 1;
    const way = along(NOWHERE, less(a.end, a.start), a.velocity);
    const drift = along(NOWHERE, less(b.end, lo), b.velocity);
    const p = apart(a.place, placeOf(b, lo));
    const back = apart(NOWHERE, drift);
    const signs = [
        waySign(p, way, reach),
        waySign(along(p, ONE, back), way, reach),
        waySign(p, back, reach),
        waySign(along(p, ONE, way), back, reach),
    ];
    // |p + u way - v drift|^2 has its least value where the derivatives with respect to u and v are 0.
    const [ww, wd, dd] = [dot(way, way), dot(way, drift), dot(drift, drift)];
    const [pw, pd] = [dot(p, way), dot(p, drift)];
    const turn = less(times(ww, dd), squared(wd));
    if (signOf(turn) !== 0) {
        const u = over(less(times(wd, pd), times(pw, dd)), turn);
        const v = over(less(times(ww, pd), times(wd, pw)), turn);
        if ([u, v].every((k) => signOf(k) >= 0 && order(k, ONE) <= 0)) {
            const nearest = along(along(p, u, way), v, back);
            signs.push(signOf(less(dot(nearest, nearest), squared(reach))));
        }
    }
    return /** @type {-1 | 0 | 1} */ (Math.min(...signs));
}

/**
 * Returns the sign for a velocity of agent 1 from the first time on at which both are present.
 *
 * @param {MovingDisc} s
 * @param {MovingDisc} r
 * @param {readonly number[]} velocity x, y and, if it is not 0, z
 * @param {number} horizon may be Infinity
 * @param {Rational} [reach]
 * @returns {-1 | 0 | 1 | null} null: never there together
 */
export function velocitySign(s, r, [vx, vy, vz = 0], horizon, reach = reachOf(s, r)) {
    const [a, b] = [exactMotionOf(s), exactMotionOf(r)];
    const lo = later(a.start, b.start);
    if (order(lo, earlier(a.end, b.end)) > 0) return null;
    const p = apart(placeOf(a, lo), placeOf(b, lo));
    const v = apart([vx, vy, vz].map(rational), b.velocity);
    if (horizon !== Infinity) return waySign(p, along(NOWHERE, rational(horizon), v), reach);
    // The distance does not shrink beyond the foot of p.
    const square = dot(v, v);
    const foot = signOf(square) === 0 ? ZERO : over(magnitude(dot(p, v)), square);
    return waySign(p, along(NOWHERE, times(foot, rational(2)), v), reach);
}

/**
 * Returns whether agent 1, `delay` later, is in contact.
 *
 * @param {MovingDisc} s
 * @param {MovingDisc} r
 * @param {number} delay
 * @param {Rational} reach
 * @returns {boolean}
 */
export function isDelayUnsafe(s, r, delay, reach) {
    const m = exactMotionOf(s);
    const wait = rational(delay);
    const motion = { ...m, start: plus(m.start, wait), end: plus(m.end, wait) };
    return gapSign(motion, exactMotionOf(r), reach) <= 0;
}

/**
 * Returns whether agent 1 is in contact while it stands at the beginning of its edge until `t1`.
 *
 * @param {MovingDisc} s
 * @param {MovingDisc} r
 * @param {number} t1
 * @param {Rational} reach
 * @returns {boolean}
 */
export function isWaitUnsafe(s, r, t1, reach) {
    const standing = exactMotionOf({ ...s, vx: 0, vy: 0, vz: 0, t1 });
    return gapSign(standing, exactMotionOf(r), reach) <= 0;
}
