/** The state that determines what the Distance tab shows. */

import { readPose, readShape } from '../../base/shapes.js';
import * as read from '../../base/state_reader.js';
import { readView } from '../../base/view.js';
import { MAX_SEED } from './experiment.js';
import { STARTS, SUBDISTANCES, SUPPORTS } from './gjk_options.js';
import { PRESETS } from './presets.js';

/**
 * @import { GjkOptions } from 'graze'
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
 * @property {NonNullable<GjkOptions['subdistance']>} subdistance
 * @property {NonNullable<GjkOptions['support']>} support
 * @property {NonNullable<GjkOptions['start']>} start
 * @property {number} step shown round of GJK, from 1; the last one if there are fewer
 * @property {number} experiment seed of ten random pairs; 0: none
 */

/** @param {unknown} value @param {BodyState} fallback @returns {BodyState} */
function readBody(value, fallback) {
    const { shape, pose } = read.record(value);
    return { shape: readShape(shape, fallback.shape), pose: readPose(pose, fallback.pose) };
}

/** @param {unknown} value @returns {State} */
export function readState(value) {
    const { a, b, view, cso, subdistance, support, start, step, experiment } = read.record(value);
    const [defaultPreset] = PRESETS;
    return {
        a: readBody(a, defaultPreset.a),
        b: readBody(b, defaultPreset.b),
        view: readView(view, defaultPreset.view),
        cso: cso ? readView(cso, defaultPreset.view) : null,
        subdistance: read.choice(subdistance, SUBDISTANCES),
        support: read.choice(support, SUPPORTS),
        start: read.choice(start, STARTS),
        step: read.integer(step, 99, 1, 99),
        experiment: read.integer(experiment, 0, 0, MAX_SEED),
    };
}
