import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { createSync } from 'graze';
import { inRepository } from '../helpers.js';
import { refuses } from '../refuses.js';

const g = createSync();

const SQUARE = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
];

test('a polygon is stored counter-clockwise, without duplicates and points inside an edge', () => {
    const expected = Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1);
    assert.deepEqual(g.polygon(SQUARE).vertices, expected);
    const busy = [
        [0, 0],
        [0, 0],
        [0.5, 0],
        [1, 0],
        [1, 0.25],
        [1, 0.5],
        [1, 1],
        [1, 1],
        [0, 1],
        [0, 0.5],
        [0, 0],
    ];
    const sorted = (/** @type {Float32Array} */ v) => {
        const pairs = [];
        for (let k = 0; k < v.length; k += 2) pairs.push(`${v[k]},${v[k + 1]}`);
        return pairs.sort();
    };
    assert.deepEqual(sorted(g.polygon(busy).vertices), sorted(expected));
    assert.deepEqual(sorted(g.polygon(busy.slice().reverse()).vertices), sorted(expected));
    assert.deepEqual(sorted(g.polygon(busy.flat()).vertices), sorted(expected));
    assert.deepEqual(sorted(g.polygon(Float32Array.from(busy.flat())).vertices), sorted(expected));
});

test('clockwise outlines are reversed', () => {
    const { vertices: v } = g.polygon(SQUARE.slice().reverse());
    let area = 0;
    for (let k = 0; k < v.length; k += 2) {
        const next = (k + 2) % v.length;
        area += v[k] * v[next + 1] - v[k + 1] * v[next];
    }
    assert.equal(area, 2);
});

test('flat outlines become segments and points', () => {
    const line = [
        [0, 0],
        [2, 2],
        [1, 1],
        [3, 3],
        [0, 0],
    ];
    assert.deepEqual(g.polygon(line).vertices, Float32Array.of(0, 0, 3, 3));
    assert.deepEqual(g.hull(line).vertices, Float32Array.of(0, 0, 3, 3));
    const point = [
        [5, 6],
        [5, 6],
        [5, 6],
    ];
    assert.deepEqual(g.polygon(point).vertices, Float32Array.of(5, 6));
    assert.deepEqual(g.hull(point).vertices, Float32Array.of(5, 6));
});

test('an outline that is not convex is refused at its reflex vertex', () => {
    const dart = [
        [0, 0],
        [4, 0],
        [1, 1],
        [0, 4],
    ];
    refuses(() => g.polygon(dart), { code: 'not-convex', argument: 'points', index: 2 });
    refuses(() => g.polygon(dart.slice().reverse()), { code: 'not-convex', index: 1 });
});

test('pentagrams, bow ties and spikes are refused', () => {
    const corner = (/** @type {number} */ k) => [
        Math.cos((k * 2 * Math.PI) / 5),
        Math.sin((k * 2 * Math.PI) / 5),
    ];
    // It turns left at every vertex, but goes round twice.
    refuses(() => g.polygon([0, 2, 4, 1, 3].map(corner)), { code: 'not-convex' });
    refuses(() => g.polygon([...SQUARE, ...SQUARE]), { code: 'not-convex' });
    const bow = [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
    ];
    refuses(() => g.polygon(bow), { code: 'not-convex' });
    const spike = [
        [0, 0],
        [2, 0],
        [1, 0],
        [1, 1],
    ];
    refuses(() => g.polygon(spike), { code: 'not-convex', index: 1 });
    const spikeAtLowest = [
        [0, 0],
        [1, 1],
        [2, 2],
        [0, 3],
        [2, 2],
    ];
    refuses(() => g.polygon(spikeAtLowest), { code: 'not-convex' });
});

test('hulls that other libraries computed wrongly are right', () => {
    // Gift wrapping does not stop on these collinear points (Box2D issue 326).
    assert.deepEqual(
        g.hull([
            [0, 0],
            [10, 10],
            [5, 5],
            [3, 3],
        ]).vertices,
        Float32Array.of(0, 0, 10, 10),
    );
    // A nearly collinear pentagon (Box2D issue 296).
    const pentagon = [
        [-1.70082211, -1.43221712],
        [0.5, -0.5],
        [0.104992867, 0.97400856],
        [-0.658002853, 0.926608086],
        [-0.994554818, 0.165337861],
    ];
    assert.equal(g.hull(pentagon).vertices.length, 10);
    // A regular hexagon given clockwise (Defold issue 10522).
    const hexagon = [
        [0, 50],
        [43.3, 25],
        [43.3, -25],
        [0, -50],
        [-43.3, -25],
        [-43.3, 25],
    ];
    assert.equal(g.polygon(hexagon).vertices.length, 12);
});

test('values that are not coordinates are refused, with their place', () => {
    const bad = [
        [0, 0],
        [1, Number.NaN],
    ];
    refuses(() => g.polygon(bad), { code: 'not-finite', argument: 'points[1][1]', index: 1 });
    refuses(() => g.hull([0, 0, Infinity, 1]), {
        code: 'not-finite',
        argument: 'points[2]',
        index: 1,
    });
    refuses(() => g.polygon([0, 0, 1e39, 1]), { code: 'out-of-range', index: 1 });
    refuses(
        () =>
            g.polygon(
                /** @type {any} */ ([
                    [0, 0],
                    ['1', 1],
                ]),
            ),
        { code: 'wrong-type', index: 1 },
    );
    refuses(() => g.polygon(/** @type {any} */ ([[0, 0], [1]])), { code: 'wrong-type', index: 1 });
    refuses(() => g.polygon([0, 0, 1]), { code: 'wrong-type', argument: 'points' });
    refuses(() => g.polygon(/** @type {any} */ ('0,0')), { code: 'wrong-type', value: '0,0' });
    refuses(() => g.polygon([]), { code: 'too-few-points' });
    refuses(() => g.hull([]), { code: 'too-few-points' });
});

test('radii and sizes are checked', () => {
    refuses(() => g.disc(-1), { code: 'out-of-range', argument: 'radius', value: -1 });
    refuses(() => g.disc(Number.NaN), { code: 'not-finite', argument: 'radius' });
    refuses(() => g.disc(/** @type {any} */ (undefined)), {
        code: 'wrong-type',
        argument: 'radius',
    });
    refuses(() => g.capsule(0, 0, 1, Infinity, 1), { code: 'not-finite', argument: 'by' });
    refuses(() => g.box(-1, 1), { code: 'out-of-range', argument: 'width' });
    refuses(() => g.box(1, 1e39), { code: 'out-of-range' });
    refuses(() => g.polygon(SQUARE, { radius: -1 }), { code: 'out-of-range', argument: 'radius' });
    refuses(() => g.polygon(SQUARE, /** @type {any} */ ({ radius: 1, round: 2 })), {
        code: 'unknown-option',
        value: 'round',
    });
});

test('poses and options are checked', () => {
    const [a, b] = [g.disc(1), g.disc(1)];
    refuses(() => g.collide(a, b, { x: Number.NaN }), { code: 'not-finite', argument: 'poseA.x' });
    refuses(() => g.collide(a, b, undefined, { angle: 2e7 }), {
        code: 'out-of-range',
        argument: 'poseB.angle',
    });
    refuses(() => g.collide(a, b, /** @type {any} */ ({ theta: 1 })), { code: 'unknown-option' });
    refuses(() => g.collide(a, b, /** @type {any} */ ({ x: null })), {
        code: 'wrong-type',
        argument: 'poseA.x',
    });
    refuses(() => g.collide(a, b, /** @type {any} */ (new Map([['x', 5]]))), {
        code: 'wrong-type',
        argument: 'poseA',
    });
    for (const choice of ['subdistance', 'support', 'start', 'method']) {
        for (const value of [null, 'no such', 0]) {
            const options = /** @type {any} */ ({ [choice]: value });
            refuses(() => g.study.collide(a, b, undefined, undefined, options), {
                code: 'unknown-option',
                argument: choice,
            });
        }
    }
    refuses(
        () =>
            g.study.distance(
                a,
                b,
                undefined,
                undefined,
                /** @type {any} */ ({
                    subdistance: 'gjk',
                }),
            ),
        {
            code: 'unknown-option',
            argument: 'subdistance',
        },
    );
    refuses(() => g.distance(a, /** @type {any} */ (undefined)), {
        code: 'wrong-type',
        argument: 'b',
    });
});

test('freed and foreign shapes are errors, not crashes; freeing a shape again does nothing', () => {
    const [a, b] = [g.disc(1), g.disc(1)];
    a.free();
    refuses(() => g.collide(a, b), {
        code: 'stale-handle',
        argument: 'a',
        message: 'a: this disc was freed',
    });
    refuses(() => g.distance(b, a), { code: 'stale-handle', argument: 'b' });
    refuses(() => a.vertices, { code: 'stale-handle' });
    a.free();
    const reused = g.disc(2);
    refuses(() => g.collide(a, b), { code: 'stale-handle' });
    assert.notEqual(reused.id, a.id);
    a.free();
    assert.equal(reused.vertices.length, 2, 'what has taken its place stays');
    const foreign = createSync().disc(1);
    refuses(() => g.collide(b, foreign), { code: 'foreign-handle', argument: 'b' });
});

test('shapes can be disposed', () => {
    const shape = g.disc(1);
    const dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');
    /** @type {any} */ (shape)[dispose]();
    refuses(() => shape.vertices, { code: 'stale-handle' });
});

test('on a host without Symbol.dispose, objects have the symbol that compilers look for then', async () => {
    const { outputFiles } = await build({
        stdin: { contents: "export * from 'graze';", resolveDir: inRepository('.') },
        bundle: true,
        write: false,
        format: 'iife',
        globalName: 'graze',
        target: 'es2022',
    });
    const codes = runInNewContext(
        `${outputFiles[0].text}
        (() => {
            const g = graze.createSync();
            const things = [g.disc(1), g.motion.static(), g.pairs(1), g.bodies(1), g.scene([])];
            for (const one of things) one[Symbol.for('Symbol.dispose')]();
            const codes = [];
            for (const ask of [() => things[0].vertices, () => things[3].poses]) {
                try { ask(); } catch (error) { codes.push(error.code); }
            }
            return [typeof Symbol.dispose, ...codes].join(' ');
        })()`,
        { WebAssembly },
    );
    assert.match(codes, /^(undefined|symbol) stale-handle stale-handle$/);
    // New contexts have the symbol since Node 24.
    if (process.version.startsWith('v20.')) assert.match(codes, /^undefined/);
});

/**
 * Returns a strictly convex polygon with integer vertices: its edges are all primitive vectors of at most `size`,
 * sorted by direction.
 */
function latticePolygon(/** @type {number} */ size) {
    const divisor = (/** @type {number} */ p, /** @type {number} */ q) => {
        while (q !== 0) [p, q] = [q, p % q];
        return p;
    };
    const edges = [];
    for (let p = -size; p <= size; p++) {
        for (let q = -size; q <= size; q++) {
            if (divisor(Math.abs(p), Math.abs(q)) === 1) edges.push([p, q]);
        }
    }
    edges.sort((e, f) => Math.atan2(e[1], e[0]) - Math.atan2(f[1], f[0]));
    let [x, y] = [0, 0];
    return edges.map(([p, q]) => {
        x += p;
        y += q;
        return [x, y];
    });
}

test('a polygon of 24,000 vertices works, and returns its memory', () => {
    const own = createSync();
    const points = latticePolygon(100);
    assert.ok(points.length > 24_000);
    const small = own.disc(1);
    const big = own.polygon(points);
    const used = own.memoryUsed;
    assert.equal(big.vertices.length, 2 * points.length);
    assert.equal(own.hull(points.slice().reverse()).vertices.length, 2 * points.length);
    const right = Math.max(...points.map(([px]) => px));
    const top = points.find(([px]) => px === right)?.[1] ?? 0;
    assert.equal(own.distance(big, small, undefined, { x: right + 11, y: top }).distance, 10);
    big.free();
    for (let k = 0; k < 20; k++) own.polygon(points).free();
    assert.ok(own.memoryUsed - used <= 2 ** 19 + 64);
});

test('making and freeing shapes does not grow memory', () => {
    const own = createSync();
    own.polygon(SQUARE).free();
    const used = own.memoryUsed;
    for (let k = 0; k < 20_000; k++) own.polygon(SQUARE).free();
    // Slots whose generations are used up are retired, so the table of handles may grow a little.
    assert.ok(own.memoryUsed - used < 4096);
});
