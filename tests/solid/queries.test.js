import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze/solid';
import { refuses } from '../refuses.js';

/** Tests the answers of the queries in space on bodies whose answers are known. */

const s = createSync();
const cube = s.box(2, 2, 2);
const ball = s.sphere(0.5);
const call = /** @type {any} */ (s);

/** @param {{ x: number, y: number, z: number }} point */
const flat = ({ x, y, z }) => [x, y, z];

test('cubes that are apart, touch in a face, an edge or a corner, and overlap', () => {
    for (const [pose, relation] of /** @type {const} */ ([
        [{ x: 2.5 }, 'disjoint'],
        [{ x: 2 }, 'touching'],
        [{ x: 2, y: 2 }, 'touching'],
        [{ x: 2, y: -2, z: 2 }, 'touching'],
        [{ x: 2 + 2 ** -51 }, 'disjoint'],
        [{ x: 2 - 2 ** -52 }, 'overlapping'],
        [{}, 'overlapping'],
    ])) {
        assert.equal(s.relation(cube, cube, undefined, pose), relation);
        assert.equal(s.collide(cube, cube, undefined, pose), relation !== 'disjoint');
        assert.equal(s.distance(cube, cube, undefined, pose).relation, relation);
        assert.equal(s.penetration(cube, cube, undefined, pose).relation, relation);
        assert.equal(s.manifold(cube, cube, undefined, pose).relation, relation);
        assert.equal(s.contactCone(cube, cube, undefined, pose).relation, relation);
        const signed = s.signedDistance(cube, cube, undefined, pose);
        assert.equal(Math.sign(signed), { disjoint: 1, touching: 0, overlapping: -1 }[relation]);
    }
});

test('a distance has its points, its normal and its features', () => {
    const found = s.distance(cube, ball, undefined, { x: 3, y: 0.25, z: -0.5 });
    assert.equal(found.distance, 1.5);
    assert.deepEqual(flat(found.pointA), [1, 0.25, -0.5]);
    assert.deepEqual(flat(found.pointB), [2.5, 0.25, -0.5]);
    assert.deepEqual(flat(found.normal), [1, 0, 0]);
    assert.deepEqual(found.featureB, { kind: 'vertex', index: 0 });
    assert.equal(found.featureA.kind, 'face');
    const corners = cube.faces[found.featureA.index];
    for (const corner of corners) assert.equal(cube.vertices[3 * corner], 1);
    const atEdge = s.distance(cube, ball, undefined, { x: 4, y: 5, z: 0 });
    assert.equal(atEdge.distance, 4.5);
    const { featureA } = atEdge;
    assert.ok(featureA.kind === 'edge');
    for (const end of [featureA.index, featureA.end]) {
        assert.deepEqual(Array.from(cube.vertices.subarray(3 * end, 3 * end + 2)), [1, 1]);
    }
    const atCorner = s.distance(cube, ball, undefined, { x: 2, y: 3, z: 3 });
    assert.equal(atCorner.distance, 2.5);
    assert.deepEqual(atCorner.featureA, { kind: 'vertex', index: 7 });
    assert.equal(s.gap(cube, ball, undefined, { x: 2, y: 3, z: 3 }), 2.5);
    assert.equal(s.gap(cube, ball), 0);
    assert.equal(s.distance(ball, ball, undefined, { x: 1 }).distance, 0);
});

test('a penetration has the least way out', () => {
    const found = s.penetration(cube, ball, undefined, { x: 1.25, y: 0.125, z: 0 });
    assert.deepEqual([found.status, found.depth, found.lowerBound], ['exact', 0.25, 0.25]);
    assert.deepEqual(flat(found.normal), [1, 0, 0]);
    const gone = { x: 1.25 + found.depth, y: 0.125 };
    assert.equal(s.relation(cube, ball, undefined, gone), 'touching');
    assert.equal(s.penetration(cube, cube).depth, 2);
    assert.equal(s.signedDistance(cube, cube, undefined, { y: 1.5 }), -0.5);
    assert.equal(s.penetration(cube, ball, undefined, { x: 9 }).depth, 0);
});

test('a manifold has up to four points, on the faces that meet', () => {
    const { normal, points, depth } = s.manifold(cube, cube, undefined, { z: 1.75, x: 0.5 });
    assert.equal(depth, 0.25);
    assert.deepEqual(normal && flat(normal), [0, 0, 1]);
    assert.equal(points.length, 4);
    for (const { x, y, z, separation } of points) {
        assert.ok(x === -0.5 || x === 1);
        assert.equal(Math.abs(y), 1);
        assert.equal(z, 0.875);
        assert.equal(separation, -0.25);
    }
    assert.equal(new Set(points.map(({ id }) => id)).size, 4);
    const apart = s.manifold(cube, cube, undefined, { z: 2.25 });
    assert.deepEqual([apart.normal, apart.points], [null, []]);
    const near = s.manifold(cube, cube, undefined, { z: 2.25 }, { reach: 0.25 });
    assert.deepEqual(
        near.points.map(({ separation }) => separation),
        [0.25, 0.25, 0.25, 0.25],
    );
    assert.equal(s.manifold(cube, ball, undefined, { z: 1.5 }).points.length, 1);
});

test('a contact cone has one direction on a face, two at an edge, three at a corner', () => {
    /** @param {import('graze/solid').SolidPose} pose */
    const cone = (pose) => s.contactCone(cube, cube, undefined, pose);
    const directions = cone({ x: 2, y: -2, z: 2 }).directions.map(flat).map(String);
    assert.deepEqual(directions.sort(), ['0,-1,0', '0,0,1', '1,0,0']);
    assert.equal(cone({ x: 2, y: 2 }).count, 2);
    assert.deepEqual(cone({ z: -2 }).directions.map(flat), [[0, 0, -1]]);
    assert.deepEqual(cone({ z: -1 }), { relation: 'overlapping', directions: [], count: 0 });
    assert.deepEqual(cone({ z: -3 }), { relation: 'disjoint', directions: [], count: 0 });
    assert.equal(s.contactCone(cube, ball, undefined, { x: 1.5 }).count, 1);
});

test('a ray is free, hits, grazes or begins inside', () => {
    const ray = { x: -3, y: 0, z: 0, dx: 8, dy: 0, dz: 0 };
    const hit = s.rayCast(cube, undefined, ray);
    assert.ok(hit.status === 'hit');
    assert.deepEqual(hit.interval, [0.25, 0.5]);
    assert.deepEqual(
        [flat(hit.point), flat(hit.normal)],
        [
            [-1, 0, 0],
            [-1, 0, 0],
        ],
    );
    assert.equal(hit.feature.kind, 'face');
    const along = { ...ray, y: 1 };
    assert.equal(s.rayCast(cube, undefined, along).status, 'grazing');
    const free = s.rayCast(cube, undefined, along, { touching: 'allowed' });
    assert.deepEqual(free, {
        ...{ status: 'free', relation: 'disjoint', interval: null },
        ...{ point: null, normal: null, feature: null },
    });
    assert.deepEqual(s.rayCast(cube, { y: 3 }, ray), free);
    assert.equal(s.rayCast(cube, undefined, ray, { touching: 'allowed' }).status, 'hit');
    const inside = s.rayCast(cube, { x: -3 }, ray);
    assert.deepEqual([inside.status, inside.relation], ['overlapping', 'overlapping']);
    const reversed = s.rayCast(cube, { x: -4 }, ray);
    assert.deepEqual([reversed.status, reversed.relation], ['grazing', 'touching']);
});

test('a body that is moved is free, hits or grazes', () => {
    const hit = s.shapeCast(ball, cube, { x: -3 }, undefined, { dx: 6, dy: 0, dz: 0 });
    assert.ok(hit.status === 'hit');
    assert.deepEqual(hit.interval, [0.25, 0.75]);
    assert.deepEqual(flat(hit.normal), [-1, 0, 0]);
    assert.deepEqual(flat(hit.point), [-1, 0, 0]);
    assert.equal(hit.featureA.kind, 'vertex');
    const passing = { x: -3, y: 1.5 };
    assert.equal(s.shapeCast(ball, cube, passing, undefined, [6, 0, 0]).status, 'grazing');
    const free = s.shapeCast(ball, cube, passing, {}, [6, 0, 0], { touching: 'allowed' });
    assert.equal(free.status, 'free');
    assert.equal(s.shapeCast(ball, cube, { y: 2 }, {}, new Float32Array(3)).status, 'free');
});

test('a body contains the points of its boundary', () => {
    assert.equal(s.containsPoint(cube, undefined, [1, 1, 1]), true);
    assert.equal(s.containsPoint(cube, undefined, { x: 1 + 2 ** -52, y: 0, z: 0 }), false);
    assert.equal(s.containsPoint(ball, { x: 1 }, { x: 1.5, y: 0, z: 0 }), true);
    assert.equal(s.containsPoint(ball, { x: 1 }, { x: 1.5, y: 1e-9, z: 0 }), false);
});

test('an earlier answer is overwritten and returned, with the bits of a new one', () => {
    const poses = [{ x: 4, y: 5 }, { x: 3 }, { x: 2, y: 3, z: 3 }, { x: 1.25 }, {}];
    const distance = s.distance(cube, ball, undefined, { x: 9 });
    const penetration = s.penetration(cube, ball, undefined, { x: 9 });
    const ray = { x: -3, y: 0.5, z: 0.25, dx: 8, dy: 0, dz: 0 };
    const cast = s.rayCast(cube, { y: 9 }, ray);
    const { pointA } = distance;
    for (const pose of poses) {
        assert.equal(s.distance(cube, ball, undefined, pose, distance), distance);
        assert.deepEqual(distance, s.distance(cube, ball, undefined, pose));
        assert.equal(s.penetration(cube, ball, undefined, pose, penetration), penetration);
        assert.deepEqual(penetration, s.penetration(cube, ball, undefined, pose));
        assert.equal(s.rayCast(cube, pose, ray, undefined, cast), cast);
        assert.deepEqual(cast, s.rayCast(cube, pose, ray));
    }
    assert.equal(distance.pointA, pointA);
    const wrong = /** @type {const} */ ({ code: 'wrong-type', argument: 'out' });
    refuses(() => call.distance(cube, ball, {}, {}, penetration), wrong);
    refuses(() => call.penetration(cube, ball, {}, {}, {}), wrong);
    refuses(() => call.rayCast(cube, {}, ray, undefined, distance), wrong);
    refuses(() => call.distance(cube, ball, {}, {}, Object.freeze({ ...distance })), wrong);
    refuses(() => call.distance(cube, ball, {}, {}, { ...distance, pointB: pointA }), wrong);
});

test('other arguments are refused by name', () => {
    refuses(() => call.gap(cube), { code: 'wrong-type', argument: 'b' });
    refuses(() => call.containsPoint(cube, {}), { code: 'wrong-type', argument: 'point' });
    refuses(() => call.containsPoint(cube, {}, { x: 1, y: 2 }), {
        ...{ code: 'wrong-type', argument: 'point.z' },
    });
    refuses(() => call.manifold(cube, ball, {}, {}, { reach: -1 }), {
        ...{ code: 'out-of-range', argument: 'reach' },
    });
    refuses(() => call.manifold(cube, ball, {}, {}, { reach: Infinity }), { code: 'not-finite' });
    refuses(() => call.rayCast(cube, {}, {}), { code: 'wrong-type', argument: 'ray' });
    refuses(() => call.rayCast(cube, {}, { x: 0, y: 0, z: 0, dx: 1, dy: 0 }), {
        ...{ code: 'wrong-type', argument: 'ray.dz' },
    });
    const way = { dx: 1, dy: 0, dz: 0 };
    refuses(() => call.rayCast(cube, {}, { x: 0, y: 0, z: 0, ...way }, { touching: 'no' }), {
        ...{ code: 'unknown-option', argument: 'touching' },
    });
    refuses(() => call.shapeCast(cube, ball, {}, {}), { argument: 'translation' });
    refuses(() => call.shapeCast(cube, ball, {}, {}, { x: 1, y: 0, z: 0 }), {
        ...{ code: 'wrong-type', argument: 'translation' },
    });
    refuses(() => call.shapeCast(cube, ball, {}, {}, [1, 0, Infinity]), { code: 'not-finite' });
    refuses(() => call.shapeCast(cube, ball, {}, {}, { ...way, dz: 1e39 }), {
        ...{ code: 'out-of-range', argument: 'translation.dz' },
    });
});

test('bodies of many vertices get the memory that they need, and give it back', () => {
    const own = createSync();
    const points = Float32Array.from({ length: 3 * 1500 }, (_, i) => {
        const k = Math.floor(i / 3) + 0.5;
        const height = 1 - (2 * k) / 1500;
        const turn = k * Math.PI * (3 - Math.sqrt(5));
        const radius = Math.sqrt(1 - height * height);
        return [radius * Math.cos(turn), radius * Math.sin(turn), height][i % 3];
    });
    const round = own.hull(points);
    assert.equal(round.vertices.length, 3 * 1500);
    const used = own.memoryUsed;
    const { depth, status } = own.penetration(round, round, undefined, { x: 1e-3 });
    assert.equal(status, 'exact');
    assert.ok(depth > 1.9 && depth < 2, `${depth}`);
    assert.equal(own.memoryUsed, used);
    assert.equal(own.relation(round, round), 'overlapping');
});
