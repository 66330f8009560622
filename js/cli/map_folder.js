import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from 'graze/scenario';
import { readHead } from './input.js';

/**
 * A folder of maps, in which a plan's map is found by the id that both contain.
 *
 * @import { MapRequest } from 'graze/scenario'
 * @import { NamedFile } from './input.js'
 */

/** Maximum number of files searched in a folder and its subfolders. */
const MAX_FILES = 20_000;

/** Maximum depth of subfolders that are searched. */
const MAX_DEPTH = 8;

/** Maximum number of files that an error names. */
const MAX_NAMED = 3;

/**
 * Returns whether a path is that of a folder.
 *
 * @param {NamedFile | undefined} folder
 */
export async function isFolder(folder) {
    if (folder === undefined || folder.path === '-') return false;
    return stat(folder.path).then(
        (status) => status.isDirectory(),
        () => false,
    );
}

/** A folder, whose files are listed and opened once for all plans. */
export class MapFolder {
    #folder;
    /** @type {Promise<string[]> | undefined} relative paths, sorted */ #files;
    /** @type {Map<string, Promise<string>>} beginnings of files */ #heads = new Map();

    /** @param {NamedFile} folder */
    constructor(folder) {
        this.#folder = folder;
    }

    /**
     * Returns the file that a plan refers to: the one with that name, or else the one whose content has that
     * id.
     *
     * @param {MapRequest} request
     * @returns {Promise<NamedFile>}
     * @throws {InputError} `missing-map`, `several-maps`, `too-large`, and the errors of opening a file
     */
    async find(request) {
        const { id, description, fileName, extension } = request;
        this.#files ??= this.#list();
        const files = (await this.#files).filter((file) => file.endsWith(extension));
        const sameName = files.filter(
            (file) => file === fileName || file.endsWith(join('/', fileName)),
        );
        for (const candidates of [sameName.filter((file) => file === fileName), sameName, files]) {
            const found = await this.#findMatching(candidates, request);
            if (found.length === 1) return this.#fileIn(found[0]);
            if (found.length === 0) continue;
            const shown = found.slice(0, MAX_NAMED).join(', ');
            const more = found.length > MAX_NAMED ? ', …' : '';
            const text = `${found.length} files are the ${description} ${id}: ${shown}${more}`;
            throw this.#inputError('several-maps', text);
        }
        const text = `none of the ${files.length} ${extension} files in it is the ${description} ${id}`;
        throw this.#inputError('missing-map', text);
    }

    /** @param {import('graze').InputErrorCode} code @param {string} text */
    #inputError(code, text) {
        return new InputError(code, this.#folder, { line: 1, column: 1 }, text);
    }

    /** @param {string} file @returns {NamedFile} */
    #fileIn(file) {
        const { name, path, rootFolder } = this.#folder;
        return {
            name: join(name, file),
            path: join(path, file),
            ...(rootFolder === undefined ? {} : { rootFolder }),
        };
    }

    /** @param {string[]} files @param {MapRequest} request */
    async #findMatching(files, { id, identify }) {
        const found = [];
        for (const file of files) {
            let head = this.#heads.get(file);
            if (head === undefined) {
                head = readHead(this.#fileIn(file));
                this.#heads.set(file, head);
            }
            if (identify(await head) === id) found.push(file);
        }
        return found;
    }

    /** Lists the files; links to folders are not followed. @returns {Promise<string[]>} */
    async #list() {
        /** @type {string[]} */
        const files = [];
        /** @param {string} folder @param {number} depth */
        const walk = async (folder, depth) => {
            const entries = await readdir(join(this.#folder.path, folder), { withFileTypes: true });
            entries.sort((p, q) => (p.name < q.name ? -1 : 1));
            for (const entry of entries) {
                const path = join(folder, entry.name);
                if (entry.isDirectory()) {
                    if (depth < MAX_DEPTH) await walk(path, depth + 1);
                    continue;
                }
                if (files.length === MAX_FILES) {
                    const text = `it contains more than ${MAX_FILES} files: name the folder of the map itself`;
                    throw this.#inputError('too-large', text);
                }
                if (entry.isFile() || entry.isSymbolicLink()) files.push(path);
            }
        };
        await walk('', 0);
        return files;
    }
}
