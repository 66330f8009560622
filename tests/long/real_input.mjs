/**
 * Tests moving bodies as in real input (turning, in convoy, spinning, wavy, on Unix time) against brute force: first
 * contacts, clearances and unsafe delays. Prints tables of answers, times and iterations; the exit code is 1 when an
 * answer is late, missed, wrong, wider than it reports or worse than a trivial bound.
 *
 *   node tests/long/real_input.mjs [--share 0.01] [--seed 1] [--only kind/question] [--case INDEX] [--graze PATH]
 *
 * Full size: 100,000 first contacts, 20,000 clearances, 2,000 delays. --graze tests another build's dist/graze.js;
 * --case prints one case in full.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect, parseArgs } from 'node:util';
import { KINDS } from './real_input/kinds.js';
import { countOf, FAULTS, QUESTIONS, queryCase, queryMany } from './real_input/run.js';

/** @import { Kind, Question, Tally } from './real_input/run.js' */

const { values } = parseArgs({
    options: {
        share: { type: 'string', default: '1' },
        seed: { type: 'string', default: '1' },
        only: { type: 'string', default: '' },
        case: { type: 'string' },
        graze: { type: 'string' },
    },
});
const [share, seed] = [Number(values.share), Number(values.seed)];
const build = values.graze === undefined ? 'graze' : pathToFileURL(resolve(values.graze)).href;
/** @type {typeof import('graze')} */
const { createSync } = await import(build);
const g = createSync();

/** Maximum number of faults and undecided cases that are listed, for each kind and question. */
const MAX_SHOWN = 5;

const questions = /** @type {Question[]} */ (Object.keys(QUESTIONS));
const wanted = questions
    .flatMap((question) => KINDS.map((kind) => ({ kind, question, name: `${kind}/${question}` })))
    .filter(({ name }) => name.includes(values.only));
if (wanted.length === 0) throw new Error(`--only ${values.only}: no such kind/question`);

/** @param {number[]} numbers @param {number} share */
function quantile(numbers, share) {
    const sorted = numbers.toSorted((p, q) => p - q);
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** @param {Tally} tally */
function rowOf({ queried, statuses, faults, unsure, unchecked, times, iterations }) {
    const us = times.map((ms) => 1000 * ms);
    const at = (/** @type {number[]} */ list, /** @type {number} */ most) =>
        list.length > 0 ? Math.round(quantile(list, most)) : '-';
    return {
        queried,
        undecided: statuses.undecided ?? 0,
        ...faults,
        unsure,
        unchecked,
        'us p50': at(us, 0.5),
        'us p99': at(us, 0.99),
        'us worst': at(us, 1),
        'it. p50': at(iterations, 0.5),
        'it. p99': at(iterations, 0.99),
        'it. worst': at(iterations, 1),
    };
}

if (values.case !== undefined) {
    for (const { kind, question, name } of wanted) {
        console.log(
            name,
            values.case,
            inspect(queryCase(g, kind, question, seed, Number(values.case)), { depth: 9 }),
        );
    }
    process.exit();
}

console.log(`${share} of the full size, seed ${seed}`);
const begun = performance.now();
/** @type {Record<string, ReturnType<typeof rowOf>>} */
const rows = {};
/** @type {Record<string, Record<string, number>>} */
const statuses = {};
let wrong = 0;
for (const { kind, question, name } of wanted) {
    const tally = queryMany(g, kind, question, { count: countOf(kind, question, share), seed });
    rows[name] = rowOf(tally);
    statuses[name] = tally.statuses;
    wrong += FAULTS.reduce((sum, fault) => sum + tally.faults[fault], 0);
    for (const { index, fault, why, answer } of tally.found.slice(0, MAX_SHOWN)) {
        console.log(
            `${name} --case ${index}: ${fault}, ${why}`,
            JSON.stringify(answer).slice(0, 400),
        );
    }
    const undecided = tally.undecided.slice(0, MAX_SHOWN).join(', ');
    if (undecided !== '') console.log(`${name} undecided: ${undecided}`);
}
console.table(rows);
console.table(statuses);
console.log(`${wrong} wrong in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
process.exitCode = wrong > 0 ? 1 : 0;
