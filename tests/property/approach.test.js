import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import fc from '../fast_check.js';
import { meetingOfDiscs, meetingWithBox } from '../oracle/interval_oracle.js';
import { order, rational, toNumber } from '../oracle/rational.js';

/**
 * @import { MovingDisc, Box } from 'graze'
 * @import { Meeting } from '../oracle/interval_oracle.js'
 */

const g = createSync();

/** The unit roundoff of double. */
const U = 2 ** -53;

/** Half-integers: every intermediate result is a short fraction, and ties are common. */
const lattice = fc.integer({ min: -16, max: 16 }).map((k) => k / 2);
const real = fc.double({ min: -8, max: 8, noNaN: true });
const mixed = fc.oneof(lattice, real);

/**
 * Returns moving discs at a position and a time that may be far from 0, and of any length.
 *
 * @param {import('fast-check').Arbitrary<number>} value
 */
const segmentOf = (value) =>
    fc
        .record({
            x: value,
            y: value,
            vx: value,
            vy: value,
            t0: value,
            span: value.map(Math.abs),
            radius: value.map((v) => Math.abs(v) / 4),
        })
        .map(({ span, ...rest }) => ({ ...rest, t1: rest.t0 + span }));

/** @param {import('fast-check').Arbitrary<number>} value */
const boxOf = (value) =>
    fc.record({ x: value, y: value, width: value.map(Math.abs), height: value.map(Math.abs) });

/**
 * @param {MovingDisc} s
 * @param {number} place
 * @param {number} time
 * @param {number} factor
 * @returns {MovingDisc}
 */
const displaced = (s, place, time, factor) => ({
    ...s,
    x: s.x + place,
    y: s.y - place,
    t0: s.t0 + time,
    t1: s.t0 + time + (s.t1 - s.t0) * factor,
});

/** Returns the largest of the lengths that a pair's gap is computed from: the unit of its rounding errors. */
function scaleOf(/** @type {MovingDisc} */ s, /** @type {any} */ other) {
    const from = Math.max(s.t0, other.t0 ?? s.t0);
    const to = Math.min(s.t1, other.t1 ?? s.t1);
    return Math.max(
        Math.abs(s.x - other.x),
        Math.abs(s.y - other.y),
        s.radius + (other.radius ?? 0),
        other.width ?? 0,
        other.height ?? 0,
        Math.hypot(s.vx, s.vy) * (Math.max(from, to) - s.t0),
        Math.hypot(other.vx ?? 0, other.vy ?? 0) * (Math.max(from, to) - (other.t0 ?? 0)),
    );
}

/**
 * Compares an answer with exact arithmetic. `exactly`: the verdict must be right in ties as well.
 *
 * @param {MovingDisc} s
 * @param {any} other
 * @param {Meeting | null} expected
 * @param {boolean} exactly
 */
function check(s, other, expected, exactly) {
    const { relation, separation, time } = g.closestApproach(s, other);
    const intervals = g.conflictIntervals(s, other);
    if (expected === null) {
        assert.deepEqual([relation, separation, time, intervals], [null, Infinity, 0, []]);
        return;
    }
    const scale = scaleOf(s, other);
    const slack = 16 * U * scale;
    const gap = toNumber(expected.gap);
    assert.ok(Math.abs(separation - gap) <= slack, `gap ${separation}, exactly ${gap}`);
    if (exactly || Math.abs(gap) > slack) {
        const verdict = /** @type {const} */ (['overlapping', 'touching', 'disjoint']);
        assert.equal(relation, verdict[expected.sign + 1]);
    }
    const window = [Math.max(s.t0, other.t0 ?? s.t0), Math.min(s.t1, other.t1 ?? s.t1)];
    const speed = Math.hypot(s.vx - (other.vx ?? 0), s.vy - (other.vy ?? 0));
    /** Returns the allowed error of the gap at a time that is a rounded double. */
    const slackAt = (/** @type {number} */ t) => slack + 8 * U * speed * Math.abs(t);
    const gapAt = (/** @type {number} */ t) => toNumber(expected.gapAt(rational(t)));
    assert.ok(window[0] <= time && time <= window[1], `time ${time}`);
    assert.ok(Math.abs(gapAt(time) - gap) <= slackAt(time), `not least at ${time}`);
    assert.equal(intervals.length, relation === 'disjoint' ? 0 : 1);
    for (const [lo, hi] of intervals) {
        assert.ok(window[0] <= lo && lo <= time && time <= hi && hi <= window[1]);
        for (const [end, bound] of [
            [lo, window[0]],
            [hi, window[1]],
        ]) {
            assert.ok(gapAt(end) <= slackAt(end), `no contact at ${end}`);
            assert.ok(end === bound || gapAt(end) >= -slackAt(end), `deep in contact at ${end}`);
        }
        if (expected.contact === null || gap > -1e-3 * scale) continue;
        // The overlap is deep enough that the ends are well determined.
        [lo, hi].forEach((end, k) => {
            const slackInTime = 1e-13 * (Math.abs(end) + scale / speed);
            const exact = toNumber(/** @type {any} */ (expected.contact)[k]);
            assert.ok(end === exact || Math.abs(end - exact) <= slackInTime, `${end} for ${exact}`);
        });
    }
}

/** Returns fast-check's settings, with a seed so that a failure can be repeated. */
const runs = (/** @type {number} */ numRuns, /** @type {number} */ seed) => ({ numRuns, seed });

test('discs on a lattice: every verdict is exact, including touches', () => {
    const segment = segmentOf(fc.integer({ min: -4, max: 4 }));
    let touches = 0;
    fc.assert(
        fc.property(segment, segment, (s, r) => {
            const expected = meetingOfDiscs(s, r);
            touches += Number(expected?.sign === 0);
            check(s, r, expected, true);
        }),
        runs(6000, 21),
    );
    assert.ok(touches > 5, `${touches} touches`);
});

test('a disc that grazes another along any integer direction touches it', () => {
    const directions = [
        [3, 4, 5],
        [-4, 3, 5],
        [5, 12, 13],
        [-15, 8, 17],
        [20, -21, 29],
        [0, -1, 1],
    ];
    for (const [p, q, length] of directions) {
        for (const reach of [0.25, 1, 1.75]) {
            for (const [vx, vy] of [
                [0, 0],
                [1.5, -2.25],
            ]) {
                const still = { x: 100, y: -7, vx, vy, t0: 1, t1: 9, radius: length * reach };
                const s = {
                    x: 100 - 3 * p - q * reach,
                    y: -7 - 3 * q + p * reach,
                    vx: p + vx,
                    vy: q + vy,
                    t0: 1,
                    t1: 8,
                    radius: 0,
                };
                check(s, still, meetingOfDiscs(s, still), true);
                assert.deepEqual(g.conflictIntervals(s, still), [[4, 4]]);
                assert.deepEqual(g.conflictIntervals(still, s), [[4, 4]]);
            }
        }
    }
});

test('discs: gap, time and ends of contact are those of exact arithmetic', () => {
    fc.assert(
        fc.property(
            segmentOf(mixed),
            segmentOf(mixed),
            fc.constantFrom(0, 0, 1e3, 1e6, 2 ** 33),
            fc.constantFrom(0, 0, 1e3, 1e6, 2 ** 33),
            fc.constantFrom(1, 1, 1e-6, 1e4, 1e10),
            (s, r, place, time, factor) => {
                const [p, q] = [s, r].map((o) => displaced(o, place, time, factor));
                check(p, q, meetingOfDiscs(p, q), false);
            },
        ),
        runs(4000, 22),
    );
});

test('a disc and a rectangle: gap, time and ends of contact are those of exact arithmetic', () => {
    fc.assert(
        fc.property(
            segmentOf(mixed),
            boxOf(mixed),
            fc.constantFrom(0, 0, 1e3, 1e6),
            fc.constantFrom(0, 0, 1e3, 2 ** 33),
            fc.constantFrom(1, 1, 1e-6, 1e4),
            (s, /** @type {Box} */ box, place, time, factor) => {
                const p = displaced(s, place, time, factor);
                const b = { ...box, x: box.x + place, y: box.y - place };
                check(p, b, meetingWithBox(p, b), false);
            },
        ),
        runs(3000, 23),
    );
});

test('inside a rectangle the least gap may last; its time is the first', () => {
    const box = { x: 0, y: 0, width: 4, height: 2 };
    const s = { x: -5, y: 0.25, vx: 1, vy: 0, t0: 0, t1: 10, radius: 0.5 };
    const answer = { relation: 'overlapping', separation: -1.25, time: 3.75 };
    assert.deepEqual(g.closestApproach(s, box), answer);
    assert.deepEqual(g.closestApproach({ ...s, x: 5, vx: -1 }, box), answer);
    const beside = { ...s, y: 3, radius: 0.5 };
    assert.deepEqual(g.closestApproach(beside, box), {
        relation: 'disjoint',
        separation: 1.5,
        time: 3,
    });
});

test('sizes of any order, from 1e-140 to 1e140, give no NaN, and the right gap', () => {
    const value = fc
        .tuple(
            fc.integer({ min: -460, max: 460 }),
            fc.double({ min: 0.5, max: 1, noNaN: true }),
            fc.constantFrom(-1, 1),
        )
        .map(([e, m, sign]) => sign * m * 2 ** e);
    const sized = fc.oneof(fc.constant(0), value);
    fc.assert(
        fc.property(segmentOf(sized), segmentOf(sized), boxOf(sized), (s, r, box) => {
            check(s, r, meetingOfDiscs(s, r), false);
            check(s, box, meetingWithBox(s, box), false);
        }),
        runs(1500, 24),
    );
});

test('the oracle: contact ends where the gap is zero, and contains the least gap', () => {
    fc.assert(
        fc.property(segmentOf(lattice), segmentOf(lattice), boxOf(lattice), (s, r, box) => {
            for (const meeting of [meetingOfDiscs(s, r), meetingWithBox(s, box)]) {
                if (meeting === null) continue;
                assert.equal(meeting.contact === null, meeting.sign > 0);
                if (meeting.contact === null) continue;
                const [lo, hi] = meeting.contact;
                assert.ok(order(lo, hi) <= 0);
                for (const t of [lo, hi]) assert.ok(toNumber(meeting.gapAt(t)) < 1e-50);
            }
        }),
        runs(1000, 25),
    );
});
