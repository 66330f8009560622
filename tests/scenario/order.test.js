import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createSync } from 'graze';
import { readScenario, repair, validate } from 'graze/scenario';
import { applyDelays } from '../../js/scenario/repair/apply_delays.js';
import { boxShape, inShared, randomNumbers, sourceFile } from '../helpers.js';
import { totalInOrder } from '../oracle/order_oracle.js';
import { agent, inCells, randomWalks, scenario, walkers } from './random_plans.js';

/**
 * @import { Agent, Scenario } from 'graze/scenario'
 * @import { Cell } from '../oracle/waits_oracle.js'
 */

const g = createSync();

/**
 * Returns a plan some of whose agents wait on their way.
 *
 * @param {Scenario} plan
 * @param {number} seed
 * @param {number} count of agents
 * @param {number} most how long
 */
function delayed(plan, seed, count, most) {
    const random = randomNumbers(seed);
    const below = (/** @type {number} */ n) => Math.floor(random() * n);
    const delays = plan.agents.map(({ motion }) => new Float64Array(motion.length));
    for (let k = 0; k < count; k++) {
        const own = delays[below(delays.length)];
        const wait = 1 + below(most);
        for (let at = below(own.length); at < own.length; at++) own[at] += wait;
    }
    return applyDelays(plan, delays, false).scenario;
}

/**
 * Generates random valid plans, each with a copy in which some agents are late, so that it is not valid.
 *
 * @param {(walks: Cell[][]) => Scenario} make
 * @param {number} count
 */
async function* latePlans(make, count) {
    for (let seed = 0, made = 0; made < count; seed++) {
        const { status, scenario: meant } = await repair(make(randomWalks(seed, 7, 6, 12)), {
            graze: g,
        });
        if (status === 'unrepaired') continue;
        const late = delayed(meant, seed, 2, 3);
        if ((await validate(late, { graze: g, suggestDelays: false })).valid) continue;
        made++;
        yield { meant, late };
    }
}

/** @param {Scenario} plan */
function walksOf({ discrete }) {
    assert.ok(discrete);
    return discrete.cells;
}

test('in steps, the order of the reference plan always gives waits, no more than its plan graph', async () => {
    let less = 0;
    for await (const { meant, late } of latePlans((walks) => inCells(walks), 150)) {
        const made = await repair(late, { graze: g, reference: meant });
        assert.equal(made.status, 'repaired', made.reason);
        const most = totalInOrder(walksOf(meant), walksOf(late));
        assert.ok(
            made.referenceTotalDelay !== null && made.referenceTotalDelay <= most,
            `${made.referenceTotalDelay} ${most}`,
        );
        assert.ok(made.totalDelay <= made.referenceTotalDelay);
        assert.equal((await validate(made.scenario, { graze: g })).valid, true);
        if (made.totalDelay < most) less++;
    }
    assert.ok(less > 10, String(less));
});

test('waits of discs, in steps and in continuous time, are found too, and leave no conflict', async () => {
    for (const given of [{ timeStep: 1 }, {}]) {
        let kept = 0;
        const make = (/** @type {Cell[][]} */ walks) => scenario(walkers(walks, 0.4), given);
        for await (const { meant, late } of latePlans(make, 60)) {
            const made = await repair(late, { graze: g, reference: meant });
            assert.equal(made.status, 'repaired', made.reason);
            if (made.referenceTotalDelay !== null) kept++;
            assert.ok(made.totalDelay <= (made.referenceTotalDelay ?? Infinity) + 1e-9);
            assert.equal((await validate(made.scenario, { graze: g, tolerance: 0 })).valid, true);
        }
        assert.ok(kept >= 55, String(kept));
    }
});

test('the agent that was to go first goes first when the iterations allow no search', async () => {
    /** @type {Cell[][]} */
    const walks = [
        [
            [0, 0],
            [1, 0],
            [2, 0],
            [3, 0],
        ],
        [
            [2, 2],
            [2, 2],
            [2, 2],
            [2, 1],
            [2, 0],
            [2, -1],
        ],
    ];
    const meant = inCells(walks);
    assert.equal((await validate(meant, { graze: g })).valid, true);
    const first = walks[0][0];
    const late = inCells([[first, first, ...walks[0]], walks[1]]);
    assert.equal((await validate(late, { graze: g })).valid, false);
    const made = await repair(late, { graze: g, reference: meant, maxIterations: 1 });
    assert.deepEqual(
        [made.status, made.method, made.iterations],
        ['repaired', 'reference-order', 1],
    );
    assert.deepEqual(
        made.changes.map((change) => change.agent),
        [1],
    );
    assert.equal(made.referenceTotalDelay, made.totalDelay);
});

test('bodies that only start later keep the order of the reference plan', async () => {
    /** @param {string} name @param {number} t0 @param {boolean} isEast @returns {Agent} */
    const car = (name, t0, isEast) => ({
        name,
        shape: boxShape(4, 2),
        start: null,
        goal: null,
        motion: [
            {
                t0,
                t1: t0 + 20,
                x: isEast ? [-20, 2] : [0],
                y: isEast ? [0] : [-20, 2],
                angle: [isEast ? 0 : Math.PI / 2],
            },
        ],
    });
    const gone = /** @type {const} */ ({ beforeStart: 'vanish', atGoal: 'vanish' });
    const meant = scenario([car('east', 0, true), car('north', 6, false)], gone);
    assert.equal((await validate(meant, { graze: g })).valid, true);
    const late = scenario([car('east', 5.5, true), car('north', 6, false)], gone);
    const made = await repair(late, { graze: g, reference: meant });
    assert.deepEqual([made.status, made.changes[0].agent], ['repaired', 1]);
    assert.ok(made.referenceTotalDelay !== null);
    const other = scenario([car('east', 0, true), car('north', 6, false)], gone);
    other.agents[1].motion[0].y = [-20, 2.5];
    await assert.rejects(() => repair(late, { graze: g, reference: other }), {
        code: 'other-plan',
        message: /^agent north does not move at \(0, -20\) at t = 6 as in the reference plan/,
    });
});

test('a reference plan with other agents or paths is an error that names the agent and the place', async () => {
    const way = agent([
        [0, 0],
        [1, 0],
        [2, 0],
    ]);
    /** @param {Partial<Agent>} given @returns {Agent} */
    const named = (given) => ({ ...way, name: 'a', ...given });
    const plan = scenario([
        named({}),
        {
            ...agent([
                [5, 5],
                [6, 5],
            ]),
            name: 'b',
        },
    ]);
    const [, b] = plan.agents;
    /** @type {[Agent[], RegExp][]} */
    const cases = [
        [[named({})], /^the reference plan has no agent b, which the plan has$/],
        [
            [named({}), b, named({ name: 'c' })],
            /^the reference plan has agent c, which the plan does not have$/,
        ],
        [
            [
                named({
                    motion: agent([
                        [0, 1],
                        [1, 0],
                    ]).motion,
                }),
                b,
            ],
            /^agent a begins at \(0, 0\), but at \(0, 1\) in the reference plan$/,
        ],
        [
            [
                named({
                    motion: agent([
                        [0, 0],
                        [1, 0],
                        [1, 1],
                    ]).motion,
                }),
                b,
            ],
            /^agent a goes from \(1, 0\) to \(2, 0\) at t = 1, but from \(1, 0\) to \(1, 1\) in the reference plan$/,
        ],
        [
            [
                named({
                    motion: agent([
                        [0, 0],
                        [1, 0],
                    ]).motion,
                }),
                b,
            ],
            /^agent a goes from \(1, 0\) to \(2, 0\) at t = 1, but ends there in the reference plan$/,
        ],
        [
            [
                named({
                    motion: agent([
                        [0, 0],
                        [1, 0],
                        [2, 0],
                        [3, 0],
                    ]).motion,
                }),
                b,
            ],
            /^agent a ends at \(2, 0\), but goes on in the reference plan$/,
        ],
    ];
    for (const [agents, message] of cases) {
        await assert.rejects(() => repair(plan, { graze: g, reference: scenario(agents) }), {
            code: 'other-plan',
            argument: 'reference',
            message,
        });
    }
    // If no names agree, agents are matched by their numbers.
    const numbered = plan.agents.map((each, k) => ({ ...each, name: String(k) }));
    assert.equal((await repair(plan, { graze: g, reference: scenario(numbered) })).status, 'valid');
    await assert.rejects(() => repair(plan, /** @type {any} */ ({ reference: 3 })), {
        code: 'wrong-type',
    });
    await assert.rejects(() => repair(plan, /** @type {any} */ ({ reference: {} })), {
        name: 'GrazeError',
    });
});

const REAL = inShared('real/');
const DELAYED = `${REAL}findings/repair/d_l3_maze-32-32-4_40_7_2.3.1.txt`;

test('the order of a maze with 40 agents, two of them late, is kept', {
    skip: existsSync(DELAYED) ? false : `${DELAYED} is not here`,
}, async () => {
    const reference = await readScenario({
        plan: sourceFile(`${REAL}fresh/l3_maze-32-32-4_40_7.txt`),
    });
    const late = await readScenario({
        plan: { name: 'late', text: readFileSync(DELAYED, 'utf8') },
    });
    const made = await repair(late, { graze: g, reference });
    assert.equal(made.status, 'repaired');
    assert.ok(
        made.referenceTotalDelay !== null && made.referenceTotalDelay <= 46,
        String(made.referenceTotalDelay),
    );
    assert.ok(made.totalDelay <= made.referenceTotalDelay);
    assert.ok(made.iterations <= 10_000);
});
