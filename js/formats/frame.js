import { GrazeError, printable } from 'graze';
import { transpose } from './movingai.js';
import { shorten } from './source.js';

/**
 * @import { Agent, BodyShape, MotionSegment, Obstacle, Point, Scenario } from '../scenario/scenario.js'
 */

/**
 * Returns a plan in the frame of another format: between one that counts rows first and one that counts columns first, x and
 * y change places, so that the plan still goes with its map. Whether y goes up or down is only a matter of drawing:
 * in either case row 0 of a map is y = 0.
 *
 * @param {Scenario} scenario
 * @param {Scenario['axes']} axes
 * @returns {Scenario}
 * @throws {GrazeError} `cannot-carry`: bodies that are no discs
 */
export function framed(scenario, axes) {
    if (isRowFirst(scenario.axes) === isRowFirst(axes)) return scenario;
    const { agents, grid, roadmap, obstacles, discrete } = scenario;
    const other = [...agents, ...obstacles].find((body) => !isRound(body));
    if (other !== undefined) {
        const name = printable(shorten(other.name));
        const text = `${name} is no disc, or turns: rows and columns change places between the two formats, and only discs can do that without changing`;
        throw new GrazeError('cannot-carry', text, { argument: 'scenario' });
    }
    return {
        ...scenario,
        axes,
        agents: agents.map(flippedAgent),
        grid: grid && transpose(grid),
        obstacles: obstacles.map(flippedObstacle),
        roadmap: roadmap && { ...roadmap, nodes: roadmap.nodes.map(flipped) },
        discrete: discrete && {
            cells: discrete.cells.map(flippedCells),
            wanted: discrete.wanted?.map(flippedCells) ?? null,
        },
    };
}

/** @param {Scenario['axes']} axes */
function isRowFirst(axes) {
    return axes === 'down-right';
}

/** @param {{ shape: BodyShape, motion?: MotionSegment[] }} body */
function isRound({ shape, motion = [] }) {
    return shape.kind === 'disc' && motion.every(({ theta }) => theta === undefined);
}

/** @param {Point} point */
function flipped({ x, y }) {
    return { x: y, y: x };
}

/** @param {Agent} agent @returns {Agent} */
function flippedAgent(agent) {
    const { start, goal, motion } = agent;
    return {
        ...agent,
        start: start && flipped(start),
        goal: goal && flipped(goal),
        motion: flippedMotion(motion),
    };
}

/** @param {Obstacle} obstacle @returns {Obstacle} */
function flippedObstacle(obstacle) {
    const { pose, motion } = obstacle;
    const turned = { ...obstacle, pose: { ...pose, ...flipped(pose) } };
    return motion === undefined ? turned : { ...turned, motion: flippedMotion(motion) };
}

/** @param {MotionSegment[]} motion @returns {MotionSegment[]} */
function flippedMotion(motion) {
    return motion.map(({ x, y, end, ...rest }) => ({
        ...rest,
        x: y,
        y: x,
        ...(end === undefined ? {} : { end: flipped(end) }),
    }));
}

/** @param {Int32Array} cells */
function flippedCells(cells) {
    return cells.map((_, k) => cells[k % 2 === 0 ? k + 1 : k - 1]);
}
