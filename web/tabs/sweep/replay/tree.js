/** Binary trees over time, and clipping to the common box. The order is that of src/trajectory/tree.c. */

import { EMPTY_BOX, intersectionBox, intersects, isSameBox, unionBox } from './boxes.js';

/**
 * @import { Box, SteppedPath, BoxTest } from './boxes.js'
 *
 * @typedef {object} Node
 * @property {number} lo
 * @property {number} hi
 * @property {Box} box
 * @property {Node[]} children none or two
 */

const MAX_CUTS = 8;

/**
 * Builds a tree over steps lo to hi - 1; leaves that do not intersect `clip` are empty.
 *
 * @param {SteppedPath} path
 * @param {number} lo
 * @param {number} hi
 * @param {Box | null} clip
 * @returns {Node}
 */
export function buildTree(path, lo, hi, clip) {
    if (hi - lo === 1) {
        const box = path.boxes[lo];
        return { lo, hi, box: !clip || intersects(box, clip) ? box : EMPTY_BOX, children: [] };
    }
    const middle = lo + Math.floor((hi - lo) / 2);
    const children = [buildTree(path, lo, middle, clip), buildTree(path, middle, hi, clip)];
    return { lo, hi, box: unionBox(children[0].box, children[1].box), children };
}

/**
 * Returns the first step from `from` to `end` - 1 in which leaves of both intersect, or `end` if there is none.
 *
 * @param {Node} a
 * @param {Node} b
 * @param {number} from
 * @param {number} end
 * @param {BoxTest[]} tests
 */
export function findNextByTree(a, b, from, end, tests) {
    /** @type {[Node, Node][]} */
    const stack = [[a, b]];
    for (;;) {
        const pair = stack.pop();
        if (!pair) return end;
        const [p, q] = pair;
        const lo = Math.max(p.lo, q.lo);
        const hi = Math.min(p.hi, q.hi);
        if (lo >= hi || hi <= from || lo >= end) continue;
        const isIntersecting = intersects(p.box, q.box);
        tests.push({
            a: [p.lo, p.hi],
            b: [q.lo, q.hi],
            boxA: p.box,
            boxB: q.box,
            intersects: isIntersecting,
        });
        if (!isIntersecting) continue;
        if (p.children.length === 0 && q.children.length === 0) return lo;
        // The node with more steps is split, and its earlier half is visited first.
        if (p.hi - p.lo >= q.hi - q.lo) {
            stack.push([p.children[1], q], [p.children[0], q]);
        } else {
            stack.push([p, q.children[1]], [p, q.children[0]]);
        }
    }
}

/** @param {SteppedPath} path */
function sweptBox({ firstStep, endStep, boxes }) {
    return boxes.slice(firstStep, endStep).reduce(unionBox, EMPTY_BOX);
}

/**
 * Returns the steps from the first to the last in which either body can intersect the box swept by the other, and
 * that box.
 *
 * @param {SteppedPath} a
 * @param {SteppedPath} b
 * @param {number} lo
 * @param {number} hi
 * @param {BoxTest[]} tests
 * @returns {{ lo: number, hi: number, clip: Box }}
 */
export function clipToIntersection(a, b, lo, hi, tests) {
    let [sweptA, sweptB] = [sweptBox(a), sweptBox(b)];
    const isIntersecting = intersects(sweptA, sweptB);
    tests.push({
        a: [a.firstStep, a.endStep],
        b: [b.firstStep, b.endStep],
        boxA: sweptA,
        boxB: sweptB,
        intersects: isIntersecting,
    });
    if (!isIntersecting) hi = lo;
    let clip = intersectionBox(sweptA, sweptB);
    /** @param {'a' | 'b'} side */
    const sweepClipped = (side) => {
        const { boxes } = side === 'a' ? a : b;
        let [firstInside, endInside] = [hi, lo];
        /** @type {Box} */
        let swept = EMPTY_BOX;
        for (let i = lo; i < hi; i++) {
            const isInside = intersects(boxes[i], clip);
            tests.push({
                a: side === 'a' ? [i, i + 1] : null,
                b: side === 'b' ? [i, i + 1] : null,
                boxA: side === 'a' ? boxes[i] : clip,
                boxB: side === 'b' ? boxes[i] : clip,
                intersects: isInside,
            });
            if (!isInside) continue;
            if (i < firstInside) firstInside = i;
            endInside = i + 1;
            swept = unionBox(swept, boxes[i]);
        }
        [lo, hi] = [firstInside, endInside];
        return swept;
    };
    for (let k = 0; k < MAX_CUTS && lo < hi; k++) {
        const before = clip;
        const steps = hi - lo;
        sweptA = sweepClipped('a');
        sweptB = lo < hi ? sweepClipped('b') : EMPTY_BOX;
        clip = intersectionBox(sweptA, sweptB);
        if (isSameBox(before, clip) && hi - lo === steps) break;
    }
    return { lo, hi: Math.max(lo, hi), clip };
}
