/** Jumps over time: boxes move by a bounded distance per step, so boxes that are far apart stay disjoint for several
 * steps. */

import { testStep } from './pyramid.js';

/** @import { SteppedPath, BoxTest } from './boxes.js' */

const WORD = new DataView(new ArrayBuffer(4));

/** Returns the smallest float32 that is not below a number. @param {number} value not negative */
function roundUpToFloat(value) {
    const rounded = Math.fround(value);
    if (!(rounded < value)) return rounded;
    WORD.setFloat32(0, rounded);
    WORD.setInt32(0, WORD.getInt32(0) + 1);
    return WORD.getFloat32(0);
}

/**
 * Returns, for each step, the maximum displacement of any side of the box in one step from there on, along both
 * axes.
 *
 * @param {SteppedPath} laid
 */
export function maxDisplacements({ firstStep, endStep, boxes }) {
    const max = [0, 0];
    /** @type {[number, number][]} */
    const displacements = [];
    for (let i = endStep - 1; i >= firstStep; i--) {
        for (let side = 0; side < 4 && i < endStep - 1; side++) {
            const moved = Math.abs(boxes[i + 1][side] - boxes[i][side]);
            if (!(moved <= max[side & 1])) max[side & 1] = moved < Infinity ? moved : Infinity;
        }
        displacements[i] = [roundUpToFloat(max[0]), roundUpToFloat(max[1])];
    }
    return displacements;
}

/**
 * @param {SteppedPath} a
 * @param {SteppedPath} b
 * @param {ReturnType<typeof maxDisplacements>} displacementsA
 * @param {ReturnType<typeof maxDisplacements>} displacementsB
 * @param {number} from
 * @param {number} end
 * @param {BoxTest[]} tests
 */
export function findNextByJump(a, b, displacementsA, displacementsB, from, end, tests) {
    while (from < end) {
        const test = testStep(a, b, from);
        tests.push(test);
        if (test.intersects) return from;
        let steps = 0;
        for (const axis of [0, 1]) {
            const [p, q] = [test.boxA, test.boxB];
            const gap = Math.max(p[axis] - q[axis + 2], q[axis] - p[axis + 2]);
            const displacement = displacementsA[from][axis] + displacementsB[from][axis];
            if (gap > 0) steps = Math.max(steps, displacement > 0 ? gap / displacement : Infinity);
        }
        steps = Math.ceil(steps * (1 - 1e-12));
        test.jump = steps < 1 ? 1 : Math.min(steps, end - from);
        from += test.jump;
    }
    return end;
}
