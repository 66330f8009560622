/**
 * The pyramid over time: node k of a level holds nodes 4 k to 4 k + 3 of the level below, and four siblings are compared
 * at once. Goes as src/sweep/boxes.c does.
 */

import { EMPTY, joined, meets } from './boxes.js';

/**
 * @import { Box, Laid, Range, Test } from './boxes.js'
 *
 * @typedef {{ levels: number, node: (level: number, k: number) => Box }} Pyramid
 */

const FANOUT = 4;
const LEAST_LEVELS = 3;
const MOST_LEVELS = 13;

/** @param {number} first @param {number} last @param {number} level */
function widthOf(first, last, level) {
    const top = last > first ? last - 1 : first;
    const base = (first >> (2 * level)) & ~(FANOUT - 1);
    return ((top >> (2 * level)) | (FANOUT - 1)) + 1 - base;
}

/** Over the steps in which it moves. @param {Laid} laid @returns {Pyramid} */
export function pyramidOf({ first, last, boxes }) {
    let levels = LEAST_LEVELS;
    while (levels < MOST_LEVELS && widthOf(first, last, levels - 1) > FANOUT) levels++;
    /** @type {Map<number, Box>[]} */
    const rows = [new Map()];
    for (let i = first; i < last; i++) rows[0].set(i, boxes[i]);
    for (let level = 1; level < levels; level++) {
        const row = new Map();
        for (const [i, box] of rows[level - 1]) {
            row.set(i >> 2, joined(row.get(i >> 2) ?? EMPTY, box));
        }
        rows.push(row);
    }
    return { levels, node: (level, k) => rows[level].get(k) ?? EMPTY };
}

/** The box of one who stands still, at every level. @param {Box} box @returns {Pyramid} */
export function stillPyramid(box) {
    return { levels: MOST_LEVELS, node: () => box };
}

/**
 * The first step from `from` to `end` - 1 whose boxes meet, `end` when there is none.
 *
 * @param {Pyramid} a
 * @param {Pyramid} b
 * @param {number} from
 * @param {number} end
 * @param {Test[]} tests
 */
export function nextByPyramid(a, b, from, end, tests) {
    const top = Math.min(a.levels, b.levels) - 1;
    let at = from;
    let level = 0;
    while (at < end) {
        const shift = 2 * level;
        const node = at >> shift;
        const group = node & ~(FANOUT - 1);
        let found = -1;
        for (let k = node; k < group + FANOUT; k++) {
            const [boxA, boxB] = [a.node(level, k), b.node(level, k)];
            const range = /** @type {Range} */ ([k << shift, (k + 1) << shift]);
            const isMeeting = meets(boxA, boxB);
            tests.push({ a: range, b: range, boxA, boxB, meets: isMeeting });
            if (isMeeting && found < 0) found = k;
        }
        if (found < 0) {
            at = (group + FANOUT) << shift;
            if (level < top) level++;
            continue;
        }
        if (found > node) at = found << shift;
        if (level === 0) break;
        level--;
    }
    return Math.min(at, end);
}

/**
 * The same step by step.
 *
 * @param {Laid} a
 * @param {Laid} b
 * @param {number} from
 * @param {number} end
 * @param {Test[]} tests
 */
export function nextByScan(a, b, from, end, tests) {
    let at = from;
    while (at < end) {
        const behind = (at & ~(FANOUT - 1)) + FANOUT;
        let found = -1;
        for (let i = at; i < Math.min(behind, end); i++) {
            const test = stepTest(a, b, i);
            tests.push(test);
            if (test.meets && found < 0) found = i;
        }
        if (found >= 0) return found;
        at = behind;
    }
    return end;
}

/** @param {Laid} a @param {Laid} b @param {number} i @returns {Test} */
export function stepTest(a, b, i) {
    const [boxA, boxB] = [a.boxes[i], b.boxes[i]];
    const range = /** @type {Range} */ ([i, i + 1]);
    return { a: range, b: range, boxA, boxB, meets: meets(boxA, boxB) };
}
