import { BodyDelays } from './body_delays.js';
import { DiscDelays } from './disc_delays.js';
import { GRAIN } from './motion_delays.js';
import { roundedUp } from './said.js';
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
 * @property {number} delay above 0, of whole time steps when the plan has them; else to 1e-9. The least that does, where
 *   the violation's `delayStatus` is 'least'
 * @property {number} [rounded] `delay` rounded up to six digits, which does as well. Absent: `delay` has no more digits, or
 *   that is not known to do
 * @property {'all' | 'pair'} clears 'all': it then is in conflict with no agent and no moving obstacle; 'pair': only the
 *   conflict of these two is known to end. No delay does more, where the violation's `delayStatus` is 'least'
 */

/**
 * How far the search for a delay that ends a conflict is decided. 'least': no smaller delay does; 'enough': the delay does,
 * but smaller ones are undecided; 'none': no delay does; 'undecided': no delay is known to, and some are undecided.
 *
 * @typedef {'least' | 'enough' | 'none' | 'undecided'} DelayStatus
 */

/**
 * What a delay of one agent leads to.
 *
 * @typedef {object} Delays
 * @property {(agent: number, other: Other | null) => number} least no smaller delay is safe
 * @property {(agent: number) => number} most delays above it change nothing
 * @property {(agent: number, delay: number, other: Other | null) => number | null} unsafeUntil null: with that delay
 *   the agent is not known to meet anybody, or the other one; else the delay up to which it does, at least `delay`
 * @property {(agent: number, delay: number, other: Other | null) => number | null} [undecidedUntil] null: it is known
 *   whether it does; else the delay up to which that is undecided. Absent: it always is known
 *
 * @typedef {{ agent: number } | { obstacle: number }} OtherBody
 *
 * @typedef {OtherBody | { obstacles: number[] }} Other `obstacles`: those of one name
 *
 * @typedef {object} Found
 * @property {number} agent
 * @property {number} delay Infinity: none is known
 * @property {number} undecided the least delay that is undecided; Infinity: none up to `delay` is
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
 * @returns {string[]} what was not searched in full, in words
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
    if (asked.length === 0) return [];
    const finder = new MendFinder(graze, scenario, span, reading);
    try {
        for (const violation of asked) {
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
        // What is left has none: it was not looked for.
        if (!(error instanceof EffortSpent)) throw error;
    } finally {
        finder.free();
    }
    return finder.notices;
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
        /** What was found for an agent, when it is to meet nobody. @type {Map<number, Found>} */
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

    get notices() {
        return this.bodies?.notices ?? [];
    }

    /**
     * @param {[agent: number, other: Other][]} pairs who can be late, and whom it is to miss
     * @returns {{ mend: Mend | null, delayStatus: DelayStatus } | undefined} undefined: no delay has to do with it
     */
    find(pairs) {
        if (this.delays.length === 0) return undefined;
        const moving = pairs.filter(([agent]) => this.scenario.agents[agent].motion.length > 0);
        // What was only ordered, not done, is no conflict that a later start ends.
        if (moving.some(([agent, other]) => this.#isClear(agent, other))) return undefined;
        const ofAll = moving.map(([agent]) => this.#clearOfAll(agent));
        const isKnown = ofAll.every(({ undecided }) => undecided === Infinity);
        const first = leastOf(ofAll);
        if (first !== null) return this.#mendOf(first, null, ofAll, true);
        const ofPair = moving.map(([agent, other]) => this.#least(agent, other));
        const second = leastOf(ofPair);
        if (second !== null) {
            const [, other] = moving.find(([agent]) => agent === second.agent) ?? moving[0];
            return this.#mendOf(second, other, ofPair, isKnown);
        }
        const isNone = ofPair.every(({ undecided }) => undecided === Infinity);
        return { mend: null, delayStatus: isNone ? 'none' : 'undecided' };
    }

    /**
     * @param {Found} best
     * @param {Other | null} other whom alone it then misses; null: all
     * @param {Found[]} tried
     * @param {boolean} isKnown no other kind of delay is undecided
     * @returns {{ mend: Mend, delayStatus: DelayStatus }}
     */
    #mendOf({ agent, delay }, other, tried, isKnown) {
        const isLeast = isKnown && tried.every(({ undecided }) => undecided >= delay);
        const up = roundedUp(delay);
        const isRounded =
            up !== delay &&
            this.#unsafeUntil(agent, up, other) === null &&
            this.#undecidedUntil(agent, up, other) === null;
        const clears = other === null ? 'all' : 'pair';
        return {
            mend: { agent, delay, ...(isRounded ? { rounded: up } : {}), clears },
            delayStatus: isLeast ? 'least' : 'enough',
        };
    }

    /** Returns whether an agent surely does not meet another body. @param {number} agent @param {Other} other */
    #isClear(agent, other) {
        if (this.#unsafeUntil(agent, 0, other) !== null) return false;
        return this.#undecidedUntil(agent, 0, other) === null;
    }

    /** @param {number} agent */
    #clearOfAll(agent) {
        const known = this.clearOfAll.get(agent);
        if (known !== undefined) return known;
        const found = this.#least(agent, null);
        this.clearOfAll.set(agent, found);
        return found;
    }

    /**
     * Returns the least delay of an agent with which it is known to meet none.
     *
     * @param {number} agent
     * @param {Other | null} other null: all
     * @returns {Found}
     */
    #least(agent, other) {
        const { step } = this;
        const most = Math.max(...this.delays.map((delays) => delays.most(agent)));
        const last = step === null ? most : Math.ceil(most / step) * step;
        const found = { agent, delay: Infinity, undecided: Infinity };
        let delay = Math.max(0, ...this.delays.map((delays) => delays.least(agent, other)));
        for (let isBeyond = false; ; ) {
            this.effort.spend(1);
            if (step !== null) delay = wholeSteps(delay, step);
            // Of the delays beyond the last, which change nothing, one is tried.
            if (delay === Infinity || isBeyond) return found;
            isBeyond = delay > last;
            let until = this.#unsafeUntil(agent, delay, other);
            if (until === null) {
                until = this.#undecidedUntil(agent, delay, other);
                if (until === null) return { ...found, delay };
                found.undecided = Math.min(found.undecided, delay);
            }
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

    /**
     * @param {number} agent
     * @param {number} delay
     * @param {Other | null} other
     */
    #undecidedUntil(agent, delay, other) {
        return this.bodies?.undecidedUntil(agent, delay, other) ?? null;
    }
}

/** Returns the one with the least delay, the first of equals; null when none has one. @param {Found[]} some */
function leastOf(some) {
    /** @type {Found | null} */
    let best = null;
    for (const found of some) if (found.delay < (best?.delay ?? Infinity)) best = found;
    return best;
}

/**
 * The least multiple of a step that is no less than a delay, but for rounding.
 *
 * @param {number} delay
 * @param {number} step
 */
function wholeSteps(delay, step) {
    return Math.ceil(delay / step - GRAIN) * step;
}
