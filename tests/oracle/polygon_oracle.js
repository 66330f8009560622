import { exact, rootToNumber, toCommonScale } from './dyadic.js';
import { order, toNumber } from './rational.js';

/**
 * Bodies that are not convex, by the edges of their boundary, in integers: relation, distance and translation casts. The
 * region is to the left of its edges. No convex parts occur here, except that segments and points are parts of a body
 * beside its region.
 *
 * @import { Rational } from './rational.js'
 *
 * @typedef {[bigint, bigint]} Vector
 * @typedef {[from: Vector, to: Vector]} Edge
 * @typedef {'disjoint' | 'touching' | 'overlapping'} Relation
 *
 * @typedef {object} Outline
 * @property {number[][][]} [rings] the outer one first: each simple, either winding; they touch at single points at most
 * @property {number[][][]} [edges] of a region, which is to the left of each
 * @property {number[][][]} [segments] parts without an interior
 * @property {number[][]} [points]
 *
 * @typedef {{ x: number, y: number, cos: number, sin: number }} Heading cosine and sine are -1, 0 or 1
 *
 * @typedef {object} Region
 * @property {Edge[]} edges
 * @property {Edge[]} segments
 * @property {Vector[]} points
 *
 * @typedef {object} Cast
 * @property {'free' | 'hit' | 'grazing' | 'overlapping'} status of the whole displacement
 * @property {Relation} relation at the beginning
 * @property {[Rational, Rational] | null} interval the first interval of contact
 */

/** @param {Vector} p @param {Vector} q */
const cross = (p, q) => p[0] * q[1] - p[1] * q[0];

/** @param {Vector} p @param {Vector} q */
const dot = (p, q) => p[0] * q[0] + p[1] * q[1];

/** @param {Vector} p @param {Vector} q @returns {Vector} */
const apart = (p, q) => [q[0] - p[0], q[1] - p[1]];

/** @param {Vector} o @param {Vector} p @param {Vector} q */
const turn = (o, p, q) => (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]);

/** @param {number[][]} ring @returns {number[][][]} */
const edgesOf = (ring) => ring.map((p, k) => [p, ring[(k + 1) % ring.length]]);

/** Returns twice the signed area, by a fan around the first point. @param {number[][]} ring */
const areaOf = ([[x, y], ...rest]) =>
    rest.slice(1).reduce((sum, [qx, qy], k) => {
        const [px, py] = rest[k];
        return sum + (px - x) * (qy - y) - (py - y) * (qx - x);
    }, 0);

/** Returns the edges of rings, with the region to their left. @param {number[][][]} rings */
const boundaryOf = (rings) =>
    rings.flatMap((ring, k) =>
        edgesOf(areaOf(ring) > 0 === (k === 0) ? ring : ring.slice().reverse()),
    );

/**
 * Returns placed bodies at a common scale 2^e, and the displacement too.
 *
 * @param {Outline[]} outlines
 * @param {Heading[]} poses
 * @param {number[]} [displacement]
 * @returns {{ regions: Region[], displacement: Vector, e: number }}
 */
export function placeAll(outlines, poses, displacement = [0, 0]) {
    const parts = outlines.map(({ rings = [], edges = [], segments = [], points = [] }) => {
        const lines = [...boundaryOf(rings), ...edges];
        return { lines, segments, points };
    });
    const numbers = parts.flatMap(({ lines, segments, points }) => [
        ...lines.flat(2),
        ...segments.flat(2),
        ...points.flat(),
    ]);
    numbers.push(...poses.flatMap(({ x, y }) => [x, y]), ...displacement);
    const { integers, e } = toCommonScale(numbers.map(exact));
    let at = 0;
    const tail = integers.length - 2 * poses.length - 2;
    const regions = parts.map(({ lines, segments, points }, k) => {
        const [c, s] = [BigInt(poses[k].cos), BigInt(poses[k].sin)];
        const [x, y] = integers.slice(tail + 2 * k, tail + 2 * k + 2);
        /** @returns {Vector} */
        const next = () => {
            const [px, py] = [integers[at++], integers[at++]];
            return [c * px - s * py + x, s * px + c * py + y];
        };
        /** @returns {Edge} */
        const nextEdge = () => [next(), next()];
        return {
            edges: lines.map(nextEdge),
            segments: segments.map(nextEdge),
            points: points.map(next),
        };
    });
    return {
        regions,
        displacement: [integers[at + 2 * poses.length], integers[at + 2 * poses.length + 1]],
        e,
    };
}

/** @param {Edge} edge @param {Vector} p of its line */
function isBetween([[fromX, fromY], [toX, toY]], [x, y]) {
    const isX = fromX < toX ? fromX <= x && x <= toX : toX <= x && x <= fromX;
    return isX && (fromY < toY ? fromY <= y && y <= toY : toY <= y && y <= fromY);
}

/**
 * Returns where a point is: the edge that it is on, or whether it is inside, by the number of edges to its right.
 *
 * @param {Vector} point @param {Edge[]} edges
 */
function locate(point, edges) {
    const [x, y] = point;
    let isInside = false;
    for (const edge of edges) {
        const [[fromX, fromY], [toX, toY]] = edge;
        if (fromY > y && toY > y) continue;
        if (fromY < y && toY < y) continue;
        if (fromX < x && toX < x) continue;
        const side = turn(edge[0], edge[1], point);
        if (side === 0n && isBetween(edge, point)) return edge;
        if (fromY > y !== toY > y && side > 0n === toY > fromY) isInside = !isInside;
    }
    return isInside;
}

/** @param {Edge} p @param {Edge} q */
function areApart(p, q) {
    for (const axis of /** @type {const} */ ([0, 1])) {
        const [a, b, c, d] = [p[0][axis], p[1][axis], q[0][axis], q[1][axis]];
        const [lo, hi] = a < b ? [a, b] : [b, a];
        if ((c < lo && d < lo) || (c > hi && d > hi)) return true;
    }
    return false;
}

/** @param {bigint} p @param {bigint} q */
const areOpposite = (p, q) => (p > 0n && q < 0n) || (p < 0n && q > 0n);

/** @param {Vector} p @returns {Vector} */
const twice = ([x, y]) => [2n * x, 2n * y];

/** Returns a region at twice the scale, where midpoints are whole. @param {Region} region @returns {Region} */
const doubled = ({ edges, segments, points }) => ({
    edges: edges.map(([p, q]) => [twice(p), twice(q)]),
    segments: segments.map(([p, q]) => [twice(p), twice(q)]),
    points: points.map(twice),
});

/**
 * Returns directions, one of each that is along a line of a body or opposite to it, and one between each two of these
 * that follow each other. What a small move leads to changes at the former only.
 *
 * @param {Vector[]} ways not 0 @returns {Vector[]}
 */
function directionsAmong(ways) {
    /** @type {Vector[]} */
    const all = [[1n, 0n], [0n, 1n], ...ways].flatMap(([x, y]) => [
        [x, y],
        [-x, -y],
    ]);
    const isLow = (/** @type {Vector} */ [x, y]) => y < 0n || (y === 0n && x < 0n);
    all.sort((p, q) => {
        const half = Number(isLow(p)) - Number(isLow(q));
        const side = cross(p, q);
        return half !== 0 ? half : side > 0n ? -1 : side < 0n ? 1 : 0;
    });
    const distinct = all.filter((p, k) => k === 0 || cross(p, all[k - 1]) !== 0n);
    return distinct.flatMap((p, k) => {
        const [x, y] = distinct[(k + 1) % distinct.length];
        return [p, /** @type {Vector} */ ([p[0] + x, p[1] + y])];
    });
}

/** Factor by which bodies grow before one of them is moved by little. */
const LARGE = 1n << 160n;

/**
 * Returns whether two bodies stay in contact when one of them moves by little, in any direction; or when it does before
 * it is cast along a displacement.
 *
 * @param {Region} a @param {Region} b @param {Vector} [displacement]
 */
function staysInContact(a, b, displacement = [0n, 0n]) {
    const ways = [...linesOf(a), ...linesOf(b)].map(([p, q]) => apart(p, q));
    const other = mapped(b, LARGE, [0n, 0n]);
    const [dx, dy] = displacement;
    /** @type {Vector} */
    const far = [dx * LARGE, dy * LARGE];
    return directionsAmong([...ways, displacement].filter(([x, y]) => x !== 0n || y !== 0n)).every(
        (way) => {
            const moved = mapped(a, LARGE, way);
            if (meet(moved, other) !== 'disjoint') return true;
            if (dx === 0n && dy === 0n) return false;
            return instantsOf(moved, other, far).some(({ n, d }) => {
                const there = mapped(moved, d, [n * far[0], n * far[1]]);
                return meet(there, mapped(other, d, [0n, 0n])) !== 'disjoint';
            });
        },
    );
}

/**
 * Returns the relation of two bodies. They overlap if the interiors of lines or regions meet, or if they stay in contact
 * when one of them moves by little, in any direction.
 *
 * @param {Region} a @param {Region} b @returns {Relation}
 */
export function relate(a, b) {
    const relation = meet(a, b);
    return relation === 'touching' && staysInContact(a, b) ? 'overlapping' : relation;
}

/**
 * Returns whether two bodies meet, and whether they overlap for one of these reasons: two lines cross at inner points of
 * both, or a piece of a line between two contacts is in the other region, or is on its boundary and both regions are on
 * the same side of it.
 *
 * @param {Region} a @param {Region} b @returns {Relation}
 */
function meet(a, b) {
    const [p, q] = [doubled(a), doubled(b)];
    /** Points of contact on each line. @type {Map<Edge, Vector[]>} */
    const cuts = new Map();
    let isContact = false;
    const [linesOfP, linesOfQ] = [p, q].map(({ edges, segments }) => [...edges, ...segments]);
    const check = (/** @type {Edge} */ line, /** @type {Vector} */ point) => {
        if (turn(line[0], line[1], point) !== 0n || !isBetween(line, point)) return;
        isContact = true;
        cuts.set(line, [...(cuts.get(line) ?? []), point]);
    };
    for (const one of linesOfP) {
        for (const other of linesOfQ) {
            if (areApart(one, other)) continue;
            const [[s, t], [u, v]] = [one, other];
            const crosses =
                areOpposite(turn(s, t, u), turn(s, t, v)) &&
                areOpposite(turn(u, v, s), turn(u, v, t));
            if (crosses) return 'overlapping';
            check(one, u);
            check(one, v);
            check(other, s);
            check(other, t);
        }
    }
    for (const [mine, other] of [
        [p, q],
        [q, p],
    ]) {
        for (const line of [...mine.edges, ...mine.segments]) {
            const along = apart(line[0], line[1]);
            const stops = [line[0], line[1], ...(cuts.get(line) ?? [])].sort((m, n) => {
                const way = dot(along, apart(n, m));
                return way > 0n ? 1 : way < 0n ? -1 : 0;
            });
            for (let k = 0; k + 1 < stops.length; k++) {
                const [[x, y], [u, v]] = [stops[k], stops[k + 1]];
                if (x === u && y === v) continue;
                const place = locate([(x + u) / 2n, (y + v) / 2n], other.edges);
                if (place === true) return 'overlapping';
                if (place === false) continue;
                const isEdge = mine.edges.includes(line);
                if (isEdge && dot(along, apart(place[0], place[1])) > 0n) return 'overlapping';
            }
        }
        for (const point of mine.points) {
            const place = locate(point, other.edges);
            if (place === true) return 'overlapping';
            if (place !== false) isContact = true;
            for (const segment of other.segments) check(segment, point);
            if (other.points.some(([x, y]) => x === point[0] && y === point[1])) isContact = true;
        }
    }
    return isContact ? 'touching' : 'disjoint';
}

/**
 * Returns the squared distance of a point from a segment, as a fraction.
 *
 * @param {Vector} point @param {Edge} segment @returns {Rational}
 */
function toSegment(point, [p, q]) {
    const e = apart(p, q);
    const [length, along] = [dot(e, e), dot(apart(p, point), e)];
    const [before, beyond] = [apart(p, point), apart(q, point)];
    if (along <= 0n) return { n: dot(before, before), d: 1n };
    if (along >= length) return { n: dot(beyond, beyond), d: 1n };
    const side = turn(p, q, point);
    return { n: side * side, d: length };
}

/** @param {Region} region @returns {Vector[]} */
const endsOf = ({ edges, segments, points }) => [
    ...edges.map(([p]) => p),
    ...segments.flat(),
    ...points,
];

/** @param {Region} region @returns {Edge[]} */
const linesOf = ({ edges, segments, points }) => [
    ...edges,
    ...segments,
    ...points.map((p) => /** @type {Edge} */ ([p, p])),
];

/** Returns the squared distance of two bodies that are disjoint. @param {Region} a @param {Region} b */
export function squaredDistance(a, b) {
    /** @type {Rational | undefined} */
    let least;
    for (const [mine, other] of [
        [a, b],
        [b, a],
    ]) {
        const lines = linesOf(other);
        for (const point of endsOf(mine)) {
            for (const line of lines) {
                const here = toSegment(point, line);
                if (least === undefined || here.n * least.d < least.n * here.d) least = here;
            }
        }
    }
    return /** @type {Rational} */ (least);
}

/**
 * Returns the squared distance of a point from a region, 0 inside of it.
 *
 * @param {Vector} point @param {Region} region
 */
export function squaredDistanceTo(point, region) {
    if (locate(point, region.edges) === true) return { n: 0n, d: 1n };
    return squaredDistance({ edges: [], segments: [], points: [point] }, region);
}

/**
 * Relates two bodies inflated by radii, whose sum is exact in double.
 *
 * @param {Outline[]} outlines @param {Heading[]} poses @param {number} reach sum of the radii
 * @returns {{ relation: Relation, distance: number }}
 */
export function relateOutlines(outlines, poses, reach = 0) {
    const { regions, displacement, e } = placeAll(outlines, poses, [reach, 0]);
    const relation = relate(regions[0], regions[1]);
    if (relation !== 'disjoint') {
        return { relation: reach > 0 ? 'overlapping' : relation, distance: 0 };
    }
    const { n, d } = squaredDistance(regions[0], regions[1]);
    const beyond = n - displacement[0] * displacement[0] * d;
    if (beyond <= 0n) return { relation: beyond === 0n ? 'touching' : 'overlapping', distance: 0 };
    return { relation: 'disjoint', distance: rootToNumber(n, d, e) - reach };
}

/** @param {Region} region @param {bigint} factor @param {Vector} shift @returns {Region} */
function mapped({ edges, segments, points }, factor, [x, y]) {
    /** @param {Vector} p @returns {Vector} */
    const map = (p) => [p[0] * factor + x, p[1] * factor + y];
    return {
        edges: edges.map(([p, q]) => [map(p), map(q)]),
        segments: segments.map(([p, q]) => [map(p), map(q)]),
        points: points.map(map),
    };
}

/**
 * Returns instants at which a vertex of A can meet a line or a vertex of B, in order, with 0 and 1.
 *
 * @param {Region} a @param {Region} b @param {Vector} d
 */
function instantsOf(a, b, d) {
    /** @type {Rational[]} */
    const found = [
        { n: 0n, d: 1n },
        { n: 1n, d: 1n },
    ];
    const add = (/** @type {bigint} */ n, /** @type {bigint} */ divisor) => {
        const s = divisor < 0n ? { n: -n, d: -divisor } : { n, d: divisor };
        if (s.n > 0n && s.n < s.d) found.push(s);
    };
    /** @param {Vector} point @param {Edge} line @param {Vector} way */
    const meet = (point, [p, q], way) => {
        const e = apart(p, q);
        const rise = cross(e, way);
        if (rise === 0n) return;
        const s = -turn(p, q, point);
        // The point is between the ends of the line then.
        const along = dot(e, apart(p, point)) * rise + dot(e, way) * s;
        const length = dot(e, e) * rise;
        if (rise > 0n ? along >= 0n && along <= length : along <= 0n && along >= length) {
            add(s, rise);
        }
    };
    /** @type {Vector} */
    const back = [-d[0], -d[1]];
    for (const point of endsOf(a)) {
        for (const line of [...b.edges, ...b.segments]) meet(point, line, d);
        for (const other of endsOf(b)) {
            const way = apart(point, other);
            if (cross(way, d) === 0n && dot(d, d) > 0n) add(dot(way, d), dot(d, d));
        }
    }
    for (const point of endsOf(b)) {
        for (const line of [...a.edges, ...a.segments]) meet(point, line, back);
    }
    found.sort(order);
    return found.filter((s, k) => k === 0 || order(found[k - 1], s) !== 0);
}

/**
 * Returns whether A, moved by s times a displacement for s from 0 to 1, meets B as `meet` has it: at each instant of
 * `instantsOf` and between it and the next one, where it is the same.
 *
 * @param {Outline[]} outlines @param {Heading[]} poses @param {number[]} displacement
 * @returns {{ s: Rational, here: Relation, after: Relation | null }[]}
 */
export function relationsAlong(outlines, poses, displacement) {
    const { regions, displacement: d } = placeAll(outlines, poses, displacement);
    const [a, b] = regions;
    const relationAt = (/** @type {Rational} */ s) =>
        meet(mapped(a, s.d, [s.n * d[0], s.n * d[1]]), mapped(b, s.d, [0n, 0n]));
    const instants = instantsOf(a, b, d);
    return instants.map((s, k) => {
        const next = instants[k + 1];
        const middle = next && { n: s.n * next.d + next.n * s.d, d: 2n * s.d * next.d };
        return { s, here: relationAt(s), after: middle ? relationAt(middle) : null };
    });
}

/**
 * Casts A along a displacement against B. The status is that of the whole displacement.
 *
 * @param {Outline[]} outlines @param {Heading[]} poses @param {number[]} displacement
 * @returns {Cast}
 */
export function castOutlines(outlines, poses, displacement) {
    const steps = relationsAlong(outlines, poses, displacement);
    const { regions, displacement: d } = placeAll(outlines, poses, displacement);
    const relation = relate(regions[0], regions[1]);
    /** @type {[Rational, Rational] | null} */
    let interval = null;
    let overlaps = false;
    let isOver = false;
    for (const { s, here, after } of steps) {
        if (here === 'overlapping' || after === 'overlapping') overlaps = true;
        if (here !== 'disjoint' && !isOver) interval = [interval?.[0] ?? s, s];
        if (interval !== null && (here === 'disjoint' || after === 'disjoint')) isOver = true;
    }
    if (interval === null) return { status: 'free', relation, interval };
    const isHit = overlaps || staysInContact(regions[0], regions[1], d);
    const status = relation === 'overlapping' ? 'overlapping' : isHit ? 'hit' : 'grazing';
    return { status, relation, interval };
}

/** @param {Cast} cast @returns {number[] | null} */
export const intervalOf = ({ interval }) => interval?.map(toNumber) ?? null;
