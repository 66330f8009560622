import { exact, toCommonScale } from './dyadic.js';
import { less, order, over, plus, rootOf, signOf, ZERO } from './rational.js';

/**
 * Translation casts by brute force: the hull of all vertex differences B - A, in integers, against the path s (dx, dy)
 * of the origin, s from 0 to 1. The path is clipped by half-planes; with radii it is clipped against the union that
 * forms a rounded hull: the hull itself, a disc at each corner, a rectangle on each edge.
 *
 * @import { Rational } from './rational.js'
 *
 * @typedef {[bigint, bigint]} Vector
 *
 * @typedef {object} Cast
 * @property {'free' | 'hit' | 'grazing' | 'overlapping'} status
 * @property {'disjoint' | 'touching' | 'overlapping'} relation at s = 0
 * @property {[Rational, Rational] | null} interval exact without radii; else good to 500 bits
 */

/** @type {Rational} */
const ONE = { n: 1n, d: 1n };

/** Fractional bits of a root, at the scale where all input is whole. */
const ROOT_BITS = 512n;

/** @param {Vector} p @param {Vector} q */
const cross = (p, q) => p[0] * q[1] - p[1] * q[0];

/** @param {Vector} p @param {Vector} q */
const dot = (p, q) => p[0] * q[0] + p[1] * q[1];

/** @param {Vector} p @param {Vector} q @returns {Vector} */
const apart = (p, q) => [q[0] - p[0], q[1] - p[1]];

/** @param {bigint} n @returns {Rational} */
const whole = (n) => ({ n, d: 1n });

/** @param {bigint} n */
function preciseRoot(n) {
    const { n: m, d } = rootOf(whole(n << (2n * ROOT_BITS)));
    return { n: m, d: d << ROOT_BITS };
}

/** Returns the counter-clockwise, strictly convex outline of points. @param {Vector[]} points */
export function outlineOf(points) {
    const sorted = points
        .slice()
        .sort((p, q) => Number(p[0] === q[0] ? sign(p[1] - q[1]) : sign(p[0] - q[0])));
    /** @param {Vector[]} list */
    const side = (list) => {
        /** @type {Vector[]} */
        const kept = [];
        for (const p of list) {
            for (;;) {
                const [o, m] = kept.slice(-2);
                if (m === undefined || cross(apart(o, m), apart(o, p)) > 0n) break;
                kept.pop();
            }
            const last = kept.at(-1);
            if (last === undefined || last[0] !== p[0] || last[1] !== p[1]) kept.push(p);
        }
        return kept;
    };
    const [lower, upper] = [side(sorted), side(sorted.reverse())];
    const outline = [...lower.slice(0, -1), ...upper.slice(0, -1)];
    return outline.length === 0 ? lower.slice(0, 1) : outline;
}

/** @param {bigint} n */
const sign = (n) => (n > 0n ? 1n : n < 0n ? -1n : 0n);

/**
 * Returns the squared distance of the origin from an outline, as a fraction, and whether the origin is inside.
 *
 * @param {Vector[]} outline
 * @returns {{ square: Rational, inside: boolean, deep: boolean }} inside: or on it; deep: not on it
 */
export function originAgainst(outline) {
    /** @type {Rational | null} */
    let square = null;
    let [inside, deep] = [outline.length > 2, outline.length > 2];
    outline.forEach((p, k) => {
        const q = outline[(k + 1) % outline.length];
        const e = apart(p, q);
        const [before, beyond] = [-dot(p, e), dot(q, e)];
        const side = cross(p, q);
        /** @type {Rational} */
        const here =
            before <= 0n
                ? whole(dot(p, p))
                : beyond <= 0n
                  ? whole(dot(q, q))
                  : { n: side * side, d: dot(e, e) };
        if (square === null || order(here, square) < 0) square = here;
        if (side < 0n) inside = false;
        if (side <= 0n) deep = false;
    });
    const nearest = /** @type {Rational} */ (/** @type {unknown} */ (square));
    return { square: nearest, inside: inside || nearest.n === 0n, deep };
}

/**
 * Returns the interval in [0, 1] on which every slope s + start >= 0 holds.
 *
 * @param {[Rational, Rational][]} conditions slope, start
 * @returns {[Rational, Rational] | null}
 */
function clip(conditions) {
    let [from, to] = [ZERO, ONE];
    for (const [slope, start] of conditions) {
        const rises = signOf(slope);
        if (rises === 0) {
            if (signOf(start) < 0) return null;
            continue;
        }
        const s = over({ n: -start.n, d: start.d }, slope);
        if (rises > 0 && order(s, from) > 0) from = s;
        if (rises < 0 && order(s, to) < 0) to = s;
    }
    return order(from, to) <= 0 ? [from, to] : null;
}

/** @param {bigint} slope @param {bigint} start @returns {[Rational, Rational]} */
const half = (slope, start) => [whole(slope), whole(start)];

/**
 * Returns the interval in which the path is in an outline.
 *
 * @param {Vector[]} outline
 * @param {Vector} d
 */
function within(outline, d) {
    if (outline.length === 1) {
        return clip(
            [0, 1].flatMap((i) => [half(d[i], -outline[0][i]), half(-d[i], outline[0][i])]),
        );
    }
    const conditions = outline.flatMap((p, k) => {
        const q = outline[(k + 1) % outline.length];
        const e = apart(p, q);
        const inward = half(cross(e, d), -cross(e, p));
        // A flat outline is also bounded by its ends.
        return outline.length === 2 ? [inward, half(dot(e, d), -dot(e, p))] : [inward];
    });
    return clip(conditions);
}

/**
 * Returns the interval in which the path is in a disc.
 *
 * @param {Vector} center
 * @param {bigint} radius
 * @param {Vector} d
 * @returns {[Rational, Rational] | null}
 */
function withinDisc(center, radius, d) {
    const a = dot(d, d);
    const h = dot(d, center);
    const c = dot(center, center) - radius * radius;
    if (a === 0n) return c <= 0n ? [ZERO, ONE] : null;
    const discriminant = h * h - a * c;
    if (discriminant < 0n) return null;
    const root = preciseRoot(discriminant);
    const at = [less(whole(h), root), plus(whole(h), root)].map((s) => over(s, whole(a)));
    return clip([
        [ONE, { n: -at[0].n, d: at[0].d }],
        [{ n: -1n, d: 1n }, at[1]],
    ]);
}

/**
 * Returns the interval in which the path is in the rectangle on the outer side of an edge.
 *
 * @param {Vector} p
 * @param {Vector} q
 * @param {bigint} radius
 * @param {Vector} d
 */
function withinRectangle(p, q, radius, d) {
    const e = apart(p, q);
    const slope = cross(e, d);
    const side = cross(e, p);
    const length = dot(e, e);
    // A path parallel to the edge is decided by the width, in squares; any other where it crosses the far side.
    if (slope === 0n && side > 0n && side * side > radius * radius * length) return null;
    const far = slope === 0n ? whole(side) : preciseRoot(radius * radius * length);
    return clip([
        half(dot(e, d), -dot(e, p)),
        half(-dot(e, d), dot(e, q)),
        half(-slope, side),
        [whole(slope), less(far, whole(side))],
    ]);
}

/**
 * Casts A along (dx, dy) against a static B; both are inflated by radii.
 *
 * @param {number[][]} a
 * @param {number} radiusA
 * @param {number[][]} b
 * @param {number} radiusB
 * @param {number[]} translation
 * @returns {Cast}
 */
export function castRounded(a, radiusA, b, radiusB, translation) {
    const numbers = [...a.flat(), ...b.flat(), ...translation, radiusA, radiusB];
    const { integers } = toCommonScale(numbers.map(exact));
    /** @type {Vector[]} */
    const points = [];
    for (let k = 0; k + 2 < integers.length; k += 2) points.push([integers[k], integers[k + 1]]);
    const d = /** @type {Vector} */ (points.pop());
    const reach = integers[integers.length - 2] + integers[integers.length - 1];
    const ofA = points.slice(0, a.length);
    const difference = outlineOf(
        points.slice(a.length).flatMap((q) => ofA.map((p) => apart(p, q))),
    );
    const limit = whole(reach * reach);

    const start = originAgainst(difference);
    const near = order(start.square, limit);
    const overlaps = start.deep || (reach > 0n && (start.inside || near < 0));
    const relation = overlaps
        ? 'overlapping'
        : start.inside || near === 0
          ? 'touching'
          : 'disjoint';

    // They meet if the origin is within reach of what B - A sweeps in the opposite direction.
    const swept = originAgainst(outlineOf([...difference, ...difference.map((p) => apart(d, p))]));
    const nearest = order(swept.square, limit);
    if (!swept.inside && nearest > 0) return { status: 'free', relation, interval: null };

    const parts = [within(difference, d)];
    if (reach > 0n) {
        for (const p of difference) parts.push(withinDisc(p, reach, d));
        if (difference.length > 1) {
            difference.forEach((p, k) => {
                const q = difference[(k + 1) % difference.length];
                parts.push(withinRectangle(p, q, reach, d));
            });
        }
    }
    const met = parts.filter((part) => part !== null);
    const enter = met.map((part) => part[0]).reduce((p, q) => (order(q, p) < 0 ? q : p));
    const exit = met.map((part) => part[1]).reduce((p, q) => (order(q, p) > 0 ? q : p));
    const sides = difference.map((p) => cross(d, p));
    const through =
        reach > 0n
            ? swept.inside || nearest < 0
            : sides.some((s) => s > 0n) &&
              sides.some((s) => s < 0n) &&
              signOf(exit) > 0 &&
              order(enter, ONE) < 0;
    const status = overlaps ? 'overlapping' : through ? 'hit' : 'grazing';
    return { status, relation, interval: [enter, exit] };
}

/**
 * Casts polygons, segments and points: all of it exact.
 *
 * @param {number[][]} a
 * @param {number[][]} b
 * @param {number[]} translation
 */
export function castPolygons(a, b, translation) {
    return castRounded(a, 0, b, 0, translation);
}
