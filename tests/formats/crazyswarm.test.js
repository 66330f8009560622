import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { InputError, readScenario } from 'graze/scenario';
import { inShared, needsShared } from '../helpers.js';
import { changed, placeOf, refuses } from './refusals.js';

/** @import { MotionPiece } from 'graze/scenario' */

const POWERS = [0, 1, 2, 3, 4, 5, 6, 7];
const HEADER = `duration,${['x', 'y', 'z', 'yaw'].flatMap((axis) => POWERS.map((k) => `${axis}^${k}`)).join(',')}`;

/**
 * Returns a row of a trajectory.
 *
 * @param {string} duration
 * @param {...string[]} axes coefficients of x, y, z and yaw; the rest is 0
 */
function row(duration, ...axes) {
    const fields = [0, 1, 2, 3].map((k) => POWERS.map((power) => axes[k]?.[power] ?? '0'));
    return `${[duration, ...fields.flat()].join(',')}`;
}

const ONE = `${HEADER}\n${row('2', ['0', '0.5'], ['1'], ['1', '0', '0.25'])}\n${row('1.5', ['1'], ['1', '-1'], ['2'], ['0.5', '1'])}\n`;

const SWARM = `radius: 0.15
drones:
  - name: cf1
    trajectory: a.csv
    position: [0, 0, 1]
    start: -0.5
  - {trajectory: b.csv, radius: 0.2}
`;

/** @param {string} text @param {object} [options] @param {object} [files] */
function read(text, options = { radius: 0.1 }, files = {}) {
    return readScenario({ plan: { name: 'p.csv', text }, ...files }, options);
}

/** @param {Record<string, string>} texts */
function finderOf(texts) {
    /** @param {string} name */
    return async (name) => ({ name, text: texts[name] });
}

/** @param {string} text @param {object} [options] @param {Record<string, string>} [trajectories] */
function readSwarm(text, options = {}, trajectories = { 'a.csv': ONE, 'b.csv': ONE }) {
    const plan = { name: 'swarm.yaml', text };
    return readScenario({ plan }, { findTrajectory: finderOf(trajectories), ...options });
}

/** @param {readonly number[]} polynomial @param {number} s */
function valueAt(polynomial, s) {
    return polynomial.reduceRight((sum, c) => sum * s + c, 0);
}

test('a trajectory is a drone, whose pieces follow each other', async () => {
    const scenario = await read(ONE);
    const { format, atGoal, beforeStart, agents, notices } = scenario;
    assert.deepEqual([format, atGoal, beforeStart, notices], ['crazyswarm', 'stay', 'stay', []]);
    assert.deepEqual(agents, [
        {
            name: '0',
            shape: { kind: 'sphere', radius: 0.1 },
            start: null,
            goal: null,
            source: { line: 1, column: 1 },
            motion: [
                {
                    ...{ t0: 0, t1: 2, x: [0, 0.5], y: [1], z: [1, 0, 0.25] },
                    source: { line: 2, column: 1 },
                },
                {
                    ...{ t0: 2, t1: 3.5, x: [1], y: [1, -1], z: [2], angle: [0.5, 1] },
                    source: { line: 3, column: 1 },
                },
            ],
        },
    ]);
    assert.equal((await read(ONE, { radius: 0.1, atGoal: 'vanish' })).atGoal, 'vanish');
});

test('empty columns at the ends of lines, blanks and exponents are read', async () => {
    const text = ONE.replaceAll('\n', ',\n').replace('0.25', ' 2.5e-1').replace(',y^0', ', y^0');
    assert.deepEqual((await read(text)).agents, (await read(ONE)).agents);
});

test('a swarm has the trajectories of its drones, at their places and times', async () => {
    const { agents, notices } = await readSwarm(SWARM);
    assert.deepEqual(notices, []);
    const [first, second] = agents;
    assert.deepEqual([first.name, second.name], ['cf1', '1']);
    assert.deepEqual(
        [first.shape, second.shape],
        [
            { kind: 'sphere', radius: 0.15 },
            { kind: 'sphere', radius: 0.2 },
        ],
    );
    assert.deepEqual([first.motion[0].t0, second.motion[0].t0], [-0.5, 0]);
    assert.deepEqual(
        [first.motion[0].z, second.motion[0].z],
        [
            [2, 0, 0.25],
            [1, 0, 0.25],
        ],
    );
    assert.deepEqual(first.source, { line: 3, column: 5 });
    const json = '{ "drones": [{ "trajectory": "a.csv", "position": [1, 2, 3], "radius": 1 }] }';
    const [only] = (await readSwarm(json)).agents;
    assert.deepEqual([only.motion[0].x[0], only.motion[0].y[0]], [1, 3]);
    for (const { shape } of (await readSwarm(SWARM, { radius: 0.4 })).agents) {
        assert.deepEqual(shape, { kind: 'sphere', radius: 0.4 });
    }
});

test('pieces that rounding keeps apart are joined, and no others', async () => {
    // 0.333333 * 3 is 0.999999: the next piece begins at 1, within the rounding of both.
    const near = `${HEADER}\n${row('3', ['0.000000', '0.333333'])}\n${row('1', ['1.000000'])}\n`;
    const { agents, notices } = await read(near);
    const [first, second] = agents[0].motion;
    assert.ok(Math.abs(valueAt(first.x, 3) - 1) < 1e-15);
    assert.deepEqual([first.x[0], second.x], [0, [1]]);
    assert.ok(Math.abs(first.x[1] - 0.333333) < 0.5e-6);
    assert.deepEqual(notices, [
        "p.csv:1: ends of pieces are moved by up to 0.000001, within the rounding of the file's numbers, so that each piece begins where the one before ends",
    ]);
    const far = near.replace('1.000000', '1.000004');
    const jump = await read(far);
    assert.deepEqual(jump.agents[0].motion[0].x, [0, 0.333333]);
    assert.deepEqual(jump.notices, []);
});

test('what is not a trajectory or a swarm is refused with its place', async () => {
    await assert.rejects(read(ONE, {}), {
        code: 'radius-unknown',
        message: /^p\.csv:1: drone 0 has no size: give the radius of the drones \(--radius\)/,
    });
    const unsized = SWARM.replace('radius: 0.15\n', '').replace(', radius: 0.2', '');
    await assert.rejects(readSwarm(unsized), {
        message: /^swarm\.yaml:2: drone cf1 has no size/,
    });
    /** @type {[string, string | RegExp, string, string][]} */
    const trajectories = [
        ['bad-header: column 3 must be x^1, got "x^2"', 'x^1', 'x^2', '1:14'],
        ['bad-header: column 34 must be no more columns, got "w"', 'yaw^7', 'yaw^7,w', '1:154'],
        ['bad-line: a piece must have 33 numbers, got 32', /,0\n/, '\n', '2:1'],
        ['bad-number: x^1 ', '0.5', 'half', '2:5'],
        ['zero-duration: the duration must be above 0', /\n2,/, '\n0,', '2:1'],
        ['out-of-range: the duration ', /\n2,/, '\n-1,', '2:1'],
    ];
    for (const [problem, from, to, place] of trajectories) {
        await refuses(() => read(changed(ONE, from, to)), `p.csv:${place}: ${problem}`);
    }
    await refuses(() => read(`${HEADER}\n`), 'p.csv:1:1: no-plan: the trajectory has no pieces');
    /** @type {[string, string | RegExp, string, string][]} */
    const swarms = [
        ['unknown-element: a swarm has "radii"; expected radius, drones', 'radius:', 'radii:', ''],
        ['unknown-element: a drone has "speed"', 'start', 'speed', ''],
        ['missing-element: a drone has no trajectory', '    trajectory: a.csv\n', '', 'name'],
        ['wrong-length: position must be [x, y, z], got 2 values', '[0, 0, 1]', '[0, 1]', '[0, 1]'],
        ['bad-number: a coordinate ', '[0, 0, 1]', '[0, up, 1]', 'up'],
        ['out-of-range: radius ', '0.15', '-1', '-1'],
        ['bad-number: start ', '-0.5', 'now', 'now'],
        ['no-agents: there are no drones', /drones:[\s\S]*/, 'drones: []\n', 'drones'],
        ['bad-yaml: drones must be a list', /drones:[\s\S]*/, 'drones: 3\n', '3'],
        ['duplicate-id: there are two drones "cf1"', '{traj', '{name: cf1, traj', '{name'],
    ];
    for (const [problem, from, to, at] of swarms) {
        const text = changed(SWARM, from, to);
        const place = at === '' ? placeOf(text, to) : placeOf(text, at);
        await refuses(() => readSwarm(text), `swarm.yaml:${place}: ${problem}`);
    }
    await refuses(
        () => readScenario({ plan: { name: 's', text: SWARM } }),
        'swarm.yaml'.replace(
            'warm.yaml',
            ':3:5: missing-trajectory: the trajectory "a.csv" must be given',
        ),
    );
    const findTrajectory = async (/** @type {string} */ name) => {
        throw new InputError('unreadable', { name: `runs/${name}` }, null, 'there is no such file');
    };
    await refuses(
        () => readScenario({ plan: { name: 's', text: SWARM } }, { findTrajectory }),
        's:3:5: missing-trajectory: the trajectory "a.csv" must be readable: runs/a.csv: there is no such file',
    );
    await refuses(
        () => readSwarm(SWARM, {}, { 'a.csv': ONE, 'b.csv': 'id,t,x,y\n' }),
        'b.csv:1:1: bad-header: expected the header duration,x^0,x^1,…, got "id,t,x,y"',
    );
    for (const role of ['map', 'task', 'config']) {
        const file = { name: role, text: 'x' };
        await refuses(() => read(ONE, undefined, { [role]: file }), `${role}:1:1: unused-file`);
    }
    const footprint = [
        [0, 0],
        [1, 0],
        [0, 1],
    ];
    await refuses(() => read(ONE, { footprint }), 'p.csv:1:1: unused-file: a footprint');
});

test('limits hold for drones and pieces', async () => {
    await refuses(
        () => readSwarm(SWARM, { limits: { agents: 1 } }),
        'swarm.yaml:7:5: too-large: more than 1 drones (--limit agents=N)',
    );
    await refuses(
        () => readSwarm(SWARM, { limits: { pieces: 3 } }),
        'b.csv:3:1: too-large: more than 3 pieces (--limit pieces=N)',
    );
});

test('real trajectories of Crazyswarm are continuous', {
    skip: needsShared,
}, async () => {
    const folder = inShared('real/crazyswarm');
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const files = names.filter((name) => name.endsWith('.csv'));
    assert.ok(files.length >= 3);
    for (const name of files) {
        const text = readFileSync(`${folder}/${name}`, 'utf8');
        const { agents } = await readScenario({ plan: { name, text } }, { radius: 0.1 });
        const { motion } = agents[0];
        assert.equal(motion.length, text.trim().split('\n').length - 1, name);
        /** @param {MotionPiece} piece @param {number} s */
        const placeAt = ({ x, y, z = [] }, s) => [x, y, z].map((axis) => valueAt(axis, s));
        for (const [k, piece] of motion.slice(1).entries()) {
            const end = placeAt(motion[k], motion[k].t1 - motion[k].t0);
            const gaps = placeAt(piece, 0).map((value, axis) => Math.abs(value - end[axis]));
            assert.ok(Math.max(...gaps) < 1e-12, `${name} piece ${k}: ${gaps}`);
        }
    }
});
