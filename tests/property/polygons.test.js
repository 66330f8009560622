import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import fc from '../fast_check.js';
import { relatePolygons, relateRounded } from '../oracle/static_oracle.js';
import { shareOf } from '../volume.js';

const g = createSync();

/** Points of a small grid: ties, duplicates, collinear and flat sets are all common. */
const gridPoints = (/** @type {number} */ size) =>
    fc.array(fc.tuple(fc.integer({ min: 0, max: size }), fc.integer({ min: 0, max: size })), {
        minLength: 1,
        maxLength: 7,
    });

const gridPair = fc
    .integer({ min: 1, max: 8 })
    .chain((size) =>
        fc.tuple(gridPoints(size), gridPoints(size), fc.integer({ min: -size, max: size })),
    )
    .map(([a, b, shift]) => [a, b.map(([x, y]) => [x + shift, y])]);

/**
 * @param {number[][]} a
 * @param {number[][]} b
 */
function query(a, b) {
    const shapes = [g.hull(a), g.hull(b)];
    const answer = g.distance(shapes[0], shapes[1]);
    const hit = g.collide(shapes[0], shapes[1]);
    for (const shape of shapes) shape.free();
    return { ...answer, hit };
}

/** Asserts that the verdict and distance of a pair are those of the oracle. */
function agrees(/** @type {number[][]} */ a, /** @type {number[][]} */ b) {
    const { relation, distance, hit } = query(a, b);
    const expected = relatePolygons(a, b);
    assert.equal(relation, expected.relation);
    assert.equal(hit, expected.relation !== 'disjoint');
    assert.ok(Math.abs(distance - expected.distance) <= 4e-16 * expected.distance);
}

test('grid pairs, including degenerate ones: relation and distance are exact', () => {
    fc.assert(
        fc.property(gridPair, ([a, b]) => agrees(a, b)),
        { numRuns: 20_000, seed: 11 },
    );
});

test('float32 points of similar size: relation and distance are those of exact arithmetic', () => {
    // The values are multiples of 2^-16 below 2^7: differences and their products are exact in double.
    const value = fc.integer({ min: -(2 ** 23), max: 2 ** 23 }).map((k) => k / 2 ** 16);
    const points = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 8 });
    fc.assert(
        fc.property(points, points, (a, b) => agrees(a, b)),
        { numRuns: 3000, seed: 12 },
    );
});

test('float32 points of any sizes: the relation is exact, the distance right to 1e-14', () => {
    const value = fc.oneof(
        fc.float({ noNaN: true, noDefaultInfinity: true }),
        fc.float({ min: -1, max: 1, noNaN: true }),
        fc.constantFrom(0, 1, -1, 3, 2 ** -20, 2 ** 20, 1.401298464324817e-45, 2 ** 100),
    );
    const points = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 6 });
    fc.assert(
        fc.property(points, points, (a, b) => {
            const { relation, distance, hit } = query(a, b);
            const expected = relatePolygons(a, b);
            assert.equal(relation, expected.relation);
            assert.equal(hit, expected.relation !== 'disjoint');
            assert.ok(Math.abs(distance - expected.distance) <= 1e-14 * expected.distance);
        }),
        { numRuns: 10_000, seed: 16 },
    );
});

/** Pairs some integer steps apart, where half-integer radii often reach exactly. */
const apartPair = fc
    .tuple(
        gridPoints(3),
        gridPoints(3),
        fc.integer({ min: 4, max: 8 }),
        fc.integer({ min: -5, max: 5 }),
    )
    .map(([a, b, dx, dy]) => [a, b.map(([x, y]) => [x + dx, y + dy])]);

/** Radii that equal grid distances exactly (3, 4, 5) or to one float32 step, and others. */
const anyRadius = fc.oneof(
    fc.constantFrom(0, 0.5, 1, 1.5, 2, 2.5, 3, 2 ** -149, 2 ** -20, 2.5 + 2 ** -22, 1.5 - 2 ** -23),
    fc.float({ min: 0, max: 4, noNaN: true }),
);

test('discs, capsules and rounded polygons on a grid: the relation is exact, including ties and near ties', () => {
    const counts = { disjoint: 0, touching: 0, overlapping: 0 };
    fc.assert(
        fc.property(fc.oneof(gridPair, apartPair), anyRadius, anyRadius, ([a, b], ra, rb) => {
            const shapes = [g.hull(a, { radius: ra }), g.hull(b, { radius: rb })];
            const { relation, distance } = g.distance(shapes[0], shapes[1]);
            const expected = relateRounded(a, ra, b, rb);
            assert.equal(relation, expected.relation);
            assert.equal(g.relation(shapes[0], shapes[1]), expected.relation);
            assert.equal(g.collide(shapes[0], shapes[1]), expected.relation !== 'disjoint');
            const size = expected.distance + ra + rb;
            assert.ok(Math.abs(distance - expected.distance) <= 1e-15 * size);
            counts[relation]++;
            for (const shape of shapes) shape.free();
        }),
        { numRuns: 20_000, seed: 17 },
    );
    assert.ok(Math.min(...Object.values(counts)) >= shareOf(20), JSON.stringify(counts));
});

test('exact shifts, powers of two, mirrors and swaps change only the scale', () => {
    fc.assert(
        fc.property(
            gridPair,
            fc.integer({ min: -1e6, max: 1e6 }),
            fc.integer({ min: -60, max: 60 }),
            ([a, b], shift, power) => {
                const { relation, distance } = query(a, b);
                /** @param {(p: number[]) => number[]} map */
                const under = (map) => query(a.map(map), b.map(map));
                const moved = under(([x, y]) => [x + shift, y - shift]);
                assert.deepEqual([moved.relation, moved.distance], [relation, distance]);
                const scaled = under(([x, y]) => [x * 2 ** power, y * 2 ** power]);
                assert.deepEqual(
                    [scaled.relation, scaled.distance],
                    [relation, distance * 2 ** power],
                );
                const mirrored = under(([x, y]) => [-x, y]);
                assert.equal(mirrored.relation, relation);
                assert.ok(Math.abs(mirrored.distance - distance) <= 4e-16 * distance);
                const swapped = query(b, a);
                assert.deepEqual([swapped.relation, swapped.distance], [relation, distance]);
            },
        ),
        { numRuns: 3000, seed: 13 },
    );
});

test('polygon() and hull() agree on convex outlines with any start, winding and duplicates', () => {
    fc.assert(
        fc.property(gridPoints(9), fc.nat(), fc.boolean(), (points, start, reversed) => {
            const hull = g.hull(points);
            const flat = hull.vertices;
            let outline = Array.from({ length: flat.length / 2 }, (_, k) => [
                flat[2 * k],
                flat[2 * k + 1],
            ]);
            const turn = start % outline.length;
            outline = [...outline.slice(turn), ...outline.slice(0, turn)];
            // The outline gets a duplicate, and a point inside an edge.
            const [p, q] = [outline[0], outline[1 % outline.length]];
            outline.splice(1, 0, p, [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]);
            if (reversed) outline.reverse();
            const polygon = g.polygon(outline);
            assert.equal(polygon.vertices.length, flat.length);
            assert.equal(g.relation(polygon, hull), flat.length > 4 ? 'overlapping' : 'touching');
            polygon.free();
            hull.free();
        }),
        { numRuns: 3000, seed: 14 },
    );
});

test('all sizes and positions give no NaN, a unit normal, and verdicts that agree', () => {
    const any = fc.float({ noNaN: true, noDefaultInfinity: true });
    const points = fc.array(fc.tuple(any, any), { minLength: 1, maxLength: 6 });
    const radius = fc.oneof(
        fc.constant(0),
        fc.float({ min: 0, noNaN: true, noDefaultInfinity: true }),
    );
    const place = fc.oneof(fc.constant(0), fc.float({ noNaN: true, noDefaultInfinity: true }));
    const pose = fc.record({
        x: place,
        y: place,
        angle: fc.double({ min: -1e7, max: 1e7, noNaN: true }),
    });
    fc.assert(
        fc.property(points, radius, pose, points, radius, pose, (a, ra, p, b, rb, q) => {
            const shapes = [g.hull(a, { radius: ra }), g.hull(b, { radius: rb })];
            const d = g.distance(shapes[0], shapes[1], p, q);
            const relation = g.relation(shapes[0], shapes[1], p, q);
            const hit = g.collide(shapes[0], shapes[1], p, q);
            for (const shape of shapes) shape.free();
            const numbers = [d.distance, d.pointA.x, d.pointA.y, d.pointB.x, d.pointB.y];
            assert.ok(numbers.every(Number.isFinite), JSON.stringify(d));
            assert.ok(Math.abs(Math.hypot(d.normal.x, d.normal.y) - 1) < 1e-14, JSON.stringify(d));
            assert.equal(d.distance > 0, d.relation === 'disjoint');
            assert.equal(relation, d.relation);
            assert.equal(hit, d.relation !== 'disjoint');
        }),
        { numRuns: 5000, seed: 15 },
    );
});

test('a tiny body at the edge of a huge one is right, though its edges round to nothing', () => {
    const huge = g.box(2e8, 2e8);
    const tiny = g.box(1e-10, 1e-10);
    for (const y of [0, 12345.678, 1e8]) {
        const { relation, distance, normal } = g.distance(huge, tiny, undefined, { x: 1e8, y });
        assert.notEqual(relation, 'disjoint');
        assert.equal(distance, 0);
        assert.ok(Math.abs(Math.hypot(normal.x, normal.y) - 1) < 1e-14);
    }
});

test('a body 1e14 times longer than the other is right: the walk turns by edges that the position cannot absorb', () => {
    // B's position absorbs its short edges. Taken from its rounded vertices, such an edge has no direction and counted
    // as parallel to every edge of A, which was then taken out of order: the walk missed the nearest side of A and
    // called the two disjoint, while collide, by GJK alone, found the contact.
    const a = g.hull([1.3726244051410475e21, 0, 0, 1.401298464324817e-45], {
        radius: 2.7452482473321415e21,
    });
    const b = g.hull([1.401298464324817e-45, 0, 1.401298464324817e-45, -1e-45, 0, 2.73e35, 0, 0]);
    const poses = /** @type {const} */ ([
        { y: 2.377455028363489e21 },
        { x: -1.3726239829285824e21 },
    ]);
    assert.equal(g.relation(a, b, ...poses), 'overlapping');
    assert.equal(g.collide(a, b, ...poses), true);
});

test('a thin body that its position inverts, deep inside another, overlaps', () => {
    // Rounded into A's frame, B's outline runs clockwise. A walk that sorts those edges takes one of them last instead
    // of at the top, and sees the origin on its wrong side.
    const a = g.hull([6.395836555781031e32, 0, 0, 2.164691415667351e34, -5.804881351945589e29, 0]);
    const b = g.hull([
        [-1.7710671212652735e-28, 1.7692398764593607e-34],
        [4.0345432522553945e21, 1788007040],
        [-3323806613504, 2.901229085435572e-18],
    ]);
    const poses = /** @type {const} */ ([
        { y: -3.3691189558628477e21 },
        { y: 54.4012451171875, angle: -1.6655365018907325e-12 },
    ]);
    assert.equal(g.relation(a, b, ...poses), 'overlapping');
    assert.equal(g.collide(a, b, ...poses), true);
});
