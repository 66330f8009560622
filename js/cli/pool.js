import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { UsageError } from './exit.js';
import { failed, failure, Judge, outOfMemory } from './judge.js';
import { seeSignals } from './output.js';
import { PlanProgress } from './progress.js';
import { areSmall, TooLargeHere } from './size.js';

/**
 * Checks many plans, on threads of their own.
 *
 * @import { Piscina } from 'piscina'
 * @import { Settings } from './judge.js'
 * @import { Entry } from './list.js'
 * @import { Outcome } from './outcome.js'
 * @import { Answer } from './worker.js'
 *
 * @typedef {object} Means
 * @property {number} jobs
 * @property {number} [timeLimit] seconds for one plan
 */

/** Plans under way or done but not yet told, for each thread: more would only take memory. */
const AHEAD = 4;

/**
 * A plan that runs out of memory ends its thread: only the only plan, and a small one, is checked on this one.
 *
 * @param {Entry[]} entries
 * @param {Settings} settings
 * @param {Means} means
 * @returns {AsyncGenerator<Outcome>} in the entries' order, the plans of one file in that of the file
 */
export async function* judgeAll(entries, settings, { jobs, timeLimit }) {
    const means = { jobs: Math.min(jobs, entries.length), timeLimit };
    const isHere = settings.alone && timeLimit === undefined;
    const here = isHere ? await judgeHere(entries[0], settings) : null;
    for await (const text of here ?? judgeOnThreads(entries, settings, means)) {
        yield JSON.parse(text);
    }
}

/**
 * @param {Entry} entry the only one
 * @param {Settings} settings
 * @returns {Promise<string[] | null>} null: it is too large to be checked here
 */
async function judgeHere(entry, settings) {
    const paths = Object.values(entry.files).map((named) => named?.path);
    if (!(await areSmall(paths, settings.stdin))) return null;
    /** @type {PlanProgress | undefined} */
    let progress;
    try {
        const judge = new Judge(settings, { isHere: true });
        const outcomes = judge.judge(entry, (done, of) => {
            progress ??= new PlanProgress();
            progress.show(done, of);
        });
        const texts = [];
        for await (const text of outcomes) {
            texts.push(text);
            progress?.clear();
            await seeSignals();
        }
        return texts;
    } catch (error) {
        if (error instanceof TooLargeHere) return null;
        throw error;
    } finally {
        progress?.clear();
    }
}

/**
 * @param {Entry[]} entries
 * @param {Settings} settings
 * @param {Means} means
 */
async function* judgeOnThreads(entries, settings, { jobs, timeLimit }) {
    if (entries.length === 0) return;
    const [{ Piscina }, module] = await Promise.all([import('piscina'), compileOnce()]);
    const pool = new Piscina({
        filename: fileURLToPath(new URL('./worker.js', import.meta.url)),
        minThreads: jobs,
        maxThreads: jobs,
        workerData: { settings, module },
    });
    /** @type {Promise<() => string[]>[]} */
    const pending = [];
    try {
        for (const entry of entries) {
            const watch = new Watch(timeLimit);
            pending.push(settle(judgeWithin(pool, entry, watch)));
            if (pending.length < AHEAD * jobs) continue;
            yield* (await /** @type {Promise<() => string[]>} */ (pending.shift()))();
        }
        for (const one of pending) yield* (await one)();
    } finally {
        await pool.destroy();
    }
}

/** One compilation for all threads. */
async function compileOnce() {
    const path = fileURLToPath(import.meta.resolve('graze/graze.wasm'));
    return WebAssembly.compile(await readFile(path));
}

/**
 * What is awaited later must not count as unhandled until then.
 *
 * @param {Promise<string[]>} promise
 * @returns {Promise<() => string[]>}
 */
function settle(promise) {
    return promise.then(
        (texts) => () => texts,
        (error) => () => {
            throw error;
        },
    );
}

/**
 * @param {Piscina} pool
 * @param {Entry} entry
 * @param {Watch} watch
 * @returns {Promise<string[]>}
 */
async function judgeWithin(pool, entry, watch) {
    const { port, signal } = watch;
    try {
        /** @type {Answer} */
        const answer = await pool.run({ entry, port }, { transferList: [port], signal });
        if ('usage' in answer) throw new UsageError(answer.usage);
        return answer.outcomes;
    } catch (error) {
        const told = threadFailure(entry, error, watch);
        if (told === null) throw error;
        return [JSON.stringify(failed(entry, told))];
    } finally {
        watch.stop();
    }
}

/**
 * Watches the work on a plan: shows how much of the only plan is done, and ends the thread when its time is up, counted
 * from when it begins the work, as a task may wait for a thread.
 */
class Watch {
    #end = new AbortController();
    #channel = new MessageChannel();
    /** @type {NodeJS.Timeout | undefined} */ #timer;
    /** @type {PlanProgress | undefined} */ #progress;

    /** @param {number} [seconds] after which the thread is ended */
    constructor(seconds) {
        this.seconds = seconds;
        this.#channel.port1.on('message', (done) => {
            if (done !== null) {
                this.#progress ??= new PlanProgress();
                this.#progress.show(done[0], done[1]);
            } else if (seconds !== undefined) {
                this.#timer = setTimeout(() => this.#end.abort(), 1000 * seconds);
            }
        });
    }

    /** The worker's end of the channel. */
    get port() {
        return this.#channel.port2;
    }

    get signal() {
        return this.#end.signal;
    }

    stop() {
        clearTimeout(this.#timer);
        this.#progress?.clear();
        this.#channel.port1.close();
    }
}

/**
 * What the end of a thread says of the plan that it worked on; null: nothing.
 *
 * @param {Entry} entry
 * @param {unknown} error
 * @param {Watch} watch
 */
function threadFailure(entry, error, { signal, seconds }) {
    if (signal.aborted) {
        return failure(entry, 'time-limit', `it is not judged within ${seconds} s`);
    }
    const { code } = /** @type {NodeJS.ErrnoException} */ (Object(error));
    return code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory(entry) : null;
}
