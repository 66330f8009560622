import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { usageMessageOf } from '../console/exit.js';
import { REWRITES } from './rewrite.js';

/**
 * Runs in the thread that `repair` or `convert` starts for a large plan: posts the result, and then, for each
 * message, the next part of the text of the plan to write; null after the last.
 *
 * @import { MessagePort } from 'node:worker_threads'
 * @import { PlanWork, WorkResult } from './plan_files.js'
 * @import { RewriteName } from './rewrite.js'
 *
 * @typedef {(Omit<WorkResult, 'chunks'> & { hasChunks: boolean }) | { usage: string }} ThreadReply
 */

/** Minimum number of characters of a part of the text before it is posted. */
const CHUNK_LENGTH = 2 ** 18;

const port = /** @type {MessagePort} */ (parentPort);
const { name, work } = /** @type {{ name: RewriteName, work: PlanWork<unknown> }} */ (workerData);

/** @returns {Promise<{ reply: ThreadReply, chunks: string[] }>} */
async function perform() {
    try {
        const { chunks, ...rest } = await (await REWRITES[name]())(work, false);
        return { reply: { ...rest, hasChunks: chunks !== undefined }, chunks: chunks ?? [] };
    } catch (error) {
        return { reply: { usage: usageMessageOf(error) }, chunks: [] };
    }
}

/** Yields chunks joined to parts of about the same size. @param {string[]} chunks */
function* joinChunks(chunks) {
    let batch = [];
    let size = 0;
    for (const chunk of chunks) {
        batch.push(chunk);
        size += chunk.length;
        if (size < CHUNK_LENGTH) continue;
        yield batch.join('');
        batch = [];
        size = 0;
    }
    if (size > 0) yield batch.join('');
}

const { reply, chunks } = await perform();
port.postMessage(reply);
for (const batch of joinChunks(chunks)) {
    await once(port, 'message');
    port.postMessage(batch);
}
await once(port, 'message');
port.postMessage(null);
