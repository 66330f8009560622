/**
 * Runs the experiment of Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm", section IV, Tables I to VI, beside the libraries of
 * the paper, and prints its tables, as Markdown, with the paper's figures:
 *   node tests/bench/paper/paper.mjs PROGRAM [--n 4,8] [--pairs 4096] [--rounds 15] [--seed 1] [--height 0.5]
 * Bodies of libraries for space are flat, or prisms with half of a height.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BODIES, SCENES } from '../../../js/bench/pairs.js';
import { writePairs } from '../pair_file.js';
import { PRINTED } from './printed.js';

/**
 * @import { Body, Scene } from '../../../js/bench/pairs.js'
 *
 * @typedef {object} Row a line that the program prints
 * @property {string} set number of vertices and class
 * @property {'distance' | 'collide'} task
 * @property {string} name
 * @property {number} pairs
 * @property {number} ns
 * @property {number} ratio to the first contestant
 * @property {number} gaps gaps that were taken for contact
 * @property {number} contacts overlaps that were taken for a gap
 * @property {number} failed queries without an answer
 * @property {number} widest of these gaps
 * @property {number} deepest of these overlaps
 * @property {number} error largest error of a distance
 */

const { values, positionals } = parseArgs({
    options: {
        n: { type: 'string', default: BODIES.filter((body) => body !== 'box').join() },
        pairs: { type: 'string', default: '4096' },
        rounds: { type: 'string', default: '15' },
        seed: { type: 'string', default: '1' },
        height: { type: 'string', default: '0' },
    },
    allowPositionals: true,
});
const bodies = /** @type {Body[]} */ (values.n.split(','));
const scenes = /** @type {Scene[]} */ ([...SCENES]);
const [pairs, rounds, seed] = [values.pairs, values.rounds, values.seed].map(Number);

/** Runs the program on pairs in a file that is removed. @returns {Row[]} */
function measure() {
    const folder = mkdtempSync(join(tmpdir(), 'graze-paper-'));
    const file = join(folder, 'pairs.bin');
    try {
        writePairs(file, { bodies, scenes, pairs, rounds, seed });
        const text = execFileSync(positionals[0], [file, values.height], { encoding: 'utf8' });
        return text
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line));
    } finally {
        rmSync(folder, { recursive: true });
    }
}

const rows = measure();
const names = [...new Set(rows.map(({ name }) => name))];
const BASE = names[0];

/** @typedef {'distance' | 'collide'} Task */

/**
 * Returns the answers of a contestant; of two builds of one, the first, whose bodies have less room.
 *
 * @param {string} body
 * @param {string} scene
 * @param {Task} task
 * @param {string} name
 */
function find(body, scene, task, name) {
    const set = `${body.padStart(3)} ${scene}`;
    return rows.find((row) => row.set === set && row.task === task && row.name === name);
}

/** @param {number} ratio */
function format(ratio) {
    return ratio.toFixed(ratio < 1 ? 2 : ratio < 10 ? 1 : 0);
}

/**
 * Returns how many times the time of the first contestant a query takes. A library without a boolean query is measured by its
 * distance query, as in the paper.
 *
 * @param {string} body
 * @param {string} scene
 * @param {Task} task
 * @param {string} name
 */
function ratioOf(body, scene, task, name) {
    const row = find(body, scene, task, name);
    const other = find(body, scene, 'distance', name);
    if (row !== undefined) return row.ratio;
    return (other?.ns ?? Number.NaN) / (find(body, scene, task, BASE)?.ns ?? Number.NaN);
}

/** Returns the same ratio as the paper has it. @type {typeof ratioOf} */
function printedRatioOf(body, scene, task, name) {
    const of = (/** @type {string} */ which) =>
        PRINTED[body]?.[which]?.[task]?.[scenes.indexOf(/** @type {Scene} */ (scene))];
    return (of(name) ?? Number.NaN) / (of(BASE) ?? Number.NaN);
}

const print = (/** @type {string[]} */ cells) => console.log(`| ${cells.join(' | ')} |`);

/** @param {string[]} cells */
function printHeading(cells) {
    print(cells);
    print(cells.map(() => '---'));
}

/** Prints a row with a cell per number of vertices, unless it is empty. @param {string} name @param {(body: string, scene: string) => number} value */
function printRow(name, value, show = format) {
    const cells = bodies.map((body) => scenes.map((scene) => value(body, scene)));
    if (cells.flat().every((number) => Number.isNaN(number))) return;
    print([name, ...cells.map((numbers) => numbers.map(show).join(' / '))]);
}

for (const task of /** @type {const} */ (['distance', 'collide'])) {
    console.log();
    printHeading([`**${task}**: ${scenes.join(' / ')}`, ...bodies.map((body) => `n = ${body}`)]);
    const ns = (/** @type {string} */ body, /** @type {string} */ scene) =>
        find(body, scene, task, BASE)?.ns ?? Number.NaN;
    printRow(`${BASE}, ns`, ns, (value) => value.toFixed(0));
    for (const name of names) {
        if (name === "Apollo's definition" && task === 'collide') continue;
        if (name !== BASE) printRow(name, (body, scene) => ratioOf(body, scene, task, name));
        if (name !== BASE) {
            printRow('in the paper', (body, scene) => printedRatioOf(body, scene, task, name));
        }
    }
}

console.log();
printHeading([
    'wrong verdicts',
    'query',
    'touching pairs, %',
    'overlapping pairs, %',
    'widest gap taken for contact',
    'deepest overlap taken for a gap',
    'largest error of a distance',
]);
for (const name of names) {
    for (const task of /** @type {const} */ (['distance', 'collide'])) {
        const own = rows.filter((row) => row.name === name && row.task === task);
        if (own.length === 0) continue;
        const share = (/** @type {Scene} */ scene) => {
            const those = own.filter(({ set }) => set.endsWith(scene));
            const wrong = those.reduce((sum, row) => sum + row.gaps + row.contacts + row.failed, 0);
            return ((100 * wrong) / those.reduce((sum, row) => sum + row.pairs, 0)).toPrecision(2);
        };
        const most = (/** @type {'widest' | 'deepest' | 'error'} */ key) =>
            Math.max(...own.map((row) => row[key])).toExponential(0);
        const ends = [most('widest'), most('deepest'), task === 'distance' ? most('error') : ''];
        print([name, task, share('touching'), share('overlapping'), ...ends]);
        if (Number(share('distant')) > 0) console.log(`distant: ${share('distant')} %`);
    }
}
