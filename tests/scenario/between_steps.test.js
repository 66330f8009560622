import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { blankScenario, validate } from 'graze/scenario';
import { describeCause } from 'graze/scenario/messages';
import { boxShape as box } from '../helpers.js';
import { inCells } from './random_plans.js';

/**
 * @import { BodyShape, MotionPiece, Scenario } from 'graze/scenario'
 */

const g = createSync();

/** @param {BodyShape} shape @param {MotionPiece[]} motion */
function agent(shape, motion) {
    return { name: '', shape, start: null, goal: null, motion };
}

/** @param {Scenario} scenario @param {object} [options] */
function check(scenario, options) {
    return validate(scenario, { graze: g, suggestDelays: false, ...options });
}

/** @param {[number, number]} interval */
function inHundredths(interval) {
    return interval.map((t) => Math.round(100 * t));
}

/**
 * Returns a plan of two boxes of which one passes the other, at times that are later by `late`.
 *
 * @param {Partial<Scenario>} [given]
 * @param {number} [late]
 */
function passing(given, late = 0) {
    const x = -2 - 4 * late;
    const agents = [
        agent(box(1, 1), [
            { t0: 0, t1: 1, x: [x, 4], y: [0] },
            { t0: 1, t1: 2, x: [x + 4, 4], y: [0] },
        ]),
        agent(box(1, 1), [{ t0: 0, t1: 2, x: [0], y: [0.5] }]),
    ];
    return { ...blankScenario('test'), timeStep: 1, agents, ...given };
}

test('an overlap at no time step says so', async () => {
    const [violation] = (await check(passing())).violations;
    assert.equal(violation.betweenSteps, true);
    assert.match(
        violation.message,
        /overlap by 0\.5 from t = 0\.25 to 0\.75, .*, between time steps$/,
    );
    // Here the end of a step lies in the middle of the contact.
    const [other] = (await check(passing({}, 0.5))).violations;
    assert.deepEqual(inHundredths(other.interval), [75, 125]);
    assert.ok(!('betweenSteps' in other));
    assert.doesNotMatch(other.message, /between time steps/);
    // A plan without a time step has nothing in between.
    const [free] = (await check(passing({ timeStep: null }))).violations;
    assert.ok(!('betweenSteps' in free));
});

test('a step at an end of a contact counts where touching does, or where a body appears', async () => {
    // The contact begins at the end of the first step, and is then a touch.
    const plan = passing({}, 0.75);
    const [touch] = (await check(plan)).violations;
    assert.deepEqual(inHundredths(touch.interval), [100, 150]);
    assert.equal(touch.betweenSteps, true);
    const [counted] = (await check(plan, { touching: 'conflict' })).violations;
    assert.ok(!('betweenSteps' in counted));
    // The second box is there for a while only, and appears in the first.
    const late = agent(box(1, 1), [{ t0: 1.25, t1: 1.375, x: [0], y: [0.5] }]);
    const vanish = /** @type {const} */ ('vanish');
    const given = { agents: [plan.agents[0], late], beforeStart: vanish, atGoal: vanish };
    const [appears] = (await check({ ...plan, ...given })).violations;
    assert.deepEqual(appears.interval, [1.25, 1.375]);
    assert.ok(!('betweenSteps' in appears));
});

test('a contact with an obstacle counts the states of both', async () => {
    const { agents } = passing();
    for (const [t, isBetween] of /** @type {const} */ ([
        [0.5, undefined],
        [0.9, true],
    ])) {
        const bus = {
            name: 'bus',
            shape: box(1, 1),
            pose: { x: 0, y: 0, angle: 0 },
            motion: [
                { t0: 0, t1: t, x: [0], y: [0.5] },
                { t0: t, t1: 2, x: [0], y: [0.5] },
            ],
        };
        const plan = passing({ agents: agents.slice(0, 1), obstacles: [bus] });
        const [{ obstacle, betweenSteps }] = (await check(plan)).violations;
        assert.deepEqual([obstacle, betweenSteps], ['bus', isBetween]);
    }
});

/** Pairs of agents of which one follows the other around a corner, far from other pairs. @type {[number, number][][]} */
const CORNERS = [0, 5, 10, 15, 20].flatMap((x) => [
    [
        [x + 1, 0],
        [x + 1, 1],
    ],
    [
        [x, 0],
        [x + 1, 0],
    ],
]);

/** Pairs of agents of which one moves along a diagonal beside the other. @type {[number, number][][]} */
const DIAGONALS = [0, 5, 10, 15, 20].flatMap((x) => [
    [
        [x + 1, 0],
        [x + 1, 0],
    ],
    [
        [x, 0],
        [x + 1, 1],
    ],
]);

/** Returns a plan of one step for agents of a shape. @param {[number, number][][]} walks @param {BodyShape} shape */
function oneStep(walks, shape) {
    const agents = walks.map(([from, to]) => {
        const [x, y] = [0, 1].map((k) => [from[k], to[k] - from[k]]);
        return agent(shape, [{ t0: 0, t1: 1, x, y }]);
    });
    return { ...inCells(walks), sizesKnown: true, agents };
}

test('a radius is a cause only of discs that move from cell to cell', async () => {
    const disc = { kind: /** @type {const} */ ('disc'), radius: 0.4 };
    const following = await check(oneStep(CORNERS, disc));
    const { violations, radius, unitSteps } = following;
    assert.deepEqual([violations.length, radius, unitSteps], [5, 0.4, true]);
    assert.match(describeCause(following), /a radius of at most 0\.353553 is clear of that$/);
    assert.ok((await check(oneStep(CORNERS, { ...disc, radius: 0.353553 }))).valid);
    // Outlines have no radius.
    const boxes = await check(oneStep(CORNERS, box(0.9, 0.9)));
    assert.ok(boxes.violations.length === 5 && boxes.radius === null);
    assert.equal(describeCause(boxes), '');
    // One that moves along a diagonal passes another at the same distance, but follows nobody.
    const passed = await check(oneStep(DIAGONALS, disc));
    assert.deepEqual([passed.violations.length, passed.unitSteps], [5, false]);
    assert.ok(Math.abs(Number(passed.violations[0].depth) - (0.8 - Math.SQRT1_2)) < 1e-9);
    assert.equal(describeCause(passed), '');
});
