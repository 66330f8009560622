import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inShared, needsShared } from '../helpers.js';
import { grazeHere } from './here.js';
import { graze, plan, temporaryFolder } from './program.js';

/** Files that hold several plans: each is checked and reported as a plan of its own. */

const folder = temporaryFolder('cases');

/** A name with markup, and a control character. */
const ODD = '<b>&\u001b[2J';

const HEADER = 'case_id,track_id,frame_id,timestamp_ms,x,y,psi_rad,length,width';
const ROWS = [
    ...['free', 'hit', ODD].flatMap((name) => [
        `${name},1,1,100,0,0,0,4,2`,
        `${name},1,2,200,1,0,0,4,2`,
        `${name},2,1,100,${name === 'hit' ? 3 : 9},0,0,4,2`,
        `${name},2,2,200,${name === 'hit' ? 3 : 9},0,0,4,2`,
    ]),
    'walk,1,1,100,0,0,0,,',
];

mkdirSync(join(folder, 'sub'));
const table = join(folder, 't.csv');
writeFileSync(table, `${HEADER}\n${ROWS.join('\n')}\n`);
writeFileSync(join(folder, 'one.csv'), `${HEADER}\n${ROWS.slice(0, 4).join('\n')}\n`);
writeFileSync(join(folder, 'a.xml'), plan());
writeFileSync(join(folder, 'b.xml'), plan({ isBad: true }));
const list = join(folder, 'list.txt');
writeFileSync(
    list,
    'a.xml\tradius=0.3\nt.csv\nb.xml\tradius=0.3\nt.csv\tcase=hit\none.csv\na.xml\tradius=0.2\nt.csv\tcase=none\n',
);

/** @param {string[]} args */
function results(args) {
    const { code, stdout, stderr } = graze(['validate', ...args, '--report', 'json']);
    return { code, stderr, results: JSON.parse(stdout).results };
}

/** @param {any} result */
function brief({ file, case: part, valid, error }) {
    return [file, part?.label, part && `${part.index}/${part.count}`, error?.code ?? valid];
}

test('each case of a file is one result, and a failure of one is that of one', () => {
    const { code, stderr, results: all } = results([table]);
    assert.equal(code, 3);
    assert.deepEqual(all.map(brief), [
        [table, 'free', '0/4', true],
        [table, 'hit', '1/4', false],
        [table, ODD, '2/4', true],
        [table, 'walk', '3/4', 'radius-unknown'],
    ]);
    assert.match(stderr, /radius-unknown: .*\(case walk\)\n$/);
    const { code: chosen, results: one } = results([table, '--case', 'hit']);
    assert.deepEqual([chosen, ...one.map(brief)], [1, [table, 'hit', '0/1', false]]);
    const { results: plain } = results([join(folder, 'one.csv')]);
    assert.deepEqual(plain.map(brief), [[join(folder, 'one.csv'), undefined, undefined, true]]);
});

test('every report names the case, safely', async () => {
    const args = ['validate', table, '--radius', '0.3', '--report'];
    const text = (await grazeHere([...args, 'text'])).stdout;
    assert.ok(text.includes(`${table} case hit: `) && text.includes('4 plans: 3 valid'), text);
    assert.ok(!text.includes('\u001b[2J'));
    const html = (await grazeHere([...args, 'html'])).stdout;
    assert.ok(html.includes('t.csv case &#60;b&#62;&#38;') && !html.includes('<b>&'));
    const anchors = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    assert.equal(new Set(anchors).size, anchors.length);
    for (const [, id] of html.matchAll(/href="#([^"]*)"/g)) assert.ok(anchors.includes(id), id);
    const junit = (await grazeHere([...args, 'junit'])).stdout;
    assert.equal([...junit.matchAll(/<testsuite name="[^"]* case /g)].length, 4);
});

test('shards keep the cases of a file together and merge into the report of one run', async () => {
    const shards = [1, 2, 3].map((i) => {
        const out = join(folder, `shard-${i}`);
        graze(['validate', '--list', list, '--shard', `${i}/3`, '--figures', '2', '--out', out]);
        return out;
    });
    for (const report of ['text', 'json', 'ndjson', 'junit', 'github', 'sarif', 'html']) {
        const how = ['--report', report];
        const run = (/** @type {string} */ jobs) =>
            grazeHere(['validate', '--list', list, '--figures', '2', '--jobs', jobs, ...how]);
        const whole = await run('1');
        const threads = report !== 'ndjson' ? whole : await run('2');
        const merged = await grazeHere(['merge', ...shards, '--list', list, ...how]);
        assert.deepEqual([merged, threads], [whole, whole], report);
        assert.equal(whole.code, 3);
    }
    const again = await grazeHere([
        'validate',
        '--list',
        list,
        '--shard',
        '2/3',
        '--figures',
        '2',
        '--out',
        shards[1],
        '--resume',
    ]);
    assert.equal(again.code, 3);
    const lines = readFileSync(shards[1], 'utf8').trimEnd().split('\n');
    const indices = lines.slice(1, -1).map((line) => JSON.parse(line).index);
    assert.deepEqual(indices, [1, 1, 1, 1, 4]);
    /** @param {string[]} changed */
    const refused = (changed) => {
        const path = join(folder, 'spoilt');
        writeFileSync(path, `${changed.join('\n')}\n`);
        return graze(['merge', shards[0], path, shards[2]]).stderr;
    };
    const without = lines.toSpliced(2, 1);
    assert.match(refused(without), /spoilt:3:1: altered: /);
    assert.match(
        refused(lines.slice(0, 3)),
        /truncated: it has 0 of its 2 results, and 2 of 4 cases/,
    );
    const other = lines.with(3, lines[3].replace('"count":4', '"count":3'));
    assert.match(refused(other), /spoilt:4:1: altered: /);
    const twice = lines.toSpliced(2, 0, lines[1]);
    assert.match(refused(twice), /spoilt:3:1: altered: /);
    const beyond = lines.with(1, lines[1].replace('"index":0,"count":4', '"index":4,"count":4'));
    assert.match(refused(beyond), /spoilt:2:1: altered: /);
});

test('convert and repair take one plan of a file', async () => {
    const several = await grazeHere(['convert', table, '-', '--to', 'graze']);
    assert.equal(several.code, 3);
    assert.match(several.stderr, /several-plans: the file holds 4 plans, "free", "hit", .*--case/);
    const { code, stdout } = await grazeHere([
        'convert',
        table,
        '-',
        '--to',
        'graze',
        '--case',
        'hit',
    ]);
    assert.equal(code, 0);
    assert.deepEqual(
        JSON.parse(stdout).agents.map((/** @type {any} */ one) => one.name),
        ['1', '2'],
    );
    const none = await grazeHere(['repair', table, '--case', 'x', '--to', 'graze']);
    assert.match(none.stderr, /t\.csv:1:1: unknown-case: there is no case "x"; the file holds /);
    const plain = await grazeHere([
        'validate',
        join(folder, 'a.xml'),
        '--radius',
        '0.3',
        '--case',
        '1',
    ]);
    assert.match(plain.stderr, /a\.xml:1:1: unknown-case: files of the format ccbs hold one plan/);
});

test('a real table of two cases', { skip: needsShared }, () => {
    const { code, results: all } = results([inShared('real/findings/interaction_case_id.csv')]);
    assert.deepEqual(
        all.map((/** @type {any} */ one) => [one.case.label, one.agents, one.valid]),
        [
            ['2.0', all[0].agents, true],
            ['1.0', all[1].agents, true],
        ],
    );
    assert.equal(code, 0);
});
