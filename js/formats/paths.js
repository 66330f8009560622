import { show } from 'graze';
import { instanceOf, readGround } from './scen_task.js';
import { FILE_START, InputError, noticeAt } from './source.js';
import { discretePlan, lossNotices, scenarioToSteps, unusedConfig } from './steps.js';

/**
 * The paths that EECBS, CBSH2-RTC, PBS, MAPF-LNS2 and other planners write, `Agent 0: (r,c)->(r,c)->`: rows first, as
 * `paths`, or columns first, as `paths-xy`.
 *
 * @import { PathsFile } from './paths_file.js'
 * @import { Format, Request, Written } from './index.js'
 * @import { Path } from './steps.js'
 * @import { Point, Scenario } from '../scenario/scenario.js'
 */

/**
 * Which number of a place is first: the row or the column.
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
export function pathsFormat(name) {
    return {
        // Both orders look the same: the planners' own is assumed.
        recognise: (head) => name === 'paths' && /^\s*Agent[ \t]+\d+[ \t]*:/.test(head),
        read: (request) => readPaths(request, name),
        write: writePaths,
        axes: AXES[name],
    };
}

/**
 * Reads a plan. Rows-first paths whose starts agree with the task only when x and y change places are columns-first
 * paths: a notice says so.
 *
 * @param {Request} request
 * @param {PathsFormat} asked
 * @returns {Promise<Scenario>}
 */
async function readPaths({ files, radius, atGoal }, asked) {
    const { readPathsFile } = await import('./paths_file.js');
    const plan = await readPathsFile(files.plan);
    const { grid, endsOf } = await readGround(files);
    const { ends, notices } = endsOf(plan.agents.length);
    if (ends === null) notices.push('no task is known: starts and goals are not checked');
    const name = ends === null ? asked : orderOf(plan, ends, asked);
    if (name !== asked) {
        const text = `the starts of the task agree with (x,y), not with (row,column): it is read as ${name}`;
        notices.push(noticeAt(plan.file, FILE_START, text));
    }
    const isRowFirst = name === 'paths';
    const paths = plan.agents.map((agent, a) =>
        pathOf(plan, a, ends?.[a], isRowFirst, agent.cells),
    );
    const instance = instanceOf(files.task);
    return {
        ...discretePlan(name, paths, { radius, atGoal }),
        axes: AXES[name],
        grid: grid && (isRowFirst ? (await import('./movingai.js')).transpose(grid) : grid),
        ...(instance && { instance }),
        notices: [...notices, ...unusedConfig(files)],
    };
}

/**
 * Returns the order that the starts show; the one asked for where they show nothing else.
 *
 * @param {PathsFile} plan
 * @param {{ start: Point }[]} ends of the task
 * @param {PathsFormat} asked
 * @returns {PathsFormat}
 */
function orderOf({ agents }, ends, asked) {
    if (asked !== 'paths') return asked;
    const begun = agents.flatMap(({ cells }, a) =>
        cells.length > 0 ? [{ first: cells[0], second: cells[1], start: ends[a].start }] : [],
    );
    const isRowFirst = begun.every(
        ({ first, second, start }) => first === start.y && second === start.x,
    );
    const isColumnFirst = begun.every(
        ({ first, second, start }) => first === start.x && second === start.y,
    );
    return isColumnFirst && !isRowFirst ? 'paths-xy' : 'paths';
}

/**
 * @param {PathsFile} plan
 * @param {number} a
 * @param {{ start: Point, goal: Point } | undefined} ends in columns and rows
 * @param {boolean} isRowFirst
 * @param {Int32Array} cells
 * @returns {Path}
 */
function pathOf({ file, agents }, a, ends, isRowFirst, cells) {
    const { source, sources } = agents[a];
    /** @param {Point | undefined} point */
    const framed = (point) =>
        point === undefined ? null : isRowFirst ? { x: point.y, y: point.x } : point;
    const [start, goal] = [framed(ends?.start), framed(ends?.goal)];
    const name = String(a);
    if (cells.length > 0) return { name, places: cells, start, goal, source, sources };
    if (start === null) {
        const text = `agent ${show(a)} has no path, and its start is not known: give the task (--task)`;
        throw new InputError('unknown-start', file, source, text);
    }
    return { name, places: Int32Array.of(start.x, start.y), stands: true, start, goal, source };
}

/**
 * Writes the form of EECBS.
 *
 * @param {Scenario} scenario in the frame of the format
 * @returns {Written}
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
