import {
    readCast,
    readDistance,
    readPenetration,
    readRayCast,
    writeDistance,
    writePenetration,
    writeRayCast,
} from '../core/answers.js';
import {
    checkNumber,
    checkOptions,
    isList,
    isRecord,
    isTouchingAllowed,
} from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { argumentError, GrazeError } from '../core/errors.js';
import {
    LIMITS,
    RELATIONS,
    SOLID_BOUNDS,
    SOLID_CONE,
    SOLID_DIRECTION,
    SOLID_DISTANCE,
    SOLID_MANIFOLD,
    SOLID_MANIFOLD_POINT,
    SOLID_PENETRATION,
} from '../core/layout.js';
import { checkOut } from '../core/out.js';
import { readNumbers, readPointNumbers } from './point.js';
import { readPose, rotationError, stagePoses } from './pose.js';
import { Solid } from './solid.js';
import { ANSWER_FORM as FORM, readPoint } from './witness.js';

/** The queries of two bodies in space that stand still, or of which one is translated, as functions of the core. */

/**
 * @import { Core } from '../core/core.js'
 * @import { PoseNumbers } from './pose.js'
 * @import { SolidBounds, SolidCone, SolidDistance, SolidManifold, SolidPenetration, SolidRayCast, SolidShapeCast } from './types.js'
 *
 * @typedef {{ a: number, b: number, poseA: PoseNumbers, poseB: PoseNumbers }} Pair handles and poses of two bodies
 */

const RAY_KEYS = ['x', 'y', 'z', 'dx', 'dy', 'dz'];
const WAY_KEYS = ['dx', 'dy', 'dz'];

/** Ends of messages about arguments in another order. */
const SHAPE_CAST_ORDER = '; the order is shapeCast(a, b, poseA, poseB, translation, options)';
const RAY_CAST_ORDER = '; the order is rayCast(body, pose, ray, options, out)';

/**
 * Reads two bodies and their poses.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} poseA
 * @param {unknown} poseB
 * @returns {Pair}
 */
export function readPair(core, a, b, poseA, poseB) {
    return {
        a: Solid.handle(core, a, 'a'),
        b: Solid.handle(core, b, 'b'),
        poseA: readPose(poseA, 'poseA'),
        poseB: readPose(poseB, 'poseB'),
    };
}

/**
 * Returns the error of a failed call of bodies and their poses.
 *
 * @param {Core} core
 * @param {readonly string[]} bodies names of the arguments
 * @param {readonly string[]} poses
 * @param {readonly PoseNumbers[]} numbers
 */
function callError(core, bodies, poses, numbers) {
    const { code, index } = core.readFault();
    if (code === 'not-a-heading') return rotationError(poses[index], numbers[index]);
    if (code === 'not-convex') {
        const text = `${bodies[index]} must be convex, got a compound or a mesh`;
        return new GrazeError(code, text, { argument: bodies[index] });
    }
    return core.faultError(code === 'stale-handle' ? bodies[index] : poses[index]);
}

/** Returns the error of a failed call of two bodies and their poses. @param {Core} core @param {Pair} pair */
export function pairError(core, pair) {
    return callError(core, ['a', 'b'], ['poseA', 'poseB'], [pair.poseA, pair.poseB]);
}

/** @param {Core} core @param {PoseNumbers} pose */
function bodyError(core, pose) {
    return callError(core, ['body'], ['pose'], [pose]);
}

/**
 * Returns the least box with sides along the axes that contains a body.
 *
 * @param {Core} core
 * @param {unknown} body
 * @param {unknown} pose
 * @returns {SolidBounds}
 */
export function bounds(core, body, pose) {
    const handle = Solid.handle(core, body, 'body');
    const numbers = readPose(pose, 'pose');
    stagePoses(core, numbers);
    if (calls.solidBounds(core, handle) !== 0) throw bodyError(core, numbers);
    return readBounds(core);
}

/** Reads the bounds with which the result of the last call begins. @param {Core} core @returns {SolidBounds} */
export function readBounds(core) {
    const doubles = core.memory.float64;
    const [min, max] = [SOLID_BOUNDS.min, SOLID_BOUNDS.max].map((at) => (core.result >> 3) + at);
    return {
        minX: doubles[min],
        minY: doubles[min + 1],
        minZ: doubles[min + 2],
        maxX: doubles[max],
        maxY: doubles[max + 1],
        maxZ: doubles[max + 2],
    };
}

/**
 * Returns whether a body contains a point.
 *
 * @param {Core} core
 * @param {unknown} body
 * @param {unknown} pose
 * @param {unknown} point
 */
export function containsPoint(core, body, pose, point) {
    const handle = Solid.handle(core, body, 'body');
    const numbers = readPose(pose, 'pose');
    const [x, y, z] = readPointNumbers(point, 'point', LIMITS.maxPosition);
    stagePoses(core, numbers);
    const answer = calls.solidContainsPoint(core, handle, x, y, z);
    if (answer < 0) throw bodyError(core, numbers);
    return answer === 1;
}

/**
 * Returns the relation of two bodies.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} poseA
 * @param {unknown} poseB
 */
export function relation(core, a, b, poseA, poseB) {
    const pair = readPair(core, a, b, poseA, poseB);
    stagePoses(core, pair.poseA, pair.poseB);
    const answer = calls.solidRelation(core, pair.a, pair.b);
    if (answer < 0) throw pairError(core, pair);
    return RELATIONS[answer];
}

/** Finds the distance of two bodies, for the result. @param {Core} core @param {Pair} pair */
function findDistance(core, pair) {
    stagePoses(core, pair.poseA, pair.poseB);
    if (calls.solidDistance(core, pair.a, pair.b) !== 0) throw pairError(core, pair);
}

/** Finds the penetration of two bodies, for the result. @param {Core} core @param {Pair} pair */
function findPenetration(core, pair) {
    stagePoses(core, pair.poseA, pair.poseB);
    if (calls.solidPenetration(core, pair.a, pair.b) !== 0) throw pairError(core, pair);
}

/**
 * Returns the distance of two bodies and its witnesses.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} poseA
 * @param {unknown} poseB
 * @param {unknown} out an earlier answer, or undefined
 * @returns {SolidDistance}
 */
export function distance(core, a, b, poseA, poseB, out) {
    /** @type {SolidDistance | undefined} */
    const answer = checkOut(out, 'distance', 'distance', 'iterations');
    findDistance(core, readPair(core, a, b, poseA, poseB));
    return answer === undefined ? readDistance(core, FORM) : writeDistance(core, FORM, answer);
}

/**
 * Returns the distance alone.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} poseA
 * @param {unknown} poseB
 */
export function gap(core, a, b, poseA, poseB) {
    const pair = readPair(core, a, b, poseA, poseB);
    stagePoses(core, pair.poseA, pair.poseB);
    const answer = calls.solidGap(core, pair.a, pair.b);
    if (Number.isNaN(answer)) throw pairError(core, pair);
    return answer;
}

/**
 * Returns the gap, or minus the depth.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} poseA
 * @param {unknown} poseB
 */
export function signedDistance(core, a, b, poseA, poseB) {
    const pair = readPair(core, a, b, poseA, poseB);
    findDistance(core, pair);
    const found = RELATIONS[core.memory.int32[(core.result >> 2) + SOLID_DISTANCE.relation]];
    if (found !== 'overlapping') {
        return core.memory.float64[(core.result >> 3) + SOLID_DISTANCE.distance];
    }
    findPenetration(core, pair);
    return -core.memory.float64[(core.result >> 3) + SOLID_PENETRATION.depth];
}

/**
 * Returns the penetration depth of two bodies and its witnesses.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} poseA
 * @param {unknown} poseB
 * @param {unknown} out an earlier answer, or undefined
 * @returns {SolidPenetration}
 */
export function penetration(core, a, b, poseA, poseB, out) {
    /** @type {SolidPenetration | undefined} */
    const answer = checkOut(out, 'penetration', 'depth', 'lowerBound');
    findPenetration(core, readPair(core, a, b, poseA, poseB));
    return answer === undefined
        ? readPenetration(core, FORM)
        : writePenetration(core, FORM, answer);
}

/**
 * Returns the contact manifold of two bodies.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} poseA
 * @param {unknown} poseB
 * @param {unknown} options
 * @returns {SolidManifold}
 */
export function manifold(core, a, b, poseA, poseB, options) {
    const pair = readPair(core, a, b, poseA, poseB);
    const reach = checkNumber(checkOptions(options, 'options', ['reach']).reach ?? 0, 'reach', 0);
    stagePoses(core, pair.poseA, pair.poseB);
    if (calls.solidManifold(core, pair.a, pair.b, reach) !== 0) throw pairError(core, pair);
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const count = ints[i + SOLID_MANIFOLD.count];
    const points = Array.from({ length: count }, (_, k) => {
        const at = core.result + SOLID_MANIFOLD.points + k * SOLID_MANIFOLD_POINT.bytes;
        return {
            ...readPoint(doubles, (at >> 3) + SOLID_MANIFOLD_POINT.point),
            separation: doubles[(at >> 3) + SOLID_MANIFOLD_POINT.separation],
            id: ints[(at >> 2) + SOLID_MANIFOLD_POINT.id] >>> 0,
        };
    });
    const partA = ints[i + SOLID_MANIFOLD.partA];
    const partB = ints[i + SOLID_MANIFOLD.partB];
    return {
        relation: RELATIONS[ints[i + SOLID_MANIFOLD.relation]],
        normal: count > 0 ? readPoint(doubles, d + SOLID_MANIFOLD.normal) : null,
        depth: doubles[d + SOLID_MANIFOLD.depth],
        points,
        ...(partA < 0 ? undefined : { partA }),
        ...(partB < 0 ? undefined : { partB }),
    };
}

/**
 * Returns the cone of directions that separate two bodies which touch.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} poseA
 * @param {unknown} poseB
 * @returns {SolidCone}
 */
export function contactCone(core, a, b, poseA, poseB) {
    const pair = readPair(core, a, b, poseA, poseB);
    stagePoses(core, pair.poseA, pair.poseB);
    if (calls.solidContactCone(core, pair.a, pair.b) !== 0) throw pairError(core, pair);
    const doubles = core.memory.float64;
    const i = core.result >> 2;
    const relation = RELATIONS[core.memory.int32[i + SOLID_CONE.relation]];
    const count = core.memory.int32[i + SOLID_CONE.count];
    const first = core.result + SOLID_CONE.directions;
    const room = Math.floor((SOLID_CONE.bytes - SOLID_CONE.directions) / SOLID_DIRECTION.bytes);
    const directions = Array.from({ length: Math.min(count, room) }, (_, k) => {
        return readPoint(doubles, (first + k * SOLID_DIRECTION.bytes) >> 3);
    });
    return { relation, directions, count };
}

/**
 * Reads a translation, `{ dx, dy, dz }` or `[dx, dy, dz]`. It is no `{ x, y, z }`, so that it cannot be mistaken for a
 * pose.
 *
 * @param {unknown} translation
 * @param {string} [explanation] end of the message about another object
 * @returns {number[]}
 */
export function readTranslation(translation, explanation = '') {
    const limit = LIMITS.maxPosition;
    if (isList(translation) && translation.length === 3) {
        return readPointNumbers(translation, 'translation', limit);
    }
    if (!isRecord(translation) || !WAY_KEYS.some((key) => key in translation)) {
        const expected = '{ dx, dy, dz } or [dx, dy, dz]';
        throw argumentError('wrong-type', 'translation', expected, translation, explanation);
    }
    return readNumbers(translation, 'translation', WAY_KEYS, limit);
}

/**
 * Reads a ray.
 *
 * @param {unknown} ray
 * @param {string} [explanation] end of the message about another object
 * @returns {number[]}
 */
export function readRay(ray, explanation = '') {
    if (!isRecord(ray) || !WAY_KEYS.some((key) => key in ray)) {
        throw argumentError('wrong-type', 'ray', '{ x, y, z, dx, dy, dz }', ray, explanation);
    }
    return readNumbers(ray, 'ray', RAY_KEYS, LIMITS.maxPosition);
}

/** Returns the policy for touching of the options of a cast, as position in TOUCHINGS. @param {unknown} options */
function readPolicy(options) {
    if (options === undefined) return 0;
    return Number(isTouchingAllowed(checkOptions(options, 'options', ['touching']).touching));
}

/**
 * Returns the contact of A with B while A is translated.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} poseA
 * @param {unknown} poseB
 * @param {unknown} translation
 * @param {unknown} options
 * @returns {SolidShapeCast}
 */
export function shapeCast(core, a, b, poseA, poseB, translation, options) {
    const pair = readPair(core, a, b, poseA, poseB);
    const [dx, dy, dz] = readTranslation(translation, SHAPE_CAST_ORDER);
    const policy = readPolicy(options);
    stagePoses(core, pair.poseA, pair.poseB);
    const failed = calls.solidShapeCast(core, pair.a, pair.b, dx, dy, dz, policy) !== 0;
    if (failed) throw pairError(core, pair);
    return readCast(core, FORM);
}

/**
 * Returns the contact of a ray with a body.
 *
 * @param {Core} core
 * @param {unknown} body
 * @param {unknown} pose
 * @param {unknown} ray
 * @param {unknown} options
 * @param {unknown} out an earlier answer, or undefined
 * @returns {SolidRayCast}
 */
export function rayCast(core, body, pose, ray, options, out) {
    /** @type {SolidRayCast | undefined} */
    const answer = checkOut(out, 'rayCast', 'interval', 'feature');
    const handle = Solid.handle(core, body, 'body');
    const numbers = readPose(pose, 'pose');
    const [x, y, z, dx, dy, dz] = readRay(ray, RAY_CAST_ORDER);
    const policy = readPolicy(options);
    stagePoses(core, numbers);
    const failed = calls.solidRayCast(core, handle, x, y, z, dx, dy, dz, policy) !== 0;
    if (failed) throw bodyError(core, numbers);
    return answer === undefined ? readRayCast(core, FORM) : writeRayCast(core, FORM, answer);
}
