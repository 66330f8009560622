/** All that graze says of a state. */

import { asSegment, isStraight } from './segments.js';

/**
 * @import { Approach, Baseline, Conflict, Graze, SafeVelocity, Segment, VelocityObstacle } from 'graze'
 * @import { State } from './state.js'
 *
 * @typedef {object} Steered what is said of velocities, which must be constant
 * @property {VelocityObstacle} obstacle
 * @property {boolean} isUnsafe
 * @property {[number, number][]} speeds
 * @property {SafeVelocity} proposal
 *
 * @typedef {object} Found
 * @property {Segment} planned A without a delay
 * @property {Segment} a as delayed
 * @property {Segment} b
 * @property {Conflict[]} conflicts
 * @property {[number, number][]} intervals in the chosen reading
 * @property {Approach} approach
 * @property {[number, number][]} delays of A as planned
 * @property {number} leastDelay
 * @property {Steered | null} steered
 */

export const BASELINES = /** @type {const} */ ([
    ['algebraic', 'Exact'],
    ['sampling', 'Sampling at steps'],
    ['adaptive', 'Adaptive sampling'],
    ['container', 'Boxes round edges'],
    ['cells-bresenham', 'Cells, Bresenham’s line'],
    ['cells-wu', 'Cells, Wu’s line'],
    ['velocity-obstacle', 'Velocity obstacle'],
]);

/** @param {State} state */
function limitsOf({ maxSpeed, minSpeed, canWait }) {
    return { maxSpeed: maxSpeed ?? Infinity, minSpeed, canWait };
}

/** @param {State} state */
function horizonOf({ horizon }) {
    return { horizon: horizon ?? Infinity };
}

/**
 * @param {Graze} graze
 * @param {State} state
 * @returns {Found}
 */
export function ask(graze, state) {
    const a = asSegment(state.a, state.delay);
    const b = asSegment(state.b);
    const planned = asSegment(state.a);
    const { reading } = state;
    const steered = () => ({
        obstacle: graze.velocityObstacle(a, b, horizonOf(state)),
        isUnsafe: graze.isVelocityUnsafe(a, b, { vx: a.vx, vy: a.vy }, horizonOf(state)),
        speeds: graze.unsafeSpeeds(a, b),
        proposal: graze.safeVelocity(a, b, limitsOf(state)),
    });
    return {
        planned,
        a,
        b,
        conflicts: graze.conflicts(a, b),
        intervals: graze.conflictIntervals(a, b, { reading }),
        approach: graze.closestApproach(a, b),
        delays: graze.unsafeDelays(planned, b, { reading }),
        leastDelay: graze.minimumDelay(planned, [b]),
        steered: isStraight(state.a) && isStraight(state.b) ? steered() : null,
    };
}

/**
 * What the ways in use to detect conflicts say.
 *
 * @param {Graze} graze
 * @param {Found} found of two that do not accelerate
 * @returns {{ how: Baseline, name: string, says: boolean | null, isRight: boolean }[]} null: it cannot
 */
export function baselines(graze, { a, b }) {
    const exact = graze.conflictBy('algebraic', a, b);
    return BASELINES.map(([how, name]) => {
        try {
            const says = graze.conflictBy(how, a, b);
            return { how, name, says, isRight: says === exact };
        } catch {
            // More cells or samples than it goes through.
            return { how, name, says: null, isRight: false };
        }
    });
}

/**
 * Both as the proposal has them; null when it changes nothing.
 *
 * @param {Found} found
 * @returns {{ a: Segment, b: Segment } | null}
 */
export function asProposed({ a, b, steered }) {
    const proposal = steered?.proposal;
    if (!proposal?.agent) return null;
    const { agent, vx, vy, end, delay } = proposal;
    const was = agent === 'first' ? a : b;
    const changed = { ...was, vx, vy, start: was.start + delay, end };
    return agent === 'first' ? { a: changed, b } : { a, b: changed };
}
