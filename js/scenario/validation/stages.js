import { ContactSearch } from '../checks/agent_pairs.js';
import { BodyPairSearch } from '../checks/body_checker.js';
import { RecordWriter } from '../checks/disc_records.js';
import { BoxWriter } from '../checks/record_index.js';
import { OwnSpanSearch } from '../delays/body_delays.js';
import { DelaySearch } from '../delays/least_delay.js';

/**
 * Stages of the check of a large plan whose work can be spread over threads. The check is a generator: it yields each such
 * stage, and goes on when the stage is done.
 *
 * @import { Graze } from 'graze'
 * @import { BlockWorker, Stage, StageKind } from '../checks/stage.js'
 */

/** @type {Record<StageKind, new (graze: Graze, input: any) => BlockWorker>} */
const WORKERS = {
    bodies: BodyPairSearch,
    boxes: BoxWriter,
    contacts: ContactSearch,
    delays: DelaySearch,
    records: RecordWriter,
    spans: OwnSpanSearch,
};

/**
 * Makes what does the blocks of a stage on a thread other than the one of the check.
 *
 * @param {Graze} graze
 * @param {StageKind} kind
 * @param {any} input
 * @returns {BlockWorker}
 */
export function makeBlockWorker(graze, kind, input) {
    return new WORKERS[kind](graze, input);
}

/**
 * Finishes work on the calling thread alone.
 *
 * @template T
 * @param {Graze} graze
 * @param {Generator<Stage, T, void>} work
 * @returns {T}
 */
export function finishAlone(graze, work) {
    for (;;) {
        const { done, value } = work.next();
        if (done) return value;
        if (!value.isOptional) doStage(graze, value);
    }
}

/**
 * Finishes work with the help of other threads.
 *
 * @template T
 * @param {Graze} graze
 * @param {Generator<Stage, T, void>} work
 * @param {ThreadTeam} team
 * @returns {Promise<T>}
 */
export async function finishInTeam(graze, work, team) {
    for (;;) {
        const { done, value } = work.next();
        if (done) return value;
        const isDone = await team.doStage(graze, value);
        if (!isDone && !value.isOptional) doStage(graze, value);
    }
}

/**
 * Threads that help with the stages of a plan.
 *
 * @typedef {object} ThreadTeam
 * @property {(graze: Graze, stage: Stage) => Promise<boolean>} doStage does a stage on all threads, the calling one among them;
 *   false: it could not, and nothing was taken
 */

/** Makes what does blocks on the thread of the check. @param {Graze} graze @param {Stage} stage */
export function makeOwnWorker(graze, { kind, makeInput, makeOwnWorker }) {
    return makeOwnWorker?.() ?? makeBlockWorker(graze, kind, makeInput());
}

/** Does a stage on the calling thread. @param {Graze} graze @param {Stage} stage */
function doStage(graze, stage) {
    const { blocks, take, progress } = stage;
    const worker = makeOwnWorker(graze, stage);
    try {
        for (const [k, block] of blocks.entries()) {
            progress?.(k, blocks.length);
            take(worker.run(block), k);
        }
    } finally {
        worker.free();
    }
}
