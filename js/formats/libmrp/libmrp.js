import { formatValue, GrazeError, toPrintable } from '#internal';
import { detectMovingAi } from '../detection/detection.js';
import {
    cannotCarry,
    lossNotices,
    MAX_CELL,
    makeDiscretePlan,
    scenarioToSteps,
    trimFinalWaits,
} from '../steps/steps.js';
import { quoteJson } from '../text/json_text.js';
import { FILE_START, InputError, noticeAt, peek, refuseFiles } from '../text/source.js';

/**
 * Reads the schedules of libMultiRobotPlanning, with the input from which each was made. x points right, y up, as its
 * visualizer draws them.
 *
 * @import { MrpInput, MrpAgent } from './input.js'
 * @import { MrpAgentPlan, MrpSchedule } from './schedule.js'
 * @import { ReadRequest, ScenarioFiles, WrittenPlan } from '../index.js'
 * @import { CheckedFile, SourceFile } from '../text/source.js'
 * @import { Path } from '../steps/steps.js'
 * @import { Grid, Point, Roadmap, Scenario } from '../../scenario/model/scenario.js'
 */

/** The first coordinate, x, is the column. @type {Scenario['axes']} */
export const axes = 'right-up';

/**
 * The space in which agents move: cells, or the nodes of a roadmap by name.
 *
 * @typedef {{ grid: Grid | null, roadmap: Roadmap | null, nodes: Map<string, Point> | null }} MrpMap
 */

/**
 * @param {ReadRequest} request
 * @returns {Promise<Scenario>}
 */
export async function read({ files, radius, atGoal }) {
    const { readMrpSchedule } = await import('./schedule.js');
    refuseFiles(files, ['config'], 'a schedule of libMultiRobotPlanning');
    const schedule = await readMrpSchedule(files.plan);
    const { mrpMap, task, notices } = await readMapAndTask(files, schedule);
    const matched = matchAgents(schedule, mrpMap, task);
    const paths = makePaths(schedule, mrpMap, matched);
    const plan = makeDiscretePlan('libmrp', paths, { radius, atGoal });
    const lines = [...schedule.notices, ...notices, ...matched.notices];
    const { grid, roadmap } = mrpMap;
    const scenario = { ...plan, grid, roadmap, notices: lines };
    return roadmap === null ? scenario : applyRoadmap(scenario, schedule, roadmap, paths);
}

/**
 * Applies a roadmap, on which a step takes one unit of time for any length of its edge. A plan in which all nodes are cells
 * is discrete; others are checked as bodies.
 *
 * @param {Scenario} scenario
 * @param {MrpSchedule} schedule
 * @param {Roadmap} roadmap
 * @param {Path[]} paths
 * @returns {Scenario}
 */
function applyRoadmap(scenario, { file }, { nodes }, paths) {
    const isDiscrete = nodes.every(({ x, y }) =>
        [x, y].every((c) => Number.isInteger(c) && Math.abs(c) <= MAX_CELL),
    );
    if (!isDiscrete && !scenario.sizesKnown) {
        const text = `${toPrintable(file.name)} has agents on a roadmap whose nodes are not at whole coordinates: give their radius (--radius)`;
        throw new GrazeError('radius-unknown', text, { argument: 'radius' });
    }
    const discrete = isDiscrete ? scenario.discrete : null;
    const hasWaits = paths.some(({ places }) => hasWait(places));
    const notices = [...scenario.notices];
    if (hasWaits) notices.push('whether the roadmap allows waits at its nodes is not checked');
    return { ...scenario, discrete, speedLimit: null, notices };
}

/** @param {Int32Array | Float64Array} places */
function hasWait(places) {
    for (let k = 2; k < places.length; k += 2) {
        if (places[k] === places[k - 2] && places[k + 1] === places[k - 1]) return true;
    }
    return false;
}

/**
 * Reads the map and the task, which may be one file or two.
 *
 * @param {ScenarioFiles} files
 * @param {MrpSchedule} schedule
 * @returns {Promise<{ mrpMap: MrpMap, task: Pick<MrpInput, 'agents'> | null, notices: string[] }>}
 */
async function readMapAndTask({ map, task }, schedule) {
    const input = map && (await readMap(map));
    const { grid = null, roadmap = null, nodes = null } = input ?? {};
    const mrpMap = { grid, roadmap, nodes };
    if (task === undefined) {
        const mapTask = input !== undefined && input.agents.length > 0 ? input : null;
        return { mrpMap, task: mapTask, notices: input?.notices ?? [] };
    }
    const { head, file: taskFile } = await peek(task);
    if (detectMovingAi(head) === 'scenario') {
        const scen = await readScenAgents(taskFile, schedule, grid, map);
        return { mrpMap, task: scen, notices: [...(input?.notices ?? []), ...scen.notices] };
    }
    const { readMrpInput } = await import('./input.js');
    const taskInput = await readMrpInput(taskFile, mrpMap);
    if (taskInput.agents.length === 0) {
        throw new InputError('no-agents', taskInput.file, FILE_START, 'the task has no agents');
    }
    const notices = [...(input?.notices ?? []), ...taskInput.notices];
    if (map === undefined && (taskInput.grid !== null || taskInput.roadmap !== null)) {
        notices.push(noticeAt(task, FILE_START, 'its map is not used: name it with --map as well'));
    }
    return { mrpMap, task: taskInput, notices };
}

/**
 * Reads the agents of a MovingAI scenario. The planners call agents `agent0`, `agent1`, … in its order.
 *
 * @param {SourceFile} task
 * @param {MrpSchedule} schedule
 * @param {Grid | null} grid
 * @param {SourceFile | undefined} map
 * @returns {Promise<{ agents: MrpAgent[], notices: string[] }>}
 */
async function readScenAgents(task, { agents }, grid, map) {
    const { readScenTask } = await import('../maps/movingai.js');
    const size = grid && { width: grid.nx, height: grid.ny };
    const { places, notices } = await readScenTask(task, agents.length, size, map);
    const numbered = places.map((_, k) => `agent${k}`);
    const names = agents.map(({ name }) => name);
    const known = new Set(numbered);
    const isNumbered = names.every((name) => known.has(name));
    const taskAgents = places.map(({ start, goal, source }, k) => {
        return { name: isNumbered ? numbered[k] : names[k], start, goal, source };
    });
    return { agents: taskAgents, notices };
}

/**
 * Reads a map from an input file, or a MovingAI map, from which its converter makes one.
 *
 * @param {SourceFile} map
 * @returns {Promise<Omit<MrpInput, 'file'>>}
 */
async function readMap(map) {
    const { head, file } = await peek(map);
    if (detectMovingAi(head) === 'map') {
        const { readMovingAiMap } = await import('../maps/movingai.js');
        const grid = await readMovingAiMap(file);
        return { grid, roadmap: null, nodes: null, agents: [], notices: [] };
    }
    const { readMrpInput } = await import('./input.js');
    const input = await readMrpInput(file, null);
    if (input.grid === null && input.roadmap === null) {
        const text = 'it has neither map nor roadmap';
        throw new InputError('missing-element', input.file, FILE_START, text);
    }
    return input;
}

/**
 * The agents of the schedule, each with its agent of the task, and those that only the task has.
 *
 * @typedef {{ taskAgents: (MrpAgent | undefined)[], others: MrpAgent[], notices: string[] }} MatchedAgents
 */

/**
 * Matches the agents of the schedule with those of the task: by name, unless a start disagrees and all starts agree by
 * order. The planners call agents `agent0`, `agent1`, … in the order of the input, whatever the input calls them.
 *
 * @param {MrpSchedule} schedule
 * @param {MrpMap} mrpMap
 * @param {Pick<MrpInput, 'agents'> | null} task
 * @returns {MatchedAgents}
 */
function matchAgents({ file, agents }, mrpMap, task) {
    if (task === null) return { taskAgents: agents.map(() => undefined), others: [], notices: [] };
    const byName = new Map(task.agents.map((agent) => [agent.name, agent]));
    const byNameAgents = agents.map(({ name }) => byName.get(name));
    const starts = agents.map((plan) => planStart(plan, mrpMap));
    // Unknown starts give no evidence.
    const isByOrder =
        !doStartsAgree(starts, byNameAgents) &&
        starts.some((start, k) => start !== null && task.agents[k]?.start) &&
        doStartsAgree(starts, task.agents.slice(0, agents.length));
    if (isByOrder) {
        const text =
            'agents are matched with those of the task by order: their starts agree with that, and not with their names';
        const taskAgents = task.agents.slice(0, agents.length);
        const others = task.agents.slice(agents.length);
        return { taskAgents, others, notices: [noticeAt(file, agents[0].source, text)] };
    }
    const unknown = byNameAgents.indexOf(undefined);
    if (unknown >= 0) {
        const { name, source } = agents[unknown];
        const text = `the task has no agent ${formatValue(name)}`;
        throw new InputError('bad-agent', file, source, text, name);
    }
    const matchedAgents = new Set(byNameAgents);
    return {
        taskAgents: byNameAgents,
        others: task.agents.filter((agent) => !matchedAgents.has(agent)),
        notices: [],
    };
}

/**
 * Returns the start of a plan, or null if it has no states or an unknown node.
 *
 * @param {MrpAgentPlan} plan
 * @param {MrpMap} mrpMap
 * @returns {Point | null}
 */
function planStart({ states: [first] }, { nodes }) {
    if (first === undefined) return null;
    return 'node' in first ? (nodes?.get(first.node) ?? null) : first;
}

/**
 * Returns whether each plan has an agent of the task whose start agrees with the plan's. Unknown starts agree with all.
 *
 * @param {(Point | null)[]} planStarts
 * @param {(MrpAgent | undefined)[]} agents
 */
function doStartsAgree(planStarts, agents) {
    return planStarts.every((start, k) => {
        const taskAgent = agents[k];
        if (taskAgent === undefined) return false;
        if (start === null || taskAgent.start === null) return true;
        return start.x === taskAgent.start.x && start.y === taskAgent.start.y;
    });
}

/**
 * Returns the paths of the agents of the schedule, then of those that only the task has.
 *
 * @param {MrpSchedule} schedule
 * @param {MrpMap} mrpMap
 * @param {MatchedAgents} matched
 * @returns {Path[]}
 */
function makePaths({ file, agents }, mrpMap, { taskAgents, others }) {
    const paths = agents.map((plan, a) => makePath(file, plan, mrpMap, taskAgents[a]));
    for (const agent of others) {
        const plan = { name: agent.name, states: [], source: FILE_START };
        paths.push(makePath(file, plan, mrpMap, agent));
    }
    return paths;
}

/**
 * @param {CheckedFile} file
 * @param {MrpAgentPlan} plan
 * @param {MrpMap} mrpMap
 * @param {MrpAgent | undefined} taskAgent
 * @returns {Path}
 */
function makePath(file, { name, states, source }, { roadmap, nodes }, taskAgent) {
    const { start = null, goal = null, goals } = taskAgent ?? {};
    const endpoints = { start, goal, ...(goals === undefined ? {} : { goals }) };
    const Places = roadmap === null ? Int32Array : Float64Array;
    if (states.length === 0) {
        if (start === null) {
            const text = `agent ${formatValue(name)} has no plan and its start is not known: give its input (--map)`;
            throw new InputError('unknown-start', file, source, text, name);
        }
        return {
            name,
            places: Places.of(start.x, start.y),
            isStationary: true,
            ...endpoints,
            source,
        };
    }
    const places = new Places(2 * (states[states.length - 1].t + 1));
    const marks = new Int32Array(places.length / 2);
    let clock = 0;
    for (const [k, state] of states.entries()) {
        const point = 'node' in state ? nodePoint(file, state, nodes) : state;
        if (roadmap !== null && !('node' in state)) {
            const text = 'the state is a cell, but the map is a roadmap';
            throw new InputError('wrong-map', file, state.source, text);
        }
        // The agent is at its first place until the time of its first state, and waits between two states.
        const before = clock > 0 ? places.subarray(2 * clock - 2, 2 * clock) : [point.x, point.y];
        if (clock < state.t && clock > 0 && (before[0] !== point.x || before[1] !== point.y)) {
            const text = `the agent moves from t = ${clock - 1} to t = ${state.t}; a move takes one step`;
            throw new InputError('bad-step', file, state.source, text);
        }
        for (; clock <= state.t; clock++) {
            places.set([point.x, point.y], 2 * clock);
            marks[clock] = k;
        }
    }
    const positions = states.map((state) => state.source);
    const sources = { marks, positionOf: (/** @type {number} */ k) => positions[k] };
    return { name, places, ...endpoints, source, sources };
}

/**
 * @param {CheckedFile} file
 * @param {{ node: string, source: import('../../scenario/model/scenario.js').SourcePosition }} state
 * @param {Map<string, Point> | null} nodes
 * @returns {Point}
 */
function nodePoint(file, { node, source }, nodes) {
    const point = nodes?.get(node);
    if (point !== undefined) return point;
    const text =
        nodes === null
            ? 'the state is a node of a roadmap: give its input (--map)'
            : `${formatValue(node)} is not a node of the roadmap`;
    throw new InputError('unknown-node', file, source, text, node);
}

const PLAIN_NAME = /^[A-Za-z_][\w-]*$/;
/** Names that other YAML readers do not read as text. */
const RESERVED_NAME = /^(?:null|true|false|yes|no|on|off|y|n)$/i;
/** Maximum length of a key, including quotes: YAML does not allow longer keys on the line of their mapping. */
const MAX_KEY_LENGTH = 1024;

/**
 * @param {Scenario} scenario
 * @returns {WrittenPlan}
 */
export function write(scenario) {
    const { agents } = scenario;
    const steps = scenarioToSteps(scenario);
    const names = agents.map(({ name }) => name);
    const isUnique = new Set(names).size === names.length;
    const keys = isUnique ? names.map(toKey) : names.map((_, a) => `agent${a}`);
    const lengths = steps.map((cells) => trimFinalWaits(cells).length / 2 - 1);
    const makespan = lengths.reduce((max, each) => Math.max(max, each), 0);
    const cost = lengths.reduce((sum, each) => sum + each, 0);
    const text = {
        *[Symbol.iterator]() {
            yield `statistics:\n  cost: ${cost}\n  makespan: ${makespan}\n`;
            yield agents.length === 0 ? 'schedule: {}\n' : 'schedule:\n';
            for (const [a, cells] of steps.entries()) yield writeSchedule(keys[a], cells);
        },
    };
    return { text, notices: lossNotices(scenario, { names: isUnique }) };
}

/**
 * Returns a name as a key of the schedule.
 *
 * @param {string} name
 * @param {number} a index of the agent
 */
function toKey(name, a) {
    const isPlain = PLAIN_NAME.test(name) && !RESERVED_NAME.test(name);
    const key = isPlain ? name : quoteJson(name);
    if (key.length <= MAX_KEY_LENGTH) return key;
    throw cannotCarry(
        `the name of agent ${a}, ${formatValue(name)}, takes ${key.length} characters as a YAML key, which may have ${MAX_KEY_LENGTH}`,
    );
}

/** @param {string} key @param {Int32Array} cells */
function writeSchedule(key, cells) {
    const lines = [`  ${key}:\n`];
    for (let k = 0; k < cells.length; k += 2) {
        lines.push(`    - x: ${cells[k]}\n      y: ${cells[k + 1]}\n      t: ${k / 2}\n`);
    }
    return lines.join('');
}
