import { makeShapes } from '../../js/bench/pairs.js';
import { between, pick, randomDirection, randomFor } from '../../js/bench/random.js';
import { CLEAR, Encounter, reachOf } from './toi_truth.js';

/**
 * The pairs of moving bodies whose first contact is asked for: from time 0 to 1 each goes a straight way
 * at constant speed and turns at a constant rate by less than half a turn, which is what Box2D and its
 * descendants call a sweep. All numbers are float32.
 *
 * @import { Body } from '../../js/bench/pairs.js'
 * @import { Outline } from '../../js/bench/polygons.js'
 * @import { Random } from '../../js/bench/random.js'
 * @import { Rotation, Sweep, Truth } from './toi_truth.js'
 */

export const SWEPT_BODIES = /** @type {const} */ (['box', '4', '8', '16']);

/**
 * distant: the discs about them never meet; near miss: they come within NEAR, and stay CLEAR apart;
 * hit: APART at first, they come to overlap by CLEAR; mixed: a third of each, in any order.
 */
export const ENCOUNTERS = /** @type {const} */ (['distant', 'near miss', 'hit', 'mixed']);

const NEAR = 0.3;
const APART = 0.1;
/** How far a body goes at most, and how far one goes as seen from the other. */
const TRAVEL = { own: 4, min: 1, max: 8 };
/** Default maximum rotation of a body. */
export const MAX_TURN = 0.99 * Math.PI;
const WORLD = 10;
/** Numbers that say where a body goes: x, y, heading; x, y, turn. */
const TERMS = 6;

/**
 * @typedef {typeof SWEPT_BODIES[number]} SweptBody
 * @typedef {typeof ENCOUNTERS[number]} Scene
 *
 * @typedef {object} SweepSet
 * @property {Body} body
 * @property {Scene} scene
 * @property {number} count of the pairs
 * @property {Outline[]} shapes
 * @property {Uint32Array} shapeA an index for each pair
 * @property {Uint32Array} shapeB
 * @property {Float32Array} sweepA TERMS for each pair
 * @property {Float32Array} sweepB
 * @property {Map<Rotation, Truth[]>} truths
 */

/**
 * @param {{ body: SweptBody, scene: Scene, count: number, seed: number, turn?: number }} what `turn`: by
 *   which a body turns at most
 * @returns {SweepSet}
 */
export function makeSweeps({ body, scene, count, seed, turn = MAX_TURN }) {
    const shapes = makeShapes(body, seed);
    const random = randomFor(seed, 'sweeps', body, scene);
    /** @type {SweepSet} */
    const set = {
        body,
        scene,
        count,
        shapes,
        shapeA: new Uint32Array(count),
        shapeB: new Uint32Array(count),
        sweepA: new Float32Array(TERMS * count),
        sweepB: new Float32Array(TERMS * count),
        truths: new Map(),
    };
    const truths = [];
    for (let pair = 0; pair < count; pair++) {
        const one = scene === 'mixed' ? ENCOUNTERS[pick(random, 3)] : scene;
        truths.push(drawPair(set, pair, one, turn, random));
    }
    set.truths.set('steady', truths);
    return set;
}

/**
 * Returns the end pose of a body for a kind of rotation: neither the poses in between nor the contacts are the same.
 *
 * @param {SweepSet} set
 * @param {Rotation} rotation
 */
export function truthsOf(set, rotation) {
    let truths = set.truths.get(rotation);
    if (truths === undefined) {
        truths = Array.from({ length: set.count }, (_, k) => encounter(set, k, rotation).truth());
        set.truths.set(rotation, truths);
    }
    return truths;
}

/** @param {SweepSet} set @param {number} pair @param {Rotation} rotation */
export function encounter(set, pair, rotation) {
    return new Encounter(
        set.shapes[set.shapeA[pair]],
        sweepOf(set.sweepA, pair),
        set.shapes[set.shapeB[pair]],
        sweepOf(set.sweepB, pair),
        rotation,
    );
}

/** @param {Float32Array} sweeps @param {number} pair @returns {Sweep} */
export function sweepOf(sweeps, pair) {
    const [x0, y0, heading, x1, y1, turn] = sweeps.subarray(TERMS * pair, TERMS * (pair + 1));
    return { x0, y0, heading, x1, y1, turn };
}

/**
 * Draws until a pair is of the kind wanted.
 *
 * @param {SweepSet} set
 * @param {number} pair
 * @param {Scene} scene
 * @param {number} turn
 * @param {Random} random
 * @returns {Truth}
 */
function drawPair(set, pair, scene, turn, random) {
    for (;;) {
        set.shapeA[pair] = pick(random, set.shapes.length);
        set.shapeB[pair] = pick(random, set.shapes.length);
        const reach = reachOf(set.shapes[set.shapeA[pair]]) + reachOf(set.shapes[set.shapeB[pair]]);
        const past = reach * (scene === 'distant' ? between(random, 1.2, 4) : random());
        const sweeps = draw(random, past, turn);
        set.sweepA.set(sweeps[0], TERMS * pair);
        set.sweepB.set(sweeps[1], TERMS * pair);
        const met = encounter(set, pair, 'steady');
        if (scene === 'hit' ? !(met.separationAt(0) > APART) : met.separationAt(0) < CLEAR)
            continue;
        const truth = met.truth();
        const isWanted =
            scene === 'hit'
                ? truth.verdict === 'contact'
                : truth.verdict === 'clear' &&
                  (scene === 'distant' || met.minSeparation(0, 1) <= NEAR);
        if (isWanted) return truth;
    }
}

/**
 * Returns two paths whose minimum distance is `past`.
 *
 * @param {Random} random
 * @param {number} past
 * @param {number} turn
 */
function draw(random, past, turn) {
    const x = between(random, -WORLD, WORLD);
    const y = between(random, -WORLD, WORLD);
    const [c, s] = randomDirection(random);
    const travel = between(random, 0, TRAVEL.own);
    const [u, v] = randomDirection(random);
    const along = between(random, TRAVEL.min, TRAVEL.max);
    const when = between(random, 0.1, 0.9);
    const first = [x, y, x + travel * c, y + travel * s];
    const other = [-when, 1 - when].flatMap((t, k) => [
        first[2 * k] + past * u - along * t * v,
        first[2 * k + 1] + past * v + along * t * u,
    ]);
    return [first, other].map(([x0, y0, x1, y1]) => [
        ...[x0, y0, between(random, -Math.PI, Math.PI)],
        ...[x1, y1, between(random, -turn, turn)],
    ]);
}
