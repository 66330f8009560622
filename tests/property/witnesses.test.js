import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import fc from '../fast_check.js';
import { relatePolygons } from '../oracle/static_oracle.js';
import { shareOf } from '../volume.js';

/** @import { Point, Pose, Shape } from 'graze' */

const g = createSync();

/** The unit roundoff of double. */
const U = 2 ** -53;

const grid = fc.integer({ min: -4, max: 4 });
const real = fc.float({ min: -4, max: 4, noNaN: true });

/** @param {import('fast-check').Arbitrary<number>} value */
const pointsOf = (value) => fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 7 });

const anyPoints = fc.oneof(pointsOf(grid), pointsOf(real));
const anyRadius = fc.oneof(fc.constant(0), fc.float({ min: 0, max: 2, noNaN: true }));
const shift = fc.tuple(
    fc.integer({ min: -9, max: 9 }).map((k) => k / 2),
    fc.integer({ min: -9, max: 9 }).map((k) => k / 2),
);

/** Outlines whose coordinates stay float32 wherever they are shifted to. */
const anyPair = fc
    .tuple(anyPoints, anyPoints, shift)
    .map(([a, b, [x, y]]) => [a, b.map((p) => [Math.fround(p[0] + x), Math.fround(p[1] + y)])]);

/** @param {Shape} shape */
function verticesOf(shape) {
    const flat = shape.vertices;
    return Array.from({ length: flat.length / 2 }, (_, k) => [flat[2 * k], flat[2 * k + 1]]);
}

/** @param {number[]} p @param {Point} n */
const along = (p, n) => p[0] * n.x + p[1] * n.y;

/** Returns the signed gap between two bodies by exact arithmetic, rounded: minus the depth if they overlap. */
function signedGap(
    /** @type {number[][]} */ a,
    /** @type {number} */ ra,
    /** @type {number[][]} */ b,
    /** @type {number} */ rb,
) {
    const core = relatePolygons(a, b);
    return (core.relation === 'overlapping' ? -core.depth : core.distance) - ra - rb;
}

/**
 * Returns how far a point lies outside a body.
 *
 * @param {Point} p
 * @param {number[][]} points
 * @param {number} radius
 */
function outside(p, points, radius) {
    return relatePolygons([[p.x, p.y]], points).distance - radius;
}

/**
 * Returns by how much the gap along the normal falls short of the exact one.
 *
 * @param {number[][]} a
 * @param {number} ra
 * @param {number[][]} b
 * @param {number} rb
 */
function shortfall(a, ra, b, rb) {
    const shapes = [g.hull(a, { radius: ra }), g.hull(b, { radius: rb })];
    const { normal } = g.distance(shapes[0], shapes[1]);
    const front = Math.max(...verticesOf(shapes[0]).map((p) => along(p, normal))) + ra;
    const back = Math.min(...verticesOf(shapes[1]).map((p) => along(p, normal))) - rb;
    for (const shape of shapes) shape.free();
    assert.ok(Math.abs(Math.hypot(normal.x, normal.y) - 1) <= 4 * U);
    return Math.abs(back - front - signedGap(a, ra, b, rb));
}

test('on a grid the bodies are as far apart, or as deep, along the normal as they can be', () => {
    const pair = fc
        .tuple(pointsOf(grid), pointsOf(grid), shift)
        .map(([a, b, [x, y]]) => [a, b.map((p) => [p[0] + x, p[1] + y])]);
    fc.assert(
        fc.property(pair, anyRadius, anyRadius, ([a, b], ra, rb) => {
            assert.ok(shortfall(a, ra, b, rb) <= 256 * U);
        }),
        { numRuns: 4000, seed: 31 },
    );
});

test('the normal is that of the nearest features if double can decide which they are', () => {
    fc.assert(
        fc.property(anyPair, anyRadius, anyRadius, ([a, b], ra, rb) => {
            // Two features whose distances differ by less than u have normals up to sqrt(2 u) apart.
            assert.ok(shortfall(a, ra, b, rb) <= 16 * Math.sqrt(2 * U));
        }),
        { numRuns: 4000, seed: 35 },
    );
});

test('witness points lie on the bodies and on their features, and their difference is the distance', () => {
    fc.assert(
        fc.property(anyPair, anyRadius, anyRadius, ([a, b], ra, rb) => {
            const shapes = [g.hull(a, { radius: ra }), g.hull(b, { radius: rb })];
            const answer = g.distance(shapes[0], shapes[1]);
            const { relation, distance, pointA, pointB, normal } = answer;
            assert.ok(outside(pointA, a, ra) <= 64 * U, `A is missed by ${outside(pointA, a, ra)}`);
            assert.ok(outside(pointB, b, rb) <= 64 * U, `B is missed by ${outside(pointB, b, rb)}`);
            if (relation !== 'disjoint') assert.deepEqual(pointA, pointB);
            assert.ok(Math.abs(pointA.x + distance * normal.x - pointB.x) <= 64 * U);
            assert.ok(Math.abs(pointA.y + distance * normal.y - pointB.y) <= 64 * U);
            for (const [shape, { kind, index }, point, sense] of /** @type {const} */ ([
                [shapes[0], answer.featureA, pointA, -1],
                [shapes[1], answer.featureB, pointB, 1],
            ])) {
                const vertices = verticesOf(shape);
                assert.ok(index >= 0 && index < vertices.length);
                assert.ok(kind === 'vertex' || vertices.length > 1);
                if (relation === 'disjoint') {
                    const next = vertices[(index + 1) % vertices.length];
                    const part = kind === 'vertex' ? [vertices[index]] : [vertices[index], next];
                    const core = {
                        x: point.x + sense * shape.radius * normal.x,
                        y: point.y + sense * shape.radius * normal.y,
                    };
                    assert.ok(outside(core, part, 0) <= 64 * U);
                }
                shape.free();
            }
        }),
        { numRuns: 4000, seed: 32 },
    );
});

/** Poses whose angle is often that of the other body, or a fraction of a full turn. */
const anyPose = fc.record({
    x: fc.oneof(fc.constant(0), grid, fc.double({ min: -9, max: 9, noNaN: true })),
    y: fc.oneof(fc.constant(0), grid, fc.double({ min: -9, max: 9, noNaN: true })),
    angle: fc.oneof(
        fc.constantFrom(0, 0, 1, -2.5),
        fc.integer({ min: -8, max: 8 }).map((k) => (k * Math.PI) / 4),
        fc.double({ min: -1000, max: 1000, noNaN: true }),
    ),
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

test('posed bodies give the distance of their world outlines, whether apart or in contact', () => {
    const seen = { disjoint: 0, touching: 0, overlapping: 0 };
    fc.assert(
        fc.property(
            anyPoints,
            anyRadius,
            anyPose,
            anyPoints,
            anyRadius,
            anyPose,
            fc.constantFrom(0, 0, 0, 1e6),
            (a, ra, pose, b, rb, other, far) => {
                const p = { ...pose, x: pose.x + far };
                const q = { ...other, x: other.x + far };
                const shapes = [g.hull(a, { radius: ra }), g.hull(b, { radius: rb })];
                const [wa, wb] = [inWorld(a, p), inWorld(b, q)];
                const { relation, distance, pointA, pointB } = g.distance(
                    shapes[0],
                    shapes[1],
                    p,
                    q,
                );
                const gap = signedGap(wa, ra, wb, rb);
                const slack = 32 * U * (far + 32);
                assert.ok(
                    Math.abs(distance - Math.max(gap, 0)) <= slack,
                    `${distance}, not ${gap}`,
                );
                if (Math.abs(gap) > slack) assert.equal(relation === 'disjoint', gap > 0);
                if (gap < -slack) assert.equal(relation, 'overlapping');
                assert.equal(g.relation(shapes[0], shapes[1], p, q), relation);
                assert.equal(g.collide(shapes[0], shapes[1], p, q), relation !== 'disjoint');
                assert.ok(outside(pointA, wa, ra) <= slack && outside(pointB, wb, rb) <= slack);
                const swapped = g.distance(shapes[1], shapes[0], q, p);
                assert.ok(Math.abs(swapped.distance - distance) <= slack);
                if (Math.abs(gap) > slack) assert.equal(swapped.relation, relation);
                seen[relation]++;
                for (const shape of shapes) shape.free();
            },
        ),
        { numRuns: 3000, seed: 33 },
    );
    assert.ok(Math.min(seen.disjoint, seen.overlapping) >= shareOf(500), JSON.stringify(seen));
});

test('bodies with poses that do not turn relate exactly as the shifted outlines, including ties', () => {
    const seen = { disjoint: 0, touching: 0, overlapping: 0 };
    const whole = pointsOf(fc.integer({ min: 0, max: 5 }));
    const step = fc.integer({ min: -12, max: 12 });
    fc.assert(
        fc.property(
            fc.tuple(whole, step, step),
            fc.tuple(whole, step, step),
            fc.constantFrom(0, 1e6, 2 ** 40),
            fc.constantFrom(1, 0.5, 2 ** -10),
            ([a, ax, ay], [b, bx, by], far, unit) => {
                const p = { x: far + ax * unit, y: ay * unit };
                const q = { x: far + bx * unit, y: by * unit };
                const shapes = [g.hull(a), g.hull(b)];
                const expected = relatePolygons(
                    inWorld(a, { ...p, angle: 0 }),
                    inWorld(b, { ...q, angle: 0 }),
                );
                const { relation, distance } = g.distance(shapes[0], shapes[1], p, q);
                assert.equal(relation, expected.relation);
                assert.equal(g.collide(shapes[0], shapes[1], p, q), relation !== 'disjoint');
                assert.ok(Math.abs(distance - expected.distance) <= 4 * U * expected.distance);
                assert.equal(g.distance(shapes[1], shapes[0], q, p).distance, distance);
                seen[relation]++;
                for (const shape of shapes) shape.free();
            },
        ),
        { numRuns: 4000, seed: 34 },
    );
    assert.ok(Math.min(...Object.values(seen)) >= shareOf(30), JSON.stringify(seen));
});

/** Outlines computed by programs from sines and cosines: 6e-17 instead of 0. */
const regular = fc
    .tuple(fc.constantFrom(3, 4, 6, 8, 12), fc.nat(11), fc.boolean())
    .map(([n, corner, fromCorner]) => {
        const points = Array.from({ length: n }, (_, k) => [
            Math.cos((2 * Math.PI * k) / n),
            Math.sin((2 * Math.PI * k) / n),
        ]);
        const [x, y] = fromCorner ? points[corner % n] : [0, 0];
        return points.map((p) => [p[0] - x, p[1] - y].map(Math.fround));
    });

/** Outlines with some corners doubled, closer than a pose can resolve. */
const doubled = fc
    .tuple(
        regular,
        fc.array(
            fc.tuple(
                fc.nat(11),
                fc.double({ min: -1, max: 1, noNaN: true }),
                fc.double({ min: -1, max: 1, noNaN: true }),
                fc.integer({ min: 50, max: 110 }),
            ),
            { maxLength: 3 },
        ),
    )
    .map(([points, extra]) => [
        ...points,
        ...extra.map(([k, dx, dy, e]) => {
            const [x, y] = points[k % points.length];
            return [x + dx / 2 ** e, y + dy / 2 ** e].map(Math.fround);
        }),
    ]);

/** Compares distance, verdicts and normal of A and a posed B with their world outlines. */
function measuresAsInWorld(
    /** @type {number[][]} */ a,
    /** @type {number[][]} */ b,
    /** @type {{ x: number, y: number, angle: number }} */ pose,
) {
    const shapes = [g.hull(a), g.hull(b)];
    const world = inWorld(b, pose);
    const gap = signedGap(a, 0, world, 0);
    const slack = 64 * U;
    const still = { x: 0, y: 0, angle: 0 };
    for (const [first, second, p, q] of /** @type {const} */ ([
        [shapes[0], shapes[1], still, pose],
        [shapes[1], shapes[0], pose, still],
    ])) {
        const { relation, distance } = g.distance(first, second, p, q);
        assert.ok(Math.abs(distance - Math.max(gap, 0)) <= slack, `${distance}, not ${gap}`);
        const hit = g.collide(first, second, p, q);
        assert.equal(hit, relation !== 'disjoint');
        if (Math.abs(gap) > slack) assert.equal(hit, gap < 0);
    }
    const { normal } = g.distance(shapes[0], shapes[1], still, pose);
    const front = Math.max(...a.map((p) => along(p, normal)));
    const back = Math.min(...world.map((p) => along(p, normal)));
    assert.ok(
        Math.abs(back - front - gap) <= 16 * Math.sqrt(2 * U),
        `normal: ${back - front}, ${gap}`,
    );
    for (const shape of shapes) shape.free();
}

test('corners that a pose merges or inverts do not mislead the walk', () => {
    // Rounded into A's frame, B's shortest edges vanish or have an arbitrary direction. A walk that took its turns from
    // them missed whole sides: a gap of 0.71 for bodies that touch, a missed contact, a normal in the wrong direction.
    const tiny = 2 ** -60;
    measuresAsInWorld(
        [
            [1, 0],
            [0, 0],
            [1, -1],
        ],
        [
            [0, 0],
            [1, 1],
            [tiny, tiny / 64],
        ],
        { x: 2, y: 0, angle: Math.PI },
    );
    measuresAsInWorld(
        [
            [1, 0],
            [-1, -(2 ** -100)],
            [0, 0],
        ],
        [
            [0, 0],
            [2, 0],
            [0, 1],
            [-(2 ** -100), 2 ** -100],
        ],
        { x: 0, y: 2, angle: 4.807400357443839 },
    );
    const square = [
        [1, 1],
        [2 ** -52, 2],
        [-1, 1],
        [0, 0],
    ];
    measuresAsInWorld(square, [...square, [2 ** -70, 2 ** -96]], { x: -1, y: 0, angle: 0 });
    const someX = fc.oneof(grid, fc.double({ min: -2, max: 2, noNaN: true }));
    const angle = fc.oneof(
        fc.constant(0),
        fc.integer({ min: 0, max: 8 }).map((k) => (k * Math.PI) / 4),
        fc.double({ min: 0, max: 7, noNaN: true }),
    );
    fc.assert(
        fc.property(doubled, doubled, fc.record({ x: someX, y: someX, angle }), measuresAsInWorld),
        { numRuns: 6000, seed: 36 },
    );
});
