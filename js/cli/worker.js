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
 * @property {MessagePort} [begun] is told when the work begins: a task may wait for a thread
 *
 * @typedef {{ outcome: string } | { usage: string }} Answer
 */

const { settings, module } = /** @type {{ settings: Settings, module: WebAssembly.Module }} */ (
    workerData
);

const judge = new Judge(settings, module);

/**
 * @param {Task} task
 * @returns {Promise<Answer>}
 */
export default async function work({ entry, begun }) {
    begun?.postMessage(null);
    try {
        return { outcome: await judge.judge(entry) };
    } catch (error) {
        // Errors lose their class on the way to another thread.
        if (error instanceof UsageError || Object(error).name === 'GrazeError') {
            return { usage: /** @type {Error} */ (error).message };
        }
        throw error;
    } finally {
        begun?.close();
    }
}
