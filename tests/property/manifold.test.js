import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync, RELATIONS } from 'graze';
import fc from '../fast_check.js';
import { contactPoints, separationAlong } from '../oracle/manifold_oracle.js';
import { relatePolygons, relateRounded } from '../oracle/static_oracle.js';
import { shareOf } from '../volume.js';

/**
 * Tests contact manifolds.
 *
 * @import { Manifold, ManifoldOptions, Pose, Shape } from 'graze'
 *
 * @typedef {{ points: number[][], radius: number }} Body
 */

const g = createSync();

/** The unit roundoff of double. */
const U = 2 ** -53;

const grid = fc.integer({ min: -4, max: 4 });
const real = fc.float({ min: -4, max: 4, noNaN: true });
/* Brute force cannot distinguish the points of tiny bodies. */
const moderate = fc.integer({ min: -4000, max: 4000 }).map((k) => Math.fround(k / 999));

/** @param {import('fast-check').Arbitrary<number>} value */
const pointsOf = (value) =>
    fc.oneof(
        fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 8 }),
        fc.tuple(value, value).map((p) => [p]),
        fc.tuple(fc.tuple(value, value), fc.tuple(value, value)),
    );
const anyRadius = fc.oneof(
    fc.constantFrom(0, 0, 0.5, 1, 2.5),
    fc.float({ min: 0, max: 2, noNaN: true }),
);
/** @param {import('fast-check').Arbitrary<number>} value @returns {import('fast-check').Arbitrary<Body>} */
const bodyOf = (value) => fc.record({ points: pointsOf(value), radius: anyRadius });
const anyPair = fc.oneof(
    fc.tuple(bodyOf(grid), bodyOf(grid)),
    fc.tuple(bodyOf(real), bodyOf(real)),
);
const anyReach = fc.oneof(fc.constantFrom(0, 0, 1), fc.double({ min: 0, max: 3, noNaN: true }));
const clearPair = fc.oneof(
    fc.tuple(bodyOf(grid), bodyOf(grid)),
    fc.tuple(bodyOf(moderate), bodyOf(moderate)),
);
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

/** @param {Body} body */
const shapeOf = ({ points, radius }) => g.hull(points, { radius });

/**
 * Calls a function with the shapes of two bodies, and frees them.
 *
 * @template T
 * @param {[Body, Body]} pair
 * @param {(a: Shape, b: Shape) => T} use
 */
function withShapes([a, b], use) {
    const shapes = [shapeOf(a), shapeOf(b)];
    try {
        return use(shapes[0], shapes[1]);
    } finally {
        for (const shape of shapes) shape.free();
    }
}

/** Returns a shape's outline in the world. @param {Shape} shape @param {{ x: number, y: number, angle: number }} pose */
function inWorld({ vertices }, { x, y, angle }) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return Array.from({ length: vertices.length / 2 }, (_, k) => {
        const [px, py] = [vertices[2 * k], vertices[2 * k + 1]];
        return [x + (c * px - s * py), y + (s * px + c * py)];
    });
}

/** Asserts what every manifold keeps. @param {Manifold} m @param {number} reach */
function checkForm(m, reach) {
    const numbers = [
        m.depth,
        ...m.points.flatMap(({ x, y, separation, id }) => [x, y, separation, id]),
    ];
    assert.ok(numbers.every(Number.isFinite), JSON.stringify(m));
    assert.equal(m.depth > 0, m.relation === 'overlapping');
    assert.ok(m.points.length <= 2);
    assert.ok(m.points.length > 0 || m.relation === 'disjoint');
    assert.equal(m.normal === null, m.points.length === 0);
    if (m.normal === null) return;
    assert.ok(Math.abs(Math.hypot(m.normal.x, m.normal.y) - 1) <= 4 * U);
    const separations = m.points.map(({ separation }) => separation);
    const least = Math.min(...separations);
    if (m.relation === 'disjoint') assert.ok(least > 0 && least <= reach + 1e-12);
    else assert.equal(least + 0, -m.depth + 0);
    assert.ok(separations.every((each) => each <= reach || each === least));
    if (m.points.length === 2) assert.notEqual(m.points[0].id, m.points[1].id);
}

test('on a grid the relation and depth are exact, and the points those of brute force', () => {
    const seen = { one: 0, two: 0, none: 0, ambiguous: 0 };
    const zero = { x: 0, y: 0, angle: 0 };
    fc.assert(
        fc.property(bodyOf(grid), bodyOf(grid), anyReach, (a, b, reach) =>
            withShapes([a, b], (s, t) => {
                const m = g.manifold(s, t, undefined, undefined, { reach });
                checkForm(m, reach);
                const expected = relateRounded(a.points, a.radius, b.points, b.radius);
                assert.equal(m.relation, expected.relation);
                const core = relatePolygons(a.points, b.points);
                const depth = core.depth - core.distance + a.radius + b.radius;
                if (m.relation === 'overlapping')
                    assert.ok(Math.abs(m.depth - depth) <= 1e-14 * 20);
                checkPoints(m, inWorld(s, zero), a.radius, inWorld(t, zero), b.radius, reach, seen);
            }),
        ),
        { numRuns: 10_000, seed: 101 },
    );
    assert.ok(
        seen.one >= shareOf(1000) && seen.two >= shareOf(1000) && seen.none >= shareOf(1000),
        JSON.stringify(seen),
    );
    assert.ok(seen.ambiguous < 1000, JSON.stringify(seen));
});

/**
 * Compares the points of a manifold with those of brute force along its normal, which must be one of least
 * penetration.
 *
 * @param {Manifold} m
 * @param {number[][]} a
 * @param {number} ra
 * @param {number[][]} b
 * @param {number} rb
 * @param {number} reach
 * @param {{ one: number, two: number, none: number, ambiguous: number }} seen
 */
function checkPoints(m, a, ra, b, rb, reach, seen) {
    if (m.normal === null) {
        seen.none++;
        return;
    }
    const along = separationAlong(a, ra, b, rb, m.normal);
    const least = Math.min(...m.points.map(({ separation }) => separation));
    assert.ok(Math.abs(along - least) <= 1e-12, `${along} along the normal, not ${least}`);
    const { points, isAmbiguous } = contactPoints(a, ra, b, rb, m.normal, reach);
    if (isAmbiguous) {
        seen.ambiguous++;
        return;
    }
    assert.equal(m.points.length, points.length, JSON.stringify([m, points]));
    seen[points.length === 1 ? 'one' : 'two']++;
    m.points.forEach((point, k) => {
        const { x, y, separation, id } = points[k];
        const error = Math.max(
            ...[point.x - x, point.y - y, point.separation - separation].map(Math.abs),
        );
        /* An edge that is almost parallel to the normal magnifies the rounding of a place. */
        assert.ok(error <= 1e-6, JSON.stringify([m, points]));
        assert.equal(point.id, id, JSON.stringify([m, points]));
    });
}

test('at all poses the points are those of brute force in the world', () => {
    const seen = { one: 0, two: 0, none: 0, ambiguous: 0 };
    fc.assert(
        fc.property(clearPair, anyPose, anyPose, anyReach, ([a, b], p, q, reach) =>
            withShapes([a, b], (s, t) => {
                const m = g.manifold(s, t, p, q, { reach });
                checkForm(m, reach);
                checkPoints(m, inWorld(s, p), a.radius, inWorld(t, q), b.radius, reach, seen);
            }),
        ),
        { numRuns: 20_000, seed: 102 },
    );
    assert.ok(
        seen.one >= shareOf(2000) && seen.two >= shareOf(2000) && seen.none >= shareOf(2000),
        JSON.stringify(seen),
    );
    assert.ok(seen.ambiguous < 500, JSON.stringify(seen));
});

test('relation, depth and normal are those of penetration, and the reach that of distance', () => {
    fc.assert(
        fc.property(anyPair, anyPose, anyPose, anyReach, ([a, b], p, q, reach) =>
            withShapes([a, b], (s, t) => {
                const m = g.manifold(s, t, p, q, { reach });
                const { relation, depth, normal } = g.penetration(s, t, p, q);
                assert.equal(m.relation, relation);
                assert.ok(Math.abs(m.depth - depth) <= 2 ** -47 * 64);
                const { distance } = g.distance(s, t, p, q);
                if (relation === 'disjoint' && Math.abs(distance - reach) > 1e-12) {
                    assert.equal(m.points.length > 0, distance < reach);
                }
                if (m.normal === null) return;
                const off = Math.hypot(m.normal.x - normal.x, m.normal.y - normal.y);
                assert.ok(off <= 1e-6, `the normals differ by ${off}`);
            }),
        ),
        { numRuns: 20_000, seed: 103 },
    );
});

/** @param {Manifold} m @returns {Manifold} */
const mirrored = ({ normal, points, ...rest }) => ({
    ...rest,
    normal: normal && { x: -normal.x, y: -normal.y },
    points: points
        .map(({ id, ...point }) => ({ ...point, id: ((id >>> 16) | (id << 16)) >>> 0 }))
        .reverse(),
});

/** Returns a manifold without the signs of zeros. @param {Manifold} m */
const plain = (m) => JSON.parse(JSON.stringify(m, (_, value) => (value === 0 ? 0 : value)));

test('exchanging the bodies mirrors the manifold bit for bit', () => {
    fc.assert(
        fc.property(
            anyPair,
            anyPose,
            anyPose,
            anyReach,
            fc.boolean(),
            ([a, b], p, q, reach, still) =>
                withShapes([a, b], (s, t) => {
                    const poses = still ? [undefined, undefined] : [p, q];
                    const forth = g.manifold(s, t, poses[0], poses[1], { reach });
                    const back = g.manifold(t, s, poses[1], poses[0], { reach });
                    assert.deepEqual(plain(mirrored(back)), plain(forth));
                }),
        ),
        { numRuns: 10_000, seed: 104 },
    );
});

/** Returns whether the points of two manifolds are the same up to rounding. @param {Manifold} m @param {Manifold} n */
const ids = (m, n) => [m, n].map(({ points }) => points.map(({ id }) => id).sort());

test('a rigid transform of both bodies transforms the manifold', () => {
    let compared = 0;
    fc.assert(
        fc.property(
            fc.tuple(bodyOf(moderate), bodyOf(moderate)),
            anyPose,
            anyPose,
            fc.double({ min: -4, max: 4, noNaN: true }),
            ([a, b], p, q, turn) =>
                withShapes([a, b], (s, t) => {
                    const [c, d] = [Math.cos(turn), Math.sin(turn)];
                    /** @param {{ x: number, y: number, angle: number }} pose */
                    const moved = ({ x, y, angle }) => ({
                        x: 3 + c * x - d * y,
                        y: d * x + c * y - 5,
                        angle: angle + turn,
                    });
                    const m = g.manifold(s, t, p, q);
                    const n = g.manifold(s, t, moved(p), moved(q));
                    /* Rounding decides ties and touches. */
                    if (m.relation !== n.relation || m.normal === null || n.normal === null) return;
                    const normal = {
                        x: c * m.normal.x - d * m.normal.y,
                        y: d * m.normal.x + c * m.normal.y,
                    };
                    if (Math.hypot(normal.x - n.normal.x, normal.y - n.normal.y) > 1e-9) return;
                    const [before, after] = ids(m, n);
                    if (`${before}` !== `${after}`) return;
                    compared++;
                    m.points.forEach(({ x, y, separation }, k) => {
                        const other = n.points[k];
                        const errors = [
                            3 + c * x - d * y - other.x,
                            d * x + c * y - 5 - other.y,
                            separation - other.separation,
                        ];
                        assert.ok(Math.max(...errors.map(Math.abs)) < 1e-5, JSON.stringify([m, n]));
                    });
                }),
        ),
        { numRuns: 10_000, seed: 105 },
    );
    assert.ok(compared >= shareOf(2000), `${compared}`);
});

test('a small move keeps the names of the points while the normal is the same edge', () => {
    let [kept, all] = [0, 0];
    const small = fc.double({ min: -1e-7, max: 1e-7, noNaN: true });
    fc.assert(
        fc.property(
            fc.tuple(bodyOf(moderate), bodyOf(moderate)),
            anyPose,
            anyPose,
            fc.tuple(small, small, small),
            ([a, b], p, q, [dx, dy, turn]) =>
                withShapes([a, b], (s, t) => {
                    const m = g.manifold(s, t, p, q);
                    const near = { x: q.x + dx, y: q.y + dy, angle: q.angle + turn };
                    const n = g.manifold(s, t, p, near);
                    if (m.points.length === 0 || n.points.length === 0) return;
                    all++;
                    const [before, after] = ids(m, n);
                    if (`${before}` === `${after}`) kept++;
                }),
        ),
        { numRuns: 10_000, seed: 106 },
    );
    assert.ok(all >= shareOf(2000) && kept > 0.995 * all, `${kept} of ${all}`);
});

test('a sliding box keeps the names of its points, also when the other one becomes the reference', () => {
    const ground = g.box(10, 2);
    const box = g.box(2, 2);
    const names = new Set();
    for (let k = 0; k <= 400; k++) {
        const pose = { x: -3 + k / 100, y: 1.99, angle: 1e-5 * Math.sin(k) };
        const m = g.manifold(ground, box, undefined, pose);
        assert.equal(m.points.length, 2);
        names.add(m.points.map(({ id }) => id).join());
    }
    assert.equal(names.size, 1);
    ground.free();
    box.free();
});

test('bodies that coincide, degenerate ones and those in the middle of another one have points', () => {
    const shapes = [
        ...[
            g.disc(0),
            g.disc(1),
            g.box(2, 2),
            g.box(2, 2, { radius: 1 }),
            g.capsule(-1, 0, 1, 0, 0),
        ],
        ...[
            g.capsule(-1, 0, 1, 0, 0.5),
            g.polygon([1, 1], { radius: 0 }),
            g.hull([0, 0, 1, 0, 0, 1]),
        ],
    ];
    for (const a of shapes) {
        for (const b of shapes) {
            for (const angle of [0, Math.PI / 4, Math.PI / 2, 1]) {
                for (const x of [0, 1, -1, 2, 1e-12, 2 ** -60]) {
                    const pose = { x, y: 0, angle };
                    const m = g.manifold(a, b, undefined, pose);
                    checkForm(m, 0);
                    assert.equal(m.relation, g.relation(a, b, undefined, pose));
                    const { depth, normal } = g.penetration(a, b, undefined, pose);
                    assert.ok(Math.abs(m.depth - depth) < 1e-14 * 4);
                    if (m.normal === null) continue;
                    const off = Math.hypot(m.normal.x - normal.x, m.normal.y - normal.y);
                    assert.ok(off < 1e-12, JSON.stringify([m.normal, normal]));
                }
            }
        }
    }
    for (const shape of shapes) shape.free();
});

test('far from the origin a manifold loses no more than the rounding of its points', () => {
    const [a, b] = [g.box(2, 2), g.disc(1)];
    const m = g.manifold(a, b, { x: 5e6, y: 4e6 }, { x: 5e6 + 1.5, y: 4e6 });
    assert.equal(m.depth, 0.5);
    assert.deepEqual(m.normal, { x: 1, y: 0 });
    assert.deepEqual([m.points[0].x, m.points[0].y], [5e6 + 0.75, 4e6]);
    for (const shape of [a, b]) shape.free();
});

test('vertices of more than sixteen corners and of large indices are found', () => {
    /** @param {number} n */
    const round = (n) =>
        g.hull(
            Array.from({ length: n }, (_, k) => [
                Math.cos((2 * Math.PI * k) / n),
                Math.sin((2 * Math.PI * k) / n),
            ]),
        );
    for (const [n, m] of [
        [17, 4],
        [4, 17],
        [40, 64],
        [200, 3],
    ]) {
        const [a, b] = [round(n), round(m)];
        for (let k = 0; k < 50; k++) {
            const poses = [
                { angle: k },
                { x: 1.5 * Math.cos(k * k), y: 1.5 * Math.sin(k * k), angle: 2 * k },
            ];
            const answer = g.manifold(a, b, poses[0], poses[1]);
            const expected = g.penetration(a, b, poses[0], poses[1]);
            assert.equal(answer.relation, expected.relation);
            assert.ok(Math.abs(answer.depth - expected.depth) < 1e-13);
            checkForm(answer, 0);
        }
        a.free();
        b.free();
    }
});

test('shapes of several parts have the manifold of the deepest pair, and name its parts', () => {
    const wall = g.box(2, 2);
    const parts = g.compound([
        g.hull([-3, -1, -1, -1, -1, 1, -3, 1]),
        wall,
        g.hull([1, -1, 3, -1, 3, 1, 1, 1]),
    ]);
    const box = g.box(1, 1);
    const m = g.manifold(parts, box, undefined, { x: 2.1, y: 1.4 });
    const single = g.manifold(wall, box, { x: 2 }, { x: 2.1, y: 1.4 });
    assert.equal(m.partA, 2);
    assert.equal(m.partB, undefined);
    assert.equal(m.depth, single.depth);
    assert.deepEqual(m.normal, single.normal);
    /* The upper side of the union runs from vertex 2 of part 2, which comes after eight others, to vertex 3 of part 0. */
    assert.deepEqual(
        m.points.map(({ id }) => id),
        [single.points[0].id + 8, 3],
    );
    const far = g.manifold(parts, box, undefined, { x: 2.1, y: 1.9 }, { reach: 0.5 });
    assert.equal(far.relation, 'disjoint');
    assert.ok(Math.abs(far.points[0].separation - 0.4) < 1e-12);
    assert.equal(
        g.manifold(parts, box, undefined, { x: 2.1, y: 1.9 }, { reach: 0.3 }).normal,
        null,
    );
    for (const shape of [wall, parts, box]) shape.free();
});

test('manifolds and depths of a batch are those of single queries, rounded', () => {
    const random = fc.sample(fc.tuple(anyPair, anyPose, anyPose), { numRuns: 2000, seed: 107 });
    for (const reach of [0, 0.75]) {
        const batch = g.pairs(random.length, { manifolds: true, witnesses: reach > 0 });
        const shapes = random.map(([[a, b]]) => [shapeOf(a), shapeOf(b)]);
        random.forEach(([, p, q], k) => {
            batch.shapeA[k] = shapes[k][0].id;
            batch.shapeB[k] = shapes[k][1].id;
            batch.poseA.set([p.x, p.y, Math.cos(p.angle), Math.sin(p.angle)], 4 * k);
            batch.poseB.set([q.x, q.y, Math.cos(q.angle), Math.sin(q.angle)], 4 * k);
        });
        /** @param {Float32Array} numbers @param {number} k */
        const poseAt = (numbers, k) => {
            const [x, y, c, s] = numbers.subarray(4 * k, 4 * k + 4);
            return { x, y, cos: c, sin: s };
        };
        const found = batch.manifolds(random.length, reach);
        let contacts = 0;
        for (let k = 0; k < random.length; k++) {
            const [p, q] = [poseAt(batch.poseA, k), poseAt(batch.poseB, k)];
            const m = g.manifold(shapes[k][0], shapes[k][1], p, q, { reach });
            contacts += m.relation === 'disjoint' ? 0 : 1;
            assert.equal(RELATIONS[batch.relations[k]], m.relation);
            assert.equal(batch.pointCounts[k], m.points.length);
            assert.equal(batch.depths[k], Math.fround(m.depth));
            const normal = [m.normal?.x ?? 0, m.normal?.y ?? 0];
            assert.deepEqual([...batch.normal.subarray(2 * k, 2 * k + 2)], normal.map(Math.fround));
            for (let i = 0; i < 2; i++) {
                const { x, y, separation, id } = m.points[i] ?? {
                    x: 0,
                    y: 0,
                    separation: 0,
                    id: 0,
                };
                const at = 4 * k + 2 * i;
                assert.deepEqual([...batch.points.subarray(at, at + 2)], [x, y].map(Math.fround));
                assert.equal(batch.separations[2 * k + i], Math.fround(separation));
                assert.equal(batch.ids[2 * k + i], id);
            }
        }
        assert.equal(found, contacts);
        assert.equal(batch.penetration(random.length), contacts);
        for (let k = 0; k < random.length; k++) {
            const [p, q] = [poseAt(batch.poseA, k), poseAt(batch.poseB, k)];
            const answer = g.penetration(shapes[k][0], shapes[k][1], p, q);
            assert.equal(RELATIONS[batch.relations[k]], answer.relation);
            assert.equal(batch.depths[k], Math.fround(answer.depth));
            const { normal, pointA, pointB } = answer;
            const at = 2 * k;
            assert.deepEqual(
                [...batch.normal.subarray(at, at + 2)],
                [normal.x, normal.y].map(Math.fround),
            );
            if (!batch.witnesses) continue;
            assert.deepEqual(
                [...batch.pointA.subarray(at, at + 2)],
                [pointA.x, pointA.y].map(Math.fround),
            );
            assert.deepEqual(
                [...batch.pointB.subarray(at, at + 2)],
                [pointB.x, pointB.y].map(Math.fround),
            );
        }
        for (const shape of shapes.flat()) shape.free();
        batch.free();
    }
});

test('a batch without manifolds has no room for them', () => {
    const batch = g.pairs(2);
    const expected = { code: 'out-of-range', message: /made without manifolds/ };
    assert.throws(() => batch.manifolds(1), expected);
    assert.throws(() => batch.penetration(1), expected);
    for (const view of /** @type {const} */ ([
        'depths',
        'pointCounts',
        'points',
        'separations',
        'ids',
    ])) {
        assert.throws(() => batch[view], expected);
    }
    assert.throws(() => g.pairs(1, { manifolds: true }).manifolds(1, -1), { argument: 'reach' });
    batch.free();
});

test('invalid options of a manifold are errors', () => {
    const box = g.box(1, 1);
    const call = (/** @type {any} */ options) => () => g.manifold(box, box, {}, {}, options);
    assert.throws(call({ reach: -1 }), { code: 'out-of-range', argument: 'reach' });
    assert.throws(call({ reach: Number.NaN }), { code: 'not-finite', argument: 'reach' });
    assert.throws(call({ range: 1 }), { code: 'unknown-option' });
    box.free();
});

test('of almost parallel edges of one outline, the one with the foot has the points', () => {
    const a = g.hull([0.51, 0.08, 0, 1.05, -0.4, -0.63]);
    const b = g.hull([0.25, -2, 0.75, -2, 0.75, 0, 0, 2 ** -121, -64, 0]);
    const m = g.manifold(a, b);
    checkForm(m, 0);
    const seen = { one: 0, two: 0, none: 0, ambiguous: 0 };
    const zero = { x: 0, y: 0, angle: 0 };
    checkPoints(m, inWorld(a, zero), 0, inWorld(b, zero), 0, 0, seen);
    assert.equal(seen.ambiguous, 0);
    for (const shape of [a, b]) shape.free();
});

test('points that are nearer than the least coordinate touch', () => {
    const point = g.disc(0);
    for (const distance of [1e-75, 1e-61, 1e-200]) {
        const pose = { x: distance, y: -distance };
        const m = g.manifold(point, point, undefined, pose);
        checkForm(m, 0);
        assert.equal(m.relation, g.relation(point, point, undefined, pose));
        assert.equal(m.relation, 'touching');
    }
    const pose = { x: 1e-50 };
    assert.equal(g.manifold(point, point, undefined, pose).relation, 'disjoint');
    point.free();
});
