/**
 * graze for bodies standing still alone: a quarter of the size, the same answers, on any host with WebAssembly.
 */
import { alphabet, text } from './inline/graze-still.js';
import { createFrom, createSyncFrom, decodeModule } from './load.js';
import { Resting } from './resting.js';

/**
 * @import { CreateOptions, CreateSyncOptions } from './load.js'
 */

function builtIn() {
    return decodeModule({ alphabet, text });
}

/**
 * A new instance. It shares nothing with any other.
 *
 * @param {CreateOptions} [options]
 * @returns {Promise<Resting>}
 */
export function create(options) {
    return createFrom(Resting, builtIn, options);
}

/**
 * The same at once: for Node, workers and tests. On a browser's main thread prefer `create`, since
 * browsers may refuse to compile there synchronously.
 *
 * @param {CreateSyncOptions} [options]
 * @returns {Resting}
 */
export function createSync(options) {
    return createSyncFrom(Resting, builtIn, options);
}

export * from './public_still.js';
