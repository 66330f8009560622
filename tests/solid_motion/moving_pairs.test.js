import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze/solid';
import { CONTACT_STATUSES } from '../../js/graze/core/layout.js';
import { refuses } from '../refuses.js';
import { makeBodies } from './bodies_in_motion.js';

/**
 * Batches of moving bodies in space: the answers of single queries, bit for bit, and those of all pairs.
 *
 * @import { SolidMovingPairBatch } from 'graze/solid'
 */

const s = createSync();

/** @param {ReturnType<typeof makeBodies>} bodies @param {number} pairs */
function fill(bodies, pairs) {
    const batch = s.movingPairs(bodies.length, { pieces: bodies.length, pairs });
    let first = 0;
    bodies.forEach(({ solid, motion, parent }, k) => {
        first = batch.set(k, solid, motion, first, parent);
    });
    assert.equal(first, bodies.length);
    return batch;
}

/** @param {SolidMovingPairBatch} batch */
function fillPairs(batch) {
    let count = 0;
    for (let a = 0; a < batch.capacity; a++)
        for (let b = a + 1; b < batch.capacity; b++) batch.pairs.set([a, b], 2 * count++);
    return count;
}

test('first contacts and clearances of a batch are those of single queries, bit for bit', () => {
    const bodies = makeBodies(s, 16, 4);
    const batch = fill(bodies, 120);
    const count = fillPairs(batch);
    for (const options of [undefined, { touching: 'allowed' }, { from: 0.25, to: 0.75 }]) {
        const found = batch.firstContacts(count, /** @type {any} */ (options));
        let expected = 0;
        for (let k = 0; k < count; k++) {
            const [a, b] = [0, 1].map((side) => bodies[batch.pairs[2 * k + side]]);
            const single = s.firstContact(
                ...[a.solid, b.solid, a.motion, b.motion],
                /** @type {any} */ (options),
            );
            const time = Array.from(batch.times.subarray(2 * k, 2 * k + 2));
            assert.equal(CONTACT_STATUSES[batch.statuses[k]], single.status);
            if (single.time === null) assert.equal(time[0], time[1]);
            else assert.deepEqual(time, single.time);
            expected += Number(single.status !== 'free');
        }
        assert.equal(found, expected);
        assert.ok(found > 5 && found < count, `${found} contacts`);
    }
    for (const options of [undefined, { atMost: 0.3 }]) {
        const found = batch.pairClearances(count, options);
        let expected = 0;
        for (let k = 0; k < count; k++) {
            const [a, b] = [0, 1].map((side) => bodies[batch.pairs[2 * k + side]]);
            const single = s.clearance(a.solid, b.solid, a.motion, b.motion, options);
            const [lo, hi, time] = batch.clearances.subarray(3 * k, 3 * k + 3);
            assert.deepEqual([lo, hi], single.separation);
            assert.equal(time, single.time ?? Infinity);
            assert.equal(batch.clearanceStatuses[k] === 0, single.status === 'certified');
            expected += Number(single.time !== null);
        }
        assert.equal(found, expected);
    }
    batch.free();
});

test('one body against all others has the answers of its pairs', () => {
    const bodies = makeBodies(s, 12, 3);
    const batch = fill(bodies, 66);
    for (let k = 0; k < 12; k += 5) {
        const found = batch.contactsWith(k, 12);
        let expected = 0;
        for (let i = 0; i < 12; i++) {
            const time = Array.from(batch.foundTimes.subarray(2 * i, 2 * i + 2));
            if (i === k) {
                assert.deepEqual([batch.foundStatuses[i], ...time], [0, 0, 0]);
                continue;
            }
            const [a, b] = [bodies[k], bodies[i]];
            const single = s.firstContact(a.solid, b.solid, a.motion, b.motion);
            assert.equal(CONTACT_STATUSES[batch.foundStatuses[i]], single.status);
            if (single.time !== null) assert.deepEqual(time, single.time);
            expected += Number(single.status !== 'free');
        }
        assert.equal(found, expected);
    }
    batch.free();
});

test('all pairs that meet, or come within reach, are among those that may', () => {
    const bodies = makeBodies(s, 40, 12);
    const batch = fill(bodies, 780);
    const all = fillPairs(batch);
    batch.firstContacts(all);
    batch.pairClearances(all);
    const meeting = new Map();
    const near = new Set();
    for (let k = 0; k < all; k++) {
        const pair = batch.pairs.subarray(2 * k, 2 * k + 2).join();
        const [lo, hi] = batch.times.subarray(2 * k, 2 * k + 2);
        if (batch.statuses[k] !== 0) meeting.set(pair, [batch.statuses[k], lo, hi]);
        if (batch.clearances[3 * k + 1] <= 0.5) near.add(pair);
    }
    assert.ok(meeting.size > 5 && near.size > meeting.size, `${meeting.size}, ${near.size}`);
    let fewest = Infinity;
    for (const steps of [1, 8, 64]) {
        const count = batch.near(40, { steps });
        const pairs = Array.from({ length: count }, (_, k) =>
            batch.pairs.subarray(2 * k, 2 * k + 2),
        );
        const keys = pairs.map(([a, b]) => a * 40 + b);
        assert.ok(pairs.every(([a, b]) => a < b) && keys.every((key, k) => !(keys[k - 1] >= key)));
        batch.firstContacts(count);
        const found = new Map();
        pairs.forEach((pair, k) => {
            const [lo, hi] = batch.times.subarray(2 * k, 2 * k + 2);
            if (batch.statuses[k] !== 0) found.set(pair.join(), [batch.statuses[k], lo, hi]);
        });
        assert.deepEqual(found, meeting);
        assert.ok(count <= fewest, `${count} pairs in ${steps} steps, ${fewest} in fewer`);
        fewest = count;
        const wider = batch.near(40, { reach: 0.5, steps });
        const reached = new Set(
            Array.from({ length: wider }, (_, k) => batch.pairs.subarray(2 * k, 2 * k + 2).join()),
        );
        for (const pair of near) assert.ok(reached.has(pair), pair);
    }
    assert.ok(fewest < all / 4, `${fewest} of ${all}`);
    const narrow = fill(bodies, 2);
    refuses(() => narrow.near(40), { code: 'full', argument: 'pairs', value: 3 });
    narrow.free();
    batch.free();
});

test('pieces are written through views, too', () => {
    const box = s.box(1, 1, 1);
    const batch = s.movingPairs(2, { pairs: 1 });
    batch.shapes.fill(box.id);
    batch.firstPieces.set([0, 1]);
    batch.pieceCounts.fill(1);
    batch.pairs.set([0, 1]);
    for (let k = 0; k < 2; k++) {
        const piece = batch.pieces.subarray(44 * k, 44 * (k + 1));
        piece.set([0, 10]);
        piece[2] = 5 * k;
        piece[3] = -k;
        piece.set([0, 0, 1, 0, 0, 0, 1], 34);
    }
    assert.deepEqual(Array.from(batch.parents), [-1, -1]);
    assert.equal(batch.firstContacts(1), 1);
    assert.ok(batch.times[0] <= 4 && batch.times[1] >= 4 && batch.times[1] - batch.times[0] < 1e-6);
    /* The second one in the frame of the first, which carries it along. */
    batch.parents[1] = 0;
    batch.pieces[3] = 100;
    assert.equal(batch.firstContacts(1), 1);
    assert.ok(batch.times[0] <= 4 && batch.times[1] >= 4);
    batch.free();
});

test('invalid records are errors, with their view and index', () => {
    const bodies = makeBodies(s, 3, 3).map((body) => ({ ...body, parent: -1 }));
    const batch = s.movingPairs(3, { pieces: 4, pairs: 2 });
    let first = 0;
    for (let k = 0; k < 3; k++) first = batch.set(k, bodies[k].solid, bodies[k].motion, first);
    batch.pairs.set([0, 1, 1, 2]);
    const before = () => Array.from(batch.times);
    const times = before();
    /** @param {string} view @param {number} index @param {number} value @param {string} code @param {number} at */
    const spoil = (view, index, value, code, at = index) => {
        const array = /** @type {any} */ (batch)[view];
        const kept = array[index];
        array[index] = value;
        refuses(() => batch.firstContacts(2), {
            ...{ code: /** @type {any} */ (code), argument: view, index: at },
        });
        array[index] = kept;
    };
    spoil('shapes', 2, 0, 'stale-handle');
    spoil('firstPieces', 1, 4, 'bad-index');
    spoil('pieceCounts', 1, 0, 'out-of-range');
    spoil('endings', 0, 4, 'out-of-range');
    spoil('parents', 1, 3, 'bad-index');
    spoil('parents', 1, 1, 'out-of-range');
    batch.parents[1] = 1;
    const circle = 'parents: body 1: must lead to a body without a parent, by at most 15 others';
    assert.throws(() => batch.firstContacts(2), { message: circle });
    batch.parents[1] = -1;
    spoil('pieces', 44 + 3, Number.NaN, 'not-finite', 1);
    spoil('pairs', 3, 3, 'bad-index', 1);
    assert.deepEqual(before(), times);
    refuses(() => batch.firstContacts(2, { tolerance: 1e-300 }), { code: 'out-of-range' });
    refuses(() => batch.firstContacts(3), { code: 'out-of-range' });
    refuses(() => batch.near(3, { steps: 0 }), { code: 'out-of-range' });
    refuses(() => batch.near(3, { reach: -1 }), { code: 'out-of-range' });
    refuses(() => batch.near(3, { from: 2, to: 1 }), { code: 'out-of-order' });
    const link = s.motion.static({}, { parent: bodies[0].motion });
    refuses(() => batch.set(0, bodies[0].solid, link, 0), {
        code: 'out-of-range',
        argument: 'parent',
    });
    const own = 'parent must be another body than body, got 0';
    refuses(() => batch.set(0, bodies[0].solid, link, 0, 0), { argument: 'parent', message: own });
    refuses(() => batch.set(0, bodies[0].solid, bodies[0].motion, 0, 1), { code: 'out-of-range' });
    refuses(() => batch.set(0, bodies[0].solid, bodies[0].motion, 4), { code: 'out-of-range' });
    batch.free();
    refuses(() => batch.firstContacts(1), { code: 'stale-handle' });
});
