/**
 * graze for hosts without WebAssembly SIMD: the same answers, bit for bit.
 */

import { Graze } from './graze.js';
import { alphabet, text } from './inline/graze-scalar.js';
import { createFrom, createSyncFrom, decodeModule } from './instantiate.js';

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
 * @returns {Promise<Graze>}
 * @throws {GrazeError} `bad-module`
 */
export function create(options) {
    return createFrom(Graze, decodeBuiltIn, options);
}

/**
 * Creates a new instance synchronously: for Node, workers and tests. On a browser's main thread prefer
 * `create`, since browsers may refuse to compile there synchronously.
 *
 * @param {CreateSyncOptions} [options]
 * @returns {Graze}
 * @throws {GrazeError} `bad-module`
 */
export function createSync(options) {
    return createSyncFrom(Graze, decodeBuiltIn, options);
}

export * from './public.js';
