import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createSync as createWhole } from 'graze';
import { create, createSync, GrazeError } from 'graze/static';
import { readTable } from '../../wasm/boundary.mjs';
import { inRepository, readJson } from '../helpers.js';

/** Tests the entry for static bodies: the same answers from a quarter of the bytes. */

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

test('graze/static needs no SIMD of the host', () => {
    const { validate } = WebAssembly;
    try {
        WebAssembly.validate = () => false;
        assert.equal(createSync().version, readJson('package.json').version);
    } finally {
        WebAssembly.validate = validate;
    }
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

test('the module of graze/static has the calls of the families that its entry imports, and no others', () => {
    const entry = readFileSync(inRepository('js/graze/entries/static.js'), 'utf8');
    const families = Array.from(entry.matchAll(/'\.\.\/(\w+)\/index\.js'/g), ([, name]) => name);
    assert.deepEqual(families, ['static']);
    const calls = readTable()
        .filter(({ family }) => family === 'core' || families.includes(family))
        .map(({ call }) => `graze_wasm_${call}`);
    const module = new WebAssembly.Module(
        readFileSync(inRepository('build/wasm/graze-static.wasm')),
    );
    assert.deepEqual(WebAssembly.Module.imports(module), []);
    const exported = WebAssembly.Module.exports(module).map(({ name }) => name);
    const own = exported.filter((name) => name.startsWith('graze_'));
    assert.deepEqual(own.sort(), calls.sort());
    const bundle = readFileSync(inRepository('dist/static.js'), 'utf8');
    assert.deepEqual([...new Set(bundle.match(/\bgraze_wasm_\w+/g))].sort(), calls);
});
