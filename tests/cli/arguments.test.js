import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inRepository } from '../helpers.js';
import { grazeHere } from './here.js';
import { plan, temporaryFolder } from './program.js';

const folder = temporaryFolder('arguments');

/** @param {string} name @param {string} text */
function write(name, text) {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
    return path;
}

const STEPS = '0:(0,0),(2,0),\n1:(0,1),(2,1),\n';
const MAP = 'type octile\nheight 2\nwidth 3\nmap\n...\n...\n';
const SCHEDULE = 'schedule:\n  a:\n    - x: 0\n      y: 0\n      t: 0\n';
const INPUT =
    'map:\n  dimensions: [2, 2]\n  obstacles: []\nagents:\n  - name: a\n    start: [0, 0]\n    goal: [1, 0]\n';

// Each plan of a format that other files of the folder resemble, and those files.
const plans = [
    write('all/a.txt', STEPS),
    write('all/b.json', '{ "graze": 1, "agents": [] }'),
    write('all/deep/log.xml', plan()),
    write('all/deep/long_log.xml', `<root>${'<map/>'.repeat(20_000)}${plan().slice(6)}`),
    write('all/schedule.yaml', SCHEDULE),
    write('all/tracks.csv', 't,id,x,y,radius\n0,a,0,0,1\n1,a,1,0,1\n'),
];
const others = [
    write('all/a.map', MAP),
    write('all/a.scen', 'version 1\n0\ta.map\t3\t2\t0\t0\t0\t1\t1\n'),
    write('all/deep/config.xml', '<root><algorithm/></root>'),
    write('all/deep/map.xml', `<root>${'<map/>'.repeat(20_000)}</root>`),
    write('all/input.yaml', INPUT),
    write('all/other.csv', 'a,b,c,d\n1,2,3,4\n'),
    write('all/README.md', 'Plans of the second run.\n'),
    write('all/report.json', '{ "schema": 2, "results": [] }'),
];
write('all/.hidden/a.txt', STEPS);
write('all/node_modules/a.txt', STEPS);

/** @param {string[]} args */
async function filesOf(args) {
    const { stdout, stderr } = await grazeHere(['validate', ...args, '--report', 'json']);
    const files = JSON.parse(stdout).results.map((/** @type {any} */ { file }) => file);
    return { files, notices: stderr.match(/^notice: .*$/gm) ?? [] };
}

test('a folder stands for all plans in it; other files are left out, and a line names some', async () => {
    const { files, notices } = await filesOf([join(folder, 'all')]);
    assert.deepEqual(files.toSorted(), plans.toSorted());
    assert.deepEqual(notices, [
        `notice: in ${join(folder, 'all')}, ${others.length} other files are left out: README.md, a.map, a.scen, …`,
    ]);
});

test('a folder has the order of its names, and links to files are files', async () => {
    write('linked/b.txt', STEPS);
    write('linked/deep/a.txt', STEPS);
    symlinkSync('b.txt', join(folder, 'linked/a.txt'));
    symlinkSync('.', join(folder, 'linked/loop'));
    const { files } = await filesOf([join(folder, 'linked')]);
    assert.deepEqual(files, [
        join(folder, 'linked/a.txt'),
        join(folder, 'linked/b.txt'),
        join(folder, 'linked/deep/a.txt'),
    ]);
});

test('a pattern stands for the files that match it, each once', async () => {
    const { files } = await filesOf([
        join(folder, 'all/**/*.xml'),
        join(folder, 'all/deep/*_log.xml'),
        join(folder, 'all/{a,b}.{txt,json}'),
    ]);
    assert.deepEqual(files, [
        join(folder, 'all/deep/config.xml'),
        join(folder, 'all/deep/log.xml'),
        join(folder, 'all/deep/long_log.xml'),
        join(folder, 'all/deep/map.xml'),
        join(folder, 'all/a.txt'),
        join(folder, 'all/b.json'),
    ]);
});

test('the name of a file is not a pattern', async () => {
    const path = write('odd/plan[1]*.txt', STEPS);
    write('odd/plan1.txt', STEPS);
    assert.deepEqual((await filesOf([path])).files, [path]);
});

test('a folder and a pattern without plans are wrong usage', async () => {
    mkdirSync(join(folder, 'empty'));
    write('maps/a.map', MAP);
    for (const [arg, message] of [
        ['empty', /^the folder .*empty must have plans, but it has no files\n$/],
        ['maps', /^the folder .*maps must have plans, but it has a\.map\n$/],
        ['maps/*.txt', /^the pattern ".*maps\/\*\.txt" must match a file, but matches none\n$/],
    ]) {
        const { code, stdout, stderr } = await grazeHere(['validate', join(folder, String(arg))]);
        assert.deepEqual([code, stdout], [2, '']);
        assert.match(stderr, /** @type {RegExp} */ (message));
    }
});

test('shards are merged from their folder', async () => {
    const list = write('campaign/list.txt', 'a.txt\nb.txt\n');
    write('campaign/a.txt', STEPS);
    write('campaign/b.txt', STEPS);
    for (const shard of ['1', '2']) {
        const out = join(folder, `campaign/${shard}.ndjson`);
        const args = ['validate', '--list', list, '--shard', `${shard}/2`, '--out', out];
        assert.equal((await grazeHere(args)).code, 0);
    }
    for (const arg of ['campaign', 'campaign/*.ndjson']) {
        const { code, stdout } = await grazeHere(['merge', join(folder, arg)]);
        const verdict =
            'VALID (no sizes given: cells only; obstacles, bounds, starts and goals not checked)';
        const lines = [
            `a.txt: ${verdict}`,
            `b.txt: ${verdict}`,
            '2 plans: 2 valid (no sizes given: cells only)',
            '',
        ];
        assert.deepEqual([code, stdout], [0, lines.join('\n')]);
    }
});

test('--fail-fast ends with the first plan that is not valid, whatever the number of threads', async () => {
    const good = write('fast/1.xml', plan());
    const bad = write('fast/2.xml', plan({ isBad: true }));
    const paths = [good, bad, good, bad, good];
    for (const jobs of ['1', '4']) {
        const args = ['validate', ...paths, '--radius', '0.4', '--jobs', jobs, '--report', 'json'];
        const all = await grazeHere(args);
        const first = await grazeHere([...args, '--fail-fast']);
        assert.deepEqual([all.code, first.code], [1, 1]);
        assert.equal(first.stderr, '--fail-fast: 3 more files not checked\n');
        const { results } = JSON.parse(all.stdout);
        assert.deepEqual(JSON.parse(first.stdout).results, results.slice(0, 2));
    }
    const { code, stderr } = await grazeHere(['validate', good, good, '--fail-fast']);
    assert.equal(code, 3);
    assert.match(stderr, /radius-unknown.*\n--fail-fast: 1 more file not checked\n$/);
});

test('--fail-fast contradicts what needs all plans', async () => {
    const list = write('fast/list.txt', '1.xml\n');
    const out = join(folder, 'fast/out.ndjson');
    for (const rest of [
        ['--shard', '1/1'],
        ['--report', 'ndjson', '--out', out, '--resume'],
    ]) {
        const { code, stderr } = await grazeHere([
            ...['validate', '--list', list, '--fail-fast'],
            ...rest,
        ]);
        assert.equal(code, 2);
        assert.match(stderr, /^--fail-fast leaves plans out, but --(?:shard|resume) needs all/);
    }
});

test('an option that the only plan does not use is wrong usage, and an error of each of several', async () => {
    const steps = write('unused/a.txt', STEPS);
    const scenario = inRepository('web/scenes/driving/scenario.xml');
    const junk = write('unused/junk', 'junk');
    /** @type {[string[], RegExp][]} */
    const cases = [
        [[steps, '--config', junk], /junk:1:1: unused-file: a result of LaCAM takes no config$/],
        [[steps, '--unknown-cells', 'free'], /must not be given without an occupancy map of ROS/],
        [[scenario, '--radius', '1'], /^radius must not be given for commonroad/],
        [[scenario, '--task', junk], /unused-file: a CommonRoad scenario takes no task/],
        [[scenario, '--footprint', '[[0,0],[1,0],[0,1]]'], /^footprint must not be given/],
        [[steps, '--no-suggest-delays', '--max-suggestions', '3'], /exclude each other$/],
    ];
    for (const [args, message] of cases) {
        // With a time limit the plan is checked on another thread.
        for (const limit of [[], ['--time-limit', '900']]) {
            const { code, stdout, stderr } = await grazeHere(['validate', ...args, ...limit]);
            assert.deepEqual([code, stdout], [2, ''], stderr);
            assert.match(stderr.trimEnd(), message);
        }
    }
    const several = await grazeHere(['validate', steps, scenario, '--radius', '0.1']);
    assert.equal(several.code, 3);
    assert.match(several.stderr, /^[^\n]*scenario\.xml: unused-option: radius must not be given/);
    assert.match(
        several.stdout,
        /a\.txt: VALID \(obstacles, bounds, starts and goals not checked\)\n2 plans: 1 valid, 1 not checked\n$/,
    );
    for (const command of ['repair', 'convert']) {
        const out = command === 'repair' ? [] : ['-', '--to', 'graze'];
        const { code } = await grazeHere([command, steps, ...out, '--config', junk]);
        assert.equal(code, 2);
    }
});
