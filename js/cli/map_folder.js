import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from 'graze/scenario';
import { readHead } from './input.js';

/**
 * A folder of maps, in which a plan's own is found by the id that both name.
 *
 * @import { WantedMap } from 'graze/scenario'
 * @import { FileName } from './input.js'
 */

/** Files of a folder and its subfolders that are looked at. */
const MOST_FILES = 20_000;

/** The largest depth of subfolders that are searched. */
const MOST_DEPTH = 8;

/** Files that an error names. */
const MOST_NAMED = 3;

/**
 * Returns whether a name is that of a folder.
 *
 * @param {FileName | undefined} named
 */
export async function isFolder(named) {
    if (named === undefined || named.path === '-') return false;
    return stat(named.path).then(
        (status) => status.isDirectory(),
        () => false,
    );
}

/** A folder, whose files are listed and opened once for all plans. */
export class MapFolder {
    #named;
    /** @type {Promise<string[]> | undefined} relative, sorted */ #files;
    /** @type {Map<string, Promise<string>>} how files begin */ #heads = new Map();

    /** @param {FileName} named */
    constructor(named) {
        this.#named = named;
    }

    /**
     * Returns the file that a plan wants: called so, or else the one that says so itself.
     *
     * @param {WantedMap} wanted
     * @returns {Promise<FileName>}
     * @throws {InputError} `missing-map`, `several-maps`, `too-large`, and what opening a file throws
     */
    async find(wanted) {
        const { id, what, fileName, extension } = wanted;
        this.#files ??= this.#list();
        const files = (await this.#files).filter((file) => file.endsWith(extension));
        const called = files.filter(
            (file) => file === fileName || file.endsWith(join('/', fileName)),
        );
        for (const some of [called.filter((file) => file === fileName), called, files]) {
            const found = await this.#matching(some, wanted);
            if (found.length === 1) return this.#at(found[0]);
            if (found.length === 0) continue;
            const shown = found.slice(0, MOST_NAMED).join(', ');
            const more = found.length > MOST_NAMED ? ', …' : '';
            const text = `${found.length} files are the ${what} ${id}: ${shown}${more}`;
            throw this.#refuse('several-maps', text);
        }
        const text = `none of the ${files.length} ${extension} files in it is the ${what} ${id}`;
        throw this.#refuse('missing-map', text);
    }

    /** @param {import('graze').InputErrorCode} code @param {string} text */
    #refuse(code, text) {
        return new InputError(code, this.#named, { line: 1, column: 1 }, text);
    }

    /** @param {string} file @returns {FileName} */
    #at(file) {
        const { name, path, within } = this.#named;
        return {
            name: join(name, file),
            path: join(path, file),
            ...(within === undefined ? {} : { within }),
        };
    }

    /** @param {string[]} files @param {WantedMap} wanted */
    async #matching(files, { id, identify }) {
        const found = [];
        for (const file of files) {
            let head = this.#heads.get(file);
            if (head === undefined) {
                head = readHead(this.#at(file));
                this.#heads.set(file, head);
            }
            if (identify(await head) === id) found.push(file);
        }
        return found;
    }

    /** Lists the files, of links to folders none. @returns {Promise<string[]>} */
    async #list() {
        /** @type {string[]} */
        const files = [];
        /** @param {string} folder @param {number} depth */
        const walk = async (folder, depth) => {
            const entries = await readdir(join(this.#named.path, folder), { withFileTypes: true });
            entries.sort((p, q) => (p.name < q.name ? -1 : 1));
            for (const entry of entries) {
                const path = join(folder, entry.name);
                if (entry.isDirectory()) {
                    if (depth < MOST_DEPTH) await walk(path, depth + 1);
                    continue;
                }
                if (files.length === MOST_FILES) {
                    const text = `it holds more than ${MOST_FILES} files: name the map's own folder`;
                    throw this.#refuse('too-large', text);
                }
                if (entry.isFile() || entry.isSymbolicLink()) files.push(path);
            }
        };
        await walk('', 0);
        return files;
    }
}
