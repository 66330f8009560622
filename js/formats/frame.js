import { GrazeError } from 'graze';
import { transpose } from './movingai.js';

/**
 * @import { Agent, Point, Scenario } from '../scenario/scenario.js'
 */

/**
 * A plan in the frame in which a format's community draws: where its rows are the plan's columns, x and y change places, so
 * that the plan still goes with its map. Other frames are kept.
 *
 * @param {Scenario} scenario
 * @param {Scenario['axes']} axes
 * @returns {Scenario}
 * @throws {GrazeError} `cannot-carry`: bodies that are no discs
 */
export function framed(scenario, axes) {
    const pair = [scenario.axes, axes];
    if (!pair.includes('down-right') || !pair.includes('right-down')) return scenario;
    const { agents, grid, roadmap, obstacles, discrete } = scenario;
    const isRound = agents.every(
        ({ shape, motion }) =>
            shape.kind === 'disc' && motion.every(({ theta }) => theta === undefined),
    );
    if (!isRound || obstacles.length > 0) {
        const text =
            'rows and columns change places between the two formats, and only discs can do that without changing';
        throw new GrazeError('cannot-carry', text, { argument: 'scenario' });
    }
    return {
        ...scenario,
        axes,
        agents: agents.map(flippedAgent),
        grid: grid && transpose(grid),
        roadmap: roadmap && { ...roadmap, nodes: roadmap.nodes.map(flipped) },
        discrete: discrete && {
            cells: discrete.cells.map(flippedCells),
            wanted: discrete.wanted?.map(flippedCells) ?? null,
        },
    };
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
        motion: motion.map(({ x, y, end, ...rest }) => ({
            ...rest,
            x: y,
            y: x,
            ...(end === undefined ? {} : { end: flipped(end) }),
        })),
    };
}

/** @param {Int32Array} cells */
function flippedCells(cells) {
    return cells.map((_, k) => cells[k % 2 === 0 ? k + 1 : k - 1]);
}
