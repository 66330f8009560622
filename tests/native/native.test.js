import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { binary } from './builds.js';

/**
 * Tests in C of the core, built for this machine by gcc and clang, under the address and undefined behavior sanitizers.
 * GRAZE_NATIVE=plain runs those that were built with neither sanitizer, as `make test-quick` does.
 */

const HOW_BUILT = /** @type {Record<string, string>} */ ({
    gcc: 'built by gcc, under the sanitizers',
    clang: 'built by clang, under the sanitizers',
    plain: 'built by gcc',
});

for (const flavour of (process.env.GRAZE_NATIVE ?? 'gcc clang').split(' ')) {
    const how = HOW_BUILT[flavour];
    assert.ok(how, `GRAZE_NATIVE must be of ${Object.keys(HOW_BUILT).join(', ')}, got ${flavour}`);
    for (const program of [
        'exact_test',
        'lookup_test',
        'search_test',
        'lanes_test',
        'core_test',
        'bodies_test',
        'pairs_test',
        'motion_test',
        'sweep_test',
        'velocity_test',
        'arena_test',
    ]) {
        test(`${program}, ${how}`, () => {
            const { status, stderr } = spawnSync(binary(`${program}-${flavour}`), {
                encoding: 'utf8',
            });
            assert.equal(status, 0, stderr);
        });
    }
}
