/**
 * Compares queries of two hulls in space with those of libraries in JavaScript: verdicts beside exact relations, errors of
 * distances and depths, times; each library in a process of its own, in turn. Prints tables in Markdown:
 *   node tests/bench/solid/js.mjs [CASES.json]
 * solid.mjs describes CASES.json, to which families from a seed are added. A wrong verdict of this library ends the program
 * with 1.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { randomFor, shuffle } from '../../../js/bench/random.js';
import { measureBatches } from './batches.js';
import { CONTESTANTS } from './contestants.js';
import { measureForms } from './forms.js';
import { makeFamilies, readPairs } from './pairs.js';
import {
    countFaults,
    HEADING,
    printHeading,
    printRow,
    quantile,
    scoreCells,
    scoreDepths,
    timeCell,
} from './scores.js';

/** @import { Entry } from './scores.js' */

const ROUNDS = 15;

const [path] = process.argv.slice(2);
const made = makeFamilies();
const read = path && existsSync(path) ? readPairs(path) : [];
const all = [...read, ...made];
const truths = all.map(({ truth }) => truth);
const pairs = all.map(({ pair }) => pair);

/** @param {import('node:child_process').ChildProcess} child @param {object} message @returns {Promise<any>} */
async function ask(child, message) {
    const stop = new AbortController();
    const reply = once(child, 'message', stop);
    child.send(message);
    try {
        const ended = once(child, 'exit', stop).then(([code]) => {
            throw new Error(`a process ended with ${code}`);
        });
        return (await Promise.race([reply, ended]))[0];
    } finally {
        stop.abort();
    }
}

/** @type {Entry[]} */
const entries = [];
/** @type {{ child: import('node:child_process').ChildProcess, first: number }[]} */
const children = [];
for (const name of Object.keys(CONTESTANTS)) {
    const child = fork(new URL('process.mjs', import.meta.url), [name]);
    await once(child, 'message');
    const queries = await ask(child, { pairs });
    children.push({ child, first: entries.length });
    entries.push(...queries.map((/** @type {Entry} */ query) => ({ ...query, times: [] })));
}
const random = randomFor('processes');
for (let round = 0; round < ROUNDS; round++) {
    const order = children.map((_, k) => k);
    for (const { child, first } of shuffle(random, order).map((k) => children[k])) {
        const times = await ask(child, {});
        times.forEach((/** @type {number[]} */ some, /** @type {number} */ k) => {
            entries[first + k].times = some;
        });
    }
}
for (const { child } of children) child.disconnect();

/** Indices of the pairs of the first table: those of the file, if there is one. */
const timed = (read.length > 0 ? read : made).map((_, k) => k);
const ofRelation = [0, 1, 2].map((relation) =>
    timed.filter((k) => truths[k].relation === relation),
);
const [relation, , gap, , penetration] = entries;

/** Returns the query of this library that answers as much. @param {Entry} entry */
function baseOf({ hasDistance, hasDepth }) {
    if (hasDistance) return gap;
    return hasDepth ? penetration : relation;
}

console.log(`${all.length} pairs, of which times are of ${timed.length}\n`);
printHeading([
    'of a pair',
    ...HEADING,
    'depths missing / off by 0.1 % (largest error / size)',
    'ns, p50 / p99',
    'p50: disjoint / touching / overlapping',
    'times graze',
]);
for (const entry of entries) {
    const medians = ofRelation.map((chosen) => {
        return quantile(
            chosen.map((k) => entry.times[k]),
            0.5,
        ).toFixed(0);
    });
    const ratios = timed.map((k) => (entry.times[k] ?? NaN) / (baseOf(entry).times[k] ?? NaN));
    printRow([
        entry.name,
        ...scoreCells(entry, truths, timed),
        scoreDepths(entry, truths),
        timeCell(entry, timed),
        medians.join(' / '),
        quantile(
            ratios.filter((ratio) => ratio > 0),
            0.5,
        ).toFixed(2),
    ]);
}

console.log('\nGaps called contact, overlaps and touches called apart, failed:\n');
const families = [...new Set(made.map(({ truth }) => truth.family))];
const some = entries.filter(({ name }) => !/collide|distance|penetration/.test(name));
printHeading(['family', 'pairs', ...some.map(({ name }) => name)]);
for (const family of families) {
    const chosen = truths.flatMap((truth, k) => (truth.family === family ? [k] : []));
    const cells = some.map((entry) => {
        const { gaps, overlaps, touches, failures } = countFaults(entry, truths, chosen);
        return [gaps, overlaps, touches, failures].join(' / ');
    });
    const counts = [0, 1, 2].map((one) => chosen.filter((k) => truths[k].relation === one).length);
    printRow([family, counts.join(' / '), ...cells]);
}

console.log('');
measureForms();
console.log('');
measureBatches();

const isExact = (/** @type {Entry} */ { name, answers }) => {
    const isVerdict = /relation|penetration|distance/.test(name);
    return answers.every((answer, k) => {
        if (answer === null) return false;
        const expected = 1 - truths[k].relation;
        return Math.sign(answer) === (isVerdict ? expected : Math.max(0, expected));
    });
};
if (!entries.filter(({ name }) => name.startsWith('graze')).every(isExact)) {
    console.error('solid: a verdict of graze is wrong');
    process.exitCode = 1;
}
