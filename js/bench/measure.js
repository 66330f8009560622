/**
 * Times of contestants that take turns: in each round each of them runs once, so that a disturbance of the
 * machine affects all.
 *
 * @import { Run } from './contestant.js'
 */

/**
 * Approximate duration of a run, in ms: long compared with the clock's resolution, short compared with
 * disturbances of a machine.
 */
const RUN_MILLISECONDS = 3;

/** Maximum number of passes over a small set in a run. */
const MAX_TURNS = 64;

/**
 * Many short calls bring JavaScript and WebAssembly to their highest tier; one long call could run in the
 * lowest throughout. Code that has never run takes longer to get there.
 */
const WARM_UP = { calls: 300, pairs: 32, milliseconds: { first: 60, later: 12 } };

/** @typedef {{ first: number, count: number }} Chunk */

/**
 * @param {Run[]} runs
 * @param {Chunk[]} chunks
 * @param {number} rounds
 * @param {keyof typeof WARM_UP.milliseconds} phase 'first' where their code runs for the first time, 'later'
 *   where it has run before
 * @param {number} [milliseconds] approximate duration of a run; longer where the clock is coarse
 * @returns {Float64Array[]} nanoseconds per pair for each run, by rounds
 */
export function measure(runs, chunks, rounds, phase, milliseconds = RUN_MILLISECONDS) {
    for (const run of runs) warmUp(run, chunks[0], WARM_UP.milliseconds[phase]);
    const chunkCounts = runs.map((run) => chunksPerRun(run, chunks, milliseconds));
    const times = runs.map(() => new Float64Array(rounds));
    for (let round = 0; round < rounds; round++) {
        for (let turn = 0; turn < runs.length; turn++) {
            // The order changes each round, so that no run always follows the one that empties the caches.
            const k = (turn + round) % runs.length;
            times[k][round] = timePerPair(runs[k], chunks, round, chunkCounts[k]);
        }
    }
    return times;
}

/**
 * @param {Run} run
 * @param {Chunk} chunk
 * @param {number} milliseconds
 */
function warmUp(run, { first, count }, milliseconds) {
    const end = performance.now() + milliseconds;
    const pairs = Math.min(WARM_UP.pairs, count);
    for (let call = 0; call < WARM_UP.calls || performance.now() < end; call++) run(first, pairs);
}

/**
 * @param {Run} run
 * @param {Chunk[]} chunks
 * @param {number} milliseconds
 */
function chunksPerRun(run, chunks, milliseconds) {
    const sample = Math.min(chunks.length, 4);
    const chunkMilliseconds = (timePerPair(run, chunks, 0, sample) * chunks[0].count) / 1e6;
    const chunkCount = Math.round(milliseconds / chunkMilliseconds);
    return Math.min(MAX_TURNS * chunks.length, Math.max(1, chunkCount));
}

/**
 * Runs `chunkCount` chunks, beginning with another one in each round, and returns nanoseconds per pair.
 *
 * @param {Run} run
 * @param {Chunk[]} chunks
 * @param {number} round
 * @param {number} chunkCount
 */
function timePerPair(run, chunks, round, chunkCount) {
    let pairs = 0;
    const start = performance.now();
    for (let k = 0; k < chunkCount; k++) {
        const { first, count } = chunks[(round + k) % chunks.length];
        run(first, count);
        pairs += count;
    }
    return ((performance.now() - start) * 1e6) / pairs;
}
