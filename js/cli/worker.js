import { workerData } from 'node:worker_threads';
import { UsageError } from './exit.js';
import { PlanChecker } from './plan_checker.js';
import { Team } from './team.js';

/**
 * The code of each thread of the pool.
 *
 * @import { MessagePort } from 'node:worker_threads'
 * @import { EarlyCallbacks, Settings } from './plan_checker.js'
 * @import { Entry } from './list.js'
 * @import { Input } from './plan_result.js'
 */

/**
 * @typedef {object} Task
 * @property {Entry} entry
 * @property {MessagePort} [port] receives null when the work begins, as a task may wait for a thread; then, for
 *   the only plan, the amount done and the total; and, if the work may be ended, what is known before its end
 * @property {boolean} [mayBeEnded] whether the thread may be ended before the work is done
 *
 * Parts of the result of a file that are posted before the work on it is done: the labels of its plans, if there are several; the files that were
 * opened; the result of the next plan; or what is known of it now. Results are JSON.
 *
 * @typedef {{ labels: (string | null)[] } | { inputs: Input[] } | { result: string } | { verdict: string }} EarlyNews
 *
 * @typedef {{ results: string[] } | { usage: string }} WorkerReply `results`: those of one file, as JSON, unless they were
 *   posted before
 */

/** @typedef {{ settings: Settings, module: WebAssembly.Module, threads: number }} WorkerData */

const { settings, module, threads } = /** @type {WorkerData} */ (workerData);

const team = threads > 1 ? new Team(threads, module) : undefined;

const checker = new PlanChecker(settings, { module, team });

/**
 * @param {Task} task
 * @returns {Promise<WorkerReply>}
 */
export default async function work({ entry, port, mayBeEnded = false }) {
    /** @param {null | [number, number] | EarlyNews} news */
    const post = (news) => port?.postMessage(news);
    post(null);
    /** @param {number} done @param {number} total */
    const progress = (done, total) => post([done, total]);
    /** @type {EarlyCallbacks} */
    const early = {
        onCases: (labels) => post({ labels }),
        onInputs: (inputs) => post({ inputs }),
        onVerdict: (verdict) => post({ verdict }),
    };
    try {
        /** @type {string[]} */
        const results = [];
        const all = checker.checkToJson(
            entry,
            settings.showsProgress ? progress : undefined,
            mayBeEnded ? early : undefined,
        );
        for await (const result of all) {
            if (mayBeEnded) post({ result });
            else results.push(result);
        }
        return { results };
    } catch (error) {
        // Errors lose their class when they are posted to another thread.
        if (error instanceof UsageError || Object(error).name === 'GrazeError') {
            return { usage: /** @type {Error} */ (error).message };
        }
        throw error;
    } finally {
        port?.close();
    }
}
