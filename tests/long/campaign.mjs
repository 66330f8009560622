/**
 * A campaign of many plans: validated at once, by several threads, and in shards by processes of which some are killed
 * and started again, as a scheduler would do. Every report must be the same to the byte.
 *
 *   node tests/long/campaign.mjs [PLANS] [SHARDS]
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { REPORT_KINDS } from '../../js/cli/report/index.js';
import { graze, pause, start, temporaryFolder, writeCampaign } from '../cli/program.js';

const [PLANS = 1000, SHARDS = 8] = process.argv.slice(2).map(Number);

/** Number of kills before a process may finish. */
const KILLS = 2;

/** Number of processes at a time. */
const AT_ONCE = 2;

test(`${PLANS} plans in ${SHARDS} shards, killed and resumed`, async () => {
    const folder = temporaryFolder('long');
    const list = writeCampaign(folder, PLANS, { heavy: Math.floor(PLANS / 2) });
    const outs = Array.from({ length: SHARDS }, (_, k) => join(folder, `shard-${k + 1}.ndjson`));
    const begun = performance.now();
    after(() => console.log(`${((performance.now() - begun) / 1000).toFixed(1)} s`));

    /** @param {number} k */
    const runShard = async (k) => {
        const shard = ['--shard', `${k + 1}/${SHARDS}`, '--jobs', '1', '--figures', '3'];
        const args = ['validate', '--list', list, ...shard, '--resume', '--exit-zero'];
        for (let tries = 0; ; tries++) {
            const { child, ended } = start([...args, '--out', outs[k]]);
            if (tries < KILLS) {
                await pause(100 + 150 * Math.random());
                child.kill(tries % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
            }
            const { code } = await ended;
            if (code === 0) return;
            assert.ok(tries < KILLS, `shard ${k + 1} ended with ${code}`);
        }
    };
    const waiting = outs.keys();
    const runMany = async () => {
        for (const k of waiting) await runShard(k);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, runMany));

    for (const kind of REPORT_KINDS) {
        const args = ['--report', kind];
        const merged = graze(['merge', ...outs, ...args], { timeout: 600_000 });
        const whole = ['validate', '--list', list, '--figures', '3', ...args];
        for (const jobs of ['1', '2']) {
            const once = graze([...whole, '--jobs', jobs], { timeout: 600_000 });
            assert.equal(once.code, merged.code);
            assert.ok(once.stdout === merged.stdout, `${kind}, --jobs ${jobs}`);
        }
    }
    const shards = readdirSync(folder).filter((name) => name.endsWith('.ndjson'));
    assert.equal(shards.length, SHARDS);
});
