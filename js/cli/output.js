import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { UsageError } from './exit.js';

/**
 * One line to stderr.
 *
 * @param {string} text
 */
export function fail(text) {
    process.stderr.write(`${text.replaceAll('\n', ' ')}\n`);
}

/** A reader that goes away (`| head`) is no error: stop writing, keep the exit code. */
export function guardStreams() {
    for (const stream of [process.stdout, process.stderr]) {
        stream.on('error', (error) => {
            if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPIPE') throw error;
        });
    }
}

/**
 * Writes a file whole or not at all.
 *
 * @param {string} path
 * @param {string} text
 */
export async function writeWhole(path, text) {
    const temporary = `${path}.${randomUUID()}.tmp`;
    try {
        await writeFile(temporary, text, { flag: 'wx' });
        await rename(temporary, path);
    } catch (error) {
        await rm(temporary, { force: true });
        const { code } = /** @type {NodeJS.ErrnoException} */ (error);
        throw new UsageError(`--out ${path}: cannot be written (${code})`);
    }
}

/** Whether stdout takes colours. */
export function hasColour() {
    return Boolean(process.stdout.isTTY) && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
}
