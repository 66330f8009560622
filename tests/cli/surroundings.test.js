import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { grazeHere } from './here.js';
import { temporaryFolder } from './program.js';

/** The program with occupancy maps of ROS and footprints. */

const folder = temporaryFolder('surroundings');
mkdirSync(join(folder, 'maps'));

/** @param {string} name @param {string} text */
function write(name, text) {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
}

/** Six columns and three rows, of which the last has a wall on its left. */
const ROWS = ['1 1 1 1 1 1', '1 1 1 1 1 1', '0 1 1 1 1 1'];
write('maps/hall.pgm', `P2\n6 3\n1\n${ROWS.join('\n')}\n`);
const MAP = write('maps/hall.yaml', 'image: hall.pgm\nresolution: 0.5\norigin: [0, 0, 0]\n');

/** Agent 0 drives along row 0, and agent 1 comes up column 2. */
const STEPS = ['(0,0),(2,2)', '(1,0),(2,1)', '(2,0),(2,0)', '(3,0),(2,0)', '(4,0),(2,0)'];
const PLAN = write('plan.txt', STEPS.map((places, t) => `${t}:${places},\n`).join(''));

/** A robot almost as wide as its cell, with a notch at its back. */
const FOOTPRINT = '[[0.4, 0.45], [-0.4, 0.45], [-0.2, 0], [-0.4, -0.45], [0.4, -0.45]]';

/** @param {string[]} args */
async function validate(args) {
    const { code, stdout, stderr } = await grazeHere(['validate', ...args, '--report', 'json']);
    return { code, stderr, results: stdout === '' ? [] : JSON.parse(stdout).results };
}

/** @param {any} result */
function kindsOf(result) {
    return new Set(result.violations.map((/** @type {any} */ { kind }) => kind));
}

test('a map of ROS is read with the image beside it', async () => {
    const { code, results } = await validate([PLAN, '--map', MAP, '--radius', '0.3']);
    assert.equal(code, 1);
    assert.deepEqual(kindsOf(results[0]), new Set(['vertex']));
    const metric = write(
        'metric.json',
        '{ "graze": 2, "agents": [{ "shape": { "kind": "disc", "radius": 0.1 }, "motion": [{ "t0": 0, "t1": 1, "x": [1, -1], "y": [0.25] }] }] }',
    );
    const driven = await validate([metric, '--map', MAP]);
    const [violation] = driven.results[0].violations;
    // The wall ends at x = 0.5.
    assert.equal(violation.obstacle, 'map');
    assert.ok(Math.abs(violation.interval[0] - 0.4) < 1e-6);
});

test('an image that is missing is an error with its name', async () => {
    const lost = write('lost.yaml', 'image: lost.pgm\nresolution: 0.5\norigin: [0, 0, 0]\n');
    const { code, stderr } = await grazeHere(['validate', PLAN, '--map', lost]);
    assert.equal(code, 3);
    assert.match(stderr, /lost\.pgm: unreadable: there is no such file/);
});

test('a list may have a map and a footprint per line, which stay in its folder', async () => {
    const shape = write('shape.yaml', `footprint: "${FOOTPRINT}"\n`);
    const list = write(
        'list.txt',
        [
            'plan.txt\tmap=maps/hall.yaml\tfootprint=shape.yaml\tunknown-cells=free',
            'plan.txt\tradius=0.1',
            `plan.txt\tfootprint=${FOOTPRINT}`,
            'plan.txt\tmap=away.yaml',
        ].join('\n'),
    );
    write('away.yaml', 'image: /etc/hostname\nresolution: 0.5\norigin: [0, 0, 0]\n');
    const { results } = await validate(['--list', list, '--footprint', shape]);
    const [first, second, third, fourth] = results;
    // The bodies of the first meet before their cells, and those of the second only there.
    const begin = (/** @type {any} */ result) => result.violations[0].interval[0];
    assert.ok(begin(first) < begin(second));
    assert.equal(begin(first), begin(third));
    assert.equal(fourth.error.code, 'outside-folder');
});

test('a plan is repaired for its footprint, and written without it', async () => {
    const args = ['--map', MAP, '--footprint', FOOTPRINT];
    const out = join(folder, 'repaired.txt');
    const repaired = await grazeHere(['repair', PLAN, ...args, '--out', out]);
    assert.equal(repaired.code, 0, repaired.stderr);
    assert.match(repaired.stderr, /the footprint is not written: give it again/);
    assert.doesNotMatch(repaired.stderr, /the radius/);
    const { code, results } = await validate([out, ...args]);
    assert.deepEqual([code, results[0].violations], [0, []]);
    const json = join(folder, 'repaired.json');
    assert.equal((await grazeHere(['convert', out, json, '--to', 'graze', ...args])).code, 0);
    assert.deepEqual((await validate([json])).results[0].violations, []);
});

test('two sizes of the agents, and wrong values, are usage errors', async () => {
    for (const command of ['validate', 'repair']) {
        const both = await grazeHere([command, PLAN, '--radius', '1', '--footprint', FOOTPRINT]);
        assert.deepEqual(
            [both.code, both.stderr],
            [2, '--radius and --footprint exclude each other: either is the size of the agents\n'],
        );
        const cells = await grazeHere([command, PLAN, '--unknown-cells', 'maybe']);
        assert.deepEqual(
            [cells.code, cells.stderr],
            [2, '--unknown-cells must be blocked or free, got "maybe"\n'],
        );
    }
    const crossed = await grazeHere(['validate', PLAN, '--footprint', '[[0,0],[2,2],[2,0],[0,3]]']);
    assert.equal(crossed.code, 3);
    assert.match(crossed.stderr, /^--footprint:1:2: bad-shape: the outline intersects itself/);
});

test('characters of a map can be passable in all commands and in lists', async () => {
    const map = write('trees.map', 'type octile\nheight 3\nwidth 5\nmap\n..T..\n@@...\n@@...\n');
    const named = [PLAN, '--map', map];
    const { code, results } = await validate(named);
    assert.equal(code, 1);
    assert.match(
        results[0].hints.join(),
        /to T cells \(trees\); --passable \.GSET counts T as free/,
    );
    assert.deepEqual(kindsOf(results[0]), new Set(['agent-obstacle', 'vertex']));
    const passed = await validate([...named, '--passable', '.T']);
    assert.deepEqual(kindsOf(passed.results[0]), new Set(['vertex']));
    const list = write(
        'list.txt',
        'plan.txt\tmap=trees.map\tpassable=.T\nplan.txt\tmap=trees.map\nplan.txt\tpassable=.\n',
    );
    const listed = (await validate(['--list', list])).results;
    assert.deepEqual(listed[0].violations, passed.results[0].violations);
    assert.equal(listed[1].violations.length, results[0].violations.length);
    assert.match(listed[2].error.message, /passable must be given with a MovingAI map/);
    for (const passable of ['', ' ', '.x', 'T,.']) {
        const refused = await grazeHere(['validate', ...named, '--passable', passable]);
        assert.equal(refused.code, 2);
        assert.match(refused.stderr, /--passable must be one or more of the characters \.GSE@OTW/);
    }
    const bad = write('bad.txt', 'plan.txt\tmap=trees.map\tpassable=.x\n');
    assert.match(
        (await grazeHere(['validate', '--list', bad])).stderr,
        /bad\.txt:1:1: bad-line: passable must/,
    );
    for (const [command, ...operands] of [
        ['repair', PLAN],
        ['convert', PLAN, join(folder, 'out.json'), '--to', 'graze'],
    ]) {
        const unused = await grazeHere([command, ...operands, '--passable', '.']);
        assert.equal(unused.code, 2, command);
        const done = await grazeHere([command, ...operands, '--map', map, '--passable', '.T']);
        assert.ok([0, 1, 4].includes(done.code ?? 99), `${command}: ${done.stderr}`);
    }
});
