/** Exports of the entries with all families, besides `create` and `createSync`. */

export * from '../agents/types.js';
export * from '../core/public.js';
export * from '../motion/types.js';
export * from '../static/types.js';
export * from '../study/types.js';
export * from '../trajectory/types.js';

/**
 * @typedef {import('../motion/motion.js').Motion} Motion
 * @typedef {import('./agents.js').AgentGraze} AgentGraze
 * @typedef {import('./families.js').Graze} Graze
 * @typedef {import('./motion.js').MotionGraze} MotionGraze
 * @typedef {import('./static.js').StaticGraze} StaticGraze
 */
