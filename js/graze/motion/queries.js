import { checkNumbers, checkOptions, MAX_RECORDS } from '../core/arguments.js';
import { GrazeError } from '../core/errors.js';
import { CLEARANCE_STATUSES, CONTACT_STATUSES } from '../core/layout.js';
import { checkOut, outError, writeInterval } from '../core/out.js';
import {
    callWithOptions,
    checkClearanceOptions,
    checkListOptions,
    checkMotionOptions,
    checkMovingStatus,
    LIST_OPTION_KEYS,
    MOTION_OPTION_KEYS,
    movingPairError,
    readIntervals,
} from './options.js';

/**
 * The queries of two bodies that move and turn, in the plane and in space, as functions of the core: a form has what
 * differs.
 */

/**
 * @import * as calls from '../core/calls.js'
 * @import { AnswerForm } from '../core/answers.js'
 * @import { Core } from '../core/core.js'
 * @import { CheckedOptions, MovingPair } from './options.js'
 * @import { Clearance, ContactInterval, FirstContact, UnsafeDelays } from './types.js'
 * @import { Feature, Point } from '../static/types.js'
 *
 * @typedef {(core: Core, value: unknown, argument: string) => number} HandleReader
 */

/**
 * Bodies, records and calls of queries of moving bodies: those of the plane, or of space.
 *
 * @template P, F points and features of answers
 * @typedef {object} MovingForm
 * @property {string} noun noun for a body
 * @property {{ handle: HandleReader }} Body
 * @property {{ handle: HandleReader, isMotion: (value: unknown) => boolean,
 *   refuseInflation?: (motionA: unknown, motionB: unknown) => void }} Motion
 * @property {AnswerForm<P, F>} answers
 * @property {Record<'lo' | 'hi' | 'separation' | 'status' | 'iterations', number>} contact layout of a first contact
 * @property {Record<'lo' | 'hi' | 'time' | 'isCommon' | 'status' | 'iterations', number>} clearance layout of a clearance
 * @property {Pick<typeof calls, 'firstContact' | 'timeToCollision' | 'contactIntervals' | 'unsafeMotionDelays' |
 *   'clearance' | 'timesStage' | 'separationsAt'>} calls functions of the module
 */

/**
 * An answer of queries of the plane with the points and features of a form.
 *
 * @template T, P, F
 * @typedef {{ [K in keyof T]: T[K] extends Point ? P : T[K] extends Feature ? F : T[K] }} Answer
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
 * Returns the handles of two bodies and their motions.
 *
 * @param {Core} core
 * @param {MovingForm<any, any>} form
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} motionA
 * @param {unknown} motionB
 * @returns {MovingPair}
 */
export function checkMovingPair(core, { noun, Body, Motion }, a, b, motionA, motionB) {
    if (Motion.isMotion(b)) {
        const text = `b must be a ${noun}, not a motion: the arguments are a, b, motionA, motionB`;
        throw new GrazeError('wrong-type', text, { argument: 'b', value: b });
    }
    const handleA = Body.handle(core, a, 'a');
    const handleB = Body.handle(core, b, 'b');
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
 * @template P, F
 * @param {Core} core
 * @param {MovingForm<P, F>} form
 * @returns {Answer<FirstContact, P, F>}
 */
export function readContact(core, { contact, answers: { witness, readPoint, readFeature } }) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const status = CONTACT_STATUSES[ints[i + contact.status]];
    const iterations = ints[i + contact.iterations];
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
        time: [doubles[d + contact.lo], doubles[d + contact.hi]],
        separation: doubles[d + contact.separation],
        pointA: readPoint(doubles, d + witness.pointA),
        pointB: readPoint(doubles, d + witness.pointB),
        normal: readPoint(doubles, d + witness.normal),
        featureA: readFeature(ints, i + witness.featureA, i + witness.partA),
        featureB: readFeature(ints, i + witness.featureB, i + witness.partB),
        iterations,
    };
}

/**
 * Writes the contact of the last call into an answer. All is read first: setters of the answer may call the instance.
 *
 * @template P, F
 * @param {Core} core
 * @param {MovingForm<P, F>} form
 * @param {Answer<FirstContact, P, F>} out
 */
function writeContact(core, { contact, answers }, out) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const status = CONTACT_STATUSES[ints[i + contact.status]];
    const iterations = ints[i + contact.iterations];
    const lo = doubles[d + contact.lo];
    const hi = doubles[d + contact.hi];
    const separation = doubles[d + contact.separation];
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
            answers.writeWitness(core, out);
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
 * @template P, F
 * @param {Core} core
 * @param {MovingForm<P, F>} form
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} motionA
 * @param {unknown} motionB
 * @param {unknown} options
 * @param {unknown} out an earlier answer, or undefined
 * @returns {Answer<FirstContact, P, F>}
 */
export function firstContact(core, form, a, b, motionA, motionB, options, out) {
    const pair = checkMovingPair(core, form, a, b, motionA, motionB);
    const checked = checkMotionOptions(options, MOTION_OPTION_KEYS);
    /** @type {Answer<FirstContact, P, F> | undefined} */
    const answer = checkOut(out, 'firstContact', 'time', 'featureA');
    checkMovingStatus(core, callWithOptions(core, form.calls.firstContact, pair, checked));
    return answer === undefined ? readContact(core, form) : writeContact(core, form, answer);
}

/**
 * Returns the time to the first contact of two moving bodies.
 *
 * @param {Core} core
 * @param {MovingForm<any, any>} form
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} motionA
 * @param {unknown} motionB
 * @param {unknown} options
 * @returns {number}
 */
export function timeToCollision(core, form, a, b, motionA, motionB, options) {
    const pair = checkMovingPair(core, form, a, b, motionA, motionB);
    const checked = checkMotionOptions(options, MOTION_OPTION_KEYS);
    const time = callWithOptions(core, form.calls.timeToCollision, pair, checked);
    if (Number.isNaN(time)) throw movingPairError(core);
    return time;
}

/**
 * Returns the intervals of contact of two moving bodies.
 *
 * @param {Core} core
 * @param {MovingForm<any, any>} form
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} motionA
 * @param {unknown} motionB
 * @param {unknown} options
 * @returns {ContactInterval[]}
 */
export function contactIntervals(core, form, a, b, motionA, motionB, options) {
    const pair = checkMovingPair(core, form, a, b, motionA, motionB);
    const { checked, maxIntervals } = checkListOptions(options);
    const { contactIntervals: call } = form.calls;
    checkMovingStatus(core, call(core, ...pair, ...checked, maxIntervals));
    return /** @type {ContactInterval[]} */ (readIntervals(core));
}

/**
 * Returns the unsafe delays of the first of two moving bodies.
 *
 * @param {Core} core
 * @param {MovingForm<any, any>} form
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} motionA
 * @param {unknown} motionB
 * @param {unknown} options
 * @returns {UnsafeDelays[]}
 */
export function unsafeMotionDelays(core, form, a, b, motionA, motionB, options) {
    const pair = checkMovingPair(core, form, a, b, motionA, motionB);
    form.Motion.refuseInflation?.(motionA, motionB);
    const { checked, delays, maxIntervals } = checkDelayOptions(options);
    const { unsafeMotionDelays: call } = form.calls;
    checkMovingStatus(core, call(core, ...pair, ...checked, ...delays, maxIntervals));
    return /** @type {UnsafeDelays[]} */ (readIntervals(core));
}

/**
 * Returns the least separation of two moving bodies.
 *
 * @template P, F
 * @param {Core} core
 * @param {MovingForm<P, F>} form
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} motionA
 * @param {unknown} motionB
 * @param {unknown} options
 * @returns {Answer<Clearance, P, F>}
 */
export function clearance(core, form, a, b, motionA, motionB, options) {
    const pair = checkMovingPair(core, form, a, b, motionA, motionB);
    const { limit, checked } = checkClearanceOptions(options);
    checkMovingStatus(core, form.calls.clearance(core, ...pair, ...checked, limit));
    const { clearance, answers } = form;
    const { witness, readPoint } = answers;
    const doubles = core.memory.float64;
    const d = core.result >> 3;
    const ints = core.memory.int32;
    const i = core.result >> 2;
    const separation = /** @type {[number, number]} */ ([
        doubles[d + clearance.lo],
        doubles[d + clearance.hi],
    ]);
    const status = CLEARANCE_STATUSES[ints[i + clearance.status]];
    const iterations = ints[i + clearance.iterations];
    // A search without iterations may end without an upper bound, and so without a time.
    const hasTime = ints[i + clearance.isCommon] === 1 && separation[1] < Infinity;
    return /** @type {Answer<Clearance, any, any>} */ ({
        separation,
        status,
        time: hasTime ? doubles[d + clearance.time] : null,
        pointA: hasTime ? readPoint(doubles, d + witness.pointA) : null,
        pointB: hasTime ? readPoint(doubles, d + witness.pointB) : null,
        normal: hasTime ? readPoint(doubles, d + witness.normal) : null,
        iterations,
    });
}

/**
 * Returns the signed separations of two moving bodies at some times.
 *
 * @param {Core} core
 * @param {MovingForm<any, any>} form
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} motionA
 * @param {unknown} motionB
 * @param {unknown} times
 * @returns {Float64Array} one separation per time
 */
export function separationsAt(core, form, a, b, motionA, motionB, times) {
    const pair = checkMovingPair(core, form, a, b, motionA, motionB);
    const numbers = checkNumbers(times, 'times', 0, MAX_RECORDS);
    return core.run(() => {
        const count = numbers.length;
        const stage = form.calls.timesStage(core, count);
        if (stage === 0) throw core.faultError();
        core.memory.float64.set(numbers, stage >> 3);
        checkMovingStatus(core, form.calls.separationsAt(core, ...pair, stage, count));
        return core.memory.float64.slice(stage >> 3, (stage >> 3) + count);
    });
}
