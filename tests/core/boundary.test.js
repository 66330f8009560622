import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { createSync, GrazeError } from 'graze';
import { create as createExternal, createSync as createExternalSync } from 'graze/external';
import { createSync as createScalar } from 'graze/scalar';
import { readTable, SEPARATE_FAMILIES } from '../../wasm/boundary.mjs';
import { inRepository, readJson } from '../helpers.js';

const SIMD = inRepository('dist/graze.wasm');
const SCALAR = inRepository('dist/graze-scalar.wasm');

/** @param {string} path */
function moduleAt(path) {
    return new WebAssembly.Module(readFileSync(path));
}

/** Returns the names of all functions of the boundary. */
function readGlue() {
    return readdirSync(inRepository('wasm'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.c'))
        .map((name) => readFileSync(inRepository(`wasm/${name}`), 'utf8'))
        .join('\n');
}

/** Exports that the toolchain always adds. */
const TOOLCHAIN = [
    'memory',
    '_initialize',
    '__errno_location',
    '__indirect_function_table',
    'stackAlloc',
    'stackRestore',
    'stackSave',
];

test('the modules import nothing', () => {
    for (const path of [SIMD, SCALAR]) {
        assert.deepEqual(WebAssembly.Module.imports(moduleAt(path)), []);
    }
});

test('the table, the modules, the binding and the glue name the same functions', () => {
    const all = readTable();
    // The module of the entry graze/solid has its own queries: see families.test.js.
    const rows = all.filter(({ family }) => !SEPARATE_FAMILIES.includes(family));
    const listed = rows.map(({ call }) => `graze_wasm_${call}`).sort();
    for (const path of [SIMD, SCALAR]) {
        const exported = WebAssembly.Module.exports(moduleAt(path)).map(({ name }) => name);
        assert.deepEqual(exported.filter((name) => !TOOLCHAIN.includes(name)).sort(), listed);
        const functions = new WebAssembly.Instance(moduleAt(path)).exports;
        for (const { call, parameters } of rows) {
            const { length } = /** @type {Function} */ (functions[`graze_wasm_${call}`]);
            assert.equal(length, parameters.length, call);
        }
    }
    const binding = readFileSync(inRepository('js/graze/core/calls.js'), 'utf8');
    const called = binding.match(/graze_wasm_\w+/g);
    const inBoth = all.map(({ call }) => `graze_wasm_${call}`).sort();
    assert.deepEqual(called?.sort(), inBoth);
    const defined = new Set(
        readGlue()
            .match(/^\w[^;={}]*?\b(graze_wasm_\w+)(?=\()/gm)
            ?.map((line) => /\w+$/.exec(line)?.[0]),
    );
    assert.deepEqual([...defined].sort(), inBoth);
});

/** Functions that only C calls, within larger queries, and trees that are kept. */
const FOR_C_ONLY = [
    'graze_placement_pose',
    'graze_motion_window',
    'graze_motion_terms',
    'graze_trace_contact',
    'graze_clock_time',
    'graze_paths_share_clock',
    'graze_path_tree',
    'graze_path_tree_size',
    'graze_minimum_delay',
    'graze_unsafe_delays',
    'graze_velocity_obstacle',
    'graze_velocity_is_unsafe',
    'graze_unsafe_speeds',
    'graze_safe_velocity',
    'graze_solid_motion_window',
];

test('the glue calls every function that graze.h declares', () => {
    const header = readFileSync(inRepository('src/graze.h'), 'utf8');
    const glue = readGlue();
    const declared = new Set(header.match(/\bgraze_[a-z_]+(?=\()/g));
    assert.ok(declared.size >= 10);
    for (const name of FOR_C_ONLY) assert.ok(declared.delete(name), name);
    for (const name of declared) assert.match(glue, new RegExp(`\\b${name}\\b`));
});

test('every build reports the version of the package', () => {
    const { version } = readJson('package.json');
    assert.equal(createSync().version, version);
    assert.equal(createScalar().version, version);
});

test('the scalar and the SIMD module give the same bits', () => {
    const builds = [createSync(), createScalar()];
    const pairs = [
        ...readJson('tests/vectors/dev_gjk.json').pairs,
        ...readJson('tests/vectors/dev_round.json').pairs,
    ];
    pairs.forEach((pair, k) => {
        const pose = k % 2 === 0 ? undefined : { x: 0.1 * k, y: -0.3, angle: 0.7 * k };
        const [simd, scalar] = builds.map((g) => {
            const a = g.polygon(pair.a, { radius: pair.ra ?? 0 });
            const b = g.polygon(pair.b, { radius: pair.rb ?? 0 });
            const answer = [g.distance(a, b, pose), g.collide(a, b, pose), g.relation(a, b, pose)];
            a.free();
            b.free();
            return answer;
        });
        assert.deepEqual(simd, scalar, pair.id);
    });
    const segment = { x: 0.1, y: 0.2, vx: 1.3, vy: -0.7, t0: 0, t1: 9, radius: 0.45 };
    const other = { x: 5, y: -3, vx: -0.2, vy: 0.1, t0: 1, t1: 7, radius: 0.3 };
    const [simd, scalar] = builds.map((g) => [
        g.conflictIntervals(segment, other),
        g.closestApproach(segment, other),
        g.closestApproach(segment, { x: 4, y: -2, width: 1, height: 2 }),
    ]);
    assert.deepEqual(simd, scalar);
});

test('importing the package compiles no module', async () => {
    const { Module, Instance } = WebAssembly;
    const fail = () => assert.fail('compiled on import');
    try {
        WebAssembly.Module = /** @type {any} */ (fail);
        WebAssembly.Instance = /** @type {any} */ (fail);
        await import(`../../dist/graze.js?again=${Date.now()}`);
    } finally {
        WebAssembly.Module = Module;
        WebAssembly.Instance = Instance;
    }
});

test('instances are independent', () => {
    const [one, two] = [createSync(), createSync()];
    const shapes = [one.disc(1), two.disc(5)];
    assert.equal(shapes[0].id, shapes[1].id);
    assert.equal(one.distance(shapes[0], shapes[0], { x: 4 }).distance, 2);
    assert.equal(two.distance(shapes[1], shapes[1], { x: 4 }).relation, 'overlapping');
    shapes[0].free();
    assert.equal(two.collide(shapes[1], shapes[1]), true);
});

test('memory that grows during a query changes no answer, and views follow it', () => {
    const g = createSync();
    const [a, b] = [g.box(2, 2), g.disc(1)];
    const before = g.distance(a, b, undefined, { x: 5, y: 1 });
    const batch = g.movingDiscs(2, { precision: 'float64' });
    batch.records.set([0, 0, 1, 0, 0, 10, 0.5, 5, 5, 0, -1, 0, 10, 0.5]);
    batch.pairs.set([0, 1]);
    const old = batch.records;
    const hull = g.hull(new Float32Array(2_000_000));
    assert.equal(old.length, 0, 'growth detaches views');
    assert.deepEqual(Array.from(batch.records.subarray(7, 9)), [5, 5]);
    assert.equal(batch.conflicts(1), 1);
    assert.deepEqual(Array.from(batch.clearances.subarray(0, 2)), [-1, 5]);
    assert.deepEqual(g.distance(a, b, undefined, { x: 5, y: 1 }), before);
    assert.deepEqual(hull.vertices, Float32Array.of(0, 0));
});

test('running out of memory is an error that leaves the instance usable', () => {
    const g = createSync();
    const a = g.disc(1);
    assert.throws(() => g.movingDiscs(2 ** 24, { pairs: 2 ** 24, precision: 'float64' }), {
        code: 'out-of-memory',
        message: /takes 2634023\d{3} bytes, and an instance has at most 2147483648/,
    });
    assert.equal(g.collide(a, a), true);
});

test('batches of the largest documented size fit, and their last record counts', () => {
    const precision = /** @type {const} */ ('float64');
    for (const [capacity, options] of /** @type {const} */ ([
        [13_000_000, { precision }],
        [16_000_000, {}],
        [2 ** 24, { precision, pairs: 2 ** 21 }],
        [2 ** 24, { pairs: 2 ** 21 }],
    ])) {
        const batch = createSync().movingDiscs(capacity, options);
        assert.equal(batch.records.length, 7 * capacity);
        assert.equal(batch.agents[capacity - 1], capacity - 1);
        batch.records.fill(1, -7);
        batch.records[7 * capacity - 2] = 2;
        batch.pairs.set([capacity - 1, capacity - 1]);
        assert.equal(batch.conflicts(1), 1);
        batch.free();
    }
});

test('createExternal takes bytes, a response or a compiled module', async () => {
    const bytes = readFileSync(SIMD);
    const module = new WebAssembly.Module(bytes);
    for (const wasm of [bytes, new Response(bytes), Promise.resolve(new Response(bytes)), module]) {
        const g = await createExternal({ wasm });
        assert.equal(g.collide(g.disc(1), g.disc(1), { x: 3 }), false);
    }
    assert.equal(createExternalSync({ wasm: module }).version, createSync().version);
});

test('a module that is not graze is refused by name', async () => {
    const empty = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
    const options = (/** @type {any} */ wasm) => ({ wasm });
    assert.throws(() => createSync(options(empty)), { code: 'bad-module' });
    assert.throws(() => createSync(options(Uint8Array.of(1, 2, 3))), { code: 'bad-module' });
    assert.throws(() => createSync(options('graze.wasm')), { code: 'wrong-type' });
    assert.throws(() => createExternalSync(/** @type {any} */ ({})), { code: 'wrong-type' });
    await assert.rejects(createExternal({ wasm: new Response('', { status: 404 }) }), {
        code: 'bad-module',
    });
    await assert.rejects(createExternal(/** @type {any} */ ({ wams: empty })), {
        code: 'unknown-option',
    });
});

test('a compiled module can be sent to a worker', async () => {
    const module = moduleAt(SIMD);
    const source = `
        import { parentPort, workerData } from 'node:worker_threads';
        import { create } from 'graze';
        const g = await create({ wasm: workerData });
        parentPort.postMessage(g.distance(g.disc(1), g.disc(1), undefined, { x: 5 }).distance);
    `;
    // The worker's code has the repository's address, so that it can import the package by name.
    const worker = new Worker(
        new URL(
            `data:text/javascript,${encodeURIComponent(source.replace("'graze'", `'${import.meta.resolve('graze')}'`))}`,
        ),
        {
            workerData: module,
        },
    );
    const answer = await new Promise((resolve, reject) => {
        worker.on('message', resolve);
        worker.on('error', reject);
    });
    await worker.terminate();
    assert.equal(answer, 3);
});

test('after a trap every call reports that the instance is dead', () => {
    // This module has graze's exports, of which one traps.
    const g = createSync();
    const batch = g.movingDiscs(1);
    const a = g.disc(1);
    const original = WebAssembly.Instance;
    try {
        WebAssembly.Instance = /** @type {any} */ (
            function TrappingInstance(/** @type {WebAssembly.Module} */ module) {
                const { exports } = new original(module, {});
                const trap = () => {
                    throw new WebAssembly.RuntimeError('unreachable');
                };
                return { exports: { ...exports, graze_wasm_collide: trap } };
            }
        );
        const doomed = createSync();
        const shape = doomed.disc(1);
        assert.throws(
            () => doomed.collide(shape, shape),
            ({ code, cause }) =>
                code === 'instance-dead' && cause instanceof WebAssembly.RuntimeError,
        );
        assert.throws(() => doomed.distance(shape, shape), { code: 'instance-dead' });
        assert.throws(() => doomed.disc(1), { code: 'instance-dead' });
    } finally {
        WebAssembly.Instance = original;
    }
    assert.equal(g.collide(a, a), true);
    batch.free();
});

test('errors carry argument, index and value', () => {
    try {
        createSync().polygon([
            [0, 0],
            [2, 0],
            [1, 0.5],
            [0, 2],
        ]);
        assert.fail('accepted');
    } catch (error) {
        assert.ok(error instanceof GrazeError);
        assert.equal(
            error.message,
            'points: point 2: the outline is not convex at this point, at (1, 0.5)',
        );
        assert.deepEqual(
            [error.code, error.argument, error.index, error.value],
            ['not-convex', 'points', 2, [1, 0.5]],
        );
    }
});
