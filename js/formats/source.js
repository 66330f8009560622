import { GrazeError, printable, show } from 'graze';

/**
 * What every reader shares: where an error is, how a number is read, how much is too much.
 *
 * @import { SourcePosition } from '../scenario/scenario.js'
 */

/**
 * A file as a reader sees it.
 *
 * @typedef {{ name: string, text: string }} SourceFile
 */

/** Something is wrong with a file. `message` is one line: `file:line:column: code: what`. */
export class InputError extends GrazeError {
    /**
     * @param {string} code stable, kebab-case: see README.md
     * @param {SourceFile} file
     * @param {SourcePosition} position
     * @param {string} text what is wrong, and what was expected
     * @param {unknown} [value]
     */
    constructor(code, file, position, text, value) {
        const { line, column } = position;
        const what = printable(shorten(text));
        super(code, `${printable(file.name)}:${line}:${column}: ${code}: ${what}`, { value });
        this.name = 'InputError';
        this.file = file.name;
        this.line = line;
        this.column = column;
        /** What is wrong, without the place. */
        this.text = what;
    }
}

/** Longest text of an error: names in a file can be as long as the file. */
const MAX_TEXT = 300;

/** @param {string} text */
function shorten(text) {
    return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

/**
 * What a Scenario's notice says about a line of a file.
 *
 * @param {SourceFile} file
 * @param {SourcePosition} position
 * @param {string} text
 * @returns {string}
 */
export function noticeAt(file, position, text) {
    return `${printable(file.name)}:${position.line}: ${printable(shorten(text))}`;
}

/** Where a file starts: for errors about the file as a whole. */
export const FILE_START = Object.freeze({ line: 1, column: 1 });

/** What a file may hold: beyond these a mistake or an attack is likelier than a plan. */
export const LIMITS = Object.freeze({
    /** Characters of one file. */
    characters: 64 * 2 ** 20,
    /** Agents of one plan. */
    agents: 100_000,
    /** Motion segments of one plan. */
    segments: 1_000_000,
    /** Cells of one grid. */
    cells: 100_000_000,
    /** Lines of one map. */
    rows: 1_000_000,
    /** Elements of one XML file: enough for all segments and agents at once. */
    elements: 1_500_000,
    /** Attributes of one element. */
    attributes: 64,
});

const DECIMAL = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const WHOLE = /^\d+$/;

/** Largest magnitude of a coordinate or time: far beyond any map, far below overflow. */
export const MAX_MAGNITUDE = 1e15;

/**
 * All of `text` as a number: nothing before or after it, and within the range.
 *
 * @param {SourceFile} file
 * @param {SourcePosition} position
 * @param {string} what names the value in an error
 * @param {string} text
 * @param {{ pattern: RegExp, kind: string, min: number, max: number }} form
 * @returns {number}
 */
function parse(file, position, what, text, { pattern, kind, min, max }) {
    if (!pattern.test(text)) {
        const problem = `${what} must be a ${kind} number, not ${show(text)}`;
        throw new InputError('bad-number', file, position, problem, text);
    }
    const value = Number(text);
    if (!(value >= min && value <= max)) {
        const problem = `${what} must be from ${min} to ${max}, not ${show(text)}`;
        throw new InputError('out-of-range', file, position, problem, text);
    }
    return value;
}

/**
 * A decimal number: no sign `+`, no hexadecimal, no `1abc`, nothing that is not finite.
 *
 * @param {SourceFile} file
 * @param {SourcePosition} position
 * @param {string} what
 * @param {string} text
 * @param {{ min?: number }} [range]
 * @returns {number}
 */
export function parseNumber(file, position, what, text, { min = -MAX_MAGNITUDE } = {}) {
    const form = { pattern: DECIMAL, kind: 'decimal', min, max: MAX_MAGNITUDE };
    return parse(file, position, what, text, form);
}

/**
 * A whole number from `min` to `max`.
 *
 * @param {SourceFile} file
 * @param {SourcePosition} position
 * @param {string} what
 * @param {string} text
 * @param {{ min?: number, max: number }} range
 * @returns {number}
 */
export function parseWhole(file, position, what, text, { min = 0, max }) {
    return parse(file, position, what, text, { pattern: WHOLE, kind: 'whole', min, max });
}

/**
 * The file, checked for what no text format holds; without a byte order mark, every line ended by a
 * line feed alone.
 *
 * @param {SourceFile} file
 * @returns {SourceFile}
 */
export function checkText(file) {
    if (file.text.length > LIMITS.characters) {
        const problem = `the file has ${file.text.length} characters; at most ${LIMITS.characters} are read`;
        throw new InputError('too-large', file, FILE_START, problem);
    }
    const text = file.text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
    // U+FFFD is what decoders put for bytes that are not UTF-8; half of a pair stands for no character.
    const odd = text.search(/[\0\ufffd\p{Cs}]/u);
    if (odd >= 0) {
        const before = text.slice(0, odd).split('\n');
        throw new InputError(
            'not-text',
            file,
            { line: before.length, column: before[before.length - 1].length + 1 },
            'the file is not UTF-8 text',
        );
    }
    if (text.trim() === '') {
        throw new InputError('empty-file', file, FILE_START, 'the file is empty');
    }
    return { name: file.name, text };
}

/** @param {SourceFile} file */
export function looksLikeXml(file) {
    return /^\ufeff?\s*(?:<|$)/.test(file.text);
}
