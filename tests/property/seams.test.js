import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import fc from '../fast_check.js';
import { floorTiles } from '../static/floor_tiles.js';
import { shareOf } from '../volume.js';

/**
 * Tests manifolds at seams: a floor that is cut into random tiles, as a compound and as bodies of a world, against
 * the same floor in one piece.
 *
 * @import { BodyBatch, Manifold, Pose, Shape } from 'graze'
 * @import { Tile } from '../static/floor_tiles.js'
 */

const g = createSync();

const WIDTH = 16;
const HEIGHT = 8;

/** No second point of a manifold is farther. */
const reach = 32;

/** Tiles of the floor, whose upper side is y = 0. */
const anyFloor = fc
    .record({
        cuts: fc.uniqueArray(fc.integer({ min: 1, max: 8 * WIDTH - 1 }), { maxLength: 12 }),
        heights: fc.array(fc.integer({ min: 1, max: 8 * HEIGHT - 1 }), { maxLength: 13 }),
        diagonals: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 26 }),
    })
    .map(({ cuts, heights, diagonals }) => floorTiles(WIDTH, HEIGHT, cuts, heights, diagonals));

const small = fc.integer({ min: -8, max: 8 }).map((k) => k / 8);
const anyBody = fc.oneof(
    fc.constantFrom('box', 'disc', 'point', 'capsule', 'wedge'),
    fc.array(fc.tuple(small, small), { minLength: 1, maxLength: 6 }),
);

/** @param {string | [number, number][]} body */
function shapeOf(body) {
    if (body === 'box') return g.box(1, 1);
    if (body === 'disc') return g.disc(0.5);
    if (body === 'point') return g.disc(0);
    if (body === 'capsule') return g.capsule(-0.5, 0, 0.5, 0, 0.25);
    if (body === 'wedge') return g.hull([-0.125, 1, 0.25, 1, 0, 0]);
    return g.hull(/** @type {[number, number][]} */ (body));
}

/** Heading of the body, place of its lowest point over the floor, and its depth. */
const anyPlace = fc.record({
    angle: fc.oneof(
        fc.constantFrom(0, 0, 0, Math.PI / 2, 0.5),
        fc.double({ min: -4, max: 4, noNaN: true }),
    ),
    x: fc.oneof(
        fc.integer({ min: 24, max: 104 }).map((k) => k / 8),
        fc.double({ min: 3, max: 13, noNaN: true }),
    ),
    depth: fc.oneof(fc.constantFrom(0, 0, 0.02, 0.25), fc.double({ min: 0, max: 1, noNaN: true })),
});

/**
 * Returns the pose at which a shape's lowest point is `depth` below the floor.
 *
 * @param {Shape} shape
 * @param {{ angle: number, x: number, depth: number }} place
 */
function poseOf(shape, { angle, x, depth }) {
    const { minY } = shape.bounds({ angle });
    return { x, y: -minY - depth, angle };
}

/** @param {Manifold} m @param {Manifold} n @param {string} text */
function assertSame(m, n, text) {
    assert.equal(m.relation, n.relation, text);
    assert.ok(Math.abs(m.depth - n.depth) < 1e-12, text);
    assert.equal(m.points.length, n.points.length, text);
    if (m.normal === null || n.normal === null) return;
    const off = Math.hypot(m.normal.x - n.normal.x, m.normal.y - n.normal.y);
    assert.ok(off < 1e-9, text);
    m.points.forEach(({ x, y, separation }, k) => {
        const other = n.points[k];
        const errors = [x - other.x, y - other.y, separation - other.separation];
        assert.ok(Math.max(...errors.map(Math.abs)) < 1e-9, text);
    });
}

/**
 * Returns whether rounding cannot change the points of a manifold with the floor: no side of the body is almost
 * parallel to the floor, and of the two sides at the lowest vertex one is flatter.
 *
 * @param {Shape} shape @param {number} angle
 */
function isClear({ vertices }, angle) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const count = vertices.length / 2;
    const height = (/** @type {number} */ k) => s * vertices[2 * k] + c * vertices[2 * k + 1];
    const slopes = Array.from({ length: count }, (_, k) => {
        const next = (k + 1) % count;
        const dx = vertices[2 * next] - vertices[2 * k];
        const dy = vertices[2 * next + 1] - vertices[2 * k + 1];
        return count === 1 ? 1 : Math.abs(s * dx + c * dy) / Math.hypot(dx, dy);
    });
    const lowest = Array.from({ length: count }, (_, k) => k).sort(
        (p, q) => height(p) - height(q),
    )[0];
    const [before, behind] = [slopes[(lowest + count - 1) % count], slopes[lowest]];
    const isTied = count > 2 && Math.abs(before - behind) < 1e-6;
    return !isTied && slopes.every((slope) => slope === 0 || slope > 1e-6);
}

test('the manifold of a floor of parts is that of the floor in one piece', () => {
    const whole = g.hull([0, -HEIGHT, WIDTH, -HEIGHT, WIDTH, 0, 0, 0]);
    let [compared, two, touching] = [0, 0, 0];
    fc.assert(
        fc.property(anyFloor, anyBody, anyPlace, fc.boolean(), (tiles, body, place, isFirst) => {
            const parts = tiles.map((tile) => g.hull(tile));
            const floor = g.compound(parts);
            const shape = shapeOf(body);
            const pose = poseOf(shape, place);
            if (isClear(shape, place.angle)) {
                const [m, n] = [floor, whole].map((each) =>
                    isFirst
                        ? g.manifold(shape, each, pose, undefined, { reach })
                        : g.manifold(each, shape, undefined, pose, { reach }),
                );
                assertSame(m, n, JSON.stringify([tiles, m, n]));
                compared++;
                two += Number(m.points.length === 2);
                touching += Number(m.relation === 'touching');
            }
            for (const each of [...parts, floor, shape]) each.free();
        }),
        { numRuns: 4000, seed: 401 },
    );
    assert.ok(
        compared >= shareOf(3000) && two >= shareOf(500) && touching >= shareOf(200),
        `${[compared, two, touching]}`,
    );
    whole.free();
});

/**
 * Returns the manifolds with points that the last body of a world has.
 *
 * @param {BodyBatch} world
 */
function manifoldsOf(world) {
    const found = world.contacts(world.capacity);
    return Array.from({ length: found }, (_, k) => k)
        .filter((k) => world.pointCounts[k] > 0)
        .map((k) => ({
            tile: world.first[k],
            depth: world.depths[k],
            normal: [...world.normals.subarray(2 * k, 2 * k + 2)],
            points: [...world.points.subarray(4 * k, 4 * k + 2 * world.pointCounts[k])],
        }));
}

test('a body on tiles that adjoin has the normal and depth of the floor in one piece', () => {
    const whole = g.hull([0, -HEIGHT, WIDTH, -HEIGHT, WIDTH, 0, 0, 0]);
    let [compared, removed] = [0, 0];
    fc.assert(
        fc.property(anyFloor, anyBody, anyPlace, (tiles, body, place) => {
            const shape = shapeOf(body);
            const shapes = [...tiles.map((tile) => g.hull(tile)), shape];
            const count = shapes.length;
            const { x, y, angle } = poseOf(shape, place);
            const numbers = [x, y, Math.cos(angle), Math.sin(angle)].map(Math.fround);
            const pose = { x: numbers[0], y: numbers[1], cos: numbers[2], sin: numbers[3] };
            const expected = g.manifold(whole, shape, undefined, pose);
            const world = g.bodies(count, { still: count - 1, manifolds: true, seams: true });
            shapes.forEach((each, k) => {
                world.shapes[k] = each.id;
            });
            world.poses.set(numbers, 4 * (count - 1));
            const found = manifoldsOf(world);
            const text = JSON.stringify([tiles, body, numbers, found, expected]);
            removed += Number(found.length < world.contacts(count));
            if (expected.normal === null) {
                assert.equal(found.length, 0, text);
            } else {
                assert.ok(found.length > 0, text);
                const { normal, depth } = expected;
                for (const { normal: n } of found) {
                    const off = Math.hypot(n[0] - normal.x, n[1] - normal.y);
                    assert.ok(off < 1e-5, text);
                }
                const deepest = Math.max(...found.map((each) => each.depth));
                assert.ok(Math.abs(deepest - depth) < 1e-5, text);
                compared++;
            }
            for (const each of shapes) each.free();
            world.free();
        }),
        { numRuns: 4000, seed: 402 },
    );
    assert.ok(compared >= shareOf(3000) && removed >= shareOf(50), `${[compared, removed]}`);
    whole.free();
});

/**
 * Returns a world of tiles that stand still, and of one other body.
 *
 * @param {[shape: Shape, x: number, y: number, angle?: number][]} tiles
 * @param {Shape} shape
 * @param {boolean} [seams]
 */
function worldOf(tiles, shape, seams = true) {
    const still = tiles.length;
    const world = g.bodies(still + 1, { still, manifolds: true, seams });
    tiles.forEach(([tile, x, y, angle = 0], k) => {
        world.shapes[k] = tile.id;
        world.poses.set([x, y, Math.cos(angle), Math.sin(angle)], 4 * k);
    });
    world.shapes[still] = shape.id;
    world.update();
    return world;
}

/** @param {BodyBatch} world @param {number} x @param {number} y @param {number} [angle] */
function at(world, x, y, angle = 0) {
    world.poses.set([x, y, Math.cos(angle), Math.sin(angle)], 4 * world.still);
    return manifoldsOf(world);
}

const tile = g.box(1, 1);

/** @param {number} count @param {number} y @returns {[Shape, number, number][]} */
const row = (count, y) => Array.from({ length: count }, (_, k) => [tile, k, y]);

/** @param {ReturnType<typeof manifoldsOf>} found */
const isUp = (found) =>
    found.length > 0 && found.every(({ normal: [x, y] }) => Math.abs(x) < 1e-5 && y > 0);

test('a body that slides over a row of tiles has no contact sideways, and is always pushed up', () => {
    const shapes = [
        g.box(1, 1),
        g.disc(0.5),
        g.disc(0),
        g.capsule(-0.25, 0, 0.25, 0, 0.25),
        g.hull([0, -0.5, 0.5, 0, 0, 0.5, -0.5, 0]),
        g.concave([-0.5, -0.5, 0.5, -0.5, 0.5, 0, 0, 0, 0, 0.5, -0.5, 0.5]),
        g.box(0.05, 1),
    ];
    for (const shape of shapes) {
        const world = worldOf(row(11, 0), shape);
        const { minY } = shape.bounds();
        for (const depth of [0.02, 0.3]) {
            for (let k = 0; k <= 600; k++) {
                const found = at(world, 2 + k / 100, 0.5 - minY - depth);
                assert.ok(isUp(found), JSON.stringify([k, depth, found]));
                const deepest = Math.max(...found.map((each) => each.depth));
                assert.ok(Math.abs(deepest - depth) < 1e-6, JSON.stringify([k, depth, found]));
            }
        }
        world.free();
        shape.free();
    }
});

test('without the option the contacts are those of single queries', () => {
    const box = g.box(1, 1);
    const world = worldOf(row(11, 0), box, false);
    let sideways = 0;
    for (let k = 0; k <= 600; k++) {
        const found = at(world, 2 + k / 100, 0.98);
        sideways += found.filter(({ normal: [x] }) => Math.abs(x) > 0.5).length;
    }
    assert.equal(world.hasSeams, false);
    assert.ok(sideways > 0);
    for (const each of [world, box]) each.free();
});

test('walls, inner corners and the ends of rows keep their contacts', () => {
    const box = g.box(1, 1);
    const disc = g.disc(0.5);
    /** @type {[Shape, number, number][]} */
    const wall = [1, 2, 3, 4].map((y) => [tile, 10, y]);
    const world = worldOf([...row(11, 0), ...wall, ...row(11, -1)], box);
    /** @param {number} x @param {number} y */
    const normals = (x, y) => [
        ...new Set(at(world, x, y).map(({ normal }) => `${normal.map((n) => Math.round(n))}`)),
    ];
    assert.deepEqual(normals(9.03, 0.98), ['0,1', '-1,0']);
    assert.deepEqual(normals(9.01, 0.97), ['0,1', '-1,0']);
    for (let k = 0; k <= 100; k++) assert.deepEqual(normals(9.02, 1.5 + k / 100), ['-1,0']);
    for (let k = 0; k <= 100; k++) assert.deepEqual(normals(-0.98, -1 + k / 100), ['-1,0']);
    world.shapes[world.still] = disc.id;
    const [end, ...others] = at(world, -0.75, 0.7);
    assert.equal(others.length, 0);
    assert.ok(end.normal[0] < -0.7 && end.normal[1] > 0.6, JSON.stringify(end));
    for (const each of [world, box, disc]) each.free();
});

test('a body deep in a level is moved out of all of it', () => {
    const shapes = [g.disc(0), g.box(0.25, 0.25)];
    for (const [k, shape] of shapes.entries()) {
        const world = worldOf([...row(9, 0), ...row(9, -1), ...row(9, -2)], shape);
        for (const [x, y, depth] of [
            [4.5, 0.25, 0.25],
            [4.5, -0.75, 1.25],
            [4, 0, 0.5],
            [4.0625, -0.5, 1],
        ]) {
            const found = at(world, x, y);
            assert.ok(isUp(found), JSON.stringify([x, y, found]));
            for (const each of found)
                assert.ok(Math.abs(each.depth - depth - k / 8) < 1e-6, JSON.stringify(found));
        }
        world.free();
        shape.free();
    }
});

test('tiles of any kind and size adjoin, also where their coordinates are rounded', () => {
    const box = g.box(0.4, 0.4);
    const turn = 0.3;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const kinds = [
        g.box(0.1, 0.1),
        g.grid([1, 1, 1, 1], { width: 2, size: 0.05, x: -0.05, y: -0.05 }),
        g.concave([-0.05, -0.05, 0.05, -0.05, 0.05, 0.05, 0, 0.05, -0.05, 0.05]),
        g.compound([
            g.hull([-0.05, -0.05, 0.05, -0.05, 0.05, 0.05]),
            g.hull([-0.05, -0.05, 0.05, 0.05, -0.05, 0.05]),
        ]),
    ];
    /** @type {[Shape, number, number, number][]} */
    const tiles = Array.from({ length: 50 }, (_, k) => {
        return [kinds[k % kinds.length], 100 + c * 0.1 * k, 50 + s * 0.1 * k, turn];
    });
    const world = worldOf(tiles, box);
    for (let k = 0; k <= 400; k++) {
        const [x, y] = [0.5 + k / 100, 0.24];
        const found = at(world, 100 + c * x - s * y, 50 + s * x + c * y, turn);
        assert.ok(found.length > 0);
        for (const { normal } of found) {
            const off = Math.hypot(normal[0] + s, normal[1] - c);
            assert.ok(off < 1e-4, JSON.stringify([k, found]));
        }
    }
    for (const each of [world, box, ...kinds]) each.free();
});

test('an update of one tile changes what it adjoins', () => {
    const box = g.box(1, 1);
    const world = worldOf(row(11, 0), box);
    const place = /** @type {const} */ ([5.99, 0.5]);
    assert.ok(isUp(at(world, 2.99, 0.98)));
    world.poses[4 * 4] = 40;
    world.update(4, 5);
    const beside = at(world, 4.02, 0.4);
    assert.ok(
        beside.some(({ normal: [x] }) => x < -0.9),
        JSON.stringify(beside),
    );
    world.poses[4 * 4] = 4;
    world.update(4, 5);
    assert.ok(!at(world, 4.02, 0.4).some(({ normal: [x] }) => x < -0.9));
    assert.ok(at(world, ...place).length > 0);
    for (const each of [world, box]) each.free();
});

test('tiles that a body may not meet do not cover the sides of others', () => {
    const box = g.box(1, 1);
    const world = g.bodies(3, { still: 2, manifolds: true, filters: true, seams: true });
    world.shapes.set([tile.id, tile.id, box.id]);
    world.poses.set([0, 0, 1, 0, 1, 0, 1, 0, 0.9, 0.3, 1, 0]);
    const sidewaysOf = () => manifoldsOf(world).map((each) => [each.tile, each.normal[0] + 0]);
    assert.deepEqual(sidewaysOf(), [[1, 0]]);
    world.categories[1] = 2;
    world.masks[2] = 1;
    assert.deepEqual(sidewaysOf(), [[0, 1]]);
    for (const each of [world, box]) each.free();
});

test('near bodies have no manifold with a side that is covered', () => {
    const box = g.box(0.5, 0.5);
    const world = worldOf(row(5, 0), box);
    world.poses.set([2.76, 0.74, 1, 0], 4 * 5);
    const found = world.near(6, 0.1);
    const counts = [...world.first.subarray(0, found)].map((first, k) => [
        first,
        world.pointCounts[k],
        world.normals[2 * k],
    ]);
    assert.deepEqual(counts, [
        [2, 0, 0],
        [3, 2, 0],
    ]);
    for (const each of [world, box]) each.free();
});

test('the option is a boolean, and needs manifolds', () => {
    const make = (/** @type {any} */ options) => () => g.bodies(2, options);
    assert.throws(make({ manifolds: true, seams: 1 }), { argument: 'seams' });
    assert.throws(make({ seams: 'yes' }), { argument: 'seams' });
    assert.throws(make({ still: 1, seams: true }), {
        code: 'out-of-range',
        argument: 'seams',
        message: /seams must be false without manifolds, got true/,
    });
    const world = g.bodies(2, { seams: true, manifolds: true });
    assert.equal(world.hasSeams, true);
    world.free();
});

test('the manifold of a wedge in a seam of a flat floor points out of the floor', () => {
    const floor = g.compound([
        g.polygon([-4, -2, 0, -2, 0, 0, -4, 0]),
        g.polygon([0, -2, 4, -2, 4, 0, 0, 0]),
    ]);
    const wedge = g.polygon([-0.1, 1, 0.1, 1, 0, 0]);
    const pose = { x: 0, y: -0.5 };
    const { normal, depth, points } = g.manifold(wedge, floor, pose);
    assert.deepEqual([normal, depth], [{ x: 0, y: -1 }, 0.5]);
    assert.deepEqual(
        points.map(({ x, y, separation }) => [x + 0, y, separation]),
        [[0, -0.25, -0.5]],
    );
    for (const each of [floor, wedge]) each.free();
});

test('the points of a box on a floor of parts are at its corners, or where the floor ends', () => {
    const parts = Array.from({ length: 11 }, (_, k) =>
        g.hull([k - 0.5, -0.5, k + 0.5, -0.5, k + 0.5, 0.5, k - 0.5, 0.5]),
    );
    const box = g.box(1, 1);
    const floors = [
        g.compound(parts),
        g.grid(new Uint8Array(11).fill(1), { width: 11, x: -0.5, y: -0.5 }),
    ];
    for (const floor of floors) {
        const names = new Set();
        for (let k = 0; k <= 800; k++) {
            const x = 1 + k / 100;
            for (const y of [1, 0.98]) {
                const m = g.manifold(floor, box, {}, { x, y });
                const places = m.points.map((point) => point.x).sort((p, q) => p - q);
                assert.equal(places.length, 2);
                assert.ok(Math.abs(places[0] - x + 0.5) < 1e-12, `${places} at ${x}`);
                assert.ok(Math.abs(places[1] - x - 0.5) < 1e-12, `${places} at ${x}`);
                names.add(m.points.map(({ id }) => id).join());
            }
        }
        assert.equal(names.size, 1);
        const end = g.manifold(floor, box, {}, { x: -0.3, y: 0.98 });
        assert.deepEqual(end.points.map((point) => point.x).sort(), [-0.5, 0.2]);
        floor.free();
    }
    for (const each of [box, ...parts]) each.free();
});
