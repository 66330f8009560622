import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { randomOf } from '../static/compound_cases.js';
import { checkClearances, faultOfInflation, randomDeepPair } from './clearance_checks.js';
import { movingProgramOf } from './moving_union_cases.js';

/**
 * Tests clearances and separations of unions that overlap as they move against depths at many instants. The long version
 * is `long/clearances.mjs`.
 */

test('clearances of random unions contain the depths at all instants', () => {
    const [g, random] = [createSync(), randomOf(3)];
    for (let k = 0; k < 60; k++) {
        const pair = randomDeepPair(random);
        checkClearances(g, random, pair, true, (_name, _answer, wrong) => {
            if (wrong === null) return;
            const { kind, call, details } = wrong;
            assert.fail(
                `${pair.kind}, ${kind}: ${JSON.stringify(details)}\n${movingProgramOf(pair, call)}`,
            );
        });
        const fault = faultOfInflation(g, random, pair);
        assert.equal(fault, null, movingProgramOf(pair, "'inflation'"));
    }
});
