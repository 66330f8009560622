/**
 * The outline of a region of the plane that is known by its columns: for each s the spans of u that are in it.
 */

/** @import { Point } from '../../base/view.js' */

/** Halvings of the way between two columns until a place where spans appear, merge or vanish is found. */
const HALVINGS = 24;

/**
 * @typedef {[lo: number, hi: number]} Span
 * @typedef {{ lower: Point[], upper: Point[] }} Piece chains of points with ascending s
 */

/** @param {readonly Span[]} p @param {readonly Span[]} q */
function isAlike(p, q) {
    return p.length === q.length && p.every(([lo, hi], k) => lo <= q[k][1] && q[k][0] <= hi);
}

/**
 * @param {(s: number) => Span[]} spansAt ascending
 * @param {readonly number[]} columns ascending; what lies between two is found when it reaches either
 * @returns {Piece[]}
 */
export function outlineOf(spansAt, columns) {
    /** @type {Piece[]} */
    const pieces = [];
    /** @type {Piece[]} */
    let open = [];
    /** @type {Span[]} */
    let last = [];

    /** @param {number} s @param {Span[]} spans */
    const add = (s, spans) => {
        if (open.length === 0 || !isAlike(last, spans)) {
            open = spans.map(() => ({ lower: [], upper: [] }));
            pieces.push(...open);
        }
        for (const [k, [lo, hi]] of spans.entries()) {
            open[k].lower.push({ x: s, y: lo });
            open[k].upper.push({ x: s, y: hi });
        }
        last = spans;
    };
    for (const [i, s] of columns.entries()) {
        const spans = spansAt(s);
        if (i > 0 && !isAlike(last, spans)) {
            // The last column that is like the one before, and the first that is not.
            let [near, far] = [columns[i - 1], s];
            for (let k = 0; k < HALVINGS; k++) {
                const middle = (near + far) / 2;
                if (isAlike(last, spansAt(middle))) near = middle;
                else far = middle;
            }
            add(near, spansAt(near));
            add(far, spansAt(far));
        }
        add(s, spans);
    }
    return pieces;
}
