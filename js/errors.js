/**
 * The one error type of graze. `code` is stable across versions and is what programs should test;
 * the message is for people and names the argument, the record and the value.
 *
 * Codes: see the table in js/README.md.
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
        this.name = 'GrazeError';
        this.code = code;
        this.argument = details.argument;
        this.index = details.index;
        this.value = details.value;
    }
}

/** Controls, invisible format characters (bidirectional ones too), line ends, halves of a pair. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Text from outside, made safe to print on one line of a terminal; never cut, so that a file's name
 * still leads to the file.
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

/** @type {(this: ArrayBufferView) => string | undefined} */
const typedArrayName = /** @type {any} */ (
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)
).get;

/**
 * How a value is shown in a message: short, on one line, and safe to print on a terminal.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function show(value) {
    if (typeof value === 'number') {
        return Object.is(value, -0) ? '-0' : String(value);
    }
    if (typeof value === 'string') {
        return printable(JSON.stringify(shortened(value)));
    }
    if (typeof value === 'bigint') return `${shortened(String(value))}n`;
    if (typeof value === 'symbol') return printable(shortened(String(value)));
    if (typeof value === 'function') return 'a function';
    if (ArrayBuffer.isView(value)) return showView(value);
    if (Array.isArray(value)) return `Array(${shown(value.length)})`;
    return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/**
 * What is asked of an array of the caller's may be anything: it is told only where it is a number.
 *
 * @param {unknown} length
 */
function shown(length) {
    return typeof length === 'number' ? length : 'of no length';
}

/** @param {string} text */
function shortened(text) {
    return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/**
 * Its type as the language knows it, whatever it says of itself.
 *
 * @param {ArrayBufferView} view
 */
function showView(view) {
    const name = typedArrayName.call(view);
    return name === undefined
        ? 'a DataView'
        : `${name}(${/** @type {Uint8Array} */ (view).length})`;
}
