import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readScenario, readScenarios, validate } from 'graze/scenario';
import { makeDiscretePlan } from '../../js/formats/steps/steps.js';
import { write } from '../../js/formats/tracker/tracker.js';
import fc from '../fast_check.js';
import { inShared, needsShared, sourceFile } from '../helpers.js';
import { blockedInMap, checkSteps, trackerPaths } from '../oracle/discrete_oracle.js';
import { placeOf } from './refusals.js';
import { cellsOf, change, file, motionsOf, refuses, stepsOf, walk } from './steps_helpers.js';

const CSV = `"agents","lower_cost","lower_date","solution_cost","solution_date","path"
"3","4","2022-11-29","4","2022-11-29","ruw

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

test('byte order marks before a table, one or two, hide its format from nobody', async () => {
    const expected = cellsOf(await read(CSV));
    for (const marks of ['\ufeff', '\ufeff\ufeff']) {
        const scenario = await read(`${marks}${CSV}`);
        assert.equal(scenario.format, 'mapf-tracker');
        assert.deepEqual(cellsOf(scenario), expected);
    }
});

const REAL_MARKS = inShared('real/findings/trk_bom.csv');
const skipMarks = existsSync(REAL_MARKS) ? false : `${REAL_MARKS} is not there`;

test('the real table with two byte order marks is valid', { skip: skipMarks }, async () => {
    const files = {
        plan: sourceFile(REAL_MARKS, 'trk_bom.csv'),
        map: sourceFile(inShared('real/paths/random-32-32-20.map'), 'random-32-32-20.map'),
        task: sourceFile(
            inShared('real/paths/random-32-32-20-random-1.scen'),
            'random-32-32-20-random-1.scen',
        ),
    };
    assert.equal((await validate(await readScenario(files))).valid, true);
});

test('letters of 2022 move the agents from the starts of the scenario; up is to the next row', async () => {
    const scenario = await read(`\ufeff${CSV.replaceAll('\n', '\r\n')}`);
    assert.equal(scenario.format, 'mapf-tracker');
    assert.deepEqual([scenario.axes, scenario.sizesKnown], ['right-down', false]);
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
    assert.equal((await validate(scenario)).sumOfCosts, 4);
});

/** Returns a row of today's columns. @param {string} plan @param {string} [flip] @param {number} [agents] */
function today(plan, flip = 'FALSE', agents = 1) {
    const header = 'map_name,scen_type,type_id,agents,lower_cost,solution_cost,flip_up_down,';
    return `${header}solution_plan\na,random,1,${agents},,,${flip},"${plan}"\n`;
}

/** Returns where `ruw` leads from (1, 1) when up is to that row. @param {number} up */
const RUW = (up) => [
    [
        [1, 1],
        [2, 1],
        [2, 1 + up],
        [2, 1 + up],
    ],
];

test("in today's columns up is to the row before, unless flip_up_down says otherwise", async () => {
    for (const flip of ['FALSE', 'false', '']) {
        assert.deepEqual(cellsOf(await read(today('ruw', flip))), RUW(-1));
    }
    for (const flip of ['TRUE', 'true']) {
        assert.deepEqual(cellsOf(await read(today('ruw', flip))), RUW(1));
    }
    await refuses(
        () => read(today('ruw', '1')),
        'p.csv:2:16: bad-value: flip_up_down must be true or false, got "1"',
    );
    const bare = 'agents,solution_plan\n1,ruw\n';
    assert.deepEqual(cellsOf(await read(bare)), RUW(-1));
    // In the column of 2022 it is to the next one, which a flip_up_down beside it can change.
    assert.deepEqual(cellsOf(await read('agents,path\n1,ruw\n')), RUW(1));
    assert.deepEqual(cellsOf(await read('agents,flip_up_down,path\n1,false,ruw\n')), RUW(-1));
});

test('the instance that a plan is of is kept; a task or map of another is a notice', async () => {
    const scenario = await read(today('ru'));
    assert.deepEqual(scenario.instance, { map: 'a', type: 'random', number: '1' });
    assert.deepEqual(scenario.notices, []);
    const { notices } = await read(change(today('ru'), 'random', 'even'));
    assert.deepEqual(notices, [
        'p.csv:2: the solution is of a-even-1.scen, the task is a-random-1.scen',
    ]);
    const map = file(`type octile\nheight 9\nwidth 9\nmap\n${'.........\n'.repeat(9)}`, 'm/b.map');
    assert.deepEqual((await read(today('ru'), { task: TASK, map })).notices, [
        'p.csv:2: it is of the map "a", the map given is "b"',
        'a-random-1.scen:2: it is of the map "a", the map given is "b"',
    ]);
    // Names that no map has say nothing.
    assert.deepEqual(
        (await read(today('ru'), { task: TASK, map: { ...map, name: 'b' } })).notices,
        [],
    );
    await refuses(
        () => read(today('ru'), {}),
        'p.csv:2:1: unknown-start: the file has no starts: give its scenario, "a-random-1.scen"',
    );
    const header = 'map_name,scen_type,type_id,agents,lower_cost,solution_cost,solution_plan\n';
    await refuses(
        () => read(`${header}a,random,1,1,2,2,ru\na,random,1,2,2,4,"ru\nru"\n`),
        'p.csv:3:1: several-plans: the file holds 2 plans, "a-random-1-1", "a-random-1-2"',
    );
    await refuses(() => read(header), 'p.csv:1:1: no-plan:');
    await refuses(() => read(`${header}a,random,1,2,2,4,\n`), 'p.csv:2:1: no-plan:');
});

test('a number before a letter says how often it comes', async () => {
    const plain = await read(today('rrrrruudwwww'));
    const counted = await read(today('5r2ud4w'));
    assert.deepEqual(cellsOf(counted), cellsOf(plain));
    // Waits that the file states as one are one segment, however many.
    assert.deepEqual(
        counted.agents[0].motion.map(({ t0, t1 }) => [t0, t1]),
        [...[0, 1, 2, 3, 4, 5, 6, 7].map((t) => [t, t + 1]), [8, 12]],
    );
    assert.deepEqual(counted.agents[0].motion[6].source, { line: 2, column: 25 });
    assert.deepEqual(cellsOf(await read(today('1r'))), cellsOf(await read(today('r'))));
    assert.deepEqual(cellsOf(await read('agents,path\n1,2u\n')), [
        [
            [1, 1],
            [1, 2],
            [1, 3],
        ],
    ]);
    await refuses(() => read(today('3r0u')), 'p.csv:2:25: out-of-range: the number of steps');
    await refuses(() => read(today('3r12')), 'p.csv:2:27: bad-line: a step must be one of');
    await refuses(
        () => read(today('3x')),
        'p.csv:2:24: bad-line: a step must be one of u, d, l, r, w',
    );
    await refuses(() => read(today('99999999999999999999w')), 'p.csv:2:23: out-of-range:');
    await refuses(
        () => read(today('3000000w\n3000000w', 'FALSE', 2)),
        'p.csv:2:23: too-large: more than 4000000 pieces, the steps of all agents',
    );
    const { notices } = await read(change(today('2r2u'), ',,,', ',,5,'));
    assert.deepEqual(notices, [
        'p.csv:2: solution_cost is declared as 5, but the last arrivals sum to 4: that is the total if places count, one more than steps',
    ]);
});

const PLAN = {
    map_name: 'a',
    scen_type: 'random',
    type_id: 1,
    agents: 2,
    solution_cost: 4,
    flip_up_down: false,
};

test('JSON: an object, or a list of one; a plan as text or as a list', async () => {
    const cells = cellsOf(await read(today('2ru\nd', 'FALSE', 2)));
    /** @param {unknown} value @param {object} [options] */
    const json = (value, options) => read(JSON.stringify(value), undefined, options);
    for (const solution_plan of ['2ru\nd', '2ru\r\nd\r\n', ['2ru', 'd']]) {
        const plan = { ...PLAN, solution_plan };
        for (const scenario of [await json(plan), await json([plan])]) {
            assert.equal(scenario.format, 'mapf-tracker');
            assert.deepEqual(cellsOf(scenario), cells);
            assert.deepEqual(scenario.notices, []);
            assert.deepEqual(scenario.instance, { map: 'a', type: 'random', number: '1' });
        }
    }
    const flipped = { ...PLAN, flip_up_down: true, solution_plan: ['2rd', 'u'] };
    assert.deepEqual(cellsOf(await json(flipped)), cells);
    const bare = { agents: 2, solution_plan: ['2ru', 'd'], mood: [1, { a: 2 }], lower_cost: null };
    assert.deepEqual((await json(bare)).notices, ['p.csv:1: the member "mood" is not used']);
    /** @type {[unknown, string, string][]} text, position of the fault, code */
    const wrong = [
        [
            { ...PLAN, solution_plan: ['r'] },
            'r"]',
            'agent-count: agents says 2, but the plan has 1',
        ],
        [{ ...PLAN, solution_plan: ['r', 'rx'] }, 'x"]', 'bad-line: a step must be'],
        [{ ...PLAN, solution_plan: 'r\nrx' }, '"r\\n', 'bad-line: a step must be'],
        [{ ...PLAN, solution_plan: 3 }, '3}', 'wrong-type: solution_plan must be a string'],
        [{ ...PLAN, solution_plan: null }, '{', 'no-plan:'],
        [{ ...PLAN, solution_plan: '' }, '{', 'no-plan:'],
        [PLAN, '{', 'missing-key: the file must have "solution_plan"'],
        [{ solution_plan: 'r' }, '{', 'missing-key: the file must have "agents"'],
        [{ ...PLAN, flip_up_down: 2, solution_plan: 'r\nr' }, '2,"solution', 'bad-value: flip_up'],
        [{ ...PLAN, agents: '2x', solution_plan: 'r\nr' }, '"2x"', 'bad-number:'],
        [[{ ...PLAN, solution_plan: 'r\nr' }, PLAN], '{"map', 'missing-key: [1] must have'],
    ];
    for (const [value, part, error] of wrong) {
        const place = placeOf(JSON.stringify(value), part, true);
        await refuses(() => json(value, { format: 'mapf-tracker' }), `p.csv:${place}: ${error}`);
    }
    await refuses(() => json([], { format: 'mapf-tracker' }), 'p.csv:1:1: wrong-length:');
});

test('YAML: a map, a list of one, or a document of one', async () => {
    const cells = cellsOf(await read(today('2ru\nd', 'FALSE', 2)));
    const head = 'map_name: "a"\nscen_type: random\ntype_id: 1\nagents: 2\nflip_up_down: false\n';
    const list = 'solution_plan:\n  - 2ru\n  - d\n';
    const texts = [
        head + list,
        `---\n# One submission\n${head}${list}`,
        `${head}solution_plan: |\n  2ru\n  d\n`,
        `${head}solution_plan: "2ru\\nd"\n`,
        `- ${(head + list).trim().replaceAll('\n', '\n  ')}\n`,
    ];
    for (const text of texts) {
        const scenario = await read(text);
        assert.equal(scenario.format, 'mapf-tracker', text);
        assert.deepEqual(cellsOf(scenario), cells, text);
        assert.deepEqual(scenario.instance, { map: 'a', type: 'random', number: '1' });
    }
    assert.deepEqual(
        cellsOf(
            await read(
                change(head, 'false', 'true') + change(list, '2ru', '2rd').replace('- d', '- u'),
            ),
        ),
        cells,
    );
    await refuses(
        () => read(`---\n${head}${list}---\n${head}${list}`),
        'p.csv:11:1: several-plans: the file holds 2 plans',
    );
    await refuses(() => read(head + change(list, '- d', '- x')), 'p.csv:8:5: bad-line:');
    await refuses(() => read(`${head}solution_plan:\n`), 'p.csv:1:1: no-plan:');
    await refuses(
        () => read(change(head, 'agents: 2\n', '') + list),
        'p.csv:1:1: missing-element: the plan has no agents',
    );
    await refuses(() => read(`${head}solution_plan: {a: b}\n`), 'p.csv:6:16: bad-yaml:');
    await refuses(() => read(`${head}${list}---\n*a\n`), 'p.csv:10:1: bad-yaml: aliases');
});

test('each row, object or document is a plan of its own, and what is wrong with one concerns no other', async () => {
    const header = 'map_name,scen_type,type_id,agents,solution_cost,flip_up_down,solution_plan\n';
    const rows =
        'a,random,1,1,,FALSE,ru\na,random,1,2,,TRUE,"ru\nd"\na,random,1,3,,TRUE,\na,random,1,1,,FALSE,x\n1';
    const csv = `${header}${rows.replace('\n1', '\n')},,,1,,,r\n`;
    const plan = file(csv, 'p.csv');
    const cases = await readScenarios({ plan, task: TASK });
    assert.deepEqual(
        cases.map(({ label }) => label),
        ['a-random-1-1', 'a-random-1-2', 'a-random-1-3', 'a-random-1-1 (2)', null],
    );
    const [first, second, third, fourth, last] = cases;
    assert.deepEqual(cellsOf(await first.read()), [RUW(-1)[0].slice(0, 3)]);
    assert.deepEqual(cellsOf(await second.read()), [
        RUW(1)[0].slice(0, 3),
        [
            [4, 4],
            [4, 3],
        ],
    ]);
    await refuses(() => third.read(), 'p.csv:5:1: no-plan:');
    await refuses(() => fourth.read(), 'p.csv:6:21: bad-line:');
    assert.equal((await last.read()).agents.length, 1);
    const chosen = await readScenario({ plan, task: TASK }, { case: 'a-random-1-2' });
    assert.equal(chosen.agents.length, 2);
    await refuses(
        () => readScenario({ plan, task: TASK }, { case: 'b' }),
        'p.csv:1:1: unknown-case: there is no case "b"; the file holds "a-random-1-1"',
    );
    const objects = [1, 2].map((agents) => ({
        ...PLAN,
        agents,
        solution_plan: Array.from({ length: agents }, () => 'r'),
    }));
    const documents = objects.map((each) => JSON.stringify(each)).join('\n---\n');
    for (const text of [
        JSON.stringify(objects),
        `solution_plan: ~\nagents: 1\n---\n${documents}`,
    ]) {
        const read = await readScenarios({ plan: file(text, 'p'), task: TASK });
        const labels = read.map(({ label }) => label).filter((label) => label !== null);
        assert.deepEqual(labels, ['a-random-1-1', 'a-random-1-2']);
        const [one, two] = await Promise.all(read.slice(-2).map((each) => each.read()));
        assert.deepEqual([one.agents.length, two.agents.length], [1, 2]);
    }
});

test('a cost that disagrees and an unknown column are notices, and a configuration is refused', async () => {
    const text = change(
        change(CSV, '"4","2022-11-29","ruw', '"7","2022-11-29","ruw'),
        'lower_date',
        'mood',
    );
    const { notices } = await read(text, { task: TASK });
    assert.deepEqual(notices, [
        'p.csv:1: the column "mood" is not used',
        'p.csv:2: solution_cost is declared as 7, but the last arrivals sum to 4: that is the total if places count, one more than steps',
    ]);
    await refuses(
        () => read(text, { task: TASK, config: file('x', 'c.xml') }),
        'c.xml:1:1: unused-file: a plan of the MAPF tracker takes no config',
    );
});

test('without a scenario there are no starts', async () => {
    await refuses(() => read(CSV, {}), 'p.csv:2:2: unknown-start: the file has no starts');
    await refuses(
        () => read(CSV, { task: scen([1, 1]) }),
        'a-random-1.scen:1:1: agent-count: the task has 1 agents, but the plan has 3',
    );
    const map = file('type octile\nheight 1\nwidth 2\nmap\n..\n', 'a.map');
    await refuses(() => read(CSV, { task: TASK, map }), 'a-random-1.scen:2:1: wrong-map:');
});

test('what is not such a file is refused with its place', async () => {
    await broken('ruw', 'rux', '2:42: bad-line: a step must be one of u, d, l, r, w, got "x"');
    await broken('ld"', 'lD"', '4:2: bad-line:');
    await broken('"3"', '"4"', '2:40: agent-count: agents says 4, but the plan has 3 paths');
    await broken('"3"', '"2"', '2:40: agent-count:');
    await broken('"3"', '"0"', '2:2: out-of-range:');
    await broken('"3"', '"3.0"', '2:2: bad-number:');
    await broken('"4","2022-11-29","ruw', '"5x","2022-11-29","ruw', '2:23: bad-number:');
    await broken('ld"', 'ld', '2:40: bad-csv:');
    await broken('"4",', '', '2:2: bad-line: the row has 5 fields');
    await broken('"lower_date"', '"agents"', '1:24: duplicate-element:');
    await broken('"lower_date"', '"solution_plan"', '1:1: bad-header:');
    await broken('ld"\n', 'ld"\n\n"3"\n', '6:2: bad-line: the row has 1 fields');
    await broken('"3"', '""', '2:2: missing-element: agents is empty');
    await refuses(() => read('path,x\n', {}, { format: 'mapf-tracker' }), 'p.csv:1:1: bad-header:');
    // No row is left of a file of empty ones, and the header was looked for in it all the same.
    await refuses(() => read('""\n', {}, { format: 'mapf-tracker' }), 'p.csv:1:1: bad-header:');
    assert.deepEqual(cellsOf(await read(change(CSV, 'ld"\n', 'ld\n"\n\n'))).length, 3);
});

test('columns named like parts of an object are columns', async () => {
    const { notices } = await read(change(CSV, 'lower_date', '__proto__'));
    assert.deepEqual(notices, ['p.csv:1: the column "__proto__" is not used']);
});

test('what is too large is refused before it is stored', async () => {
    /** @param {object} limits @param {string} text @param {string} beginning */
    const over = (limits, text, beginning) =>
        refuses(() => read(text, { task: scen([1, 1]) }, { limits }), `p.csv:${beginning}`);
    await over({ agents: 2 }, CSV, '2:2: out-of-range:');
    await over({ pieces: 4 }, CSV, '2:40: too-large:');
    await over({ attributes: 4 }, CSV, '1:53: too-large:');
    await over({ elements: 8 }, CSV, '2:10: too-large:');
    await over({}, `${CSV}${','.repeat(1e6)}`, '5:65: too-large:');
});

const agent = stepsOf({ x: 8, y: 8 });

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
            const scenario = makeDiscretePlan('mapf-tracker', paths, {});
            const { text, notices } = write(scenario);
            assert.deepEqual(notices, [
                'not written, since the format has no place for it: the task (--task)',
                'not written, as no file names them: map_name, scen_type and type_id, which the tracker needs (a task that is called MAP-TYPE-NUMBER.scen names them)',
            ]);
            const task = scen(...agents.map(({ x, y }) => [x, y]));
            const again = await read([...text].join(''), { task });
            assert.deepEqual(motionsOf(again), motionsOf(scenario));
            assert.deepEqual(cellsOf(again), cellsOf(scenario));
        }),
        { numRuns: 60 },
    );
});

test("a plan is written in today's columns, with its instance where that is known", async () => {
    const [old, now] = [await read(CSV), await read(today('ru'))];
    assert.equal(
        [...write(old).text].join(''),
        'map_name,scen_type,type_id,agents,solution_cost,flip_up_down,solution_plan\n"a","random","1","3","4","FALSE","rdw\n\nlu"\n',
    );
    assert.deepEqual(write(now).notices, [
        'not written, since the format has no place for it: the task (--task)',
    ]);
    const odd = { ...now, instance: { map: 'a "b",c', type: 'even', number: '2' } };
    const again = await read([...write(odd).text].join(''));
    assert.deepEqual(again.instance, odd.instance);
    assert.deepEqual(cellsOf(again), cellsOf(now));
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

test('the published solution: 300 agents reach their goals, and both oracles find it valid', {
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
    const verdict = checkSteps(paths, blockedInMap(text(names.map)));
    assert.deepEqual(verdict, { vertex: [], edge: [], blocked: 0, jumps: 0 });
    assert.deepEqual((await validate(scenario)).violations, []);
    assert.deepEqual(scenario.notices, []);
    const again = await readScenario({
        plan: file([...write(scenario).text].join(''), 'again.csv'),
        task: sourceFile(`${folder}/${names.task}`, names.task),
    });
    assert.deepEqual(motionsOf(again), motionsOf(scenario));
});

const REAL = inShared('real/tracker');

test("plans in today's columns: of those that differ by flip_up_down one is valid", {
    skip: existsSync(REAL) ? needsShared : '../shared/data/real is not here',
}, async () => {
    const folder = inShared('mapf/league-of-robot-runners');
    /** @param {string} name */
    const validateFile = async (name) => {
        const scenario = await readScenario({
            plan: sourceFile(`${REAL}/${name}`),
            map: sourceFile(`${folder}/random-32-32-20.map`),
            task: sourceFile(`${folder}/random-32-32-20-random-1.scen`),
        });
        assert.deepEqual(scenario.notices, []);
        return validate(scenario, { suggestDelays: false });
    };
    assert.deepEqual((await validateFile('today_plain.csv')).violations, []);
    assert.deepEqual((await validateFile('today_rle.csv')).violations, []);
    assert.equal((await validateFile('today_false.csv')).violations.length, 2329);
    assert.equal((await validateFile('tracker_ud.csv')).violations.length, 2329);
});
