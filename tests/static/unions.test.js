import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { createSync as createStatic } from 'graze/static';
import { castUnions, relationByMoves, relationOfUnions } from '../oracle/union_oracle.js';
import { randomOf } from './compound_cases.js';
import { placeParts, randomUnionPair } from './union_cases.js';
import { checkUnions, programOf } from './union_checks.js';

/**
 * Tests unions of thin and solid parts at rest and in casts against an exact oracle, and the oracle itself. The long
 * version is `long/unions.mjs`.
 *
 * @import { Part } from '../oracle/union_oracle.js'
 */

/** @param {number[][]} points @param {number} [radius] @returns {Part} */
const part = (points, radius = 0) => ({ points, radius });

/** @param {number[][]} points */
const wall = (points) => points.slice(1).map((q, k) => part([points[k], q]));

const ROOM = wall([
    [0, 0],
    [4, 0],
    [4, 4],
    [0, 4],
    [0, 0],
]);

/** @param {number} x @param {number} y */
const tile = (x, y) =>
    part([
        [x, y],
        [x + 1, y],
        [x + 1, y + 1],
        [x, y + 1],
    ]);

test('the oracle relates unions at joints, corners, seams and arcs', () => {
    const segment = (/** @type {number[]} */ ...[x, y, u, v]) => [
        part([
            [x, y],
            [u, v],
        ]),
    ];
    const straight = wall([
        [0, 0],
        [1, 0],
        [2, 0],
    ]);
    const corner = wall([
        [0, 0],
        [1, 0],
        [1, 1],
    ]);
    const diagonal = [tile(0, 0), tile(1, 1)];
    /** @type {[string, Part[], Part[], string][]} */
    const cases = [
        ['a joint, crossed', segment(1, 1, 1, -1), straight, 'overlapping'],
        ['a corner, crossed', segment(0, 1, 2, -1), corner, 'overlapping'],
        ['a corner, from outside', segment(0, -1, 2, 1), corner, 'touching'],
        ['the end of a wall', segment(0, 1, 0, -1), straight, 'touching'],
        ['the corner of a room', segment(2, 2, 6, 6), ROOM, 'overlapping'],
        ['between diagonal tiles', segment(0, 2, 2, 0), diagonal, 'overlapping'],
        ['a seam', segment(1, 0, 1, 1), [tile(0, 0), tile(1, 0)], 'overlapping'],
        ['a tile in a slot', [tile(1, 0)], [tile(0, 0), tile(2, 0)], 'overlapping'],
        [
            'a point between discs',
            [part([[0, 0]])],
            [part([[-1, 0]], 1), part([[1, 0]], 1)],
            'touching',
        ],
        [
            'a point between flat sides of capsules',
            [part([[0, 0]])],
            [
                part(
                    [
                        [-1, -1],
                        [-1, 1],
                    ],
                    1,
                ),
                part(
                    [
                        [1, -1],
                        [1, 1],
                    ],
                    1,
                ),
            ],
            'overlapping',
        ],
        [
            'a point between a disc and a flat side',
            [part([[0, 0]])],
            [
                part([[-1, 0]], 1),
                part(
                    [
                        [1, -1],
                        [1, 1],
                    ],
                    1,
                ),
            ],
            'touching',
        ],
        [
            'a point among three discs',
            [part([[0, 0]])],
            [part([[-1, 0]], 1), part([[1, 0]], 1), part([[0, 1]], 1), part([[0, -1]], 1)],
            'overlapping',
        ],
    ];
    for (const [name, a, b, relation] of cases) {
        assert.equal(relationOfUnions(a, b), relation, name);
        assert.equal(relationOfUnions(b, a), relation, `${name}, exchanged`);
    }
    const ray = (/** @type {number[]} */ ...way) => castUnions([part([[2, 2]])], ROOM, way).status;
    assert.deepEqual(
        [ray(4, 4), ray(2, 2), ray(1, 1), ray(0, 3)],
        ['hit', 'grazing', 'free', 'hit'],
    );
});

test('the oracle agrees with small moves', () => {
    const random = randomOf(7);
    /** @type {Record<string, number>} */
    const found = {};
    for (let k = 0; k < 200; k++) {
        const { unions, places } = randomUnionPair(random, 0);
        const [a, b] = unions.map((union, n) => placeParts(union, places[n]));
        const relation = relationOfUnions(a, b);
        const isLarge = [a, b].some((parts) => parts.some(({ points }) => sizeOf(points) > 5));
        if (isLarge) continue;
        assert.equal(relationByMoves(a, b, 5), relation, JSON.stringify([a, b]));
        found[relation] = (found[relation] ?? 0) + 1;
    }
    assert.ok(found.touching > 20 && found.overlapping > 30 && found.disjoint > 5);
});

/** @param {number[][]} points */
const sizeOf = (points) =>
    Math.max(
        ...[0, 1].map((axis) => {
            const values = points.map((p) => p[axis]);
            return Math.max(...values) - Math.min(...values);
        }),
    );

for (const [entry, create] of [
    ['graze', createSync],
    ['graze/static', createStatic],
]) {
    test(`${entry}: random unions have the relations and casts of the oracle`, () => {
        const g = /** @type {typeof createSync} */ (create)();
        checkUnions(g, randomOf(11), 240, (pair, { kind, call, got, right }) => {
            assert.fail(`${kind}: ${got}, not ${right}\n${programOf(pair, call)}`);
        });
    });
}
