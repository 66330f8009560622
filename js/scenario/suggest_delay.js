import { BodyDelays } from './body_delays.js';
import { DiscDelays } from './disc_delays.js';
import { hasOnlyLinearDiscs } from './disc_records.js';
import { STEP_ROUNDING } from './motion_delays.js';
import { pieceCountOf } from './motion_source.js';
import { roundUp } from './rounded_text.js';
import { StepDelays } from './step_delays.js';
import { clockResolution, TIME_RELATIVE } from './tolerance.js';

/**
 * @import { Graze } from 'graze'
 * @import { ContactPolicy } from './contact_policy.js'
 * @import { Scenario } from './scenario.js'
 * @import { TimeSpan } from './disc_records.js'
 * @import { Violation } from './validate.js'
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
 * Model of the conflicts of an agent as functions of its delay.
 *
 * @typedef {object} DelayModel
 * @property {(agent: number, other: OtherBodies | null) => number} minDelay returns a delay below which
 *   no delay is safe
 * @property {(agent: number) => number} maxDelay returns a delay above which larger delays change nothing
 * @property {(agent: number, delay: number, other: OtherBodies | null) => number | null} unsafeUntil returns null
 *   if the agent with that delay is not known to meet `other` (null: any body); otherwise the delay up to which it does, at
 *   least `delay`
 * @property {(agent: number, delay: number, other: OtherBodies | null) => number | null} [undecidedUntil] returns
 *   null if it is known whether the agent meets `other`; otherwise the delay up to which that is undecided. Absent: it is
 *   always known
 *
 * @typedef {{ agent: number } | { obstacle: number }} OtherBody
 *
 * @typedef {OtherBody | { obstacles: number[] }} OtherBodies `obstacles`: all obstacles of one name
 *
 * @typedef {object} DelayCandidate
 * @property {number} agent
 * @property {number} delay least safe delay; Infinity: none is known
 * @property {number} undecided least undecided delay; Infinity: none up to `delay` is undecided
 */

/** Maximum effort for all suggestions of a plan: some seconds. */
const MAX_EFFORT = 50_000_000;

/** Remaining effort of all searches of a plan, in small steps of work. It bounds the time if all agents meet each other. */
export class Effort {
    #left = MAX_EFFORT;

    /** @param {number} cost */
    spend(cost) {
        this.#left -= cost;
        if (this.#left < 0) throw new EffortSpent();
    }
}

/** Ends a search whose effort is spent; `addSuggestions` catches it. */
class EffortSpent extends Error {}

/**
 * Adds the least delay that ends the conflict to violations between two agents, or an agent and a moving obstacle.
 *
 * @param {Graze} graze
 * @param {Scenario} scenario
 * @param {TimeSpan} span
 * @param {ContactPolicy} policy
 * @param {Violation[]} violations
 * @param {number} maxSuggestions number of violations that are considered, the first ones
 * @returns {string[]} notices about searches that were cut short
 */
export function addSuggestions(graze, scenario, span, policy, violations, maxSuggestions) {
    /** Moving obstacles by name, which several may share. @type {Map<string | undefined, number[]>} */
    const moving = new Map();
    scenario.obstacles.forEach(({ name, motion = [] }, k) => {
        if (motion.length > 0) moving.set(name, [...(moving.get(name) ?? []), k]);
    });
    const chosen = violations
        .filter(({ agents, obstacle }) => agents.length === 2 || moving.has(obstacle))
        .slice(0, maxSuggestions);
    if (chosen.length === 0) return [];
    const finder = new SuggestionFinder(graze, scenario, span, policy);
    try {
        for (const violation of chosen) {
            const [a, b] = violation.agents;
            const found =
                b === undefined
                    ? finder.find([[a, { obstacles: moving.get(violation.obstacle) ?? [] }]])
                    : finder.find([
                          [a, { agent: b }],
                          [b, { agent: a }],
                      ]);
            if (found !== undefined) Object.assign(violation, found);
        }
    } catch (error) {
        // The remaining violations have no suggestion, as none was searched.
        if (!(error instanceof EffortSpent)) throw error;
    } finally {
        finder.free();
    }
    return finder.notices;
}

/** Search for suggestions, with the models of delays that apply to the plan. */
class SuggestionFinder {
    /**
     * @param {Graze} graze
     * @param {Scenario} scenario
     * @param {TimeSpan} span
     * @param {ContactPolicy} policy
     */
    constructor(graze, scenario, span, policy) {
        this.scenario = scenario;
        this.policy = policy;
        const effort = new Effort();
        this.effort = effort;
        // Delays are multiples of the time step in a plan that has one, and whole steps for agents without a size.
        this.step = scenario.timeStep ?? (scenario.sizesKnown ? null : 1);
        /** @type {DelayModel[]} */
        this.delayModels = [];
        /** @type {DiscDelays | null} */
        this.discDelays = null;
        /** @type {BodyDelays | null} */
        this.bodyDelays = null;
        /** Results of the searches for delays that avoid all others, per agent. @type {Map<number, DelayCandidate>} */
        this.clearOfAll = new Map();
        const { discrete, obstacles, sizesKnown } = scenario;
        if (!sizesKnown) {
            if (discrete !== null) this.delayModels.push(new StepDelays(scenario, effort));
            return;
        }
        const areLinearDiscs = hasOnlyLinearDiscs(scenario);
        if (areLinearDiscs) {
            this.discDelays = new DiscDelays(graze, scenario, span, policy, effort);
            this.delayModels.push(this.discDelays);
        }
        if (areLinearDiscs && !obstacles.some(({ motion }) => motion?.length)) return;
        this.bodyDelays = new BodyDelays(graze, scenario, span, policy, !areLinearDiscs, effort);
        this.delayModels.push(this.bodyDelays);
    }

    free() {
        this.discDelays?.free();
        this.bodyDelays?.free();
    }

    get notices() {
        return this.bodyDelays?.notices ?? [];
    }

    /**
     * Finds the least delay of one of the agents that ends their conflict: if there is one, a delay with which the agent
     * avoids all other bodies.
     *
     * @param {[agent: number, other: OtherBodies][]} pairs agents that can be late, and the bodies that each must avoid
     * @returns {{ suggestion: DelaySuggestion | null, suggestionStatus: SuggestionStatus } | undefined} undefined: no
     *   delay affects the violation
     */
    find(pairs) {
        if (this.delayModels.length === 0) return undefined;
        const { agents } = this.scenario;
        const moving = pairs.filter(([agent]) => pieceCountOf(agents[agent]) > 0);
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
            this.#unsafeUntil(agent, roundedDelay, other) === null &&
            this.#undecidedUntil(agent, roundedDelay, other) === null;
        const resolves = other === null ? 'all' : 'pair';
        return {
            suggestion: { agent, delay, ...(isRounded ? { roundedDelay } : {}), resolves },
            suggestionStatus: isLeast ? 'minimum' : 'sufficient',
        };
    }

    /** Returns whether an undelayed agent certainly avoids others. @param {number} agent @param {OtherBodies} other */
    #isClear(agent, other) {
        if (this.#unsafeUntil(agent, 0, other) !== null) return false;
        return this.#undecidedUntil(agent, 0, other) === null;
    }

    /** @param {number} agent */
    #clearOfAll(agent) {
        const known = this.clearOfAll.get(agent);
        if (known !== undefined) return known;
        const found = this.#leastDelay(agent, null);
        this.clearOfAll.set(agent, found);
        return found;
    }

    /**
     * Returns the least delay of an agent with which it is known to meet none of the others.
     *
     * @param {number} agent
     * @param {OtherBodies | null} other bodies to avoid; null: all
     * @returns {DelayCandidate}
     */
    #leastDelay(agent, other) {
        const { step } = this;
        const maxDelay = Math.max(...this.delayModels.map((delays) => delays.maxDelay(agent)));
        const last = step === null ? maxDelay : Math.ceil(maxDelay / step) * step;
        const found = { agent, delay: Infinity, undecided: Infinity };
        let delay = Math.max(0, ...this.delayModels.map((delays) => delays.minDelay(agent, other)));
        for (let isBeyond = false; ; ) {
            this.effort.spend(1);
            if (step !== null) delay = roundUpToStep(delay, step);
            // Delays beyond the last one change nothing, so only one of them is tried.
            if (delay === Infinity || isBeyond) return found;
            isBeyond = delay > last;
            let until = this.#unsafeUntil(agent, delay, other);
            if (until === null) {
                until = this.#undecidedUntil(agent, delay, other);
                if (until === null) return { ...found, delay };
                found.undecided = Math.min(found.undecided, delay);
            }
            delay = this.#nextDelay(until, delay);
        }
    }

    /**
     * Returns the next delay to try.
     *
     * @param {number} until delay up to which the last one is unsafe or undecided
     * @param {number} delay last delay that was tried
     */
    #nextDelay(until, delay) {
        const { step } = this;
        if (step !== null) {
            const next = roundUpToStep(until, step);
            const isNext = this.policy.touching === 'allowed' ? next > delay : next > until;
            return isNext ? next : next + step;
        }
        // A tolerance for overlaps also covers the overlap that rounding adds to a touch.
        const isTolerated = this.policy.touching === 'allowed' && this.policy.tolerance !== 0;
        const extraDelay = isTolerated ? 0 : TIME_RELATIVE * Math.max(1, until);
        return until + extraDelay > delay ? until + extraDelay : delay + clockResolution(delay);
    }

    /**
     * @param {number} agent
     * @param {number} delay
     * @param {OtherBodies | null} other
     */
    #unsafeUntil(agent, delay, other) {
        let latest = null;
        for (const delays of this.delayModels) {
            const until = delays.unsafeUntil(agent, delay, other);
            if (until !== null && until > (latest ?? -1)) latest = until;
        }
        return latest;
    }

    /**
     * @param {number} agent
     * @param {number} delay
     * @param {OtherBodies | null} other
     */
    #undecidedUntil(agent, delay, other) {
        return this.bodyDelays?.undecidedUntil(agent, delay, other) ?? null;
    }
}

/** Returns the candidate with the least delay, the first of equals; null if none has one. @param {DelayCandidate[]} candidates */
function smallestDelay(candidates) {
    /** @type {DelayCandidate | null} */
    let best = null;
    for (const found of candidates) if (found.delay < (best?.delay ?? Infinity)) best = found;
    return best;
}

/**
 * Returns the least multiple of a step that is not less than a delay, up to rounding.
 *
 * @param {number} delay
 * @param {number} step
 */
function roundUpToStep(delay, step) {
    return Math.ceil(delay / step - STEP_ROUNDING) * step;
}
