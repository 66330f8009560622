import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soak } from './long/soak/soak.js';

/** A few rounds of tests/long/soak.mjs, which goes on for an hour. */

test('rounds of everything, bad input too, leave answers, handles and memory as they were', async () => {
    /** @type {string[]} */
    const told = [];
    const { faults, rounds } = await soak({ minutes: 0, tell: (line) => told.push(line) });
    assert.deepEqual(faults, [], told.join('\n'));
    assert.ok(rounds.length > 3, told.join('\n'));
    // The first round has seen as much as any: the arena had every size before it.
    const [first, last] = [rounds[0], rounds[rounds.length - 1]];
    assert.ok(last.used - first.used <= first.used / 100, `${first.used} to ${last.used} bytes`);
    assert.equal(last.handles, 0);
});
