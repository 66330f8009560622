import { formatValue, GrazeError, toPrintable } from '#internal';

/**
 * Shared code of all readers: positions of errors, numbers and limits.
 *
 * @import { InputErrorCode } from 'graze'
 * @import { SourcePosition } from '../../scenario/model/scenario.js'
 * @import { ScenarioFiles } from '../index.js'
 */

/**
 * A file as the caller gives it: its text, whole or in chunks.
 *
 * @typedef {object} SourceFile
 * @property {string} name for errors and notices; it is not opened
 * @property {string | AsyncIterable<string>} text all of it, or its chunks in order
 * @property {number} [size] upper bound of its number of characters, for the error of a file that is too large
 * @property {Partial<Limits>} [limits] default: LIMITS
 * @property {number} [chunkSize] number of characters that a reader gets at once, at least 2; default: CHUNK_SIZE
 * @property {boolean} [reference] whether XML is read by its reference parser alone, to compare results; default: false
 */

/**
 * A file as a reader uses it.
 *
 * @typedef {object} CheckedFile
 * @property {string} name
 * @property {string} text checked and with normal line ends; empty if the file is read in chunks
 * @property {Limits} limits
 */

/**
 * An error in a file. `message` is one line, safe to print: `file:line:column: code: text`, without line and column for a
 * file that could not be opened. `code` is stable: docs/formats.md lists the codes.
 *
 * @hideconstructor
 */
export class InputError extends GrazeError {
    /** The kind of the error, which is stable. @type {InputErrorCode} */
    code;

    /**
     * @param {InputErrorCode} code see docs/formats.md
     * @param {{ name: string }} file
     * @param {SourcePosition | null} position null: of a file that could not be opened
     * @param {string} text description of the error, with what was expected
     * @param {unknown} [value]
     */
    constructor(code, file, position, text, value) {
        const { line, column } = position ?? FILE_START;
        const message = toPrintable(shorten(text));
        const place = position === null ? '' : `:${line}:${column}`;
        super(code, `${toPrintable(file.name)}${place}: ${code}: ${message}`, { value });
        /** `InputError`. */
        this.name = 'InputError';
        this.code = code;
        /** The file's name, as given. */
        this.file = file.name;
        /** The line, from 1. */
        this.line = line;
        /** The column, from 1. */
        this.column = column;
        /** The message without the position. */
        this.text = message;
    }
}

/** Maximum length of an error's text: names in a file can be as long as the file. */
const MAX_TEXT_LENGTH = 500;

/** @param {string} text */
export function shorten(text) {
    return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}

/**
 * Returns a notice of a Scenario about a line of a file.
 *
 * @param {{ name: string }} file
 * @param {SourcePosition} position
 * @param {string} text
 * @returns {string}
 */
export function noticeAt(file, position, text) {
    return `${toPrintable(file.name)}:${position.line}: ${toPrintable(shorten(text))}`;
}

/** The start of a file, for errors about the file as a whole. */
export const FILE_START = Object.freeze({ line: 1, column: 1 });

/**
 * Refuses files that a format does not use, since the caller would believe them checked.
 *
 * @param {ScenarioFiles} files
 * @param {readonly (keyof ScenarioFiles)[]} roles
 * @param {string} format
 * @param {boolean} [isInSpace] whether its plans are in space, default: false
 */
export function refuseFiles(files, roles, format, isInSpace = false) {
    for (const role of roles) {
        const file = files[role];
        if (file === undefined) continue;
        // Formats of the plane that refuse maps have lengths, with which an occupancy map is read.
        const isExcepted = role === 'map' && !isInSpace;
        const exception = isExcepted ? ' except an occupancy map of ROS, a YAML file' : '';
        const text = `${format} takes no ${role}${exception}`;
        throw new InputError('unused-file', file, FILE_START, text);
    }
}

/**
 * Limits of a file: beyond these, a mistake or an attack is more likely than a plan.
 *
 * @typedef {{ readonly [what in LimitName]: number }} Limits
 * @typedef {'characters' | 'agents' | 'pieces' | 'cells' | 'rows' | 'elements' | 'attributes' | 'token'
 *   | 'depth'} LimitName
 *
 * @type {Limits}
 */
export const LIMITS = Object.freeze({
    /** Maximum number of characters of a file. */
    characters: 256 * 2 ** 20,
    /** Maximum number of agents of a plan. */
    agents: 100_000,
    /** Maximum number of pieces of all motions of a plan. */
    pieces: 4_000_000,
    /** Maximum number of cells of a grid. */
    cells: 100_000_000,
    /** Maximum number of lines of a map. */
    rows: 1_000_000,
    /** Maximum number of elements of an XML file that is in memory as a whole, or of values of a JSON or YAML file. */
    elements: 1_000_000,
    /** Maximum number of attributes of an element, or of members of an object. */
    attributes: 64,
    /** Maximum length of a text, comment or tag of an XML file. */
    token: 4 * 2 ** 20,
    /** Maximum depth of nested elements or values. */
    depth: 64,
});

/**
 * Default maximum number of steps of a plan whose file writes each of them out, as a letter or a place: no few characters
 * stand for many steps there, and the number of characters is limited.
 */
const WRITTEN_STEPS = 100_000_000;

/**
 * Returns the maximum number of steps of a plan whose file writes each of them out: the limit of pieces, if it is not the
 * default one.
 *
 * @param {Limits} limits
 */
export function maxWrittenSteps({ pieces }) {
    return pieces === LIMITS.pieces ? WRITTEN_STEPS : pieces;
}

/** Decimal numbers that `parseNumber` takes. */
export const DECIMAL = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const WHOLE = /^\d+$/;

/** Largest magnitude of a coordinate or time: far beyond any map, far below overflow. */
export const MAX_MAGNITUDE = 1e15;

/**
 * Parses a whole text as a number within a range.
 *
 * @param {{ name: string }} file
 * @param {SourcePosition} position
 * @param {string} label names the value in an error
 * @param {string} text
 * @param {{ pattern: RegExp, kind: string, min: number, max: number }} form
 * @returns {number}
 */
function parse(file, position, label, text, { pattern, kind, min, max }) {
    if (!pattern.test(text)) {
        const problem = `${label} must be a ${kind} number, got ${formatValue(text)}`;
        throw new InputError('bad-number', file, position, problem, text);
    }
    const value = Number(text);
    if (!(value >= min && value <= max)) {
        const problem = `${label} must be from ${min} to ${max}, got ${formatValue(text)}`;
        throw new InputError('out-of-range', file, position, problem, text);
    }
    return value;
}

/**
 * Parses a decimal number: no sign `+`, no hexadecimal, no trailing text, only finite values.
 *
 * @param {{ name: string }} file
 * @param {SourcePosition} position
 * @param {string} label
 * @param {string} text
 * @param {{ min?: number, max?: number }} [range] default: that of coordinates and times
 * @returns {number}
 */
export function parseNumber(file, position, label, text, { max = MAX_MAGNITUDE, min = -max } = {}) {
    const form = { pattern: DECIMAL, kind: 'decimal', min, max };
    return parse(file, position, label, text, form);
}

/**
 * Refuses a map with too many cells, even if each of its sides is within the limit.
 *
 * @param {CheckedFile} file
 * @param {SourcePosition} position
 * @param {number} nx
 * @param {number} ny
 */
export function checkCells(file, position, nx, ny) {
    if (nx * ny > file.limits.cells) throw tooLargeError(file, position, 'cells');
}

/**
 * Parses an integer from `min` to `max`.
 *
 * @param {{ name: string }} file
 * @param {SourcePosition} position
 * @param {string} label
 * @param {string} text
 * @param {{ min?: number, max: number }} range
 * @returns {number}
 */
export function parseWhole(file, position, label, text, { min = 0, max }) {
    return parse(file, position, label, text, { pattern: WHOLE, kind: 'whole', min, max });
}

/** Returns the limits of a file. @param {SourceFile} file @returns {Limits} */
export function limitsOf({ limits }) {
    return { ...LIMITS, ...limits };
}

/** Programs that write a byte order mark may write it before one that exists already. */
const LEADING_BYTE_ORDER_MARKS = /^\ufeff+/;

/** Number of characters of a chunk for readers. */
const CHUNK_SIZE = 2 ** 16;

/**
 * Generates a file in chunks, refusing characters that no text format contains; without initial byte order marks, and with
 * every line end as a single line feed. The ends of the chunks depend only on the text, not on the chunks of the source,
 * and so does the first error of a reader.
 *
 * @param {SourceFile} file
 * @returns {AsyncGenerator<string>}
 */
export async function* readChunks(file) {
    let [line, column] = [1, 1];
    let isBlank = true;
    /** @param {string} chunk */
    const check = (chunk) => {
        const text = chunk.replace(/\r\n?/g, '\n');
        // Decoders write U+FFFD for bytes that are not UTF-8; half of a surrogate pair is not a character.
        const invalidIndex = text.search(/[\0\ufffd\p{Cs}]/u);
        if (invalidIndex >= 0) {
            advancePosition(text.slice(0, invalidIndex));
            throw new InputError('not-text', file, { line, column }, 'the file is not UTF-8 text');
        }
        advancePosition(text);
        isBlank &&= text.trim() === '';
        return text;
    };
    /** @param {string} text */
    const advancePosition = (text) => {
        const last = text.lastIndexOf('\n');
        column = last < 0 ? column + text.length : text.length - last;
        for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) line++;
    };
    for await (const piece of evenChunks(file)) yield check(piece);
    if (isBlank) throw new InputError('empty-file', file, FILE_START, 'the file is empty');
}

/**
 * @param {SourceFile} file
 * @returns {AsyncGenerator<string>} not empty, and not split within a line end or a character
 */
async function* evenChunks(file) {
    const { characters: maxCharacters } = limitsOf(file);
    const { text, chunkSize: length = CHUNK_SIZE } = file;
    let size = 0;
    let buffered = '';
    let isStarted = false;
    for await (const piece of typeof text === 'string' ? [text] : text) {
        /** @type {string} */
        const added = isStarted ? piece : piece.replace(LEADING_BYTE_ORDER_MARKS, '');
        isStarted ||= added !== '';
        size += piece.length;
        if (size > maxCharacters) throw tooLongError(file, maxCharacters);
        // Only the chunk that both have a part of is joined: to join all would copy all.
        let rest = added;
        if (buffered !== '') {
            const joined = buffered + added.slice(0, length);
            if (buffered.length + added.length <= length) {
                buffered = joined;
                continue;
            }
            const to = endOfChunk(joined, 0, length);
            yield joined.slice(0, to);
            if (to < buffered.length) rest = joined.slice(to, buffered.length) + added;
            else rest = added.slice(to - buffered.length);
        }
        let from = 0;
        while (rest.length - from > length) {
            const to = endOfChunk(rest, from, length);
            yield rest.slice(from, to);
            from = to;
        }
        buffered = rest.slice(from);
    }
    if (buffered !== '') yield buffered;
}

/**
 * Returns the end of a chunk that is not split within a line end or a character.
 *
 * @param {string} text
 * @param {number} from
 * @param {number} length
 */
function endOfChunk(text, from, length) {
    const isSplit = /[\r\ud800-\udbff]/.test(text[from + length - 1]);
    return from + length - (isSplit ? 1 : 0);
}

/** @param {SourceFile} file @param {number} maxCharacters */
function tooLongError(file, maxCharacters) {
    const { text, size } = file;
    const needed = typeof text === 'string' ? text.length : size;
    const found = typeof text === 'string' ? `${needed}` : `more than ${maxCharacters}`;
    const problem = `the file has ${found} characters; at most ${maxCharacters} are read ${limitHint('characters', needed)}`;
    return new InputError('too-large', file, FILE_START, problem);
}

/**
 * Names the option that raises a limit, for the end of a message.
 *
 * @param {LimitName} limit
 * @param {number} [needed] the number with which the file is read
 */
export function limitHint(limit, needed) {
    return `(--limit ${limit}=${needed ?? 'N'})`;
}

/**
 * Returns the error of a file with too much content, with the option that raises the limit.
 *
 * @param {CheckedFile} file
 * @param {SourcePosition} position
 * @param {LimitName} limit
 * @param {string} [what] name of the content; default: the limit's name
 * @param {number} [needed] how much of it the file has, if that is known
 * @param {number} [max] the limit, if it is not the one of the file
 */
export function tooLargeError(
    file,
    position,
    limit,
    what = limit,
    needed = undefined,
    max = file.limits[limit],
) {
    const found = needed === undefined ? '' : `: it has ${needed}`;
    const text = `more than ${max} ${what}${found} ${limitHint(limit, needed)}`;
    return new InputError('too-large', file, position, text);
}

/** Content that the limit of pieces counts in plans in steps. */
const STEPS = 'pieces, the steps of all agents';

/**
 * Returns the error of a plan with too many steps.
 *
 * @param {CheckedFile} file
 * @param {SourcePosition} position where there are too many
 * @param {number} needed number of steps of all agents
 * @param {number} [max] default: the limit of pieces
 */
export function tooManyStepsError(file, position, needed, max) {
    const steps = Number.isSafeInteger(needed) ? needed : undefined;
    return tooLargeError(file, position, 'pieces', STEPS, steps, max);
}

/**
 * Reads a whole file, checked as in `readChunks`.
 *
 * @param {SourceFile} source
 * @returns {Promise<CheckedFile>}
 */
export async function readWholeText(source) {
    const chunks = [];
    for await (const chunk of readChunks(source)) chunks.push(chunk);
    return { name: source.name, text: chunks.join(''), limits: limitsOf(source) };
}

/**
 * Returns a file that is read in chunks, for errors about it.
 *
 * @param {SourceFile} source
 * @returns {CheckedFile}
 */
export function withoutText(source) {
    return { name: source.name, text: '', limits: limitsOf(source) };
}

/** Number of characters by which a format is recognized. */
export const HEAD_LENGTH = 4096;

/**
 * Returns the beginning of a file, normalized as by `readChunks`, and the file with that beginning still unread.
 *
 * @param {SourceFile} file
 * @returns {Promise<{ head: string, file: SourceFile }>}
 */
export async function peek(file) {
    const { text } = file;
    if (typeof text === 'string') return { head: normalizeText(text.slice(0, HEAD_LENGTH)), file };
    const iterator = text[Symbol.asyncIterator]();
    let head = '';
    while (head.length < HEAD_LENGTH) {
        const { value, done } = await iterator.next();
        if (done) break;
        head += value;
    }
    const start = head;
    const rest = async function* () {
        yield start;
        yield* { [Symbol.asyncIterator]: () => iterator };
    };
    return { head: normalizeText(head.slice(0, HEAD_LENGTH)), file: { ...file, text: rest() } };
}

/** Removes byte order marks and carriage returns. @param {string} text */
export function normalizeText(text) {
    return text.replace(LEADING_BYTE_ORDER_MARKS, '').replace(/\r\n?/g, '\n');
}

/**
 * Passes each line of a file, without its end, to `onLine` as the file is read; only the current line is in memory.
 *
 * @param {SourceFile} source
 * @param {(text: string, line: number) => void} onLine
 */
export async function eachLine(source, onLine) {
    /** @type {string[]} */
    let partial = [];
    let line = 1;
    for await (const chunk of readChunks(source)) {
        let start = 0;
        for (
            let newline = chunk.indexOf('\n');
            newline >= 0;
            newline = chunk.indexOf('\n', start)
        ) {
            const lineEnd = chunk.slice(start, newline);
            onLine(partial.length === 0 ? lineEnd : partial.join('') + lineEnd, line++);
            if (partial.length > 0) partial = [];
            start = newline + 1;
        }
        if (start < chunk.length) partial.push(chunk.slice(start));
    }
    if (partial.length > 0) onLine(partial.join(''), line);
}
