import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { ccbsCollides, crossingAt, deepestMissed } from '../oracle/ccbs_predicate.js';
import { approachOf } from '../oracle/flight_oracle.js';

/** Tests collisions on long edges crossing at a small angle that CCBS's predicate misses and this package finds. */

const g = createSync();

/** Radius of CCBS's examples: two agents need 0.7071. */
const RADIUS = Math.SQRT2 / 4;

/** Penetrations that were measured on CCBS's own predicate. */
const MEASURED = [
    [0.05, 2.8e-6],
    [0.01, 7e-5],
    [0.003, 8e-4],
    [0.001, 7e-3],
];

test('the deepest overlap that CCBS misses is 1e-8 / (2 R |V|^2)', () => {
    for (const [angle, depth] of MEASURED) {
        const missed = deepestMissed(angle, RADIUS);
        assert.ok(Math.abs(missed / depth - 1) < 0.02, `${angle}: ${missed}`);
        const square = (2 * Math.sin(angle / 2)) ** 2;
        assert.ok(Math.abs((missed * 4 * RADIUS * square) / 1e-8 - 1) < 0.01);
    }
});

test('exact arithmetic and this package find every one of them', () => {
    for (const angle of [0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.003, 0.002, 0.001]) {
        const missed = deepestMissed(angle, RADIUS);
        for (const part of [0.99, 0.5, 1e-3]) {
            const [one, two] = crossingAt(angle, part * missed, RADIUS);
            assert.equal(ccbsCollides(one, two), false);
            const truth = approachOf(one, two);
            assert.equal(truth?.sign, -1);
            const [{ relation, separation }, ...others] = g.conflicts(one, two);
            assert.deepEqual([relation, others], ['overlapping', []]);
            assert.ok(Math.abs(separation - (truth?.gap ?? 0)) < 1e-12);
            assert.ok(Math.abs(separation + part * missed) < 1e-3 * part * missed + 1e-12);
        }
    }
});

test('CCBS and this package find overlaps that are deeper', () => {
    for (const angle of [0.2, 0.05, 0.01, 0.003, 0.001]) {
        const pair = crossingAt(angle, 1.01 * deepestMissed(angle, RADIUS), RADIUS);
        assert.equal(ccbsCollides(...pair), true);
        assert.equal(g.conflicts(...pair).length, 1);
    }
});

test('neither reports discs that stay apart', () => {
    for (const angle of [0.2, 0.05, 0.01, 0.003, 0.001]) {
        const pair = crossingAt(angle, -1e-9, RADIUS);
        assert.equal(ccbsCollides(...pair), false);
        assert.deepEqual(g.conflicts(...pair), []);
    }
});
