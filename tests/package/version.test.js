import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as graze from 'graze';
import * as agents from 'graze/agents';
import * as external from 'graze/external';
import * as motion from 'graze/motion';
import * as scalar from 'graze/scalar';
import * as solid from 'graze/solid';
import * as solidStudy from 'graze/solid/study';
import * as staticGraze from 'graze/static';
import { inRepository, readJson } from '../helpers.js';

/** package.json alone says the version; whatever does not follow is named, with what to do. */

const { version } = readJson('package.json');

/** @param {string} path */
const textOf = (path) => readFileSync(inRepository(path), 'utf8');

test('the version is one of semantic versioning', () => {
    assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/);
});

test('what is stamped with it and committed says the same: else run make build, and commit', () => {
    for (const [path, pattern] of /** @type {const} */ ([
        ['src/version.h', /^#define GRAZE_VERSION "(.*)"$/m],
        ['js/graze/core/version.js', /^export const version = '(.*)';$/m],
    ])) {
        const [, found] = pattern.exec(textOf(path)) ?? [];
        assert.equal(found, version, `${path}: run make build, and commit it`);
    }
});

test('package-lock.json says the same: else run npm install --package-lock-only', () => {
    const lock = readJson('package-lock.json');
    assert.deepEqual([lock.version, lock.packages[''].version], [version, version]);
});

test('every entry, every instance and both modules say the same: else run make build', () => {
    const wasm = readFileSync(inRepository('dist/graze.wasm'));
    const scalarWasm = readFileSync(inRepository('dist/graze-scalar.wasm'));
    const said = {
        graze: graze.version,
        'graze/scalar': scalar.version,
        'graze/static': staticGraze.version,
        'graze/motion': motion.version,
        'graze/agents': agents.version,
        'graze/solid': solid.version,
        'graze/solid/study': solidStudy.version,
        'graze/external': external.version,
        'createSync()': graze.createSync().version,
        'createSync() of graze/scalar': scalar.createSync().version,
        'createSync() of graze/static': staticGraze.createSync().version,
        'createSync() of graze/motion': motion.createSync().version,
        'createSync() of graze/agents': agents.createSync().version,
        'createSync() of graze/solid': solid.createSync().version,
        'createSync() of graze/solid/study': solidStudy.createSync().version,
        'dist/graze.wasm': external.createSync({ wasm }).version,
        'dist/graze-scalar.wasm': external.createSync({ wasm: scalarWasm }).version,
    };
    for (const [what, found] of Object.entries(said)) {
        assert.equal(found, version, `${what}: run make build`);
    }
});

test('no other source has it written by hand', () => {
    for (const folder of ['js', 'src', 'wasm', 'web']) {
        const names = readdirSync(inRepository(folder), { recursive: true, encoding: 'utf8' });
        for (const name of names) {
            if (
                !/\.(m?js|[ch])$/.test(name) ||
                /^(graze\/inline\/|graze\/core\/version\.|version\.)/.test(name)
            )
                continue;
            const text = textOf(`${folder}/${name}`);
            assert.ok(!text.includes(`"${version}"`) && !text.includes(`'${version}'`), name);
        }
    }
});

/**
 * graze.wasm is deployed and cached apart from the scripts of `graze/external`, so an old one can meet a new script.
 * Its records then lie elsewhere, and answers would be wrong without a word.
 */
test('a module of another version is refused, both named', async () => {
    const bytes = readFileSync(inRepository('dist/graze.wasm'));
    const at = bytes.indexOf(`${version}\0`);
    assert.ok(at > 0);
    const other = version.replaceAll(/\d/g, '9');
    bytes.write(other, at);
    const refusal = {
        code: 'bad-module',
        argument: 'options.wasm',
        value: other,
        message: `options.wasm must be the module of graze ${version}, got that of graze ${other}`,
    };
    assert.throws(() => external.createSync({ wasm: bytes }), refusal);
    await assert.rejects(external.create({ wasm: bytes }), refusal);
    await assert.rejects(graze.create({ wasm: bytes }), refusal);
});
