import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import fc from '../fast_check.js';
import { refuses } from '../refuses.js';

/**
 * Tests the cone of directions that separate two bodies which touch, against all vectors that might generate it, in whole
 * numbers: the normals of all differences of two points of A - B at the origin.
 *
 * @typedef {[bigint, bigint]} Vector
 */

const g = createSync();

const grid = fc.integer({ min: -4, max: 4 });
const points = fc.oneof(
    fc.array(fc.tuple(grid, grid), { minLength: 1, maxLength: 7 }),
    fc.array(fc.tuple(fc.integer({ min: -1, max: 1 }), fc.constant(0)), {
        minLength: 1,
        maxLength: 3,
    }),
);
const quarter = fc.constantFrom([1, 0], [0, 1], [-1, 0], [0, -1]);
const place = fc.tuple(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -5, max: 5 }), quarter);

/** @typedef {[x: number, y: number, turn: readonly number[]]} Place */

/** Returns points at a place. @param {number[][]} list @param {Place} place */
const placed = (list, [x, y, [cos, sin]]) =>
    list.map((p) => [x + cos * p[0] - sin * p[1], y + sin * p[0] + cos * p[1]]);

/** @param {Vector} p @param {Vector} q */
const dot = (p, q) => p[0] * q[0] + p[1] * q[1];

/** Returns the vector with the same direction and the least coordinates. @param {Vector} v @returns {Vector} */
function reduced([x, y]) {
    let [a, b] = [x < 0n ? -x : x, y < 0n ? -y : y];
    while (b !== 0n) [a, b] = [b, a % b];
    return [x / a, y / a];
}

/**
 * Returns the directions of the generators of the cone n . p <= 0, for the differences p of A - B, as texts.
 *
 * @param {number[][]} a
 * @param {number[][]} b
 */
function generatorsOf(a, b) {
    const all = a.flatMap((p) =>
        b.map((q) => /** @type {Vector} */ (p.map((x, k) => BigInt(x - q[k])))),
    );
    const steps = all.filter(([x, y]) => x !== 0n || y !== 0n);
    if (steps.length === 0) return ['-1,0', '0,-1', '0,1', '1,0'];
    const isFlat = steps.every(([x, y]) => x * steps[0][1] === y * steps[0][0]);
    const candidates = steps.flatMap(([x, y]) => {
        /** @type {Vector[]} */
        const normals = [
            [-y, x],
            [y, -x],
        ];
        return isFlat ? [...normals, /** @type {Vector} */ ([-x, -y])] : normals;
    });
    const separating = candidates.filter((n) => steps.every((p) => dot(n, p) <= 0n));
    return [...new Set(separating.map((n) => String(reduced(n))))].sort();
}

/** Returns the whole numbers up to 64 in the ratio of a direction, as a text. @param {{ x: number, y: number }} direction */
function directionOf({ x, y }) {
    assert.ok(Math.abs(Math.sqrt(x * x + y * y) - 1) <= 4 * 2 ** -53, `${x}, ${y}`);
    for (let size = 0; size <= 64; size++) {
        const most = Math.max(Math.abs(x), Math.abs(y));
        const [p, q] = [(x * size) / most, (y * size) / most].map(Math.round);
        const length = Math.sqrt(p * p + q * q);
        const error = Math.max(Math.abs(x - p / length), Math.abs(y - q / length));
        if (error <= 4 * 2 ** -53) return `${p + 0},${q + 0}`;
    }
    return `${x},${y}`;
}

/** Returns the sine of the angle from one direction to another. @param {any} p @param {any} q */
const turn = (p, q) => p.x * q.y - p.y * q.x;

test('on a grid, the generators are those of exact arithmetic', () => {
    let [touching, flat] = [0, 0];
    fc.assert(
        fc.property(
            points,
            points,
            place,
            place,
            fc.integer({ min: -60, max: 60 }),
            (a, b, p, q, e) => {
                const scale = 2 ** e;
                const shapes = [a, b].map((list) =>
                    g.hull(list.map(([x, y]) => [x * scale, y * scale])),
                );
                const [poseA, poseB] = [p, q].map(([x, y, [cos, sin]]) => ({
                    x: x * scale,
                    y: y * scale,
                    cos,
                    sin,
                }));
                const { relation, directions } = g.contactCone(shapes[0], shapes[1], poseA, poseB);
                const mirrored = g.contactCone(shapes[1], shapes[0], poseB, poseA).directions;
                assert.equal(relation, g.relation(shapes[0], shapes[1], poseA, poseB));
                for (const shape of shapes) shape.free();
                const found = directions.map(directionOf);
                if (relation !== 'touching') {
                    assert.deepEqual(directions, []);
                    return;
                }
                touching++;
                if (directions.length > 2) flat++;
                assert.deepEqual([...found].sort(), generatorsOf(placed(a, p), placed(b, q)));
                assert.deepEqual(
                    mirrored.map(({ x, y }) => directionOf({ x: -x, y: -y })).sort(),
                    [...found].sort(),
                );
                for (const [k, direction] of directions.entries()) {
                    if (k > 0) assert.ok(turn(directions[k - 1], direction) >= 0);
                }
            },
        ),
        { numRuns: 20_000, seed: 91 },
    );
    assert.ok(touching > 0 && flat > 0, `${touching} touch, ${flat} of them flat`);
});

test('round bodies have the one direction of their distance', () => {
    const [round, disc, box] = [g.hull([0, 0, 3, 0], { radius: 2 }), g.disc(3), g.box(2, 40)];
    /** @type {[import('graze').Shape, number, number, string][]} */
    const cases = [
        [disc, 6, 4, '3,4'],
        [disc, -3, 4, '-3,4'],
        [disc, 1, -5, '0,-1'],
        [box, 6, 7, '1,0'],
        [box, -3, -7, '-1,0'],
    ];
    for (const [other, x, y, expected] of cases) {
        const { relation, directions } = g.contactCone(round, other, undefined, { x, y });
        assert.deepEqual([relation, directions.map(directionOf)], ['touching', [expected]]);
    }
    assert.deepEqual(g.contactCone(round, box).directions, []);
});

test('shapes of several parts are refused', () => {
    const [box, chain] = [g.box(1, 1), g.chain([0, 0, 1, 0, 1, 1])];
    refuses(() => g.contactCone(box, chain), { code: 'not-convex', argument: 'b' });
    refuses(() => g.contactCone(chain, box), { code: 'not-convex', argument: 'a' });
});

test('wherever rounded vertices touch, no vertex of A is beyond one of B', () => {
    let touching = 0;
    fc.assert(
        fc.property(points, points, fc.float({ min: -3, max: 3, noNaN: true }), (a, b, angle) => {
            const [first, second] = [g.hull(a), g.hull(b)];
            const separated = g.distance(first, second, undefined, { x: 20, angle });
            const { x, y } = separated.normal;
            const poseB = { x: 20 - x * separated.distance, y: -y * separated.distance, angle };
            const { relation, directions } = g.contactCone(first, second, undefined, poseB);
            if (relation === 'touching') touching++;
            const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
            for (const n of directions) {
                const far = Math.max(...a.map((p) => n.x * p[0] + n.y * p[1]));
                const near = Math.min(
                    ...b.map(
                        (q) =>
                            n.x * (poseB.x + cos * q[0] - sin * q[1]) +
                            n.y * (poseB.y + sin * q[0] + cos * q[1]),
                    ),
                );
                assert.ok(far - near <= 1e-13, `${far} > ${near}`);
            }
        }),
        { numRuns: 20_000, seed: 92 },
    );
    assert.ok(touching > 0, `${touching} touch`);
});
