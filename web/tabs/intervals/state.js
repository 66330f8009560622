/** The state that determines what the Intervals tab shows. */

import * as read from '../../base/state_reader.js';
import { readView } from '../../base/view.js';
import { MAX_NUMBER, readAgent } from './agents.js';
import { PRESETS } from './presets.js';

/**
 * @import { View } from '../../base/view.js'
 * @import { AgentState } from './agents.js'
 *
 * @typedef {object} State
 * @property {AgentState} a
 * @property {AgentState} b
 * @property {number} delay delay of A's whole motion
 * @property {number} time shown time
 * @property {'conflict' | 'allowed'} touching
 * @property {number | null} horizon time horizon of the velocity obstacle; null: infinite
 * @property {number | null} maxSpeed speed limit of both agents; null: none
 * @property {number} minSpeed
 * @property {boolean} canWait
 * @property {View} view of the world
 * @property {View | null} plane view of the plane of times; null: all of it
 * @property {View | null} velocities view of the plane of velocities; null: all of it
 */

export const TOUCHING_VALUES = /** @type {const} */ (['conflict', 'allowed']);

/** @param {unknown} value @param {number} min */
function numberOrNull(value, min) {
    const number = read.number(value, -1, min, MAX_NUMBER);
    return number < 0 ? null : number;
}

/** @param {unknown} value @returns {State} */
export function readState(value) {
    const record = read.record(value);
    const [defaultPreset] = PRESETS;
    const minSpeed = read.number(record.minSpeed, 0, 0, MAX_NUMBER);
    return {
        a: readAgent(record.a, defaultPreset.a),
        b: readAgent(record.b, defaultPreset.b),
        delay: read.number(record.delay, 0, -MAX_NUMBER, MAX_NUMBER),
        time: read.number(record.time, defaultPreset.time ?? 0, -4 * MAX_NUMBER, 4 * MAX_NUMBER),
        touching: read.choice(record.touching, TOUCHING_VALUES),
        horizon: numberOrNull(record.horizon, 1e-9),
        maxSpeed: numberOrNull(record.maxSpeed, minSpeed),
        minSpeed,
        canWait: read.flag(record.canWait, true),
        view: readView(record.view, defaultPreset.view),
        plane: record.plane ? readView(record.plane, defaultPreset.view) : null,
        velocities: record.velocities ? readView(record.velocities, defaultPreset.view) : null,
    };
}
