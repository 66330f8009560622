/**
 * Tests first overlaps and first contacts of unions that slide, roll, rest, touch, dip and come back, late or at once,
 * against a search with derived bounds. Prints wrong answers as programs, and tables; the exit code is 1 when an answer is
 * wrong.
 *
 *   node tests/long/overlaps.mjs [PAIRS [SEED]]    defaults: 20,000 and 1
 */
import { createSync } from 'graze';
import { movingProgramOf, randomMovingUnions } from '../motion/moving_union_cases.js';
import { checkOverlaps, limitsOf } from '../motion/overlap_checks.js';
import { below, randomOf } from '../static/compound_cases.js';

const total = Number(process.argv[2] ?? 20_000);
const seed = Number(process.argv[3] ?? 1);
/** Maximum number of wrong answers of each kind that are printed in full. */
const MAX_SHOWN = 2;
/** Allowed share of undecided answers. */
const MOST_UNDECIDED = 0.001;

const g = createSync();
const random = randomOf(seed);

/** @type {Record<string, { count: number, wrong: number, unclear: number, answers: Record<string, number>, iterations: number[], widths: number[] }>} */
const table = {};
/** @type {Record<string, number>} */
const wrong = {};
const start = performance.now();
for (let k = 0; k < total; k++) {
    const pair = randomMovingUnions(random);
    const { tolerance, distanceTolerance } = limitsOf(pair);
    const given = below(random, 2) === 0 ? { tolerance, distanceTolerance } : {};
    checkOverlaps(g, pair, given, (name, answer, fault, unclear) => {
        table[name] ??= { count: 0, wrong: 0, unclear: 0, answers: {}, iterations: [], widths: [] };
        const row = table[name];
        row.count++;
        row.unclear += Math.min(unclear, 1);
        row.answers[answer.status] = (row.answers[answer.status] ?? 0) + 1;
        if (answer.iterations !== undefined) row.iterations.push(answer.iterations);
        if (answer.status === 'hit') row.widths.push((answer.time[1] - answer.time[0]) / tolerance);
        if (fault === null) return;
        row.wrong++;
        wrong[fault.kind] = (wrong[fault.kind] ?? 0) + 1;
        if (wrong[fault.kind] > MAX_SHOWN) return;
        console.log(`// ${k}, ${pair.kind}: ${fault.kind}\n// ${JSON.stringify(fault.details)}`);
        console.log(`${movingProgramOf(pair, fault.call)}\n`);
    });
}

/** @param {number[]} values @param {number} share */
const quantile = (values, share) =>
    values.length === 0
        ? ''
        : values.sort((p, q) => p - q)[Math.floor(share * (values.length - 1))];

console.log(`${total} pairs, seed ${seed}, ${((performance.now() - start) / 1000).toFixed(0)} s`);
let sum = 0;
for (const [name, { count, wrong: faults, unclear, answers, iterations, widths }] of Object.entries(
    table,
)) {
    console.log(
        `${name}: ${count}, ${faults} wrong, ${unclear} with steps the oracle leaves open, ${JSON.stringify(answers)}`,
    );
    if (iterations.length > 0)
        console.log(
            `  iterations: p50 ${quantile(iterations, 0.5)}, p99 ${quantile(iterations, 0.99)}, worst ${quantile(iterations, 1)}`,
        );
    if (widths.length > 0)
        console.log(
            `  brackets, in tolerances: p50 ${quantile(widths, 0.5)}, p99 ${quantile(widths, 0.99)}, worst ${quantile(widths, 1)}`,
        );
    sum += faults;
    if (name === 'first overlap' && (answers.undecided ?? 0) > MOST_UNDECIDED * count) {
        console.log(`${name}: too many are undecided`);
        sum++;
    }
}
for (const [kind, count] of Object.entries(wrong))
    console.log(`${String(count).padStart(7)}  ${kind}`);
console.log(`${sum} wrong`);
process.exitCode = sum > 0 ? 1 : 0;
