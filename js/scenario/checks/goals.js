import { formatText, joinTexts } from '../model/names.js';
import { ringsOf } from '../model/outline.js';
import { POSITION_RELATIVE } from '../model/tolerance.js';

/**
 * Checks tasks of driving: the initial state of an agent, and the regions of its goal. Both are checked at the states of
 * the plan, as in CommonRoad.
 *
 * @import { Agent, Disc, GoalRegion, PlaneShape, PlanState, Polygon } from '../model/scenario.js'
 * @import { RoundedText } from '../model/names.js'
 * @import { ViolationDraft, ViolationKind } from '../validation/validate.js'
 *
 * Amounts by which a state misses a goal region; all 0: it reaches it.
 *
 * @typedef {{ time: number, area: number, angle: number, speed: number }} GoalMiss
 *
 * @typedef {{ goal: number, state: PlanState, miss: GoalMiss }} ClosestState
 */

const FULL_TURN = 2 * Math.PI;

/** Rounding of times, positions, angles and speeds that is accepted, in units of max(1, |value|): that of a sum or a root. */
const VALUE_RELATIVE = 1e-9;

/**
 * Finds agents without a state in any of their goal regions.
 *
 * @param {Agent[]} agents
 * @returns {ViolationDraft[]}
 */
export function goalRegionViolations(agents) {
    return agents.flatMap((agent, a) => {
        const { goals = [] } = agent;
        if (goals.length === 0) return [];
        const states = listStates(agent);
        if (states.length === 0) return [];
        /** @type {ClosestState | undefined} */
        let best;
        for (const [goal, region] of goals.entries()) {
            for (const state of states) {
                const miss = measureMiss(state, region);
                if (best === undefined || isNearer(miss, best.miss)) best = { goal, state, miss };
            }
            if (best !== undefined && isReached(best.miss)) return [];
        }
        return [makeGoalViolation(agent, a, /** @type {ClosestState} */ (best))];
    });
}

/**
 * Finds agents whose first state differs from the initial state of their task by more than the format allows.
 *
 * @param {Agent[]} agents
 * @returns {ViolationDraft[]}
 */
export function initialStateViolations(agents) {
    return agents.flatMap((agent, a) => {
        const { initialState } = agent;
        if (initialState === undefined) return [];
        const [state] = listStates(agent);
        if (state === undefined) return [];
        const { tolerance } = initialState;
        const faults = [];
        const distance = Math.hypot(state.x - initialState.x, state.y - initialState.y);
        if (differs(state.t, initialState.t, 0)) {
            faults.push(formatText`at t = ${state.t}, not at t = ${initialState.t}`);
        }
        if (
            differs(state.x, initialState.x, tolerance.position) ||
            differs(state.y, initialState.y, tolerance.position)
        ) {
            faults.push(formatText`${distance} away from its initial position`);
        }
        if (initialState.angle !== null) {
            const angleError = angleDifference(state.angle, initialState.angle);
            if (angleError > tolerance.angle + VALUE_RELATIVE) {
                faults.push(formatText`with its heading ${angleError} rad off`);
            }
        }
        if (
            initialState.speed !== null &&
            differs(state.speed, initialState.speed, tolerance.speed)
        ) {
            faults.push(formatText`with speed ${state.speed}, not ${initialState.speed}`);
        }
        if (faults.length === 0) return [];
        const description = formatText`begins ${joinTexts(faults, ', ')}`;
        return [makeViolation('start', agent, a, state, description)];
    });
}

/**
 * Returns the plan's states or, without any, those at the knots of its motion, with the speeds of its pieces.
 *
 * @param {Agent} agent
 * @returns {PlanState[]}
 */
function listStates({ start, motion, states }) {
    if (states !== undefined) return states;
    if (motion.length === 0 && start !== null) return [{ t: 0, ...start, angle: 0, speed: 0 }];
    const knots = motion.map((piece) => stateAt(piece, 0));
    const last = motion.at(-1);
    if (last !== undefined && last.t1 > last.t0) knots.push(stateAt(last, last.t1 - last.t0));
    return knots;
}

/**
 * @param {Agent['motion'][number]} piece
 * @param {number} s time since its beginning
 * @returns {PlanState}
 */
function stateAt({ t0, x, y, angle = [0] }, s) {
    /** @param {number[]} p */
    const value = (p) => p.reduceRight((sum, c) => sum * s + c, 0);
    /** @param {number[]} p */
    const slope = (p) => p.reduceRight((sum, c, k) => (k === 0 ? sum : sum * s + k * c), 0);
    const speed = Math.hypot(slope(x), slope(y));
    return { t: t0 + s, x: value(x), y: value(y), angle: value(angle), speed };
}

/**
 * @param {PlanState} state
 * @param {GoalRegion} goal
 * @returns {GoalMiss}
 */
function measureMiss({ t, x, y, angle, speed }, goal) {
    return {
        time: goal.time === null ? 0 : distanceOutside(t, goal.time),
        area:
            goal.area === null
                ? 0
                : excessBeyondRounding(
                      distanceTo(goal.area, x, y),
                      Math.max(Math.abs(x), Math.abs(y)),
                  ),
        angle: goal.angle === null ? 0 : angleOutside(angle, goal.angle),
        speed: goal.speed === null ? 0 : distanceOutside(speed, goal.speed),
    };
}

/** @param {GoalMiss} miss */
function isReached({ time, area, angle, speed }) {
    return time === 0 && area === 0 && angle === 0 && speed === 0;
}

/**
 * Returns whether p is nearer than q, in time, then in place, then in angle and speed.
 *
 * @param {GoalMiss} p
 * @param {GoalMiss} q
 */
function isNearer(p, q) {
    if (p.time !== q.time) return p.time < q.time;
    if (p.area !== q.area) return p.area < q.area;
    return p.angle + p.speed < q.angle + q.speed;
}

/** Returns the distance of a value from an interval. @param {number} value @param {[number, number]} range */
function distanceOutside(value, [low, high]) {
    return excessBeyondRounding(Math.max(low - value, value - high), Math.abs(value));
}

/** Returns the part of an excess that rounding does not explain. @param {number} excess @param {number} size */
function excessBeyondRounding(excess, size) {
    return excess > VALUE_RELATIVE * Math.max(1, size) ? excess : 0;
}

/** @param {number} p @param {number} q */
function angleDifference(p, q) {
    const gap = Math.abs(p - q) % FULL_TURN;
    return Math.min(gap, FULL_TURN - gap);
}

/**
 * Returns the distance of an angle from an interval that runs counter-clockwise.
 *
 * @param {number} angle
 * @param {[number, number]} range
 */
function angleOutside(angle, [low, high]) {
    const turned = (((angle - low) % FULL_TURN) + FULL_TURN) % FULL_TURN;
    if (turned <= high - low) return 0;
    return excessBeyondRounding(
        Math.min(angleDifference(angle, low), angleDifference(angle, high)),
        1,
    );
}

/** @param {number} value @param {number} expected @param {number} tolerance */
function differs(value, expected, tolerance) {
    const rounding = POSITION_RELATIVE * Math.max(1, Math.abs(expected));
    return Math.abs(value - expected) > tolerance + rounding;
}

/**
 * Returns the distance of a point from an area, 0 within.
 *
 * @param {PlaneShape} area
 * @param {number} x
 * @param {number} y
 * @returns {number}
 */
export function distanceTo(area, x, y) {
    if (area.kind === 'group') {
        return area.parts.reduce((min, part) => Math.min(min, distanceTo(part, x, y)), Infinity);
    }
    const outline = area.kind === 'disc' ? Math.hypot(x, y) : distanceToPolygon(area, x, y);
    return Math.max(0, outline - area.radius);
}

/**
 * Returns the distance of a point from a polygon, 0 within. A point is within by the rule of even and odd crossings; where
 * rounding hides the side, the point is within rounding of an edge.
 *
 * @param {Polygon} polygon
 * @param {number} x
 * @param {number} y
 */
function distanceToPolygon(polygon, x, y) {
    let min = Infinity;
    let isInside = false;
    for (const points of ringsOf(polygon)) {
        for (const [k, [px, py]] of points.entries()) {
            const [qx, qy] = points[(k + 1) % points.length];
            const [dx, dy] = [qx - px, qy - py];
            const length = dx * dx + dy * dy;
            const along = length === 0 ? 0 : ((x - px) * dx + (y - py) * dy) / length;
            const s = Math.min(1, Math.max(0, along));
            min = Math.min(min, Math.hypot(x - px - s * dx, y - py - s * dy));
            if (py > y !== qy > y && dx * (y - py) - dy * (x - px) > 0 === dy > 0) {
                isInside = !isInside;
            }
        }
    }
    return isInside ? 0 : min;
}

/**
 * @param {Agent} agent
 * @param {number} a
 * @param {ClosestState} best
 * @returns {ViolationDraft}
 */
function makeGoalViolation(agent, a, { goal, state, miss }) {
    const count = agent.goals?.length ?? 0;
    const goalText = count === 1 ? 'its goal' : `any of its ${count} goals`;
    const goalNumber = count === 1 ? '' : ` to goal ${goal}`;
    const misses = [
        miss.time > 0 ? formatText`${miss.time} out of its time` : '',
        miss.area > 0 ? formatText`${miss.area} outside its area` : '',
        miss.angle > 0 ? formatText`its heading ${miss.angle} rad off` : '',
        miss.speed > 0 ? formatText`its speed ${miss.speed} off` : '',
    ].filter((text) => text !== '');
    const description = formatText`does not reach ${goalText}: nearest${goalNumber} at t = ${state.t}, ${joinTexts(misses, ', ')}`;
    return makeViolation('goal', agent, a, state, description);
}

/**
 * @param {ViolationKind} kind
 * @param {Agent} agent
 * @param {number} a
 * @param {PlanState} state
 * @param {RoundedText} description text without its subject
 * @returns {ViolationDraft}
 */
function makeViolation(kind, { motion }, a, { t, x, y }, description) {
    const found = motion.findIndex(({ t1 }) => t <= t1);
    const piece = motion.length === 0 ? null : found < 0 ? motion.length - 1 : found;
    return {
        kind,
        agents: [a],
        interval: [t, t],
        depth: null,
        pieces: [piece],
        position: [x, y],
        description,
    };
}
