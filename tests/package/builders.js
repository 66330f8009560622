import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import * as esbuild from 'esbuild';
import { rollup } from 'rollup';
import * as newestVite from 'vite';
import webpack from 'webpack';

/**
 * The bundlers, each asked as its users ask it: programs by name, of a project, into a folder of scripts and
 * pages that any static host serves.
 *
 * @typedef {Record<string, string>} Programs the file of each page
 *
 * @typedef {Pick<typeof import('vite'), 'build' | 'createServer' | 'version'>} Vite
 */

/** @param {string} script @param {boolean} isModule */
export function pageOf(script, isModule = true) {
    const how = isModule ? 'type="module"' : 'defer';
    return `<!doctype html>\n<meta charset="utf-8">\n<title>graze</title>\n<script ${how} src="${script}"></script>\n`;
}

/** @param {string} out @param {Programs} programs @param {boolean} [isModule] */
function writePages(out, programs, isModule) {
    for (const name of Object.keys(programs)) {
        writeFileSync(join(out, `${name}.html`), pageOf(`./${name}.js`, isModule));
    }
}

/** Writes the pages that Vite takes as entries. @param {string} root @param {Programs} programs */
function writeEntries(root, programs) {
    for (const [name, file] of Object.entries(programs)) {
        writeFileSync(join(root, `${name}.html`), pageOf(`./${file}`));
    }
}

/** Bundles for bundlers that do not see `new URL('./graze.wasm', import.meta.url)`. @param {string} root @param {string} out */
export function copyModule(root, out) {
    mkdirSync(out, { recursive: true });
    copyFileSync(join(root, 'node_modules/graze/dist/graze.wasm'), join(out, 'graze.wasm'));
}

/**
 * @param {string} root
 * @param {string} out
 * @param {Programs} programs
 * @param {esbuild.BuildOptions} options
 */
export async function buildByEsbuild(root, out, programs, options) {
    const entryPoints = Object.entries(programs).map(([name, file]) => ({ in: file, out: name }));
    const { warnings } = await esbuild.build({
        absWorkingDir: root,
        entryPoints,
        bundle: true,
        minify: true,
        outdir: out,
        logLevel: 'silent',
        ...options,
    });
    writePages(out, programs, options.format === 'esm');
    return warnings.map(({ text }) => text);
}

/**
 * @param {string} root
 * @param {string} out
 * @param {Programs} programs
 * @param {Vite} [vite]
 */
export async function buildByVite(root, out, programs, vite = newestVite) {
    writeEntries(root, programs);
    await vite.build({
        root,
        base: './',
        configFile: false,
        logLevel: 'error',
        worker: { format: 'es' },
        build: {
            outDir: out,
            emptyOutDir: true,
            rollupOptions: {
                input: Object.keys(programs).map((name) => join(root, `${name}.html`)),
            },
        },
    });
}

/**
 * Starts the development server of Vite, as it is without configuration.
 *
 * @param {string} root
 * @param {Programs} programs
 * @param {Vite} vite
 * @param {import('vite').InlineConfig} [more]
 */
export async function serveByVite(root, programs, vite, more) {
    writeEntries(root, programs);
    mkdirSync(join(root, 'public'), { recursive: true });
    writeFileSync(join(root, 'public/favicon.ico'), '');
    const server = await vite.createServer({
        root,
        configFile: false,
        logLevel: 'error',
        server: { host: '127.0.0.1', port: 0, hmr: false },
        ...more,
    });
    await server.listen();
    return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}

/**
 * @param {string} root
 * @param {string} out
 * @param {Programs} programs
 * @param {boolean} minimize which takes most of the time where a module is inlined as text
 */
export async function buildByWebpack(root, out, programs, minimize) {
    const compiler = webpack({
        mode: 'production',
        context: root,
        target: 'web',
        entry: Object.fromEntries(
            Object.entries(programs).map(([name, file]) => [name, `./${file}`]),
        ),
        output: { path: out },
        optimization: { minimize },
        performance: { hints: false },
    });
    /** @type {import('webpack').Stats} */
    const stats = await new Promise((resolve, reject) => {
        compiler?.run((error, found) => (found ? resolve(found) : reject(error)));
    });
    await new Promise((done) => compiler?.close(done));
    writePages(out, programs, false);
    const { errors = [], warnings = [] } = stats.toJson({ errors: true, warnings: true });
    return [...errors, ...warnings].map(({ message }) => message);
}

/**
 * @param {string} root
 * @param {string} out
 * @param {Programs} programs
 * @param {boolean} resolves with the plugin that finds packages; without, imports stay
 */
export async function buildByRollup(root, out, programs, resolves) {
    /** @type {string[]} */
    const warnings = [];
    const bundle = await rollup({
        input: Object.fromEntries(
            Object.entries(programs).map(([name, file]) => [name, join(root, file)]),
        ),
        plugins: resolves ? [nodeResolve()] : [],
        onwarn: ({ message }) => warnings.push(message),
    });
    await bundle.write({ dir: out, format: 'es', entryFileNames: '[name].js' });
    await bundle.close();
    writePages(out, programs, true);
    return warnings;
}
