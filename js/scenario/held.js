import { GrazeError, show } from 'graze';
import { givenOf, isGiven, isObject } from '../formats/given.js';

export { isObject };

/**
 * Arguments of `graze/scenario`, as they may come from anywhere.
 *
 * @param {import('graze').ErrorCode} code
 * @param {string} argument
 * @param {string} expected
 * @param {unknown} value
 */
export function refusal(code, argument, expected, value) {
    const text = `${argument} must be ${expected}, not ${show(value)}`;
    return new GrazeError(code, text, { argument, value });
}

/**
 * A copy of an options bag, in which nothing unknown is.
 *
 * @template {string} K
 * @param {unknown} options
 * @param {readonly K[]} known
 * @returns {Partial<Record<K, any>>}
 */
export function holdOptions(options, known) {
    if (!isObject(options)) throw refusal('wrong-type', 'options', 'an object', options);
    for (const key in options) {
        if (known.includes(/** @type {any} */ (key)) || !isGiven(options, key)) continue;
        const text = `options has no property ${show(key)}; known: ${known.join(', ')}`;
        throw new GrazeError('unknown-option', text, { argument: 'options', value: key });
    }
    return givenOf(options, known);
}

/**
 * An instance of any of the package's entries, by what only an instance can say.
 *
 * @param {unknown} graze
 */
export function holdGraze(graze) {
    if (graze === undefined) return;
    try {
        if (typeof (/** @type {any} */ (graze).memoryUsed) === 'number') {
            if (typeof (/** @type {any} */ (graze).segments) === 'function') return;
        }
    } catch (error) {
        if (!(error instanceof TypeError)) throw error;
    }
    throw refusal('wrong-type', 'graze', 'an instance of graze', graze);
}

/**
 * What `validate` or `repair` said, as far as words are made of it.
 *
 * @template T
 * @param {T} value
 * @param {string} argument
 * @param {Record<string, 'array' | 'object' | 'record' | 'number' | 'string'>} forms of the properties that are needed
 * @returns {T}
 */
export function holdSaid(value, argument, forms) {
    if (!isObject(value)) throw refusal('wrong-type', argument, 'an object', value);
    for (const [key, form] of Object.entries(forms)) {
        const one = value[key];
        const isPlain = form === 'record' ? isObject(one) : typeof one === form;
        const isSo = form === 'array' ? Array.isArray(one) : isPlain;
        if (!isSo) throw refusal('wrong-type', `${argument}.${key}`, `of type ${form}`, one);
    }
    return value;
}

/**
 * @param {unknown} values
 * @param {string} argument
 */
export function holdList(values, argument) {
    if (!Array.isArray(values)) throw refusal('wrong-type', argument, 'an array', values);
}

/**
 * @param {unknown} value
 * @param {string} argument
 */
export function holdNumber(value, argument) {
    if (typeof value !== 'number') throw refusal('wrong-type', argument, 'a number', value);
}
