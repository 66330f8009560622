import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { EXIT, exitCodeOf } from './exit.js';

/**
 * Runs in the thread of the plan of `repair` or `convert`: posts what was done, and then, on each message, the next part of the
 * plan's text; null after the last.
 *
 * @import { MessagePort } from 'node:worker_threads'
 * @import { Done } from './plan_files.js'
 * @import { Work } from './plan_work.js'
 *
 * @typedef {(Omit<Done, 'pieces'> & { hasPieces: boolean }) | { usage: string }} Answer
 */

/** Characters of a part of the text at which it is handed over. */
const PART = 2 ** 18;

const COMMANDS = {
    convert: () => import('./commands/convert.js'),
    repair: () => import('./commands/repair.js'),
};

const port = /** @type {MessagePort} */ (parentPort);
const { command, work } = /** @type {{ command: keyof typeof COMMANDS, work: Work<any> }} */ (
    workerData
);

/** @returns {Promise<{ answer: Answer, pieces: string[] }>} */
async function perform() {
    try {
        const { pieces, ...rest } = await (await COMMANDS[command]()).perform(work, false);
        return { answer: { ...rest, hasPieces: pieces !== undefined }, pieces: pieces ?? [] };
    } catch (error) {
        // Errors lose their class on the way to another thread.
        if (exitCodeOf(error) !== EXIT.usage) throw error;
        return { answer: { usage: /** @type {Error} */ (error).message }, pieces: [] };
    }
}

/** Yields pieces joined to parts of about the same size. @param {string[]} pieces */
function* partsOf(pieces) {
    let part = [];
    let size = 0;
    for (const piece of pieces) {
        part.push(piece);
        size += piece.length;
        if (size < PART) continue;
        yield part.join('');
        part = [];
        size = 0;
    }
    if (size > 0) yield part.join('');
}

const { answer, pieces } = await perform();
port.postMessage(answer);
for (const part of partsOf(pieces)) {
    await once(port, 'message');
    port.postMessage(part);
}
await once(port, 'message');
port.postMessage(null);
