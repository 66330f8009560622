import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJson } from '../helpers.js';
import { judgePolygons, judgeRounded } from '../oracle/static_oracle.js';

/** The judges of the other tests, held against exact vectors that were made without them. */

test('the oracle for polygons agrees with all 592 vectors: relation, distance and depth', () => {
    for (const pair of readJson('tests/vectors/dev_gjk.json').pairs) {
        const { relation, distance, depth } = judgePolygons(pair.a, pair.b);
        assert.deepEqual(
            [relation, distance, depth],
            [pair.relation, pair.distance, pair.penetration ?? 0],
            pair.id,
        );
    }
});

test('the oracle for rounded bodies agrees with all 216 vectors', () => {
    for (const pair of readJson('tests/vectors/dev_round.json').pairs) {
        const { relation, distance } = judgeRounded(pair.a, pair.ra, pair.b, pair.rb);
        assert.equal(relation, pair.relation, pair.id);
        // Its distance is a difference of doubles: good to an ulp of the larger.
        const size = pair.distance + pair.ra + pair.rb;
        assert.ok(Math.abs(distance - pair.distance) <= 2 ** -52 * size, pair.id);
    }
});
