import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseAssignments } from '../../js/cli/console/options.js';
import { grazeHere } from './here.js';
import { graze, plan, temporaryFolder } from './program.js';

const folder = temporaryFolder('list');
const inside = join(folder, 'inside');
mkdirSync(join(inside, 'deep'), { recursive: true });
const GRID = '<root><map><width>9</width><height>9</height><grid>';
const MAP = `${GRID}${'<row>0 0 0 0 0 0 0 0 0</row>'.repeat(9)}</grid></map></root>`;
writeFileSync(join(inside, 'a.xml'), plan());
writeFileSync(join(inside, 'deep/b c.xml'), plan({ isBad: true }));
writeFileSync(join(inside, 'map.xml'), MAP);
writeFileSync(join(folder, 'outside.xml'), plan());

/** @param {string} text @param {string[]} [more] */
async function validateList(text, more = []) {
    const list = join(inside, 'list.txt');
    writeFileSync(list, text);
    const { code, stdout, stderr } = await grazeHere([
        'validate',
        '--list',
        list,
        '--report',
        'json',
        ...more,
    ]);
    return { code, stderr, results: stdout === '' ? [] : JSON.parse(stdout).results };
}

test('a list names plans relative to its folder, one per line, with what is their own', async () => {
    const list = [
        '\ufeff# a comment',
        '',
        'a.xml\tradius=0.4\tmap=map.xml',
        'deep/b c.xml\tat-goal=vanish\tradius=.3\r',
        '   ',
        './a.xml \t format=ccbs ',
    ];
    const { code, results, stderr } = await validateList(list.join('\n'), ['--radius', '0.2']);
    assert.deepEqual([code, stderr], [1, '']);
    const names = results.map((/** @type {any} */ { file }) => file);
    assert.deepEqual(names, ['a.xml', 'deep/b c.xml', './a.xml']);
    assert.deepEqual(
        results.map((/** @type {any} */ { checks }) => checks['agent-obstacle']),
        [3, null, null],
    );
    const gaps = results.map((/** @type {any} */ { clearance }) => clearance.separation);
    assert.deepEqual(gaps, [1.2, -0.6, 1.6]);
    assert.equal(results[1].atGoal, 'vanish');
});

test('a line takes back what the command line gives to all', async () => {
    const { results } = await validateList('a.xml\na.xml\tmap=\n', [
        '--radius',
        '0.2',
        '--map',
        join(inside, 'map.xml'),
    ]);
    assert.deepEqual(
        results.map((/** @type {any} */ { checks }) => checks['agent-obstacle']),
        [3, null],
    );
});

test('a list is read completely or refused, with the place', async () => {
    const cases = /** @type {[string, RegExp][]} */ ([
        ['', /list\.txt:1:1: empty-list: /],
        ['# nothing\n\n', /:1:1: empty-list: /],
        ['a.xml\n\tmap=x', /:2:1: bad-line: the line does not begin with the name of a plan/],
        ['a.xml\tcolour=red', /:1:7: bad-line: a field must be one of map=…/],
        ['a.xml\tmap=m\tmap.xml', /:1:13: bad-line: a field must be one of/],
        ['a.xml\tmap=m\tmap=n', /:1:13: bad-line: map is given twice/],
        ['a.xml\t\tmap=n', /:1:7: bad-line: a field between two tabs is empty/],
        ['a.xml\tradius=-1', /:1:1: bad-line: radius must be at least 0, got -1/],
        ['a.xml\tradius=1e999', /bad-line: radius must be/],
        ['a.xml\tat-goal=wait', /bad-line: at-goal must be stay or vanish/],
        ['a.xml\tformat=csv', /bad-line: format must be /],
        ['a.xml\t__proto__=x', /bad-line: a field must be one of/],
        ['-', /bad-line: standard input cannot be listed/],
        ['a.xml\tmap=-', /bad-line: standard input cannot be listed/],
        ['a\0.xml', /:1:2: not-text: /],
    ]);
    for (const [text, message] of cases) {
        const { code, stderr, results } = await validateList(text, ['--radius', '0.2']);
        assert.deepEqual([code, results], [3, []], text);
        assert.match(stderr, message);
        assert.match(stderr, /^[^\n]+\n$/);
    }
});

test('names of a list stay in its folder, unless they may leave it', async () => {
    const outside = join(folder, 'outside.xml');
    for (const name of ['../outside.xml', 'deep/../../outside.xml', outside, '..']) {
        for (const line of [name, `a.xml\tmap=${name}`]) {
            const { code, stderr } = await validateList(`a.xml\n${line}\n`, ['--radius', '0.2']);
            assert.equal(code, 3, line);
            assert.match(stderr, /list\.txt:2:1: outside-folder: .*--allow-outside/);
        }
    }
    symlinkSync(outside, join(inside, 'link.xml'));
    symlinkSync(folder, join(inside, 'up'));
    symlinkSync(join(inside, 'a.xml'), join(inside, 'fine.xml'));
    const { code, stderr, results } = await validateList(
        'link.xml\nup/outside.xml\nfine.xml\ndeep/../a.xml\n',
        ['--radius', '0.2'],
    );
    assert.equal(code, 3);
    assert.match(stderr, /^link\.xml: outside-folder: [^\n]*\nup\/outside\.xml: outside/);
    assert.deepEqual(
        results.map((/** @type {any} */ one) => one.error?.code ?? one.valid),
        ['outside-folder', 'outside-folder', true, true],
    );
    const allowed = await validateList('link.xml\n../outside.xml\n', [
        '--radius',
        '0.2',
        '--allow-outside',
    ]);
    assert.equal(allowed.code, 0);
});

test('a plan that cannot be used does not keep others from being checked', async () => {
    const { code, stderr, results } = await validateList(
        'a.xml\nnone.xml\na.xml\tradius=0.2\ndeep\n',
    );
    assert.equal(code, 3);
    const codes = results.map((/** @type {any} */ { error }) => error?.code);
    assert.deepEqual(codes, ['radius-unknown', 'unreadable', undefined, 'not-a-file']);
    assert.equal(stderr.split('\n').length, 4);
});

test('a list may be standard input, with names from the working directory', () => {
    const input = 'inside/a.xml\n';
    const args = ['validate', '--list', '-', '--radius', '0.2', '--quiet'];
    const { code, stderr } = graze(args, { input, cwd: folder });
    assert.deepEqual([code, stderr], [0, '']);
});

test('lists, names and shards that do not go together are wrong usage', async () => {
    const list = join(inside, 'list.txt');
    const cases = /** @type {[string[], RegExp][]} */ ([
        [['a.xml', '--list', list], /not both/],
        [['a.xml', '--shard', '1/2'], /needs --list/],
        [['--list', list, '--shard', '0/2'], /--shard must be i\/N/],
        [['--list', list, '--shard', '3/2'], /--shard must be i\/N/],
        [['--list', list, '--shard', '1'], /--shard must be i\/N/],
        [['--list', list, '--shard', '1/2', '--report', 'json'], /--shard writes ndjson/],
        [['--list', list, '--resume'], /--resume needs/],
        [['--list', list, '--resume', '--out', 'x'], /--resume needs/],
        [['--list', '-', '--map', '-'], /can be read only once/],
        [['a.xml', '--jobs', '0'], /--jobs must be a whole number from 1/],
        [['a.xml', '--time-limit', '0'], /--time-limit must be above 0/],
        [['a.xml', '--limit', 'agents'], /--limit must be NAME=N/],
        [
            ['a.xml', '--limit', 'toString=3'],
            /--limit must name one of characters.*, got "toString"/,
        ],
        [['a.xml', '--limit', 'agents=0'], /--limit agents must be a whole number from 1/],
        [['a.xml', '--max-suggestions', '1.5'], /--max-suggestions must be a whole number/],
    ]);
    for (const [args, message] of cases) {
        const { code, stdout, stderr } = await grazeHere(['validate', ...args]);
        assert.deepEqual([code, stdout], [2, ''], args.join(' '));
        assert.match(stderr, message);
        assert.match(stderr, /^[^\n]+\n$/);
    }
});

test('a limit may have an exponent or underscores, if it is a whole number', () => {
    const read = (/** @type {string} */ text) =>
        parseAssignments('limit', [`pieces=${text}`], ['pieces']).pieces;
    for (const text of ['100000000', '1e8', '1E+8', '0.1e9', '100_000_000', '1_00e6'])
        assert.equal(read(text), 100_000_000, text);
    assert.equal(read('1.5e3'), 1500);
    const wrong = [
        '1e-8',
        '1.55e1',
        '2.0',
        '1__0',
        '_1',
        '1_',
        '1e',
        'e8',
        '1e99',
        '-1e3',
        '0x10',
        '',
    ];
    for (const text of wrong) {
        const got = {
            message: `--limit pieces must be a whole number from 1 to ${2 ** 40}, got "${text}"`,
        };
        assert.throws(() => read(text), got, text);
    }
});
