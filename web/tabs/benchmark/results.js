/** The results so far. */

import { quantile } from '../../../js/bench/statistics.js';

/**
 * @import { Row, Score } from '../../../js/bench/bench.js'
 * @import { Task } from '../../../js/bench/contestant.js'
 * @import { State } from './state.js'
 * @import { ContestantInfo } from './worker.js'
 *
 * @typedef {object} Results
 * @property {State} state measured state
 * @property {string} date
 * @property {number} clockResolution resolution of the clock, in milliseconds
 * @property {ContestantInfo[]} contestants
 * @property {Row[]} rows
 * @property {string[]} failures
 *
 * @typedef {object} Bar
 * @property {ContestantInfo} contestant
 * @property {number} ns median over the sets of the median over rounds
 * @property {number} low time of the fastest set
 * @property {number} high time of the slowest set
 * @property {number | null} ratio to the baseline, the median over the sets
 */

/** @param {Row} row @param {string} name @returns {Score | undefined} */
export function findScore(row, name) {
    return row.scores.find((score) => score.name === name);
}

/** Returns the contestants that have answered a task, and its rows. @param {Results} results @param {Task} task */
export function selectTask({ contestants, rows }, task) {
    const taskRows = rows.filter((row) => row.task === task);
    const capable = contestants.filter(({ name }) => taskRows.some((row) => findScore(row, name)));
    return { rows: taskRows, entrants: capable };
}

/** @param {Results} results @param {Task} task @returns {Bar[]} */
export function computeBars(results, task) {
    const { rows, entrants } = selectTask(results, task);
    return entrants.map((contestant) => {
        const scores = rows.flatMap((row) => findScore(row, contestant.name) ?? []);
        const times = scores.map(({ ns }) => ns);
        const ratios = scores.flatMap(({ ratios: all }) => all[contestant.baseline ?? ''] ?? []);
        return {
            contestant,
            ns: quantile(times),
            low: Math.min(...times),
            high: Math.max(...times),
            ratio: ratios.length > 0 ? quantile(ratios) : null,
        };
    });
}

/** Returns the number of errors of each contestant with errors. @param {Results} results @param {Task} task */
export function countErrors(results, task) {
    const { rows, entrants } = selectTask(results, task);
    return entrants.flatMap(({ name, tolerance }) => {
        const marks = rows.flatMap((row) => findScore(row, name)?.marks ?? []);
        const wrong = marks.reduce((sum, mark) => sum + mark.wrong, 0);
        const pairs = marks.reduce((sum, mark) => sum + mark.pairs, 0);
        return wrong > 0 ? [{ name, wrong, pairs, absolute: tolerance.absolute }] : [];
    });
}

/** @param {number} ns */
export function formatTime(ns) {
    return ns < 100 ? ns.toFixed(1) : ns.toFixed(0);
}

/** @param {number} ratio */
export function formatRatio(ratio) {
    return `×${ratio.toFixed(ratio < 1 ? 2 : ratio < 100 ? 1 : 0)}`;
}
