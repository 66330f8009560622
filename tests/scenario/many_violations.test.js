import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSync, GrazeError } from 'graze';
import { readScenario, validate } from 'graze/scenario';
import { describeCause, describeTotals, describeVerdict } from 'graze/scenario/messages';
import { validateInTeam } from '../../js/scenario/validation/validate.js';
import { makeBlockTeam } from './block_team.js';
import { inCells, randomNumbers, randomPlan, randomWalks, scenario } from './random_plans.js';

/**
 * Plans with more violations than a result keeps: all are counted, the first ones are kept.
 *
 * @import { Scenario, ValidateOptions } from 'graze/scenario'
 */

const g = createSync();

/** Returns a plan with violations of most kinds. @param {number} seed @returns {Scenario} */
function anyPlan(seed) {
    const random = randomNumbers(seed);
    const blocked = Uint8Array.from({ length: 25 }, () => Number(random() < 0.2));
    const given = {
        grid: { nx: 5, ny: 5, blocked },
        speedLimit: random() < 0.3 ? 0.5 : null,
        atGoal: random() < 0.5 ? /** @type {const} */ ('stay') : /** @type {const} */ ('vanish'),
    };
    if (seed % 3 === 0) return { ...randomPlan(seed, 9, 6, 12, 0.45), ...given };
    return inCells(randomWalks(seed, 9, 6, 12), { ...given, sizesKnown: seed % 3 === 1 });
}

/**
 * Returns the text of a plan of agents that are in one cell from the start, and leave it one after the other.
 *
 * @param {number} agents
 * @param {number} steps
 */
function crowd(agents, steps) {
    const rows = Array.from({ length: steps }, (_, t) => {
        const cells = Array.from({ length: agents }, (_, a) => `(${a % steps < t ? a + 1 : 0},0)`);
        return `${t}:${cells.join(',')}`;
    });
    return rows.join('\n');
}

describe('a result with at most maxKept violations', () => {
    test('has the first violations of the complete result, and the counts of all', async () => {
        const kinds = new Set();
        for (let seed = 0; seed < 150; seed++) {
            const plan = anyPlan(seed);
            /** @type {ValidateOptions} */
            const options = { graze: g, suggestDelays: false, tolerance: seed % 2 ? 0.01 : 0 };
            const all = await validate(plan, { ...options, maxKept: Infinity });
            const { violations, notices, ...rest } = all;
            assert.equal(all.violationCount, violations.length);
            /** @type {Record<string, number>} */
            const counts = {};
            for (const { kind } of violations) counts[kind] = (counts[kind] ?? 0) + 1;
            assert.deepEqual(all.violationCounts, counts);
            for (const kind of Object.keys(counts)) kinds.add(kind);
            for (const maxKept of [1, 2, 7]) {
                const some = await validate(plan, { ...options, maxKept });
                const team = makeBlockTeam(seed);
                assert.deepEqual(await validateInTeam(plan, { ...options, maxKept }, team), some);
                const kept = violations.slice(0, maxKept);
                const note = `${violations.length} violations were found; the first ${maxKept} of them, by time, are kept (maxKept or --max-kept keeps more)`;
                const isCut = violations.length > maxKept;
                assert.deepEqual(some, {
                    ...rest,
                    violations: kept,
                    notices: isCut ? [...notices, note] : notices,
                });
            }
        }
        const expected = ['agent-agent', 'agent-obstacle', 'edge', 'off-map', 'speed', 'vertex'];
        assert.deepEqual([...kinds].sort(), expected);
    });

    test('keeps violations with bodies and obstacles in the same way', async () => {
        let count = 0;
        for (let seed = 0; seed < 12; seed++) {
            const plan = randomPlan(seed, 6, 5, 8, 0.4);
            /** @type {Scenario['agents'][number]['shape']} */
            const shape = {
                kind: 'polygon',
                radius: 0,
                points: [
                    [-0.4, -0.4],
                    [0.4, -0.4],
                    [0, 0.4],
                ],
            };
            const agents = plan.agents.map((agent) => ({ ...agent, shape }));
            const pose = { x: 2, y: 2, angle: 0 };
            const obstacles = [{ name: 'rock', shape, pose }];
            const bodies = scenario(agents, { obstacles });
            const all = await validate(bodies, { graze: g, suggestDelays: false });
            const some = await validate(bodies, { graze: g, suggestDelays: false, maxKept: 3 });
            assert.deepEqual(some.violations, all.violations.slice(0, 3));
            assert.deepEqual(some.violationCounts, all.violationCounts);
            count += all.violationCount;
        }
        assert.ok(count > 30, `${count} violations`);
    });

    test('counts the pairs of a crowd, which are searched by blocks of agents', async () => {
        const [agents, steps] = [600, 3];
        const plan = { name: 'crowd', text: crowd(agents, steps) };
        const pairs = (agents * (agents - 1)) / 2;
        const points = await validate(await readScenario({ plan }), { graze: g, maxKept: 4 });
        assert.deepEqual(points.violationCounts.vertex, pairs);
        const discs = { ...(await readScenario({ plan }, { radius: 0.3 })), speedLimit: null };
        const options = { graze: g, suggestDelays: false, maxKept: 4 };
        const result = await validate(discs, options);
        assert.equal(result.violationCounts.vertex, pairs);
        assert.deepEqual(
            result.violations.map(({ kind, agents }) => [kind, ...agents]),
            [1, 2, 3, 4].map((b) => ['vertex', 0, b]),
        );
        assert.deepEqual(await validateInTeam(discs, options, makeBlockTeam(1)), result);
    });

    test('is described by its counts', async () => {
        const plan = { name: 'crowd', text: crowd(30, 1) };
        const result = await validate(await readScenario({ plan }), { graze: g, maxKept: 5 });
        assert.equal(describeVerdict(result), '435 violations');
        assert.equal(describeTotals(result), '435 shared cells');
        assert.match(describeCause(result), /^the first 5 violations are of agent 0$/);
    });

    test('refuses a maxKept that is not a positive integer', async () => {
        for (const maxKept of [0, -1, 1.5, Number.NaN, '3', null]) {
            await assert.rejects(
                validate(scenario([]), { graze: g, maxKept: /** @type {any} */ (maxKept) }),
                (error) =>
                    error instanceof GrazeError &&
                    error.code === 'out-of-range' &&
                    error.message.startsWith('maxKept must be a positive integer or Infinity, got'),
            );
        }
    });
});
