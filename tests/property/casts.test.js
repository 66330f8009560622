import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import fc from '../fast_check.js';
import { castPolygons, castRounded } from '../oracle/cast_oracle.js';
import { toNumber } from '../oracle/rational.js';
import { relatePolygons } from '../oracle/static_oracle.js';
import { shareOf } from '../volume.js';

/**
 * Compares casts with exact ones.
 *
 * @import { ShapeCast } from 'graze'
 * @import { Cast } from '../oracle/cast_oracle.js'
 */

const g = createSync();

/** The unit roundoff of double. */
const U = 2 ** -53;

/** Returns the distance from one double to the next. @param {number} x */
function ulp(x) {
    const exponent = Math.floor(Math.log2(Math.max(Math.abs(x), 2 ** -1022)));
    return 2 ** Math.max(exponent - 52, -1074);
}

/** @param {import('fast-check').Arbitrary<number>} value @param {number} [maxLength] */
const pointsOf = (value, maxLength = 6) =>
    fc.array(fc.tuple(value, value), { minLength: 1, maxLength });

/**
 * @param {number[][]} a
 * @param {number} ra
 * @param {number[][]} b
 * @param {number} rb
 * @param {number[]} way
 */
function cast(a, ra, b, rb, [x, y]) {
    const shapes = [g.hull(a, { radius: ra }), g.hull(b, { radius: rb })];
    const forth = g.shapeCast(shapes[0], shapes[1], undefined, undefined, { dx: x, dy: y });
    const back = g.shapeCast(shapes[1], shapes[0], undefined, undefined, { dx: -x, dy: -y });
    assert.deepEqual(
        [back.status, back.relation, back.interval],
        [forth.status, forth.relation, forth.interval],
        'B against A by the way back',
    );
    for (const shape of shapes) shape.free();
    return forth;
}

/**
 * Asserts that verdicts are equal, and times as near as `slack`.
 *
 * @param {ShapeCast} answer
 * @param {Cast} expected
 * @param {(time: number) => number} slack
 */
function agrees({ status, relation, interval }, expected, slack) {
    assert.deepEqual([status, relation], [expected.status, expected.relation]);
    assert.equal(interval === null, expected.interval === null);
    if (interval === null || expected.interval === null) return;
    expected.interval.map(toNumber).forEach((time, k) => {
        const error = Math.abs(interval[k] - time);
        assert.ok(error <= slack(time), `${interval[k]}, not ${time}: ${error / ulp(time)} ulp`);
    });
    assert.ok(interval[0] >= 0 && interval[0] <= interval[1] && interval[1] <= 1, `${interval}`);
}

const grid = fc.integer({ min: 0, max: 5 });
const step = fc.integer({ min: -9, max: 9 });

const nowhere = fc.constant(0);
const anyWay = fc.oneof(fc.tuple(step, step), fc.tuple(step, nowhere), fc.tuple(nowhere, step));

/** Small outlines some integer steps apart, and an integer path, often along an axis. */
const gridCast = fc
    .tuple(pointsOf(grid), pointsOf(grid), fc.tuple(step, step), anyWay)
    .map(([a, b, [x, y], way]) => ({ a, b: b.map((p) => [p[0] + x, p[1] + y]), way }));

/** Returns a count of each status, so that none is missing from the test. */
const newTally = () => ({ free: 0, hit: 0, grazing: 0, overlapping: 0 });

/** @param {ReturnType<typeof newTally>} tally @param {number} least */
function allSeen(tally, least) {
    assert.ok(Math.min(...Object.values(tally)) >= shareOf(least), JSON.stringify(tally));
}

test('on a grid, including degenerate outlines, the status is exact and times are right to an ulp', () => {
    const seen = newTally();
    fc.assert(
        fc.property(gridCast, ({ a, b, way }) => {
            const answer = cast(a, 0, b, 0, way);
            agrees(answer, castPolygons(a, b, way), ulp);
            seen[answer.status]++;
        }),
        { numRuns: 20_000, seed: 71 },
    );
    allSeen(seen, 300);
});

/** Float32 values of one size: double computes with them exactly, or nearly. */
const real = fc.float({ min: -4, max: 4, noNaN: true });

test('float32 points on a path from corner to corner and beyond: status exact, times to an ulp', () => {
    const seen = newTally();
    fc.assert(
        fc.property(
            pointsOf(real),
            pointsOf(real),
            fc.nat(),
            fc.nat(),
            fc.constantFrom(1, 1, 2, 0.5, 1 + 2 ** -52, 1 - 2 ** -53, 4, -1),
            fc.tuple(fc.constantFrom(0, 0, 9), fc.constantFrom(0, 0, 9)),
            (a, b, i, j, part, [x, y]) => {
                const placed = b.map((p) => [Math.fround(p[0] + x), Math.fround(p[1] + y)]);
                const [p, q] = [a[i % a.length], placed[j % placed.length]];
                const way = [(q[0] - p[0]) * part, (q[1] - p[1]) * part];
                const answer = cast(a, 0, placed, 0, way);
                agrees(answer, castPolygons(a, placed, way), ulp);
                seen[answer.status]++;
            },
        ),
        { numRuns: 10_000, seed: 72 },
    );
    allSeen(seen, 100);
});

test('points and paths of any sizes: status exact, times to an ulp', () => {
    const value = fc.oneof(
        fc.float({ noNaN: true, noDefaultInfinity: true }),
        fc.float({ min: -1, max: 1, noNaN: true }),
        fc.constantFrom(0, 1, -1, 3, 2 ** -20, 2 ** 20, 2 ** -149, 2 ** 100),
    );
    const length = fc.oneof(
        value,
        fc
            .double({ min: -(2 ** 127), max: 2 ** 127, noNaN: true })
            .map((x) => (Math.abs(x) < 2 ** -200 ? 0 : x)),
        // Lengths below 2^-200 count as 0, as in the position of a body.
        fc.constantFrom(2 ** -199, -(2 ** -180), 3e-59),
    );
    fc.assert(
        fc.property(pointsOf(value), pointsOf(value), fc.tuple(length, length), (a, b, way) => {
            agrees(cast(a, 0, b, 0, way), castPolygons(a, b, way), ulp);
        }),
        { numRuns: 6000, seed: 73 },
    );
});

/** Radii that equal grid distances exactly (3, 4, 5) or to one float32 step, and others. */
const anyRadius = fc.oneof(
    fc.constantFrom(0, 0.5, 1, 1.5, 2, 2.5, 3, 2 ** -149, 2 ** -20, 2.5 + 2 ** -22, 1.5 - 2 ** -23),
    fc.float({ min: 0, max: 4, noNaN: true }),
);

/** Returns the allowed error in time, 1e-13 of the path. */
const partOfWay = () => 1e-13;

test('rounded bodies on a grid, including tangents: status exact, times to 1e-13 of the path', () => {
    const seen = newTally();
    fc.assert(
        fc.property(gridCast, anyRadius, anyRadius, ({ a, b, way }, ra, rb) => {
            const answer = cast(a, ra, b, rb, way);
            agrees(answer, castRounded(a, ra, b, rb, way), partOfWay);
            seen[answer.status]++;
        }),
        { numRuns: 12_000, seed: 74 },
    );
    allSeen(seen, 15);
});

/** Returns whether x + y is a double. @param {number} x @param {number} y */
function sumIsExact(x, y) {
    const sum = x + y;
    const part = sum - x;
    return x - (sum - part) + (y - part) === 0;
}

/**
 * Returns whether double represents the end of the path exactly, whichever of the two moves.
 *
 * @param {number[][]} a
 * @param {number[][]} b
 * @param {number[]} way
 */
const endIsExact = (a, b, way) =>
    a.every((p) => p.every((x, i) => sumIsExact(x, way[i]))) &&
    b.every((p) => p.every((x, i) => sumIsExact(x, -way[i])));

/**
 * Asserts that an answer agrees with the exact ones for radii that are off by the rounding of the end.
 *
 * @param {number[][]} a
 * @param {number} ra
 * @param {number[][]} b
 * @param {number} rb
 * @param {number[]} way
 */
function agreesRounded(a, ra, b, rb, way) {
    const answer = cast(a, ra, b, rb, way);
    if (endIsExact(a, b, way)) {
        agrees(answer, castRounded(a, ra, b, rb, way), partOfWay);
        return answer.status;
    }
    const size = Math.max(...[...a, ...b, way].flat().map(Math.abs), ra, rb);
    const [less, more] = [-16 * U * size, 16 * U * size].map((slack) =>
        castRounded(a, Math.max(0, ra + slack), b, rb, way),
    );
    const { status, relation, interval, point, normal } = answer;
    if (interval !== null) {
        const numbers = [...interval, point?.x, point?.y, normal?.x, normal?.y];
        assert.ok(numbers.every(Number.isFinite), `${numbers}`);
    }
    if (less.status !== more.status || less.relation !== more.relation) return status;
    assert.deepEqual([status, relation], [less.status, less.relation]);
    if (interval === null || less.interval === null || more.interval === null) return status;
    const [inner, outer] = [less.interval.map(toNumber), more.interval.map(toNumber)];
    assert.ok(interval[0] >= outer[0] - 1e-13 && interval[0] <= inner[0] + 1e-13);
    assert.ok(interval[1] >= inner[1] - 1e-13 && interval[1] <= outer[1] + 1e-13);
    return status;
}

/** Multiples of 2^-12: sums of them and of their halves are exact in double. */
const fine = fc.integer({ min: -(2 ** 14), max: 2 ** 14 }).map((k) => k / 2 ** 12);
const aimed = fc.oneof(
    fc.constantFrom(1, 2, 0.5),
    fc.integer({ min: -4096, max: 8192 }).map((k) => k / 2 ** 11),
);

test('rounded bodies of finer points, from corner to corner: status exact, times to 1e-13', () => {
    const seen = newTally();
    fc.assert(
        fc.property(
            pointsOf(fine, 4),
            anyRadius,
            pointsOf(fine, 4),
            anyRadius,
            fc.tuple(step, step),
            fc.tuple(aimed, aimed),
            (a, ra, b, rb, [x, y], [s, t]) => {
                const placed = b.map((p) => [p[0] + 2 * x, p[1] + 2 * y]);
                const way = [(placed[0][0] - a[0][0]) * s, (placed[0][1] - a[0][1]) * t];
                assert.ok(endIsExact(a, placed, way));
                seen[agreesRounded(a, ra, placed, rb, way)]++;
            },
        ),
        { numRuns: 10_000, seed: 75 },
    );
    assert.ok(
        Math.min(seen.free, seen.hit, seen.overlapping) >= shareOf(100),
        JSON.stringify(seen),
    );
});

test('rounded bodies of float32 points: status and times are right up to the rounding of the end', () => {
    fc.assert(
        fc.property(
            pointsOf(real, 4),
            anyRadius,
            pointsOf(real, 4),
            anyRadius,
            fc.tuple(step, step),
            fc.tuple(aimed, aimed),
            (a, ra, b, rb, [x, y], [s, t]) => {
                const placed = b.map((p) => [Math.fround(p[0] + 2 * x), Math.fround(p[1] + 2 * y)]);
                const way = [(placed[0][0] - a[0][0]) * s, (placed[0][1] - a[0][1]) * t];
                agreesRounded(a, ra, placed, rb, way);
            },
        ),
        { numRuns: 6000, seed: 69 },
    );
});

test('rounded bodies and paths of any sizes: status and times are right up to the rounding of the end', () => {
    const value = fc.oneof(
        fc.float({ noNaN: true, noDefaultInfinity: true }),
        fc.float({ min: -1, max: 1, noNaN: true }),
        fc.constantFrom(0, 1, -1, 3, 2 ** -20, 2 ** 20, 2 ** -149, 2 ** 100),
        fc.integer({ min: -(2 ** 23), max: 2 ** 23 }),
    );
    const radius = fc.oneof(nowhere, value.map(Math.abs));
    fc.assert(
        fc.property(
            pointsOf(value, 4),
            radius,
            pointsOf(value, 4),
            radius,
            fc.tuple(value, value),
            (a, ra, b, rb, way) => {
                agreesRounded(a, ra, b, rb, way);
            },
        ),
        { numRuns: 4000, seed: 70 },
    );
});

test('rounded bodies whose radii equal the least gap on the path to the last digit have the right status', () => {
    const seen = newTally();
    fc.assert(
        fc.property(gridCast, fc.boolean(), ({ a, b, way }, less) => {
            // The least gap on the path is that of A's sweep, the hull of A at both ends.
            const sweep = [...a, ...a.map((p) => [p[0] + way[0], p[1] + way[1]])];
            const gap = relatePolygons(sweep, b).distance;
            const first = Math.fround(gap / (less ? 1 : 2));
            const rest = Math.fround(gap - first);
            const [ra, rb] = rest >= 0 ? [first, rest] : [first, 0];
            const answer = cast(a, ra, b, rb, way);
            const expected = castRounded(a, ra, b, rb, way);
            assert.deepEqual(
                [answer.status, answer.relation],
                [expected.status, expected.relation],
            );
            seen[answer.status]++;
        }),
        { numRuns: 4000, seed: 76 },
    );
    assert.ok(Math.min(seen.free, seen.hit, seen.grazing) >= shareOf(100), JSON.stringify(seen));
});

/** @param {number[][]} points @param {{ x: number, y: number }} p @param {number} radius */
function off(points, p, radius) {
    return relatePolygons([[p.x, p.y]], points).distance - radius;
}

test('at begin the bodies touch in the given point, along the normal, with the given features', () => {
    fc.assert(
        fc.property(
            fc.oneof(
                gridCast,
                fc.record({ a: pointsOf(real), b: pointsOf(real), way: fc.tuple(step, step) }),
            ),
            fc.constantFrom(0, 0, 0.5, 1.25),
            fc.constantFrom(0, 0, 1, 0.125),
            ({ a, b, way }, ra, rb) => {
                const shapes = [g.hull(a, { radius: ra }), g.hull(b, { radius: rb })];
                const cast = g.shapeCast(shapes[0], shapes[1], undefined, undefined, {
                    dx: way[0],
                    dy: way[1],
                });
                const counts = shapes.map((shape) => shape.vertices.length / 2);
                for (const shape of shapes) shape.free();
                const { status, interval, point, normal, featureA, featureB } = cast;
                if (status === 'free') {
                    assert.deepEqual(
                        [interval, point, normal, featureA, featureB],
                        [null, null, null, null, null],
                    );
                    return;
                }
                assert.ok(interval && point && normal && featureA && featureB);
                const [s] = interval;
                const moved = a.map((p) => [p[0] + s * way[0], p[1] + s * way[1]]);
                const slack = 256 * U * 16;
                assert.ok(off(moved, point, ra) <= slack, `A missed by ${off(moved, point, ra)}`);
                assert.ok(off(b, point, rb) <= slack, `B missed by ${off(b, point, rb)}`);
                assert.ok(Math.abs(Math.hypot(normal.x, normal.y) - 1) <= 4 * U);
                assert.ok(featureA.index >= 0 && featureA.index < counts[0]);
                assert.ok(featureB.index >= 0 && featureB.index < counts[1]);
                if (status === 'overlapping') return;
                /** @param {number[]} p */
                const along = (p) => -(p[0] * normal.x + p[1] * normal.y);
                const front = Math.max(...moved.map(along)) + ra;
                const back = Math.min(...b.map(along)) - rb;
                // Two features whose distances differ by less than u have normals up to sqrt(2 u) apart.
                const tilt = 16 * Math.sqrt(2 * U);
                assert.ok(Math.abs(back - front) <= tilt, `${back - front} along the normal`);
            },
        ),
        { numRuns: 4000, seed: 77 },
    );
});

test('a ray is the cast of a point', () => {
    const place = fc.oneof(step, fc.double({ min: -9, max: 9, noNaN: true }));
    fc.assert(
        fc.property(
            pointsOf(fc.oneof(grid, real)),
            fc.constantFrom(0, 0, 0.5, 2),
            fc.tuple(place, place, place, place),
            fc.record({ x: place, y: place, angle: fc.constantFrom(0, 0, 0, 1, -2.5) }),
            (points, radius, [x, y, dx, dy], pose) => {
                const [shape, point] = [g.hull(points, { radius }), g.hull([0, 0])];
                const ray = g.rayCast(shape, pose, { x, y, dx, dy });
                const cast = g.shapeCast(point, shape, { x, y }, pose, { dx, dy });
                shape.free();
                point.free();
                if (pose.angle === 0) {
                    assert.deepEqual([ray.status, ray.interval], [cast.status, cast.interval]);
                } else if (ray.interval !== null && cast.interval !== null) {
                    assert.ok(Math.abs(ray.interval[0] - cast.interval[0]) < 1e-6);
                }
                if (ray.interval === null || pose.angle !== 0) return;
                assert.deepEqual(ray.point, cast.point);
                assert.ok(ray.normal !== null && cast.normal !== null);
                assert.deepEqual(ray.normal, cast.normal);
                assert.deepEqual(ray.feature, cast.featureB);
            },
        ),
        { numRuns: 4000, seed: 78 },
    );
});

test('casts to positions that double represents are exact', () => {
    fc.assert(
        fc.property(
            gridCast,
            fc.constantFrom(0, 1e6, 2 ** 40),
            fc.tuple(step, step),
            fc.constantFrom(1, 2 ** -6),
            ({ a, b, way }, far, [x, y], unit) => {
                const poses = [
                    { x: far + x * unit, y: far },
                    { x: far, y: far - y * unit },
                ];
                const shapes = [g.hull(a), g.hull(b)];
                const way2 = { dx: way[0], dy: way[1] };
                const answer = g.shapeCast(shapes[0], shapes[1], poses[0], poses[1], way2);
                for (const shape of shapes) shape.free();
                const placed = a.map((p) => [p[0] + x * unit, p[1] + y * unit]);
                agrees(answer, castPolygons(placed, b, way), ulp);
            },
        ),
        { numRuns: 3000, seed: 79 },
    );
});
