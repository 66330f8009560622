import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import fc from '../fast_check.js';
import { relatePolygons } from '../oracle/static_oracle.js';
import { shareOf } from '../volume.js';

/**
 * Tests a body turned and moved to within rounding of contact with a static one: the verdict is exact for the outline
 * as placed, rounded to double.
 *
 * @import { Pose, Shape } from 'graze'
 */

const g = createSync();
const origin = g.hull([0, 0]);

/* No two edges are within 2^-53 of straight, because rounding can dent such an outline. */
const value = fc.oneof(
    fc.integer({ min: -4, max: 4 }),
    fc.integer({ min: -4, max: 4 }),
    fc.integer({ min: -(2 ** 14), max: 2 ** 14 }).map((k) => k / 2 ** 12),
);
const points = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 6 });

/** Angles that map outlines to themselves, and any others. */
const angle = fc.oneof(
    fc.integer({ min: 1, max: 15 }).map((k) => (k * Math.PI) / 4),
    fc.double({ min: -7, max: 7, noNaN: true }),
);

/** @param {Shape} shape @returns {number[][]} */
function verticesOf(shape) {
    const flat = Array.from(shape.vertices);
    return Array.from({ length: flat.length / 2 }, (_, k) => [flat[2 * k], flat[2 * k + 1]]);
}

/**
 * Returns the positions of the vertices under a pose: the Minkowski difference of a point at the origin and the body
 * shows them, except those that rounding puts between others. They are compared with sine and cosine.
 *
 * @param {Shape} shape
 * @param {{ x: number, y: number, angle: number }} pose
 */
function placesOf(shape, pose) {
    const vertices = verticesOf(shape);
    const [c, s] = [Math.cos(pose.angle), Math.sin(pose.angle)];
    const places = g.study
        .minkowskiDifference(origin, shape, undefined, pose)
        .map(({ x, y, b }) => {
            const [px, py] = vertices[b];
            const size = 8 + Math.abs(pose.x) + Math.abs(pose.y);
            assert.ok(Math.abs(pose.x + c * px - s * py + x) <= 2 ** -50 * size);
            assert.ok(Math.abs(pose.y + s * px + c * py + y) <= 2 ** -50 * size);
            return [0 - x, 0 - y];
        });
    return places.length === vertices.length ? places : null;
}

test('turned to within rounding of contact, the relation is exact, and collide and depth agree', () => {
    const seen = { disjoint: 0, touching: 0, overlapping: 0 };
    const part = fc.oneof(fc.constantFrom(0, 0.5), fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
        fc.property(points, points, angle, part, fc.nat(), fc.nat(), (p, q, turn, f, i, j) => {
            const [a, b] = [g.hull(p), g.hull(q)];
            const outline = verticesOf(a);
            const still = placesOf(b, { x: 0, y: 0, angle: turn });
            fc.pre(still !== null);
            const [cx, cy] = still[j % still.length];
            const [ux, uy] = outline[i % outline.length];
            const [vx, vy] = outline[(i + 1) % outline.length];
            const pose = { x: ux + f * (vx - ux) - cx, y: uy + f * (vy - uy) - cy, angle: turn };
            const placed = placesOf(b, pose);
            fc.pre(placed !== null);
            const expected = relatePolygons(outline, placed);
            const where = JSON.stringify(expected);
            const { relation, distance } = g.distance(a, b, undefined, pose);
            assert.equal(relation, expected.relation, where);
            assert.equal(g.relation(b, a, pose), expected.relation, where);
            const met = expected.relation !== 'disjoint';
            assert.equal(g.collide(a, b, undefined, pose), met, where);
            assert.equal(g.study.collide(a, b, undefined, pose, { method: 'sat' }), met, where);
            const { depth } = g.penetration(a, b, undefined, pose);
            assert.ok(Math.abs(distance - expected.distance) <= 2 ** -48 * 16, where);
            assert.ok(Math.abs(depth - expected.depth) <= 2 ** -48 * 16, where);
            seen[expected.relation]++;
            for (const shape of [a, b]) shape.free();
        }),
        { numRuns: 8000, seed: 101 },
    );
    assert.ok(Math.min(...Object.values(seen)) >= shareOf(300, 1 / 4), JSON.stringify(seen));
});
