import { argumentError, arrayStatus, formatValue, GrazeError, isArray } from './errors.js';
import { renamedOption, renamedValue } from './renamed.js';

/**
 * @import { ErrorCode } from './errors.js'
 */

/**
 * Points as pairs `[[x, y], ...]`, or flat `[x0, y0, x1, y1, ...]` in an array or any typed array. The points
 * are copied.
 *
 * @typedef {readonly (readonly number[])[] | ArrayLike<number>} Points
 */

/** Maximum capacity of a batch and maximum length of a list. */
export const MAX_RECORDS = 2 ** 24;

/** Maximum memory of an instance, in bytes: the module is linked with this limit. */
export const MAX_MEMORY = 2 ** 31;

/**
 * Checks a finite number within [lo, hi].
 *
 * @param {unknown} value
 * @param {string} argument
 * @param {number} [lo]
 * @param {number} [hi]
 * @param {number} [index]
 * @returns {number}
 */
export function checkNumber(value, argument, lo = -Infinity, hi = Infinity, index) {
    const label = index === undefined ? argument : `${argument} (record ${index})`;
    if (typeof value !== 'number') {
        throw new GrazeError('wrong-type', `${label} must be a number, got ${formatValue(value)}`, {
            argument,
            index,
            value,
        });
    }
    if (!Number.isFinite(value)) {
        throw new GrazeError('not-finite', `${label} must be finite, got ${formatValue(value)}`, {
            argument,
            index,
            value,
        });
    }
    if (value < lo || value > hi) {
        const range = hi === Infinity ? `at least ${lo}` : `from ${lo} to ${hi}`;
        throw new GrazeError(
            'out-of-range',
            `${label} must be ${range}, got ${formatValue(value)}`,
            {
                argument,
                index,
                value,
            },
        );
    }
    return value;
}

/**
 * Checks a whole number within [lo, hi].
 *
 * @param {unknown} value
 * @param {string} argument
 * @param {number} lo
 * @param {number} hi
 * @returns {number}
 */
export function checkCount(value, argument, lo, hi) {
    const count = checkNumber(value, argument, lo, hi);
    if (!Number.isInteger(count)) {
        throw new GrazeError('wrong-type', `${argument} must be a whole number, got ${count}`, {
            argument,
            value,
        });
    }
    return count;
}

/** Default of `maxIntervals`. */
const DEFAULT_MAX_INTERVALS = 2 ** 16;

/**
 * Checks the option that bounds the length of an answer.
 *
 * @param {unknown} value
 * @returns {number}
 */
export function checkMaxIntervals(value) {
    if (value === undefined) return DEFAULT_MAX_INTERVALS;
    return checkCount(value, 'options.maxIntervals', 1, MAX_RECORDS);
}

/**
 * @param {unknown} value
 * @param {string} argument
 * @returns {boolean}
 */
export function checkBoolean(value, argument) {
    if (typeof value === 'boolean') return value;
    throw argumentError('wrong-type', argument, 'true or false', value);
}

/**
 * @param {unknown} value undefined: none
 * @param {string} argument
 */
export function checkFunction(value, argument) {
    if (value === undefined || typeof value === 'function') return;
    throw argumentError('wrong-type', argument, 'a function', value);
}

/** The largest finite float32. */
const MAX_FLOAT32 = 2 ** 128 - 2 ** 104;

/**
 * Returns a number rounded to the nearest float32; one that would overflow is rejected.
 *
 * @param {unknown} value
 * @param {string} argument
 * @param {number} [lo]
 * @param {number} [index]
 * @returns {number}
 */
export function checkFloat32(value, argument, lo = -MAX_FLOAT32, index) {
    return Math.fround(checkNumber(value, argument, lo, MAX_FLOAT32, index));
}

/**
 * Returns whether a value is an object, and neither an array nor a revoked proxy.
 *
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isRecord(value) {
    return typeof value === 'object' && value !== null && arrayStatus(value) === false;
}

/**
 * An object without properties of its own: all that it has is on Object.prototype. Lookups in it are quick.
 *
 * @type {Readonly<Record<string, unknown>>}
 */
export const EMPTY_OBJECT = {};

/**
 * An object without Object.prototype in its chain: a property that was not set is undefined. An object whose
 * prototype is null would be slower.
 *
 * @type {new () => Record<string, unknown>}
 */
const NullPrototypeObject = /* @__PURE__ */ (() => {
    function NullPrototypeObject() {}
    NullPrototypeObject.prototype = Object.create(null);
    return /** @type {any} */ (NullPrototypeObject);
})();

/** Maximum length of a chain of prototypes; a proxy's may be endless. */
const MAX_PROTOTYPES = 64;

/**
 * Returns whether a property is an object's own or its class's: one of any prototype except the last of its
 * chain, Object.prototype, to which any code may have added properties.
 *
 * @param {object} record
 * @param {string} key
 * @returns {boolean}
 */
export function isGiven(record, key) {
    let object = record;
    for (let depth = 0; depth < MAX_PROTOTYPES; depth++) {
        const next = Object.getPrototypeOf(object);
        if (Object.hasOwn(object, key)) return depth === 0 || next !== null;
        if (next === null) return false;
        object = next;
    }
    return false;
}

/**
 * Returns a copy of an options bag: an object with known keys only, so that a misspelled option is not ignored.
 * Each property for which `isGiven` holds is read once, so nothing that a getter does later can change it.
 * Omitted properties are undefined.
 *
 * @param {unknown} options
 * @param {string} argument
 * @param {readonly string[]} known
 * @param {(key: string, known: readonly string[]) => string} [explain] returns the end of the message about an
 *   unknown key
 * @returns {Record<string, unknown>}
 */
export function checkOptions(options, argument, known, explain = renamedOption) {
    const given = new NullPrototypeObject();
    if (options === undefined) return given;
    if (!isRecord(options)) throw objectTypeError(options, argument);
    let isEmpty = true;
    for (const key in options) {
        const isUnknown = !known.includes(key);
        if ((isUnknown || key in EMPTY_OBJECT) && !isGiven(options, key)) continue;
        isEmpty = false;
        if (isUnknown) {
            throw new GrazeError(
                'unknown-option',
                `${argument} has no property ${formatValue(key)}; known: ${known.join(', ')}${explain(key, known)}`,
                { argument, value: key },
            );
        }
    }
    if (isEmpty && Object.prototype.toString.call(options) !== '[object Object]') {
        throw objectTypeError(options, argument);
    }
    const isPlain = Object.getPrototypeOf(options) === Object.prototype;
    for (const key of known) {
        const value = options[key];
        const isSuspect = value !== undefined && (!isPlain || key in EMPTY_OBJECT);
        given[key] = isSuspect && !isGiven(options, key) ? undefined : value;
    }
    return given;
}

/**
 * Returns a copy of a record that must be given, as checkOptions does of an options bag.
 *
 * @param {unknown} record
 * @param {string} argument
 * @param {readonly string[]} known
 * @param {(key: string, known: readonly string[]) => string} [explain] as in checkOptions
 */
export function requireRecord(record, argument, known, explain) {
    if (record === undefined) throw objectTypeError(record, argument);
    return checkOptions(record, argument, known, explain);
}

/**
 * @param {unknown} value
 * @param {string} argument
 */
function objectTypeError(value, argument) {
    return argumentError('wrong-type', argument, 'an object', value);
}

/** Keys that may not be negative. */
const NON_NEGATIVE_KEYS = new Set(['radius', 'width', 'height']);

/**
 * Returns the numbers of a record, in the order of `keys`, each at most `maxMagnitude` in magnitude. Those of
 * `optional` keys default to 0.
 *
 * @param {unknown} record
 * @param {string} argument
 * @param {readonly string[]} keys
 * @param {number} maxMagnitude
 * @param {ReadonlySet<string>} [optional]
 * @returns {number[]}
 */
export function checkRecordNumbers(record, argument, keys, maxMagnitude, optional) {
    const given = requireRecord(record, argument, keys);
    return keys.map((key) => {
        if (given[key] === undefined && optional?.has(key)) return 0;
        return checkNumber(
            given[key],
            `${argument}.${key}`,
            NON_NEGATIVE_KEYS.has(key) ? 0 : -maxMagnitude,
            maxMagnitude,
        );
    });
}

/**
 * Checks one of a list of names; returns its position.
 *
 * @param {unknown} value
 * @param {string} argument
 * @param {readonly string[]} names
 * @param {(value: unknown, names: readonly string[]) => string} [explain] returns the end of the message about an unknown
 *   name
 * @param {ErrorCode} [code]
 * @returns {number}
 */
export function checkChoice(
    value,
    argument,
    names,
    explain = renamedValue,
    code = 'unknown-option',
) {
    const position = names.indexOf(/** @type {string} */ (value));
    if (position < 0) {
        throw new GrazeError(
            code,
            `${argument} must be one of ${names.join(', ')}, got ${formatValue(value)}${explain(value, names)}`,
            { argument, value },
        );
    }
    return position;
}

/**
 * @param {unknown} value
 * @returns {value is ArrayLike<unknown>}
 */
export function isList(value) {
    return isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);
}

/**
 * Returns a copy of a list of finite numbers.
 *
 * @param {unknown} values
 * @param {string} argument
 * @param {number} minCount minimum count of the numbers
 * @param {number} maxCount
 * @param {number} [index] index of the record that contains the numbers; default: each number is a record
 * @param {number} [width] count of numbers per record, where the list holds several records
 * @returns {Float64Array<ArrayBuffer>}
 */
export function checkNumbers(values, argument, minCount, maxCount, index, width = 1) {
    if (!isList(values)) {
        throw new GrazeError(
            'wrong-type',
            `${argument} must be an array of numbers, got ${formatValue(values)}`,
            { argument, index, value: values },
        );
    }
    const numbers = new Float64Array(
        checkCount(values.length, `${argument}.length`, minCount, maxCount),
    );
    for (let i = 0; i < numbers.length; i++) {
        const value = values[i];
        numbers[i] = Number.isFinite(value)
            ? /** @type {number} */ (value)
            : checkNumber(
                  value,
                  `${argument}[${i}]`,
                  ...[undefined, undefined, index ?? Math.floor(i / width)],
              );
    }
    return numbers;
}

/**
 * Returns the elements of an array, each read once, up to the length that the array had at first: holes, and
 * changes that a getter makes to the array, have no effect.
 *
 * @template T
 * @param {unknown} values
 * @param {string} argument
 * @param {string} content the noun for the elements, for errors
 * @param {(value: unknown, k: number) => T} read
 * @returns {T[]}
 */
export function checkArrayEntries(values, argument, content, read) {
    if (!isArray(values)) {
        throw argumentError('wrong-type', argument, `an array of ${content}`, values);
    }
    const count = checkCount(values.length, `${argument}.length`, 0, MAX_RECORDS);
    const list = [];
    for (let k = 0; k < count; k++) list.push(read(values[k], k));
    return list;
}

/**
 * Returns points as flat float32 coordinates in an array of their own, so that nothing the caller does later
 * (or in a getter) can change the checked values.
 *
 * @param {unknown} points
 * @param {string} argument
 * @returns {Float32Array}
 */
export function checkPoints(points, argument) {
    if (!isList(points)) {
        const expected = 'an array of [x, y] pairs or of flat numbers';
        throw argumentError('wrong-type', argument, expected, points);
    }
    const length = checkCount(points.length, `${argument}.length`, 0, 2 * MAX_RECORDS);
    if (length > 0 && isArray(points[0])) return flattenPairs(points, length, argument);
    if (length % 2 !== 0) {
        throw new GrazeError(
            'wrong-type',
            `${argument} must have x and y of each point, got ${length} numbers`,
            { argument, value: length },
        );
    }
    const flat = new Float32Array(length);
    for (let i = 0; i < length; i++) {
        flat[i] = checkFloat32(points[i], `${argument}[${i}]`, undefined, i >> 1);
    }
    return flat;
}

/**
 * @param {ArrayLike<unknown>} pairs
 * @param {number} count
 * @param {string} argument
 */
function flattenPairs(pairs, count, argument) {
    checkCount(count, `${argument}.length`, 0, MAX_RECORDS);
    const flat = new Float32Array(count * 2);
    for (let i = 0; i < count; i++) {
        const pair = pairs[i];
        if (!isArray(pair) || pair.length !== 2) {
            throw new GrazeError(
                'wrong-type',
                `${argument}[${i}] must be [x, y], got ${formatValue(pair)}`,
                { argument, index: i, value: pair },
            );
        }
        flat[2 * i] = checkFloat32(pair[0], `${argument}[${i}][0]`, undefined, i);
        flat[2 * i + 1] = checkFloat32(pair[1], `${argument}[${i}][1]`, undefined, i);
    }
    return flat;
}
