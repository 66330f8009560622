import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { createSync as createScalar } from 'graze/scalar';
import { motionOf, movingBodyOf, shapeOf, trajectoryPairs } from '../bench/trajectories.js';
import { randomNumbers, readJson } from '../helpers.js';
import { oracleBodyOf, splinePieces } from '../oracle/sweep_oracle.js';

/**
 * Common parts of the tests of trajectories as boxes, step by step: that boxes cover the body, that all methods find
 * the same candidate steps, that a sweep is never late and misses nothing, for pairs, one against many, and scenes. The
 * tests run on both builds, whose answers must be the same bit for bit.
 *
 * @import { Graze, Motion, Path, Shape } from 'graze'
 * @import { Clock, MovingBody, Segment } from '../oracle/sweep_oracle.js'
 * @import { TrajectoryPair } from '../bench/trajectories.js'
 *
 * @typedef {MovingBody & { make?: (g: Graze) => Motion }} Fixture `make`: how its motion is made, if not of the segments
 * @typedef {{ movingBody: MovingBody, shape: Shape, motion: Motion, path: Path }} Made
 * @typedef {{ status: string, time: readonly [number, number] | null }} Reported
 */

/** @type {any[]} */
export const CASES = readJson('tests/vectors/motion_cases.json').cases;

/** Methods that find all steps whose boxes overlap. */
export const ALL_STEPS = /** @type {const} */ (['si', 'sta', 'bvh', 'bvi-bvh', 'pyramid']);
export const METHODS = /** @type {const} */ (['auto', ...ALL_STEPS, 'relative']);

export const g = createSync();

/**
 * Defines a test on both builds, whose results must be the same.
 *
 * @param {string} name
 * @param {(g: Graze) => unknown} run
 */
export function behaves(name, run) {
    test(name, () => {
        const [simd, scalar] = [createSync(), createScalar()].map((instance) => run(instance));
        assert.deepEqual(simd, scalar);
    });
}

/** @param {number} length @param {number} width */
export const boxOf = (length, width) =>
    [
        [-length / 2, -width / 2],
        [length / 2, -width / 2],
        [length / 2, width / 2],
        [-length / 2, width / 2],
    ].map((corner) => corner.map(Math.fround));

export const CAR = boxOf(4.5, 1.8);
export const ROD = boxOf(4, 0.25);

/** @param {number[][]} points @param {Segment[]} segments @param {Partial<Fixture>} [more] @returns {Fixture} */
export const fixture = (points, segments, more) => ({
    points,
    segments,
    radius: 0,
    ends: {},
    ...more,
});

/**
 * Returns a straight path.
 *
 * @param {number[]} place
 * @param {number[]} velocity
 * @param {number} [t1]
 * @returns {Segment[]}
 */
export const straight = ([x, y], [vx, vy], t1 = 10) => [{ t0: 0, t1, x: [x, vx], y: [y, vy] }];

/**
 * Returns cars, bars and discs that come and go in a square.
 *
 * @param {number} seed
 * @param {number} count
 * @param {number} [side] side of the square
 */
export function randomBodies(seed, count, side = 70) {
    const random = randomNumbers(seed);
    const ends = /** @type {const} */ ([{}, {}, { before: 'vanish' }, { after: 'vanish' }]);
    const outlines = [CAR, ROD, [[0, 0]]];
    return Array.from({ length: count }, (_, k) => {
        const [begin, lasts] = [4 * random(), k % 7 === 0 ? 0 : 1 + 5 * random()];
        const place = () => [side * random(), side * random(), 6 * random()];
        const times = [begin, begin + lasts / 2, begin + lasts];
        const [x, y] = place();
        const segments =
            lasts === 0
                ? [{ t0: begin, t1: begin, x: [x], y: [y] }]
                : splinePieces([place(), place(), place()], times);
        return fixture(outlines[k % 3], segments, {
            radius: k % 3 === 2 ? 1 : 0,
            ends: ends[k % 4],
        });
    });
}

/**
 * @param {Graze} instance
 * @param {Fixture} given
 * @param {Clock} clock
 * @param {'cover' | 'step-ends'} [boxes]
 * @returns {Made}
 */
export function made(instance, given, clock, boxes) {
    const { points, radius, segments: pieces, ends, make } = given;
    const shape = instance.hull(points, { radius });
    const motion = make === undefined ? instance.motion({ pieces }, ends) : make(instance);
    const path = instance.path(shape, motion, clock, boxes && { boxes });
    return { movingBody: given, shape, motion, path };
}

/** @param {Graze} instance @param {TrajectoryPair} pair @param {Clock} clock */
export function madePair(instance, { bodies }, clock) {
    return bodies.map((body) => {
        const [shape, motion] = [shapeOf(instance, body), motionOf(instance, body)];
        return {
            movingBody: movingBodyOf(body),
            shape,
            motion,
            path: instance.path(shape, motion, clock),
        };
    });
}

/** @param {Made[]} all */
export function release(...all) {
    for (const { shape, motion, path } of all) {
        path.free();
        motion.free();
        shape.free();
    }
}

/**
 * Returns the result of `g.firstContact` for two of them over the clock's time.
 *
 * @param {Graze} instance
 * @param {Made} a
 * @param {Made} b
 * @param {object} [options]
 */
export function contactOf(instance, a, b, options) {
    const { t0: from, t1: to } = a.path.clock;
    return instance.firstContact(a.shape, b.shape, a.motion, b.motion, { from, to, ...options });
}

/**
 * Asserts the same verdict, and brackets that overlap.
 *
 * @param {Reported} actual
 * @param {Reported} expected
 * @param {string} [where]
 */
export function agree(actual, expected, where = '') {
    const both = `${where} ${JSON.stringify(actual)}, ${JSON.stringify(expected)}`;
    assert.equal(actual.status === 'free', expected.status === 'free', both);
    assert.equal(actual.status === 'overlapping', expected.status === 'overlapping', both);
    assert.equal(actual.time === null, expected.time === null, both);
    if (actual.time === null || expected.time === null) return;
    assert.ok(actual.time[0] <= expected.time[1] && expected.time[0] <= actual.time[1], both);
}

/** @param {Fixture} a @param {number} from @param {number} to @param {Fixture} b */
export function queryOptions(a, b, from, to) {
    const [p, q] = [oracleBodyOf(a), oracleBodyOf(b)];
    return {
        from,
        to,
        distanceTolerance: 1e-9 * Math.max(p.size, q.size),
        tolerance: 1e-9 * (to - from),
    };
}

export const WAY = [
    [0, 0, 0.2],
    [20, 8, 0.6],
    [36, 26, 0.9],
    [60, 30, -0.3],
    [70, 10, -1.4],
];
export const WAY_TIMES = [0, 2, 4.5, 7, 10];
export const ARC = { t0: 0, t1: 10, x: 5, y: -3, angle: 0.4, speed: 10, angularVelocity: 0.7 };
export const KINKS = Array.from({ length: 71 }, (_, k) => {
    return { t: k / 7, x: (k * 5) % 13, y: (k * 7) % 11, angle: (k * 2) % 6 };
});

/** @param {Float32Array} boxes @param {number} step */
export const boxAt = (boxes, step) => [...boxes.subarray(4 * step, 4 * step + 4)];

export const NOWHERE = [Infinity, Infinity, -Infinity, -Infinity];

/** @param {number} steps @param {number} [count] @param {'cars' | 'polygons'} [shapes] */
export const pairsOf = (steps, count = 4, shapes = 'cars') =>
    trajectoryPairs(g, { steps, count, shapes, seed: steps });
