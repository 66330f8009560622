import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSync } from 'graze';
import { judgePolygons } from '../oracle/static_oracle.js';

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
    const shapes = [g.hull(/** @type {any} */ (a)), g.hull(/** @type {any} */ (b))];
    const answer = g.distance(shapes[0], shapes[1]);
    const hit = g.collide(shapes[0], shapes[1]);
    for (const shape of shapes) shape.free();
    return { ...answer, hit };
}

/** The verdict and distance of a pair are those of the oracle. */
function agrees(/** @type {number[][]} */ a, /** @type {number[][]} */ b) {
    const { relation, distance, hit } = query(a, b);
    const expected = judgePolygons(a, b);
    assert.equal(relation, expected.relation);
    assert.equal(hit, expected.relation !== 'disjoint');
    assert.ok(Math.abs(distance - expected.distance) <= 4e-16 * expected.distance);
}

test('grid pairs, degenerate ones included: relation and distance are exact', () => {
    fc.assert(
        fc.property(gridPair, ([a, b]) => agrees(a, b)),
        { numRuns: 20_000, seed: 11 },
    );
});

test('float32 points of like size: relation and distance are those of exact arithmetic', () => {
    // Multiples of 2^-16 below 2^7: differences and their products are exact in double.
    const value = fc.integer({ min: -(2 ** 23), max: 2 ** 23 }).map((k) => k / 2 ** 16);
    const points = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 8 });
    fc.assert(
        fc.property(points, points, (a, b) => agrees(a, b)),
        { numRuns: 3000, seed: 12 },
    );
});

test('exact shifts, powers of two, mirrors and swaps change nothing but the scale', () => {
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

test('polygon() and hull() agree on convex outlines, whatever the start, winding and duplicates', () => {
    fc.assert(
        fc.property(gridPoints(9), fc.nat(), fc.boolean(), (points, start, reversed) => {
            const hull = g.hull(/** @type {any} */ (points));
            const flat = hull.vertices;
            let outline = Array.from({ length: flat.length / 2 }, (_, k) => [
                flat[2 * k],
                flat[2 * k + 1],
            ]);
            const turn = start % outline.length;
            outline = [...outline.slice(turn), ...outline.slice(0, turn)];
            // A duplicate, and a point inside an edge.
            const [p, q] = [outline[0], outline[1 % outline.length]];
            outline.splice(1, 0, p, [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]);
            if (reversed) outline.reverse();
            const polygon = g.polygon(/** @type {any} */ (outline));
            assert.equal(polygon.vertices.length, flat.length);
            assert.equal(g.relation(polygon, hull), flat.length > 4 ? 'overlapping' : 'touching');
            polygon.free();
            hull.free();
        }),
        { numRuns: 3000, seed: 14 },
    );
});
