import { rmSync } from 'node:fs';
import { open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OutputError } from '../console/exit.js';
import { toOutputError } from '../console/streams.js';

/** Incomplete and temporary files, which must be removed when the program ends, however it ends. @type {Set<string>} */
const temporaryFiles = new Set();

/** Removes the temporary files. */
export function removeTemporaryFiles() {
    for (const path of temporaryFiles) rmSync(path, { force: true });
    temporaryFiles.clear();
}

/**
 * Writes a file completely or not at all. A device or pipe is written directly: renaming a file over it would
 * replace it. For a link its target is written.
 *
 * @param {string} path
 * @param {string | string[] | AsyncIterable<string>} text
 * @param {string} [option] option that named the path
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
 * @param {string | string[] | AsyncIterable<string>} text
 * @param {number} mode
 */
async function replaceFile(path, text, mode) {
    const temporary = `${path}.${crypto.randomUUID()}.tmp`;
    temporaryFiles.add(temporary);
    try {
        const file = await open(temporary, 'wx', mode);
        try {
            await writeFile(file, text);
            // Without this, a crash after the renaming could lose the content of a file that looks complete.
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

/** A file to which lines are added as they come. It stays when the program ends, however it ends. */
export class Journal {
    #path;
    #file;

    /** @param {string} path @param {import('node:fs/promises').FileHandle} file */
    constructor(path, file) {
        this.#path = path;
        this.#file = file;
    }

    /**
     * Opens a journal.
     *
     * @param {string} path
     * @param {string | null} first its first line; null: the journal is there, and is continued
     */
    static async open(path, first) {
        try {
            const journal = new Journal(path, await open(path, first === null ? 'a' : 'w'));
            // The last line may have been cut.
            await journal.append(first ?? '\n');
            return journal;
        } catch (error) {
            throw error instanceof OutputError ? error : toOutputError(path, error);
        }
    }

    /** @param {string} lines */
    async append(lines) {
        try {
            await this.#file.appendFile(lines);
        } catch (error) {
            throw toOutputError(this.#path, error);
        }
    }

    async close() {
        await this.#file.close();
    }

    /** Removes a journal, where there is one. @param {string} path */
    static async remove(path) {
        await rm(path, { force: true });
    }
}

/** Temporary text on disk, for a report whose beginning is known only after the rest. */
export class Spool {
    #path = join(tmpdir(), `graze-${crypto.randomUUID()}.tmp`);
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

    /** @returns {AsyncGenerator<string>} all text written so far */
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
