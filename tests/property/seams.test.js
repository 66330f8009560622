import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import fc from '../fast_check.js';
import { floorTiles } from '../floor_tiles.js';

/**
 * Tests manifolds at seams: a floor that is cut into random tiles, as a compound and as bodies of a world, against
 * the same floor in one piece.
 *
 * @import { BodyBatch, Manifold, Pose, Shape } from 'graze'
 * @import { Tile } from '../floor_tiles.js'
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
    assert.ok(compared > 3000 && two > 500 && touching > 200, `${[compared, two, touching]}`);
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
    assert.ok(compared > 3000 && removed > 300, `${[compared, removed]}`);
    whole.free();
});
