/** A body on a path: on a stage, and as fields. */

import { createBody } from './body.js';
import { h } from './dom.js';
import { createPathFields } from './path_fields.js';
import { createPathView } from './path_view.js';
import { shiftPath } from './paths.js';
import { createShapeFields } from './shape_fields.js';

/**
 * @import { Motion, Shape } from 'graze'
 * @import { MovingBodyState, PathState } from './paths.js'
 * @import { PoseState, ShapeState } from './shapes.js'
 * @import { Stage } from './stage.js'
 */

/**
 * @param {Stage} stage
 * @param {object} options
 * @param {'a' | 'b'} options.side
 * @param {() => MovingBodyState} options.get
 * @param {(change: Partial<MovingBodyState>) => void} options.onChange
 * @param {() => Motion} options.motion that the state's path is made into
 * @param {() => number} options.end of the time that is shown, which begins at 0
 * @param {() => number} options.time at which the body is shown
 */
export function createMovingBody(stage, { side, get, onChange, motion, end, time }) {
    const name = side.toUpperCase();
    const shape = () => get().shape;
    const path = () => get().path;
    /** @param {ShapeState} next */
    const onShape = (next) => onChange({ shape: next });
    /** @param {PathState} next */
    const onPath = (next) => onChange({ path: next });
    /** @returns {PoseState} */
    const pose = () => motion().pose(time()) ?? { x: 0, y: 0, angle: 0 };
    const pathView = createPathView(stage, { name, side, get: path, onPath });
    const body = createBody(stage, {
        name,
        side,
        shape,
        pose,
        // The whole path goes with the body.
        onPose(next) {
            const current = pose();
            const { x, y, angle } = next;
            const turn = angle - current.angle;
            // The handle tells a direction, the path a heading, which goes on.
            const delta = turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
            onPath(shiftPath(path(), x - current.x, y - current.y, delta));
        },
    });
    const shapeFields = createShapeFields({ name, get: shape, onShape });
    shapeFields.onOpen(() => shapeFields.draw());
    const pathFields = createPathFields({ name, get: path, end, onPath });
    return {
        card: h(
            'section',
            { class: `card ${side}`, 'aria-label': `Body ${name}` },
            h('h2', { class: 'body-title' }, `Body ${name}`),
            shapeFields.element,
            pathFields.element,
        ),
        /** @param {Shape} bodyShape the shape that the state's is made into */
        draw(bodyShape) {
            pathView.draw(motion(), end());
            body.draw(bodyShape);
            shapeFields.draw();
            pathFields.draw();
        },
    };
}
