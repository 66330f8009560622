/**
 * Repairs random plans in which the agents can go one after the other: agents that only move right or down, that pass each
 * other in corridors with bays, and that go through the doors of rooms. Every plan has to be repaired, valid for `validate` and
 * for an oracle that shares no code with the package, with no larger total than that of a simple rule. Prints a table; the
 * exit code is 1 when a plan fails.
 *
 *   node tests/long/easy_plans.mjs [PLANS [MAX-ITERATIONS [SEED]]]    defaults: 200, 2000 and 1
 */
import { createSync } from 'graze';
import { repair, validate } from 'graze/scenario';
import { EASY_PLANS, easyScenario, findFault, simpleTotal } from '../scenario/easy_plans.js';

const [count = 200, maxIterations = 2000, firstSeed = 1, timeLimit = 300] = process.argv
    .slice(2)
    .map(Number);

/** Numbers of agents; the largest plans are the fewest. */
const SIZES = [100, 100, 100, 100, 150, 150, 200, 200, 400, 1000];

const graze = createSync();

/** @type {Record<string, Record<string, number>>} */
const table = {};
let failed = 0;
for (let k = 0; k < count; k++) {
    const makePlan = EASY_PLANS[k % EASY_PLANS.length];
    const agents = SIZES[Math.floor(k / EASY_PLANS.length) % SIZES.length];
    const plan = makePlan(agents, firstSeed + k);
    const begin = performance.now();
    const result = await repair(easyScenario(plan), { graze, maxIterations, timeLimit });
    const seconds = (performance.now() - begin) / 1000;
    const simple = simpleTotal(plan);
    const { valid } = await validate(result.scenario, { graze, suggestDelays: false });
    const fault = findFault(plan, result.scenario);
    const isWrong = !valid || fault !== null || !(result.totalDelay <= simple);
    if (isWrong) {
        failed++;
        const total = `${result.totalDelay}, by the simple rule ${simple}`;
        console.log(
            `${plan.kind} ${agents}, seed ${firstSeed + k}: ${result.reason ?? fault ?? total}`,
        );
    }
    const key = `${plan.kind} ${agents}`;
    table[key] ??= {
        plans: 0,
        repaired: 0,
        agents: 0,
        total: 0,
        simple: 0,
        bound: 0,
        seconds: 0,
        slowest: 0,
        wrong: 0,
    };
    const row = table[key];
    row.plans++;
    row.repaired += Number(valid);
    row.agents += plan.ways.length;
    row.total += result.totalDelay;
    row.simple += simple;
    row.bound += result.lowerBound;
    row.seconds = Math.round(10 * (row.seconds + seconds)) / 10;
    row.slowest = Math.round(10 * Math.max(row.slowest, seconds)) / 10;
    row.wrong += Number(isWrong);
}
console.table(table);
const limits = `at most ${maxIterations} iterations and ${timeLimit} s each`;
console.log(`${count} plans, ${limits}: ${failed} wrong`);
process.exitCode = failed > 0 || count === 0 ? 1 : 0;
