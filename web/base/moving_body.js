/** A body on a path: its view on the stage and its fields. */

import { createBody } from './body.js';
import { h } from './dom.js';
import { createDrawButton } from './draw_button.js';
import { createPathFields } from './path_fields.js';
import { createPathView } from './path_view.js';
import { shiftPath } from './paths.js';
import { createShapeFields } from './shape_fields.js';

/**
 * @import { Graze, Motion, Shape } from 'graze'
 * @import { MovingBodyState, PathState } from './paths.js'
 * @import { createRefusal } from './refusal.js'
 * @import { PoseState, ShapeState } from './shapes.js'
 * @import { Stage } from './stage.js'
 */

/**
 * @param {Stage} stage
 * @param {object} options
 * @param {'a' | 'b'} options.side
 * @param {Graze} options.graze
 * @param {ReturnType<typeof createRefusal>} options.refusal
 * @param {() => MovingBodyState} options.get
 * @param {(change: Partial<MovingBodyState>) => void} options.onChange
 * @param {() => Motion} options.motion returns the graze motion of the state's path
 * @param {() => number} options.end returns the end of the shown time range, which begins at 0
 * @param {() => number} options.time returns the time at which the body is shown
 */
export function createMovingBody(
    stage,
    { side, graze, refusal, get, onChange, motion, end, time },
) {
    const name = side.toUpperCase();
    const shape = () => get().shape;
    const path = () => get().path;
    /** @param {ShapeState} next */
    const onShape = (next) => {
        if (refusal.accepts(side, next, pose(), get())) onChange({ shape: next });
    };
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
        // Moving the body moves its whole path.
        onPose(next) {
            const current = pose();
            const { x, y, angle } = next;
            const turn = angle - current.angle;
            // The handle gives a direction, whereas the angle of a path is continuous across full turns.
            const delta = turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
            onPath(shiftPath(path(), x - current.x, y - current.y, delta));
        },
    });
    const drawButton = createDrawButton(stage, graze, {
        name,
        side,
        getAngle: () => pose().angle,
        // The path moves so that the body is where it was drawn, at the time shown.
        onDrawn(drawnShape, { x, y }) {
            const current = pose();
            const nextPath = shiftPath(path(), x - current.x, y - current.y, 0);
            onChange({ shape: drawnShape, path: nextPath });
        },
        focusBody: () => body.outline.focus({ preventScroll: true }),
    });
    const shapeFields = createShapeFields({
        name,
        get: shape,
        onShape,
        drawButton: drawButton.element,
    });
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
        /**
         * @param {Shape} bodyShape the graze shape of the state
         * @param {number} [deciding] part that decides the answer
         */
        draw(bodyShape, deciding) {
            pathView.draw(motion(), end());
            body.draw(bodyShape, deciding);
            drawButton.draw();
            shapeFields.draw();
            pathFields.draw();
        },
    };
}
