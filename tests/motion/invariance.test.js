import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOfFirst } from '../oracle/motion_oracle.js';
import { bodiesOf, CASES, firstContact, g, made, near, queryOptions, release } from './setup.js';

/**
 * Tests that exchanged, shifted, delayed and scaled bodies give the same answers.
 *
 * @import { Segment } from '../oracle/motion_oracle.js'
 * @import { MovingBody } from './setup.js'
 */

test('traceContact returns the answer of firstContact, and the times of its evaluations', () => {
    for (const c of CASES) {
        const [a, b] = bodiesOf(c);
        const { from, to } = queryOptions(c, a, b);
        const pair = /** @type {const} */ ([a.shape, b.shape, a.motion, b.motion]);
        for (const method of /** @type {const} */ (['certified', 'conservative', 'bcda', 'pcda'])) {
            const options = { from, to, method };
            const { evaluations, ...contact } = g.study.traceContact(...pair, options);
            assert.deepEqual(contact, g.study.firstContact(...pair, options), c.id);
            assert.equal(evaluations.length, contact.iterations);
            assert.equal(evaluations[0], from);
            assert.ok(evaluations.every((time) => time >= from && time <= to));
            // The printed times only increase, and the bodies are separated from one evaluation to the next.
            if (method !== 'bcda' && method !== 'pcda') continue;
            assert.ok(evaluations.every((time, i) => i === 0 || time > evaluations[i - 1]));
        }
        release(a, b);
    }
    const [disc, still] = [g.disc(1), g.motion.static()];
    const early = g.motion.linear(
        { t0: 0, t1: 1, x: 5, y: 0 },
        { before: 'vanish', after: 'vanish' },
    );
    const late = g.motion.linear({ t0: 2, t1: 3, x: 5, y: 0 }, { before: 'vanish' });
    assert.deepEqual(g.study.traceContact(disc, disc, early, late).evaluations, []);
    const deep = g.study.traceContact(disc, disc, still, still);
    assert.deepEqual([deep.status, deep.evaluations], ['overlapping', [0]]);
});

test('exchanged bodies have the same verdict and intervals, and the opposite normal', () => {
    for (const c of CASES) {
        const [a, b] = bodiesOf(c);
        const { from, to } = queryOptions(c, a, b);
        const forth = firstContact(a, b, { from, to });
        const back = firstContact(b, a, { from, to });
        assert.equal(back.status, forth.status, c.id);
        if (forth.time !== null && back.time !== null) {
            const error = 2e-9 * (to - from) * (forth.status === 'grazing' ? 1e5 : 1);
            near(back.time[0], forth.time[0], error, c.id);
            near(back.time[1], forth.time[1], error, c.id);
        }
        const pair = /** @type {const} */ ([a.shape, b.shape, a.motion, b.motion]);
        const other = /** @type {const} */ ([b.shape, a.shape, b.motion, a.motion]);
        const intervals = g.contactIntervals(...pair, { from, to });
        assert.equal(g.contactIntervals(...other, { from, to }).length, intervals.length, c.id);
        const clear = [pair, other].map((one) =>
            g.clearance(...one, { from, to, distanceTolerance: 1e-4 }),
        );
        const [p, q] = clear.map(({ separation }) => separation);
        assert.ok(p[0] <= q[1] + 1e-12 && q[0] <= p[1] + 1e-12, c.id);
        release(a, b);
    }
});

/** Returns a case on a grid fine enough for shifts to be exact. @param {any} c @returns {MovingBody[]} */
function gridded(c) {
    const snap = (/** @type {number} */ v) => Math.round(v * 2 ** 12) / 2 ** 12;
    return [c.A, c.B].map(({ shape, motion }) => ({
        points: shape.verts,
        radius: shape.radius,
        // Only the last piece is taken, because pieces would no longer join.
        segments: motion.pieces.slice(-1).map((/** @type {any} */ { x, y, angle, t0, t1 }) => ({
            t0: snap(t0),
            t1: snap(t1),
            x: x.map(snap),
            y: y.map(snap),
            angle,
        })),
    }));
}

test('in UTM coordinates every bit of the answer is the same', () => {
    for (const c of CASES) {
        const bodies = gridded(c);
        const answers = [0, 1].map((far) => {
            const [a, b] = bodies.map(({ points, radius, segments }) => {
                const moved = segments.map(({ x, y, ...rest }) => ({
                    ...rest,
                    x: [x[0] + far * 691_607, ...x.slice(1)],
                    y: [y[0] + far * 5_334_766, ...y.slice(1)],
                }));
                return made({ points, radius, segments: moved });
            });
            const { status, time, separation, normal, featureA, featureB } = firstContact(a, b);
            const pair = /** @type {const} */ ([a.shape, b.shape, a.motion, b.motion]);
            const answer = [
                { status, time, gap: separation, normal, featureA, featureB },
                g.contactIntervals(...pair),
                g.clearance(...pair, { distanceTolerance: 1e-4 }).separation,
            ];
            release(a, b);
            return answer;
        });
        assert.deepEqual(answers[1], answers[0], c.id);
    }
});

test('at 1.6e9 seconds the answers are the same, to the resolution of double there', () => {
    const epoch = 1.6e9;
    const ulp = 2 ** -22;
    for (const c of CASES.filter((one) => one.T1 - one.T0 <= 10)) {
        const bodies = gridded(c);
        const [now, then] = [0, epoch].map((shift) => {
            const [a, b] = bodies.map(({ points, radius, segments }) => {
                const moved = segments.map(({ t0, t1, ...rest }) => ({
                    ...rest,
                    t0: t0 + shift,
                    t1: t1 + shift,
                }));
                return made({ points, radius, segments: moved });
            });
            const from = Math.min(a.motion.t0, b.motion.t0);
            const to = Math.max(a.motion.t1, b.motion.t1);
            const answer = firstContact(a, b, { from, to });
            const options = {
                from,
                to,
                distanceTolerance: 1e-9 * Math.max(a.body.size, b.body.size),
                tolerance: 1e-8,
            };
            options.tolerance = Math.max(
                1e-9 * (options.to - options.from),
                shift > 0 ? 16 * ulp : 0,
            );
            assert.equal(faultOfFirst(a.body, b.body, options, answer), null, c.id);
            release(a, b);
            return answer;
        });
        const isFine = now.status === 'grazing' || then.status === 'grazing';
        if (!isFine) assert.equal(then.status, now.status, c.id);
        if (isFine || now.time === null || then.time === null) continue;
        assert.ok(then.time[0] - epoch <= now.time[1] + ulp, c.id);
        assert.ok(then.time[1] - epoch >= now.time[0] - ulp, c.id);
    }
});

/*
 * The bodies touch for a second and then move at 850, on a clock whose ulp is 2.4e-7. The end of a graze is bisected
 * down to an overlap that is barely deeper than rounding; it was rounded up to the next time of the clock, by then 2e-4
 * deep. The inner end of a bracket in which they touch for a while, before or after an overlap, is an overlap.
 */
test('bodies that touch and then move fast, at 1.6e9 seconds, have nothing deep in the bracket of a graze', () => {
    const t = 1.6e9;
    const distanceTolerance = 1e-9;
    const disc = { points: [[0, 0]], radius: 2 };
    const rests = { ...disc, segments: [{ t0: t, t1: t + 1, x: [0], y: [0] }] };
    const touches = { t0: t, t1: t + 1, x: [0], y: [4] };
    const sinks = { t0: t + 1, t1: t + 1.5, x: [0], y: [4, -850] };
    const leaves = { t0: t + 1, t1: t + 1.5, x: [0], y: [4, 850] };
    const rises = { t0: t - 0.5, t1: t, x: [0], y: [4 - 425, 850] };
    const options = { from: t - 1, to: t + 2, distanceTolerance, tolerance: 8 * 2 ** -22 };
    /** @param {Segment[]} segments */
    const answersOf = (segments) => {
        const [a, b] = [made(rests), made({ ...disc, segments })];
        const [forth, back] = [
            [a, b],
            [b, a],
        ].map(([p, q]) => {
            const pair = /** @type {const} */ ([p.shape, q.shape, p.motion, q.motion, options]);
            const first = g.firstContact(...pair);
            const intervals = g.contactIntervals(...pair);
            assert.equal(faultOfFirst(p.body, q.body, options, first), null);
            return { first, intervals };
        });
        assert.deepEqual([back.first.time, back.intervals], [forth.first.time, forth.intervals]);
        release(a, b);
        return forth;
    };

    const into = answersOf([touches, sinks]);
    assert.deepEqual([into.first.status, into.first.time], ['hit', [t - 1, t + 1 + 2 ** -22]]);
    assert.deepEqual(into.intervals.length, 1);
    assert.deepEqual(
        [into.intervals[0].status, into.intervals[0].begin],
        ['hit', [t - 1, t + 1 + 2 ** -22]],
    );

    const away = answersOf([touches, leaves]);
    assert.deepEqual([away.first.status, away.first.time], ['grazing', [t - 1, t + 1]]);

    const through = answersOf([rises, touches, leaves]);
    assert.deepEqual([through.first.status, through.intervals.length], ['hit', 1]);
    // Everything after it is free, and they overlap before it: both ends are rounded outwards.
    assert.deepEqual(through.intervals[0].end, [t - 2 ** -22, t + 1 + 2 ** -22]);
});

test('shapes and times a thousand times larger or smaller give the same answers', () => {
    const c = CASES.find(({ id }) => id === 'random-01');
    const [a, b] = bodiesOf(c);
    const { time } = firstContact(a, b);
    assert.ok(time !== null);
    for (const [length, clock] of [
        [2 ** 10, 1],
        [2 ** -10, 1],
        [1, 2 ** 10],
        [1, 2 ** -20],
        [2 ** 20, 2 ** 20],
    ]) {
        const [p, q] = [c.A, c.B].map(({ shape, motion }) => {
            const { t0, t1, x, y, angle } = motion.pieces[0];
            /** @param {number[]} terms @param {number} unit */
            const scaled = (terms, unit) => terms.map((term, k) => (term * unit) / clock ** k);
            return made({
                points: shape.verts.map((/** @type {number[]} */ [u, v]) => [
                    u * length,
                    v * length,
                ]),
                radius: shape.radius * length,
                segments: [
                    {
                        t0: t0 * clock,
                        t1: t1 * clock,
                        x: scaled(x, length),
                        y: scaled(y, length),
                        angle: scaled(angle, 1),
                    },
                ],
            });
        });
        const { time: other } = firstContact(p, q);
        near((other?.[0] ?? Number.NaN) / clock, time[0], 1e-12, `${length} ${clock}`);
        near((other?.[1] ?? Number.NaN) / clock, time[1], 1e-12, `${length} ${clock}`);
        release(p, q);
    }
    release(a, b);
});
