/** Binary trees over time, and the cut to the common box. Goes as src/sweep/tree.c does. */

import { common, EMPTY, isSame, joined, meets } from './boxes.js';

/**
 * @import { Box, Laid, Test } from './boxes.js'
 *
 * @typedef {object} Node
 * @property {number} lo
 * @property {number} hi
 * @property {Box} box
 * @property {Node[]} children none or two
 */

const MOST_CUTS = 8;

/**
 * Over steps lo to hi - 1; leaves that do not meet `clip` are empty.
 *
 * @param {Laid} laid
 * @param {number} lo
 * @param {number} hi
 * @param {Box | null} clip
 * @returns {Node}
 */
export function treeOf(laid, lo, hi, clip) {
    if (hi - lo === 1) {
        const own = laid.boxes[lo];
        return { lo, hi, box: !clip || meets(own, clip) ? own : EMPTY, children: [] };
    }
    const middle = lo + Math.floor((hi - lo) / 2);
    const children = [treeOf(laid, lo, middle, clip), treeOf(laid, middle, hi, clip)];
    return { lo, hi, box: joined(children[0].box, children[1].box), children };
}

/**
 * The first step from `from` to `end` - 1 in which leaves of both meet; `end` when there is none.
 *
 * @param {Node} a
 * @param {Node} b
 * @param {number} from
 * @param {number} end
 * @param {Test[]} tests
 */
export function nextByTree(a, b, from, end, tests) {
    /** @type {[Node, Node][]} */
    const waiting = [[a, b]];
    for (;;) {
        const pair = waiting.pop();
        if (!pair) return end;
        const [p, q] = pair;
        const lo = Math.max(p.lo, q.lo);
        const hi = Math.min(p.hi, q.hi);
        if (lo >= hi || hi <= from || lo >= end) continue;
        const isMeeting = meets(p.box, q.box);
        tests.push({
            a: [p.lo, p.hi],
            b: [q.lo, q.hi],
            boxA: p.box,
            boxB: q.box,
            meets: isMeeting,
        });
        if (!isMeeting) continue;
        if (p.children.length === 0 && q.children.length === 0) return lo;
        // The one with more steps is split, and its earlier half looked at first.
        if (p.hi - p.lo >= q.hi - q.lo) {
            waiting.push([p.children[1], q], [p.children[0], q]);
        } else {
            waiting.push([p, q.children[1]], [p, q.children[0]]);
        }
    }
}

/** @param {Laid} laid */
function whole({ first, last, boxes }) {
    return boxes.slice(first, last).reduce(joined, EMPTY);
}

/**
 * The steps from the first to the last in which one of the two can meet what the other sweeps, and where.
 *
 * @param {Laid} a
 * @param {Laid} b
 * @param {number} lo
 * @param {number} hi
 * @param {Test[]} tests
 * @returns {{ lo: number, hi: number, clip: Box }}
 */
export function cutToCommon(a, b, lo, hi, tests) {
    let [sweptA, sweptB] = [whole(a), whole(b)];
    const isMeeting = meets(sweptA, sweptB);
    tests.push({
        a: [a.first, a.last],
        b: [b.first, b.last],
        boxA: sweptA,
        boxB: sweptB,
        meets: isMeeting,
    });
    if (!isMeeting) hi = lo;
    let clip = common(sweptA, sweptB);
    /** @param {'a' | 'b'} side */
    const sweepWithin = (side) => {
        const { boxes } = side === 'a' ? a : b;
        let [first, last] = [hi, lo];
        /** @type {Box} */
        let swept = EMPTY;
        for (let i = lo; i < hi; i++) {
            const isIn = meets(boxes[i], clip);
            tests.push({
                a: side === 'a' ? [i, i + 1] : null,
                b: side === 'b' ? [i, i + 1] : null,
                boxA: side === 'a' ? boxes[i] : clip,
                boxB: side === 'b' ? boxes[i] : clip,
                meets: isIn,
            });
            if (!isIn) continue;
            if (i < first) first = i;
            last = i + 1;
            swept = joined(swept, boxes[i]);
        }
        [lo, hi] = [first, last];
        return swept;
    };
    for (let k = 0; k < MOST_CUTS && lo < hi; k++) {
        const before = clip;
        const steps = hi - lo;
        sweptA = sweepWithin('a');
        sweptB = lo < hi ? sweepWithin('b') : EMPTY;
        clip = common(sweptA, sweptB);
        if (isSame(before, clip) && hi - lo === steps) break;
    }
    return { lo, hi: Math.max(lo, hi), clip };
}
