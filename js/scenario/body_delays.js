import { Bodies } from './bodies.js';
import { Grown } from './encounter.js';

/**
 * @import { Graze } from 'graze'
 * @import { Body } from './bodies.js'
 * @import { Effort, Other } from './mend.js'
 * @import { Reading } from './reading.js'
 * @import { Scenario } from './scenario.js'
 * @import { TimeSpan } from './tracks.js'
 *
 * @typedef {{ lo: number, hi: number, closed: boolean }[]} Spans `closed`: at its end they meet too, of which one
 *   vanishes just then
 */

/** What a query costs, of an effort. */
const COST = 3000;

/** The slack of delays, as a part of the tolerance. */
const SLACK = 1 / 4;

/** What is added to a distance that is kept, of the bodies' size. */
const MORE = 2 ** -30;

/**
 * Delays of bodies of any kind. Read open, a delay counts as safe when the two then overlap no deeper than the
 * tolerance as far as that is its quarter; deeper ones, which a larger tolerance forgives, count as unsafe.
 */
export class BodyDelays {
    /** @type {Map<string, Spans>} */ #spans = new Map();
    /** @type {Map<Body, number[]>} */ #boxes = new Map();

    /**
     * @param {Graze} graze
     * @param {Scenario} scenario
     * @param {TimeSpan} span
     * @param {Reading} reading
     * @param {boolean} amongAgents false: only obstacles are looked at
     * @param {Effort} effort
     */
    constructor(graze, scenario, span, reading, amongAgents, effort) {
        this.effort = effort;
        this.graze = graze;
        this.scenario = scenario;
        this.span = span;
        this.reading = reading;
        this.amongAgents = amongAgents;
        this.bodies = new Bodies(graze, scenario, span.begin);
        this.grown = new Grown(graze);
        /** @type {Map<number, Body[]>} */
        this.ofAgent = groupBy(this.bodies.agents, ({ agent }) => agent);
        /** @type {Map<number, Body[]>} */
        this.ofObstacle = groupBy(this.bodies.obstacles, ({ obstacle }) => obstacle);
        this.moving = scenario.obstacles.flatMap(({ motion }, k) => (motion?.length ? [k] : []));
    }

    free() {
        this.grown.free();
        this.bodies.free();
    }

    least() {
        return 0;
    }

    /** @param {number} agent */
    most(agent) {
        const { motion } = this.scenario.agents[agent];
        return Math.max(0, this.span.horizon - motion[0].t0);
    }

    /**
     * @param {number} agent
     * @param {number} delay
     * @param {Other | null} other
     */
    unsafeUntil(agent, delay, other) {
        if (other !== null) return inside(this.#spansWith(agent, other), delay, this.reading);
        /** @type {number | null} */
        let most = null;
        /** @param {Other} next */
        const ask = (next) => {
            const until = inside(this.#spansWith(agent, next), delay, this.reading);
            if (until !== null && until > (most ?? -1)) most = until;
        };
        for (const obstacle of this.moving) ask({ obstacle });
        if (!this.amongAgents) return most;
        for (let b = 0; b < this.scenario.agents.length; b++) if (b !== agent) ask({ agent: b });
        return most;
    }

    /**
     * @param {number} agent
     * @param {Other} other
     * @returns {Spans}
     */
    #spansWith(agent, other) {
        const isAgent = 'agent' in other;
        if (isAgent && !this.amongAgents) return [];
        const key = isAgent ? `${agent} ${other.agent}` : `${agent} obstacle ${other.obstacle}`;
        this.effort.spend(1);
        const known = this.#spans.get(key);
        if (known !== undefined) return known;
        const others = isAgent
            ? this.ofAgent.get(other.agent)
            : this.ofObstacle.get(other.obstacle);
        /** @type {Spans} */
        const spans = [];
        for (const a of this.ofAgent.get(agent) ?? []) {
            for (const b of others ?? []) spans.push(...this.#delays(a, b));
        }
        this.#spans.set(key, spans);
        return spans;
    }

    /**
     * @param {Body} a
     * @param {Body} b
     * @returns {Spans}
     */
    #delays(a, b) {
        const error = a.part.error + b.part.error;
        const size = a.part.size + b.part.size;
        const tolerance = this.reading.toleranceFor(size, error);
        const isClosed = this.reading.name === 'closed';
        // A little more than is asked, so that what touches is not missed.
        const keeps = isClosed ? tolerance + error + MORE * size : 0;
        if (this.#areFar(a, b, keeps)) return [];
        this.effort.spend(COST);
        const asked = { from: 0, ...(tolerance > 0 ? { slack: SLACK * tolerance } : {}) };
        const shape = this.grown.of(a.shape, keeps);
        return this.graze
            .motionDelays(shape, a.motion, b.shape, b.motion, asked)
            .filter(({ status }) => isClosed || status !== 'graze')
            .map(({ status, begin, end }) => ({
                lo: begin[0],
                hi: status === 'undecided' ? Infinity : end[1],
                closed: isClosed || end[0] === end[1],
            }));
    }

    /**
     * Do the two never come near the same place, whenever?
     *
     * @param {Body} a
     * @param {Body} b
     * @param {number} reach
     */
    #areFar(a, b, reach) {
        const [p, q] = [this.#box(a), this.#box(b)];
        return (
            p[0] > q[1] + reach || q[0] > p[1] + reach || p[2] > q[3] + reach || q[2] > p[3] + reach
        );
    }

    /** All that a body ever covers. @param {Body} body */
    #box(body) {
        let box = this.#boxes.get(body);
        if (box === undefined) {
            const { x, y } = body.motion.bounds();
            const { centre, size, error } = body.part;
            const reach = 3 * (size + error) + Math.hypot(centre.x, centre.y);
            box = [x[0] - reach, x[1] + reach, y[0] - reach, y[1] + reach];
            this.#boxes.set(body, box);
        }
        return box;
    }
}

/**
 * The end of the spans that a delay is inside of.
 *
 * @param {Spans} spans
 * @param {number} delay
 * @param {Reading} reading
 * @returns {number | null}
 */
function inside(spans, delay, reading) {
    /** @type {number | null} */
    let most = null;
    for (const { lo, hi, closed } of spans) {
        // Cut off at 0, a span begins before it.
        const begun = reading.name === 'open' ? lo < delay || lo <= 0 : lo <= delay;
        const isIn = begun && (closed ? delay <= hi : delay < hi);
        if (isIn && hi > (most ?? -1)) most = hi;
    }
    return most;
}

/**
 * @param {Body[]} bodies
 * @param {(body: Body) => number} keyOf
 */
function groupBy(bodies, keyOf) {
    /** @type {Map<number, Body[]>} */
    const groups = new Map();
    for (const body of bodies) {
        const group = groups.get(keyOf(body));
        if (group === undefined) groups.set(keyOf(body), [body]);
        else group.push(body);
    }
    return groups;
}
