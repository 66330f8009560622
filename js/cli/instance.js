import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createSync } from 'graze/external';
import { requireSimd } from '#internal';

/**
 * Creates instances from the package's file of the module. The entry with the module inside would also have to be parsed and
 * decoded, in each thread.
 *
 * @import { Graze } from 'graze'
 */

/**
 * Compiles the module, which threads can share.
 *
 * @returns {Promise<WebAssembly.Module>}
 * @throws {GrazeError} `no-simd`, where the host has no WebAssembly SIMD
 */
export async function compileModule() {
    requireSimd();
    const path = fileURLToPath(import.meta.resolve('graze/graze.wasm'));
    return WebAssembly.compile(await readFile(path));
}

/**
 * Creates an instance.
 *
 * @param {WebAssembly.Module} [module] default: a new one
 * @returns {Promise<Graze>}
 */
export async function createInstance(module) {
    return createSync({ wasm: module ?? (await compileModule()) });
}
