import { formatValue } from '#internal';
import {
    BACKSLASH,
    COLON,
    COMMA,
    endOfLiteral,
    isControl,
    isOpening,
    LEFT_BRACE,
    QUOTE,
    RIGHT_BRACE,
    RIGHT_BRACKET,
    skipSpace,
} from './json_tokens.js';
import { InputError, limitHint } from './source.js';

/**
 * Checks the text of a JSON file in one pass before values are made of it: its syntax, depth and number of values, and that
 * no object has a name twice.
 *
 * @import { LineIndex } from './line_index.js'
 * @import { CheckedFile } from './source.js'
 */

/** Length from which a container is long. */
const LONG_LENGTH = 65_536;

const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/**
 * @param {CheckedFile} file
 * @param {LineIndex} lineIndex
 * @param {number} maxValues values
 * @returns {Map<number, number>} map from the beginning of each long container to its end
 * @throws {InputError}
 */
export function checkJson(file, lineIndex, maxValues) {
    return new JsonChecker(file, lineIndex, maxValues).run();
}

/** Returns the path of a child of the value at `parentPath`. @param {string} parentPath @param {string | number} key */
export function childPath(parentPath, key) {
    if (typeof key === 'number') return `${parentPath}[${key}]`;
    const isPlain = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key);
    if (!isPlain) return `${parentPath}[${formatValue(key)}]`;
    return parentPath === '' ? key : `${parentPath}.${key}`;
}

/** A container whose end has not been reached. */
class OpenContainer {
    startOffset = 0;
    isObject = false;
    /** The character that closes it. */
    closing = 0;
    /** Number of children before the current one. */
    count = 0;
    /** @type {string[]} in the first places its own up to that child; behind them may be those of others */
    names = [];

    /** @param {number} start @param {number} c the bracket there */
    start(start, c) {
        this.startOffset = start;
        this.isObject = c === LEFT_BRACE;
        this.closing = this.isObject ? RIGHT_BRACE : RIGHT_BRACKET;
        this.count = 0;
        return this;
    }
}

class JsonChecker {
    #file;
    #text;
    #lineIndex;
    #maxValues;
    #values = 0;
    /** @type {Map<number, number>} */
    #longContainers = new Map();
    /** @type {OpenContainer[]} outermost first, and others to be used again */
    #stack = [];
    #depth = 0;

    /** @param {CheckedFile} file @param {LineIndex} lineIndex @param {number} maxValues */
    constructor(file, lineIndex, maxValues) {
        this.#file = file;
        this.#text = file.text;
        this.#lineIndex = lineIndex;
        this.#maxValues = maxValues;
    }

    run() {
        const text = this.#text;
        let offset = skipSpace(text, 0);
        for (;;) {
            const c = text.charCodeAt(offset);
            if (this.#values++ === this.#maxValues) {
                throw this.#tooLargeError(
                    offset,
                    `more than ${this.#maxValues} values ${limitHint('elements')}`,
                );
            }
            if (isOpening(c)) {
                const container = this.#enter(offset, c);
                offset = skipSpace(text, offset + 1);
                if (text.charCodeAt(offset) !== container.closing) {
                    offset = this.#skipToValue(offset, container);
                    continue;
                }
            } else {
                offset = this.#skipScalar(offset, c);
            }
            offset = this.#skipToNext(offset);
            if (this.#depth === 0) return this.#longContainers;
        }
    }

    /** @param {number} offset @param {number} c */
    #enter(offset, c) {
        const { depth } = this.#file.limits;
        if (this.#depth === depth) {
            throw this.#tooLargeError(
                offset,
                `values are nested more than ${depth} deep ${limitHint('depth')}`,
            );
        }
        this.#stack[this.#depth] ??= new OpenContainer();
        return this.#stack[this.#depth++].start(offset, c);
    }

    /** Skips from the end of a value to the next value, or to the end of the text. @param {number} offset */
    #skipToNext(offset) {
        const text = this.#text;
        for (; this.#depth > 0; this.#depth--) {
            offset = skipSpace(text, offset);
            const container = this.#stack[this.#depth - 1];
            const c = text.charCodeAt(offset);
            if (c === COMMA) {
                container.count++;
                return this.#skipToValue(skipSpace(text, offset + 1), container);
            }
            if (c !== container.closing) {
                throw this.#unexpected(
                    offset,
                    `"," or ${formatValue(String.fromCharCode(container.closing))}`,
                );
            }
            offset++;
            if (offset - container.startOffset > LONG_LENGTH)
                this.#longContainers.set(container.startOffset, offset);
        }
        const end = skipSpace(text, offset);
        if (end < text.length) throw this.#syntaxError(end, 'the file goes on after its value');
        return end;
    }

    /**
     * Skips from a child of the innermost container to its value.
     *
     * @param {number} offset
     * @param {OpenContainer} container
     */
    #skipToValue(offset, container) {
        if (!container.isObject) return offset;
        const text = this.#text;
        if (text.charCodeAt(offset) !== QUOTE) throw this.#unexpected(offset, 'a name in quotes');
        const end = this.#skipString(offset);
        this.#checkName(container, offset, end);
        const colon = skipSpace(text, end);
        if (text.charCodeAt(colon) !== COLON) throw this.#unexpected(colon, '":"');
        return skipSpace(text, colon + 1);
    }

    /** @param {OpenContainer} container @param {number} start @param {number} to */
    #checkName({ names, count }, start, to) {
        const { attributes: most } = this.#file.limits;
        if (count === most)
            throw this.#tooLargeError(
                start,
                `an object has more than ${most} members ${limitHint('attributes')}`,
            );
        const rawName = this.#text.slice(start + 1, to - 1);
        const name = rawName.includes('\\') ? JSON.parse(`"${rawName}"`) : rawName;
        const first = names.indexOf(name);
        names[count] = name;
        if (first >= 0 && first < count) {
            const text = `${this.#currentPath()} is given twice`;
            throw new InputError(
                'duplicate-key',
                this.#file,
                this.#lineIndex.positionAt(start),
                text,
                name,
            );
        }
    }

    /** Returns the path of the current value. */
    #currentPath() {
        return this.#stack
            .slice(0, this.#depth)
            .reduce(
                (path, { isObject, names, count }) =>
                    childPath(path, isObject ? names[count] : count),
                '',
            );
    }

    /** Skips a value that is not a container. @param {number} offset @param {number} c */
    #skipScalar(offset, c) {
        if (c === QUOTE) return this.#skipString(offset);
        const end = endOfLiteral(this.#text, offset);
        if (end === offset) throw this.#unexpected(offset, 'a value');
        return end;
    }

    /** Skips a string. @param {number} start */
    #skipString(start) {
        const text = this.#text;
        for (let offset = start + 1; offset < text.length; offset++) {
            const c = text.charCodeAt(offset);
            if (c === QUOTE) return offset + 1;
            if (isControl(c)) throw this.#controlError(offset);
            if (c === BACKSLASH) {
                ESCAPE.lastIndex = offset;
                if (!ESCAPE.test(text)) {
                    throw this.#syntaxError(
                        offset,
                        `${formatValue(text.slice(offset, offset + 2))} is not an escape of JSON`,
                    );
                }
                offset = ESCAPE.lastIndex - 1;
            }
        }
        throw this.#syntaxError(start, 'the string has no end');
    }

    /** Returns the error of an unexpected character. @param {number} offset @param {string} expected */
    #unexpected(offset, expected) {
        if (isControl(this.#text.charCodeAt(offset))) return this.#controlError(offset);
        const [found] =
            /^(?:[^\s,:[\]{}"]{1,40}|.)/su.exec(this.#text.slice(offset, offset + 42)) ?? [];
        if (found === undefined)
            return this.#syntaxError(offset, `the file ends where ${expected} was expected`);
        return this.#syntaxError(
            offset,
            `${formatValue(found)} is not JSON here: expected ${expected}`,
        );
    }

    /** @param {number} offset */
    #controlError(offset) {
        const isSpace = '\n\t'.includes(this.#text[offset]);
        const text = isSpace
            ? 'a string holds a line end or a tab'
            : 'control characters must be escaped, and only in strings';
        return this.#syntaxError(offset, text);
    }

    /** @param {number} offset @param {string} text */
    #tooLargeError(offset, text) {
        return new InputError('too-large', this.#file, this.#lineIndex.positionAt(offset), text);
    }

    /** @param {number} offset @param {string} text */
    #syntaxError(offset, text) {
        return new InputError('bad-json', this.#file, this.#lineIndex.positionAt(offset), text);
    }
}
