import { open, realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { InputError, LIMITS } from 'graze/scenario';

/**
 * @import { InputErrorCode } from 'graze'
 * @import { SourceFile } from 'graze/scenario'
 */

/**
 * A file that was named.
 *
 * @typedef {object} FileName
 * @property {string} name as errors and reports call it; `-` is standard input
 * @property {string} path
 * @property {string} [within] the folder that it must not lead out of
 *
 * @typedef {{ file: SourceFile, close: () => Promise<void> }} Opened
 */

/** Bytes up to which a file is read at once. */
const SMALL = 2 ** 20;

/** Bytes of a piece of a larger file. */
const PIECE = 2 ** 18;

/** Most bytes of UTF-8 for one unit of a string's length. */
const BYTES_PER_CHARACTER = 3;

/** What a failed system call means, in words. */
const REASONS = new Map([
    ['ENOENT', 'there is no such file'],
    ['ENOTDIR', 'there is no such file'],
    ['EACCES', 'reading it is not permitted'],
    ['ELOOP', 'it is a link to itself'],
    ['ENAMETOOLONG', 'the name is too long'],
    ['ERR_INVALID_ARG_VALUE', 'no file can have this name'],
]);

/**
 * @param {string} name
 * @param {InputErrorCode} code
 * @param {string} text
 */
function unreadable(name, code, text) {
    return new InputError(code, { name }, null, text);
}

/**
 * Opens a file to be read, at once when it is small, in pieces when not. Anything but a regular file is
 * refused before it is read: a pipe or device could block or never end.
 *
 * @param {FileName} named
 * @param {number} [most] characters; more are refused
 * @returns {Promise<Opened>} `close` when the file has been used
 */
export async function openInput({ name, path, within }, most = LIMITS.characters) {
    try {
        if (within !== undefined) await checkWithin(name, path, within);
        return await openRegular(name, path, most);
    } catch (error) {
        if (error instanceof InputError) throw error;
        const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
        throw unreadable(name, 'unreadable', REASONS.get(code ?? '') ?? message);
    }
}

/** Bytes by which a file's kind is recognised. */
const HEAD = 8192;

/**
 * Returns how a file begins; nothing of what is no regular file.
 *
 * @param {FileName} named
 * @returns {Promise<string>}
 */
export async function readHead({ name, path, within }) {
    try {
        if (within !== undefined) await checkWithin(name, path, within);
        const { constants } = await import('node:fs');
        const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
        try {
            if (!(await handle.stat()).isFile()) return '';
            const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
            return buffer.toString('utf8', 0, bytesRead);
        } finally {
            await handle.close();
        }
    } catch (error) {
        if (error instanceof InputError) throw error;
        const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
        throw unreadable(name, 'unreadable', REASONS.get(code ?? '') ?? message);
    }
}

/**
 * Links count as what they lead to.
 *
 * @param {string} name
 * @param {string} path
 * @param {string} within
 */
async function checkWithin(name, path, within) {
    const [folder, real] = await Promise.all([realpath(within), realpath(path)]);
    if (real.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return;
    const text = "it leads out of the list's folder, which only --allow-outside permits";
    throw unreadable(name, 'outside-folder', text);
}

/**
 * @param {string} name
 * @param {string} path
 * @param {number} most
 * @returns {Promise<Opened>}
 */
async function openRegular(name, path, most) {
    const { constants } = await import('node:fs');
    // Opening a FIFO that nobody writes to would wait for ever.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const close = () => handle.close();
    try {
        const status = await handle.stat();
        if (status.isDirectory()) throw unreadable(name, 'not-a-file', 'it is a directory');
        if (!status.isFile())
            throw unreadable(
                name,
                'not-a-file',
                'it is not a regular file; pipe it in and name it -',
            );
        if (status.size > BYTES_PER_CHARACTER * most) throw tooLarge(name, most);
        if (status.size > SMALL) {
            return { file: { name, text: decoded(piecesOf(handle)) }, close };
        }
        const text = await handle.readFile('utf8');
        await close();
        return { file: { name, text }, close: async () => {} };
    } catch (error) {
        await close();
        throw error;
    }
}

/** @param {string} name @param {number} most */
function tooLarge(name, most) {
    const text = `it has more than ${most} characters (--limit characters=N)`;
    return new InputError('too-large', { name }, { line: 1, column: 1 }, text);
}

/** @param {import('node:fs/promises').FileHandle} handle */
async function* piecesOf(handle) {
    for (;;) {
        const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(PIECE), 0, PIECE, null);
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
    }
}

/**
 * Text from its bytes; what is not UTF-8 becomes U+FFFD, which readers refuse with its place.
 *
 * @param {AsyncIterable<Uint8Array>} pieces
 */
async function* decoded(pieces) {
    const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
    for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
}

/** How standard input is called in errors. */
const STDIN = '<stdin>';

/**
 * A file, or standard input for `-`, whole: for who reads it more than once, or needs all of it.
 *
 * @param {string} path
 * @param {number} [most]
 * @returns {Promise<SourceFile & { text: string }>}
 */
export async function readInput(path, most = LIMITS.characters) {
    if (path === '-') {
        const text = await whole({ name: STDIN, text: decoded(process.stdin) }, most);
        return { name: STDIN, text };
    }
    const { file, close } = await openInput({ name: path, path }, most);
    try {
        return { name: path, text: await whole(file, most) };
    } finally {
        await close();
    }
}

/**
 * A file's text, whole.
 *
 * @param {SourceFile} file
 * @param {number} [most]
 * @returns {Promise<string>}
 */
async function whole({ name, text }, most = LIMITS.characters) {
    const chunks = [];
    let size = 0;
    for await (const chunk of typeof text === 'string' ? [text] : text) {
        size += chunk.length;
        if (size > most) throw tooLarge(name, most);
        chunks.push(chunk);
    }
    return chunks.join('');
}
