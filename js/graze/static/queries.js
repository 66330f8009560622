import {
    checkNumber,
    checkOptions,
    checkPoint,
    checkRecordNumbers,
    EMPTY_OBJECT,
    isRecord,
} from '../core/arguments.js';
import * as calls from '../core/calls.js';
import {
    CAST,
    CAST_STATUSES,
    DISTANCE,
    FEATURES,
    LIMITS,
    MANIFOLD,
    MANIFOLD_POINT,
    PENETRATION,
    PENETRATION_STATUSES,
    RELATIONS,
    WITNESS,
} from '../core/layout.js';
import { checkPose } from './pose.js';
import { Shape } from './shape.js';

/** The queries of two bodies that stand still, or of which one is translated, as functions of the core. */

/**
 * @import { Core } from '../core/core.js'
 * @import { Feature, Manifold, ManifoldPoint, RayCast, ShapeCast } from './types.js'
 *
 * @typedef {[subdistance: number, support: number, start: number]} GjkOptionIndices positions in the lists of
 *   choices
 */

const RAY_KEYS = ['x', 'y', 'dx', 'dy'];

/** The first choice of each list. */
const DEFAULT_GJK_OPTIONS = /** @type {GjkOptionIndices} */ ([0, 0, 0]);

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
 * @param {number} kind
 * @param {number} index
 * @param {number} part negative: the body is convex
 * @returns {Feature}
 */
function makeFeature(kind, index, part) {
    return part < 0 ? { kind: FEATURES[kind], index } : { kind: FEATURES[kind], index, part };
}

/**
 * Reads the witness of the last call, with which its record begins.
 *
 * @param {Core} core
 * @param {Float64Array} doubles
 * @param {Int32Array} ints
 */
export function readWitness(core, doubles, ints) {
    const d = core.result >> 3;
    const i = core.result >> 2;
    return {
        pointA: { x: doubles[d + WITNESS.pointAX], y: doubles[d + WITNESS.pointAY] },
        pointB: { x: doubles[d + WITNESS.pointBX], y: doubles[d + WITNESS.pointBY] },
        normal: { x: doubles[d + WITNESS.normalX], y: doubles[d + WITNESS.normalY] },
        featureA: makeFeature(
            ints[i + WITNESS.featureA],
            ints[i + WITNESS.indexA],
            ints[i + WITNESS.partA],
        ),
        featureB: makeFeature(
            ints[i + WITNESS.featureB],
            ints[i + WITNESS.indexB],
            ints[i + WITNESS.partB],
        ),
    };
}

/**
 * Reads the distance of the last call.
 *
 * @param {Core} core
 */
export function readDistance(core) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const i = core.result >> 2;
    const witness = readWitness(core, doubles, ints);
    return {
        relation: RELATIONS[ints[i + DISTANCE.relation]],
        distance: doubles[(core.result >> 3) + DISTANCE.distance],
        pointA: witness.pointA,
        pointB: witness.pointB,
        normal: witness.normal,
        featureA: witness.featureA,
        featureB: witness.featureB,
        iterations: ints[i + DISTANCE.iterations],
    };
}

/**
 * Returns whether two bodies are in contact, by the given algorithm and choices of GJK.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} poseA
 * @param {unknown} poseB
 * @param {number} [collider] position in COLLIDERS
 * @param {GjkOptionIndices} [gjk]
 */
export function collide(core, a, b, poseA, poseB, collider = 0, gjk = DEFAULT_GJK_OPTIONS) {
    const i = Shape.handle(core, a, 'a');
    const j = Shape.handle(core, b, 'b');
    const p = checkPose(poseA, 'poseA');
    const q = checkPose(poseB, 'poseB');
    const [subdistance, support, start] = gjk;
    const answer = calls.collide(
        core,
        i,
        p.x,
        p.y,
        p.cos,
        p.sin,
        j,
        q.x,
        q.y,
        q.cos,
        q.sin,
        collider,
        subdistance,
        support,
        start,
    );
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
    const p = checkPose(poseA, 'poseA');
    const q = checkPose(poseB, 'poseB');
    const answer = calls.relation(core, i, p.x, p.y, p.cos, p.sin, j, q.x, q.y, q.cos, q.sin);
    if (answer < 0) throw pairError(core);
    return RELATIONS[answer];
}

/**
 * Returns the distance of two bodies and its witnesses, by the given choices of GJK.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} poseA
 * @param {unknown} poseB
 * @param {GjkOptionIndices} [gjk]
 */
export function distance(core, a, b, poseA, poseB, gjk = DEFAULT_GJK_OPTIONS) {
    const i = Shape.handle(core, a, 'a');
    const j = Shape.handle(core, b, 'b');
    const p = checkPose(poseA, 'poseA');
    const q = checkPose(poseB, 'poseB');
    const [subdistance, support, start] = gjk;
    const status = calls.distance(
        core,
        i,
        p.x,
        p.y,
        p.cos,
        p.sin,
        j,
        q.x,
        q.y,
        q.cos,
        q.sin,
        subdistance,
        support,
        start,
    );
    if (status !== 0) throw pairError(core);
    return readDistance(core);
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
    const p = checkPose(poseA, 'poseA');
    const q = checkPose(poseB, 'poseB');
    const answer = calls.gap(core, i, p.x, p.y, p.cos, p.sin, j, q.x, q.y, q.cos, q.sin);
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
 */
export function penetration(core, a, b, poseA, poseB) {
    const i = Shape.handle(core, a, 'a');
    const j = Shape.handle(core, b, 'b');
    const p = checkPose(poseA, 'poseA');
    const q = checkPose(poseB, 'poseB');
    const status = calls.penetration(core, i, p.x, p.y, p.cos, p.sin, j, q.x, q.y, q.cos, q.sin);
    if (status !== 0) throw pairError(core);
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    return {
        relation: RELATIONS[ints[(core.result >> 2) + PENETRATION.relation]],
        status: PENETRATION_STATUSES[ints[(core.result >> 2) + PENETRATION.status]],
        depth: doubles[(core.result >> 3) + PENETRATION.depth],
        lowerBound: doubles[(core.result >> 3) + PENETRATION.lowerBound],
        ...readWitness(core, doubles, ints),
    };
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
    const p = checkPose(poseA, 'poseA');
    const q = checkPose(poseB, 'poseB');
    const reach = checkNumber(checkOptions(options, 'options', ['reach']).reach ?? 0, 'reach', 0);
    const { x, y, cos, sin } = q;
    const status = calls.manifold(core, i, p.x, p.y, p.cos, p.sin, j, x, y, cos, sin, reach);
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
 * Reads the cast of the last call; the fields of a cast without contact are null.
 *
 * @param {Core} core
 */
export function readCast(core) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const status = CAST_STATUSES[ints[i + CAST.status]];
    const relation = RELATIONS[ints[i + CAST.relation]];
    if (status === 'free') {
        const [interval, point, normal, featureA, featureB] = Array(5).fill(null);
        return { status, relation, interval, point, normal, featureA, featureB };
    }
    const witness = readWitness(core, doubles, ints);
    return {
        status,
        relation,
        interval: /** @type {[number, number]} */ ([
            doubles[d + CAST.begin],
            doubles[d + CAST.end],
        ]),
        point: witness.pointA,
        normal: witness.normal,
        featureA: witness.featureA,
        featureB: witness.featureB,
    };
}

/**
 * Returns the contact of A with B while A is translated.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} translation
 * @param {unknown} poseA
 * @param {unknown} poseB
 * @returns {ShapeCast}
 */
export function shapeCast(core, a, b, translation, poseA, poseB) {
    const i = Shape.handle(core, a, 'a');
    const j = Shape.handle(core, b, 'b');
    const way = checkPoint(translation, 'translation', LIMITS.maxPosition);
    const p = checkPose(poseA, 'poseA');
    const q = checkPose(poseB, 'poseB');
    const status = calls.shapeCast(
        core,
        i,
        p.x,
        p.y,
        p.cos,
        p.sin,
        j,
        q.x,
        q.y,
        q.cos,
        q.sin,
        way.x,
        way.y,
    );
    if (status !== 0) throw pairError(core);
    return readCast(core);
}

/**
 * Returns the first contact of a ray with a shape.
 *
 * @param {Core} core
 * @param {unknown} shape
 * @param {unknown} ray
 * @param {unknown} pose
 * @returns {RayCast}
 */
export function rayCast(core, shape, ray, pose) {
    const handle = Shape.handle(core, shape, 'shape');
    const [fromX, fromY, dx, dy] = checkRay(ray);
    const { x, y, cos, sin } = checkPose(pose, 'pose');
    if (calls.rayCast(core, handle, x, y, cos, sin, fromX, fromY, dx, dy) !== 0) {
        throw core.faultError(core.readFault().code === 'stale-handle' ? 'shape' : 'pose');
    }
    return rayCastOf(readCast(core));
}

/**
 * Returns whether checkRecord accepts an object as a ray: a quick check for the common case, without a copy.
 *
 * @param {unknown} ray
 * @returns {ray is Record<string, unknown>}
 */
function isCommonRay(ray) {
    if (!isRecord(ray)) return false;
    const { x, y, dx, dy } = EMPTY_OBJECT;
    const isPolluted = !(
        x === undefined &&
        y === undefined &&
        dx === undefined &&
        dy === undefined
    );
    return !isPolluted && 'x' in ray && 'y' in ray && 'dx' in ray && 'dy' in ray;
}

/** @param {unknown} value @param {string} key */
function checkRayNumber(value, key) {
    const limit = LIMITS.maxPosition;
    const isPlain = typeof value === 'number' && value >= -limit && value <= limit;
    return isPlain ? value : checkNumber(value, `ray.${key}`, -limit, limit);
}

/**
 * Returns x, y, dx and dy of a ray.
 *
 * @param {unknown} ray
 */
export function checkRay(ray) {
    if (!isCommonRay(ray)) return checkRecordNumbers(ray, 'ray', RAY_KEYS, LIMITS.maxPosition);
    const { x, y, dx, dy } = ray;
    return [
        checkRayNumber(x, 'x'),
        checkRayNumber(y, 'y'),
        checkRayNumber(dx, 'dx'),
        checkRayNumber(dy, 'dy'),
    ];
}

/**
 * Returns the cast of a point as that of a ray.
 *
 * @param {ShapeCast} cast
 * @returns {RayCast}
 */
function rayCastOf({ status, relation, interval, point, normal, featureB: feature }) {
    return /** @type {RayCast} */ ({ status, relation, interval, point, normal, feature });
}
