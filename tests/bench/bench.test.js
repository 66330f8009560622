import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createSync } from 'graze';
import { orient2d } from 'robust-predicates';
import { checkAnswers, findError } from '../../js/bench/check.js';
import { EXACT, LENIENT, TASKS } from '../../js/bench/contestant.js';
import { foreignContestant } from '../../js/bench/foreign.js';
import { createShapes, queryPairs, toPoses } from '../../js/bench/graze.js';
import { placeVertices, separation } from '../../js/bench/oracle.js';
import { BODIES, makePairs, makeShapes, SCENES } from '../../js/bench/pairs.js';
import { medianRatio, quantile } from '../../js/bench/statistics.js';
import { parse, readOptions, run } from '../../js/cli/commands/bench.js';
import { UsageError } from '../../js/cli/console/exit.js';
import { box2dCore } from '../../web/tabs/benchmark/peers/box2d_core.js';
import { detectCollisions } from '../../web/tabs/benchmark/peers/detect_collisions.js';
import { planck } from '../../web/tabs/benchmark/peers/planck.js';
import { loadRapier } from '../../web/tabs/benchmark/peers/rapier.js';
import { sat } from '../../web/tabs/benchmark/peers/sat.js';
import { inRepository } from '../helpers.js';
import { relatePolygons } from '../oracle/static_oracle.js';
import { refine } from './exact.js';

/**
 * Tests the parts of the benchmark: a benchmark that does not measure what it claims is worse than none.
 *
 * @import { Contestant } from '../../js/bench/contestant.js'
 * @import { PairSet } from '../../js/bench/pairs.js'
 */

const folder = mkdtempSync(join(tmpdir(), 'graze-bench-'));
after(() => rmSync(folder, { recursive: true }));

const QUICK = ['--n', '8', '--pairs', '96', '--rounds', '2'];

/**
 * Runs the command in this process, with more contestants.
 *
 * @param {string[]} args
 * @param {Contestant[]} contestants
 */
async function graze(args, contestants) {
    let stdout = '';
    const print = (/** @type {string} */ text) => {
        stdout += text;
    };
    const code = await run([...QUICK, ...args], { contestants, print });
    return { code, stdout };
}

/** @param {Float64Array} outline */
function pointsOf(outline) {
    return Array.from({ length: outline.length / 2 }, (_, k) => [
        outline[2 * k],
        outline[2 * k + 1],
    ]);
}

/** @param {PairSet} set @param {number} pair */
function placed(set, pair) {
    const { shapes, shapeA, shapeB, poseA, poseB } = set;
    return [
        placeVertices(shapes[shapeA[pair]], poseA, pair),
        placeVertices(shapes[shapeB[pair]], poseB, pair),
    ];
}

test('a random polygon of n vertices has n, and is strictly convex as rounded to float32', () => {
    const g = createSync();
    for (const body of BODIES) {
        for (const outline of makeShapes(body, 7)) {
            const n = body === 'box' ? 4 : Number(body);
            assert.equal(outline.length, 2 * n);
            for (let k = 0; k < n; k++) {
                const [p, q, r] = [0, 2, 4].map((step) => (2 * k + step) % outline.length);
                const [x, y] = [outline[r], outline[r + 1]];
                // robust-predicates has y downwards: counter-clockwise is negative.
                assert.ok(
                    orient2d(outline[p], outline[p + 1], outline[q], outline[q + 1], x, y) < 0,
                );
            }
            const shape = g.polygon(outline);
            assert.equal(shape.vertices.length, 2 * n);
            shape.free();
        }
    }
});

test('one seed gives the same bits whatever else is generated; another seed gives others', () => {
    const what = { body: BODIES[3], scene: SCENES[2], count: 300, seed: 1 };
    const digest = (/** @type {PairSet} */ { shapes, shapeA, shapeB, poseA, poseB }) => {
        const hash = createHash('sha256');
        for (const part of [...shapes, shapeA, shapeB, poseA, poseB]) hash.update(part);
        return hash.digest('hex').slice(0, 16);
    };
    assert.equal(digest(makePairs(what)), 'df0d76e7580871f7');
    makePairs({ ...what, scene: 'distant' });
    assert.equal(digest(makePairs(what)), 'df0d76e7580871f7');
    assert.notEqual(digest(makePairs({ ...what, seed: 2 })), 'df0d76e7580871f7');
});

test('distant pairs are disjoint, overlapping ones deep, touching ones within rounding of contact', () => {
    for (const body of BODIES) {
        const of = (/** @type {typeof SCENES[number]} */ scene) =>
            makePairs({ body, scene, count: 400, seed: 3 }).separation;
        assert.ok(of('distant').every((gap) => gap > 0.05));
        assert.ok(of('overlapping').every((gap) => gap < -0.01));
        const touching = of('touching');
        assert.ok(touching.every((gap) => Math.abs(gap) < 4e-6));
        assert.ok(touching.some((gap) => gap > 0) && touching.some((gap) => gap < 0));
    }
});

test("the benchmark's oracle agrees with the exact one on distance and on depth along a separating axis", () => {
    for (const scene of SCENES) {
        const set = makePairs({ body: '8', scene, count: 60, seed: 4 });
        for (let pair = 0; pair < set.count; pair++) {
            const [a, b] = placed(set, pair);
            const exact = relatePolygons(pointsOf(a), pointsOf(b));
            const expected = exact.relation === 'disjoint' ? exact.distance : -exact.depth;
            assert.ok(Math.abs(set.separation[pair] - expected) < 1e-14);
            assert.equal(separation(b, a) > 0, exact.relation === 'disjoint');
        }
    }
});

test('exact relations are added to touching pairs, and equal those of the package', () => {
    const set = makePairs({ body: '12', scene: 'touching', count: 128, seed: 5 });
    refine(set);
    assert.ok(set.relations && set.relations.size >= 60);
    assert.deepEqual([...new Set(set.relations.values())].sort(), [0, 2]);
    const g = createSync();
    const shapes = createShapes(g, set);
    const [p, q] = [toPoses(set.poseA), toPoses(set.poseB)];
    for (const [pair, relation] of set.relations) {
        const [a, b] = [shapes[set.shapeA[pair]], shapes[set.shapeB[pair]]];
        const answered = g.relation(a, b, p[pair], q[pair]);
        assert.equal(answered, relation === 0 ? 'disjoint' : 'overlapping');
    }
    const distant = makePairs({ body: '12', scene: 'distant', count: 8, seed: 5 });
    refine(distant);
    assert.equal(distant.relations, undefined);
});

test('medians and quartiles are right; a ratio is the median of the rounds, not the ratio of medians', () => {
    assert.equal(quantile([3, 1, 2]), 2);
    assert.equal(quantile([4, 1, 3, 2]), 2.5);
    assert.equal(quantile([5, 1, 2, 4, 3], 0.25), 2);
    assert.equal(quantile([7], 0.75), 7);
    // A disturbance of the second round slowed both contestants.
    assert.equal(medianRatio([2, 200, 2.2], [1, 100, 1]), 2);
});

test('an answer is right within tolerance; verdicts near contact are not checked; NaN is wrong', () => {
    assert.equal(findError('distance', 2, 2, EXACT.double), null);
    assert.equal(findError('distance', 0, -3, EXACT.double), null);
    assert.match(findError('distance', 2.1, 2, LENIENT) ?? '', /the distance is 2/);
    assert.notEqual(findError('distance', Number.NaN, 2, LENIENT), null);
    assert.equal(findError('collide', 0, 1, LENIENT), null);
    assert.notEqual(findError('collide', 1, 1, LENIENT), null);
    assert.equal(findError('collide', 1, 1e-5, LENIENT), null);
    assert.notEqual(findError('collide', Number.NaN, 1e-5, LENIENT), null);
    assert.notEqual(findError('collide', undefinedAnswer(), -1, LENIENT), null);
    assert.equal(findError('relation', 2, -1, LENIENT), null);
    assert.notEqual(findError('relation', 1, -1, LENIENT), null);
});

/** Returns the value that a typed array has beyond its end. @returns {number} */
function undefinedAnswer() {
    return new Float32Array(0)[0];
}

test('options: lists keep their order, counts must be in range, anything else is a usage error', () => {
    const options = readOptions(parse(['--n', 'box,4', '--scenes', 'touching', '--rounds', '5']));
    assert.deepEqual(options.bodies, ['4', 'box']);
    assert.deepEqual(options.scenes, ['touching']);
    assert.deepEqual(options.tasks, ['distance', 'collide', 'relation', 'motion', 'copies']);
    assert.deepEqual([options.pairs, options.rounds, options.seed], [16384, 5, 1]);
    const wrong = [
        ['--n', '5'],
        ['--n', ''],
        ['--scenes', 'near'],
        ['--tasks', 'distance,,collide'],
        ['--rounds', '0'],
        ['--pairs', '1e3'],
        ['--pairs', '-4'],
        ['--seed', ''],
        ['--unheard-of'],
        ['positional'],
    ];
    for (const args of wrong)
        assert.throws(() => readOptions(parse(args)), UsageError, args.join());
});

test('contestants and files that cannot be used are usage errors that give the reason', async () => {
    await assert.rejects(
        graze(['--only', 'nobody'], []),
        /--only must be a list of batch, points, call/,
    );
    await assert.rejects(graze(['--foreign', 'name'], []), /--foreign must be NAME=PATH/);
    await assert.rejects(graze(['--foreign', 'a=/nowhere'], []), UsageError);
    const ours = inRepository('dist/graze.wasm');
    await assert.rejects(
        graze(['--foreign', `a=${ours}`], []),
        /does not export bench_alloc, bench_/,
    );
});

/**
 * Returns a contestant that knows the answers, except those for which `errs` is true.
 *
 * @param {Partial<Contestant>} like
 * @param {(pair: number) => boolean} errs
 * @returns {Contestant}
 */
function knowing(like, errs) {
    return {
        name: 'injected',
        description: 'knows the answers',
        baseline: 'call',
        isGraze: true,
        tolerance: EXACT.double,
        prepare: (set) => ({
            queries: {
                distance: queryPairs(
                    set,
                    (pair) => Math.max(0, set.separation[pair]) + Number(errs(pair)),
                ),
            },
        }),
        ...like,
    };
}

test('a wrong answer of graze ends the benchmark with exit code 1 before timing, and is named', async (t) => {
    const stderr = t.mock.method(process.stderr, 'write', () => true);
    const { code, stdout } = await graze(['--tasks', 'distance'], [knowing({}, (k) => k === 77)]);
    const text = stderr.mock.calls.map(({ arguments: [line] }) => String(line)).join('');
    stderr.mock.restore();
    assert.equal(code, 1);
    assert.match(
        text,
        /^injected: distance of pair 77 \(n = 8, distant\) is [\d.]+, but the distance is/,
    );
    assert.doesNotMatch(stdout, /ns per pair/);
});

test('wrong answers and failures of other libraries are reported in a footnote', async () => {
    const wrong = knowing(
        { name: 'hasty', isGraze: false, tolerance: LENIENT },
        (k) => k % 4 === 0,
    );
    const right = knowing({ name: 'careful' }, () => false);
    const broken = knowing({ name: 'broken', isGraze: false }, () => {
        throw new Error('out of order');
    });
    const args = ['--tasks', 'distance', '--scenes', 'distant', '--json', join(folder, 'out.json')];
    const { code, stdout } = await graze(args, [wrong, right, broken]);
    assert.equal(code, 0);
    assert.match(
        stdout,
        /^hasty: 25 % of 96 answers wrong, off by more than 0\.0001, at worst by 1\.0$/m,
    );
    assert.doesNotMatch(stdout, /^careful: /m);
    assert.match(stdout, /^broken fails with distance, n = 8, distant: out of order$/m);
    const { schema, node, options, rows, failures } = JSON.parse(
        readFileSync(join(folder, 'out.json'), 'utf8'),
    );
    assert.equal(schema, 1);
    assert.equal(node, process.version);
    assert.equal(options.seed, 1);
    assert.equal(rows.length, 1);
    assert.equal(failures.length, 1);
    const names = rows[0].scores.map((/** @type {{ name: string }} */ { name }) => name);
    assert.deepEqual(names, ['batch', 'points', 'call', 'call short', 'hasty', 'careful']);
    for (const { ns, low, high, ratios } of rows[0].scores) {
        assert.ok(low <= ns && ns <= high && ratios.batch > 0 && ratios.call > 0);
    }
    assert.deepEqual(readdirSync(folder), ['out.json']);
});

test('other libraries are right on nearly all pairs', async () => {
    const peers = [planck, box2dCore, await loadRapier(), sat, detectCollisions];
    for (const body of /** @type {const} */ (['4', '24', 'box'])) {
        for (const scene of SCENES) {
            const set = makePairs({ body, scene, count: 96, seed: 6 });
            for (const peer of peers) {
                const { queries, release } = peer.prepare(set);
                assert.ok(queries.collide);
                for (const task of TASKS) {
                    const query = queries[task];
                    if (query === undefined) continue;
                    const { wrong, pairs } = checkAnswers(peer, task, query, set);
                    assert.ok(
                        wrong <= 0.2 * pairs,
                        `${peer.name}: ${wrong} of ${task}, ${body}, ${scene}`,
                    );
                }
                release?.();
            }
        }
    }
});

/** Returns a vector of a wasm binary: its length, then its items. @param {number[][]} items */
function vector(...items) {
    return [items.length, ...items.flat()];
}

/** @param {number} id @param {number[]} content */
function section(id, content) {
    return [id, content.length, ...content];
}

/**
 * Returns a module with the benchmark's interface that returns 0 for every distance and has no collide. It is written
 * as bytes so that the test needs no assembler.
 */
function lazyModule() {
    const [I32, F64, END] = [0x7f, 0x7c, 0x0b];
    const type = (/** @type {number[]} */ from, /** @type {number[]} */ to) => [
        0x60,
        ...vector(...from.map((t) => [t])),
        ...vector(...to.map((t) => [t])),
    ];
    const code = (/** @type {number[]} */ body) => [body.length + 2, 0, ...body, END];
    const name = (
        /** @type {string} */ text,
        /** @type {number} */ kind,
        /** @type {number} */ k,
    ) => [...vector(...[...Buffer.from(text)].map((byte) => [byte])), kind, k];
    const types = [
        type([I32], [I32]),
        type([I32, I32], [I32]),
        type(new Array(6).fill(I32), []),
        type([I32, I32], [F64]),
        type([], [I32]),
    ];
    const bodies = [
        // The first value is the old end of the memory in use; the new end adds the bytes, in units of 16.
        [0x23, 0, 0x23, 0, 0x20, 0, 0x6a, 0x41, 15, 0x6a, 0x41, 0x70, 0x71, 0x24, 0],
        [0x41, 0],
        [],
        // task ? NaN : 0
        [
            0x20,
            0,
            0x04,
            F64,
            0x44,
            0,
            0,
            0,
            0,
            0,
            0,
            0xf8,
            0x7f,
            0x05,
            0x44,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            END,
        ],
        [0x41, 8],
    ];
    const names = ['bench_alloc', 'bench_shape', 'bench_pairs', 'bench_run', 'bench_name'];
    return new WebAssembly.Module(
        Uint8Array.of(
            ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
            ...section(1, vector(...types)),
            ...section(3, vector(...names.map((_, k) => [k]))),
            ...section(5, vector([0, 64])),
            ...section(6, vector([I32, 1, 0x41, 0x80, 0x08, END])),
            ...section(
                7,
                vector(name('memory', 2, 0), ...names.map((text, k) => name(text, 0, k))),
            ),
            ...section(10, vector(...bodies.map(code))),
            ...section(
                11,
                vector([0, 0x41, 8, END, ...vector([0x6c], [0x61], [0x7a], [0x79], [0])]),
            ),
        ),
    );
}

test('a foreign module competes in the tasks that it supports, and its errors are counted', async () => {
    const lazy = foreignContestant('foreign', lazyModule());
    assert.match(lazy.description, /^lazy, a loop inside/);
    const { code, stdout } = await graze(['--tasks', 'distance,collide'], [lazy]);
    assert.equal(code, 0);
    // The answer 0 is right for pairs that overlap, and within tolerance for those that touch.
    assert.match(stdout, /^foreign: 33 % of 288 answers wrong/m);
    const [distances, collisions] = stdout.split('\ncollide: ');
    assert.match(distances, /^ +batch +points +call +foreign$/m);
    assert.match(collisions, /^ +batch +call$/m);
});

test('the program prints help, and one table per requested task', () => {
    const main = inRepository('js/cli/main.js');
    const help = spawnSync(process.execPath, [main, 'bench', '--help'], { encoding: 'utf8' });
    assert.equal(help.status, 0);
    assert.match(help.stdout, /^graze bench : /);
    const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [
            main,
            'bench',
            ...QUICK,
            '--scenes',
            'distant',
            '--tasks',
            'distance,relation,motion,copies',
        ],
        { encoding: 'utf8' },
    );
    assert.equal(stderr, '');
    assert.equal(status, 0);
    for (const task of ['distance', 'relation', 'motion', 'copies']) {
        assert.match(stdout, new RegExp(`^${task}: ns per pair`, 'm'));
    }
    assert.doesNotMatch(stdout, /^collide: /m);
    assert.ok(stdout.split('\n').every((line) => line.length <= 120));
});

/**
 * Runs a program of this folder.
 *
 * @param {string} name
 * @param {string[]} args
 */
function runProgram(name, args) {
    const program = inRepository(`tests/bench/${name}`);
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
        encoding: 'utf8',
    });
    assert.equal(stderr, '');
    assert.equal(status, 0);
    return stdout;
}

test('the methods of a first contact compete in the experiment of the paper', () => {
    const stdout = runProgram('table2.mjs', ['--cases', '8', '--rounds', '2']);
    for (const vertices of [6, 22, 82, 320]) {
        assert.match(stdout, new RegExp(`^M1 = ${vertices}, M2 = 6: `, 'm'));
    }
    // Missed, late, imagined, undecided.
    assert.equal(stdout.match(/^certified .* 0 +0 +0 +0$/gm)?.length, 5);
});

test('the published methods of conflict detection compete on pairs of each kind', () => {
    const stdout = runProgram('baselines.mjs', ['--pairs', '64', '--rounds', '2']);
    assert.match(stdout, /^algebraic( +0 \/ 0){5}$/m);
    assert.match(stdout, /^Bresenham, 0.25( +0 \/ \d+\.?\d*){5}$/m);
});
