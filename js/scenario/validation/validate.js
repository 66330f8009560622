import {
    argumentError,
    checkBoolean,
    checkFunction,
    formatValue,
    GrazeError,
    TOUCHINGS,
} from '#internal';
import { findContacts } from '../checks/agent_pairs.js';
import { checkBodies, positionAt } from '../checks/body_checker.js';
import { ContactPolicy } from '../checks/contact_policy.js';
import { costsOf } from '../checks/costs.js';
import { cellViolations, edgeViolations } from '../checks/disc_map_checks.js';
import {
    hasOnlyLinearDiscs,
    makeDiscRecords,
    makeRecordsInStages,
    timeSpan,
} from '../checks/disc_records.js';
import { areCellsFree, CellScan, collectDiscrete, countSteps } from '../checks/discrete.js';
import { planeGeometry } from '../checks/geometry.js';
import { goalRegionViolations, initialStateViolations } from '../checks/goals.js';
import {
    continuityViolations,
    goalViolations,
    roadmapViolations,
    speedViolations,
    startViolations,
} from '../checks/motion_checks.js';
import { allocateShared } from '../checks/stage.js';
import { StepTimes } from '../checks/step_times.js';
import {
    compareViolations,
    MAX_KEPT,
    noteLeftOut,
    ViolationCollector,
} from '../checks/violation_collector.js';
import { MAX_EFFORT } from '../delays/effort.js';
import { addSuggestions } from '../delays/suggest_delay.js';
import { checkGraze, copyOptions, createInstance } from '../model/arguments.js';
import { checkScenario } from '../model/check_model.js';
import { formatText, Names } from '../model/names.js';
import { explainRenamed, VALUES } from '../model/renamed.js';
import { isInSpace, isRound } from '../model/scenario.js';
import {
    beginTime,
    endTime,
    followsCells,
    hasUnitSteps,
    pieceCountOf,
    pieceLinesOf,
} from '../model/step_motion.js';
import { findHints } from './hints.js';
import { finishAlone, finishInTeam } from './stages.js';

/**
 * @import { Graze } from 'graze'
 * @import { NearestPair } from '../checks/agent_pairs.js'
 * @import { BodyVerdicts } from '../checks/body_checker.js'
 * @import { ConflictOverlaps } from '../checks/discrete.js'
 * @import { BodyGeometry } from '../checks/geometry.js'
 * @import { PairClearance } from '../checks/pair_clearances.js'
 * @import { SuggestionStatus, DelaySuggestion } from '../delays/suggest_delay.js'
 * @import { Agent, DiscretePlan, Grid, Scenario } from '../model/scenario.js'
 * @import { RoundedText } from '../model/names.js'
 * @import { TimeSpan } from '../checks/disc_records.js'
 * @import { Allocate, Stage } from '../checks/stage.js'
 * @import { ThreadTeam } from './stages.js'
 */

/**
 * Kind of a violation. 'vertex': two agents share a cell after a step, or after several consecutive steps; 'edge': two
 * agents exchange their cells in a step. These two belong to the discrete model, all others to continuous time. If agents
 * have sizes, an overlap in which two of them share a cell, or else exchange their cells, is one violation of that kind, with the
 * interval and depth of the whole overlap.
 *
 * @typedef {'agent-agent' | 'agent-obstacle' | 'off-map' | 'start' | 'goal' | 'discontinuity'
 *   | 'speed' | 'vertex' | 'edge'} ViolationKind
 */

/**
 * Fault of a plan.
 *
 * @typedef {object} Violation
 * @property {ViolationKind} kind kind of the violation
 * @property {number[]} agents one or two agents, ascending, numbered from 0 in file order
 * @property {string[]} names names of these agents in the file: an agent's number if it has no name, and added to a
 *   name that several agents share; cut after 200 characters
 * @property {[number, number]} interval time range of the violation; for two agents, or an agent and an obstacle, the
 *   maximal closed interval of contact
 * @property {number | null} depth deepest overlap in map units; null where depth has no meaning. For two discs in
 *   straight motion it is exact to rounding; otherwise it is an overlap that is reached, below the deepest one by at
 *   most about 1e-11 of the bodies' size plus the shift of their outlines by rounding to float32. For bodies of several
 *   parts, it is a lower bound of the depth of their unions: no shorter translation separates them at that time. For
 *   blocked cells, it is the depth in a rectangle of the cells nearby
 * @property {(number | null)[]} pieces piece of each agent's motion at the deepest overlap, numbered from 0; null while
 *   it stands still before or after its pieces
 * @property {(number | null)[]} [lines] line of each agent in the plan's file, from 1: that of its piece, or of the agent
 *   itself while it stands still or where the format has no line for each piece; null: not known. Absent: none is known
 * @property {true} [lasting] set when the contact never ends: the interval then ends when all bodies have come to rest
 * @property {[number, number] | [number, number, number]} [position] place of the violation in the plan's frame; for two bodies, at the
 *   deepest overlap. z is there in space
 * @property {string} [obstacle] name of the obstacle, when it is a body
 * @property {DelaySuggestion | null} [suggestion] delay of one of the two agents that ends this conflict; null: none is
 *   known. Absent: not searched, because there are too many violations or the search takes too long
 * @property {SuggestionStatus} [suggestionStatus] certainty of the suggestion: 'minimum' or 'sufficient' beside a
 *   delay, 'none' (proved) or 'undecided' beside null. Absent without `suggestDelays`
 * @property {true} [betweenSteps] set in a plan with a time step when the bodies overlap at no time step: at no end of a piece of
 *   either one
 * @property {string} message one line, for people
 * @property {[offset: number, value: number][]} [exactValues] numbers that the message prints with six digits: their
 *   offsets and exact values. Absent: none
 */

/**
 * Line of an agent, and those of the pieces of its motion; undefined: not known.
 *
 * @typedef {{ line: number | undefined, ofPiece: (piece: number) => number | undefined }} AgentLines
 */

/**
 * A violation before its agents are named: its description begins with a verb whose subject is the agents.
 *
 * @typedef {Omit<Violation, 'names' | 'lines' | 'message' | 'exactValues'> & { description: RoundedText }} ViolationDraft
 */

/**
 * A pair whose verdict could not be certified within the tolerance.
 *
 * @typedef {object} UndecidedPair
 * @property {number[]} agents one or two agents; one against an obstacle or the map
 * @property {string[]} names names of these agents, as in a violation
 * @property {[number, number]} interval time range that is undecided
 * @property {string} [obstacle] name of the obstacle, when it is a body
 * @property {(number | null)[]} [lines] line of each agent in the plan's file, as in a violation
 * @property {string} message one line, for people
 * @property {[offset: number, value: number][]} [exactValues] as in a violation
 */

/**
 * Minimum separation of two agents over the whole plan.
 *
 * @typedef {object} Clearance
 * @property {number} separation distance between their boundaries, negative while they overlap
 * @property {number} time first time at which it is reached
 * @property {[number, number]} agents the two agents, ascending
 * @property {string[]} names names of these agents, as in a violation
 * @property {number} centerDistance distance between their centers, which are the origins of the bodies
 */

/**
 * Result of `validate`. As JSON it is a result in the program's JSON report.
 *
 * @typedef {object} ValidationResult
 * @property {string} format format of the file that was read
 * @property {Scenario['domain']} domain 'driving': agents are vehicles
 * @property {boolean} valid true if there is no violation and nothing is undecided
 * @property {number} agents number of agents
 * @property {number} obstacles number of obstacles, without blocked cells; obstacles of the same name count as one
 * @property {number} pieces number of pieces, as the plan declares them
 * @property {number} pairsChecked number of pairs of agents that were checked: all of them
 * @property {[number, number] | null} span beginning of the first motion and end of the last one; null: no agent moves
 * @property {number} makespan time of the last arrival of any agent
 * @property {number} sumOfCosts sum of the times of the agents' last arrivals: waits at the end do not count (`Costs`)
 * @property {number} flowtime sum of the durations from the beginning of each agent's motion to its last arrival
 * @property {number} pathLength sum of the lengths of the agents' paths, in map units
 * @property {'allowed' | 'conflict'} touching 'conflict': touching counted as a violation; 'allowed': it did not
 * @property {number | null} tolerance map units; null: 1e-9 of the sum of the radii (for bodies that are not discs: of
 *   their extents from their middle), plus twice the shift of an outline by rounding to float32
 * @property {number | null} radius radius of the agents; null: they are not discs, or spheres, of the same radius, or their size
 *   is unknown
 * @property {boolean} unitSteps whether the plan has whole steps, in each of which an agent waits or moves to one of four neighbor
 *   cells
 * @property {'stay' | 'vanish'} atGoal behavior of agents after their motion
 * @property {Record<string, number | null>} checks number of items in each check that was made; null: the input gave
 *   nothing to check against
 * @property {Clearance | null} clearance null when no two agents are ever present together
 * @property {PairClearance[]} [pairClearances] separations of agents from obstacles and from each other, the smallest
 *   first. Absent: there are no obstacles beside blocked cells. For very many pairs it has only the nearest obstacle of
 *   each agent, and a notice says so
 * @property {Violation[]} violations violations ordered by time, then kind, then agents: the first `maxKept` of all
 * @property {number} violationCount number of all violations
 * @property {Partial<Record<ViolationKind, number>>} violationCounts number of all violations of each kind that occurs
 * @property {ViolationKind[]} [unfinished] kinds of violations whose checks have not finished, in a result that is known before
 *   the check ends: there may be more violations, and neither the clearance nor undecided pairs are known
 * @property {UndecidedPair[]} undecided undecided pairs ordered by time, then agents
 * @property {string[]} notices parts of the input that were read but not used, and results that are not reported in
 *   full, in words
 * @property {string[]} hints likely faults of the input as a whole that would explain the violations, in words:
 *   exchanged axes, another map or task
 */

/**
 * Options of `validate`.
 *
 * @typedef {object} ValidateOptions
 * @property {Graze | (() => Graze | PromiseLike<Graze>)} [graze] instance to use, or a function that returns it, which is
 *   called only for a plan that needs one; default: a new one
 * @property {number} [tolerance] map units, at least 0; default: 1e-9 of the sum of the radii
 * @property {'allowed' | 'conflict'} [touching] whether touching is a violation; default 'allowed'
 * @property {boolean} [suggestDelays] whether to search for delays that end conflicts; default true
 * @property {number} [maxSuggestions] number of violations, from the first on, for which delays are searched; default
 *   100
 * @property {number} [maxSuggestionEffort] maximum effort for all these searches, in units of some 0.1 µs of one core; default
 *   50,000,000, some 2 to 5 s. The result is the same on every machine: a notice says how many conflicts were not searched
 * @property {(result: ValidationResult) => void} [onVerdict] called when the plan is known to be invalid: with a first violation,
 *   and `unfinished` checks; and with all violations, before hints and delays are searched. Results are only valid during the call
 * @property {number} [maxKept] maximum number of violations in the result, the first ones in its order; all are counted. At
 *   least 1; default 10,000
 * @property {(done: number, of: number) => void} [progress] called now and then with the work done and the total
 */

/** Tolerance from which on an agent without a size can touch a blocked cell from the middle of the next one, with a margin. */
const MAX_CELL_TOLERANCE = 0.25;

/** Number of progress increments reported per stage. */
const PROGRESS_PARTS = 1000;

/**
 * Validates a whole plan, with touching allowed by default, unlike the queries of the library: every pair of agents in
 * continuous time, and agents against obstacles, blocked cells and the edge of the map, against the roadmap, starts, goals,
 * continuity and speed limits. A plan in whole steps is checked in the discrete model too.
 *
 * For n pieces, the cost is O(n log n) plus the pairs that boxes over time cannot exclude: a plan of 10,000 agents and
 * 1,000,000 pieces takes a second; the worst case examines all pairs.
 *
 * It runs on the calling thread, which it blocks.
 *
 * @param {Scenario} scenario
 * @param {ValidateOptions} [options]
 * @returns {Promise<ValidationResult>} rejects with the errors below
 * @throws {GrazeError} `wrong-type`, `unknown-option`, `out-of-range`, `not-finite` for the options and for numbers in the
 *   scenario; `self-intersecting`, `hole-outside`, `zero-area` for a polygon of a body that is not the boundary of a region
 */
export async function validate(scenario, options = {}) {
    const checked = checkOptions(options);
    const check = new PlanCheck(scenario, checked);
    if (!check.isDecided) {
        const graze = await instanceOf(checked);
        finishAlone(graze, check.run(graze, await geometryOf(graze, scenario)));
    }
    return check.result();
}

/**
 * Validates a plan synchronously, with touching allowed by default.
 *
 * @param {Scenario} scenario
 * @param {ValidateOptions & { graze: Graze }} options
 * @param {BodyGeometry} geometry that of the plan, as `geometryOf` returns it
 * @returns {ValidationResult}
 * @throws {GrazeError} as for `validate`
 */
export function validateSync(scenario, options, geometry) {
    const check = new PlanCheck(scenario, checkOptions(options));
    const { graze } = options;
    if (!check.isDecided) finishAlone(graze, check.run(graze, geometry));
    return check.result();
}

/**
 * Returns the geometry of a plan; that of one in space is loaded.
 *
 * @param {Graze} graze
 * @param {Scenario} scenario
 * @returns {Promise<BodyGeometry>}
 */
export async function geometryOf(graze, scenario) {
    if (!isInSpace(scenario)) return planeGeometry(graze);
    const { loadSpace } = await import('../space/geometry.js');
    return (await loadSpace())(graze);
}

/**
 * Validates a plan with the help of other threads, with the same result.
 *
 * @param {Scenario} scenario
 * @param {ValidateOptions} options
 * @param {ThreadTeam} team
 * @returns {Promise<ValidationResult>}
 * @throws {GrazeError} as for `validate`
 */
export async function validateInTeam(scenario, options, team) {
    const checked = checkOptions(options);
    const check = new PlanCheck(scenario, checked);
    if (!check.isDecided) {
        const graze = await instanceOf(checked);
        const geometry = await geometryOf(graze, scenario);
        await finishInTeam(graze, check.run(graze, geometry, allocateShared), team);
    }
    return check.result();
}

/** @param {ValidateOptions} options @returns {Promise<Graze>} */
async function instanceOf({ graze = createInstance }) {
    const instance = typeof graze === 'function' ? await graze() : graze;
    checkGraze(instance);
    return instance;
}

/**
 * The check of a plan. A valid plan that its cells decide needs no instance.
 */
class PlanCheck {
    /** Null: not decided yet. @type {BodyVerdicts | null} */
    #overlaps;
    #collector;
    /** @type {Violation[]} */
    #violations = [];
    /** @type {string[]} */
    #hints = [];
    /** @type {string[]} */
    #suggestionNotices = [];
    /** @type {{ pieces: number, pairs: number, unitSteps: boolean, span: [number, number] | null, radius: number | null } | undefined} */
    #known;

    /**
     * @param {Scenario} scenario
     * @param {ValidateOptions} checked
     */
    constructor(scenario, checked) {
        checkScenario(scenario);
        this.isInSpace = isInSpace(scenario);
        const { tolerance, touching = 'allowed', progress = () => {} } = checked;
        const { maxKept = MAX_KEPT } = checked;
        const onFirst = (/** @type {ViolationDraft} */ draft) => this.#announce(draft);
        this.#collector = new ViolationCollector(maxKept, checked.onVerdict && onFirst);
        this.scenario = scenario;
        this.options = checked;
        this.touching = touching;
        this.progress = progress;
        this.span = timeSpan(scenario);
        const lastingFrom = scenario.atGoal === 'stay' ? this.span.horizon : Infinity;
        this.policy = new ContactPolicy(touching, tolerance, lastingFrom);
        this.names = new Names(scenario);
        this.lines = new SourceLines(scenario.agents);
        this.stepTimes = new StepTimes(scenario, touching);
        this.costs = costsOf(scenario.agents);
        this.cells = scanPoints(scenario, this.#collector);
        this.#overlaps = overlapsOfCells(this.cells, scenario, this.span, this.policy, progress);
        collectFaults(scenario, this.#collector);
        if (this.#overlaps !== null) this.#findConflicts(this.#overlaps);
    }

    /** Whether the result is known: there is no violation, of which more could be said. */
    get isDecided() {
        return this.#overlaps !== null && this.#collector.count === 0;
    }

    /** @param {BodyVerdicts} overlaps */
    #findConflicts({ overlaps }) {
        collectConflicts(this.scenario, this.cells !== null, overlaps, this.#collector);
    }

    /** Reports that the plan is not valid. @param {ViolationDraft} draft the first violation that is known */
    #announce(draft) {
        const known = nameViolations([draft], this.names, this.stepTimes, this.lines);
        const checks = this.#checks();
        const unfinished = STAGED_KINDS.filter((kind) => checks[kind] !== null);
        this.options.onVerdict?.({
            ...this.#makeResult(NOT_CHECKED, known, { [draft.kind]: 1 }),
            unfinished,
        });
    }

    /**
     * Finds what is not known yet, in stages whose work can be spread over threads.
     *
     * @param {Graze} graze
     * @param {BodyGeometry} geometry
     * @param {Allocate} [allocate] memory that threads share; default: one thread does all stages
     * @returns {Generator<Stage, void, void>}
     */
    *run(graze, geometry, allocate) {
        const { scenario, span, policy, cells, progress } = this;
        const collector = this.#collector;
        if (this.#overlaps === null) {
            const task = { graze, cells, scenario, span, policy, collector, geometry };
            this.#overlaps = yield* checkOverlaps(task, progress, allocate);
            this.#findConflicts(this.#overlaps);
        }
        this.#violations = nameViolations(collector.list(), this.names, this.stepTimes, this.lines);
        if (this.#violations.length > 0) this.options.onVerdict?.(this.result());
        if (!this.isInSpace) this.#hints = this.#findHints(graze, geometry);
        const { suggestDelays = true, maxSuggestions = 100 } = this.options;
        const { maxSuggestionEffort: maxEffort = MAX_EFFORT } = this.options;
        if (!suggestDelays) return;
        const task = { graze, geometry, scenario, span, policy };
        const ownMemory = geometry.isLocal ? undefined : allocate;
        const options = { maxSuggestions, maxEffort, allocate: ownMemory };
        this.#suggestionNotices = yield* addSuggestions(task, this.#violations, options);
    }

    /** @param {Graze} graze @param {BodyGeometry} geometry */
    #findHints(graze, geometry) {
        const { span, policy } = this;
        return findHints(this.scenario, this.#collector, (variant) => {
            const found = new ViolationCollector(1);
            const cells = scanPoints(variant, found);
            const overlap = { scenario: variant, span, policy, collector: found, geometry };
            const { undecided, overlaps } = finishAlone(
                graze,
                checkOverlaps({ graze, cells, ...overlap }, () => {}),
            );
            collectFaults(variant, found);
            collectConflicts(variant, cells !== null, overlaps, found);
            return found.count + undecided.length;
        });
    }

    /** Returns the result of a check that is decided, or has run. @returns {ValidationResult} */
    result() {
        const overlaps = /** @type {BodyVerdicts} */ (this.#overlaps);
        return this.#makeResult(overlaps, this.#violations, this.#collector.countsByKind());
    }

    /** Numbers of pieces and of pairs of agents, which take a pass over the plan. */
    #counts() {
        const { agents } = this.scenario;
        this.#known ??= {
            pieces: agents.reduce((sum, agent) => sum + pieceCountOf(agent), 0),
            pairs: (agents.length * (agents.length - 1)) / 2,
            unitSteps: this.scenario.discrete?.cells.every(hasUnitSteps) ?? false,
            span: findTimeSpan(agents),
            radius: commonRadius(this.scenario),
        };
        return this.#known;
    }

    #checks() {
        const { pairs, pieces } = this.#counts();
        return countChecks(this.scenario, pairs, pieces);
    }

    /**
     * @param {BodyVerdicts} overlaps
     * @param {Violation[]} violations
     * @param {ValidationResult['violationCounts']} violationCounts
     * @returns {ValidationResult}
     */
    #makeResult(overlaps, violations, violationCounts) {
        const { scenario, names } = this;
        const { agents, atGoal } = scenario;
        const { pieces, pairs, unitSteps, span, radius } = this.#counts();
        const count = Object.values(violationCounts).reduce((sum, each) => sum + each, 0);
        const { nearest } = overlaps;
        const undecided = overlaps.undecided.sort(compareViolations).map((pair) => {
            const lines = this.lines.of(pair.agents);
            return lines === null ? pair : { ...pair, lines };
        });
        return {
            format: scenario.format,
            domain: scenario.domain,
            valid: count === 0 && undecided.length === 0,
            agents: agents.length,
            obstacles: new Set(scenario.obstacles.map(({ name }) => name)).size,
            pieces,
            pairsChecked: pairs,
            span,
            ...this.costs,
            touching: this.touching,
            tolerance: this.options.tolerance ?? null,
            radius,
            unitSteps,
            atGoal,
            checks: this.#checks(),
            ...(overlaps.pairClearances ? { pairClearances: overlaps.pairClearances } : {}),
            clearance: nearest === null ? null : makeClearance(nearest, scenario, names),
            violations,
            violationCount: count,
            violationCounts,
            undecided,
            notices: [
                ...scenario.notices,
                ...overlaps.notices,
                ...noteLeftOut(count, violations.length),
                ...this.#suggestionNotices,
            ],
            hints: this.#hints,
        };
    }
}

/**
 * Scans the cells of a plan of agents without a size. Where agents have sizes, conflicts in cells belong to the overlaps of
 * their bodies, which are found first.
 *
 * @param {Scenario} scenario
 * @param {ViolationCollector} collector receives the conflicts in the cells
 */
function scanPoints(scenario, collector) {
    return scenario.sizesKnown ? null : CellScan.of(scenario, collector);
}

/**
 * Collects the conflicts in cells.
 *
 * @param {Scenario} scenario
 * @param {boolean} isScanned whether those of executed steps are collected already
 * @param {ConflictOverlaps | null} overlaps overlaps of bodies, which are collected already
 * @param {ViolationCollector} collector
 */
function collectConflicts(scenario, isScanned, overlaps, collector) {
    const areCollected =
        isScanned ||
        overlaps === ALL_OVERLAP ||
        CellScan.of(scenario, collector, overlaps) !== null;
    collectDiscrete(scenario, areCollected, overlaps, collector);
}

/**
 * Collects the violations of one agent each, other than in blocked cells and over the edge of the map.
 *
 * @param {Scenario} scenario
 * @param {ViolationCollector} collector
 */
function collectFaults({ agents, roadmap, speedLimit }, collector) {
    if (roadmap !== null) collector.addAll(roadmapViolations(agents, roadmap));
    collector.addAll(startViolations(agents));
    collector.addAll(initialStateViolations(agents));
    collector.addAll(goalViolations(agents));
    collector.addAll(goalRegionViolations(agents));
    collector.addAll(continuityViolations(agents));
    if (speedLimit !== null) collector.addAll(speedViolations(agents, speedLimit));
}

/**
 * Returns the overlaps of a plan in whole steps of agents without a size, which their cells decide alone where all cells are
 * free.
 *
 * @param {CellScan | null} cells
 * @param {Scenario} scenario
 * @param {TimeSpan} span
 * @param {ContactPolicy} policy
 * @param {(done: number, of: number) => void} progress
 * @returns {BodyVerdicts | null} null: they need an instance
 */
function overlapsOfCells(cells, scenario, span, policy, progress) {
    if (scenario.obstacles.length > 0 || !hasOnlyLinearDiscs(scenario)) return null;
    const nearest = cells?.nearest(span) ?? null;
    if (nearest === null || boundAgents(scenario, policy).includes(true)) return null;
    progress(0, PROGRESS_PARTS);
    return { undecided: [], nearest, notices: [], overlaps: null };
}

/** Kinds of the violations that take long to find. */
const STAGED_KINDS = /** @type {const} */ ([
    'agent-agent',
    'agent-obstacle',
    'off-map',
    'vertex',
    'edge',
]);

/** Overlaps of a plan before they are checked. @type {BodyVerdicts} */
const NOT_CHECKED = Object.freeze({ undecided: [], nearest: null, notices: [], overlaps: null });

/** Overlaps of a plan in which all conflicts in cells belong to one. @type {ConflictOverlaps} */
const ALL_OVERLAP = Object.freeze({ contain: () => true });

/**
 * Returns the overlaps in which discs meet that move from cell to cell: their centers are then at the same place.
 *
 * @param {ArrayLike<number>} radius
 * @param {ContactPolicy} policy
 * @returns {ConflictOverlaps}
 */
function overlapsOfDiscs(radius, policy) {
    /** @param {number} p @param {number} q */
    const overlap = (p, q) => policy.isViolation(p + q, p + q);
    let min = Infinity;
    for (let a = 0; a < radius.length; a++) min = Math.min(min, radius[a]);
    if (overlap(min, min)) return ALL_OVERLAP;
    return { contain: (a, b) => overlap(radius[a], radius[b]) };
}

/**
 * A plan whose overlaps are checked, with the scan of its cells.
 *
 * @typedef {object} OverlapTask
 * @property {Graze} graze
 * @property {CellScan | null} cells
 * @property {Scenario} scenario
 * @property {TimeSpan} span
 * @property {ContactPolicy} policy
 * @property {ViolationCollector} collector receives the violations
 * @property {BodyGeometry} geometry
 */

/**
 * Checks agents against each other, against obstacles and against the grid. Discs in straight motion are checked by
 * closed formulas in double precision, all other bodies by the package's certified queries. Plans in whole steps of agents
 * without a size are decided by their cells, as far as these suffice.
 *
 * @param {OverlapTask} task
 * @param {(done: number, of: number) => void} progress
 * @param {Allocate} [allocate] memory of the data of stages
 * @returns {Generator<Stage, BodyVerdicts, void>}
 */
function* checkOverlaps(task, progress, allocate) {
    const { graze, cells, scenario, span, policy, collector, geometry } = task;
    const { grid, obstacles, sizesKnown } = scenario;
    const areLinearDiscs = hasOnlyLinearDiscs(scenario);
    const stages = Number(areLinearDiscs) + Number(!areLinearDiscs || obstacles.length > 0);
    /** @param {number} stage */
    const report = (stage) => (/** @type {number} */ done, /** @type {number} */ total) =>
        progress(Math.floor(PROGRESS_PARTS * (stage + done / total)), PROGRESS_PARTS * stages);
    /** @type {BodyVerdicts} */
    const verdicts = { undecided: [], nearest: null, notices: [], overlaps: null };
    const nearestInCells = areLinearDiscs ? (cells?.nearest(span) ?? null) : null;
    if (nearestInCells !== null) {
        verdicts.nearest = nearestInCells;
        if (grid) collector.addAll(pointGridViolations(graze, scenario, span, policy));
        report(0)(0, 1);
    } else if (areLinearDiscs) {
        const discs = yield* makeRecordsInStages(scenario, span, allocate);
        const maxRadius = discs.radius.reduce((a, b) => Math.max(a, b), 0);
        // No separation is below -Infinity: points are not checked for contact, only for their clearance.
        const reach = sizesKnown ? policy.contactDistance(2 * maxRadius) : -Infinity;
        const isOfCells = sizesKnown && areAgentsInCells(scenario);
        const search = { discs, isOfCells, reach, policy, collector };
        verdicts.nearest = yield* findContacts(search, report(0));
        if (isOfCells) verdicts.overlaps = overlapsOfDiscs(discs.radius, policy);
        if (grid) collector.addAll(cellViolations(graze, discs, grid, policy));
        if (grid) collector.addAll(edgeViolations(discs, grid, policy));
    }
    if (!areLinearDiscs || obstacles.length > 0) {
        const scope = { amongAgents: !areLinearDiscs, withCells: !areLinearDiscs && grid !== null };
        const reportProgress = report(stages - 1);
        const subject = /** @type {const} */ ([graze, scenario, span, policy, scope]);
        const found = yield* checkBodies(...subject, collector, reportProgress, geometry);
        verdicts.nearest ??= found.nearest;
        verdicts.pairClearances = found.pairClearances;
        verdicts.undecided = found.undecided;
        verdicts.notices = found.notices;
        if (!areLinearDiscs) verdicts.overlaps = found.overlaps;
    }
    return verdicts;
}

/** Returns whether all agents of a plan move from cell to cell, in whole steps. @param {Scenario} scenario */
function areAgentsInCells({ agents, discrete }) {
    return discrete?.cells.every((path, a) => followsCells(agents[a], path)) ?? false;
}

/**
 * Checks agents without a size, in unit steps, against the grid, as far as they can be in violation.
 *
 * @param {Graze} graze
 * @param {Scenario} scenario
 * @param {TimeSpan} span
 * @param {ContactPolicy} policy
 * @returns {Generator<ViolationDraft>}
 */
function* pointGridViolations(graze, scenario, span, policy) {
    const grid = /** @type {Grid} */ (scenario.grid);
    const isChosen = boundAgents(scenario, policy);
    if (!isChosen.includes(true)) return;
    const discs = makeDiscRecords(scenario, span, (a) => isChosen[a]);
    yield* cellViolations(graze, discs, grid, policy);
    yield* edgeViolations(discs, grid, policy);
}

/**
 * Returns for each agent without a size, in unit steps, whether it can be in violation of the grid: only those that visit other
 * cells than free ones, unless the tolerance reaches from the middle of a cell to its border.
 *
 * @param {Scenario} scenario
 * @param {ContactPolicy} policy
 * @returns {boolean[]}
 */
function boundAgents({ grid, discrete }, policy) {
    if (grid === null) return [];
    const isAllReached = policy.contactDistance(0) >= MAX_CELL_TOLERANCE;
    const { cells } = /** @type {DiscretePlan} */ (discrete);
    return cells.map((path) => isAllReached || !areCellsFree(path, grid));
}

const KNOWN_OPTIONS = /** @type {const} */ ([
    'graze',
    'tolerance',
    'touching',
    'suggestDelays',
    'maxSuggestions',
    'maxSuggestionEffort',
    'onVerdict',
    'maxKept',
    'progress',
]);

/** Policies of touching, the default first. */
const TOUCHING = TOUCHINGS.toReversed();

/** @param {unknown} given @returns {ValidateOptions} */
function checkOptions(given) {
    const options = copyOptions(given, KNOWN_OPTIONS);
    const {
        graze,
        tolerance = 0,
        touching = 'allowed',
        suggestDelays = true,
        onVerdict,
        maxKept = MAX_KEPT,
        progress,
    } = options;
    if (typeof graze !== 'function') checkGraze(graze);
    if (!(typeof tolerance === 'number' && tolerance >= 0 && tolerance < Infinity)) {
        throw argumentError('out-of-range', 'tolerance', 'finite and at least 0', tolerance);
    }
    if (!TOUCHING.includes(touching)) {
        const text = `touching must be ${TOUCHING.join(' or ')}, got ${formatValue(touching)}`;
        const explanation = explainRenamed(VALUES, touching, TOUCHING);
        const details = { argument: 'touching', value: touching };
        throw new GrazeError('unknown-option', `${text}${explanation}`, details);
    }
    checkBoolean(suggestDelays, 'suggestDelays');
    for (const name of /** @type {const} */ (['maxSuggestions', 'maxSuggestionEffort'])) {
        const { [name]: limit = 0 } = options;
        if (typeof limit === 'number' && limit >= 0) continue;
        throw argumentError('out-of-range', name, 'a number of at least 0', limit);
    }
    checkFunction(onVerdict, 'onVerdict');
    if (!(maxKept === Infinity || (Number.isSafeInteger(maxKept) && maxKept >= 1))) {
        throw argumentError('out-of-range', 'maxKept', 'a positive integer or Infinity', maxKept);
    }
    checkFunction(progress, 'progress');
    return options;
}

/**
 * Returns the number of items in each check; null for a check that was not made.
 *
 * @param {Scenario} scenario
 * @param {number} pairCount
 * @param {number} pieceCount
 * @returns {Record<string, number | null>}
 */
function countChecks(scenario, pairCount, pieceCount) {
    const { agents, grid, obstacles, roadmap, speedLimit, sizesKnown } = scenario;
    /** @param {(agent: Agent) => boolean} predicate */
    const count = (predicate) => agents.filter(predicate).length || null;
    const steps = countSteps(scenario);
    return {
        'agent-agent': sizesKnown ? pairCount : null,
        'agent-obstacle': grid || obstacles.length > 0 ? agents.length : null,
        'off-map': grid || roadmap ? agents.length : null,
        start: count(({ start, initialState }) => start !== null || initialState !== undefined),
        goal: count(({ goal, goals = [] }) => goal !== null || goals.length > 0),
        discontinuity: agents.length,
        speed: speedLimit !== null ? pieceCount : null,
        vertex: steps === null ? null : pairCount * steps.after,
        edge: steps === null ? null : pairCount * steps.during,
    };
}

/**
 * @param {NearestPair} nearest
 * @param {Scenario} scenario
 * @param {Names} names
 * @returns {Clearance}
 */
function makeClearance({ separation, time, a, b }, scenario, names) {
    /** @type {[number, number]} */
    const agents = [a, b];
    const subject = { agents, names: names.namesOf(agents) };
    const [p, q] = [scenario.agents[a].shape, scenario.agents[b].shape];
    if (isRound(p) && isRound(q)) {
        // The radii of a query are float32, so that the sum may be below 0.
        const centerDistance = Math.max(separation + p.radius + q.radius, 0);
        return { separation, time, ...subject, centerDistance };
    }
    const [from, to] = [positionAt(scenario, a, time), positionAt(scenario, b, time)];
    const offset = { x: (to?.x ?? 0) - (from?.x ?? 0), y: (to?.y ?? 0) - (from?.y ?? 0) };
    const inPlane = Math.hypot(offset.x, offset.y);
    const z = (to?.z ?? 0) - (from?.z ?? 0);
    const centerDistance = z === 0 ? inPlane : Math.sqrt(inPlane * inPlane + z * z);
    return { separation, time, ...subject, centerDistance };
}

/**
 * Returns the radius of all agents; null if they are not discs or spheres of the same known radius.
 *
 * @param {Scenario} scenario
 */
function commonRadius({ agents, sizesKnown }) {
    const shape = agents[0]?.shape;
    if (!sizesKnown || shape === undefined || !isRound(shape)) return null;
    const { radius } = shape;
    const isCommon = agents.every((agent) => isRound(agent.shape) && agent.shape.radius === radius);
    return isCommon ? radius : null;
}

/** Returns the time range in which agents move. @param {Agent[]} agents @returns {[number, number] | null} */
function findTimeSpan(agents) {
    let [from, to] = [Infinity, -Infinity];
    for (const agent of agents) {
        const begin = beginTime(agent);
        if (begin === null) continue;
        from = Math.min(from, begin);
        to = Math.max(to, endTime(agent));
    }
    return from <= to ? [from, to] : null;
}

/**
 * Names the agents of each violation. Each violation replaces its draft in place, because there may be as many as fit
 * into memory.
 *
 * @param {ViolationDraft[]} drafts
 * @param {Names} names
 * @param {StepTimes} stepTimes
 * @param {SourceLines} lines
 */
function nameViolations(drafts, names, stepTimes, lines) {
    const violations = /** @type {(ViolationDraft | Violation)[]} */ (drafts);
    for (const [k, draft] of drafts.entries()) {
        violations[k] = nameViolation(draft, names, stepTimes, lines);
    }
    return /** @type {Violation[]} */ (violations);
}

/**
 * Names the agents of a violation, and their lines.
 *
 * @param {ViolationDraft} draft
 * @param {Names} names
 * @param {StepTimes} stepTimes
 * @param {SourceLines} sourceLines
 * @returns {Violation}
 */
function nameViolation(draft, names, stepTimes, sourceLines) {
    const { kind, agents, description, ...rest } = draft;
    const lines = sourceLines.of(agents, rest.pieces);
    const isBetween = stepTimes.isBetween(draft);
    const addition = isBetween ? ', between time steps' : '';
    const { text, exactValues } = formatText`${names.describe(agents)} ${description}${addition}`;
    return {
        kind,
        agents,
        names: names.namesOf(agents),
        ...rest,
        ...(isBetween ? { betweenSteps: true } : {}),
        ...(lines === null ? {} : { lines }),
        message: text,
        ...(exactValues.length > 0 ? { exactValues } : {}),
    };
}

/** Lines of agents in the plan's file. */
class SourceLines {
    #agents;
    /** Lines of each agent that was asked for. @type {(AgentLines | undefined)[]} */
    #known;

    /** @param {Agent[]} agents */
    constructor(agents) {
        this.#agents = agents;
        this.#known = new Array(agents.length);
    }

    /**
     * Returns the lines of some agents.
     *
     * @param {number[]} agents
     * @param {(number | null)[]} [pieces] piece of each agent's motion; default: none
     * @returns {(number | null)[] | null} null: none is known
     */
    of(agents, pieces) {
        let isKnown = false;
        const lines = agents.map((agent, k) => {
            this.#known[agent] ??= this.#linesOf(agent);
            const { line, ofPiece } = this.#known[agent];
            const piece = pieces?.[k] ?? null;
            const pieceLine = (piece === null ? undefined : ofPiece(piece)) ?? line;
            // A scenario may come from anywhere.
            if (!Number.isSafeInteger(pieceLine) || Number(pieceLine) < 1) return null;
            isKnown = true;
            return Number(pieceLine);
        });
        return isKnown ? lines : null;
    }

    /** @param {number} index @returns {AgentLines} */
    #linesOf(index) {
        const agent = this.#agents[index];
        return { line: agent.source?.line, ofPiece: pieceLinesOf(agent) };
    }
}
