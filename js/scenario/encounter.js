import { GrazeError } from 'graze';

/**
 * @import { ContactInterval, Graze, Shape } from 'graze'
 * @import { Body } from './bodies.js'
 * @import { Reading } from './reading.js'
 * @import { Point } from './scenario.js'
 *
 * What two bodies do to each other in a stretch of time, refused or not certain.
 *
 * @typedef {object} Meeting
 * @property {number} lo no contact just before it, as far as the package tells
 * @property {number} hi
 * @property {number} depth how far they overlap at `time`: the deepest overlap is at least that, and more by no
 *   more than the bracket of `clearance`, some 1e-11 of the bodies' size unless the budget ends first. Negative:
 *   how far apart they stay
 * @property {number} time
 * @property {Point} point where they are nearest or deepest then, in the bodies' frame
 * @property {boolean} certain false: whether it is deeper than the tolerance could not be told
 *
 * @typedef {object} Encounter
 * @property {number} distance the least signed separation found; Infinity when never there together
 * @property {number} time
 * @property {Meeting[]} meetings
 * @property {Cut} [cut] absent: `meetings` are all there are
 *
 * The contacts of a pair that has too many to list: more than `most`, of which `kept` is in `meetings`.
 *
 * @typedef {{ most: number, kept: 'first' | 'deepest' }} Cut
 */

/** Iterations: for a pair, for each piece of its motions, and more by this factor before it is given up. */
const BUDGET = { pair: 4096, piece: 64, again: 16 };

/**
 * Slacks, of the bodies' size: of how near or deep they come; of when, which is coarser, as bodies that slide
 * along each other are looked at again and again otherwise; and of a bracket so wide that the budget must have
 * ended.
 */
const SLACK = { depth: 2 ** -38, contact: 2 ** -30, wide: 2 ** -28 };

/**
 * What a depth may be above the tolerance and count as equal to it, of the bodies' size: what the queries tell
 * apart, so that bodies that touch exactly do so for a tolerance of 0 too.
 */
const RESOLUTION = 2 ** -36;

/** What rounding to float32 moves a corner by, of its coordinates, with room. */
const FLOAT32_RELATIVE = 2 ** -22;

/** Halvings of a stretch of time: down to what doubles tell apart. */
const BISECTIONS = 64;

/** Shapes grown by the distance that a closed reading keeps, or shrunk by what an open one forgives. */
export class Grown {
    /** @type {Map<Shape, Map<number, Shape | null>>} */ #shapes = new Map();

    /** @param {Graze} graze */
    constructor(graze) {
        this.graze = graze;
    }

    /**
     * @param {Shape} shape
     * @param {number} by
     * @returns {Shape}
     */
    of(shape, by) {
        if (!(by > 0)) return shape;
        const grown = this.#kept(shape, by, () =>
            this.graze.hull(shape.vertices, { radius: roundUp(shape.radius + by) }),
        );
        return /** @type {Shape} */ (grown);
    }

    /**
     * Returns a shape no point of which is nearer than a distance to the outside of another; null when nothing is left.
     *
     * @param {Shape} shape
     * @param {number} by
     */
    shrunk(shape, by) {
        return this.#kept(shape, -by, () => {
            if (shape.radius > by) {
                const radius = Math.fround((shape.radius - by) * (1 - FLOAT32_RELATIVE));
                return this.graze.hull(shape.vertices, { radius });
            }
            const points = shrink(shape.vertices, by - shape.radius);
            return points === null ? null : this.graze.hull(points);
        });
    }

    /**
     * @param {Shape} shape
     * @param {number} by
     * @param {() => Shape | null} make
     */
    #kept(shape, by, make) {
        let sizes = this.#shapes.get(shape);
        if (sizes === undefined) {
            sizes = new Map();
            this.#shapes.set(shape, sizes);
        }
        let kept = sizes.get(by);
        if (kept === undefined) {
            kept = make();
            sizes.set(by, kept);
        }
        return kept;
    }

    free() {
        for (const sizes of this.#shapes.values()) {
            for (const shape of sizes.values()) shape?.free();
        }
        this.#shapes.clear();
    }
}

/**
 * The least float32 that is no less than a number of at least 0.
 *
 * @param {number} value
 */
function roundUp(value) {
    const nearest = Math.fround(value);
    if (nearest >= value) return nearest;
    const bits = new Uint32Array(Float32Array.of(nearest).buffer);
    bits[0]++;
    return new Float32Array(bits.buffer)[0];
}

/**
 * Cuts a strip off each side of a convex outline, and what rounding to float32 may add to it.
 *
 * @param {Float32Array} vertices x, y, x, y, …, counter-clockwise
 * @param {number} by width of the strips
 * @returns {[number, number][] | null} null when nothing is left
 */
function shrink(vertices, by) {
    const count = vertices.length / 2;
    if (count < 3) return null;
    const corners = Array.from({ length: count }, (_, k) => [vertices[2 * k], vertices[2 * k + 1]]);
    const size = vertices.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
    const width = by + FLOAT32_RELATIVE * size;
    let left = corners;
    for (const [k, [x, y]] of corners.entries()) {
        const [toX, toY] = corners[(k + 1) % count];
        const length = Math.hypot(toX - x, toY - y);
        /** How far a point is on the inner side of the strip. @param {number[]} point */
        const inside = ([px, py]) => ((toX - x) * (py - y) - (toY - y) * (px - x)) / length - width;
        left = left.flatMap((point, m) => {
            const next = left[(m + 1) % left.length];
            const [s, t] = [inside(point), inside(next)];
            const kept = s >= 0 ? [point] : [];
            if (s >= 0 === t >= 0) return kept;
            const part = s / (s - t);
            const cut = [0, 1].map((axis) => point[axis] + part * (next[axis] - point[axis]));
            return [...kept, cut];
        });
        if (left.length === 0) return null;
    }
    return left.map(([x, y]) => [Math.fround(x), Math.fround(y)]);
}

/**
 * Judges two bodies in a stretch of time. What float32 may have moved their outlines by counts as not known.
 *
 * @param {Graze} graze
 * @param {Body} a
 * @param {Body} b
 * @param {{ from: number, to: number }} stretch
 * @param {Reading} reading
 * @param {Grown} grown
 * @param {boolean} judged false: only how near they come is asked
 * @returns {Encounter}
 */
export function encounter(graze, a, b, stretch, reading, grown, judged) {
    const size = a.part.size + b.part.size;
    const error = a.part.error + b.part.error;
    const tolerance = reading.toleranceFor(size, error);
    const slack = SLACK.depth * size;
    // What is as good as equal to the tolerance is a touch: allowed when read open, refused when closed.
    const equal = RESOLUTION * size;
    const isOpen = reading.name === 'open';
    const permits = (/** @type {number} */ low) =>
        reading.permits(-low + error - (isOpen ? equal : 0), tolerance);
    const forbids = (/** @type {number} */ high) =>
        reading.forbids(-high - error + (isOpen ? 0 : equal), tolerance);
    const least = nearest(graze, a, b, stretch, slack);
    const [lo, hi] = least.distance;
    /** @type {Encounter} */
    const found = { distance: hi, time: least.time ?? 0, meetings: [] };
    if (!judged || least.time === null || permits(lo)) return found;
    const keeps = reading.name === 'closed' ? tolerance : 0;
    const grownA = grown.of(a.shape, keeps);
    const { list, most } = contacts(graze, a, b, stretch, SLACK.contact * size, grownA);
    if (most !== null) found.cut = { most, kept: 'first' };
    for (const contact of list) {
        const part = { from: contact.begin[0], to: contact.end[1] };
        const deepest = nearest(graze, a, b, part, slack);
        if (deepest.time === null) continue;
        const [low, high] = deepest.distance;
        if (permits(low)) continue;
        const certain = forbids(high);
        const point = deepest.pointA ?? { x: 0, y: 0 };
        const { time } = deepest;
        found.meetings.push({ lo: part.from, hi: part.to, depth: -high, time, point, certain });
    }
    if (found.meetings.length > 0) return found;
    // Not in contact as far as the package tells, but nearer than is allowed, or not surely further.
    const { time } = least;
    const point = least.pointA ?? { x: 0, y: 0 };
    const certain = forbids(hi);
    if (found.cut !== undefined) found.cut.kept = 'deepest';
    found.meetings.push({ lo: time, hi: time, depth: -hi, time, point, certain });
    return found;
}

/**
 * Returns the least separation of two bodies in a stretch of time, as `clearance` does, with a larger budget where the first
 * was not enough.
 *
 * @param {Graze} graze
 * @param {Body} a
 * @param {Body} b
 * @param {{ from: number, to: number }} stretch
 * @param {number} slack
 */
export function nearest(graze, a, b, stretch, slack) {
    const budget = budgetFor(a, b);
    const wide = (SLACK.wide / SLACK.depth) * slack;
    const found = graze.clearance(a.shape, a.motion, b.shape, b.motion, {
        ...stretch,
        slack,
        budget,
    });
    if (found.time === null || found.distance[1] - found.distance[0] <= wide) return found;
    const more = { ...stretch, slack, budget: BUDGET.again * budget };
    return graze.clearance(a.shape, a.motion, b.shape, b.motion, more);
}

/**
 * @param {Graze} graze
 * @param {Body} a
 * @param {Body} b
 * @param {{ from: number, to: number }} stretch
 * @param {number} slack
 * @param {Shape} shapeA
 * @returns {{ list: ContactInterval[], most: number | null }} `most`: null; else there are more than that, and `list` has
 *   the first alone
 */
function contacts(graze, a, b, stretch, slack, shapeA) {
    const budget = budgetFor(a, b);
    const asked = { ...stretch, slack, budget };
    const more = { ...asked, budget: BUDGET.again * budget };
    /** @param {typeof asked & { maxIntervals?: number }} each */
    const ask = (each) => graze.contactIntervals(shapeA, a.motion, b.shape, b.motion, each);
    try {
        const list = ask(asked);
        const isDecided = list.every(({ status }) => status !== 'undecided');
        return { list: isDecided ? list : ask(more), most: null };
    } catch (error) {
        const most = limitOf(error);
        const { status, time } = graze.firstContact(shapeA, a.motion, b.shape, b.motion, more);
        if (status === 'free' || time === null) return { list: [], most };
        return { list: firstInterval(ask, more, time[0]), most };
    }
}

/**
 * The first of many intervals of contact: bisects the time up to which two are found.
 *
 * @template {{ from: number, to: number }} Asked
 * @param {(asked: Asked & { maxIntervals: number }) => ContactInterval[]} ask
 * @param {Asked} asked up to `to` there are more than two
 * @param {number} from when it begins
 * @returns {ContactInterval[]} at most one, cut off where that takes too long
 */
function firstInterval(ask, asked, from) {
    /** @type {ContactInterval[]} */
    let best = [];
    let [low, high] = [from, asked.to];
    for (let k = 0; k < BISECTIONS && best.length < 2; k++) {
        const to = low + (high - low) / 2;
        try {
            const list = ask({ ...asked, from, to, maxIntervals: 2 });
            if (list.length >= best.length) best = list;
            low = to;
        } catch (error) {
            limitOf(error);
            high = to;
        }
    }
    return best.slice(0, 1);
}

/**
 * Returns how many intervals were allowed, where there are more; else throws the error on.
 *
 * @param {unknown} error
 * @returns {number}
 */
export function limitOf(error) {
    if (!(error instanceof GrazeError) || error.code !== 'too-many-intervals') throw error;
    return Number(error.value);
}

/** @param {Body} a @param {Body} b */
function budgetFor(a, b) {
    return Math.min(BUDGET.pair + BUDGET.piece * (a.motion.count + b.motion.count), 2 ** 24);
}
