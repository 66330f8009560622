import { Worker } from 'node:worker_threads';
import { UsageError } from './exit.js';
import { areFilesSmall, TooLargeForMainThread } from './main_thread_limit.js';
import { print, printError, writeFileAtomically } from './output.js';
import { outOfMemoryResult } from './plan_files.js';
import { PlanProgress } from './progress.js';

/**
 * Runs the work of `repair` and `convert` on their plan: a small one on the main thread, any other on a thread
 * of its own, which may run out of memory without ending the program, and which can be interrupted at once.
 *
 * @import { WorkResult, PlanSource } from './plan_files.js'
 * @import { WorkerReply } from './plan_worker.js'
 */

/**
 * The plan and the options of a command as plain data, so that they can be posted to another thread.
 *
 * @template T
 * @typedef {{ source: PlanSource, options: T }} PlanWork
 */

/**
 * Runs a command's work on a plan, writes the output, and returns the exit code.
 *
 * @template T
 * @param {'repair' | 'convert'} command
 * @param {(work: PlanWork<T>, isMainThread: boolean) => Promise<WorkResult>} perform throws
 *   TooLargeForMainThread where `isMainThread` is true and the plan is too large for it
 * @param {PlanWork<T>} work
 * @param {{ path?: string, option: string }} out path of the output, default: standard output, as for `-`; and
 *   the option that named it
 * @param {string} [activity] what is done, for lines of progress; default: none are written
 * @returns {Promise<number>}
 */
export async function runPlanWork(command, perform, work, out, activity) {
    const progress = activity === undefined ? undefined : new PlanProgress(activity);
    try {
        return await performAndWrite(command, perform, work, out);
    } finally {
        progress?.end();
    }
}

/**
 * @template T
 * @param {'repair' | 'convert'} command
 * @param {(work: PlanWork<T>, isMainThread: boolean) => Promise<WorkResult>} perform
 * @param {PlanWork<T>} work
 * @param {{ path?: string, option: string }} out
 */
async function performAndWrite(command, perform, work, { path, option }) {
    const result = await performOnMainThread(perform, work);
    if (result !== null) {
        if (result.chunks !== undefined)
            await writeChunks(path, toAsyncIterable(result.chunks), option);
        return printOutcome(path, result);
    }
    const thread = new PlanThread(command, work);
    try {
        const { hasChunks, ...threadResult } = await thread.result();
        if (hasChunks) await writeChunks(path, thread.chunks(), option);
        return printOutcome(path, threadResult);
    } finally {
        await thread.end();
    }
}

/**
 * @template T
 * @param {(work: PlanWork<T>, isMainThread: boolean) => Promise<WorkResult>} perform
 * @param {PlanWork<T>} work
 * @returns {Promise<WorkResult | null>} null: it is too large for this thread
 */
async function performOnMainThread(perform, work) {
    const { paths, stdin } = work.source;
    if (!(await areFilesSmall(Object.values(paths), stdin))) return null;
    try {
        return await perform(work, true);
    } catch (error) {
        if (error instanceof TooLargeForMainThread) return null;
        throw error;
    }
}

/** @param {string[]} chunks */
async function* toAsyncIterable(chunks) {
    yield* chunks;
}

/**
 * @param {string | undefined} path default: standard output, as for `-`
 * @param {AsyncIterable<string>} chunks
 * @param {string} option option that named the path
 */
async function writeChunks(path, chunks, option) {
    if (isStdout(path)) await print(chunks);
    else await writeFileAtomically(path, chunks, option);
}

/** @param {string | undefined} path @returns {path is undefined | '-'} */
function isStdout(path) {
    return path === undefined || path === '-';
}

/**
 * Prints the report; the json report goes to standard error where the plan goes to standard output.
 *
 * @param {string | undefined} path
 * @param {WorkResult} result
 * @returns {number} the exit code
 */
function printOutcome(path, { code, report, lines }) {
    if (report !== undefined) (isStdout(path) ? process.stderr : process.stdout).write(report);
    for (const line of lines) printError(line);
    return code;
}

/** A thread that works on a plan, and posts its text in parts as they are written. */
class PlanThread {
    #name;
    #worker;
    #failure;
    #rejectFailure = /** @type {(error: unknown) => void} */ (() => {});

    /** @param {'repair' | 'convert'} command @param {PlanWork<unknown>} work */
    constructor(command, work) {
        this.#name = work.source.paths.plan;
        const workerData = { command, work };
        this.#worker = new Worker(new URL('./plan_worker.js', import.meta.url), { workerData });
        this.#failure = new Promise((_, reject) => {
            this.#rejectFailure = reject;
        });
        // The failure is awaited with each message; after the last message it is ignored.
        this.#failure.catch(() => {});
        this.#worker.on('error', this.#rejectFailure);
        this.#worker.on('exit', (code) => {
            this.#rejectFailure(new Error(`the thread of the plan ended with code ${code}`));
        });
    }

    /** Returns the next message of the thread. @returns {Promise<any>} */
    #nextMessage() {
        const next = new Promise((resolve) => this.#worker.once('message', resolve));
        return Promise.race([next, this.#failure]);
    }

    /**
     * Returns the result of the work, without the chunks.
     *
     * @returns {Promise<WorkResult & { hasChunks: boolean }>}
     */
    async result() {
        try {
            const result = /** @type {WorkerReply} */ (await this.#nextMessage());
            if ('usage' in result) throw new UsageError(result.usage);
            return result;
        } catch (error) {
            const { code } = /** @type {NodeJS.ErrnoException} */ (Object(error));
            if (code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
            return { ...outOfMemoryResult(this.#name), hasChunks: false };
        }
    }

    /** Yields the text of the plan. @returns {AsyncGenerator<string>} */
    async *chunks() {
        for (;;) {
            const next = this.#nextMessage();
            this.#worker.postMessage('next');
            const chunk = /** @type {string | null} */ (await next);
            if (chunk === null) return;
            yield chunk;
        }
    }

    async end() {
        await this.#worker.terminate();
    }
}
