/** What the First contact tab shows follows from this. */

import { readMoving } from '../../base/paths.js';
import * as read from '../../base/reading.js';
import { readView } from '../../base/view.js';
import { METHODS } from './methods.js';
import { PRESETS } from './presets.js';

/**
 * @import { View } from '../../base/view.js'
 * @import { Method } from './methods.js'
 * @import { MovingState } from '../../base/paths.js'
 *
 * @typedef {object} State
 * @property {MovingState} a
 * @property {MovingState} b
 * @property {number} end what is asked about begins at 0 and ends here
 * @property {number} time that is shown
 * @property {Method} method whose steps are drawn on the plot
 * @property {number} tolerance of brackets; 0: the package's own
 * @property {View} view
 */

export const MOST_END = 1000;

/** @param {unknown} value @returns {State} */
export function readState(value) {
    const { a, b, end, time, method, tolerance, view } = read.record(value);
    const [begin] = PRESETS;
    const last = read.number(end, begin.end, 1e-3, MOST_END);
    return {
        a: readMoving(a, begin.a),
        b: readMoving(b, begin.b),
        end: last,
        time: read.number(time, 0, 0, last),
        method: read.choice(method, METHODS),
        tolerance: read.number(tolerance, 0, 0, MOST_END),
        view: readView(view, begin.view),
    };
}
