/**
 * The pyramid over time: node k of a level holds nodes 4 k to 4 k + 3 of the level below, and four siblings are compared
 * at once. The order is that of src/trajectory/boxes.c.
 */

import { EMPTY_BOX, intersects, unionBox } from './boxes.js';

/**
 * @import { Box, SteppedPath, Range, BoxTest } from './boxes.js'
 *
 * @typedef {{ levels: number, node: (level: number, k: number) => Box }} Pyramid
 */

const FANOUT = 4;
const MIN_LEVELS = 3;
const MAX_LEVELS = 13;

/** @param {number} firstStep @param {number} endStep @param {number} level */
function rowWidth(firstStep, endStep, level) {
    const top = endStep > firstStep ? endStep - 1 : firstStep;
    const base = (firstStep >> (2 * level)) & ~(FANOUT - 1);
    return ((top >> (2 * level)) | (FANOUT - 1)) + 1 - base;
}

/** Builds the pyramid over the steps in which the body moves. @param {SteppedPath} laid @returns {Pyramid} */
export function buildPyramid({ firstStep, endStep, boxes }) {
    let levels = MIN_LEVELS;
    while (levels < MAX_LEVELS && rowWidth(firstStep, endStep, levels - 1) > FANOUT) levels++;
    /** @type {Map<number, Box>[]} */
    const rows = [new Map()];
    for (let i = firstStep; i < endStep; i++) rows[0].set(i, boxes[i]);
    for (let level = 1; level < levels; level++) {
        const row = new Map();
        for (const [i, box] of rows[level - 1]) {
            row.set(i >> 2, unionBox(row.get(i >> 2) ?? EMPTY_BOX, box));
        }
        rows.push(row);
    }
    return { levels, node: (level, k) => rows[level].get(k) ?? EMPTY_BOX };
}

/** Returns a pyramid with the same box at every level, for a body at rest. @param {Box} box @returns {Pyramid} */
export function makeStaticPyramid(box) {
    return { levels: MAX_LEVELS, node: () => box };
}

/**
 * Returns the first step from `from` to `end` - 1 whose boxes intersect, or `end` if there is none.
 *
 * @param {Pyramid} a
 * @param {Pyramid} b
 * @param {number} from
 * @param {number} end
 * @param {BoxTest[]} tests
 */
export function findNextByPyramid(a, b, from, end, tests) {
    const top = Math.min(a.levels, b.levels) - 1;
    let step = from;
    let level = 0;
    while (step < end) {
        const shift = 2 * level;
        const node = step >> shift;
        const group = node & ~(FANOUT - 1);
        let found = -1;
        for (let k = node; k < group + FANOUT; k++) {
            const [boxA, boxB] = [a.node(level, k), b.node(level, k)];
            const range = /** @type {Range} */ ([k << shift, (k + 1) << shift]);
            const isIntersecting = intersects(boxA, boxB);
            tests.push({ a: range, b: range, boxA, boxB, intersects: isIntersecting });
            if (isIntersecting && found < 0) found = k;
        }
        if (found < 0) {
            step = (group + FANOUT) << shift;
            if (level < top) level++;
            continue;
        }
        if (found > node) step = found << shift;
        if (level === 0) break;
        level--;
    }
    return Math.min(step, end);
}

/**
 * Returns the same step by a linear scan.
 *
 * @param {SteppedPath} a
 * @param {SteppedPath} b
 * @param {number} from
 * @param {number} end
 * @param {BoxTest[]} tests
 */
export function findNextByScan(a, b, from, end, tests) {
    let step = from;
    while (step < end) {
        const groupEnd = (step & ~(FANOUT - 1)) + FANOUT;
        let found = -1;
        for (let i = step; i < Math.min(groupEnd, end); i++) {
            const test = testStep(a, b, i);
            tests.push(test);
            if (test.intersects && found < 0) found = i;
        }
        if (found >= 0) return found;
        step = groupEnd;
    }
    return end;
}

/** @param {SteppedPath} a @param {SteppedPath} b @param {number} i @returns {BoxTest} */
export function testStep(a, b, i) {
    const [boxA, boxB] = [a.boxes[i], b.boxes[i]];
    const range = /** @type {Range} */ ([i, i + 1]);
    return { a: range, b: range, boxA, boxB, intersects: intersects(boxA, boxB) };
}
