import { exact, rootToNumber, toCommonScale } from './dyadic.js';

/**
 * Two convex polygons by brute force over all vertex differences, in integers: relation, distance and penetration, for
 * any degenerate form: points, segments, duplicates, collinear points.
 *
 * @typedef {[bigint, bigint]} Point
 */

/** @param {Point} o @param {Point} a @param {Point} b */
function turn(o, a, b) {
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

/** Returns the hull by sorting: lower and upper chains. @param {Point[]} points */
function hullOf(points) {
    const sorted = points
        .slice()
        .sort((p, q) =>
            p[0] < q[0] ? -1 : p[0] > q[0] ? 1 : p[1] < q[1] ? -1 : p[1] > q[1] ? 1 : 0,
        )
        .filter((p, k, all) => k === 0 || p[0] !== all[k - 1][0] || p[1] !== all[k - 1][1]);
    if (sorted.length < 3) return sorted;
    /** @param {Point[]} list */
    const chain = (list) => {
        /** @type {Point[]} */
        const out = [];
        for (const p of list) {
            while (out.length >= 2 && turn(out[out.length - 2], out[out.length - 1], p) <= 0n)
                out.pop();
            out.push(p);
        }
        return out.slice(0, -1);
    };
    return [...chain(sorted), ...chain(sorted.reverse())];
}

/**
 * Returns the squared distance of the origin from a segment, as a fraction.
 *
 * @param {Point} a
 * @param {Point} b
 * @returns {[bigint, bigint]}
 */
function segmentDistance(a, b) {
    const e = [b[0] - a[0], b[1] - a[1]];
    const length = e[0] * e[0] + e[1] * e[1];
    const along = -(a[0] * e[0] + a[1] * e[1]);
    if (along <= 0n) return [a[0] * a[0] + a[1] * a[1], 1n];
    if (along >= length) return [b[0] * b[0] + b[1] * b[1], 1n];
    const cross = a[0] * e[1] - a[1] * e[0];
    return [cross * cross, length];
}

/**
 * @param {number[][]} a
 * @param {number[][]} b
 * @returns {{ relation: 'disjoint' | 'touching' | 'overlapping', distance: number, depth: number }}
 *   `distance` when disjoint, `depth` when overlapping, rounded to nearest; else 0
 */
export function relatePolygons(a, b) {
    return relateRounded(a, 0, b, 0);
}

/**
 * Checks polygons inflated by radii: compares the cores' distance with the radii's sum, exactly. `distance` is then the
 * difference of two rounded numbers, and `depth` that of the cores.
 *
 * @param {number[][]} a
 * @param {number} radiusA
 * @param {number[][]} b
 * @param {number} radiusB
 * @returns {ReturnType<typeof relatePolygons>}
 */
export function relateRounded(a, radiusA, b, radiusB) {
    const numbers = [...[...a, ...b].flat(), radiusA, radiusB];
    const { integers: all, e } = toCommonScale(numbers.map(exact));
    const integers = all.slice(0, -2);
    const reach = all[all.length - 2] + all[all.length - 1];
    /** @type {Point[]} */
    const points = [];
    for (let k = 0; k < integers.length; k += 2) points.push([integers[k], integers[k + 1]]);
    /** @type {Point[]} */
    const differences = [];
    for (const p of points.slice(0, a.length)) {
        for (const q of points.slice(a.length)) differences.push([p[0] - q[0], p[1] - q[1]]);
    }
    const hull = hullOf(differences);
    let nearest = [hull[0][0] ** 2n + hull[0][1] ** 2n, 1n];
    let outside = false;
    hull.forEach((p, k) => {
        const q = hull[(k + 1) % hull.length];
        const square = segmentDistance(p, q);
        if (square[0] * nearest[1] < nearest[0] * square[1]) nearest = square;
        if (hull.length > 2 && turn(p, q, [0n, 0n]) < 0n) outside = true;
    });
    const size = rootToNumber(nearest[0], nearest[1], e);
    /** @param {number} depth @returns {ReturnType<typeof relatePolygons>} */
    const met = (depth) => {
        const relation = reach > 0n || depth > 0 ? 'overlapping' : 'touching';
        return { relation, distance: 0, depth };
    };
    if (nearest[0] === 0n) return met(0);
    if (!outside && hull.length > 2) return met(size);
    const beyond = nearest[0] - reach * reach * nearest[1];
    const relation = beyond > 0n ? 'disjoint' : beyond === 0n ? 'touching' : 'overlapping';
    const distance = beyond > 0n ? size - (radiusA + radiusB) : 0;
    return { relation, distance, depth: 0 };
}
