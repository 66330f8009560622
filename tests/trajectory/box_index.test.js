import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { createSync as createScalar } from 'graze/scalar';
import { nextFloat32, randomNumbers } from '../helpers.js';
import { refuses } from '../refuses.js';

/**
 * Indices of boxes by hand-made cases; tests/property/box_index.test.js compares them with plain loops.
 *
 * @import { BoxIndex, ErrorCode } from 'graze'
 */

const g = createSync();
const scalar = createScalar();

/** The lower end and the upper one of a box that is empty on an axis. */
const NONE = [Infinity, -Infinity];

/** Creates an index of boxes in the plane. @param {number[][]} boxes @param {number} [pairs] */
function indexOf(boxes, pairs = 100) {
    const index = g.boxIndex(boxes.length, { pairs });
    index.sides.set(boxes.flat());
    index.update();
    return index;
}

/** @param {BoxIndex} index @param {number} count */
const foundIn = ({ found }, count) => [...found.subarray(0, count)];

/** @param {BoxIndex} index @param {number} count */
const pairsIn = ({ pairs }, count) =>
    Array.from({ length: count }, (_, k) => [...pairs.subarray(2 * k, 2 * k + 2)]);

/** @param {BoxIndex} index @param {ArrayLike<number>} box */
const search = (index, box) => foundIn(index, index.search(box));

/** @param {BoxIndex} index @param {number} count @param {number} [reach] */
const near = (index, count, reach) => pairsIn(index, index.near(count, reach));

/** A row of boxes of width 1, of which each begins 2 after the one before. @param {number} count */
const row = (count) => Array.from({ length: count }, (_, k) => [2 * k, 0, 2 * k + 1, 1]);

test('views have a number for each side, and a new index has empty boxes', () => {
    for (const axes of /** @type {const} */ ([2, 3])) {
        const index = g.boxIndex(5, { axes, pairs: 7 });
        assert.deepEqual([index.capacity, index.axes, index.pairCapacity], [5, axes, 7]);
        const { sides, found, pairs } = index;
        assert.deepEqual([sides.length, found.length, pairs.length], [10 * axes, 5, 14]);
        assert.ok(sides instanceof Float32Array && found instanceof Uint32Array);
        assert.ok(pairs instanceof Uint32Array);
        const one = NONE.flatMap((end) => Array.from({ length: axes }, () => end));
        assert.deepEqual([...sides], Array.from({ length: 5 }, () => one).flat());
        const all = one.map((end) => -end);
        assert.equal(index.search(all), 0);
        index.update();
        assert.equal(index.search(all), 0);
        assert.equal(index.near(5, Number.MAX_VALUE), 0);
        index.free();
    }
    const usual = g.boxIndex(3);
    assert.deepEqual([usual.axes, usual.pairCapacity], [2, 3]);
    usual.free();
});

test('a search finds the boxes that share a point with a box, ascending', () => {
    const index = indexOf(row(5));
    assert.deepEqual(search(index, [-9, -9, 99, 9]), [0, 1, 2, 3, 4]);
    assert.deepEqual(search(index, [3, 1, 4, 2]), [1, 2]);
    assert.deepEqual(search(index, [3, 0.5, 3, 0.5]), [1]);
    assert.deepEqual(search(index, [3.25, 0, 3.75, 1]), []);
    assert.deepEqual(search(index, [0, 1.25, 99, 2]), []);
    assert.deepEqual(search(index, Float64Array.of(-0, -1, 0, -0)), [0]);
    index.free();
});

test('near finds the pairs whose gap on each axis is at most the reach, in order', () => {
    const index = indexOf([...row(3), [0, 1, 9, 1]]);
    assert.deepEqual(near(index, 4), [
        [0, 3],
        [1, 3],
        [2, 3],
    ]);
    assert.deepEqual(near(index, 3), []);
    assert.deepEqual(near(index, 3, 0.999), []);
    const beside = [
        [0, 1],
        [1, 2],
    ];
    assert.deepEqual(near(index, 3, 1), beside);
    assert.deepEqual(near(index, 3, 2.999), beside);
    assert.equal(index.near(3, 3), 3);
    assert.equal(index.near(0, 3), 0);
    assert.equal(index.near(1, 3), 0);
    index.free();
});

test('nearBetween finds the pairs of two ranges, the lower box first, whichever range is given first', () => {
    const index = indexOf(row(6));
    const pairs = [
        [1, 3],
        [2, 3],
        [2, 4],
    ];
    const between = (/** @type {[number, number, number, number]} */ ...ranges) =>
        pairsIn(index, index.nearBetween(...ranges, 3));
    assert.deepEqual(between(1, 2, 3, 3), pairs);
    assert.deepEqual(between(3, 3, 1, 2), pairs);
    assert.deepEqual(between(0, 1, 5, 1), []);
    assert.deepEqual(between(0, 0, 0, 6), []);
    assert.deepEqual(between(2, 4, 6, 0), []);
    assert.equal(index.nearBetween(0, 3, 3, 3), 0);
    index.free();
});

test('a search sees boxes as the last update read them, near as they are', () => {
    const index = indexOf(row(4));
    const all = [-99, -99, 99, 99];
    index.sides.set([6, 0, 7, 1], 0);
    assert.deepEqual(search(index, [0, 0, 1, 1]), [0]);
    assert.deepEqual(near(index, 4), [[0, 3]]);
    index.update(1, 4);
    assert.deepEqual(search(index, [0, 0, 1, 1]), [0]);
    index.update(0, 1);
    assert.deepEqual(search(index, [0, 0, 1, 1]), []);
    assert.deepEqual(search(index, [6.5, 0, 6.5, 1]), [0, 3]);
    // An empty box is taken out, and another one comes back.
    index.sides.set([1, 0, 0, 1], 4);
    index.update(1, 2);
    assert.deepEqual(search(index, all), [0, 2, 3]);
    assert.deepEqual(near(index, 4, 9), [
        [0, 2],
        [0, 3],
        [2, 3],
    ]);
    index.sides.set([-1, 0, 0, 1], 4);
    index.update(1, 2);
    assert.deepEqual(search(index, all), [0, 1, 2, 3]);
    index.update(2, 2);
    index.sides.fill(-Infinity);
    index.sides.fill(Infinity, 0, 2);
    index.update(0);
    assert.deepEqual(search(index, all), []);
    assert.deepEqual(search(index, [-Infinity, -Infinity, 0, 0]), [1, 2, 3]);
    index.free();
});

test('a box is empty if a lower end is above the upper one on any axis', () => {
    for (let axis = 0; axis < 3; axis++) {
        const index = g.boxIndex(2, { axes: 3 });
        index.sides.set([0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1]);
        index.sides[6 + axis] = nextFloat32(1, 1);
        index.update();
        assert.deepEqual(search(index, [0, 0, 0, 9, 9, 9]), [0]);
        assert.equal(index.near(2, 5), 0);
        assert.equal(index.nearBetween(0, 1, 1, 1, 5), 0);
        index.sides[6 + axis] = 1;
        index.update(1, 2);
        assert.deepEqual(search(index, [0, 0, 0, 9, 9, 9]), [0, 1]);
        assert.equal(index.near(2, 5), 1);
        index.free();
    }
});

test('boxes and searches may have no end', () => {
    const inf = Infinity;
    const index = indexOf([
        [0, 0, 1, 1],
        [5, -inf, inf, inf],
        [-inf, -inf, inf, inf],
        [inf, 0, inf, 1],
        NONE.flatMap((end) => [end, end]),
    ]);
    assert.deepEqual(search(index, [-inf, -inf, inf, inf]), [0, 1, 2, 3]);
    assert.deepEqual(search(index, [1e300, 0, inf, 0]), [1, 2, 3]);
    assert.deepEqual(search(index, [1e300, 0, 1e301, 0]), [1, 2]);
    assert.deepEqual(search(index, [-inf, 0, -1e300, 0]), [2]);
    assert.deepEqual(near(index, 5), [
        [0, 2],
        [1, 2],
        [1, 3],
        [2, 3],
    ]);
    assert.deepEqual(near(index, 5, 4)[0], [0, 1]);
    index.free();
});

test('the box of a search is not rounded to float32', () => {
    for (const value of [1, 1 / 3, 1e30, 1e-30, 2 ** -149, 2 ** 128 - 2 ** 104]) {
        const side = Math.fround(value);
        const index = indexOf([[side, side, side, side]]);
        const ulp = side - nextFloat32(side, -1);
        for (const step of [2 ** -25, 2 ** -27]) {
            const [below, above] = [side - ulp * step, side + ulp * step];
            assert.ok(below < side && side < above);
            assert.equal(index.search([below, below, side, side]), 1);
            assert.equal(index.search([below, below, above, above]), 1);
            assert.equal(index.search([below, below, below, above]), 0);
            assert.equal(index.search([below, below, above, below]), 0);
            assert.equal(index.search([above, below, above, above]), 0);
            assert.equal(index.search([below, above, above, above]), 0);
        }
        index.free();
    }
});

test('a gap is compared with the reach without rounding', () => {
    const [low, high] = [Math.fround(0.1), Math.fround(0.3)];
    const tiny = 2 ** -149;
    for (const [
        upper,
        lower,
        reach,
        isNear,
    ] of /** @type {[number, number, number, boolean][]} */ ([
        [low, high, high - low, true],
        [low, high, high - low - 2 ** -55, false],
        // The gap is not a double.
        [-1, tiny, 1, false],
        [-1, tiny, 1 + 2 ** -52, true],
        [-tiny, 1, 1, false],
        [tiny, 1, 1, true],
        [tiny, 1, 1 - 2 ** -53, false],
    ])) {
        const index = indexOf([
            [-9, 0, upper, 0],
            [lower, 0, 9, 0],
        ]);
        assert.equal(index.near(2, reach), Number(isNear), `${lower} - ${upper} <= ${reach}`);
        assert.equal(index.nearBetween(0, 1, 1, 1, reach), Number(isNear));
        assert.equal(index.nearBetween(1, 1, 0, 1, reach), Number(isNear));
        index.free();
    }
});

test('more pairs than fit are an error with their number, and nothing is written', () => {
    const index = indexOf(
        Array.from({ length: 5 }, () => [0, 0, 1, 1]),
        9,
    );
    index.pairs.fill(77);
    refuses(() => index.near(5), { code: 'full', argument: 'pairs', value: 10 });
    assert.throws(() => index.near(5), /: 10 found, 9 fit/);
    assert.ok(index.pairs.every((one) => one === 77));
    assert.equal(index.near(4), 6);
    assert.equal(index.nearBetween(0, 3, 3, 2), 6);
    index.free();
    const small = indexOf(row(8), 3);
    refuses(() => small.nearBetween(0, 4, 4, 4, 99), { code: 'full', value: 16 });
    small.free();
});

test('a side that is NaN is an error with the number of the box, and nothing has changed', () => {
    const index = indexOf(row(4));
    const nan = { code: /** @type {const} */ ('not-finite'), argument: 'sides', index: 2 };
    for (let side = 0; side < 4; side++) {
        const { sides } = index;
        sides.set(row(4).flatMap(([left, ...rest]) => [left + 1, ...rest]));
        sides[8 + side] = Number.NaN;
        sides[15] = Number.NaN;
        index.pairs.fill(77);
        for (const call of [
            () => index.update(),
            () => index.update(1, 3),
            () => index.near(4),
            () => index.near(3),
            () => index.nearBetween(0, 1, 1, 2),
            () => index.nearBetween(2, 1, 0, 2),
        ]) {
            refuses(call, nan);
        }
        assert.deepEqual(search(index, [0, 0, 99, 1]), [0, 1, 2, 3]);
        assert.deepEqual(search(index, [0, 0, 0, 1]), [0]);
        assert.ok(index.pairs.every((one) => one === 77));
        // Calls of other boxes succeed.
        assert.equal(index.near(2, 5), 1);
        assert.equal(index.nearBetween(0, 1, 1, 1, 5), 1);
        index.update(0, 0);
    }
    index.free();
});

test('options and capacity are checked', () => {
    const any = /** @type {any} */ (g);
    const huge = 2 ** 24 + 1;
    const cases = /** @type {[() => unknown, ErrorCode, string, unknown][]} */ ([
        [() => any.boxIndex(), 'wrong-type', 'capacity', undefined],
        [() => g.boxIndex(0), 'out-of-range', 'capacity', 0],
        [() => g.boxIndex(1.5), 'wrong-type', 'capacity', 1.5],
        [() => g.boxIndex(huge), 'out-of-range', 'capacity', huge],
        [() => any.boxIndex(1, { axes: 1 }), 'out-of-range', 'axes', 1],
        [() => any.boxIndex(1, { axes: 4 }), 'out-of-range', 'axes', 4],
        [() => any.boxIndex(1, { axes: 2.5 }), 'wrong-type', 'axes', 2.5],
        [() => any.boxIndex(1, { axes: '2' }), 'wrong-type', 'axes', '2'],
        [() => g.boxIndex(1, { pairs: 0 }), 'out-of-range', 'pairs', 0],
        [() => g.boxIndex(1, { pairs: huge }), 'out-of-range', 'pairs', huge],
        [() => any.boxIndex(1, { dimensions: 2 }), 'unknown-option', 'options', 'dimensions'],
        [() => any.boxIndex(1, 5), 'wrong-type', 'options', 5],
    ]);
    for (const [call, code, argument, value] of cases) refuses(call, { code, argument, value });
});

test('arguments are checked, and an error has the argument and its value', () => {
    const index = indexOf(row(6));
    const any = /** @type {any} */ (index);
    const short = [0, 0, 1];
    const cases = /** @type {[() => unknown, ErrorCode, string, unknown][]} */ ([
        [() => index.update(-1), 'out-of-range', 'from', -1],
        [() => index.update(7), 'out-of-range', 'from', 7],
        [() => index.update(3, 2), 'out-of-range', 'end', 2],
        [() => index.update(3, 7), 'out-of-range', 'end', 7],
        [() => any.update('0'), 'wrong-type', 'from', '0'],
        [() => any.search(), 'wrong-type', 'box', undefined],
        [() => any.search('0000'), 'wrong-type', 'box', '0000'],
        [() => index.search(short), 'wrong-type', 'box', short],
        [() => any.search([0, 0, '1', 1]), 'wrong-type', 'box[2]', '1'],
        [() => any.search([0, undefined, 1, 1]), 'wrong-type', 'box[1]', undefined],
        [() => index.search([0, 0, 1, Number.NaN]), 'not-finite', 'box[3]', Number.NaN],
        [() => index.search([0, 0, -1, 1]), 'out-of-range', 'box[2]', -1],
        [() => index.search([0, 2, 1, 1]), 'out-of-range', 'box[3]', 1],
        [() => index.near(7), 'out-of-range', 'count', 7],
        [() => any.near(), 'wrong-type', 'count', undefined],
        [() => index.near(6, -1), 'out-of-range', 'reach', -1],
        [() => index.near(6, Infinity), 'not-finite', 'reach', Infinity],
        [() => any.near(6, '1'), 'wrong-type', 'reach', '1'],
        [() => index.nearBetween(7, 0, 0, 0), 'out-of-range', 'firstBox', 7],
        [() => index.nearBetween(2, 5, 0, 1), 'out-of-range', 'firstCount', 5],
        [() => index.nearBetween(0, 1, -1, 1), 'out-of-range', 'secondBox', -1],
        [() => index.nearBetween(0, 1, 6, 1), 'out-of-range', 'secondCount', 1],
        [() => index.nearBetween(0, 3, 2, 2), 'out-of-range', 'secondBox', 2],
        [() => index.nearBetween(3, 2, 0, 4), 'out-of-range', 'secondBox', 0],
        [() => index.nearBetween(0, 1, 1, 1, -2), 'out-of-range', 'reach', -2],
    ]);
    for (const [call, code, argument, value] of cases) refuses(call, { code, argument, value });
    assert.throws(
        () => index.nearBetween(0, 3, 2, 2),
        /^GrazeError: secondBox must be outside the first range, 0 to 2, got 2/,
    );
    const space = g.boxIndex(1, { axes: 3 });
    refuses(() => space.search([0, 0, 0, 1, 1, -1]), { argument: 'box[5]', value: -1 });
    assert.throws(() => space.search([0, 0, 1, 1]), /box must be an array of 6 numbers/);
    space.free();
    index.free();
});

test('the numbers of a box are read once, before the index is used', () => {
    const index = indexOf(row(3));
    const box = [0, 0, 9, 9];
    let reads = 0;
    Object.defineProperty(box, 2, {
        get: () => {
            reads++;
            g.boxIndex(1000).free();
            return reads === 1 ? 2 : Number.NaN;
        },
    });
    assert.deepEqual(search(index, box), [0, 1]);
    assert.equal(reads, 1);
    Object.defineProperty(box, 3, { get: () => index.free() ?? 9 });
    reads = 0;
    assert.throws(() => index.search(box), { code: 'stale-handle' });
});

test('a freed index is an error, freeing it twice is none', () => {
    const index = indexOf(row(2));
    index.free();
    index.free();
    for (const call of [
        () => index.sides,
        () => index.found,
        () => index.pairs,
        () => index.update(),
        () => index.search([0, 0, 1, 1]),
        () => index.near(2),
        () => index.nearBetween(0, 1, 1, 1),
    ]) {
        assert.throws(call, { code: 'stale-handle', message: /this index of boxes was freed/ });
    }
});

test('with debug, views that growth detached or whose index was freed say so', () => {
    const instance = createSync({ debug: true });
    const index = instance.boxIndex(2);
    const { sides, pairs } = index;
    sides.set([0, 0, 1, 1, 1, 1, 2, 2]);
    index.update();
    assert.equal(index.search([0, 0, 1, 1]), 2);
    assert.equal(index.near(2), 1);
    assert.deepEqual([...pairs.subarray(0, 2)], [0, 1]);
    instance.boxIndex(2 ** 16).free();
    assert.throws(() => sides[0], { code: 'stale-view', argument: 'sides' });
    assert.throws(() => pairs.fill(0), { code: 'stale-view', argument: 'pairs' });
    assert.deepEqual([...index.sides], [0, 0, 1, 1, 1, 1, 2, 2]);
    const { found } = index;
    index.free();
    assert.throws(() => found[0], { code: 'stale-view', argument: 'found' });
});

test('memory is that of the documents, and is used again', () => {
    for (const [axes, pairs, bytes] of /** @type {[2 | 3, number, number][]} */ ([
        [2, 100_000, 200 + 8],
        [3, 100_000, 216 + 8],
        [2, 1, 200],
        [2, 300_000, 200 + 3 * 8 + 2 * 32],
    ])) {
        const instance = createSync();
        const before = instance.memoryUsed;
        const index = instance.boxIndex(100_000, { axes, pairs });
        const { memoryUsed } = instance;
        const each = (memoryUsed - before) / 100_000;
        assert.ok(each > 0.97 * bytes && each < 1.04 * bytes, `${each} bytes for a box`);
        index.free();
        instance.boxIndex(100_000, { axes, pairs });
        assert.equal(instance.memoryUsed, memoryUsed);
    }
});

test('both builds agree on many boxes that move a few at a time', () => {
    const COUNT = 3000;
    for (const axes of /** @type {const} */ ([2, 3])) {
        const random = randomNumbers(axes);
        const indices = [g, scalar].map((one) => one.boxIndex(COUNT, { axes, pairs: 100_000 }));
        /** @param {number} k */
        const place = (k) => {
            const at = Array.from({ length: axes }, () => 50 * random());
            const size = random() < 0.02 ? 100 : 1;
            const box = [...at, ...at.map((value) => value + size * random())];
            if (random() < 0.1) box[axes] = -1;
            for (const { sides } of indices) sides.set(box, 2 * axes * k);
        };
        for (let k = 0; k < COUNT; k++) place(k);
        for (const index of indices) index.update();
        for (let round = 0; round < 30; round++) {
            const from = Math.floor(random() * (COUNT - 20));
            for (let k = from; k < from + 20; k++) place(k);
            for (const index of indices) index.update(from, from + 20);
            const at = Array.from({ length: axes }, () => 50 * random());
            const box = [...at, ...at.map((value) => value + 5)];
            const [one, other] = indices.map((index) => search(index, box));
            assert.deepEqual(one, other);
            const { sides } = indices[0];
            const expected = Array.from({ length: COUNT }, (_, k) => k).filter((k) =>
                at.every((lower, axis) => {
                    const [lo, hi] = [
                        sides[2 * axes * k + axis],
                        sides[2 * axes * k + axes + axis],
                    ];
                    return lo <= hi && lo <= lower + 5 && hi >= lower;
                }),
            );
            assert.deepEqual(
                one,
                expected.filter((k) => sides[2 * axes * k] <= sides[2 * axes * k + axes]),
            );
        }
        const [pairs, others] = indices.map((index) => near(index, COUNT, 0.25));
        assert.ok(pairs.length > 1000);
        assert.deepEqual(pairs, others);
        for (const index of indices) index.free();
    }
});
