import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync as createScalar } from 'graze/scalar';
import {
    faultOfClearance,
    faultOfFirst,
    faultOfIntervals,
    roundingOf,
    separationAt,
} from '../oracle/motion_oracle.js';
import {
    bodiesOf,
    CASES,
    firstContact,
    g,
    holds,
    isDegenerate,
    MOVING,
    made,
    near,
    queryOptions,
    release,
    roundingOfCase,
} from './setup.js';

/**
 * Tests certified cases and exact moving pairs: verdicts, times, intervals, clearances.
 *
 * @import { Made } from './setup.js'
 */

test('49 certified cases: the verdict is right, and the first contact is in a bracket of 1e-9 of the time', () => {
    const seen = { free: 0, hit: 0, grazing: 0, overlapping: 0, undecided: 0 };
    for (const c of CASES) {
        const [a, b] = bodiesOf(c);
        const { from, to } = queryOptions(c, a, b);
        const answer = firstContact(a, b, { from, to });
        const { expected } = c;
        seen[answer.status]++;
        assert.equal(faultOfFirst(a.body, b.body, queryOptions(c, a, b), answer), null, c.id);
        if (!isDegenerate(c)) assert.equal(answer.status !== 'free', expected.contact, c.id);
        if (answer.time !== null) {
            const shift = roundingOfCase(c) / (expected.closingRate ?? Infinity);
            holds(answer.time, expected.tFirst, expected.tolT + shift, c.id);
            const width = answer.time[1] - answer.time[0];
            assert.ok(isDegenerate(c) || width <= 1e-9 * (to - from), `${c.id}: ${width}`);
        }
        if (expected.contact && expected.sep0 < 0) {
            assert.deepEqual([answer.status, answer.time], ['overlapping', [from, from]], c.id);
        }
        release(a, b);
    }
    assert.deepEqual([seen.overlapping, seen.undecided], [3, 0]);
});

test('exact tangencies end within the iteration limit, as grazes', () => {
    for (const c of CASES.filter(isDegenerate)) {
        const [a, b] = bodiesOf(c);
        const { from, to } = queryOptions(c, a, b);
        const answer = firstContact(a, b, { from, to });
        const intervals = g.contactIntervals(a.shape, b.shape, a.motion, b.motion, { from, to });
        // Rounding the outline of this case makes it deeper than the slack.
        const expected = c.id === 'bar-parallel-face-slam' ? 'hit' : 'grazing';
        assert.equal(answer.status, expected, c.id);
        assert.ok(answer.iterations < 4096, `${c.id}: ${answer.iterations}`);
        assert.deepEqual(
            intervals.map(({ status }) => status),
            [expected],
            c.id,
        );
        release(a, b);
    }
});

test('49 certified cases: exactly the intervals of contact are found', () => {
    for (const c of CASES) {
        const [a, b] = bodiesOf(c);
        const options = queryOptions(c, a, b);
        const { from, to } = options;
        const answer = g.contactIntervals(a.shape, b.shape, a.motion, b.motion, { from, to });
        assert.equal(faultOfIntervals(a.body, b.body, options, answer), null, c.id);
        const { nIntervals, intervals, tolT, closingRate } = c.expected;
        if (c.id === 'arc-vs-wall') {
            // Rounding its outlines opens a gap where they touch from inside.
            assert.equal(answer.length, 2, c.id);
            release(a, b);
            continue;
        }
        assert.equal(answer.length, nIntervals, c.id);
        // Ends other than the first may be more oblique.
        const error =
            30 * ((tolT ?? 0) + roundingOfCase(c) / (closingRate ?? 1)) + 1e-9 * (to - from);
        answer.forEach(({ begin, end }, k) => {
            holds(begin, intervals[k][0], error, `${c.id} ${k}`);
            holds(end, intervals[k][1], error, `${c.id} ${k}`);
        });
        release(a, b);
    }
});

test('a tangency from inside does not split an interval', () => {
    // The motion is that of arc-vs-wall, with float32 outlines: flush at a quarter turn, without a gap.
    const bar = g.polygon([
        [-2.25, -16],
        [2.25, -16],
        [2.25, -14.125],
        [-2.25, -14.125],
    ]);
    const wall = g.box(0.25, 60);
    const way = g.motion.linear({ t0: 0, t1: 6, x: 0, y: 0, angularVelocity: 0.5 });
    const still = g.motion.static({ x: 14 });
    const intervals = g.contactIntervals(bar, wall, way, still);
    assert.deepEqual(
        intervals.map(({ status }) => status),
        ['hit'],
    );
    near(g.separationsAt(bar, wall, way, still, [Math.PI])[0], 0, 1e-14);
});

test('49 certified cases: the least separation lies between the bounds of the clearance', () => {
    for (const c of CASES) {
        const [a, b] = bodiesOf(c);
        const { from, to } = queryOptions(c, a, b);
        const slack = c.expected.tolSep;
        const options = { from, to, distanceTolerance: slack, maxIterations: 2 ** 20 };
        const { separation, time, ...rest } = g.clearance(
            a.shape,
            b.shape,
            a.motion,
            b.motion,
            options,
        );
        const [lo, hi] = separation;
        const error = slack + roundingOfCase(c);
        assert.ok(lo <= c.expected.minSep + error && hi >= c.expected.minSep - error, c.id);
        const rounding = 4 * roundingOf(a.body, b.body, from, to);
        assert.ok(hi - lo <= slack + 4 * rounding, `${c.id}: ${hi - lo}`);
        assert.ok(time !== null && time >= from && time <= to, c.id);
        near(separationAt(a.body, b.body, time), hi, rounding, c.id);
        const { pointA, pointB, normal } = rest;
        assert.ok(pointA !== null && pointB !== null && normal !== null, c.id);
        const along = (pointB.x - pointA.x) * normal.x + (pointB.y - pointA.y) * normal.y;
        const far = Math.abs(pointA.x) + Math.abs(pointA.y);
        near(along, hi, rounding + 1e-9 * Math.abs(hi) + 2 ** -50 * far, c.id);
        release(a, b);
    }
});

test('the clearance agrees with the oracle', () => {
    for (const c of CASES) {
        const [a, b] = bodiesOf(c);
        const options = {
            ...queryOptions(c, a, b),
            distanceTolerance: 1e-3 * Math.max(a.body.size, b.body.size),
        };
        const { from, to, distanceTolerance } = options;
        const answer = g.clearance(a.shape, b.shape, a.motion, b.motion, {
            from,
            to,
            distanceTolerance,
        });
        const fault = faultOfClearance(a.body, b.body, options, answer, {
            width: distanceTolerance,
        });
        assert.equal(fault, null, c.id);
        release(a, b);
    }
});

test('separations over time agree with the oracle', () => {
    for (const c of CASES) {
        const [a, b] = bodiesOf(c);
        const times = Array.from({ length: 41 }, (_, k) => c.T0 + ((c.T1 - c.T0) * k) / 40);
        const over = g.separationsAt(a.shape, b.shape, a.motion, b.motion, times);
        const error = 2 * roundingOf(a.body, b.body, c.T0, c.T1);
        times.forEach((t, k) => {
            near(over[k], separationAt(a.body, b.body, t), error, `${c.id} at ${t}`);
        });
        near(over[0], c.expected.sep0, 1e-6 * (1 + Math.abs(over[0])), c.id);
        near(over[40], c.expected.sep1, 1e-6 * (1 + Math.abs(over[40])), c.id);
        assert.equal(g.separationsAt(a.shape, b.shape, a.motion, b.motion, []).length, 0);
        release(a, b);
    }
});

test('the scalar build gives the same bits', () => {
    const scalar = createScalar();
    for (const c of CASES) {
        const answers = [g, scalar].map((instance) => {
            const [a, b] = bodiesOf(c, instance);
            const { from, to } = queryOptions(c, a, b);
            const pair = /** @type {const} */ ([a.shape, b.shape, a.motion, b.motion]);
            const answer = [
                instance.firstContact(...pair, { from, to }),
                instance.study.firstContact(...pair, { from, to, method: 'pcda' }),
                instance.contactIntervals(...pair, { from, to }),
                instance.clearance(...pair, { from, to, distanceTolerance: 1e-3 }),
                instance.separationsAt(...pair, [from, (from + to) / 3, to]),
                a.motion.bounds(from, to, a.shape),
                b.motion.bounds(from, to, b.shape),
            ];
            release(a, b);
            return answer;
        });
        assert.deepEqual(answers[0], answers[1], c.id);
    }
});

/** @param {any} c @returns {Made[]} */
function movingBodiesOf(c) {
    /** @param {number[]} place @param {number[]} way @param {number} turn */
    const straight = ([x, y], [vx, vy], turn = 0) => [
        { t0: 0, t1: 1, x: [x, vx], y: [y, vy], angle: [0, turn] },
    ];
    if (c.kind === 'rotating') {
        return [c.a, c.b].map((body) => {
            return made({ points: body.local, segments: straight(body.c, body.v, body.w) });
        });
    }
    const home = [0, 0];
    return [
        made({
            points: c.a ?? [home],
            radius: c.ra ?? 0,
            segments: straight(c.pa ?? home, c.va),
        }),
        made({
            points: c.b ?? [home],
            radius: c.rb ?? 0,
            segments: straight(c.pb ?? home, c.vb),
        }),
    ];
}

test('165 exact moving pairs, 30 of them turning: verdict, begin and end are right', () => {
    /** @type {Record<string, number>} */
    const seen = {};
    for (const c of MOVING) {
        const [a, b] = movingBodiesOf(c);
        const { status, time } = firstContact(a, b, { from: 0, to: 1 });
        const pair = /** @type {const} */ ([a.shape, b.shape, a.motion, b.motion]);
        const intervals = g.contactIntervals(...pair, { from: 0, to: 1 });
        assert.equal(status !== 'free', c.hit, c.id);
        assert.equal(intervals.length > 0, c.hit, c.id);
        seen[`${c.initial} ${status}`] = (seen[`${c.initial} ${status}`] ?? 0) + 1;
        if (c.initial === 'overlapping') assert.equal(status, 'overlapping', c.id);
        else assert.notEqual(status, 'overlapping', c.id);
        if (c.hit) {
            // A graze begins when the distance falls below the slack, earlier by about the root of it.
            const slack = c.grazing ? 1e-4 : 1e-12;
            holds(time, c.t0 ?? (c.t_lo + c.t_hi) / 2, slack, c.id);
            if (c.initial === 'touching') assert.equal(time?.[0], 0, c.id);
            if (c.t1 !== undefined && !c.grazing) {
                assert.equal(intervals.length, 1, c.id);
                const error = c.initial === 'touching' ? 1e-8 : 1e-12;
                holds(intervals[0].end, Math.min(c.t1, 1), error, c.id);
            }
        }
        release(a, b);
    }
    assert.equal(MOVING.length, 165);
    assert.ok(seen['disjoint free'] === 88 && seen['disjoint hit'] >= 40, JSON.stringify(seen));
});
