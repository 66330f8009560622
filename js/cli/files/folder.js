import { lstat, readdir, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { InputError } from 'graze/scenario';
import {
    detectFormat,
    detectMovingAi,
    detectTrajectory,
    skipProlog,
} from '../../formats/detection/detection.js';
import { normalizeText } from '../../formats/text/source.js';
import { UsageError } from '../console/exit.js';
import { printError } from '../console/streams.js';
import { openInput, readHead } from './input.js';

/**
 * Folders and patterns that arguments name, and their files.
 *
 * @import { NamedFile } from './input.js'
 */

/** Maximum number of files searched in a folder and its subfolders. */
const MAX_FILES = 20_000;

/** Maximum depth of subfolders that are searched. */
const MAX_DEPTH = 8;

/** Maximum number of files that a message names. */
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

/**
 * Lists the files of a folder and its subfolders. Links to folders are not followed.
 *
 * @param {NamedFile} folder
 * @param {string} advice phrase for what to do where there are too many files
 * @returns {Promise<string[]>} relative paths, sorted folder by folder
 * @throws {InputError} `too-large`
 */
export async function listFolder(folder, advice) {
    /** @type {string[]} */
    const files = [];
    /** @param {string} subfolder @param {number} depth */
    const walk = async (subfolder, depth) => {
        const entries = await readdir(join(folder.path, subfolder), { withFileTypes: true });
        entries.sort((p, q) => (p.name < q.name ? -1 : 1));
        for (const entry of entries) {
            const path = join(subfolder, entry.name);
            if (entry.isDirectory()) {
                if (depth < MAX_DEPTH) await walk(path, depth + 1);
                continue;
            }
            if (files.length === MAX_FILES) {
                const text = `it contains more than ${MAX_FILES} files: ${advice}`;
                throw new InputError('too-large', folder, { line: 1, column: 1 }, text);
            }
            if (entry.isFile() || entry.isSymbolicLink()) files.push(path);
        }
    };
    await walk('', 0);
    return files;
}

/** Returns the first of some names, as a message lists them. @param {readonly string[]} names */
export function nameSome(names) {
    return `${names.slice(0, MAX_NAMED).join(', ')}${names.length > MAX_NAMED ? ', …' : ''}`;
}

/**
 * Returns the files that arguments name, in the order of the arguments, and prints which files of folders are left out: a file names itself, a folder its files that are accepted, a pattern (`*`, `?`, `**`,
 * `{a,b}`, `[a-z]`) the files that match it. Hidden files and `node_modules` belong to neither. A name that exists is not a pattern.
 *
 * @param {string[]} args
 * @param {object} kind
 * @param {string} kind.noun plural noun for the files that are accepted
 * @param {(file: NamedFile) => Promise<boolean>} kind.accepts returns whether a file of a folder is one of them
 * @returns {Promise<string[]>} those of one argument are sorted
 * @throws {UsageError} for a folder or a pattern without a file
 * @throws {InputError} `too-large` for a folder with too many files
 */
export async function expandArguments(args, { noun, accepts }) {
    /** @type {Set<string>} names of folders and patterns, each of which counts once */
    const expanded = new Set();
    /** @type {string[]} */
    const names = [];
    for (const arg of args) {
        const found = await filesOf(arg, noun, accepts);
        if (found === null) {
            names.push(arg);
            continue;
        }
        for (const name of found) {
            if (expanded.has(name)) continue;
            expanded.add(name);
            names.push(name);
        }
    }
    return names;
}

/**
 * @param {string} arg
 * @param {string} noun
 * @param {(file: NamedFile) => Promise<boolean>} accepts
 * @returns {Promise<string[] | null>} null: the argument is the name of a file
 */
async function filesOf(arg, noun, accepts) {
    if (arg === '-') return null;
    const folder = { name: arg, path: arg };
    if (await isFolder(folder)) {
        const found = (await listFolder(folder, 'name subfolders of it')).filter(isVisible);
        const accepted = [];
        const others = [];
        for (const path of found) {
            const name = join(arg, path);
            (await accepts({ name, path: name })) ? accepted.push(name) : others.push(path);
        }
        if (accepted.length === 0) {
            const got = others.length === 0 ? 'it has no files' : `it has ${nameSome(others)}`;
            throw new UsageError(`the folder ${arg} must have ${noun}, but ${got}`);
        }
        if (others.length > 0) {
            const are = others.length === 1 ? 'file is' : 'files are';
            const text = `in ${arg}, ${others.length} other ${are} left out: ${nameSome(others)}`;
            printError(`notice: ${text}`);
        }
        return accepted;
    }
    if (!/[*?[{]/.test(arg) || (await exists(arg))) return null;
    const { glob } = await import('tinyglobby');
    const found = await glob(arg, {
        absolute: isAbsolute(arg),
        expandDirectories: false,
        ignore: '**/node_modules/**',
    });
    if (found.length === 0) {
        throw new UsageError(
            `the pattern ${JSON.stringify(arg)} must match a file, but matches none`,
        );
    }
    if (found.length > MAX_FILES) {
        throw new UsageError(
            `the pattern ${JSON.stringify(arg)} must match at most ${MAX_FILES} files, got ${found.length}`,
        );
    }
    return found.sort();
}

/** Returns whether no part of a relative path is hidden, or belongs to packages. @param {string} path */
function isVisible(path) {
    return path.split(/[/\\]/).every((part) => !part.startsWith('.') && part !== 'node_modules');
}

/** @param {string} path */
async function exists(path) {
    return lstat(path).then(
        () => true,
        () => false,
    );
}

/**
 * Returns whether a file is a plan: of a format that is recognized by its beginning, and not a map, a task or a configuration of
 * that format. A file that cannot be opened counts as a plan, so that the error is reported.
 *
 * @param {NamedFile} file
 */
export async function isPlanFile(file) {
    try {
        const head = normalizeText(await readHead(file));
        if (detectMovingAi(head) !== null) return false;
        // Without its name, a table is a plan only if its columns are known.
        const format = detectFormat(head, '');
        // In a folder a trajectory is a part of a swarm.
        if (format === 'crazyswarm') return !detectTrajectory(head);
        if (format === 'libmrp') return /^(?:schedule|statistics)[ \t]*:/m.test(head);
        if (format !== 'ccbs') return format !== undefined;
        return /^<root[\s>]/.test(skipProlog(head)) && (await contains(file, '<log'));
    } catch (error) {
        if (error instanceof InputError) return true;
        throw error;
    }
}

/** Returns whether the text of a file contains another. @param {NamedFile} named @param {string} sought */
async function contains(named, sought) {
    const { file, close } = await openInput(named);
    try {
        let end = '';
        for await (const chunk of typeof file.text === 'string' ? [file.text] : file.text) {
            const text = end + chunk;
            if (text.includes(sought)) return true;
            end = text.slice(1 - sought.length);
        }
        return false;
    } finally {
        await close();
    }
}
