import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readScenario, validate } from 'graze/scenario';
import { blocksOf, placeOf } from './blocks.js';

/**
 * The samples of docs/formats.md, each read by the reader that it documents. A block may hold several files, with a
 * blank line in between; a comment before one belongs to it.
 *
 * @import { Block } from './blocks.js'
 * @import { ReadOptions } from 'graze/scenario'
 */

const DOCUMENT = 'docs/formats.md';

const blocks = blocksOf(DOCUMENT);
const read = new Set();

/**
 * Returns the texts of a heading's blocks, in order, each split at its blank lines.
 *
 * @param {string} heading
 * @returns {string[]}
 */
function filesUnder(heading) {
    const own = blocks.filter((block) => block.heading === heading);
    for (const block of own) read.add(block);
    return own.flatMap(({ text }) => text.split(/\n\n/));
}

/**
 * @param {string} plan
 * @param {Record<string, string>} [others] map, task, config
 * @param {ReadOptions} [options]
 */
function readAs(plan, others = {}, options = {}) {
    const files = Object.entries({ plan, ...others }).map(([role, text]) => {
        return [role, { name: `${role}.csv`, text }];
    });
    return readScenario(Object.fromEntries(files), options);
}

describe('samples of file formats are read by the reader that they document', () => {
    test('CCBS: log, grid, configuration, roadmap', async () => {
        const [log, grid, config, roadmap] = filesUnder('CCBS');
        const onGrid = await readAs(log, { map: grid, config });
        assert.equal(onGrid.format, 'ccbs');
        assert.equal(onGrid.agents.length, 1);
        assert.deepEqual(onGrid.agents[0].shape, { kind: 'disc', radius: 0.353553 });
        assert.ok(onGrid.grid?.blocked.includes(1));
        const onRoads = await readAs(log, { map: roadmap, config });
        assert.deepEqual(onRoads.roadmap?.nodes, [
            { x: 0, y: 0 },
            { x: 4, y: 0.5 },
        ]);
    });

    test('MovingAI: map and scenario, with a plan in steps', async () => {
        const [map, scen] = filesUnder('MovingAI');
        const plan = '0:(0,0),\n1:(0,1),\n';
        const { grid, agents } = await readAs(plan, { map, task: scen });
        assert.deepEqual([grid?.nx, grid?.ny], [3, 2]);
        assert.deepEqual(
            [agents[0].start, agents[0].goal],
            [
                { x: 0, y: 0 },
                { x: 2, y: 1 },
            ],
        );
    });

    test('occupancy maps of ROS, with an image', async () => {
        const [map] = filesUnder('Occupancy maps of ROS');
        const bytes = new TextEncoder().encode('P2 2 1 255\n0 254\n');
        /** @param {string} name */
        const findImage = async (name) => ({ name, bytes });
        const { grid } = await readAs('0:(1,0),\n1:(1,0),\n', { map }, { findImage });
        assert.deepEqual(grid?.blocked, Uint8Array.of(1, 0));
    });

    test('kei18', async () => {
        const [plan] = filesUnder('kei18');
        const scenario = await readAs(plan);
        assert.equal(scenario.format, 'kei18');
        assert.deepEqual(scenario.notices, []);
        assert.deepEqual((await validate(scenario)).violations, []);
    });

    test('paths, of each form one line', async () => {
        const [plan] = filesUnder('paths');
        for (const line of plan.trim().split('\n')) {
            const scenario = await readAs(line.replace('Agent 1', 'Agent 0'));
            assert.equal(scenario.format, 'paths');
            assert.deepEqual((await validate(scenario)).violations, []);
        }
    });

    test('mapf-tracker, with a scenario of as many agents', async () => {
        const plans = filesUnder('mapf-tracker');
        const row = '0\tsample.map\t3\t3\t0\t0\t0\t2\t2';
        const task = `version 1\n${row}\n${row.replace('\t0\t0\t0\t2', '\t2\t2\t2\t0')}\n`;
        assert.equal(plans.length, 4);
        const scenarios = await Promise.all(plans.map((plan) => readAs(plan, { task })));
        for (const { format, agents } of scenarios) {
            assert.equal(format, 'mapf-tracker');
            assert.equal(agents.length, 2);
        }
        const [csv, json, yaml] = scenarios;
        assert.deepEqual((await validate(csv)).violations, []);
        assert.deepEqual(json.discrete, csv.discrete);
        assert.deepEqual(yaml.discrete, csv.discrete);
    });

    test('libmrp: schedule, input, roadmap', async () => {
        const [schedule, input, roadmap] = filesUnder('libmrp');
        const scenario = await readAs(schedule, { map: input });
        assert.equal(scenario.format, 'libmrp');
        assert.equal(scenario.agents.length, 2);
        assert.deepEqual(scenario.notices, []);
        const states = ['A', 'B'].map((name, t) => `    - v: ${name}\n      t: ${t}\n`).join('');
        const agents = 'agents:\n  - name: agent0\n    start: A\n    goal: B\n';
        const onRoads = await readAs(`schedule:\n  agent0:\n${states}`, { map: roadmap + agents });
        assert.equal(onRoads.roadmap?.nodes.length, 2);
    });

    test('Crazyswarm: a trajectory, and a swarm of it', async () => {
        const [trajectory, swarm] = filesUnder('Crazyswarm');
        const alone = await readAs(trajectory, {}, { radius: 0.1 });
        assert.equal(alone.format, 'crazyswarm');
        assert.deepEqual(alone.notices, []);
        assert.deepEqual(alone.agents[0].motion[1].z, [1, 0, -0.1]);
        /** @param {string} name */
        const findTrajectory = async (name) => ({ name, text: trajectory });
        const { agents } = await readAs(swarm, {}, { findTrajectory });
        const [, { name, shape }] = agents;
        assert.deepEqual([agents.length, name, shape], [2, '1', { kind: 'sphere', radius: 0.2 }]);
        assert.deepEqual(agents[0].motion[0].z, [2]);
    });

    test('League of Robot Runners: 2024 and 2026', async () => {
        const plans = filesUnder('League of Robot Runners');
        const counts = await Promise.all(
            plans.map(async (plan) => {
                const scenario = await readAs(plan);
                assert.equal(scenario.format, 'lorr');
                return scenario.agents.length;
            }),
        );
        assert.deepEqual(counts, [2, 1]);
    });

    test('graze', async () => {
        const [plan] = filesUnder('graze');
        const scenario = await readAs(plan);
        assert.equal(scenario.format, 'graze');
        assert.deepEqual(scenario.notices, []);
        assert.equal(scenario.obstacles.length, 1);
    });

    test('graze, in space', async () => {
        const [plan] = filesUnder('Plans in space');
        const scenario = await readAs(plan);
        assert.equal(scenario.format, 'graze');
        assert.deepEqual(scenario.agents[0].goal, { x: 4, y: 0, z: 4 });
        assert.deepEqual(scenario.obstacles[0].pose, { x: 10, y: 0, z: 0, angle: 0 });
    });

    test('CommonRoad: scenario, and a solution with it', async () => {
        const [scenario, solution] = filesUnder('CommonRoad');
        assert.equal((await readAs(scenario)).agents.length, 1);
        const solved = await readAs(solution, { map: scenario });
        assert.equal(solved.format, 'commonroad');
        assert.deepEqual([solved.agents.length, solved.obstacles.length], [1, 1]);
    });

    test('tables of tracks, and a map of columns', async () => {
        const [table, people, config] = filesUnder('Tracks');
        const known = await readAs(table);
        assert.equal(known.format, 'tracks');
        assert.equal(known.agents.length, 1);
        const own = 'id;n;x;y;t;yaw;l;w\n7;1;0;0;0;90;4;2\n7;2;0;1;100;90;4;2\n';
        const mapped = await readAs(own, { config });
        assert.equal(mapped.agents[0].motion[0].t1, 0.1);
        const walked = await readAs(people, {}, { radius: 0.2 });
        assert.deepEqual([walked.format, walked.timeStep], ['tracks', 0.1]);
    });

    test('tables in space', async () => {
        const [table] = filesUnder('Tables in space');
        const { agents } = await readAs(table);
        assert.equal(agents[0].shape.kind, 'prism');
        assert.deepEqual(agents[0].motion[0].z, [1]);
    });

    test('every sample has been read', () => {
        assert.deepEqual(blocks.filter((block) => !read.has(block)).map(placeOf), []);
    });
});
