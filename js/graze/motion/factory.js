import {
    checkChoice,
    checkNumber,
    checkNumbers,
    checkOptions,
    checkPoint,
    checkRecord,
    isList,
    isRecord,
    MAX_RECORDS,
    requireOptions,
} from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { GrazeError } from '../core/errors.js';
import { INFLATION_TERMS, LIMITS, MIN_PIECE_TERMS, PIECE_TERMS, PLACE } from '../core/layout.js';
import { MOTIONS, refuseOldNames } from '../core/renamed.js';
import { Motion, pieceNumbers } from './motion.js';
import { checkAscending, checkEndings, readNonEmptyArray, splitPiecewise } from './pieces.js';

/** The constructors of motions. */

/**
 * @import { Core } from '../core/core.js'
 * @import { CheckedEnds, Pieces } from './motion.js'
 * @import { FaultNamer } from './pieces.js'
 * @import { MotionConstructors, MotionFactory } from './types.js'
 *
 * @typedef {object} Piece a piece before its number of coefficients is known
 * @property {number} begin
 * @property {number} end
 * @property {readonly ArrayLike<number>[]} terms coefficients of x, y and angle
 * @property {number} pivotX
 * @property {number} pivotY
 */

const END_KEYS = ['before', 'after', 'inflation'];
const POSE_KEYS = ['x', 'y', 'angle'];
const START_KEYS = ['t0', 't1', 'x', 'y'];
const RATE_KEYS = ['angle', 'vx', 'vy', 'angularVelocity'];
const ACCELERATION_KEYS = ['ax', 'ay', 'angularAcceleration'];
const PIECE_KEYS = [...START_KEYS, 'angle', 'pivot'];
const SAMPLE_MODELS = /** @type {const} */ (['linear', 'cubic']);
const SPLINE_KINDS = /** @type {const} */ (['natural', 'clamped']);

/** Values of a sample, in their order in a typed array. */
const SAMPLE_KEYS = ['t', ...POSE_KEYS];
const RATE_NAMES = ['vx', 'vy', 'angularVelocity'];
const STATE_KEYS = [...SAMPLE_KEYS, ...RATE_NAMES];
/** Values that default to 0 in a list of samples. */
const OPTIONAL_SAMPLE_KEYS = ['angle', 'angularVelocity'];

const ORIGIN = /* @__PURE__ */ Object.freeze({ x: 0, y: 0 });

const FULL_TURN = 2 * Math.PI;

/** Turn, in radians, below which the center of an arc is so far away that a polynomial is more accurate. */
const MIN_ARC = 2 ** -8;

/**
 * @param {Core} core
 * @returns {MotionFactory}
 */
export function createMotionFactory(core) {
    /** @type {(pieces: Pieces, ends: unknown, argument: string, nameFault: FaultNamer) => Motion} */
    const createMotion = (pieces, ends, argument, nameFault) => {
        const checkedEnds = checkEnds(checkOptions(ends, 'ends', END_KEYS));
        return new Motion(core, pieces, checkedEnds, argument, nameFault);
    };
    /** @type {MotionConstructors} */
    const constructors = {
        static(pose, ends) {
            const { x, y, angle } = readParameters(pose, 'pose', [], POSE_KEYS);
            const pieces = joinPieces([makePiece(0, 0, [[x], [y], [angle]])]);
            return createMotion(pieces, ends, 'pose', nameOfLine('pose'));
        },
        linear(line, ends) {
            const numbers = readParameters(line, 'line', START_KEYS, RATE_KEYS);
            const pieces = joinPieces([linePiece(numbers)]);
            return createMotion(pieces, ends, 'line', nameOfLine('line'));
        },
        accelerated(line, ends) {
            const keys = [...RATE_KEYS, ...ACCELERATION_KEYS];
            const numbers = readParameters(line, 'line', START_KEYS, keys);
            const pieces = joinPieces([linePiece(numbers)]);
            return createMotion(pieces, ends, 'line', nameOfLine('line'));
        },
        turn(arc, ends) {
            const keys = [...START_KEYS, 'speed', 'angularVelocity'];
            const numbers = readParameters(arc, 'arc', keys, ['angle']);
            const pieces = joinPieces([turnPiece(core, numbers)]);
            return createMotion(pieces, ends, 'arc', nameOfArc(numbers));
        },
        spline(points, times, options) {
            const [pieces, ends, nameFault] = splinePieces(points, times, options);
            return new Motion(core, pieces, ends, 'points', nameFault);
        },
        samples(samples, options) {
            const [pieces, ends, nameFault] = samplePieces(samples, options);
            return new Motion(core, pieces, ends, 'samples', nameFault);
        },
        hermite(samples, ends) {
            const [pieces, nameFault] = hermitePieces(samples);
            return createMotion(pieces, ends, 'samples', nameFault);
        },
    };
    /** @type {(motion: unknown, ends: unknown) => Motion} */
    const fromPieces = (motion, ends) => {
        const { pieces, ends: given } = splitPiecewise(motion, ends, END_KEYS);
        const list = readNonEmptyArray(pieces, 'pieces', readPiece);
        return createMotion(joinPieces(list), given, 'pieces', nameOfPiece);
    };
    const factory = Object.assign(fromPieces, constructors);
    refuseOldNames(factory, factory, MOTIONS);
    return factory;
}

/**
 * Returns the numbers of parameters, of which unknown ones are errors; optional ones default to 0.
 *
 * @param {unknown} parameters
 * @param {string} argument
 * @param {readonly string[]} required
 * @param {readonly string[]} optional
 * @param {number} [index]
 * @returns {Record<string, number>}
 */
function readParameters(parameters, argument, required, optional, index) {
    const given = checkOptions(parameters, argument, [...required, ...optional]);
    return readNumbers(given, argument, required, optional, index);
}

/**
 * Returns the numbers of a point, which can have other properties; optional ones default to 0.
 *
 * @param {unknown} point
 * @param {string} argument
 * @param {readonly string[]} required
 * @param {readonly string[]} optional
 * @param {number} [index]
 */
function readPointNumbers(point, argument, required, optional, index) {
    const given = checkRecord(point, argument, [...required, ...optional], required, ['z']);
    return readNumbers(given, argument, required, optional, index);
}

/**
 * @param {Record<string, unknown>} given
 * @param {string} argument
 * @param {readonly string[]} required
 * @param {readonly string[]} optional
 * @param {number} [index]
 * @returns {Record<string, number>}
 */
function readNumbers(given, argument, required, optional, index) {
    for (const key of optional) if (given[key] === undefined) given[key] = 0;
    for (const key of [...required, ...optional]) {
        if (Number.isFinite(given[key])) continue;
        checkNumber(given[key], `${argument}.${key}`, undefined, undefined, index);
    }
    return /** @type {Record<string, number>} */ (given);
}

/**
 * @param {Record<string, unknown>} given
 * @returns {CheckedEnds}
 */
function checkEnds(given) {
    const { inflation } = given;
    return {
        ...checkEndings(given),
        inflation:
            inflation === undefined
                ? null
                : checkNumbers(inflation, 'inflation', 1, INFLATION_TERMS),
    };
}

/**
 * @param {number} begin
 * @param {number} end
 * @param {readonly ArrayLike<number>[]} terms coefficients of x, y and angle
 * @param {number} [pivotX]
 * @param {number} [pivotY]
 * @returns {Piece}
 */
function makePiece(begin, end, terms, pivotX = 0, pivotY = 0) {
    return { begin, end, terms, pivotX, pivotY };
}

/**
 * Returns the number of coefficients up to the last one that is not 0.
 *
 * @param {ArrayLike<number>} terms
 */
function countTerms(terms) {
    let count = terms.length;
    while (count > 0 && terms[count - 1] === 0) count--;
    return count;
}

/**
 * Joins pieces into one array, each with as many coefficients as the highest degree of all needs.
 *
 * @param {readonly Piece[]} list
 * @returns {Pieces}
 */
function joinPieces(list) {
    let terms = MIN_PIECE_TERMS;
    for (const piece of list) {
        for (const axis of piece.terms) terms = Math.max(terms, countTerms(axis));
    }
    const stride = pieceNumbers(terms);
    const numbers = new Float64Array(list.length * stride);
    list.forEach(({ begin, end, terms: axes, pivotX, pivotY }, k) => {
        let at = k * stride;
        numbers[at++] = begin;
        numbers[at++] = end;
        for (const axis of axes) {
            const count = Math.min(axis.length, terms);
            for (let i = 0; i < count; i++) numbers[at + i] = axis[i];
            at += terms;
        }
        numbers[at++] = pivotX;
        numbers[at] = pivotY;
    });
    return { numbers, terms };
}

/**
 * @param {unknown} pivot
 * @param {string} name
 * @param {number} k
 */
function readPivot(pivot, name, k) {
    if (isList(pivot)) return checkPoint(pivot, name, Infinity, k);
    if (pivot === undefined) return ORIGIN;
    return readPointNumbers(pivot, name, [], ['x', 'y'], k);
}

/**
 * @param {unknown} record
 * @param {number} k
 */
function readPiece(record, k) {
    const name = `pieces[${k}]`;
    const given = requireOptions(record, name, PIECE_KEYS);
    const [begin, end] = ['t0', 't1'].map((key) => {
        return checkNumber(given[key], `${name}.${key}`, undefined, undefined, k);
    });
    const { angle = [0] } = given;
    const terms = Object.entries({ x: given.x, y: given.y, angle }).map(([key, list]) => {
        return checkNumbers(list, `${name}.${key}`, 1, PIECE_TERMS, k);
    });
    const pivot = readPivot(given.pivot, `${name}.pivot`, k);
    return makePiece(begin, end, terms, pivot.x, pivot.y);
}

/** @type {FaultNamer} */
function nameOfPiece({ field, term }, k) {
    const place = field in AXIS_NAMES ? `${field}[${term}]` : field;
    return { argument: `pieces[${k}].${place}`, index: k };
}

/** Names of the coefficients of a line's axes. */
const AXIS_NAMES = /* @__PURE__ */ Object.freeze({
    x: ['x', 'vx', 'ax'],
    y: ['y', 'vy', 'ay'],
    angle: ['angle', 'angularVelocity', 'angularAcceleration'],
});

/** @param {string} argument @returns {FaultNamer} */
function nameOfLine(argument) {
    return ({ field, term, value }) => {
        const names = AXIS_NAMES[/** @type {keyof typeof AXIS_NAMES} */ (field)] ?? [field];
        // The quadratic coefficient is half of the acceleration.
        return { argument: `${argument}.${names[term]}`, value: term === 2 ? 2 * value : value };
    };
}

/** @param {Record<string, number>} arc @returns {FaultNamer} */
function nameOfArc(arc) {
    return ({ field, term, limit }) => {
        const isPlace = field === 'x' || field === 'y' || field === 'pivot';
        const isFar = isPlace && Math.abs(arc[field]) > limit;
        let name = isPlace && !isFar ? 'speed' : field;
        if (field === 'angle' && term > 0) name = 'angularVelocity';
        return { argument: `arc.${name}`, value: arc[name], isSum: name !== field };
    };
}

/**
 * Returns the namer of a curve through values at times: it names the first value of the axis that is beyond the limit,
 * else the larger rate at the ends of the piece, or the value at its end.
 *
 * @param {readonly Float64Array[]} axes values of x, y and angle
 * @param {(key: string, k: number) => string} nameAt
 * @param {readonly Float64Array[]} [rates] given rates of x, y and angle
 * @returns {FaultNamer}
 */
function nameOfCurve(axes, nameAt, rates) {
    return ({ field, value, limit }, k) => {
        const axis = POSE_KEYS.indexOf(field);
        if (axis < 0) {
            const index = field === 't1' ? k + 1 : k;
            return { argument: nameAt('t', index), index, value };
        }
        const far = axes[axis].findIndex((given) => Math.abs(given) > limit);
        // Whole turns are added to the angles of samples with rates, by the rates.
        if (far === 0 || (far > 0 && (rates === undefined || axis < 2)))
            return {
                argument: nameAt(field, far),
                index: far,
                value: axes[axis][far],
                isSum: false,
            };
        const given = rates === undefined ? axes[axis] : rates[axis];
        const isFirst = rates !== undefined && Math.abs(given[k]) >= Math.abs(given[k + 1]);
        const index = isFirst ? k : k + 1;
        const key = rates === undefined ? field : RATE_NAMES[axis];
        return { argument: nameAt(key, index), index, value: given[index], isSum: true };
    };
}

/** @param {Record<string, number>} line */
function linePiece(line) {
    // A copy of the record with defaults would take longer than all the rest.
    const { ax = 0, ay = 0, angularAcceleration = 0 } = line;
    return makePiece(line.t0, line.t1, [
        [line.x, line.vx, ax / 2],
        [line.y, line.vy, ay / 2],
        [line.angle, line.angularVelocity, angularAcceleration / 2],
    ]);
}

/**
 * @param {Core} core
 * @param {number} angle at most maxAngle in magnitude
 * @returns {[cos: number, sin: number]} cosine and sine, with the same bits on every host
 */
function unitVector(core, angle) {
    calls.direction(core, angle);
    const base = core.result >> 3;
    return [core.memory.float64[base + PLACE.x], core.memory.float64[base + PLACE.y]];
}

/**
 * Makes the piece of an arc. At speed v and angular velocity w the body sees the center of its circle at (0, v
 * / w), where its x axis is the direction of travel. With that point as pivot, which stands still in the world,
 * angle(s) = angle + w s describes the whole motion. Where the center is far away, the piece holds the Taylor
 * polynomials of the integral of v (cos, sin)(angle + w s) instead; their truncation error is v s (w s)^5 /
 * 720.
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
    // These are products because hosts differ in how they round a power.
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
 * Returns the differences of an axis of a curve through values at times: steps and slopes from each to the
 * next.
 *
 * @param {Float64Array} values
 * @param {ArrayLike<number>} times
 */
function stepsAndSlopes(values, times) {
    const steps = values.slice(1).map((_, k) => times[k + 1] - times[k]);
    return { steps, slopes: steps.map((step, k) => (values[k + 1] - values[k]) / step) };
}

/**
 * Makes the pieces of a curve through values at times. With velocities m, n at the ends of a step h of slope d,
 * the cubic is p + m s + (3 d - 2 m - n) / h s^2 + (m + n - 2 d) / h^2 s^3. Without velocities it is p + d s.
 *
 * @param {ArrayLike<number>} times
 * @param {readonly Float64Array[]} axes values of x, y and angle
 * @param {((values: Float64Array, axis: number) => ArrayLike<number>) | null} ratesOf
 * @returns {Pieces}
 */
function curvePieces(times, axes, ratesOf) {
    const count = times.length - 1;
    if (count === 0) return joinPieces([makePiece(times[0], times[0], axes)]);
    const terms = ratesOf === null ? 2 : 4;
    const stride = pieceNumbers(terms);
    const numbers = new Float64Array(count * stride);
    for (let k = 0; k < count; k++) {
        numbers[k * stride] = times[k];
        numbers[k * stride + 1] = times[k + 1];
    }
    axes.forEach((values, axis) => {
        const rates = ratesOf?.(values, axis);
        for (let k = 0, at = 2 + axis * terms; k < count; k++, at += stride) {
            const h = times[k + 1] - times[k];
            const d = (values[k + 1] - values[k]) / h;
            numbers[at] = values[k];
            numbers[at + 1] = d;
            if (rates === undefined) continue;
            const [m, n] = [rates[k], rates[k + 1]];
            numbers[at + 1] = m;
            numbers[at + 2] = (3 * d - 2 * m - n) / h;
            numbers[at + 3] = (m + n - 2 * d) / h / h;
        }
    });
    return { numbers, terms };
}

/**
 * Returns the velocities of a cubic spline at its times. The second derivative of a cubic (curvePieces) is 2 (3
 * d - 2 m - n) / h at its beginning and 2 (m + 2 n - 3 d) / h at its end. Two neighbors have the same second
 * derivative where they meet. With h, d before and g, e after that time, and velocities l, m, n at the
 * beginning, the middle and the end, this gives
 *     g l + 2 (h + g) m + h n = 3 (g d + h e).
 * At a natural end the second derivative is 0: 2 m + n = 3 d; at a clamped end the velocity is given. The
 * matrix is diagonally dominant, so elimination needs no pivots.
 *
 * @param {Float64Array} values at least two values
 * @param {ArrayLike<number>} times
 * @param {[number, number] | null} ends velocities at clamped ends; null for natural ends
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
 * Returns the velocities of the parabolas through three neighbors. At the two ends the velocity is that of the
 * last parabola, where its mean with the neighbor's velocity is the slope.
 *
 * @param {Float64Array} values at least two values
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
 * @typedef {ArrayLike<number>} Row x, y and, unless it is 0, the angle
 */

/**
 * @param {unknown} point a list, or an object with x, y and possibly an angle
 * @param {string} name
 * @param {number} minWidth minimum length of a list
 * @param {number} width maximum length of a list
 * @param {number} [k]
 * @returns {Row}
 */
function readSplinePoint(point, name, minWidth, width, k) {
    if (isList(point) || !isRecord(point)) return checkNumbers(point, name, minWidth, width, k);
    const { x, y, angle } = readPointNumbers(point, name, ['x', 'y'], ['angle'], k);
    return [x, y, angle];
}

/**
 * Returns the points of a list, or of a flat one. The lists among the points have all the length of the first one,
 * 2 or 3.
 *
 * @param {unknown} points
 * @param {unknown} times
 * @returns {{ rows: Row[], width: number, isFlat: boolean }}
 */
function readSplinePoints(points, times) {
    if (ArrayBuffer.isView(points)) return flatSplinePoints(points, times);
    const list = readNonEmptyArray(points, 'points', (point) => point);
    if (typeof list[0] === 'number') return flatSplinePoints(list, times);
    const first = list.find((point) => isList(point));
    const width = first === undefined || first.length === 3 ? 3 : 2;
    const rows = list.map((point, k) => readSplinePoint(point, `points[${k}]`, width, width, k));
    return { rows, width, isFlat: false };
}

/**
 * Returns the points of a flat list: two or three numbers per time.
 *
 * @param {unknown} points
 * @param {unknown} times
 * @returns {{ rows: Row[], width: number, isFlat: boolean }}
 */
function flatSplinePoints(points, times) {
    const count = isList(times) ? times.length : 0;
    const numbers = checkNumbers(points, 'points', 2, 3 * MAX_RECORDS);
    const width = numbers.length / count;
    if (width !== 2 && width !== 3) {
        const text = `points must have 2 or 3 numbers per time (${count}), got ${numbers.length}`;
        throw new GrazeError('wrong-type', text, { argument: 'points', value: numbers.length });
    }
    const rows = Array.from({ length: count }, (_, k) =>
        numbers.subarray(k * width, (k + 1) * width),
    );
    return { rows, width, isFlat: true };
}

/**
 * @param {unknown} points
 * @param {unknown} times
 * @param {unknown} options
 * @returns {[Pieces, CheckedEnds, FaultNamer]} the pieces and the ends
 */
function splinePieces(points, times, options) {
    const keys = [...END_KEYS, 'kind'];
    const clampedKeys = [...keys, 'startVelocity', 'endVelocity'];
    const given = checkOptions(options, 'options', clampedKeys);
    const isClamped = checkChoice(given.kind ?? 'natural', 'kind', SPLINE_KINDS) === 1;
    if (!isClamped) checkOptions(options, 'options', keys);
    const { rows, width, isFlat } = readSplinePoints(points, times);
    const checkedTimes = checkNumbers(times, 'times', rows.length, rows.length);
    checkAscending(checkedTimes, (k) => `times[${k}]`);
    const ends = ['startVelocity', 'endVelocity'].map((key) => {
        return readSplinePoint(given[key] ?? [0, 0], key, 2, width);
    });
    const axes = [0, 1, 2].map((axis) => tabulate(rows.length, (k) => rows[k][axis] ?? 0));
    /** @type {(values: Float64Array, axis: number) => number[]} */
    const ratesOf = (values, axis) => {
        const velocities = /** @type {[number, number]} */ (ends.map((end) => end[axis] ?? 0));
        return splineRates(values, checkedTimes, isClamped ? velocities : null);
    };
    /** @type {(key: string, k: number) => string} */
    const nameAt = (key, k) => {
        if (key === 't') return `times[${k}]`;
        const axis = POSE_KEYS.indexOf(key);
        if (isFlat) return `points[${k * width + axis}]`;
        return ArrayBuffer.isView(rows[k]) ? `points[${k}][${axis}]` : `points[${k}].${key}`;
    };
    const nameFault = nameOfCurve(axes, nameAt);
    return [curvePieces(checkedTimes, axes, ratesOf), checkEnds(given), nameFault];
}

/**
 * Returns an array of `count` values of a function of the integers from 0.
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
 * Returns the values of samples in a typed array, one array for each key.
 *
 * @param {ArrayBufferView} samples
 * @param {readonly string[]} keys
 */
function flatSamples(samples, keys) {
    const width = keys.length;
    const numbers = checkNumbers(samples, 'samples', width, width * MAX_RECORDS, undefined, width);
    const count = numbers.length / width;
    if (!Number.isInteger(count)) {
        const names = `${keys.slice(0, -1).join(', ')} and ${keys[width - 1]}`;
        throw new GrazeError(
            'wrong-type',
            `samples must have ${names} of each sample, got ${numbers.length} numbers`,
            { argument: 'samples', value: numbers.length },
        );
    }
    const values = keys.map((_, first) => tabulate(count, (k) => numbers[k * width + first]));
    checkAscending(values[0], (k) => `samples[${k * width}]`);
    return values;
}

/**
 * Returns the values of a list of samples, one array for each key.
 *
 * @param {unknown} samples
 * @param {readonly string[]} keys
 */
function listSamples(samples, keys) {
    const optional = keys.filter((key) => OPTIONAL_SAMPLE_KEYS.includes(key));
    const required = keys.filter((key) => !optional.includes(key));
    const rows = readNonEmptyArray(samples, 'samples', (sample, k) => {
        return readParameters(sample, `samples[${k}]`, required, optional, k);
    });
    const values = keys.map((key) => tabulate(rows.length, (k) => rows[k][key]));
    checkAscending(values[0], (k) => `samples[${k}].t`);
    return values;
}

/**
 * Returns the values of samples in a typed array or a list, one array for each key, of which the first is the
 * time.
 *
 * @param {unknown} samples
 * @param {readonly string[]} keys
 */
function readSamples(samples, keys) {
    return ArrayBuffer.isView(samples) ? flatSamples(samples, keys) : listSamples(samples, keys);
}

/**
 * Returns a function that names a value of samples in a typed array or a list.
 *
 * @param {unknown} samples
 * @param {readonly string[]} keys
 * @returns {(key: string, k: number) => string}
 */
function sampleNames(samples, keys) {
    if (!ArrayBuffer.isView(samples)) return (key, k) => `samples[${k}].${key}`;
    return (key, k) => `samples[${k * keys.length + keys.indexOf(key)}]`;
}

/**
 * Adds whole turns to the angles so that each differs as little as possible from the expected one.
 *
 * @param {Float64Array} angles
 * @param {(k: number) => number} expectedAt returns the expected angle k, from the angles before it
 */
function unwrapAngles(angles, expectedAt) {
    for (let k = 1; k < angles.length; k++) {
        angles[k] += FULL_TURN * Math.round((expectedAt(k) - angles[k]) / FULL_TURN);
    }
}

/**
 * @param {unknown} samples
 * @param {unknown} options
 * @returns {[Pieces, CheckedEnds, FaultNamer]} the pieces and the ends
 */
function samplePieces(samples, options) {
    const given = checkOptions(options, 'options', [...END_KEYS, 'model']);
    const isCubic = checkChoice(given.model ?? 'linear', 'model', SAMPLE_MODELS) === 1;
    const [clock, ...axes] = readSamples(samples, SAMPLE_KEYS);
    const angle = axes[2];
    unwrapAngles(angle, (k) => angle[k - 1]);
    /** @type {(values: Float64Array) => Float64Array} */
    const ratesOf = (values) => parabolaRates(values, clock);
    const nameFault = nameOfCurve(axes, sampleNames(samples, SAMPLE_KEYS));
    return [curvePieces(clock, axes, isCubic ? ratesOf : null), checkEnds(given), nameFault];
}

/**
 * Makes the pieces through samples with velocities. Whole turns are added to each angle so that the change from
 * the sample before is nearest to the one at the mean of both angular velocities.
 *
 * @param {unknown} samples
 * @returns {[Pieces, FaultNamer]}
 */
function hermitePieces(samples) {
    const [clock, x, y, angle, ...rates] = readSamples(samples, STATE_KEYS);
    const turnRate = rates[2];
    unwrapAngles(angle, (k) => {
        return angle[k - 1] + ((turnRate[k - 1] + turnRate[k]) / 2) * (clock[k] - clock[k - 1]);
    });
    const axes = [x, y, angle];
    const nameFault = nameOfCurve(axes, sampleNames(samples, STATE_KEYS), rates);
    return [curvePieces(clock, axes, (_, axis) => rates[axis]), nameFault];
}
