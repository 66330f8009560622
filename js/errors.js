/**
 * The one error type of graze. `code` is stable across versions and is what programs should test;
 * the message is for people and names the argument, the record and the value.
 *
 * Codes: see the table in js/README.md. Errors in files are InputErrors of `graze/scenario`, with codes of their own.
 */
export class GrazeError extends Error {
    /**
     * @param {string} code stable, kebab-case
     * @param {string} message names the argument, the record and the value
     * @param {{ argument?: string, index?: number, value?: unknown, cause?: unknown }} [details]
     *   `argument` is the parameter's name, `index` the record (point, pair, segment) at fault
     */
    constructor(code, message, details = {}) {
        super(message, 'cause' in details ? { cause: details.cause } : undefined);
        /** `GrazeError`. */
        this.name = 'GrazeError';
        /** What is wrong: stable, kebab-case. */
        this.code = code;
        /** The name of the parameter at fault, if it is one: `points`, `options.wasm`. */
        this.argument = details.argument;
        /** Which record (point, pair, segment) of it, from 0. */
        this.index = details.index;
        /** What was given. */
        this.value = details.value;
    }
}

/** Controls, invisible format characters (bidirectional ones too), line ends, halves of a pair. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Text from outside, made safe to print on one line of a terminal; never cut, so that a file's name
 * still leads to the file. O(length).
 *
 * @param {string} text
 * @returns {string}
 */
export function printable(text) {
    return text.replace(UNPRINTABLE, (character) => {
        const code = /** @type {number} */ (character.codePointAt(0)).toString(16);
        return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
    });
}

/**
 * How a value is shown in a message: short, on one line, and safe to print on a terminal. O(length).
 *
 * @param {unknown} value
 * @returns {string}
 */
export function show(value) {
    if (typeof value === 'number') {
        return Object.is(value, -0) ? '-0' : String(value);
    }
    if (typeof value === 'string') {
        const text = JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
        return printable(text);
    }
    if (Array.isArray(value) || ArrayBuffer.isView(value)) {
        return `${value.constructor.name}(${/** @type {any} */ (value).length})`;
    }
    return value === null || typeof value !== 'object' ? String(value) : 'an object';
}
