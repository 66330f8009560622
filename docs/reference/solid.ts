/**
 * Bodies in space. Begin with {@link create}: all else hangs from the {@link SolidGraze} that it gives, whose
 * queries are {@link SolidQueries} and {@link SolidMotionQueries}.
 *
 * @module graze/solid
 */

export { Batch } from '../../js/graze/core/batch.js';
export { Bodies } from '../../js/graze/core/bodies.js';
export { Facade } from '../../js/graze/core/facade.js';
export { Pairs } from '../../js/graze/core/pairs.js';
export * from '../../js/graze/entries/solid.js';
export { SolidBodyBatch } from '../../js/graze/solid/body_batch.js';
export { SolidQueries } from '../../js/graze/solid/index.js';
export { SolidPairBatch } from '../../js/graze/solid/pair_batch.js';
export { Solid } from '../../js/graze/solid/solid.js';
export { SolidMotionQueries } from '../../js/graze/solid_motion/index.js';
export { SolidMotion } from '../../js/graze/solid_motion/motion.js';
export { SolidMovingPairBatch } from '../../js/graze/solid_motion/moving_pair_batch.js';
export { SolidPath } from '../../js/graze/solid_motion/path.js';
export { SolidScene } from '../../js/graze/solid_motion/scene.js';
export { BoxIndex } from '../../js/graze/trajectory/box_index.js';
