/** Jumps over time: boxes move by at most so much a step, so those that are far apart are so for a while. */

import { stepTest } from './pyramid.js';

/** @import { Laid, Test } from './boxes.js' */

const WORD = new DataView(new ArrayBuffer(4));

/** The least float32 that is not below. @param {number} value not negative */
function floatAbove(value) {
    const rounded = Math.fround(value);
    if (!(rounded < value)) return rounded;
    WORD.setFloat32(0, rounded);
    WORD.setInt32(0, WORD.getInt32(0) + 1);
    return WORD.getFloat32(0);
}

/**
 * From each step on, by how much a side moves from one step to the next at most, along both axes.
 *
 * @param {Laid} laid
 */
export function rushOf({ first, last, boxes }) {
    const most = [0, 0];
    /** @type {[number, number][]} */
    const rush = [];
    for (let i = last - 1; i >= first; i--) {
        for (let side = 0; side < 4 && i < last - 1; side++) {
            const moved = Math.abs(boxes[i + 1][side] - boxes[i][side]);
            if (!(moved <= most[side & 1])) most[side & 1] = moved < Infinity ? moved : Infinity;
        }
        rush[i] = [floatAbove(most[0]), floatAbove(most[1])];
    }
    return rush;
}

/**
 * @param {Laid} a
 * @param {Laid} b
 * @param {ReturnType<typeof rushOf>} rushA
 * @param {ReturnType<typeof rushOf>} rushB
 * @param {number} from
 * @param {number} end
 * @param {Test[]} tests
 */
export function nextByRush(a, b, rushA, rushB, from, end, tests) {
    while (from < end) {
        const test = stepTest(a, b, from);
        tests.push(test);
        if (test.meets) return from;
        let most = 0;
        for (const axis of [0, 1]) {
            const [p, q] = [test.boxA, test.boxB];
            const gap = Math.max(p[axis] - q[axis + 2], q[axis] - p[axis + 2]);
            const rush = rushA[from][axis] + rushB[from][axis];
            if (gap > 0) most = Math.max(most, rush > 0 ? gap / rush : Infinity);
        }
        most = Math.ceil(most * (1 - 1e-12));
        test.jump = most < 1 ? 1 : Math.min(most, end - from);
        from += test.jump;
    }
    return end;
}
