import { holdNumber } from './held.js';

/**
 * Text for people with numbers of six digits, from which the same text with all digits can be made.
 *
 * @typedef {object} Said
 * @property {string} text with numbers of six digits
 * @property {[offset: number, value: number][]} rounded where in the text a number has fewer digits than it has, ascending,
 *   and the number
 *
 * Digits of numbers in words: six significant ones, or all that they have.
 *
 * @typedef {'short' | 'full'} Digits
 */

/**
 * Returns a number for people: six significant digits.
 *
 * @param {number} value
 * @returns {string}
 */
export function brief(value) {
    holdNumber(value, 'value');
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
export function roundedUp(value) {
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
 * @param {...(string | number | Said)} values
 * @returns {Said}
 */
export function say(parts, ...values) {
    /** @type {Said} */
    const said = { text: parts[0], rounded: [] };
    for (const [k, value] of values.entries()) {
        const offset = said.text.length;
        if (typeof value === 'string') {
            said.text += value;
        } else if (typeof value === 'number') {
            const text = brief(value);
            if (text !== String(value)) said.rounded.push([offset, value]);
            said.text += text;
        } else {
            for (const [at, exact] of value.rounded) said.rounded.push([offset + at, exact]);
            said.text += value.text;
        }
        said.text += parts[k + 1];
    }
    return said;
}

/**
 * Joins texts.
 *
 * @param {readonly (string | Said)[]} texts
 * @param {string} separator
 * @returns {Said}
 */
export function joinSaid(texts, separator) {
    return texts.reduce(
        (/** @type {Said} */ whole, text, k) => say`${whole}${k > 0 ? separator : ''}${text}`,
        { text: '', rounded: [] },
    );
}

/**
 * Returns a text with the digits that are wanted. Offsets at which the number does not stand are left alone.
 *
 * @param {Said} said
 * @param {Digits} [digits] default: 'short'
 * @returns {string}
 */
export function written({ text, rounded }, digits = 'short') {
    if (digits === 'short' || rounded.length === 0) return text;
    let [whole, from] = ['', 0];
    for (const [offset, value] of rounded) {
        const short = brief(value);
        if (offset < from || !text.startsWith(short, offset)) continue;
        whole += `${text.slice(from, offset)}${value}`;
        from = offset + short.length;
    }
    return whole + text.slice(from);
}
