import { stat } from 'node:fs/promises';
import { MAX_KEPT } from '../../scenario/checks/violation_collector.js';

/**
 * Decides which plans are small enough for the main thread, which ends the program when it runs out of memory.
 * Another thread ends alone, but takes a tenth of a second to start.
 *
 * @import { Scenario, SourceFile } from 'graze/scenario'
 */

/** Maximum size, in bytes, of the files of a plan that is read on the main thread. */
const MAX_FILE_BYTES = 2 ** 18;

/**
 * Maximum product, for a plan on the main thread, of the number of agents and the number of pieces of all agents, to
 * which each agent adds 1. The number of contacts and the time for them grow with it.
 */
const MAX_AGENT_PIECES = 2 ** 21;

/** The same where more violations are kept than by default. */
const MAX_AGENT_PIECES_KEPT = 2 ** 13;

/** Error for a plan that needs another thread. */
export class TooLargeForMainThread extends Error {}

/**
 * Returns whether files are together small enough to be read on the main thread; a missing file counts as
 * empty.
 *
 * @param {(string | undefined)[]} paths
 * @param {SourceFile & { text: string }} [stdin] text of standard input, where one of the files is it
 */
async function areFilesSmall(paths, stdin) {
    const pendingSizes = paths.map(async (path) => {
        if (path === '-') return stdin?.text.length ?? 0;
        const status = path === undefined ? undefined : await stat(path).catch(() => undefined);
        return status?.size ?? 0;
    });
    return (await Promise.all(pendingSizes)).reduce((sum, size) => sum + size, 0) <= MAX_FILE_BYTES;
}

/**
 * Does work on a plan on the main thread, and returns its result.
 *
 * @template T
 * @param {(string | undefined)[]} paths paths of the plan's files
 * @param {(SourceFile & { text: string }) | undefined} stdin text of standard input, where one of the files is it
 * @param {() => Promise<T>} work throws TooLargeForMainThread where the plan is too large
 * @returns {Promise<T | null>} null: the plan is too large
 */
export async function tryOnMainThread(paths, stdin, work) {
    if (!(await areFilesSmall(paths, stdin))) return null;
    try {
        return await work();
    } catch (error) {
        if (error instanceof TooLargeForMainThread) return null;
        throw error;
    }
}

/**
 * Throws where a plan is too large for the main thread.
 *
 * @param {Scenario} scenario
 * @param {number} [maxKept] maximum number of violations that are kept
 * @throws {TooLargeForMainThread}
 */
export function checkScenarioSize({ agents, discrete }, maxKept = MAX_KEPT) {
    // A plan in steps has at least as many cells; reading its motions would make them.
    const pieceCount = agents.reduce((sum, agent, a) => {
        return sum + (discrete === null ? 1 + agent.motion.length : discrete.cells[a].length / 2);
    }, 0);
    const limit = maxKept > MAX_KEPT ? MAX_AGENT_PIECES_KEPT : MAX_AGENT_PIECES;
    if (agents.length * pieceCount > limit) throw new TooLargeForMainThread();
}
