/**
 * Bundles the program into dist/cli, in parts that load by need. Run by make. To load a part, Node has to find and link it, which
 * takes longer than to parse a small one: what every check of a plan needs is one part.
 */
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { transform } from 'esbuild';
import { rollup } from 'rollup';

const OUT = 'dist/cli';

/**
 * Files of js/cli that something other than an import loads: the program, and the code of its threads. A thread is started by
 * `new URL('./NAME.js', import.meta.url)`, which is the same address in the sources, where it is beside the file that starts it, and in
 * the bundle, where all parts are in one folder.
 */
const ENTRIES = [
    'main.js',
    'checking/plan_pool_thread.js',
    'rewriting/rewrite_thread.js',
    'threads/stage_team_thread.js',
];

/**
 * Parts, each with the files that are in it together with all that they import, as far as no earlier part has it. Rollup makes
 * the other parts: one of each file that loads by need, and of what several of them share.
 */
const PARTS = {
    start: ['js/cli/files/output.js'],
    check: ['js/cli/commands/validate.js', 'js/cli/report/text.js'],
};

const { dependencies, exports, imports } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Entries of the package that are in the bundle. The others are files beside its folder. */
const BUNDLED = ['graze/scenario', 'graze/scenario/messages'];

/**
 * Resolves names of the package. The library itself stays outside: the program imports the files that users import, so that
 * there is one GrazeError.
 *
 * @type {import('rollup').Plugin}
 */
const PACKAGE = {
    name: 'package',
    resolveId(name) {
        // A file of a dependency is outside, too.
        if (name.split('/')[0] in dependencies) return { id: name, external: true };
        const target = (imports[name] ?? exports[name.replace(/^graze/, '.')])?.default;
        if (target === undefined) return null;
        if (BUNDLED.includes(name)) return resolve(target);
        return { id: target.replace('./dist/', '../'), external: true };
    },
};

/**
 * Removes comments from a part. Names and lines remain, so that the stack of an error can be read.
 *
 * @type {import('rollup').OutputPlugin}
 */
const PLAIN = {
    name: 'plain',
    async renderChunk(code) {
        return (await transform(code, { target: 'node20.19', charset: 'utf8' })).code;
    },
};

/** The part of each file, once Rollup has read them all. @type {Map<string, string> | undefined} */
let partOf;

/**
 * Assigns the files of PARTS.
 *
 * @param {import('rollup').GetModuleInfo} getModuleInfo
 */
function assignParts(getModuleInfo) {
    /** @type {Map<string, string>} */
    const parts = new Map();
    for (const [part, files] of Object.entries(PARTS)) {
        const queue = files.map((file) => resolve(file));
        for (const file of queue) {
            const info = getModuleInfo(file);
            if (info === null || info.isExternal || parts.has(file)) continue;
            parts.set(file, part);
            queue.push(...info.importedIds);
        }
    }
    return parts;
}

const bundle = await rollup({
    input: ENTRIES.map((name) => `js/cli/${name}`),
    external: /^node:/,
    plugins: [PACKAGE],
    treeshake: false,
    onLog: (_, log) => {
        throw new Error(log.message);
    },
});
rmSync(OUT, { recursive: true, force: true });
const { output } = await bundle.write({
    dir: OUT,
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    hoistTransitiveImports: false,
    plugins: [PLAIN],
    manualChunks(file, { getModuleInfo }) {
        partOf ??= assignParts(getModuleInfo);
        return partOf.get(file);
    },
});
await bundle.close();
chmodSync(`${OUT}/main.js`, 0o755);
const size = output.reduce((sum, part) => sum + ('code' in part ? part.code.length : 0), 0);
console.log(`${OUT}: ${output.length} files, ${size} bytes`);
