import { open } from 'node:fs/promises';
import { InputError } from 'graze/scenario';

/** Bytes of one file: see LIMITS of the formats. */
const MAX_BYTES = 64 * 2 ** 20;

const START = { line: 1, column: 1 };

/** What a failed system call means, in words. */
const REASONS = new Map([
    ['ENOENT', 'there is no such file'],
    ['ENOTDIR', 'there is no such file'],
    ['EACCES', 'reading it is not permitted'],
    ['ELOOP', 'it is a link to itself'],
]);

/**
 * @param {string} name
 * @param {string} code
 * @param {string} text
 */
function unreadable(name, code, text) {
    return new InputError(code, { name }, START, text);
}

/**
 * Reads a file, or standard input for `-`. Anything but a regular file is refused before it is read: a
 * pipe or device could block or never end.
 *
 * @param {string} name
 * @returns {Promise<import('graze/scenario').SourceFile>}
 */
export async function readInput(name) {
    if (name === '-') return { name: '<stdin>', text: await readStdin() };
    try {
        return { name, text: await readRegular(name) };
    } catch (error) {
        if (error instanceof InputError) throw error;
        const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
        throw unreadable(name, 'unreadable', REASONS.get(code ?? '') ?? message);
    }
}

/** @param {string} name */
async function readRegular(name) {
    const { constants } = await import('node:fs');
    // Opening a FIFO that nobody writes to would wait for ever.
    const file = await open(name, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
        const status = await file.stat();
        if (status.isDirectory()) throw unreadable(name, 'not-a-file', 'it is a directory');
        if (!status.isFile())
            throw unreadable(
                name,
                'not-a-file',
                'it is not a regular file; pipe it in and name it -',
            );
        if (status.size > MAX_BYTES) throw tooLarge(name);
        return await file.readFile('utf8');
    } finally {
        await file.close();
    }
}

/** @param {string} name */
function tooLarge(name) {
    return unreadable(name, 'too-large', `it has more than ${MAX_BYTES} bytes`);
}

async function readStdin() {
    const chunks = [];
    let size = 0;
    for await (const chunk of process.stdin) {
        size += chunk.length;
        if (size > MAX_BYTES) throw tooLarge('<stdin>');
        chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
}
