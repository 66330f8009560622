/** Export of results in the formats of `graze bench`. */

import { formatLegend, formatTables } from '../../../js/bench/tables.js';

/**
 * @import { Contestant } from '../../../js/bench/contestant.js'
 * @import { Results } from './results.js'
 * @import { State } from './state.js'
 */

/** Version of the schema, as in `graze bench --json`. */
const SCHEMA = 1;

/** @param {Results} results @param {string} version version of the package */
function describeRun({ state, date, clockResolution }, version) {
    const { bodies, scenes, tasks, pairs, rounds, seed } = state;
    return {
        graze: version,
        browser: navigator.userAgent,
        cores: navigator.hardwareConcurrency,
        clock: clockResolution,
        date,
        options: { bodies, scenes, tasks, pairs, rounds, seed },
    };
}

/** @param {Results} results @param {string} version */
export function asJson(results, version) {
    const { rows, failures } = results;
    const all = { schema: SCHEMA, ...describeRun(results, version), rows, failures };
    return `${JSON.stringify(all, null, 1)}\n`;
}

/** @param {Results} results @param {string} version */
export function asText(results, version) {
    const { rows, failures } = results;
    // Tables read the descriptions of contestants, and call none of their functions.
    const contestants = /** @type {Contestant[]} */ (/** @type {unknown} */ (results.contestants));
    const { browser, cores, date, options } = describeRun(results, version);
    const { pairs, rounds, seed } = options;
    const head = `graze ${version}, ${browser}, ${cores} cores, ${date.slice(0, 10)}
${pairs} pairs per set, ${rounds} rounds, seed ${seed}; medians`;
    const text = formatTables({ rows, motion: [], copies: [], failures }, contestants);
    return `${head}\n\n${formatLegend(contestants)}\n\n${text}`;
}

/** Returns the command line of the same benchmark, without the other libraries. @param {State} state */
export function asCommand({ bodies, scenes, tasks, pairs, rounds, seed }) {
    return `npx graze bench --n ${bodies.join(',')} --scenes ${scenes.join(',')} --tasks ${tasks.join(',')} --pairs ${pairs} --rounds ${rounds} --seed ${seed}\n`;
}
