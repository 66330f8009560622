/**
 * graze without built-in WebAssembly: the module is fetched from beside this file, or given as `wasm`.
 */
import { formatValue, GrazeError } from '../core/errors.js';
import { createFrom, createSyncFrom } from '../core/instantiate.js';
import { Instance } from './families.js';

/**
 * @import { CreateOptions, CreateSyncOptions } from '../core/instantiate.js'
 * @import { Graze } from './families.js'
 */

/**
 * Fetches the module from beside this file. Node fetches no files, and a bundle may have no address or no file
 * beside it.
 *
 * @returns {Promise<Response>}
 */
async function fetchModule() {
    try {
        // This is one literal URL, so that bundlers see the file.
        const response = await fetch(new URL('./graze.wasm', import.meta.url));
        if (response.ok) return response;
        throw new Error(`the response has status ${response.status}`);
    } catch (cause) {
        const reason = cause instanceof Error ? cause.message : formatValue(cause);
        throw new GrazeError(
            'bad-module',
            `options.wasm: graze.wasm cannot be fetched here (${reason}); pass its bytes, a WebAssembly.Module or a Response as create({ wasm })`,
            { argument: 'options.wasm', cause },
        );
    }
}

/**
 * Creates a new instance. It shares nothing with any other.
 *
 * @param {CreateOptions} [options] without `wasm` the call fetches graze.wasm from beside this file, which Node
 *   does not do for files: read the file and pass its bytes
 * @returns {Promise<Graze>}
 * @throws {GrazeError} `bad-module`, where the module cannot be fetched or used
 */
export function create(options) {
    return createFrom(Instance, fetchModule, options);
}

/**
 * Creates a new instance synchronously, from bytes or a compiled module.
 *
 * @param {CreateSyncOptions} options
 * @returns {Graze}
 * @throws {GrazeError} `bad-module`
 */
export function createSync(options) {
    return createSyncFrom(
        Instance,
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

export * from './types.js';
