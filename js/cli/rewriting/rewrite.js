import { Worker } from 'node:worker_threads';
import { UsageError } from '../console/exit.js';
import { PlanProgress } from '../console/progress.js';
import { print, printError } from '../console/streams.js';
import { writeFileAtomically } from '../files/output.js';
import { tryOnMainThread } from '../threads/main_thread_limit.js';
import { outOfMemoryResult } from './plan_files.js';

/**
 * Runs the work of `repair` and `convert` on their plan: a small one on the main thread, any other on a thread
 * of its own, which may run out of memory without ending the program, and which can be interrupted at once.
 *
 * @import { PlanWork, WorkResult } from './plan_files.js'
 * @import { ThreadReply } from './rewrite_thread.js'
 *
 * @typedef {'convert' | 'repair'} RewriteName
 */

/**
 * Functions that do the work. Each throws TooLargeForMainThread where `isMainThread` is true and the plan is too large for that.
 *
 * @type {Record<RewriteName, () => Promise<(work: PlanWork<any>, isMainThread: boolean) => Promise<WorkResult>>>}
 */
export const REWRITES = {
    convert: async () => (await import('./convert_plan.js')).convertPlan,
    repair: async () => (await import('./repair_plan.js')).repairPlan,
};

/**
 * Runs a command's work on a plan, writes the output, and returns the exit code.
 *
 * @param {RewriteName} name
 * @param {PlanWork<unknown>} work
 * @param {{ path?: string, option: string }} out path of the output, default: standard output, as for `-`; and
 *   the option that named it
 * @param {string} [activity] what is done, for lines of progress; default: none are written
 * @returns {Promise<number>}
 */
export async function rewritePlan(name, work, out, activity) {
    const progress = activity === undefined ? undefined : new PlanProgress(activity);
    try {
        return await performAndWrite(name, work, out);
    } finally {
        progress?.end();
    }
}

/** @param {RewriteName} name @param {PlanWork<unknown>} work @param {{ path?: string, option: string }} out */
async function performAndWrite(name, work, { path, option }) {
    const { paths, stdin } = work.source;
    const perform = async () => (await REWRITES[name]())(work, true);
    const result = await tryOnMainThread(Object.values(paths), stdin, perform);
    if (result !== null) {
        if (result.chunks !== undefined) await writeChunks(path, result.chunks, option);
        return printOutcome(path, result);
    }
    const thread = new PlanThread(name, work);
    try {
        const { hasChunks, ...threadResult } = await thread.result();
        if (hasChunks) await writeChunks(path, thread.chunks(), option);
        return printOutcome(path, threadResult);
    } finally {
        await thread.end();
    }
}

/**
 * @param {string | undefined} path default: standard output, as for `-`
 * @param {string[] | AsyncIterable<string>} chunks
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
    #planName;
    #worker;
    #failure;
    #rejectFailure = /** @type {(error: unknown) => void} */ (() => {});

    /** @param {RewriteName} name @param {PlanWork<unknown>} work */
    constructor(name, work) {
        this.#planName = work.source.paths.plan;
        const workerData = { name, work };
        this.#worker = new Worker(new URL('./rewrite_thread.js', import.meta.url), { workerData });
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
            const result = /** @type {ThreadReply} */ (await this.#nextMessage());
            if ('usage' in result) throw new UsageError(result.usage);
            return result;
        } catch (error) {
            const { code } = /** @type {NodeJS.ErrnoException} */ (Object(error));
            if (code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
            return { ...outOfMemoryResult(this.#planName), hasChunks: false };
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
