import { AgentQueries } from './agent_queries.js';
import {
    checkBoolean,
    checkChoice,
    checkNumber,
    checkOptions,
    checkRecordNumbers,
} from './arguments.js';
import {
    conflictBy,
    isVelocityUnsafe,
    safeVelocity,
    unsafeSpeeds,
    velocityObstacle,
} from './bind_velocity.js';
import { GrazeError, isArray } from './errors.js';
import { BASELINES, ENDINGS, LIMITS } from './layout.js';

/**
 * @import { Core } from './bind.js'
 * @import { MovingDisc } from './moving_disc.js'
 * @import { Point } from './static_graze.js'
 * @import { OBSTACLES } from './layout.js'
 * @import { Ending } from './motion_factory.js'
 */

/**
 * How large a disc of velocities is.
 *
 * @typedef {object} CutRadius
 * @property {number} radius of the disc, at least 0
 */

/**
 * The disc that cuts off a velocity obstacle.
 *
 * @typedef {Point & CutRadius} VelocityCut
 */

/**
 * The velocities of the first agent that lead to contact with the second one.
 *
 * @typedef {object} VelocityObstacle
 * @property {typeof OBSTACLES[number]} kind 'cone'; 'everything': they are in contact at the first time at which both are
 *   there; 'nothing': they are never there together
 * @property {number} horizon how far ahead, as asked; Infinity unless it was
 * @property {Point} apex the second agent's velocity
 * @property {Point | null} left unit vector along the cone's left leg, as seen from the apex; null unless a cone
 * @property {Point | null} right along its right leg: the cone reaches from right counter-clockwise to left
 * @property {VelocityCut | null} cut of a cone with a finite horizon the disc that cuts it off: what lies
 *   in the cone and between the apex and the disc is not in the obstacle
 */

/**
 * How far ahead is looked.
 *
 * @typedef {object} HorizonOptions
 * @property {number} [horizon] how far ahead, in time, above 0; Infinity unless given
 */

/**
 * What becomes of an agent at the end of its edge.
 *
 * @typedef {object} SpeedOptions
 * @property {Ending} [after] whether the first agent is gone at the end of its edge ('vanish', the default) or waits
 *   there ('stay')
 */

/**
 * How finely a baseline looks.
 *
 * @typedef {object} BaselineOptions
 * @property {number} [step] time between samples, or the side of a cell; 0, the default, is the usual one: a quarter of
 *   the sum of the radii over that of the speeds, or the sum of the radii
 */

/**
 * A velocity in the world.
 *
 * @typedef {object} Velocity
 * @property {number} vx at most 1e150 in magnitude
 * @property {number} vy at most 1e150 in magnitude
 */

/**
 * What agents can do to avoid a conflict.
 *
 * @typedef {object} SafeVelocityOptions
 * @property {number | readonly [first: number, second: number]} [maxSpeed] how fast the agents can go, both or each; Infinity
 *   unless said
 * @property {number | readonly [first: number, second: number]} [minSpeed] at least how fast; 0 unless said
 * @property {boolean} [canWait] whether the first agent can wait at the beginning of its edge; true unless said
 * @property {number} [margin] least gap to keep, a length, at least 0; a billionth of the sum of the radii unless said. Kept
 *   but for rounding, 2^-44 of the lengths. With 0 an answer may touch
 */

/**
 * What avoids a conflict.
 *
 * @typedef {object} SafeVelocity
 * @property {1 | 2 | 3 | 4 | 5} step what answered: 1 there is no conflict; 2 another speed of the first agent; 3 of the
 *   second; 4 the first one waits; 5 nothing does
 * @property {'first' | 'second' | null} agent the one that changes
 * @property {number} vx that agent's velocity; the first one's for null
 * @property {number} vy see vx
 * @property {number} end when it reaches the end of its edge
 * @property {number} delay how much later than planned it starts: 0 but in step 4
 */

/**
 * A way to detect conflicts. 'container': boxes round whole edges; 'sampling': at times a `step` apart;
 * 'adaptive': samples as far apart as the gap allows, but at least `step`; 'cells-bresenham': cells of side `step` that the
 * centre is in, by Bresenham's line; 'cells-wu': those that the disc's box meets, as of Wu's line in AA-SIPP(m);
 * 'velocity-obstacle': of infinite horizon; 'algebraic': the exact answer.
 *
 * @typedef {typeof BASELINES[number]} Baseline
 */

const DISC_KEYS = ['x', 'y', 'vx', 'vy', 't0', 't1', 'radius'];
const VELOCITY_KEYS = ['vx', 'vy'];

/** Margin unless said, of the sum of the radii. */
const RELATIVE_MARGIN = 1e-9;

/**
 * @param {unknown} first
 * @param {unknown} second
 */
function checkDiscPair(first, second) {
    return [first, second].flatMap((disc, k) => {
        const argument = ['first', 'second'][k];
        const numbers = checkRecordNumbers(disc, argument, DISC_KEYS, LIMITS.maxMagnitude);
        const [t0, t1] = [numbers[4], numbers[5]];
        if (t1 >= t0) return numbers;
        throw new GrazeError(
            'out-of-range',
            `${argument}.t1 must be at least ${argument}.t0 (${t0}), not ${t1}`,
            { argument, value: t1 },
        );
    });
}

/** @param {unknown} options */
function checkHorizon(options) {
    const { horizon } = checkOptions(options, 'options', ['horizon']);
    if (horizon === undefined || horizon === Infinity) return Infinity;
    return checkNumber(horizon, 'horizon', Number.MIN_VALUE);
}

/**
 * A number of both agents, or one of each.
 *
 * @param {unknown} value
 * @param {string} argument
 * @param {number} fallback
 * @returns {[first: number, second: number]}
 */
function checkSpeeds(value, argument, fallback) {
    if (value === undefined) return [fallback, fallback];
    /** @param {unknown} one @returns {number} */
    const speed = (one) => (one === Infinity ? Infinity : checkNumber(one, argument, 0));
    if (!isArray(value)) return [speed(value), speed(value)];
    if (value.length !== 2) {
        throw new GrazeError('wrong-type', `${argument} must be a number or two of them`, {
            argument,
            value,
        });
    }
    return [speed(value[0]), speed(value[1])];
}

/**
 * What an instance can be asked about the velocities of two moving discs that meet. Segments are those of
 * `conflictIntervals`, in the plane and without accelerations. O(1) all of it, but for `conflictBy`.
 *
 * @hideconstructor
 */
export class VelocityQueries extends AgentQueries {
    /** @type {Core} */ #core;

    /** @param {Core} core */
    constructor(core) {
        super(core);
        this.#core = core;
    }

    /**
     * The velocity obstacle of the second agent for the first, with both where they are at the first time at which both
     * are there. It does not matter when the segments end, unless they are never there together. Source: Fiorini, Shiller, "Motion
     * planning in dynamic environments using velocity obstacles", 1998.
     *
     * @param {MovingDisc} first
     * @param {MovingDisc} second
     * @param {HorizonOptions} [options]
     * @returns {VelocityObstacle}
     */
    velocityObstacle(first, second, options) {
        const discs = checkDiscPair(first, second);
        return velocityObstacle(this.#core, discs, checkHorizon(options));
    }

    /**
     * Does the first agent with another velocity, from the first time on at which both are there, come into contact with the
     * second one, which keeps its own, within the horizon? Touching is contact.
     *
     * @param {MovingDisc} first
     * @param {MovingDisc} second
     * @param {Velocity} velocity of the first agent
     * @param {HorizonOptions} [options]
     * @returns {boolean}
     */
    isVelocityUnsafe(first, second, velocity, options) {
        const discs = checkDiscPair(first, second);
        const [vx, vy] = checkRecordNumbers(
            velocity,
            'velocity',
            VELOCITY_KEYS,
            LIMITS.maxMagnitude,
        );
        return isVelocityUnsafe(this.#core, discs, vx, vy, checkHorizon(options));
    }

    /**
     * The constant speeds along the first agent's edge, begun at the same time, with which it comes into contact with the second agent,
     * which stays as it is. Closed: with the speeds at its ends the two touch, or share one instant in which they overlap. 0
     * stands for not setting out. An edge without length: all or none. Good to 1e-9 as long as no way
     * or distance in question is more than 2^60 times the sum of the radii. Derived in
     * src/mapf/velocity.c, instead of Walker, Sturtevant, 5.3, whose tangents reject safe speeds.
     *
     * @param {MovingDisc} first
     * @param {MovingDisc} second
     * @param {SpeedOptions} [options]
     * @returns {[begin: number, end: number][]} one interval at the most; hi may be Infinity
     */
    unsafeSpeeds(first, second, options) {
        const discs = checkDiscPair(first, second);
        const { after = 'vanish' } = checkOptions(options, 'options', ['after']);
        return unsafeSpeeds(this.#core, discs, checkChoice(after, 'after', ENDINGS));
    }

    /**
     * The least change that avoids a conflict, in five steps; the first one that has an answer counts. Agents appear at their starts
     * and vanish at their ends, and are there in both instants; one that waits is there. The answer has been checked: the gap
     * is at least the margin but for rounding, 2^-44 of the lengths, and above 0 unless the margin is 0. Where speeds are
     * unsafe up to that with which one agent vanishes in the instant in which the other appears, its `end` is the double
     * before that instant.
     * Source: Walker, Sturtevant, "Collision Detection for Agents in Multi-Agent Pathfinding", section 5.3, with
     * exact intervals of speeds.
     *
     * @param {MovingDisc} first
     * @param {MovingDisc} second
     * @param {SafeVelocityOptions} [options]
     * @returns {SafeVelocity}
     */
    safeVelocity(first, second, options) {
        const discs = checkDiscPair(first, second);
        const keys = ['maxSpeed', 'minSpeed', 'canWait', 'margin'];
        const given = checkOptions(options, 'options', keys);
        const maxSpeeds = checkSpeeds(given.maxSpeed, 'maxSpeed', Infinity);
        const minSpeeds = checkSpeeds(given.minSpeed, 'minSpeed', 0);
        const k = [0, 1].find((agent) => minSpeeds[agent] > maxSpeeds[agent]);
        if (k !== undefined) {
            throw new GrazeError(
                'out-of-range',
                `minSpeed (${minSpeeds[k]}) must be at most maxSpeed (${maxSpeeds[k]})`,
                { argument: 'minSpeed', value: minSpeeds[k] },
            );
        }
        const { margin = RELATIVE_MARGIN * (discs[6] + discs[13]), canWait = true } = given;
        checkNumber(margin, 'margin', 0, LIMITS.maxMagnitude);
        return safeVelocity(this.#core, discs, [
            minSpeeds[0],
            maxSpeeds[0],
            minSpeeds[1],
            maxSpeeds[1],
            /** @type {number} */ (margin),
            Number(checkBoolean(canWait, 'canWait')),
        ]);
    }

    /**
     * For study: whether one of the ways to detect conflicts in use says that two discs are in contact. All but 'algebraic'
     * err; how is told in src/graze.h. At most 2^20 samples, cells or columns of cells.
     *
     * @param {Baseline} method
     * @param {MovingDisc} first
     * @param {MovingDisc} second
     * @param {BaselineOptions} [options]
     * @returns {boolean}
     */
    conflictBy(method, first, second, options) {
        const baseline = checkChoice(method, 'method', BASELINES);
        const discs = checkDiscPair(first, second);
        const { step = 0 } = checkOptions(options, 'options', ['step']);
        return conflictBy(this.#core, baseline, discs, checkNumber(step, 'step', 0));
    }
}
