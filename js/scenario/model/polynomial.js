/** @import { MotionPiece } from './scenario.js' */

/** Limits of the search for a piece's largest speed: number of bisections, and of parts that remain after each. */
const MAX_SEARCH = { depth: 40, parts: 4096 };

/**
 * Returns the value of a polynomial.
 *
 * @param {readonly number[]} polynomial coefficients, the constant first
 * @param {number} s
 */
export function valueAt(polynomial, s) {
    let value = 0;
    for (let k = polynomial.length - 1; k >= 0; k--) value = value * s + polynomial[k];
    return value;
}

/** Returns the derivative of a polynomial. @param {readonly number[]} polynomial */
export function derivative(polynomial) {
    return polynomial.slice(1).map((c, k) => c * (k + 1));
}

/**
 * Returns the speed of a body in a piece of its motion.
 *
 * @param {MotionPiece} piece
 * @param {number} s time since the beginning of the piece
 */
export function speedAt(piece, s) {
    return lengthOf(axesOf(piece).map((axis) => valueAt(derivative(axis), s)));
}

/**
 * Returns the polynomials of a body's position: x and y, and z where it has one.
 *
 * @param {MotionPiece} piece
 */
export function axesOf({ x, y, z }) {
    return z === undefined ? [x, y] : [x, y, z];
}

/**
 * Returns the length of a vector.
 *
 * @param {readonly number[]} vector x and y, and perhaps z
 */
export function lengthOf([x, y, z]) {
    return z === undefined ? Math.hypot(x, y) : Math.sqrt(x * x + y * y + z * z);
}

/**
 * Returns the largest speed of a piece, found by bisection of the parts in which it may exceed a limit. The result is exact
 * up to rounding if it exceeds the limit, unless more than `MAX_SEARCH.parts` parts remain; otherwise it is at most the
 * limit.
 *
 * @param {MotionPiece} piece
 * @param {number} limit
 */
export function maxSpeed(piece, limit) {
    const velocity = axesOf(piece).map(derivative);
    const acceleration = velocity.map(derivative);
    const span = piece.t1 - piece.t0;
    /** @param {number} s */
    const speed = (s) => lengthOf(velocity.map((axis) => valueAt(axis, s)));
    let largest = Math.max(speed(0), speed(span));
    let parts = [[0, span]];
    for (let depth = 0; depth < MAX_SEARCH.depth && parts.length > 0; depth++) {
        /** @type {number[][]} */
        const next = [];
        for (const [from, to] of parts) {
            const middle = (from + to) / 2;
            largest = Math.max(largest, speed(middle));
            // No time is further from the middle than half the part, so the largest acceleration bounds the gain in speed.
            const maxAcceleration = lengthOf(
                acceleration.map((axis) => magnitudeBound(axis, from, to)),
            );
            const bound = speed(middle) + (maxAcceleration * (to - from)) / 2;
            if (bound > Math.max(limit, largest)) next.push([from, middle], [middle, to]);
        }
        parts = next.slice(0, MAX_SEARCH.parts);
    }
    return largest;
}

/**
 * Returns an upper bound of a polynomial's magnitude between two times.
 *
 * @param {readonly number[]} polynomial
 * @param {number} from
 * @param {number} to
 */
function magnitudeBound(polynomial, from, to) {
    // The Taylor terms about the middle shrink as the part does.
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
