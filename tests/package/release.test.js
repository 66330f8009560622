import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { inRepository, readJson } from '../helpers.js';

/** Tests the check of the addresses that a release needs. */

const folder = mkdtempSync(join(tmpdir(), 'graze-release-'));
after(() => rmSync(folder, { recursive: true }));

/** Runs the check on a package.json. @param {object} about @param {...string} flags */
function check(about, ...flags) {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(about));
    const program = inRepository('tests/package/release.mjs');
    const { status, stderr } = spawnSync(process.execPath, [program, ...flags, folder], {
        encoding: 'utf8',
    });
    return { status, stderr };
}

const URL = 'git+https://example.org/us/graze.git';

test('a release without the address of the repository is refused, with the command that sets it', () => {
    const { status, stderr } = check({ name: 'graze' });
    assert.equal(status, 1);
    assert.match(stderr, /package\.json: a release needs .*npm pkg set repository\.type=git/);
});

test('an address from which the others do not follow is refused, with its value', () => {
    for (const url of ['', 'example.org/us/graze', 'git+https://example.org/us/graze']) {
        const { status, stderr } = check({ repository: { type: 'git', url } });
        assert.equal(status, 1);
        assert.ok(stderr.includes(`got ${JSON.stringify(url)}`), stderr);
    }
});

test('the home page and the bugs follow from the repository, and others are refused', () => {
    const about = { name: 'graze', repository: { type: 'git', url: URL } };
    assert.match(check(about).stderr, /release\.mjs --write/);
    assert.deepEqual(check(about, '--write'), { status: 0, stderr: '' });
    const written = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    assert.deepEqual(written, {
        ...about,
        homepage: 'https://example.org/us/graze#readme',
        bugs: { url: 'https://example.org/us/graze/issues' },
    });
    assert.equal(check(written).status, 0);
    assert.equal(check({ ...written, homepage: 'https://example.org' }).status, 1);
});

test('the addresses of this package, as far as they are filled in, follow from each other', () => {
    const about = readJson('package.json');
    if (about.repository !== undefined) assert.equal(check(about).status, 0);
    else assert.deepEqual([about.homepage, about.bugs], [undefined, undefined]);
});
