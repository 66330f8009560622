import { joinSaid, say } from './said.js';
import { POSITION_RELATIVE } from './tolerance.js';

/**
 * Tasks of driving: the state in which an agent begins, and the regions that count as its goal. Both are
 * judged at the states that the plan names, as CommonRoad does.
 *
 * @import { Agent, BodyShape, Disc, GoalRegion, PlanState, Polygon } from './scenario.js'
 * @import { Said } from './said.js'
 * @import { Draft, ViolationKind } from './validate.js'
 *
 * By how much a state misses a goal; all 0: it is reached.
 *
 * @typedef {{ time: number, area: number, heading: number, speed: number }} Miss
 *
 * @typedef {{ goal: number, state: PlanState, miss: Miss }} Try
 */

const TURN = 2 * Math.PI;

/** Slack of headings and speeds, in units of max(1, |value|): the rounding of a sum or of a root. */
const VALUE_RELATIVE = 1e-9;

/**
 * Agents none of whose states is in any of their goal regions.
 *
 * @param {Agent[]} agents
 * @returns {Draft[]}
 */
export function goalRegionViolations(agents) {
    return agents.flatMap((agent, a) => {
        const { goals = [] } = agent;
        if (goals.length === 0) return [];
        const states = statesOf(agent);
        if (states.length === 0) return [];
        /** @type {Try | undefined} */
        let best;
        for (const [goal, region] of goals.entries()) {
            for (const state of states) {
                const miss = missOf(state, region);
                if (best === undefined || isNearer(miss, best.miss)) best = { goal, state, miss };
            }
            if (best !== undefined && isReached(best.miss)) return [];
        }
        return [goalViolation(agent, a, /** @type {Try} */ (best))];
    });
}

/**
 * Agents that do not begin as their task has them, within what its format allows.
 *
 * @param {Agent[]} agents
 * @returns {Draft[]}
 */
export function beginningViolations(agents) {
    return agents.flatMap((agent, a) => {
        const { beginning } = agent;
        if (beginning === undefined) return [];
        const [state] = statesOf(agent);
        if (state === undefined) return [];
        const { within } = beginning;
        const wrong = [];
        const away = Math.hypot(state.x - beginning.x, state.y - beginning.y);
        if (differs(state.t, beginning.t, 0)) {
            wrong.push(say`at t = ${state.t}, not at t = ${beginning.t}`);
        }
        if (
            differs(state.x, beginning.x, within.position) ||
            differs(state.y, beginning.y, within.position)
        ) {
            wrong.push(say`${away} away from its initial position`);
        }
        if (beginning.heading !== null) {
            const off = headingGap(state.heading, beginning.heading);
            if (off > within.heading + VALUE_RELATIVE) {
                wrong.push(say`with its heading ${off} rad off`);
            }
        }
        if (beginning.speed !== null && differs(state.speed, beginning.speed, within.speed)) {
            wrong.push(say`with speed ${state.speed}, not ${beginning.speed}`);
        }
        if (wrong.length === 0) return [];
        const says = say`begins ${joinSaid(wrong, ', ')}`;
        return [violation('start', agent, a, state, says)];
    });
}

/**
 * The plan's states; without any, those of the knots of its motion, at the speeds of its pieces.
 *
 * @param {Agent} agent
 * @returns {PlanState[]}
 */
function statesOf({ start, motion, states }) {
    if (states !== undefined) return states;
    if (motion.length === 0 && start !== null) return [{ t: 0, ...start, heading: 0, speed: 0 }];
    const knots = motion.map((segment) => at(segment, 0));
    const last = motion.at(-1);
    if (last !== undefined && last.t1 > last.t0) knots.push(at(last, last.t1 - last.t0));
    return knots;
}

/**
 * @param {Agent['motion'][number]} segment
 * @param {number} s since its start
 * @returns {PlanState}
 */
function at({ t0, x, y, theta = [0] }, s) {
    /** @param {number[]} p */
    const value = (p) => p.reduceRight((sum, c) => sum * s + c, 0);
    /** @param {number[]} p */
    const slope = (p) => p.reduceRight((sum, c, k) => (k === 0 ? sum : sum * s + k * c), 0);
    const speed = Math.hypot(slope(x), slope(y));
    return { t: t0 + s, x: value(x), y: value(y), heading: value(theta), speed };
}

/**
 * @param {PlanState} state
 * @param {GoalRegion} goal
 * @returns {Miss}
 */
function missOf({ t, x, y, heading, speed }, goal) {
    return {
        time: goal.time === null ? 0 : outside(t, goal.time),
        area:
            goal.area === null
                ? 0
                : beyond(distanceTo(goal.area, x, y), Math.max(Math.abs(x), Math.abs(y))),
        heading: goal.heading === null ? 0 : headingOutside(heading, goal.heading),
        speed: goal.speed === null ? 0 : outside(speed, goal.speed),
    };
}

/** @param {Miss} miss */
function isReached({ time, area, heading, speed }) {
    return time === 0 && area === 0 && heading === 0 && speed === 0;
}

/** Nearer in time, then in place, then in heading and speed. @param {Miss} p @param {Miss} q */
function isNearer(p, q) {
    if (p.time !== q.time) return p.time < q.time;
    if (p.area !== q.area) return p.area < q.area;
    return p.heading + p.speed < q.heading + q.speed;
}

/** How far a value is outside an interval. @param {number} value @param {[number, number]} range */
function outside(value, [low, high]) {
    return beyond(Math.max(low - value, value - high), Math.abs(value));
}

/** What of an excess rounding does not explain. @param {number} excess @param {number} size */
function beyond(excess, size) {
    return excess > VALUE_RELATIVE * Math.max(1, size) ? excess : 0;
}

/** @param {number} p @param {number} q */
function headingGap(p, q) {
    const gap = Math.abs(p - q) % TURN;
    return Math.min(gap, TURN - gap);
}

/**
 * How far a heading is from an interval that runs counter-clockwise.
 *
 * @param {number} heading
 * @param {[number, number]} range
 */
function headingOutside(heading, [low, high]) {
    const turned = (((heading - low) % TURN) + TURN) % TURN;
    if (turned <= high - low) return 0;
    return beyond(Math.min(headingGap(heading, low), headingGap(heading, high)), 1);
}

/** @param {number} value @param {number} wanted @param {number} within */
function differs(value, wanted, within) {
    const slack = POSITION_RELATIVE * Math.max(1, Math.abs(wanted));
    return Math.abs(value - wanted) > within + slack;
}

/**
 * The distance of a point from an area, 0 within.
 *
 * @param {BodyShape} area
 * @param {number} x
 * @param {number} y
 * @returns {number}
 */
export function distanceTo(area, x, y) {
    if (area.kind === 'group') {
        return area.parts.reduce(
            (least, part) => Math.min(least, distanceTo(part, x, y)),
            Infinity,
        );
    }
    const outline = area.kind === 'disc' ? Math.hypot(x, y) : distanceToPolygon(area, x, y);
    return Math.max(0, outline - area.radius);
}

/**
 * @param {Polygon} polygon
 * @param {number} x
 * @param {number} y
 */
function distanceToPolygon({ points }, x, y) {
    let least = Infinity;
    let sides = 0;
    for (const [k, [px, py]] of points.entries()) {
        const [qx, qy] = points[(k + 1) % points.length];
        const [dx, dy] = [qx - px, qy - py];
        const length = dx * dx + dy * dy;
        const along = length === 0 ? 0 : ((x - px) * dx + (y - py) * dy) / length;
        const s = Math.min(1, Math.max(0, along));
        least = Math.min(least, Math.hypot(x - px - s * dx, y - py - s * dy));
        sides += Math.sign(dx * (y - py) - dy * (x - px));
    }
    // On the same side of every edge, in whichever direction they run.
    return points.length > 2 && Math.abs(sides) === points.length ? 0 : least;
}

/**
 * @param {Agent} agent
 * @param {number} a
 * @param {Try} best
 * @returns {Draft}
 */
function goalViolation(agent, a, { goal, state, miss }) {
    const count = agent.goals?.length ?? 0;
    const wanted = count === 1 ? 'its goal' : `any of its ${count} goals`;
    const which = count === 1 ? '' : ` to goal ${goal}`;
    const misses = [
        miss.time > 0 ? say`${miss.time} out of its time` : '',
        miss.area > 0 ? say`${miss.area} outside its area` : '',
        miss.heading > 0 ? say`its heading ${miss.heading} rad off` : '',
        miss.speed > 0 ? say`its speed ${miss.speed} off` : '',
    ].filter((text) => text !== '');
    const says = say`does not reach ${wanted}: nearest${which} at t = ${state.t}, ${joinSaid(misses, ', ')}`;
    return violation('goal', agent, a, state, says);
}

/**
 * @param {ViolationKind} kind
 * @param {Agent} agent
 * @param {number} a
 * @param {PlanState} state
 * @param {Said} says without its subject
 * @returns {Draft}
 */
function violation(kind, { motion }, a, { t, x, y }, says) {
    const found = motion.findIndex(({ t1 }) => t <= t1);
    const segment = motion.length === 0 ? null : found < 0 ? motion.length - 1 : found;
    return {
        kind,
        agents: [a],
        interval: [t, t],
        depth: null,
        segments: [segment],
        position: [x, y],
        says,
    };
}
