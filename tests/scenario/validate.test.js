import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { blankScenario, validate } from 'graze/scenario';
import fc from '../fast_check.js';
import { conflictingPairs, parkAtGoals } from '../oracle/plan_oracle.js';

/**
 * @import { Agent, Grid, Scenario } from 'graze/scenario'
 * @import { Segment } from '../oracle/interval_oracle.js'
 */

const g = createSync();

/**
 * Returns an agent that visits points; a number between points waits that long.
 *
 * @param {([number, number] | number)[]} stops
 * @param {number} [radius]
 * @param {number} [speed]
 * @returns {Agent}
 */
function agent(stops, radius = 0.5, speed = 1) {
    const [first, ...rest] = stops;
    let [x, y] = /** @type {[number, number]} */ (first);
    /** @type {Agent['motion']} */
    const motion = [];
    let t0 = 0;
    for (const stop of rest) {
        const [toX, toY] = typeof stop === 'number' ? [x, y] : stop;
        const duration = typeof stop === 'number' ? stop : Math.hypot(toX - x, toY - y) / speed;
        const t1 = t0 + duration;
        motion.push({
            t0,
            t1,
            x: toX === x ? [x] : [x, (toX - x) / duration],
            y: toY === y ? [y] : [y, (toY - y) / duration],
            end: { x: toX, y: toY },
        });
        [t0, x, y] = [t1, toX, toY];
    }
    const start = { x: /** @type {any} */ (first)[0], y: /** @type {any} */ (first)[1] };
    return { name: 'a', shape: { kind: 'disc', radius }, start, goal: { x, y }, motion };
}

/** @param {Agent[]} agents @param {Partial<Scenario>} [given] @returns {Scenario} */
function scenario(agents, given = {}) {
    return {
        ...blankScenario('test'),
        agents,
        ...given,
    };
}

/** @param {Agent[]} agents @param {Partial<Scenario>} [given] @param {object} [options] */
function check(agents, given, options) {
    return validate(scenario(agents, given), { graze: g, ...options });
}

/** @param {string[]} rows '#' is blocked; rows are i @returns {Grid} */
function grid(rows) {
    const [nx, ny] = [rows.length, rows[0].length];
    return { nx, ny, blocked: Uint8Array.from(rows.join(''), (c) => Number(c === '#')) };
}

test('a head-on meeting is one violation with its interval, depth and pieces', async () => {
    const result = await check([
        agent([
            [0, 0],
            [10, 0],
        ]),
        agent([[10, 0], 1, [0, 0]]),
    ]);
    assert.equal(result.valid, false);
    assert.equal(result.violations.length, 1);
    const [violation] = result.violations;
    assert.equal(violation.kind, 'agent-agent');
    assert.deepEqual(violation.agents, [0, 1]);
    assert.deepEqual(violation.interval, [5, 6]);
    assert.equal(violation.depth, 1);
    assert.deepEqual(violation.pieces, [0, 1]);
    assert.deepEqual(result.clearance, {
        separation: -1,
        time: 5.5,
        agents: [0, 1],
        names: ['a (number 0)', 'a (number 1)'],
        centerDistance: 0,
    });
    assert.deepEqual([result.makespan, result.sumOfCosts, result.pairsChecked], [11, 21, 1]);
});

test('touching is not a violation where it is allowed, and is one otherwise', async () => {
    const agents = [
        agent([
            [0, 0],
            [10, 0],
        ]),
        agent([
            [10, 1],
            [0, 1],
        ]),
    ];
    assert.equal((await check(agents)).valid, true);
    assert.equal((await check(agents)).clearance?.separation, 0);
    assert.equal((await check(agents, {}, { tolerance: 0 })).valid, true);
    const closed = await check(agents, {}, { touching: 'conflict' });
    assert.equal(closed.valid, false);
    assert.deepEqual(closed.violations[0].interval, [5, 5]);
    assert.match(closed.violations[0].message, /touch/);
});

test('where touching is a conflict, a tolerance is a required distance', async () => {
    const agents = [agent([[0, 0], 5]), agent([[1.25, 0], 5])];
    assert.equal((await check(agents, {}, { touching: 'conflict', tolerance: 0.2 })).valid, true);
    const near = await check(agents, {}, { touching: 'conflict', tolerance: 0.25 });
    assert.deepEqual(near.violations[0].depth, 0);
});

test('the tolerance is the allowed depth', async () => {
    const agents = [agent([[0, 0], 5]), agent([[0.75, 0], 5])];
    assert.equal((await check(agents, {}, { tolerance: 0.25 })).valid, true);
    assert.equal((await check(agents, {}, { tolerance: 0.24 })).valid, false);
});

test('a contact that lasts is deepest at one time, not until the end', async () => {
    // They overlap by 0.25 at t = 2.25, and only touch from t = 2.5 on.
    const back = { ...agent([[3, 0], [0.75, 0], [1, 0], 5]), name: '1' };
    const still = { ...agent([[0, 0], 5]), name: '0' };
    const discs = (await check([still, back])).violations;
    assert.deepEqual(
        discs.map(({ message, lasting }) => [message, lasting]),
        [['agents 0 and 1 are in contact from t = 2 on, 0.25 deep at t = 2.25', true]],
    );
    const square = /** @type {Agent["shape"]} */ ({
        kind: 'polygon',
        points: [
            [-0.5, -0.5],
            [0.5, -0.5],
            [0.5, 0.5],
            [-0.5, 0.5],
        ],
        radius: 0,
    });
    const bodies = (await check([still, back].map((one) => ({ ...one, shape: square }))))
        .violations;
    assert.equal(bodies.length, 1);
    const { message } = bodies[0];
    assert.match(
        message,
        /^agents 0 and 1 are in contact from t = [12][.\d]* on, 0\.25 deep at t = 2\.25$/,
    );
    const into = agent([
        [3, 0],
        [1.75, 0],
        [2, 0],
    ]);
    const [cell] = (await check([into], { grid: grid(['.', '#', '.', '.']) })).violations;
    assert.equal(
        cell.message,
        'agent a is in contact with blocked cells from t = 1 on, 0.25 deep in (1, 0) at t = 1.25',
    );
});

test('an agent that has arrived stays, or vanishes', async () => {
    const agents = [
        agent([
            [0, 0],
            [5, 0],
        ]),
        agent([
            [5, 9],
            [5, 0],
        ]),
    ];
    const stay = await check(agents);
    assert.equal(stay.violations.length, 1);
    assert.deepEqual(stay.violations[0].pieces, [null, 0]);
    assert.equal(stay.violations[0].lasting, true);
    assert.deepEqual(stay.violations[0].interval, [8, 9]);
    const vanish = await check(agents, { atGoal: 'vanish' });
    assert.equal(vanish.valid, true);
    assert.equal(vanish.clearance?.time, 5);
});

test('an agent without a motion stands at its start all the time', async () => {
    const standing = { ...agent([[5, 0]]), motion: [] };
    const result = await check([
        agent([
            [0, 0],
            [10, 0],
        ]),
        standing,
    ]);
    assert.deepEqual(result.violations[0].interval, [4, 6]);
    assert.deepEqual(result.violations[0].pieces, [0, null]);
});

test('a contact across pieces is one interval', async () => {
    // They drive side by side, overlapping, through many short pieces.
    const steps = Array.from(
        { length: 50 },
        (_, k) => /** @type {[number, number]} */ ([k / 4, 0]),
    );
    const beside = steps.map(([x]) => /** @type {[number, number]} */ ([x, 0.5]));
    const result = await check([agent(steps), agent(beside)]);
    assert.equal(result.violations.length, 1);
    assert.deepEqual(result.violations[0].interval, [0, 12.25]);
});

test('two separate contacts of one pair are two violations, in time order', async () => {
    const result = await check([
        agent([[0, 0], 30]),
        agent([
            [-5, 0],
            [5, 0],
            [-5, 0],
        ]),
    ]);
    assert.deepEqual(
        result.violations.map(({ interval }) => interval),
        [
            [4, 6],
            [14, 16],
        ],
    );
});

test('fewer than two agents have no clearance', async () => {
    assert.equal((await check([agent([[0, 0], 1])])).clearance, null);
    assert.equal((await check([])).valid, true);
});

test('a cell is its exact square: its corner is hit even far from its center', async () => {
    const map = grid(['...', '.#.', '...']);
    const corner = /** @type {[number, number]} */ ([0, 0]);
    const diagonal = await check(
        [
            agent(
                [
                    [0, 1],
                    [1, 0],
                ],
                0.25,
            ),
        ],
        { grid: map },
    );
    assert.equal(diagonal.violations[0].kind, 'agent-obstacle');
    assert.ok(Math.abs((diagonal.violations[0].depth ?? 0) - 0.25) < 1e-15);
    assert.deepEqual(diagonal.violations[0].position, [1, 1]);
    const along = await check([agent([corner, [0, 2]], 0.5)], { grid: map });
    assert.equal(along.valid, true);
    assert.equal(
        (await check([agent([corner, [0, 2]], 0.5)], { grid: map }, { touching: 'conflict' }))
            .valid,
        false,
    );
    assert.equal(
        (await check([agent([corner, [0, 2]], 0.51)], { grid: map })).violations[0].depth,
        0.010000000000000009,
    );
});

test('a long diagonal meets every blocked cell on its path, as one interval per run', async () => {
    const size = 40;
    const rows = Array.from({ length: size }, (_, i) =>
        Array.from({ length: size }, (_, j) => (i === j && i % 10 === 5 ? '#' : '.')).join(''),
    );
    const crossing = agent([
        [0, 0],
        [size - 1, size - 1],
    ]);
    const found = (await check([crossing], { grid: grid(rows) })).violations;
    assert.equal(found.length, 4);
    for (const { depth } of found) assert.ok(Math.abs((depth ?? 0) - 1) < 1e-12);
});

test('crossing the edge of the map is a violation, reaching it is not', async () => {
    const map = grid(['...', '...']);
    assert.equal(
        (
            await check(
                [
                    agent(
                        [
                            [0, 0],
                            [1, 2],
                        ],
                        0.5,
                    ),
                ],
                { grid: map },
            )
        ).valid,
        true,
    );
    const over = await check(
        [
            agent(
                [
                    [0, 0],
                    [0, 2],
                    [1, 2],
                ],
                0.75,
            ),
        ],
        { grid: map },
    );
    assert.deepEqual(
        over.violations.map(({ kind }) => kind),
        ['off-map'],
    );
    assert.equal(over.violations[0].depth, 0.25);
});

test('a move along no edge, against an edge, or a wait off the nodes is off the roadmap', async () => {
    const roadmap = {
        nodes: [
            { x: 0, y: 0 },
            { x: 4, y: 0 },
            { x: 4, y: 3 },
        ],
        edges: /** @type {[number, number][]} */ ([
            [0, 1],
            [1, 2],
        ]),
    };
    assert.equal((await check([agent([[0, 0], 1, [4, 0], [4, 3]])], { roadmap })).valid, true);
    const cut = await check(
        [
            agent([
                [0, 0],
                [4, 3],
            ]),
        ],
        { roadmap },
    );
    assert.match(cut.violations[0].message, /from \(0, 0\) to \(4, 3\) without following an edge/);
    assert.equal(
        (
            await check(
                [
                    agent([
                        [4, 0],
                        [0, 0],
                    ]),
                ],
                { roadmap },
            )
        ).violations[0].kind,
        'off-map',
    );
    assert.match(
        (await check([agent([[2, 0], 5])], { roadmap })).violations[0].message,
        /waits at \(2, 0\), which is not a node/,
    );
});

test('start, goal, continuity and speed are checked', async () => {
    const good = agent([
        [0, 0],
        [3, 4],
    ]);
    /** @param {Partial<Agent>} given @param {Partial<Scenario>} [others] */
    const kinds = async (given, others) =>
        (await check([{ ...good, ...given }], others)).violations.map(({ kind }) => kind);
    assert.deepEqual(await kinds({}, { speedLimit: 1 }), []);
    assert.deepEqual(await kinds({ start: { x: 1, y: 0 } }), ['start']);
    assert.deepEqual(await kinds({ goal: { x: 3, y: 4.001 } }), ['goal']);
    assert.deepEqual(await kinds({ motion: [], goal: { x: 3, y: 4 } }), ['goal']);
    assert.deepEqual(await kinds({}, { speedLimit: 0.99 }), ['speed']);
    const [segment] = good.motion;
    const jump = { ...segment, t0: 5, t1: 6, x: [3.5], y: [4], end: { x: 3.5, y: 4 } };
    assert.deepEqual(await kinds({ motion: [segment, jump], goal: null }), ['discontinuity']);
    const late = { ...segment, t0: 5.5, t1: 6, x: [3], y: [4], end: { x: 3, y: 4 } };
    assert.deepEqual(await kinds({ motion: [segment, late] }), ['discontinuity']);
});

test('a check that is impossible is null in the report, never 0', async () => {
    const bare = { ...agent([[0, 0], 1]), start: null, goal: null };
    assert.deepEqual((await check([bare, bare])).checks, {
        'agent-agent': 1,
        'agent-obstacle': null,
        'off-map': null,
        start: null,
        goal: null,
        discontinuity: 2,
        speed: null,
        vertex: null,
        edge: null,
    });
});

test('plans that validate cannot check are refused, not accepted', async () => {
    const good = agent([
        [0, 0],
        [1, 0],
    ]);
    /** @param {unknown} shape */
    const shaped = (shape) => [good, { ...good, shape: /** @type {any} */ (shape) }];
    const cone = { kind: 'cone', radius: 1 };
    await assert.rejects(() => check(shaped(cone)), { code: 'unsupported-body', index: 1 });
    const group = { kind: 'group', parts: [] };
    await assert.rejects(() => check(shaped(group)), { code: 'unsupported-body', index: 1 });
    const bow = [
        [0, 0],
        [2, -1],
        [0, 2],
        [2, 1],
    ];
    const crossed = { kind: 'polygon', points: bow, radius: 0 };
    await assert.rejects(() => check(shaped(crossed)), {
        code: 'self-intersecting',
        index: 1,
        message:
            /^the shape of agent 1 must be a region: .* edge 1 of outline, from \(2, -1\) to \(0, 2\), and /,
    });
    const outside = { kind: 'polygon', points: bow.slice(0, 3), holes: [bow], radius: 0 };
    await assert.rejects(() => check(shaped(outside)), { code: 'self-intersecting', index: 1 });
    const thin = { kind: 'polygon', points: bow.slice(0, 3), holes: [bow.slice(0, 2)], radius: 0 };
    await assert.rejects(() => check(shaped(thin)), {
        code: 'too-few-points',
        argument: 'scenario.agents[1].shape.holes[0]',
    });
    const empty = { kind: 'polygon', points: [], radius: 0 };
    await assert.rejects(() => check(shaped(empty)), { code: 'too-few-points', index: 1 });
    for (const far of [1e40, 1e149]) {
        const wide = { kind: 'polygon', points: bow.map(([x, y]) => [x * far, y]), radius: 0 };
        for (const shape of [wide, { kind: 'group', parts: [crossed, wide] }]) {
            await assert.rejects(() => check(shaped(shape)), {
                code: 'out-of-range',
                index: 1,
                message: /^the shape of agent 1 must reach at most 1e\+38 from its middle, got /,
            });
        }
    }
    const bent = { ...good, motion: [{ ...good.motion[0], x: [0, 1, 1, 1, 1, 1, 1, 1, 1] }] };
    await assert.rejects(() => check([good, bent]), { code: 'unsupported-motion', index: 1 });
    await assert.rejects(() => check([good], {}, { suggestDelays: 1 }), { code: 'wrong-type' });
    await assert.rejects(() => check([good], {}, { maxSuggestions: -1 }), { code: 'out-of-range' });
    await assert.rejects(() => check([good], {}, { progress: 1 }), { code: 'wrong-type' });
    await assert.rejects(() => check([good], {}, { tolerance: -1 }), { code: 'out-of-range' });
    await assert.rejects(() => check([good], {}, { touching: 'ajar' }), { code: 'unknown-option' });
    await assert.rejects(() => check([{ ...good, motion: [], start: null }]), {
        code: 'unknown-start',
    });
});

/** @param {number} t0 @param {number} t1 @param {[number, number]} from @param {[number, number]} [to] */
function piece(t0, t1, from, to = from) {
    const span = t1 - t0;
    return {
        t0,
        t1,
        x: [from[0], (to[0] - from[0]) / span],
        y: [from[1], (to[1] - from[1]) / span],
        end: { x: to[0], y: to[1] },
    };
}

/** @param {Agent['motion']} motion @param {number} [radius] @returns {Agent} */
function moving(motion, radius = 0.5) {
    return { name: 'a', shape: { kind: 'disc', radius }, start: null, goal: null, motion };
}

test('a radius or position that is not a number is an error, never a plan without conflicts', async () => {
    const still = moving([piece(0, 1, [0, 0])]);
    for (const radius of [Number.NaN, -1, Infinity]) {
        const other = moving([piece(0, 1, [0, 0])], radius);
        await assert.rejects(() => check([still, other]), { code: 'out-of-range', index: 1 });
    }
    const nowhere = { ...moving([]), start: { x: Number.NaN, y: 0 } };
    await assert.rejects(() => check([still, nowhere]), { code: 'not-finite', index: 1 });
});

test('an agent whose motion begins late stands at its first position before', async () => {
    const late = moving([piece(5, 6, [0, 0])]);
    const passing = moving([piece(0, 4, [-5, 0], [5, 0])]);
    const { violations } = await check([passing, late]);
    assert.equal(violations.length, 1);
    assert.deepEqual(violations[0].pieces, [0, null]);
    assert.ok(Math.abs(violations[0].interval[0] - 1.6) < 1e-12);
});

test('times before 0 are checked like any other', async () => {
    const agents = [moving([piece(-5, -4, [0, 0])]), moving([piece(-5, -3, [0, 0.5])])];
    const { violations, clearance } = await check(agents, { atGoal: 'vanish' });
    assert.deepEqual(violations[0].interval, [-5, -4]);
    assert.equal(clearance?.separation, -0.5);
});

test('a piece that does not lead to its stated end is a discontinuity', async () => {
    const lying = { ...piece(0, 1, [0, 0], [1, 0]), end: { x: 9, y: 0 } };
    const kinds = (await check([moving([lying])])).violations.map(({ kind }) => kind);
    assert.deepEqual(kinds, ['discontinuity']);
});

test('an agent that grazes walls on its way into one violates only there', async () => {
    const map = grid(['#######', '.......', '#######']);
    const dented = agent([
        [1, 1],
        [0.9, 1],
        [1, 1],
        [1, 5],
        [0.8, 5],
        [1, 5],
    ]);
    const { violations } = await check([{ ...dented, goal: null }], {
        grid: map,
        atGoal: 'vanish',
    });
    assert.deepEqual(
        violations.map(({ kind, position }) => [kind, position]),
        [
            ['agent-obstacle', [0, 1]],
            ['agent-obstacle', [0, 5]],
        ],
    );
    assert.ok(violations[0].interval[1] < violations[1].interval[0]);
});

/** Waypoints on a half-integer lattice: exact touching, shared positions and standing still are common. */
const stop = fc.oneof(
    {
        weight: 4,
        arbitrary: fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 })),
    },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 6 }) },
);
const anyAgent = fc
    .tuple(
        fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 })),
        fc.array(stop, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(0.25, 0.5, 0.75),
        fc.constantFrom(0.5, 1, 2),
    )
    .map(([first, stops, radius, speed]) => {
        /** @type {([number, number] | number)[]} */
        const scaled = [first, ...stops].map((s) =>
            typeof s === 'number' ? s / 2 : [s[0] / 2, s[1] / 2],
        );
        // Motions of length 0 are left out, because they would be waits of no duration.
        return agent(
            scaled.filter(
                (s, k) => k === 0 || typeof s === 'number' || String(s) !== String(scaled[k - 1]),
            ),
            radius,
            speed,
        );
    });

/** Returns an agent in the oracle's form: its motion, then its rest. @param {Agent} a */
function toSegments({ motion, shape, start }) {
    const { radius } = /** @type {{ radius: number }} */ (shape);
    if (motion.length === 0 && start !== null) {
        return [{ ...start, vx: 0, vy: 0, t0: 0, t1: 0, radius, toX: start.x, toY: start.y }];
    }
    return motion.map(({ t0, t1, x, y, end }) => ({
        x: x[0],
        y: y[0],
        vx: x[1] ?? 0,
        vy: y[1] ?? 0,
        t0,
        t1,
        radius,
        toX: end?.x,
        toY: end?.y,
    }));
}

test('random plans: the pairs in conflict are those of the exact oracle, and the clearance bounds all samples', async () => {
    await fc.assert(
        fc.asyncProperty(
            fc.array(anyAgent, { minLength: 2, maxLength: 7 }),
            fc.constantFrom(/** @type {const} */ ('stay'), /** @type {const} */ ('vanish')),
            async (agents, atGoal) => {
                const result = await check(agents, { atGoal }, { tolerance: 1e-6 });
                const paths = agents.map(toSegments);
                const whole = atGoal === 'stay' ? parkAtGoals(paths) : paths;
                const found = new Set(
                    result.violations
                        .filter(({ kind }) => kind === 'agent-agent')
                        .map(({ agents: pair }) => String(pair)),
                );
                const expected = conflictingPairs(whole, 1e-6).map(String);
                assert.deepEqual([...found].sort(), expected.sort());
                boundsSamples(whole, result);
            },
        ),
        { numRuns: 400, seed: 31 },
    );
});

/**
 * Asserts that no sampled gap is below the reported clearance, and every sampled overlap lies in a reported interval.
 *
 * @param {Segment[][]} paths
 * @param {Awaited<ReturnType<typeof check>>} result
 */
function boundsSamples(paths, { clearance, violations, makespan }) {
    const at = (/** @type {Segment[]} */ path, /** @type {number} */ t) => {
        const s = path.find(({ t0, t1 }) => t0 <= t && t <= t1);
        return s && { x: s.x + s.vx * (t - s.t0), y: s.y + s.vy * (t - s.t0), r: s.radius };
    };
    for (let k = 0; k <= 200; k++) {
        const t = (makespan * k) / 200;
        const places = paths.map((path) => at(path, t));
        places.forEach((p, a) => {
            places.slice(0, a).forEach((q, b) => {
                if (!p || !q) return;
                const gap = Math.hypot(p.x - q.x, p.y - q.y) - p.r - q.r;
                assert.ok(clearance !== null && clearance.separation <= gap + 1e-9);
                const isReported = violations.some(
                    ({ agents, interval }) =>
                        agents[0] === b &&
                        agents[1] === a &&
                        interval[0] - 1e-9 <= t &&
                        t <= interval[1] + 1e-9,
                );
                assert.ok(gap > -1e-5 || isReported, `agents ${b} and ${a} at t = ${t}: ${gap}`);
            });
        });
    }
}
