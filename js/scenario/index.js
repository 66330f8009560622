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
export { convexParts } from './outline.js';
export { repair } from './repair.js';
export { blankScenario } from './scenario.js';
export { validate } from './validate.js';

/**
 * @typedef {import('graze').InputErrorCode} InputErrorCode
 * @typedef {import('../formats/source.js').SourceFile} SourceFile
 * @typedef {import('../formats/pgm.js').ImageFile} ImageFile
 * @typedef {import('../formats/source.js').Limits} Limits
 * @typedef {import('../formats/source.js').LimitName} LimitName
 * @typedef {import('./scenario.js').Scenario} Scenario
 * @typedef {import('./scenario.js').Agent} Agent
 * @typedef {import('./scenario.js').InitialState} InitialState
 * @typedef {import('./scenario.js').InitialStateTolerance} InitialStateTolerance
 * @typedef {import('./scenario.js').GoalRegion} GoalRegion
 * @typedef {import('./scenario.js').PlanState} PlanState
 * @typedef {import('./scenario.js').DiscretePlan} DiscretePlan
 * @typedef {import('./scenario.js').ObstaclePose} ObstaclePose
 * @typedef {import('./scenario.js').MotionPiece} MotionPiece
 * @typedef {import('./scenario.js').Point} Point
 * @typedef {import('./scenario.js').SourcePosition} SourcePosition
 * @typedef {import('./scenario.js').Disc} Disc
 * @typedef {import('./scenario.js').Polygon} Polygon
 * @typedef {import('./scenario.js').ShapeGroup} ShapeGroup
 * @typedef {import('./outline.js').ConvexPart} ConvexPart
 * @typedef {import('./scenario.js').Obstacle} Obstacle
 * @typedef {import('./scenario.js').BodyShape} BodyShape
 * @typedef {import('./scenario.js').BenchmarkInstance} BenchmarkInstance
 * @typedef {import('./scenario.js').Grid} Grid
 * @typedef {import('./scenario.js').Roadmap} Roadmap
 * @typedef {import('./scenario.js').Terrain} Terrain
 * @typedef {import('./validate.js').ValidationResult} ValidationResult
 * @typedef {import('./validate.js').Violation} Violation
 * @typedef {import('./validate.js').ViolationKind} ViolationKind
 * @typedef {import('./validate.js').Clearance} Clearance
 * @typedef {import('./validate.js').UndecidedPair} UndecidedPair
 * @typedef {import('./pair_clearances.js').PairClearance} PairClearance
 * @typedef {import('./suggest_delay.js').DelaySuggestion} DelaySuggestion
 * @typedef {import('./suggest_delay.js').SuggestionStatus} SuggestionStatus
 * @typedef {import('./validate.js').ValidateOptions} ValidateOptions
 * @typedef {import('./repair.js').RepairResult} RepairResult
 * @typedef {import('./repair.js').RepairOptions} RepairOptions
 * @typedef {import('./independence_detection.js').RepairMethod} RepairMethod
 * @typedef {import('./independence_detection.js').SearchEnd} SearchEnd
 * @typedef {import('./apply_delays.js').AgentChange} AgentChange
 * @typedef {import('./apply_delays.js').Wait} Wait
 * @typedef {import('../formats/index.js').ScenarioFiles} ScenarioFiles
 * @typedef {import('../formats/index.js').ReadOptions} ReadOptions
 * @typedef {import('../formats/index.js').PlanCase} PlanCase
 * @typedef {import('../formats/index.js').MapRequest} MapRequest
 * @typedef {import('../formats/index.js').WrittenPlan} WrittenPlan
 * @typedef {import('../formats/index.js').WritableFormat} WritableFormat
 */
