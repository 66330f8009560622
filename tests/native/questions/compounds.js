import { powerOfTwo } from '../../portable.js';
import { choicesOf, randomBody, randomPlace } from './static.js';
import { randomWorld } from './worlds.js';

/**
 * Bodies that are not convex, drawn at random.
 *
 * @import { Draw } from './random.js'
 * @import { Body, ConvexBody, MovingBody, Placed, Question, QueryOptions } from './index.js'
 */

/**
 * Returns an outline between a lower and an upper line, from left to right, with holes in some of its columns; some
 * outlines are at fault.
 *
 * @param {Draw} draw
 */
function randomRings({ between, below, chance }) {
    const columns = 2 + below(8);
    const onGrid = chance(0.5);
    const step = () => (onGrid ? 1 + below(3) : Math.fround(between(0.25, 2)));
    const low = Array.from({ length: columns }, () => -step());
    const high = Array.from({ length: columns }, step);
    const outline = [...low.map((y, x) => [x, y]), ...high.map((y, x) => [x, y]).reverse()];
    const rings = [chance(0.5) ? outline : outline.reverse()];
    for (let x = 1; x + 1 < columns && rings.length < 4; x++) {
        const r = 0.125;
        if (chance(0.3))
            rings.push([
                [x - r, 0],
                [x, -r],
                [x + r, 0],
                [x, r],
            ]);
    }
    if (chance(0.1)) {
        const [i, j] = [below(outline.length), below(outline.length)];
        [outline[i], outline[j]] = [outline[j], outline[i]];
    }
    return rings;
}

/** @param {Draw} draw @returns {Question} */
export function randomCompound(draw) {
    const { between, chance } = draw;
    return {
        kind: 'compound',
        rings: randomRings(draw),
        radius: chance(0.3) ? 0.125 : 0,
        b: randomBody(draw, 2, false),
        poses: [0, 1, 2, 3, 4, 5].map(() => (chance(0.3) ? 0 : between(-6, 6))),
        numbers: [between(-8, 8), between(-8, 8)],
        velocity: [between(-3, 3), between(-3, 3), chance(0.3) ? 0 : between(-2, 2)],
    };
}

/** @param {number[][]} points @param {number} [radius] @returns {ConvexBody} */
const hullOf = (points, radius = 0) => ({ points, radius, hull: true });

/** @param {number} x @param {number} y @param {number} width @param {number} height @returns {ConvexBody} */
const rectangle = (x, y, width, height) =>
    hullOf([
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
    ]);

/** @param {Draw} draw @param {number} count */
const gridPoints = ({ below }, count) =>
    Array.from({ length: count }, () => [below(5) - 2, below(5) - 2]);

/**
 * Returns parts of whole coordinates, which touch, overlap, or have seams: cells of a grid, a wall of tiles that has
 * a slope, triangles that share sides, hulls, a chain of segments.
 *
 * @param {Draw} draw @returns {ConvexBody[]}
 */
function gridParts(draw) {
    const { below, chance, any } = draw;
    const radius = chance(0.1) ? any([0.25, 1]) : 0;
    const count = 2 + below(4);
    const indices = Array.from({ length: count }, (_, k) => k);
    switch (below(5)) {
        case 0: {
            const cells = [0, 1, 2, 3, 4, 5].filter(() => chance(0.8));
            return cells.map((k) => ({ ...rectangle((k % 3) - 1, k < 3 ? -1 : 0, 1, 1), radius }));
        }
        case 1: {
            const [dx, dy] = any([
                [2, 0],
                [0.75, 0.25],
                [0, 1],
            ]);
            const tile = [
                [0, 0],
                [dx, dy],
                [dx + dy / 2, dy - 2],
                [dy / 2 - dx / 8, -2],
            ];
            return indices.map((k) => hullOf(tile.map(([x, y]) => [x + k * dx, y + k * dy])));
        }
        case 2:
            return indices.map((k) =>
                hullOf(
                    k % 2 === 0
                        ? [
                              [k, 0],
                              [k + 2, 0],
                              [k + 1, 3],
                          ]
                        : [
                              [k, 3],
                              [k + 2, 3],
                              [k + 1, 0],
                          ],
                ),
            );
        case 3:
            return indices.map(() => hullOf(gridPoints(draw, 1 + below(4)), radius));
        default: {
            const points = gridPoints(draw, count + 1);
            return indices.map((k) => hullOf(points.slice(k, k + 2), radius));
        }
    }
}

/** Returns a body of several parts. @param {Draw} draw @returns {Body} */
function gridCompound(draw) {
    const parts = gridParts(draw);
    return { parts: parts.length > 0 ? parts : [rectangle(0, 0, 1, 1)] };
}

/** Returns a point, a segment, a box or another convex body. @param {Draw} draw @returns {Body} */
function gridBody(draw) {
    const { below, chance } = draw;
    if (chance(0.3)) return hullOf([[0, 0]], below(3) / 2);
    if (chance(0.3)) return rectangle(-1, -1, 1 + below(2), 1);
    return hullOf(gridPoints(draw, 1 + below(4)), chance(0.1) ? 0.5 : 0);
}

/** Returns two bodies of which one at least is a compound. @param {Draw} draw @returns {[Body, Body]} */
function gridPair(draw) {
    const whole = gridCompound(draw);
    const other = draw.chance(0.4) ? gridCompound(draw) : gridBody(draw);
    return draw.chance(0.5) ? [whole, other] : [other, whole];
}

/** @param {Draw} draw @returns {Placed} */
function placedPair(draw) {
    const [a, b] = gridPair(draw);
    const { below, any, chance } = draw;
    const place = () => {
        if (chance(0.2)) return randomPlace(draw, 4);
        const [cos, sin] = any([
            [1, 0],
            [1, 0],
            [0, 1],
            [-1, 0],
        ]);
        const nudge = chance(0.3) ? Math.fround(draw.between(-0.25, 0.25)) : 0;
        return [below(13) / 2 - 3, Math.fround(below(13) / 2 - 3 + nudge), cos, sin];
    };
    return { a, b, places: [...place(), ...place()] };
}

/**
 * Draws a question about compounds at rest: a pair by a variant of GJK, a cast, a ray, or batches of pairs.
 *
 * @param {Draw} draw @param {number} k @returns {Question}
 */
export function randomUnited(draw, k) {
    const { below, chance, any, between } = draw;
    const pairs = () => Array.from({ length: 1 + below(4) }, () => placedPair(draw));
    const [a, b] = gridPair(draw);
    const turn = () => (chance(0.7) ? 0 : between(-3, 3));
    const at = () => [below(13) / 2 - 3, below(13) / 2 - 3, turn()];
    const two = { a, b, poses: [...at(), ...at()] };
    const way = [below(17) - 8, below(17) - 8];
    const touching = any(/** @type {const} */ (['conflict', 'allowed']));
    switch (k % 5) {
        case 0:
            return { kind: 'cast', ...two, touching, numbers: way };
        case 1:
            return { kind: 'ray', ...two, touching, numbers: [...at().slice(0, 2), ...way] };
        case 2:
            return { kind: 'pair', ...two, choices: choicesOf(k) };
        case 3:
            return { kind: 'batch', pairs: pairs() };
        default:
            return { kind: 'manifolds', pairs: pairs(), reach: any([0, 0, 0.25, 2]) };
    }
}

/** @param {Draw} draw @param {Body} body @returns {MovingBody} */
function slidingBody({ below, chance, any, between }, body) {
    const speed = () => any([0, 0, 0.5, 1, -1, 2, -2]);
    const bend = chance(0.2) ? [any([0.25, -0.25])] : [];
    const segment = {
        ...{ t0: 0, t1: 4 },
        x: [below(13) / 2 - 3, speed()],
        y: [below(13) / 2 - 3, speed(), ...bend],
        angle: chance(0.7) ? [0] : [0, between(-2, 2)],
        pivot: { x: 0, y: 0 },
    };
    const after = chance(0.1) ? 'vanish' : 'stay';
    return { body, segments: [segment], ends: { before: 'stay', after } };
}

/**
 * Draws a question about compounds that move by whole numbers, so that they slide along edges and seams.
 *
 * @param {Draw} draw @param {number} k @returns {Question}
 */
export function randomSliding(draw, k) {
    const { chance, any, below } = draw;
    /** @type {QueryOptions} */
    const options = {
        ...{ from: any([0, 0, 1]), to: 4 },
        tolerance: powerOfTwo(any([-30, -30, -10])),
        distanceTolerance: any([0, powerOfTwo(-30), powerOfTwo(-30), powerOfTwo(-10)]),
        maxIterations: any([1, 10, 60, 400, 1500]),
    };
    const meeting = () => {
        const [a, b] = gridPair(draw);
        return /** @type {[MovingBody, MovingBody]} */ ([
            slidingBody(draw, a),
            slidingBody(draw, b),
        ]);
    };
    const movingPair = meeting();
    const times = [0, below(9) / 2, 4];
    switch (k % 4) {
        case 0:
            return { kind: 'motion', movingPair, options, times };
        case 1:
            return { kind: 'overlaps', movingPair, options };
        case 2: {
            const growth = [chance(0.5) ? 0.25 : 0, 0, 0, 0, 0, 0];
            const inflations = /** @type {[number[], number[]]} */ ([
                growth,
                [0, 0.125, 0, 0, 0, 0],
            ]);
            return { kind: 'inflated', movingPair, inflations, options, times };
        }
        default: {
            const meetings = [movingPair, ...Array.from({ length: below(3) }, meeting)];
            return { kind: 'movers', meetings, options };
        }
    }
}

/**
 * Draws a level of tiles beside each other, flat or on a slope, and bodies that stand on it, or in it.
 *
 * @param {Draw} draw @param {number} k @returns {Question}
 */
export function randomLevel(draw, k) {
    const { below, chance, any, between } = draw;
    const [cos, sin] = any([
        [1, 0],
        [1, 0],
        [0.8, 0.6],
    ]);
    const columns = 2 + below(6);
    /** @param {number} along @param {number} up */
    const place = (along, up) =>
        [along * cos - up * sin, along * sin + up * cos, cos, sin].map(Math.fround);
    const tiles = Array.from({ length: columns * (1 + below(2)) }, (_, i) => ({
        body: chance(0.2)
            ? { parts: [rectangle(0, -1, 0.5, 1), rectangle(0.5, -1, 0.5, 1)] }
            : rectangle(0, -1, 1, 1),
        place: place(i % columns, -Math.floor(i / columns)),
        bits: [1, 3],
    }));
    const walls = chance(0.3)
        ? [{ body: rectangle(0, -1, 1, 1), place: place(columns - 1, 1), bits: [1, 3] }]
        : [];
    const standing = Array.from({ length: 1 + below(6) }, () => {
        const disc = hullOf([[0, 0]], 0.5);
        const capsule = hullOf(
            [
                [-0.5, 0],
                [0.5, 0],
            ],
            0.25,
        );
        const thin = hullOf([
            [0, 0],
            [0, 0.25],
        ]);
        const body = any([disc, capsule, thin, rectangle(-0.5, 0, 1, 1), gridCompound(draw)]);
        const low = any([0, -0.01, -0.125, -0.75, -1.25, 0.125]);
        const on = place(between(0, columns), body === disc ? 0.5 + low : low);
        return {
            body,
            place: chance(0.8) ? on : [...on.slice(0, 2), 0, 1],
            bits: [any([1, 2]), 3],
        };
    });
    const placed = [...tiles, ...walls, ...standing];
    const count = placed.length;
    return {
        .../** @type {Extract<Question, { kind: 'worlds' }>} */ (randomWorld(draw, k)),
        ...{ placed, still: count - standing.length, room: (count * (count - 1)) / 2 + 1 },
        ...{ seams: true, moved: [], reach: any([0, 0, 0.125]) },
    };
}
