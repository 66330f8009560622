/**
 * Makes the files users import from what the compiler made. Run by make:
 *   node wasm/inline.mjs wasm FROM TO   the module FROM as text into the file TO, prints its sizes
 *   node wasm/inline.mjs bundle         js/*.js entries and all they import, one ESM file each, in dist/
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** @param {string} label @param {string} file */
function printSize(label, file) {
    const bytes = readFileSync(file);
    const gzip = gzipSync(bytes, { level: 9 }).length;
    console.log(`${label}: ${bytes.length} bytes, ${gzip} gzipped`);
}

/** The characters of a string literal that need no escape, one byte long as far as they go. */
function* plainCharacters() {
    for (let code = 0x20; code < 0x7f; code++) {
        const character = String.fromCharCode(code);
        if (!'"\'\\`$'.includes(character)) yield character;
    }
    // From here on they are letters, and two bytes long.
    for (let code = 0xc0; ; code++) yield String.fromCharCode(code);
}

/**
 * The bytes as text, a character for a byte, the most frequent bytes shortest. Unlike base64 it leaves
 * the patterns of the code as they are, so it compresses as well as the module itself: a quarter less.
 * `alphabet` has the character of each byte.
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

/** @param {string} wasm @param {string} inline */
function inline(wasm, inline) {
    mkdirSync('js/inline', { recursive: true });
    const { alphabet, text } = encode(readFileSync(wasm));
    writeFileSync(
        inline,
        `export const alphabet = '${alphabet}';\nexport const text = '${text}';\n`,
    );
    printSize(wasm, wasm);
}

const ENTRIES = {
    graze: 'js/index.js',
    scalar: 'js/scalar.js',
    external: 'js/external.js',
    static: 'js/static.js',
};

async function bundle() {
    const shared = /** @type {const} */ ({
        bundle: true,
        format: 'esm',
        target: 'es2022',
        charset: 'utf8',
        outdir: 'dist',
        entryPoints: ENTRIES,
        logLevel: 'warning',
    });
    await build(shared);
    await build({ ...shared, minify: true, outdir: 'build/minified' });
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
