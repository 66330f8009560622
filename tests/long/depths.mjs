/**
 * Tests the depth of random bodies of several parts against oracles, and by translations of bodies of any number of
 * parts. Prints wrong answers and a table; the exit code is 1 when an answer is wrong.
 *
 *   node tests/long/depths.mjs [PAIRS [SEED]]    defaults: 60,000 and 1; a fifth as many pairs of the other kinds
 */
import { createSync } from 'graze';
import { randomOf } from '../static/compound_cases.js';
import {
    checkAnyDepth,
    checkPartsDepth,
    randomAnyPair,
    randomPartsPair,
} from '../static/compound_depth_checks.js';

const total = Number(process.argv[2] ?? 60_000);
const random = randomOf(Number(process.argv[3] ?? 1));
/** Maximum number of wrong answers that are printed in full. */
const MAX_SHOWN = 5;

const g = createSync();
let wrong = 0;

/** @param {string} name @param {number} count @param {(k: number) => [string | null, string, unknown, number]} check */
function run(name, count, check) {
    const start = performance.now();
    /** @type {Record<string, number>} */
    const answers = {};
    let largest = 0;
    for (let k = 0; k < count; k++) {
        const [fault, answer, pair, error] = check(k);
        answers[answer] = (answers[answer] ?? 0) + 1;
        largest = Math.max(largest, error);
        if (fault === null) continue;
        wrong++;
        if (wrong <= MAX_SHOWN) console.log(name, fault, JSON.stringify(pair));
    }
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.log(
        `${name}: ${seconds} s, largest error ${largest.toExponential(2)}, ${JSON.stringify(answers)}`,
    );
}

for (const isRounded of [false, true]) {
    run(isRounded ? 'with radii' : 'polygons', isRounded ? total / 5 : total, () => {
        const pair = randomPartsPair(random, isRounded);
        const { fault, relation, error } = checkPartsDepth(g, pair);
        return [fault, relation, pair, error];
    });
}
run('any bodies', total / 5, () => {
    const pair = randomAnyPair(random);
    const checked = checkAnyDepth(g, pair);
    return [checked?.fault ?? null, checked?.answer ?? 'not valid', pair, 0];
});
console.log(`${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;
