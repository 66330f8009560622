/**
 * The outline of a region of the plane that is known by its columns: for each s the spans of u that are in it.
 */

/** @import { Point } from '../../base/view.js' */

/** Halvings of the way between two columns until a place where spans appear, merge or vanish is found. */
const HALVINGS = 20;
/** As many where there are as many spans on both sides, which move by more than they are long. */
const FOLLOWED = 3;

/**
 * @typedef {[lo: number, hi: number]} Span
 * @typedef {{ lower: Point[], upper: Point[] }} Piece chains of points with ascending s
 * @typedef {{ s: number, spans: Span[] }} Column
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

    /** @param {Column} column */
    const extend = ({ s, spans }) => {
        for (const [k, [lo, hi]] of spans.entries()) {
            open[k].lower.push({ x: s, y: lo });
            open[k].upper.push({ x: s, y: hi });
        }
    };
    /** @param {Column} column */
    const begin = (column) => {
        open = column.spans.map(() => ({ lower: [], upper: [] }));
        pieces.push(...open);
        extend(column);
    };
    /** @param {Column} near @param {Column} far @param {number} depth */
    const goOn = (near, far, depth) => {
        const isSame = near.spans.length === far.spans.length;
        if (isAlike(near.spans, far.spans) || (isSame && depth >= FOLLOWED)) {
            extend(far);
        } else if (depth >= HALVINGS) {
            begin(far);
        } else {
            const s = (near.s + far.s) / 2;
            const middle = { s, spans: spansAt(s) };
            goOn(near, middle, depth + 1);
            goOn(middle, far, depth + 1);
        }
    };
    /** @type {Column | null} */
    let last = null;
    for (const s of columns) {
        const column = { s, spans: spansAt(s) };
        if (last) goOn(last, column, 0);
        else begin(column);
        last = column;
    }
    return pieces;
}
