import { add, compare, exact, mul, sign, sub } from './dyadic.js';

/**
 * Exact answers about a body at a pose whose cosine and sine are taken as they are: the set R v + t, inflated by a radius.
 * Every number is dyadic, so nothing is rounded and nothing divided.
 *
 * @typedef {import('./dyadic.js').Dyadic} Dyadic
 * @typedef {[x: Dyadic, y: Dyadic]} Place
 * @typedef {{ x: number, y: number, cos: number, sin: number }} ExactPose
 */

/** @param {readonly number[]} point @param {ExactPose} pose @returns {Place} */
function place([vx, vy], pose) {
    const [x, y, c, s] = [vx, vy, pose.cos, pose.sin].map(exact);
    return [
        add(sub(mul(c, x), mul(s, y)), exact(pose.x)),
        add(add(mul(s, x), mul(c, y)), exact(pose.y)),
    ];
}

/** @param {Place} p @param {Place} q @returns {Place} */
const difference = (p, q) => [sub(p[0], q[0]), sub(p[1], q[1])];

/** @param {Place} p @param {Place} q */
const cross = (p, q) => sub(mul(p[0], q[1]), mul(p[1], q[0]));

/** @param {Place} p @param {Place} q */
const dot = (p, q) => add(mul(p[0], q[0]), mul(p[1], q[1]));

/**
 * Returns whether a point is within a distance of the segment from p to q.
 *
 * @param {Place} point
 * @param {Place} p
 * @param {Place} q
 * @param {Dyadic} reach
 */
function isNearSegment(point, p, q, reach) {
    const [edge, from, to] = [difference(q, p), difference(point, p), difference(point, q)];
    const square = mul(reach, reach);
    if (compare(dot(from, from), square) <= 0 || compare(dot(to, to), square) <= 0) return true;
    if (sign(dot(edge, from)) <= 0 || sign(dot(edge, to)) >= 0) return false;
    const area = cross(edge, from);
    return compare(mul(area, area), mul(square, dot(edge, edge))) <= 0;
}

/**
 * Returns whether a ring, its interior or its inflation contains a point: the boundary is near, or a ray to the right crosses
 * it an odd number of times.
 *
 * @param {readonly (readonly number[])[][]} rings an outline and its holes; of two points or one, only the boundary counts
 * @param {number} radius
 * @param {ExactPose} pose
 * @param {readonly number[]} point
 */
export function containsExactly(rings, radius, pose, point) {
    const at = /** @type {Place} */ (point.map(exact));
    const reach = exact(radius);
    let isInside = false;
    for (const ring of rings) {
        const places = ring.map((vertex) => place(vertex, pose));
        for (const [i, p] of places.entries()) {
            const q = places[(i + 1) % places.length];
            if (isNearSegment(at, p, q, reach)) return true;
            const isAbove = compare(p[1], at[1]) > 0;
            if (isAbove === compare(q[1], at[1]) > 0) continue;
            const side = sign(cross(difference(q, p), difference(at, p)));
            if (isAbove ? side < 0 : side > 0) isInside = !isInside;
        }
    }
    return isInside;
}

/**
 * Returns the exact sides of the box of some bodies: minX, minY, maxX, maxY.
 *
 * @param {readonly { points: readonly (readonly number[])[], radius: number }[]} parts
 * @param {ExactPose} pose
 */
export function boundsExactly(parts, pose) {
    /** @type {Dyadic[]} */
    let sides = [];
    for (const { points, radius } of parts) {
        const reach = exact(radius);
        for (const [x, y] of points.map((point) => place(point, pose))) {
            const own = [sub(x, reach), sub(y, reach), add(x, reach), add(y, reach)];
            sides = own.map((side, k) => {
                const isOut =
                    sides[k] === undefined || compare(side, sides[k]) * (k < 2 ? -1 : 1) > 0;
                return isOut ? side : sides[k];
            });
        }
    }
    return sides;
}
