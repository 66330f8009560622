/**
 * graze for bodies that stand still: a quarter of the size, the same answers, on any host with WebAssembly.
 */
import { alphabet, text } from './inline/graze-static.js';
import { createFrom, createSyncFrom, decodeModule } from './instantiate.js';
import { StaticGraze } from './static_graze.js';

/**
 * @import { CreateOptions, CreateSyncOptions } from './instantiate.js'
 */

function decodeBuiltIn() {
    return decodeModule({ alphabet, text });
}

/**
 * Creates a new instance. It shares nothing with any other.
 *
 * @param {CreateOptions} [options]
 * @returns {Promise<StaticGraze>}
 */
export function create(options) {
    return createFrom(StaticGraze, decodeBuiltIn, options);
}

/**
 * Creates a new instance synchronously: for Node, workers and tests. On a browser's main thread prefer
 * `create`, since browsers may refuse to compile there synchronously.
 *
 * @param {CreateSyncOptions} [options]
 * @returns {StaticGraze}
 */
export function createSync(options) {
    return createSyncFrom(StaticGraze, decodeBuiltIn, options);
}

export * from './public_static.js';
