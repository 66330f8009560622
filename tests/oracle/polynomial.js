/**
 * Polynomials with integer coefficients, lowest degree first, and their roots in [0, 1]: counted by Sturm sequences,
 * located by bisection, all in integers. Only signs matter, so a polynomial also stands for its positive multiples. The
 * package shares no code or idea with this file.
 *
 * @typedef {bigint[]} Poly no zero at its end; [] is the zero polynomial
 * @typedef {{ n: bigint, k: number }} Point n / 2^k
 * @typedef {{ lo: Point, hi: Point }} Place the place of a root: lo < root < hi, or the root itself when they are equal
 */

/** Precision of the location of a root: 2^-PLACES. */
export const PLACES = 80;

/** @param {Poly} p @returns {Poly} */
function trimmed(p) {
    let length = p.length;
    while (length > 0 && p[length - 1] === 0n) length--;
    return length === p.length ? p : p.slice(0, length);
}

/** @param {Poly} p @param {Poly} q @returns {Poly} */
export function plus(p, q) {
    const length = Math.max(p.length, q.length);
    return trimmed(Array.from({ length }, (_, i) => (p[i] ?? 0n) + (q[i] ?? 0n)));
}

/** @param {Poly} p @param {bigint} factor @returns {Poly} */
export function scaled(p, factor) {
    return factor === 0n ? [] : p.map((c) => c * factor);
}

/** @param {Poly} p @param {Poly} q @returns {Poly} */
export function minus(p, q) {
    return plus(p, scaled(q, -1n));
}

/** @param {Poly} p @param {Poly} q @returns {Poly} */
export function times(p, q) {
    if (p.length === 0 || q.length === 0) return [];
    const product = new Array(p.length + q.length - 1).fill(0n);
    p.forEach((a, i) => {
        q.forEach((b, j) => {
            product[i + j] += a * b;
        });
    });
    return product;
}

/** @param {Poly} p @returns {Poly} */
export function derivative(p) {
    return p.slice(1).map((c, i) => c * BigInt(i + 1));
}

/** Returns a polynomial without the powers of two that all coefficients share. @param {Poly} p @returns {Poly} */
export function lightened(p) {
    let low = 0n;
    for (const c of p) low |= c;
    if (low === 0n) return p;
    let shift = 0n;
    while ((low & 0xffffffffn) === 0n) {
        low >>= 32n;
        shift += 32n;
    }
    while ((low & 1n) === 0n) {
        low >>= 1n;
        shift++;
    }
    return shift === 0n ? p : p.map((c) => c >> shift);
}

/**
 * Returns a positive multiple of the remainder of p by q.
 *
 * @param {Poly} p
 * @param {Poly} q not zero
 * @returns {Poly}
 */
function remainder(p, q) {
    const lead = q[q.length - 1];
    const [factor, sign] = lead < 0n ? [-lead, -1n] : [lead, 1n];
    let rest = p;
    while (rest.length >= q.length) {
        const top = rest[rest.length - 1] * sign;
        const shift = rest.length - q.length;
        const next = rest.map((c) => c * factor);
        for (let i = 0; i < q.length; i++) next[i + shift] -= top * q[i];
        rest = trimmed(next);
    }
    return rest;
}

/**
 * Returns p / q, where q divides p, times a positive number.
 *
 * @param {Poly} p
 * @param {Poly} q
 * @returns {Poly}
 */
function quotient(p, q) {
    const lead = q[q.length - 1];
    const factor = lead < 0n ? -lead : lead;
    const result = new Array(p.length - q.length + 1).fill(0n);
    let rest = p;
    for (let shift = p.length - q.length; shift >= 0; shift--) {
        const top = rest[q.length - 1 + shift] ?? 0n;
        // All terms are scaled to the next power of the leading coefficient, so that the division stays in integers.
        for (let i = 0; i < result.length; i++) result[i] *= factor;
        result[shift] = lead < 0n ? -top : top;
        const next = rest.map((c) => c * factor);
        for (let i = 0; i < q.length; i++) next[i + shift] -= result[shift] * q[i];
        rest = next;
    }
    return lightened(trimmed(result));
}

/**
 * Returns p, p' and the remainders with opposite signs, up to the greatest common divisor of p and p'. The coefficients
 * triple in length per step, which suffices for degrees up to 4.
 *
 * @param {Poly} p
 * @returns {Poly[]}
 */
function sturmSequence(p) {
    const sequence = [lightened(p), lightened(derivative(p))];
    while (sequence[sequence.length - 1].length > 1) {
        const rest = remainder(sequence[sequence.length - 2], sequence[sequence.length - 1]);
        if (rest.length === 0) break;
        sequence.push(lightened(scaled(rest, -1n)));
    }
    return sequence.filter(({ length }) => length > 0);
}

/** @param {bigint} value @returns {-1 | 0 | 1} */
const signOf = (value) => (value > 0n ? 1 : value < 0n ? -1 : 0);

/** @param {Poly} p @param {Point} at @returns {-1 | 0 | 1} */
function signAt(p, { n, k }) {
    let value = 0n;
    // The value is the sum of c_i n^i 2^(k (d - i)), by Horner's rule.
    for (let i = p.length - 1; i >= 0; i--) {
        value = value * n + (p[i] << BigInt(k * (p.length - 1 - i)));
    }
    return signOf(value);
}

/** @param {Poly[]} sequence @param {Point} at */
function changesAt(sequence, at) {
    let [changes, last] = [0, 0];
    for (const p of sequence) {
        const sign = signAt(p, at);
        if (sign !== 0 && last !== 0 && sign !== last) changes++;
        if (sign !== 0) last = sign;
    }
    return changes;
}

/** @type {Point} */
export const ZERO = { n: 0n, k: 0 };
/** @type {Point} */
export const ONE = { n: 1n, k: 0 };

/** @param {Point} p @param {Point} q @returns {Point} */
export function between(p, q) {
    const k = Math.max(p.k, q.k);
    return { n: (p.n << BigInt(k - p.k)) + (q.n << BigInt(k - q.k)), k: k + 1 };
}

/** @param {Point} p @param {Point} q */
export function comparePoints(p, q) {
    const k = Math.max(p.k, q.k);
    return signOf((p.n << BigInt(k - p.k)) - (q.n << BigInt(k - q.k)));
}

/** Returns a polynomial with the same roots, each of them simple, and its Sturm sequence. @param {Poly} p */
function simple(p) {
    const sequence = sturmSequence(p);
    const common = sequence[sequence.length - 1];
    if (common.length <= 1) return { p: sequence[0], sequence };
    const q = quotient(sequence[0], common);
    return { p: q, sequence: sturmSequence(q) };
}

/** @param {Place} place */
const isWide = ({ lo, hi }) => {
    const k = Math.max(lo.k, hi.k);
    const width = (hi.n << BigInt(k - hi.k)) - (lo.n << BigInt(k - lo.k));
    return width << BigInt(PLACES) > 1n << BigInt(k);
};

/**
 * Narrows the location (lo, hi] of the only root in it.
 *
 * @param {Poly} p with simple roots
 * @param {Point} lo
 * @param {Point} hi
 * @returns {Place}
 */
function narrowed(p, lo, hi) {
    const last = signAt(p, hi);
    if (last === 0) return { lo: hi, hi };
    let place = { lo, hi };
    while (isWide(place)) {
        const middle = between(place.lo, place.hi);
        const sign = signAt(p, middle);
        if (sign === 0) return { lo: middle, hi: middle };
        if (sign === last) place = { lo: place.lo, hi: middle };
        else place = { lo: middle, hi: place.hi };
    }
    return place;
}

/**
 * Returns the distinct roots of p (of degree at most 4) in [0, 1], in ascending order; no two locations overlap.
 *
 * @param {Poly} p not zero
 * @returns {Place[]}
 */
export function rootsOf(p) {
    if (p.length <= 1) return [];
    const { p: q, sequence } = simple(p);
    /** @type {Place[]} */
    const found = signAt(q, ZERO) === 0 ? [{ lo: ZERO, hi: ZERO }] : [];
    // The stack has intervals (lo, hi] with the numbers of sign changes at their ends, the leftmost on top.
    const stack = [
        { lo: ZERO, hi: ONE, before: changesAt(sequence, ZERO), after: changesAt(sequence, ONE) },
    ];
    for (let top = stack.pop(); top; top = stack.pop()) {
        const { lo, hi, before, after } = top;
        if (before - after === 0) continue;
        if (before - after === 1) {
            found.push(narrowed(q, lo, hi));
            continue;
        }
        const middle = between(lo, hi);
        const changes = changesAt(sequence, middle);
        stack.push({ lo: middle, hi, before: changes, after });
        stack.push({ lo, hi: middle, before, after: changes });
    }
    return found;
}

/** Returns p(x + 1). @param {Poly} p @returns {Poly} */
function shifted(p) {
    const q = [...p];
    for (let i = 0; i < q.length - 1; i++) {
        for (let j = q.length - 2; j >= i; j--) q[j] += q[j + 1];
    }
    return q;
}

/**
 * Returns an upper bound of the number of roots of p in (0, 1), exact when 0 or 1 (Descartes, Vincent).
 *
 * @param {Poly} p
 */
function changesWithin(p) {
    let [changes, last] = [0, 0];
    for (const c of shifted([...p].reverse())) {
        const sign = signOf(c);
        if (sign !== 0 && last !== 0 && sign !== last) changes++;
        if (sign !== 0) last = sign;
    }
    return changes;
}

/**
 * Returns locations that contain all roots of p in [0, 1], of any degree and multiplicity, in ascending order. Each
 * root has one location; a location may contain several roots, or none, if they are nearer to each other than
 * 2^-PLACES, or complex and as near to the real line.
 *
 * @param {Poly} p not zero
 * @returns {Place[]}
 */
export function placesOf(p) {
    if (p.length <= 1) return [];
    /** @type {Place[]} */
    const found = [];
    // The stack has intervals from n / 2^k on, 1 / 2^k wide, with p in their coordinates; the leftmost on top.
    const stack = [{ p, n: 0n, k: 0 }];
    if (signAt(p, ONE) === 0) found.push({ lo: ONE, hi: ONE });
    for (let top = stack.pop(); top; top = stack.pop()) {
        const { n, k } = top;
        let here = lightened(top.p);
        const [lo, hi] = [n, n + 1n].map((each) => ({ n: each, k }));
        if (here[0] === 0n) found.push({ lo, hi: lo });
        while (here[0] === 0n) here = here.slice(1);
        const changes = changesWithin(here);
        if (changes === 0) continue;
        if (changes === 1 && signAt(p, hi) !== 0) {
            found.push(narrowed(p, lo, hi));
            continue;
        }
        if (k >= PLACES) {
            found.push({ lo, hi });
            continue;
        }
        const degree = here.length - 1;
        const left = here.map((c, i) => c << BigInt(degree - i));
        stack.push({ p: shifted(left), n: 2n * n + 1n, k: k + 1 });
        stack.push({ p: left, n: 2n * n, k: k + 1 });
    }
    return found.sort((r, s) => comparePoints(r.lo, s.lo));
}

/**
 * Returns whether p is at most 0 anywhere in [0, 1].
 *
 * @param {Poly} p
 */
export function isAnywhereNotAbove(p) {
    if (signAt(p, ZERO) <= 0 || signAt(p, ONE) <= 0) return true;
    if (p.length <= 2) return false;
    const sequence = sturmSequence(p);
    return changesAt(sequence, ZERO) > changesAt(sequence, ONE);
}

/**
 * Returns the closed intervals in [0, 1] on which p is at most 0, in ascending order, with equal ends where it only
 * touches 0.
 *
 * @param {Poly} p
 * @returns {{ from: Place, to: Place }[]}
 */
export function notAbove(p) {
    const [first, last] = [ZERO, ONE].map((at) => ({ lo: at, hi: at }));
    if (p.length <= 1) return (p[0] ?? 0n) <= 0n ? [{ from: first, to: last }] : [];
    const roots = rootsOf(p);
    const marks = [...roots];
    if (signAt(p, ZERO) !== 0) marks.unshift(first);
    if (signAt(p, ONE) !== 0) marks.push(last);
    /** @type {{ from: Place, to: Place }[]} */
    const found = [];
    marks.forEach((mark, i) => {
        const next = marks[i + 1];
        const open = found[found.length - 1]?.to === mark;
        const isBelow = next !== undefined && signAt(p, inside(mark, next)) < 0;
        const isRoot = roots.includes(mark);
        if (!open && (isRoot || isBelow)) found.push({ from: mark, to: mark });
        if (isBelow) found[found.length - 1].to = next;
    });
    return found;
}

/** Returns a point between two locations. @param {Place} p @param {Place} q */
export function inside(p, q) {
    return between(p.hi, q.lo);
}
