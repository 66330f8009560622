import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import fc from '../fast_check.js';
import { readJson } from '../helpers.js';
import {
    bodyOf,
    clearance,
    contactRuns,
    faultOfClearance,
    faultOfFirst,
    faultOfIntervals,
    firstContact,
    roundingOf,
    sampled,
    separationAt,
} from '../oracle/motion_oracle.js';
import { shareOf } from '../volume.js';

/**
 * Compares random motions of random shapes with the motion oracle.
 *
 * @import { Motion, MotionPiece, Shape } from 'graze'
 * @import { Body, Endings } from '../oracle/motion_oracle.js'
 *
 * @typedef {{ points: number[][], radius: number, segments: Segment[], ends: Endings }} MovingBody
 * @typedef {{ t0: number, t1: number, x: number[], y: number[], angle: number[], pivot: { x: number, y: number } }} Segment
 * @typedef {{ body: Body, shape: Shape, motion: Motion }} Made
 */

const g = createSync();

/** Draws numbers on a grid, since most doubles are near the ends of the range. @param {number} least @param {number} most */
const real = (least, most) =>
    fc.integer({ min: 0, max: 2 ** 20 }).map((k) => least + ((most - least) * k) / 2 ** 20);
const coordinate = real(-1, 1).map(Math.fround);
const point = fc.tuple(coordinate, coordinate);

/**
 * Returns polynomials up to degree 7.
 *
 * @param {number} start largest constant
 * @param {number} size largest of the others
 */
const polynomial = (start, size) =>
    fc
        .tuple(real(-start, start), fc.array(real(-size, size), { maxLength: 7, size: 'max' }))
        .map(([first, others]) => [first, ...others]);

const rounding = fc.oneof(fc.constant(0), real(0, 0.5).map(Math.fround));
const ending = fc.constantFrom(
    /** @type {const} */ ('stay'),
    /** @type {const} */ ('stay'),
    /** @type {const} */ ('vanish'),
);
const nearPivot = fc.record({ x: real(-1, 1), y: real(-1, 1) });
const pivot = fc.oneof(
    fc.constant({ x: 0, y: 0 }),
    nearPivot,
    fc.record({ x: real(-9, 9), y: real(-9, 9) }),
);

/** @param {number} speed @param {number} turn */
const piece = (speed, turn) =>
    fc.record({
        lasts: real(0.1, 0.7),
        x: polynomial(1.5, speed),
        y: polynomial(1.5, speed),
        theta: polynomial(4, turn),
        pivot,
    });

/** @param {number[]} c @param {number} s */
const valueAt = (c, s) => c.reduceRight((sum, term) => sum * s + term, 0);

/** Returns the position of the body's origin in a segment, and its angle. @param {Segment} segment @param {number} t */
function placeAt({ t0, x, y, angle: theta, pivot: { x: px, y: py } }, t) {
    const angle = valueAt(theta, t - t0);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return {
        x: valueAt(x, t - t0) - cos * px + sin * py,
        y: valueAt(y, t - t0) - sin * px - cos * py,
        angle,
    };
}

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
        const last = segments.at(-1);
        if (last !== undefined) {
            const at = placeAt(last, t0);
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

/** @param {number} speed @param {number} turn @param {number} [mostPieces] */
const movingBodyOf = (speed, turn, mostPieces = 3) =>
    fc.record({
        points: fc.array(point, { minLength: 1, maxLength: 6 }),
        radius: rounding,
        segments: fc
            .tuple(
                real(-0.2, 0.2),
                fc.array(piece(speed, turn), { minLength: 1, maxLength: mostPieces }),
            )
            .map(([begin, pieces]) => joined(begin, pieces)),
        ends: fc.record({ before: ending, after: ending }),
    });

/** Moving bodies of every kind: slow, fast, spinning. */
const anyMovingBody = fc.oneof(
    movingBodyOf(2, 3),
    movingBodyOf(4, 20),
    movingBodyOf(2, 300, 1),
    movingBodyOf(20, 1),
);

/** @param {MovingBody} mover @returns {Made} */
function made({ points, radius, segments: pieces, ends }) {
    return {
        body: bodyOf(points, radius, pieces, ends),
        shape: g.hull(points, { radius }),
        motion: g.motion({ pieces }, ends),
    };
}

/**
 * @param {import('fast-check').Arbitrary<MovingBody>} p
 * @param {import('fast-check').Arbitrary<MovingBody>} q
 * @param {number} runs
 * @param {number} seed
 * @param {(a: Made, b: Made, size: number) => void} check
 */
function forPairs(p, q, runs, seed, check) {
    fc.assert(
        fc.property(p, q, (first, second) => {
            const [a, b] = [made(first), made(second)];
            check(a, b, Math.max(a.body.size, b.body.size, 0.1));
            for (const thing of [a.shape, b.shape, a.motion, b.motion]) thing.free();
        }),
        { numRuns: runs, seed },
    );
}

/** @returns {Record<string, number>} */
const newTally = () => ({ free: 0, hit: 0, grazing: 0, overlapping: 0, undecided: 0 });

test('the oracle is right on the certified cases, and misses nothing that samples find', () => {
    for (const c of readJson('tests/vectors/motion_cases.json').cases) {
        const [a, b] = [c.A, c.B].map(({ shape, motion }) => {
            return bodyOf(shape.verts, shape.radius, motion.pieces);
        });
        const { contact, tFirst, tolT, accept, intervals, minSep, tolSep } = c.expected;
        const truth = firstContact(a, b, c.T0, c.T1);
        assert.ok(truth.contact === contact || accept.length > 1, c.id);
        if (contact) {
            assert.ok(truth.first !== null, c.id);
            assert.ok(truth.first[0] <= tFirst + tolT && truth.first[1] >= tFirst - tolT, c.id);
        }
        assert.equal(contactRuns(a, b, c.T0, c.T1).length, intervals.length, c.id);
        const { distance } = clearance(a, b, c.T0, c.T1, { width: tolSep + 1e-5 });
        assert.ok(distance[0] <= minSep + tolSep && distance[1] >= minSep - tolSep, c.id);
    }
    forPairs(anyMovingBody, anyMovingBody, 300, 90, (a, b, size) => {
        const error = roundingOf(a.body, b.body, 0, 1);
        const seen = sampled(a.body, b.body, 0, 1, 500);
        const { contact, first } = firstContact(a.body, b.body, 0, 1);
        if (contact === false) assert.ok(seen.least >= -error);
        if (first !== null) assert.ok(seen.first >= first[0]);
        if (contact === true && first !== null) {
            assert.ok(separationAt(a.body, b.body, first[1]) <= error);
        }
        const { distance } = clearance(a.body, b.body, 0, 1, { width: 1e-3 * size });
        assert.ok(seen.least >= distance[0]);
        const runs = contactRuns(a.body, b.body, 0, 1);
        for (let k = 0; k <= 200; k++) {
            const apart = separationAt(a.body, b.body, k / 200);
            const isNear = runs.some(({ begin, end }) => begin[0] <= k / 200 && k / 200 <= end[1]);
            const isSure = runs.some(({ sure }) => {
                return sure.some(([from, to]) => from <= k / 200 && k / 200 <= to);
            });
            assert.ok(apart > -error || isNear);
            assert.ok(apart <= error || !isSure);
        }
    });
});

for (const method of /** @type {const} */ (['certified', 'conservative'])) {
    test(`first contact, ${method}: never late, none missed, none invented`, () => {
        const seen = newTally();
        const maxIterations = method === 'certified' ? 4096 : 20_000;
        forPairs(
            anyMovingBody,
            anyMovingBody,
            method === 'certified' ? 8000 : 1500,
            91,
            (a, b, size) => {
                const options = { from: 0, to: 1, distanceTolerance: 1e-9 * size, tolerance: 1e-9 };
                const answer = g.study.firstContact(a.shape, b.shape, a.motion, b.motion, {
                    ...options,
                    method,
                    maxIterations,
                });
                assert.equal(faultOfFirst(a.body, b.body, options, answer), null);
                seen[answer.status]++;
            },
        );
        const { free, hit, overlapping, undecided } = seen;
        assert.ok(Math.min(free, hit, overlapping) >= shareOf(100), JSON.stringify(seen));
        assert.ok(method !== 'certified' || undecided === 0, JSON.stringify(seen));
    });
}

test('first contact works with slacks of all sizes', () => {
    const size = fc.constantFrom(0, 1e-12, 1e-6, 1e-3, 0.1);
    fc.assert(
        fc.property(anyMovingBody, anyMovingBody, size, size, (p, q, distanceTolerance, width) => {
            const [a, b] = [made(p), made(q)];
            const options = {
                from: 0,
                to: 1,
                distanceTolerance,
                tolerance: Math.max(width, 1e-10),
            };
            const answer = g.firstContact(a.shape, b.shape, a.motion, b.motion, options);
            const delta = Math.max(distanceTolerance / 4, 1e-10);
            const truth = firstContact(a.body, b.body, 0, 1, { delta });
            assert.equal(faultOfFirst(a.body, b.body, options, answer, truth), null);
            for (const thing of [a.shape, b.shape, a.motion, b.motion]) thing.free();
        }),
        { numRuns: 3000, seed: 92 },
    );
});

test('a body moved until it just grazes is never late, and nothing deeper than the slack is missed', () => {
    const seen = newTally();
    const shift = fc.constantFrom(0, 1e-14, 1e-11, 1e-10, 1e-9, 1e-8, 1e-6, 1e-4);
    const side = fc.constantFrom(-1, 1);
    fc.assert(
        fc.property(anyMovingBody, movingBodyOf(4, 6, 1), shift, side, (p, q, amount, sign) => {
            const first = made(p);
            const [x, y] = [q.segments[0].x, q.segments[0].y];
            for (let k = 0; k < 4; k++) {
                const b = made(q);
                const { separation, time, normal } = g.clearance(
                    first.shape,
                    b.shape,
                    first.motion,
                    b.motion,
                    { from: 0, to: 1, distanceTolerance: 1e-12, maxIterations: 2000 },
                );
                b.shape.free();
                b.motion.free();
                if (time === null || normal === null) break;
                x[0] += normal.x * (sign * amount - separation[1]);
                y[0] += normal.y * (sign * amount - separation[1]);
            }
            const second = made(q);
            const distanceTolerance = 1e-9 * Math.max(first.body.size, second.body.size, 0.1);
            const options = { from: 0, to: 1, distanceTolerance, tolerance: 1e-9 };
            const answer = g.firstContact(
                first.shape,
                second.shape,
                first.motion,
                second.motion,
                options,
            );
            assert.equal(faultOfFirst(first.body, second.body, options, answer), null);
            seen[answer.status]++;
            for (const { shape, motion } of [first, second]) {
                shape.free();
                motion.free();
            }
        }),
        { numRuns: 2500, seed: 93 },
    );
    assert.ok(Math.min(seen.free, seen.hit, seen.grazing) >= shareOf(50), JSON.stringify(seen));
});

test('intervals of contact are in order, none missed, none invented', () => {
    let most = 0;
    forPairs(anyMovingBody, anyMovingBody, 4000, 94, (a, b, size) => {
        const options = { from: 0, to: 1, distanceTolerance: 1e-9 * size, tolerance: 1e-9 };
        const intervals = g.contactIntervals(a.shape, b.shape, a.motion, b.motion, options);
        assert.equal(faultOfIntervals(a.body, b.body, options, intervals), null);
        const runs = contactRuns(a.body, b.body, 0, 1, { delta: options.distanceTolerance });
        if (runs.every(({ certain }) => certain) && runs.length > intervals.length) {
            assert.fail(`${intervals.length} of ${runs.length}`);
        }
        most = Math.max(most, intervals.length);
    });
    assert.ok(most >= shareOf(20), `${most}`);
});

test('the least separation lies between the bounds of the clearance, and the upper one is reached', () => {
    const calmMovingBody = fc.oneof(movingBodyOf(2, 3), movingBodyOf(4, 20), movingBodyOf(20, 1));
    forPairs(calmMovingBody, calmMovingBody, 3000, 95, (a, b, size) => {
        const options = { from: 0, to: 1, distanceTolerance: 1e-4 * size, tolerance: 0 };
        const { from, to, distanceTolerance } = options;
        const answer = g.clearance(a.shape, b.shape, a.motion, b.motion, {
            from,
            to,
            distanceTolerance,
        });
        const fault = faultOfClearance(a.body, b.body, options, answer, { width: 1e-4 * size });
        assert.equal(fault, null);
    });
});

test('poses, and separations over time, agree with the oracle', () => {
    const times = fc.array(real(-1, 3), { maxLength: 8 });
    fc.assert(
        fc.property(anyMovingBody, anyMovingBody, times, (p, q, list) => {
            const [a, b] = [made(p), made(q)];
            const over = g.separationsAt(a.shape, b.shape, a.motion, b.motion, list);
            list.forEach((t, k) => {
                const expected = separationAt(a.body, b.body, t);
                const error = roundingOf(a.body, b.body, t, t);
                if (expected === Infinity) assert.equal(over[k], Infinity);
                else assert.ok(Math.abs(over[k] - expected) <= error, `${over[k]}, ${expected}`);
                const { segments, ends } = p;
                const [first, last] = [segments[0], segments[segments.length - 1]];
                const pose = a.motion.pose(t);
                const isGone =
                    (t < first.t0 && ends.before === 'vanish') ||
                    (t > last.t1 && ends.after === 'vanish');
                assert.equal(pose === null, isGone);
                if (pose === null) return;
                const at = Math.min(Math.max(t, first.t0), last.t1);
                const segment = segments.findLast(({ t0 }) => t0 <= at) ?? first;
                const place = placeAt(segment, at);
                const near = 1e-11 * (10 + Math.abs(place.x) + Math.abs(place.y));
                assert.ok(Math.abs(pose.x - place.x) <= near, `${pose.x}, ${place.x}`);
                assert.ok(Math.abs(pose.y - place.y) <= near, `${pose.y}, ${place.y}`);
                assert.ok(Math.abs(pose.angle - place.angle) <= 1e-12 * (1 + Math.abs(pose.angle)));
            });
            for (const thing of [a.shape, b.shape, a.motion, b.motion]) thing.free();
        }),
        { numRuns: 2000, seed: 96 },
    );
});

test('far from the origin, late in time, at any size, first contacts are never late, missed or invented', () => {
    const power = (/** @type {number} */ most) =>
        fc.integer({ min: -most, max: most }).map((k) => 2 ** k);
    const one = fc.oneof(movingBodyOf(2, 3, 1), movingBodyOf(2, 30, 1));
    const place = fc.constantFrom(0, 691_607, -5_334_766);
    const epoch = fc.constantFrom(0, 1000, 1e7);
    const seen = newTally();
    fc.assert(
        fc.property(
            one,
            one,
            power(12),
            power(12),
            place,
            epoch,
            (p, q, length, clock, x0, late) => {
                const t0 = late * clock;
                const [a, b] = [p, q].map(({ points, radius, segments, ends }) => {
                    const [segment] = segments;
                    const scaled = (/** @type {number[]} */ terms, /** @type {number} */ unit) =>
                        terms.map((term, k) => (unit * term) / clock ** k);
                    const [first, ...others] = scaled(segment.x, length);
                    return made({
                        points: points.map((point) => point.map((v) => Math.fround(v * length))),
                        radius: Math.fround(radius * length),
                        segments: [
                            {
                                t0: t0 + segment.t0 * clock,
                                t1: t0 + segment.t1 * clock,
                                x: [x0 + first, ...others],
                                y: scaled(segment.y, length),
                                angle: scaled(segment.angle, 1),
                                pivot: { x: segment.pivot.x * length, y: segment.pivot.y * length },
                            },
                        ],
                        ends,
                    });
                });
                const [from, to] = [t0, t0 + clock];
                // The part covers the rounding of times, and the motion from one double to the next.
                const part = Math.max(1e-9, 1e-12 * late);
                const distanceTolerance = part * Math.max(a.body.size, b.body.size, 0.1 * length);
                const tolerance = Math.max(1e-9 * clock, 64 * 2 ** -53 * to);
                const options = { from, to, distanceTolerance, tolerance };
                const answer = g.firstContact(a.shape, b.shape, a.motion, b.motion, options);
                assert.equal(faultOfFirst(a.body, b.body, options, answer), null);
                seen[answer.status]++;
                for (const thing of [a.shape, b.shape, a.motion, b.motion]) thing.free();
            },
        ),
        { numRuns: 2000, seed: 98 },
    );
    assert.ok(
        Math.min(seen.free, seen.hit, seen.overlapping) >= shareOf(100),
        JSON.stringify(seen),
    );
});

test('bounds hold at every instant', () => {
    const stretch = fc
        .tuple(real(-0.5, 2.5), real(-0.5, 2.5))
        .map((ends) => ends.sort((s, t) => s - t));
    fc.assert(
        fc.property(anyMovingBody, stretch, (movingBody, [from, to]) => {
            const { shape, motion, body } = made(movingBody);
            const bounds = motion.bounds(from, to, shape);
            const slack = 1e-12 * (1 + roundingOf(body, body, motion.t0, motion.t1) / 2 ** -53);
            const inside = (/** @type {number} */ v, /** @type {number[]} */ [lo, hi]) =>
                assert.ok(v >= lo - slack && v <= hi + slack, `${v} in ${lo} .. ${hi}`);
            const h = (to - from) / 500;
            /** @type {{ x: number, y: number, angle: number, of: number[][] } | null} */
            let last = null;
            for (let k = 0; k <= 500; k++) {
                const pose = motion.pose(Math.min(from + k * h, to));
                if (pose === null) continue;
                const [cos, sin] = [Math.cos(pose.angle), Math.sin(pose.angle)];
                const of = movingBody.points.map(([x, y]) => [
                    pose.x + cos * x - sin * y,
                    pose.y + sin * x + cos * y,
                ]);
                inside(pose.angle, bounds.angle);
                inside(pose.x, bounds.x);
                inside(pose.y, bounds.y);
                if (last !== null) {
                    const { x, y, angle } = last;
                    const way = Math.hypot(pose.x - x, pose.y - y);
                    assert.ok(
                        Math.abs(pose.angle - angle) <= bounds.angularVelocity * h + 2 * slack,
                    );
                    assert.ok(way <= bounds.speed * h + 2 * slack);
                    last.of.forEach(([u, v], i) => {
                        const moved = Math.hypot(of[i][0] - u, of[i][1] - v);
                        assert.ok(moved <= bounds.pointSpeed * h + 2 * slack);
                    });
                }
                last = { ...pose, of };
            }
            assert.equal(motion.bounds(from, to).pointSpeed, bounds.speed);
            shape.free();
            motion.free();
        }),
        { numRuns: 500, seed: 97 },
    );
});
