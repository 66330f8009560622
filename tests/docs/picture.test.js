import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { picture } from '../../docs/picture.mjs';
import { inRepository } from '../helpers.js';

test('the picture in the README is what the package draws: node docs/picture.mjs makes it anew', async () => {
    const committed = readFileSync(inRepository('docs/picture.svg'), 'utf8');
    assert.equal(committed, await picture());
    assert.match(
        readFileSync(inRepository('README.md'), 'utf8'),
        /!\[[^\]]+\]\(docs\/picture\.svg\)/,
    );
    // For light and dark alike, and nothing fetched.
    assert.match(committed, /prefers-color-scheme: dark/);
    assert.doesNotMatch(
        committed.replace('http://www.w3.org/2000/svg', ''),
        /https?:|url\(|@import/,
    );
});
