/**
 * graze for the page and its workers. The WebAssembly files lie beside the scripts: they load
 * while the scripts do, and are compiled once. The build substitutes this file wherever code of the page, and the
 * package's own `graze/scenario`, import 'graze'.
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
        // A host without SIMD rejects that module.
        if (!(error instanceof WebAssembly.CompileError)) throw error;
        return compileFile('graze-scalar.wasm');
    }
}

/**
 * Loads and compiles the module, so that `createSync` works.
 *
 * @param {WebAssembly.Module} [module] in a worker: the result of the page's `prepare`
 * @returns {Promise<WebAssembly.Module>}
 */
export async function prepare(module) {
    if (module) compiled = module;
    if (!compiled) {
        compiling ??= compileSupported();
        try {
            compiled = await compiling;
        } finally {
            // After a failure the next call tries again.
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
