/**
 * graze, with its WebAssembly built in.
 */

import { builtIn, createFrom, createSyncFrom } from '../core/instantiate.js';
import { requireSimd } from '../core/simd.js';
import { module } from '../inline/graze.js';
import { Instance } from './families.js';

/**
 * @import { CreateOptions, CreateSyncOptions } from '../core/instantiate.js'
 * @import { Graze } from './families.js'
 */

const source = /* @__PURE__ */ builtIn(module, requireSimd);

/**
 * Creates a new instance. It shares nothing with any other.
 *
 * @param {CreateOptions} [options]
 * @returns {Promise<Graze>}
 * @throws {GrazeError} `no-simd`, where the host has no WebAssembly SIMD; `bad-module`
 */
export function create(options) {
    return createFrom(Instance, source, options);
}

/**
 * Creates a new instance synchronously: for Node, workers and tests. On a browser's main thread prefer
 * `create`, since browsers may refuse to compile there synchronously.
 *
 * @param {CreateSyncOptions} [options]
 * @returns {Graze}
 * @throws {GrazeError} `no-simd`, where the host has no WebAssembly SIMD; `bad-module`
 */
export function createSync(options) {
    return createSyncFrom(Instance, source, options);
}

export * from './types.js';
