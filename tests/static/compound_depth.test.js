import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { exactDepth } from '../oracle/depth_oracle.js';
import { randomOf } from './compound_cases.js';
import {
    checkAnyDepth,
    checkPartsDepth,
    faultOfDepth,
    randomAnyPair,
    randomPartsPair,
    shapeOf,
} from './compound_depth_checks.js';

/**
 * Tests the depth of bodies of several parts: that of their union, or bounds. The long test is long/depths.mjs.
 *
 * @import { Pose, Shape } from 'graze'
 */

const g = createSync();

/** @param {number} x @param {number} y @param {number} w @param {number} h @param {number} [radius] */
const box = (x, y, w, h, radius = 0) => ({
    points: [
        [x, y],
        [x + w, y],
        [x + w, y + h],
        [x, y + h],
    ],
    radius,
});

/** @param {number[][]} points */
const thin = (...points) => ({ points, radius: 0 });

/** @param {number} radius @param {number[][]} points */
const round = (radius, ...points) => ({ points, radius });

/** Four squares around (1, 1), with seams. */
const FOUR = [box(0, 0, 1, 1), box(1, 0, 1, 1), box(0, 1, 1, 1), box(1, 1, 1, 1)];
/** A frame with a hole of 2 by 2 in the middle. */
const FRAME = [box(0, 0, 6, 2), box(0, 4, 6, 2), box(0, 2, 2, 2), box(4, 2, 2, 2)];
/** Eight triangles around (0, 0). */
const CORNERS = [
    [4, 0],
    [4, 4],
    [0, 4],
    [-4, 4],
    [-4, 0],
    [-4, -4],
    [0, -4],
    [4, -4],
];
const FAN = CORNERS.map((p, k) => thin([0, 0], p, CORNERS[(k + 1) % 8]));

/** Depths that follow from a drawing. @type {[string, any[], any[], number][]} */
const CASES = [
    ['a point on a seam', FOUR, [thin([1, 0.5])], 0.5],
    ['a point where four parts meet', FOUR, [thin([1, 1])], 1],
    ['a point beside a seam', FOUR, [thin([0.75, 1])], 0.75],
    ['a point where eight parts meet', FAN, [thin([0, 0])], 4],
    ['a segment along a seam', FOUR, [thin([1, 0.5], [1, 1.5])], 1],
    ['a box over a seam', FOUR, [box(0.5, 0.5, 1, 1)], 1.5],
    [
        'a point in the corner of three parts',
        FOUR.slice(0, 3),
        [thin([0.75, 0.75])],
        Math.SQRT1_2 / 2,
    ],
    [
        'two parts of which one is part of the other',
        [box(0, 0, 4, 4), box(1, 1, 2, 2)],
        [thin([2, 2])],
        2,
    ],
    ['the same part twice', [box(0, 0, 4, 4), box(0, 0, 4, 4)], [box(1, 1, 1, 1)], 2],
    ['a box that fits into the hole beside it', FRAME, [box(0.5, 2.5, 1, 1)], 1.5],
    ['a box that is nearer to the outside', FRAME, [box(0.25, 2.5, 1, 1)], 1.25],
    [
        'a box above a hole, of which a corner is in the way',
        FRAME,
        [box(1.5, 1.5, 1, 1)],
        Math.SQRT1_2,
    ],
    ['a box that is wider than the hole', FRAME, [box(1, 2.5, 2.5, 1)], 3.5],
    ['a box as wide as the hole, which is a seam', FRAME, [box(2, 1.5, 2, 1)], 2.5],
    ['a disc that fits into the hole', FRAME, [round(0.5, [1.25, 3])], 1.25],
    ['a disc in a corner of the hole', FRAME, [round(0.75, [2.25, 2.25])], Math.SQRT1_2],
    [
        'a disc in the mouth of two others',
        [round(1, [0, 0]), round(1, [0, 2])],
        [round(1, [0.5, 1])],
        Math.sqrt(3) - 0.5,
    ],
    [
        'capsules that cross',
        [round(1, [0, 0], [8, 0]), round(1, [4, -4], [4, 4])],
        [round(0.5, [4, 0])],
        Math.SQRT2 * 1.5,
    ],
    [
        'walls that cross, of no width',
        [thin([0, 0], [8, 0]), thin([8, 0], [16, 0])],
        [thin([7, -2], [7, 3])],
        2,
    ],
    [
        'a wall through the bend of another one',
        [thin([0, 0], [8, 0]), thin([8, 0], [8, 8])],
        [thin([7, -1], [7, 3])],
        1,
    ],
];

for (const [name, a, b, depth] of CASES) {
    test(`${name}: ${depth}`, () => {
        const shapes = [shapeOf(g, a), shapeOf(g, b)];
        for (const pose of [{}, { x: 3, y: -7, angle: 0.4 }]) {
            const answer = g.penetration(shapes[0], shapes[1], pose, pose);
            assert.equal(answer.relation, 'overlapping');
            assert.equal(answer.status, 'exact');
            assert.ok(Math.abs(answer.depth - depth) < 1e-13, `${answer.depth}`);
            assert.equal(faultOfDepth(g, shapes, [pose, pose], answer, 1e-6), null);
        }
        if ([...a, ...b].every(({ radius }) => radius === 0)) {
            const scaled = [a, b].map((parts) =>
                parts.map(({ points }) => ({
                    points: points.map((/** @type {number[]} */ p) => p.map((c) => 4 * c)),
                    radius: 0,
                })),
            );
            assert.ok(Math.abs(exactDepth(scaled[0], scaled[1]) / 4 - depth) < 1e-14, 'oracle');
        }
        for (const shape of shapes) shape.free();
    });
}

test('depths of unions of convex polygons agree with the exact oracle', () => {
    const random = randomOf(31);
    let count = 0;
    for (let k = 0; k < 5000; k++) {
        const pair = randomPartsPair(random, false);
        const { fault, relation } = checkPartsDepth(g, pair);
        assert.equal(fault, null, `pair ${k}: ${JSON.stringify(pair)}`);
        count += Number(relation === 'overlapping');
    }
    assert.ok(count > 2000, `${count}`);
});

test('depths of unions of parts with radii agree with the oracle', () => {
    const random = randomOf(32);
    let count = 0;
    for (let k = 0; k < 800; k++) {
        const pair = randomPartsPair(random, true);
        const { fault, relation } = checkPartsDepth(g, pair);
        assert.equal(fault, null, `pair ${k}: ${JSON.stringify(pair)}`);
        count += Number(relation === 'overlapping');
    }
    assert.ok(count > 400, `${count}`);
});

test('depths and bounds of bodies of any number of parts, turned too, are certain', () => {
    const random = randomOf(33);
    /** @type {Record<string, number>} */
    const seen = {};
    for (let k = 0; k < 2000; k++) {
        const pair = randomAnyPair(random);
        const checked = checkAnyDepth(g, pair);
        if (checked === undefined) continue;
        assert.equal(checked.fault, null, `pair ${k}: ${JSON.stringify(pair)}`);
        seen[checked.answer] = (seen[checked.answer] ?? 0) + 1;
    }
    assert.ok(seen['overlapping exact'] > 300, JSON.stringify(seen));
    assert.ok(seen['overlapping bounded'] > 30, JSON.stringify(seen));
});

/** The second witness point was computed from the first one, whose body depends on the order. */
test('exchanging bodies of several parts exchanges the answer bit for bit', () => {
    const compound = shapeOf(g, [round(0.5, [0, 0]), box(-1.5, -0.25, 3, 0.5)]);
    const ring = g.concave([0, 0, 3, 0, 3, 3, 0, 3], { holes: [[1, 1, 2, 1, 2, 2, 1, 2]] });
    const chain = g.chain([0, 0, 1, 0, 1, 1]);
    const star = g.concave(
        Array.from({ length: 60 }, (_, k) => {
            const length = k % 2 === 0 ? 3 : 1.5;
            return [length * Math.cos((k * Math.PI) / 30), length * Math.sin((k * Math.PI) / 30)];
        }),
    );
    const bodies = [compound, ring, chain, star];
    const random = randomOf(35);
    /** @type {Record<string, number>} */
    const seen = {};
    /** @param {Shape} a @param {Shape} b @param {Pose} p @param {Pose} q */
    const check = (a, b, p, q) => {
        for (const ask of /** @type {const} */ (['distance', 'penetration'])) {
            const { normal, pointA, pointB, featureA, featureB, ...rest } = g[ask](a, b, p, q);
            const back = g[ask](b, a, q, p);
            const exchanged = {
                ...rest,
                normal: { x: 0 - normal.x, y: 0 - normal.y },
                pointA: pointB,
                pointB: pointA,
                featureA: featureB,
                featureB: featureA,
            };
            // Zeros may differ in their sign.
            const plain = (/** @type {object} */ answer) =>
                JSON.parse(JSON.stringify(answer, (_, x) => (x === 0 ? 0 : x)));
            assert.deepEqual(plain(back), plain(exchanged), `${ask} at ${JSON.stringify([p, q])}`);
            if ('status' in rest) {
                const key = `${rest.relation} ${rest.status}`;
                seen[key] = (seen[key] ?? 0) + 1;
            }
        }
    };
    check(compound, compound, { x: -1.75, y: -0.75 }, { x: -0.25, y: -0.5 });
    check(ring, compound, { x: -0.25, y: -0.5 }, { x: 2.75, y: 2.5 });
    check(compound, chain, { x: 1.25, y: -1.75, angle: 4.894949133507907 }, { x: 1.25, y: -1.75 });
    for (let k = 0; k < 400; k++) {
        const [a, b] = [bodies[k % 4], bodies[(k >> 2) % 4]];
        const [p, q] = [0, 1].map(() => ({
            x: Math.round(16 * random() - 8) / 4,
            y: Math.round(16 * random() - 8) / 4,
            angle: random() < 0.5 ? 0 : 7 * random(),
        }));
        if (a !== b || p.angle !== q.angle) check(a, b, p, q);
    }
    assert.ok(
        seen['overlapping exact'] > 50 && seen['overlapping bounded'] > 10,
        JSON.stringify(seen),
    );
    for (const body of bodies) body.free();
});

/** @param {{ x?: number, y?: number }} pose @param {{ depth: number, normal: { x: number, y: number } }} answer */
const movedOut = (pose, { depth, normal }) => ({
    ...pose,
    x: (pose.x ?? 0) + depth * normal.x,
    y: (pose.y ?? 0) + depth * normal.y,
});

/** An earlier document said that a longer move separates all bodies. In a notch it leads into the next wall. */
test('a move by the depth leaves the bodies touching, and with a radius a gap, in notches too', () => {
    const slit = [-2, -2, 2, -2, 2, 2, 0.25, 2, 0, 0, -0.25, 2, -2, 2];
    const random = randomOf(34);
    const gap = 2 ** -6;
    let [again, count] = [0, 0];
    /** @param {number[]} points @param {{ x: number, y: number, angle?: number }} pose @param {Shape} body */
    const check = (points, pose, body) => {
        const [block, grown] = [0, gap].map((radius) => g.concave(points, { radius }));
        const answer = g.penetration(block, body, {}, pose);
        const wide = g.penetration(grown, body, {}, pose);
        if (answer.relation === 'overlapping') {
            count++;
            const left = g.signedDistance(block, body, {}, movedOut(pose, answer));
            assert.ok(Math.abs(left) < 1e-12, `${left} after the move by the depth`);
            const further = movedOut(pose, { ...answer, depth: answer.depth * (1 + 2 ** -20) });
            again += Number(g.relation(block, body, {}, further) === 'overlapping');
        }
        if (wide.relation === 'overlapping') {
            const room = g.distance(block, body, {}, movedOut(pose, wide));
            assert.equal(room.relation, 'disjoint');
            // The nearest place of a grown body may be a crossing of arcs, which is less accurate.
            assert.ok(room.distance > gap - 1e-9, `a gap of ${room.distance}`);
        }
        for (const shape of [block, grown]) shape.free();
    };
    const bodies = [
        g.disc(0),
        g.disc(2 ** -10),
        g.box(1 / 64, 1 / 64),
        g.polygon([0, 0, 1, 0, 0, 2]),
    ];
    for (const body of bodies) check(slit, { x: 0.25, y: -0.5 }, body);
    for (let k = 0; k < 300; k++) {
        // A star with notches of many depths and widths.
        const points = Array.from({ length: 8 }, (_, i) => {
            const length = i % 2 === 0 ? 4 : 0.5 + 3 * random();
            const angle = (i + 0.8 * random()) * (Math.PI / 4);
            return [length * Math.cos(angle), length * Math.sin(angle)];
        });
        const pose = { x: 4 * random() - 2, y: 4 * random() - 2, angle: 6 * random() };
        check(points.flat(), pose, bodies[k % bodies.length]);
    }
    assert.ok(count > 200 && again >= 3, `${again} of ${count} overlap again`);
    for (const body of bodies) body.free();
});

/** The exact fit is a seam of the union of all differences of parts, which the oracle covers from both sides. */
test('a body that would fit exactly has the depth of the nearest free place', () => {
    const c = [box(0, 0, 8, 2), box(0, 2, 2, 2), box(0, 4, 8, 2)];
    const bar = [box(4, 0.5, 8, 2)];
    const shapes = [shapeOf(g, c), shapeOf(g, bar)];
    const answer = g.penetration(shapes[0], shapes[1]);
    assert.deepEqual(
        [answer.status, answer.depth],
        [
            'exact',
            exactDepth(
                c.map(({ points }) => ({
                    points: points.map((p) => p.map((v) => 2 * v)),
                    radius: 0,
                })),
                bar.map(({ points }) => ({
                    points: points.map((p) => p.map((v) => 2 * v)),
                    radius: 0,
                })),
            ) / 2,
        ],
    );
    // With any room to spare it is a free place.
    const slim = shapeOf(g, [box(4, 0.5, 8, 2 - 2 ** -20)]);
    assert.ok(Math.abs(g.penetration(shapes[0], slim).depth - 1.5) < 1e-13);
    for (const shape of [...shapes, slim]) shape.free();
});

test('a body on a floor of many cells has an exact depth', () => {
    const floor = g.grid(
        new Array(4000).fill(1).map((_, k) => Number(k % 3 > 0 || k > 2000)),
        { width: 400 },
    );
    const shape = g.box(1, 1);
    const answer = g.penetration(shape, floor, { x: 200.5, y: 10.25 });
    assert.deepEqual(
        [answer.status, answer.depth, answer.normal],
        ['exact', 0.25, { x: 0, y: -1 }],
    );
    floor.free();
    shape.free();
});

test('a compound of one part has the depth of that part', () => {
    const part = g.polygon([0, 0, 3, 0, 2, 2]);
    const one = g.compound([part]);
    const other = g.box(1, 2);
    const pose = { x: 1, y: 1, angle: 0.5 };
    const { depth, normal, ...rest } = g.penetration(one, other, {}, pose);
    const convex = g.penetration(part, other, {}, pose);
    assert.ok(Math.abs(depth - convex.depth) < 1e-15);
    assert.deepEqual([rest.status, convex.status], ['exact', 'exact']);
    assert.deepEqual([rest.featureB, rest.featureA.part], [convex.featureB, 0]);
    assert.ok(Math.hypot(normal.x - convex.normal.x, normal.y - convex.normal.y) < 1e-15);
    for (const shape of [part, one, other]) shape.free();
});
