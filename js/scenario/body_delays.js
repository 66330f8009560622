import { MotionDelays } from './motion_delays.js';
import { clockResolution } from './tolerance.js';

/**
 * @import { Graze } from 'graze'
 * @import { Effort, OtherBodies, OtherBody } from './least_delay.js'
 * @import { DelaySpan } from './motion_delays.js'
 * @import { ContactPolicy } from './contact_policy.js'
 * @import { Scenario } from './scenario.js'
 * @import { TimeSpan } from './disc_records.js'
 *
 * Plain data of the delays of bodies.
 *
 * @typedef {object} BodyDelayInput
 * @property {Scenario} scenario
 * @property {TimeSpan} span
 * @property {boolean} amongAgents false: only obstacles are checked
 */

/** Unsafe delays of bodies of any kind (`DelayModel`), computed by `motion_delays.js`. */
export class BodyDelays {
    #delays;
    #scenario;
    #amongAgents;
    /** Moving obstacles. @type {number[]} */ #moving;
    /** Time at which the last body comes to rest. */ #end;
    #resolution;

    /**
     * @param {Graze} graze
     * @param {BodyDelayInput} input
     * @param {ContactPolicy} policy
     * @param {Effort} effort
     */
    constructor(graze, { scenario, span, amongAgents }, policy, effort) {
        this.#scenario = scenario;
        this.#amongAgents = amongAgents;
        this.#delays = new MotionDelays(graze, scenario, span.begin, policy, effort, 0);
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

    /** Notices about searches that were cut short, by pair of bodies, in the order of the searches. */
    get notices() {
        return this.#delays.notices;
    }

    /** Adds notices of searches by another model. @param {[pair: string, text: string][]} notices */
    addNotices(notices) {
        for (const [pair, text] of notices) this.#delays.notices.set(pair, text);
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
        return this.#latestEnd(agent, delay, other, true);
    }

    /**
     * @param {number} agent
     * @param {number} delay
     * @param {OtherBodies | null} other
     */
    undecidedUntil(agent, delay, other) {
        return this.#latestEnd(agent, delay, other, false);
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
            if ('agent' in each && !this.#amongAgents) continue;
            for (const span of this.#delays.findSpans(agent, each)) {
                if (span.known !== known || !this.#isInside(span, delay)) continue;
                latest = Math.max(latest ?? -1, this.#firstFreeDelay(span));
            }
        }
        return latest;
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
