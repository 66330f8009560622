import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { placeVertices, separation } from '../../js/bench/oracle.js';
import { toRotations } from '../../web/tabs/benchmark/peers/bodies.js';
import { inRepository } from '../helpers.js';
import {
    plainApproach,
    plainCollide,
    plainConflicts,
    plainPenetration,
    plainRayCast,
    plainShape,
} from './cells_plain.js';
import {
    CELL_BODIES,
    CLASSES,
    crossing,
    makeClass,
    makeMovingDiscs,
    makeRays,
    RAY_CLASSES,
} from './cells_scenes.js';
import { reachOf } from './toi_truth.js';

/** Tests the parts of tests/bench/cells.mjs: its classes of pairs, its plain JavaScript, and the program. */

const folder = mkdtempSync(join(tmpdir(), 'graze-cells-'));
after(() => rmSync(folder, { recursive: true }));

/** @param {string[]} args */
function cells(args) {
    return spawnSync(process.execPath, [inRepository('tests/bench/cells.mjs'), ...args], {
        encoding: 'utf8',
    });
}

test('pairs have the gaps and depths of their class, and mixed ones its shares', () => {
    const count = 400;
    for (const body of CELL_BODIES) {
        const [far, near, touch, shallow, deep, mixed] = CLASSES.map((name) =>
            makeClass({ body, name, count, seed: 2 }),
        );
        for (let k = 0; k < count; k++) {
            const circlesMeet = [far, near].map(({ shapes, shapeA, shapeB, poseA, poseB }) => {
                const [dx, dy] = [0, 1].map((axis) => poseB[4 * k + axis] - poseA[4 * k + axis]);
                return Math.hypot(dx, dy) < reachOf(shapes[shapeA[k]]) + reachOf(shapes[shapeB[k]]);
            });
            assert.deepEqual(circlesMeet, [false, true]);
            assert.ok(near.separation[k] > 0.009 && near.separation[k] < 0.301);
            assert.ok(Math.abs(touch.separation[k]) < 1e-5);
            assert.ok(shallow.separation[k] <= -0.01 && shallow.separation[k] > -0.131);
            assert.ok(deep.separation[k] < -0.01);
        }
        const overlapping = mixed.separation.filter((gap) => gap <= -0.009).length;
        assert.ok(Math.abs(overlapping - 0.195 * count) <= 1, `${overlapping} overlap`);
        assert.equal(mixed.separation.filter((gap) => Math.abs(gap) < 1e-5).length, 2);
        const again = makeClass({ body, name: 'mixed', count, seed: 2 });
        assert.deepEqual(again.separation, mixed.separation);
    }
});

test('plain separating axes give the verdict and the depth of brute force', () => {
    for (const body of CELL_BODIES) {
        const set = makeClass({ body, name: 'mixed', count: 300, seed: 3 });
        const shapes = set.shapes.map(plainShape);
        const [p, q] = [set.poseA, set.poseB].map((poses) =>
            toRotations(poses).map(({ x, y, c, s }) => ({ x, y, cos: c, sin: s })),
        );
        for (let k = 0; k < set.count; k++) {
            const gap = set.separation[k];
            if (Math.abs(gap) < 1e-9) continue;
            const [a, b] = [shapes[set.shapeA[k]], shapes[set.shapeB[k]]];
            assert.equal(plainCollide(a, b, p[k], q[k]), gap < 0);
            const out = { depth: 0, x: 0, y: 0 };
            assert.equal(plainPenetration(a, b, p[k], q[k], out), gap < 0);
            if (gap > 0) continue;
            assert.ok(Math.abs(out.depth + gap) < 1e-12);
            /* Moved by the depth along the normal, the bodies touch. */
            const outlines = [
                placeVertices(set.shapes[set.shapeA[k]], set.poseA, k),
                placeVertices(set.shapes[set.shapeB[k]], set.poseB, k).map(
                    (value, m) => value + out.depth * (m % 2 === 0 ? out.x : out.y),
                ),
            ];
            assert.ok(Math.abs(separation(outlines[0], outlines[1])) < 1e-12);
        }
    }
});

test('rays hit, miss and pass as their class says, and plain clipping finds where', () => {
    for (const name of RAY_CLASSES) {
        const set = makeRays({ body: '8', name, count: 300, seed: 4 });
        const poses = toRotations(set.poseA);
        for (let k = 0; k < set.count; k++) {
            const [x, y, dx, dy] = set.rays.subarray(4 * k, 4 * k + 4);
            const truth = crossing(set, k);
            assert.equal(truth < Infinity, name === 'hit');
            const { c, s, ...at } = poses[k];
            const shape = plainShape(set.shapes[set.shapeA[k]]);
            const pose = { ...at, cos: c, sin: s };
            const found = plainRayCast(shape, pose, { x, y, dx, dy }, { x: 0, y: 0 });
            assert.ok(found === truth || Math.abs(found - truth) < 1e-12);
        }
    }
});

test('plain conflicts begin and end where the discs touch, and contain the closest approach of those that meet', () => {
    const { first, second } = makeMovingDiscs(500, 5);
    let met = 0;
    first.forEach((a, k) => {
        const b = second[k];
        const gapAt = (/** @type {number} */ t) => {
            const [x, y] = [
                b.x + b.vx * (t - b.t0) - a.x - a.vx * (t - a.t0),
                b.y + b.vy * (t - b.t0) - a.y - a.vy * (t - a.t0),
            ];
            return Math.hypot(x, y) - a.radius - b.radius;
        };
        const approach = plainApproach(a, b);
        const conflicts = plainConflicts(a, b);
        assert.equal(conflicts.length === 1, approach !== null && approach.separation <= 0);
        if (approach === null || conflicts.length === 0) return;
        met++;
        const [begin, end] = conflicts[0];
        const [from, to] = [Math.max(a.t0, b.t0), Math.min(a.t1, b.t1)];
        assert.ok(begin === from ? gapAt(from) < 1e-9 : Math.abs(gapAt(begin)) < 1e-9);
        assert.ok(end === to ? gapAt(to) < 1e-9 : Math.abs(gapAt(end)) < 1e-9);
        assert.ok(begin <= approach.time && approach.time <= end);
    });
    assert.ok(met > 50 && met < 450);
});

test('the program checks and times each cell, beside another build, and writes the rows', () => {
    const json = join(folder, 'cells.json');
    const { status, stdout, stderr } = cells([
        ...['--n', '4', '--scenes', 'near,hit,discs,world,shapes,motions,six', '--pairs', '64'],
        ...['--rounds', '1', '--warm-up', '0', '--graze', inRepository('dist/graze.js')],
        ...['--processes', 'together', '--json', json],
    ]);
    assert.equal(status, 0, stderr);
    const { rows } = JSON.parse(readFileSync(json, 'utf8'));
    const cellsFound = [...new Set(rows.map((/** @type {{ cell: string }} */ { cell }) => cell))];
    assert.deepEqual(
        cellsFound,
        'batches calls forms discs rays casts contacts clearance making'.split(' '),
    );
    for (const { query, results } of rows) {
        const names = results.map((/** @type {{ name: string }} */ { name }) => name);
        assert.deepEqual(names.slice(0, 2).sort(), ['before', 'graze'], query);
        for (const { ns, ratio } of results) assert.ok(ns > 0 && ratio > 0, query);
    }
    assert.match(stdout, /## batches: /);
    assert.match(stdout, /no module given/);
});

test('each contestant is timed in a process of its own and together, and the lower ratio counts', () => {
    const json = join(folder, 'processes.json');
    const { status, stderr } = cells([
        ...['--cells', 'calls,forms', '--n', '4', '--scenes', 'near,spread', '--pairs', '64'],
        ...['--rounds', '1', '--warm-up', '0', '--json', json],
    ]);
    assert.equal(status, 0, stderr);
    /** @type {{ cell: string, results: any[] }[]} */
    const rows = JSON.parse(readFileSync(json, 'utf8')).rows;
    assert.deepEqual(new Set(rows.map(({ cell }) => cell)), new Set(['calls', 'forms']));
    for (const { cell, results } of rows) {
        for (const { ns, ratio, alone, together } of results) {
            assert.equal(together === undefined, cell === 'forms');
            assert.equal(ns, alone.ns);
            assert.equal(ratio, Math.min(alone.ratio, together?.ratio ?? Infinity));
        }
    }
});

test('wrong options are usage errors that name the option and the value', () => {
    for (const [args, message] of /** @type {[string[], RegExp][]} */ ([
        [['--cells', 'ray'], /--cells takes a list of batches, .*, got ray/],
        [['--n', '5'], /--n takes a list/],
        [['--processes', 'one'], /--processes takes a list of both, alone, together, got one/],
        [['--rounds', '0'], /--rounds takes a number from 1 to 10000, got 0/],
        [['--box2d', join(folder, 'none.wasm')], /--box2d .*none\.wasm cannot be used/],
        [['--graze', join(folder, 'none.js')], /--graze .*none\.js cannot be used/],
        [['--unknown'], /unknown/],
    ])) {
        const { status, stderr } = cells(args);
        assert.equal(status, 2, args.join(' '));
        assert.match(stderr, message);
    }
});
