import { formatValue } from '#internal';
import { instanceFromTask, readMapAndTask } from '../maps/scen_task.js';
import { lossNotices, makeDiscretePlan, scenarioToSteps } from '../steps/steps.js';
import { FILE_START, InputError, noticeAt, refuseFiles } from '../text/source.js';

/**
 * Reads and writes the paths of EECBS, CBSH2-RTC, PBS, MAPF-LNS2 and other planners, `Agent 0: (r,c)->(r,c)->`: rows first,
 * as `paths`, or columns first, as `paths-xy`.
 *
 * @import { PathsFile } from './file.js'
 * @import { Format, ReadRequest, WrittenPlan } from '../index.js'
 * @import { Path } from '../steps/steps.js'
 * @import { Point, Scenario } from '../../scenario/model/scenario.js'
 */

/**
 * The first number of a place: the row or the column.
 *
 * @typedef {'paths' | 'paths-xy'} PathsFormat
 */

/** @type {Record<PathsFormat, Scenario['axes']>} */
const AXES = { paths: 'down-right', 'paths-xy': 'right-down' };

/**
 * Returns the format of one order of the axes.
 *
 * @param {PathsFormat} name
 * @returns {Format}
 */
export function makePathsFormat(name) {
    return {
        read: (request) => readPaths(request, name),
        write: writePaths,
        axes: AXES[name],
    };
}

/**
 * Reads a plan. Rows-first paths whose starts agree with the task only when x and y change places are columns-first
 * paths: a notice says so.
 *
 * @param {ReadRequest} request
 * @param {PathsFormat} requested
 * @returns {Promise<Scenario>}
 */
async function readPaths({ files, radius, atGoal }, requested) {
    const { readPathsFile } = await import('./file.js');
    refuseFiles(files, ['config'], 'a list of paths');
    const plan = await readPathsFile(files.plan);
    const { grid, endpointsFor } = await readMapAndTask(files);
    const { endpoints, notices: taskNotices } = endpointsFor(plan.agents.length);
    const notices = [...plan.notices, ...taskNotices];
    const name = endpoints === null ? requested : detectOrder(plan, endpoints, requested);
    if (name !== requested) {
        const text = `the starts of the task agree with (x,y), not with (row,column): it is read as ${name}`;
        notices.push(noticeAt(plan.file, FILE_START, text));
    }
    const isRowFirst = name === 'paths';
    const paths = plan.agents.map((agent, a) =>
        makePath(plan, a, endpoints?.[a], isRowFirst, agent.cells),
    );
    const instance = instanceFromTask(files.task);
    return {
        ...makeDiscretePlan(name, paths, { radius, atGoal }),
        axes: AXES[name],
        grid: grid && (isRowFirst ? (await import('../maps/movingai.js')).transpose(grid) : grid),
        ...(instance && { instance }),
        notices,
    };
}

/**
 * Returns the order that agrees with the starts, or the requested order if neither or both do.
 *
 * @param {PathsFile} plan
 * @param {{ start: Point }[]} endpoints of the task
 * @param {PathsFormat} requested
 * @returns {PathsFormat}
 */
function detectOrder({ agents }, endpoints, requested) {
    if (requested !== 'paths') return requested;
    const starts = agents.flatMap(({ cells }, a) =>
        cells.length > 0 ? [{ first: cells[0], second: cells[1], start: endpoints[a].start }] : [],
    );
    const isRowFirst = starts.every(
        ({ first, second, start }) => first === start.y && second === start.x,
    );
    const isColumnFirst = starts.every(
        ({ first, second, start }) => first === start.x && second === start.y,
    );
    return isColumnFirst && !isRowFirst ? 'paths-xy' : 'paths';
}

/**
 * @param {PathsFile} plan
 * @param {number} a
 * @param {{ start: Point, goal: Point } | undefined} endpoints in columns and rows
 * @param {boolean} isRowFirst
 * @param {Int32Array} cells
 * @returns {Path}
 */
function makePath({ file, agents }, a, endpoints, isRowFirst, cells) {
    const { source, columns } = agents[a];
    /** @param {Point | undefined} point */
    const toFileOrder = (point) =>
        point === undefined ? null : isRowFirst ? { x: point.y, y: point.x } : point;
    const [start, goal] = [toFileOrder(endpoints?.start), toFileOrder(endpoints?.goal)];
    const name = String(a);
    if (cells.length > 0) {
        const { line } = source;
        /** @param {number} column */
        const positionOf = (column) => ({ line, column });
        const sources = columns && { marks: columns, positionOf };
        return { name, places: cells, start, goal, source, sources };
    }
    if (start === null) {
        const text = `agent ${formatValue(a)} has no path, and its start is not known: give the task (--task)`;
        throw new InputError('unknown-start', file, source, text);
    }
    return {
        name,
        places: Int32Array.of(start.x, start.y),
        isStationary: true,
        start,
        goal,
        source,
    };
}

/**
 * Writes the form of EECBS.
 *
 * @param {Scenario} scenario in the frame of the format
 * @returns {WrittenPlan}
 */
function writePaths(scenario) {
    const steps = scenarioToSteps(scenario);
    const text = {
        *[Symbol.iterator]() {
            for (const [a, cells] of steps.entries()) {
                const places = [];
                for (let k = 0; k < cells.length; k += 2) {
                    places.push(`(${cells[k]},${cells[k + 1]})->`);
                }
                yield `Agent ${a}: ${places.join('')}\n`;
            }
        },
    };
    return { text, notices: lossNotices(scenario) };
}
