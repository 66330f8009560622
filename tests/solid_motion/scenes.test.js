import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSync } from 'graze/solid';
import { refuses } from '../refuses.js';
import { random } from '../solid/bodies_at_random.js';
import { makeBodies, makeBody, makeMotion } from './bodies_in_motion.js';

/**
 * Paths, scenes and indices of boxes in space, against the queries of two bodies for all pairs.
 *
 * @import { Solid, SolidClock, SolidMotion, SolidPath } from 'graze/solid'
 * @typedef {{ solid: Solid, motion: SolidMotion }} Body
 */

const s = createSync();

/** @param {readonly Body[]} bodies @param {SolidClock} clock */
const pathsOf = (bodies, clock) => bodies.map(({ solid, motion }) => s.path(solid, motion, clock));

/**
 * The contact of two bodies over a clock.
 *
 * @param {Body} a
 * @param {Body} b
 * @param {SolidClock} clock
 * @returns {import('graze/solid').SolidFirstContact}
 */
const contactOf = (a, b, clock, options = {}) =>
    s.firstContact(a.solid, b.solid, a.motion, b.motion, {
        ...{ from: clock.t0 ?? 0, to: clock.t1 },
        ...options,
    });

/**
 * Asserts that a contact is that of two bodies: the same verdict, and brackets of the same contact.
 *
 * @param {{ status: string, time: [number, number] } | undefined} found
 * @param {import('graze/solid').SolidFirstContact} expected
 * @param {string} text
 */
function assertContact(found, expected, text) {
    const { status, time } = expected;
    if (time === null) {
        assert.equal(found, undefined, `${text}: ${found?.status} for ${status}`);
        return;
    }
    assert.ok(found !== undefined, `${text}: nothing for ${status} at ${time}`);
    assert.equal(found.status, status, text);
    assert.ok(found.time[0] <= time[1] && time[0] <= found.time[1], `${text}: ${found.time}`);
}

/** Compares all answers of a scene with those of all pairs. @param {readonly Body[]} bodies @param {SolidClock} clock */
function compare(bodies, clock, options = {}) {
    const paths = pathsOf(bodies, clock);
    const scene = s.scene(paths);
    const found = new Map(
        scene.contacts(options).map((entry) => [`${entry.first} ${entry.second}`, entry]),
    );
    let meeting = 0;
    bodies.forEach((a, i) => {
        const withAll = new Map(scene.contactsWith(paths[i], options).map((c) => [c.body, c]));
        const expected = bodies.map((b) => contactOf(a, b, clock, options));
        expected.forEach((contact, k) => {
            assertContact(withAll.get(k), contact, `${i} with ${k}`);
            if (k > i) assertContact(found.get(`${i} ${k}`), contact, `pair ${i} ${k}`);
            meeting += Number(k > i && contact.time !== null);
        });
        const earliest = Math.min(...expected.map(({ time }) => time?.[1] ?? Infinity));
        const first = scene.firstContact(paths[i], options);
        assert.equal(first.time === null, earliest === Infinity);
        if (first.time !== null) {
            const time = withAll.get(first.body)?.time;
            assert.deepEqual(first, { body: first.body, ...withAll.get(first.body) });
            assert.ok([...withAll.values()].every((other) => !(other.time[0] < first.time[0])));
            assert.ok(time !== undefined && time[0] <= earliest);
        }
        const any = scene.firstContact(paths[i], { ...options, anyContact: true });
        assert.equal(any.time === null, first.time === null);
        if (any.body !== null) assert.deepEqual(any, withAll.get(any.body));
    });
    assert.equal(found.size, meeting);
    scene.free();
    return meeting;
}

/** Compares clearances of a body with the least of all pairs. @param {Body} ego @param {readonly Body[]} bodies @param {SolidClock} clock */
function compareClearance(ego, bodies, clock, options = {}, slack = 1e-8) {
    const scene = s.scene(pathsOf(bodies, clock));
    const path = s.path(ego.solid, ego.motion, clock);
    const range = { from: clock.t0 ?? 0, to: clock.t1 };
    const all = bodies.map(({ solid, motion }) =>
        s.clearance(ego.solid, solid, ego.motion, motion, { ...range, ...options }),
    );
    const least = Math.min(...all.map(({ separation }) => separation[1]));
    const lowest = Math.min(...all.map(({ separation }) => separation[0]));
    for (const atMost of [undefined, 0.1, 2]) {
        const limit = atMost ?? Infinity;
        const answer = scene.clearance(path, { ...options, atMost });
        const [lo, hi] = answer.separation;
        assert.ok(lo <= least + slack && lo >= Math.min(lowest, limit) - slack, `${lo} ${least}`);
        if (least < limit - slack) {
            assert.ok(answer.body !== null && Math.abs(hi - least) <= slack, `${hi} ${least}`);
            const { solid, motion } = bodies[answer.body];
            const times = [answer.time];
            const [at] = s.separationsAt(ego.solid, solid, ego.motion, motion, times);
            assert.ok(Math.abs(at - hi) <= slack);
        } else if (least > limit + slack) {
            assert.deepEqual([hi, answer.time, answer.body], [Infinity, null, null]);
        }
    }
    scene.free();
}

/** A ball that moves along x from t0 to t1. @param {number} x @param {number} vx @param {object} [rest] @param {object} [ends] */
const ballAlong = (x, vx, rest = {}, ends = {}) => ({
    solid: s.sphere(0.5),
    motion: s.motion.linear({ t0: 0, t1: 10, x, vx, ...rest }, ends),
});

const EMPTY = [1, 1, 1, -1, -1, -1].map((sign) => sign * Infinity);

/** @param {import('graze/solid').SolidBounds} bounds @param {{ x: number, y: number, z: number }} point */
const sidesOf = (bounds, { x, y, z }) => [
    ...[bounds.minX - x, bounds.minY - y, bounds.minZ - z],
    ...[bounds.maxX - x, bounds.maxY - y, bounds.maxZ - z],
];

describe('paths', () => {
    test('a box contains all that the body sweeps in its step', () => {
        const next = random(5);
        const bodies = /** @type {Body[]} */ (makeBodies(s, 24, 6));
        for (const before of /** @type {const} */ (['stay', 'vanish'])) {
            const ends = { before, after: before };
            bodies.push({ solid: makeBody(s, next), motion: makeMotion(s, next, 4, ends) });
        }
        for (const { solid, motion } of bodies) {
            const clock = { t0: -0.25, t1: 1.2, step: 0.0625, x: 1, y: -2.5, z: 0.3 };
            const path = s.path(solid, motion, clock);
            const boxes = path.boxes();
            assert.equal(boxes.length, 6 * path.count);
            for (let i = 0; i < path.count; i++) {
                const box = boxes.subarray(6 * i, 6 * i + 6);
                const points = Array.from({ length: 9 }, (_, k) => {
                    const pose = motion.pose(clock.t0 + (i + k / 8) * clock.step);
                    return pose === null ? EMPTY : sidesOf(s.bounds(solid, pose), clock);
                });
                const [from, to] = [clock.t0 + i * clock.step, clock.t0 + (i + 1) * clock.step];
                const swept = sidesOf(motion.bounds(from, to, solid), clock);
                for (let k = 0; k < 3; k++) {
                    assert.ok(points.every((at) => box[k] <= at[k] && box[k + 3] >= at[k + 3]));
                    if (swept[0] === Infinity) assert.deepEqual([...box], EMPTY);
                    else {
                        assert.ok(Math.abs(box[k] - swept[k]) < 1e-5);
                        assert.ok(Math.abs(box[k + 3] - swept[k + 3]) < 1e-5);
                    }
                }
            }
            assert.deepEqual(path.boxes(3, 5), boxes.slice(18, 30));
            path.free();
        }
    });

    test('steps in which the body moves, and its clock', () => {
        const solid = s.box(1, 1, 1);
        const clock = { t1: 10, step: 1 };
        const make = (/** @type {SolidMotion} */ motion) => {
            const { firstStep, endStep, count } = s.path(solid, motion, clock);
            return [firstStep, endStep, count];
        };
        const line = { t0: 2, t1: 5, vx: 1 };
        assert.deepEqual(make(s.motion.linear(line)), [2, 5, 10]);
        assert.deepEqual(make(s.motion.linear({ ...line, t0: 2.5, t1: 4.5 })), [2, 5, 10]);
        assert.deepEqual(make(s.motion.static({ x: 3 })), [0, 0, 10]);
        const parent = s.motion.linear({ ...line, t1: 8 });
        const link = { pieces: [{ t0: 1, t1: 3, q: [0, 1] }] };
        assert.deepEqual(make(s.motion.chain(parent, link)), [1, 8, 10]);
        // A body that appears is present at the last instant of the step before.
        const ends = /** @type {const} */ ({ before: 'vanish', after: 'vanish' });
        assert.deepEqual(make(s.motion.linear(line, ends)), [1, 6, 10]);
        const path = s.path(solid, s.motion.linear(line, ends), clock);
        assert.deepEqual(path.clock, { t0: 0, t1: 10, step: 1, x: 0, y: 0, z: 0 });
        const boxes = path.boxes();
        assert.equal(boxes[0], Infinity);
        assert.ok(boxes[6] <= -0.5 && boxes[6] > -0.6 && boxes[9] >= 0.5 && boxes[9] < 0.6);
        assert.equal(boxes[6 * 6], Infinity);
        // A path keeps its motion.
        const kept = s.motion.linear({ t0: 0, t1: 10, vx: 1 }, { parent });
        const moving = s.path(solid, kept, clock);
        const before = moving.boxes();
        kept.free();
        parent.free();
        for (let k = 0; k < 20; k++) s.motion.linear({ t0: 0, t1: 1, x: k });
        assert.deepEqual(moving.boxes(), before);
    });
});

describe('scenes have the answers of all pairs', () => {
    test('bodies of all kinds, also links of chains', () => {
        let meeting = 0;
        for (const seed of [3, 8, 21]) {
            const bodies = makeBodies(s, 20, 8, seed);
            const clock = { t0: -0.1, t1: 1.1, step: 1 / 128 };
            for (const options of [{}, { touching: 'allowed' }, { from: 0.3, to: 0.6 }]) {
                meeting += compare(bodies, clock, options);
            }
            const ego = { solid: makeBody(s, random(seed)), motion: makeMotion(s, random(9), 6) };
            compareClearance(ego, bodies, clock);
            compareClearance(ego, bodies, clock, { from: 0.3, to: 0.6 });
            compareClearance({ ...ego, solid: s.sphere(0) }, bodies, clock);
        }
        assert.ok(meeting > 50, `${meeting} contacts`);
    });

    test('bodies that appear and vanish', () => {
        const next = random(17);
        const ends = /** @type {const} */ (['stay', 'vanish']);
        const bodies = Array.from({ length: 24 }, (_, k) => {
            const motion = s.motion.linear(
                {
                    ...{ t0: Math.floor(next() * 20) / 4, t1: 5 + Math.floor(next() * 20) / 4 },
                    ...{ x: next() * 4, y: next() * 4, z: next() * 2 },
                    ...{ vx: next() - 0.5, vy: next() - 0.5, angularVelocity: [0, next(), 1] },
                },
                { before: ends[k % 2], after: ends[(k >> 1) % 2] },
            );
            return { solid: makeBody(s, next), motion };
        });
        const clock = { t1: 10, step: 1 / 64 };
        assert.ok(compare(bodies, clock) > 10);
        assert.ok(compare(bodies, { t0: 1.25, t1: 7.5, step: 1 / 4 }) > 10);
        for (const ego of bodies.slice(0, 6)) compareClearance(ego, bodies, clock);
    });

    test('clocks in Unix time, and coordinates far away', () => {
        const t0 = 1.7e9 + 0.3;
        const far = { x: 5e6, y: -4e6, z: 8e5 };
        const next = random(4);
        const bodies = Array.from({ length: 30 }, () => {
            const from = { x: far.x + 30 * next(), y: far.y + 30 * next(), z: far.z + 5 * next() };
            const rates = { vx: 4 * next() - 2, vy: 4 * next() - 2, angularVelocity: [1, 2, 0] };
            const motion = s.motion.linear({ t0, t1: t0 + 60, ...from, ...rates });
            return { solid: makeBody(s, next), motion };
        });
        const clock = { t0, t1: t0 + 60, step: 0.1, ...far };
        const meeting = compare(bodies, clock);
        assert.ok(meeting > 5, `${meeting} contacts`);
        // Without a point near the scene boxes are coarse, and answers the same.
        assert.equal(compare(bodies, { t0, t1: t0 + 60, step: 0.1 }), meeting);
        compareClearance(bodies[0], bodies.slice(1), clock);
    });

    test('bodies that touch exactly where blocks and clocks begin and end', () => {
        // Blocks of 16 steps of 1/16 begin at whole times. The first ball touches the others' places at such times.
        const clock = { t1: 8, step: 1 / 16 };
        const still = ballAlong(0, 0);
        const comes = ballAlong(-5, 1);
        const turns = (/** @type {number} */ t) => ({
            solid: s.sphere(0.5),
            motion: s.motion({
                pieces: [
                    { t0: 0, t1: t, x: [1 + t, -1], y: [0], z: [0] },
                    { t0: t, t1: 10, x: [1, 1], y: [0], z: [0] },
                ],
            }),
        });
        const box = { solid: s.box(1, 1, 1), motion: s.motion.static({ x: -4, y: 1 }) };
        const bodies = [still, comes, turns(1), turns(2), turns(8), turns(8.5), box];
        for (const touching of ['conflict', 'allowed']) {
            compare(bodies, clock, { touching });
            compare(bodies, { ...clock, t1: 4 }, { touching });
            compare(bodies, { ...clock, t0: 1 }, { touching });
            for (const [from, to] of [
                [0, 4],
                [4, 8],
                [3.9999, 4],
                [4, 4],
                [2, 2],
            ]) {
                compare(bodies, clock, { touching, from, to });
            }
        }
        // Bodies that exist only at an instant that both share.
        const vanish = /** @type {const} */ ({ before: 'vanish', after: 'vanish' });
        const instants = [ballAlong(0, 0, { t1: 4 }, vanish), ballAlong(0.5, 0, { t0: 4 }, vanish)];
        assert.equal(compare(instants, clock), 1);
        compareClearance(instants[0], [instants[1]], clock);
    });

    test('points, and a given distance tolerance', () => {
        const point = (/** @type {number} */ y) => ({
            solid: s.sphere(0),
            motion: s.motion.linear({ t0: 0, t1: 10, x: y === 0 ? 5 : 0, y, vx: y === 0 ? 0 : 1 }),
        });
        const bodies = [point(0), point(1e-3), point(1e-9), point(-2e-10), point(2e-8)];
        const clock = { t1: 10, step: 0.125 };
        compare(bodies, clock);
        compare(bodies, clock, { distanceTolerance: 1e-3 });
        compare(bodies, clock, { distanceTolerance: 5e-4 });
        compare(bodies, clock, { tolerance: 1e-3 });
        compare([ballAlong(0, 0), ballAlong(-5, 1, { y: 1.0005 })], clock, {
            distanceTolerance: 1e-3,
        });
    });

    test('scenes without bodies, or with long clocks', () => {
        const ego = s.path(s.sphere(1), s.motion.linear({ t0: 0, t1: 1, vx: 1 }), {
            t1: 1,
            step: 0.1,
        });
        const empty = s.scene([]);
        assert.equal(empty.count, 0);
        assert.deepEqual(empty.contacts(), []);
        assert.deepEqual(empty.contactsWith(ego), []);
        assert.deepEqual(empty.firstContact(ego), { body: null, status: 'free', time: null });
        assert.deepEqual(empty.clearance(ego, { atMost: 3 }), {
            ...{ separation: [3, Infinity], status: 'certified', time: null, body: null },
        });
        const clock = { t1: 2 ** 20, step: 1 };
        const bodies = [
            ballAlong(0, 0),
            ballAlong(-(2 ** 19), 1, { t1: 2 ** 20 }),
            ballAlong(9, 0),
        ];
        assert.equal(compare(bodies, clock), 2);
        // Times of a million have errors of a ten-millionth.
        compareClearance(bodies[1], [bodies[0], bodies[2]], clock, {}, 1e-6);
    });
});

test('lifetimes, instances and arguments', () => {
    const solid = s.box(1, 1, 1);
    const motion = s.motion.static();
    const clock = { t1: 1, step: 0.5 };
    const path = s.path(solid, motion, clock);
    const scene = s.scene([path, path]);
    const other = createSync();
    /** @type {any} */
    const any = s;
    refuses(() => any.path(motion, motion, clock), { code: 'wrong-type', argument: 'shape' });
    refuses(() => any.path(solid, solid, clock), { code: 'wrong-type', argument: 'motion' });
    refuses(() => s.path(other.box(1, 1, 1), motion, clock), { code: 'foreign-handle' });
    refuses(() => any.path(solid, motion), { code: 'wrong-type', argument: 'clock' });
    refuses(() => s.path(solid, motion, { ...clock, t0: 1 }), { code: 'out-of-order' });
    refuses(() => s.path(solid, motion, { ...clock, step: 0 }), { argument: 'clock.step' });
    refuses(() => s.path(solid, motion, { ...clock, z: 1e39 }), { argument: 'clock.z' });
    refuses(() => s.path(solid, motion, { ...clock, z: Number.NaN }), { code: 'not-finite' });
    refuses(() => any.path(solid, motion, { ...clock, w: 1 }), { code: 'unknown-option' });
    const unresolved = { t0: 1e9, t1: 1e9 + 1, step: 1e-7 };
    refuses(() => s.path(solid, motion, unresolved), { code: 'out-of-range', argument: 'clock' });
    refuses(() => path.boxes(-1), { argument: 'from' });
    refuses(() => path.boxes(1, 3), { argument: 'to' });
    refuses(() => any.scene(path), { code: 'wrong-type', argument: 'paths' });
    refuses(() => any.scene([path, motion]), { code: 'wrong-type', argument: 'paths[1]' });
    refuses(() => any.scene([path], { groups: 1 }), { code: 'unknown-option' });
    const foreign = other.path(other.sphere(1), other.motion.static(), clock);
    refuses(() => s.scene([path, foreign]), { code: 'foreign-handle', argument: 'paths[1]' });
    refuses(() => scene.contactsWith(foreign), { code: 'foreign-handle', argument: 'ego' });
    const late = s.path(solid, motion, { ...clock, z: 1 });
    refuses(() => s.scene([path, late]), { code: 'different-clock', argument: 'paths[1]' });
    refuses(() => scene.firstContact(late), { code: 'different-clock', argument: 'ego' });
    refuses(() => scene.contacts({ maxIntervals: 0 }), { argument: 'options.maxIntervals' });
    refuses(() => scene.contactsWith(path, { maxIntervals: 1 }), { code: 'too-many-intervals' });
    refuses(() => scene.contacts({ tolerance: 1e-300 }), {
        code: 'out-of-range',
        argument: 'tolerance',
    });
    refuses(() => any.firstContact(), { code: 'wrong-type' });
    refuses(() => any.clearance(path), { code: 'wrong-type' });
    refuses(() => /** @type {any} */ (scene).clearance(path, { tolerance: 1 }), {
        code: 'unknown-option',
    });
    const body = s.sphere(1);
    const third = s.path(body, motion, clock);
    const larger = s.scene([path, third]);
    body.free();
    refuses(() => third.boxes(), { code: 'stale-handle', argument: 'path' });
    refuses(() => larger.contacts(), { code: 'stale-handle', argument: 'paths', index: 1 });
    refuses(() => s.scene([path, third]), { code: 'stale-handle', argument: 'paths', index: 1 });
    refuses(() => scene.firstContact(third), { code: 'stale-handle', argument: 'ego' });
    larger.free();
    refuses(() => larger.contacts(), { code: 'stale-handle', argument: 'scene' });
    path.free();
    path.free();
    refuses(() => path.boxes(), { code: 'stale-handle', argument: 'path' });
    refuses(() => scene.contacts(), { code: 'stale-handle', argument: 'paths', index: 0 });
    scene[Symbol.dispose]();
    scene.free();
    refuses(() => scene.contacts(), { code: 'stale-handle', argument: 'scene' });
});

test('freed paths and scenes leave no memory behind', () => {
    const own = createSync();
    const solid = own.box(1, 1, 1);
    const motion = own.motion.linear({ t0: 0, t1: 1, vx: 1 });
    const run = () => {
        const paths = Array.from({ length: 20 }, () =>
            own.path(solid, motion, { t1: 1, step: 1e-3 }),
        );
        const scene = own.scene(paths);
        assert.equal(scene.contacts().length, 190);
        scene.free();
        for (const path of paths) path.free();
    };
    run();
    const used = own.memoryUsed;
    for (let k = 0; k < 20; k++) run();
    assert.equal(own.memoryUsed, used);
});

test('an index of boxes of three axes', () => {
    const next = random(11);
    const index = s.boxIndex(200, { axes: 3, pairs: 4000 });
    const sides = index.sides;
    for (let k = 0; k < 200; k++) {
        for (let axis = 0; axis < 3; axis++) {
            sides[6 * k + axis] = 10 * next();
            sides[6 * k + axis + 3] = sides[6 * k + axis] + 2 * next();
        }
    }
    index.update();
    /** @param {ArrayLike<number>} p @param {ArrayLike<number>} q @param {number} reach */
    const isNear = (p, q, reach) =>
        [0, 1, 2].every((k) => q[k] - p[k + 3] <= reach && p[k] - q[k + 3] <= reach);
    const boxes = Array.from({ length: 200 }, (_, k) => index.sides.slice(6 * k, 6 * k + 6));
    const query = [2, 3, 4, 5, 6, 7];
    const found = index.found.slice(0, index.search(query));
    const expected = boxes.flatMap((box, k) => (isNear(box, query, 0) ? [k] : []));
    assert.ok(expected.length > 5);
    assert.deepEqual(
        [...found].sort((a, b) => a - b),
        expected,
    );
    const count = index.near(200, 0.5);
    const pairs = boxes.flatMap((p, a) =>
        boxes.flatMap((q, b) => (a < b && isNear(p, q, 0.5) ? [a, b] : [])),
    );
    assert.deepEqual([...index.pairs.subarray(0, 2 * count)], pairs);
    refuses(() => index.search([0, 0, 1, 1]), { code: 'wrong-type', argument: 'box' });
    index.free();
    refuses(() => index.near(2), { code: 'stale-handle' });
});
