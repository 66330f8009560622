import { fileURLToPath } from 'node:url';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { UsageError } from '../console/exit.js';
import { PlanProgress } from '../console/progress.js';
import { compileModule } from '../threads/instance.js';
import {
    endedResult,
    makeFailedPlan,
    makeFailure,
    makeOutOfMemoryFailure,
} from './plan_checker.js';

/**
 * Checks many plans, on threads of their own.
 *
 * @import { Tinypool } from 'tinypool'
 * @import { Settings } from './plan_checker.js'
 * @import { Entry } from '../files/plan_list.js'
 * @import { Failure, Input, PlanResult } from '../results/plan_result.js'
 * @import { EarlyNews, WorkerReply } from './plan_pool_thread.js'
 *
 * @typedef {object} PoolOptions
 * @property {number} jobs number of plans that are checked at the same time
 * @property {number} threads number of threads for each of them
 * @property {number} [timeLimit] maximum time for one plan, in seconds
 */

/**
 * Maximum number of plans per thread that are in progress, or done but not yet reported: more would only take
 * memory.
 */
const MAX_PENDING_PER_THREAD = 4;

/**
 * Checks plans on other threads.
 *
 * @param {Entry[]} entries
 * @param {Settings} settings
 * @param {PoolOptions} poolOptions
 * @returns {AsyncGenerator<PlanResult>} results in the order of the entries, and within a file in the order of
 *   its plans
 */
export async function* checkOnThreads(entries, settings, { jobs, threads, timeLimit }) {
    if (entries.length === 0) return;
    const [{ Tinypool }, module] = await Promise.all([import('tinypool'), compileModule()]);
    const pool = new Tinypool({
        filename: fileURLToPath(new URL('./plan_pool_thread.js', import.meta.url)),
        minThreads: jobs,
        maxThreads: jobs,
        workerData: { settings, module, threads },
    });
    /** @type {Promise<() => Iterable<PlanResult>>[]} */
    const pending = [];
    try {
        for (const entry of entries) {
            const monitor = new PlanMonitor(timeLimit, settings);
            pending.push(deferError(checkInPool(pool, entry, monitor)));
            if (pending.length < MAX_PENDING_PER_THREAD * jobs) continue;
            const first = /** @type {(typeof pending)[number]} */ (pending.shift());
            yield* (await first)();
        }
        for (const settled of pending) yield* (await settled)();
    } finally {
        await pool.destroy();
    }
}

/**
 * Marks a promise that is awaited later, so that a rejection does not count as unhandled until then.
 *
 * @template T
 * @param {Promise<T>} promise
 * @returns {Promise<() => T>}
 */
function deferError(promise) {
    return promise.then(
        (value) => () => value,
        (error) => () => {
            throw error;
        },
    );
}

/**
 * @param {Tinypool} pool
 * @param {Entry} entry
 * @param {PlanMonitor} monitor
 * @returns {Promise<Iterable<PlanResult>>}
 */
async function checkInPool(pool, entry, monitor) {
    const { port, signal } = monitor;
    try {
        const task = { entry, port };
        /** @type {WorkerReply} */
        const answer = await pool.run(task, { transferList: [port], signal });
        if (answer.usage !== undefined) throw new UsageError(answer.usage);
        return parseAll(monitor.takeNews().results);
    } catch (error) {
        const threadFailure = toThreadFailure(entry, error, monitor);
        if (threadFailure === null) throw error;
        return completeResults(entry, monitor, threadFailure);
    } finally {
        monitor.stop();
    }
}

/**
 * Yields results that were posted as JSON. Each is parsed when it is its turn: until then the text takes less memory.
 *
 * @param {string[]} texts
 * @returns {Generator<PlanResult>}
 */
function* parseAll(texts) {
    for (const text of texts) yield JSON.parse(text);
}

/**
 * Yields the results of a file whose thread was ended: those of the plans that were done, the verdict of the one that was being
 * checked if it was known, and the failure for all others.
 *
 * @param {Entry} entry
 * @param {PlanMonitor} monitor
 * @param {Failure} failure
 * @returns {Generator<PlanResult>}
 */
function* completeResults(entry, monitor, failure) {
    const { results, verdict, labels } = monitor.takeNews();
    yield* parseAll(results);
    const count = labels.length;
    for (let index = results.length; index < count; index++) {
        const isEnded = index === results.length && verdict !== null;
        const planCase = count === 1 ? undefined : { label: labels[index], index, count };
        const result = isEnded
            ? endedResult(JSON.parse(verdict), failure)
            : makeFailedPlan(entry, failure, planCase);
        yield { ...result, ...monitor.record(index === results.length) };
    }
}

/**
 * Monitors the work on a plan: it shows the progress of the only plan, and ends the thread when its time is up.
 * The time counts from the beginning of the work, because a task may wait for a thread.
 */
class PlanMonitor {
    #abort = new AbortController();
    #channel = new MessageChannel();
    /** @type {NodeJS.Timeout | undefined} */ #timer;
    /** @type {PlanProgress | undefined} */ #progress;
    /** @type {{ results: string[], verdict: string | null, labels: (string | null)[], inputs: Input[] }} */
    #news = { results: [], verdict: null, labels: [null], inputs: [] };
    #settings;

    /**
     * @param {number | undefined} seconds time after which the thread is ended
     * @param {Settings} settings
     */
    constructor(seconds, settings) {
        this.seconds = seconds;
        this.#settings = settings;
        this.#channel.port1.on('message', (message) => this.#receive(message));
    }

    /** @param {null | [done: number, total: number] | EarlyNews} message */
    #receive(message) {
        const { seconds } = this;
        if (message === null) {
            if (this.#settings.showsProgress) this.#progress = new PlanProgress();
            if (seconds === undefined) return;
            this.#timer = setTimeout(() => this.#abort.abort(), 1000 * seconds);
        } else if (Array.isArray(message)) {
            this.#progress?.show(message[0], message[1]);
        } else if ('result' in message) {
            this.#news.results.push(message.result);
            this.#news.verdict = null;
            this.#news.inputs = [];
        } else {
            Object.assign(this.#news, message);
        }
    }

    /** Returns what the thread has posted of results. */
    takeNews() {
        for (;;) {
            const received = receiveMessageOnPort(this.#channel.port1);
            if (received === undefined) return this.#news;
            this.#receive(received.message);
        }
    }

    /**
     * Returns the files of a plan in a field of a result, where they are recorded.
     *
     * @param {boolean} isCurrent whether it is the plan that was being checked: the files of any other are not known, nor are
     *   those of a plan whose thread ended before it had read them
     */
    record(isCurrent) {
        if (!this.#settings.recordsInputs) return {};
        return { inputs: isCurrent ? this.#news.inputs : [] };
    }

    /** The worker's end of the channel. */
    get port() {
        return this.#channel.port2;
    }

    get signal() {
        return this.#abort.signal;
    }

    stop() {
        clearTimeout(this.#timer);
        this.#progress?.end();
        this.#channel.port1.close();
    }
}

/**
 * Returns the failure of a plan whose thread ended; null where the end has another cause.
 *
 * @param {Entry} entry
 * @param {unknown} error
 * @param {PlanMonitor} monitor
 */
function toThreadFailure(entry, error, { signal, seconds }) {
    if (signal.aborted) {
        return makeFailure(entry, 'time-limit', `its check takes more than ${seconds} s`);
    }
    const { code } = /** @type {NodeJS.ErrnoException} */ (Object(error));
    return code === 'ERR_WORKER_OUT_OF_MEMORY' ? makeOutOfMemoryFailure(entry) : null;
}
