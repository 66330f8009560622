/**
 * Makes the files that users import from the output of the compiler. Make runs it:
 *   node wasm/inline.mjs wasm FROM TO   writes the module FROM as text to the file TO, and prints its sizes
 *   node wasm/inline.mjs bundle         bundles each entry of js/ with all that it imports into one ESM file in dist/
 *   node wasm/inline.mjs parsers        bundles the parsers of XML and CSV into ESM files in dist/, and writes their licenses
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { decodeModule } from '../js/graze/core/module_text.js';
import { encodeModule } from './module_text.mjs';

/** Prints a file's size, plain and compressed. @param {string} label @param {string} file */
function printSize(label, file) {
    const bytes = readFileSync(file);
    const gzip = gzipSync(bytes, { level: 9 }).length;
    console.log(`${label}: ${bytes.length} bytes, ${gzip} gzipped`);
}

/** Writes a module as text into a source file. @param {string} wasm @param {string} inline */
function inline(wasm, inline) {
    mkdirSync('js/graze/inline', { recursive: true });
    const bytes = readFileSync(wasm);
    const module = encodeModule(bytes);
    if (!bytes.equals(decodeModule(module))) throw new Error(`${wasm}: the text differs`);
    writeFileSync(inline, `export const module = ${JSON.stringify(module)};\n`);
    printSize(wasm, wasm);
    printSize(inline, inline);
}

const ENTRIES = {
    internal: 'js/graze/core/internal.js',
    graze: 'js/graze/entries/graze.js',
    scalar: 'js/graze/entries/scalar.js',
    external: 'js/graze/entries/external.js',
    static: 'js/graze/entries/static.js',
    motion: 'js/graze/entries/motion.js',
    agents: 'js/graze/entries/agents.js',
    solid: 'js/graze/entries/solid.js',
    solid_study: 'js/graze/entries/solid_study.js',
};

/**
 * Leaves out of the entries what all of them share, so that there is one GrazeError: they import it from internal.js.
 *
 * @type {import('esbuild').Plugin}
 */
const SHARED = {
    name: 'shared',
    setup({ onResolve }) {
        onResolve({ filter: /\/(?:arguments|errors|renamed|simd)\.js$/ }, ({ importer }) => {
            return importer === '' ? undefined : { path: './internal.js', external: true };
        });
    },
};

/** Bundles each entry, plain and minified, and prints the minified sizes. */
async function bundle() {
    const shared = /** @type {import('esbuild').BuildOptions} */ ({
        bundle: true,
        format: 'esm',
        target: 'es2022',
        charset: 'utf8',
        outdir: 'dist',
        logLevel: 'warning',
    });
    for (const [name, entry] of Object.entries(ENTRIES)) {
        const plugins = name === 'internal' ? [] : [SHARED];
        const one = { ...shared, entryPoints: { [name]: entry }, plugins };
        await build(one);
        await build({ ...one, minify: true, outdir: 'build/minified' });
    }
    for (const name of Object.keys(ENTRIES)) {
        printSize(`dist/${name}.js, minified`, `build/minified/${name}.js`);
    }
}

/**
 * Parsers that exist as CommonJS only, each with the packages of which its file consists. As ES modules they load in every
 * bundler without a plugin, and in Node without a scan of their text for the names that they export.
 */
const PARSERS = {
    papaparse: { source: "export { default } from 'papaparse';", packages: ['papaparse'] },
    saxes: { source: "export { SaxesParser } from 'saxes';", packages: ['saxes', 'xmlchars'] },
};

/** The license of packages that do not contain its text. @type {Record<string, string>} */
const LICENSES = {
    ISC: `Copyright (c) Contributors
Copyright (c) Isaac Z. Schlueter and Contributors (sax, from which saxes was forked)

Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES
WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR
ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES
WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR
IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.
`,
};

/** Returns what a package is, and the text of its license. @param {string} name */
function licenseOf(name) {
    const folder = `node_modules/${name}`;
    const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const file = `${folder}/LICENSE`;
    const text = existsSync(file) ? readFileSync(file, 'utf8') : LICENSES[license];
    if (text === undefined) throw new Error(`${folder} has no text of its license, ${license}`);
    return { title: `${name} ${version}, license ${license}`, text };
}

/** Bundles the parsers. */
async function bundleParsers() {
    const texts = [];
    for (const [name, { source, packages }] of Object.entries(PARSERS)) {
        const licenses = packages.map(licenseOf);
        const titles = licenses.map(({ title }) => title).join('; ');
        await build({
            stdin: { contents: source, resolveDir: '.' },
            bundle: true,
            minify: true,
            format: 'esm',
            target: 'es2022',
            charset: 'utf8',
            legalComments: 'none',
            banner: { js: `/*! ${titles}: see licenses.txt of graze */` },
            outfile: `dist/${name}.js`,
            logLevel: 'warning',
        });
        for (const { title, text } of licenses) texts.push(`${title}\n\n${text.trim()}\n`);
        printSize(`dist/${name}.js`, `dist/${name}.js`);
    }
    writeFileSync('dist/licenses.txt', texts.join(`\n${'-'.repeat(78)}\n\n`));
}

const TASKS = { wasm: inline, bundle, parsers: bundleParsers };

const [, , task, from, to] = process.argv;
await TASKS[/** @type {keyof typeof TASKS} */ (task)](from, to);
