import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import fc from '../fast_check.js';
import { compare, exact } from '../oracle/dyadic.js';
import { boundsExactly, containsExactly } from '../oracle/placed_oracle.js';

/**
 * Compares `bounds` and `containsPoint` with exact answers, for points on the boundary, and one ulp beside it.
 *
 * @import { Shape } from 'graze'
 * @import { ExactPose } from '../oracle/placed_oracle.js'
 * @typedef {{ x: number, y: number, angle?: undefined, cos: number, sin: number }
 *   | { x: number, y: number, angle: number, cos?: undefined, sin?: undefined }} Given
 * @typedef {{ shape: Shape, rings: (readonly number[])[][], parts: { points: number[][], radius: number }[], radius: number }} Body
 */

const g = createSync();

/** Returns the next double above. @param {number} x */
function above(x) {
    if (x === 0) return 2 ** -1074;
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, x);
    view.setBigInt64(0, view.getBigInt64(0) + (x > 0 ? 1n : -1n));
    return view.getFloat64(0);
}

/** @param {number} x */
const below = (x) => -above(-x);

/** @param {ArrayLike<number>} flat */
function toPairs(flat) {
    return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
}

/**
 * Returns the pose as the library holds it: a cosine and sine are scaled to length 1. Of an angle, they are the place of the
 * point (1, 0), compared with the host's own.
 *
 * @param {Given} pose
 * @returns {ExactPose}
 */
function heldPose({ x, y, angle = 0, cos, sin }) {
    if (cos === undefined || sin === undefined) {
        const { minX, minY } = g.hull([1, 0]).bounds({ angle });
        assert.ok(Math.abs(minX - Math.cos(angle)) < 2 ** -51, `cosine of ${angle}`);
        assert.ok(Math.abs(minY - Math.sin(angle)) < 2 ** -51, `sine of ${angle}`);
        return { x, y, cos: minX, sin: minY };
    }
    const excess = cos * cos + sin * sin - 1;
    const isSmall = Math.abs(excess) < 2 ** -18;
    const factor = isSmall ? 1 - excess * (0.5 - 0.375 * excess) : 1 / Math.sqrt(1 + excess);
    return { x, y, cos: cos * factor, sin: sin * factor };
}

/** @param {readonly number[]} point @param {ExactPose} pose */
const placeRounded = ([x, y], { x: tx, y: ty, cos, sin }) => [
    cos * x - sin * y + tx,
    sin * x + cos * y + ty,
];

/**
 * Returns the next coordinate of a point in a direction. For bodies with a radius they count as 0 below 2^-200.
 *
 * @param {number} x
 * @param {1 | -1} direction
 * @param {boolean} isRounded
 */
function beside(x, direction, isRounded) {
    if (x === 0 && isRounded) return direction * 2 ** -190;
    return direction === 1 ? above(x) : below(x);
}

/** Returns points in a body, on its boundary up to rounding, an ulp beside it, and far off. @param {Body} body @param {ExactPose} pose @param {number} u */
function pointsNear({ parts }, pose, u) {
    const isRounded = parts.some(({ radius }) => radius > 0);
    const points = parts.flatMap(({ points: corners, radius }) =>
        corners.flatMap((p, i) => {
            const q = corners[(i + 1) % corners.length];
            const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
            const length = Math.hypot(dx, dy) || 1;
            const along = [p[0] + u * dx, p[1] + u * dy];
            const out = [along[0] + (radius * dy) / length, along[1] - (radius * dx) / length];
            return [
                p,
                along,
                out,
                [p[0] - radius, p[1]],
                [p[0] + 0.6 * radius, p[1] - 0.8 * radius],
            ];
        }),
    );
    return points
        .map((point) => placeRounded(point, pose))
        .flatMap(([x, y]) => [
            [x, y],
            [beside(x, 1, isRounded), y],
            [beside(x, -1, isRounded), y],
            [x, beside(y, 1, isRounded)],
            [x, beside(y, -1, isRounded)],
            [x + u, y - u],
        ]);
}

let [inside, outside] = [0, 0];

/** @param {Body} body @param {Given} pose @param {number} u */
function check(body, pose, u) {
    const held = heldPose(pose);
    const bounds = body.shape.bounds(pose);
    const sides = boundsExactly(body.parts, held);
    const [minX, minY, maxX, maxY] = sides;
    for (const [got, side, inward] of /** @type {const} */ ([
        [bounds.minX, minX, above],
        [bounds.minY, minY, above],
        [bounds.maxX, maxX, below],
        [bounds.maxY, maxY, below],
    ])) {
        const order = inward === above ? 1 : -1;
        assert.ok(compare(side, exact(got)) * order >= 0, `${got} leaves out points`);
        assert.ok(compare(side, exact(inward(got))) * order < 0, `${got} is not the tightest`);
    }
    for (const point of pointsNear(body, held, u)) {
        const expected = containsExactly(body.rings, body.radius, held, point);
        const got = body.shape.containsPoint(point, pose);
        assert.equal(
            got,
            expected,
            `${point} in ${JSON.stringify([body.rings, body.radius, held])}`,
        );
        if (got) {
            const [x, y] = point;
            assert.ok(x >= bounds.minX && x <= bounds.maxX && y >= bounds.minY && y <= bounds.maxY);
            inside++;
        } else outside++;
    }
    body.shape.free();
}

/** @param {number[][]} points @param {number} radius @returns {Body} */
function hullOf(points, radius) {
    const shape = g.hull(points, { radius });
    const corners = toPairs(shape.vertices);
    return {
        shape,
        rings: [corners],
        parts: [{ points: corners, radius: shape.radius }],
        radius: shape.radius,
    };
}

/** @param {Shape} shape @param {(readonly number[])[][]} rings @returns {Body} */
function compoundOf(shape, rings) {
    const parts = shape.parts.map(({ vertices, radius }) => ({
        points: toPairs(vertices),
        radius,
    }));
    return { shape, rings, parts, radius: shape.radius };
}

const integer = fc.integer({ min: -8, max: 8 });
const float = fc.float({ min: -1000, max: 1000, noNaN: true }).map(Math.fround);
const wild = fc
    .tuple(fc.float({ min: -1, max: 1, noNaN: true }), fc.integer({ min: -100, max: 100 }))
    .map(([m, e]) => Math.fround(m * 2 ** e));

const quarterTurns = fc.constantFrom([1, 0], [0, 1], [-1, 0], [0, -1]);
const headings = fc.constantFrom([0.6, 0.8], [-0.8, 0.6], [5 / 13, -12 / 13], [-8 / 17, -15 / 17]);
const cosSin = fc.oneof(quarterTurns, headings).map(([cos, sin]) => ({ cos, sin }));
/** No sine below 2^-32: such angles have a test of their own. */
const angle = fc
    .double({ min: -1e4, max: 1e4, noNaN: true })
    .map((radians) => ({ angle: Math.round(radians * 2 ** 32) / 2 ** 32 }));
/** @param {import('fast-check').Arbitrary<number>} value */
const poseOf = (value) =>
    fc
        .tuple(value, value, fc.oneof(cosSin, angle))
        .map(([x, y, turn]) => /** @type {Given} */ ({ x, y, ...turn }));
/** @param {import('fast-check').Arbitrary<number>} value @param {number} maxLength */
const pointsOf = (value, maxLength) =>
    fc.array(fc.tuple(value, value), { minLength: 1, maxLength });
const fraction = fc.constantFrom(0.25, 0.5, 1 / 3);

for (const [name, value, runs] of /** @type {const} */ ([
    ['integers', integer, 500],
    ['floats', float, 250],
    ['numbers of any size', wild, 250],
])) {
    test(`convex bodies of ${name}: the box is the tightest, and every point is decided exactly`, () => {
        const radius = fc.oneof(fc.constant(0), value.map(Math.abs));
        fc.assert(
            fc.property(
                pointsOf(value, 7),
                radius,
                poseOf(value),
                fraction,
                (points, r, pose, u) => {
                    check(hullOf(points, r), pose, u);
                },
            ),
            { numRuns: runs },
        );
    });
}

test('bodies of several parts: seams are inside, and each part has its own radius in the box', () => {
    const part = fc.tuple(pointsOf(integer, 5), fc.constantFrom(0, 0, 1, 2.5));
    fc.assert(
        fc.property(
            fc.array(part, { minLength: 1, maxLength: 5 }),
            poseOf(integer),
            fraction,
            (list, pose, u) => {
                const bodies = list.map(([points, radius]) => hullOf(points, radius));
                const union = compoundOf(g.compound(bodies.map(({ shape }) => shape)), []);
                const held = heldPose(pose);
                for (const point of pointsNear(union, held, u)) {
                    const expected = bodies.some(({ rings, radius }) =>
                        containsExactly(rings, radius, held, point),
                    );
                    assert.equal(union.shape.containsPoint(point, pose), expected, `${point}`);
                }
                const { minX, maxY } = union.shape.bounds(pose);
                const own = bodies.map(({ shape }) => shape.bounds(pose));
                assert.equal(minX, Math.min(...own.map((one) => one.minX)));
                assert.equal(maxY, Math.max(...own.map((one) => one.maxY)));
                for (const { shape } of [union, ...bodies]) shape.free();
            },
        ),
        { numRuns: 80 },
    );
});

/** A comb with teeth of random heights, and a hole in its back. @param {number[]} heights */
function comb(heights) {
    const teeth = heights.flatMap((height, k) => [
        [3 * k, 4],
        [3 * k + 1, 5 + height],
        [3 * k + 2, 4],
    ]);
    const right = 3 * heights.length;
    const outline = [[0, 0], [right, 0], [right, 4], ...teeth.reverse()];
    return {
        outline,
        hole: [
            [1, 1],
            [2, 3],
            [2, 1],
        ],
    };
}

test('concave outlines: the points of the outline without its holes, seams included', () => {
    const heights = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 6 });
    const radius = fc.constantFrom(0, 0.25);
    fc.assert(
        fc.property(heights, radius, poseOf(integer), fraction, (list, r, pose, u) => {
            const { outline, hole } = comb(list);
            const shape = g.concave(outline, { holes: [hole], radius: r });
            check(compoundOf(shape, [outline, hole]), pose, u);
        }),
        { numRuns: 40 },
    );
});

test('chains contain the points on their segments', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), integer), {
        minLength: 2,
        maxLength: 6,
    });
    fc.assert(
        fc.property(
            steps,
            fc.constantFrom(0, 0.5),
            poseOf(integer),
            fraction,
            (list, r, pose, u) => {
                const points = list.map(([dx, y], k) => [5 * k + dx, y]);
                const segments = points.slice(1).map((point, k) => [points[k], point]);
                check(compoundOf(g.chain(points, { radius: r }), segments), pose, u);
            },
        ),
        { numRuns: 150 },
    );
});

test('outlines of many vertices are decided exactly', () => {
    for (const count of [100, 2000]) {
        const circle = Array.from({ length: count }, (_, k) => {
            const turn = (2 * Math.PI * k) / count;
            return [Math.fround(100 * Math.cos(turn)), Math.fround(100 * Math.sin(turn))];
        });
        const body = hullOf(circle, 0);
        const few = {
            ...body,
            parts: [{ points: body.rings[0].slice(0, 9).map(([x, y]) => [x, y]), radius: 0 }],
        };
        const pose = { x: 3, y: -7, angle: 0.3 };
        const held = heldPose(pose);
        for (const point of pointsNear(few, held, 0.5))
            assert.equal(
                body.shape.containsPoint(point, pose),
                containsExactly(body.rings, 0, held, point),
                `${point}`,
            );
    }
});

test('a turn by next to nothing: the box contains the body, and the point is where it was', () => {
    const points = [
        [1, 1],
        [3, -2],
        [0, 5],
    ];
    for (const radians of [2 ** -1074, -(2 ** -1074), 2 ** -900, -(2 ** -300)]) {
        const shape = g.polygon(points);
        const { minX, minY, maxX, maxY } = shape.bounds({ angle: radians });
        const sides = boundsExactly([{ points, radius: 0 }], { x: 0, y: 0, cos: 1, sin: radians });
        assert.ok(compare(exact(minX), sides[0]) <= 0 && compare(exact(minY), sides[1]) <= 0);
        assert.ok(compare(exact(maxX), sides[2]) >= 0 && compare(exact(maxY), sides[3]) >= 0);
        const loose = [minX - 0, minY + 2, maxX - 3, maxY - 5].map(Math.abs);
        assert.ok(Math.max(...loose) < 2 ** -50, `${loose}`);
        assert.ok(shape.containsPoint([3, -2], { angle: radians }));
    }
});

/** Rounding of coordinates below 2^-200 to 0 put points beside an edge on it. */
test('the smallest coordinates of points and poses decide', () => {
    const square = g.box(2, 2);
    assert.ok(!square.containsPoint([0, 1], { y: -(2 ** -1074) }));
    assert.ok(square.containsPoint([0, 1], { y: 2 ** -1074 }));
    assert.ok(!g.disc(0).containsPoint([2 ** -1074, 0]));
    const small = fc
        .tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -1072, max: -150 }))
        .map(([m, e]) => m * 2 ** e);
    fc.assert(
        fc.property(
            pointsOf(fc.oneof(integer, fc.constant(0)), 4),
            fc.array(small, { minLength: 4, maxLength: 4 }),
            cosSin,
            ([first, ...rest], [x, y, dx, dy], turn) => {
                // A vertex at the origin has points of the smallest coordinates near it.
                const body = hullOf([[0, 0], first, ...rest], 0);
                const pose = { x, y, ...turn };
                const held = heldPose(pose);
                for (const point of [
                    [x, y],
                    [dx, dy],
                    [x + dx, y + dy],
                    [x, dy],
                    [x, above(y)],
                ]) {
                    const expected = containsExactly(body.rings, 0, held, point);
                    assert.equal(body.shape.containsPoint(point, pose), expected, `${point}`);
                }
                body.shape.free();
            },
        ),
        { numRuns: 500 },
    );
});

test('the points that were tested are inside and outside', () => {
    assert.ok(inside > 10000 && outside > 10000, `${inside} inside, ${outside} outside`);
});
