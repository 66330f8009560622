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
 * The text of a JSON file, and its values: a long container child by child, so that no more of a large file
 * is held as values than is being looked at, everything else by JSON.parse.
 *
 * @import { CheckedFile } from './source.js'
 * @import { SourcePosition } from '../scenario/scenario.js'
 */

/**
 * Where a child of a container is in the text.
 *
 * @typedef {object} Child
 * @property {number} start where it begins, with its name if it has one
 * @property {number} valueStart where its value begins
 * @property {number} end behind it
 */

/** A long container, in place of its value. */
export class LongContainer {
    /** @param {boolean} isObject else it is an array */
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
     * Checks the file: its values are known to be JSON from then on.
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

    /** Where the value is that the file is. @returns {Child} */
    root() {
        const { text } = this.file;
        const valueStart = skipSpace(text, 0);
        return { start: valueStart, valueStart, end: this.#endOfValue(valueStart) };
    }

    /** The value itself; Long for a long container. @param {Child} child @returns {unknown} */
    valueOf({ valueStart, end }) {
        const { text } = this.file;
        if (this.#longContainers.has(valueStart))
            return new LongContainer(text.charCodeAt(valueStart) === LEFT_BRACE);
        return JSON.parse(text.slice(valueStart, end));
    }

    /** The name of a member of an object. @param {Child} child @returns {string} */
    nameOf({ start }) {
        const { text } = this.file;
        return JSON.parse(text.slice(start, endOfString(text, start)));
    }

    /**
     * The children of the container that begins there, in the order of the text.
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

    /** The characters that a string takes, its quotes among them. @param {number} start */
    lengthOfString(start) {
        return endOfString(this.file.text, start) - start;
    }

    /** Behind the value that begins there. @param {number} start */
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

/** Behind the string that begins there. @param {string} text @param {number} start */
function endOfString(text, start) {
    let offset = start + 1;
    for (; text.charCodeAt(offset) !== QUOTE; offset++)
        if (text.charCodeAt(offset) === BACKSLASH) offset++;
    return offset + 1;
}

/** Where the value of the member begins that begins there. @param {string} text @param {number} offset */
function startOfValue(text, offset) {
    const colon = skipSpace(text, endOfString(text, offset));
    return skipSpace(text, colon + 1);
}
