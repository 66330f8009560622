import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inRepository, readJson } from '../helpers.js';
import { firstLoad, measure, OWN_INSTANCE } from './sizes.js';
import { tableLines } from './table.js';

test('what users load stays below its ceilings, and ceilings stay near', async (t) => {
    const sizes = await measure();
    const rows = sizes.map(({ what, bytes, ceiling }) => [what, `${bytes}`, `${ceiling}`]);
    for (const line of tableLines(['what', 'bytes', 'at most'], rows)) t.diagnostic(line);
    for (const { what, bytes, ceiling } of sizes) {
        assert.ok(
            bytes <= ceiling,
            `${what}: ${bytes} bytes, at most ${ceiling}: see tests/package/README.md`,
        );
        // A ceiling far above lets growth pass unseen.
        assert.ok(bytes > ceiling / 1.3, `${what}: ${bytes} bytes; lower its ceiling ${ceiling}`);
    }
});

test('a program that validates with its own instance loads neither a second module nor a reader at first', async () => {
    const { inputs, later } = await firstLoad(OWN_INSTANCE);
    assert.ok(
        inputs.includes('dist/external.js') &&
            inputs.includes('js/scenario/validation/validate.js'),
    );
    assert.deepEqual(
        inputs.filter((path) =>
            /^dist\/(?:graze|scalar|static|motion|agents|solid|solid_study)\.js$/.test(path),
        ),
        [],
    );
    assert.ok(later.includes('dist/graze.js'), 'the library loads where no instance is given');
    const readers = inputs.filter((path) => path.startsWith('js/formats/')).sort();
    assert.deepEqual(
        readers,
        ['detection/detection', 'detection/track_layout', 'index', 'text/source'].map(
            (name) => `js/formats/${name}.js`,
        ),
    );
});

/** Maximum deviation of a size in the README from the measured one. */
const ROUNDING = 0.02;

test('the README states the sizes of the entries', async () => {
    const bytes = Object.fromEntries((await measure()).map(({ what, bytes }) => [what, bytes]));
    const rows = readFileSync(inRepository('README.md'), 'utf8').matchAll(
        /^\| `(graze[a-z/]*)`.* \| (\d[^|]*) \|$/gm,
    );
    const stated = Object.fromEntries(
        Array.from(rows, ([, entry, sizes]) => [
            entry,
            sizes.match(/\d+(?:\.\d+)?/g)?.map(Number) ?? [],
        ]),
    );
    /** @param {string} entry */
    const sizeOf = (entry) => bytes[`${entry}, minified, gzipped`];
    const expected = {
        graze: [sizeOf('graze')],
        'graze/static': [sizeOf('graze/static')],
        'graze/motion': [sizeOf('graze/motion')],
        'graze/agents': [sizeOf('graze/agents')],
        'graze/solid': [sizeOf('graze/solid')],
        'graze/solid/study': [sizeOf('graze/solid/study')],
        'graze/scalar': [sizeOf('graze/scalar')],
        'graze/external': [sizeOf('graze/external'), bytes['graze.wasm, gzipped']],
        'graze/scenario': [bytes['graze/scenario, first load, gzipped'], sizeOf('graze/scenario')],
        'graze/scenario/messages': [sizeOf('graze/scenario/messages')],
    };
    const entries = Object.values(readJson('package.json').exports).filter(({ types }) => types);
    assert.equal(Object.keys(expected).length, entries.length);
    assert.deepEqual(Object.keys(stated).sort(), Object.keys(expected).sort());
    for (const [entry, sizes] of Object.entries(expected)) {
        assert.equal(stated[entry].length, sizes.length, entry);
        for (const [k, size] of sizes.entries()) {
            const error = Math.abs(1000 * stated[entry][k] - size);
            assert.ok(error <= ROUNDING * size, `${entry}: ${size} bytes, not ${stated[entry][k]}`);
        }
    }
});

test('docs/performance.md states the same sizes', async () => {
    const bytes = Object.fromEntries((await measure()).map(({ what, bytes }) => [what, bytes]));
    const text = readFileSync(inRepository('docs/performance.md'), 'utf8');
    const places = [
        /^\| size \| (\d+) KB; (\d+) KB `graze\/static` \|/m,
        /^The library has (\d+) KB, minified and gzipped, .*; `graze\/static` has (\d+) KB\.$/m,
    ];
    for (const place of places) {
        const [, ...stated] = place.exec(text) ?? [];
        for (const [k, entry] of ['graze', 'graze/static'].entries()) {
            const size = bytes[`${entry}, minified, gzipped`];
            const error = Math.abs(1000 * Number(stated[k]) - size);
            assert.ok(error <= ROUNDING * size, `${entry}: ${size} bytes, not ${stated[k]} KB`);
        }
    }
});
