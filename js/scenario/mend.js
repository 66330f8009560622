import { BodyDelays } from './body_delays.js';
import { DiscDelays } from './disc_delays.js';
import { StepDelays } from './step_delays.js';
import { clockResolution, TIME_RELATIVE } from './tolerance.js';
import { isPlain } from './tracks.js';

/**
 * @import { Graze } from 'graze'
 * @import { Reading } from './reading.js'
 * @import { Scenario } from './scenario.js'
 * @import { TimeSpan } from './tracks.js'
 * @import { Violation } from './validate.js'
 */

/**
 * A delay that ends a conflict: all that the agent does happens that much later; where agents are before their
 * motions it waits longer first.
 *
 * @typedef {object} Mend
 * @property {number} agent which of the two starts later
 * @property {number} delay the least that does, above 0, of whole time steps when the plan has them; else to 1e-9
 * @property {'all' | 'pair'} clears 'all': it then is in conflict with no agent and no moving obstacle; 'pair':
 *   no delay does that, and this one ends the conflict of these two only
 */

/**
 * What a delay of one agent leads to.
 *
 * @typedef {object} Delays
 * @property {(agent: number, other: Other | null) => number} least no smaller delay is safe
 * @property {(agent: number) => number} most delays above it change nothing
 * @property {(agent: number, delay: number, other: Other | null) => number | null} unsafeUntil null: with that delay
 *   the agent meets nobody, or not the other one; else the delay up to which it does, at least `delay`
 *
 * @typedef {{ agent: number } | { obstacle: number }} Other
 */

/** What all mends of a plan together may cost: some seconds. */
const EFFORT = 50_000_000;

/** What is left of an effort. A plan in which everybody meets everybody must not take for ever. */
export class Effort {
    #left = EFFORT;

    /** @param {number} cost */
    spend(cost) {
        this.#left -= cost;
        if (this.#left < 0) throw new EffortSpent();
    }
}

/** Ends a search; told to nobody. */
class EffortSpent extends Error {}

/**
 * Adds to conflicts of two agents, and of agents with moving obstacles, the least delay that ends them.
 *
 * @param {Graze} graze
 * @param {Scenario} scenario
 * @param {TimeSpan} span
 * @param {Reading} reading
 * @param {Violation[]} violations
 * @param {number} most how many are looked at, the first ones
 */
export function addMends(graze, scenario, span, reading, violations, most) {
    /** Moving obstacles by name, which several may share. @type {Map<string | undefined, number[]>} */
    const moving = new Map();
    scenario.obstacles.forEach(({ name, motion = [] }, k) => {
        if (motion.length > 0) moving.set(name, [...(moving.get(name) ?? []), k]);
    });
    const asked = violations
        .filter(({ agents, obstacle }) => agents.length === 2 || moving.has(obstacle))
        .slice(0, most);
    if (asked.length === 0) return;
    const finder = new MendFinder(graze, scenario, span, reading);
    try {
        for (const violation of asked) {
            const [a, b] = violation.agents;
            const mend =
                b === undefined
                    ? finder.findFirst(a, moving.get(violation.obstacle) ?? [])
                    : finder.find([
                          [a, { agent: b }],
                          [b, { agent: a }],
                      ]);
            if (mend !== undefined) violation.mend = mend;
        }
    } catch (error) {
        // What is left has none: it was not looked for.
        if (!(error instanceof EffortSpent)) throw error;
    } finally {
        finder.free();
    }
}

class MendFinder {
    /**
     * @param {Graze} graze
     * @param {Scenario} scenario
     * @param {TimeSpan} span
     * @param {Reading} reading
     */
    constructor(graze, scenario, span, reading) {
        this.scenario = scenario;
        this.reading = reading;
        const effort = new Effort();
        this.effort = effort;
        // A plan in whole steps starts at one.
        this.step = scenario.timeStep ?? (scenario.sized ? null : 1);
        /** @type {Delays[]} */
        this.delays = [];
        /** @type {BodyDelays | null} */
        this.bodies = null;
        /** What was found for an agent, when it is to meet nobody. @type {Map<number, number>} */
        this.clearOfAll = new Map();
        const { discrete, obstacles, sized } = scenario;
        if (!sized) {
            if (discrete !== null) this.delays.push(new StepDelays(scenario, effort));
            return;
        }
        const plain = isPlain(scenario);
        if (plain) this.delays.push(new DiscDelays(graze, scenario, span, reading, effort));
        if (plain && !obstacles.some(({ motion }) => motion?.length)) return;
        this.bodies = new BodyDelays(graze, scenario, span, reading, !plain, effort);
        this.delays.push(this.bodies);
    }

    free() {
        this.bodies?.free();
    }

    /**
     * @param {[agent: number, other: Other][]} pairs who can be late, and whom it is to miss
     * @returns {Mend | null | undefined} undefined: there is nothing to mend by delays
     */
    find(pairs) {
        if (this.delays.length === 0) return undefined;
        const moving = pairs.filter(([agent]) => this.scenario.agents[agent].motion.length > 0);
        // What was only ordered, not done, is no conflict that a later start ends.
        if (moving.some(([agent, other]) => this.#unsafeUntil(agent, 0, other) === null)) {
            return undefined;
        }
        /** @type {Mend | null} */
        let best = null;
        for (const [agent] of moving) {
            const delay = this.#clearOfAll(agent);
            if (delay < (best?.delay ?? Infinity)) best = { agent, delay, clears: 'all' };
        }
        if (best !== null) return best;
        for (const [agent, other] of moving) {
            const delay = this.#least(agent, other);
            if (delay < (best?.delay ?? Infinity)) best = { agent, delay, clears: 'pair' };
        }
        return best;
    }

    /**
     * Of an agent and the first of some obstacles that it meets.
     *
     * @param {number} agent
     * @param {number[]} obstacles
     */
    findFirst(agent, obstacles) {
        for (const obstacle of obstacles) {
            const mend = this.find([[agent, { obstacle }]]);
            if (mend !== undefined) return mend;
        }
        return undefined;
    }

    /** @param {number} agent */
    #clearOfAll(agent) {
        const known = this.clearOfAll.get(agent);
        if (known !== undefined) return known;
        const delay = this.#least(agent, null);
        this.clearOfAll.set(agent, delay);
        return delay;
    }

    /**
     * The least delay of an agent with which it meets none.
     *
     * @param {number} agent
     * @param {Other | null} other null: all
     * @returns {number} Infinity when there is none
     */
    #least(agent, other) {
        const { step } = this;
        const most = Math.max(...this.delays.map((delays) => delays.most(agent)));
        const last = step === null ? most : Math.ceil(most / step) * step;
        let delay = Math.max(0, ...this.delays.map((delays) => delays.least(agent, other)));
        for (;;) {
            this.effort.spend(1);
            if (step !== null) delay = wholeSteps(delay, step);
            if (!(delay <= last)) return Infinity;
            const until = this.#unsafeUntil(agent, delay, other);
            if (until === null) return delay;
            delay = this.#after(until, delay);
        }
    }

    /**
     * The next delay to try.
     *
     * @param {number} until
     * @param {number} delay that was tried
     */
    #after(until, delay) {
        const { step } = this;
        if (step !== null) {
            const next = wholeSteps(until, step);
            const isNext = this.reading.name === 'open' ? next > delay : next > until;
            return isNext ? next : next + step;
        }
        // With a tolerance, what rounding adds to a touch is forgiven.
        const isForgiven = this.reading.name === 'open' && this.reading.tolerance !== 0;
        const more = isForgiven ? 0 : TIME_RELATIVE * Math.max(1, until);
        return until + more > delay ? until + more : delay + clockResolution(delay);
    }

    /**
     * @param {number} agent
     * @param {number} delay
     * @param {Other | null} other
     */
    #unsafeUntil(agent, delay, other) {
        let most = null;
        for (const delays of this.delays) {
            const until = delays.unsafeUntil(agent, delay, other);
            if (until !== null && until > (most ?? -1)) most = until;
        }
        return most;
    }
}

/**
 * The least multiple of a step that is no less than a delay, but for rounding.
 *
 * @param {number} delay
 * @param {number} step
 */
function wholeSteps(delay, step) {
    return Math.ceil(delay / step - 1e-9) * step;
}
