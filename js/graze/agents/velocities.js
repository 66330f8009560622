import {
    checkBoolean,
    checkChoice,
    checkNumber,
    checkOptions,
    checkPoints,
    checkRecordNumbers,
    isGiven,
    isRecord,
} from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { GrazeError, isArray } from '../core/errors.js';
import {
    ENDINGS,
    LIMITS,
    MOVING_SPHERE,
    OBSTACLES,
    SAFE_VELOCITY,
    VELOCITY,
    VELOCITY_CONE,
    VELOCITY_OBSTACLE,
} from '../core/layout.js';
import { discError, readSpans } from './conflicts.js';
import { DISC_KEYS } from './moving_disc.js';

/** The velocities of moving discs, polygons and spheres, as functions of the core. */

/**
 * @import { Core } from '../core/core.js'
 * @import { DiscNumbers } from './moving_disc.js'
 * @import { SafeVelocity, VelocityCone, VelocityObstacle } from './types.js'
 *
 * @typedef {object} Agents two agents
 * @property {number[][]} spheres numbers of both, in the order of MOVING_SPHERE
 * @property {readonly Float32Array[]} points of both, as flat coordinates; none of a disc or sphere
 */

const PLANE_KEYS = ['x', 'y', 'vx', 'vy', 't0', 't1', 'radius'];
const SPACE_KEYS = ['x', 'y', 'vx', 'vy', 't0', 't1', 'radius', 'z', 'vz'];
/** Properties of moving spheres, for which these queries have no answer. */
const ACCELERATION_KEYS = ['ax', 'ay', 'az'];
const OPTIONAL_SPACE = new Set(['z', 'vz']);
const OPTIONAL_RADIUS = new Set(['radius']);
const NAMES = /** @type {const} */ (['first', 'second']);
const NO_POINTS = /* @__PURE__ */ new Float32Array(0);

/** Default of the margin, relative to the sum of the radii. */
const RELATIVE_MARGIN = 1e-9;

/**
 * Returns the numbers of a moving disc in the plane, whose radius may be optional, or of a sphere.
 *
 * @param {unknown} disc
 * @param {string} argument
 * @param {boolean} isPlane
 * @param {boolean} hasRadius
 * @returns {number[]} in the order of MOVING_SPHERE
 */
function checkSphere(disc, argument, isPlane, hasRadius) {
    const keys = isPlane ? PLANE_KEYS : SPACE_KEYS;
    const unsupported = isPlane ? ['z', 'vz', ...ACCELERATION_KEYS] : ACCELERATION_KEYS;
    const optional = hasRadius ? OPTIONAL_SPACE : OPTIONAL_RADIUS;
    const numbers = checkRecordNumbers(
        disc,
        argument,
        keys,
        LIMITS.maxMagnitude,
        optional,
        unsupported,
    );
    const [t0, t1] = [numbers[4], numbers[5]];
    if (t1 >= t0) return DISC_KEYS.map((key) => numbers[keys.indexOf(key)] ?? 0);
    throw new GrazeError(
        'out-of-range',
        `${argument}.t1 must be at least ${argument}.t0 (${t0}), got ${t1}`,
        { argument, value: t1 },
    );
}

/**
 * Returns the numbers of two moving discs, in the order of MOVING_DISC.
 *
 * @param {unknown} first
 * @param {unknown} second
 * @returns {[...DiscNumbers, ...DiscNumbers]}
 */
export function checkDiscPair(first, second) {
    const pair = [first, second].flatMap((disc, k) => {
        const numbers = checkSphere(disc, NAMES[k], true, true);
        return PLANE_KEYS.map((key) => numbers[DISC_KEYS.indexOf(/** @type {'x'} */ (key))]);
    });
    return /** @type {[...DiscNumbers, ...DiscNumbers]} */ (pair);
}

/**
 * Returns the points of a polygon, or none of a disc.
 *
 * @param {unknown} disc
 * @param {string} argument
 */
function checkCorners(disc, argument) {
    if (!isRecord(disc) || !('points' in disc) || !isGiven(disc, 'points')) return NO_POINTS;
    const points = checkPoints(disc.points, argument);
    if (points.length > 0) return points;
    throw new GrazeError('too-few-points', `${argument} must have a point, got none`, {
        argument,
    });
}

/**
 * Checks two agents: discs; polygons, if they may have points; or spheres, unless they must stay in the plane.
 *
 * @param {unknown} first
 * @param {unknown} second
 * @param {boolean} mayHavePoints
 * @param {boolean} [isPlane]
 * @returns {Agents}
 */
function checkAgents(first, second, mayHavePoints, isPlane = false) {
    const both = [first, second];
    const points = both.map((disc, k) =>
        mayHavePoints ? checkCorners(disc, `${NAMES[k]}.points`) : NO_POINTS,
    );
    const isFlat = isPlane || points.some(({ length }) => length > 0);
    return {
        points,
        spheres: both.map((disc, k) => checkSphere(disc, NAMES[k], isFlat, points[k].length === 0)),
    };
}

/**
 * Writes two agents to the scratch memory from which the next call reads them; returns the first arguments of
 * the call.
 *
 * @param {Core} core
 * @param {Agents} agents
 * @returns {[stage: number, points1: number, points2: number]}
 */
function stageAgents(core, { spheres: [p, q], points: [a, b] }) {
    const stage = calls.velocityStage(core, a.length / 2, b.length / 2);
    if (stage === 0) throw core.faultError();
    const { float64, float32 } = core.memory;
    float64.set(p, stage >> 3);
    float64.set(q, (stage + MOVING_SPHERE.bytes) >> 3);
    const i = (stage + 2 * MOVING_SPHERE.bytes) >> 2;
    float32.set(a, i);
    float32.set(b, i + a.length);
    return [stage, a.length / 2, b.length / 2];
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
 * Returns the velocity obstacle of the second disc or polygon for the first.
 *
 * @param {Core} core
 * @param {unknown} first
 * @param {unknown} second
 * @param {unknown} options
 * @returns {VelocityObstacle}
 */
export function velocityObstacle(core, first, second, options) {
    const agents = checkAgents(first, second, true, true);
    const horizon = checkHorizon(options);
    if (calls.velocityObstacle(core, ...stageAgents(core, agents), horizon) !== 0) {
        throw discError(core);
    }
    const doubles = core.memory.float64;
    const d = core.result >> 3;
    const record = VELOCITY_OBSTACLE;
    const kind = OBSTACLES[core.memory.int32[(core.result >> 2) + record.kind]];
    /** @param {number} x @param {number} y */
    const vector = (x, y) => ({ x: doubles[d + x], y: doubles[d + y] });
    const isCone = kind === 'cone';
    const obstacle = {
        kind,
        horizon,
        apex: vector(record.apexX, record.apexY),
        left: isCone ? vector(record.leftX, record.leftY) : null,
        right: isCone ? vector(record.rightX, record.rightY) : null,
        cut: null,
    };
    if (!isCone || horizon === Infinity) return obstacle;
    const cut = { ...vector(record.cutX, record.cutY), radius: doubles[d + record.cutRadius] };
    if (agents.points.every(({ length }) => length === 0)) return { ...obstacle, cut };
    const points = core.readList(VELOCITY.bytes, (values, v) => ({
        x: values[v + VELOCITY.vx],
        y: values[v + VELOCITY.vy],
    }));
    return { ...obstacle, cut: { ...cut, points } };
}

/**
 * Returns the velocity obstacle of the second sphere for the first.
 *
 * @param {Core} core
 * @param {unknown} first
 * @param {unknown} second
 * @param {unknown} options
 * @returns {VelocityCone}
 */
export function velocityCone(core, first, second, options) {
    const agents = checkAgents(first, second, false);
    const horizon = checkHorizon(options);
    if (calls.velocityCone(core, stageAgents(core, agents)[0]) !== 0) throw discError(core);
    const doubles = core.memory.float64;
    const d = core.result >> 3;
    const record = VELOCITY_CONE;
    const kind = OBSTACLES[core.memory.int32[(core.result >> 2) + record.kind]];
    /** @param {(axis: number) => number} coordinate */
    const vector = (coordinate) => ({ x: coordinate(0), y: coordinate(1), z: coordinate(2) });
    /** @param {number} axis */
    const apex = (axis) => agents.spheres[1][MOVING_SPHERE.vx + axis];
    const isCone = kind === 'cone';
    return {
        kind,
        horizon,
        apex: vector(apex),
        axis: isCone ? vector((axis) => doubles[d + record.axis + axis]) : null,
        sin: doubles[d + record.sin],
        cos: doubles[d + record.cos],
        cut:
            isCone && horizon < Infinity
                ? {
                      ...vector((axis) => apex(axis) + doubles[d + record.offset + axis] / horizon),
                      radius: doubles[d + record.reach] / horizon,
                  }
                : null,
    };
}

/**
 * Returns whether the first disc, polygon or sphere, at another velocity, comes into contact with the second.
 *
 * @param {Core} core
 * @param {unknown} first
 * @param {unknown} second
 * @param {unknown} velocity
 * @param {unknown} options
 */
export function isVelocityUnsafe(core, first, second, velocity, options) {
    const agents = checkAgents(first, second, true);
    const isFlat = agents.points.some(({ length }) => length > 0);
    const [vx, vy, vz = 0] = checkRecordNumbers(
        velocity,
        'velocity',
        isFlat ? ['vx', 'vy'] : ['vx', 'vy', 'vz'],
        LIMITS.maxMagnitude,
        OPTIONAL_SPACE,
        isFlat ? ['vz'] : undefined,
    );
    const horizon = checkHorizon(options);
    const staged = stageAgents(core, agents);
    const answer = calls.velocityIsUnsafe(core, ...staged, vx, vy, vz, horizon);
    if (answer < 0) throw discError(core);
    return answer === 1;
}

/**
 * Returns the speeds of the first disc with which it comes into contact with the second.
 *
 * @param {Core} core
 * @param {unknown} first
 * @param {unknown} second
 * @param {unknown} options
 */
export function unsafeSpeeds(core, first, second, options) {
    const agents = checkAgents(first, second, false);
    const { after = 'vanish' } = checkOptions(options, 'options', ['after']);
    const ending = checkChoice(after, 'after', ENDINGS);
    const [stage] = stageAgents(core, agents);
    if (calls.unsafeSpeeds(core, stage, ending) !== 0) throw discError(core);
    return readSpans(core);
}

/**
 * Returns the least change that avoids a conflict.
 *
 * @param {Core} core
 * @param {unknown} first
 * @param {unknown} second
 * @param {unknown} options
 * @returns {SafeVelocity}
 */
export function safeVelocity(core, first, second, options) {
    const agents = checkAgents(first, second, false);
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
    const [p, q] = agents.spheres;
    const reach = p[MOVING_SPHERE.radius] + q[MOVING_SPHERE.radius];
    const { margin: gap = RELATIVE_MARGIN * reach, canWait = true } = given;
    const margin = checkNumber(gap, 'margin', 0, LIMITS.maxMagnitude);
    const mayWait = Number(checkBoolean(canWait, 'canWait'));
    const [min1, min2] = minSpeeds;
    const [max1, max2] = maxSpeeds;
    const [stage] = stageAgents(core, agents);
    const status = calls.safeVelocity(core, stage, min1, max1, min2, max2, margin, mayWait);
    if (status !== 0) throw discError(core);
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const agent = ints[i + SAFE_VELOCITY.agent];
    return {
        step: /** @type {1 | 2 | 3 | 4 | 5} */ (ints[i + SAFE_VELOCITY.step]),
        agent: /** @type {const} */ ([null, 'first', 'second'])[agent],
        vx: doubles[d + SAFE_VELOCITY.vx],
        vy: doubles[d + SAFE_VELOCITY.vy],
        vz: doubles[d + SAFE_VELOCITY.vz],
        end: doubles[d + SAFE_VELOCITY.end],
        delay: doubles[d + SAFE_VELOCITY.delay],
    };
}
