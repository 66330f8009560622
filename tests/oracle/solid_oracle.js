import { exact, rootToNumber, toCommonScale } from './dyadic.js';

/**
 * Exact relation, distance and depth of two hulls of points in space whose coordinates are doubles, in integers. The core
 * shares no code with this file, and the method is another one where that matters: whether bodies in contact overlap is
 * decided by all candidates of a separating direction, the depth by all normals that facets of A - B can have.
 *
 * @typedef {number[]} Point x, y, z
 * @typedef {bigint[]} Whole the same as integers
 * @typedef {{ n: bigint, d: bigint, e: number }} Square n / d 4^e
 * @typedef {'disjoint' | 'touching' | 'overlapping'} Relation
 * @typedef {object} Pose
 * @property {Point} at
 * @property {number[]} rotation matrix, column by column
 * @typedef {{ a: Whole[], b: Whole[], e: number }} Pair points of both bodies, in units of 2^e
 */

const UNIT = 2 ** -160;

/** Rounds a coordinate as the core does: small ones to multiples of 2^-160. @param {number} x */
function roundSmall(x) {
    const shift = 1.5 * 2 ** -108;
    return Math.abs(x) < UNIT * 2 ** 53 ? x + shift - shift : x;
}

/** Returns points as a pose places them. @param {Point[]} points @param {Pose} pose @returns {Point[]} */
export function place(points, { at, rotation: r }) {
    return points.map(([x, y, z]) =>
        at.map((t, k) => roundSmall(r[k] * x + r[k + 3] * y + r[k + 6] * z + t)),
    );
}

/** Returns two lists of points as integers of one scale. @param {Point[]} a @param {Point[]} b @returns {Pair} */
export function toPair(a, b) {
    const { integers, e } = toCommonScale([...a, ...b].flat().map(exact));
    const points = Array.from({ length: a.length + b.length }, (_, k) =>
        integers.slice(3 * k, 3 * k + 3),
    );
    return { a: points.slice(0, a.length), b: points.slice(a.length), e };
}

/** @param {Whole} p @param {Whole} q */
const dot = (p, q) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
/** @param {Whole} p @param {Whole} q @returns {Whole} */
const sub = (p, q) => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
/** @param {Whole} p @param {Whole} q @returns {Whole} */
const cross = (p, q) => [
    p[1] * q[2] - p[2] * q[1],
    p[2] * q[0] - p[0] * q[2],
    p[0] * q[1] - p[1] * q[0],
];
/** @param {Whole} p */
const isZero = (p) => p[0] === 0n && p[1] === 0n && p[2] === 0n;

/** Returns the determinant of up to three rows. @param {bigint[][]} m @returns {bigint} */
function determinant(m) {
    if (m.length === 1) return m[0][0];
    if (m.length === 2) return m[0][0] * m[1][1] - m[0][1] * m[1][0];
    return dot(cross(m[0], m[1]), m[2]);
}

/**
 * Returns the weights of the point of the affine hull of some points that is nearest the origin, times their sum; none if
 * the points depend on each other or one weight is not positive.
 *
 * @param {Whole[]} points
 */
function weightsOf(points) {
    if (points.length === 1) return [1n];
    const edges = points.slice(1).map((p) => sub(p, points[0]));
    const matrix = edges.map((p) => edges.map((q) => dot(p, q)));
    const right = edges.map((p) => -dot(p, points[0]));
    const whole = determinant(matrix);
    if (whole === 0n) return undefined;
    const others = edges.map((_, k) =>
        determinant(matrix.map((row, i) => row.map((x, j) => (j === k ? right[i] : x)))),
    );
    const weights = [others.reduce((rest, x) => rest - x, whole), ...others];
    return weights.every((x) => x > 0n) ? weights : undefined;
}

/**
 * @typedef {object} Nearest
 * @property {number[]} kept indices of the points with a weight
 * @property {bigint[]} weights
 * @property {bigint} sum of the weights
 * @property {Whole} v nearest point of the hull of the points, times `sum`
 * @property {bigint} square |v|^2
 */

/** Returns the point of the hull of at most four points nearest the origin. @param {Whole[]} points @returns {Nearest} */
function nearestOf(points) {
    /** @type {Nearest | undefined} */
    let best;
    for (let set = 1; set < 1 << points.length; set++) {
        const kept = points.map((_, k) => k).filter((k) => (set >> k) & 1);
        const weights = weightsOf(kept.map((k) => points[k]));
        if (weights === undefined) continue;
        const sum = weights.reduce((x, y) => x + y);
        const v = [0, 1, 2].map((i) => kept.reduce((x, k, j) => x + weights[j] * points[k][i], 0n));
        const square = dot(v, v);
        if (best && square * best.sum * best.sum >= best.square * sum * sum) continue;
        best = { kept, weights, sum, v, square };
    }
    if (best === undefined) throw new Error('a point is nearest');
    return best;
}

/** Returns the index of the point that is least along a direction. @param {Whole[]} points @param {Whole} d */
function leastAlong(points, d) {
    let best = 0;
    let least = dot(points[0], d);
    points.forEach((p, k) => {
        const along = dot(p, d);
        if (along >= least) return;
        least = along;
        best = k;
    });
    return { best, least };
}

/**
 * Returns the point of A - B nearest the origin, and a common point of the bodies if it is the origin.
 *
 * @param {Pair} pair
 */
function nearestPoint({ a, b }) {
    let simplex = [[0, 0]];
    for (;;) {
        const found = nearestOf(simplex.map(([i, j]) => sub(a[i], b[j])));
        const { kept, weights, sum, v, square } = found;
        simplex = kept.map((k) => simplex[k]);
        if (square === 0n) {
            const common = [0, 1, 2].map((k) =>
                simplex.reduce((x, [i], j) => x + weights[j] * a[i][k], 0n),
            );
            return { square, sum, v, common };
        }
        const ofA = leastAlong(a, v);
        const ofB = leastAlong(
            b,
            v.map((x) => -x),
        );
        if ((ofA.least + ofB.least) * sum >= square) return { square, sum, v };
        simplex.push([ofA.best, ofB.best]);
    }
}

/**
 * Returns the signs of points along a direction: whether any is above 0, and below. Points that stopped an earlier search
 * are tried first.
 *
 * @param {Whole[]} points
 * @param {Whole} d
 */
function sidesOf(points, d) {
    let [above, below] = [false, false];
    for (let k = 0; k < points.length && !(above && below); k++) {
        const along = dot(points[k], d);
        if (along === 0n) continue;
        const isNews = along > 0n ? !above : !below;
        if (along > 0n) above = true;
        else below = true;
        if (isNews && k > 3) [points[k], points[k >> 1]] = [points[k >> 1], points[k]];
    }
    return { above, below };
}

/**
 * Returns whether A - B has a plane of support through the origin: bodies with the common point c, times `sum`, touch if a
 * direction d has d . a <= d . c <= d . b for all their points. If the steps from c span space, and such directions exist,
 * one of them is perpendicular to two of the steps.
 *
 * @param {Pair} pair
 * @param {Whole} c
 * @param {bigint} sum
 */
function isTouch({ a, b }, c, sum) {
    const scaled = (/** @type {Whole} */ p) => p.map((x) => x * sum);
    const steps = [...a.map((p) => sub(scaled(p), c)), ...b.map((p) => sub(c, scaled(p)))].filter(
        (p) => !isZero(p),
    );
    const all = [...steps];
    let isFlat = true;
    for (let i = 0; i < steps.length; i++)
        for (let j = 0; j < i; j++) {
            const d = cross(steps[i], steps[j]);
            if (isZero(d)) continue;
            const { above, below } = sidesOf(all, d);
            if (!(above && below)) return true;
            isFlat = false;
        }
    return isFlat;
}

/** Returns the relation and the squared distance of two hulls. @param {Pair} pair */
export function relationOf(pair) {
    const { square, sum, common } = nearestPoint(pair);
    /** @type {Square} */
    const distance = { n: square, d: sum * sum, e: pair.e };
    /** @type {Relation} */
    let relation = 'disjoint';
    if (common) relation = isTouch(pair, common, sum) ? 'touching' : 'overlapping';
    return { relation, distance };
}

/** Returns the exact sum of doubles, squared. @param {number[]} values @returns {Square} */
export function squareOfSum(values) {
    const { integers, e } = toCommonScale(values.map(exact));
    const sum = integers.reduce((x, y) => x + y, 0n);
    return { n: sum * sum, d: 1n, e };
}

/** Returns -1, 0 or 1 as p < q, p = q, p > q. @param {Square} p @param {Square} q */
export function compareSquares(p, q) {
    const e = Math.min(p.e, q.e);
    const left = (p.n * q.d) << BigInt(2 * (p.e - e));
    const right = (q.n * p.d) << BigInt(2 * (q.e - e));
    return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * Returns the relation of bodies with radii.
 *
 * @param {{ relation: Relation, distance: Square }} cores
 * @param {number} radiusA
 * @param {number} radiusB
 * @returns {Relation}
 */
export function inflated({ relation, distance }, radiusA, radiusB) {
    if (radiusA === 0 && radiusB === 0) return relation;
    if (relation !== 'disjoint') return 'overlapping';
    const order = compareSquares(distance, squareOfSum([radiusA, radiusB]));
    return order > 0 ? 'disjoint' : order === 0 ? 'touching' : 'overlapping';
}

/** Returns the root of a square as a double. @param {Square} p */
export const rootOfSquare = ({ n, d, e }) => rootToNumber(n, d, e);

/** Returns all steps between two of some points. @param {Whole[]} points */
const stepsOf = (points) => points.flatMap((p, k) => points.slice(0, k).map((q) => sub(p, q)));

/**
 * Returns the squared depth of overlapping hulls: every normal gives an upper bound, and a facet of A - B, of which each is
 * spanned by two edges of the bodies, the least one.
 *
 * @param {Pair} pair
 * @returns {Square}
 */
export function depthOf({ a, b, e }) {
    const edges = [stepsOf(a), stepsOf(b)];
    /** @type {Square | undefined} */
    let best;
    const consider = (/** @type {Whole} */ normal) => {
        if (isZero(normal)) return;
        const opposite = normal.map((x) => -x);
        for (const [d, minusD] of [
            [normal, opposite],
            [opposite, normal],
        ]) {
            const extent = -leastAlong(a, minusD).least - leastAlong(b, d).least;
            const next = { n: extent * extent, d: dot(d, d), e };
            if (best === undefined || next.n * best.d < best.n * next.d) best = next;
        }
    };
    for (const [first, second] of [
        [edges[0], edges[0]],
        [edges[1], edges[1]],
        [edges[0], edges[1]],
    ])
        first.forEach((p, k) => {
            for (const q of first === second ? second.slice(0, k) : second) consider(cross(p, q));
        });
    if (best === undefined) throw new Error('flat');
    return best;
}

/**
 * Returns whether a direction separates the bodies: d . a <= d . b for all their points. Exact for d as it is.
 *
 * @param {Point[]} a
 * @param {Point[]} b
 * @param {Point} d
 */
export function excessAlong(a, b, d) {
    const pair = toPair(a, b);
    const { integers, e } = toCommonScale(d.map(exact));
    const most = -leastAlong(
        pair.a,
        integers.map((x) => -x),
    ).least;
    const { least } = leastAlong(pair.b, integers);
    const excess = most - least;
    return Number(excess) * 2 ** (pair.e + e);
}

/**
 * Returns the normals of all planes of support of A - B through the origin that are spanned by two steps, each once, for
 * bodies that touch: those of its facets there, if it has a volume.
 *
 * @param {Pair} pair
 * @returns {Whole[]}
 */
export function facetNormals(pair) {
    const { common, sum } = nearestPoint(pair);
    if (common === undefined) throw new Error('apart');
    const { a, b } = pair;
    const scaled = (/** @type {Whole} */ p) => p.map((x) => x * sum);
    const steps = [
        ...a.map((p) => sub(scaled(p), common)),
        ...b.map((p) => sub(common, scaled(p))),
    ].filter((p) => !isZero(p));
    /** @type {Whole[]} */
    const found = [];
    for (let i = 0; i < steps.length; i++)
        for (let j = 0; j < i; j++) {
            const normal = cross(steps[i], steps[j]);
            if (isZero(normal)) continue;
            for (const d of [normal, normal.map((x) => -x)]) {
                if (sidesOf(steps, d).above) continue;
                if (!found.some((f) => isZero(cross(f, d)) && dot(f, d) > 0n)) found.push(d);
            }
        }
    return found;
}

/**
 * Returns a wrong thing about the hull of points, exactly: every face is a plane of support, convex and counter-clockwise
 * from outside, every edge is in two of them, once each way, all corners are in faces, and there are as many as Euler's
 * formula has. A flat hull has two faces, opposite to each other; lines and points have none.
 *
 * @param {Point[]} points
 * @param {Point[]} vertices
 * @param {number[][]} faces
 * @returns {string | undefined}
 */
export function faultOfFaces(points, vertices, faces) {
    const { a: all, b: corners } = toPair(points, vertices);
    const names = new Set(points.map(String));
    if (new Set(vertices.map(String)).size !== vertices.length) return 'a vertex twice';
    if (!vertices.every((p) => names.has(String(p)))) return 'a vertex beside the points';
    const steps = stepsOf(all).filter((p) => !isZero(p));
    if (steps.length === 0)
        return vertices.length === 1 && faces.length === 0 ? undefined : 'point';
    if (steps.every((p) => isZero(cross(p, steps[0])))) {
        if (vertices.length !== 2 || faces.length > 0) return 'segment';
        const along = sub(corners[1], corners[0]);
        const [from, to] = corners.map((p) => dot(p, along));
        return all.every((p) => dot(p, along) >= from && dot(p, along) <= to) ? undefined : 'ends';
    }
    const edges = new Set();
    let flat = 0;
    for (const face of faces) {
        const p = face.map((i) => corners[i]);
        const normal = cross(sub(p[1], p[0]), sub(p[2], p[1]));
        if (isZero(normal)) return 'three corners in line';
        const sides = all.map((q) => dot(sub(q, p[0]), normal));
        if (sides.some((side) => side > 0n)) return 'a point beyond a face';
        if (sides.every((side) => side === 0n)) flat++;
        face.forEach((i, k) => {
            const [j, next] = [face[(k + 1) % face.length], face[(k + 2) % face.length]];
            edges.add(`${i} ${j}`);
            const turn = cross(sub(corners[j], corners[i]), sub(corners[next], corners[j]));
            if (dot(turn, normal) <= 0n) flat = NaN;
            if (dot(sub(corners[j], p[0]), normal) !== 0n) flat = NaN;
        });
    }
    if (Number.isNaN(flat)) return 'a face that is not convex';
    if (flat !== 0 && (flat !== 2 || faces.length !== 2)) return 'flat';
    if (edges.size !== faces.flat().length) return 'an edge twice';
    for (const edge of edges)
        if (!edges.has(edge.split(' ').reverse().join(' '))) return 'an open edge';
    if (new Set(faces.flat()).size !== vertices.length) return 'a vertex without a face';
    if (vertices.length - edges.size / 2 + faces.length !== 2) return 'not a sphere';
    return undefined;
}
