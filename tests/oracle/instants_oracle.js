import { approachOf } from './flight_oracle.js';

/**
 * Least gaps of delayed agents, with times as double rounds them: exact, including the instants in which one appears or
 * vanishes.
 *
 * @import { MovingSphere } from './flight_oracle.js'
 *
 * @typedef {MovingSphere | MovingSphere[]} Way one segment, which appears and vanishes, or a route
 * @typedef {{ before: 'stay' | 'vanish', after: 'stay' | 'vanish' }} Ends of routes
 */

const bits = new DataView(new ArrayBuffer(8));

/**
 * Returns the double next above a finite one, or below it.
 *
 * @param {number} value
 * @param {1 | -1} side
 */
export function beside(value, side) {
    if (value === 0) return side * Number.MIN_VALUE;
    bits.setFloat64(0, value);
    bits.setBigInt64(0, bits.getBigInt64(0) + BigInt(value > 0 ? side : -side));
    return bits.getFloat64(0);
}

/** @param {MovingSphere} f @param {number} t0 @param {number} t1 @returns {MovingSphere} a disc that stays where the flight ends */
function stayBehind(f, t0, t1) {
    const t = f.t1 - f.t0;
    const at = (/** @type {'x' | 'y' | 'z'} */ x, /** @type {'vx' | 'vy' | 'vz'} */ v, a = 0) =>
        (f[x] ?? 0) + t * ((f[v] ?? 0) + (t / 2) * a);
    const [x, y, z] = [at('x', 'vx', f.ax), at('y', 'vy', f.ay), at('z', 'vz', f.az)];
    return { x, y, z, vx: 0, vy: 0, t0, t1, radius: f.radius };
}

/** @param {MovingSphere} f @param {number} delay @returns {MovingSphere} */
export const late = (f, delay) => ({ ...f, t0: f.t0 + delay, t1: f.t1 + delay });

/**
 * Returns all moving discs of an agent, including the times when it stays.
 *
 * @param {Way} way
 * @param {number} delay
 * @param {Ends} ends
 * @returns {MovingSphere[]}
 */
export function partsOf(way, delay, { before, after }) {
    if (!Array.isArray(way)) return [late(way, delay)];
    const spheres = way.map((f) => late(f, delay));
    const parts = spheres.flatMap((f, k) => {
        const until = k + 1 < spheres.length ? spheres[k + 1].t0 : f.t1;
        return until > f.t1 ? [f, stayBehind(f, f.t1, until)] : [f];
    });
    const [first, last] = [spheres[0], spheres[spheres.length - 1]];
    if (before === 'stay') {
        parts.push({ ...first, ...{ vx: 0, vy: 0, vz: 0, ax: 0, ay: 0, az: 0 } });
        Object.assign(parts[parts.length - 1], { t0: -EVER, t1: first.t0 });
    }
    if (after === 'stay') parts.push(stayBehind(last, last.t1, EVER));
    return parts;
}

/** Duration longer than everything in these tests. */
const EVER = 2 ** 20;

/**
 * Returns the least gap of any two parts that are present together; Infinity if none are.
 *
 * @param {MovingSphere[]} parts
 * @param {MovingSphere[]} others
 */
export function leastGap(parts, others) {
    let least = Infinity;
    for (const f of parts) {
        for (const g of others) {
            if (Math.max(f.t0, g.t0) > Math.min(f.t1, g.t1)) continue;
            least = Math.min(least, approachOf(f, g)?.gap ?? Infinity);
        }
    }
    return least;
}
