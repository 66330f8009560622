import { blankScenario } from '../../scenario/model/scenario.js';
import { askForMap } from '../maps/movingai.js';
import { readJson } from '../text/json.js';
import { FILE_START, InputError, refuseFiles } from '../text/source.js';
import { MODELS } from './actions.js';
import { readAgents } from './agents.js';
import { checkStatements } from './statements.js';
import { readTasks } from './tasks.js';

/**
 * Reads and writes the output of the League of Robot Runners' Start-Kit of 2023, 2024 and 2026.
 *
 * @import { ReadRequest } from '../index.js'
 * @import { JsonValue } from '../text/json.js'
 * @import { LorrTasks } from './tasks.js'
 * @import { Model } from './actions.js'
 * @import { CheckedFile, SourceFile } from '../text/source.js'
 * @import { Agent, Grid, Point, Scenario, SourcePosition } from '../../scenario/model/scenario.js'
 */

export { write } from './write.js';

/**
 * Members of a file by name.
 *
 * @typedef {Map<string, JsonValue>} Members
 */

const REQUIRED = ['actionModel', 'start', 'actualPaths'];

/** Optional members that are used; statements are compared with the plan. */
const USED = [
    'agentMaxCounter',
    'plannerPaths',
    'tasks',
    'events',
    'version',
    'AllValid',
    'teamSize',
    'numTaskFinished',
    'sumOfCost',
    'makespan',
    'makespanTicks',
    'errors',
    'scheduleErrors',
    'numPlannerErrors',
    'numScheduleErrors',
    'numEntryTimeouts',
    'outputSegmentSize',
    'delayIntervals',
];

/** Members that are not used. */
const UNUSED = ['plannerTimes', 'actualSchedule', 'plannerSchedule'];

/** The first coordinate, x, is the row. @type {import('../../scenario/model/scenario.js').Scenario['axes']} */
export const axes = 'down-right';

/**
 * @param {ReadRequest} request
 * @returns {Promise<Scenario>}
 */
export async function read({ files, radius, footprint, atGoal }) {
    refuseFiles(files, ['task', 'config'], 'a plan of the League of Robot Runners');
    const root = await readJson(files.plan);
    const members = root.members({ required: REQUIRED, optional: [...USED, ...UNUSED] });
    const model = readModel(members);
    const grid = await readGrid(files.map);
    const { agents, cells, commanded, notices } = readAgents(members, model, radius, footprint);
    const steps = cells.reduce((max, each) => Math.max(max, each.length / 2 - 1), 0);
    const tasks = readTasks(members.get('tasks'), members.get('events'), agents.length, steps);
    notices.push(...checkStatements(members, { cells, commanded, tasks, steps, model }));
    notices.push(...setGoals(agents, tasks, members));
    if (grid !== null) checkInside(grid, agents, root.file);
    const isSized = radius !== undefined || footprint !== undefined;
    return {
        ...blankScenario('lorr'),
        agents,
        grid,
        // If actions take several steps, bodies of known size carry more information than cells.
        discrete: model.ticks > 1 && isSized ? null : { cells, commanded },
        sizesKnown: isSized,
        atGoal: atGoal ?? 'stay',
        speedLimit: 1 / model.ticks,
        timeStep: 1,
        axes: 'down-right',
        notices: [...notices, ...unusedNotices(members)],
    };
}

/** @param {SourceFile | undefined} file @returns {Promise<Grid | null>} in the plan's frame */
async function readGrid(file) {
    if (file === undefined) return null;
    const { readMovingAiMap, transpose } = await import('../maps/movingai.js');
    return transpose(await readMovingAiMap(file));
}

/** @param {Members} members @returns {Model} */
function readModel(members) {
    const value = /** @type {JsonValue} */ (members.get('actionModel'));
    const name = value.choice(/** @type {('MAPF' | 'MAPF_T')[]} */ (Object.keys(MODELS)));
    const counter = members.get('agentMaxCounter');
    const version = members.get('version');
    if (version?.string().startsWith('2026') && counter === undefined) {
        throw version.error('missing-key', 'means that the file must have agentMaxCounter');
    }
    if (counter !== undefined && name === 'MAPF') {
        throw value.error('unknown-value', 'must be MAPF_T in a file with agentMaxCounter');
    }
    const ticks = counter?.whole({ min: 1, max: 1e6 });
    return { ...MODELS[name], ticks: ticks ?? 1, hasRuns: ticks !== undefined };
}

/**
 * Sets the goals if every agent had one task; the last of several tasks is not where a run must end.
 *
 * @param {Agent[]} agents
 * @param {LorrTasks} tasks
 * @param {Members} members
 * @returns {string[]}
 */
function setGoals(agents, { singleGoals }, members) {
    const action = /** @type {JsonValue} */ (members.get('actionModel'));
    const isOneShot = action.string() === 'MAPF' && singleGoals.some((goal) => goal !== null);
    if (!isOneShot) {
        const taskMember = members.get('events') ?? members.get('tasks');
        const text = taskMember
            ? 'is of tasks that follow one another: goals are not checked'
            : 'has no tasks beside it: goals are not checked';
        return [(taskMember ?? action).notice(text)];
    }
    agents.forEach((agent, a) => {
        agent.goal = singleGoals[a];
    });
    return [];
}

/**
 * Checks that all places in the file are on the map; the check of the plan finds agents that leave it.
 *
 * @param {Grid} grid
 * @param {Agent[]} agents
 * @param {CheckedFile} file
 */
function checkInside(grid, agents, file) {
    /** @param {Point | null} point @param {SourcePosition} position @param {string} label */
    const check = (point, position, label) => {
        if (point === null || (point.x < grid.nx && point.y < grid.ny)) return;
        const text = `${label} (${point.x}, ${point.y}), outside the map of ${grid.nx} x ${grid.ny} cells${askForMap(point, grid)}`;
        throw new InputError('outside-map', file, position, text);
    };
    agents.forEach(({ start, goal, source = FILE_START }, a) => {
        check(start, source, `agent ${a} starts at`);
        check(goal, source, `the goal of agent ${a} is`);
    });
}

/** @param {Members} members @returns {string[]} */
function unusedNotices(members) {
    const found = UNUSED.flatMap((name) => members.get(name) ?? []);
    for (const value of found) value.visit();
    if (found.length === 0) return [];
    const [first, ...others] = found;
    const rest = others.map(({ path }) => `, nor ${path}`).join('');
    return [first.notice(`is not used${rest}`)];
}
