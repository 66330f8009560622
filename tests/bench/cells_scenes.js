import { placeVertices, separation } from '../../js/bench/oracle.js';
import { makeShapes } from '../../js/bench/pairs.js';
import { between, pick, randomDirection, randomFor, shuffle } from '../../js/bench/random.js';
import { reachOf } from './toi_truth.js';

/**
 * Pairs, rays and moving discs of `cells.mjs`, from a seed. Each class is one kind of place, as a query's cost depends on it.
 *
 * @import { Outline } from '../../js/bench/polygons.js'
 * @import { PairSet } from '../../js/bench/pairs.js'
 * @import { Random } from '../../js/bench/random.js'
 */

export const CELL_BODIES = /** @type {const} */ (['4', '8', '16', 'box']);

/**
 * far: the circles about the origins of the bodies are apart; near: those meet, and the gap is 0.01 to 0.3; touch: the gap
 * is 0 to the rounding of float32; shallow: the depth is 0.01 to 0.13; deep: the origins are near each other; mixed: in any
 * order 60 % near, 20 % far, 9.75 % each of shallow and deep, 0.5 % touch, as a broad phase leaves them.
 */
export const CLASSES = /** @type {const} */ (['far', 'near', 'touch', 'shallow', 'deep', 'mixed']);

const SHARES = { near: 0.6, far: 0.2, shallow: 0.0975, deep: 0.0975 };
const GAPS = { near: [0.01, 0.3], touch: [0, 0], shallow: [-0.13, -0.01] };
const WORLD = 20;

/** Ways of rays: they hit the body, pass it inside its circle, or outside. */
export const RAY_CLASSES = /** @type {const} */ (['hit', 'miss', 'far']);

/**
 * @typedef {typeof CELL_BODIES[number]} CellBody
 * @typedef {typeof CLASSES[number]} PairClass
 * @typedef {typeof RAY_CLASSES[number]} RayClass
 *
 * @typedef {object} RaySet a ray and a body in each record
 * @property {CellBody} body
 * @property {number} count
 * @property {Outline[]} shapes
 * @property {Uint32Array} shapeA
 * @property {Float32Array} poseA x, y, cos, sin
 * @property {Float32Array} rays x, y, dx, dy
 *
 * @typedef {{ x: number, y: number, vx: number, vy: number, t0: number, t1: number, radius: number }} MovingDisc
 * @typedef {{ count: number, first: MovingDisc[], second: MovingDisc[] }} MovingDiscSet
 */

/**
 * @param {{ body: CellBody, name: PairClass, count: number, seed: number }} what
 * @returns {PairSet}
 */
export function makeClass({ body, name, count, seed }) {
    const shapes = makeShapes(body, seed);
    const reaches = shapes.map(reachOf);
    const random = randomFor(seed, 'cells', body, name);
    const order = shuffle(
        random,
        Array.from({ length: count }, (_, k) => (k + 0.5) / count),
    );
    const set = {
        ...{ body, count, shapes },
        // The contestants do not read the name.
        scene: /** @type {any} */ (name),
        shapeA: new Uint32Array(count),
        shapeB: new Uint32Array(count),
        poseA: new Float32Array(4 * count),
        poseB: new Float32Array(4 * count),
        separation: new Float64Array(count),
    };
    for (let pair = 0; pair < count; pair++) {
        const one = name === 'mixed' ? classAt(order[pair]) : name;
        do drawPair(set, pair, one, random, reaches);
        while (!isOfClass(set, pair, one, reaches));
    }
    return set;
}

/** Returns the class at a place in [0, 1] of the shares. @param {number} at */
function classAt(at) {
    let sum = 0;
    for (const name of /** @type {const} */ (['near', 'far', 'shallow', 'deep'])) {
        sum += SHARES[name];
        if (at < sum) return name;
    }
    return 'touch';
}

/**
 * @param {PairSet} set
 * @param {number} pair
 * @param {Exclude<PairClass, 'mixed'>} name
 * @param {Random} random
 * @param {number[]} reaches
 */
function drawPair(set, pair, name, random, reaches) {
    const { shapes, shapeA, shapeB, poseA, poseB } = set;
    shapeA[pair] = pick(random, shapes.length);
    shapeB[pair] = pick(random, shapes.length);
    const at = [between(random, -WORLD, WORLD), between(random, -WORLD, WORLD)];
    poseA.set([...at, ...randomDirection(random)], 4 * pair);
    poseB.set([...at, ...randomDirection(random)], 4 * pair);
    const [ra, rb] = [reaches[shapeA[pair]], reaches[shapeB[pair]]];
    if (name === 'far' || name === 'deep') {
        const [c, s] = randomDirection(random);
        const distance =
            name === 'far'
                ? between(random, 1.02, 3) * (ra + rb)
                : between(random, 0, 0.25) * Math.min(ra, rb);
        poseB[4 * pair] += distance * c;
        poseB[4 * pair + 1] += distance * s;
        return;
    }
    const [low, high] = GAPS[name];
    layAgainstEdge(set, pair, between(random, low, high), random);
}

/**
 * Moves one of the bodies so that its vertex lies at a gap before a random place of an edge of the other, which is the
 * likeliest contact of convex bodies.
 *
 * @param {PairSet} set
 * @param {number} pair
 * @param {number} gap
 * @param {Random} random
 */
function layAgainstEdge({ shapes, shapeA, shapeB, poseA, poseB }, pair, gap, random) {
    const a = placeVertices(shapes[shapeA[pair]], poseA, pair);
    const b = placeVertices(shapes[shapeB[pair]], poseB, pair);
    const isOfA = random() < 0.5;
    const [edges, points, moved] = isOfA ? [a, b, poseB] : [b, a, poseA];
    const k = 2 * pick(random, edges.length / 2);
    const next = (k + 2) % edges.length;
    const [ex, ey] = [edges[next] - edges[k], edges[next + 1] - edges[k + 1]];
    const length = Math.hypot(ex, ey);
    const [nx, ny] = [ey / length, -ex / length];
    let nearest = 0;
    const height = (/** @type {number} */ m) => nx * points[m] + ny * points[m + 1];
    for (let m = 2; m < points.length; m += 2) if (height(m) < height(nearest)) nearest = m;
    const along = between(random, 0.1, 0.9);
    moved[4 * pair] += edges[k] + along * ex + gap * nx - points[nearest];
    moved[4 * pair + 1] += edges[k + 1] + along * ey + gap * ny - points[nearest + 1];
}

/**
 * Stores the separation of a pair, and returns whether it is that of its class.
 *
 * @param {PairSet} set
 * @param {number} pair
 * @param {Exclude<PairClass, 'mixed'>} name
 * @param {number[]} reaches
 */
function isOfClass(set, pair, name, reaches) {
    const { shapes, shapeA, shapeB, poseA, poseB } = set;
    const gap = separation(
        placeVertices(shapes[shapeA[pair]], poseA, pair),
        placeVertices(shapes[shapeB[pair]], poseB, pair),
    );
    set.separation[pair] = gap;
    if (name === 'touch') return Math.abs(gap) < 1e-5;
    if (name === 'shallow') return gap <= -0.01;
    if (name === 'deep') return gap < -0.01;
    const [dx, dy] = [poseB[4 * pair] - poseA[4 * pair], poseB[4 * pair + 1] - poseA[4 * pair + 1]];
    const circlesMeet = Math.hypot(dx, dy) < reaches[shapeA[pair]] + reaches[shapeB[pair]];
    return gap > 0.009 && circlesMeet === (name === 'near');
}

/**
 * Returns rays and the bodies that they are cast against. A ray begins outside of the body's circle and ends behind it.
 *
 * @param {{ body: CellBody, name: RayClass, count: number, seed: number, world?: number }} what `world`: largest coordinate of
 *   a body; default 20
 * @returns {RaySet}
 */
export function makeRays({ body, name, count, seed, world = WORLD }) {
    const shapes = makeShapes(body, seed);
    const random = randomFor(seed, 'rays', body, name);
    const set = {
        ...{ body, count, shapes },
        shapeA: new Uint32Array(count),
        poseA: new Float32Array(4 * count),
        rays: new Float32Array(4 * count),
    };
    for (let k = 0; k < count; k++) {
        for (;;) {
            set.shapeA[k] = pick(random, shapes.length);
            const reach = reachOf(shapes[set.shapeA[k]]);
            const at = [between(random, -world, world), between(random, -world, world)];
            set.poseA.set([...at, ...randomDirection(random)], 4 * k);
            const [c, s] = randomDirection(random);
            const past =
                reach * (name === 'far' ? between(random, 1.05, 2) : between(random, -1, 1));
            const before = reach * between(random, 1.2, 3);
            const length = before + reach * between(random, 1.2, 3);
            const from = [at[0] - before * c - past * s, at[1] - before * s + past * c];
            set.rays.set([...from, length * c, length * s], 4 * k);
            if (crossing(set, k) < Infinity === (name === 'hit')) break;
        }
    }
    return set;
}

/**
 * Returns the fraction at which a ray meets its body by its crossings with all edges; 0 if it begins inside, Infinity if it
 * misses.
 *
 * @param {RaySet} set
 * @param {number} k
 */
export function crossing({ shapes, shapeA, poseA, rays }, k) {
    const outline = placeVertices(shapes[shapeA[k]], poseA, k);
    const [x, y, dx, dy] = rays.subarray(4 * k, 4 * k + 4);
    let least = Infinity;
    let isInside = true;
    for (let m = 0; m < outline.length; m += 2) {
        const next = (m + 2) % outline.length;
        const [px, py] = [outline[m] - x, outline[m + 1] - y];
        const [ex, ey] = [outline[next] - outline[m], outline[next + 1] - outline[m + 1]];
        if (px * ey - py * ex < 0) isInside = false;
        const area = dx * ey - dy * ex;
        const [t, u] = [(px * ey - py * ex) / area, (px * dy - py * dx) / area];
        if (t >= 0 && t <= 1 && u >= 0 && u <= 1) least = Math.min(least, t);
    }
    return isInside ? 0 : least;
}

/** Returns pairs of moving discs, of which about a half conflict. @param {number} count @param {number} seed @returns {MovingDiscSet} */
export function makeMovingDiscs(count, seed) {
    const random = randomFor(seed, 'moving discs');
    // Literals, which are the quickest objects to read: a spread can make objects of another kind.
    const draw = () => {
        const [x, y] = [between(random, 0, 3), between(random, 0, 3)];
        const [vx, vy] = [between(random, -1, 1), between(random, -1, 1)];
        const t0 = between(random, 0, 4);
        const t1 = t0 + between(random, 2, 8);
        return { x, y, vx, vy, t0, t1, radius: between(random, 0.3, 0.7) };
    };
    const first = Array.from({ length: count }, draw);
    const second = Array.from({ length: count }, draw);
    return { count, first, second };
}
