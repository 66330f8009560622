import { checkNumber } from './arguments.js';

/**
 * Text whose numbers have six digits, with the exact values from which the same text with all digits can be made.
 *
 * @typedef {object} RoundedText
 * @property {string} text text whose numbers have at most six significant digits
 * @property {[offset: number, value: number][]} exactValues offsets in the text of numbers that are
 *   shown with fewer digits than they have, ascending, each with its exact value
 *
 * Digits of numbers in a text: six significant digits, or all of them.
 *
 * @typedef {'short' | 'full'} Digits
 */

/**
 * Returns a number as text with at most six significant digits.
 *
 * @param {number} value
 * @returns {string}
 */
export function formatShort(value) {
    checkNumber(value, 'value');
    return String(Number(value.toPrecision(6)));
}

/** Relative excess over six digits that counts as rounding, and for which `roundUp` does not round up. */
const ROUNDING = 2 ** -48;

/**
 * Returns a nonnegative number rounded up to six significant digits, for values that must not become smaller. An excess
 * within the rounding of doubles is ignored.
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
 * Builds a text from strings, numbers and other rounded texts, as the tag of a template.
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
 * Joins texts with a separator between them.
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
 * Returns a text with the given digits. An offset at which the text does not have its number is ignored.
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
