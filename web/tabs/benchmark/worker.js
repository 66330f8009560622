/** Runs the benchmark of `graze bench`, set by set, in a worker that does not block the page. */

import { bench } from '../../../js/bench/bench.js';
import { WrongAnswer } from '../../../js/bench/check.js';
import { grazeContestants } from '../../../js/bench/graze.js';
import { prepare } from '../../base/engine.js';
import { PEERS } from './peers.js';

/**
 * @import { Row } from '../../../js/bench/bench.js'
 * @import { Contestant } from '../../../js/bench/contestant.js'
 * @import { State } from './state.js'
 *
 * @typedef {{ module: WebAssembly.Module, state: State }} BenchmarkRequest
 *
 * @typedef {Pick<Contestant, 'name' | 'description' | 'baseline' | 'isGraze' | 'tolerance'>} ContestantInfo
 *
 * @typedef {{ kind: 'contestants', contestants: ContestantInfo[], clockResolution: number }
 *   | { kind: 'progress', text: string, done: number, total: number }
 *   | { kind: 'rows', rows: Row[], failures: string[] }
 *   | { kind: 'done' }
 *   | { kind: 'failed', text: string, isWrong: boolean }} Report
 */

/** Minimum length of a run, in ticks of the clock. */
const MIN_TICKS = 50;
const MIN_RUN = 3;
const MAX_RUN = 50;

/** @param {Report} report */
const postReport = (report) => postMessage(report);

/** Returns the resolution of the clock, in milliseconds: pages get a coarse one. */
function measureClockResolution() {
    let resolution = Infinity;
    for (let k = 0; k < 20; k++) {
        const startTime = performance.now();
        let now = startTime;
        while (now === startTime) now = performance.now();
        resolution = Math.min(resolution, now - startTime);
    }
    return resolution;
}

/** @param {State} state @param {string[]} failures */
async function loadContestants({ peers }, failures) {
    const contestants = grazeContestants();
    for (const { id, title, load } of PEERS) {
        if (!peers.includes(id)) continue;
        postReport({ kind: 'progress', text: `loading ${title}`, done: 0, total: 1 });
        try {
            contestants.push(await load());
        } catch {
            failures.push(
                `${title} could not be loaded. Each library needs a connection when it runs for the first time.`,
            );
        }
    }
    return contestants;
}

/** @param {State} state */
async function measure(state) {
    /** @type {string[]} */
    const failures = [];
    const contestants = await loadContestants(state, failures);
    const clockResolution = measureClockResolution();
    const milliseconds = Math.min(Math.max(MIN_RUN, MIN_TICKS * clockResolution), MAX_RUN);
    const contestantInfos = contestants.map(
        ({ name, description, baseline, isGraze, tolerance }) => ({
            name,
            description,
            baseline,
            isGraze,
            tolerance,
        }),
    );
    postReport({ kind: 'contestants', contestants: contestantInfos, clockResolution });
    postReport({ kind: 'rows', rows: [], failures });
    const sets = state.bodies.flatMap((body) => state.scenes.map((scene) => ({ body, scene })));
    const total = sets.length * state.tasks.length;
    for (const [k, { body, scene }] of sets.entries()) {
        let task = -1;
        const options = { ...state, bodies: [body], scenes: [scene], milliseconds };
        const { rows, failures: more } = await bench(options, contestants, {
            progress(text) {
                // Each set is made first; then each task is measured on it.
                const done = k * state.tasks.length + Math.max(task, 0);
                task += 1;
                postReport({ kind: 'progress', text, done, total });
            },
        });
        postReport({ kind: 'rows', rows, failures: more });
    }
    postReport({ kind: 'done' });
}

addEventListener('message', async ({ data }) => {
    const { module, state } = /** @type {BenchmarkRequest} */ (data);
    try {
        await prepare(module);
        await measure(state);
    } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        postReport({ kind: 'failed', text, isWrong: error instanceof WrongAnswer });
    }
});
