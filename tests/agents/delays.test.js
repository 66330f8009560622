import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync, GrazeError } from 'graze';
import { createSync as createScalar } from 'graze/scalar';
import { randomNumbers } from '../helpers.js';
import { delayed, faultOfDelays, isInGap, nearest } from '../oracle/delay_oracle.js';
import { hullOf } from '../oracle/motion_oracle.js';

/**
 * Tests unsafe delays of bodies that move and turn: against closed forms and dense samples, at the ends of intervals;
 * and tests refused arguments.
 *
 * @import { Graze, MotionEnds, MotionPiece, UnsafeDelays } from 'graze'
 * @import { MovingBody } from '../oracle/delay_oracle.js'
 */

const g = createSync();
const VANISH = /** @type {const} */ ({ before: 'vanish', after: 'vanish' });
const HOLD = /** @type {const} */ ({ before: 'stay', after: 'stay' });

/** @param {number} x @param {number} y */
const box = (x, y) => [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
];

/**
 * Returns a body on a straight path from t0 to t1.
 *
 * @param {number[][]} points
 * @param {number[]} way x, y, vx, vy, and perhaps the heading and its rate
 * @param {[t0: number, t1: number]} [times]
 * @param {MotionEnds} [ends]
 * @param {number} [radius]
 * @returns {MovingBody}
 */
function straight(
    points,
    [x, y, vx, vy, theta = 0, turn = 0],
    [t0, t1] = [0, 10],
    ends = VANISH,
    radius = 0,
) {
    return {
        points,
        radius,
        segments: [{ t0, t1, x: [x, vx], y: [y, vy], angle: [theta, turn] }],
        ends,
    };
}

/** @param {number[]} way @param {[number, number]} [times] @param {MotionEnds} [ends] */
const disc = (way, times, ends) => straight([[0, 0]], way, times, ends, 0.5);

/** @param {MovingBody} a @param {MovingBody} b @param {object} [options] @param {Graze} [instance] @returns {UnsafeDelays[]} */
function delaysOf(a, b, options, instance = g) {
    const things = [a, b].flatMap(({ points, radius, segments, ends }) => [
        instance.polygon(points, { radius }),
        instance.motion({ pieces: /** @type {MotionPiece[]} */ (segments) }, ends),
    ]);
    const [shapeA, motionA, shapeB, motionB] = /** @type {any[]} */ (things);
    const answer = instance.unsafeMotionDelays(shapeA, shapeB, motionA, motionB, options);
    for (const thing of things) thing.free();
    return answer;
}

/** @param {[number, number]} bracket @param {number} expected @param {number} error @param {string} [where] */
function holds([lo, hi], expected, error, where = '') {
    const isIn =
        lo === expected || hi === expected || (lo - error <= expected && expected <= hi + error);
    assert.ok(isIn, `${where} [${lo}, ${hi}], not ${expected}`);
}

/** @param {UnsafeDelays[]} unsafe @param {[number, number][]} expected @param {number} [error] @param {string} [where] */
function equals(unsafe, expected, error = 1e-9, where = '') {
    const text = JSON.stringify(unsafe);
    assert.equal(unsafe.length, expected.length, `${where} ${text}`);
    unsafe.forEach(({ status, begin, end }, k) => {
        assert.equal(status, 'hit', `${where} ${text}`);
        holds(begin, expected[k][0], error, where);
        holds(end, expected[k][1], error, where);
    });
}

// ---------------------------------------------------------------- closed form

/**
 * Returns the unsafe delays of two discs at constant velocities that appear and vanish. K is the set of (u, v) at which
 * they are in contact, A at its time u and B at its v; the ends are the least and largest v - u in K. They lie on an
 * edge of the rectangle of times, or where the ellipse K has a tangent of slope 1. (Walker, Sturtevant, section 5.1,
 * corrected.)
 *
 * @param {MovingBody} a
 * @param {MovingBody} b
 * @returns {[number, number] | null}
 */
function discDelays({ segments: [p] }, { segments: [q] }) {
    const [w, V, U] = [
        [p.x[0] - q.x[0], p.y[0] - q.y[0]],
        [p.x[1], p.y[1]],
        [q.x[1], q.y[1]],
    ];
    const [T1, T2] = [p.t1 - p.t0, q.t1 - q.t0];
    const R = 1;
    const found = /** @type {number[]} */ ([]);
    /** Returns the delays on an edge: |c + d s| <= R for s in [0, S]. */
    const edge = (
        /** @type {number[]} */ c,
        /** @type {number[]} */ d,
        /** @type {number} */ S,
        /** @type {(s: number) => number} */ delay,
    ) => {
        const [aa, h] = [d[0] ** 2 + d[1] ** 2, c[0] * d[0] + c[1] * d[1]];
        const square = aa * R * R - (c[0] * d[1] - c[1] * d[0]) ** 2;
        if (aa === 0 ? Math.hypot(c[0], c[1]) > R : square < 0) return;
        const root = Math.sqrt(Math.max(square, 0));
        const [lo, hi] = aa === 0 ? [0, S] : [(-h - root) / aa, (-h + root) / aa];
        if (lo > S || hi < 0) return;
        found.push(delay(Math.max(lo, 0)), delay(Math.min(hi, S)));
    };
    const minus = U.map((u) => -u);
    edge(w, V, T1, (u) => -u);
    edge([w[0] - U[0] * T2, w[1] - U[1] * T2], V, T1, (u) => T2 - u);
    edge(w, minus, T2, (v) => v);
    edge([w[0] + V[0] * T1, w[1] + V[1] * T1], minus, T2, (v) => v - T1);
    const across = V[0] * U[1] - V[1] * U[0];
    const away = [V[0] - U[0], V[1] - U[1]];
    for (const side of across === 0 ? [] : [-1, 1]) {
        const scale = (side * R) / Math.hypot(away[0], away[1]);
        const c = [-away[1] * scale - w[0], away[0] * scale - w[1]];
        const u = (c[0] * U[1] - c[1] * U[0]) / across;
        const v = (c[0] * V[1] - c[1] * V[0]) / across;
        if (u >= 0 && u <= T1 && v >= 0 && v <= T2) found.push(v - u);
    }
    if (found.length === 0) return null;
    const late = q.t0 - p.t0;
    return [late + Math.min(...found), late + Math.max(...found)];
}

test('two discs: unsafe delays equal the closed form', () => {
    const random = randomNumbers(7);
    const value = () => 6 * random() - 3;
    let unsafe = 0;
    for (let k = 0; k < 400; k++) {
        const [a, b] = [0, 1].map(() => {
            const t0 = value();
            const speed = k % 8 === 0 ? 0 : 1;
            return disc([value(), value(), value() * speed, value()], [t0, t0 + 3 * random()]);
        });
        const expected = discDelays(a, b);
        const answer = delaysOf(a, b);
        if (expected === null) assert.deepEqual(answer, [], `${k}`);
        else equals(answer, [expected], 1e-9, `${k}`);
        unsafe += answer.length;
    }
    assert.ok(unsafe > 100, `${unsafe}`);
});

test('the example of the report, with its errors corrected', () => {
    // With radii of 1/2 the ends are 1 - sqrt 2 and 1 + sqrt 2, less 2 because A is delayed.
    const answer = delaysOf(disc([1, 2, 1, 0]), disc([5, -1, 0, 1]));
    equals(answer, [[-1 - Math.SQRT2, Math.SQRT2 - 1]]);
    const { begin, end } = answer[0];
    assert.ok(begin[1] - begin[0] <= 20e-9 && end[1] - end[0] <= 20e-9, JSON.stringify(answer));
});

test('two boxes that slide past each other: exact ends', () => {
    const a = straight(box(1, 1), [1, 2, 1, 0]);
    const b = straight(box(1, 1), [5, -1, 0, 1]);
    // They are in contact while A has moved by 2 to 6, and B by 1 to 5.
    equals(delaysOf(a, b), [[-5, 3]]);
    equals(delaysOf(a, b, { from: -1, to: 1 }), [[-1, 1]]);
    equals(delaysOf(a, b, { from: -1, to: 9 }), [[-1, 3]]);
    equals(delaysOf(a, b, { from: 3.5 }), []);
    // B has moved by 4 at time 4.
    equals(delaysOf(a, b, { time: { to: 4 } }), [[-5, 2]]);
    equals(delaysOf(a, b, { time: { from: 3, to: 4 } }), [[-3, 2]]);
    assert.equal(delaysOf(a, b, { tolerance: 1e-12 })[0].end[1] - 3 < 1e-11, true);
});

test('delays of the other body are the negatives', () => {
    const random = randomNumbers(11);
    const value = () => 4 * random() - 2;
    for (let k = 0; k < 60; k++) {
        const [a, b] = [0, 1].map(() =>
            straight(
                box(1, 0.25),
                [value(), value(), value(), value(), value(), value()],
                [value(), 4 + value()],
                HOLD,
            ),
        );
        const there = delaysOf(a, b, { tolerance: 1e-9 });
        const back = delaysOf(b, a, { tolerance: 1e-9 }).reverse();
        assert.equal(there.length, back.length, `${k}`);
        there.forEach(({ begin, end }, i) => {
            holds(begin, -back[i].end[0], 1e-8, `${k}`);
            holds(end, -back[i].begin[0], 1e-8, `${k}`);
        });
    }
});

test('clocks that have run for long, and large delays, lose no precision', () => {
    const [a, b] = [disc([1, 2, 1, 0]), disc([5, -1, 0, 1])];
    const expected = [-1 - Math.SQRT2, Math.SQRT2 - 1];
    const late = (/** @type {MovingBody} */ m, /** @type {number} */ by) => ({
        ...m,
        segments: m.segments.map((s) => ({ ...s, t0: s.t0 + by, t1: s.t1 + by })),
    });
    const far = 2 ** 31;
    equals(delaysOf(late(a, far), late(b, far)), [[expected[0], expected[1]]]);
    const [{ begin, end }] = delaysOf(late(a, far), b);
    holds(begin, expected[0] - far, 1e-6);
    holds(end, expected[1] - far, 1e-6);
    assert.ok(begin[1] - begin[0] < 1e-5);
});

// ---------------------------------------------------------------- samples

/** Returns the largest speed of a point of the body, on a straight path with a turn. @param {MovingBody} m */
function fastest({ points, radius = 0, segments }) {
    const reach = radius + Math.max(...points.map(([x, y]) => Math.hypot(x, y)));
    return Math.max(
        ...segments.map(
            ({ x, y, angle = [0] }) => Math.hypot(x[1], y[1]) + Math.abs(angle[1]) * reach,
        ),
    );
}

/**
 * Compares unsafe delays with dense samples of the least separation. While both are present together, the separation
 * changes by no more than the fastest point moves during the delay; so samples that prove a delay free or unsafe must
 * agree with the answer.
 *
 * @param {MovingBody} a
 * @param {MovingBody} b
 * @param {UnsafeDelays[]} unsafe
 * @param {number} from
 * @param {number} to
 * @param {number} count
 */
function comparesWithSamples(a, b, unsafe, from, to, count) {
    const speed = Math.max(fastest(a), fastest(b));
    const vanish = a.ends?.before === 'vanish';
    const least = vanish ? Math.max(from, b.segments[0].t0 - a.segments[0].t1) : from;
    const most = vanish ? Math.min(to, b.segments[0].t1 - a.segments[0].t0) : to;
    for (let k = 0; k <= count; k++) {
        const x = from + ((to - from) * k) / count;
        const [lo, hi] = nearest(a, b, x, 1e-6).distance;
        if (lo === Infinity) continue;
        const [free, deep] = [lo / speed, -hi / speed];
        for (const { begin, end } of unsafe) {
            const isFree = free > 0 && begin[1] <= end[0];
            const isClear = end[0] < x - free || begin[1] > x + free;
            if (isFree) assert.ok(isClear, `free about ${x}, ${JSON.stringify({ begin, end })}`);
        }
        if (!(deep > 0)) continue;
        const reaches = unsafe.some(({ begin, end }) => {
            return begin[0] <= Math.max(x - deep, least) && end[1] >= Math.min(x + deep, most);
        });
        assert.ok(reaches, `unsafe about ${x}: ${JSON.stringify(unsafe)}`);
    }
}

test('turning boxes and bars agree with dense samples, within the rate at which they can change', () => {
    const random = randomNumbers(3);
    const value = () => 4 * random() - 2;
    let several = 0;
    for (let k = 0; k < 40; k++) {
        const [a, b] = [0, 1].map((i) =>
            straight(
                i === 0 && k % 2 === 0 ? box(1, 1) : box(2, 0.125),
                [value(), value(), value(), value(), value(), 2 * value()],
                [value(), 5 + value()],
                k % 3 === 0 ? HOLD : VANISH,
            ),
        );
        const unsafe = delaysOf(a, b, { from: -6, to: 6 });
        assert.ok(
            unsafe.every(({ status }) => status === 'hit'),
            `${k}: ${JSON.stringify(unsafe)}`,
        );
        comparesWithSamples(a, b, unsafe, -6, 6, 60);
        if (unsafe.length > 1) several++;
    }
    assert.ok(several > 2, `${several}`);
});

test('random motions of all kinds agree with the oracle', () => {
    const random = randomNumbers(19);
    const value = () => 4 * random() - 2;
    for (let k = 0; k < 60; k++) {
        const bodies = [0, 1].map(() => {
            const t0 = value();
            const degree = k % 3 === 0 ? 5 : 2;
            const terms = () => Array.from({ length: degree }, (_, j) => value() / 3 ** j);
            const cloud = Array.from({ length: 5 }, () => [value(), value()].map(Math.fround));
            const points = hullOf(cloud);
            const pivot = { x: k % 2 === 0 ? value() : 0, y: 0 };
            const segment = { t0, t1: t0 + 4, x: terms(), y: terms(), angle: terms(), pivot };
            return {
                points,
                radius: k % 4 === 0 ? 0.25 : 0,
                segments: [segment],
                ends: k % 5 < 3 ? HOLD : VANISH,
            };
        });
        const options = { from: -5, to: 5, distanceTolerance: 1e-9, tolerance: 1e-8 };
        const unsafe = delaysOf(bodies[0], bodies[1], options);
        const delays = Array.from({ length: 24 }, () => 10 * random() - 5);
        assert.equal(faultOfDelays(bodies[0], bodies[1], options, unsafe, delays), null, `${k}`);
    }
});

// ---------------------------------------------------------------- ends of intervals

test('a position passed three times gives several intervals', () => {
    // A moves back and forth in front of a disc that stays for a second.
    const a = {
        ...disc([0, 0, 0, 0]),
        segments: [0, 1, 2].map((k) => ({
            t0: 4 * k,
            t1: 4 * k + 4,
            x: k % 2 === 0 ? [-4, 2] : [4, -2],
            y: [0],
        })),
    };
    const b = disc([0, 0, 0, 0], [0, 1]);
    // A is there from 1.5 to 2.5, 5.5 to 6.5 and 9.5 to 10.5.
    equals(delaysOf(a, b), [
        [-10.5, -8.5],
        [-6.5, -4.5],
        [-2.5, -0.5],
    ]);
    // Only two intervals remain if A moves for a shorter time.
    equals(delaysOf(a, b, { from: -7 }), [
        [-6.5, -4.5],
        [-2.5, -0.5],
    ]);
});

/*
 * Delay bands become no narrower than an eighth of the tolerance, so none is safe in a gap that is narrower. Delays
 * there that are not known to be safe are passed as if the bodies touched, up to the next overlap. An oracle that
 * demanded an overlap at each delay from the first begin to the last end called this a fault.
 */
test('two intervals less than the tolerance apart may be reported as one', () => {
    const a = straight(box(0.5, 0.5), [0, 0, 0, 0], [0, 1.484375]);
    const b = {
        ...straight(box(0.5, 0.5), [0, 0, 0, 0]),
        segments: [
            { t0: 0, t1: 2, x: [0], y: [0] },
            { t0: 2, t1: 3, x: [0, 4], y: [0] },
            { t0: 3, t1: 4, x: [4, -4], y: [0] },
            { t0: 4, t1: 6, x: [0], y: [0] },
        ],
    };
    // B leaves A's place free from 2.25 to 3.75, which is 1/64 longer than A is there.
    equals(delaysOf(a, b), [
        [-1.484375, 2.25],
        [2.265625, 6],
    ]);
    const within = 2.2578125;
    const options = { from: -Infinity, to: Infinity, distanceTolerance: 1e-9, tolerance: 0.25 };
    const unsafe = delaysOf(a, b, { tolerance: 0.25 });
    equals(unsafe, [[-1.484375, 6]], 0);
    assert.ok(unsafe[0].begin[1] < within && within < unsafe[0].end[0]);
    // Among so many delays some lie in the gap.
    assert.equal(faultOfDelays(a, b, options, unsafe, [], 512), null);
    // The oracle distinguishes such a gap from one wider than the tolerance.
    assert.equal(isInGap(a, b, options, unsafe[0], within), true);
    assert.equal(isInGap(a, b, { ...options, tolerance: 0.015625 }, unsafe[0], 2.251), true);
    assert.equal(isInGap(a, b, { ...options, tolerance: 0.0156 }, unsafe[0], within), false);
    assert.equal(isInGap(a, b, options, { ...unsafe[0], end: [2.26, 2.26] }, within), false);
});

test('a body that stays can be hit, one that vanishes cannot', () => {
    const through = (/** @type {MotionEnds} */ ends) => disc([-4, 0, 2, 0], [0, 4], ends);
    const parked = (/** @type {MotionEnds} */ ends) => disc([0, 0, 0, 2], [0, 4], ends);
    // B leaves (0, 0) upwards at 0 and is clear of A's path at 0.5.
    const away = Math.SQRT2 / 2;
    equals(delaysOf(through(VANISH), parked(VANISH)), [[-2.5, -2 + away]]);
    equals(delaysOf(through(VANISH), parked({ before: 'stay', after: 'vanish' })), [
        [-Infinity, -2 + away],
    ]);
    // B comes down onto A's path and stays there.
    const arrives = (/** @type {MotionEnds} */ ends) => disc([0, 8, 0, -2], [0, 4], ends);
    equals(delaysOf(through(VANISH), arrives(VANISH)), [[2 - away, 2.5]]);
    equals(delaysOf(through(VANISH), arrives(HOLD)), [[2 - away, Infinity]]);
    // A waits in B's path until it leaves.
    equals(delaysOf(parked({ before: 'stay', after: 'vanish' }), through(VANISH)), [
        [2 - away, Infinity],
    ]);
    equals(delaysOf(parked(VANISH), through(VANISH)), [[2 - away, 2.5]]);
    // Both overlap for ever.
    equals(
        delaysOf(parked(HOLD), { ...parked(HOLD), segments: [{ t0: 0, t1: 1, x: [0], y: [0] }] }),
        [[-Infinity, Infinity]],
    );
    equals(delaysOf(parked(HOLD), parked(HOLD), { from: 5, to: 7 }), [[5, 7]]);
});

test('delays beyond the range of the motions give the same answer as the last in range', () => {
    const a = disc([-4, 0, 2, 0], [0, 4], HOLD);
    const b = disc([0, 0, 0, 0], [0, 1], HOLD);
    equals(delaysOf(a, b, { from: 1e9, to: 2e9 }), [[1e9, 2e9]]);
    equals(delaysOf(a, b, { from: 2e9, to: 2e9 }), [[2e9, 2e9]]);
    equals(delaysOf(a, b, { from: -2e300, to: -1e300 }), [[-2e300, -1e300]]);
    const passing = disc([-4, 0, 2, 0], [0, 4], VANISH);
    equals(delaysOf(passing, disc([0, 0, 0, 0], [0, 1], VANISH), { from: 1e9, to: 2e9 }), []);
});

test('bodies that are never present together, or never near, have no unsafe delays', () => {
    const a = disc([0, 0, 1, 0], [0, 1]);
    assert.deepEqual(delaysOf(a, disc([50, 0, 1, 0], [0, 1])), []);
    assert.deepEqual(delaysOf(a, disc([0, 0, 1, 0], [0, 1]), { time: { from: 5, to: 6 } }), []);
    assert.deepEqual(delaysOf(a, disc([0, 0, 1, 0], [0, 1]), { from: 2.5, to: 3 }), []);
    // They are present together at one instant only: A's first is B's last.
    equals(delaysOf(a, disc([-0.5, 0, 1, 0], [0, 1]), { from: 1, to: 3 }), [[1, 1]]);
});

test('bodies that only touch graze, however long', () => {
    const lanes = [disc([-5, 0, 1, 0]), disc([3.5, 1, -1, 0])];
    const [{ status, begin, end }, ...others] = delaysOf(lanes[0], lanes[1]);
    assert.deepEqual([status, others.length], ['grazing', 0]);
    // They are side by side with every delay from -8.5 to 8.5; the ends are known to the root of the slack.
    for (const bracket of [begin, end]) {
        assert.ok(
            Math.abs(bracket[0] + 8.5) < 1e-4 && Math.abs(bracket[1] - 8.5) < 1e-4,
            `${bracket}`,
        );
    }
    const boxes = [
        straight(box(0.5, 0.5), [-5, 0, 1, 0]),
        straight(box(0.5, 0.5), [3.5, 1, -1, 0]),
    ];
    const unsafe = delaysOf(boxes[0], boxes[1]);
    assert.deepEqual(
        unsafe.map((one) => one.status),
        ['grazing'],
    );
    holds(unsafe[0].begin, -9.5, 1e-6);
    holds(unsafe[0].end, 9.5, 1e-6);
    const apart = straight(box(0.5, 0.5), [3.5, 1.0001, -1, 0]);
    assert.deepEqual(delaysOf(boxes[0], apart), []);
    const deeper = straight(box(0.5, 0.5), [3.5, 0.9999, -1, 0]);
    assert.deepEqual(
        delaysOf(boxes[0], deeper).map((one) => one.status),
        ['hit'],
    );
});

/*
 * Unsafe delays end where the path through an overlap ends. At the joint of two pieces of A, the search took the
 * nearest points of its evaluation, which were relative to the pivot of the later piece, for points relative to that of
 * the earlier one. The positions were off by the distance of the pivots, so the points stayed in contact for longer
 * than the bodies.
 */
test('pieces with different pivots have the same ends as pieces with one pivot', () => {
    for (const x of [0, 0.25, -0.25, 0.5, -0.5]) {
        const a = {
            ...straight(box(0.5, 0.5), [0, 0, 0, 0]),
            segments: [
                { t0: 0, t1: 1.625, x: [-4, 2], y: [0] },
                { t0: 1.625, t1: 4, x: [-0.75 + x], y: [0], pivot: { x, y: 0 } },
            ],
        };
        const b = straight(box(0.5, 0.5), [0, 0, 0, 0], [0, 1]);
        // A arrives at 1.5 and stays until 4.
        equals(delaysOf(a, b), [[-4, -0.5]], 1e-9, `${x}`);
        equals(delaysOf(b, a), [[0.5, 4]], 1e-9, `${x}`);
    }
    // Random search found these turning bodies.
    const turning = {
        points: [
            [-1, -1],
            [-0.46875, -1],
            [-1, -0.75],
        ],
        segments: [
            {
                t0: -2,
                t1: -1.75,
                x: [-1.5],
                y: [-0.1270608901977539],
                angle: [-2, -1.4165229797363281],
            },
            {
                t0: -1.75,
                t1: -1.1217234134674072,
                x: [-1.5, -0.5061750411987305, 0.3087587356567383],
                y: [-0.1270608901977539, -1.4999885559082031],
                angle: [
                    -2.354130744934082, -1.8905105590820312, -0.5572090148925781,
                    -1.4400444030761719,
                ],
                pivot: { x: 0, y: 0 },
            },
            {
                t0: -1.1217234134674072,
                t1: -0.8717234134674072,
                x: [-1.6013398349510835],
                y: [-1.6434710272887183],
                angle: [-4.118973988558005],
                pivot: { x: -0.5288810729980469, y: 0.2423858642578125 },
            },
        ],
        ends: HOLD,
    };
    const bar = {
        points: [
            [-1, 0.40625],
            [-0.6875, 0.59375],
        ],
        segments: [
            {
                t0: -2,
                t1: -1.4688148498535156,
                x: [
                    -0.014840126037597656, 0.5425529479980469, -0.7588691711425781,
                    1.3655290603637695,
                ],
                y: [-0.816441535949707],
                angle: [1.1839523315429688],
            },
        ],
        ends: /** @type {MotionEnds} */ ({ before: 'stay', after: 'vanish' }),
    };
    const options = { from: -9, to: 0.2689075469970703, distanceTolerance: 1e-9, tolerance: 1e-9 };
    const unsafe = delaysOf(turning, bar, options);
    assert.equal(faultOfDelays(turning, bar, options, unsafe, []), null, JSON.stringify(unsafe));
    // The end was bisected with 40 digits: they touch as the bar vanishes.
    holds(unsafe[0].end, -0.342546850273063, 1e-13);
    assert.ok(unsafe[0].end[1] - unsafe[0].end[0] <= 1e-9);
});

test('a touch before an overlap has a wide bracket if it cannot be decided, and is certain otherwise', () => {
    // B's box comes down and rests on A's lane, touching; then A's lane rises into it.
    const a = {
        ...straight(box(0.5, 0.5), [0, 0, 0, 0]),
        segments: [
            { t0: 0, t1: 4, x: [-4, 2], y: [0] },
            { t0: 4, t1: 8, x: [4], y: [0, 0.25] },
        ],
    };
    const b = straight(box(4.5, 0.5), [0, 1, 0, 0], [0, 10], VANISH);
    const unsafe = delaysOf(a, b);
    const options = { from: -Infinity, to: Infinity, distanceTolerance: 0.5e-9, tolerance: 1.8e-8 };
    assert.equal(faultOfDelays(a, b, options, unsafe, []), null, JSON.stringify(unsafe));
    assert.ok(unsafe.some(({ status }) => status === 'hit'));
    const [{ begin, end }] = unsafe.filter(({ status }) => status === 'hit');
    assert.ok(begin[1] < -7.99 && end[0] > 5.99, JSON.stringify(unsafe));
});

test('when the iterations run out, the answer is true and the rest is undecided', () => {
    const a = straight(box(2, 0.125), [1, 2, 1, 0, 0, 1.3]);
    const b = straight(box(2, 0.125), [5, -1, 0, 1, 0.4, -0.7]);
    const whole = delaysOf(a, b);
    const options = { from: -Infinity, to: Infinity, distanceTolerance: 3e-9, tolerance: 2e-8 };
    const delays = Array.from({ length: 41 }, (_, k) => k / 2 - 10);
    assert.equal(faultOfDelays(a, b, options, whole, delays), null);
    assert.ok(whole.every(({ status }) => status === 'hit'));
    for (const budget of [1, 2, 5, 10, 20, 50, 100, 200]) {
        const unsafe = delaysOf(a, b, { maxIterations: budget });
        assert.equal(faultOfDelays(a, b, options, unsafe, delays), null, `${budget}`);
        if (budget < 20) assert.equal(unsafe.at(-1)?.status, 'undecided', `${budget}`);
    }
});

test('the scalar build gives the same bits', () => {
    const scalar = createScalar();
    const random = randomNumbers(23);
    const value = () => 4 * random() - 2;
    for (let k = 0; k < 40; k++) {
        const [a, b] = [0, 1].map(() =>
            straight(
                box(1, 0.25),
                [value(), value(), value(), value(), value(), value()],
                [value(), 4],
                HOLD,
            ),
        );
        assert.deepEqual(delaysOf(a, b), delaysOf(a, b, {}, scalar), `${k}`);
    }
});

test('the oracle delays motions correctly', () => {
    const late = delayed(disc([0, 0, 1, 0], [0, 1]), 2.5);
    const moving = late.pieces.filter(({ begin, end }) => end - begin === 1);
    assert.deepEqual(
        moving.map(({ begin, end }) => [begin, end]),
        [[2.5, 3.5]],
    );
});

// ---------------------------------------------------------------- refused arguments

test('invalid arguments are refused', () => {
    const [shape, other] = [g.disc(1), createSync().disc(1)];
    const motion = g.motion.static({ x: 0 });
    const call = (/** @type {any} */ options) => () =>
        g.unsafeMotionDelays(shape, shape, motion, motion, options);
    const refused = [
        [{ from: 2, to: 1 }, 'out-of-order'],
        [{ time: { from: 2, to: 1 } }, 'out-of-order'],
        [{ tolerance: 0 }, 'out-of-range'],
        [{ distanceTolerance: -1 }, 'out-of-range'],
        [{ maxIterations: 0 }, 'out-of-range'],
        [{ from: Number.NaN }, 'not-finite'],
        [{ time: 3 }, 'wrong-type'],
        [{ time: { start: 3 } }, 'unknown-option'],
        [{ until: 3 }, 'unknown-option'],
        [{ method: 'certified' }, 'unknown-option'],
        [{ to: '3' }, 'wrong-type'],
    ];
    for (const [options, code] of refused) {
        assert.throws(call(options), (error) => error instanceof GrazeError && error.code === code);
    }
    const foreign = () => g.unsafeMotionDelays(shape, other, motion, motion);
    assert.throws(foreign, { code: 'foreign-handle', argument: 'b' });
    const freed = g.motion.static({ x: 0 });
    freed.free();
    const stale = () => g.unsafeMotionDelays(shape, shape, motion, freed);
    assert.throws(stale, { code: 'stale-handle', argument: 'motionB' });
    assert.throws(() => g.unsafeMotionDelays(/** @type {any} */ (3), shape, motion, motion), {
        code: 'wrong-type',
    });
});
