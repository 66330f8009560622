import { formatValue } from '#internal';
import { FILE_START, InputError, noticeAt } from '../text/source.js';

/**
 * @import { CheckedFile, SourceFile } from '../text/source.js'
 * @import { ScenAgent } from './movingai.js'
 * @import { ScenarioFiles } from '../index.js'
 * @import { BenchmarkInstance, Grid, Point, SourcePosition } from '../../scenario/model/scenario.js'
 */

/**
 * Checks that a task has as many agents as its plan.
 *
 * @param {{ name: string }} file
 * @param {number} agents
 * @param {number} planCount
 * @param {SourcePosition} position
 */
export function checkCount(file, agents, planCount, position) {
    if (agents !== planCount) {
        const text = `the task has ${agents} agents, but the plan has ${planCount}`;
        throw new InputError('agent-count', file, position, text);
    }
}

/**
 * Returns the agents of a MovingAI scenario that a plan uses, in the scenario's own frame: the first ones, as many as the
 * plan has, since a scenario lists more than a run uses.
 *
 * @param {SourceFile} source
 * @param {number} count
 * @param {{ width: number, height: number } | null} map
 * @param {SourceFile} [mapFile] the file of the map
 * @returns {Promise<{ file: CheckedFile, places: ScenAgent[], notices: string[] }>}
 */
export async function readScenTask(source, count, map, mapFile) {
    const { readMovingAiScenario } = await import('./movingai.js');
    return firstAgents(await readMovingAiScenario(source), count, map, mapFile);
}

/**
 * @param {{ file: CheckedFile, agents: ScenAgent[] }} scenario
 * @param {number} count
 * @param {{ width: number, height: number } | null} map
 * @param {SourceFile} [mapFile]
 */
function firstAgents({ file, agents }, count, map, mapFile) {
    if (agents.length < count) checkCount(file, agents.length, count, FILE_START);
    const places = agents.slice(0, count);
    for (const { width, height, source: position } of places) {
        if (map === null || (width === map.width && height === map.height)) continue;
        const text = `the scenario is for a map of width ${width} and height ${height}, but the map has ${map.width} and ${map.height}`;
        throw new InputError('wrong-map', file, position, text);
    }
    const [first] = places;
    const notices = first ? mapNameNotices(file, first.source, first.map, mapFile) : [];
    return { file, places, notices };
}

/**
 * The map and the task of plans, in their own frame.
 *
 * @typedef {object} MapAndTask
 * @property {Grid | null} grid
 * @property {(count: number) => { endpoints: ScenAgent[] | null, notices: string[] }} endpointsFor starts and goals of a plan of so
 *   many agents; null without a task
 */

/**
 * Reads the MovingAI map and scenario of a plan, if given.
 *
 * @param {Pick<ScenarioFiles, 'map' | 'task'>} files
 * @returns {Promise<MapAndTask>}
 */
export async function readMapAndTask({ map, task }) {
    const grid = await readMap(map);
    if (task === undefined) return { grid, endpointsFor: () => ({ endpoints: null, notices: [] }) };
    const { readMovingAiScenario } = await import('./movingai.js');
    const scenario = await readMovingAiScenario(task);
    const size = grid && { width: grid.nx, height: grid.ny };
    return {
        grid,
        endpointsFor(count) {
            const { places, notices } = firstAgents(scenario, count, size, map);
            return { endpoints: places, notices };
        },
    };
}

/** @param {SourceFile | undefined} file */
async function readMap(file) {
    if (file === undefined) return null;
    const { readMovingAiMap } = await import('./movingai.js');
    return readMovingAiMap(file);
}

/**
 * Returns a question for the end of a message about a point outside a map.
 *
 * @param {Point} point
 * @param {{ nx: number, ny: number }} grid
 */
export function askForMap({ x, y }, { nx, ny }) {
    const isInsideExchanged = y >= -0.5 && y <= nx - 0.5 && x >= -0.5 && x <= ny - 0.5;
    return isInsideExchanged
        ? ': are rows and columns exchanged, or is it another map?'
        : ": is this the plan's map?";
}

/** @param {string} path @returns {string} the name of the file itself */
export function baseName(path) {
    return path.split(/[\\/]/).at(-1) ?? '';
}

/**
 * Returns a notice if a file names another map than the given one. Only names that end with `.map` are compared.
 *
 * @param {{ name: string }} file
 * @param {SourcePosition} position
 * @param {string} mapName
 * @param {SourceFile | undefined} map
 * @returns {string[]}
 */
export function mapNameNotices(file, position, mapName, map) {
    if (map === undefined || !/\.map$/i.test(map.name)) return [];
    const [ownName, givenName] = [mapName, map.name].map((each) =>
        baseName(each).replace(/\.map$/i, ''),
    );
    if (ownName === givenName || ownName === '') return [];
    const text = `it is of the map ${formatValue(ownName)}, the map given is ${formatValue(givenName)}`;
    return [noticeAt(file, position, text)];
}

/**
 * Returns the instance of the MovingAI benchmark of a task, by its file name, or undefined if that is not the name of a
 * benchmark's scenario.
 *
 * @param {SourceFile | undefined} task
 * @returns {BenchmarkInstance | undefined}
 */
export function instanceFromTask(task) {
    const found = /^(.+)-(even|random)-(\d+)\.scen$/.exec(baseName(task?.name ?? ''));
    if (found === null) return undefined;
    const [, map, type, number] = found;
    return { map, type, number };
}

/**
 * Returns a MovingAI scenario with these starts and goals.
 *
 * @param {{ start: Point, goal: Point }[]} agents in columns and rows, from 0
 * @param {{ nx: number, ny: number } | null} map null: any that contains them all
 */
export function writeScenTask(agents, map) {
    const points = agents.flatMap(({ start, goal }) => [start, goal]);
    const nx = map?.nx ?? points.reduce((max, { x }) => Math.max(max, x + 1), 1);
    const ny = map?.ny ?? points.reduce((max, { y }) => Math.max(max, y + 1), 1);
    const lines = agents.map(({ start, goal }) => {
        const places = [start.x, start.y, goal.x, goal.y].join('\t');
        return `0\tmap\t${nx}\t${ny}\t${places}\t0\n`;
    });
    return `version 1\n${lines.join('')}`;
}
