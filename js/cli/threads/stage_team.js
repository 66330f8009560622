import { Worker } from 'node:worker_threads';
import { makeOwnWorker } from '../../scenario/validation/stages.js';

/**
 * Threads that help with the check of one large plan.
 *
 * @import { Graze } from 'graze'
 * @import { Stage } from '../../scenario/checks/stage.js'
 * @import { StageReply, StageTask } from './stage_team_thread.js'
 */

/** Minimum cost of a stage that several threads do, in milliseconds: another thread takes some 100 ms to start. */
const MIN_COST = 300;

/** Size of the files of a plan, in bytes, from which on threads start before it is read. */
const MIN_FILE_BYTES = 2 ** 22;

/**
 * The calling thread and its helpers. Each thread takes the next block of a stage as soon as it is done with one. Where a
 * helper fails, which may be for lack of memory, the stage is left to the calling thread, which then makes the error if
 * there is one (`ThreadTeam`).
 *
 */
export class Team {
    /** @type {Helper[]} */
    #helpers = [];
    #isStarted = false;
    #size;
    #module;

    /**
     * @param {number} threads number of threads, of which the calling one is the first
     * @param {WebAssembly.Module} module the compiled module
     */
    constructor(threads, module) {
        this.#size = threads - 1;
        this.#module = module;
    }

    /** Starts the helpers where files of this size are probably a plan for them. @param {number} bytes */
    prepare(bytes) {
        if (bytes >= MIN_FILE_BYTES) this.#start();
    }

    #start() {
        if (this.#isStarted) return;
        this.#isStarted = true;
        this.#helpers = Array.from({ length: this.#size }, () => new Helper(this.#module));
    }

    /**
     * @param {Graze} graze
     * @param {Stage} stage
     * @returns {Promise<boolean>}
     */
    async doStage(graze, stage) {
        const { kind, makeInput, blocks, cost, take, preview, progress } = stage;
        if (stage.isLocal || blocks.length < 2 || cost < MIN_COST) return false;
        this.#start();
        if (this.#helpers.some(({ hasFailed }) => hasFailed)) await this.end();
        if (this.#helpers.length === 0) return false;
        const counter = new Int32Array(new SharedArrayBuffer(4));
        /** @type {StageTask} */
        const task = { kind, input: makeInput(), blocks, counter };
        const replies = this.#helpers.map((helper) => helper.do(task));
        const results = new Array(blocks.length);
        try {
            const worker = makeOwnWorker(graze, stage);
            try {
                for (const [k, result] of doBlocks(worker, task)) {
                    results[k] = result;
                    preview?.(result, k);
                    const begun = Math.min(Atomics.load(counter, 0), blocks.length - 1);
                    progress?.(begun, blocks.length);
                }
            } finally {
                worker.free();
            }
        } catch (error) {
            // The helpers stop after their present blocks; a late reply must not be taken for one of the next stage.
            Atomics.store(counter, 0, blocks.length);
            await Promise.all(replies);
            throw error;
        }
        for (const reply of await Promise.all(replies)) {
            if (reply === null) {
                await this.end();
                return false;
            }
            for (const [k, result] of reply) results[k] = result;
        }
        for (const [k, result] of results.entries()) take(result, k);
        return true;
    }

    /** Ends the helpers for good. */
    async end() {
        const helpers = this.#helpers;
        this.#helpers = [];
        await Promise.all(helpers.map((helper) => helper.end()));
    }
}

/**
 * Does blocks of a stage until none is left; yields the number and the result of each.
 *
 * @param {import('../../scenario/checks/stage.js').BlockWorker} worker
 * @param {StageTask} task
 * @returns {Generator<[block: number, result: any]>}
 */
export function* doBlocks(worker, { blocks, counter }) {
    for (;;) {
        const k = Atomics.add(counter, 0, 1);
        if (k >= blocks.length) return;
        yield [k, worker.run(blocks[k])];
    }
}

/** A thread that does blocks. */
class Helper {
    #worker;
    /** @type {(reply: StageReply) => void} */
    #resolve = () => {};
    hasFailed = false;

    /** @param {WebAssembly.Module} module */
    constructor(module) {
        this.#worker = new Worker(new URL('./stage_team_thread.js', import.meta.url), {
            workerData: { module },
        });
        this.#worker.on('message', (reply) => this.#resolve(reply));
        for (const event of ['error', 'exit', 'messageerror']) {
            this.#worker.on(event, () => {
                this.hasFailed = true;
                this.#resolve(null);
            });
        }
        // A helper without work does not keep the program running.
        this.#worker.unref();
    }

    /** Does blocks of a stage. @param {StageTask} task @returns {Promise<StageReply>} */
    do(task) {
        if (this.hasFailed) return Promise.resolve(null);
        return new Promise((resolve) => {
            this.#resolve = (reply) => {
                this.#worker.unref();
                resolve(reply);
            };
            this.#worker.ref();
            this.#worker.postMessage(task);
        });
    }

    async end() {
        await this.#worker.terminate();
    }
}
