import { dirname, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import { FORMATS, InputError, LIMITS } from 'graze/scenario';
import { UsageError } from '../console/exit.js';
import { parseChoice, parsePlanOptions, parseRequired, suggestName } from '../console/options.js';
import { footprintFile, readInput } from './input.js';

/**
 * Lists of plans to check; docs/program.md describes the lines.
 *
 * @import { NamedFile } from './input.js'
 */

/**
 * A line of a list, as written.
 *
 * @typedef {object} ListLine
 * @property {string} plan name of the plan's file
 * @property {Record<string, string>} fields values that the line sets, by name: see FIELDS
 */

/**
 * A plan to check, with the settings that belong to it alone or to all plans.
 *
 * @typedef {object} Entry
 * @property {number} index index in the list or on the command line, from 0
 * @property {{ plan: NamedFile, map?: NamedFile, task?: NamedFile, config?: NamedFile, footprint?: NamedFile }} files
 * @property {string} [format]
 * @property {number} [radius]
 * @property {'stay' | 'vanish'} [atGoal]
 * @property {'blocked' | 'free'} [unknownCells]
 * @property {string} [passable] characters of the free cells of the map
 * @property {string} [case] label of the only plan to check in a file with several plans
 * @property {string[]} [require] checks without which the plan fails
 */

/**
 * Settings of plans that do not set them themselves.
 *
 * @typedef {Omit<Entry, 'index' | 'files'> & FileNames} Defaults
 *
 * @typedef {{ map?: string, task?: string, config?: string, footprint?: string }} FileNames
 */

/**
 * Fields of a line. An empty value, as in `map=`, means that the plan does without the file that the command line
 * names; an empty `require=` means that it requires no checks.
 */
const FIELDS = Object.freeze([
    'map',
    'task',
    'config',
    'footprint',
    'format',
    'radius',
    'at-goal',
    'unknown-cells',
    'passable',
    'case',
    'require',
]);

/** Roles of the files of a plan beside the plan itself. */
export const ROLES = /** @type {const} */ (['map', 'task', 'config', 'footprint']);

/**
 * @typedef {object} Listing all entries of a run
 * @property {Entry[]} entries
 * @property {() => Promise<string>} sha256 hashes the list's plans and fields, without blanks and comments
 */

/**
 * @param {string} path `-` is standard input, whose names are relative to the working directory
 * @param {Defaults} defaults
 * @param {{ allowOutside: boolean, characters?: number }} options
 * @returns {Promise<Listing>}
 */
export async function readList(path, defaults, { allowOutside, characters }) {
    const { name, text } = await readInput(path, characters);
    // For standard input this is the working directory, as for all names in it.
    const folder = dirname(resolve(path));
    /** @param {string} plan @returns {NamedFile} */
    const toNamedFile = (plan) => ({
        name: plan,
        path: resolve(folder, plan),
        ...(allowOutside ? {} : { rootFolder: folder }),
    });
    /** @type {Entry[]} */
    const entries = [];
    const { createHash } = await import('node:crypto');
    const hash = createHash('sha256');
    for (const { listLine, line } of parseLines(name, text)) {
        if (!allowOutside) checkInside({ name }, line, listLine);
        entries.push(makeEntry({ name }, line, entries.length, listLine, toNamedFile, defaults));
        hash.update(toCanonicalText(listLine));
    }
    const sha256 = hash.digest('hex');
    if (entries.length > 0) return { entries, sha256: async () => sha256 };
    throw new InputError('empty-list', { name }, { line: 1, column: 1 }, 'the list names no plan');
}

/**
 * Returns the plans that the command line itself names.
 *
 * @param {string[]} names
 * @param {Defaults} defaults
 * @returns {Listing}
 */
export function listArguments(names, defaults) {
    const { map, task, config, footprint, ...rest } = defaults;
    const shared = toSharedFiles({ map, task, config, footprint });
    const entries = names.map((name, index) => {
        return { index, files: { plan: { name, path: name }, ...shared }, ...rest };
    });
    const sha256 = async () => {
        const { createHash } = await import('node:crypto');
        const hash = createHash('sha256');
        for (const plan of names) hash.update(toCanonicalText({ plan, fields: {} }));
        return hash.digest('hex');
    };
    return { entries, sha256 };
}

/**
 * Returns the function that returns the path of a file from the working directory: names in a list are relative to its folder.
 *
 * @param {{ list?: string, map?: string | null, task?: string | null, config?: string | null, footprint?: string | null }} options
 * @returns {(file: string) => string}
 */
export function placesOf({ list, map, task, config, footprint }) {
    if (list === undefined || list === '-') return (file) => file;
    /** @type {Set<string | null | undefined>} */
    const own = new Set([list, map, task, config, footprint]);
    const path = relative('', dirname(list));
    const folder = path.startsWith('..') ? dirname(list) : path;
    if (folder === '') return (file) => file;
    return (file) => (own.has(file) || isAbsolute(file) ? file : join(folder, file));
}

/** @param {ListLine} listLine */
function toCanonicalText({ plan, fields }) {
    const pairs = Object.entries(fields).sort(([p], [q]) => (p < q ? -1 : 1));
    return `${JSON.stringify([plan, pairs])}\n`;
}

/**
 * @param {string} name
 * @param {string} text
 * @returns {Generator<{ listLine: ListLine, line: number }>}
 */
function* parseLines(name, text) {
    const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
    if (lines.length > LIMITS.rows) {
        const problem = `it has more than ${LIMITS.rows} lines`;
        throw new InputError('too-large', { name }, { line: 1, column: 1 }, problem);
    }
    for (const [k, lineText] of lines.entries()) {
        const line = k + 1;
        const invalidIndex = lineText.search(/[\0\ufffd]/);
        if (invalidIndex >= 0) {
            const position = { line, column: invalidIndex + 1 };
            throw new InputError('not-text', { name }, position, 'the list is not UTF-8 text');
        }
        if (lineText.trim() === '' || lineText.startsWith('#')) continue;
        yield { listLine: parseLine({ name }, line, lineText), line };
    }
}

/**
 * @param {{ name: string }} file
 * @param {number} line
 * @param {string} lineText
 * @returns {ListLine}
 */
function parseLine(file, line, lineText) {
    const [first, ...rest] = lineText.split('\t');
    const plan = first.trim();
    /** @param {number} column @param {string} text */
    const lineError = (column, text) => new InputError('bad-line', file, { line, column }, text);
    if (plan === '') throw lineError(1, 'the line does not begin with the name of a plan');
    if (plan === '-') throw lineError(1, 'standard input cannot be listed');
    /** @type {Map<string, string>} */
    const fields = new Map();
    let column = first.length + 2;
    for (const field of rest) {
        const at = field.indexOf('=');
        const key = field.slice(0, Math.max(at, 0)).trim();
        if (field.trim() === '') throw lineError(column, 'a field between two tabs is empty');
        if (!FIELDS.includes(key)) {
            const known = FIELDS.map((f) => `${f}=…`).join(', ');
            const text = `a field must be one of ${known}, got ${JSON.stringify(field)}`;
            throw lineError(column, `${text}${suggestName(key, FIELDS)}`);
        }
        if (fields.has(key)) throw lineError(column, `${key} is given twice`);
        const value = field.slice(at + 1).trim();
        if (value === '-') throw lineError(column, 'standard input cannot be listed');
        fields.set(key, value);
        column += field.length + 1;
    }
    return { plan, fields: Object.fromEntries(fields) };
}

/**
 * Rejects names that lead out of the list's folder; links are resolved when the file is opened.
 *
 * @param {{ name: string }} file
 * @param {number} line
 * @param {ListLine} listLine
 */
function checkInside(file, line, { plan, fields }) {
    for (const path of [plan, ...ROLES.map((role) => fields[role] ?? '')]) {
        if (footprintFile(path).text !== undefined) continue;
        const normal = normalize(path);
        if (!isAbsolute(path) && normal !== '..' && !normal.startsWith(`..${sep}`)) continue;
        const text = `${JSON.stringify(path)} is outside the list's folder, which only --allow-outside permits`;
        throw new InputError('outside-folder', file, { line, column: 1 }, text);
    }
}

/**
 * @param {{ name: string }} file
 * @param {number} line
 * @param {number} index
 * @param {ListLine} listLine
 * @param {(name: string) => NamedFile} toNamedFile
 * @param {Defaults} defaults
 * @returns {Entry}
 */
function makeEntry(file, line, index, { plan, fields }, toNamedFile, defaults) {
    const { map, task, config, footprint, ...rest } = defaults;
    const ownRoles = ROLES.filter((role) => fields[role] !== undefined);
    // A line's own size of the agents replaces that of the command line.
    const isSized = fields.radius !== undefined;
    const files = {
        plan: toNamedFile(plan),
        ...toSharedFiles({ map, task, config, footprint: isSized ? undefined : footprint }),
        ...Object.fromEntries(ownRoles.map((role) => [role, toOwnFile(fields[role], toNamedFile)])),
    };
    const radius = fields.footprint ? undefined : rest.radius;
    try {
        const format = parseChoice('format', fields.format, FORMATS);
        const own = parsePlanOptions(fields);
        return {
            index,
            files,
            format: format ?? rest.format,
            radius: own.radius ?? radius,
            atGoal: own.atGoal ?? rest.atGoal,
            unknownCells: own.unknownCells ?? rest.unknownCells,
            passable: own.passable ?? rest.passable,
            case: own.case ?? rest.case,
            require: parseRequiredField(fields.require) ?? rest.require,
        };
    } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        throw new InputError('bad-line', file, { line, column: 1 }, error.message.slice(2));
    }
}

/** @param {string} name @param {(name: string) => NamedFile} toNamedFile */
function toOwnFile(name, toNamedFile) {
    if (name === '') return undefined;
    const inline = footprintFile(name);
    return inline.text === undefined ? toNamedFile(name) : inline;
}

/** @param {string | undefined} field */
function parseRequiredField(field) {
    if (field === undefined) return undefined;
    return field === '' ? [] : parseRequired([field]);
}

/**
 * @param {FileNames} names
 * @returns {Partial<Record<keyof FileNames, NamedFile>>}
 */
function toSharedFiles(names) {
    const givenRoles = ROLES.filter((role) => names[role] !== undefined);
    return Object.fromEntries(
        givenRoles.map((role) => {
            const name = /** @type {string} */ (names[role]);
            return [role, role === 'footprint' ? footprintFile(name) : { name, path: name }];
        }),
    );
}
