import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { readScenario, validate } from 'graze/scenario';
import { refuses } from './refusals.js';

const g = createSync();

const PLAN = { name: 'p.txt', text: '0:(0,0),(0,2),\n1:(1,0),(1,2),\n' };

/** An L that fits into the cell of the agent and the one to its right. @type {[number, number][]} */
const ELL = [
    [-0.4, -0.4],
    [1.3, -0.4],
    [1.3, -0.2],
    [-0.2, -0.2],
    [-0.2, 0.4],
    [-0.4, 0.4],
];

const LIST = JSON.stringify(ELL);

/** @param {string} text */
function file(text) {
    return { name: 'f.yaml', text };
}

const PARAMETERS = `local_costmap:
  local_costmap:
    ros__parameters:
      footprint: "${LIST}"
      footprint_padding: 0.01
      robot_base_frame: base_link
global_costmap:
  global_costmap:
    ros__parameters:
      footprint: ${LIST}
`;

test('a footprint is a list of points, or a parameter of Nav2', async () => {
    const given = await readScenario({ plan: PLAN }, { footprint: ELL });
    const expected = { kind: 'polygon', points: ELL, radius: 0 };
    assert.deepEqual(
        given.agents.map(({ shape }) => shape),
        [expected, expected],
    );
    assert.equal(given.sizesKnown, true);
    const block = ELL.map(([x, y]) => `- [${x}, ${y}]\n`).join('');
    for (const text of [LIST, block, `footprint: ${LIST}`, `footprint: '${LIST}'`, PARAMETERS]) {
        const scenario = await readScenario({ plan: PLAN, footprint: file(text) });
        assert.deepEqual(scenario.agents[0].shape, expected, text);
        const padding = 'f.yaml:5: footprint_padding is not used';
        assert.equal(scenario.notices.includes(padding), text === PARAMETERS);
    }
    const records = ELL.map(([x, y]) => ({ x, y }));
    const arrays = ELL.map((point) => Float64Array.from(point));
    for (const footprint of [records, arrays, Object.freeze([ELL[0], ...records.slice(1)])]) {
        const { agents } = await readScenario({ plan: PLAN }, { footprint });
        assert.deepEqual(agents[0].shape, expected);
    }
    const inFile = await readScenario({ plan: PLAN, footprint: file(JSON.stringify(records)) });
    assert.deepEqual(inFile.agents[0].shape, expected);
    // A repeated end and the direction do not matter.
    const closed = [...ELL, ELL[0]].reverse();
    const reversed = await readScenario({ plan: PLAN }, { footprint: closed });
    const shape = /** @type {any} */ (reversed.agents[0].shape);
    assert.deepEqual(new Set(shape.points), new Set(ELL));
});

test('a footprint replaces the radius, and does not turn without headings', async () => {
    // Agent 0 moves down the column x = 0, agent 1 from (1, 2) on down x = 1.
    const plan = { name: 'p.txt', text: '0:(0,0),(1,3),\n1:(0,1),(1,3),\n2:(0,2),(1,3),\n' };
    const alone = await validate(await readScenario({ plan }, { footprint: ELL }), { graze: g });
    assert.deepEqual([alone.violations, alone.undecided], [[], []]);
    // Its corner at (1.3, -0.4) is in the cell to the right.
    const beside = { ...plan, text: '0:(0,0),(1,0),\n1:(0,0),(1,0),\n' };
    const result = await validate(await readScenario({ plan: beside }, { footprint: ELL }), {
        graze: g,
    });
    assert.deepEqual(
        result.violations.map(({ kind }) => kind),
        ['agent-agent'],
    );
    const radius = await validate(await readScenario({ plan: beside }, { radius: 0.4 }), {
        graze: g,
    });
    assert.equal(radius.valid, true);
});

test('a footprint turns with robots that have a heading', async () => {
    // Row 1, columns 1 to 3: the agent turns from east to south beside another one in the row below.
    const lorr = (/** @type {string} */ path, /** @type {[number, number]} */ [row, column]) => ({
        name: 'p.json',
        text: JSON.stringify({
            actionModel: 'MAPF_T',
            version: '2024 LoRR',
            teamSize: 2,
            start: [
                [1, 1, 'E'],
                [row, column, 'E'],
            ],
            makespan: path.length,
            actualPaths: [path, ''],
            plannerPaths: [path, ''],
            errors: [],
        }),
    });
    // Forward is along x, left along y: a bar that reaches one cell ahead.
    /** @type {[number, number][]} */
    const bar = [
        [-0.2, -0.2],
        [1.3, -0.2],
        [1.3, 0.2],
        [-0.2, 0.2],
    ];
    const kinds = async (/** @type {string} */ path, /** @type {[number, number]} */ other) => {
        const scenario = await readScenario({ plan: lorr(path, other) }, { footprint: bar });
        const { violations, undecided } = await validate(scenario, { graze: g });
        assert.deepEqual(undecided, []);
        return violations.map(({ kind }) => kind);
    };
    // One that waits has the heading of its start, and reaches to the east.
    assert.deepEqual(await kinds('', [1, 2]), ['agent-agent']);
    assert.deepEqual(await kinds('', [2, 1]), []);
    assert.deepEqual(await kinds('W', [1, 2]), ['agent-agent']);
    assert.deepEqual(await kinds('W', [2, 1]), []);
    // Clockwise it turns to the south, counter-clockwise to the north.
    assert.deepEqual(await kinds('R', [2, 1]), ['agent-agent']);
    assert.deepEqual(await kinds('C', [2, 1]), []);
    assert.deepEqual(await kinds('C', [0, 1]), ['agent-agent']);
});

test('a plan of graze has the footprint in place of its bodies, with a notice', async () => {
    const text =
        '{ "graze": 2, "agents": [{ "shape": { "kind": "disc", "radius": 1 }, "start": [0, 0] }] }';
    const plan = { name: 'p.json', text };
    const scenario = await readScenario({ plan }, { footprint: ELL });
    assert.deepEqual(scenario.agents[0].shape, { kind: 'polygon', points: ELL, radius: 0 });
    assert.deepEqual(scenario.notices, [
        'agents have the footprint that was given, not the bodies of the plan',
    ]);
});

test('damaged footprints are refused with their place', async () => {
    /** @type {[string, string][]} */
    const cases = [
        ['[[0, 0], [1, 1]]', '1:1: wrong-length: the footprint must have at least 3 points, got 2'],
        ['[]', '1:1: wrong-length: the footprint must have at least 3 points, got 0'],
        [
            '[[0, 0], [1], [2, 2]]',
            '1:10: wrong-length: a point of the footprint must be [x, y], got 1',
        ],
        ['[[0, 0], [1, .nan], [2, 2]]', '1:14: bad-number: a coordinate must be a decimal number'],
        ['[[0, 0], [1, 1e999], [2, 2]]', '1:14: out-of-range: a coordinate'],
        ['[[0, 0], 1, [2, 2]]', '1:10: bad-yaml: a point of the footprint must be a list'],
        ['[[0, 0], [1, 1], [2, 2]]', '1:1: bad-shape: the polygon has no area'],
        ['[[0, 0], [1, 1], [1, 0], [0, 1]]', '1:2: bad-shape: the outline intersects itself'],
        ['[[0, 0], [2, 2], [2, 0], [0, 3]]', '1:2: bad-shape: the outline intersects itself'],
        ['footprint: "[[0, 0], [1, 1]"', '1:12: bad-value: the footprint must be a list of points'],
        ['footprint: "[[0, 0], [1, x], [2, 0]]"', '1:12: bad-number: a coordinate'],
        ['footprint: 3', '1:12: bad-value: the footprint must be a list of points'],
        ['radius: 0.2', '1:1: missing-element: there is no footprint: expected a list'],
        [
            'robot_radius: 0.2',
            '1:1: missing-element: there is no footprint, but a robot_radius: give it as the radius',
        ],
        [
            '[{x: 0, y: 0}, {x: 1}, [2, 2]]',
            '1:16: missing-element: a point of the footprint must have y',
        ],
        [
            PARAMETERS.replace('1.3', '1.4'),
            '10:7: duplicate-element: the file has another footprint',
        ],
    ];
    for (const [text, message] of cases) {
        await refuses(
            () => readScenario({ plan: PLAN, footprint: file(text) }),
            `f.yaml:${message}`,
        );
    }
    /** @type {[unknown, string][]} */
    const options = [
        [ELL.slice(0, 2), 'too-few-points'],
        ['square', 'wrong-type'],
        [[[0, 0], [1, 0], [0]], 'wrong-type'],
        [
            [
                [0, 0],
                [1, 0],
                [0, '1'],
            ],
            'wrong-type',
        ],
        [
            [
                [0, 0],
                [1, 0],
                [0, NaN],
            ],
            'not-finite',
        ],
        [
            [
                [0, 0],
                [1, 1],
                [2, 2],
            ],
            'zero-area',
        ],
        [
            [
                [0, 0],
                [2, 2],
                [2, 0],
                [0, 3],
            ],
            'self-intersecting',
        ],
    ];
    for (const [footprint, code] of options) {
        await assert.rejects(
            () => readScenario({ plan: PLAN }, { footprint: /** @type {any} */ (footprint) }),
            { code, argument: /^footprint/ },
        );
    }
    await assert.rejects(() => readScenario({ plan: PLAN }, { footprint: ELL, radius: 1 }), {
        code: 'wrong-type',
        argument: 'footprint',
    });
    await assert.rejects(
        () => readScenario({ plan: PLAN, footprint: file(LIST) }, { footprint: ELL }),
        { code: 'wrong-type' },
    );
    const road = { name: 'r.xml', text: '<commonRoad/>' };
    await assert.rejects(() => readScenario({ plan: road }, { footprint: ELL }), {
        code: 'unused-option',
        message: /whose files state the size of each body/,
    });
});
