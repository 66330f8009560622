import { constants, open, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { InputError, LIMITS } from 'graze/scenario';

/**
 * @import { InputErrorCode } from 'graze'
 * @import { ReadOptions, SourceFile } from 'graze/scenario'
 */

/**
 * A file that the user names.
 *
 * @typedef {object} NamedFile
 * @property {string} name name for errors and reports
 * @property {string} path path in the file system; `-` is standard input
 * @property {string} [rootFolder] folder that the path must not leave
 * @property {string} [text] content that the command line itself states, in place of a file
 *
 * @typedef {object} OpenFile
 * @property {SourceFile} file
 * @property {number} size size in bytes
 * @property {() => Promise<string>} sha256 reads the rest of the file, and returns the hash of its whole content; it must have
 *   been opened with a hash
 * @property {() => Promise<void>} close
 */

/** @typedef {import('node:crypto').Hash} Hash */

/** Maximum size, in bytes, of a file that is read at once. */
const MAX_SINGLE_READ = 2 ** 20;

/** Size, in bytes, of the chunks of a larger file. */
const CHUNK_BYTES = 2 ** 18;

/** Maximum number of UTF-8 bytes per unit of a string's length. */
const BYTES_PER_CHARACTER = 3;

/** Reasons for failed system calls, as messages state them. */
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
 * Opens a file for reading; a small one is read at once, a larger one in chunks. Anything but a regular file is
 * rejected before it is read: a pipe or device could block or never end.
 *
 * @param {NamedFile} namedFile
 * @param {number} [maxCharacters] maximum number of characters; a longer file is an error
 * @param {Hash} [hash] receives all bytes of the file
 * @returns {Promise<OpenFile>} `close` must be called after the file has been used
 */
export async function openInput(
    { name, path, rootFolder, text },
    maxCharacters = LIMITS.characters,
    hash = undefined,
) {
    if (text !== undefined) {
        const sha256 = async () => digest(hash?.update(text));
        return { file: { name, text }, size: text.length, sha256, close: async () => {} };
    }
    try {
        if (rootFolder !== undefined) await checkInRootFolder(name, path, rootFolder);
        return await openRegularFile(name, path, maxCharacters, hash);
    } catch (error) {
        if (error instanceof InputError) throw error;
        const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
        throw inputError(name, 'unreadable', REASONS.get(code ?? '') ?? message);
    }
}

/** @param {Hash | undefined} hash */
function digest(hash) {
    return /** @type {Hash} */ (hash).digest('hex');
}

/**
 * Returns the file that another one names, such as the image of a map: relative to the folder of that one.
 *
 * @param {NamedFile} from
 * @param {string} file
 * @returns {NamedFile}
 */
export function fileNamedIn(from, file) {
    const isInFolder = from.path !== '-' && !isAbsolute(file);
    const name = isInFolder ? join(dirname(from.name), file) : file;
    const path = isInFolder ? join(dirname(from.path), file) : file;
    return { ...from, name, path };
}

/**
 * Returns the file that another one names by the name that reports give it.
 *
 * @param {NamedFile} from
 * @param {string} name
 */
export function fileReportedIn(from, name) {
    const isInFolder = from.path !== '-' && isAbsolute(name) === isAbsolute(from.name);
    return fileNamedIn(from, isInFolder ? relative(dirname(from.name), name) : name);
}

/**
 * Returns the function that reads the image that a map names.
 *
 * @param {NamedFile} map
 * @param {number} [maxBytes]
 * @param {(namedFile: NamedFile) => void} [opened] is called before an image is read
 * @returns {NonNullable<ReadOptions['findImage']>}
 */
export function imageFinder(map, maxBytes = LIMITS.characters, opened = () => {}) {
    return async (image) => {
        const namedFile = fileNamedIn(map, image);
        opened(namedFile);
        return { name: namedFile.name, bytes: await readBytes(namedFile, maxBytes) };
    };
}

/**
 * Opens a file, without waiting for a pipe's other end, and closes it after its use. Failures of the system are unreadable files.
 *
 * @template T
 * @param {NamedFile} namedFile
 * @param {(handle: import('node:fs/promises').FileHandle) => Promise<T>} use
 * @returns {Promise<T>}
 */
async function useFile({ name, path, rootFolder }, use) {
    try {
        if (rootFolder !== undefined) await checkInRootFolder(name, path, rootFolder);
        const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
        try {
            return await use(handle);
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
 * Reads all bytes of a regular file.
 *
 * @param {NamedFile} namedFile
 * @param {number} maxBytes
 * @returns {Promise<Uint8Array>}
 */
function readBytes(namedFile, maxBytes) {
    const { name } = namedFile;
    return useFile(namedFile, async (handle) => {
        const status = await handle.stat();
        if (!status.isFile()) throw inputError(name, 'not-a-file', 'it is not a regular file');
        if (status.size > maxBytes) throw tooLargeError(name, maxBytes, status.size);
        return handle.readFile();
    });
}

/** Returns the hash of a text. @param {string} text */
export async function hashOf(text) {
    const { createHash } = await import('node:crypto');
    return createHash('sha256').update(text).digest('hex');
}

/**
 * Returns the hash of the content of a file.
 *
 * @param {NamedFile} namedFile
 * @param {number} [maxCharacters]
 * @returns {Promise<string>}
 */
export async function hashFile(namedFile, maxCharacters = LIMITS.characters) {
    const { createHash } = await import('node:crypto');
    const { sha256, close } = await openInput(namedFile, maxCharacters, createHash('sha256'));
    try {
        return await sha256();
    } finally {
        await close();
    }
}

/** Number of bytes by which a file's kind is recognized. */
const HEAD_BYTES = 8192;

/**
 * Returns the beginning of a file; an empty string where it is not a regular file.
 *
 * @param {NamedFile} namedFile
 * @returns {Promise<string>}
 */
export function readHead(namedFile) {
    return useFile(namedFile, async (handle) => {
        if (!(await handle.stat()).isFile()) return '';
        const bytes = Buffer.alloc(HEAD_BYTES);
        const { bytesRead } = await handle.read(bytes, 0, HEAD_BYTES, 0);
        return bytes.toString('utf8', 0, bytesRead);
    });
}

/**
 * Checks that a file is inside its root folder. A link counts as its target.
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
 * @param {Hash | undefined} hash
 * @returns {Promise<OpenFile>}
 */
async function openRegularFile(name, path, maxCharacters, hash) {
    // Without O_NONBLOCK, opening a FIFO without a writer would wait forever.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const close = () => handle.close();
    try {
        const status = await handle.stat();
        if (status.isDirectory()) throw inputError(name, 'not-a-file', 'it is a directory');
        if (!status.isFile())
            throw inputError(
                name,
                'not-a-file',
                'it is not a regular file; pipe it to standard input and name it -',
            );
        if (status.size > BYTES_PER_CHARACTER * maxCharacters)
            throw tooLargeError(name, maxCharacters, status.size);
        if (status.size > MAX_SINGLE_READ) {
            const chunks = decodeChunks(readChunks(handle, hash));
            /** @type {Promise<string> | undefined} */
            let rest;
            const readRest = async () => {
                for await (const _ of readChunks(handle, hash));
                return digest(hash);
            };
            const sha256 = () => {
                rest ??= readRest();
                return rest;
            };
            const { size } = status;
            return { file: { name, text: chunks, size }, size, sha256, close };
        }
        const bytes = await handle.readFile();
        await close();
        const sha256 = hash?.update(bytes).digest('hex');
        return {
            file: { name, text: bytes.toString('utf8') },
            size: status.size,
            sha256: async () => /** @type {string} */ (sha256),
            close: async () => {},
        };
    } catch (error) {
        await close();
        throw error;
    }
}

/** @param {string} name @param {number} maxCharacters @param {number} [needed] upper bound of the number of characters */
function tooLargeError(name, maxCharacters, needed) {
    const text = `it has more than ${maxCharacters} characters (--limit characters=${needed ?? 'N'})`;
    return new InputError('too-large', { name }, { line: 1, column: 1 }, text);
}

/**
 * Yields the bytes of a file from where it was last read.
 *
 * @param {import('node:fs/promises').FileHandle} handle
 * @param {Hash} [hash] receives them, too
 */
async function* readChunks(handle, hash) {
    for (;;) {
        const { bytesRead, buffer } = await handle.read(
            Buffer.allocUnsafe(CHUNK_BYTES),
            0,
            CHUNK_BYTES,
            null,
        );
        if (bytesRead === 0) return;
        hash?.update(buffer.subarray(0, bytesRead));
        yield buffer.subarray(0, bytesRead);
    }
}

/**
 * Decodes bytes as text; invalid UTF-8 becomes U+FFFD, which readers reject with its position.
 *
 * @param {AsyncIterable<Uint8Array>} chunks
 */
async function* decodeChunks(chunks) {
    const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
}

/** Name of standard input in errors. */
const STDIN_NAME = '<stdin>';

/**
 * Reads all of a file, or of standard input for `-`, for callers that read it more than once or need all of it.
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

/** Name, in errors, of a footprint that the command line states. */
const FOOTPRINT_NAME = '--footprint';

/**
 * Returns the file of a footprint, or the list of points itself.
 *
 * @param {string} value
 * @returns {NamedFile}
 */
export function footprintFile(value) {
    return /^\s*\[/.test(value)
        ? { name: FOOTPRINT_NAME, path: FOOTPRINT_NAME, text: value }
        : { name: value, path: value };
}

/**
 * Returns all of a file's text.
 *
 * @param {SourceFile} file
 * @param {number} [maxCharacters]
 * @returns {Promise<string>}
 */
async function readAll({ name, text, size: bound }, maxCharacters = LIMITS.characters) {
    const chunks = [];
    let size = 0;
    for await (const chunk of typeof text === 'string' ? [text] : text) {
        size += chunk.length;
        if (size > maxCharacters) throw tooLargeError(name, maxCharacters, bound);
        chunks.push(chunk);
    }
    return chunks.join('');
}
