/**
 * Exact numbers m 2^e: every double is one, and so are sums, differences and products of them. The package shares no
 * code or idea with this file.
 *
 * @typedef {{ m: bigint, e: number }} Dyadic
 */

const bits = new DataView(new ArrayBuffer(8));

/**
 * @param {number} value finite
 * @returns {Dyadic}
 */
export function exact(value) {
    bits.setFloat64(0, value);
    const raw = bits.getBigUint64(0);
    const biased = Number((raw >> 52n) & 0x7ffn);
    const fraction = raw & ((1n << 52n) - 1n);
    const m = biased === 0 ? fraction : fraction | (1n << 52n);
    const e = (biased === 0 ? 1 : biased) - 1075;
    return { m: raw >> 63n ? -m : m, e };
}

/** @param {Dyadic} p @param {Dyadic} q */
export function add(p, q) {
    const e = Math.min(p.e, q.e);
    return { m: (p.m << BigInt(p.e - e)) + (q.m << BigInt(q.e - e)), e };
}

/** @param {Dyadic} p @param {Dyadic} q */
export function sub(p, q) {
    return add(p, { m: -q.m, e: q.e });
}

/** @param {Dyadic} p @param {Dyadic} q */
export function mul(p, q) {
    return { m: p.m * q.m, e: p.e + q.e };
}

/** @param {Dyadic} p @returns {-1 | 0 | 1} */
export function sign(p) {
    return p.m > 0n ? 1 : p.m < 0n ? -1 : 0;
}

/** @param {Dyadic} p @param {Dyadic} q */
export function compare(p, q) {
    return sign(sub(p, q));
}

/** @param {Dyadic[]} terms */
export function sum(...terms) {
    return terms.reduce(add, { m: 0n, e: 0 });
}

/**
 * Returns the integers m_i with values m_i 2^e for one common e, as integer algorithms need them.
 *
 * @param {Dyadic[]} values
 * @returns {{ integers: bigint[], e: number }}
 */
export function toCommonScale(values) {
    const e = values.reduce((least, { m, e }) => (m === 0n ? least : Math.min(least, e)), 1e9);
    return { integers: values.map((v) => (v.m === 0n ? 0n : v.m << BigInt(v.e - e))), e };
}

/** Returns the integer part of the root of n. @param {bigint} n */
function rootOf(n) {
    if (n < 2n) return n;
    let x = 1n << BigInt((n.toString(2).length + 1) >> 1);
    for (;;) {
        const next = (x + n / x) >> 1n;
        if (next >= x) return x;
        x = next;
    }
}

/**
 * Returns sqrt(numerator / denominator) 2^e as the nearest double (right to well under an ulp).
 *
 * @param {bigint} numerator
 * @param {bigint} denominator
 * @param {number} e
 */
export function rootToNumber(numerator, denominator, e) {
    if (numerator === 0n) return 0;
    // The root gets at least 80 significant bits; an even shift halves exactly.
    const length = numerator.toString(2).length - denominator.toString(2).length;
    const shift = 2 * Math.max(0, 80 - (length >> 1));
    const root = rootOf((numerator << BigInt(shift)) / denominator);
    return scaled(root, e - shift / 2);
}

/** Returns m 2^e as a double. @param {bigint} m @param {number} e */
function scaled(m, e) {
    const excess = Math.max(0, m.toString(2).length - 64);
    // Scaling in two steps keeps both powers of two in the range of double.
    const exponent = e + excess;
    const half = Math.trunc(exponent / 2);
    return Number(m >> BigInt(excess)) * 2 ** half * 2 ** (exponent - half);
}
