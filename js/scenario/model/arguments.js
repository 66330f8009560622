import { argumentError, checkOptions, isRecord } from '#internal';
import { explainRenamed, OPTIONS } from './renamed.js';

/**
 * Returns a copy of an options object, in which unknown properties are errors.
 *
 * @template {string} K
 * @param {unknown} options
 * @param {readonly K[]} known
 * @returns {Partial<Record<K, any>>}
 */
export function copyOptions(options, known) {
    const copy = checkOptions(options, 'options', known, explainOption);
    return /** @type {Partial<Record<K, any>>} */ (copy);
}

/** @param {string} key @param {readonly string[]} known */
function explainOption(key, known) {
    return explainRenamed(OPTIONS, key, known);
}

/**
 * Checks that a value is an instance of any entry of the package, by members that only instances have.
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
 * Returns a new instance, for calls without one. The library is loaded here, so that a program that passes an instance of its
 * own loads no second module.
 *
 * @returns {Promise<import('graze').Graze>}
 */
export async function createInstance() {
    return (await import('graze')).create();
}

/**
 * Checks the properties of a result of `validate` or `repair` that are needed for its text.
 *
 * @template T
 * @param {T} value
 * @param {string} argument
 * @param {Record<string, 'array' | 'object' | 'record' | 'number' | 'string'>} types types of the required properties
 * @returns {T}
 */
export function checkRecord(value, argument, types) {
    if (!isRecord(value)) throw argumentError('wrong-type', argument, 'an object', value);
    for (const [key, type] of Object.entries(types)) {
        const property = value[key];
        const isOfType = type === 'record' ? isRecord(property) : typeof property === type;
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
