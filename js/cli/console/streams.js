import { once } from 'node:events';
import { EXIT, OutputError } from './exit.js';

/**
 * Returns text from outside in a form that is safe for a terminal: characters that could move the cursor or end
 * the line are escaped.
 *
 * @param {string} text
 */
export function toPrintable(text) {
    return text.replace(
        // This repeats `toPrintable` of the package, because errors must be printable even when the package
        // cannot be loaded.
        /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
        (c) => {
            const code = /** @type {number} */ (c.codePointAt(0)).toString(16);
            return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
        },
    );
}

/** Matches what `toPrintable` escapes, except line ends, which occur unescaped in JSON only outside of strings. */
const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Writes a value as JSON whose text is safe for a terminal. Parsing it returns the same value.
 *
 * @param {unknown} value
 * @param {number} [indent]
 */
export function toPrintableJson(value, indent) {
    return JSON.stringify(value, null, indent).replace(UNPRINTABLE, (character) =>
        character
            .split('')
            .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
            .join(''),
    );
}

/**
 * Writes one line to stderr.
 *
 * @param {string} text
 */
export function printError(text) {
    process.stderr.write(`${toPrintable(text.replaceAll('\n', ' '))}\n`);
}

/** Reasons for failed system calls, as messages state them. */
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
 * Returns the error of a failed system call, with its reason.
 *
 * @param {string} subject noun for the target that cannot be written
 * @param {unknown} error
 */
export function toOutputError(subject, error) {
    const { code = '', message } = /** @type {NodeJS.ErrnoException} */ (Object(error));
    return new OutputError(`${subject} cannot be written: ${REASONS.get(code) ?? message}`);
}

/**
 * Handles errors of the standard streams. A reader that closes the pipe (`| head`) needs no more results: the run
 * ends without a message, with the exit code of a program that SIGPIPE ends. A report that cannot be written in
 * full (a full disk) must not end like one that was.
 */
export function handleStreamErrors() {
    process.stderr.on('error', () => {});
    process.stdout.on('error', (error) => {
        const { code } = /** @type {NodeJS.ErrnoException} */ (error);
        if (code === 'EPIPE') process.exit(EXIT.brokenPipe);
        printError(toOutputError('standard output', error).message);
        process.exit(EXIT.output);
    });
}

/**
 * Writes to standard output in chunks, no faster than they are read.
 *
 * @param {string[] | AsyncIterable<string>} chunks
 */
export async function print(chunks) {
    const { stdout } = process;
    for await (const chunk of chunks) {
        if (stdout.write(chunk)) continue;
        const done = new AbortController();
        const { signal } = done;
        // A failure ends the waiting; handleStreamErrors handles it.
        await Promise.race([once(stdout, 'drain', { signal }), once(stdout, 'close', { signal })])
            .catch(() => {})
            .finally(() => done.abort());
    }
}

/**
 * Lets signals that arrived during a long computation be handled. It waits for two turns of the event loop: the
 * first may come before the loop looks for signals, the second comes after.
 */
export async function yieldToSignals() {
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
}

/** Returns whether stdout supports colors. */
export function hasColor() {
    return Boolean(process.stdout.isTTY) && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
}
