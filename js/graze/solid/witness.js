import { isRecord } from '../core/arguments.js';
import {
    SOLID_CAST,
    SOLID_DISTANCE,
    SOLID_FEATURES,
    SOLID_PENETRATION,
    SOLID_WITNESS,
} from '../core/layout.js';
import { checkDistinct } from '../core/out.js';

/** The witness of two bodies in space, with which many records begin: points, normal and features. */

/**
 * @import { Core } from '../core/core.js'
 * @import { SolidFeature, SolidPoint } from './types.js'
 */

/**
 * Reads a point.
 *
 * @param {Float64Array} doubles
 * @param {number} d position of its x, which y and z follow
 * @returns {SolidPoint}
 */
export function readPoint(doubles, d) {
    return { x: doubles[d], y: doubles[d + 1], z: doubles[d + 2] };
}

/**
 * Reads a feature.
 *
 * @param {Int32Array} ints
 * @param {number} at position of its kind, which its first and second number follow
 * @param {number} part position of its part
 */
export function readFeature(ints, at, part) {
    return makeFeature(ints[at], ints[at + 1], ints[at + 2], ints[part]);
}

/**
 * @param {number} kind
 * @param {number} index
 * @param {number} end negative: none
 * @param {number} part negative: the body is convex
 * @returns {SolidFeature}
 */
function makeFeature(kind, index, end, part) {
    /** @type {any} */
    const feature = { kind: SOLID_FEATURES[kind], index };
    if (end >= 0) feature.end = end;
    if (part >= 0) feature.part = part;
    return feature;
}

/**
 * Returns a point: the given object, if it is one of a point, else a new one.
 *
 * @param {unknown} point
 * @param {number} x
 * @param {number} y
 * @param {number} z
 * @returns {SolidPoint}
 */
function writePoint(point, x, y, z) {
    if (!isRecord(point) || !('x' in point)) return { x, y, z };
    point.x = x;
    point.y = y;
    point.z = z;
    return /** @type {SolidPoint} */ (/** @type {unknown} */ (point));
}

/**
 * Returns a feature: the given object, if it has the properties that are needed, else a new one.
 *
 * @param {unknown} feature
 * @param {number} kind
 * @param {number} index
 * @param {number} end
 * @param {number} part
 * @returns {SolidFeature}
 */
function writeFeature(feature, kind, index, end, part) {
    const fits =
        isRecord(feature) &&
        'kind' in feature &&
        'end' in feature === end >= 0 &&
        'part' in feature === part >= 0;
    if (!fits) return makeFeature(kind, index, end, part);
    feature.kind = SOLID_FEATURES[kind];
    feature.index = index;
    if (end >= 0) feature.end = end;
    if (part >= 0) feature.part = part;
    return /** @type {SolidFeature} */ (/** @type {unknown} */ (feature));
}

/**
 * Writes the witness of the last call into an answer. All is read first: setters of the answer may call the instance.
 *
 * @param {Core} core
 * @param {{ pointA: SolidPoint, pointB: SolidPoint, normal: SolidPoint, featureA: SolidFeature, featureB: SolidFeature }} answer
 */
export function writeWitness(core, answer) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const [a, b, n] = [SOLID_WITNESS.pointA, SOLID_WITNESS.pointB, SOLID_WITNESS.normal];
    const ax = doubles[d + a];
    const ay = doubles[d + a + 1];
    const az = doubles[d + a + 2];
    const bx = doubles[d + b];
    const by = doubles[d + b + 1];
    const bz = doubles[d + b + 2];
    const nx = doubles[d + n];
    const ny = doubles[d + n + 1];
    const nz = doubles[d + n + 2];
    const kindA = ints[i + SOLID_WITNESS.featureA];
    const firstA = ints[i + SOLID_WITNESS.firstA];
    const secondA = ints[i + SOLID_WITNESS.secondA];
    const partA = ints[i + SOLID_WITNESS.partA];
    const kindB = ints[i + SOLID_WITNESS.featureB];
    const firstB = ints[i + SOLID_WITNESS.firstB];
    const secondB = ints[i + SOLID_WITNESS.secondB];
    const partB = ints[i + SOLID_WITNESS.partB];
    const { pointA, pointB, normal, featureA, featureB } = answer;
    checkDistinct(pointA, pointB, answer);
    checkDistinct(pointA, normal, answer);
    checkDistinct(pointB, normal, answer);
    checkDistinct(featureA, featureB, answer);
    answer.pointA = writePoint(pointA, ax, ay, az);
    answer.pointB = writePoint(pointB, bx, by, bz);
    answer.normal = writePoint(normal, nx, ny, nz);
    answer.featureA = writeFeature(featureA, kindA, firstA, secondA, partA);
    answer.featureB = writeFeature(featureB, kindB, firstB, secondB, partB);
}

/**
 * Writes the witness of a ray, which is that of a point, into its answer, as `writeWitness`.
 *
 * @param {Core} core
 * @param {{ point: SolidPoint | null, normal: SolidPoint | null, feature: SolidFeature | null }} answer
 */
export function writeRayWitness(core, answer) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const [a, n] = [SOLID_WITNESS.pointA, SOLID_WITNESS.normal];
    const x = doubles[d + a];
    const y = doubles[d + a + 1];
    const z = doubles[d + a + 2];
    const nx = doubles[d + n];
    const ny = doubles[d + n + 1];
    const nz = doubles[d + n + 2];
    const kind = ints[i + SOLID_WITNESS.featureB];
    const first = ints[i + SOLID_WITNESS.firstB];
    const second = ints[i + SOLID_WITNESS.secondB];
    const part = ints[i + SOLID_WITNESS.partB];
    const { point, normal, feature } = answer;
    checkDistinct(point, normal, answer);
    answer.point = writePoint(point, x, y, z);
    answer.normal = writePoint(normal, nx, ny, nz);
    answer.feature = writeFeature(feature, kind, first, second, part);
}

/** Form of the answers of queries in space. */
export const ANSWER_FORM = /* @__PURE__ */ Object.freeze({
    witness: SOLID_WITNESS,
    distance: SOLID_DISTANCE,
    penetration: SOLID_PENETRATION,
    cast: SOLID_CAST,
    readPoint,
    readFeature,
    writeWitness,
    writeRayWitness,
});
