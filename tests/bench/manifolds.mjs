/**
 * Contact manifolds beside those of Box2D 3, in answers and in time:
 *   node tests/bench/manifolds.mjs [BOX2D] [--pairs N] [--rounds N]
 * BOX2D is a module of Box2D's queries; without it graze is timed alone. It is built from a checkout of
 * https://github.com/erincatto/box2d (commit 617d32ab), in which B2_MAX_POLYGON_VERTICES of
 * include/box2d/collision.h is raised to 16:
 *   emcc -O3 -msimd128 -mbulk-memory -DNDEBUG -Iinclude -Isrc -sSTANDALONE_WASM --no-entry -sALLOW_MEMORY_GROWTH=1 \
 *     GRAZE/tests/bench/box2d_queries.c src/{manifold,distance,hull,geometry,math_functions,core}.c -o BOX2D
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createSync } from 'graze';
import { instantiateModule, memoryWriter } from '../../js/bench/foreign.js';
import { measure } from '../../js/bench/measure.js';
import { medianRatio, quantile } from '../../js/bench/statistics.js';
import { compareManifolds, formatComparison } from './manifold_comparison.js';
import { manifoldPairs, toShape } from './manifold_pairs.js';

/**
 * @import { Graze, PairBatch } from 'graze'
 * @import { ManifoldPairs } from './manifold_pairs.js'
 */

const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        pairs: { type: 'string', default: '4096' },
        rounds: { type: 'string', default: '31' },
        only: { type: 'string', default: '' },
    },
});
const [path] = positionals;
const count = Number(values.pairs);
const rounds = Number(values.rounds);
const module = path === undefined ? null : await WebAssembly.compile(await readFile(path));
if (module === null) console.log('Box2D: no module given, so graze is measured alone\n');

/** Numbers of a record of box2d_queries.c. */
const RECORD_NUMBERS = 11;

/** @param {Graze} g @param {ManifoldPairs} pairs */
function grazeBatch(g, pairs) {
    const batch = g.pairs(pairs.a.length, { manifolds: true });
    const ids = pairs.bodies.map((body) => toShape(g, body).id);
    batch.shapeA.set(pairs.a.map((k) => ids[k]));
    batch.shapeB.set(pairs.b.map((k) => ids[k]));
    batch.poseA.set(pairs.poseA);
    batch.poseB.set(pairs.poseB);
    return batch;
}

/** @param {WebAssembly.Module} module @param {ManifoldPairs} pairs */
function box2d(module, pairs) {
    const wasm = /** @type {any} */ (instantiateModule(module));
    const write = memoryWriter(wasm);
    const ids = pairs.bodies.map(({ points, radius }) =>
        wasm.manifold_shape(write(points), points.length / 2, radius),
    );
    if (ids.some((id) => id < 0)) throw new Error('the module does not support these outlines');
    const out = wasm.bench_alloc(4 * RECORD_NUMBERS * pairs.a.length);
    const a = write(pairs.a.map((k) => ids[k]));
    const b = write(pairs.b.map((k) => ids[k]));
    const [poseA, poseB] = [write(pairs.poseA), write(pairs.poseB)];
    return {
        /** @param {number} first @param {number} size */
        run(first, size) {
            const moved = 4 * first;
            wasm.manifold_pairs(a + moved, b + moved, poseA + 4 * moved, poseB + 4 * moved, out);
            wasm.manifold_run(size);
        },
        manifolds() {
            wasm.manifold_pairs(a, b, poseA, poseB, out);
            wasm.manifold_run(pairs.a.length);
            const length = RECORD_NUMBERS * pairs.a.length;
            const numbers = new Float32Array(wasm.memory.buffer, out, length);
            const names = new Uint32Array(wasm.memory.buffer, out, length);
            return Array.from(pairs.a, (_, k) => {
                const [points, x, y, ...rest] = numbers.subarray(
                    RECORD_NUMBERS * k,
                    RECORD_NUMBERS * (k + 1),
                );
                return {
                    normal: /** @type {[number, number]} */ ([x, y]),
                    points: Array.from({ length: points }, (_, i) => ({
                        x: rest[3 * i],
                        y: rest[3 * i + 1],
                        separation: rest[3 * i + 2],
                        id: names[RECORD_NUMBERS * k + 9 + i],
                    })),
                };
            });
        },
        /** @param {Float32Array} poses */
        move(poses) {
            new Float32Array(wasm.memory.buffer, poseB, poses.length).set(poses);
        },
        speculative: wasm.manifold_speculative(),
    };
}

/** @type {{ name: string, kinds: any, n: number, tilt: number | null }[]} */
const CLASSES = [
    ...[4, 8, 16].map((n) => ({
        name: `n=${n}`,
        kinds: ['polygon', 'polygon'],
        n,
        tilt: null,
    })),
    { name: 'box', kinds: ['box', 'box'], n: 4, tilt: null },
    { name: 'box on box', kinds: ['box', 'box'], n: 4, tilt: 0.001 },
    { name: 'rounded', kinds: ['rounded', 'rounded'], n: 4, tilt: null },
    { name: 'rounded on box', kinds: ['box', 'rounded'], n: 4, tilt: 0.001 },
    { name: 'capsules', kinds: ['capsule', 'capsule'], n: 2, tilt: null },
    { name: 'capsule on box', kinds: ['box', 'capsule'], n: 4, tilt: 0.001 },
    { name: 'disc on box', kinds: ['box', 'disc'], n: 4, tilt: null },
    { name: 'discs', kinds: ['disc', 'disc'], n: 1, tilt: null },
];

for (const depth of /** @type {const} */ (['near', 'shallow', 'deep'])) {
    for (const { name, kinds, n, tilt } of CLASSES) {
        if (!`${depth} ${name}`.includes(values.only)) continue;
        const g = createSync();
        const pairs = manifoldPairs(g, { kinds, n, depth, tilt, count, seed: 'a' });
        const batch = grazeBatch(g, pairs);
        const chunks = [{ first: 0, count }];
        const reach = 0.02;
        /** @type {((first: number, size: number) => void)[]} */
        const runs = [
            (_, size) => batch.manifolds(size, reach),
            (_, size) => batch.penetration(size),
        ];
        const foreign = module === null ? null : box2d(module, pairs);
        if (foreign !== null) {
            /* Box2D names the points of discs and of pairs of capsules by no vertices. */
            const hasNames = kinds[0] !== 'capsule' && kinds[1] !== 'disc';
            const found = compareManifolds(pairs, batch, foreign, hasNames);
            console.log(`${depth}, ${name}: ${formatComparison(found, hasNames)}`);
            runs.push(foreign.run);
        }
        if (rounds === 0) continue;
        const times = measure(runs, chunks, rounds, 'later');
        const row = times.map((time) => `${quantile(time).toFixed(0)} ns`);
        const ratio = foreign === null ? '' : `, x${medianRatio(times[2], times[0]).toFixed(2)}`;
        console.log(
            `    manifolds ${row[0]}, penetration ${row[1]}${foreign ? `, Box2D ${row[2]}${ratio}` : ''}`,
        );
    }
}
