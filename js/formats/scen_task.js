import { show } from 'graze';
import { FILE_START, InputError, noticeAt } from './source.js';

/**
 * @import { CheckedFile, SourceFile } from './source.js'
 * @import { ScenAgent } from './movingai.js'
 * @import { ScenarioFiles } from './index.js'
 * @import { BenchmarkInstance, Grid, Point, SourcePosition } from '../scenario/scenario.js'
 */

/**
 * A task has as many agents as its plan.
 *
 * @param {{ name: string }} file
 * @param {number} agents
 * @param {number} planned
 * @param {SourcePosition} position
 */
export function checkCount(file, agents, planned, position) {
    if (agents !== planned) {
        const text = `the task has ${agents} agents, but the plan has ${planned}`;
        throw new InputError('agent-count', file, position, text);
    }
}

/**
 * The agents of a MovingAI scenario that a plan uses, in the scenario's own frame: it lists more than a
 * run takes, so they are the first of it, as many as the plan has.
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
    const notices = first ? otherMap(file, first.source, first.map, mapFile) : [];
    return { file, places, notices };
}

/**
 * The map and the task beside plans, in their own frame.
 *
 * @typedef {object} Ground
 * @property {Grid | null} grid
 * @property {(count: number) => { ends: ScenAgent[] | null, notices: string[] }} endsOf starts and goals of a plan of so
 *   many agents; null without a task
 */

/**
 * Reads the MovingAI map and scenario beside a plan, each where it is given.
 *
 * @param {Pick<ScenarioFiles, 'map' | 'task'>} files
 * @returns {Promise<Ground>}
 */
export async function readGround({ map, task }) {
    const grid = await readMap(map);
    if (task === undefined) return { grid, endsOf: () => ({ ends: null, notices: [] }) };
    const { readMovingAiScenario } = await import('./movingai.js');
    const scenario = await readMovingAiScenario(task);
    const size = grid && { width: grid.nx, height: grid.ny };
    return {
        grid,
        endsOf(count) {
            const { places, notices } = firstAgents(scenario, count, size, map);
            return { ends: places, notices };
        },
    };
}

/** @param {SourceFile | undefined} file */
async function readMap(file) {
    if (file === undefined) return null;
    const { readMovingAiMap } = await import('./movingai.js');
    return readMovingAiMap(file);
}

/** @param {string} path @returns {string} the name of the file itself */
export function baseName(path) {
    return path.split(/[\\/]/).at(-1) ?? '';
}

/**
 * Returns a notice when a file names another map than the one that is given. Only names that end in `.map` are
 * compared: others may be anything.
 *
 * @param {{ name: string }} file
 * @param {SourcePosition} position
 * @param {string} named
 * @param {SourceFile | undefined} map
 * @returns {string[]}
 */
export function otherMap(file, position, named, map) {
    if (map === undefined || !/\.map$/i.test(map.name)) return [];
    const [own, given] = [named, map.name].map((each) => baseName(each).replace(/\.map$/i, ''));
    if (own === given || own === '') return [];
    const text = `it is of the map ${show(own)}, the map given is ${show(given)}`;
    return [noticeAt(file, position, text)];
}

/**
 * Returns the instance of the MovingAI benchmark whose scenario a task is, by the task's name; undefined where the name
 * is not that of a benchmark's scenario.
 *
 * @param {SourceFile | undefined} task
 * @returns {BenchmarkInstance | undefined}
 */
export function instanceOf(task) {
    const found = /^(.+)-(even|random)-(\d+)\.scen$/.exec(baseName(task?.name ?? ''));
    if (found === null) return undefined;
    const [, map, type, number] = found;
    return { map, type, number };
}

/**
 * Returns a MovingAI scenario with these starts and goals.
 *
 * @param {{ start: Point, goal: Point }[]} agents in columns and rows, from 0
 * @param {{ nx: number, ny: number } | null} map null: one that they are all on
 */
export function scenTaskOf(agents, map) {
    const points = agents.flatMap(({ start, goal }) => [start, goal]);
    const nx = map?.nx ?? points.reduce((most, { x }) => Math.max(most, x + 1), 1);
    const ny = map?.ny ?? points.reduce((most, { y }) => Math.max(most, y + 1), 1);
    const lines = agents.map(({ start, goal }) => {
        const places = [start.x, start.y, goal.x, goal.y].join('\t');
        return `0\tmap\t${nx}\t${ny}\t${places}\t0\n`;
    });
    return `version 1\n${lines.join('')}`;
}
