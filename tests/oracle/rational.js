import { exact } from './dyadic.js';

/**
 * Exact fractions, for quotients, which dyadic numbers cannot represent, and roots to any number of digits. They are
 * never reduced: the operands here stay short, and a greatest common divisor costs more than it saves.
 *
 * @typedef {{ n: bigint, d: bigint }} Rational d > 0
 */

/** @type {Rational} */
export const ZERO = { n: 0n, d: 1n };

/** @param {number} value finite @returns {Rational} exactly that double */
export function rational(value) {
    let { m, e } = exact(value);
    // Halving as often as possible keeps the denominators of short fractions short.
    while (e < 0 && (m & 1n) === 0n && m !== 0n) {
        m >>= 1n;
        e++;
    }
    return e >= 0 || m === 0n
        ? { n: m << BigInt(Math.max(e, 0)), d: 1n }
        : { n: m, d: 2n ** BigInt(-e) };
}

/** @param {Rational} p @param {Rational} q @returns {Rational} */
export function plus(p, q) {
    if (p.d === q.d) return { n: p.n + q.n, d: p.d };
    return { n: p.n * q.d + q.n * p.d, d: p.d * q.d };
}

/** @param {Rational} p @returns {Rational} */
export function minus(p) {
    return { n: -p.n, d: p.d };
}

/** @param {Rational} p @param {Rational} q @returns {Rational} */
export function less(p, q) {
    return plus(p, minus(q));
}

/** @param {Rational} p @param {Rational} q @returns {Rational} */
export function times(p, q) {
    return { n: p.n * q.n, d: p.d * q.d };
}

/** @param {Rational} p @param {Rational} q not zero @returns {Rational} */
export function over(p, q) {
    return q.n < 0n ? { n: -p.n * q.d, d: -p.d * q.n } : { n: p.n * q.d, d: p.d * q.n };
}

/** @param {Rational} p @returns {-1 | 0 | 1} */
export function signOf(p) {
    return p.n > 0n ? 1 : p.n < 0n ? -1 : 0;
}

/** @param {Rational} p @param {Rational} q @returns {-1 | 0 | 1} as p < q, p = q, p > q */
export function order(p, q) {
    return signOf(less(p, q));
}

/** @param {Rational} p @param {Rational} lo @param {Rational} hi */
export function clampTo(p, lo, hi) {
    return order(p, lo) < 0 ? lo : order(p, hi) > 0 ? hi : p;
}

/** @param {Rational} p @returns {Rational} */
export function magnitude(p) {
    return p.n < 0n ? minus(p) : p;
}

/** Returns the number of bits of a positive integer. @param {bigint} n */
function lengthOf(n) {
    return n.toString(16).length * 4;
}

/** Returns the integer part of the root of n. @param {bigint} n */
function integerRoot(n) {
    if (n < 2n) return n;
    let x = 1n << BigInt((lengthOf(n) >> 1) + 1);
    for (;;) {
        const next = (x + n / x) >> 1n;
        if (next >= x) return x;
        x = next;
    }
}

/**
 * Returns the root, cut off after some 200 significant bits: exact when it is a short fraction; 0 for a value that is
 * negative because of an earlier cut.
 *
 * @param {Rational} p
 * @returns {Rational}
 */
export function rootOf(p) {
    if (p.n <= 0n) return ZERO;
    const shift = Math.max(0, 400 - lengthOf(p.n) + lengthOf(p.d));
    const half = BigInt((shift + 1) >> 1);
    return { n: integerRoot((p.n << (2n * half)) / p.d), d: 1n << half };
}

/** Returns a fraction as a double, right to well under an ulp. @param {Rational} p @returns {number} */
export function toNumber(p) {
    if (p.n === 0n) return 0;
    const { n } = magnitude(p);
    const shift = lengthOf(p.d) - lengthOf(n) + 80;
    const quotient = shift >= 0 ? (n << BigInt(shift)) / p.d : n / (p.d << BigInt(-shift));
    // Scaling in two steps keeps both powers of two in the range of double.
    const half = Math.trunc(-shift / 2);
    const value = Number(quotient) * 2 ** half * 2 ** (-shift - half);
    return p.n < 0n ? -value : value;
}
