import { checkPlace, checkPrintable, Finding, linesOf } from './outcome.js';

/**
 * Properties of every scenario that was read: the model's own rules, on which checkers and writers rely.
 *
 * @import { MotionPiece, Scenario } from 'graze/scenario'
 * @import { Limits } from '../../../js/formats/text/source.js'
 */

/**
 * Checks that no number anywhere in it is NaN or infinite.
 * @param {unknown} value
 * @param {string} path
 * @param {string} what
 */
export function checkFinite(value, path, what) {
    if (typeof value === 'number') {
        if (!Number.isFinite(value)) {
            throw new Finding(`${value} in ${what} at ${path.replace(/\d+/g, 'n')}`, path);
        }
        return;
    }
    if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return;
    for (const [key, each] of Object.entries(value)) checkFinite(each, `${path}.${key}`, what);
}

/** @param {boolean} holds @param {string} what @param {unknown} [details] */
function check(holds, what, details) {
    if (!holds) throw new Finding(what, details === undefined ? '' : JSON.stringify(details));
}

/** @param {readonly MotionPiece[]} motion @param {readonly number[]} plan the lines of its file */
function checkMotion(motion, plan) {
    let until = -Infinity;
    for (const { t0, t1, x, y, z = [0], angle = [0], source } of motion) {
        check(t0 >= until && t1 >= t0, 'segments that are out of order', [until, t0, t1]);
        until = t1;
        for (const polynomial of [x, y, z, angle]) {
            const isOne = polynomial.length >= 1 && polynomial.length <= 8;
            check(isOne, 'a polynomial that is none', polynomial);
        }
        if (source !== undefined) checkPlace(plan, source, 'a segment');
    }
}

/** @param {import('graze/scenario').BodyShape} shape */
function checkShape(shape) {
    if (shape.kind === 'group') {
        check(shape.parts.length > 0, 'a group without parts');
        for (const part of shape.parts) checkShape(part);
        return;
    }
    if (shape.kind === 'prism') check(shape.height >= 0, 'a negative height', shape.height);
    else check(shape.radius >= 0, 'a negative radius', shape.radius);
    if (shape.kind !== 'polygon' && shape.kind !== 'prism') return;
    check(shape.points.length > 0, 'a polygon without points');
    for (const hole of shape.holes ?? []) check(hole.length >= 3, 'a hole of two points', hole);
}

/**
 * @param {Scenario} scenario
 * @param {string} plan the plan's text
 * @param {Limits} limits
 */
export function checkModel(scenario, plan, limits) {
    const { agents, obstacles, grid, roadmap, discrete, beforeStart, notices } = scenario;
    const lines = linesOf(plan);
    checkFinite(scenario, 'scenario', 'a scenario');
    for (const notice of notices) checkPrintable(notice, 'a notice');
    const segments = agents.reduce((sum, { motion }) => sum + motion.length, 0);
    check(
        agents.length > 0 || scenario.format === 'graze' || obstacles.length > 0,
        'a plan of nobody',
    );
    check(agents.length <= limits.agents, 'more agents than the limit', agents.length);
    check(segments <= limits.pieces, 'more segments than the limit', segments);
    for (const { shape, motion, start, source } of agents) {
        checkShape(shape);
        checkMotion(motion, lines);
        check(
            motion.length > 0 || start !== null || beforeStart === 'vanish',
            'an agent that is nowhere',
        );
        if (source !== undefined) checkPlace(lines, source, 'an agent');
    }
    for (const { shape, motion = [] } of obstacles) {
        checkShape(shape);
        checkMotion(
            motion.map(({ source, ...rest }) => rest),
            lines,
        );
    }
    if (grid !== null) {
        const { nx, ny, blocked } = grid;
        check(nx >= 1 && ny >= 1 && blocked.length === nx * ny, 'a grid of another size', [nx, ny]);
        check(nx * ny <= limits.cells, 'more cells than the limit', [nx, ny]);
        check(
            blocked.every((cell) => cell <= 1),
            'a cell that is neither free nor blocked',
        );
    }
    if (roadmap !== null) {
        const { length } = roadmap.nodes;
        const isIn = roadmap.edges.every((ends) => ends.every((end) => end >= 0 && end < length));
        check(isIn, 'an edge to no node');
    }
    if (discrete === null) return;
    const { cells, commanded } = discrete;
    check(cells.length === agents.length, 'cells of other agents', cells.length);
    check(
        cells.every(({ length }) => length % 2 === 0),
        'half a cell',
    );
    const isAlike =
        commanded === null || commanded.every(({ length }, a) => length === cells[a].length);
    check(isAlike, 'wanted cells of other steps');
}
