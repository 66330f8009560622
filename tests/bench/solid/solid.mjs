/**
 * Compares queries of two hulls in space with those of other libraries, natively: verdicts beside exact relations, errors of
 * distances, times. Prints a table in Markdown:
 *   node tests/bench/solid/solid.mjs PROGRAM CASES.json
 * CASES.json lists pairs: `a` and `b`, base64 of float32 x, y, z of each point; `relation`, 0 disjoint, 1 touching, 2
 * overlapping; `distance`; `family`. A wrong verdict of this library ends the program with 1.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * @typedef {{ family: string, a: string, b: string, relation: number, distance: number }} Case
 * @typedef {{ name: string, answers: (number | null)[], times: number[] }} Answers of a contestant
 */

const [program, path] = process.argv.slice(2);
/** @type {Case[]} */
const cases = JSON.parse(readFileSync(path, 'utf8'));

/** @param {number[]} numbers */
const int32 = (...numbers) => Buffer.from(Int32Array.from(numbers).buffer);

/** Returns the pairs as the program reads them. */
function encode() {
    const records = cases.flatMap(({ a, b }) => {
        const bodies = [a, b].map((text) => Buffer.from(text, 'base64'));
        return [int32(...bodies.map(({ length }) => length / 12)), ...bodies];
    });
    return Buffer.concat([int32(cases.length), ...records]);
}

/** @returns {Answers[]} */
function run() {
    const folder = mkdtempSync(join(tmpdir(), 'graze-solid-'));
    try {
        const file = join(folder, 'pairs.bin');
        writeFileSync(file, encode());
        const text = execFileSync(program, [file], { encoding: 'utf8', maxBuffer: 2 ** 28 });
        return text
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line));
    } finally {
        rmSync(folder, { recursive: true });
    }
}

/** Returns the largest |coordinate| of a pair. @param {Case} pair */
function sizeOf({ a, b }) {
    const numbers = [a, b].flatMap((text) => {
        const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
        return Array.from(new Float32Array(bytes.buffer), Math.abs);
    });
    return Math.max(...numbers);
}

/** @param {number[]} numbers @param {number} share */
function quantile(numbers, share) {
    const sorted = numbers.toSorted((p, q) => p - q);
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

const sizes = cases.map(sizeOf);
const print = (/** @type {string[]} */ cells) => console.log(`| ${cells.join(' | ')} |`);
const heading = [
    'of a pair',
    'gap called contact (widest / size, without tiny bodies)',
    'overlap called apart',
    'touch called apart',
    'failed',
    'relative error of a distance, p99 / largest',
    'ns, p50 / p99',
    'times graze, p50',
];
print(heading);
print(heading.map(() => '---'));

const all = run();
/** Median time of this library for the same kind of query. @param {string} name */
const baseOf = (name) => quantile(all[/libccd/.test(name) ? 0 : 1].times, 0.5);
let failed = false;
for (const { name, answers, times } of all) {
    const measures = !/relation|penetration|libccd/.test(name);
    const faults = { gaps: 0, overlaps: 0, touches: 0, failures: 0, widest: 0 };
    /** @type {number[]} */
    const errors = [];
    answers.forEach((answer, k) => {
        const { family, relation, distance } = cases[k];
        if (answer === null) faults.failures++;
        else if (relation === 0 && answer <= 0) {
            faults.gaps++;
            // Absolute tolerances are wide beside tiny bodies.
            if (family !== 'tiny') faults.widest = Math.max(faults.widest, distance / sizes[k]);
        } else if (relation === 1 && answer > 0) faults.touches++;
        else if (relation === 2 && answer > 0) faults.overlaps++;
        if (measures && relation === 0 && answer !== null && answer > 0)
            errors.push(Math.abs(answer - distance) / distance);
        // This library also distinguishes touching from overlapping.
        const isOwn = name.startsWith('graze');
        if (isOwn && Math.sign(answer ?? Number.NaN) !== 1 - relation) failed = true;
    });
    const { gaps, overlaps, touches, failures, widest } = faults;
    print([
        name,
        gaps === 0 ? '0' : `${gaps} (${widest.toExponential(0)})`,
        ...[overlaps, touches, failures].map(String),
        measures
            ? `${quantile(errors, 0.99).toExponential(0)} / ${quantile(errors, 1).toExponential(0)}`
            : '',
        `${quantile(times, 0.5).toFixed(0)} / ${quantile(times, 0.99).toFixed(0)}`,
        (quantile(times, 0.5) / baseOf(name)).toFixed(2),
    ]);
}
if (failed) {
    console.error('solid: a relation of graze is wrong');
    process.exitCode = 1;
}
