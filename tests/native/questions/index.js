import {
    flightsOfAllKinds,
    randomApproaches,
    randomCrowd,
    randomRoutes,
    randomSteering,
} from './agents.js';
import {
    grazingMotion,
    randomMotion,
    randomMovers,
    randomScene,
    randomSweep,
    randomUsual,
} from './moving.js';
import { drawFrom } from './random.js';
import { randomBatch, randomBodies, randomHeadings, randomPair, randomShape } from './still.js';
import { fromVectors } from './vectors.js';

/**
 * Questions of every kind, put to each build: drawn at random, and from the committed vectors. Every host makes the same
 * ones: no sine, cosine or power of its own is used.
 *
 * @import { BOXES, ENDINGS, READINGS } from '../../../js/layout.js'
 * @import { Flight } from '../../oracle/flight_oracle.js'
 * @import { Vectors } from './vectors.js'
 *
 * @typedef {{ points: number[][], radius: number, hull: boolean }} Body
 * @typedef {{ a: Body, b: Body, poses: number[] }} Pair
 * @typedef {(Pair & { kind: 'pair' | 'trace', choices: number[] })
 *   | (Pair & { kind: 'cast' | 'ray', numbers: number[] })
 *   | { kind: 'discs' | 'box', numbers: number[] }
 *   | { kind: 'batch', pairs: Placed[] }
 *   | { kind: 'motion', movers: [Mover, Mover], asked: Asked, times: number[] }
 *   | { kind: 'movers', meetings: [Mover, Mover][], asked: Asked }
 *   | { kind: 'sweep', movers: [Mover, Mover], asked: Asked, clock: Clock, boxes: typeof BOXES[number] }
 *   | { kind: 'scene', bodies: Mover[], ego: Mover, asked: Asked, clock: Clock }
 *   | { kind: 'flights', flights: [Flight, Flight] }
 *   | { kind: 'routes', routes: Flight[][], ends: Ends, from: number, to: number, reading: typeof READINGS[number] }
 *   | { kind: 'shape', body: Body }
 *   | (Placed & { kind: 'headings' })
 *   | { kind: 'bodies', placed: { body: Body, place: number[] }[], room: number, reach: number, one: Body, pose: number[] }
 *   | { kind: 'usual', movers: [Mover, Mover], method: number }
 *   | { kind: 'steering', numbers: number[], horizon: number, velocity: number[], step: number, limits: number[],
 *       canWait: boolean, after: typeof ENDINGS[number] }
 *   | { kind: 'crowd', isDouble: boolean, records: number[][], agents: number[], listed: number[][], room: number,
 *       ranges: number[] }} Question
 * @typedef {{ a: Body, b: Body, places: number[] }} Placed two float32 placements: x, y, cos, sin
 * @typedef {{ body: Body, segments: Segment[], ends: Ends }} Mover
 * @typedef {{ t0: number, t1: number, x: number[], y: number[], theta: number[], pivot: { x: number, y: number } }} Segment
 * @typedef {{ before: typeof ENDINGS[number], after: typeof ENDINGS[number] }} Ends
 * @typedef {{ start: number, end: number, step: number, x: number, y: number }} Clock
 * @typedef {{ from: number, to: number, tolerance: number, slack: number, budget: number }} Asked
 */

/** Their codes in replay.h, in order. */
export const KINDS = /** @type {const} */ ([
    ...['pair', 'discs', 'box', 'cast', 'ray', 'trace', 'batch', 'motion', 'movers'],
    ...['sweep', 'scene', 'flights', 'routes', 'shape', 'headings', 'bodies', 'usual'],
    ...['steering', 'crowd'],
]);

/** @template T @param {number} count @param {(k: number) => T} make @returns {T[]} */
const many = (count, make) => Array.from({ length: count }, (_, k) => make(k));

/** @param {Vectors} vectors @returns {Question[]} */
export function makeQuestions(vectors) {
    let seed = 2026;
    const next = () => drawFrom(seed++);
    /** @param {number} count @param {(draw: ReturnType<typeof next>, k: number) => Question} make */
    const drawn = (count, make) => {
        const draw = next();
        return many(count, (k) => make(draw, k));
    };
    const approaches = next();
    return [
        ...fromVectors(next(), vectors),
        ...drawn(20_000, randomPair),
        ...many(20_000, (k) => randomApproaches(approaches, k)).flat(),
        ...drawn(1000, randomBatch),
        ...drawn(600, grazingMotion),
        ...drawn(4000, randomMotion),
        ...drawn(500, randomMovers),
        ...drawn(1500, randomSweep),
        ...drawn(300, randomScene),
        ...flightsOfAllKinds(next(), 60),
        ...drawn(1500, randomRoutes),
        ...drawn(3000, randomShape),
        ...drawn(3000, randomHeadings),
        ...drawn(400, randomBodies),
        ...drawn(400, randomUsual),
        ...drawn(5000, (draw, k) => randomSteering(draw, undefined, k)),
        ...drawn(600, (draw, k) => randomCrowd(draw, k)),
    ];
}

/** Every so many of each kind: enough to tell a build that has gone wrong within a second. */
const ROUND = 40;

/** A small part of the questions, all kinds among them. @param {Question[]} questions */
export function shortRound(questions) {
    /** @type {Record<string, number>} */
    const seen = {};
    return questions.filter(({ kind }) => {
        seen[kind] = (seen[kind] ?? -1) + 1;
        return seen[kind] % ROUND === 0;
    });
}
