import assert from 'node:assert/strict';
import {
    faultOfCover,
    maxSpeed,
    printedSI,
    printedSTA,
    sampledBoxes,
    sampleSegments,
    splinePieces,
    stepCount,
    stepEndBoxes,
    turnSegments,
    widestMargin,
} from '../oracle/sweep_oracle.js';
import {
    ARC,
    agree,
    behaves,
    boxOf,
    CAR,
    CASES,
    contactOf,
    fixture,
    KINKS,
    made,
    ROD,
    release,
    straight,
    WAY,
    WAY_TIMES,
} from './setup.js';

/**
 * Tests that the boxes of a path contain the body, and little more; for both kinds of boxes.
 *
 * @import { Segment } from '../oracle/sweep_oracle.js'
 * @import { Fixture } from './setup.js'
 */

/** A motion that takes no time, in the middle of one that does. @type {Segment[]} */
const STUMBLING = [
    { t0: 0, t1: 2.3, x: [0, 3], y: [0, 0, 1], angle: [0, 0.5] },
    { t0: 2.3, t1: 2.3, x: [6.9], y: [2.3 ** 2], angle: [1.15] },
    { t0: 2.3, t1: 2.3, x: [6.9, 99], y: [2.3 ** 2, -99], angle: [1.15, 400] },
    { t0: 2.3, t1: 2.35, x: [6.9, -40], y: [2.3 ** 2], angle: [1.15, 30] },
    { t0: 2.35, t1: 10, x: [4.9, 0, 0.25], y: [2.3 ** 2], angle: [2.65] },
];

/** Far off the straight line at its first knot, and bulging out further from there. @type {Segment[]} */
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
 * Motions, with the allowed excess of a box over the sampled body, for steps of a tenth of a second and of a second: M
 * D^2 / 8, or nearly.
 *
 * @type {Record<string, Fixture & { margins: [number, number] }>}
 */
const COVERED = {
    'straight on': { ...fixture(CAR, straight([-50, 20], [12, -5])), margins: [2e-5, 2e-5] },
    'a curve': {
        ...fixture(CAR, splinePieces(WAY, WAY_TIMES), {
            make: (instance) => instance.motion.spline(WAY, WAY_TIMES),
        }),
        margins: [0.04, 4],
    },
    'an arc, about its center': {
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
        ...fixture(ROD, [{ t0: 0, t1: 10, x: [0, 1], y: [1, 0.5], angle: [0, 200] }]),
        margins: [9, 9],
    },
    'a spin that grows': {
        ...fixture(ROD, [{ t0: 0, t1: 10, x: [0], y: [0], angle: [0, 0, 0, 0.5] }]),
        margins: [9, 9],
    },
    'an arm about its end': {
        ...fixture(ROD, [
            { t0: 0, t1: 10, x: [2], y: [1], angle: [0, 3], pivot: { x: -30, y: 0.125 } },
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
        ...fixture([[0, 0]], splinePieces(WAY, WAY_TIMES), { radius: 0.75 }),
        margins: [0.04, 4],
    },
    'a rounded bar': {
        ...fixture(
            [
                [-1, 0],
                [2, 0.5],
            ],
            [{ t0: 0, t1: 10, x: [0, 1], y: [0, 0, 0.5], angle: [0, -1.5] }],
            { radius: 0.25 },
        ),
        margins: [0.02, 1],
    },
};

behaves('a box contains the body at every time of its step, and little more', (instance) => {
    return Object.entries(COVERED).flatMap(([name, given]) => {
        return [0.1, 1].map((step, k) => {
            const clock = { t1: 10, step };
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
    'boxes contain motions that begin and end within a step, and steps that are cut off',
    (instance) => {
        const bent = splinePieces([WAY[0], WAY[2], WAY[1]], [1.31, 1.35, 1.78]);
        const clocks = [
            { t1: 3, step: 1 },
            { t1: 3, step: 0.7 },
            { t1: 3, step: 50 },
            { t0: -2, t1: 3.3, step: 0.25 },
            { t0: 1.33, t1: 1.5, step: 0.04 },
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
        const clock = { t1: 10, step: 0.5 };
        const [ends, cover] = [
            made(instance, given, clock, 'step-ends'),
            made(instance, given, clock),
        ];
        const boxes = ends.path.boxes();
        const expected = stepEndBoxes(given, clock);
        assert.equal(faultOfCover(boxes, expected), null, name);
        // The boxes are rounded outwards to float32.
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
    'the boxes of step ends miss a contact in the bulge of the path, and no cover does',
    (instance) => {
        const { A, B } = CASES.find(({ id }) => id === 'bulge-missed-by-step-ends');
        const clock = { t1: 1, step: 1 };
        const [a, b] = [A, B].map(({ shape, motion }) => {
            const points = shape.verts.map((/** @type {number[]} */ point) =>
                point.map(Math.fround),
            );
            return fixture(points, motion.pieces, { radius: Math.fround(shape.radius) });
        });
        const steps = /** @type {const} */ (['step-ends', 'cover']).map((boxes) => {
            const pair = [a, b].map((given) => made(instance, given, clock, boxes));
            const [p, q] = pair.map(({ path }) => path);
            const found = [...instance.study.sweepSteps(p, q, { method: 'si' })];
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

behaves('only the cover contains a corner that swings out within a step', (instance) => {
    // A square turns by a quarter: at both ends its box is the square itself.
    const square = boxOf(2, 2);
    const turning = fixture(square, [{ t0: 0, t1: 1, x: [0], y: [0], angle: [0, Math.PI / 2] }]);
    const post = fixture([[1.3, 0]], straight([0, 0], [0, 0], 1), { radius: 0.05 });
    const clock = { t1: 1, step: 1 };
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
    "far from the origin boxes are as narrow as near it, relative to the clock's x and y",
    (instance) => {
        const [x, y] = [691_607, 5_334_766];
        const near = fixture(CAR, splinePieces(WAY, WAY_TIMES));
        const far = fixture(
            CAR,
            near.segments.map((segment) => ({
                ...segment,
                x: segment.x.with(0, segment.x[0] + x),
                y: segment.y.with(0, segment.y[0] + y),
            })),
        );
        const clocks = [
            { t1: 10, step: 0.1 },
            { t1: 10, step: 0.1, x, y },
            { t1: 10, step: 0.1, x: x - 1000.25, y: y + 900.75 },
            { t1: 10, step: 0.1 },
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
