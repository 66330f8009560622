/**
 * graze for bodies in space.
 */

import { combine } from '../core/facade.js';
import { builtIn, createFrom, createSyncFrom } from '../core/instantiate.js';
import { requireSimd } from '../core/simd.js';
import { module } from '../inline/graze-solid.js';
import { SolidQueries } from '../solid/index.js';
import { SolidMotionQueries } from '../solid_motion/index.js';

/**
 * @import { Core } from '../core/core.js'
 * @import { Facade } from '../core/facade.js'
 * @import { CreateOptions, CreateSyncOptions } from '../core/instantiate.js'
 */

/**
 * An instance of graze for bodies in space. Its bodies are its own: those of the plane are of the other entries.
 *
 * Lengths are in your unit. Frames are right-handed; a rotation is a unit quaternion or a matrix. Sets are closed, so
 * touching is contact. n and m are the numbers of vertices of the two bodies.
 *
 * Every error is a GrazeError. Any call can throw: `wrong-type`, `not-finite`, `out-of-range` and `unknown-option` for an
 * invalid argument; `foreign-handle` for a body of another instance and `stale-handle` for one that was freed;
 * `not-a-heading` for a quaternion or a matrix that is not a rotation; `out-of-memory` where 2^31 bytes or 2^23 handles
 * are not enough; `instance-dead` after the module has trapped.
 *
 * @typedef {Facade & SolidQueries & SolidMotionQueries} SolidGraze
 */

/** @type {new (core: Core) => SolidGraze} */
const Instance = /* @__PURE__ */ combine([SolidQueries, SolidMotionQueries]);

const source = /* @__PURE__ */ builtIn(module, () =>
    requireSimd("pass the module 'graze/graze-solid-scalar.wasm' as options.wasm"),
);

/**
 * Creates a new instance. It shares nothing with any other.
 *
 * @param {CreateOptions} [options]
 * @returns {Promise<SolidGraze>}
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
 * @returns {SolidGraze}
 * @throws {GrazeError} `no-simd`, where the host has no WebAssembly SIMD; `bad-module`
 */
export function createSync(options) {
    return createSyncFrom(Instance, source, options);
}

export * from '../core/public.js';
export * from '../solid/types.js';
export * from '../solid_motion/types.js';
