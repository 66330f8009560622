import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { createSync as createScalar } from 'graze/scalar';
import { randomNumbers } from '../helpers.js';

/**
 * Tests batches of many bodies: they find the same pairs as single queries, each once and in order.
 *
 * @import { BodyBatch, Graze, Pose, Shape } from 'graze'
 *
 * @typedef {{ shape: Shape, pose: [x: number, y: number, cos: number, sin: number] }} Placed
 */

const g = createSync();

const RELATIONS = ['disjoint', 'touching', 'overlapping'];

/** @param {BodyBatch} bodies @param {number} k @returns {Pose} */
function poseOf(bodies, k) {
    const [x, y, cos, sin] = bodies.poses.subarray(4 * k, 4 * k + 4);
    return { x, y, cos, sin };
}

/** @param {BodyBatch} bodies @param {Placed[]} placed */
function fill(bodies, placed) {
    placed.forEach(({ shape, pose }, k) => {
        bodies.shapes[k] = shape.id;
        bodies.poses.set(pose, 4 * k);
    });
}

/** Returns the results as rows of four. @param {BodyBatch} bodies @param {number} found */
function rowsOf({ first, second, relations, distances }, found) {
    return Array.from({ length: found }, (_, k) => {
        return [first[k], second[k], RELATIONS[relations[k]], distances[k]];
    });
}

/** Returns the results of a query against one other body, as rows. @param {BodyBatch} bodies @param {number} found */
function foundRows({ foundBodies, foundRelations, foundDistances }, found) {
    return Array.from({ length: found }, (_, k) => {
        return [foundBodies[k], RELATIONS[foundRelations[k]], foundDistances[k]];
    });
}

/** Returns the same rows by single queries. @param {BodyBatch} bodies @param {Placed[]} placed @param {number} reach */
function bruteForce(bodies, placed, reach) {
    const rows = [];
    for (let i = 0; i < placed.length; i++) {
        for (let j = i + 1; j < placed.length; j++) {
            const [p, q] = [poseOf(bodies, i), poseOf(bodies, j)];
            const { relation, distance } = g.distance(placed[i].shape, placed[j].shape, p, q);
            if (distance <= reach) rows.push([i, j, relation, Math.fround(distance)]);
        }
    }
    return rows;
}

/** @param {BodyBatch} bodies @param {Placed[]} placed @param {number} reach @param {Shape} shape @param {Pose} pose */
function bruteForceOne(bodies, placed, reach, shape, pose) {
    return placed.flatMap((body, k) => {
        const { relation, distance } = g.distance(shape, body.shape, pose, poseOf(bodies, k));
        return distance <= reach ? [[k, relation, Math.fround(distance)]] : [];
    });
}

const SHAPES = {
    point: g.disc(0),
    disc: g.disc(0.75),
    capsule: g.capsule(-1, 0, 1, 0.5, 0.25),
    segment: g.capsule(0, -1, 0, 1, 0),
    square: g.box(2, 2),
    plank: g.box(6, 0.25),
    rounded: g.box(1, 2, { radius: 0.5 }),
    triangle: g.polygon([
        [3, 0],
        [5, 0],
        [3, 1],
    ]),
    round: g.hull(Array.from({ length: 40 }, (_, k) => [Math.cos(k), Math.sin(k)])),
};
const KINDS = Object.values(SHAPES);

/**
 * @param {number} seed
 * @param {number} count
 * @param {(random: () => number, k: number) => Placed} place
 */
function scene(seed, count, place) {
    const random = randomNumbers(seed);
    return Array.from({ length: count }, (_, k) => place(random, k));
}

/** @param {() => number} random @returns {[number, number]} */
function heading(random) {
    const angle = 7 * random();
    return [Math.cos(angle), Math.sin(angle)];
}

/**
 * Returns a generator of bodies of every kind, anywhere in a square around (at, at).
 *
 * @param {number} side
 * @param {number} at
 */
function scattered(side, at = 0) {
    return (/** @type {() => number} */ random) => ({
        shape: KINDS[Math.floor(random() * KINDS.length)],
        pose: /** @type {Placed['pose']} */ ([
            at + side * random(),
            at + side * random(),
            ...heading(random),
        ]),
    });
}

/** Returns a generator of shapes of one size, with positions of the same scale. @param {number} power */
function scaled(power) {
    const size = 2 ** power;
    const shapes = [g.disc(size), g.box(size, 2 * size), g.capsule(0, 0, size, size, size / 4)];
    return (/** @type {() => number} */ random) => ({
        shape: shapes[Math.floor(3 * random())],
        pose: /** @type {Placed['pose']} */ ([
            8 * size * random(),
            8 * size * random(),
            ...heading(random),
        ]),
    });
}

/** @type {Record<string, Placed[]>} */
const SCENES = {
    'of one body': scene(1, 1, scattered(1)),
    'of every kind, sparse': scene(2, 60, scattered(60)),
    'of every kind, dense': scene(3, 50, scattered(8)),
    'of squares that touch exactly, side by side and at their corners': scene(4, 64, (_, k) => ({
        shape: SHAPES.square,
        pose: [2 * (k % 8), 2 * (k >> 3), 1, 0],
    })),
    'of squares a quarter turn round': scene(5, 36, (_, k) => ({
        shape: SHAPES.square,
        pose: [2 * (k % 6), 2 * Math.floor(k / 6), (k % 2) - 1, k % 2],
    })),
    'of discs in a row, each touching the next': scene(6, 40, (_, k) => ({
        shape: SHAPES.disc,
        pose: [1.5 * k, 0, 1, 0],
    })),
    'of a tower': scene(7, 80, (random, k) => ({
        shape: SHAPES.plank,
        pose: [0, 0.25 * k, 1, 2 ** -30 * random()],
    })),
    'all at one place': scene(8, 30, () => ({ shape: SHAPES.triangle, pose: [7, -3, 1, 0] })),
    'of points at the origin': scene(9, 12, () => ({ shape: SHAPES.point, pose: [0, 0, 1, 0] })),
    'far away': scene(10, 60, scattered(20, 1e6)),
    'so far away that most places are the same': scene(11, 40, scattered(40, -1e8)),
    tiny: scene(12, 40, scaled(-120)),
    subnormal: scene(13, 40, scaled(-146)),
    huge: scene(14, 40, scaled(124)),
    'one of each size': scene(15, 40, (random, k) => {
        const size = 2 ** (3 * k - 60);
        return { shape: g.disc(size), pose: [size * random(), 2 * size, 1, 0] };
    }),
    'of headings that are off by 2^-11': scene(16, 40, (random) => {
        const [cos, sin] = heading(random);
        const off = 1 + 2 ** -12 * (2 * random() - 1);
        const { shape, pose } = scattered(12)(random);
        return { shape, pose: [pose[0], pose[1], cos * off, sin * off] };
    }),
};

for (const [name, placed] of Object.entries(SCENES)) {
    test(`a scene ${name}: a batch finds what single queries find, in order`, () => {
        const count = placed.length;
        const bodies = g.bodies(count, { pairs: count * count });
        fill(bodies, placed);
        assert.deepEqual(rowsOf(bodies, bodies.contacts(count)), bruteForce(bodies, placed, 0));
        const size = Math.max(
            ...placed.map(({ shape }) => shape.radius + Math.abs(shape.vertices[0])),
        );
        for (const reach of [0, size / 4, 3.1 * size, 2 ** -149, 1e39]) {
            const rows = rowsOf(bodies, bodies.near(count, reach));
            assert.deepEqual(rows, bruteForce(bodies, placed, reach), `reach ${reach}`);
        }
        bodies.free();
    });

    test(`a scene ${name}: one other body finds what single queries find`, () => {
        const count = placed.length;
        const bodies = g.bodies(count);
        fill(bodies, placed);
        const { x = 0, y = 0 } = poseOf(bodies, count >> 1);
        for (const shape of [placed[0].shape, SHAPES.plank, SHAPES.point]) {
            // The poses are an angle and a position that float32 cannot represent.
            for (const pose of [{ x, y, angle: 0.3 }, { x: x * (1 + 2 ** -30), y }, undefined]) {
                for (const reach of [0, 0.5, 1e6]) {
                    const found = bodies.nearWith(shape, pose, count, reach);
                    const rows = foundRows(bodies, found);
                    const expected = bruteForceOne(bodies, placed, reach, shape, pose ?? {});
                    assert.deepEqual(rows, expected);
                }
                const found = bodies.contactsWith(shape, pose, count);
                assert.equal(found, bruteForceOne(bodies, placed, 0, shape, pose ?? {}).length);
            }
        }
        bodies.free();
    });
}

test('a distance equal to the reach counts, to the last bit of double', () => {
    const bodies = g.bodies(2);
    const [disc, square] = [g.disc(0), g.box(2, 2)];
    fill(bodies, [
        { shape: square, pose: [0, 0, 1, 0] },
        { shape: disc, pose: [4, 5, 1, 0] },
    ]);
    const { distance } = g.distance(square, disc, {}, { x: 4, y: 5 });
    assert.equal(distance, 5);
    for (const [reach, found] of [
        [5, 1],
        [5 + 2 ** -50, 1],
        [5 - 2 ** -50, 0],
        [5 - 2 ** -20, 0],
        [Number.MAX_VALUE, 1],
    ]) {
        assert.equal(bodies.near(2, reach), found);
        assert.equal(bodies.nearWith(square, undefined, 2, reach), 1 + found);
    }
    bodies.free();
});

test('a batch works with no bodies, one body, and fewer than its capacity', () => {
    const bodies = g.bodies(8);
    assert.equal(bodies.capacity, 8);
    assert.equal(bodies.pairCapacity, 32);
    assert.deepEqual(Array.from(bodies.poses.subarray(28)), [0, 0, 1, 0]);
    assert.equal(bodies.contacts(0), 0);
    assert.equal(bodies.near(0, 1), 0);
    assert.equal(bodies.contactsWith(SHAPES.disc, undefined, 0), 0);
    bodies.shapes.fill(SHAPES.disc.id, 0, 5);
    assert.equal(bodies.contacts(1), 0);
    assert.equal(bodies.contacts(5), 10);
    assert.equal(bodies.contactsWith(SHAPES.disc, { x: 1.5 }, 5), 5);
    assert.deepEqual(Array.from(bodies.foundRelations.subarray(0, 5)), [1, 1, 1, 1, 1]);
    assert.equal(bodies.contacts(2), 1);
    bodies.free();
});

test('answers do not depend on earlier queries, and the scalar module gives the same bits', () => {
    const random = randomNumbers(77);
    const placed = scene(20, 300, scattered(40));
    const fresh = () => {
        const bodies = g.bodies(300);
        fill(bodies, placed);
        return bodies;
    };
    const used = fresh();
    for (let k = 0; k < 1200; k++) used.poses[k] *= k % 4 < 2 ? 3 * random() : 1;
    used.near(300, 2);
    used.near(150, 1);
    fill(used, placed);
    const [a, b] = [fresh(), used].map((bodies) => rowsOf(bodies, bodies.near(300, 0.75)));
    assert.ok(a.length > 50);
    assert.deepEqual(a, b);

    const scalar = createScalar();
    const copies = new Map(
        KINDS.map((shape) => [
            shape,
            scalar.polygon(Array.from(shape.vertices), { radius: shape.radius }),
        ]),
    );
    const bodies = scalar.bodies(300);
    placed.forEach(({ shape, pose }, k) => {
        bodies.shapes[k] = copies.get(shape)?.id ?? 0;
        bodies.poses.set(pose, 4 * k);
    });
    assert.deepEqual(rowsOf(bodies, bodies.near(300, 0.75)), a);
});

test('a batch of thousands of bodies finds as many contacts as batches of pairs', () => {
    const count = 2500;
    const placed = scene(30, count, scattered(150));
    const bodies = g.bodies(count);
    fill(bodies, placed);
    const found = bodies.contacts(count);
    let expected = 0;
    const pairs = g.pairs(count);
    for (let i = 1; i < count; i++) {
        pairs.shapeA.fill(bodies.shapes[i], 0, i);
        pairs.shapeB.set(bodies.shapes.subarray(0, i));
        for (let j = 0; j < i; j++) pairs.poseA.set(bodies.poses.subarray(4 * i, 4 * i + 4), 4 * j);
        pairs.poseB.set(bodies.poses.subarray(0, 4 * i));
        expected += pairs.collide(i);
    }
    assert.ok(found > 1000);
    assert.equal(found, expected);
    pairs.free();
    bodies.free();
});

test('a query of one other body keeps the pairs that were found before', () => {
    const bodies = g.bodies(4);
    bodies.shapes.fill(SHAPES.disc.id);
    bodies.poses.set([0, 0, 1, 0, 1, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0]);
    const pairs = () => rowsOf(bodies, 6);
    assert.equal(bodies.near(4, 9), 6);
    const found = pairs();
    assert.equal(bodies.contactsWith(SHAPES.disc, { x: 3.5 }, 4), 2);
    assert.deepEqual(pairs(), found);
    assert.deepEqual([...bodies.foundBodies.subarray(0, 2)], [2, 3]);
    const alone = foundRows(bodies, 2);
    assert.equal(bodies.nearWith(SHAPES.disc, { x: 9 }, 4, 0.1), 0);
    assert.deepEqual(pairs(), found);
    assert.equal(bodies.contacts(4), 3);
    assert.deepEqual(foundRows(bodies, 2), alone);
    bodies.free();
});

test('more pairs than the capacity are an error that states how many there are', () => {
    const bodies = g.bodies(20, { pairs: 7 });
    bodies.shapes.fill(SHAPES.disc.id);
    assert.throws(() => bodies.contacts(20), {
        code: 'full',
        argument: 'pairs',
        value: 190,
        message: 'pairs: the output array is too small for all results: 190 found, 7 fit',
    });
    assert.throws(() => bodies.near(20, 1), { code: 'full', value: 190 });
    assert.equal(bodies.contacts(4), 6);
    // A query against one other body has room for all bodies.
    assert.equal(bodies.nearWith(SHAPES.disc, {}, 20, 1), 20);
    assert.deepEqual([...bodies.foundBodies], [...bodies.foundBodies.keys()]);
    bodies.free();
    const many = g.bodies(400, { pairs: 79_800 });
    many.shapes.fill(SHAPES.point.id);
    const found = many.contacts(400);
    assert.equal(found, 79_800);
    const order = Array.from(many.first.subarray(0, found), (i, k) => 400 * i + many.second[k]);
    assert.ok(order.every((key, k) => k === 0 || key > order[k - 1]));
    many.free();
});

test('errors name the argument, and nothing is written before them', () => {
    const local = createSync();
    const bodies = local.bodies(4);
    const [shape, gone] = [local.disc(1), local.disc(2)];
    bodies.shapes.fill(shape.id);
    assert.equal(bodies.contacts(4), 6);
    bodies.relations.fill(9);
    bodies.shapes[2] = gone.id;
    gone.free();
    const stale = { code: 'stale-handle', argument: 'shapes', index: 2, message: /body 2/ };
    assert.throws(() => bodies.contacts(4), stale);
    assert.throws(() => bodies.nearWith(shape, {}, 4, 1), stale);
    assert.equal(bodies.relations[0], 9);
    assert.equal(bodies.contacts(2), 1);
    bodies.shapes[2] = shape.id;
    bodies.poses[4 * 3 + 1] = Number.NaN;
    const pose = { code: 'not-finite', argument: 'poses', index: 3, message: /body 3/ };
    assert.throws(() => bodies.near(4, 1), pose);
    assert.throws(() => bodies.contactsWith(shape, {}, 4), pose);
    bodies.poses[4 * 3 + 1] = 0;
    bodies.poses[4 * 3 + 2] = 0.9;
    assert.throws(() => bodies.contacts(4), { code: 'not-a-heading', argument: 'poses', index: 3 });
    assert.equal(bodies.contacts(3), 3);
    assert.throws(() => bodies.contactsWith(gone, {}, 1), {
        code: 'stale-handle',
        argument: 'shape',
        index: undefined,
    });
    assert.throws(() => bodies.contactsWith(shape, { cos: 2, sin: 0 }, 1), {
        code: 'not-a-heading',
        argument: 'pose',
    });
    const wrong = /** @type {any} */ (bodies);
    assert.throws(() => wrong.contactsWith(shape, { x: Number.NaN }, 1), { code: 'not-finite' });
    assert.throws(() => wrong.contactsWith({}, {}, 1), { code: 'wrong-type', argument: 'shape' });
    assert.throws(() => wrong.contactsWith(SHAPES.disc, {}, 1), { code: 'foreign-handle' });
    assert.throws(() => wrong.contacts(), { code: 'wrong-type', argument: 'count' });
    assert.throws(() => wrong.contacts(1.5), { code: 'wrong-type', argument: 'count' });
    assert.throws(() => wrong.contacts(5), { code: 'out-of-range', argument: 'count' });
    assert.throws(() => wrong.near(1), { code: 'wrong-type', argument: 'reach' });
    assert.throws(() => wrong.near(1, -1), { code: 'out-of-range', argument: 'reach' });
    assert.throws(() => wrong.near(1, Infinity), { code: 'not-finite', argument: 'reach' });
    assert.throws(() => wrong.nearWith(shape, {}, 1, '1'), { argument: 'reach' });
    assert.throws(() => local.bodies(0), { code: 'out-of-range', argument: 'capacity' });
    assert.throws(() => local.bodies(1, { pairs: 0.5 }), { argument: 'pairs' });
    assert.throws(() => local.bodies(1, /** @type {any} */ ({ pears: 1 })), {
        code: 'unknown-option',
    });
    const most = local.movingDiscs(2 ** 23, { pairs: 1 });
    assert.throws(() => local.bodies(2 ** 24), {
        code: 'out-of-memory',
        message: /the batch takes 3187\d{6} bytes, and an instance has at most 2147483648/,
    });
    most.free();
    assert.equal(bodies.contacts(3), 3);
});

test('every call after free is an error', () => {
    const bodies = g.bodies(2);
    bodies.free();
    const stale = { code: 'stale-handle' };
    assert.throws(() => bodies.contacts(1), { ...stale, argument: 'bodies' });
    assert.throws(() => bodies.nearWith(SHAPES.disc, {}, 1, 0), stale);
    assert.throws(() => bodies.shapes, stale);
    bodies.free();
});

test('repeated queries use no more memory, and freed batches return theirs', () => {
    const local = createSync();
    const shape = local.box(1, 2);
    const bodies = local.bodies(100, { pairs: 5000 });
    bodies.shapes.fill(shape.id);
    const before = local.memoryUsed;
    const views = [bodies.poses, bodies.first];
    for (let k = 0; k < 50; k++) {
        assert.equal(bodies.contacts(100), 4950);
        bodies.near(100, k);
        bodies.nearWith(shape, { x: k }, 100, 1);
    }
    assert.equal(local.memoryUsed, before);
    assert.deepEqual([bodies.poses, bodies.first], views);
    for (let k = 0; k < 50; k++) local.bodies(100, { pairs: 5000 }).free();
    const once = local.memoryUsed;
    for (let k = 0; k < 50; k++) local.bodies(100, { pairs: 5000 }).free();
    assert.equal(local.memoryUsed, once);
});
