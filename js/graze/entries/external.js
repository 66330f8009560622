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
 * Returns the address of the module, beside this file. Vite's development server copies this file, but not the module, into its
 * cache `node_modules/.vite`; the module is in the package, beside that folder.
 */
function moduleAddress() {
    // This is one literal URL, so that bundlers see the file.
    const { href } = new URL('./graze.wasm', import.meta.url);
    return href.replace(/\/node_modules\/\.vite\/.*$/, '/node_modules/graze/dist/graze.wasm');
}

/**
 * Fetches the module. Node fetches no files, and a bundle may have no address or no file beside it.
 *
 * @returns {Promise<Response>}
 */
async function fetchModule() {
    try {
        const response = await fetch(moduleAddress());
        // Servers of applications with one page answer with it where they have no file.
        const isPage = response.headers.get('content-type')?.startsWith('text/html');
        if (isPage || !response.ok) {
            const found = response.ok ? 'is a web page' : `has status ${response.status}`;
            throw new Error(
                `the response ${found}: put the file beside the bundle; Vite's development server may need optimizeDeps: { exclude: ['graze'] }`,
            );
        }
        return response;
    } catch (cause) {
        const reason = cause instanceof Error ? cause.message : formatValue(cause);
        throw new GrazeError(
            'bad-module',
            `options.wasm: graze.wasm cannot be fetched here (${reason}); pass its bytes, a WebAssembly.Module or a Response as create({ wasm })`,
            { argument: 'options.wasm', cause },
        );
    }
}

/** Throws, since the synchronous call cannot fetch the module. */
function refuseNone() {
    throw new GrazeError('wrong-type', 'options.wasm is required: bytes or a WebAssembly.Module', {
        argument: 'options.wasm',
    });
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
    return createFrom(Instance, { read: fetchModule }, options);
}

/**
 * Creates a new instance synchronously, from bytes or a compiled module.
 *
 * @param {CreateSyncOptions} options
 * @returns {Graze}
 * @throws {GrazeError} `bad-module`
 */
export function createSync(options) {
    return createSyncFrom(Instance, { read: refuseNone }, options);
}

export * from './types.js';
