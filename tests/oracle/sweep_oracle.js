import { bodyOf, faultOfFirst, firstContact } from './motion_oracle.js';

/**
 * Bodies along their motions as boxes, one per step of a clock, by brute force in double: boxes around dense samples,
 * which a cover must contain; the plain scan for the steps in which two paths' boxes overlap; the check of a step that
 * was certified free; and the paper's two algorithms as printed.
 *
 * @import { QueryOptions, Body, Endings, First } from './motion_oracle.js'
 *
 * @typedef {object} Segment coefficients of (t - t0), as the package takes them
 * @property {number} t0
 * @property {number} t1
 * @property {number[]} x of the pivot
 * @property {number[]} y
 * @property {number[]} [angle]
 * @property {{ x: number, y: number }} [pivot] in the body frame
 *
 * @typedef {object} MovingBody
 * @property {number[][]} points exact in float32; the body is their hull
 * @property {number} radius
 * @property {Segment[]} segments
 * @property {Endings} ends
 *
 * @typedef {{ t0?: number, t1: number, step: number, x?: number, y?: number }} Clock
 *
 * @typedef {ArrayLike<number>} Boxes four numbers per step: minX, minY, maxX, maxY, from the clock's x and y; of a
 *   body that is not there, +Infinity, +Infinity, -Infinity, -Infinity
 *
 * @typedef {object} Pose
 * @property {number} x x of the body's origin
 * @property {number} y
 * @property {number} angle
 * @property {number} vx
 * @property {number} vy
 * @property {number} error error of what is computed from the pose, for a body of size 1
 */

/** Rounding of a double, with room for the operations on the way. */
const ROUNDING = 2 ** -47;
/** Minimum number of samples per step, and per radian that the body turns in it. */
const LOOKS = 16;
const LOOKS_A_RADIAN = 6;
const MOST_LOOKS = 4000;

// ---------------------------------------------------------------- motions, evaluated independently

/** @param {number[]} c @param {number} s */
const valueAt = (c, s) => c.reduceRight((sum, term) => sum * s + term, 0);

/** @param {number[]} c @param {number} s */
const slopeAt = (c, s) => c.reduceRight((sum, term, k) => (k > 0 ? sum * s + k * term : sum), 0);

/** Returns the sum of the magnitudes of the terms. @param {number[]} c @param {number} s */
const magnitudeAt = (c, s) => c.reduceRight((sum, term) => sum * Math.abs(s) + Math.abs(term), 0);

/** @param {MovingBody} mover @returns {[begin: number, end: number]} */
function lifeOf({ segments }) {
    return [segments[0].t0, segments[segments.length - 1].t1];
}

/** Returns the last segment that has begun, or the first. @param {Segment[]} segments @param {number} t */
function segmentAt(segments, t) {
    let [low, high] = [0, segments.length];
    while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (segments[middle].t0 <= t) low = middle;
        else high = middle;
    }
    return segments[low];
}

/**
 * Returns the pose of a body at t, or the pose that it would have if it stayed at its ends.
 *
 * @param {MovingBody} movingBody
 * @param {number} t
 * @returns {Pose}
 */
export function poseOrStayAt(movingBody, t) {
    const [begin, end] = lifeOf(movingBody);
    const at = Math.min(Math.max(t, begin), end);
    const {
        t0,
        x,
        y,
        angle: theta = [0],
        pivot = { x: 0, y: 0 },
    } = segmentAt(movingBody.segments, at);
    const s = at - t0;
    const angle = valueAt(theta, s);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const [u, v] = [cos * pivot.x - sin * pivot.y, sin * pivot.x + cos * pivot.y];
    const turn = at === t ? slopeAt(theta, s) : 0;
    const [vx, vy] = at === t ? [slopeAt(x, s), slopeAt(y, s)] : [0, 0];
    const far = magnitudeAt(x, s) + magnitudeAt(y, s) + Math.abs(pivot.x) + Math.abs(pivot.y);
    const error = ROUNDING * (1 + far) * (1 + magnitudeAt(theta, s));
    return {
        x: valueAt(x, s) - u,
        y: valueAt(y, s) - v,
        angle,
        vx: vx + turn * v,
        vy: vy - turn * u,
        error,
    };
}

/** Returns whether a body is present at t. @param {MovingBody} movingBody @param {number} t */
function isThere(movingBody, t) {
    const [begin, end] = lifeOf(movingBody);
    const { before = 'stay', after = 'stay' } = movingBody.ends;
    return (before === 'stay' || t >= begin) && (after === 'stay' || t <= end);
}

/**
 * Returns the pieces of a natural cubic spline through points: its second derivatives are 0 at the ends, and those
 * between follow by elimination.
 *
 * @param {number[][]} points [x, y] or [x, y, theta]
 * @param {number[]} times
 * @returns {Segment[]}
 */
export function splinePieces(points, times) {
    const axes = [0, 1, 2].map((axis) => {
        const values = points.map((point) => point[axis] ?? 0);
        return splineTerms(values, times);
    });
    return times.slice(1).map((t1, k) => {
        const [x, y, angle] = axes.map((terms) => terms[k]);
        return { t0: times[k], t1, x, y, angle };
    });
}

/** @param {number[]} values @param {number[]} times */
function splineTerms(values, times) {
    const last = values.length - 1;
    const lasting = times.slice(1).map((t, k) => t - times[k]);
    const slopes = lasting.map((h, k) => (values[k + 1] - values[k]) / h);
    const bends = new Array(last + 1).fill(0);
    const above = new Array(last + 1).fill(0);
    for (let k = 1; k < last; k++) {
        const [h, g] = [lasting[k - 1], lasting[k]];
        const pivot = 2 * (h + g) - h * above[k - 1];
        above[k] = g / pivot;
        bends[k] = (6 * (slopes[k] - slopes[k - 1]) - h * bends[k - 1]) / pivot;
    }
    for (let k = last - 1; k > 0; k--) bends[k] -= above[k] * bends[k + 1];
    return lasting.map((h, k) => {
        const [m, n] = [bends[k], bends[k + 1]];
        return [values[k], slopes[k] - (h * (2 * m + n)) / 6, m / 2, (n - m) / (6 * h)];
    });
}

/**
 * Returns pieces that move uniformly from sample to sample and turn the shorter way.
 *
 * @param {{ t: number, x: number, y: number, angle?: number }[]} samples
 * @returns {Segment[]}
 */
export function sampleSegments(samples) {
    let heading = samples[0].angle ?? 0;
    return samples.slice(1).map(({ t, x, y, angle = 0 }, k) => {
        const last = samples[k];
        const h = t - last.t;
        const begin = heading;
        heading = angle + 2 * Math.PI * Math.round((begin - angle) / (2 * Math.PI));
        return {
            t0: last.t,
            t1: t,
            x: [last.x, (x - last.x) / h],
            y: [last.y, (y - last.y) / h],
            angle: [begin, (heading - begin) / h],
        };
    });
}

/**
 * Returns a piece along the arc of a circle: its pivot is the center, which is to the left of the body.
 *
 * @param {{ t0: number, t1: number, x: number, y: number, angle?: number, speed: number, angularVelocity: number }} arc
 * @returns {Segment[]}
 */
export function turnSegments({ t0, t1, x, y, angle = 0, speed, angularVelocity }) {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    if (angularVelocity === 0) {
        return [{ t0, t1, x: [x, speed * cos], y: [y, speed * sin], angle: [angle] }];
    }
    const radius = speed / angularVelocity;
    const pivot = { x: 0, y: radius };
    const center = [x - radius * sin, y + radius * cos];
    return [{ t0, t1, x: [center[0]], y: [center[1]], angle: [angle, angularVelocity], pivot }];
}

// ---------------------------------------------------------------- steps

/** Returns the beginning of a step. @param {Clock} clock @param {number} step */
const timeOfStep = ({ t0 = 0, step: span }, step) => t0 + step * span;

/** Returns the number of steps until the end. @param {Clock} clock */
export function stepCount(clock) {
    const { t0 = 0, t1, step } = clock;
    let count = Math.max(Math.ceil((t1 - t0) / step) - 1, 1);
    while (timeOfStep(clock, count) < t1) count++;
    return count;
}

/** @param {Clock} clock @param {number} step @returns {[from: number, to: number]} */
export function timesOfStep(clock, step) {
    return [timeOfStep(clock, step), Math.min(timeOfStep(clock, step + 1), clock.t1)];
}

/**
 * Returns the instants at which a step is sampled: its ends, the joints of the motion's pieces, and evenly between.
 *
 * @param {MovingBody} movingBody
 * @param {number} from
 * @param {number} to
 */
function instantsOf(movingBody, from, to) {
    const { segments } = movingBody;
    const times = [from, to];
    let turned = 0;
    for (const { t0, t1, angle = [0] } of segments) {
        const [l, r] = [Math.max(t0, from), Math.min(t1, to)];
        if (l > r) continue;
        times.push(l, r);
        const [first, ...others] = angle;
        const [a, b] = [l, r].map((t) => magnitudeAt([0, ...others], t - t0));
        turned += first === undefined ? 0 : Math.max(a, b);
    }
    const count = Math.min(LOOKS + Math.ceil(LOOKS_A_RADIAN * turned), MOST_LOOKS);
    for (let k = 1; k < count; k++) times.push(from + ((to - from) * k) / count);
    return times;
}

/**
 * @typedef {object} Sampled
 * @property {Float64Array} boxes around all that was seen of the body
 * @property {Float64Array} errors errors of a box, each
 */

/**
 * Returns boxes around dense samples of a body in each step, including its two ends.
 *
 * @param {MovingBody} movingBody
 * @param {Clock} clock
 * @returns {Sampled}
 */
export function sampledBoxes(movingBody, clock) {
    const count = stepCount(clock);
    const sampled = { boxes: new Float64Array(4 * count), errors: new Float64Array(count) };
    for (let step = 0; step < count; step++) {
        const [from, to] = timesOfStep(clock, step);
        const times = instantsOf(movingBody, from, to).filter((t) => isThere(movingBody, t));
        sampleInto(sampled, step, movingBody, clock, times);
    }
    return sampled;
}

/**
 * Returns the paper's boxes: around the body at the two ends of a step, including those of the last one, and in a step
 * in which it appears or vanishes as if it stayed.
 *
 * @param {MovingBody} movingBody
 * @param {Clock} clock
 * @returns {Sampled}
 */
export function stepEndBoxes(movingBody, clock) {
    const count = stepCount(clock);
    const sampled = { boxes: new Float64Array(4 * count), errors: new Float64Array(count) };
    for (let step = 0; step < count; step++) {
        const times = [timeOfStep(clock, step), timeOfStep(clock, step + 1)];
        const [begin, end] = lifeOf(movingBody);
        const isSeen =
            times.some((t) => isThere(movingBody, t)) || (times[0] < end && times[1] > begin);
        sampleInto(sampled, step, movingBody, clock, isSeen ? times : []);
    }
    return sampled;
}

/**
 * @param {Sampled} sampled
 * @param {number} step
 * @param {MovingBody} movingBody
 * @param {Clock} clock
 * @param {number[]} times
 */
function sampleInto({ boxes, errors }, step, movingBody, { x = 0, y = 0 }, times) {
    const { points, radius } = movingBody;
    const size = Math.max(...points.map(([px, py]) => Math.hypot(px, py))) + radius;
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    let error = 0;
    for (const t of times) {
        const pose = poseOrStayAt(movingBody, t);
        const [cos, sin] = [Math.cos(pose.angle), Math.sin(pose.angle)];
        for (const [px, py] of points) {
            const u = pose.x + (cos * px - sin * py) - x;
            const v = pose.y + (sin * px + cos * py) - y;
            box[0] = Math.min(box[0], u - radius);
            box[1] = Math.min(box[1], v - radius);
            box[2] = Math.max(box[2], u + radius);
            box[3] = Math.max(box[3], v + radius);
        }
        error = Math.max(error, pose.error * (1 + size));
    }
    boxes.set(box, 4 * step);
    errors[step] = error + ROUNDING * (Math.abs(x) + Math.abs(y));
}

// ---------------------------------------------------------------- covers

/**
 * Returns the first step whose box does not contain the samples of the body, or null.
 *
 * @param {Boxes} boxes
 * @param {Sampled} sampled
 */
export function faultOfCover(boxes, sampled) {
    const count = sampled.errors.length;
    if (boxes.length !== 4 * count) return `${boxes.length / 4} boxes, not ${count}`;
    for (let step = 0; step < count; step++) {
        const over = overshoot(boxes, sampled, step);
        const worst = Math.min(...over);
        if (worst < -sampled.errors[step]) return `step ${step} sticks out by ${-worst}`;
    }
    return null;
}

/**
 * Returns how far the sides of a box are outside of the samples; Infinity for every side if there are none.
 *
 * @param {Boxes} boxes
 * @param {Sampled} sampled
 * @param {number} step
 */
function overshoot(boxes, sampled, step) {
    const at = 4 * step;
    const seen = sampled.boxes;
    if (seen[at] === Infinity) return [Infinity];
    return [
        seen[at] - boxes[at],
        seen[at + 1] - boxes[at + 1],
        boxes[at + 2] - seen[at + 2],
        boxes[at + 3] - seen[at + 3],
    ];
}

/**
 * Returns the largest excess of a box over the samples, over all steps in which the body is present.
 *
 * @param {Boxes} boxes
 * @param {Sampled} sampled
 */
export function widestMargin(boxes, sampled) {
    let most = 0;
    for (let step = 0; step < sampled.errors.length; step++) {
        if (sampled.boxes[4 * step] === Infinity) continue;
        most = Math.max(most, ...overshoot(boxes, sampled, step));
    }
    return most;
}

// ---------------------------------------------------------------- candidate steps

/** Returns whether two closed boxes overlap. @param {Boxes} a @param {number} i @param {Boxes} b @param {number} j */
export function boxesMeet(a, i, b, j) {
    const [p, q] = [4 * i, 4 * j];
    return a[p] <= b[q + 2] && b[q] <= a[p + 2] && a[p + 1] <= b[q + 3] && b[q + 1] <= a[p + 3];
}

/**
 * Returns the steps in which the boxes overlap, one by one.
 *
 * @param {Boxes} a
 * @param {Boxes} b
 * @param {number} [from] step
 * @param {number} [to] behind the last
 */
export function candidateSteps(a, b, from = 0, to = a.length / 4) {
    const steps = [];
    for (let step = from; step < to; step++) if (boxesMeet(a, step, b, step)) steps.push(step);
    return steps;
}

/**
 * Returns when two bodies are present together, within the clock's time; the first number exceeds the second if never.
 *
 * @param {MovingBody} a
 * @param {MovingBody} b
 * @param {Clock} clock
 * @returns {[from: number, to: number]}
 */
export function commonTime(a, b, clock) {
    let [from, to] = [timeOfStep(clock, 0), clock.t1];
    for (const movingBody of [a, b]) {
        const [begin, end] = lifeOf(movingBody);
        if (movingBody.ends.before === 'vanish') from = Math.max(from, begin);
        if (movingBody.ends.after === 'vanish') to = Math.min(to, end);
    }
    return [from, to];
}

/**
 * Returns a description of the fault of the candidate steps from `from` to `to`, or null: they are those of the plain
 * scan that share some of this time, and possibly one more at either end, which only touches it.
 *
 * @param {ArrayLike<number>} found
 * @param {number[]} scanned
 * @param {Clock} clock
 * @param {number} from
 * @param {number} to
 */
export function faultOfSteps(found, scanned, clock, from, to) {
    const all = Array.from(found);
    for (const step of scanned) {
        const [begin, end] = timesOfStep(clock, step);
        if (begin < to && end > from && from <= to && !all.includes(step)) return `missed ${step}`;
    }
    for (const [k, step] of all.entries()) {
        const [begin, end] = timesOfStep(clock, step);
        if (!scanned.includes(step)) return `${step}, which no scan finds`;
        if (k > 0 && all[k - 1] >= step) return `${step} out of order`;
        if (from > to || begin > to || end < from) return `${step} at another time`;
    }
    return null;
}

/**
 * Returns the least sampled gap from `from` to `to` along the axis direction that separates the two bodies best. If it
 * is not above 0, no gap along an axis lasts, and no test of such gaps may certify the step.
 *
 * @param {MovingBody} a
 * @param {MovingBody} b
 * @param {number} from
 * @param {number} to
 * @returns {{ gap: number, error: number }} Infinity when they are never there together
 */
export function axisGap(a, b, from, to) {
    const clock = { t0: from, t1: to, step: 1 };
    const gaps = [Infinity, Infinity, Infinity, Infinity];
    let error = 0;
    const one = { boxes: new Float64Array(4), errors: new Float64Array(1) };
    for (const t of [...instantsOf(a, from, to), ...instantsOf(b, from, to)]) {
        if (!isThere(a, t) || !isThere(b, t)) continue;
        const [p, q] = [a, b].map((movingBody) => {
            sampleInto(one, 0, movingBody, clock, [t]);
            error = Math.max(error, one.errors[0]);
            return [...one.boxes];
        });
        const now = [q[0] - p[2], q[1] - p[3], p[0] - q[2], p[1] - q[3]];
        now.forEach((gap, k) => {
            gaps[k] = Math.min(gaps[k], gap);
        });
    }
    return { gap: Math.max(...gaps), error: 2 * error };
}

// ---------------------------------------------------------------- sweeps

/** @param {MovingBody} mover */
export function oracleBodyOf({ points, radius, segments, ends }) {
    return bodyOf(points, radius, segments, ends);
}

/**
 * Returns a description of the fault of the answer of a sweep, or null: as a first contact, and in the step that it
 * names.
 *
 * @param {Body} a
 * @param {Body} b
 * @param {Clock} clock
 * @param {QueryOptions} options within the clock's time
 * @param {{ status: string, time: [lo: number, hi: number] | null, step: number | null }} answer
 * @param {First} [truth]
 */
export function faultOfSweep(a, b, clock, options, answer, truth) {
    truth ??= firstContact(a, b, options.from, options.to, {
        delta: options.distanceTolerance / 4,
    });
    const fault = faultOfFirst(a, b, options, answer, truth);
    if (fault !== null) return fault;
    const { time, step } = answer;
    if (time === null || step === null) return time === step ? null : 'a time without a step';
    const [from, to] = timesOfStep(clock, step);
    return time[0] <= to && time[1] >= from ? null : 'not in its step';
}

// ---------------------------------------------------------------- algorithms as printed

/**
 * @typedef {object} Found
 * @property {boolean} found
 * @property {number | null} step place where boxes were found to intersect
 * @property {number} tests boxes compared
 */

/**
 * Returns the result of synchronized intersection (Germar and Fernandez, 2018, figure 3).
 *
 * @param {Boxes} path1
 * @param {Boxes} path2
 * @param {number} [startBoxNo]
 * @returns {Found}
 */
export function printedSI(path1, path2, startBoxNo = 0) {
    const maxBoxNo = path1.length / 4 - 1;
    let tests = 0;
    for (let i = startBoxNo; i <= maxBoxNo; i++) {
        tests++;
        if (boxesMeet(path1, i, path2, i)) return { found: true, step: i, tests };
    }
    return { found: false, step: null, tests };
}

/**
 * Returns figure 4's estimate: the larger of the distances along x and y.
 *
 * @param {Boxes} a
 * @param {Boxes} b
 * @param {number} i
 */
function getDistance(a, b, i) {
    const at = 4 * i;
    const dx = Math.max(a[at] - b[at + 2], b[at] - a[at + 2], 0);
    const dy = Math.max(a[at + 1] - b[at + 3], b[at + 1] - a[at + 3], 0);
    return Math.max(dx, dy);
}

/**
 * Returns the result of speed-time advancement (figure 6), with its division by a sum of speeds that may be 0, and its
 * end without a `return`, which is read as false.
 *
 * @param {Boxes} path1
 * @param {Boxes} path2
 * @param {number} maxSpeed1
 * @param {number} maxSpeed2
 * @param {number} span
 * @returns {Found}
 */
export function printedSTA(path1, path2, maxSpeed1, maxSpeed2, span) {
    const maxBoxCount = path1.length / 4;
    const maxSpeedSum = maxSpeed1 + maxSpeed2;
    let [boxNo, tests] = [0, 0];
    do {
        tests++;
        const distance = getDistance(path1, path2, boxNo);
        const earliestTime = distance / maxSpeedSum;
        const boxAdvancement = Math.floor(earliestTime / span);
        if (boxAdvancement <= 1) {
            if (boxesMeet(path1, boxNo, path2, boxNo)) return { found: true, step: boxNo, tests };
            const rest = printedSI(path1, path2, boxNo);
            return { ...rest, tests: tests + rest.tests };
        }
        boxNo += boxAdvancement;
    } while (boxNo < maxBoxCount);
    return { found: false, step: null, tests };
}

/**
 * Returns the largest sampled speed of the reference point: what the paper calls an object's maximum speed.
 *
 * @param {MovingBody} movingBody
 * @param {Clock} clock
 */
export function maxSpeed(movingBody, clock) {
    let most = 0;
    for (let step = 0; step < stepCount(clock); step++) {
        const [from, to] = timesOfStep(clock, step);
        for (let k = 0; k <= LOOKS; k++) {
            const { vx, vy } = poseOrStayAt(movingBody, from + ((to - from) * k) / LOOKS);
            most = Math.max(most, Math.hypot(vx, vy));
        }
    }
    return most;
}
