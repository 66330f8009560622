import { randomDiscBatch, randomSteering } from './agents.js';
import { choicesOf } from './static.js';

/**
 * The exact vectors of tests/vectors as questions: each case goes to every query that accepts its data.
 *
 * @import { Draw } from './random.js'
 * @import { ConvexBody, MovingBody, Question } from './index.js'
 *
 * @typedef {Record<typeof VECTORS[number], any>} Vectors the parsed files
 */

export const VECTORS = /** @type {const} */ ([
    'dev_gjk',
    'dev_round',
    'dev_toi',
    'field_cases',
    'mapf_cases',
    'motion_cases',
]);

const PAIRS_AT_ONCE = 16;
const BODIES_AT_ONCE = 40;

/** @param {number[][]} points @param {number} [radius] @param {boolean} [hull] @returns {ConvexBody} */
const body = (points, radius = 0, hull = false) => ({ points, radius: Math.fround(radius), hull });

/** @template T @param {T[]} list @param {number} count @returns {T[][]} */
const chunks = (list, count) =>
    Array.from({ length: Math.ceil(list.length / count) }, (_, k) =>
        list.slice(k * count, (k + 1) * count),
    );

/** Returns questions about pairs at their placements. @param {Draw} draw @param {any[]} pairs @returns {Question[]} */
function standing(draw, pairs) {
    const { between } = draw;
    const both = pairs.map((pair) => ({ a: body(pair.a, pair.ra), b: body(pair.b, pair.rb) }));
    const atHome = [0, 0, 1, 0];
    const single = both.flatMap((bodies, k) => {
        const still = { ...bodies, poses: [0, 0, 0, 0, 0, 0] };
        const turned = { ...bodies, poses: Array.from({ length: 6 }, () => between(-9, 9)) };
        const way = [between(-4, 4), between(-4, 4)];
        const places = [
            ...[between(-4, 4), between(-4, 4), ...draw.heading()].map(Math.fround),
            ...atHome,
        ];
        return /** @type {Question[]} */ ([
            { kind: 'pair', ...still, choices: choicesOf(k) },
            { kind: 'pair', ...turned, choices: choicesOf(k) },
            { kind: 'trace', ...still, choices: choicesOf(k) },
            { kind: 'cast', ...still, numbers: way },
            { kind: 'ray', ...still, numbers: [...way, -way[0] * 2, -way[1] * 2] },
            { kind: 'headings', ...bodies, places },
            { kind: 'shape', body: bodies.a },
            { kind: 'shape', body: bodies.b },
        ]);
    });
    const batches = chunks(both, PAIRS_AT_ONCE).map((some) => ({
        kind: /** @type {const} */ ('batch'),
        pairs: some.map((pair) => ({ ...pair, places: [...atHome, ...atHome] })),
    }));
    const bodyBatches = chunks(
        both.flatMap(({ a, b }) => [a, b]),
        BODIES_AT_ONCE,
    ).map((some) => ({
        kind: /** @type {const} */ ('bodies'),
        placed: some.map((each) => ({ body: each, place: atHome })),
        room: BODIES_AT_ONCE * BODIES_AT_ONCE,
        reach: 0.5,
        one: some[0],
        pose: [0.25, -0.5, 1],
    }));
    return [...single, ...batches, ...bodyBatches];
}

/** @param {ConvexBody} shape @param {object} segment @returns {MovingBody} */
const movingBodyOf = (shape, segment) => ({
    body: shape,
    segments: [{ t0: 0, t1: 1, x: [0], y: [0], angle: [0], pivot: { x: 0, y: 0 }, ...segment }],
    ends: { before: 'stay', after: 'stay' },
});

/**
 * Returns every question about two moving bodies.
 * @param {MovingBody} a
 * @param {MovingBody} b
 * @param {number} k
 * @param {number} [from]
 * @param {number} [to]
 * @returns {Question[]}
 */
function moving(a, b, k, from = 0, to = 1) {
    const options = {
        from,
        to,
        tolerance: 1e-9 * (to - from),
        distanceTolerance: 1e-9,
        maxIterations: 400,
    };
    const movingPair = /** @type {[MovingBody, MovingBody]} */ ([a, b]);
    const times = [from, (from + to) / 2, to];
    const clock = { t0: from, t1: to, step: (to - from) / 24, x: 0, y: 0 };
    return [
        { kind: 'motion', movingPair, options, times },
        { kind: 'usual', movingPair, method: k % 4 },
        { kind: 'movers', meetings: [movingPair, [b, a]], options },
        { kind: 'sweep', movingPair, options, clock, boxes: 'cover' },
        { kind: 'scene', bodies: [a, b], ego: b, options, clock },
    ];
}

/**
 * Returns the questions of a motion without a turn, a cast among them.
 * @param {any} c
 * @param {number} k
 * @returns {Question[]}
 */
function gliding({ a, b, pa, pb, ra, rb, va, vb }, k) {
    const [p, q] = [body(a ?? [pa], ra), body(b ?? [pb], rb)];
    const way = [va[0] - vb[0], va[1] - vb[1]];
    const glide = (/** @type {number[]} */ v) => ({ x: [0, v[0]], y: [0, v[1]] });
    return [
        { kind: 'cast', a: p, b: q, poses: [0, 0, 0, 0, 0, 0], numbers: way },
        ...moving(movingBodyOf(p, glide(va)), movingBodyOf(q, glide(vb)), k),
    ];
}

/**
 * Returns every question about two moving discs.
 * @param {Draw} draw
 * @param {number[]} first
 * @param {number[]} second
 * @param {number} k
 * @returns {Question[]}
 */
function discs(draw, first, second, k) {
    const numbers = [...first, ...second];
    return [
        { kind: 'discs', numbers },
        randomSteering(draw, numbers, k),
        randomDiscBatch(draw, 2 * k, [first, second]),
    ];
}

/** @param {any} c @returns {[number[], number[]]} */
const segmentsOf = ({ pa, ra, va, pb, rb, vb }) => [
    [...pa, ...va, 0, 1, ra],
    [...pb, ...vb, 0, 1, rb],
];

/** @param {Draw} draw @param {any} c @param {number} k @returns {Question[]} */
function timeOfImpact(draw, c, k) {
    if (c.kind === 'linear') return gliding(c, k);
    if (c.kind === 'linear_discs') {
        return [...gliding(c, k), ...discs(draw, ...segmentsOf(c), k)];
    }
    const [a, b] = [c.a, c.b].map((one) =>
        movingBodyOf(body(one.local), {
            ...{ x: [one.c[0], one.v[0]], y: [one.c[1], one.v[1]] },
            angle: [0, one.w],
        }),
    );
    return moving(a, b, k);
}

/** @param {Draw} draw @param {any} c @param {number} k @returns {Question[]} */
function fromTheField(draw, c, k) {
    switch (c.kind) {
        case 'pair':
            return standing(draw, [c]);
        case 'linear':
            return gliding(c, k);
        case 'hull':
            return [true, false].map((hull) => ({ kind: 'shape', body: body(c.points, 0, hull) }));
        case 'rotating_note': {
            const { a, b } = c;
            const way = [0, 1].map((i) => [b.c0[i], b.c1[i] - b.c0[i]]);
            const turn = [b.a0, b.a1 - b.a0];
            return moving(
                movingBodyOf(body(a.local), { x: [a.c[0]], y: [a.c[1]], angle: [a.a0] }),
                movingBodyOf(body(b.local), { x: way[0], y: way[1], angle: turn }),
                k,
            );
        }
        default:
            throw new Error(`field_cases: a case of kind ${c.kind}`);
    }
}

/** @param {any} f */
const discRecord = ({ x, y, vx, vy, t0, t1, radius }) => [...[x, y, vx, vy, t0, t1, radius]];

/** @param {any} f */
const isPlain = ({ z = 0, vz = 0, ax = 0, ay = 0, az = 0 }) =>
    [z, vz, ax, ay, az].every((value) => value === 0);

/** @param {Draw} draw @param {any} c @param {number} k @returns {Question[]} */
function flying(draw, { flights: spheres }, k) {
    const full = spheres.map((/** @type {any} */ f) => ({
        ...{ z: 0, vz: 0, ax: 0, ay: 0, az: 0 },
        ...f,
    }));
    /** @type {Question[]} */
    const questions = [
        { kind: 'flights', spheres: full },
        {
            kind: 'routes',
            routes: full.map((/** @type {any} */ f) => [f]),
            ends: { before: 'stay', after: 'vanish' },
            ...{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY },
            touching: k % 2 === 0 ? 'conflict' : 'allowed',
        },
    ];
    if (!full.every(isPlain)) return questions;
    const [first, second] = full.map(discRecord);
    return [...questions, ...discs(draw, first, second, k)];
}

/** @param {any} c @param {number} k @returns {Question[]} */
function known({ T0, T1, A, B }, k) {
    const [a, b] = [A, B].map(({ shape, motion }) => ({
        body: body(shape.verts, shape.radius, true),
        segments: motion.pieces.map((/** @type {any} */ segment) => ({
            pivot: { x: 0, y: 0 },
            ...segment,
        })),
        ends: /** @type {const} */ ({ before: 'stay', after: 'stay' }),
    }));
    return moving(a, b, k, T0, T1);
}

/** @param {Draw} draw @param {Vectors} vectors @returns {Question[]} */
export function fromVectors(draw, vectors) {
    return [
        ...standing(draw, vectors.dev_gjk.pairs),
        ...standing(draw, vectors.dev_round.pairs),
        ...vectors.dev_toi.cases.flatMap((/** @type {any} */ c, /** @type {number} */ k) =>
            timeOfImpact(draw, c, k),
        ),
        ...vectors.field_cases.cases.flatMap((/** @type {any} */ c, /** @type {number} */ k) =>
            fromTheField(draw, c, k),
        ),
        ...vectors.mapf_cases.cases.flatMap((/** @type {any} */ c, /** @type {number} */ k) =>
            flying(draw, c, k),
        ),
        ...vectors.motion_cases.cases.flatMap(known),
    ];
}
