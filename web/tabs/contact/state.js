/** The state that determines what the First contact tab shows. */

import { readMovingBody } from '../../base/paths.js';
import * as read from '../../base/state_reader.js';
import { readView } from '../../base/view.js';
import { METHODS } from './methods.js';
import { PRESETS } from './presets.js';

/**
 * @import { View } from '../../base/view.js'
 * @import { Method } from './methods.js'
 * @import { MovingBodyState } from '../../base/paths.js'
 *
 * @typedef {object} State
 * @property {MovingBodyState} a
 * @property {MovingBodyState} b
 * @property {number} end end of the queried time range, which begins at 0
 * @property {number} time shown time
 * @property {Method} method method whose steps the plot shows
 * @property {number} tolerance maximum width of brackets; 0: the package's default
 * @property {View} view
 */

export const MAX_END = 1000;

/** @param {unknown} value @returns {State} */
export function readState(value) {
    const { a, b, end, time, method, tolerance, view } = read.record(value);
    const [defaultPreset] = PRESETS;
    const last = read.number(end, defaultPreset.end, 1e-3, MAX_END);
    return {
        a: readMovingBody(a, defaultPreset.a),
        b: readMovingBody(b, defaultPreset.b),
        end: last,
        time: read.number(time, 0, 0, last),
        method: read.choice(method, METHODS),
        tolerance: read.number(tolerance, 0, 0, MAX_END),
        view: readView(view, defaultPreset.view),
    };
}
