import { STARTS, SUBDISTANCES, SUPPORTS } from '../../../js/graze/core/layout.js';

/**
 * Static bodies, drawn at random.
 *
 * @import { Draw } from './random.js'
 * @import { ConvexBody, Question } from './index.js'
 */

/** Returns the k-th of all option sets of GJK. @param {number} k */
export function choicesOf(k) {
    const n = SUBDISTANCES.length;
    return [
        k % n,
        Math.floor(k / n) % SUPPORTS.length,
        Math.floor(k / n / SUPPORTS.length) % STARTS.length,
    ];
}

/**
 * @param {Draw} draw
 * @param {number} size
 * @param {boolean} isWild all magnitudes of float32, which sends signs to the expansions
 * @returns {ConvexBody}
 */
export function randomBody({ between, below, chance, random, magnitude }, size, isWild) {
    const count = 1 + below(chance(0.1) ? 40 : 12);
    const onGrid = chance(0.5);
    const scale = () => (isWild ? magnitude(2, -140, 120) : size);
    const value = () =>
        onGrid ? Math.floor(between(-4, 4)) : Math.fround(between(-1, 1) * scale());
    const points = Array.from({ length: count }, () => [value(), value()]);
    return { points, radius: chance(0.3) ? Math.fround(random()) : 0, hull: true };
}

/** @param {number} k */
const sizeOf = (k) => (k % 5 === 0 ? 1e4 : 4);
/** @param {number} k */
const isWild = (k) => k % 7 === 0;

/** Draws a question about a pair, a trace, a cast or a ray. @param {Draw} draw @param {number} k @returns {Question} */
export function randomPair(draw, k) {
    const { between, below, chance } = draw;
    const pair = {
        a: randomBody(draw, sizeOf(k), isWild(k)),
        b: randomBody(draw, sizeOf(k), isWild(k)),
        poses: [0, 1, 2, 3, 4, 5].map((i) =>
            chance(0.3) ? 0 : between(-6, 6) * (i % 3 === 2 ? 30 : 1),
        ),
    };
    const number = () => (chance(0.5) ? Math.floor(between(-8, 8)) : between(-8, 8));
    switch (below(5)) {
        case 0:
            return { kind: 'trace', ...pair, choices: choicesOf(k) };
        case 1:
            return { kind: 'cast', ...pair, numbers: [number(), number()] };
        case 2:
            return { kind: 'ray', ...pair, numbers: [number(), number(), number(), number()] };
        default:
            return { kind: 'pair', ...pair, choices: choicesOf(k) };
    }
}

/** Draws a float32 placement: x, y, cos, sin. @param {Draw} draw @param {number} size */
export function randomPlace({ between, chance, heading }, size) {
    const value = () => (chance(0.5) ? Math.floor(between(-8, 8)) : between(-1, 1) * size);
    return [value(), value(), ...heading()].map(Math.fround);
}

/** @param {Draw} draw @param {number} k @returns {Extract<Question, { kind: 'headings' }>} */
export function randomHeadings(draw, k) {
    const [a, b] = [0, 1].map(() => randomBody(draw, sizeOf(k), isWild(k)));
    const size = k % 5 === 0 ? 1e4 : 6;
    return { kind: 'headings', a, b, places: [0, 1].flatMap(() => randomPlace(draw, size)) };
}

/** Draws a pair on a small grid, which often touches, or one of any kind. @param {Draw} draw @returns {Question} */
export function randomCones(draw) {
    const { below, chance, any } = draw;
    const body = () => {
        const count = 1 + below(chance(0.5) ? 2 : 6);
        const points = Array.from({ length: count }, () => [below(5) - 2, below(5) - 2]);
        return { points, radius: chance(0.2) ? 1 + below(3) : 0, hull: true };
    };
    const quarters = [
        [1, 0],
        [0, 1],
        [-1, 0],
        [0, -1],
    ];
    const place = () => [below(7) - 3, below(7) - 3, ...any(quarters)];
    if (chance(0.1)) return { ...randomHeadings(draw, below(100)), kind: 'cones' };
    return { kind: 'cones', a: body(), b: body(), places: [...place(), ...place()] };
}

/**
 * Draws pairs; some have the same body twice, so that a shape is in several pairs.
 * @param {Draw} draw
 * @param {number} k
 * @returns {Question}
 */
export function randomBatch(draw, k) {
    const size = k % 5 === 0 ? 1e4 : 6;
    const bodies = Array.from({ length: 4 }, () => randomBody(draw, size, isWild(k)));
    const pairs = Array.from({ length: k % 10 }, () => ({
        a: draw.any(bodies),
        b: draw.any(bodies),
        places: [...randomPlace(draw, size), ...randomPlace(draw, size)],
    }));
    return { kind: 'batch', pairs };
}

/** Draws pairs near each other, some of rectangles and discs. @param {Draw} draw @param {number} k @returns {Question} */
export function randomManifolds(draw, k) {
    const { between, below, chance, any } = draw;
    const size = any([1, 4, 6]);
    const rectangle = () => {
        const [x, y] = [1 + below(3), Math.fround(between(0.1, 3))];
        const corners = [
            [-x, -y],
            [x, -y],
            [x, y],
            [-x, y],
        ];
        return { points: corners, radius: chance(0.2) ? 0.5 : 0, hull: false };
    };
    const disc = () => ({ points: [[0, 0]], radius: 1 + below(3), hull: true });
    const body = () => {
        if (chance(0.3)) return rectangle();
        return chance(0.2) ? disc() : randomBody(draw, size, isWild(k));
    };
    const pairs = Array.from({ length: k % 10 }, () => ({
        a: body(),
        b: body(),
        places: [...randomPlace(draw, size), ...randomPlace(draw, size)],
    }));
    return { kind: 'manifolds', pairs, reach: chance(0.5) ? 0 : between(0, size) };
}

/**
 * Draws bodies; now and then fewer pairs fit than are found.
 * @param {Draw} draw
 * @param {number} k
 * @returns {Question}
 */
export function randomBodies(draw, k) {
    const { between, below, chance } = draw;
    const count = k % 40;
    const spread = 2 + between(0, count);
    const bodies = Array.from({ length: count }, () => randomBody(draw, 1, k % 11 === 0));
    const most = (count * (count - 1)) / 2;
    return {
        kind: 'bodies',
        placed: bodies.map((body) => ({ body, place: randomPlace(draw, spread) })),
        room: 1 + (chance(0.2) ? below(10) : most),
        reach: chance(0.2) ? Math.floor(between(0, 3)) : between(0, spread / 4),
        one: randomBody(draw, 2, false),
        pose: [between(-4, 4), between(-4, 4), between(-90, 90)],
    };
}

/**
 * Draws arbitrary outlines: most that are not hulls are refused, and so are those without points; flat ones and single
 * points are accepted.
 *
 * @param {Draw} draw
 * @param {number} k
 * @returns {Question}
 */
export function randomShape(draw, k) {
    const { below, chance } = draw;
    const body = randomBody(draw, 4, isWild(k));
    const points = body.points.slice(0, chance(0.5) ? 1 + below(5) : undefined);
    // The outline is convex, in either winding, from any first corner, with repeated points and points on an edge.
    const ring = [
        [3, -2],
        [3, 0],
        [3, 2],
        [-1, 4],
        [-5, 2],
        [-5, 2],
        [-3, -2],
        [0, -2],
    ];
    if (chance(0.5)) ring.reverse();
    const first = below(ring.length);
    const outline = [...ring.slice(first), ...ring.slice(0, first)];
    if (chance(0.3)) outline[below(outline.length)] = [below(7) - 3, below(7) - 3];
    const isOutline = k % 3 === 0;
    return {
        kind: 'shape',
        body: { ...body, points: isOutline ? outline : points, hull: chance(0.5) },
    };
}
