import { GrazeError } from 'graze';
import { FILE_START, InputError } from './source.js';

/**
 * @import { SourceFile } from './source.js'
 * @import { TaskAgent } from './ccbs_task.js'
 * @import { Agent, Grid, MotionSegment, Point, Roadmap, Scenario, SourcePosition }
 *   from '../scenario/scenario.js'
 */

export { InputError } from './source.js';

/**
 * @typedef {object} ScenarioFiles
 * @property {SourceFile} plan
 * @property {SourceFile} [map]
 * @property {SourceFile} [task] wins over a copy of the task in the plan
 * @property {SourceFile} [config]
 *
 * @typedef {object} ReadOptions
 * @property {string} [format] of the plan; recognised from its content unless given
 * @property {number} [radius] of every agent; wins over the configuration
 * @property {'stay' | 'vanish'} [atGoal] `stay` unless given
 */

/** The formats a plan may have. */
export const FORMATS = Object.freeze(['ccbs']);

/**
 * Reads a plan, with its map, task and configuration as far as they are given, into a Scenario. What
 * cannot be read wholly is an InputError, whose message begins with file, line and column.
 *
 * @param {ScenarioFiles} files
 * @param {ReadOptions} [options]
 * @returns {Promise<Scenario>}
 */
export async function readScenario(files, options = {}) {
    const { format, atGoal = 'stay' } = options;
    if (format !== undefined && !FORMATS.includes(format)) {
        throw new GrazeError(
            'unknown-format',
            `format must be one of ${FORMATS.join(', ')}, not ${JSON.stringify(format)}`,
            { argument: 'format', value: format },
        );
    }
    if (format === undefined && !looksLikeXml(files.plan)) {
        const text = `the format is not recognised; graze reads ${FORMATS.join(', ')}`;
        throw new InputError('unknown-format', files.plan, FILE_START, text);
    }
    return readCcbs(files, options.radius, atGoal);
}

/** @param {SourceFile} file */
function looksLikeXml(file) {
    return /^\ufeff?\s*(?:<|$)/.test(file.text);
}

/**
 * @param {ScenarioFiles} files
 * @param {number | undefined} radius
 * @param {'stay' | 'vanish'} atGoal
 * @returns {Promise<Scenario>}
 */
async function readCcbs(files, radius, atGoal) {
    const { readCcbsLog } = await import('./ccbs_log.js');
    const log = readCcbsLog(files.plan);
    const { grid, roadmap } = await readMap(files.map);
    const config = await readConfig(files.config);
    const size = radius ?? config?.radius;
    if (size === undefined) {
        throw new GrazeError(
            'radius-unknown',
            `${files.plan.name} does not say how large its agents are: give a radius (--radius) or a configuration (--config)`,
            { argument: 'radius' },
        );
    }
    const notices = [...log.notices, ...(config?.notices ?? [])];
    const ends = await readEnds(files, log, roadmap, grid !== null, notices);
    const agents = log.motions.map((motion, number) => {
        const { start, goal, source } = ends.places[number];
        const shape = /** @type {const} */ ({ kind: 'disc', radius: size });
        const agent = { name: String(number), shape, start, goal, motion, source };
        checkPlaced(log.file, agent, number);
        return agent;
    });
    if (grid !== null) checkInside(grid, agents, ends.file, log.file);
    return {
        format: 'ccbs',
        agents,
        grid,
        roadmap,
        obstacles: [],
        atGoal,
        speedLimit: 1,
        notices,
    };
}

/**
 * A map of either kind, in the plan's frame: CCBS counts rows first, MovingAI columns.
 *
 * @param {SourceFile | undefined} file
 * @returns {Promise<{ grid: Grid | null, roadmap: Roadmap | null }>}
 */
async function readMap(file) {
    if (file === undefined) return { grid: null, roadmap: null };
    if (looksLikeXml(file)) {
        const { readCcbsMap } = await import('./ccbs_map.js');
        return readCcbsMap(file);
    }
    const { readMovingAiMap, transpose } = await import('./movingai.js');
    return { grid: transpose(readMovingAiMap(file)), roadmap: null };
}

/** @param {SourceFile | undefined} file */
async function readConfig(file) {
    if (file === undefined) return undefined;
    const { readCcbsConfig } = await import('./ccbs_config.js');
    return readCcbsConfig(file);
}

/**
 * Where each agent starts and wants to go, and the file that says so.
 *
 * @typedef {{ start: Point | null, goal: Point | null, source: SourcePosition }} Ends
 * @typedef {{ file: SourceFile, places: Ends[] }} TaskEnds
 */

/**
 * From the task, else from the log's own copy of it.
 *
 * @param {ScenarioFiles} files
 * @param {{ file: SourceFile, task: TaskAgent[], motions: MotionSegment[][] }} log
 * @param {Roadmap | null} roadmap
 * @param {boolean} onGrid
 * @param {string[]} notices
 * @returns {Promise<TaskEnds>}
 */
async function readEnds(files, log, roadmap, onGrid, notices) {
    const count = log.motions.length;
    if (files.task !== undefined && !looksLikeXml(files.task)) {
        return readScenarioEnds(files.task, count);
    }
    const { locate, readCcbsTask } = await import('./ccbs_task.js');
    const task =
        files.task === undefined ? { file: log.file, agents: log.task } : readCcbsTask(files.task);
    if (task.agents.length === 0) {
        notices.push('no task is known: starts and goals are not checked');
        const unknown = { start: null, goal: null, source: FILE_START };
        return { file: log.file, places: log.motions.map(() => unknown) };
    }
    checkCount(task.file, task.agents.length, count, task.agents[0].source);
    const named = task.agents.some((agent) => 'node' in agent.start || 'node' in agent.goal);
    if (named && onGrid) {
        const text = 'the task names nodes of a roadmap, but the map is a grid';
        throw new InputError('wrong-map', task.file, task.agents[0].source, text);
    }
    if (named && roadmap === null) {
        notices.push('the task names nodes, and no map is given: starts and goals are not checked');
    }
    const places = task.agents.map((agent) => ({
        start: locate(task.file, agent, 'start', roadmap),
        goal: locate(task.file, agent, 'goal', roadmap),
        source: agent.source,
    }));
    return { file: task.file, places };
}

/**
 * @param {SourceFile} file
 * @param {number} count
 * @returns {Promise<TaskEnds>}
 */
async function readScenarioEnds(file, count) {
    const { readMovingAiScenario } = await import('./movingai.js');
    const task = readMovingAiScenario(file);
    // A .scen lists more agents than a run uses: the plan takes as many as it has, from the first.
    if (task.agents.length < count) checkCount(task.file, task.agents.length, count, FILE_START);
    const places = task.agents.slice(0, count).map((agent) => ({
        start: { x: agent.start.y, y: agent.start.x },
        goal: { x: agent.goal.y, y: agent.goal.x },
        source: agent.source,
    }));
    return { file: task.file, places };
}

/**
 * @param {SourceFile} file
 * @param {number} agents
 * @param {number} planned
 * @param {SourcePosition} position
 */
function checkCount(file, agents, planned, position) {
    if (agents !== planned) {
        const text = `the task has ${agents} agents, but the plan has ${planned}`;
        throw new InputError('agent-count', file, position, text);
    }
}

/**
 * An agent without a path stands at its start, so the start must be known.
 *
 * @param {SourceFile} file
 * @param {Agent} agent
 * @param {number} number
 */
function checkPlaced(file, agent, number) {
    if (agent.motion.length === 0 && agent.start === null) {
        const text = `agent ${number} has no section and its start is not known: give its task and map`;
        throw new InputError('unknown-start', file, FILE_START, text);
    }
}

/**
 * Every place that the files name must be in the map's extent.
 *
 * @param {Grid} grid
 * @param {Agent[]} agents
 * @param {SourceFile} task
 * @param {SourceFile} plan
 */
function checkInside(grid, agents, task, plan) {
    /**
     * @param {Point | null | undefined} point
     * @param {SourceFile} file
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
        const place = agent.source ?? FILE_START;
        check(agent.start, task, place, `agent ${number} starts at`);
        check(agent.goal, task, place, `agent ${number} wants to go to`);
        for (const segment of agent.motion) {
            const position = segment.source ?? FILE_START;
            check({ x: segment.x[0], y: segment.y[0] }, plan, position, 'the section starts at');
            check(segment.end, plan, position, 'the section ends at');
        }
    });
}
