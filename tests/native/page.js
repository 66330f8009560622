import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { build } from 'esbuild';
import { launchBrowser } from '../browser/page.js';
import { inRepository } from '../helpers.js';
import { moduleInSpace } from './builds.js';
import { VECTORS } from './questions/vectors.js';

/**
 * A page that makes the questions and answers them, in Chromium, under a strict policy.
 *
 * @import { Digest } from './digest.js'
 */

const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const HTML =
    '<!doctype html><meta charset="utf-8"><title>graze</title><script type="module" src="/queries.js"></script>';

const BUILDS = /** @type {const} */ (['simd', 'scalar']);

/** Plugin that resolves the package to its bundles as they ship. */
const PACKAGE = /** @type {import('esbuild').Plugin} */ ({
    name: 'package',
    setup(api) {
        api.onResolve({ filter: /^graze(\/scalar|\/solid)?$/ }, ({ path }) => ({
            path: inRepository(`dist/${path.replace('graze/', '')}.js`),
        }));
    },
});

/** @returns {Promise<Map<string, { type: string, body: string | Uint8Array }>>} */
async function filesOfPage() {
    const { outputFiles } = await build({
        entryPoints: [inRepository('tests/native/queries.js')],
        bundle: true,
        write: false,
        format: 'esm',
        target: 'es2022',
        plugins: [PACKAGE],
        logLevel: 'warning',
    });
    const json = { type: 'application/json' };
    return new Map([
        ['/', { type: 'text/html; charset=utf-8', body: HTML }],
        ['/queries.js', { type: 'text/javascript; charset=utf-8', body: outputFiles[0].contents }],
        ...BUILDS.map((build) => {
            const body = readFileSync(inRepository(moduleInSpace(build)));
            const file = { type: 'application/wasm', body };
            return /** @type {const} */ ([`/graze-solid-${build}.wasm`, file]);
        }),
        ...VECTORS.map((name) => {
            const body = readFileSync(inRepository(`tests/vectors/${name}.json`));
            return /** @type {const} */ ([`/vectors/${name}.json`, { ...json, body }]);
        }),
    ]);
}

/** Opens the page. */
export async function openPage() {
    const files = await filesOfPage();
    // The browser comes first: where it cannot start, an open server would keep the process alive.
    const browser = await launchBrowser();
    const server = createServer((request, response) => {
        const file = files.get(request.url ?? '/');
        response.writeHead(file ? 200 : 404, {
            'content-type': file?.type ?? 'text/plain',
            'content-security-policy': POLICY,
        });
        response.end(file?.body);
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    const page = await browser.newPage();
    /** @type {string[]} */
    const problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    // Localhost counts as a secure context, which crypto.subtle needs.
    await page.goto(`http://localhost:${port}/`);
    await page.waitForFunction(() => 'queries' in globalThis);
    return {
        problems,
        version: browser.version(),
        /**
         * @param {'simd' | 'scalar'} module
         * @param {boolean} isWhole
         * @returns {Promise<{ encoded: string, answers: Digest }>}
         */
        sums: (module, isWhole) =>
            page.evaluate(
                (given) => /** @type {any} */ (globalThis).queries.sums(...given),
                /** @type {const} */ ([module, isWhole]),
            ),
        /**
         * Returns the answers to one kind from the module used last.
         * @param {string} kind
         * @returns {Promise<number[][]>}
         */
        answers: (kind) =>
            page.evaluate((which) => /** @type {any} */ (globalThis).queries.answers(which), kind),
        async close() {
            await browser.close();
            server.closeAllConnections();
            await new Promise((done) => server.close(done));
        },
    };
}
