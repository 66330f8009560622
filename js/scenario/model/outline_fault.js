/**
 * Explains faults of outlines, with the numbers of a file. It is loaded for an outline at fault alone.
 *
 * @import { GrazeError, OutlineEdge } from 'graze'
 * @import { FaultyRings, Vertex } from './outline.js'
 *
 * A fault of an outline: the edge or point at fault, as numbers of a ring (0: the outline) and of a point in it.
 *
 * @typedef {object} OutlineFault
 * @property {string} text description, without a subject
 * @property {{ ring: number, point: number }} first
 */

/**
 * Returns the fault of an outline, with edges by their coordinates before the rounding; it states whether they intersect only as
 * rounded.
 *
 * @param {GrazeError} error of `concave`
 * @param {FaultyRings} faulty
 * @returns {OutlineFault}
 */
export function explainFault(error, { rings, kept }) {
    /** @param {string | undefined} argument @param {number | undefined} index */
    const locate = (argument = 'outline', index = 0) => {
        const ring = argument === 'outline' ? 0 : Number(/\d+/.exec(argument)?.[0] ?? -1) + 1;
        return { ring, point: kept[ring][index] ?? 0 };
    };
    /** @param {{ ring: number, point: number }} edge @returns {[Vertex, Vertex]} */
    const endsOf = ({ ring, point }) => {
        const at = kept[ring].indexOf(point);
        return [rings[ring][point], rings[ring][kept[ring][(at + 1) % kept[ring].length]]];
    };
    const first = locate(error.argument, error.index);
    const name = first.ring === 0 ? 'the outline' : `hole ${first.ring - 1}`;
    const text = describeFault();
    function describeFault() {
        if (error.code === 'hole-outside') {
            return `${name} is not inside of the outline and outside of the other holes: its edge ${formatEdge(endsOf(first))} is at fault`;
        }
        if (error.code !== 'self-intersecting') {
            const problem =
                error.code === 'zero-area' ? 'no area' : 'fewer than three different points';
            return `${name} has ${problem}, as rounded to float32`;
        }
        const [, { argument, index }] = /** @type {OutlineEdge[]} */ (error.value);
        const edges = [endsOf(first), endsOf(locate(argument, index))];
        const rounding = doEdgesCross(edges[0], edges[1])
            ? ''
            : ', but only once they are rounded to float32';
        return `${name} intersects itself or another ring: the edges ${edges.map(formatEdge).join(' and ')} cross or overlap${rounding}`;
    }
    return { text, first };
}

/** @param {[Vertex, Vertex]} edge */
function formatEdge([[ax, ay], [bx, by]]) {
    return `(${ax}, ${ay}) to (${bx}, ${by})`;
}

/**
 * Returns whether two edges have more in common than a point at which one of them only touches the other, exactly.
 *
 * @param {[Vertex, Vertex]} p
 * @param {[Vertex, Vertex]} q
 */
function doEdgesCross([a, b], [c, d]) {
    const [r, s] = [exactOrientation(a, b, c), exactOrientation(a, b, d)];
    const [t, u] = [exactOrientation(c, d, a), exactOrientation(c, d, b)];
    if (r * s < 0 && t * u < 0) return true;
    if (r !== 0 || s !== 0) return false;
    const axis = a[0] === b[0] ? 1 : 0;
    const [from, to] = [Math.min(a[axis], b[axis]), Math.max(a[axis], b[axis])];
    return Math.max(c[axis], d[axis]) > from && Math.min(c[axis], d[axis]) < to;
}

/** Returns the sign of the orientation of three points, exactly. @param {Vertex} a @param {Vertex} b @param {Vertex} c */
function exactOrientation(a, b, c) {
    const [ax, ay, bx, by, cx, cy] = [...a, ...b, ...c].map(toScaledInteger);
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    return area > 0n ? 1 : area < 0n ? -1 : 0;
}

/** Returns a double in units of the least positive double, 2^-1074. @param {number} value */
function toScaledInteger(value) {
    let shift = 1074;
    for (; !Number.isInteger(value); shift--) value *= 2;
    return BigInt(value) << BigInt(shift);
}
