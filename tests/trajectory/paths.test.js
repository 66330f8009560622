import assert from 'node:assert/strict';
import {
    candidateSteps,
    faultOfCover,
    sampledBoxes,
    splinePieces,
    stepCount,
    widestMargin,
} from '../oracle/sweep_oracle.js';
import {
    ALL_STEPS,
    agree,
    behaves,
    boxAt,
    boxOf,
    CAR,
    contactOf,
    fixture,
    made,
    NOWHERE,
    release,
    straight,
    WAY,
    WAY_TIMES,
} from './setup.js';

/**
 * Tests paths that move, stay or are absent; and clocks.
 *
 * @import { Fixture } from './setup.js'
 */

behaves('outside of its motion a path stays in one box, or is absent', (instance) => {
    const segments = [{ t0: 2.5, t1: 6.25, x: [1, 2], y: [0, 0, 1], angle: [0, 1] }];
    const clock = { t1: 10, step: 1 };
    const kinds = /** @type {const} */ (['stay', 'vanish']);
    return kinds.flatMap((before) => {
        return kinds.map((after) => {
            const given = fixture(CAR, segments, { ends: { before, after } });
            const one = made(instance, given, clock);
            const { path } = one;
            assert.deepEqual([path.firstStep, path.endStep, path.count], [2, 7, 10]);
            const boxes = path.boxes();
            for (const step of [0, 1, 7, 8, 9]) {
                const box = boxAt(boxes, step);
                if ((step < 2 ? before : after) === 'vanish') assert.deepEqual(box, NOWHERE);
                else assert.deepEqual(box, boxAt(boxes, step < 2 ? 0 : 9));
            }
            for (let step = 2; step < 7; step++) assert.ok(Number.isFinite(boxes[4 * step]));
            assert.equal(faultOfCover(boxes, sampledBoxes(given, clock)), null);
            // In the steps in which it appears and vanishes the box is as if it stayed.
            const staying = made(instance, fixture(CAR, segments), clock);
            assert.deepEqual(path.boxes(2, 7), staying.path.boxes(2, 7));
            release(one, staying);
            return boxes;
        });
    });
});

behaves('a motion may reach beyond the clock, or lie outside of it', (instance) => {
    const clock = { t0: 10, t1: 20, step: 0.5 };
    /** @param {number} t0 @param {number} t1 @param {Fixture['ends']} [ends] */
    const from = (t0, t1, ends = {}) => {
        const segments = [{ t0, t1, x: [0, 1], y: [2, -1], angle: [0, 0.3] }];
        const given = fixture(CAR, segments, { ends });
        const one = made(instance, given, clock);
        const boxes = one.path.boxes();
        assert.equal(faultOfCover(boxes, sampledBoxes(given, clock)), null);
        // The box is no wider than the motion in the clock's time needs.
        const margin = widestMargin(boxes, sampledBoxes(given, clock));
        assert.ok(margin < 0.5, `${t0} to ${t1}: ${margin}`);
        const { firstStep, endStep } = one.path;
        release(one);
        return { boxes, first: firstStep, last: endStep };
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
    'paths of unequal duration: an agent that has arrived is met where it stays, and not where it vanished',
    (instance) => {
        const clock = { t1: 10, step: 0.5 };
        const long = fixture(boxOf(2, 2), straight([-20, 0], [4, 0], 10));
        const short = straight([0, 8], [0, -4], 2);
        return /** @type {const} */ (['stay', 'vanish']).map((after) => {
            const given = fixture(boxOf(2, 2), short, { ends: { after } });
            const pair = [made(instance, long, clock), made(instance, given, clock)];
            const [p, q] = pair.map(({ path }) => path);
            const answer = instance.sweep(p, q);
            agree(answer, contactOf(instance, pair[0], pair[1]), after);
            assert.equal(answer.status, after === 'stay' ? 'hit' : 'free');
            const steps = [...instance.study.sweepSteps(p, q, { method: 'si' })];
            assert.deepEqual(steps, candidateSteps(p.boxes(), q.boxes()));
            assert.ok(after === 'stay' || steps.every((step) => step < 4));
            release(...pair);
            return [answer, steps];
        });
    },
);

behaves('static bodies have one box for ever, and every method ends', (instance) => {
    const clock = { t1: 1000, step: 1 };
    /** @param {number} x */
    const parked = (x) => {
        const movingBody = fixture(CAR, [{ t0: 0, t1: 0, x: [x], y: [0] }]);
        const made = instance.motion.static({ x });
        const shape = instance.polygon(CAR);
        return { movingBody, shape, motion: made, path: instance.path(shape, made, clock) };
    };
    const [a, b, c] = [parked(0), parked(4), parked(40)];
    assert.equal(a.path.firstStep, a.path.endStep);
    assert.equal(faultOfCover(a.path.boxes(), sampledBoxes(a.movingBody, clock)), null);
    assert.deepEqual(boxAt(a.path.boxes(), 999), boxAt(a.path.boxes(), 0));
    const every = Array.from({ length: 1000 }, (_, k) => k);
    const answers = ALL_STEPS.map((method) => {
        assert.deepEqual([...instance.study.sweepSteps(a.path, b.path, { method })], every, method);
        assert.deepEqual([...instance.study.sweepSteps(a.path, c.path, { method })], [], method);
        const [hit, free] = [b, c].map((other) =>
            instance.study.sweep(a.path, other.path, { method }),
        );
        assert.deepEqual([hit.status, hit.time, hit.step], ['overlapping', [0, 0], 0], method);
        assert.equal(free.status, 'free', method);
        return [hit, free];
    });
    assert.deepEqual([...instance.study.sweepSteps(a.path, c.path, { method: 'relative' })], []);
    release(a, b, c);
    return answers;
});

behaves('clocks are complete, frozen, and have as many steps as reach the end', (instance) => {
    const one = made(instance, fixture(CAR, straight([0, 0], [1, 0])), { t1: 1, step: 0.25 });
    assert.deepEqual(one.path.clock, { t0: 0, t1: 1, step: 0.25, x: 0, y: 0 });
    assert.ok(Object.isFrozen(one.path.clock));
    const clocks = [
        { t1: 0.3, step: 0.1 },
        { t1: 0.7, step: 0.1 },
        { t1: 1.1, step: 0.1 },
        { t0: -1, t1: 1, step: 0.3 },
        { t0: 1e6, t1: 1e6 + 1, step: 0.1 },
        { t1: 5, step: 1e9 },
        { t1: 1, step: 2 ** -12 },
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
    const clock = { t1: 10, step: 0.5 };
    const [a, b] = [
        fixture(CAR, splinePieces(WAY, WAY_TIMES)),
        fixture(CAR, straight([30, 0], [0, 5])),
    ].map((given) => made(instance, given, clock));
    const [before, answer] = [a.path.boxes(), instance.sweep(a.path, b.path)];
    a.motion.free();
    b.motion.free();
    const others = Array.from({ length: 20 }, () => instance.motion.static({ x: 1e6 }));
    assert.deepEqual(a.path.boxes(), before);
    assert.deepEqual(instance.sweep(a.path, b.path), answer);
    for (const thing of [a.path, b.path, a.shape, b.shape, ...others]) thing.free();
    return answer;
});
