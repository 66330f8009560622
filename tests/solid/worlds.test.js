import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync, RELATIONS } from 'graze/solid';
import { refuses } from '../refuses.js';
import { makeBodies, poseAt, ROUND, random, randomPose } from './bodies_at_random.js';

/**
 * Many bodies in space: answers are those of single queries of all bodies, bit for bit.
 *
 * @import { Solid, SolidBodyBatch } from 'graze/solid'
 *
 * @typedef {{ world: SolidBodyBatch, solids: Solid[], count: number }} Filled
 * @typedef {{ category?: number, mask?: number }} Filter
 */

const s = createSync();
const bodies = makeBodies(s);
const ALL = 2 ** 32 - 1;

/**
 * Returns a world of random bodies in a box.
 *
 * @param {number} seed
 * @param {number} count
 * @param {object} options of the batch
 * @param {number} [size]
 * @returns {Filled}
 */
function fill(seed, count, options, size = 2) {
    const next = random(seed);
    const world = s.bodies(count, { pairs: count * count, ...options });
    const solids = Array.from({ length: count }, (_, k) => {
        const solid = bodies[Math.floor(next() * bodies.length)];
        world.shapes[k] = solid.id;
        world.poses.set(randomPose(next, size), 7 * k);
        return solid;
    });
    if (world.hasFilters) {
        for (let k = 0; k < count; k++) {
            world.categories[k] = 1 << Math.floor(next() * 3);
            world.masks[k] = Math.floor(next() * 8);
        }
    }
    return { world, solids, count };
}

/** Returns whether a query with a filter considers body k. @param {SolidBodyBatch} world @param {number} k @param {Filter} [filter] */
function considers(world, k, { category = ALL, mask = ALL } = {}) {
    const [own, meets] = world.hasFilters ? [world.categories[k], world.masks[k]] : [1, ALL];
    return (mask & own) !== 0 && (meets & category) !== 0;
}

/** Returns the rows that a query of pairs writes. @param {SolidBodyBatch} world @param {number} found */
function rowsOf({ first, second, relations, distances }, found) {
    return Array.from({ length: found }, (_, k) => [
        first[k],
        second[k],
        RELATIONS[relations[k]],
        distances[k],
    ]);
}

/** Returns the same rows by single queries of all pairs. @param {Filled} filled @param {number} reach */
function expectedRows({ world, solids, count }, reach) {
    const rows = [];
    for (let a = 0; a < count; a++) {
        for (let b = Math.max(a + 1, world.still); b < count; b++) {
            const isLeftOut =
                world.hasFilters &&
                ((world.masks[a] & world.categories[b]) === 0 ||
                    (world.masks[b] & world.categories[a]) === 0);
            if (isLeftOut) continue;
            const poses = [poseAt(world.poses, a), poseAt(world.poses, b)];
            const gap = s.gap(solids[a], solids[b], ...poses);
            if (gap > reach) continue;
            const relation = s.relation(solids[a], solids[b], ...poses);
            rows.push([a, b, relation, Math.fround(gap)]);
        }
    }
    return rows;
}

/** Worlds: without bodies that stand still, with some, with these alone but for one, and with filters. */
const WORLDS = [
    fill(1, 60, {}),
    fill(2, 60, { still: 25 }),
    fill(3, 60, { still: 59 }, 1),
    fill(4, 60, { still: 20, filters: true }),
];

const FILTERS = [undefined, {}, { category: 2 }, { mask: 5 }, { category: 6, mask: 3 }];

test('contacts and near pairs are those of all pairs', (t) => {
    const sizes = WORLDS.map((filled) => {
        const { world, count } = filled;
        const contacts = expectedRows(filled, 0);
        assert.deepEqual(rowsOf(world, world.contacts(count)), contacts);
        assert.deepEqual(rowsOf(world, world.near(count, 0)), contacts);
        for (const reach of [0.1, 1]) {
            const rows = expectedRows(filled, reach);
            assert.ok(rows.length >= contacts.length);
            assert.deepEqual(rowsOf(world, world.near(count, reach)), rows);
        }
        const fewer = { ...filled, count: Math.max(world.still, count - 7) };
        assert.deepEqual(rowsOf(world, world.near(fewer.count, 0.5)), expectedRows(fewer, 0.5));
        // A reach that is a distance itself includes it.
        const [a, b] =
            expectedRows(filled, 1).find(([, , , distance]) => Number(distance) > 0) ?? [];
        const exact = s.gap(
            filled.solids[Number(a)],
            filled.solids[Number(b)],
            poseAt(world.poses, Number(a)),
            poseAt(world.poses, Number(b)),
        );
        const found = rowsOf(world, world.near(count, exact));
        assert.ok(found.some((row) => row[0] === a && row[1] === b));
        assert.deepEqual(found, expectedRows(filled, exact));
        return contacts.length;
    });
    t.diagnostic(`${sizes} contacts`);
    assert.ok(sizes.every((size) => size > 3));
});

test('the bodies near one other body, and the nearest, are those of all', () => {
    const next = random(11);
    for (const { world, solids, count } of WORLDS) {
        for (let k = 0; k < 30; k++) {
            const one = bodies[k % bodies.length];
            const [x, y, z, qx, qy, qz, qw] = randomPose(next, 2);
            const pose = { x, y, z, qx, qy, qz, qw };
            const filter = FILTERS[k % FILTERS.length];
            const considered = solids.flatMap((solid, i) =>
                considers(world, i, filter)
                    ? [{ i, solid, gap: s.gap(one, solid, pose, poseAt(world.poses, i)) }]
                    : [],
            );
            for (const reach of [0, 0.3]) {
                const near = considered.filter(({ gap }) => gap <= reach);
                const found =
                    reach === 0
                        ? world.contactsWith(one, pose, count, filter)
                        : world.nearWith(one, pose, count, reach, filter);
                assert.deepEqual(
                    Array.from(world.foundBodies.subarray(0, found)),
                    near.map(({ i }) => i),
                );
                near.forEach(({ i, solid, gap }, at) => {
                    const relation = s.relation(one, solid, pose, poseAt(world.poses, i));
                    assert.equal(RELATIONS[world.foundRelations[at]], relation);
                    assert.equal(world.foundDistances[at], Math.fround(gap));
                });
            }
            const least = Math.min(...considered.map(({ gap }) => gap));
            const nearest = considered.find(({ gap }) => gap === least);
            const answer = world.nearest(one, pose, count, filter);
            if (nearest === undefined) {
                assert.equal(answer.status, 'free');
                assert.ok(
                    Object.values(answer).every((value) => value === null || value === 'free'),
                );
                continue;
            }
            const { i, solid } = nearest;
            const expected = s.distance(one, solid, pose, poseAt(world.poses, i));
            assert.deepEqual(answer, { status: 'found', body: i, ...expected });
            assert.deepEqual(world.nearest(one, pose, count, { ...filter, atMost: least }), answer);
            if (least === 0) continue;
            const atMost = least * (1 - 2 ** -52);
            assert.equal(world.nearest(one, pose, count, { ...filter, atMost }).status, 'free');
        }
    }
});

/**
 * Returns the bodies that a cast meets, in the order of contact.
 *
 * @template {{ interval: [number, number] | null }} C
 * @param {Filled} filled
 * @param {Filter | undefined} filter
 * @param {(solid: Solid, pose: ReturnType<typeof poseAt>) => C} cast
 */
function metBy({ world, solids, count }, filter, cast) {
    const met = [];
    for (let i = 0; i < count; i++) {
        if (!considers(world, i, filter)) continue;
        const found = cast(solids[i], poseAt(world.poses, i));
        if (found.interval !== null) met.push({ i, found, interval: found.interval });
    }
    return met.sort((p, q) => p.interval[0] - q.interval[0] || p.i - q.i);
}

/** @param {SolidBodyBatch} world @param {number} found */
const hitsOf = (world, found) =>
    Array.from({ length: found }, (_, k) => [
        world.hitBodies[k],
        world.hitIntervals[2 * k],
        world.hitIntervals[2 * k + 1],
    ]);

test('casts of rays and bodies meet what single casts meet', (t) => {
    const next = random(21);
    let [hits, free] = [0, 0];
    for (const filled of WORLDS) {
        const { world, count } = filled;
        for (let k = 0; k < 30; k++) {
            const one = bodies[k % 7];
            const [x, y, z, qx, qy, qz, qw] = randomPose(next, 3);
            const [dx, dy, dz] = randomPose(next, 4);
            const filter = FILTERS[k % FILTERS.length];
            const touching = /** @type {const} */ (['conflict', 'allowed'])[k % 2];
            const options = { ...filter, touching };
            const ray = { x, y, z, dx, dy, dz };
            const pose = { x, y, z, qx, qy, qz, qw };

            const rays = metBy(filled, filter, (solid, itsPose) =>
                s.rayCast(solid, itsPose, ray, { touching }),
            );
            const first = world.rayCast(ray, count, options);
            if (rays.length === 0) {
                assert.deepEqual([first.status, first.body], ['free', null]);
                free++;
            } else {
                assert.deepEqual(first, { body: rays[0].i, ...rays[0].found });
                hits++;
            }
            assert.deepEqual(
                hitsOf(world, world.rayCastAll(ray, count, options)),
                rays.map(({ i, interval }) => [i, ...interval]),
            );

            const way = { dx, dy, dz };
            const casts = metBy(filled, filter, (solid, itsPose) =>
                s.shapeCast(one, solid, pose, itsPose, way, { touching }),
            );
            const met = world.shapeCast(one, pose, way, count, options);
            if (casts.length === 0) assert.deepEqual([met.status, met.body], ['free', null]);
            else assert.deepEqual(met, { body: casts[0].i, ...casts[0].found });
            assert.deepEqual(
                hitsOf(world, world.shapeCastAll(one, pose, way, count, options)),
                casts.map(({ i, interval }) => [i, ...interval]),
            );
        }
    }
    t.diagnostic(`${hits} rays meet a body, ${free} none`);
    assert.ok(hits > 30 && free > 30);
});

test('many rays at once are as each alone', () => {
    const next = random(31);
    const count = 60;
    const { world } = fill(5, count, { still: 30, rays: 40 });
    for (let k = 0; k < 40; k++) {
        world.rays.set(
            [...randomPose(next, 3).slice(0, 3), ...randomPose(next, 4).slice(0, 3)],
            6 * k,
        );
    }
    const given = Array.from({ length: 40 }, (_, k) => {
        const [x, y, z, dx, dy, dz] = world.rays.subarray(6 * k, 6 * k + 6);
        return { x, y, z, dx, dy, dz };
    });
    const expected = given.map((ray) => world.rayCast(ray, count));
    const found = world.castRays(40, count);
    assert.equal(found, expected.filter(({ body }) => body !== null).length);
    assert.ok(found > 5 && found < 40);
    expected.forEach(({ body, interval, point, normal }, k) => {
        assert.equal(world.rayBodies[k], body ?? -1);
        assert.deepEqual(
            Array.from(world.rayIntervals.subarray(2 * k, 2 * k + 2)),
            interval ?? [0, 0],
        );
        const zero = { x: 0, y: 0, z: 0 };
        for (const [view, given] of /** @type {const} */ ([
            [world.rayPoints, point],
            [world.rayNormals, normal],
        ])) {
            const { x, y, z } = given ?? zero;
            assert.deepEqual(
                Array.from(view.subarray(3 * k, 3 * k + 3)),
                [x, y, z].map(Math.fround),
            );
        }
    });
    world.rays[6 * 3 + 4] = Infinity;
    refuses(() => world.castRays(4, count), { code: 'not-finite', argument: 'rays', index: 3 });
    assert.ok(world.castRays(3, count) >= 0);
    world.rays[6 * 3 + 4] = 1e39;
    refuses(() => world.castRays(4, count), { code: 'out-of-range', argument: 'rays', index: 3 });
    refuses(() => world.castRays(41, count), { code: 'out-of-range', argument: 'rayCount' });
    refuses(() => s.bodies(1).rays, { code: 'out-of-range', argument: 'rays' });
});

test('the bodies at a point and in a box are those of all', (t) => {
    const next = random(41);
    let [inside, boxed] = [0, 0];
    for (const { world, solids, count } of WORLDS) {
        for (let k = 0; k < 60; k++) {
            const filter = FILTERS[k % FILTERS.length];
            const [x, y, z] = randomPose(next, 1.5);
            const point = k % 2 === 0 ? { x, y, z } : [x, y, z];
            const containing = solids.flatMap((solid, i) =>
                considers(world, i, filter) && s.containsPoint(solid, poseAt(world.poses, i), point)
                    ? [i]
                    : [],
            );
            const found = world.pointQuery(point, count, filter);
            assert.deepEqual(Array.from(world.pointBodies.subarray(0, found)), containing);
            inside += found;

            const box = {
                minX: x - 0.2,
                minY: y - 0.1,
                minZ: z,
                maxX: x + 0.3,
                maxY: y,
                maxZ: z + 0.1,
            };
            const certain = solids.flatMap((solid, i) => {
                const b = s.bounds(solid, poseAt(world.poses, i));
                const meets =
                    b.minX <= box.maxX &&
                    b.maxX >= box.minX &&
                    b.minY <= box.maxY &&
                    b.maxY >= box.minY &&
                    b.minZ <= box.maxZ &&
                    b.maxZ >= box.minZ;
                return considers(world, i, filter) && meets ? [i] : [];
            });
            const met = Array.from(world.boxBodies.subarray(0, world.boxQuery(box, count, filter)));
            assert.deepEqual(
                met,
                [...met].sort((p, q) => p - q),
            );
            assert.ok(certain.every((i) => met.includes(i)));
            // Others are near it: their bounds are rounded outward.
            for (const i of met.filter((i) => !certain.includes(i))) {
                const b = s.bounds(solids[i], poseAt(world.poses, i));
                const off = Math.max(
                    b.minX - box.maxX,
                    box.minX - b.maxX,
                    b.minY - box.maxY,
                    box.minY - b.maxY,
                    b.minZ - box.maxZ,
                    box.minZ - b.maxZ,
                );
                assert.ok(off < 1e-5, `${off}`);
            }
            boxed += met.length;
        }
    }
    t.diagnostic(`${inside} at points, ${boxed} in boxes`);
    assert.ok(inside > 10 && boxed > 50);
});

test('thousands of cubes side by side touch their neighbors, and rays pass through them', () => {
    const [nx, ny, nz] = [24, 24, 24];
    const count = nx * ny * nz;
    const cube = s.box(1, 1, 1);
    for (const still of [0, 12_000]) {
        const world = s.bodies(count + 1, { still, pairs: 13 * count });
        world.shapes.fill(cube.id);
        for (let k = 0; k < count; k++) {
            world.poses.set([k % nx, Math.floor(k / nx) % ny, Math.floor(k / nx / ny)], 7 * k);
        }
        world.poses.set([1000, 0, 0], 7 * count);
        const neighbors = ((3 * nx - 2) * (3 * ny - 2) * (3 * nz - 2) - count) / 2;
        const found = world.contacts(count + 1);
        if (still === 0) {
            assert.equal(found, neighbors);
            assert.ok(world.relations.subarray(0, found).every((relation) => relation === 1));
        } else {
            assert.ok(found < neighbors);
            assert.ok(world.second.subarray(0, found).every((body) => body >= still));
        }
        const ray = { x: -4.5, y: 3.25, z: 7.25, dx: 64, dy: 0, dz: 0 };
        const hit = world.rayCast(ray, count + 1);
        const row = nx * 3 + nx * ny * 7;
        assert.deepEqual([hit.body, hit.interval], [row, [4 / 64, 5 / 64]]);
        assert.equal(world.rayCastAll(ray, count + 1), nx);
        assert.deepEqual(
            Array.from(world.hitBodies.subarray(0, nx)),
            Array.from({ length: nx }, (_, k) => row + k),
        );
        assert.equal(world.pointQuery([0.5, 0.5, 0.5], count + 1), 8);
        assert.equal(world.nearest(cube, { x: 990 }, count + 1).body, count);
        world.free();
    }
});

test('queries see bodies that stand still as they were updated, and the others as they are', () => {
    const ball = s.sphere(1);
    const world = s.bodies(3, { still: 2 });
    world.shapes.fill(ball.id);
    world.poses.set([10, 0, 0], 7);
    world.poses.set([1.5, 0, 0], 14);
    const pairs = () => rowsOf(world, world.contacts(3)).map(([a, b]) => [a, b]);
    assert.deepEqual(pairs(), [[0, 2]]);
    world.poses[0] = 100;
    assert.deepEqual(pairs(), [[0, 2]]);
    world.poses[14] = 9;
    assert.deepEqual(pairs(), [[1, 2]]);
    world.update(0, 1);
    world.poses[14] = 101;
    assert.deepEqual(pairs(), [[0, 2]]);
    world.update();
    assert.deepEqual(pairs(), [[0, 2]]);
    // A pose that is not valid changes nothing.
    world.poses[7] = NaN;
    refuses(() => world.update(), { code: 'not-finite', argument: 'poses', index: 1 });
    assert.deepEqual(pairs(), [[0, 2]]);
    world.poses[7] = 10;
    world.poses[7 + 6] = 2;
    refuses(() => world.update(1), { code: 'not-a-heading', argument: 'poses', index: 1 });
    const debug = createSync({ debug: true });
    const watched = debug.bodies(2, { still: 1 });
    watched.shapes.fill(debug.sphere(1).id);
    assert.equal(watched.contacts(2), 1);
    watched.poses[0] = 1;
    refuses(() => watched.contacts(2), { code: 'not-updated', argument: 'bodies', index: 0 });
    watched.update();
    assert.equal(watched.contacts(2), 1);
});

test('a body that was freed is named, and its handle is never that of another', () => {
    const own = createSync();
    const world = own.bodies(4, { still: 2 });
    const [a, b] = [own.sphere(1), own.sphere(1)];
    world.shapes.set([a.id, a.id, b.id, b.id]);
    assert.equal(world.contacts(4), 5);
    b.free();
    refuses(() => world.contacts(4), { code: 'stale-handle', argument: 'shapes', index: 2 });
    const again = own.sphere(2);
    assert.notEqual(again.id, b.id);
    refuses(() => world.contacts(4), { code: 'stale-handle', argument: 'shapes', index: 2 });
    world.shapes.fill(again.id, 2);
    assert.equal(world.contacts(4), 5);
    a.free();
    refuses(() => world.contacts(4), { code: 'stale-handle', argument: 'shapes', index: 0 });
    world.shapes.fill(again.id);
    world.update();
    assert.equal(world.contacts(4), 5);
});

test('more pairs than fit are counted', () => {
    const world = s.bodies(10, { pairs: 7 });
    world.shapes.fill(s.sphere(1).id);
    refuses(() => world.contacts(10), { code: 'full', argument: 'pairs', value: 45 });
    assert.equal(world.contacts(4), 6);
});

test('round bodies that overlap get the memory that they need', () => {
    const own = createSync();
    const round = own.hull(ROUND);
    const world = own.bodies(3);
    world.shapes.fill(round.id);
    world.poses.set([0.01, 0.02, 0], 7);
    world.poses.set([2.5, 0, 0], 14);
    assert.equal(world.contacts(3), 1);
    assert.equal(world.nearest(round, { x: 0.005 }, 3).body, 0);
    assert.equal(world.shapeCast(round, { x: -0.005 }, { dx: 5, dy: 0, dz: 0 }, 3).body, 0);
});

test('what a world cannot be asked is refused by name', () => {
    const world = s.bodies(3, { still: 1 });
    const call = /** @type {any} */ (world);
    const ball = s.sphere(1);
    world.shapes.fill(ball.id);
    refuses(() => world.contacts(0), { code: 'out-of-range', argument: 'count' });
    refuses(() => world.contacts(4), { code: 'out-of-range', argument: 'count' });
    refuses(() => world.near(3, -1), { code: 'out-of-range', argument: 'reach' });
    refuses(() => world.near(3, NaN), { code: 'not-finite', argument: 'reach' });
    refuses(() => call.contactsWith({}, {}, 3), { code: 'wrong-type', argument: 'body' });
    refuses(() => world.contactsWith(createSync().sphere(1), {}, 3), { code: 'foreign-handle' });
    refuses(() => world.contactsWith(ball, { qx: 0, qy: 0, qz: 0, qw: 2 }, 3), {
        ...{ code: 'not-a-heading', argument: 'pose' },
    });
    refuses(() => call.nearest(ball, { angle: 1 }, 3), { code: 'unknown-option' });
    refuses(() => world.nearest(ball, {}, 3, { atMost: -1 }), { argument: 'options.atMost' });
    refuses(() => world.nearest(ball, {}, 3, { mask: 0 }), { argument: 'options.mask' });
    refuses(() => call.rayCast({ x: 0, y: 0, z: 0 }, 3), { code: 'wrong-type', argument: 'ray' });
    refuses(() => call.rayCast({ x: 0, y: 0, z: 0, dx: 1, dy: NaN, dz: 0 }, 3), {
        ...{ code: 'not-finite', argument: 'ray.dy' },
    });
    refuses(() => call.shapeCast(ball, {}, { x: 1, y: 0, z: 0 }, 3), { argument: 'translation' });
    refuses(() => call.rayCast({ x: 0, y: 0, z: 0, dx: 1, dy: 0, dz: 0 }, 3, { touching: 'no' }), {
        ...{ argument: 'touching' },
    });
    refuses(() => call.pointQuery([0, 0], 3), { code: 'wrong-type', argument: 'point' });
    refuses(() => world.pointQuery([0, 0, Infinity], 3), { code: 'not-finite' });
    const box = { minX: 0, minY: 0, minZ: 0, maxX: 1, maxY: 1, maxZ: -1 };
    refuses(() => world.boxQuery(box, 3), { code: 'out-of-range', argument: 'box.maxZ' });
    refuses(() => call.boxQuery({ ...box, maxZ: undefined }, 3), { argument: 'box.maxZ' });
    refuses(() => world.categories, { code: 'out-of-range', argument: 'categories' });
    refuses(() => s.bodies(0), { code: 'out-of-range', argument: 'capacity' });
    refuses(() => s.bodies(2, { still: 3 }), { code: 'out-of-range', argument: 'still' });
    refuses(() => call.constructor && /** @type {any} */ (s).bodies(1, { seams: true }), {
        ...{ code: 'unknown-option' },
    });
    refuses(() => s.bodies(2 ** 24, { pairs: 2 ** 24 }), { code: 'out-of-memory' });
    world.poses[14] = Infinity;
    refuses(() => world.contacts(3), { code: 'not-finite', argument: 'poses', index: 2 });
    refuses(() => world.pointQuery([0, 0, 0], 3), {
        code: 'not-finite',
        argument: 'poses',
        index: 2,
    });
    assert.equal(world.contacts(2), 1);
    world.free();
    refuses(() => world.contacts(2), { code: 'stale-handle', argument: 'bodies' });
});

test('batches made and freed take the memory of one', () => {
    const own = createSync();
    const make = () => own.bodies(100, { still: 50, rays: 10, filters: true });
    make().free();
    own.pairs(100).free();
    const used = own.memoryUsed;
    for (let k = 0; k < 200; k++) {
        make().free();
        own.pairs(100).free();
    }
    assert.equal(own.memoryUsed, used);
});
