import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { blankScenario } from 'graze/scenario';
import { drawFigures } from '../../js/cli/figures/figures.js';
import { repairToJson, repairToText } from '../../js/cli/report/repair.js';
import { assertGolden } from './golden.js';
import { setEnvironment } from './here.js';
import { BAR, outcome, report, violation } from './outcomes.js';

/**
 * Every report of outcomes of all kinds, and the pictures of conflicts of all kinds, whole.
 *
 * @import { Scenario, Violation } from 'graze/scenario'
 */

const EVIL = '</title>&amp;"\'\u0007\u001b[31m\u202e\ud800\t\n]]>';

const suggestion = { agent: 1, delay: 1.25, resolves: 'all' };

/** One violation with each thing that can be said of it. */
const VIOLATIONS = [
    violation({ suggestion, suggestionStatus: 'minimum' }),
    violation({
        agents: [0, 2],
        suggestion: { ...suggestion, resolves: 'pair' },
        suggestionStatus: 'minimum',
        position: [1.5, 2],
    }),
    violation({
        agents: [0, 3],
        suggestion: null,
        suggestionStatus: 'none',
        interval: [6, 6],
        depth: null,
    }),
    violation({ agents: [4], kind: 'agent-obstacle', obstacle: 'wall <1>', pieces: [0] }),
    violation({ agents: [4], kind: 'agent-obstacle', position: [3, 4], pieces: [1] }),
    violation({ agents: [5], kind: 'speed', depth: null, pieces: [2], message: 'too fast' }),
    ...Array.from({ length: 3 }, (_, k) =>
        violation({ agents: [6, 7], interval: [k, k + 0.5], depth: k === 1 ? 0.5 : 0.25 }),
    ),
    violation({ agents: [8, 9], suggestion, suggestionStatus: 'sufficient' }),
    violation({
        agents: [8, 1],
        suggestion: { ...suggestion, resolves: 'pair' },
        suggestionStatus: 'sufficient',
    }),
    violation({ agents: [8, 2], suggestion: null, suggestionStatus: 'undecided' }),
    violation({ agents: [8], kind: 'agent-obstacle', suggestion: null, suggestionStatus: 'none' }),
    violation({
        agents: [8],
        kind: 'agent-obstacle',
        suggestion: null,
        suggestionStatus: 'undecided',
    }),
];

const UNDECIDED = Array.from({ length: 23 }, (_, k) => ({
    agents: [1, k + 2],
    interval: [3, 4],
    names: ['1', `${k + 2}`],
    message: `agents 1 and ${k + 2} are too near to decide`,
}));

const NOTICES = Array.from({ length: 23 }, (_, k) => `notice ${k}`);

/** @param {string} file @param {string} code */
function failure(file, code) {
    return { file, error: { code, message: `what is ${file}?`, file: file, line: 3, column: 7 } };
}

const OUTCOMES = [
    outcome(),
    outcome({
        file: 'b.xml',
        violations: VIOLATIONS,
        notices: NOTICES.slice(0, 1),
        clearance: null,
    }),
    outcome({ file: 'c.xml', undecided: UNDECIDED.slice(0, 10), notices: NOTICES.slice(0, 10) }),
    outcome({ file: 'd.xml', undecided: UNDECIDED.slice(0, 11), notices: NOTICES.slice(0, 11) }),
    outcome({ file: 'g.xml', undecided: UNDECIDED.slice(0, 20), notices: NOTICES.slice(0, 20) }),
    outcome({ file: 'e.xml', undecided: UNDECIDED, notices: NOTICES, touching: 'conflict' }),
    failure(EVIL, 'bad-xml'),
    outcome({
        file: EVIL,
        format: EVIL,
        notices: [EVIL],
        violations: [violation({ message: EVIL, kind: EVIL })],
    }),
    failure('f.xml', 'internal'),
];

for (const kind of ['text', 'json', 'ndjson', 'junit', 'github', 'sarif', 'html']) {
    test(`${kind}: outcomes of all kinds`, async () => {
        assertGolden(await report(kind, OUTCOMES), `outcomes-${kind}`);
        assertGolden(await report(kind, []), `nothing-${kind}`);
        assertGolden(await report(kind, OUTCOMES.slice(0, 1)), `one-${kind}`);
    });
}

test('text in colors', async () => {
    // Node has a mind of its own about where colors go.
    const { NO_COLOR, FORCE_COLOR } = process.env;
    const before = { NO_COLOR, FORCE_COLOR };
    setEnvironment({ NO_COLOR: undefined, FORCE_COLOR: '1' });
    try {
        const text = await report('text', [OUTCOMES[0], OUTCOMES[1], OUTCOMES[2]], true);
        assertGolden(text, 'colors');
    } finally {
        setEnvironment(before);
    }
});

test('of very many violations only so many are reported, and how many more', async () => {
    const many = (/** @type {number} */ count) =>
        Array.from({ length: count }, (_, k) => violation({ agents: [1, k + 2] }));
    for (const [kind, max] of /** @type {const} */ ([
        ['text', 20],
        ['html', 100],
    ])) {
        const texts = [max, max + 1].map((count) =>
            report(kind, [outcome({ violations: many(count) })]),
        );
        assertGolden((await Promise.all(texts)).join('\n'), `many-${kind}`);
    }
});

test('reports of repairs', () => {
    const change = { agent: 1, name: 'b', waits: [{ segment: 2, delay: 0.5 }], delay: 0.5 };
    const repaired = {
        scenario: { domain: 'agents' },
        status: 'repaired',
        outcome: 'repaired',
        reason: null,
        changes: [change],
        totalDelay: 0.5,
        lowerBound: 0.25,
        optimal: false,
    };
    const all = [
        { ...repaired, changes: [] },
        { ...repaired, changes: [], optimal: true, outcome: 'optimal' },
        {
            ...repaired,
            changes: [],
            status: 'unrepaired',
            outcome: 'impossible',
            reason: 'nothing helps',
        },
        {
            ...repaired,
            changes: [],
            status: 'unrepaired',
            outcome: 'gave-up',
            reason: 'nothing was found',
        },
        { ...repaired, status: 'valid', outcome: 'optimal', changes: [] },
    ];
    const reports = all.flatMap((result) => [
        ...repairToText('a.xml', /** @type {any} */ (result), []),
        ...repairToText('a.xml', /** @type {any} */ (result), ['so', 'and so']),
        repairToJson('a.xml', /** @type {any} */ ({ ...result, scenario: 1 }), ['so'], 'ccbs'),
    ]);
    assertGolden(`${reports.join('\n')}\n`, 'repair');
});

// ---------------------------------------------------------------- pictures

const graze = createSync();

/** @param {number} t0 @param {number} t1 @param {number[]} x @param {number[]} y @param {number[]} [angle] */
function piece(t0, t1, x, y, angle) {
    return { t0, t1, x, y, ...(angle ? { angle } : {}) };
}

/** @param {any} shape @param {any[]} motion @param {any} [start] */
function agent(shape, motion, start = null) {
    return { name: '', shape, start, goal: null, motion };
}

const DISC = { kind: 'disc', radius: 0.5 };

/** Returns two discs that meet at (5, 0) at t = 5. @param {any} [change] */
function crossing(change = {}) {
    return /** @type {Scenario} */ ({
        ...blankScenario('test'),
        agents: [
            agent(DISC, [piece(0, 10, [0, 1], [0])]),
            agent(DISC, [piece(0, 10, [5], [5, -1])]),
        ],
        ...change,
    });
}

const HALF = Math.SQRT1_2;
const MEET = violation({ interval: [5 - HALF, 5 + HALF] });

/** @param {string} name @param {number} x @param {any} [more] */
const obstacle = (name, x, more = {}) => ({
    name,
    shape: DISC,
    pose: { x, y: 0, angle: 0.5 },
    ...more,
});

const blocked = new Uint8Array(100);
for (const [x, y] of [
    [5, 2],
    [5, 3],
    [5, 5],
    [0, 0],
    [9, 9],
    [6, 9],
]) {
    blocked[x * 10 + y] = 1;
}
const grid = { nx: 10, ny: 10, blocked };
const cellOf = (/** @type {[number, number]} */ position) =>
    violation({ kind: 'agent-obstacle', agents: [1], position, pieces: [0], interval: [2, 4] });
const withObstacle = (/** @type {string} */ name, /** @type {any} */ more = {}) =>
    violation({ kind: 'agent-obstacle', agents: [0], obstacle: name, pieces: [0], ...more });
const curve = agent(DISC, [
    piece(0, 4, [0, 0, 0.25], [0, 1]),
    piece(4, 10, [4, 2, -0.1], [4, 0.5], [0, 0.5]),
]);
const brief = agent(BAR, [piece(4, 6, [4, 1], [1, -0.5], [0.25, 0.125])]);

/** @type {Record<string, [Scenario, Violation[], number?]>} */
const SCENES = {
    plain: [crossing(), [MEET]],
    'x right, y up': [crossing({ axes: 'right-up' }), [MEET]],
    'x right, y down': [crossing({ axes: 'right-down' }), [MEET]],
    'x down, y right': [crossing({ axes: 'down-right' }), [MEET]],
    delayed: [crossing(), [{ ...MEET, suggestion: { agent: 1, delay: 1.5, resolves: 'all' } }]],
    'repaired by the first': [
        crossing(),
        [{ ...MEET, suggestion: { agent: 0, delay: 0.5, resolves: 'pair' } }],
    ],
    'of one instant': [crossing(), [violation({ interval: [5, 5], kind: 'vertex' })]],
    'at the start': [crossing(), [violation({ interval: [0, 0.5], kind: 'edge' })]],
    'longer than the motion': [crossing(), [violation({ interval: [1, 30] })]],
    walls: [crossing({ grid }), [cellOf([5, 2]), cellOf([5, 3]), MEET]],
    'walls, x down': [crossing({ grid, axes: 'down-right' }), [cellOf([5, 2])]],
    'a wall without a place': [
        crossing({ grid }),
        [violation({ kind: 'agent-obstacle', agents: [1] })],
    ],
    'a wall without a map': [crossing(), [cellOf([5, 2])]],
    'a large body by a wall': [
        crossing({
            grid,
            agents: [
                agent(DISC, []),
                agent({ kind: 'disc', radius: 20 }, [piece(0, 10, [5], [5, -1])]),
            ],
        }),
        [cellOf([5, 2])],
    ],
    obstacles: [
        crossing({
            obstacles: [
                obstacle('near', 5),
                obstacle('other', 4),
                obstacle('moves', 6, { motion: [piece(4, 6, [6, -0.5], [0, 0.25])] }),
                obstacle('gone', 5, { motion: [piece(0, 1, [5], [0])] }),
                obstacle('far', 1e6),
            ],
        }),
        [withObstacle('near'), withObstacle('moves'), withObstacle('none'), withObstacle('gone')],
    ],
    curves: [
        crossing({ agents: [curve, agent(DISC, [piece(0, 10, [4], [6, -0.5])])] }),
        [violation({ interval: [3, 5] })],
    ],
    'a body of parts, there for a while': [
        crossing({
            beforeStart: 'vanish',
            atGoal: 'vanish',
            agents: [brief, agent(DISC, [piece(0, 10, [0, 1], [0])])],
        }),
        [violation({ interval: [4, 5.5] }), violation({ interval: [7, 8] })],
    ],
    'stays before and after': [
        crossing({
            beforeStart: 'stay',
            atGoal: 'stay',
            agents: [brief, agent(DISC, [piece(0, 10, [0, 1], [0])])],
        }),
        [violation({ interval: [4, 7] })],
    ],
    'without motion': [
        crossing({
            agents: [agent(DISC, [], { x: 5, y: 0.25 }), agent(DISC, [piece(0, 10, [0, 1], [0])])],
        }),
        [violation({ interval: [4.5, 5.5] })],
    ],
    'both without motion': [
        crossing({
            agents: [agent(DISC, [], { x: 5, y: 0.25 }), agent(DISC, [], { x: 5, y: 0.5 })],
        }),
        [violation({ interval: [0, 10] })],
    ],
    'without a place': [
        crossing({ agents: [agent(DISC, []), agent(DISC, [], { x: 5, y: 0 })] }),
        [MEET],
    ],
    'points, far from the origin': [
        crossing({
            agents: [
                agent({ kind: 'disc', radius: 0 }, [piece(0, 10, [5e6, 1], [5e6])]),
                agent({ kind: 'disc', radius: 0 }, [piece(0, 10, [5e6 + 5], [5e6 + 5, -1])]),
            ],
        }),
        [violation({ interval: [5, 5], depth: 0 })],
    ],
    'only so many, of each group one first': [
        crossing(),
        [
            violation({ kind: 'speed', agents: [0] }),
            MEET,
            { ...MEET, interval: [6, 6] },
            { ...MEET, kind: 'vertex' },
        ],
        2,
    ],
    'of one agent alone': [crossing(), [violation({ agents: [0] })]],
    'none asked for': [crossing(), [MEET], 0],
};

for (const [name, [scenario, violations, max = 12]] of Object.entries(SCENES)) {
    test(`pictures: ${name}`, async () => {
        const figures = drawFigures(graze, scenario, { violations, makespan: 10 }, max);
        const lines = figures.map((figure) => JSON.stringify(figure).replaceAll('],"', '],\n"'));
        const html = await report('html', [outcome({ violations, figures })]);
        const page = html.slice(html.indexOf('<section')).replaceAll('><', '>\n<');
        const file = name.replace(/\W+/g, '-');
        assertGolden(`${lines.join('\n\n')}\n\n${page}`, `pictures/${file}`);
    });
}

test('a picture without a time line, and one without its deepest instant', async () => {
    const size = /** @type {const} */ ([480, 360]);
    const bare = {
        violation: 0,
        size,
        cells: [],
        routes: [],
        obstacles: [],
        bodies: [],
        separation: null,
    };
    const separation = {
        times: [0, 1, 2],
        separations: [null, -1, 2],
        delayed: [1, null, 3],
        deepestTime: 1.5,
    };
    const violations = [violation({ agents: [4], obstacle: 'wall' }), violation({ agents: [5] })];
    const figures = [bare, { ...bare, violation: 1, separation }, { ...bare, violation: 7 }];
    assertGolden(await report('html', [outcome({ violations, figures })]), 'pictures/bare');
});

test("pictures leave nothing in the module's memory", () => {
    const before = graze.memoryUsed;
    const [scenario, violations] = SCENES.obstacles;
    for (let k = 0; k < 3; k++) drawFigures(graze, scenario, { violations, makespan: 10 }, 12);
    assert.equal(graze.memoryUsed, before);
});
