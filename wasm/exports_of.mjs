/**
 * Writes the list of functions that an entry of the package calls, in the form that the linker takes, so that no entry has
 * a query that its module lacks. Make runs it:
 *   node wasm/exports_of.mjs ENTRY TO   rewrites TO only if it changes
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const [, , entry, to] = process.argv;
const { outputFiles } = await build({
    bundle: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    minifyWhitespace: true,
    entryPoints: [entry],
    // The module as text depends on this list.
    external: ['./inline/*'],
    logLevel: 'warning',
    write: false,
});
const called = new Set(outputFiles[0].text.match(/\bgraze_wasm_\w+/g));
const text = [...called].sort().map((name) => `_${name}\n`);
if (!existsSync(to) || readFileSync(to, 'utf8') !== text.join('')) {
    writeFileSync(to, text.join(''));
}
