import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { MovingUnions } from '../oracle/moving_union_oracle.js';
import { below, randomOf } from '../static/compound_cases.js';
import { movingProgramOf, randomMovingUnions } from './moving_union_cases.js';
import { checkOverlaps, limitsOf } from './overlap_checks.js';

/**
 * Tests first overlaps and first contacts of unions that slide, roll, rest, touch and dip against a search with derived
 * bounds, and the search itself. The long version is `long/overlaps.mjs`.
 */

const SQUARE = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
];

/** @param {number[]} x @param {number[]} y @param {number[]} [angle] */
const piece = (x, y, angle = [0]) => ({ t0: 0, t1: 4, x, y, angle });

/** @param {number[][]} points @param {number} radius @param {number[]} x @param {number[]} y @param {number[]} [angle] */
const moving = (points, radius, x, y, angle) => ({
    parts: [{ points, radius }],
    pieces: [piece(x, y, angle)],
});

const FLOOR = moving(
    [
        [-9, -1],
        [9, -1],
        [9, 0],
        [-9, 0],
    ],
    0,
    [0],
    [0],
);

test('the search finds the first time of a depth, and passes lasting touches', () => {
    const limit = 1e-9;
    const search = (/** @type {any} */ a, /** @type {any} */ b) =>
        new MovingUnions(a, b).deeperThan(0, 4, limit, 1e-10);
    const near = (/** @type {number | null} */ time, /** @type {number} */ expected) =>
        assert.ok(time !== null && Math.abs(time - expected) < 1e-6, `${time}, not ${expected}`);

    // A box slides on the floor, and meets a wall at t = 2; then nothing.
    const wall = {
        parts: [
            ...FLOOR.parts,
            {
                points: [
                    [4, 0],
                    [5, 0],
                    [5, 3],
                    [4, 3],
                ],
                radius: 0,
            },
        ],
        pieces: FLOOR.pieces,
    };
    near(search(moving(SQUARE, 0, [1, 1], [1]), wall).time, 2);
    assert.deepEqual(search(moving(SQUARE, 0, [1, 1], [1]), FLOOR), { time: null, unclear: 0 });
    // A disc rolls on the floor, and a box touches it with a corner, again and again.
    const disc = [[0, 0]];
    assert.equal(search(moving(disc, 1, [0, 1], [1], [0, -1]), FLOOR).time, null);
    assert.equal(search(moving(SQUARE, 0, [0], [Math.SQRT2], [0, 3]), FLOOR).time, null);
    // y = 1 + (t - 1)^2 (3 - t) touches at t = 1 and overlaps from t = 3 on.
    near(search(moving(disc, 1, [0], [4, -7, 5, -1]), FLOOR).time, 3);
    // A dip by 1e-6 at t = 2 begins 1e-3 earlier.
    near(search(moving(disc, 1, [0], [5 - 1e-6, -4, 1]), FLOOR).time, 2 - 1e-3);
    assert.equal(search(moving(disc, 1, [0], [5 - 1e-10, -4, 1]), FLOOR).time, null);
    // Two discs whose centers pass each other at a distance of 3.
    near(
        search(moving(disc, 1, [-5, 2], [3]), moving(disc, 2.1, [0], [0])).time,
        2.5 - Math.sqrt(0.61) / 2,
    );
});

test('random pairs have the first contacts, overlaps and lists of the search', () => {
    const [g, random] = [createSync(), randomOf(5)];
    for (let k = 0; k < 150; k++) {
        const pair = randomMovingUnions(random);
        const { tolerance, distanceTolerance } = limitsOf(pair);
        const given = below(random, 2) === 0 ? { tolerance, distanceTolerance } : {};
        checkOverlaps(g, pair, given, (name, { status }, wrong) => {
            if (wrong === null && (name !== 'first overlap' || status !== 'undecided')) return;
            const { kind = 'undecided', call = '', details = null } = wrong ?? {};
            assert.fail(
                `${pair.kind}, ${kind}: ${JSON.stringify(details)}\n${movingProgramOf(pair, call)}`,
            );
        });
    }
});
