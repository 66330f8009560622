import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { inRepository, readJson } from '../helpers.js';

/** Measures what users load: the bytes of each thing, and their ceiling. */

/** @param {Uint8Array} bytes */
const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

/** @param {string} path */
const read = (path) => readFileSync(inRepository(path));

/**
 * Returns a program as it comes with a page: bundled with what it imports, and minified.
 *
 * @param {string} contents
 */
export async function bundled(contents) {
    const { outputFiles } = await build({
        stdin: { contents, resolveDir: inRepository('.') },
        bundle: true,
        minify: true,
        write: false,
        format: 'esm',
        target: 'es2022',
        charset: 'utf8',
    });
    return outputFiles[0];
}

/** A program that validates plans with an instance of its own. */
export const OWN_INSTANCE = `
    import { create } from 'graze/external';
    import { readScenario, validate } from 'graze/scenario';
    export async function check(plan) {
        return validate(await readScenario({ plan }), { graze: await create() });
    }`;

/**
 * Returns what a page loads of a program before it calls anything, and later: bundled in chunks, of which those of
 * `import()` load when they are needed.
 *
 * @param {string} contents
 * @returns {Promise<{ size: number, inputs: string[], later: string[] }>} gzipped size of the first chunks; the files in them,
 *   and in the others
 */
export async function firstLoad(contents) {
    const { metafile, outputFiles } = await build({
        stdin: { contents, resolveDir: inRepository('.') },
        bundle: true,
        splitting: true,
        minify: true,
        write: false,
        metafile: true,
        outdir: 'first',
        absWorkingDir: inRepository('.'),
        format: 'esm',
        target: 'es2022',
        charset: 'utf8',
    });
    const { outputs } = metafile;
    const first = new Set(['first/stdin.js']);
    for (const name of first) {
        for (const { kind, path } of outputs[name].imports) {
            if (kind === 'import-statement') first.add(path);
        }
    }
    let size = 0;
    /** @type {string[]} */
    const inputs = [];
    /** @type {string[]} */
    const later = [];
    for (const { path, contents: bytes } of outputFiles) {
        const name = relative(inRepository('.'), path);
        const isFirst = first.has(name);
        if (isFirst) size += gzipped(bytes);
        (isFirst ? inputs : later).push(...Object.keys(outputs[name].inputs));
    }
    return { size, inputs, later };
}

/** Returns the size of an entry as it comes with a page, gzipped. @param {string} entry */
async function minified(entry) {
    return gzipped((await bundled(`export * from '${entry}';`)).contents);
}

/** Returns the size of one name of an entry, gzipped. @param {string} name @param {string} entry */
async function alone(name, entry) {
    return gzipped((await bundled(`export { ${name} } from '${entry}';`)).contents);
}

/** Returns the bytes of a tarball's files, as tar states them. @param {Uint8Array} tar */
function unpackedSize(tar) {
    let [size, at] = [0, 0];
    while (at < tar.length && tar[at] !== 0) {
        const length = Number.parseInt(Buffer.from(tar.subarray(at + 124, at + 135)).toString(), 8);
        size += length;
        at += 512 * (1 + Math.ceil(length / 512));
    }
    return size;
}

/** Scripts of the page: what it loads at once, and all of them. */
function pageScripts() {
    const names = readdirSync(inRepository('build/web'), { recursive: true, encoding: 'utf8' });
    // Other libraries, which the benchmark loads when it is asked to, are not the page's.
    const scripts = names.filter((name) => name.endsWith('.js') && !name.startsWith('peers/'));
    /** @type {Set<string>} */
    const loaded = new Set();
    const queue = ['main.js'];
    for (const name of queue) {
        if (loaded.has(name)) continue;
        loaded.add(name);
        const text = read(`build/web/${name}`).toString();
        for (const [, file] of text.matchAll(/(?:\bfrom|\bimport)\s*"(\.[^"]+\.js)"/g)) {
            queue.push(new URL(file, `http://page/${name}`).pathname.slice(1));
        }
    }
    /** @param {Iterable<string>} list */
    const sum = (list) => {
        let total = 0;
        for (const name of list) total += gzipped(read(`build/web/${name}`));
        return total;
    };
    return { loaded: sum(loaded), all: sum(scripts) };
}

/**
 * @typedef {object} Size
 * @property {string} what
 * @property {number} bytes
 * @property {number} ceiling
 */

/** @returns {Promise<Size[]>} */
export async function measure() {
    /** @type {Record<string, number>} */
    const ceilings = readJson('tests/package/sizes.json');
    const tarball = read('build/package/graze.tgz');
    const page = pageScripts();
    const found = {
        'graze, minified, gzipped': await minified('graze'),
        'graze/scalar, minified, gzipped': await minified('graze/scalar'),
        'graze/external, minified, gzipped': await minified('graze/external'),
        'graze/static, minified, gzipped': await minified('graze/static'),
        'graze/motion, minified, gzipped': await minified('graze/motion'),
        'graze/agents, minified, gzipped': await minified('graze/agents'),
        'graze/solid, minified, gzipped': await minified('graze/solid'),
        'graze/solid/study, minified, gzipped': await minified('graze/solid/study'),
        'graze/scenario, minified, gzipped': await minified('graze/scenario'),
        'graze/scenario, first load, gzipped': (await firstLoad("export * from 'graze/scenario';"))
            .size,
        'validate and graze/external, first load, gzipped': (await firstLoad(OWN_INSTANCE)).size,
        'graze/scenario/messages, minified, gzipped': await minified('graze/scenario/messages'),
        'GrazeError alone, gzipped': await alone('GrazeError', 'graze'),
        'describeVerdict alone, gzipped': await alone('describeVerdict', 'graze/scenario/messages'),
        'graze.wasm, gzipped': gzipped(read('dist/graze.wasm')),
        'graze-scalar.wasm, gzipped': gzipped(read('dist/graze-scalar.wasm')),
        'tarball, packed': tarball.length,
        'tarball, unpacked': unpackedSize(gunzipSync(tarball)),
        'page, first scripts, gzipped': page.loaded,
        'page, all scripts, gzipped': page.all,
    };
    const unknown = Object.keys(ceilings).filter((what) => !(what in found));
    if (unknown.length > 0) throw new Error(`sizes.json: nothing measures ${unknown.join('; ')}`);
    return Object.entries(found).map(([what, bytes]) => {
        if (!(what in ceilings)) throw new Error(`sizes.json has no ceiling of ${what}`);
        return { what, bytes, ceiling: ceilings[what] };
    });
}
