import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { plan } from '../cli/program.js';
import { inRepository, readJson } from '../helpers.js';
import { openBrowser, POLICY } from './browser.js';
import {
    buildByEsbuild,
    buildByRollup,
    buildByVite,
    buildByWebpack,
    copyModule,
    pageOf,
    serveByVite,
} from './builders.js';
import {
    AGENT_ANSWERS,
    MOTION_ANSWERS,
    PLAN_ANSWERS,
    QUERY_ANSWERS,
    SOLID_ANSWERS,
    STATIC_ANSWERS,
} from './expected.js';
import { answersOf, copyPrograms, emptyProject, installOffline, peer } from './project.js';
import { tableLines, writeLines } from './table.js';

/**
 * The tarball, installed in an empty project and used by all who could use it. Each one asks real queries in
 * what came out, and the numbers must be the expected ones.
 */

const run = promisify(execFile);

const WANTED = {
    graze: QUERY_ANSWERS,
    scalar: QUERY_ANSWERS,
    external: QUERY_ANSWERS,
    static: STATIC_ANSWERS,
    motion: MOTION_ANSWERS,
    agents: AGENT_ANSWERS,
    solid: SOLID_ANSWERS,
    scenario: PLAN_ANSWERS,
};

/** @typedef {keyof typeof WANTED} Entry */
const ENTRIES = /** @type {Entry[]} */ (Object.keys(WANTED));

/** Each consumer, with what became of each entry. @type {Map<string, Partial<Record<Entry, string>>>} */
const table = new Map();

const project = emptyProject();
const out = join(project, 'out');
/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;

before(async () => {
    installOffline(project);
    copyPrograms(project);
    copyModule(project, join(out, 'assets'));
    // Consumers without a bundler get the files as installed.
    copyPrograms(project, 'out');
    cpSync(join(project, 'node_modules/graze'), join(out, 'node_modules/graze'), {
        recursive: true,
    });
    for (const name of ['plain', 'plain_owner']) {
        writeFileSync(join(out, `${name}.html`), pageOf(`./${name}.js`));
    }
    writeFileSync(join(out, 'forbidden.html'), pageOf('./plain.js'));
    browser = await openBrowser(out, (path) =>
        path === '/forbidden.html' ? "script-src 'self'" : POLICY,
    );
});

after(async () => {
    await browser?.close();
});

/**
 * Holds answers against what is expected, and notes the way in which it went.
 *
 * @param {string} consumer
 * @param {Partial<Record<Entry, any>>} answers
 * @param {Partial<Record<Entry, string>>} [sources] how an entry came by its module, or why it is not for this consumer
 */
function expectAnswers(consumer, answers, sources = {}) {
    const row = table.get(consumer) ?? {};
    table.set(consumer, row);
    for (const entry of ENTRIES) {
        if (!(entry in answers)) {
            if (sources[entry] !== undefined) row[entry] = sources[entry];
            continue;
        }
        row[entry] = 'WRONG';
        assert.deepEqual(answers[entry], WANTED[entry], `${consumer}: ${entry}`);
        row[entry] = sources[entry] === undefined ? 'ok' : `ok, ${sources[entry]}`;
    }
}

/**
 * Returns what pages answer, each of an entry.
 *
 * @param {string} folder
 * @param {readonly Entry[]} entries
 */
async function pages(folder, entries) {
    /** @type {Partial<Record<Entry, any>>} */
    const answers = {};
    for (const entry of entries)
        answers[entry] = await browser.answersOf(`${folder}/${entry}.html`);
    return answers;
}

/** @param {readonly Entry[]} entries @param {Partial<Record<Entry, string>>} [others] */
function programs(entries, others = {}) {
    return Object.fromEntries(entries.map((entry) => [entry, others[entry] ?? `${entry}.js`]));
}

test('Node, import', async () => {
    const given = programs(ENTRIES, { external: 'external_node.js' });
    const answers = await Promise.all(
        ENTRIES.map(async (entry) => [entry, await answersOf(project, given[entry])]),
    );
    expectAnswers('Node, import', Object.fromEntries(answers), { external: 'bytes' });
});

test('Node, require', async () => {
    expectAnswers('Node, require', await answersOf(project, 'required.cjs'), { external: 'bytes' });
});

test('worker_threads, which share compiled modules', async () => {
    const compiled = ENTRIES.filter((entry) => entry !== 'scenario');
    const sources = Object.fromEntries(compiled.map((entry) => [entry, 'module']));
    expectAnswers('Node, worker_threads', await answersOf(project, 'threads.js'), sources);
});

for (const folder of [
    peer('typescript57'),
    inRepository('node_modules/typescript'),
    peer('typescript7'),
]) {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const consumer = `TypeScript ${version.split('.', 2).join('.')}`;
    test(`${consumer}, strict, without skipLibCheck`, async () => {
        // Type declarations of Node are the one thing that such a project needs besides.
        for (const name of ['@types/node', 'undici-types']) {
            const types = inRepository(`node_modules/${name}`);
            cpSync(types, join(project, 'node_modules', name), { recursive: true });
        }
        cpSync(inRepository('tests/package/types'), join(project, 'types'), { recursive: true });
        // ES modules are required by CommonJS from version 5.8 on.
        const isOld = consumer === 'TypeScript 5.7';
        const required = 'typed_required.cts';
        const out = await compile(folder, 'nodenext', [
            ...['typed.ts', 'types'],
            ...(isOld ? [] : [required]),
        ]);
        expectAnswers(consumer, await answersOf(project, join(out, 'typed.js')), {
            external: 'bytes',
        });
        // The ways of resolution find the same files, whatever the version: one version tries each.
        if (isOld) {
            await compile(folder, 'node16', ['typed.ts'], true);
            await assert.rejects(compile(folder, 'nodenext', [required], true), /TS1479/);
            return;
        }
        if (consumer === 'TypeScript 7.0') await compile(folder, 'bundler', ['typed.ts'], true);
        const answers = await answersOf(project, join(out, 'typed_required.cjs'));
        assert.deepEqual(answers, [1, 'function']);
    });
}

/**
 * Compiles files of the project, and returns the folder of the result.
 *
 * @param {string} compiler its folder
 * @param {string} resolution
 * @param {string[]} include
 * @param {boolean} [skipLibCheck] whether the declarations, which were checked before, are not
 */
async function compile(compiler, resolution, include, skipLibCheck = false) {
    const folder = ['typed', basename(compiler), resolution, include.length].join('-');
    writeFileSync(
        join(project, `${folder}.json`),
        JSON.stringify({
            compilerOptions: {
                strict: true,
                skipLibCheck,
                target: 'es2022',
                lib: ['es2022', 'dom'],
                module: resolution === 'bundler' ? 'esnext' : resolution,
                moduleResolution: resolution,
                types: ['node'],
                allowJs: true,
                outDir: folder,
                rootDir: '.',
            },
            include,
        }),
    );
    const tsc = join(compiler, 'bin/tsc');
    await run(process.execPath, [tsc, '-p', `${folder}.json`], { cwd: project }).catch(
        ({ stdout }) => assert.fail(stdout),
    );
    return folder;
}

test('esbuild, esm', async () => {
    const folder = join(out, 'esbuild-esm');
    const warnings = await buildByEsbuild(project, folder, programs(ENTRIES), {
        format: 'esm',
        splitting: true,
    });
    assert.deepEqual(warnings, []);
    copyModule(project, folder);
    const sources = { external: 'copied beside' };
    expectAnswers('esbuild, esm', await pages('esbuild-esm', ENTRIES), sources);
});

test('esbuild, iife', async () => {
    const folder = join(out, 'esbuild-iife');
    const given = programs(ENTRIES, { external: 'external_bytes.js' });
    const warnings = await buildByEsbuild(project, folder, given, {
        format: 'iife',
        loader: { '.wasm': 'binary' },
        target: 'es2022',
    });
    assert.deepEqual(warnings, []);
    const sources = { external: 'bytes' };
    expectAnswers('esbuild, iife', await pages('esbuild-iife', ENTRIES), sources);
});

test('Vite', async () => {
    await buildByVite(project, join(out, 'vite'), { ...programs(ENTRIES), owner: 'owner.js' });
    expectAnswers('Vite', await pages('vite', ENTRIES), { external: 'asset' });
    const sources = { external: 'asset, module' };
    expectAnswers('Vite, Web Worker', await browser.answersOf('vite/owner.html'), sources);
});

for (const name of ['vite5', 'vite6', 'vite7', 'vite']) {
    test(`${name}: the development server${name === 'vite' ? '' : ', and a build'}`, async () => {
        const folder = name === 'vite' ? inRepository('node_modules/vite') : peer(name);
        /** @type {import('./builders.js').Vite} */
        const vite = await import(pathToFileURL(join(folder, 'dist/node/index.js')).href);
        const consumer = `Vite ${vite.version.split('.', 1)}`;
        const root = emptyProject();
        cpSync(join(project, 'node_modules'), join(root, 'node_modules'), { recursive: true });
        copyPrograms(root);
        const served = programs(['external', 'scenario']);
        const server = await serveByVite(root, served, vite);
        try {
            const external = await browser.answersOf(`${server.url}external.html`);
            const scenario = await browser.answersOf(`${server.url}scenario.html`);
            const sources = { external: 'from the package' };
            expectAnswers(`${consumer}, development`, { external, scenario }, sources);
        } finally {
            await server.close();
        }
        if (name === 'vite') return;
        await buildByVite(root, join(out, name), programs(['external']), vite);
        expectAnswers(`${consumer}, build`, await pages(name, ['external']), { external: 'asset' });
    });
}

test("where Vite's development server has its cache elsewhere, the error names the line that helps", async () => {
    const vite = await import(pathToFileURL(join(peer('vite7'), 'dist/node/index.js')).href);
    const root = emptyProject();
    cpSync(join(project, 'node_modules'), join(root, 'node_modules'), { recursive: true });
    copyPrograms(root);
    for (const more of [{}, { optimizeDeps: { exclude: ['graze'] } }]) {
        const config = { cacheDir: 'cache', ...more };
        const server = await serveByVite(root, programs(['external']), vite, config);
        try {
            const answers = browser.answersOf(`${server.url}external.html`);
            const line = "optimizeDeps: { exclude: ['graze'] }";
            if ('optimizeDeps' in more) assert.deepEqual(await answers, QUERY_ANSWERS);
            else await assert.rejects(answers, ({ message }) => message.includes(line));
        } finally {
            await server.close();
        }
    }
});

test('webpack', async () => {
    const inlined = programs(ENTRIES.filter((entry) => entry !== 'external'));
    const folder = join(out, 'webpack');
    // One program is minified: that takes most of the time.
    assert.deepEqual(await buildByWebpack(project, folder, programs(['external']), true), []);
    const others = { ...inlined, owner: 'owner.js' };
    assert.deepEqual(await buildByWebpack(project, folder, others, false), []);
    expectAnswers('webpack', await pages('webpack', ENTRIES), { external: 'asset' });
    const sources = { external: 'asset, module' };
    expectAnswers('webpack, Web Worker', await browser.answersOf('webpack/owner.html'), sources);
});

test('rollup, which leaves imports', async () => {
    const built = programs(ENTRIES, { external: 'external_node.js' });
    const folder = 'rollup-bare';
    await buildByRollup(project, join(project, folder), built, false);
    writeFileSync(join(project, folder, 'package.json'), '{"type":"module"}');
    /** @type {Partial<Record<Entry, any>>} */
    const answers = {};
    for (const entry of ENTRIES) answers[entry] = await answersOf(project, `${folder}/${entry}.js`);
    expectAnswers('rollup, bare', answers, { external: 'bytes' });
});

test('rollup with node-resolve', async () => {
    const built = programs(ENTRIES, { external: 'external_fetched.js' });
    const warnings = await buildByRollup(project, join(out, 'rollup'), built, true);
    assert.deepEqual(warnings, []);
    const sources = { external: 'response' };
    expectAnswers('rollup, node-resolve', await pages('rollup', ENTRIES), sources);
});

test('Deno', async () => {
    const run = [process.execPath, join(peer('deno'), 'bin.cjs'), 'run'];
    /** @type {Partial<Record<Entry, string>>} */
    const sources = { external: '--allow-read', scenario: '--allow-env' };
    /** @type {Partial<Record<Entry, any>>} */
    const answers = {};
    for (const entry of ENTRIES) {
        const source = sources[entry];
        const deno = source === undefined ? run : [...run, source];
        answers[entry] = await answersOf(project, `${entry}.js`, deno);
    }
    expectAnswers('Deno', answers, sources);
});

test('Bun', async () => {
    const bun = [join(peer('bun'), 'bin/bun.exe')];
    /** @type {Partial<Record<Entry, any>>} */
    const answers = {};
    for (const entry of ENTRIES) answers[entry] = await answersOf(project, `${entry}.js`, bun);
    expectAnswers('Bun', answers, { external: 'fetched' });
});

test('Jest', async () => {
    const jest = join(peer('jest'), 'bin/jest.js');
    const args = [jest, '--rootDir', '.', '--testMatch', '<rootDir>/jest.mjs'];
    const env = { ...process.env, NODE_OPTIONS: '--experimental-vm-modules' };
    await run(process.execPath, args, { cwd: project, env });
    const answers = JSON.parse(readFileSync(join(project, 'jest.json'), 'utf8'));
    expectAnswers('Jest', answers, { external: 'bytes' });
});

/** A page imports no package by name, and `graze/scenario` does. */
const NAMED = { scenario: 'needs a bundler' };

test('a page under a content security policy, without a bundler', async () => {
    const sources = { external: 'fetched', ...NAMED };
    expectAnswers('page, no bundler, CSP', await browser.answersOf('plain.html'), sources);
});

test("a policy without 'wasm-unsafe-eval' refuses any WebAssembly: the pages are under one", async () => {
    await assert.rejects(
        browser.answersOf('forbidden.html'),
        /bad-module|wasm-unsafe-eval|unsafe-eval/,
    );
});

test('a Web Worker without a bundler, given a compiled module', async () => {
    const sources = { external: 'fetched, module', ...NAMED };
    expectAnswers('Web Worker, no bundler', await browser.answersOf('plain_owner.html'), sources);
});

test('the program, as installed', async () => {
    /** @param {string} command @param {string[]} args */
    const outcome = async (command, args) => {
        const found = await run(command, args, { cwd: project }).catch((error) => error);
        return { code: found.code ?? 0, stdout: found.stdout, stderr: found.stderr };
    };
    const graze = (/** @type {string[]} */ ...args) =>
        outcome(join(project, 'node_modules/.bin/graze'), args);
    const { version } = readJson('package.json');
    const npx = ['--loglevel=error', '--no-install', 'graze', '--version'];
    const expected = { code: 0, stdout: `${version}\n`, stderr: '' };
    assert.deepEqual(await outcome('npx', npx), expected);
    assert.deepEqual(await graze('--version'), expected);

    const scene = inRepository('web/scenes/conflict');
    const with_ = ['map', 'task', 'config'].flatMap((role) => [
        `--${role}`,
        `${scene}/${role}.xml`,
    ]);
    const conflict = [`${scene}/plan_log.xml`, ...with_];
    const validated = await graze('validate', ...conflict, '--report', 'json');
    assert.equal(validated.code, 1);
    const report = JSON.parse(validated.stdout);
    assert.deepEqual([report.schema, report.graze], [3, version]);
    assert.equal(report.results[0].violations.length, 6);
    assert.equal(report.results[0].clearance.time, 5.949747468305833);

    // Two threads: what runs in them is in the package too.
    const steps = inRepository('web/scenes/steps/result.txt');
    const map = ['--map', inRepository('web/scenes/steps/map.map')];
    const road = inRepository('web/scenes/driving/scenario.xml');
    const [alone, threads] = await Promise.all(
        ['1', '2'].map((jobs) => graze('validate', steps, steps, ...map, '--jobs', jobs)),
    );
    assert.deepEqual(threads, alone);
    assert.equal(threads.code, 1);
    // A large plan is repaired and converted on a thread.
    writeFileSync(join(project, 'large.xml'), plan({ agents: 60, pieces: 60 }));
    const large = await Promise.all([
        graze('repair', 'large.xml', '--radius', '0.4', '--out', 'same.xml'),
        graze('convert', 'large.xml', 'large.json', '--to', 'graze', '--radius', '0.4'),
    ]);
    assert.deepEqual(
        large.map(({ code }) => code),
        [0, 0],
        JSON.stringify(large.map(({ stderr }) => stderr)),
    );

    const shard = join(project, 'shard.ndjson');
    writeFileSync(join(project, 'list.txt'), 'a.txt\nb.txt\n');
    for (const name of ['a.txt', 'b.txt']) cpSync(steps, join(project, name));
    const listed = ['--list', 'list.txt', ...map, '--jobs', '2'];
    const results = join(project, 'bench.json');
    const outcomes = await Promise.all([
        graze('validate', ...conflict, '--report', 'html'),
        graze('validate', road, '--report', 'junit'),
        graze('validate', ...listed, '--shard', '1/1', '--out', shard),
        graze('repair', ...conflict, '--report', 'json', '--out', join(project, 'mended.xml')),
        graze('convert', conflict[0], join(project, 'plan.json'), '--to', 'graze', ...with_),
        graze('bench', '--n', '4', '--pairs', '64', '--rounds', '1', '--json', results),
    ]);
    assert.deepEqual(
        outcomes.map(({ code }) => code),
        [1, 1, 1, 1, 0, 0],
        JSON.stringify(outcomes.map(({ stderr }) => stderr)),
    );
    const [html, junit, , repaired] = outcomes;
    assert.match(html.stdout, /<svg/);
    assert.match(junit.stdout, /<testsuites name="graze">/);
    assert.equal(JSON.parse(repaired.stdout).graze, version);
    assert.equal(JSON.parse(readFileSync(results, 'utf8')).graze, version);
    assert.equal((await graze('merge', shard)).code, 1);
    table.set('npx graze', {
        graze: 'ok: bench',
        scenario: 'ok: validate, merge, repair, convert',
    });
});

test('every entry has been queried', (t) => {
    const head = [
        'consumer',
        ...ENTRIES.map((entry) => (entry === 'graze' ? entry : `graze/${entry}`)),
    ];
    const rows = [...table].map(([consumer, row]) => [
        consumer,
        ...ENTRIES.map((entry) => row[entry] ?? ''),
    ]);
    const lines = tableLines(head, rows);
    writeLines(inRepository('build/package/consumers.md'), lines);
    for (const line of lines) t.diagnostic(line);
    assert.equal(rows.length, 27);
    assert.deepEqual(
        rows.filter((row) => row.slice(1).includes('WRONG')),
        [],
    );
});
