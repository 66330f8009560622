/**
 * Whole plans: read and written in the formats of others, judged, mended. Runs in browsers too; reads no files itself.
 *
 * @module graze/scenario
 */
export type {
    ReadOptions,
    ScenarioFiles,
    WritableFormat,
    Written,
} from '../../js/formats/index.js';
export type { Limits, SourceFile } from '../../js/formats/source.js';
export * from '../../js/scenario/index.js';
export type { DelayStatus, Mend } from '../../js/scenario/mend.js';
export type { Repair, RepairOptions } from '../../js/scenario/repair.js';
export type { Change, Wait } from '../../js/scenario/retimed.js';
export type {
    Agent,
    Beginning,
    BeginningSlack,
    BodyShape,
    Disc,
    Discrete,
    GoalRegion,
    Grid,
    Group,
    MotionSegment,
    Obstacle,
    ObstaclePose,
    PlanState,
    Point,
    Polygon,
    Roadmap,
    Scenario,
    SourcePosition,
} from '../../js/scenario/scenario.js';
export type {
    Clearance,
    Result,
    Undecided,
    ValidateOptions,
    Violation,
    ViolationKind,
} from '../../js/scenario/validate.js';
