import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSync } from 'graze/solid';
import { collectGarbage } from '../collector.js';
import { bits } from '../face/world.js';

/**
 * Bodies in space that the program no longer has are collected, and ids in batches keep them alive, as those of the plane in
 * tests/core/lifetime.test.js. Collections are forced.
 *
 * @import { SolidGraze } from 'graze/solid'
 */

/** Number of the slot of a handle in the instance's table: see wasm/core/handles.h. @param {number} id */
const slotOf = (id) => id & (2 ** 23 - 1);

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

describe('what refers to a body keeps it alive', () => {
    for (const debug of [false, true]) {
        for (const [name, make] of Object.entries(OWNERS)) {
            test(`${name}${debug ? ', with debug' : ''}`, async () => {
                const s = createSync({ debug });
                const answer = make(s);
                await collectGarbage();
                const before = bits(answer());
                makeGarbage(s);
                await collectGarbage();
                assert.equal(bits(answer()), before);
                assert.equal(bits(make(createSync({ debug }))()), before);
            });
        }
    }
});

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

test('bodies that a batch no longer has are freed', async () => {
    const COUNT = 500;
    const s = createSync();
    const kept = s.sphere(1);
    const world = s.bodies(COUNT, { still: 10 });
    const pairs = s.pairs(COUNT);
    const views = () => [world.shapes, pairs.shapeA, pairs.shapeB];
    let [full, slots] = [0, 0];
    for (let round = 0; round < 4; round++) {
        for (const k of views().keys()) {
            for (let i = 0; i < COUNT; i++) {
                const id = idOf(s, 1 + i);
                views()[k][i] = id;
                slots = Math.max(slots, slotOf(id));
            }
        }
        world.update();
        await collectGarbage();
        if (round === 0) full = s.memoryUsed;
        assert.ok(s.memoryUsed <= 1.1 * full, `${s.memoryUsed} of ${full} bytes`);
        for (const view of views()) view.fill(kept.id);
        await collectGarbage();
        // The world has copies of the bodies that stand still, up to its update.
        assert.equal(world.contactsWith(kept, undefined, COUNT), COUNT);
        world.update();
        await collectGarbage();
    }
    assert.ok(slots < 4 * COUNT, `${slots} handles for ${3 * COUNT} bodies at a time`);
});

test('bodies of a batch that was freed or collected are freed', async () => {
    const COUNT = 300;
    const s = createSync();
    const slots = new Set();
    for (let round = 0; round < 6; round++) {
        (() => {
            const batch = round % 3 === 0 ? s.bodies(COUNT) : s.pairs(COUNT);
            const ids = 'shapes' in batch ? batch.shapes : batch.shapeA;
            for (let k = 0; k < COUNT; k++) {
                ids[k] = idOf(s, 1 + k);
                slots.add(slotOf(ids[k]));
            }
            if (round % 2 === 0) batch.free();
        })();
        await collectGarbage();
    }
    assert.ok(slots.size < 2.2 * COUNT, `${slots.size} handles for ${COUNT} bodies at a time`);
});

test('a world has a body that stands still until its place is updated with another one', async () => {
    // With debug an id in a variable keeps no body.
    const s = createSync({ debug: true });
    const world = s.bodies(2, { still: 1 });
    const [moving, next] = [s.sphere(1), s.sphere(2)];
    const probe = s.pairs(1);
    const oldId = (() => {
        const body = s.sphere(3);
        world.shapes.set([body.id, moving.id]);
        world.update();
        return body.id;
    })();
    world.shapes[0] = next.id;
    await collectGarbage();
    probe.shapeA[0] = oldId;
    probe.shapeB[0] = next.id;
    assert.equal(probe.collide(1), 1);
    probe.shapeA[0] = next.id;
    world.update();
    await collectGarbage();
    probe.shapeA[0] = oldId;
    assert.throws(() => probe.collide(1), { code: 'stale-handle', argument: 'shapeA', index: 0 });
    assert.equal(world.contacts(2), 1);
});

test('bodies whose ids only variables have are kept up to 64 KiB, with debug none', async () => {
    for (const [debug, count, isKept] of /** @type {const} */ ([
        [false, 50, true],
        [false, 1000, false],
        [true, 1, false],
    ])) {
        const s = createSync({ debug });
        const ids = Array.from({ length: count }, (_, k) => idOf(s, 1 + k));
        await collectGarbage();
        const pairs = s.pairs(1);
        for (const id of ids) {
            pairs.shapeA[0] = id;
            pairs.shapeB[0] = id;
            if (isKept) assert.equal(pairs.collide(1), 1);
            else assert.throws(() => pairs.collide(1), { code: 'stale-handle' });
        }
    }
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
