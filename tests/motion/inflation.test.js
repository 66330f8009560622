import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses } from '../refuses.js';
import { g } from './setup.js';

/** Tests inflated bodies whose contact has a closed form; random ones are in tests/property/inflation.test.js. */

const BOX = g.polygon([
    [-2, -1],
    [2, -1],
    [2, 1],
    [-2, 1],
]);
const DISC = g.disc(0.5);
const POINT = g.disc(0);
const STILL = g.motion.static();
const LINE = { t0: 0, t1: 20, x: 20, y: 0, vx: -1 };

test('a body that comes nearer and grows meets at the root of the sum of both', () => {
    // 20 - t - 2 - 0.5 - (0.1 + 0.2 t) = 0.
    const growing = g.motion.linear({ ...LINE, angularVelocity: 3 }, { inflation: [0.1, 0.2] });
    const contact = g.firstContact(BOX, DISC, STILL, growing);
    assert.ok(contact.status === 'hit');
    const [lo, hi] = contact.time;
    assert.ok(lo <= 14.5 && hi >= 14.5 && hi - lo < 1e-7 && 14.5 - lo < 1e-9, `${lo} ${hi}`);
    assert.equal(g.firstContact(DISC, BOX, growing, STILL).time?.[0], lo);
    const [interval] = g.contactIntervals(BOX, DISC, STILL, growing);
    assert.ok(interval.begin[0] === lo && interval.end[1] === 20);
    const { separation, time } = g.clearance(BOX, DISC, STILL, growing);
    // The disc ends at the center of the box, whose half height is 1: 1 + 0.5 + 4.1 deep.
    assert.ok(Math.abs(separation[1] + 5.6) < 1e-12 && separation[0] > -5.601 && time === 20);
});

test('a body that stands still meets another one as it grows, and stays as large after its motion', () => {
    const growing = g.motion.linear(
        { t0: 100, t1: 110, x: 0, y: 8 },
        { inflation: [0.5, 0, 0.05], before: 'stay' },
    );
    const contact = g.firstContact(BOX, BOX, STILL, growing);
    assert.ok(contact.status === 'free');
    const near = g.motion.linear({ t0: 100, t1: 110, x: 0, y: 4 }, { inflation: [0.5, 0, 0.05] });
    const found = g.firstContact(BOX, BOX, STILL, near);
    assert.ok(found.status === 'hit' && Math.abs(found.time[0] - 100 - Math.sqrt(30)) < 1e-8);
    const times = [0, 100, 105, 110, 1000];
    assert.deepEqual(
        [...g.separationsAt(BOX, BOX, STILL, near, times)].map((s) => Math.round(1e9 * s) / 1e9),
        [1.5, 1.5, 0.25, -3.5, -3.5],
    );
});

test('an inflation that shrinks ends a contact, in either order of time', () => {
    // Two points 1 apart: in contact while 2 - s >= 1.
    const shrinking = g.motion.linear({ t0: 0, t1: 2, x: 1, y: 0 }, { inflation: [2, -1] });
    const [interval, ...others] = g.contactIntervals(POINT, POINT, STILL, shrinking);
    assert.equal(others.length, 0);
    assert.ok(interval.begin[0] === 0 && Math.abs(interval.end[1] - 1) < 1e-7);
    const bump = g.motion.linear({ t0: 0, t1: 4, x: 1, y: 0 }, { inflation: [0, 2, -0.5] });
    // 2 s - s^2 / 2 = 1 at 2 - sqrt 2 and 2 + sqrt 2.
    const [only] = g.contactIntervals(POINT, POINT, STILL, bump);
    assert.ok(Math.abs(only.begin[0] - (2 - Math.SQRT2)) < 1e-7);
    assert.ok(Math.abs(only.end[1] - (2 + Math.SQRT2)) < 1e-7);
    const grazing = g.motion.linear({ t0: 0, t1: 4, x: 2, y: 0 }, { inflation: [0, 2, -0.5] });
    const graze = g.firstContact(POINT, POINT, STILL, grazing);
    assert.ok(graze.status === 'grazing' && graze.time[0] < 2 && graze.time[1] > 2 - 1e-4);
});

test('a constant inflation is a radius', () => {
    const round = g.polygon(
        [
            [-2, -1],
            [2, -1],
            [2, 1],
            [-2, 1],
        ],
        { radius: 0.75 },
    );
    const turning = { ...LINE, y: 0.4, angle: 0.3, angularVelocity: 2 };
    const plain = g.firstContact(BOX, round, STILL, g.motion.linear(turning));
    const inflated = g.firstContact(
        BOX,
        BOX,
        STILL,
        g.motion.linear(turning, { inflation: [0.75] }),
    );
    assert.ok(plain.time !== null && inflated.time !== null);
    assert.ok(Math.abs(plain.time[0] - inflated.time[0]) < 1e-7);
    assert.ok(Math.abs(inflated.normal.x - plain.normal.x) < 1e-6);
});

test('a late clock loses no precision', () => {
    const t0 = 1.7e9;
    const growing = g.motion.linear({ ...LINE, t0, t1: t0 + 20 }, { inflation: [0.1, 0.2] });
    const { status, time } = g.firstContact(BOX, DISC, STILL, growing);
    assert.ok(status === 'hit' && Math.abs(time[0] - t0 - 14.5) < 4e-6);
    const still = g.motion.linear({ t0, t1: t0 + 20, x: 4.5, y: 0 }, { inflation: [0, 0.125] });
    const late = g.firstContact(BOX, DISC, STILL, still, { from: 0 });
    assert.ok(late.status === 'hit' && Math.abs(late.time[0] - t0 - 16) < 4e-6);
});

test('parts of a compound are inflated alike, seams included', () => {
    const halves = [-1, 1].map((x) =>
        g.polygon([
            [x - 1, -1],
            [x + 1, -1],
            [x + 1, 1],
            [x - 1, 1],
        ]),
    );
    const union = g.compound(halves);
    const bar = g.polygon([
        [0, -0.5],
        [0, 0.5],
    ]);
    for (const body of [DISC, bar]) {
        for (const x of [9, 0]) {
            const growing = g.motion.linear({ t0: 0, t1: 20, x, y: 4 }, { inflation: [0.1, 0.2] });
            const [whole, parts] = [BOX, union].map((shape) => ({
                contact: g.firstContact(shape, body, STILL, growing),
                clearance: g.clearance(shape, body, STILL, growing).separation,
            }));
            assert.equal(whole.contact.status, parts.contact.status);
            assert.ok(
                Math.abs((whole.contact.time?.[0] ?? 0) - (parts.contact.time?.[0] ?? 0)) < 1e-7,
            );
            assert.ok(Math.abs(whole.clearance[1] - parts.clearance[1]) < 1e-7);
        }
    }
    // In the seam a bar touches both halves, and is in their union.
    const place = { t0: 0, t1: 1, x: 0, y: 0 };
    const inside = g.motion.linear(place, { inflation: [0.25, 0.5] });
    const [, depth] = g.clearance(union, bar, STILL, g.motion.linear(place)).separation;
    const [lo, hi] = g.clearance(union, bar, STILL, inside).separation;
    assert.ok(depth < -0.5 && lo <= hi && Math.abs(hi - depth + 0.75) < 1e-7, `${lo} ${hi}`);
    const [begin, end] = g.separationsAt(union, bar, STILL, inside, [0, 1]);
    assert.ok(Math.abs(begin - depth + 0.25) < 1e-9 && Math.abs(end - depth + 0.75) < 1e-9);
});

test('queries without support, and inflations that are negative, are refused', () => {
    const inflated = g.motion.linear(LINE, { inflation: [0.1] });
    const plain = g.motion.linear(LINE);
    refuses(() => g.unsafeMotionDelays(BOX, DISC, plain, inflated), {
        code: 'wrong-type',
        argument: 'motionB',
    });
    refuses(() => g.unsafeMotionDelays(BOX, DISC, inflated, plain), {
        code: 'wrong-type',
        argument: 'motionA',
    });
    for (const method of /** @type {const} */ (['bcda', 'pcda'])) {
        const { study } = g;
        const given = /** @type {const} */ ([BOX, DISC, plain, inflated, { method }]);
        refuses(() => study.firstContact(...given), { code: 'wrong-type', argument: 'motionB' });
        refuses(() => study.timeToCollision(...given), { code: 'wrong-type', argument: 'motionB' });
        refuses(() => study.traceContact(...given), { code: 'wrong-type', argument: 'motionB' });
    }
    const slow = g.study.firstContact(BOX, DISC, STILL, inflated, { method: 'conservative' });
    const quick = g.firstContact(BOX, DISC, STILL, inflated);
    assert.ok(Math.abs((slow.time?.[0] ?? 0) - (quick.time?.[0] ?? 1)) < 1e-7);
    for (const inflation of [[-0.1], [1, -0.1], [24.9, -10, 1], [0, 0, -1], [1e39]]) {
        refuses(() => g.motion.linear(LINE, { inflation }), {
            code: 'out-of-range',
            argument: 'inflation',
        });
    }
    // The minimum of (s - 5)^2 is 0.
    assert.deepEqual(g.motion.linear(LINE, { inflation: [25, -10, 1] }).inflation, [25, -10, 1]);
    assert.equal(plain.inflation, null);
});
