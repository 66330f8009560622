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
