import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from './sizes.js';
import { tableLines } from './table.js';

/**
 * Checks what a bundler leaves of the package where a program uses a small part of it: the module as text, 460 KB, comes only with
 * what runs it. A call at the top of a file that a bundler cannot prove free of side effects keeps all that it mentions.
 */

/** Programs, and the most bytes that they may come to, minified. A sixth more than was measured. */
const PROGRAMS = /** @type {const} */ ([
    ["import { GrazeError } from 'graze'; use(GrazeError);", 1880],
    ["import { GrazeError } from 'graze/scalar'; use(GrazeError);", 1880],
    ["import { GrazeError } from 'graze/external'; use(GrazeError);", 1880],
    ["import { GrazeError } from 'graze/static'; use(GrazeError);", 1010],
    ["import { toPrintable, formatValue } from 'graze'; use(toPrintable, formatValue);", 2400],
    ["import { version } from 'graze'; use(version);", 1330],
    ["import { describeVerdict } from 'graze/scenario/messages'; use(describeVerdict);", 4600],
    ["export * from 'graze/scenario/messages';", 16_200],
]);

test('what a program does not use of the package is not in its bundle', async (t) => {
    const rows = [];
    for (const [program, max] of PROGRAMS) {
        const { text } = await bundled(program);
        const bytes = Buffer.byteLength(text);
        rows.push([program, `${bytes}`, `${max}`]);
        assert.doesNotMatch(text, /graze_wasm_|WebAssembly/, program);
        assert.ok(bytes <= max, `${program}: ${bytes} bytes, at most ${max}`);
        assert.ok(bytes > max / 1.3, `${program}: ${bytes} bytes; lower its ceiling ${max}`);
    }
    for (const line of tableLines(['program', 'bytes', 'at most'], rows)) t.diagnostic(line);
});

test('what a program does use is', async () => {
    const { text } = await bundled("import { createSync } from 'graze'; use(createSync);");
    assert.match(text, /graze_wasm_/);
});
