import { ContactPolicy } from '../checks/contact_policy.js';
import { planeGeometry } from '../checks/geometry.js';
import { clockResolution, TIME_RELATIVE } from '../model/tolerance.js';
import { BodyDelays } from './body_delays.js';
import { DiscDelays } from './disc_delays.js';
import { AheadEffort, Effort } from './effort.js';
import { STEP_ROUNDING } from './motion_delays.js';
import { StepDelays } from './step_delays.js';

/**
 * Searches the least delay of an agent with which it meets no others.
 *
 * @import { Graze } from 'graze'
 * @import { BodyDelayInput } from './body_delays.js'
 * @import { ContactRules } from '../checks/contact_policy.js'
 * @import { BodyGeometry } from '../checks/geometry.js'
 * @import { DiscDelayInput } from './disc_delays.js'
 * @import { StepDelayInput } from './step_delays.js'
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
 * @property {() => void} [forget] forgets what earlier searches found
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

/** Search for least delays, by the models of delays that apply to a plan. */
export class LeastDelays {
    /**
     * @param {DelayModel[]} models
     * @param {DelayRules} rules
     * @param {Effort} effort
     */
    constructor(models, { step, policy }, effort) {
        this.models = models;
        this.step = step;
        this.policy = policy;
        this.effort = effort;
    }

    /**
     * Returns the least delay of an agent with which it is known to meet none of the others.
     *
     * @param {number} agent
     * @param {OtherBodies | null} other bodies to avoid; null: all
     * @returns {DelayCandidate}
     */
    find(agent, other) {
        const { step } = this;
        const maxDelay = Math.max(...this.models.map((delays) => delays.maxDelay(agent)));
        const last = step === null ? maxDelay : Math.ceil(maxDelay / step) * step;
        const found = { agent, delay: Infinity, undecided: Infinity };
        let delay = Math.max(0, ...this.models.map((delays) => delays.minDelay(agent, other)));
        for (let isBeyond = false; ; ) {
            this.effort.spend(1);
            if (step !== null) delay = roundUpToStep(delay, step);
            // Delays beyond the last one change nothing, so only one of them is tried.
            if (delay === Infinity || isBeyond) return found;
            isBeyond = delay > last;
            let until = this.unsafeUntil(agent, delay, other);
            if (until === null) {
                until = this.undecidedUntil(agent, delay, other);
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
    unsafeUntil(agent, delay, other) {
        let latest = null;
        for (const delays of this.models) {
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
    undecidedUntil(agent, delay, other) {
        let latest = null;
        for (const model of this.models) {
            const until = model.undecidedUntil?.(agent, delay, other) ?? null;
            if (until !== null && until > (latest ?? -1)) latest = until;
        }
        return latest;
    }
}

/**
 * Rules of a plan for delays.
 *
 * @typedef {object} DelayRules
 * @property {number | null} step delays are multiples of it; null: any
 * @property {ContactPolicy} policy
 */

/**
 * Data of a search that all its blocks share: those of the models that apply to the plan.
 *
 * @typedef {object} DelayInput
 * @property {DiscDelayInput} [discs]
 * @property {StepDelayInput} [steps]
 * @property {BodyDelayInput} [bodies]
 * @property {DelayRules['step']} step
 * @property {number} maxEffort
 * @property {Int32Array} spentAhead effort of all searches ahead, in memory that threads share
 * @property {ContactRules} policy
 *
 * An agent, and what it must avoid; null: all other bodies.
 *
 * @typedef {{ agent: number, other: OtherBodies | null }} DelayQuestion
 *
 * @typedef {object} DelayResult
 * @property {DelayCandidate} found
 * @property {number} effort
 */

/** Searches least delays one after the other (`BlockWorker`). */
export class AheadSearch {
    #search;
    #effort;
    #ahead;

    /**
     * @param {LeastDelays} search
     * @param {Effort} effort that of the search
     * @param {Int32Array} spent effort that all threads have spent
     */
    constructor(search, effort, spent) {
        this.#search = search;
        this.#effort = effort;
        this.#ahead = new AheadEffort(effort, spent);
    }

    free() {
        for (const model of this.#search.models) model.forget?.();
    }

    /**
     * @param {DelayQuestion} question
     * @returns {DelayResult | null} null: the effort of all blocks is spent
     */
    run({ agent, other }) {
        return this.#ahead.run(() => {
            const before = this.#effort.spent;
            const found = this.#search.find(agent, other);
            return { found, effort: this.#effort.spent - before };
        });
    }
}

/** The same search with models of its own. */
export class DelaySearch extends AheadSearch {
    #models;

    /**
     * @param {Graze} graze
     * @param {DelayInput} input
     */
    constructor(graze, input) {
        const effort = new Effort(input.maxEffort);
        const policy = ContactPolicy.of(input.policy);
        const models = makeDelayModels(graze, input, policy, effort, planeGeometry(graze));
        const search = new LeastDelays(models.all, { step: input.step, policy }, effort);
        super(search, effort, input.spentAhead);
        this.#models = models;
    }

    free() {
        this.#models.free();
    }
}

/**
 * Models of delays that apply to a plan.
 *
 * @typedef {object} DelayModels
 * @property {DelayModel[]} all
 * @property {BodyDelays | null} bodies
 * @property {() => void} free
 */

/**
 * Makes the models of delays of their data.
 *
 * @param {Graze} graze
 * @param {DelayInput} input
 * @param {ContactPolicy} policy
 * @param {Effort} effort
 * @param {BodyGeometry} geometry that of the bodies
 * @returns {DelayModels}
 */
export function makeDelayModels(graze, { steps, discs, bodies }, policy, effort, geometry) {
    const stepDelays = steps && new StepDelays(steps, effort);
    const discDelays = discs && new DiscDelays(graze, discs, policy, effort);
    const bodyDelays = bodies && new BodyDelays(geometry, bodies, policy, effort);
    return {
        all: [stepDelays, discDelays, bodyDelays].filter((each) => each !== undefined),
        bodies: bodyDelays ?? null,
        free() {
            discDelays?.free();
            bodyDelays?.free();
        },
    };
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
