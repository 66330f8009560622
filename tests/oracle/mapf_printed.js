/**
 * Walker and Sturtevant, "Collision Detection for Agents in Multi-Agent Pathfinding": its equations as printed,
 * including mistakes, beside the corrected ones (src/agents/ERRATA.md has the derivations), in plain doubles.
 *
 * @typedef {number[]} Vector a vector of two or three numbers
 *
 * @typedef {object} Motion
 * @property {Vector} p at `start`
 * @property {Vector} v
 * @property {number} start
 * @property {number} end
 *
 * @typedef {{ A: number, B: number, C: number, D: number, E: number, F: number }} Conic of equation 12
 * @typedef {[number, number]} Range
 */

/** @param {Vector} p @param {Vector} q */
const dot = (p, q) => p.reduce((sum, x, i) => sum + x * q[i], 0);
/** @param {Vector} p @param {Vector} q */
const minus = (p, q) => p.map((x, i) => x - q[i]);

/**
 * Returns equation 12 as printed.
 *
 * @param {Vector} p1
 * @param {Vector} p2
 * @param {Vector} v1
 * @param {Vector} v2
 * @param {number} reach
 * @returns {Conic}
 */
export function printedConic(p1, p2, v1, v2, reach) {
    const v = minus(v1, v2);
    return {
        A: dot(v, v),
        B: 2 * (dot(v1, v1) - dot(v1, v2)),
        C: dot(v1, v1),
        D: 2 * (dot(p2, v2) - dot(p2, v1) + dot(p1, v2) - dot(p1, v1)),
        E: -2 * (dot(p2, v1) + dot(p1, v1)),
        F: dot(v, v) - reach * reach,
    };
}

/**
 * Returns the corrected equation 12: the coefficients of |P + V1 delta + V t|^2 - R^2.
 *
 * @param {Vector} p1
 * @param {Vector} p2
 * @param {Vector} v1
 * @param {Vector} v2
 * @param {number} reach
 * @returns {Conic}
 */
export function rightConic(p1, p2, v1, v2, reach) {
    const [p, v] = [minus(p1, p2), minus(v1, v2)];
    return {
        A: dot(v, v),
        B: 2 * dot(v1, v),
        C: dot(v1, v1),
        D: 2 * dot(p, v),
        E: 2 * dot(p, v1),
        F: dot(p, p) - reach * reach,
    };
}

/** Returns 4 A C - B^2. @param {Conic} conic */
export const discriminant = ({ A, B, C }) => 4 * A * C - B * B;

/** Returns the radicand of equation 13. @param {Conic} conic */
export function radicand(conic) {
    const { A, B, D, E, F } = conic;
    return (2 * B * D - 4 * A * E) ** 2 + 4 * discriminant(conic) * (D * D - 4 * A * F);
}

/**
 * Returns equation 13.
 *
 * @param {Conic} conic
 * @returns {Range} NaN where it takes the root of a negative number, or divides by 0
 */
export function delayRange(conic) {
    const { A, B, D, E } = conic;
    const center = (B * D - 2 * A * E) / discriminant(conic);
    const half = Math.sqrt(radicand(conic)) / (2 * discriminant(conic));
    return [center - half, center + half];
}

/** Returns equation 14. @param {Conic} conic @param {Range} range @returns {Range} */
export function collisionTimes({ A, B, D }, range) {
    return /** @type {Range} */ (range.map((delta) => (-B * delta - D) / (2 * A)));
}

/** @param {Conic} conic @param {number} t */
const rootAt = ({ A, B, C, D, E, F }, t) =>
    Math.sqrt((B * t + E) ** 2 - 4 * C * (t * (A * t + D) + F));

/** Returns equation 15 as printed. @param {Conic} conic @param {number} t */
export function printedDelayAt(conic, t) {
    const { B, C, E } = conic;
    return (-rootAt(conic, t) + B * t + E) / (2 * C);
}

/** Returns the corrected equation 15, both roots. @param {Conic} conic @param {number} t @returns {Range} */
export function rightDelaysAt(conic, t) {
    const { B, C, E } = conic;
    const root = rootAt(conic, t);
    return [(-(B * t + E) - root) / (2 * C), (-(B * t + E) + root) / (2 * C)];
}

/** Returns equation 11. @param {number} a @param {number} b @param {number} c @returns {Range} */
export function conflictRoots(a, b, c) {
    const root = Math.sqrt(b * b - 4 * a * c);
    return [(-b - root) / (2 * a), (-b + root) / (2 * a)];
}

/**
 * Returns the coefficients of equation 4, with time from the later of two starts.
 *
 * @param {Motion} one
 * @param {Motion} two
 * @param {number} reach
 * @param {number} [from]
 */
export function quadratic(one, two, reach, from = Math.max(one.start, two.start)) {
    const [q1, q2] = [one, two].map(({ p, v, start }) =>
        p.map((x, i) => x + v[i] * (from - start)),
    );
    const [p, v] = [minus(q1, q2), minus(one.v, two.v)];
    return { a: dot(v, v), b: 2 * dot(v, p), c: dot(p, p) - reach * reach };
}

/**
 * Returns the start times of agent 1 that algorithm 1 calls unsafe, line by line as printed, with the printed
 * equations. Times are relative to t0, as in the text, except in line 24.
 *
 * @param {Motion} one
 * @param {Motion} two
 * @param {number} reach
 * @returns {Range | null} null: NO COLLISION
 */
export function algorithm1(one, two, reach) {
    const t0 = Math.max(one.start, two.start);
    const tmax = Math.min(one.end, two.end);
    const delta = two.start - one.start;
    const conic = printedConic(one.p, two.p, one.v, two.v, reach);
    const range = delayRange(conic);
    if (!(range[0] <= delta && delta <= range[1])) return null;
    const times = collisionTimes(conic, range);
    const [least, most] = [Math.min(...times), Math.max(...times)];
    if (least < 0) range[0] = printedDelayAt(conic, 0);
    if (most < 0) range[1] = printedDelayAt(conic, 0);
    return [t0 + range[0], Math.min(tmax, t0 + range[1])];
}

/**
 * Returns the result of algorithm 1 with all misprints corrected (E1 to E8): the right conic, both roots of equation
 * 15, lines 19 to 21 for tmax, the end of the range clipped that belongs to the time outside, and delays s2 - s1 -
 * delta. Only its structure is kept.
 *
 * @param {Motion} one
 * @param {Motion} two
 * @param {number} reach
 * @returns {Range | null}
 */
export function repairedAlgorithm1(one, two, reach) {
    const delta = two.start - one.start;
    const conic = rightConic(one.p, two.p, one.v, two.v, reach);
    const range = delayRange(conic);
    if (!(range[0] <= delta && delta <= range[1])) return null;
    const times = collisionTimes(conic, range);
    const tmax = Math.min(one.end, two.end) - Math.max(one.start, two.start);
    /** The end of the range with the earlier time. */
    const early = times[0] < times[1] ? 0 : 1;
    const clip = (/** @type {number} */ end, /** @type {number} */ t) => {
        const delays = rightDelaysAt(conic, t);
        if (!Number.isNaN(delays[end])) range[end] = delays[end];
    };
    if (times[early] < 0) clip(early, 0);
    if (times[1 - early] > tmax) clip(1 - early, tmax);
    return [delta - range[1], delta - range[0]];
}
