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
 * @typedef {object} NamedFile
 * @property {string} name as errors and reports call it; `-` is standard input
 * @property {string} path
 * @property {string} [rootFolder] the folder that it must not lead out of
 *
 * @typedef {{ file: SourceFile, close: () => Promise<void> }} OpenFile
 */

/** Bytes up to which a file is read at once. */
const MAX_SINGLE_READ = 2 ** 20;

/** Bytes of a piece of a larger file. */
const CHUNK_BYTES = 2 ** 18;

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
function inputError(name, code, text) {
    return new InputError(code, { name }, null, text);
}

/**
 * Opens a file to be read, at once when it is small, in pieces when not. Anything but a regular file is
 * refused before it is read: a pipe or device could block or never end.
 *
 * @param {NamedFile} namedFile
 * @param {number} [maxCharacters] characters; more are refused
 * @returns {Promise<OpenFile>} `close` when the file has been used
 */
export async function openInput({ name, path, rootFolder }, maxCharacters = LIMITS.characters) {
    try {
        if (rootFolder !== undefined) await checkInRootFolder(name, path, rootFolder);
        return await openRegularFile(name, path, maxCharacters);
    } catch (error) {
        if (error instanceof InputError) throw error;
        const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
        throw inputError(name, 'unreadable', REASONS.get(code ?? '') ?? message);
    }
}

/** Bytes by which a file's kind is recognised. */
const HEAD_BYTES = 8192;

/**
 * Returns how a file begins; nothing of what is no regular file.
 *
 * @param {NamedFile} namedFile
 * @returns {Promise<string>}
 */
export async function readHead({ name, path, rootFolder }) {
    try {
        if (rootFolder !== undefined) await checkInRootFolder(name, path, rootFolder);
        const { constants } = await import('node:fs');
        const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
        try {
            if (!(await handle.stat()).isFile()) return '';
            const { bytesRead, buffer } = await handle.read(
                Buffer.alloc(HEAD_BYTES),
                0,
                HEAD_BYTES,
                0,
            );
            return buffer.toString('utf8', 0, bytesRead);
        } finally {
            await handle.close();
        }
    } catch (error) {
        if (error instanceof InputError) throw error;
        const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
        throw inputError(name, 'unreadable', REASONS.get(code ?? '') ?? message);
    }
}

/**
 * Links count as what they lead to.
 *
 * @param {string} name
 * @param {string} path
 * @param {string} rootFolder
 */
async function checkInRootFolder(name, path, rootFolder) {
    const [folder, real] = await Promise.all([realpath(rootFolder), realpath(path)]);
    if (real.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return;
    const text = "it leads out of the list's folder, which only --allow-outside permits";
    throw inputError(name, 'outside-folder', text);
}

/**
 * @param {string} name
 * @param {string} path
 * @param {number} maxCharacters
 * @returns {Promise<OpenFile>}
 */
async function openRegularFile(name, path, maxCharacters) {
    const { constants } = await import('node:fs');
    // Opening a FIFO that nobody writes to would wait for ever.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const close = () => handle.close();
    try {
        const status = await handle.stat();
        if (status.isDirectory()) throw inputError(name, 'not-a-file', 'it is a directory');
        if (!status.isFile())
            throw inputError(
                name,
                'not-a-file',
                'it is not a regular file; pipe it in and name it -',
            );
        if (status.size > BYTES_PER_CHARACTER * maxCharacters)
            throw tooLargeError(name, maxCharacters);
        if (status.size > MAX_SINGLE_READ) {
            return { file: { name, text: decodeChunks(readChunks(handle)) }, close };
        }
        const text = await handle.readFile('utf8');
        await close();
        return { file: { name, text }, close: async () => {} };
    } catch (error) {
        await close();
        throw error;
    }
}

/** @param {string} name @param {number} maxCharacters */
function tooLargeError(name, maxCharacters) {
    const text = `it has more than ${maxCharacters} characters (--limit characters=N)`;
    return new InputError('too-large', { name }, { line: 1, column: 1 }, text);
}

/** @param {import('node:fs/promises').FileHandle} handle */
async function* readChunks(handle) {
    for (;;) {
        const { bytesRead, buffer } = await handle.read(
            Buffer.allocUnsafe(CHUNK_BYTES),
            0,
            CHUNK_BYTES,
            null,
        );
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
    }
}

/**
 * Text from its bytes; what is not UTF-8 becomes U+FFFD, which readers refuse with its place.
 *
 * @param {AsyncIterable<Uint8Array>} chunks
 */
async function* decodeChunks(chunks) {
    const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
}

/** How standard input is called in errors. */
const STDIN_NAME = '<stdin>';

/**
 * A file, or standard input for `-`, whole: for who reads it more than once, or needs all of it.
 *
 * @param {string} path
 * @param {number} [maxCharacters]
 * @returns {Promise<SourceFile & { text: string }>}
 */
export async function readInput(path, maxCharacters = LIMITS.characters) {
    if (path === '-') {
        const text = await readAll(
            { name: STDIN_NAME, text: decodeChunks(process.stdin) },
            maxCharacters,
        );
        return { name: STDIN_NAME, text };
    }
    const { file, close } = await openInput({ name: path, path }, maxCharacters);
    try {
        return { name: path, text: await readAll(file, maxCharacters) };
    } finally {
        await close();
    }
}

/**
 * A file's text, whole.
 *
 * @param {SourceFile} file
 * @param {number} [maxCharacters]
 * @returns {Promise<string>}
 */
async function readAll({ name, text }, maxCharacters = LIMITS.characters) {
    const chunks = [];
    let size = 0;
    for await (const chunk of typeof text === 'string' ? [text] : text) {
        size += chunk.length;
        if (size > maxCharacters) throw tooLargeError(name, maxCharacters);
        chunks.push(chunk);
    }
    return chunks.join('');
}
