import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import fc from '../fast_check.js';
import { nextFloat32 } from '../helpers.js';
import { relatePolygons, relateRounded } from '../oracle/static_oracle.js';
import { shareOf } from '../volume.js';

/**
 * Tests depth and direction of penetration.
 *
 * @import { Penetration, Point, Pose } from 'graze'
 */

const g = createSync();

/** The unit roundoff of double. */
const U = 2 ** -53;

const grid = fc.integer({ min: -4, max: 4 });
const real = fc.float({ min: -4, max: 4, noNaN: true });

/** @param {import('fast-check').Arbitrary<number>} value */
const pointsOf = (value) => fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 8 });

const onGrid = fc.tuple(pointsOf(grid), pointsOf(grid));
const anywhere = fc.tuple(pointsOf(real), pointsOf(real));
const anyPair = fc.oneof(onGrid, anywhere);
const anyRadius = fc.oneof(
    fc.constantFrom(0, 0.5, 1, 2.5),
    fc.float({ min: 0, max: 2, noNaN: true }),
);

/**
 * @param {number[][]} a
 * @param {number} ra
 * @param {number[][]} b
 * @param {number} rb
 * @param {Pose} [poseB]
 */
function penetration(a, ra, b, rb, poseB) {
    const shapes = [g.hull(a, { radius: ra }), g.hull(b, { radius: rb })];
    const answer = g.penetration(shapes[0], shapes[1], undefined, poseB);
    const relation = g.relation(shapes[0], shapes[1], undefined, poseB);
    const distance = g.gap(shapes[0], shapes[1], undefined, poseB);
    const signed = g.signedDistance(shapes[0], shapes[1], undefined, poseB);
    for (const shape of shapes) shape.free();
    assert.equal(answer.relation, relation);
    assert.equal(signed, answer.depth > 0 ? -answer.depth : distance);
    return answer;
}

/** @param {number} value @param {number} expected */
function nearFloat32(value, expected) {
    const [x, y] = [Math.fround(value), Math.fround(expected)];
    return x === y || x === nextFloat32(y, 1) || x === nextFloat32(y, -1);
}

/** Asserts that relation and depth of a pair are those of the oracle. @param {number[][]} a @param {number[][]} b */
function agrees(a, b) {
    const { relation, depth, normal } = penetration(a, 0, b, 0);
    const expected = relatePolygons(a, b);
    assert.equal(relation, expected.relation);
    const error = Math.abs(depth - expected.depth);
    assert.ok(error <= 1e-13 * expected.depth, `${depth}, not ${expected.depth}`);
    assert.ok(nearFloat32(depth, expected.depth));
    assert.equal(depth > 0, relation === 'overlapping');
    assert.ok(Math.abs(Math.hypot(normal.x, normal.y) - 1) <= 4 * U);
}

test('on a grid the depth is that of exact arithmetic, including degenerate outlines', () => {
    fc.assert(
        fc.property(onGrid, ([a, b]) => agrees(a, b)),
        { numRuns: 10_000, seed: 81 },
    );
});

test('the depth of float32 points of similar size is right to 1e-13', () => {
    fc.assert(
        fc.property(anywhere, ([a, b]) => agrees(a, b)),
        { numRuns: 5000, seed: 82 },
    );
});

test('the depth of float32 points of any sizes is right to 1e-13', () => {
    const value = fc.oneof(
        fc.float({ noNaN: true, noDefaultInfinity: true }),
        fc.float({ min: -1, max: 1, noNaN: true }),
        fc.constantFrom(0, 1, -1, 3, 2 ** -20, 2 ** 20, 2 ** -149, 2 ** 100),
    );
    const seen = { disjoint: 0, touching: 0, overlapping: 0 };
    fc.assert(
        fc.property(pointsOf(value), pointsOf(value), (a, b) => {
            agrees(a, b);
            seen[relatePolygons(a, b).relation]++;
        }),
        { numRuns: 5000, seed: 83 },
    );
    assert.ok(seen.overlapping >= shareOf(500), JSON.stringify(seen));
});

test('the depth of rounded bodies is that of the cores plus the radii', () => {
    fc.assert(
        fc.property(anyPair, anyRadius, anyRadius, ([a, b], ra, rb) => {
            const { relation, depth } = penetration(a, ra, b, rb);
            const core = relatePolygons(a, b);
            const expected = core.depth - core.distance + ra + rb;
            assert.equal(relation, relateRounded(a, ra, b, rb).relation);
            const size = core.depth + core.distance + ra + rb;
            assert.ok(Math.abs(depth - Math.max(expected, 0)) <= 8 * U * size);
            assert.equal(depth > 0, relation === 'overlapping');
        }),
        { numRuns: 5000, seed: 84 },
    );
});

/**
 * Returns the distance of a point from the boundary of a body.
 *
 * @param {Point} p
 * @param {number[][]} points
 * @param {number} radius
 */
function offBoundary(p, points, radius) {
    const { distance, depth } = relatePolygons([[p.x, p.y]], points);
    // Inside the core no point of the boundary is nearer than its radius.
    return Math.abs(depth > 0 ? depth + radius : distance - radius);
}

test('the two points lie on the boundaries, the depth apart along a unit normal', () => {
    fc.assert(
        fc.property(anyPair, anyRadius, anyRadius, ([a, b], ra, rb) => {
            const { relation, depth, normal, pointA, pointB } = penetration(a, ra, b, rb);
            assert.ok(Math.abs(Math.hypot(normal.x, normal.y) - 1) <= 4 * U);
            const slack = 64 * U;
            const [offA, offB] = [offBoundary(pointA, a, ra), offBoundary(pointB, b, rb)];
            assert.ok(offA <= slack, `A's point is off by ${offA}`);
            assert.ok(offB <= slack, `B's point is off by ${offB}`);
            if (relation === 'disjoint') return;
            assert.ok(Math.abs(pointA.x - pointB.x - depth * normal.x) <= slack);
            assert.ok(Math.abs(pointA.y - pointB.y - depth * normal.y) <= slack);
        }),
        { numRuns: 5000, seed: 85 },
    );
});

test('disjoint bodies have the nearest points and the separating direction of distance', () => {
    fc.assert(
        fc.property(anyPair, fc.constantFrom(0, 0.25), ([a, b], radius) => {
            const shapes = [g.hull(a, { radius }), g.hull(b.map(([x, y]) => [x + 8, y]))];
            const answer = g.penetration(shapes[0], shapes[1]);
            const gap = g.distance(shapes[0], shapes[1]);
            for (const shape of shapes) shape.free();
            if (answer.relation !== 'disjoint') return;
            assert.equal(answer.depth, 0);
            assert.deepEqual(
                [answer.normal, answer.pointA, answer.pointB],
                [gap.normal, gap.pointA, gap.pointB],
            );
            assert.deepEqual([answer.featureA, answer.featureB], [gap.featureA, gap.featureB]);
        }),
        { numRuns: 2000, seed: 86 },
    );
});

test('moved along the normal by slightly more than the depth they are disjoint, by slightly less they overlap', () => {
    let moved = 0;
    fc.assert(
        fc.property(anyPair, anyRadius, anyRadius, ([a, b], ra, rb) => {
            const { relation, depth, normal } = penetration(a, ra, b, rb);
            // The margin must exceed the rounding of the position in double.
            if (relation !== 'overlapping' || depth < 2 ** -24) return;
            /** @param {number} by */
            const after = (by) =>
                penetration(a, ra, b, rb, { x: normal.x * depth * by, y: normal.y * depth * by });
            assert.equal(after(1 + 2 ** -20).relation, 'disjoint');
            const still = after(1 - 2 ** -10);
            assert.equal(still.relation, 'overlapping');
            assert.ok(Math.abs(still.depth - depth * 2 ** -10) <= 64 * U);
            moved++;
        }),
        { numRuns: 5000, seed: 87 },
    );
    assert.ok(moved >= shareOf(2000), `${moved}`);
});

test('no translation shorter than the depth separates the bodies', () => {
    fc.assert(
        fc.property(
            anyPair,
            anyRadius,
            fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
            ([a, b], radius, angle) => {
                const { relation, depth } = penetration(a, radius, b, 0);
                if (relation !== 'overlapping') return;
                const by = depth * (1 - 2 ** -20);
                const place = { x: by * Math.cos(angle), y: by * Math.sin(angle) };
                if (depth < 2 ** -24) return;
                assert.equal(penetration(a, radius, b, 0, place).relation, 'overlapping');
            },
        ),
        { numRuns: 3000, seed: 88 },
    );
});

const place = fc.oneof(grid, fc.double({ min: -4, max: 4, noNaN: true }));
const anyPose = fc.record({
    x: place,
    y: place,
    angle: fc.oneof(
        fc.constantFrom(0, 0, 1, -2.5),
        fc.integer({ min: -8, max: 8 }).map((k) => (k * Math.PI) / 4),
        fc.double({ min: -1000, max: 1000, noNaN: true }),
    ),
});

/** Returns the answer with B and A exchanged. @param {Penetration} answer @returns {Penetration} */
function mirrored({ normal, pointA, pointB, featureA, featureB, ...rest }) {
    return {
        ...rest,
        normal: { x: -normal.x, y: -normal.y },
        pointA: pointB,
        pointB: pointA,
        featureA: featureB,
        featureB: featureA,
    };
}

/** Returns the answer without the signs of zeros and the number of rounds. @param {Penetration} answer */
function plain({ relation, depth, normal, pointA, pointB, featureA, featureB }) {
    const points = [normal, pointA, pointB].map(({ x, y }) => [x + 0, y + 0]);
    return { relation, depth, points, featureA, featureB };
}

test('exchanging the bodies mirrors the answer bit for bit, at all angles', () => {
    fc.assert(
        fc.property(
            anyPair,
            anyRadius,
            anyRadius,
            anyPose,
            anyPose,
            fc.constantFrom(false, false, true),
            ([a, b], ra, rb, p, q, still) => {
                const shapes = [g.hull(a, { radius: ra }), g.hull(b, { radius: rb })];
                const poses = still ? [undefined, undefined] : [p, q];
                const forth = g.penetration(shapes[0], shapes[1], poses[0], poses[1]);
                const back = g.penetration(shapes[1], shapes[0], poses[1], poses[0]);
                for (const shape of shapes) shape.free();
                assert.deepEqual(plain(mirrored(back)), plain(forth));
            },
        ),
        { numRuns: 5000, seed: 89 },
    );
});

/**
 * Returns an outline with some points doubled and some inside edges, from another start.
 *
 * @param {number[][]} points
 * @param {number} start
 */
function relisted(points, start) {
    const n = points.length;
    const turned = points.map((_, k) => points[(k + start) % n]);
    return turned.flatMap((p, k) => {
        const q = turned[(k + 1) % n];
        const middle = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
        return (k + start) % 3 === 0 ? [p, p, middle] : [p];
    });
}

/** @param {Float32Array} flat */
const toPoints = (flat) =>
    Array.from({ length: flat.length / 2 }, (_, k) => [flat[2 * k], flat[2 * k + 1]]);

test('another first vertex, doubled points and points inside edges change only indices', () => {
    fc.assert(
        fc.property(onGrid, anyRadius, fc.nat(7), fc.nat(7), ([a, b], radius, i, j) => {
            const hulls = [g.hull(a, { radius }), g.hull(b)];
            const others = [
                g.polygon(relisted(toPoints(hulls[0].vertices), i), { radius }),
                g.polygon(relisted(toPoints(hulls[1].vertices), j)),
            ];
            const answers = [hulls, others].map(([p, q]) => {
                const answer = g.penetration(p, q);
                const { featureA, featureB, ...rest } = plain(answer);
                const parts = [
                    partOf(p.vertices, featureA.kind, featureA.index),
                    partOf(q.vertices, featureB.kind, featureB.index),
                ];
                return { ...rest, parts };
            });
            for (const shape of [...hulls, ...others]) shape.free();
            assert.deepEqual(answers[1], answers[0]);
        }),
        { numRuns: 5000, seed: 90 },
    );
});

/** Returns the vertices of a feature. @param {Float32Array} flat @param {string} kind @param {number} index */
function partOf(flat, kind, index) {
    const points = toPoints(flat);
    const last = points[(index + 1) % points.length];
    return kind === 'vertex' ? [points[index]] : [points[index], last];
}

test('the depth of posed bodies is that of their world outlines', () => {
    fc.assert(
        fc.property(anyPair, anyRadius, anyPose, anyPose, ([a, b], radius, p, q) => {
            const shapes = [g.hull(a, { radius }), g.hull(b)];
            const answer = g.penetration(shapes[0], shapes[1], p, q);
            const relation = g.relation(shapes[0], shapes[1], p, q);
            for (const shape of shapes) shape.free();
            assert.equal(answer.relation, relation);
            const world = [inWorld(a, p), inWorld(b, q)];
            const core = relatePolygons(world[0], world[1]);
            const gap = core.distance - core.depth - radius;
            const slack = 64 * U * 16;
            assert.ok(Math.abs(answer.depth - Math.max(-gap, 0)) <= slack);
            assert.ok(offBoundary(answer.pointA, world[0], radius) <= slack);
            assert.ok(offBoundary(answer.pointB, world[1], 0) <= slack);
        }),
        { numRuns: 3000, seed: 91 },
    );
});

/**
 * Returns an outline in the world, by the host's sine and cosine.
 *
 * @param {number[][]} points
 * @param {{ x: number, y: number, angle: number }} pose
 */
function inWorld(points, { x, y, angle }) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return points.map(([px, py]) => [x + (c * px - s * py), y + (s * px + c * py)]);
}
