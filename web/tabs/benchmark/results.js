/** What has been measured so far. */

import { quantile } from '../../../js/bench/statistics.js';

/**
 * @import { Row, Score } from '../../../js/bench/bench.js'
 * @import { Task } from '../../../js/bench/contestant.js'
 * @import { State } from './state.js'
 * @import { Entrant } from './worker.js'
 *
 * @typedef {object} Results
 * @property {State} state that was measured
 * @property {string} date
 * @property {number} grain of the clock, in milliseconds
 * @property {Entrant[]} entrants
 * @property {Row[]} rows
 * @property {string[]} failures
 *
 * @typedef {object} Bar
 * @property {Entrant} entrant
 * @property {number} ns the median over the sets, of each the median over rounds
 * @property {number} low of the quickest set
 * @property {number} high of the slowest set
 * @property {number | null} ratio to the one it stands beside, the median over the sets
 */

/** @param {Row} row @param {string} name @returns {Score | undefined} */
export function scoreOf(row, name) {
    return row.scores.find((score) => score.name === name);
}

/** Those who have answered a task, and its rows. @param {Results} results @param {Task} task */
export function partOf({ entrants, rows }, task) {
    const own = rows.filter((row) => row.task === task);
    const able = entrants.filter(({ name }) => own.some((row) => scoreOf(row, name)));
    return { rows: own, entrants: able };
}

/** @param {Results} results @param {Task} task @returns {Bar[]} */
export function barsOf(results, task) {
    const { rows, entrants } = partOf(results, task);
    return entrants.map((entrant) => {
        const scores = rows.flatMap((row) => scoreOf(row, entrant.name) ?? []);
        const times = scores.map(({ ns }) => ns);
        const ratios = scores.flatMap(({ ratios: all }) => all[entrant.beside ?? ''] ?? []);
        return {
            entrant,
            ns: quantile(times),
            low: Math.min(...times),
            high: Math.max(...times),
            ratio: ratios.length > 0 ? quantile(ratios) : null,
        };
    });
}

/** Of those who erred, how often. @param {Results} results @param {Task} task */
export function errorsOf(results, task) {
    const { rows, entrants } = partOf(results, task);
    return entrants.flatMap(({ name, tolerance }) => {
        const marks = rows.flatMap((row) => scoreOf(row, name)?.marks ?? []);
        const wrong = marks.reduce((sum, each) => sum + each.wrong, 0);
        const pairs = marks.reduce((sum, each) => sum + each.pairs, 0);
        return wrong > 0 ? [{ name, wrong, pairs, absolute: tolerance.absolute }] : [];
    });
}

/** @param {number} ns */
export function shortTime(ns) {
    return ns < 100 ? ns.toFixed(1) : ns.toFixed(0);
}

/** @param {number} ratio */
export function shortRatio(ratio) {
    return `×${ratio.toFixed(ratio < 1 ? 2 : ratio < 100 ? 1 : 0)}`;
}
