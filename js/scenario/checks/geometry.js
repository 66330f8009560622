import { Bodies } from '../model/bodies.js';
import { StepBoxes } from '../model/step_boxes.js';
import { BodyBroadphase } from './body_broadphase.js';
import { deflateOutline } from './pair_query.js';

/**
 * @import { Graze, UnsafeDelays } from 'graze'
 * @import { Body } from '../model/bodies.js'
 * @import { Scenario } from '../model/scenario.js'
 * @import { BodySteps } from '../model/step_boxes.js'
 * @import { StepSearch } from './body_broadphase.js'
 * @import { Deflate, MovingQueries } from './pair_query.js'
 *
 * Queries of moving bodies, also about their delays.
 *
 * @typedef {MovingQueries & {
 *   motion: (spec: any, ends: any) => any,
 *   unsafeMotionDelays: (a: any, b: any, motionA: any, motionB: any, options: any) => UnsafeDelays[],
 * }} DelayQueries
 *
 * The difference between plans in the plane and in space: the bodies, and what finds those that are near each other.
 *
 * @typedef {object} BodyGeometry
 * @property {DelayQueries} queries
 * @property {(scenario: Scenario, begin: number, keepsPieces?: boolean) => Bodies} makeBodies as the constructor of `Bodies`
 * @property {(bodies: Body[], begin: number, horizon: number) => BodySteps} makeSteps
 * @property {(steps: BodySteps, options: ConstructorParameters<typeof StepSearch>[2]) => StepSearch} makeSearch
 * @property {(body: Body, motion: Body['motion']) => number[]} boxAround returns a box of all that a body with a motion covers
 *   over all times: the lowest coordinates, then the highest
 * @property {Deflate} deflate
 * @property {number} delayWindows number of ranges into which the delays up to the duration of a plan are divided, which are
 *   searched when they are needed; 0: all delays are searched at once
 * @property {number} pieceCost effort of a search of delays for each piece of one motion and each of the other, as it divides the
 *   plane of both times, in units of some 0.1 µs
 * @property {boolean} isLocal whether other threads cannot make the queries
 */

/** Addition to the size of a body for rounding, as a share of it. */
const EXTRA_SIZE = 2 ** -30;

/**
 * Returns the geometry of a plan in the plane.
 *
 * @param {Graze} graze
 * @returns {BodyGeometry}
 */
export function planeGeometry(graze) {
    return {
        queries: graze,
        makeBodies: (scenario, begin, keepsPieces) =>
            new Bodies(graze, scenario, begin, keepsPieces),
        makeSteps: (bodies, begin, horizon) => new StepBoxes(graze, bodies, begin, horizon),
        makeSearch: (steps, options) => new BodyBroadphase(graze, steps, options),
        boxAround,
        deflate: deflateOutline,
        delayWindows: 0,
        pieceCost: 12,
        isLocal: false,
    };
}

/**
 * Returns a box of all that a body of the plane covers during a motion.
 *
 * @param {Body} body
 * @param {Body['motion']} motion
 */
function boxAround({ part: { center, size, error } }, motion) {
    const { x, y } = motion.bounds();
    const reach = (size + error) * (1 + EXTRA_SIZE) + Math.hypot(center.x, center.y);
    return [x[0] - reach, y[0] - reach, x[1] + reach, y[1] + reach];
}
