import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readScenario, validate } from 'graze/scenario';
import { write } from '../../js/formats/libmrp/libmrp.js';
import { makeDiscretePlan } from '../../js/formats/steps/steps.js';
import fc from '../fast_check.js';
import { inShared, needsShared, sourceFile } from '../helpers.js';
import { blockedInInput, checkSteps, schedulePaths } from '../oracle/discrete_oracle.js';
import { cellsOf, change, file, motionsOf, refuses, stepsOf, walk } from './steps_helpers.js';

const PLAN = `statistics:
  cost: 3
  makespan: 2
  runtime: 0.1
schedule:
  agent0:
    - x: 0
      y: 0
      t: 0
    - x: 1
      y: 0
      t: 1
    - x: 1
      y: 1
      t: 2
  agent1:
    - x: 2
      y: 1
      t: 0
    - x: 2
      y: 0
      t: 1
`;

const INPUT = `map:
  dimensions: [3, 2]
  obstacles:
    - [0, 1]
agents:
  - name: agent0
    start: [0, 0]
    goal: [1, 1]
  - name: agent1
    start: [2, 1]
    goal: [2, 0]
`;

const ROAD_PLAN = `schedule:
  agent0:
    - v: A
      t: 0
    - v: A
      t: 1
    - v: B
      t: 2
`;

const ROAD = `roadmap:
  undirected: True
  allow_wait_actions: True
  vertices:
    A: [0, 0]
    B: [5, 1]
  edges:
    - [A, B]
agents:
  - name: agent0
    start: A
    goal: B
`;

/** @param {string} text @param {object} [others] @param {object} [options] */
function read(text, others = {}, options = {}) {
    return readScenario({ plan: file(text, 'p.yaml'), ...others }, options);
}

/** @param {string} text */
const asMap = (text) => ({ map: file(text, 'i.yaml') });

/** @param {string} from @param {string} to @param {string} place */
async function broken(from, to, place) {
    await refuses(() => read(change(PLAN, from, to), asMap(INPUT)), `p.yaml:${place}`);
}

/** @param {string} from @param {string} to @param {string} place @param {string} [input] */
async function brokenInput(from, to, place, input = INPUT) {
    const plan = input === ROAD ? ROAD_PLAN : PLAN;
    await refuses(() => read(plan, asMap(change(input, from, to))), `i.yaml:${place}`);
}

test('a schedule: each agent moves from state to state, in the frame of the input', async () => {
    const scenario = await read(PLAN, asMap(INPUT));
    assert.equal(scenario.format, 'libmrp');
    assert.equal(scenario.axes, 'right-up');
    assert.deepEqual([scenario.sizesKnown, scenario.speedLimit, scenario.timeStep], [false, 1, 1]);
    assert.deepEqual([scenario.beforeStart, scenario.atGoal], ['stay', 'stay']);
    assert.deepEqual([scenario.grid?.nx, scenario.grid?.ny], [3, 2]);
    assert.deepEqual([...(scenario.grid?.blocked ?? [])], [0, 1, 0, 0, 0, 0]);
    assert.deepEqual(scenario.notices, []);
    assert.deepEqual(motionsOf(scenario), [
        [
            { t0: 0, t1: 1, x: [0, 1], y: [0, 0] },
            { t0: 1, t1: 2, x: [1, 0], y: [0, 1] },
        ],
        [{ t0: 0, t1: 1, x: [2, 0], y: [1, -1] }],
    ]);
    assert.deepEqual(
        scenario.agents.map(({ name, start, goal }) => ({ name, start, goal })),
        [
            { name: 'agent0', start: { x: 0, y: 0 }, goal: { x: 1, y: 1 } },
            { name: 'agent1', start: { x: 2, y: 1 }, goal: { x: 2, y: 0 } },
        ],
    );
    assert.deepEqual(scenario.agents[0].motion[1].source, { line: 13, column: 7 });
    assert.deepEqual(scenario.agents[1].source, { line: 16, column: 3 });
});

test('the input as map, as task, as both, or not at all', async () => {
    const given = file(INPUT, 'i.yaml');
    const both = await read(PLAN, { map: given, task: given });
    assert.deepEqual(both, await read(PLAN, { map: given }));
    const task = await read(PLAN, { task: given });
    assert.deepEqual([task.grid, task.agents], [null, both.agents]);
    assert.deepEqual(task.notices, ['i.yaml:1: its map is not used: name it with --map as well']);
    const alone = await read(PLAN);
    assert.deepEqual([alone.grid, alone.agents[0].start], [null, null]);
    assert.deepEqual(alone.notices, []);
    await refuses(
        () => read(PLAN, { config: file('x', 'c.xml') }),
        'c.xml:1:1: unused-file: a schedule of libMultiRobotPlanning takes no config',
    );
    const map = file('type octile\nheight 2\nwidth 3\nmap\n...\n@..\n', 'a.map');
    const { terrain, ...cells } = (await read(PLAN, { map, task: given })).grid ?? {};
    assert.deepEqual(cells, both.grid);
    assert.equal(String.fromCharCode(...(terrain?.characters ?? [])), '.@....');
    assert.equal((await read(PLAN, { map })).agents[0].start, null);
    const scen = file(
        'version 1\n0\ta.map\t3\t2\t0\t0\t2\t1\t2\n0\ta.map\t3\t2\t2\t0\t0\t0\t2\n',
        'a.scen',
    );
    const listed = await read(PLAN, { map, task: scen });
    assert.deepEqual(
        listed.agents.map(({ name, start }) => [name, start]),
        [
            ['agent0', { x: 0, y: 0 }],
            ['agent1', { x: 2, y: 0 }],
        ],
    );
});

test('agents are matched by name, in whatever order the files have them', async () => {
    const [first, second] = [INPUT.indexOf('  - name: agent0'), INPUT.indexOf('  - name: agent1')];
    const turned = INPUT.slice(0, first) + INPUT.slice(second) + INPUT.slice(first, second);
    assert.deepEqual(await read(PLAN, asMap(turned)), await read(PLAN, asMap(INPUT)));
    await brokenInput(
        'name: agent1',
        'name: agent0',
        '9:5: bad-agent: the name "agent0" is given twice',
    );
});

const BY_ORDER =
    'p.yaml:6: agents are matched with those of the task by order: their starts agree with that, and not with their names';

/** Gives the input's agents each other's names. @param {string} input */
function renamed(input) {
    return change(change(change(input, 'agent0', 'x'), 'agent1', 'agent0'), 'x', 'agent1');
}

test('agents that the planner numbered by order are matched by order, and a notice says so', async () => {
    // Planners write `agent` and the index of the agent in the input, whatever the input calls it.
    const scenario = await read(PLAN, asMap(renamed(INPUT)));
    assert.deepEqual(scenario.notices, [BY_ORDER]);
    assert.deepEqual((await validate(scenario)).violations, []);
    assert.deepEqual(
        scenario.agents.map(({ name, start }) => [name, start]),
        [
            ['agent0', { x: 0, y: 0 }],
            ['agent1', { x: 2, y: 1 }],
        ],
    );
    // Names that the input does not have at all.
    const other = change(change(INPUT, 'agent0', 'forklift7'), 'agent1', 'amr_12');
    const numbered = await read(PLAN, asMap(other));
    assert.deepEqual(numbered.notices, [BY_ORDER]);
    assert.deepEqual((await validate(numbered)).violations, []);
    // Agents of the input beyond those of the schedule stand at their starts.
    const more = `${renamed(INPUT)}  - name: last\n    start: [1, 1]\n    goal: [1, 1]\n`;
    const three = await read(PLAN, asMap(more));
    assert.deepEqual(
        three.agents.map(({ name }) => name),
        ['agent0', 'agent1', 'last'],
    );
    assert.deepEqual(three.notices, [BY_ORDER]);
    // Starts on a roadmap are nodes.
    const road = await read(ROAD_PLAN, asMap(change(ROAD, 'name: agent0', 'name: a')), {
        radius: 0.1,
    });
    assert.ok(road.notices.some((notice) => notice.includes('by order')));
    assert.deepEqual(road.agents[0].goal, { x: 5, y: 1 });
});

test('names hold where they agree with the starts, and where order does not agree either', async () => {
    const named = await read(PLAN, asMap(INPUT));
    assert.deepEqual(named.notices, []);
    const moved = change(INPUT, 'start: [0, 0]', 'start: [1, 0]');
    for (const input of [moved, renamed(moved)]) {
        const scenario = await read(PLAN, asMap(input));
        assert.deepEqual(scenario.notices, []);
        assert.ok((await validate(scenario)).violations.some(({ kind }) => kind === 'start'));
    }
    await refuses(
        () => read(PLAN, asMap(change(moved, 'name: agent1', 'name: other'))),
        'p.yaml:16:3: bad-agent: the task has no agent "agent1"',
    );
    // Agents that stand at their starts show no order.
    const standing = 'schedule:\n  a: []\n  b: []\n';
    await refuses(
        () => read(standing, asMap(INPUT)),
        'p.yaml:2:3: bad-agent: the task has no agent "a"',
    );
});

const REAL_ORDER = inShared('real/findings/simple1b');

test('the plan of the planner itself for an input that names its second agent first', {
    skip: existsSync(REAL_ORDER) ? false : '../shared/data/real is not here',
}, async () => {
    const scenario = await readScenario({
        plan: sourceFile(`${REAL_ORDER}/cbs_mapf_simple1b.yaml`),
        map: sourceFile(`${REAL_ORDER}/mapf_simple1b.yaml`),
    });
    assert.deepEqual((await validate(scenario)).violations, []);
    assert.equal(scenario.notices.length, 1);
});

test('agents without a plan stand at their start, missing or empty', async () => {
    const missing = PLAN.slice(0, PLAN.indexOf('  agent1:'));
    for (const rest of ['', '  agent1:\n    []\n', '  agent1:\n', '  agent1: ~\n']) {
        const scenario = await read(missing + rest, asMap(INPUT));
        assert.deepEqual(scenario.agents[1].motion, []);
        assert.deepEqual(cellsOf(scenario)[1], [[2, 1]]);
        assert.ok((await validate(scenario)).violations.some(({ kind }) => kind === 'goal'));
    }
    await refuses(
        () => read(`${missing}  agent1:\n    []\n`),
        'p.yaml:16:3: unknown-start: agent "agent1" has no plan',
    );
});

test('times that skip steps are waits, and an agent is there before its first state', async () => {
    const text = `schedule:
  a:
    - {x: 1, y: 1, t: 2}
    - {x: 1, y: 1, t: 4}
    - {x: -1, y: 1, t: 5}
`;
    const scenario = await read(text);
    assert.deepEqual(cellsOf(scenario), [
        [
            [1, 1],
            [1, 1],
            [1, 1],
            [1, 1],
            [1, 1],
            [-1, 1],
        ],
    ]);
    assert.deepEqual(motionsOf(scenario), [
        [
            { t0: 0, t1: 2, x: [1], y: [1] },
            { t0: 2, t1: 4, x: [1], y: [1] },
            { t0: 4, t1: 5, x: [1, -2], y: [1, 0] },
        ],
    ]);
    await refuses(
        () => read(change(text, 't: 5', 't: 6')),
        'p.yaml:5:7: bad-step: the agent moves from t = 4 to t = 6',
    );
    await refuses(() => read(change(text, 't: 4', 't: 1')), 'p.yaml:4:7: bad-step: the states');
});

// The steps of a wait became a segment each: a file of 90 characters took 1.5 GB.
test('a wait that the file states as one is one segment, however long', async () => {
    const long = 'schedule:\n  a:\n    - {x: 0, y: 0, t: 0}\n    - {x: 0, y: 0, t: 400000}\n';
    assert.deepEqual(motionsOf(await read(long)), [[{ t0: 0, t1: 400_000, x: [0], y: [0] }]]);
});

test('several goals are regions, of which one is to be reached', async () => {
    const [goal, several] = ['goal: [1, 1]', 'potentialGoals:\n      - [1, 1]\n      - [2, 0]'];
    const { agents } = await read(PLAN, asMap(change(INPUT, goal, several)));
    assert.equal(agents[0].goal, null);
    const square = [
        [0.5, 0.5],
        [1.5, 0.5],
        [1.5, 1.5],
        [0.5, 1.5],
    ];
    assert.deepEqual(agents[0].goals?.[0], {
        area: { kind: 'polygon', points: square, radius: 0 },
        time: null,
        angle: null,
        speed: null,
    });
    assert.equal(agents[0].goals?.length, 2);
    const one = await read(PLAN, asMap(change(INPUT, goal, 'potentialGoals: [[1, 1]]')));
    assert.deepEqual(one.agents[0].goal, { x: 1, y: 1 });
    await brokenInput(goal, 'potentialGoals: []', '8:5: bad-agent: agent "agent0" has no goal');
    await brokenInput(goal, `${goal}\n    ${several}`, '6:5: bad-agent:');
    await brokenInput(`    ${goal}\n`, '', '6:5: bad-agent:');
});

test('a roadmap: nodes by name, edges as directed as it says, a step an edge', async () => {
    const scenario = await read(ROAD_PLAN, asMap(ROAD));
    assert.deepEqual(scenario.roadmap, {
        nodes: [
            { x: 0, y: 0 },
            { x: 5, y: 1 },
        ],
        edges: [
            [0, 1],
            [1, 0],
        ],
    });
    assert.deepEqual(cellsOf(scenario), [
        [
            [0, 0],
            [0, 0],
            [5, 1],
        ],
    ]);
    assert.deepEqual(motionsOf(scenario)[0][1], {
        t0: 1,
        t1: 2,
        x: [0, 5],
        y: [0, 1],
        end: { x: 5, y: 1 },
    });
    assert.deepEqual([scenario.speedLimit, scenario.grid], [null, null]);
    assert.deepEqual(scenario.notices, [
        'whether the roadmap allows waits at its nodes is not checked',
    ]);
    assert.deepEqual((await validate(scenario)).violations, []);
    const oneWay = await read(
        ROAD_PLAN,
        asMap(change(ROAD, 'undirected: True', 'undirected: false')),
    );
    assert.deepEqual(oneWay.roadmap?.edges, [[0, 1]]);
    const annotated = change(ROAD, 'agents:', '  conflicts:\n    - [0]\nagents:');
    const { notices } = await read(ROAD_PLAN, asMap(annotated));
    assert.match(notices[0], /^i\.yaml:9: conflicts are not used/);
    const several = change(ROAD, 'goal: B', 'potentialGoals: [A, B]');
    const { agents } = await read(ROAD_PLAN, asMap(several));
    assert.deepEqual(agents[0].goals?.[1].area, { kind: 'polygon', points: [[5, 1]], radius: 0 });
});

test('a roadmap off whole coordinates is checked in continuous time, so it needs a radius', async () => {
    const odd = asMap(change(ROAD, '[5, 1]', '[0.1, 0.7]'));
    await assert.rejects(read(ROAD_PLAN, odd), { code: 'radius-unknown' });
    const scenario = await read(ROAD_PLAN, odd, { radius: 0.3 });
    assert.deepEqual([scenario.discrete, scenario.sizesKnown], [null, true]);
    assert.deepEqual(scenario.agents[0].motion[1].end, { x: 0.1, y: 0.7 });
    assert.deepEqual((await validate(scenario)).violations, []);
});

test('nodes and cells do not mix', async () => {
    await refuses(() => read(ROAD_PLAN), 'p.yaml:3:7: unknown-node: the state is a node');
    await refuses(() => read(ROAD_PLAN, asMap(INPUT)), 'p.yaml:3:7: unknown-node:');
    await refuses(
        () => read(change(ROAD_PLAN, 'v: B', 'v: C'), asMap(ROAD)),
        'p.yaml:7:7: unknown-node: "C" is not a node',
    );
    await refuses(
        () =>
            read(
                PLAN,
                asMap(
                    change(
                        ROAD,
                        '- name: agent0',
                        '- name: agent1\n    start: A\n    goal: A\n  - name: agent0',
                    ),
                ),
            ),
        'p.yaml:7:7: wrong-map: the state is a cell',
    );
    await refuses(
        () => read(PLAN, { map: file(ROAD, 'r.yaml'), task: file(INPUT, 'i.yaml') }),
        'i.yaml:7:12: wrong-map: start is a cell',
    );
    await refuses(
        () => read(PLAN, { map: file(INPUT, 'i.yaml'), task: file(ROAD, 'r.yaml') }),
        'r.yaml:11:12: wrong-map: start is a node',
    );
    await refuses(
        () => read(ROAD_PLAN, { task: file(ROAD, 'r.yaml') }),
        'p.yaml:3:7: unknown-node:',
    );
});

test('an input named as the plan, a failed run, and a file without a schedule', async () => {
    await refuses(() => read(INPUT), 'p.yaml:1:1: not-a-plan: this is an input');
    await refuses(() => read(ROAD), 'p.yaml:1:1: not-a-plan:');
    await refuses(
        () => read('statistics:\n  success: 0\n'),
        'p.yaml:2:3: no-solution: the planner found no solution',
    );
    await refuses(() => read('statistics:\n  cost: 1\n'), 'p.yaml:1:1: missing-element:');
    await refuses(() => read('schedule: {}\n'), 'p.yaml:1:1: no-agents:');
});

test('statistics that disagree and what has no use are notices', async () => {
    const text = change(change(PLAN, 'cost: 3', 'cost: 4'), 'makespan: 2', 'makespan: 3');
    const input = INPUT.replaceAll('    goal', '    hue: 1\n    goal');
    const { notices } = await read(`${text}cost: 9\n`, asMap(input));
    assert.deepEqual(notices, [
        'p.yaml:2: cost is declared as 4, but the last arrivals sum to 3: that is the total if every agent counts until the last arrival',
        'p.yaml:3: makespan is declared as 3, but the last arrival is at 2: that is the total if places count, one more than steps',
        'p.yaml:23: cost is not used',
        'i.yaml:8: "hue" of an agent is not used',
    ]);
});

test('statistics that are not indented are read as those that are', async () => {
    const [head, schedule] = PLAN.split('schedule:');
    const flat = `${head.replaceAll('\n  ', '\n')}schedule:${schedule}`;
    const [indented, unindented] = [await read(PLAN), await read(flat)];
    assert.deepEqual(motionsOf(unindented), motionsOf(indented));
    assert.deepEqual(unindented.notices, indented.notices);
    const { notices } = await read(change(flat, 'cost: 3', 'cost: 4'));
    assert.ok(
        notices.includes(
            'p.yaml:2: cost is declared as 4, but the last arrivals sum to 3: that is the total if every agent counts until the last arrival',
        ),
    );
    await refuses(
        () => read(change(flat, 'cost: 3', 'agents: []')),
        'p.yaml:2:1: unknown-element: the file has "agents"',
    );
    await refuses(
        () => read('statistics:\nsuccess: 0\n'),
        'p.yaml:2:1: no-solution: the planner found no solution',
    );
});

test('a state that is written twice counts once; two places at one time are refused', async () => {
    const first = '    - x: 0\n      y: 0\n      t: 0\n';
    const twice = await read(change(PLAN, first, first + first));
    const once = await read(PLAN);
    assert.deepEqual(motionsOf(twice), motionsOf(once));
    assert.deepEqual(twice.notices, once.notices);
    await broken(
        first,
        `${first}${first.replace('y: 0', 'y: 1')}`,
        '10:7: bad-step: the states must be in order of time: t = 0 after t = 0',
    );
});

test('a schedule that is none is refused with its place', async () => {
    await broken('x: 1\n', 'x: 1.5\n', '10:10: bad-number: x must be a whole number');
    await broken('x: 1\n', 'x: 0x1\n', '10:10: bad-number:');
    await broken('x: 1\n', 'x: 1e2\n', '10:10: bad-number:');
    await broken('x: 1\n', 'x: .nan\n', '10:10: bad-number:');
    await broken('x: 1\n', 'x:\n', '10:9: bad-number:');
    await broken('x: 1\n', 'x: 2147483648\n', '10:10: out-of-range:');
    await broken('x: 1\n', 'x: [1]\n', '10:10: bad-yaml: x must be a single value');
    await broken('t: 1\n', 't: -1\n', '12:10: bad-number:');
    await broken('t: 1\n', 't: 99999999999\n', '12:10: out-of-range:');
    await broken('t: 1\n', 't: 0\n', '10:7: bad-step: the states must be in order');
    await broken('      t: 1\n', '', '10:7: missing-element: the state has no t');
    await broken('t: 1\n', 't: 1\n      z: 1\n', '13:7: unknown-element: the state has "z"');
    await broken('t: 1\n', 't: 1\n      v: A\n', '10:7: unknown-element: the state has "x"');
    await broken('x: 1\n', 'x: 1\n      x: 1\n', '11:7: duplicate-element: a state has "x" twice');
    await broken('agent1:', 'agent0:', '16:3: duplicate-element: schedule has "agent0" twice');
    await broken('    - x: 1\n', '    - 7\n    - x: 1\n', '10:7: bad-yaml: a state must be a map');
    await broken(
        'schedule:',
        'robots: 1\nschedule:',
        '5:1: unknown-element: the file has "robots"',
    );
    await broken('cost: 3', 'cost: three', '2:9: bad-number: cost');
    await refuses(() => read('schedule: 3\n'), 'p.yaml:1:11: bad-yaml: schedule must be a map');
    await refuses(() => read('schedule:\n  a: 3\n'), 'p.yaml:2:6: bad-yaml: "a" must be a list');
});

test('an input that is none is refused with its place', async () => {
    await brokenInput('[3, 2]', '[3]', '2:15: bad-line: dimensions must be a list of length 2');
    await brokenInput('[3, 2]', '[3, 0]', '2:19: out-of-range:');
    await brokenInput('[3, 2]', '[99999, 99999]', '2:3: too-large:');
    await brokenInput('[0, 1]', '[3, 1]', '4:7: outside-map: an obstacle (3, 1)');
    await brokenInput('[0, 1]', '[0, a]', '4:11: bad-number:');
    await brokenInput('start: [0, 0]', 'start: [0, 2]', '7:12: outside-map: start (0, 2)');
    await brokenInput('goal: [1, 1]', 'goal: [-1, 1]', '8:11: outside-map:');
    await brokenInput('    start: [0, 0]\n', '', '6:5: missing-element: the agent has no start');
    await brokenInput('  dimensions: [3, 2]\n', '', '1:1: missing-element: map has no dimensions');
    await brokenInput('  dimensions', '  weights: 1\n  dimensions', '2:3: unknown-element:');
    await brokenInput('agents:', 'dynamic_obstacles: {}\nagents:', '5:1: unknown-element:');
    await brokenInput('agents:', 'roadmap: {}\nagents:', '5:1: wrong-map:');
    await brokenInput('[0, 1]', '!!python/object [0, 1]', '4:7: bad-yaml: tags are not read');
    await refuses(
        () => read(PLAN, asMap('agents: []\n')),
        'i.yaml:1:1: missing-element: it has neither',
    );
    await refuses(
        () => read(PLAN, { task: file(`${INPUT.split('agents')[0]}`, 'i.yaml') }),
        'i.yaml:1:1: no-agents:',
    );
    const plain = change(INPUT, '[0, 1]', '!!python/tuple [0, 1]');
    assert.deepEqual(await read(PLAN, asMap(plain)), await read(PLAN, asMap(INPUT)));
    const none = await read(PLAN, asMap(change(INPUT, '\n    - [0, 1]', ' []')));
    assert.deepEqual([...(none.grid?.blocked ?? [])], [0, 0, 0, 0, 0, 0]);
});

test('a roadmap that is none is refused with its place', async () => {
    await brokenInput('[A, B]', '[A, C]', '8:11: unknown-node: "C" is not a vertex', ROAD);
    await brokenInput('[A, B]', '[A]', '8:7: bad-line:', ROAD);
    await brokenInput('[5, 1]', '[5, x]', '6:12: bad-number:', ROAD);
    await brokenInput('B: [5, 1]', 'A: [5, 1]', '6:5: duplicate-element:', ROAD);
    await brokenInput(
        '  vertices:\n    A: [0, 0]\n    B: [5, 1]\n',
        '',
        '1:1: bad-roadmap: the roadmap has no vertices',
        ROAD,
    );
    await brokenInput('undirected: True', 'undirected: maybe', '2:15: bad-roadmap:', ROAD);
    await brokenInput('start: A', 'start: C', '11:12: unknown-node:', ROAD);
    await brokenInput('  edges', '  weights: 1\n  edges', '7:3: unknown-element:', ROAD);
});

test('YAML that can grow, act or hide is refused', async () => {
    await broken('agent0:', 'agent0: &a', '6:11: bad-yaml: anchors are not read');
    await broken('x: 1\n', 'x: *a\n', '10:10: bad-yaml: aliases are not read');
    await broken('x: 1\n', 'x: !!int 1\n', '10:10: bad-yaml: tags are not read');
    await broken('x: 1\n', '? x\n      : 1\n', '10:7: bad-yaml: explicit keys');
    await broken('agent1:', '<<:', '16:3: bad-yaml: merge keys are not read');
    await broken(
        'statistics',
        '%YAML 1.2\n---\nstatistics',
        '1:1: bad-yaml: directives are not read',
    );
    await broken('schedule', '---\nschedule', '5:1: bad-yaml: the file holds more than one');
    await broken('statistics', '---\n---\nstatistics', '2:1: bad-yaml: the file holds more');
    await broken('runtime: 0.1', 'runtime: "0.1', '23:1: bad-yaml: Missing closing');
    await broken('runtime: 0.1', 'runtime: [0.1', '5:1: bad-yaml:');
    await broken('runtime: 0.1', 'runtime: \u001f', '4:12: bad-yaml: the character');
    await broken('cost: 3', 'cost: a: b', '2:');
    await broken('schedule', '...\nschedule', '6:1: bad-yaml:');
    assert.ok(await read(`--- # two\n${PLAN}...\n`));
    assert.ok(await read(change(PLAN, 'runtime: 0.1', 'note: |\n    *a &b !c\n    ? d')));
    for (const name of ['__proto__', 'constructor', 'toString']) {
        const { agents } = await read(change(PLAN, 'agent1:', `${name}:`));
        assert.equal(agents[1].name, name);
    }
});

test('depth, values and length are limited before the parser works on them', async () => {
    for (const deep of ['['.repeat(1e5), '{a: '.repeat(1e5), '- '.repeat(1e5)]) {
        const text = `schedule: 1\nx:\n ${deep}\n`;
        await refuses(() => read(text), 'p.yaml:3:');
        await assert.rejects(read(text), /bad-yaml: values are nested more than 64 deep/);
    }
    const steps = Array.from({ length: 3000 }, (_, k) => `${' '.repeat(k)}a:\n`).join('');
    await assert.rejects(read(`schedule: 1\n${steps}`), /nested more than 64 deep/);
    const flat = Array.from({ length: 3000 }, (_, k) => `  a${k}: []\n`).join('');
    await refuses(() => read(`schedule:\n${flat}`), 'p.yaml:2:3: unknown-start:');
    await refuses(
        () => read(`schedule:\n${flat}`, {}, { limits: { agents: 9 } }),
        'p.yaml:1:1: too-large:',
    );
    await refuses(
        () => read(PLAN, {}, { limits: { elements: 80 } }),
        'p.yaml:11:10: too-large: more than 20',
    );
    const blank = change(PLAN, 'schedule', `${'\n'.repeat(400)}schedule`);
    await refuses(
        () => read(blank, {}, { limits: { elements: 396 } }),
        'p.yaml:287:1: too-large: more than 297',
    );
    await refuses(() => read(PLAN, {}, { limits: { pieces: 2 } }), 'p.yaml:16:3: too-large:');
    await refuses(
        () => read(PLAN, asMap(INPUT), { limits: { agents: 1 } }),
        'p.yaml:5:1: too-large:',
    );
});

const agent = stepsOf({ x: 2 ** 31 - 40, y: 5, jumps: true });

test('a plan that was written is read as the same motions and names', async () => {
    await fc.assert(
        fc.asyncProperty(
            fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 5 }),
            fc.array(agent, { minLength: 5, maxLength: 5 }),
            async (names, agents) => {
                const paths = walk(agents.slice(0, names.length)).map((places, k) => ({
                    name: names[k],
                    places,
                    start: null,
                    goal: null,
                    source: { line: 1, column: 1 },
                }));
                const scenario = makeDiscretePlan('libmrp', paths, {});
                const { text, notices } = write(scenario);
                assert.deepEqual(notices, []);
                const again = await read([...text].join(''));
                assert.deepEqual(motionsOf(again), motionsOf(scenario));
                assert.deepEqual(cellsOf(again), cellsOf(scenario));
                assert.deepEqual(
                    again.agents.map(({ name }) => name),
                    names,
                );
            },
        ),
        { numRuns: 60 },
    );
});

test('any truncation and any changed character: a scenario or an InputError, nothing else', async () => {
    await fc.assert(
        fc.asyncProperty(
            fc.constantFrom(PLAN, ROAD_PLAN),
            fc.nat(PLAN.length),
            fc.constantFrom('', ...'-:[]{},&*!|>\'"%@`#? \n\t~01<'),
            fc.boolean(),
            async (text, at, put, cut) => {
                const changed = text.slice(0, at) + put + (cut ? '' : text.slice(at + 1));
                const others = asMap(text === PLAN ? INPUT : ROAD);
                try {
                    await read(changed, others, { format: 'libmrp' });
                } catch (error) {
                    assert.match(String(error), /^InputError: p\.yaml:\d+:\d+: [a-z-]+: /);
                }
            },
        ),
        { numRuns: 400 },
    );
});

test('a quoted << is a name, a plain one a merge key, which is not read', async () => {
    const { agents } = await read(change(PLAN, 'agent1:', '"<<":'));
    assert.equal(agents[1].name, '<<');
    const { text } = write(await read(change(PLAN, 'agent1:', "'<<':")));
    assert.equal((await read([...text].join(''))).agents[1].name, '<<');
    await refuses(() => read(change(PLAN, 'agent1:', '<<:')), 'p.yaml:16:3: bad-yaml: merge keys');
});

test('names that would not be unique are not written', async () => {
    const scenario = await read(PLAN, asMap(INPUT), { atGoal: 'vanish' });
    scenario.agents[0].name = 'agent1';
    const { text, notices } = write(scenario);
    assert.deepEqual(
        notices.map((notice) => notice.replace(/^.*place for it: /, '')),
        [
            'the map (--map)',
            'the task (--task)',
            "the agents' names",
            'that agents vanish at their goals (--at-goal vanish)',
        ],
    );
    assert.match([...text].join(''), / {2}agent0:\n[\s\S]* {2}agent1:\n/);
});

test('what steps cannot say is not written', async () => {
    const scenario = await read(PLAN, asMap(INPUT));
    const motion = [{ t0: 0, t1: 1, x: [0, 0.5], y: [0] }];
    const agents = [{ ...scenario.agents[0], motion }];
    assert.throws(() => write({ ...scenario, agents }), {
        code: 'cannot-carry',
        argument: 'scenario',
    });
});

if (needsShared) {
    test('published schedules', { skip: needsShared }, () => {});
} else {
    const folder = inShared('mapf/libmultirobotplanning');
    /** Known numbers of each file: vertex conflicts, swaps; and the behavior of its agents at the goal. */
    const known = /** @type {Record<string, { vertex: number, edge: number, alone?: number }>} */ ({
        'map_32by32_obst204_agents100_ex1_ecbs_out.yaml': { vertex: 0, edge: 0 },
        'map_32by32_obst204_agents100_ex1_sipp_out.yaml': { vertex: 0, edge: 75, alone: 1 },
        'map_32by32_obst204_agents10_ex1_ecbs_out.yaml': { vertex: 0, edge: 0 },
        'map_32by32_obst204_agents10_ex1_sipp_out.yaml': { vertex: 0, edge: 1 },
        'mapf_circle_cbs_out.yaml': { vertex: 0, edge: 0 },
        'mapf_circle_sipp_out.yaml': { vertex: 0, edge: 0 },
        'mapf_simple1_cbs_out.yaml': { vertex: 0, edge: 0 },
        'mapf_simple1_sipp_out.yaml': { vertex: 0, edge: 1 },
        'mapf_someAtGoal_disappear_out.yaml': { vertex: 1, edge: 0 },
        'mapf_swap2_cbs_out.yaml': { vertex: 0, edge: 0 },
        'mapf_swap2_sipp_out.yaml': { vertex: 0, edge: 0 },
    });

    test('every schedule in the data is checked here', () => {
        const manifest = JSON.parse(readFileSync(inShared('mapf/MANIFEST.json'), 'utf8'));
        const names = manifest
            .map((/** @type {{ file: string }} */ each) => each.file)
            .filter((/** @type {string} */ name) => /^libmulti.*_out\.yaml$/.test(name))
            .map((/** @type {string} */ name) => name.split('/')[1]);
        assert.deepEqual(Object.keys(known).sort(), names.sort());
    });

    for (const [name, { vertex, edge, alone = 0 }] of Object.entries(known)) {
        test(`${name}: ${vertex} vertex conflicts and ${edge} swaps, as is known`, async () => {
            const plan = sourceFile(`${folder}/${name}`, name);
            const inputName = name.replace(/_[a-z]+_out/, '');
            const input = sourceFile(`${folder}/${inputName}`, inputName);
            const scenario = await readScenario({ plan, map: input });
            const paths = schedulePaths(plan.text);
            const moving = [...paths].filter(([, cells]) => cells.length > 0);
            const isBlocked = blockedInInput(input.text);
            const verdict = checkSteps(
                moving.map(([, cells]) => cells),
                isBlocked,
            );
            assert.deepEqual([verdict.vertex.length, verdict.edge.length], [vertex, edge]);
            assert.deepEqual([verdict.blocked, verdict.jumps], [0, 0]);
            assert.equal(paths.size - moving.length, alone);
            const cells = new Map(
                scenario.agents.map((agent, a) => [agent.name, cellsOf(scenario)[a]]),
            );
            for (const [agent, own] of moving) assert.deepEqual(cells.get(agent), own, agent);
            assert.equal(cells.size, paths.size);
            assert.deepEqual(scenario.notices, []);
            const { violations } = await validate(scenario);
            const count = (/** @type {string} */ kind) =>
                violations.filter((each) => each.kind === kind).length;
            assert.deepEqual(
                [count('vertex'), count('edge'), count('goal')],
                [vertex, edge, alone],
            );
            assert.equal(violations.length, vertex + edge + alone);
            const again = await read([...write(scenario).text].join(''));
            assert.deepEqual(cellsOf(again), cellsOf(scenario));
        });
    }

    test('agents that disappear at their goals do not meet there', () => {
        const text = readFileSync(`${folder}/mapf_someAtGoal_disappear_out.yaml`, 'utf8');
        const paths = [...schedulePaths(text).values()];
        const verdict = checkSteps(paths, () => false, 'vanish');
        assert.deepEqual(verdict, { vertex: [], edge: [], blocked: 0, jumps: 0 });
    });
}
