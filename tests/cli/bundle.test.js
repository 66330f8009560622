import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { inRepository, PATIENCE } from '../helpers.js';
import { graze, plan, temporaryFolder, writeCampaign } from './program.js';

/** The program as the package has it: bundled in parts, of which a run loads those that it needs. */

const BUNDLE = inRepository('dist/cli');
const folder = temporaryFolder('bundle');
const list = writeCampaign(folder, 12);

/** @param {string} name @param {string} text */
function write(name, text) {
    writeFileSync(join(folder, name), text);
    return name;
}

const ccbs = write('ccbs.xml', plan());
const kei18 = write(
    'kei18.txt',
    'agents=2\nstarts=(0,0),(0,1),\ngoals=(1,0),(0,1),\nsolution=\n0:(0,0),(0,1),\n1:(1,0),(0,1),\n',
);

/** Writes the URL of each file that the main thread loads. */
const HOOKS = `import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
    appendFileSync(process.env.LOADED, url + '\\n');
    return next(url, context);
}`;
const REGISTER = `import { register } from 'node:module'; register(${JSON.stringify(
    `data:text/javascript,${encodeURIComponent(HOOKS)}`,
)});`;

/**
 * Runs the bundle.
 *
 * @param {string[]} args
 * @param {{ input?: string, env?: Record<string, string>, nodeArgs?: string[] }} [options]
 */
function bundled(args, { input, env, nodeArgs = [] } = {}) {
    const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [...nodeArgs, join(BUNDLE, 'main.js'), ...args],
        {
            ...{ cwd: folder, encoding: 'utf8', input, maxBuffer: 2 ** 28, timeout: PATIENCE },
            env: { ...process.env, ...env },
        },
    );
    return { code: status, stdout, stderr };
}

/**
 * Returns the names of the files that a run of the bundle loads: those of the bundle; and the others, of packages by the names of
 * these.
 *
 * @param {string[]} args
 */
function loadedBy(args) {
    const log = write('loaded.txt', '');
    const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(REGISTER)}`];
    const { code, stderr } = bundled(args, { env: { LOADED: join(folder, log) }, nodeArgs });
    assert.ok(code !== null && code < 2, stderr);
    /** @type {Set<string>} */
    const parts = new Set();
    /** @type {Set<string>} */
    const others = new Set();
    for (const url of readFileSync(join(folder, log), 'utf8').trim().split('\n')) {
        if (!url.startsWith('file:')) continue;
        const [, name] = /.*\/node_modules\/([^/]+)\//.exec(url) ?? [];
        if (url.includes('/dist/cli/')) parts.add(basename(url, '.js'));
        else others.add(name ?? basename(url));
    }
    return { parts: [...parts].sort(), others: [...others].sort() };
}

test('a small plan loads the check, its reader and its report, and no library', () => {
    const { parts, others } = loadedBy(['validate', kei18]);
    assert.deepEqual(parts, ['check', 'kei18', 'main', 'movingai', 'start', 'steps']);
    assert.deepEqual(others, ['internal.js']);
});

test('what needs no plan loads no check', () => {
    for (const [args, expected] of /** @type {const} */ ([
        [['--help'], []],
        [['--version'], ['internal.js']],
    ])) {
        const { parts, others } = loadedBy([...args]);
        assert.deepEqual([parts, others], [['main', 'start'], expected]);
    }
});

test('readers, reports, commands and packages load by need', () => {
    const xml = loadedBy(['validate', ccbs, '--radius', '0.4']);
    assert.ok(xml.parts.includes('ccbs') && !xml.parts.includes('kei18'));
    assert.ok(xml.others.includes('external.js'), 'discs need an instance');
    const html = loadedBy(['validate', kei18, '--report', 'html']);
    assert.ok(html.parts.includes('html') && !xml.parts.includes('html'));
    const repaired = loadedBy(['repair', kei18]);
    assert.ok(repaired.parts.includes('repair_search') && !xml.parts.includes('repair_search'));
    assert.ok(!xml.others.includes('tinypool') && !xml.parts.includes('plan_pool'));
    const threads = loadedBy(['validate', kei18, kei18, '--jobs', '2']);
    assert.ok(threads.others.includes('tinypool') && threads.parts.includes('plan_pool'));
    const footprint = write(
        'footprint.yaml',
        '[[0.3, 0.3], [-0.3, 0.3], [-0.3, -0.3], [0.3, -0.3]]\n',
    );
    const outlined = loadedBy(['validate', kei18, '--footprint', footprint]);
    assert.ok(outlined.parts.includes('footprint') && !xml.parts.includes('footprint'));
    assert.ok(outlined.others.includes('yaml') && !xml.others.includes('yaml'));
    const measured = loadedBy(['bench', '--n', '4', '--pairs', '16', '--rounds', '1']);
    assert.ok(measured.parts.includes('bench') && !measured.parts.includes('check'));
});

test('the bundle writes the bytes that the sources write, from any thread', () => {
    const bad = write('bad.xml', plan({ isBad: true }));
    const large = write('large.xml', plan({ agents: 60, pieces: 60 }));
    const huge = write('huge.xml', plan({ agents: 1200, pieces: 40, gap: 0.001 }));
    const shard = ['validate', '--list', list, '--radius', '0.4'];
    for (const args of [
        ['--help'],
        ['validate', '--help'],
        ['validat'],
        ['validate', 'missing.txt'],
        ['validate', ccbs],
        ['validate', ccbs, '--radius', 'x'],
        ['validate', kei18],
        ['validate', kei18, '--radius', '0.4', '--report', 'junit'],
        ['validate', bad, '--radius', '0.4', '--report', 'html'],
        ['validate', huge, '--radius', '0.4', '--time-limit', '0.001'],
        ['validate', '--list', list, '--jobs', '2'],
        ['validate', '--list', list, '--jobs', '2', '--report', 'json'],
        [...shard, '--shard', '1/2', '--out', 'first.ndjson'],
        [...shard, '--shard', '2/2', '--out', 'second.ndjson'],
        [...shard, '--shard', '2/2', '--out', 'second.ndjson', '--resume'],
        ['merge', 'first.ndjson', 'second.ndjson', '--report', 'json'],
        ['repair', bad, '--radius', '0.4'],
        ['repair', large, '--radius', '0.4'],
        ['convert', kei18, '-', '--to', 'graze'],
        ['convert', large, '-', '--to', 'graze', '--radius', '0.4'],
    ]) {
        assert.deepEqual(bundled(args), graze(args, { cwd: folder }), args.join(' '));
    }
    const text = readFileSync(join(folder, kei18), 'utf8');
    const args = ['validate', '-', '--report', 'json'];
    assert.deepEqual(bundled(args, { input: text }), graze(args, { cwd: folder, input: text }));
});

test('each class of an error is in one part, and that of the library in none', () => {
    const texts = readdirSync(BUNDLE).map((name) => readFileSync(join(BUNDLE, name), 'utf8'));
    /** @param {string} name */
    const count = (name) => {
        const definition = new RegExp(
            `class (_?)${name}\\b(\\$\\d+)? extends|${name} = class`,
            'g',
        );
        return texts.reduce((sum, text) => sum + (text.match(definition)?.length ?? 0), 0);
    };
    assert.deepEqual(
        ['InputError', 'UsageError', 'OutputError', 'GrazeError'].map(count),
        [1, 1, 1, 0],
    );
});

test('an internal error names the functions that led to it', () => {
    const code = `JSON.stringify = () => { throw new Error('provoked'); };`;
    const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
    const args = ['validate', kei18, kei18, '--report', 'json', '--jobs', '1'];
    const { code: status, stderr } = bundled(args, { env: { GRAZE_DEBUG: '1' }, nodeArgs });
    assert.ok(status !== 0);
    assert.match(stderr, /internal error: provoked/);
    assert.match(stderr, /at \w+ .*\/dist\/cli\/\w+\.js:\d+:\d+/);
});
