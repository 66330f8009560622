/**
 * Tests random unions of thin and solid parts at rest and in casts against an exact oracle, whole numbers throughout:
 * single queries, batches and worlds. Prints wrong answers as programs, and tables; the exit code is 1 when an answer is
 * wrong.
 *
 *   node tests/long/unions.mjs [PAIRS [SEED]]    defaults: 100,000 and 1
 */
import { createSync } from 'graze';
import { randomOf } from '../static/compound_cases.js';
import { checkUnions, programOf } from '../static/union_checks.js';

const total = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? 1);
/** Maximum number of wrong answers of each kind that are printed in full. */
const MAX_SHOWN = 2;

/** @type {Record<string, number>} */
const wrong = {};
const start = performance.now();
const answers = checkUnions(
    createSync(),
    randomOf(seed),
    total,
    (pair, { kind, call, got, right }) => {
        wrong[kind] = (wrong[kind] ?? 0) + 1;
        if (wrong[kind] > MAX_SHOWN) return;
        console.log(`// ${kind}: ${JSON.stringify(got)}, not ${JSON.stringify(right)}`);
        console.log(`${programOf(pair, call)}\n`);
    },
);
const seconds = ((performance.now() - start) / 1000).toFixed(0);
console.log(`${total} pairs, seed ${seed}, ${seconds} s: ${JSON.stringify(answers)}`);
for (const [kind, count] of Object.entries(wrong))
    console.log(`${String(count).padStart(7)}  ${kind}`);
const sum = Object.values(wrong).reduce((p, q) => p + q, 0);
console.log(`${sum} wrong`);
process.exitCode = sum > 0 ? 1 : 0;
