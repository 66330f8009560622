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
 * Radius of a disc of velocities.
 *
 * @typedef {object} CutRadius
 * @property {number} radius radius of the disc, at least 0
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
 * @property {typeof OBSTACLES[number]} kind 'cone'; 'everything': they are in contact at the first time at
 *   which both exist; 'nothing': they never exist at the same time
 * @property {number} horizon time ahead within which contact counts, as given; default Infinity
 * @property {Point} apex velocity of the second agent
 * @property {Point | null} left unit vector along the cone's left leg, as seen from the apex; null unless
 *   `kind` is 'cone'
 * @property {Point | null} right unit vector along its right leg: the cone reaches from right counter-clockwise
 *   to left
 * @property {VelocityCut | null} cut disc that cuts off a cone with a finite horizon: the part of the cone
 *   between the apex and the disc is not in the obstacle
 */

/**
 * Range of time of a velocity query.
 *
 * @typedef {object} HorizonOptions
 * @property {number} [horizon] time ahead within which contact counts, above 0; default Infinity
 */

/**
 * State of an agent at the end of its edge.
 *
 * @typedef {object} SpeedOptions
 * @property {Ending} [after] whether the first agent is gone at the end of its edge ('vanish', default) or
 *   waits there ('stay')
 */

/**
 * Resolution of a method of `conflictBy`.
 *
 * @typedef {object} BaselineOptions
 * @property {number} [step] time between samples, or the side of a cell. 0 (default): a quarter of the sum of the
 *   radii divided by the sum of the speeds, or for a cell the sum of the radii
 */

/**
 * A velocity in the world.
 *
 * @typedef {object} Velocity
 * @property {number} vx x of the velocity, at most 1e150 in magnitude
 * @property {number} vy y of the velocity, at most 1e150 in magnitude
 */

/**
 * Limits of what agents can do to avoid a conflict.
 *
 * @typedef {object} SafeVelocityOptions
 * @property {number | readonly [first: number, second: number]} [maxSpeed] maximum speed of both agents, or of
 *   each; default Infinity
 * @property {number | readonly [first: number, second: number]} [minSpeed] minimum speed of both agents, or of
 *   each; default 0
 * @property {boolean} [canWait] whether the first agent can wait at the beginning of its edge; default true
 * @property {number} [margin] minimum gap to keep, a length, at least 0, kept up to rounding of 2^-44 of the
 *   lengths; default: a billionth of the sum of the radii. With 0 an answer may touch
 */

/**
 * A change that avoids a conflict.
 *
 * @typedef {object} SafeVelocity
 * @property {1 | 2 | 3 | 4 | 5} step step that answered: 1 there is no conflict; 2 another speed of the first
 *   agent; 3 of the second; 4 the first one waits; 5 there is no answer
 * @property {'first' | 'second' | null} agent agent that changes
 * @property {number} vx x of that agent's velocity; of the first agent's where `agent` is null
 * @property {number} vy y of that velocity
 * @property {number} end time at which it reaches the end of its edge
 * @property {number} delay delay of its start with respect to the plan: 0 except in step 4
 */

/**
 * A method to detect conflicts. 'container': boxes around whole edges; 'sampling': at times a `step` apart;
 * 'adaptive': samples as far apart as the gap allows, but at least `step`; 'cells-bresenham': cells of side
 * `step` that contain the center, by Bresenham's line; 'cells-wu': cells that the disc's box meets, as those of
 * Wu's line in AA-SIPP(m); 'velocity-obstacle': with an infinite horizon; 'algebraic': the exact answer.
 *
 * @typedef {typeof BASELINES[number]} Baseline
 */

const DISC_KEYS = ['x', 'y', 'vx', 'vy', 't0', 't1', 'radius'];
const VELOCITY_KEYS = ['vx', 'vy'];

/** Default of the margin, relative to the sum of the radii. */
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
            `${argument}.t1 must be at least ${argument}.t0 (${t0}), got ${t1}`,
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
 * Checks a number for both agents, or one for each.
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
        throw new GrazeError(
            'wrong-type',
            `${argument} must be a number or an array of two numbers`,
            {
                argument,
                value,
            },
        );
    }
    return [speed(value[0]), speed(value[1])];
}

/**
 * An instance with the queries on the velocities of two moving discs that meet. The discs are those of
 * `conflictIntervals`, in the plane and without accelerations. All queries are O(1) except `conflictBy`.
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
     * Returns the velocity obstacle of the second agent for the first, with both at their positions at the
     * first time at which both exist. The ends of the discs' times do not matter, unless the two never exist at
     * the same time. Source: Fiorini, Shiller, "Motion planning in dynamic environments using velocity
     * obstacles", 1998.
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
     * Returns whether the first agent, with another velocity from the first time on at which both exist, comes
     * into contact with the second one, which keeps its own, within the horizon. Touching is contact.
     *
     * @param {MovingDisc} first
     * @param {MovingDisc} second
     * @param {Velocity} velocity velocity of the first agent
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
     * Returns the constant speeds along the first agent's edge, with an unchanged start time, with which it
     * comes into contact with the second agent, which does not change. The interval is closed: with the speeds
     * at its ends the two touch, or share one instant in which they overlap. Speed 0 stands for not setting
     * out. For an edge of zero length the answer is all speeds or none. Accurate to 1e-9 as long as no length
     * of the edges or distance between them is more than 2^60 times the sum of the radii. Derived in
     * src/mapf/velocity.c, instead of Walker, Sturtevant, 5.3, whose tangents reject safe speeds.
     *
     * @param {MovingDisc} first
     * @param {MovingDisc} second
     * @param {SpeedOptions} [options]
     * @returns {[begin: number, end: number][]} at most one interval, whose end may be Infinity
     */
    unsafeSpeeds(first, second, options) {
        const discs = checkDiscPair(first, second);
        const { after = 'vanish' } = checkOptions(options, 'options', ['after']);
        return unsafeSpeeds(this.#core, discs, checkChoice(after, 'after', ENDINGS));
    }

    /**
     * Returns the least change that avoids a conflict, by five steps, of which the first one with an answer
     * counts. Agents appear at their starts and vanish at their ends, and exist in both instants; one that
     * waits exists. The answer has been checked: the gap is at least the margin up to rounding, 2^-44 of the
     * lengths, and above 0 unless the margin is 0. Where speeds are unsafe up to the one with which one agent
     * vanishes in the instant in which the other appears, its `end` is the double before that instant. Source:
     * Walker, Sturtevant, "Collision Detection for Agents in Multi-Agent Pathfinding", section 5.3, with exact
     * intervals of speeds.
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
     * Returns whether a published method to detect conflicts reports contact of two discs, for study. All but
     * 'algebraic' report false contacts or miss contacts: src/graze.h lists which. At most 2^20 samples, cells or columns of
     * cells.
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
