import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soak } from './soak/soak.js';

/** Runs a few rounds of tests/long/soak.mjs, which runs for an hour. */

test('rounds of all calls, including bad input, leave answers, handles and memory as they were', async () => {
    /** @type {string[]} */
    const lines = [];
    const { faults, log } = await soak({ minutes: 0, report: (line) => lines.push(line) });
    assert.deepEqual(faults, [], lines.join('\n'));
    assert.ok(log.count >= 3, lines.join('\n'));
    // The first round reaches the maximum: the arena had every size before it.
    const used = log.of('used');
    assert.ok(used[used.length - 1] - used[0] <= used[0] / 100, `${used}`);
    assert.deepEqual(new Set(log.of('handles')), new Set([0]));
});
