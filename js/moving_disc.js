import { checkRecordNumbers, EMPTY_OBJECT, isRecord } from './arguments.js';
import { GrazeError } from './errors.js';
import { LIMITS, MOVING_SPHERE } from './layout.js';

/**
 * A disc, or a sphere where it leaves the plane z = 0. Its center is at (x, y, z) with velocity (vx, vy, vz) at
 * time `t0` and has the constant acceleration (ax, ay, az) until `t1`. Each number, and each coordinate during
 * the motion, is at most 1e150 in magnitude.
 *
 * @typedef {object} MovingDisc
 * @property {number} x x of the center at `t0`
 * @property {number} y y of the center at `t0`
 * @property {number} [z] z of the center at `t0`; default 0, as for all optional numbers
 * @property {number} vx x of the velocity at `t0`
 * @property {number} vy y of the velocity at `t0`
 * @property {number} [vz] z of the velocity at `t0`
 * @property {number} [ax] x of the constant acceleration
 * @property {number} [ay] y of the constant acceleration
 * @property {number} [az] z of the constant acceleration
 * @property {number} t0 time at which the disc appears or sets out
 * @property {number} t1 time at which it vanishes or arrives; at least `t0`
 * @property {number} radius at least 0
 */

const DISC_KEYS = ['x', 'y', 'z', 'vx', 'vy', 'vz', 'ax', 'ay', 'az', 't0', 't1', 'radius'];
const OPTIONAL_KEYS = new Set(['z', 'vz', 'ax', 'ay', 'az']);
const KNOWN_KEYS = new Set(DISC_KEYS);

/** Number of values per moving sphere. */
export const SPHERE_NUMBERS = MOVING_SPHERE.bytes / 8;

/**
 * Returns whether code has put a key of moving discs on Object.prototype. The test is written out because every
 * query calls it.
 */
function isPolluted() {
    const { x, y, z, vx, vy, vz, ax, ay, az, t0, t1, radius } = EMPTY_OBJECT;
    return !(
        x === undefined &&
        y === undefined &&
        z === undefined &&
        vx === undefined &&
        vy === undefined &&
        vz === undefined &&
        ax === undefined &&
        ay === undefined &&
        az === undefined &&
        t0 === undefined &&
        t1 === undefined &&
        radius === undefined
    );
}

/**
 * Returns the numbers of a valid moving disc; null for an invalid one, whose error is then found by
 * checkRecordNumbers. Planners query thousands of discs, and this test is quicker.
 *
 * @param {unknown} disc
 * @returns {number[] | null}
 */
function readValidDisc(disc) {
    if (!isRecord(disc) || isPolluted()) return null;
    for (const key in disc) if (!KNOWN_KEYS.has(key)) return null;
    const {
        x,
        y,
        z = 0,
        vx,
        vy,
        vz = 0,
        ax = 0,
        ay = 0,
        az = 0,
        t0,
        t1,
        radius,
    } = /** @type {MovingDisc} */ (disc);
    const numbers = [x, y, z, vx, vy, vz, ax, ay, az, t0, t1, radius];
    for (let k = 0; k < numbers.length; k++) {
        const number = numbers[k];
        if (typeof number !== 'number' || !(Math.abs(number) <= LIMITS.maxMagnitude)) return null;
    }
    return t1 >= t0 && radius >= 0 ? numbers : null;
}

/**
 * Returns the numbers of a moving disc, in the order of MOVING_SPHERE.
 *
 * @param {unknown} disc
 * @param {string} argument
 * @returns {number[]}
 */
export function checkMovingDisc(disc, argument) {
    const valid = readValidDisc(disc);
    if (valid !== null) return valid;
    const numbers = checkRecordNumbers(
        disc,
        argument,
        DISC_KEYS,
        LIMITS.maxMagnitude,
        OPTIONAL_KEYS,
    );
    const [t0, t1] = [numbers[MOVING_SPHERE.t0], numbers[MOVING_SPHERE.t1]];
    if (t1 < t0) {
        throw new GrazeError(
            'out-of-range',
            `${argument}.t1 must be at least ${argument}.t0 (${t0}), got ${t1}`,
            { argument, value: t1 },
        );
    }
    return numbers;
}

/**
 * Returns the numbers in the order of MOVING_DISC for a sphere in the plane without acceleration; else null.
 *
 * @param {readonly number[]} sphere in the order of MOVING_SPHERE
 * @returns {number[] | null}
 */
export function toPlanarDisc([x, y, z, vx, vy, vz, ax, ay, az, t0, t1, radius]) {
    const isPlain = z === 0 && vz === 0 && ax === 0 && ay === 0 && az === 0;
    return isPlain ? [x, y, vx, vy, t0, t1, radius] : null;
}
