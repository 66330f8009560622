import { between, pick, randomFor } from '../../js/bench/random.js';
import { hullOf } from '../oracle/motion_oracle.js';
import {
    boxesMeet,
    poseOrStayAt,
    sampledBoxes,
    splinePieces,
    stepEndBoxes,
} from '../oracle/sweep_oracle.js';

/**
 * Pairs of trajectories after the data set of Germar and Fernandez, "Time Advancement and Bounds Intersection
 * Checking for Faster Broad-Phase Collision Detection of Paired Object Trajectories", 2018, IV B: straight ones,
 * and curved ones that are cubic splines through random points; with no boxes that intersect, with such but no
 * collision, and with a collision at the start, in the middle or at the end. Its figures are not given: these
 * are cars in meters and seconds.
 *
 * @import { Graze, Motion, Shape } from 'graze'
 * @import { Clock, MovingBody } from '../oracle/sweep_oracle.js'
 * @import { Random } from '../../js/bench/random.js'
 *
 * @typedef {typeof KINDS[number]} Kind
 * @typedef {typeof CLASSES[number]} Class
 *
 * @typedef {{ t0: number, t1: number, x: number, y: number, angle: number, vx: number, vy: number }} Line
 * @typedef {{ points: number[][], times: number[] }} Curve [x, y, theta] at times: a natural cubic spline
 *
 * @typedef {object} Trajectory numbers alone, as JSON can keep them
 * @property {number[][]} outline exact in float32
 * @property {Line | Curve} motion
 *
 * @typedef {object} TrajectoryPair
 * @property {Kind} kind
 * @property {Class} name
 * @property {[Trajectory, Trajectory]} bodies
 * @property {[lo: number, hi: number] | null} first the bracket of the first contact
 *
 * @typedef {object} TrajectoryOptions
 * @property {number} [steps] default: 100
 * @property {number} [duration] in seconds; default: 10
 * @property {number} [seed] default: 1
 * @property {number} [count] pairs of each class of each kind; default: 10
 * @property {'cars' | 'polygons'} [shapes] default: 'cars', which are 4.5 by 1.8
 */

export const KINDS = /** @type {const} */ (['straight', 'curved']);

/**
 * 'apart': no box of one path meets any of the other; 'near': boxes of one step meet, but never the bodies;
 * 'start', 'middle', 'end': they collide in the first, the middle or the last fifth of the time.
 */
export const CLASSES = /** @type {const} */ (['apart', 'near', 'start', 'middle', 'end']);

const CAR = [
    [-2.25, -0.9],
    [2.25, -0.9],
    [2.25, 0.9],
    [-2.25, 0.9],
].map((corner) => corner.map(Math.fround));

/** Parts of the time in which classes collide. @type {Record<Class, [number, number] | null>} */
const FIFTHS = {
    apart: null,
    near: null,
    start: [0, 0.2],
    middle: [0.4, 0.6],
    end: [0.8, 1],
};

/** Meters a second. */
const SPEEDS = /** @type {const} */ ([4, 20]);
/** Radians that a curve turns from one point to the next, at most. */
const BEND = 0.9;
const CURVE_POINTS = 6;
/** So many times as dense are the points that a car looks ahead to. */
const DENSER = 4;
/** How far apart those are kept that do not meet, and how deep those overlap that do: no matter of rounding. */
const CLEAR = 0.01;

/** @param {TrajectoryOptions} [options] @returns {Required<Clock>} */
export function clockOf({ steps = 100, duration = 10 } = {}) {
    return { t0: 0, t1: duration, step: duration / steps, x: 0, y: 0 };
}

/** Returns what the oracles take. @param {Trajectory} trajectory @returns {MovingBody} */
export function movingBodyOf({ outline, motion }) {
    const segments =
        'points' in motion ? splinePieces(motion.points, motion.times) : [pieceOf(motion)];
    return { points: outline, radius: 0, segments, ends: {} };
}

/** @param {Line} line */
const pieceOf = ({ t0, t1, x, y, angle, vx, vy }) => {
    return { t0, t1, x: [x, vx], y: [y, vy], angle: [angle] };
};

/** @param {Graze} g @param {Trajectory} trajectory @returns {Shape} */
export function shapeOf(g, { outline }) {
    return g.polygon(outline);
}

/** @param {Graze} g @param {Trajectory} trajectory @returns {Motion} */
export function motionOf(g, { motion }) {
    return 'points' in motion
        ? g.motion.spline(motion.points, motion.times)
        : g.motion.linear(motion);
}

/**
 * Pairs in the order of KINDS and CLASSES. By rejection: first contacts are the package's, boxes are not.
 *
 * @param {Graze} g
 * @param {TrajectoryOptions} [options]
 * @returns {TrajectoryPair[]}
 */
export function trajectoryPairs(g, options = {}) {
    const { seed = 1, count = 10 } = options;
    return KINDS.flatMap((kind) =>
        CLASSES.flatMap((name) => {
            const random = randomFor('trajectories', seed, kind, name);
            return Array.from({ length: count }, () => {
                return trajectoryPair(g, random, kind, name, options);
            });
        }),
    );
}

/**
 * Returns one pair of a class.
 *
 * @param {Graze} g
 * @param {Random} random
 * @param {Kind} kind
 * @param {Class} name
 * @param {TrajectoryOptions} [options]
 * @returns {TrajectoryPair}
 */
export function trajectoryPair(g, random, kind, name, options = {}) {
    const clock = clockOf(options);
    const isCar = (options.shapes ?? 'cars') === 'cars';
    for (;;) {
        const bodies = /** @type {[Trajectory, Trajectory]} */ (
            [0, 1].map(() => ({
                outline: isCar ? CAR : polygon(random),
                motion: (kind === 'straight' ? line : curve)(random, clock.t1),
            }))
        );
        place(random, bodies, name, clock.t1);
        const first = classify(g, bodies, name, clock);
        if (first !== undefined) return { kind, name, bodies, first };
    }
}

/** Returns a shape about as large as a car. @param {Random} random */
function polygon(random) {
    const flat = between(random, 0.3, 1);
    const points = Array.from({ length: 3 + pick(random, 6) }, (_, k) => {
        const angle = k + between(random, 0, 0.9);
        return [2.25 * Math.cos(angle), 2.25 * flat * Math.sin(angle)].map(Math.fround);
    });
    return hullOf(points);
}

/** @param {Random} random @param {number} duration @returns {Line} */
function line(random, duration) {
    const angle = between(random, -Math.PI, Math.PI);
    const speed = between(random, ...SPEEDS);
    const [vx, vy] = [speed * Math.cos(angle), speed * Math.sin(angle)];
    return { t0: 0, t1: duration, x: 0, y: 0, angle, vx, vy };
}

/**
 * Returns a spline through the points of a random walk which never turns back; then the heading that it has at points of it
 * which are closer, with which it is the same spline again.
 *
 * @param {Random} random
 * @param {number} duration
 * @returns {Curve}
 */
function curve(random, duration) {
    const speed = between(random, ...SPEEDS);
    const span = duration / (CURVE_POINTS - 1);
    let angle = between(random, -Math.PI, Math.PI);
    const points = [[0, 0]];
    const times = [0];
    for (let k = 1; k < CURVE_POINTS; k++) {
        angle += between(random, -BEND, BEND);
        const travel = span * speed * between(random, 0.7, 1.3);
        const [x, y] = points[k - 1];
        points.push([x + travel * Math.cos(angle), y + travel * Math.sin(angle)]);
        times.push(k === CURVE_POINTS - 1 ? duration : k * span);
    }
    const bare = { points: [[0, 0]], radius: 0, segments: splinePieces(points, times), ends: {} };
    let heading = 0;
    const closer = times.slice(1).flatMap((t, k) => {
        return Array.from({ length: DENSER }, (_, i) => times[k] + ((t - times[k]) * i) / DENSER);
    });
    closer.push(duration);
    const ahead = closer.map((t) => {
        const { x, y, vx, vy } = poseOrStayAt(bare, t);
        const towards = Math.atan2(vy, vx);
        heading = towards + 2 * Math.PI * Math.round((heading - towards) / (2 * Math.PI));
        return [x, y, heading];
    });
    return { points: ahead, times: closer };
}

/**
 * Moves the second so that they are near each other at some time that fits the class.
 *
 * @param {Random} random
 * @param {[Trajectory, Trajectory]} bodies
 * @param {Class} name
 * @param {number} duration
 */
function place(random, bodies, name, duration) {
    const [l, r] = FIFTHS[name] ?? [0, 1];
    const [a, b] = bodies.map(movingBodyOf);
    const when = duration * between(random, l, r);
    const [p, q] = [poseOrStayAt(a, when), poseOrStayAt(b, when)];
    const far = name === 'apart' ? duration * between(random, ...SPEEDS) : 5;
    const side = between(random, -Math.PI, Math.PI);
    const apart = far * Math.sqrt(random());
    move(bodies[1].motion, p.x - q.x + apart * Math.cos(side), p.y - q.y + apart * Math.sin(side));
}

/** @param {Line | Curve} motion @param {number} dx @param {number} dy */
function move(motion, dx, dy) {
    if ('points' in motion) {
        for (const point of motion.points) {
            point[0] += dx;
            point[1] += dy;
        }
    } else {
        motion.x += dx;
        motion.y += dy;
    }
}

/**
 * Returns the first contact of a pair of the class, null of one that never meets, undefined of one of another class.
 *
 * @param {Graze} g
 * @param {[Trajectory, Trajectory]} bodies
 * @param {Class} name
 * @param {Required<Clock>} clock
 */
function classify(g, bodies, name, clock) {
    const fifth = FIFTHS[name];
    if (fifth === null && !fitsBoxes(bodies, name, clock)) return undefined;
    const [a, b] = bodies.map((body) => shapeOf(g, body));
    const [p, q] = bodies.map((body) => motionOf(g, body));
    const range = { from: clock.t0, to: clock.t1 };
    const { status, time } = g.firstContact(a, b, p, q, range);
    const { separation } = g.clearance(a, b, p, q, { ...range, distanceTolerance: CLEAR });
    for (const handle of [a, b, p, q]) handle.free();
    if (fifth === null) return status === 'free' && separation[0] > CLEAR ? null : undefined;
    if (status !== 'hit' || time === null || separation[1] > -CLEAR) return undefined;
    const isThen = time[0] >= fifth[0] * clock.t1 && time[1] <= fifth[1] * clock.t1;
    return isThen ? time : undefined;
}

/** @param {[Trajectory, Trajectory]} bodies @param {Class} name @param {Required<Clock>} clock */
function fitsBoxes(bodies, name, clock) {
    const [p, q] = bodies.map(movingBodyOf);
    if (name === 'apart') {
        const [a, b] = [p, q].map((moving) => grown(sampledBoxes(moving, clock).boxes));
        return !anyMeet(treeOf(a), treeOf(b));
    }
    const [a, b] = [p, q].map((moving) => stepEndBoxes(moving, clock).boxes);
    for (let k = 0; k < a.length / 4; k++) if (boxesMeet(a, k, b, k)) return true;
    return false;
}

/** Grows boxes by more than samples miss and any cover adds. @param {Float64Array} boxes */
const grown = (boxes) => boxes.map((side, k) => side + (k % 4 < 2 ? -CLEAR : CLEAR) * 10);

/** Boxes around two neighbors each, level by level. @param {Float64Array} boxes */
function treeOf(boxes) {
    const levels = [boxes];
    for (let below = boxes; below.length > 4; ) {
        const count = below.length / 4;
        const level = new Float64Array(4 * Math.ceil(count / 2));
        for (let k = 0; k < level.length; k++) {
            const [at, side] = [8 * (k >> 2) + (k & 3), k & 3];
            const other = at + 4 < below.length ? at + 4 : at;
            level[k] = (side < 2 ? Math.min : Math.max)(below[at], below[other]);
        }
        levels.push(level);
        below = level;
    }
    return levels;
}

/** Returns whether any box of one path meets any of the other. @param {Float64Array[]} a @param {Float64Array[]} b */
function anyMeet(a, b) {
    const todo = [[a.length - 1, 0, 0]];
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
        const [level, i, j] = next;
        if (!boxesMeet(a[level], i, b[level], j)) continue;
        if (level === 0) return true;
        const count = a[level - 1].length / 4;
        for (const k of [2 * i, 2 * i + 1]) {
            for (const l of [2 * j, 2 * j + 1]) {
                if (k < count && l < count) todo.push([level - 1, k, l]);
            }
        }
    }
    return false;
}
