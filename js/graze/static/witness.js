import { isRecord } from '../core/arguments.js';
import { CAST, DISTANCE, FEATURES, PENETRATION, WITNESS } from '../core/layout.js';
import { checkDistinct } from '../core/out.js';

/** The witness of two bodies, with which many records begin: points, normal and features. */

/**
 * @import { Core } from '../core/core.js'
 * @import { Feature, Point } from './types.js'
 */

/**
 * Reads a point.
 *
 * @param {Float64Array} doubles
 * @param {number} d position of its x, which its y follows
 * @returns {Point}
 */
export function readPoint(doubles, d) {
    return { x: doubles[d], y: doubles[d + 1] };
}

/**
 * Reads a feature.
 *
 * @param {Int32Array} ints
 * @param {number} kind position of its kind, which its index follows
 * @param {number} part position of its part
 */
export function readFeature(ints, kind, part) {
    return makeFeature(ints[kind], ints[kind + 1], ints[part]);
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
 * Returns a point: the given object, if it is one of a point, else a new one.
 *
 * @param {unknown} point
 * @param {number} x
 * @param {number} y
 * @returns {Point}
 */
function writePoint(point, x, y) {
    if (!isRecord(point) || !('x' in point)) return { x, y };
    point.x = x;
    point.y = y;
    return /** @type {Point} */ (/** @type {unknown} */ (point));
}

/**
 * Returns a feature: the given object, if it is one of a feature with a part or of one without, as needed, else a new one.
 *
 * @param {unknown} feature
 * @param {number} kind
 * @param {number} index
 * @param {number} part negative: the body is convex
 * @returns {Feature}
 */
function writeFeature(feature, kind, index, part) {
    const hasPart = part >= 0;
    if (!isRecord(feature) || !('kind' in feature) || 'part' in feature !== hasPart) {
        return makeFeature(kind, index, part);
    }
    feature.kind = FEATURES[kind];
    feature.index = index;
    if (hasPart) feature.part = part;
    return /** @type {Feature} */ (/** @type {unknown} */ (feature));
}

/**
 * Writes the witness of the last call into an answer. All is read first: setters of the answer may call the instance.
 *
 * @param {Core} core
 * @param {{ pointA: Point | null, pointB: Point | null, normal: Point | null, featureA: Feature | null, featureB: Feature | null }} answer
 */
export function writeWitness(core, answer) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const ax = doubles[d + WITNESS.pointAX];
    const ay = doubles[d + WITNESS.pointAY];
    const bx = doubles[d + WITNESS.pointBX];
    const by = doubles[d + WITNESS.pointBY];
    const nx = doubles[d + WITNESS.normalX];
    const ny = doubles[d + WITNESS.normalY];
    const kindA = ints[i + WITNESS.featureA];
    const indexA = ints[i + WITNESS.indexA];
    const partA = ints[i + WITNESS.partA];
    const kindB = ints[i + WITNESS.featureB];
    const indexB = ints[i + WITNESS.indexB];
    const partB = ints[i + WITNESS.partB];
    const { pointA, pointB, normal, featureA, featureB } = answer;
    checkDistinct(pointA, pointB, answer);
    checkDistinct(pointA, normal, answer);
    checkDistinct(pointB, normal, answer);
    checkDistinct(featureA, featureB, answer);
    answer.pointA = writePoint(pointA, ax, ay);
    answer.pointB = writePoint(pointB, bx, by);
    answer.normal = writePoint(normal, nx, ny);
    answer.featureA = writeFeature(featureA, kindA, indexA, partA);
    answer.featureB = writeFeature(featureB, kindB, indexB, partB);
}

/**
 * Writes the witness of a ray, which is that of a point, into its answer, as `writeWitness`.
 *
 * @param {Core} core
 * @param {{ point: Point | null, normal: Point | null, feature: Feature | null }} answer
 */
export function writeRayWitness(core, answer) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const x = doubles[d + WITNESS.pointAX];
    const y = doubles[d + WITNESS.pointAY];
    const nx = doubles[d + WITNESS.normalX];
    const ny = doubles[d + WITNESS.normalY];
    const kind = ints[i + WITNESS.featureB];
    const index = ints[i + WITNESS.indexB];
    const part = ints[i + WITNESS.partB];
    const { point, normal } = answer;
    checkDistinct(point, normal, answer);
    answer.point = writePoint(point, x, y);
    answer.normal = writePoint(normal, nx, ny);
    answer.feature = writeFeature(answer.feature, kind, index, part);
}

/** Form of the answers of queries in the plane. */
export const ANSWER_FORM = /* @__PURE__ */ (() =>
    Object.freeze({
        witness: {
            pointA: WITNESS.pointAX,
            pointB: WITNESS.pointBX,
            normal: WITNESS.normalX,
            featureA: WITNESS.featureA,
            featureB: WITNESS.featureB,
            partA: WITNESS.partA,
            partB: WITNESS.partB,
        },
        distance: DISTANCE,
        penetration: PENETRATION,
        cast: CAST,
        readPoint,
        readFeature,
        writeWitness,
        writeRayWitness,
    }))();
