import { GrazeError, printable } from 'graze';
import { blank } from '../scenario/scenario.js';
import { readCcbsLog } from './ccbs_log.js';
import { locate, readCcbsTask } from './ccbs_task.js';
import { checkCount, readScenTask } from './scen_task.js';
import { FILE_START, InputError, looksLikeXml, peek } from './source.js';

export { writeCcbs as write } from './ccbs_write.js';

/**
 * A CCBS plan with the files that go with it.
 *
 * @import { CcbsLog } from './ccbs_log.js'
 * @import { Request, ScenarioFiles } from './index.js'
 * @import { CheckedFile, SourceFile } from './source.js'
 * @import { Agent, Grid, Point, Roadmap, Scenario, SourcePosition }
 *   from '../scenario/scenario.js'
 */

/**
 * Where each agent starts and wants to go, and the place in `file` that says so.
 *
 * @typedef {{ start: Point | null, goal: Point | null, source: SourcePosition }} Ends
 * @typedef {{ file: CheckedFile, places: Ends[], notices: string[] }} TaskEnds
 *
 * @typedef {{ grid: Grid | null, roadmap: Roadmap | null }} CcbsMap
 */

/** i is the row. @type {Scenario['axes']} */
export const axes = 'down-right';

/** What CCBS calls its files. */
export const extensions = ['.xml'];

/** CCBS agents move at unit speed. */
const SPEED = 1;

/**
 * Any XML that no other format claims: what is wrong with it is then said with its place.
 *
 * @param {string} head
 */
export function recognise(head) {
    return looksLikeXml(head);
}

/**
 * @param {Request} request
 * @returns {Promise<Scenario>}
 */
export async function read({ files, radius, atGoal }) {
    const log = await readCcbsLog(files.plan);
    const map = await readMap(files.map);
    const config = await readConfig(files.config);
    const size = radius ?? config.radius;
    if (size === undefined) throw radiusUnknown(files);
    const ends = await readEnds(files, log, map);
    const agents = log.motions.map((motion, number) => {
        const { start, goal } = ends.places[number];
        const shape = /** @type {const} */ ({ kind: 'disc', radius: size });
        const source = log.sources[number];
        return { name: String(number), shape, start, goal, motion, source };
    });
    checkPlaced(log, agents);
    if (map.grid !== null) checkInside(map.grid, agents, ends, log.file);
    return {
        ...blank('ccbs'),
        axes,
        agents,
        ...map,
        atGoal: atGoal ?? 'stay',
        speedLimit: SPEED,
        notices: [...log.notices, ...config.notices, ...ends.notices],
    };
}

/** @param {ScenarioFiles} files */
function radiusUnknown({ plan, config }) {
    const silent = config === undefined ? plan : config;
    return new GrazeError(
        'radius-unknown',
        `${printable(silent.name)} does not say how large its agents are: give a radius (--radius) or a configuration with agent_size (--config)`,
        { argument: 'radius' },
    );
}

/**
 * A map of either kind, in the plan's frame: CCBS counts rows first, MovingAI columns.
 *
 * @param {SourceFile | undefined} file
 * @returns {Promise<CcbsMap>}
 */
async function readMap(file) {
    if (file === undefined) return { grid: null, roadmap: null };
    const { head, file: whole } = await peek(file);
    if (looksLikeXml(head)) {
        const { readCcbsMap } = await import('./ccbs_map.js');
        return readCcbsMap(whole);
    }
    const { readMovingAiMap, transpose } = await import('./movingai.js');
    return { grid: transpose(await readMovingAiMap(whole)), roadmap: null };
}

/** @param {SourceFile | undefined} file */
async function readConfig(file) {
    if (file === undefined) return { radius: undefined, notices: [] };
    const { readCcbsConfig } = await import('./ccbs_config.js');
    return readCcbsConfig(file);
}

/**
 * From the task, else from the log's own copy of it.
 *
 * @param {ScenarioFiles} files
 * @param {CcbsLog} log
 * @param {CcbsMap} map
 * @returns {Promise<TaskEnds>}
 */
async function readEnds(files, log, map) {
    if (files.task === undefined) return taskEnds(log.file, log.task, log, map);
    const { head, file: given } = await peek(files.task);
    if (!looksLikeXml(head)) {
        return readScenarioEnds(given, log.motions.length, map.grid, files.map);
    }
    const { file, agents, notices } = await readCcbsTask(given);
    const ends = taskEnds(file, agents, log, map);
    return { ...ends, notices: [...notices, ...ends.notices] };
}

/**
 * @param {CheckedFile} file
 * @param {CcbsLog['task']} agents
 * @param {CcbsLog} log
 * @param {CcbsMap} map
 * @returns {TaskEnds}
 */
function taskEnds(file, agents, log, { grid, roadmap }) {
    if (agents.length === 0) {
        const places = log.sources.map((source) => ({ start: null, goal: null, source }));
        return { file, places, notices: ['no task is known: starts and goals are not checked'] };
    }
    checkCount(file, agents.length, log.motions.length, agents[0].source);
    const named = agents.find((agent) => 'node' in agent.start || 'node' in agent.goal);
    if (named !== undefined && grid !== null) {
        const text = 'the task names nodes of a roadmap, but the map is a grid';
        throw new InputError('wrong-map', file, named.source, text);
    }
    const notices =
        named !== undefined && roadmap === null
            ? ['the task names nodes, and no map is given: starts and goals are not checked']
            : [];
    const places = agents.map((agent) => ({
        start: locate(file, agent, 'start', roadmap),
        goal: locate(file, agent, 'goal', roadmap),
        source: agent.source,
    }));
    return { file, places, notices };
}

/**
 * A MovingAI scenario, in the plan's frame.
 *
 * @param {SourceFile} source
 * @param {number} count
 * @param {Grid | null} grid in the plan's frame
 * @param {SourceFile | undefined} map
 * @returns {Promise<TaskEnds>}
 */
async function readScenarioEnds(source, count, grid, map) {
    const size = grid && { width: grid.ny, height: grid.nx };
    const { file, places: own, notices } = await readScenTask(source, count, size, map);
    const places = own.map(({ start, goal, source: position }) => ({
        start: { x: start.y, y: start.x },
        goal: { x: goal.y, y: goal.x },
        source: position,
    }));
    return { file, places, notices };
}

/**
 * An agent without a path stands at its start, so the start must be known.
 *
 * @param {CcbsLog} log
 * @param {Agent[]} agents
 */
function checkPlaced(log, agents) {
    const lost = agents.findIndex(({ motion, start }) => motion.length === 0 && start === null);
    if (lost < 0) return;
    const text = `agent ${lost} has no section and its start is not known: give its task and map`;
    throw new InputError('unknown-start', log.file, log.sources[lost], text);
}

/**
 * Every place that the files name must be in the map's extent.
 *
 * @param {Grid} grid
 * @param {Agent[]} agents
 * @param {TaskEnds} ends
 * @param {CheckedFile} plan
 */
function checkInside(grid, agents, ends, plan) {
    /**
     * @param {Point | null | undefined} point
     * @param {CheckedFile} file
     * @param {SourcePosition} position
     * @param {string} what
     */
    const check = (point, file, position, what) => {
        if (!point) return;
        const { x, y } = point;
        if (x >= -0.5 && x <= grid.nx - 0.5 && y >= -0.5 && y <= grid.ny - 0.5) return;
        const text = `${what} (${x}, ${y}), outside the map of ${grid.nx} x ${grid.ny} cells`;
        throw new InputError('outside-map', file, position, text);
    };
    agents.forEach((agent, number) => {
        const place = ends.places[number].source;
        check(agent.start, ends.file, place, `agent ${number} starts at`);
        check(agent.goal, ends.file, place, `agent ${number} wants to go to`);
        for (const segment of agent.motion) {
            const position = segment.source ?? FILE_START;
            check({ x: segment.x[0], y: segment.y[0] }, plan, position, 'the section starts at');
            check(segment.end, plan, position, 'the section ends at');
        }
    });
}
