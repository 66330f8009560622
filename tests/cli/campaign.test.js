import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { selectShard, shardSize } from '../../js/cli/results/ndjson.js';
import fc from '../fast_check.js';
import { readJson } from '../helpers.js';
import { grazeHere } from './here.js';
import { sealed } from './outcomes.js';
import { temporaryFolder, writeCampaign } from './program.js';

const folder = temporaryFolder('campaign');
const list = writeCampaign(folder, 50);
const N = 4;

/** @param {number} i @param {string[]} [more] */
async function shard(i, more = []) {
    const out = join(folder, `shard-${i}.ndjson`);
    const args = ['validate', '--list', list, '--shard', `${i}/${N}`, '--figures', '2', ...more];
    return { out, ...(await grazeHere([...args, '--out', out])) };
}

/** @type {Awaited<ReturnType<typeof shard>>[]} */
const made = [];
for (let i = 1; i <= N; i++) made.push(await shard(i));
const shards = made.map(({ out }) => out);

test('every plan is in one shard, and shards differ by one plan at most', () => {
    fc.assert(
        fc.property(fc.nat(200), fc.integer({ min: 1, max: 40 }), (count, n) => {
            const entries = Array.from({ length: count }, (_, k) => k);
            /** @type {number[]} */
            const shares = [];
            const sizes = [];
            for (let i = 1; i <= n; i++) {
                const share = selectShard(entries, [i, n]);
                assert.equal(share.length, shardSize(count, [i, n]));
                shares.push(...share);
                sizes.push(share.length);
            }
            assert.deepEqual(
                shares.sort((p, q) => p - q),
                entries,
            );
            assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1);
        }),
    );
});

test('merged shards are the report of one run, byte for byte, whatever their order', async () => {
    for (const { code, stdout } of made)
        assert.deepEqual([[0, 1, 3].includes(code ?? 9), stdout], [true, '']);
    for (const report of ['text', 'json', 'ndjson', 'junit', 'github', 'sarif', 'html']) {
        const args = ['--report', report];
        const whole = await grazeHere(['validate', '--list', list, '--figures', '2', ...args]);
        const merged = await grazeHere(['merge', ...shards.toReversed(), '--list', list, ...args]);
        assert.deepEqual(merged, whole);
    }
});

test('a shard file names the list, the split, the options and the version', () => {
    const [header, first, ...rest] = readFileSync(shards[1], 'utf8').trimEnd().split('\n');
    const { schema, graze: version, list: of, shard: which, options } = JSON.parse(header);
    assert.deepEqual(
        [schema, version, of.count, which],
        [3, readJson('package.json').version, 50, [2, 4]],
    );
    assert.match(of.sha256, /^[0-9a-f]{64}$/);
    assert.equal(options.touching, 'allowed');
    assert.equal(JSON.parse(first).index, 1);
    const trailer = JSON.parse(/** @type {string} */ (rest.at(-1)));
    assert.deepEqual([trailer.end, trailer.count, trailer.exit], [true, 13, made[1].code]);
});

test('--resume keeps a complete shard of the same run, and makes any other anew', async () => {
    const [path] = shards;
    const before = statSync(path).mtimeMs;
    const kept = await shard(1, ['--resume']);
    assert.deepEqual([kept.code, kept.stderr], [made[0].code, '']);
    assert.equal(statSync(path).mtimeMs, before);
    const good = readFileSync(path);
    for (const spoil of [
        () => writeFileSync(path, good.subarray(0, good.length - 10)),
        () => writeFileSync(path, ''),
        () => appendFileSync(path, 'x'),
        () => copyFileSync(shards[1], path),
    ]) {
        spoil();
        assert.equal((await shard(1, ['--resume'])).code, made[0].code);
        assert.deepEqual(readFileSync(path), good);
    }
    const other = await shard(1, ['--resume', '--tolerance', '0.1']);
    assert.ok(other.stderr !== '');
    assert.notDeepEqual(readFileSync(path), good);
    writeFileSync(path, good);
});

test('shards that are not a whole campaign are refused, with what is wrong', async () => {
    const [a, b, c, d] = shards;
    /** @param {string[]} files @param {RegExp} message */
    const assertRefused = async (files, message) => {
        const { code, stdout, stderr } = await grazeHere(['merge', ...files]);
        assert.deepEqual([code, stdout], [3, ''], String(message));
        assert.match(stderr, message);
        assert.match(stderr, /^[^\n]+\n$/);
    };
    await assertRefused([a, b, d], /missing-shard: 1 of 4 shards are missing: 3/);
    await assertRefused([a, b, c, d, b], /double-shard: it is shard 2, and so is /);
    const none = join(folder, 'none');
    await assertRefused([a, b, c, none], /none: unreadable: there is no such file/);
    await assertRefused([a, b, c, '/dev/null'], /not-a-file/);

    const text = readFileSync(d, 'utf8');
    const lines = text.trimEnd().split('\n');
    /** @param {string[]} some */
    const joined = (some) => `${some.join('\n')}\n`;
    /** Returns the shard with sound checksums after a change of its values. @param {(values: any[]) => unknown} change */
    const changed = (change) => {
        const values = lines.map((line) => JSON.parse(line));
        change(values);
        return sealed(values);
    };
    /** @type {[content: string, message: RegExp][]} */
    const cases = [
        [text.slice(0, -5), /last:14:1: truncated: the last line/],
        [joined(lines.slice(0, 5)), /last:6:1: truncated: it has 4 of its 12 results/],
        [joined(lines.slice(0, -1)), /truncated: the trailer with the counts is missing/],
        [
            joined(lines.toSpliced(3, 1)),
            /last:4:1: altered: the line is not the one that was written after the line before/,
        ],
        [text.replace('"obstacles":0', '"obstacles":1'), /last:3:1: altered: /],
        [joined(lines.toSpliced(3, 0, lines[2])), /last:4:1: altered: /],
        [joined(lines.toSpliced(2, 2, lines[3], lines[2])), /last:3:1: altered: /],
        ...['"touching":"allowed"', '"count":50', '"shard":[4,4]'].map(
            (part) =>
                /** @type {[string, RegExp]} */ ([
                    text.replace(part, part.replace(':', ': ')),
                    /last:1:1: altered: the header differs/,
                ]),
        ),
        [
            changed((values) => values.splice(3, 1)),
            /last:4:1: bad-line: result 15 does not belong to this shard/,
        ],
        [
            changed((values) => Object.assign(values[13], { failed: 9 })),
            /last:14:1: altered: the counts .*: \/failed must be \d, got 9/,
        ],
        [`${text}{}\n`, /last:15:1: bad-line: there is a line after/],
        ['hello\n', /last:1:1: bad-line: .* not JSON/],
        ['{"schema":3}\n', /last:1:1: bad-line: .*: \/graze is missing/],
        [
            changed((values) => Object.assign(values[3], { valid: 'yes' })),
            /last:4:1: bad-line: the line is not a result: \/valid must be of type boolean, got "yes"/,
        ],
        ['', /last:1:1: empty-file: /],
        [`${'['.repeat(1e6)}\n`, /last:1:1: bad-line: /],
        [
            changed(([header]) => Object.assign(header, { graze: '9.9.9' })),
            /last:1:1: other-version: it was written by graze "9\.9\.9", and this is graze /,
        ],
        [
            changed(([header]) => Object.assign(header, { schema: 2 })),
            /other-version: it has schema 2;/,
        ],
        [
            changed(([header]) => Object.assign(header.list, { sha256: '0'.repeat(64) })),
            /other-list: its list differs from that of/,
        ],
        [
            changed(([header]) => Object.assign(header.options, { tolerance: 1 })),
            /other-options: its option tolerance is 1, that of .* is null/,
        ],
    ];
    const last = join(folder, 'last');
    for (const [content, message] of cases) {
        writeFileSync(last, content);
        await assertRefused([a, b, c, last], message);
    }
    assert.equal((await grazeHere(['merge'])).code, 2);
});

test('a shard of a list that is shorter than the split is empty, and merges', async () => {
    const short = join(folder, 'short.txt');
    writeFileSync(short, 'plans/0000.xml\tradius=0.4\n');
    const files = [1, 2, 3].map((i) => join(folder, `few-${i}`));
    for (const [k, out] of files.entries()) {
        const part = ['--shard', `${k + 1}/3`, '--out', out];
        assert.equal((await grazeHere(['validate', '--list', short, ...part])).code, 0);
    }
    const { code, stdout } = await grazeHere(['merge', ...files, '--report', 'json']);
    assert.equal(code, 0);
    assert.equal(JSON.parse(stdout).results.length, 1);
});
