import { workerData } from 'node:worker_threads';
import { usageMessageOf } from '../console/exit.js';
import { Team } from '../threads/stage_team.js';
import { PlanChecker } from './plan_checker.js';

/**
 * The code of each thread of the pool.
 *
 * @import { MessagePort } from 'node:worker_threads'
 * @import { EarlyCallbacks, Settings } from './plan_checker.js'
 * @import { Entry } from '../files/plan_list.js'
 * @import { Input } from '../results/plan_result.js'
 */

/**
 * @typedef {object} Task
 * @property {Entry} entry
 * @property {MessagePort} port receives null when the work begins, as a task may wait for a thread; then, for the only
 *   plan, the amount done and the total; and what is known of the results, since the thread may be ended, or run out of memory
 *
 * Parts of the result of a file that are posted before the work on it is done: the labels of its plans, if there are several; the files that were
 * opened; the result of the next plan; or what is known of it now. Results are JSON.
 *
 * @typedef {{ labels: (string | null)[] } | { inputs: Input[] } | { result: string } | { verdict: string }} EarlyNews
 *
 * @typedef {{ usage?: string }} WorkerReply `usage`: message of a usage error, which ends the run
 */

/** @typedef {{ settings: Settings, module: WebAssembly.Module, threads: number }} WorkerData */

// The pool puts its own data before that of its user.
const [, { settings, module, threads }] = /** @type {[unknown, WorkerData]} */ (workerData);

const team = threads > 1 ? new Team(threads, module) : undefined;

const checker = new PlanChecker(settings, { module, team });

/**
 * @param {Task} task
 * @returns {Promise<WorkerReply>}
 */
export default async function work({ entry, port }) {
    /** @param {null | [number, number] | EarlyNews} news */
    const post = (news) => port.postMessage(news);
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
        const shown = settings.showsProgress ? progress : undefined;
        for await (const result of checker.checkToJson(entry, shown, early)) post({ result });
        return {};
    } catch (error) {
        return { usage: usageMessageOf(error) };
    } finally {
        port.close();
    }
}
