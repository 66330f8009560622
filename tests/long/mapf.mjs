/**
 * Tests conflicts and unsafe delays of random and degenerate pairs of moving spheres against exact arithmetic. Prints
 * tables; the exit code is 1 when an answer is wrong.
 *
 *   node tests/long/mapf.mjs [CASES [SEED]]    defaults: 100,000 of each function and 1
 *
 * All conflicts are checked by exact Sturm sequences (`judgeConflicts`). All unsafe delays are checked by the exact
 * verdict on both sides of each end and at three delays inside. With constant velocities they are one interval, and
 * that check is complete. With acceleration, subdivision certifies that no delay elsewhere is unsafe; if that is not
 * certain, and for one case in 20 anyway, all exact intervals are computed. tests/oracle/flight_checker.js defines when
 * an answer is wrong.
 */
import { createSync } from 'graze';
import { BENT, drawPair, randomFrom, STRAIGHT } from '../oracle/flight_cases.js';
import {
    checkAllDelays,
    checkConflicts,
    checkDelayEnds,
    freeBetween,
} from '../oracle/flight_checker.js';

/**
 * @import { Pair } from '../oracle/flight_cases.js'
 * @import { Fault } from '../oracle/flight_checker.js'
 *
 * @typedef {{ count: number, fault: Fault, notes: string[], answer: unknown }} Checked
 */

const cases = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? 1);
const g = createSync();

/** Maximum number of wrong answers that are printed in full. */
const MAX_SHOWN = 5;
/** One case in this many has all its exact delays computed. */
const EXACT_SHARE = 20;

const KINDS = [
    ...Object.entries(STRAIGHT).map(([name, kind]) => ({ name: `straight, ${name}`, kind })),
    ...Object.entries(BENT).map(([name, kind]) => ({ name: `bent, ${name}`, kind })),
];

/** @param {Pair} pair @returns {Checked} */
function conflicts([one, two]) {
    const answer = g.conflicts(one, two);
    const touches = answer.some(({ relation }) => relation === 'touching');
    return {
        count: answer.length,
        fault: checkConflicts(one, two, answer),
        notes: touches ? ['touching'] : [],
        answer,
    };
}

/** @param {Pair} pair @param {number} k @returns {Checked} */
function delays([one, two], k) {
    const answer = g.unsafeDelays(one, two);
    const isBent = [one, two].some(({ ax, ay, az }) => ax || ay || az);
    const count = answer.length;
    const ends = checkDelayEnds(one, two, answer);
    if (ends.fault) return { count, fault: ends, notes: [], answer };
    const isCertain = !isBent || freeBetween(one, two, answer) === true;
    if (isCertain && Math.floor(k / KINDS.length) % EXACT_SHARE !== 0) {
        return { count, fault: ends, notes: [], answer };
    }
    const fault = checkAllDelays(one, two, answer);
    return { count, fault, notes: ['wholly', ...(isCertain ? [] : ['not certified'])], answer };
}

/** @param {string[][]} rows */
function print(rows) {
    const widths = rows[0].map((_, c) => Math.max(...rows.map((row) => row[c].length)));
    for (const row of rows) {
        console.log(
            row
                .map((cell, c) => (c ? cell.padStart(widths[c]) : cell.padEnd(widths[c])))
                .join('  '),
        );
    }
}

/** @typedef {{ cases: number, counts: number[], notes: Record<string, number>, inherent: number, worst: number, wrong: number }} Row */

/** @returns {Row} */
const emptyRow = () => ({ cases: 0, counts: [], notes: {}, inherent: 0, worst: 0, wrong: 0 });

/** @param {Row} row @param {Checked} judged */
function note(row, { count, fault, notes }) {
    row.cases++;
    row.counts[count] = (row.counts[count] ?? 0) + 1;
    for (const each of notes) row.notes[each] = (row.notes[each] ?? 0) + 1;
    row.inherent += Number(fault.isInherent);
    row.worst = Math.max(row.worst, fault.error);
    row.wrong += Number(fault.fault !== null);
}

/**
 * @param {string} title
 * @param {(pair: Pair, k: number) => Checked} check
 * @param {string[]} notes
 * @returns {number} how many are wrong
 */
function run(title, check, notes) {
    const rows = KINDS.map(emptyRow);
    const all = emptyRow();
    const randoms = KINDS.map((_, i) => randomFrom(seed * 1000 + i));
    const start = performance.now();
    for (let k = 0; k < cases; k++) {
        const i = k % KINDS.length;
        const pair = drawPair(KINDS[i].kind, randoms[i]);
        const checked = check(pair, k);
        for (const row of [rows[i], all]) note(row, checked);
        if (checked.fault.fault && all.wrong <= MAX_SHOWN) {
            console.log(checked.fault.fault, KINDS[i].name, JSON.stringify({ pair, ...checked }));
        }
    }
    const most = all.counts.length;
    const heads = Array.from({ length: most }, (_, n) => String(n));
    console.log(`${title}: ${cases} pairs, seed ${seed}, by the number of intervals`);
    const lines = [['', 'cases', ...heads, ...notes, 'by rounding', 'worst', 'wrong']];
    [...rows, all].forEach((row, i) => {
        lines.push([
            KINDS[i]?.name ?? 'all',
            String(row.cases),
            ...heads.map((_, n) => String(row.counts[n] ?? 0)),
            ...notes.map((each) => String(row.notes[each] ?? 0)),
            String(row.inherent),
            row.worst.toExponential(1),
            String(row.wrong),
        ]);
    });
    print(lines);
    const seconds = (performance.now() - start) / 1000;
    console.log(`${all.wrong} wrong in ${seconds.toFixed(0)} s\n`);
    return all.wrong;
}

const wrong =
    run('conflicts', conflicts, ['touching']) +
    run('unsafe delays', delays, ['wholly', 'not certified']);
console.log(
    'worst: of an end, in windows (delays: in both durations together), where no rounding of places is needed',
);
process.exitCode = wrong > 0 ? 1 : 0;
