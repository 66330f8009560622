/**
 * Tests convex decompositions of random outlines with holes, valid and damaged ones, against the exact oracle; counts
 * parts beside those of poly-decomp-es, which adds rounded points; measures time. Prints tables; the exit code is 1 when
 * an answer is wrong.
 *
 *   node tests/long/decomposition.mjs [OUTLINES [SEED]]    valid outlines, defaults: 100,000 and 1; after make native
 */
import { makeCCW, quickDecomp } from 'poly-decomp-es';
import { binary } from '../native/builds.js';
import { decomposeAll } from '../native/decomposer.js';
import {
    checkAnswer,
    KINDS,
    randomOf,
    randomOutline,
    sizedOutlines,
} from '../native/decomposition_cases.js';
import { OutlineOracle } from '../oracle/decomposition_oracle.js';

/**
 * @import { Rings } from '../oracle/decomposition_oracle.js'
 */

const total = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? 1);
const program = binary('decompose-plain');
/** Number of outlines of one run of the program. */
const BATCH = 100;
/** One of so many outlines is damaged. */
const DAMAGED = 4;
/** Maximum number of outlines, in units of the number of valid ones: of a tangle one in 30 is valid. */
const MAX_DRAWS = 60;
/** Maximum number of wrong answers that are printed in full. */
const MAX_SHOWN = 3;

/** Returns the number of parts by poly-decomp-es, or 0 if it does not end. @param {Rings} outline */
function countQuick({ points }) {
    const polygon = points.map(([x, y]) => /** @type {[number, number]} */ ([x, y]));
    makeCCW(polygon);
    let isWhole = true;
    const { warn } = console;
    console.warn = () => {
        isWhole = false;
    };
    const parts = quickDecomp(polygon, [], [], [], 0, 2 * polygon.length);
    console.warn = warn;
    return isWhole ? parts.length : 0;
}

/** @param {string} kind @param {number} number of the kind */
function checkKind(kind, number) {
    const random = randomOf(1000 * seed + number);
    const count = Math.ceil(total / Object.keys(KINDS).length);
    const found = { valid: 0, faulty: 0, refused: 0, wrong: 0, parts: 0, ours: 0, quick: 0 };
    for (let k = 0; k < MAX_DRAWS * count && found.valid < count; k += BATCH) {
        const outlines = Array.from({ length: BATCH }, (_, i) =>
            randomOutline(random, kind, i % DAMAGED === 0),
        );
        decomposeAll(program, outlines).forEach((answer, i) => {
            const outline = outlines[i];
            const oracle = new OutlineOracle(outline);
            const fault = checkAnswer(oracle, answer);
            const isValid = oracle.isValid();
            found[isValid ? 'valid' : 'faulty']++;
            found.parts += answer.parts.length;
            if (isValid && outline.ends.length === 1 && kind !== 'cells' && kind !== 'tangle') {
                const quick = countQuick(outline);
                found.quick += quick;
                if (quick > 0) found.ours += answer.parts.length;
            }
            if (fault === undefined) return;
            found[fault === 'refused' ? 'refused' : 'wrong']++;
            if (found.refused + found.wrong <= MAX_SHOWN)
                console.log(fault, JSON.stringify(outline));
        });
    }
    return found;
}

let wrong = 0;
console.log(
    'kind                  valid  invalid  refused wrongly  failures    parts  beside poly-decomp-es',
);
Object.keys(KINDS).forEach((kind, number) => {
    const { valid, faulty, refused, wrong: failures, parts, ours, quick } = checkKind(kind, number);
    wrong += refused + failures;
    const columns = [kind.padEnd(20), String(valid).padStart(6), String(faulty).padStart(8)];
    columns.push(
        String(refused).padStart(16),
        String(failures).padStart(9),
        String(parts).padStart(8),
    );
    if (quick > 0) columns.push(`${ours} / ${quick} = ${(ours / quick).toFixed(3)}`.padStart(27));
    console.log(columns.join(' '));
});

console.log('\ntime                  points    parts         ms  ns per point');
for (const count of [100, 1000, 10_000, 100_000]) {
    for (const [name, outline] of Object.entries(sizedOutlines(count))) {
        const outlines = Array.from({ length: count > 10_000 ? 3 : 10 }, () => outline);
        const answers = decomposeAll(program, outlines);
        const best = Math.min(...answers.map(({ nanoseconds }) => nanoseconds));
        const [{ fault, parts }] = answers;
        if (fault !== 'ok') wrong++;
        const points = outline.points.length;
        console.log(
            name.padEnd(20),
            String(points).padStart(7),
            String(parts.length).padStart(8),
            (best / 1e6).toFixed(3).padStart(10),
            (best / points).toFixed(0).padStart(13),
        );
    }
}
console.log(`\n${wrong} wrong`);
process.exitCode = wrong > 0 ? 1 : 0;
