import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createSync } from 'graze/solid';
import { inShared, needsShared } from '../helpers.js';
import { boxOf, Dice, kissingBoxes } from '../native/solid_cases.js';
import { depthOf, place, relationOf, rootOfSquare, toPair } from '../oracle/solid_oracle.js';

/**
 * Boxes that are turned alike and set face to face, edge to edge and corner to corner: rounding of their vertices decides
 * whether they touch, and verdicts are exact for the vertices as rounded.
 *
 * @import { Solid, SolidPose } from 'graze/solid'
 * @import { Point } from '../oracle/solid_oracle.js'
 */

const s = createSync();
const RELATIONS = /** @type {const} */ (['disjoint', 'touching', 'overlapping']);

/** @param {readonly number[]} half */
const boxWith = ([x, y, z]) => s.box(2 * x, 2 * y, 2 * z);

for (const [kind, name] of ['face to face', 'edge to edge', 'corner to corner'].entries())
    test(`boxes ${name} have the exact relation and distance`, () => {
        const dice = new Dice(11 + kind);
        const counts = [0, 0, 0];
        for (let k = 0; k < 250; k++) {
            const { a, b, at, columns } = kissingBoxes(dice, kind);
            const rotation = columns.flat();
            const off = k % 2 === 0 ? [0, 0, 0] : dice.point(() => 100 * dice.unit());
            const position = at.map((x, i) => x + off[i]);
            const exact = toPair(
                place(boxOf(a), { at: off, rotation }),
                place(boxOf(b), { at: position, rotation }),
            );
            const { relation, distance } = relationOf(exact);
            const root = rootOfSquare(distance);
            const [bodyA, bodyB] = [boxWith(a), boxWith(b)];
            const poses = /** @type {const} */ ([
                { position: off, rotation },
                { position, rotation },
            ]);
            const found = s.distance(bodyA, bodyB, ...poses);
            assert.equal(found.relation, relation, `${k}`);
            assert.equal(s.relation(bodyB, bodyA, poses[1], poses[0]), relation, `${k}`);
            assert.equal(s.collide(bodyA, bodyB, ...poses), relation !== 'disjoint');
            assert.ok(Math.abs(found.distance - root) <= 2 ** -52 * root, `${k}`);
            if (relation === 'overlapping' && k % 10 === 0) {
                const depth = rootOfSquare(depthOf(exact));
                const deep = s.penetration(bodyA, bodyB, ...poses);
                assert.ok(deep.depth > 0);
                assert.ok(Math.abs(deep.depth - depth) <= 1e-14 * (1 + Math.abs(off[0])));
            }
            counts[RELATIONS.indexOf(relation)]++;
        }
        // No verdict is a matter of course.
        assert.ok(counts[0] > 20 && counts[2] > 20, `${counts}`);
    });

/** Signs of the corners as the set lists them: -x first, z quickest. */
const SIGNS = Array.from({ length: 8 }, (_, k) => [k & 4, k & 2, k & 1].map((x) => (x ? 1 : -1)));

/** Returns numbers near x, the nearest first, in steps that matter beside 1. @param {number} x @param {number} reach @param {number} unit */
function around(x, reach, unit) {
    const steps = Array.from({ length: 2 * reach + 1 }, (_, k) =>
        k % 2 === 0 ? k / 2 : -(k + 1) / 2,
    );
    return steps.map((step) => x + step * unit);
}

/**
 * Returns the coordinate of a position that places corners as the set has them, to the last bit; undefined if there is none.
 *
 * @param {number[]} row of the rotation
 * @param {Point} half
 * @param {number[]} world coordinates of the corners along one axis
 */
function coordinateOf([r0, r1, r2], half, world) {
    const turned = SIGNS.map(
        ([i, j, k]) => r0 * (i * half[0]) + r1 * (j * half[1]) + r2 * (k * half[2]),
    );
    // Each corner leaves t an interval, of half a last place of its coordinate to both sides.
    let [least, most] = [-Infinity, Infinity];
    turned.forEach((x, k) => {
        const place = 2 ** Math.floor(Math.log2(Math.abs(world[k])) - 53);
        least = Math.max(least, world[k] - x - place);
        most = Math.min(most, world[k] - x + place);
    });
    const candidates = [0, (least + most) / 2, least, most];
    return candidates.find((t) => turned.every((x, k) => x + t === world[k]));
}

/**
 * Returns a row of a rotation and coordinates of positions that place both boxes as the set has them.
 *
 * @param {Point[]} halves
 * @param {number[][]} worlds
 */
function rowOf(halves, worlds) {
    // Larger boxes at smaller coordinates determine the rotation better.
    const weights = worlds.map((world) => 1 / Math.max(...world.map(Math.abs)) ** 2);
    const guess = [0, 1, 2].map((i) => {
        const sums = worlds.map(
            (world) => world.reduce((sum, x, k) => sum + x * SIGNS[k][i], 0) / 8,
        );
        const [p, q] = halves.map((half, k) => half[i] ** 2 * weights[k]);
        return (p * (sums[0] / halves[0][i]) + q * (sums[1] / halves[1][i])) / (p + q);
    });
    for (const [reach, unit] of /** @type {const} */ ([
        [2, 2 ** -54],
        [4, 2 ** -55],
        [8, 2 ** -54],
        [9, 2 ** -56],
    ]))
        for (const r0 of around(guess[0], reach, unit))
            for (const r1 of around(guess[1], reach, unit))
                for (const r2 of around(guess[2], reach, unit)) {
                    const row = [r0, r1, r2];
                    const ta = coordinateOf(row, halves[0], worlds[0]);
                    if (ta === undefined) continue;
                    const tb = coordinateOf(row, halves[1], worlds[1]);
                    if (tb !== undefined) return { row, ta, tb };
                }
    return undefined;
}

/**
 * Returns poses of both boxes with one rotation: the set has no poses, but the vertices that they have placed.
 *
 * @param {Point[]} halves
 * @param {Point[][]} bodies
 */
function posesOf(halves, bodies) {
    /** @type {{ row: number[], ta: number, tb: number }[]} */
    const rows = [];
    for (const axis of [0, 1, 2]) {
        const found = rowOf(
            halves,
            bodies.map((points) => points.map((p) => p[axis])),
        );
        if (found === undefined) return undefined;
        rows.push(found);
    }
    const rotation = [0, 1, 2].flatMap((column) => rows.map(({ row }) => row[column]));
    return [
        { position: rows.map(({ ta }) => ta), rotation },
        { position: rows.map(({ tb }) => tb), rotation },
    ];
}

/** Returns whether a body at a pose has the extents of points. @param {Solid} body @param {SolidPose} pose @param {Point[]} points */
function isPlaced(body, pose, points) {
    const { minX, minY, minZ, maxX, maxY, maxZ } = s.bounds(body, pose);
    const ends = [
        [minX, maxX],
        [minY, maxY],
        [minZ, maxZ],
    ];
    return ends.every(([low, high], axis) => {
        const along = points.map((p) => p[axis]);
        return low === Math.min(...along) && high === Math.max(...along);
    });
}

test('the posed boxes of the development set have its answers', { skip: needsShared }, () => {
    const known = JSON.parse(readFileSync(inShared('solid/posed.json'), 'utf8'));
    const bytes = new Uint8Array(readFileSync(inShared('solid/posed.bin')));
    const view = new DataView(bytes.buffer);
    assert.equal(view.getInt32(0, true), known.length);
    let at = 4;
    const counts = { found: 0 };
    for (const { relation, distance } of known) {
        assert.deepEqual([view.getInt32(at, true), view.getInt32(at + 4, true)], [8, 8]);
        const numbers = Array.from({ length: 48 }, (_, k) => view.getFloat64(at + 8 + 8 * k, true));
        at += 8 + 8 * numbers.length;
        const points = Array.from({ length: 16 }, (_, k) => numbers.slice(3 * k, 3 * k + 3));
        const bodies = [points.slice(0, 8), points.slice(8)];
        const exact = relationOf(toPair(bodies[0], bodies[1]));
        assert.equal(exact.relation, RELATIONS[relation]);
        const halves = bodies.map((corners) =>
            [4, 2, 1].map((bit) => {
                const square = corners[0].reduce(
                    (sum, x, i) => sum + (corners[bit][i] - x) ** 2,
                    0,
                );
                return Math.fround(Math.sqrt(square) / 2);
            }),
        );
        const poses = posesOf(halves, bodies);
        if (poses === undefined) continue;
        const [a, b] = halves.map(boxWith);
        // A matrix that is off by more than rounding is corrected, and places other vertices.
        if (![a, b].every((body, k) => isPlaced(body, poses[k], bodies[k]))) continue;
        counts.found++;
        const found = s.distance(a, b, poses[0], poses[1]);
        assert.equal(found.relation, RELATIONS[relation]);
        assert.ok(Math.abs(found.distance - distance) <= 2 ** -52 * distance);
        a.free();
        b.free();
    }
    assert.ok(counts.found > 0.9 * known.length, `${counts.found}`);
});
