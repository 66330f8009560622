/**
 * `graze/scenario`: read a plan, judge a plan.
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
export { repair } from './repair.js';
export { blank as blankScenario } from './scenario.js';
export { validate } from './validate.js';

/**
 * @typedef {import('graze').InputErrorCode} InputErrorCode
 * @typedef {import('../formats/source.js').SourceFile} SourceFile
 * @typedef {import('../formats/source.js').Limits} Limits
 * @typedef {import('../formats/source.js').LimitName} LimitName
 * @typedef {import('./scenario.js').Scenario} Scenario
 * @typedef {import('./scenario.js').Agent} Agent
 * @typedef {import('./scenario.js').Beginning} Beginning
 * @typedef {import('./scenario.js').BeginningSlack} BeginningSlack
 * @typedef {import('./scenario.js').GoalRegion} GoalRegion
 * @typedef {import('./scenario.js').PlanState} PlanState
 * @typedef {import('./scenario.js').Discrete} Discrete
 * @typedef {import('./scenario.js').ObstaclePose} ObstaclePose
 * @typedef {import('./scenario.js').MotionSegment} MotionSegment
 * @typedef {import('./scenario.js').Point} Point
 * @typedef {import('./scenario.js').SourcePosition} SourcePosition
 * @typedef {import('./scenario.js').Disc} Disc
 * @typedef {import('./scenario.js').Polygon} Polygon
 * @typedef {import('./scenario.js').Group} Group
 * @typedef {import('./scenario.js').Obstacle} Obstacle
 * @typedef {import('./scenario.js').BodyShape} BodyShape
 * @typedef {import('./scenario.js').BenchmarkInstance} BenchmarkInstance
 * @typedef {import('./scenario.js').Grid} Grid
 * @typedef {import('./scenario.js').Roadmap} Roadmap
 * @typedef {import('./validate.js').Result} Result
 * @typedef {import('./validate.js').Violation} Violation
 * @typedef {import('./validate.js').ViolationKind} ViolationKind
 * @typedef {import('./validate.js').Clearance} Clearance
 * @typedef {import('./validate.js').Undecided} Undecided
 * @typedef {import('./gaps.js').Gap} Gap
 * @typedef {import('./mend.js').Mend} Mend
 * @typedef {import('./mend.js').DelayStatus} DelayStatus
 * @typedef {import('./validate.js').ValidateOptions} ValidateOptions
 * @typedef {import('./repair.js').Repair} Repair
 * @typedef {import('./repair.js').RepairOptions} RepairOptions
 * @typedef {import('./grouping.js').Method} Method
 * @typedef {import('./retimed.js').Change} Change
 * @typedef {import('./retimed.js').Wait} Wait
 * @typedef {import('../formats/index.js').ScenarioFiles} ScenarioFiles
 * @typedef {import('../formats/index.js').ReadOptions} ReadOptions
 * @typedef {import('../formats/index.js').PlanCase} PlanCase
 * @typedef {import('../formats/index.js').WantedMap} WantedMap
 * @typedef {import('../formats/index.js').Written} Written
 * @typedef {import('../formats/index.js').WritableFormat} WritableFormat
 */
