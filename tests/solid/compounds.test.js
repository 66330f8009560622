import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze/solid';
import { refuses } from '../refuses.js';

/** Tests compounds and meshes in space. */

const s = createSync();
const cube = s.box(2, 2, 2);
const ball = s.sphere(0.5);
const call = /** @type {any} */ (s);

/** A dumbbell: two balls 4 apart, and a bar between them. */
const bar = s.capsule([-2, 0, 0], [2, 0, 0], 0.125);
const dumbbell = s.compound([
    { body: bar },
    { body: ball, pose: { x: -2 } },
    { body: ball, pose: { position: { x: 2, y: 0, z: 0 } } },
]);

test('a compound has the least distance of its parts, and names the part', () => {
    assert.deepEqual([dumbbell.kind, dumbbell.radius], ['compound', 0.5]);
    assert.equal(dumbbell.vertices.length, 0);
    const above = s.distance(dumbbell, cube, undefined, { z: 2 });
    assert.equal(above.distance, 0.875);
    assert.equal(above.featureA.part, 0);
    assert.equal('part' in above.featureB, false);
    const beside = s.distance(cube, dumbbell, { x: 5 });
    assert.equal(beside.distance, 1.5);
    assert.deepEqual(beside.featureB, { kind: 'vertex', index: 0, part: 2 });
    assert.equal(s.gap(cube, dumbbell, { x: 5 }), 1.5);
    assert.equal(s.relation(cube, dumbbell, { x: 3.5 }), 'touching');
    assert.equal(s.signedDistance(cube, dumbbell, { x: 3.25 }), -0.25);
});

test('the other queries take a compound, too', () => {
    const { relation, status, depth, lowerBound } = s.penetration(cube, dumbbell, { x: 3.25 });
    assert.deepEqual([relation, depth, lowerBound], ['overlapping', 0.25, 0.25]);
    assert.ok(status === 'exact' || status === 'bounded');
    const { points, partB, partA } = s.manifold(cube, dumbbell, { x: 3.25 });
    assert.deepEqual([points.length, partA, partB], [1, undefined, 2]);
    const box = s.bounds(dumbbell, { y: 1 });
    assert.deepEqual([box.minX, box.maxX, box.minY, box.maxZ], [-2.5, 2.5, 0.5, 0.5]);
    assert.equal(s.containsPoint(dumbbell, undefined, [0, 0.125, 0]), true);
    assert.equal(s.containsPoint(dumbbell, undefined, [0, 0.126, 0]), false);
    const ray = s.rayCast(dumbbell, undefined, { x: -6, y: 0, z: 0, dx: 8, dy: 0, dz: 0 });
    assert.ok(ray.status === 'hit');
    assert.equal(ray.interval[0], 3.5 / 8);
    assert.equal(ray.feature.part, 1);
    const cast = s.shapeCast(cube, dumbbell, { z: 5 }, undefined, [0, 0, -4]);
    assert.ok(cast.status === 'hit');
    assert.equal(cast.interval[0], 3.875 / 4);
});

test('a cast that grazes one part and hits another begins at that where touching is allowed', () => {
    // The path is along a face of the first cube, and through the second.
    const pillars = s.compound([
        { body: cube, pose: { y: 1 } },
        { body: cube, pose: { x: 4 } },
    ]);
    const ray = { x: -2, y: 0, z: 0, dx: 8, dy: 0, dz: 0 };
    const allowed = /** @type {const} */ ({ touching: 'allowed' });
    const hit = s.rayCast(pillars, undefined, ray);
    assert.deepEqual([hit.status, hit.interval], ['hit', [0.125, 0.375]]);
    const later = s.rayCast(pillars, undefined, ray, allowed);
    assert.ok(later.status === 'hit');
    assert.deepEqual([later.interval, later.feature.part], [[0.625, 0.875], 1]);
    const way = { dx: 8, dy: 0, dz: 0 };
    const moved = s.shapeCast(ball, pillars, { x: -2, y: -0.5 }, undefined, way, allowed);
    assert.deepEqual([moved.status, moved.interval?.[0]], ['hit', 4.5 / 8]);
    // It touches at first, and goes on along the face.
    const along = s.rayCast(pillars, undefined, { ...ray, x: 0, dx: 2 }, allowed);
    assert.deepEqual([along.status, along.relation], ['free', 'touching']);
    // Many bodies have the answers of single ones.
    const world = s.bodies(1);
    world.shapes[0] = pillars.id;
    const { body, interval } = world.rayCast(ray, 1, allowed);
    assert.deepEqual([body, interval], [0, later.interval]);
});

test('a compound gives its parts as placed, other bodies have none', () => {
    const parts = dumbbell.parts.map(({ vertices, radius }) => [radius, ...vertices]);
    assert.deepEqual(parts, [
        [0.125, -2, 0, 0, 2, 0, 0],
        [0.5, -2, 0, 0],
        [0.5, 2, 0, 0],
    ]);
    const turned = s.compound([
        { body: s.hull([1, 2, 3]), pose: { rotation: [0, 1, 0, -1, 0, 0, 0, 0, 1], z: 0.1 } },
    ]);
    const [{ vertices }] = turned.parts;
    assert.deepEqual(Array.from(vertices), [-2, 1, Math.fround(3.1)]);
    // It is a copy.
    vertices[0] = 7;
    assert.equal(turned.parts[0].vertices[0], -2);
    assert.deepEqual(cube.parts, []);
    assert.deepEqual(s.mesh([0, 0, 0], [0, 0, 0]).parts, []);
    const freed = s.compound([{ body: cube }]);
    freed.free();
    refuses(() => freed.parts, { code: 'stale-handle', argument: 'solid' });
});

test('parts are placed and rounded to float32', () => {
    const turn = { qx: 0, qy: 0, qz: Math.SQRT1_2, qw: Math.SQRT1_2 };
    const turned = s.compound([{ body: s.box(2, 4, 6), pose: { x: 0.1, ...turn } }]);
    const { minX, maxX, maxY } = s.bounds(turned);
    assert.equal(maxX, Math.fround(2.1));
    assert.equal(minX, Math.fround(-1.9));
    assert.ok(Math.abs(maxY - 1) < 1e-6);
});

test('a mesh is a surface without an inside', () => {
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1, (k >> 1) & 1, k >> 2]);
    const quads = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    const indices = quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
    const surface = s.mesh(Float32Array.from(corners), Uint16Array.from(indices));
    assert.equal(surface.kind, 'mesh');
    const small = s.sphere(0.25);
    const inside = { x: 0.5, y: 0.5, z: 0.5 };
    assert.equal(s.gap(surface, small, undefined, inside), 0.25);
    assert.equal(s.relation(surface, small, undefined, { ...inside, z: 0.75 }), 'touching');
    assert.equal(s.containsPoint(surface, undefined, [1, 0.5, 0.5]), true);
    assert.equal(s.containsPoint(surface, undefined, inside), false);
    const ray = s.rayCast(surface, undefined, { x: -1, y: 0.25, z: 0.5, dx: 4, dy: 0, dz: 0 });
    assert.ok(ray.status === 'hit');
    assert.deepEqual(ray.interval, [0.25, 0.25]);
    assert.ok([8, 9].includes(ray.feature.part ?? -1));
    // The same without indices.
    const loose = indices.flatMap((k) => corners.slice(3 * k, 3 * k + 3));
    for (const other of [s.mesh(loose), s.mesh(loose, null), s.mesh(corners, indices)]) {
        assert.equal(s.gap(other, small, undefined, inside), 0.25);
    }
});

test('parts and triangles that cannot be are refused by name and index', () => {
    refuses(() => s.compound([]), { code: 'too-few-points', argument: 'parts' });
    refuses(() => call.compound(), { code: 'wrong-type', argument: 'parts' });
    refuses(() => call.compound([cube]), { code: 'wrong-type', argument: 'parts[0]', index: 0 });
    // Its position was ignored.
    refuses(() => call.compound([{ body: cube }, { body: cube, x: 3 }]), {
        ...{ code: 'unknown-option', argument: 'parts[1]', index: 1 },
    });
    refuses(
        () =>
            call.compound([
                { body: cube, pose: { x: 3 } },
                { body: cube, pose: { y: NaN } },
            ]),
        {
            ...{ code: 'not-finite', argument: 'parts[1].pose.y', index: 1 },
        },
    );
    refuses(() => s.compound(new Array(2 ** 20 + 1).fill({ body: cube })), {
        ...{ code: 'out-of-range', argument: 'parts.length' },
    });
    refuses(() => call.compound([{ body: cube }, { pose: {} }]), {
        ...{ code: 'wrong-type', argument: 'parts[1].body' },
    });
    refuses(() => s.compound([{ body: dumbbell }]), {
        ...{ code: 'not-convex', argument: 'parts[0].body', index: 0 },
    });
    refuses(() => s.compound([{ body: cube }, { body: cube, pose: { rotation: [] } }]), {
        ...{ code: 'out-of-range', argument: 'parts[1].pose.rotation.length' },
    });
    const zero = { qx: 0, qy: 0, qz: 0, qw: 0 };
    refuses(() => s.compound([{ body: cube }, { body: cube, pose: zero }]), {
        ...{ code: 'not-a-heading', argument: 'parts[1].pose', index: 1 },
    });
    refuses(() => s.compound([{ body: s.box(3e38, 0, 0), pose: { x: 3.3e38 } }]), {
        ...{ code: 'out-of-range', argument: 'parts[0].pose', index: 0 },
    });
    refuses(() => s.compound([{ body: createSync().sphere(1) }]), { code: 'foreign-handle' });
    const freed = s.sphere(1);
    freed.free();
    refuses(() => s.compound([{ body: freed }]), { code: 'stale-handle' });
    refuses(() => s.mesh([]), { code: 'too-few-points', argument: 'positions' });
    refuses(() => s.mesh([0, 0, 0], []), { code: 'too-few-points', argument: 'indices' });
    refuses(() => s.mesh([0, 0, 0], new Uint32Array(3 * 2 ** 20 + 3)), {
        ...{ code: 'out-of-range', argument: 'indices.length' },
    });
    refuses(() => s.mesh(new Float32Array(9 * 2 ** 20 + 3)), {
        ...{ code: 'out-of-range', argument: 'positions.length' },
    });
    refuses(() => s.mesh([0, 0, 0, 1, 1, 1]), { code: 'wrong-type', argument: 'positions' });
    refuses(() => s.mesh([0, 0, 0], [0, 0]), { code: 'wrong-type', argument: 'indices' });
    refuses(() => s.mesh([0, 0, 0], [0, 0, 1]), {
        ...{ code: 'out-of-range', argument: 'indices[2]', index: 2 },
    });
    refuses(() => s.mesh([0, 0, 0], [0, -1, 0]), { code: 'out-of-range', argument: 'indices[1]' });
    refuses(() => s.mesh([0, 0, NaN], [0, 0, 0]), {
        ...{ code: 'not-finite', argument: 'positions[2]', index: 0 },
    });
    refuses(() => s.contactCone(cube, dumbbell), { code: 'not-convex', argument: 'b' });
    refuses(() => s.contactCone(s.mesh([0, 0, 0], [0, 0, 0]), cube), { argument: 'a' });
    // Parts live on in a compound.
    const own = s.sphere(1);
    const union = s.compound([{ body: own }]);
    own.free();
    assert.equal(s.gap(union, cube, undefined, { x: 3 }), 1);
});
