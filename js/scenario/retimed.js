import { durationOf } from './duration.js';
import { Names } from './names.js';

/**
 * @import { Delays } from './retiming.js'
 * @import { Agent, MotionSegment, Scenario } from './scenario.js'
 */

/**
 * A wait that a repair puts in.
 *
 * @typedef {object} Wait
 * @property {number} segment of the plan as it was, that begins later; numbered from 0
 * @property {[number, number]} at where the agent waits
 * @property {number} time when the wait begins, in the mended plan
 * @property {number} delay how long it is
 */

/**
 * What a repair changes of an agent.
 *
 * @typedef {object} Change
 * @property {number} agent numbered from 0 in file order
 * @property {string} name of the agent, as in a violation
 * @property {Wait[]} waits in time order
 * @property {number} arrivesLater their sum
 */

/**
 * The plan with its segments delayed. Where an agent stays before its motion, and its segments are straight, what is
 * inserted before the first is a segment as well: formats without times of their own have no other way to say it.
 *
 * @param {Scenario} scenario
 * @param {readonly Delays[]} delays of each agent's segments, or one for all of them, in `timeStep`s where the plan has one
 * @param {boolean} isWhole only starts are delayed
 * @returns {{ scenario: Scenario, changes: Change[], totalDelay: number }}
 */
export function retimed(scenario, delays, isWhole) {
    const tick = scenario.timeStep ?? 1;
    const names = new Names(scenario).agents;
    /** @type {Change[]} */
    const changes = [];
    let totalDelay = 0;
    const agents = scenario.agents.map((agent, number) => {
        const own = delays[number];
        const { motion } = agent;
        const last = own[own.length - 1] ?? 0;
        if (motion.length === 0 || last === 0) return agent;
        const arrivesLater = last * tick;
        totalDelay += arrivesLater;
        const made = isWhole
            ? delayed(agent, arrivesLater)
            : stretched(agent, own, tick, scenario.beforeStart);
        changes.push({ agent: number, name: names[number], waits: made.waits, arrivesLater });
        const { states } = agent;
        if (states === undefined || !isWhole) return { ...agent, motion: made.motion };
        const shifted = states.map((state) => ({ ...state, t: state.t + arrivesLater }));
        return { ...agent, motion: made.motion, states: shifted };
    });
    const mended = { ...scenario, agents };
    if (scenario.discrete !== null) {
        const cells = scenario.discrete.cells.map((own, a) => {
            return cellsOf(own, scenario.agents[a].motion, delays[a], tick);
        });
        mended.discrete = { cells, wanted: null };
    }
    return { scenario: mended, changes, totalDelay };
}

/**
 * All of a motion later.
 *
 * @param {Agent} agent
 * @param {number} delay
 * @returns {{ motion: MotionSegment[], waits: Wait[] }}
 */
function delayed({ motion }, delay) {
    const [{ t0, x, y }] = motion;
    return {
        motion: motion.map((segment) => ({
            ...segment,
            t0: segment.t0 + delay,
            t1: segment.t1 + delay,
        })),
        waits: [{ segment: 0, at: [x[0], y[0]], time: t0, delay }],
    };
}

/**
 * A motion with waits between its segments. Times are running sums of the durations, as formats without times have them.
 *
 * @param {Agent} agent
 * @param {Delays} delays
 * @param {number} tick
 * @param {'stay' | 'vanish'} beforeStart
 */
function stretched({ motion }, delays, tick, beforeStart) {
    /** @type {MotionSegment[]} */
    const made = [];
    /** @type {Wait[]} */
    const waits = [];
    let now = motion[0].t0;
    let held = 0;
    motion.forEach((segment, k) => {
        const { t0, x, y } = segment;
        if (delays[k] > held) {
            const until = Math.max(now, t0 + delays[k] * tick);
            const at = { x: x[0], y: y[0] };
            waits.push({
                segment: k,
                at: [at.x, at.y],
                time: now,
                delay: (delays[k] - held) * tick,
            });
            if (k > 0 || beforeStart === 'stay') {
                made.push({ t0: now, t1: until, x: [at.x], y: [at.y], end: at });
            }
            now = until;
            held = delays[k];
        }
        if (held === 0) {
            made.push(segment);
            now = segment.t1;
            return;
        }
        const t1 = now + durationOf(segment);
        made.push({ ...segment, t0: now, t1 });
        now = t1;
    });
    return { motion: made, waits };
}

/**
 * An agent's cells, with those repeated in which it waits.
 *
 * @param {Int32Array} cells
 * @param {MotionSegment[]} motion
 * @param {Delays} delays
 * @param {number} tick
 */
function cellsOf(cells, motion, delays, tick) {
    const last = delays[delays.length - 1] ?? 0;
    if (last === 0) return cells;
    const made = new Int32Array(cells.length + 2 * last);
    let [from, to, held] = [0, 0, 0];
    motion.forEach(({ t0 }, k) => {
        if (delays[k] === held) return;
        // The cell in which it waits is the last of what comes before.
        const until = 2 * (Math.round(t0 / tick) + 1);
        made.set(cells.subarray(from, until), to);
        to += until - from;
        from = until;
        for (; held < delays[k]; held++) {
            made.set(cells.subarray(until - 2, until), to);
            to += 2;
        }
    });
    made.set(cells.subarray(from), to);
    return made;
}
