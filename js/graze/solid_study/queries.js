import { checkOptionalChoice, checkOptions } from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { GrazeError } from '../core/errors.js';
import {
    CONTACT_METHODS,
    OUTCOMES,
    SOLID_CONTACT_ROUND,
    SOLID_DIFFERENCE,
    SOLID_DIFFERENCE_FACES,
    SOLID_ESTIMATE,
    SOLID_GJK_POINT,
    SOLID_GJK_ROUND,
    SOLID_PROCEDURES,
    SOLID_SUBDISTANCES,
    SOLID_SUPPORTS,
    STARTS,
} from '../core/layout.js';
import {
    callWithOptions,
    checkMotionOptions,
    MOTION_OPTION_KEYS,
    movingPairError,
} from '../motion/options.js';
import { checkMovingPair, readContact } from '../motion/queries.js';
import { stagePoses } from '../solid/pose.js';
import { pairError, readPair } from '../solid/queries.js';
import { readPoint } from '../solid/witness.js';
import { SPACE } from '../solid_motion/form.js';

/** The study tools for bodies in space, as functions of the core. */

/**
 * @import { Core } from '../core/core.js'
 * @import { Pair } from '../solid/queries.js'
 * @import { SolidContactRound, SolidContactTrace, SolidDifference, SolidDifferencePoint, SolidEstimate, SolidGjkRound, SolidTrace } from './types.js'
 *
 * @typedef {(core: Core, a: number, b: number, subdistance: number, support: number, start: number) => number} GjkCall
 */

const GJK_KEYS = ['subdistance', 'support', 'start'];

/**
 * Calls a query of two convex bodies by a variant of GJK, and returns its answer; throws if that is negative or, for a
 * status, not 0.
 *
 * @param {Core} core
 * @param {GjkCall} call
 * @param {boolean} isStatus whether the answer is one
 * @param {Pair} pair
 * @param {unknown} options
 */
function callGjk(core, call, isStatus, pair, options) {
    const { subdistance, support, start } = checkOptions(options, 'options', GJK_KEYS);
    const method = checkOptionalChoice(subdistance, 'subdistance', SOLID_SUBDISTANCES);
    const search = checkOptionalChoice(support, 'support', SOLID_SUPPORTS);
    const begin = checkOptionalChoice(start, 'start', STARTS);
    stagePoses(core, pair.poseA, pair.poseB);
    const answer = call(core, pair.a, pair.b, method, search, begin);
    if (isStatus ? answer !== 0 : answer < 0) throw pairError(core, pair);
    return answer;
}

/**
 * Returns whether two bodies are in contact, by the chosen variant of GJK.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} poseA
 * @param {unknown} poseB
 * @param {unknown} options
 */
export function collide(core, a, b, poseA, poseB, options) {
    const pair = readPair(core, a, b, poseA, poseB);
    return callGjk(core, calls.solidCollideBy, false, pair, options) === 1;
}

/**
 * Returns the nearest points of two bodies, by the chosen variant of GJK.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} poseA
 * @param {unknown} poseB
 * @param {unknown} options
 */
export function distance(core, a, b, poseA, poseB, options) {
    const pair = readPair(core, a, b, poseA, poseB);
    callGjk(core, calls.solidDistanceBy, true, pair, options);
    return readEstimate(core);
}

/**
 * Returns the nearest points of two bodies, and the rounds of GJK.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} poseA
 * @param {unknown} poseB
 * @param {unknown} options
 * @returns {SolidTrace}
 */
export function trace(core, a, b, poseA, poseB, options) {
    const pair = readPair(core, a, b, poseA, poseB);
    callGjk(core, calls.solidTrace, true, pair, options);
    return { ...readEstimate(core), rounds: core.readList(SOLID_GJK_ROUND.bytes, readRound) };
}

/** Reads the nearest points of the last call. @param {Core} core @returns {SolidEstimate} */
function readEstimate(core) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const normal = readPoint(doubles, d + SOLID_ESTIMATE.normal);
    return {
        distance: doubles[d + SOLID_ESTIMATE.distance],
        pointA: readPoint(doubles, d + SOLID_ESTIMATE.pointA),
        pointB: readPoint(doubles, d + SOLID_ESTIMATE.pointB),
        normal: normal.x === 0 && normal.y === 0 && normal.z === 0 ? null : normal,
        outcome: OUTCOMES[ints[i + SOLID_ESTIMATE.outcome]],
        iterations: ints[i + SOLID_ESTIMATE.iterations],
    };
}

/**
 * Reads a point of A - B.
 *
 * @param {Float64Array} doubles
 * @param {number} d
 * @param {Int32Array} ints
 * @param {number} i
 * @returns {SolidDifferencePoint}
 */
function readDifference(doubles, d, ints, i) {
    return {
        ...readPoint(doubles, d + SOLID_DIFFERENCE.x),
        a: ints[i + SOLID_DIFFERENCE.a],
        b: ints[i + SOLID_DIFFERENCE.b],
    };
}

/**
 * Reads a round of GJK.
 *
 * @param {Float64Array} doubles
 * @param {number} d
 * @param {Int32Array} ints
 * @param {number} i
 * @returns {SolidGjkRound}
 */
function readRound(doubles, d, ints, i) {
    /** @param {number} at offset in bytes */
    const pointAt = (at) => readDifference(doubles, d + at / 8, ints, i + at / 4);
    const kept = ints[i + SOLID_GJK_ROUND.kept];
    return {
        direction: readPoint(doubles, d + SOLID_GJK_ROUND.direction),
        w: pointAt(SOLID_GJK_ROUND.w),
        simplex: Array.from({ length: ints[i + SOLID_GJK_ROUND.count] }, (_, k) => {
            const at = SOLID_GJK_ROUND.simplex + k * SOLID_GJK_POINT.bytes;
            return {
                ...pointAt(at + SOLID_GJK_POINT.at),
                weight: doubles[d + at / 8 + SOLID_GJK_POINT.weight],
                kept: ((kept >> k) & 1) === 1,
            };
        }),
        barycode: ints[i + SOLID_GJK_ROUND.barycode],
        v: readPoint(doubles, d + SOLID_GJK_ROUND.v),
        outcome: OUTCOMES[ints[i + SOLID_GJK_ROUND.outcome]],
    };
}

/**
 * Returns the polytope A - B of the cores of two bodies.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} poseA
 * @param {unknown} poseB
 * @returns {SolidDifference}
 */
export function minkowskiDifference(core, a, b, poseA, poseB) {
    const pair = readPair(core, a, b, poseA, poseB);
    stagePoses(core, pair.poseA, pair.poseB);
    const status = calls.solidMinkowskiDifference(core, pair.a, pair.b);
    if (status !== 0) throw pairError(core, pair);
    const ints = core.memory.int32;
    const i = core.result >> 2;
    const starts = ints[i + SOLID_DIFFERENCE_FACES.faceStarts] >> 2;
    const corners = ints[i + SOLID_DIFFERENCE_FACES.corners] >> 2;
    const length = ints[i + SOLID_DIFFERENCE_FACES.faceCount];
    return {
        vertices: core.readList(SOLID_DIFFERENCE.bytes, readDifference),
        faces: Array.from({ length }, (_, k) => {
            const [from, to] = [ints[starts + k], ints[starts + k + 1]];
            return Array.from(ints.subarray(corners + from, corners + to));
        }),
    };
}

const CONTACT_OPTION_KEYS = [...MOTION_OPTION_KEYS, 'method'];

/**
 * Calls a function of two moving bodies by the chosen method, and returns its answer, with the method. Published methods do
 * not support touching.
 *
 * @param {Core} core
 * @param {typeof calls.solidFirstContactBy} call
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} motionA
 * @param {unknown} motionB
 * @param {unknown} options
 */
function callMovingPair(core, call, a, b, motionA, motionB, options) {
    const pair = checkMovingPair(core, SPACE, a, b, motionA, motionB);
    const checked = checkMotionOptions(options, CONTACT_OPTION_KEYS);
    const method = CONTACT_METHODS[checked[5]];
    const isPublished = method === 'bcda' || method === 'pcda';
    if (isPublished && checked[6] !== 0) {
        const text = `touching must be 'conflict' with method '${method}', got 'allowed'`;
        throw new GrazeError('unknown-option', text, { argument: 'touching', value: 'allowed' });
    }
    return { answer: callWithOptions(core, call, pair, checked), isPublished };
}

/** Returns the error of a failed call of two moving bodies, which must be convex. @param {Core} core */
function movingError(core) {
    const { code, index } = core.readFault();
    if (code !== 'not-convex') return movingPairError(core);
    const argument = index === 0 ? 'a' : 'b';
    const text = `${argument} must be convex, got a compound or a mesh`;
    return new GrazeError(code, text, { argument });
}

/**
 * Returns the first contact of two moving bodies, by the chosen method.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} motionA
 * @param {unknown} motionB
 * @param {unknown} options
 */
export function firstContact(core, a, b, motionA, motionB, options) {
    const call = calls.solidFirstContactBy;
    const { answer } = callMovingPair(core, call, a, b, motionA, motionB, options);
    if (answer !== 0) throw movingError(core);
    return readContact(core, SPACE);
}

/**
 * Returns the time to the first contact of two moving bodies, by the chosen method.
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
    const call = calls.solidTimeToCollisionBy;
    const time = callMovingPair(core, call, a, b, motionA, motionB, options).answer;
    if (Number.isNaN(time)) throw movingError(core);
    return time;
}

/**
 * Returns the first contact of two moving bodies, the times at which the method evaluated them, and its rounds.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} motionA
 * @param {unknown} motionB
 * @param {unknown} options
 * @returns {SolidContactTrace}
 */
export function traceContact(core, a, b, motionA, motionB, options) {
    const call = calls.solidTraceContact;
    const { answer, isPublished } = callMovingPair(core, call, a, b, motionA, motionB, options);
    if (answer !== 0) throw movingError(core);
    const contact = readContact(core, SPACE);
    const rounds = core.readList(SOLID_CONTACT_ROUND.bytes, readContactRound);
    return {
        ...contact,
        evaluations: rounds.map(({ time }) => time),
        rounds: isPublished ? rounds : [],
    };
}

/**
 * Reads an iteration of BCDA or PCDA.
 *
 * @param {Float64Array} doubles
 * @param {number} d
 * @param {Int32Array} ints
 * @param {number} i
 * @returns {SolidContactRound}
 */
function readContactRound(doubles, d, ints, i) {
    return {
        time: doubles[d + SOLID_CONTACT_ROUND.time],
        separation: doubles[d + SOLID_CONTACT_ROUND.separation],
        normal: readPoint(doubles, d + SOLID_CONTACT_ROUND.normal),
        countA: ints[i + SOLID_CONTACT_ROUND.countA],
        countB: ints[i + SOLID_CONTACT_ROUND.countB],
        flag: ints[i + SOLID_CONTACT_ROUND.flag],
        procedure: SOLID_PROCEDURES[ints[i + SOLID_CONTACT_ROUND.procedure]],
    };
}
