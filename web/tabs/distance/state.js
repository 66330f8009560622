/** What the Distance tab shows follows from this. */

import * as read from '../../base/reading.js';
import { readPose, readShape } from '../../base/shapes.js';
import { readView } from '../../base/view.js';
import { STARTS, SUBDISTANCES, SUPPORTS } from './choices.js';
import { PRESETS } from './presets.js';

/**
 * @import { Choices } from 'graze'
 * @import { PoseState, ShapeState } from '../../base/shapes.js'
 * @import { View } from '../../base/view.js'
 *
 * @typedef {{ shape: ShapeState, pose: PoseState }} BodyState
 *
 * @typedef {object} State
 * @property {BodyState} a
 * @property {BodyState} b
 * @property {View} view of the world
 * @property {View | null} cso view of A - B; null: all of it
 * @property {NonNullable<Choices['subdistance']>} subdistance
 * @property {NonNullable<Choices['support']>} support
 * @property {NonNullable<Choices['start']>} start
 * @property {number} step the round of GJK that is shown, from 1; the last when there are not as many
 */

/** @param {unknown} value @param {BodyState} otherwise @returns {BodyState} */
function readBody(value, otherwise) {
    const { shape, pose } = read.record(value);
    return { shape: readShape(shape, otherwise.shape), pose: readPose(pose, otherwise.pose) };
}

/** @param {unknown} value @returns {State} */
export function readState(value) {
    const { a, b, view, cso, subdistance, support, start, step } = read.record(value);
    const [begin] = PRESETS;
    return {
        a: readBody(a, begin.a),
        b: readBody(b, begin.b),
        view: readView(view, begin.view),
        cso: cso ? readView(cso, begin.view) : null,
        subdistance: read.choice(subdistance, SUBDISTANCES),
        support: read.choice(support, SUPPORTS),
        start: read.choice(start, STARTS),
        step: read.integer(step, 99, 1, 99),
    };
}
