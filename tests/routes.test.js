import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';

/** Delays, places and departures among whole routes, where the answer is known. */

const g = createSync();
const ROOT = Math.SQRT2;

/** Through the origin at t = 10. */
const east = { x: -10, y: 0, vx: 1, vy: 0, start: 0, end: 20, radius: 0.5 };
const north = { x: 0, y: -10, vx: 0, vy: 1, start: 0, end: 20, radius: 0.5 };
const place = { x: 0, y: 0, radius: 0.5 };

/** @param {ArrayLike<number>[]} found @param {number[][]} expected */
function assertIntervals(found, expected) {
    assert.equal(found.length, expected.length, JSON.stringify(found));
    for (const [k, ends] of expected.entries()) {
        for (const [i, end] of ends.entries()) {
            const isSame = found[k][i] === end || Math.abs(found[k][i] - end) < 1e-9;
            assert.ok(isSame, `${JSON.stringify(found)} is not ${JSON.stringify(expected)}`);
        }
    }
}

test('a place is free but while a route passes it', () => {
    const passing = [
        [-Infinity, 9],
        [11, Infinity],
    ];
    assertIntervals(g.safeIntervals(place, [east]), passing);
    assertIntervals(g.safeIntervals(place, [[east]]), passing);
    assertIntervals(g.safeIntervals(place, [east, [{ ...east, y: 5 }]]), passing);
    assertIntervals(g.safeIntervals(place, []), [[-Infinity, Infinity]]);
    assertIntervals(g.safeIntervals(place, [east, { ...north, start: 1, end: 21 }]), [
        [-Infinity, 9],
        [12, Infinity],
    ]);
    assertIntervals(g.safeIntervals(place, [east, { ...north, start: 5, end: 25 }, east]), [
        [-Infinity, 9],
        [11, 14],
        [16, Infinity],
    ]);
});

test('as many passes as there are, though at first there is room for 64, and though in the end they are one', () => {
    const at = (/** @type {number} */ k) => ({ ...east, start: 4 * k, end: 4 * k + 20 });
    const times = Array.from({ length: 150 }, (_, k) => k);
    const found = g.safeIntervals(place, times.map(at));
    assert.equal(found.length, 151);
    for (const k of times)
        assert.deepEqual([found[k][1], found[k + 1][0]], [4 * k + 9, 4 * k + 11]);
    const between = times.slice(1).map((k) => at(k - 0.5));
    assertIntervals(g.safeIntervals(place, [...times.map(at), ...between]), [
        [-Infinity, 9],
        [4 * 149 + 11, Infinity],
    ]);
});

test('what is asked about cuts the answer', () => {
    const ask = (/** @type {number} */ from, /** @type {number} */ to) =>
        g.safeIntervals(place, [[east]], { from, to });
    assertIntervals(ask(0, 20), [
        [0, 9],
        [11, 20],
    ]);
    assertIntervals(ask(0, 9.5), [[0, 9]]);
    assertIntervals(ask(10, 30), [[11, 30]]);
    assertIntervals(ask(9.5, 10), []);
    assertIntervals(ask(0, 8), [[0, 8]]);
});

test('an agent stands where its route begins and ends, or is not there', () => {
    const [arriving, leaving] = [[{ ...east, end: 10 }], [{ ...east, x: 0 }]];
    const ask = (/** @type {any} */ route, /** @type {any} */ options) =>
        g.safeIntervals(place, [route], options);
    assertIntervals(ask(arriving, {}), [[-Infinity, 9]]);
    assertIntervals(ask(arriving, { before: 'vanish' }), [[-Infinity, 9]]);
    assertIntervals(ask(arriving, { after: 'vanish' }), [
        [-Infinity, 9],
        [10, Infinity],
    ]);
    assertIntervals(ask(leaving, {}), [[1, Infinity]]);
    assertIntervals(ask(leaving, { after: 'vanish' }), [[1, Infinity]]);
    assertIntervals(ask(leaving, { before: 'vanish' }), [
        [-Infinity, 0],
        [1, Infinity],
    ]);
    assertIntervals(ask({ ...east, end: 10 }, {}), [
        [-Infinity, 9],
        [10, Infinity],
    ]);
});

test('touching counts, unless the reading is open', () => {
    const beside = [{ ...east, y: 1 }];
    assertIntervals(g.safeIntervals(place, [beside]), [
        [-Infinity, 10],
        [10, Infinity],
    ]);
    assertIntervals(g.safeIntervals(place, [beside], { reading: 'open' }), [[-Infinity, Infinity]]);
    const delays = [{ ...north, vy: 0, y: 1 }];
    assert.equal(g.unsafeDelays([east], delays).length, 1);
    assert.deepEqual(g.unsafeDelays([east], delays, { reading: 'open' }), []);
});

test('the least delay that avoids all others', () => {
    assertIntervals([[g.minimumDelay(east, [north])]], [[ROOT]]);
    assertIntervals([[g.minimumDelay([east], [[north]])]], [[ROOT]]);
    assert.equal(g.minimumDelay(east, [north], { from: 3 }), 3);
    assert.equal(g.minimumDelay(east, [north], { from: -3 }), -3);
    assertIntervals([[g.minimumDelay(east, [north], { from: -1 })]], [[ROOT]]);
    assert.equal(g.minimumDelay(east, [north], { to: 1 }), Infinity);
    assert.equal(g.minimumDelay(east, []), 0);
    assert.equal(g.minimumDelay(east, [], { to: 0 }), 0);
    const second = { ...north, start: 2, end: 22 };
    assertIntervals([[g.minimumDelay(east, [north, second])]], [[2 + ROOT]]);
    assert.equal(g.minimumDelay(east, [{ ...north, start: 9, end: 29 }]), 0);
});

test('delays of routes of several segments, by either of the two', () => {
    // Comes from the west, turns north at the origin.
    const turning = [
        { ...east, end: 10 },
        { ...north, y: 0, start: 10, end: 20 },
    ];
    const south = [{ x: 5, y: 5, vx: -1, vy: 0, start: 10, end: 20, radius: 0.5 }];
    const expected = [[-ROOT, ROOT]];
    const gone = /** @type {const} */ ({ before: 'vanish', after: 'vanish' });
    assertIntervals(g.unsafeDelays(turning, south, gone), expected);
    assertIntervals(g.unsafeDelays(south, turning, gone), expected);
    assertIntervals(g.unsafeDelays(turning, south[0], gone), expected);
    assertIntervals(g.unsafeDelays(south[0], turning, gone), expected);
    assertIntervals(g.unsafeDelays(turning, south, { ...gone, from: 0, to: 1 }), [[0, 1]]);
    assertIntervals(g.unsafeDelays(turning, south, { ...gone, from: 2 }), []);
});

test('when to start along an edge', () => {
    const late = { ...east, start: 5, end: 25 };
    const expected = [
        [-Infinity, -ROOT],
        [ROOT, Infinity],
    ];
    assertIntervals(g.safeDepartures(late, [north]), expected);
    assertIntervals(g.safeDepartures(late, [[north]]), expected);
    assertIntervals(g.safeDepartures(late, [[north]], { from: 0, to: 30 }), [[ROOT, 30]]);
    assertIntervals(g.safeDepartures(late, [[north]], { from: -4, to: 1 }), [[-4, -ROOT]]);
    assertIntervals(g.safeDepartures(late, []), [[-Infinity, Infinity]]);
});
