import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync, GrazeError } from 'graze';
import { createSync as createScalar } from 'graze/scalar';
import { clockOf, motionOf, moverOf, shapeOf, trajectoryPairs } from './bench/trajectories.js';
import { nextFloat32, readJson } from './helpers.js';
import { firstContact, sampled } from './oracle/motion_oracle.js';
import {
    axisGap,
    bodyOfMover,
    boxesMeet,
    candidateSteps,
    commonTime,
    faultOfCover,
    faultOfSteps,
    faultOfSweep,
    maxSpeed,
    printedSI,
    printedSTA,
    sampledBoxes,
    sampleSegments,
    splineSegments,
    stepCount,
    stepEndBoxes,
    timesOfStep,
    turnSegments,
    widestMargin,
} from './oracle/sweep_oracle.js';

/**
 * Trajectories as boxes, step by step: that they cover the body, that all methods find the same candidate steps,
 * that a sweep is never late and misses nothing, of pairs, of one with many and of scenes. On both builds, whose
 * answers must be the same bit for bit.
 *
 * @import { Graze, Motion, Path, Shape } from 'graze'
 * @import { Clock, Mover, Segment } from './oracle/sweep_oracle.js'
 * @import { TrajectoryPair } from './bench/trajectories.js'
 *
 * @typedef {Mover & { make?: (g: Graze) => Motion }} Fixture `make`: how its motion is made, if not of the segments
 * @typedef {{ mover: Mover, shape: Shape, motion: Motion, path: Path }} Made
 * @typedef {{ status: string, time: readonly [number, number] | null }} Told
 */

/** @type {any[]} */
const CASES = readJson('tests/vectors/motion_cases.json').cases;

/** Those that find all steps whose boxes overlap. */
const ALL_STEPS = /** @type {const} */ (['si', 'sta', 'bvh', 'bvi-bvh', 'pyramid']);
const METHODS = /** @type {const} */ (['auto', ...ALL_STEPS, 'relative']);

const g = createSync();

/**
 * A test on both builds; what it returns must be the same.
 *
 * @param {string} name
 * @param {(g: Graze) => unknown} run
 */
function behaves(name, run) {
    test(name, () => {
        const [simd, scalar] = [createSync(), createScalar()].map((instance) => run(instance));
        assert.deepEqual(simd, scalar);
    });
}

/** @param {() => unknown} call @param {Partial<GrazeError>} expected */
function refuses(call, expected) {
    assert.throws(call, (error) => {
        assert.ok(error instanceof GrazeError, String(error));
        for (const [key, value] of Object.entries(expected)) {
            assert.deepEqual(/** @type {any} */ (error)[key], value, `${key} of: ${error.message}`);
        }
        return true;
    });
}

/** Numbers in [0, 1) that are the same in every run. @param {number} seed */
function randomNumbers(seed) {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

/** @param {number} length @param {number} width */
const boxOf = (length, width) =>
    [
        [-length / 2, -width / 2],
        [length / 2, -width / 2],
        [length / 2, width / 2],
        [-length / 2, width / 2],
    ].map((corner) => corner.map(Math.fround));

const CAR = boxOf(4.5, 1.8);
const ROD = boxOf(4, 0.25);

/** @param {number[][]} points @param {Segment[]} segments @param {Partial<Fixture>} [more] @returns {Fixture} */
const fixture = (points, segments, more) => ({ points, segments, radius: 0, ends: {}, ...more });

/** A straight way. @param {number[]} place @param {number[]} velocity @param {number} [t1] @returns {Segment[]} */
const straight = ([x, y], [vx, vy], t1 = 10) => [{ t0: 0, t1, x: [x, vx], y: [y, vy] }];

/**
 * @param {Graze} instance
 * @param {Fixture} given
 * @param {Clock} clock
 * @param {'cover' | 'step-ends'} [boxes]
 * @returns {Made}
 */
function made(instance, given, clock, boxes) {
    const { points, radius, segments, ends, make } = given;
    const shape = instance.hull(points, { radius });
    const motion = make === undefined ? instance.motion({ segments }, ends) : make(instance);
    const path = instance.path(shape, motion, clock, boxes && { boxes });
    return { mover: given, shape, motion, path };
}

/** @param {Graze} instance @param {TrajectoryPair} pair @param {Clock} clock */
function madePair(instance, { bodies }, clock) {
    return bodies.map((body) => {
        const [shape, motion] = [shapeOf(instance, body), motionOf(instance, body)];
        return { mover: moverOf(body), shape, motion, path: instance.path(shape, motion, clock) };
    });
}

/** @param {Made[]} all */
function release(...all) {
    for (const { shape, motion, path } of all) {
        path.free();
        motion.free();
        shape.free();
    }
}

/** What `g.firstContact` says of two of them over the clock's time. @param {Graze} instance @param {Made} a @param {Made} b @param {object} [options] */
function contactOf(instance, a, b, options) {
    const { start: from, end: to } = a.path.clock;
    return instance.firstContact(a.shape, a.motion, b.shape, b.motion, { from, to, ...options });
}

/**
 * The same verdict, and brackets that overlap.
 *
 * @param {Told} actual
 * @param {Told} expected
 * @param {string} [where]
 */
function agree(actual, expected, where = '') {
    const both = `${where} ${JSON.stringify(actual)}, ${JSON.stringify(expected)}`;
    assert.equal(actual.status === 'free', expected.status === 'free', both);
    assert.equal(actual.status === 'overlap', expected.status === 'overlap', both);
    assert.equal(actual.time === null, expected.time === null, both);
    if (actual.time === null || expected.time === null) return;
    assert.ok(actual.time[0] <= expected.time[1] && expected.time[0] <= actual.time[1], both);
}

/** @param {Fixture} a @param {number} from @param {number} to @param {Fixture} b */
function askedOf(a, b, from, to) {
    const [p, q] = [bodyOfMover(a), bodyOfMover(b)];
    return { from, to, slack: 1e-9 * Math.max(p.size, q.size), tolerance: 1e-9 * (to - from) };
}

// ---------------------------------------------------------------- boxes

const WAY = [
    [0, 0, 0.2],
    [20, 8, 0.6],
    [36, 26, 0.9],
    [60, 30, -0.3],
    [70, 10, -1.4],
];
const WAY_TIMES = [0, 2, 4.5, 7, 10];
const ARC = { t0: 0, t1: 10, x: 5, y: -3, theta: 0.4, speed: 10, turnRate: 0.7 };
const KINKS = Array.from({ length: 71 }, (_, k) => {
    return { t: k / 7, x: (k * 5) % 13, y: (k * 7) % 11, theta: (k * 2) % 6 };
});

/** A motion that takes no time, in the middle of one that does. @type {Segment[]} */
const STUMBLING = [
    { t0: 0, t1: 2.3, x: [0, 3], y: [0, 0, 1], theta: [0, 0.5] },
    { t0: 2.3, t1: 2.3, x: [6.9], y: [2.3 ** 2], theta: [1.15] },
    { t0: 2.3, t1: 2.3, x: [6.9, 99], y: [2.3 ** 2, -99], theta: [1.15, 400] },
    { t0: 2.3, t1: 2.35, x: [6.9, -40], y: [2.3 ** 2], theta: [1.15, 30] },
    { t0: 2.35, t1: 10, x: [4.9, 0, 0.25], y: [2.3 ** 2], theta: [2.65] },
];

/** Far off the straight line at its first knot, and from there bulging out further. @type {Segment[]} */
const LEAPING = [
    { t0: 0, t1: 0.3, x: [0, 100 / 3], y: [0] },
    { t0: 0.3, t1: 0.5, x: [10, 100, -800], y: [0] },
    { t0: 0.5, t1: 0.8, x: [-2, 20 / 3], y: [0] },
    { t0: 0.8, t1: 10, x: [0], y: [0] },
];

/** Out and back in a second, with no acceleration at either end. @type {Segment[]} */
const SWERVING = [
    { t0: 0, t1: 1, x: [0, -400 / 3, 0, 800 / 3, -400 / 3], y: [0] },
    { t0: 1, t1: 10, x: [0], y: [0] },
];

/**
 * With how much wider than what was seen of the body a box may be, a tenth of a second or a second long: M D^2 / 8, or
 * nearly.
 *
 * @type {Record<string, Fixture & { margins: [number, number] }>}
 */
const COVERED = {
    'straight on': { ...fixture(CAR, straight([-50, 20], [12, -5])), margins: [2e-5, 2e-5] },
    'a curve': {
        ...fixture(CAR, splineSegments(WAY, WAY_TIMES), {
            make: (instance) => instance.motion.spline(WAY, WAY_TIMES),
        }),
        margins: [0.04, 4],
    },
    'an arc, about its centre': {
        ...fixture(CAR, turnSegments(ARC), { make: (instance) => instance.motion.turn(ARC) }),
        margins: [0.02, 2],
    },
    'kinks, seven pieces a second': {
        ...fixture(CAR, sampleSegments(KINKS), {
            make: (instance) => instance.motion.samples(KINKS),
        }),
        margins: [40, 40],
    },
    'pieces without duration': { ...fixture(CAR, STUMBLING), margins: [8, 8] },
    'a knot far off, and a bulge behind it': { ...fixture(CAR, LEAPING), margins: [2.1, 40] },
    'accelerating in the middle of a step alone': { ...fixture(CAR, SWERVING), margins: [1, 60] },
    'many turns within a step': {
        ...fixture(ROD, [{ t0: 0, t1: 10, x: [0, 1], y: [1, 0.5], theta: [0, 200] }]),
        margins: [9, 9],
    },
    'a spin that grows': {
        ...fixture(ROD, [{ t0: 0, t1: 10, x: [0], y: [0], theta: [0, 0, 0, 0.5] }]),
        margins: [9, 9],
    },
    'an arm about its end': {
        ...fixture(ROD, [
            { t0: 0, t1: 10, x: [2], y: [1], theta: [0, 3], pivot: { x: -30, y: 0.125 } },
        ]),
        margins: [1, 80],
    },
    'of degree 5': {
        ...fixture(CAR, [
            { t0: 0, t1: 10, x: [0, 1, -2, 0.1, 0.05, -0.004], y: [3, -5, 1, 0, 0, 0.001] },
        ]),
        margins: [0.1, 10],
    },
    'a disc': {
        ...fixture([[0, 0]], splineSegments(WAY, WAY_TIMES), { radius: 0.75 }),
        margins: [0.04, 4],
    },
    'a rounded bar': {
        ...fixture(
            [
                [-1, 0],
                [2, 0.5],
            ],
            [{ t0: 0, t1: 10, x: [0, 1], y: [0, 0, 0.5], theta: [0, -1.5] }],
            { radius: 0.25 },
        ),
        margins: [0.02, 1],
    },
};

behaves('a box holds the body at every time of its step, and little more', (instance) => {
    return Object.entries(COVERED).flatMap(([name, given]) => {
        return [0.1, 1].map((step, k) => {
            const clock = { end: 10, step };
            const one = made(instance, given, clock);
            const boxes = one.path.boxes();
            const seen = sampledBoxes(given, clock);
            assert.equal(faultOfCover(boxes, seen), null, `${name}, ${step} s`);
            const margin = widestMargin(boxes, seen);
            assert.ok(margin <= given.margins[k], `${name}, ${step} s: ${margin}`);
            assert.deepEqual(one.path.boxes(3, 5), boxes.slice(12, 20), name);
            assert.deepEqual(one.path.boxes(7), boxes.slice(28), name);
            assert.equal(one.path.boxes(4, 4).length, 0);
            release(one);
            return boxes;
        });
    });
});

behaves(
    'boxes hold motions that begin and end within a step, and steps that are cut off',
    (instance) => {
        const bent = splineSegments([WAY[0], WAY[2], WAY[1]], [1.31, 1.35, 1.78]);
        const clocks = [
            { end: 3, step: 1 },
            { end: 3, step: 0.7 },
            { end: 3, step: 50 },
            { start: -2, end: 3.3, step: 0.25 },
            { start: 1.33, end: 1.5, step: 0.04 },
        ];
        const all = /** @type {const} */ ([{}, { before: 'vanish' }, { after: 'vanish' }]);
        return all.flatMap((ends) => {
            return clocks.map((clock) => {
                const given = fixture(CAR, bent, { ends });
                const one = made(instance, given, clock);
                const where = JSON.stringify([clock, ends]);
                assert.equal(one.path.count, stepCount(clock), where);
                assert.equal(
                    faultOfCover(one.path.boxes(), sampledBoxes(given, clock)),
                    null,
                    where,
                );
                release(one);
                return one.path.count;
            });
        });
    },
);

behaves("the boxes of step ends are the paper's, and smaller than the cover", (instance) => {
    return Object.entries(COVERED).map(([name, given]) => {
        const clock = { end: 10, step: 0.5 };
        const [ends, cover] = [
            made(instance, given, clock, 'step-ends'),
            made(instance, given, clock),
        ];
        const boxes = ends.path.boxes();
        const expected = stepEndBoxes(given, clock);
        assert.equal(faultOfCover(boxes, expected), null, name);
        // Rounded to float32, outwards.
        assert.ok(
            widestMargin(boxes, expected) <= 2e-5,
            `${name} ${widestMargin(boxes, expected)}`,
        );
        const outer = cover.path.boxes();
        boxes.forEach((side, k) => {
            assert.ok(k % 4 < 2 ? outer[k] <= side : outer[k] >= side, `${name}, ${k >> 2}`);
        });
        release(ends, cover);
        return boxes;
    });
});

behaves(
    'a contact in the bulge of the way is missed by the boxes of step ends, and by no cover',
    (instance) => {
        const { A, B } = CASES.find(({ id }) => id === 'bulge-missed-by-step-ends');
        const clock = { end: 1, step: 1 };
        const [a, b] = [A, B].map(({ shape, motion }) => {
            const points = shape.verts.map((/** @type {number[]} */ point) =>
                point.map(Math.fround),
            );
            return fixture(points, motion.segments, { radius: Math.fround(shape.radius) });
        });
        const steps = /** @type {const} */ (['step-ends', 'cover']).map((boxes) => {
            const pair = [a, b].map((given) => made(instance, given, clock, boxes));
            const [p, q] = pair.map(({ path }) => path);
            const found = [...instance.sweepSteps(p, q, { method: 'si' })];
            const printed = printedSTA(p.boxes(), q.boxes(), maxSpeed(a, clock), 0, clock.step);
            assert.equal(printed.found, found.length > 0);
            assert.deepEqual(printedSI(p.boxes(), q.boxes()).found, found.length > 0);
            if (boxes === 'cover') assert.equal(instance.sweep(p, q).status, 'hit');
            release(...pair);
            return found;
        });
        assert.deepEqual(steps, [[], [0]]);
        return steps;
    },
);

behaves('a corner that swings out within a step is in the cover alone', (instance) => {
    // A square turns by a quarter: at both ends its box is the square itself.
    const square = boxOf(2, 2);
    const turning = fixture(square, [{ t0: 0, t1: 1, x: [0], y: [0], theta: [0, Math.PI / 2] }]);
    const post = fixture([[1.3, 0]], straight([0, 0], [0, 0], 1), { radius: 0.05 });
    const clock = { end: 1, step: 1 };
    const steps = /** @type {const} */ (['step-ends', 'cover']).map((boxes) => {
        const pair = [turning, post].map((given) => made(instance, given, clock, boxes));
        const found = [...instance.sweepSteps(pair[0].path, pair[1].path)];
        if (boxes === 'cover') {
            const answer = instance.sweep(pair[0].path, pair[1].path);
            agree(answer, contactOf(instance, pair[0], pair[1]));
            assert.equal(answer.status, 'hit');
        }
        release(...pair);
        return found;
    });
    assert.deepEqual(steps, [[], [0]]);
    return steps;
});

behaves(
    "far from the origin boxes are as narrow as near it, from the clock's x and y",
    (instance) => {
        const [x, y] = [691_607, 5_334_766];
        const near = fixture(CAR, splineSegments(WAY, WAY_TIMES));
        const far = fixture(
            CAR,
            near.segments.map((segment) => ({
                ...segment,
                x: segment.x.with(0, segment.x[0] + x),
                y: segment.y.with(0, segment.y[0] + y),
            })),
        );
        const clocks = [
            { end: 10, step: 0.1 },
            { end: 10, step: 0.1, x, y },
            { end: 10, step: 0.1, x: x - 1000.25, y: y + 900.75 },
            { end: 10, step: 0.1 },
        ];
        const boxes = clocks.map((clock, k) => {
            const given = k === 0 ? near : far;
            const one = made(instance, given, clock);
            const seen = sampledBoxes(given, clock);
            assert.equal(faultOfCover(one.path.boxes(), seen), null, JSON.stringify(clock));
            const margin = widestMargin(one.path.boxes(), seen);
            assert.ok(margin <= (k < 3 ? 0.04 : 2), `${k}: ${margin}`);
            const all = one.path.boxes();
            release(one);
            return all;
        });
        boxes[0].forEach((side, k) => {
            assert.ok(Math.abs(side - boxes[1][k]) < 1e-4, `${side}, ${boxes[1][k]}`);
        });
        return boxes;
    },
);

// ---------------------------------------------------------------- where a path moves, is held, or is not there

/** @param {Float32Array} boxes @param {number} step */
const boxAt = (boxes, step) => [...boxes.subarray(4 * step, 4 * step + 4)];

const NOWHERE = [Infinity, Infinity, -Infinity, -Infinity];

behaves('outside of its motion a path is held in one box, or is not there', (instance) => {
    const segments = [{ t0: 2.5, t1: 6.25, x: [1, 2], y: [0, 0, 1], theta: [0, 1] }];
    const clock = { end: 10, step: 1 };
    const kinds = /** @type {const} */ (['hold', 'vanish']);
    return kinds.flatMap((before) => {
        return kinds.map((after) => {
            const given = fixture(CAR, segments, { ends: { before, after } });
            const one = made(instance, given, clock);
            const { path } = one;
            assert.deepEqual([path.first, path.last, path.count], [2, 7, 10]);
            const boxes = path.boxes();
            for (const step of [0, 1, 7, 8, 9]) {
                const box = boxAt(boxes, step);
                if ((step < 2 ? before : after) === 'vanish') assert.deepEqual(box, NOWHERE);
                else assert.deepEqual(box, boxAt(boxes, step < 2 ? 0 : 9));
            }
            for (let step = 2; step < 7; step++) assert.ok(Number.isFinite(boxes[4 * step]));
            assert.equal(faultOfCover(boxes, sampledBoxes(given, clock)), null);
            // Where it appears and vanishes the box is as if it were held.
            const held = made(instance, fixture(CAR, segments), clock);
            assert.deepEqual(path.boxes(2, 7), held.path.boxes(2, 7));
            release(one, held);
            return boxes;
        });
    });
});

behaves('a motion that reaches beyond the clock, or lies outside of it', (instance) => {
    const clock = { start: 10, end: 20, step: 0.5 };
    /** @param {number} t0 @param {number} t1 @param {Fixture['ends']} [ends] */
    const from = (t0, t1, ends = {}) => {
        const segments = [{ t0, t1, x: [0, 1], y: [2, -1], theta: [0, 0.3] }];
        const given = fixture(CAR, segments, { ends });
        const one = made(instance, given, clock);
        const boxes = one.path.boxes();
        assert.equal(faultOfCover(boxes, sampledBoxes(given, clock)), null);
        // No wider than where it is in the clock's time.
        const margin = widestMargin(boxes, sampledBoxes(given, clock));
        assert.ok(margin < 0.5, `${t0} to ${t1}: ${margin}`);
        const { first, last } = one.path;
        release(one);
        return { boxes, first, last };
    };
    const over = from(-5, 40);
    assert.deepEqual([over.first, over.last], [0, 20]);
    const begun = from(-5, 12.25);
    assert.deepEqual([begun.first, begun.last], [0, 5]);
    const late = from(17.75, 40);
    assert.deepEqual([late.first, late.last], [15, 20]);
    const outside = [from(0, 5), from(30, 35)];
    for (const { boxes, first, last } of outside) {
        assert.ok(first >= last, `${first}, ${last}`);
        for (let step = 0; step < 20; step++) {
            assert.deepEqual(boxAt(boxes, step), boxAt(boxes, 0));
        }
    }
    const gone = [from(0, 5, { after: 'vanish' }), from(30, 35, { before: 'vanish' })];
    for (const { boxes } of gone) {
        for (let step = 0; step < 20; step++) assert.deepEqual(boxAt(boxes, step), NOWHERE);
    }
    return [over, begun, late, ...outside, ...gone];
});

behaves(
    'paths of unequal duration: who has arrived is met where it is held, and not where it vanished',
    (instance) => {
        const clock = { end: 10, step: 0.5 };
        const long = fixture(boxOf(2, 2), straight([-20, 0], [4, 0], 10));
        const short = straight([0, 8], [0, -4], 2);
        return /** @type {const} */ (['hold', 'vanish']).map((after) => {
            const given = fixture(boxOf(2, 2), short, { ends: { after } });
            const pair = [made(instance, long, clock), made(instance, given, clock)];
            const [p, q] = pair.map(({ path }) => path);
            const answer = instance.sweep(p, q);
            agree(answer, contactOf(instance, pair[0], pair[1]), after);
            assert.equal(answer.status, after === 'hold' ? 'hit' : 'free');
            const steps = [...instance.sweepSteps(p, q, { method: 'si' })];
            assert.deepEqual(steps, candidateSteps(p.boxes(), q.boxes()));
            assert.ok(after === 'hold' || steps.every((step) => step < 4));
            release(...pair);
            return [answer, steps];
        });
    },
);

behaves('bodies that stand still: one box for ever, and every method ends', (instance) => {
    const clock = { end: 1000, step: 1 };
    /** @param {number} x */
    const parked = (x) => {
        const mover = fixture(CAR, [{ t0: 0, t1: 0, x: [x], y: [0] }]);
        const made = instance.motion.still({ x });
        const shape = instance.polygon(CAR);
        return { mover, shape, motion: made, path: instance.path(shape, made, clock) };
    };
    const [a, b, c] = [parked(0), parked(4), parked(40)];
    assert.equal(a.path.first, a.path.last);
    assert.equal(faultOfCover(a.path.boxes(), sampledBoxes(a.mover, clock)), null);
    assert.deepEqual(boxAt(a.path.boxes(), 999), boxAt(a.path.boxes(), 0));
    const every = Array.from({ length: 1000 }, (_, k) => k);
    const answers = ALL_STEPS.map((method) => {
        assert.deepEqual([...instance.sweepSteps(a.path, b.path, { method })], every, method);
        assert.deepEqual([...instance.sweepSteps(a.path, c.path, { method })], [], method);
        const [hit, free] = [b, c].map((other) => instance.sweep(a.path, other.path, { method }));
        assert.deepEqual([hit.status, hit.time, hit.step], ['overlap', [0, 0], 0], method);
        assert.equal(free.status, 'free', method);
        return [hit, free];
    });
    assert.deepEqual([...instance.sweepSteps(a.path, c.path, { method: 'relative' })], []);
    release(a, b, c);
    return answers;
});

behaves('clocks: complete, frozen, and as many steps as reach the end', (instance) => {
    const one = made(instance, fixture(CAR, straight([0, 0], [1, 0])), { end: 1, step: 0.25 });
    assert.deepEqual(one.path.clock, { start: 0, end: 1, step: 0.25, x: 0, y: 0 });
    assert.ok(Object.isFrozen(one.path.clock));
    const clocks = [
        { end: 0.3, step: 0.1 },
        { end: 0.7, step: 0.1 },
        { end: 1.1, step: 0.1 },
        { start: -1, end: 1, step: 0.3 },
        { start: 1e6, end: 1e6 + 1, step: 0.1 },
        { end: 5, step: 1e9 },
        { end: 1, step: 2 ** -12 },
    ];
    const counts = clocks.map((clock) => {
        const path = instance.path(one.shape, one.motion, clock);
        const { count } = path;
        assert.equal(count, stepCount(clock), JSON.stringify(clock));
        path.free();
        return count;
    });
    release(one);
    return counts;
});

behaves('a path keeps a copy of its motion', (instance) => {
    const clock = { end: 10, step: 0.5 };
    const [a, b] = [
        fixture(CAR, splineSegments(WAY, WAY_TIMES)),
        fixture(CAR, straight([30, 0], [0, 5])),
    ].map((given) => made(instance, given, clock));
    const [before, answer] = [a.path.boxes(), instance.sweep(a.path, b.path)];
    a.motion.free();
    b.motion.free();
    const others = Array.from({ length: 20 }, () => instance.motion.still({ x: 1e6 }));
    assert.deepEqual(a.path.boxes(), before);
    assert.deepEqual(instance.sweep(a.path, b.path), answer);
    for (const thing of [a.path, b.path, a.shape, b.shape, ...others]) thing.free();
    return answer;
});

// ---------------------------------------------------------------- candidate steps

/** @param {number} steps @param {number} [count] @param {'cars' | 'polygons'} [shapes] */
const pairsOf = (steps, count = 4, shapes = 'cars') =>
    trajectoryPairs(g, { steps, count, shapes, seed: steps });

behaves(
    'every method finds the steps of the plain scan; relative leaves some out, without contact',
    (instance) => {
        let [scanned, left] = [0, 0];
        const answers = [1, 3, 4, 17, 64, 100, 1000].flatMap((steps) => {
            const clock = clockOf({ steps });
            return pairsOf(steps, steps > 100 ? 1 : 3).map((pair) => {
                const [a, b] = madePair(instance, pair, clock);
                const where = `${pair.kind} ${pair.name} ${steps}`;
                const expected = candidateSteps(a.path.boxes(), b.path.boxes());
                const all = METHODS.map((method) => {
                    const found = instance.sweepSteps(a.path, b.path, { method });
                    assert.equal(found.tests, 0, where);
                    return { method, steps: [...found], tests: found.tests };
                });
                const relative = new Set(all[all.length - 1].steps);
                for (const { method, steps: found } of all.slice(1, -1)) {
                    assert.deepEqual(found, expected, `${where} ${method}`);
                }
                assert.ok(
                    [...relative].every((step) => expected.includes(step)),
                    where,
                );
                assert.ok(
                    [...relative].every((step) => all[0].steps.includes(step)),
                    where,
                );
                assert.ok(
                    all[0].steps.every((step) => expected.includes(step)),
                    where,
                );
                const [p, q] = [bodyOfMover(a.mover), bodyOfMover(b.mover)];
                for (const step of expected.filter((one) => !relative.has(one))) {
                    const [from, to] = timesOfStep(clock, step);
                    const { gap, error } = axisGap(a.mover, b.mover, from, to);
                    assert.ok(gap >= -error, `${where} ${step}: ${gap}`);
                    assert.notEqual(firstContact(p, q, from, to).contact, true, `${where} ${step}`);
                }
                scanned += expected.length;
                left += relative.size;
                release(a, b);
                return all;
            });
        });
        assert.ok(left < scanned, `${left} of ${scanned}`);
        return answers;
    },
);

behaves('methods agree where paths are held, absent, or rest on each other', (instance) => {
    const clock = { end: 8, step: 0.125 };
    const ends = /** @type {const} */ ([{}, { before: 'vanish' }, { after: 'vanish' }]);
    const random = randomNumbers(11);
    const bodies = Array.from({ length: 24 }, (_, k) => {
        const [begin, lasts] = [6 * random(), [0, 0.01, 0.3, 5][k % 4]];
        const knots = Array.from({ length: 3 }, () => [12 * random(), 12 * random(), random()]);
        const times = [begin, begin + lasts / 3, begin + lasts];
        const segments =
            lasts > 0 ? splineSegments(knots, times) : [{ t0: begin, t1: begin, x: [5], y: [5] }];
        return made(instance, fixture(ROD, segments, { ends: ends[k % 3] }), clock);
    });
    const answers = bodies.flatMap((a, k) => {
        return bodies.slice(0, k).map((b) => {
            const scanned = candidateSteps(a.path.boxes(), b.path.boxes());
            const common = commonTime(a.mover, b.mover, clock);
            const expected = [...instance.sweepSteps(a.path, b.path, { method: 'si' })];
            assert.equal(faultOfSteps(expected, scanned, clock, ...common), null);
            return ALL_STEPS.map((method) => {
                const found = instance.sweepSteps(a.path, b.path, { method });
                assert.deepEqual([...found], expected, method);
                return found.tests;
            });
        });
    });
    release(...bodies);
    return answers;
});

behaves(
    'a sweep is resumed from inside: step by step, in turns with others, and from any time',
    (instance) => {
        const clock = clockOf({ steps: 200 });
        // Two cars side by side at slightly different speeds, and one that weaves across.
        const [a, b, c] = [
            fixture(CAR, straight([0, 0], [10, 0])),
            fixture(CAR, straight([1, 2], [10.1, 0])),
            fixture(CAR, [
                { t0: 0, t1: 10, x: [0, 10], y: [-20, 24, -7.2, 0.48], theta: [0, 0.3, -0.03] },
            ]),
        ].map((given) => made(instance, given, clock));
        const answers = METHODS.map((method) => {
            /** @param {object} [options] */
            const steps = (options) => instance.sweepSteps(a.path, c.path, { method, ...options });
            const all = [...steps()];
            assert.ok(all.length > 3, method);
            const [one, two] = [steps(), instance.sweepSteps(a.path, b.path, { method })];
            const turns = all.map(() => [one.next().value, two.next().value]);
            assert.deepEqual(
                turns.map(([step]) => step),
                all,
                method,
            );
            assert.deepEqual(one.next(), { done: true, value: undefined });
            assert.deepEqual(one.next(), { done: true, value: undefined });
            for (const step of all) {
                const [from, to] = timesOfStep(clock, step);
                const inside = (from + to) / 2;
                assert.deepEqual(
                    [...steps({ from: inside })],
                    all.slice(all.indexOf(step)),
                    method,
                );
                assert.deepEqual([...steps({ from: inside, to: inside })], [step], method);
                assert.deepEqual([...steps({ to: inside })], all.slice(0, all.indexOf(step) + 1));
                const here = [...steps({ from, to })];
                assert.ok(here.includes(step) && here.length <= 3, method);
            }
            assert.deepEqual([...steps({ from: -50, to: 50 })], all);
            assert.deepEqual([...steps({ from: 11 })], []);
            assert.deepEqual([...steps({ from: -3, to: -1 })], []);
            return [all, turns, one.tests, two.tests];
        });
        release(a, b, c);
        return answers;
    },
);

behaves('tests are counted: fewer than steps where the way is wide', (instance) => {
    const clock = { end: 10, step: 0.01 };
    const [a, b, far] = [
        fixture(CAR, straight([-60, 0], [12, 0])),
        fixture(CAR, straight([2, -64], [0, 12])),
        fixture(CAR, straight([-60, 500], [12, 0])),
    ].map((given) => made(instance, given, clock));
    const counts = [b, far].map((other) => {
        const tests = METHODS.map((method) => {
            const found = instance.sweepSteps(a.path, other.path, { method });
            const steps = [...found];
            assert.ok(found.tests >= steps.length, method);
            // Groups of four are compared again behind each candidate.
            if (method === 'si') {
                assert.equal(steps.length > 0, other === b);
                assert.ok(found.tests >= 1000 && found.tests <= 1000 + 3 * steps.length);
            }
            return [method, found.tests];
        });
        const of = Object.fromEntries(tests);
        for (const method of ['auto', 'sta', 'pyramid', 'relative']) {
            assert.ok(of[method] < 300, `${method}: ${of[method]}`);
        }
        return tests;
    });
    // The whole of one far from the whole of the other.
    const of = Object.fromEntries(counts[1]);
    assert.ok(Math.max(of.bvh, of.sta, of.pyramid) <= 20, JSON.stringify(of));
    const some = instance.sweepSteps(a.path, far.path, { method: 'si', from: 0.995, to: 1.045 });
    assert.deepEqual([...some], []);
    assert.equal(some.tests, 6);
    const { tests, candidates } = instance.sweep(a.path, b.path, { method: 'pyramid' });
    assert.ok(tests > 0 && tests < 500 && candidates > 0, `${tests}, ${candidates}`);
    release(a, b, far);
    return [counts, tests, candidates];
});

/** Which side of a box is met by which of a box to its right, its left, above it and below it. */
const TOUCHING = /** @type {const} */ ([
    { own: 2, other: 0, way: [1, 0] },
    { own: 0, other: 2, way: [-1, 0] },
    { own: 3, other: 1, way: [0, 1] },
    { own: 1, other: 3, way: [0, -1] },
]);

behaves('boxes that touch overlap, and a float32 further out they do not', (instance) => {
    const clock = { end: 4, step: 1 };
    const square = boxOf(2, 2);
    /** @param {number} x @param {number} y */
    const at = (x, y) => made(instance, fixture(square, straight([x, y], [0, 0], 4)), clock);
    const a = at(0, 0);
    const box = boxAt(a.path.boxes(), 0);
    const answers = TOUCHING.map(({ own, other, way: [x, y] }) => {
        const sign = x + y > 0 ? 1 : -1;
        /** How the other lies whose side is at a place. @param {number} side */
        const lying = (side) => {
            for (let k = -64; k <= 64; k++) {
                const far = Math.abs(side) + 1 + k * 2 ** -27;
                const b = at(x * far, y * far);
                if (b.path.boxes()[other] === side) return b;
                release(b);
            }
            throw new Error(`no box has a side at ${side}`);
        };
        const touching = lying(box[own]);
        const apart = lying(nextFloat32(box[own], sign));
        for (const method of ALL_STEPS) {
            const found = [...instance.sweepSteps(a.path, touching.path, { method })];
            assert.deepEqual(found, [0, 1, 2, 3], method);
            assert.deepEqual([...instance.sweepSteps(touching.path, a.path, { method })], found);
            assert.deepEqual([...instance.sweepSteps(a.path, apart.path, { method })], [], method);
        }
        const answer = instance.sweep(a.path, touching.path);
        agree(answer, contactOf(instance, a, touching));
        release(touching, apart);
        return answer;
    });
    release(a);
    return [answers, box];
});

behaves(
    'a platoon: boxes overlap all along, and the relative test leaves no candidate',
    (instance) => {
        const clock = { end: 10, step: 0.5 };
        const platoon = Array.from({ length: 5 }, (_, k) => {
            return made(instance, fixture(CAR, straight([-7 * k, 0], [30, 0])), clock);
        });
        for (let k = 1; k < platoon.length; k++) {
            const [lead, next] = [platoon[k - 1].path, platoon[k].path];
            assert.equal([...instance.sweepSteps(lead, next, { method: 'si' })].length, 20);
            assert.deepEqual([...instance.sweepSteps(lead, next, { method: 'relative' })], []);
            for (const method of METHODS) {
                const { status, iterations } = instance.sweep(lead, next, { method });
                assert.deepEqual([status, iterations], ['free', 0], method);
            }
        }
        const scene = instance.scene(platoon.map(({ path }) => path));
        assert.deepEqual(scene.contacts(), []);
        scene.free();
        release(...platoon);
    },
);

// ---------------------------------------------------------------- sweeps

behaves(
    'a sweep says what the first contact of the two bodies is, with every method',
    (instance) => {
        /** @type {Record<string, number>} */
        const seen = {};
        const answers = [1, 7, 60].flatMap((steps) => {
            const clock = clockOf({ steps });
            return pairsOf(steps, 4, 'polygons').map((pair) => {
                const [a, b] = madePair(instance, pair, clock);
                const where = `${pair.kind} ${pair.name} ${steps}`;
                const asked = askedOf(a.mover, b.mover, clock.start, clock.end);
                const [p, q] = [bodyOfMover(a.mover), bodyOfMover(b.mover)];
                const truth = firstContact(p, q, asked.from, asked.to, { delta: asked.slack / 4 });
                const expected = contactOf(instance, a, b);
                assert.equal(expected.status === 'free', pair.first === null);
                const all = METHODS.map((method) => {
                    const answer = instance.sweep(a.path, b.path, { method });
                    agree(answer, expected, where);
                    assert.equal(faultOfSweep(p, q, clock, asked, answer, truth), null, where);
                    return answer;
                });
                seen[pair.name] = (seen[pair.name] ?? 0) + Number(expected.status !== 'free');
                release(a, b);
                return all;
            });
        });
        assert.deepEqual(seen, { apart: 0, near: 0, start: 24, middle: 24, end: 24 });
        return answers;
    },
);

behaves(
    'the certified cases, swept in 1 to 64 steps: none late, none missed, none invented',
    (instance) => {
        return CASES.flatMap((c) => {
            const [a, b] = [c.A, c.B].map(({ shape, motion }) => {
                const points = shape.verts.map((/** @type {number[]} */ one) =>
                    one.map(Math.fround),
                );
                return fixture(points, motion.segments, { radius: Math.fround(shape.radius) });
            });
            const asked = askedOf(a, b, c.T0, c.T1);
            const [p, q] = [bodyOfMover(a), bodyOfMover(b)];
            const truth = firstContact(p, q, c.T0, c.T1, { delta: asked.slack / 4 });
            return [1, 5, 64].map((steps) => {
                const clock = {
                    start: c.T0,
                    end: c.T1,
                    step: (c.T1 - c.T0) / steps,
                    x: Math.round(a.segments[0].x[0]),
                    y: Math.round(a.segments[0].y[0]),
                };
                const pair = [a, b].map((given) => made(instance, given, clock));
                for (const { path, mover } of pair) {
                    assert.equal(
                        faultOfCover(path.boxes(), sampledBoxes(mover, clock)),
                        null,
                        c.id,
                    );
                }
                const answer = instance.sweep(pair[0].path, pair[1].path);
                const fault = faultOfSweep(p, q, clock, asked, answer, truth);
                assert.equal(fault, null, `${c.id}, ${steps} steps`);
                release(...pair);
                return answer;
            });
        });
    },
);

behaves(
    'the place of a contact: points, gap, normal and features as those of a first contact',
    (instance) => {
        const clock = clockOf({ steps: 40 });
        return pairsOf(40, 3).map((pair) => {
            const [a, b] = madePair(instance, pair, clock);
            const answer = instance.sweep(a.path, b.path);
            const { pointA, pointB, normal, gap, featureA, featureB, step, time } = answer;
            if (answer.status === 'free') {
                assert.deepEqual(
                    [pointA, pointB, normal, gap, step, time],
                    new Array(6).fill(null),
                );
                assert.deepEqual([featureA, featureB], [null, null]);
            } else {
                assert.ok(pointA !== null && pointB !== null && normal !== null && gap !== null);
                assert.ok(featureA !== null && featureB !== null && step !== null && time !== null);
                const along = (pointB.x - pointA.x) * normal.x + (pointB.y - pointA.y) * normal.y;
                assert.ok(Math.abs(along - gap) < 1e-9, `${along}, ${gap}`);
                const pairOf = /** @type {const} */ ([a.shape, a.motion, b.shape, b.motion]);
                const [there] = instance.distanceOver(...pairOf, [time[0]]);
                assert.ok(Math.abs(there - gap) < 1e-9, `${there}, ${gap}`);
                const [from, to] = timesOfStep(clock, step);
                assert.ok(time[0] <= to && time[1] >= from);
            }
            assert.ok(answer.candidates >= Number(answer.status !== 'free'));
            release(a, b);
            return answer;
        });
    },
);

behaves('asked about a part of the time: from inside a step to inside another', (instance) => {
    const clock = { end: 10, step: 0.5 };
    // They pass through each other twice.
    const [a, b] = [
        fixture(boxOf(1, 1), straight([0, 0], [0, 0])),
        fixture(boxOf(1, 1), [{ t0: 0, t1: 10, x: [0.25], y: [8, -4, 0.4] }]),
    ].map((given) => made(instance, given, clock));
    const windows = [
        [0, 1.2],
        [1.3, 4.1],
        [2.76, 2.77],
        [3.9, 6.1],
        [4.3, 6.9],
        [6.6, 9.99],
        [8.3, 8.3],
        [-4, 1],
        [5, 60],
        [7.24, 7.26],
    ];
    const answers = windows.map(([from, to]) => {
        const cut = { from: Math.max(from, 0), to: Math.min(to, 10) };
        const expected = contactOf(instance, a, b, cut);
        return METHODS.map((method) => {
            const answer = instance.sweep(a.path, b.path, { from, to, method, tolerance: 1e-8 });
            agree(answer, expected, `${from} to ${to}, ${method}`);
            const asked = { ...askedOf(a.mover, b.mover, cut.from, cut.to), tolerance: 1e-8 };
            const [p, q] = [bodyOfMover(a.mover), bodyOfMover(b.mover)];
            assert.equal(faultOfSweep(p, q, clock, asked, answer), null, `${from} to ${to}`);
            return answer;
        });
    });
    const outside = instance.sweep(a.path, b.path, { from: 11, to: 12 });
    assert.equal(outside.status, 'free');
    release(a, b);
    return [answers, outside];
});

behaves('tolerance, slack and budget are those of a first contact', (instance) => {
    const clock = { end: 10, step: 0.25 };
    const [a, b] = [
        fixture(CAR, splineSegments(WAY, WAY_TIMES)),
        fixture(CAR, straight([36, -10], [0, 8])),
    ].map((given) => made(instance, given, clock));
    const expected = contactOf(instance, a, b);
    assert.equal(expected.status, 'hit');
    const answers = [1e-2, 1e-5, 1e-9].map((tolerance) => {
        const answer = instance.sweep(a.path, b.path, { tolerance });
        agree(answer, expected);
        assert.ok(answer.time !== null && answer.time[1] - answer.time[0] <= tolerance);
        return answer;
    });
    const short = instance.sweep(a.path, b.path, { budget: 1 });
    assert.ok(['undecided', 'hit'].includes(short.status));
    assert.ok(short.time !== null && short.time[0] <= (expected.time?.[1] ?? 0));
    // Along each other's sides.
    const [p, q] = [
        fixture(boxOf(1, 1), straight([-5, 0], [1, 0])),
        fixture(boxOf(1, 1), straight([0, 1], [0, 0])),
    ].map((given) => made(instance, given, clock));
    const graze = instance.sweep(p.path, q.path, { slack: 1e-6 });
    agree(graze, contactOf(instance, p, q, { slack: 1e-6 }));
    assert.equal(graze.status, 'graze');
    release(a, b, p, q);
    return [answers, short, graze];
});

behaves(
    'contact in the one instant in which one vanishes as the other appears, within a step',
    (instance) => {
        const square = boxOf(1, 1);
        const early = fixture(square, [{ t0: 0, t1: 5, x: [0], y: [0] }], {
            ends: { after: 'vanish' },
        });
        const late = fixture(square, [{ t0: 5, t1: 9, x: [0.5], y: [0] }], {
            ends: { before: 'vanish' },
        });
        return [0.75, 3, 10].map((step) => {
            const pair = [early, late].map((given) => made(instance, given, { end: 10, step }));
            const expected = contactOf(instance, pair[0], pair[1]);
            assert.notEqual(expected.status, 'free');
            const answers = METHODS.map((method) => {
                const answer = instance.sweep(pair[0].path, pair[1].path, { method });
                agree(answer, expected, `${step} ${method}`);
                return answer;
            });
            release(...pair);
            return answers;
        });
    },
);

behaves(
    'an instant at the border of two steps counts: who appears there as the other vanishes',
    (instance) => {
        const square = boxOf(1, 1);
        const leaving = fixture(square, straight([0, 0], [0, 0], 5), { ends: { after: 'vanish' } });
        const coming = fixture(square, [{ t0: 5, t1: 9, x: [0.5], y: [0] }], {
            ends: { before: 'vanish' },
        });
        const held = fixture(square, straight([0, 0], [0, 0], 5));
        /** @type {[Fixture, Fixture, Clock][]} */
        const meetings = [
            [leaving, coming, { end: 10, step: 1 }],
            [leaving, coming, { end: 10, step: 2.5 }],
            [held, coming, { end: 5, step: 1 }],
            [leaving, held, { start: 5, end: 9, step: 1 }],
        ];
        return meetings.map(([first, second, clock]) => {
            const [a, b] = [first, second].map((given) => made(instance, given, clock));
            const window = { from: a.path.clock.start, to: a.path.clock.end };
            const expected = contactOf(instance, a, b);
            assert.notEqual(expected.status, 'free');
            const answers = [a, b].map((one) => {
                const other = one === a ? b : a;
                const answer = instance.sweep(one.path, other.path, window);
                agree(answer, expected, JSON.stringify(clock));
                const scene = instance.scene([other.path]);
                assert.equal(scene.contactsWith(one.path, window).length, 1);
                scene.free();
                return answer;
            });
            release(a, b);
            return answers;
        });
    },
);

behaves(
    'bodies that are held all through the clock are met where their motions lie outside of it',
    (instance) => {
        const clock = { start: 6, end: 10, step: 0.5 };
        /** @type {[Fixture, Fixture][]} */
        const pairs = [
            [fixture(CAR, straight([0, 0], [0, 0], 0)), fixture(CAR, straight([1, 0], [0, 0], 0))],
            [fixture(CAR, straight([-9, 0], [2, 0], 5)), fixture(CAR, straight([1, 0], [0, 0], 0))],
            [
                fixture(CAR, straight([-9, 0], [2, 0], 5)),
                fixture(CAR, [{ t0: 12, t1: 13, x: [0, 1], y: [0] }]),
            ],
        ];
        return pairs.map((pair) => {
            const [a, b] = pair.map((given) => made(instance, given, clock));
            assert.equal(contactOf(instance, a, b).status, 'overlap');
            const scene = instance.scene([a.path, b.path]);
            const answers = [instance.sweep(a.path, b.path), scene.contacts()];
            assert.equal(instance.sweep(a.path, b.path).status, 'overlap');
            assert.equal(instance.sweepMany(a.path, [b.path]).length, 1);
            assert.equal(scene.contacts().length, 1);
            assert.equal(scene.contactsWith(a.path).length, 2);
            scene.free();
            release(a, b);
            return answers;
        });
    },
);

behaves('the usual tolerance is a billionth of the time within the clock', (instance) => {
    const clock = { end: 10, step: 0.5 };
    const [a, b] = [
        fixture(boxOf(1, 1), [{ t0: -1e6, t1: 1e6, x: [-1e6, 1], y: [0] }]),
        fixture(boxOf(1, 1), [{ t0: -1e6, t1: 1e6, x: [5], y: [0] }]),
    ].map((given) => made(instance, given, clock));
    const answers = [{}, { from: 0, to: 10 }, { from: -1e9, to: 1e9 }].map((window) => {
        const answer = instance.sweep(a.path, b.path, window);
        agree(answer, contactOf(instance, a, b));
        const width = answer.time === null ? Infinity : answer.time[1] - answer.time[0];
        assert.ok(width <= 2e-8, `${width}`);
        return answer;
    });
    release(a, b);
    return answers;
});

// ---------------------------------------------------------------- one with many, and scenes

const SCENE_CLOCK = { end: 10, step: 0.1 };
const WHOLE = { from: 0, to: 10 };

/** Cars, bars and discs that come and go in a square. @param {number} seed @param {number} count */
function crowd(seed, count) {
    const random = randomNumbers(seed);
    const ends = /** @type {const} */ ([{}, {}, { before: 'vanish' }, { after: 'vanish' }]);
    const outlines = [CAR, ROD, [[0, 0]]];
    return Array.from({ length: count }, (_, k) => {
        const [begin, lasts] = [4 * random(), k % 7 === 0 ? 0 : 1 + 5 * random()];
        const place = () => [70 * random(), 70 * random(), 6 * random()];
        const times = [begin, begin + lasts / 2, begin + lasts];
        const [x, y] = place();
        const segments =
            lasts === 0
                ? [{ t0: begin, t1: begin, x: [x], y: [y] }]
                : splineSegments([place(), place(), place()], times);
        return fixture(outlines[k % 3], segments, {
            radius: k % 3 === 2 ? 1 : 0,
            ends: ends[k % 4],
        });
    });
}

/**
 * What is told of one and many is what is true of each, in order.
 *
 * @param {{ body: number, status: string, time: readonly [number, number] | null }[]} told
 * @param {Told[]} expected of all
 * @param {string} [where]
 */
function agreeAll(told, expected, where = '') {
    const bodies = expected.flatMap(({ status }, k) => (status === 'free' ? [] : [k]));
    assert.deepEqual(
        told.map(({ body }) => body),
        bodies,
        where,
    );
    for (const one of told) agree(one, expected[one.body], `${where} ${one.body}`);
}

/**
 * @param {{ body: number | null, status: string, time: readonly [number, number] | null }} told
 * @param {Told[]} expected of all
 * @param {boolean} [isVerdict] any contact will do
 */
function agreeFirst(told, expected, isVerdict = false) {
    const meeting = expected.filter(({ time }) => time !== null);
    assert.equal(told.status === 'free', meeting.length === 0, JSON.stringify(told));
    if (told.body === null) {
        assert.deepEqual(told, { body: null, status: 'free', time: null });
        return;
    }
    agree(told, expected[told.body]);
    if (isVerdict) return;
    const earliest = Math.min(...meeting.map(({ time }) => time?.[1] ?? Infinity));
    assert.ok((told.time?.[0] ?? Infinity) <= earliest, `${told.time}, ${earliest}`);
}

behaves('one with many: those that it meets, in their order', (instance) => {
    const others = crowd(3, 60).map((given) => made(instance, given, SCENE_CLOCK));
    const egos = crowd(4, 4).map((given) => made(instance, given, SCENE_CLOCK));
    const paths = others.map(({ path }) => path);
    const answers = egos.map((ego) => {
        const expected = others.map((other) => contactOf(instance, ego, other));
        const told = instance.sweepMany(ego.path, paths, WHOLE);
        agreeAll(told, expected);
        const cut = { from: 2.03, to: 3.5 };
        const part = instance.sweepMany(ego.path, paths, cut);
        agreeAll(
            part,
            others.map((other) => contactOf(instance, ego, other, cut)),
        );
        assert.deepEqual(instance.sweepMany(ego.path, []), []);
        return [told, part];
    });
    assert.ok(answers.some(([told]) => told.length > 2));
    release(...others, ...egos);
    return answers;
});

behaves('a scene: the contacts of a path with it, the first of them, and any', (instance) => {
    const others = crowd(5, 80).map((given) => made(instance, given, SCENE_CLOCK));
    const egos = crowd(6, 6).map((given) => made(instance, given, SCENE_CLOCK));
    const scene = instance.scene(others.map(({ path }) => path));
    const windows = [WHOLE, { from: 1.25, to: 4 }, { from: 3.33, to: 3.34 }];
    const answers = egos.flatMap((ego) => {
        return windows.map((cut) => {
            const expected = others.map((other) => contactOf(instance, ego, other, cut));
            const told = scene.contactsWith(ego.path, cut);
            agreeAll(told, expected);
            const first = scene.firstContact(ego.path, cut);
            agreeFirst(first, expected);
            const any = scene.firstContact(ego.path, { ...cut, verdict: true });
            agreeFirst(any, expected, true);
            const exact = scene.firstContact(ego.path, { ...cut, verdict: false });
            assert.deepEqual(exact, first);
            return [told, first, any];
        });
    });
    scene.free();
    release(...others, ...egos);
    return answers;
});

behaves('all contacts of a scene, as of all pairs', (instance) => {
    const bodies = crowd(7, 40).map((given) => made(instance, given, SCENE_CLOCK));
    const scene = instance.scene(bodies.map(({ path }) => path));
    const answers = [WHOLE, { from: 2.2, to: 2.9 }].map((cut) => {
        const told = scene.contacts(cut);
        const expected = bodies.flatMap((a, first) => {
            return bodies.slice(first + 1).flatMap((b, k) => {
                const { status, time } = contactOf(instance, a, b, cut);
                return status === 'free' ? [] : [{ first, second: first + 1 + k, status, time }];
            });
        });
        assert.deepEqual(
            told.map(({ first, second }) => [first, second]),
            expected.map(({ first, second }) => [first, second]),
        );
        told.forEach((one, k) => {
            agree(one, expected[k]);
        });
        return told;
    });
    assert.ok(answers[0].length > 20, `${answers[0].length}`);
    scene.free();
    release(...bodies);
    return answers;
});

behaves('candidate trajectories of a batch against a scene, in one call', (instance) => {
    const others = crowd(8, 50).map((given) => made(instance, given, SCENE_CLOCK));
    const egos = crowd(9, 20).map((given) => made(instance, given, SCENE_CLOCK));
    const scene = instance.scene(others.map(({ path }) => path));
    const movers = instance.movers(20, { pieces: 60 });
    let next = 0;
    egos.forEach(({ shape, motion }, k) => {
        next = movers.set(k, shape, motion, next);
    });
    const all = egos.map((ego) => others.map((other) => contactOf(instance, ego, other)));
    const meeting = all.map((list) => list.some(({ status }) => status !== 'free'));
    const answers = [{}, { verdict: false }, { verdict: true }].map((options) => {
        const count = scene.firstContacts(movers, 20, { ...WHOLE, ...options });
        assert.equal(count, meeting.filter(Boolean).length);
        const told = egos.map((_, k) => {
            const time = [...movers.times.subarray(2 * k, 2 * k + 2)];
            assert.equal(movers.statuses[k] !== 0, meeting[k]);
            if (!meeting[k]) assert.deepEqual(time, [Infinity, Infinity]);
            else if (!options.verdict) {
                const brackets = all[k].flatMap(({ time: one }) => (one === null ? [] : [one]));
                const earliest = brackets.reduce((p, q) => (q[0] < p[0] ? q : p));
                assert.ok(time[0] <= earliest[1] && earliest[0] <= time[1], `${k}: ${time}`);
            }
            return [movers.statuses[k], ...time];
        });
        return [count, told];
    });
    assert.ok(meeting.includes(true) && meeting.includes(false));
    movers.statuses.fill(9);
    const part = scene.firstContacts(movers, 3, { from: 1, to: 2 });
    assert.equal(movers.statuses[3], 9);
    movers.free();
    scene.free();
    release(...others, ...egos);
    return [answers, part];
});

behaves('scenes of no path and of one', (instance) => {
    const [ego, other, far] = [
        fixture(CAR, straight([-20, 0], [5, 0])),
        fixture(CAR, straight([0, -20], [0, 5])),
        fixture(CAR, straight([0, 5000], [0, 5])),
    ].map((given) => made(instance, given, SCENE_CLOCK));
    const movers = instance.movers(1);
    movers.set(0, ego.shape, ego.motion, 0);
    const answers = [[], [other.path], [far.path]].map((paths) => {
        const scene = instance.scene(paths);
        const isHit = paths[0] === other.path;
        const told = scene.contactsWith(ego.path);
        assert.deepEqual(scene.contacts(), []);
        assert.equal(told.length, Number(isHit));
        const first = scene.firstContact(ego.path);
        assert.equal(first.body, isHit ? 0 : null);
        assert.equal(scene.firstContact(ego.path, { verdict: true }).body, isHit ? 0 : null);
        assert.equal(scene.firstContacts(movers, 1), Number(isHit));
        assert.equal(scene.firstContacts(movers, 0), 0);
        scene.free();
        return [told, first];
    });
    movers.free();
    release(ego, other, far);
    return answers;
});

behaves('of first contacts that are alike the lower body is told', (instance) => {
    const [ego, other] = [
        fixture(CAR, straight([-20, 0], [5, 0])),
        fixture(CAR, straight([0, -20], [0, 5])),
    ].map((given) => made(instance, given, SCENE_CLOCK));
    const twins = Array.from({ length: 5 }, () => {
        return instance.path(other.shape, other.motion, SCENE_CLOCK);
    });
    const scene = instance.scene([...twins, twins[0]]);
    const first = scene.firstContact(ego.path);
    assert.equal(first.body, 0);
    assert.equal(scene.contactsWith(ego.path).length, 6);
    scene.free();
    for (const twin of twins) twin.free();
    release(ego, other);
    return first;
});

// ---------------------------------------------------------------- what is refused

test('paths and clocks that are none: codes and arguments', () => {
    const [shape, motion] = [g.box(2, 1), g.motion.still()];
    const good = { end: 1, step: 0.1 };
    /** @type {any} */
    const any = g;
    /** @param {object} change @param {Partial<GrazeError>} expected */
    const badClock = (change, expected) => {
        refuses(() => g.path(shape, motion, /** @type {any} */ ({ ...good, ...change })), expected);
    };
    badClock({ end: 0 }, {});
    badClock({ end: -1 }, {});
    badClock({ start: 2 }, {});
    badClock({ end: Infinity }, { code: 'not-finite' });
    badClock({ start: Number.NaN }, { code: 'not-finite' });
    badClock({ end: '1' }, { code: 'wrong-type' });
    badClock({ end: undefined }, { code: 'wrong-type' });
    badClock({ step: undefined }, { code: 'wrong-type' });
    badClock({ step: 0 }, { code: 'out-of-range' });
    badClock({ step: -0.1 }, { code: 'out-of-range' });
    badClock({ step: Number.NaN }, { code: 'not-finite' });
    badClock({ step: 2 ** -25 }, { code: 'out-of-range' });
    badClock({ step: 5e-324 }, { code: 'out-of-range' });
    badClock({ x: Infinity }, { code: 'not-finite' });
    badClock({ y: '0' }, { code: 'wrong-type' });
    badClock({ steps: 10 }, { code: 'unknown-option' });
    refuses(() => any.path(shape, motion), { code: 'wrong-type' });
    refuses(() => any.path(shape, motion, 3), { code: 'wrong-type' });
    refuses(() => any.path(shape, motion, null), { code: 'wrong-type' });
    refuses(() => any.path(motion, motion, good), { code: 'wrong-type', argument: 'shape' });
    refuses(() => any.path(shape, shape, good), { code: 'wrong-type', argument: 'motion' });
    refuses(() => any.path(shape, motion, good, { boxes: 'both' }), { code: 'unknown-option' });
    refuses(() => any.path(shape, motion, good, { box: 'cover' }), { code: 'unknown-option' });
    const path = g.path(shape, motion, good);
    refuses(() => path.boxes(-1), { code: 'out-of-range' });
    refuses(() => path.boxes(0, 11), { code: 'out-of-range' });
    refuses(() => path.boxes(0.5), { code: 'wrong-type' });
    refuses(() => path.boxes(3, 2), {});
    path.free();
});

test('things freed or of another instance are refused, whatever has taken their place', () => {
    const clock = { end: 1, step: 0.1 };
    const other = createSync();
    const [disc, still] = [g.disc(1), g.motion.still()];
    const foreign = other.path(other.disc(1), other.motion.still(), clock);
    const [a, gone] = [g.path(disc, still, clock), g.path(disc, still, clock)];
    const scene = g.scene([a, gone]);
    const long = { end: 1000, step: 1 };
    const [left, rest] = [g.path(disc, still, long), g.path(disc, still, long)];
    const steps = g.sweepSteps(left, rest);
    assert.equal(steps.next().value, 0);
    left.free();
    gone.free();
    const next = g.path(disc, still, clock);
    assert.notEqual(next.id, gone.id);
    const stale = /** @type {const} */ ({ code: 'stale-handle' });
    refuses(() => gone.free(), stale);
    refuses(() => gone.boxes(), stale);
    // What was found before is told, and not a step more.
    refuses(() => Array.from(steps), stale);
    rest.free();
    refuses(() => g.sweepSteps(a, gone).next(), stale);
    refuses(() => g.sweep(gone, a), stale);
    refuses(() => g.sweep(a, gone), stale);
    refuses(() => g.sweepMany(a, [a, gone]), stale);
    refuses(() => g.sweepMany(gone, [a]), stale);
    refuses(() => g.scene([a, gone]), stale);
    refuses(() => scene.contacts(), stale);
    refuses(() => scene.contactsWith(a), stale);
    refuses(() => scene.firstContact(a), stale);
    scene.free();
    refuses(() => scene.free(), stale);
    refuses(() => scene.contacts(), stale);
    refuses(() => scene.contactsWith(a), stale);
    const alien = /** @type {const} */ ({ code: 'foreign-handle' });
    refuses(() => g.sweepSteps(a, foreign), alien);
    refuses(() => g.sweep(foreign, a), alien);
    refuses(() => g.sweepMany(a, [foreign]), alien);
    refuses(() => g.scene([foreign]), alien);
    refuses(() => g.path(other.disc(1), still, clock), alien);
    refuses(() => g.path(disc, other.motion.still(), clock), alien);
    const whole = g.scene([a, next]);
    refuses(() => whole.contactsWith(foreign), alien);
    refuses(() => whole.firstContact(foreign), alien);
    refuses(() => whole.firstContacts(other.movers(1), 0), alien);
    const short = g.disc(2);
    const orphan = g.path(short, still, clock);
    const lost = g.scene([a, orphan]);
    short.free();
    refuses(() => g.path(short, still, clock), stale);
    refuses(() => g.sweep(a, orphan), stale);
    refuses(() => g.sweepMany(orphan, [a]), stale);
    refuses(() => g.sweepMany(a, [orphan]), stale);
    refuses(() => lost.contacts(), stale);
    refuses(() => lost.contactsWith(a), stale);
    for (const thing of [whole, lost, a, next, orphan]) thing.free();
});

test('errors name the path at fault, and the record only where there is one', () => {
    const clock = { end: 1, step: 0.1 };
    const [disc, lost, still] = [g.disc(1), g.disc(2), g.motion.still()];
    const [a, gone, orphan] = [disc, disc, lost].map((shape) => g.path(shape, still, clock));
    const later = g.path(disc, still, { end: 2, step: 0.1 });
    gone.free();
    lost.free();
    const none = { index: undefined };
    refuses(() => g.sweep(gone, a), { argument: 'pathA', ...none });
    refuses(() => g.sweep(a, gone), { argument: 'pathB', ...none });
    refuses(() => g.sweepSteps(a, gone).next(), { argument: 'pathB', ...none });
    refuses(() => g.sweep(a, later), { argument: 'pathB', ...none });
    refuses(() => g.sweep(orphan, a), { code: 'stale-handle', ...none });
    refuses(() => orphan.boxes(), { code: 'stale-handle', ...none });
    refuses(() => g.sweepMany(gone, [a]), { argument: 'ego', ...none });
    refuses(() => g.sweepMany(a, [a, gone]), { argument: 'others', index: 1 });
    refuses(() => g.scene([a, a, orphan]), { argument: 'paths', index: 2 });
    a.free();
    later.free();
});

test('paths on different clocks are not compared', () => {
    const [disc, still] = [g.disc(1), g.motion.still()];
    const clock = { start: 0, end: 1, step: 0.1, x: 0, y: 0 };
    const a = g.path(disc, still, clock);
    const different = /** @type {const} */ ({ code: 'different-clock' });
    for (const change of [{ start: 0.1 }, { end: 1.5 }, { step: 0.2 }, { x: 1 }, { y: -1 }]) {
        const b = g.path(disc, still, { ...clock, ...change });
        refuses(() => g.sweepSteps(a, b), different);
        refuses(() => g.sweep(a, b), different);
        refuses(() => g.sweepMany(a, [a, b]), different);
        refuses(() => g.scene([a, b]), different);
        const scene = g.scene([b]);
        refuses(() => scene.contactsWith(a), different);
        refuses(() => scene.firstContact(a), different);
        scene.free();
        b.free();
    }
    const same = g.path(disc, still, { end: 1, step: 0.1 });
    assert.equal(g.sweep(a, same).status, 'overlap');
    a.free();
    same.free();
});

test('sweeps that are none: codes and arguments', () => {
    const [disc, still] = [g.disc(1), g.motion.still()];
    const a = g.path(disc, still, { end: 1, step: 0.1 });
    const scene = g.scene([a]);
    /** @type {any} */
    const any = g;
    const unknown = /** @type {const} */ ({ code: 'unknown-option' });
    refuses(() => any.sweepSteps(a, a, { method: 'sat' }), unknown);
    refuses(() => any.sweepSteps(a, a, { tolerance: 1 }), unknown);
    refuses(() => any.sweep(a, a, { method: 'certified' }), unknown);
    refuses(() => any.sweep(a, a, { verdict: true }), unknown);
    refuses(() => any.sweepMany(a, [a], { methd: 'si' }), unknown);
    refuses(() => /** @type {any} */ (scene).contacts({ slak: 1 }), unknown);
    refuses(() => /** @type {any} */ (scene).contactsWith(a, { method: 'si', x: 1 }), unknown);
    for (const ask of [any.sweep, any.sweepSteps].map((call) => call.bind(g))) {
        refuses(() => ask(a, a, { from: 1, to: 0 }), { code: 'out-of-order' });
        refuses(() => ask(a, a, { from: Number.NaN }), { code: 'not-finite' });
        refuses(() => ask(a, a, { to: '1' }), { code: 'wrong-type' });
        refuses(() => ask(a, still), { code: 'wrong-type' });
        refuses(() => ask(disc, a), { code: 'wrong-type' });
        refuses(() => ask(a), { code: 'wrong-type' });
    }
    refuses(() => g.sweep(a, a, { tolerance: 0 }), { code: 'out-of-range' });
    refuses(() => g.sweep(a, a, { slack: -1 }), { code: 'out-of-range' });
    refuses(() => g.sweep(a, a, { budget: 0 }), { code: 'out-of-range' });
    refuses(() => any.sweepMany(a, a), { code: 'wrong-type' });
    refuses(() => any.sweepMany(a, [a, 3]), { code: 'wrong-type' });
    refuses(() => any.scene(), { code: 'wrong-type' });
    refuses(() => any.scene([a, undefined]), { code: 'wrong-type' });
    refuses(() => any.scene(a), { code: 'wrong-type' });
    refuses(() => /** @type {any} */ (scene).contactsWith(disc), { code: 'wrong-type' });
    refuses(() => /** @type {any} */ (scene).firstContact(a, { verdict: 1 }), {
        code: 'wrong-type',
    });
    const movers = g.movers(2);
    movers.set(0, disc, still, 0);
    refuses(() => /** @type {any} */ (scene).firstContacts(a, 1), { code: 'wrong-type' });
    refuses(() => scene.firstContacts(movers, 3), { code: 'out-of-range' });
    refuses(() => scene.firstContacts(movers, 0.5), { code: 'wrong-type' });
    assert.equal(scene.firstContacts(movers, 1), 1);
    movers.free();
    refuses(() => scene.firstContacts(movers, 1), { code: 'stale-handle' });
    scene.free();
    a.free();
});

test('as many steps as allowed, and one more', () => {
    const [disc, still] = [g.disc(1), g.motion.still()];
    const path = g.path(disc, still, { end: 2 ** 24, step: 1 });
    assert.equal(path.count, 2 ** 24);
    assert.equal(g.sweep(path, path).status, 'overlap');
    path.free();
    refuses(() => g.path(disc, still, { end: 2 ** 24 + 1, step: 1 }), { code: 'out-of-range' });
});

test('memory does not grow: paths, scenes, and iterators left halfway', () => {
    const own = createSync();
    const [car, still] = [own.polygon(CAR), own.motion.still()];
    const way = own.motion.spline(WAY, WAY_TIMES);
    const clock = { end: 10, step: 0.5 };
    const parked = own.path(car, still, clock);
    const round = () => {
        const path = own.path(car, way, clock);
        for (const method of METHODS) {
            for (const step of own.sweepSteps(path, parked, { method })) {
                assert.ok(step >= 0);
                break;
            }
        }
        own.sweep(path, parked, { method: 'bvh' });
        const scene = own.scene([parked, path]);
        assert.equal(scene.contactsWith(path).length, 2);
        scene.firstContact(parked);
        scene.free();
        path.free();
    };
    for (let k = 0; k < 10; k++) round();
    const used = own.memoryUsed;
    for (let k = 0; k < 10_000; k++) round();
    assert.equal(own.memoryUsed, used);
});

test('the oracle: boxes that meet, by themselves', () => {
    const boxes = [0, 0, 1, 1, 1, 1, 2, 2, 1.5, 0, 2, 0.5, ...NOWHERE];
    const met = [0, 1, 2, 3].map((k) => [0, 1, 2, 3].map((j) => boxesMeet(boxes, k, boxes, j)));
    assert.deepEqual(met, [
        [true, true, false, false],
        [true, true, false, false],
        [false, false, true, false],
        [false, false, false, false],
    ]);
});

test('the data set: cars of each class do what it says', () => {
    const clock = clockOf({ steps: 50 });
    for (const { name, bodies, first } of trajectoryPairs(g, { steps: 50, count: 3, seed: 9 })) {
        const [p, q] = bodies.map(moverOf);
        const [a, b] = [bodyOfMover(p), bodyOfMover(q)];
        const truth = firstContact(a, b, clock.start, clock.end);
        const isHit = !['apart', 'near'].includes(name);
        assert.equal(truth.contact, isHit);
        assert.equal(sampled(a, b, 0, clock.end, 2000).least < 0, isHit);
        const part = { start: 0, middle: 2, end: 4 }[/** @type {string} */ (name)];
        if (part !== undefined) {
            assert.ok(first !== null && Math.floor((first[0] / clock.end) * 5) === part);
        }
        const steps = candidateSteps(stepEndBoxes(p, clock).boxes, stepEndBoxes(q, clock).boxes);
        assert.equal(steps.length > 0, name !== 'apart');
    }
});
