import { quantile } from '../../js/bench/statistics.js';
import { SLOP } from './toi_marks.js';

/**
 * The results as text: a table for each contestant that others are compared with, and one of what they answer.
 *
 * @import { Row } from './toi_bench.js'
 * @import { Contestant } from './toi_contestant.js'
 */

const LABEL = 16;
const CELL = 12;

/**
 * @param {Row[]} rows
 * @param {Contestant[]} contestants
 */
export function tables(rows, contestants) {
    const bases = contestants.filter(({ name }) =>
        contestants.some(({ beside }) => beside === name),
    );
    const parts = bases.flatMap((base) => timesTable(rows, contestants, base));
    parts.push(...iterationsTable(rows), marksTable(rows, contestants));
    return `${parts.join('\n\n')}\n`;
}

/** Returns the rows with a number of iterations. @param {Row[]} rows */
function iterationsTable(rows) {
    const scenes = [...new Set(rows.map(({ scene }) => scene))];
    const bodies = [...new Set(rows.map(({ body }) => body))];
    const grid = [['', ...scenes]];
    for (const body of bodies) {
        const means = scenes.map((scene) => {
            const row = rows.find((one) => one.body === body && one.scene === scene);
            return row?.scores.find(({ marks }) => marks.iterations !== undefined)?.marks
                .iterations;
        });
        if (means.some((mean) => mean !== undefined))
            grid.push([`${body.padStart(3)}`, ...means.map((mean) => mean?.toFixed(1) ?? 'n/a')]);
    }
    return grid.length === 1 ? [] : [`iterations of graze, on average\n${align(grid)}`];
}

/** Lines of columns that are as wide as their heads need. @param {string[][]} grid @param {number} [width] */
export function align(grid, width = CELL) {
    const [heads] = grid;
    return grid
        .map(([label, ...cells]) => {
            const padded = cells.map((text, k) =>
                text.padStart(Math.max(width, heads[k + 1].length + 1)),
            );
            return (label.padEnd(LABEL) + padded.join('')).trimEnd();
        })
        .join('\n');
}

/** @param {Row[]} rows @param {Contestant[]} contestants @param {Contestant} base */
function timesTable(rows, contestants, base) {
    const others = contestants.filter(
        ({ name, beside }) => beside === base.name && rows.some((row) => scoreOf(row, name)),
    );
    if (others.length === 0 || !rows.some((row) => scoreOf(row, base.name))) return [];
    const names = [base, ...others].map(({ name }) => name);
    const grid = [['', ...names]];
    for (const row of rows) {
        const label = `${row.body.padStart(3)} ${row.scene}`;
        grid.push([label, ...names.map((name) => cell(row, name, base.name))]);
    }
    if (rows.length > 1) {
        grid.push(['median', ...names.map((name) => middleOf(rows, name, base.name))]);
    }
    return [`ns per first contact, and how many times ${base.name}'s time\n${align(grid)}`];
}

/** @param {Row} row @param {string} name */
function scoreOf(row, name) {
    return row.scores.find((score) => score.name === name);
}

/** @param {Row} row @param {string} name @param {string} base */
function cell(row, name, base) {
    const score = scoreOf(row, name);
    if (!score) return 'n/a';
    return name === base ? short(score.ns) : `${short(score.ns)} ${times(score.ratios[base])}`;
}

/** @param {Row[]} rows @param {string} name @param {string} base */
function middleOf(rows, name, base) {
    if (name === base) return '';
    const ratios = rows.flatMap((row) => scoreOf(row, name)?.ratios[base] ?? []);
    return ratios.length === 0 ? '' : times(quantile(ratios));
}

/** @param {number} ratio */
export function times(ratio) {
    return `x${ratio.toFixed(ratio < 1 ? 2 : ratio < 100 ? 1 : 0)}`;
}

/** @param {number} ns */
export function short(ns) {
    return ns < 100 ? ns.toFixed(1) : ns.toFixed(0);
}

/** @param {Row[]} rows @param {Contestant[]} contestants */
function marksTable(rows, contestants) {
    const heads = [
        'contacts',
        'missed',
        'late',
        'by time',
        'by depth',
        'clear',
        'imagined',
        'gave up',
    ];
    const grid = [['', ...heads]];
    for (const { name } of contestants) {
        const marks = rows.flatMap((row) => scoreOf(row, name)?.marks ?? []);
        if (marks.length === 0) continue;
        const sum = (
            /** @type {'contacts' | 'missed' | 'late' | 'clear' | 'imagined' | 'givenUp'} */ key,
        ) => marks.reduce((total, one) => total + one[key], 0);
        const maxOf = (/** @type {'latest' | 'deepest'} */ key) =>
            sum('late') === 0 ? '' : Math.max(...marks.map((one) => one[key])).toPrecision(2);
        grid.push([
            name,
            ...[sum('contacts'), sum('missed'), sum('late')].map(String),
            ...[maxOf('latest'), maxOf('deepest')],
            ...[sum('clear'), sum('imagined'), sum('givenUp')].map(String),
        ]);
    }
    const title = 'answers, each checked by the motion that it supposes';
    const late = `late: they have overlapped by more than ${SLOP} by then`;
    return `${title}; ${late}\n${align(grid)}`;
}

/** @param {Contestant[]} contestants */
export function legend(contestants) {
    return contestants.map(({ name, about }) => `  ${name.padEnd(LABEL)}${about}`).join('\n');
}
