import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze/solid';
import { collectGarbage } from '../collector.js';
import { testLifetimes } from '../core/lifetimes.js';

/**
 * Bodies in space that the program no longer has are collected, and ids in batches keep them alive, as those of the plane in
 * tests/core/lifetime.test.js.
 *
 * @import { SolidGraze } from 'graze/solid'
 */

/** Returns an id of a body that nothing else refers to. @param {SolidGraze} s @param {number} [size] */
const idOf = (s, size = 1) => s.box(size, size, size).id;

/**
 * Objects made of temporary bodies, and what they answer.
 *
 * @type {Record<string, (s: SolidGraze) => () => unknown>}
 */
const OWNERS = {
    'a batch of pairs': (s) => {
        const pairs = s.pairs(2, { witnesses: true });
        pairs.shapeA.set([idOf(s), idOf(s, 2)]);
        pairs.shapeB.set([s.sphere(1).id, s.capsule([0, 0, 0], [1, 1, 1], 0.5).id]);
        for (let k = 0; k < 2; k++) pairs.poseB[7 * k] = 4;
        return () => [pairs.distance(2), pairs.distances, pairs.pointA, pairs.normal];
    },
    'a world with a level': (s) => {
        const world = s.bodies(102, { still: 100 });
        world.shapes.fill(idOf(s), 0, 100).fill(s.sphere(0.5).id, 100);
        for (let k = 0; k < 100; k++) world.poses[7 * k] = k;
        world.poses.set([3, 0.75, 0], 700);
        world.poses.set([40, 5, 0], 707);
        return () => [world.contacts(102), world.first[0], world.relations[0]];
    },
    'a world of compounds and meshes': (s) => {
        const world = s.bodies(2);
        const bar = s.box(1, 1, 3);
        world.shapes.set([
            s.compound([{ body: bar }, { body: bar, pose: { x: 2 } }]).id,
            s.mesh([0, 0, 0, 4, 0, 0, 0, 4, 0]).id,
        ]);
        return () => [world.contacts(2), world.relations[0]];
    },
    'a compound': (s) => {
        const body = s.compound([{ body: s.box(1, 1, 1) }, { body: s.sphere(1), pose: { y: 2 } }]);
        return () => [body.parts.map(({ vertices }) => vertices), s.gap(body, body, {}, { x: 9 })];
    },
};

/** @param {SolidGraze} s */
function makeGarbage(s) {
    for (let k = 0; k < 50; k++) {
        const body = k % 2 === 0 ? s.sphere(k + 1) : s.hull([0, 0, 0, k, 0, 0, 0, k, 0, 0, 0, k]);
        s.compound([{ body }]);
        s.pairs(2).poseA.fill(NaN);
    }
}

testLifetimes(
    createSync,
    (s, radius) => s.sphere(radius),
    (s, size) => s.box(size, size, size),
    OWNERS,
    makeGarbage,
);

test('views keep their batch', async () => {
    const s = createSync();
    const views = [s.pairs(64).poseA, s.bodies(64).poses];
    for (const view of views) view.fill(7);
    // Nothing here takes more memory, which would detach the views.
    for (let round = 0; round < 2; round++) {
        await collectGarbage();
        for (let k = 0; k < 8; k++) s.pairs(8);
    }
    for (const view of views) assert.ok(view.every((number) => number === 7));
});

test('free() ends a body at once, whatever refers to it', async () => {
    const s = createSync();
    const body = s.box(1, 1, 1);
    const pairs = s.pairs(1);
    pairs.shapeA[0] = body.id;
    pairs.shapeB[0] = body.id;
    const compound = s.compound([{ body }]);
    assert.equal(pairs.collide(1), 1);
    body.free();
    assert.throws(() => pairs.collide(1), { code: 'stale-handle' });
    // A compound has copies of its parts.
    assert.equal(s.containsPoint(compound, undefined, [0.5, 0, 0]), true);
    await collectGarbage();
    assert.throws(() => pairs.collide(1), { code: 'stale-handle' });
    assert.notEqual(idOf(s), body.id);
});
