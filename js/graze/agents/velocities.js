import {
    checkBoolean,
    checkChoice,
    checkNumber,
    checkOptions,
    checkRecordNumbers,
} from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { GrazeError, isArray } from '../core/errors.js';
import { ENDINGS, LIMITS, OBSTACLES, SAFE_VELOCITY, VELOCITY_OBSTACLE } from '../core/layout.js';
import { discError, readSpans } from './conflicts.js';

/** The velocities of moving discs, as functions of the core. */

/**
 * @import { Core } from '../core/core.js'
 * @import { DiscNumbers } from './moving_disc.js'
 * @import { SafeVelocity, VelocityObstacle } from './types.js'
 */

const DISC_KEYS = ['x', 'y', 'vx', 'vy', 't0', 't1', 'radius'];
/** Properties of moving spheres, for which these queries have no answer. */
const SPHERE_KEYS = ['z', 'vz', 'ax', 'ay', 'az'];
const VELOCITY_KEYS = ['vx', 'vy'];
const VELOCITY_SPACE_KEYS = ['vz'];

/** Default of the margin, relative to the sum of the radii. */
const RELATIVE_MARGIN = 1e-9;

/**
 * Returns the numbers of two moving discs, in the order of MOVING_DISC.
 *
 * @param {unknown} first
 * @param {unknown} second
 * @returns {[...DiscNumbers, ...DiscNumbers]}
 */
export function checkDiscPair(first, second) {
    const pair = [first, second].flatMap((disc, k) => {
        const argument = ['first', 'second'][k];
        const numbers = checkRecordNumbers(
            disc,
            argument,
            DISC_KEYS,
            LIMITS.maxMagnitude,
            undefined,
            SPHERE_KEYS,
        );
        const [t0, t1] = [numbers[4], numbers[5]];
        if (t1 >= t0) return numbers;
        throw new GrazeError(
            'out-of-range',
            `${argument}.t1 must be at least ${argument}.t0 (${t0}), got ${t1}`,
            { argument, value: t1 },
        );
    });
    return /** @type {[...DiscNumbers, ...DiscNumbers]} */ (pair);
}

/** @param {unknown} options */
function checkHorizon(options) {
    const { horizon } = checkOptions(options, 'options', ['horizon']);
    if (horizon === undefined || horizon === Infinity) return Infinity;
    return checkNumber(horizon, 'horizon', Number.MIN_VALUE);
}

/**
 * Checks a number for both agents, or one for each.
 *
 * @param {unknown} value
 * @param {string} argument
 * @param {number} fallback
 * @returns {[first: number, second: number]}
 */
function checkSpeeds(value, argument, fallback) {
    if (value === undefined) return [fallback, fallback];
    /** @param {unknown} one @returns {number} */
    const speed = (one) => (one === Infinity ? Infinity : checkNumber(one, argument, 0));
    if (!isArray(value)) return [speed(value), speed(value)];
    if (value.length !== 2) {
        throw new GrazeError(
            'wrong-type',
            `${argument} must be a number or an array of two numbers`,
            {
                argument,
                value,
            },
        );
    }
    return [speed(value[0]), speed(value[1])];
}

/**
 * Returns the velocity obstacle of the second disc for the first.
 *
 * @param {Core} core
 * @param {unknown} first
 * @param {unknown} second
 * @param {unknown} options
 * @returns {VelocityObstacle}
 */
export function velocityObstacle(core, first, second, options) {
    const discs = checkDiscPair(first, second);
    const horizon = checkHorizon(options);
    if (calls.velocityObstacle(core, ...discs, horizon) !== 0) throw discError(core);
    const doubles = core.memory.float64;
    const d = core.result >> 3;
    const record = VELOCITY_OBSTACLE;
    const kind = OBSTACLES[core.memory.int32[(core.result >> 2) + record.kind]];
    /** @param {number} x @param {number} y */
    const vector = (x, y) => ({ x: doubles[d + x], y: doubles[d + y] });
    const isCone = kind === 'cone';
    const isCut = isCone && horizon < Infinity;
    return {
        kind,
        horizon,
        apex: vector(record.apexX, record.apexY),
        left: isCone ? vector(record.leftX, record.leftY) : null,
        right: isCone ? vector(record.rightX, record.rightY) : null,
        cut: isCut
            ? { ...vector(record.cutX, record.cutY), radius: doubles[d + record.cutRadius] }
            : null,
    };
}

/**
 * Returns whether the first disc, at another velocity, comes into contact with the second.
 *
 * @param {Core} core
 * @param {unknown} first
 * @param {unknown} second
 * @param {unknown} velocity
 * @param {unknown} options
 */
export function isVelocityUnsafe(core, first, second, velocity, options) {
    const discs = checkDiscPair(first, second);
    const [vx, vy] = checkRecordNumbers(
        velocity,
        'velocity',
        VELOCITY_KEYS,
        LIMITS.maxMagnitude,
        undefined,
        VELOCITY_SPACE_KEYS,
    );
    const answer = calls.velocityIsUnsafe(core, ...discs, vx, vy, checkHorizon(options));
    if (answer < 0) throw discError(core);
    return answer === 1;
}

/**
 * Returns the speeds of the first disc with which it comes into contact with the second.
 *
 * @param {Core} core
 * @param {unknown} first
 * @param {unknown} second
 * @param {unknown} options
 */
export function unsafeSpeeds(core, first, second, options) {
    const discs = checkDiscPair(first, second);
    const { after = 'vanish' } = checkOptions(options, 'options', ['after']);
    const ending = checkChoice(after, 'after', ENDINGS);
    if (calls.unsafeSpeeds(core, ...discs, ending) !== 0) throw discError(core);
    return readSpans(core);
}

/**
 * Returns the least change that avoids a conflict.
 *
 * @param {Core} core
 * @param {unknown} first
 * @param {unknown} second
 * @param {unknown} options
 * @returns {SafeVelocity}
 */
export function safeVelocity(core, first, second, options) {
    const discs = checkDiscPair(first, second);
    const keys = ['maxSpeed', 'minSpeed', 'canWait', 'margin'];
    const given = checkOptions(options, 'options', keys);
    const maxSpeeds = checkSpeeds(given.maxSpeed, 'maxSpeed', Infinity);
    const minSpeeds = checkSpeeds(given.minSpeed, 'minSpeed', 0);
    const k = [0, 1].find((agent) => minSpeeds[agent] > maxSpeeds[agent]);
    if (k !== undefined) {
        throw new GrazeError(
            'out-of-range',
            `minSpeed (${minSpeeds[k]}) must be at most maxSpeed (${maxSpeeds[k]})`,
            { argument: 'minSpeed', value: minSpeeds[k] },
        );
    }
    const { margin: gap = RELATIVE_MARGIN * (discs[6] + discs[13]), canWait = true } = given;
    const margin = checkNumber(gap, 'margin', 0, LIMITS.maxMagnitude);
    const mayWait = Number(checkBoolean(canWait, 'canWait'));
    const [min1, min2] = minSpeeds;
    const [max1, max2] = maxSpeeds;
    const status = calls.safeVelocity(core, ...discs, min1, max1, min2, max2, margin, mayWait);
    if (status !== 0) throw discError(core);
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const agent = ints[i + SAFE_VELOCITY.agent];
    return {
        step: /** @type {1 | 2 | 3 | 4 | 5} */ (ints[i + SAFE_VELOCITY.step]),
        agent: /** @type {const} */ ([null, 'first', 'second'])[agent],
        vx: doubles[d + SAFE_VELOCITY.vx],
        vy: doubles[d + SAFE_VELOCITY.vy],
        end: doubles[d + SAFE_VELOCITY.end],
        delay: doubles[d + SAFE_VELOCITY.delay],
    };
}
