/**
 * Compares queries of two hulls in space with those of other libraries, natively: verdicts beside exact relations, errors of
 * distances, times. Prints a table in Markdown:
 *   node tests/bench/solid/solid.mjs PROGRAM CASES.json
 * CASES.json lists pairs: `a` and `b`, base64 of float32 x, y, z of each point; `relation`, 0 disjoint, 1 touching, 2
 * overlapping; `distance`; `family`. A wrong verdict of this library ends the program with 1.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPairs } from './pairs.js';
import { HEADING, printHeading, printRow, quantile, scoreCells, timeCell } from './scores.js';

/** @import { Entry } from './scores.js' */

const [program, path] = process.argv.slice(2);
const all = readPairs(path);
const truths = all.map(({ truth }) => truth);
const indices = truths.map((_, k) => k);

/** @param {number[]} numbers */
const int32 = (...numbers) => Buffer.from(Int32Array.from(numbers).buffer);

/** Returns the pairs as the program reads them. */
function encode() {
    const records = all.flatMap(({ pair: { a, b } }) => {
        const bodies = [a, b].map((points) => Buffer.from(Float32Array.from(points).buffer));
        return [int32(...bodies.map(({ length }) => length / 12)), ...bodies];
    });
    return Buffer.concat([int32(all.length), ...records]);
}

/** @returns {Entry[]} */
function run() {
    const folder = mkdtempSync(join(tmpdir(), 'graze-solid-'));
    try {
        const file = join(folder, 'pairs.bin');
        writeFileSync(file, encode());
        const text = execFileSync(program, [file], { encoding: 'utf8', maxBuffer: 2 ** 28 });
        // Box3D writes lines of its own.
        const lines = text.split('\n').filter((line) => line.startsWith('{'));
        return lines.map((line) => JSON.parse(line));
    } finally {
        rmSync(folder, { recursive: true });
    }
}

printHeading(['of a pair', ...HEADING, 'ns, p50 / p99', 'times graze, p50']);
const entries = run();
/** Median time of this library for the same kind of query. @param {string} name */
const baseOf = (name) => quantile(entries[/libccd|b3Overlap/.test(name) ? 0 : 1].times, 0.5);
let failed = false;
for (const entry of entries) {
    const { name, answers, times } = entry;
    entry.hasDistance = !/relation|penetration|libccd|b3Overlap/.test(name);
    // This library also distinguishes touching from overlapping.
    const isWrong = answers.some(
        (answer, k) => Math.sign(answer ?? Number.NaN) !== 1 - truths[k].relation,
    );
    if (name.startsWith('graze') && isWrong) failed = true;
    const ratio = quantile(times, 0.5) / baseOf(name);
    const cells = [name, ...scoreCells(entry, truths, indices), timeCell(entry, indices)];
    printRow([...cells, ratio.toFixed(2)]);
}
if (failed) {
    console.error('solid: a relation of graze is wrong');
    process.exitCode = 1;
}
