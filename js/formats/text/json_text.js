import { formatValue } from '#internal';
import { InputError, limitHint } from './source.js';

/**
 * @import { SourcePosition } from '../../scenario/model/scenario.js'
 * @import { CheckedFile } from './source.js'
 */

/**
 * Converts offsets of a text to lines and columns. Lines are counted once; later queries start at the nearest known offset
 * before.
 *
 * @typedef {{ offset: number, line: number, lineStart: number }} LineStart
 */

/** Number of characters between two offsets with a known line. */
const STRIDE = 65_536;

export class LineIndex {
    #text;
    /** @type {LineStart[] | undefined} */
    #lineStarts;
    #last = { offset: 0, line: 1, lineStart: 0 };

    /** @param {string} text */
    constructor(text) {
        this.#text = text;
    }

    /** @param {number} offset @returns {SourcePosition} */
    positionAt(offset) {
        this.#lineStarts ??= this.#build();
        const nearest = this.#lineStarts[Math.floor(offset / STRIDE)];
        const isAhead = this.#last.offset <= offset && this.#last.offset > nearest.offset;
        this.#last = this.#advance(isAhead ? this.#last : nearest, offset);
        const { line, lineStart } = this.#last;
        return { line, column: offset - lineStart + 1 };
    }

    #build() {
        const lineStarts = [{ offset: 0, line: 1, lineStart: 0 }];
        for (let offset = STRIDE; offset <= this.#text.length; offset += STRIDE) {
            lineStarts.push(this.#advance(lineStarts[lineStarts.length - 1], offset));
        }
        return lineStarts;
    }

    /** @param {LineStart} from @param {number} offset @returns {LineStart} */
    #advance({ offset: from, line, lineStart }, offset) {
        const skipped = this.#text.slice(from, offset);
        for (
            let newline = skipped.indexOf('\n');
            newline >= 0;
            newline = skipped.indexOf('\n', newline + 1)
        ) {
            line++;
            lineStart = from + newline + 1;
        }
        return { offset, line, lineStart };
    }
}

/** Character codes of the tokens of JSON (RFC 8259). */
export const [
    QUOTE,
    BACKSLASH,
    COMMA,
    COLON,
    LEFT_BRACKET,
    RIGHT_BRACKET,
    LEFT_BRACE,
    RIGHT_BRACE,
] = charCodes('"\\,:[]{}');

const [SPACE, LINE_FEED, TAB] = charCodes(' \n\t');
const [MINUS, PLUS, POINT, ZERO, NINE, LARGE_E, SMALL_E] = charCodes('-+.09Ee');

const WORDS = Object.freeze(['true', 'false', 'null']);

/** @param {string} characters */
function charCodes(characters) {
    return Array.from(characters, (character) => character.charCodeAt(0));
}

/** Returns whether a character must be escaped in a string. @param {number} c */
export function isControl(c) {
    return c < SPACE;
}

/** @param {number} c */
export function isOpening(c) {
    return c === LEFT_BRACKET || c === LEFT_BRACE;
}

/** @param {number} c */
export function isClosing(c) {
    return c === RIGHT_BRACKET || c === RIGHT_BRACE;
}

/** @param {string} text text with line feeds as line ends @param {number} offset */
export function skipSpace(text, offset) {
    for (; offset < text.length; offset++) {
        const c = text.charCodeAt(offset);
        if (c !== SPACE && c !== LINE_FEED && c !== TAB) break;
    }
    return offset;
}

/**
 * Returns the end of the number or word that begins at `start`, or `start` if there is none.
 *
 * @param {string} text
 * @param {number} start
 */
export function endOfLiteral(text, start) {
    const c = text.charCodeAt(start);
    if (c === MINUS || isDigit(c)) return endOfNumber(text, start);
    const word = WORDS.find((each) => text.startsWith(each, start));
    return start + (word?.length ?? 0);
}

/** @param {string} text @param {number} start */
function endOfNumber(text, start) {
    const first = text.charCodeAt(start) === MINUS ? start + 1 : start;
    let offset = skipDigits(text, first);
    const isPadded = text.charCodeAt(first) === ZERO && offset > first + 1;
    if (offset === first || isPadded) return start;
    if (text.charCodeAt(offset) === POINT) {
        const fraction = offset + 1;
        offset = skipDigits(text, fraction);
        if (offset === fraction) return start;
    }
    const e = text.charCodeAt(offset);
    if (e !== SMALL_E && e !== LARGE_E) return offset;
    const sign = text.charCodeAt(offset + 1);
    const exponent = sign === PLUS || sign === MINUS ? offset + 2 : offset + 1;
    offset = skipDigits(text, exponent);
    return offset === exponent ? start : offset;
}

/** @param {string} text @param {number} offset */
function skipDigits(text, offset) {
    while (isDigit(text.charCodeAt(offset))) offset++;
    return offset;
}

/** @param {number} c */
function isDigit(c) {
    return c >= ZERO && c <= NINE;
}

/**
 * Returns a text as a JSON string in which no character can do anything to a terminal, and none is one that files may not hold:
 * U+FFFD stands in a file for what is not text, and YAML refuses most control characters.
 *
 * @param {string} text
 * @returns {string}
 */
export function quoteJson(text) {
    return JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd-\uffff]/gu, (c) =>
        // A character beyond 16 bits would take two escapes, which YAML does not join.
        c.length > 1 ? c : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}

/**
 * Checks the text of a JSON file in one pass before values are made of it: its syntax, depth and number of values, and that
 * no object has a name twice.
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

/**
 * Holds the text of a JSON file, and parses its values: long containers child by child, so that only a part of a large file
 * is in memory as values, everything else by JSON.parse.
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
