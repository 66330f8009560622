import { argumentError, arrayStatus, formatValue, GrazeError, isArray } from './errors.js';
import { TOUCHINGS } from './layout.js';
import { MISNOMERS, OPTIONS, renamedOption, renamedValue } from './renamed.js';

/**
 * @import { ErrorCode } from './errors.js'
 * @import { Point } from '../static/types.js'
 */

/**
 * A point as `{ x, y }` or `[x, y]`, also in a typed array. Other properties of the object are ignored, but a `z`
 * other than 0 is an error.
 *
 * @typedef {Readonly<Point> | ArrayLike<number>} PointLike
 */

/**
 * Points as a list of `{ x, y }` and `[x, y]`, which may be mixed, or flat `[x0, y0, x1, y1, ...]` in an array or
 * any typed array. The points are copied.
 *
 * @typedef {ArrayLike<PointLike> | ArrayLike<number>} Points
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
        const most = lo === hi ? `${lo}` : `from ${lo} to ${hi}`;
        const range = hi === Infinity ? `at least ${lo}` : most;
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
 * @param {number} [index]
 * @returns {number}
 */
export function checkCount(value, argument, lo, hi, index) {
    const count = checkNumber(value, argument, lo, hi, index);
    if (!Number.isInteger(count)) {
        throw new GrazeError('wrong-type', `${argument} must be a whole number, got ${count}`, {
            argument,
            index,
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
 * Returns a copy of an object's known properties. Each for which `isGiven` holds is read once, so nothing that a
 * getter does later can change it. Omitted ones are undefined.
 *
 * @param {Record<string, unknown>} record
 * @param {readonly string[]} known
 */
function copyKnown(record, known) {
    const given = new NullPrototypeObject();
    const isPlain = Object.getPrototypeOf(record) === Object.prototype;
    for (const key of known) {
        const value = record[key];
        const isSuspect = value !== undefined && (!isPlain || key in EMPTY_OBJECT);
        given[key] = isSuspect && !isGiven(record, key) ? undefined : value;
    }
    return given;
}

/**
 * @param {string} argument
 * @param {string} key
 * @param {readonly string[]} known
 * @param {string} explanation
 */
function unknownPropertyError(argument, key, known, explanation) {
    return new GrazeError(
        'unknown-option',
        `${argument} has no property ${formatValue(key)}; known: ${known.join(', ') || 'none'}${explanation}`,
        { argument, value: key },
    );
}

/**
 * Returns a copy of an options bag, by copyKnown: an object with known keys only, so that a misspelled option is
 * not ignored. Records, which carry data, are read by `checkRecord`.
 *
 * @param {unknown} options
 * @param {string} argument
 * @param {readonly string[]} known
 * @param {(key: string, known: readonly string[]) => string} [explain] returns the end of the message about an
 *   unknown key
 * @returns {Record<string, unknown>}
 */
export function checkOptions(options, argument, known, explain = renamedOption) {
    if (options === undefined) return new NullPrototypeObject();
    if (!isRecord(options)) throw objectTypeError(options, argument);
    let isEmpty = true;
    for (const key in options) {
        const isUnknown = !known.includes(key);
        if ((isUnknown || key in EMPTY_OBJECT) && !isGiven(options, key)) continue;
        isEmpty = false;
        if (isUnknown && ArrayBuffer.isView(options)) throw objectTypeError(options, argument);
        if (isUnknown) throw unknownPropertyError(argument, key, known, explain(key, known));
    }
    if (isEmpty && Object.prototype.toString.call(options) !== '[object Object]') {
        throw objectTypeError(options, argument);
    }
    return copyKnown(options, known);
}

/**
 * Returns a copy of an options bag that must be given, as checkOptions does.
 *
 * @param {unknown} options
 * @param {string} argument
 * @param {readonly string[]} known
 * @param {(key: string, known: readonly string[]) => string} [explain] as in checkOptions
 */
export function requireOptions(options, argument, known, explain) {
    if (options === undefined) throw objectTypeError(options, argument);
    return checkOptions(options, argument, known, explain);
}

/**
 * Returns names of version 0.1 and of other libraries, each with those that it has here.
 *
 * @returns {[other: string, names: readonly string[]][]}
 */
function listRenamed() {
    /** @type {[string, readonly string[]][]} */
    const options = Object.entries(OPTIONS).map(([other, name]) => [other, [name]]);
    return [...options, ...Object.entries(MISNOMERS)];
}

const RENAMED = /* @__PURE__ */ listRenamed();

/**
 * Returns the known properties of a record, by copyKnown. A record carries data: a pose, a point, a ray, a moving
 * disc. It may have other properties, which are ignored, so that programs can pass their own objects. Four cases
 * are errors, because the answer would not be that of the data:
 * - a required property is missing: another one may be its misspelling;
 * - there are other properties, but no known one: a shape where a pose is due;
 * - a property has a name of version 0.1 or of another library, and its name here is missing;
 * - a property of `unsupported` is not 0.
 *
 * @param {unknown} record
 * @param {string} argument
 * @param {readonly string[]} known
 * @param {readonly string[]} [required] those of `known` that have no default
 * @param {readonly string[]} [unsupported] properties of similar records, without effect on this one
 * @returns {Record<string, unknown>}
 */
export function checkRecord(record, argument, known, required = [], unsupported = []) {
    if (!isRecord(record)) throw objectTypeError(record, argument);
    const given = copyKnown(record, known);
    if (known.every((key) => given[key] === undefined))
        return checkOptions(record, argument, known);
    for (const [other, names] of RENAMED) {
        if (!(other in record) || known.includes(other)) continue;
        const isMissing = names.some((name) => known.includes(name) && given[name] === undefined);
        if (isMissing) refuseMisnomers(record, argument, known, [other]);
    }
    refuseUnsupported(record, argument, known, unsupported);
    const missing = required.find((key) => given[key] === undefined);
    if (missing !== undefined) refuseMisspelled(record, argument, known, missing);
    return given;
}

/**
 * Throws if a record has one of some names that its properties have elsewhere.
 *
 * @param {Record<string, unknown>} record
 * @param {string} argument
 * @param {readonly string[]} known
 * @param {readonly string[]} misnomers
 */
export function refuseMisnomers(record, argument, known, misnomers) {
    for (const key of misnomers) {
        if (key in record && isGiven(record, key) && record[key] !== undefined)
            throw unknownPropertyError(argument, key, known, renamedOption(key, known));
    }
}

/**
 * Throws if a record has a property that similar records have, and that would change the answer: it is not 0.
 *
 * @param {Record<string, unknown>} record
 * @param {string} argument
 * @param {readonly string[]} known
 * @param {readonly string[]} unsupported
 */
export function refuseUnsupported(record, argument, known, unsupported) {
    for (const key of unsupported) {
        if (key in record && isGiven(record, key) && (record[key] ?? 0) !== 0)
            throw unknownPropertyError(argument, key, known, renamedOption(key, known));
    }
}

/**
 * Throws an error with the unknown properties of a record, of which one may be a missing one, misspelled; returns if there
 * are none.
 *
 * @param {Record<string, unknown>} record
 * @param {string} argument
 * @param {readonly string[]} known
 * @param {string} missing
 */
function refuseMisspelled(record, argument, known, missing) {
    const others = [];
    for (const key in record) if (!known.includes(key) && isGiven(record, key)) others.push(key);
    if (others.length === 0) return;
    const listed = others.slice(0, 4).map(formatValue).join(', ');
    const text = `${argument} must have ${missing}, got ${listed}; known: ${known.join(', ')}`;
    throw new GrazeError('unknown-option', text, { argument, value: others[0] });
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
 * @param {readonly string[]} [unsupported] as in checkRecord
 * @param {string} [endless] key that may be Infinity
 * @returns {number[]}
 */
export function checkRecordNumbers(
    record,
    argument,
    keys,
    maxMagnitude,
    optional,
    unsupported,
    endless,
) {
    const required = keys.filter((key) => !optional?.has(key));
    const given = checkRecord(record, argument, keys, required, unsupported);
    return keys.map((key) => {
        if (given[key] === undefined && optional?.has(key)) return 0;
        if (key === endless && given[key] === Infinity) return Infinity;
        return checkNumber(
            given[key],
            `${argument}.${key}`,
            NON_NEGATIVE_KEYS.has(key) ? 0 : -maxMagnitude,
            maxMagnitude,
        );
    });
}

/**
 * Checks two ranges of records of a batch, which have none in common.
 *
 * @param {number} capacity of the batch
 * @param {'' | 'Body' | 'Box'} kind of the records, for the names of arguments
 * @param {unknown} first
 * @param {unknown} firstCount
 * @param {unknown} second
 * @param {unknown} secondCount
 */
export function checkRanges(capacity, kind, first, firstCount, second, secondCount) {
    const from = checkCount(first, `first${kind}`, 0, capacity);
    const count = checkCount(firstCount, 'firstCount', 0, capacity - from);
    const argument = `second${kind}`;
    const value = checkCount(second, argument, 0, capacity);
    const otherCount = checkCount(secondCount, 'secondCount', 0, capacity - value);
    if (Math.min(from + count, value + otherCount) <= Math.max(from, value)) return;
    throw new GrazeError(
        'out-of-range',
        `${argument} must be outside the first range, ${from} to ${from + count - 1}, got ${value}`,
        { argument, value },
    );
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
 * Returns the position of a choice in its list of names; default: the first.
 *
 * @param {unknown} value
 * @param {string} argument
 * @param {readonly string[]} names
 */
export function checkOptionalChoice(value, argument, names) {
    return value === undefined ? 0 : checkChoice(value, argument, names);
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

const POINT_KEYS = ['x', 'y'];
const POINT_SPACE_KEYS = ['z'];

/**
 * Returns the coordinates of a point, `{ x, y }` or `[x, y]`, each read once and not checked.
 *
 * @param {unknown} point
 * @param {() => string} name returns the argument's name, for errors
 * @param {number} [index] index of the point in its list
 * @returns {[x: unknown, y: unknown]}
 */
function readPoint(point, name, index) {
    const isPair = isList(point);
    if (isPair && point.length === 2) return [point[0], point[1]];
    if (isPair || !isRecord(point)) {
        const text = `${name()} must be { x, y } or [x, y], got ${formatValue(point)}`;
        throw new GrazeError('wrong-type', text, { argument: name(), index, value: point });
    }
    const isPlain = Object.getPrototypeOf(point) === Object.prototype && !('z' in point);
    const isCommon = isPlain && Object.hasOwn(point, 'x') && Object.hasOwn(point, 'y');
    const { x, y } = isCommon
        ? point
        : checkRecord(point, name(), POINT_KEYS, POINT_KEYS, POINT_SPACE_KEYS);
    return [x, y];
}

/**
 * Returns the name of a coordinate of a point, as the caller would write it.
 *
 * @param {unknown} point
 * @param {string} name
 * @param {number} axis
 */
function nameCoordinate(point, name, axis) {
    return isList(point) ? `${name}[${axis}]` : `${name}.${POINT_KEYS[axis]}`;
}

/**
 * Returns the coordinates of a point, `{ x, y }` or `[x, y]`, each at most `maxMagnitude` in magnitude.
 *
 * @param {unknown} point
 * @param {string} argument
 * @param {number} maxMagnitude
 * @param {number} [index] index of the record that contains the point
 */
export function checkPoint(point, argument, maxMagnitude, index) {
    const [x, y] = readPoint(point, () => argument, index).map((value, axis) => {
        const name = nameCoordinate(point, argument, axis);
        return checkNumber(value, name, -maxMagnitude, maxMagnitude, index);
    });
    return { x, y };
}

/**
 * Checks the option `scale` of shapes that are made of points.
 *
 * @param {unknown} scale
 * @returns {number}
 */
export function checkScale(scale) {
    if (scale === undefined) return 1;
    const factor = checkNumber(scale, 'scale');
    if (factor > 0) return factor;
    throw argumentError('out-of-range', 'scale', 'above 0', scale);
}

/** Least magnitude of the largest coordinate after scaling: below it, float32 loses digits. */
const MIN_SCALED = 2 ** -126;

/** Float32 coordinates, multiplied by a scale in double before they are rounded once. */
class Coordinates {
    /** Largest magnitude before the scale. */
    #largest = 0;

    /**
     * @param {number} count
     * @param {number} scale
     */
    constructor(count, scale) {
        this.flat = new Float32Array(count);
        this.scale = scale;
    }

    /**
     * Writes a coordinate; its name is made for errors only.
     *
     * @param {number} i
     * @param {unknown} value
     * @param {() => string} name
     */
    set(i, value, name) {
        const number = typeof value === 'number' ? value : Number.NaN;
        const magnitude = Math.abs(number);
        if (!(magnitude * this.scale <= MAX_FLOAT32)) throw this.#error(value, name(), i >> 1);
        if (magnitude > this.#largest) this.#largest = magnitude;
        this.flat[i] = number * this.scale;
    }

    /**
     * Returns the error of a coordinate: its own where it is beyond float32 even without the scale, else that of
     * the scale.
     *
     * @param {unknown} value
     * @param {string} name
     * @param {number} index
     */
    #error(value, name, index) {
        const { scale } = this;
        const limit = scale === 1 ? MAX_FLOAT32 : Infinity;
        const magnitude = Math.abs(checkNumber(value, name, -limit, limit, index));
        if (magnitude <= MAX_FLOAT32)
            return scaleError(`at most ${MAX_FLOAT32 / magnitude} for ${name}`, scale, index);
        const text = `${name} (record ${index}) must be at most ${MAX_FLOAT32 / scale} in magnitude at scale ${scale}, got ${formatValue(value)}`;
        return new GrazeError('out-of-range', text, { argument: name, index, value });
    }

    /**
     * Returns the coordinates; throws if the scale has made all of them too small.
     *
     * @param {string} argument
     */
    get(argument) {
        const [largest, scale] = [this.#largest, this.scale];
        if (scale === 1 || largest === 0 || largest * scale >= MIN_SCALED) return this.flat;
        if (largest >= MIN_SCALED)
            throw scaleError(`at least ${MIN_SCALED / largest} for ${argument}`, scale);
        const text = `${argument} must have a coordinate of at least ${MIN_SCALED / scale} at scale ${scale}, got ${largest}`;
        throw new GrazeError('out-of-range', text, { argument, value: largest });
    }
}

/**
 * @param {string} condition
 * @param {number} scale
 * @param {number} [index] index of the point
 */
function scaleError(condition, scale, index) {
    const text = `scale must be ${condition}, got ${scale}`;
    return new GrazeError('out-of-range', text, { argument: 'scale', index, value: scale });
}

/**
 * Returns points as flat float32 coordinates in an array of their own, so that nothing the caller does later
 * (or in a getter) can change the checked values. Each element is read once.
 *
 * @param {unknown} points
 * @param {string} argument
 * @param {number} [scale] factor of all coordinates
 * @returns {Float32Array}
 */
export function checkPoints(points, argument, scale = 1) {
    if (!isList(points)) {
        const expected = 'an array of { x, y } or [x, y], or of flat numbers';
        throw argumentError('wrong-type', argument, expected, points);
    }
    const length = checkCount(points.length, `${argument}.length`, 0, 2 * MAX_RECORDS);
    const first = length > 0 ? points[0] : undefined;
    if (typeof first === 'object') return flattenPoints(points, first, length, argument, scale);
    if (length % 2 !== 0) {
        throw new GrazeError(
            'wrong-type',
            `${argument} must have x and y of each point, got ${length} numbers`,
            { argument, value: length },
        );
    }
    const coordinates = new Coordinates(length, scale);
    let i = 0;
    const name = () => `${argument}[${i}]`;
    for (; i < length; i++) coordinates.set(i, i === 0 ? first : points[i], name);
    return coordinates.get(argument);
}

/**
 * @param {ArrayLike<unknown>} points
 * @param {unknown} first the first of them
 * @param {number} count
 * @param {string} argument
 * @param {number} scale
 */
function flattenPoints(points, first, count, argument, scale) {
    checkCount(count, `${argument}.length`, 0, MAX_RECORDS);
    const coordinates = new Coordinates(2 * count, scale);
    let i = 0;
    const name = () => `${argument}[${i}]`;
    for (; i < count; i++) {
        const point = i === 0 ? first : points[i];
        const [x, y] = readPoint(point, name, i);
        coordinates.set(2 * i, x, () => nameCoordinate(point, name(), 0));
        coordinates.set(2 * i + 1, y, () => nameCoordinate(point, name(), 1));
    }
    return coordinates.get(argument);
}

/**
 * Checks groups of successive records.
 *
 * @param {unknown} groups as in Groups; undefined: each record is a group
 * @param {number} count number of records
 * @param {string} records the noun for the records, for errors
 * @returns {number | Uint32Array} number of records of each group, or the end of each
 */
export function checkGroups(groups, count, records) {
    if (groups === undefined) return 1;
    if (typeof groups === 'number') {
        const size = checkCount(groups, 'groups', 1, MAX_RECORDS);
        if (count % size === 0) return size;
        throw argumentError(
            'out-of-range',
            'groups',
            `a divisor of ${count}, the number of ${records}`,
            size,
        );
    }
    if (!isList(groups)) {
        throw argumentError('wrong-type', 'groups', 'a number or an array of numbers', groups);
    }
    const sizes = checkNumbers(groups, 'groups', 0, count);
    const ends = new Uint32Array(sizes.length);
    let end = 0;
    sizes.forEach((size, k) => {
        const value = checkCount(size, `groups[${k}]`, 1, MAX_RECORDS, k);
        end += value;
        if (end > count) throw groupSumError(end, count, records, k);
        ends[k] = end;
    });
    if (end < count) throw groupSumError(end, count, records, Math.max(sizes.length - 1, 0));
    return ends;
}

/**
 * @param {number} sum sum of the groups up to the one at fault
 * @param {number} count
 * @param {string} records
 * @param {number} index
 */
function groupSumError(sum, count, records, index) {
    return new GrazeError(
        'out-of-range',
        `groups must have the sum ${count}, the number of ${records}, got ${sum}`,
        { argument: 'groups', index, value: sum },
    );
}

/**
 * Returns the indices of a list, each below a limit, in an array of their own.
 *
 * @param {unknown} values
 * @param {string} argument
 * @param {number} limit
 * @param {string} records the noun for what the indices count, for errors
 * @returns {Uint32Array}
 */
export function checkIndices(values, argument, limit, records) {
    if (!isList(values)) {
        throw argumentError('wrong-type', argument, `an array of indices of ${records}`, values);
    }
    const numbers = checkNumbers(values, argument, 0, MAX_RECORDS);
    numbers.forEach((number, k) => {
        if (number >= 0 && number < limit && Number.isInteger(number)) return;
        const name = `${argument}[${k}]`;
        const text = `${name} must be a whole number from 0 to below ${limit}, the number of ${records}, got ${number}`;
        throw new GrazeError('out-of-range', text, { argument: name, index: k, value: number });
    });
    return Uint32Array.from(numbers);
}

/**
 * Returns whether the rule for contact leaves out a touch.
 *
 * @param {unknown} touching
 * @returns {boolean}
 */
export function isTouchingAllowed(touching) {
    return checkOptionalChoice(touching, 'touching', TOUCHINGS) === 1;
}
