import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { GrazeError } from 'graze';
import { blankScenario, InputError, readScenario, validate } from 'graze/scenario';
import { detectFormat } from '../../js/formats/detection/detection.js';
import { write } from '../../js/formats/lorr/lorr.js';
import fc from '../fast_check.js';
import { inShared, needsShared, sourceFile } from '../helpers.js';

/** @import { Scenario } from '../../js/scenario/model/scenario.js' */

/** Two robots that turn: the planner's second step was refused. */
const TURNING = {
    actionModel: 'MAPF_T',
    version: '2024 LoRR',
    teamSize: 2,
    start: [
        [1, 1, 'E'],
        [3, 2, 'N'],
    ],
    numTaskFinished: 1,
    makespan: 4,
    actualPaths: ['F,W,R,F', 'F,W,C,F'],
    plannerPaths: ['F,R,R,F', 'F,F,C,F'],
    errors: [[1, 0, 2, 'vertex conflict']],
    events: [[1, 0, 7, 1]],
    tasks: [[7, 0, [1, 2]]],
};

/** Two robots that do not turn, each with one goal. */
const WALKING = {
    actionModel: 'MAPF',
    AllValid: 'Yes',
    teamSize: 2,
    start: [
        [1, 1, 'N/A'],
        [0, 0],
    ],
    sumOfCost: 4,
    makespan: 3,
    actualPaths: ['U,R,W', 'D,W,W'],
    plannerPaths: ['U,R,T', 'D,W,W'],
    events: [
        [
            [0, 0, 'assigned'],
            [0, 2, 'finished'],
        ],
        [
            [1, 0, 'assigned'],
            [1, 2, 'finished'],
        ],
    ],
    tasks: [
        [0, 0, 2],
        [1, 1, 0],
    ],
};

/** One robot of 2026, four ticks an action: it is held up in the middle of a move. */
const TICKING = {
    actionModel: 'MAPF_T',
    version: '2026 LoRR',
    teamSize: 1,
    agentMaxCounter: 4,
    outputSegmentSize: 8,
    delayIntervals: [[[2, 5]]],
    makespan: 16,
    start: [[5, 5, 'E']],
    actualPaths: ['[(0,5,5,0,0):(F 2,W 3,F 2,R 1)][(8,5,6,0,1):(R 3,F 5)]'],
    plannerPaths: ['[(0,5,5,0,0):(F 2,T 3,F 2,R 1)][(8,5,5,0,0):(R 3,F 5)]'],
};

const MAP = `type octile\nheight 4\nwidth 3\nmap\n...\n...\n.@.\n...\n`;

/** @param {object} plan @param {object} [options] @param {object} [files] */
function read(plan, options = {}, files = {}) {
    const text = JSON.stringify(plan);
    return readScenario({ plan: { name: 'p.json', text }, ...files }, options);
}

/** @param {object} plan @param {string} beginning without the place, or with it */
async function refuses(plan, beginning) {
    await assert.rejects(read(plan, { format: 'lorr' }), (error) => {
        assert.ok(error instanceof InputError, String(error));
        const { message } = error;
        const said = message.replace(/^p\.json:1:\d+: /, '');
        assert.ok(said.startsWith(beginning), `${message}\n  expected ${beginning}`);
        return true;
    });
}

/** Motions without their places. @param {Scenario} scenario */
function motions({ agents }) {
    return agents.map(({ motion }) => motion.map(({ source, ...piece }) => piece));
}

const QUARTER = Math.PI / 2;

test('robots that turn: one segment a step, the row first, turning in place', async () => {
    const scenario = await read(TURNING);
    assert.equal(detectFormat(JSON.stringify(TURNING), 'plan'), 'lorr');
    const { format, axes, sizesKnown, beforeStart, atGoal, speedLimit, timeStep } = scenario;
    assert.deepEqual(
        { format, axes, sizesKnown, beforeStart, atGoal, speedLimit, timeStep },
        {
            format: 'lorr',
            axes: 'down-right',
            sizesKnown: false,
            beforeStart: 'stay',
            atGoal: 'stay',
            speedLimit: 1,
            timeStep: 1,
        },
    );
    assert.deepEqual(motions(scenario), [
        [
            { t0: 0, t1: 1, x: [1], y: [1, 1], angle: [QUARTER] },
            { t0: 1, t1: 2, x: [1], y: [2], angle: [QUARTER] },
            { t0: 2, t1: 3, x: [1], y: [2], angle: [QUARTER, -QUARTER] },
            { t0: 3, t1: 4, x: [1, 1], y: [2], angle: [0] },
        ],
        [
            { t0: 0, t1: 1, x: [3, -1], y: [2], angle: [2 * QUARTER] },
            { t0: 1, t1: 2, x: [2], y: [2], angle: [2 * QUARTER] },
            { t0: 2, t1: 3, x: [2], y: [2], angle: [2 * QUARTER, QUARTER] },
            { t0: 3, t1: 4, x: [2], y: [2, -1], angle: [3 * QUARTER] },
        ],
    ]);
    assert.deepEqual(scenario.agents[0].start, { x: 1, y: 1 });
    assert.deepEqual(scenario.discrete, {
        cells: [
            Int32Array.of(1, 1, 1, 2, 1, 2, 1, 2, 2, 2),
            Int32Array.of(3, 2, 2, 2, 2, 2, 2, 2, 2, 1),
        ],
        commanded: [
            Int32Array.of(1, 1, 1, 2, 1, 2, 1, 2, 2, 2),
            Int32Array.of(3, 2, 2, 2, 1, 2, 2, 2, 2, 1),
        ],
    });
    const text = JSON.stringify(TURNING);
    const at = text.indexOf('C,F') + 1;
    assert.deepEqual(scenario.agents[1].motion[2].source, { line: 1, column: at });
    assert.deepEqual(
        scenario.notices.map((notice) => notice.replace('p.json:1: ', '')),
        [
            'errors[0] lists a vertex conflict of agents 1 and 0 after step 2',
            'events is of tasks that follow one another: goals are not checked',
        ],
    );
});

test('robots that do not turn: up is a row less; single tasks are goals', async () => {
    const scenario = await read(WALKING, { radius: 0.3, atGoal: 'vanish' });
    assert.deepEqual(motions(scenario), [
        [
            { t0: 0, t1: 1, x: [1, -1], y: [1] },
            { t0: 1, t1: 2, x: [0], y: [1, 1] },
            { t0: 2, t1: 3, x: [0], y: [2] },
        ],
        [
            { t0: 0, t1: 1, x: [0, 1], y: [0] },
            { t0: 1, t1: 2, x: [1], y: [0] },
            { t0: 2, t1: 3, x: [1], y: [0] },
        ],
    ]);
    assert.deepEqual(
        scenario.agents.map(({ goal }) => goal),
        [
            { x: 0, y: 2 },
            { x: 1, y: 0 },
        ],
    );
    assert.deepEqual([scenario.sizesKnown, scenario.atGoal], [true, 'vanish']);
    assert.deepEqual(scenario.agents[0].shape, { kind: 'disc', radius: 0.3 });
    assert.deepEqual(scenario.discrete?.commanded, null);
    assert.deepEqual(scenario.notices, []);
});

test('2026: an action takes ticks, goes on once begun, and stands still while it waits', async () => {
    const scenario = await read(TICKING);
    assert.deepEqual(motions(scenario), [
        [
            { t0: 0, t1: 2, x: [5], y: [5, 0.25], angle: [QUARTER] },
            { t0: 2, t1: 5, x: [5], y: [5.5], angle: [QUARTER] },
            { t0: 5, t1: 7, x: [5], y: [5.5, 0.25], angle: [QUARTER] },
            { t0: 7, t1: 11, x: [5], y: [6], angle: [QUARTER, -QUARTER / 4] },
            { t0: 11, t1: 16, x: [5, 0.25], y: [6], angle: [0] },
        ],
    ]);
    const cells = scenario.discrete?.cells[0] ?? [];
    assert.deepEqual([...cells.slice(12, 16)], [5, 5, 5, 6]);
    assert.deepEqual([...cells.slice(-4)], [6, 6, 6, 6]);
    assert.deepEqual([scenario.speedLimit, scenario.timeStep], [0.25, 1]);
    const text = JSON.stringify(TICKING);
    assert.equal(scenario.agents[0].motion[4].source?.column, text.indexOf('F 5)') + 1);
    assert.deepEqual(scenario.notices, [
        'p.json:1: actionModel has no tasks beside it: goals are not checked',
    ]);
});

test('2026: a robot turned while on its way finishes the way', async () => {
    const plan = {
        ...TICKING,
        actualPaths: ['[(0,5,5,0,0):(F 2,R 2,C 12)]'],
        plannerPaths: undefined,
    };
    const [motion] = motions(await read(plan));
    assert.deepEqual(
        motion.map(({ t0, t1 }) => [t0, t1]),
        [
            [0, 4],
            [4, 16],
        ],
    );
    assert.deepEqual(motion[0].y, [5, 0.25]);
    assert.deepEqual(motion[1].angle, [QUARTER, QUARTER / 4]);
});

// Each run of a path became a segment for every step or action of it: a file of 143 characters took 3 GB.
test('2026: a run is one segment, however long', async () => {
    for (const agentMaxCounter of [1, 4]) {
        for (const letter of 'FWR') {
            const path = `[(0,5,5,0,0):(${letter} 400000)]`;
            const plan = {
                ...TICKING,
                agentMaxCounter,
                actualPaths: [path],
                plannerPaths: undefined,
            };
            const [[piece, ...others]] = motions(await read({ ...plan, makespan: undefined }));
            assert.deepEqual([piece.t0, piece.t1, others], [0, 400_000, []], letter);
        }
    }
});

test('2026: with a radius robots are squares that do not turn, and cells are not checked', async () => {
    const { agents, discrete, sizesKnown, notices } = await read(TICKING, { radius: 0.25 });
    assert.deepEqual(agents[0].shape, {
        kind: 'polygon',
        points: [
            [-0.5, -0.5],
            [0, -0.5],
            [0, 0],
            [-0.5, 0],
        ],
        radius: 0,
    });
    assert.ok(agents[0].motion.every(({ angle }) => angle === undefined));
    assert.deepEqual([discrete, sizesKnown], [null, true]);
    assert.ok(notices.some((notice) => notice.includes('squares of side 0.5')));
});

test('2026: later chunks may repeat the first state, as Start-Kit writes them, and nothing else', async () => {
    const repeated = {
        ...TICKING,
        actualPaths: [TICKING.actualPaths[0].replace('(8,5,6,0,1)', '(8,5,5,0,0)')],
    };
    const { notices } = await read(repeated);
    assert.ok(
        notices.includes('p.json:1: actualPaths repeats the state at the start in later chunks'),
    );
    const unreached = TICKING.actualPaths.map((path) => `${path}[(24,5,5,0,0):()]`);
    assert.equal((await read({ ...TICKING, actualPaths: unreached })).agents[0].motion.length, 5);
    for (const [state, what] of [
        ['(8,5,7,0,1)', 'says that the agent is at (5, 7) at step 8, but its steps lead to (5, 6)'],
        ['(8,5,6,1,1)', 'says that'],
        ['(8,5,6,0,2)', 'says that'],
        ['(9,5,6,0,1)', 'must have a chunk from step 8 here, got 9'],
        ['(7,5,6,0,0)', 'must have a chunk from step 8 here, got 7'],
    ]) {
        const plan = {
            ...TICKING,
            actualPaths: [TICKING.actualPaths[0].replace('(8,5,6,0,1)', state)],
        };
        await refuses(plan, `bad-path: actualPaths[0] ${what}`);
    }
});

test('a map is turned into the frame of the plan', async () => {
    const map = { name: 'm.map', text: MAP };
    const { grid } = await read(WALKING, {}, { map });
    assert.deepEqual([grid?.nx, grid?.ny], [4, 3]);
    assert.equal(grid?.blocked[2 * 3 + 1], 1);
    assert.equal(
        grid?.blocked.reduce((sum, cell) => sum + cell, 0),
        1,
    );
    const far = {
        ...WALKING,
        start: [
            [1, 3],
            [0, 0],
        ],
    };
    await assert.rejects(
        read(far, {}, { map }),
        /p\.json:1:\d+: outside-map: agent 0 starts at \(1, 3\)/,
    );
    const goal = {
        ...WALKING,
        tasks: [
            [0, 4, 0],
            [1, 1, 0],
        ],
    };
    await assert.rejects(read(goal, {}, { map }), /outside-map: the goal of agent 0 is \(4, 0\)/);
});

// They were refused as an argument that is not known, which the program took for an error of graze itself (exit code 70).
test('a task or a configuration besides is refused', async () => {
    for (const role of ['task', 'config']) {
        const text = `x:1:1: unused-file: a plan of the League of Robot Runners takes no ${role}`;
        await assert.rejects(read(WALKING, {}, { [role]: { name: 'x', text: 'x' } }), {
            code: 'unused-file',
            message: text,
        });
    }
});

test('the statements of a file about itself are compared with its plan', async () => {
    /** @type {[object, string][]} */
    const cases = [
        [{ teamSize: 3 }, 'teamSize is 3, but its paths are of 2'],
        [{ makespan: 5 }, 'makespan is 5, but its paths have 4'],
        [{ sumOfCost: 9 }, 'sumOfCost is 9, more than all agents have in all steps: 8'],
        [{ numTaskFinished: 2 }, 'numTaskFinished is 2, but its events have 1'],
        [{ numPlannerErrors: 0 }, 'numPlannerErrors is 0, but the errors listed are 1'],
        [
            { scheduleErrors: [], numScheduleErrors: 1 },
            'numScheduleErrors is 1, but the errors listed are 0',
        ],
        [
            { scheduleErrors: [[1, 0, -1, 2, 'no']] },
            'scheduleErrors lists 1 errors of the scheduler',
        ],
        [{ numEntryTimeouts: 2 }, 'numEntryTimeouts is 2: the planner was late so often'],
        [{ AllValid: 'Yes' }, 'AllValid is Yes, but errors has 1'],
        [{ AllValid: 'Yes', errors: [] }, 'AllValid is Yes, but agents did not go where'],
        [{ AllValid: 'No', errors: [] }, 'AllValid is No, but no errors are listed'],
        [
            {
                events: [
                    [1, 0, 7, 1],
                    [2, 1, 7, 1],
                ],
            },
            'events has 1 visits to places where the agent is not, such as agent 1 at (1, 2) after step 2',
        ],
        [
            { errors: [[1, 0, 3, 'vertex conflict']] },
            'errors[0] lists a vertex conflict of agents 1 and 0 after step 3, which the plan does not show',
        ],
        [
            { errors: [[9, 1, 0, 2, 'edge conflict']] },
            'errors[0] lists an edge conflict of agents 1 and 0 after step 2, which the plan',
        ],
        [
            {
                errors: [
                    [-1, -1, 2, 'incorrect vector size'],
                    [-1, -1, 3, 'incorrect vector size'],
                ],
            },
            'errors[0] lists at step 2 "incorrect vector size", the first of 2 of this kind',
        ],
        [
            { errors: Array(30).fill([1, 0, 2, 'vertex conflict']) },
            'errors[10] is another conflict, one of 20 not listed',
        ],
        [
            { errors: Array.from({ length: 30 }, (_, k) => [0, -1, 2, `e${k}`]) },
            'errors[10] is an error of another kind, one of 20',
        ],
        [
            { actualPaths: ['F,W,R,F', 'F,W,C'], plannerPaths: undefined },
            'actualPaths has paths of 3 to 4 steps',
        ],
        [
            { start: [...TURNING.start, [0, 0, 'E']] },
            'start has 3 agents; those beyond the 2 of actualPaths take no part',
        ],
        [
            { plannerTimes: [1], actualSchedule: ['0:1'] },
            'plannerTimes is not used, nor actualSchedule',
        ],
    ];
    for (const [others, expected] of cases) {
        const { notices } = await read({ ...TURNING, ...others });
        const found = notices.map((notice) => notice.replace('p.json:1: ', ''));
        assert.ok(
            found.some((notice) => notice.startsWith(expected)),
            `${expected}\n${found.join('\n')}`,
        );
        assert.ok(notices.length < 20);
    }
    const costs = await read({ ...WALKING, sumOfCost: 5, makespan: 4 });
    assert.deepEqual(costs.notices, [
        'p.json:1: makespan is 4, but its paths have 3',
        'p.json:1: sumOfCost is 5, but its events sum to 4',
    ]);
    const delayed = await read({ ...TICKING, delayIntervals: [[[5, 8]]] });
    assert.ok(
        delayed.notices.some((notice) =>
            notice.includes('has 1 intervals, in 1 of which the agent comes to another cell'),
        ),
    );
});

test('what is not a plan of the league is refused with its place', async () => {
    /** @type {[object, string][]} */
    const cases = [
        [{ actionModel: undefined }, 'missing-key: the file must have "actionModel"'],
        [{ actualPaths: undefined }, 'missing-key: the file must have "actualPaths"'],
        [{ actionModel: 'MAPF_X' }, 'unknown-value: actionModel must be one of MAPF, MAPF_T'],
        [{ agentSize: 1 }, 'unknown-key: agentSize is not known'],
        [{ actualPaths: [] }, 'agent-count: plannerPaths[0] goes beyond'],
        [{ actualPaths: [], plannerPaths: [] }, 'no-agents: actualPaths has no agents'],
        [
            { actualPaths: ['F', 'F', 'F'], plannerPaths: undefined },
            'agent-count: actualPaths[2] goes beyond the 2 agents of start',
        ],
        [{ plannerPaths: ['F,R,R,F'] }, 'agent-count: plannerPaths has fewer agents'],
        [
            { plannerPaths: ['F,R,R', 'F,F,C,F'] },
            'bad-path: plannerPaths[0] has 3 steps, but actualPaths[0] has 4',
        ],
        [
            { actualPaths: ['F,W,U,F', 'F,W,C,F'] },
            'bad-path: actualPaths[0] must have one of F, R, C, W, T as step 2, got "U"',
        ],
        [{ actualPaths: ['F,W,X,F', 'F,W,C,F'] }, 'bad-path: actualPaths[0] must have one of'],
        [
            { actualPaths: ['FFW', 'F,W,C,F'] },
            'bad-path: actualPaths[0] must have "," between its steps, got "F"',
        ],
        [{ actualPaths: ['F, W', 'F,W,C,F'] }, 'bad-path: actualPaths[0] must have one of'],
        [{ actualPaths: ['F,', 'F,W,C,F'] }, 'bad-path: actualPaths[0] must not go on'],
        [{ actualPaths: [5, 'F,W,C,F'] }, 'wrong-type: actualPaths[0] must be a string, got 5'],
        [
            {
                start: [
                    [1, 1, 'E'],
                    [3, -1, 'N'],
                ],
            },
            'out-of-range: start[1][1] must be from 0 to',
        ],
        [
            {
                start: [
                    [1, 1, 'E'],
                    [3, 0.5, 'N'],
                ],
            },
            'bad-number: start[1][1] must be a whole number',
        ],
        [
            {
                start: [
                    [1, 1, 'E'],
                    [3, 2],
                ],
            },
            'wrong-length: start[1]',
        ],
        [
            {
                start: [
                    [1, 1, 'E'],
                    [3, 2, 'N/A'],
                ],
            },
            'unknown-value: start[1][2] must be one of E, S, W, N',
        ],
        [
            {
                start: [
                    [1, 1, 'E'],
                    [3, 2, 'N', 'W'],
                ],
            },
            'wrong-length: start[1] must have a row, a column and one heading',
        ],
        [{ AllValid: 'yes' }, 'unknown-value: AllValid'],
        [{ errors: [[0, 1, 2]] }, 'wrong-length: errors[0]'],
        [{ errors: [[0, 2, 2, 'x']] }, 'out-of-range: errors[0][1]'],
        [{ events: [[1, 0, 7, 2]] }, 'out-of-range: events[0][3]'],
        [{ events: [[[7, 1, 'begun']], []] }, 'unknown-value: events[0][0][2]'],
        [
            { events: [[[7, 1, 'assigned']]] },
            'wrong-length: events must have one array for each of the 2 agents',
        ],
        [{ tasks: [[7, 0, [1]]] }, 'wrong-length: tasks[0][2] must have rows and columns'],
        [
            {
                tasks: [
                    [7, 0, 1],
                    [7, 1, 1],
                ],
            },
            'duplicate-key: tasks[1][0] is given twice: task 7',
        ],
        [{ version: '2026 LoRR' }, 'missing-key: version means that'],
        [{ agentMaxCounter: 0 }, 'out-of-range: agentMaxCounter'],
        [{ agentMaxCounter: 10, actionModel: 'MAPF' }, 'unknown-value: actionModel must be MAPF_T'],
        [{ agentMaxCounter: 10 }, 'bad-path: actualPaths[0] must have "[(step,'],
    ];
    for (const [others, beginning] of cases) await refuses({ ...TURNING, ...others }, beginning);
    const [path] = TICKING.actualPaths;
    for (const [from, to, what] of [
        ['F 2,W', 'F 0,W', 'must have one of F, R, C, W, T, a space and a count from 1 here'],
        ['F 2,W', 'X 2,W', 'must have one of'],
        ['F 2,W', 'F2,W', 'must have one of'],
        ['R 1)]', 'R 1,)]', 'must have one of'],
        ['R 1)]', 'R 1)', 'must have "]" here'],
        ['(0,5', '(0,-5', 'must have "[('],
        ['0,0):(F', '4,0):(F', 'must have "[('],
    ]) {
        const plan = { ...TICKING, actualPaths: [path.replace(from, to)], plannerPaths: undefined };
        await refuses(plan, `bad-path: actualPaths[0] ${what}`);
    }
    await refuses({ ...TICKING, delayIntervals: [] }, 'wrong-length: delayIntervals');
    await refuses({ ...TICKING, delayIntervals: [[[5, 2]]] }, 'out-of-range: delayIntervals[0][0]');
});

test('the place of an error in a path is that of its letter', async () => {
    const text = '{"actionModel": "MAPF",\n "start": [[0, 0]],\n "actualPaths": ["R,R,X"]}';
    await assert.rejects(
        readScenario({ plan: { name: 'p', text } }),
        /^InputError: p:3:23: bad-path/,
    );
});

/**
 * Checks that a plan is refused beyond a limit, and that the message has the least number with which it is read.
 *
 * @param {object} plan
 * @param {'pieces' | 'cells'} limit
 * @param {number} max
 */
async function needs(plan, limit, max) {
    const error = await read(plan, { limits: { [limit]: max } }).catch((each) => each);
    const [, needed] = new RegExp(`--limit ${limit}=(\\d+)\\)$`).exec(error.message) ?? [];
    assert.match(error.message, /too-large: actualPaths\[\d\] goes beyond/);
    assert.ok(Number(needed) > max, error.message);
    await read(plan, { limits: { [limit]: Number(needed) } });
    const less = { limits: { [limit]: Number(needed) - 1 } };
    await assert.rejects(read(plan, less), { code: 'too-large' });
}

test('steps and agents are limited before memory is taken for them', async () => {
    const huge = {
        ...TICKING,
        plannerPaths: undefined,
        actualPaths: ['[(0,5,5,0,0):(W 999999999999999)]'],
    };
    await refuses(
        huge,
        'too-large: actualPaths[0] goes beyond the 100000000 steps that are read of all agents, which have 999999999999999 (--limit cells=999999999999999)',
    );
    await needs(TURNING, 'pieces', 7);
    await assert.rejects(
        read(TURNING, { limits: { agents: 1 } }),
        /too-large: start has more than 1 agents/,
    );
    const turns = {
        ...TICKING,
        plannerPaths: undefined,
        actualPaths: [`[(0,5,5,0,0):(${'W 1,F 1,'.repeat(50)}W 1)]`],
    };
    await needs(turns, 'pieces', 60);
    await needs(turns, 'cells', 60);
});

const cell = fc.record({
    row: fc.integer({ min: 40, max: 60 }),
    column: fc.integer({ min: 40, max: 60 }),
});

/** @param {string} letters @param {readonly string[]} headings */
const plans = (letters, headings) =>
    fc.array(
        fc.record({
            ...{ cell, heading: fc.constantFrom(...headings) },
            steps: fc.array(fc.constantFrom(...letters), { maxLength: 30 }),
            sent: fc.array(fc.constantFrom(...letters, 'T'), { minLength: 30, maxLength: 30 }),
        }),
        { minLength: 1, maxLength: 4 },
    );

for (const [actionModel, arbitrary] of /** @type {const} */ ([
    ['MAPF', plans('UDLRW', ['N/A'])],
    ['MAPF_T', plans('FRCW', ['E', 'S', 'W', 'N'])],
])) {
    test(`${actionModel}: reading what was written gives the same motions and cells, bit for bit`, async () => {
        await fc.assert(
            fc.asyncProperty(arbitrary, async (agents) => {
                const first = await read({
                    actionModel,
                    start: agents.map(({ cell: { row, column }, heading }) => [
                        row,
                        column,
                        heading,
                    ]),
                    actualPaths: agents.map(({ steps }) => steps.join()),
                    plannerPaths: agents.map(({ steps, sent }) =>
                        sent.slice(0, steps.length).join(),
                    ),
                });
                const { text } = write(first);
                const again = await readScenario({
                    plan: { name: 'again.json', text: [...text].join('') },
                });
                const moves = agents.some(({ steps }) => steps.length > 0);
                assert.deepEqual(motions(again), motions(first));
                assert.deepEqual(
                    again.agents.map(({ start }) => start),
                    first.agents.map(({ start }) => start),
                );
                assert.deepEqual(again.discrete, first.discrete);
                assert.equal(
                    moves,
                    motions(again).some((motion) => motion.length > 0),
                );
            }),
            { numRuns: 150 },
        );
    });
}

test('goals of robots that do not turn are written as their tasks', async () => {
    const first = await read(WALKING);
    first.agents.push({ ...first.agents[0], name: '2', goal: null, start: { x: 1, y: 1 } });
    first.discrete = null;
    const { text, notices } = write(first);
    const again = await readScenario({ plan: { name: 'again', text: [...text].join('') } });
    assert.deepEqual(
        again.agents.map(({ goal }) => goal),
        first.agents.map(({ goal }) => goal),
    );
    assert.deepEqual([notices, again.notices], [[], []]);
});

test('a longer segment of whole steps is written step by step', async () => {
    const scenario = blankScenario('other');
    const disc = /** @type {const} */ ({ kind: 'disc', radius: 0.4 });
    const motion = [
        { t0: 0, t1: 2, x: [3, 0], y: [4, 1], end: { x: 3, y: 6 } },
        { t0: 2, t1: 2, x: [3], y: [6] },
        { t0: 2, t1: 5, x: [3], y: [6] },
    ];
    scenario.agents = [
        { name: 'a', shape: disc, start: { x: 3, y: 4 }, goal: { x: 0.5, y: 0 }, motion },
    ];
    scenario.grid = { nx: 1, ny: 1, blocked: Uint8Array.of(0) };
    const { text, notices } = write(scenario);
    assert.match([...text].join(''), /"R,R,W,W,W"/);
    assert.deepEqual(notices, [
        'not carried: the radius 0.4',
        'not carried: the map',
        'not carried: names of agents',
        'not carried: goals other than cells',
    ]);
    scenario.agents[0].motion = [{ t0: 0, t1: 3, x: [3], y: [4], angle: [0, QUARTER] }];
    assert.match([...write(scenario).text].join(''), /"C,C,C"/);
});

test('what is not a walk from cell to cell is not written', () => {
    const disc = /** @type {const} */ ({ kind: 'disc', radius: 0.4 });
    const line = { t0: 0, t1: 1, x: [3, 1], y: [4] };
    /** @param {object} piece @param {object} [others] */
    const plan = (piece, others) => ({
        ...blankScenario('other'),
        agents: [
            {
                name: '0',
                shape: disc,
                start: { x: 3, y: 4 },
                goal: null,
                motion: [{ ...line, ...piece }],
                ...others,
            },
        ],
    });
    const turned = { angle: [0] };
    const odd = [
        plan({ t1: 1.5 }),
        plan({ t0: 0.5 }),
        plan({ t0: 1, t1: 2 }),
        plan({ x: [3, 0.5] }),
        plan({ x: [3, 1], y: [4, 1] }),
        plan({ x: [3, 1, 1] }),
        plan({ x: [3.5, 1] }),
        plan({ x: [-1, 1] }),
        plan({ x: [0, -1] }),
        plan({ t1: 1e12, x: [3] }),
        plan({ end: { x: 4, y: 4.5 } }),
        plan({ angle: [0.1] }),
        plan({ angle: [QUARTER] }),
        plan({ x: [3], angle: [0, 1] }),
        plan({ angle: [0, QUARTER] }),
        plan(
            {},
            {
                motion: [
                    { ...line, ...turned },
                    { ...line, t0: 1, t1: 2, x: [4, 1] },
                ],
            },
        ),
        plan({}, { motion: [line, { ...line, t0: 1, t1: 2, x: [5, 1] }] }),
        plan({}, { motion: [], start: null }),
        plan({}, { shape: { kind: 'polygon', points: [[0, 0]], radius: 1 } }),
        { ...plan({}), agents: [] },
        { ...plan({}), obstacles: [{ name: 'o', shape: disc, pose: { x: 0, y: 0, angle: 0 } }] },
    ];
    const unequal = plan({});
    unequal.agents.push({
        ...unequal.agents[0],
        shape: /** @type {any} */ ({ ...disc, radius: 1 }),
    });
    for (const scenario of [...odd, unequal]) {
        assert.throws(
            () => write(/** @type {Scenario} */ (scenario)),
            (error) =>
                error instanceof GrazeError &&
                error.code === 'cannot-carry' &&
                error.argument === 'scenario',
            JSON.stringify(scenario.agents),
        );
    }
});

test('moves that a planner wanted and no letter says are left out, in words', async () => {
    const first = await read(WALKING);
    const commanded = first.discrete?.cells.map((cells) => cells.slice()) ?? [];
    commanded[0][2] += 5;
    first.discrete = { cells: first.discrete?.cells ?? [], commanded };
    const { text, notices } = write(first);
    assert.match(notices[0], /the planner's commands are not carried/);
    const again = await readScenario({ plan: { name: 'again', text: [...text].join('') } });
    assert.equal(again.discrete?.commanded, null);
});

const LEAGUE = 'mapf/league-of-robot-runners';

/** @param {string} plan @param {string} map */
function readShared(plan, map) {
    const at = (/** @type {string} */ name) => sourceFile(inShared(`${LEAGUE}/${name}`), name);
    return readScenario({ plan: at(plan), map: at(map) });
}

/**
 * Returns the conflicts of a step by the discrete model, when each goes from its cell to the one it was sent to.
 *
 * @param {Scenario} scenario
 * @param {number} step after which
 */
function conflictsAfter({ discrete }, step) {
    const { cells, commanded } = /** @type {NonNullable<typeof discrete>} */ (discrete);
    const sent = commanded ?? cells;
    /** @param {Int32Array[]} where @param {number} a @param {number} k */
    const at = (where, a, k) => `${where[a][2 * k]},${where[a][2 * k + 1]}`;
    const found = [];
    for (let a = 0; a < cells.length; a++) {
        for (let b = 0; b < a; b++) {
            const [from, to] = [step - 1, step];
            if (at(sent, a, to) === at(sent, b, to)) found.push([a, b, step, 'vertex conflict']);
            else if (
                at(sent, a, to) === at(cells, b, from) &&
                at(sent, b, to) === at(cells, a, from)
            ) {
                found.push([a, b, step, 'edge conflict']);
            }
        }
    }
    return found;
}

/** Returns whether some agent was sent off the map or into an obstacle. @param {Scenario} scenario @param {number} step */
function isStray({ discrete, grid }, step) {
    const { cells, commanded } = /** @type {NonNullable<typeof discrete>} */ (discrete);
    return (commanded ?? cells).some((each) => {
        const [x, y] = each.subarray(2 * step, 2 * step + 2);
        const inside = grid && x >= 0 && y >= 0 && x < grid.nx && y < grid.ny;
        return !inside || grid.blocked[x * grid.ny + y] === 1;
    });
}

for (const [plan, map] of [
    ['mapf_plan_example.json', 'random-32-32-20.map'],
    ['warehouse_small_2023.json', 'warehouse_small.map'],
    ['warehouse_small_2024.json', 'warehouse_small.map'],
]) {
    test(`${plan}: the conflicts that it lists are those of the discrete model`, {
        skip: needsShared,
    }, async () => {
        const scenario = await readShared(plan, map);
        const text = /** @type {string} */ (sourceFile(inShared(`${LEAGUE}/${plan}`)).text);
        /** @type {[number, number, number, string][]} */
        const listed = JSON.parse(text).errors;
        const byStep = new Map(listed.map((error) => [error[2], error]));
        assert.equal(byStep.size, listed.length);
        const steps = (scenario.discrete?.cells[0].length ?? 0) / 2 - 1;
        let found = 0;
        for (let step = 1; step <= steps; step++) {
            const error = byStep.get(step);
            // Moves of a planner that was late are not looked at.
            if (error?.[3] === 'incorrect vector size') continue;
            const conflicts = conflictsAfter(scenario, step);
            assert.ok(!isStray(scenario, step));
            // One conflict is listed for a step: the first agent's that meets one before it.
            assert.deepEqual(error, conflicts[0]);
            found += conflicts.length;
        }
        assert.ok(plan.includes('2023') ? found > 0 : found === 0);
    });
}

test('the plans of the league are read with what they say of themselves', {
    skip: needsShared,
}, async () => {
    const mapf = await readShared('mapf_plan_example.json', 'random-32-32-20.map');
    assert.deepEqual([mapf.agents.length, mapf.discrete?.commanded], [300, null]);
    mapf.agents.forEach(({ goal, motion }) => {
        const { x, y } = motion[motion.length - 1];
        assert.deepEqual([x[0] + (x[1] ?? 0), y[0] + (y[1] ?? 0)], [goal?.x, goal?.y]);
    });
    assert.equal(mapf.notices.length, 2);
    const late = await readShared('warehouse_small_2023.json', 'warehouse_small.map');
    assert.ok(late.discrete?.commanded);
    assert.equal(
        late.notices.filter((notice) => notice.includes('lists a vertex conflict')).length,
        10,
    );
    assert.ok(late.notices.every((notice) => !notice.includes('does not show')));
    assert.ok(
        late.notices.some((notice) => notice.includes('"incorrect vector size", the first of 13')),
    );
    const later = await readShared('warehouse_small_2024.json', 'warehouse_small.map');
    assert.equal(later.notices.length, 2);
    const { text } = write(later);
    const again = await readScenario({ plan: { name: 'again', text: [...text].join('') } });
    assert.deepEqual(motions(again), motions(later));
});

test('a plan of points that walk can be checked', { skip: needsShared }, async () => {
    const result = await validate(
        await readShared('mapf_plan_example.json', 'random-32-32-20.map'),
    );
    assert.deepEqual(
        [result.valid, result.agents, result.pieces, result.makespan],
        [true, 300, 17_700, 59],
    );
});

const TICKS = inShared(`${LEAGUE}/warehouse_small_2026.json`);
const needsTicks = needsShared || (existsSync(TICKS) ? false : 'no plan of 2026 in ../shared/data');

test('a plan of 2026 is read with what it says of itself', { skip: needsTicks }, async () => {
    const { agents, discrete, notices } = await readShared(
        'warehouse_small_2026.json',
        'warehouse_small.map',
    );
    assert.deepEqual(
        [agents.length, discrete?.cells[0].length, discrete?.commanded],
        [200, 2002, null],
    );
    assert.equal(notices.length, 3);
});

test('a damaged plan is read or refused with a place, and nothing else happens', async () => {
    const token = fc.constantFrom('', '[', ']', '(', ')', ',', '"', '-1', '9', 'W', 'null');
    const damage = fc.tuple(fc.nat({ max: 400 }), fc.nat({ max: 8 }), token);
    const plan = fc.constantFrom(TURNING, WALKING, TICKING);
    await fc.assert(
        fc.asyncProperty(
            plan,
            fc.array(damage, { minLength: 1, maxLength: 3 }),
            async (whole, damages) => {
                let text = JSON.stringify(whole);
                for (const [at, length, put] of damages) {
                    text = text.slice(0, at) + put + text.slice(at + length);
                }
                try {
                    await readScenario({ plan: { name: 'p', text } }, { format: 'lorr' });
                } catch (error) {
                    assert.ok(error instanceof InputError, String(error));
                    assert.ok(error.line >= 1 && error.column >= 1);
                }
            },
        ),
        { numRuns: 1000 },
    );
});

test('a timeout in the executed paths is a wait, in steps and in runs', async () => {
    const [timeouts, waits] = ['T', 'W'].map((letter) => [
        {
            ...TURNING,
            plannerPaths: undefined,
            actualPaths: [`F,${letter},R,F`, `${letter},W,C,F`],
        },
        { ...WALKING, plannerPaths: undefined, actualPaths: [`U,R,${letter}`, `D,${letter},W`] },
        {
            ...TICKING,
            plannerPaths: undefined,
            actualPaths: [`[(0,5,5,0,0):(F 2,${letter} 3,F 2,R 1)][(8,5,6,0,1):(R 3,F 5)]`],
        },
    ]);
    for (const [k, plan] of timeouts.entries()) {
        const [timedOut, waiting] = [await read(plan), await read(waits[k])];
        assert.deepEqual(motions(timedOut), motions(waiting));
        assert.deepEqual(timedOut.discrete, waiting.discrete);
        assert.deepEqual((await validate(timedOut)).checks, (await validate(waiting)).checks);
    }
});

test('files that write out more steps than the default limit of pieces are read, unless the caller sets it', async () => {
    const [agents, steps] = [1000, 4100];
    const path = 'W,'.repeat(steps).slice(0, -1);
    const plan = {
        actionModel: 'MAPF',
        teamSize: agents,
        start: Array.from({ length: agents }, (_, a) => [a, 0, 'N/A']),
        makespan: steps,
        actualPaths: Array.from({ length: agents }, () => path),
    };
    const file = { name: 'p.json', text: JSON.stringify(plan) };
    const { discrete } = await readScenario({ plan: file });
    assert.equal(discrete?.cells[agents - 1].length, 2 * steps + 2);
    await assert.rejects(readScenario({ plan: file }, { limits: { pieces: 4_000_001 } }), {
        code: 'too-large',
        message: new RegExp(`\\(--limit pieces=${agents * steps}\\)$`),
    });
});
