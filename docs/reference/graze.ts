/**
 * Bodies standing still and moving, many of them, trajectories, agents. Begin with {@link create}: all else hangs from
 * the {@link Graze} that it gives.
 *
 * `graze/static` has what stands with {@link StaticGraze} alone.
 * `graze/scalar`, for hosts without WebAssembly SIMD, and `graze/external`, without the module inside, export the same
 * names.
 *
 * @module graze
 */

export type {
    Approach,
    Box,
    Conflict,
    RouteOptions,
    TouchingOptions,
} from '../../js/agent_queries.js';
export { AgentQueries } from '../../js/agent_queries.js';
export type { Points } from '../../js/arguments.js';
export { Batch } from '../../js/batch.js';
export type { Feature, Relation } from '../../js/bind.js';
export type { BodyContact, PairContact } from '../../js/bind_sweep.js';
export { BodyBatch } from '../../js/body_batch.js';
export type {
    BodyOptions,
    DifferencePoint,
    GjkRound,
    MovingDiscOptions,
    PairOptions,
    SimplexPoint,
    SimplexWeight,
    Trace,
    TraceRounds,
} from '../../js/graze.js';
export { Graze } from '../../js/graze.js';
export * from '../../js/index.js';
export type { CreateOptions, CreateSyncOptions } from '../../js/instantiate.js';
export type { MotionBounds, MotionPose } from '../../js/motion.js';
export { Motion } from '../../js/motion.js';
export type {
    AcceleratedMotion,
    Accelerations,
    Ending,
    LinearMotion,
    MotionConstructors,
    MotionEnds,
    MotionFactory,
    MotionPiece,
    MotionSample,
    PiecewiseMotion,
    SampleModel,
    SampleOptions,
    SplineEnds,
    SplineOptions,
    StaticPose,
    TurningMotion,
} from '../../js/motion_factory.js';
export type {
    Clearance,
    ClearanceStatus,
    ContactEvaluations,
    ContactInterval,
    ContactMethod,
    ContactStatus,
    ContactTrace,
    DelayOptions,
    FirstContact,
    FirstContactOptions,
    ListLimit,
    ListOptions,
    MotionOptions,
    MovingPairOptions,
    TimeRange,
    UnsafeDelays,
} from '../../js/motion_queries.js';
export { MotionQueries } from '../../js/motion_queries.js';
export type { MovingDisc } from '../../js/moving_disc.js';
export { MovingDiscBatch } from '../../js/moving_disc_batch.js';
export { MovingPairBatch } from '../../js/moving_pair_batch.js';
export { PairBatch } from '../../js/pair_batch.js';
export type { Clock, PathOptions } from '../../js/path.js';
export { Path } from '../../js/path.js';
export type { Place, RouteLike } from '../../js/routes.js';
export type { AnyContactOption, NoContact, SceneContact, SceneOptions } from '../../js/scene.js';
export { Scene } from '../../js/scene.js';
export { Shape } from '../../js/shape.js';
export type {
    AnglePose,
    CastStatus,
    CollideOptions,
    ColliderOptions,
    CosSinPose,
    Distance,
    GjkOptions,
    Penetration,
    Point,
    Pose,
    Ray,
    RayCast,
    RoundingOptions,
    ShapeCast,
} from '../../js/static_graze.js';
export { StaticGraze } from '../../js/static_graze.js';
export type {
    StepOptions,
    SweepCounts,
    SweepMethod,
    SweepMethodOption,
    SweepOptions,
    SweepResult,
} from '../../js/trajectory_queries.js';
export { StepIterator, TrajectoryQueries } from '../../js/trajectory_queries.js';
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
} from '../../js/velocity_queries.js';
export { VelocityQueries } from '../../js/velocity_queries.js';
