import { BARE, isRecord, readNumbers } from './check.js';
import { GrazeError } from './errors.js';
import { FLIGHT, LIMITS } from './layout.js';

/**
 * A disc, or a sphere where it leaves the plane z = 0, whose centre is at (x, y, z) with velocity (vx, vy, vz) at time
 * `start` and has the constant acceleration (ax, ay, az) until `end`. Each number, and each coordinate on the way, is
 * at most 1e150 in magnitude.
 *
 * @typedef {object} Segment
 * @property {number} x of the centre at `start`
 * @property {number} y of the centre at `start`
 * @property {number} [z] of the centre at `start`; 0 unless given, as all that need not be
 * @property {number} vx velocity at `start`
 * @property {number} vy velocity at `start`
 * @property {number} [vz] velocity at `start`
 * @property {number} [ax] acceleration, constant
 * @property {number} [ay] acceleration, constant
 * @property {number} [az] acceleration, constant
 * @property {number} start when it appears, or sets out
 * @property {number} end when it vanishes, or arrives; at least `start`
 * @property {number} radius at least 0
 */

const KEYS = ['x', 'y', 'z', 'vx', 'vy', 'vz', 'ax', 'ay', 'az', 'start', 'end', 'radius'];
const OPTIONAL = new Set(['z', 'vz', 'ax', 'ay', 'az']);
const KNOWN = new Set(KEYS);

/** How many numbers a flight has. */
export const FLIGHT_NUMBERS = FLIGHT.bytes / 8;

/** Returns whether someone has put a key of segments on Object.prototype. Written out, as every query calls it. */
function isPolluted() {
    const { x, y, z, vx, vy, vz, ax, ay, az, start, end, radius } = BARE;
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
        start === undefined &&
        end === undefined &&
        radius === undefined
    );
}

/**
 * The numbers of a segment in which nothing is wrong; else null. Planners ask about thousands: this is quicker than
 * looking for what is wrong.
 *
 * @param {unknown} segment
 * @returns {number[] | null}
 */
function soundFlight(segment) {
    if (!isRecord(segment) || isPolluted()) return null;
    for (const key in segment) if (!KNOWN.has(key)) return null;
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
        start,
        end,
        radius,
    } = /** @type {Segment} */ (segment);
    const numbers = [x, y, z, vx, vy, vz, ax, ay, az, start, end, radius];
    for (let k = 0; k < numbers.length; k++) {
        const number = numbers[k];
        if (typeof number !== 'number' || !(Math.abs(number) <= LIMITS.maxMagnitude)) return null;
    }
    return end >= start && radius >= 0 ? numbers : null;
}

/**
 * The numbers of a segment, in the order of FLIGHT.
 *
 * @param {unknown} segment
 * @param {string} argument
 * @returns {number[]}
 */
export function readFlight(segment, argument) {
    const sound = soundFlight(segment);
    if (sound !== null) return sound;
    const numbers = readNumbers(segment, argument, KEYS, LIMITS.maxMagnitude, OPTIONAL);
    const [start, end] = [numbers[FLIGHT.start], numbers[FLIGHT.end]];
    if (end < start) {
        throw new GrazeError(
            'out-of-range',
            `${argument}.end must be at least ${argument}.start (${start}), not ${end}`,
            { argument, value: end },
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
export function plainSegment([x, y, z, vx, vy, vz, ax, ay, az, start, end, radius]) {
    const isPlain = z === 0 && vz === 0 && ax === 0 && ay === 0 && az === 0;
    return isPlain ? [x, y, vx, vy, start, end, radius] : null;
}
