import assert from 'node:assert/strict';
import { clockOf } from '../bench/trajectories.js';
import { firstContact } from '../oracle/motion_oracle.js';
import {
    faultOfCover,
    faultOfSweep,
    oracleBodyOf,
    sampledBoxes,
    splinePieces,
    timesOfStep,
} from '../oracle/sweep_oracle.js';
import {
    agree,
    behaves,
    boxOf,
    CAR,
    CASES,
    contactOf,
    fixture,
    METHODS,
    made,
    madePair,
    pairsOf,
    queryOptions,
    release,
    straight,
    WAY,
    WAY_TIMES,
} from './setup.js';

/**
 * Tests sweeps of two paths: never late, none missed, none invented.
 *
 * @import { Clock } from '../oracle/sweep_oracle.js'
 * @import { Fixture } from './setup.js'
 */

behaves(
    'a sweep agrees with the first contact of the two bodies, with every method',
    (instance) => {
        /** @type {Record<string, number>} */
        const seen = {};
        const answers = [1, 7, 60].flatMap((steps) => {
            const clock = clockOf({ steps });
            return pairsOf(steps, 4, 'polygons').map((pair) => {
                const [a, b] = madePair(instance, pair, clock);
                const where = `${pair.kind} ${pair.name} ${steps}`;
                const options = queryOptions(a.movingBody, b.movingBody, clock.t0, clock.t1);
                const [p, q] = [oracleBodyOf(a.movingBody), oracleBodyOf(b.movingBody)];
                const truth = firstContact(p, q, options.from, options.to, {
                    delta: options.distanceTolerance / 4,
                });
                const expected = contactOf(instance, a, b);
                assert.equal(expected.status === 'free', pair.first === null);
                const all = METHODS.map((method) => {
                    const answer = instance.study.sweep(a.path, b.path, { method });
                    agree(answer, expected, where);
                    assert.equal(faultOfSweep(p, q, clock, options, answer, truth), null, where);
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
                return fixture(points, motion.pieces, { radius: Math.fround(shape.radius) });
            });
            const options = queryOptions(a, b, c.T0, c.T1);
            const [p, q] = [oracleBodyOf(a), oracleBodyOf(b)];
            const truth = firstContact(p, q, c.T0, c.T1, { delta: options.distanceTolerance / 4 });
            return [1, 5, 64].map((steps) => {
                const clock = {
                    t0: c.T0,
                    t1: c.T1,
                    step: (c.T1 - c.T0) / steps,
                    x: Math.round(a.segments[0].x[0]),
                    y: Math.round(a.segments[0].y[0]),
                };
                const pair = [a, b].map((given) => made(instance, given, clock));
                for (const { path, movingBody } of pair) {
                    assert.equal(
                        faultOfCover(path.boxes(), sampledBoxes(movingBody, clock)),
                        null,
                        c.id,
                    );
                }
                const answer = instance.sweep(pair[0].path, pair[1].path);
                const fault = faultOfSweep(p, q, clock, options, answer, truth);
                assert.equal(fault, null, `${c.id}, ${steps} steps`);
                release(...pair);
                return answer;
            });
        });
    },
);

behaves(
    'points, gap, normal and features of a contact are those of a first contact',
    (instance) => {
        const clock = clockOf({ steps: 40 });
        return pairsOf(40, 3).map((pair) => {
            const [a, b] = madePair(instance, pair, clock);
            const answer = instance.sweep(a.path, b.path);
            const { pointA, pointB, normal, separation, featureA, featureB, step, time } = answer;
            if (answer.status === 'free') {
                assert.deepEqual(
                    [pointA, pointB, normal, separation, step, time],
                    new Array(6).fill(null),
                );
                assert.deepEqual([featureA, featureB], [null, null]);
            } else {
                assert.ok(
                    pointA !== null && pointB !== null && normal !== null && separation !== null,
                );
                assert.ok(featureA !== null && featureB !== null && step !== null && time !== null);
                const along = (pointB.x - pointA.x) * normal.x + (pointB.y - pointA.y) * normal.y;
                assert.ok(Math.abs(along - separation) < 1e-9, `${along}, ${separation}`);
                const pairOf = /** @type {const} */ ([a.shape, b.shape, a.motion, b.motion]);
                const [there] = instance.separationsAt(...pairOf, [time[0]]);
                assert.ok(Math.abs(there - separation) < 1e-9, `${there}, ${separation}`);
                const [from, to] = timesOfStep(clock, step);
                assert.ok(time[0] <= to && time[1] >= from);
            }
            assert.ok(answer.candidates >= Number(answer.status !== 'free'));
            release(a, b);
            return answer;
        });
    },
);

behaves(
    'a query may cover a part of the time: from inside a step to inside another',
    (instance) => {
        const clock = { t1: 10, step: 0.5 };
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
                const answer = instance.study.sweep(a.path, b.path, {
                    from,
                    to,
                    method,
                    tolerance: 1e-8,
                });
                agree(answer, expected, `${from} to ${to}, ${method}`);
                const options = {
                    ...queryOptions(a.movingBody, b.movingBody, cut.from, cut.to),
                    tolerance: 1e-8,
                };
                const [p, q] = [oracleBodyOf(a.movingBody), oracleBodyOf(b.movingBody)];
                assert.equal(faultOfSweep(p, q, clock, options, answer), null, `${from} to ${to}`);
                return answer;
            });
        });
        const outside = instance.sweep(a.path, b.path, { from: 11, to: 12 });
        assert.equal(outside.status, 'free');
        release(a, b);
        return [answers, outside];
    },
);

behaves('tolerance, slack and iteration limit are those of a first contact', (instance) => {
    const clock = { t1: 10, step: 0.25 };
    const [a, b] = [
        fixture(CAR, splinePieces(WAY, WAY_TIMES)),
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
    const short = instance.sweep(a.path, b.path, { maxIterations: 1 });
    assert.ok(['undecided', 'hit'].includes(short.status));
    assert.ok(short.time !== null && short.time[0] <= (expected.time?.[1] ?? 0));
    // They slide along each other's sides.
    const [p, q] = [
        fixture(boxOf(1, 1), straight([-5, 0], [1, 0])),
        fixture(boxOf(1, 1), straight([0, 1], [0, 0])),
    ].map((given) => made(instance, given, clock));
    const graze = instance.sweep(p.path, q.path, { distanceTolerance: 1e-6 });
    agree(graze, contactOf(instance, p, q, { distanceTolerance: 1e-6 }));
    assert.equal(graze.status, 'grazing');
    release(a, b, p, q);
    return [answers, short, graze];
});

behaves(
    'a contact in the one instant in which one vanishes as the other appears, within a step, is found',
    (instance) => {
        const square = boxOf(1, 1);
        const early = fixture(square, [{ t0: 0, t1: 5, x: [0], y: [0] }], {
            ends: { after: 'vanish' },
        });
        const late = fixture(square, [{ t0: 5, t1: 9, x: [0.5], y: [0] }], {
            ends: { before: 'vanish' },
        });
        return [0.75, 3, 10].map((step) => {
            const pair = [early, late].map((given) => made(instance, given, { t1: 10, step }));
            const expected = contactOf(instance, pair[0], pair[1]);
            assert.notEqual(expected.status, 'free');
            const answers = METHODS.map((method) => {
                const answer = instance.study.sweep(pair[0].path, pair[1].path, { method });
                agree(answer, expected, `${step} ${method}`);
                return answer;
            });
            release(...pair);
            return answers;
        });
    },
);

behaves(
    'an instant at the border of two steps counts when one appears there as the other vanishes',
    (instance) => {
        const square = boxOf(1, 1);
        const leaving = fixture(square, straight([0, 0], [0, 0], 5), { ends: { after: 'vanish' } });
        const coming = fixture(square, [{ t0: 5, t1: 9, x: [0.5], y: [0] }], {
            ends: { before: 'vanish' },
        });
        const fixed = fixture(square, straight([0, 0], [0, 0], 5));
        /** @type {[Fixture, Fixture, Clock][]} */
        const meetings = [
            [leaving, coming, { t1: 10, step: 1 }],
            [leaving, coming, { t1: 10, step: 2.5 }],
            [fixed, coming, { t1: 5, step: 1 }],
            [leaving, fixed, { t0: 5, t1: 9, step: 1 }],
        ];
        return meetings.map(([first, second, clock]) => {
            const [a, b] = [first, second].map((given) => made(instance, given, clock));
            const window = { from: a.path.clock.t0, to: a.path.clock.t1 };
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
    'bodies that stay all through the clock are met where their motions lie outside of it',
    (instance) => {
        const clock = { t0: 6, t1: 10, step: 0.5 };
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
            assert.equal(contactOf(instance, a, b).status, 'overlapping');
            const scene = instance.scene([a.path, b.path]);
            const answers = [instance.sweep(a.path, b.path), scene.contacts()];
            assert.equal(instance.sweep(a.path, b.path).status, 'overlapping');
            assert.equal(instance.sweepMany(a.path, [b.path]).length, 1);
            assert.equal(scene.contacts().length, 1);
            assert.equal(scene.contactsWith(a.path).length, 2);
            scene.free();
            release(a, b);
            return answers;
        });
    },
);

behaves('the default tolerance is 1e-9 of the time within the clock', (instance) => {
    const clock = { t1: 10, step: 0.5 };
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
