import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { isFull } from '../volume.js';
import { binary, FLAVOURS } from './builds.js';

/**
 * C tests of the core, built for this machine by clang, under the address and undefined behavior sanitizers.
 * GRAZE_NATIVE=plain runs those that were built with neither sanitizer, as `make test-quick` does; GRAZE_NATIVE='gcc
 * clang' those of both compilers, as `make release-check` does.
 */

const HOW_BUILT = /** @type {Record<string, string>} */ ({
    gcc: 'built by gcc, under the sanitizers',
    clang: 'built by clang, under the sanitizers',
    plain: 'built by gcc',
});

/** Each `*_test.c` of this folder is a program, as in the Makefile. */
const PROGRAMS = readdirSync(new URL('.', import.meta.url))
    .filter((name) => name.endsWith('_test.c'))
    .map((name) => name.slice(0, -'.c'.length));

for (const flavour of FLAVOURS) {
    const how = HOW_BUILT[flavour];
    assert.ok(how, `GRAZE_NATIVE must be of ${Object.keys(HOW_BUILT).join(', ')}, got ${flavour}`);
    for (const program of PROGRAMS) {
        test(`${program}, ${how}`, () => {
            const share = isFull ? ['100'] : [];
            const { status, stderr } = spawnSync(binary(`${program}-${flavour}`), share, {
                encoding: 'utf8',
            });
            assert.equal(status, 0, stderr);
        });
    }
}
