import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { readScenario, validate } from 'graze/scenario';
import { discretePlan } from '../../js/formats/steps.js';
import { write } from '../../js/formats/tracker.js';
import { inShared, needsShared, sourceFile } from '../helpers.js';
import { blockedInMap, judgeSteps, trackerPaths } from '../oracle/discrete_oracle.js';
import { cellsOf, change, file, motionsOf, refuses, walk } from './steps_helpers.js';

const CSV = `"agents","lower_cost","lower_date","solution_cost","solution_date","path"
"3","4","2022-11-29","5","2022-11-29","ruw

ld"
`;

/** @param {number[][]} starts */
function scen(...starts) {
    const lines = starts.map(([x, y]) => `0\ta.map\t9\t9\t${x}\t${y}\t1\t2\t3\n`);
    return file(`version 1\n${lines.join('')}`, 'a-random-1.scen');
}

const TASK = scen([1, 1], [4, 4], [5, 5], [6, 6]);

/** @param {string} text @param {object} [others] @param {object} [options] */
function read(text, others = { task: TASK }, options = {}) {
    return readScenario({ plan: file(text, 'p.csv'), ...others }, options);
}

/** @param {string} from @param {string} to @param {string} place */
async function broken(from, to, place) {
    await refuses(() => read(change(CSV, from, to)), `p.csv:${place}`);
}

test('letters move the agents from the starts of the scenario; up is to the next row', async () => {
    const scenario = await read(`\ufeff${CSV.replaceAll('\n', '\r\n')}`);
    assert.equal(scenario.format, 'mapf-tracker');
    assert.deepEqual([scenario.axes, scenario.sized], ['right-down', false]);
    assert.deepEqual(cellsOf(scenario), [
        [
            [1, 1],
            [2, 1],
            [2, 2],
            [2, 2],
        ],
        [[4, 4]],
        [
            [5, 5],
            [4, 5],
            [4, 4],
        ],
    ]);
    assert.deepEqual(scenario.agents[0].goal, { x: 1, y: 2 });
    assert.deepEqual(
        scenario.agents.map(({ source }) => source),
        [
            { line: 2, column: 40 },
            { line: 3, column: 1 },
            { line: 4, column: 1 },
        ],
    );
    assert.deepEqual(scenario.notices, []);
    assert.equal(validate(scenario).sumOfCosts, 5);
});

test('the form in which solutions are given out together, with one of them', async () => {
    const header = 'map_name,scen_type,type_id,agents,lower_cost,solution_cost,solution_plan\n';
    const one = `${header}a,random,1,1,2,2,ru\n`;
    assert.deepEqual(cellsOf(await read(one)), [
        [
            [1, 1],
            [2, 1],
            [2, 2],
        ],
    ]);
    assert.deepEqual((await read(one)).notices, []);
    const { notices } = await read(change(one, 'random', 'even'));
    assert.deepEqual(notices, [
        'p.csv:2: the solution is of a-even-1.scen, the task is a-random-1.scen',
    ]);
    await refuses(
        () => read(`${one}a,random,1,2,2,4,"ru\nru"\n`),
        'p.csv:3:1: several-plans: the file has 2 solutions',
    );
    await refuses(() => read(header), 'p.csv:1:1: no-solution:');
});

test('a cost that disagrees, an unknown column and an unused configuration are notices', async () => {
    const text = change(change(CSV, '"5"', '"7"'), 'lower_date', 'mood');
    const { notices } = await read(text, { task: TASK, config: file('x', 'c.xml') });
    assert.deepEqual(notices, [
        'p.csv:1: the column "mood" is not used',
        'p.csv:2: solution_cost is declared as 7, but the paths have 5 steps',
        'c.xml:1: it is not used',
    ]);
});

test('without a scenario there are no starts', async () => {
    await refuses(() => read(CSV, {}), 'p.csv:1:1: unknown-start: the file has no starts');
    await refuses(
        () => read(CSV, { task: scen([1, 1]) }),
        'a-random-1.scen:1:1: agent-count: the task has 1 agents, but the plan has 3',
    );
    const map = file('type octile\nheight 1\nwidth 2\nmap\n..\n', 'a.map');
    await refuses(() => read(CSV, { task: TASK, map }), 'a-random-1.scen:2:1: wrong-map:');
});

test('what is no such file is refused with its place', async () => {
    await broken('ruw', 'rux', '2:42: bad-line: a step must be one of u, d, l, r, w, not "x"');
    await broken('ld"', 'lD"', '4:2: bad-line:');
    await broken('"3"', '"4"', '2:40: agent-count: agents says 4, but the plan has 3 paths');
    await broken('"3"', '"2"', '2:40: agent-count:');
    await broken('"3"', '"0"', '2:2: out-of-range:');
    await broken('"3"', '"3.0"', '2:2: bad-number:');
    await broken('"5"', '"5x"', '2:23: bad-number:');
    await broken('ld"', 'ld', '2:40: bad-csv:');
    await broken('"4",', '', '2:2: bad-line: the row has 5 fields');
    await broken('"lower_date"', '"agents"', '1:24: duplicate-element:');
    await broken('"lower_date"', '"solution_plan"', '1:1: bad-header:');
    await broken('ld"\n', 'ld"\n\n"3"\n', '6:2: several-plans:');
    await refuses(() => read('path,x\n', {}, { format: 'mapf-tracker' }), 'p.csv:1:1: bad-header:');
    // No row is left of a file of empty ones, and the header was looked for in it all the same.
    await refuses(() => read('""\n', {}, { format: 'mapf-tracker' }), 'p.csv:1:1: bad-header:');
    assert.deepEqual(cellsOf(await read(change(CSV, 'ld"\n', 'ld\n"\n\n'))).length, 3);
});

test('columns named like parts of an object are columns', async () => {
    const { notices } = await read(change(CSV, 'lower_date', '__proto__'));
    assert.deepEqual(notices, ['p.csv:1: the column "__proto__" is not used']);
});

test('what is too large is refused before it is held', async () => {
    /** @param {object} limits @param {string} text @param {string} beginning */
    const over = (limits, text, beginning) =>
        refuses(() => read(text, undefined, { limits }), `p.csv:${beginning}`);
    await over({ agents: 2 }, CSV, '2:2: out-of-range:');
    await over({ segments: 5 }, CSV, '2:40: too-large:');
    await over({ attributes: 4 }, CSV, '1:53: too-large:');
    await over({ elements: 8 }, CSV, '2:10: too-large:');
    await over({}, `${CSV}${','.repeat(1e6)}`, '5:65: too-large:');
});

const moves = fc.array(
    fc.constantFrom(
        .../** @type {[number, number][]} */ ([
            [0, 0],
            [1, 0],
            [-1, 0],
            [0, 1],
            [0, -1],
        ]),
    ),
    { maxLength: 8 },
);
const agent = fc.record({ x: fc.nat(8), y: fc.nat(8), moves });

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
            const scenario = discretePlan('mapf-tracker', paths, {});
            const { text, notices } = write(scenario);
            assert.deepEqual(notices, [
                'not written, for want of a place in the format: the task (--task)',
            ]);
            const task = scen(...agents.map(({ x, y }) => [x, y]));
            const again = await read([...text].join(''), { task });
            assert.deepEqual(motionsOf(again), motionsOf(scenario));
            assert.deepEqual(cellsOf(again), cellsOf(scenario));
        }),
        { numRuns: 60 },
    );
});

test('what letters cannot say is not written', async () => {
    const scenario = await read(CSV);
    const [first] = scenario.agents;
    /** @type {[string, object][]} */
    const cases = [
        ['a diagonal', { motion: [{ t0: 0, t1: 1, x: [1, 1], y: [1, 1] }] }],
        ['two cells', { motion: [{ t0: 0, t1: 1, x: [1, 2], y: [1] }] }],
        ['another start', { start: { x: 0, y: 1 } }],
        ['half a step', { motion: [{ t0: 0, t1: 0.5, x: [1], y: [1] }] }],
    ];
    for (const [what, change] of cases) {
        const changed = { ...scenario, agents: [{ ...first, ...change }] };
        assert.throws(() => write(changed), { code: 'cannot-carry' }, what);
    }
    assert.throws(() => write({ ...scenario, agents: [] }), { code: 'cannot-carry' });
});

test('the published solution: 300 agents reach their goals, and both judges find it valid', {
    skip: needsShared,
}, async () => {
    const folder = inShared('mapf/league-of-robot-runners');
    const text = (/** @type {string} */ name) => readFileSync(`${folder}/${name}`, 'utf8');
    const names = {
        plan: 'random-32-32-20_random_1_300.csv',
        map: 'random-32-32-20.map',
        task: 'random-32-32-20-random-1.scen',
    };
    const scenario = await readScenario({
        plan: sourceFile(`${folder}/${names.plan}`, names.plan),
        map: sourceFile(`${folder}/${names.map}`, names.map),
        task: sourceFile(`${folder}/${names.task}`, names.task),
    });
    const paths = trackerPaths(text(names.plan), text(names.task));
    assert.equal(paths.length, 300);
    assert.deepEqual(cellsOf(scenario), paths);
    const verdict = judgeSteps(paths, blockedInMap(text(names.map)));
    assert.deepEqual(verdict, { vertex: [], edge: [], blocked: 0, jumps: 0 });
    assert.deepEqual(validate(scenario).violations, []);
    assert.deepEqual(scenario.notices, []);
    const again = await readScenario({
        plan: file([...write(scenario).text].join(''), 'again.csv'),
        task: sourceFile(`${folder}/${names.task}`, names.task),
    });
    assert.deepEqual(motionsOf(again), motionsOf(scenario));
});
