/** Builds the page into build/web: static files that any host can serve. Run by make. */

import { createHash } from 'node:crypto';
import {
    copyFileSync,
    cpSync,
    existsSync,
    mkdirSync,
    readdirSync,
    readFileSync,
    rmSync,
    writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { writeDocuments } from './documents.mjs';

const OUT = 'build/web';
const STATIC_FILES = ['web/index.html', 'web/theme.js', 'web/icon.svg'];
const WASM_FILES = ['dist/graze.wasm', 'dist/graze-scalar.wasm'];
/** Workers are separate entry points at the top of the folder, where the page loads them by name. */
const WORKERS = ['web/tabs/scenario/worker.js', 'web/tabs/benchmark/worker.js'].filter(existsSync);

/** Folder of the other libraries, which the Benchmark tab loads on request. A separate folder keeps them distinct. */
const PEER_FOLDER = 'tabs/benchmark/peers';
const PEERS = readdirSync(`web/${PEER_FOLDER}`).filter((name) => name.endsWith('.js'));

/**
 * Resolves 'graze' in the page and in graze/scenario to the page's own module: see web/base/engine.js. 'graze/solid' is left
 * out: the worker refuses plans in space before graze/scenario would load it.
 */
const engine = /** @type {import('esbuild').Plugin} */ ({
    name: 'engine',
    setup(api) {
        const path = fileURLToPath(new URL('base/engine.js', import.meta.url));
        api.onResolve({ filter: /^graze$/ }, () => ({ path, sideEffects: false }));
        api.onResolve({ filter: /^graze\/solid$/ }, ({ path: name }) => ({
            path: name,
            external: true,
        }));
    },
});

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
/** @type {import('esbuild').BuildOptions} */
const buildOptions = {
    outdir: OUT,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
    charset: 'utf8',
    minify: true,
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [engine],
    logLevel: 'warning',
};
await build({
    ...buildOptions,
    entryPoints: { main: 'web/main.js', style: 'web/style.css' },
    // The page only names the other libraries; its worker loads them.
    external: ['./peers/*'],
});
// This is a separate build: the validating worker would otherwise have to load chunks shared with the page.
await build({
    ...buildOptions,
    entryPoints: Object.fromEntries([
        ...WORKERS.map((file) => [`${file.split('/').at(-2)}-worker`, file]),
        ...PEERS.map((name) => [`peers/${name.slice(0, -3)}`, `web/${PEER_FOLDER}/${name}`]),
    ]),
});
for (const file of [...STATIC_FILES, ...WASM_FILES])
    copyFileSync(file, `${OUT}/${file.split('/').at(-1)}`);
const { homepage } = JSON.parse(readFileSync('package.json', 'utf8'));
if (homepage) {
    // The page links to the repository: see web/tabs/start.
    const html = readFileSync(`${OUT}/index.html`, 'utf8');
    const named = html.replace('<html', `<html data-repository="${homepage.replace(/#.*/, '')}"`);
    writeFileSync(`${OUT}/index.html`, named);
}
writeDocuments(`${OUT}/documents`);
cpSync('web/scenes', `${OUT}/scenes`, { recursive: true, filter: (path) => !path.endsWith('.md') });

/** Paths that contain a hash of the content, and those of data, which fits every build. */
const NOT_HASHED = /^(?:chunks|scenes)\//;
/** @param {string | NodeJS.ArrayBufferView} content */
const hashOf = (content) => `sha256-${createHash('sha256').update(content).digest('base64')}`;
const files = readdirSync(OUT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(OUT.length + 1))
    .filter((path) => !path.startsWith('documents/'))
    .sort();
const hashes = files.map((path) => [path, hashOf(readFileSync(`${OUT}/${path}`))]);
const kept = {
    version: hashOf(JSON.stringify(hashes)).slice(7, 19),
    files: Object.fromEntries(
        hashes
            .filter(([path]) => !path.startsWith('peers/'))
            .map(([path, hash]) => [
                path === 'index.html' ? '' : path,
                NOT_HASHED.test(path) ? '' : hash,
            ]),
    ),
};
await build({
    ...buildOptions,
    splitting: false,
    format: 'iife',
    entryPoints: { 'offline-worker': 'web/offline_worker.js' },
    define: { 'globalThis.GRAZE_BUILD': JSON.stringify(kept) },
});

for (const name of readdirSync(OUT, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(js|css|wasm)$/.test(name)) continue;
    const gzip = gzipSync(readFileSync(`${OUT}/${name}`), { level: 9 }).length;
    console.log(`${OUT}/${name}: ${gzip} gzipped`);
}
