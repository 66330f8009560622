import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createSync as createWhole } from 'graze';
import * as agents from 'graze/agents';
import * as motion from 'graze/motion';
import * as solid from 'graze/solid';
import * as solidStudy from 'graze/solid/study';
import * as standing from 'graze/static';
import { create, createSync, GrazeError } from 'graze/static';
import { readTable } from '../../wasm/boundary.mjs';
import { inRepository, readJson } from '../helpers.js';

/** Tests the entries with some families of queries: the same answers from fewer bytes. */

/** The entries, with the families that they have. */
const ENTRIES = [
    { name: 'static', entry: standing, families: ['static'] },
    { name: 'motion', entry: motion, families: ['static', 'motion', 'trajectory'] },
    { name: 'agents', entry: agents, families: ['agents'] },
];

/** The entries whose queries are in no other. */
const SOLIDS = [
    { name: 'solid', entry: solid, families: ['solid', 'solid_motion'] },
    { name: 'solid_study', entry: solidStudy, families: ['solid', 'solid_motion', 'solid_study'] },
];

const JOHNSON = /** @type {const} */ ({ subdistance: 'johnson', support: 'simd' });

test('the answers of graze/static are those of the whole library, bit for bit', () => {
    const [limited, whole] = [createSync(), createWhole()];
    const pairs = [
        ...readJson('tests/vectors/dev_gjk.json').pairs,
        ...readJson('tests/vectors/dev_round.json').pairs,
    ];
    pairs.forEach((pair, k) => {
        const pose = k % 2 === 0 ? undefined : { x: 0.1 * k, y: -0.3, angle: 0.7 * k };
        const way = { dx: 3 - (k % 7), dy: 0.5 * (k % 5) };
        const [mine, theirs] = [limited, whole].map((g) => {
            const a = g.polygon(pair.a, { radius: pair.ra ?? 0 });
            const b = g.hull(pair.b, { radius: pair.rb ?? 0 });
            const answers = {
                vertices: [...a.vertices, ...b.vertices],
                collide: g.collide(a, b, pose),
                // The entry has no study tools: its own answers are to be theirs.
                sat:
                    g === whole
                        ? whole.study.collide(a, b, pose, undefined, { method: 'sat' })
                        : g.collide(a, b, pose),
                relation: g.relation(a, b, pose),
                gap: g.gap(a, b, pose),
                signedDistance: g.signedDistance(a, b, pose),
                distance: g.distance(a, b, pose),
                johnson:
                    g === whole
                        ? whole.study.distance(a, b, pose, {}, JOHNSON).relation
                        : g.relation(a, b, pose),
                penetration: g.penetration(a, b, pose),
                cast: g.shapeCast(a, b, pose, undefined, way),
                ray: g.rayCast(b, pose, { x: 9, y: 9, dx: -18, dy: -17.5 }),
            };
            a.free();
            b.free();
            return answers;
        });
        assert.deepEqual(mine, theirs, pair.id);
    });
});

test('graze/static accepts a module of the whole library too, and makes every shape', async () => {
    const g = await create({ wasm: readFileSync(inRepository('dist/graze.wasm')) });
    const shapes = [
        g.disc(1),
        g.capsule(0, 0, 1, 0, 0.5),
        g.box(1, 2),
        g.polygon([0, 0, 1, 0, 0, 1]),
    ];
    for (const shape of shapes) assert.equal(g.relation(shape, shape), 'overlapping');
    const used = g.memoryUsed;
    shapes[0].free();
    assert.throws(
        () => g.collide(shapes[0], shapes[1]),
        (error) => error instanceof GrazeError && error.code === 'stale-handle',
    );
    assert.ok(g.memoryUsed <= used);
});

/** Returns what a call returns on a host without SIMD. @template T @param {() => T} call @returns {T} */
function withoutSimd(call) {
    const { validate } = WebAssembly;
    try {
        WebAssembly.validate = () => false;
        return call();
    } finally {
        WebAssembly.validate = validate;
    }
}

test('graze/static and graze/motion need no SIMD of the host, and the other entries say that they do', () => {
    const { version } = readJson('package.json');
    for (const entry of [standing, motion]) {
        assert.equal(withoutSimd(() => entry.createSync()).version, version);
    }
    assert.throws(() => withoutSimd(() => agents.createSync()), { code: 'no-simd' });
    assert.throws(() => withoutSimd(() => solid.createSync()), {
        code: 'no-simd',
        message:
            "this host has no WebAssembly SIMD; pass the module 'graze/graze-solid-scalar.wasm' as options.wasm, which gives the same answers",
    });
    const wasm = readFileSync(inRepository('dist/graze-solid-scalar.wasm'));
    assert.equal(withoutSimd(() => solid.createSync({ wasm })).version, version);
});

test('the answers of graze/motion are those of the whole library, bit for bit', () => {
    const [mine, theirs] = [motion.createSync(), createWhole()].map((g) => {
        const [car, post] = [g.box(4.5, 1.8, { radius: 0.1 }), g.polygon([0, 0, 1, 0, 0.3, 1])];
        const clock = { t0: 0, t1: 8, step: 0.25 };
        return Array.from({ length: 12 }, (_, k) => {
            const turn = { t0: 0, t1: 8, x: -k, y: 0.3 * k, angle: 0.2 * k, speed: 3 };
            const turning = g.motion.turn({ ...turn, angularVelocity: 0.1 * k - 0.4 });
            const still = g.motion.static({ x: 6, y: 2 - k / 3, angle: k });
            const paths = [g.path(car, turning, clock), g.path(post, still, clock)];
            return {
                pose: turning.pose(3),
                first: g.firstContact(car, post, turning, still),
                intervals: g.contactIntervals(car, post, turning, still),
                delays: g.unsafeMotionDelays(car, post, turning, still, { from: -2, to: 2 }),
                clearance: g.clearance(car, post, turning, still),
                sweep: g.sweep(paths[0], paths[1]),
                scene: g.scene([paths[1]]).firstContact(paths[0]),
                distance: g.distance(car, post, turning.pose(1) ?? {}, still.pose(1) ?? {}),
            };
        });
    });
    assert.deepEqual(mine, theirs);
});

test('the answers of graze/agents are those of the whole library, bit for bit', () => {
    const [mine, theirs] = [agents.createSync(), createWhole()].map((g) => {
        const east = { x: 0, y: 0, vx: 1, vy: 0, t0: 0, t1: 10, radius: 0.5 };
        const traffic = g.traffic([0, 1, 2].map((k) => [{ ...east, y: k, vy: -k / 7, ax: k / 9 }]));
        return Array.from({ length: 12 }, (_, k) => {
            const other = { ...east, x: 5, y: 5 - k / 3, vx: 0.1 * k, vy: -1, radius: 0.3 };
            const batch = g.movingDiscs(2, { precision: 'float64' });
            batch.agents.set([0, 1]);
            batch.records.set([0, 0, 1, 0, 0, 10, 0.5, 5, 5 - k / 3, 0.1 * k, -1, 0, 10, 0.3]);
            return {
                conflicts: g.conflicts(east, other),
                delays: g.unsafeDelays(east, other),
                approach: g.closestApproach(east, other),
                obstacle: g.velocityObstacle(east, other),
                speeds: g.unsafeSpeeds(east, other),
                velocity: g.safeVelocity(east, other),
                found: [batch.conflictsAmong(2), ...batch.relations, ...batch.intervals],
                departures: traffic.minimumDelay([other]),
                nearest: batch.nearest(2),
            };
        });
    });
    assert.deepEqual(mine, theirs);
});

test('a method of another family is absent', () => {
    const whole = /** @type {any} */ (createWhole());
    const families = {
        static: ['collide', 'compound', 'pairs', 'bodies'],
        motion: ['motion', 'firstContact', 'clearance', 'movingPairs'],
        trajectory: ['path', 'sweep', 'scene', 'boxIndex'],
        agents: ['conflicts', 'traffic', 'movingDiscs', 'safeVelocity'],
        study: ['study'],
    };
    for (const { name, entry, families: own } of ENTRIES) {
        const g = /** @type {any} */ (entry.createSync());
        for (const [family, methods] of Object.entries(families)) {
            for (const method of methods) {
                assert.equal(method in g, own.includes(family), `${name}: ${method}`);
                assert.ok(method in whole);
            }
        }
    }
});

test('each entry compiles its module once, and takes a module of the whole library too', async () => {
    const wasm = new WebAssembly.Module(readFileSync(inRepository('dist/graze.wasm')));
    const { Module } = WebAssembly;
    for (const { entry } of ENTRIES) {
        const first = await entry.create();
        try {
            WebAssembly.Module = /** @type {any} */ (
                () => assert.fail('the module is compiled again')
            );
            Object.defineProperty(WebAssembly.Module, Symbol.hasInstance, {
                value: (/** @type {unknown} */ value) => value instanceof Module,
            });
            for (const options of [undefined, {}, { wasm }]) {
                assert.equal(entry.createSync(options).version, first.version);
            }
        } finally {
            WebAssembly.Module = Module;
        }
    }
});

test('graze/solid compiles its module once, and refuses that of the other entries', async () => {
    const wasm = readFileSync(inRepository('dist/graze.wasm'));
    const { version } = readJson('package.json');
    assert.equal((await solid.create()).version, version);
    const own = readFileSync(inRepository('build/wasm/graze-solid.wasm'));
    assert.equal(solid.createSync({ wasm: own }).relation.length, 4);
    const refused = { code: 'bad-module', argument: 'options.wasm' };
    assert.throws(() => solid.createSync({ wasm }), refused);
    await assert.rejects(solid.create({ wasm }), refused);
    assert.throws(() => standing.createSync({ wasm: new Uint8Array(8) }), { code: 'bad-module' });
});

/** The list of exports was kept by hand, and missed one function: the first call after this one was a TypeError. */
test('a call that ends in a stack overflow leaves the instance as it was', () => {
    const g = createSync();
    const [a, b] = [g.box(2, 1), g.disc(1)];
    const expected = g.distance(a, b, { x: 4 });
    let isCut = false;
    const calls = [() => g.relation(a, b), () => g.distance(a, b, { x: 4 }), () => g.collide(a, a)];
    /** Calls at each depth until the stack overflows in the middle of a call. */
    const dive = (/** @type {() => unknown} */ call) => {
        try {
            call();
        } catch (error) {
            assert.ok(error instanceof RangeError, String(error));
            isCut = true;
            return;
        }
        dive(call);
    };
    for (let k = 0; k < 60; k++) {
        try {
            dive(calls[k % 3]);
        } catch (error) {
            assert.ok(error instanceof RangeError, String(error));
        }
        assert.deepEqual(g.distance(a, b, { x: 4 }), expected);
    }
    assert.ok(isCut);
});

test('the module of each entry has the calls of the families that it imports, and no others', () => {
    for (const { name, families } of [...ENTRIES, ...SOLIDS]) {
        const entry = readFileSync(inRepository(`js/graze/entries/${name}.js`), 'utf8');
        const imports = entry.matchAll(/'\.\.\/(\w+)\/index\.js'/g);
        assert.deepEqual(Array.from(imports, ([, family]) => family).sort(), families.sort());
        // Bodies in space have the index of boxes of the plane.
        const isShared = (/** @type {string} */ call) =>
            families.includes('solid') && call.startsWith('box_index_');
        const calls = readTable()
            .filter(({ call, family }) => {
                return family === 'core' || families.includes(family) || isShared(call);
            })
            .map(({ call }) => `graze_wasm_${call}`)
            .sort();
        const bundle = readFileSync(inRepository(`dist/${name}.js`), 'utf8');
        assert.deepEqual([...new Set(bundle.match(/\bgraze_wasm_\w+/g))].sort(), calls);
        const module = new WebAssembly.Module(
            readFileSync(inRepository(`build/wasm/graze-${name}.wasm`)),
        );
        assert.deepEqual(WebAssembly.Module.imports(module), []);
        const exported = WebAssembly.Module.exports(module).map((each) => each.name);
        assert.deepEqual(exported.filter((each) => each.startsWith('graze_')).sort(), calls);
    }
});
