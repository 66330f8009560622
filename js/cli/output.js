import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXIT, OutputError } from './exit.js';
import { toPrintable } from './terminal.js';

/**
 * One line to stderr.
 *
 * @param {string} text
 */
export function printError(text) {
    process.stderr.write(`${toPrintable(text.replaceAll('\n', ' '))}\n`);
}

/** Failed system calls in words. */
const REASONS = new Map([
    ['EACCES', 'permission denied'],
    ['EDQUOT', 'the disk quota is used up'],
    ['EFBIG', 'the file would be too large'],
    ['EIO', 'the device failed'],
    ['EISDIR', 'it is a directory'],
    ['ELOOP', 'it is a link to itself'],
    ['ENAMETOOLONG', 'the name is too long'],
    ['ENOENT', 'there is no such folder'],
    ['ENOSPC', 'no space left on the device'],
    ['ENOTDIR', 'a part of its path is not a folder'],
    ['EPERM', 'permission denied'],
    ['EROFS', 'the file system is read-only'],
]);

/**
 * Returns the error that a failed system call is, with its reason in words.
 *
 * @param {string} subject cannot be written
 * @param {unknown} error
 */
function toOutputError(subject, error) {
    const { code = '', message } = /** @type {NodeJS.ErrnoException} */ (Object(error));
    return new OutputError(`${subject} cannot be written: ${REASONS.get(code) ?? message}`);
}

/** Whether whoever read standard output has gone away. */
let isStdoutClosed = false;

/**
 * A reader that goes away (`| head`) is no error: stop writing, keep the exit code. A report that cannot
 * be written in full (a full disk) must not end like one that was.
 */
export function handleStreamErrors() {
    process.stderr.on('error', () => {});
    process.stdout.on('error', (error) => {
        const { code } = /** @type {NodeJS.ErrnoException} */ (error);
        isStdoutClosed = true;
        if (code === 'EPIPE') return;
        printError(toOutputError('standard output', error).message);
        process.exit(EXIT.output);
    });
}

/**
 * Writes to standard output piece by piece, no faster than it is read. Of a reader that goes away the
 * pieces are still asked for: the exit code depends on them.
 *
 * @param {AsyncIterable<string>} chunks
 */
export async function print(chunks) {
    const { stdout } = process;
    for await (const chunk of chunks) {
        if (isStdoutClosed || stdout.write(chunk)) continue;
        const done = new AbortController();
        const { signal } = done;
        // A failure ends the waiting; handleStreamErrors sees to the rest.
        await Promise.race([once(stdout, 'drain', { signal }), once(stdout, 'close', { signal })])
            .catch(() => {})
            .finally(() => done.abort());
    }
}

/** Files that must not outlive the program, however it ends. @type {Set<string>} */
const temporaryFiles = new Set();

/** Removes what is half written. */
export function removeTemporaryFiles() {
    for (const path of temporaryFiles) rmSync(path, { force: true });
    temporaryFiles.clear();
}

/**
 * Writes a file whole or not at all. A device or pipe is written to: to rename over it would put a file
 * in its place. Of a link the file that it leads to is written.
 *
 * @param {string} path
 * @param {string | AsyncIterable<string>} text
 * @param {string} [option] that named the path
 */
export async function writeFileAtomically(path, text, option = '--out') {
    try {
        const status = await stat(path).catch(() => undefined);
        if (status === undefined) await replaceFile(path, text, 0o666);
        else if (status.isFile()) await replaceFile(await realpath(path), text, status.mode);
        else await writeFile(path, text);
    } catch (error) {
        const { syscall } = /** @type {NodeJS.ErrnoException} */ (Object(error));
        throw syscall === undefined ? error : toOutputError(`${option} ${path}`, error);
    }
}

/**
 * @param {string} path
 * @param {string | AsyncIterable<string>} text
 * @param {number} mode
 */
async function replaceFile(path, text, mode) {
    const temporary = `${path}.${randomUUID()}.tmp`;
    temporaryFiles.add(temporary);
    try {
        const file = await open(temporary, 'wx', mode);
        try {
            await writeFile(file, text);
            // A renamed file whose content a crash could still lose would look whole.
            await file.sync();
        } finally {
            await file.close();
        }
        await rename(temporary, path);
    } catch (error) {
        await rm(temporary, { force: true });
        throw error;
    } finally {
        temporaryFiles.delete(temporary);
    }
}

/** Text put aside on disk, for what must be written before it but is known only after. */
export class Spool {
    #path = join(tmpdir(), `graze-${randomUUID()}.tmp`);
    /** @type {import('node:fs/promises').FileHandle | undefined} */ #file;

    /** @param {string} text */
    async write(text) {
        temporaryFiles.add(this.#path);
        try {
            this.#file ??= await open(this.#path, 'wx+', 0o600);
            await this.#file.appendFile(text);
        } catch (error) {
            throw toOutputError(`the temporary file ${this.#path}`, error);
        }
    }

    /** @returns {AsyncGenerator<string>} all that was written */
    async *read() {
        if (this.#file === undefined) return;
        const stream = this.#file.createReadStream({
            start: 0,
            encoding: 'utf8',
            autoClose: false,
        });
        for await (const chunk of stream) yield chunk;
    }

    async remove() {
        await this.#file?.close();
        await rm(this.#path, { force: true });
        temporaryFiles.delete(this.#path);
    }
}

/**
 * Lets signals that came during a long computation be seen. Two turns: the first may come before the
 * event loop looks for signals, the second comes after.
 */
export async function yieldToSignals() {
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
}

/** Whether stdout takes colours. */
export function hasColor() {
    return Boolean(process.stdout.isTTY) && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
}
