import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { readTable } from '../../wasm/boundary.mjs';
import { inRepository } from '../helpers.js';
import { filesOf, findSurface, functionOf, readParts, runSabotaged } from './surface.js';

/**
 * Checks that every answer of every public function is fuzzed: each number of it, made wrong by a saboteur (sabotage.c),
 * makes a target fail on its seeds and regressions. A target that only names a function, or ignores its answer, does not
 * count.
 */

/** Maximum number of seeds per target. */
const MAX_SEEDS = 150;

/** Targets of slow oracles: they come last, and try only parts that no other target has noticed. */
const SLOW = ['fuzz_traffic', 'fuzz_compound', 'fuzz_motion_delays', 'fuzz_motion', 'fuzz_sweep'];

/** Parts that no target can notice, with the reason. */
const EXCEPTIONS = new Map([
    [
        'graze_pairs_distance:out.caches.p',
        'the start of a later search, on which no answer depends',
    ],
    [
        'graze_pairs_distance:out.caches.q',
        'the start of a later search, on which no answer depends',
    ],
    ['graze_contact_intervals:out.iterations', 'a cost'],
    ['graze_solid_contact_intervals:out.iterations', 'a cost'],
    ['graze_unsafe_motion_delays:out.iterations', 'a cost'],
    ['graze_solid_unsafe_motion_delays:out.iterations', 'a cost'],
    ['graze_sweep_steps:tests', 'a cost'],
    ['graze_sweep:out.tests', 'a cost'],
    ['graze_motion_defaults:options.touching', 'not written'],
    ['graze_unsafe_motion_delays_defaults:options.touching', 'not written'],
    ['graze_solid_unsafe_motion_delays_defaults:options.touching', 'not written'],
    ['graze_solid_moving_near:storage', 'memory of the call alone'],
    ['graze_clearance:out.spare', 'padding'],
    ['graze_penetration:out.spare', 'padding'],
    ['graze_conflicts:out.spare', 'padding'],
    ['graze_velocity_obstacle:out.spare', 'padding'],
    ['graze_velocity_cone:out.spare', 'padding'],
    ['graze_shape_build_support_lut:shape.radius', 'not written'],
    ['graze_shape_build_support_lut:shape.extent', 'not written'],
    ['graze_bodies_near_one:out.first', 'not written'],
    ['graze_solid_bodies_near_one:out.first', 'not written'],
    ['graze_solid_bodies_update:bodies.capacity', 'not written'],
    ['graze_path_tree:path.body.before', 'not written'],
    ['graze_path_tree:path.boxes.first', 'not written'],
    ['graze_path_tree:path.boxes.last', 'not written'],
    ['graze_path_tree:path.error', 'not written'],
    ['graze_path_tree:path.local_box', 'not written'],
    [
        'graze_path_init:path.boxes.first',
        'internal: a search starts elsewhere, with the same answer',
    ],
    ['graze_path_init:path.error', 'internal: a bound of rounding, which other bounds exceed'],
    ['graze_path_init:path.local_box', 'internal: a bound that is wider than needed'],
    ['graze_traffic_init:traffic.origin', 'not read: the first route sets it'],
    ['graze_scene_init:storage', 'internal: memory that does not begin with a coordinate'],
]);

/** @param {string} path */
const read = (path) => readFileSync(inRepository(path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

const seeds = mkdtempSync(path.join(tmpdir(), 'graze-surface-'));
process.on('exit', () => rmSync(seeds, { recursive: true, force: true }));
const made = spawnSync(
    process.execPath,
    [inRepository('tests/fuzz/seeds.mjs'), seeds, String(MAX_SEEDS)],
    { encoding: 'utf8' },
);

/** @param {string} name */
const program = (name) => inRepository(`build/fuzz/short/${name}`);

const targets = readdirSync(inRepository('tests/fuzz'))
    .filter((name) => /^fuzz_\w+\.c$/.test(name))
    .map((name) => name.slice(0, -2))
    .sort((a, b) => SLOW.indexOf(a) - SLOW.indexOf(b))
    .map((name) => ({
        program: program(name),
        inputs: filesOf(
            [path.join(seeds, name), inRepository(`tests/fuzz/regressions/${name}`)].filter(
                existsSync,
            ),
        ),
    }));

const parts = existsSync(program('stub')) ? readParts() : [];

/** Returns the functions of src/graze.h and wasm/boundary.txt without a saboteur. */
function findUnsabotaged() {
    const declared = [...read('src/graze.h').matchAll(/\b(graze_\w+)\s*\(/g)].map(
        ([, name]) => name,
    );
    assert.ok(declared.length > 70, `${declared.length} functions found`);
    const exported = readTable().map(({ call }) => `graze_wasm_${call}`);
    const sabotaged = new Set(parts.map(functionOf));
    return [...declared, ...exported].filter((name) => !sabotaged.has(name));
}

test('every function of src/graze.h and wasm/boundary.txt has a saboteur', () => {
    assert.equal(made.status, 0, made.stderr);
    assert.ok(parts.length > 700, `${parts.length} parts: run make fuzz-short`);
    assert.deepEqual(
        findUnsabotaged(),
        ['graze_wasm_recover'], // It answers nothing.
    );
});

test('every wrong answer makes a target fail', async () => {
    const tried = parts.filter((part) => !EXCEPTIONS.has(part));
    const { entered, noticed } = await findSurface(targets, tried);
    const missed = tried.filter((part) => !noticed.has(part));
    assert.deepEqual(
        missed.map((part) => (entered.has(functionOf(part)) ? part : `${part}: never called`)),
        [],
    );
    assert.ok(entered.has('graze_wasm_recover'), 'graze_wasm_recover is never called');
});

test('every exception is a part of an answer', () => {
    for (const part of EXCEPTIONS.keys()) assert.ok(parts.includes(part), part);
});

test('a target that only names or calls a function notices nothing', async () => {
    const names = ['graze_distance', 'graze_relation', 'graze_gap', 'graze_penetration'];
    const wrong = parts.filter((part) => names.includes(functionOf(part)));
    const inputs = filesOf([path.join(seeds, 'fuzz_static')]);
    const { entered, noticed } = await runSabotaged({ program: program('stub'), inputs }, wrong);
    assert.deepEqual(
        names.filter((name) => entered.has(name)),
        ['graze_gap', 'graze_penetration'],
    );
    assert.deepEqual([...noticed], []);
});
