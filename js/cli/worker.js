import { workerData } from 'node:worker_threads';
import { UsageError } from './exit.js';
import { PlanChecker } from './plan_checker.js';
import { Team } from './team.js';

/**
 * The code of each thread of the pool.
 *
 * @import { MessagePort } from 'node:worker_threads'
 * @import { Settings } from './plan_checker.js'
 * @import { Entry } from './list.js'
 */

/**
 * @typedef {object} Task
 * @property {Entry} entry
 * @property {MessagePort} [port] receives null when the work begins, as a task may wait for a thread; then, for
 *   the only plan, the amount done and the total
 *
 * @typedef {{ results: string[] } | { usage: string }} WorkerReply `results`: those of one file, as JSON
 */

/** @typedef {{ settings: Settings, module: WebAssembly.Module, threads: number }} WorkerData */

const { settings, module, threads } = /** @type {WorkerData} */ (workerData);

const team = threads > 1 ? new Team(threads, module) : undefined;

const checker = new PlanChecker(settings, { module, team });

/**
 * @param {Task} task
 * @returns {Promise<WorkerReply>}
 */
export default async function work({ entry, port }) {
    port?.postMessage(null);
    /** @param {number} done @param {number} total */
    const progress = (done, total) => port?.postMessage([done, total]);
    try {
        const results = [];
        const all = checker.checkToJson(entry, settings.isOnlyPlan ? progress : undefined);
        for await (const result of all) results.push(result);
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
