import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PATIENCE } from '../helpers.js';
import { commandsUnder, installGraze } from './docs.js';
import { graze, temporaryFolder, writeCampaign } from './program.js';

/** Debian has another program of that name. */
const isThere = /GNU parallel/.test(
    spawnSync('parallel', ['--version'], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } })
        .stdout ?? '',
);
const skip = isThere ? false : 'GNU parallel is not installed';

test('8 shards by GNU parallel, one process killed half way and run again', { skip }, () => {
    const folder = temporaryFolder('parallel');
    const list = writeCampaign(folder, 1000, { heavy: 2 });
    const bin = installGraze(folder, '3/8');
    const commands = commandsUnder('GNU parallel').replace('N=64', 'N=8');
    const run = () =>
        spawnSync('bash', ['-euo', 'pipefail', '-c', commands], {
            cwd: folder,
            encoding: 'utf8',
            env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
            timeout: PATIENCE,
        });
    const first = run();
    assert.ok(existsSync(join(folder, 'killed')), first.stderr);
    // The number of jobs that failed.
    assert.equal(first.status, 1, first.stderr);
    const shards = () => readdirSync(join(folder, 'shards')).filter((f) => f.endsWith('.ndjson'));
    assert.deepEqual(
        shards(),
        ['1', '2', '4', '5', '6', '7', '8'].map((i) => `${i}.ndjson`),
    );
    assert.ok(!existsSync(join(folder, 'report.json')));
    const untouched = statSync(join(folder, 'shards/1.ndjson')).mtimeMs;

    const second = run();
    assert.equal(shards().length, 8, second.stderr);
    assert.equal(statSync(join(folder, 'shards/1.ndjson')).mtimeMs, untouched);
    // Some plans are cut short: the merged verdict.
    assert.equal(second.status, 3, second.stderr);
    const merged = readFileSync(join(folder, 'report.json'), 'utf8');
    for (const jobs of ['1', '2']) {
        const args = ['validate', '--list', list, '--jobs', jobs, '--report', 'json'];
        const { code, stdout } = graze(args);
        assert.equal(code, 3);
        assert.ok(stdout === merged, `--jobs ${jobs}`);
    }
    assert.equal(JSON.parse(merged).results.length, 1000);
});
