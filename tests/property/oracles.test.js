import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJson } from '../helpers.js';
import { add, exact, mul } from '../oracle/dyadic.js';
import { BENT, drawPair, randomFrom, STRAIGHT } from '../oracle/flight_cases.js';
import {
    approachOf,
    contactsOf,
    delaysOf,
    isUnsafe,
    numberOf,
    unsafeByDiscriminant,
    unsafeByHalving,
} from '../oracle/flight_oracle.js';
import { meetingOfDiscs } from '../oracle/interval_oracle.js';
import { notAbove, placesOf, rootsOf, times } from '../oracle/polynomial.js';
import { toNumber } from '../oracle/rational.js';
import { relatePolygons, relateRounded } from '../oracle/static_oracle.js';

/** @import { Place, Poly } from '../oracle/polynomial.js' */

/** Compares the oracles of the other tests with exact vectors that were made without them, and with each other. */

test('the oracle for polygons agrees with all 592 vectors: relation, distance and depth', () => {
    for (const pair of readJson('tests/vectors/dev_gjk.json').pairs) {
        const { relation, distance, depth } = relatePolygons(pair.a, pair.b);
        assert.deepEqual(
            [relation, distance, depth],
            [pair.relation, pair.distance, pair.penetration ?? 0],
            pair.id,
        );
    }
});

test('the oracle for rounded bodies agrees with all 216 vectors', () => {
    for (const pair of readJson('tests/vectors/dev_round.json').pairs) {
        const { relation, distance } = relateRounded(pair.a, pair.ra, pair.b, pair.rb);
        assert.equal(relation, pair.relation, pair.id);
        // Its distance is a difference of doubles, right to an ulp of the larger.
        const size = pair.distance + pair.ra + pair.rb;
        assert.ok(Math.abs(distance - pair.distance) <= 2 ** -52 * size, pair.id);
    }
});

/** Returns the product of all (b t - a). @param {[number, number][]} roots a / b @returns {Poly} */
const withRoots = (roots) =>
    roots.reduce((p, [a, b]) => times(p, [BigInt(-a), BigInt(b)]), /** @type {Poly} */ ([1n]));

/** @param {Place} place */
const middle = ({ lo, hi }) => (Number(lo.n) / 2 ** lo.k + Number(hi.n) / 2 ** hi.k) / 2;

test('Sturm sequences and Descartes find the same roots: simple, double, at both ends, twelve of them', () => {
    /** @type {[number, number][]} */
    const few = [
        [0, 1],
        [1, 3],
        [1, 3],
        [1, 1],
    ];
    for (const find of [rootsOf, placesOf]) {
        const found = find(withRoots(few)).map(middle);
        [0, 1 / 3, 1].forEach((root, i) => {
            assert.ok(Math.abs(found[i] - root) < 1e-16);
        });
    }
    /** @type {[number, number][]} */
    const many = Array.from({ length: 12 }, (_, i) => [i + 1, 13]);
    const found = placesOf(withRoots(many)).map(middle);
    assert.equal(found.length, 12);
    found.forEach((root, i) => {
        assert.ok(Math.abs(root - (i + 1) / 13) < 1e-16);
    });
    const touching = notAbove(withRoots([few[1], few[2], [1, 2], [2, 3]]));
    const ends = touching.map(({ from, to }) =>
        [from, to].map(middle).map((t) => Math.round(6 * t)),
    );
    assert.deepEqual(ends, [
        [2, 2],
        [3, 4],
    ]);
});

test('contacts of discs at constant velocity are those of rational arithmetic', () => {
    const random = randomFrom(41);
    for (const kind of Object.values(STRAIGHT)) {
        for (let k = 0; k < 12; k++) {
            const [one, two] = drawPair(kind, random).map((f) => ({ ...f, z: 0, vz: 0 }));
            const expected = meetingOfDiscs(one, two);
            const found = contactsOf(one, two);
            assert.equal(found.length, Number(!!expected?.contact));
            const approach = approachOf(one, two);
            assert.equal(approach?.sign, expected?.sign);
            if (!expected?.contact) continue;
            // The position of a least distance is cut off, which changes its square by 2^-160.
            const gap = toNumber(expected.gap);
            assert.ok(Math.abs((approach?.gap ?? 1) - gap) <= 2 ** -53 * Math.abs(gap) + 1e-30);
            const [{ begin, end, isTouch }] = found;
            const isWhole = one.vx === two.vx && one.vy === two.vy;
            if (!isWhole) assert.equal(isTouch, expected.sign === 0 || one.t1 === two.t0);
            [begin, end].forEach((time, i) => {
                const [lo, hi] = [one.t0, one.t1].map(Math.abs);
                const error = Math.abs(
                    numberOf(time) - toNumber(expected.contact?.[i] ?? expected.gap),
                );
                assert.ok(error <= 2 ** -52 * Math.max(lo, hi, 1e-300), `${error}`);
            });
        }
    }
});

test('unsafe delays at constant velocity are the same by bisection and by the discriminant', () => {
    const random = randomFrom(42);
    for (const kind of Object.values(STRAIGHT)) {
        for (let k = 0; k < 6; k++) {
            const [one, two] = drawPair(kind, random);
            const [span] = unsafeByHalving(one, two);
            const [other] = unsafeByDiscriminant(one, two);
            // One of them finds a touch at a single delay only if its position is a short fraction.
            if (!other && span && numberOf(span.lo) === numberOf(span.hi)) continue;
            assert.equal(!span, !other);
            if (!span) continue;
            const whole = numberOf(delaysOf(one, two).span);
            for (const [p, q] of [
                [span.lo, other.lo],
                [span.hi, other.hi],
            ]) {
                const error = Math.abs(numberOf(add(p, { m: -q.m, e: q.e })));
                assert.ok(error <= 2 ** -70 * whole, `${error}`);
            }
        }
    }
});

test('unsafe delays with acceleration agree with 200 samples', () => {
    const random = randomFrom(43);
    for (const [name, kind] of Object.entries(BENT)) {
        const [one, two] = drawPair(kind, random);
        const spans = unsafeByDiscriminant(one, two);
        const { least, span } = delaysOf(one, two);
        for (let k = 0; k <= 200; k++) {
            const delay = add(least, mul(span, exact(k === 200 ? 1 : random())));
            const isIn = spans.some(({ lo, hi }) => {
                const after = add(delay, { m: -lo.m, e: lo.e }).m >= 0n;
                return after && add(hi, { m: -delay.m, e: delay.e }).m >= 0n;
            });
            assert.equal(isUnsafe(one, two, delay), isIn, `${name} ${numberOf(delay)}`);
        }
    }
});

test('contacts with acceleration made by hand are found: one touch, two, one within a contact, none', () => {
    const still = { ...{ x: 0, y: 0, vx: 0, vy: 0 }, ...{ t0: 0, t1: 8, radius: 0 } };
    const disc = (/** @type {number[]} */ [x, y, vx, vy, ay, radius, t1]) => ({
        ...{ x, y, vx, vy, ax: 0, ay },
        ...{ t0: 0, t1, radius },
    });
    /** @type {[number[], [number, number, boolean][]][]} */
    const cases = [
        // (t - 2, 1 + (t - 2)^2) has the square 1 + 3 (t - 2)^2 + (t - 2)^4.
        [[-2, 5, 1, -4, 2, 1, 4], [[2, 2, true]]],
        // (8 s, s^2 - 41) with s = t - 4 has the square 40^2 + (s^2 - 9)^2.
        [
            [-32, -25, 8, -8, 2, 40, 8],
            [
                [1, 1, true],
                [7, 7, true],
            ],
        ],
        // (s, s^2 - 1) with s = t - 2 has the square 1 + s^2 (s^2 - 1).
        [[-2, 3, 1, -4, 2, 1, 4], [[1, 3, false]]],
        [[-2, 5, 1, -4, 2, 0.9375, 4], []],
        // This motion ends before that.
        [[-2, 3, 1, -4, 2, 1, 1], [[1, 1, true]]],
        [[-2, 3, 1, -4, 2, 1, 0.9375], []],
    ];
    for (const [numbers, expected] of cases) {
        const found = contactsOf(disc(numbers), still).map(({ begin, end, isTouch }) => [
            numberOf(begin),
            numberOf(end),
            isTouch,
        ]);
        assert.deepEqual(found, expected);
    }
});
