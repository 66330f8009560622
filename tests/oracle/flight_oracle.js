import { add, compare, exact, mul, sub, toCommonScale } from './dyadic.js';
import {
    between,
    comparePoints,
    derivative,
    inside,
    isAnywhereNotAbove,
    lightened,
    minus,
    notAbove,
    ONE,
    PLACES,
    placesOf,
    plus,
    rootsOf,
    scaled,
    times,
    ZERO,
} from './polynomial.js';
import * as q from './rational.js';

/**
 * Two spheres under constant acceleration, by integers alone: when they are in contact, and for which delays of the
 * first. Positions, times, velocities and everything derived from them are dyadic; with time measured in windows, from
 * 0 to 1, |p(s)|^2 - R^2 is a polynomial with integer coefficients. So its signs and the number of its roots are exact,
 * a touch is a touch, and roots are located to 2^-80 of the window.
 *
 * @import { Dyadic } from './dyadic.js'
 * @import { Place, Point, Poly } from './polynomial.js'
 * @import { Rational } from './rational.js'
 *
 * @typedef {object} MovingSphere
 * @property {number} x x of the center at `t0`
 * @property {number} y
 * @property {number} [z]
 * @property {number} vx
 * @property {number} vy
 * @property {number} [vz]
 * @property {number} [ax]
 * @property {number} [ay]
 * @property {number} [az]
 * @property {number} t0
 * @property {number} t1
 * @property {number} radius
 *
 * @typedef {Dyadic[]} Series coefficients of a polynomial, lowest degree first
 *
 * @typedef {object} ExactMotion
 * @property {Dyadic[]} p
 * @property {Dyadic[]} v
 * @property {Dyadic[]} half half the acceleration
 * @property {Dyadic} start
 * @property {Dyadic} end
 * @property {Dyadic} radius
 */

const NOTHING = exact(0);
const HALF = exact(0.5);
const TWO = exact(2);
const AXES = [0, 1, 2];

/** @param {Dyadic} p @param {Dyadic} r */
const larger = (p, r) => (compare(p, r) < 0 ? r : p);
/** @param {Dyadic} p @param {Dyadic} r */
const smaller = (p, r) => (compare(p, r) < 0 ? p : r);
/** @param {Dyadic} p @returns {Dyadic} */
const opposite = (p) => ({ m: -p.m, e: p.e });

/**
 * @param {MovingSphere} f
 * @param {Dyadic} [delay] how much later it is
 * @returns {ExactMotion}
 */
function exactMotionOf(f, delay = NOTHING) {
    return {
        p: [f.x, f.y, f.z ?? 0].map(exact),
        v: [f.vx, f.vy, f.vz ?? 0].map(exact),
        half: [f.ax ?? 0, f.ay ?? 0, f.az ?? 0].map((a) => mul(exact(a), HALF)),
        start: add(exact(f.t0), delay),
        end: add(exact(f.t1), delay),
        radius: exact(f.radius),
    };
}

/** @param {Series} p @param {Series} r @returns {Series} */
function sumOf(p, r) {
    const length = Math.max(p.length, r.length);
    return Array.from({ length }, (_, i) => add(p[i] ?? NOTHING, r[i] ?? NOTHING));
}

/** @param {Series} p @param {Series} r @returns {Series} */
function productOf(p, r) {
    /** @type {Series} */
    const product = new Array(p.length + r.length - 1).fill(NOTHING);
    p.forEach((a, i) => {
        r.forEach((b, j) => {
            if (a.m !== 0n && b.m !== 0n) product[i + j] = add(product[i + j], mul(a, b));
        });
    });
    return product;
}

/** @param {Series} p @param {Dyadic} factor @returns {Series} */
const multiple = (p, factor) => p.map((c) => mul(c, factor));

/** @param {Series[]} p @param {Series[]} r @returns {Series} */
const dot = (p, r) => AXES.map((i) => productOf(p[i], r[i])).reduce(sumOf);

/** @param {Series[]} p @param {Series[]} r @returns {Series[]} */
const apart = (p, r) => AXES.map((i) => sumOf(p[i], multiple(r[i], exact(-1))));

/**
 * Returns the position of the center at its local time u, where u is a polynomial.
 *
 * @param {ExactMotion} c
 * @param {Series} u
 * @returns {Series[]}
 */
function placeAt(c, u) {
    const square = productOf(u, u);
    return AXES.map((i) =>
        sumOf([c.p[i]], sumOf(multiple(u, c.v[i]), multiple(square, c.half[i]))),
    );
}

/** @param {ExactMotion} c @param {Series} u @returns {Series[]} */
function velocityAt(c, u) {
    return AXES.map((i) => sumOf([c.v[i]], multiple(u, mul(TWO, c.half[i]))));
}

/** Returns the polynomial with integer coefficients, times a power of two. @param {Series} p @returns {Poly} */
function integral(p) {
    const { integers } = toCommonScale(p);
    while (integers.length > 0 && integers[integers.length - 1] === 0n) integers.pop();
    return lightened(integers);
}

/** @param {ExactMotion} a @param {ExactMotion} b @param {Dyadic} margin */
function reachOf(a, b, margin) {
    return add(add(a.radius, b.radius), margin);
}

/**
 * @typedef {object} Meeting while both are there
 * @property {Dyadic} lo
 * @property {Dyadic} span how long
 * @property {Series[]} p one's place seen from the other, over s from 0 to 1
 */

/**
 * @param {ExactMotion} a
 * @param {ExactMotion} b
 * @returns {Meeting | null} null: never there together
 */
function meetingOf(a, b) {
    const lo = larger(a.start, b.start);
    const span = sub(smaller(a.end, b.end), lo);
    if (span.m < 0n) return null;
    const [p, r] = [a, b].map((c) => placeAt(c, [sub(lo, c.start), span]));
    return { lo, span, p: apart(p, r) };
}

/**
 * Returns |p|^2 - reach^2, or null for a negative reach, which nothing is within.
 *
 * @param {Series[]} p
 * @param {Dyadic} reach
 * @returns {Poly | null}
 */
function excessOf(p, reach) {
    return reach.m < 0n ? null : integral(sumOf(dot(p, p), [opposite(mul(reach, reach))]));
}

/** @param {Point} at @returns {Dyadic} */
const dyadicOf = ({ n, k }) => ({ m: n, e: -k });

/** @param {Place} place */
const middleOf = ({ lo, hi }) => (lo === hi ? lo : between(lo, hi));

/** @param {Meeting} meeting @param {Place} place @returns {Dyadic} */
const timeAt = ({ lo, span }, place) => add(lo, mul(span, dyadicOf(middleOf(place))));

/**
 * Returns when two are in contact, in ascending order; begin and end are right to 2^-81 of the window.
 *
 * @typedef {{ begin: Dyadic, end: Dyadic, isTouch: boolean }} Contact
 *
 * @param {MovingSphere} f1
 * @param {MovingSphere} f2
 * @param {Dyadic} [margin] added to the sum of the radii
 * @returns {Contact[]}
 */
export function contactsOf(f1, f2, margin = NOTHING) {
    const [a, b] = [exactMotionOf(f1), exactMotionOf(f2)];
    const meeting = meetingOf(a, b);
    const excess = meeting && excessOf(meeting.p, reachOf(a, b, margin));
    if (!meeting || !excess) return [];
    return notAbove(excess).map(({ from, to }) => ({
        begin: timeAt(meeting, from),
        end: timeAt(meeting, to),
        isTouch: excess.length === 0 || (excess.length > 1 && from === to),
    }));
}

/** @param {Series[]} p @param {Dyadic} s @returns {Rational} */
function squareAt(p, s) {
    const values = p.map((series) => series.reduceRight((sum, c) => add(mul(sum, s), c), NOTHING));
    return rationalOf(values.map((x) => mul(x, x)).reduce(add));
}

/** @param {Dyadic} p @returns {Rational} */
function rationalOf({ m, e }) {
    return e >= 0 ? { n: m << BigInt(e), d: 1n } : { n: m, d: 1n << BigInt(-e) };
}

/** @param {Dyadic} p */
export const numberOf = (p) => q.toNumber(rationalOf(p));

/**
 * Returns the least signed gap while both are present, its time, and its exact sign.
 *
 * @param {MovingSphere} f1
 * @param {MovingSphere} f2
 * @param {[Dyadic, Dyadic]} [within] a part of that time
 * @returns {{ sign: -1 | 0 | 1, gap: number, time: number } | null}
 */
export function approachOf(f1, f2, within) {
    const [a, b] = [exactMotionOf(f1), exactMotionOf(f2)];
    if (within) {
        for (const c of [a, b]) narrow(c, within);
    }
    const meeting = meetingOf(a, b);
    if (!meeting) return null;
    const { p } = meeting;
    const slope = derivative(integral(dot(p, p)));
    const places = [ZERO, ...rootsOf(slope).map(middleOf), ONE];
    const squares = places.map((at) => ({ at, value: squareAt(p, dyadicOf(at)) }));
    const { at, value } = squares.reduce((r, s) => (q.order(s.value, r.value) < 0 ? s : r));
    const reach = reachOf(a, b, NOTHING);
    const stretches = notAbove(/** @type {Poly} */ (excessOf(p, reach)));
    const isDeep = (/** @type {{ from: Place, to: Place }} */ s) => s.from !== s.to;
    const isConstant = slope.length === 0;
    const sign = isConstant
        ? q.order(value, rationalOf(mul(reach, reach)))
        : stretches.length === 0
          ? 1
          : stretches.some(isDeep)
            ? -1
            : 0;
    const gap = q.toNumber(q.less(q.rootOf(value), rationalOf(reach)));
    return { sign, gap, time: numberOf(timeAt(meeting, { lo: at, hi: at })) };
}

/** Returns the part of a path within some time. @param {ExactMotion} c @param {[Dyadic, Dyadic]} within */
function narrow(c, [from, to]) {
    const start = larger(c.start, from);
    const late = [sub(start, c.start)];
    const [p, v] = [placeAt(c, late), velocityAt(c, late)];
    c.p = p.map(([x]) => x);
    c.v = v.map(([x]) => x);
    c.start = start;
    c.end = smaller(c.end, to);
}

/**
 * Returns whether two are in contact at any time when the first starts later by `delay`, exactly.
 *
 * @param {MovingSphere} f1
 * @param {MovingSphere} f2
 * @param {Dyadic} delay
 * @param {Dyadic} [margin] added to the sum of the radii
 */
export function isUnsafe(f1, f2, delay, margin = NOTHING) {
    const [a, b] = [exactMotionOf(f1, delay), exactMotionOf(f2)];
    const meeting = meetingOf(a, b);
    const excess = meeting && excessOf(meeting.p, reachOf(a, b, margin));
    return excess ? isAnywhereNotAbove(excess) : false;
}

/**
 * @typedef {object} Delays the delays at which the two are there together: least + s span, s from 0 to 1
 * @property {Dyadic} least
 * @property {Dyadic} span
 */

/** @param {MovingSphere} f1 @param {MovingSphere} f2 @returns {Delays} */
export function delaysOf(f1, f2) {
    const [start1, end1, start2, end2] = [f1.t0, f1.t1, f2.t0, f2.t1].map(exact);
    const least = sub(start2, end1);
    return { least, span: sub(sub(end2, start1), least) };
}

/** @param {Delays} delays @param {Point} at */
const delayAt = ({ least, span }, at) => add(least, mul(span, dyadicOf(at)));

/**
 * Returns the unsafe delays of the first, in ascending order, each end right to 2^-80 of the time in question.
 *
 * @typedef {{ lo: Dyadic, hi: Dyadic }} Span
 */

/**
 * Finds the unsafe delays by convexity, for constant velocities only. {(u, v): |w + V1 u - V2 v| <= R} over both local
 * times is convex, so the delays s2 - s1 - (u - v) form one interval. The delay of the least distance over the
 * rectangle, a convex quadratic, lies inside it; each end is found by bisection, with an exact verdict for each delay.
 *
 * @param {MovingSphere} f1
 * @param {MovingSphere} f2
 * @param {Dyadic} [margin]
 * @returns {Span[]}
 */
export function unsafeByHalving(f1, f2, margin = NOTHING) {
    const delays = delaysOf(f1, f2);
    const within = leastPlace(f1, f2, delays, margin);
    if (!within) return [];
    const verdict = (/** @type {Point} */ at) => isUnsafe(f1, f2, delayAt(delays, at), margin);
    const [lo, hi] = [ZERO, ONE].map((far) =>
        delayAt(delays, verdict(far) ? far : halved(verdict, far, within)),
    );
    return [{ lo, hi }];
}

/**
 * Returns the point where a verdict changes, between one without it and one with it.
 *
 * @param {(at: Point) => boolean} verdict
 * @param {Point} without
 * @param {Point} having
 */
function halved(verdict, without, having) {
    let [outer, inner] = [without, having];
    for (let k = 0; k <= PLACES; k++) {
        const middle = between(outer, inner);
        if (verdict(middle)) inner = middle;
        else outer = middle;
    }
    return inner;
}

/**
 * Returns the delay (in [0, 1], to 2^-PLACES) at which two at constant velocity are nearest, or null if they are not in
 * contact there. |w + V1 u - V2 v|^2 is convex: its minimum is inside the rectangle, or on an edge.
 *
 * @param {MovingSphere} f1
 * @param {MovingSphere} f2
 * @param {Delays} delays
 * @param {Dyadic} margin
 * @returns {Point | null}
 */
function leastPlace(f1, f2, delays, margin) {
    const [a, b] = [exactMotionOf(f1), exactMotionOf(f2)];
    const reach = reachOf(a, b, margin);
    if (reach.m < 0n) return null;
    const w = AXES.map((i) => rationalOf(sub(a.p[i], b.p[i])));
    const [v1, v2] = [a, b].map(({ v }) => v.map(rationalOf));
    const [t1, t2] = [a, b].map(({ start, end }) => rationalOf(sub(end, start)));
    const product = (/** @type {Rational[]} */ p, /** @type {Rational[]} */ r) =>
        AXES.map((i) => q.times(p[i], r[i])).reduce(q.plus);
    /** @param {Rational} u @param {Rational} v */
    const squareOf = (u, v) => {
        const p = AXES.map((i) => q.less(q.plus(w[i], q.times(v1[i], u)), q.times(v2[i], v)));
        return product(p, p);
    };
    /**
     * Returns the t in [0, end] at which |from + way t|^2 is least.
     *
     * @param {Rational[]} from
     * @param {Rational[]} way
     * @param {Rational} end
     */
    const nearest = (from, way, end) => {
        const square = product(way, way);
        if (q.signOf(square) === 0) return q.ZERO;
        return q.clampTo(q.over(q.minus(product(from, way)), square), q.ZERO, end);
    };
    const back = v2.map(q.minus);
    /** @type {[Rational, Rational][]} */
    const tried = [];
    for (const u of [q.ZERO, t1]) {
        const from = AXES.map((i) => q.plus(w[i], q.times(v1[i], u)));
        tried.push([u, nearest(from, back, t2)]);
    }
    for (const v of [q.ZERO, t2]) {
        const from = AXES.map((i) => q.less(w[i], q.times(v2[i], v)));
        tried.push([nearest(from, v1, t1), v]);
    }
    const [g11, g12, g22] = [product(v1, v1), product(v1, v2), product(v2, v2)];
    const det = q.less(q.times(g11, g22), q.times(g12, g12));
    if (q.signOf(det) > 0) {
        // The gradient is 0: g11 u - g12 v = -w.v1, g12 u - g22 v = -w.v2.
        const [b1, b2] = [q.minus(product(w, v1)), q.minus(product(w, v2))];
        const u = q.over(q.less(q.times(b1, g22), q.times(b2, g12)), det);
        const v = q.over(q.less(q.times(b1, g12), q.times(b2, g11)), det);
        const isWithin = (/** @type {Rational} */ t, /** @type {Rational} */ end) =>
            q.signOf(t) >= 0 && q.order(t, end) <= 0;
        if (isWithin(u, t1) && isWithin(v, t2)) tried.push([u, v]);
    }
    const [u, v] = tried.reduce((p, r) =>
        q.order(squareOf(r[0], r[1]), squareOf(p[0], p[1])) < 0 ? r : p,
    );
    if (q.order(squareOf(u, v), rationalOf(mul(reach, reach))) > 0) return null;
    // The delay is s2 - s1 - (u - v), which is least + (t1 - u + v).
    const span = rationalOf(delays.span);
    if (q.signOf(span) === 0) return ZERO;
    const s = q.over(q.plus(q.less(t1, u), v), span);
    const scale = 1n << BigInt(PLACES);
    return { n: (2n * s.n * scale + s.d) / (2n * s.d), k: PLACES };
}

/**
 * Finds the unsafe delays by the discriminant, for any acceleration. With delta = u - v, F(u, delta) = |p1(u) - p2(u -
 * delta)|^2 - R^2 is a polynomial of degree 4 in u. The set of unsafe delays can only change where u is a double root
 * of it, or where F is 0 on an edge of the rectangle of both local times. All such delays are found; between two of
 * them one exact verdict holds for all.
 *
 * @param {MovingSphere} f1
 * @param {MovingSphere} f2
 * @param {Dyadic} [margin]
 * @returns {Span[]}
 */
export function unsafeByDiscriminant(f1, f2, margin = NOTHING) {
    const [a, b] = [exactMotionOf(f1), exactMotionOf(f2)];
    const reach = reachOf(a, b, margin);
    if (reach.m < 0n) return [];
    const delays = delaysOf(f1, f2);
    const verdict = (/** @type {Point} */ at) => isUnsafe(f1, f2, delayAt(delays, at), margin);
    const spanned = (/** @type {Place} */ from, /** @type {Place} */ to) => ({
        lo: delayAt(delays, middleOf(from)),
        hi: delayAt(delays, middleOf(to)),
    });
    const marks = delays.span.m === 0n ? [{ lo: ZERO, hi: ZERO }] : criticalPlaces(a, b, reach);
    /** @type {{ from: Place, to: Place }[]} */
    const found = [];
    marks.forEach((mark, i) => {
        const next = marks[i + 1];
        const isOpen = found[found.length - 1]?.to === mark;
        const goesOn = next !== undefined && verdict(inside(mark, next));
        // A single delay at which they only touch is found if its position is exact.
        if (!isOpen && (goesOn || (mark.lo === mark.hi && verdict(mark.lo)))) {
            found.push({ from: mark, to: mark });
        }
        if (goesOn) found[found.length - 1].to = next;
    });
    return found.map(({ from, to }) => spanned(from, to));
}

/**
 * Returns the positions in [0, 1] at which the verdict on a delay can change, in ascending order, including 0 and 1.
 *
 * @param {ExactMotion} a
 * @param {ExactMotion} b
 * @param {Dyadic} reach
 * @returns {Place[]}
 */
function criticalPlaces(a, b, reach) {
    const [t1, t2] = [sub(a.end, a.start), sub(b.end, b.start)];
    // delta = u - v falls from t1 to -t2.
    const delta = [t1, opposite(add(t1, t2))];
    const limit = [opposite(mul(reach, reach))];
    const excess = (/** @type {Series} */ u, /** @type {Series} */ v) => {
        const p = apart(placeAt(a, u), placeAt(b, v));
        return integral(sumOf(dot(p, p), limit));
    };
    const back = multiple(delta, exact(-1));
    const edges = [
        excess([NOTHING], back),
        excess([t1], sumOf([t1], back)),
        excess(delta, [NOTHING]),
        excess(sumOf([t2], delta), [t2]),
    ];
    const p = apart(placeAt(a, [NOTHING]), placeAt(b, back));
    const v = apart(velocityAt(a, [NOTHING]), velocityAt(b, back));
    const h = AXES.map((i) => [sub(a.half[i], b.half[i])]);
    const inU = [
        sumOf(dot(p, p), limit),
        multiple(dot(p, v), TWO),
        sumOf(dot(v, v), multiple(dot(p, h), TWO)),
        multiple(dot(v, h), TWO),
        dot(h, h),
    ];
    const places = [
        { lo: ZERO, hi: ZERO },
        { lo: ONE, hi: ONE },
        ...edges.filter(({ length }) => length > 1).flatMap(rootsOf),
        ...eliminants(together(inU)).flatMap(placesOf),
    ];
    return merged(places);
}

/** Returns integer coefficients of all polynomials, with one common factor. @param {Series[]} all @returns {Poly[]} */
function together(all) {
    const { integers } = toCommonScale(all.flat());
    let from = 0;
    return all.map(({ length }) => {
        const part = integers.slice(from, from + length);
        from += length;
        while (part.length > 0 && part[part.length - 1] === 0n) part.pop();
        return part;
    });
}

/**
 * Returns polynomials of delta whose roots include every delta at which c0 + c1 u + ... + c4 u^4 changes the number of
 * its distinct roots: the discriminant, or if that is 0 everywhere, the next subresultant coefficient; and the leading
 * coefficient.
 *
 * @param {Poly[]} c
 * @returns {Poly[]}
 */
function eliminants(c) {
    let degree = 4;
    while (degree > 0 && c[degree].length === 0) degree--;
    if (degree === 0) return [];
    const slope = c.slice(1, degree + 1).map((p, i) => scaled(p, BigInt(i + 1)));
    const rising = c.slice(0, degree + 1);
    for (let j = 0; j < degree; j++) {
        const value =
            j === 0 && degree === 4 ? discriminant(rising) : subresultant(rising, slope, j);
        if (value.length > 0) return [value, c[degree]];
    }
    return [c[degree]];
}

/** Returns the discriminant of a quartic by its invariants: 27 disc = 4 I^3 - J^2. @param {Poly[]} coefficients */
function discriminant([e, d, c, b, a]) {
    /** @param {number} factor @param {Poly[]} factors */
    const term = (factor, ...factors) => scaled(factors.reduce(times), BigInt(factor));
    const i = [term(12, a, e), term(-3, b, d), term(1, c, c)].reduce(plus);
    const j = [
        term(72, a, c, e),
        term(9, b, c, d),
        term(-27, a, d, d),
        term(-27, e, b, b),
        term(-2, c, c, c),
    ].reduce(plus);
    return minus(term(4, i, i, i), term(1, j, j));
}

/**
 * Returns the j-th principal subresultant coefficient of two polynomials whose coefficients are polynomials.
 *
 * @param {Poly[]} f
 * @param {Poly[]} g
 * @param {number} j
 * @returns {Poly}
 */
function subresultant(f, g, j) {
    const [m, n] = [f.length - 1, g.length - 1];
    const size = m + n - 2 * j;
    /** @param {Poly[]} p @param {number} shift */
    const row = (p, shift) =>
        Array.from({ length: size }, (_, column) => p[m + n - j - 1 - column - shift] ?? []);
    const rows = [
        ...Array.from({ length: n - j }, (_, i) => row(f, n - j - 1 - i)),
        ...Array.from({ length: m - j }, (_, i) => row(g, m - j - 1 - i)),
    ];
    return determinant(rows);
}

/** Returns a determinant, expanded along its first column. @param {Poly[][]} rows @returns {Poly} */
function determinant(rows) {
    if (rows.length === 0) return [1n];
    /** @type {Poly} */
    let sum = [];
    rows.forEach(([first], i) => {
        if (first.length === 0) return;
        const rest = rows.filter((_, k) => k !== i).map((row) => row.slice(1));
        const minor = times(first, determinant(rest));
        sum = i % 2 === 0 ? plus(sum, minor) : minus(sum, minor);
    });
    return sum;
}

/** Returns positions in order, with overlapping ones merged. @param {Place[]} places */
function merged(places) {
    const order = [...places].sort(
        (p, r) => comparePoints(p.lo, r.lo) || comparePoints(p.hi, r.hi),
    );
    /** @type {Place[]} */
    const found = [];
    for (const place of order) {
        const last = found[found.length - 1];
        if (!last || comparePoints(last.hi, place.lo) < 0) found.push(place);
        else if (comparePoints(last.hi, place.hi) < 0) {
            found[found.length - 1] = { lo: last.lo, hi: place.hi };
        }
    }
    return found;
}
