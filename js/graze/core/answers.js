import { CAST_STATUSES, PENETRATION_STATUSES, RELATIONS } from './layout.js';
import { outError, writeInterval } from './out.js';

/** Answers of queries of bodies that stand still, in the plane and in space: read from the result of the last call. */

/**
 * @import { Core } from './core.js'
 *
 * @typedef {'pointA' | 'pointB' | 'normal'} PointKey
 * @typedef {'featureA' | 'featureB' | 'partA' | 'partB'} FeatureKey
 */

/**
 * Positions of the fields of answers, and functions that read and write their witnesses.
 *
 * @template P, F points and features
 * @typedef {object} AnswerForm
 * @property {Record<PointKey | FeatureKey, number>} witness positions in a witness, with which each answer begins
 * @property {Record<'relation' | 'distance' | 'iterations', number>} distance
 * @property {Record<'relation' | 'status' | 'depth' | 'lowerBound', number>} penetration
 * @property {Record<'relation' | 'status' | 'begin' | 'end', number>} cast
 * @property {(doubles: Float64Array, d: number) => P} readPoint
 * @property {(ints: Int32Array, feature: number, part: number) => F} readFeature
 * @property {(core: Core, answer: any) => void} writeWitness
 * @property {(core: Core, answer: any) => void} writeRayWitness
 */

/**
 * Reads the distance of the last call.
 *
 * @template P, F
 * @param {Core} core
 * @param {AnswerForm<P, F>} form
 */
export function readDistance(core, { witness, distance, readPoint, readFeature }) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    return {
        relation: RELATIONS[ints[i + distance.relation]],
        distance: doubles[d + distance.distance],
        pointA: readPoint(doubles, d + witness.pointA),
        pointB: readPoint(doubles, d + witness.pointB),
        normal: readPoint(doubles, d + witness.normal),
        featureA: readFeature(ints, i + witness.featureA, i + witness.partA),
        featureB: readFeature(ints, i + witness.featureB, i + witness.partB),
        iterations: ints[i + distance.iterations],
    };
}

/**
 * Writes the distance of the last call into an answer. All is read first: setters of the answer may call the instance.
 *
 * @template {object} D
 * @param {Core} core
 * @param {AnswerForm<any, any>} form
 * @param {D} answer
 * @returns {D}
 */
export function writeDistance(core, form, answer) {
    const out = /** @type {any} */ (answer);
    const ints = core.memory.int32;
    const i = core.result >> 2;
    const relation = RELATIONS[ints[i + form.distance.relation]];
    const distance = core.memory.float64[(core.result >> 3) + form.distance.distance];
    const iterations = ints[i + form.distance.iterations];
    try {
        form.writeWitness(core, out);
        out.relation = relation;
        out.distance = distance;
        out.iterations = iterations;
        return answer;
    } catch (error) {
        throw outError(error, out);
    }
}

/**
 * Reads the penetration of the last call.
 *
 * @template P, F
 * @param {Core} core
 * @param {AnswerForm<P, F>} form
 */
export function readPenetration(core, { witness, penetration, readPoint, readFeature }) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    return {
        relation: RELATIONS[ints[i + penetration.relation]],
        status: PENETRATION_STATUSES[ints[i + penetration.status]],
        depth: doubles[d + penetration.depth],
        lowerBound: doubles[d + penetration.lowerBound],
        pointA: readPoint(doubles, d + witness.pointA),
        pointB: readPoint(doubles, d + witness.pointB),
        normal: readPoint(doubles, d + witness.normal),
        featureA: readFeature(ints, i + witness.featureA, i + witness.partA),
        featureB: readFeature(ints, i + witness.featureB, i + witness.partB),
    };
}

/**
 * Writes the penetration of the last call into an answer, as `writeDistance`.
 *
 * @template {object} D
 * @param {Core} core
 * @param {AnswerForm<any, any>} form
 * @param {D} answer
 * @returns {D}
 */
export function writePenetration(core, form, answer) {
    const out = /** @type {any} */ (answer);
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const relation = RELATIONS[ints[i + form.penetration.relation]];
    const status = PENETRATION_STATUSES[ints[i + form.penetration.status]];
    const depth = doubles[d + form.penetration.depth];
    const lowerBound = doubles[d + form.penetration.lowerBound];
    try {
        form.writeWitness(core, out);
        out.relation = relation;
        out.status = status;
        out.depth = depth;
        out.lowerBound = lowerBound;
        return answer;
    } catch (error) {
        throw outError(error, out);
    }
}

/** Answers of casts without contact: bodies in contact at the start are not free. */
const FREE = /** @type {const} */ ({
    status: 'free',
    relation: 'disjoint',
    interval: null,
    point: null,
    normal: null,
});
export const NO_RAY_CAST = /* @__PURE__ */ Object.freeze({ ...FREE, feature: null });
export const NO_SHAPE_CAST = /* @__PURE__ */ Object.freeze({
    ...FREE,
    featureA: null,
    featureB: null,
});

/**
 * Reads the cast of the last call; the fields of a cast without contact are null.
 *
 * @template P, F
 * @param {Core} core
 * @param {AnswerForm<P, F>} form
 */
export function readCast(core, { witness, cast, readPoint, readFeature }) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const status = CAST_STATUSES[ints[i + cast.status]];
    const relation = RELATIONS[ints[i + cast.relation]];
    if (status === 'free') return { ...NO_SHAPE_CAST, relation };
    return {
        status,
        relation,
        interval: readInterval(doubles, d + cast.begin),
        point: readPoint(doubles, d + witness.pointA),
        normal: readPoint(doubles, d + witness.normal),
        featureA: readFeature(ints, i + witness.featureA, i + witness.partA),
        featureB: readFeature(ints, i + witness.featureB, i + witness.partB),
    };
}

/**
 * Reads an interval.
 *
 * @param {Float64Array} doubles
 * @param {number} d position of its beginning, which its end follows
 * @returns {[begin: number, end: number]}
 */
function readInterval(doubles, d) {
    return [doubles[d], doubles[d + 1]];
}

/**
 * Reads the cast of the last call, of a point, as that of a ray.
 *
 * @template P, F
 * @param {Core} core
 * @param {AnswerForm<P, F>} form
 */
export function readRayCast(core, { witness, cast, readPoint, readFeature }) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const status = CAST_STATUSES[ints[i + cast.status]];
    const relation = RELATIONS[ints[i + cast.relation]];
    if (status === 'free') return { ...NO_RAY_CAST, relation };
    return {
        status,
        relation,
        interval: readInterval(doubles, d + cast.begin),
        point: readPoint(doubles, d + witness.pointA),
        normal: readPoint(doubles, d + witness.normal),
        feature: readFeature(ints, i + witness.featureB, i + witness.partB),
    };
}

/**
 * Writes the cast of the last call, of a point, into the answer of a ray, as `writeDistance`.
 *
 * @template {object} C
 * @param {Core} core
 * @param {AnswerForm<any, any>} form
 * @param {C} answer
 * @returns {C}
 */
export function writeRayCast(core, { cast, writeRayWitness }, answer) {
    const out = /** @type {any} */ (answer);
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const status = CAST_STATUSES[ints[i + cast.status]];
    const relation = RELATIONS[ints[i + cast.relation]];
    const begin = doubles[d + cast.begin];
    const end = doubles[d + cast.end];
    try {
        if (status === 'free') {
            out.interval = null;
            out.point = null;
            out.normal = null;
            out.feature = null;
        } else {
            writeRayWitness(core, out);
            out.interval = writeInterval(out.interval, begin, end);
        }
        out.status = status;
        out.relation = relation;
        return answer;
    } catch (error) {
        throw outError(error, out);
    }
}
