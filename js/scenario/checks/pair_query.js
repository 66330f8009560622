import { GrazeError } from '#internal';

/**
 * @import { ClearanceStatus, ContactInterval, Shape, ShapePart } from 'graze'
 * @import { Body } from '../model/bodies.js'
 * @import { ContactPolicy } from './contact_policy.js'
 * @import { Point } from '../model/scenario.js'
 *
 * Queries of moving bodies, of the plane (`Graze`) or of space, whose names, options and answers are the same.
 *
 * @typedef {object} MovingQueries
 * @property {(a: any, b: any, motionA: any, motionB: any, options: any) => LeastGap} clearance
 * @property {(a: any, b: any, motionA: any, motionB: any, options: any) => ContactInterval[]} contactIntervals
 * @property {(a: any, b: any, motionA: any, motionB: any, options: any) => { status: string, time: [number, number] | null }} firstContact
 * @property {(a: any, b: any, poseA: any, poseB: any) => number} gap
 * @property {(points: any, options?: any) => Shape} hull
 * @property {(parts: any) => Shape} compound
 *
 * Returns the corners of a convex core without a strip along its surface, of at least a width; null when nothing is left.
 *
 * @typedef {(vertices: Float32Array, width: number) => number[][] | null} Deflate
 *
 * The least separation of two bodies in motion.
 *
 * @typedef {{ separation: [number, number], status: ClearanceStatus, time: number | null, pointA: Point | null }} LeastGap
 *
 * A contact of two bodies within a time range that is a violation, or may be one.
 *
 * @typedef {object} PairContact
 * @property {number} lo beginning of the contact: no contact is found just before it
 * @property {number} hi end of the contact
 * @property {number} depth overlap at `time`, a lower bound of the deepest overlap; the deepest overlap exceeds it by at
 *   most the bracket of `clearance`: `DISTANCE_TOLERANCE.depth` of the bodies' size, unless the iterations end first.
 *   Negative: their gap
 * @property {number} time
 * @property {Point} point nearest or deepest point of the first body at that time, relative to `Bodies.origin`
 * @property {boolean} isCertain true: the contact is a violation; false: it may be one
 *
 * @typedef {object} PairResult
 * @property {number} separation smallest signed separation found; Infinity when they are never present at the same time
 * @property {number} time
 * @property {PairContact[]} contacts
 * @property {Truncation} [truncation] absent: `contacts` are all there are
 *
 * Truncation of the contacts of a pair that has more than `limit` of them: `contacts` holds only the one that `kept` names.
 *
 * @typedef {{ limit: number, kept: 'first' | 'deepest' }} Truncation
 */

/**
 * Maximum number of iterations: per pair, and in addition per piece of its motions; for all contacts of a pair, at least; and
 * the factor for a retry.
 */
const MAX_ITERATIONS = { pair: 4096, piece: 64, contacts: 2 ** 20, retryFactor: 16 };

/**
 * Distance tolerances, relative to the bodies' size. `depth`: for the least separation. `contact`: for contact intervals;
 * it is coarser, because bodies that slide along each other would otherwise take many iterations. `wide`: width of a
 * bracket above which the iterations must have ended early.
 */
const DISTANCE_TOLERANCE = { depth: 2 ** -38, contact: 2 ** -30, wide: 2 ** -28 };

/**
 * Difference from the tolerance, relative to the bodies' size, up to which a depth counts as equal to it. It covers the
 * resolution of the queries, so that bodies that touch exactly count as touching at tolerance 0 too.
 */
const RESOLUTION = 2 ** -36;

/** Bound of the displacement of a corner by rounding to float32, relative to its coordinates; larger than necessary. */
export const FLOAT32_RELATIVE = 2 ** -22;

/** Maximum number of bisections of a time span: it reaches the resolution of doubles. */
const MAX_BISECTIONS = 64;

/** Shapes enlarged by the distance to keep where touching is a conflict, or shrunk by the tolerance where it is allowed. */
export class OffsetShapes {
    /** @type {Map<Shape, Map<number, Shape | null>>} */ #shapes = new Map();
    #deflate;

    /**
     * @param {MovingQueries} graze
     * @param {Deflate} deflate
     */
    constructor(graze, deflate) {
        this.graze = graze;
        this.#deflate = deflate;
    }

    /**
     * @param {Shape} shape
     * @param {number} offset
     * @returns {Shape}
     */
    inflate(shape, offset) {
        if (!(offset > 0)) return shape;
        const inflated = this.#cached(shape, offset, ({ vertices, radius }) =>
            this.graze.hull(vertices, { radius: roundUpToFloat32(radius + offset) }),
        );
        return /** @type {Shape} */ (inflated);
    }

    /**
     * Returns a shape no point of which is nearer than a distance to the outside of another; null when nothing is left.
     *
     * @param {Shape} shape
     * @param {number} offset
     */
    deflate(shape, offset) {
        return this.#cached(shape, -offset, ({ vertices, radius }) => {
            if (radius > offset) {
                const shrunk = Math.fround((radius - offset) * (1 - FLOAT32_RELATIVE));
                return this.graze.hull(vertices, { radius: shrunk });
            }
            const points = this.#deflate(vertices, offset - radius);
            return points === null ? null : this.graze.hull(points);
        });
    }

    /**
     * @param {Shape} shape
     * @param {number} offset
     * @param {(part: ShapePart) => Shape | null} create
     */
    #cached(shape, offset, create) {
        let sizes = this.#shapes.get(shape);
        if (sizes === undefined) {
            sizes = new Map();
            this.#shapes.set(shape, sizes);
        }
        let cached = sizes.get(offset);
        if (cached === undefined) {
            cached = this.#makeOf(shape, create);
            sizes.set(offset, cached);
        }
        return cached;
    }

    /**
     * Makes another shape of a convex one, or of each part of a compound; null when nothing is left.
     *
     * @param {Shape} shape
     * @param {(part: ShapePart) => Shape | null} create
     */
    #makeOf(shape, create) {
        const { parts } = shape;
        if (parts.length === 0) return create(shape);
        const made = parts.map(create).filter((each) => each !== null);
        try {
            return made.length === 0 ? null : this.graze.compound(made);
        } finally {
            for (const each of made) each.free();
        }
    }

    free() {
        for (const sizes of this.#shapes.values()) {
            for (const shape of sizes.values()) shape?.free();
        }
        this.#shapes.clear();
    }
}

/**
 * Returns the least float32 that is no less than a nonnegative number.
 *
 * @param {number} value
 */
function roundUpToFloat32(value) {
    const nearest = Math.fround(value);
    if (nearest >= value) return nearest;
    const bits = new Uint32Array(Float32Array.of(nearest).buffer);
    bits[0]++;
    return new Float32Array(bits.buffer)[0];
}

/**
 * Cuts a strip off each side of a convex outline, widened by the bound of rounding to float32.
 *
 * @param {Float32Array} vertices x, y, x, y, …, counter-clockwise
 * @param {number} offset width of the strips
 * @returns {[number, number][] | null} null when nothing is left
 */
export function deflateOutline(vertices, offset) {
    const count = vertices.length / 2;
    if (count < 3) return null;
    const corners = Array.from({ length: count }, (_, k) => [vertices[2 * k], vertices[2 * k + 1]]);
    const size = vertices.reduce(
        (maxCoordinate, each) => Math.max(maxCoordinate, Math.abs(each)),
        0,
    );
    const width = offset + FLOAT32_RELATIVE * size;
    let points = corners;
    for (const [k, [x, y]] of corners.entries()) {
        const [toX, toY] = corners[(k + 1) % count];
        const length = Math.hypot(toX - x, toY - y);
        /** Returns the distance of a point from the strip; negative within it. @param {number[]} point */
        const inside = ([px, py]) => ((toX - x) * (py - y) - (toY - y) * (px - x)) / length - width;
        points = points.flatMap((point, m) => {
            const next = points[(m + 1) % points.length];
            const [s, t] = [inside(point), inside(next)];
            const kept = s >= 0 ? [point] : [];
            if (s >= 0 === t >= 0) return kept;
            const part = s / (s - t);
            const cut = [0, 1].map((axis) => point[axis] + part * (next[axis] - point[axis]));
            return [...kept, cut];
        });
        if (points.length === 0) return null;
    }
    return points.map(([x, y]) => [Math.fround(x), Math.fround(y)]);
}

/**
 * Finds the contacts of two bodies within a time range. A contact is not certain if the errors of their outlines decide
 * whether it is a violation.
 *
 * @param {MovingQueries} graze
 * @param {Body} a
 * @param {Body} b
 * @param {{ from: number, to: number }} timeRange
 * @param {ContactPolicy} policy
 * @param {OffsetShapes} offsetShapes
 * @param {boolean} isChecked false: only the least separation is determined
 * @returns {PairResult}
 */
export function queryPair(graze, a, b, timeRange, policy, offsetShapes, isChecked) {
    const size = a.part.size + b.part.size;
    const error = a.part.error + b.part.error;
    const tolerance = policy.toleranceFor(size, error);
    const distanceTolerance = DISTANCE_TOLERANCE.depth * size;
    // A depth that counts as equal to the limit is permitted where touching is allowed, and forbidden where it is a conflict.
    // Half of that margin covers the resolution of a depth that seems to exceed the limit and the errors of the outlines.
    const touchMargin = RESOLUTION * size;
    const isOpen = policy.touching === 'allowed';
    const isPermitted = (/** @type {number} */ low) =>
        policy.isPermitted(-low + error - (isOpen ? touchMargin : 0), tolerance);
    const isForbidden = (/** @type {number} */ high) =>
        policy.isForbidden(-high - error + (isOpen ? -touchMargin / 2 : touchMargin), tolerance);
    const closest = leastSeparation(graze, a, b, timeRange, distanceTolerance);
    const [lo, hi] = closest.separation;
    /** @type {PairResult} */
    const found = { separation: hi, time: closest.time ?? 0, contacts: [] };
    if (!isChecked || neverMeet(closest) || isPermitted(lo)) return found;
    const inflation = policy.touching === 'conflict' ? tolerance : 0;
    const grownA = offsetShapes.inflate(a.shape, inflation);
    const { list, limit } = findContacts(
        graze,
        a,
        b,
        timeRange,
        DISTANCE_TOLERANCE.contact * size,
        grownA,
    );
    if (limit !== null) found.truncation = { limit, kept: 'first' };
    for (const contact of list) {
        const part = { from: contact.begin[0], to: contact.end[1] };
        const deepest = leastSeparation(graze, a, b, part, distanceTolerance);
        if (neverMeet(deepest)) continue;
        const [low, high] = deepest.separation;
        if (isPermitted(low)) continue;
        const isCertain = isForbidden(high);
        const point = deepest.pointA ?? { x: 0, y: 0 };
        const time = deepest.time ?? part.from;
        found.contacts.push({ lo: part.from, hi: part.to, depth: -high, time, point, isCertain });
    }
    if (found.contacts.length > 0) return found;
    // No contact interval has a violation, but the bodies come nearer than is permitted, or perhaps do.
    const time = closest.time ?? timeRange.from;
    const point = closest.pointA ?? { x: 0, y: 0 };
    const isCertain = isForbidden(hi);
    if (found.truncation !== undefined) found.truncation.kept = 'deepest';
    found.contacts.push({ lo: time, hi: time, depth: -hi, time, point, isCertain });
    return found;
}

/**
 * Returns whether a clearance is that of bodies that never exist at the same time; an undecided one may have no time, either.
 *
 * @param {LeastGap} clearance
 */
function neverMeet({ time, status }) {
    return time === null && status !== 'undecided';
}

/**
 * Returns the least separation of two bodies within a time range, as `clearance` does. If its bracket stays wide, the query
 * is repeated with more iterations.
 *
 * @param {MovingQueries} graze
 * @param {Body} a
 * @param {Body} b
 * @param {{ from: number, to: number }} timeRange
 * @param {number} distanceTolerance
 */
export function leastSeparation(graze, a, b, timeRange, distanceTolerance) {
    const maxIterations = maxIterationsFor(a, b);
    const wideBracket = (DISTANCE_TOLERANCE.wide / DISTANCE_TOLERANCE.depth) * distanceTolerance;
    const found = graze.clearance(a.shape, b.shape, a.motion, b.motion, {
        ...timeRange,
        distanceTolerance,
        maxIterations,
    });
    if (neverMeet(found) || found.separation[1] - found.separation[0] <= wideBracket) return found;
    const retryOptions = {
        ...timeRange,
        distanceTolerance,
        maxIterations: MAX_ITERATIONS.retryFactor * maxIterations,
    };
    return graze.clearance(a.shape, b.shape, a.motion, b.motion, retryOptions);
}

/**
 * Returns the contact intervals of two bodies within a time range. Undecided queries are repeated with more iterations.
 *
 * @param {MovingQueries} graze
 * @param {Body} a
 * @param {Body} b
 * @param {{ from: number, to: number }} timeRange
 * @param {number} distanceTolerance
 * @param {Shape} shapeA shape to use for `a`
 * @returns {{ list: ContactInterval[], limit: number | null }} `limit` is null if `list` is complete; otherwise there are more
 *   than `limit` intervals, and `list` has at most the first
 */
function findContacts(graze, a, b, timeRange, distanceTolerance, shapeA) {
    const maxIterations = Math.max(MAX_ITERATIONS.contacts, maxIterationsFor(a, b));
    const options = { ...timeRange, distanceTolerance, maxIterations };
    const retryOptions = { ...options, maxIterations: MAX_ITERATIONS.retryFactor * maxIterations };
    /** @param {typeof options & { maxIntervals?: number }} each */
    const query = (each) => graze.contactIntervals(shapeA, b.shape, a.motion, b.motion, each);
    try {
        const list = query(options);
        const isDecided = list.every(({ status }) => status !== 'undecided');
        return { list: isDecided ? list : query(retryOptions), limit: null };
    } catch (error) {
        const limit = intervalLimit(error);
        const { status, time } = graze.firstContact(
            shapeA,
            b.shape,
            a.motion,
            b.motion,
            retryOptions,
        );
        if (status === 'free' || time === null) return { list: [], limit };
        return { list: firstContactInterval(query, retryOptions, time[0]), limit };
    }
}

/**
 * Returns the first of many contact intervals: bisects for a time up to which two of them are found.
 *
 * @template {{ from: number, to: number }} Options
 * @param {(options: Options & { maxIntervals: number }) => ContactInterval[]} query
 * @param {Options} options there are more than two intervals up to `to`
 * @param {number} from beginning of the first interval
 * @returns {ContactInterval[]} at most one interval, which is cut off if the bisections end before two are found
 */
function firstContactInterval(query, options, from) {
    /** @type {ContactInterval[]} */
    let best = [];
    let [low, high] = [from, options.to];
    for (let k = 0; k < MAX_BISECTIONS && best.length < 2; k++) {
        const to = low + (high - low) / 2;
        try {
            const list = query({ ...options, from, to, maxIntervals: 2 });
            if (list.length >= best.length) best = list;
            low = to;
        } catch (error) {
            intervalLimit(error);
            high = to;
        }
    }
    return best.slice(0, 1);
}

/**
 * Returns the maximum number of intervals if the error says that there are more; otherwise throws the error again.
 *
 * @param {unknown} error
 * @returns {number}
 */
export function intervalLimit(error) {
    if (!(error instanceof GrazeError) || error.code !== 'too-many-intervals') throw error;
    return Number(error.value);
}

/** @param {Body} a @param {Body} b */
function maxIterationsFor(a, b) {
    return Math.min(
        MAX_ITERATIONS.pair + MAX_ITERATIONS.piece * (a.motion.count + b.motion.count),
        2 ** 24,
    );
}
