/** All answers of graze for a state, computed once. */

import { getPart } from '../../base/deciding_pair.js';
import { makeMotion } from '../../base/paths.js';
import { makeShape } from '../../base/shapes.js';
import { METHODS } from './methods.js';

/**
 * @import { ContactTrace, Feature, Graze, Motion, Shape } from 'graze'
 * @import { Method } from './methods.js'
 * @import { State } from './state.js'
 *
 * @typedef {ReturnType<typeof solve>} Solution
 */

/** Number of times at which the separation is sampled. */
const SAMPLES = 480;

/**
 * Returns the part of a state on which the answers depend: anything else can change without a new query.
 *
 * @param {State} state
 */
export function queryKey({ a, b, end, tolerance }) {
    return JSON.stringify([a, b, end, tolerance]);
}

/**
 * @param {Graze} graze
 * @param {State} state
 */
export function solve(graze, { a, b, end, tolerance }) {
    /** @type {{ free: () => void }[]} */
    const resources = [];
    /** @template {{ free: () => void }} T @param {T} resource @returns {T} */
    const own = (resource) => {
        resources.push(resource);
        return resource;
    };
    const release = () => {
        for (const resource of resources) resource.free();
    };
    try {
        const shapeA = own(makeShape(graze, a.shape));
        const shapeB = own(makeShape(graze, b.shape));
        const motionA = own(makeMotion(graze, a.path, end));
        const motionB = own(makeMotion(graze, b.path, end));
        const operands = /** @type {[Shape, Shape, Motion, Motion]} */ ([
            shapeA,
            shapeB,
            motionA,
            motionB,
        ]);
        const options = { from: 0, to: end, ...(tolerance > 0 ? { tolerance } : {}) };
        const first = graze.firstContact(...operands, options);
        const clearance = graze.clearance(...operands, { from: 0, to: end });
        // The pair of parts that decides: at the first contact, or else where the bodies are nearest.
        const nearestTime = first.time?.[0] ?? clearance.time ?? 0;
        const decider =
            first.featureA && first.featureB
                ? first
                : graze.distance(
                      shapeA,
                      shapeB,
                      motionA.pose(nearestTime) ?? {},
                      motionB.pose(nearestTime) ?? {},
                  );
        const featureA = /** @type {Feature} */ (decider.featureA);
        const featureB = /** @type {Feature} */ (decider.featureB);
        const { shape: pairA, part: partA } = getPart(graze, shapeA, featureA, own);
        const { shape: pairB, part: partB } = getPart(graze, shapeB, featureB, own);
        const pair = /** @type {[Shape, Shape, Motion, Motion]} */ ([
            pairA,
            pairB,
            motionA,
            motionB,
        ]);
        const traces =
            /** @type {Record<Method, ContactTrace & { separations: Float64Array }>} */ ({});
        for (const method of METHODS) {
            const trace = graze.study.traceContact(...pair, { ...options, method });
            traces[method] = {
                ...trace,
                separations: graze.separationsAt(...pair, trace.evaluations),
            };
        }
        const times = Float64Array.from({ length: SAMPLES + 1 }, (_, i) => (end * i) / SAMPLES);
        return {
            shapeA,
            shapeB,
            motionA,
            motionB,
            first,
            /** Parts that decide the answer; undefined for a body without several parts. */
            partA,
            partB,
            /** Traces of the deciding pair of parts, which of convex bodies are the bodies themselves. */
            traces,
            times,
            separations: graze.separationsAt(...operands, times),
            /** Those of the deciding pair of parts; null: the bodies are convex. */
            pairSeparations:
                partA === undefined && partB === undefined
                    ? null
                    : graze.separationsAt(...pair, times),
            intervals: graze.contactIntervals(...operands, options),
            clearance,
            /** @param {number} time */
            separationAt: (time) => graze.separationsAt(...operands, [time])[0],
            release,
        };
    } catch (error) {
        release();
        throw error;
    }
}
