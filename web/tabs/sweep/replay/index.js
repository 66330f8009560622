/**
 * Which boxes each method compares, in its order: graze tells how many, and here they are found again from the boxes
 * that it gives, by the same rules. What is replayed is held against graze's count and steps.
 */

import { meets } from './boxes.js';
import { nextByPyramid, nextByScan, pyramidOf, stepTest, stillPyramid } from './pyramid.js';
import { nextByRush, rushOf } from './rush.js';
import { cutToCommon, nextByTree, treeOf } from './tree.js';

/**
 * @import { ShownMethod } from '../methods.js'
 * @import { Laid, Test } from './boxes.js'
 *
 * @typedef {(from: number, end: number, tests: Test[]) => number} Next the next step while both move
 *
 * @typedef {object} Replay
 * @property {Test[]} tests
 * @property {number[]} steps that are left
 */

/**
 * @param {ShownMethod} method
 * @param {Laid} a
 * @param {Laid} b
 * @param {Test[]} tests of what is done in advance
 * @returns {Next}
 */
function prepare(method, a, b, tests) {
    if (method === 'si') return (from, end, into) => nextByScan(a, b, from, end, into);
    if (method === 'sta') {
        const [rushA, rushB] = [rushOf(a), rushOf(b)];
        return (from, end, into) => nextByRush(a, b, rushA, rushB, from, end, into);
    }
    if (method === 'pyramid') {
        const [p, q] = [pyramidOf(a), pyramidOf(b)];
        return (from, end, into) => nextByPyramid(p, q, from, end, into);
    }
    let lo = Math.max(a.first, b.first);
    let hi = Math.min(a.last, b.last);
    /** @type {Test['boxA'] | null} */
    let clip = null;
    if (method === 'bvi-bvh' && lo < hi) ({ lo, hi, clip } = cutToCommon(a, b, lo, hi, tests));
    if (lo >= hi) return (_, end) => end;
    const [p, q] = [treeOf(a, lo, hi, clip), treeOf(b, lo, hi, clip)];
    return (from, end, into) => nextByTree(p, q, from, end, into);
}

/** How it is from a step on, and up to which. @param {Laid} laid @param {number} i */
function stateAt({ first, last }, i) {
    if (i < first) return { isMoving: false, end: first };
    return i < last ? { isMoving: true, end: last } : { isMoving: false, end: Infinity };
}

/**
 * The whole search, of two that are held where they do not move.
 *
 * @param {ShownMethod} method
 * @param {Laid} a
 * @param {Laid} b
 * @returns {Replay}
 */
export function replay(method, a, b) {
    /** @type {Test[]} */
    const tests = [];
    const next = prepare(method, a, b, tests);
    const steps = [];
    let at = 0;
    while (at < a.count) {
        const [p, q] = [stateAt(a, at), stateAt(b, at)];
        const end = Math.min(p.end, q.end, a.count);
        let found = end;
        if (p.isMoving && q.isMoving) {
            found = next(at, end, tests);
        } else if (!p.isMoving && !q.isMoving) {
            tests.push(stepTest(a, b, at));
            if (meets(a.boxes[at], b.boxes[at])) found = at;
        } else {
            const still = stillPyramid((p.isMoving ? b : a).boxes[at]);
            const [one, other] = p.isMoving ? [pyramidOf(a), still] : [still, pyramidOf(b)];
            found = nextByPyramid(one, other, at, end, tests);
        }
        if (found < end) steps.push(found);
        at = found < end ? found + 1 : end;
    }
    return { tests, steps };
}
