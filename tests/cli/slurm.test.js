import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PATIENCE } from '../helpers.js';
import { commandsUnder, installGraze } from './docs.js';
import { graze, pause, temporaryFolder, writeCampaign } from './program.js';
import { startSlurm, whyNoSlurm } from './slurm.js';

const SHARDS = 6;
const SHARD_NAMES = Array.from({ length: SHARDS }, (_, k) => `${k + 1}.ndjson`);

test('a Slurm job array, one task killed half way and requeued', {
    skip: whyNoSlurm(),
}, async () => {
    const folder = temporaryFolder('slurm');
    const list = writeCampaign(folder, 1000, { heavy: 1 });
    const bin = installGraze(folder);
    const script = commandsUnder('Slurm').replaceAll('200', String(SHARDS));
    writeFileSync(join(folder, 'campaign.sbatch'), script);
    mkdirSync(join(folder, 'slurm'));
    const files = () =>
        existsSync(join(folder, 'shards')) ? readdirSync(join(folder, 'shards')) : [];
    const { call, stop } = await startSlurm(join(folder, 'slurm'));
    try {
        const path = `ALL,PATH=${bin}:${process.env.PATH}`;
        const args = ['--parsable', `--export=${path}`, '--open-mode=append', 'campaign.sbatch'];
        const job = call('sbatch', args, folder);
        while (!files().some((name) => /^2\.ndjson\..*\.tmp$/.test(name))) await pause(20);
        call('scontrol', ['requeue', `${job}_2`]);
        assert.ok(!files().includes('2.ndjson'));
        let isWaiting = true;
        const deadline = performance.now() + PATIENCE;
        for (;;) {
            const states = call('squeue', ['-h', '-r', '-j', job, '-o', '%K %T %r']);
            // A task that is requeued is for a moment in no list.
            const isWritten = (/** @type {string} */ name) => files().includes(name);
            if (states === '' && SHARD_NAMES.every(isWritten)) break;
            assert.ok(performance.now() < deadline, states);
            if (isWaiting && /^2 PENDING BeginTime/m.test(states)) {
                // A requeued task waits for two minutes by itself.
                call('scontrol', ['update', `JobId=${job}_2`, 'StartTime=now']);
                isWaiting = false;
            }
            await pause(150);
        }
        assert.ok(!isWaiting, 'the task was not requeued');
    } finally {
        await stop();
    }
    const shards = SHARD_NAMES.map((name) => join(folder, 'shards', name));
    for (const report of ['json', 'text']) {
        const merged = graze(['merge', ...shards, '--report', report]);
        const whole = graze(['validate', '--list', list, '--report', report]);
        assert.deepEqual(merged, whole, readLogs(folder));
        assert.equal(merged.code, 3);
    }
});

/** Returns what the tasks wrote. @param {string} folder */
function readLogs(folder) {
    return readdirSync(folder)
        .filter((name) => name.endsWith('.out'))
        .map((name) => `${name}: ${readFileSync(join(folder, name), 'utf8')}`)
        .join('\n');
}
