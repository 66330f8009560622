import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReportChecks, runHostileShards } from './hostile_shards.js';
import { temporaryFolder } from './program.js';

test('hostile shards are refused with their place, or make reports without live content', async () => {
    const folder = temporaryFolder('hostile');
    const { accepted } = await runHostileShards(folder, 1, (done) => done < 300);
    assert.ok(accepted >= 50, `only ${accepted} reports were made`);
});

test('the checks of reports find live markup, control characters, and numbers that are none', () => {
    const checks = new ReportChecks();
    const page = (/** @type {string} */ body) =>
        `<!doctype html><html><head></head><body>${body}</body></html>`;
    checks.learn('html', page(''));
    checks.check('html', page('<p>a</p>'), true);
    for (const body of [
        '<img src=x>',
        '<p onclick="a">',
        '<!--a-->',
        '<p>\u001b</p>',
        '<td colspan="NaN">',
    ]) {
        assert.throws(() => checks.check('html', page(body), true), body);
    }
    checks.learn('junit', '<a/>');
    for (const xml of ['<a><b/></a>', '<a b="<"/>', '<a>&b;</a>', '<!DOCTYPE a><a/>']) {
        assert.throws(() => checks.check('junit', xml, true), xml);
    }
    assert.throws(() => checks.check('json', '{"results": []}', true));
});
