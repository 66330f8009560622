import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as simd from 'graze';
import * as external from 'graze/external';
import * as scalar from 'graze/scalar';
import * as staticGraze from 'graze/static';
import { inRepository } from '../helpers.js';
import { HOSTILE, Mine } from './hostile.js';
import { CODES } from './outcome.js';
import { makeWorld } from './world.js';

/** `create` and `createSync` of every entry, given anything. */

const ENTRIES = { simd, scalar, external };
const BYTES = readFileSync(inRepository('dist/graze.wasm'));
const w = makeWorld(external.createSync({ wasm: BYTES }));

/** @param {unknown} error @param {string} at */
function assertGrazeError(error, at) {
    if (error instanceof Mine) return;
    const description = `${at}: ${/** @type {any} */ (error)?.stack}`;
    assert.ok(
        error instanceof simd.GrazeError ||
            error instanceof scalar.GrazeError ||
            error instanceof external.GrazeError,
        description,
    );
    assert.ok(CODES.has(error.code), description);
    assert.match(String(error.argument), /^options(\.wasm)?$/, description);
}

/** @param {any} options */
function givesModule(options) {
    try {
        return Boolean(options?.wasm);
    } catch {
        return true;
    }
}

/** @param {Record<string, any>} options as options, and as the module in them */
const bothWays = (options) => [options, { wasm: options }];

test('whatever is given, an instance comes out or an error that says why', async () => {
    for (const [name, entry] of Object.entries(ENTRIES)) {
        for (const { label, make } of HOSTILE) {
            for (const options of bothWays(/** @type {any} */ (make(w, { wasm: BYTES })))) {
                const at = `${name}: ${label}`;
                try {
                    const g = entry.createSync(/** @type {any} */ (options));
                    assert.equal(g.collide(g.disc(1), g.disc(1)), true, at);
                } catch (error) {
                    assertGrazeError(error, at);
                }
                // Without a module it would be fetched.
                if (entry === external && !givesModule(options)) continue;
                try {
                    const g = await entry.create(/** @type {any} */ (options));
                    assert.equal(g.collide(g.disc(1), g.disc(1)), true, at);
                } catch (error) {
                    assertGrazeError(error, at);
                }
            }
        }
    }
});

test('an error of any entry is an instance of the GrazeError of every entry', async () => {
    const { InputError, readScenario } = await import('graze/scenario');
    const errors = [...Object.values({ ...ENTRIES, staticGraze })].map((entry) => {
        try {
            entry.createSync({ wasm: BYTES }).disc(-1);
            return null;
        } catch (error) {
            return error;
        }
    });
    const input = await readScenario({ plan: { name: 'plan.txt', text: 'no plan' } }).catch(
        (/** @type {unknown} */ error) => error,
    );
    const { GrazeError: Other } = await import(`../../dist/graze.js?copy=${Date.now()}`);
    class Mild extends simd.GrazeError {}
    for (const { GrazeError } of [simd, scalar, external, staticGraze, { GrazeError: Other }]) {
        for (const error of [...errors, input, new Mild('full', 'full')]) {
            assert.ok(error instanceof GrazeError, String(error));
            assert.ok(error instanceof Error);
        }
        for (const value of [
            null,
            undefined,
            1,
            {},
            new Error('no'),
            GrazeError,
            Object.create(null),
        ]) {
            assert.equal(value instanceof GrazeError, false, String(typeof value));
        }
    }
    assert.ok(input instanceof InputError);
    assert.ok(new Mild('full', 'full') instanceof Mild);
    for (const error of errors) {
        assert.equal(error instanceof InputError, false);
        assert.equal(error instanceof Mild, false);
        assert.deepEqual(Object.keys(/** @type {object} */ (error)), [
            ...['name', 'code', 'argument', 'index', 'value'],
        ]);
    }
});

test('a module of another version is refused: its memory may be laid out otherwise', () => {
    const other = Buffer.from(BYTES);
    const version = external.createSync({ wasm: BYTES }).version;
    const at = other.indexOf(`${version}\0`);
    assert.ok(at > 0);
    other.write('9', at);
    assert.throws(() => external.createSync({ wasm: other }), {
        code: 'bad-module',
        argument: 'options.wasm',
        value: `9${version.slice(1)}`,
    });
});

test('a promised module that never comes is an error that says why', async () => {
    const gone = Promise.reject(new Error('no network'));
    await assert.rejects(external.create({ wasm: gone }), {
        code: 'bad-module',
        message: /no network/,
    });
});

/** "fetch failed", and not a word of what to do. */
test('where the module cannot be fetched, the error says to give it', async () => {
    const { fetch } = globalThis;
    const hosts = {
        'as it is in Node, which fetches no files': fetch,
        'without fetch': undefined,
        'without the file': async () => new Response('', { status: 404 }),
        'that throws what is not an error': async () => {
            throw 'no network';
        },
    };
    try {
        for (const [host, of] of Object.entries(hosts)) {
            globalThis.fetch = /** @type {any} */ (of);
            for (const options of [undefined, {}, { wasm: undefined }]) {
                await assert.rejects(external.create(options), (/** @type {any} */ error) => {
                    assert.ok(error instanceof external.GrazeError, host);
                    assert.equal(error.code, 'bad-module', host);
                    assert.equal(error.argument, 'options.wasm', host);
                    assert.match(error.message, /pass its bytes, .* as create\(\{ wasm \}\)/, host);
                    assert.ok(error.cause !== undefined, host);
                    return true;
                });
            }
        }
    } finally {
        globalThis.fetch = fetch;
    }
});

test('a web page in place of the module is refused with the line of configuration that may help', async () => {
    const { fetch } = globalThis;
    const headers = { 'content-type': 'text/html;charset=utf-8' };
    globalThis.fetch = async () => new Response('<!doctype html>', { headers });
    try {
        await assert.rejects(external.create(), {
            code: 'bad-module',
            message: /web page: .* optimizeDeps: \{ exclude: \['graze'\] \}/,
        });
    } finally {
        globalThis.fetch = fetch;
    }
});

test('bytes in any buffer make an instance, or are refused', async () => {
    const shared = new Uint8Array(new SharedArrayBuffer(BYTES.length));
    shared.set(BYTES);
    const offset = new Uint8Array(BYTES.length + 3);
    offset.set(BYTES, 3);
    for (const wasm of [
        offset.subarray(3),
        new DataView(offset.buffer, 3),
        /** @type {any} */ (shared),
    ]) {
        try {
            assert.equal(external.createSync({ wasm }).version, w.g.version);
        } catch (error) {
            assert.equal(/** @type {any} */ (error).code, 'bad-module');
        }
    }
    assert.equal(external.createSync({ wasm: offset.subarray(3) }).version, w.g.version);
});
