import { GrazeError, toPrintable } from '#internal';
import { transpose } from '../maps/movingai.js';
import { shorten } from '../text/source.js';

/**
 * @import { Agent, BodyShape, MotionPiece, Obstacle, Point, Scenario } from '../../scenario/model/scenario.js'
 */

/**
 * Returns a plan in the frame of another format: between one that counts rows first and one that counts columns first, x and
 * y change places, so that the plan still goes with its map. Whether y goes up or down is only a matter of drawing:
 * in either case row 0 of a map is y = 0.
 *
 * @param {Scenario} scenario
 * @param {Scenario['axes']} axes
 * @returns {Scenario}
 * @throws {GrazeError} `cannot-carry`: bodies other than discs
 */
export function withAxes(scenario, axes) {
    if (isRowFirst(scenario.axes) === isRowFirst(axes)) return scenario;
    const { agents, grid, roadmap, obstacles, discrete } = scenario;
    const notRound = [...agents, ...obstacles].find((body) => !isRound(body));
    if (notRound !== undefined) {
        const name = toPrintable(shorten(notRound.name));
        const text = `${name} is not a disc, or turns: the two formats exchange rows and columns, which leaves only discs unchanged`;
        throw new GrazeError('cannot-carry', text, { argument: 'scenario' });
    }
    return {
        ...scenario,
        axes,
        agents: agents.map(swapAgent),
        grid: grid && transpose(grid),
        obstacles: obstacles.map(swapObstacle),
        roadmap: roadmap && { ...roadmap, nodes: roadmap.nodes.map(swapPoint) },
        discrete: discrete && {
            cells: discrete.cells.map(swapCells),
            commanded: discrete.commanded?.map(swapCells) ?? null,
        },
    };
}

/** @param {Scenario['axes']} axes */
function isRowFirst(axes) {
    return axes === 'down-right';
}

/** @param {{ shape: BodyShape, motion?: MotionPiece[] }} body */
function isRound({ shape, motion = [] }) {
    return shape.kind === 'disc' && motion.every(({ angle }) => angle === undefined);
}

/** @param {Point} point */
function swapPoint({ x, y }) {
    return { x: y, y: x };
}

/** @param {Agent} agent @returns {Agent} */
function swapAgent(agent) {
    const { start, goal, motion } = agent;
    return {
        ...agent,
        start: start && swapPoint(start),
        goal: goal && swapPoint(goal),
        motion: swapMotion(motion),
    };
}

/** @param {Obstacle} obstacle @returns {Obstacle} */
function swapObstacle(obstacle) {
    const { pose, motion } = obstacle;
    const swapped = { ...obstacle, pose: { ...pose, ...swapPoint(pose) } };
    return motion === undefined ? swapped : { ...swapped, motion: swapMotion(motion) };
}

/** @param {MotionPiece[]} motion @returns {MotionPiece[]} */
function swapMotion(motion) {
    return motion.map(({ x, y, end, ...rest }) => ({
        ...rest,
        x: y,
        y: x,
        ...(end === undefined ? {} : { end: swapPoint(end) }),
    }));
}

/** @param {Int32Array} cells */
function swapCells(cells) {
    return cells.map((_, k) => cells[k % 2 === 0 ? k + 1 : k - 1]);
}
