import { check } from './check.js';
import { TASKS } from './contestant.js';
import { measureCopies } from './copies.js';
import { measure } from './measure.js';
import { measureMotion } from './motion.js';
import { chunksOf, makePairs } from './pairs.js';
import { medianRatio, quantile } from './statistics.js';

/**
 * The experiment: every set of pairs, every task, all contestants in turn.
 *
 * @import { Contestant, Entry, Query, Task } from './contestant.js'
 * @import { Marks } from './check.js'
 * @import { Cost } from './copies.js'
 * @import { Saving } from './motion.js'
 * @import { Body, PairSet, Scene } from './pairs.js'
 */

/** What `tasks` can name beside the contestants' tasks. */
export const SECTIONS = /** @type {const} */ ([...TASKS, 'motion', 'copies']);

/**
 * @typedef {object} Options
 * @property {readonly Body[]} bodies
 * @property {readonly Scene[]} scenes
 * @property {readonly (typeof SECTIONS[number])[]} tasks
 * @property {number} pairs in each set
 * @property {number} rounds
 * @property {number} seed
 * @property {number} [milliseconds] how long a run of pairs lasts, about; 3 unless said
 *
 * @typedef {object} Score nanoseconds a pair: the median, and the quartiles
 * @property {string} name
 * @property {number} ns
 * @property {number} low
 * @property {number} high
 * @property {Record<string, number>} ratios how many times the time of those it is compared with
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
 * @property {string[]} failures of others, in words
 *
 * @typedef {object} Hooks
 * @property {(text: string) => void | Promise<void>} [progress] before each measurement
 * @property {(set: PairSet) => void} [refine] adds exact relations to a set
 */

/**
 * Throws WrongAnswer as soon as a contestant of ours errs.
 *
 * @param {Options} options
 * @param {Contestant[]} contestants
 * @param {Hooks} [hooks]
 * @returns {Promise<Results>}
 */
export async function bench(options, contestants, { progress = () => {}, refine } = {}) {
    /** @type {Results} */
    const results = { rows: [], motion: [], copies: [], failures: [] };
    const tasks = TASKS.filter((task) => options.tasks.includes(task));
    for (const { body, scene } of tasks.length === 0 ? [] : setsOf(options)) {
        await progress(`n = ${body}, ${scene}`);
        const set = makePairs({ body, scene, count: options.pairs, seed: options.seed });
        refine?.(set);
        const entries = contestants.map((contestant) => enter(contestant, set, results.failures));
        for (const task of tasks) {
            await progress(`n = ${body}, ${scene}: ${task}`);
            const able = contestants.flatMap((contestant, k) => {
                const query = entries[k].queries[task];
                return query ? [{ contestant, query }] : [];
            });
            results.rows.push({
                body,
                scene,
                task,
                scores: compare(able, task, set, options, results),
            });
        }
        for (const { leave } of entries) leave?.();
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
function setsOf({ bodies, scenes }) {
    return bodies.flatMap((body) => scenes.map((scene) => ({ body, scene })));
}

/**
 * Somebody else's failure is told, and is no reason to go without the rest.
 *
 * @template T
 * @param {Contestant} contestant
 * @param {string} where
 * @param {string[]} failures
 * @param {() => T} attempt
 * @returns {T | null}
 */
function tolerate(contestant, where, failures, attempt) {
    try {
        return attempt();
    } catch (error) {
        if (contestant.ours) throw error;
        const text = error instanceof Error ? error.message : String(error);
        const line = `${contestant.name} fails with ${where}: ${text}`;
        if (!failures.includes(line)) failures.push(line);
        return null;
    }
}

/**
 * @param {Contestant} contestant
 * @param {PairSet} set
 * @param {string[]} failures
 * @returns {Entry}
 */
function enter(contestant, set, failures) {
    const attempt = () => contestant.enter(set);
    return tolerate(contestant, `n = ${set.body}`, failures, attempt) ?? { queries: {} };
}

/**
 * @param {{ contestant: Contestant, query: Query }[]} able
 * @param {Task} task
 * @param {PairSet} set
 * @param {Options} options
 * @param {Results} results
 * @returns {Score[]}
 */
function compare(able, task, set, { rounds, milliseconds }, { rows, failures }) {
    const where = `${task}, n = ${set.body}, ${set.scene}`;
    const judged = able.flatMap(({ contestant, query }) => {
        const attempt = () => check(contestant, task, query, set);
        const marks = tolerate(contestant, where, failures, attempt);
        return marks ? [{ contestant, query, marks }] : [];
    });
    const runs = judged.map(({ query }) => query.run);
    const when = rows.some((row) => row.task === task) ? 'later' : 'first';
    const times = measure(runs, chunksOf(set.count), rounds, when, milliseconds);
    const bases = judged.flatMap(({ contestant: { name } }, k) =>
        able.some(({ contestant }) => contestant.beside === name)
            ? [{ name, times: times[k] }]
            : [],
    );
    return judged.map(({ contestant: { name }, marks }, k) => ({
        name,
        ns: quantile(times[k]),
        low: quantile(times[k], 0.25),
        high: quantile(times[k], 0.75),
        ratios: Object.fromEntries(
            bases.map((base) => [base.name, medianRatio(times[k], base.times)]),
        ),
        marks,
    }));
}
