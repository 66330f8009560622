import { checkNumber } from './arguments.js';

/**
 * Text for people with numbers of six digits, from which the same text with all digits can be made.
 *
 * @typedef {object} RoundedText
 * @property {string} text text with numbers of six digits
 * @property {[offset: number, value: number][]} exactValues offsets in the text of numbers that are
 *   shown with fewer digits than they have, ascending, each with its exact value
 *
 * Digits of numbers in a text: six significant digits, or all of them.
 *
 * @typedef {'short' | 'full'} Digits
 */

/**
 * Returns a number for people: six significant digits.
 *
 * @param {number} value
 * @returns {string}
 */
export function formatShort(value) {
    checkNumber(value, 'value');
    return String(Number(value.toPrecision(6)));
}

/** Relative excess over six digits that is rounding, not part of a number that must not become less. */
const ROUNDING = 2 ** -48;

/**
 * Returns a number of at least 0 rounded up to six significant digits, but for the rounding of double: for what must be no less.
 *
 * @param {number} value
 * @returns {number}
 */
export function roundUp(value) {
    const nearest = Number(value.toPrecision(6));
    if (!(nearest < value * (1 - ROUNDING)) || value === Infinity) return nearest;
    const [digits, exponent] = nearest.toExponential(5).split('e');
    const next = Number(`${(Number(digits) + 1e-5).toFixed(5)}e${exponent}`);
    return Number(next.toPrecision(6));
}

/**
 * Makes a text of strings, numbers and texts that were made so.
 *
 * @param {readonly string[]} parts
 * @param {...(string | number | RoundedText)} values
 * @returns {RoundedText}
 */
export function formatText(parts, ...values) {
    /** @type {RoundedText} */
    const result = { text: parts[0], exactValues: [] };
    for (const [k, value] of values.entries()) {
        const offset = result.text.length;
        if (typeof value === 'string') {
            result.text += value;
        } else if (typeof value === 'number') {
            const text = formatShort(value);
            if (text !== String(value)) result.exactValues.push([offset, value]);
            result.text += text;
        } else {
            for (const [at, exact] of value.exactValues)
                result.exactValues.push([offset + at, exact]);
            result.text += value.text;
        }
        result.text += parts[k + 1];
    }
    return result;
}

/**
 * Joins texts.
 *
 * @param {readonly (string | RoundedText)[]} texts
 * @param {string} separator
 * @returns {RoundedText}
 */
export function joinTexts(texts, separator) {
    return texts.reduce(
        (/** @type {RoundedText} */ whole, text, k) =>
            formatText`${whole}${k > 0 ? separator : ''}${text}`,
        { text: '', exactValues: [] },
    );
}

/**
 * Returns a text with the digits that are wanted. Offsets at which the number does not stand are left alone.
 *
 * @param {RoundedText} text
 * @param {Digits} [digits] default: 'short'
 * @returns {string}
 */
export function renderText({ text, exactValues }, digits = 'short') {
    if (digits === 'short' || exactValues.length === 0) return text;
    let [whole, from] = ['', 0];
    for (const [offset, value] of exactValues) {
        const short = formatShort(value);
        if (offset < from || !text.startsWith(short, offset)) continue;
        whole += `${text.slice(from, offset)}${value}`;
        from = offset + short.length;
    }
    return whole + text.slice(from);
}
