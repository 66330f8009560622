/**
 * Makes the files users import from what the compiler made. Run by make:
 *   node wasm/inline.mjs wasm NAME    dist/NAME.wasm as base64 into js/inline/NAME.js, prints its sizes
 *   node wasm/inline.mjs bundle       js/*.js entries and all they import, one ESM file each, in dist/
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

/** @param {string} wasm @param {string} inline */
function inline(wasm, inline) {
    mkdirSync('js/inline', { recursive: true });
    const base64 = readFileSync(wasm).toString('base64');
    writeFileSync(inline, `export default '${base64}';\n`);
    printSize(wasm, wasm);
}

const ENTRIES = { graze: 'js/index.js', scalar: 'js/scalar.js', external: 'js/external.js' };

async function bundle() {
    const shared = /** @type {const} */ ({
        bundle: true,
        format: 'esm',
        target: 'es2022',
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

const [, , task, name] = process.argv;
if (task === 'wasm') {
    inline(`dist/${name}.wasm`, `js/inline/${name}.js`);
} else {
    await bundle();
}
