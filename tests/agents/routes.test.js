import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';

/** Tests delays, positions and departures among whole routes, where the answer is known. */

const g = createSync();
const ROOT = Math.SQRT2;

/** Moves through the origin at t = 10. */
const east = { x: -10, y: 0, vx: 1, vy: 0, t0: 0, t1: 20, radius: 0.5 };
const north = { x: 0, y: -10, vx: 0, vy: 1, t0: 0, t1: 20, radius: 0.5 };
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

test('a position is free except while a route passes it', () => {
    const passing = [
        [-Infinity, 9],
        [11, Infinity],
    ];
    assertIntervals(g.safeIntervals(place, [east]), passing);
    assertIntervals(g.safeIntervals(place, [[east]]), passing);
    assertIntervals(g.safeIntervals(place, [east, [{ ...east, y: 5 }]]), passing);
    assertIntervals(g.safeIntervals(place, []), [[-Infinity, Infinity]]);
    assertIntervals(g.safeIntervals(place, [east, { ...north, t0: 1, t1: 21 }]), [
        [-Infinity, 9],
        [12, Infinity],
    ]);
    assertIntervals(g.safeIntervals(place, [east, { ...north, t0: 5, t1: 25 }, east]), [
        [-Infinity, 9],
        [11, 14],
        [16, Infinity],
    ]);
});

test('every pass is found, also beyond the 64 of the first buffer, and also when they merge into one', () => {
    const at = (/** @type {number} */ k) => ({ ...east, t0: 4 * k, t1: 4 * k + 20 });
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

test('the range of the query clips the answer', () => {
    const query = (/** @type {number} */ from, /** @type {number} */ to) =>
        g.safeIntervals(place, [[east]], { from, to });
    assertIntervals(query(0, 20), [
        [0, 9],
        [11, 20],
    ]);
    assertIntervals(query(0, 9.5), [[0, 9]]);
    assertIntervals(query(10, 30), [[11, 30]]);
    assertIntervals(query(9.5, 10), []);
    assertIntervals(query(0, 8), [[0, 8]]);
});

test('an agent stands where its route begins and ends, or is absent', () => {
    const [arriving, leaving] = [[{ ...east, t1: 10 }], [{ ...east, x: 0 }]];
    const query = (/** @type {any} */ route, /** @type {any} */ options) =>
        g.safeIntervals(place, [route], options);
    assertIntervals(query(arriving, {}), [[-Infinity, 9]]);
    assertIntervals(query(arriving, { before: 'vanish' }), [[-Infinity, 9]]);
    assertIntervals(query(arriving, { after: 'vanish' }), [
        [-Infinity, 9],
        [10, Infinity],
    ]);
    assertIntervals(query(leaving, {}), [[1, Infinity]]);
    assertIntervals(query(leaving, { after: 'vanish' }), [[1, Infinity]]);
    assertIntervals(query(leaving, { before: 'vanish' }), [
        [-Infinity, 0],
        [1, Infinity],
    ]);
    assertIntervals(query({ ...east, t1: 10 }, {}), [
        [-Infinity, 9],
        [10, Infinity],
    ]);
});

test('touching counts, unless it is allowed', () => {
    const beside = [{ ...east, y: 1 }];
    assertIntervals(g.safeIntervals(place, [beside]), [
        [-Infinity, 10],
        [10, Infinity],
    ]);
    assertIntervals(g.safeIntervals(place, [beside], { touching: 'allowed' }), [
        [-Infinity, Infinity],
    ]);
    const delays = [{ ...north, vy: 0, y: 1 }];
    assert.equal(g.unsafeDelays([east], delays).length, 1);
    assert.deepEqual(g.unsafeDelays([east], delays, { touching: 'allowed' }), []);
});

test('the least delay that avoids all others is found', () => {
    assertIntervals([[g.minimumDelay(east, [north])]], [[ROOT]]);
    assertIntervals([[g.minimumDelay([east], [[north]])]], [[ROOT]]);
    assert.equal(g.minimumDelay(east, [north], { from: 3 }), 3);
    assert.equal(g.minimumDelay(east, [north], { from: -3 }), -3);
    assertIntervals([[g.minimumDelay(east, [north], { from: -1 })]], [[ROOT]]);
    assert.equal(g.minimumDelay(east, [north], { to: 1 }), Infinity);
    assert.equal(g.minimumDelay(east, []), 0);
    assert.equal(g.minimumDelay(east, [], { to: 0 }), 0);
    const second = { ...north, t0: 2, t1: 22 };
    assertIntervals([[g.minimumDelay(east, [north, second])]], [[2 + ROOT]]);
    assert.equal(g.minimumDelay(east, [{ ...north, t0: 9, t1: 29 }]), 0);
});

test('delays of routes of several pieces are right for either of the two', () => {
    // This route comes from the west and turns north at the origin.
    const turning = [
        { ...east, t1: 10 },
        { ...north, y: 0, t0: 10, t1: 20 },
    ];
    const south = [{ x: 5, y: 5, vx: -1, vy: 0, t0: 10, t1: 20, radius: 0.5 }];
    const expected = [[-ROOT, ROOT]];
    const gone = /** @type {const} */ ({ before: 'vanish', after: 'vanish' });
    assertIntervals(g.unsafeDelays(turning, south, gone), expected);
    assertIntervals(g.unsafeDelays(south, turning, gone), expected);
    assertIntervals(g.unsafeDelays(turning, south[0], gone), expected);
    assertIntervals(g.unsafeDelays(south[0], turning, gone), expected);
    assertIntervals(g.unsafeDelays(turning, south, { ...gone, from: 0, to: 1 }), [[0, 1]]);
    assertIntervals(g.unsafeDelays(turning, south, { ...gone, from: 2 }), []);
});

test('the safe departures along an edge are found', () => {
    const late = { ...east, t0: 5, t1: 25 };
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

/**
 * Ends of contact that are not touches: at one instant both are still present, or present already, and overlap. Times
 * are closed, so safe times begin with the next double past that instant.
 */

test('a suggested delay or start is past the instant in which another vanishes', () => {
    const disc = { ...place, vx: 0, vy: 0, t0: 0, t1: 1 };
    const delay = g.minimumDelay(disc, [disc]);
    assert.equal(delay, 1 + Number.EPSILON);
    assert.deepEqual(g.conflicts({ ...disc, t0: delay, t1: 1 + delay }, disc), []);
    // A later clock has coarser doubles: 2^-22 is the spacing at 2^30.
    const later = { ...disc, t0: 2 ** 30 - 1, t1: 2 ** 30 };
    const least = g.minimumDelay(later, [later]);
    assert.deepEqual([later.t0 + least, least > 1], [2 ** 30 + 2 ** -22, true]);
    assert.equal(later.t0 + least * (1 - Number.EPSILON / 2), 2 ** 30);
    assert.deepEqual(g.safeDepartures({ ...disc, t1: 3 }, [later], { from: 0 }), [
        [0, 2 ** 30 - 4 - 2 ** -23],
        [2 ** 30 + 2 ** -22, Infinity],
    ]);
    assert.deepEqual(g.safeIntervals(place, [later]), [
        [-Infinity, 2 ** 30 - 1 - 2 ** -23],
        [2 ** 30 + 2 ** -22, Infinity],
    ]);
    // The disc is present for an instant only.
    const flash = { ...disc, t0: 1 };
    assert.deepEqual(g.safeIntervals(place, [flash]), [
        [-Infinity, 1 - Number.EPSILON / 2],
        [1 + Number.EPSILON, Infinity],
    ]);
});

test('a delay of 0 is too short if one appears in the instant in which the other vanishes', () => {
    const first = { x: 3, y: 0, vx: 1, vy: 0, t0: 3, t1: 4, radius: 0.5 };
    const second = { x: 5, y: 1, vx: -1, vy: -2, t0: 4, t1: 10, radius: 1 };
    const [[lo, hi]] = g.unsafeDelays(first, second);
    assert.equal(g.conflicts(first, second)[0].relation, 'overlapping');
    assert.deepEqual([lo, g.minimumDelay(first, [second])], [0, hi]);
    assert.deepEqual(g.safeDepartures(first, [second], { to: 4 })[0][1], 3 - 2 * Number.EPSILON);
});

test('unsafe delays end where the bodies separate, not at the position where a route continues or jumps', () => {
    const still = { ...place, vx: 0, vy: 0 };
    const stays = [
        { ...still, t0: 0, t1: 1 },
        { ...still, t0: 2, t1: 3 },
    ];
    const gone = /** @type {const} */ ({ before: 'vanish', after: 'vanish' });
    const after3 = 3 + 2 * Number.EPSILON;
    assert.deepEqual(g.safeIntervals(place, [stays], gone), [
        [-Infinity, -Number.MIN_VALUE],
        [after3, Infinity],
    ]);
    const away = [stays[0], { ...stays[1], x: 5 }];
    assert.deepEqual(g.safeIntervals(place, [away], gone)[1], [2 + 2 * Number.EPSILON, Infinity]);
    assert.equal(g.minimumDelay({ ...still, t0: 0, t1: 1 }, [stays], gone), after3);
});

test('an exact touch in an instant is an end as it is', () => {
    const still = { ...place, vx: 0, vy: 0, t0: 0, t1: 1 };
    const beside = { ...still, x: 1 };
    assert.equal(g.minimumDelay(still, [beside]), 1);
    assert.deepEqual(g.safeIntervals(place, [beside]), [
        [-Infinity, 0],
        [1, Infinity],
    ]);
});
