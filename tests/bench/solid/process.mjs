/**
 * One contestant of the comparison in JavaScript, in a process of its own, which js.mjs starts with its name and directs by
 * messages: the pairs, then a message per round. It answers with its answers, then with the least times so far.
 *
 * @import { Query } from './contestants.js'
 */
import { CONTESTANTS } from './contestants.js';

/** Time of the repetitions of a query, in ns. */
const DURATION = 20_000;
const MAX_REPEATS = 64;

/** @type {{ query: Query, times: Float64Array }[]} the times of pairs without an answer are NaN */
const entries = [];
/** Takes the answers, so that no query is left out as unused. */
let sink = 0;

/** Returns the ns of one of some repetitions. @param {Query} query @param {number} k @param {number} repeats */
function timeOf({ run }, k, repeats) {
    const start = performance.now();
    for (let i = 0; i < repeats; i++) sink += run(k);
    return (1e6 * (performance.now() - start)) / repeats;
}

/** @param {any[]} pairs */
async function enter(pairs) {
    const queries = await CONTESTANTS[process.argv[2]](pairs);
    return queries.map((query) => {
        const { run, ...rest } = query;
        const answers = Array.from(pairs, (_, k) => attempt(run, k));
        const times = Float64Array.from(answers, (answer) => (answer === null ? NaN : Infinity));
        entries.push({ query, times });
        return { ...rest, answers };
    });
}

/** Returns an answer; null if there is none. @param {(k: number) => number} run @param {number} k */
function attempt(run, k) {
    try {
        const answer = run(k);
        return Number.isFinite(answer) ? answer : null;
    } catch {
        return null;
    }
}

function measure() {
    for (const { query, times } of entries) {
        times.forEach((least, k) => {
            if (Number.isNaN(least)) return;
            const repeats = Math.max(1, Math.min(MAX_REPEATS, Math.floor(DURATION / least)));
            times[k] = Math.min(least, timeOf(query, k, repeats));
        });
    }
    return entries.map(({ times }) => Array.from(times));
}

process.on('message', async (/** @type {any} */ { pairs }) => {
    process.send?.(pairs === undefined ? measure() : await enter(pairs));
});
process.send?.(Number.isNaN(sink));
