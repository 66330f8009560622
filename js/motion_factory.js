import {
    checkArrayEntries,
    checkChoice,
    checkNumber,
    checkNumbers,
    checkOptions,
    isList,
    MAX_RECORDS,
} from './arguments.js';
import { PIECE_NUMBERS, unitVector } from './bind_motion.js';
import { formatValue, GrazeError, isArray } from './errors.js';
import { ENDINGS, LIMITS, PIECE } from './layout.js';
import { Motion } from './motion.js';
import { MOTIONS, refuseOldNames } from './renamed.js';

/**
 * @import { Core } from './bind.js'
 * @import { Pieces } from './bind_motion.js'
 * @import { Point } from './static_graze.js'
 */

/**
 * Where a body is before its motion or after it: 'stay': it stands still there; 'vanish': it is not there.
 *
 * @typedef {typeof ENDINGS[number]} Ending
 */

/**
 * Where a body is outside its motion.
 *
 * @typedef {object} MotionEnds
 * @property {Ending} [before] before it begins; 'stay' unless said
 * @property {Ending} [after] after it ends; 'stay' unless said
 */

/**
 * A piece of a motion, for t in [t0, t1]; with s = t - t0 the body's point `pivot` is at (x(s), y(s)), and the body is
 * turned by angle(s) about it.
 *
 * @typedef {object} MotionPiece
 * @property {number} t0 when it begins
 * @property {number} t1 when it ends, at least t0; where the next one begins
 * @property {ArrayLike<number>} x 1 to 6 coefficients: x(s) = x[0] + x[1] s + ... + x[5] s^5
 * @property {ArrayLike<number>} y as x
 * @property {ArrayLike<number>} [angle] as x; radians, counter-clockwise, at most 1e7 in magnitude; [0] unless said
 * @property {Point} [pivot] in the body's frame; its origin unless said
 */

/**
 * A straight line at constant velocity, while the body turns evenly.
 *
 * @typedef {object} LinearMotion
 * @property {number} t0 when it begins
 * @property {number} t1 when it ends, at least t0
 * @property {number} x of the body's origin at t0, in the world
 * @property {number} y of the body's origin at t0
 * @property {number} [angle] heading at t0, radians, counter-clockwise; 0 unless said, and so the rest
 * @property {number} [vx] velocity in the world
 * @property {number} [vy] velocity in the world
 * @property {number} [angularVelocity] of the heading, radians a unit of time
 */

/**
 * Accelerations that do not change.
 *
 * @typedef {object} Accelerations
 * @property {number} [ax] in the world, constant; 0 unless said, and so the rest
 * @property {number} [ay] in the world, constant
 * @property {number} [angularAcceleration] of the heading, radians a unit of time squared, constant
 */

/**
 * Constant acceleration. Velocities are those at t0.
 *
 * @typedef {LinearMotion & Accelerations} AcceleratedMotion
 */

/**
 * An arc of a circle at constant speed and turn rate.
 *
 * @typedef {object} TurningMotion
 * @property {number} t0 when it begins
 * @property {number} t1 when it ends, at least t0
 * @property {number} x of the body's origin at t0, in the world
 * @property {number} y of the body's origin at t0
 * @property {number} [angle] heading at t0, which is where the body travels; 0 unless said
 * @property {number} speed along the heading; negative: backwards
 * @property {number} angularVelocity radians a unit of time, counter-clockwise; 0: straight on
 */

/**
 * How a spline ends.
 *
 * @typedef {object} SplineEnds
 * @property {'natural' | 'clamped'} [kind] 'natural' (the default): no acceleration at either end; 'clamped': the
 *   velocities there are given
 * @property {ArrayLike<number>} [startVelocity] of a clamped one: [vx, vy], or [vx, vy, angularVelocity] with headings; 0 unless
 *   said
 * @property {ArrayLike<number>} [endVelocity] as startVelocity
 */

/**
 * How a spline ends, and where the body is outside it.
 *
 * @typedef {MotionEnds & SplineEnds} SplineOptions
 */

/**
 * A recorded pose.
 *
 * @typedef {object} MotionSample
 * @property {number} t when
 * @property {number} x of the body's origin, in the world
 * @property {number} y of the body's origin
 * @property {number} [angle] heading, radians, of any number of turns; 0 unless said
 */

/**
 * Recorded poses one behind the other, four numbers each: t, x, y, angle as in MotionSample, 1 to 2^24 poses. Copied.
 *
 * @typedef {Float64Array | Float32Array} FlatSamples
 */

/**
 * What lies between two samples.
 *
 * @typedef {object} SampleModel
 * @property {'linear' | 'cubic'} [model] between two samples place and heading change evenly ('linear', the default),
 *   or as cubics whose velocity at a sample is that of the parabola through it and its neighbours ('cubic')
 */

/**
 * What lies between samples, and where the body is outside them.
 *
 * @typedef {MotionEnds & SampleModel} SampleOptions
 */

/**
 * Where a body stands.
 *
 * @typedef {object} StaticPose
 * @property {number} [x] of the body's origin, in the world; 0 unless said, and so the rest
 * @property {number} [y] of the body's origin
 * @property {number} [angle] heading, radians
 */

/**
 * The pieces of a motion.
 *
 * @typedef {object} PiecewiseMotion
 * @property {readonly MotionPiece[]} pieces at least one, in time order
 */

/**
 * Constructors of motions. Each takes `ends`, or options that hold them. What is not finite, of the wrong type or
 * out of range is an error that names the argument, the record and the value; so are places beyond the range of
 * float32 and headings beyond 1e7 anywhere on the way (`out-of-range`), and times that go backwards
 * (`out-of-order`).
 *
 * @typedef {object} MotionConstructors
 * @property {(pose?: StaticPose, ends?: MotionEnds) => Motion} static
 *   standing still: a motion without duration at t = 0, which holding its ends makes last for ever
 * @property {(line: LinearMotion, ends?: MotionEnds) => Motion} linear at constant velocity, turning
 *   evenly
 * @property {(line: AcceleratedMotion, ends?: MotionEnds) => Motion} accelerated at constant acceleration
 * @property {(arc: TurningMotion, ends?: MotionEnds) => Motion} turn at constant speed and turn rate, heading
 *   along the way: the exact arc of a circle. Less than 2^-8 of a radian is a polynomial of degree 5, right to 2^-49
 *   of the arc, as the centre is far away
 * @property {(points: readonly ArrayLike<number>[], times: ArrayLike<number>, options?: SplineOptions) => Motion} spline
 *   the cubic spline through points [x, y], or [x, y, angle] (angle as it goes on, not reduced to one turn), at
 *   ascending times: velocity and acceleration are continuous. O(n). Source: de Boor, "A Practical Guide to
 *   Splines", 1978, chapter IV
 * @property {(samples: readonly MotionSample[] | FlatSamples, options?: SampleOptions) => Motion} samples through
 *   recorded poses, at ascending times: a list of them, or a typed array of t, x, y, angle of each (the same motion, made
 *   several times faster). From one to the next the body turns the shorter way. O(n). Source of 'cubic': de Boor,
 *   chapter IV (Bessel's); Catmull and Rom, "A class of local interpolating splines", 1974, for even times
 */

/**
 * Makes a motion of its pieces, which follow each other without gap in time (`out-of-order`) and without jump in place
 * and heading (`discontinuous`; 2^-17 of what the two pieces move, or 2^-17 radians, is none). And the constructors. O(n).
 *
 * @typedef {((motion: PiecewiseMotion, ends?: MotionEnds) => Motion) & MotionConstructors} MotionFactory
 */

const END_KEYS = ['before', 'after'];
const POSE_KEYS = ['x', 'y', 'angle'];
const START_KEYS = ['t0', 't1', 'x', 'y'];
const RATE_KEYS = ['angle', 'vx', 'vy', 'angularVelocity'];
const SEGMENT_KEYS = [...START_KEYS, 'angle', 'pivot'];
const SAMPLE_MODELS = /** @type {const} */ (['linear', 'cubic']);
const SPLINE_KINDS = /** @type {const} */ (['natural', 'clamped']);

/** Positions in a piece at which the coefficients of x, y and angle begin. */
const AXIS_OFFSETS = [PIECE.x, PIECE.y, PIECE.angle];

/** Numbers of a sample in a typed array: t, x, y, angle. */
const SAMPLE_NUMBERS = 4;

const FULL_TURN = 2 * Math.PI;

/** Below it the centre of an arc is so far away that a polynomial is nearer the truth. */
const MIN_ARC = 2 ** -8;

/**
 * @param {Core} core
 * @returns {MotionFactory}
 */
export function createMotionFactory(core) {
    /** @type {(pieces: Pieces, ends: unknown, argument: string) => Motion} */
    const createMotion = (pieces, ends, argument) => {
        return new Motion(core, pieces, checkEnds(checkOptions(ends, 'ends', END_KEYS)), argument);
    };
    /** @type {MotionConstructors} */
    const constructors = {
        static(pose, ends) {
            const { x, y, angle } = readRecordNumbers(pose, 'pose', [], POSE_KEYS);
            return createMotion(makePiece(0, 0, [[x], [y], [angle]]), ends, 'pose');
        },
        linear(line, ends) {
            return createMotion(
                linePiece(readRecordNumbers(line, 'line', START_KEYS, RATE_KEYS)),
                ends,
                'line',
            );
        },
        accelerated(line, ends) {
            const keys = [...RATE_KEYS, 'ax', 'ay', 'angularAcceleration'];
            return createMotion(
                linePiece(readRecordNumbers(line, 'line', START_KEYS, keys)),
                ends,
                'line',
            );
        },
        turn(arc, ends) {
            const keys = [...START_KEYS, 'speed', 'angularVelocity'];
            return createMotion(
                turnPiece(core, readRecordNumbers(arc, 'arc', keys, ['angle'])),
                ends,
                'arc',
            );
        },
        spline(points, times, options) {
            const [pieces, ends] = splinePieces(points, times, options);
            return new Motion(core, pieces, ends, 'points');
        },
        samples(samples, options) {
            const [pieces, ends] = samplePieces(samples, options);
            return new Motion(core, pieces, ends, 'samples');
        },
    };
    /** @type {(motion: unknown, ends: unknown) => Motion} */
    const fromPieces = (motion, ends) => {
        const { pieces } = checkOptions(motion, 'motion', ['pieces']);
        return createMotion(
            concatenatePieces(readNonEmptyArray(pieces, 'pieces', readPiece)),
            ends,
            'pieces',
        );
    };
    const factory = Object.assign(fromPieces, constructors);
    refuseOldNames(factory, factory, MOTIONS);
    return factory;
}

/**
 * @template T
 * @param {unknown} value
 * @param {string} argument
 * @param {(entry: unknown, k: number) => T} read
 * @returns {T[]}
 */
function readNonEmptyArray(value, argument, read) {
    const list = isArray(value) ? checkArrayEntries(value, argument, 'entries', read) : [];
    if (list.length > 0) return list;
    throw new GrazeError(
        'wrong-type',
        `${argument} must be an array with at least one entry, not ${formatValue(value)}`,
        { argument, value },
    );
}

/**
 * The numbers of a record; what is optional is 0 unless given.
 *
 * @param {unknown} record
 * @param {string} argument
 * @param {readonly string[]} required
 * @param {readonly string[]} optional
 * @param {number} [index]
 * @returns {Record<string, number>}
 */
function readRecordNumbers(record, argument, required, optional, index) {
    const keys = [...required, ...optional];
    const given = checkOptions(record, argument, keys);
    for (const key of optional) if (given[key] === undefined) given[key] = 0;
    for (const key of keys) {
        if (Number.isFinite(given[key])) continue;
        checkNumber(given[key], `${argument}.${key}`, undefined, undefined, index);
    }
    return /** @type {Record<string, number>} */ (given);
}

/** @param {Record<string, unknown>} given */
function checkEnds(given) {
    return END_KEYS.map((key) => checkChoice(given[key] ?? 'stay', key, ENDINGS));
}

/**
 * @param {number} begin
 * @param {number} end
 * @param {readonly ArrayLike<number>[]} terms of x, y and angle
 * @param {number} [pivotX]
 * @param {number} [pivotY]
 * @returns {Pieces} one
 */
function makePiece(begin, end, terms, pivotX = 0, pivotY = 0) {
    const numbers = new Float64Array(PIECE_NUMBERS);
    numbers[PIECE.t0] = begin;
    numbers[PIECE.t1] = end;
    numbers[PIECE.pivotX] = pivotX;
    numbers[PIECE.pivotY] = pivotY;
    AXIS_OFFSETS.forEach((first, axis) => {
        numbers.set(terms[axis], first);
    });
    return numbers;
}

/** Joins pieces to one array. @param {readonly Pieces[]} list */
function concatenatePieces(list) {
    const pieces = new Float64Array(list.length * PIECE_NUMBERS);
    list.forEach((one, k) => {
        pieces.set(one, k * PIECE_NUMBERS);
    });
    return pieces;
}

/**
 * @param {unknown} record
 * @param {number} k
 */
function readPiece(record, k) {
    const name = `pieces[${k}]`;
    const given = checkOptions(record, name, SEGMENT_KEYS);
    const [begin, end] = ['t0', 't1'].map((key) => {
        return checkNumber(given[key], `${name}.${key}`, undefined, undefined, k);
    });
    const { angle = [0] } = given;
    const terms = Object.entries({ x: given.x, y: given.y, angle }).map(([key, list]) => {
        return checkNumbers(list, `${name}.${key}`, 1, PIECE.terms, k);
    });
    const pivot = readRecordNumbers(given.pivot, `${name}.pivot`, [], ['x', 'y'], k);
    return makePiece(begin, end, terms, pivot.x, pivot.y);
}

/** Accelerations of a line that has none. @type {Record<string, number>} */
const NO_ACCELERATION = { ax: 0, ay: 0, angularAcceleration: 0 };

/** @param {Record<string, number>} line */
function linePiece(line) {
    const { t0, t1, x, y, angle, vx, vy, angularVelocity, ax, ay, angularAcceleration } = {
        ...NO_ACCELERATION,
        ...line,
    };
    return makePiece(t0, t1, [
        [x, vx, ax / 2],
        [y, vy, ay / 2],
        [angle, angularVelocity, angularAcceleration / 2],
    ]);
}

/**
 * At speed v and turn rate w the body sees the centre of its circle at (0, v / w), x being where it travels: with
 * that point as pivot, which stands still in the world, angle = theta0 + w s is all of the motion. Where the
 * centre is far away, the Taylor polynomials of the integral of v (cos, sin)(theta0 + w s) instead: they leave out
 * v s (w s)^5 / 720.
 *
 * @param {Core} core
 * @param {Record<string, number>} arc
 */
function turnPiece(core, { t0, t1, x, y, angle, speed: v, angularVelocity: w }) {
    checkNumber(angle, 'arc.angle', -LIMITS.maxAngle, LIMITS.maxAngle);
    const [cos, sin] = unitVector(core, angle);
    if (Math.abs(w) * (t1 - t0) > MIN_ARC) {
        const radius = v / w;
        return makePiece(t0, t1, [[x - radius * sin], [y + radius * cos], [angle, w]], 0, radius);
    }
    // Products: a power is rounded as the host likes.
    const v2 = v * w;
    const v3 = v2 * w;
    const v4 = v3 * w;
    const v5 = v4 * w;
    return makePiece(t0, t1, [
        [x, v * cos, (-v2 * sin) / 2, (-v3 * cos) / 6, (v4 * sin) / 24, (v5 * cos) / 120],
        [y, v * sin, (v2 * cos) / 2, (-v3 * sin) / 6, (-v4 * cos) / 24, (v5 * sin) / 120],
        [angle, w],
    ]);
}

/**
 * @param {ArrayLike<number>} times
 * @param {(k: number) => string} nameAt
 */
function checkAscending(times, nameAt) {
    for (let k = 1; k < times.length; k++) {
        if (times[k] > times[k - 1]) continue;
        throw new GrazeError(
            'out-of-order',
            `${nameAt(k)} must be more than ${nameAt(k - 1)} (${times[k - 1]}), not ${times[k]}`,
            { argument: nameAt(k), index: k, value: times[k] },
        );
    }
}

/**
 * One axis of a curve through values at times: steps and slopes from each to the next.
 *
 * @param {Float64Array} values
 * @param {ArrayLike<number>} times
 */
function stepsAndSlopes(values, times) {
    const steps = values.slice(1).map((_, k) => times[k + 1] - times[k]);
    return { steps, slopes: steps.map((step, k) => (values[k + 1] - values[k]) / step) };
}

/**
 * Pieces through values at times. With velocities m, n at the ends of a step h of slope d, the cubic is
 * p + m s + (3 d - 2 m - n) / h s^2 + (m + n - 2 d) / h^2 s^3. Without velocities: p + d s.
 *
 * @param {ArrayLike<number>} times
 * @param {readonly Float64Array[]} axes values of x, y and angle
 * @param {((values: Float64Array, axis: number) => ArrayLike<number>) | null} ratesOf
 * @returns {Pieces}
 */
function curvePieces(times, axes, ratesOf) {
    const count = times.length - 1;
    if (count === 0) return makePiece(times[0], times[0], axes);
    const pieces = new Float64Array(count * PIECE_NUMBERS);
    for (let k = 0; k < count; k++) {
        pieces[k * PIECE_NUMBERS + PIECE.t0] = times[k];
        pieces[k * PIECE_NUMBERS + PIECE.t1] = times[k + 1];
    }
    axes.forEach((values, axis) => {
        const rates = ratesOf?.(values, axis);
        for (let k = 0, at = AXIS_OFFSETS[axis]; k < count; k++, at += PIECE_NUMBERS) {
            const h = times[k + 1] - times[k];
            const d = (values[k + 1] - values[k]) / h;
            pieces[at] = values[k];
            pieces[at + 1] = d;
            if (rates === undefined) continue;
            const [m, n] = [rates[k], rates[k + 1]];
            pieces[at + 1] = m;
            pieces[at + 2] = (3 * d - 2 * m - n) / h;
            pieces[at + 3] = (m + n - 2 * d) / h / h;
        }
    });
    return pieces;
}

/**
 * The velocities of a cubic spline at its times. A cubic (curvePieces) bends by 2 (3 d - 2 m - n) / h at its
 * beginning and by 2 (m + 2 n - 3 d) / h at its end. That two neighbours bend alike where they meet says, with h, d
 * before and g, e behind, for the velocities l, m, n from the one end over the middle to the other:
 *     g l + 2 (h + g) m + h n = 3 (g d + h e).
 * A natural end, which does not bend: 2 m + n = 3 d; a clamped one is given. Each row is dominated by its middle,
 * so that elimination needs no pivots.
 *
 * @param {Float64Array} values at least two
 * @param {ArrayLike<number>} times
 * @param {[number, number] | null} ends velocities at clamped ends
 */
function splineRates(values, times, ends) {
    const { steps, slopes } = stepsAndSlopes(values, times);
    const last = steps.length;
    /** @type {(k: number) => number[]} */
    const row = (k) => {
        const inner = Math.min(k, 1);
        if (k % last === 0 && ends !== null) return [0, 1, 0, ends[inner]];
        if (k % last === 0) return [inner, 2, 1 - inner, 3 * slopes[k - inner]];
        const [h, g] = [steps[k - 1], steps[k]];
        return [g, 2 * (h + g), h, 3 * (g * slopes[k - 1] + h * slopes[k])];
    };
    /** @type {number[]} */
    const above = [];
    /** @type {number[]} */
    const rates = [];
    for (let k = 0; k <= last; k++) {
        const [left, middle, right, sum] = row(k);
        const pivot = middle - left * (above[k - 1] ?? 0);
        above[k] = right / pivot;
        rates[k] = (sum - left * (rates[k - 1] ?? 0)) / pivot;
    }
    for (let k = last - 1; k >= 0; k--) rates[k] -= above[k] * rates[k + 1];
    return rates;
}

/**
 * Velocities of the parabolas through three neighbours; at the ends of the last one, whose mean there is the slope.
 *
 * @param {Float64Array} values at least two
 * @param {ArrayLike<number>} times
 */
function parabolaRates(values, times) {
    const { steps, slopes } = stepsAndSlopes(values, times);
    const last = steps.length;
    if (last === 1) return Float64Array.of(slopes[0], slopes[0]);
    const rates = values.map((_, k) => {
        const [h, g] = [steps[k - 1], steps[k]];
        return (g * slopes[k - 1] + h * slopes[k]) / (h + g);
    });
    rates[0] = 2 * slopes[0] - rates[1];
    rates[last] = 2 * slopes[last - 1] - rates[last - 1];
    return rates;
}

/**
 * @param {unknown} points
 * @param {unknown} times
 * @param {unknown} options
 * @returns {[Pieces, number[]]} the pieces, and the ends
 */
function splinePieces(points, times, options) {
    const keys = [...END_KEYS, 'kind'];
    const clampedKeys = [...keys, 'startVelocity', 'endVelocity'];
    const given = checkOptions(options, 'options', clampedKeys);
    const isClamped = checkChoice(given.kind ?? 'natural', 'kind', SPLINE_KINDS) === 1;
    if (!isClamped) checkOptions(options, 'options', keys);
    const list = readNonEmptyArray(points, 'points', (point) => point);
    const width = isList(list[0]) && list[0].length === 3 ? 3 : 2;
    const rows = list.map((point, k) => checkNumbers(point, `points[${k}]`, width, width, k));
    const checkedTimes = checkNumbers(times, 'times', rows.length, rows.length);
    checkAscending(checkedTimes, (k) => `times[${k}]`);
    const ends = ['startVelocity', 'endVelocity'].map((key) => {
        return checkNumbers(given[key] ?? [0, 0], key, 2, width);
    });
    const axes = [0, 1, 2].map((axis) => tabulate(rows.length, (k) => rows[k][axis] ?? 0));
    /** @type {(values: Float64Array, axis: number) => number[]} */
    const ratesOf = (values, axis) => {
        const velocities = /** @type {[number, number]} */ (ends.map((end) => end[axis] ?? 0));
        return splineRates(values, checkedTimes, isClamped ? velocities : null);
    };
    return [curvePieces(checkedTimes, axes, ratesOf), checkEnds(given)];
}

/**
 * Returns the first `count` values of a function of whole numbers.
 *
 * @param {number} count
 * @param {(k: number) => number} valueAt
 */
function tabulate(count, valueAt) {
    const values = new Float64Array(count);
    for (let k = 0; k < count; k++) values[k] = valueAt(k);
    return values;
}

/**
 * Returns the times, and the values of x, y and angle, of samples in a typed array.
 *
 * @param {ArrayBufferView} samples
 */
function flatSamples(samples) {
    const maxNumbers = SAMPLE_NUMBERS * MAX_RECORDS;
    const numbers = checkNumbers(
        samples,
        'samples',
        SAMPLE_NUMBERS,
        maxNumbers,
        undefined,
        SAMPLE_NUMBERS,
    );
    const count = numbers.length / SAMPLE_NUMBERS;
    if (!Number.isInteger(count)) {
        throw new GrazeError(
            'wrong-type',
            `samples must hold t, x, y and angle of each sample, but has ${numbers.length} numbers`,
            { argument: 'samples', value: numbers.length },
        );
    }
    const [clock, ...axes] = [0, 1, 2, 3].map((first) => {
        return tabulate(count, (k) => numbers[k * SAMPLE_NUMBERS + first]);
    });
    checkAscending(clock, (k) => `samples[${k * SAMPLE_NUMBERS}]`);
    return { clock, axes };
}

/**
 * Returns the same for a list of samples.
 *
 * @param {unknown} samples
 */
function listSamples(samples) {
    const rows = readNonEmptyArray(samples, 'samples', (sample, k) => {
        return readRecordNumbers(sample, `samples[${k}]`, ['t', 'x', 'y'], ['angle'], k);
    });
    const [clock, ...axes] = ['t', ...POSE_KEYS].map((key) => {
        return tabulate(rows.length, (k) => rows[k][key]);
    });
    checkAscending(clock, (k) => `samples[${k}].t`);
    return { clock, axes };
}

/**
 * @param {unknown} samples
 * @param {unknown} options
 * @returns {[Pieces, number[]]} the pieces, and the ends
 */
function samplePieces(samples, options) {
    const given = checkOptions(options, 'options', [...END_KEYS, 'model']);
    const isCubic = checkChoice(given.model ?? 'linear', 'model', SAMPLE_MODELS) === 1;
    const { clock, axes } = ArrayBuffer.isView(samples)
        ? flatSamples(samples)
        : listSamples(samples);
    const angle = axes[2];
    for (let k = 1; k < angle.length; k++) {
        angle[k] += FULL_TURN * Math.round((angle[k - 1] - angle[k]) / FULL_TURN);
    }
    /** @type {(values: Float64Array) => Float64Array} */
    const ratesOf = (values) => parabolaRates(values, clock);
    return [curvePieces(clock, axes, isCubic ? ratesOf : null), checkEnds(given)];
}
