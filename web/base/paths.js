/** Paths in states, and their conversion to graze motions. All functions but `makeMotion` are pure. */

import { readShape } from './shapes.js';
import * as read from './state_reader.js';

/**
 * @import { Graze, Motion } from 'graze'
 * @import { ShapeState } from './shapes.js'
 *
 * @typedef {[t: number, x: number, y: number, theta: number]} Knot point that a spline passes through
 * @typedef {{ kind: 'spline', knots: Knot[] }} SplinePath
 *
 * @typedef {object} AcceleratedPath position, velocity and acceleration at time 0, of the angle too
 * @property {'accelerated'} kind
 * @property {number} x
 * @property {number} y
 * @property {number} angle
 * @property {number} vx
 * @property {number} vy
 * @property {number} angularVelocity
 * @property {number} ax
 * @property {number} ay
 * @property {number} angularAcceleration
 *
 * @typedef {SplinePath | AcceleratedPath} PathState
 *
 * @typedef {{ shape: ShapeState, path: PathState }} MovingBodyState body with its path
 */

export const MAX_KNOTS = 10;
export const ACCELERATED_KEYS = /** @type {const} */ ([
    'x',
    'y',
    'angle',
    'vx',
    'vy',
    'angularVelocity',
    'ax',
    'ay',
    'angularAcceleration',
]);
const MAX_COORDINATE = 1e6;
const MAX_ANGLE = 1e4;

/** Rounds away the last digits, where addition leaves rounding errors. @param {number} value */
export function roundDecimals(value) {
    return Number(value.toPrecision(12)) + 0;
}

/** Returns a path through knots. @param {Knot[]} knots @returns {SplinePath} */
export function splinePath(...knots) {
    return { kind: 'spline', knots };
}

/** Returns a path of constant acceleration; omitted terms are 0. @param {Partial<AcceleratedPath>} terms @returns {AcceleratedPath} */
export function acceleratedPath(terms) {
    const zeros = Object.fromEntries(ACCELERATED_KEYS.map((term) => [term, 0]));
    return /** @type {AcceleratedPath} */ ({ kind: 'accelerated', ...zeros, ...terms });
}

/** @param {unknown} value @returns {Knot | null} */
function readKnot(value) {
    if (!Array.isArray(value) || value.length !== 4) return null;
    const t = read.number(value[0], Number.NaN, 0, 1e4);
    const x = read.number(value[1], Number.NaN, -MAX_COORDINATE, MAX_COORDINATE);
    const y = read.number(value[2], Number.NaN, -MAX_COORDINATE, MAX_COORDINATE);
    const angle = read.number(value[3], Number.NaN, -MAX_ANGLE, MAX_ANGLE);
    return Number.isNaN(t + x + y + angle) ? null : [t, x, y, angle];
}

/**
 * @param {unknown} value
 * @param {PathState} fallback
 * @returns {PathState}
 */
function readPath(value, fallback) {
    const given = read.record(value);
    if (given.kind === 'spline') {
        const knots = read.list(given.knots, readKnot, 2, MAX_KNOTS);
        const isInOrder = knots?.every(([t], i) => i === 0 || t > knots[i - 1][0]);
        return knots && isInOrder ? { kind: 'spline', knots } : fallback;
    }
    if (given.kind !== 'accelerated') return fallback;
    const maxMagnitude = (/** @type {string} */ term) =>
        ['angle', 'angularVelocity', 'angularAcceleration'].includes(term)
            ? MAX_ANGLE
            : MAX_COORDINATE;
    const terms = ACCELERATED_KEYS.map((term) => [
        term,
        read.number(given[term], 0, -maxMagnitude(term), maxMagnitude(term)),
    ]);
    return { kind: 'accelerated', ...Object.fromEntries(terms) };
}

/** @param {unknown} value @param {MovingBodyState} fallback @returns {MovingBodyState} */
export function readMovingBody(value, fallback) {
    const { shape, path } = read.record(value);
    return { shape: readShape(shape, fallback.shape), path: readPath(path, fallback.path) };
}

/**
 * @param {Graze} graze
 * @param {PathState} path
 * @param {number} end
 * @returns {Motion}
 */
export function makeMotion(graze, path, end) {
    if (path.kind === 'spline') {
        const points = path.knots.map(([, ...pose]) => pose);
        return graze.motion.spline(
            points,
            path.knots.map(([t]) => t),
        );
    }
    const { kind, ...terms } = path;
    return graze.motion.accelerated({ t0: 0, t1: end, ...terms });
}

/** Returns JavaScript that makes the motion. @param {PathState} path @param {number} end */
export function motionCode(path, end) {
    if (path.kind === 'spline') {
        const points = path.knots.map(([, ...pose]) => `[${pose.join(', ')}]`);
        const times = path.knots.map(([t]) => t);
        return `g.motion.spline([${points.join(', ')}], [${times.join(', ')}])`;
    }
    const terms = ACCELERATED_KEYS.map((term) => `${term}: ${path[term]}`);
    return `g.motion.accelerated({ t0: 0, t1: ${end}, ${terms.join(', ')} })`;
}

/**
 * Returns a path of another kind that begins like this one and moves about as far.
 *
 * @param {PathState} path
 * @param {PathState['kind']} kind
 * @param {number} end
 * @returns {PathState}
 */
export function convertPath(path, kind, end) {
    if (path.kind === kind) return path;
    if (path.kind === 'spline') {
        const [first, last] = [path.knots[0], path.knots[path.knots.length - 1]];
        const span = last[0] - first[0];
        const rate = (/** @type {number} */ i) => Number(((last[i] - first[i]) / span).toFixed(3));
        const [, x, y, angle] = first;
        const zeroAccelerations = { ax: 0, ay: 0, angularAcceleration: 0 };
        return {
            kind: 'accelerated',
            x,
            y,
            angle,
            vx: rate(1),
            vy: rate(2),
            angularVelocity: rate(3),
            ...zeroAccelerations,
        };
    }
    const knots = [0, 1, 2].map((i) => {
        const t = (end * i) / 2;
        const coordinate = (
            /** @type {number} */ p,
            /** @type {number} */ v,
            /** @type {number} */ a,
        ) => Number((p + v * t + (a * t * t) / 2).toFixed(3)) + 0;
        return /** @type {Knot} */ ([
            t,
            coordinate(path.x, path.vx, path.ax),
            coordinate(path.y, path.vy, path.ay),
            coordinate(path.angle, path.angularVelocity, path.angularAcceleration),
        ]);
    });
    return { kind: 'spline', knots };
}

/**
 * Returns the path moved by (dx, dy) and turned.
 *
 * @param {PathState} path
 * @param {number} dx
 * @param {number} dy
 * @param {number} turn angle added to all angles
 * @returns {PathState}
 */
export function shiftPath(path, dx, dy, turn) {
    if (path.kind === 'accelerated') {
        const { x, y, angle } = path;
        return {
            ...path,
            x: roundDecimals(x + dx),
            y: roundDecimals(y + dy),
            angle: roundDecimals(angle + turn),
        };
    }
    const knots = path.knots.map(
        ([t, x, y, angle]) =>
            /** @type {Knot} */ ([
                t,
                roundDecimals(x + dx),
                roundDecimals(y + dy),
                roundDecimals(angle + turn),
            ]),
    );
    return { ...path, knots };
}

/** @param {SplinePath} path @param {number} index @param {Partial<Record<0 | 1 | 2 | 3, number>>} values @returns {SplinePath} */
export function withKnot(path, index, values) {
    const knots = path.knots.map((knot) => /** @type {Knot} */ ([...knot]));
    Object.assign(knots[index], values);
    return { ...path, knots };
}

/** Adds a knot, as far after the last as the last is after the one before it. @param {SplinePath} path @returns {SplinePath} */
export function withExtraKnot(path) {
    const { knots } = path;
    const [last, before] = [knots[knots.length - 1], knots[knots.length - 2]];
    const knot = last.map((value, i) => roundDecimals(2 * value - before[i]));
    return { ...path, knots: [...knots, /** @type {Knot} */ (knot)] };
}
