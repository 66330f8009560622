/**
 * graze for the page and its workers, with the WebAssembly beside the scripts rather than inside them: it loads
 * while the scripts do, and is compiled once for all. The build puts this file wherever code of the page, and the
 * package's own `graze/scenario`, imports 'graze'.
 */

import {
    create as createExternal,
    createSync as createExternalSync,
    GrazeError,
} from 'graze/external';

export * from 'graze/external';

/** @import { CreateOptions, CreateSyncOptions } from 'graze' */

/** @type {WebAssembly.Module | undefined} */
let compiled;
/** @type {Promise<WebAssembly.Module> | undefined} */
let compiling;

/** @param {string} name */
async function compileFile(name) {
    const response = await fetch(new URL(name, document.baseURI));
    if (!response.ok) throw new Error(`${name}: status ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
}

async function compileSupported() {
    try {
        return await compileFile('graze.wasm');
    } catch (error) {
        // A host without SIMD refuses that module.
        if (!(error instanceof WebAssembly.CompileError)) throw error;
        return compileFile('graze-scalar.wasm');
    }
}

/**
 * Makes `createSync` possible.
 *
 * @param {WebAssembly.Module} [module] in a worker: what the page's `prepare` gave
 * @returns {Promise<WebAssembly.Module>}
 */
export async function prepare(module) {
    if (module) compiled = module;
    if (!compiled) {
        compiling ??= compileSupported();
        try {
            compiled = await compiling;
        } finally {
            // What failed is tried again.
            compiling = undefined;
        }
    }
    return compiled;
}

/** @param {CreateOptions} [options] */
export async function create(options) {
    return createExternal({ wasm: options?.wasm ?? (await prepare()) });
}

/** @param {CreateSyncOptions} [options] */
export function createSync(options) {
    const wasm = options?.wasm ?? compiled;
    if (!wasm) throw new GrazeError('wrong-type', 'await prepare() before createSync()');
    return createExternalSync({ wasm });
}
