import { checkJson } from './json_check.js';
import {
    BACKSLASH,
    COMMA,
    endOfPlain,
    isClosing,
    isOpening,
    LEFT_BRACE,
    QUOTE,
    skipSpace,
} from './json_tokens.js';
import { Places } from './places.js';

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
 * @property {number} at where it begins, with its name if it has one
 * @property {number} from where its value begins
 * @property {number} to behind it
 */

/** A long container, in place of its value. */
export class Long {
    /** @param {boolean} isObject else it is an array */
    constructor(isObject) {
        this.isObject = isObject;
    }
}

export class JsonText {
    /** @type {CheckedFile} */
    file;
    #places;
    #long;

    /**
     * Checks the file: its values are known to be JSON from then on.
     *
     * @param {CheckedFile} file
     * @param {number} most values of the file
     */
    constructor(file, most) {
        this.file = file;
        this.#places = new Places(file.text);
        this.#long = checkJson(file, this.#places, most);
    }

    /** @param {number} offset @returns {SourcePosition} */
    positionAt(offset) {
        return this.#places.at(offset);
    }

    /** Where the value is that the file is. @returns {Child} */
    root() {
        const { text } = this.file;
        const from = skipSpace(text, 0);
        return { at: from, from, to: this.#endOfValue(from) };
    }

    /** The value itself; Long for a long container. @param {Child} child @returns {unknown} */
    valueOf({ from, to }) {
        const { text } = this.file;
        if (this.#long.has(from)) return new Long(text.charCodeAt(from) === LEFT_BRACE);
        return JSON.parse(text.slice(from, to));
    }

    /** The name of a member of an object. @param {Child} child @returns {string} */
    nameOf({ at }) {
        const { text } = this.file;
        return JSON.parse(text.slice(at, endOfString(text, at)));
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
        let at = skipSpace(text, open + 1);
        while (!isClosing(text.charCodeAt(at))) {
            const from = isObject ? startOfValue(text, at) : at;
            const to = this.#endOfValue(from);
            yield { at, from, to };
            at = skipSpace(text, to);
            if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1);
        }
    }

    /** The characters that a string takes, its quotes among them. @param {number} from */
    lengthOfString(from) {
        return endOfString(this.file.text, from) - from;
    }

    /** Behind the value that begins there. @param {number} from */
    #endOfValue(from) {
        const { text } = this.file;
        const first = text.charCodeAt(from);
        if (first === QUOTE) return endOfString(text, from);
        if (!isOpening(first)) return endOfPlain(text, from);
        let depth = 0;
        let at = from;
        do {
            const c = text.charCodeAt(at);
            if (c === QUOTE) {
                at = endOfString(text, at);
                continue;
            }
            if (isOpening(c)) {
                const end = this.#long.get(at);
                if (end !== undefined) {
                    at = end;
                    continue;
                }
                depth++;
            } else if (isClosing(c)) {
                depth--;
            }
            at++;
        } while (depth > 0);
        return at;
    }
}

/** Behind the string that begins there. @param {string} text @param {number} from */
function endOfString(text, from) {
    let at = from + 1;
    for (; text.charCodeAt(at) !== QUOTE; at++) if (text.charCodeAt(at) === BACKSLASH) at++;
    return at + 1;
}

/** Where the value of the member begins that begins there. @param {string} text @param {number} at */
function startOfValue(text, at) {
    const colon = skipSpace(text, endOfString(text, at));
    return skipSpace(text, colon + 1);
}
