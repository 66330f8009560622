/**
 * Makes the files that users import from the output of the compiler. Make runs it:
 *   node wasm/inline.mjs wasm FROM TO   writes the module FROM as text to the file TO, and prints its sizes
 *   node wasm/inline.mjs bundle         bundles each entry of js/ with all that it imports into one ESM file in dist/
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Prints a file's size, plain and compressed. @param {string} label @param {string} file */
function printSize(label, file) {
    const bytes = readFileSync(file);
    const gzip = gzipSync(bytes, { level: 9 }).length;
    console.log(`${label}: ${bytes.length} bytes, ${gzip} gzipped`);
}

/** Yields the characters that need no escape in a string literal: first those that are one byte long. */
function* plainCharacters() {
    for (let code = 0x20; code < 0x7f; code++) {
        const character = String.fromCharCode(code);
        if (!'"\'\\`$'.includes(character)) yield character;
    }
    // These are letters, and two bytes long.
    for (let code = 0xc0; ; code++) yield String.fromCharCode(code);
}

/**
 * Returns the bytes as text, one character per byte, with the shortest characters for the most frequent bytes. Unlike base64
 * this preserves the patterns of the code, so the text compresses as well as the module itself: to a quarter less.
 * `alphabet` holds the character of each byte.
 *
 * @param {Uint8Array} bytes
 */
function encode(bytes) {
    const count = new Array(256).fill(0);
    for (const byte of bytes) count[byte]++;
    const byFrequency = [...count.keys()].sort((p, q) => count[q] - count[p] || p - q);
    const characters = plainCharacters();
    const alphabet = new Array(256).fill('');
    for (const byte of byFrequency) alphabet[byte] = characters.next().value;
    let text = '';
    for (const byte of bytes) text += alphabet[byte];
    return { alphabet: alphabet.join(''), text };
}

/** Writes a module as text into a source file. @param {string} wasm @param {string} inline */
function inline(wasm, inline) {
    mkdirSync('js/graze/inline', { recursive: true });
    const { alphabet, text } = encode(readFileSync(wasm));
    writeFileSync(
        inline,
        `export const alphabet = '${alphabet}';\nexport const text = '${text}';\n`,
    );
    printSize(wasm, wasm);
}

const ENTRIES = {
    internal: 'js/graze/core/internal.js',
    graze: 'js/graze/entries/graze.js',
    scalar: 'js/graze/entries/scalar.js',
    external: 'js/graze/entries/external.js',
    static: 'js/graze/entries/static.js',
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

const [, , task, from, to] = process.argv;
if (task === 'wasm') {
    inline(from, to);
} else {
    await bundle();
}
