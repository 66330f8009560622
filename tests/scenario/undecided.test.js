import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync, GrazeError } from 'graze';
import { blankScenario, repair, validate } from 'graze/scenario';
import { describeSuggestion } from 'graze/scenario/messages';
import { boxShape as box, randomNumbers } from '../helpers.js';
import { Claims, checkMends, checkRepair } from '../oracle/claim_oracle.js';

/**
 * Tests delays that the core leaves undecided, or finds too many of: nothing is claimed without proof. An undecided
 * delay once counted as a permanent conflict, so a conflict that a delay of 0.25 ends was reported as endless, and a
 * total 40 times too large as the least.
 *
 * @import { Agent, Obstacle, Scenario } from 'graze/scenario'
 */

/** Returns an instance whose searches for delays end after so many iterations. @param {number} maxIterations */
function hasty(maxIterations) {
    const graze = createSync();
    const { unsafeMotionDelays } = graze;
    graze.unsafeMotionDelays = (a, b, motionA, motionB, options) =>
        unsafeMotionDelays.call(graze, a, b, motionA, motionB, { ...options, maxIterations });
    return graze;
}

/** @param {Agent['shape']} shape @param {Agent['motion']} motion @returns {Agent} */
function agent(shape, motion) {
    return { name: '', shape, start: null, goal: null, motion };
}

/** @param {() => number} random @returns {Agent['motion']} */
function anyMotion(random) {
    const count = 1 + Math.floor(4 * random());
    const value = (/** @type {number} */ most) => Math.round(8 * most * (2 * random() - 1)) / 8;
    let [t0, x, y, theta] = [Math.floor(4 * random()) / 4, value(4), value(4), value(3)];
    return Array.from({ length: count }, () => {
        const span = (2 + Math.floor(6 * random())) / 4;
        const segment = {
            t0,
            t1: t0 + span,
            x: [x, value(2), value(0.5)],
            y: [y, value(2), value(0.5)],
            angle: [theta, value(1.5)],
        };
        [x, y, theta] = [segment.x, segment.y, segment.angle].map((c) =>
            c.reduceRight((sum, term) => sum * span + term, 0),
        );
        t0 += span;
        return segment;
    });
}

/** @param {() => number} random @param {number | null} timeStep @returns {Scenario} */
function anyPlan(random, timeStep) {
    /** @template T @param {T[]} list */
    const oneOf = (list) => list[Math.floor(list.length * random())];
    const shapes = [box(2, 1), box(4, 1.75), box(1, 0.5)];
    const ending = () => oneOf([/** @type {const} */ ('stay'), /** @type {const} */ ('vanish')]);
    /** @type {Obstacle[]} */
    const obstacles = [];
    if (random() < 0.3) {
        const motion = anyMotion(random);
        obstacles.push({
            name: 'bus',
            shape: oneOf(shapes),
            pose: { x: 0, y: 0, angle: 0 },
            motion,
        });
    }
    const count = 2 + Math.floor(1.5 * random());
    const agents = Array.from({ length: count }, () => agent(oneOf(shapes), anyMotion(random)));
    const given = { agents, obstacles, beforeStart: ending(), atGoal: ending(), timeStep };
    return { ...blankScenario('test'), ...given };
}

for (const [budget, tolerance] of [
    [1, 0],
    [4, 0],
    [16, 0],
    [64, 0],
    [0, 0],
    [0, 0.125],
]) {
    const searched = budget === 0 ? 'the default budget' : `${budget} iterations`;
    const named = tolerance === 0 ? searched : `${searched} and a tolerance of ${tolerance}`;
    test(`random bodies, delays by ${named}: every claim of validate and repair holds`, async () => {
        const graze = budget === 0 ? createSync() : hasty(budget);
        const given = tolerance === 0 ? {} : { tolerance };
        const random = randomNumbers(7 + budget);
        const claims = new Claims();
        /** @type {Record<string, number>} */
        const seen = {};
        for (let k = 0; k < 80; k++) {
            const scenario = anyPlan(random, k % 3 === 0 ? null : 0.25);
            const result = await validate(scenario, { graze, ...given });
            checkMends(scenario, result, claims, tolerance);
            const made = await repair(scenario, { graze, maxIterations: 200, ...given });
            checkRepair(scenario, made, claims, tolerance);
            for (const { suggestionStatus = 'absent' } of result.violations) {
                seen[suggestionStatus] = (seen[suggestionStatus] ?? 0) + 1;
            }
            seen[made.outcome] = (seen[made.outcome] ?? 0) + 1;
            const why = `plan ${k}: ${JSON.stringify(scenario)}`;
            assert.deepEqual(claims.faults, [], why);
        }
        assert.ok(claims.checked > (budget < 16 ? 20 : 1000), String(claims.checked));
        const expected =
            budget === 1 ? ['undecided', 'sufficient', 'gave-up'] : ['optimal', 'none'];
        for (const each of expected) assert.ok(seen[each] > 0, `${each} ${JSON.stringify(seen)}`);
    });
}

/**
 * Returns the motion of a car that follows a winding road, in steps of 0.1 as in recordings.
 *
 * @param {number} ahead where it begins
 * @param {number} speed
 * @param {number} steps
 */
function recorded(ahead, speed, steps) {
    const step = 0.1;
    /** @param {number} k */
    const at = (k) => {
        const s = ahead + speed * step * k;
        return { x: s, y: 3 * Math.sin(s / 9), theta: Math.atan(Math.cos(s / 9) / 3) };
    };
    const motion = Array.from({ length: steps }, (_, k) => {
        const [p, q] = [at(k), at(k + 1)];
        const [x, y, angle] = /** @type {const} */ (['x', 'y', 'theta']).map((key) => [
            p[key],
            (q[key] - p[key]) / step,
        ]);
        return { t0: k * step, t1: (k + 1) * step, x, y, angle };
    });
    return agent(box(4.5, 1.8), motion);
}

test('recorded motions of many pieces are decided: the least total is one step, not the whole recording', async () => {
    const graze = createSync();
    const vanish = /** @type {const} */ ('vanish');
    const given = { timeStep: 0.1, beforeStart: vanish, atGoal: vanish };
    for (const [lead, speed, least] of [
        [4.4, 8, 0.1],
        [8, 10, 1.3],
    ]) {
        const agents = [recorded(lead, 8, 160), recorded(0, speed, 160)];
        const scenario = { ...blankScenario('test'), ...given, agents };
        const made = await repair(scenario, { graze });
        assert.deepEqual([made.outcome, made.totalDelay], ['optimal', least]);
        const result = await validate(scenario, { graze });
        assert.ok(
            result.violations.every(({ suggestionStatus }) => suggestionStatus === 'minimum'),
        );
        const claims = new Claims();
        checkRepair(scenario, made, claims);
        checkMends(scenario, result, claims);
        assert.deepEqual(claims.faults, []);
        assert.ok(claims.checked > 5);
    }
});

test('a body that begins in the instant in which the other vanishes overlaps it, so it needs one step more', async () => {
    const graze = createSync();
    const agents = [
        agent(box(2, 1), [{ t0: 0, t1: 4, x: [0, 1], y: [0] }]),
        agent(box(2, 1), [{ t0: 3, t1: 5, x: [4], y: [0] }]),
    ];
    const vanish = /** @type {const} */ ('vanish');
    const given = { beforeStart: vanish, atGoal: vanish };
    const scenario = { ...blankScenario('test'), ...given, agents, timeStep: 0.5 };
    const made = await repair(scenario, { graze });
    assert.deepEqual([made.outcome, made.totalDelay], ['optimal', 1.5]);
    const [{ suggestion, suggestionStatus }] = (await validate(scenario, { graze })).violations;
    assert.deepEqual(
        [suggestion, suggestionStatus],
        [{ agent: 1, delay: 1.5, resolves: 'all' }, 'minimum'],
    );
    const atAnyTime = { ...scenario, timeStep: null };
    const soon = await repair(atAnyTime, { graze });
    assert.equal(soon.outcome, 'optimal');
    assert.ok(soon.totalDelay > 1 && soon.totalDelay < 1 + 1e-9, String(soon.totalDelay));
    const [late] = (await validate(atAnyTime, { graze })).violations;
    assert.ok(late.suggestion && late.suggestion.delay > 1 && late.suggestion.delay < 1 + 1e-9);
});

test('a step within the bracket of an end is decided on its own: touching is allowed', async () => {
    const graze = createSync();
    const vanish = /** @type {const} */ ('vanish');
    const given = { beforeStart: vanish, atGoal: vanish, timeStep: 0.5 };
    // One is a length behind the other from a delay of 1 on.
    const agents = [
        agent(box(2, 1), [{ t0: 0, t1: 4, x: [0, 1], y: [0] }]),
        agent(box(2, 1), [{ t0: 3, t1: 5, x: [4, 1], y: [0] }]),
    ];
    const scenario = { ...blankScenario('test'), ...given, agents };
    const made = await repair(scenario, { graze });
    assert.deepEqual([made.outcome, made.totalDelay], ['optimal', 1]);
    const [{ suggestion }] = (await validate(scenario, { graze })).violations;
    assert.deepEqual(suggestion, { agent: 0, delay: 1, resolves: 'all' });
    const closed = await repair(scenario, { graze, touching: 'conflict' });
    assert.deepEqual([closed.outcome, closed.totalDelay], ['optimal', 1.5]);
});

test('an agent whose task fixes its start is not delayed; where nobody else can be, that is proved impossible', async () => {
    const graze = createSync();
    const tolerance = { position: 0.1, angle: 0.1, speed: 2 };
    const initialState = { t: 0, x: 0, y: 0, angle: 0, speed: 1, tolerance };
    const states = [
        { t: 0, x: 0, y: 0, angle: 0, speed: 1 },
        { t: 4, x: 4, y: 0, angle: 0, speed: 1 },
    ];
    const bound = agent(box(2, 1), [{ t0: 0, t1: 4, x: [0, 1], y: [0] }]);
    const free = agent(box(2, 1), [{ t0: 0, t1: 4, x: [2], y: [-2, 1] }]);
    const vanish = /** @type {const} */ ('vanish');
    const given = { beforeStart: vanish, atGoal: vanish, timeStep: 0.5 };
    const scenario = { ...blankScenario('test'), ...given };
    const agents = [{ ...bound, initialState, states }, free];
    const made = await repair({ ...scenario, agents }, { graze });
    assert.deepEqual([made.outcome, made.changes.map((change) => change.agent)], ['optimal', [1]]);
    const bus = { name: 'bus', pose: { x: 0, y: 0, angle: 0 }, shape: free.shape };
    const obstacles = [{ ...bus, motion: free.motion }];
    const alone = { ...scenario, agents: [agents[0]], obstacles };
    const { outcome, reason } = await repair(alone, { graze });
    assert.equal(outcome, 'impossible');
    assert.match(reason ?? '', /^agent 0 and obstacle bus meet, and neither may start later/);
    // Without a fixed start its states are delayed with it.
    const { scenario: later, totalDelay } = await repair(
        { ...alone, agents: [{ ...bound, states }] },
        { graze },
    );
    assert.ok(totalDelay > 0);
    assert.deepEqual(
        later.agents[0].states?.map(({ t }) => t),
        [totalDelay, 4 + totalDelay],
    );
});

const BAR = box(4, 0.2);
/** Turns per unit of time at which the contacts are too many to list. */
const TURNS = 100_000;

/** Returns a bar that spins beside a disc, which it touches in every half turn. @returns {Scenario} */
function spinning() {
    const angle = [0.5, 2 * Math.PI * TURNS];
    const bar = agent(BAR, [{ t0: 0, t1: 1, x: [0], y: [0], angle }]);
    const disc = agent({ kind: 'disc', radius: 0.1 }, [{ t0: 0, t1: 1, x: [1.5], y: [0.3] }]);
    return { ...blankScenario('test'), atGoal: 'vanish', agents: [bar, disc] };
}

test('of more contacts than are listed, the first is reported, and a notice names the pair and the limit', async () => {
    const graze = createSync();
    const { violations, notices } = await validate(spinning(), { graze });
    assert.equal(violations.length, 1);
    const [{ interval, depth, agents }] = violations;
    // The bar's upper side passes the disc from half a turn on, so the first contact is later and short.
    const turn = 1 / TURNS;
    assert.deepEqual(agents, [0, 1]);
    assert.ok(interval[0] > 0 && interval[1] < 0.5 * turn && interval[0] < interval[1]);
    assert.ok(Math.abs((depth ?? 0) - 0.2) < 1e-6, String(depth));
    assert.deepEqual(notices, [
        'agents 0 and 1 meet in more than 65536 intervals: their first contact alone is reported',
    ]);
    const made = await repair(spinning(), { graze });
    // The iterations may run out before a smaller total is excluded.
    assert.ok(['optimal', 'repaired'].includes(made.outcome), made.outcome);
    assert.deepEqual((await validate(made.scenario, { graze })).violations, []);
    assert.deepEqual(made.notices, notices);
    // This plan has few turns, so that its contacts are listed.
    const few = spinning();
    few.agents[0].motion[0].t1 = 0.6 * turn;
    const [first] = (await validate(few, { graze })).violations;
    assert.ok(Math.abs(first.interval[0] - interval[0]) < 1e-9 * turn);
    assert.ok(Math.abs(first.interval[1] - interval[1]) < 1e-9 * turn);
});

test('more delays than are listed are undecided, and a notice names the pair and the limit', async () => {
    const graze = createSync();
    graze.unsafeMotionDelays = () => {
        const details = { argument: 'options.maxIntervals', value: 65_536 };
        throw new GrazeError('too-many-intervals', 'there are more', details);
    };
    const agents = [
        agent(box(2, 1), [{ t0: 0, t1: 4, x: [0, 1], y: [0] }]),
        agent(box(2, 1), [{ t0: 0, t1: 4, x: [4, -1], y: [0] }]),
    ];
    const scenario = { ...blankScenario('test'), agents };
    const reported =
        'agents 0 and 1 conflict in more than 65536 intervals of delays: which delays are free is undecided';
    const { violations, notices } = await validate(scenario, { graze });
    assert.deepEqual(
        violations.map(({ suggestion, suggestionStatus }) => [suggestion, suggestionStatus]),
        [[null, 'undecided']],
    );
    assert.equal(
        describeSuggestion(violations[0]),
        'whether a later start of either agent ends it is undecided',
    );
    assert.ok(
        notices.length > 0 &&
            notices.every((notice) => /^agents [01] and [01] conflict in more/.test(notice)),
    );
    const made = await repair(scenario, { graze });
    assert.deepEqual([made.status, made.outcome], ['unrepaired', 'gave-up']);
    assert.match(
        made.reason ?? '',
        /^some delays are undecided, and none that were found make it valid: agents 0/,
    );
    assert.deepEqual(made.notices, [reported]);
});

test('delays with which two boxes only touch for a while do not count as conflicts: a repair is found', async () => {
    /** @type {(t0: number, t1: number, x: number, y: number, vx: number, vy: number) => import('graze/scenario').Agent['motion'][number]} */
    const leg = (t0, t1, x, y, vx, vy) => ({ t0, t1, x: [x, vx], y: [y, vy], angle: [0] });
    const agents = [
        agent(box(1, 1), [leg(2, 4, 2, 1, 0, -1), leg(4, 6, 2, -1, -1, 1), leg(6, 7, 0, 1, 0, 1)]),
        agent(box(1, 1), [leg(1, 3, 1, 1, -1, 1), leg(3, 4, -1, 3, -1, 0), leg(4, 6, -2, 3, 0, 0)]),
    ];
    const given = {
        agents,
        beforeStart: /** @type {const} */ ('stay'),
        atGoal: /** @type {const} */ ('vanish'),
    };
    const scenario = { ...blankScenario('test'), ...given };
    const claims = new Claims();
    const made = await repair(scenario);
    checkRepair(scenario, made, claims, 0);
    assert.deepEqual(claims.faults, []);
    assert.ok(['repaired', 'optimal'].includes(made.outcome), made.outcome);
});
