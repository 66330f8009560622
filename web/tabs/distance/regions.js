/**
 * The seven regions into which a triangle's edges divide the plane, each with its barycode. Bits 2, 1, 0 are set if a
 * point lies on the inner side of the edge opposite the newest corner, from the second to the newest, and from the
 * newest to the first. Pure geometry.
 */

/**
 * @import { Box, Point } from '../../base/view.js'
 *
 * @typedef {{ code: number, outline: Point[] }} Region
 */

/**
 * Returns the part of a convex outline on one side of a line.
 *
 * @param {Point[]} outline
 * @param {Point} p a point on the line
 * @param {Point} normal normal toward the kept side
 * @returns {Point[]}
 */
function clipToHalfPlane(outline, p, normal) {
    const heights = outline.map(({ x, y }) => (x - p.x) * normal.x + (y - p.y) * normal.y);
    /** @type {Point[]} */
    const clipped = [];
    for (const [i, point] of outline.entries()) {
        const j = (i + 1) % outline.length;
        if (heights[i] >= 0) clipped.push(point);
        if (heights[i] >= 0 !== heights[j] >= 0) {
            const fraction = heights[i] / (heights[i] - heights[j]);
            clipped.push({
                x: point.x + fraction * (outline[j].x - point.x),
                y: point.y + fraction * (outline[j].y - point.y),
            });
        }
    }
    return clipped;
}

/**
 * @param {readonly [first: Point, second: Point, newest: Point]} triangle
 * @param {Box} box visible box
 * @returns {Region[]} visible regions; none for a triangle without area
 */
export function clipRegions([first, second, newest], box) {
    const sum =
        (second.x - first.x) * (newest.y - first.y) - (second.y - first.y) * (newest.x - first.x);
    if (sum === 0) return [];
    const winding = Math.sign(sum);
    const edges = [
        [newest, first],
        [second, newest],
        [first, second],
    ].map(([p, q]) => ({
        p,
        // The inward normal points to the left of a counter-clockwise edge.
        inward: { x: -(q.y - p.y) * winding, y: (q.x - p.x) * winding },
    }));
    const boxCorners = [
        { x: box.minX, y: box.minY },
        { x: box.maxX, y: box.minY },
        { x: box.maxX, y: box.maxY },
        { x: box.minX, y: box.maxY },
    ];
    return [7, 6, 5, 4, 3, 2, 1]
        .map((code) => ({
            code,
            outline: edges.reduce((outline, { p, inward }, bit) => {
                const side = code & (1 << bit) ? 1 : -1;
                return clipToHalfPlane(outline, p, { x: inward.x * side, y: inward.y * side });
            }, boxCorners),
        }))
        .filter(({ outline }) => outline.length > 2);
}

/** Codes that cannot occur with order tracking: the newest corner lies on the origin's side of the other two. */
export const SKIPPED_CODES = [1, 2, 3];

/** @param {number} code */
export function formatBarycode(code) {
    return code.toString(2).padStart(3, '0');
}
