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
 * @typedef {{ outcomes: string[] } | { usage: string }} Answer `outcomes`: those of one file
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
        const outcomes = [];
        for await (const outcome of judge.judge(entry)) outcomes.push(outcome);
        return { outcomes };
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
