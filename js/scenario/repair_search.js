import { argumentError, GrazeError } from '#internal';
import { applyDelays } from './apply_delays.js';
import { BodyConflicts } from './body_conflicts.js';
import { checkScenario } from './check_model.js';
import { ContactPolicy } from './contact_policy.js';
import { initialConflicts } from './delay_search.js';
import { DiscConflicts } from './disc_conflicts.js';
import { timeSpan } from './disc_records.js';
import { leastDelaysOfAll } from './independence_detection.js';
import { Names } from './names.js';
import { checkReference, findReferenceTimes } from './reference.js';
import { formatPoint } from './roadmap.js';
import { formatShort, formatText } from './rounded_text.js';
import { startPoint } from './step_motion.js';
import { DEPTH_RELATIVE, TOTAL_RELATIVE } from './tolerance.js';
import { validateSync } from './validate.js';

/**
 * Searches waits that make a plan valid, and checks the plan with them: the work of `repair`.
 *
 * @import { Graze } from 'graze'
 * @import { RepairOptions, RepairResult } from './repair.js'
 * @import { RepairMethod } from './independence_detection.js'
 * @import { ReferenceTimes } from './passing_order.js'
 * @import { Conflict, Delays } from './delay_search.js'
 * @import { AgentChange } from './apply_delays.js'
 * @import { RoundedText } from './rounded_text.js'
 * @import { Agent, Scenario } from './scenario.js'
 * @import { ToleranceShare } from './disc_conflicts.js'
 * @import { ValidationResult, UndecidedPair, ValidateOptions, Violation } from './validate.js'
 */

/**
 * Reason why a repair found no waits.
 *
 * @typedef {object} Failure
 * @property {RoundedText} reason one line
 * @property {boolean} isProved false: some waits may exist
 * @typedef {object} SearchOutcome
 * @property {Candidate[]} solutions delays to try, in this order; empty: none were found
 * @property {number | null} [referenceTotalDelay] in ticks, as in a RepairResult
 * @property {Failure} failure reason why there are no solutions, or why these do not suffice
 * @property {number} iterations
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

/** Kinds of violations that waits can repair; a plan with any other kind is refused. */
const REPAIRABLE = new Set(['agent-agent', 'vertex', 'edge']);

/**
 * Checks the options of repair itself; `validate` checks the others.
 *
 * @param {RepairOptions} options
 */
export function checkOptions({ maxIterations = DEFAULT_MAX_ITERATIONS, reference }) {
    checkReference(reference);
    if (Number.isSafeInteger(maxIterations) && maxIterations >= 1) return;
    throw argumentError('out-of-range', 'maxIterations', 'a whole number from 1', maxIterations);
}

/**
 * Repairs a plan synchronously.
 *
 * @param {Scenario} scenario
 * @param {RepairOptions & { graze: Graze }} options checked options
 * @returns {RepairResult}
 * @throws {GrazeError} as for `validate`
 */
export function repairSync(scenario, options) {
    const { graze, tolerance, touching = 'allowed', reference, maxIterations } = options;
    const validateOptions = { graze, tolerance, touching, suggestDelays: false };
    const first = validateSync(scenario, validateOptions);
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
            iterations: 0,
        };
        const details = { method: null, referenceTotalDelay: null, notices: [...notices] };
        return { status: 'valid', outcome: 'optimal', ...none, ...details };
    }
    const executed = withoutCommands(scenario);
    const found = executed === scenario ? first : validateSync(executed, validateOptions);
    if (found.valid) {
        const reason = formatText`${firstProblem(first)}: no wait can repair that, as the executed steps are valid`;
        return makeUnrepaired(scenario, { reason, isProved: true }, 0, notices);
    }
    const failure = findUnrepairable(scenario, found);
    if (failure !== null) return makeUnrepaired(scenario, failure, 0, notices);
    const run = new RepairRun(
        executed,
        delaysWholeMotion,
        validateOptions,
        maxIterations ?? DEFAULT_MAX_ITERATIONS,
        referenceTimes,
        notices,
    );
    return run.repair(scenario);
}

/** Search for waits with one share of the tolerance and one margin after the other, until a plan is accepted. */
class RepairRun {
    #executed;
    #delaysWholeMotion;
    #validateOptions;
    #maxIterations;
    #referenceTimes;
    #notices;
    #policy;
    #iterations = 0;

    /**
     * @param {Scenario} executed the plan without the planner's commands
     * @param {boolean} delaysWholeMotion true: agents can only be delayed as a whole
     * @param {ValidateOptions & { graze: Graze, touching: 'allowed' | 'conflict' }} validateOptions
     * @param {number} maxIterations
     * @param {ReferenceTimes | null} referenceTimes
     * @param {Set<string>} notices
     */
    constructor(
        executed,
        delaysWholeMotion,
        validateOptions,
        maxIterations,
        referenceTimes,
        notices,
    ) {
        this.#executed = executed;
        this.#delaysWholeMotion = delaysWholeMotion;
        this.#validateOptions = validateOptions;
        this.#maxIterations = maxIterations;
        this.#referenceTimes = referenceTimes;
        this.#notices = notices;
        this.#policy = new ContactPolicy(
            validateOptions.touching,
            validateOptions.tolerance,
            Infinity,
        );
    }

    /** @param {Scenario} scenario @returns {RepairResult} */
    repair(scenario) {
        const shares = toleranceShares(this.#executed, this.#policy, this.#delaysWholeMotion);
        /** @type {Failure} */
        let failure = NOT_ACCEPTED;
        for (const share of shares) {
            const found = this.#searchMargins(share);
            if (found.accepted !== null) return this.#makeRepaired(found.accepted, share);
            failure = found.failure;
            if (!failure.isProved) break;
        }
        return makeUnrepaired(scenario, failure, this.#iterations, this.#notices);
    }

    /**
     * Searches with increasing margins until the waits pass the validation.
     *
     * @param {ToleranceShare} share
     * @returns {{ accepted: AcceptedRepair | null, failure: Failure }}
     */
    #searchMargins(share) {
        /** @type {AcceptedRepair | null} */
        let acceptedAtTolerance = null;
        let failure = NOT_ACCEPTED;
        for (const marginFactor of MARGIN_FACTORS) {
            if (this.#iterations >= this.#maxIterations && marginFactor > MARGIN_FACTORS[0]) break;
            const found = this.#search(marginFactor, share);
            if (found.solutions.length === 0) {
                failure = found.failure;
                // A failure with wider margins proves nothing about the narrower ones.
                if (marginFactor > MARGIN_FACTORS[0]) failure = { ...failure, isProved: false };
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
            const result = validateSync(applied.scenario, this.#validateOptions);
            if (result.valid) {
                const strictProblem = this.#strictProblem(applied.scenario);
                const accepted = { applied, solution, referenceTotalDelay, strictProblem };
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
        const result = validateSync(plan, { ...this.#validateOptions, tolerance: 0 });
        return result.valid ? '' : firstProblem(result).text;
    }

    /**
     * @param {number} marginFactor
     * @param {ToleranceShare} share
     * @returns {SearchOutcome}
     */
    #search(marginFactor, share) {
        const remaining = this.#maxIterations - this.#iterations;
        const { graze } = this.#validateOptions;
        const found = searchDelays(
            ...[
                graze,
                this.#executed,
                this.#policy,
                marginFactor,
                share,
                remaining,
                this.#referenceTimes,
            ],
        );
        this.#iterations += found.iterations;
        for (const notice of found.notices) this.#notices.add(notice);
        return found;
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
     * @returns {RepairResult}
     */
    #makeRepaired(found, share) {
        let accepted = found;
        let explanation = '';
        if (accepted.strictProblem !== '' && share.allowed > 0) {
            // Overlaps within the tolerance are avoided where that costs no delay; with the default tolerance, which is of the
            // size of rounding, it may cost a little.
            const { accepted: strict, failure } = this.#searchMargins({ allowed: 0, remaining: 0 });
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
        return {
            status: 'repaired',
            outcome: complete ? 'optimal' : 'repaired',
            ...applied,
            lowerBound: Math.min(lowerBound * tick, applied.totalDelay),
            optimal: complete,
            method,
            referenceTotalDelay: referenceTotalDelay === null ? null : referenceTotalDelay * tick,
            iterations: this.#iterations,
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
        return shape.kind === 'disc' ? Math.max(max, shape.radius) : max;
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
 * @param {number} iterations
 * @param {Set<string>} notices
 * @returns {RepairResult}
 */
function makeUnrepaired(scenario, { reason, isProved }, iterations, notices) {
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
    const rest = { referenceTotalDelay: null, iterations, notices: [...notices] };
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
 * Returns why no wait can help, if the plan has a fault that does not depend on times.
 *
 * @param {Scenario} scenario
 * @param {ValidationResult} result
 * @returns {Failure | null}
 */
function findUnrepairable({ agents, obstacles }, { violations, undecided = [] }) {
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
function firstProblem({ violations, undecided = [] }) {
    return toRoundedText([...violations, ...undecided][0]);
}

/** @param {Violation | UndecidedPair} one @returns {RoundedText} */
function toRoundedText({ message, exactValues = [] }) {
    return { text: message, exactValues };
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
                shape.kind === 'disc' && motion.every(({ x, y }) => isLinear(x) && isLinear(y)),
        )
    );
}

/** @param {number[]} polynomial */
function isLinear(polynomial) {
    return polynomial.every((coefficient, k) => k <= 1 || coefficient === 0);
}

/**
 * @param {Graze} graze
 * @param {Scenario} scenario
 * @param {ContactPolicy} policy
 * @param {number} marginFactor
 * @param {ToleranceShare} share
 * @param {number} maxIterations
 * @param {ReferenceTimes | null} referenceTimes
 * @returns {SearchOutcome}
 */
function searchDelays(graze, scenario, policy, marginFactor, share, maxIterations, referenceTimes) {
    if (canWait(scenario)) {
        const conflictModel = new DiscConflicts(graze, scenario, policy, marginFactor, share);
        return searchConflicts(conflictModel, scenario, maxIterations, referenceTimes);
    }
    /** @type {BodyConflicts | undefined} */
    let conflictModel;
    try {
        conflictModel = new BodyConflicts(
            graze,
            scenario,
            policy,
            marginFactor,
            share.remaining === 0,
        );
        const found = searchBodies(conflictModel, scenario, maxIterations, referenceTimes);
        return { ...found, notices: conflictModel.notices };
    } catch (error) {
        if (!(error instanceof GrazeError)) throw error;
        return noSolution(`delays of these bodies cannot be found: ${error.message}`, false);
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
 * @returns {SearchOutcome}
 */
function searchBodies(conflictModel, scenario, maxIterations, referenceTimes) {
    const strict = searchConflicts(conflictModel, scenario, maxIterations, referenceTimes);
    if (!conflictModel.countedUndecided) return strict;
    conflictModel.isStrict = false;
    const free = searchConflicts(
        conflictModel,
        scenario,
        maxIterations - strict.iterations,
        referenceTimes,
    );
    const iterations = strict.iterations + free.iterations;
    if (free.solutions.length === 0) return { ...free, iterations };
    const [{ lowerBound }] = free.solutions;
    const others = strict.solutions.map(({ delays, method }) => {
        const total = delays.reduce((sum, [own]) => sum + own, 0);
        return { delays, method, lowerBound, complete: total <= lowerBound * (1 + TOTAL_RELATIVE) };
    });
    const reason = formatText`some delays are undecided, and none that were found make it valid`;
    const failure = { reason, isProved: false };
    return { ...strict, solutions: [...free.solutions, ...others], failure, iterations };
}

/**
 * @param {DiscConflicts | BodyConflicts} conflictModel
 * @param {Scenario} scenario
 * @param {number} maxIterations
 * @param {ReferenceTimes | null} referenceTimes
 * @returns {SearchOutcome}
 */
function searchConflicts(conflictModel, scenario, maxIterations, referenceTimes) {
    const names = new Names(scenario);
    const conflicts = initialConflicts(conflictModel);
    const impossible = conflicts.find(({ alternatives }) => alternatives.length === 0);
    if (impossible !== undefined)
        return noSolution(describeImpossible(impossible, scenario, names), true);
    const sharedGoal = conflicts.find(({ a, b }) => conflictModel.goalsConflict(a, b));
    if (sharedGoal !== undefined) {
        return noSolution(
            describeImpossible({ ...sharedGoal, impossibleBecause: 'goals' }, scenario, names),
            true,
        );
    }
    const found = leastDelaysOfAll(conflictModel, maxIterations, referenceTimes);
    const { delays, method, lowerBound, complete, iterations, stuck, referenceTotalDelay } = found;
    if (delays !== null) {
        const solutions = [{ delays, method, lowerBound, complete }];
        return { solutions, referenceTotalDelay, failure: NOT_ACCEPTED, iterations, notices: [] };
    }
    const list = joinNames(stuck.map((k) => describeBody(k, scenario, names)));
    return complete
        ? noSolution(
              `no waits separate ${list} in any order of passing: one of them needs another path`,
              true,
              iterations,
          )
        : noSolution(
              `no waits that separate ${list} were found in ${iterations} order${iterations === 1 ? '' : 's'} of passing; there may be some`,
              false,
              iterations,
          );
}

/** @param {string | RoundedText} reason @param {boolean} isProved @param {number} [iterations] @returns {SearchOutcome} */
function noSolution(reason, isProved, iterations = 0) {
    return {
        solutions: [],
        failure: { reason: formatText`${reason}`, isProved },
        iterations,
        notices: [],
    };
}

/** Maximum number of names in a reason. */
const MAX_NAMED = 8;

/** @param {string[]} names at least two */
function joinNames(names) {
    const remaining = names.length - MAX_NAMED;
    const [last, rest] =
        remaining > 0
            ? [`${remaining} more`, names.slice(0, MAX_NAMED)]
            : [names.at(-1), names.slice(0, -1)];
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
function describeImpossible({ a, b, impossibleBecause }, scenario, names) {
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
