import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { create, createSync } from 'graze';
import { create as createExternal } from 'graze/external';
import { create as createScalar } from 'graze/scalar';
import { inRepository, readJson } from '../helpers.js';

/**
 * Compares one complete answer of each call with a golden file: every field exists and is read from its own place.
 * Other tests check that answers are right. `GRAZE_ANSWERS=write` writes the golden file again; review the difference.
 */

const PATH = 'tests/golden/answers.json';

const g = createSync();
const box = g.box(2, 1, { radius: 0.25 });
const bar = g.capsule(-1, 0, 1, 0.5, 0.125);
const kite = g.polygon([0, -1, 2, 0, 0, 1, -0.5, 0]);
const disc = g.disc(0.5);
const near = { x: 1.5, y: 0.75, angle: 0.5 };
const far = { x: 3, y: 1, cos: 0.6, sin: 0.8 };
const clock = { t0: -1, t1: 5, step: 0.5, x: 1, y: 2 };
const turning = g.motion.turn({
    t0: 0,
    t1: 4,
    x: 0,
    y: 0,
    speed: 2,
    angularVelocity: 0.25,
    angle: 0.5,
});
const east = g.motion.linear({
    t0: 0,
    t1: 4,
    x: 0,
    y: 0.25,
    angle: 0.25,
    vx: 1,
    vy: 0.25,
    angularVelocity: 0.5,
});
const still = g.motion.static({ x: 3, y: 1.5, angle: 0.25 });
const brief = g.motion(
    {
        pieces: [
            {
                t0: 1,
                t1: 2,
                x: [3, 1, -0.5],
                y: [1, 0.25],
                angle: [0.5, -1],
                pivot: { x: 0.5, y: -0.25 },
            },
        ],
    },
    { before: 'vanish', after: 'vanish' },
);
const ego = g.path(box, east, clock);
const post = g.path(disc, still, clock);
const away = g.path(disc, g.motion.static({ x: 90 }), clock);
const short = g.path(kite, brief, clock, { boxes: 'step-ends' });
const scene = g.scene([post, away, short]);
const segment = { x: 0, y: 0, vx: 1, vy: 0.25, t0: 0, t1: 6, radius: 0.5 };
const crossed = { x: 4, y: -2, vx: 0.125, vy: 0.5, t0: 1, t1: 9, radius: 0.75 };
const thrown = { ...crossed, z: 0.25, vz: 0.5, ax: -0.125, ay: 0.0625, az: -0.25 };

/** @param {any} options */
function pairs(options) {
    const batch = g.pairs(3, options);
    batch.shapeA.set([box.id, bar.id, kite.id]);
    batch.shapeB.set([kite.id, disc.id, box.id]);
    batch.poseA.set([0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0]);
    batch.poseB.set([1, 0.5, 1, 0, 3, 2, 0, -1, 9, 0, 1, 0]);
    return batch;
}

function bodies() {
    const batch = g.bodies(3, { pairs: 3 });
    batch.shapes.set([box.id, kite.id, disc.id]);
    batch.poses.set([0, 0, 1, 0, 1, 0.5, 1, 0, 4, 0, 1, 0]);
    return batch;
}

/** @param {'float32' | 'float64'} precision */
function segments(precision) {
    const batch = g.movingDiscs(3, { pairs: 3, precision });
    const rows = [segment, crossed, { ...segment, y: 0.5 }];
    batch.records.set(
        rows.flatMap(({ x, y, vx, vy, t0, t1, radius }) => [x, y, vx, vy, t0, t1, radius]),
    );
    batch.pairs.set([0, 1, 1, 2, 2, 0]);
    batch.agents.set([0, 1, 2]);
    return batch;
}

function movingPairs() {
    const batch = g.movingPairs(3, { pieces: 4, pairs: 2 });
    let next = batch.set(0, box, east, 0);
    next = batch.set(1, disc, still, next);
    batch.set(2, kite, brief, next);
    batch.pairs.set([0, 1, 1, 2]);
    return batch;
}

/** @template T @param {T} batch @param {(batch: T) => unknown} query @param {(keyof T)[]} views */
function batched(batch, query, views) {
    return [query(batch), ...views.map((view) => batch[view])];
}

/** @type {(() => unknown)[]} */
const CALLS = [
    () => [g.memoryUsed > 0],
    () => [
        box.kind,
        box.radius,
        box.vertices,
        bar.kind,
        kite.kind,
        disc.kind,
        g.hull([[0, 0]]).kind,
    ],
    () => g.collide(box, kite, near, far),
    () => g.study.collide(box, disc, near, far, { method: 'sat' }),
    () => g.relation(box, kite, near, far),
    () => g.gap(bar, disc, near, far),
    () => g.distance(bar, disc, near, far),
    () => g.distance(box, kite, near, { x: 2 }),
    () => g.penetration(box, kite, near, { x: 2 }),
    () => g.study.trace(bar, kite, near, far),
    () =>
        g.study.trace(
            box,
            kite,
            near,
            { x: 2 },
            { subdistance: 'johnson', support: 'scan', start: 'fixed' },
        ),
    () => g.study.trace(box, kite, {}, { x: 1.5, angle: 0.5 }),
    () => g.study.minkowskiDifference(kite, bar, near, far),
    () => g.shapeCast(bar, kite, undefined, { x: 3, y: 1 }, { dx: 2, dy: 0.5 }),
    () => g.shapeCast(bar, kite, undefined, { x: 3, y: 1 }, { dx: -2, dy: 0.5 }),
    () => g.rayCast(kite, near, { x: -3, y: 0.25, dx: 9, dy: 0.5 }),
    () => g.rayCast(kite, near, { x: -3, y: 0.25, dx: -9, dy: 0.5 }),
    () =>
        batched(pairs({ witnesses: true }), (b) => b.distance(3), [
            'relations',
            'distances',
            'pointA',
            'pointB',
            'normal',
        ]),
    () =>
        batched(pairs({ coherent: true }), (b) => b.distance(3) + b.distance(3), [
            'relations',
            'distances',
            'coherent',
            'witnesses',
        ]),
    () => batched(pairs({}), (b) => b.collide(3), ['hit', 'capacity', 'poseA', 'poseB']),
    () => batched(pairs({}), (b) => b.relation(2), ['relations']),
    () => batched(bodies(), (b) => b.contacts(3), ['first', 'second', 'relations']),
    () =>
        batched(bodies(), (b) => b.near(3, 3), [
            'first',
            'second',
            'relations',
            'distances',
            'poses',
            'capacity',
            'pairCapacity',
        ]),
    () => batched(bodies(), (b) => b.contactsWith(bar, near, 3), ['foundBodies', 'foundRelations']),
    () => batched(bodies(), (b) => b.nearWith(bar, near, 2, 3), ['foundBodies', 'foundDistances']),
    () => g.bodies(5).pairCapacity,
    () => g.conflictIntervals(segment, crossed),
    () => g.conflictIntervals(segment, { ...crossed, x: 40 }),
    () => g.conflictIntervals(segment, { x: 3, y: 1, width: 2, height: 1 }),
    () => g.conflictIntervals(segment, thrown),
    () => g.conflictIntervals(segment, { ...segment, y: 1 }, { touching: 'allowed' }),
    () => g.conflictIntervals(segment, { ...segment, y: 1, z: 0, az: 0 }),
    () => g.conflicts(segment, thrown),
    () => g.closestApproach(segment, crossed),
    () => g.closestApproach(segment, thrown),
    () => g.closestApproach(segment, { x: 3, y: 1, width: 2, height: 1 }),
    () => g.closestApproach(segment, { ...crossed, t0: 7 }),
    () => g.unsafeDelays(segment, crossed),
    () => g.unsafeDelays(segment, thrown, { from: 0, to: 3, touching: 'allowed' }),
    () => g.unsafeSpeeds(segment, crossed),
    () => g.unsafeSpeeds(segment, crossed, { after: 'stay' }),
    () => g.velocityObstacle(segment, { ...crossed, x: 9, t0: 0 }),
    () => g.velocityObstacle(segment, { ...crossed, x: 9, t0: 0 }, { horizon: 3 }),
    () => g.velocityObstacle(segment, { ...crossed, x: 0.5, y: 0, t0: 0 }),
    () =>
        g.velocityObstacle(
            { ...segment, points: [0, 0, 1, 0.5, 0.25, 1] },
            { ...crossed, x: 9, t0: 0 },
            { horizon: 4 },
        ),
    () => g.velocityCone(segment, { ...crossed, x: 9, t0: 0 }, { horizon: 4 }),
    () => g.velocityCone(segment, { ...crossed, x: 0.5, y: 0, t0: 0 }),
    () => [1, 5].map((vx) => g.isVelocityUnsafe(segment, crossed, { vx, vy: 0.25 })),
    () => g.isVelocityUnsafe(segment, { ...crossed, vz: 1 }, { vx: 1, vy: 0.25, vz: 1 }),
    () => g.unsafeSpeeds(segment, { ...crossed, z: 0.25, vz: 0.125 }),
    () => g.safeVelocity({ ...segment, vz: 0.5 }, { ...crossed, vz: 0.5 }),
    () => g.isVelocityUnsafe(segment, crossed, { vx: 1, vy: 0.25 }, { horizon: 0.5 }),
    () => g.safeVelocity(segment, crossed),
    () =>
        g.safeVelocity(segment, crossed, {
            maxSpeed: [1.25, 2],
            minSpeed: 0.25,
            canWait: false,
            margin: 0.125,
        }),
    () => g.study.conflictBy('sampling', segment, crossed, { step: 0.25 }),
    () =>
        ['container', 'cells-wu', 'algebraic'].map((how) =>
            g.study.conflictBy(/** @type {any} */ (how), segment, { ...crossed, x: 40 }),
        ),
    () =>
        batched(segments('float32'), (b) => b.conflicts(3), [
            'relations',
            'intervals',
            'clearances',
            'records',
        ]),
    () =>
        batched(segments('float64'), (b) => b.conflictsAmong(3), [
            'pairs',
            'relations',
            'intervals',
            'clearances',
            'agents',
        ]),
    () => batched(segments('float32'), (b) => b.near(3, 2), ['pairs', 'relations', 'clearances']),
    () => batched(segments('float64'), (b) => b.nearest(3), ['agents']),
    () =>
        batched(segments('float64'), (b) => b.conflictsBetween(0, 1, 1, 2), [
            'pairs',
            'precision',
            'capacity',
            'pairCapacity',
        ]),
    () => [
        turning.t0,
        turning.t1,
        turning.count,
        turning.pose(1),
        turning.pose(9),
        brief.pose(0),
        brief.pose(1.5),
    ],
    () => [turning.bounds(), east.bounds(1, 2), brief.bounds(1, 1.5, kite)],
    () =>
        g.motion
            .accelerated({
                t0: 0,
                t1: 2,
                x: 1,
                y: 2,
                angle: 3,
                vx: 1,
                vy: -1,
                angularVelocity: 0.5,
                ax: 1,
                ay: 2,
                angularAcceleration: -1,
            })
            .pose(1.5),
    () =>
        g.motion
            .turn({ t0: 1, t1: 3, x: 1, y: 2, angle: 3, speed: 2, angularVelocity: 0.001 })
            .pose(2.5),
    () =>
        [0, 0.5, 1.5, 3].map((t) =>
            g.motion
                .spline(
                    [
                        [0, 0],
                        [1, 2],
                        [3, 1],
                    ],
                    [0, 1, 3],
                )
                .pose(t),
        ),
    () =>
        [0.5, 2].map((t) =>
            g.motion
                .spline(
                    [
                        [0, 0, 0],
                        [1, 2, 1],
                        [3, 1, 4],
                    ],
                    [0, 1, 3],
                    { kind: 'clamped', startVelocity: [1, 0, 0.5], endVelocity: [0, 1] },
                )
                .pose(t),
        ),
    () => [0.5, 2].map((t) => g.motion.spline([[4, 5]], [1]).pose(t)),
    () =>
        [0.5, 2, 4].map((t) =>
            g.motion
                .samples([
                    { t: 0, x: 0, y: 0, angle: 3 },
                    { t: 1, x: 1, y: 2, angle: -3 },
                    { t: 3, x: 3, y: 1 },
                ])
                .pose(t),
        ),
    () =>
        [0.5, 2].map((t) =>
            g.motion
                .samples(
                    [
                        { t: 0, x: 0, y: 0, angle: 3 },
                        { t: 1, x: 1, y: 2, angle: -3 },
                        { t: 3, x: 3, y: 1 },
                    ],
                    { model: 'cubic', after: 'vanish' },
                )
                .pose(t),
        ),
    () =>
        [0.5, 2].map((t) =>
            g.motion
                .samples(
                    [
                        { t: 0, x: 0, y: 0 },
                        { t: 1, x: 1, y: 2 },
                    ],
                    { model: 'cubic', before: 'vanish' },
                )
                .pose(t),
        ),
    () => g.firstContact(box, disc, east, still),
    () => g.firstContact(box, disc, east, still, { from: 3.5, to: 4 }),
    () =>
        g.firstContact(box, kite, east, brief, {
            tolerance: 0.25,
            distanceTolerance: 0.01,
            maxIterations: 9,
        }),
    () => g.study.firstContact(box, disc, east, still, { method: 'pcda', maxIterations: 400 }),
    () => g.study.traceContact(box, disc, east, still, { tolerance: 0.01 }),
    () => g.timeToCollision(box, disc, east, still),
    () => g.timeToCollision(box, disc, east, still, { from: 0.5, to: 0.75 }),
    () => g.contactIntervals(box, disc, east, still, { tolerance: 1e-4 }),
    () =>
        g.unsafeMotionDelays(box, kite, east, brief, {
            from: -3,
            to: 3,
            tolerance: 0.01,
            time: { from: 0, to: 4 },
        }),
    () =>
        g.unsafeMotionDelays(box, kite, east, brief, {
            from: 0,
            to: 0.5,
            tolerance: 0.01,
            time: { from: 1.5 },
        }),
    () => g.clearance(box, disc, east, still, { distanceTolerance: 0.001 }),
    () => g.clearance(box, kite, east, brief, { from: 3, to: 4 }),
    () => g.separationsAt(box, kite, east, brief, [0, 1.25, 1.75, 3]),
    () =>
        batched(movingPairs(), (b) => b.firstContacts(2, { tolerance: 0.01 }), [
            'statuses',
            'times',
            'contactBodies',
            'firstPieces',
            'pieceCounts',
            'endings',
            'pieces',
            'pairs',
        ]),
    () =>
        batched(movingPairs(), (b) => b.contactsWith(0, 3, { from: 1, to: 2 }), [
            'foundStatuses',
            'foundTimes',
            'foundBodies',
            'capacity',
            'pieceCapacity',
            'pairCapacity',
        ]),
    () => [
        ego.clock,
        ego.count,
        ego.firstStep,
        ego.endStep,
        ego.boxes(),
        short.firstStep,
        short.endStep,
        short.boxes(4, 6),
    ],
    () => [ego.boxes(11), ego.boxes(12), ego.boxes(0, 0)],
    () => [...g.sweepSteps(ego, post)],
    () => [...g.study.sweepSteps(ego, short, { method: 'si', from: 1, to: 1.75 })],
    () => g.sweepSteps(ego, away).next(),
    () => {
        const steps = g.study.sweepSteps(ego, post, { method: 'sta' });
        return [steps[Symbol.iterator]() === steps, [...steps], steps.next(), steps.tests];
    },
    () => g.sweep(ego, post),
    () => g.sweep(ego, away),
    () => g.study.sweep(short, ego, { method: 'bvh', tolerance: 0.01, from: 0 }),
    () => g.sweepMany(ego, [post, away, short]),
    () => [
        scene.count,
        scene.contacts(),
        scene.contactsWith(ego),
        scene.firstContact(ego),
        scene.firstContact(away),
    ],
    () => [
        g.scene([]).contacts(),
        g.scene([]).firstContact(ego),
        g.scene([away]).firstContact(ego),
    ],
    () => g.scene([away, short, post]).firstContact(ego),
    () => g.scene([post, short, away]).firstContact(ego),
    () => scene.firstContact(ego, { anyContact: true }).status,
    () => batched(movingPairs(), (b) => scene.firstContacts(b, 3), ['statuses', 'times']),
    () =>
        batched(movingPairs(), (b) => scene.firstContacts(b, 2, { anyContact: true, from: 0 }), [
            'statuses',
        ]),
    () => batched(movingPairs(), (b) => b.firstContacts(1, { from: 0, to: 0.125 }), ['statuses']),
    () =>
        batched(movingPairs(), (b) => b.firstContacts(2, { tolerance: 0.01, groups: 2 }), [
            'statuses',
            'times',
            'contactBodies',
        ]),
    () =>
        batched(movingPairs(), (b) => scene.firstContacts(b, 3, { groups: [2, 1] }), [
            'statuses',
            'times',
            'contactBodies',
        ]),
    () => [
        g.scene([post, away, short], { groups: [2, 1] }).contacts(),
        g.scene([post, away, short], { groups: [1, 2] }).contactsWith([away, ego]),
    ],
];

/** @param {unknown} value @returns {unknown} */
function plain(value) {
    if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
    if (ArrayBuffer.isView(value))
        return [value.constructor.name, ...Array.from(/** @type {any} */ (value), plain)];
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(plain);
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
}

/**
 * Asserts that two answers are equal: numbers to nine digits, and numbers near 0 to 1e-12, because not all engines
 * round trigonometric functions alike.
 *
 * @param {any} is
 * @param {any} should
 * @param {string} where
 */
function assertSame(is, should, where) {
    if (typeof is === 'number' && typeof should === 'number') {
        const isNear = Math.abs(is - should) <= 1e-9 * Math.abs(should) + 1e-12;
        assert.ok(isNear, `${where} is ${is}, not ${should}`);
    } else if (typeof should === 'object' && should !== null) {
        assert.equal(Array.isArray(is), Array.isArray(should), where);
        assert.deepEqual(Object.keys(is), Object.keys(should), where);
        for (const key of Object.keys(should)) assertSame(is[key], should[key], `${where}, ${key}`);
    } else {
        assert.equal(is, should, where);
    }
}

test('each call returns every field of its answer', () => {
    const all = CALLS.map((call) => {
        const source = String(call)
            .replace(/^\(\) =>\s*/, '')
            .replace(/\s+/g, ' ');
        return { call: source, answer: JSON.parse(JSON.stringify(plain(call()) ?? null)) };
    });
    if (process.env.GRAZE_ANSWERS === 'write') {
        writeFileSync(
            inRepository(PATH),
            `[\n${all.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`,
        );
    }
    const expected = readJson(PATH);
    assert.equal(all.length, expected.length);
    for (const [k, { call, answer }] of all.entries()) {
        assert.equal(call, expected[k].call);
        assertSame(answer, expected[k].answer, call);
    }
});

test('create accepts a module as bytes of any kind, compiled, as a response or as a promise of one', async () => {
    const { readFileSync } = await import('node:fs');
    const bytes = Uint8Array.from(readFileSync(inRepository('dist/graze.wasm')));
    const module = new WebAssembly.Module(bytes);
    const response = () => new Response(bytes);
    for (const wasm of [bytes, bytes.buffer, new DataView(bytes.buffer), module]) {
        const one = createSync({ wasm: /** @type {any} */ (wasm) });
        assert.equal(one.version, g.version);
    }
    for (const make of [create, createExternal, createScalar]) {
        for (const wasm of [
            bytes,
            bytes.buffer,
            module,
            response(),
            Promise.resolve(response()),
            Promise.resolve(module),
        ]) {
            const one = await make({ wasm: /** @type {any} */ (wasm) });
            assert.equal(one.version, g.version);
        }
    }
    assert.equal((await create({})).version, g.version);
    assert.equal((await createScalar()).version, g.version);
});

test('everything that has free() is also freed by `using`', () => {
    const dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');
    const motion = g.motion.static();
    const path = g.path(disc, still, clock);
    /** @type {Record<string, (one: any) => unknown>} */
    const uses = {
        shape: (one) => g.relation(one, one),
        motion: (one) => one.pose(0),
        path: (one) => g.scene([one]),
        scene: (one) => one.contacts(),
        batch: (one) => one.collide(1),
    };
    for (const [name, one] of Object.entries({
        shape: g.disc(1),
        motion,
        path,
        scene: g.scene([post]),
        batch: g.pairs(1),
    })) {
        /** @type {any} */ (one)[dispose]();
        assert.throws(() => uses[name](one), {
            code: 'stale-handle',
            message: /: this (disc|motion|path|scene|batch of pairs) was freed$/,
        });
        // The scope ends with an object that was already freed by hand.
        one.free();
        /** @type {any} */ (one)[dispose]();
    }
});

/**
 * Collects garbage until an object that was dropped just now is finalized, and so everything that was dropped before
 * it.
 *
 * @param {() => void} collect
 */
async function collected(collect) {
    let isDone = false;
    const registry = new FinalizationRegistry(() => {
        isDone = true;
    });
    (() => registry.register({}, null))();
    while (!isDone) {
        collect();
        await setTimeout(5);
    }
    collect();
    await setTimeout(5);
}

test('objects dropped without free() release their memory when they are collected', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    const own = createSync();
    const make = () => {
        for (let k = 0; k < 500; k++) own.disc(k);
        return own.memoryUsed;
    };
    const used = make();
    // Released memory is used again, so memory does not grow.
    for (let round = 0; round < 8; round++) {
        await collected(collect);
        make();
    }
    assert.ok(own.memoryUsed < 2 * used, `${own.memoryUsed}, at first ${used}`);
});

test('the error on a host without SIMD names the scalar build', (t) => {
    t.mock.method(WebAssembly, 'validate', () => false);
    assert.throws(() => createSync(), {
        code: 'no-simd',
        message:
            "this host has no WebAssembly SIMD; import from 'graze/scalar' instead, which gives the same answers",
    });
});
