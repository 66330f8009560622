/// <reference lib="esnext.disposable" preserve="true" />

/** What every entry exports besides `create` and `createSync`. */

export { GrazeError, printable, show } from './errors.js';
export { version } from './version.js';

/**
 * @typedef {import('./errors.js').ErrorCode} ErrorCode
 * @typedef {import('./errors.js').QueryErrorCode} QueryErrorCode
 * @typedef {import('./errors.js').InputErrorCode} InputErrorCode
 * @typedef {import('./graze.js').Graze} Graze
 * @typedef {import('./graze.js').Pose} Pose
 * @typedef {import('./graze.js').Point} Point
 * @typedef {import('./graze.js').Distance} Distance
 * @typedef {import('./graze.js').Penetration} Penetration
 * @typedef {import('./graze.js').Choices} Choices
 * @typedef {import('./graze.js').CollideOptions} CollideOptions
 * @typedef {import('./graze.js').Ray} Ray
 * @typedef {import('./graze.js').RayCast} RayCast
 * @typedef {import('./graze.js').ShapeCast} ShapeCast
 * @typedef {import('./graze.js').CastStatus} CastStatus
 * @typedef {import('./graze.js').DifferencePoint} DifferencePoint
 * @typedef {import('./graze.js').Step} Step
 * @typedef {import('./graze.js').Trace} Trace
 * @typedef {import('./flight.js').Segment} Segment
 * @typedef {import('./delaying.js').Box} Box
 * @typedef {import('./delaying.js').Approach} Approach
 * @typedef {import('./delaying.js').Conflict} Conflict
 * @typedef {import('./delaying.js').ReadingOptions} ReadingOptions
 * @typedef {import('./delaying.js').RouteOptions} RouteOptions
 * @typedef {import('./routes.js').RouteLike} RouteLike
 * @typedef {import('./routes.js').Place} Place
 * @typedef {import('./shape.js').Shape} Shape
 * @typedef {import('./pairs.js').PairBatch} PairBatch
 * @typedef {import('./bodies.js').BodyBatch} BodyBatch
 * @typedef {import('./segments.js').SegmentBatch} SegmentBatch
 * @typedef {import('./movers.js').MoverBatch} MoverBatch
 * @typedef {import('./motion.js').Motion} Motion
 * @typedef {import('./motion.js').MotionBounds} MotionBounds
 * @typedef {import('./motions.js').MotionMaker} MotionMaker
 * @typedef {import('./motions.js').MotionConstructors} MotionConstructors
 * @typedef {import('./motions.js').MotionSegment} MotionSegment
 * @typedef {import('./motions.js').MotionEnds} MotionEnds
 * @typedef {import('./motions.js').Ending} Ending
 * @typedef {import('./motions.js').LinearMotion} LinearMotion
 * @typedef {import('./motions.js').AcceleratedMotion} AcceleratedMotion
 * @typedef {import('./motions.js').TurningMotion} TurningMotion
 * @typedef {import('./motions.js').SplineOptions} SplineOptions
 * @typedef {import('./motions.js').MotionSample} MotionSample
 * @typedef {import('./motions.js').SampleOptions} SampleOptions
 * @typedef {import('./moving.js').MotionOptions} MotionOptions
 * @typedef {import('./moving.js').FirstContactOptions} FirstContactOptions
 * @typedef {import('./moving.js').FirstContact} FirstContact
 * @typedef {import('./moving.js').ContactTrace} ContactTrace
 * @typedef {import('./moving.js').ContactStatus} ContactStatus
 * @typedef {import('./moving.js').ContactInterval} ContactInterval
 * @typedef {import('./moving.js').DelayOptions} DelayOptions
 * @typedef {import('./moving.js').UnsafeDelays} UnsafeDelays
 * @typedef {import('./moving.js').Clearance} Clearance
 * @typedef {import('./path.js').Path} Path
 * @typedef {import('./path.js').Clock} Clock
 * @typedef {import('./path.js').PathOptions} PathOptions
 * @typedef {import('./scene.js').Scene} Scene
 * @typedef {import('./scene.js').SceneOptions} SceneOptions
 * @typedef {import('./scene.js').SceneContact} SceneContact
 * @typedef {import('./sweeping.js').SweepMethod} SweepMethod
 * @typedef {import('./sweeping.js').SweepOptions} SweepOptions
 * @typedef {import('./sweeping.js').SweepCounts} SweepCounts
 * @typedef {import('./sweeping.js').StepIterator} StepIterator
 * @typedef {import('./sweeping.js').Swept} Swept
 * @typedef {import('./sweeping.js').StepOptions} StepOptions
 * @typedef {import('./steering.js').Baseline} Baseline
 * @typedef {import('./steering.js').SafeVelocity} SafeVelocity
 * @typedef {import('./steering.js').SafeVelocityOptions} SafeVelocityOptions
 * @typedef {import('./steering.js').VelocityObstacle} VelocityObstacle
 * @typedef {import('./bind_sweep.js').BodyContact} BodyContact
 * @typedef {import('./bind_sweep.js').PairContact} PairContact
 * @typedef {import('./bind.js').Relation} Relation
 * @typedef {import('./bind.js').Feature} Feature
 * @typedef {import('./check.js').Points} Points
 * @typedef {import('./load.js').CompiledModule} CompiledModule
 * @typedef {import('./load.js').CreateOptions} CreateOptions
 * @typedef {import('./load.js').CreateSyncOptions} CreateSyncOptions
 */
