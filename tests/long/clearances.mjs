/**
 * Tests clearances and separations of moving unions that overlap for much of their time against depths and distances at
 * many instants: of two bodies, in batches and in scenes, with and without `atMost`. Prints wrong answers as programs, and
 * tables; the exit code is 1 when an answer is wrong.
 *
 *   node tests/long/clearances.mjs [PAIRS [SEED]]    defaults: 20,000 and 1
 */
import { createSync } from 'graze';
import {
    checkClearances,
    faultOfInflation,
    haveLimit,
    randomDeepPair,
} from '../motion/clearance_checks.js';
import { movingProgramOf } from '../motion/moving_union_cases.js';
import { randomOf } from '../static/compound_cases.js';

const total = Number(process.argv[2] ?? 20_000);
const seed = Number(process.argv[3] ?? 1);
/** Maximum number of wrong answers of each kind that are printed in full. */
const MAX_SHOWN = 1;

const g = createSync();
const random = randomOf(seed);
const isLimited = haveLimit(g);
if (!isLimited) console.log('single clearances take no limit: it is left out');

/** @type {Record<string, { count: number, wrong: number, answers: Record<string, number> }>} */
const table = {};
/** @type {Record<string, number>} */
const wrong = {};
const start = performance.now();
for (let k = 0; k < total; k++) {
    const pair = randomDeepPair(random);
    const record = (
        /** @type {string} */ name,
        /** @type {any} */ answer,
        /** @type {any} */ fault,
    ) => {
        table[name] ??= { count: 0, wrong: 0, answers: {} };
        const row = table[name];
        row.count++;
        const { status = answer.hi === Infinity ? 'not near' : 'found' } = answer;
        row.answers[status] = (row.answers[status] ?? 0) + 1;
        if (fault === null) return;
        row.wrong++;
        wrong[fault.kind] = (wrong[fault.kind] ?? 0) + 1;
        if (wrong[fault.kind] > MAX_SHOWN) return;
        console.log(`// ${k}, ${pair.kind}: ${fault.kind}\n// ${JSON.stringify(fault.details)}`);
        console.log(`${movingProgramOf(pair, fault.call)}\n`);
    };
    checkClearances(g, random, pair, isLimited, record);
    if (k % 4 !== 0) continue;
    const fault = faultOfInflation(g, random, pair);
    const kind = 'inflation';
    record(
        kind,
        { status: 'compared' },
        fault === null ? null : { kind, call: `'${fault}'`, details: { fault } },
    );
}

console.log(`${total} pairs, seed ${seed}, ${((performance.now() - start) / 1000).toFixed(0)} s`);
for (const [name, { count, wrong: faults, answers }] of Object.entries(table))
    console.log(`${name.padEnd(28)} ${count}, ${faults} wrong, ${JSON.stringify(answers)}`);
for (const [kind, count] of Object.entries(wrong))
    console.log(`${String(count).padStart(7)}  ${kind}`);
const sum = Object.values(wrong).reduce((p, q) => p + q, 0);
console.log(`${sum} wrong`);
process.exitCode = sum > 0 ? 1 : 0;
