/**
 * The outline of a planar region that is given by columns: for each s, the spans of u inside it.
 */

/** @import { Point } from '../../base/view.js' */

/** Number of bisections between two columns that locate a place where spans appear, merge or vanish. */
const MAX_HALVINGS = 20;
/** Number of bisections if both columns have the same number of spans, but these move by more than their length. */
const MAX_MATCHED_DEPTH = 3;

/**
 * @typedef {[lo: number, hi: number]} Span
 * @typedef {{ lower: Point[], upper: Point[] }} OutlinePart chains of points with ascending s
 * @typedef {{ s: number, spans: Span[] }} Column
 */

/** @param {readonly Span[]} p @param {readonly Span[]} q */
function isConnected(p, q) {
    return p.length === q.length && p.every(([lo, hi], k) => lo <= q[k][1] && q[k][0] <= hi);
}

/**
 * Span[]} spansAt ascending => @param {(s: number) => Span[]} spansAt returns the spans of a column, ascending => Span[]} spansAt ascending
 * @param {readonly number[]} columns ascending; a part between two columns is found only if it reaches one of them
 * @returns {OutlinePart[]}
 */
export function traceOutline(spansAt, columns) {
    /** @type {OutlinePart[]} */
    const parts = [];
    /** @type {OutlinePart[]} */
    let openParts = [];

    /** @param {Column} column */
    const extend = ({ s, spans }) => {
        for (const [k, [lo, hi]] of spans.entries()) {
            openParts[k].lower.push({ x: s, y: lo });
            openParts[k].upper.push({ x: s, y: hi });
        }
    };
    /** @param {Column} column */
    const startParts = (column) => {
        openParts = column.spans.map(() => ({ lower: [], upper: [] }));
        parts.push(...openParts);
        extend(column);
    };
    /** @param {Column} near @param {Column} far @param {number} depth */
    const connect = (near, far, depth) => {
        const hasSameCount = near.spans.length === far.spans.length;
        if (isConnected(near.spans, far.spans) || (hasSameCount && depth >= MAX_MATCHED_DEPTH)) {
            extend(far);
        } else if (depth >= MAX_HALVINGS) {
            startParts(far);
        } else {
            const s = (near.s + far.s) / 2;
            const middle = { s, spans: spansAt(s) };
            connect(near, middle, depth + 1);
            connect(middle, far, depth + 1);
        }
    };
    /** @type {Column | null} */
    let last = null;
    for (const s of columns) {
        const column = { s, spans: spansAt(s) };
        if (last) connect(last, column, 0);
        else startParts(column);
        last = column;
    }
    return parts;
}
