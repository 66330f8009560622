import { hasOnlyLinearDiscs } from '../checks/disc_records.js';
import { allocateOwn, makeStage, sliceInto } from '../checks/stage.js';
import { bodiesOf } from '../model/bodies.js';
import { roundUp } from '../model/names.js';
import { pieceCountOf } from '../model/step_motion.js';
import { SpanSearch } from './body_delays.js';
import { makeDiscDelayInput } from './disc_delays.js';
import { Effort, EffortSpent } from './effort.js';
import { AheadSearch, LeastDelays, makeDelayModels } from './least_delay.js';
import { makeStepDelayInput } from './step_delays.js';

/**
 * @import { Graze } from 'graze'
 * @import { BodyDelayInput, BodyDelays } from './body_delays.js'
 * @import { ContactPolicy } from '../checks/contact_policy.js'
 * @import { BodyGeometry } from '../checks/geometry.js'
 * @import { FoundSpans } from './motion_delays.js'
 * @import { DelayCandidate, DelayInput, DelayModels, DelayQuestion, DelayResult, OtherBodies } from './least_delay.js'
 * @import { Scenario } from '../model/scenario.js'
 * @import { Allocate, Stage } from '../checks/stage.js'
 * @import { TimeSpan } from '../checks/disc_records.js'
 * @import { Violation } from '../validation/validate.js'
 */

/**
 * A delay that ends a conflict: the agent's entire motion happens that much later. Where agents are present before their
 * motions, the agent waits longer at its start.
 *
 * @typedef {object} DelaySuggestion
 * @property {number} agent index of the agent that starts later
 * @property {number} delay delay above 0: a multiple of the time step if the plan has one, otherwise accurate to 1e-9. It is
 *   the least delay that ends the conflict if the violation's `suggestionStatus` is 'minimum'
 * @property {number} [roundedDelay] `delay` rounded up to six digits, which also ends the conflict. Absent: `delay` has at most
 *   six digits, or the rounded delay is not known to end the conflict
 * @property {'all' | 'pair'} resolves 'all': the agent then conflicts with no other agent and no moving obstacle; 'pair': only
 *   the conflict of these two is known to end. No delay resolves more if the violation's `suggestionStatus` is 'minimum'
 */

/**
 * Result of the search for a delay that ends a conflict. 'minimum': no smaller delay ends it; 'sufficient': the delay ends it,
 * but smaller delays, or delays that resolve more, are undecided; 'none': no delay ends it; 'undecided': no delay is known to
 * end it, and some delays are undecided.
 *
 * @typedef {'minimum' | 'sufficient' | 'none' | 'undecided'} SuggestionStatus
 */

/**
 * Rough durations of a search ahead, in milliseconds: per visit of a cell, per record of a disc, per piece of a body's motion and
 * question.
 */
const [MS_PER_VISIT, MS_PER_RECORD, MS_PER_PIECE] = [2e-4, 4e-4, 2e-3];

/** Rough effort of a search in a millisecond. */
const EFFORT_PER_MS = 1e4;

/** Pairs of bodies of a block of a search ahead. */
const SPANS_PER_BLOCK = 32;

/**
 * Agents that can be late to end a conflict, and the bodies that each must avoid then.
 *
 * @typedef {[agent: number, other: OtherBodies][]} LatePairs
 */

/**
 * The plan, and what its conflicts are.
 *
 * @typedef {object} DelayTask
 * @property {Graze} graze
 * @property {BodyGeometry} geometry
 * @property {Scenario} scenario
 * @property {TimeSpan} span
 * @property {ContactPolicy} policy
 *
 * @typedef {object} SuggestionOptions
 * @property {number} maxSuggestions number of violations that are considered, the first ones
 * @property {number} maxEffort
 * @property {Allocate | undefined} allocate memory that threads share; undefined: one thread makes all searches
 */

/**
 * Adds the least delay that ends the conflict to violations between two agents, or an agent and a moving obstacle.
 *
 * @param {DelayTask} task
 * @param {Violation[]} violations
 * @param {SuggestionOptions} options
 * @returns {Generator<Stage, string[], void>} notices about searches that were cut short
 */
export function* addSuggestions(task, violations, options) {
    const { scenario } = task;
    const { maxSuggestions, maxEffort, allocate } = options;
    /** Moving obstacles by name, which several may share. @type {Map<string | undefined, number[]>} */
    const moving = new Map();
    scenario.obstacles.forEach(({ name, motion = [] }, k) => {
        if (motion.length > 0) moving.set(name, [...(moving.get(name) ?? []), k]);
    });
    const conflicts = violations.filter(({ agents, obstacle }) => {
        return agents.length === 2 || moving.has(obstacle);
    });
    const chosen = conflicts
        .slice(0, maxSuggestions)
        .map((violation) => ({ violation, pairs: latePairs(violation, moving) }));
    if (chosen.length === 0) return [];
    let searched = 0;
    const input = yield* makeDelayInput(task, maxEffort, allocate);
    const finder = new SuggestionFinder(task, input);
    try {
        if (allocate !== undefined) yield* finder.searchAhead(chosen.map(({ pairs }) => pairs));
        for (const { violation, pairs } of chosen) {
            const found = finder.find(pairs);
            if (found !== undefined) Object.assign(violation, found);
            searched++;
        }
        return [...finder.notices, ...describeUnsearched(searched, conflicts.length, BY_COUNT)];
    } catch (error) {
        if (!(error instanceof EffortSpent)) throw error;
        // The remaining violations have no suggestion, as none was searched.
        if (!finder.hasSearchedAhead) {
            return [
                ...finder.notices,
                ...describeUnsearched(searched, conflicts.length, BY_EFFORT),
            ];
        }
    } finally {
        finder.free();
    }
    // With a search ahead the effort is spent earlier, if at all: a search without one decides where it ends.
    const alone = { maxSuggestions, maxEffort, allocate: undefined };
    return yield* addSuggestions(task, violations, alone);
}

/** Limits of the search: the program's option and that of the library which raise each. */
const BY_COUNT = '--max-suggestions (maxSuggestions)';
const BY_EFFORT = '--suggestion-effort (maxSuggestionEffort)';

/**
 * Describes how many conflicts have no suggestion because none was searched.
 *
 * @param {number} searched number of conflicts for which it was searched, the first ones
 * @param {number} of number of all conflicts
 * @param {string} limit
 * @returns {string[]} a notice, if there are any
 */
function describeUnsearched(searched, of, limit) {
    if (searched === of) return [];
    return [
        `later starts were searched for the first ${searched} of ${of} conflicts, and ${of - searched} have no suggestion: a larger ${limit} searches more`,
    ];
}

/**
 * @param {Violation} violation
 * @param {Map<string | undefined, number[]>} moving moving obstacles by name
 * @returns {LatePairs}
 */
function latePairs({ agents: [a, b], obstacle }, moving) {
    if (b === undefined) return [[a, { obstacles: moving.get(obstacle) ?? [] }]];
    return [
        [a, { agent: b }],
        [b, { agent: a }],
    ];
}

/**
 * Makes the data of the models of delays that apply to a plan.
 *
 * @param {DelayTask} task
 * @param {number} maxEffort
 * @param {Allocate} [allocate]
 * @returns {Generator<Stage, DelayInput, void>}
 */
function* makeDelayInput({ scenario, span, policy }, maxEffort, allocate) {
    const { discrete, obstacles, sizesKnown, timeStep } = scenario;
    // Delays are multiples of the time step in a plan that has one, and whole steps for agents without a size.
    const step = timeStep ?? (sizesKnown ? null : 1);
    /** @type {DelayInput} */
    const input = {
        ...{ step, policy: { ...policy }, maxEffort },
        spentAhead: new Int32Array((allocate ?? allocateOwn)(Int32Array.BYTES_PER_ELEMENT)),
        ...{ steps: undefined, discs: undefined, bodies: undefined },
    };
    if (!sizesKnown) {
        if (discrete !== null) input.steps = makeStepDelayInput(scenario, discrete, allocate);
        return input;
    }
    const areLinearDiscs = hasOnlyLinearDiscs(scenario);
    if (areLinearDiscs) input.discs = yield* makeDiscDelayInput(scenario, span, allocate);
    if (areLinearDiscs && !obstacles.some(({ motion }) => motion?.length)) return input;
    input.bodies = { scenario: bodiesOf(scenario), span, amongAgents: !areLinearDiscs };
    return input;
}

/** Search for suggestions, with the models of delays that apply to the plan. */
class SuggestionFinder {
    hasSearchedAhead = false;
    /** Results of searches ahead, by agent and what it must avoid. @type {Map<string, DelayResult>} */
    #resultsAhead = new Map();
    #effort;
    #graze;
    #geometry;
    #scenario;
    #policy;
    #input;
    /** Made when it is needed first. @type {LeastDelays | undefined} */
    #madeSearch;
    /** @type {DelayModels | undefined} */
    #models;
    /** Results of the searches for delays that avoid all others, per agent. @type {Map<number, DelayCandidate>} */
    #clearOfAllOthers = new Map();

    /** @param {DelayTask} task @param {DelayInput} input */
    constructor({ graze, geometry, scenario, policy }, input) {
        this.#graze = graze;
        this.#geometry = geometry;
        this.#scenario = scenario;
        this.#policy = policy;
        this.#input = input;
        this.#effort = new Effort(input.maxEffort);
    }

    get #search() {
        this.#madeSearch ??= this.#makeSearch();
        return this.#madeSearch;
    }

    #makeSearch() {
        const [policy, effort] = [this.#policy, this.#effort];
        const of = /** @type {const} */ ([this.#graze, this.#input, policy, effort]);
        this.#models = makeDelayModels(...of, this.#geometry);
        return new LeastDelays(this.#models.all, { step: this.#input.step, policy }, effort);
    }

    free() {
        this.#models?.free();
    }

    get notices() {
        return this.#models?.bodies?.notices ?? [];
    }

    /**
     * Searches, by several threads, before they are needed: the delays with which agents meet no others at all and then, for
     * conflicts that those do not end, the delays with which they do not meet each other.
     *
     * @param {LatePairs[]} conflicts
     * @returns {Generator<Stage, void, void>}
     */
    *searchAhead(conflicts) {
        const moving = conflicts.map((pairs) => pairs.filter(([agent]) => this.#isMoving(agent)));
        const agents = new Set(moving.flatMap((pairs) => pairs.map(([agent]) => agent)));
        const { bodies } = this.#input;
        // With all delays of bodies known, the remaining search takes hardly any time.
        if (bodies !== undefined && this.#input.step === null) {
            yield* this.#searchSpansAhead(bodies, [...agents]);
            return;
        }
        yield* this.#answerAhead([...agents].map((agent) => ({ agent, other: null })));
        const open = moving.filter((pairs) => {
            return pairs.every(([agent]) => {
                const result = this.#resultsAhead.get(keyOf(agent, null));
                return result?.found.delay === Infinity;
            });
        });
        const questions = open.flatMap((pairs) =>
            pairs.map(([agent, other]) => ({ agent, other })),
        );
        const keys = questions.map(({ agent, other }) => keyOf(agent, other));
        yield* this.#answerAhead(questions.filter((_, k) => keys.indexOf(keys[k]) === k));
    }

    /**
     * Searches the delays with which agents meet each other body. They have the effect of a search when they are used.
     *
     * @param {BodyDelayInput} bodies
     * @param {number[]} agents
     * @returns {Generator<Stage, void, void>}
     */
    *#searchSpansAhead(bodies, agents) {
        const { policy, maxEffort, spentAhead } = this.#input;
        const model = /** @type {BodyDelays} */ (this.#search && this.#models?.bodies);
        const questions = agents.flatMap((agent) =>
            sliceInto(model.othersOf(agent), SPANS_PER_BLOCK).map((others) => ({ agent, others })),
        );
        // They are in the order of their use, which ends when the effort is spent.
        let effort = 0;
        const end = questions.findIndex((question) => {
            effort += model.minEffort(question);
            return effort > maxEffort;
        });
        yield makeStage({
            kind: 'spans',
            makeInput: () => ({ ...bodies, policy, maxEffort, spentAhead }),
            blocks: end < 0 ? questions : questions.slice(0, end),
            cost: Math.min(effort, maxEffort) / EFFORT_PER_MS,
            isOptional: true,
            makeOwnWorker: () => new SpanSearch(model, this.#effort, spentAhead),
            take: (/** @type {FoundSpans[]} */ found, k) => model.addFound(questions[k], found),
        });
    }

    /** @param {DelayQuestion[]} questions @returns {Generator<Stage, void, void>} */
    *#answerAhead(questions) {
        const { discs, steps, bodies, spentAhead } = this.#input;
        const pieces = bodies?.scenario.agents.reduce((sum, a) => sum + pieceCountOf(a), 0) ?? 0;
        const visits = steps?.visits.cells.reduce((sum, { length }) => sum + length / 2, 0) ?? 0;
        yield makeStage({
            kind: 'delays',
            makeInput: () => this.#input,
            blocks: questions,
            cost:
                MS_PER_VISIT * visits +
                MS_PER_RECORD * (discs?.discs.count ?? 0) +
                MS_PER_PIECE * pieces * questions.length,
            isOptional: true,
            makeOwnWorker: () => new AheadSearch(this.#search, this.#effort, spentAhead),
            take: (/** @type {DelayResult | null} */ result, k) => {
                // The effort of bodies alone is the same whenever they are searched.
                this.hasSearchedAhead ||= (discs ?? steps) !== undefined;
                const { agent, other } = questions[k];
                if (result !== null) this.#resultsAhead.set(keyOf(agent, other), result);
            },
        });
    }

    /** @param {number} agent */
    #isMoving(agent) {
        return pieceCountOf(this.#scenario.agents[agent]) > 0;
    }

    /**
     * Finds the least delay of one of the agents that ends their conflict: if there is one, a delay with which the agent
     * avoids all other bodies.
     *
     * @param {LatePairs} pairs
     * @returns {{ suggestion: DelaySuggestion | null, suggestionStatus: SuggestionStatus } | undefined} undefined: no
     *   delay affects the violation
     */
    find(pairs) {
        if (this.#search.models.length === 0) return undefined;
        const moving = pairs.filter(([agent]) => this.#isMoving(agent));
        // A conflict of commands that were not executed cannot be ended by a later start.
        if (moving.some(([agent, other]) => this.#isClear(agent, other))) return undefined;
        const clearOfAll = moving.map(([agent]) => this.#clearOfAll(agent));
        const isKnown = clearOfAll.every(({ undecided }) => undecided === Infinity);
        const first = smallestDelay(clearOfAll);
        if (first !== null) return this.#makeSuggestion(first, null, clearOfAll, true);
        const clearOfPair = moving.map(([agent, other]) => this.#leastDelay(agent, other));
        const second = smallestDelay(clearOfPair);
        if (second !== null) {
            const [, other] = moving.find(([agent]) => agent === second.agent) ?? moving[0];
            return this.#makeSuggestion(second, other, clearOfPair, isKnown);
        }
        const isImpossible = clearOfPair.every(({ undecided }) => undecided === Infinity);
        return { suggestion: null, suggestionStatus: isImpossible ? 'none' : 'undecided' };
    }

    /**
     * @param {DelayCandidate} best
     * @param {OtherBodies | null} other bodies that it then avoids; null: all
     * @param {DelayCandidate[]} candidates
     * @param {boolean} isKnown false: delays that would resolve more are undecided
     * @returns {{ suggestion: DelaySuggestion, suggestionStatus: SuggestionStatus }}
     */
    #makeSuggestion({ agent, delay }, other, candidates, isKnown) {
        const isLeast = isKnown && candidates.every(({ undecided }) => undecided >= delay);
        const roundedDelay = roundUp(delay);
        const isRounded =
            roundedDelay !== delay &&
            this.#search.unsafeUntil(agent, roundedDelay, other) === null &&
            this.#search.undecidedUntil(agent, roundedDelay, other) === null;
        const resolves = other === null ? 'all' : 'pair';
        return {
            suggestion: { agent, delay, ...(isRounded ? { roundedDelay } : {}), resolves },
            suggestionStatus: isLeast ? 'minimum' : 'sufficient',
        };
    }

    /** Returns whether an undelayed agent certainly avoids others. @param {number} agent @param {OtherBodies} other */
    #isClear(agent, other) {
        if (this.#search.unsafeUntil(agent, 0, other) !== null) return false;
        return this.#search.undecidedUntil(agent, 0, other) === null;
    }

    /** @param {number} agent */
    #clearOfAll(agent) {
        const known = this.#clearOfAllOthers.get(agent);
        if (known !== undefined) return known;
        const found = this.#leastDelay(agent, null);
        this.#clearOfAllOthers.set(agent, found);
        return found;
    }

    /**
     * Returns the least delay of an agent. The result of a search ahead counts as if the search was made now.
     *
     * @param {number} agent
     * @param {OtherBodies | null} other
     */
    #leastDelay(agent, other) {
        const result = this.#resultsAhead.get(keyOf(agent, other));
        if (result === undefined) return this.#search.find(agent, other);
        this.#effort.spend(result.effort);
        return result.found;
    }
}

/** @param {number} agent @param {OtherBodies | null} other */
function keyOf(agent, other) {
    return `${agent} ${JSON.stringify(other)}`;
}

/** Returns the candidate with the least delay, the first of equals; null if none has one. @param {DelayCandidate[]} candidates */
function smallestDelay(candidates) {
    /** @type {DelayCandidate | null} */
    let best = null;
    for (const found of candidates) if (found.delay < (best?.delay ?? Infinity)) best = found;
    return best;
}
