/** Choice of the map view in which a violation is visible. */

import { createProjection, fitView } from '../../base/view.js';
import { getFrame, toStage } from './frame.js';

/**
 * @import { View } from '../../base/view.js'
 * @import { ViolationDetail } from './violation_detail.js'
 * @import { Scene } from './scene.js'
 */

/** Size below which the map zooms to bodies, and their minimum distance from its edge, in pixels. */
const MIN_VISIBLE_SIZE = 7;
const EDGE_MARGIN = 30;
/** Size of the surroundings shown around them, in bodies. */
const SURROUNDINGS = 10;
/** Radii assumed for a blocked cell and for a body without size. */
const [CELL_RADIUS, POINT_RADIUS] = [0.5, 0.25];

/**
 * @param {Scene} scene
 * @param {ViolationDetail} encounter
 * @param {number} time
 * @param {{ view: View, width: number, height: number }} seen
 * @returns {View | null} null: the violation is already visible
 */
export function focusView(
    { axes, boundingRadius, sized: sizesKnown },
    { participants },
    time,
    { view, width, height },
) {
    const { scale, toScreen } = createProjection(view, width, height);
    const frame = getFrame(axes);
    const positions = participants.flatMap(({ poseAt }) => {
        const pose = poseAt(time);
        return pose ? [toStage(frame, pose.x, pose.y)] : [];
    });
    const size = Math.max(
        ...participants.map(({ body }) => (body < 0 ? CELL_RADIUS : boundingRadius[body])),
        sizesKnown ? 0 : POINT_RADIUS,
    );
    const isInside = positions.every((position) => {
        const { x, y } = toScreen(position);
        return (
            x > EDGE_MARGIN &&
            y > EDGE_MARGIN &&
            x < width - EDGE_MARGIN &&
            y < height - EDGE_MARGIN
        );
    });
    if (positions.length === 0 || (isInside && size * scale >= MIN_VISIBLE_SIZE)) return null;
    const margin = Math.max(SURROUNDINGS * size, 1e-3);
    const [xs, ys] = [positions.map(({ x }) => x), positions.map(({ y }) => y)];
    const box = {
        minX: Math.min(...xs) - margin,
        maxX: Math.max(...xs) + margin,
        minY: Math.min(...ys) - margin,
        maxY: Math.max(...ys) + margin,
    };
    return fitView(box, width, height, 0);
}
