import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomNumbers } from '../helpers.js';
import { refuses } from '../refuses.js';
import { behaves, CAR, fixture, g, made, randomBodies, release, straight } from './setup.js';

/**
 * Tests walls of scenes: polylines that stand still, against paths that stand still for each segment, against compounds,
 * and against the same walls with other points on their lines.
 *
 * @import { Clock, Graze, Path, Wall } from 'graze'
 * @import { Made } from './setup.js'
 *
 * @typedef {[x: number, y: number]} XY
 */

const CLOCK = { t1: 10, step: 0.1 };

/** Returns the segments of walls. @param {readonly Wall[]} walls */
const segmentsOf = (walls) =>
    walls.flatMap(({ points, closed = false, radius = 0 }, wall) => {
        const list = /** @type {XY[]} */ (points);
        const count = closed ? list.length : list.length - 1;
        return Array.from({ length: count }, (_, segment) => {
            const ends = [list[segment], list[(segment + 1) % list.length]];
            return { wall, segment, ends, radius };
        });
    });

/**
 * Returns walls that wind through a square, with coordinates that float32 holds.
 *
 * @param {() => number} random
 * @param {number} count
 * @param {number} side
 * @returns {Wall[]}
 */
function randomWalls(random, count, side) {
    return Array.from({ length: count }, (_, k) => {
        const points = Array.from({ length: 2 + Math.floor(5 * random()) }, () => {
            return /** @type {XY} */ ([Math.fround(side * random()), Math.fround(side * random())]);
        });
        return { points, closed: points.length > 2 && k % 3 === 0, radius: k % 2 === 0 ? 0 : 0.25 };
    });
}

/** Returns a batch of bodies. @param {Graze} instance @param {readonly Made[]} bodies */
function batchOf(instance, bodies) {
    const pieces = bodies.reduce((sum, { motion }) => sum + motion.count, 0);
    const batch = instance.movingPairs(bodies.length, { pieces, pairs: 1 });
    let next = 0;
    bodies.forEach(({ shape, motion }, k) => {
        next = batch.set(k, shape, motion, next);
    });
    return batch;
}

behaves('walls have the answers of paths that stand still, one for each segment', (instance) => {
    const random = randomNumbers(101);
    const bodies = randomBodies(102, 8, 70).map((given) => made(instance, given, CLOCK));
    const egos = randomBodies(103, 14, 70).map((given) => made(instance, given, CLOCK));
    const walls = randomWalls(random, 9, 70);
    const segments = segmentsOf(walls);
    const still = instance.motion.static();
    const standing = segments.map(({ ends, radius }) => {
        return instance.path(instance.hull(ends, { radius }), still, CLOCK);
    });
    const paths = bodies.map(({ path }) => path);
    const sizes = walls.map((_, k) => segments.filter(({ wall }) => wall === k).length);
    const scene = instance.scene(paths, { groups: 2, walls });
    const same = instance.scene([...paths, ...standing], { groups: [2, 2, 2, 2, ...sizes] });
    assert.deepEqual([scene.count, scene.wallCount, scene.paths.length], [4, 9, 8]);
    assert.deepEqual([same.count, same.wallCount, same.paths.length], [13, 0, 8 + segments.length]);
    segments.forEach(({ wall, segment }, k) => {
        assert.deepEqual(scene.wallAt(8 + k), { wall, segment });
    });
    for (let k = 0; k < 8; k++) assert.equal(scene.wallAt(k), null);

    const answers = [{}, { from: 2, to: 5 }].map((range) => {
        const single = egos.map(({ path }) => {
            const contacts = scene.contactsWith(path, range);
            assert.deepEqual(contacts, same.contactsWith(path, range));
            const first = scene.firstContact(path, range);
            assert.deepEqual(first, same.firstContact(path, range));
            const near = scene.clearance(path, { ...range, atMost: 3 });
            assert.deepEqual(near, same.clearance(path, { ...range, atMost: 3 }));
            return [contacts, first, near];
        });
        // Walls are not tested against each other.
        const all = same.contacts(range).filter(({ first }) => first < 4);
        assert.deepEqual(scene.contacts(range), all);
        const batch = batchOf(instance, egos);
        const results = [scene, same].map((one) => {
            const found = one.firstContacts(batch, 14, { ...range, groups: 2 });
            const { statuses, times, others, contactBodies } = batch;
            return [found, ...statuses, ...times, ...others, ...contactBodies];
        });
        assert.deepEqual(results[0], results[1]);
        batch.free();
        return [single, all, results[0]];
    });
    const met = egos.flatMap(({ path }) => scene.contactsWith(path));
    assert.ok(met.some(({ body }) => body >= 4) && met.some(({ body }) => body < 4));
    for (const one of [scene, same, ...standing]) one.free();
    release(...bodies, ...egos);
    return answers;
});

/**
 * Returns a wall with further points on its lines, at eighths of them: exactly on them, for coordinates that are multiples
 * of 1/8 of a small power of two.
 *
 * @param {() => number} random
 * @param {Wall} wall
 * @returns {Wall}
 */
function cut(random, { points, closed = false, radius = 0 }) {
    const list = /** @type {XY[]} */ (points);
    const more = list.flatMap((point, k) => {
        const next = list[(k + 1) % list.length];
        if (!closed && k === list.length - 1) return [point];
        const shares = [1, 2, 3, 4, 5, 6, 7].filter(() => random() < 0.4).map((n) => n / 8);
        const between = shares.map((share) => {
            return point.map((value, axis) => value + share * (next[axis] - value));
        });
        return [point, .../** @type {XY[]} */ (between)];
    });
    return { points: more, closed, radius };
}

test('whether and when a body meets a wall does not depend on how the wall is cut', () => {
    const random = randomNumbers(104);
    let [met, free] = [0, 0];
    for (let round = 0; round < 60; round++) {
        const walls = randomWalls(random, 3, 40).map((wall) => ({
            ...wall,
            points: /** @type {XY[]} */ (wall.points).map((point) => {
                return /** @type {XY} */ (point.map((value) => Math.round(value)));
            }),
        }));
        const isFlat = segmentsOf(walls).some(({ ends: [p, q] }) => p[0] === q[0] && p[1] === q[1]);
        if (isFlat) continue;
        const egos = randomBodies(200 + round, 6, 40).map((given) => made(g, given, CLOCK));
        const whole = g.scene([], { walls, clock: CLOCK });
        const pieces = g.scene([], { walls: walls.map((wall) => cut(random, wall)), clock: CLOCK });
        for (const { path } of egos) {
            const [expected, contacts] = [whole, pieces].map((scene) => scene.contactsWith(path));
            assert.deepEqual(
                contacts.map(({ body }) => body),
                expected.map(({ body }) => body),
            );
            expected.forEach(({ time, status }, k) => {
                const contact = contacts[k];
                const text = `${round}: ${status} ${time}, ${contact.status} ${contact.time}`;
                // Brackets contain the same time.
                const [lo, hi] = contact.time;
                assert.ok(lo <= time[1] + 1e-12 && time[0] <= hi + 1e-12, text);
                assert.ok(Math.abs(lo - time[0]) < 2e-8, text);
                met++;
            });
            if (expected.length === 0) free++;
        }
        whole.free();
        pieces.free();
        release(...egos);
    }
    assert.ok(met > 100 && free > 20, `${met} ${free}`);
});

test('walls have the contacts of chains', () => {
    const random = randomNumbers(105);
    const still = g.motion.static();
    for (let round = 0; round < 20; round++) {
        const walls = randomWalls(random, 4, 50);
        const egos = randomBodies(300 + round, 5, 50).map((given) => made(g, given, CLOCK));
        const scene = g.scene([], { walls, clock: CLOCK });
        for (const { shape, motion, path } of egos) {
            const contacts = scene.contactsWith(path);
            walls.forEach(({ points, closed = false, radius = 0 }, k) => {
                const chain = g.chain(/** @type {XY[]} */ (points), { closed, radius });
                const range = { from: 0, to: 10 };
                const expected = g.firstContact(shape, chain, motion, still, range);
                const contact = contacts.find(({ body }) => body === k);
                const text = `${round} ${k}: ${contact?.time}, ${expected.time}`;
                assert.equal(contact === undefined, expected.status === 'free', text);
                if (contact === undefined || expected.time === null) return;
                const [lo, hi] = contact.time;
                assert.ok(lo <= expected.time[1] && expected.time[0] <= hi, text);
                chain.free();
            });
        }
        scene.free();
        release(...egos);
    }
});

test('a body passes an open joint of no wall, and slides along one without a hit', () => {
    const box = g.box(1, 1);
    const line = { walls: [[[-4, 0], [-1, 0], [2, 0], [6, 0]]], clock: CLOCK }; // biome-ignore format: points
    const scene = g.scene([], /** @type {any} */ (line));
    const slides = g.path(box, g.motion.linear({ t0: 0, t1: 10, x: -8, y: 0.5, vx: 1 }), CLOCK);
    const grazing = scene.firstContact(slides);
    assert.equal(grazing.status, 'grazing');
    assert.ok(Math.abs(Number(grazing.time?.[0]) - 3.5) < 1e-8);
    assert.deepEqual(scene.wallAt(Number(grazing.path)), { wall: 0, segment: 0 });
    const above = g.path(box, g.motion.linear({ t0: 0, t1: 10, x: -8, y: 0.75, vx: 1 }), CLOCK);
    assert.equal(scene.firstContact(above).status, 'free');
    // Through the joint at (-1, 0), and through the middle of a segment.
    for (const x of [-1, 0.5]) {
        for (const angle of [0, Math.PI / 4, 0.3]) {
            const motion = g.motion.linear({ t0: 0, t1: 10, x, y: -5, vy: 1, angle });
            const contact = scene.firstContact(g.path(box, motion, CLOCK));
            const reach = (Math.abs(Math.cos(angle)) + Math.abs(Math.sin(angle))) / 2;
            assert.equal(contact.status, 'hit');
            assert.ok(Math.abs(Number(contact.time?.[0]) - (5 - reach)) < 1e-7, `${x} ${angle}`);
        }
    }
    scene.free();
});

test('walls far from the origin are as precise as the point of the clock makes them', () => {
    const [x, y] = [5e5 + 0.1, 5.4e6 + 0.7];
    const clock = { ...CLOCK, x: 5e5, y: 5.4e6 };
    const walls = [[[x, y], [x + 10, y]]]; // biome-ignore format: points
    const scene = g.scene([], { walls: /** @type {any} */ (walls), clock });
    const motion = g.motion.linear({ t0: 0, t1: 10, x: x + 5, y: y - 5, vy: 1 });
    const contact = scene.firstContact(g.path(g.disc(1), motion, clock));
    assert.equal(contact.status, 'hit');
    assert.ok(Math.abs(Number(contact.time?.[0]) - 4) < 1e-6, `${contact.time}`);
    scene.free();
});

test('ten thousand segments are found as a few are', () => {
    const points = Array.from({ length: 10_001 }, (_, k) => [k, (k * k) % 7]);
    const scene = g.scene([], { walls: [/** @type {any} */ (points)], clock: CLOCK });
    assert.equal(scene.wallCount, 1);
    const random = randomNumbers(106);
    const box = g.box(2, 1);
    for (let k = 0; k < 50; k++) {
        const x = 20 + 9900 * random();
        const motion = g.motion.linear({
            t0: 0,
            t1: 10,
            x,
            y: 30 * random(),
            vy: -2,
            vx: random(),
        });
        const path = g.path(box, motion, CLOCK);
        const first = scene.firstContact(path);
        const near = points.slice(Math.floor(x) - 4, Math.floor(x) + 16);
        const few = g.scene([], { walls: [/** @type {any} */ (near)], clock: CLOCK });
        const expected = few.firstContact(path);
        assert.deepEqual([first.status, first.time], [expected.status, expected.time]);
        if (first.path !== null && expected.path !== null) {
            const [one, two] = [scene.wallAt(first.path), few.wallAt(expected.path)];
            assert.equal(one?.segment, Number(two?.segment) + Math.floor(x) - 4);
        }
        few.free();
        path.free();
        motion.free();
    }
    scene.free();
});

test('scenes with walls free their memory', () => {
    const before = g.memoryUsed;
    for (let k = 0; k < 200; k++) {
        const walls = [Array.from({ length: 500 }, (_, i) => [i, (i + k) % 5])];
        g.scene([], { walls: /** @type {any} */ (walls), clock: CLOCK }).free();
    }
    assert.ok(g.memoryUsed < before + 2 ** 20);
});

test('invalid walls are refused with code, argument and index', () => {
    const one = made(g, fixture(CAR, straight([0, 0], [1, 0])), CLOCK);
    /** @param {any} walls @param {object} [options] */
    const query = (walls, options = { clock: CLOCK }) => g.scene([], { walls, ...options });
    const line = [
        [0, 0],
        [1, 0],
    ];
    refuses(() => query(line[0]), { code: 'wrong-type', argument: 'walls[0]' });
    refuses(() => query({}), { code: 'wrong-type', argument: 'walls' });
    refuses(() => query([line, [[0, 0]]]), {
        code: 'too-few-points',
        argument: 'walls[1]',
        index: 1,
        value: 1,
    });
    refuses(() => query([{ points: [0, 0, 1] }]), {
        code: 'wrong-type',
        argument: 'walls[0].points',
    });
    refuses(() => query([{ point: line }]), { code: 'unknown-option', argument: 'walls[0]' });
    refuses(() => query([{ points: line, radius: -1 }]), { argument: 'walls[0].radius' });
    refuses(() => query([{ points: line, closed: 1 }]), { argument: 'walls[0].closed' });
    refuses(() => query([line, { points: [...line, line[1]] }]), {
        code: 'repeated-point',
        argument: 'walls[1].points',
        index: 1,
    });
    refuses(
        () =>
            query([
                [
                    [0, 0],
                    [1, Number.NaN],
                ],
            ]),
        {
            // biome-ignore format: points
            code: 'not-finite',
            argument: 'walls[0][1][1]',
            index: 0,
        },
    );
    refuses(() => query([[[0, 0], [1, 1e39]]]), { code: 'out-of-range', argument: 'walls[0][1][1]' }); // biome-ignore format: points
    refuses(() => query([line], {}), { code: 'wrong-type', argument: 'clock' });
    refuses(() => query([line], { clock: { t1: 0, step: 1 } }), { code: 'out-of-order' });
    refuses(() => g.scene([one.path], { walls: [], clock: { ...CLOCK, x: 1 } }), {
        code: 'different-clock',
        argument: 'clock',
    });
    const scene = query([line]);
    refuses(() => scene.firstContact(g.path(one.shape, one.motion, { t1: 9, step: 0.1 })), {
        code: 'different-clock',
        argument: 'ego',
    });
    refuses(() => scene.wallAt(-1), { code: 'out-of-range', argument: 'path' });
    refuses(() => scene.wallAt(1), { code: 'out-of-range', argument: 'path' });
    assert.deepEqual(scene.wallAt(0), { wall: 0, segment: 0 });
    scene.free();
    refuses(() => scene.wallAt(0), { code: 'stale-handle' });
    const none = g.scene([one.path], { walls: [], clock: CLOCK });
    assert.equal(none.wallCount, 0);
    none.free();
    release(one);
});
