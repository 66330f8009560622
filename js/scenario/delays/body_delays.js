import { ContactPolicy } from '../checks/contact_policy.js';
import { planeGeometry } from '../checks/geometry.js';
import { clockResolution } from '../model/tolerance.js';
import { AheadEffort, Effort } from './effort.js';
import { MotionDelays } from './motion_delays.js';

/**
 * @import { Graze } from 'graze'
 * @import { ContactRules } from '../checks/contact_policy.js'
 * @import { BodyGeometry } from '../checks/geometry.js'
 * @import { OtherBodies, OtherBody } from './least_delay.js'
 * @import { DelaySpan, DelayState, FoundSpans } from './motion_delays.js'
 * @import { Scenario } from '../model/scenario.js'
 * @import { TimeSpan } from '../checks/disc_records.js'
 *
 * Plain data of the delays of bodies.
 *
 * @typedef {object} BodyDelayInput
 * @property {Scenario} scenario
 * @property {TimeSpan} span
 * @property {boolean} amongAgents false: only obstacles are checked
 *
 * An agent and some of the bodies that it may meet.
 *
 * @typedef {{ agent: number, others: OtherBody[] }} SpanQuestion
 */

/**
 * Unsafe delays of bodies of any kind (`DelayModel`), computed by `motion_delays.js`: all of them, or, if the plan has a time step,
 * one delay after the other.
 */
export class BodyDelays {
    #delays;
    #scenario;
    #amongAgents;
    /** Moving obstacles. @type {number[]} */ #moving;
    /** Time at which the last body comes to rest. */ #end;
    #resolution;
    /** Delays are multiples of it; null: any. @type {number | null} */ #step;

    /**
     * @param {BodyGeometry} geometry
     * @param {BodyDelayInput} input
     * @param {ContactPolicy} policy
     * @param {Effort} effort
     */
    constructor(geometry, { scenario, span, amongAgents }, policy, effort) {
        this.#scenario = scenario;
        this.#amongAgents = amongAgents;
        this.#step = scenario.timeStep;
        this.#delays = new MotionDelays(geometry, scenario, span.begin, policy, effort, 0);
        this.#moving = [];
        this.#end = span.horizon;
        for (const [k, { motion = [] }] of scenario.obstacles.entries()) {
            if (motion.length === 0) continue;
            this.#moving.push(k);
            this.#end = Math.max(this.#end, motion[motion.length - 1].t1);
        }
        this.#resolution = clockResolution(2 * Math.max(this.#end, -span.begin));
    }

    free() {
        this.#delays.free();
    }

    get notices() {
        return this.#delays.notices;
    }

    /** Returns the bodies that an agent may meet. @param {number} agent @returns {OtherBody[]} */
    othersOf(agent) {
        return [...this.#others(agent, null)].filter((other) => this.#isAmongBodies(other));
    }

    /** Adds the delays that were found ahead. @param {SpanQuestion} question @param {FoundSpans[]} found */
    addFound({ agent, others }, found) {
        for (const [k, each] of found.entries()) this.#delays.addFound(agent, others[k], each);
    }

    /** @param {SpanQuestion} question @param {Effort} effort that of this model @returns {FoundSpans[]} */
    findAhead({ agent, others }, effort) {
        return others.map((other) => this.#delays.findAhead(agent, other, effort));
    }

    /** Returns a lower bound of the effort of `findAhead`. @param {SpanQuestion} question */
    minEffort({ agent, others }) {
        return others.reduce((sum, other) => sum + this.#delays.minEffort(agent, other), 0);
    }

    minDelay() {
        return 0;
    }

    /** @param {number} agent */
    maxDelay(agent) {
        return Math.max(0, this.#end - this.#scenario.agents[agent].motion[0].t0);
    }

    /**
     * @param {number} agent
     * @param {number} delay
     * @param {OtherBodies | null} other
     */
    unsafeUntil(agent, delay, other) {
        if (this.#step !== null) return this.#findState(agent, delay, other, 'conflict');
        return this.#latestEnd(agent, delay, other, true);
    }

    /**
     * @param {number} agent
     * @param {number} delay
     * @param {OtherBodies | null} other
     */
    undecidedUntil(agent, delay, other) {
        if (this.#step !== null) return this.#findState(agent, delay, other, 'undecided');
        return this.#latestEnd(agent, delay, other, false);
    }

    /**
     * Returns the delay if its state with one of the bodies is the given one, or null. Of a plan with a time step only some of
     * the delays matter.
     *
     * @param {number} agent
     * @param {number} delay
     * @param {OtherBodies | null} other
     * @param {DelayState} state
     * @returns {number | null}
     */
    #findState(agent, delay, other, state) {
        for (const each of this.#others(agent, other)) {
            if (!this.#isAmongBodies(each)) continue;
            if (this.#delays.stateAt(agent, each, delay) === state) return delay;
        }
        return null;
    }

    /**
     * Returns the latest end of the spans that contain a delay; null if none does.
     *
     * @param {number} agent
     * @param {number} delay
     * @param {OtherBodies | null} other
     * @param {boolean} known
     * @returns {number | null}
     */
    #latestEnd(agent, delay, other, known) {
        /** @type {number | null} */
        let latest = null;
        for (const each of this.#others(agent, other)) {
            if (!this.#isAmongBodies(each)) continue;
            const [from, to] = [delay - this.#resolution, delay + this.#resolution];
            for (const span of this.#delays.findSpans(agent, each, from, to)) {
                if (span.known !== known || !this.#isInside(span, delay)) continue;
                latest = Math.max(latest ?? -1, this.#firstFreeDelay(span));
            }
        }
        return latest;
    }

    /** Returns whether another body is one to check. @param {OtherBody} other */
    #isAmongBodies(other) {
        return this.#amongAgents || !('agent' in other);
    }

    /**
     * Generates the bodies to check.
     *
     * @param {number} agent
     * @param {OtherBodies | null} other null: all bodies that the agent may meet
     * @returns {Generator<OtherBody>}
     */
    *#others(agent, other) {
        if (other !== null && 'obstacles' in other) {
            for (const obstacle of other.obstacles) yield { obstacle };
            return;
        }
        if (other !== null) {
            yield other;
            return;
        }
        for (const obstacle of this.#moving) yield { obstacle };
        for (let b = 0; b < this.#scenario.agents.length; b++) if (b !== agent) yield { agent: b };
    }

    /** @param {DelaySpan} span @param {number} delay */
    #isInside(span, delay) {
        const { lo, closedLo } = span;
        // A span that was cut at 0 begins before it.
        const begun = lo < delay || lo <= 0 || (closedLo && lo - this.#resolution <= delay);
        return begun && delay < this.#firstFreeDelay(span);
    }

    /** Returns the first free delay after a span, for times that are rounded. @param {DelaySpan} span */
    #firstFreeDelay({ hi, closedHi }) {
        return closedHi ? hi + this.#resolution : hi;
    }
}

/** Searches delays of bodies ahead of their use, block by block (`BlockWorker`). */
export class SpanSearch {
    #effort;
    #ahead;
    #delays;

    /**
     * @param {BodyDelays} delays
     * @param {Effort} effort that of the model
     * @param {Int32Array} spent effort that all threads have spent
     */
    constructor(delays, effort, spent) {
        this.#delays = delays;
        this.#effort = effort;
        this.#ahead = new AheadEffort(effort, spent);
    }

    free() {}

    /** @param {SpanQuestion} question @returns {FoundSpans[]} none where the effort of all blocks is spent */
    run(question) {
        return this.#ahead.run(() => this.#delays.findAhead(question, this.#effort)) ?? [];
    }
}

/** The same search with a model of its own. */
export class OwnSpanSearch extends SpanSearch {
    #delays;

    /**
     * @param {Graze} graze
     * @param {BodyDelayInput & { policy: ContactRules, maxEffort: number, spentAhead: Int32Array }} input
     */
    constructor(graze, input) {
        const effort = new Effort(input.maxEffort);
        const policy = ContactPolicy.of(input.policy);
        const delays = new BodyDelays(planeGeometry(graze), input, policy, effort);
        super(delays, effort, input.spentAhead);
        this.#delays = delays;
    }

    free() {
        this.#delays.free();
    }
}
