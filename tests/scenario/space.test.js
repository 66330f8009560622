import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSync, GrazeError } from 'graze';
import { blankScenario, readScenario, validate, writeScenario } from 'graze/scenario';
import { describePlace, describeVerdict } from 'graze/scenario/messages';
import { needsShared, randomNumbers } from '../helpers.js';
import { shareOf } from '../volume.js';
import { moversOf, separationsAt } from './space_oracle.js';
import { randomBodies, randomSwarm, readCrossing } from './space_plans.js';

/**
 * Plans in space.
 *
 * @import { Agent, MotionPiece, Scenario, ValidationResult, ValidateOptions } from 'graze/scenario'
 */

const graze = createSync();

/** Slack of separations and of the ends of contacts, in lengths: far above the tolerance and the rounding of float32. */
const SLACK = 1e-6;

/** @param {number} radius @returns {Agent['shape']} */
const sphere = (radius) => ({ kind: 'sphere', radius });

/** @param {number} half @param {number} height @param {number} [bottom] @returns {Agent['shape']} */
const block = (half, height, bottom) => ({
    kind: 'prism',
    points: [
        [-half, -half],
        [half, -half],
        [half, half],
        [-half, half],
    ],
    ...(bottom === undefined ? {} : { bottom }),
    height,
});

/** @param {string} name @param {Agent['shape']} shape @param {MotionPiece[]} motion @returns {Agent} */
const agent = (name, shape, motion) => ({ name, shape, start: null, goal: null, motion });

/** @param {Agent[]} agents @param {Partial<Scenario>} [given] @returns {Scenario} */
const plan = (agents, given) => ({ ...blankScenario('test'), agents, ...given });

/** @param {Agent[]} agents @param {Partial<Scenario>} [given] @param {ValidateOptions} [options] */
const check = (agents, given, options) => validate(plan(agents, given), { graze, ...options });

/** @param {number} a @param {number} b @param {number} [slack] */
function isNear(a, b, slack = 1e-9) {
    assert.ok(Math.abs(a - b) <= slack, `${a} is not ${b}`);
}

describe('random plans agree with dense sampling', () => {
    /**
     * @param {Scenario} scenario
     * @param {ValidationResult} result
     * @param {number} samples
     * @param {boolean} isExact whether the separations of the oracle are those of the bodies
     * @returns {number} number of contacts
     */
    function compare(scenario, result, samples, isExact) {
        assert.deepEqual(result.undecided, []);
        const { agents } = scenario;
        const movers = moversOf(scenario);
        const [from, to] = /** @type {[number, number]} */ (result.span);
        const times = Array.from(
            { length: samples + 1 },
            (_, k) => from + ((to - from) * k) / samples,
        );
        /** Least separation of two agents at the samples, and a lower bound between them. */
        let [least, bound] = [Infinity, Infinity];
        let contacts = 0;
        for (let i = 0; i < agents.length; i++) {
            for (let j = i + 1; j < movers.length; j++) {
                const name = scenario.obstacles[j - agents.length]?.name;
                const own = result.violations.filter(({ kind, agents: pair, obstacle }) => {
                    if (kind === 'agent-agent') return pair[0] === i && pair[1] === j;
                    return kind === 'agent-obstacle' && pair[0] === i && obstacle === name;
                });
                contacts += own.length;
                const at = `${i} and ${name ?? j}`;
                const separations = separationsAt(movers[i], movers[j], times);
                for (const [k, separation] of separations.entries()) {
                    const isInside = own.some(
                        ({ interval: [lo, hi] }) => lo <= times[k] && times[k] <= hi,
                    );
                    if (separation < -SLACK) assert.ok(isInside, `${at} overlap at ${times[k]}`);
                    if (separation > SLACK) assert.ok(!isInside, `${at} are apart at ${times[k]}`);
                    if (j >= agents.length) continue;
                    least = Math.min(least, separation);
                    const next = separations[k + 1] ?? Infinity;
                    const way =
                        movers[i].travel(times[k], times[k + 1]) +
                        movers[j].travel(times[k], times[k + 1]);
                    if (next < Infinity) bound = Math.min(bound, Math.min(separation, next) - way);
                }
                for (const { interval, depth, position } of own) {
                    assert.ok(Number(depth) >= 0);
                    assert.equal(position?.length, 3);
                    const inside = separationsAt(movers[i], movers[j], [
                        (interval[0] + interval[1]) / 2,
                    ]);
                    assert.ok(inside[0] <= SLACK, `${at} do not touch at ${interval}`);
                }
            }
        }
        const { separation } = /** @type {import('graze/scenario').Clearance} */ (result.clearance);
        assert.ok(separation >= bound - SLACK, `${separation} < ${bound}`);
        if (isExact) assert.ok(separation <= least + SLACK, `${separation} > ${least}`);
        return contacts;
    }

    test('spheres on pieces of degree 7', async () => {
        const random = randomNumbers(7);
        let contacts = 0;
        for (let k = 0; k < shareOf(12); k++) {
            const scenario = randomSwarm(random, { drones: 14, pieces: 4, size: 6, radius: 0.3 });
            /** @type {Partial<Scenario>} */
            const given = k % 2 === 0 ? {} : { atGoal: 'vanish' };
            const result = await validate({ ...scenario, ...given }, { graze });
            contacts += compare({ ...scenario, ...given }, result, 800, true);
        }
        assert.ok(contacts > 10, `${contacts}`);
    });

    test('prisms and spheres that turn, among obstacles', async () => {
        const random = randomNumbers(11);
        let contacts = 0;
        for (let k = 0; k < shareOf(18); k++) {
            const scenario = randomBodies(random, { bodies: 7, size: 4 });
            const result = await validate(scenario, { graze });
            contacts += compare(scenario, result, 300, false);
        }
        assert.ok(contacts > 30, `${contacts}`);
    });

    test('far from the origin, with times that do not begin at 0', async () => {
        const random = randomNumbers(3);
        const near = {
            ...randomSwarm(random, { drones: 12, pieces: 3, size: 4, radius: 0.3 }),
            beforeStart: /** @type {const} */ ('vanish'),
        };
        /** @param {number[]} polynomial @param {number} by */
        const moved = ([first, ...rest], by) => [first + by, ...rest];
        const agents = near.agents.map((each) => ({
            ...each,
            motion: each.motion.map((piece) => ({
                ...piece,
                ...{ t0: piece.t0 - 64, t1: piece.t1 - 64 },
                ...{ x: moved(piece.x, 2 ** 20), y: moved(piece.y, -(2 ** 21)) },
                z: moved(piece.z ?? [0], 2 ** 16),
            })),
        }));
        const [one, other] = [near, { ...near, agents }].map((each) => validate(each, { graze }));
        const [expected, { violations }] = [await one, await other];
        assert.ok(expected.violations.length > 0);
        assert.equal(violations.length, expected.violations.length);
        for (const [k, { interval, depth, position, agents: pair }] of violations.entries()) {
            const same = expected.violations[k];
            assert.deepEqual(pair, same.agents);
            isNear(interval[0], same.interval[0] - 64, 1e-6);
            isNear(Number(depth), Number(same.depth), 1e-6);
            isNear(Number(position?.[2]), Number(same.position?.[2]) + 2 ** 16, 1e-4);
        }
    });
});

test('two spheres that cross above each other do not meet, and at one height do', async () => {
    /** @param {number} z */
    const across = (z) => [
        agent('a', sphere(0.5), [{ t0: 0, t1: 4, x: [0, 1], y: [2], z: [1] }]),
        agent('b', sphere(0.5), [{ t0: 0, t1: 4, x: [2], y: [0, 1], z: [z] }]),
    ];
    const above = await check(across(2.5));
    assert.equal(above.valid, true);
    isNear(Number(above.clearance?.separation), 0.5);
    isNear(Number(above.clearance?.centerDistance), 1.5);
    assert.equal(above.radius, 0.5);
    const { violations, pathLength, notices } = await check(across(1.5));
    assert.equal(violations.length, 1);
    const [{ interval, depth, position, message, pieces, names }] = violations;
    const reach = Math.sqrt((1 - 0.25) / 2);
    isNear(interval[0], 2 - reach);
    isNear(interval[1], 2 + reach);
    isNear(Number(depth), 0.5);
    assert.deepEqual(
        [pieces, names],
        [
            [0, 0],
            ['a', 'b'],
        ],
    );
    for (const [k, expected] of [2, 2, 1.5].entries()) isNear(Number(position?.[k]), expected);
    assert.match(message, /^agents a and b overlap by 0\.5 from t = /);
    assert.equal(pathLength, 8);
    assert.deepEqual(notices, []);
    const [{ suggestion, suggestionStatus }] = violations;
    isNear(Number(suggestion?.delay), 2 * reach, 1e-8);
    assert.deepEqual([suggestion?.agent, suggestion?.resolves], [0, 'all']);
    assert.equal(suggestionStatus, 'minimum');
    const without = await check(across(1.5), {}, { suggestDelays: false });
    assert.deepEqual([without.violations[0].suggestion, without.notices], [undefined, []]);
});

test('exact touches follow the rule of touching', async () => {
    const agents = [
        agent('a', sphere(0.5), [{ t0: 0, t1: 4, x: [0, 1], y: [0], z: [1] }]),
        agent('b', sphere(0.25), [{ t0: 0, t1: 4, x: [0, 1], y: [0], z: [1.75] }]),
        agent('c', block(0.5, 0.25), [{ t0: 0, t1: 4, x: [0, 1], y: [0], z: [2] }]),
    ];
    for (const tolerance of [undefined, 0]) {
        const given = tolerance === undefined ? {} : { tolerance };
        assert.equal((await check(agents, {}, given)).valid, true);
        const conflict = await check(agents, {}, { touching: 'conflict', ...given });
        assert.deepEqual(
            conflict.violations.map(({ agents: pair }) => pair),
            [
                [0, 1],
                [1, 2],
            ],
        );
    }
});

test('radii that float32 rounds make no violation of a touch, and no distance below 0', async () => {
    for (const radius of [0.1, 0.15, 0.2, 0.3, 0.7, 1.1]) {
        const agents = [
            agent('a', sphere(radius), [{ t0: 0, t1: 4, x: [0, 1], y: [0], z: [0] }]),
            agent('b', sphere(radius), [{ t0: 0, t1: 4, x: [4, -1], y: [0], z: [2 * radius] }]),
        ];
        assert.equal((await check(agents)).valid, true);
        const { violations } = await check(agents, {}, { tolerance: 0 });
        assert.deepEqual(violations, [], `radius ${radius}`);
        const [meeting, { motion }] = agents;
        const low = { ...agents[1], motion: motion.map((piece) => ({ ...piece, z: [0] })) };
        const { clearance } = await check([meeting, low]);
        assert.ok(Number(clearance?.centerDistance) >= 0);
        isNear(Number(clearance?.centerDistance), 0, 1e-6);
    }
});

test('footprints that are not convex have no hull, and holes no body', async () => {
    /** @type {Agent['shape']} */
    const frame = {
        kind: 'prism',
        points: [
            [-2, -2],
            [2, -2],
            [2, 2],
            [-2, 2],
        ],
        holes: [
            [
                [-1, -1],
                [1, -1],
                [1, 1],
                [-1, 1],
            ],
        ],
        height: 1,
    };
    const obstacles = [{ name: 'frame', shape: frame, pose: { x: 10, y: 0, z: 2, angle: 0.5 } }];
    /** @param {number} x */
    const down = (x) => [agent('d', sphere(0.5), [{ t0: 0, t1: 8, x: [x], y: [0], z: [8, -1] }])];
    const through = await check(down(10), { obstacles });
    assert.equal(through.valid, true);
    assert.deepEqual([through.obstacles, through.checks['agent-obstacle']], [1, 1]);
    isNear(Number(through.pairClearances?.[0].separation), 0.5, 1e-6);
    const { violations } = await check(down(11.2), { obstacles });
    assert.equal(violations.length, 1);
    assert.equal(violations[0].obstacle, 'frame');
    isNear(violations[0].interval[0], 4.5, 1e-6);
});

test('a robot on the ground is a prism without z', async () => {
    const motion = [{ t0: 0, t1: 4, x: [0, 1], y: [0], angle: [0, 1] }];
    /** @param {number} z */
    const drone = (z) =>
        agent('drone', sphere(0.25), [{ t0: 0, t1: 4, x: [4, -1], y: [0], z: [z] }]);
    assert.equal((await check([agent('robot', block(0.5, 1), motion), drone(1.5)])).valid, true);
    const { violations } = await check([agent('robot', block(0.5, 1), motion), drone(1)]);
    assert.equal(violations.length, 1);
    const standing = { ...agent('robot', block(0.5, 1, -0.5), []), start: { x: 2, y: 0, z: 1 } };
    const { violations: others } = await check([standing, drone(0.3)]);
    assert.equal(others.length, 1);
    assert.equal((await check([standing, drone(0.2)])).valid, true);
});

test('starts, goals, speeds and jumps count z', async () => {
    /** @type {Agent} */
    const climbing = {
        ...agent('a', sphere(0.1), [{ t0: 0, t1: 2, x: [0, 3], y: [0], z: [0, 4] }]),
        start: { x: 0, y: 0, z: 0 },
        goal: { x: 6, y: 0, z: 8 },
    };
    assert.equal((await check([climbing], { speedLimit: 5 })).valid, true);
    assert.equal((await check([climbing])).pathLength, 10);
    const wrong = { ...climbing, start: { x: 0, y: 0, z: 1 }, goal: { x: 6, y: 0 } };
    const { violations } = await check([wrong], { speedLimit: 4.9 });
    assert.deepEqual(violations.map(({ message }) => message).sort(), [
        'agent a ends at (6, 0, 8), not at its goal (6, 0)',
        'agent a moves 10 in 2, faster than 4.9, from t = 0',
        'agent a starts at (0, 0, 0), not at its start (0, 0, 1)',
    ]);
    const start = violations.find(({ kind }) => kind === 'start');
    assert.deepEqual(start?.position, [0, 0, 0]);
    assert.equal(start && describePlace(start), 'at (0, 0, 0), step 0 of agent a');
    // The speed of z = t^2 is 4 at the end.
    const curved = agent('a', sphere(0.1), [{ t0: 0, t1: 2, x: [0], y: [0], z: [0, 0, 1] }]);
    assert.equal((await check([curved], { speedLimit: 4 })).valid, true);
    assert.match(
        (await check([curved], { speedLimit: 3.9 })).violations[0].message,
        /^agent a reaches a speed of 4, /,
    );
    const jumping = agent('a', sphere(0.1), [
        { t0: 0, t1: 1, x: [0], y: [0], z: [0, 1] },
        { t0: 1, t1: 2, x: [0], y: [0], z: [1.5] },
    ]);
    assert.equal(
        (await check([jumping])).violations[0].message,
        'agent a jumps from (0, 0, 1) to (0, 0, 1.5) at t = 1',
    );
    const missing = agent('a', sphere(0.1), [
        { t0: 0, t1: 1, x: [0], y: [0], z: [0, 1], end: { x: 0, y: 0, z: 2 } },
    ]);
    assert.match(
        (await check([missing])).violations[0].message,
        /is declared to end at \(0, 0, 2\)/,
    );
});

test('orientations that differ are a jump of prisms, and none of spheres', async () => {
    const half = Math.SQRT1_2;
    /** @type {MotionPiece[]} */
    const motion = [
        { t0: 0, t1: 1, x: [0], y: [0], z: [0], angle: [0, Math.PI / 2], axis: [1, 0, 0] },
        { t0: 1, t1: 2, x: [0], y: [0], z: [0], rotation: [half, 0, 0, half] },
        {
            t0: 2,
            t1: 3,
            x: [0],
            y: [0],
            z: [0],
            angle: [2 * Math.PI],
            rotation: [-half, 0, 0, -half],
        },
    ];
    assert.equal((await check([agent('a', block(1, 1), motion)])).valid, true);
    /** @type {MotionPiece[]} */
    const broken = [motion[0], { ...motion[1], rotation: [0, 0, 0, 1] }];
    const { violations } = await check([agent('a', block(1, 1), broken)]);
    assert.deepEqual(
        violations.map(({ message }) => message),
        ['agent a turns by 1.5708 at once at t = 1'],
    );
    assert.equal((await check([agent('a', sphere(1), broken)])).valid, true);
});

test('bodies of the plane and of space in one plan are refused, and the error names the agent', async () => {
    const solid = agent('drone', sphere(1), [{ t0: 0, t1: 1, x: [0], y: [0], z: [0] }]);
    const flat = agent('car', { kind: 'disc', radius: 1 }, [{ t0: 0, t1: 1, x: [9], y: [0] }]);
    /** @type {[Partial<Scenario>, RegExp][]} */
    const refused = [
        [
            { agents: [solid, flat] },
            /^scenario\.agents\[1\]\.shape\.kind must be sphere or prism, as in all of a plan in space, got disc \(agent "car"\)$/,
        ],
        [
            { obstacles: [{ name: 'o', shape: flat.shape, pose: { x: 0, y: 0, angle: 0 } }] },
            /^scenario\.obstacles\[0\]\.shape\.kind must be .* \(obstacle "o"\)$/,
        ],
        [{ grid: { nx: 1, ny: 1, blocked: new Uint8Array(1) } }, /^scenario\.grid must be null/],
        [{ roadmap: { nodes: [], edges: [] } }, /^scenario\.roadmap must be null/],
        [{ sizesKnown: false }, /^scenario\.sizesKnown must be true/],
        [
            { agents: [{ ...solid, goals: [] }] },
            /^scenario\.agents\[0\]\.goals must be absent in a plan in space/,
        ],
        [
            { agents: [{ ...flat, motion: solid.motion }] },
            /^scenario\.agents\[0\]\.motion\[0\]\.z must be absent unless the body is a sphere or a prism/,
        ],
        [
            { agents: [{ ...flat, start: { x: 0, y: 0, z: 0 } }] },
            /^scenario\.agents\[0\]\.start\.z must be absent/,
        ],
    ];
    for (const [given, message] of refused) {
        const scenario = plan([solid], given);
        await assert.rejects(validate(scenario), { code: 'mixed-bodies', message });
        await assert.rejects(writeScenario(scenario, 'graze'), { code: 'mixed-bodies' });
    }
    /** @type {[Agent, string][]} */
    const faulty = [
        [{ ...solid, shape: { kind: 'sphere', radius: -1 } }, 'out-of-range'],
        [{ ...solid, shape: block(1, NaN) }, 'out-of-range'],
        [{ ...solid, shape: { kind: 'prism', points: [[0, 0]], height: 1 } }, 'too-few-points'],
        [agent('a', block(1, 1), [{ ...solid.motion[0], axis: [0, 0, 2] }]), 'out-of-range'],
        [agent('a', block(1, 1), [{ ...solid.motion[0], rotation: [0, 0, 0, 0] }]), 'out-of-range'],
        [agent('a', sphere(1), [{ ...solid.motion[0], z: [] }]), 'unsupported-motion'],
        [agent('a', sphere(1), [{ ...solid.motion[0], z: [NaN] }]), 'not-finite'],
        [agent('a', sphere(1e39), solid.motion), 'out-of-range'],
        [agent('a', block(1, 1e39), solid.motion), 'out-of-range'],
        [
            agent(
                'a',
                {
                    kind: 'prism',
                    points: [
                        [0, 0],
                        [2, 2],
                        [2, 0],
                        [0, 2],
                    ],
                    height: 1,
                },
                solid.motion,
            ),
            'self-intersecting',
        ],
    ];
    for (const [each, code] of faulty) {
        await assert.rejects(validate(plan([each])), (error) => {
            assert.ok(error instanceof GrazeError, String(error));
            assert.equal(error.code, code);
            return true;
        });
    }
});

test('writers of the plane refuse plans in space', async () => {
    const scenario = plan([agent('a', sphere(1), [{ t0: 0, t1: 1, x: [0], y: [0], z: [0, 1] }])]);
    for (const format of ['ccbs', 'kei18', 'lorr', 'libmrp', 'paths', 'mapf-tracker']) {
        const message = `the plan is in space, and ${format} has only plans in the plane`;
        await assert.rejects(writeScenario(scenario, format), { code: 'cannot-carry', message });
    }
});

test('100 drones of degree 7 agree with dense sampling of their centers', async () => {
    const random = randomNumbers(100);
    const scenario = randomSwarm(random, { drones: 100, pieces: 10, size: 14, radius: 0.15 });
    const begun = process.cpuUsage();
    const result = await validate(scenario, { graze, suggestDelays: false });
    const { user } = process.cpuUsage(begun);
    assert.ok(user < 2e6, `${user} us of processor time`);
    assert.deepEqual([result.agents, result.pairsChecked, result.undecided], [100, 4950, []]);
    assert.ok(result.violations.length >= 3, `${result.violations.length}`);
    const [from, to] = /** @type {[number, number]} */ (result.span);
    const movers = moversOf(scenario);
    const radii = scenario.agents.map(({ shape }) => ('radius' in shape ? shape.radius : NaN));
    /** @type {Set<string>} */
    const seen = new Set();
    const samples = 1500;
    for (let k = 0; k <= samples; k++) {
        const time = from + ((to - from) * k) / samples;
        const centers = movers.map(({ poseAt }) => poseAt(time)?.center ?? [NaN, NaN, NaN]);
        for (const [i, p] of centers.entries()) {
            for (let j = i + 1; j < centers.length; j++) {
                const q = centers[j];
                const [dx, dy, dz] = [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
                const gap = Math.sqrt(dx * dx + dy * dy + dz * dz) - radii[i] - radii[j];
                if (gap >= -SLACK) continue;
                seen.add(`${i} ${j}`);
                const isFound = result.violations.some(
                    ({ agents: [a, b], interval: [lo, hi] }) =>
                        a === i && b === j && lo <= time && time <= hi,
                );
                assert.ok(isFound, `${i} and ${j} at ${time}`);
            }
        }
    }
    // A contact may be shorter than the time between two samples.
    for (const {
        agents: [i, j],
        interval,
        depth,
    } of result.violations) {
        const [middle] = separationsAt(movers[i], movers[j], [(interval[0] + interval[1]) / 2]);
        assert.ok(middle <= 1e-9 && Number(depth) > 0);
    }
    assert.ok(seen.size > 0);
});

test('a swarm of Crazyswarm is checked, at the heights of its drones', async () => {
    const header = `duration,${['x', 'y', 'z', 'yaw'].flatMap((axis) => Array.from({ length: 8 }, (_, k) => `${axis}^${k}`)).join(',')}`;
    /** @param {string} x @param {string} v */
    const row = (x, v) =>
        `4,${[x, v, ...Array(14).fill('0'), '1', ...Array(15).fill('0')].join(',')}`;
    const trajectories = new Map([
        ['left.csv', `${header}\n${row('0', '1')}\n`],
        ['right.csv', `${header}\n${row('4', '-1')}\n`],
    ]);
    /** @param {string} second */
    const read = (second) => {
        const text = `radius: 0.25\ndrones:\n  - trajectory: left.csv\n  - trajectory: right.csv\n${second}`;
        return readScenario(
            { plan: { name: 'swarm.yaml', text } },
            { findTrajectory: async (name) => ({ name, text: trajectories.get(name) ?? '' }) },
        );
    };
    const { violations, format } = await validate(await read(''), { graze });
    assert.deepEqual([format, violations.length], ['crazyswarm', 1]);
    isNear(violations[0].interval[0], 1.75);
    assert.match(describeVerdict(await validate(await read(''), { graze })), /^1 violation$/);
    const higher = await validate(await read('    position: [0, 0, 0.6]\n'), { graze });
    assert.equal(higher.valid, true);
    isNear(Number(higher.clearance?.separation), 0.1, 1e-7);
});

test('the real trajectories of Crazyswarm that cross agree with dense sampling', {
    skip: needsShared,
}, async () => {
    const scenario = await readCrossing(0.2);
    const { clearance, span, violations } = await validate(scenario, { graze });
    assert.deepEqual(
        violations.filter(({ kind }) => kind === 'discontinuity'),
        [],
    );
    const [from, to] = /** @type {[number, number]} */ (span);
    const times = Array.from({ length: 20_001 }, (_, k) => from + ((to - from) * k) / 20_000);
    const [p, q] = moversOf(scenario);
    const least = Math.min(...separationsAt(p, q, times));
    const separation = Number(clearance?.separation);
    assert.ok(separation <= least + 1e-9 && separation > least - 1e-4, `${separation} ${least}`);
});
