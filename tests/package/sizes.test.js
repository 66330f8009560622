import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measure } from './sizes.js';
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
