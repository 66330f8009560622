import { BodyDelays } from './body_delays.js';
import { DiscDelays } from './disc_delays.js';
import { hasOnlyLinearDiscs } from './disc_records.js';
import { STEP_ROUNDING } from './motion_delays.js';
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
 * A delay that ends a conflict: all that the agent does happens that much later; where agents are before their
 * motions it waits longer first.
 *
 * @typedef {object} DelaySuggestion
 * @property {number} agent which of the two starts later
 * @property {number} delay above 0, of whole time steps when the plan has them; else to 1e-9. The least that does, where
 *   the violation's `suggestionStatus` is 'minimum'
 * @property {number} [roundedDelay] `delay` rounded up to six digits, which does as well. Absent: `delay` has no more digits, or
 *   that is not known to do
 * @property {'all' | 'pair'} resolves 'all': it then is in conflict with no agent and no moving obstacle; 'pair': only the
 *   conflict of these two is known to end. No delay does more, where the violation's `suggestionStatus` is 'minimum'
 */

/**
 * How far the search for a delay that ends a conflict is decided. 'minimum': no smaller delay does; 'sufficient': the delay does,
 * but smaller ones are undecided; 'none': no delay does; 'undecided': no delay is known to, and some are undecided.
 *
 * @typedef {'minimum' | 'sufficient' | 'none' | 'undecided'} SuggestionStatus
 */

/**
 * Interface of a search for conflicts that a delay of one agent causes.
 *
 * @typedef {object} DelayModel
 * @property {(agent: number, other: OtherBodies | null) => number} minDelay no smaller delay is safe
 * @property {(agent: number) => number} maxDelay delays above it change nothing
 * @property {(agent: number, delay: number, other: OtherBodies | null) => number | null} unsafeUntil null: with that delay
 *   the agent is not known to meet anybody, or the other one; else the delay up to which it does, at least `delay`
 * @property {(agent: number, delay: number, other: OtherBodies | null) => number | null} [undecidedUntil] null: it is known
 *   whether it does; else the delay up to which that is undecided. Absent: it always is known
 *
 * @typedef {{ agent: number } | { obstacle: number }} OtherBody
 *
 * @typedef {OtherBody | { obstacles: number[] }} OtherBodies `obstacles`: those of one name
 *
 * @typedef {object} DelayCandidate
 * @property {number} agent
 * @property {number} delay Infinity: none is known
 * @property {number} undecided the least delay that is undecided; Infinity: none up to `delay` is
 */

/** Maximum effort for all suggestions of a plan: some seconds. */
const MAX_EFFORT = 50_000_000;

/** Remaining effort of a search. It bounds the time of plans in which all agents meet each other. */
export class Effort {
    #left = MAX_EFFORT;

    /** @param {number} cost */
    spend(cost) {
        this.#left -= cost;
        if (this.#left < 0) throw new EffortSpent();
    }
}

/** Ends a search; it is never reported. */
class EffortSpent extends Error {}

/**
 * Adds to conflicts of two agents, and of agents with moving obstacles, the least delay that ends them.
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
        // A plan in whole steps starts at one.
        this.step = scenario.timeStep ?? (scenario.sizesKnown ? null : 1);
        /** @type {DelayModel[]} */
        this.delayModels = [];
        /** @type {BodyDelays | null} */
        this.bodyDelays = null;
        /** Smallest delay found per agent that avoids all others. @type {Map<number, DelayCandidate>} */
        this.clearOfAll = new Map();
        const { discrete, obstacles, sizesKnown } = scenario;
        if (!sizesKnown) {
            if (discrete !== null) this.delayModels.push(new StepDelays(scenario, effort));
            return;
        }
        const areLinearDiscs = hasOnlyLinearDiscs(scenario);
        if (areLinearDiscs)
            this.delayModels.push(new DiscDelays(graze, scenario, span, policy, effort));
        if (areLinearDiscs && !obstacles.some(({ motion }) => motion?.length)) return;
        this.bodyDelays = new BodyDelays(graze, scenario, span, policy, !areLinearDiscs, effort);
        this.delayModels.push(this.bodyDelays);
    }

    free() {
        this.bodyDelays?.free();
    }

    get notices() {
        return this.bodyDelays?.notices ?? [];
    }

    /**
     * @param {[agent: number, other: OtherBodies][]} pairs agents that can be late, and the bodies that each must avoid
     * @returns {{ suggestion: DelaySuggestion | null, suggestionStatus: SuggestionStatus } | undefined} undefined: no
     *   delay affects the violation
     */
    find(pairs) {
        if (this.delayModels.length === 0) return undefined;
        const moving = pairs.filter(([agent]) => this.scenario.agents[agent].motion.length > 0);
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
     * @param {boolean} isKnown no other kind of delay is undecided
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

    /** Returns whether an agent surely does not meet another body. @param {number} agent @param {OtherBodies} other */
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
     * Returns the least delay of an agent with which it is known to meet none.
     *
     * @param {number} agent
     * @param {OtherBodies | null} other null: all
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
            // Delays beyond the last one change nothing, so one of them is tried.
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
     * The next delay to try.
     *
     * @param {number} until
     * @param {number} delay that was tried
     */
    #nextDelay(until, delay) {
        const { step } = this;
        if (step !== null) {
            const next = roundUpToStep(until, step);
            const isNext = this.policy.touching === 'allowed' ? next > delay : next > until;
            return isNext ? next : next + step;
        }
        // With a tolerance, what rounding adds to a touch is forgiven.
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

/** Returns the one with the least delay, the first of equals; null when none has one. @param {DelayCandidate[]} candidates */
function smallestDelay(candidates) {
    /** @type {DelayCandidate | null} */
    let best = null;
    for (const found of candidates) if (found.delay < (best?.delay ?? Infinity)) best = found;
    return best;
}

/**
 * The least multiple of a step that is no less than a delay, but for rounding.
 *
 * @param {number} delay
 * @param {number} step
 */
function roundUpToStep(delay, step) {
    return Math.ceil(delay / step - STEP_ROUNDING) * step;
}
