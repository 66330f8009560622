import { add, compare, exact, mul, sign, sub, sum } from './dyadic.js';
import {
    clampTo,
    less,
    magnitude,
    minus,
    order,
    over,
    plus,
    rational,
    rootOf,
    signOf,
    times,
    ZERO,
} from './rational.js';

/**
 * @import { Dyadic } from './dyadic.js'
 * @import { Rational } from './rational.js'
 * @typedef {{ x: number, y: number, vx: number, vy: number, t0: number, t1: number, radius: number }}
 *   Segment
 */

/** @param {number} p @param {number} v @param {number} start @param {Dyadic} t */
function position(p, v, start, t) {
    return add(exact(p), mul(exact(v), sub(t, exact(start))));
}

/**
 * Returns the relative position of two moving discs at a time, exactly.
 *
 * @param {Segment} s
 * @param {Segment} r
 * @param {Dyadic} t
 */
function relative(s, r, t) {
    return {
        x: sub(position(s.x, s.vx, s.t0, t), position(r.x, r.vx, r.t0, t)),
        y: sub(position(s.y, s.vy, s.t0, t), position(r.y, r.vy, r.t0, t)),
    };
}

/** @param {{ x: Dyadic, y: Dyadic }} p @param {{ x: Dyadic, y: Dyadic }} q */
function dot(p, q) {
    return add(mul(p.x, q.x), mul(p.y, q.y));
}

/**
 * Returns the exact sign of the least distance of two moving discs, while both are present, minus `reach` (default: the
 * sum of the radii). With q(t) = |p + v (t - lo)|^2 - reach^2 the least value is at an end, or -(p.v)/(v.v) later,
 * where v.v q = (p x v)^2 - v.v reach^2.
 *
 * @param {Segment} s
 * @param {Segment} r
 * @param {Dyadic} [reach]
 * @returns {-1 | 0 | 1 | null} -1: nearer than reach; null: never there together
 */
export function leastGapSign(s, r, reach = add(exact(s.radius), exact(r.radius))) {
    const lo = exact(Math.max(s.t0, r.t0));
    const hi = exact(Math.min(s.t1, r.t1));
    if (compare(lo, hi) > 0) return null;
    const limit = mul(reach, reach);
    const p = relative(s, r, lo);
    const q = relative(s, r, hi);
    const v = { x: sub(exact(s.vx), exact(r.vx)), y: sub(exact(s.vy), exact(r.vy)) };
    const ends = [sign(sub(dot(p, p), limit)), sign(sub(dot(q, q), limit))];
    let least = Math.min(...ends);
    // The minimum is inside the window only if they approach at its beginning and separate at its end.
    if (sign(dot(p, v)) < 0 && sign(dot(q, v)) > 0) {
        const cross = sub(mul(p.x, v.y), mul(p.y, v.x));
        least = Math.min(least, sign(sub(mul(cross, cross), mul(dot(v, v), limit))));
    }
    return /** @type {-1 | 0 | 1} */ (least);
}

/**
 * Returns whether two discs are in contact at a time, exactly.
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
 * Returns whether a moving disc is in contact with a rectangle at a time, exactly.
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
    const x = beyond(sub(position(s.x, s.vx, s.t0, t), exact(box.x)), box.width);
    const y = beyond(sub(position(s.y, s.vy, s.t0, t), exact(box.y)), box.height);
    return compare(sum(mul(x, x), mul(y, y)), mul(exact(s.radius), exact(s.radius))) <= 0;
}

/**
 * @typedef {{ x: number, y: number, width: number, height: number }} Box
 *
 * @typedef {object} Meeting all of it exact, but for roots cut off after 200 bits
 * @property {-1 | 0 | 1} sign sign of the least gap: -1 overlap, 0 touch, 1 apart
 * @property {Rational} gap the least signed gap
 * @property {[Rational, Rational] | null} contact the closed interval of contact
 * @property {(t: Rational) => Rational} gapAt the signed gap at a time
 */

const TWO = rational(2);

/** @param {Rational} p */
const squared = (p) => times(p, p);

/**
 * Returns one coordinate of a moving center at time t.
 *
 * @param {number[]} motion x, v, start
 * @param {Rational} t
 */
function placeAt([x, v, start], t) {
    return plus(rational(x), times(rational(v), less(t, rational(start))));
}

/** @typedef {{ a: Rational, h: Rational, c: Rational }} Quadratic a t^2 + 2 h t + c */

/**
 * Returns |q + t w|^2 - reach^2.
 *
 * @param {Rational[]} q
 * @param {Rational[]} w
 * @param {Rational} reach
 * @returns {Quadratic}
 */
function separation(q, w, reach) {
    return {
        a: plus(squared(w[0]), squared(w[1])),
        h: plus(times(q[0], w[0]), times(q[1], w[1])),
        c: less(plus(squared(q[0]), squared(q[1])), squared(reach)),
    };
}

/**
 * Returns the interval in [from, to] on which a quadratic that opens upward is at most 0.
 *
 * @param {Quadratic} f
 * @param {Rational} from
 * @param {Rational} to
 */
function notAbove({ a, h, c }, from, to) {
    if (signOf(a) === 0) return signOf(c) <= 0 ? { from, to } : null;
    const lowest = clampTo(over(minus(h), a), from, to);
    if (signOf(plus(times(plus(times(a, lowest), times(TWO, h)), lowest), c)) > 0) return null;
    const root = rootOf(less(squared(h), times(a, c)));
    const first = clampTo(over(less(minus(h), root), a), from, to);
    const last = clampTo(over(plus(minus(h), root), a), from, to);
    return { from: first, to: last };
}

/**
 * Returns the contact of two moving discs while both are present.
 *
 * @param {Segment} s
 * @param {Segment} r
 * @returns {Meeting | null} null: never there together
 */
export function meetingOfDiscs(s, r) {
    const lo = rational(Math.max(s.t0, r.t0));
    const hi = rational(Math.min(s.t1, r.t1));
    if (order(lo, hi) > 0) return null;
    const reach = plus(rational(s.radius), rational(r.radius));
    /** @param {Rational} t */
    const apart = (t) => [
        less(placeAt([s.x, s.vx, s.t0], t), placeAt([r.x, r.vx, r.t0], t)),
        less(placeAt([s.y, s.vy, s.t0], t), placeAt([r.y, r.vy, r.t0], t)),
    ];
    /** @param {Rational} t */
    const gapAt = (t) => less(rootOf(plus(...squares(apart(t)))), reach);
    const velocity = [less(rational(s.vx), rational(r.vx)), less(rational(s.vy), rational(r.vy))];
    const f = separation(apart(lo), velocity, reach);
    const still = signOf(f.a) === 0;
    const nearest = plus(lo, still ? ZERO : clampTo(over(minus(f.h), f.a), ZERO, less(hi, lo)));
    const sign = signOf(less(plus(...squares(apart(nearest))), squared(reach)));
    const contact = sign > 0 ? null : notAbove(f, ZERO, less(hi, lo));
    return {
        sign,
        gap: gapAt(nearest),
        contact: contact && [plus(lo, contact.from), plus(lo, contact.to)],
        gapAt,
    };
}

/** @param {Rational[]} p @returns {[Rational, Rational]} */
function squares([x, y]) {
    return [squared(x), squared(y)];
}

/**
 * Returns the contact of a moving disc and a static rectangle. The squared distance from the rectangle is a quadratic
 * between the times at which the center crosses the line of a side; the signed distance is convex, so its least value
 * is where it changes form, nearest a corner, or at an end.
 *
 * @param {Segment} s
 * @param {Box} box
 * @returns {Meeting}
 */
export function meetingWithBox(s, box) {
    const end = less(rational(s.t1), rational(s.t0));
    const half = [over(rational(box.width), TWO), over(rational(box.height), TWO)];
    const p = [less(rational(s.x), rational(box.x)), less(rational(s.y), rational(box.y))];
    const v = [rational(s.vx), rational(s.vy)];
    const reach = rational(s.radius);
    /** @param {Rational} t */
    const beyond = (t) => [0, 1].map((i) => less(magnitude(plus(p[i], times(v[i], t))), half[i]));
    /** @param {Rational[]} out */
    const signed = ([x, y]) => {
        if (signOf(x) <= 0 || signOf(y) <= 0) return order(x, y) > 0 ? x : y;
        return rootOf(plus(squared(x), squared(y)));
    };
    /** @type {Rational[]} */
    const crossings = [];
    /** @type {Rational[]} */
    const turns = [];
    /**
     * Adds the time at which value + slope t is 0.
     *
     * @param {Rational[]} list
     * @param {Rational} value
     * @param {Rational} slope
     */
    const note = (list, value, slope) => {
        if (signOf(slope) !== 0) list.push(clampTo(over(minus(value), slope), ZERO, end));
    };
    for (const i of [0, 1]) {
        note(turns, p[i], v[i]);
        for (const side of [half[i], minus(half[i])]) note(crossings, less(p[i], side), v[i]);
    }
    for (const [sx, sy] of [-1, 1].flatMap((x) => [-1, 1].map((y) => [rational(x), rational(y)]))) {
        const corner = [less(p[0], times(sx, half[0])), less(p[1], times(sy, half[1]))];
        const { a, h } = separation(corner, v, ZERO);
        note(turns, h, a);
        const x = less(times(sx, p[0]), half[0]);
        const y = less(times(sy, p[1]), half[1]);
        note(turns, less(x, y), less(times(sx, v[0]), times(sy, v[1])));
    }
    const gaps = [ZERO, end, ...crossings, ...turns].map((t) => ({ t, core: signed(beyond(t)) }));
    const { t: nearest, core } = gaps.reduce((p, q) => (order(q.core, p.core) < 0 ? q : p));
    const [x, y] = beyond(nearest).map((d) => (signOf(d) > 0 ? d : ZERO));
    const square = signOf(less(plus(squared(x), squared(y)), squared(reach)));
    const inside = signOf(core) < 0;
    const breaks = [ZERO, ...crossings, end].sort(order);
    /** @type {{ from: Rational, to: Rational }[]} */
    const pieces = [];
    for (let k = 0; k + 1 < breaks.length; k++) {
        const middle = over(plus(breaks[k], breaks[k + 1]), TWO);
        const [q, w] = [0, 1].reduce(
            ([q, w], i) => {
                const at = plus(p[i], times(v[i], middle));
                const out = order(at, half[i]) > 0 || order(at, minus(half[i])) < 0;
                const side = signOf(at) > 0 ? half[i] : minus(half[i]);
                q.push(out ? less(p[i], side) : ZERO);
                w.push(out ? v[i] : ZERO);
                return [q, w];
            },
            /** @type {Rational[][]} */ ([[], []]),
        );
        const piece = notAbove(separation(q, w, reach), breaks[k], breaks[k + 1]);
        if (piece) pieces.push(piece);
    }
    const start = rational(s.t0);
    return {
        sign: inside ? -1 : square,
        gap: less(core, reach),
        contact:
            pieces.length === 0
                ? null
                : [plus(start, pieces[0].from), plus(start, pieces[pieces.length - 1].to)],
        gapAt: (t) => less(signed(beyond(less(t, start))), reach),
    };
}
