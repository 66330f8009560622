import { checkNumbers, checkOptions, MAX_RECORDS } from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { GrazeError } from '../core/errors.js';
import {
    CLEARANCE,
    CLEARANCE_STATUSES,
    CONTACT,
    CONTACT_STATUSES,
    WITNESS,
} from '../core/layout.js';
import { checkOut, outError, writeInterval } from '../core/out.js';
import { Shape } from '../static/shape.js';
import { readFeature, readPoint, writeWitness } from '../static/witness.js';
import { Motion } from './motion.js';
import {
    callWithOptions,
    checkClearanceOptions,
    checkListOptions,
    checkMotionOptions,
    checkMovingStatus,
    findContactIntervals,
    findTimeToCollision,
    LIST_OPTION_KEYS,
    MOTION_OPTION_KEYS,
    readIntervals,
} from './options.js';

/** The queries of two bodies that move and turn, as functions of the core. */

/**
 * @import { Core } from '../core/core.js'
 * @import { CheckedOptions, MovingPair } from './options.js'
 * @import { Clearance, ContactInterval, FirstContact, UnsafeDelays } from './types.js'
 */

/**
 * Checks the options of a query of delays: `from` and `to` bound the delays, those of `time` the times.
 *
 * @param {unknown} options
 */
function checkDelayOptions(options) {
    const { time, ...rest } = checkOptions(options, 'options', [...LIST_OPTION_KEYS, 'time']);
    const { checked: given, maxIntervals } = checkListOptions(rest);
    const [minDelay, maxDelay, tolerance, distanceTolerance, maxIterations, method, touching] =
        given;
    const times = checkOptions(time, 'time', ['from', 'to']);
    const [from, to] = checkMotionOptions(times, ['from', 'to']);
    /** @type {CheckedOptions} */
    const checked = [from, to, tolerance, distanceTolerance, maxIterations, method, touching];
    /** @type {readonly [from: number, to: number]} */
    const delays = [minDelay, maxDelay];
    return { checked, delays, maxIntervals };
}

/**
 * Returns the handles of two shapes and their motions.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} motionA
 * @param {unknown} motionB
 * @returns {MovingPair}
 */
export function checkMovingPair(core, a, b, motionA, motionB) {
    if (Motion.isMotion(b)) {
        const text = 'b must be a shape, not a motion: the arguments are a, b, motionA, motionB';
        throw new GrazeError('wrong-type', text, { argument: 'b', value: b });
    }
    const handleA = Shape.handle(core, a, 'a');
    const handleB = Shape.handle(core, b, 'b');
    return [
        handleA,
        Motion.handle(core, motionA, 'motionA'),
        handleB,
        Motion.handle(core, motionB, 'motionB'),
    ];
}

/**
 * Reads the contact of the last call, with which its record begins.
 *
 * @param {Core} core
 * @returns {FirstContact}
 */
export function readContact(core) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const status = CONTACT_STATUSES[ints[i + CONTACT.status]];
    const iterations = ints[i + CONTACT.iterations];
    if (status === 'free') {
        return {
            status,
            time: null,
            separation: null,
            pointA: null,
            pointB: null,
            normal: null,
            featureA: null,
            featureB: null,
            iterations,
        };
    }
    return {
        status,
        time: [doubles[d + CONTACT.lo], doubles[d + CONTACT.hi]],
        separation: doubles[d + CONTACT.separation],
        pointA: readPoint(doubles, d + WITNESS.pointAX),
        pointB: readPoint(doubles, d + WITNESS.pointBX),
        normal: readPoint(doubles, d + WITNESS.normalX),
        featureA: readFeature(ints, i + WITNESS.featureA, i + WITNESS.partA),
        featureB: readFeature(ints, i + WITNESS.featureB, i + WITNESS.partB),
        iterations,
    };
}

/**
 * Writes the contact of the last call into an answer. All is read first: setters of the answer may call the instance.
 *
 * @param {Core} core
 * @param {FirstContact} out
 */
function writeContact(core, out) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const status = CONTACT_STATUSES[ints[i + CONTACT.status]];
    const iterations = ints[i + CONTACT.iterations];
    const lo = doubles[d + CONTACT.lo];
    const hi = doubles[d + CONTACT.hi];
    const separation = doubles[d + CONTACT.separation];
    try {
        if (status === 'free') {
            out.time = null;
            out.separation = null;
            out.pointA = null;
            out.pointB = null;
            out.normal = null;
            out.featureA = null;
            out.featureB = null;
        } else {
            writeWitness(core, out);
            out.time = writeInterval(out.time, lo, hi);
            out.separation = separation;
        }
        out.status = status;
        out.iterations = iterations;
        return out;
    } catch (error) {
        throw outError(error, out);
    }
}

/**
 * Returns the first contact of two moving bodies.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} motionA
 * @param {unknown} motionB
 * @param {unknown} options
 * @param {unknown} out an earlier answer, or undefined
 */
export function firstContact(core, a, b, motionA, motionB, options, out) {
    const pair = checkMovingPair(core, a, b, motionA, motionB);
    const checked = checkMotionOptions(options, MOTION_OPTION_KEYS);
    /** @type {FirstContact | undefined} */
    const answer = checkOut(out, 'firstContact', 'time', 'featureA');
    checkMovingStatus(core, callWithOptions(core, calls.firstContact, pair, checked));
    return answer === undefined ? readContact(core) : writeContact(core, answer);
}

/**
 * Returns the time to the first contact of two moving bodies.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} motionA
 * @param {unknown} motionB
 * @param {unknown} options
 * @returns {number}
 */
export function timeToCollision(core, a, b, motionA, motionB, options) {
    const pair = checkMovingPair(core, a, b, motionA, motionB);
    return findTimeToCollision(core, calls.timeToCollision, pair, options);
}

/**
 * Returns the intervals of contact of two moving bodies.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} motionA
 * @param {unknown} motionB
 * @param {unknown} options
 * @returns {ContactInterval[]}
 */
export function contactIntervals(core, a, b, motionA, motionB, options) {
    const pair = checkMovingPair(core, a, b, motionA, motionB);
    return findContactIntervals(core, calls.contactIntervals, pair, options);
}

/**
 * Returns the unsafe delays of the first of two moving bodies.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} motionA
 * @param {unknown} motionB
 * @param {unknown} options
 * @returns {UnsafeDelays[]}
 */
export function unsafeMotionDelays(core, a, b, motionA, motionB, options) {
    const pair = checkMovingPair(core, a, b, motionA, motionB);
    Motion.refuseInflation(motionA, motionB);
    const { checked, delays, maxIntervals } = checkDelayOptions(options);
    const call = calls.unsafeMotionDelays;
    checkMovingStatus(core, call(core, ...pair, ...checked, ...delays, maxIntervals));
    return /** @type {UnsafeDelays[]} */ (readIntervals(core));
}

/**
 * Returns the least separation of two moving bodies.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} motionA
 * @param {unknown} motionB
 * @param {unknown} options
 * @returns {Clearance}
 */
export function clearance(core, a, b, motionA, motionB, options) {
    const pair = checkMovingPair(core, a, b, motionA, motionB);
    const { limit, checked } = checkClearanceOptions(options);
    checkMovingStatus(core, calls.clearance(core, ...pair, ...checked, limit));
    const doubles = core.memory.float64;
    const d = core.result >> 3;
    const ints = core.memory.int32;
    const i = core.result >> 2;
    const separation = /** @type {[number, number]} */ ([
        doubles[d + CLEARANCE.lo],
        doubles[d + CLEARANCE.hi],
    ]);
    const status = CLEARANCE_STATUSES[ints[i + CLEARANCE.status]];
    const iterations = ints[i + CLEARANCE.iterations];
    const hasTime = ints[i + CLEARANCE.isCommon] === 1;
    return /** @type {Clearance} */ ({
        separation,
        status,
        time: hasTime ? doubles[d + CLEARANCE.time] : null,
        pointA: hasTime ? readPoint(doubles, d + WITNESS.pointAX) : null,
        pointB: hasTime ? readPoint(doubles, d + WITNESS.pointBX) : null,
        normal: hasTime ? readPoint(doubles, d + WITNESS.normalX) : null,
        iterations,
    });
}

/**
 * Returns the signed separations of two moving bodies at some times.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} motionA
 * @param {unknown} motionB
 * @param {unknown} times
 * @returns {Float64Array} one separation per time
 */
export function separationsAt(core, a, b, motionA, motionB, times) {
    const pair = checkMovingPair(core, a, b, motionA, motionB);
    const numbers = checkNumbers(times, 'times', 0, MAX_RECORDS);
    return core.run(() => {
        const count = numbers.length;
        const stage = calls.timesStage(core, count);
        if (stage === 0) throw core.faultError('times');
        core.memory.float64.set(numbers, stage >> 3);
        checkMovingStatus(core, calls.separationsAt(core, ...pair, stage, count));
        return core.memory.float64.slice(stage >> 3, (stage >> 3) + count);
    });
}
