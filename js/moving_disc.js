import { checkRecordNumbers, EMPTY_OBJECT, isRecord } from './arguments.js';
import { GrazeError } from './errors.js';
import { LIMITS, MOVING_SPHERE } from './layout.js';

/**
 * A disc, or a sphere where it leaves the plane z = 0, whose centre is at (x, y, z) with velocity (vx, vy, vz) at time
 * `t0` and has the constant acceleration (ax, ay, az) until `t1`. Each number, and each coordinate on the way, is
 * at most 1e150 in magnitude.
 *
 * @typedef {object} MovingDisc
 * @property {number} x of the centre at `t0`
 * @property {number} y of the centre at `t0`
 * @property {number} [z] of the centre at `t0`; 0 unless given, as all that need not be
 * @property {number} vx velocity at `t0`
 * @property {number} vy velocity at `t0`
 * @property {number} [vz] velocity at `t0`
 * @property {number} [ax] acceleration, constant
 * @property {number} [ay] acceleration, constant
 * @property {number} [az] acceleration, constant
 * @property {number} t0 when it appears, or sets out
 * @property {number} t1 when it vanishes, or arrives; at least `t0`
 * @property {number} radius at least 0
 */

const DISC_KEYS = ['x', 'y', 'z', 'vx', 'vy', 'vz', 'ax', 'ay', 'az', 't0', 't1', 'radius'];
const OPTIONAL_KEYS = new Set(['z', 'vz', 'ax', 'ay', 'az']);
const KNOWN_KEYS = new Set(DISC_KEYS);

/** How many numbers a flight has. */
export const SPHERE_NUMBERS = MOVING_SPHERE.bytes / 8;

/** Returns whether someone has put a key of segments on Object.prototype. Written out, as every query calls it. */
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
 * The numbers of a segment in which nothing is wrong; else null. Planners ask about thousands: this is quicker than
 * looking for what is wrong.
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
 * The numbers of a segment, in the order of FLIGHT.
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
            `${argument}.t1 must be at least ${argument}.t0 (${t0}), not ${t1}`,
            { argument, value: t1 },
        );
    }
    return numbers;
}

/**
 * The numbers in the order of SEGMENT, for a flight in the plane without acceleration; else null.
 *
 * @param {readonly number[]} flight
 * @returns {number[] | null}
 */
export function toPlanarDisc([x, y, z, vx, vy, vz, ax, ay, az, t0, t1, radius]) {
    const isPlain = z === 0 && vz === 0 && ax === 0 && ay === 0 && az === 0;
    return isPlain ? [x, y, vx, vy, t0, t1, radius] : null;
}
