import { isRecord } from './arguments.js';
import { argumentError, isArray } from './errors.js';

/** The argument `out`: an earlier answer of a query, into which it writes the next one, so that loops make no garbage. */

/**
 * Returns `out`, if there is one; throws unless it has two properties of an answer, which answers of other queries lack.
 *
 * @template T
 * @param {unknown} out
 * @param {string} query
 * @param {keyof T & string} key
 * @param {keyof T & string} otherKey
 * @returns {T | undefined}
 */
export function checkOut(out, query, key, otherKey) {
    if (out === undefined) return undefined;
    if (isRecord(out) && key in out && otherKey in out) return /** @type {T} */ (out);
    throw argumentError('wrong-type', 'out', `an answer of ${query}`, out);
}

/**
 * Returns the error to throw for an exception when an answer is written: properties that cannot be changed are the fault
 * of `out`, all else is that of the caller's own code.
 *
 * @param {unknown} error
 * @param {unknown} out
 */
export function outError(error, out) {
    if (!(error instanceof TypeError)) return error;
    return argumentError('wrong-type', 'out', 'an answer that can be changed', out);
}

/**
 * Throws if two parts of an earlier answer are one object, which cannot hold both new values.
 *
 * @param {unknown} part
 * @param {unknown} other
 * @param {unknown} out
 */
export function checkDistinct(part, other, out) {
    if (part !== other || typeof part !== 'object' || part === null) return;
    throw argumentError('wrong-type', 'out', 'an answer whose parts are different objects', out);
}

/**
 * Returns an interval: the given array, if it is one of an interval, else a new one.
 *
 * @param {unknown} interval
 * @param {number} begin
 * @param {number} end
 * @returns {[begin: number, end: number]}
 */
export function writeInterval(interval, begin, end) {
    if (!isArray(interval) || interval.length !== 2) return [begin, end];
    interval[0] = begin;
    interval[1] = end;
    return /** @type {[number, number]} */ (interval);
}

/**
 * Returns a list for intervals, if there is one.
 *
 * @param {unknown} out
 * @param {string} query
 * @returns {[begin: number, end: number][] | undefined}
 */
export function checkOutList(out, query) {
    if (out === undefined) return undefined;
    if (isArray(out)) return /** @type {[number, number][]} */ (out);
    throw argumentError('wrong-type', 'out', `an answer of ${query}`, out);
}

/**
 * Writes intervals into a list.
 *
 * @param {[begin: number, end: number][]} list
 * @param {readonly (readonly [begin: number, end: number])[]} intervals
 */
export function writeIntervals(list, intervals) {
    try {
        for (let k = 1; k < intervals.length; k++) checkDistinct(list[k - 1], list[k], list);
        for (let k = 0; k < intervals.length; k++) {
            list[k] = writeInterval(list[k], intervals[k][0], intervals[k][1]);
        }
        if (list.length !== intervals.length) list.length = intervals.length;
        return list;
    } catch (error) {
        throw outError(error, list);
    }
}
