import { checkJson } from './json_check.js';
import {
    BACKSLASH,
    COMMA,
    endOfLiteral,
    isClosing,
    isOpening,
    LEFT_BRACE,
    QUOTE,
    skipSpace,
} from './json_tokens.js';
import { LineIndex } from './line_index.js';

/**
 * Holds the text of a JSON file, and parses its values: long containers child by child, so that only a part of a large file
 * is in memory as values, everything else by JSON.parse.
 *
 * @import { CheckedFile } from './source.js'
 * @import { SourcePosition } from '../../scenario/model/scenario.js'
 */

/**
 * Position of a child of a container in the text.
 *
 * @typedef {object} Child
 * @property {number} start begin, including its name if it has one
 * @property {number} valueStart beginning of its value
 * @property {number} end after its value
 */

/** A long container in place of its value. */
export class LongContainer {
    /** @param {boolean} isObject false for an array */
    constructor(isObject) {
        this.isObject = isObject;
    }
}

export class JsonText {
    /** @type {CheckedFile} */
    file;
    #lineIndex;
    #longContainers;

    /**
     * Checks the file: from then on its values are known to be valid JSON.
     *
     * @param {CheckedFile} file
     * @param {number} maxValues values of the file
     */
    constructor(file, maxValues) {
        this.file = file;
        this.#lineIndex = new LineIndex(file.text);
        this.#longContainers = checkJson(file, this.#lineIndex, maxValues);
    }

    /** @param {number} offset @returns {SourcePosition} */
    positionAt(offset) {
        return this.#lineIndex.positionAt(offset);
    }

    /** Returns the root value's position. @returns {Child} */
    root() {
        const { text } = this.file;
        const valueStart = skipSpace(text, 0);
        return { start: valueStart, valueStart, end: this.#endOfValue(valueStart) };
    }

    /** Returns a value, or LongContainer for a long container. @param {Child} child @returns {unknown} */
    valueOf({ valueStart, end }) {
        const { text } = this.file;
        if (this.#longContainers.has(valueStart))
            return new LongContainer(text.charCodeAt(valueStart) === LEFT_BRACE);
        return JSON.parse(text.slice(valueStart, end));
    }

    /** Returns the name of a member of an object. @param {Child} child @returns {string} */
    nameOf({ start }) {
        const { text } = this.file;
        return JSON.parse(text.slice(start, endOfString(text, start)));
    }

    /**
     * Generates the children of the container that begins at `open`, in the order of the text.
     *
     * @param {number} open
     * @returns {Generator<Child>}
     */
    *children(open) {
        const { text } = this.file;
        const isObject = text.charCodeAt(open) === LEFT_BRACE;
        let start = skipSpace(text, open + 1);
        while (!isClosing(text.charCodeAt(start))) {
            const valueStart = isObject ? startOfValue(text, start) : start;
            const end = this.#endOfValue(valueStart);
            yield { start, valueStart, end };
            start = skipSpace(text, end);
            if (text.charCodeAt(start) === COMMA) start = skipSpace(text, start + 1);
        }
    }

    /** Returns the length of a string in the text, including its quotes. @param {number} start */
    lengthOfString(start) {
        return endOfString(this.file.text, start) - start;
    }

    /** Returns the end of the value that begins at `start`. @param {number} start */
    #endOfValue(start) {
        const { text } = this.file;
        const first = text.charCodeAt(start);
        if (first === QUOTE) return endOfString(text, start);
        if (!isOpening(first)) return endOfLiteral(text, start);
        let depth = 0;
        let offset = start;
        do {
            const c = text.charCodeAt(offset);
            if (c === QUOTE) {
                offset = endOfString(text, offset);
                continue;
            }
            if (isOpening(c)) {
                const end = this.#longContainers.get(offset);
                if (end !== undefined) {
                    offset = end;
                    continue;
                }
                depth++;
            } else if (isClosing(c)) {
                depth--;
            }
            offset++;
        } while (depth > 0);
        return offset;
    }
}

/** Returns the end of the string that begins at `start`. @param {string} text @param {number} start */
function endOfString(text, start) {
    let offset = start + 1;
    for (; text.charCodeAt(offset) !== QUOTE; offset++)
        if (text.charCodeAt(offset) === BACKSLASH) offset++;
    return offset + 1;
}

/** Returns the beginning of the value of the member that begins at `offset`. @param {string} text @param {number} offset */
function startOfValue(text, offset) {
    const colon = skipSpace(text, endOfString(text, offset));
    return skipSpace(text, colon + 1);
}
