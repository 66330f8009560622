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
        if (typeof number !== 'number' || !(Math.abs(number) <= LIMITS.maxMagnitude)) {
            if (k !== MOVING_SPHERE.t1 || number !== Infinity || !isAtRest(numbers)) return null;
        }
    }
    return t1 >= t0 && radius >= 0 ? numbers : null;
}

/**
 * Returns whether a moving sphere stands still.
 *
 * @param {readonly number[]} sphere in the order of MOVING_SPHERE
 */
function isAtRest(sphere) {
    for (let k = MOVING_SPHERE.vx; k <= MOVING_SPHERE.az; k++) if (sphere[k] !== 0) return false;
    return true;
}

/**
 * Returns the numbers of a moving disc, in the order of MOVING_SPHERE. `t1` of one that stands still may be
 * Infinity.
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
        undefined,
        't1',
    );
    const [t0, t1] = [numbers[MOVING_SPHERE.t0], numbers[MOVING_SPHERE.t1]];
    if (t1 === Infinity && !isAtRest(numbers)) {
        throw endlessError(`${argument}.t1`, argument, 'unless the disc stands still');
    }
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
 * Builds the error of a `t1` that is Infinity where it may not be.
 *
 * @param {string} name
 * @param {string} argument
 * @param {string} condition
 */
export function endlessError(name, argument, condition) {
    return new GrazeError('not-finite', `${name} must be finite ${condition}, got Infinity`, {
        argument,
        value: Infinity,
    });
}

/**
 * Gives two moving spheres an end, if they have none: that of the time in which both exist, or its beginning if
 * it lasts forever. Returns whether it does; both stand still then.
 *
 * @param {number[]} p in the order of MOVING_SPHERE
 * @param {number[]} q
 * @returns {boolean}
 */
export function endBoth(p, q) {
    const isEndless = p[MOVING_SPHERE.t1] === Infinity;
    const isOtherEndless = q[MOVING_SPHERE.t1] === Infinity;
    const begin = Math.max(p[MOVING_SPHERE.t0], q[MOVING_SPHERE.t0]);
    if (isEndless && isOtherEndless) {
        p[MOVING_SPHERE.t1] = begin;
        q[MOVING_SPHERE.t1] = begin;
    } else if (isEndless) {
        p[MOVING_SPHERE.t1] = Math.max(p[MOVING_SPHERE.t0], q[MOVING_SPHERE.t1]);
    } else if (isOtherEndless) {
        q[MOVING_SPHERE.t1] = Math.max(q[MOVING_SPHERE.t0], p[MOVING_SPHERE.t1]);
    }
    return isEndless && isOtherEndless;
}

/** Returns whether a sphere stays in the plane, without acceleration. @param {readonly number[]} sphere */
export function isPlanar(sphere) {
    for (let k = MOVING_SPHERE.vz; k <= MOVING_SPHERE.az; k++) if (sphere[k] !== 0) return false;
    return sphere[MOVING_SPHERE.z] === 0;
}
