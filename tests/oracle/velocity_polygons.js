/**
 * Exact verdicts on moving convex polygons, rounded by radii: the shape p + B - A as the hull of all differences of points,
 * and squared distances of segments from it.
 *
 * @import { Rational } from './rational.js'
 * @import { MovingPolygon } from 'graze'
 *
 * @typedef {[x: Rational, y: Rational]} Vector
 */

import { less, order, over, plus, rational, signOf, times, ZERO } from './rational.js';
import { exactMotionOf, reachOf } from './velocity_oracle.js';

const ONE = rational(1);

/** @param {Vector} p @param {Vector} q @returns {Vector} */
const apart = (p, q) => [less(p[0], q[0]), less(p[1], q[1])];
/** @param {Vector} p @param {Rational} k @param {Vector} q @returns {Vector} p + k q */
const along = (p, k, q) => [plus(p[0], times(k, q[0])), plus(p[1], times(k, q[1]))];
/** @param {Vector} p @param {Vector} q */
const dot = (p, q) => plus(times(p[0], q[0]), times(p[1], q[1]));
/** @param {Vector} p @param {Vector} q */
const cross = (p, q) => less(times(p[0], q[1]), times(p[1], q[0]));
/** @param {Vector} a @param {Vector} b @param {Vector} c */
const turn = (a, b, c) => signOf(cross(apart(b, a), apart(c, b)));

/**
 * Returns the corners of the convex hull, counter-clockwise from the lowest one, by Andrew's chains.
 *
 * @param {Vector[]} points
 * @returns {Vector[]}
 */
function hullOf(points) {
    const sorted = [...points].sort((p, q) => order(p[1], q[1]) || order(p[0], q[0]));
    /** @param {Vector[]} list */
    const chain = (list) => {
        /** @type {Vector[]} */
        const kept = [];
        for (const p of list) {
            while (kept.length > 1 && turn(kept[kept.length - 2], kept[kept.length - 1], p) <= 0) {
                kept.pop();
            }
            const last = kept[kept.length - 1];
            if (!last || order(last[0], p[0]) !== 0 || order(last[1], p[1]) !== 0) kept.push(p);
        }
        return kept;
    };
    const [right, left] = [chain(sorted), chain(sorted.reverse())];
    return right.length === 1 ? right : [...right.slice(0, -1), ...left.slice(0, -1)];
}

/** @param {MovingPolygon} agent @returns {MovingPolygon & { radius: number }} */
const rounded = (agent) => ({ ...agent, radius: agent.radius ?? 0 });

/**
 * Returns the corners of p + B - A at the first time at which both exist, or null if there is none.
 *
 * @param {MovingPolygon} a
 * @param {MovingPolygon} b
 */
export function differenceOf(a, b) {
    const [m, n] = [exactMotionOf(rounded(a)), exactMotionOf(rounded(b))];
    const t = order(m.start, n.start) > 0 ? m.start : n.start;
    if ([m, n].some(({ end }) => order(t, end) > 0)) return null;
    const [p, q] = [m, n].map(
        ({ place, velocity, start }) =>
            /** @type {Vector} */ (
                [0, 1].map((i) => plus(place[i], times(less(t, start), velocity[i])))
            ),
    );
    /** @param {MovingPolygon} agent @returns {Vector[]} */
    const corners = ({ points }) =>
        Array.from(/** @type {ArrayLike<[number, number]>} */ (points), ([x, y]) => [
            rational(x),
            rational(y),
        ]);
    const offset = apart(q, p);
    return hullOf(
        corners(b).flatMap((v) => corners(a).map((u) => along(offset, ONE, apart(v, u)))),
    );
}

/** Returns the squared distance of the point 0 from a segment. @param {Vector} p @param {Vector} q */
function squareTo(p, q) {
    const d = apart(q, p);
    const square = dot(d, d);
    const k = signOf(square) === 0 ? ZERO : over(less(ZERO, dot(p, d)), square);
    const clamped = signOf(k) < 0 ? ZERO : order(k, ONE) > 0 ? ONE : k;
    const nearest = along(p, clamped, d);
    return dot(nearest, nearest);
}

/**
 * Returns the sign of the least distance between a hull and the segment from 0 to d, less `reach`.
 *
 * @param {Vector[]} hull
 * @param {Vector} d
 * @param {Rational} reach
 */
function pathSign(hull, d, reach) {
    /** @type {Vector} */
    const origin = [ZERO, ZERO];
    const edges = hull.map((p, i) => [p, hull[(i + 1) % hull.length]]);
    let least = null;
    for (const [p, q] of edges) {
        const squares = [
            squareTo(p, q),
            squareTo(apart(p, d), apart(q, d)),
            squareTo(apart(origin, p), apart(d, p)),
            squareTo(apart(origin, q), apart(d, q)),
        ];
        const isCrossed =
            turn(p, q, origin) * turn(p, q, d) < 0 && turn(origin, d, p) * turn(origin, d, q) < 0;
        if (isCrossed) squares.push(ZERO);
        for (const square of squares) {
            if (least === null || order(square, least) < 0) least = square;
        }
    }
    const isInside = hull.length > 2 && edges.every(([p, q]) => turn(p, q, origin) > 0);
    if (isInside || least === null) least = ZERO;
    return signOf(less(least, times(reach, reach)));
}

/**
 * Returns the sign for a velocity of agent 1: -1: they overlap, or come within the sum of the radii.
 *
 * @param {MovingPolygon} a
 * @param {MovingPolygon} b
 * @param {readonly number[]} velocity
 * @param {number} horizon may be Infinity
 * @param {number} [margin] amount by which the sum of the radii is larger
 * @param {Vector[] | null} [hull] corners of p + B - A
 * @returns {-1 | 0 | 1 | null} null: never there together
 */
export function polygonVelocitySign(
    a,
    b,
    velocity,
    horizon,
    margin = 0,
    hull = differenceOf(a, b),
) {
    if (hull === null) return null;
    const own = exactMotionOf(rounded(b)).velocity;
    /** @type {Vector} */
    const v = apart(
        [rational(velocity[0]), rational(velocity[1])],
        /** @type {Vector} */ (own.slice(0, 2)),
    );
    const square = dot(v, v);
    let time = horizon === Infinity ? ZERO : rational(horizon);
    if (horizon === Infinity && signOf(square) !== 0) {
        // No corner is ahead of the foot of the furthest one.
        for (const corner of hull) {
            const foot = over(dot(corner, v), square);
            if (order(foot, time) > 0) time = foot;
        }
    }
    const reach = reachOf(rounded(a), rounded(b), margin);
    return /** @type {-1 | 0 | 1} */ (pathSign(hull, along([ZERO, ZERO], time, v), reach));
}
