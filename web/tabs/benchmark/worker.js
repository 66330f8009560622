/** Measures, where it keeps nobody waiting: the benchmark of `graze bench`, set by set. */

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
 * @typedef {{ module: WebAssembly.Module, state: State }} Order
 *
 * @typedef {Pick<Contestant, 'name' | 'about' | 'beside' | 'ours' | 'tolerance'>} Entrant
 *
 * @typedef {{ kind: 'entrants', entrants: Entrant[], grain: number }
 *   | { kind: 'progress', text: string, done: number, total: number }
 *   | { kind: 'rows', rows: Row[], failures: string[] }
 *   | { kind: 'done' }
 *   | { kind: 'failed', text: string, isWrong: boolean }} Report
 */

/** A run lasts so many grains of the clock at least. */
const GRAINS = 50;
const LEAST_RUN = 3;
const MOST_RUN = 50;

/** @param {Report} report */
const tell = (report) => postMessage(report);

/** How finely the clock counts, in milliseconds: pages get a coarse one. */
function grainOfClock() {
    let grain = Infinity;
    for (let k = 0; k < 20; k++) {
        const begun = performance.now();
        let now = begun;
        while (now === begun) now = performance.now();
        grain = Math.min(grain, now - begun);
    }
    return grain;
}

/** @param {State} state @param {string[]} failures */
async function gather({ peers }, failures) {
    const contestants = grazeContestants();
    for (const { id, title, load } of PEERS) {
        if (!peers.includes(id)) continue;
        tell({ kind: 'progress', text: `loading ${title}`, done: 0, total: 1 });
        try {
            contestants.push(await load());
        } catch (error) {
            failures.push(
                `${title} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
            );
        }
    }
    return contestants;
}

/** @param {State} state */
async function measure(state) {
    /** @type {string[]} */
    const failures = [];
    const contestants = await gather(state, failures);
    const grain = grainOfClock();
    const milliseconds = Math.min(Math.max(LEAST_RUN, GRAINS * grain), MOST_RUN);
    const entrants = contestants.map(({ name, about, beside, ours, tolerance }) => ({
        name,
        about,
        beside,
        ours,
        tolerance,
    }));
    tell({ kind: 'entrants', entrants, grain });
    tell({ kind: 'rows', rows: [], failures });
    const sets = state.bodies.flatMap((body) => state.scenes.map((scene) => ({ body, scene })));
    const total = sets.length * state.tasks.length;
    for (const [k, { body, scene }] of sets.entries()) {
        let task = -1;
        const options = { ...state, bodies: [body], scenes: [scene], milliseconds };
        const { rows, failures: more } = await bench(options, contestants, {
            progress(text) {
                // The set is made first, then each task measured.
                const done = k * state.tasks.length + Math.max(task, 0);
                task += 1;
                tell({ kind: 'progress', text, done, total });
            },
        });
        tell({ kind: 'rows', rows, failures: more });
    }
    tell({ kind: 'done' });
}

addEventListener('message', async ({ data }) => {
    const { module, state } = /** @type {Order} */ (data);
    try {
        await prepare(module);
        await measure(state);
    } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        tell({ kind: 'failed', text, isWrong: error instanceof WrongAnswer });
    }
});
