import { quickDecomp } from 'poly-decomp-es';

/**
 * Decomposes simple polygons into convex parts.
 *
 * @typedef {[number, number]} Vertex
 */

/** Maximum number of vertices: the test for self-intersection and the decomposition are quadratic. */
export const MAX_VERTICES = 500;

/** Maximum difference of the parts' area from the polygon's, relative to its box; a cut's end on an edge is rounded. */
const AREA_RELATIVE = 1e-12;

/** Maximum distance of a vertex from a line to count as on it, relative to its coordinates: their rounding. */
const COLLINEAR_RELATIVE = 4 * Number.EPSILON;

/**
 * Returns convex counter-clockwise polygons that together are the polygon: the polygon itself if it is convex. Cuts run
 * between its vertices, or end on an edge.
 *
 * @param {Vertex[]} outline in either direction; the first vertex may be repeated at the end
 * @returns {Vertex[][] | string} or a description of what is wrong with the outline
 */
export function toConvexParts(outline) {
    const vertices = simplifyOutline(outline);
    if (typeof vertices === 'string') return vertices;
    const area = signedArea(vertices);
    if (!(Math.abs(area) > 0)) return 'the polygon has no area';
    if (area < 0) vertices.reverse();
    if (isConvex(vertices)) return [vertices];
    if (vertices.length > MAX_VERTICES) {
        return `the polygon is not convex and has more than ${MAX_VERTICES} vertices`;
    }
    if (isSelfIntersecting(vertices)) return 'the polygon crosses or touches itself';
    const parts = quickDecomp(vertices, [], [], [], 0, 2 * MAX_VERTICES).map(simplifyOutline);
    const convex = parts.filter((part) => typeof part !== 'string' && isConvex(part));
    const partsArea = convex.reduce(
        (total, part) => total + signedArea(/** @type {Vertex[]} */ (part)),
        0,
    );
    const rounding = perimeter(vertices) * collinearTolerance(vertices);
    const isWhole =
        Math.abs(partsArea - Math.abs(area)) <=
        AREA_RELATIVE * boundingBoxArea(vertices) + rounding;
    if (convex.length === parts.length && isWhole) return /** @type {Vertex[][]} */ (convex);
    return 'the polygon could not be cut into convex parts';
}

/**
 * Returns twice the area of a triangle, positive if it is counter-clockwise.
 *
 * @param {Vertex} a
 * @param {Vertex} b
 * @param {Vertex} c
 */
function orient2d(a, b, c) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/**
 * Returns the signed area, positive if counter-clockwise.
 *
 * @param {Vertex[]} vertices
 */
export function signedArea(vertices) {
    let sum = 0;
    for (let k = 2; k < vertices.length; k++) {
        sum += orient2d(vertices[0], vertices[k - 1], vertices[k]);
    }
    return sum / 2;
}

/**
 * Returns the centroid of a polygon's area.
 *
 * @param {Vertex[]} vertices
 * @returns {Vertex}
 */
export function centroid(vertices) {
    const [a] = vertices;
    let [sum, x, y] = [0, 0, 0];
    for (let k = 2; k < vertices.length; k++) {
        const [b, c] = [vertices[k - 1], vertices[k]];
        const weight = orient2d(a, b, c);
        sum += weight;
        x += weight * (b[0] - a[0] + (c[0] - a[0]));
        y += weight * (b[1] - a[1] + (c[1] - a[1]));
    }
    return [a[0] + x / (3 * sum), a[1] + y / (3 * sum)];
}

/** Returns the area of the bounding box. @param {Vertex[]} vertices */
function boundingBoxArea(vertices) {
    let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const [x, y] of vertices) {
        [left, right] = [Math.min(left, x), Math.max(right, x)];
        [low, high] = [Math.min(low, y), Math.max(high, y)];
    }
    return (right - left) * (high - low);
}

/**
 * Returns an outline without repeated vertices and without those on the line between their neighbors.
 *
 * @param {Vertex[]} outline
 * @returns {Vertex[] | string}
 */
function simplifyOutline(outline) {
    const distinct = outline.filter(([x, y], k) => {
        const [px, py] = outline[(k || outline.length) - 1];
        return x !== px || y !== py;
    });
    if (distinct.length < 3) return 'the polygon has fewer than three different vertices';
    const size = distinct.length;
    const tolerance = collinearTolerance(distinct);
    const kept = distinct.filter((vertex, k) => {
        const [before, after] = [distinct[(k || size) - 1], distinct[(k + 1) % size]];
        const doubleArea = Math.abs(orient2d(before, vertex, after));
        return doubleArea > tolerance * distance(before, after) || isSpike(before, vertex, after);
    });
    return kept.length < 3 ? 'the polygon has no area' : kept;
}

/** @param {Vertex[]} vertices */
function collinearTolerance(vertices) {
    const largest = vertices.reduce((m, [x, y]) => Math.max(m, Math.abs(x), Math.abs(y)), 0);
    return COLLINEAR_RELATIVE * largest;
}

/** @param {Vertex} a @param {Vertex} b */
function distance(a, b) {
    return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** @param {Vertex[]} vertices */
function perimeter(vertices) {
    return vertices.reduce(
        (sum, vertex, k) => sum + distance(vertices[(k || vertices.length) - 1], vertex),
        0,
    );
}

/** Returns whether an outline turns back on itself at a vertex. @param {Vertex} a @param {Vertex} b @param {Vertex} c */
function isSpike(a, b, c) {
    return (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) <= 0;
}

/** Returns whether an outline is convex: counter-clockwise, and once around. @param {Vertex[]} vertices */
function isConvex(vertices) {
    const size = vertices.length;
    return vertices.every((vertex, k) => {
        const [next, after] = [vertices[(k + 1) % size], vertices[(k + 2) % size]];
        const isFan = k === 0 || k + 1 >= size || orient2d(vertices[0], vertex, next) > 0;
        return isFan && orient2d(vertex, next, after) > 0;
    });
}

/** @param {Vertex[]} vertices */
function isSelfIntersecting(vertices) {
    const size = vertices.length;
    for (let i = 0; i < size; i++) {
        const [a, b, c] = [vertices[i], vertices[(i + 1) % size], vertices[(i + 2) % size]];
        if (orient2d(a, b, c) === 0) return true;
        // Adjacent edges share a vertex, and only that.
        for (let j = i + 2; j < size && j - i < size - 1; j++) {
            if (doSegmentsIntersect(a, b, vertices[j], vertices[(j + 1) % size])) return true;
        }
    }
    return false;
}

/**
 * Returns whether two closed segments intersect.
 *
 * @param {Vertex} a
 * @param {Vertex} b
 * @param {Vertex} c
 * @param {Vertex} d
 */
function doSegmentsIntersect(a, b, c, d) {
    const isApart = [0, 1].some(
        (k) =>
            Math.max(a[k], b[k]) < Math.min(c[k], d[k]) ||
            Math.max(c[k], d[k]) < Math.min(a[k], b[k]),
    );
    if (isApart) return false;
    const [p, q] = [c, d].map((vertex) => Math.sign(orient2d(a, b, vertex)));
    const [r, s] = [a, b].map((vertex) => Math.sign(orient2d(c, d, vertex)));
    return p * q <= 0 && r * s <= 0;
}
