import { add, compare, exact, sub } from './dyadic.js';
import {
    approachOf,
    contactsOf,
    delaysOf,
    isUnsafe,
    numberOf,
    unsafeByDiscriminant,
    unsafeByHalving,
} from './flight_oracle.js';

/**
 * Finds faults of an answer about two moving spheres, and the error of its ends.
 *
 * An end is right if it is within a fraction of the window, TIMES or DELAYS (and an ulp of the clock), of the exact
 * one. Otherwise it is compared with the effect of rounded positions: with margin = MARGIN S, where S is the sum of all
 * lengths that contribute to a position, the answer must lie within the exact set for radii larger by the margin, and
 * contain the exact set for radii smaller by it. Near a touch those two sets differ by the root of the margin,
 * elsewhere by the margin over the speed; so this allows the inherent error, and nothing for being close to a touch as
 * such.
 *
 * @import { Dyadic } from './dyadic.js'
 * @import { Contact, MovingSphere, Span } from './flight_oracle.js'
 *
 * @typedef {{ begin: number, end: number, relation: string, separation: number, time: number }} Conflict
 *
 * @typedef {object} Fault
 * @property {string | null} fault
 * @property {number} error the largest of an end, in windows; of those that were right without the margin
 * @property {boolean} isInherent whether it took the margin
 */

const U = 2 ** -53;
/** Error that the package promises, relative to the sum of all lengths of a position (GRAZE_FLIGHT_ERROR). */
const MARGIN = 32 * U;
/** The same for unsafe delays: GRAZE_CRITICAL_ERROR, and GRAZE_CRITICAL_LEAST_REACH for points. */
const DELAY_MARGIN = 256 * U;
/** Tolerance of ends of contact, relative to the window. */
export const TIMES = 1e-12;
/** Tolerance of ends of unsafe delays, relative to both durations together. */
export const DELAYS = 1e-9;

/** @param {MovingSphere} f @param {number} end */
function reachedBy(f, end) {
    const time = Math.max(0, end - f.t0);
    const speeds = Math.abs(f.vx) + Math.abs(f.vy) + Math.abs(f.vz ?? 0);
    const bends = Math.abs(f.ax ?? 0) + Math.abs(f.ay ?? 0) + Math.abs(f.az ?? 0);
    return speeds * time + (bends / 2) * time * time + f.radius;
}

/**
 * Returns the sum of all lengths that contribute to their positions until some time.
 *
 * @param {MovingSphere} f1
 * @param {MovingSphere} f2
 * @param {number} end1
 * @param {number} end2
 */
function lengthsOf(f1, f2, end1, end2) {
    const apart = [f1.x - f2.x, f1.y - f2.y, (f1.z ?? 0) - (f2.z ?? 0)].map(Math.abs);
    return apart[0] + apart[1] + apart[2] + reachedBy(f1, end1) + reachedBy(f2, end2);
}

/** @param {number} value */
const ulpOf = (value) => 2 * U * Math.abs(value);

/** @typedef {{ from: Dyadic, to: Dyadic }} Stretch */

/**
 * Returns intervals in which those separated by no more than the allowed error are joined.
 *
 * @param {Stretch[]} stretches
 * @param {Dyadic} slack
 */
function bridged(stretches, slack) {
    /** @type {Stretch[]} */
    const all = [];
    for (const { from, to } of stretches) {
        const last = all[all.length - 1];
        if (last && compare(sub(from, slack), add(last.to, slack)) <= 0) last.to = to;
        else all.push({ from, to });
    }
    return all;
}

/** @param {Stretch[]} inner @param {Stretch[]} outer @param {Dyadic} slack @returns {Stretch | null} one that is not within */
function notWithin(inner, outer, slack) {
    const holds = (/** @type {Stretch} */ r, /** @type {Stretch} */ s) =>
        compare(sub(r.from, slack), s.from) <= 0 && compare(s.to, add(r.to, slack)) <= 0;
    const wide = bridged(outer, slack);
    return inner.find((s) => !wide.some((r) => holds(r, s))) ?? null;
}

/** @param {Contact[]} contacts @returns {Stretch[]} */
const stretchesOf = (contacts) => contacts.map(({ begin, end }) => ({ from: begin, to: end }));

/**
 * @param {Stretch[]} answer
 * @param {Stretch[]} truth
 * @returns {number} error of any end, infinite if their numbers differ
 */
function errorOf(answer, truth) {
    if (answer.length !== truth.length) return Infinity;
    let most = 0;
    answer.forEach(({ from, to }, i) => {
        for (const [p, r] of [
            [from, truth[i].from],
            [to, truth[i].to],
        ]) {
            most = Math.max(most, Math.abs(numberOf(sub(p, r))));
        }
    });
    return most;
}

/** @param {number[][]} pairs finite @returns {Stretch[]} */
const exactly = (pairs) => pairs.map(([from, to]) => ({ from: exact(from), to: exact(to) }));

/** Returns whether intervals are ascending, disjoint and finite. @param {number[][]} pairs */
function isInOrder(pairs) {
    return pairs.every(
        ([lo, hi], i) =>
            Number.isFinite(lo) &&
            Number.isFinite(hi) &&
            lo <= hi &&
            (i === 0 || pairs[i - 1][1] < lo),
    );
}

/**
 * Checks the reported conflicts of two spheres.
 *
 * @param {MovingSphere} f1
 * @param {MovingSphere} f2
 * @param {Conflict[]} answer
 * @returns {Fault}
 */
export function checkConflicts(f1, f2, answer) {
    const [lo, hi] = [Math.max(f1.t0, f2.t0), Math.min(f1.t1, f2.t1)];
    const said = answer.map(({ begin, end }) => [begin, end]);
    const wrong = (/** @type {string} */ fault) => ({ fault, error: 0, isInherent: false });
    if (!isInOrder(said)) return wrong('out of order');
    if (said.some(([from, to]) => from < lo || hi < to)) return wrong('outside the window');
    if (lo > hi) return { fault: null, error: 0, isInherent: false };
    const margin = MARGIN * lengthsOf(f1, f2, hi, hi);
    const rounding = ulpOf(Math.max(Math.abs(lo), Math.abs(hi)));
    const slack = TIMES * (hi - lo) + rounding;
    const truth = contactsOf(f1, f2);
    const found = exactly(said);
    const exactOnes = stretchesOf(truth);
    const off = errorOf(found, exactOnes);
    const isInherent = off > slack;
    const error = isInherent || off <= rounding ? 0 : (off - rounding) / (hi - lo);
    if (isInherent) {
        const missed = notWithin(exactOnes, found, exact(slack));
        const [outer, inner] = [margin, -margin].map((m) => contactsOf(f1, f2, exact(m)));
        if (notWithin(stretchesOf(inner), found, exact(slack))) return wrong('missed');
        if (notWithin(found, stretchesOf(outer), exact(slack))) return wrong('imagined');
        // They are in contact, though by less than rounding: a closed set contains it all the same.
        if (missed && !answer.length) return wrong('missed by rounding');
    }
    for (const each of answer) {
        const fault = faultOfOne(f1, f2, each, margin);
        if (fault) return wrong(fault);
    }
    return { fault: null, error, isInherent };
}

/**
 * Checks the relation, distance and time of one conflict.
 *
 * @param {MovingSphere} f1
 * @param {MovingSphere} f2
 * @param {Conflict} conflict
 * @param {number} margin
 */
function faultOfOne(f1, f2, { begin, end, relation, separation, time }, margin) {
    if (!(begin <= time && time <= end)) return 'time outside';
    const truth = approachOf(f1, f2, [exact(begin), exact(end)]);
    const there = approachOf(f1, f2, [exact(time), exact(time)]);
    if (!truth || !there) return 'outside the window';
    // A rounded time moves the position by its rounding times the speed.
    const slack = margin + ulpOf(time) * speedOf(f1, f2, time);
    if (relation === 'overlapping' && truth.sign >= 0) return 'overlap where there is none';
    if (relation === 'touching' && truth.gap < -slack) return 'touch where they overlap';
    if (relation === 'touching' && truth.gap > slack) return 'touch where they are apart';
    if (relation !== 'touching' && relation !== 'overlapping') return `relation ${relation}`;
    if (!(Math.abs(separation - truth.gap) <= slack)) return 'distance';
    if (!(there.gap - truth.gap <= slack)) return 'not least';
    return null;
}

/** @param {MovingSphere} f1 @param {MovingSphere} f2 @param {number} time */
function speedOf(f1, f2, time) {
    const speeds = [f1, f2].map((f) => {
        const late = time - f.t0;
        return Math.hypot(
            f.vx + (f.ax ?? 0) * late,
            f.vy + (f.ay ?? 0) * late,
            (f.vz ?? 0) + (f.az ?? 0) * late,
        );
    });
    return speeds[0] + speeds[1];
}

/** @param {MovingSphere} f */
const isStraight = (f) => !f.ax && !f.ay && !f.az;

/**
 * Checks unsafe delays of the first sphere by the exact verdict on single delays: on both sides of each end, and at
 * some positions in between. With constant velocities the set is one interval, so that this check is complete;
 * otherwise `judgeDelaysWholly` and `freeBetween` search for intervals that are not reported.
 *
 * @param {MovingSphere} f1
 * @param {MovingSphere} f2
 * @param {number[][]} answer
 * @returns {Fault}
 */
export function checkDelayEnds(f1, f2, answer) {
    const wrong = (/** @type {string} */ fault) => ({ fault, error: 0, isInherent: false });
    if (!isInOrder(answer)) return wrong('out of order');
    const { margin, slack } = scalesOfDelays(f1, f2);
    const tried = (/** @type {Dyadic} */ x, /** @type {number} */ m) =>
        isUnsafe(f1, f2, x, exact(m));
    let isInherent = false;
    const ends = exactly(answer);
    for (const [lo, hi] of answer) {
        for (const out of [sub(exact(lo), slack), add(exact(hi), slack)]) {
            // The exact delays decide if the next one is nearer than that.
            const isNext = ends.some(({ from, to }) => {
                return compare(sub(from, slack), out) < 0 && compare(out, add(to, slack)) < 0;
            });
            if (slack.m === 0n || isNext || !tried(out, 0)) continue;
            isInherent = true;
            if (tried(out, -margin)) return wrong('ends too early');
        }
        for (const x of inner(lo, hi, slack)) {
            if (tried(x, 0)) continue;
            isInherent = true;
            // The delay is neither unsafe by rounding, nor between two intervals separated by no more than the allowed
            // error.
            const isUnsafeNear = [sub(x, slack), add(x, slack)].some((near) => tried(near, 0));
            if (!isUnsafeNear && !tried(x, margin)) return wrong('safe delays within');
        }
    }
    if (answer.length > 1 && isStraight(f1) && isStraight(f2)) return wrong('more than one');
    if (answer.length === 0 && isStraight(f1) && isStraight(f2)) {
        if (unsafeByHalving(f1, f2).length > 0) return wrong('missed');
    }
    return { fault: null, error: 0, isInherent };
}

/** @param {number} lo @param {number} hi @param {Dyadic} slack */
function inner(lo, hi, slack) {
    const [from, to] = [add(exact(lo), slack), sub(exact(hi), slack)];
    if (compare(from, to) >= 0) return [];
    const between = [0.25, 0.5, 0.75].map((s) => exact(lo + s * (hi - lo)));
    return [from, to, ...between];
}

/** @param {MovingSphere} f1 @param {MovingSphere} f2 */
function scalesOfDelays(f1, f2) {
    const span = numberOf(delaysOf(f1, f2).span);
    const clock = Math.max(...[f1.t0, f1.t1, f2.t0, f2.t1].map(Math.abs));
    const rounding = 2 * ulpOf(clock);
    return {
        span,
        rounding,
        margin: DELAY_MARGIN * lengthsOf(f1, f2, f1.t1, f2.t1),
        slack: exact(DELAYS * span + rounding),
    };
}

/**
 * Checks unsafe delays against all exact ones.
 *
 * @param {MovingSphere} f1
 * @param {MovingSphere} f2
 * @param {number[][]} answer
 * @returns {Fault & { count: number }} `count`: of the exact intervals
 */
export function checkAllDelays(f1, f2, answer) {
    const unsafe = isStraight(f1) && isStraight(f2) ? unsafeByHalving : unsafeByDiscriminant;
    const truth = unsafe(f1, f2);
    const wrong = (/** @type {string} */ fault) => ({
        ...{ fault, error: 0, isInherent: false },
        count: truth.length,
    });
    if (!isInOrder(answer)) return wrong('out of order');
    const { span, rounding, margin, slack } = scalesOfDelays(f1, f2);
    const found = exactly(answer);
    const stretches = (/** @type {Span[]} */ spans) =>
        spans.map(({ lo, hi }) => ({ from: lo, to: hi }));
    const off = errorOf(found, stretches(truth));
    const isInherent = off > numberOf(slack);
    if (isInherent) {
        const [outer, less] = [margin, -margin].map((m) => stretches(unsafe(f1, f2, exact(m))));
        if (notWithin(less, found, slack)) return wrong('missed');
        if (notWithin(found, outer, slack)) return wrong('imagined');
    }
    const error = isInherent || off <= rounding ? 0 : (off - rounding) / span;
    return { fault: null, error, isInherent, count: truth.length };
}

/** Distance from the reported unsafe delays beyond which others are searched for, relative to the durations. */
const NEAR = 1e-4;
/** Maximum number of boxes before the search ends undecided. */
const MOST_BOXES = 4000;

/**
 * Returns whether there are certainly no unsafe delays except near the reported ones, by dividing the rectangle of both
 * local times u, v: over a box around (u0, v0) the position is p0 + du p1' - dv p2' up to the curvature, so there is no
 * contact if the distance of the origin from that parallelogram exceeds the reach and the curvature together. It is
 * computed in double, with room for rounding.
 *
 * @param {MovingSphere} f1
 * @param {MovingSphere} f2
 * @param {number[][]} answer
 * @returns {boolean | null} null: too many boxes
 */
export function freeBetween(f1, f2, answer) {
    const [t1, t2] = [f1.t1 - f1.t0, f2.t1 - f2.t0];
    const near = NEAR * (t1 + t2) + 1e-12 * Math.max(Math.abs(f1.t0), Math.abs(f2.t0));
    const reported = answer.map(([lo, hi]) => {
        const begin = f2.t0 - f1.t0;
        return [begin - hi - near, begin - lo + near];
    });
    const reach = (f1.radius + f2.radius) * (1 + 8 * U) + 64 * U * lengthsOf(f1, f2, f1.t1, f2.t1);
    const [one, two] = [f1, f2].map(partsOf);
    const bends = [one, two].map(({ a }) => Math.hypot(...a) / 2);
    const stack = [[t1 / 2, t2 / 2, t1 / 2, t2 / 2]];
    for (let boxes = 0; ; boxes++) {
        const top = stack.pop();
        if (!top) return true;
        if (boxes > MOST_BOXES) return null;
        const [u, v, du, dv] = top;
        if (reported.some(([lo, hi]) => lo <= u - v - du - dv && u - v + du + dv <= hi)) continue;
        const p = [0, 1, 2].map((i) => one.p[i] - two.p[i] + wayOf(one, u, i) - wayOf(two, v, i));
        const rest = bends[0] * du * du + bends[1] * dv * dv;
        const [d1, d2] = [
            one.v.map((each, i) => (each + one.a[i] * u) * du),
            two.v.map((each, i) => (each + two.a[i] * v) * dv),
        ];
        if (distanceFrom(p, d1, d2) > reach + rest) continue;
        // A box with contact cannot be certified: one of its delays is not reported.
        if (du + dv < near / 64 && Math.hypot(...p) <= reach) return false;
        const [way1, way2] = [Math.hypot(...d1) + bends[0] * du, Math.hypot(...d2) + bends[1] * dv];
        if (way1 + du > way2 + dv || dv === 0) {
            for (const side of [-1, 1]) stack.push([u + (side * du) / 2, v, du / 2, dv]);
        } else {
            for (const side of [-1, 1]) stack.push([u, v + (side * dv) / 2, du, dv / 2]);
        }
    }
}

/** @param {MovingSphere} f */
const partsOf = (f) => ({
    p: [f.x, f.y, f.z ?? 0],
    v: [f.vx, f.vy, f.vz ?? 0],
    a: [f.ax ?? 0, f.ay ?? 0, f.az ?? 0],
});

/** @param {ReturnType<typeof partsOf>} parts @param {number} t @param {number} i */
const wayOf = ({ v, a }, t, i) => (v[i] + (a[i] / 2) * t) * t;

/**
 * Returns a lower bound of the distance of the origin from p + x d1 + y d2, x and y in [-1, 1].
 *
 * @param {number[]} p
 * @param {number[]} d1
 * @param {number[]} d2
 */
function distanceFrom(p, d1, d2) {
    const dot = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    // Along any unit direction n the distance of the parallelogram is at least |p.n| - |d1.n| - |d2.n|.
    let best = 0;
    const along = (/** @type {number[]} */ n) => {
        const length = Math.hypot(...n);
        if (length === 0) return;
        const away = Math.abs(dot(p, n)) - Math.abs(dot(d1, n)) - Math.abs(dot(d2, n));
        best = Math.max(best, away / length);
    };
    along(p);
    for (const d of [d1, d2]) {
        const square = dot(d, d);
        if (square > 0) along(p.map((x, i) => x - (dot(p, d) / square) * d[i]));
    }
    const cross = [0, 1, 2].map((i) => {
        const [j, k] = [(i + 1) % 3, (i + 2) % 3];
        return d1[j] * d2[k] - d1[k] * d2[j];
    });
    along(cross);
    // This is the nearest corner.
    const [s1, s2] = [d1, d2].map((d) => -Math.sign(dot(p, d)));
    along(p.map((x, i) => x + s1 * d1[i] + s2 * d2[i]));
    return best;
}
