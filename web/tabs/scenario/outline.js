/** Exact outlines of bodies on a canvas. */

import { partCorners } from './frame.js';

/**
 * @import { Projection } from '../../base/view.js'
 * @import { Frame } from './frame.js'
 * @import { Pose } from './poses.js'
 * @import { Part } from './scene.js'
 */

/** Minimum drawn radius, in pixels, for smaller bodies and bodies without size. */
export const MIN_RADIUS = 1.75;
const POINT_RADIUS = 5;

/**
 * Adds the outline of a part to the canvas path.
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
        // All outlines have the same orientation: two overlapping ones of opposite orientation would leave a hole.
        context.arc(x, y, size, 0, 2 * Math.PI, true);
        return;
    }
    // Counter-clockwise on the stage is clockwise in the screen's angles, whose y axis points down.
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

/** Returns the angle of an edge's outward normal. @param {{ x: number, y: number }} p @param {{ x: number, y: number }} q */
function outwardAngle(p, q) {
    return Math.atan2(q.x - p.x, -(q.y - p.y));
}
