import { show } from 'graze';
import { FILE_START, InputError, noticeAt, parseNumber, parseWhole, tooLarge } from './source.js';
import { MAX_CELL } from './steps.js';
import { checkKeys, entryOf, readYaml } from './yaml_file.js';

/**
 * @import { CheckedFile, SourceFile } from './source.js'
 * @import { YamlFile } from './yaml_file.js'
 * @import { SourcePosition } from '../scenario/scenario.js'
 * @import { Node } from 'yaml'
 */

/**
 * Where an agent is at a time: a cell, or a node of a roadmap.
 *
 * @typedef {{ t: number, source: SourcePosition } & ({ x: number, y: number } | { node: string })} State
 *
 * @typedef {{ name: string, states: State[], source: SourcePosition }} MrpAgentPlan without states: no
 *   plan was found for it
 *
 * @typedef {{ file: CheckedFile, agents: MrpAgentPlan[], notices: string[] }} MrpSchedule
 */

/** Keys of an input. */
const INPUT = ['map', 'roadmap', 'agents'];

/**
 * A schedule: `statistics`, and for each agent in `schedule` its states in order of time.
 *
 * @param {SourceFile} source
 * @returns {Promise<MrpSchedule>}
 */
export async function readMrpSchedule(source) {
    const yaml = await readYaml(source);
    const { file } = yaml;
    const root = yaml.mapOf(yaml.root, 'the file');
    const statistics = root.get('statistics');
    const totals = statistics && yaml.mapOf(statistics.value, 'statistics', statistics.position);
    const schedule = root.get('schedule');
    if (schedule === undefined) throw noSchedule(yaml, root, totals);
    checkKeys(yaml, root, 'the file', ['schedule', 'statistics', 'cost']);
    const entries = yaml.mapOf(schedule.value, 'schedule', schedule.position);
    if (entries.size === 0) {
        throw new InputError('no-agents', file, schedule.position, 'the schedule has no agents');
    }
    if (entries.size > file.limits.agents) {
        throw tooLarge(file, schedule.position, 'agents');
    }
    let left = file.limits.segments;
    const agents = [...entries].map(([name, { value, position }]) => {
        const states = readStates(yaml, value, name, position);
        left -= states.at(-1)?.t ?? 0;
        if (left < 0) {
            throw tooLarge(file, position, 'segments', 'segments, the steps of all agents');
        }
        return { name, states, source: position };
    });
    const notices = statistics && totals ? compare(yaml, totals, agents) : [];
    const cost = root.get('cost');
    if (cost !== undefined) notices.push(noticeAt(file, cost.position, 'cost is not used'));
    return { file, agents, notices };
}

/**
 * @param {YamlFile} yaml
 * @param {ReturnType<YamlFile['mapOf']>} root
 * @param {ReturnType<YamlFile['mapOf']> | undefined} totals
 */
function noSchedule(yaml, root, totals) {
    const { file } = yaml;
    const found = INPUT.map((name) => root.get(name)).find((entry) => entry !== undefined);
    if (found !== undefined) {
        const text = 'this is an input, with a map or agents, and no schedule: name it with --map';
        return new InputError('not-a-plan', file, found.position, text);
    }
    const success = totals?.get('success');
    if (success !== undefined && yaml.textOf(success.value, 'success') === '0') {
        const text = 'the planner found no solution (success: 0)';
        return new InputError('no-solution', file, success.position, text);
    }
    return new InputError('missing-element', file, FILE_START, 'the file has no schedule');
}

/**
 * @param {YamlFile} yaml
 * @param {Node | null} value
 * @param {string} name
 * @param {SourcePosition} position
 * @returns {State[]}
 */
function readStates(yaml, value, name, position) {
    const { file } = yaml;
    if (yaml.isNothing(value)) return [];
    let clock = -1;
    return yaml.listOf(value, show(name), position).map((node) => {
        const state = readState(yaml, node, position);
        if (state.t <= clock) {
            const text = `the states must be in order of time: t = ${state.t} after t = ${clock}`;
            throw new InputError('bad-step', file, state.source, text);
        }
        clock = state.t;
        return state;
    });
}

/**
 * @param {YamlFile} yaml
 * @param {Node} node
 * @param {SourcePosition} position of the agent
 * @returns {State}
 */
function readState(yaml, node, position) {
    const { file } = yaml;
    const state = yaml.mapOf(node, 'a state', position);
    const source = yaml.position(node, position);
    const isNode = state.has('v');
    checkKeys(yaml, state, 'the state', isNode ? ['v', 't'] : ['x', 'y', 't']);
    /** @param {string} key */
    const at = (key) => {
        const entry = entryOf(yaml, state, key, 'the state', source);
        const text = yaml.textOf(entry.value, key, entry.position);
        return { text, position: yaml.position(entry.value, entry.position) };
    };
    const time = at('t');
    const t = parseWhole(file, time.position, 't', time.text, { max: file.limits.segments });
    if (isNode) return { t, source, node: at('v').text };
    /** @param {string} key */
    const cell = (key) => {
        const { text, position: place } = at(key);
        return parseCell(file, place, key, text);
    };
    return { t, source, x: cell('x'), y: cell('y') };
}

/**
 * A whole number, also below 0: whether there is such a cell is for the map to say.
 *
 * @param {CheckedFile} file
 * @param {SourcePosition} position
 * @param {string} what
 * @param {string} text
 */
export function parseCell(file, position, what, text) {
    if (!/^-?\d+$/.test(text)) {
        const problem = `${what} must be a whole number, not ${show(text)}`;
        throw new InputError('bad-number', file, position, problem, text);
    }
    const value = parseNumber(file, position, what, text);
    if (Math.abs(value) <= MAX_CELL) return value;
    const problem = `${what} must be from ${-MAX_CELL} to ${MAX_CELL}, not ${show(text)}`;
    throw new InputError('out-of-range', file, position, problem, text);
}

/**
 * What a program says of its own schedule.
 *
 * @param {YamlFile} yaml
 * @param {ReturnType<YamlFile['mapOf']>} totals
 * @param {MrpAgentPlan[]} agents
 * @returns {string[]}
 */
function compare(yaml, totals, agents) {
    const { file } = yaml;
    const ends = agents.map(({ states }) => states.at(-1)?.t ?? 0);
    const counts = {
        cost: ends.reduce((sum, each) => sum + each, 0),
        makespan: ends.reduce((most, each) => Math.max(most, each), 0),
    };
    return Object.entries(counts).flatMap(([name, count]) => {
        const entry = totals.get(name);
        if (entry === undefined) return [];
        const place = yaml.position(entry.value, entry.position);
        const said = parseNumber(file, place, name, yaml.textOf(entry.value, name, place));
        if (said === count) return [];
        const text = `${name} is declared as ${said}, but the schedule has ${count}`;
        return [noticeAt(file, place, text)];
    });
}
