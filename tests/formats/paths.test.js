import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readScenario, validate, writeScenario } from 'graze/scenario';
import { makeDiscretePlan } from '../../js/formats/steps/steps.js';
import fc from '../fast_check.js';
import { inShared, sourceFile } from '../helpers.js';
import { blockedInMap, checkSteps } from '../oracle/discrete_oracle.js';
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

/** As EECBS, CBSH2-RTC and PBS write it: rows first, a space after the colon, an arrow at the end. */
const PLAN = `Agent 0: (0,0)->(0,1)->(1,1)->
Agent 1: (1,2)->(1,2)->(0,2)->
`;

const MAP = file('type octile\nheight 2\nwidth 3\nmap\n...\n@..\n', 'a.map');

const TASK = file(
    'version 1\n0\ta.map\t3\t2\t0\t0\t1\t1\t2\n0\ta.map\t3\t2\t2\t1\t2\t0\t1\n',
    'a-even-1.scen',
);

const FILES = { map: MAP, task: TASK };

/** @param {string} text @param {object} [others] @param {object} [options] */
function read(text, others = FILES, options = {}) {
    return readScenario({ plan: file(text, 'p.txt'), ...others }, options);
}

/** Exchanges the first two numbers of every place. @param {string} text */
function exchanged(text) {
    return text.replaceAll(/\((-?\d+),(-?\d+)/g, '($2,$1');
}

/** Gives every place its time. @param {string} text */
function timed(text) {
    return text.replaceAll(/^.*$/gm, (line) => {
        let t = 0;
        return line.replaceAll(')', () => `,${t++})`);
    });
}

const CELLS = [
    [
        [0, 0],
        [0, 1],
        [1, 1],
    ],
    [
        [1, 2],
        [1, 2],
        [0, 2],
    ],
];

test('paths with rows first: each agent goes from place to place', async () => {
    const scenario = await read(PLAN);
    assert.deepEqual([scenario.format, scenario.axes], ['paths', 'down-right']);
    assert.deepEqual([scenario.sizesKnown, scenario.speedLimit, scenario.timeStep], [false, 1, 1]);
    assert.deepEqual(cellsOf(scenario), CELLS);
    assert.deepEqual([scenario.grid?.nx, scenario.grid?.ny], [2, 3]);
    assert.deepEqual([...(scenario.grid?.blocked ?? [])], [0, 0, 0, 1, 0, 0]);
    assert.deepEqual(scenario.agents[1].start, { x: 1, y: 2 });
    assert.deepEqual(scenario.agents[1].goal, { x: 0, y: 2 });
    assert.deepEqual(scenario.instance, { map: 'a', type: 'even', number: '1' });
    assert.deepEqual(scenario.notices, []);
    assert.deepEqual(
        scenario.agents.map(({ source }) => source?.line),
        [1, 2],
    );
    assert.deepEqual((await validate(scenario)).violations, []);
});

test('every way in which programs write them is read as the same plan', async () => {
    const forms = {
        'no space after the colon': PLAN.replaceAll(': ', ':'),
        'no arrow at the end': PLAN.replaceAll('->\n', '\n'),
        'Windows line ends': PLAN.replaceAll('\n', '\r\n'),
        'no line end at the end': PLAN.trimEnd(),
        'empty lines around': `\n${PLAN}\n\n`,
        'spaces everywhere': PLAN.replaceAll(',', ' , ').replaceAll('->', ' -> '),
        'a byte order mark': `\ufeff${PLAN}`,
        times: timed(PLAN),
        'decimal times': timed(PLAN).replaceAll(')', '.0)'),
    };
    for (const [what, text] of Object.entries(forms)) {
        const scenario = await read(text);
        assert.deepEqual(cellsOf(scenario), CELLS, what);
        assert.deepEqual(scenario.notices, [], what);
    }
    for (const size of [1, 3, 7]) {
        const plan = { name: 'p.txt', text: inPieces(timed(PLAN), size) };
        assert.deepEqual(cellsOf(await readScenario({ plan, ...FILES })), CELLS);
    }
});

test('columns first, as the starts show or as requested', async () => {
    const notice =
        'p.txt:1: the starts of the task agree with (x,y), not with (row,column): it is read as paths-xy';
    const turned = exchanged(PLAN);
    const expected = CELLS.map((path) => path.map(([row, column]) => [column, row]));
    for (const text of [turned, timed(turned)]) {
        const scenario = await read(text);
        assert.deepEqual([scenario.format, scenario.axes], ['paths-xy', 'right-down']);
        assert.deepEqual(cellsOf(scenario), expected);
        assert.deepEqual([scenario.grid?.nx, scenario.grid?.ny], [3, 2]);
        assert.deepEqual(scenario.notices, [notice]);
        assert.deepEqual((await validate(scenario)).violations, []);
    }
    const explicit = await read(turned, FILES, { format: 'paths-xy' });
    assert.deepEqual(cellsOf(explicit), expected);
    assert.deepEqual(explicit.notices, []);
    // Without a task nothing shows it.
    const { format, notices } = await read(turned, { map: MAP });
    assert.deepEqual([format, notices], ['paths', []]);
    const bare = await read(turned, {}, { format: 'paths-xy' });
    assert.deepEqual([bare.format, bare.notices], ['paths-xy', []]);
    // One start that agrees with neither order: the planners' own order is kept, and the violations with it.
    const moved = change(turned, '(0,0)->', '(1,0)->');
    assert.equal((await read(moved)).format, 'paths');
    // The requested format is not changed.
    const wrong = await read(PLAN, FILES, { format: 'paths-xy' });
    assert.deepEqual([wrong.format, wrong.notices], ['paths-xy', []]);
    assert.ok((await validate(wrong)).violations.some(({ kind }) => kind === 'start'));
});

test('times may leave out the steps of a wait, which then is one segment', async () => {
    const scenario = await read('Agent 0: (0,0,2)->(0,0,1000000)->(0,1,1000001)\n', {});
    const [{ motion }] = scenario.agents;
    assert.deepEqual(
        motion.map(({ t0, t1 }) => [t0, t1]),
        [
            [0, 2],
            [2, 1_000_000],
            [1_000_000, 1_000_001],
        ],
    );
    assert.deepEqual(motion[2].source, { line: 1, column: 34 });
});

test('an agent without a path stands at its start', async () => {
    for (const rest of ['Agent 1:\n', 'Agent 1: \n']) {
        const text = PLAN.slice(0, PLAN.indexOf('Agent 1')) + rest;
        const scenario = await read(text);
        assert.deepEqual(scenario.agents[1].motion, []);
        assert.deepEqual(cellsOf(scenario)[1], [[1, 2]]);
        assert.ok((await validate(scenario)).violations.some(({ kind }) => kind === 'goal'));
        await refuses(
            () => read(text, { map: MAP }),
            'p.txt:2:1: unknown-start: agent 1 has no path',
        );
    }
});

test('what is not such a file is refused with its place', async () => {
    /** @param {string} from @param {string} to @param {string} place */
    const broken = (from, to, place) =>
        refuses(() => read(change(PLAN, from, to)), `p.txt:${place}`);
    await broken('(0,1)', '(0,1', '1:17: bad-line: expected (x,y) or (x,y,t), found "(0,1->');
    await broken('(0,1)', '(0;1)', '1:17: bad-line:');
    await broken('(0,1)->', '(0,1)', '1:22: bad-line: expected ->, found "(1,1)->"');
    await broken('(0,1)->', '(0,1)=>', '1:22: bad-line: expected ->');
    await broken('(0,1)', '(0,1.5)', '1:17: bad-line:');
    await broken('(0,1)', '(0,1,1)', '1:17: bad-line: the place has a time, but those before');
    await broken('(0,1)', '(0,2147483648)', '1:17: out-of-range:');
    await broken(
        'Agent 1',
        'Agent 2',
        '2:1: bad-agent: agents are numbered from 0 in order: expected 1',
    );
    await broken('Agent 0', 'Agent 1', '1:1: bad-agent:');
    await broken('\nAgent', '\n\nAgent', '2:1: bad-line: the line is empty');
    await broken('Agent 1', 'agent 1', '2:1: bad-line: expected Agent 1: (x,y)->…');
    await refuses(
        () => read(change(timed(PLAN), '(1,2,1)->', '')),
        'p.txt:2:19: bad-step: the agent moves from t = 0 to t = 2, the third number of the place; a move takes one step',
    );
    await refuses(
        () => read(change(timed(PLAN), '(0,1,1)', '(0,1)')),
        'p.txt:1:19: bad-line: the place has no time, but those before have one',
    );
    await refuses(
        () => read(change(timed(PLAN), '(0,1,1)', '(0,1,0)')),
        'p.txt:1:19: bad-step: the third number of a place is its time, which must increase: 0 after 0',
    );
    await refuses(
        () => read(change(timed(PLAN), '(0,1,1)', '(0,1,0.5)')),
        'p.txt:1:19: bad-number: the third number of a place is its time',
    );
    await refuses(() => read('Agent 0:\nAgent 1:\n'), 'p.txt:1:1: no-plan:');
    await refuses(
        () => read(`${PLAN}Agent 2: (1,1)->\n`),
        'a-even-1.scen:1:1: agent-count: the task has 2 agents, but the plan has 3',
    );
});

test('a plan that writes each of its steps out is read up to a hundred million', async () => {
    const path = `${'(0,0)->'.repeat(2_100_000)}(0,0)`;
    const { discrete } = await read(`Agent 0: ${path}\nAgent 1: ${path}\n`);
    assert.equal(discrete?.cells[1].length, 4_200_002);
});

test('what is too large is refused before it is stored', async () => {
    /** @param {object} limits @param {string} text @param {string} place */
    const over = (limits, text, place, end = '') =>
        refuses(
            () => read(text, {}, { limits }),
            `p.txt:${place}: too-large:${end && ` more than ${end}`}`,
        );
    await over({ agents: 1 }, PLAN, '2:1');
    const steps = 'pieces, the steps of all agents: it has';
    await over({ pieces: 3 }, PLAN, '2:24', `3 ${steps} 4 (--limit pieces=4)`);
    await over({ pieces: 1 }, PLAN, '1:24', `1 ${steps} 4 (--limit pieces=4)`);
    const unusual = PLAN.replaceAll(',', ' , ');
    await over({ pieces: 1 }, unusual, '1:28', `1 ${steps} 4 (--limit pieces=4)`);
    await over({ pieces: 3 }, timed(PLAN), '2:28', `3 ${steps} 4 (--limit pieces=4)`);
    for (const text of [PLAN, unusual, timed(PLAN)]) {
        assert.equal((await read(text, {}, { limits: { pieces: 4 } })).agents.length, 2);
    }
    const far = `4000000 ${steps} 4000003 (--limit pieces=4000003)`;
    await over({}, 'Agent 0: (0,0,0)->(0,0,4000001)\nAgent 1: (1,1,0)->(1,1,2)', '1:19', far);
    await over({}, `Agent 0: (0,0,0)->(0,0,99999999999999999999)`, '1:19');
});

const agent = stepsOf({ x: 8, y: 8 });

test('a plan that was written is read as the same motions, either axis first', async () => {
    await fc.assert(
        fc.asyncProperty(fc.array(agent, { minLength: 1, maxLength: 5 }), async (agents) => {
            const paths = walk(agents).map((places, k) => ({
                name: String(k),
                places,
                start: null,
                goal: null,
                source: { line: 1, column: 1 },
            }));
            const plan = makeDiscretePlan('kei18', paths, {});
            const columns = { ...plan, axes: /** @type {const} */ ('right-down') };
            const rows = await writeScenario(columns, 'paths');
            const turned = await read([...rows.text].join(''), {});
            assert.deepEqual(
                cellsOf(turned),
                cellsOf(columns).map((path) => path.map(([x, y]) => [y, x])),
            );
            const same = await writeScenario(columns, 'paths-xy');
            const again = await read([...same.text].join(''), {}, { format: 'paths-xy' });
            assert.deepEqual(motionsOf(again), motionsOf(columns));
            // Written from rows first, both forms are those of columns first.
            for (const [format, { text }] of /** @type {const} */ ([
                ['paths', rows],
                ['paths-xy', same],
            ])) {
                const back = await writeScenario(turned, format);
                assert.equal([...back.text].join(''), [...text].join(''));
            }
        }),
        { numRuns: 60 },
    );
});

test('the form of the planners is written, and what is lost is a notice', async () => {
    const { text, notices } = await writeScenario(await read(timed(PLAN)), 'paths');
    assert.equal([...text].join(''), PLAN);
    assert.deepEqual(notices, [
        'not written, since the format has no place for it: the map (--map)',
        'not written, since the format has no place for it: the task (--task)',
    ]);
    const half = await read(PLAN);
    half.agents[0].motion = [{ t0: 0, t1: 0.5, x: [0], y: [0] }];
    await assert.rejects(writeScenario(half, 'paths'), { code: 'cannot-carry' });
});

const REAL = inShared('real/paths');

test('the published paths, with either axis first, and another reader and checker', {
    skip: existsSync(REAL) ? false : '../shared/data/real is not here',
}, async () => {
    const names = { map: 'random-32-32-20.map', task: 'random-32-32-20-random-1.scen' };
    const [map, task] = Object.values(names).map((name) => sourceFile(`${REAL}/${name}`, name));
    const isBlocked = blockedInMap(map.text);
    for (const [name, isRowFirst] of /** @type {const} */ ([
        ['example_paths_xy.txt', false],
        ['example_paths_yx.txt', true],
    ])) {
        const plan = sourceFile(`${REAL}/${name}`, name);
        const scenario = await readScenario({ plan, map, task });
        assert.equal(scenario.format, isRowFirst ? 'paths' : 'paths-xy');
        assert.deepEqual((await validate(scenario)).violations, []);
        const cells = readFileSync(`${REAL}/${name}`, 'utf8')
            .trim()
            .split('\n')
            .map((line) =>
                [...line.matchAll(/\((\d+),(\d+)/g)].map(
                    ([, a, b]) => /** @type {[number, number]} */ ([Number(a), Number(b)]),
                ),
            );
        assert.equal(cells.length, 50);
        assert.deepEqual(cellsOf(scenario), cells);
        const columns = isRowFirst
            ? cells.map((path) => path.map(([y, x]) => /** @type {[number, number]} */ ([x, y])))
            : cells;
        const verdict = checkSteps(columns, isBlocked);
        assert.deepEqual(verdict, { vertex: [], edge: [], blocked: 0, jumps: 0 });
    }
});

test('third numbers that are headings and cannot be times are read as headings', async () => {
    const degrees = 'degrees, multiples of 45 from 0 to 360';
    const quarters = 'quarter turns, 0 to 3';
    for (const [text, line, kind, cells] of /** @type {const} */ ([
        ['Agent 0: (0,0,0)->(0,1,315)->\n', 1, degrees, [[0, 0, 0, 1]]],
        ['Agent 0: (0,0,90)->(0,1,90)->', 1, degrees, [[0, 0, 0, 1]]],
        // The first line alone could have times.
        [
            'Agent 0: (0,0,0)->(0,0,1)->\r\nAgent 1: (3,3,3)->(3,4,3)->(3,4,0)->\r\n',
            2,
            quarters,
            [
                [0, 0, 0, 0],
                [3, 3, 3, 4, 3, 4],
            ],
        ],
        ['Agent 0: (0,0,-1)->(0,1,-1)->\n', 1, quarters, [[0, 0, 0, 1]]],
    ])) {
        const scenario = await readScenario({ plan: file(text, 'p.txt') });
        assert.deepEqual(
            scenario.discrete?.cells.map((each) => [...each]),
            cells,
        );
        const notice = `p.txt:${line}: the third numbers of places are headings (${kind}), not times, and are not used`;
        assert.deepEqual(scenario.notices[0], notice);
    }
    // Times of 0 to 3 are times, and so are those with one slip, which is an error.
    const timed = await readScenario({
        plan: file('Agent 0: (0,0,0)->(0,1,1)->(0,1,3)->\n', 'p.txt'),
    });
    assert.deepEqual([...(timed.discrete?.cells[0] ?? [])], [0, 0, 0, 1, 0, 1, 0, 1]);
    for (const [text, error] of [
        [
            'Agent 0: (0,0,0)->(0,1,1)->(0,2,1)->\n',
            'p.txt:1:28: bad-step: the third number of a place is its time, which must increase: 1 after 1',
        ],
        [
            'Agent 0: (0,0,0)->(0,1,7)->\n',
            'p.txt:1:19: bad-step: the agent moves from t = 0 to t = 7, the third number of the place; a move takes one step',
        ],
        [
            'Agent 0: (0,0,0)->(0,1,90)->\nAgent 1: (3,0,2)->(3,0,3)->\n',
            'p.txt:2:10: bad-number: the third numbers of places are headings',
        ],
    ]) {
        await refuses(() => readScenario({ plan: file(text, 'p.txt') }), error);
    }
});
