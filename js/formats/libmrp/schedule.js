import { formatValue } from '#internal';
import { describeTotal, MAX_CELL } from '../steps/steps.js';
import {
    FILE_START,
    InputError,
    noticeAt,
    parseNumber,
    parseWhole,
    tooLargeError,
    tooManyStepsError,
} from '../text/source.js';
import { checkKeys, readYaml, requireEntry } from '../text/yaml_file.js';

/**
 * @import { CheckedFile, SourceFile } from '../text/source.js'
 * @import { YamlFile } from '../text/yaml_file.js'
 * @import { SourcePosition } from '../../scenario/model/scenario.js'
 * @import { Node } from 'yaml'
 */

/**
 * The place of an agent at a time: a cell, or a node of a roadmap.
 *
 * @typedef {{ t: number, source: SourcePosition } & ({ x: number, y: number } | { node: string })} State
 *
 * @typedef {{ name: string, states: State[], source: SourcePosition }} MrpAgentPlan without states: no
 *   plan was found for it
 *
 * @typedef {{ file: CheckedFile, agents: MrpAgentPlan[], notices: string[] }} MrpSchedule
 */

/** Keys of an input file. */
const INPUT_KEYS = ['map', 'roadmap', 'agents'];

/**
 * Reads a schedule: `statistics`, and for each agent in `schedule` its states in order of time.
 *
 * @param {SourceFile} source
 * @returns {Promise<MrpSchedule>}
 */
export async function readMrpSchedule(source) {
    const yaml = await readYaml(source);
    const { file } = yaml;
    const root = yaml.requireMap(yaml.root, 'the file');
    const statistics = root.get('statistics');
    // Some of its programs do not indent their statistics, which then stand beside an empty key.
    const isFlat = statistics !== undefined && yaml.isNull(statistics.value);
    const totals = isFlat
        ? root
        : statistics && yaml.requireMap(statistics.value, 'statistics', statistics.position);
    const schedule = root.get('schedule');
    if (schedule === undefined) throw noScheduleError(yaml, root, totals);
    const others = [...root].filter(([, { value }]) => !isFlat || (value && 'items' in value));
    checkKeys(yaml, new Map(others), 'the file', ['schedule', 'statistics', 'cost']);
    const entries = yaml.requireMap(schedule.value, 'schedule', schedule.position);
    if (entries.size === 0) {
        throw new InputError('no-agents', file, schedule.position, 'the schedule has no agents');
    }
    if (entries.size > file.limits.agents) {
        throw tooLargeError(file, schedule.position, 'agents');
    }
    let steps = 0;
    /** @type {SourcePosition | null} */
    let beyond = null;
    const agents = [...entries].map(([name, { value, position }]) => {
        const states = readStates(yaml, value, name, position);
        steps += states.at(-1)?.t ?? 0;
        if (steps > file.limits.pieces) beyond ??= position;
        return { name, states, source: position };
    });
    if (beyond !== null) throw tooManyStepsError(file, beyond, steps);
    const notices = statistics && totals ? compareTotals(yaml, totals, agents) : [];
    const cost = root.get('cost');
    if (cost !== undefined && !isFlat)
        notices.push(noticeAt(file, cost.position, 'cost is not used'));
    return { file, agents, notices };
}

/**
 * @param {YamlFile} yaml
 * @param {ReturnType<YamlFile['requireMap']>} root
 * @param {ReturnType<YamlFile['requireMap']> | undefined} totals
 */
function noScheduleError(yaml, root, totals) {
    const { file } = yaml;
    const found = INPUT_KEYS.map((name) => root.get(name)).find((entry) => entry !== undefined);
    if (found !== undefined) {
        const text = 'this is an input, with a map or agents, and no schedule: name it with --map';
        return new InputError('not-a-plan', file, found.position, text);
    }
    const success = totals?.get('success');
    if (success !== undefined && yaml.requireText(success.value, 'success') === '0') {
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
    if (yaml.isNull(value)) return [];
    let clock = -1;
    /** @type {State[]} */
    const states = [];
    for (const node of yaml.requireList(value, formatValue(name), position)) {
        const state = readState(yaml, node, position);
        // A planner may write a state twice; two places at one time are an error.
        if (state.t === clock && isSamePlace(state, states[states.length - 1])) continue;
        if (state.t <= clock) {
            const text = `the states must be in order of time: t = ${state.t} after t = ${clock}`;
            throw new InputError('bad-step', file, state.source, text);
        }
        clock = state.t;
        states.push(state);
    }
    return states;
}

/** @param {State} a @param {State} b */
function isSamePlace(a, b) {
    if ('node' in a || 'node' in b) return 'node' in a && 'node' in b && a.node === b.node;
    return a.x === b.x && a.y === b.y;
}

/**
 * @param {YamlFile} yaml
 * @param {Node} node
 * @param {SourcePosition} position of the agent
 * @returns {State}
 */
function readState(yaml, node, position) {
    const { file } = yaml;
    const state = yaml.requireMap(node, 'a state', position);
    const source = yaml.position(node, position);
    const isNode = state.has('v');
    checkKeys(yaml, state, 'the state', isNode ? ['v', 't'] : ['x', 'y', 't']);
    /** @param {string} key */
    const readValue = (key) => {
        const entry = requireEntry(yaml, state, key, 'the state', source);
        const text = yaml.requireText(entry.value, key, entry.position);
        return { text, position: yaml.position(entry.value, entry.position) };
    };
    const time = readValue('t');
    const t = parseWhole(file, time.position, 't', time.text, { max: file.limits.pieces });
    if (isNode) return { t, source, node: readValue('v').text };
    /** @param {string} key */
    const cell = (key) => {
        const { text, position: valuePosition } = readValue(key);
        return parseCell(file, valuePosition, key, text);
    };
    return { t, source, x: cell('x'), y: cell('y') };
}

/**
 * Parses an integer, which may be negative: the map decides whether the cell exists.
 *
 * @param {CheckedFile} file
 * @param {SourcePosition} position
 * @param {string} label
 * @param {string} text
 */
export function parseCell(file, position, label, text) {
    if (!/^-?\d+$/.test(text)) {
        const problem = `${label} must be a whole number, got ${formatValue(text)}`;
        throw new InputError('bad-number', file, position, problem, text);
    }
    const value = parseNumber(file, position, label, text);
    if (Math.abs(value) <= MAX_CELL) return value;
    const problem = `${label} must be from ${-MAX_CELL} to ${MAX_CELL}, got ${formatValue(text)}`;
    throw new InputError('out-of-range', file, position, problem, text);
}

/**
 * Compares the totals of a program with its schedule.
 *
 * @param {YamlFile} yaml
 * @param {ReturnType<YamlFile['requireMap']>} totals
 * @param {MrpAgentPlan[]} agents
 * @returns {string[]}
 */
function compareTotals(yaml, totals, agents) {
    const { file } = yaml;
    const steps = agents.map(({ states }) => {
        const moves = states.filter((state, k) => k > 0 && !isSamePlace(state, states[k - 1]));
        return {
            arrival: moves.at(-1)?.t ?? 0,
            end: states.at(-1)?.t ?? 0,
            moves: moves.length,
        };
    });
    const names = /** @type {const} */ ([
        ['sum', 'cost'],
        ['max', 'makespan'],
    ]);
    return names.flatMap(([kind, name]) => {
        const entry = totals.get(name);
        if (entry === undefined) return [];
        const valuePosition = yaml.position(entry.value, entry.position);
        const declaredTotal = parseNumber(
            file,
            valuePosition,
            name,
            yaml.requireText(entry.value, name, valuePosition),
        );
        const text = describeTotal(kind, name, declaredTotal, steps);
        return text === null ? [] : [noticeAt(file, valuePosition, text)];
    });
}
