/** A body on a path: on a stage, and as fields. */

import { createBody } from './body.js';
import { h } from './dom.js';
import { createPathFields } from './path_fields.js';
import { createPathView } from './path_view.js';
import { shifted } from './paths.js';
import { createShapeFields } from './shape_fields.js';

/**
 * @import { Motion, Shape } from 'graze'
 * @import { MovingState, PathState } from './paths.js'
 * @import { PoseState, ShapeState } from './shapes.js'
 * @import { Stage } from './stage.js'
 */

/**
 * @param {Stage} stage
 * @param {object} options
 * @param {'a' | 'b'} options.look
 * @param {() => MovingState} options.get
 * @param {(part: Partial<MovingState>) => void} options.onChange
 * @param {() => Motion} options.motion that the state's path is made into
 * @param {() => number} options.end of the time that is shown, which begins at 0
 * @param {() => number} options.time at which the body is shown
 */
export function createMover(stage, { look, get, onChange, motion, end, time }) {
    const name = look.toUpperCase();
    const shape = () => get().shape;
    const path = () => get().path;
    /** @param {ShapeState} next */
    const onShape = (next) => onChange({ shape: next });
    /** @param {PathState} next */
    const onPath = (next) => onChange({ path: next });
    /** @returns {PoseState} */
    const pose = () => motion().pose(time()) ?? { x: 0, y: 0, angle: 0 };
    const pathView = createPathView(stage, { name, look, get: path, onPath });
    const body = createBody(stage, {
        name,
        look,
        shape,
        pose,
        // The whole path goes with the body.
        onPose(next) {
            const now = pose();
            const { x, y, angle } = next;
            const turn = angle - now.angle;
            // The handle tells a direction, the path a heading, which goes on.
            const by = turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
            onPath(shifted(path(), x - now.x, y - now.y, by));
        },
    });
    const shapeFields = createShapeFields({ name, get: shape, onShape });
    shapeFields.onOpen(() => shapeFields.draw());
    const pathFields = createPathFields({ name, get: path, end, onPath });
    return {
        card: h(
            'section',
            { class: `card ${look}`, 'aria-label': `Body ${name}` },
            h('h2', { class: 'own' }, `Body ${name}`),
            shapeFields.element,
            pathFields.element,
        ),
        /** @param {Shape} made the shape that the state's is made into */
        draw(made) {
            pathView.draw(motion(), end());
            body.draw(made);
            shapeFields.draw();
            pathFields.draw();
        },
    };
}
