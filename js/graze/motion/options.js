import {
    checkCount,
    checkMaxIntervals,
    checkNumber,
    checkOptionalChoice,
    checkOptions,
    isTouchingAllowed,
} from '../core/arguments.js';
import { GrazeError } from '../core/errors.js';
import { CONTACT_METHODS, CONTACT_STATUSES, INTERVAL } from '../core/layout.js';

/** Options of queries of two moving bodies, in the plane and in space, and what else these have in common. */

/**
 * @import { firstContact } from '../core/calls.js'
 * @import { Core } from '../core/core.js'
 *
 * @typedef {[a: number, motionA: number, b: number, motionB: number]} MovingPair handles, in the order of the
 *   module's arguments
 * @typedef {[from: number, to: number, tolerance: number, distanceTolerance: number, maxIterations: number, method: number, touching: number]} CheckedOptions
 *   NaN for an omitted option; `method` is a position in CONTACT_METHODS, `touching` one in TOUCHINGS
 * @typedef {{ checked: CheckedOptions, maxIntervals: number }} CheckedListOptions options of a query whose
 *   answer has at most `maxIntervals` intervals
 */

/** Keys of the options of a query of moving bodies. */
export const MOTION_OPTION_KEYS = [
    'from',
    'to',
    'tolerance',
    'distanceTolerance',
    'maxIterations',
    'touching',
];

/** Keys of the options of a clearance, which has no bracket in time and no contact. */
export const CLEARANCE_OPTION_KEYS = ['from', 'to', 'distanceTolerance', 'maxIterations'];

/** Those of a clearance as far as it is below a limit. */
export const LIMITED_CLEARANCE_KEYS = [...CLEARANCE_OPTION_KEYS, 'atMost'];

/** Value that selects the default of the core, which depends on the motions. */
const DEFAULT_MAX_ITERATIONS = 0;
/** Its sum with the iterations that the core adds fits a signed integer of 32 bits. */
const MAX_ITERATIONS = 2 ** 30;

/**
 * Checks the options of a query of moving bodies and returns them in the order of CheckedOptions.
 *
 * @param {unknown} options
 * @param {readonly string[]} keys
 * @returns {CheckedOptions}
 */
export function checkMotionOptions(options, keys) {
    if (options === undefined) {
        return [Number.NaN, Number.NaN, Number.NaN, Number.NaN, DEFAULT_MAX_ITERATIONS, 0, 0];
    }
    const { from, to, tolerance, distanceTolerance, maxIterations, method, touching } =
        checkOptions(options, 'options', keys);
    checkTimeRange(from, to);
    if (tolerance !== undefined) checkNumber(tolerance, 'tolerance', Number.MIN_VALUE);
    if (distanceTolerance !== undefined) checkNumber(distanceTolerance, 'distanceTolerance', 0);
    return [
        /** @type {number} */ (from ?? Number.NaN),
        /** @type {number} */ (to ?? Number.NaN),
        /** @type {number} */ (tolerance ?? Number.NaN),
        /** @type {number} */ (distanceTolerance ?? Number.NaN),
        maxIterations === undefined
            ? DEFAULT_MAX_ITERATIONS
            : checkCount(maxIterations, 'maxIterations', 1, MAX_ITERATIONS),
        checkOptionalChoice(method, 'method', CONTACT_METHODS),
        Number(isTouchingAllowed(touching)),
    ];
}

/**
 * Checks the options of a clearance as far as it is below a limit.
 *
 * @param {unknown} options
 * @returns {{ limit: number, checked: CheckedOptions }}
 */
export function checkClearanceOptions(options) {
    if (options === undefined) {
        return { limit: Infinity, checked: checkMotionOptions(options, CLEARANCE_OPTION_KEYS) };
    }
    const { atMost, ...rest } = checkOptions(options, 'options', LIMITED_CLEARANCE_KEYS);
    const limit = atMost === undefined ? Infinity : checkNumber(atMost, 'atMost', 0);
    return { limit, checked: checkMotionOptions(rest, CLEARANCE_OPTION_KEYS) };
}

/** Keys of the options of a query of moving bodies whose answer is a list. */
export const LIST_OPTION_KEYS = [...MOTION_OPTION_KEYS, 'maxIntervals'];

/**
 * Checks the options of a query of moving bodies whose answer is a list.
 *
 * @param {unknown} options
 * @returns {CheckedListOptions}
 */
export function checkListOptions(options) {
    const { maxIntervals, ...rest } = checkOptions(options, 'options', LIST_OPTION_KEYS);
    return {
        checked: checkMotionOptions(rest, MOTION_OPTION_KEYS),
        maxIntervals: checkMaxIntervals(maxIntervals),
    };
}

/**
 * Checks that a range of time, of which both ends may be omitted, does not end before it begins.
 *
 * @param {unknown} from
 * @param {unknown} to
 */
export function checkTimeRange(from, to) {
    if (from !== undefined) checkNumber(from, 'from');
    if (to !== undefined) checkNumber(to, 'to');
    if (/** @type {number} */ (to) < /** @type {number} */ (from)) {
        throw new GrazeError('out-of-order', `to must be at least from (${from}), got ${to}`, {
            argument: 'to',
            value: to,
        });
    }
}

/**
 * Calls a function of two moving bodies and options. Its numbers are passed one by one, which is quicker than spreading them.
 *
 * @param {Core} core
 * @param {typeof firstContact} call
 * @param {MovingPair} pair
 * @param {CheckedOptions} options
 */
export function callWithOptions(core, call, pair, options) {
    const [a, motionA, b, motionB] = pair;
    const [from, to, tolerance, distanceTolerance, maxIterations, method, touching] = options;
    return call(
        core,
        a,
        motionA,
        b,
        motionB,
        from,
        to,
        tolerance,
        distanceTolerance,
        maxIterations,
        method,
        touching,
    );
}

/** Returns the error of a failed call of two moving bodies. @param {Core} core */
export function movingPairError(core) {
    return core.faultError(['a', 'motionA', 'b', 'motionB'][core.readFault().index]);
}

/**
 * Throws the error of a call of two moving bodies unless its status is that of success.
 *
 * @param {Core} core
 * @param {number} status
 */
export function checkMovingStatus(core, status) {
    if (status !== 0) throw movingPairError(core);
}

/** Reads the intervals, of times or delays, in the list of the last call. @param {Core} core */
export function readIntervals(core) {
    return core.readList(INTERVAL.bytes, (doubles, d, ints, i) => ({
        status: CONTACT_STATUSES[ints[i + INTERVAL.status]],
        begin: /** @type {[number, number]} */ ([
            doubles[d + INTERVAL.beginLo],
            doubles[d + INTERVAL.beginHi],
        ]),
        end: /** @type {[number, number]} */ ([
            doubles[d + INTERVAL.endLo],
            doubles[d + INTERVAL.endHi],
        ]),
    }));
}
