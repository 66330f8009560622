import { Worker } from 'node:worker_threads';
import { UsageError } from './exit.js';
import { fail, print, writeWhole } from './output.js';
import { outOfMemory } from './plan_files.js';
import { areSmall, TooLargeHere } from './size.js';

/**
 * Runs the work of `repair` and `convert` on their plan: a small one on the main thread, any other on a thread of its own, which
 * may run out of memory, and which an interrupt does not wait for.
 *
 * @import { Done, Named } from './plan_files.js'
 * @import { Answer } from './plan_worker.js'
 */

/**
 * The plan and the options of a command as plain data, so that they reach another thread.
 *
 * @template T
 * @typedef {{ named: Named, options: T }} Work
 */

/**
 * Does the work of a command on a plan, writes what it makes, and returns the exit code.
 *
 * @template T
 * @param {'repair' | 'convert'} command
 * @param {(work: Work<T>, isHere: boolean) => Promise<Done>} perform throws TooLargeHere where `isHere`, the main thread, is
 *   not the place for it
 * @param {Work<T>} work
 * @param {{ path?: string, option: string }} out where the plan goes, default: standard output, which `-` stands for too; the
 *   option that named it
 * @returns {Promise<number>}
 */
export async function runWork(command, perform, work, { path, option }) {
    const done = await doneHere(perform, work);
    if (done !== null) {
        if (done.pieces !== undefined) await put(path, streamOf(done.pieces), option);
        return finish(path, done);
    }
    const thread = new Thread(command, work);
    try {
        const { hasPieces, ...rest } = await thread.answer();
        if (hasPieces) await put(path, thread.pieces(), option);
        return finish(path, rest);
    } finally {
        await thread.end();
    }
}

/**
 * @template T
 * @param {(work: Work<T>, isHere: boolean) => Promise<Done>} perform
 * @param {Work<T>} work
 * @returns {Promise<Done | null>} null: it is too large for this thread
 */
async function doneHere(perform, work) {
    const { paths, stdin } = work.named;
    if (!(await areSmall(Object.values(paths), stdin))) return null;
    try {
        return await perform(work, true);
    } catch (error) {
        if (error instanceof TooLargeHere) return null;
        throw error;
    }
}

/** @param {string[]} pieces */
async function* streamOf(pieces) {
    yield* pieces;
}

/**
 * @param {string | undefined} path default: standard output, which `-` stands for too
 * @param {AsyncIterable<string>} pieces
 * @param {string} option that named the path
 */
async function put(path, pieces, option) {
    if (isStdout(path)) await print(pieces);
    else await writeWhole(path, pieces, option);
}

/** @param {string | undefined} path @returns {path is undefined | '-'} */
function isStdout(path) {
    return path === undefined || path === '-';
}

/**
 * Reports what was done; the json report goes to standard error where the plan goes to standard output.
 *
 * @param {string | undefined} path
 * @param {Done} done
 * @returns {number} the exit code
 */
function finish(path, { code, report, lines }) {
    if (report !== undefined) (isStdout(path) ? process.stderr : process.stdout).write(report);
    for (const line of lines) fail(line);
    return code;
}

/** A thread that works on a plan, and hands over its text in parts as they are written. */
class Thread {
    #name;
    #worker;
    #failed;
    #wakeFailed = /** @type {(error: unknown) => void} */ (() => {});

    /** @param {'repair' | 'convert'} command @param {Work<unknown>} work */
    constructor(command, work) {
        this.#name = work.named.paths.plan;
        const workerData = { command, work };
        this.#worker = new Worker(new URL('./plan_worker.js', import.meta.url), { workerData });
        this.#failed = new Promise((_, reject) => {
            this.#wakeFailed = reject;
        });
        // It is awaited with each message; a failure after the last one has no bearing.
        this.#failed.catch(() => {});
        this.#worker.on('error', this.#wakeFailed);
        this.#worker.on('exit', (code) => {
            this.#wakeFailed(new Error(`the thread of the plan ended with code ${code}`));
        });
    }

    /** Returns the next message of the thread. @returns {Promise<any>} */
    #message() {
        const next = new Promise((resolve) => this.#worker.once('message', resolve));
        return Promise.race([next, this.#failed]);
    }

    /**
     * Returns what was done, without the pieces.
     *
     * @returns {Promise<Done & { hasPieces: boolean }>}
     */
    async answer() {
        try {
            const answer = /** @type {Answer} */ (await this.#message());
            if ('usage' in answer) throw new UsageError(answer.usage);
            return answer;
        } catch (error) {
            const { code } = /** @type {NodeJS.ErrnoException} */ (Object(error));
            if (code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
            return { ...outOfMemory(this.#name), hasPieces: false };
        }
    }

    /** Yields the text of the plan. @returns {AsyncGenerator<string>} */
    async *pieces() {
        for (;;) {
            const next = this.#message();
            this.#worker.postMessage('next');
            const part = /** @type {string | null} */ (await next);
            if (part === null) return;
            yield part;
        }
    }

    async end() {
        await this.#worker.terminate();
    }
}
