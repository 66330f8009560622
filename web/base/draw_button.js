/** The button that draws the outline of a body. The code that draws is loaded when it is first pressed. */

import { button } from './fields.js';

/**
 * @import { Graze } from 'graze'
 * @import { Drawing } from './drawing.js'
 * @import { PoseState, ShapeState } from './shapes.js'
 * @import { Stage } from './stage.js'
 *
 * @typedef {object} DrawTarget body that is drawn
 * @property {string} name 'A'
 * @property {'a' | 'b'} side
 * @property {() => number} getAngle returns the angle of the body's pose, in which the outline is stored
 * @property {(shape: ShapeState, pose: PoseState) => void} onDrawn called with an outline that graze accepts, and with
 *   the pose at which it lies as drawn
 * @property {() => void} focusBody
 */

/** The drawing on a stage: there is one at most. @type {WeakMap<Stage, Drawing>} */
const drawings = new WeakMap();

/**
 * @param {Stage} stage
 * @param {Graze} graze
 * @param {DrawTarget} target
 */
export function createDrawButton(stage, graze, target) {
    const { name, onDrawn, focusBody } = target;
    /** @type {Drawing | null} */
    let drawing = null;
    const element = button(`Draw ${name}`, async () => {
        if (drawing) {
            drawing.end();
            return;
        }
        const { startDrawing } = await import('./drawing.js');
        drawings.get(stage)?.end();
        drawing = startDrawing(stage, graze, {
            ...target,
            onDrawn(shape, pose) {
                onDrawn(shape, pose);
                focusBody();
            },
            onCancel: () => element.focus({ preventScroll: true }),
            onEnd() {
                drawing = null;
                drawings.delete(stage);
                element.setAttribute('aria-pressed', 'false');
            },
        });
        drawings.set(stage, drawing);
        element.setAttribute('aria-pressed', 'true');
    });
    element.setAttribute('aria-pressed', 'false');
    element.title = `Draw the outline of body ${name} by clicking its vertices`;
    return {
        element,
        /** Draws the unfinished outline after a change of the view. */
        draw: () => drawing?.draw(),
    };
}
