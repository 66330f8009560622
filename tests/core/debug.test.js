import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { create, createSync } from 'graze';
import * as external from 'graze/external';
import * as scalar from 'graze/scalar';
import * as standing from 'graze/static';
import { inRepository, randomNumbers } from '../helpers.js';

/** Tests the option `debug`: checks of views and of bodies that stand still. @import { StaticGraze } from 'graze' */

/** Allocates until memory has moved. @param {StaticGraze} g */
function grow(g) {
    g.pairs(2 ** 16).free();
}

test('a view that growth has detached throws on reads and writes, and names itself', () => {
    const g = createSync({ debug: true });
    const bodies = g.bodies(3, { still: 1 });
    const { poses, shapes, hitIntervals } = bodies;
    const part = poses.subarray(4, 8);
    poses[0] = 1.5;
    assert.equal(poses[0], 1.5);
    grow(g);
    const stale = {
        code: 'stale-view',
        argument: 'poses',
        message: /^poses must be a current view/,
    };
    assert.throws(() => poses[0], stale);
    assert.throws(() => {
        poses[0] = 2;
    }, stale);
    assert.throws(() => poses.length, stale);
    assert.throws(() => poses.fill(0), stale);
    assert.throws(() => poses.set([1, 2], 0), stale);
    assert.throws(() => [...poses], stale);
    assert.throws(() => part[0], stale);
    assert.throws(() => {
        part[1] = 2;
    }, stale);
    assert.throws(() => shapes.fill(1), { code: 'stale-view', argument: 'shapes' });
    assert.throws(() => hitIntervals[0], { code: 'stale-view', argument: 'hitIntervals' });
    assert.equal(bodies.poses[0], 1.5);
    assert.notEqual(bodies.poses, poses);
    assert.equal(bodies.poses, bodies.poses);
});

test('a method that was read before growth throws when it is called after it', () => {
    const g = createSync({ debug: true });
    const { fill } = g.pairs(2).poseA;
    grow(g);
    assert.throws(() => fill(1), { code: 'stale-view', argument: 'poseA' });
});

test('a view of a freed batch throws', () => {
    const g = createSync({ debug: true });
    const discs = g.movingDiscs(2);
    const { records } = discs;
    discs.free();
    assert.throws(() => records[0], { code: 'stale-view', message: /its batch was freed/ });
    assert.throws(() => records.set([1]), { code: 'stale-view', argument: 'records' });
});

test('methods of typed arrays work on current views', () => {
    const g = createSync({ debug: true });
    const { poses } = g.bodies(3);
    assert.equal(poses.length, 12);
    assert.equal(poses.fill(2, 0, 2), poses);
    poses.set([5, 6], 10);
    poses.set(new Float32Array([7]), 3);
    assert.deepEqual([...poses], [2, 2, 1, 7, 0, 0, 1, 0, 0, 0, 5, 6]);
    assert.deepEqual(Array.from(poses.subarray(10)), [5, 6]);
    assert.equal(poses.subarray(12).length, 0);
    const part = poses.subarray(4, 8);
    part.fill(9);
    part[1] = 8;
    assert.deepEqual([...poses.slice(4, 8)], [9, 8, 9, 9]);
    assert.equal(poses.indexOf(8), 5);
    assert.equal(poses.at(-1), 6);
    assert.deepEqual([...poses.map((x) => 2 * x).subarray(0, 2)], [4, 4]);
    assert.deepEqual([...poses.entries()][11], [11, 6]);
    assert.equal(
        poses.reduce((sum, x) => sum + x),
        2 + 2 + 1 + 7 + 35 + 11,
    );
    poses.copyWithin(0, 10);
    assert.deepEqual([...poses.subarray(0, 2)], [5, 6]);
    assert.equal(Object.prototype.toString.call(poses), '[object Float32Array]');
    assert.ok(poses instanceof Float32Array);
    assert.ok(3 in poses);
    assert.ok(!(12 in poses));
    assert.deepEqual(new Float32Array(poses).slice(0, 2), new Float32Array([5, 6]));
    const other = new Float32Array(12);
    other.set(poses);
    assert.equal(other[11], 6);
});

test('a query names the body that stands still and was not updated', () => {
    const g = createSync({ debug: true });
    const bodies = g.bodies(4, { still: 3, filters: true });
    const [disc, box] = [g.disc(1), g.box(1, 1)];
    bodies.shapes.fill(disc.id);
    assert.equal(bodies.contacts(4), 3);
    bodies.poses[4] = 0.5;
    const expected = { code: 'not-updated', argument: 'bodies', index: 1, message: /body 1 / };
    for (const query of [
        () => bodies.contacts(4),
        () => bodies.near(3, 1),
        () => bodies.nearBetween(0, 1, 2, 1),
        () => bodies.nearWith(disc, {}, 3, 1),
        () => bodies.contactsWith(disc, {}, 3),
        () => bodies.nearest(disc, {}, 3),
        () => bodies.rayCast({ x: 0, y: 0, dx: 1, dy: 0 }, 3),
        () => bodies.rayCastAll({ x: 0, y: 0, dx: 1, dy: 0 }, 3),
        () => bodies.shapeCast(disc, {}, [1, 0], 3),
        () => bodies.shapeCastAll(disc, {}, [1, 0], 3),
        () => bodies.pointQuery([0, 0], 3),
        () => bodies.boxQuery({ minX: 0, minY: 0, maxX: 1, maxY: 1 }, 3),
    ]) {
        assert.throws(query, expected, String(query));
    }
    bodies.update(0, 1);
    assert.throws(() => bodies.contacts(4), expected);
    bodies.update(1, 2);
    assert.equal(bodies.contacts(4), 3);
    bodies.shapes[2] = box.id;
    assert.throws(() => bodies.contacts(4), { code: 'not-updated', index: 2 });
    bodies.update();
    // Bodies that move and filters are read in each call.
    bodies.poses[13] = 40;
    bodies.masks.fill(0);
    assert.equal(bodies.contacts(4), 0);
});

test('without the option views are typed arrays, and lost updates are not reported', () => {
    for (const g of [createSync(), createSync({ debug: false })]) {
        const bodies = g.bodies(2, { still: 1 });
        bodies.shapes.fill(g.disc(1).id);
        assert.ok(ArrayBuffer.isView(bodies.poses));
        assert.equal(bodies.contacts(2), 1);
        bodies.poses[0] = 50;
        assert.equal(bodies.contacts(2), 1);
        const { poses } = bodies;
        grow(g);
        poses[0] = 1;
        assert.equal(poses[0], undefined);
    }
});

test('every entry has the option, and answers do not depend on it', async () => {
    const wasm = readFileSync(inRepository('dist/graze.wasm'));
    const instances = [
        createSync(),
        createSync({ debug: true }),
        await create({ debug: true }),
        scalar.createSync({ debug: true }),
        standing.createSync({ debug: true }),
        external.createSync({ wasm, debug: true }),
        await external.create({ wasm, debug: true }),
    ];
    const answers = instances.map((g) => {
        const random = randomNumbers(5);
        const bodies = g.bodies(40, { still: 20, manifolds: true });
        bodies.shapes.fill(g.box(1, 2).id);
        for (let k = 0; k < 160; k++) if (k % 4 < 2) bodies.poses[k] = 9 * random();
        const found = bodies.contacts(40);
        const views = [bodies.first, bodies.second, bodies.depths, bodies.points];
        return views.map((view) => [...view].slice(0, found));
    });
    assert.ok(answers[0][0].length > 20);
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    for (const g of instances.slice(1)) {
        const { hit } = g.pairs(1);
        grow(g);
        assert.throws(() => hit[0], { code: 'stale-view', argument: 'hit' });
    }
});

test('the option must be true or false', async () => {
    const wrong = /** @type {any} */ ({ debug: 1 });
    const expected = { code: 'wrong-type', argument: 'options.debug', value: 1 };
    assert.throws(() => createSync(wrong), expected);
    await assert.rejects(create(wrong), expected);
});

test('batches that are filled by a method work with the option', () => {
    const g = createSync({ debug: true });
    const batch = g.movingPairs(2, { pieces: 2 });
    const motion = g.motion.linear({ t0: 0, t1: 4, x: -3, y: 0, vx: 1.5 });
    const still = g.motion.static({});
    const disc = g.disc(1);
    batch.set(1, disc, still, batch.set(0, disc, motion, 0));
    batch.pairs.set([0, 1]);
    assert.equal(batch.firstContacts(1), 1);
    assert.ok(Math.abs(batch.times[0] - 2 / 3) < 1e-6);
});
