import { castRounded, originAgainst, outlineOf } from './cast_oracle.js';
import { order, toNumber } from './rational.js';

/**
 * Unions of convex parts at rest and in casts, exactly: A and B overlap if and only if the origin is an interior point
 * of the union of all A_i - B_j. The oracle tests points next to the origin: one between each two successive lines that
 * pass through it, and nearer than all other lines and arcs. As the union is closed, it contains a neighborhood of the
 * origin exactly if it contains all of these points.
 *
 * @import { Vector } from './cast_oracle.js'
 * @import { Rational } from './rational.js'
 *
 * @typedef {{ points: number[][], radius: number }} Part convex, of whole numbers; rounded by its radius
 * @typedef {'disjoint' | 'touching' | 'overlapping'} Relation
 * @typedef {{ outline: Vector[], radius: bigint }} Difference A_i - B_j: a convex outline, rounded by a radius
 */

/** @param {Vector} p @param {Vector} q */
const cross = ([a, b], [c, d]) => a * d - b * c;

/** @param {Vector} p @param {Vector} q */
const dot = ([a, b], [c, d]) => a * c + b * d;

/** @param {Vector} p @returns {Vector} */
const opposite = ([x, y]) => [-x, -y];

/** @param {Part[]} parts @param {bigint} scale @returns {{ points: Vector[], radius: bigint }[]} */
const scaled = (parts, scale) =>
    parts.map(({ points, radius }) => ({
        points: points.map(([x, y]) => [scale * BigInt(x), scale * BigInt(y)]),
        radius: scale * BigInt(radius),
    }));

/**
 * Returns all A_i - B_j, where A is swept along a displacement.
 *
 * @param {Part[]} a @param {Part[]} b @param {Vector} displacement @param {bigint} scale of the parts
 * @returns {Difference[]}
 */
function differencesOf(a, b, [dx, dy], scale) {
    const others = scaled(b, scale);
    return scaled(a, scale).flatMap(({ points, radius }) => {
        const ends = points.map(([x, y]) => /** @type {Vector} */ ([x + dx, y + dy]));
        const swept = dx === 0n && dy === 0n ? points : [...points, ...ends];
        return others.map((other) => ({
            outline: outlineOf(
                swept.flatMap(([x, y]) =>
                    other.points.map(([u, v]) => /** @type {Vector} */ ([x - u, y - v])),
                ),
            ),
            radius: radius + other.radius,
        }));
    });
}

/**
 * Returns the directions, from the origin, of the lines through it that bound an outline, and of the tangent of its arc
 * there.
 *
 * @param {Difference} difference that has the origin on its boundary
 * @returns {Vector[]}
 */
function directionsOf({ outline, radius }) {
    /** @type {Vector[]} */
    const found = [];
    outline.forEach((p, k) => {
        const q = outline[(k + 1) % outline.length];
        const side = cross(p, q);
        /** @type {Vector} */
        const edge = [q[0] - p[0], q[1] - p[1]];
        if (side * side === radius * radius * dot(edge, edge)) found.push(edge);
        if (dot(p, p) === radius * radius) found.push([-p[1], p[0]]);
    });
    return found.filter(([x, y]) => x !== 0n || y !== 0n).flatMap((p) => [p, opposite(p)]);
}

/** Returns directions in counter-clockwise order, each once. @param {Vector[]} directions */
function inOrder(directions) {
    const isLow = (/** @type {Vector} */ [x, y]) => y < 0n || (y === 0n && x < 0n);
    const sorted = directions.slice().sort((p, q) => {
        const half = Number(isLow(p)) - Number(isLow(q));
        const side = cross(p, q);
        return half !== 0 ? half : side > 0n ? -1 : side < 0n ? 1 : 0;
    });
    return sorted.filter(
        (p, k) => k === 0 || cross(p, sorted[k - 1]) !== 0n || isLow(p) !== isLow(sorted[k - 1]),
    );
}

/**
 * Returns whether a difference contains the point v / scale.
 *
 * @param {Difference} difference @param {Vector} v @param {bigint} scale
 */
function contains({ outline, radius }, [x, y], scale) {
    const around = outline.map(
        ([px, py]) => /** @type {Vector} */ ([scale * px - x, scale * py - y]),
    );
    const { square, inside } = originAgainst(around);
    const reach = scale * radius;
    return inside || order(square, { n: reach * reach, d: 1n }) <= 0;
}

/** @type {Vector[]} */
const AXES = [
    [1n, 0n],
    [0n, 1n],
    [-1n, 0n],
    [0n, -1n],
];

/**
 * Returns whether the origin is an interior point of the union of differences that all have it on their boundary.
 *
 * With coordinates and radii of at most M = 2^b, directions are at most 2^(b+1) long in each coordinate, and a line or arc
 * that does not pass through the origin is farther from it than 2^-(3b+5). So the points eps (p + q) for successive
 * directions p, q and eps = 2^-(4b+10) are on the side of each line and arc on which the whole sector is, near the
 * origin. Only an arc leaves the sector beside its tangent p uncovered: there the points eps (p + eps q / K) with
 * K = 2^(2b+6) are outside of the arc, whose depth along p is at least (eps p)^2 / 2M, and inside of each part with
 * an edge along p or with p inside of its angle.
 *
 * @param {Difference[]} differences
 */
function surroundOrigin(differences) {
    // A part without an area has only boundary points, and the union is closed.
    const wide = differences.filter(({ outline, radius }) => outline.length > 2 || radius > 0n);
    if (wide.length === 0) return false;
    const numbers = wide.flatMap(({ outline, radius }) => [...outline.flat(), radius]);
    const b = Math.max(...numbers.map((n) => n.toString(2).length));
    const [near, ratio] = [BigInt(4 * b + 10), BigInt(6 * b + 16)];
    const isRounded = wide.some(({ radius }) => radius > 0n);
    const directions = inOrder([...AXES, ...wide.flatMap(directionsOf)]);
    return directions.every((p, k) => {
        const q = directions[(k + 1) % directions.length];
        /** @type {[Vector, bigint][]} */
        const points = [[[p[0] + q[0], p[1] + q[1]], near]];
        if (isRounded) {
            for (const [u, v] of [
                [p, q],
                [q, p],
            ]) {
                points.push([[(u[0] << ratio) + v[0], (u[1] << ratio) + v[1]], near + ratio]);
            }
        }
        return points.every(([v, shift]) =>
            wide.some((difference) => contains(difference, v, 1n << shift)),
        );
    });
}

/** @param {Difference[]} differences @returns {Relation} */
function relationOf(differences) {
    /** @type {Difference[]} */
    const touching = [];
    for (const difference of differences) {
        const { square, inside, deep } = originAgainst(difference.outline);
        const { radius } = difference;
        const side = order(square, { n: radius * radius, d: 1n });
        if (deep || (radius > 0n && (inside || side < 0))) return 'overlapping';
        if (inside || side === 0) touching.push(difference);
    }
    if (touching.length === 0) return 'disjoint';
    return surroundOrigin(touching) ? 'overlapping' : 'touching';
}

/**
 * Returns the relation of two unions.
 *
 * @param {Part[]} a @param {Part[]} b
 */
export const relationOfUnions = (a, b) => relationOf(differencesOf(a, b, [0n, 0n], 1n));

/**
 * Returns the distance of two unions, right to well under an ulp of that of the nearest cores.
 *
 * @param {Part[]} a @param {Part[]} b
 */
export function distanceOfUnions(a, b) {
    const each = differencesOf(a, b, [0n, 0n], 1n).map(({ outline, radius }) => {
        const { square, inside } = originAgainst(outline);
        return inside ? 0 : Math.max(0, Math.sqrt(toNumber(square)) - Number(radius));
    });
    return Math.min(...each);
}

/**
 * Returns whether A overlaps B, or is in contact with it, on its way along the part of a displacement up to s.
 *
 * @param {Part[]} a @param {Part[]} b @param {number[]} displacement whole numbers
 * @param {{ n: bigint, d: bigint }} s at least 0
 */
export function relationOfSweep(a, b, [dx, dy], { n, d }) {
    return relationOf(differencesOf(a, b, [n * BigInt(dx), n * BigInt(dy)], d));
}

/**
 * Returns the status of a cast of A against B.
 *
 * @param {Part[]} a @param {Part[]} b @param {number[]} displacement whole numbers
 * @returns {{ relation: Relation, status: 'free' | 'hit' | 'grazing' | 'overlapping' }}
 */
export function castUnions(a, b, displacement) {
    const relation = relationOfUnions(a, b);
    if (relation === 'overlapping') return { relation, status: 'overlapping' };
    const swept = relationOfSweep(a, b, displacement, { n: 1n, d: 1n });
    const status = swept === 'overlapping' ? 'hit' : swept === 'touching' ? 'grazing' : 'free';
    return { relation, status };
}

/**
 * Returns the first closed interval of contact of a cast that is not free.
 *
 * @param {Part[]} a @param {Part[]} b @param {number[]} displacement
 * @returns {[number, number]}
 */
export function firstInterval(a, b, displacement) {
    const each = a
        .flatMap((p) =>
            b.map(
                (q) => castRounded(p.points, p.radius, q.points, q.radius, displacement).interval,
            ),
        )
        .filter((interval) => interval !== null)
        .sort((p, q) => order(p[0], q[0]));
    const [begin] = each[0];
    const end = each.reduce(
        (/** @type {Rational} */ last, [from, to]) =>
            order(from, last) <= 0 && order(to, last) > 0 ? to : last,
        each[0][1],
    );
    return [toNumber(begin), toNumber(end)];
}

/**
 * Returns the same as `relationOfUnions` by another way, for parts without radii: they overlap if they stay in contact
 * after each small move. The vectors between vertices are at most `size` long in each coordinate; so the moves
 * along all vectors that are twice as long contain one between each two successive lines of the arrangement.
 *
 * @param {Part[]} a @param {Part[]} b @param {number} size of either body
 * @returns {Relation}
 */
export function relationByMoves(a, b, size) {
    const scale = 2 ** 24;
    const isInContact = (/** @type {number} */ x, /** @type {number} */ y) =>
        a.some((p) => b.some((q) => areInContact(p.points, q.points, scale, x, y)));
    if (!isInContact(0, 0)) return 'disjoint';
    const most = 2 * size;
    for (let x = -most; x <= most; x++) {
        for (let y = -most; y <= most; y++) {
            if (!isInContact(x, y)) return 'touching';
        }
    }
    return 'overlapping';
}

/**
 * Returns whether convex outlines, the first of them moved by (x, y) / scale, have a common point: whether they have no
 * separating line. All of it is exact in double for small whole numbers.
 *
 * @param {number[][]} p counter-clockwise @param {number[][]} q @param {number} scale @param {number} x @param {number} y
 */
function areInContact(p, q, scale, x, y) {
    const moved = p.map(([u, v]) => [scale * u + x, scale * v + y]);
    const still = q.map(([u, v]) => [scale * u, scale * v]);
    const axes = [p, q].flatMap((points) =>
        points.flatMap(([u, v], k) => {
            const [s, t] = points[(k + 1) % points.length];
            return [
                [s - u, t - v],
                [t - v, u - s],
            ];
        }),
    );
    return [[1, 0], [0, 1], ...axes].every(([u, v]) => {
        const [here, there] = [moved, still].map((points) => points.map(([s, t]) => s * u + t * v));
        return Math.max(...here) >= Math.min(...there) && Math.max(...there) >= Math.min(...here);
    });
}
