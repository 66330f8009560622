import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { inRepository, readJson } from '../helpers.js';
import { runtimeDependencies, TARBALL, unpacked } from './project.js';
import { tableLines } from './table.js';

/** Checks that the tarball holds all files that are needed, and nothing else. */

const root = unpacked();
const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(root, name)).isFile())
    .sort();

/** Files that may be in it, with the README of each folder. */
const ALLOWED = [
    /^(package\.json|README\.md|CHANGELOG\.md|LICENSE)$/,
    /^docs\/((README|[a-z]+)\.(md|svg)|plan\.txt)$/,
    /^dist\/(graze|scalar|external|static|motion|agents|solid|solid_study|internal|papaparse|saxes)\.js$/,
    /^dist\/licenses\.txt$/,
    /^dist\/graze(-scalar|-solid-scalar)?\.wasm$/,
    /^dist\/cli\/\w+\.js$/,
    /^dist\/types\/[\w/]+\.d\.ts$/,
    /^js\/cli\/schemas\/\w+\.json$/,
    /^js\/(formats|renamed|scenario)\/[\w/]+\.js$/,
    /^js\/(bench|formats|scenario(\/\w+)?)\/README\.md$/,
];

/** @param {string} name */
const textOf = (name) => readFileSync(join(root, name), 'utf8');

/** Returns what a file imports or names by `new URL`, as the compiler reads it. @param {string} name */
function importsOf(name) {
    const text = textOf(name);
    const found = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
    const urls = [...text.matchAll(/new URL\(\s*["'](\.[^"']+)["'],\s*import\.meta\.url/g)];
    return [...found, ...urls.map(([, file]) => file)];
}

/** Returns the file that an import of a file means. @param {string} from @param {string} file */
function resolve(from, file) {
    const path = normalize(join(dirname(from), file));
    return from.endsWith('.d.ts') ? path.replace(/\.js$/, '.d.ts') : path;
}

/** Returns the name of a package without that of a file in it; the names of entries of this one are whole. @param {string} name */
function packageOf(name) {
    return /^(graze|node:)/.test(name) ? name : name.split('/')[0];
}

/** Returns all files that the entries lead to, and the packages by name. */
function reach() {
    const targets = Object.values({ ...about.exports, ...about.imports }).flatMap((target) =>
        typeof target === 'string' ? [target] : Object.values(target),
    );
    const isFile = (/** @type {string} */ target) => target.startsWith('.');
    const reached = new Set(
        [...targets.filter(isFile), ...Object.values(about.bin)].map((file) => normalize(file)),
    );
    const packages = new Set(targets.filter((target) => !isFile(target)));
    for (const file of reached) {
        assert.ok(files.includes(file), `${file} is needed, and not in the package`);
        if (!/\.(js|d\.ts)$/.test(file)) continue;
        for (const imported of importsOf(file)) {
            if (imported.startsWith('.')) reached.add(resolve(file, imported));
            else if (!(imported in about.imports)) packages.add(packageOf(imported));
        }
    }
    return { reached, packages };
}

test('the tarball is of what is built here: else run make package', () => {
    for (const name of files) {
        if (name === 'package.json') continue;
        const same = readFileSync(join(root, name)).equals(readFileSync(inRepository(name)));
        assert.ok(same, `${name} is not that of the tarball`);
    }
    assert.deepEqual(about, readJson('package.json'));
});

test('nothing is in it but bundles, modules, types, what entries import, and documents', (t) => {
    const odd = files.filter((name) => !ALLOWED.some((rule) => rule.test(name)));
    assert.deepEqual(odd, []);
    const { reached } = reach();
    const idle = files.filter((name) => /\.(js|d\.ts|wasm)$/.test(name) && !reached.has(name));
    assert.deepEqual(idle, [], 'nothing leads there');

    /** @type {Map<string, { count: number, bytes: number }>} */
    const folders = new Map();
    for (const name of files) {
        const folder = name
            .split('/')
            .slice(0, name.startsWith('js/') ? 2 : -1)
            .join('/');
        const key = statSync(join(root, folder)).isDirectory() ? folder || '.' : dirname(folder);
        const sum = folders.get(key) ?? { count: 0, bytes: 0 };
        folders.set(key, {
            count: sum.count + 1,
            bytes: sum.bytes + statSync(join(root, name)).size,
        });
    }
    const rows = [...folders].map(([name, { count, bytes }]) => [name, `${count}`, `${bytes}`]);
    for (const line of tableLines(['folder', 'files', 'bytes'], rows)) t.diagnostic(line);
});

test('whatever it imports by name is Node, itself or a dependency, and each dependency is imported', () => {
    const { packages } = reach();
    const outside = [...packages].filter((name) => !name.startsWith('node:'));
    const own = outside.filter((name) => /^graze(\/|$)/.test(name));
    for (const name of own) {
        const key = name === 'graze' ? '.' : `./${name.slice('graze/'.length)}`;
        assert.ok(key in about.exports, `${name} is not an entry`);
    }
    const others = outside.filter((name) => !own.includes(name)).sort();
    assert.deepEqual(others, Object.keys(about.dependencies).sort());
});

test('the library itself imports one file, and external.js names another: the module beside it', () => {
    for (const name of ['graze', 'scalar', 'static', 'motion', 'agents', 'solid', 'solid_study']) {
        assert.deepEqual(new Set(importsOf(`dist/${name}.js`)), new Set(['./internal.js']));
    }
    assert.deepEqual(importsOf('dist/internal.js'), []);
    assert.match(textOf('dist/external.js'), /new URL\("\.\/graze\.wasm", import\.meta\.url\)/);
    const names = [
        'graze',
        'scalar',
        'external',
        'static',
        'motion',
        'agents',
        'solid',
        'solid_study',
        'internal',
    ];
    for (const name of names) {
        const source = ts.createSourceFile(
            'a.js',
            textOf(`dist/${name}.js`),
            ts.ScriptTarget.ES2022,
        );
        const awaits = source.statements.filter(
            (each) => ts.isExpressionStatement(each) && ts.isAwaitExpression(each.expression),
        );
        assert.deepEqual(awaits, [], 'a top-level await cannot be required');
    }
});

test('links of its documents lead to files in it, but for those to the repository', () => {
    /** Paths for developers of graze only: the tarball has no sources of the module and no tests. */
    const repository = /^((src|wasm|tests|web|docs\/reference)\/|CONTRIBUTING\.md$)/;
    for (const name of files.filter((each) => each.endsWith('.md'))) {
        for (const [, link] of textOf(name).matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
            const target = normalize(join(dirname(name), link));
            assert.ok(
                repository.test(target) || existsSync(join(root, target)),
                `${name}: ${link} leads nowhere`,
            );
        }
    }
});

test('no file names the machine that packed it, and the program can be run', () => {
    for (const name of files) {
        if (name.endsWith('.wasm')) continue;
        assert.doesNotMatch(textOf(name), /\/(tmp|root|home|work)\/\w/, name);
    }
    assert.match(textOf(about.bin.graze), /^#!\/usr\/bin\/env node\n/);
    assert.ok(statSync(join(root, about.bin.graze)).mode & 0o100, 'npm keeps the mode');
});

test('package.json says all that npm shows, and nothing that is not known', () => {
    for (const field of ['name', 'version', 'description', 'license', 'author', 'engines']) {
        assert.ok(about[field], field);
    }
    assert.ok(about.keywords.length >= 10);
    assert.deepEqual(about.keywords, [...about.keywords].sort());
    for (const target of Object.values(about.exports)) {
        if (typeof target === 'string') continue;
        // The first condition that holds is taken: what comes behind `default` is never looked at.
        assert.deepEqual(Object.keys(target), ['types', 'default']);
    }
    assert.equal(about.type, 'module');
    assert.equal(about.sideEffects, false);
    assert.equal(about.publishConfig, undefined);
    assert.ok(runtimeDependencies().length >= 5);
});

test('no package that comes with this one is native, optional or runs a script when it is installed', () => {
    const { packages } = readJson('package-lock.json');
    const runtime = Object.keys(packages).filter((path) => path !== '' && !packages[path].dev);
    assert.deepEqual(
        runtime.map((path) => path.replace(/^node_modules\//, '')).sort(),
        runtimeDependencies().sort(),
    );
    const unwanted = ['optional', 'devOptional', 'optionalDependencies', 'hasInstallScript', 'os'];
    for (const path of runtime) {
        const found = [...unwanted, 'cpu', 'libc'].filter((field) => field in packages[path]);
        assert.deepEqual(found, [], path);
        const files = readdirSync(inRepository(path), { recursive: true, encoding: 'utf8' });
        assert.deepEqual(
            files.filter((name) => /\.node$|(^|\/)binding\.gyp$/.test(name)),
            [],
            path,
        );
    }
});

test('the parsers in dist/ name the packages in them, whose licenses are beside', () => {
    const { packages } = readJson('package-lock.json');
    const licenses = textOf('dist/licenses.txt');
    const parsers = { papaparse: ['papaparse'], saxes: ['saxes', 'xmlchars'] };
    for (const [file, names] of Object.entries(parsers)) {
        const [banner] = textOf(`dist/${file}.js`).split('\n', 1);
        for (const name of names) {
            const { version, license } = packages[`node_modules/${name}`];
            const title = `${name} ${version}, license ${license}`;
            assert.ok(banner.startsWith('/*! ') && banner.includes(title), banner);
            const text = licenses.split(`${title}\n\n`)[1];
            assert.match(text, /^(?:.*\n){0,3}Copyright /, name);
        }
        assert.deepEqual(importsOf(`dist/${file}.js`), [], file);
    }
});

test('publint finds nothing', async () => {
    const { publint } = await import('publint');
    const { formatMessage } = await import('publint/utils');
    const { messages } = await publint({ pkgDir: root, strict: true, pack: false });
    assert.deepEqual(
        messages.map((message) => formatMessage(message, about)),
        [],
    );
});

test('are the types wrong? They are not', () => {
    const attw = inRepository('node_modules/@arethetypeswrong/cli/dist/index.js');
    const args = ['--profile', 'esm-only', '--format', 'json', '--no-color'];
    // Files that are not code have no types.
    const excluded = [
        '--exclude-entrypoints',
        './graze.wasm',
        './graze-scalar.wasm',
        './graze-solid-scalar.wasm',
        './package.json',
        ...Object.keys(about.exports).filter((key) => key.startsWith('./schemas/')),
        // Old names of entries, which only name the new ones.
        './still',
        './scenario/words',
    ];
    const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [attw, TARBALL, ...args, ...excluded],
        { encoding: 'utf8', maxBuffer: 2 ** 26 },
    );
    assert.equal(stderr, '');
    const { analysis, problems } = JSON.parse(stdout);
    /** `import` of ES modules by declarations of CommonJS, before TypeScript 5.8: README.md says what to set. */
    const past = ['node16-cjs'];
    const found = Object.values(problems).flat();
    assert.deepEqual(
        found.filter(({ resolutionKind }) => !past.includes(resolutionKind)),
        [],
    );
    assert.equal(status, 0);
    const entries = Object.keys(analysis.entrypoints).sort();
    const typed = Object.entries(about.exports).filter(([, target]) => typeof target !== 'string');
    assert.deepEqual(entries, typed.map(([key]) => key).sort());
    for (const { resolutions } of Object.values(analysis.entrypoints)) {
        assert.ok(resolutions['node16-esm'].resolution.isTypeScript);
        assert.ok(resolutions.bundler.resolution.isTypeScript);
        assert.ok(resolutions.node10.resolution.isTypeScript);
    }
});

test('npm packs the same files again, without scripts that need the repository', () => {
    const output = execFileSync(
        'npm',
        ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'],
        { cwd: inRepository('.'), encoding: 'utf8' },
    );
    const [{ files: packed }] = JSON.parse(output);
    assert.deepEqual(packed.map((/** @type {any} */ { path }) => path).sort(), files);
});

test('links in packaged documents lead to packaged files', () => {
    let count = 0;
    for (const document of files.filter((name) => name.endsWith('.md'))) {
        for (const [, link] of textOf(document).matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)) {
            if (/^https?:/.test(link)) continue;
            const target = resolve(document, link);
            assert.ok(files.includes(target), `${document}: ${link} is not in the package`);
            count++;
        }
    }
    assert.ok(count >= 20, `${count} links`);
});
