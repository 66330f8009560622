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
    checkRecord,
    EMPTY_OBJECT,
    isList,
    isRecord,
    isTouchingAllowed,
} from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { argumentError } from '../core/errors.js';
import { CONTACT_CONE, LIMITS, MANIFOLD, MANIFOLD_POINT, RELATIONS } from '../core/layout.js';
import { checkOut } from '../core/out.js';
import { noOptionsError } from '../core/renamed.js';
import { POSE, readPose } from './pose.js';
import { Shape } from './shape.js';
import { ANSWER_FORM as FORM, readPoint } from './witness.js';

/** The queries of two bodies that stand still, or of which one is translated, as functions of the core. */

/**
 * @import { Core } from '../core/core.js'
 * @import { ContactCone, Distance, FoundRayCast, Manifold, ManifoldPoint, Penetration, RayCast, ShapeCast } from './types.js'
 */

const RAY_KEYS = ['x', 'y', 'dx', 'dy'];
const WAY_KEYS = ['dx', 'dy'];

/** Options of all casts. */
const CAST_OPTIONS = ['touching'];

/** Ends of messages about arguments in another order. */
const SHAPE_CAST_ORDER = '; the order is shapeCast(a, b, poseA, poseB, translation, options)';
const RAY_CAST_ORDER = '; the order is rayCast(shape, pose, ray, options, out)';

/** Keys of the choices of GJK, which were options of `distance` in version 0.1. */
export const GJK_KEYS = ['subdistance', 'support', 'start'];

/** Largest |cos^2 + sin^2 - 1| of a rotation that certainly is one for the core, which accepts twice that. */
const HEADING_SLACK = 2 ** -11;

/**
 * Returns whether a rotation is an angle, with NaN for the sine, or a cosine and sine that the core accepts.
 *
 * @param {number} cos
 * @param {number} sin
 */
function isHeading(cos, sin) {
    return !(Math.abs(cos * cos + sin * sin - 1) > HEADING_SLACK);
}

/**
 * Returns whether two bodies are certainly disjoint because discs about their origins are. Then the call of the core, which
 * takes longer, would succeed and find the same, if the rotations are valid.
 *
 * @param {Core} core
 * @param {unknown} a a shape
 * @param {unknown} b a shape
 * @param {number} dx
 * @param {number} dy
 */
function areDiscsApart(core, a, b, dx, dy) {
    const reach = Shape.reach(a) + Shape.reach(b);
    return dx * dx + dy * dy > reach * reach && !core.isDead;
}

/**
 * Returns the error of a failed call of two shapes and their poses.
 *
 * @param {Core} core
 */
export function pairError(core) {
    const { code, index } = core.readFault();
    const isOfShape = code === 'stale-handle' || code === 'not-convex';
    return core.faultError((isOfShape ? ['a', 'b'] : ['poseA', 'poseB'])[index]);
}

/**
 * Returns whether two bodies are in contact.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} poseA
 * @param {unknown} poseB
 */
export function collide(core, a, b, poseA, poseB) {
    const i = Shape.handle(core, a, 'a');
    const j = Shape.handle(core, b, 'b');
    readPose(poseA, 'poseA');
    const { x: ax, y: ay, cos: ac, sin: as } = POSE;
    readPose(poseB, 'poseB');
    const { x: bx, y: by, cos: bc, sin: bs } = POSE;
    const isFar = areDiscsApart(core, a, b, bx - ax, by - ay);
    if (isFar && isHeading(ac, as) && isHeading(bc, bs)) return false;
    const answer = calls.collide(core, i, ax, ay, ac, as, j, bx, by, bc, bs);
    if (answer < 0) throw pairError(core);
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
    const i = Shape.handle(core, a, 'a');
    const j = Shape.handle(core, b, 'b');
    readPose(poseA, 'poseA');
    const { x: ax, y: ay, cos: ac, sin: as } = POSE;
    readPose(poseB, 'poseB');
    const { x: bx, y: by, cos: bc, sin: bs } = POSE;
    const isFar = areDiscsApart(core, a, b, bx - ax, by - ay);
    if (isFar && isHeading(ac, as) && isHeading(bc, bs)) return 'disjoint';
    const answer = calls.relation(core, i, ax, ay, ac, as, j, bx, by, bc, bs);
    if (answer < 0) throw pairError(core);
    return RELATIONS[answer];
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
 */
export function distance(core, a, b, poseA, poseB, out) {
    if (isRecord(out) && !('iterations' in out) && GJK_KEYS.some((key) => key in out)) {
        throw noOptionsError('distance', out);
    }
    /** @type {Distance | undefined} */
    const answer = checkOut(out, 'distance', 'distance', 'iterations');
    const i = Shape.handle(core, a, 'a');
    const j = Shape.handle(core, b, 'b');
    readPose(poseA, 'poseA');
    const { x: ax, y: ay, cos: ac, sin: as } = POSE;
    readPose(poseB, 'poseB');
    const { x: bx, y: by, cos: bc, sin: bs } = POSE;
    const status = calls.distance(core, i, ax, ay, ac, as, j, bx, by, bc, bs);
    if (status !== 0) throw pairError(core);
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
    const i = Shape.handle(core, a, 'a');
    const j = Shape.handle(core, b, 'b');
    readPose(poseA, 'poseA');
    const { x: ax, y: ay, cos: ac, sin: as } = POSE;
    readPose(poseB, 'poseB');
    const { x: bx, y: by, cos: bc, sin: bs } = POSE;
    const answer = calls.gap(core, i, ax, ay, ac, as, j, bx, by, bc, bs);
    if (Number.isNaN(answer)) throw pairError(core);
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
    const i = Shape.handle(core, a, 'a');
    const j = Shape.handle(core, b, 'b');
    readPose(poseA, 'poseA');
    const { x: ax, y: ay, cos: ac, sin: as } = POSE;
    readPose(poseB, 'poseB');
    const { x: bx, y: by, cos: bc, sin: bs } = POSE;
    const answer = calls.signedDistance(core, i, ax, ay, ac, as, j, bx, by, bc, bs);
    if (Number.isNaN(answer)) throw pairError(core);
    return answer;
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
 * @returns {Penetration}
 */
export function penetration(core, a, b, poseA, poseB, out) {
    /** @type {Penetration | undefined} */
    const answer = checkOut(out, 'penetration', 'depth', 'lowerBound');
    const i = Shape.handle(core, a, 'a');
    const j = Shape.handle(core, b, 'b');
    readPose(poseA, 'poseA');
    const { x: ax, y: ay, cos: ac, sin: as } = POSE;
    readPose(poseB, 'poseB');
    const { x: bx, y: by, cos: bc, sin: bs } = POSE;
    const status = calls.penetration(core, i, ax, ay, ac, as, j, bx, by, bc, bs);
    if (status !== 0) throw pairError(core);
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
 * @returns {Manifold}
 */
export function manifold(core, a, b, poseA, poseB, options) {
    const i = Shape.handle(core, a, 'a');
    const j = Shape.handle(core, b, 'b');
    readPose(poseA, 'poseA');
    const { x: ax, y: ay, cos: ac, sin: as } = POSE;
    readPose(poseB, 'poseB');
    const { x: bx, y: by, cos: bc, sin: bs } = POSE;
    const reach = checkNumber(checkOptions(options, 'options', ['reach']).reach ?? 0, 'reach', 0);
    const status = calls.manifold(core, i, ax, ay, ac, as, j, bx, by, bc, bs, reach);
    if (status !== 0) throw pairError(core);
    return readManifold(core);
}

/**
 * Reads the manifold of the last call.
 *
 * @param {Core} core
 * @returns {Manifold}
 */
function readManifold(core) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const count = ints[i + MANIFOLD.count];
    /** @type {ManifoldPoint[]} */
    const points = [];
    for (let k = 0; k < count; k++) {
        const at = core.result + MANIFOLD.points + k * MANIFOLD_POINT.bytes;
        points.push({
            x: doubles[(at >> 3) + MANIFOLD_POINT.x],
            y: doubles[(at >> 3) + MANIFOLD_POINT.y],
            separation: doubles[(at >> 3) + MANIFOLD_POINT.separation],
            id: ints[(at >> 2) + MANIFOLD_POINT.id] >>> 0,
        });
    }
    const normal = { x: doubles[d + MANIFOLD.normalX], y: doubles[d + MANIFOLD.normalY] };
    const partA = ints[i + MANIFOLD.partA];
    const partB = ints[i + MANIFOLD.partB];
    return {
        relation: RELATIONS[ints[i + MANIFOLD.relation]],
        normal: count > 0 ? normal : null,
        depth: doubles[d + MANIFOLD.depth],
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
 * @returns {ContactCone}
 */
export function contactCone(core, a, b, poseA, poseB) {
    const i = Shape.handle(core, a, 'a');
    const j = Shape.handle(core, b, 'b');
    readPose(poseA, 'poseA');
    const { x: ax, y: ay, cos: ac, sin: as } = POSE;
    readPose(poseB, 'poseB');
    const { x: bx, y: by, cos: bc, sin: bs } = POSE;
    const status = calls.contactCone(core, i, ax, ay, ac, as, j, bx, by, bc, bs);
    if (status !== 0) throw pairError(core);
    const ints = core.memory.int32;
    const first = (core.result >> 3) + CONTACT_CONE.directions;
    return {
        relation: RELATIONS[ints[(core.result >> 2) + CONTACT_CONE.relation]],
        directions: Array.from({ length: ints[(core.result >> 2) + CONTACT_CONE.count] }, (_, k) =>
            readPoint(core.memory.float64, first + 2 * k),
        ),
    };
}

/**
 * Reads a translation, `{ dx, dy }` or `[dx, dy]`. It is no `{ x, y }`, so that it cannot be mistaken for a pose.
 *
 * @param {unknown} translation
 * @param {string} [explanation] end of the message about another object
 * @returns {[dx: number, dy: number]}
 */
export function readTranslation(translation, explanation = '') {
    const limit = LIMITS.maxPosition;
    if (isList(translation) && translation.length === 2) {
        const [x, y] = [translation[0], translation[1]];
        const dx = checkNumber(x, 'translation[0]', -limit, limit);
        return [dx, checkNumber(y, 'translation[1]', -limit, limit)];
    }
    if (!isRecord(translation) || !('dx' in translation || 'dy' in translation)) {
        const expected = '{ dx, dy } or [dx, dy]';
        throw argumentError('wrong-type', 'translation', expected, translation, explanation);
    }
    const isComplete = Object.hasOwn(translation, 'dx') && Object.hasOwn(translation, 'dy');
    const { dx, dy } =
        isComplete && !('dz' in translation)
            ? translation
            : checkRecord(translation, 'translation', WAY_KEYS, WAY_KEYS, ['dz']);
    const checkedDx = checkNumber(dx, 'translation.dx', -limit, limit);
    return [checkedDx, checkNumber(dy, 'translation.dy', -limit, limit)];
}

/** Returns the policy for touching of the options of a cast, as position in TOUCHINGS. @param {unknown} options */
function checkCastOptions(options) {
    if (options === undefined) return 0;
    return Number(isTouchingAllowed(checkOptions(options, 'options', CAST_OPTIONS).touching));
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
 * @returns {ShapeCast}
 */
export function shapeCast(core, a, b, poseA, poseB, translation, options) {
    const i = Shape.handle(core, a, 'a');
    const j = Shape.handle(core, b, 'b');
    if (isList(poseA))
        throw argumentError('wrong-type', 'poseA', 'an object', poseA, SHAPE_CAST_ORDER);
    readPose(poseA, 'poseA');
    const { x: ax, y: ay, cos: ac, sin: as } = POSE;
    readPose(poseB, 'poseB');
    const { x: bx, y: by, cos: bc, sin: bs } = POSE;
    const [dx, dy] = readTranslation(translation, SHAPE_CAST_ORDER);
    const policy = checkCastOptions(options);
    const status = calls.shapeCast(core, i, ax, ay, ac, as, j, bx, by, bc, bs, dx, dy, policy);
    if (status !== 0) throw pairError(core);
    return readCast(core, FORM);
}

/**
 * Returns the first contact of a ray with a shape.
 *
 * @param {Core} core
 * @param {unknown} shape
 * @param {unknown} pose
 * @param {unknown} ray
 * @param {unknown} options
 * @param {unknown} out an earlier answer, or undefined
 * @returns {RayCast}
 */
export function rayCast(core, shape, pose, ray, options, out) {
    /** @type {RayCast | undefined} */
    const answer = checkOut(out, 'rayCast', 'interval', 'feature');
    const handle = Shape.handle(core, shape, 'shape');
    readPose(pose, 'pose');
    const { x, y, cos, sin } = POSE;
    readRay(ray, RAY_CAST_ORDER);
    const { x: fromX, y: fromY, dx, dy } = RAY;
    const policy = checkCastOptions(options);
    if (calls.rayCast(core, handle, x, y, cos, sin, fromX, fromY, dx, dy, policy) !== 0) {
        throw core.faultError(core.readFault().code === 'stale-handle' ? 'shape' : 'pose');
    }
    return answer === undefined ? readRayCast(core, FORM) : writeRayCast(core, FORM, answer);
}

/** The ray that `readRay` has read last, as POSE is the pose of `readPose`. */
export const RAY = { x: 0.5, y: 0.5, dx: 0.5, dy: 0.5 };

/** @param {unknown} value @returns {value is number} */
function isRayNumber(value) {
    const limit = LIMITS.maxPosition;
    return typeof value === 'number' && value >= -limit && value <= limit;
}

/**
 * Reads a valid ray into RAY; returns false for another one, and for one that checkRecord must copy.
 *
 * @param {unknown} ray
 */
function readValidRay(ray) {
    if (!isRecord(ray) || isRayPolluted()) return false;
    const { x, y, dx, dy, z, dz } = ray;
    if (z !== undefined || dz !== undefined) return false;
    if (!isRayNumber(x) || !isRayNumber(y) || !isRayNumber(dx) || !isRayNumber(dy)) return false;
    RAY.x = x;
    RAY.y = y;
    RAY.dx = dx;
    RAY.dy = dy;
    return true;
}

/** Returns whether code has put a key of rays on Object.prototype. */
function isRayPolluted() {
    const { x, y, dx, dy } = EMPTY_OBJECT;
    return !(x === undefined && y === undefined && dx === undefined && dy === undefined);
}

/** @param {unknown} value @param {string} key */
function checkRayNumber(value, key) {
    const limit = LIMITS.maxPosition;
    return isRayNumber(value) ? value : checkNumber(value, `ray.${key}`, -limit, limit);
}

/**
 * Reads a ray into RAY.
 *
 * @param {unknown} ray
 * @param {string} [explanation] end of the message about another object
 */
export function readRay(ray, explanation = '') {
    if (readValidRay(ray)) return;
    if (!(isRecord(ray) && ('dx' in ray || 'dy' in ray))) {
        throw argumentError('wrong-type', 'ray', '{ x, y, dx, dy }', ray, explanation);
    }
    const { x, y, dx, dy } = checkRecord(ray, 'ray', RAY_KEYS, RAY_KEYS, ['z', 'dz']);
    const checkedX = checkRayNumber(x, 'x');
    const checkedY = checkRayNumber(y, 'y');
    const checkedDx = checkRayNumber(dx, 'dx');
    RAY.dy = checkRayNumber(dy, 'dy');
    RAY.x = checkedX;
    RAY.y = checkedY;
    RAY.dx = checkedDx;
}
