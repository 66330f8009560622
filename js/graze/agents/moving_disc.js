import { checkRecordNumbers, EMPTY_OBJECT, isRecord } from '../core/arguments.js';
import { GrazeError } from '../core/errors.js';
import { LIMITS, MOVING_SPHERE } from '../core/layout.js';

/**
 * @import { MovingDisc } from './types.js'
 *
 * @typedef {[x: number, y: number, vx: number, vy: number, t0: number, t1: number, radius: number]} DiscNumbers
 *   numbers of a moving disc in the plane, in the order of MOVING_DISC
 */

const DISC_KEYS = ['x', 'y', 'z', 'vx', 'vy', 'vz', 'ax', 'ay', 'az', 't0', 't1', 'radius'];
const OPTIONAL_KEYS = new Set(['z', 'vz', 'ax', 'ay', 'az']);

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
 * @returns {DiscNumbers | null}
 */
export function toPlanarDisc([x, y, z, vx, vy, vz, ax, ay, az, t0, t1, radius]) {
    const isPlain = z === 0 && vz === 0 && ax === 0 && ay === 0 && az === 0;
    return isPlain ? [x, y, vx, vy, t0, t1, radius] : null;
}
