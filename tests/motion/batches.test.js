import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLEARANCE_STATUSES, CONTACT_STATUSES } from '../../js/graze/core/layout.js';
import { randomNumbers } from '../helpers.js';
import { bodiesOf, CASES, firstContact, g, release } from './setup.js';

/** Tests batches of moving pairs against single calls. */

test('a batch of moving pairs returns what single calls return, bit for bit', () => {
    const all = CASES.flatMap((c) => bodiesOf(c));
    const count = CASES.length;
    const pieces = all.reduce((sum, { motion }) => sum + motion.count, 0);
    const movingPairs = g.movingPairs(all.length, { pieces, pairs: count });
    assert.deepEqual(
        [
            movingPairs.shapes,
            movingPairs.firstPieces,
            movingPairs.pieceCounts,
            movingPairs.endings,
        ].map(({ length }) => length),
        [all.length, all.length, all.length, all.length],
    );
    assert.deepEqual(
        [movingPairs.pieces.length, movingPairs.pairs.length],
        [22 * pieces, 2 * count],
    );
    let first = 0;
    all.forEach(({ shape, motion }, k) => {
        movingPairs.set(k, shape, motion, first);
        assert.deepEqual([movingPairs.shapes[k], movingPairs.firstPieces[k]], [shape.id, first]);
        assert.deepEqual([movingPairs.pieceCounts[k], movingPairs.endings[k]], [motion.count, 0]);
        first += motion.count;
    });
    for (let k = 0; k < count; k++) movingPairs.pairs.set([2 * k, 2 * k + 1], 2 * k);
    for (const options of [
        {},
        { from: 0, to: 1 },
        { from: 0.25, to: 3, tolerance: 1e-5, distanceTolerance: 1e-4, maxIterations: 50 },
    ]) {
        const singles = CASES.map((_, k) => firstContact(all[2 * k], all[2 * k + 1], options));
        const meeting = singles.filter(({ status }) => status !== 'free').length;
        assert.equal(movingPairs.firstContacts(count, options), meeting);
        singles.forEach(({ status, time }, k) => {
            const where = CASES[k].id;
            assert.equal(CONTACT_STATUSES[movingPairs.statuses[k]], status, where);
            if (time === null) return;
            assert.deepEqual([...movingPairs.times.subarray(2 * k, 2 * k + 2)], time, where);
        });
    }
    movingPairs.free();
    release(...all);
});

/**
 * Returns the entries of the clearance of a pair or group.
 *
 * @param {ReturnType<typeof g.movingPairs>} batch
 * @param {number} k
 */
function clearanceAt(batch, k) {
    const [lo, hi, time] = batch.clearances.subarray(3 * k, 3 * k + 3);
    const pair = [...batch.contactBodies.subarray(2 * k, 2 * k + 2)];
    return { lo, hi, time, status: CLEARANCE_STATUSES[batch.clearanceStatuses[k]], pair };
}

test('a batch of moving pairs returns the clearances of single calls, bit for bit', () => {
    const all = CASES.flatMap((c) => bodiesOf(c));
    const count = CASES.length;
    const pieces = all.reduce((sum, { motion }) => sum + motion.count, 0);
    const movingPairs = g.movingPairs(all.length, { pieces, pairs: count });
    all.reduce((next, { shape, motion }, k) => movingPairs.set(k, shape, motion, next), 0);
    for (let k = 0; k < count; k++) movingPairs.pairs.set([2 * k, 2 * k + 1], 2 * k);
    for (const options of [
        {},
        { from: 0, to: 1 },
        { from: 0.25, to: 3, distanceTolerance: 1e-4, maxIterations: 50 },
    ]) {
        const singles = CASES.map((_, k) => {
            const [a, b] = all.slice(2 * k);
            return g.clearance(a.shape, b.shape, a.motion, b.motion, options);
        });
        const near = singles.filter(({ time }) => time !== null).length;
        assert.equal(movingPairs.pairClearances(count, options), near);
        singles.forEach(({ separation, status, time }, k) => {
            const pair = time === null ? [-1, -1] : [2 * k, 2 * k + 1];
            const [lo, hi] = separation;
            const expected = { lo, hi, time: time ?? Infinity, status, pair };
            assert.deepEqual(clearanceAt(movingPairs, k), expected, CASES[k].id);
        });
        // All pairs as one group: the least.
        movingPairs.pairClearances(count, { ...options, groups: [count] });
        const least = clearanceAt(movingPairs, 0);
        const nearest = Math.min(...singles.map(({ separation }) => separation[1]));
        const lowest = Math.min(...singles.map(({ separation }) => separation[0]));
        assert.ok(least.lo <= nearest && least.hi >= lowest, `${least.lo}, ${least.hi}`);
        // With a limit: the others are shown to be farther.
        const atMost = 0.5;
        const within = movingPairs.pairClearances(count, { ...options, atMost });
        let found = 0;
        singles.forEach(({ separation, status }, k) => {
            const limited = clearanceAt(movingPairs, k);
            found += Number(limited.hi < Infinity);
            assert.ok(limited.lo <= atMost && limited.lo <= separation[1], CASES[k].id);
            if (limited.hi < Infinity) {
                assert.ok(limited.hi >= separation[0] && limited.hi < atMost, CASES[k].id);
                assert.deepEqual(limited.pair, [2 * k, 2 * k + 1]);
            } else {
                assert.ok(separation[1] >= limited.lo, CASES[k].id);
                assert.deepEqual([limited.pair, limited.time], [[-1, -1], Infinity]);
                const isCertain = status === 'certified' && limited.status === 'certified';
                assert.ok(!isCertain || limited.lo > atMost - 1e-3, CASES[k].id);
            }
        });
        assert.equal(within, found);
    }
    movingPairs.free();
    release(...all);
});

test('a batch tests one body against all others', () => {
    const random = randomNumbers(9);
    const bodies = Array.from({ length: 60 }, (_, k) => {
        const shape = [g.box(2, 1), g.disc(0.75), g.capsule(-1, 0, 1, 0, 0.25)][k % 3];
        const ends = /** @type {const} */ ([{}, { before: 'vanish' }, { after: 'vanish' }])[k % 3];
        const knots = Array.from({ length: 3 }, () => [20 * random(), 20 * random(), 6 * random()]);
        return { shape, motion: g.motion.spline(knots, [0, 1 + random(), 5], ends) };
    });
    const movingPairs = g.movingPairs(60, { pieces: 120 });
    bodies.forEach(({ shape, motion }, k) => {
        movingPairs.set(k, shape, motion, 2 * k);
    });
    assert.deepEqual([...movingPairs.endings.subarray(0, 3)], [0, 1, 2]);
    const options = { from: -1, to: 6 };
    for (const body of [0, 17, 59]) {
        const singles = bodies.map(({ shape, motion }) => {
            return g.firstContact(bodies[body].shape, shape, bodies[body].motion, motion, options);
        });
        const meeting = singles.filter(({ status }, k) => k !== body && status !== 'free').length;
        assert.ok(meeting > 3, `${meeting}`);
        assert.equal(movingPairs.contactsWith(body, 60, options), meeting);
        singles.forEach(({ status, time }, k) => {
            const reported = CONTACT_STATUSES[movingPairs.foundStatuses[k]];
            assert.equal(reported, k === body ? 'free' : status, `${body} ${k}`);
            if (k !== body && time !== null)
                assert.deepEqual([...movingPairs.foundTimes.subarray(2 * k, 2 * k + 2)], time);
        });
    }
    movingPairs.free();
});

test('a query of one body keeps the pairs that were found before', () => {
    const movingPairs = g.movingPairs(3);
    const disc = g.disc(1);
    for (const [k, x] of [0, 5, 9].entries()) {
        movingPairs.set(k, disc, g.motion.linear({ t0: 0, t1: 4, x, y: 0, vx: -x / 4 }), k);
    }
    movingPairs.pairs.set([0, 1, 0, 2, 1, 2]);
    assert.equal(movingPairs.firstContacts(3), 3);
    const found = [...movingPairs.statuses, ...movingPairs.times];
    assert.equal(movingPairs.contactsWith(2, 3), 2);
    assert.deepEqual([...movingPairs.statuses, ...movingPairs.times], found);
    const alone = [...movingPairs.foundStatuses, ...movingPairs.foundTimes];
    assert.notDeepEqual(alone, found);
    movingPairs.firstContacts(3, { to: 0 });
    assert.deepEqual([...movingPairs.foundStatuses, ...movingPairs.foundTimes], alone);
});

test('bodies of a batch may share pieces, and be written through the views', () => {
    const movingPairs = g.movingPairs(2, { pieces: 1 });
    const disc = g.disc(0.5);
    const line = new Float64Array(22);
    line.set([0, 10, -5, 1], 0);
    movingPairs.pieces.set(line);
    movingPairs.shapes.fill(disc.id);
    movingPairs.pieceCounts.fill(1);
    movingPairs.pairs.set([0, 1]);
    assert.equal(movingPairs.firstContacts(1), 1);
    assert.equal(CONTACT_STATUSES[movingPairs.statuses[0]], 'overlapping');
    movingPairs.free();
});
