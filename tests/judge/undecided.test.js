import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync, GrazeError } from 'graze';
import { blankScenario, repair, validate } from 'graze/scenario';
import { describeMend, describeRepair } from 'graze/scenario/words';
import { randomNumbers } from '../helpers.js';
import { Claims, checkMends, checkRepair } from '../oracle/claim_oracle.js';

/**
 * Delays that the core leaves undecided, or finds too many of: nothing is claimed that is not proved. An undecided delay once
 * counted as a conflict for ever, so a conflict that 0.25 ends was said to have no end, and a total that was 40 times too
 * large to be the least.
 *
 * @import { Agent, Obstacle, Scenario } from 'graze/scenario'
 */

/** An instance whose searches for delays end after so many iterations. @param {number} budget */
function hasty(budget) {
    const graze = createSync();
    const { motionDelays } = graze;
    graze.motionDelays = (a, motionA, b, motionB, options) =>
        motionDelays.call(graze, a, motionA, b, motionB, { ...options, budget });
    return graze;
}

/** @param {number} length @param {number} width @returns {Agent['shape']} */
function box(length, width) {
    const [x, y] = [length / 2, width / 2];
    return {
        kind: 'polygon',
        points: [
            [-x, -y],
            [x, -y],
            [x, y],
            [-x, y],
        ],
        radius: 0,
    };
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
            theta: [theta, value(1.5)],
        };
        [x, y, theta] = [segment.x, segment.y, segment.theta].map((c) =>
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

for (const budget of [1, 4, 16, 64, 0]) {
    const named = budget === 0 ? 'the default budget' : `${budget} iterations`;
    test(`random bodies, delays by ${named}: every claim of validate and repair holds`, () => {
        const graze = budget === 0 ? createSync() : hasty(budget);
        const random = randomNumbers(7 + budget);
        const claims = new Claims();
        /** @type {Record<string, number>} */
        const seen = {};
        for (let k = 0; k < 60; k++) {
            const scenario = anyPlan(random, k % 3 === 0 ? null : 0.25);
            const result = validate(scenario, { graze });
            checkMends(scenario, result, claims);
            const made = repair(scenario, { graze, budget: 200 });
            checkRepair(scenario, made, claims);
            for (const { delayStatus = 'absent' } of result.violations) {
                seen[delayStatus] = (seen[delayStatus] ?? 0) + 1;
            }
            seen[made.outcome] = (seen[made.outcome] ?? 0) + 1;
            const why = `plan ${k}: ${JSON.stringify(scenario)}`;
            assert.deepEqual(claims.faults, [], why);
        }
        assert.ok(claims.checked > (budget < 16 ? 20 : 1000), String(claims.checked));
        const expected = budget === 1 ? ['undecided', 'enough', 'gave-up'] : ['least', 'none'];
        for (const each of expected) assert.ok(seen[each] > 0, `${each} ${JSON.stringify(seen)}`);
    });
}
