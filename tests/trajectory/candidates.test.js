import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomNumbers } from '../helpers.js';
import { refuses } from '../refuses.js';
import { behaves, CAR, fixture, g, made, randomBodies, release, straight } from './setup.js';

/**
 * Tests a planner's candidates against a scene: the body that each meets, and queries of selected candidates.
 *
 * @import { Graze, MovingPairBatch } from 'graze'
 * @import { Made } from './setup.js'
 */

const CLOCK = { t1: 10, step: 0.1 };

/** @param {Graze} instance @param {readonly Made[]} bodies */
function batchOf(instance, bodies) {
    const pieces = bodies.reduce((sum, { motion }) => sum + motion.count, 0);
    const batch = instance.movingPairs(bodies.length, { pieces, pairs: 1 });
    let next = 0;
    bodies.forEach(({ shape, motion }, k) => {
        next = batch.set(k, shape, motion, next);
    });
    return batch;
}

/** Returns the results of all entries. @param {MovingPairBatch} batch */
const resultsOf = ({ statuses, times, contactBodies, others }) =>
    Array.from(others, (other, k) => ({
        status: statuses[k],
        time: [...times.subarray(2 * k, 2 * k + 2)],
        bodies: [...contactBodies.subarray(2 * k, 2 * k + 2)],
        other,
    }));

/** Writes results that no query gives. @param {MovingPairBatch} batch */
function spoil(batch) {
    batch.statuses.fill(9);
    batch.times.fill(-7);
    batch.contactBodies.fill(-9);
    batch.others.fill(-9);
}

behaves('others are the bodies of the scene that single queries name', (instance) => {
    const scenery = randomBodies(51, 36, 60).map((given) => made(instance, given, CLOCK));
    const egos = randomBodies(52, 40, 60).map((given) => made(instance, given, CLOCK));
    const batch = batchOf(instance, egos);
    const paths = scenery.map(({ path }) => path);
    const answers = [1, 3, [6, 1, 29]].map((groups) => {
        const scene = instance.scene(paths, { groups });
        return [1, 2, [30, 3, 7]].map((ofEgos) => {
            spoil(batch);
            const count = scene.firstContacts(batch, 40, { groups: ofEgos });
            const results = resultsOf(batch);
            const sizes = typeof ofEgos === 'number' ? Array(40 / ofEgos).fill(ofEgos) : ofEgos;
            let first = 0;
            sizes.forEach((size, k) => {
                const list = egos.slice(first, first + size).map(({ path }) => path);
                const single = scene.firstContact(list);
                assert.equal(results[k].other, single.body ?? -1);
                assert.equal(results[k].bodies[1], single.path ?? -1);
                first += size;
            });
            const named = results.slice(0, sizes.length);
            assert.equal(count, named.filter(({ other }) => other >= 0).length);
            assert.ok(results.slice(sizes.length).every(({ other }) => other === -9));
            return results;
        });
    });
    assert.ok(answers.flat(2).some(({ other }) => other === -1));
    assert.ok(new Set(answers.flat(2).map(({ other }) => other)).size > 20);
    batch.free();
    release(...scenery, ...egos);
    return answers;
});

behaves('selected candidates have the answers of all, and the others keep theirs', (instance) => {
    const random = randomNumbers(53);
    const scenery = randomBodies(54, 30, 60).map((given) => made(instance, given, CLOCK));
    const egos = randomBodies(55, 60, 60).map((given) => made(instance, given, CLOCK));
    const batch = batchOf(instance, egos);
    const scene = instance.scene(scenery.map(({ path }) => path));
    for (const groups of [undefined, 2, [1, 9, 20, 30]]) {
        const options = groups === undefined ? {} : { groups };
        spoil(batch);
        scene.firstContacts(batch, 60, options);
        const all = resultsOf(batch);
        const count = typeof groups === 'number' ? 60 / groups : (groups?.length ?? 60);
        for (let round = 0; round < 12; round++) {
            const list = Array.from({ length: round % 5 }, () => Math.floor(count * random()));
            const select = round % 2 === 0 ? list : Uint32Array.from(list);
            spoil(batch);
            const found = scene.firstContacts(batch, 60, { ...options, select });
            const [before, results] = [resultsOf(batch), all];
            before.forEach((result, k) => {
                if (list.includes(k)) assert.deepEqual(result, results[k], `${k}`);
                else assert.equal(result.status, 9, `${k}`);
                if (!list.includes(k)) assert.deepEqual([result.other, result.time[0]], [-9, -7]);
            });
            assert.equal(found, list.filter((k) => all[k].status !== 0).length);
        }
    }
    batch.free();
    scene.free();
    release(...scenery, ...egos);
});

test('only the bodies of selected candidates are checked', () => {
    const given = [
        [-20, 0],
        [0, 40],
        [0, -20],
    ].map((place) => made(g, fixture(CAR, straight(place, [5, 0])), CLOCK));
    const batch = batchOf(g, given);
    const scene = g.scene([given[0].path]);
    batch.pieceCounts[1] = 0;
    refuses(() => scene.firstContacts(batch, 3), { argument: 'pieceCounts', index: 1 });
    refuses(() => scene.firstContacts(batch, 3, { select: [2, 1] }), { index: 1 });
    assert.equal(scene.firstContacts(batch, 3, { select: [2, 0, 0] }), 2);
    assert.deepEqual([batch.others[0], batch.others[2]], [0, -1]);
    refuses(() => scene.firstContacts(batch, 3, { groups: [2, 1], select: [0] }), { index: 1 });
    assert.equal(scene.firstContacts(batch, 3, { groups: [2, 1], select: [1] }), 0);
    assert.equal(scene.firstContacts(batch, 3, { select: [] }), 0);
    batch.free();
    scene.free();
    release(...given);
});

test('an invalid selection is refused before anything is written', () => {
    const one = made(g, fixture(CAR, straight([0, 0], [1, 0])), CLOCK);
    const batch = batchOf(g, [one, one]);
    const scene = g.scene([one.path]);
    spoil(batch);
    /** @param {any} select @param {object} [more] */
    const query = (select, more) => scene.firstContacts(batch, 2, { select, ...more });
    refuses(() => query(0), { code: 'wrong-type', argument: 'select' });
    refuses(() => query([0, '1']), { code: 'wrong-type', argument: 'select[1]', index: 1 });
    const high = { code: 'out-of-range', argument: 'select[1]', index: 1, value: 2 };
    refuses(() => query([0, 2]), /** @type {any} */ (high));
    refuses(() => query([-1]), { code: 'out-of-range', argument: 'select[0]' });
    refuses(() => query([0.5]), { code: 'out-of-range', argument: 'select[0]' });
    refuses(() => query([1], { groups: 2 }), { code: 'out-of-range', argument: 'select[0]' });
    refuses(() => query([Number.NaN]), { code: 'not-finite', argument: 'select[0]' });
    assert.ok(resultsOf(batch).every(({ status, other }) => status === 9 && other === -9));
    batch.free();
    scene.free();
    release(one);
});
