import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collectGarbage } from '../collector.js';
import { bits } from '../face/world.js';
import { shareOf } from '../volume.js';

/**
 * Tests of objects that the program no longer has, in the plane and in space: they are collected, and what still refers to them
 * keeps them alive. Collections are forced; no test depends on when the host would collect by itself.
 */

/** Number of the slot of a handle in the instance's table: see wasm/core/handles.h. @param {number} id */
export const slotOf = (id) => id & (2 ** 23 - 1);

/**
 * Adds the tests of an entry.
 *
 * @template {any} G
 * @param {(options?: { debug: boolean }) => any} create
 * @param {(g: any, radius: number) => { id: number }} makeBall
 * @param {(g: any, size: number) => { id: number }} makeBox
 * @param {Record<string, (g: G) => () => unknown>} owners objects made of temporary ones, and what they answer
 * @param {(g: G) => void} makeGarbage
 */
export function testLifetimes(create, makeBall, makeBox, owners, makeGarbage) {
    /** Returns an id of a body that nothing else refers to. @param {any} g @param {number} size */
    const idOf = (g, size) => makeBox(g, size).id;

    describe('what refers to an object keeps it alive', () => {
        for (const debug of [false, true]) {
            for (const [name, make] of Object.entries(owners)) {
                test(`${name}${debug ? ', with debug' : ''}`, async () => {
                    const g = create({ debug });
                    const answer = make(g);
                    await collectGarbage();
                    const before = bits(answer());
                    for (let round = 0; round < shareOf(3); round++) {
                        makeGarbage(g);
                        await collectGarbage();
                        assert.equal(bits(answer()), before);
                    }
                    assert.equal(bits(make(create({ debug }))()), before);
                });
            }
        }
    });

    test('bodies that a batch no longer has are freed', async () => {
        const g = create();
        const kept = makeBall(g, 1);
        const world = g.bodies(1000, { still: 10 });
        const pairs = g.pairs(1000);
        const moved = g.movingPairs(1000);
        const views = () => [world.shapes, pairs.shapeA, pairs.shapeB, moved.shapes];
        const { memoryUsed } = g;
        let [full, slots] = [0, 0];
        for (let round = 0; round < 4; round++) {
            for (const k of views().keys()) {
                for (let i = 0; i < 1000; i++) {
                    const id = idOf(g, 1 + i);
                    views()[k][i] = id;
                    slots = Math.max(slots, slotOf(id));
                }
            }
            world.update();
            await collectGarbage();
            if (round === 0) full = g.memoryUsed;
            assert.ok(g.memoryUsed - memoryUsed > 4000 * 100, 'all bodies are there');
            assert.ok(g.memoryUsed <= 1.1 * full, `${g.memoryUsed} of ${full} bytes`);
            for (const view of views()) view.fill(kept.id);
            await collectGarbage();
            // The world has copies of the bodies that stand still, up to its update.
            assert.equal(world.contactsWith(kept, undefined, 1000), 1000);
            world.update();
            await collectGarbage();
        }
        assert.ok(slots < 4500, `${slots} handles for 4,000 bodies at a time`);
    });

    test('bodies of a batch that was freed or collected are freed', async () => {
        const g = create();
        const slots = new Set();
        for (let round = 0; round < 6; round++) {
            (() => {
                const batch = round % 3 === 0 ? g.bodies(500) : g.pairs(500);
                const ids = 'shapes' in batch ? batch.shapes : batch.shapeA;
                for (let k = 0; k < 500; k++) {
                    ids[k] = idOf(g, 1 + k);
                    slots.add(slotOf(ids[k]));
                }
                if (round % 2 === 0) batch.free();
            })();
            await collectGarbage();
        }
        assert.ok(slots.size < 1100, `${slots.size} slots of handles for 500 bodies at a time`);
    });

    test('a world has a body that stands still until its place is updated with another one', async () => {
        // With debug an id in a variable keeps no body.
        const g = create({ debug: true });
        const world = g.bodies(2, { still: 1 });
        const [moving, next] = [makeBall(g, 1), makeBall(g, 2)];
        const probe = g.pairs(1);
        const oldId = (() => {
            const body = makeBall(g, 3);
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
        const stale = { code: 'stale-handle', argument: 'shapeA', index: 0 };
        assert.throws(() => probe.collide(1), stale);
        assert.equal(world.contacts(2), 1);
    });

    test('bodies whose ids only variables have are kept up to 64 KiB, with debug none', async () => {
        for (const [debug, count, isKept] of /** @type {const} */ ([
            [false, 50, true],
            [false, 2000, false],
            [true, 1, false],
        ])) {
            const g = create({ debug });
            const ids = Array.from({ length: count }, (_, k) => idOf(g, 1 + k));
            await collectGarbage();
            const pairs = g.pairs(1);
            for (const id of ids) {
                pairs.shapeA[0] = id;
                pairs.shapeB[0] = id;
                if (isKept) assert.equal(pairs.collide(1), 1);
                else assert.throws(() => pairs.collide(1), { code: 'stale-handle' });
            }
        }
        const g = create();
        const bodies = Array.from({ length: 2000 }, () => makeBox(g, 1));
        await collectGarbage();
        const pairs = g.pairs(1);
        for (const { id } of bodies) {
            pairs.shapeA[0] = id;
            pairs.shapeB[0] = id;
            assert.equal(pairs.collide(1), 1);
        }
    });
}
