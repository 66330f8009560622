/** @import { MotionPiece } from './scenario.js' */

/** Halvings of a segment in the search for its largest speed, and parts looked at. */
const MAX_SEARCH = { depth: 40, parts: 4096 };

/**
 * @param {readonly number[]} polynomial constant first
 * @param {number} s
 */
export function valueAt(polynomial, s) {
    let value = 0;
    for (let k = polynomial.length - 1; k >= 0; k--) value = value * s + polynomial[k];
    return value;
}

/** @param {readonly number[]} polynomial */
function derivative(polynomial) {
    return polynomial.slice(1).map((c, k) => c * (k + 1));
}

/**
 * How fast a segment's body goes.
 *
 * @param {MotionPiece} piece
 * @param {number} s since its beginning
 */
export function speedAt({ x, y }, s) {
    return Math.hypot(valueAt(derivative(x), s), valueAt(derivative(y), s));
}

/**
 * The largest speed of a segment, found by halving where it may be above a limit: exact to rounding where it
 * is above, and at most the limit where it is not.
 *
 * @param {MotionPiece} piece
 * @param {number} limit
 */
export function maxSpeed(piece, limit) {
    const [vx, vy] = [derivative(piece.x), derivative(piece.y)];
    const [ax, ay] = [derivative(vx), derivative(vy)];
    const span = piece.t1 - piece.t0;
    /** @param {number} s */
    const speed = (s) => Math.hypot(valueAt(vx, s), valueAt(vy, s));
    let largest = Math.max(speed(0), speed(span));
    let parts = [[0, span]];
    for (let depth = 0; depth < MAX_SEARCH.depth && parts.length > 0; depth++) {
        /** @type {number[][]} */
        const next = [];
        for (const [from, to] of parts) {
            const middle = (from + to) / 2;
            largest = Math.max(largest, speed(middle));
            // No further from the middle than half of it: no faster than by the largest acceleration there.
            const maxAcceleration = Math.hypot(
                magnitudeBound(ax, from, to),
                magnitudeBound(ay, from, to),
            );
            const bound = speed(middle) + (maxAcceleration * (to - from)) / 2;
            if (bound > Math.max(limit, largest)) next.push([from, middle], [middle, to]);
        }
        parts = next.slice(0, MAX_SEARCH.parts);
    }
    return largest;
}

/**
 * A bound of a polynomial's magnitude between two times.
 *
 * @param {readonly number[]} polynomial
 * @param {number} from
 * @param {number} to
 */
function magnitudeBound(polynomial, from, to) {
    // About the middle, of which the terms shrink as the part does.
    const [middle, half] = [(from + to) / 2, (to - from) / 2];
    let bound = 0;
    let terms = polynomial.slice();
    let factor = 1;
    for (let k = 0; terms.length > 0; k++) {
        bound += Math.abs(valueAt(terms, middle)) * factor;
        terms = derivative(terms);
        factor *= half / (k + 1);
    }
    return bound;
}
