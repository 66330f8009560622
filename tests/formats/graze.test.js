import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GrazeError } from 'graze';
import { blankScenario, InputError, readScenario, validate } from 'graze/scenario';
import { detectFormat } from '../../js/formats/detection/detection.js';
import { write } from '../../js/formats/graze/graze.js';
import fc from '../fast_check.js';

/** @import { Scenario } from '../../js/scenario/model/scenario.js' */

const PLAN = `{
"graze": 2,
"axes": "down-right",
"atGoal": "vanish",
"speedLimit": 1,
"grid": ["..#", "..."],
"agents": [
  { "name": "a", "shape": { "kind": "disc", "radius": 0.25 }, "start": [0, 0], "goal": [1, 0], "motion": [
    { "t0": 0, "t1": 1, "x": [0, 1], "y": [0] }
  ] },
  { "shape": { "kind": "polygon", "points": [[0, 0], [1, 0], [0, 1]], "radius": 0 }, "start": [0, 1] }
]
}
`;

/** @param {string} text @param {object} [options] @param {object} [files] */
function read(text, options = {}, files = {}) {
    return readScenario({ plan: { name: 'p.json', text }, ...files }, options);
}

/** @param {string} from @param {string} to */
function change(from, to) {
    assert.ok(PLAN.includes(from), from);
    return PLAN.replace(from, to);
}

/** @param {string} text @param {string} beginning */
async function refuses(text, beginning) {
    await assert.rejects(read(text, { format: 'graze' }), (error) => {
        assert.ok(error instanceof InputError, String(error));
        const { message } = error;
        assert.ok(message.startsWith(beginning), `${message}\n  expected ${beginning}`);
        return true;
    });
}

/** Returns a scenario without the properties of the file that was read. @param {Scenario} scenario */
function bare(scenario) {
    const copy = structuredClone({ ...scenario, format: 'graze', notices: [] });
    for (const agent of copy.agents) {
        delete agent.source;
        for (const piece of agent.motion) delete piece.source;
    }
    for (const { motion } of copy.obstacles) for (const piece of motion ?? []) delete piece.source;
    return copy;
}

test('a plan is read, and what it does not say is as in a blank one', async () => {
    const scenario = await read(PLAN);
    assert.equal(detectFormat(PLAN, 'plan'), 'graze');
    assert.equal(scenario.format, 'graze');
    const { agents, grid, ...others } = bare(scenario);
    assert.deepEqual(others, {
        format: 'graze',
        axes: 'down-right',
        domain: 'agents',
        beforeStart: 'stay',
        atGoal: 'vanish',
        speedLimit: 1,
        timeStep: null,
        sizesKnown: true,
        roadmap: null,
        obstacles: [],
        discrete: null,
        notices: [],
    });
    assert.deepEqual(grid, { nx: 2, ny: 3, blocked: Uint8Array.of(0, 0, 1, 0, 0, 0) });
    assert.deepEqual(agents[0], {
        name: 'a',
        shape: { kind: 'disc', radius: 0.25 },
        start: { x: 0, y: 0 },
        goal: { x: 1, y: 0 },
        motion: [{ t0: 0, t1: 1, x: [0, 1], y: [0] }],
    });
    assert.deepEqual(scenario.agents[0].source, { line: 8, column: 3 });
    assert.deepEqual(scenario.agents[0].motion[0].source, { line: 9, column: 5 });
    assert.equal(agents[1].name, '1');
    assert.equal((await read(PLAN, { atGoal: 'stay' })).atGoal, 'stay');
});

const number = fc.oneof(
    fc.double({ min: -1e30, max: 1e30, noNaN: true }),
    fc.constantFrom(0, -0, 5e-324, 0.1, 1 / 3, 1e21, 1e-7, -1e30),
);
const name = fc.string({ unit: 'binary', maxLength: 6 });
const point = fc.record({ x: number, y: number });
const radius = number.map(Math.abs);
const polynomial = fc.array(number, { minLength: 1, maxLength: 8 });
const disc = fc.record({ kind: fc.constant('disc'), radius });
// More than three random points would intersect themselves.
const polygon = fc.record({
    kind: fc.constant('polygon'),
    points: fc.array(fc.tuple(number, number), { minLength: 1, maxLength: 3 }),
    radius,
});
const FRAME = [
    [0, 0],
    [6, 0],
    [6, 6],
    [3, 5],
    [0, 6],
];
const HOLE = [
    [1, 1],
    [1, 4],
    [4, 1],
];
const frame = fc.record({
    kind: fc.constant('polygon'),
    points: fc.constant(FRAME),
    holes: fc.constantFrom([], [HOLE]),
    radius,
});
const part = fc.oneof(disc, polygon, frame);
const shape = fc.oneof(
    part,
    fc.record({
        kind: fc.constant('group'),
        parts: fc.array(part, { minLength: 1, maxLength: 3 }),
    }),
);
const motion = fc
    .array(
        fc.record(
            {
                dt: fc.tuple(radius, radius),
                x: polynomial,
                y: polynomial,
                angle: polynomial,
                end: point,
            },
            { requiredKeys: ['dt', 'x', 'y'] },
        ),
        { maxLength: 4 },
    )
    .chain((pieces) =>
        fc
            .array(fc.double({ min: -1e20, max: 1e20, noNaN: true }), {
                minLength: 2 * pieces.length,
                maxLength: 2 * pieces.length,
            })
            .map((times) => {
                times.sort((a, b) => a - b);
                return pieces.map(({ dt, ...piece }, k) => ({
                    t0: times[2 * k],
                    t1: times[2 * k + 1],
                    ...piece,
                }));
            }),
    );
const ordered = fc.tuple(number, number).map(([a, b]) => (a <= b ? [a, b] : [b, a]));
const region = fc.record({
    area: fc.option(shape),
    time: fc.option(ordered),
    angle: fc.option(fc.tuple(number, number)),
    speed: fc.option(ordered),
});
const agent = fc.record(
    {
        name,
        shape,
        start: point,
        goal: fc.option(point),
        goals: fc.array(region, { maxLength: 2 }),
        motion,
    },
    { requiredKeys: ['name', 'shape', 'start', 'goal', 'motion'] },
);
const obstacle = fc.record(
    { name, shape, pose: fc.record({ x: number, y: number, angle: number }), motion },
    { requiredKeys: ['name', 'shape', 'pose'] },
);
const grid = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
    .chain(([nx, ny]) =>
        fc
            .array(fc.constantFrom(0, 1), { minLength: nx * ny, maxLength: nx * ny })
            .map((cells) => ({ nx, ny, blocked: Uint8Array.from(cells) })),
    );
const roadmap = fc.array(point, { minLength: 1, maxLength: 5 }).chain((nodes) => {
    const node = fc.nat({ max: nodes.length - 1 });
    return fc.record({
        nodes: fc.constant(nodes),
        edges: fc.array(fc.tuple(node, node), { maxLength: 5 }),
    });
});
const step = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const ends = fc.constantFrom('stay', 'vanish');
const positive = fc.option(radius.filter((each) => each > 0));

/** @type {import('fast-check').Arbitrary<any>} */
const scenarios = fc
    .record({
        agents: fc.array(agent, { maxLength: 4 }),
        grid: fc.option(grid),
        roadmap: fc.option(roadmap),
        obstacles: fc.array(obstacle, { maxLength: 2 }),
        sizesKnown: fc.boolean(),
        beforeStart: ends,
        atGoal: ends,
        speedLimit: positive,
        timeStep: positive,
        axes: fc.constantFrom('right-up', 'right-down', 'down-right'),
        steps: fc.option(fc.tuple(fc.array(step), fc.boolean())),
    })
    .map(({ steps, ...others }) => {
        const cells = others.agents.map((_, a) =>
            Int32Array.from([...(steps?.[0] ?? []), a, a].slice(a % 2)),
        );
        const even = cells.map((each) => each.subarray(0, each.length - (each.length % 2)).slice());
        const commanded = steps?.[1] ? even.map((each) => each.map((cell) => ~cell)) : null;
        return {
            ...blankScenario('graze'),
            ...others,
            discrete: steps ? { cells: even, commanded } : null,
        };
    });

test('reading what was written gives the same plan, bit for bit', async () => {
    await fc.assert(
        fc.asyncProperty(scenarios, async (scenario) => {
            const { text, notices } = write(scenario);
            const whole = [...text].join('');
            assert.deepEqual(notices, []);
            assert.deepEqual(bare(await read(whole)), bare(scenario));
            assert.equal([...text].join(''), whole);
        }),
        { numRuns: 300 },
    );
});

test('a polygon of three points is never refused', async () => {
    for (const y of [5e-324, -5e-324, 1e-200, 1, 1e30]) {
        for (const x of [0, -0, y, 1e-300]) {
            const scenario = blankScenario('graze');
            const points = /** @type {[number, number][]} */ ([
                [0, 0],
                [0, 0],
                [x, y],
            ]);
            const shape = { kind: /** @type {const} */ ('polygon'), points, radius: 0 };
            scenario.agents = [{ name: 'a', shape, start: { x: 0, y: 0 }, goal: null, motion: [] }];
            const text = [...write(scenario).text].join('');
            assert.deepEqual((await read(text)).agents[0].shape, shape);
        }
    }
});

test('a null prototype or the sign of a zero is not lost either', async () => {
    const scenario = await read(change('"x": [0, 1]', '"x": [-0, 1]'));
    const again = await read([...write(scenario).text].join(''));
    assert.ok(Object.is(again.agents[0].motion[0].x[0], -0));
});

test('a long plan is written in pieces and read back', async () => {
    const scenario = blankScenario('graze');
    const motion = Array.from({ length: 30_000 }, (_, k) => ({
        t0: k,
        t1: k + 1,
        x: [k / 3, 1 / 3],
        y: [Math.sin(k)],
    }));
    scenario.agents = [
        { name: 'long', shape: { kind: 'disc', radius: 0.5 }, start: null, goal: null, motion },
    ];
    const pieces = [...write(scenario).text];
    assert.ok(pieces.length > 20);
    assert.ok(pieces.every(({ length }) => length < 140_000));
    const again = await read(pieces.join(''));
    assert.deepEqual(bare(again), bare(scenario));
    assert.equal(again.agents[0].motion[29_999].source?.line, 30_010);
});

test('version 1 is read: the names that it has for four members, and no others', async () => {
    const goals =
        '"goals": [{ "NAME": [0, 1] }], "motion": [{ "t0": 0, "t1": 1, "x": [0], "y": [0], "TURN": [1] }]';
    /** @param {number} version @param {Record<string, string>} names */
    const plan = (version, { root, discrete, goal, piece }) =>
        `{ "graze": ${version}, "${root}": true, "discrete": { "cells": ["0 0"], "${discrete}": ["0 0"] },
"agents": [{ "shape": { "kind": "disc", "radius": 1 }, ${goals.replace('NAME', goal).replace('TURN', piece)} }] }`;
    const older = { root: 'sized', discrete: 'wanted', goal: 'heading', piece: 'theta' };
    const present = { root: 'sizesKnown', discrete: 'commanded', goal: 'angle', piece: 'angle' };
    assert.deepEqual(bare(await read(plan(1, older))), bare(await read(plan(2, present))));
    for (const [key, position, path] of [
        ['root', '1:15', 'sizesKnown'],
        ['discrete', '1:62', 'discrete.commanded'],
        ['goal', '2:68', 'agents[0].goals[0].angle'],
        ['piece', '2:141', 'agents[0].motion[0].angle'],
    ]) {
        const mixed = { ...older, [key]: present[/** @type {keyof typeof present} */ (key)] };
        await refuses(plan(1, mixed), `p.json:${position}: unknown-key: ${path} is not known`);
        const old = { ...present, [key]: older[/** @type {keyof typeof older} */ (key)] };
        await assert.rejects(read(plan(2, old)), { code: 'unknown-key' });
    }
});

test('a plan that is read can be checked', async () => {
    const text = change(
        '"points": [[0, 0], [1, 0], [0, 1]], "radius": 0',
        '"points": [[0, 0]], "radius": 0',
    ).replace('"polygon", "points": [[0, 0]], "radius": 0', '"disc", "radius": 0.25');
    const result = await validate(await read(text));
    assert.equal(result.valid, true);
    assert.equal(result.format, 'graze');
});

test('a requested radius wins, with a notice where the plan has its own', async () => {
    const scenario = await read(PLAN, { radius: 0.4 });
    assert.deepEqual(
        scenario.agents.map(({ shape }) => shape),
        Array(2).fill({ kind: 'disc', radius: 0.4 }),
    );
    assert.match(scenario.notices[0], /radius 0.4/);
    const points = await read(change('"speedLimit": 1', '"sizesKnown": false'), { radius: 0.4 });
    assert.deepEqual([points.sizesKnown, points.notices], [true, []]);
});

// They were refused as an argument that is not known, which the program took for an error of graze itself (exit code 70).
test('files that the plan has in itself are refused', async () => {
    for (const role of ['map', 'task', 'config']) {
        const exception = role === 'map' ? ' except an occupancy map of ROS, a YAML file' : '';
        const text = `m:1:1: unused-file: a plan in graze's own format takes no ${role}${exception}`;
        await assert.rejects(read(PLAN, {}, { [role]: { name: 'm', text: 'x' } }), {
            code: 'unused-file',
            message: text,
        });
    }
});

test('what the format does not know, or what is not a plan, is refused with its place', async () => {
    const cases = [
        ['"graze": 2', '"graze": 3', '2:10: unknown-value: graze is 3'],
        ['"graze": 2', '"graze": "1"', '2:10: wrong-type: graze must be a number'],
        ['"graze": 2,\n', '', '1:1: missing-key: the file must have "graze"'],
        ['"axes"', '"axis"', '3:1: unknown-key: axis is not known'],
        ['down-right', 'up', '3:9: unknown-value: axes must be one of'],
        ['vanish', 'go', '4:11: unknown-value: atGoal'],
        [
            '"speedLimit": 1',
            '"speedLimit": 0',
            '5:15: out-of-range: speedLimit must be more than 0',
        ],
        ['"speedLimit": 1', '"timeStep": -1', '5:13: out-of-range: timeStep'],
        [
            '"speedLimit": 1',
            '"sizesKnown": 1',
            '5:15: wrong-type: sizesKnown must be true or false',
        ],
        ['"..#"', '"..?"', '6:10: bad-grid: grid[0] must have "#" or "." for each cell: cell 2'],
        ['"..."', '".."', '6:17: bad-grid: grid[1] must have 3 cells, got 2'],
        ['["..#", "..."]', '[]', '6:9: wrong-length: grid must have at least 1 lines of cells'],
        ['["..#", "..."]', '[""]', '6:10: bad-grid'],
        [
            '"disc", "radius": 0.25',
            '"disk", "radius": 0.25',
            '8:37: unknown-value: agents[0].shape.kind',
        ],
        [
            '"disc", "radius": 0.25',
            '"disc"',
            '8:27: missing-key: agents[0].shape must have "radius"',
        ],
        [
            '"disc", "radius": 0.25',
            '"disc", "radius": 1, "points": []',
            '8:58: unknown-key: agents[0].shape.points',
        ],
        [
            '"disc", "radius": 0.25',
            '"disc", "radius": -1',
            '8:55: out-of-range: agents[0].shape.radius',
        ],
        ['"disc", "radius": 0.25', '"disc", "radius": 1e31', '8:55: out-of-range'],
        [
            '"disc", "radius": 0.25',
            '"group", "parts": []',
            '8:55: wrong-length: agents[0].shape.parts',
        ],
        [
            '"disc", "radius": 0.25',
            '"group", "parts": [{ "kind": "group", "parts": [] }]',
            '8:66: unknown-value: agents[0].shape.parts[0].kind must be one of disc, polygon',
        ],
        [
            '[[0, 0], [1, 0], [0, 1]]',
            '[]',
            '11:45: wrong-length: agents[1].shape.points must have at least 1 points',
        ],
        [
            '[[0, 0], [1, 0], [0, 1]]',
            '[[0, 0], [1]]',
            '11:54: wrong-length: agents[1].shape.points[1]',
        ],
        [
            '[[0, 0], [1, 0], [0, 1]]',
            '[[0, 0], [2, 2], [2, 0], [0, 3]]',
            '11:46: bad-shape: the outline intersects itself or another ring: the edges (0, 0) to (2, 2) and (2, 0) to (0, 3) cross',
        ],
        [
            '[[0, 0], [1, 0], [0, 1]]',
            '[[0, 0], [9, 0], [0, 9]], "holes": [[[1, 1], [2, 1], [1, 2]], [[8, 8], [8, 9], [9, 8]]]',
            '11:124: bad-shape: hole 1 is not inside of the outline',
        ],
        [
            '[[0, 0], [1, 0], [0, 1]]',
            '[[0, 0], [1, 0], [0, 1]], "holes": [[[0, 0], [1, 0]]]',
            '11:81: wrong-length: agents[1].shape.holes[0] must have at least 3 points',
        ],
        ['"start": [0, 1]', '"start": null', '11:3: unknown-start: agents[1]'],
        ['"t0": 0', '"t0": 2', '9:22: out-of-order: agents[0].motion[0].t1 is 1, before t0 at 2'],
        ['"t0": 0', '"t0": 1e999', '9:13: out-of-range: agents[0].motion[0].t0 must be finite'],
        [
            '"x": [0, 1]',
            '"x": []',
            '9:30: wrong-length: agents[0].motion[0].x must have at least 1',
        ],
        [
            '"x": [0, 1]',
            '"x": [0, 1, 2, 3, 4, 5, 6, 7, 8]',
            '9:30: too-large: agents[0].motion[0].x has more than 8',
        ],
        [
            '"x": [0, 1]',
            '"x": [0, "1"]',
            '9:34: wrong-type: agents[0].motion[0].x[1] must be a number',
        ],
        [
            '"y": [0] }',
            '"y": [0] }, { "t0": 0.5, "t1": 2, "x": [1], "y": [0] }',
            '9:50: out-of-order: agents[0].motion[1]',
        ],
        ['"y": [0] }', '"z": [0] }', '9:38: unknown-key: agents[0].motion[0].z'],
        [
            '"axes": "down-right"',
            '"roadmap": { "nodes": [[0, 0]], "edges": [[0, 1]] }',
            '3:47: unknown-node: roadmap.edges[0][1]',
        ],
        [
            '"axes": "down-right"',
            '"obstacles": [{ "shape": { "kind": "disc", "radius": 1 } }]',
            '3:15: missing-key: obstacles[0] must have a pose',
        ],
        [
            '"axes": "down-right"',
            '"discrete": { "cells": ["0 0"] }',
            '3:24: wrong-length: discrete.cells must have 2 agents',
        ],
        [
            '"axes": "down-right"',
            '"discrete": { "cells": ["0 0", "0 0 1"] }',
            '3:32: bad-number: discrete.cells[1] must have pairs',
        ],
        [
            '"axes": "down-right"',
            '"discrete": { "cells": ["0 0", "0 00"] }',
            '3:32: bad-number: discrete.cells[1]',
        ],
        [
            '"axes": "down-right"',
            '"discrete": { "cells": ["0 0", "0 2147483648"] }',
            '3:32: bad-number',
        ],
        [
            '"axes": "down-right"',
            '"discrete": { "cells": ["", "0 0"], "commanded": ["", ""] }',
            '3:50: wrong-length: discrete.commanded',
        ],
        [
            '"axes": "down-right"',
            '"__proto__": { "atGoal": "stay" }',
            '3:1: unknown-key: __proto__',
        ],
    ];
    for (const [from, to, beginning] of cases) {
        await refuses(change(from, to), `p.json:${beginning}`);
    }
});

test('limits hold for agents, segments and cells', async () => {
    /** @param {object} limits @param {RegExp} message */
    const limited = (limits, message) => assert.rejects(read(PLAN, { limits }), message);
    await limited({ agents: 1 }, /p\.json:7:11: too-large: agents has more than 1 agents/);
    await limited({ cells: 5 }, /p\.json:6:9: too-large: grid has more than 5 cells/);
    await limited({ rows: 1 }, /p\.json:6:9: too-large: grid has more than 1 lines/);
    const text = change('"y": [0] }', '"y": [0] }, { "t0": 1, "t1": 2, "x": [1], "y": [0] }');
    await assert.rejects(
        read(text, { limits: { pieces: 1 } }),
        /:9:50: too-large: agents\[0\]\.motion\[1\]/,
    );
});

test('what could not be read back is not written', () => {
    const disc = /** @type {const} */ ({ kind: 'disc', radius: 1 });
    const atRest = { name: 'a', shape: disc, start: { x: 0, y: 0 }, goal: null, motion: [] };
    const line = { t0: 0, t1: 1, x: [0], y: [0] };
    /** @type {Partial<Scenario>[]} */
    const odd = [
        { agents: [{ ...atRest, start: { x: NaN, y: 0 } }] },
        { agents: [{ ...atRest, start: null }] },
        { agents: [{ ...atRest, shape: { kind: 'disc', radius: -1 } }] },
        { agents: [{ ...atRest, shape: { kind: 'polygon', points: [], radius: 0 } }] },
        { agents: [{ ...atRest, shape: { kind: 'group', parts: [] } }] },
        { agents: [{ ...atRest, motion: [{ ...line, t1: -1 }] }] },
        { agents: [{ ...atRest, motion: [line, { ...line, t0: 0.5 }] }] },
        { agents: [{ ...atRest, motion: [{ ...line, x: [] }] }] },
        { agents: [{ ...atRest, motion: [{ ...line, angle: [0, 0, 0, 0, 0, 0, 0, 0, 0] }] }] },
        { agents: [{ ...atRest, motion: [{ ...line, y: [Infinity] }] }] },
        { speedLimit: 0 },
        { timeStep: NaN },
        { grid: { nx: 1, ny: 2, blocked: new Uint8Array(1) } },
        { roadmap: { nodes: [], edges: [[0, 0]] } },
        { discrete: { cells: [Int32Array.of(0, 0)], commanded: null } },
    ];
    for (const each of odd) {
        assert.throws(
            () => write({ ...blankScenario('graze'), ...each }),
            (error) =>
                error instanceof GrazeError &&
                error.code === 'cannot-carry' &&
                error.argument === 'scenario',
            JSON.stringify(each),
        );
    }
});

test('a damaged plan is read or refused with a place, and nothing else happens', async () => {
    const token = fc.constantFrom(
        '',
        '[',
        ']',
        '{',
        '}',
        ',',
        '"',
        '-1',
        '1e400',
        'null',
        '\\u0000',
    );
    const damage = fc.tuple(fc.nat({ max: PLAN.length }), fc.nat({ max: 12 }), token);
    await fc.assert(
        fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
            let text = PLAN;
            for (const [at, length, put] of damages) {
                text = text.slice(0, at) + put + text.slice(at + length);
            }
            try {
                await read(text, { format: 'graze' });
            } catch (error) {
                assert.ok(error instanceof InputError, String(error));
                assert.ok(error.line >= 1 && error.column >= 1);
            }
        }),
        { numRuns: 1000 },
    );
});
