import { argumentError, GrazeError } from '#internal';
import { ContactPolicy } from '../checks/contact_policy.js';
import { timeSpan } from '../checks/disc_records.js';
import { formatPoint } from '../checks/motion_checks.js';
import { checkScenario } from '../model/check_model.js';
import { formatShort, formatText, Names } from '../model/names.js';
import { axesOf } from '../model/polynomial.js';
import { isRound } from '../model/scenario.js';
import { startPoint } from '../model/step_motion.js';
import { DEPTH_RELATIVE, TOTAL_RELATIVE } from '../model/tolerance.js';
import { geometryOf, validateSync } from '../validation/validate.js';
import { applyDelays } from './apply_delays.js';
import { BodyConflicts } from './body_conflicts.js';
import { initialConflicts } from './delay_search.js';
import { DiscConflicts } from './disc_conflicts.js';
import { leastDelaysOfAll } from './independence_detection.js';
import { checkReference, findReferenceTimes } from './reference.js';
import { pausingUnlessOver, SearchLimit } from './search_limit.js';

/**
 * Reasons why a repair finds no waits, in words.
 *
 * @import { Graze } from 'graze'
 * @import { BodyGeometry } from '../checks/geometry.js'
 * @import { RoundedText } from '../model/names.js'
 * @import { Agent, Scenario } from '../model/scenario.js'
 * @import { UndecidedPair, ValidateOptions, ValidationResult, Violation } from '../validation/validate.js'
 * @import { AgentChange } from './apply_delays.js'
 * @import { Conflict, Delays } from './delay_search.js'
 * @import { ToleranceShare } from './disc_lags.js'
 * @import { RepairMethod, SearchEnd } from './independence_detection.js'
 * @import { ReferenceTimes } from './passing_order.js'
 * @import { RepairOptions, RepairResult } from './repair.js'
 * @import { Pausable } from './search_limit.js'
 */

/**
 * Reason why a repair found no waits.
 *
 * @typedef {object} Failure
 * @property {RoundedText} reason one line
 * @property {boolean} isProved false: some waits may exist
 */

/** Kinds of violations that waits can repair; a plan with any other kind is refused. */
export const REPAIRABLE = new Set(['agent-agent', 'vertex', 'edge']);

/**
 * Returns why no wait can help, if the plan has a fault that does not depend on times.
 *
 * @param {Scenario} scenario
 * @param {ValidationResult} result
 * @returns {Failure | null}
 */
export function findUnrepairable({ agents, obstacles }, { violations, undecided = [] }) {
    /** @param {Violation & { obstacle?: string }} violation */
    const isUnrepairable = ({ kind, obstacle }) => {
        if (REPAIRABLE.has(kind)) return false;
        const moves = obstacles.some(({ name, motion }) => name === obstacle && motion?.length);
        return !(kind === 'agent-obstacle' && moves);
    };
    const unrepairable = violations.filter(isUnrepairable);
    const proved = unrepairable.find(
        ({ kind, agents: [a] }) => kind !== 'goal' || !hasTimedGoal(agents[a]),
    );
    if (unrepairable.length > 0 && proved === undefined) {
        const reason = formatText`${toRoundedText(unrepairable[0])}: waits that repair this kind of violation are not searched`;
        return { reason, isProved: false };
    }
    if (proved !== undefined) {
        const more =
            unrepairable.length > 1
                ? ` (and ${unrepairable.length - 1} more that no wait can repair)`
                : '';
        return {
            reason: formatText`${toRoundedText(proved)}: no wait can repair that${more}`,
            isProved: true,
        };
    }
    if (violations.length === 0 && undecided.length > 0) {
        const problem = toRoundedText(undecided[0]);
        const reason = formatText`it could not be decided whether it is valid: ${problem}`;
        return { reason, isProved: false };
    }
    return null;
}

/** Returns whether an agent may arrive too early at its goals: then it could wait. @param {Agent} agent */
function hasTimedGoal({ goals = [], initialState }) {
    return initialState === undefined && goals.some(({ time }) => time !== null);
}

/** Returns the first fault of a plan. @param {ValidationResult} result */
export function firstProblem({ violations, undecided = [] }) {
    return toRoundedText([...violations, ...undecided][0]);
}

/** @param {Violation | UndecidedPair} one @returns {RoundedText} */
function toRoundedText({ message, exactValues = [] }) {
    return { text: message, exactValues };
}

/** @param {string} list @param {number} iterations @param {SearchEnd | null} endedBy */
export function describeUnfound(list, iterations, endedBy) {
    const orders = `${iterations} order${iterations === 1 ? '' : 's'} of passing`;
    const end =
        endedBy === 'time-limit'
            ? ' before the time limit'
            : endedBy === 'signal'
              ? ' before the signal'
              : '';
    return `no waits that separate ${list} were found in ${orders}${end}; there may be some`;
}

/** Maximum number of names in a reason. */
const MAX_NAMED = 8;

/**
 * Returns some bodies in words: the first ones by name. Fewer than two are not named.
 *
 * @param {number[]} bodies
 * @param {Scenario} scenario
 * @param {Names} names
 */
export function describeBodies(bodies, scenario, names) {
    if (bodies.length < 2) return 'the agents';
    const all = bodies.map((k) => describeBody(k, scenario, names));
    const remaining = all.length - MAX_NAMED;
    const [last, rest] =
        remaining > 0
            ? [`${remaining} more`, all.slice(0, MAX_NAMED)]
            : [all.at(-1), all.slice(0, -1)];
    return `${rest.join(', ')} and ${last}`;
}

/**
 * @param {number} index
 * @param {Scenario} scenario
 * @param {Names} names
 */
function describeBody(index, { agents, obstacles }, names) {
    if (index < agents.length) return names.describe([index]);
    const moving = [...obstacles.keys()].filter((k) => obstacles[k].motion?.length);
    return names.describeObstacle(moving[index - agents.length]);
}

/**
 * @param {Conflict} conflict
 * @param {Scenario} scenario
 * @param {Names} names
 */
export function describeImpossible({ a, b, impossibleBecause }, scenario, names) {
    const { agents } = scenario;
    if (impossibleBecause === 'starts') {
        const [p, q] = [a, b].map((k) => formatPoint(startPoint(agents[k].motion[0])));
        return formatText`${names.describe([a, b])} overlap where they start, at ${p} and ${q}: no wait can repair that`;
    }
    if (impossibleBecause === 'goals') {
        return `${names.describe([a, b])} both stay where their paths end, and overlap there: no wait can repair that`;
    }
    const [p, q] = [describeBody(a, scenario, names), describeBody(b, scenario, names)];
    if (impossibleBecause === 'standing') {
        const [standing, other] = agents[a].motion.length === 0 ? [p, q] : [q, p];
        return `${standing} never moves and blocks ${other}: no wait can repair that`;
    }
    if (impossibleBecause === 'motions')
        return `${p} and ${q} meet however much later either starts`;
    return `${p} and ${q} meet, and neither may start later: no wait can repair that`;
}

export { finishWithPauses } from './search_limit.js';
export { geometryOf };

/**
 * Searches waits that make a plan valid, and checks the plan with them: the work of `repair`.
 */

/**
 * @typedef {object} SearchOutcome
 * @property {Candidate[]} solutions delays to try, in this order; empty: none were found
 * @property {number | null} [referenceTotalDelay] in ticks, as in a RepairResult
 * @property {Failure} failure reason why there are no solutions, or why these do not suffice
 * @property {number} iterations
 * @property {SearchEnd | null} endedBy null: the search is complete
 * @property {string[]} notices
 * @typedef {object} Candidate
 * @property {Delays[]} delays delays of each agent
 * @property {RepairMethod | null} method
 * @property {number} lowerBound lower bound of the total of any delays
 * @property {boolean} complete true if the delays are the minimum
 */

/**
 * Waits that pass the validation of the plan.
 *
 * @typedef {object} AcceptedRepair
 * @property {{ scenario: Scenario, changes: AgentChange[], totalDelay: number }} applied
 * @property {Candidate} solution
 * @property {number | null} referenceTotalDelay
 * @property {string} strictProblem message of the first violation at tolerance 0; empty: none
 * @property {SearchEnd | null} endedBy what ended the search that found them; null: it is complete
 *
 * Limits that may end the search before it is complete.
 *
 * @typedef {{ maxIterations: number, limit: SearchLimit }} SearchBounds
 *
 * How much of the search was made, as in a RepairResult.
 *
 * @typedef {Pick<RepairResult, 'iterations' | 'maxIterations' | 'endedBy'>} SearchEffort
 */

const DEFAULT_MAX_ITERATIONS = 10_000;

/** Share of the tolerance by which bodies may overlap where no waits clear them; the rest is for rounding. */
const TOLERANCE_SHARE = 0.5;

/** Share of the duration that may be added to each body's delay to clear it at tolerance 0, where time has no steps. */
const CLEAR_DURATION_SHARE = 2 ** -10;

/** Failure of a search whose waits do not pass the validation. @type {Failure} */
const NOT_ACCEPTED = {
    reason: formatText`the least waits that were found do not make it valid`,
    isProved: false,
};

/** Factors of the margins that are added to waits for the rounding of times, tried in order until `validate` accepts the plan. */
const MARGIN_FACTORS = [1, 2 ** 10, 2 ** 20];

/**
 * Checks the options of repair itself; `validate` checks the others.
 *
 * @param {RepairOptions} options
 */
export function checkOptions(options) {
    const { maxIterations = DEFAULT_MAX_ITERATIONS, timeLimit = Infinity, signal } = options;
    checkReference(options.reference);
    if (typeof timeLimit !== 'number')
        throw argumentError('wrong-type', 'timeLimit', 'a number', timeLimit);
    if (!(timeLimit > 0)) throw argumentError('out-of-range', 'timeLimit', 'above 0', timeLimit);
    if (signal !== undefined && typeof Object(signal).aborted !== 'boolean')
        throw argumentError('wrong-type', 'signal', 'an AbortSignal', signal);
    if (Number.isSafeInteger(maxIterations) && maxIterations >= 1) return;
    throw argumentError('out-of-range', 'maxIterations', 'a whole number from 1', maxIterations);
}

/**
 * Repairs a plan; the search pauses every now and then. Without pauses (`finish`) no signal can be aborted during the search,
 * and only the time limit ends it.
 *
 * @param {Scenario} scenario checked
 * @param {RepairOptions & { graze: Graze }} options checked options
 * @param {BodyGeometry} geometry that of the plan
 * @returns {Pausable<RepairResult>}
 * @throws {GrazeError} as for `validate`
 */
export function* repairWithPauses(scenario, options, geometry) {
    const { graze, tolerance, touching = 'allowed', reference } = options;
    const { maxIterations = DEFAULT_MAX_ITERATIONS, timeLimit, signal } = options;
    const limit = new SearchLimit(timeLimit, signal);
    /** @type {SearchEffort} */
    const unused = { iterations: 0, maxIterations, endedBy: null };
    if (limit.isOver && limit.endedBy === 'signal') {
        const reason = formatText`the signal was aborted before the plan was checked`;
        const effort = { ...unused, endedBy: limit.endedBy };
        return makeUnrepaired(scenario, { reason, isProved: false }, effort, new Set());
    }
    const validateOptions = { graze, tolerance, touching, suggestDelays: false };
    const first = validateSync(scenario, validateOptions, geometry);
    const delaysWholeMotion = !canWait(scenario);
    const referenceTimes =
        reference === undefined ? null : readReference(scenario, reference, delaysWholeMotion);
    const notices = new Set(first.notices.slice(scenario.notices.length));
    if (first.valid) {
        const none = {
            scenario,
            changes: [],
            totalDelay: 0,
            lowerBound: 0,
            optimal: true,
            ...unused,
        };
        const details = { method: null, referenceTotalDelay: null, notices: [...notices] };
        return { status: 'valid', outcome: 'optimal', ...none, ...details };
    }
    const executed = withoutCommands(scenario);
    const found = executed === scenario ? first : validateSync(executed, validateOptions, geometry);
    if (found.valid) {
        const reason = formatText`${firstProblem(first)}: no wait can repair that, as the executed steps are valid`;
        return makeUnrepaired(scenario, { reason, isProved: true }, unused, notices);
    }
    const failure = findUnrepairable(scenario, found);
    if (failure !== null) return makeUnrepaired(scenario, failure, unused, notices);
    const run = new RepairRun(
        executed,
        delaysWholeMotion,
        validateOptions,
        geometry,
        { maxIterations, limit },
        referenceTimes,
        notices,
    );
    return yield* run.repair(scenario);
}

/** Search for waits with one share of the tolerance and one margin after the other, until a plan is accepted. */
class RepairRun {
    #executed;
    #delaysWholeMotion;
    #validateOptions;
    #geometry;
    #maxIterations;
    #limit;
    #referenceTimes;
    #notices;
    #policy;
    #iterations = 0;
    /** Cause of the end of the last search. @type {SearchEnd | null} */ #endedBy = null;

    /**
     * @param {Scenario} executed the plan without the planner's commands
     * @param {boolean} delaysWholeMotion true: agents can only be delayed as a whole
     * @param {ValidateOptions & { graze: Graze, touching: 'allowed' | 'conflict' }} validateOptions
     * @param {BodyGeometry} geometry
     * @param {SearchBounds} bounds
     * @param {ReferenceTimes | null} referenceTimes
     * @param {Set<string>} notices
     */
    constructor(
        executed,
        delaysWholeMotion,
        validateOptions,
        geometry,
        { maxIterations, limit },
        referenceTimes,
        notices,
    ) {
        this.#executed = executed;
        this.#delaysWholeMotion = delaysWholeMotion;
        this.#validateOptions = validateOptions;
        this.#geometry = geometry;
        this.#maxIterations = maxIterations;
        this.#limit = limit;
        this.#referenceTimes = referenceTimes;
        this.#notices = notices;
        this.#policy = new ContactPolicy(
            validateOptions.touching,
            validateOptions.tolerance,
            Infinity,
        );
    }

    /** @param {Scenario} scenario @returns {Pausable<RepairResult>} */
    *repair(scenario) {
        const shares = toleranceShares(this.#executed, this.#policy, this.#delaysWholeMotion);
        /** @type {Failure} */
        let failure = NOT_ACCEPTED;
        for (const share of shares) {
            const found = yield* this.#searchMargins(share);
            if (found.accepted !== null) return yield* this.#makeRepaired(found.accepted, share);
            failure = found.failure;
            if (!failure.isProved) break;
        }
        return makeUnrepaired(
            scenario,
            failure,
            this.#effort(failure.isProved ? null : this.#endedBy),
            this.#notices,
        );
    }

    /**
     * Searches with increasing margins until the waits pass the validation.
     *
     * @param {ToleranceShare} share
     * @returns {Pausable<{ accepted: AcceptedRepair | null, failure: Failure }>}
     */
    *#searchMargins(share) {
        /** @type {AcceptedRepair | null} */
        let acceptedAtTolerance = null;
        let failure = NOT_ACCEPTED;
        for (const marginFactor of MARGIN_FACTORS) {
            const isFirst = marginFactor === MARGIN_FACTORS[0];
            // Without iterations some delays are still found, which are needed if there are none yet.
            const isSpent = this.#iterations >= this.#maxIterations && acceptedAtTolerance !== null;
            if (!isFirst && (isSpent || this.#limit.isOver)) break;
            const found = yield* this.#search(marginFactor, share);
            if (found.solutions.length === 0) {
                failure = found.failure;
                // A failure with wider margins proves nothing about the narrower ones.
                if (!isFirst) failure = { ...failure, isProved: false };
                break;
            }
            const { accepted, reason, isUnrepairable } = this.#firstValid(found, share);
            if (
                accepted !== null &&
                (accepted.strictProblem === '' || this.#executed.timeStep !== null)
            ) {
                return {
                    accepted:
                        acceptedAtTolerance !== null && accepted.strictProblem !== ''
                            ? acceptedAtTolerance
                            : accepted,
                    failure,
                };
            }
            // A separate search clears bodies of other shapes or motions.
            if (accepted !== null && this.#delaysWholeMotion && share.remaining > 0)
                return { accepted, failure };
            acceptedAtTolerance ??= accepted;
            if (accepted === null) failure = { reason, isProved: false };
            if (isUnrepairable) break;
        }
        return { accepted: acceptedAtTolerance, failure };
    }

    /**
     * Returns the first solution that passes the validation of the plan: where bodies must be clear, the first that is
     * valid at tolerance 0, if there is one. `isUnrepairable`: each result has a violation that no wait repairs.
     *
     * @param {SearchOutcome} found
     * @param {ToleranceShare} share
     * @returns {{ accepted: AcceptedRepair | null, reason: RoundedText, isUnrepairable: boolean }}
     */
    #firstValid({ solutions, failure, referenceTotalDelay = null }, share) {
        let reason = formatText``;
        let isUnrepairable = true;
        /** @type {AcceptedRepair | null} */
        let first = null;
        for (const solution of solutions) {
            const applied = applyDelays(this.#executed, solution.delays, this.#delaysWholeMotion);
            const result = validateSync(applied.scenario, this.#validateOptions, this.#geometry);
            if (result.valid) {
                const strictProblem = this.#strictProblem(applied.scenario);
                const endedBy = this.#endedBy;
                const accepted = { applied, solution, referenceTotalDelay, strictProblem, endedBy };
                if (strictProblem === '' || !this.#delaysWholeMotion || share.remaining > 0) {
                    return { accepted, reason, isUnrepairable: false };
                }
                first ??= accepted;
                continue;
            }
            reason = formatText`${failure.reason}: ${firstProblem(result)}`;
            isUnrepairable &&= result.violations.some(({ kind }) => !REPAIRABLE.has(kind));
        }
        return { accepted: first, reason, isUnrepairable: first === null && isUnrepairable };
    }

    /** Returns the first fault of a plan when no overlap is allowed; empty: none. @param {Scenario} plan */
    #strictProblem(plan) {
        const { touching, tolerance } = this.#validateOptions;
        if (touching !== 'allowed' || tolerance === 0) return '';
        const options = { ...this.#validateOptions, tolerance: 0 };
        const result = validateSync(plan, options, this.#geometry);
        return result.valid ? '' : firstProblem(result).text;
    }

    /**
     * @param {number} marginFactor
     * @param {ToleranceShare} share
     * @returns {Pausable<SearchOutcome>}
     */
    *#search(marginFactor, share) {
        const remaining = this.#maxIterations - this.#iterations;
        const { graze } = this.#validateOptions;
        const found = yield* searchDelays(
            ...[
                graze,
                this.#geometry,
                this.#executed,
                this.#policy,
                marginFactor,
                share,
                { maxIterations: remaining, limit: this.#limit },
                this.#referenceTimes,
            ],
        );
        this.#iterations += found.iterations;
        this.#endedBy = found.endedBy;
        for (const notice of found.notices) this.#notices.add(notice);
        return found;
    }

    /**
     * Returns how much of the search was made; where it did not end by itself, a notice says so too.
     *
     * @param {SearchEnd | null} endedBy
     * @returns {SearchEffort}
     */
    #effort(endedBy) {
        const [iterations, maxIterations] = [this.#iterations, this.#maxIterations];
        const orders = `${iterations} of at most ${maxIterations} orders of passing`;
        if (endedBy === 'iterations') {
            this.#notices.add(`the search was not completed: ${orders} were tried`);
        } else if (endedBy !== null) {
            const what = endedBy === 'signal' ? 'the signal' : 'the time limit';
            this.#notices.add(`${what} ended the search, after ${orders}`);
        }
        return { iterations, maxIterations, endedBy };
    }

    /** Returns the maximum extra delay that may be spent to clear bodies. @param {AcceptedRepair} accepted */
    #maxExtraDelay({ applied: { changes } }) {
        const { horizon, begin } = timeSpan(this.#executed);
        return (
            changes.length * (this.#executed.timeStep ?? CLEAR_DURATION_SHARE * (horizon - begin))
        );
    }

    /**
     * Returns the result. If the waits are valid only within the tolerance, it first searches for some that need none.
     *
     * @param {AcceptedRepair} found
     * @param {ToleranceShare} share
     * @returns {Pausable<RepairResult>}
     */
    *#makeRepaired(found, share) {
        let accepted = found;
        let explanation = '';
        if (accepted.strictProblem !== '' && share.allowed > 0 && !this.#limit.isOver) {
            // Overlaps within the tolerance are avoided where that costs no delay; with the default tolerance, which is of the
            // size of rounding, it may cost a little.
            const { accepted: strict, failure } = yield* this.#searchMargins({
                allowed: 0,
                remaining: 0,
            });
            const { totalDelay } = accepted.applied;
            const more = this.#delaysWholeMotion && this.#policy.tolerance === undefined;
            const maxTotal =
                totalDelay * (1 + TOTAL_RELATIVE * 1000) +
                (more ? this.#maxExtraDelay(accepted) : 0);
            const total = strict?.strictProblem === '' ? strict.applied.totalDelay : null;
            if (strict !== null && total !== null && total <= maxTotal) accepted = strict;
            else if (total !== null)
                explanation = ` (for that the delays would be ${formatShort(total)} in all)`;
            else if (this.#delaysWholeMotion && strict === null)
                explanation = ` (for that: ${failure.reason.text})`;
        }
        const { applied, solution, referenceTotalDelay, strictProblem } = accepted;
        if (strictProblem !== '') {
            this.#notices.add(
                `within the tolerance, but not at tolerance 0: ${strictProblem}${explanation}`,
            );
        }
        const tick = this.#executed.timeStep ?? 1;
        const { complete, method, lowerBound } = solution;
        const effort = this.#effort(complete ? null : accepted.endedBy);
        return {
            status: 'repaired',
            outcome: complete ? 'optimal' : 'repaired',
            ...applied,
            lowerBound: Math.min(lowerBound * tick, applied.totalDelay),
            optimal: complete,
            method,
            referenceTotalDelay: referenceTotalDelay === null ? null : referenceTotalDelay * tick,
            ...effort,
            notices: [...this.#notices],
        };
    }
}

/**
 * Lists the shares of the tolerance that may be used.
 *
 * @param {Scenario} scenario
 * @param {ContactPolicy} policy
 * @param {boolean} delaysWholeMotion
 * @returns {ToleranceShare[]} shares to try in this order, each where the one before is proved to allow no waits
 */
function toleranceShares({ agents }, policy, delaysWholeMotion) {
    const clear = { allowed: 0, remaining: 0 };
    if (policy.touching !== 'allowed' || policy.tolerance === 0) return [clear];
    const half = { allowed: TOLERANCE_SHARE, remaining: TOLERANCE_SHARE };
    if (delaysWholeMotion) return [half];
    const largest = agents.reduce((max, { shape }) => {
        return isRound(shape) ? Math.max(max, shape.radius) : max;
    }, 0);
    // A tolerance of the size of rounding does not permit overlaps.
    if (Number(policy.tolerance ?? 0) <= DEPTH_RELATIVE * 2 * largest) return [clear, half];
    return [{ allowed: TOLERANCE_SHARE, remaining: 0 }, half, { allowed: 1, remaining: 1 }];
}

/**
 * @param {Scenario} scenario
 * @param {Scenario} before
 * @param {boolean} delaysWholeMotion
 */
function readReference(scenario, before, delaysWholeMotion) {
    checkScenario(before);
    return findReferenceTimes(scenario, before, delaysWholeMotion);
}

/**
 * @param {Scenario} scenario
 * @param {Failure} failure
 * @param {SearchEffort} effort
 * @param {Set<string>} notices
 * @returns {RepairResult}
 */
function makeUnrepaired(scenario, { reason, isProved }, effort, notices) {
    const none = {
        scenario,
        changes: [],
        totalDelay: 0,
        lowerBound: 0,
        optimal: false,
        method: null,
    };
    const outcome = isProved ? 'impossible' : 'gave-up';
    const { text, exactValues } = reason;
    const explanation = { reason: text, ...(exactValues.length > 0 ? { exactValues } : {}) };
    const rest = { referenceTotalDelay: null, ...effort, notices: [...notices] };
    return { status: 'unrepaired', outcome, ...none, ...explanation, ...rest };
}

/**
 * Returns the plan without the planner's commands, which do not apply to a changed plan.
 *
 * @param {Scenario} scenario
 * @returns {Scenario}
 */
function withoutCommands(scenario) {
    const { discrete, notices } = scenario;
    if (discrete === null || discrete.commanded === null) return scenario;
    const notice = 'the commands to the agents are left out: their executed steps are repaired';
    return {
        ...scenario,
        discrete: { cells: discrete.cells, commanded: null },
        notices: [...notices, notice],
    };
}

/**
 * Returns whether agents can wait at the ends of pieces; otherwise they can only start later.
 *
 * @param {Scenario} scenario
 */
function canWait({ agents, obstacles }) {
    return (
        obstacles.every(({ motion }) => !motion?.length) &&
        agents.every(
            ({ shape, motion }) =>
                isRound(shape) && motion.every((piece) => axesOf(piece).every(isLinear)),
        )
    );
}

/** @param {number[]} polynomial */
function isLinear(polynomial) {
    return polynomial.every((coefficient, k) => k <= 1 || coefficient === 0);
}

/**
 * @param {Graze} graze
 * @param {BodyGeometry} geometry
 * @param {Scenario} scenario
 * @param {ContactPolicy} policy
 * @param {number} marginFactor
 * @param {ToleranceShare} share
 * @param {SearchBounds} bounds
 * @param {ReferenceTimes | null} referenceTimes
 * @returns {Pausable<SearchOutcome>}
 */
function* searchDelays(
    graze,
    geometry,
    scenario,
    policy,
    marginFactor,
    share,
    { maxIterations, limit },
    referenceTimes,
) {
    /** @type {DiscConflicts | BodyConflicts | undefined} */
    let conflictModel;
    try {
        if (canWait(scenario)) {
            conflictModel = new DiscConflicts(graze, scenario, policy, marginFactor, share, limit);
            return yield* searchConflicts(conflictModel, scenario, maxIterations, referenceTimes);
        }
        const isClear = share.remaining === 0;
        const bodies = new BodyConflicts(geometry, scenario, policy, marginFactor, isClear, limit);
        conflictModel = bodies;
        const found = yield* searchBodies(bodies, scenario, maxIterations, referenceTimes);
        return { ...found, notices: bodies.notices };
    } catch (error) {
        if (!(error instanceof GrazeError) || canWait(scenario)) throw error;
        const reason = formatText`${`delays of these bodies cannot be found: ${error.message}`}`;
        return { ...noSolution(reason), failure: { reason, isProved: false } };
    } finally {
        conflictModel?.free();
    }
}

/**
 * Searches with undecided delays as conflicts. Where that affects the answer, it searches again with them as free,
 * which bounds the total or proves that no waits exist; such delays are tried first, because they may be valid.
 *
 * @param {BodyConflicts} conflictModel
 * @param {Scenario} scenario
 * @param {number} maxIterations
 * @param {ReferenceTimes | null} referenceTimes
 * @returns {Pausable<SearchOutcome>}
 */
function* searchBodies(conflictModel, scenario, maxIterations, referenceTimes) {
    const strict = yield* searchConflicts(conflictModel, scenario, maxIterations, referenceTimes);
    if (!conflictModel.countedUndecided) return strict;
    const { limit } = conflictModel;
    if (limit.isOver) {
        // Without the second search nothing is proved.
        const solutions = strict.solutions.map((found) => {
            return { ...found, lowerBound: 0, complete: false };
        });
        const failure = { ...strict.failure, isProved: false };
        return { ...strict, solutions, failure, endedBy: limit.endedBy };
    }
    conflictModel.isStrict = false;
    const free = yield* searchConflicts(
        conflictModel,
        scenario,
        maxIterations - strict.iterations,
        referenceTimes,
    );
    const iterations = strict.iterations + free.iterations;
    const endedBy = free.endedBy ?? strict.endedBy;
    if (free.solutions.length === 0) return { ...free, iterations };
    const [{ lowerBound }] = free.solutions;
    const others = strict.solutions.map(({ delays, method }) => {
        const total = delays.reduce((sum, [own]) => sum + own, 0);
        return { delays, method, lowerBound, complete: total <= lowerBound * (1 + TOTAL_RELATIVE) };
    });
    const reason = formatText`some delays are undecided, and none that were found make it valid`;
    const failure = { reason, isProved: false };
    return { ...strict, solutions: [...free.solutions, ...others], failure, iterations, endedBy };
}

/**
 * @param {DiscConflicts | BodyConflicts} conflictModel
 * @param {Scenario} scenario
 * @param {number} maxIterations
 * @param {ReferenceTimes | null} referenceTimes
 * @returns {Pausable<SearchOutcome>}
 */
function* searchConflicts(conflictModel, scenario, maxIterations, referenceTimes) {
    const names = new Names(scenario);
    const first = yield* pausingUnlessOver(initialConflicts(conflictModel));
    const conflicts = first ?? [];
    const impossible = conflicts.find(({ alternatives }) => alternatives.length === 0);
    if (impossible !== undefined)
        return noSolution(describeImpossible(impossible, scenario, names));
    const sharedGoal = conflicts.find(({ a, b }) => conflictModel.goalsConflict(a, b));
    if (sharedGoal !== undefined) {
        return noSolution(
            describeImpossible({ ...sharedGoal, impossibleBecause: 'goals' }, scenario, names),
        );
    }
    const found = yield* leastDelaysOfAll(...[conflictModel, maxIterations, referenceTimes, first]);
    const { delays, method, lowerBound, complete, iterations, endedBy, stuck } = found;
    const { referenceTotalDelay } = found;
    if (delays !== null) {
        const solutions = [{ delays, method, lowerBound, complete }];
        const none = { failure: NOT_ACCEPTED, notices: [] };
        return { solutions, referenceTotalDelay, iterations, endedBy, ...none };
    }
    const list = describeBodies(stuck, scenario, names);
    return complete
        ? noSolution(
              `no waits separate ${list} in any order of passing: one of them needs another path`,
              ...[null, iterations],
          )
        : noSolution(describeUnfound(list, iterations, endedBy), endedBy, iterations);
}

/**
 * @param {string | RoundedText} reason
 * @param {SearchEnd | null} [endedBy] default: null, which proves that there are no waits
 * @param {number} [iterations]
 * @returns {SearchOutcome}
 */
function noSolution(reason, endedBy = null, iterations = 0) {
    const failure = { reason: formatText`${reason}`, isProved: endedBy === null };
    return { solutions: [], failure, iterations, endedBy, notices: [] };
}
