import { bodyOf, largestRate, separationAt } from '../oracle/moving_polygon_oracle.js';
import { relationsAlong } from '../oracle/polygon_oracle.js';
import { toNumber } from '../oracle/rational.js';
import { below, choose, randomCase, randomPair } from '../static/compound_cases.js';

/**
 * Compares answers for moving bodies that are not convex with samples of the oracle.
 *
 * @import { ContactInterval, FirstContact, Graze, Motion, Shape, UnsafeDelays } from 'graze'
 * @import { Case } from '../static/compound_cases.js'
 * @import { Heading, Relation } from '../oracle/polygon_oracle.js'
 * @import { Random } from '../native/decomposition_cases.js'
 * @import { Moving, Way } from '../oracle/moving_polygon_oracle.js'
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
    if (samples[0].separation < -deep && status !== 'overlapping') return 'an overlap at first';
    if (status === 'overlapping' && time[0] !== 0) return 'an overlap later than the beginning';
    for (const t of time) {
        if (separationAt(a, b, t) > deep) return `apart at ${t}`;
    }
    const inside = samples.filter(({ t }) => t > time[0] && t < time[1]);
    const isDeep = inside.some(({ separation }) => separation < -deep);
    return status === 'grazing' && isDeep ? 'a deep graze' : null;
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
    if (status === 'undecided') return status;
    const least = Math.min(...samples.map(({ separation }) => separation));
    // Of an overlap, only its being there is known.
    if (least < -deep && hi >= 0) return 'no overlap';
    if (least >= 0 ? lo > least + 1e-12 * sizeOf(pair) : least < -deep && lo > 0) {
        return `never as near as ${least}`;
    }
    if (!(lo <= hi) || (status === 'certified' && hi - lo > 2 * tolerance)) return 'too wide';
    if (status === 'bounded' && hi > deep) return `bounded, and apart: ${hi}`;
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

/**
 * An interval of contact in [0, 1], the relation at its beginning, and the times from its first overlap to its last one, if
 * it has any.
 *
 * @typedef {{ begin: number, end: number, relation: Relation, overlap: [number, number] | null }} ExactInterval
 */

/**
 * Returns the intervals of contact of two bodies that do not turn, of which the first one moves by a displacement and the
 * other one rests.
 *
 * @param {Pick<Case, 'outline'>[]} cases @param {Heading[]} poses @param {number[]} displacement
 */
export function exactIntervals(cases, poses, displacement) {
    const outlines = cases.map(({ outline }) => outline);
    /** @type {ExactInterval[]} */
    const found = [];
    /** @type {ExactInterval | null} */
    let open = null;
    const steps = relationsAlong(outlines, poses, displacement);
    steps.forEach(({ s, here, after }, k) => {
        const [t, next] = [s, steps[k + 1]?.s ?? s].map(toNumber);
        for (const [relation, from, to] of /** @type {const} */ ([
            [here, t, t],
            [after, t, next],
        ])) {
            if (relation === null) continue;
            if (relation === 'disjoint') {
                open = null;
                continue;
            }
            if (open === null) {
                open = { begin: from, end: to, relation, overlap: null };
                found.push(open);
            }
            open.end = to;
            if (relation === 'overlapping') open.overlap = [open.overlap?.[0] ?? from, to];
        }
    });
    return found;
}

/** Allowed error of a time in [0, 1] of a contact, beyond a tolerance of 1e-9, for speeds of at least 1. */
const TIME_ERROR = 1e-8;

/** @param {number} x @param {number} y */
const isNear = (x, y) => Math.abs(x - y) <= TIME_ERROR;

/**
 * Returns the fault of an interval of contact or of unsafe delays, or null. Both brackets of a graze are all of it.
 *
 * @param {ContactInterval} answer @param {Omit<ExactInterval, 'relation'>} expected
 */
function faultOfInterval({ status, begin, end }, { begin: first, end: last, overlap }) {
    const given = `${status} [${begin}] to [${end}], not ${first} to ${last}, over ${overlap}`;
    if (status !== (overlap ? 'hit' : 'grazing')) return given;
    const [from, to] = overlap ?? [last, first];
    const areNear = [begin[0] - first, begin[1] - from, end[0] - to, end[1] - last];
    if (areNear.some((error) => Math.abs(error) > TIME_ERROR)) return given;
    return null;
}

/**
 * Compares all queries of two bodies without radii that do not turn, of which the first one moves by a displacement
 * during [0, 1] and the other one rests, with the exact oracle, in both orders of the bodies. The separation has an upper
 * bound below 0 exactly if the bodies overlap. Nothing is compared if an answer is undecided, which is the status then.
 *
 * @param {Graze} g @param {Pick<Case, 'outline'>[]} cases @param {Shape[]} shapes @param {Heading[]} poses
 * @param {number[]} displacement
 * @returns {{ fault: string | null, status: string }}
 */
export function checkStraight(g, cases, [a, b], poses, [vx, vy]) {
    const expected = exactIntervals(cases, poses, [vx, vy]);
    const ways = poses.map(({ x, y, cos, sin }) => ({ x, y, angle: Math.atan2(sin, cos) }));
    const moving = g.motion.linear({ t0: 0, t1: 1, ...ways[0], vx, vy });
    const resting = g.motion.static(ways[1]);
    const time = { from: 0, to: 1 };
    const range = { ...time, distanceTolerance: 1e-9 };
    const options = { ...range, tolerance: 1e-9 };
    /** @type {string} */
    let status = 'free';
    const find = (/** @type {boolean} */ isSwapped) => {
        const pair = /** @type {[Shape, Shape, Motion, Motion]} */ (
            isSwapped ? [b, a, resting, moving] : [a, b, moving, resting]
        );
        const first = g.firstContact(...pair, options);
        const intervals = g.contactIntervals(...pair, options);
        const delays = g.unsafeMotionDelays(...pair, {
            from: -1,
            to: 1,
            time,
            tolerance: 1e-8,
            distanceTolerance: 1e-9,
        });
        status = first.status;
        for (const answer of [first, ...intervals, ...delays]) {
            if (answer.status === 'undecided') status = 'undecided';
        }
        if (status === 'undecided') return null;
        const [earliest] = expected;
        let wanted = 'free';
        let times = null;
        if (earliest) {
            const { begin, end, relation, overlap } = earliest;
            wanted = overlap ? 'hit' : 'grazing';
            if (begin === 0 && relation === 'overlapping') wanted = 'overlapping';
            times = [begin, overlap?.[0] ?? end];
        }
        // A turn by an angle is rounded, which can move a point from the boundary into the body. And `relationsAlong` leaves out
        // overlaps of parts that only touch, which count at the beginning.
        const isOther = wanted !== status && status === 'overlapping' && times?.[0] === 0;
        if (isOther && g.relation(a, b, ways[0], ways[1]) === 'overlapping') return null;
        const answer = `${status} [${first.time}], not ${wanted} [${times}]`;
        if (status !== wanted) return answer;
        if (times && first.time && !times.every((t, k) => isNear(t, first.time[k]))) return answer;
        if (intervals.length !== expected.length) {
            return `${intervals.length} intervals, not ${expected.length}`;
        }
        for (const [k, interval] of intervals.entries()) {
            const fault = faultOfInterval(interval, expected[k]);
            if (fault) return fault;
        }
        const { separation, time: nearest } = g.clearance(...pair, range);
        const overlaps = expected.filter(({ overlap }) => overlap);
        const isInside = overlaps.some(
            ({ begin, end }) => nearest !== null && nearest >= begin && nearest <= end,
        );
        // The clearance is that of the unions, which parts that only touch can overlap.
        const isDeep = separation[1] < -1e-6;
        const t = Number(nearest);
        const there = { ...ways[0], x: ways[0].x + vx * t, y: ways[0].y + vy * t };
        const areTouching = expected.length > 0 && overlaps.length === 0;
        if (isDeep && areTouching && g.relation(a, b, there, ways[1]) === 'overlapping')
            return faultOfStraightDelays(delays, expected, isSwapped);
        if (overlaps.length > 0 !== isDeep) return `a separation of ${separation}`;
        if (overlaps.length > 0 && !isInside) return `an overlap at ${nearest}`;
        if (separation[0] > 1e-12 !== (expected.length === 0))
            return `a separation of ${separation}`;
        return faultOfStraightDelays(delays, expected, isSwapped);
    };
    const fault = find(false) ?? find(true);
    moving.free();
    resting.free();
    return { fault, status };
}

/**
 * Returns the fault of unsafe delays in [-1, 1] of the moving body, or of the resting one, or null. At delay x > 0 the body
 * moves from its beginning until 1 - x, at x < 0 from -x to its end.
 *
 * @param {UnsafeDelays[]} delays @param {ExactInterval[]} expected @param {boolean} isOfResting
 */
function faultOfStraightDelays(delays, expected, isOfResting) {
    if (delays.length !== Math.min(expected.length, 1)) return `${delays.length} delays`;
    if (delays.length === 0) return null;
    const overlaps = expected.flatMap(({ overlap }) => (overlap ? [overlap] : []));
    /** @type {[number, number] | null} */
    const overlap =
        overlaps.length > 0 ? [-overlaps[overlaps.length - 1][1], 1 - overlaps[0][0]] : null;
    const all = { begin: -expected[expected.length - 1].end, end: 1 - expected[0].begin, overlap };
    const whole = {
        begin: -1,
        end: 1,
        overlap: overlap && /** @type {[number, number]} */ ([-1, 1]),
    };
    return faultOfInterval(delays[0], isOfResting ? whole : all);
}
