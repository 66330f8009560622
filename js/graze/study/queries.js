import { discError } from '../agents/conflicts.js';
import { checkDiscPair } from '../agents/velocities.js';
import { readDistance } from '../core/answers.js';
import { checkChoice, checkNumber, checkOptionalChoice, checkOptions } from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { GrazeError } from '../core/errors.js';
import {
    BASELINES,
    COLLIDERS,
    CONTACT_METHODS,
    DIFFERENCE,
    GJK_POINT,
    GJK_ROUND,
    OUTCOMES,
    STARTS,
    SUBDISTANCES,
    SUPPORTS,
} from '../core/layout.js';
import { PLANE } from '../motion/form.js';
import { Motion } from '../motion/motion.js';
import {
    callWithOptions,
    checkMotionOptions,
    checkMovingStatus,
    MOTION_OPTION_KEYS,
    movingPairError,
} from '../motion/options.js';
import { checkMovingPair, readContact } from '../motion/queries.js';
import { POSE, readPose } from '../static/pose.js';
import { GJK_KEYS, pairError } from '../static/queries.js';
import { Shape } from '../static/shape.js';
import { ANSWER_FORM } from '../static/witness.js';

/** The study tools, as functions of the core. */

/** @import { Core } from '../core/core.js' */

/**
 * Checks the options of GJK and returns them as positions in the lists of names.
 *
 * @param {Record<string, unknown>} given
 * @returns {[subdistance: number, support: number, start: number]}
 */
function checkGjkOptions({ subdistance, support, start }) {
    return [
        checkOptionalChoice(subdistance, 'subdistance', SUBDISTANCES),
        checkOptionalChoice(support, 'support', SUPPORTS),
        checkOptionalChoice(start, 'start', STARTS),
    ];
}

/** Keys of the options of a first contact with a choice of the method. */
export const CONTACT_OPTION_KEYS = [...MOTION_OPTION_KEYS, 'method'];

/**
 * Returns whether two bodies are in contact, by the chosen algorithm.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} poseA
 * @param {unknown} poseB
 * @param {unknown} options
 */
export function collide(core, a, b, poseA, poseB, options) {
    const given = checkOptions(options, 'options', ['method', ...GJK_KEYS]);
    const collider = checkOptionalChoice(given.method, 'method', COLLIDERS);
    const gjk = checkGjkOptions(given);
    const i = Shape.handle(core, a, 'a');
    const j = Shape.handle(core, b, 'b');
    readPose(poseA, 'poseA');
    const { x: ax, y: ay, cos: ac, sin: as } = POSE;
    readPose(poseB, 'poseB');
    const { x: bx, y: by, cos: bc, sin: bs } = POSE;
    const answer = calls.collideBy(
        core,
        i,
        ax,
        ay,
        ac,
        as,
        j,
        bx,
        by,
        bc,
        bs,
        collider,
        gjk[0],
        gjk[1],
        gjk[2],
    );
    if (answer < 0) throw pairError(core);
    return answer === 1;
}

/**
 * Returns the distance of two bodies, by the chosen variant of GJK.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} poseA
 * @param {unknown} poseB
 * @param {unknown} options
 */
export function distance(core, a, b, poseA, poseB, options) {
    const gjk = checkGjkOptions(checkOptions(options, 'options', GJK_KEYS));
    const i = Shape.handle(core, a, 'a');
    const j = Shape.handle(core, b, 'b');
    readPose(poseA, 'poseA');
    const { x: ax, y: ay, cos: ac, sin: as } = POSE;
    readPose(poseB, 'poseB');
    const { x: bx, y: by, cos: bc, sin: bs } = POSE;
    const status = calls.distanceBy(
        core,
        i,
        ax,
        ay,
        ac,
        as,
        j,
        bx,
        by,
        bc,
        bs,
        gjk[0],
        gjk[1],
        gjk[2],
    );
    if (status !== 0) throw pairError(core);
    return readDistance(core, ANSWER_FORM);
}

/**
 * Returns the distance of two bodies and the rounds of GJK.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} poseA
 * @param {unknown} poseB
 * @param {unknown} options
 */
export function trace(core, a, b, poseA, poseB, options) {
    const i = Shape.handle(core, a, 'a');
    const j = Shape.handle(core, b, 'b');
    const gjk = checkGjkOptions(checkOptions(options, 'options', GJK_KEYS));
    readPose(poseA, 'poseA');
    const { x: ax, y: ay, cos: ac, sin: as } = POSE;
    readPose(poseB, 'poseB');
    const { x: bx, y: by, cos: bc, sin: bs } = POSE;
    const status = calls.trace(core, i, ax, ay, ac, as, j, bx, by, bc, bs, gjk[0], gjk[1], gjk[2]);
    if (status !== 0) throw pairError(core);
    return {
        ...readDistance(core, ANSWER_FORM),
        rounds: core.readList(GJK_ROUND.bytes, readRound),
    };
}

/**
 * Returns the outline of A - B.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} poseA
 * @param {unknown} poseB
 */
export function minkowskiDifference(core, a, b, poseA, poseB) {
    const i = Shape.handle(core, a, 'a');
    const j = Shape.handle(core, b, 'b');
    readPose(poseA, 'poseA');
    const { x: ax, y: ay, cos: ac, sin: as } = POSE;
    readPose(poseB, 'poseB');
    const { x: bx, y: by, cos: bc, sin: bs } = POSE;
    const status = calls.minkowskiDifference(core, i, ax, ay, ac, as, j, bx, by, bc, bs);
    if (status !== 0) throw pairError(core);
    return core.readList(DIFFERENCE.bytes, (doubles, d, ints, i) => ({
        x: doubles[d + DIFFERENCE.x],
        y: doubles[d + DIFFERENCE.y],
        a: ints[i + DIFFERENCE.a],
        b: ints[i + DIFFERENCE.b],
    }));
}

/**
 * Reads a round of GJK, whose record begins with its simplex.
 *
 * @param {Float64Array} doubles
 * @param {number} d
 * @param {Int32Array} ints
 * @param {number} i
 */
function readRound(doubles, d, ints, i) {
    const simplex = [];
    for (let k = 0; k < ints[i + GJK_ROUND.count]; k++) {
        const point = d + (k * GJK_POINT.bytes) / 8;
        const vertices = i + (k * GJK_POINT.bytes) / 4;
        simplex.push({
            x: doubles[point + GJK_POINT.x],
            y: doubles[point + GJK_POINT.y],
            a: ints[vertices + GJK_POINT.a],
            b: ints[vertices + GJK_POINT.b],
            weight: doubles[point + GJK_POINT.weight],
            kept: ((ints[i + GJK_ROUND.kept] >> k) & 1) === 1,
        });
    }
    return {
        direction: { x: doubles[d + GJK_ROUND.directionX], y: doubles[d + GJK_ROUND.directionY] },
        w: {
            x: doubles[d + GJK_ROUND.wX],
            y: doubles[d + GJK_ROUND.wY],
            a: ints[i + GJK_ROUND.wA],
            b: ints[i + GJK_ROUND.wB],
        },
        simplex,
        barycode: ints[i + GJK_ROUND.barycode],
        v: { x: doubles[d + GJK_ROUND.vX], y: doubles[d + GJK_ROUND.vY] },
        outcome: OUTCOMES[ints[i + GJK_ROUND.outcome]],
    };
}

/**
 * Calls a function of two moving bodies with a choice of the method. Published methods support neither inflations nor
 * touching.
 *
 * @param {Core} core
 * @param {typeof calls.firstContactBy} call
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} motionA
 * @param {unknown} motionB
 * @param {unknown} options
 */
function callMovingPair(core, call, a, b, motionA, motionB, options) {
    const pair = checkMovingPair(core, PLANE, a, b, motionA, motionB);
    const checked = checkMotionOptions(options, CONTACT_OPTION_KEYS);
    const method = CONTACT_METHODS[checked[5]];
    if (method === 'bcda' || method === 'pcda') {
        Motion.refuseInflation(motionA, motionB);
        if (checked[6] !== 0) {
            const text = `touching must be 'conflict' with method '${method}', got 'allowed'`;
            const details = { argument: 'touching', value: 'allowed' };
            throw new GrazeError('unknown-option', text, details);
        }
    }
    return callWithOptions(core, call, pair, checked);
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
    const status = callMovingPair(core, calls.firstContactBy, a, b, motionA, motionB, options);
    checkMovingStatus(core, status);
    return readContact(core, PLANE);
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
    const call = calls.timeToCollisionBy;
    const time = callMovingPair(core, call, a, b, motionA, motionB, options);
    if (Number.isNaN(time)) throw movingPairError(core);
    return time;
}

/**
 * Returns the first contact of two moving bodies and the times at which the method evaluated them.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} motionA
 * @param {unknown} motionB
 * @param {unknown} options
 */
export function traceContact(core, a, b, motionA, motionB, options) {
    const status = callMovingPair(core, calls.traceContact, a, b, motionA, motionB, options);
    checkMovingStatus(core, status);
    return {
        ...readContact(core, PLANE),
        evaluations: core.readList(8, (doubles, d) => doubles[d]),
    };
}

/**
 * Returns whether a published method reports contact of two moving discs.
 *
 * @param {Core} core
 * @param {unknown} method
 * @param {unknown} first
 * @param {unknown} second
 * @param {unknown} options
 * @returns {boolean}
 */
export function conflictBy(core, method, first, second, options) {
    const baseline = checkChoice(method, 'method', BASELINES);
    const discs = checkDiscPair(first, second);
    const { step = 0 } = checkOptions(options, 'options', ['step']);
    const answer = calls.conflictBy(core, baseline, ...discs, checkNumber(step, 'step', 0));
    if (answer < 0) throw discError(core);
    return answer === 1;
}
