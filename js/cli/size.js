import { stat } from 'node:fs/promises';

/**
 * Decides which plans are small enough for the main thread, which ends the program when it runs out of memory. Another thread
 * ends alone, but takes a tenth of a second to start.
 *
 * @import { Scenario, SourceFile } from 'graze/scenario'
 */

/** Bytes of the files of a plan up to which it is read on the main thread. */
const SMALL = 2 ** 18;

/** Most agents times motions of a plan on the main thread: contacts and their memory grow by that. */
const MOST_HERE = 2 ** 21;

/** Is thrown for a plan that needs another thread. */
export class TooLargeHere extends Error {}

/**
 * Returns whether files are small enough together to be read on the main thread; a file that is not there counts nothing.
 *
 * @param {(string | undefined)[]} paths
 * @param {SourceFile & { text: string }} [stdin] the text of standard input, where one of the files is it
 */
export async function areSmall(paths, stdin) {
    const sizes = paths.map(async (path) => {
        if (path === '-') return stdin?.text.length ?? 0;
        const status = path === undefined ? undefined : await stat(path).catch(() => undefined);
        return status?.size ?? 0;
    });
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) <= SMALL;
}

/**
 * Throws where a plan is too large for the main thread.
 *
 * @param {Scenario} scenario
 * @throws {TooLargeHere}
 */
export function checkSmall({ agents }) {
    const motions = agents.reduce((sum, { motion }) => sum + 1 + motion.length, 0);
    if (agents.length * motions > MOST_HERE) throw new TooLargeHere();
}
