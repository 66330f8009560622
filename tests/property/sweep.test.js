import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import fc from '../fast_check.js';
import { firstContact } from '../oracle/motion_oracle.js';
import {
    axisGap,
    candidateSteps,
    commonTime,
    faultOfCover,
    faultOfSteps,
    faultOfSweep,
    oracleBodyOf,
    poseOrStayAt,
    sampledBoxes,
    sampleSegments,
    splinePieces,
    stepCount,
    stepEndBoxes,
    timesOfStep,
    turnSegments,
    widestMargin,
} from '../oracle/sweep_oracle.js';
import { shareOf } from '../volume.js';

/**
 * Compares random motions of random shapes on random clocks with the oracles: covers, candidate steps, sweeps and
 * scenes.
 *
 * @import { Motion, Path, Shape } from 'graze'
 * @import { Clock, MovingBody, Segment } from '../oracle/sweep_oracle.js'
 *
 * @typedef {MovingBody & { make: () => Motion }} Given
 * @typedef {{ given: Given, shape: Shape, motion: Motion, path: Path }} Made
 * @typedef {{ status: string, time: readonly [number, number] | null }} Reported
 */

const g = createSync();

const ALL_STEPS = /** @type {const} */ (['si', 'sta', 'bvh', 'bvi-bvh', 'pyramid']);
const METHODS = /** @type {const} */ (['auto', ...ALL_STEPS, 'relative']);

/** Draws numbers on a grid, since most doubles are near the ends of the range. @param {number} least @param {number} most */
const real = (least, most) =>
    fc.integer({ min: 0, max: 2 ** 20 }).map((k) => least + ((most - least) * k) / 2 ** 20);
const coordinate = real(-1, 1).map(Math.fround);
const outline = fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 6 });
const rounding = fc.oneof(fc.constant(0), real(0, 0.5).map(Math.fround));
const ending = fc.constantFrom(
    /** @type {const} */ ('stay'),
    /** @type {const} */ ('stay'),
    /** @type {const} */ ('vanish'),
);
const begin = real(-0.4, 0.6);

/**
 * Returns fast-check's settings; shrinking a counterexample ends after a minute.
 *
 * @param {number} numRuns
 * @param {number} seed
 */
const runs = (numRuns, seed) => ({ numRuns, seed, interruptAfterTimeLimit: 60_000 });

// ---------------------------------------------------------------- motions

/** @param {number} start largest constant @param {number} size largest of the others */
const polynomial = (start, size) =>
    fc
        .tuple(real(-start, start), fc.array(real(-size, size), { maxLength: 7, size: 'max' }))
        .map(([first, others]) => [first, ...others]);

const pivot = fc.oneof(fc.constant({ x: 0, y: 0 }), fc.record({ x: real(-9, 9), y: real(-9, 9) }));

/**
 * Returns consecutive pieces, each beginning where the one before ends.
 *
 * @param {number} begin
 * @param {{ lasts: number, x: number[], y: number[], theta: number[], pivot: { x: number, y: number } }[]} pieces
 */
function joined(begin, pieces) {
    /** @type {Segment[]} */
    const segments = [];
    let t0 = begin;
    for (const { lasts, x, y, theta, pivot } of pieces) {
        const segment = { t0, t1: t0 + lasts, x: [...x], y: [...y], angle: [...theta], pivot };
        if (segments.length > 0) {
            const at = poseOrStayAt({ points: [], radius: 0, segments, ends: {} }, t0);
            const [cos, sin] = [Math.cos(at.angle), Math.sin(at.angle)];
            segment.angle[0] = at.angle;
            segment.x[0] = at.x + cos * pivot.x - sin * pivot.y;
            segment.y[0] = at.y + sin * pivot.x + cos * pivot.y;
        }
        segments.push(segment);
        t0 = segment.t1;
    }
    return segments;
}

/** @typedef {{ segments: Segment[], make: (ends: MovingBody['ends']) => Motion }} Way */

/** @param {number} speed @param {number} turn @param {number} [most] pieces @returns {import('fast-check').Arbitrary<Way>} */
const polynomials = (speed, turn, most = 3) => {
    const piece = fc.record({
        lasts: fc.oneof(real(0, 0.7), fc.constant(0)),
        x: polynomial(1.5, speed),
        y: polynomial(1.5, speed),
        theta: polynomial(4, turn),
        pivot,
    });
    return fc.tuple(begin, fc.array(piece, { minLength: 1, maxLength: most })).map(([t, list]) => {
        const pieces = joined(t, list);
        return { segments: pieces, make: (ends) => g.motion({ pieces }, ends) };
    });
};

const knots = fc.array(fc.tuple(real(0.02, 0.4), real(-3, 3), real(-3, 3), real(-4, 4)), {
    minLength: 2,
    maxLength: 6,
});

/** @param {number} t @param {[lasts: number, x: number, y: number, theta: number][]} list */
function timed(t, list) {
    let at = t;
    return list.map(([lasts, x, y, angle]) => {
        at += lasts;
        return { t: at, x, y, angle };
    });
}

/** @type {import('fast-check').Arbitrary<Way>} */
const splines = fc.tuple(begin, knots).map(([t, list]) => {
    const rows = timed(t, list);
    const points = rows.map(({ x, y, angle }) => [x, y, angle]);
    const times = rows.map((row) => row.t);
    return {
        segments: splinePieces(points, times),
        make: (ends) => g.motion.spline(points, times, ends),
    };
});

/** @type {import('fast-check').Arbitrary<Way>} */
const samples = fc.tuple(begin, knots).map(([t, list]) => {
    const rows = timed(t, list);
    return { segments: sampleSegments(rows), make: (ends) => g.motion.samples(rows, ends) };
});

/** @type {import('fast-check').Arbitrary<Way>} */
const turns = fc
    .record({
        t0: begin,
        lasts: real(0.05, 1.5),
        x: real(-2, 2),
        y: real(-2, 2),
        angle: real(-4, 4),
        speed: real(-5, 5),
        angularVelocity: fc.oneof(real(0.2, 9), real(-9, -0.2), fc.constant(0)),
    })
    .map(({ lasts, ...rest }) => {
        const arc = { ...rest, t1: rest.t0 + lasts };
        return { segments: turnSegments(arc), make: (ends) => g.motion.turn(arc, ends) };
    });

/** @type {import('fast-check').Arbitrary<Way>} */
const stills = fc.record({ x: real(-2, 2), y: real(-2, 2), angle: real(-4, 4) }).map((pose) => {
    const segments = [{ t0: 0, t1: 0, x: [pose.x], y: [pose.y], angle: [pose.angle] }];
    return { segments, make: () => g.motion.static(pose) };
});

const ways = fc.oneof(
    polynomials(2, 3),
    polynomials(4, 20),
    polynomials(2, 300, 1),
    polynomials(20, 1),
    splines,
    samples,
    turns,
    stills,
);

/** @type {import('fast-check').Arbitrary<Given>} */
const movingBody = fc
    .record({ points: outline, radius: rounding, way: ways, before: ending, after: ending })
    .map(({ points, radius, way, before, after }) => {
        const { segments } = way;
        const ends = segments[0].t1 === 0 && segments[0].t0 === 0 ? {} : { before, after };
        return { points, radius, segments, ends, make: () => way.make(ends) };
    });

/** @type {import('fast-check').Arbitrary<Clock>} */
const clock = fc
    .record({
        start: real(-0.3, 0.3),
        lasts: real(0.1, 1.5),
        steps: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 70 })),
        part: fc.constantFrom(1, 0.7, 1.9),
        origin: fc.constantFrom(0, 0, 10.3),
    })
    .map(({ start: t0, lasts, steps, part, origin }) => {
        return { t0, t1: t0 + lasts, step: (part * lasts) / steps, x: origin, y: -origin };
    });

/** @param {Given} given @param {Clock} when @param {'cover' | 'step-ends'} [boxes] @returns {Made} */
function made(given, when, boxes = 'cover') {
    const shape = g.hull(given.points, { radius: given.radius });
    const motion = given.make();
    return { given, shape, motion, path: g.path(shape, motion, when, { boxes }) };
}

/** @param {Made[]} all */
function release(...all) {
    for (const { shape, motion, path } of all) {
        path.free();
        motion.free();
        shape.free();
    }
}

/** @param {Given} a @param {Given} b @param {number} from @param {number} to */
function queryOptions(a, b, from, to) {
    const size = Math.max(oracleBodyOf(a).size, oracleBodyOf(b).size, 0.1);
    return { from, to, distanceTolerance: 1e-9 * size, tolerance: 1e-9 };
}

/** @param {Made} a @param {Made} b @param {object} options */
const contactOf = (a, b, options) => g.firstContact(a.shape, b.shape, a.motion, b.motion, options);

/** Asserts the same verdict, and brackets that overlap. @param {Reported} actual @param {Reported} expected */
function agree(actual, expected) {
    const both = `${JSON.stringify(actual)}, ${JSON.stringify(expected)}`;
    assert.equal(actual.status === 'free', expected.status === 'free', both);
    if (actual.time === null || expected.time === null) return;
    assert.ok(actual.time[0] <= expected.time[1] && expected.time[0] <= actual.time[1], both);
}

/** Returns a body moved by (x, y). @param {Given} given @param {number} x @param {number} y @returns {Given} */
function placed(given, x, y) {
    const pieces = given.segments.map((segment) => ({
        ...segment,
        x: segment.x.with(0, segment.x[0] + x),
        y: segment.y.with(0, segment.y[0] + y),
    }));
    return { ...given, segments: pieces, make: () => g.motion({ pieces }, given.ends) };
}

// ---------------------------------------------------------------- properties

test("a box contains the body at every time of its step, and contains the box of the step's ends", () => {
    fc.assert(
        fc.property(movingBody, clock, (given, when) => {
            const [one, ends] = [made(given, when), made(given, when, 'step-ends')];
            const boxes = one.path.boxes();
            assert.equal(one.path.count, stepCount(when));
            assert.equal(faultOfCover(boxes, sampledBoxes(given, when)), null);
            const inner = ends.path.boxes();
            const expected = stepEndBoxes(given, when);
            assert.equal(faultOfCover(inner, expected), null);
            const size = Math.max(1, ...expected.boxes.filter(Number.isFinite).map(Math.abs));
            assert.ok(widestMargin(inner, expected) <= 2 ** -22 * size);
            inner.forEach((side, k) => {
                assert.ok(k % 4 < 2 ? boxes[k] <= side : boxes[k] >= side);
            });
            release(one, ends);
        }),
        runs(4000, 110),
    );
});

test('methods agree on the steps of every range; the steps that relative leaves out are free', () => {
    const part = fc
        .tuple(real(-0.1, 1.1), real(-0.1, 1.1))
        .map((ends) => ends.sort((p, q) => p - q));
    let [scanned, left] = [0, 0];
    fc.assert(
        fc.property(movingBody, movingBody, clock, part, (p, q, when, [l, r]) => {
            const [a, b] = [made(p, when), made(q, when)];
            const scan = candidateSteps(a.path.boxes(), b.path.boxes());
            const expected = [...g.study.sweepSteps(a.path, b.path, { method: 'si' })];
            for (const method of ALL_STEPS) {
                assert.deepEqual(
                    [...g.study.sweepSteps(a.path, b.path, { method })],
                    expected,
                    method,
                );
            }
            const common = commonTime(p, q, when);
            assert.equal(faultOfSteps(expected, scan, when, ...common), null);
            const relative = [...g.study.sweepSteps(a.path, b.path, { method: 'relative' })];
            const some = [...g.sweepSteps(a.path, b.path)];
            assert.ok(relative.every((step) => some.includes(step)));
            assert.ok(some.every((step) => expected.includes(step)));
            for (const step of expected) {
                if (relative.includes(step)) continue;
                const { gap, error } = axisGap(p, q, ...timesOfStep(when, step));
                assert.ok(gap >= -error, `${step}: ${gap}`);
            }
            scanned += expected.length;
            left += relative.length;
            const { t0 = 0, t1 } = when;
            const [from, to] = [l, r].map((k) => t0 + k * (t1 - t0));
            const stretch = [Math.max(from, common[0]), Math.min(to, common[1])];
            for (const method of METHODS.slice(1)) {
                const found = [...g.study.sweepSteps(a.path, b.path, { method, from, to })];
                const among = method === 'relative' ? relative : scan;
                const fault = faultOfSteps(found, among, when, stretch[0], stretch[1]);
                assert.equal(fault, null, method);
            }
            release(a, b);
        }),
        runs(6000, 111),
    );
    assert.ok(left < scanned, `${left} of ${scanned}`);
});

test('a sweep is never late, none missed, none invented, and agrees with the first contact', () => {
    /** @type {Record<string, number>} */
    const seen = { free: 0, hit: 0, grazing: 0, overlapping: 0, undecided: 0 };
    fc.assert(
        fc.property(
            movingBody,
            movingBody,
            clock,
            fc.constantFrom(...METHODS),
            (p, q, when, method) => {
                const [a, b] = [made(p, when), made(q, when)];
                const { t0 = 0, t1 } = when;
                const options = queryOptions(p, q, t0, t1);
                const answer = g.study.sweep(a.path, b.path, { ...options, method });
                const fault = faultOfSweep(oracleBodyOf(p), oracleBodyOf(q), when, options, answer);
                assert.equal(fault, null, JSON.stringify(answer));
                const expected = contactOf(a, b, options);
                const isGraze = [answer, expected].some(({ status }) => status === 'grazing');
                if (!isGraze) agree(answer, expected);
                seen[answer.status]++;
                release(a, b);
            },
        ),
        runs(12000, 112),
    );
    const { free, hit, overlapping, undecided } = seen;
    assert.ok(Math.min(free, hit, overlapping) >= shareOf(500), JSON.stringify(seen));
    assert.equal(undecided, 0);
});

test('a sweep of a part of the time works with slacks and tolerances of all sizes, and few iterations', () => {
    const part = fc.tuple(real(0, 1), real(0, 1)).map((ends) => ends.sort((p, q) => p - q));
    const size = fc.constantFrom(0, 1e-12, 1e-6, 1e-3, 0.1);
    const most = fc.constantFrom(1, 3, 12, 4096, 4096);
    fc.assert(
        fc.property(
            movingBody,
            movingBody,
            clock,
            part,
            size,
            size,
            most,
            (p, q, when, [l, r], ...rest) => {
                const [distanceTolerance, width, maxIterations] = rest;
                const [a, b] = [made(p, when), made(q, when)];
                const { t0 = 0, t1 } = when;
                const [from, to] = [l, r].map((k) => Math.min(t0 + k * (t1 - t0), t1));
                const options = { from, to, distanceTolerance, tolerance: Math.max(width, 1e-10) };
                const answer = g.sweep(a.path, b.path, { ...options, maxIterations });
                const [first, second] = [oracleBodyOf(p), oracleBodyOf(q)];
                const truth = firstContact(first, second, from, to, {
                    delta: Math.max(distanceTolerance / 4, 1e-10),
                });
                assert.equal(faultOfSweep(first, second, when, options, answer, truth), null);
                release(a, b);
            },
        ),
        runs(4000, 113),
    );
});

test('a body moved until it just grazes is never late, and nothing deeper than the slack is missed', () => {
    const shift = fc.constantFrom(0, 1e-14, 1e-11, 1e-10, 1e-9, 1e-8, 1e-6, 1e-4);
    const side = fc.constantFrom(-1, 1);
    /** @type {Record<string, number>} */
    const seen = { free: 0, hit: 0, grazing: 0, overlapping: 0, undecided: 0 };
    fc.assert(
        fc.property(movingBody, movingBody, clock, shift, side, (p, start, when, amount, sign) => {
            const { t0: from = 0, t1: to } = when;
            const a = made(p, when);
            let q = placed(start, 0, 0);
            for (let k = 0; k < 4; k++) {
                const b = made(q, when);
                const { separation, time, normal } = g.clearance(
                    a.shape,
                    b.shape,
                    a.motion,
                    b.motion,
                    { from, to, distanceTolerance: 1e-12, maxIterations: 2000 },
                );
                release(b);
                if (time === null || normal === null) break;
                const push = sign * amount - separation[1];
                q = placed(q, normal.x * push, normal.y * push);
            }
            const b = made(q, when);
            const options = queryOptions(p, q, from, to);
            const answer = g.sweep(a.path, b.path, options);
            const [first, second] = [oracleBodyOf(p), oracleBodyOf(q)];
            assert.equal(faultOfSweep(first, second, when, options, answer), null);
            seen[answer.status]++;
            release(a, b);
        }),
        runs(2500, 116),
    );
    assert.ok(Math.min(seen.free, seen.hit, seen.grazing) >= shareOf(50), JSON.stringify(seen));
});

/**
 * Returns the same motion in another position, at another time, in other units of length and time.
 *
 * @param {Given} given
 * @param {{ x: number, late: number, length: number, pace: number }} change
 * @returns {Given}
 */
function scaled({ points, radius, segments, ends }, { x, late, length, pace }) {
    const list = segments.map((segment) => {
        /** @param {number[]} terms @param {number} unit */
        const times = (terms, unit) => terms.map((term, k) => (unit * term) / pace ** k);
        const [first, ...others] = times(segment.x, length);
        const { angle = [0], pivot: { x: px, y: py } = { x: 0, y: 0 } } = segment;
        return {
            t0: pace * (late + segment.t0),
            t1: pace * (late + segment.t1),
            x: [x + first, ...others],
            y: times(segment.y, length),
            angle: times(angle, 1),
            pivot: { x: px * length, y: py * length },
        };
    });
    return {
        points: points.map((point) => point.map((one) => Math.fround(one * length))),
        radius: Math.fround(radius * length),
        segments: list,
        ends,
        make: () => g.motion({ pieces: list }, ends),
    };
}

test('far from the origin, late in time, at any size, covers contain the body and sweeps are never late', () => {
    const power = fc.integer({ min: -12, max: 12 }).map((k) => 2 ** k);
    const change = fc.record({
        x: fc.constantFrom(0, 691_607, -5_334_766),
        late: fc.constantFrom(0, 1000, 1e7),
        length: power,
        pace: power,
    });
    const origin = fc.constantFrom(0, 1);
    const one = fc
        .oneof(polynomials(2, 3, 1), polynomials(2, 30, 1))
        .chain((way) => movingBody.map((given) => ({ ...given, segments: way.segments })));
    const seen = { free: 0, met: 0 };
    fc.assert(
        fc.property(one, one, clock, change, origin, (first, second, base, by, near) => {
            const { x, late, length, pace } = by;
            const [p, q] = [first, second].map((given) => scaled(given, by));
            const t0 = pace * (late + (base.t0 ?? 0));
            const t1 = pace * (late + base.t1);
            const when = { t0, t1, step: pace * base.step, x: near * x };
            const [a, b] = [made(p, when), made(q, when)];
            for (const { given, path } of [a, b]) {
                assert.equal(faultOfCover(path.boxes(), sampledBoxes(given, when)), null);
            }
            // The part covers the rounding of times, and the motion from one double to the next.
            const part = Math.max(1e-9, 1e-12 * late);
            const [body, other] = [oracleBodyOf(p), oracleBodyOf(q)];
            const distanceTolerance = part * Math.max(body.size, other.size, 0.1 * length);
            const tolerance = Math.max(1e-9 * pace, 64 * 2 ** -53 * t1);
            const options = { from: t0, to: t1, distanceTolerance, tolerance };
            const answer = g.sweep(a.path, b.path, options);
            const fault = faultOfSweep(body, other, when, options, answer);
            assert.equal(fault, null, JSON.stringify(answer));
            seen[answer.status === 'free' ? 'free' : 'met']++;
            release(a, b);
        }),
        runs(3000, 115),
    );
    assert.ok(Math.min(seen.free, seen.met) >= shareOf(100), JSON.stringify(seen));
});

/** Positions in a square. */
const scattered = fc
    .tuple(movingBody, real(-6, 6), real(-6, 6))
    .map(([given, x, y]) => placed(given, x, y));

test('answers of a scene are those of its pairs', () => {
    const several = fc.array(scattered, { minLength: 0, maxLength: 12 });
    let met = 0;
    fc.assert(
        fc.property(
            several,
            fc.array(scattered, { minLength: 1, maxLength: 3 }),
            clock,
            (list, egoCases, when) => {
                const bodies = list.map((given) => made(given, when));
                const egos = egoCases.map((given) => made(given, when));
                const { t0: from = 0, t1: to } = when;
                const options = { from, to, tolerance: 1e-9, distanceTolerance: 1e-9 };
                const scene = g.scene(bodies.map(({ path }) => path));
                for (const ego of egos) {
                    const expected = bodies.map((body) => contactOf(ego, body, options));
                    const clear = bodies.map((body, k) => {
                        // Either answer is right within the slack of touching.
                        const { contact } = firstContact(
                            oracleBodyOf(ego.given),
                            oracleBodyOf(body.given),
                            from,
                            to,
                        );
                        return contact !== 'unclear' || expected[k].status === 'overlapping';
                    });
                    const reported = scene.contactsWith(ego.path, options);
                    const paths = bodies.map(({ path }) => path);
                    const swept = g.sweepMany(ego.path, paths, options);
                    assert.deepEqual(
                        swept.map(({ body }) => body),
                        reported.map(({ body }) => body),
                    );
                    const meeting = new Map(reported.map((one) => [one.body, one]));
                    expected.forEach((one, k) => {
                        if (!clear[k]) return;
                        agree(meeting.get(k) ?? { status: 'free', time: null }, one);
                    });
                    met += reported.length;
                    const first = scene.firstContact(ego.path, options);
                    const earliest = Math.min(...reported.map(({ time }) => time?.[1] ?? Infinity));
                    assert.equal(first.status === 'free', reported.length === 0);
                    assert.ok((first.time?.[0] ?? Infinity) <= earliest);
                    const any = scene.firstContact(ego.path, { ...options, anyContact: true });
                    assert.equal(any.status === 'free', reported.length === 0);
                    assert.ok(any.body === null || meeting.has(any.body));
                }
                const all = scene.contacts(options);
                const pairs = bodies.flatMap((body, first) => {
                    return scene
                        .contactsWith(body.path, options)
                        .filter((one) => one.body > first)
                        .map(({ body: second }) => [first, second]);
                });
                assert.deepEqual(
                    all.map(({ first, second }) => [first, second]),
                    pairs,
                );
                const movingPairs = g.movingPairs(egos.length, { pieces: 40, degree: 7 });
                let next = 0;
                egos.forEach(({ shape, motion }, k) => {
                    next = movingPairs.set(k, shape, motion, next);
                });
                for (const anyContact of [false, true]) {
                    const count = scene.firstContacts(movingPairs, egos.length, {
                        ...options,
                        anyContact,
                    });
                    const expected = egos.map(
                        ({ path }) => scene.firstContact(path, options).status,
                    );
                    const found = egos.map((_, k) => movingPairs.statuses[k] !== 0);
                    assert.deepEqual(
                        found,
                        expected.map((status) => status !== 'free'),
                    );
                    assert.equal(count, found.filter(Boolean).length);
                }
                movingPairs.free();
                scene.free();
                release(...bodies, ...egos);
            },
        ),
        runs(1200, 114),
    );
    assert.ok(met >= shareOf(200), `${met}`);
});
