import { checkNumbers, MAX_RECORDS } from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { GrazeError } from '../core/errors.js';
import {
    CLEARANCE_STATUSES,
    CONTACT_STATUSES,
    SOLID_CLEARANCE,
    SOLID_CONTACT,
    SOLID_WITNESS,
} from '../core/layout.js';
import { checkOut, outError, writeInterval } from '../core/out.js';
import {
    callWithOptions,
    checkClearanceOptions,
    checkMotionOptions,
    checkMovingStatus,
    findContactIntervals,
    findTimeToCollision,
    MOTION_OPTION_KEYS,
} from '../motion/options.js';
import { Solid } from '../solid/solid.js';
import { readFeature, readPoint, writeWitness } from '../solid/witness.js';
import { SolidMotion } from './motion.js';

/** The queries of two bodies in space that move, as functions of the core. */

/**
 * @import { Core } from '../core/core.js'
 * @import { MovingPair } from '../motion/options.js'
 * @import { ContactInterval, SolidClearance, SolidFirstContact } from './types.js'
 */

/**
 * Returns the handles of two bodies and their motions.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} motionA
 * @param {unknown} motionB
 * @returns {MovingPair}
 */
export function checkPair(core, a, b, motionA, motionB) {
    if (SolidMotion.isMotion(b)) {
        const text = 'b must be a body, not a motion: the arguments are a, b, motionA, motionB';
        throw new GrazeError('wrong-type', text, { argument: 'b', value: b });
    }
    const handleA = Solid.handle(core, a, 'a');
    const handleB = Solid.handle(core, b, 'b');
    return [
        handleA,
        SolidMotion.handle(core, motionA, 'motionA'),
        handleB,
        SolidMotion.handle(core, motionB, 'motionB'),
    ];
}

/** Reads the contact of the last call. @param {Core} core @returns {SolidFirstContact} */
export function readContact(core) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const status = CONTACT_STATUSES[ints[i + SOLID_CONTACT.status]];
    const iterations = ints[i + SOLID_CONTACT.iterations];
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
        time: [doubles[d + SOLID_CONTACT.lo], doubles[d + SOLID_CONTACT.hi]],
        separation: doubles[d + SOLID_CONTACT.separation],
        pointA: readPoint(doubles, d + SOLID_WITNESS.pointA),
        pointB: readPoint(doubles, d + SOLID_WITNESS.pointB),
        normal: readPoint(doubles, d + SOLID_WITNESS.normal),
        featureA: readFeature(ints, i + SOLID_WITNESS.featureA, i + SOLID_WITNESS.partA),
        featureB: readFeature(ints, i + SOLID_WITNESS.featureB, i + SOLID_WITNESS.partB),
        iterations,
    };
}

/**
 * Writes the contact of the last call into an answer. All is read first: setters of the answer may call the instance.
 *
 * @param {Core} core
 * @param {SolidFirstContact} out
 */
function writeContact(core, out) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const status = CONTACT_STATUSES[ints[i + SOLID_CONTACT.status]];
    const iterations = ints[i + SOLID_CONTACT.iterations];
    const lo = doubles[d + SOLID_CONTACT.lo];
    const hi = doubles[d + SOLID_CONTACT.hi];
    const separation = doubles[d + SOLID_CONTACT.separation];
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
            writeWitness(core, /** @type {any} */ (out));
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
    const pair = checkPair(core, a, b, motionA, motionB);
    const checked = checkMotionOptions(options, MOTION_OPTION_KEYS);
    /** @type {SolidFirstContact | undefined} */
    const answer = checkOut(out, 'firstContact', 'time', 'featureA');
    checkMovingStatus(core, callWithOptions(core, calls.solidFirstContact, pair, checked));
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
    const pair = checkPair(core, a, b, motionA, motionB);
    return findTimeToCollision(core, calls.solidTimeToCollision, pair, options);
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
    const pair = checkPair(core, a, b, motionA, motionB);
    return findContactIntervals(core, calls.solidContactIntervals, pair, options);
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
 * @returns {SolidClearance}
 */
export function clearance(core, a, b, motionA, motionB, options) {
    const pair = checkPair(core, a, b, motionA, motionB);
    const { limit, checked } = checkClearanceOptions(options);
    checkMovingStatus(core, calls.solidClearance(core, ...pair, ...checked, limit));
    const doubles = core.memory.float64;
    const d = core.result >> 3;
    const ints = core.memory.int32;
    const i = core.result >> 2;
    const lo = doubles[d + SOLID_CLEARANCE.lo];
    const hi = doubles[d + SOLID_CLEARANCE.hi];
    const hasTime = ints[i + SOLID_CLEARANCE.isCommon] === 1 && hi < Infinity;
    return /** @type {SolidClearance} */ ({
        separation: [lo, hi],
        status: CLEARANCE_STATUSES[ints[i + SOLID_CLEARANCE.status]],
        time: hasTime ? doubles[d + SOLID_CLEARANCE.time] : null,
        pointA: hasTime ? readPoint(doubles, d + SOLID_WITNESS.pointA) : null,
        pointB: hasTime ? readPoint(doubles, d + SOLID_WITNESS.pointB) : null,
        normal: hasTime ? readPoint(doubles, d + SOLID_WITNESS.normal) : null,
        iterations: ints[i + SOLID_CLEARANCE.iterations],
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
    const pair = checkPair(core, a, b, motionA, motionB);
    const numbers = checkNumbers(times, 'times', 0, MAX_RECORDS);
    return core.run(() => {
        const count = numbers.length;
        const stage = calls.solidTimesStage(core, count);
        if (stage === 0) throw core.faultError();
        core.memory.float64.set(numbers, stage >> 3);
        checkMovingStatus(core, calls.solidSeparationsAt(core, ...pair, stage, count));
        return core.memory.float64.slice(stage >> 3, (stage >> 3) + count);
    });
}
