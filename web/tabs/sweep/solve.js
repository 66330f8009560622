/** All answers of graze for a state, computed once. */

import { makeMotion } from '../../base/paths.js';
import { makeShape } from '../../base/shapes.js';
import { METHODS, REPLAYED_METHODS } from './methods.js';
import { readSteps } from './replay/boxes.js';
import { replay } from './replay/index.js';

/**
 * @import { Graze, Motion, Path, Shape, SweepResult } from 'graze'
 * @import { Method } from './methods.js'
 * @import { Replay } from './replay/index.js'
 * @import { State } from './state.js'
 *
 * @typedef {object} MethodResult
 * @property {number[]} steps steps that the boxes cannot exclude
 * @property {number} tests number of box comparisons for that
 * @property {SweepResult} sweep the search for the first contact
 * @property {Replay | null} replay null: no replay, or none that agrees with graze
 *
 * @typedef {ReturnType<typeof solve>} Solution
 */

/**
 * Returns the part of a state on which the answers depend: anything else can change without a new query.
 *
 * @param {State} state
 */
export function queryKey({ a, b, end, steps, boxes }) {
    return JSON.stringify([a, b, end, steps, boxes]);
}

/** @param {State} state */
function makeClock({ end, steps }) {
    return { t0: 0, t1: end, step: end / steps };
}

/**
 * @param {Graze} graze
 * @param {State} state
 */
export function solve(graze, state) {
    const { a, b, end, boxes } = state;
    /** @type {{ free: () => void }[]} */
    const resources = [];
    /** @template {{ free: () => void }} T @param {T} resource @returns {T} */
    const own = (resource) => {
        resources.push(resource);
        return resource;
    };
    const release = () => {
        // Paths are freed before the shapes they refer to.
        for (const resource of resources.reverse()) resource.free();
    };
    try {
        const clock = makeClock(state);
        const shapeA = own(makeShape(graze, a.shape));
        const shapeB = own(makeShape(graze, b.shape));
        const motionA = own(makeMotion(graze, a.path, end));
        const motionB = own(makeMotion(graze, b.path, end));
        const pathA = own(graze.path(shapeA, motionA, clock, { boxes }));
        const pathB = own(graze.path(shapeB, motionB, clock, { boxes }));
        const [steppedA, steppedB] = [readSteps(pathA), readSteps(pathB)];
        const results = /** @type {Record<Method, MethodResult>} */ ({});
        for (const method of METHODS) {
            const iterator = graze.study.sweepSteps(pathA, pathB, { method });
            const steps = [...iterator];
            const { tests } = iterator;
            const sweep = graze.study.sweep(pathA, pathB, { method });
            results[method] = { steps, tests, sweep, replay: null };
        }
        for (const method of REPLAYED_METHODS) {
            const { steps, tests } = results[method];
            const replayed = replay(method, steppedA, steppedB);
            const isConfirmed =
                replayed.tests.length === tests &&
                replayed.steps.length === steps.length &&
                replayed.steps.every((step, k) => step === steps[k]);
            if (isConfirmed) results[method].replay = replayed;
        }
        return {
            shapeA,
            shapeB,
            motionA,
            motionB,
            laidA: steppedA,
            laidB: steppedB,
            count: pathA.count,
            searches: results,
            /** Computed without boxes. */
            first: graze.firstContact(shapeA, shapeB, motionA, motionB, { from: 0, to: end }),
            release,
        };
    } catch (error) {
        release();
        throw error;
    }
}
