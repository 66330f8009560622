/// <reference lib="esnext.disposable" preserve="true" />

/** What every entry exports besides `create` and `createSync`. */

export { GrazeError, printable, show } from './errors.js';
export { version } from './version.js';

/**
 * @typedef {import('./resting.js').Resting} Resting
 * @typedef {import('./errors.js').ErrorCode} ErrorCode
 * @typedef {import('./errors.js').QueryErrorCode} QueryErrorCode
 * @typedef {import('./errors.js').InputErrorCode} InputErrorCode
 * @typedef {import('./resting.js').Pose} Pose
 * @typedef {import('./resting.js').AnglePose} AnglePose
 * @typedef {import('./resting.js').HeadingPose} HeadingPose
 * @typedef {import('./resting.js').Point} Point
 * @typedef {import('./resting.js').Distance} Distance
 * @typedef {import('./resting.js').Penetration} Penetration
 * @typedef {import('./resting.js').Choices} Choices
 * @typedef {import('./resting.js').CollideOptions} CollideOptions
 * @typedef {import('./resting.js').ColliderChoice} ColliderChoice
 * @typedef {import('./resting.js').Ray} Ray
 * @typedef {import('./resting.js').RayCast} RayCast
 * @typedef {import('./resting.js').ShapeCast} ShapeCast
 * @typedef {import('./resting.js').CastStatus} CastStatus
 * @typedef {import('./resting.js').RoundingOptions} RoundingOptions
 * @typedef {import('./shape.js').Shape} Shape
 * @typedef {import('./bind.js').Relation} Relation
 * @typedef {import('./bind.js').Feature} Feature
 * @typedef {import('./check.js').Points} Points
 * @typedef {import('./load.js').CompiledModule} CompiledModule
 * @typedef {import('./load.js').CreateOptions} CreateOptions
 * @typedef {import('./load.js').CreateSyncOptions} CreateSyncOptions
 */
