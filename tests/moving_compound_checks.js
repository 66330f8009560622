import { below, choose, randomCase, randomPair } from './compound_cases.js';
import { bodyOf, largestRate, separationAt } from './oracle/moving_polygon_oracle.js';

/**
 * Compares answers for moving bodies that are not convex with samples of the oracle.
 *
 * @import { ContactInterval, FirstContact, Graze, Motion, Shape, UnsafeDelays } from 'graze'
 * @import { Case } from './compound_cases.js'
 * @import { Random } from './native/decomposition_cases.js'
 * @import { Moving, Way } from './oracle/moving_polygon_oracle.js'
 * @typedef {{ cases: Case[], movings: [Moving, Moving] }} MovingPair
 */

/** Depth that counts as an overlap that must be found, and gap that counts as one, relative to the larger body. */
const DEEP = 1e-6;

const SAMPLES = 80;

/**
 * Draws two bodies that are near each other at some time in [0, 1]. At least one is not convex.
 *
 * @param {Random} random @returns {MovingPair}
 */
export function randomMovingPair(random) {
    const { cases } =
        below(random, 4) === 0
            ? randomPair(random)
            : { cases: [randomCase(random), randomCase(random)] };
    const bodies = cases.map(({ outline, radius }) => bodyOf(outline, radius));
    const size = bodies[0].size + bodies[1].size;
    const when = 0.1 + 0.8 * random();
    const fast = choose(random, [0, 0.5, 3, 3, 30]);
    const ways = bodies.map((_, k) => {
        const [vx, vy] = [0, 0].map(() => 3 * size * (random() - 0.5) * choose(random, [0, 1, 1]));
        const angularVelocity = fast * (2 * random() - 1);
        const apart = k === 0 ? 0 : 0.8 * size;
        const [x, y] = [0, 0].map(() => apart * (2 * random() - 1));
        return {
            x: x - vx * when,
            y: y - vy * when,
            angle: below(random, 3) === 0 ? 0 : 6 * random(),
            vx,
            vy,
            angularVelocity,
        };
    });
    const movings = bodies.map((body, k) => ({ body, way: ways[k] }));
    return { cases, movings: /** @type {[Moving, Moving]} */ (movings) };
}

/**
 * Draws two bodies that do not turn and move by whole numbers, so that they slide along edges, into notches, and thin
 * ones along seams.
 *
 * @param {Random} random @returns {MovingPair}
 */
export function randomSlidingPair(random) {
    const { cases, poses } = randomPair(random);
    const bodies = cases.map(({ outline, radius }) => bodyOf(outline, radius));
    const movings = bodies.map((body, k) => {
        const { x, y, cos, sin } = poses[k];
        const [vx, vy] = [0, 1].map(() => (k === 0 ? choose(random, [0, 0, 8, -8, 4, 12]) : 0));
        const angle = Math.round(Math.atan2(sin, cos) / (Math.PI / 2)) * (Math.PI / 2);
        return { body, way: { x: x - vx / 2, y: y - vy / 2, angle, vx, vy, angularVelocity: 0 } };
    });
    return { cases, movings: /** @type {[Moving, Moving]} */ (movings) };
}

/** @param {Graze} g @param {Way} way @returns {Motion} */
export const motionOf = (g, way) => g.motion.linear({ t0: 0, t1: 1, ...way });

/** Returns the times of samples: equal steps, and ever nearer to `near`. @param {number} near */
function timesOf(near) {
    const times = Array.from({ length: SAMPLES + 1 }, (_, k) => k / SAMPLES);
    for (let step = 1 / SAMPLES; step > 1e-9; step /= 4) times.push(near - step, near + step);
    return times.filter((t) => t >= 0 && t <= 1).sort((s, t) => s - t);
}

/** @param {MovingPair} pair */
const sizeOf = ({ movings: [a, b] }) => Math.max(a.body.size, b.body.size);

/** Returns samples of the separation. @param {MovingPair} pair @param {number} [near] */
export const samplesOf = ({ movings: [a, b] }, near = 0) =>
    timesOf(near).map((t) => ({ t, separation: separationAt(a, b, t) }));

/** @typedef {ReturnType<typeof samplesOf>} Samples */

/** @param {Case} body */
const isThin = ({ outline: { segments = [], points = [] }, radius }) =>
    radius === 0 && segments.length + points.length > 0;

/**
 * Returns the fault of a first contact, or null.
 *
 * @param {MovingPair} pair @param {Pick<FirstContact, 'status' | 'time'>} answer @param {Samples} samples
 */
export function faultOfFirst(pair, { status, time }, samples) {
    const [a, b] = pair.movings;
    const deep = DEEP * sizeOf(pair);
    const overlap = samples.find(({ separation }) => separation < -deep);
    if (status === 'undecided') return 'undecided';
    if (status === 'free' || time === null) return overlap ? `missed, at ${overlap.t}` : null;
    if (overlap && overlap.t < time[0]) return `late, ${overlap.t}`;
    // A turned pose is rounded, so that a body without an interior is beside the seam.
    const isDeepAtFirst = samples[0].separation < -deep && !pair.cases.some(isThin);
    if (isDeepAtFirst && status !== 'overlapping') return 'an overlap at first';
    if (status === 'overlapping' && time[0] !== 0) return 'an overlap later than the beginning';
    for (const t of time) {
        if (separationAt(a, b, t) > deep) return `apart at ${t}`;
    }
    const inside = samples.filter(({ t }) => t > time[0] && t < time[1]);
    // The depth of a body without an interior, along a seam, is that in parts.
    if (
        status === 'grazing' &&
        !pair.cases.some(isThin) &&
        inside.some(({ separation }) => separation < -deep)
    ) {
        return 'a deep graze';
    }
    return null;
}

/**
 * Returns the fault of intervals of contact, or null.
 *
 * @param {MovingPair} pair @param {ContactInterval[]} intervals @param {Samples} samples
 */
export function faultOfIntervals(pair, intervals, samples) {
    const deep = DEEP * sizeOf(pair);
    for (let k = 0; k < intervals.length; k++) {
        const { begin, end } = intervals[k];
        if (begin[0] > begin[1] || begin[0] > end[1] || end[0] > end[1]) return 'out of order';
        if (k > 0 && intervals[k - 1].end[1] >= begin[0]) return 'intervals that meet';
    }
    for (const { t, separation } of samples) {
        const covered = intervals.some(({ begin, end }) => begin[0] <= t && t <= end[1]);
        if (separation < -deep && !covered) return `missed at ${t}`;
        const inner = intervals.some(
            ({ status, begin, end }) => status === 'hit' && begin[1] < t && t < end[0],
        );
        if (separation > deep && inner) return `apart at ${t}`;
    }
    return null;
}

/**
 * Returns the fault of a clearance, or null.
 *
 * @param {MovingPair} pair @param {{ separation: [number, number], time: number | null, status: string }} answer
 * @param {Samples} samples @param {number} tolerance
 */
export function faultOfClearance(pair, { separation: [lo, hi], time, status }, samples, tolerance) {
    const [a, b] = pair.movings;
    const deep = DEEP * sizeOf(pair);
    if (time === null) return 'never together';
    if (status !== 'certified') return status;
    const least = Math.min(...samples.map(({ separation }) => separation));
    // Of an overlap, only its being there is known.
    if (least >= 0 ? lo > least + 1e-12 * sizeOf(pair) : least < -deep && lo > 0) {
        return `never as near as ${least}`;
    }
    if (!(lo <= hi) || hi - lo > 2 * tolerance) return 'too wide';
    const here = separationAt(a, b, time);
    if (hi > 0 && Math.abs(here - hi) > 1e-9 * sizeOf(pair)) return `${hi}, not ${here}`;
    if (hi < -deep && here > deep) return `${hi}, and apart`;
    return null;
}

/** Delays that are sampled. */
const DELAYS = [-0.9, -0.5, -0.2, -0.05, 0, 0.1, 0.3, 0.6, 0.95];

/**
 * Returns the fault of unsafe delays of A in [-1, 1], for contacts in [0, 1], or null.
 *
 * @param {MovingPair} pair @param {UnsafeDelays[]} delays
 */
export function faultOfDelays(pair, delays) {
    const [a, b] = pair.movings;
    const deep = DEEP * sizeOf(pair);
    for (const delay of DELAYS) {
        // The motion of A ends 1 later, and the body stays before and after it.
        const samples = Array.from({ length: 41 }, (_, k) => {
            const t = k / 40;
            const moved = Math.min(Math.max(t - delay, 0), 1);
            const late = { ...a, delay: t - moved };
            return separationAt(late, b, t);
        });
        const least = Math.min(...samples);
        const covered = delays.some(({ begin, end }) => begin[0] <= delay && delay <= end[1]);
        if (least < -deep && !covered) return `delay ${delay} missed`;
        const inner = delays.some(
            ({ status, begin, end }) => status === 'hit' && begin[1] < delay && delay < end[0],
        );
        if (inner && least > deep + largestRate(a, b) / 80) return `delay ${delay}, and apart`;
    }
    return null;
}
