/** All families of queries: those of the entries graze, graze/scalar and graze/external. */

import { AgentQueries } from '../agents/index.js';
import { combine } from '../core/facade.js';
import { MotionQueries } from '../motion/index.js';
import { StaticQueries } from '../static/index.js';
import { StudyTools } from '../study/index.js';
import { TrajectoryQueries } from '../trajectory/index.js';

/**
 * @import { Core } from '../core/core.js'
 * @import { Facade } from '../core/facade.js'
 */

/**
 * An instance of graze: shapes, queries on them, and the memory they live in. `create` and `createSync` make
 * instances. Instances share nothing.
 *
 * Lengths are in your unit, angles in radians counter-clockwise from +x, times on your clock; x points right, y
 * up. Sets are closed, so touching is contact. n and m are the numbers of vertices of the two shapes.
 *
 * Every error is a GrazeError. Any call can throw: `wrong-type`, `not-finite`, `out-of-range` and
 * `unknown-option` for an invalid argument; `foreign-handle` for a shape, motion, path or batch of another
 * instance and `stale-handle` for one that was freed; `not-a-heading` for a cosine and a sine whose squares do
 * not add up to 1 within 2^-10; `out-of-memory` where 2^31 bytes or 2^23 handles are not enough;
 * `instance-dead` after the module has trapped. The documentation of each call lists its further errors.
 *
 * @typedef {Facade & StaticQueries & MotionQueries & TrajectoryQueries & AgentQueries & StudyTools} Graze
 */

/** @type {new (core: Core) => Graze} */
export const Instance = /* @__PURE__ */ combine([
    StaticQueries,
    MotionQueries,
    TrajectoryQueries,
    AgentQueries,
    StudyTools,
]);
