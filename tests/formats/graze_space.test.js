import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blankScenario, readScenario } from 'graze/scenario';
import { write } from '../../js/formats/graze/graze.js';
import fc from '../fast_check.js';
import { changed, placeOf, refuses } from './refusals.js';

/** @import { Scenario } from 'graze/scenario' */

const PLAN = `{
"graze": 2,
"obstacles": [
  { "name": "tower", "shape": { "kind": "prism", "points": [[0, 0], [2, 0], [0, 2]], "height": 9 }, "pose": [5, 5, 1, 0.5] },
  { "name": "wall", "shape": { "kind": "prism", "points": [[0, 0], [2, 0], [0, 2]], "height": 9 }, "pose": [7, 5, 0.25] }
],
"agents": [
  { "name": "d1", "shape": { "kind": "sphere", "radius": 0.5 }, "start": [0, 0, 2], "goal": [1, 0], "motion": [
    { "t0": 0, "t1": 1, "x": [0, 1], "y": [0], "z": [2, 0, -2], "end": [1, 0, 0] }
  ] },
  { "name": "d2", "shape": { "kind": "prism", "points": [[0, 0], [1, 0], [0, 1]], "bottom": -1, "height": 2 }, "motion": [
    { "t0": 0, "t1": 1, "x": [9], "y": [0], "angle": [0, 1], "axis": [0, 0.6, 0.8], "rotation": [0, 0, 1, 0] }
  ] }
]
}
`;

/** @param {string} text @param {object} [options] */
const read = (text, options = {}) => readScenario({ plan: { name: 'p.json', text } }, options);

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

test('a plan in space is read', async () => {
    const { agents, obstacles } = bare(await read(PLAN));
    assert.deepEqual(agents, [
        {
            name: 'd1',
            shape: { kind: 'sphere', radius: 0.5 },
            start: { x: 0, y: 0, z: 2 },
            goal: { x: 1, y: 0 },
            motion: [{ t0: 0, t1: 1, x: [0, 1], y: [0], z: [2, 0, -2], end: { x: 1, y: 0, z: 0 } }],
        },
        {
            name: 'd2',
            shape: {
                kind: 'prism',
                points: [
                    [0, 0],
                    [1, 0],
                    [0, 1],
                ],
                bottom: -1,
                height: 2,
            },
            start: null,
            goal: null,
            motion: [
                {
                    ...{ t0: 0, t1: 1, x: [9], y: [0], angle: [0, 1] },
                    ...{ axis: [0, 0.6, 0.8], rotation: [0, 0, 1, 0] },
                },
            ],
        },
    ]);
    assert.deepEqual(
        obstacles.map(({ pose }) => pose),
        [
            { x: 5, y: 5, z: 1, angle: 0.5 },
            { x: 7, y: 5, angle: 0.25 },
        ],
    );
    const sized = await read(PLAN, { radius: 0.125 });
    for (const { shape } of sized.agents) {
        assert.deepEqual(shape, { kind: 'sphere', radius: 0.125 });
    }
});

const number = fc.oneof(
    fc.double({ min: -1e30, max: 1e30, noNaN: true }),
    fc.constantFrom(0, -0, 5e-324, 0.1, 1 / 3, -1e30),
);
const length = number.map(Math.abs);
const polynomial = fc.array(number, { minLength: 1, maxLength: 8 });
const point = fc.record({ x: number, y: number, z: number }, { requiredKeys: ['x', 'y'] });
const shape = fc.oneof(
    fc.record({ kind: fc.constant('sphere'), radius: length }),
    fc.record(
        {
            kind: fc.constant('prism'),
            // More than three random points would intersect themselves.
            points: fc.array(fc.tuple(number, number), { minLength: 3, maxLength: 3 }),
            bottom: number,
            height: length,
        },
        { requiredKeys: ['kind', 'points', 'height'] },
    ),
);
const piece = fc.record(
    {
        x: polynomial,
        y: polynomial,
        z: polynomial,
        angle: polynomial,
        axis: fc.constantFrom([0, 0, 1], [0.6, 0, -0.8], [0.577, 0.577, 0.578]),
        rotation: fc.constantFrom([0, 0, 0, 1], [-0.5, 0.5, 0.5, -0.5]),
        end: point,
    },
    { requiredKeys: ['x', 'y'] },
);
const motion = fc
    .array(piece, { maxLength: 3 })
    .map((pieces) => pieces.map((each, k) => ({ t0: k, t1: k + 0.5, ...each })));
const agent = fc.record({
    name: fc.string(),
    shape,
    start: point,
    goal: fc.option(point),
    motion,
});
const obstacle = fc.record(
    { name: fc.string(), shape, pose: point.map((at) => ({ ...at, angle: 0.1 })), motion },
    { requiredKeys: ['name', 'shape', 'pose'] },
);

test('any plan in space is written and read back bit for bit', async () => {
    const plans = fc.record({
        agents: fc.array(agent, { minLength: 1, maxLength: 3 }),
        obstacles: fc.array(obstacle, { maxLength: 2 }),
    });
    await fc.assert(
        fc.asyncProperty(plans, async (given) => {
            const scenario = /** @type {Scenario} */ (
                structuredClone({ ...blankScenario('graze'), ...given })
            );
            const text = [...write(scenario).text].join('');
            assert.deepEqual(bare(await read(text)), scenario);
        }),
        { numRuns: 60 },
    );
});

test('what does not belong into a plan in space is refused with its place', async () => {
    /** @type {[string, string, string, string][]} */
    const changes = [
        [
            'mixed-bodies: agents[0].shape must be a sphere or a prism, as agent "d2" is: agent "d1" has a shape of the plane',
            '{ "kind": "sphere", "radius": 0.5 }, "start": [0, 0, 2], "goal": [1, 0], "motion": [\n    { "t0": 0, "t1": 1, "x": [0, 1], "y": [0], "z": [2, 0, -2], "end": [1, 0, 0] }',
            '{ "kind": "disc", "radius": 0.5 }, "motion": [\n    { "t0": 0, "t1": 1, "x": [0, 1], "y": [0] }',
            '{ "kind": "disc"',
        ],
        [
            'unknown-key: agents[0].motion[0].z is not known; known here: t0, t1, x, y, angle, end; in space bodies are spheres or prisms',
            '{ "kind": "sphere", "radius": 0.5 }',
            '{ "kind": "disc", "radius": 0.5 }',
            '"z"',
        ],
        [
            'too-large: agents[0].start has more than 3 coordinates',
            '[0, 0, 2]',
            '[0, 0, 2, 1]',
            '[0, 0, 2, 1]',
        ],
        ['wrong-length: obstacles[0].pose must have', '[5, 5, 1, 0.5]', '[5, 5]', '[5, 5]'],
        [
            'missing-key: agents[1].shape must have "height"',
            ', "height": 2 }, "motion"',
            ' }, "motion"',
            '{ "kind": "prism", "points": [[0, 0], [1, 0], [0, 1]], "bottom"',
        ],
        [
            'out-of-range: agents[1].shape.height must be from 0',
            '"height": 2 ',
            '"height": -2 ',
            '-2 }, "motion"',
        ],
        ['unknown-key: agents[1].shape.radius', '"bottom": -1', '"radius": 1', '"radius": 1'],
        [
            'wrong-length: agents[1].shape.points must have at least 3',
            '[[0, 0], [1, 0], [0, 1]]',
            '[[0, 0], [1, 0]]',
            '[[0, 0], [1, 0]]',
        ],
        [
            'bad-value: agents[1].motion[0].axis must have length 1 to within 0.001, got 1.0',
            '[0, 0.6, 0.8]',
            '[0, 0.6, 0.9]',
            '[0, 0.6, 0.9]',
        ],
        [
            'wrong-length: agents[1].motion[0].rotation must have 4 values, got 3',
            '[0, 0, 1, 0]',
            '[0, 0, 1]',
            '[0, 0, 1] }',
        ],
        [
            'mixed-bodies: agents[0].goals must be absent from a plan in space',
            '"goal": [1, 0]',
            '"goals": []',
            '[]',
        ],
        [
            'mixed-bodies: grid must be absent from a plan in space',
            '"graze": 2',
            '"graze": 2, "grid": ["."]',
            '["."]',
        ],
        [
            'mixed-bodies: sizesKnown must be absent from a plan in space',
            '"graze": 2',
            '"graze": 2, "sizesKnown": false',
            'false',
        ],
        [
            'bad-shape: the outline intersects itself',
            '[[0, 0], [1, 0], [0, 1]]',
            '[[0, 0], [1, 1], [1, 0], [0, 1]]',
            '',
        ],
    ];
    for (const [problem, from, to, at] of changes) {
        const text = changed(PLAN, from, to);
        if (at === '') {
            await assert.rejects(read(text), { code: 'bad-shape' });
            continue;
        }
        await refuses(() => read(text), `p.json:${placeOf(text, at)}: ${problem}`);
    }
    const footprint = [
        [0, 0],
        [1, 0],
        [0, 1],
    ];
    await assert.rejects(read(PLAN, { footprint }), { code: 'unused-option' });
});
