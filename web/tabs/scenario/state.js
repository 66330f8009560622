/** The state that, with the files, determines what the Scenario tab shows. */

import * as read from '../../base/state_reader.js';
import { readView } from '../../base/view.js';
import { EXAMPLES } from './examples.js';

/**
 * @import { View } from '../../base/view.js'
 *
 * @typedef {object} State
 * @property {string | null} example null: the visitor's own files
 * @property {number} kept key under which this page keeps the visitor's files
 * @property {string | null} packed the packed files if they fit into a link
 * @property {number} plan index of the plan in the file, from 0
 * @property {string} format '': detected from the plan
 * @property {number | null} radius null: from the files
 * @property {'' | 'stay' | 'vanish'} atGoal '': default of the format
 * @property {number | null} tolerance null: default of the package
 * @property {'allowed' | 'conflict'} touching
 * @property {boolean} repaired whether the repaired plan is shown
 * @property {number} time shown time
 * @property {number} selected index of the violation; -1: none
 * @property {number} agent followed agent; -1: none
 * @property {number} speed speed of playing, in time units per second; 0: chosen from the plan's length
 * @property {View | null} view null: all
 */

const AT_GOAL = /** @type {const} */ (['', 'stay', 'vanish']);
const TOUCHING_VALUES = /** @type {const} */ (['allowed', 'conflict']);

/** Largest length of packed files in a link. */
const MAX_PACKED = 20_000;

/** @param {unknown} value @returns {number | null} */
function readOptional(value) {
    const number = read.number(value, -1, 0, 1e15);
    return number < 0 ? null : number;
}

/** @param {unknown} value @returns {State} */
export function readState(value) {
    const given = read.record(value);
    const { example, packed, format, view } = given;
    const text = typeof packed === 'string' && packed.length <= MAX_PACKED ? packed : null;
    const hasOwnFiles = example === null;
    return {
        example: hasOwnFiles
            ? null
            : read.choice(
                  example,
                  EXAMPLES.map(({ id }) => id),
              ),
        kept: read.integer(given.kept, 0, 0, 2 ** 32),
        packed: hasOwnFiles ? text : null,
        plan: read.integer(given.plan, 0, 0, 1e6),
        format: typeof format === 'string' && /^[a-z0-9-]{1,20}$/.test(format) ? format : '',
        radius: readOptional(given.radius),
        atGoal: read.choice(given.atGoal, AT_GOAL),
        tolerance: readOptional(given.tolerance),
        touching: read.choice(given.touching, TOUCHING_VALUES),
        repaired: read.flag(given.repaired, false),
        time: read.number(given.time, 0, -1e15, 1e15),
        selected: read.integer(given.selected, -1, -1, 1e9),
        agent: read.integer(given.agent, -1, -1, 1e6),
        speed: read.number(given.speed, 0, 0, 1e6),
        view: view ? readView(view, { x: 0, y: 0, span: 10 }) : null,
    };
}
