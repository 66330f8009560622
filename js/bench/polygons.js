import { between, pick, shuffle } from './random.js';

/** @import { Random } from './random.js' */

/**
 * Flat coordinates x, y, all float32: counter-clockwise, strictly convex, with the origin inside.
 *
 * @typedef {Float32Array} Outline
 */

/** Range of sizes, about 1; a size is the largest distance of a vertex from the origin. */
const SIZE = { min: 0.5, max: 1.5 };

/** Minimum distance of an edge from the origin, in sizes, which excludes needles. */
const MIN_WIDTH = 1 / 8;

/** Minimum sine of the turn at a vertex: far above the effect of rounding to float32 on an edge. */
const MIN_TURN = 2 ** -14;

/**
 * Returns a random convex polygon with exactly n vertices. Its distribution is that of n random points in a
 * square, given that they are in convex position. Source: Valtr, "Probability that n random points are in
 * convex position", 1995.
 *
 * @param {Random} random
 * @param {number} n at least 3
 * @returns {Outline}
 */
export function randomPolygon(random, n) {
    for (;;) {
        const x = closedSteps(random, n);
        const y = shuffle(random, closedSteps(random, n));
        const edges = x.map((dx, k) => /** @type {[number, number]} */ ([dx, y[k]]));
        const outline = layEdges(
            edges.sort(compareDirections),
            between(random, SIZE.min, SIZE.max),
        );
        if (isWellFormed(outline)) return outline;
    }
}

/**
 * Returns a random rectangle with sides along the axes.
 *
 * @param {Random} random
 * @returns {Outline}
 */
export function randomBox(random) {
    const x = between(random, SIZE.min / 2, SIZE.max);
    const y = between(random, SIZE.min / 2, SIZE.max);
    return Float32Array.of(-x, -y, x, -y, x, y, -x, y);
}

/**
 * Returns n steps that lead from the least of n random numbers to the greatest via some of the others, and back
 * via the rest: their sum is 0.
 *
 * @param {Random} random
 * @param {number} n
 */
function closedSteps(random, n) {
    const [min, ...others] = Array.from({ length: n }, random).sort((p, q) => p - q);
    const max = /** @type {number} */ (others.pop());
    const out = [];
    const ends = [min, min];
    const signs = [1, -1];
    for (const value of others) {
        const chain = pick(random, 2);
        out.push(signs[chain] * (value - ends[chain]));
        ends[chain] = value;
    }
    return [...out, max - ends[0], ends[1] - max];
}

/**
 * Compares directions counter-clockwise from the negative x axis. @param {[number, number]} p @param {[number,
 * number]} q
 */
function compareDirections(p, q) {
    const halves = Number(isUpper(p)) - Number(isUpper(q));
    return halves !== 0 ? halves : q[0] * p[1] - q[1] * p[0];
}

/** @param {[number, number]} edge */
function isUpper([x, y]) {
    return y > 0 || (y === 0 && x > 0);
}

/**
 * Returns the vertices of a chain of edges, relative to their mean.
 *
 * @param {[number, number][]} edges
 * @param {number} size
 */
function layEdges(edges, size) {
    const points = [];
    const sum = [0, 0];
    let [x, y] = [0, 0];
    for (const [dx, dy] of edges) {
        points.push([x, y]);
        sum[0] += x;
        sum[1] += y;
        x += dx;
        y += dy;
    }
    const centered = points.map(([px, py]) => [
        px - sum[0] / edges.length,
        py - sum[1] / edges.length,
    ]);
    const maxRadius = Math.sqrt(Math.max(...centered.map(([px, py]) => px * px + py * py)));
    return Float32Array.from(centered.flat(), (value) => (value * size) / maxRadius);
}

/** Returns whether an outline is strictly convex as rounded, and not a needle. @param {Outline} outline */
function isWellFormed(outline) {
    const at = (/** @type {number} */ k) => outline[k % outline.length];
    let maxRadius = 0;
    for (let k = 0; k < outline.length; k += 2)
        maxRadius = Math.max(maxRadius, length(at(k), at(k + 1)));
    for (let k = 0; k < outline.length; k += 2) {
        const [ex, ey] = [at(k + 2) - at(k), at(k + 3) - at(k + 1)];
        const [fx, fy] = [at(k + 4) - at(k + 2), at(k + 5) - at(k + 3)];
        const edge = length(ex, ey);
        if (!(ex * fy - ey * fx > MIN_TURN * edge * length(fx, fy))) return false;
        if (!(at(k) * ey - at(k + 1) * ex > MIN_WIDTH * edge * maxRadius)) return false;
    }
    return true;
}

/** @param {number} x @param {number} y */
function length(x, y) {
    return Math.sqrt(x * x + y * y);
}
