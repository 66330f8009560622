/** Paths as states hold them, and as graze takes them. Pure but for `makeMotion`. */

import * as read from './reading.js';
import { readShape } from './shapes.js';

/**
 * @import { Graze, Motion } from 'graze'
 * @import { ShapeState } from './shapes.js'
 *
 * @typedef {[t: number, x: number, y: number, theta: number]} Knot where a spline goes through
 * @typedef {{ kind: 'spline', knots: Knot[] }} SplinePath
 *
 * @typedef {object} AcceleratedPath place, velocity and acceleration at time 0, of heading too
 * @property {'accelerated'} kind
 * @property {number} x
 * @property {number} y
 * @property {number} theta
 * @property {number} vx
 * @property {number} vy
 * @property {number} omega
 * @property {number} ax
 * @property {number} ay
 * @property {number} alpha
 *
 * @typedef {SplinePath | AcceleratedPath} PathState
 *
 * @typedef {{ shape: ShapeState, path: PathState }} MovingState a body on a path
 */

export const MOST_KNOTS = 10;
export const TERMS = /** @type {const} */ ([
    'x',
    'y',
    'theta',
    'vx',
    'vy',
    'omega',
    'ax',
    'ay',
    'alpha',
]);
const MOST_COORDINATE = 1e6;
const MOST_ANGLE = 1e4;

/** Without the last digits, in which adding leaves what nobody meant. @param {number} value */
export function tidy(value) {
    return Number(value.toPrecision(12)) + 0;
}

/** A path through knots. @param {Knot[]} knots @returns {SplinePath} */
export function spline(...knots) {
    return { kind: 'spline', knots };
}

/** A path of constant acceleration; what is left out is 0. @param {Partial<AcceleratedPath>} terms @returns {AcceleratedPath} */
export function moving(terms) {
    const zeros = Object.fromEntries(TERMS.map((term) => [term, 0]));
    return /** @type {AcceleratedPath} */ ({ kind: 'accelerated', ...zeros, ...terms });
}

/** @param {unknown} value @returns {Knot | null} */
function readKnot(value) {
    if (!Array.isArray(value) || value.length !== 4) return null;
    const t = read.number(value[0], Number.NaN, 0, 1e4);
    const x = read.number(value[1], Number.NaN, -MOST_COORDINATE, MOST_COORDINATE);
    const y = read.number(value[2], Number.NaN, -MOST_COORDINATE, MOST_COORDINATE);
    const theta = read.number(value[3], Number.NaN, -MOST_ANGLE, MOST_ANGLE);
    return Number.isNaN(t + x + y + theta) ? null : [t, x, y, theta];
}

/**
 * @param {unknown} value
 * @param {PathState} otherwise
 * @returns {PathState}
 */
function readPath(value, otherwise) {
    const given = read.record(value);
    if (given.kind === 'spline') {
        const knots = read.list(given.knots, readKnot, 2, MOST_KNOTS);
        const isInOrder = knots?.every(([t], i) => i === 0 || t > knots[i - 1][0]);
        return knots && isInOrder ? { kind: 'spline', knots } : otherwise;
    }
    if (given.kind !== 'accelerated') return otherwise;
    const most = (/** @type {string} */ term) =>
        ['theta', 'omega', 'alpha'].includes(term) ? MOST_ANGLE : MOST_COORDINATE;
    const terms = TERMS.map((term) => [term, read.number(given[term], 0, -most(term), most(term))]);
    return { kind: 'accelerated', ...Object.fromEntries(terms) };
}

/** @param {unknown} value @param {MovingState} otherwise @returns {MovingState} */
export function readMoving(value, otherwise) {
    const { shape, path } = read.record(value);
    return { shape: readShape(shape, otherwise.shape), path: readPath(path, otherwise.path) };
}

/**
 * @param {Graze} graze
 * @param {PathState} path
 * @param {number} end
 * @returns {Motion}
 */
export function makeMotion(graze, path, end) {
    if (path.kind === 'spline') {
        const points = path.knots.map(([, ...place]) => place);
        return graze.motion.spline(
            points,
            path.knots.map(([t]) => t),
        );
    }
    const { kind, ...terms } = path;
    return graze.motion.accelerated({ t0: 0, t1: end, ...terms });
}

/** JavaScript that makes the motion. @param {PathState} path @param {number} end */
export function motionCode(path, end) {
    if (path.kind === 'spline') {
        const points = path.knots.map(([, ...place]) => `[${place.join(', ')}]`);
        const times = path.knots.map(([t]) => t);
        return `g.motion.spline([${points.join(', ')}], [${times.join(', ')}])`;
    }
    const terms = TERMS.map((term) => `${term}: ${path[term]}`);
    return `g.motion.accelerated({ t0: 0, t1: ${end}, ${terms.join(', ')} })`;
}

/**
 * A path of another kind, that begins alike and goes about as far.
 *
 * @param {PathState} path
 * @param {PathState['kind']} kind
 * @param {number} end
 * @returns {PathState}
 */
export function ofKind(path, kind, end) {
    if (path.kind === kind) return path;
    if (path.kind === 'spline') {
        const [first, last] = [path.knots[0], path.knots[path.knots.length - 1]];
        const span = last[0] - first[0];
        const rate = (/** @type {number} */ i) => Number(((last[i] - first[i]) / span).toFixed(3));
        const [, x, y, theta] = first;
        const still = { ax: 0, ay: 0, alpha: 0 };
        return {
            kind: 'accelerated',
            x,
            y,
            theta,
            vx: rate(1),
            vy: rate(2),
            omega: rate(3),
            ...still,
        };
    }
    const knots = [0, 1, 2].map((i) => {
        const t = (end * i) / 2;
        const at = (/** @type {number} */ p, /** @type {number} */ v, /** @type {number} */ a) =>
            Number((p + v * t + (a * t * t) / 2).toFixed(3)) + 0;
        return /** @type {Knot} */ ([
            t,
            at(path.x, path.vx, path.ax),
            at(path.y, path.vy, path.ay),
            at(path.theta, path.omega, path.alpha),
        ]);
    });
    return { kind: 'spline', knots };
}

/**
 * The whole path elsewhere.
 *
 * @param {PathState} path
 * @param {number} dx
 * @param {number} dy
 * @param {number} turn added to all headings
 * @returns {PathState}
 */
export function shifted(path, dx, dy, turn) {
    if (path.kind === 'accelerated') {
        const { x, y, theta } = path;
        return { ...path, x: tidy(x + dx), y: tidy(y + dy), theta: tidy(theta + turn) };
    }
    const knots = path.knots.map(
        ([t, x, y, theta]) =>
            /** @type {Knot} */ ([t, tidy(x + dx), tidy(y + dy), tidy(theta + turn)]),
    );
    return { ...path, knots };
}

/** @param {SplinePath} path @param {number} index @param {Partial<Record<0 | 1 | 2 | 3, number>>} values @returns {SplinePath} */
export function withKnot(path, index, values) {
    const knots = path.knots.map((knot) => /** @type {Knot} */ ([...knot]));
    Object.assign(knots[index], values);
    return { ...path, knots };
}

/** One knot more, as far behind the last as that is behind the one before. @param {SplinePath} path @returns {SplinePath} */
export function withMore(path) {
    const { knots } = path;
    const [last, before] = [knots[knots.length - 1], knots[knots.length - 2]];
    const more = last.map((value, i) => tidy(2 * value - before[i]));
    return { ...path, knots: [...knots, /** @type {Knot} */ (more)] };
}
