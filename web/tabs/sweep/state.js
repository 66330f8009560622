/** What the Sweep tab shows follows from this. */

import { readMoving } from '../../base/paths.js';
import * as read from '../../base/reading.js';
import { readView } from '../../base/view.js';
import { SHOWN } from './methods.js';
import { PRESETS } from './presets.js';

/**
 * @import { MovingState } from '../../base/paths.js'
 * @import { View } from '../../base/view.js'
 * @import { ShownMethod } from './methods.js'
 *
 * @typedef {object} State
 * @property {MovingState} a
 * @property {MovingState} b
 * @property {number} end of the clock, which begins at 0
 * @property {number} steps of the clock
 * @property {typeof BOXES[number]} boxes
 * @property {ShownMethod} method that is looked at closely
 * @property {number} test how many tests are shown; all when there are not as many
 * @property {View} view
 */

const BOXES = /** @type {const} */ (['cover', 'step-ends']);
export const MOST_END = 1000;
/** As many as can be told apart; candidates then come in one list, counted as they are replayed. */
export const MOST_STEPS = 192;
export const LEAST_STEPS = 4;
/** More than any method makes: all of them. */
export const MOST_TESTS = 1e5;

/** @param {unknown} value @returns {State} */
export function readState(value) {
    const { a, b, end, steps, boxes, method, test, view } = read.record(value);
    const [begin] = PRESETS;
    return {
        a: readMoving(a, begin.a),
        b: readMoving(b, begin.b),
        end: read.number(end, begin.end, 1e-3, MOST_END),
        steps: read.integer(steps, begin.steps, LEAST_STEPS, MOST_STEPS),
        boxes: read.choice(boxes, BOXES),
        method: read.choice(method, SHOWN),
        test: read.integer(test, MOST_TESTS, 0, MOST_TESTS),
        view: readView(view, begin.view),
    };
}
