import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomNumbers } from '../helpers.js';
import { clearance as oracleClearance } from '../oracle/motion_oracle.js';
import { oracleBodyOf } from '../oracle/sweep_oracle.js';
import { refuses } from '../refuses.js';
import { behaves, CAR, fixture, g, made, randomBodies, release, straight } from './setup.js';

/**
 * Tests clearances in a scene against the least of the clearances of all pairs, each queried alone, and against the
 * oracle.
 *
 * @import { Graze, Scene, SceneClearanceOptions } from 'graze'
 * @import { Made } from './setup.js'
 *
 * @typedef {{ lo: number, hi: number }} Bounds
 * @typedef {{ separation: readonly [number, number], status: string, time: number | null, body: number | null, path: number | null, egoPath: number | null }} Answer
 */

const CLOCK = { t1: 10, step: 0.1 };
const DEFAULT_TOLERANCE = 1e-8;

/** @param {Graze} instance @param {readonly Made[]} bodies */
function batchOf(instance, bodies) {
    const pieces = bodies.reduce((sum, { motion }) => sum + motion.count, 0);
    const batch = instance.movingPairs(bodies.length, { pieces, pairs: 1 });
    let next = 0;
    bodies.forEach(({ shape, motion }, k) => {
        next = batch.set(k, shape, motion, next);
    });
    return batch;
}

/**
 * Returns bounds of the least separation of two bodies within the clock's time, queried alone.
 *
 * @param {Graze} instance
 * @param {Made} a
 * @param {Made} b
 * @param {{ from?: number, to?: number }} range
 * @returns {Bounds}
 */
function alone(instance, a, b, { from = 0, to = 10 }) {
    const range = { from: Math.max(from, 0), to: Math.min(to, 10) };
    const [lo, hi] = instance.clearance(a.shape, b.shape, a.motion, b.motion, range).separation;
    return { lo, hi };
}

/**
 * Asserts that an answer is the least of the bounds of all pairs, as far as it is below the limit.
 *
 * @param {Graze} instance
 * @param {Answer} answer
 * @param {readonly Made[]} egos
 * @param {readonly Made[]} others
 * @param {readonly Bounds[][]} all bounds by path of the body and path of the scene
 * @param {number} atMost
 * @param {number} tolerance
 * @param {string} where
 * @param {boolean} [areCompound] whether some bodies have several parts: then bounds of an overlap can be farther apart
 */
function checkLeast(instance, answer, egos, others, all, atMost, tolerance, where, areCompound) {
    const [lo, hi] = answer.separation;
    const least = {
        lo: Math.min(...all.flat().map((bounds) => bounds.lo)),
        hi: Math.min(...all.flat().map((bounds) => bounds.hi)),
    };
    const text = `${where}: ${lo} ${hi} at ${answer.time}, ${JSON.stringify(least)}`;
    const isBounded = areCompound && answer.status === 'bounded';
    assert.ok(answer.status === 'certified' || (isBounded && hi < 0), text);
    assert.ok(lo <= least.hi && lo <= atMost, text);
    if (answer.path === null) {
        assert.ok(hi === Infinity && answer.time === null && answer.body === null, text);
        assert.ok(lo >= atMost - tolerance && (least.hi >= lo || atMost === Infinity), text);
        return;
    }
    assert.ok(hi >= least.lo && hi < atMost && (isBounded || hi - lo <= tolerance), text);
    const [a, b] = [egos[answer.egoPath ?? -1], others[answer.path]];
    const [separation] = instance.separationsAt(a.shape, b.shape, a.motion, b.motion, [
        Number(answer.time),
    ]);
    assert.ok(Math.abs(separation - hi) <= 1e-9, `${text}, ${separation}`);
}

/** @type {(SceneClearanceOptions & { tolerance?: number })[]} */
const QUERIES = [
    {},
    { atMost: 5 },
    { atMost: 0 },
    { atMost: 1, from: 2.03, to: 4.5 },
    { from: 3.33, to: 3.34 },
    { atMost: 2, distanceTolerance: 1e-3 },
];

behaves('the clearance in a scene is the least of those of all pairs', (instance) => {
    const random = randomNumbers(61);
    // Crowded and sparse, so that bodies overlap, come near, and stay apart.
    const answers = [40, 200].flatMap((side, which) => {
        const others = randomBodies(62 + which, 24, side).map((x) => made(instance, x, CLOCK));
        const egos = randomBodies(72 + which, 10, side).map((x) => made(instance, x, CLOCK));
        const scene = instance.scene(
            others.map(({ path }) => path),
            { groups: [1, 2, 3, 18] },
        );
        const bodyOf = [0, 1, 1, 2, 2, 2, ...Array(18).fill(3)];
        return QUERIES.map((query) => {
            const all = egos.map((ego) =>
                others.map((other) => alone(instance, ego, other, query)),
            );
            const tolerance = query.distanceTolerance ?? DEFAULT_TOLERANCE;
            return [[0], [1], [2, 3], [4, 5, 6, 7, 8, 9]].map((list) => {
                const paths = list.map((k) => egos[k].path);
                const answer = scene.clearance(list.length > 1 ? paths : paths[0], query);
                checkLeast(
                    instance,
                    answer,
                    list.map((k) => egos[k]),
                    others,
                    list.map((k) => all[k]),
                    query.atMost ?? Infinity,
                    tolerance,
                    `${side} ${JSON.stringify(query)} ${list}`,
                );
                if (answer.path !== null) assert.equal(answer.body, bodyOf[answer.path]);
                if (random() < 0.2) assert.deepEqual(scene.clearance(paths, query), answer);
                return answer;
            });
        });
    });
    const flat = answers.flat();
    assert.ok(flat.some(({ separation }) => separation[1] < -0.1));
    assert.ok(flat.some(({ separation }) => separation[0] > 1 && separation[1] < Infinity));
    assert.ok(flat.some(({ time }) => time === null));
    return answers;
});

behaves('clearances of candidates are those of their paths as one body', (instance) => {
    const others = randomBodies(81, 30, 90).map((given) => made(instance, given, CLOCK));
    const egos = randomBodies(82, 36, 90).map((given) => made(instance, given, CLOCK));
    const scene = instance.scene(
        others.map(({ path }) => path),
        { groups: 3 },
    );
    const batch = batchOf(instance, egos);
    const answers = [undefined, 3, [5, 1, 30]].flatMap((groups) => {
        const sizes =
            typeof groups === 'object' ? groups : Array(36 / (groups ?? 1)).fill(groups ?? 1);
        const starts = sizes.map((_, k) => sizes.slice(0, k).reduce((sum, n) => sum + n, 0));
        return [{}, { atMost: 1.5 }, { atMost: 4, select: [2, 0] }].map((options) => {
            const query = groups === undefined ? options : { ...options, groups };
            const { select, ...rest } = { select: undefined, ...options };
            for (const view of [batch.clearances, batch.clearanceStatuses]) view.fill(7);
            for (const view of [batch.others, batch.contactBodies]) view.fill(-7);
            const statuses = batch.statuses.slice();
            const count = scene.clearances(batch, 36, query);
            // The results of first contacts stay as they are.
            assert.deepEqual(batch.statuses.slice(), statuses);
            let found = 0;
            const entries = sizes.map((size, k) => {
                const [lo, hi, time] = batch.clearances.subarray(3 * k, 3 * k + 3);
                const names = [batch.others[k], ...batch.contactBodies.subarray(2 * k, 2 * k + 2)];
                if (select !== undefined && !select.includes(k)) {
                    assert.deepEqual([lo, hi, time, batch.clearanceStatuses[k]], [7, 7, 7, 7]);
                    assert.deepEqual(names, [-7, -7, -7]);
                    return [lo];
                }
                const list = egos.slice(starts[k], starts[k] + size).map(({ path }) => path);
                const single = scene.clearance(list, rest);
                assert.deepEqual([lo, hi], single.separation);
                assert.equal(time, single.time ?? Infinity);
                assert.equal(batch.clearanceStatuses[k], Number(single.status === 'undecided'));
                const first = single.egoPath === null ? -1 : starts[k] + single.egoPath;
                assert.deepEqual(names, [single.body ?? -1, first, single.path ?? -1]);
                found += Number(single.path !== null);
                return [lo, hi, time, ...names];
            });
            assert.equal(count, found);
            return entries;
        });
    });
    batch.free();
    scene.free();
    release(...others, ...egos);
    return answers;
});

test('the clearance in a scene agrees with the oracle', () => {
    const others = randomBodies(91, 10, 50).map((given) => made(g, given, CLOCK));
    const egos = randomBodies(92, 8, 50).map((given) => made(g, given, CLOCK));
    const scene = g.scene(others.map(({ path }) => path));
    for (const [k, ego] of egos.entries()) {
        const { separation } = scene.clearance(ego.path);
        const truths = others.map((other) => {
            const bodies = [ego, other].map(({ movingBody }) => oracleBodyOf(movingBody));
            return oracleClearance(bodies[0], bodies[1], 0, 10);
        });
        const lo = Math.min(...truths.map(({ distance }) => distance[0]));
        const hi = Math.min(...truths.map(({ distance }) => distance[1]));
        assert.ok(separation[0] <= hi && separation[1] >= lo, `${k}: ${separation}, ${lo} ${hi}`);
    }
    scene.free();
    release(...others, ...egos);
});

test('bodies that are not convex have the clearance of their union', () => {
    const dent = [
        [0, 0],
        [6, 0],
        [6, 5],
        [5, 5],
        [5, 1],
        [1, 1],
        [1, 5],
        [0, 5],
    ];
    const shapes = [g.concave(dent), g.chain(dent, { closed: true, radius: 0.1 }), g.box(1, 2)];
    const random = randomNumbers(93);
    for (let round = 0; round < 30; round++) {
        const bodies = Array.from({ length: 8 }, (_, k) => {
            const shape = shapes[(k + round) % 3];
            const [t0, t1] = [0, 10];
            const motion = g.motion.linear({
                ...{ t0, t1, x: 30 * random(), y: 30 * random(), angle: 6 * random() },
                ...{ vx: 6 * random() - 3, vy: 6 * random() - 3, angularVelocity: random() - 0.5 },
            });
            return { shape, motion, path: g.path(shape, motion, CLOCK), movingBody: null };
        });
        const [ego, ...others] = /** @type {any[]} */ (bodies);
        const scene = g.scene(others.map(({ path }) => path));
        const bounds = others.map((other) => alone(g, ego, other, {}));
        for (const atMost of [Infinity, 3, 0]) {
            const answer = scene.clearance(ego.path, atMost === Infinity ? {} : { atMost });
            const where = `${round} ${atMost}`;
            checkLeast(g, answer, [ego], others, [bounds], atMost, DEFAULT_TOLERANCE, where, true);
        }
        scene.free();
        for (const { path, motion } of bodies) {
            path.free();
            motion.free();
        }
    }
});

test('a thin body in a seam of a compound is as deep in a scene as it is alone', () => {
    const two = g.compound([
        g.polygon([
            [0, 0],
            [2, 0],
            [2, 4],
            [0, 4],
        ]),
        g.polygon([
            [2, 0],
            [4, 0],
            [4, 4],
            [2, 4],
        ]),
    ]);
    const [point, still] = [g.disc(0), g.motion.static()];
    const deep = g.box(1, 1);
    const way = g.motion.linear({ t0: 0, t1: 10, x: 2, y: -5, vy: 1 });
    const parked = g.motion.static({ x: 2, y: -4.75 });
    const scene = g.scene([
        g.path(deep, parked, CLOCK),
        g.path(two, still, CLOCK),
        g.path(deep, parked, CLOCK),
    ]);
    const expected = g.clearance(point, two, way, still, { from: 0, to: 10 });
    assert.ok(expected.separation[1] < -0.6, `${expected.separation}`);
    const answer = scene.clearance(g.path(point, way, CLOCK));
    assert.equal(answer.body, 1);
    assert.ok(Math.abs(answer.separation[1] - expected.separation[1]) < 1e-8);
});

test('a limit that is hardly exceeded is certified as such, and bodies that never coexist are far', () => {
    const [near, gone] = [
        fixture(CAR, straight([0, 3], [1, 0])),
        fixture(CAR, straight([0, 0], [1, 0], 4), { ends: { after: 'vanish' } }),
    ].map((given) => made(g, given, CLOCK));
    const late = made(
        g,
        fixture(CAR, [{ t0: 5, t1: 9, x: [4], y: [0] }], { ends: { before: 'vanish' } }),
        CLOCK,
    );
    const scene = g.scene([late.path]);
    const none = { time: null, body: null, path: null, egoPath: null };
    const status = 'certified';
    assert.deepEqual(scene.clearance(gone.path), {
        separation: [Infinity, Infinity],
        status,
        ...none,
    });
    assert.deepEqual(scene.clearance(gone.path, { atMost: 2 }), {
        ...{ separation: [2, Infinity], status },
        ...none,
    });
    const [lo, hi] = scene.clearance(near.path).separation;
    const exact = 3 - Math.fround(1.8 / 2) * 2;
    assert.ok(lo <= exact && exact <= hi && hi - lo < 1e-8, `${lo} ${exact} ${hi}`);
    for (const atMost of [exact - 1e-3, exact - 1e-12]) {
        const answer = scene.clearance(near.path, { atMost });
        assert.equal(answer.time, null);
        assert.ok(answer.separation[0] <= atMost && answer.separation[0] > atMost - 1e-8);
    }
    assert.equal(g.scene([]).clearance(near.path).time, null);
    scene.free();
    release(near, gone, late);
});

test('few iterations give bounds that are wide and right', () => {
    const others = randomBodies(95, 12, 40).map((given) => made(g, given, CLOCK));
    const egos = randomBodies(96, 12, 40).map((given) => made(g, given, CLOCK));
    const scene = g.scene(others.map(({ path }) => path));
    let undecided = 0;
    for (const ego of egos) {
        const bounds = others.map((other) => alone(g, ego, other, {}));
        const least = Math.min(...bounds.map(({ hi }) => hi));
        const lowest = Math.min(...bounds.map(({ lo }) => lo));
        for (const maxIterations of [1, 3, 8]) {
            const { separation, status } = scene.clearance(ego.path, { maxIterations });
            assert.ok(separation[0] <= least && separation[1] >= lowest);
            if (status === 'undecided') undecided++;
            else assert.ok(separation[1] - separation[0] < DEFAULT_TOLERANCE);
        }
    }
    assert.ok(undecided > 3, `${undecided}`);
    scene.free();
    release(...others, ...egos);
});

test('invalid arguments of clearances are refused with code and argument', () => {
    const one = made(g, fixture(CAR, straight([0, 0], [1, 0])), CLOCK);
    const batch = batchOf(g, [one]);
    /** @type {any} */
    const scene = g.scene([one.path]);
    for (const query of [
        (/** @type {object} */ options) => scene.clearance(one.path, options),
        (/** @type {object} */ options) => scene.clearances(batch, 1, options),
    ]) {
        refuses(() => query({ atMost: -1 }), { code: 'out-of-range', argument: 'atMost' });
        refuses(() => query({ atMost: Infinity }), { code: 'not-finite', argument: 'atMost' });
        refuses(() => query({ atMost: '1' }), { code: 'wrong-type', argument: 'atMost' });
        refuses(() => query({ tolerance: 1 }), { code: 'unknown-option' });
        refuses(() => query({ anyContact: true }), { code: 'unknown-option' });
        refuses(() => query({ from: 1, to: 0 }), { code: 'out-of-order' });
    }
    refuses(() => scene.firstContacts(batch, 1, { atMost: 1 }), { code: 'unknown-option' });
    refuses(() => scene.clearances(batch, 2), { code: 'out-of-range', argument: 'count' });
    refuses(() => scene.clearances(batch, 1, { select: [1] }), { argument: 'select[0]' });
    refuses(() => scene.clearance(batch), { code: 'wrong-type', argument: 'ego' });
    const other = g.path(one.shape, one.motion, { t1: 9, step: 0.1 });
    refuses(() => scene.clearance(other), { code: 'different-clock', argument: 'ego' });
    batch.free();
    refuses(() => scene.clearances(batch, 1), { code: 'stale-handle' });
    scene.free();
    refuses(() => scene.clearance(one.path), { code: 'stale-handle' });
});
