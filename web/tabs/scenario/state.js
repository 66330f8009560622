/** What the Scenario tab shows follows from this, and from the files. */

import * as read from '../../base/state_reader.js';
import { readView } from '../../base/view.js';
import { EXAMPLES } from './examples.js';

/**
 * @import { View } from '../../base/view.js'
 *
 * @typedef {object} State
 * @property {string | null} example null: the visitor's own files
 * @property {number} kept under which this page has the visitor's files
 * @property {string | null} packed they themselves, when they fit into a link
 * @property {number} plan which plan of the file, from 0
 * @property {string} format '': as told from the plan
 * @property {number | null} radius null: as the files say
 * @property {'' | 'stay' | 'vanish'} atGoal '': as the format has it
 * @property {number | null} tolerance null: the package's own
 * @property {'allowed' | 'conflict'} touching
 * @property {boolean} repaired the repaired plan is shown
 * @property {number} time that is shown
 * @property {number} selected violation, by its index; -1: none
 * @property {number} agent that is followed; -1: none
 * @property {number} speed of playing, in units of time a second; 0: such that it takes a while
 * @property {View | null} view null: all
 */

const AT_GOAL = /** @type {const} */ (['', 'stay', 'vanish']);
const TOUCHING_VALUES = /** @type {const} */ (['allowed', 'conflict']);

/** Longest text of files in a link. */
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
