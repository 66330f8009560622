import { checkNumber, checkRecord, EMPTY_OBJECT, isList, isRecord } from '../core/arguments.js';
import { argumentError, GrazeError } from '../core/errors.js';

/** Checks of points and other records of numbers in space. */

export const POINT_KEYS = /** @type {const} */ (['x', 'y', 'z']);

/** The largest finite float32. */
export const MAX_FLOAT32 = 2 ** 128 - 2 ** 104;

/** Returns whether a value is a number of at most a magnitude. @param {unknown} value @param {number} limit @returns {value is number} */
export function isWithin(value, limit) {
    return typeof value === 'number' && value >= -limit && value <= limit;
}

/**
 * Returns numbers of a record that has all of them, each at most `limit` in magnitude, and read once.
 *
 * @param {unknown} record
 * @param {string} argument
 * @param {readonly string[]} keys
 * @param {number} limit
 * @param {number} [index] index of the record in its list
 * @returns {number[]}
 */
export function readNumbers(record, argument, keys, limit, index) {
    const given = checkRecord(record, argument, keys, keys);
    return checkEach(
        keys.map((key) => given[key]),
        ...[argument, keys, limit, index],
    );
}

/**
 * Returns numbers that were read, each at most `limit` in magnitude; throws for any other value.
 *
 * @param {unknown[]} values
 * @param {string} argument
 * @param {readonly string[]} keys their names in it
 * @param {number} limit
 * @param {number} [index] index of the record in its list
 */
export function checkEach(values, argument, keys, limit, index) {
    return values.map((value, k) => {
        return checkNumber(value, `${argument}.${keys[k]}`, -limit, limit, index);
    });
}

/**
 * Returns whether a record has x, y and z, of its own or of its class: none is a property of all objects. Names that stand in
 * the code are looked up many times faster than those of a list.
 *
 * @param {Record<string, unknown>} record
 */
export function hasPoint(record) {
    const isOfAll = 'x' in EMPTY_OBJECT || 'y' in EMPTY_OBJECT || 'z' in EMPTY_OBJECT;
    return !isOfAll && 'x' in record && 'y' in record && 'z' in record;
}

/**
 * Returns the coordinates of a point if it is one, each at most `limit` in magnitude; undefined for any other value.
 *
 * @param {unknown} point
 * @param {number} limit
 */
export function pointOf(point, limit) {
    let x;
    let y;
    let z;
    if (isList(point)) {
        if (point.length !== 3) return undefined;
        x = point[0];
        y = point[1];
        z = point[2];
    } else {
        if (!isRecord(point) || !hasPoint(point)) return undefined;
        ({ x, y, z } = point);
    }
    return isWithin(x, limit) && isWithin(y, limit) && isWithin(z, limit) ? [x, y, z] : undefined;
}

/**
 * Returns the coordinates of a point, `{ x, y, z }` or `[x, y, z]`, each at most `limit` in magnitude.
 *
 * @param {unknown} point
 * @param {string} argument
 * @param {number} limit
 * @param {number} [index] index of the point in its list
 */
export function readPointNumbers(point, argument, limit, index) {
    if (!isList(point)) {
        if (isRecord(point)) return readNumbers(point, argument, POINT_KEYS, limit, index);
    } else if (point.length === 3) {
        return [0, 1, 2].map((axis) => {
            return checkNumber(point[axis], `${argument}[${axis}]`, -limit, limit, index);
        });
    }
    const { message } = argumentError('wrong-type', argument, '{ x, y, z } or [x, y, z]', point);
    throw new GrazeError('wrong-type', message, { argument, index, value: point });
}

/**
 * Returns points as flat float32 coordinates in an array of their own. Each element is read once.
 *
 * @param {unknown} points
 * @param {string} argument
 * @param {number} maxCount maximum number of points
 * @returns {Float32Array}
 */
export function readPoints(points, argument, maxCount) {
    if (!isList(points)) {
        const expected = 'an array of { x, y, z } or [x, y, z], or of flat numbers';
        throw argumentError('wrong-type', argument, expected, points);
    }
    const { length } = points;
    const first = length > 0 ? points[0] : undefined;
    const isNested = typeof first === 'object';
    const maxLength = isNested ? maxCount : 3 * maxCount;
    if (!(length >= 0 && length <= maxLength)) {
        const expected = `from 0 to ${maxLength}`;
        throw argumentError('out-of-range', `${argument}.length`, expected, length);
    }
    if (isNested) return flattenPoints(points, first, length, argument);
    if (length % 3 !== 0) {
        const expected = 'x, y and z of each point';
        const text = `${argument} must have ${expected}, got ${length} numbers`;
        throw new GrazeError('wrong-type', text, { argument, value: length });
    }
    const flat = new Float32Array(length);
    for (let i = 0; i < length; i++) {
        const value = i === 0 ? first : points[i];
        flat[i] = isWithin(value, MAX_FLOAT32)
            ? value
            : checkNumber(value, `${argument}[${i}]`, -MAX_FLOAT32, MAX_FLOAT32, Math.floor(i / 3));
    }
    return flat;
}

/**
 * @param {ArrayLike<unknown>} points
 * @param {unknown} first the first of them
 * @param {number} count
 * @param {string} argument
 */
function flattenPoints(points, first, count, argument) {
    const flat = new Float32Array(3 * count);
    for (let k = 0; k < count; k++) {
        const point = k === 0 ? first : points[k];
        flat.set(readPointNumbers(point, `${argument}[${k}]`, MAX_FLOAT32, k), 3 * k);
    }
    return flat;
}
