import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { compoundOf, randomOf, randomPair, randomRay, randomWay } from './compound_cases.js';
import { canCast, checkCast, checkRest, makeBoth } from './compound_checks.js';
import { assertLinear } from './helpers.js';
import { relateOutlines } from './oracle/polygon_oracle.js';
import { refuses } from './refuses.js';
import {
    box,
    chain,
    DIAGONAL,
    FOUR,
    point,
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
        'touching',
    ],
    ['a wall along outer edges', FOUR, chain(0, 0, 2, 0, 2, 2), 'touching'],
    ['a wall of which one segment lies along a seam', FOUR, chain(3, 1, 2, 1, 1, 1), 'overlapping'],
    [
        'a wall around a body, with a gap of 0',
        FOUR,
        chain(0, 0, 2, 0, 2, 2, 0, 2, 0, 0),
        'touching',
    ],
    ['a body that fills a hole', FRAME, box(2, 2, 2, 2), 'touching'],
    ['a body inside a hole', FRAME, box(2.5, 2.5, 1, 1), 'disjoint'],
    ['a body that is wider than a hole', FRAME, box(1.5, 2, 2.5, 2), 'overlapping'],
    ['a body around a body', FRAME, box(0, 0, 6, 6), 'overlapping'],
    ['a body with a corner in the corner of a hole', FRAME, box(2, 2, 1, 1), 'touching'],
    ['a segment across a hole', FRAME, chain(2, 3, 4, 3), 'touching'],
    ['a segment along a diagonal of a hole, and beyond', FRAME, chain(1, 1, 5, 5), 'overlapping'],
    ['a body that fits into a notch', U, box(2, 1, 2, 3), 'touching'],
    ['a body in a notch, apart from its walls', U, box(2.5, 1.5, 1, 3), 'disjoint'],
    ['a body over a notch', U, box(1, 4, 4, 1), 'touching'],
    ['a leg of another U in the notch of a U', U, TURNED_U, 'touching'],
    ['a segment through the reflex corners of a notch', U, chain(2, 1, 4, 1), 'touching'],
    ['a segment across both reflex corners', U, chain(1, 1, 5, 1), 'overlapping'],
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
        });
    });
}

test('relation, distance and witness points of random pairs agree with the oracle', () => {
    const random = randomOf(2024);
    const seen = { disjoint: 0, touching: 0, overlapping: 0 };
    for (let k = 0; k < 4000; k++) {
        const pair = randomPair(random);
        const shapes = makeBoth(g, pair.cases);
        if (shapes === undefined) continue;
        const { fault, relation } = checkRest(g, pair, shapes);
        assert.equal(fault, null, `pair ${k}: ${JSON.stringify(pair)}`);
        seen[relation]++;
        for (const shape of shapes) shape.free();
    }
    assert.ok(Math.min(...Object.values(seen)) > 500, JSON.stringify(seen));
});

test('casts and rays of random pairs agree with the oracle', () => {
    const random = randomOf(2025);
    /** @type {Record<string, number>} */
    const seen = { free: 0, hit: 0, grazing: 0, overlapping: 0 };
    for (let k = 0; k < 4000; k++) {
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
    assert.ok(Math.min(...Object.values(seen)) > 100, JSON.stringify(seen));
});

/**
 * The pose in the middle of the interval decided whether a graze of parts leads along a seam, which it may do elsewhere:
 * here the ray passes the upper edge of one square before the seam.
 */
test('a ray along an edge and then along a seam is a hit', () => {
    using([SHIFTED.make(g)], (shape) => {
        const ray = { x: -9, y: 1, dx: 16, dy: 0 };
        const { status, interval } = g.rayCast(shape, ray);
        assert.deepEqual([status, interval], ['hit', [9 / 16, 12 / 16]]);
        assert.equal(g.rayCast(shape, { x: -9, y: 1, dx: 10, dy: 0 }).status, 'grazing');
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
        assert.equal(g.shapeCast(bar, pair, { x: 1, y: 0 }, { y: 1 }).status, 'grazing');
    });
    using(
        [compoundOf(g, [rectangle(0, 0, 8, 1), rectangle(4, 1, 1, 1)]), g.box(1, 1)],
        (step, box) => {
            const cast = g.shapeCast(box, step, { x: 4, y: 0 }, { x: 0.5, y: 1.5 });
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
                const { status, interval } = g.rayCast(shape, ray, pose);
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
            const { status, interval } = g.rayCast(wall, { x: -5000, y: 0, dx: 20_000, dy: 0 });
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
