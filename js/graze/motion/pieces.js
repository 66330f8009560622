import { checkArrayEntries, checkChoice, requireOptions } from '../core/arguments.js';
import { formatValue, GrazeError, isArray } from '../core/errors.js';
import { ENDINGS, LIMITS } from '../core/layout.js';

/** Checks and faults of the pieces of a motion, in the plane and in space. */

/**
 * @import { Core } from '../core/core.js'
 *
 * @typedef {{ field: string, count: number, limit: number }} PieceField numbers of a piece that have one limit: of a
 *   polynomial, all coefficients
 *
 * @typedef {object} PieceForm pieces as arrays of numbers
 * @property {(k: number) => Float64Array} at returns the numbers of piece k, of which the first two are its beginning
 *   and end
 * @property {readonly PieceField[]} fields fields of a piece, in the order of its numbers
 * @property {(previous: Float64Array, piece: Float64Array) => string} describeJump describes the jump between two
 *   pieces
 *
 * @typedef {object} PieceFault a number of a piece beyond its limit
 * @property {string} field
 * @property {number} term index of the coefficient; 0 of the other fields
 * @property {number} value
 * @property {number} limit largest magnitude of the value, or of all terms together
 *
 * @typedef {object} NamedFault the argument that a number of a piece comes from
 * @property {string} argument
 * @property {number} [index]
 * @property {number} [value] default: that of the fault
 * @property {boolean} [isSum] whether the argument takes a sum of terms beyond the limit, not its own value; default:
 *   that of a value within the limit, and of the terms after the first
 *
 * @typedef {(fault: PieceFault, k: number) => NamedFault} FaultNamer names the fault of piece k
 */

/** Returns the field of a time. @param {string} field @returns {PieceField} */
function timeField(field) {
    return { field, count: 1, limit: LIMITS.maxMagnitude };
}

/** Fields with which a piece begins. */
export const TIME_FIELDS = /* @__PURE__ */ (() => Object.freeze(['t0', 't1'].map(timeField)))();

/** A coordinate of the pivot. */
export const PIVOT = /* @__PURE__ */ (() =>
    Object.freeze({ field: 'pivot', count: 1, limit: LIMITS.maxPosition }))();

/**
 * Returns the field of the polynomial of a coordinate or an angle.
 *
 * @param {string} field
 * @param {number} count
 * @returns {PieceField}
 */
export function axisField(field, count) {
    return { field, count, limit: field === 'angle' ? LIMITS.maxAngle : LIMITS.maxPosition };
}

/**
 * Returns the number of a piece that is beyond its limit: of a polynomial, the term that is the largest at the end of the
 * piece. Null: all are within, and the piece is too long for its degree.
 *
 * @param {Float64Array} piece
 * @param {readonly PieceField[]} fields
 * @returns {PieceFault | null}
 */
function findFault(piece, fields) {
    const [t0, t1] = piece;
    let at = 0;
    for (const { field, count, limit } of fields) {
        let [sum, largest, term] = [0, -1, 0];
        for (let i = 0, power = 1; i < count; i++, power *= t1 - t0) {
            const coefficient = Math.abs(piece[at + i]);
            const size = coefficient > LIMITS.maxMagnitude ? Infinity : coefficient * power;
            sum += size;
            if (size <= largest) continue;
            largest = size;
            term = i;
        }
        if (!(sum <= limit)) return { field, term, value: piece[at + term], limit };
        at += count;
    }
    return null;
}

/**
 * Builds the error of a piece with a number beyond its limit.
 *
 * @param {Float64Array} piece
 * @param {number} k
 * @param {FaultNamer} nameFault
 * @param {readonly PieceField[]} fields
 */
function rangeError(piece, k, nameFault, fields) {
    const [t0, t1] = piece;
    const fault = findFault(piece, fields);
    if (fault === null) {
        const { argument, index } = nameFault({ field: 't1', term: 0, value: t1, limit: 0 }, k);
        const expected = 'at most 1e40 after the beginning of a piece of degree 6 or 7';
        const text = `${argument} must be ${expected}, got ${t1}`;
        return new GrazeError('out-of-range', text, { argument, index, value: t1 });
    }
    const { field, limit } = fault;
    const isSmall = fault.term > 0 || Math.abs(fault.value) <= limit;
    const { argument, index, value = fault.value, isSum = isSmall } = nameFault(fault, k);
    const expected = isSum
        ? `so small that the terms of ${field} from t = ${t0} to ${t1} add up to at most ${limit}`
        : `from ${-limit} to ${limit}`;
    const text = `${argument} must be ${expected}, got ${value}`;
    return new GrazeError('out-of-range', text, { argument, index, value });
}

/**
 * Builds the error of pieces that the module refused.
 *
 * @param {Core} core
 * @param {string} argument argument that the pieces come from
 * @param {FaultNamer} nameFault
 * @param {PieceForm} form
 */
export function pieceFaultError(core, argument, nameFault, { at, fields, describeJump }) {
    const { code, index } = core.readFault();
    const error = core.faultError(argument, undefined, 'piece');
    if (index < 0) return error;
    const piece = at(index);
    if (code === 'out-of-range') return rangeError(piece, index, nameFault, fields);
    const [t0, t1] = piece;
    error.value = [t0, t1];
    if (code === 'out-of-order' && t1 >= t0) {
        const [, end] = at(index - 1);
        error.message = `${argument}: piece ${index} must begin when the one before ends, at ${end}, got ${t0}`;
        return error;
    }
    error.message += `; it lasts from ${t0} to ${t1}`;
    if (code === 'discontinuous') error.message += `, and ${describeJump(at(index - 1), piece)}`;
    return error;
}

/**
 * Returns endings, as positions in ENDINGS.
 *
 * @param {Record<string, unknown>} given
 */
export function checkEndings({ before = 'stay', after = 'stay' }) {
    return {
        before: checkChoice(before, 'before', ENDINGS),
        after: checkChoice(after, 'after', ENDINGS),
    };
}

/**
 * Returns the pieces of a piecewise motion, and its ends, which are its own or a second argument.
 *
 * @param {unknown} motion
 * @param {unknown} ends
 * @param {readonly string[]} keys names of the ends
 */
export function splitPiecewise(motion, ends, keys) {
    const { pieces, ...ownEnds } =
        motion === undefined ? {} : requireOptions(motion, 'motion', ['pieces', ...keys]);
    if (keys.every((key) => ownEnds[key] === undefined)) return { pieces, ends };
    if (ends === undefined) return { pieces, ends: ownEnds };
    const text = `ends must be omitted where motion has ${keys.slice(0, -1).join(', ')} or ${keys.at(-1)}`;
    throw new GrazeError('unknown-option', text, { argument: 'ends', value: ends });
}

/**
 * Returns what `read` makes of the entries of an array that has at least one.
 *
 * @template T
 * @param {unknown} value
 * @param {string} argument
 * @param {(entry: unknown, k: number) => T} read
 * @returns {T[]}
 */
export function readNonEmptyArray(value, argument, read) {
    const list = isArray(value) ? checkArrayEntries(value, argument, 'entries', read) : [];
    if (list.length > 0) return list;
    throw new GrazeError(
        'wrong-type',
        `${argument} must be an array with at least one entry, got ${formatValue(value)}`,
        { argument, value },
    );
}

/**
 * Throws unless each time is later than the one before.
 *
 * @param {ArrayLike<number>} times
 * @param {(k: number) => string} nameAt
 */
export function checkAscending(times, nameAt) {
    for (let k = 1; k < times.length; k++) {
        if (times[k] > times[k - 1]) continue;
        throw new GrazeError(
            'out-of-order',
            `${nameAt(k)} must be more than ${nameAt(k - 1)} (${times[k - 1]}), got ${times[k]}`,
            { argument: nameAt(k), index: k, value: times[k] },
        );
    }
}
