/**
 * Measures what the collision predicate of CCBS lets pass, beside this package and exact arithmetic: two discs at unit speed on
 * long edges that cross at a small angle. First the deepest overlap that it misses, by angle; then how often it misses
 * one, of crossings at random depths.
 *
 *   node tests/bench/ccbs.mjs [CASES [SEED]]    default: 2,000 per angle, seed 1
 */
import { createSync } from 'graze';
import { ccbsCollides, crossingAt, deepestMissed, SLACK } from '../oracle/ccbs_predicate.js';
import { randomFrom } from '../oracle/flight_cases.js';
import { approachOf } from '../oracle/flight_oracle.js';

const cases = Number(process.argv[2] ?? 2000);
const random = randomFrom(Number(process.argv[3] ?? 1));
const g = createSync();

const RADIUS = Math.SQRT2 / 4;
const ANGLES = [0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.003, 0.002, 0.001];

/** @param {string[][]} rows */
function print(rows) {
    const widths = rows[0].map((_, c) => Math.max(...rows.map((row) => row[c].length)));
    for (const row of rows) console.log(row.map((cell, c) => cell.padStart(widths[c])).join('  '));
}

const short = (/** @type {number} */ value) => value.toExponential(3);

console.log(`radius ${RADIUS.toFixed(4)}, unit speeds; the deepest overlap that is let pass`);
const rows = [['angle', 'edge', 'R - sqrt(R^2 - 1e-8/|V|^2)', 'CCBS misses', 'exact', 'graze']];
for (const angle of ANGLES) {
    const square = (2 * Math.sin(angle / 2)) ** 2;
    const derived = 2 * RADIUS - Math.sqrt(4 * RADIUS * RADIUS - SLACK / square);
    const missed = deepestMissed(angle, RADIUS);
    const [one, two] = crossingAt(angle, missed, RADIUS);
    const [conflict] = g.conflicts(one, two);
    rows.push([
        String(angle),
        one.t1.toFixed(0),
        short(derived),
        short(missed),
        short(-(approachOf(one, two)?.gap ?? Number.NaN)),
        conflict ? `${conflict.relation} by ${short(-conflict.separation)}` : 'none',
    ]);
}
print(rows);

console.log(
    `\n${cases} crossings an angle, nearest at a distance of R (1 + x), |x| from 1e-9 to 1e-1`,
);
const table = [
    [
        'angle',
        'overlaps',
        'CCBS misses',
        'deepest',
        'CCBS imagines',
        'graze misses',
        'graze imagines',
    ],
];
let wrong = 0;
for (const angle of ANGLES) {
    const counts = { overlaps: 0, missed: 0, deepest: 0, imagined: 0, ours: 0, ourImagined: 0 };
    for (let k = 0; k < cases; k++) {
        const depth = (random() < 0.5 ? -1 : 1) * 2 * RADIUS * 10 ** (-1 - 8 * random());
        const [one, two] = crossingAt(angle, depth, RADIUS);
        const truth = approachOf(one, two);
        const isOverlap = truth?.sign === -1;
        const [theirs, ours] = [ccbsCollides(one, two), g.conflicts(one, two).length > 0];
        counts.overlaps += Number(isOverlap);
        counts.missed += Number(isOverlap && !theirs);
        if (isOverlap && !theirs) counts.deepest = Math.max(counts.deepest, -truth.gap);
        counts.imagined += Number(!isOverlap && theirs);
        counts.ours += Number(isOverlap && !ours);
        counts.ourImagined += Number(!isOverlap && ours);
    }
    wrong += counts.ours + counts.ourImagined;
    table.push([
        String(angle),
        ...[counts.overlaps, counts.missed].map(String),
        counts.missed ? short(counts.deepest) : '-',
        ...[counts.imagined, counts.ours, counts.ourImagined].map(String),
    ]);
}
print(table);
process.exitCode = wrong > 0 ? 1 : 0;
