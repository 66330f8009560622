import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { UsageError } from './exit.js';
import { failed, failure, Judge } from './judge.js';
import { seeSignals } from './output.js';

/**
 * Many plans judged, on this thread or on several.
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
 * @param {Entry[]} entries
 * @param {Settings} settings
 * @param {Means} means
 * @returns {AsyncGenerator<Outcome>} in the entries' order, the plans of one file in that of the file
 */
export async function* judgeAll(entries, settings, { jobs, timeLimit }) {
    // A plan that is not given up does not need a thread that can be ended.
    const isHere = timeLimit === undefined && Math.min(jobs, entries.length) <= 1;
    const texts = isHere
        ? judgeHere(entries, settings)
        : judgeOnThreads(entries, settings, { jobs: Math.min(jobs, entries.length), timeLimit });
    for await (const text of texts) yield JSON.parse(text);
}

/**
 * @param {Entry[]} entries
 * @param {Settings} settings
 */
async function* judgeHere(entries, settings) {
    const judge = new Judge(settings);
    for (const entry of entries) {
        for await (const text of judge.judge(entry)) {
            await seeSignals();
            yield text;
        }
    }
}

/**
 * @param {Entry[]} entries
 * @param {Settings} settings
 * @param {Means} means
 */
async function* judgeOnThreads(entries, settings, { jobs, timeLimit }) {
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
            pending.push(settle(judgeWithin(pool, entry, timeLimit)));
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
 * @param {number} [timeLimit] of the whole file
 * @returns {Promise<string[]>}
 */
async function judgeWithin(pool, entry, timeLimit) {
    const clock = timeLimit === undefined ? undefined : new Clock(timeLimit);
    try {
        const { begun, signal } = clock ?? {};
        /** @type {Answer} */
        const answer = await pool.run(
            { entry, begun },
            { transferList: begun === undefined ? [] : [begun], signal },
        );
        if ('usage' in answer) throw new UsageError(answer.usage);
        return answer.outcomes;
    } catch (error) {
        const told = threadFailure(entry, error, clock?.signal.aborted ? timeLimit : undefined);
        if (told === null) throw error;
        return [JSON.stringify(failed(entry, told))];
    } finally {
        clock?.stop();
    }
}

/** Ends a thread when its time is up, counted from when it begins the work: a task may wait for one. */
class Clock {
    #end = new AbortController();
    #channel = new MessageChannel();
    /** @type {NodeJS.Timeout | undefined} */ #timer;

    /** @param {number} seconds */
    constructor(seconds) {
        this.#channel.port1.once('message', () => {
            this.#timer = setTimeout(() => this.#end.abort(), 1000 * seconds);
        });
    }

    /** Is to be told when the work begins. */
    get begun() {
        return this.#channel.port2;
    }

    get signal() {
        return this.#end.signal;
    }

    stop() {
        clearTimeout(this.#timer);
        this.#channel.port1.close();
    }
}

/**
 * What the end of a thread says of the plan that it worked on; null: nothing.
 *
 * @param {Entry} entry
 * @param {unknown} error
 * @param {number} [timeLimit] that has passed
 */
function threadFailure(entry, error, timeLimit) {
    if (timeLimit !== undefined) {
        return failure(entry, 'time-limit', `it is not judged within ${timeLimit} s`);
    }
    const { code } = /** @type {NodeJS.ErrnoException} */ (Object(error));
    if (code !== 'ERR_WORKER_OUT_OF_MEMORY') return null;
    return failure(entry, 'out-of-memory', 'it takes more memory than there is for it');
}
