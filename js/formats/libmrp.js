import { GrazeError, printable, show } from 'graze';
import { quotedText } from './json_tokens.js';
import { FILE_START, InputError, noticeAt, peek } from './source.js';
import {
    cannotCarry,
    discretePlan,
    lossNotices,
    MAX_CELL,
    scenarioToSteps,
    unusedConfig,
} from './steps.js';

/**
 * The schedules of libMultiRobotPlanning, with the input that each was made from. x to the right, y up,
 * as its visualiser draws them.
 *
 * @import { MrpInput, MrpAgent } from './libmrp_input.js'
 * @import { MrpAgentPlan, MrpSchedule } from './libmrp_schedule.js'
 * @import { Request, ScenarioFiles, Written } from './index.js'
 * @import { CheckedFile, SourceFile } from './source.js'
 * @import { Path } from './steps.js'
 * @import { Grid, Point, Roadmap, Scenario } from '../scenario/scenario.js'
 */

/** x is the column. @type {Scenario['axes']} */
export const axes = 'right-up';

/** What its programs call their files. */
export const extensions = ['.yaml', '.yml'];

/**
 * YAML with a key that its schedules or its inputs have.
 *
 * @param {string} head
 */
export function recognise(head) {
    return /^(?:schedule|statistics|roadmap|agents|map)[ \t]*:(?:[ \t]|$)/m.test(head);
}

/**
 * What agents move on: cells, or the nodes of a roadmap by name.
 *
 * @typedef {{ grid: Grid | null, roadmap: Roadmap | null, nodes: Map<string, Point> | null }} Ground
 */

/**
 * @param {Request} request
 * @returns {Promise<Scenario>}
 */
export async function read({ files, radius, atGoal }) {
    const { readMrpSchedule } = await import('./libmrp_schedule.js');
    const schedule = await readMrpSchedule(files.plan);
    const { ground, task, notices } = await readInputs(files);
    const matched = matchAgents(schedule, ground, task);
    const paths = pathsOf(schedule, ground, matched);
    const plan = discretePlan('libmrp', paths, { radius, atGoal });
    const lines = [...schedule.notices, ...notices, ...matched.notices, ...unusedConfig(files)];
    if (task === null) lines.push('no task is known: starts and goals are not checked');
    const { grid, roadmap } = ground;
    const scenario = { ...plan, grid, roadmap, notices: lines };
    return roadmap === null ? scenario : onRoadmap(scenario, schedule, roadmap, paths);
}

/**
 * On a roadmap a step takes its time however long its edge is. Nodes in cells, and only those, are a
 * discrete plan; others must be judged as bodies.
 *
 * @param {Scenario} scenario
 * @param {MrpSchedule} schedule
 * @param {Roadmap} roadmap
 * @param {Path[]} paths
 * @returns {Scenario}
 */
function onRoadmap(scenario, { file }, { nodes }, paths) {
    const isDiscrete = nodes.every(({ x, y }) =>
        [x, y].every((c) => Number.isInteger(c) && Math.abs(c) <= MAX_CELL),
    );
    if (!isDiscrete && !scenario.sized) {
        const text = `${printable(file.name)} has agents on a roadmap whose nodes are not at whole coordinates: give their radius (--radius)`;
        throw new GrazeError('radius-unknown', text, { argument: 'radius' });
    }
    const discrete = isDiscrete ? scenario.discrete : null;
    const waits = paths.some(({ places }) => hasWait(places));
    const notices = [...scenario.notices];
    if (waits) notices.push('whether the roadmap allows waits at its nodes is not checked');
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
 * The map and the task, which may be one file or two.
 *
 * @param {ScenarioFiles} files
 * @returns {Promise<{ ground: Ground, task: Pick<MrpInput, 'agents'> | null, notices: string[] }>}
 */
async function readInputs({ map, task }) {
    const input = map && (await readMap(map));
    const { grid = null, roadmap = null, nodes = null } = input ?? {};
    const ground = { grid, roadmap, nodes };
    if (task === undefined) {
        const own = input !== undefined && input.agents.length > 0 ? input : null;
        return { ground, task: own, notices: input?.notices ?? [] };
    }
    const { readMrpInput } = await import('./libmrp_input.js');
    const given = await readMrpInput(task, ground);
    if (given.agents.length === 0) {
        throw new InputError('no-agents', given.file, FILE_START, 'the task has no agents');
    }
    const notices = [...(input?.notices ?? []), ...given.notices];
    if (map === undefined && (given.grid !== null || given.roadmap !== null)) {
        notices.push(noticeAt(task, FILE_START, 'its map is not used: name it with --map as well'));
    }
    return { ground, task: given, notices };
}

/**
 * Its own input, or a MovingAI map, of which its converter makes one.
 *
 * @param {SourceFile} map
 * @returns {Promise<Omit<MrpInput, 'file'>>}
 */
async function readMap(map) {
    const { head, file } = await peek(map);
    const { movingAiKind, readMovingAiMap } = await import('./movingai.js');
    if (movingAiKind(head) === 'map') {
        const grid = await readMovingAiMap(file);
        return { grid, roadmap: null, nodes: null, agents: [], notices: [] };
    }
    const { readMrpInput } = await import('./libmrp_input.js');
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
 * @typedef {{ own: (MrpAgent | undefined)[], others: MrpAgent[], notices: string[] }} Matched
 */

/**
 * Matches the agents of the schedule with those of the task: by name, unless a start disagrees and all starts agree by
 * order. The planners call agents `agent0`, `agent1`, … in the order of the input, whatever the input calls them.
 *
 * @param {MrpSchedule} schedule
 * @param {Ground} ground
 * @param {Pick<MrpInput, 'agents'> | null} task
 * @returns {Matched}
 */
function matchAgents({ file, agents }, ground, task) {
    if (task === null) return { own: agents.map(() => undefined), others: [], notices: [] };
    const byName = new Map(task.agents.map((agent) => [agent.name, agent]));
    const named = agents.map(({ name }) => byName.get(name));
    const starts = agents.map((plan) => startOf(plan, ground));
    // Starts that are not known show nothing.
    const isByOrder =
        !agree(starts, named) &&
        starts.some((start, k) => start !== null && task.agents[k]?.start) &&
        agree(starts, task.agents.slice(0, agents.length));
    if (isByOrder) {
        const text =
            'agents are matched with those of the task by order: their starts agree with that, and not with their names';
        const own = task.agents.slice(0, agents.length);
        const others = task.agents.slice(agents.length);
        return { own, others, notices: [noticeAt(file, agents[0].source, text)] };
    }
    const unknown = named.indexOf(undefined);
    if (unknown >= 0) {
        const { name, source } = agents[unknown];
        const text = `the task has no agent ${show(name)}`;
        throw new InputError('bad-agent', file, source, text, name);
    }
    const taken = new Set(named);
    return { own: named, others: task.agents.filter((agent) => !taken.has(agent)), notices: [] };
}

/**
 * Returns where a plan begins; null: it has no states, or a node that is not known.
 *
 * @param {MrpAgentPlan} plan
 * @param {Ground} ground
 * @returns {Point | null}
 */
function startOf({ states: [first] }, { nodes }) {
    if (first === undefined) return null;
    return 'node' in first ? (nodes?.get(first.node) ?? null) : first;
}

/**
 * Returns whether there is an agent of the task for each plan, and the starts of the task are where plans begin. Starts
 * that are not known agree with all.
 *
 * @param {(Point | null)[]} begins
 * @param {(MrpAgent | undefined)[]} agents
 */
function agree(begins, agents) {
    return begins.every((begin, k) => {
        const own = agents[k];
        if (own === undefined) return false;
        if (begin === null || own.start === null) return true;
        return begin.x === own.start.x && begin.y === own.start.y;
    });
}

/**
 * Returns the paths of the agents of the schedule, then of those that only the task has.
 *
 * @param {MrpSchedule} schedule
 * @param {Ground} ground
 * @param {Matched} matched
 * @returns {Path[]}
 */
function pathsOf({ file, agents }, ground, { own, others }) {
    const paths = agents.map((plan, a) => pathOf(file, plan, ground, own[a]));
    for (const agent of others) {
        const plan = { name: agent.name, states: [], source: FILE_START };
        paths.push(pathOf(file, plan, ground, agent));
    }
    return paths;
}

/**
 * @param {CheckedFile} file
 * @param {MrpAgentPlan} plan
 * @param {Ground} ground
 * @param {MrpAgent | undefined} own
 * @returns {Path}
 */
function pathOf(file, { name, states, source }, { roadmap, nodes }, own) {
    const { start = null, goal = null, goals } = own ?? {};
    const ends = { start, goal, ...(goals === undefined ? {} : { goals }) };
    const Places = roadmap === null ? Int32Array : Float64Array;
    if (states.length === 0) {
        if (start === null) {
            const text = `agent ${show(name)} has no plan and its start is not known: give its input (--map)`;
            throw new InputError('unknown-start', file, source, text, name);
        }
        return { name, places: Places.of(start.x, start.y), stands: true, ...ends, source };
    }
    const places = new Places(2 * (states[states.length - 1].t + 1));
    const sources = [];
    let clock = 0;
    for (const state of states) {
        const point = 'node' in state ? locate(file, state, nodes) : state;
        if (roadmap !== null && !('node' in state)) {
            const text = 'the state is a cell, but the map is a roadmap';
            throw new InputError('wrong-map', file, state.source, text);
        }
        // Until the time of its first state an agent is there, and between two it waits.
        const before = clock > 0 ? places.subarray(2 * clock - 2, 2 * clock) : [point.x, point.y];
        if (clock < state.t && clock > 0 && (before[0] !== point.x || before[1] !== point.y)) {
            const text = `the agent moves from t = ${clock - 1} to t = ${state.t}; a move takes one step`;
            throw new InputError('bad-step', file, state.source, text);
        }
        for (; clock <= state.t; clock++) {
            places.set([point.x, point.y], 2 * clock);
            sources.push(state.source);
        }
    }
    return { name, places, ...ends, source, sources };
}

/**
 * @param {CheckedFile} file
 * @param {{ node: string, source: import('../scenario/scenario.js').SourcePosition }} state
 * @param {Map<string, Point> | null} nodes
 * @returns {Point}
 */
function locate(file, { node, source }, nodes) {
    const point = nodes?.get(node);
    if (point !== undefined) return point;
    const text =
        nodes === null
            ? 'the state is a node of a roadmap: give its input (--map)'
            : `${show(node)} is no node of the roadmap`;
    throw new InputError('unknown-node', file, source, text, node);
}

const PLAIN_NAME = /^[A-Za-z_][\w-]*$/;
/** What other readers take for no text. */
const NO_NAME = /^(?:null|true|false|yes|no|on|off|y|n)$/i;
/** Characters of a key, quotes included, at most: YAML allows a key on a line of its mapping no more. */
const LONGEST_KEY = 1024;

/**
 * @param {Scenario} scenario
 * @returns {Written}
 */
export function write(scenario) {
    const { agents } = scenario;
    const steps = scenarioToSteps(scenario);
    const given = agents.map(({ name }) => name);
    const isUnique = new Set(given).size === given.length && !given.includes('<<');
    const keys = isUnique ? given.map(keyOf) : given.map((_, a) => `agent${a}`);
    const ends = steps.map((cells) => cells.length / 2 - 1);
    const makespan = ends.reduce((most, each) => Math.max(most, each), 0);
    const cost = ends.reduce((sum, each) => sum + each, 0);
    const text = {
        *[Symbol.iterator]() {
            yield `statistics:\n  cost: ${cost}\n  makespan: ${makespan}\n`;
            yield agents.length === 0 ? 'schedule: {}\n' : 'schedule:\n';
            for (const [a, cells] of steps.entries()) yield scheduleOf(keys[a], cells);
        },
    };
    return { text, notices: lossNotices(scenario, { names: isUnique }) };
}

/**
 * Returns a name as a key of the schedule.
 *
 * @param {string} name
 * @param {number} a number of the agent
 */
function keyOf(name, a) {
    const isPlain = PLAIN_NAME.test(name) && !NO_NAME.test(name);
    const key = isPlain ? name : quotedText(name);
    if (key.length <= LONGEST_KEY) return key;
    throw cannotCarry(
        `the name of agent ${a}, ${show(name)}, takes ${key.length} characters as a YAML key, which may have ${LONGEST_KEY}`,
    );
}

/** @param {string} key @param {Int32Array} cells */
function scheduleOf(key, cells) {
    const lines = [`  ${key}:\n`];
    for (let k = 0; k < cells.length; k += 2) {
        lines.push(`    - x: ${cells[k]}\n      y: ${cells[k + 1]}\n      t: ${k / 2}\n`);
    }
    return lines.join('');
}
