import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { selectShard, shardSize } from '../../js/cli/results/ndjson.js';
import fc from '../fast_check.js';
import { readJson } from '../helpers.js';
import { sealed } from './outcomes.js';
import { graze, temporaryFolder, writeCampaign } from './program.js';

const folder = temporaryFolder('campaign');
const list = writeCampaign(folder, 50);
const N = 4;

/** @param {number} i @param {string[]} [more] */
function shard(i, more = []) {
    const out = join(folder, `shard-${i}.ndjson`);
    const args = ['validate', '--list', list, '--shard', `${i}/${N}`, '--figures', '2', ...more];
    return { out, ...graze([...args, '--out', out]) };
}

const made = Array.from({ length: N }, (_, k) => shard(k + 1));
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

test('merged shards are the report of one run, byte for byte, whatever their order', () => {
    for (const { code, stdout } of made)
        assert.deepEqual([[0, 1, 3].includes(code ?? 9), stdout], [true, '']);
    for (const report of ['text', 'json', 'ndjson', 'junit', 'github', 'sarif', 'html']) {
        const args = ['--report', report];
        const whole = graze(['validate', '--list', list, '--figures', '2', ...args]);
        const merged = graze(['merge', ...shards.toReversed(), '--list', list, ...args]);
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

test('--resume keeps a complete shard of the same run, and makes any other anew', () => {
    const [path] = shards;
    const before = statSync(path).mtimeMs;
    const kept = shard(1, ['--resume']);
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
        assert.equal(shard(1, ['--resume']).code, made[0].code);
        assert.deepEqual(readFileSync(path), good);
    }
    const other = shard(1, ['--resume', '--tolerance', '0.1']);
    assert.ok(other.stderr !== '');
    assert.notDeepEqual(readFileSync(path), good);
    writeFileSync(path, good);
});

test('shards that are not a whole campaign are refused, with what is wrong', () => {
    const [a, b, c, d] = shards;
    /** @param {string} name @param {string | Uint8Array} content */
    const spoilt = (name, content) => {
        const path = join(folder, name);
        writeFileSync(path, content);
        return path;
    };
    const text = readFileSync(d, 'utf8');
    const lines = text.trimEnd().split('\n');
    /** @param {(header: any) => void} change */
    const headed = (change) => {
        const header = JSON.parse(lines[0]);
        change(header);
        const values = [header, ...lines.slice(1).map((line) => JSON.parse(line))];
        return spoilt('headed', sealed(values));
    };
    const cases = /** @type {[() => string[], RegExp][]} */ ([
        [() => [a, b, d], /missing-shard: 1 of 4 shards are missing: 3/],
        [() => [a, b, c, d, b], /double-shard: it is shard 2, and so is /],
        [() => [a, b, c, join(folder, 'none')], /none: unreadable: there is no such file/],
        [() => [a, b, c, '/dev/null'], /not-a-file/],
        [() => [a, b, c, spoilt('cut', text.slice(0, -5))], /cut:14:1: truncated: the last line/],
        [
            () => [a, b, c, spoilt('short', `${lines.slice(0, 5).join('\n')}\n`)],
            /short:6:1: truncated: it has 4 of its 12 results/,
        ],
        [
            () => [a, b, c, spoilt('endless', `${lines.slice(0, -1).join('\n')}\n`)],
            /truncated: the trailer with the counts is missing/,
        ],
        [
            () => [a, b, c, spoilt('hole', `${lines.toSpliced(3, 1).join('\n')}\n`)],
            /hole:4:1: altered: the line is not the one that was written after the line before/,
        ],
        [
            () => [a, b, c, spoilt('altered', text.replace('"obstacles":0', '"obstacles":1'))],
            /altered:3:1: altered: /,
        ],
        [
            () => [a, b, c, spoilt('twice', `${lines.toSpliced(3, 0, lines[2]).join('\n')}\n`)],
            /twice:4:1: altered: /,
        ],
        [
            () => [
                a,
                b,
                c,
                spoilt('moved', `${lines.toSpliced(2, 2, lines[3], lines[2]).join('\n')}\n`),
            ],
            /moved:3:1: altered: /,
        ],
        [
            () => [
                a,
                b,
                c,
                spoilt('forged', sealed(lines.toSpliced(3, 1).map((line) => JSON.parse(line)))),
            ],
            /forged:4:1: bad-line: result 15 does not belong to this shard/,
        ],
        [
            () => [
                a,
                b,
                c,
                spoilt(
                    'counts',
                    sealed(
                        lines.map((line) => {
                            const value = JSON.parse(line);
                            return value.end ? { ...value, failed: 9 } : value;
                        }),
                    ),
                ),
            ],
            /counts:14:1: altered: the counts .*: \/failed must be \d, got 9/,
        ],
        ...['"touching":"allowed"', '"count":50', '"shard":[4,4]'].map(
            (part) =>
                /** @type {[() => string[], RegExp]} */ ([
                    () => [a, b, c, spoilt('head', text.replace(part, part.replace(':', ': ')))],
                    /head:1:1: altered: the header differs/,
                ]),
        ),
        [
            () => [a, b, c, spoilt('more', `${text}{}\n`)],
            /more:15:1: bad-line: there is a line after/,
        ],
        [() => [a, b, c, spoilt('other', 'hello\n')], /other:1:1: bad-line: .* not JSON/],
        [
            () => [a, b, c, spoilt('list', '{"schema":3}\n')],
            /list:1:1: bad-line: .*: \/graze is missing/,
        ],
        [
            () => [
                a,
                b,
                c,
                spoilt(
                    'claim',
                    sealed(
                        lines.map((line) =>
                            JSON.parse(line.replace('"valid":true', '"valid":"yes"')),
                        ),
                    ),
                ),
            ],
            /claim:4:1: bad-line: the line is not a result: \/valid must be of type boolean, got "yes"/,
        ],
        [() => [a, b, c, spoilt('empty', '')], /empty:1:1: empty-file: /],
        [() => [a, b, c, spoilt('deep', `${'['.repeat(1e6)}\n`)], /deep:1:1: bad-line: /],
        [
            () => [
                a,
                b,
                c,
                headed((header) => {
                    header.graze = '9.9.9';
                }),
            ],
            /headed:1:1: other-version: it was written by graze "9\.9\.9", and this is graze /,
        ],
        [
            () => [
                a,
                b,
                c,
                headed((header) => {
                    header.schema = 2;
                }),
            ],
            /other-version: it has schema 2;/,
        ],
        [
            () => [
                a,
                b,
                c,
                headed((header) => {
                    header.list.sha256 = '0'.repeat(64);
                }),
            ],
            /other-list: its list differs from that of/,
        ],
        [
            () => [
                a,
                b,
                c,
                headed((header) => {
                    header.options.tolerance = 1;
                }),
            ],
            /other-options: its option tolerance is 1, that of .* is null/,
        ],
    ]);
    for (const [files, message] of cases) {
        const { code, stdout, stderr } = graze(['merge', ...files()]);
        assert.deepEqual([code, stdout], [3, ''], String(message));
        assert.match(stderr, message);
        assert.match(stderr, /^[^\n]+\n$/);
    }
    assert.equal(graze(['merge']).code, 2);
});

test('a shard of a list that is shorter than the split is empty, and merges', () => {
    const short = join(folder, 'short.txt');
    writeFileSync(short, 'plans/0000.xml\tradius=0.4\n');
    const files = [1, 2, 3].map((i) => {
        const out = join(folder, `few-${i}`);
        assert.equal(
            graze(['validate', '--list', short, '--shard', `${i}/3`, '--out', out]).code,
            0,
        );
        return out;
    });
    const { code, stdout } = graze(['merge', ...files, '--report', 'json']);
    assert.equal(code, 0);
    assert.equal(JSON.parse(stdout).results.length, 1);
});
