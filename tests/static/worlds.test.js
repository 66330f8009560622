import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { createSync as createScalar } from 'graze/scalar';
import { randomNumbers } from '../helpers.js';
import { WorldModel } from './world_model.js';

/**
 * Tests batches of bodies of which some stand still: every query against single queries, and updates.
 *
 * @import { BodyFilter, BodyOptions, Graze, Pose, Shape } from 'graze'
 * @import { PoseNumbers } from './world_model.js'
 */

const g = createSync();

/** @param {Graze} instance */
function makeShapes(instance) {
    const corner = [0, 0, 3, 0, 3, 1, 1, 1, 1, 3, 0, 3];
    return {
        point: instance.disc(0),
        disc: instance.disc(0.75),
        capsule: instance.capsule(-1, 0, 1, 0.5, 0.25),
        segment: instance.capsule(0, -1, 0, 1, 0),
        square: instance.box(2, 2),
        plank: instance.box(6, 0.25),
        rounded: instance.box(1, 2, { radius: 0.5 }),
        triangle: instance.polygon([3, 0, 5, 0, 3, 1]),
        corner: instance.concave(corner),
        roundCorner: instance.concave(corner, { radius: 0.25 }),
        wall: instance.chain([-2, 0, 0, 1, 2, 0]),
        dumbbell: instance.compound([instance.capsule(-2, 0, 2, 0, 0.1), instance.disc(1)]),
    };
}

const SHAPES = makeShapes(g);
const KINDS = Object.values(SHAPES);

/** @typedef {() => number} Random */

/** @template T @param {Random} random @param {readonly T[]} list */
function pick(random, list) {
    return list[Math.floor(random() * list.length)];
}

/** @param {Random} random @param {number} side @param {number} [at] @returns {PoseNumbers} */
function randomPose(random, side, at = 0) {
    const angle = pick(random, [0, Math.PI / 2, 7 * random(), 7 * random()]);
    const snap = random() < 0.3 ? Math.round : Number;
    const [x, y] = [snap(at + side * random()), snap(at + side * random())];
    return [x, y, Math.cos(angle), Math.sin(angle)];
}

/** @param {PoseNumbers} pose @returns {Pose} */
const toPose = ([x, y, cos, sin]) => ({ x, y, cos, sin });

/**
 * @param {number} count
 * @param {Random} random
 * @param {number} side
 * @param {BodyOptions} options
 * @param {number} [at] the lower left corner of the world is (at, at)
 */
function makeWorld(count, random, side, options, at = 0) {
    const model = new WorldModel(
        g,
        g.bodies(count, { pairs: (count * count) / 2 + 1, ...options }),
    );
    for (let k = 0; k < count; k++) {
        const bits = () => 1 + Math.floor(7 * random());
        const filter = options.filters ? { category: bits(), mask: bits() } : {};
        model.put(k, { shape: pick(random, KINDS), pose: randomPose(random, side, at), ...filter });
    }
    return model;
}

/** @param {Random} random @returns {BodyFilter | undefined} */
function randomFilter(random) {
    const bits = () => 1 + Math.floor(7 * random());
    const filters = [undefined, undefined, { category: bits() }, { mask: bits() }];
    return pick(random, [...filters, {}, { category: bits(), mask: bits() }]);
}

/**
 * Checks each query once, at a random place.
 *
 * @param {WorldModel} model
 * @param {Random} random
 * @param {number} side
 * @param {number} [at]
 */
function checkQueries(model, random, side, at = 0) {
    const { still, capacity } = model.batch;
    const count = pick(random, [
        still,
        capacity,
        still + Math.floor(random() * (capacity - still)),
    ]);
    const filter = randomFilter(random);
    const [shape, pose] = [pick(random, KINDS), toPose(randomPose(random, side, at))];
    const { x = 0, y = 0 } = pose;
    const reach = pick(random, [0, 0.5, side / 4]);
    const [dx, dy] = pick(random, [
        [side * (random() - 0.5), side * (random() - 0.5)],
        [side, 0],
        [0, -side],
        [0, 0],
    ]);
    let found = model.checkNear(count, reach);
    found += model.checkNearWith(shape, pose, count, reach, filter);
    model.checkNearest(shape, pose, count, filter);
    model.checkNearest(shape, pose, count, { ...filter, atMost: reach });
    found += model.checkRay({ x, y, dx, dy }, count, filter);
    found += model.checkCast(shape, pose, { dx, dy }, count, filter);
    found += model.checkPoint({ x, y }, count, filter);
    const [width, height] = [reach * random(), reach * random()];
    found += model.checkBox({ minX: x, minY: y, maxX: x + width, maxY: y + height }, count, filter);
    const middle = Math.floor(random() * (capacity + 1));
    const begin = Math.floor(random() * (middle + 1));
    const ranges = [begin, middle - begin, middle, Math.floor(random() * (capacity + 1 - middle))];
    const [a, n, b, m] = random() < 0.5 ? ranges : [ranges[2], ranges[3], ranges[0], ranges[1]];
    found += model.checkBetween(a, n, b, m, reach);
    return found;
}

/** @type {[string, number, number, BodyOptions, number?][]} name, count, side of the square, options, its corner */
const WORLDS = [
    ['no still body', 24, 12, {}],
    ['some still bodies', 40, 20, { still: 25 }],
    ['still bodies alone', 30, 16, { still: 30 }],
    ['one still body', 20, 9, { still: 1 }],
    ['manifolds', 30, 12, { still: 16, manifolds: true }],
    ['filters', 40, 12, { still: 20, filters: true, manifolds: true }],
    ['many still bodies', 90, 60, { still: 80, filters: true }],
    ['far coordinates', 30, 16, { still: 20 }, 1e7],
    ['very far coordinates', 24, 2 ** 34, { still: 12, filters: true }, 2 ** 36],
];

for (const [name, count, side, options, at] of WORLDS) {
    test(`every query equals single queries: ${name}`, () => {
        const random = randomNumbers(count + side);
        let found = 0;
        for (let round = 0; round < 6; round++) {
            const model = makeWorld(count, random, side, options, at);
            for (let step = 0; step < 8; step++) {
                found += checkQueries(model, random, side, at);
                // Moving bodies are read in each call, the others by an update.
                for (let moves = Math.floor(3 * random()); moves >= 0; moves--) {
                    const k = Math.floor(random() * count);
                    model.put(k, {
                        shape: pick(random, KINDS),
                        pose: randomPose(random, side, at),
                    });
                    if (k < model.batch.still && random() < 0.5) model.update(k, k + 1);
                }
                if (random() < 0.3) model.update();
            }
            model.batch.free();
        }
        assert.ok(found > 200, `${found} found`);
    });
}

test('updates of one, few and all of many still bodies give the answers of a new batch', () => {
    const random = randomNumbers(9);
    const [count, still, side] = [420, 400, 60];
    const model = makeWorld(count, random, side, { still });
    model.update();
    for (const size of [1, 1, 5, 12, 13, 14, 200, 400, 1]) {
        const from = Math.floor(random() * (still - size + 1));
        for (let k = from; k < from + size; k++) model.put(k, { pose: randomPose(random, side) });
        model.update(from, from + size);
        const { batch } = makeWorld(count, random, side, { still });
        batch.shapes.set(model.batch.shapes);
        batch.poses.set(model.batch.poses);
        const answers = [model.batch, batch].map((bodies) => {
            const found = bodies.contacts(count);
            const rows = [bodies.first, bodies.second].map((view) => [...view.subarray(0, found)]);
            const near = bodies.nearWith(SHAPES.square, { x: side / 2, y: side / 2 }, count, 5);
            const ray = bodies.rayCast({ x: 0, y: 0, dx: side, dy: side }, count);
            return [rows, [...bodies.foundBodies.subarray(0, near)], ray];
        });
        assert.deepEqual(answers[0], answers[1]);
        batch.free();
    }
    checkQueries(model, random, side);
    model.batch.free();
});

test('queries see still bodies as they were at the last update', () => {
    const bodies = g.bodies(3, { still: 2 });
    bodies.shapes.fill(SHAPES.square.id);
    bodies.poses.set([0, 0, 1, 0, 10, 0, 1, 0, 20, 0, 1, 0]);
    const ray = { x: -5, y: 0.5, dx: 30, dy: 0 };
    const order = () => [...bodies.hitBodies.subarray(0, bodies.rayCastAll(ray, 3))];
    assert.deepEqual(order(), [0, 1, 2]);
    bodies.poses[0] = 12.5;
    bodies.poses[8] = -2;
    assert.deepEqual(order(), [2, 0, 1]);
    assert.equal(bodies.nearest(SHAPES.disc, { x: 12.5 }, 3).body, 1);
    bodies.update(1, 2);
    assert.deepEqual(order(), [2, 0, 1]);
    bodies.update(0, 1);
    assert.deepEqual(order(), [2, 1, 0]);
    // Filters and shapes of bodies that move are read in each call.
    bodies.shapes[2] = SHAPES.point.id;
    bodies.poses[9] = 0.5;
    assert.equal(bodies.pointQuery({ x: -2, y: 0.5 }, 3), 1);
    assert.equal(bodies.pointQuery({ x: -2, y: 0.25 }, 3), 0);
    bodies.free();
});

test('of several answers at once the lowest body is returned', () => {
    const bodies = g.bodies(12, { still: 8 });
    bodies.shapes.fill(SHAPES.square.id);
    for (let k = 0; k < 12; k++) bodies.poses.set([k % 2 === 0 ? 3 : -3, 0, 1, 0], 4 * k);
    assert.equal(bodies.nearest(SHAPES.point, {}, 12).body, 0);
    assert.equal(bodies.nearest(SHAPES.point, {}, 12).distance, 2);
    assert.equal(bodies.nearest(SHAPES.point, { x: -1 }, 12).body, 1);
    assert.equal(bodies.nearest(SHAPES.disc, { x: -3 }, 12).distance, 0);
    assert.equal(bodies.rayCast({ x: 0, y: 0, dx: 5, dy: 0 }, 12).body, 0);
    assert.equal(bodies.rayCast({ x: 0, y: 0, dx: -5, dy: 0 }, 12).body, 1);
    assert.equal(bodies.rayCast({ x: -3, y: 0, dx: 9, dy: 0 }, 12).body, 1);
    const cast = bodies.shapeCast(SHAPES.disc, {}, { dx: -9, dy: 0 }, 12);
    assert.deepEqual([cast?.body, cast?.interval], [1, [1.25 / 9, 4.75 / 9]]);
    bodies.update();
    bodies.poses.set([3, 0, 1, 0], 4 * 9);
    assert.equal(bodies.rayCastAll({ x: 0, y: 0, dx: 5, dy: 0 }, 12), 7);
    assert.deepEqual([...bodies.hitBodies.subarray(0, 7)], [0, 2, 4, 6, 8, 9, 10]);
    bodies.free();
});

test('many rays have the answers of single ones', () => {
    const random = randomNumbers(7);
    const [rays, count] = [200, 60];
    const bodies = g.bodies(count, { still: 40, rays, filters: true });
    const shapes = Object.values(SHAPES);
    for (let k = 0; k < count; k++) {
        bodies.shapes[k] = shapes[k % shapes.length].id;
        const angle = 7 * random();
        const at = [20 * random(), 20 * random(), Math.cos(angle), Math.sin(angle)];
        bodies.poses.set(at, 4 * k);
        bodies.categories[k] = 1 + (k % 3);
    }
    for (let k = 0; k < 4 * rays; k++) bodies.rays[k] = 30 * random() - 5 * (k % 2);
    bodies.rays.set([3, 3, 0, 0], 4 * 17);
    for (const filter of [undefined, { category: 1, mask: 2 }]) {
        let met = 0;
        const found = bodies.castRays(rays, count, filter);
        const { rayBodies, rayIntervals, rayPoints, rayNormals } = bodies;
        for (let k = 0; k < rays; k++) {
            const [x, y, dx, dy] = bodies.rays.subarray(4 * k, 4 * k + 4);
            const one = bodies.rayCast({ x, y, dx, dy }, count, filter);
            const { x: px, y: py } = one.point ?? { x: 0, y: 0 };
            const { x: nx, y: ny } = one.normal ?? { x: 0, y: 0 };
            const pair = (/** @type {ArrayLike<number>} */ view) => [view[2 * k], view[2 * k + 1]];
            assert.equal(rayBodies[k], one.body ?? -1);
            assert.deepEqual(pair(rayIntervals), one.interval ?? [0, 0]);
            assert.deepEqual(pair(rayPoints), [px, py].map(Math.fround));
            assert.deepEqual(pair(rayNormals), [nx, ny].map(Math.fround));
            met += Number(one.status !== 'free');
        }
        assert.equal(found, met);
        assert.ok(met > 20 && met < rays, `${met} of ${rays}`);
    }
    bodies.rayBodies.fill(77);
    bodies.rays[4 * 5 + 2] = 1e39;
    assert.throws(() => bodies.castRays(6, count), {
        ...{ code: 'out-of-range', argument: 'rays', index: 5, message: /rays: ray 5/ },
    });
    assert.equal(bodies.rayBodies[0], 77);
    assert.ok(bodies.castRays(5, count) >= 0);
    bodies.free();
});

test('rays begin inside, have no length, run along axes and edges, and end at a side', () => {
    const random = randomNumbers(4);
    const model = makeWorld(16, random, 1, { still: 10 });
    for (let k = 0; k < 16; k++) {
        const shape = [SHAPES.square, SHAPES.rounded, SHAPES.capsule, SHAPES.corner][k % 4];
        model.put(k, { shape, pose: [4 * (k % 4), 4 * (k >> 2), 1, 0] });
    }
    model.update();
    let found = 0;
    for (let x = -2; x <= 14; x += 0.5) {
        for (const y of [-1, 0, 0.25, 1, 4, 5, 8.25]) {
            for (const [dx, dy] of [
                [0, 0],
                [20, 0],
                [-20, 0],
                [0, 20],
                [0, -20],
                [0.5, 0],
                [1, 1],
            ])
                found += model.checkRay({ x, y, dx, dy }, 16);
            found += model.checkPoint({ x, y }, 16);
        }
    }
    assert.ok(found > 2000);
    for (const tiny of [2 ** -149, 1e-300, 5e-324]) {
        model.checkRay({ x: -1, y: 0, dx: tiny, dy: 0 }, 16);
        model.checkRay({ x: 0.5, y: 0.5, dx: tiny, dy: -tiny }, 16);
        model.checkCast(SHAPES.disc, { x: -1.75 }, { dx: tiny, dy: tiny }, 16);
    }
    model.batch.free();
});

test('rays and casts from far away meet what single queries meet', () => {
    const random = randomNumbers(5);
    const model = makeWorld(12, random, 4, { still: 8 });
    let found = 0;
    for (let k = 0; k < 400; k++) {
        const power = 2 ** (20 + 35 * random());
        const angle = pick(random, [0, Math.PI / 2, Math.PI, 7 * random()]);
        const [cos, sin] = [Math.round(1e6 * Math.cos(angle)) / 1e6, Math.sin(angle)];
        const [x, y] = [2 + power * cos, 2 + power * sin];
        const ray = { x, y, dx: -2 * power * cos, dy: -2 * power * sin };
        found += model.checkRay(ray, 12);
        found += model.checkRay({ ...ray, dx: ray.dx / 2 + 4 * random(), dy: ray.dy / 2 }, 12);
        found += model.checkCast(SHAPES.disc, { x, y }, { dx: ray.dx, dy: ray.dy }, 12);
        if (k % 20 === 0) {
            for (let i = 0; i < 12; i++) model.put(i, { pose: randomPose(random, 4) });
            model.update();
        }
    }
    assert.ok(found > 500, `${found}`);
    model.batch.free();
});

test('a ray beside a turned body decides as the single query, whose rounding counts far away', () => {
    const bodies = g.bodies(1, { still: 1 });
    const square = g.box(1, 1);
    bodies.shapes[0] = square.id;
    let hits = 0;
    for (let k = 0; k < 2000; k++) {
        const angle = 0.001 * k;
        bodies.poses.set([0, 0, Math.cos(angle), Math.sin(angle)]);
        bodies.update();
        const [x, y, cos, sin] = bodies.poses;
        // The corner that is highest above the diagonal.
        const corners = [1, -1].flatMap((u) => [1, -1].map((v) => [u / 2, v / 2]));
        const top = Math.max(...corners.map(([u, v]) => sin * u + cos * v - (cos * u - sin * v)));
        for (const offset of [2 ** -30, 2 ** -26, 2 ** -22, 2 ** -10]) {
            const far = 2 ** 40;
            const ray = { x: -far, y: offset + top - far, dx: 2 * far, dy: 2 * far };
            const { interval } = g.rayCast(square, { x, y, cos, sin }, ray);
            assert.deepEqual(bodies.rayCast(ray, 1).interval, interval);
            hits += Number(interval !== null);
        }
    }
    assert.ok(hits > 0);
    square.free();
    bodies.free();
});

test('filters are read in each call', () => {
    const bodies = g.bodies(4, { still: 2, filters: true });
    bodies.shapes.fill(SHAPES.disc.id);
    assert.deepEqual([...bodies.categories], [1, 1, 1, 1]);
    assert.deepEqual([...bodies.masks], new Array(4).fill(2 ** 32 - 1));
    assert.equal(bodies.contacts(4), 5);
    assert.equal(bodies.nearBetween(0, 1, 1, 1), 1);
    bodies.categories.set([2 ** 31, 2, 4, 8]);
    bodies.masks.set([4, 8, 2 ** 31, 2]);
    assert.equal(bodies.contacts(4), 2);
    assert.deepEqual([...bodies.first.subarray(0, 2)], [0, 1]);
    assert.deepEqual([...bodies.second.subarray(0, 2)], [2, 3]);
    assert.equal(bodies.pointQuery({ x: 0, y: 0 }, 4), 4);
    assert.equal(bodies.pointQuery({ x: 0, y: 0 }, 4, {}), 4);
    assert.equal(bodies.pointQuery({ x: 0, y: 0 }, 4, { mask: 2 ** 31 }), 1);
    assert.equal(bodies.pointQuery({ x: 0, y: 0 }, 4, { mask: 2 ** 31, category: 4 }), 1);
    assert.equal(bodies.pointQuery({ x: 0, y: 0 }, 4, { mask: 2 ** 31, category: 1 }), 0);
    assert.equal(bodies.nearest(SHAPES.disc, {}, 4, { category: 2 }).body, 3);
    bodies.categories.fill(0, 0, 1);
    bodies.masks.fill(0, 1, 2);
    assert.equal(bodies.pointQuery({ x: 0, y: 0 }, 4), 2);
    assert.equal(bodies.contacts(4), 0);
    bodies.free();
    const plain = g.bodies(1);
    plain.shapes.fill(SHAPES.disc.id);
    assert.equal(plain.pointQuery({ x: 0, y: 0 }, 1, { category: 2 ** 31, mask: 3 }), 1);
    assert.equal(plain.pointQuery({ x: 0, y: 0 }, 1, { mask: 2 }), 0);
    plain.free();
});

test('batches without manifolds or filters have no views of them', () => {
    const bodies = g.bodies(2);
    const views = ['pointCounts', 'depths', 'normals', 'points', 'separations', 'ids'];
    for (const name of [...views, 'categories', 'masks']) {
        const expected = { code: 'out-of-range', argument: name, message: /was made without/ };
        assert.throws(() => /** @type {any} */ (bodies)[name], expected);
    }
    const { hasManifolds, hasFilters, hasSeams, still } = bodies;
    assert.deepEqual([hasManifolds, hasFilters, hasSeams, still], [false, false, false, 0]);
    bodies.free();
});

test('a ball on two tiles has a manifold with each', () => {
    const bodies = g.bodies(3, { still: 2, manifolds: true });
    bodies.shapes.set([SHAPES.square.id, SHAPES.square.id, SHAPES.disc.id]);
    bodies.poses.set([-1, 0, 1, 0, 1, 0, 1, 0, 0, 1.5, 1, 0]);
    assert.equal(bodies.contacts(3), 2);
    assert.deepEqual([...bodies.depths].slice(0, 2), [0.25, 0.25]);
    assert.deepEqual([...bodies.normals].slice(0, 4).map(Math.abs), [0, 1, 0, 1]);
    assert.deepEqual([...bodies.pointCounts].slice(0, 2), [1, 1]);
    assert.deepEqual([...bodies.points].slice(0, 2), [0, 0.875]);
    assert.equal(bodies.separations[0], -0.25);
    bodies.poses[9] = 1.875;
    assert.equal(bodies.contacts(3), 0);
    assert.equal(bodies.near(3, 0.25), 2);
    assert.equal(bodies.separations[0], 0.125);
    assert.equal(bodies.depths[0], 0);
    bodies.free();
});

test('a freed shape of a still body is an error until that body is updated', () => {
    const local = createSync();
    const bodies = local.bodies(5, { still: 3 });
    const [shape, gone] = [local.box(2, 2), local.box(4, 4)];
    bodies.shapes.fill(shape.id);
    bodies.shapes[1] = gone.id;
    for (let k = 0; k < 5; k++) bodies.poses[4 * k] = 2 * k;
    assert.equal(bodies.contacts(5), 2);
    bodies.relations.fill(9);
    bodies.pointBodies.fill(9);
    gone.free();
    // The new shape has the memory of the old one.
    const anew = local.box(4, 4);
    const queries = [
        () => bodies.contacts(5),
        () => bodies.near(3, 1),
        () => bodies.nearBetween(0, 1, 2, 1),
        () => bodies.contactsWith(shape, {}, 3),
        () => bodies.nearest(shape, {}, 3),
        () => bodies.rayCast({ x: 0, y: 0, dx: 1, dy: 0 }, 3),
        () => bodies.rayCastAll({ x: 0, y: 0, dx: 1, dy: 0 }, 5),
        () => bodies.shapeCast(shape, {}, { dx: 1, dy: 0 }, 3),
        () => bodies.shapeCastAll(shape, {}, { dx: 1, dy: 0 }, 3),
        () => bodies.pointQuery({ x: 3, y: 0 }, 3),
        () => bodies.boxQuery({ minX: 0, minY: 0, maxX: 9, maxY: 1 }, 3),
        () => bodies.update(),
        () => bodies.update(1, 2),
    ];
    const stale = { code: 'stale-handle', argument: 'shapes', index: 1, message: /body 1/ };
    for (const query of queries) assert.throws(query, stale);
    // An update of another body does not help, nor a new shape without an update.
    bodies.update(0, 1);
    bodies.shapes[1] = anew.id;
    for (const query of queries.slice(0, -2)) assert.throws(query, stale);
    assert.equal(bodies.relations[0], 9);
    assert.equal(bodies.pointBodies[0], 9);
    bodies.update(1, 2);
    for (const query of queries) query();
    assert.equal(bodies.pointQuery({ x: 3, y: 1.5 }, 5), 1);
    assert.equal(bodies.pointBodies[0], 1);
});

test('a freed shape of a moving body is an error, and never a stale answer', () => {
    const local = createSync();
    const bodies = local.bodies(4, { still: 1 });
    const shape = local.box(2, 2);
    let small = local.box(1, 1);
    bodies.shapes.set([shape.id, shape.id, shape.id, small.id]);
    bodies.poses[12] = 20;
    const point = { x: 20.75, y: 0 };
    assert.equal(bodies.pointQuery(point, 4), 0);
    for (let k = 0; k < 600; k++) {
        small.free();
        const stale = { code: 'stale-handle', argument: 'shapes', index: 3 };
        assert.throws(() => bodies.pointQuery(point, 4), stale);
        assert.equal(bodies.pointQuery({ x: 0, y: 0 }, 3), 3);
        // Handles and memory are used again, by a shape of another size.
        small = local.box(1 + (k % 2), 1);
        assert.throws(() => bodies.pointQuery(point, 4), stale);
        bodies.shapes[3] = small.id;
        assert.equal(bodies.pointQuery(point, 4), k % 2);
    }
    bodies.shapes[3] = 0;
    assert.throws(() => bodies.pointQuery(point, 4), { code: 'stale-handle', index: 3 });
    bodies.shapes[3] = bodies.shapes[1] + 12345;
    assert.throws(() => bodies.pointQuery(point, 4), { code: 'stale-handle', index: 3 });
});

test('worlds without bodies, and those of still bodies alone, have answers', () => {
    const bodies = g.bodies(3, { still: 0 });
    bodies.shapes.fill(SHAPES.disc.id);
    const ray = { x: 0, y: 0, dx: 1, dy: 0 };
    const box = { minX: 0, minY: 0, maxX: 1, maxY: 1 };
    bodies.update();
    bodies.update(0, 0);
    assert.equal(bodies.contacts(0), 0);
    assert.equal(bodies.nearest(SHAPES.disc, {}, 0).status, 'free');
    assert.equal(bodies.rayCast(ray, 0).status, 'free');
    assert.equal(bodies.rayCastAll(ray, 0), 0);
    assert.equal(bodies.shapeCast(SHAPES.disc, {}, { dx: 1, dy: 0 }, 0).status, 'free');
    assert.equal(bodies.pointQuery({ x: 0, y: 0 }, 0), 0);
    assert.equal(bodies.boxQuery(box, 0), 0);
    assert.equal(bodies.nearBetween(0, 0, 0, 0), 0);
    assert.equal(bodies.nearBetween(0, 3, 1, 0), 0);
    assert.equal(bodies.nearBetween(1, 0, 0, 3), 0);
    assert.equal(bodies.nearBetween(3, 0, 0, 3), 0);
    bodies.free();
    const still = g.bodies(3, { still: 3 });
    still.shapes.fill(SHAPES.disc.id);
    assert.equal(still.contacts(3), 0);
    assert.equal(still.near(3, 9), 0);
    assert.equal(still.nearBetween(0, 1, 1, 2), 2);
    assert.equal(still.rayCastAll(ray, 3), 3);
    still.free();
});

test('more pairs than fit are an error with their number, also between ranges', () => {
    const bodies = g.bodies(40, { still: 20, pairs: 5, manifolds: true });
    bodies.shapes.fill(SHAPES.disc.id);
    bodies.first.fill(99);
    const message = /590 found, 5 fit/;
    assert.throws(() => bodies.contacts(40), {
        code: 'full',
        argument: 'pairs',
        value: 590,
        message,
    });
    assert.throws(() => bodies.nearBetween(0, 20, 20, 3, 1), { code: 'full', value: 60 });
    assert.deepEqual([...bodies.first], [99, 99, 99, 99, 99]);
    assert.equal(bodies.nearBetween(0, 5, 39, 1), 5);
    assert.deepEqual([...bodies.first], [0, 1, 2, 3, 4]);
    assert.deepEqual([...bodies.second], [39, 39, 39, 39, 39]);
    bodies.free();
});

test('errors name the argument and the value, and nothing is written before them', () => {
    const bodies = /** @type {any} */ (g.bodies(4, { still: 2, filters: true }));
    bodies.shapes.fill(SHAPES.disc.id);
    bodies.update();
    for (const name of ['hitBodies', 'pointBodies', 'boxBodies', 'foundBodies', 'first'])
        bodies[name].fill(77);
    const ray = { x: 0, y: 0, dx: 1, dy: 0 };
    const box = { minX: 0, minY: 0, maxX: 1, maxY: 1 };
    /** @type {[() => unknown, object][]} */
    const cases = [
        [() => bodies.contacts(1), { code: 'out-of-range', argument: 'count', value: 1 }],
        [() => bodies.rayCast(ray, 5), { code: 'out-of-range', argument: 'count', value: 5 }],
        [() => bodies.rayCast({ ...ray, dx: 1e39 }, 4), { argument: 'ray.dx', value: 1e39 }],
        [() => bodies.rayCastAll({ x: 0, y: 0, dy: 1 }, 4), { argument: 'ray.dx' }],
        [() => bodies.rayCast(ray, 4, { masks: 1 }), { code: 'unknown-option' }],
        [() => bodies.castRays(1, 4), { argument: 'rayCount', value: 1 }],
        [
            () => bodies.rays,
            { code: 'out-of-range', argument: 'rays', message: /{ rays: a number }/ },
        ],
        [() => g.bodies(4, /** @type {any} */ ({ rays: -1 })), { argument: 'rays', value: -1 }],
        [() => bodies.rayCast(ray, 4, { mask: 0 }), { argument: 'options.mask', value: 0 }],
        [() => bodies.rayCast(ray, 4, { category: 2 ** 32 }), { argument: 'options.category' }],
        [() => bodies.rayCast(ray, 4, 3), { code: 'wrong-type', argument: 'options', value: 3 }],
        [() => bodies.nearest({}, {}, 4), { code: 'wrong-type', argument: 'shape' }],
        [() => bodies.nearest(SHAPES.disc, {}, 4, { atMost: -1 }), { argument: 'options.atMost' }],
        [() => bodies.nearest(SHAPES.disc, {}, 4, { atMost: NaN }), { code: 'not-finite' }],
        [() => bodies.nearWith(SHAPES.disc, {}, 4, 1, { atMost: 1 }), { code: 'unknown-option' }],
        [
            () => bodies.shapeCast(SHAPES.disc, {}, /** @type {any} */ ({ dx: 1 }), 4),
            { argument: 'translation.dy' },
        ],
        [
            () => bodies.shapeCastAll(SHAPES.disc, { cos: 2, sin: 0 }, [1, 0], 4),
            { argument: 'pose' },
        ],
        [() => bodies.pointQuery([0], 4), { argument: 'point' }],
        [() => bodies.pointQuery({ x: 0, y: 1e39 }, 4), { argument: 'point.y', value: 1e39 }],
        [() => bodies.boxQuery({ ...box, maxX: -1 }, 4), { argument: 'box.maxX', value: -1 }],
        [() => bodies.boxQuery({ ...box, minY: 2 }, 4), { argument: 'box.maxY', value: 1 }],
        [() => bodies.boxQuery({ ...box, minY: -Infinity }, 4), { argument: 'box.minY' }],
        [() => bodies.update(3, 2), { argument: 'end', value: 2 }],
        [() => bodies.update(0, 5), { argument: 'end', value: 5 }],
        [() => bodies.update(-1), { argument: 'from', value: -1 }],
        [
            () => bodies.nearBetween(0, 2, 1, 2),
            { code: 'out-of-range', argument: 'secondBody', value: 1 },
        ],
        [
            () => bodies.nearBetween(2, 2, 0, 3),
            { code: 'out-of-range', argument: 'secondBody', value: 0 },
        ],
        [() => bodies.nearBetween(0, 1, 3, 2), { argument: 'secondCount', value: 2 }],
        [() => bodies.nearBetween(0, 1, 3, 1, -1), { argument: 'reach', value: -1 }],
        [() => g.bodies(4, { still: 5 }), { argument: 'still', value: 5 }],
        [() => g.bodies(4, /** @type {any} */ ({ still: true })), { argument: 'still' }],
        [
            () => g.bodies(4, /** @type {any} */ ({ manifolds: 1 })),
            { argument: 'manifolds', value: 1 },
        ],
        [() => g.bodies(4, /** @type {any} */ ({ filters: 0 })), { argument: 'filters', value: 0 }],
    ];
    for (const [query, expected] of cases) assert.throws(query, expected, String(query));
    bodies.poses[13] = Number.NaN;
    const pose = { code: 'not-finite', argument: 'poses', index: 3, message: /body 3/ };
    assert.throws(() => bodies.rayCastAll(ray, 4), pose);
    assert.throws(() => bodies.nearBetween(0, 1, 3, 1), pose);
    assert.equal(bodies.rayCastAll(ray, 3), 3);
    bodies.hitBodies.fill(77);
    // A still body with a wrong pose is found by its update, which changes nothing.
    bodies.poses[4] = Infinity;
    assert.equal(bodies.rayCast(ray, 3).body, 0);
    bodies.poses[0] = 50;
    assert.throws(() => bodies.update(), { code: 'not-finite', argument: 'poses', index: 1 });
    assert.equal(bodies.rayCast(ray, 3).body, 0);
    for (const name of ['hitBodies', 'pointBodies', 'boxBodies', 'foundBodies', 'first'])
        assert.ok(
            bodies[name].every((/** @type {number} */ k) => k === 77),
            name,
        );
    bodies.free();
});

test('the first query reads still bodies, and an error leaves them unread', () => {
    const bodies = g.bodies(3, { still: 2 });
    bodies.shapes[0] = SHAPES.disc.id;
    bodies.shapes[2] = SHAPES.disc.id;
    const query = () => bodies.pointQuery({ x: 0, y: 0 }, 3);
    assert.throws(query, { code: 'stale-handle', argument: 'shapes', index: 1 });
    assert.throws(() => bodies.update(0, 1), { code: 'stale-handle', index: 1 });
    bodies.shapes[1] = SHAPES.disc.id;
    assert.equal(query(), 3);
    bodies.free();
});

test('views that growth has detached are made anew, and answers stay', () => {
    const local = createSync();
    const bodies = local.bodies(3, { still: 2, manifolds: true });
    const disc = local.disc(1);
    bodies.shapes.fill(disc.id);
    assert.equal(bodies.contacts(3), 2);
    const { poses, hitBodies } = bodies;
    assert.equal(bodies.rayCastAll({ x: -2, y: 0, dx: 1, dy: 0 }, 3), 3);
    local.bodies(2 ** 16);
    assert.equal(poses.length, 0);
    assert.equal(hitBodies.length, 0);
    assert.deepEqual([...bodies.hitBodies], [0, 1, 2]);
    assert.equal(bodies.poses.length, 12);
    bodies.poses[8] = 9;
    assert.equal(bodies.contacts(3), 0);
});

test('the scalar module gives the same bits', () => {
    const scalar = createScalar();
    const answers = [g, scalar].map((instance) => {
        const random = randomNumbers(31);
        const shapes = Object.values(makeShapes(instance));
        const bodies = instance.bodies(200, { still: 150, manifolds: true, pairs: 9999 });
        for (let k = 0; k < 200; k++) {
            bodies.shapes[k] = pick(random, shapes).id;
            bodies.poses.set(randomPose(random, 40), 4 * k);
        }
        const seen = [];
        for (let k = 0; k < 30; k++) {
            const found = bodies.near(200, 0.5);
            const ray = { x: 40 * random(), y: 40 * random(), dx: 50 * random() - 25, dy: -9 };
            const hits = bodies.rayCastAll(ray, 200);
            const { first, second, distances, depths, normals, points, ids } = bodies;
            for (const view of [first, second, distances, depths]) seen.push(view.slice(0, found));
            seen.push(normals.slice(0, 2 * found), points.slice(0, 4 * found));
            seen.push(ids.slice(0, 2 * found), bodies.hitIntervals.slice(0, 2 * hits));
            seen.push(bodies.rayCast(ray, 200), bodies.nearest(shapes[1], { x: ray.x }, 200));
            bodies.poses[Math.floor(600 * random())] += 0;
            bodies.poses.set(randomPose(random, 40), 4 * k);
            bodies.update(k, k + 1);
        }
        bodies.free();
        return seen;
    });
    assert.deepEqual(answers[0], answers[1]);
});

test('repeated updates and queries use no more memory', () => {
    const local = createSync();
    const bodies = local.bodies(300, { still: 256 });
    const disc = local.disc(0.5);
    bodies.shapes.fill(disc.id);
    const random = randomNumbers(8);
    for (let k = 0; k < 300; k++) bodies.poses.set(randomPose(random, 60), 4 * k);
    const before = local.memoryUsed;
    for (let k = 0; k < 200; k++) {
        bodies.poses.set(randomPose(random, 60), 4 * (k % 256));
        bodies.update(k % 256, (k % 256) + 1);
        bodies.contacts(300);
        bodies.rayCast({ x: 0, y: 0, dx: 60, dy: 60 }, 300);
    }
    assert.equal(local.memoryUsed, before);
    bodies.free();
});
