import { createInstance } from '../../scenario/model/arguments.js';
import { faultOf, isConcave, makeBodyPart } from '../../scenario/model/outline.js';
import { InputError } from '../text/source.js';

/**
 * Outlines of bodies: their checks at the place in a file where they are stated.
 *
 * @import { Graze, GrazeError } from 'graze'
 * @import { OutlineFault } from '../../scenario/model/outline.js'
 * @import { Polygon, SourcePosition } from '../../scenario/model/scenario.js'
 *
 * @typedef {[number, number]} Vertex
 */

/** Maximum distance of a vertex from a line to count as on it, relative to its coordinates: their rounding. */
const COLLINEAR_RELATIVE = 4 * Number.EPSILON;

/** Instance that decomposes outlines; it is made for the first that is not convex. @type {Promise<Graze> | undefined} */
let instance;

/**
 * Returns the fault of a polygon that is not the boundary of a region once it is rounded to float32; undefined for others.
 *
 * @param {Polygon} polygon
 * @returns {Promise<OutlineFault | undefined>}
 */
export async function findFault(polygon) {
    if (!isConcave(polygon)) return undefined;
    instance ??= createInstance();
    const graze = await instance;
    try {
        makeBodyPart(graze, polygon).shape.free();
        return undefined;
    } catch (error) {
        const faulty = faultOf(error);
        if (faulty === undefined) throw error;
        const { explainFault } = await import('../../scenario/model/outline.js');
        return explainFault(/** @type {GrazeError} */ (error), faulty);
    }
}

/**
 * Outlines of a file that are not convex. They are checked after the file is read, since that needs the library, which is loaded
 * for them alone.
 */
export class Outlines {
    /** @type {{ polygon: Polygon, positionOf: (ring: number, point: number) => SourcePosition }[]} */
    #polygons = [];

    /**
     * @param {Polygon} polygon
     * @param {(ring: number, point: number) => SourcePosition} positionOf returns the position of a point in the file; ring 0 is
     *   the outline
     */
    add(polygon, positionOf) {
        if (isConcave(polygon)) this.#polygons.push({ polygon, positionOf });
    }

    /**
     * @param {{ name: string }} file
     * @throws {InputError} `bad-shape` for the first that is not the boundary of a region
     */
    async check(file) {
        for (const { polygon, positionOf } of this.#polygons) {
            const fault = await findFault(polygon);
            if (fault === undefined) continue;
            const { ring, point } = fault.first;
            throw new InputError('bad-shape', file, positionOf(ring, point), fault.text);
        }
    }
}

/**
 * Returns an outline counter-clockwise, without repeated vertices; a convex one also without vertices on the line between
 * their neighbors. Points of the result are those of the argument.
 *
 * @param {Vertex[]} outline in either direction; the first vertex may be repeated at the end
 * @returns {Vertex[] | string} or a description of what is wrong with the outline
 */
export function normalizeOutline(outline) {
    const vertices = outline.filter(([x, y], k) => {
        const [px, py] = outline[(k || outline.length) - 1];
        return x !== px || y !== py;
    });
    if (vertices.length < 3) return 'the polygon has fewer than three different vertices';
    const area = signedArea(vertices);
    const corners = removeCollinear(vertices);
    // One that intersects itself may have a signed area of 0: its check names the edges.
    const isFlat = !(Math.abs(area) > 0) && isOnLines(vertices);
    if (corners.length < 3 || isFlat) return 'the polygon has no area';
    if (area < 0) {
        vertices.reverse();
        corners.reverse();
    }
    return isConvex(corners) ? corners : vertices;
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

/** Returns whether each edge of an outline is on a line through its first vertex. @param {Vertex[]} vertices */
function isOnLines([first, ...others]) {
    return others.every(
        (vertex, k) => k === 0 || !(Math.abs(orient2d(first, others[k - 1], vertex)) > 0),
    );
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
 * Returns the centroid of a polygon's area; the first vertex of an outline whose signed area is 0, which intersects itself.
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
    return sum === 0 ? a : [a[0] + x / (3 * sum), a[1] + y / (3 * sum)];
}

/** @param {Vertex[]} vertices */
function removeCollinear(vertices) {
    const size = vertices.length;
    const largest = vertices.reduce((m, [x, y]) => Math.max(m, Math.abs(x), Math.abs(y)), 0);
    const tolerance = COLLINEAR_RELATIVE * largest;
    return vertices.filter((vertex, k) => {
        const [before, after] = [vertices[(k || size) - 1], vertices[(k + 1) % size]];
        const doubleArea = Math.abs(orient2d(before, vertex, after));
        const width = Math.hypot(after[0] - before[0], after[1] - before[1]);
        return doubleArea > tolerance * width || isSpike(before, vertex, after);
    });
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

/**
 * Returns a quadrilateral as one or two convex parts, counter-clockwise; null if it is clockwise or intersects itself. Two of its
 * vertices may be equal.
 *
 * @param {Vertex[]} vertices four
 * @returns {Vertex[][] | null}
 */
export function cutQuadrilateral([a, b, c, d]) {
    for (const [p, q, r, s] of [
        [a, b, c, d],
        [b, c, d, a],
    ]) {
        // The diagonal from p to r is inside.
        const [first, second] = [orient2d(p, q, r), orient2d(p, r, s)];
        if (!(first >= 0 && second >= 0 && first + second > 0)) continue;
        const isWhole = orient2d(q, r, s) > 0 && orient2d(s, p, q) > 0;
        if (isWhole) return [[p, q, r, s]];
        const triangles = [];
        if (first > 0) triangles.push([p, q, r]);
        if (second > 0) triangles.push([p, r, s]);
        return triangles;
    }
    return null;
}
