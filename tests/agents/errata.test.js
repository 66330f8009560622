import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { exact } from '../oracle/dyadic.js';
import { drawPair, randomFrom, STRAIGHT } from '../oracle/flight_cases.js';
import {
    approachOf,
    contactsOf,
    isUnsafe,
    numberOf,
    unsafeByDiscriminant,
} from '../oracle/flight_oracle.js';
import * as printed from '../oracle/mapf_printed.js';

/**
 * Tests every mistake listed in src/agents/ERRATA.md: the printed equation gives a wrong number, and the corrected one
 * agrees with exact arithmetic, and with this package where it has the function.
 *
 * @import { MovingSphere } from '../oracle/flight_oracle.js'
 */

const g = createSync();

/** @param {number[]} p @param {number[]} v @param {number} t0 @param {number} t1 @param {number} radius @returns {MovingSphere} */
const sphere = ([x, y, z = 0], [vx, vy, vz = 0], t0, t1, radius) => ({
    ...{ x, y, z, vx, vy, vz },
    ...{ t0, t1, radius },
});

/**
 * Returns the motion in the form of the report.
 *
 * @param {MovingSphere} f
 * @returns {import('../oracle/mapf_printed.js').Motion}
 */
const motionOf = ({ x, y, vx, vy, t0, t1 }) => ({ p: [x, y], v: [vx, vy], start: t0, end: t1 });

/** @param {number} value @param {number} expected */
const near = (value, expected, slack = 1e-12) => {
    assert.ok(Math.abs(value - expected) <= slack, `${value}, expected ${expected}`);
};

/** @param {readonly (readonly number[])[]} values @param {readonly (readonly number[])[]} expected */
function nearAll(values, expected, slack = 1e-12) {
    assert.equal(values.length, expected.length, `${values}, expected ${expected}`);
    values.forEach((value, i) => {
        value.forEach((each, k) => {
            near(each, expected[i][k], slack);
        });
    });
}

/** @param {MovingSphere} one @param {MovingSphere} two */
const exactDelays = (one, two) =>
    unsafeByDiscriminant(one, two).map(({ lo, hi }) => [numberOf(lo), numberOf(hi)]);

/** @param {MovingSphere} one @param {MovingSphere} two */
const exactConflicts = (one, two) =>
    contactsOf(one, two).map(({ begin, end }) => [numberOf(begin), numberOf(end)]);

/** @param {MovingSphere} one @param {MovingSphere} two */
const conflictsOf = (one, two) => g.conflicts(one, two).map(({ begin, end }) => [begin, end]);

/**
 * Returns whether the report's range of delta (minus the delay, see E5) is that of exact arithmetic.
 *
 * @param {number[]} range
 * @param {number[][]} delays
 */
const isRange = ([least, most], [[lo, hi]]) =>
    Math.abs(least + hi) < 1e-9 && Math.abs(most + lo) < 1e-9;

/** Main example: two discs that cross at right angles, for as long as it takes. */
const ONE = sphere([1, 2], [1, 0], 0, 100, 0.5);
const TWO = sphere([5, -1], [0, 1], 0, 100, 0.5);
const [P1, P2, V1, V2, R] = [[1, 2], [5, -1], [1, 0], [0, 1], 1];
const PRINTED = printed.printedConic(P1, P2, V1, V2, R);
const RIGHT = printed.rightConic(P1, P2, V1, V2, R);
/** Unsafe delays of the first. */
const UNSAFE = [[1 - Math.SQRT2 - 2, Math.SQRT2 - 1]];

test('exact arithmetic, this package and the corrected equations agree on the example', () => {
    nearAll(exactDelays(ONE, TWO), UNSAFE);
    nearAll(g.unsafeDelays(ONE, TWO), UNSAFE);
    assert.ok(isRange(printed.delayRange(RIGHT), UNSAFE));
    // |P + V1 delta + V t|^2 - R^2 at t = 2, delta = 1/2: the positions are (3.5, 2) and (5, 1).
    const { A, B, C, D, E, F } = RIGHT;
    assert.equal(4 * A + B + C / 4 + 2 * D + E / 2 + F, 1.5 ** 2 + 1 - 1);
});

for (const [name, letter, wrong, right] of /** @type {const} */ ([
    ['E1', 'D', -10, -14],
    ['E2', 'E', -12, -8],
    ['E3', 'F', 1, 24],
])) {
    test(`${name}: ${letter} of equation 12`, () => {
        assert.deepEqual([PRINTED[letter], RIGHT[letter]], [wrong, right]);
        const range = printed.delayRange({ ...RIGHT, [letter]: PRINTED[letter] });
        assert.ok(!isRange(range, exactDelays(ONE, TWO)));
    });
}

test('E4: equation 15 has the wrong sign, and gives one root of two', () => {
    const conic = printed.rightConic([0, 0], [4, -3], [1, 0], [0, 1], 1);
    assert.equal(printed.printedDelayAt(conic, 3), -2);
    assert.deepEqual(printed.rightDelaysAt(conic, 3), [0, 2]);
    // At time 3 the first, 0, 2 or -2 ahead, is at (-1, 0), (1, 0) or (-3, 0) relative to the other.
    const two = sphere([4, -3], [0, 1], 0, 3, 0.5);
    for (const [ahead, touches] of /** @type {const} */ ([
        [0, true],
        [2, true],
        [-2, false],
    ])) {
        const one = sphere([3 + ahead, 0], [0, 0], 3, 3, 0.5);
        assert.equal(contactsOf(one, two).length, Number(touches));
        assert.equal(conflictsOf(one, two).length, Number(touches));
    }
});

test('E5: delaying the first makes delta smaller, so unsafe delays are minus the unsafe delta', () => {
    const [least, most] = printed.delayRange(RIGHT);
    for (const delay of [1, -1]) {
        const asPrinted = least <= delay && delay <= most;
        const right = least <= -delay && -delay <= most;
        assert.notEqual(asPrinted, right);
        assert.equal(right, isUnsafe(ONE, TWO, exact(delay)));
        assert.equal(
            right,
            g.unsafeDelays(ONE, TWO).some(([lo, hi]) => lo <= delay && delay <= hi),
        );
    }
});

test('E6: time begins at the later of both starts', () => {
    const one = sphere([0, 0], [1, 0], 0, 10, 0.25);
    const two = sphere([1, 0], [0, 0], 5, 10, 0.25);
    const { a, b, c } = printed.quadratic(motionOf(one), motionOf(two), 0.5, 0);
    // From the earlier start, this is a contact with a body that is not present yet.
    assert.deepEqual(printed.conflictRoots(a, b, c), [0.5, 1.5]);
    const later = printed.quadratic(motionOf(one), motionOf(two), 0.5);
    assert.deepEqual(printed.conflictRoots(later.a, later.b, later.c), [-4.5, -3.5]);
    assert.deepEqual(exactConflicts(one, two), []);
    assert.deepEqual(conflictsOf(one, two), []);
});

/** The example, with the second ending between the two collision times. */
const SHORT = [ONE, { ...TWO, t1: 3.5 }];

test('E7: the end of the range is clipped when it comes after tmax, not before t0', () => {
    const range = printed.delayRange(RIGHT);
    const latest = Math.max(...printed.collisionTimes(RIGHT, range));
    const tmax = 3.5;
    // The printed algorithm clips nothing.
    assert.ok(latest >= 0 && latest > tmax);
    const unsafe = exactDelays(SHORT[0], SHORT[1]);
    assert.ok(!isRange(range, unsafe));
    const [clipped] = printed.rightDelaysAt(RIGHT, tmax);
    assert.ok(isRange([clipped, range[1]], unsafe));
    nearAll(g.unsafeDelays(SHORT[0], SHORT[1]), unsafe);
});

test('E8: unsafe starts of the first are t2 - range, and end at the ends of the range', () => {
    const [least, most] = printed.delayRange(RIGHT);
    const [t0, tmax] = [0, 1.5];
    const asPrinted = [t0 + least, Math.min(tmax, t0 + most)];
    const right = [TWO.t0 - most, TWO.t0 - least];
    nearAll([right], exactDelays(ONE, TWO));
    nearAll([right], g.unsafeDelays(ONE, TWO));
    nearAll([asPrinted], [[1 - Math.SQRT2, 1.5]]);
});

test('E9: clipping at fixed times is wrong for a window that moves with the delay', () => {
    const one = sphere([0, 0], [1, 0], 0, 2, 0.5);
    const two = sphere([1, -2], [0, 1], 0, 4, 0.5);
    const repaired = printed.repairedAlgorithm1(motionOf(one), motionOf(two), 1) ?? [];
    nearAll([repaired], [[1 - Math.SQRT2, 2]]);
    const unsafe = [[1 - Math.SQRT2, 1 + Math.SQRT2]];
    nearAll(exactDelays(one, two), unsafe);
    nearAll(g.unsafeDelays(one, two), unsafe);
    // The printed algorithm calls this delay safe, though the distance is 0.85 then, and 1 is needed.
    const late = { ...one, t0: one.t0 + 2.2, t1: one.t1 + 2.2 };
    assert.ok(isUnsafe(one, two, exact(2.2)));
    near(g.closestApproach(late, two).separation + 1, 0.6 * Math.SQRT2);
});

test('E9: random pairs that collide show how often it is wrong', () => {
    const random = randomFrom(3);
    const counts = { pairs: 0, printed: 0, repaired: 0, 'calls unsafe delays safe': 0, graze: 0 };
    while (counts.pairs < 250) {
        const [one, two] = drawPair(STRAIGHT['random 2D'], random);
        if (!isUnsafe(one, two, exact(0))) continue;
        counts.pairs++;
        const [span] = unsafeByDiscriminant(one, two);
        const [lo, hi] = [numberOf(span.lo), numberOf(span.hi)];
        const reach = one.radius + two.radius;
        const isOff = (/** @type {number[] | null} */ range, start = 0) =>
            !range ||
            !(Math.abs(range[0] - start - lo) <= 1e-9 && Math.abs(range[1] - start - hi) <= 1e-9);
        const repaired = printed.repairedAlgorithm1(motionOf(one), motionOf(two), reach);
        const asPrinted = printed.algorithm1(motionOf(one), motionOf(two), reach);
        counts.printed += Number(isOff(asPrinted, one.t0));
        counts.repaired += Number(isOff(repaired));
        if (repaired && (repaired[1] < hi - 1e-9 || repaired[0] > lo + 1e-9)) {
            counts['calls unsafe delays safe']++;
        }
        counts.graze += Number(isOff(g.unsafeDelays(one, two)[0]));
    }
    assert.deepEqual(counts, {
        ...{ pairs: 250, printed: 250, repaired: 151 },
        ...{ 'calls unsafe delays safe': 73, graze: 0 },
    });
});

test('E10: 4 A C - B^2 is 4 |V1 x V2|^2: never negative, and 0 for parallel velocities', () => {
    for (const [v1, v2, cross] of [
        [[1, 0], [-1, 0], 0],
        [[2, 1], [1, 0.5], 0],
        [[3, 1], [0, 0], 0],
        [[3, 1], [-1, 2], 7],
    ]) {
        const conic = printed.rightConic(
            [0, 0],
            [6, 0.5],
            /** @type {any} */ (v1),
            /** @type {any} */ (v2),
            1,
        );
        assert.equal(printed.discriminant(conic), 4 * Number(cross) ** 2);
    }
    // Neither A nor C is 0, and yet equation 13 has no answer.
    const conic = printed.rightConic([0, 0], [6, 0.5], [1, 0], [-1, 0], 1);
    assert.deepEqual([conic.A, conic.C], [4, 1]);
    assert.ok(!printed.delayRange(conic).every(Number.isFinite));
    const [one, two] = [sphere([0, 0], [1, 0], 0, 6, 0.5), sphere([6, 0.5], [-1, 0], 0, 6, 0.5)];
    // They pass head on: delays are unsafe up to that at which one begins when the other has just ended beside it.
    nearAll(exactDelays(one, two), [[-6, 6]]);
    nearAll(g.unsafeDelays(one, two), [[-6, 6]]);
});

test('E11: in space the conic can be an imaginary ellipse', () => {
    const conic = printed.rightConic([0, 0, 0], [0, 0, 3], [1, 0, 0], [0, 1, 0], 1);
    assert.deepEqual([printed.discriminant(conic), printed.radicand(conic)], [4, -1024]);
    assert.ok(printed.delayRange(conic).every(Number.isNaN));
    const one = sphere([0, 0, 0], [1, 0, 0], 0, 9, 0.5);
    const two = sphere([0, 0, 3], [0, 1, 0], 0, 9, 0.5);
    assert.deepEqual(exactDelays(one, two), []);
    assert.deepEqual(g.unsafeDelays(one, two), []);
});

test('E12: a negative discriminant does not imply parallel velocities', () => {
    const one = sphere([0, 0], [0, 1], 0, 9, 0.5);
    const two = sphere([3, 0], [1, 0], 0, 9, 0.5);
    const { a, b, c } = printed.quadratic(motionOf(one), motionOf(two), 1);
    assert.equal(b * b - 4 * a * c, -28);
    assert.deepEqual([exactConflicts(one, two), conflictsOf(one, two)], [[], []]);
});

test('E12: equal velocities can mean permanent contact, where equation 11 divides by 0', () => {
    const one = sphere([0, 0], [2, 1], 0, 9, 0.5);
    const two = sphere([0.5, 0], [2, 1], 1, 7, 0.5);
    const there = sphere([2.5, 1], [2, 1], 1, 7, 0.5);
    const { a, b, c } = printed.quadratic(motionOf(one), motionOf(there), 1);
    assert.ok(printed.conflictRoots(a, b, c).every((t) => !Number.isFinite(t)));
    assert.deepEqual([exactConflicts(one, there), conflictsOf(one, there)], [[[1, 7]], [[1, 7]]]);
    assert.deepEqual([exactConflicts(one, two), conflictsOf(one, two)], [[], []]);
});

test('E13: complex roots of equation 7 are not double, and their real part is not the time of least distance', () => {
    // t^4 + 4 t^3 + 3 t^2 - 14 t + 26 = ((t - 1)^2 + 1) ((t + 3)^2 + 4): all its coefficients follow from this motion.
    const one = { ...sphere([-1, -5], [2, 1], 0, 4, 0), ax: 2, ay: 0 };
    const two = sphere([0, 0], [0, 0], 0, 4, 0);
    const square = (/** @type {number} */ t) => (-1 + 2 * t + t * t) ** 2 + (-5 + t) ** 2;
    for (const t of [0, 1, 2, 3]) {
        assert.equal(square(t), ((t - 1) ** 2 + 1) * ((t + 3) ** 2 + 4));
    }
    const truth = approachOf(one, two);
    assert.ok(truth);
    near(truth.time, 0.783769, 1e-6);
    // The distance is not least at the real parts, 1 and -3.
    assert.ok(square(1) > square(truth.time) + 0.3);
    const { time, separation } = g.closestApproach(one, two);
    near(time, truth.time, 1e-7);
    near(separation, truth.gap, 1e-12);
});

test('E14: equation 4 is not a squared distance of the edges', () => {
    const [one, two] = [sphere([3, 0], [0, 0], 0, 1, 0.5), sphere([0, 0], [0, 0], 0, 1, 0.5)];
    const { c } = printed.quadratic(motionOf(one), motionOf(two), 1);
    const gap = g.closestApproach(one, two).separation;
    assert.deepEqual([c, gap ** 2], [8, 4]);
});

test('E15: an obstacle is B + (-A), not A + B', () => {
    // A extends from its reference point to the right; B is a small disc at (0.5, 0).
    const [a, b] = [g.capsule(0, 0, 1, 0, 0), g.disc(0.125)];
    const [at, minusA] = [{ x: 0.5, y: 0 }, g.capsule(0, 0, -1, 0, 0.125)];
    const sum = g.capsule(0, 0, 1, 0, 0.125);
    const point = g.disc(0);
    /** Returns whether A's reference point, the world's origin, is in the obstacle around B. */
    const inObstacle = (/** @type {typeof sum} */ obstacle) => g.collide(point, obstacle, {}, at);
    assert.equal(g.collide(a, b, {}, at), true);
    assert.equal(inObstacle(minusA), true);
    assert.equal(inObstacle(sum), false);
    for (const shape of [a, b, minusA, sum, point]) shape.free();
});

test('E16: the earlier collision time belongs to the upper end of the range when V1.(V1 - V2) > 0', () => {
    const range = printed.delayRange(RIGHT);
    const [ofLeast, ofMost] = printed.collisionTimes(RIGHT, range);
    assert.ok(ofMost < ofLeast);
    // So the time after tmax belongs to range[1]; clipping range[2], as lines 19 to 21 do, keeps that end and cuts the
    // other.
    const asPrinted = [range[0], printed.rightDelaysAt(RIGHT, 3.5)[1]];
    const unsafe = exactDelays(SHORT[0], SHORT[1]);
    assert.ok(!isRange(asPrinted, unsafe));
    assert.ok(isRange([printed.rightDelaysAt(RIGHT, 3.5)[0], range[1]], unsafe));
});

test('E17: a double root can lie inside a contact', () => {
    // |p|^2 - R^2 = (t - 1)(t - 2)^2 (t - 3): the double root is not an instant of its own.
    const one = { ...sphere([-2, 3], [1, -4], 0, 4, 0.5), ax: 0, ay: 2 };
    const two = sphere([0, 0], [0, 0], 0, 4, 0.5);
    for (const t of [0, 1, 2, 3, 4]) {
        const square = (t - 2) ** 2 + (3 - 4 * t + t * t) ** 2;
        assert.ok(square - 1 === (t - 1) * (t - 2) ** 2 * (t - 3));
    }
    assert.deepEqual(exactConflicts(one, two), [[1, 3]]);
    nearAll(conflictsOf(one, two), [[1, 3]]);
});

/** Curved paths whose unsafe delays are four intervals. */
const BENT = /** @type {const} */ ([
    { ...sphere([-2, 2.4], [1, -4], 0, 4, 0.05), ax: 0, ay: 2 },
    { ...sphere([2.5, -2], [-2, 0.5], 0, 8, 0), ax: 0.5, ay: 0 },
]);

test('E18: with acceleration unsafe delays can be four intervals, which bisection does not find', () => {
    const unsafe = exactDelays(...BENT);
    nearAll(
        unsafe,
        [
            [-1.311593, -1.173206],
            [1.222076, 1.548436],
            [3.783132, 3.835826],
            [3.929205, 4.165739],
        ],
        5e-7,
    );
    nearAll(g.unsafeDelays(...BENT), unsafe, 1e-9);
    // The end lies between an unsafe delay and a safe one.
    let [inner, outer] = [-1.25, 5];
    while (outer - inner > 1e-9) {
        const middle = (inner + outer) / 2;
        if (isUnsafe(...BENT, exact(middle))) inner = middle;
        else outer = middle;
    }
    near(inner, -1.173206, 1e-6);
    assert.ok(isUnsafe(...BENT, exact(1.4)));
});

test('E19: a velocity obstacle ignores the end of an edge', () => {
    const crossing = sphere([5, -3], [0, 1], 0, 3, 0.25);
    const at = (/** @type {number} */ speed) => sphere([0, 0], [speed, 0], 0, 10 / speed, 0.25);
    // (5 - 3 s)^2 = R^2 (s^2 + 1): the tangents intersect the edge.
    const tangents = printed.conflictRoots(8.75, -30, 24.75);
    assert.ok(tangents[0] < 1.45 && 1.45 < tangents[1]);
    const unsafe = [1.501, 1.6, 2.046];
    for (const speed of [1.45, 1.499, 2.047, ...unsafe]) {
        const isContact = unsafe.includes(speed);
        assert.equal(contactsOf(at(speed), crossing).length, Number(isContact));
        assert.equal(g.conflicts(at(speed), crossing).length, Number(isContact));
    }
});

test('E20: cells along a line do not keep discs from overlapping', () => {
    const one = sphere([0, 0.375], [1, 0], 0, 8, 0.35);
    const two = sphere([0, 0.625], [1, 0], 0, 8, 0.35);
    /** Returns Bresenham's cells: the nearest in each column. @param {MovingSphere} f */
    const cells = (f) => Array.from({ length: 9 }, (_, x) => `${x},${Math.round(f.y)}`);
    assert.ok(!cells(one).some((cell) => cells(two).includes(cell)));
    assert.deepEqual(exactConflicts(one, two), [[0, 8]]);
    assert.deepEqual(conflictsOf(one, two), [[0, 8]]);
});
