import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { inRepository } from '../helpers.js';
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
    test(`every symbol of the core begins with graze_, ${how}`, () => {
        const archive = inRepository(`build/core/${flavour}.a`);
        const { stdout } = spawnSync('nm', ['-g', '--defined-only', archive], { encoding: 'utf8' });
        // Sanitizers add symbols that begin with an underscore.
        const symbols = stdout.match(/(?<= [A-Z] )[A-Za-z]\w*$/gm) ?? [];
        assert.ok(symbols.length > 300, `${archive} has ${symbols.length} symbols`);
        assert.deepEqual(
            symbols.filter((name) => !/^graze_/i.test(name)),
            [],
        );
    });
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
