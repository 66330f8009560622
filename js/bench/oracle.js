/**
 * Oracles that share neither code nor method with the package: brute force over all vertices and edges, in
 * double. They are accurate to some 1e-15 of the coordinates, so verdicts are known except near contact.
 *
 * @import { Outline } from './polygons.js'
 */

/**
 * Returns the vertices at a placement x, y, cos, sin. The angle is the direction of (cos, sin), whose length is
 * 1 only up to rounding to float32.
 *
 * @param {Outline} outline
 * @param {Float32Array} poses
 * @param {number} pair
 * @param {Float64Array} [out]
 */
export function placeVertices(outline, poses, pair, out = new Float64Array(outline.length)) {
    const [x, y, u, v] = poses.subarray(4 * pair, 4 * pair + 4);
    const length = Math.sqrt(u * u + v * v);
    const [c, s] = [u / length, v / length];
    for (let k = 0; k < outline.length; k += 2) {
        out[k] = x + c * outline[k] - s * outline[k + 1];
        out[k + 1] = y + s * outline[k] + c * outline[k + 1];
    }
    return out;
}

/**
 * Returns the signed separation of two convex polygons; negative: the depth of their overlap; 0 or near it:
 * contact.
 *
 * @param {Float64Array} a counter-clockwise
 * @param {Float64Array} b
 */
export function separation(a, b) {
    const axisGap = Math.max(maxGap(a, b), maxGap(b, a));
    return axisGap > 0 ? nearest(a, b).distance : axisGap;
}

/** Returns the largest gap along the outward normals of A's edges; it is positive when one of them separates. */
function maxGap(/** @type {Float64Array} */ a, /** @type {Float64Array} */ b) {
    let largest = -Infinity;
    for (let k = 0; k < a.length; k += 2) {
        const next = (k + 2) % a.length;
        const [ex, ey] = [a[next] - a[k], a[next + 1] - a[k + 1]];
        let gap = Infinity;
        for (let m = 0; m < b.length; m += 2) {
            gap = Math.min(gap, ey * (b[m] - a[k]) - ex * (b[m + 1] - a[k + 1]));
        }
        largest = Math.max(largest, gap / Math.sqrt(ex * ex + ey * ey));
    }
    return largest;
}

/**
 * Returns the distance of two disjoint polygons, and the vector from A's nearest point to B's.
 *
 * @param {Float64Array} a
 * @param {Float64Array} b
 */
export function nearest(a, b) {
    const toB = nearestEdge(b, a);
    const toA = nearestEdge(a, b);
    const [x, y] = toB.square < toA.square ? [toB.x, toB.y] : [-toA.x, -toA.y];
    return { distance: Math.sqrt(Math.min(toA.square, toB.square)), x, y };
}

/**
 * Returns the shortest vector from a point to an edge.
 *
 * @param {Float64Array} edges
 * @param {Float64Array} points
 */
function nearestEdge(edges, points) {
    const best = { square: Infinity, x: 0, y: 0 };
    for (let k = 0; k < edges.length; k += 2) {
        const next = (k + 2) % edges.length;
        const [ex, ey] = [edges[next] - edges[k], edges[next + 1] - edges[k + 1]];
        const length = ex * ex + ey * ey;
        for (let m = 0; m < points.length; m += 2) {
            const [px, py] = [edges[k] - points[m], edges[k + 1] - points[m + 1]];
            const fraction = Math.min(1, Math.max(0, -(px * ex + py * ey) / length));
            const [x, y] = [px + fraction * ex, py + fraction * ey];
            if (x * x + y * y < best.square) Object.assign(best, { square: x * x + y * y, x, y });
        }
    }
    return best;
}
