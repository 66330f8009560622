import { GrazeError, toPrintable } from '#internal';
import { blankScenario } from '../../scenario/model/scenario.js';
import {
    beginTime,
    makeStepAgent,
    stepPathOf,
    stepsToMotion,
} from '../../scenario/model/step_motion.js';
import { LIMITS, shorten } from '../text/source.js';

/**
 * Shared code of the formats of plans in whole steps: an agent is at a place after each step, and moves to the next one in
 * a straight line during one step of duration 1.
 *
 * @import { ReadRequest, ScenarioFiles } from '../index.js'
 * @import { Agent, GoalRegion, MotionPiece, Point, Scenario, SourcePosition }
 *   from '../../scenario/model/scenario.js'
 * @import { PlaceSources } from '../../scenario/model/step_motion.js'
 */

export { stepsToMotion } from '../../scenario/model/step_motion.js';

/** Largest magnitude of a cell's coordinate that a Scenario's `discrete` can hold. */
export const MAX_CELL = 2 ** 31 - 1;

/**
 * An agent's path.
 *
 * @typedef {object} Path
 * @property {string} name
 * @property {Int32Array | Float64Array} places x0, y0, x1, y1, … after each step; at least one
 * @property {boolean} [isStationary] true: it has no path of its own and stays at its start
 * @property {Point | null} start
 * @property {Point | null} goal
 * @property {GoalRegion[]} [goals]
 * @property {SourcePosition} source
 * @property {PlaceSources} [sources] positions of the places in the file
 */

/**
 * Makes a plan in whole steps. Agents of unknown size are points.
 *
 * @param {string} format
 * @param {Path[]} paths
 * @param {Partial<Pick<ReadRequest, 'radius' | 'atGoal'>>} options
 * @returns {Scenario}
 */
export function makeDiscretePlan(format, paths, { radius, atGoal }) {
    return {
        ...blankScenario(format),
        agents: paths.map((path) => makeDiscreteAgent(path, radius ?? 0)),
        discrete: { cells: paths.map(({ places }) => toCells(places)), commanded: null },
        sizesKnown: radius !== undefined,
        atGoal: atGoal ?? 'stay',
        speedLimit: 1,
        timeStep: 1,
    };
}

/** Returns a copy of places, as cells. @param {Int32Array | Float64Array} places */
function toCells(places) {
    return places instanceof Int32Array ? places.slice() : Int32Array.from(places);
}

/**
 * @param {Path} path
 * @param {number} radius
 * @returns {Agent}
 */
function makeDiscreteAgent(
    { name, places, isStationary, start, goal, goals, source, sources },
    radius,
) {
    const shape = { kind: /** @type {const} */ ('disc'), radius };
    if (!isStationary && places instanceof Int32Array) {
        return makeStepAgent({ name, shape, start, goal, goals, source }, places, sources);
    }
    const motion = isStationary ? [] : stepsToMotion(places, sources);
    return { name, shape, start, goal, ...(goals === undefined ? {} : { goals }), motion, source };
}

/**
 * Removes final steps in which the agent stays where it ends, for files that list every agent until the last one has
 * arrived.
 *
 * @param {Int32Array} cells
 * @returns {Int32Array}
 */
export function trimFinalWaits(cells) {
    let length = cells.length;
    const [x, y] = cells.subarray(length - 2);
    while (length > 2 && cells[length - 4] === x && cells[length - 3] === y) length -= 2;
    return cells.slice(0, length);
}

/**
 * Returns the cells of an agent after each step, from 0 to the end of its motion. An agent whose motion begins later waits
 * for it.
 *
 * @param {Agent} agent
 * @param {string} [argument] name of the scenario in errors
 * @returns {Int32Array} x0, y0, x1, y1, …
 * @throws {GrazeError} `cannot-carry`: it is not at whole coordinates at every whole time, or does not
 *   move in straight lines between them
 */
export function motionToSteps(agent, argument = 'scenario') {
    const { name, start } = agent;
    /** @param {string} problem */
    const stepError = (problem) => cannotCarry(`agent ${name} ${problem}`, argument);
    const path = stepPathOf(agent);
    if (path !== undefined && path.steps <= LIMITS.pieces) return path.places.slice();
    const { motion } = agent;
    const [first] = motion;
    if (first === undefined) {
        if (start === null) throw stepError('has neither a motion nor a start');
        if (!isCell(start.x) || !isCell(start.y)) throw stepError('does not stand in a cell');
        return Int32Array.of(start.x, start.y);
    }
    const end = motion[motion.length - 1].t1;
    if (end > LIMITS.pieces) throw stepError(`takes more than ${LIMITS.pieces} steps`);
    for (const { t0, t1 } of motion) {
        if (!Number.isInteger(t0) || !Number.isInteger(t1) || t0 < 0 || t1 < t0) {
            throw stepError(`has a piece from t = ${t0} to ${t1}, not of whole steps`);
        }
    }
    const cells = new Int32Array(2 * (end + 1));
    let clock = first.t0;
    let [x, y] = [first.x[0], first.y[0]];
    if (!isCell(x) || !isCell(y)) throw stepError(`starts at (${x}, ${y}), not in a cell`);
    for (let t = 0; t <= clock; t++) cells.set([x, y], 2 * t);
    for (const piece of motion) {
        const { t0, t1, end: declaredEnd } = piece;
        if (t0 !== clock || piece.x[0] !== x || piece.y[0] !== y) {
            throw stepError(`does not go on at t = ${t0} where and when it was`);
        }
        const [vx, vy] = [velocity(piece.x), velocity(piece.y)];
        if (vx === null || vy === null) {
            throw stepError(`does not move by whole cells a step from t = ${t0}`);
        }
        for (; clock < t1; clock++) {
            [x, y] = [x + vx, y + vy];
            if (!isCell(x) || !isCell(y)) throw stepError(`is at (${x}, ${y}), too far away`);
            cells.set([x, y], 2 * (clock + 1));
        }
        if (declaredEnd !== undefined && (declaredEnd.x !== x || declaredEnd.y !== y)) {
            throw stepError(`does not arrive at t = ${t1} where it says`);
        }
    }
    return cells;
}

/** @param {number[]} polynomial @returns {number | null} null: not of whole cells, or not uniform */
function velocity([, v = 0, ...higher]) {
    return isCell(v) && higher.every((c) => c === 0) ? v : null;
}

/** @param {number} value */
function isCell(value) {
    return Number.isInteger(value) && Math.abs(value) <= MAX_CELL;
}

/**
 * Returns the error of a plan that a format cannot carry; the text may contain names with any characters.
 *
 * @param {string} text
 * @param {string} [argument]
 */
export function cannotCarry(text, argument = 'scenario') {
    return new GrazeError('cannot-carry', toPrintable(shorten(text)), { argument });
}

/**
 * Returns the steps of all agents, for a writer.
 *
 * @param {Scenario} scenario
 * @returns {Int32Array[]}
 * @throws {GrazeError} `cannot-carry`
 */
export function scenarioToSteps({ agents, beforeStart }) {
    let remaining = LIMITS.pieces;
    return agents.map((agent) => {
        const { shape, name } = agent;
        if (shape.kind !== 'disc')
            throw cannotCarry(`agent ${name} is a ${shape.kind}, and the format has only discs`);
        const begin = beginTime(agent) ?? 0;
        if (beforeStart === 'vanish' && begin > 0) {
            throw cannotCarry(`agent ${name} appears at t = ${begin}, not at 0`);
        }
        const cells = motionToSteps(agent);
        remaining -= cells.length / 2 - 1;
        if (remaining < 0) throw cannotCarry(`the agents take more than ${LIMITS.pieces} steps`);
        return cells;
    });
}

/**
 * Returns notices about what a file of steps omits from a scenario.
 *
 * @param {Scenario} scenario
 * @param {{ names?: boolean, task?: boolean }} [kept] content that the format can carry besides the steps
 * @returns {string[]}
 */
export function lossNotices(scenario, { names = false, task = false } = {}) {
    const { agents, grid, roadmap, obstacles, discrete, sizesKnown, atGoal } = scenario;
    /** @type {[boolean, string][]} */
    const losses = [
        [sizesKnown, 'the radius (--radius)'],
        [grid !== null || roadmap !== null, 'the map (--map)'],
        [obstacles.length > 0, 'obstacles'],
        [
            !task && agents.some(({ start, goal }) => start !== null || goal !== null),
            'the task (--task)',
        ],
        [agents.some(({ goals }) => goals !== undefined), 'goals other than points'],
        [!names && agents.some(({ name }, k) => name !== String(k)), "the agents' names"],
        [agents.some(hasHeadings), 'headings'],
        [discrete !== null && discrete.commanded !== null, "the planner's commands"],
        [atGoal === 'vanish', 'that agents vanish at their goals (--at-goal vanish)'],
    ];
    return losses
        .filter(([isLost]) => isLost)
        .map(([, loss]) => `not written, since the format has no place for it: ${loss}`);
}

/** @param {Agent} agent */
function hasHeadings(agent) {
    const path = stepPathOf(agent);
    if (path !== undefined) return path.form?.hasAngles ?? false;
    return agent.motion.some(({ angle }) => angle !== undefined);
}
