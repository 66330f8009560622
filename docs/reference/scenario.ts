/**
 * Reads, validates, repairs and writes whole plans in the formats of other programs. Runs in browsers too; reads no files itself.
 *
 * @module graze/scenario
 */
export type {
    ReadOptions,
    ScenarioFiles,
    WritableFormat,
    WrittenPlan,
} from '../../js/formats/index.js';
export type { ImageFile } from '../../js/formats/maps/ros_map.js';
export type { Limits, SourceFile } from '../../js/formats/text/source.js';
export type { DelaySuggestion, SuggestionStatus } from '../../js/scenario/delays/suggest_delay.js';
export * from '../../js/scenario/index.js';
export type {
    Agent,
    BodyShape,
    Disc,
    DiscretePlan,
    GoalRegion,
    Grid,
    InitialState,
    InitialStateTolerance,
    MotionPiece,
    Obstacle,
    ObstaclePose,
    PlaneShape,
    PlanState,
    Point,
    Polygon,
    Prism,
    Roadmap,
    Scenario,
    ShapeGroup,
    SourcePosition,
    SpaceShape,
    Sphere,
} from '../../js/scenario/model/scenario.js';
export type { AgentChange, Wait } from '../../js/scenario/repair/apply_delays.js';
export type { RepairOptions, RepairResult } from '../../js/scenario/repair/repair.js';
export type {
    Clearance,
    UndecidedPair,
    ValidateOptions,
    ValidationResult,
    Violation,
    ViolationKind,
} from '../../js/scenario/validation/validate.js';
