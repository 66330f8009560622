import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { nextFloat32, readJson } from '../helpers.js';
import { castRounded } from '../oracle/cast_oracle.js';

/**
 * Tests casts of bodies that move without turning, and of rays.
 *
 * @import { Point, Shape, ShapeCast } from 'graze'
 */

const g = createSync();

/** Returns a point without the signs of zeros. @param {Point | null} p */
const plain = (p) => p && { x: p.x + 0, y: p.y + 0 };

/**
 * Returns whether the times are right to an ulp.
 *
 * @param {[number, number] | null} interval
 * @param {number} enter
 * @param {number} exit
 */
function isNear(interval, enter, exit) {
    const near = (/** @type {number} */ s, /** @type {number} */ t) =>
        Math.abs(s - t) <= 2 ** -52 * t;
    return interval !== null && near(interval[0], enter) && near(interval[1], exit);
}

/** Exact moving pairs that do not turn. @type {any[]} */
const MOVING = readJson('tests/vectors/dev_toi.json').cases.filter(
    (/** @type {any} */ c) => c.kind === 'linear' || c.kind === 'linear_discs',
);

/** @param {any} c */
function bodiesOf(c) {
    return [
        { points: c.a ?? [c.pa], radius: c.ra ?? 0 },
        { points: c.b ?? [c.pb], radius: c.rb ?? 0 },
    ];
}

test('135 exact moving pairs: status, relation at the start, begin and end are right', () => {
    const seen = { free: 0, hit: 0, grazing: 0, overlapping: 0 };
    for (const c of MOVING) {
        const [a, b] = bodiesOf(c);
        const shapes = [a, b].map(({ points, radius }) => g.polygon(points, { radius }));
        const way = { dx: c.va[0] - c.vb[0], dy: c.va[1] - c.vb[1] };
        const { status, relation, interval } = g.shapeCast(
            shapes[0],
            shapes[1],
            undefined,
            undefined,
            way,
        );
        const expected = castRounded(a.points, a.radius, b.points, b.radius, [way.dx, way.dy]);
        assert.equal(status, expected.status, c.id);
        assert.equal(status !== 'free', c.hit, c.id);
        assert.equal(relation, c.initial, c.id);
        if (interval !== null) {
            // Times of discs are right to 1e-15, as a root of a difference of squares; those of polygons to an ulp.
            const slack = c.kind === 'linear' ? 0 : 1e-15;
            assert.ok(Math.abs(interval[0] - c.t0) <= 2 ** -52 * c.t0 + slack, c.id);
            assert.ok(Math.abs(interval[1] - c.t1) <= 2 ** -52 * c.t1 + slack, c.id);
        } else {
            assert.equal(c.t0, null, c.id);
        }
        seen[status]++;
        for (const shape of shapes) shape.free();
    }
    assert.ok(Math.min(...Object.values(seen)) > 5, JSON.stringify(seen));
});

/** Two boxes of side 2 in contact: A above B, from x = -1 to 1. */
const above = { x: 0, y: 1 };
const below = { x: 0, y: -1 };

/** @param {{ dx: number, dy: number }} way */
function fromAbove(way) {
    const box = g.box(2, 2);
    const cast = g.shapeCast(box, box, above, below, way);
    box.free();
    return cast;
}

test('bodies that touch at the start and slide along each other graze for as long as they touch', () => {
    const all = fromAbove({ dx: 2, dy: 0 });
    assert.deepEqual([all.status, all.relation, all.interval], ['grazing', 'touching', [0, 1]]);
    assert.deepEqual(plain(all.normal), { x: 0, y: 1 });
    assert.equal(all.point?.y, 0);
    const off = fromAbove({ dx: 8, dy: 0 });
    assert.deepEqual([off.status, off.interval], ['grazing', [0, 0.25]]);
});

test('bodies that touch at the start and separate graze at 0 only', () => {
    for (const way of [
        { dx: 0, dy: 1 },
        { dx: 1, dy: 1e-50 },
        { dx: -5, dy: 2 },
    ]) {
        const { status, relation, interval } = fromAbove(way);
        assert.deepEqual([status, relation, interval], ['grazing', 'touching', [0, 0]]);
    }
});

test('bodies that touch at the start and move into each other hit at 0', () => {
    const deep = fromAbove({ dx: 0, dy: -1 });
    assert.deepEqual([deep.status, deep.relation, deep.interval], ['hit', 'touching', [0, 1]]);
    assert.deepEqual(plain(deep.normal), { x: 0, y: 1 });
    const through = fromAbove({ dx: 0, dy: -8 });
    assert.deepEqual([through.status, through.interval], ['hit', [0, 0.5]]);
    const shallow = fromAbove({ dx: 1, dy: -1e-50 });
    assert.deepEqual([shallow.status, shallow.interval], ['hit', [0, 1]]);
});

test('bodies that overlap at the start are reported as overlapping, with the time at which they separate', () => {
    const box = g.box(2, 2);
    const { status, relation, interval, point, normal } = g.shapeCast(
        box,
        box,
        { x: 1, y: 0 },
        { x: 0, y: 0 },
        { dx: 4, dy: 0 },
    );
    assert.deepEqual([status, relation, interval], ['overlapping', 'overlapping', [0, 0.25]]);
    assert.ok(point !== null && point.x >= 0 && point.x <= 1 && Math.abs(point.y) <= 1);
    assert.deepEqual(plain(normal), { x: 1, y: 0 });
});

test('a cast of length 0 has the relation of the start all the time', () => {
    const box = g.box(2, 2);
    const still = { dx: 0, dy: 0 };
    for (const [y, status, relation, interval] of /** @type {const} */ ([
        [2.5, 'free', 'disjoint', null],
        [2, 'grazing', 'touching', [0, 1]],
        [1, 'overlapping', 'overlapping', [0, 1]],
    ])) {
        const cast = g.shapeCast(box, box, { x: 0, y }, undefined, still);
        assert.deepEqual([cast.status, cast.relation, cast.interval], [status, relation, interval]);
    }
    const at = (/** @type {number} */ x) => g.rayCast(box, undefined, { x, y: 0, dx: 0, dy: 0 });
    assert.deepEqual([at(2).status, at(2).interval], ['free', null]);
    assert.deepEqual([at(1).status, at(1).interval], ['grazing', [0, 1]]);
    assert.deepEqual([at(0).status, at(0).interval], ['overlapping', [0, 1]]);
});

test('a free cast has nothing but the relation', () => {
    const box = g.box(2, 2);
    const cast = g.shapeCast(box, box, { x: -4, y: 0 }, undefined, { dx: 1, dy: 0 });
    assert.deepEqual(
        { ...cast },
        {
            status: 'free',
            relation: 'disjoint',
            interval: null,
            point: null,
            normal: null,
            featureA: null,
            featureB: null,
        },
    );
});

test('a ray through a corner grazes it; one float beside, it hits or is free', () => {
    const box = g.box(2, 2);
    const ray = { x: 0, y: 2, dx: 2, dy: -2 };
    const { status, interval, point, normal, feature } = g.rayCast(box, undefined, ray);
    assert.deepEqual([status, interval, point], ['grazing', [0.5, 0.5], { x: 1, y: 1 }]);
    assert.equal(feature?.kind, 'vertex');
    assert.ok(normal !== null && normal.x >= 0 && normal.y >= 0);
    for (const [y, expected] of /** @type {const} */ ([
        [2 - 2 ** -52, 'hit'],
        [2 + 2 ** -51, 'free'],
    ])) {
        // This ray is shorter and parallel to the first; they differ by the last digit of double.
        assert.equal(g.rayCast(box, undefined, { ...ray, y }).status, expected);
    }
});

test('a body that passes a corner of another grazes it', () => {
    const [box, diamond] = [g.box(2, 2), g.polygon([1, 0, 0, 1, -1, 0, 0, -1])];
    const way = { dx: 8, dy: 0 };
    const cast = g.shapeCast(diamond, box, { x: -4, y: 2 }, undefined, way);
    assert.deepEqual([cast.status, cast.interval], ['grazing', [0.375, 0.625]]);
    // Two corners meet first, so normals form a cone.
    assert.ok(cast.normal !== null && cast.normal.x <= 0 && cast.normal.y > 0);
    const higher = { x: -4, y: 2 + 2 ** -51 };
    assert.equal(g.shapeCast(diamond, box, higher, undefined, way).status, 'free');
    const lower = { x: -4, y: 2 - 2 ** -52 };
    assert.equal(g.shapeCast(diamond, box, lower, undefined, way).status, 'hit');
});

test('a ray along an edge grazes it from end to end', () => {
    const box = g.box(2, 2);
    const { status, interval, point, normal } = g.rayCast(box, undefined, {
        x: -4,
        y: 1,
        dx: 8,
        dy: 0,
    });
    assert.deepEqual([status, interval, point], ['grazing', [0.375, 0.625], { x: -1, y: 1 }]);
    assert.ok(normal !== null && normal.x <= 0 && normal.y >= 0);
    assert.equal(g.rayCast(box, undefined, { x: -4, y: 1, dx: 8, dy: -(2 ** -60) }).status, 'hit');
    assert.equal(g.rayCast(box, undefined, { x: -4, y: 1, dx: 8, dy: 2 ** -60 }).status, 'free');
});

test('a ray that ends on a wall, or starts there and leaves, grazes it; one that goes on hits', () => {
    const box = g.box(2, 2);
    const status = (/** @type {number} */ x, /** @type {number} */ dx) => {
        const { status, interval } = g.rayCast(box, undefined, { x, y: 0.25, dx, dy: 0 });
        return [status, interval];
    };
    assert.deepEqual(status(-3, 2), ['grazing', [1, 1]]);
    assert.equal(status(-3, 2 + 2 ** -51)[0], 'hit');
    assert.deepEqual(status(-3, 2 - 2 ** -52), ['free', null]);
    assert.deepEqual(status(-1, -3), ['grazing', [0, 0]]);
    assert.deepEqual(status(-1, 4), ['hit', [0, 0.5]]);
    assert.deepEqual(status(1, 4), ['grazing', [0, 0]]);
});

test('a wall without thickness is hit by a path that crosses it', () => {
    const wall = g.polygon([0, -1, 0, 1]);
    const through = g.rayCast(wall, undefined, { x: -1, y: 0, dx: 2, dy: 0 });
    assert.deepEqual([through.status, through.interval], ['hit', [0.5, 0.5]]);
    assert.deepEqual(plain(through.point), { x: 0, y: 0 });
    assert.deepEqual(plain(through.normal), { x: -1, y: 0 });
    assert.equal(
        g.rayCast(wall, undefined, { x: -1, y: 0, dx: 1, dy: 0 }).status,
        'grazing',
        'ends there',
    );
    assert.equal(
        g.rayCast(wall, undefined, { x: 0, y: 0, dx: 1, dy: 0 }).status,
        'grazing',
        'starts there',
    );
    assert.equal(
        g.rayCast(wall, undefined, { x: -1, y: 1, dx: 2, dy: 0 }).status,
        'grazing',
        'its end',
    );
    assert.equal(g.rayCast(wall, undefined, { x: -1, y: 1, dx: 2, dy: 2 ** -60 }).status, 'free');
    const along = g.rayCast(wall, undefined, { x: 0, y: -2, dx: 0, dy: 4 });
    assert.deepEqual([along.status, along.interval], ['grazing', [0.25, 0.75]]);
});

test('a fast body hits a thin wall in its way', () => {
    const wall = g.box(2 ** -100, 2);
    const bullet = g.disc(2 ** -60);
    const { status, interval } = g.shapeCast(bullet, wall, { x: -(2 ** 29) }, undefined, {
        dx: 2 ** 30,
        dy: 0,
    });
    assert.equal(status, 'hit');
    assert.ok(isNear(interval, 0.5, 0.5));
    const ray = g.rayCast(wall, undefined, { x: -(2 ** 29), y: 0.5, dx: 2 ** 30, dy: 0 });
    assert.ok(ray.status === 'hit' && isNear(ray.interval, 0.5, 0.5));
});

test('discs hit head-on and in passing, and miss', () => {
    const [small, large] = [g.disc(0.5), g.disc(1.5)];
    const way = { dx: 8, dy: 0 };
    const central = g.shapeCast(small, large, { x: -4 }, undefined, way);
    assert.deepEqual([central.status, central.interval], ['hit', [0.25, 0.75]]);
    assert.deepEqual([central.point, central.normal].map(plain), [
        { x: -1.5, y: 0 },
        { x: -1, y: 0 },
    ]);
    const passing = g.shapeCast(small, large, { x: -4, y: 2 }, undefined, way);
    assert.deepEqual([passing.status, passing.interval], ['grazing', [0.5, 0.5]]);
    const wider = { x: -4, y: 2 + 2 ** -51 };
    assert.equal(g.shapeCast(small, large, wider, undefined, way).status, 'free');
    const nearer = { x: -4, y: 2 - 2 ** -52 };
    assert.equal(g.shapeCast(small, large, nearer, undefined, way).status, 'hit');
});

test('a disc whose path ends in contact grazes; one double further it hits', () => {
    // The centers form a 3-4-5 triangle: the distance falls from three radii to one.
    const [a, b] = [g.disc(2), g.disc(3)];
    const { status, interval } = g.shapeCast(a, b, { x: -9, y: 12 }, undefined, { dx: 6, dy: -8 });
    assert.deepEqual([status, interval], ['grazing', [1, 1]]);
    const further = { dx: 6 + 2 ** -50, dy: -8 };
    assert.equal(g.shapeCast(a, b, { x: -9, y: 12 }, undefined, further).status, 'hit');
    const shorter = { dx: 6 - 2 ** -50, dy: -8 };
    assert.equal(g.shapeCast(a, b, { x: -9, y: 12 }, undefined, shorter).status, 'free');
});

test('a radius one float32 larger or smaller turns a graze into a hit or a miss', () => {
    const box = g.box(2, 2);
    for (const [radius, expected] of /** @type {const} */ ([
        [nextFloat32(1, 1), 'hit'],
        [1, 'grazing'],
        [nextFloat32(1, -1), 'free'],
    ])) {
        const disc = g.disc(radius);
        const along = g.shapeCast(disc, box, { x: -3, y: 2 }, undefined, { dx: 6, dy: 0 });
        assert.equal(along.status, expected, 'past a side');
        disc.free();
    }
});

/** @param {ShapeCast} cast */
const verdictOf = ({ status, relation, interval }) => ({ status, relation, interval });

/** @param {number[][]} points @param {number} scale @param {number} radius */
const scaled = (points, scale, radius) =>
    g.hull(
        points.map((p) => p.map((x) => x * scale)),
        { radius: radius * scale },
    );

const TRIANGLE = [
    [0, 0],
    [3, 1],
    [1, 4],
];
const QUAD = [
    [9, 2],
    [12, 3],
    [11, 6],
    [8, 5],
];

test('the answer is the same at every scale from 2^-120 to 2^110', () => {
    for (const radius of [0, 0.5]) {
        const [a, b] = [scaled(TRIANGLE, 1, radius), scaled(QUAD, 1, radius)];
        const expected = g.shapeCast(a, b, undefined, undefined, { dx: 20, dy: 5 });
        assert.equal(expected.status, 'hit');
        for (const power of [-120, -60, -20, 20, 60, 110]) {
            const scale = 2 ** power;
            const shapes = [scaled(TRIANGLE, scale, radius), scaled(QUAD, scale, radius)];
            const cast = g.shapeCast(shapes[0], shapes[1], undefined, undefined, {
                dx: 20 * scale,
                dy: 5 * scale,
            });
            assert.deepEqual(verdictOf(cast), verdictOf(expected), `2^${power}`);
            assert.deepEqual(cast.normal, expected.normal, `2^${power}`);
            assert.equal(cast.point?.x, (expected.point?.x ?? NaN) * scale, `2^${power}`);
        }
    }
});

test('the answer is the same far from the origin, where double still represents the positions exactly', () => {
    for (const radius of [0, 0.5]) {
        const [a, b] = [scaled(TRIANGLE, 1, radius), scaled(QUAD, 1, radius)];
        const expected = g.shapeCast(a, b, undefined, undefined, { dx: 20, dy: 5 });
        for (const far of [1e6, 2 ** 40, -(2 ** 45)]) {
            const place = { x: far, y: -far };
            const cast = g.shapeCast(a, b, place, place, { dx: 20, dy: 5 });
            assert.deepEqual(verdictOf(cast), verdictOf(expected), `${far}`);
            assert.deepEqual(cast.normal, expected.normal);
        }
    }
});

test('casts of bodies with one common angle equal casts along the turned path', () => {
    const [a, b] = [g.hull(TRIANGLE), g.hull(QUAD)];
    const expected = g.shapeCast(a, b, undefined, undefined, { dx: 20, dy: 5 });
    assert.ok(expected.interval !== null && expected.normal !== null);
    for (const angle of [0.3, 1, Math.PI / 2, -2.5, 100]) {
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        const way = { dx: c * 20 - s * 5, dy: s * 20 + c * 5 };
        const { status, interval, normal } = g.shapeCast(a, b, { angle }, { angle }, way);
        assert.equal(status, 'hit');
        assert.ok(interval !== null && normal !== null);
        assert.ok(Math.abs(interval[0] - expected.interval[0]) < 1e-14);
        assert.ok(Math.abs(interval[1] - expected.interval[1]) < 1e-14);
        const { x, y } = expected.normal;
        assert.ok(Math.abs(normal.x - (c * x - s * y)) < 1e-13);
        assert.ok(Math.abs(normal.y - (s * x + c * y)) < 1e-13);
    }
});

test('a ray meets a posed shape where the turned ray meets the shape at rest', () => {
    const box = g.box(2, 2);
    const angle = Math.PI / 4;
    const { status, interval, point, normal, feature } = g.rayCast(
        box,
        { x: 0.5, y: 0, angle },
        { x: 0, y: 10, dx: 0, dy: -20 },
    );
    assert.equal(status, 'hit');
    assert.ok(interval !== null && point !== null && normal !== null);
    // The corner is at (0.5, sqrt 2); at x = 0 the side to its left is half a unit lower.
    const y = Math.SQRT2 - 0.5;
    assert.ok(Math.abs(interval[0] - (10 - y) / 20) < 1e-15);
    assert.ok(Math.abs(interval[1] - (10 + y) / 20) < 1e-15);
    assert.ok(Math.abs(point.y - y) < 1e-14 && Math.abs(point.x) < 1e-14);
    assert.ok(Math.abs(normal.x + Math.SQRT1_2) < 1e-15);
    assert.ok(Math.abs(normal.y - Math.SQRT1_2) < 1e-15);
    assert.deepEqual(feature, { kind: 'edge', index: cornerOf(box, 1, 1) });
});

test('a cast names the features that touch', () => {
    const [box, wall] = [g.box(2, 2), g.polygon([10, -5, 10, 5])];
    const flat = g.shapeCast(box, wall, undefined, undefined, { dx: 20, dy: 0 });
    assert.deepEqual(plain(flat.normal), { x: -1, y: 0 });
    assert.deepEqual([flat.featureA?.kind, flat.featureB?.kind], ['edge', 'edge']);
    const diamond = g.polygon([1, 0, 0, 1, -1, 0, 0, -1]);
    const corner = g.shapeCast(diamond, wall, undefined, undefined, { dx: 20, dy: 1 });
    assert.deepEqual(corner.featureA, { kind: 'vertex', index: cornerOf(diamond, 1, 0) });
    assert.equal(corner.featureB?.kind, 'edge');
    assert.ok(corner.point !== null && corner.interval !== null);
    assert.equal(corner.point.x, 10);
    assert.ok(Math.abs(corner.point.y - corner.interval[0]) < 1e-15);
});

/** @param {Shape} shape @param {number} x @param {number} y */
function cornerOf(shape, x, y) {
    const flat = shape.vertices;
    for (let k = 0; k < flat.length; k += 2) if (flat[k] === x && flat[k + 1] === y) return k / 2;
    return -1;
}

test('the end of an edge 1e14 times longer than the radius is distinguished from the region beyond it', () => {
    // The foot on the edge was computed from its far end, where 0.25 is lost to rounding, and the path seemed to leave
    // through the strip of the edge, which it passes beyond the end.
    const [disc, wedge] = [
        g.hull([0, 0], { radius: 1e-10 }),
        g.hull([
            [0, 0],
            [2251800082120704, 0],
            [3145728.25, 3],
        ]),
    ];
    const { status, interval } = g.shapeCast(disc, wedge, undefined, undefined, {
        dx: 1048576,
        dy: 1,
    });
    assert.equal(status, 'overlapping');
    assert.equal(interval?.[0], 0);
    assert.ok(Math.abs((interval?.[1] ?? 0) - 0.001258291316800563) < 1e-17);
});

test('when a disc and a strip tie in double, the normal is that of the feature that is met', () => {
    // Both were met at the same double; the disc was chosen, whose normal is arbitrary there.
    const [disc, body] = [
        g.hull([-5513727, -21], { radius: 2 ** -30 }),
        g.hull([
            [10, -4737682],
            [-5, 0],
            [-1216108, 5742785],
        ]),
    ];
    const way = { dx: 5513737, dy: -4737661 };
    const { normal } = g.shapeCast(disc, body, undefined, undefined, way);
    assert.ok(normal !== null);
    // B does not extend beyond the line through the contact.
    const corners = Array.from({ length: 3 }, (_, k) => body.vertices.slice(2 * k, 2 * k + 2));
    const reach = corners.map(([x, y]) => x * normal.x + y * normal.y);
    const met = (disc.vertices[0] + way.dx) * normal.x + (disc.vertices[1] + way.dy) * normal.y;
    assert.ok(Math.max(...reach) < met + 1);
});

test('the normal of a small disc met from afar is right to the last digits', () => {
    // The normal was taken from a difference of positions, with an error of the distance times u over the radius.
    const [point, disc] = [g.hull([0, 0]), g.hull([1000, 1], { radius: 2 ** -20 })];
    const { normal } = g.shapeCast(point, disc, undefined, undefined, {
        dx: 2000,
        dy: 2 * (1 - 2 ** -21),
    });
    assert.ok(normal !== null);
    const length = Math.hypot(2000, 2 * (1 - 2 ** -21));
    // The sine of the angle is the distance of the path from the center, divided by the radius.
    const beside = (2000 * 1 - 1000 * 2 * (1 - 2 ** -21)) / length / 2 ** -20;
    const sine = (2 * (1 - 2 ** -21) * normal.x - 2000 * normal.y) / length;
    assert.ok(Math.abs(sine - beside) < 1e-12);
});

test('arguments in the order of version 0.2 are an error that states the order', () => {
    const any = /** @type {any} */ (g);
    const [box, disc] = [g.box(2, 2), g.disc(1)];
    const ray = { x: -4, y: 0, dx: 8, dy: 0 };
    const answer = g.rayCast(box, {}, ray);
    for (const call of [
        () => any.shapeCast(disc, box, { x: 1, y: 0 }),
        () => any.shapeCast(disc, box, [1, 0]),
        () => any.shapeCast(disc, box, [1, 0], {}, {}),
        () => any.shapeCast(disc, box, { x: 1, y: 0 }, { x: -4, y: 0 }),
        () => any.shapeCast(disc, box, { x: 1, y: 0 }, {}, {}),
        () => any.shapeCast(disc, box, { x: 1, y: 0 }, {}, { x: 4, y: 0 }),
        () => any.shapeCast(disc, box, { x: 1, y: 0 }, {}, { x: 4, y: 0, angle: 1 }),
        () => any.shapeCast(disc, box, { x: 1, y: 0 }, {}, { cos: 1, sin: 0 }),
    ]) {
        assert.throws(call, {
            code: 'wrong-type',
            message: /; the order is shapeCast\(a, b, poseA, poseB, translation, options\)$/,
        });
    }
    for (const call of [
        () => any.rayCast(box, ray),
        () => any.rayCast(box, ray, {}),
        () => any.rayCast(box, ray, { x: 1, y: 2, angle: 3 }),
        () => any.rayCast(box, ray, undefined, answer),
    ]) {
        assert.throws(call, {
            code: 'wrong-type',
            message: /; the order is rayCast\(shape, pose, ray, options, out\)$/,
        });
    }
});

test('the normals of all casts point out of the body that is met', () => {
    const [box, point] = [g.box(2, 2), g.hull([[0, 0]])];
    const world = g.bodies(1, { rays: 1 });
    world.shapes[0] = box.id;
    world.poses.set([0, 0, 1, 0]);
    world.rays.set([-4, 0, 8, 0]);
    const [ray, way] = [
        { x: -4, y: 0, dx: 8, dy: 0 },
        { dx: 8, dy: 0 },
    ];
    world.castRays(1, 1);
    assert.deepEqual(
        [
            g.rayCast(box, {}, ray).normal,
            g.shapeCast(point, box, { x: -4 }, {}, way).normal,
            g.shapeCast(box, box, { x: -4 }, {}, way).normal,
            g.shapeCast(g.compound([point, box]), box, { x: -4 }, {}, way).normal,
            g.shapeCast(g.disc(1), g.chain([0, -1, 0, 1]), { x: -4 }, {}, way).normal,
            world.rayCast(ray, 1).normal,
            world.shapeCast(point, { x: -4 }, way, 1).normal,
            { x: world.rayNormals[0], y: world.rayNormals[1] },
        ].map(plain),
        Array.from({ length: 8 }, () => ({ x: -1, y: 0 })),
    );
});
