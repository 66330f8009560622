import { workerData } from 'node:worker_threads';
import { UsageError } from './exit.js';
import { Judge } from './judge.js';

/**
 * What runs in each thread of the pool.
 *
 * @import { MessagePort } from 'node:worker_threads'
 * @import { Settings } from './judge.js'
 * @import { Entry } from './list.js'
 */

/**
 * @typedef {object} Task
 * @property {Entry} entry
 * @property {MessagePort} [port] gets null when the work begins, as a task may wait for a thread; then, of the only plan,
 *   how much is done and of how much
 *
 * @typedef {{ outcomes: string[] } | { usage: string }} Answer `outcomes`: those of one file
 */

const { settings, module } = /** @type {{ settings: Settings, module: WebAssembly.Module }} */ (
    workerData
);

const judge = new Judge(settings, { module });

/**
 * @param {Task} task
 * @returns {Promise<Answer>}
 */
export default async function work({ entry, port }) {
    port?.postMessage(null);
    /** @param {number} done @param {number} of */
    const progress = (done, of) => port?.postMessage([done, of]);
    try {
        const outcomes = [];
        const all = judge.judge(entry, settings.alone ? progress : undefined);
        for await (const outcome of all) outcomes.push(outcome);
        return { outcomes };
    } catch (error) {
        // Errors lose their class on the way to another thread.
        if (error instanceof UsageError || Object(error).name === 'GrazeError') {
            return { usage: /** @type {Error} */ (error).message };
        }
        throw error;
    } finally {
        port?.close();
    }
}
