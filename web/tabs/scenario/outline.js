/** Outlines of bodies on a canvas, true to shape. */

import { partCorners } from './frame.js';

/**
 * @import { Projection } from '../../base/view.js'
 * @import { Frame } from './frame.js'
 * @import { Pose } from './poses.js'
 * @import { Part } from './scene.js'
 */

/** What is smaller is drawn as large as this, in pixels; and what has no size at all. */
export const MIN_RADIUS = 1.75;
const POINT_RADIUS = 5;

/**
 * Adds a part's outline to the path.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Pick<Projection, 'toScreen' | 'scale'>} projection
 * @param {Frame} frame
 * @param {Part} part
 * @param {Pose} pose
 */
export function addOutline(context, projection, frame, part, pose) {
    const points = partCorners(frame, part, pose).map(projection.toScreen);
    const r = part.radius * projection.scale;
    if (points.length === 1) {
        const [{ x, y }] = points;
        const size = r > 0 ? Math.max(r, MIN_RADIUS) : POINT_RADIUS;
        context.moveTo(x + size, y);
        // The way round of all outlines: where two of opposite ways overlap there would be a hole.
        context.arc(x, y, size, 0, 2 * Math.PI, true);
        return;
    }
    // Counter-clockwise on the stage is clockwise on the screen's angles, which go down.
    for (const [i, p] of points.entries()) {
        const q = points[(i + 1) % points.length];
        if (r === 0) {
            if (i === 0) context.moveTo(p.x, p.y);
            else context.lineTo(p.x, p.y);
            continue;
        }
        const o = points[(i + points.length - 1) % points.length];
        const [angleBefore, angleAfter] = [outwardAngle(o, p), outwardAngle(p, q)];
        if (i === 0)
            context.moveTo(p.x + r * Math.cos(angleBefore), p.y + r * Math.sin(angleBefore));
        context.arc(p.x, p.y, r, angleBefore, angleAfter, true);
    }
    context.closePath();
}

/** The direction out of an edge. @param {{ x: number, y: number }} p @param {{ x: number, y: number }} q */
function outwardAngle(p, q) {
    return Math.atan2(q.x - p.x, -(q.y - p.y));
}
