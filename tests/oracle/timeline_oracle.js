/**
 * Third oracle of whole plans, which also finds times and depths: contact intervals and least clearances from integers
 * over one power of two. It shares no code with the package or the other oracles.
 *
 * @import { Segment } from './interval_oracle.js'
 */

/** Every double is an integer times 2^-SCALE. */
const SCALE = 1100;
const UNIT = BigInt(SCALE);
const view = new DataView(new ArrayBuffer(8));

/** Returns value 2^SCALE, exactly. @param {number} value finite */
function toInteger(value) {
    view.setFloat64(0, value);
    const raw = view.getBigUint64(0);
    const biased = Number((raw >> 52n) & 0x7ffn);
    const fraction = raw & ((1n << 52n) - 1n);
    const m =
        (biased === 0 ? fraction : fraction | (1n << 52n)) << BigInt((biased || 1) - 1075 + SCALE);
    return raw >> 63n ? -m : m;
}

/** @param {bigint} n */
function lengthOf(n) {
    return n.toString(2).length;
}

/** Returns the integer part of the root. @param {bigint} n not negative */
function root(n) {
    if (n < 2n) return n;
    let x = 1n << BigInt((lengthOf(n) + 1) >> 1);
    for (;;) {
        const next = (x + n / x) >> 1n;
        if (next >= x) return x;
        x = next;
    }
}

/** Returns n / d as a double. @param {bigint} n @param {bigint} d positive @returns {number} */
function ratio(n, d) {
    if (n < 0n) return -ratio(-n, d);
    if (n === 0n) return 0;
    const shift = 70 - (lengthOf(n) - lengthOf(d));
    const q = shift >= 0 ? (n << BigInt(shift)) / d : n / (d << BigInt(-shift));
    return Number(q) * 2 ** -shift;
}

/** Returns sqrt(n / d) 2^(-2 SCALE) as a double. @param {bigint} n @param {bigint} d */
function rootRatio(n, d) {
    if (n === 0n) return 0;
    const wanted = 160 - (lengthOf(n) - lengthOf(d));
    const shift = Math.max(0, wanted + (wanted & 1));
    return ratio(root((n << BigInt(shift)) / d), 1n << BigInt(2 * SCALE + shift / 2));
}

/**
 * Relates two moving discs while both are present: a t^2 + 2 h t + |p|^2 is the squared distance of the centers from
 * the time `lo` on.
 *
 * @param {Segment} s
 * @param {Segment} r
 */
function relate(s, r) {
    const lo = Math.max(s.t0, r.t0);
    const hi = Math.min(s.t1, r.t1);
    if (lo > hi) return null;
    const from = toInteger(lo);
    /** @param {Segment} q @param {'x' | 'y'} p @param {'vx' | 'vy'} v */
    const at = (q, p, v) => (toInteger(q[p]) << UNIT) + toInteger(q[v]) * (from - toInteger(q.t0));
    const [px, py] = [at(s, 'x', 'vx') - at(r, 'x', 'vx'), at(s, 'y', 'vy') - at(r, 'y', 'vy')];
    const [vx, vy] = [toInteger(s.vx) - toInteger(r.vx), toInteger(s.vy) - toInteger(r.vy)];
    const [a, h, pp] = [vx * vx + vy * vy, px * vx + py * vy, px * px + py * py];
    const span = toInteger(hi) - from;
    const radii = toInteger(s.radius) + toInteger(r.radius);
    // The least squared distance is a fraction.
    let [least, over] = [pp, 1n];
    if (h < 0n && -h >= a * span) least = a * span * span + 2n * h * span + pp;
    else if (h < 0n) [least, over] = [pp * a - h * h, a];
    return { lo, hi, from, span, a, h, pp, radii, least, over };
}

/** Returns the contact of two related moving discs. @param {NonNullable<ReturnType<typeof relate>>} pair */
function contactOf({ lo, hi, from, span, a, h, pp, radii }) {
    const c = pp - ((radii * radii) << (2n * UNIT));
    if (a === 0n) return c <= 0n ? { lo, hi } : null;
    const disc = h * h - a * c;
    if (disc < 0n) return null;
    const [first, last] = [-h - root(disc), -h + root(disc)];
    if (last < 0n || first > a * span) return null;
    const time = (/** @type {bigint} */ t) => ratio(from * a + t, a << UNIT);
    return { lo: first < 0n ? lo : time(first), hi: last > a * span ? hi : time(last) };
}

/**
 * @typedef {{ lo: number, hi: number, gap: number, deep: boolean }} Stretch
 *
 * @param {Stretch[]} stretches
 */
function join(stretches) {
    /** @type {Stretch[]} */
    const joined = [];
    for (const next of stretches.sort((p, q) => p.lo - q.lo || p.hi - q.hi)) {
        const last = joined[joined.length - 1];
        if (last === undefined || next.lo > last.hi + 1e-9 * Math.max(1, Math.abs(next.lo))) {
            joined.push({ ...next });
            continue;
        }
        last.hi = Math.max(last.hi, next.hi);
        last.gap = Math.min(last.gap, next.gap);
        last.deep ||= next.deep;
    }
    return joined;
}

/**
 * Compares two agents over their whole lives.
 *
 * @param {Segment[]} pathA
 * @param {Segment[]} pathB
 * @param {number} tolerance deeper than this is deep
 * @returns {{ clearance: number, conflicts: Stretch[] }} clearance Infinity: never there together
 */
export function timelineOf(pathA, pathB, tolerance) {
    let clearance = Infinity;
    /** @type {Stretch[]} */
    const contacts = [];
    for (const s of pathA) {
        for (const r of pathB) {
            const pair = relate(s, r);
            if (pair === null) continue;
            const { least, over, radii } = pair;
            const gap = rootRatio(least, over) - s.radius - r.radius;
            clearance = Math.min(clearance, gap);
            const contact = contactOf(pair);
            if (contact === null) continue;
            const limit = radii - toInteger(tolerance);
            const deep = limit > 0n && least < ((limit * limit) << (2n * UNIT)) * over;
            contacts.push({ ...contact, gap, deep });
        }
    }
    return { clearance, conflicts: join(contacts).filter(({ deep }) => deep) };
}
