import { GrazeError } from 'graze';
import { refusal } from './held.js';
import { Names } from './names.js';
import { place as placeOf } from './roadmap.js';
import { written } from './said.js';
import { clockResolution, POSITION_RELATIVE } from './tolerance.js';
import { endPoint, startPoint } from './tracks.js';

/**
 * The plan as it was meant, held against the plan as it is: the same agents on the same ways, which may wait elsewhere.
 *
 * @import { Reference } from './ordering.js'
 * @import { Agent, MotionSegment, Point, Scenario } from './scenario.js'
 *
 * @typedef {{ begin: Float64Array, end: Float64Array }} Times of one agent, as of a Reference
 */

/**
 * Returns when the plan before has the agents where, as delays over the plan.
 *
 * @param {Scenario} scenario
 * @param {Scenario} before
 * @param {boolean} isWhole agents are only later as a whole; else they wait at the ends of segments
 * @returns {Reference}
 * @throws {GrazeError} `other-plan` with the agent, and the place where the two plans part
 */
export function referenceOf(scenario, before, isWhole) {
    const tick = scenario.timeStep ?? 1;
    const names = new Names(scenario);
    const partners = partnersOf(scenario, before, names);
    const times = scenario.agents.map((agent, a) => {
        const other = partners[a];
        checkStart(agent, other, a, names);
        return isWhole
            ? shiftOf(agent, other, a, tick, names)
            : timesOf(agent, other, a, tick, before, names);
    });
    for (const { motion } of isWhole ? scenario.obstacles : []) {
        // Nobody can delay an obstacle.
        if (motion?.length) times.push({ begin: new Float64Array(1), end: new Float64Array(1) });
    }
    return { begin: times.map(({ begin }) => begin), end: times.map(({ end }) => end) };
}

/** @param {Point} point */
function place(point) {
    return written(placeOf(point));
}

/** @param {string} text @param {number} [index] */
function otherPlan(text, index) {
    return new GrazeError('other-plan', text, { argument: 'before', index });
}

/**
 * Returns each agent's self in the plan before, by name; by number where names say nothing.
 *
 * @param {Scenario} scenario
 * @param {Scenario} before
 * @param {Names} names of the scenario
 * @returns {Agent[]}
 */
function partnersOf({ agents }, before, names) {
    const others = before.agents;
    /** @param {Agent[]} each */
    const byName = (each) => new Map(each.map((agent) => [agent.name, agent]));
    const [own, theirs] = [byName(agents), byName(others)];
    const isNamed =
        own.size === agents.length &&
        theirs.size === others.length &&
        agents.some(({ name }) => theirs.has(name));
    const missing = isNamed
        ? agents.findIndex(({ name }) => !theirs.has(name))
        : agents.findIndex((_, a) => a >= others.length);
    if (missing >= 0) {
        const text = `the plan before has no ${names.inWords([missing])}, which the plan has`;
        throw otherPlan(text, missing);
    }
    const odd = isNamed
        ? others.findIndex(({ name }) => !own.has(name))
        : others.findIndex((_, a) => a >= agents.length);
    if (odd >= 0) {
        const who = new Names(before).inWords([odd]);
        throw otherPlan(`the plan before has ${who}, which the plan has not`, odd);
    }
    return isNamed
        ? agents.map(({ name }) => /** @type {Agent} */ (theirs.get(name)))
        : others.slice();
}

/** @param {Agent} agent @returns {Point | null} */
function beginOf({ motion: [first], start }) {
    return first === undefined ? start : startPoint(first);
}

/** @param {Agent} agent @param {Agent} other @param {number} a @param {Names} names */
function checkStart(agent, other, a, names) {
    const [p, q] = [agent, other].map(beginOf);
    if (p === null || q === null || isSame(p, q)) return;
    const text = `${names.inWords([a])} begins at ${place(p)}, but at ${place(q)} in the plan before`;
    throw otherPlan(text, a);
}

/** @param {Point} p @param {Point} q */
function isSame(p, q) {
    return isNear(p.x, q.x) && isNear(p.y, q.y);
}

/** @param {number} p @param {number} q */
function isNear(p, q) {
    return Math.abs(p - q) <= POSITION_RELATIVE * Math.max(1, Math.abs(p), Math.abs(q));
}

/** @param {MotionSegment} segment */
function isMove({ x, y }) {
    return [x, y].some((polynomial) => polynomial.some((c, k) => k > 0 && c !== 0));
}

/** @param {MotionSegment} segment */
function isStraight({ x, y }) {
    return [x, y].every((polynomial) => polynomial.every((c, k) => k <= 1 || c === 0));
}

/**
 * @param {Agent} agent
 * @param {Agent} other
 * @param {number} a
 * @param {number} tick
 * @param {Scenario} before
 * @param {Names} names
 * @returns {Times}
 */
function timesOf(agent, other, a, tick, { beforeStart, atGoal }, names) {
    const { motion } = agent;
    const moves = other.motion.filter(isMove);
    const begin = new Float64Array(motion.length);
    const end = new Float64Array(motion.length);
    /** Between which times the other is where this one waits. */
    let since = beforeStart === 'vanish' ? (other.motion[0]?.t0 ?? -Infinity) : -Infinity;
    const gone = atGoal === 'vanish' ? (other.motion.at(-1)?.t1 ?? Infinity) : Infinity;
    let done = 0;
    for (const [k, segment] of motion.entries()) {
        const next = moves[done];
        if (!isMove(segment)) {
            begin[k] = (since - segment.t0) / tick;
            end[k] = ((next?.t0 ?? gone) - segment.t1) / tick;
            continue;
        }
        checkMove(names, a, segment, next);
        begin[k] = (next.t0 - segment.t0) / tick;
        end[k] = (next.t1 - segment.t1) / tick;
        since = next.t1;
        done++;
    }
    if (done === moves.length) return { begin, end };
    const from = place(startPoint(moves[done]));
    throw otherPlan(`${names.inWords([a])} ends at ${from}, but goes on in the plan before`, a);
}

/**
 * @param {Names} names
 * @param {number} a
 * @param {MotionSegment} segment
 * @param {MotionSegment | undefined} other
 * @returns {asserts other is MotionSegment}
 */
function checkMove(names, a, segment, other) {
    const from = startPoint(segment);
    const to = endPoint(segment);
    const way = `${names.inWords([a])} goes from ${place(from)} to ${place(to)} at t = ${segment.t0}`;
    if (other === undefined) throw otherPlan(`${way}, but ends there in the plan before`, a);
    const start = startPoint(other);
    const goal = endPoint(other);
    if (isSame(from, start) && isSame(to, goal) && isStraight(other)) return;
    const curved = isStraight(other) ? '' : 'in a curve ';
    const text = `${way}, but ${curved}from ${place(start)} to ${place(goal)} in the plan before`;
    throw otherPlan(text, a);
}

/**
 * Returns how much later the other begins, which does the same.
 *
 * @param {Agent} agent
 * @param {Agent} other
 * @param {number} a
 * @param {number} tick
 * @param {Names} names
 * @returns {Times}
 */
function shiftOf(agent, other, a, tick, names) {
    const shift = (other.motion[0]?.t0 ?? 0) - (agent.motion[0]?.t0 ?? 0);
    const length = Math.max(agent.motion.length, other.motion.length);
    for (let k = 0; k < length; k++) {
        const [own, theirs] = [agent.motion[k], other.motion[k]];
        if (own !== undefined && theirs !== undefined && isShifted(own, theirs, shift)) continue;
        const segment = own ?? theirs;
        const at = `at ${place(startPoint(segment))} at t = ${segment.t0}`;
        const text = `${names.inWords([a])} does not move ${at} as in the plan before, only later`;
        throw otherPlan(text, a);
    }
    const own = Float64Array.of(shift / tick);
    return { begin: own, end: own };
}

/** @param {MotionSegment} own @param {MotionSegment} other @param {number} shift */
function isShifted(own, other, shift) {
    const slack = 4 * clockResolution(Math.abs(other.t1) + Math.abs(shift));
    return (
        Math.abs(own.t0 + shift - other.t0) <= slack &&
        Math.abs(own.t1 + shift - other.t1) <= slack &&
        [
            [own.x, other.x],
            [own.y, other.y],
            [own.theta ?? [], other.theta ?? []],
        ].every(([p, q]) => {
            return Array.from({ length: Math.max(p.length, q.length) }).every((_, k) =>
                isNear(p[k] ?? 0, q[k] ?? 0),
            );
        })
    );
}

/**
 * Returns the plan before, as far as it is one.
 *
 * @param {unknown} before
 * @returns {asserts before is Scenario | undefined}
 */
export function holdBefore(before) {
    if (before === undefined || (typeof before === 'object' && before !== null)) return;
    throw refusal('wrong-type', 'before', 'a scenario', before);
}
