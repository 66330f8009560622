import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { blankScenario, validate } from 'graze/scenario';
import { makeWalks, planOf } from '../bench/plan_makers.js';
import { scanAllPairs } from '../bench/plan_scan.js';
import { processorSeconds } from '../helpers.js';
import { stepConflicts } from '../oracle/step_oracle.js';

/** @import { Agent, ValidationResult, Scenario } from 'graze/scenario' */

const g = createSync();

/** @param {ValidationResult} result */
function overlapsOf({ violations }) {
    return violations
        .filter(({ agents }) => agents.length === 2)
        .map(({ agents: [a, b], interval: [lo, hi] }) => ({ a, b, lo, hi }));
}

/** @param {{ a: number, b: number, lo: number, hi: number }[]} overlaps */
function inOrder(overlaps) {
    return overlaps
        .map(({ a, b, lo, hi }) => [a, b, Number(lo.toFixed(9)), Number(hi.toFixed(9))])
        .sort((p, q) => p[0] - q[0] || p[1] - q[1] || p[2] - q[2]);
}

/** @param {Agent} agent @returns {Agent} */
function transposed({ motion, ...rest }) {
    return { ...rest, motion: motion.map(({ t0, t1, x, y }) => ({ t0, t1, x: y, y: x })) };
}

test('a plan of many agents has the verdicts of a scan of all pairs and all steps', async () => {
    const walks = makeWalks(500, 40, 9, 25);
    const plan = planOf(walks);
    const result = await validate(plan, { graze: g, suggestDelays: false });
    const { overlaps, clearance } = scanAllPairs(plan);
    assert.ok(overlaps.length > 10);
    assert.deepEqual(inOrder(overlapsOf(result)), inOrder(overlaps));
    assert.ok(Math.abs((result.clearance?.separation ?? 0) - clearance) < 1e-12);
    const meetings = result.violations.filter(({ kind }) => kind === 'vertex' || kind === 'edge');
    for (const { kind, a, b, step } of stepConflicts(walks.cells, true)) {
        const time = kind === 'edge' ? step + 0.5 : step;
        const overlap = meetings.find(({ agents, interval: [lo, hi] }) => {
            return agents[0] === a && agents[1] === b && lo <= time && time <= hi;
        });
        assert.ok(
            overlap?.kind === 'vertex' || overlap?.kind === kind,
            `${kind} ${a} ${b} ${step}`,
        );
    }
});

test('a plan that is much longer than wide has the same verdict in both orientations', async () => {
    const { cells } = makeWalks(300, 20, 4, 20);
    // The plan is stretched along y: most agents share their x with many.
    const stretched = cells.map((walk) => walk.map((value, k) => (k % 2 ? value : value % 6)));
    const { agents } = planOf({ cells: stretched, side: 60, intruders: 0 });
    const bare = agents.map(({ motion, ...rest }) => ({
        ...{ ...rest, start: null, goal: null },
        motion: motion.map(({ end, ...segment }) => segment),
    }));
    /** @param {Agent[]} list */
    const check = (list) =>
        validate({ ...blankScenario('test'), agents: list }, { graze: g, suggestDelays: false });
    const [tall, wide] = [await check(bare), await check(bare.map(transposed))];
    assert.ok(tall.violations.length > 100);
    assert.deepEqual(overlapsOf(wide), overlapsOf(tall));
    assert.equal(wide.clearance?.separation, tall.clearance?.separation);
    assert.deepEqual(
        inOrder(overlapsOf(tall)),
        inOrder(scanAllPairs({ ...blankScenario('test'), agents: bare }).overlaps),
    );
});

test('suggested delays for everybody in one position end with their limit of work', async () => {
    const shuttle = Array.from({ length: 60 }, (_, k) => [k % 2, 0]).flat();
    const cells = Array.from({ length: 120 }, () => Int32Array.from(shuttle));
    const plan = planOf({ cells, side: 2, intruders: 0 });
    const begin = processorSeconds();
    const { violations } = await validate(plan, { graze: g, maxSuggestions: 1e9 });
    assert.ok(processorSeconds() - begin < 600);
    assert.ok(violations.length >= (120 * 119) / 2);
    const points = { ...plan, sizesKnown: false };
    const unsized = await validate(points, { graze: g, maxSuggestions: 1e9 });
    assert.equal(unsized.checks['agent-agent'], null);
});
