/**
 * Bodies standing still and moving, many of them, trajectories, agents. Begin with {@link create}: all else hangs from
 * the {@link Graze} that it gives.
 *
 * `graze/still` has what stands with {@link Resting} alone.
 * `graze/scalar`, for hosts without WebAssembly SIMD, and `graze/external`, without the module inside, export the same
 * names.
 *
 * @module graze
 */
export { Batch } from '../../js/batch.js';
export type { Feature, Relation } from '../../js/bind.js';
export type { BodyContact, PairContact } from '../../js/bind_sweep.js';
export { BodyBatch } from '../../js/bodies.js';
export type { Points } from '../../js/check.js';
export type { Approach, Box, Conflict, ReadingOptions, RouteOptions } from '../../js/delaying.js';
export { Delaying } from '../../js/delaying.js';
export type { Segment } from '../../js/flight.js';
export type {
    BodyOptions,
    DifferencePoint,
    PairOptions,
    SegmentOptions,
    SimplexPoint,
    SimplexWeight,
    Step,
    Trace,
    TraceSteps,
} from '../../js/graze.js';
export { Graze } from '../../js/graze.js';
export * from '../../js/index.js';
export type { CreateOptions, CreateSyncOptions } from '../../js/load.js';
export type { MotionBounds, MotionPose } from '../../js/motion.js';
export { Motion } from '../../js/motion.js';
export type {
    AcceleratedMotion,
    Accelerations,
    Ending,
    LinearMotion,
    MotionConstructors,
    MotionEnds,
    MotionMaker,
    MotionParts,
    MotionSample,
    MotionSegment,
    SampleModel,
    SampleOptions,
    SplineEnds,
    SplineOptions,
    Stand,
    TurningMotion,
} from '../../js/motions.js';
export { MoverBatch } from '../../js/movers.js';
export type {
    Clearance,
    ClearanceStatus,
    ContactInterval,
    ContactLooks,
    ContactMethod,
    ContactStatus,
    ContactTrace,
    DelayOptions,
    FirstContact,
    FirstContactOptions,
    ListLimit,
    ListOptions,
    MotionOptions,
    MoverOptions,
    TimeStretch,
    UnsafeDelays,
} from '../../js/moving.js';
export { Moving } from '../../js/moving.js';
export { PairBatch } from '../../js/pairs.js';
export type { Clock, PathOptions } from '../../js/path.js';
export { Path } from '../../js/path.js';
export type {
    AnglePose,
    CastStatus,
    Choices,
    CollideOptions,
    ColliderChoice,
    Distance,
    HeadingPose,
    Penetration,
    Point,
    Pose,
    Ray,
    RayCast,
    RoundingOptions,
    ShapeCast,
} from '../../js/resting.js';
export { Resting } from '../../js/resting.js';
export type { Place, RouteLike } from '../../js/routes.js';
export type { NoContact, SceneContact, SceneOptions, SceneVerdict } from '../../js/scene.js';
export { Scene } from '../../js/scene.js';
export { SegmentBatch } from '../../js/segments.js';
export { Shape } from '../../js/shape.js';
export type {
    Baseline,
    BaselineOptions,
    CutRadius,
    HorizonOptions,
    SafeVelocity,
    SafeVelocityOptions,
    SpeedOptions,
    Velocity,
    VelocityCut,
    VelocityObstacle,
} from '../../js/steering.js';
export { Steering } from '../../js/steering.js';
export type {
    StepOptions,
    SweepChoice,
    SweepCounts,
    SweepMethod,
    SweepOptions,
    Swept,
} from '../../js/sweeping.js';
export { StepIterator, Sweeping } from '../../js/sweeping.js';
