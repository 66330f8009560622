import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { InputError } from 'graze/scenario';
import { toPrintableJson } from '../console/streams.js';
import { isFolder } from '../files/folder.js';
import { fileReportedIn, hashFile, hashOf } from '../files/input.js';
import { MapFolder } from '../files/map_folder.js';
import { Journal } from '../files/output.js';
import { isSealed, sealLine } from '../results/ndjson.js';
import { INTERNAL, isFailed, isLastOfFile, OUT_OF_MEMORY } from '../results/plan_result.js';
import { findFault } from '../results/shard_check.js';
import { checkShard, LineReader } from '../results/shard_reader.js';

/**
 * Continues a run that was interrupted. While it runs, the results are also written to a journal, OUT.partial: the line of the header, and
 * the lines of each file in one piece, in any order. It stays when the run ends before its time. Lines of the journal, and of the
 * output of an earlier run, are kept if all files that they depend on have the same content.
 *
 * @import { NamedFile } from '../files/input.js'
 * @import { Entry } from '../files/plan_list.js'
 * @import { Settings } from './plan_checker.js'
 * @import { Input, PlanResult } from '../results/plan_result.js'
 * @import { Header } from '../results/ndjson.js'
 */

/** Codes of failures that another attempt may not have. */
const NOT_KEPT = new Set([OUT_OF_MEMORY, INTERNAL, 'unreadable']);

/** Roles of the files of an entry that are files, beside the map, which may be a folder. */
const ROLES = /** @type {const} */ (['plan', 'task', 'config', 'footprint']);

/**
 * Lines of all plans of a file that are kept.
 *
 * @typedef {{ path: string, from: number, count: number }} KeptLines `from` in bytes
 */

/** A run that keeps what an earlier one has done. */
export class Resumption {
    #path;
    #header;
    #entries;
    #first;
    #hashes;
    /** @type {Map<number, KeptLines>} by the index of the entry */ #kept = new Map();
    /** @type {Journal | undefined} */ #journal;
    #hasJournal = false;

    /**
     * @param {string} path path of the output
     * @param {Header} header
     * @param {Entry[]} entries
     * @param {Settings} settings
     */
    constructor(path, header, entries, settings) {
        this.#path = path;
        this.#header = header;
        this.#entries = entries;
        this.#first = sealLine(createHash, toPrintableJson(header), '');
        this.#hashes = new InputHashes(settings);
    }

    get #journalPath() {
        return `${this.#path}.partial`;
    }

    /**
     * Reads what earlier runs have left. O(bytes of the output, the journal and the files that their lines depend on).
     *
     * @returns {Promise<number | null>} the exit code, where the output is complete; else null
     */
    async read() {
        await this.#collect(this.#path);
        const keptOfOutput = this.#kept.size;
        this.#hasJournal = await this.#collect(this.#journalPath);
        if (keptOfOutput < this.#entries.length) return null;
        const exitCode = await this.#exitCodeOfOutput();
        if (exitCode !== null) await this.end();
        return exitCode;
    }

    /** Returns the exit code that a complete output of this run states; null: there is none. */
    async #exitCodeOfOutput() {
        try {
            const { header, trailer } = await checkShard(this.#path);
            const isSame = JSON.stringify(header) === JSON.stringify(this.#header);
            return isSame ? trailer.exit : null;
        } catch (error) {
            if (error instanceof InputError) return null;
            throw error;
        }
    }

    /**
     * Collects the lines of a file that are kept.
     *
     * @param {string} path
     * @returns {Promise<boolean>} whether the file is one of this run
     */
    async #collect(path) {
        const status = await stat(path).catch(() => undefined);
        if (!status?.isFile()) return false;
        const entries = new Map(this.#entries.map((entry) => [entry.index, entry]));
        const reader = new LineReader(path);
        const { line: first, sha256: firstHash } = this.#first;
        try {
            if (`${await reader.next()}\n` !== first) return false;
            let previous = firstHash;
            /** @type {{ index: number, from: number, next: number, count: number } | null} */
            let group = null;
            for (;;) {
                const from = reader.end;
                const text = await reader.next();
                if (text === null) return true;
                // In the journal each line follows the header, in the output the line before.
                const result = parseResult(text, [previous, firstHash]);
                previous = result?.sha256 ?? /"sha256":"(\w*)"\}$/.exec(text)?.[1] ?? '';
                const entry = result && entries.get(result.index);
                if (!entry || !(await this.#holds(entry, result))) {
                    group = null;
                    continue;
                }
                const { index, case: part = { index: 0, count: 1 } } = result;
                if (part.index === 0) group = { index, from, next: 0, count: part.count };
                const isNext = group?.index === index && group.next === part.index;
                if (group === null || !isNext || group.count !== part.count) {
                    group = null;
                    continue;
                }
                group.next++;
                if (group.next < group.count) continue;
                this.#kept.set(index, { path, from: group.from, count: group.count });
                group = null;
            }
        } catch (error) {
            // The last line was cut, or the file cannot be read.
            if (error instanceof InputError) return reader.line > 1;
            throw error;
        }
    }

    /** Returns whether a check of the entry would have this result again. @param {Entry} entry @param {PlanResult} result */
    async #holds(entry, result) {
        if (result.file !== entry.files.plan.name) return false;
        if (isFailed(result) && NOT_KEPT.has(result.error.code)) return false;
        return this.#hashes.match(entry, result.inputs ?? []);
    }

    /**
     * Yields all results in the order of the entries: those that are kept, and those of the checks that are still to do.
     *
     * @param {(entries: Entry[]) => AsyncGenerator<PlanResult>} check checks entries in their order
     * @returns {AsyncGenerator<PlanResult>}
     */
    async *results(check) {
        const { line, sha256 } = this.#first;
        const isDevice = (await stat(this.#path).catch(() => undefined))?.isFile() === false;
        if (!isDevice) {
            this.#journal = await Journal.open(this.#journalPath, this.#hasJournal ? null : line);
        }
        const fresh = check(this.#entries.filter(({ index }) => !this.#kept.has(index)));
        try {
            for (const { index } of this.#entries) {
                const kept = this.#kept.get(index);
                if (kept === undefined) yield* this.#next(fresh, sha256);
                else yield* readKept(kept);
            }
        } finally {
            await fresh.return(undefined);
        }
    }

    /**
     * Yields the results of the next entry, after they have been written to the journal.
     *
     * @param {AsyncGenerator<PlanResult>} fresh
     * @param {string} headerHash
     */
    async *#next(fresh, headerHash) {
        let previous = headerHash;
        const lines = [];
        for (;;) {
            const { value, done } = await fresh.next();
            if (done) return;
            const { line, sha256 } = sealLine(createHash, toPrintableJson(value), previous);
            previous = sha256;
            lines.push(line);
            const isLast = isLastOfFile(value);
            if (isLast) await this.#journal?.append(lines.join(''));
            yield value;
            if (isLast) return;
        }
    }

    /** Removes the journal, after the output has been written. */
    async end() {
        await this.#journal?.close();
        await Journal.remove(this.#journalPath);
    }
}

/**
 * Parses a line of a result that is whole.
 *
 * @param {string} text
 * @param {string[]} previous hashes of lines that may be before it
 * @returns {(PlanResult & { sha256: string }) | null} null: it is not such a line
 */
function parseResult(text, previous) {
    if (!previous.some((hash) => isSealed(createHash, text, hash))) return null;
    try {
        const value = JSON.parse(text);
        return findFault('result', value) === null ? value : null;
    } catch {
        return null;
    }
}

/** Yields results that are kept. @param {KeptLines} kept @returns {AsyncGenerator<PlanResult>} */
async function* readKept({ path, from, count }) {
    const reader = new LineReader(path, from);
    for (let k = 0; k < count; k++) {
        const { sha256: _, ...result } = JSON.parse((await reader.next()) ?? '');
        yield result;
    }
}

/** Present hashes of files, each of which is read once. */
class InputHashes {
    #limit;
    #stdin;
    /** @type {Map<string, Promise<string | null>>} */ #hashes = new Map();
    /** @type {Map<string, Promise<MapFolder | null>>} by path */ #folders = new Map();

    /** @param {Settings} settings */
    constructor({ limits, stdin }) {
        this.#limit = limits.characters;
        this.#stdin = stdin;
    }

    /**
     * Returns whether the files of an entry are those that a result depends on, with the same content.
     *
     * @param {Entry} entry
     * @param {Input[]} inputs
     */
    async match(entry, inputs) {
        const roles = new Set(inputs.map(({ role }) => role));
        const { files } = entry;
        const isMissing = ROLES.some((role) => {
            return files[role] !== undefined && files[role].text === undefined && !roles.has(role);
        });
        if (isMissing || (files.map !== undefined && !roles.has('map') && !roles.has('folder'))) {
            return false;
        }
        for (const input of inputs) {
            const hash = input.sha256 === null ? null : await this.#hashOf(entry, input);
            if (hash === null || hash !== input.sha256) return false;
        }
        return true;
    }

    /** Returns the hash of a file; null: it cannot be read, or is not a file of the entry. @param {Entry} entry @param {Input} input */
    async #hashOf({ files }, { role, file, pattern }) {
        if (role === 'folder') {
            const folder = files.map?.name === file ? await this.#folder(files.map) : null;
            if (folder === null || pattern === undefined) return null;
            return this.#once(`${files.map?.path}\0${pattern}`, () => folder.digest(pattern));
        }
        const namedFile = await this.#locate(files, role, file);
        if (namedFile?.path === '-') return this.#once('-', () => hashOf(this.#stdin?.text ?? ''));
        if (!namedFile || namedFile.name !== file) return null;
        return this.#once(namedFile.path, () => hashFile(namedFile, this.#limit));
    }

    /**
     * @param {Entry['files']} files
     * @param {Exclude<Input['role'], 'folder'>} role
     * @param {string} file
     * @returns {Promise<NamedFile | null | undefined>}
     */
    async #locate(files, role, file) {
        if (role === 'image') return files.map && fileReportedIn(files.map, file);
        if (role === 'trajectory') return fileReportedIn(files.plan, file);
        if (role !== 'map' || files.map === undefined) return files[role];
        const folder = await this.#folder(files.map);
        return folder === null ? files.map : folder.fileNamed(file);
    }

    /** @param {NamedFile} namedFile @returns {Promise<MapFolder | null>} null: it is not a folder */
    #folder(namedFile) {
        const { path } = namedFile;
        const folder =
            this.#folders.get(path) ??
            isFolder(namedFile).then((isOne) => (isOne ? new MapFolder(namedFile) : null));
        this.#folders.set(path, folder);
        return folder;
    }

    /** @param {string} key @param {() => Promise<string>} hash */
    #once(key, hash) {
        const found = this.#hashes.get(key) ?? hash().catch(() => null);
        this.#hashes.set(key, found);
        return found;
    }
}
