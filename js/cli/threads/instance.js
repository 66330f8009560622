import { readFile } from 'node:fs/promises';
import { requireSimd } from '#internal';

/**
 * Creates instances from the package's file of the module. The entry with the module inside would also have to be parsed and
 * decoded, in each thread.
 *
 * @import { Graze } from 'graze'
 */

/** The address of the module. It is the same from the bundle as from this file. */
const MODULE = new URL(import.meta.resolve('graze/graze.wasm'));

/**
 * Compiles the module, which threads can share.
 *
 * @returns {Promise<WebAssembly.Module>}
 * @throws {GrazeError} `no-simd`, where the host has no WebAssembly SIMD
 */
export async function compileModule() {
    requireSimd();
    return WebAssembly.compile(await readFile(MODULE));
}

/**
 * Creates an instance.
 *
 * @param {WebAssembly.Module} [module] default: a new one
 * @returns {Promise<Graze>}
 */
export async function createInstance(module) {
    const [{ createSync }, wasm] = await Promise.all([
        import('graze/external'),
        module ?? compileModule(),
    ]);
    return createSync({ wasm });
}
