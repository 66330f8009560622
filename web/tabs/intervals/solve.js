/** All answers of graze for a state. */

import { isStraight, toMovingDisc } from './agents.js';

/**
 * @import { Approach, Baseline, Conflict, Graze, SafeVelocity, MovingDisc, VelocityObstacle } from 'graze'
 * @import { State } from './state.js'
 *
 * @typedef {object} VelocityAnswers answers for velocities, which require constant velocity
 * @property {VelocityObstacle} obstacle
 * @property {boolean} isUnsafe
 * @property {[number, number][]} speeds
 * @property {SafeVelocity} proposal
 *
 * @typedef {object} Solution
 * @property {MovingDisc} planned A without its delay
 * @property {MovingDisc} a A with its delay
 * @property {MovingDisc} b
 * @property {Conflict[]} conflicts
 * @property {[number, number][]} intervals conflicts under the chosen meaning of touching
 * @property {Approach} approach
 * @property {[number, number][]} delays unsafe delays of A as planned
 * @property {number} minDelay
 * @property {VelocityAnswers | null} velocities
 */

export const BASELINE_METHODS = /** @type {const} */ ([
    ['algebraic', 'Exact'],
    ['sampling', 'Sampling at steps'],
    ['adaptive', 'Adaptive sampling'],
    ['container', 'Boxes around edges'],
    ['container-sphere', 'Circles around edges'],
    ['container-hull', 'Hulls around edges'],
    ['container-polytope', 'Polytopes in x, y, time'],
    ['extrusion', 'Extruded along time'],
    ['cells-bresenham', 'Grid cells, Bresenham'],
    ['cells-wu', 'Grid cells, Wu'],
    ['velocity-obstacle', 'Velocity obstacle'],
]);

/** @param {State} state */
function velocityLimits({ maxSpeed, minSpeed, canWait }) {
    return { maxSpeed: maxSpeed ?? Infinity, minSpeed, canWait };
}

/** @param {State} state */
function horizonOption({ horizon }) {
    return { horizon: horizon ?? Infinity };
}

/**
 * @param {Graze} graze
 * @param {State} state
 * @returns {Solution}
 */
export function solve(graze, state) {
    const a = toMovingDisc(state.a, state.delay);
    const b = toMovingDisc(state.b);
    const planned = toMovingDisc(state.a);
    const { touching } = state;
    const solveVelocities = () => ({
        obstacle: graze.velocityObstacle(a, b, horizonOption(state)),
        isUnsafe: graze.isVelocityUnsafe(a, b, { vx: a.vx, vy: a.vy }, horizonOption(state)),
        speeds: graze.unsafeSpeeds(a, b),
        proposal: graze.safeVelocity(a, b, velocityLimits(state)),
    });
    return {
        planned,
        a,
        b,
        conflicts: graze.conflicts(a, b),
        intervals: graze.conflictIntervals(a, b, { touching }),
        approach: graze.closestApproach(a, b),
        delays: graze.unsafeDelays(planned, b, { touching }),
        minDelay: graze.minimumDelay(planned, [b]),
        velocities: isStraight(state.a) && isStraight(state.b) ? solveVelocities() : null,
    };
}

/**
 * Returns the answers of the conflict detection methods in use.
 *
 * @param {Graze} graze
 * @param {Solution} found solution for two agents without acceleration
 * @returns {{ method: Baseline, name: string, hasConflict: boolean | null, isCorrect: boolean }[]} hasConflict null: the method cannot answer
 */
export function runBaselines(graze, { a, b }) {
    const exact = graze.study.conflictBy('algebraic', a, b);
    return BASELINE_METHODS.map(([method, name]) => {
        try {
            const hasConflict = graze.study.conflictBy(method, a, b);
            return { method, name, hasConflict, isCorrect: hasConflict === exact };
        } catch {
            // The pair has more cells or samples than the method handles.
            return { method, name, hasConflict: null, isCorrect: false };
        }
    });
}

/**
 * Returns both moving discs as in the proposal; null if it changes nothing.
 *
 * @param {Solution} found
 * @returns {{ a: MovingDisc, b: MovingDisc } | null}
 */
export function proposedDiscs({ a, b, velocities }) {
    const proposal = velocities?.proposal;
    if (!proposal?.agent) return null;
    const { agent, vx, vy, end, delay } = proposal;
    const previous = agent === 'first' ? a : b;
    const changed = { ...previous, vx, vy, t0: previous.t0 + delay, t1: end };
    return agent === 'first' ? { a: changed, b } : { a, b: changed };
}
