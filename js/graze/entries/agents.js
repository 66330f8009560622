/**
 * graze for discs and spheres that move along routes: the same answers.
 */

import { AgentQueries } from '../agents/index.js';
import { combine } from '../core/facade.js';
import { builtIn, createFrom, createSyncFrom } from '../core/instantiate.js';
import { requireSimd } from '../core/simd.js';
import { module } from '../inline/graze-agents.js';

/**
 * @import { Core } from '../core/core.js'
 * @import { Facade } from '../core/facade.js'
 * @import { CreateOptions, CreateSyncOptions } from '../core/instantiate.js'
 */

/**
 * An instance of graze for moving discs and spheres, and routes: a Graze without the other families of queries.
 *
 * @typedef {Facade & AgentQueries} AgentGraze
 */

/** @type {new (core: Core) => AgentGraze} */
const Instance = /* @__PURE__ */ combine([AgentQueries]);

const source = /* @__PURE__ */ builtIn(module, requireSimd);

/**
 * Creates a new instance. It shares nothing with any other.
 *
 * @param {CreateOptions} [options]
 * @returns {Promise<AgentGraze>}
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
 * @returns {AgentGraze}
 * @throws {GrazeError} `no-simd`, where the host has no WebAssembly SIMD; `bad-module`
 */
export function createSync(options) {
    return createSyncFrom(Instance, source, options);
}

export * from '../agents/types.js';
export * from '../core/public.js';
