import { TASKS } from './contestant.js';
import { quantile } from './statistics.js';

/**
 * Writes the results as text: a table for each task and each contestant with which others are compared.
 *
 * @import { Contestant, Task } from './contestant.js'
 * @import { Cost } from './copies.js'
 * @import { Saving } from './motion.js'
 * @import { Results, Row, Score } from './bench.js'
 */

/** Width of the column of labels. */
const LABEL_WIDTH = 16;
/** Minimum width of a column; a longer name widens it. */
const CELL_WIDTH = 12;

/**
 * @param {Results} results
 * @param {Contestant[]} contestants
 * @returns {string}
 */
export function formatTables(results, contestants) {
    const baselines = contestants.filter(({ name }) =>
        contestants.some(({ baseline }) => baseline === name),
    );
    const parts = TASKS.flatMap((task) => {
        const rows = results.rows.filter((row) => row.task === task);
        return baselines.flatMap((base) => {
            const others = contestants.filter(({ baseline }) => baseline === base.name);
            return formatTable(task, rows, base, others);
        });
    });
    if (results.motion.length > 0) parts.push(formatMotionTable(results.motion));
    if (results.copies.length > 0) parts.push(formatCopiesTable(results.copies));
    if (results.failures.length > 0) parts.push(results.failures.join('\n'));
    return `${parts.join('\n\n')}\n`;
}

/**
 * @param {Task} task
 * @param {Row[]} rows
 * @param {Contestant} base
 * @param {Contestant[]} others
 * @returns {string[]} an empty list when there is no contestant to compare
 */
function formatTable(task, rows, base, others) {
    const columns = [base, ...others].filter(({ name }) =>
        rows.some((row) => findScore(row, name)),
    );
    if (columns.length < 2 || columns[0] !== base) return [];
    const names = columns.map(({ name }) => name);
    const grid = [['', ...names]];
    for (const row of rows) {
        grid.push([formatLabel(row), ...names.map((name) => formatCell(row, name, base.name))]);
    }
    if (rows.length > 1) {
        grid.push(['median', ...names.map((name) => formatMedian(rows, name, base.name))]);
    }
    const title = `${task}: ns per pair, and its ratio to the time of ${base.name}`;
    const notes = columns.flatMap((contestant) => formatFootnote(contestant, task, rows));
    return [[title, ...grid.map(formatLine), ...notes].join('\n')];
}

/**
 * @param {string[]} cells
 * @param {number} _
 * @param {string[][]} grid
 */
function formatLine([label, ...cells], _, [[, ...heads]]) {
    const padded = cells.map((text, k) => text.padStart(Math.max(CELL_WIDTH, heads[k].length + 1)));
    return (label.padEnd(LABEL_WIDTH) + padded.join('')).trimEnd();
}

/** @param {Row} row */
function formatLabel({ body, scene }) {
    return `${body.padStart(3)} ${scene}`;
}

/** @param {Row} row @param {string} name @returns {Score | undefined} */
function findScore(row, name) {
    return row.scores.find((score) => score.name === name);
}

/** @param {Row} row @param {string} name @param {string} base */
function formatCell(row, name, base) {
    const score = findScore(row, name);
    if (!score) return 'n/a';
    return name === base
        ? formatNs(score.ns)
        : `${formatNs(score.ns)} ${formatRatio(score.ratios[base])}`;
}

/** @param {number} ratio */
function formatRatio(ratio) {
    return `x${ratio.toFixed(ratio < 1 ? 2 : ratio < 100 ? 1 : 0)}`;
}

/** @param {number} ns */
function formatNs(ns) {
    return ns < 100 ? ns.toFixed(1) : ns.toFixed(0);
}

/** @param {Row[]} rows @param {string} name @param {string} base */
function formatMedian(rows, name, base) {
    if (name === base) return '';
    const ratios = rows.flatMap((row) => findScore(row, name)?.ratios[base] ?? []);
    return ratios.length === 0 ? '' : formatRatio(quantile(ratios));
}

/**
 * Returns how often a contestant erred, and its largest error.
 *
 * @param {Contestant} contestant
 * @param {Task} task
 * @param {Row[]} rows
 * @returns {string[]}
 */
function formatFootnote({ name, tolerance }, task, rows) {
    const marks = rows.flatMap((row) => findScore(row, name)?.marks ?? []);
    const wrong = marks.reduce((sum, each) => sum + each.wrong, 0);
    if (wrong === 0) return [];
    const pairs = marks.reduce((sum, each) => sum + each.pairs, 0);
    const worst = Math.max(...marks.map((each) => each.worst)).toPrecision(2);
    const rate = `${((100 * wrong) / pairs).toPrecision(2)} % of ${pairs} answers wrong`;
    const detail =
        task === 'distance'
            ? `off by more than ${tolerance.absolute}, at worst by ${worst}`
            : `though the bodies are more than ${tolerance.absolute} from contact`;
    return [`${name}: ${rate}, ${detail}`];
}

/** @param {Saving[]} savings */
function formatMotionTable(savings) {
    const grid = [['', 'cold', 'coherent']];
    for (const { body, step, cold, coherent, ratio } of savings) {
        const label = `${body.padStart(3)} by ${100 * step} %`;
        grid.push([label, formatNs(cold), `${formatNs(coherent)} ${formatRatio(ratio)}`]);
    }
    const title =
        'motion: ns per pair of batch distances, bodies moving between calls; each search begins anew, or where the last ended';
    return [title, ...grid.map(formatLine)].join('\n');
}

/** @param {Cost[]} costs */
function formatCopiesTable(costs) {
    const lines = costs.map(
        ({ name, ns, about }) => `${name.padEnd(LABEL_WIDTH)}${formatNs(ns).padStart(7)}  ${about}`,
    );
    return ['copies: ns per pair into shared memory', ...lines].join('\n');
}

/** @param {Contestant[]} contestants */
export function formatLegend(contestants) {
    return contestants
        .map(({ name, description }) => `  ${name.padEnd(LABEL_WIDTH)}${description}`)
        .join('\n');
}
