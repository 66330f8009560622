/**
 * Exact checks of outlines with holes, and of their decompositions, by brute force: every pair of edges and of parts.
 * They share no code or method with the package, which sweeps a line over the points.
 *
 * Coordinates are scaled to integers: multiples of 6 of the smallest power of two, so that midpoints and centroids of
 * triangles are integers too. Small integers are numbers, others are bigints; both have the same operators.
 *
 * @typedef {any} Integer number or bigint
 * @typedef {{ x: Integer, y: Integer }} Place
 * @typedef {{ points: [number, number][], ends: number[] }} Rings float32 points, and the end of each ring; the first
 *   ring is the outer one
 * @typedef {{ first: number, second: number, fault: string }} Fault
 */

import { exact } from './dyadic.js';

/** Largest |coordinate| for numbers: sums of a thousand products of differences are exact. */
const NUMBER_LIMIT = 2 ** 20;

/** @param {[number, number][]} points finite @returns {Place[]} */
function toIntegers(points) {
    const parts = points.flat().map((value) => {
        let { m, e } = exact(value);
        while (m !== 0n && (m & 1n) === 0n) {
            m >>= 1n;
            e++;
        }
        return { m, e: m === 0n ? Infinity : e };
    });
    const least = Math.min(...parts.map(({ e }) => e));
    const scaled = parts.map(({ m, e }) => (m === 0n ? 0n : 6n * (m << BigInt(e - least))));
    const isSmall = scaled.every((value) => value < NUMBER_LIMIT && value > -NUMBER_LIMIT);
    const values = isSmall ? scaled.map(Number) : scaled;
    return points.map((_, k) => ({ x: values[2 * k], y: values[2 * k + 1] }));
}

/** @param {Integer} value */
const sign = (value) => (value > 0 ? 1 : value < 0 ? -1 : 0);

/** @param {Place} a @param {Place} b @param {Place} c */
const turn = (a, b, c) => sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));

/** @param {Place} p @param {Place} q */
const isSame = (p, q) => p.x === q.x && p.y === q.y;

/** @param {Integer} p @param {Integer} q */
const less = (p, q) => (p < q ? p : q);

/** @param {Integer} p @param {Integer} q */
const more = (p, q) => (p > q ? p : q);

/** @param {Place[]} corners */
function boxOf(corners) {
    let [lowX, lowY, highX, highY] = [corners[0].x, corners[0].y, corners[0].x, corners[0].y];
    for (const { x, y } of corners) {
        lowX = less(lowX, x);
        lowY = less(lowY, y);
        highX = more(highX, x);
        highY = more(highY, y);
    }
    return { lowX, lowY, highX, highY };
}

/** @typedef {ReturnType<typeof boxOf>} Box */

/** @param {Box} p @param {Box} q */
const boxesMeet = (p, q) =>
    p.lowX <= q.highX && q.lowX <= p.highX && p.lowY <= q.highY && q.lowY <= p.highY;

/** @param {Place} a @param {Place} b @param {Place} p on the line through both */
const isBetween = (a, b, p) =>
    !isSame(a, p) &&
    !isSame(b, p) &&
    less(a.x, b.x) <= p.x &&
    p.x <= more(a.x, b.x) &&
    less(a.y, b.y) <= p.y &&
    p.y <= more(a.y, b.y);

/** Returns whether p is on the segment and not one of its ends. @param {Place} a @param {Place} b @param {Place} p */
const isInside = (a, b, p) => turn(a, b, p) === 0 && isBetween(a, b, p);

/** @param {Place[]} corners @returns {Integer} twice the signed area */
function areaOf(corners) {
    let sum = typeof corners[0].x === 'bigint' ? 0n : 0;
    for (let i = 0; i < corners.length; i++) {
        const [p, q] = [corners[i], corners[(i + 1) % corners.length]];
        sum += /** @type {any} */ (p.x * q.y - q.x * p.y);
    }
    return sum;
}

/** Returns whether p, which is not on the ring, is inside it, by even and odd. @param {Place[]} ring @param {Place} p */
function isInRing(ring, p) {
    let inside = false;
    for (let i = 0; i < ring.length; i++) {
        const [a, b] = [ring[i], ring[(i + 1) % ring.length]];
        if (a.y > p.y === b.y > p.y) continue;
        const [low, high] = a.y < b.y ? [a, b] : [b, a];
        if (turn(low, high, p) > 0) inside = !inside;
    }
    return inside;
}

/**
 * Returns whether c is inside the counter-clockwise angle from a to b around p; no two have the same direction.
 *
 * @param {Place} p @param {Place} a @param {Place} b @param {Place} c
 */
function isInAngle(p, a, b, c) {
    const ab = turn(p, a, b);
    if (ab === 0) return turn(p, a, c) > 0;
    if (ab > 0) return turn(p, a, c) > 0 && turn(p, c, b) > 0;
    return !(turn(p, b, c) > 0 && turn(p, c, a) > 0);
}

/**
 * @typedef {object} Edge
 * @property {Place} from
 * @property {Place} to
 * @property {Box} box
 */

/** @param {Edge} e @param {Edge} f */
function isCrossing(e, f) {
    return (
        boxesMeet(e.box, f.box) &&
        turn(e.from, e.to, f.from) * turn(e.from, e.to, f.to) < 0 &&
        turn(f.from, f.to, e.from) * turn(f.from, f.to, e.to) < 0
    );
}

/** Returns whether two edges have a segment in common. @param {Edge} e @param {Edge} f */
function isOverlapping(e, f) {
    if (!boxesMeet(e.box, f.box)) return false;
    if (turn(e.from, e.to, f.from) !== 0 || turn(e.from, e.to, f.to) !== 0) return false;
    return (
        [f.from, f.to].some((p) => isBetween(e.from, e.to, p)) ||
        [e.from, e.to].some((p) => isBetween(f.from, f.to, p)) ||
        (isSame(e.from, f.from) && isSame(e.to, f.to)) ||
        (isSame(e.from, f.to) && isSame(e.to, f.from))
    );
}

/** Exact checks of one outline. */
export class OutlineOracle {
    /** @param {Rings} rings */
    constructor({ points, ends }) {
        this.ends = ends;
        this.floats = points;
        /** @type {boolean | undefined} */
        this.validity = undefined;
        this.isFinite = points.flat().every(Number.isFinite);
        this.points = this.isFinite ? toIntegers(points) : [];
        /** @type {number[]} the ring of each point */
        this.ring = ends.flatMap((end, k) => Array(Math.max(0, end - (ends[k - 1] ?? 0))).fill(k));
        this.rings = ends.map((end, k) => this.points.slice(ends[k - 1] ?? 0, end));
        this.edges = this.points.map((from, i) => {
            const to = this.points[this.next(i)];
            return { from, to, box: boxOf([from, to]) };
        });
    }

    /** @param {number} i */
    next(i) {
        const ring = this.ring[i];
        return i + 1 < this.ends[ring] ? i + 1 : (this.ends[ring - 1] ?? 0);
    }

    /** @param {number} i */
    previous(i) {
        const ring = this.ring[i];
        return (i > (this.ends[ring - 1] ?? 0) ? i : this.ends[ring]) - 1;
    }

    /** @param {number} ring */
    isFlat(ring) {
        const [a, b, ...others] = this.rings[ring];
        return others.every((p) => turn(a, b, p) === 0);
    }

    /**
     * Returns the strands at a place: the edges that meet there in pairs, as an edge's index and the directions of both
     * ends.
     *
     * @param {Place} p
     */
    strandsAt(p) {
        const strands = [];
        for (let i = 0; i < this.points.length; i++) {
            const { from, to, box } = this.edges[i];
            if (isSame(from, p)) {
                strands.push({ edge: i, ends: [this.points[this.previous(i)], to] });
            } else if (boxesMeet(box, boxOf([p])) && isInside(from, to, p)) {
                strands.push({ edge: i, ends: [from, to] });
            }
        }
        return strands;
    }

    /** Returns whether the strands of two edges cross at a place. @param {Place} p @param {number} i @param {number} k */
    areCrossingAt(p, i, k) {
        const strands = this.strandsAt(p);
        const [s, t] = [i, k].map((edge) => strands.find((strand) => strand.edge === edge));
        if (s === undefined || t === undefined || s === t) return false;
        const [c, d] = t.ends.map((end) => isInAngle(p, s.ends[0], s.ends[1], end));
        return c !== d;
    }

    /** Returns whether no two strands cross at any place. Rings have no edges in common. */
    areStrandsSound() {
        return this.points.every((p) => {
            const strands = this.strandsAt(p);
            return strands.every(({ edge }, i) =>
                strands.slice(i + 1).every((other) => !this.areCrossingAt(p, edge, other.edge)),
            );
        });
    }

    /** Returns whether the beginning of an edge is its left end. @param {number} edge */
    isForward(edge) {
        const { from, to } = this.edges[edge];
        return from.x < to.x || (from.x === to.x && from.y < to.y);
    }

    /**
     * Returns a point of an edge near its left end, nearer than any other edge that meets it, and the scale of its
     * coordinates.
     *
     * @param {number} index @returns {{ p: Place, scale: bigint }}
     */
    sampleOf(index) {
        const big = (/** @type {Place} */ { x, y }) => ({ x: BigInt(x), y: BigInt(y) });
        const { from: begin, to: end } = this.edges[index];
        const [p, q] = (this.isForward(index) ? [begin, end] : [end, begin]).map(big);
        const [x, y] = [q.x - p.x, q.y - p.y];
        /** The parameter of the nearest of them on the edge. */
        let [n, d] = [1n, 1n];
        const meet = (/** @type {bigint} */ top, /** @type {bigint} */ bottom) => {
            if (top * d < n * bottom) [n, d] = [top, bottom];
        };
        for (const edge of this.edges) {
            const [from, to] = [edge.from, edge.to].map(big);
            if (isInside(p, q, from)) meet((from.x - p.x) * x + (from.y - p.y) * y, x * x + y * y);
            if (turn(p, q, from) * turn(p, q, to) >= 0) continue;
            const cross = (/** @type {Place} */ c) =>
                (to.x - from.x) * (c.y - from.y) - (to.y - from.y) * (c.x - from.x);
            const [before, after] = [cross(p), cross(q)];
            if (sign(before) * sign(after) >= 0) continue;
            if (before > 0) meet(before, before - after);
            else meet(-before, after - before);
        }
        const scale = 2n * d;
        return { p: { x: p.x * scale + x * n, y: p.y * scale + y * n }, scale };
    }

    /** Returns whether an edge is inside a ring near its left end. @param {number} edge @param {number} ring */
    isEdgeIn(edge, ring) {
        const { p, scale } = this.sampleOf(edge);
        const scaled = this.rings[ring].map(({ x, y }) => ({
            x: BigInt(x) * scale,
            y: BigInt(y) * scale,
        }));
        return isInRing(scaled, p);
    }

    /** Returns whether the outline is valid, as src/graze.h defines it. */
    isValid() {
        this.validity ??= this.findValidity();
        return this.validity;
    }

    findValidity() {
        const { ends, edges, rings } = this;
        if (!this.isFinite || ends.length === 0) return false;
        if (ends.some((end, k) => end - (ends[k - 1] ?? 0) < 3)) return false;
        if (edges.some(({ from, to }) => isSame(from, to))) return false;
        if (rings.some((_, k) => this.isFlat(k))) return false;
        for (let i = 0; i < edges.length; i++) {
            for (let k = i + 1; k < edges.length; k++) {
                if (isCrossing(edges[i], edges[k]) || isOverlapping(edges[i], edges[k]))
                    return false;
            }
        }
        if (!this.areStrandsSound()) return false;
        return rings.every((_, hole) => {
            if (hole === 0) return true;
            const edge = ends[hole - 1];
            if (!this.isEdgeIn(edge, 0)) return false;
            return rings.every((_, k) => k === 0 || k === hole || !this.isEdgeIn(edge, k));
        });
    }

    /** Returns whether the outline has this fault. @param {Fault} found */
    hasFault({ fault, first, second }) {
        const { ends, edges, points } = this;
        switch (fault) {
            case 'too-few-points':
                return ends[first] - (ends[first - 1] ?? 0) < 3;
            case 'not-finite':
                return !this.floats[first].every(Number.isFinite);
            case 'repeated-point':
                return this.next(first) === second && isSame(points[first], points[second]);
            case 'flat':
                return this.isFlat(first);
            case 'crossing':
                return isCrossing(edges[first], edges[second]);
            case 'overlapping':
                return first !== second && isOverlapping(edges[first], edges[second]);
            case 'crossing-at-point':
                return [first, second].some((i) => this.areCrossingAt(points[i], first, second));
            case 'hole-outside':
                return this.ring[first] > 0 && second === -1 && !this.isEdgeIn(first, 0);
            case 'inside-hole':
                return (
                    this.ring[first] !== second &&
                    second > 0 &&
                    second < ends.length &&
                    this.isEdgeIn(first, second)
                );
            default:
                return false;
        }
    }

    /** Returns twice the area of the region, of a valid outline. */
    area() {
        const [outer, ...holes] = this.rings.map((ring) => {
            const area = areaOf(ring);
            return area < 0 ? -area : area;
        });
        return holes.reduce((rest, hole) => rest - hole, outer);
    }

    /**
     * Returns what is wrong with a decomposition of a valid outline, or undefined. Parts that are convex, in the region,
     * and of disjoint interiors are the region exactly when their areas add up to its area.
     *
     * @param {number[][]} parts indices of the vertices
     */
    faultOfParts(parts) {
        const bodies = parts.map((part) => part.map((i) => this.points[i]));
        if (!bodies.flat().every((p) => p !== undefined)) return 'a vertex is not in the outline';
        const boxes = bodies.map(boxOf);
        const edges = this.edges.map(({ from, to, box }) => ({ body: [from, to], box }));
        const areas = bodies.map(areaOf);
        if (areas.reduce((sum, area) => sum + area) !== this.area())
            return 'the areas do not add up';
        for (let i = 0; i < bodies.length; i++) {
            if (!isStrictlyConvex(bodies[i])) return `part ${i} is not convex`;
            if (!this.isInRegion(bodies[i])) return `part ${i} is outside`;
            const meets = (/** @type {{ body: Place[], box: Box }} */ { body, box }) =>
                boxesMeet(box, boxes[i]) && !areSeparated(body, bodies[i]);
            if (edges.some(meets)) return `part ${i} meets an edge`;
            for (let k = 0; k < i; k++) {
                if (meets({ body: bodies[k], box: boxes[k] })) return `parts ${k} and ${i} overlap`;
            }
        }
        return undefined;
    }

    /** Returns whether the centroid of a part's first three vertices is in the region. @param {Place[]} body */
    isInRegion([a, b, c]) {
        const third = (/** @type {Integer} */ value) =>
            typeof value === 'bigint' ? value / 3n : value / 3;
        const p = { x: third(a.x + b.x + c.x), y: third(a.y + b.y + c.y) };
        return (
            this.rings.filter((ring) => isInRing(ring, p)).length === 1 &&
            isInRing(this.rings[0], p)
        );
    }
}

/** Returns whether all corners of a counter-clockwise polygon are to the left of each edge. @param {Place[]} body */
function isStrictlyConvex(body) {
    return (
        body.length >= 3 &&
        body.every((a, i) => {
            const next = (i + 1) % body.length;
            return body.every((p, k) => k === i || k === next || turn(a, body[next], p) > 0);
        })
    );
}

/**
 * Returns whether the line through an edge of one of two convex bodies separates their interiors; a body of two places is
 * a segment.
 *
 * @param {Place[]} p @param {Place[]} q
 */
function areSeparated(p, q) {
    const hasLine = (/** @type {Place[]} */ body, /** @type {Place[]} */ other) =>
        body.some((a, i) => {
            const b = body[(i + 1) % body.length];
            return other.every((c) => turn(a, b, c) <= 0);
        });
    return hasLine(p, q) || hasLine(q, p);
}
