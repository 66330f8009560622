import { measure } from '../../js/bench/measure.js';
import { splitChunks } from '../../js/bench/pairs.js';
import { medianRatio, quantile } from '../../js/bench/statistics.js';
import { checkAnswers } from './toi_marks.js';
import { makeSweeps } from './toi_sweeps.js';

/**
 * The experiment: every set of moving pairs, all contestants in turn.
 *
 * @import { Entry, Contestant } from './toi_contestant.js'
 * @import { Scene, SweepSet, SweptBody } from './toi_sweeps.js'
 * @import { Marks } from './toi_marks.js'
 */

/**
 * @typedef {object} Options
 * @property {readonly SweptBody[]} bodies
 * @property {readonly Scene[]} scenes
 * @property {number} pairs in each set
 * @property {number} rounds
 * @property {number} seed
 * @property {number} turn maximum rotation of a body
 *
 * @typedef {object} Score nanoseconds a pair: the median, and the quartiles
 * @property {string} name
 * @property {number} ns
 * @property {number} low
 * @property {number} high
 * @property {Record<string, number>} ratios how many times the time of those it is compared with
 * @property {Marks} marks
 *
 * @typedef {{ body: SweptBody, scene: Scene, scores: Score[] }} Row
 *
 * @typedef {object} Results
 * @property {Row[]} rows
 * @property {string[]} failures failures of others, in words
 */

/**
 * Throws WrongAnswer as soon as a contestant of ours errs.
 *
 * @param {Options} options
 * @param {Contestant[]} contestants
 * @param {(text: string) => void} progress
 * @returns {Results}
 */
export function race({ bodies, scenes, pairs: count, rounds, seed, turn }, contestants, progress) {
    /** @type {Results} */
    const results = { rows: [], failures: [] };
    for (const { body, scene } of bodies.flatMap((body) =>
        scenes.map((scene) => ({ body, scene })),
    )) {
        progress(`n = ${body}, ${scene}`);
        const set = makeSweeps({ body, scene, count, seed, turn });
        const ready = contestants.flatMap((contestant) => enter(contestant, set, results.failures));
        const when = results.rows.length === 0 ? 'first' : 'later';
        const runs = ready.map(({ entry }) => entry.run);
        const times = measure(runs, splitChunks(count), rounds, when);
        results.rows.push({ body, scene, scores: scoresOf(ready, times) });
        for (const { entry } of ready) entry.leave?.();
    }
    return results;
}

/**
 * Runs a contestant; its failure is reported and does not end the others.
 *
 * @param {Contestant} contestant
 * @param {SweepSet} set
 * @param {string[]} failures
 * @returns {{ contestant: Contestant, entry: Entry, marks: Marks }[]}
 */
function enter(contestant, set, failures) {
    try {
        const entry = contestant.enter(set);
        return [{ contestant, entry, marks: checkAnswers(contestant, entry, set) }];
    } catch (error) {
        if (contestant.ours) throw error;
        const text = error instanceof Error ? error.message : String(error);
        failures.push(`${contestant.name} fails with n = ${set.body}, ${set.scene}: ${text}`);
        return [];
    }
}

/**
 * @param {{ contestant: Contestant, marks: Marks }[]} ready
 * @param {Float64Array[]} times
 * @returns {Score[]}
 */
function scoresOf(ready, times) {
    const isBase = (/** @type {Contestant} */ { name }) =>
        ready.some(({ contestant }) => contestant.beside === name);
    const bases = ready.flatMap(({ contestant }, k) =>
        isBase(contestant) ? [{ name: contestant.name, times: times[k] }] : [],
    );
    return ready.map(({ contestant, marks }, k) => ({
        name: contestant.name,
        ns: quantile(times[k]),
        low: quantile(times[k], 0.25),
        high: quantile(times[k], 0.75),
        ratios: Object.fromEntries(
            bases.map((base) => [base.name, medianRatio(times[k], base.times)]),
        ),
        marks,
    }));
}
