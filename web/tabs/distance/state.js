/** The state of the Distance tab. */

import * as read from '../../base/reading.js';
import { readPose, readShape, regular } from '../../base/shapes.js';
import { readView } from '../../base/view.js';

/**
 * @import { PoseState, ShapeState } from '../../base/shapes.js'
 * @import { View } from '../../base/view.js'
 *
 * @typedef {{ shape: ShapeState, pose: PoseState }} BodyState
 * @typedef {{ a: BodyState, b: BodyState, view: View }} State
 */

/** @type {State} */
const BEGIN = {
    a: {
        shape: { kind: 'polygon', points: regular(5, 1), radius: 0 },
        pose: { x: -1.4, y: 0.2, angle: 0.3 },
    },
    b: {
        shape: { kind: 'polygon', points: regular(4, 1), radius: 0.2 },
        pose: { x: 1.3, y: -0.1, angle: 0.5 },
    },
    view: { x: 0, y: 0, span: 5 },
};

/** @param {unknown} value @param {BodyState} otherwise @returns {BodyState} */
function readBody(value, otherwise) {
    const { shape, pose } = read.record(value);
    return { shape: readShape(shape, otherwise.shape), pose: readPose(pose, otherwise.pose) };
}

/** @param {unknown} value @returns {State} */
export function readState(value) {
    const { a, b, view } = read.record(value);
    return { a: readBody(a, BEGIN.a), b: readBody(b, BEGIN.b), view: readView(view, BEGIN.view) };
}
