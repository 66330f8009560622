import { parentPort, workerData } from 'node:worker_threads';
import { makeBlockWorker } from '../../scenario/validation/stages.js';
import { createInstance } from './instance.js';
import { doBlocks } from './stage_team.js';

/**
 * The code of each helper of a team: does blocks of the stages that are posted to it, and posts their results.
 *
 * @import { MessagePort } from 'node:worker_threads'
 * @import { StageKind } from '../../scenario/checks/stage.js'
 *
 * @typedef {object} StageTask
 * @property {StageKind} kind
 * @property {any} input
 * @property {any[]} blocks
 * @property {Int32Array} counter number of blocks that have been begun, in shared memory
 *
 * @typedef {[block: number, result: any][] | null} StageReply results of blocks; null: the helper failed
 */

const port = /** @type {MessagePort} */ (parentPort);
const { module } = /** @type {{ module: WebAssembly.Module }} */ (workerData);

/** @param {StageTask} task @returns {Promise<StageReply>} */
async function doStage(task) {
    try {
        // The memory of an instance never shrinks, so each stage has its own.
        const worker = makeBlockWorker(await createInstance(module), task.kind, task.input);
        return [...doBlocks(worker, task)];
    } catch {
        // The thread of the plan repeats the stage, and makes the error.
        return null;
    }
}

port.on('message', async (/** @type {StageTask} */ task) => {
    port.postMessage(await doStage(task));
});
