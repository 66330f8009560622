/** What the Intervals tab shows follows from this. */

import * as read from '../../base/reading.js';
import { readView } from '../../base/view.js';
import { PRESETS } from './presets.js';
import { MOST, readAgent } from './segments.js';

/**
 * @import { View } from '../../base/view.js'
 * @import { AgentState } from './segments.js'
 *
 * @typedef {object} State
 * @property {AgentState} a
 * @property {AgentState} b
 * @property {number} delay of A: all that it does happens so much later
 * @property {number} time that is shown
 * @property {'closed' | 'open'} reading
 * @property {number | null} horizon of the velocity obstacle; null: infinite
 * @property {number | null} maxSpeed of either; null: none
 * @property {number} minSpeed
 * @property {boolean} canWait
 * @property {View} view of the world
 * @property {View | null} plane view of the times along both ways; null: all of it
 * @property {View | null} velocities view of these; null: all of it
 */

export const READINGS = /** @type {const} */ (['closed', 'open']);

/** @param {unknown} value @param {number} least */
function numberOrNull(value, least) {
    const number = read.number(value, -1, least, MOST);
    return number < 0 ? null : number;
}

/** @param {unknown} value @returns {State} */
export function readState(value) {
    const given = read.record(value);
    const [begin] = PRESETS;
    const minSpeed = read.number(given.minSpeed, 0, 0, MOST);
    return {
        a: readAgent(given.a, begin.a),
        b: readAgent(given.b, begin.b),
        delay: read.number(given.delay, 0, -MOST, MOST),
        time: read.number(given.time, begin.time ?? 0, -4 * MOST, 4 * MOST),
        reading: read.choice(given.reading, READINGS),
        horizon: numberOrNull(given.horizon, 1e-9),
        maxSpeed: numberOrNull(given.maxSpeed, minSpeed),
        minSpeed,
        canWait: read.flag(given.canWait, true),
        view: readView(given.view, begin.view),
        plane: given.plane ? readView(given.plane, begin.view) : null,
        velocities: given.velocities ? readView(given.velocities, begin.view) : null,
    };
}
