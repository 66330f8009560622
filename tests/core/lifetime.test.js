import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { createSync } from 'graze';
import { collectGarbage } from '../collector.js';
import { withCollections } from '../docs/programs.js';
import { CALLS, perform } from '../face/calls.js';
import { bits, makeWorld, openInstance } from '../face/world.js';
import { inRepository } from '../helpers.js';
import { shareOf } from '../volume.js';
import { slotOf, testLifetimes } from './lifetimes.js';

/**
 * Objects that the program no longer has are collected, and what still refers to them keeps them alive. Collections are forced;
 * no test depends on when the host would collect by itself.
 *
 * @import { Graze, Path, Shape } from 'graze'
 */

/** Returns an id of a shape that nothing else refers to. @param {Graze} g @param {number} [size] */
const idOf = (g, size = 1) => g.box(size, size).id;

/** @param {Graze} g @param {object} [line] */
const moving = (g, line) => g.motion.linear({ t0: 0, t1: 4, x: 0, y: 0, ...line });

const CLOCK = { t1: 4, step: 0.5 };

/**
 * Objects made of temporary ones, and what they answer.
 *
 * @type {Record<string, (g: Graze) => () => unknown>}
 */
const OWNERS = {
    'a batch of pairs': (g) => {
        const pairs = g.pairs(2, { witnesses: true });
        pairs.shapeA.set([idOf(g), idOf(g, 2)]);
        pairs.shapeB.set([g.disc(1).id, g.capsule(0, 0, 1, 1, 0.5).id]);
        pairs.poseB.set([4, 0, 1, 0, 4, 0, 1, 0]);
        return () => [pairs.distance(2), pairs.distances, pairs.pointA];
    },
    'a world with a level of tiles': (g) => {
        const world = g.bodies(102, { still: 100, manifolds: true });
        world.shapes.fill(idOf(g), 0, 100).fill(g.disc(0.5).id, 100);
        for (let k = 0; k < 100; k++) world.poses[4 * k] = k;
        world.poses.set([3, 0.75, 1, 0, 40, 5, 1, 0], 400);
        return () => [world.contacts(102), world.first[0], world.depths[0]];
    },
    'a world of compounds': (g) => {
        const world = g.bodies(2);
        world.shapes.set([
            g.compound([g.box(1, 3), g.box(3, 1)]).id,
            g.grid([1, 0, 1], { width: 3, size: 1 }).id,
        ]);
        return () => [world.contacts(2), world.relations[0]];
    },
    'a batch of moving pairs': (g) => {
        const batch = g.movingPairs(3, { pieces: 3, pairs: 1 });
        batch.set(0, g.box(1, 1), moving(g, { vx: 1 }), 0);
        batch.set(1, g.disc(1), moving(g, { x: 3 }), 1);
        batch.set(2, g.disc(1), moving(g, { x: 9 }), 2);
        batch.shapes[2] = idOf(g, 3);
        batch.pairs.set([0, 1]);
        const groups = [1, 2];
        return () => [
            [batch.firstContacts(1), batch.times.slice(0, 2)],
            [batch.contactsWith(0, 3, { groups }), batch.foundStatuses.slice(0, 2)],
        ];
    },
    'a path': (g) => {
        const path = g.path(g.box(1, 1), moving(g, { vx: 1 }), CLOCK);
        return () => [path.boxes(), g.sweep(path, path).status, path.shape.containsPoint([0, 0])];
    },
    'a scene with groups and walls': (g) => {
        const at = (/** @type {number} */ x) => g.path(g.disc(1), moving(g, { x }), CLOCK);
        const walls = [[[4, -9], [4, 9]]]; // biome-ignore format: points
        const scene = g.scene([at(0), at(1), at(3.5)], { groups: [1, 2], walls });
        return () => scene.contacts();
    },
    'a scene and candidates': (g) => {
        const scene = g.scene([g.path(g.disc(1), moving(g, { x: 3 }), CLOCK)]);
        const batch = g.movingPairs(1);
        batch.set(0, g.box(1, 1), moving(g, { vx: 1 }), 0);
        return () => [scene.firstContacts(batch, 1), batch.times.slice(0, 2)];
    },
    'steps of a sweep': (g) => {
        const path = () => g.path(g.disc(1), moving(g), CLOCK);
        const [a, b] = [path(), path()];
        const steps = () => g.sweepSteps(a, b);
        return () => [...steps()];
    },
    'a compound': (g) => {
        const shape = g.compound([g.box(1, 1), g.disc(1)]);
        return () => [shape.parts, g.collide(shape, shape)];
    },
    traffic: (g) => {
        const route = { x: 0, y: 0, vx: 1, vy: 0, t0: 0, t1: 4, radius: 1 };
        const traffic = g.traffic([route, { ...route, y: 9 }]);
        return () => traffic.safeIntervals({ x: 2, y: 0, radius: 1 });
    },
};

/** @param {Graze} g */
function makeGarbage(g) {
    for (let k = 0; k < 50; k++) {
        const shape = k % 2 === 0 ? g.disc(k + 1) : g.hull([0, 0, k, 0, 0, k]);
        const motion = moving(g, { x: k });
        g.path(shape, motion, CLOCK);
        g.pairs(2).poseA.fill(NaN);
    }
}

testLifetimes(
    createSync,
    (g, radius) => g.disc(radius),
    (g, size) => g.box(size, size),
    OWNERS,
    makeGarbage,
);

test('every public call answers the same when only its object and arguments are left', async () => {
    const prepared = CALLS.map((call) => {
        const w = makeWorld(openInstance().g);
        const self = call.self(w);
        const args = call.args(w);
        const used = [self, ...args.flat()];
        const kept = Object.entries(w).filter(([key, one]) => key === 'g' || used.includes(one));
        return { call, self, args, kept: /** @type {any} */ (Object.fromEntries(kept)) };
    });
    for (let round = 0; round < 2; round++) {
        for (const { kept } of prepared) makeGarbage(kept.g);
        await collectGarbage();
    }
    for (const { call, self, args, kept } of prepared) {
        if (call.name === 'memoryUsed') continue;
        const expected = bits(perform(call, makeWorld(openInstance().g)));
        const answered = bits(perform({ ...call, self: () => self }, kept, args));
        assert.equal(answered, expected, call.label);
    }
});

describe('views keep their batch', () => {
    for (const debug of [false, true]) {
        test(debug ? 'with debug' : 'without debug', async () => {
            const g = createSync({ debug });
            const views = (() => {
                const pairs = g.pairs(64);
                const bodies = g.bodies(64);
                const movingPairs = g.movingPairs(64);
                const discs = g.movingDiscs(64);
                const boxes = g.boxIndex(64);
                return [pairs.poseA, bodies.poses, movingPairs.pieces, discs.records, boxes.sides];
            })();
            for (const view of views) view.fill(7);
            // Nothing here takes more memory, which would detach the views.
            for (let round = 0; round < 3; round++) {
                await collectGarbage();
                for (let k = 0; k < 8; k++) g.pairs(8);
            }
            for (const view of views) assert.ok(view.every((number) => number === 7));
        });
    }
});

test('free() ends a shape at once, whatever refers to it', async () => {
    const g = createSync();
    const shape = g.box(1, 1);
    const pairs = g.pairs(1);
    pairs.shapeA[0] = shape.id;
    pairs.shapeB[0] = shape.id;
    const path = g.path(shape, moving(g), CLOCK);
    assert.equal(pairs.collide(1), 1);
    shape.free();
    assert.throws(() => pairs.collide(1), { code: 'stale-handle' });
    assert.throws(() => g.sweep(path, path), { code: 'stale-handle' });
    await collectGarbage();
    assert.throws(() => pairs.collide(1), { code: 'stale-handle' });
    assert.notEqual(g.box(1, 1).id, shape.id);
});

test('thousands of frames that replace shapes, motions, paths and batches take no more memory', async () => {
    const g = createSync();
    const world = g.bodies(64, { still: 32 });
    const pairs = g.pairs(16);
    const moved = g.movingPairs(16, { pairs: 8 });
    world.shapes.fill(idOf(g));
    for (let k = 0; k < 64; k++) world.poses[4 * k] = 9 * k;
    pairs.shapeA.fill(idOf(g));
    pairs.shapeB.fill(idOf(g));
    for (let k = 0; k < 16; k++) moved.set(k, g.disc(1), moving(g, { x: k }), k);
    /** @type {Path[]} */
    let paths = [];
    /** @param {number} frame */
    const step = (frame) => {
        const size = 1 + (frame % 7) / 8;
        const outline = [0, 0, size, 0, size, size, 0.5 * size, 1.5 * size, 0, size];
        world.shapes[frame % 64] = (frame % 3 === 0 ? g.disc(size) : g.hull(outline)).id;
        if (frame % 5 === 0) world.update(frame % 32, (frame % 32) + 1);
        pairs.shapeA[frame % 16] = idOf(g, size);
        moved.set(frame % 16, g.box(size, 1), moving(g, { x: frame % 16 }), frame % 16);
        paths = [...paths.slice(-3), g.path(g.disc(size), moving(g, { vx: 1 }), CLOCK)];
        const scene = g.scene(paths);
        assert.equal(scene.contacts().length, (paths.length * (paths.length - 1)) / 2);
        assert.equal(world.contacts(64), 0);
        assert.equal(pairs.collide(16), 16);
        assert.equal(moved.contactsWith(0, 16) > 0, true);
    };
    const used = [];
    let slots = 0;
    for (let frame = 0; frame < shareOf(10_000); frame++) {
        step(frame);
        if (frame % 200 !== 199) continue;
        await collectGarbage();
        used.push(g.memoryUsed);
        slots = Math.max(slots, slotOf(idOf(g)));
    }
    const few = used.length / 3;
    const early = Math.max(...used.slice(0, few));
    const late = Math.max(...used.slice(-few));
    assert.ok(late <= early + 2 ** 16, `${late} bytes, at first ${early}`);
    assert.ok(slots < 2000, `${slots} handles`);
});

describe('the examples print the same when garbage is collected between their statements', {
    concurrency: 2,
}, () => {
    const run = promisify(execFile);
    const programs = new URL('../docs/programs.js', import.meta.url).href;
    for (const name of readdirSync(inRepository('tests/examples'))) {
        // The planner's objects live within functions of other modules.
        if (!name.endsWith('.mjs') || name === 'plan.mjs') continue;
        test(name, async () => {
            const path = inRepository(`tests/examples/${name}`);
            mkdirSync(inRepository('build/documents'), { recursive: true });
            const collecting = inRepository(`build/documents/collecting-${name}`);
            const begin = `import { defineCollect } from '${programs}';defineCollect();`;
            writeFileSync(collecting, begin + withCollections(readFileSync(path, 'utf8')));
            const [plain, collected] = await Promise.all(
                [path, collecting].map((file) => run(process.execPath, [file])),
            );
            assert.equal(collected.stdout, plain.stdout);
        });
    }
});
