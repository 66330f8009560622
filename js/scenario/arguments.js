import { formatValue, GrazeError } from 'graze';
import { hasOption, isObject, pickOptions } from '../formats/options_bag.js';
import { explainRenamed, OPTIONS } from '../formats/renamed.js';

export { isObject };

/**
 * Arguments of `graze/scenario`, as they may come from anywhere.
 *
 * @param {import('graze').ErrorCode} code
 * @param {string} argument
 * @param {string} expected
 * @param {unknown} value
 */
export function argumentError(code, argument, expected, value) {
    const text = `${argument} must be ${expected}, not ${formatValue(value)}`;
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
export function copyOptions(options, known) {
    if (!isObject(options)) throw argumentError('wrong-type', 'options', 'an object', options);
    for (const key in options) {
        if (known.includes(/** @type {any} */ (key)) || !hasOption(options, key)) continue;
        const text = `options has no property ${formatValue(key)}; known: ${known.join(', ')}${explainRenamed(OPTIONS, key, known)}`;
        throw new GrazeError('unknown-option', text, { argument: 'options', value: key });
    }
    return pickOptions(options, known);
}

/**
 * An instance of any of the package's entries, by what only an instance can say.
 *
 * @param {unknown} graze
 */
export function checkGraze(graze) {
    if (graze === undefined) return;
    try {
        if (typeof (/** @type {any} */ (graze).memoryUsed) === 'number') {
            if (typeof (/** @type {any} */ (graze).movingDiscs) === 'function') return;
        }
    } catch (error) {
        if (!(error instanceof TypeError)) throw error;
    }
    throw argumentError('wrong-type', 'graze', 'an instance of graze', graze);
}

/**
 * What `validate` or `repair` said, as far as words are made of it.
 *
 * @template T
 * @param {T} value
 * @param {string} argument
 * @param {Record<string, 'array' | 'object' | 'record' | 'number' | 'string'>} types of the properties that are needed
 * @returns {T}
 */
export function checkRecord(value, argument, types) {
    if (!isObject(value)) throw argumentError('wrong-type', argument, 'an object', value);
    for (const [key, type] of Object.entries(types)) {
        const property = value[key];
        const isOfType = type === 'record' ? isObject(property) : typeof property === type;
        const isValid = type === 'array' ? Array.isArray(property) : isOfType;
        if (!isValid)
            throw argumentError('wrong-type', `${argument}.${key}`, `of type ${type}`, property);
    }
    return value;
}

/**
 * @param {unknown} values
 * @param {string} argument
 */
export function checkArray(values, argument) {
    if (!Array.isArray(values)) throw argumentError('wrong-type', argument, 'an array', values);
}

/**
 * @param {unknown} value
 * @param {string} argument
 */
export function checkNumber(value, argument) {
    if (typeof value !== 'number') throw argumentError('wrong-type', argument, 'a number', value);
}
