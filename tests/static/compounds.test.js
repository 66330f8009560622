import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { assertLinear } from '../helpers.js';
import { relateOutlines } from '../oracle/polygon_oracle.js';
import { refuses } from '../refuses.js';
import { shareOf } from '../volume.js';
import { below, compoundOf, randomOf, randomPair, randomRay, randomWay } from './compound_cases.js';
import { canCast, checkCast, checkRest, makeBoth } from './compound_checks.js';
import {
    box,
    CORNER,
    chain,
    DIAGONAL,
    FOUR,
    JOINT,
    point,
    ROOM,
    rectangle,
    SHIFTED,
    THREE,
    union,
} from './seam_cases.js';

/**
 * Compares compounds with an exact oracle that knows their outlines and not their parts. The long test is
 * long/compounds.mjs.
 *
 * @import { Graze, OutlineEdge, Pose, Relation, Shape } from 'graze'
 * @import { Body } from './seam_cases.js'
 */

const g = createSync();

/** Makes a shape, uses it and frees it. @template T @param {Shape[]} shapes @param {(...shapes: Shape[]) => T} use */
function using(shapes, use) {
    try {
        return use(...shapes);
    } finally {
        for (const shape of shapes) shape.free();
    }
}

/** A square with a square hole. */
const FRAME = {
    outline: { rings: [rectangle(0, 0, 6, 6), rectangle(2, 2, 2, 2)] },
    make: () => g.concave(rectangle(0, 0, 6, 6), { holes: [rectangle(2, 2, 2, 2)] }),
};
/** A U whose notch is 2 wide and 3 deep. */
const U_RING = [
    [0, 0],
    [6, 0],
    [6, 4],
    [4, 4],
    [4, 1],
    [2, 1],
    [2, 4],
    [0, 4],
];
const TURNED_RING = U_RING.map(([x, y]) => [x + 2, 5 - y]);
const TURNED_U = { outline: { rings: [TURNED_RING] }, make: () => g.concave(TURNED_RING) };
const U = { outline: { rings: [U_RING] }, make: () => g.concave(U_RING) };
/** Eight triangles around (0, 0). */
const corners = [
    [2, 0],
    [2, 2],
    [0, 2],
    [-2, 2],
    [-2, 0],
    [-2, -2],
    [0, -2],
    [2, -2],
];
const FAN = union(
    corners,
    corners.map((p, k) => [[0, 0], p, corners[(k + 1) % 8]]),
);

/**
 * Bodies that answers of one part after the other would relate otherwise, or could.
 *
 * @type {[string, ...Body[], Relation][]}
 */
const SEAMS = /** @type {any} */ ([
    ['a point on a seam', FOUR, point(1, 0.5), 'overlapping'],
    ['a point where four parts meet', FOUR, point(1, 1), 'overlapping'],
    ['a point where eight parts meet', FAN, point(0, 0), 'overlapping'],
    ['a point at the outer end of a seam', FOUR, point(1, 0), 'touching'],
    ['a point in a corner that three of four parts leave', THREE, point(1, 1), 'touching'],
    ['a point on half a seam', SHIFTED, point(1.5, 1), 'overlapping'],
    ['a point on the other half of that side', SHIFTED, point(0.5, 1), 'touching'],
    ['a point at the end of half a seam', SHIFTED, point(1, 1), 'touching'],
    ['a point on a corner that two parts share', DIAGONAL, point(1, 1), 'touching'],
    ['a segment along a seam', FOUR, chain(1, 0.5, 1, 1.5), 'overlapping'],
    ['a segment along seams from end to end', FOUR, chain(1, 0, 1, 2), 'overlapping'],
    ['a segment along two seams and beyond', FOUR, chain(1, -3, 1, 5), 'overlapping'],
    ['a segment that continues a seam outside', FOUR, chain(1, 2, 1, 5), 'touching'],
    ['a segment that ends in a corner of three parts', THREE, chain(1, 1, 3, 3), 'touching'],
    ['a segment from a corner along a seam', THREE, chain(1, 1, 1, 0.5), 'overlapping'],
    ['a segment from a corner along an edge', THREE, chain(1, 1, 2, 1), 'touching'],
    ['a segment along an edge, then a seam', SHIFTED, chain(-1, 1, 1.25, 1), 'overlapping'],
    ['a segment along an edge up to a seam', SHIFTED, chain(-1, 1, 1, 1), 'touching'],
    [
        'a segment between two parts, through the corner',
        DIAGONAL,
        chain(0.5, 1.5, 1.5, 0.5),
        'overlapping',
    ],
    ['a wall along outer edges', FOUR, chain(0, 0, 2, 0, 2, 2), 'touching'],
    ['a wall of which one segment lies along a seam', FOUR, chain(3, 1, 2, 1, 1, 1), 'overlapping'],
    [
        'a wall around a body, with a gap of 0',
        FOUR,
        chain(0, 0, 2, 0, 2, 2, 0, 2, 0, 0),
        'overlapping',
    ],
    ['a body that fills a hole', FRAME, box(2, 2, 2, 2), 'overlapping'],
    ['a body inside a hole', FRAME, box(2.5, 2.5, 1, 1), 'disjoint'],
    ['a body that is wider than a hole', FRAME, box(1.5, 2, 2.5, 2), 'overlapping'],
    ['a body around a body', FRAME, box(0, 0, 6, 6), 'overlapping'],
    ['a body with a corner in the corner of a hole', FRAME, box(2, 2, 1, 1), 'touching'],
    ['a segment across a hole', FRAME, chain(2, 3, 4, 3), 'overlapping'],
    ['a segment along a diagonal of a hole, and beyond', FRAME, chain(1, 1, 5, 5), 'overlapping'],
    ['a body that fits into a notch', U, box(2, 1, 2, 3), 'overlapping'],
    ['a body in a notch, apart from its walls', U, box(2.5, 1.5, 1, 3), 'disjoint'],
    ['a body over a notch', U, box(1, 4, 4, 1), 'touching'],
    ['a leg of another U in the notch of a U', U, TURNED_U, 'overlapping'],
    ['a segment through the reflex corners of a notch', U, chain(2, 1, 4, 1), 'overlapping'],
    ['a segment across both reflex corners', U, chain(1, 1, 5, 1), 'overlapping'],
    ['a segment across a wall at its joint', JOINT, chain(1, 1, 1, -1), 'overlapping'],
    ['a segment that ends at the joint of a wall', JOINT, chain(1, 1, 1, 0), 'touching'],
    ['a point at the joint of a wall', JOINT, point(1, 0), 'touching'],
    ['a segment across a wall at its end', JOINT, chain(2, 1, 2, -1), 'touching'],
    ['a wall across a wall, joint on joint', JOINT, chain(1, 1, 1, 0, 1, -1), 'overlapping'],
    ['a wall that is bent at the joint of a wall', JOINT, chain(0, 1, 1, 0, 2, 1), 'touching'],
    ['a segment through a corner, to the other side', CORNER, chain(0, 1, 2, -1), 'overlapping'],
    ['a segment that touches a corner from outside', CORNER, chain(0, -1, 2, 1), 'touching'],
    ['a segment out of a room through its corner', ROOM, chain(2, 2, 6, 6), 'overlapping'],
    ['a segment into the corner of a room', ROOM, chain(2, 2, 4, 4), 'touching'],
    ['a corner in a corner', ROOM, chain(4, 3, 4, 4, 3, 4), 'touching'],
    ['a box around the corner of a wall', CORNER, box(1, -1, 1, 1), 'touching'],
    ['a point where a segment, twice, ends', chain(0, 0, 1, 0, 0, 0), point(1, 0), 'touching'],
]);

for (const [name, a, b, relation] of /** @type {any[]} */ (SEAMS)) {
    test(`${name}: ${relation}`, () => {
        const pose = { x: 0, y: 0, cos: 1, sin: 0 };
        assert.equal(
            relateOutlines([a.outline, b.outline], [pose, pose]).relation,
            relation,
            'oracle',
        );
        using([a.make(g), b.make(g)], (p, q) => {
            assert.equal(g.relation(p, q), relation);
            assert.equal(g.relation(q, p), relation);
            assert.equal(g.distance(p, q).relation, relation);
            assert.equal(g.penetration(q, p).relation, relation);
            assert.equal(g.collide(p, q), relation !== 'disjoint');
            const { depth, status } = g.penetration(p, q);
            assert.equal(depth > 0, relation === 'overlapping');
            assert.equal(status, 'exact');
            assert.equal(Math.sign(g.signedDistance(p, q)), Math.sign(g.gap(p, q) - depth));
        });
    });
}

test('relation, distance and witness points of random pairs agree with the oracle', () => {
    const random = randomOf(2024);
    const seen = { disjoint: 0, touching: 0, overlapping: 0 };
    for (let k = 0; k < shareOf(4000); k++) {
        const pair = randomPair(random);
        const shapes = makeBoth(g, pair.cases);
        if (shapes === undefined) continue;
        const { fault, relation } = checkRest(g, pair, shapes);
        assert.equal(fault, null, `pair ${k}: ${JSON.stringify(pair)}`);
        seen[relation]++;
        for (const shape of shapes) shape.free();
    }
    assert.ok(Math.min(...Object.values(seen)) > shareOf(250), JSON.stringify(seen));
});

test('casts and rays of random pairs agree with the oracle', () => {
    const random = randomOf(2025);
    /** @type {Record<string, number>} */
    const seen = { free: 0, hit: 0, grazing: 0, overlapping: 0 };
    for (let k = 0; k < shareOf(4000); k++) {
        const { way = randomWay(random), ...pair } =
            k % 2 === 0 ? randomRay(random) : { ...randomPair(random), way: undefined };
        if (!canCast(pair.cases)) continue;
        const shapes = makeBoth(g, pair.cases);
        if (shapes === undefined) continue;
        const { fault, status } = checkCast(g, pair, shapes, way);
        assert.equal(fault, null, `pair ${k}: ${JSON.stringify({ ...pair, way })}`);
        seen[status]++;
        for (const shape of shapes) shape.free();
    }
    assert.ok(Math.min(...Object.values(seen)) > shareOf(100), JSON.stringify(seen));
});

/** @param {number} x @param {number} y @param {number} radius @returns {(g: Graze) => Shape} */
const disc = (x, y, radius) => (g) => g.hull([[x, y]], { radius });

/** @param {number[][]} points @param {number} radius @returns {(g: Graze) => Shape} */
const rounded = (points, radius) => (g) => g.hull(points, { radius });

const WALL = box(-2, -3, 1, 6).make;

/**
 * Parts around a disc about (0, 0) with a radius of 1, or of 5. An arc leaves a cusp beside the line that it touches, of which
 * another part must cover both sides.
 *
 * @type {[string, ((g: Graze) => Shape)[], Relation, number?][]}
 */
const ROUNDED = [
    ['between two discs', [disc(-2, 0, 1), disc(2, 0, 1)], 'touching'],
    ['between two walls', [WALL, box(1, -3, 1, 6).make], 'overlapping'],
    ['between a wall and a disc', [WALL, disc(2, 0, 1)], 'touching'],
    ['between a wall and one that ends beside it', [WALL, box(1, 0, 1, 6).make], 'touching'],
    [
        'between a wall and two that meet beside it',
        [WALL, box(1, 0, 1, 6).make, box(1, -4, 1, 4).make],
        'overlapping',
    ],
    [
        'between a wall, one that ends beside it, and a disc there',
        [WALL, box(1, 0, 1, 6).make, disc(0, -2, 1)],
        'overlapping',
    ],
    ['between three discs', [disc(-10, 0, 5), disc(6, 8, 5), disc(6, -8, 5)], 'overlapping', 5],
    [
        'between two discs and under a wall',
        [disc(-2, 0, 1), disc(2, 0, 1), box(-3, 1, 6, 1).make],
        'touching',
    ],
    [
        'between four discs',
        [disc(-2, 0, 1), disc(2, 0, 1), disc(0, 2, 1), disc(0, -2, 1)],
        'overlapping',
    ],
    [
        'between two capsules',
        [
            rounded(
                [
                    [-1, 2],
                    [1, 2],
                ],
                1,
            ),
            rounded(
                [
                    [-1, -2],
                    [1, -2],
                ],
                1,
            ),
        ],
        'overlapping',
    ],
    [
        'between a capsule and the end of one',
        [
            rounded(
                [
                    [0, 2],
                    [1, 2],
                ],
                1,
            ),
            rounded(
                [
                    [-1, -2],
                    [1, -2],
                ],
                1,
            ),
        ],
        'touching',
    ],
    [
        'between a capsule and the ends of two',
        [
            rounded(
                [
                    [0, 2],
                    [1, 2],
                ],
                1,
            ),
            rounded(
                [
                    [0, 2],
                    [-1, 2],
                ],
                1,
            ),
            rounded(
                [
                    [-1, -2],
                    [1, -2],
                ],
                1,
            ),
        ],
        'overlapping',
    ],
];

for (const [name, makes, relation, radius = 1] of ROUNDED) {
    test(`a disc ${name}: ${relation}`, () => {
        using([...makes.map((make) => make(g)), g.disc(radius)], (...shapes) => {
            const one = /** @type {Shape} */ (shapes.pop());
            using([g.compound(shapes)], (union) => {
                assert.equal(g.relation(union, one), relation);
                assert.equal(g.relation(one, union), relation);
                assert.equal(g.penetration(one, union).depth > 0, relation === 'overlapping');
            });
        });
    });
}

/** @param {number[]} numbers */
const rayOf = ([x, y, dx, dy]) => ({ x, y, dx, dy });

/**
 * Rays, their status, and the first overlap: null if there is none.
 *
 * @type {[string, Body, number[], string, number[] | null][]}
 */
const RAYS = [
    ['across a wall at its joint', JOINT, [1, 1, 0, -2], 'hit', [0.5, 0.5]],
    ['that ends at the joint of a wall', JOINT, [1, 1, 0, -1], 'grazing', null],
    ['that begins at the joint of a wall', JOINT, [1, 0, 0, 1], 'grazing', null],
    ['along a wall', JOINT, [-1, 0, 4, 0], 'grazing', null],
    ['across a wall at its end', JOINT, [2, 1, 0, -2], 'grazing', null],
    ['through a corner, to the other side', CORNER, [0, 1, 2, -2], 'hit', [0.5, 0.5]],
    ['that touches a corner from outside', CORNER, [0, -1, 2, 2], 'grazing', null],
    ['out of a room through its corner', ROOM, [2, 2, 4, 4], 'hit', [0.5, 0.5]],
    ['into the corner of a room', ROOM, [2, 2, 2, 2], 'grazing', null],
    ['between two parts that share a corner', DIAGONAL, [0, 2, 2, -2], 'hit', [0.5, 0.5]],
    ['through both parts that share a corner', DIAGONAL, [0, 0, 2, 2], 'hit', [0, 1]],
    ['along an edge, a seam and an edge', SHIFTED, [-1, 1, 4, 0], 'hit', [0.5, 0.75]],
    ['along an edge up to a seam', SHIFTED, [-1, 1, 2, 0], 'grazing', null],
    ['from a seam out of the union', FOUR, [1, 1, 0, 4], 'overlapping', [0, 0.25]],
    ['along an edge, into a reflex corner and on', THREE, [1, 3, 0, -4], 'hit', [0.5, 0.75]],
];

for (const [name, body, numbers, status, overlap] of RAYS) {
    test(`a ray ${name}: ${status}`, () => {
        const ray = rayOf(numbers);
        const end = [ray.x + ray.dx, ray.y + ray.dy];
        using([body.make(g), g.hull([[ray.x, ray.y], end]), g.hull([[0, 0]])], (shape, path, a) => {
            const found = g.rayCast(shape, undefined, ray);
            assert.equal(found.status, status);
            const way = /** @type {[number, number]} */ ([ray.dx, ray.dy]);
            assert.equal(g.shapeCast(a, shape, ray, undefined, way).status, status);
            assert.equal(g.relation(path, shape) === 'overlapping', overlap !== null);
            const first = g.rayCast(shape, undefined, ray, { touching: 'allowed' });
            assert.equal(first.status, overlap === null ? 'free' : status);
            assert.equal(first.relation, found.relation);
            assert.deepEqual(first.interval, overlap);
            assert.deepEqual(
                g.shapeCast(a, shape, ray, undefined, way, { touching: 'allowed' }).interval,
                overlap,
            );
            // Against the motion, unless the ray moves along what it meets.
            if (status !== 'hit' || !first.normal || !found.normal) return;
            if (overlap?.[0] === overlap?.[1]) {
                assert.ok(first.normal.x * ray.dx + first.normal.y * ray.dy < 0);
                assert.deepEqual(first.normal, found.normal);
            }
        });
    });
}

test('a world passes over bodies that are only touched, where touching is allowed', () => {
    const options = /** @type {const} */ ({ touching: 'allowed' });
    using([g.box(2, 2), JOINT.make(g)], (tile, wall) => {
        const world = g.bodies(4, { still: 4, rays: 2 });
        for (const [k, shape, x, y] of /** @type {const} */ ([
            [0, tile, 3, -1],
            [1, tile, 7, 0],
            [2, tile, 11, -1],
            [3, wall, 20, 0],
        ])) {
            world.shapes[k] = shape.id;
            world.poses.set([x, y, 1, 0], 4 * k);
        }
        world.update();
        const ray = { x: 0, y: 0, dx: 16, dy: 0 };
        assert.equal(world.rayCast(ray, 4).body, 0);
        assert.equal(world.rayCast(ray, 4).status, 'grazing');
        const first = world.rayCast(ray, 4, options);
        assert.deepEqual([first.body, first.status, first.interval], [1, 'hit', [6 / 16, 8 / 16]]);
        assert.equal(world.rayCastAll(ray, 4), 3);
        assert.equal(world.rayCastAll(ray, 4, options), 1);
        assert.equal(world.hitBodies[0], 1);
        using([g.box(1, 1)], (box) => {
            const from = { x: 0, y: 0.5 };
            assert.equal(world.shapeCast(box, from, [16, 0], 4).body, 0);
            assert.equal(world.shapeCast(box, from, [16, 0], 4, options).body, 1);
            assert.equal(world.shapeCast(box, from, [2, 0], 4, options).status, 'free');
            assert.equal(world.shapeCastAll(box, from, [16, 0], 4, options), 1);
        });
        world.rays.set([0, 0, 16, 0, 21, 1, 0, -2]);
        assert.equal(world.castRays(2, 4), 2);
        assert.deepEqual([...world.rayBodies.subarray(0, 2)], [0, 3]);
        assert.equal(world.castRays(2, 4, options), 2);
        assert.deepEqual([...world.rayBodies.subarray(0, 2)], [1, 3]);
        world.free();
    });
});

/** @type {any} */
const NO_POLICY = { touching: 'open' };

test('an unknown policy for touching is an error that lists the policies', () => {
    using([g.box(2, 2)], (box) => {
        const world = g.bodies(1, { still: 1, rays: 1 });
        world.shapes[0] = box.id;
        world.poses.set([0, 0, 1, 0]);
        world.update();
        const ray = { x: 5, y: 0, dx: 1, dy: 0 };
        const expected = { message: /touching must be one of conflict, allowed, got "open"/ };
        for (const call of [
            () => g.rayCast(box, undefined, ray, NO_POLICY),
            () => g.shapeCast(box, box, undefined, undefined, [1, 0], NO_POLICY),
            () => world.rayCast(ray, 1, NO_POLICY),
            () => world.rayCastAll(ray, 1, NO_POLICY),
            () => world.castRays(1, 1, NO_POLICY),
            () => world.shapeCast(box, {}, [1, 0], 1, NO_POLICY),
            () => world.shapeCastAll(box, {}, [1, 0], 1, NO_POLICY),
        ])
            assert.throws(call, expected);
        world.free();
    });
});

test('every segment that leaves a closed room of whole numbers overlaps it, and its ray is a hit', () => {
    const random = randomOf(87);
    let left = 0;
    for (let k = 0; k < 400; k++) {
        // A star around an inner point: each edge turns counter-clockwise around it.
        const corners = Array.from({ length: 3 + below(random, 6) }, () => [
            below(random, 9) - 4,
            below(random, 9) - 4,
        ]).sort((p, q) => Math.atan2(p[1], p[0]) - Math.atan2(q[1], q[0]));
        const turns = corners.map((p, i) => {
            const q = corners[(i + 1) % corners.length];
            return p[0] * q[1] - p[1] * q[0];
        });
        if (Math.min(...turns) <= 0) continue;
        using([g.chain(corners, { closed: true })], (room) => {
            for (const [x, y] of [...corners, [1, 0], [0, -1], [2, 3]]) {
                left++;
                using(
                    [
                        g.hull([
                            [0, 0],
                            [9 * x, 9 * y],
                        ]),
                    ],
                    (path) => {
                        assert.equal(g.relation(room, path), 'overlapping');
                        assert.ok(g.penetration(path, room).depth > 0);
                    },
                );
                const ray = { x: 0, y: 0, dx: 9 * x, dy: 9 * y };
                assert.equal(g.rayCast(room, undefined, ray).status, 'hit');
                const back = { x: 9 * x, y: 9 * y, dx: -9 * x, dy: -9 * y };
                const first = g.rayCast(room, undefined, back, { touching: 'allowed' });
                assert.equal(first.status, 'hit');
            }
        });
    }
    assert.ok(left > 500, `${left}`);
});

test('the joint of a wall is crossed at all sizes', () => {
    for (let e = -146; e <= 124; e += 6) {
        const size = 2 ** e;
        const scaled = (/** @type {number[][]} */ points) =>
            points.map(([x, y]) => [size * x, size * y]);
        const wall = g.chain(
            scaled([
                [0, 0],
                [1, 0],
                [1, 1],
            ]),
        );
        using(
            [
                wall,
                g.hull(
                    scaled([
                        [0, 1],
                        [2, -1],
                    ]),
                ),
                g.hull(
                    scaled([
                        [0, -1],
                        [2, 1],
                    ]),
                ),
            ],
            (a, p, q) => {
                assert.equal(g.relation(a, p), 'overlapping');
                assert.equal(g.relation(a, q), 'touching');
                assert.ok(Math.abs(g.penetration(a, p).depth / size - Math.SQRT1_2) < 1e-6);
                const [x, y, d] = [0, size, 2 * size];
                assert.equal(g.rayCast(a, undefined, { x, y, dx: d, dy: -d }).status, 'hit');
                assert.equal(g.rayCast(a, undefined, { x, y: -y, dx: d, dy: d }).status, 'grazing');
            },
        );
    }
});

test('parts that meet in one point take one search, however many they are', () => {
    const count = 2000;
    const rim = Array.from({ length: count }, (_, k) => {
        const angle = (2 * Math.PI * k) / count;
        return [8 * Math.cos(angle), 8 * Math.sin(angle)];
    });
    const slices = rim.map((p, k) => [[0, 0], p, rim[(k + 1) % count]]);
    // Every third slice comes first, so that the ranges that are covered are many at first.
    const shuffled = slices.map((_, k) => slices[(k * 667) % count]);
    using(
        [compoundOf(g, shuffled), compoundOf(g, shuffled.slice(1)), g.hull([[0, 0]])],
        (whole, cut, hub) => {
            assert.equal(g.relation(whole, hub), 'overlapping');
            assert.equal(g.relation(cut, hub), 'touching');
        },
    );
});

/**
 * The pose in the middle of the interval decided whether a graze of parts leads along a seam, which it may do elsewhere:
 * here the ray passes the upper edge of one square before the seam.
 */
test('a ray along an edge and then along a seam is a hit', () => {
    using([SHIFTED.make(g)], (shape) => {
        const ray = { x: -9, y: 1, dx: 16, dy: 0 };
        const { status, interval } = g.rayCast(shape, undefined, ray);
        assert.deepEqual([status, interval], ['hit', [9 / 16, 12 / 16]]);
        assert.equal(g.rayCast(shape, undefined, { x: -9, y: 1, dx: 10, dy: 0 }).status, 'grazing');
    });
});

/**
 * The parts that are in contact when the first interval ends were looked for only before the end of the path, so a graze
 * that lasts to the end hid an overlap.
 */
test('a cast that grazes one part to the end and passes through another one is a hit', () => {
    const cells = [1, 0, 1];
    using([g.grid(cells, { width: 3 }), g.polygon(rectangle(0, 0, 3, 1))], (pair, bar) => {
        // The bar slides along the first cell's upper side, and down into nothing else.
        assert.equal(
            g.shapeCast(bar, pair, { y: 1 }, undefined, { dx: 1, dy: 0 }).status,
            'grazing',
        );
    });
    using(
        [compoundOf(g, [rectangle(0, 0, 8, 1), rectangle(4, 1, 1, 1)]), g.box(1, 1)],
        (step, box) => {
            const cast = g.shapeCast(box, step, { x: 0.5, y: 1.5 }, undefined, { dx: 4, dy: 0 });
            assert.deepEqual([cast.status, cast.interval], ['hit', [0, 1]]);
        },
    );
});

/** The sides of cells of 0.05 at coordinates of a map were rounded to float32, some to the same number. */
test('a grid whose cells float32 would shift is refused, and is placed by its pose instead', () => {
    const options = { width: 2, size: 0.05 };
    const far = { x: 500000, y: 5400000 };
    const cells = [1, 1, 1, 1];
    refuses(() => g.grid(cells, { ...options, ...far }), { code: 'out-of-range', argument: 'x' });
    refuses(() => g.grid(cells, { ...options, y: far.y }), {
        code: 'out-of-range',
        argument: 'y',
        value: far.y,
    });
    for (const size of [0, 2 ** -143, -1, 4e38])
        refuses(() => g.grid(cells, { width: 2, size }), {
            code: 'out-of-range',
            argument: 'size',
        });
    refuses(() => g.grid(cells, { width: 2, size: 3e38 }), { argument: 'size', value: 3e38 });
    using([g.grid(cells, options), g.disc(0)], (grid, point) => {
        const at = { x: far.x + 0.025, y: far.y + 0.075 };
        assert.equal(g.relation(point, grid, at, far), 'overlapping');
        assert.equal(g.relation(point, grid, { ...at, y: far.y + 0.101 }, far), 'disjoint');
    });
    // Whole cells, and those of a power of two, are exact where float32 has them.
    for (const size of [1, 0.5]) {
        using([g.grid(cells, { width: 2, size, x: 500000, y: 2400000 })], (grid) => {
            const { minX, maxX, minY, maxY } = grid.bounds();
            assert.deepEqual([maxX - minX, maxY - minY], [2 * size, 2 * size]);
        });
    }
    // Each side is within a 256th of a cell of its place, or the grid is refused.
    const random = randomOf(11);
    let [kept, refused] = [0, 0];
    for (let k = 0; k < 500; k++) {
        const size = 2 ** (16 * random() - 8);
        const x = size * 2 ** (30 * random());
        try {
            using([g.grid([1], { width: 1, size, x })], (grid) => {
                const { minX, maxX } = grid.bounds();
                const shift = Math.max(Math.abs(minX - x), Math.abs(maxX - (x + size)));
                assert.ok(shift <= size / 256, `${size} at ${x}`);
                kept++;
            });
        } catch (error) {
            assert.equal(/** @type {{ argument?: string }} */ (error).argument, 'x');
            refused++;
        }
    }
    assert.ok(kept > 100 && refused > 100, `${kept} kept, ${refused} refused`);
});

/**
 * Vertices of a part on the edge of another one are rounded when the body is turned, so a ray passes a gap of an ulp: the
 * interval of contact ended there.
 */
test('the interval of a ray through a turned body does not end at a seam', () => {
    const cells = [1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0];
    const stairs = [0, 0, 4, 0, 4, 1, 3, 1, 3, 2, 2, 2, 2, 3, 1, 3, 1, 4, 0, 4];
    const random = randomOf(5);
    using([g.grid(cells, { width: 4 }), g.concave(stairs)], (...shapes) => {
        for (let k = 0; k < 1000; k++) {
            const angle = 6 * random();
            const pose = { x: 10 * random(), y: 10 * random(), angle };
            const [c, s] = [Math.cos(angle), Math.sin(angle)];
            const place = (/** @type {number} */ x, /** @type {number} */ y) => [
                pose.x + c * x - s * y,
                pose.y + s * x + c * y,
            ];
            const from = place(0.1 + 0.8 * random(), -1);
            const to = place(0.1 + 0.8 * random(), 5);
            const ray = { x: from[0], y: from[1], dx: to[0] - from[0], dy: to[1] - from[1] };
            for (const shape of shapes) {
                const { status, interval } = g.rayCast(shape, pose, ray);
                assert.equal(status, 'hit');
                const [begin, end] = /** @type {[number, number]} */ (interval);
                assert.ok(Math.abs(begin - 1 / 6) < 1e-14 && Math.abs(end - 5 / 6) < 1e-14);
            }
        }
    });
});

/**
 * Bodies at the same pose are ordered by their shapes, of which only the hulls were compared: of two equally deep pairs
 * of parts the first one answered, in either order of the bodies.
 */
test('exchanging the bodies of a cast changes neither its status nor, up to rounding, its interval', () => {
    const random = randomOf(41);
    /** @param {Shape[]} shapes @param {Pose[]} poses @param {number} x @param {number} y */
    const cast = ([a, b], [p, q], x, y) => g.shapeCast(a, b, p, q, [x, y]);
    let hits = 0;
    for (let k = 0; k < 1000; k++) {
        const { cases, poses } = randomPair(random);
        const shapes = makeBoth(g, cases);
        if (shapes === undefined) continue;
        const [x, y] = [8 * random() - 4, 8 * random() - 4];
        const there = cast(shapes, poses, x, y);
        const back = cast([...shapes].reverse(), [...poses].reverse(), -x, -y);
        assert.equal(back.status, there.status, `pair ${k}`);
        for (const end of [0, 1]) {
            const [s, t] = [there, back].map(({ interval }) => interval?.[end] ?? -1);
            assert.ok(Math.abs(s - t) < 1e-13, `pair ${k}: ${s}, exchanged ${t}`);
        }
        hits += Number(there.status === 'hit');
        for (const shape of shapes) shape.free();
    }
    assert.ok(hits > 100, `${hits} hits`);
});

test('exchanging compounds with equal hulls at the same pose exchanges the answer', () => {
    const bars = compoundOf(g, [rectangle(0, 0, 3, 1), rectangle(0, 2, 3, 1)]);
    const ends = [[[0, 0]], [[3, 3]]];
    const posts = compoundOf(g, [rectangle(0, 1.5, 1, 1.5), rectangle(2, 0, 1, 1.5), ...ends]);
    using([bars, posts], (a, b) => {
        for (const angle of [0, 0.3]) {
            const pose = { x: 1, y: 2, angle };
            const [one, other] = [g.penetration(a, b, pose, pose), g.penetration(b, a, pose, pose)];
            assert.equal(one.relation, 'overlapping');
            assert.deepEqual([one.featureA, one.featureB], [other.featureB, other.featureA]);
            assert.deepEqual([one.pointA, one.pointB], [other.pointB, other.pointA]);
        }
    });
});

/**
 * Pairs of nodes beyond the end of the contact found so far were left out for good, although that end grows: each part
 * took a search of all, and this ray minutes.
 */
test('a ray along a wall of many segments takes one search', async () => {
    const wallOf = (/** @type {number} */ count) =>
        g.chain(Array.from({ length: count + 1 }, (_, k) => [k / 4, 0]));
    const walls = new Map([5000, 20_000].map((count) => [count, wallOf(count)]));
    await assertLinear((count) => {
        const wall = /** @type {Shape} */ (walls.get(count));
        for (let k = 0; k < 2; k++) {
            const { status, interval } = g.rayCast(wall, undefined, {
                x: -5000,
                y: 0,
                dx: 20_000,
                dy: 0,
            });
            assert.deepEqual([status, interval], ['grazing', [0.25, 0.25 + count / 80_000]]);
        }
    }, 5000);
    for (const wall of walls.values()) wall.free();
});

const NUMBERS = ['disjoint', 'touching', 'overlapping'];

/** Returns random bodies near each other, in float32. @param {number} seed @param {number} count */
function randomBodies(seed, count) {
    const random = randomOf(seed);
    /** @type {{ shape: Shape, pose: [number, number, number, number] }[]} */
    const bodies = [];
    while (bodies.length < count) {
        const shapes = makeBoth(g, randomPair(random).cases);
        for (const shape of shapes ?? []) {
            const angle = random() < 0.5 ? 0 : 6 * random();
            const place = [
                20 * random() - 10,
                20 * random() - 10,
                Math.cos(angle),
                Math.sin(angle),
            ];
            const pose = /** @type {[number, number, number, number]} */ (
                place.map((x, k) => (angle === 0 && k < 2 ? Math.round(x) : Math.fround(x)))
            );
            bodies.push({ shape, pose });
        }
        bodies.push({ shape: g.box(2, 1), pose: [Math.round(20 * random() - 10), 0, 1, 0] });
    }
    return bodies;
}

/** @param {ArrayLike<number>} pose @returns {Pose} */
const poseOf = (pose) => ({ x: pose[0], y: pose[1], cos: pose[2], sin: pose[3] });

test('batches of pairs and bodies answer as single queries, bit for bit', () => {
    const bodies = randomBodies(31, 60);
    const count = bodies.length;
    /** @type {number[][]} */
    const near = [];
    const pairs = g.pairs((count * (count - 1)) / 2, { witnesses: true, coherent: true });
    let k = 0;
    for (let i = 0; i < count; i++) {
        for (let j = i + 1; j < count; j++, k++) {
            pairs.shapeA[k] = bodies[i].shape.id;
            pairs.shapeB[k] = bodies[j].shape.id;
            pairs.poseA.set(bodies[i].pose, 4 * k);
            pairs.poseB.set(bodies[j].pose, 4 * k);
        }
    }
    for (let round = 0; round < 2; round++) {
        const contacts = pairs.collide(k);
        assert.equal(pairs.relation(k), contacts);
        assert.equal(pairs.distance(k), contacts);
        let [at, seen] = [0, 0];
        for (let i = 0; i < count; i++) {
            for (let j = i + 1; j < count; j++, at++) {
                const [a, b] = [bodies[i], bodies[j]];
                const one = g.distance(a.shape, b.shape, poseOf(a.pose), poseOf(b.pose));
                const rounded = [
                    one.distance,
                    one.pointA.x,
                    one.pointA.y,
                    one.pointB.x,
                    one.pointB.y,
                ];
                assert.equal(NUMBERS[pairs.relations[at]], one.relation);
                assert.equal(pairs.hit[at], Number(one.relation !== 'disjoint'));
                const two = 2 * at;
                assert.deepEqual(
                    [
                        pairs.distances[at],
                        ...pairs.pointA.subarray(two, two + 2),
                        ...pairs.pointB.subarray(two, two + 2),
                        ...pairs.normal.subarray(two, two + 2),
                    ],
                    [...rounded, one.normal.x, one.normal.y].map(Math.fround),
                );
                if (one.relation !== 'disjoint') seen++;
                if (one.distance <= 1.5 && round === 0) {
                    near.push([i, j, pairs.relations[at], Math.fround(one.distance)]);
                }
            }
        }
        assert.equal(seen, contacts);
    }
    const batch = g.bodies(count, { pairs: k });
    bodies.forEach(({ shape, pose }, i) => {
        batch.shapes[i] = shape.id;
        batch.poses.set(pose, 4 * i);
    });
    const rows = (/** @type {number} */ found) =>
        Array.from({ length: found }, (_, i) => [
            batch.first[i],
            batch.second[i],
            batch.relations[i],
            batch.distances[i],
        ]);
    assert.deepEqual(rows(batch.near(count, 1.5)), near);
    assert.deepEqual(
        rows(batch.contacts(count)),
        near.filter(([, , relation]) => relation > 0),
    );
    bodies.forEach(({ shape, pose }, i) => {
        const found = batch.nearWith(shape, poseOf(pose), count, 1.5);
        const others = near.flatMap(([p, q]) => (p === i ? [q] : q === i ? [p] : []));
        assert.deepEqual(
            Array.from(batch.foundBodies.subarray(0, found)).filter((j) => j !== i),
            others,
        );
    });
    batch.free();
    pairs.free();
});

test('study tools refuse bodies of several parts, by name', () => {
    const g = createSync();
    const wall = g.chain([0, 0, 1, 0, 2, 1]);
    const disc = g.disc(1);
    for (const [a, b, argument] of /** @type {const} */ ([
        [wall, disc, 'a'],
        [disc, wall, 'b'],
    ])) {
        const expected = { code: 'not-convex', argument };
        assert.throws(() => g.study.trace(a, b), expected);
        assert.throws(() => g.study.minkowskiDifference(a, b), expected);
    }
});

test('an outline that crosses itself is refused with both edges, and with their points', () => {
    const g = createSync();
    const square = rectangle(0, 0, 4, 4);
    /** @param {string} argument @param {number} index @param {[x: number, y: number][]} points @returns {OutlineEdge} */
    const edge = (argument, index, ...points) =>
        /** @type {OutlineEdge} */ ({ argument, index, points });
    /** @type {[unknown, object, OutlineEdge, OutlineEdge][]} */
    const cases = [
        [
            [0, 0, 2, 2, 2, 0, 0, 2],
            {},
            edge('outline', 0, [0, 0], [2, 2]),
            edge('outline', 2, [2, 0], [0, 2]),
        ],
        [
            square,
            { holes: [[3, 1, 5, 1, 3, 2]] },
            edge('outline', 1, [4, 0], [4, 4]),
            edge('holes[0]', 0, [3, 1], [5, 1]),
        ],
    ];
    for (const [outline, options, first, second] of cases) {
        assert.throws(() => g.concave(/** @type {number[]} */ (outline), options), {
            code: 'self-intersecting',
            argument: first.argument,
            index: first.index,
            value: [first, second],
        });
    }
});
