import { quantile } from '../../js/bench/statistics.js';
import { align, short } from './toi_tables.js';

/**
 * The results of sweep.mjs as text, and which of the paper's claims hold.
 *
 * @import { ClassResult } from './sweep_classes.js'
 * @import { LaneRow, TrafficRow } from './sweep_extras.js'
 * @import { Task } from './sweep_loops.js'
 */

/** Two digits of small ones, too. @param {number} value */
const ratio = (value) => `x${value.toPrecision(value < 10 ? 2 : 3)}`;

/** Name and task of each row of the plot and of the first table. @type {[name: string, task: Task][]} */
export const SHOWN = [
    ['bvh', 'bvh first'],
    ['bvi-bvh', 'bvi-bvh first'],
    ['si', 'si first'],
    ['sta', 'sta first'],
    ['pyramid', 'pyramid first'],
    ['relative', 'relative first'],
    ['si as printed', 'printed si'],
    ['sta as printed', 'printed sta'],
];

/** @type {[name: string, task: Task][]} */
const ALL = [
    ['bvh', 'bvh all'],
    ['bvi-bvh', 'bvi-bvh all'],
    ['si', 'si all'],
    ['sta', 'sta all'],
    ['pyramid', 'pyramid all'],
    ['relative', 'relative all'],
];

/** @type {[name: string, task: Task][]} */
const PARTS = [
    ['boxes', 'cover'],
    ['step-ends', 'step-ends'],
    ['bvh build', 'trees'],
    ['query', 'trees first'],
    ['all', 'trees all'],
    ['bvi-bvh build', 'cut'],
    ['query', 'cut first'],
    ['all', 'cut all'],
];

/** @param {ClassResult} one @param {Task} task */
export function timeOf(one, task) {
    return /** @type {import('./sweep_classes.js').Time} */ (one.times[task]);
}

/** @param {ClassResult} one @param {Task} task @param {Task} base */
function ratioOf(one, task, base) {
    return timeOf(one, task).low / timeOf(one, base).low;
}

/** @param {ClassResult[]} results @param {number} steps */
export function paperTables(results, steps) {
    /** @type {(list: [string, Task][], cell: (one: ClassResult, task: Task) => string) => string[][]} */
    const gridOf = (list, cell) => [
        ['', ...list.map(([name]) => name)],
        ...results.map((one) => [one.name, ...list.map(([, task]) => cell(one, task))]),
    ];
    const median = (/** @type {ClassResult} */ one, /** @type {Task} */ task) =>
        short(timeOf(one, task).ns);
    const spread = (/** @type {ClassResult} */ one, /** @type {Task} */ task) => {
        const { low, ns, high } = timeOf(one, task);
        return `${[low, ns, high].map((value) => value.toFixed(0)).join('/')}`;
    };
    const tests = (/** @type {ClassResult} */ one, /** @type {Task} */ task) =>
        (one.tests[task] ?? 0).toFixed(1);
    const misled = results.map(({ misled, pairs }) => `${misled} of ${pairs}`);
    return [
        `${steps} steps, to the first candidate, building trees included: lowest/median/highest, ns per pair`,
        align(gridOf(SHOWN, spread), 19),
        `\n${steps} steps, to the last candidate: median, ns per pair`,
        align(gridOf(ALL, median), 10),
        `\nparts: laying out both paths, as covers and as step-ends; building both trees; then a query to the first candidate, and to the last`,
        align(gridOf(PARTS, median), 10),
        `\nboxes compared, to the first candidate; four at a time by si, pyramid and relative`,
        align(gridOf(SHOWN, tests), 10),
        `\nSTA as printed finds another first step than the boxes have: ${misled.join(', ')}`,
    ].join('\n');
}

/** @param {ClassResult[]} results */
export function verdicts(results) {
    const lines = [
        ...[
            claim(results, 'bvi-bvh beats bvh', 'bvi-bvh first', 'bvh first'),
            claim(results, 'si beats bvh', 'si first', 'bvh first'),
            claim(results, 'sta beats bvh', 'sta first', 'bvh first'),
            claim(results, 'si beats bvi-bvh', 'si first', 'bvi-bvh first'),
            claim(results, 'sta beats bvi-bvh', 'sta first', 'bvi-bvh first'),
            claim(results, 'si as printed beats bvh', 'printed si', 'bvh first'),
            claim(results, 'si as printed beats bvi-bvh', 'printed si', 'bvi-bvh first'),
            claim(results, 'sta beats si', 'sta first', 'si first'),
            claim(results, 'sta beats si, both as printed', 'printed sta', 'printed si'),
            claim(results, 'a tree that is there already beats si', 'trees first', 'si first'),
            claim(results, 'and si as printed', 'trees first', 'printed si'),
        ],
        ...[false, true].flatMap((isCurved) => cutClaims(results, isCurved)),
    ];
    return `claims, by the lowest of the runs, which other work on the machine disturbs least\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

/**
 * @param {ClassResult[]} results
 * @param {string} what
 * @param {Task} task
 * @param {Task} base
 */
function claim(results, what, task, base) {
    const ratios = results.map((one) => ratioOf(one, task, base));
    const faster = ratios.filter((value) => value < 1).length;
    const all = ratios.length;
    const verdict =
        faster === all ? 'holds' : faster === 0 ? 'fails' : `holds in ${faster} of ${all} classes`;
    const range = `${ratio(Math.min(...ratios))} to ${ratio(Math.max(...ratios))}`;
    return `${what}: ${verdict}; ${range} of the time, median ${ratio(quantile(ratios))}`;
}

/** @param {ClassResult[]} results @param {boolean} isCurved */
function cutClaims(results, isCurved) {
    const kind = isCurved ? 'curved' : 'straight';
    const meanOf = (/** @type {(one: ClassResult) => boolean} */ fits) => {
        const some = results.filter((one) => one.isCurved === isCurved && fits(one));
        return quantile(some.map((one) => timeOf(one, 'bvi-bvh first').low));
    };
    const [apart, near, hit] = [
        meanOf(({ isApart }) => isApart),
        meanOf(({ isApart, isHit }) => !isApart && !isHit),
        meanOf(({ isHit }) => isHit),
    ];
    const comparison = (/** @type {number} */ value, /** @type {number} */ max) =>
        `${value < max ? 'holds' : 'fails'}, ${ratio(value)} of the time`;
    return [
        `bvi-bvh is much quicker (half or less) where paths do not intersect, ${kind}: ${comparison(apart / near, 0.5)}`,
        `bvi-bvh is quicker where only boxes meet than in collisions, ${kind}: ${comparison(near / hit, 1)}`,
    ];
}

/** @param {LaneRow[]} rows */
export function laneTables(rows) {
    const names = rows[0].times.map(({ name }) => name);
    const heads = ['candidates', 'si, ns', ...names.slice(1)];
    const label = (/** @type {LaneRow} */ { distance, steps }) => `${distance} ${steps}`;
    const grid = [['', ...heads]];
    const counts = [['', ...TESTED]];
    for (const row of rows) {
        const [si, ...others] = row.times;
        const cells = others.map((one) => ratio(one.ratio));
        grid.push([label(row), row.candidates.toFixed(1), short(si.ns), ...cells]);
        const tests = TESTED.map((name) => row.times.find((one) => one.name === name)?.tests ?? 0);
        counts.push([label(row), ...tests.map((value) => value.toFixed(0))]);
    }
    return (
        `pairs far apart and side by side: steps, candidates a pair, lowest time of si with SIMD to the last, and how many times that\n` +
        `${align(grid, 10)}\n\nboxes compared, a pair\n${align(counts, 10)}`
    );
}

const TESTED = ['si', 'sta', 'pyramid', 'relative'];

/** @param {TrafficRow[]} rows */
export function candidateTable(rows) {
    const heads = /** @type {const} */ ([
        ...['pairs', 'steps', 'stepEnds', 'boxes', 'relative', 'axes'],
        ...['runs', 'iterations', 'contacts'],
    ]);
    const grid = [['', ...heads], ...rows.map((row) => cellsOf(row, heads))];
    return (
        'traffic, all pairs of 32 cars, 100 steps: steps that are left by boxes (step-ends and covers), the relative test and ' +
        `the bodies' axes; then runs of the narrow phase and their iterations, to the first contact\n${align(grid, 10)}`
    );
}

/** @param {TrafficRow} row @param {readonly string[]} heads */
function cellsOf(row, heads) {
    const values = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (row));
    return [row.traffic, ...heads.map((head) => String(values[head]))];
}
