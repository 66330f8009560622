import { GrazeError, toPrintable } from '#internal';
import { blankScenario } from '../../scenario/model/scenario.js';
import { pieceCountOf, piecesOf, withMotionSource } from '../../scenario/model/step_motion.js';
import { looksLikeXml } from '../detection/detection.js';
import { askForMap, checkCount, readScenTask } from '../maps/movingai.js';
import { FILE_START, InputError, peek } from '../text/source.js';
import { readCcbsLog } from './log.js';
import { readCcbsTask, resolveLocation } from './task.js';

export { writeCcbs as write } from './write.js';

/**
 * Reads and writes CCBS plans with the files that belong to them.
 *
 * @import { CcbsLog } from './log.js'
 * @import { ReadRequest, ScenarioFiles } from '../index.js'
 * @import { CheckedFile, SourceFile } from '../text/source.js'
 * @import { Agent, Grid, Point, Roadmap, Scenario, SourcePosition }
 *   from '../../scenario/model/scenario.js'
 */

/**
 * Start and goal of an agent, and their position in `file`.
 *
 * @typedef {{ start: Point | null, goal: Point | null, source: SourcePosition }} Endpoints
 * @typedef {{ file: CheckedFile, places: Endpoints[], notices: string[] }} TaskEndpoints
 *
 * @typedef {{ grid: Grid | null, roadmap: Roadmap | null }} CcbsMap
 */

/** The first coordinate, i, is the row. @type {Scenario['axes']} */
export const axes = 'down-right';

/** CCBS agents move at unit speed. */
const SPEED = 1;

/**
 * @param {ReadRequest} request
 * @returns {Promise<Scenario>}
 */
export async function read({ files, radius, atGoal }) {
    const log = await readCcbsLog(files.plan);
    const map = await readMap(files.map);
    const config = await readConfig(files.config);
    const size = radius ?? config.radius;
    if (size === undefined) throw radiusUnknownError(files);
    const endpoints = await readEndpoints(files, log, map);
    const agents = log.motions.map((motion, number) => {
        const { start, goal } = endpoints.places[number];
        const shape = /** @type {const} */ ({ kind: 'disc', radius: size });
        const source = log.sources[number];
        const agent = { name: String(number), shape, start, goal, motion: [], source };
        return withMotionSource(agent, motion);
    });
    checkPlaced(log, agents);
    if (map.grid !== null) checkInside(map.grid, agents, endpoints, log.file);
    return {
        ...blankScenario('ccbs'),
        axes,
        agents,
        ...map,
        atGoal: atGoal ?? 'stay',
        speedLimit: SPEED,
        notices: [...log.notices, ...config.notices, ...endpoints.notices],
    };
}

/** @param {ScenarioFiles} files */
function radiusUnknownError({ plan, config }) {
    const incomplete = config === undefined ? plan : config;
    return new GrazeError(
        'radius-unknown',
        `${toPrintable(incomplete.name)} does not say how large its agents are: give a radius (--radius) or a configuration with agent_size (--config)`,
        { argument: 'radius' },
    );
}

/**
 * Reads a map of either kind in the plan's frame: CCBS counts rows first, MovingAI columns.
 *
 * @param {SourceFile | undefined} file
 * @returns {Promise<CcbsMap>}
 */
async function readMap(file) {
    if (file === undefined) return { grid: null, roadmap: null };
    const { head, file: mapFile } = await peek(file);
    if (looksLikeXml(head)) {
        const { readCcbsMap } = await import('./map.js');
        return readCcbsMap(mapFile);
    }
    const { readMovingAiMap, transpose } = await import('../maps/movingai.js');
    return { grid: transpose(await readMovingAiMap(mapFile)), roadmap: null };
}

/** @param {SourceFile | undefined} file */
async function readConfig(file) {
    if (file === undefined) return { radius: undefined, notices: [] };
    const { readCcbsConfig } = await import('./task.js');
    return readCcbsConfig(file);
}

/**
 * Reads starts and goals from the task, or from the log's own copy of it.
 *
 * @param {ScenarioFiles} files
 * @param {CcbsLog} log
 * @param {CcbsMap} map
 * @returns {Promise<TaskEndpoints>}
 */
async function readEndpoints(files, log, map) {
    if (files.task === undefined) return makeTaskEndpoints(log.file, log.task, log, map);
    const { head, file: taskFile } = await peek(files.task);
    if (!looksLikeXml(head)) {
        return readScenEndpoints(taskFile, log.motions.length, map.grid, files.map);
    }
    const { file, agents, notices } = await readCcbsTask(taskFile);
    const endpoints = makeTaskEndpoints(file, agents, log, map);
    return { ...endpoints, notices: [...notices, ...endpoints.notices] };
}

/**
 * @param {CheckedFile} file
 * @param {CcbsLog['task']} agents
 * @param {CcbsLog} log
 * @param {CcbsMap} map
 * @returns {TaskEndpoints}
 */
function makeTaskEndpoints(file, agents, log, { grid, roadmap }) {
    if (agents.length === 0) {
        const places = log.sources.map((source) => ({ start: null, goal: null, source }));
        return { file, places, notices: [] };
    }
    checkCount(file, agents.length, log.motions.length, agents[0].source);
    const nodeAgent = agents.find((agent) => 'node' in agent.start || 'node' in agent.goal);
    if (nodeAgent !== undefined && grid !== null) {
        const text = 'the task names nodes of a roadmap, but the map is a grid';
        throw new InputError('wrong-map', file, nodeAgent.source, text);
    }
    const notices =
        nodeAgent !== undefined && roadmap === null
            ? ['the task names nodes, and no map is given: starts and goals are not checked']
            : [];
    const places = agents.map((agent) => ({
        start: resolveLocation(file, agent, 'start', roadmap),
        goal: resolveLocation(file, agent, 'goal', roadmap),
        source: agent.source,
    }));
    return { file, places, notices };
}

/**
 * Reads a MovingAI scenario in the plan's frame.
 *
 * @param {SourceFile} scenFile
 * @param {number} count
 * @param {Grid | null} grid in the plan's frame
 * @param {SourceFile | undefined} map
 * @returns {Promise<TaskEndpoints>}
 */
async function readScenEndpoints(scenFile, count, grid, map) {
    const size = grid && { width: grid.ny, height: grid.nx };
    const { file, places: scenAgents, notices } = await readScenTask(scenFile, count, size, map);
    const places = scenAgents.map(({ start, goal, source: position }) => ({
        start: { x: start.y, y: start.x },
        goal: { x: goal.y, y: goal.x },
        source: position,
    }));
    return { file, places, notices };
}

/**
 * Checks that the start of each agent without a path is known: it stands there.
 *
 * @param {CcbsLog} log
 * @param {Agent[]} agents
 */
function checkPlaced(log, agents) {
    const missing = agents.findIndex((agent) => pieceCountOf(agent) === 0 && agent.start === null);
    if (missing < 0) return;
    const text = `agent ${missing} has no section and its start is not known: give its task and map`;
    throw new InputError('unknown-start', log.file, log.sources[missing], text);
}

/**
 * Checks that all places in the files are on the map.
 *
 * @param {Grid} grid
 * @param {Agent[]} agents
 * @param {TaskEndpoints} endpoints
 * @param {CheckedFile} plan
 */
function checkInside(grid, agents, endpoints, plan) {
    /**
     * @param {Point | null | undefined} point
     * @param {CheckedFile} file
     * @param {SourcePosition} position
     * @param {string} label
     */
    const check = (point, file, position, label) => {
        if (!point) return;
        const { x, y } = point;
        if (x >= -0.5 && x <= grid.nx - 0.5 && y >= -0.5 && y <= grid.ny - 0.5) return;
        const text = `${label} (${x}, ${y}), outside the map of ${grid.nx} x ${grid.ny} cells${askForMap(point, grid)}`;
        throw new InputError('outside-map', file, position, text);
    };
    agents.forEach((agent, number) => {
        const place = endpoints.places[number].source;
        check(agent.start, endpoints.file, place, `agent ${number} starts at`);
        check(agent.goal, endpoints.file, place, `the goal of agent ${number} is`);
        for (const piece of piecesOf(agent)) {
            const position = piece.source ?? FILE_START;
            check({ x: piece.x[0], y: piece.y[0] }, plan, position, 'the section starts at');
            check(piece.end, plan, position, 'the section ends at');
        }
    });
}
