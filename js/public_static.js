/// <reference lib="esnext.disposable" preserve="true" />

/** Exports of every entry besides `create` and `createSync`. */

export { formatValue, GrazeError, toPrintable } from './errors.js';
export { printable, show } from './renamed.js';
export { version } from './version.js';

/**
 * @typedef {import('./static_graze.js').StaticGraze} StaticGraze
 * @typedef {import('./errors.js').ErrorCode} ErrorCode
 * @typedef {import('./errors.js').QueryErrorCode} QueryErrorCode
 * @typedef {import('./errors.js').InputErrorCode} InputErrorCode
 * @typedef {import('./static_graze.js').Pose} Pose
 * @typedef {import('./static_graze.js').AnglePose} AnglePose
 * @typedef {import('./static_graze.js').CosSinPose} CosSinPose
 * @typedef {import('./static_graze.js').Point} Point
 * @typedef {import('./static_graze.js').Distance} Distance
 * @typedef {import('./static_graze.js').Penetration} Penetration
 * @typedef {import('./static_graze.js').GjkOptions} GjkOptions
 * @typedef {import('./static_graze.js').CollideOptions} CollideOptions
 * @typedef {import('./static_graze.js').ColliderOptions} ColliderOptions
 * @typedef {import('./static_graze.js').Ray} Ray
 * @typedef {import('./static_graze.js').RayCast} RayCast
 * @typedef {import('./static_graze.js').ShapeCast} ShapeCast
 * @typedef {import('./static_graze.js').CastStatus} CastStatus
 * @typedef {import('./static_graze.js').RoundingOptions} RoundingOptions
 * @typedef {import('./shape.js').Shape} Shape
 * @typedef {import('./bind.js').Relation} Relation
 * @typedef {import('./bind.js').Feature} Feature
 * @typedef {import('./arguments.js').Points} Points
 * @typedef {import('./instantiate.js').CompiledModule} CompiledModule
 * @typedef {import('./instantiate.js').CreateOptions} CreateOptions
 * @typedef {import('./instantiate.js').CreateSyncOptions} CreateSyncOptions
 */
