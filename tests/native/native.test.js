import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { binary } from './builds.js';

/** Tests in C of the core, built for this machine by gcc and clang, under the address and undefined behaviour sanitizers. */

const COMPILERS = ['gcc', 'clang'];

for (const compiler of COMPILERS) {
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
        test(`${program}, built by ${compiler}, under the sanitizers`, () => {
            const { status, stderr } = spawnSync(binary(`${program}-${compiler}`), {
                encoding: 'utf8',
            });
            assert.equal(status, 0, stderr);
        });
    }
}
