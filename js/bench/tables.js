import { TASKS } from './contestant.js';
import { quantile } from './statistics.js';

/**
 * The results as text: a table for each task and each contestant that others are compared with.
 *
 * @import { Contestant, Task } from './contestant.js'
 * @import { Cost } from './copies.js'
 * @import { Saving } from './motion.js'
 * @import { Results, Row, Score } from './bench.js'
 */

/** Of the column of labels. */
const LABEL = 16;
/** Of a column, if its name is no longer. */
const CELL = 12;

/**
 * @param {Results} results
 * @param {Contestant[]} contestants
 * @returns {string}
 */
export function tables(results, contestants) {
    const bases = contestants.filter(({ name }) =>
        contestants.some(({ beside }) => beside === name),
    );
    const parts = TASKS.flatMap((task) => {
        const rows = results.rows.filter((row) => row.task === task);
        return bases.flatMap((base) => {
            const others = contestants.filter(({ beside }) => beside === base.name);
            return table(task, rows, base, others);
        });
    });
    if (results.motion.length > 0) parts.push(motionTable(results.motion));
    if (results.copies.length > 0) parts.push(copiesTable(results.copies));
    if (results.failures.length > 0) parts.push(results.failures.join('\n'));
    return `${parts.join('\n\n')}\n`;
}

/**
 * @param {Task} task
 * @param {Row[]} rows
 * @param {Contestant} base
 * @param {Contestant[]} others
 * @returns {string[]} none when nobody is there to be compared
 */
function table(task, rows, base, others) {
    const shown = [base, ...others].filter(({ name }) => rows.some((row) => scoreOf(row, name)));
    if (shown.length < 2 || shown[0] !== base) return [];
    const names = shown.map(({ name }) => name);
    const grid = [['', ...names]];
    for (const row of rows) {
        grid.push([labelOf(row), ...names.map((name) => cell(row, name, base.name))]);
    }
    if (rows.length > 1) {
        grid.push(['median', ...names.map((name) => middleOf(rows, name, base.name))]);
    }
    const title = `${task}: ns per pair, and how many times ${base.name}'s time`;
    const notes = shown.flatMap((contestant) => footnote(contestant, task, rows));
    return [[title, ...grid.map(line), ...notes].join('\n')];
}

/**
 * @param {string[]} cells
 * @param {number} _
 * @param {string[][]} grid
 */
function line([label, ...cells], _, [[, ...heads]]) {
    const padded = cells.map((text, k) => text.padStart(Math.max(CELL, heads[k].length + 1)));
    return (label.padEnd(LABEL) + padded.join('')).trimEnd();
}

/** @param {Row} row */
function labelOf({ body, scene }) {
    return `${body.padStart(3)} ${scene}`;
}

/** @param {Row} row @param {string} name @returns {Score | undefined} */
function scoreOf(row, name) {
    return row.scores.find((score) => score.name === name);
}

/** @param {Row} row @param {string} name @param {string} base */
function cell(row, name, base) {
    const score = scoreOf(row, name);
    if (!score) return 'n/a';
    return name === base ? short(score.ns) : `${short(score.ns)} ${times(score.ratios[base])}`;
}

/** @param {number} ratio */
function times(ratio) {
    return `x${ratio.toFixed(ratio < 1 ? 2 : ratio < 100 ? 1 : 0)}`;
}

/** @param {number} ns */
function short(ns) {
    return ns < 100 ? ns.toFixed(1) : ns.toFixed(0);
}

/** @param {Row[]} rows @param {string} name @param {string} base */
function middleOf(rows, name, base) {
    if (name === base) return '';
    const ratios = rows.flatMap((row) => scoreOf(row, name)?.ratios[base] ?? []);
    return ratios.length === 0 ? '' : times(quantile(ratios));
}

/**
 * How often a contestant erred, and how far.
 *
 * @param {Contestant} contestant
 * @param {Task} task
 * @param {Row[]} rows
 * @returns {string[]}
 */
function footnote({ name, tolerance }, task, rows) {
    const marks = rows.flatMap((row) => scoreOf(row, name)?.marks ?? []);
    const wrong = marks.reduce((sum, each) => sum + each.wrong, 0);
    if (wrong === 0) return [];
    const pairs = marks.reduce((sum, each) => sum + each.pairs, 0);
    const worst = Math.max(...marks.map((each) => each.worst)).toPrecision(2);
    const rate = `${((100 * wrong) / pairs).toPrecision(2)} % of ${pairs} answers wrong`;
    const how =
        task === 'distance'
            ? `off by more than ${tolerance.absolute}, at worst by ${worst}`
            : `though the bodies are more than ${tolerance.absolute} from contact`;
    return [`${name}: ${rate}, ${how}`];
}

/** @param {Saving[]} savings */
function motionTable(savings) {
    const grid = [['', 'cold', 'coherent']];
    for (const { body, step, cold, coherent, ratio } of savings) {
        const label = `${body.padStart(3)} by ${100 * step} %`;
        grid.push([label, short(cold), `${short(coherent)} ${times(ratio)}`]);
    }
    const title =
        'motion: ns per pair of batch distances, bodies moving between calls; each search begun anew, or where the last ended';
    return [title, ...grid.map(line)].join('\n');
}

/** @param {Cost[]} costs */
function copiesTable(costs) {
    const lines = costs.map(
        ({ name, ns, about }) => `${name.padEnd(LABEL)}${short(ns).padStart(7)}  ${about}`,
    );
    return ['copies: ns per pair into shared memory', ...lines].join('\n');
}

/** @param {Contestant[]} contestants */
export function legend(contestants) {
    return contestants.map(({ name, about }) => `  ${name.padEnd(LABEL)}${about}`).join('\n');
}
