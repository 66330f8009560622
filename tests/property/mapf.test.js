import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import fc from '../fast_check.js';
import { readJson } from '../helpers.js';
import { exact } from '../oracle/dyadic.js';
import { BENT, drawPair, randomFrom, STRAIGHT } from '../oracle/flight_cases.js';
import {
    checkAllDelays,
    checkConflicts,
    checkDelayEnds,
    DELAYS,
    freeBetween,
    TIMES,
} from '../oracle/flight_checker.js';
import { approachOf, contactsOf, isUnsafe } from '../oracle/flight_oracle.js';
import { shareOf } from '../volume.js';

/**
 * Compares conflicts and unsafe delays of moving spheres with exact arithmetic; tests/long/mapf.mjs does so 100,000
 * times.
 *
 * @import { MovingSphere } from '../oracle/flight_oracle.js'
 */

const g = createSync();

/** Returns fast-check's settings, with a seed so that a failure can be repeated. */
const runs = (/** @type {number} */ numRuns, /** @type {number} */ seed) => ({ numRuns, seed });

/** Half-integers: everything is exact, and ties are common. */
const lattice = fc.integer({ min: -6, max: 6 }).map((k) => k / 2);
const real = fc.double({ min: -4, max: 4, noNaN: true });
const nothing = fc.constant(0);

/**
 * @param {import('fast-check').Arbitrary<number>} value
 * @param {{ z?: import('fast-check').Arbitrary<number>, a?: import('fast-check').Arbitrary<number> }} [others]
 * @returns {import('fast-check').Arbitrary<MovingSphere>}
 */
const sphereOf = (value, { z = nothing, a = nothing } = {}) =>
    fc
        .record({
            ...{ x: value, y: value, z, vx: value, vy: value, vz: z, ax: a, ay: a, az: nothing },
            ...{ t0: value, span: value.map(Math.abs) },
            radius: value.map((v) => Math.abs(v) / 4),
        })
        .map(({ span, ...rest }) => ({ ...rest, t1: rest.t0 + span }));

const KINDS = {
    'in the plane': sphereOf(fc.oneof(lattice, real)),
    'in space': sphereOf(fc.oneof(lattice, real), { z: real }),
    accelerated: sphereOf(fc.oneof(lattice, real), { a: fc.oneof(lattice, real) }),
    'accelerated in space': sphereOf(fc.oneof(lattice, real), { z: real, a: real }),
};

for (const [name, sphere] of Object.entries(KINDS)) {
    test(`moving spheres ${name}: conflicts and unsafe delays are those of exact arithmetic`, () => {
        fc.assert(
            fc.property(sphere, sphere, (one, two) => {
                assert.equal(checkConflicts(one, two, g.conflicts(one, two)).fault, null);
                const delays = g.unsafeDelays(one, two);
                assert.equal(checkDelayEnds(one, two, delays).fault, null);
            }),
            runs(150, 31),
        );
    });
}

test('on a lattice every verdict is exact, including touches', () => {
    const sphere = sphereOf(fc.integer({ min: -4, max: 4 }).map((k) => k / 2));
    let touches = 0;
    fc.assert(
        fc.property(sphere, sphere, (one, two) => {
            const truth = contactsOf(one, two);
            const found = g.conflicts(one, two);
            assert.equal(found.length, truth.length);
            truth.forEach(({ isTouch }, i) => {
                assert.equal(found[i].relation, isTouch ? 'touching' : 'overlapping');
                touches += Number(isTouch);
            });
            const closed = g.conflictIntervals(one, two);
            assert.equal(closed.length, truth.length);
            const open = g.conflictIntervals(one, two, { touching: 'allowed' });
            assert.equal(open.length, truth.filter(({ isTouch }) => !isTouch).length);
        }),
        runs(3000, 32),
    );
    assert.ok(touches >= shareOf(5), `${touches} touches`);
});

for (const [name, kind] of [...Object.entries(STRAIGHT), ...Object.entries(BENT)]) {
    const isBent = BENT[name] === kind;
    test(`${isBent ? 'curved' : 'straight'}, ${name}: no faults`, () => {
        const random = randomFrom(33);
        for (let k = 0; k < 12; k++) {
            const [one, two] = drawPair(kind, random);
            const conflicts = g.conflicts(one, two);
            assert.equal(checkConflicts(one, two, conflicts).fault, null, show(one, two));
            const delays = g.unsafeDelays(one, two);
            assert.equal(checkDelayEnds(one, two, delays).fault, null, show(one, two));
            const isCertain = !isBent || freeBetween(one, two, delays) === true;
            if (isCertain && k > 1) continue;
            assert.equal(checkAllDelays(one, two, delays).fault, null, show(one, two));
        }
    });
}

/** @param {MovingSphere[]} spheres */
const show = (...spheres) => JSON.stringify(spheres);

test('the delayed sphere has a conflict for every unsafe delay', () => {
    const sphere = KINDS.accelerated;
    fc.assert(
        fc.property(sphere, sphere, fc.double({ min: -1, max: 2, noNaN: true }), (one, two, s) => {
            const [least, most] = [two.t0 - one.t1, two.t1 - one.t0];
            const delay = least + s * (most - least);
            const spans = g.unsafeDelays(one, two);
            const ends = spans.flat();
            if (ends.some((end) => Math.abs(end - delay) < 1e-6)) return;
            const late = { ...one, t0: one.t0 + delay, t1: one.t1 + delay };
            const isReported = spans.some(([lo, hi]) => lo <= delay && delay <= hi);
            // A gap that the rounding of the delayed times can close decides nothing.
            const gap = Math.abs(approachOf(late, two)?.gap ?? 1);
            if (gap < 1e-9) return;
            assert.equal(g.conflicts(late, two).length > 0, isReported);
            assert.equal(isUnsafe(one, two, exact(delay)), isReported);
        }),
        runs(400, 34),
    );
});

test('a range of delays clips the answer; where touching is allowed, touches are left out', () => {
    const sphere = sphereOf(lattice);
    fc.assert(
        fc.property(sphere, sphere, lattice, lattice, (one, two, p, r) => {
            const [from, to] = [Math.min(p, r), Math.max(p, r)];
            const all = g.unsafeDelays(one, two);
            const within = all
                .map(([lo, hi]) => [Math.max(lo, from), Math.min(hi, to)])
                .filter(([lo, hi]) => lo <= hi);
            assert.deepEqual(g.unsafeDelays(one, two, { from, to }), within);
            const [open] = g.unsafeDelays(one, two, { touching: 'allowed' });
            if (all.length === 0) assert.equal(open, undefined);
            const hair = exact(-(2 ** -30));
            const isDeep = all.some(([lo, hi]) =>
                [0.25, 0.5, 0.75].some((s) => isUnsafe(one, two, exact(lo + s * (hi - lo)), hair)),
            );
            if (isDeep) assert.ok(open);
            if (one.radius + two.radius === 0) assert.equal(open, undefined);
        }),
        runs(500, 37),
    );
});

test('exchanged spheres have the same conflicts, and delays of the opposite sign', () => {
    const sphere = KINDS.accelerated;
    fc.assert(
        fc.property(sphere, sphere, (one, two) => {
            const [there, back] = [g.conflicts(one, two), g.conflicts(two, one)];
            assert.equal(there.length, back.length);
            const [delays, others] = [g.unsafeDelays(one, two), g.unsafeDelays(two, one)];
            assert.equal(delays.length, others.length);
            const span = one.t1 - one.t0 + two.t1 - two.t0;
            others.reverse().forEach(([lo, hi], i) => {
                assert.ok(Math.abs(delays[i][0] + hi) <= 1e-9 * span + 1e-15);
                assert.ok(Math.abs(delays[i][1] + lo) <= 1e-9 * span + 1e-15);
            });
        }),
        runs(400, 35),
    );
});

test('the closest approach is that of exact arithmetic, and agrees with the conflicts', () => {
    const sphere = KINDS['accelerated in space'];
    fc.assert(
        fc.property(sphere, sphere, (one, two) => {
            const truth = approachOf(one, two);
            const { relation, separation, time } = g.closestApproach(one, two);
            if (truth === null) {
                assert.deepEqual([relation, separation, time], [null, Infinity, 0]);
                return;
            }
            const slack = 1e-12;
            assert.ok(
                Math.abs(separation - truth.gap) <= slack,
                `${separation}, exactly ${truth.gap}`,
            );
            if (Math.abs(truth.gap) > slack) {
                assert.equal(relation, truth.gap > 0 ? 'disjoint' : 'overlapping');
            }
            const there = approachOf(one, two, [exact(time), exact(time)]);
            assert.ok(there && there.gap - truth.gap <= slack);
            assert.equal(g.conflicts(one, two).length > 0, relation !== 'disjoint');
        }),
        runs(500, 36),
    );
});

const VECTORS = readJson('tests/vectors/mapf_cases.json').cases;

test(`${VECTORS.length} exact vectors: conflicts, gap and unsafe delays are right`, () => {
    for (const { kind, flights: spheres, conflicts, gap, delays } of VECTORS) {
        const [one, two] = spheres;
        const clock = Math.max(...[one.t0, one.t1, two.t0, two.t1].map(Math.abs));
        const ulps = 2 ** -50 * clock;
        const window = Math.min(one.t1, two.t1) - Math.max(one.t0, two.t0);
        const both = one.t1 - one.t0 + two.t1 - two.t0;
        const isSharp = !kind.includes('touch') && !kind.includes('lattice');
        if (isSharp || kind === 'straight, exact touch') {
            const found = g.conflicts(one, two);
            assert.equal(found.length, conflicts.length, kind);
            found.forEach((each, i) => {
                assert.equal(each.relation, conflicts[i].relation, kind);
                const [begin, end] = [each.begin - conflicts[i].begin, each.end - conflicts[i].end];
                // The slack is as wide as the effect of the radii's last digits: the vectors do not graze.
                const slack = 10 * TIMES * window + ulps;
                assert.ok(Math.max(Math.abs(begin), Math.abs(end)) <= slack, kind);
            });
            const spans = g.unsafeDelays(one, two);
            assert.equal(spans.length, delays.length, kind);
            spans.flat().forEach((end, i) => {
                assert.ok(Math.abs(end - delays.flat()[i]) <= DELAYS * both + ulps, kind);
            });
        }
        assert.equal(checkConflicts(one, two, g.conflicts(one, two)).fault, null, kind);
        assert.equal(checkAllDelays(one, two, g.unsafeDelays(one, two)).fault, null, kind);
        if (gap === null) continue;
        const { separation } = g.closestApproach(one, two);
        const size = one.radius + two.radius + Math.abs(one.x - two.x) + Math.abs(one.y - two.y);
        assert.ok(Math.abs(separation - gap) <= 1e-10 * size, kind);
    }
});
