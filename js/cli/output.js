import { randomUUID } from 'node:crypto';
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { EXIT, UsageError } from './exit.js';
import { safe } from './terminal.js';

/**
 * One line to stderr.
 *
 * @param {string} text
 */
export function fail(text) {
    process.stderr.write(`${safe(text.replaceAll('\n', ' '))}\n`);
}

/**
 * A reader that goes away (`| head`) is no error: stop writing, keep the exit code. A report that cannot
 * be written in full (a full disk) must not end like one that was.
 */
export function guardStreams() {
    process.stderr.on('error', () => {});
    process.stdout.on('error', (error) => {
        const { code } = /** @type {NodeJS.ErrnoException} */ (error);
        if (code === 'EPIPE') return;
        fail(`standard output cannot be written (${code})`);
        process.exit(EXIT.usage);
    });
}

/**
 * Writes a file whole or not at all. A device or pipe is written to: to rename over it would put a file
 * in its place. Of a link the file that it leads to is written.
 *
 * @param {string} path
 * @param {string | AsyncIterable<string>} text
 * @param {string} [option] that named the path
 */
export async function writeWhole(path, text, option = '--out') {
    try {
        const status = await stat(path).catch(() => undefined);
        if (status === undefined) await replace(path, text, 0o666);
        else if (status.isFile()) await replace(await realpath(path), text, status.mode);
        else await writeFile(path, text);
    } catch (error) {
        const { code } = /** @type {NodeJS.ErrnoException} */ (error);
        throw new UsageError(`${option} ${path}: cannot be written (${code})`);
    }
}

/**
 * @param {string} path
 * @param {string | AsyncIterable<string>} text
 * @param {number} mode
 */
async function replace(path, text, mode) {
    const temporary = `${path}.${randomUUID()}.tmp`;
    try {
        await writeFile(temporary, text, { flag: 'wx', mode });
        await rename(temporary, path);
    } catch (error) {
        await rm(temporary, { force: true });
        throw error;
    }
}

/**
 * Lets signals that came during a long computation be seen. Two turns: the first may come before the
 * event loop looks for signals, the second comes after.
 */
export async function seeSignals() {
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
}

/** Whether stdout takes colours. */
export function hasColour() {
    return Boolean(process.stdout.isTTY) && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
}
