import { BOXES_KINDS, CONTACT_METHODS } from '../../../js/graze/core/layout.js';
import { cosineAndSine, powerOfTwo, wholePower } from '../../portable.js';

/**
 * Bodies that move and turn, drawn at random: pairs, many bodies, clocks, scenes.
 *
 * @import { Draw } from './random.js'
 * @import { QueryOptions, Clock, Ends, MovingBody, Question, Segment } from './index.js'
 */

/** Number of coefficients of a polynomial of a piece; of those of 'septic' questions. */
export const TERMS = 6;
export const SEPTIC_TERMS = 8;

/**
 * Size, distance and speed, common to the bodies of one encounter.
 *
 * @typedef {{ size: number, reach: number, turn: number, begin: number, lasts: number, home: number, terms?: number }} Alike
 */

/** @param {Draw} draw @param {number} k @returns {Alike} */
function alike({ below, chance, any }, k) {
    const size = k % 5 === 0 ? powerOfTwo(below(121) - 60) : 1;
    return {
        size,
        reach: size * powerOfTwo(below(8) - 2),
        turn: chance(0.25) ? 0 : powerOfTwo(below(12) - 4),
        begin: any([0, 0, -0.5, 1.6e9, 1e12]),
        lasts: powerOfTwo(below(12) - 4),
        home: size * any([0, 0, 0, 5e6]),
    };
}

/** @param {Draw} draw @param {number} size @param {number} lasts @param {number} terms */
function polynomial({ below, share }, size, lasts, terms) {
    return Array.from(
        { length: 1 + below(terms) },
        (_, k) => (size * share()) / wholePower(lasts, k),
    );
}

/** @param {number[]} c @param {number} s */
const valueAt = (c, s) => c.reduceRight((sum, term) => sum * s + term, 0);

/** Makes a piece continue where the previous one ends. @param {Segment} last @param {Segment} next */
function join(last, next) {
    const s = last.t1 - last.t0;
    const angle = valueAt(last.angle, s);
    const [cos, sin] = cosineAndSine(angle);
    const [dx, dy] = [next.pivot.x - last.pivot.x, next.pivot.y - last.pivot.y];
    next.angle[0] = angle;
    next.x[0] = valueAt(last.x, s) + cos * dx - sin * dy;
    next.y[0] = valueAt(last.y, s) + sin * dx + cos * dy;
}

/** @param {Draw} draw @returns {Ends} */
export function randomEnds({ chance }) {
    const end = () => (chance(0.2) ? 'vanish' : 'stay');
    return { before: end(), after: end() };
}

/** @param {Draw} draw @param {Alike} kind @returns {MovingBody} */
function randomMovingBody(draw, { size, reach, turn, begin, lasts, home, terms = TERMS }) {
    const { below, chance, between, share } = draw;
    /** @type {Segment[]} */
    const segments = [];
    let t0 = begin + (below(3) * lasts) / 4;
    const count = 1 + below(3);
    for (let k = 0; k < count; k++) {
        const t1 = t0 + (chance(0.05) ? 0 : lasts * between(0.25, 1));
        const long = t1 - t0 || lasts;
        const far = chance(0.3) ? 2 * size : 0;
        const segment = {
            ...{ t0, t1 },
            x: polynomial(draw, reach, long, terms),
            y: polynomial(draw, reach, long, terms),
            angle: polynomial(draw, turn, long, terms),
            pivot: { x: far * share(), y: far * share() },
        };
        const last = segments.at(-1);
        if (last !== undefined) join(last, segment);
        else segment.x[0] += home;
        segments.push(segment);
        t0 = t1;
    }
    const points = Array.from({ length: 1 + below(7) }, () => [
        Math.fround(size * share()),
        Math.fround(size * share()),
    ]);
    const radius = chance(0.5) ? Math.fround(size * Math.abs(share())) : 0;
    return { body: { points, radius, hull: true }, segments, ends: randomEnds(draw) };
}

/** @param {Draw} draw @param {Alike} kind @returns {QueryOptions} */
function randomQueryOptions({ below, chance, share, any }, { size, begin, lasts }) {
    const from = begin + lasts * share();
    // A tolerance finer than the clock is refused.
    const finest = powerOfTwo(-46) * (Math.abs(begin) + 8 * lasts);
    return {
        from,
        to: from + 3 * lasts * Math.abs(share()),
        tolerance: Math.max(lasts * powerOfTwo(-(2 + below(38))), finest),
        distanceTolerance: chance(0.2) ? 0 : size * powerOfTwo(-(4 + below(40))),
        maxIterations: any([1, 2, 5, 20, 60, 200]),
    };
}

/**
 * Draws a body that slides past another on a grid, touching it exactly or nearly; a turn may bring it back to its
 * start.
 *
 * @param {Draw} draw
 * @param {number} k
 * @returns {Question}
 */
export function grazingMotion({ below, chance, any }, k) {
    const half = 1 + below(3);
    const square = [
        [-half, -half],
        [half, -half],
        [half, half],
        [-half, half],
    ];
    const bodies = [
        { points: square, radius: 0, hull: false },
        { points: [[0, 0]], radius: half, hull: true },
        { points: [square[0], square[2]], radius: 0, hull: true },
        { points: square.slice(0, 3), radius: 0.5, hull: true },
    ];
    const off = any([0, 0, 1e-6, -1e-6, 1e-12, -1e-12]);
    const bend = chance(0.3) ? [0.25] : [];
    const turn = k % 2 === 0 ? [0] : [0, (below(5) - 2) * (Math.PI / 4)];
    const pivot = { x: 0, y: 0 };
    const still = { t0: 0, t1: 4, x: [0], y: [0], angle: [0], pivot };
    const y = [2 * half + off, ...(bend.length > 0 ? [-1, ...bend] : [])];
    const moving = { t0: 0, t1: 4, x: [-4, 2], y, angle: turn, pivot };
    /** @type {Ends} */
    const ends = { before: 'stay', after: chance(0.5) ? 'stay' : 'vanish' };
    const distanceTolerance = any([0, 1e-9, 1e-9, 1e-3]);
    const options = { from: 0, to: 4, tolerance: 4e-9, distanceTolerance, maxIterations: 200 };
    const times = [0, 1, 2, 3, 4];
    const movingPair = /** @type {[MovingBody, MovingBody]} */ ([
        { body: any(bodies), segments: [still], ends },
        { body: any(bodies), segments: [moving], ends },
    ]);
    return {
        kind: 'motion',
        movingPair: chance(0.5) ? movingPair : [movingPair[1], movingPair[0]],
        options,
        times,
    };
}

/** @param {Draw} draw @param {Alike} kind @returns {[MovingBody, MovingBody]} */
const randomTwo = (draw, kind) => [randomMovingBody(draw, kind), randomMovingBody(draw, kind)];

/** @param {Draw} draw @param {number} k @returns {Question} */
export function randomMotion(draw, k) {
    const kind = alike(draw, k);
    const options = randomQueryOptions(draw, kind);
    const times = Array.from({ length: 4 }, () => kind.begin + 2 * kind.lasts * draw.share());
    return { kind: 'motion', movingPair: randomTwo(draw, kind), options, times };
}

/**
 * Draws bodies as randomMotion, or as grazingMotion, for the overlaps alone.
 *
 * @param {Draw} draw @param {number} k @returns {Question}
 */
export function randomOverlaps(draw, k) {
    const question = k % 2 === 0 ? randomMotion(draw, k) : grazingMotion(draw, k);
    const { movingPair, options } = /** @type {Extract<Question, { kind: 'motion' }>} */ (question);
    return { kind: 'overlaps', movingPair, options };
}

/** Draws a question as randomMotion, with degrees up to 7. @param {Draw} draw @param {number} k @returns {Question} */
export function randomSeptic(draw, k) {
    const kind = { ...alike(draw, k), terms: SEPTIC_TERMS };
    const options = randomQueryOptions(draw, kind);
    const times = Array.from({ length: 4 }, () => kind.begin + 2 * kind.lasts * draw.share());
    return { kind: 'septic', movingPair: randomTwo(draw, kind), options, times };
}

/**
 * Draws two bodies of which the second one's inflation grows, and the first one's grows, shrinks to a minimum in its
 * motion, or is absent.
 *
 * @param {Draw} draw
 * @param {number} k
 * @returns {Question}
 */
export function randomInflated(draw, k) {
    const kind = alike(draw, k);
    const options = randomQueryOptions(draw, kind);
    const times = Array.from({ length: 4 }, () => kind.begin + 2 * kind.lasts * draw.share());
    const movingPair = randomTwo(draw, kind);
    /** @param {number} most */
    const grown = (most) =>
        Array.from({ length: TERMS }, (_, i) => {
            const size = kind.size * Math.abs(draw.share());
            return i <= most ? size / wholePower(kind.lasts, i) : 0;
        });
    const first = grown(draw.below(TERMS));
    const form = draw.below(3);
    if (form > 0) {
        const [, , square] = first;
        const s = kind.lasts * Math.abs(draw.share());
        first.fill(0);
        if (form === 1)
            first.splice(0, 3, square * s * s + kind.size / 64, -2 * square * s, square);
    }
    const inflations = /** @type {[number[], number[]]} */ ([first, grown(draw.below(TERMS))]);
    return { kind: 'inflated', movingPair, inflations, options, times };
}

/**
 * Draws a question with default options, and the evaluations of a method.
 * @param {Draw} draw
 * @param {number} k
 * @returns {Question}
 */
export function randomDefaults(draw, k) {
    const movingPair = randomTwo(draw, alike(draw, k));
    return { kind: 'usual', movingPair, method: k % CONTACT_METHODS.length };
}

/** Draws moving pairs; some bodies are in several pairs. @param {Draw} draw @param {number} k @returns {Question} */
export function randomMovingPairs(draw, k) {
    const kind = alike(draw, k);
    const bodies = Array.from({ length: 4 }, () => randomMovingBody(draw, kind));
    const meetings = Array.from(
        { length: 1 + (k % 8) },
        () => /** @type {[MovingBody, MovingBody]} */ ([draw.any(bodies), draw.any(bodies)]),
    );
    return { kind: 'movers', meetings, options: randomQueryOptions(draw, kind) };
}

/**
 * Draws a clock whose steps do not divide the time, and begin before or after the bodies do.
 *
 * @param {Draw} draw
 * @param {Alike} kind
 * @param {number} most steps
 * @returns {Clock}
 */
function randomClock({ between, chance, share }, { size, begin, lasts, home }, most) {
    const t0 = begin + lasts * share();
    const end = t0 + lasts * between(0.25, 3);
    const near = chance(0.5) ? [home + 100 * size * share(), 100 * size * share()] : [0, 0];
    // Double resolves at least this at 1e12.
    const least = powerOfTwo(-48) * Math.max(Math.abs(t0), Math.abs(end));
    const step = Math.max((end - t0) / between(1, most), least);
    return { t0, t1: Math.max(end, t0 + step), step, x: near[0], y: near[1] };
}

/** @param {Draw} draw @param {number} k @returns {Question} */
export function randomSweep(draw, k) {
    const kind = alike(draw, k);
    const clock = randomClock(draw, kind, k % 20 === 0 ? 2000 : 60);
    const boxes = BOXES_KINDS[Number(k % 8 === 7)];
    const options = randomQueryOptions(draw, kind);
    return { kind: 'sweep', movingPair: randomTwo(draw, kind), options, clock, boxes };
}

/** @param {Draw} draw @param {number} k @returns {Question} */
export function randomScene(draw, k) {
    const kind = alike(draw, k);
    kind.reach = kind.size * powerOfTwo(draw.below(6));
    const bodies = Array.from({ length: k % 17 }, () => randomMovingBody(draw, kind));
    const [options, clock] = [randomQueryOptions(draw, kind), randomClock(draw, kind, 100)];
    return { kind: 'scene', bodies, ego: randomMovingBody(draw, kind), options, clock };
}

/** @param {Draw} draw @param {number} k @returns {Question} */
export function randomClearances(draw, k) {
    const kind = alike(draw, k);
    kind.reach = kind.size * powerOfTwo(draw.below(7));
    const bodies = Array.from({ length: k % 17 }, () => randomMovingBody(draw, kind));
    const [options, clock] = [randomQueryOptions(draw, kind), randomClock(draw, kind, 100)];
    const limit = [Infinity, 0, kind.size, kind.reach / 2][draw.below(4)];
    return { kind: 'clearances', bodies, ego: randomMovingBody(draw, kind), options, clock, limit };
}
