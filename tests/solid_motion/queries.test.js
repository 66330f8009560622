import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync as createPlane } from 'graze/motion';
import { createSync } from 'graze/solid';
import { refuses } from '../refuses.js';
import { makeBodies, random, randomPose } from '../solid/bodies_at_random.js';
import { shareOf } from '../volume.js';

/**
 * Tests the queries of moving bodies in space: against dense samples of queries at rest, the plane's queries of prisms, and
 * motions that must not change the answer.
 *
 * @import { Solid, SolidMotion } from 'graze/solid'
 */

const s = createSync();
const bodies = makeBodies(s).filter(({ kind }) => kind !== 'compound' && kind !== 'mesh');

/** @param {() => number} next @param {number} size */
function drawPose(next, size) {
    const [x, y, z, qx, qy, qz, qw] = randomPose(next, size);
    return { x, y, z, qx, qy, qz, qw };
}

/** @param {() => number} next @param {object} [ends] */
function drawMotion(next, ends) {
    const [from, to] = [drawPose(next, 1.5), drawPose(next, 1.5)];
    return next() < 0.5
        ? s.motion.screw({ t0: 0, t1: 1, from, to }, ends)
        : s.motion.slerp({ t0: 0, t1: 1, from, to }, ends);
}

/** @param {() => number} next */
function drawPair(next) {
    const [a, b] = [0, 1].map(() => bodies[Math.floor(next() * bodies.length)]);
    return { a, b, motionA: drawMotion(next), motionB: drawMotion(next) };
}

/** Returns the signed distance of the bodies at a time, at rest. @param {ReturnType<typeof drawPair>} pair @param {number} t */
const apart = ({ a, b, motionA, motionB }, t) =>
    s.signedDistance(a, b, motionA.pose(t) ?? {}, motionB.pose(t) ?? {});

test('brackets agree with dense samples of the bodies at rest', () => {
    const next = random(21);
    const seen = { hit: 0, free: 0, overlapping: 0 };
    for (let k = 0; k < shareOf(300); k++) {
        const pair = drawPair(next);
        const { a, b, motionA, motionB } = pair;
        const first = s.firstContact(a, b, motionA, motionB);
        const clearance = s.clearance(a, b, motionA, motionB);
        const intervals = s.contactIntervals(a, b, motionA, motionB);
        const times = Array.from({ length: 41 }, (_, i) => i / 40);
        const separations = s.separationsAt(a, b, motionA, motionB, times);
        const begin = first.time === null ? Infinity : first.time[0];
        assert.equal(s.timeToCollision(a, b, motionA, motionB), begin);
        for (const [i, t] of times.entries()) {
            const gap = apart(pair, t);
            assert.ok(
                Math.abs(separations[i] - gap) < 1e-12,
                `${k} at ${t}: ${separations[i]}, ${gap}`,
            );
            assert.ok(clearance.separation[0] <= gap + 1e-12, `${k} at ${t}`);
            if (t < begin) assert.ok(gap > -1e-12, `${k}: ${gap} at ${t}, before ${begin}`);
            const isIn = intervals.some((each) => each.begin[0] <= t && t <= each.end[1]);
            if (gap < -1e-8) assert.ok(isIn, `${k}: ${gap} at ${t}`);
        }
        if (first.status === 'hit') {
            assert.ok(first.time[1] - first.time[0] <= 1e-9);
            assert.ok(apart(pair, first.time[1]) < 1e-8);
            assert.equal(intervals[0].begin[0], first.time[0]);
        }
        if (first.status in seen) seen[/** @type {keyof typeof seen} */ (first.status)]++;
    }
    assert.ok(Math.min(...Object.values(seen)) > 5, JSON.stringify(seen));
});

test('a swap of the bodies swaps the answer', () => {
    const next = random(22);
    for (let k = 0; k < shareOf(300); k++) {
        const { a, b, motionA, motionB } = drawPair(next);
        const one = s.firstContact(a, b, motionA, motionB);
        const other = s.firstContact(b, a, motionB, motionA);
        assert.equal(other.status, one.status, `${k}`);
        if (one.status !== 'hit' || other.status !== 'hit') continue;
        assert.ok(one.time[0] <= other.time[1] && other.time[0] <= one.time[1], `${k}`);
        const cos =
            one.normal.x * other.normal.x +
            one.normal.y * other.normal.y +
            one.normal.z * other.normal.z;
        assert.ok(Math.abs(cos + 1) < 1e-6, `${k}: ${cos}`);
    }
});

test('a frame in which both move changes nothing, at rest, moving or spinning', () => {
    const next = random(23);
    for (let k = 0; k < shareOf(200); k++) {
        const [a, b] = [0, 1].map(() => bodies[Math.floor(next() * bodies.length)]);
        const spin = [0, 0, 0].map(() => 20 * (next() - 0.5));
        const rates = { vx: next(), vy: -next(), vz: 3, angularVelocity: spin };
        const parent = s.motion.linear({ t0: -1, t1: 2, ...drawPose(next, 1e3), ...rates });
        const seed = Math.floor(next() * 2 ** 32);
        // The defaults take the time of all motions into account.
        const options = { from: 0, to: 1, tolerance: 1e-9, distanceTolerance: 1e-9 };
        const [one, other] = [undefined, { parent }].map((ends) => {
            const draw = random(seed);
            const [motionA, motionB] = [drawMotion(draw, ends), drawMotion(draw, ends)];
            return s.firstContact(a, b, motionA, motionB, options);
        });
        // Links that both chains have in common do not count: the answers have the same bits.
        assert.deepEqual(
            [other.status, other.time, other.iterations],
            [one.status, one.time, one.iterations],
        );
    }
});

test('prisms that move in a plane meet when their outlines do', () => {
    const g = createPlane();
    const next = random(24);
    let hits = 0;
    for (let k = 0; k < shareOf(200); k++) {
        const made = [0, 1].map((which) => {
            const outline = Array.from({ length: 3 + (k % 5) }, () =>
                [next() - 0.5, next() - 0.5].map(Math.fround),
            );
            const [x, y, angle] = [0, 1, 2].map((axis) => {
                return Array.from(
                    { length: 1 + (k % 4) },
                    () => (axis < 2 ? 2 : 3) * (next() - 0.5),
                );
            });
            const flat = { t0: 0, t1: 1, x, y, angle, pivot: [next(), next()] };
            const heights = which === 0 ? [-1, 1] : [-0.75, 1.25];
            const prism = heights.flatMap((z) => outline.map(([px, py]) => [px, py, z]));
            return {
                shape: g.hull(outline),
                motion: g.motion({ pieces: [flat] }),
                solid: s.hull(prism),
                space: s.motion({ pieces: [{ ...flat, z: [0], pivot: [...flat.pivot, 0] }] }),
            };
        });
        const [a, b] = made;
        const plane = g.firstContact(a.shape, b.shape, a.motion, b.motion);
        const space = s.firstContact(a.solid, b.solid, a.space, b.space);
        assert.equal(space.status, plane.status, `${k}`);
        if (plane.time === null || space.time === null) continue;
        hits++;
        assert.ok(
            space.time[0] <= plane.time[1] && plane.time[0] <= space.time[1],
            `${k}: ${space.time}, ${plane.time}`,
        );
    }
    assert.ok(hits > 10, `${hits}`);
});

/**
 * Returns the intervals of a list of delays cut to [from, to], without brackets that are the same.
 * @param {{ begin: number[], end: number[] }[]} delays @param {number} from @param {number} to
 */
const cut = (delays, from, to) =>
    delays.map(({ begin, end }) => [
        Math.max(begin[0], from),
        Math.max(begin[1], from),
        Math.min(end[0], to),
        Math.min(end[1], to),
    ]);

test('prisms that move in a plane have the unsafe delays of their outlines', () => {
    const g = createPlane();
    const next = random(25);
    let intervals = 0;
    for (let k = 0; k < shareOf(100); k++) {
        const [a, b] = [0, 1].map((which) => {
            const outline = Array.from({ length: 3 + (k % 5) }, () =>
                [next() - 0.5, next() - 0.5].map(Math.fround),
            );
            const [x, y, angle] = [4, 4, 2].map((size) => [
                size * (next() - 0.5),
                size * (next() - 0.5),
            ]);
            const flat = { t0: 1.7e9 * (k % 2), t1: 1.7e9 * (k % 2) + 1, x, y, angle };
            const heights = which === 0 ? [-1, 1] : [-0.75, 1.25];
            const prism = heights.flatMap((z) => outline.map(([px, py]) => [px, py, z]));
            /** @type {{ before: 'vanish' | 'stay' }} */
            const ends = { before: k % 3 === 0 ? 'vanish' : 'stay' };
            return {
                shape: g.hull(outline),
                motion: g.motion({ pieces: [flat], ...ends }),
                solid: s.hull(prism),
                space: s.motion({ pieces: [{ ...flat, z: [0] }], ...ends }),
            };
        });
        const plane = g.unsafeMotionDelays(a.shape, b.shape, a.motion, b.motion);
        const space = s.unsafeMotionDelays(a.solid, b.solid, a.space, b.space);
        assert.equal(space.length, plane.length, `${k}`);
        const [one, other] = [cut(plane, -9, 9), cut(space, -9, 9)];
        for (const [i, [lo, hi, endLo, endHi]] of one.entries()) {
            intervals++;
            assert.equal(space[i].status, plane[i].status);
            const [least, most, last, end] = other[i];
            assert.ok(least <= hi && lo <= most, `${k}: ${one[i]}, ${other[i]}`);
            assert.ok(last <= endHi && endLo <= end, `${k}: ${one[i]}, ${other[i]}`);
        }
    }
    assert.ok(intervals > 3, `${intervals}`);
});

test('delays inside and outside the unsafe ones meet and stay free', () => {
    const next = random(26);
    let [unsafe, safe] = [0, 0];
    for (let k = 0; k < shareOf(60); k++) {
        const [a, b] = [0, 1].map(() => bodies[Math.floor(next() * bodies.length)]);
        const ways = [0, 1].map(() => ({ from: drawPose(next, 1.5), to: drawPose(next, 1.5) }));
        const motionB = s.motion.screw({ t0: 0, t1: 1, ...ways[1] });
        const late = (/** @type {number} */ x) => s.motion.screw({ t0: x, t1: 1 + x, ...ways[0] });
        const delays = s.unsafeMotionDelays(a, b, late(0), motionB, { tolerance: 1e-6 });
        for (let i = 0; i < 4; i++) {
            const delay = 3 * (next() - 0.5);
            const near = delays.find(({ begin, end }) => begin[0] <= delay && delay <= end[1]);
            const within = delays.find(
                ({ status, begin, end }) =>
                    status === 'hit' && begin[1] <= delay && delay <= end[0],
            );
            const { separation } = s.clearance(a, b, late(delay), motionB);
            if (near === undefined) {
                safe++;
                assert.ok(separation[1] >= -1e-8, `${k} at ${delay}: ${separation}`);
            } else if (within !== undefined) {
                unsafe++;
                assert.ok(separation[0] <= 1e-8, `${k} at ${delay}: ${separation}`);
            }
        }
    }
    assert.ok(unsafe > 5 && safe > 5, `${unsafe} unsafe, ${safe} safe`);
});

test('late clocks and long horizons keep their brackets', () => {
    const [ball, wall] = [s.sphere(0.5), s.box(1, 9, 9)];
    for (const t0 of [0, 1.7e9, 1.7e12]) {
        const rolling = s.motion.linear({
            t0,
            t1: t0 + 100,
            x: -20,
            vx: 0.5,
            angularVelocity: [0, 1, 0],
        });
        const first = s.firstContact(ball, wall, rolling, s.motion.static());
        assert.equal(first.status, 'hit');
        const [lo, hi] = first.time ?? [0, 0];
        assert.ok(
            lo - t0 <= 38 && 38 <= hi - t0 && hi - lo <= Math.max(1e-7, t0 * 2 ** -48),
            `${lo}, ${hi}`,
        );
        refuses(
            () => s.firstContact(ball, wall, rolling, s.motion.static(), { tolerance: 1e-300 }),
            {
                code: 'out-of-range',
                argument: 'tolerance',
            },
        );
    }
    const slow = s.motion.linear({
        t0: 0,
        t1: 1e9,
        x: -1e3,
        vx: 1e-6,
        angularVelocity: [0, 0, 1e-5],
    });
    const after = s.timeToCollision(ball, wall, slow, s.motion.static());
    assert.ok(Math.abs(after - 9.99e8) < 2, `${after}`);
});

test('touching is a conflict or not, and a slide along a face is one interval', () => {
    const cube = s.box(1, 1, 1);
    const sliding = s.motion.linear({ t0: 0, t1: 4, x: -2, z: 1, vx: 1 });
    const still = s.motion.static();
    const grazing = s.firstContact(cube, cube, sliding, still);
    assert.equal(grazing.status, 'grazing');
    assert.ok(Math.abs(grazing.time[0] - 1) < 1e-7, `${grazing.time}`);
    assert.equal(
        s.firstContact(cube, cube, sliding, still, { touching: 'allowed' }).status,
        'free',
    );
    assert.deepEqual(s.contactIntervals(cube, cube, sliding, still, { touching: 'allowed' }), []);
    const intervals = s.contactIntervals(cube, cube, sliding, still);
    assert.equal(intervals.length, 1);
    // They overlap at no time, so that both brackets span the touch.
    const { begin, end } = intervals[0];
    assert.ok(Math.abs(begin[0] - 1) < 1e-7 && Math.abs(end[1] - 3) < 1e-7, `${begin}, ${end}`);
    refuses(() => s.contactIntervals(cube, cube, sliding, still, { maxIntervals: 0 }), {
        argument: 'options.maxIntervals',
    });
});

test('options and answers are those of the plane', () => {
    const cube = s.box(1, 1, 1);
    const [coming, still] = [s.motion.linear({ t0: 0, t1: 4, x: -3, vx: 1 }), s.motion.static()];
    /** @type {(a: any, b: any, motionA: any, motionB: any, options?: any, out?: any) => any} */
    const first = (...args) => s.firstContact(...args);
    refuses(() => first(cube, coming, cube, still), { code: 'wrong-type', argument: 'b' });
    refuses(() => first(cube, cube, still, cube), { code: 'wrong-type', argument: 'motionB' });
    refuses(() => first(cube, cube, still, coming, { budget: 3 }), { code: 'unknown-option' });
    refuses(() => first(cube, cube, still, coming, { from: 2, to: 1 }), { code: 'out-of-order' });
    const other = createSync();
    refuses(() => first(cube, cube, other.motion.static(), coming), {
        code: 'foreign-handle',
        argument: 'motionA',
    });
    assert.equal(s.firstContact(cube, cube, coming, still, { to: 1.5 }).status, 'free');
    assert.equal(s.firstContact(cube, cube, coming, still, { from: 2.5 }).status, 'overlapping');
    assert.equal(s.timeToCollision(cube, cube, coming, still, { to: 1.5 }), Infinity);
    const out = s.firstContact(cube, cube, coming, still);
    const { time, pointA } = out;
    assert.equal(s.firstContact(cube, cube, still, coming, {}, out), out);
    assert.ok(out.time === time && out.pointA === pointA);
    const near = s.clearance(cube, cube, coming, still, { to: 1, atMost: 0.5 });
    assert.equal(near.time, null);
    assert.equal(near.separation[1], Infinity);
    assert.equal(s.clearance(cube, cube, coming, still, { to: 1 }).time, 1);
    const delays = (/** @type {any} */ options) =>
        s.unsafeMotionDelays(cube, cube, coming, still, options);
    refuses(() => delays({ time: 3 }), { code: 'wrong-type', argument: 'time' });
    refuses(() => delays({ from: 2, to: 1 }), { code: 'out-of-order' });
    refuses(() => delays({ tolerance: 1e-300 }), { code: 'out-of-range' });
    assert.deepEqual(delays({ time: { from: 0, to: 1 } }).length, 1);
    assert.deepEqual(delays({ from: 2, to: 3, time: { to: 3 } }), []);
    const brief = s.motion.linear({ t0: 0, t1: 1, vx: 1 }, { before: 'vanish', after: 'vanish' });
    assert.deepEqual(
        [...s.separationsAt(cube, cube, brief, still, [-1, 0.5, 2])],
        [...[Infinity, -0.5, Infinity]],
    );
    assert.equal(s.clearance(cube, cube, brief, still, { from: 2 }).status, 'certified');
});
