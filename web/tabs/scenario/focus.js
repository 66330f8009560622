/** Which part of the map is to be seen, so that a violation can be. */

import { fitted, projection } from '../../base/view.js';
import { frameOf, toStage } from './frame.js';

/**
 * @import { View } from '../../base/view.js'
 * @import { Encounter } from './encounter.js'
 * @import { Scene } from './scene.js'
 */

/** How large bodies must be seen, in pixels, or the map zooms to them; and how far from its edge. */
const LEAST_SEEN = 7;
const EDGE = 30;
/** How much is seen around them, in bodies. */
const AROUND = 10;
/** Of a blocked cell, and of what has no size. */
const [CELL, POINT] = [0.5, 0.25];

/**
 * @param {Scene} scene
 * @param {Encounter} encounter
 * @param {number} time
 * @param {{ view: View, width: number, height: number }} seen
 * @returns {View | null} null: it can be seen as it is
 */
export function viewOn({ axes, reach, sized }, { sides }, time, { view, width, height }) {
    const { scale, toScreen } = projection(view, width, height);
    const frame = frameOf(axes);
    const places = sides.flatMap(({ at }) => {
        const pose = at(time);
        return pose ? [toStage(frame, pose.x, pose.y)] : [];
    });
    const size = Math.max(
        ...sides.map(({ mover }) => (mover < 0 ? CELL : reach[mover])),
        sized ? 0 : POINT,
    );
    const isInside = places.every((place) => {
        const { x, y } = toScreen(place);
        return x > EDGE && y > EDGE && x < width - EDGE && y < height - EDGE;
    });
    if (places.length === 0 || (isInside && size * scale >= LEAST_SEEN)) return null;
    const out = Math.max(AROUND * size, 1e-3);
    const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
    const box = {
        minX: Math.min(...xs) - out,
        maxX: Math.max(...xs) + out,
        minY: Math.min(...ys) - out,
        maxY: Math.max(...ys) + out,
    };
    return fitted(box, width, height, 0);
}
