import { nearest, placeVertices, separation } from './oracle.js';
import { randomBox, randomPolygon } from './polygons.js';
import { between, pick, randomDirection, randomFor } from './random.js';

/**
 * Pairs of bodies for all measurements, after Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm", section
 * IV: random convex polygons in random poses, distant, overlapping and touching.
 *
 * @import { Outline } from './polygons.js'
 * @import { Random } from './random.js'
 */

/** Polygons by number of vertices, and rectangles. */
export const BODIES = /** @type {const} */ (['4', '8', '12', '16', '20', '24', 'box']);
export const SCENES = /** @type {const} */ (['distant', 'overlapping', 'touching']);

/** Number of shapes, large enough that a branch predictor learns neither shapes nor pairs. */
const SHAPE_COUNT = 512;

/**
 * Number of pairs in a chunk: queries are run in chunks because a run of one is short and each contestant gets
 * the same ones.
 */
export const CHUNK_SIZE = 1024;

/** Bodies lie within this distance of the origin, per axis. */
const WORLD_SIZE = 10;

/**
 * @typedef {typeof BODIES[number]} Body
 * @typedef {typeof SCENES[number]} Scene
 *
 * @typedef {object} PairSet
 * @property {Body} body
 * @property {Scene} scene
 * @property {number} count number of pairs
 * @property {Outline[]} shapes
 * @property {Uint32Array} shapeA shape index for each pair
 * @property {Uint32Array} shapeB
 * @property {Float32Array} poseA x, y, cos, sin for each pair
 * @property {Float32Array} poseB
 * @property {Float64Array} separation signed separation by the oracle: the distance, negative where they
 *   overlap
 * @property {Map<number, number>} [relations] exact relations of some pairs: 0 disjoint, 1 touching, 2
 *   overlapping
 */

/**
 * @param {{ body: Body, scene: Scene, count: number, seed: number }} what
 * @returns {PairSet}
 */
export function makePairs({ body, scene, count, seed }) {
    const shapes = makeShapes(body, seed);
    const random = randomFor(seed, 'pairs', body, scene);
    const pickShapes = () => Uint32Array.from({ length: count }, () => pick(random, shapes.length));
    const [shapeA, shapeB] = [pickShapes(), pickShapes()];
    const [poseA, poseB] = [new Float32Array(4 * count), new Float32Array(4 * count)];
    const separations = new Float64Array(count);
    for (let pair = 0; pair < count; pair++) {
        const [a, b] = [shapes[shapeA[pair]], shapes[shapeB[pair]]];
        const x = between(random, -WORLD_SIZE, WORLD_SIZE);
        const y = between(random, -WORLD_SIZE, WORLD_SIZE);
        poseA.set([x, y, ...randomDirection(random)], 4 * pair);
        poseB.set([x, y, ...randomDirection(random)], 4 * pair);
        const move = scene === 'overlapping' ? overlappingOffset : separatingOffset;
        const outlines = () =>
            /** @type {const} */ ([placeVertices(a, poseA, pair), placeVertices(b, poseB, pair)]);
        moveB(poseB, pair, move(random, ...outlines()));
        if (scene === 'touching') {
            const gap = nearest(...outlines());
            moveB(poseB, pair, [-gap.x, -gap.y]);
        }
        separations[pair] = separation(...outlines());
    }
    return { body, scene, count, shapes, shapeA, shapeB, poseA, poseB, separation: separations };
}

/**
 * @param {Body} body
 * @param {number} seed
 * @returns {Outline[]}
 */
export function makeShapes(body, seed) {
    const random = randomFor(seed, 'shapes', body);
    const make = () => (body === 'box' ? randomBox(random) : randomPolygon(random, Number(body)));
    return Array.from({ length: SHAPE_COUNT }, make);
}

/** Returns the beginning of each chunk and its number of pairs. @param {number} count */
export function splitChunks(count) {
    const starts = Array.from({ length: Math.ceil(count / CHUNK_SIZE) }, (_, k) => k * CHUNK_SIZE);
    return starts.map((first) => ({ first, count: Math.min(CHUNK_SIZE, count - first) }));
}

/** @param {Float32Array} poses @param {number} pair @param {number[]} way */
function moveB(poses, pair, [x, y]) {
    poses[4 * pair] += x;
    poses[4 * pair + 1] += y;
}

/**
 * Returns the translation that moves B from the position of A out of A's circumscribed circle, by up to some
 * sizes more.
 *
 * @param {Random} random
 * @param {Float64Array} a
 * @param {Float64Array} b
 */
function separatingOffset(random, a, b) {
    const [c, s] = randomDirection(random);
    const distance = between(random, 1.05, 2.5) * (circumradius(a) + circumradius(b));
    return [distance * c, distance * s];
}

/**
 * Returns the translation that moves a random inner point of B to one of A.
 *
 * @param {Random} random
 * @param {Float64Array} a
 * @param {Float64Array} b
 */
function overlappingOffset(random, a, b) {
    const [ax, ay] = pointInside(random, a);
    const [bx, by] = pointInside(random, b);
    return [ax - bx, ay - by];
}

/** Returns the mean of the vertices. @param {Float64Array} outline */
function centroid(outline) {
    const sum = [0, 0];
    outline.forEach((value, k) => {
        sum[k % 2] += value;
    });
    return sum.map((value) => value / (outline.length / 2));
}

/** @param {Float64Array} outline */
function circumradius(outline) {
    const [x, y] = centroid(outline);
    let square = 0;
    for (let k = 0; k < outline.length; k += 2) {
        square = Math.max(square, (outline[k] - x) ** 2 + (outline[k + 1] - y) ** 2);
    }
    return Math.sqrt(square);
}

/**
 * Returns a point at most nine tenths of the way from the center to a point of the outline, so that an overlap
 * exceeds rounding.
 *
 * @param {Random} random
 * @param {Float64Array} outline
 */
function pointInside(random, outline) {
    const center = centroid(outline);
    const first = 2 * pick(random, outline.length / 2);
    const second = (first + 2) % outline.length;
    const [along, outward] = [random(), between(random, 0, 0.9)];
    return center.map((m, k) => {
        const edge = outline[first + k] + along * (outline[second + k] - outline[first + k]);
        return m + outward * (edge - m);
    });
}
