import { between, randomFor } from '../../js/bench/random.js';
import { bodyOf, firstContact, separationAt } from '../oracle/motion_oracle.js';

/**
 * The experiment of Hong, "A New Algorithm for Detecting the Collision of Moving Objects", Table II, in the
 * plane: a hexagon, or a robot's arm with ever more vertices, turns once about the origin, while another
 * hexagon spins by half a turn somewhere near.
 *
 * The paper's dimensions are in a lost figure, so the shape of its results can be compared and no figure.
 *
 * @import { Body, First } from '../oracle/motion_oracle.js'
 */

/** The time it takes: the arm's heading is the time. */
export const PERIOD = 2 * Math.PI;

/** Part of the cases that collide: the paper has 75 and 80 %. */
const HITS = 0.775;
/** So much further out than they can meet cases are drawn. */
const BEYOND = 1.25;
const SEED = 1;

/** Vertices of the turning body. */
export const SIZES = [6, 22, 82, 320];

/** The arm: a large circle about the joint, a small one at its end. */
const ARM = { length: 4, joint: 0.5, end: 0.3 };

/**
 * @typedef {[x: number, y: number][]} Points
 *
 * @typedef {object} Case
 * @property {number} x place where the spinning body is
 * @property {number} y
 * @property {First} truth
 *
 * @typedef {object} Experiment
 * @property {Points} turning
 * @property {Points} spinning
 * @property {Case[]} cases
 */

/**
 * @param {number} size one of SIZES
 * @param {number} count of cases
 * @returns {Experiment}
 */
export function experiment(size, count) {
    const turning = size === 6 ? hexagon(22) : arm(size);
    const spinning = hexagon(45);
    const atRest = { t0: 0, t1: PERIOD, x: [0], y: [0], angle: [0, 1] };
    const a = bodyOf(turning, 0, [atRest]);
    const random = randomFor(SEED, 'table 2', size);
    const far = BEYOND * (a.size + reachOf(spinning));
    /** Uniform in a disc; not where they overlap from the start. */
    const draw = () => {
        for (;;) {
            const [x, y] = [between(random, -far, far), between(random, -far, far)];
            const b = spinningAt(spinning, x, y);
            if (x * x + y * y > far * far || separationAt(a, b, 0) <= 0) continue;
            return { x, y, truth: firstContact(a, b, 0, PERIOD) };
        }
    };
    /** @type {Case[]} */
    const drawn = [];
    for (;;) {
        for (let k = 0; k < count; k++) drawn.push(draw());
        const within = widest(drawn);
        if (within.length >= count) return { turning, spinning, cases: within.slice(0, count) };
    }
}

/**
 * Returns the pairs in the largest disc in which enough collide.
 *
 * @param {Case[]} drawn
 */
function widest(drawn) {
    const square = (/** @type {Case} */ { x, y }) => x * x + y * y;
    const sorted = drawn.toSorted((p, q) => square(p) - square(q));
    let hits = 0;
    let radius = 0;
    sorted.forEach((one, k) => {
        hits += Number(one.truth.contact === true);
        if (hits >= HITS * (k + 1)) radius = square(one);
    });
    return drawn.filter((one) => square(one) <= radius);
}

/** @param {Points} outline @param {number} x @param {number} y @returns {Body} */
function spinningAt(outline, x, y) {
    return bodyOf(outline, 0, [{ t0: 0, t1: PERIOD, x: [x], y: [y], angle: [0, 0.5] }]);
}

/** Returns a regular polygon of radius 1, sheared along x. @param {number} degrees */
function hexagon(degrees) {
    const shear = Math.tan((degrees * Math.PI) / 180);
    return corners(6, (angle) => {
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        return [c + shear * s, s];
    });
}

/** Returns the hull of two circles, each of half of the vertices. @param {number} size */
function arm(size) {
    const { length, joint, end } = ARM;
    const half = size / 2;
    // The tangents touch as far round the small circle as the large one goes on.
    const side = Math.acos((joint - end) / length);
    /** @param {number} x @param {number} radius @param {number} from @param {number} to */
    const arc = (x, radius, from, to) =>
        Array.from({ length: half }, (_, k) => {
            const angle = from + ((to - from) * k) / (half - 1);
            return rounded(x + radius * Math.cos(angle), radius * Math.sin(angle));
        });
    return [...arc(length, end, -side, side), ...arc(0, joint, side, 2 * Math.PI - side)];
}

/** @param {number} count @param {(angle: number) => [number, number]} at */
function corners(count, at) {
    return Array.from({ length: count }, (_, k) => rounded(...at((2 * Math.PI * k) / count)));
}

/** Rounds a number as the package does. @param {number} x @param {number} y @returns {[number, number]} */
function rounded(x, y) {
    return [Math.fround(x), Math.fround(y)];
}

/** @param {Points} points */
function reachOf(points) {
    return Math.max(...points.map(([x, y]) => Math.hypot(x, y)));
}
