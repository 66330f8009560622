/**
 * Measures what checking a swarm in space costs as it grows: spheres on pieces of degree 7, beside a sampling of all pairs in plain
 * JavaScript, which must find no overlap that the check leaves out. Run by `make bench-plans`:
 *   node tests/bench/space_plans.mjs [--drones 25,50,100,200] [--pieces 10] [--rate 100] [--seed 1]
 * `--rate`: samples per unit of time. Times are those of the process: of the first check, before anything is compiled, and of
 * the best of some rounds; of one check that also searches later starts, and of one repair, where no drone stays at its end.
 */
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { createSync } from 'graze';
import { repair, validate } from 'graze/scenario';
import { randomNumbers } from '../helpers.js';
import { randomSwarm } from '../scenario/space_plans.js';

/** @import { Scenario, ValidationResult } from 'graze/scenario' */

const { values: options } = parseArgs({
    options: {
        drones: { type: 'string', default: '25,50,100,200' },
        pieces: { type: 'string', default: '10' },
        rate: { type: 'string', default: '100' },
        seed: { type: 'string', default: '1' },
    },
});

const ROUNDS = 5;

/** Side of the box for 100 drones, which have as much room in all swarms; their mean radius. */
const [SIZE, RADIUS] = [14, 0.15];

/** Overlap that sampling must find in the check's result. */
const DEEP = 1e-6;

/** @template T @param {() => T} call @returns {Promise<{ time: number, result: Awaited<T> }>} milliseconds of the process */
async function timed(call) {
    const before = process.cpuUsage();
    const result = await call();
    const { user, system } = process.cpuUsage(before);
    return { time: (user + system) / 1000, result };
}

/**
 * Samples all pairs; returns the number of samples of a pair that overlap.
 *
 * @param {Scenario} plan
 * @param {ValidationResult} result
 */
function sample({ agents }, { span, violations }) {
    const [from, to] = /** @type {[number, number]} */ (span);
    const count = Math.ceil((to - from) * Number(options.rate));
    const at = new Float64Array(3 * agents.length);
    const radii = agents.map(({ shape }) => ('radius' in shape ? shape.radius : Number.NaN));
    const next = agents.map(() => 0);
    let overlaps = 0;
    for (let k = 0; k <= count; k++) {
        const time = from + ((to - from) * k) / count;
        for (const [a, { motion }] of agents.entries()) {
            while (next[a] < motion.length - 1 && motion[next[a]].t1 < time) next[a]++;
            const { t0, t1, x, y, z = [0] } = motion[next[a]];
            const s = Math.min(Math.max(time, t0), t1) - t0;
            for (const [axis, polynomial] of [x, y, z].entries()) {
                let value = 0;
                for (let i = polynomial.length - 1; i >= 0; i--) value = value * s + polynomial[i];
                at[3 * a + axis] = value;
            }
        }
        for (let a = 0; a < agents.length; a++) {
            for (let b = a + 1; b < agents.length; b++) {
                const [dx, dy, dz] = [0, 1, 2].map((axis) => at[3 * a + axis] - at[3 * b + axis]);
                const reach = radii[a] + radii[b] - DEEP;
                if (dx * dx + dy * dy + dz * dz >= reach * reach) continue;
                overlaps++;
                const isFound = violations.some(
                    ({ agents: [p, q], interval: [lo, hi] }) =>
                        p === a && q === b && lo <= time && time <= hi,
                );
                assert.ok(isFound, `${a} and ${b} at ${time}`);
            }
        }
    }
    return overlaps;
}

const COLUMNS = ['drones', 'pairs', 'pieces', 'overlaps', 'first check', 'check', 'sampling'];
console.log(`| ${[...COLUMNS, 'with later starts', 'repair', 'outcome'].join(' | ')} |`);
console.log(`|${'---|'.repeat(COLUMNS.length + 3)}`);
const graze = createSync();
for (const drones of options.drones.split(',').map(Number)) {
    const size = SIZE * Math.cbrt(drones / 100);
    const form = { drones, pieces: Number(options.pieces), size, radius: RADIUS };
    const plan = randomSwarm(randomNumbers(Number(options.seed)), form);
    const check = () => validate(plan, { graze, suggestDelays: false });
    const { time: first, result } = await timed(check);
    let best = Infinity;
    for (let k = 0; k < ROUNDS; k++) best = Math.min(best, (await timed(check)).time);
    const { time: sampling } = await timed(() => sample(plan, result));
    const { time: later } = await timed(() => validate(plan, { graze }));
    const ends = /** @type {const} */ ({ beforeStart: 'vanish', atGoal: 'vanish' });
    const { time: mended, result: repaired } = await timed(() =>
        repair({ ...plan, ...ends }, { graze, maxIterations: 1000 }),
    );
    const times = [first, best, sampling, later, mended].map((time) => `${Math.round(time)} ms`);
    const counts = [drones, result.pairsChecked, result.pieces, result.violationCount];
    console.log(`| ${[...counts, ...times, repaired.outcome].join(' | ')} |`);
}
