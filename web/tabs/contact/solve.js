/** All that graze says of a state, asked once. */

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

/** How many times the separation is asked for. */
const SAMPLES = 480;

/**
 * What a state's answers depend on: all else can change without asking again.
 *
 * @param {State} state
 */
export function questionOf({ a, b, end, tolerance }) {
    return JSON.stringify([a, b, end, tolerance]);
}

/**
 * @param {Graze} graze
 * @param {State} state
 */
export function solve(graze, { a, b, end, tolerance }) {
    /** @type {{ free: () => void }[]} */
    const made = [];
    /** @template {{ free: () => void }} T @param {T} thing @returns {T} */
    const keep = (thing) => {
        made.push(thing);
        return thing;
    };
    const release = () => {
        for (const thing of made) thing.free();
    };
    try {
        const shapeA = keep(makeShape(graze, a.shape));
        const shapeB = keep(makeShape(graze, b.shape));
        const motionA = keep(makeMotion(graze, a.path, end));
        const motionB = keep(makeMotion(graze, b.path, end));
        const pair = /** @type {[Shape, Motion, Shape, Motion]} */ ([
            shapeA,
            motionA,
            shapeB,
            motionB,
        ]);
        const asked = { from: 0, to: end, ...(tolerance > 0 ? { tolerance } : {}) };
        const traces = /** @type {Record<Method, ContactTrace & { gaps: Float64Array }>} */ ({});
        for (const method of METHODS) {
            const trace = graze.traceContact(...pair, { ...asked, method });
            traces[method] = { ...trace, gaps: graze.distanceOver(...pair, trace.looks) };
        }
        const times = Float64Array.from({ length: SAMPLES + 1 }, (_, i) => (end * i) / SAMPLES);
        return {
            shapeA,
            shapeB,
            motionA,
            motionB,
            traces,
            times,
            separations: graze.distanceOver(...pair, times),
            intervals: graze.contactIntervals(...pair, asked),
            clearance: graze.clearance(...pair, { from: 0, to: end }),
            /** @param {number} time */
            separationAt: (time) => graze.distanceOver(...pair, [time])[0],
            release,
        };
    } catch (error) {
        release();
        throw error;
    }
}
