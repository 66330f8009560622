/**
 * graze for bodies in space, with the study of its algorithms.
 */

import { combine } from '../core/facade.js';
import { builtIn, createFrom, createSyncFrom } from '../core/instantiate.js';
import { module } from '../inline/graze-solid_study.js';
import { SolidQueries } from '../solid/index.js';
import { SolidMotionQueries } from '../solid_motion/index.js';
import { SolidStudyTools } from '../solid_study/index.js';

/**
 * @import { Core } from '../core/core.js'
 * @import { Facade } from '../core/facade.js'
 * @import { CreateOptions, CreateSyncOptions } from '../core/instantiate.js'
 */

/**
 * An instance of `graze/solid` that has a `study`, too. Its bodies are its own, and its answers the same.
 *
 * @typedef {Facade & SolidQueries & SolidMotionQueries & SolidStudyTools} SolidStudyGraze
 */

/** @type {new (core: Core) => SolidStudyGraze} */
const Instance = /* @__PURE__ */ combine([SolidQueries, SolidMotionQueries, SolidStudyTools]);

const source = /* @__PURE__ */ builtIn(module);

/**
 * Creates a new instance. It shares nothing with any other.
 *
 * @param {CreateOptions} [options]
 * @returns {Promise<SolidStudyGraze>}
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
 * @returns {SolidStudyGraze}
 * @throws {GrazeError} `bad-module`
 */
export function createSync(options) {
    return createSyncFrom(Instance, source, options);
}

export * from '../core/public.js';
export * from '../solid/types.js';
export * from '../solid_motion/types.js';
export * from '../solid_study/types.js';
