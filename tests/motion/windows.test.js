import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodiesOf, CASES, firstContact, g, holds, near, queryOptions, release } from './setup.js';

/** Tests time ranges of queries, and bodies that vanish or stay. */

test('a body that vanishes cannot be met, and one that stays can', () => {
    const disc = g.disc(1);
    const still = g.motion.static({ x: 10 });
    const line = { t0: 2, t1: 5, x: 0, y: 0, vx: 2 };
    const holding = g.motion.linear(line);
    assert.equal(g.firstContact(disc, disc, holding, still).status, 'free');
    assert.equal(holding.pose(9)?.x, 6);
    const passing = g.motion.linear({ t0: 0, t1: 20, x: 6, y: 10, vy: -1 });
    for (const [after, expected] of /** @type {const} */ ([
        ['stay', [10 - 2, 10 + 2]],
        ['vanish', null],
    ])) {
        const motion = g.motion.linear(line, { after });
        const { time, status } = g.firstContact(disc, disc, motion, passing);
        if (expected === null) assert.deepEqual([status, time], ['free', null]);
        else holds(time, expected[0], 1e-9);
        const intervals = g.contactIntervals(disc, disc, motion, passing);
        assert.equal(intervals.length, expected === null ? 0 : 1);
        if (expected !== null) holds(intervals[0].end, expected[1], 1e-9);
        const [, late] = g.separationsAt(disc, disc, motion, passing, [3, 10]);
        assert.equal(late, expected === null ? Infinity : -2);
        motion.free();
    }
});

test('a body that appears on top of another overlaps from the time at which it is present', () => {
    const disc = g.disc(1);
    const still = g.motion.static();
    const late = g.motion.linear({ t0: 3, t1: 5, x: 0.5, y: 0, vx: 1 }, { before: 'vanish' });
    const { status, time, separation } = g.firstContact(disc, disc, still, late, {
        from: 0,
        to: 9,
    });
    assert.deepEqual([status, time], ['overlapping', [3, 3]]);
    near(separation ?? Number.NaN, -1.5, 1e-12);
    const [interval] = g.contactIntervals(disc, disc, still, late, { from: 0, to: 9 });
    assert.deepEqual(interval.begin, [3, 3]);
    holds(interval.end, 4.5, 1e-9);
    assert.equal(g.timeToCollision(disc, disc, still, late, { from: 0, to: 9 }), 3);
});

test('bodies that are never present together are free, without interval or nearest points', () => {
    const disc = g.disc(1);
    const ends = /** @type {const} */ ({ before: 'vanish', after: 'vanish' });
    const early = g.motion.linear({ t0: 0, t1: 1, x: 0, y: 0 }, ends);
    const late = g.motion.linear({ t0: 2, t1: 3, x: 0, y: 0 }, ends);
    const pair = /** @type {const} */ ([disc, disc, early, late]);
    const { status, time, separation, pointA, normal, featureB } = g.firstContact(...pair);
    assert.deepEqual(
        [status, time, separation, pointA, normal, featureB],
        ['free', null, null, null, null, null],
    );
    assert.deepEqual(g.contactIntervals(...pair), []);
    assert.equal(g.timeToCollision(...pair), Infinity);
    const clear = g.clearance(...pair);
    assert.deepEqual(clear.separation, [Infinity, Infinity]);
    assert.deepEqual(
        [clear.time, clear.pointA, clear.pointB, clear.normal],
        [null, null, null, null],
    );
    assert.deepEqual(
        [...g.separationsAt(...pair, [0.5, 1.5, 2.5])],
        [Infinity, Infinity, Infinity],
    );
    // They have one instant in common.
    const next = g.motion.linear({ t0: 1, t1: 3, x: 1, y: 0 }, ends);
    const met = g.firstContact(disc, disc, early, next);
    assert.deepEqual([met.status, met.time], ['overlapping', [1, 1]]);
    near(g.clearance(disc, disc, early, next).separation[1], -1, 1e-12);
});

test('the range of a query is the range of the answer, to its ends', () => {
    const disc = g.disc(0.5);
    const still = g.motion.static();
    const way = g.motion.linear({ t0: 0, t1: 10, x: -5, y: 0, vx: 1 });
    const pair = /** @type {const} */ ([disc, disc, still, way]);
    holds(g.firstContact(...pair).time, 4, 1e-9);
    assert.equal(g.firstContact(...pair, { to: 3.999 }).status, 'free');
    assert.deepEqual(g.firstContact(...pair, { from: 4.5 }).time, [4.5, 4.5]);
    assert.equal(g.firstContact(...pair, { from: 6.001 }).status, 'free');
    assert.deepEqual(g.contactIntervals(...pair, { from: 4.5, to: 5.5 }), [
        { status: 'hit', begin: [4.5, 4.5], end: [5.5, 5.5] },
    ]);
    assert.equal(g.firstContact(...pair, { from: 5, to: 5 }).status, 'overlapping');
    assert.equal(g.firstContact(...pair, { from: 3, to: 3 }).status, 'free');
    assert.deepEqual(g.clearance(...pair, { from: 1, to: 2 }).time, 2);
    near(g.clearance(...pair, { from: 1, to: 2 }).separation[1], 2, 1e-12);
    near(g.timeToCollision(...pair, { from: 1 }), 3, 1e-8);
    assert.equal(g.timeToCollision(...pair, { from: 5 }), 0);
    assert.equal(g.timeToCollision(...pair, { from: 7 }), Infinity);
});

test('timeToCollision is the time from the beginning to lo of firstContact', () => {
    for (const c of CASES) {
        const [a, b] = bodiesOf(c);
        const { from, to } = queryOptions(c, a, b);
        const { time } = firstContact(a, b, { from, to });
        const wait = g.timeToCollision(a.shape, b.shape, a.motion, b.motion, { from, to });
        assert.equal(wait, time === null ? Infinity : time[0] - from, c.id);
        release(a, b);
    }
});
