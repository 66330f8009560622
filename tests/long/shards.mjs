/**
 * Merges hostile shards into reports of all kinds for a number of minutes: `node tests/long/shards.mjs [--minutes N] [--seed N]`. It
 * prints how many there were, and fails with the seed of the first one that does what it must not.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runHostileShards } from '../cli/hostile_shards.js';

const { values } = parseArgs({
    options: {
        minutes: { type: 'string', default: '10' },
        seed: { type: 'string', default: '1000000' },
    },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
if (!(minutes > 0)) throw new Error(`--minutes must be above 0, got ${values.minutes}`);
if (!Number.isSafeInteger(seed))
    throw new Error(`--seed must be a whole number, got ${values.seed}`);

const folder = mkdtempSync(join(tmpdir(), 'graze-shards-'));
const end = performance.now() + 60_000 * minutes;
try {
    const { shards, accepted } = await runHostileShards(
        folder,
        seed,
        () => performance.now() < end,
    );
    console.log(`${shards} hostile shards, ${accepted} reports, nothing live in any`);
} finally {
    rmSync(folder, { recursive: true, force: true });
}
