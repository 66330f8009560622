import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createSync } from 'graze';
import fc from '../fast_check.js';
import { inContact, leastGapSign, touchesBox } from '../oracle/interval_oracle.js';

/** @import { MovingDisc, Box } from 'graze' */

const g = createSync();

/** @param {Partial<MovingDisc>} [given] @returns {MovingDisc} */
function segment(given = {}) {
    return { x: 0, y: 0, vx: 0, vy: 0, t0: 0, t1: 10, radius: 0.5, ...given };
}

test('two discs that cross are in contact for the closed interval of overlap', () => {
    const east = segment({ vx: 1 });
    const south = segment({ x: 5, y: 5, vy: -1 });
    const half = Math.SQRT1_2;
    const [[lo, hi]] = g.conflictIntervals(east, south);
    assert.ok(Math.abs(lo - (5 - half)) < 1e-15 * 8 && Math.abs(hi - (5 + half)) < 1e-15 * 8);
    assert.deepEqual(g.closestApproach(east, south), {
        relation: 'overlapping',
        separation: -1,
        time: 5,
    });
});

test('touching is contact at one instant', () => {
    const passing = segment({ x: -5, y: 1, vx: 1 });
    const still = segment();
    assert.deepEqual(g.conflictIntervals(passing, still), [[5, 5]]);
    assert.deepEqual(g.closestApproach(passing, still), {
        relation: 'touching',
        separation: 0,
        time: 5,
    });
});

test('discs of equal velocities are in contact for all their common time, or never', () => {
    const lead = segment({ x: 1, vx: 3, vy: 4, t0: 0, t1: 6 });
    const near = segment({ x: 0.25, vx: 3, vy: 4, t0: 0, t1: 6 });
    assert.deepEqual(g.conflictIntervals(lead, near), [[0, 6]]);
    const far = segment({ x: -1, vx: 3, vy: 4, t0: 0, t1: 6 });
    assert.deepEqual(g.conflictIntervals(lead, far), []);
    assert.deepEqual(g.closestApproach(lead, far), {
        relation: 'disjoint',
        separation: 1,
        time: 0,
    });
});

test('without a common instant there is no relation; a single one counts', () => {
    const early = segment({ t1: 2 });
    const late = segment({ t0: 3 });
    assert.deepEqual(g.conflictIntervals(early, late), []);
    assert.deepEqual(g.closestApproach(early, late), {
        relation: null,
        separation: Infinity,
        time: 0,
    });
    assert.deepEqual(g.conflictIntervals(early, segment({ t0: 2 })), [[2, 2]]);
});

test('points meet only in one position', () => {
    const a = segment({ vx: 1, radius: 0 });
    const b = segment({ x: 4, y: 4, vy: -1, radius: 0 });
    assert.deepEqual(g.conflictIntervals(a, b), [[4, 4]]);
    assert.deepEqual(g.conflictIntervals(a, { ...b, y: 4.0000001 }), []);
});

test('answers are right far from the origin and late on the clock', () => {
    const [x, y, t] = [5e8, -4e8, 2 ** 30];
    const a = segment({ x, y, vx: 0.5, t0: t, t1: t + 16 });
    const b = segment({ x: x + 8, y: y + 0.5, vx: -0.5, t0: t, t1: t + 16 });
    const { separation, time } = g.closestApproach(a, b);
    assert.deepEqual([separation, time], [-0.5, t + 8]);
});

test('sizes near the ends of the range give finite answers', () => {
    for (const size of [1e-300, 1e-160, 1e-30, 1e30, 1e149]) {
        const a = segment({ vx: size, t1: 8, radius: size });
        const b = segment({ x: 8 * size, vx: -size, t1: 8, radius: size });
        const [[lo, hi]] = g.conflictIntervals(a, b);
        assert.ok(Math.abs(lo - 3) < 1e-14 && Math.abs(hi - 5) < 1e-14, String(size));
        assert.ok(Math.abs(g.closestApproach(a, b).separation / size + 2) < 1e-15, String(size));
    }
});

test('invalid moving discs are refused with their field', () => {
    const good = segment();
    const cases = /** @type {[any, string, string][]} */ ([
        [{ ...good, x: Number.NaN }, 'not-finite', 'first.x'],
        [{ ...good, radius: -1 }, 'out-of-range', 'first.radius'],
        [{ ...good, t1: -1 }, 'out-of-range', 'first'],
        [{ ...good, vx: 1e200 }, 'out-of-range', 'first.vx'],
        [{ ...good, vx: undefined }, 'wrong-type', 'first.vx'],
        [{ ...good, vx: undefined, Vx: 1 }, 'unknown-option', 'first'],
        [undefined, 'wrong-type', 'first'],
    ]);
    for (const [bad, code, argument] of cases) {
        assert.throws(() => g.conflictIntervals(bad, good), { code, argument });
    }
    assert.throws(() => g.closestApproach(good, { x: 0, y: 0, width: -1, height: 1 }), {
        code: 'out-of-range',
        argument: 'second.width',
    });
});

/** Lattice values make exact ties likely; the others are doubles of moderate size. */
const lattice = fc.integer({ min: -8, max: 8 }).map((k) => k / 2);
const real = fc.double({ min: -8, max: 8, noNaN: true }).map((v) => (Math.abs(v) < 1e-9 ? 0 : v));
const coordinate = fc.oneof(lattice, real);

const anySegment = fc
    .record({
        x: coordinate,
        y: coordinate,
        vx: coordinate,
        vy: coordinate,
        t0: coordinate.map(Math.abs),
        span: coordinate.map(Math.abs),
        radius: coordinate.map((v) => Math.abs(v) / 4),
    })
    .map(({ span, ...rest }) => ({ ...rest, t1: rest.t0 + span }));

/** Distance from a tie below which a verdict computed in double may be wrong. */
const TIE = 1e-13;

test('random and lattice pairs: verdicts are exact, and intervals end at the boundary', () => {
    fc.assert(
        fc.property(anySegment, anySegment, (s, r) => {
            const answer = g.closestApproach(s, r);
            const intervals = g.conflictIntervals(s, r);
            const sign = leastGapSign(s, r);
            if (sign === null) return answer.relation === null && intervals.length === 0;
            if (Math.abs(answer.separation) > TIE) {
                assert.equal(answer.relation === 'disjoint', sign > 0);
                assert.equal(answer.relation === 'overlapping', sign < 0);
            }
            assert.equal(intervals.length, answer.relation === 'disjoint' ? 0 : 1);
            for (const [lo, hi] of intervals) {
                const window = [Math.max(s.t0, r.t0), Math.min(s.t1, r.t1)];
                assert.ok(window[0] <= lo && lo <= answer.time);
                assert.ok(answer.time <= hi && hi <= window[1]);
                // The exact end of contact is known to the rounding of a root, which near a tie is sqrt(u).
                const slack = answer.separation < -1e-3 ? 1e-11 : 1e-6;
                const width = hi - lo;
                if (width > 4 * slack) {
                    assert.ok(inContact(s, r, lo + slack) && inContact(s, r, hi - slack));
                }
                if (lo - slack > window[0]) assert.ok(!inContact(s, r, lo - slack));
                if (hi + slack < window[1]) assert.ok(!inContact(s, r, hi + slack));
            }
            return true;
        }),
        { numRuns: 20_000, seed: 1 },
    );
});

test('lattice pairs with exact ties: touching is distinguished from both neighbors', () => {
    // Axis-parallel relative motion keeps every intermediate result an exact double.
    let touching = 0;
    for (let y = -12; y <= 12; y++) {
        for (let speed = 1; speed <= 4; speed++) {
            for (let r = 0; r <= 6; r++) {
                const s = segment({ x: -4, y: y / 4, vx: speed, radius: r / 4 });
                const still = segment({ radius: 0.5 });
                const sign = leastGapSign(s, still);
                const { relation } = g.closestApproach(s, still);
                const expected = sign === 0 ? 'touching' : sign === 1 ? 'disjoint' : 'overlapping';
                assert.equal(relation, expected);
                if (sign === 0) touching++;
            }
        }
    }
    assert.ok(touching > 20);
});

test('verdict, clearance and interval agree with each other, and swapping the discs changes nothing', () => {
    fc.assert(
        fc.property(anySegment, anySegment, (s, r) => {
            const { relation, separation } = g.closestApproach(s, r);
            const swapped = g.closestApproach(r, s);
            assert.equal(swapped.relation, relation);
            assert.equal(swapped.separation, separation);
            assert.deepEqual(g.conflictIntervals(r, s), g.conflictIntervals(s, r));
            if (relation === null) return;
            assert.equal(
                Math.sign(separation),
                { disjoint: 1, touching: 0, overlapping: -1 }[relation],
            );
        }),
        { numRuns: 5000, seed: 2 },
    );
});

const anyBox = fc.record({
    x: coordinate,
    y: coordinate,
    width: coordinate.map(Math.abs),
    height: coordinate.map(Math.abs),
});

/** Returns the signed distance of a disc from a rectangle at a time, in double, by its definition. */
function gapToBox(/** @type {MovingDisc} */ s, /** @type {Box} */ box, /** @type {number} */ t) {
    const px = Math.abs(s.x + s.vx * (t - s.t0) - box.x) - box.width / 2;
    const py = Math.abs(s.y + s.vy * (t - s.t0) - box.y) - box.height / 2;
    const outside = Math.hypot(Math.max(px, 0), Math.max(py, 0));
    return (outside > 0 ? outside : Math.max(px, py)) - s.radius;
}

test('a disc and a rectangle: the least gap agrees with dense samples, the interval with exact arithmetic', () => {
    fc.assert(
        fc.property(anySegment, anyBox, (s, box) => {
            const { relation, separation, time } = g.closestApproach(s, box);
            assert.ok(Math.abs(gapToBox(s, box, time) - separation) < 1e-12);
            const span = s.t1 - s.t0;
            for (let k = 0; k <= 64; k++) {
                const gap = gapToBox(s, box, s.t0 + (span * k) / 64);
                assert.ok(separation <= gap + 1e-12, `${separation} but ${gap}`);
            }
            const intervals = g.conflictIntervals(s, box);
            assert.equal(intervals.length, relation === 'disjoint' ? 0 : 1);
            for (const [lo, hi] of intervals) {
                assert.ok(s.t0 <= lo && lo <= time && time <= hi && hi <= s.t1);
                const slack = separation < -1e-3 ? 1e-10 : 1e-5;
                if (hi - lo > 4 * slack) {
                    assert.ok(touchesBox(s, box, lo + slack) && touchesBox(s, box, hi - slack));
                }
                if (lo - slack > s.t0) assert.ok(!touchesBox(s, box, lo - slack));
                if (hi + slack < s.t1) assert.ok(!touchesBox(s, box, hi + slack));
            }
        }),
        { numRuns: 5000, seed: 3 },
    );
});

test('a disc is tested against the corner of a cell, not its center', () => {
    const cell = { x: 0, y: 0, width: 1, height: 1 };
    const diagonal = segment({ x: -1, y: 0, vx: Math.SQRT1_2, vy: Math.SQRT1_2, radius: 0.25 });
    const { relation, separation } = g.closestApproach(diagonal, cell);
    assert.equal(relation, 'overlapping');
    assert.ok(Math.abs(separation + 0.25) < 1e-15, String(separation));
    const past = segment({ x: -2, y: 0.75, vx: 1, radius: 0.25 });
    assert.deepEqual(g.conflictIntervals(past, cell), [[1.5, 2.5]]);
});

test('a batch returns what single calls return, bit for bit', () => {
    fc.assert(
        fc.property(fc.array(anySegment, { minLength: 2, maxLength: 12 }), (segments) => {
            const pairs = segments.flatMap((_, i) => segments.map((_, j) => [i, j]));
            const batch = g.movingDiscs(segments.length, {
                pairs: pairs.length,
                precision: 'float64',
            });
            batch.records.set(
                segments.flatMap(({ x, y, vx, vy, t0, t1, radius }) => [
                    x,
                    y,
                    vx,
                    vy,
                    t0,
                    t1,
                    radius,
                ]),
            );
            batch.pairs.set(pairs.flat());
            const contacts = batch.conflicts(pairs.length);
            let counted = 0;
            pairs.forEach(([i, j], k) => {
                const { relation, separation, time } = g.closestApproach(segments[i], segments[j]);
                const intervals = g.conflictIntervals(segments[i], segments[j]);
                const verdict = ['disjoint', 'touching', 'overlapping'].indexOf(
                    relation ?? 'disjoint',
                );
                assert.equal(batch.relations[k], verdict);
                assert.deepEqual(
                    [...batch.clearances.subarray(2 * k, 2 * k + 2)],
                    [separation, time],
                );
                const expected = intervals[0] ?? [Infinity, -Infinity];
                assert.deepEqual([...batch.intervals.subarray(2 * k, 2 * k + 2)], expected);
                counted += intervals.length;
            });
            assert.equal(contacts, counted);
            batch.free();
        }),
        { numRuns: 200, seed: 4 },
    );
});

test('a view keeps its batch alive, so that its memory is not used for another', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    const viewOf = () => {
        const batch = g.movingDiscs(2, { pairs: 1, precision: 'float64' });
        batch.records.set([0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 1]);
        batch.pairs.set([0, 1]);
        batch.conflicts(1);
        return batch.clearances;
    };
    const view = viewOf();
    for (let round = 0; round < 3; round++) {
        collect();
        await new Promise((resolve) => setImmediate(resolve));
    }
    const other = g.movingDiscs(2, { pairs: 1, precision: 'float64' });
    assert.equal(view[0], -2);
    other.free();
});

test('float32 records are evaluated as the doubles that they are', () => {
    const batch = g.movingDiscs(2);
    const numbers = [0, 0, 0.1, 0.2, 0, 10, 0.3, 1, 1, -0.1, 0, 0, 10, 0.4];
    batch.records.set(numbers);
    batch.pairs.set([0, 1]);
    batch.conflicts(1);
    const [a, b] = [0, 7].map((k) => {
        const [x, y, vx, vy, t0, t1, radius] = numbers.slice(k, k + 7).map(Math.fround);
        return { x, y, vx, vy, t0, t1, radius };
    });
    assert.equal(batch.clearances[0], g.closestApproach(a, b).separation);
    batch.free();
});

test('a batch checks its records and pairs before it writes anything', () => {
    const batch = g.movingDiscs(2, { pairs: 3, precision: 'float64' });
    batch.records.set([0, 0, 1, 0, 0, 10, 0.5, 5, 5, 0, -1, 0, 10, 0.5]);
    batch.pairs.set([0, 1, 0, 2, 0, 1]);
    assert.throws(() => batch.conflicts(3), { code: 'bad-index', index: 1 });
    assert.deepEqual([...batch.relations], [0, 0, 0]);
    batch.records[7] = Number.NaN;
    assert.throws(() => batch.conflicts(1), { code: 'not-finite', index: 1 });
    assert.throws(() => batch.conflicts(4), { code: 'out-of-range', argument: 'count' });
    assert.throws(() => batch.conflicts(0.5), { code: 'wrong-type' });
    batch.free();
    assert.throws(() => batch.conflicts(1), { code: 'stale-handle' });
    assert.throws(() => batch.records, { code: 'stale-handle' });
    batch.free();
    assert.throws(() => g.movingDiscs(0), { code: 'out-of-range', argument: 'capacity' });
    assert.throws(() => g.movingDiscs(1, /** @type {any} */ ({ precision: 'float16' })), {
        code: 'unknown-option',
    });
});
