import { isAbsolute, join, relative, sep } from 'node:path';
import { InputError } from 'graze/scenario';
import { listFolder, nameSome } from './folder.js';
import { readHead } from './input.js';

/**
 * A folder of maps, in which a plan's map is found by the id that both contain.
 *
 * @import { MapRequest } from 'graze/scenario'
 * @import { NamedFile } from './input.js'
 */

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
     * @param {(pattern: string) => void} [searched] is called with the pattern of the files whose content decides, for `digest`
     * @returns {Promise<NamedFile>}
     * @throws {InputError} `missing-map`, `several-maps`, `too-large`, and the errors of opening a file
     */
    async find(request, searched = () => {}) {
        const { id, description, fileName, extension } = request;
        this.#files ??= listFolder(this.#folder, 'name the folder of the map itself');
        const files = (await this.#files).filter((file) => file.endsWith(extension));
        const sameName = files.filter(
            (file) => file === fileName || file.endsWith(join('/', fileName)),
        );
        searched(fileName);
        for (const candidates of [sameName.filter((file) => file === fileName), sameName, files]) {
            if (candidates === files) searched(extension);
            const found = await this.#findMatching(candidates, request);
            if (found.length === 1) return this.#fileIn(found[0]);
            if (found.length === 0) continue;
            const text = `${found.length} files are the ${description} ${id}: ${nameSome(found)}`;
            throw this.#inputError('several-maps', text);
        }
        const text = `none of the ${files.length} ${extension} files in it is the ${description} ${id}`;
        throw this.#inputError(
            'missing-map',
            `${text}${await this.#describeOthers(files, request)}`,
        );
    }

    /**
     * Names files that are other versions of the map, for the end of a message.
     *
     * @param {string[]} files
     * @param {MapRequest} request
     */
    async #describeOthers(files, { id, identify, isOtherVersion }) {
        const others = [];
        for (const file of files) {
            const other = identify(await this.#head(file));
            if (other !== null && isOtherVersion(other)) others.push(`${other} in ${file}`);
        }
        if (others.length === 0) return '';
        return `; found ${nameSome(others)}, but the plan needs ${id}`;
    }

    /**
     * Returns a hash of all that decides which file is found: the names of all files, and the beginnings of those that match.
     *
     * @param {string} pattern name of a file, in any subfolder, or an extension that begins with a dot
     * @returns {Promise<string>}
     */
    async digest(pattern) {
        const { createHash } = await import('node:crypto');
        this.#files ??= listFolder(this.#folder, 'name the folder of the map itself');
        const hash = createHash('sha256');
        for (const file of await this.#files) {
            hash.update(`${JSON.stringify(file)}\n`);
            const isMatch = pattern.startsWith('.')
                ? file.endsWith(pattern)
                : file === pattern || file.endsWith(join('/', pattern));
            if (isMatch) hash.update(JSON.stringify(await this.#head(file)));
        }
        return hash.digest('hex');
    }

    /** Returns a file of the folder by the name that reports give it; null: it is not in the folder. @param {string} name */
    fileNamed(name) {
        const file = relative(this.#folder.name, name);
        return isAbsolute(file) || file.split(sep)[0] === '..' ? null : this.#fileIn(file);
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
            if (identify(await this.#head(file)) === id) found.push(file);
        }
        return found;
    }

    /** Returns the beginning of a file, which is read once. @param {string} file */
    #head(file) {
        const head = this.#heads.get(file) ?? readHead(this.#fileIn(file));
        this.#heads.set(file, head);
        return head;
    }
}
