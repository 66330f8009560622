/**
 * graze for bodies that stand still: the same answers, on any host with WebAssembly.
 */

import { combine } from '../core/facade.js';
import { builtIn, createFrom, createSyncFrom } from '../core/instantiate.js';
import { module } from '../inline/graze-static.js';
import { StaticQueries } from '../static/index.js';

/**
 * @import { Core } from '../core/core.js'
 * @import { Facade } from '../core/facade.js'
 * @import { CreateOptions, CreateSyncOptions } from '../core/instantiate.js'
 */

/**
 * An instance of graze for bodies that stand still: a Graze without the other families of queries.
 *
 * @typedef {Facade & StaticQueries} StaticGraze
 */

/** @type {new (core: Core) => StaticGraze} */
const Instance = /* @__PURE__ */ combine([StaticQueries]);

const source = /* @__PURE__ */ builtIn(module);

/**
 * Creates a new instance. It shares nothing with any other.
 *
 * @param {CreateOptions} [options]
 * @returns {Promise<StaticGraze>}
 * @throws {GrazeError} `bad-module`
 */
export function create(options) {
    return createFrom(Instance, source, options);
}

/**
 * Creates a new instance synchronously: for Node, workers and tests. On a browser's main thread prefer
 * `create`, since browsers may refuse to compile there synchronously.
 *
 * @param {CreateSyncOptions} [options]
 * @returns {StaticGraze}
 * @throws {GrazeError} `bad-module`
 */
export function createSync(options) {
    return createSyncFrom(Instance, source, options);
}

export * from '../core/public.js';
export * from '../static/types.js';
