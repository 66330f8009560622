/** The state that determines what the Sweep tab shows. */

import { readMovingBody } from '../../base/paths.js';
import * as read from '../../base/state_reader.js';
import { readView } from '../../base/view.js';
import { REPLAYED_METHODS } from './methods.js';
import { PRESETS } from './presets.js';

/**
 * @import { MovingBodyState } from '../../base/paths.js'
 * @import { View } from '../../base/view.js'
 * @import { ReplayedMethod } from './methods.js'
 *
 * @typedef {object} State
 * @property {MovingBodyState} a
 * @property {MovingBodyState} b
 * @property {number} end end of the clock, which begins at 0
 * @property {number} steps number of steps of the clock
 * @property {typeof BOXES[number]} boxes
 * @property {ReplayedMethod} method method shown in detail
 * @property {number} test number of shown tests; all if there are fewer
 * @property {View} view
 */

const BOXES = /** @type {const} */ (['cover', 'step-ends']);
export const MAX_END = 1000;
/** Largest number of steps that can be distinguished; candidates then come in one list, counted as they are
 * replayed. */
export const MAX_STEPS = 192;
export const MIN_STEPS = 4;
/** A number of tests above that of any method, which shows all of them. */
export const MAX_TESTS = 1e5;

/** @param {unknown} value @returns {State} */
export function readState(value) {
    const { a, b, end, steps, boxes, method, test, view } = read.record(value);
    const [defaultPreset] = PRESETS;
    return {
        a: readMovingBody(a, defaultPreset.a),
        b: readMovingBody(b, defaultPreset.b),
        end: read.number(end, defaultPreset.end, 1e-3, MAX_END),
        steps: read.integer(steps, defaultPreset.steps, MIN_STEPS, MAX_STEPS),
        boxes: read.choice(boxes, BOXES),
        method: read.choice(method, REPLAYED_METHODS),
        test: read.integer(test, MAX_TESTS, 0, MAX_TESTS),
        view: readView(view, defaultPreset.view),
    };
}
