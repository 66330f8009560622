/**
 * The boxes that each method compares, in its order. graze only counts the comparisons; the replay repeats them on
 * graze's boxes by the same rules. Each replay is checked against graze's count and steps.
 */

import { intersects } from './boxes.js';
import { findNextByJump, maxDisplacements } from './jump.js';
import {
    buildPyramid,
    findNextByPyramid,
    findNextByScan,
    makeStaticPyramid,
    testStep,
} from './pyramid.js';
import { buildTree, clipToIntersection, findNextByTree } from './tree.js';

/**
 * @import { ReplayedMethod } from '../methods.js'
 * @import { SteppedPath, BoxTest } from './boxes.js'
 *
 * @typedef {(from: number, end: number, tests: BoxTest[]) => number} FindNextStep the next step while both move
 *
 * @typedef {object} Replay
 * @property {BoxTest[]} tests
 * @property {number[]} steps that are left
 */

/**
 * @param {ReplayedMethod} method
 * @param {SteppedPath} a
 * @param {SteppedPath} b
 * @param {BoxTest[]} tests tests made in advance; appended to
 * @returns {FindNextStep}
 */
function prepareSearch(method, a, b, tests) {
    if (method === 'si') return (from, end, into) => findNextByScan(a, b, from, end, into);
    if (method === 'sta') {
        const [rushA, rushB] = [maxDisplacements(a), maxDisplacements(b)];
        return (from, end, into) => findNextByJump(a, b, rushA, rushB, from, end, into);
    }
    if (method === 'pyramid') {
        const [p, q] = [buildPyramid(a), buildPyramid(b)];
        return (from, end, into) => findNextByPyramid(p, q, from, end, into);
    }
    let lo = Math.max(a.firstStep, b.firstStep);
    let hi = Math.min(a.endStep, b.endStep);
    /** @type {BoxTest['boxA'] | null} */
    let clip = null;
    if (method === 'bvi-bvh' && lo < hi)
        ({ lo, hi, clip } = clipToIntersection(a, b, lo, hi, tests));
    if (lo >= hi) return (_, end) => end;
    const [p, q] = [buildTree(a, lo, hi, clip), buildTree(b, lo, hi, clip)];
    return (from, end, into) => findNextByTree(p, q, from, end, into);
}

/** Returns the phase of motion from a step on, and the step at which it ends. @param {SteppedPath} path @param {number} i */
function motionPhaseAt({ firstStep, endStep }, i) {
    if (i < firstStep) return { isMoving: false, end: firstStep };
    return i < endStep ? { isMoving: true, end: endStep } : { isMoving: false, end: Infinity };
}

/**
 * Replays the whole search for two bodies; each stays where it is outside of its motion.
 *
 * @param {ReplayedMethod} method
 * @param {SteppedPath} a
 * @param {SteppedPath} b
 * @returns {Replay}
 */
export function replay(method, a, b) {
    /** @type {BoxTest[]} */
    const tests = [];
    const next = prepareSearch(method, a, b, tests);
    const steps = [];
    let step = 0;
    while (step < a.count) {
        const [p, q] = [motionPhaseAt(a, step), motionPhaseAt(b, step)];
        const end = Math.min(p.end, q.end, a.count);
        let found = end;
        if (p.isMoving && q.isMoving) {
            found = next(step, end, tests);
        } else if (!p.isMoving && !q.isMoving) {
            tests.push(testStep(a, b, step));
            if (intersects(a.boxes[step], b.boxes[step])) found = step;
        } else {
            const staticPyramid = makeStaticPyramid((p.isMoving ? b : a).boxes[step]);
            const [pyramidA, pyramidB] = p.isMoving
                ? [buildPyramid(a), staticPyramid]
                : [staticPyramid, buildPyramid(b)];
            found = findNextByPyramid(pyramidA, pyramidB, step, end, tests);
        }
        if (found < end) steps.push(found);
        step = found < end ? found + 1 : end;
    }
    return { tests, steps };
}
