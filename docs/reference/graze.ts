/**
 * Bodies standing still and moving, many of them, trajectories, agents. Begin with {@link create}: all else hangs from
 * the {@link Graze} that it gives, whose queries are those of its families: {@link StaticQueries}, {@link MotionQueries},
 * {@link TrajectoryQueries}, {@link AgentQueries} and {@link Study}.
 *
 * `graze/static` ({@link StaticGraze}), `graze/motion` ({@link MotionGraze}) and `graze/agents` ({@link AgentGraze}) have some of
 * these families, in fewer bytes.
 * `graze/solid` has bodies in space.
 * `graze/scalar`, for hosts without WebAssembly SIMD, and `graze/external`, without the module inside, export the same
 * names.
 *
 * @module graze
 */

export { AgentQueries } from '../../js/graze/agents/index.js';
export { MovingDiscBatch } from '../../js/graze/agents/moving_disc_batch.js';
export { Traffic } from '../../js/graze/agents/traffic.js';
export { Batch } from '../../js/graze/core/batch.js';
export { Bodies } from '../../js/graze/core/bodies.js';
export { Facade } from '../../js/graze/core/facade.js';
export { Pairs } from '../../js/graze/core/pairs.js';
export type { AgentGraze } from '../../js/graze/entries/agents.js';
export type { Graze } from '../../js/graze/entries/families.js';
export * from '../../js/graze/entries/graze.js';
export type { MotionGraze } from '../../js/graze/entries/motion.js';
export type { StaticGraze } from '../../js/graze/entries/static.js';
export { MotionQueries } from '../../js/graze/motion/index.js';
export { Motion } from '../../js/graze/motion/motion.js';
export { MovingPairBatch } from '../../js/graze/motion/moving_pair_batch.js';
export { BodyBatch } from '../../js/graze/static/body_batch.js';
export { StaticQueries } from '../../js/graze/static/index.js';
export { PairBatch } from '../../js/graze/static/pair_batch.js';
export { Shape } from '../../js/graze/static/shape.js';
export { Study, StudyTools } from '../../js/graze/study/index.js';
export { BoxIndex } from '../../js/graze/trajectory/box_index.js';
export { TrajectoryQueries } from '../../js/graze/trajectory/index.js';
export { Path } from '../../js/graze/trajectory/path.js';
export { StepIterator } from '../../js/graze/trajectory/queries.js';
export { Scene } from '../../js/graze/trajectory/scene.js';
