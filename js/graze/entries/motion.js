/**
 * graze for bodies that stand still or move, and their trajectories: the same answers, on any host with WebAssembly.
 */

import { combine } from '../core/facade.js';
import { builtIn, createFrom, createSyncFrom } from '../core/instantiate.js';
import { module } from '../inline/graze-motion.js';
import { MotionQueries } from '../motion/index.js';
import { StaticQueries } from '../static/index.js';
import { TrajectoryQueries } from '../trajectory/index.js';

/**
 * @import { Core } from '../core/core.js'
 * @import { Facade } from '../core/facade.js'
 * @import { CreateOptions, CreateSyncOptions } from '../core/instantiate.js'
 */

/**
 * An instance of graze for bodies that stand still or move, and their trajectories: a Graze without the queries of agents and
 * the study tools.
 *
 * @typedef {Facade & StaticQueries & MotionQueries & TrajectoryQueries} MotionGraze
 */

/** @type {new (core: Core) => MotionGraze} */
const Instance = /* @__PURE__ */ combine([StaticQueries, MotionQueries, TrajectoryQueries]);

const source = /* @__PURE__ */ builtIn(module);

/**
 * Creates a new instance. It shares nothing with any other.
 *
 * @param {CreateOptions} [options]
 * @returns {Promise<MotionGraze>}
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
 * @returns {MotionGraze}
 * @throws {GrazeError} `bad-module`
 */
export function createSync(options) {
    return createSyncFrom(Instance, source, options);
}

export * from '../core/public.js';
export * from '../motion/types.js';
export * from '../static/types.js';
export * from '../trajectory/types.js';

/** @typedef {import('../motion/motion.js').Motion} Motion */
