/** All answers of graze for a state, computed once. */

import { makeMotion } from '../../base/paths.js';
import { makeShape } from '../../base/shapes.js';
import { METHODS } from './methods.js';

/**
 * @import { Clearance, ContactInterval, ContactTrace, Graze, Motion, Shape } from 'graze'
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
        const traces =
            /** @type {Record<Method, ContactTrace & { separations: Float64Array }>} */ ({});
        for (const method of METHODS) {
            const trace = graze.study.traceContact(...operands, { ...options, method });
            traces[method] = {
                ...trace,
                separations: graze.separationsAt(...operands, trace.evaluations),
            };
        }
        const times = Float64Array.from({ length: SAMPLES + 1 }, (_, i) => (end * i) / SAMPLES);
        return {
            shapeA,
            shapeB,
            motionA,
            motionB,
            traces,
            times,
            separations: graze.separationsAt(...operands, times),
            intervals: graze.contactIntervals(...operands, options),
            clearance: graze.clearance(...operands, { from: 0, to: end }),
            /** @param {number} time */
            separationAt: (time) => graze.separationsAt(...operands, [time])[0],
            release,
        };
    } catch (error) {
        release();
        throw error;
    }
}
