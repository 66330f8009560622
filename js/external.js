/**
 * graze without built-in WebAssembly: it is fetched from beside this file, or given as `wasm`.
 */
import { GrazeError } from './errors.js';
import { Graze } from './graze.js';
import { createFrom, createSyncFrom } from './load.js';

/**
 * @import { CreateOptions, CreateSyncOptions } from './load.js'
 */

/**
 * A new instance. It shares nothing with any other.
 *
 * @param {CreateOptions} [options] without `wasm` it fetches graze.wasm, which Node cannot do for a file
 *   of its own: read the file and give its bytes
 * @returns {Promise<Graze>}
 * @throws {GrazeError} `bad-module`
 */
export function create(options) {
    // One literal URL, so that bundlers see the file.
    return createFrom(Graze, () => fetch(new URL('./graze.wasm', import.meta.url)), options);
}

/**
 * The same at once, from bytes or a compiled module.
 *
 * @param {CreateSyncOptions} options
 * @returns {Graze}
 * @throws {GrazeError} `bad-module`
 */
export function createSync(options) {
    return createSyncFrom(
        Graze,
        () => {
            throw new GrazeError(
                'wrong-type',
                'options.wasm is required: bytes or a WebAssembly.Module',
                {
                    argument: 'options.wasm',
                },
            );
        },
        options,
    );
}

export * from './public.js';
