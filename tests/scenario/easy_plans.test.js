import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { repair, validate } from 'graze/scenario';
import { planeGeometry } from '../../js/scenario/checks/geometry.js';
import { repairWithPauses } from '../../js/scenario/repair/repair_search.js';
import { conflictingPairs, parkAtGoals } from '../oracle/plan_oracle.js';
import { EASY_PLANS, easyScenario, findFault, monotonePlan, simpleTotal } from './easy_plans.js';
import { agent, scenario, walkers } from './random_plans.js';

/**
 * Repair does not give up where the agents can go one after the other, and ends with the best waits so far.
 *
 * @import { Agent, RepairResult, Scenario } from 'graze/scenario'
 * @import { EasyPlan } from './easy_plans.js'
 */

const graze = createSync();

/**
 * Asserts that a plan is repaired, by an oracle too, and returns the result.
 *
 * @param {EasyPlan} plan
 * @param {import('graze/scenario').RepairOptions} options
 * @returns {Promise<RepairResult>}
 */
async function repaired(plan, options) {
    const before = easyScenario(plan);
    const result = await repair(before, { graze, ...options });
    assert.notEqual(result.status, 'unrepaired', `${plan.kind}: ${result.reason}`);
    assert.equal((await validate(result.scenario, { graze })).valid, true);
    assert.equal(findFault(plan, result.scenario), null);
    assert.ok(result.lowerBound <= result.totalDelay);
    return result;
}

for (const makePlan of EASY_PLANS) {
    const { kind } = makePlan(2, 1);
    test(`${kind}: plans of 20 to 60 agents are repaired, with no larger total than by the simple rule`, async () => {
        for (const [agents, seed] of [
            [20, 21],
            [30, 22],
            [60, 23],
        ]) {
            const plan = makePlan(agents, seed);
            assert.equal(plan.order.length, plan.ways.length);
            assert.ok(plan.ways.length >= agents / 2, `${plan.ways.length} agents`);
            // With one iteration, only the order of the agents repairs the plan.
            await repaired(plan, { maxIterations: 1 });
            const { totalDelay } = await repaired(plan, { maxIterations: 400 });
            const simple = simpleTotal(plan);
            assert.ok(totalDelay <= simple, `${agents}, ${seed}: ${totalDelay} > ${simple}`);
        }
    });
}

test('400 agents that only move right or down are repaired within one iteration', async () => {
    const plan = monotonePlan(400, 7);
    const result = await repaired(plan, { maxIterations: 1 });
    assert.deepEqual(
        [result.outcome, result.method, result.endedBy],
        ['repaired', 'serial', 'iterations'],
    );
    assert.deepEqual([result.iterations, result.maxIterations], [1, 1]);
    assert.ok(result.notices.some((text) => /1 of at most 1 orders/.test(text)));
    assert.ok(result.totalDelay <= simpleTotal(plan));
});

test('discs in continuous time are delayed one after the other, and clear by the exact oracle', async () => {
    for (const makePlan of EASY_PLANS) {
        const plan = makePlan(16, 31);
        // At a radius of 0.3, discs on crossing and following ways are clear of each other where cells are.
        const agents = walkers(plan.ways, 0.3);
        const before = scenario(agents, { atGoal: plan.stays ? 'stay' : 'vanish' });
        const result = await repair(before, { graze, maxIterations: 1 });
        assert.equal(result.status, 'repaired', `${plan.kind}: ${result.reason}`);
        assert.equal((await validate(result.scenario, { graze, tolerance: 0 })).valid, true);
        if (!plan.stays) continue;
        const paths = result.scenario.agents.map(({ motion }) =>
            motion.map(({ t0, t1, x, y, end }) => ({
                ...{ x: x[0], y: y[0], vx: x[1] ?? 0, vy: y[1] ?? 0, t0, t1, radius: 0.3 },
                ...{ toX: end?.x, toY: end?.y },
            })),
        );
        assert.deepEqual(conflictingPairs(parkAtGoals(paths), 1e-9 * 0.6), []);
    }
});

/** Returns boxes that drive through one place from all sides. @param {number} count */
function boxesThroughOnePlace(count) {
    const points = /** @type {[number, number][]} */ ([
        [-1, -0.4],
        [1, -0.4],
        [1, 0.4],
        [-1, 0.4],
    ]);
    /** @type {Agent[]} */
    const agents = Array.from({ length: count }, (_, k) => {
        const heading = (2 * Math.PI * k) / count;
        const [cos, sin] = [Math.cos(heading), Math.sin(heading)];
        const motion = [
            { t0: 0, t1: 10, x: [-10 * cos, 2 * cos], y: [-10 * sin, 2 * sin], angle: [heading] },
        ];
        const shape = { kind: /** @type {const} */ ('polygon'), points, radius: 0 };
        return { name: `${k}`, shape, start: null, goal: null, motion };
    });
    return scenario(agents, { beforeStart: 'vanish', atGoal: 'vanish' });
}

test('bodies of other shapes start one after the other', async () => {
    const before = boxesThroughOnePlace(24);
    const result = await repair(before, { graze, maxIterations: 1 });
    assert.deepEqual([result.status, result.method], ['repaired', 'serial'], result.reason);
    assert.equal((await validate(result.scenario, { graze })).valid, true);
});

test('agents that must exchange their places in a cycle are repaired, or not claimed to be impossible', async () => {
    // Each drives over the start of the next one, on a ring: all must leave together.
    const ring = /** @type {[number, number][]} */ ([
        [0, 0],
        [2, 0],
        [4, 0],
        [4, 2],
        [4, 4],
        [2, 4],
        [0, 4],
        [0, 2],
    ]);
    const agents = ring.map((_, k) =>
        agent([0, 1, 2].map((step) => ring[(k + step) % ring.length])),
    );
    const crossing = agent([
        [2, -4],
        [2, 8],
    ]);
    for (const atGoal of /** @type {const} */ (['stay', 'vanish'])) {
        const result = await repair(scenario([...agents, crossing], { atGoal }), { graze });
        assert.equal(result.status, 'repaired', result.reason);
        assert.equal((await validate(result.scenario, { graze })).valid, true);
    }
});

/**
 * Returns a signal that is aborted when it is read for the n-th time.
 *
 * @param {number} reads
 */
function abortedAtRead(reads) {
    let count = 0;
    return /** @type {AbortSignal} */ (
        /** @type {unknown} */ ({
            get aborted() {
                return ++count >= reads;
            },
        })
    );
}

test('a signal ends the search with the best waits so far, or without any', async () => {
    const plan = monotonePlan(60, 5);
    const before = easyScenario(plan);
    const early = await repair(before, { graze, signal: AbortSignal.abort() });
    assert.deepEqual(
        [early.status, early.outcome, early.endedBy, early.iterations],
        ['unrepaired', 'gave-up', 'signal', 0],
    );
    assert.match(early.reason ?? '', /aborted before the plan was checked/);
    let [none, some] = [0, 0];
    /** @type {number[]} */
    const totals = [];
    for (const reads of [5, 30, 100, 300, 1000, 3000]) {
        const result = await repair(before, { graze, signal: abortedAtRead(reads) });
        assert.equal(result.endedBy, 'signal');
        if (result.status === 'unrepaired') {
            none++;
            assert.equal(result.outcome, 'gave-up');
            assert.match(result.reason ?? '', /before the signal; there may be some$/);
            continue;
        }
        some++;
        assert.equal(result.outcome, 'repaired');
        assert.equal(findFault(plan, result.scenario), null);
        assert.ok(result.notices.some((text) => text.startsWith('the signal ended the search')));
        assert.ok(result.lowerBound <= result.totalDelay);
        totals.push(result.totalDelay);
    }
    assert.ok(none > 0 && some > 2, `${none} ${some}`);
    assert.deepEqual(
        totals,
        totals.toSorted((p, q) => q - p),
    );
});

test('a signal that is aborted while the search runs reaches it', async () => {
    const controller = new AbortController();
    const before = easyScenario(monotonePlan(150, 5));
    const pending = repair(before, { graze, signal: controller.signal, maxIterations: 1e9 });
    setTimeout(() => controller.abort(), 1);
    const result = await pending;
    assert.equal(result.endedBy, 'signal');
    assert.ok(['repaired', 'gave-up'].includes(result.outcome));
});

/** Plans whose delays take queries of the package, and the name of these. */
const QUERIED = /** @type {const} */ ([
    [
        'discs',
        'unsafeDelays',
        scenario(walkers(monotonePlan(60, 5).ways, 0.3), { atGoal: 'vanish' }),
    ],
    ['boxes', 'unsafeMotionDelays', boxesThroughOnePlace(20)],
]);
for (const [kind, name, before] of QUERIED) {
    test(`the search pauses after few queries of ${kind}, and makes few more after an abort`, () => {
        /** @param {number} abortAt query that aborts the signal */
        const run = (abortAt) => {
            const controller = new AbortController();
            const counting = createSync();
            const query = /** @type {(...args: any[]) => any} */ (counting[name]);
            let queries = 0;
            counting[name] = (/** @type {any[]} */ ...args) => {
                if (++queries === abortAt) controller.abort();
                return query.apply(counting, args);
            };
            const options = { graze: counting, maxIterations: 1, signal: controller.signal };
            const search = repairWithPauses(before, options, planeGeometry(counting));
            let most = 0;
            for (;;) {
                const known = queries;
                const { done, value } = search.next();
                most = Math.max(most, queries - known);
                if (done) return { queries, most, result: value };
            }
        };
        const { queries, most, result } = run(Infinity);
        assert.equal(result.status, 'repaired', result.reason);
        assert.ok(queries > 10 * most, `${most} of ${queries} queries without a pause`);
        const abortAt = Math.ceil(queries / 10);
        const aborted = run(abortAt);
        assert.deepEqual([aborted.result.endedBy, aborted.result.outcome], ['signal', 'gave-up']);
        assert.ok(aborted.queries <= abortAt + 2 * most, `${aborted.queries} of ${queries}`);
    });
}

test('a time limit ends the search in the same way', async (t) => {
    const plan = monotonePlan(60, 5);
    const before = easyScenario(plan);
    let now = 0;
    // The clock advances by a millisecond whenever it is read.
    t.mock.method(performance, 'now', () => now++);
    const short = await repair(before, { graze, timeLimit: 0.005 });
    assert.deepEqual([short.outcome, short.endedBy], ['gave-up', 'time-limit']);
    assert.match(short.reason ?? '', /before the time limit; there may be some$/);
    const long = await repair(before, { graze, timeLimit: 3 });
    assert.deepEqual([long.outcome, long.endedBy], ['repaired', 'time-limit'], long.reason);
    assert.equal(findFault(plan, long.scenario), null);
    assert.ok(long.iterations < long.maxIterations);
    assert.ok(
        long.notices.some((text) => /^the time limit ended the search, after \d+ of/.test(text)),
    );
});

test('without an end by time or signal, repeated repairs are equal', async () => {
    const before = easyScenario(monotonePlan(40, 9));
    const options = { graze, maxIterations: 500 };
    const first = await repair(before, options);
    const second = await repair(before, { ...options, timeLimit: Infinity });
    assert.deepEqual(second, first);
});

test('wrong time limits and signals are refused', async () => {
    const before = easyScenario(monotonePlan(4, 1));
    for (const timeLimit of [0, -1, Number.NaN]) {
        await assert.rejects(() => repair(before, { timeLimit }), {
            code: 'out-of-range',
            argument: 'timeLimit',
        });
    }
    const any = /** @type {any} */ (repair);
    await assert.rejects(() => any(before, { timeLimit: '1' }), { code: 'wrong-type' });
    await assert.rejects(() => any(before, { signal: true }), {
        code: 'wrong-type',
        argument: 'signal',
    });
});
