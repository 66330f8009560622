/** Results to take away: as `graze bench` writes them. */

import { legend, tables } from '../../../js/bench/tables.js';

/**
 * @import { Contestant } from '../../../js/bench/contestant.js'
 * @import { Results } from './results.js'
 * @import { State } from './state.js'
 */

/** As of `graze bench --json`. */
const SCHEMA = 1;

/** @param {Results} results @param {string} version of the package */
function describe({ state, date, grain }, version) {
    const { bodies, scenes, tasks, pairs, rounds, seed } = state;
    return {
        graze: version,
        browser: navigator.userAgent,
        cores: navigator.hardwareConcurrency,
        clock: grain,
        date,
        options: { bodies, scenes, tasks, pairs, rounds, seed },
    };
}

/** @param {Results} results @param {string} version */
export function asJson(results, version) {
    const { rows, failures } = results;
    const all = { schema: SCHEMA, ...describe(results, version), rows, failures };
    return `${JSON.stringify(all, null, 1)}\n`;
}

/** @param {Results} results @param {string} version */
export function asText(results, version) {
    const { rows, failures } = results;
    // Tables look at what is told of contestants, and do not ask them anything.
    const contestants = /** @type {Contestant[]} */ (/** @type {unknown} */ (results.entrants));
    const { browser, cores, date, options } = describe(results, version);
    const { pairs, rounds, seed } = options;
    const head = `graze ${version}, ${browser}, ${cores} cores, ${date.slice(0, 10)}
${pairs} pairs a set, ${rounds} rounds, seed ${seed}; medians`;
    const text = tables({ rows, motion: [], copies: [], failures }, contestants);
    return `${head}\n\n${legend(contestants)}\n\n${text}`;
}

/** What measures the same from a command line, without the other libraries. @param {State} state */
export function asCommand({ bodies, scenes, tasks, pairs, rounds, seed }) {
    return `npx graze bench --n ${bodies.join(',')} --scenes ${scenes.join(',')} --tasks ${tasks.join(',')} --pairs ${pairs} --rounds ${rounds} --seed ${seed}\n`;
}
