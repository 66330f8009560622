import { GrazeError, printable } from 'graze';
import { blank } from '../scenario/scenario.js';
import { FILE_START, LIMITS, noticeAt, shorten } from './source.js';

/**
 * What the formats of plans in whole steps share: an agent is at a place after each step, and moves from
 * one to the next in a straight line that takes the step's time, 1.
 *
 * @import { Request, ScenarioFiles } from './index.js'
 * @import { Agent, GoalRegion, MotionSegment, Point, Scenario, SourcePosition }
 *   from '../scenario/scenario.js'
 */

/** Largest coordinate of a cell, either way: what a Scenario's `discrete` can hold. */
export const MAX_CELL = 2 ** 31 - 1;

/**
 * An agent's path.
 *
 * @typedef {object} Path
 * @property {string} name
 * @property {Int32Array | Float64Array} places x0, y0, x1, y1, …: after each step; at least one
 * @property {boolean} [stands] it has no path of its own, but stands at its start throughout
 * @property {Point | null} start
 * @property {Point | null} goal
 * @property {GoalRegion[]} [goals]
 * @property {SourcePosition} source
 * @property {SourcePosition[]} [sources] where the file says each place
 */

/**
 * A plan in whole steps. Agents of whom nobody has said how large they are are points.
 *
 * @param {string} format
 * @param {Path[]} paths
 * @param {Partial<Pick<Request, 'radius' | 'atGoal'>>} asked
 * @returns {Scenario}
 */
export function discretePlan(format, paths, { radius, atGoal }) {
    return {
        ...blank(format),
        agents: paths.map((path) => discreteAgent(path, radius ?? 0)),
        discrete: { cells: paths.map(({ places }) => Int32Array.from(places)), wanted: null },
        sized: radius !== undefined,
        atGoal: atGoal ?? 'stay',
        speedLimit: 1,
        timeStep: 1,
    };
}

/**
 * @param {Path} path
 * @param {number} radius
 * @returns {Agent}
 */
function discreteAgent({ name, places, stands, start, goal, goals, source, sources }, radius) {
    return {
        name,
        shape: { kind: 'disc', radius },
        start,
        goal,
        ...(goals === undefined ? {} : { goals }),
        motion: stands ? [] : stepsToMotion(places, sources),
        source,
    };
}

/**
 * One segment a step, and one for a wait that the file tells in one place, so that a few characters do not make millions; an
 * agent that takes no step is at its place for no time, at 0.
 *
 * @param {Int32Array | Float64Array} places x0, y0, x1, y1, …
 * @param {SourcePosition[]} [sources] where the file says each place; a segment's is that of its end
 * @returns {MotionSegment[]}
 */
export function stepsToMotion(places, sources) {
    const steps = places.length / 2 - 1;
    // Differences of whole numbers are exact; others may not lead where they should.
    const isExact = places instanceof Int32Array;
    /** @type {MotionSegment[]} */
    const motion = [];
    let wasWaiting = false;
    for (let t = 0; t < Math.max(1, steps); t++) {
        const next = Math.min(t + 1, steps);
        const [x, y, toX, toY] = [2 * t, 2 * t + 1, 2 * next, 2 * next + 1].map((k) => places[k]);
        const stands = x === toX && y === toY;
        const before = motion.at(-1);
        if (before && stands && wasWaiting && sources && before.source === sources[next]) {
            before.t1 = next;
            continue;
        }
        wasWaiting = stands;
        motion.push({
            t0: t,
            t1: next,
            x: stands ? [x] : [x, toX - x],
            y: stands ? [y] : [y, toY - y],
            ...(!isExact && steps > 0 && { end: { x: toX, y: toY } }),
            ...(sources && { source: sources[next] }),
        });
    }
    return motion;
}

/**
 * Without the steps in which the agent only stands where it ends: for files that say where everybody is
 * until the last has arrived.
 *
 * @param {Int32Array} cells
 * @returns {Int32Array}
 */
export function withoutLastWaits(cells) {
    let length = cells.length;
    const [x, y] = cells.subarray(length - 2);
    while (length > 2 && cells[length - 4] === x && cells[length - 3] === y) length -= 2;
    return cells.slice(0, length);
}

/**
 * Where an agent is after each step, from 0 to the end of its motion. An agent whose motion begins later
 * waits for it.
 *
 * @param {Agent} agent
 * @param {string} [argument] names the scenario in an error
 * @returns {Int32Array} x0, y0, x1, y1, …
 * @throws {GrazeError} `cannot-carry`: it is not at whole coordinates at every whole time, or does not
 *   move in straight lines between them
 */
export function motionToSteps({ name, start, motion }, argument = 'scenario') {
    /** @param {string} what */
    const refuse = (what) => cannotCarry(`agent ${name} ${what}`, argument);
    const [first] = motion;
    if (first === undefined) {
        if (start === null) throw refuse('has neither a motion nor a start');
        if (!isCell(start.x) || !isCell(start.y)) throw refuse('does not stand in a cell');
        return Int32Array.of(start.x, start.y);
    }
    const end = motion[motion.length - 1].t1;
    if (end > LIMITS.segments) throw refuse(`takes more than ${LIMITS.segments} steps`);
    for (const { t0, t1 } of motion) {
        if (!Number.isInteger(t0) || !Number.isInteger(t1) || t0 < 0 || t1 < t0) {
            throw refuse(`has a segment from t = ${t0} to ${t1}, not of whole steps`);
        }
    }
    const cells = new Int32Array(2 * (end + 1));
    let clock = first.t0;
    let [x, y] = [first.x[0], first.y[0]];
    if (!isCell(x) || !isCell(y)) throw refuse(`starts at (${x}, ${y}), not in a cell`);
    for (let t = 0; t <= clock; t++) cells.set([x, y], 2 * t);
    for (const segment of motion) {
        const { t0, t1, end: said } = segment;
        if (t0 !== clock || segment.x[0] !== x || segment.y[0] !== y) {
            throw refuse(`does not go on at t = ${t0} where and when it was`);
        }
        const [vx, vy] = [velocity(segment.x), velocity(segment.y)];
        if (vx === null || vy === null) {
            throw refuse(`does not move by whole cells a step from t = ${t0}`);
        }
        for (; clock < t1; clock++) {
            [x, y] = [x + vx, y + vy];
            if (!isCell(x) || !isCell(y)) throw refuse(`is at (${x}, ${y}), too far away`);
            cells.set([x, y], 2 * (clock + 1));
        }
        if (said !== undefined && (said.x !== x || said.y !== y)) {
            throw refuse(`does not arrive at t = ${t1} where it says`);
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
 * Names of agents may be in it, which can hold anything.
 *
 * @param {string} text
 * @param {string} [argument]
 */
export function cannotCarry(text, argument = 'scenario') {
    return new GrazeError('cannot-carry', printable(shorten(text)), { argument });
}

/**
 * Every agent's steps, for a writer.
 *
 * @param {Scenario} scenario
 * @returns {Int32Array[]}
 * @throws {GrazeError} `cannot-carry`
 */
export function scenarioToSteps({ agents, beforeStart }) {
    let left = LIMITS.segments;
    return agents.map((agent) => {
        const { shape, motion, name } = agent;
        if (shape.kind !== 'disc') throw cannotCarry(`agent ${name} is a ${shape.kind}, no disc`);
        if (beforeStart === 'vanish' && motion.length > 0 && motion[0].t0 > 0) {
            throw cannotCarry(`agent ${name} appears at t = ${motion[0].t0}, not at 0`);
        }
        const cells = motionToSteps(agent);
        left -= cells.length / 2 - 1;
        if (left < 0) throw cannotCarry(`the agents take more than ${LIMITS.segments} steps`);
        return cells;
    });
}

/**
 * What a file of steps leaves out of a scenario, in words.
 *
 * @param {Scenario} scenario
 * @param {{ names?: boolean, task?: boolean }} [carries] what the format has a place for beside the steps
 * @returns {string[]}
 */
export function lossNotices(scenario, { names = false, task = false } = {}) {
    const { agents, grid, roadmap, obstacles, discrete, sized, atGoal } = scenario;
    /** @type {[boolean, string][]} */
    const losses = [
        [sized, 'the radius (--radius)'],
        [grid !== null || roadmap !== null, 'the map (--map)'],
        [obstacles.length > 0, 'obstacles'],
        [
            !task && agents.some(({ start, goal }) => start !== null || goal !== null),
            'the task (--task)',
        ],
        [agents.some(({ goals }) => goals !== undefined), 'goals that are no points'],
        [!names && agents.some(({ name }, k) => name !== String(k)), "the agents' names"],
        [agents.some(({ motion }) => motion.some(({ theta }) => theta !== undefined)), 'headings'],
        [discrete !== null && discrete.wanted !== null, 'what the planner wanted'],
        [atGoal === 'vanish', 'that agents vanish at their goals (--at-goal vanish)'],
    ];
    return losses
        .filter(([isLost]) => isLost)
        .map(([, what]) => `not written, for want of a place in the format: ${what}`);
}

/**
 * None of these formats has a configuration.
 *
 * @param {ScenarioFiles} files
 * @returns {string[]}
 */
export function unusedConfig({ config }) {
    return config === undefined ? [] : [noticeAt(config, FILE_START, 'it is not used')];
}
