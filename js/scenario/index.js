/**
 * `graze/scenario` reads, validates, repairs and writes plans.
 */
export {
    FORMAT_ORIGINS,
    FORMATS,
    InputError,
    LIMITS,
    readScenario,
    readScenarios,
    writableFormats,
    writeScenario,
} from '../formats/index.js';
export { convexParts } from './model/outline.js';
export { blankScenario } from './model/scenario.js';
export { repair } from './repair/repair.js';
export { validate } from './validation/validate.js';

/**
 * @typedef {import('graze').InputErrorCode} InputErrorCode
 * @typedef {import('../formats/text/source.js').SourceFile} SourceFile
 * @typedef {import('../formats/maps/ros_map.js').ImageFile} ImageFile
 * @typedef {import('../formats/text/source.js').Limits} Limits
 * @typedef {import('../formats/text/source.js').LimitName} LimitName
 * @typedef {import('./model/scenario.js').Scenario} Scenario
 * @typedef {import('./model/scenario.js').Agent} Agent
 * @typedef {import('./model/scenario.js').InitialState} InitialState
 * @typedef {import('./model/scenario.js').InitialStateTolerance} InitialStateTolerance
 * @typedef {import('./model/scenario.js').GoalRegion} GoalRegion
 * @typedef {import('./model/scenario.js').PlanState} PlanState
 * @typedef {import('./model/scenario.js').DiscretePlan} DiscretePlan
 * @typedef {import('./model/scenario.js').ObstaclePose} ObstaclePose
 * @typedef {import('./model/scenario.js').MotionPiece} MotionPiece
 * @typedef {import('./model/scenario.js').Point} Point
 * @typedef {import('./model/scenario.js').SourcePosition} SourcePosition
 * @typedef {import('./model/scenario.js').Disc} Disc
 * @typedef {import('./model/scenario.js').Polygon} Polygon
 * @typedef {import('./model/scenario.js').ShapeGroup} ShapeGroup
 * @typedef {import('./model/scenario.js').PlaneShape} PlaneShape
 * @typedef {import('./model/scenario.js').Sphere} Sphere
 * @typedef {import('./model/scenario.js').Prism} Prism
 * @typedef {import('./model/scenario.js').SpaceShape} SpaceShape
 * @typedef {import('./model/outline.js').ConvexPart} ConvexPart
 * @typedef {import('./model/scenario.js').Obstacle} Obstacle
 * @typedef {import('./model/scenario.js').BodyShape} BodyShape
 * @typedef {import('./model/scenario.js').BenchmarkInstance} BenchmarkInstance
 * @typedef {import('./model/scenario.js').Grid} Grid
 * @typedef {import('./model/scenario.js').Roadmap} Roadmap
 * @typedef {import('./model/scenario.js').Terrain} Terrain
 * @typedef {import('./validation/validate.js').ValidationResult} ValidationResult
 * @typedef {import('./validation/validate.js').Violation} Violation
 * @typedef {import('./validation/validate.js').ViolationKind} ViolationKind
 * @typedef {import('./validation/validate.js').Clearance} Clearance
 * @typedef {import('./validation/validate.js').UndecidedPair} UndecidedPair
 * @typedef {import('./checks/pair_clearances.js').PairClearance} PairClearance
 * @typedef {import('./delays/suggest_delay.js').DelaySuggestion} DelaySuggestion
 * @typedef {import('./delays/suggest_delay.js').SuggestionStatus} SuggestionStatus
 * @typedef {import('./validation/validate.js').ValidateOptions} ValidateOptions
 * @typedef {import('./repair/repair.js').RepairResult} RepairResult
 * @typedef {import('./repair/repair.js').RepairOptions} RepairOptions
 * @typedef {import('./repair/independence_detection.js').RepairMethod} RepairMethod
 * @typedef {import('./repair/independence_detection.js').SearchEnd} SearchEnd
 * @typedef {import('./repair/apply_delays.js').AgentChange} AgentChange
 * @typedef {import('./repair/apply_delays.js').Wait} Wait
 * @typedef {import('../formats/index.js').ScenarioFiles} ScenarioFiles
 * @typedef {import('../formats/index.js').ReadOptions} ReadOptions
 * @typedef {import('../formats/index.js').PlanCase} PlanCase
 * @typedef {import('../formats/index.js').MapRequest} MapRequest
 * @typedef {import('../formats/index.js').WrittenPlan} WrittenPlan
 * @typedef {import('../formats/index.js').WritableFormat} WritableFormat
 */
