import {
    randomApproaches,
    randomDiscBatch,
    randomPlanBatch,
    randomRoutes,
    randomSteering,
    spheresOfAllKinds,
    tiedSpheres,
    unevenSpheres,
} from './agents.js';
import { randomBoxes } from './boxes.js';
import { randomChains } from './chains.js';
import { randomCompound, randomLevel, randomSliding, randomUnited } from './compounds.js';
import { cornersThatMeet, facingBodies } from './facing.js';
import {
    grazingMotion,
    randomClearances,
    randomDefaults,
    randomInflated,
    randomMotion,
    randomMovingPairs,
    randomOverlaps,
    randomScene,
    randomSeptic,
    randomSweep,
} from './moving.js';
import { drawFrom } from './random.js';
import { RARE } from './rare.js';
import { randomSolidPair, randomSolidUnion, randomSolidWorld } from './solids.js';
import {
    randomBatch,
    randomBodies,
    randomCones,
    randomHeadings,
    randomManifolds,
    randomPair,
    randomShape,
} from './static.js';
import { fromVectors } from './vectors.js';
import { randomWorld } from './worlds.js';

/**
 * Questions of every kind, put to each build: drawn at random, and made from the committed vectors. Every host makes
 * the same ones: no sine, cosine or power of its own is used.
 *
 * @import { BOXES_KINDS, ENDINGS, TOUCHINGS } from '../../../js/graze/core/layout.js'
 * @import { MovingSphere } from '../../oracle/flight_oracle.js'
 * @import { Link } from './chains.js'
 * @import { SolidBody, SolidPose } from './solids.js'
 * @import { Vectors } from './vectors.js'
 *
 * @typedef {{ points: number[][], radius: number, hull: boolean, parts?: undefined }} ConvexBody
 * @typedef {ConvexBody | { parts: ConvexBody[] }} Body a compound has parts
 * @typedef {{ a: Body, b: Body, poses: number[] }} Pair
 * @typedef {(Pair & { kind: 'pair' | 'trace', choices: number[] })
 *   | (Pair & { kind: 'cast' | 'ray', numbers: number[], touching?: typeof TOUCHINGS[number] })
 *   | { kind: 'discs' | 'box', numbers: number[] }
 *   | { kind: 'batch', pairs: Placed[] }
 *   | { kind: 'manifolds', pairs: Placed[], reach: number }
 *   | { kind: 'motion' | 'septic', movingPair: [MovingBody, MovingBody], options: QueryOptions, times: number[] }
 *   | { kind: 'overlaps', movingPair: [MovingBody, MovingBody], options: QueryOptions }
 *   | { kind: 'inflated', movingPair: [MovingBody, MovingBody], inflations: [number[], number[]], options: QueryOptions,
 *       times: number[] }
 *   | { kind: 'movers', meetings: [MovingBody, MovingBody][], options: QueryOptions }
 *   | { kind: 'sweep', movingPair: [MovingBody, MovingBody], options: QueryOptions, clock: Clock, boxes: typeof BOXES_KINDS[number] }
 *   | { kind: 'scene', bodies: MovingBody[], ego: MovingBody, options: QueryOptions, clock: Clock }
 *   | { kind: 'clearances', bodies: MovingBody[], ego: MovingBody, options: QueryOptions, clock: Clock, limit: number }
 *   | { kind: 'flights', spheres: [MovingSphere, MovingSphere] }
 *   | { kind: 'routes' | 'traffic', routes: MovingSphere[][], ends: Ends, from: number, to: number, touching: typeof TOUCHINGS[number] }
 *   | { kind: 'shape', body: ConvexBody }
 *   | (Placed & { kind: 'headings' })
 *   | (Placed & { kind: 'cones' })
 *   | { kind: 'bodies', placed: { body: Body, place: number[] }[], room: number, reach: number, one: Body, pose: number[] }
 *   | { kind: 'usual', movingPair: [MovingBody, MovingBody], method: number }
 *   | { kind: 'steering', numbers: number[], horizon: number, velocity: number[], step: number, limits: number[],
 *       canWait: boolean, after: typeof ENDINGS[number] }
 *   | { kind: 'crowd', isDouble: boolean, records: number[][], agents: number[], listed: number[][], room: number,
 *       ranges: number[] }
 *   | { kind: 'compound', rings: number[][][], radius: number, b: Body, poses: number[], numbers: number[],
 *       velocity: number[] }
 *   | { kind: 'plans', isDouble: boolean, records: number[][], agents: number[], room: number, reach: number,
 *       from: number, to: number }
 *   | { kind: 'boxes', axes: number, all: number[][], room: number, reach: number, box: number[], cut: number,
 *       moved: { index: number, sides: number[] }[] }
 *   | { kind: 'solid', two: { body: SolidBody, pose: SolidPose }[], numbers: number[] }
 *   | { kind: 'unions', parts: { body: SolidBody, pose: SolidPose }[], positions: number[][], indices: number[], b: SolidBody,
 *       poses: SolidPose[], numbers: number[] }
 *   | { kind: 'solids', placed: { body: SolidBody, pose: SolidPose }[], still: number, one: SolidBody, pose: SolidPose,
 *       numbers: number[] }
 *   | { kind: 'chains', bodies: SolidBody[], links: Link[], options: QueryOptions }
 *   | { kind: 'worlds', placed: { body: Body, place: number[], bits: number[] }[], still: number, room: number, seams?: boolean,
 *       one: Body, pose: number[], way: number[], reach: number, bits: number[], moved: { index: number, place: number[] }[] }} Question
 * @typedef {{ a: Body, b: Body, places: number[] }} Placed two float32 placements: x, y, cos, sin
 * @typedef {{ body: Body, segments: Segment[], ends: Ends }} MovingBody
 * @typedef {{ t0: number, t1: number, x: number[], y: number[], angle: number[], pivot: { x: number, y: number } }} Segment
 * @typedef {{ before: typeof ENDINGS[number], after: typeof ENDINGS[number] }} Ends
 * @typedef {{ t0: number, t1: number, step: number, x: number, y: number }} Clock
 * @typedef {{ from: number, to: number, tolerance: number, distanceTolerance: number, maxIterations: number }} QueryOptions
 */

/** Kinds in the order of their codes in replay.h. */
export const KINDS = /** @type {const} */ ([
    ...['pair', 'discs', 'box', 'cast', 'ray', 'trace', 'batch', 'motion', 'movers'],
    ...['sweep', 'scene', 'flights', 'routes', 'shape', 'headings', 'bodies', 'usual'],
    ...['steering', 'crowd', 'compound', 'manifolds', 'clearances', 'traffic', 'plans', 'worlds'],
    ...['inflated', 'boxes', 'septic', 'overlaps', 'cones'],
    ...['solid', 'unions', 'solids', 'chains'],
]);

/** @import { Draw } from './random.js' */

/** Number of questions of each kind, in this order; each kind has a stream of its own. */
const DRAWN = /** @type {[count: number, make: (draw: Draw, k: number) => Question[]][]} */ ([
    [20_000, (draw, k) => [randomPair(draw, k)]],
    [1000, (draw, k) => [randomBatch(draw, k)]],
    [600, (draw, k) => [grazingMotion(draw, k)]],
    [4000, (draw, k) => [randomMotion(draw, k)]],
    [500, (draw, k) => [randomMovingPairs(draw, k)]],
    [1500, (draw, k) => [randomSweep(draw, k)]],
    [300, (draw, k) => [randomScene(draw, k)]],
    [60, (draw) => spheresOfAllKinds(draw)],
    [1500, (draw, k) => [randomRoutes(draw, k)]],
    [3000, (draw, k) => [randomShape(draw, k)]],
    [3000, (draw, k) => [randomHeadings(draw, k)]],
    [400, (draw, k) => [randomBodies(draw, k)]],
    [400, (draw, k) => [randomDefaults(draw, k)]],
    [5000, (draw, k) => [randomSteering(draw, undefined, k)]],
    [600, (draw, k) => [randomDiscBatch(draw, k)]],
    [20_000, randomApproaches],
    [8000, facingBodies],
    [3000, cornersThatMeet],
    [12_000, (draw, k) => [tiedSpheres(draw, k)]],
    [12_000, (draw, k) => [tiedSpheres(draw, k)]],
    [12_000, (draw) => [unevenSpheres(draw)]],
    [8000, facingBodies],
    [3000, cornersThatMeet],
    [12_000, (draw, k) => [tiedSpheres(draw, k)]],
    [12_000, (draw) => [unevenSpheres(draw)]],
    [1500, (draw) => [randomCompound(draw)]],
    [3000, (draw, k) => [randomManifolds(draw, k)]],
    [300, (draw, k) => [randomClearances(draw, k)]],
    [1500, (draw, k) => [{ ...randomRoutes(draw, k), kind: 'traffic' }]],
    [600, (draw, k) => [randomPlanBatch(draw, k)]],
    [600, (draw, k) => [randomWorld(draw, k)]],
    [1500, (draw, k) => [randomInflated(draw, k)]],
    [1200, (draw, k) => [randomBoxes(draw, k)]],
    [2000, (draw, k) => [randomSeptic(draw, k)]],
    [1500, (draw, k) => [randomOverlaps(draw, k)]],
    [4000, (draw) => [randomCones(draw)]],
    [6000, (draw) => [randomSolidPair(draw)]],
    [1500, (draw) => [randomSolidUnion(draw)]],
    [600, (draw) => [randomSolidWorld(draw)]],
    [4000, (draw, k) => [randomUnited(draw, k)]],
    [800, (draw, k) => [randomSliding(draw, k)]],
    [400, (draw, k) => [randomLevel(draw, k)]],
    [1200, (draw) => [randomChains(draw)]],
]);

/**
 * Draws questions of all kinds.
 *
 * @param {number} seed
 * @param {number} [share] fraction of the number that makeQuestions draws
 */
export const drawQuestions = (seed, share = 1) =>
    DRAWN.flatMap(([count, make], i) => {
        const draw = drawFrom(seed + i);
        return Array.from({ length: Math.ceil(count * share) }, (_, k) => make(draw, k)).flat();
    });

const SEED = 2026;

/** @param {Vectors} vectors @returns {Question[]} */
export const vectorQuestions = (vectors) => fromVectors(drawFrom(SEED - 1), vectors);

/** @param {Vectors} vectors @returns {Question[]} */
export const makeQuestions = (vectors) => [
    ...vectorQuestions(vectors),
    ...drawQuestions(SEED),
    ...RARE,
];

/** Sampling interval of each kind: the sample detects a faulty build within a second. */
const ROUND = 40;

/** Returns a small part of the questions, with all kinds among them. @param {Question[]} questions */
export function shortRound(questions) {
    /** @type {Record<string, number>} */
    const seen = {};
    return questions.filter(({ kind }) => {
        seen[kind] = (seen[kind] ?? -1) + 1;
        return seen[kind] % ROUND === 0;
    });
}
