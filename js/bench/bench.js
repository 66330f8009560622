import { checkAnswers } from './check.js';
import { TASKS } from './contestant.js';
import { measureCopies } from './copies.js';
import { measure } from './measure.js';
import { measureMotion } from './motion.js';
import { makePairs, splitChunks } from './pairs.js';
import { medianRatio, quantile } from './statistics.js';

/**
 * The experiment: every set of pairs, every task, all contestants in turn.
 *
 * @import { Contestant, PreparedSet, Query, Task } from './contestant.js'
 * @import { Marks } from './check.js'
 * @import { Cost } from './copies.js'
 * @import { Saving } from './motion.js'
 * @import { Body, PairSet, Scene } from './pairs.js'
 */

/** Valid names in `tasks`: the contestants' tasks and the further sections. */
export const SECTIONS = /** @type {const} */ ([...TASKS, 'motion', 'copies']);

/**
 * @typedef {object} Options
 * @property {readonly Body[]} bodies
 * @property {readonly Scene[]} scenes
 * @property {readonly (typeof SECTIONS[number])[]} tasks
 * @property {number} pairs number of pairs in each set
 * @property {number} rounds
 * @property {number} seed
 * @property {number} [milliseconds] approximate duration of a run of pairs; default 3
 *
 * @typedef {object} Score nanoseconds per pair: the median, and the quartiles
 * @property {string} name
 * @property {number} ns
 * @property {number} low
 * @property {number} high
 * @property {Record<string, number>} ratios ratios of the time to the times of those it is compared with
 * @property {Marks} marks
 *
 * @typedef {object} Row
 * @property {Body} body
 * @property {Scene} scene
 * @property {Task} task
 * @property {Score[]} scores
 *
 * @typedef {object} Results
 * @property {Row[]} rows
 * @property {Saving[]} motion
 * @property {Cost[]} copies
 * @property {string[]} failures messages of the failures of foreign contestants
 *
 * @typedef {object} Hooks
 * @property {(text: string) => void | Promise<void>} [progress] called before each measurement
 * @property {(set: PairSet) => void} [addExactRelations] adds exact relations to a set
 */

/**
 * Runs the experiment. It throws WrongAnswer as soon as one of graze's own contestants errs.
 *
 * @param {Options} options
 * @param {Contestant[]} contestants
 * @param {Hooks} [hooks]
 * @returns {Promise<Results>}
 */
export async function bench(options, contestants, { progress = () => {}, addExactRelations } = {}) {
    /** @type {Results} */
    const results = { rows: [], motion: [], copies: [], failures: [] };
    const tasks = TASKS.filter((task) => options.tasks.includes(task));
    for (const { body, scene } of tasks.length === 0 ? [] : listSets(options)) {
        await progress(`n = ${body}, ${scene}`);
        const set = makePairs({ body, scene, count: options.pairs, seed: options.seed });
        addExactRelations?.(set);
        const entries = contestants.map((contestant) =>
            prepareContestant(contestant, set, results.failures),
        );
        for (const task of tasks) {
            await progress(`n = ${body}, ${scene}: ${task}`);
            const capable = contestants.flatMap((contestant, k) => {
                const query = entries[k].queries[task];
                return query ? [{ contestant, query }] : [];
            });
            results.rows.push({
                body,
                scene,
                task,
                scores: compareContestants(capable, task, set, options, results),
            });
        }
        for (const { release } of entries) release?.();
    }
    if (options.tasks.includes('motion')) {
        await progress('motion');
        results.motion = measureMotion(options);
    }
    if (options.tasks.includes('copies')) {
        await progress('copies');
        results.copies = measureCopies(options);
    }
    return results;
}

/** @param {Options} options */
function listSets({ bodies, scenes }) {
    return bodies.flatMap((body) => scenes.map((scene) => ({ body, scene })));
}

/**
 * Runs an attempt of a contestant. The failure of a foreign one is recorded, and does not end the experiment.
 *
 * @template T
 * @param {Contestant} contestant
 * @param {string} context
 * @param {string[]} failures
 * @param {() => T} attempt
 * @returns {T | null}
 */
function attemptForeign(contestant, context, failures, attempt) {
    try {
        return attempt();
    } catch (error) {
        if (contestant.isGraze) throw error;
        const text = error instanceof Error ? error.message : String(error);
        const line = `${contestant.name} fails with ${context}: ${text}`;
        if (!failures.includes(line)) failures.push(line);
        return null;
    }
}

/**
 * @param {Contestant} contestant
 * @param {PairSet} set
 * @param {string[]} failures
 * @returns {PreparedSet}
 */
function prepareContestant(contestant, set, failures) {
    const attempt = () => contestant.prepare(set);
    return attemptForeign(contestant, `n = ${set.body}`, failures, attempt) ?? { queries: {} };
}

/**
 * @param {{ contestant: Contestant, query: Query }[]} capable
 * @param {Task} task
 * @param {PairSet} set
 * @param {Options} options
 * @param {Results} results
 * @returns {Score[]}
 */
function compareContestants(capable, task, set, { rounds, milliseconds }, { rows, failures }) {
    const context = `${task}, n = ${set.body}, ${set.scene}`;
    const checked = capable.flatMap(({ contestant, query }) => {
        const attempt = () => checkAnswers(contestant, task, query, set);
        const marks = attemptForeign(contestant, context, failures, attempt);
        return marks ? [{ contestant, query, marks }] : [];
    });
    const runs = checked.map(({ query }) => query.run);
    const phase = rows.some((row) => row.task === task) ? 'later' : 'first';
    const times = measure(runs, splitChunks(set.count), rounds, phase, milliseconds);
    const baselines = checked.flatMap(({ contestant: { name } }, k) =>
        capable.some(({ contestant }) => contestant.baseline === name)
            ? [{ name, times: times[k] }]
            : [],
    );
    return checked.map(({ contestant: { name }, marks }, k) => ({
        name,
        ns: quantile(times[k]),
        low: quantile(times[k], 0.25),
        high: quantile(times[k], 0.75),
        ratios: Object.fromEntries(
            baselines.map((base) => [base.name, medianRatio(times[k], base.times)]),
        ),
        marks,
    }));
}
