/** The marks of JSON (RFC 8259), as codes. */
export const [
    QUOTE,
    BACKSLASH,
    COMMA,
    COLON,
    LEFT_BRACKET,
    RIGHT_BRACKET,
    LEFT_BRACE,
    RIGHT_BRACE,
] = codes('"\\,:[]{}');

const [SPACE, LINE_FEED, TAB] = codes(' \n\t');
const [MINUS, PLUS, POINT, ZERO, NINE, LARGE_E, SMALL_E] = codes('-+.09Ee');

const WORDS = Object.freeze(['true', 'false', 'null']);

/** @param {string} characters */
function codes(characters) {
    return Array.from(characters, (character) => character.charCodeAt(0));
}

/** Whether a character must be escaped in a string. @param {number} c */
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

/** @param {string} text whose line ends are line feeds @param {number} at */
export function skipSpace(text, at) {
    for (; at < text.length; at++) {
        const c = text.charCodeAt(at);
        if (c !== SPACE && c !== LINE_FEED && c !== TAB) break;
    }
    return at;
}

/**
 * Behind the number or word that begins at `from`; `from` itself when neither does.
 *
 * @param {string} text
 * @param {number} from
 */
export function endOfPlain(text, from) {
    const c = text.charCodeAt(from);
    if (c === MINUS || isDigit(c)) return endOfNumber(text, from);
    const word = WORDS.find((each) => text.startsWith(each, from));
    return from + (word?.length ?? 0);
}

/** @param {string} text @param {number} from */
function endOfNumber(text, from) {
    const first = text.charCodeAt(from) === MINUS ? from + 1 : from;
    let at = skipDigits(text, first);
    const isPadded = text.charCodeAt(first) === ZERO && at > first + 1;
    if (at === first || isPadded) return from;
    if (text.charCodeAt(at) === POINT) {
        const fraction = at + 1;
        at = skipDigits(text, fraction);
        if (at === fraction) return from;
    }
    const e = text.charCodeAt(at);
    if (e !== SMALL_E && e !== LARGE_E) return at;
    const sign = text.charCodeAt(at + 1);
    const exponent = sign === PLUS || sign === MINUS ? at + 2 : at + 1;
    at = skipDigits(text, exponent);
    return at === exponent ? from : at;
}

/** @param {string} text @param {number} at */
function skipDigits(text, at) {
    while (isDigit(text.charCodeAt(at))) at++;
    return at;
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
export function quotedText(text) {
    return JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd-\uffff]/gu, (c) =>
        // One beyond 16 bits would take two escapes, which YAML does not join.
        c.length > 1 ? c : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}
