import assert from 'node:assert/strict';
import { test } from 'node:test';
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
    assert.ok(inputs.includes('dist/external.js') && inputs.includes('js/scenario/validate.js'));
    assert.deepEqual(
        inputs.filter((path) => /^dist\/(?:graze|scalar|static)\.js$/.test(path)),
        [],
    );
    assert.ok(later.includes('dist/graze.js'), 'the library loads where no instance is given');
    const readers = inputs.filter((path) => path.startsWith('js/formats/')).sort();
    assert.deepEqual(
        readers,
        ['detection', 'index', 'renamed', 'source', 'tracks_layout'].map(
            (name) => `js/formats/${name}.js`,
        ),
    );
});
