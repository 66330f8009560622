/** All that graze says of a state, asked once. */

import { makeMotion } from '../../base/paths.js';
import { makeShape } from '../../base/shapes.js';
import { METHODS, SHOWN } from './methods.js';
import { laidOut } from './replay/boxes.js';
import { replay } from './replay/index.js';

/**
 * @import { Graze, Motion, Path, Shape, Swept } from 'graze'
 * @import { Method } from './methods.js'
 * @import { Replay } from './replay/index.js'
 * @import { State } from './state.js'
 *
 * @typedef {object} Search
 * @property {number[]} steps that boxes leave, of all
 * @property {number} tests boxes compared for that
 * @property {Swept} swept the search for the first contact
 * @property {Replay | null} replay null: there is none that agrees with graze
 *
 * @typedef {ReturnType<typeof solve>} Solution
 */

/**
 * What a state's answers depend on: all else can change without asking again.
 *
 * @param {State} state
 */
export function questionOf({ a, b, end, steps, boxes }) {
    return JSON.stringify([a, b, end, steps, boxes]);
}

/** @param {State} state */
function clockOf({ end, steps }) {
    return { start: 0, end, step: end / steps };
}

/**
 * @param {Graze} graze
 * @param {State} state
 */
export function solve(graze, state) {
    const { a, b, end, boxes } = state;
    /** @type {{ free: () => void }[]} */
    const made = [];
    /** @template {{ free: () => void }} T @param {T} thing @returns {T} */
    const keep = (thing) => {
        made.push(thing);
        return thing;
    };
    const release = () => {
        // Paths before the shapes they refer to.
        for (const thing of made.reverse()) thing.free();
    };
    try {
        const clock = clockOf(state);
        const shapeA = keep(makeShape(graze, a.shape));
        const shapeB = keep(makeShape(graze, b.shape));
        const motionA = keep(makeMotion(graze, a.path, end));
        const motionB = keep(makeMotion(graze, b.path, end));
        const pathA = keep(graze.path(shapeA, motionA, clock, { boxes }));
        const pathB = keep(graze.path(shapeB, motionB, clock, { boxes }));
        const [laidA, laidB] = [laidOut(pathA), laidOut(pathB)];
        const searches = /** @type {Record<Method, Search>} */ ({});
        for (const method of METHODS) {
            const iterator = graze.sweepSteps(pathA, pathB, { method });
            const steps = [...iterator];
            const { tests } = iterator;
            const swept = graze.sweep(pathA, pathB, { method });
            searches[method] = { steps, tests, swept, replay: null };
        }
        for (const method of SHOWN) {
            const { steps, tests } = searches[method];
            const found = replay(method, laidA, laidB);
            const agrees =
                found.tests.length === tests &&
                found.steps.length === steps.length &&
                found.steps.every((step, k) => step === steps[k]);
            if (agrees) searches[method].replay = found;
        }
        return {
            shapeA,
            shapeB,
            motionA,
            motionB,
            laidA,
            laidB,
            count: pathA.count,
            searches,
            /** Without boxes. */
            first: graze.firstContact(shapeA, motionA, shapeB, motionB, { from: 0, to: end }),
            release,
        };
    } catch (error) {
        release();
        throw error;
    }
}
