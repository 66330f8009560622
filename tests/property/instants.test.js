import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import fc from '../fast_check.js';
import { beside, leastGap, partsOf } from '../oracle/instants_oracle.js';
import { shareOf } from '../volume.js';

/**
 * Tests agents that appear and vanish, often in the same instants: at every delay and time reported as safe, with
 * closed times rounded to double, no two overlap. The double before the least delay is not safe.
 *
 * @import { MovingSphere } from '../oracle/flight_oracle.js'
 * @import { Ends, Way } from '../oracle/instants_oracle.js'
 */

const g = createSync();

/**
 * Depth that counts as a touch, for lengths below 10: delays are right to 1e-12 of durations and, where intervals
 * shrink to a point, to 2^-26.
 */
const TOUCH = 1e-7;

const runs = (/** @type {number} */ numRuns, /** @type {number} */ seed) => ({ numRuns, seed });

const half = fc.integer({ min: -4, max: 4 }).map((k) => k / 2);
const tenth = fc.integer({ min: -20, max: 20 }).map((k) => k / 10);
const value = fc.oneof(half, tenth);
const time = fc.oneof(
    fc.integer({ min: 0, max: 4 }),
    fc.integer({ min: -30, max: 30 }).map((k) => k / 10),
);
const lasting = fc.oneof(fc.integer({ min: 0, max: 3 }), tenth.map(Math.abs));
const ending = fc.constantFrom(/** @type {const} */ ('stay'), /** @type {const} */ ('vanish'));
const ends = fc.record({ before: ending, after: ending });

/** @param {import('fast-check').Arbitrary<number>} acceleration @returns {import('fast-check').Arbitrary<MovingSphere>} */
const sphereOf = (acceleration) =>
    fc
        .record({
            ...{ x: value, y: value, vx: value, vy: value },
            ...{ ax: acceleration, ay: acceleration },
            ...{ t0: time, lasting, radius: fc.constantFrom(0.25, 0.5, 1, 0.3) },
        })
        .map(({ lasting: span, ...rest }) => ({ ...rest, t1: rest.t0 + span }));

const straight = sphereOf(fc.constant(0));

/** Consecutive moving discs, some of which begin elsewhere. */
const route = fc
    .array(
        fc.record({ sphere: straight, wait: fc.integer({ min: 0, max: 2 }), jumps: fc.boolean() }),
        {
            minLength: 1,
            maxLength: 3,
        },
    )
    .map((steps) => {
        /** @type {MovingSphere[]} */
        const spheres = [];
        for (const { sphere, wait, jumps } of steps) {
            const before = spheres.at(-1);
            const span = sphere.t1 - sphere.t0;
            const t0 = before === undefined ? sphere.t0 : before.t1 + wait;
            const rest = before === undefined ? 0 : before.t1 - before.t0;
            const place =
                before === undefined || jumps
                    ? {}
                    : { x: before.x + before.vx * rest, y: before.y + before.vy * rest };
            spheres.push({ ...sphere, ...place, radius: 0.5, t0, t1: t0 + span });
        }
        return spheres;
    });

const HOLDS = /** @type {const} */ ({ before: 'stay', after: 'stay' });

/** @param {Way} a @param {Way[]} others @param {Ends} where @param {number} delay */
function gapWith(a, others, where, delay) {
    const parts = partsOf(a, delay, where);
    return Math.min(...others.map((other) => leastGap(parts, partsOf(other, 0, where))));
}

/** @param {Way} a @param {Way[]} others @param {Ends} where @param {number} [from] */
function checkDelay(a, others, where, from = 0) {
    const least = g.minimumDelay(a, others, { ...where, from });
    if (least === Infinity) return 'never';
    assert.ok(gapWith(a, others, where, least) >= -TOUCH, `overlap with ${least}`);
    if (least === from) return 'at once';
    const sooner = gapWith(a, others, where, beside(least, -1));
    assert.ok(sooner <= TOUCH, `${beside(least, -1)} is free`);
    return sooner < -TOUCH ? 'an instant' : 'a touch';
}

/** @param {() => string} draw @param {Map<string, number>} seen */
function count(draw, seen) {
    const what = draw();
    seen.set(what, (seen.get(what) ?? 0) + 1);
}

for (const [name, sphere, numRuns] of /** @type {const} */ ([
    ['straight', straight, 1500],
    ['accelerated', sphereOf(value), 300],
])) {
    test(`the least delay of moving discs, ${name}, is past every instant of overlap, and no double more`, () => {
        /** @type {Map<string, number>} */
        const seen = new Map();
        fc.assert(
            fc.property(sphere, fc.array(sphere, { minLength: 1, maxLength: 2 }), (a, others) => {
                count(() => checkDelay(a, others, HOLDS), seen);
            }),
            runs(numRuns, 61),
        );
        for (const kind of ['at once', 'a touch', 'an instant'])
            assert.ok((seen.get(kind) ?? 0) >= shareOf(5), `${kind}: ${seen.get(kind)}`);
    });
}

test('the same holds on a clock that has run for long, whose doubles are coarse', () => {
    // The doubles are 2^-22 apart: a touch can be off by as much, times the speeds.
    const UNIX = 1.7e9;
    const touch = 2 ** -18;
    let instants = 0;
    fc.assert(
        fc.property(straight, straight, fc.constantFrom(0, UNIX), (one, two, zero) => {
            const [a, b] = [
                { ...one, t0: one.t0 + zero, t1: one.t1 + zero },
                { ...two, t0: two.t0 + UNIX, t1: two.t1 + UNIX },
            ];
            const from = zero === 0 ? UNIX - 8 : 0;
            const least = g.minimumDelay(a, [b], { from });
            assert.ok(gapWith(a, [b], HOLDS, least) >= -touch, `overlap with ${least}`);
            if (least === from) return;
            const sooner = gapWith(a, [b], HOLDS, beside(least, -1));
            assert.ok(sooner <= touch, `${beside(least, -1)} is free`);
            instants += Number(sooner < -touch);
            const [, [next] = [0]] = g.safeDepartures(a, [b]);
            const begun = { ...a, t0: next, t1: next + (a.t1 - a.t0) };
            assert.ok(gapWith(begun, [b], HOLDS, 0) >= -touch, `overlap begun at ${next}`);
        }),
        runs(5000, 65),
    );
    assert.ok(instants >= shareOf(20), `${instants} instants`);
});

test('the same holds for a route, whether it stays, vanishes or jumps', () => {
    /** @type {Map<string, number>} */
    const seen = new Map();
    fc.assert(
        fc.property(route, fc.oneof(route, straight), ends, time, (a, other, where, from) => {
            count(() => checkDelay(a, [other], where, from), seen);
        }),
        runs(400, 62),
    );
    for (const kind of ['at once', 'a touch', 'an instant', 'never'])
        assert.ok((seen.get(kind) ?? 0) >= shareOf(5, 1 / 5), `${kind}: ${seen.get(kind)}`);
});

/**
 * Asserts that both ends of free intervals are free, and that the neighboring doubles are not.
 *
 * @param {[number, number][]} free
 * @param {(time: number) => number} gapAt
 * @param {Map<string, number>} seen
 */
function checkEnds(free, gapAt, seen) {
    for (const span of free) {
        for (const [k, end] of span.entries()) {
            if (!Number.isFinite(end)) continue;
            const there = gapAt(end);
            assert.ok(there >= -TOUCH, `overlap at ${end} of ${JSON.stringify(free)}`);
            // A touch of no length separates two intervals that share it.
            const gap = gapAt(beside(end, k === 0 ? -1 : 1));
            assert.ok(Math.min(there, gap) <= TOUCH, `free beyond ${end}: ${JSON.stringify(free)}`);
            count(() => (gap < -TOUCH ? 'an instant' : 'a touch'), seen);
        }
    }
}

test('a position is free at both ends of each interval', () => {
    /** @type {Map<string, number>} */
    const seen = new Map();
    const others = fc.array(fc.oneof(route, straight), { minLength: 1, maxLength: 3 });
    fc.assert(
        fc.property(value, value, others, ends, (x, y, ways, where) => {
            const place = { x, y, radius: 0.5 };
            const parts = ways.flatMap((way) => partsOf(way, 0, where));
            const gapAt = (/** @type {number} */ t) =>
                leastGap([{ ...place, vx: 0, vy: 0, t0: t, t1: t }], parts);
            checkEnds(g.safeIntervals(place, ways, where), gapAt, seen);
        }),
        runs(600, 63),
    );
    for (const kind of ['a touch', 'an instant'])
        assert.ok((seen.get(kind) ?? 0) >= shareOf(50), `${kind}: ${seen.get(kind)}`);
});

test('a moving disc can start at both ends of each interval', () => {
    /** @type {Map<string, number>} */
    const seen = new Map();
    fc.assert(
        fc.property(straight, fc.oneof(route, straight), ends, (segment, way, where) => {
            const parts = partsOf(way, 0, where);
            const lasts = segment.t1 - segment.t0;
            const gapAt = (/** @type {number} */ t) =>
                leastGap([{ ...segment, t0: t, t1: t + lasts }], parts);
            checkEnds(g.safeDepartures(segment, [way], where), gapAt, seen);
        }),
        runs(600, 64),
    );
    for (const kind of ['a touch', 'an instant'])
        assert.ok((seen.get(kind) ?? 0) >= shareOf(50), `${kind}: ${seen.get(kind)}`);
});
