import { checkRecordNumbers, EMPTY_OBJECT, isRecord } from '../core/arguments.js';
import { GrazeError } from '../core/errors.js';
import { LIMITS, MOVING_SPHERE } from '../core/layout.js';

/**
 * @import { MovingDisc } from './types.js'
 *
 * @typedef {[x: number, y: number, vx: number, vy: number, t0: number, t1: number, radius: number]} DiscNumbers
 *   numbers of a moving disc in the plane, in the order of MOVING_DISC
 */

/** Keys of a moving disc, in the order of MOVING_SPHERE. */
export const DISC_KEYS = /** @type {const} */ ([
    'x',
    'y',
    'z',
    'vx',
    'vy',
    'vz',
    'ax',
    'ay',
    'az',
    't0',
    't1',
    'radius',
]);
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
 * The moving disc that `readDisc` read last. Code of the caller, such as a getter of the next one, can replace it, so it
 * is copied at once. An object of doubles, unlike an array or variables of the module, is written without allocation.
 */
export const DISC = {
    x: 0.5,
    y: 0.5,
    z: 0.5,
    vx: 0.5,
    vy: 0.5,
    vz: 0.5,
    ax: 0.5,
    ay: 0.5,
    az: 0.5,
    t0: 0.5,
    t1: 0.5,
    radius: 0.5,
};

/**
 * Returns whether a value is a number that a moving disc may have.
 *
 * @param {unknown} value
 */
function isValid(value) {
    const limit = LIMITS.maxMagnitude;
    return typeof value === 'number' && value <= limit && value >= -limit;
}

/**
 * Returns whether a moving disc whose required properties are there may have an optional one. In a program with many kinds of
 * objects, engines take long to find that a property is missing, so the keys of a literal are counted and compared instead;
 * a class can have getters.
 *
 * @param {object} disc
 */
function mayLeavePlane(disc) {
    if (disc.constructor !== Object) return true;
    let count = 0;
    for (const _ in disc) count++;
    if (count === DISC_KEYS.length - OPTIONAL_KEYS.size) return false;
    for (const key in disc) {
        switch (key) {
            case 'z':
            case 'vz':
            case 'ax':
            case 'ay':
            case 'az':
                return true;
        }
    }
    return false;
}

/**
 * Reads a valid moving disc into DISC; returns false for an invalid one, whose error is then found by
 * checkRecordNumbers. Planners query thousands of discs, and this test is quicker.
 *
 * @param {unknown} disc
 * @returns {boolean}
 */
export function readValidDisc(disc) {
    if (!isRecord(disc) || isPolluted()) return false;
    const { x, y, vx, vy, t0, t1, radius } = /** @type {MovingDisc} */ (disc);
    const isPlane = isValid(x) && isValid(y) && isValid(vx) && isValid(vy) && isValid(radius);
    if (!isPlane || !isValid(t0)) return false;
    if (!mayLeavePlane(disc)) setOptional(0, 0, 0, 0, 0);
    else if (!readOptional(disc)) return false;
    // No code of the caller runs after this line.
    const { vz, ax, ay, az } = DISC;
    const isStill = vx === 0 && vy === 0 && vz === 0 && ax === 0 && ay === 0 && az === 0;
    if (!isValid(t1) && !(t1 === Infinity && isStill)) return false;
    if (t1 < t0 || radius < 0) return false;
    DISC.x = x;
    DISC.y = y;
    DISC.vx = vx;
    DISC.vy = vy;
    DISC.t0 = t0;
    DISC.t1 = t1;
    DISC.radius = radius;
    return true;
}

/** Reads the optional properties of a disc into DISC; returns false for an invalid one. @param {Record<string, unknown>} disc */
function readOptional(disc) {
    const { z = 0, vz = 0, ax = 0, ay = 0, az = 0 } = /** @type {Partial<MovingDisc>} */ (disc);
    if (!(isValid(z) && isValid(vz) && isValid(ax) && isValid(ay) && isValid(az))) return false;
    setOptional(z, vz, ax, ay, az);
    return true;
}

/**
 * @param {number} z
 * @param {number} vz
 * @param {number} ax
 * @param {number} ay
 * @param {number} az
 */
function setOptional(z, vz, ax, ay, az) {
    DISC.z = z;
    DISC.vz = vz;
    DISC.ax = ax;
    DISC.ay = ay;
    DISC.az = az;
}

/** Returns the numbers of DISC, in the order of MOVING_SPHERE. */
export function discNumbers() {
    const { x, y, z, vx, vy, vz, ax, ay, az, t0, t1, radius } = DISC;
    return [x, y, z, vx, vy, vz, ax, ay, az, t0, t1, radius];
}

/** Returns whether DISC stays in the plane, without acceleration, and has an end. */
export function isPlainDisc() {
    const { z, vz, ax, ay, az, t1 } = DISC;
    return z === 0 && vz === 0 && ax === 0 && ay === 0 && az === 0 && t1 !== Infinity;
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
    readDisc(disc, argument);
    return discNumbers();
}

/**
 * Reads a moving disc into DISC.
 *
 * @param {unknown} disc
 * @param {string} argument
 */
export function readDisc(disc, argument) {
    if (readValidDisc(disc)) return;
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
    DISC_KEYS.forEach((key, k) => {
        DISC[key] = numbers[k];
    });
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
