import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readScenario, validate } from 'graze/scenario';
import { write } from '../../js/formats/kei18/kei18.js';
import { makeDiscretePlan, motionToSteps, stepsToMotion } from '../../js/formats/steps/steps.js';
import fc from '../fast_check.js';
import { assertLinear, inShared, needsShared, sourceFile } from '../helpers.js';
import { blockedInMap, checkSteps, kei18Paths } from '../oracle/discrete_oracle.js';
import {
    cellsOf,
    change,
    file,
    inPieces,
    motionsOf,
    refuses,
    stepsOf,
    walk,
} from './steps_helpers.js';

/** @import { Scenario } from 'graze/scenario' */

const LOG = `agents=2
map_file=a.map
solver=planner
solved=1
soc=5
makespan=3
comp_time=0
starts=(0,0),(2,1),
goals=(2,0),(0,1),
solution=
0:(0,0),(2,1),
1:(1,0),(1,1),
2:(1,0),(0,1),
3:(2,0),(0,1),
`;

const MAP = 'type octile\nheight 2\nwidth 3\nmap\n...\n...\n';

const SCEN = `version 1
0\ta.map\t3\t2\t0\t0\t2\t0\t2
0\ta.map\t3\t2\t2\t1\t0\t1\t2
0\ta.map\t3\t2\t2\t0\t0\t1\t2
`;

/** @param {string} text @param {object} [others] @param {object} [options] */
function read(text, others = {}, options = {}) {
    return readScenario({ plan: file(text, 'p.txt'), ...others }, options);
}

/** @param {string} from @param {string} to @param {string} place @param {object} [others] */
async function broken(from, to, place, others) {
    await refuses(() => read(change(LOG, from, to), others), `p.txt:${place}`);
}

test('a log: each agent moves cell by cell until it has arrived', async () => {
    const scenario = await read(LOG, { map: file(MAP, 'a.map') });
    assert.equal(scenario.format, 'kei18');
    assert.equal(scenario.axes, 'right-down');
    assert.deepEqual([scenario.sizesKnown, scenario.speedLimit, scenario.timeStep], [false, 1, 1]);
    assert.deepEqual([scenario.beforeStart, scenario.atGoal], ['stay', 'stay']);
    assert.deepEqual([scenario.grid?.nx, scenario.grid?.ny], [3, 2]);
    assert.deepEqual(scenario.notices, []);
    assert.deepEqual(motionsOf(scenario), [
        [
            { t0: 0, t1: 1, x: [0, 1], y: [0, 0] },
            { t0: 1, t1: 2, x: [1], y: [0] },
            { t0: 2, t1: 3, x: [1, 1], y: [0, 0] },
        ],
        [
            { t0: 0, t1: 1, x: [2, -1], y: [1, 0] },
            { t0: 1, t1: 2, x: [1, -1], y: [1, 0] },
        ],
    ]);
    assert.deepEqual(scenario.agents[1].start, { x: 2, y: 1 });
    assert.deepEqual(scenario.agents[1].goal, { x: 0, y: 1 });
    assert.deepEqual(scenario.agents[0].motion[2].source, { line: 14, column: 1 });
    assert.deepEqual(scenario.agents[0].shape, { kind: 'disc', radius: 0 });
    const result = await validate(scenario);
    assert.deepEqual([result.sumOfCosts, result.makespan], [5, 3]);
});

test('a radius makes the agents discs of that size', async () => {
    const { sizesKnown, agents } = await read(LOG, {}, { radius: 0.25, atGoal: 'vanish' });
    assert.deepEqual([sizesKnown, agents[1].shape], [true, { kind: 'disc', radius: 0.25 }]);
});

test('the visualizer variant: no header, orientations, the last comma left out', async () => {
    const scenario = await read('0:(0,0,Y_MINUS),(1,1,X_PLUS)\n1:(0,0,X_PLUS),(1,1,X_PLUS),\n\n');
    assert.deepEqual(cellsOf(scenario), [[[0, 0]], [[1, 1]]]);
    assert.deepEqual(motionsOf(scenario)[0], [{ t0: 0, t1: 0, x: [0], y: [0] }]);
    assert.deepEqual(scenario.notices, [
        'p.txt:1: orientations are not used: the agents are discs',
    ]);
    assert.equal(scenario.agents[0].start, null);
});

test('the first agents of a scenario win over the header', async () => {
    const task = file(change(SCEN, '2\t0\t2\n', '1\t1\t2\n'), 'a.scen');
    const { agents, notices } = await read(LOG, { task, map: file(MAP, 'a.map') });
    assert.deepEqual(agents[0].goal, { x: 1, y: 1 });
    assert.equal(agents.length, 2);
    const other = 'p.txt:9: the goal of 1 agent is elsewhere in the task, which counts';
    assert.ok(notices.includes(other), notices.join());
    const same = await read(LOG, { task: file(SCEN, 'a.scen'), map: file(MAP, 'a.map') });
    assert.ok(!same.notices.some((notice) => notice.includes('elsewhere')), same.notices.join());
    const short = file(SCEN.split('\n').slice(0, 2).join('\n'), 'a.scen');
    await refuses(
        () => read(LOG, { task: short }),
        'a.scen:1:1: agent-count: the task has 1 agents',
    );
    const otherMap = file(SCEN.replaceAll('\t3\t2\t', '\t3\t3\t'), 'a.scen');
    await refuses(
        () => read(LOG, { task: otherMap, map: file(MAP, 'a.map') }),
        'a.scen:2:1: wrong-map:',
    );
});

test('statistics that disagree and unknown keys are notices, and a configuration is refused', async () => {
    const text = change(change(LOG, 'soc=5', 'soc=6'), 'comp_time', 'mood');
    const { notices } = await read(change(text, 'makespan=3', 'makespan=4'));
    assert.deepEqual(notices, [
        'p.txt:7: mood is not used',
        'p.txt:5: soc is declared as 6, but the last arrivals sum to 5: that is the total if waits at the end of the paths count',
        'p.txt:6: makespan is declared as 4, but the last arrival is at 3: that is the total if places count, one more than steps',
    ]);
    await refuses(
        () => read(LOG, { config: file('x', 'c.xml') }),
        'c.xml:1:1: unused-file: a result of LaCAM takes no config',
    );
});

test('an unfinished solution is read, and said to be one', async () => {
    const { notices } = await read(change(LOG, 'solved=1', 'solved=0'));
    assert.deepEqual(notices, ['p.txt:4: solved=0: the solver gives the solution as unfinished']);
});

test('no solution: said to be none, or left out', async () => {
    const empty = LOG.slice(0, LOG.indexOf('0:('));
    await refuses(
        () => read(change(empty, 'solved=1', 'solved=0')),
        'p.txt:4:1: no-solution: the solver found no solution',
    );
    const short = LOG.slice(0, LOG.indexOf('starts='));
    await refuses(() => read(short), 'p.txt:4:1: no-plan: the file has no solution');
    await refuses(() => read('agents=2\n'), 'p.txt:1:1: no-plan:');
});

test('counts of agents that disagree are errors where they are', async () => {
    await broken('agents=2', 'agents=3', '1:1: agent-count: agents says 3');
    await broken('starts=(0,0),', 'starts=', '8:1: agent-count: starts has 1');
    await broken('goals=(2,0),', 'goals=(2,0),(2,0),', '9:1: agent-count: goals has 3');
    await broken('1:(1,0),', '1:', '12:1: agent-count: the step has 1 agents');
    await broken('1:(1,0),', '1:(1,0),(1,0),', '12:15: agent-count: the step has more');
    // One comma too many is not an agent too many.
    await broken('1:(1,0),(1,1),', '1:(1,0),(1,1),,', '12:15: bad-line: expected (x,y), found ","');
});

test('what is not a step, place or setting is refused with its place', async () => {
    await broken('2:(', '3:(', '13:1: bad-step: steps are numbered from 0');
    await broken('2:(', '02:(', '13:1: bad-step:');
    await broken('2:(1,0),', '2:(1,0);', '13:8: bad-line: expected a comma');
    await broken('2:(1,0),', '2:(1,0)', '13:8: bad-line: expected a comma');
    await broken('2:(1,0)', '2:(1, 0)', '13:3: bad-line: expected (x,y)');
    await broken('2:(1,0)', '2:(-1,0)', '13:3: bad-line:');
    await broken('2:(1,0)', '2:(0x1,0)', '13:3: bad-line:');
    await broken('2:(1,0)', '2:(1,0,UP)', '13:3: bad-line:');
    await broken('2:(1,0)', '2:(2147483648,0)', '13:3: out-of-range:');
    await broken('2:(1,0)', `2:(${'9'.repeat(400)},0)`, '13:3: out-of-range:');
    await broken('2:(', '\n2:(', '13:1: bad-line: the line is empty');
    await broken('2:(', 'soc=5\n2:(', '14:1: bad-line: the steps continue');
    await broken('soc=5', 'soc', '5:1: bad-line: expected key=value');
    await broken('soc=5', 'soc=0x5', '5:5: bad-number:');
    await broken('soc=5', 'agents=2', '5:1: duplicate-element: agents is given twice');
    await broken('agents=2', 'agents=2.0', '1:8: bad-number:');
    await broken('solved=1', 'solved=2', '4:8: out-of-range:');
    await broken('solution=', 'solution=0:(0,0)', '10:10: bad-line:');
    await broken('starts=(0,0)', 'starts=(0;0)', '8:8: bad-line:');
    await refuses(() => read('0:\n'.replace(':', ':('.repeat(1))), 'p.txt:1:3: bad-line:');
    await refuses(() => read('agents=0\nsolution=\n0:\n'), 'p.txt:3:1: no-agents:');
});

test('a start or goal in the header outside the map is refused', async () => {
    const map = file(MAP, 'a.map');
    await broken('goals=(2,0)', 'goals=(2,2)', '9:7: outside-map: (2, 2) of agent 0', { map });
    await broken('starts=(0,0)', 'starts=(3,0)', '8:8: outside-map:', { map });
});

test('what is too large is refused before it is stored', async () => {
    /** @param {object} limits @param {string} text @param {string} beginning */
    const over = (limits, text, beginning) =>
        refuses(() => read(text, {}, { limits }), `p.txt:${beginning}`);
    await over({ agents: 1 }, LOG, '8:14: too-large: more than 1 agents');
    await over({ agents: 1 }, LOG.slice(LOG.indexOf('0:')), '1:9: too-large: more than 1 agents');
    await over(
        { pieces: 5 },
        LOG,
        '14:1: too-large: more than 5 pieces, the steps of all agents: it has 6 (--limit pieces=6)',
    );
    await over(
        { pieces: 1 },
        LOG,
        '12:1: too-large: more than 1 pieces, the steps of all agents: it has 6 (--limit pieces=6)',
    );
    assert.equal((await read(LOG, {}, { limits: { pieces: 6 } })).agents.length, 2);
    await over({ attributes: 4 }, LOG, '5:1: too-large: more than 4 lines');
    await over({ characters: 40 }, LOG, '1:1: too-large:');
});

test('a file in pieces of any size is the same plan, and its errors have the same place', async () => {
    const whole = await read(LOG);
    const wrong = change(LOG, '2:(1,0)', '2:(1;0)');
    for (const size of [1, 2, 7, 64]) {
        const pieces = { name: 'p.txt', text: inPieces(LOG.replaceAll('\n', '\r\n'), size) };
        assert.deepEqual(await readScenario({ plan: pieces }), whole);
        const bad = { name: 'p.txt', text: inPieces(wrong, size) };
        await refuses(() => readScenario({ plan: bad }), 'p.txt:13:3: bad-line:');
    }
});

test('long lines and many lines take their length to read', async () => {
    await assertLinear(async (size) => {
        const wide = `0:${'(1,2),'.repeat(size)}\n`;
        assert.equal((await read(wide)).agents.length, size);
    }, 22_000);
    await assertLinear(async (size) => {
        const tall = Array.from({ length: size }, (_, t) => `${t}:(1,2),\n`).join('');
        assert.equal((await read(tall)).agents[0].motion.length, 1);
    }, 50_000);
});

test('MovingAI files named as plans are sent to their flags', async () => {
    await refuses(() => read(MAP), 'p.txt:1:1: not-a-plan: this is a MovingAI map');
    await refuses(() => read(MAP.slice(12)), 'p.txt:1:1: not-a-plan: this is a MovingAI map');
    await refuses(() => read(SCEN), 'p.txt:1:1: not-a-plan: this is a MovingAI scenario');
});

const agent = stepsOf({ x: 2 ** 31 - 40, y: 5, jumps: true });

test('a plan that was written is read as the same motions', async () => {
    await fc.assert(
        fc.asyncProperty(fc.array(agent, { minLength: 1, maxLength: 5 }), async (agents) => {
            const paths = walk(agents).map((places, k) => ({
                name: String(k),
                places,
                start: { x: places[0], y: places[1] },
                goal: { x: 1, y: 2 },
                source: { line: 1, column: 1 },
            }));
            const { text, notices } = write(makeDiscretePlan('kei18', paths, {}));
            assert.deepEqual(notices, []);
            const first = await read([...text].join(''));
            const second = await read([...write(first).text].join(''));
            assert.deepEqual(second, first);
            // Waits at the end are not reported from standing there; all else is the same.
            first.agents.forEach((each, a) => {
                const steps = motionToSteps(each);
                const own = [...paths[a].places];
                assert.deepEqual([...steps], own.slice(0, steps.length));
                const last = own.slice(-2);
                for (let k = steps.length; k < own.length; k += 2) {
                    assert.deepEqual(own.slice(k, k + 2), last);
                }
                assert.deepEqual([each.start, each.goal], [paths[a].start, paths[a].goal]);
            });
        }),
        { numRuns: 60 },
    );
});

test('steps and motions are two ways to say the same', () => {
    fc.assert(
        fc.property(agent, (each) => {
            const [places] = walk([each]);
            const motion = stepsToMotion(places);
            const body = { name: '0', shape: { kind: /** @type {const} */ ('disc'), radius: 0 } };
            assert.deepEqual(motionToSteps({ ...body, start: null, goal: null, motion }), places);
        }),
    );
});

/** Returns a plan of one agent with that motion. @param {object} agent */
function plan(agent) {
    const path = {
        name: '0',
        places: Int32Array.of(0, 0),
        start: null,
        goal: null,
        source: { line: 1, column: 1 },
    };
    const scenario = makeDiscretePlan('test', [path], {});
    scenario.agents[0] = { ...scenario.agents[0], ...agent };
    return scenario;
}

test('whole moves over several steps, late starts and standing agents are written as steps', async () => {
    const late = plan({ motion: [{ t0: 2, t1: 5, x: [4, -1], y: [1, 0, 0] }] });
    const read1 = await read([...write(late).text].join(''));
    assert.deepEqual(cellsOf(read1), [
        [
            [4, 1],
            [4, 1],
            [4, 1],
            [3, 1],
            [2, 1],
            [1, 1],
        ],
    ]);
    const atRest = plan({ motion: [], start: { x: 3, y: 2 } });
    assert.deepEqual(cellsOf(await read([...write(atRest).text].join(''))), [[[3, 2]]]);
});

test('what steps cannot say is not written', () => {
    const go = { t0: 0, t1: 1, x: [0, 1], y: [0] };
    const on = { t0: 1, t1: 2, x: [1, 1], y: [0] };
    /** @type {[string, object][]} */
    const cases = [
        ['a time between steps', { motion: [{ ...go, t1: 1.5 }] }],
        ['a time before 0', { motion: [{ ...go, t0: -1 }] }],
        ['half a cell', { motion: [{ ...go, x: [0.5, 1] }] }],
        ['half a step', { motion: [{ ...go, x: [0, 0.5], t1: 2 }] }],
        ['a curve', { motion: [{ ...go, x: [0, 1, 1] }] }],
        ['a jump', { motion: [go, { ...on, x: [2, 1] }] }],
        ['a gap', { motion: [go, { ...on, t0: 2, t1: 3 }] }],
        ['another end', { motion: [{ ...go, end: { x: 1, y: 1 } }] }],
        ['below 0', { motion: [{ ...go, x: [0, -1] }] }],
        ['far away', { motion: [{ ...go, x: [2 ** 31 - 1, 1] }] }],
        ['for ever', { motion: [{ ...go, x: [0], t1: 1e12 }] }],
        ['nowhere', { motion: [] }],
        ['between cells', { motion: [], start: { x: 0.5, y: 0 } }],
        ['another shape', { shape: { kind: 'polygon', points: [[0, 0]], radius: 1 } }],
    ];
    for (const [what, agent] of cases) {
        assert.throws(
            () => write(plan(agent)),
            { code: 'cannot-carry', argument: 'scenario' },
            what,
        );
    }
    const late = plan({ motion: [on] });
    write(late);
    assert.throws(() => write({ ...late, beforeStart: 'vanish' }), { code: 'cannot-carry' });
    // A name can hold anything, and went into the message as it is.
    const named = { ...late.agents[0], name: `\u001b[2J\u00ad${'x'.repeat(9999)}` };
    assert.throws(
        () => write({ ...late, beforeStart: 'vanish', agents: [named] }),
        ({ message }) => /^agent \\u001b\[2J\\u00adxx/.test(message) && message.length < 600,
    );
    const waits = plan({ motion: [go, { ...on, x: [1] }] });
    write(waits);
    assert.throws(() => write({ ...waits, atGoal: 'vanish' }), { code: 'cannot-carry' });
    assert.throws(() => write({ ...waits, agents: [] }), { code: 'cannot-carry' });
});

test('what is lost without a change of the motions is said', async () => {
    const scenario = await read(LOG, { map: file(MAP, 'a.map') }, { radius: 0.3 });
    scenario.agents[0].name = 'first';
    scenario.agents[0].goal = null;
    const { notices } = write({ ...scenario, atGoal: 'vanish' });
    assert.deepEqual(
        notices.map((notice) => notice.replace(/^.*place for it: /, '')),
        [
            'the radius (--radius)',
            'the map (--map)',
            "the agents' names",
            'that agents vanish at their goals (--at-goal vanish)',
            'not written: goals, as not every agent has one in a cell',
        ],
    );
});

if (needsShared) {
    test('published results', { skip: needsShared }, () => {});
} else {
    const folder = inShared('mapf/kei18');
    const manifest = JSON.parse(readFileSync(inShared('mapf/MANIFEST.json'), 'utf8'));
    /** Each result's map, and its scenario. @type {[string, string, string?][]} */
    const results = [
        ['demo_2x2.txt', '2x2.map'],
        ['demo_random-32-32-20.txt', 'random-32-32-20.map'],
        ['demo_tunnel.txt', 'tunnel.map'],
        ['lacam3_random-32-32-10_n50.txt', 'random-32-32-10.map', 'random-32-32-10-random-1.scen'],
    ];

    test('every result in the data is checked here', () => {
        const known = manifest
            .filter((/** @type {{ file: string, expected?: string }} */ each) => each.expected)
            .map((/** @type {{ file: string }} */ each) => each.file)
            .filter((/** @type {string} */ name) => name.startsWith('kei18/'));
        assert.deepEqual(known.sort(), results.map(([name]) => `kei18/${name}`).sort());
    });

    for (const [name, mapName, scenName] of results) {
        test(`${name}: valid, as is known, by both oracles`, async () => {
            const plan = sourceFile(`${folder}/${name}`, name);
            const map = sourceFile(`${folder}/${mapName}`, mapName);
            const task = scenName && sourceFile(`${folder}/${scenName}`, scenName);
            const scenario = await readScenario({ plan, map, ...(task ? { task } : {}) });
            const paths = kei18Paths(plan.text);
            const verdict = checkSteps(paths, blockedInMap(map.text));
            assert.deepEqual(verdict, { vertex: [], edge: [], blocked: 0, jumps: 0 });
            const cells = cellsOf(scenario);
            assert.deepEqual(
                paths.map((path, a) => path.map((_, t) => cells[a][t] ?? cells[a].at(-1))),
                paths,
            );
            assert.deepEqual((await validate(scenario)).violations, []);
            const again = await read([...write(scenario).text].join(''));
            assert.deepEqual(motionsOf(again), motionsOf(scenario));
        });
    }

    test('the header of a result carries the task that the scenario has', async () => {
        const [[, , scenName = ''], name] = [results[3], results[3][0]];
        const plan = sourceFile(`${folder}/${name}`, name);
        const task = sourceFile(`${folder}/${scenName}`, scenName);
        const [own, given] = [await readScenario({ plan }), await readScenario({ plan, task })];
        assert.deepEqual(own.agents, given.agents);
        assert.deepEqual(own.notices, []);
    });
}

test('a section after the steps is left out with a notice', async () => {
    const plan = await read(LOG);
    const section = 'local_guidance=\nhistory_size=1\n\nstep0:\nagent0:(0,0),(1,0),\n9:(9,9),\n';
    const longer = await read(LOG + section);
    assert.deepEqual(motionsOf(longer), motionsOf(plan));
    const notice = 'p.txt:15: local_guidance and all that follows the steps is not used';
    assert.deepEqual(longer.notices, [notice, ...plan.notices]);
    // Without a header, too; and what is not the beginning of a section is still an error.
    const bare = await read('0:(0,0),\n1:(1,0),\nlocal_guidance=\nstep0:\n');
    assert.equal(bare.agents.length, 1);
    await refuses(
        () => read(`${LOG}${section}4:(2,0),(0,1),\n`),
        'p.txt:21:1: bad-line: the steps continue after another section',
    );
    await refuses(() => read(`${LOG}step0:\n`), 'p.txt:15:1: bad-line');
    await refuses(() => read('agents=1\nsolution=\nlocal_guidance=\n'), 'p.txt:3:1: bad-line');
});

test('targets and tasks of pickup and delivery are left out with notices', async () => {
    const text = [
        'agents=2',
        'solved=1',
        'task=',
        '0:12->33,appear=0,finished=10',
        '1:1->2,appear=0,finished=1',
        'solution=',
        '0:(0,0)->(3,0):-1,(5,5)->(5,6):0,',
        '1:(1,0)->(3,0):-1,(5,6)->(5,6):0,',
    ].join('\n');
    const scenario = await readScenario({ plan: { name: 'p.txt', text } });
    assert.deepEqual(
        scenario.discrete?.cells.map((each) => [...each]),
        [
            [0, 0, 1, 0],
            [5, 5, 5, 6],
        ],
    );
    assert.deepEqual(scenario.notices.slice(0, 2), [
        'p.txt:3: the list of task is not used',
        'p.txt:7: targets and tasks of the agents are not used',
    ]);
    const broken = { name: 'p.txt', text: '0:(0,0)->(3,0):x,\n' };
    await assert.rejects(readScenario({ plan: broken }), /p\.txt:1:8: bad-line: expected a comma/);
});
