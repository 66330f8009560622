import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { createSync as createScalar } from 'graze/scalar';
import fc from '../fast_check.js';
import { nextFloat32 } from '../helpers.js';
import { shareOf } from '../volume.js';

/**
 * Properties of indices of boxes: searches and pairs are those of plain loops over all boxes, whatever has been updated.
 *
 * @import { BoxIndex, Graze } from 'graze'
 * @typedef {{ lo: number[], hi: number[] }} Box
 * @typedef {2 | 3} Axes
 */

const g = createSync();
const scalar = createScalar();

/** A grid, where sides tie; any float32, with infinities; numbers of very different sizes. */
const cell = fc.integer({ min: -4, max: 4 });
const float = fc.float({ noNaN: true });
const size = fc
    .tuple(cell, fc.constantFrom(0, 0, 60, 126, -60, -149))
    .map(([k, exponent]) => Math.fround(k * 2 ** exponent));
const reach = fc.oneof(
    fc.constantFrom(0, 0, 1, 2, 0.5),
    fc.double({ min: 0, max: 1e40, noNaN: true }),
    fc.double({ min: 0, max: 4, noNaN: true }),
);

/** @param {import('fast-check').Arbitrary<number>} end @param {Axes} axes @returns {import('fast-check').Arbitrary<Box>} */
const boxOf = (end, axes) =>
    fc
        .tuple(
            fc.array(fc.tuple(end, end), { minLength: axes, maxLength: axes }),
            fc.integer({ min: 0, max: 9 }),
        )
        .map(([ends, kind]) => {
            const sorted = ends.map(([p, q]) => [Math.min(p, q), Math.max(p, q)]);
            const lo = sorted.map(([lower]) => lower);
            const hi = sorted.map(([, upper]) => upper);
            // Some boxes are unbounded on an axis, some are empty.
            if (kind === 0) hi[0] = Infinity;
            if (kind === 1) [lo[axes - 1], hi[axes - 1]] = [-Infinity, Infinity];
            if (kind === 2) hi[1] = nextFloat32(Math.max(lo[1], -1e38), -1);
            if (kind === 3) [lo.fill(Infinity), hi.fill(-Infinity)];
            return { lo, hi };
        });

/** @param {Axes} axes */
const anyBox = (axes) => fc.oneof(boxOf(cell, axes), boxOf(float, axes), boxOf(size, axes));

/** @param {Axes} axes @param {number} maxLength */
const boxesOf = (axes, maxLength) =>
    fc.oneof(
        fc.array(boxOf(cell, axes), { minLength: 1, maxLength }),
        fc.array(anyBox(axes), { minLength: 1, maxLength }),
    );

/** @param {Box} box */
const isEmpty = ({ lo, hi }) => lo.some((lower, axis) => !(lower <= hi[axis]));

/**
 * Returns whether one end is at most `most` above another one, without rounding: the error of a difference of two
 * doubles is a double (Knuth).
 *
 * @param {number} lower
 * @param {number} upper
 * @param {number} most
 */
function isReached(lower, upper, most) {
    if (lower <= upper) return true;
    const gap = lower - upper;
    if (gap !== most) return gap < most;
    const part = gap - lower;
    return lower - (gap - part) + (-upper - part) <= 0;
}

/** @param {Box} p @param {Box} q @param {number} most */
function isWithin(p, q, most) {
    if (isEmpty(p) || isEmpty(q)) return false;
    return p.lo.every(
        (lower, axis) =>
            isReached(lower, q.hi[axis], most) && isReached(q.lo[axis], p.hi[axis], most),
    );
}

/** @param {Graze} graze @param {Axes} axes @param {Box[]} boxes @param {number} pairs */
function makeIndex(graze, axes, boxes, pairs) {
    const index = graze.boxIndex(boxes.length, { axes, pairs });
    index.sides.set(boxes.flatMap(({ lo, hi }) => [...lo, ...hi]));
    index.update();
    return index;
}

/** @param {BoxIndex} index @param {number} count */
const pairsIn = ({ pairs }, count) =>
    Array.from({ length: count }, (_, k) => [...pairs.subarray(2 * k, 2 * k + 2)]);

/** @param {BoxIndex} index @param {Box} box */
function search(index, { lo, hi }) {
    const count = index.search([...lo, ...hi]);
    return [...index.found.subarray(0, count)];
}

/** @param {Box[]} boxes @param {Box} box */
const scan = (boxes, box) => boxes.flatMap((own, k) => (isWithin(own, box, 0) ? [k] : []));

for (const axes of /** @type {const} */ ([2, 3])) {
    test(`pairs are those of a plain loop, on ${axes} axes`, () => {
        const ranges = fc.tuple(fc.nat(24), fc.nat(24), fc.nat(24), fc.nat(24));
        let found = 0;
        fc.assert(
            fc.property(boxesOf(axes, 24), reach, ranges, (boxes, most, cuts) => {
                const count = boxes.length;
                const [p, q, r, s] = cuts.map((cut) => cut % (count + 1)).sort((a, b) => a - b);
                /** @type {number[][]} */
                const near = [];
                /** @type {number[][]} */
                const between = [];
                for (let i = 0; i < count; i++) {
                    for (let j = i + 1; j < count; j++) {
                        if (!isWithin(boxes[i], boxes[j], most)) continue;
                        near.push([i, j]);
                        if (i >= p && i < q && j >= r && j < s) between.push([i, j]);
                    }
                }
                found += near.length;
                for (const graze of [g, scalar]) {
                    const index = makeIndex(graze, axes, boxes, near.length || 1);
                    assert.deepEqual(pairsIn(index, index.near(count, most)), near);
                    for (const given of [
                        [p, q - p, r, s - r],
                        [r, s - r, p, q - p],
                    ]) {
                        const [a, b, c, d] = given;
                        const number = index.nearBetween(a, b, c, d, most);
                        assert.deepEqual(pairsIn(index, number), between);
                    }
                    index.free();
                    if (near.length < 2) continue;
                    const small = makeIndex(graze, axes, boxes, near.length - 1);
                    const full = { code: 'full', value: near.length };
                    assert.throws(() => small.near(count, most), full);
                    small.free();
                }
            }),
            { numRuns: 600 },
        );
        assert.ok(found >= shareOf(3000, 1 / 4), `${found} pairs`);
    });

    test(`searches are those of a plain loop after any updates, on ${axes} axes`, () => {
        const update = fc.tuple(fc.nat(), fc.array(anyBox(axes), { minLength: 1, maxLength: 6 }));
        const steps = fc.array(fc.tuple(update, anyBox(axes)), { minLength: 1, maxLength: 12 });
        const whole = {
            lo: Array.from({ length: axes }, () => -Infinity),
            hi: Array.from({ length: axes }, () => Infinity),
        };
        let found = 0;
        fc.assert(
            fc.property(boxesOf(axes, 30), steps, fc.boolean(), (boxes, moves, isBuilt) => {
                const kept = boxes.map((box) => box);
                const indices = [g, scalar].map((graze) => makeIndex(graze, axes, boxes, 1));
                if (!isBuilt) {
                    // The boxes are taken out, and put in again one by one.
                    for (const index of indices) {
                        const sides = index.sides.slice();
                        index.sides.set(sides.map((_, k) => (k % (2 * axes) < axes ? 1 : 0)));
                        index.update();
                        assert.deepEqual(search(index, whole), []);
                        index.sides.set(sides);
                        for (let k = 0; k < boxes.length; k++) index.update(k, k + 1);
                    }
                }
                for (const [[at, moved], box] of moves) {
                    const from = at % boxes.length;
                    const end = Math.min(boxes.length, from + moved.length);
                    for (let k = from; k < end; k++) kept[k] = moved[k - from];
                    const queried = {
                        lo: box.lo.map((lower, axis) => Math.min(lower, box.hi[axis])),
                        hi: box.lo.map((lower, axis) => Math.max(lower, box.hi[axis])),
                    };
                    const expected = scan(kept, queried);
                    found += expected.length;
                    for (const index of indices) {
                        for (let k = from; k < end; k++) {
                            const { lo, hi } = kept[k];
                            index.sides.set([...lo, ...hi], 2 * axes * k);
                        }
                        index.update(from, end);
                        assert.deepEqual(search(index, queried), expected);
                    }
                }
                for (const index of indices) index.free();
            }),
            { numRuns: 500 },
        );
        assert.ok(found >= shareOf(5000, 1 / 4), `${found} boxes`);
    });

    test(`a search compares doubles with the sides of boxes, on ${axes} axes`, () => {
        // Neighbors of sides in double, which float32 does not distinguish from them.
        const nudge = fc.constantFrom(-1, 0, 0, 1);
        const input = fc.tuple(
            boxesOf(axes, 12),
            fc.nat(),
            fc.array(fc.tuple(nudge, nudge, fc.boolean()), { minLength: axes, maxLength: axes }),
        );
        let [met, missed] = [0, 0];
        fc.assert(
            fc.property(input, ([boxes, which, nudges]) => {
                const own = boxes[which % boxes.length];
                const sides = nudges.map(([lower, upper, isBelow], axis) => {
                    // The box of the search ends at the lower end of a box, or begins at its upper one.
                    const at = isBelow ? own.lo[axis] : own.hi[axis];
                    const ends = [lower, upper].map((step) =>
                        Number.isFinite(at)
                            ? at + step * (Math.abs(at) * 2 ** -52 || 2 ** -1074)
                            : at,
                    );
                    return ends.sort((p, q) => p - q);
                });
                const box = { lo: sides.map(([lo]) => lo), hi: sides.map(([, hi]) => hi) };
                const expected = scan(boxes, box);
                if (expected.includes(which % boxes.length)) met++;
                else missed++;
                for (const graze of [g, scalar]) {
                    const index = makeIndex(graze, axes, boxes, 1);
                    assert.deepEqual(search(index, box), expected);
                    index.free();
                }
            }),
            { numRuns: 800 },
        );
        assert.ok(Math.min(met, missed) >= shareOf(50), `${met} met, ${missed} missed`);
    });
}
