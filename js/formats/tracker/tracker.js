import { formatValue } from '#internal';
import {
    baseName,
    instanceFromTask,
    mapNameNotices,
    readMapAndTask,
    writeScenTask,
} from '../maps/scen_task.js';
import { cannotCarry, lossNotices, makeDiscretePlan, scenarioToSteps } from '../steps/steps.js';
import { countAgentSteps, describeTotal } from '../steps/totals.js';
import {
    InputError,
    noticeAt,
    parseWhole,
    peek,
    refuseFiles,
    tooManyStepsError,
} from '../text/source.js';
import { checkPlan, readTrackerFile } from './file.js';

/**
 * Reads and writes the solutions of the MAPF tracker. x is the column, y the row, as in the scenario with the starts.
 *
 * @import { PlanCase, ReadRequest, WrittenPlan } from '../index.js'
 * @import { MapAndTask } from '../maps/scen_task.js'
 * @import { CheckedFile, SourceFile } from '../text/source.js'
 * @import { Path } from '../steps/steps.js'
 * @import { Entry, Field, TrackerPlan } from './file.js'
 * @import { Point, Scenario, SourcePosition } from '../../scenario/model/scenario.js'
 */

/** Moves by letter; up leads to the previous row, which is drawn above. */
const MOVES = new Map([
    ['u', [0, -1]],
    ['d', [0, 1]],
    ['l', [-1, 0]],
    ['r', [1, 0]],
    ['w', [0, 0]],
]);

/** Moves by code of a letter. */
const MOVES_BY_CODE = new Map([...MOVES].map(([letter, move]) => [letter.charCodeAt(0), move]));

/** Codes of the digits 0 and 9, and the maximum number of digits of a number of repetitions of the usual form. */
const [ZERO, NINE, MAX_DIGITS] = [48, 57, 9];

/** The first coordinate, x, is the column. @type {import('../../scenario/model/scenario.js').Scenario['axes']} */
export const axes = 'right-down';

/**
 * Reads a file. Each of its rows, objects or documents is a plan of its own.
 *
 * @param {ReadRequest} request
 * @returns {Promise<PlanCase[]>}
 */
export async function readCases({ files, radius, atGoal }) {
    refuseFiles(files, ['config'], 'a plan of the MAPF tracker');
    const { head, file: source } = await peek(files.plan);
    const { file, entries, notices } = await readTrackerFile(source, head);
    const mapAndTask = await readMapAndTask(files);
    const options = { files, radius, atGoal };
    const labels = makeLabels(entries);
    return entries.map((entry, k) => ({
        label: labels[k],
        position: entry.position,
        read: async () => readPlan(file, entry, options, mapAndTask, notices),
    }));
}

/**
 * Returns a label for each entry that names its instance: map, type, number and agents. Of entries with the same, all but
 * the first have their number among them, too.
 *
 * @param {Entry[]} entries
 * @returns {(string | null)[]}
 */
function makeLabels(entries) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    return entries.map(({ fields }) => {
        const names = ['map_name', 'scen_type', 'type_id', 'agents'].map((name) =>
            fields.get(name),
        );
        if (names.includes(undefined)) return null;
        const label = names.map((field) => field?.text).join('-');
        const count = (counts.get(label) ?? 0) + 1;
        counts.set(label, count);
        return count === 1 ? label : `${label} (${count})`;
    });
}

/**
 * Reads one plan of a file.
 *
 * @param {CheckedFile} file
 * @param {Entry} entry
 * @param {Pick<ReadRequest, 'files' | 'radius' | 'atGoal'>} options
 * @param {MapAndTask} mapAndTask
 * @param {string[]} notices of the file
 * @returns {Scenario}
 */
function readPlan(file, entry, { files, radius, atGoal }, { grid, endpointsFor }, notices) {
    const plan = checkPlan(file, entry);
    const { instance: instanceNames, position } = plan;
    const runs = plan.paths.map((path) => readSteps(file, path));
    checkSteps(file, runs, plan.paths[0].positionOf(0));
    const task = endpointsFor(runs.length);
    const { endpoints } = task;
    if (endpoints === null) {
        const scenName = scenarioName(instanceNames);
        const text = `the file has no starts: give its scenario${scenName ? `, ${formatValue(scenName)}` : ''} (--task)`;
        throw new InputError('unknown-start', file, position, text);
    }
    const paths = runs.map((path, a) => {
        const { start, goal } = endpoints[a];
        const source = plan.paths[a].positionOf(0);
        const { positionOf } = plan.paths[a];
        const { places, marks } = walk(start, path, plan.isUpward);
        const sources = marks && { marks, positionOf };
        return { name: String(a), places, sources, start, goal, source };
    });
    const { map, type, number } = instanceNames;
    const instance = map && type && number ? { map, type, number } : instanceFromTask(files.task);
    return {
        ...makeDiscretePlan('mapf-tracker', paths, { radius, atGoal }),
        axes: 'right-down',
        grid,
        ...(instance && { instance }),
        notices: [
            ...notices,
            ...costNotices(file, plan, paths),
            ...taskNotices(file, plan, files.task),
            ...(map ? mapNameNotices(file, position, map, files.map) : []),
            ...task.notices,
        ],
    };
}

/**
 * Steps of an agent.
 *
 * @typedef {object} Steps
 * @property {string} text letters, each with a number of repetitions above one
 * @property {number} count number of steps
 * @property {boolean} hasRuns whether a letter has a number
 */

/**
 * Checks the steps of an agent, and counts them.
 *
 * @param {CheckedFile} file
 * @param {Field} path
 * @returns {Steps}
 */
function readSteps(file, path) {
    const { text } = path;
    const count = scanSteps(text, file.limits.pieces) ?? parseSteps(file, path);
    return { text, count, hasRuns: /\d/.test(text) };
}

/**
 * Counts steps of the usual form by the codes of their characters.
 *
 * @param {string} text
 * @param {number} max largest number of repetitions
 * @returns {number | null} null: they have another form
 */
function scanSteps(text, max) {
    let total = 0;
    let [first, value] = [0, 0];
    for (let k = 0; k < text.length; k++) {
        const code = text.charCodeAt(k);
        if (code >= ZERO && code <= NINE) {
            value = 10 * value + code - ZERO;
            continue;
        }
        if (!MOVES_BY_CODE.has(code) || k - first > MAX_DIGITS) return null;
        if (k > first && (value > max || text.charCodeAt(first) === ZERO)) return null;
        total += k > first ? value : 1;
        [first, value] = [k + 1, 0];
    }
    return first < text.length ? null : total;
}

/**
 * Counts steps of any form.
 *
 * @param {CheckedFile} file
 * @param {Field} path
 * @returns {number}
 */
function parseSteps(file, { text, positionOf }) {
    let total = 0;
    const pattern = /(\d*)([udlrw])/y;
    while (pattern.lastIndex < text.length) {
        const start = pattern.lastIndex;
        const found = pattern.exec(text);
        if (found === null) {
            const k = start + text.slice(start).search(/[^\d]|$/);
            const problem = `a step must be one of ${[...MOVES.keys()].join(', ')}, got ${formatValue(text[k] ?? text.slice(start))}`;
            throw new InputError('bad-line', file, positionOf(k), problem, text[k]);
        }
        const [, digits] = found;
        const range = { min: 1, max: file.limits.pieces };
        total +=
            digits === ''
                ? 1
                : parseWhole(file, positionOf(start), 'the number of steps', digits, range);
    }
    return total;
}

/**
 * Refuses too many steps before memory is allocated for them.
 *
 * @param {CheckedFile} file
 * @param {Steps[]} paths
 * @param {SourcePosition} position
 */
function checkSteps(file, paths, position) {
    const { pieces } = file.limits;
    const steps = countSteps(paths);
    if (steps > pieces) throw tooManyStepsError(file, position, steps);
}

/** @param {Steps[]} paths */
function countSteps(paths) {
    return paths.reduce((sum, { count }) => sum + count, 0);
}

/**
 * Returns the places of an agent, and the offset in the text of each if the file has runs: that of the run which leads to
 * it, and of the first run for the start.
 *
 * @param {Point} start
 * @param {Steps} steps
 * @param {boolean} isUpward
 */
function walk(start, { text, count, hasRuns }, isUpward) {
    const places = new Int32Array(2 * count + 2);
    const marks = hasRuns ? new Int32Array(count + 1) : undefined;
    let { x, y } = start;
    places[0] = x;
    places[1] = y;
    let step = 0;
    let [first, value] = [0, 0];
    for (let k = 0; k < text.length; k++) {
        const code = text.charCodeAt(k);
        const move = MOVES_BY_CODE.get(code);
        if (move === undefined) {
            value = 10 * value + code - ZERO;
            continue;
        }
        for (let repeats = k > first ? value : 1; repeats > 0; repeats--) {
            x += move[0];
            y += isUpward ? -move[1] : move[1];
            step++;
            places[2 * step] = x;
            places[2 * step + 1] = y;
            if (marks) marks[step] = first;
        }
        [first, value] = [k + 1, 0];
    }
    return { places, marks };
}

/**
 * @param {CheckedFile} file
 * @param {TrackerPlan} plan
 * @param {{ places: Int32Array }[]} paths
 */
function costNotices(file, { cost }, paths) {
    if (cost === null) return [];
    const agents = paths.map(({ places }) => countAgentSteps(places));
    const text = describeTotal('sum', 'solution_cost', cost.value, agents);
    return text === null ? [] : [noticeAt(file, cost.position, text)];
}

/** @param {TrackerPlan['instance']} instance @returns {string | null} the name of the instance's scenario */
function scenarioName({ map, type, number }) {
    return map && type && number ? `${map}-${type}-${number}.scen` : null;
}

/**
 * Returns a notice if the plan belongs to another scenario: every start and goal would be wrong.
 *
 * @param {CheckedFile} file
 * @param {TrackerPlan} plan
 * @param {SourceFile | undefined} task
 */
function taskNotices(file, { instance, position }, task) {
    const scenario = scenarioName(instance);
    const given = baseName(task?.name ?? '');
    if (scenario === null || scenario === given) return [];
    return [noticeAt(file, position, `the solution is of ${scenario}, the task is ${given}`)];
}

/**
 * @param {Scenario} scenario
 * @returns {WrittenPlan}
 */
export function write(scenario) {
    const { agents, instance } = scenario;
    if (agents.length === 0) throw cannotCarry('there are no agents');
    const lettersByMove = new Map([...MOVES].map(([letter, move]) => [move.join(), letter]));
    /** @type {{ start: Point, goal: Point }[]} */
    const endpoints = [];
    const paths = scenarioToSteps(scenario).map((cells, a) => {
        const [x, y] = cells;
        const goal = agents[a].goal ?? { x: cells[cells.length - 2], y: cells[cells.length - 1] };
        if ([x, y, goal.x, goal.y].some((c) => !Number.isInteger(c) || c < 0)) {
            throw cannotCarry(`agent ${a} starts or ends in no cell of a map`);
        }
        endpoints.push({ start: { x, y }, goal });
        const { start } = agents[a];
        if (start !== null && (start.x !== x || start.y !== y)) {
            throw cannotCarry(
                `agent ${a} does not begin at its start, which is all the format knows`,
            );
        }
        return Array.from({ length: cells.length / 2 - 1 }, (_, t) => {
            const [fromX, fromY, toX, toY] = cells.subarray(2 * t, 2 * t + 4);
            const letter = lettersByMove.get(`${toX - fromX},${toY - fromY}`);
            if (letter === undefined)
                throw cannotCarry(`agent ${a} does not move to a neighbor cell at ${t}`);
            return letter;
        }).join('');
    });
    // Waits at the end do not count.
    const cost = paths.reduce((sum, path) => sum + path.replace(/w+$/, '').length, 0);
    /** @type {[string, string][]} */
    const instanceColumns = instance
        ? [
              ['map_name', instance.map],
              ['scen_type', instance.type],
              ['type_id', instance.number],
          ]
        : [];
    /** @type {[string, string][]} */
    const columns = [
        ...instanceColumns,
        ['agents', String(paths.length)],
        ['solution_cost', String(cost)],
        ['flip_up_down', 'FALSE'],
    ];
    const text = {
        *[Symbol.iterator]() {
            yield `${columns.map(([name]) => name).join()},solution_plan\n`;
            yield `${columns.map(([, value]) => quoteCsv(value)).join()},"`;
            for (const [a, path] of paths.entries()) yield a === 0 ? path : `\n${path}`;
            yield '"\n';
        },
    };
    const notices = lossNotices(scenario);
    if (!instance) notices.push(NO_INSTANCE_NOTICE);
    return { text, notices, task: writeScenTask(endpoints, scenario.grid) };
}

/** Notice of a writer that does not know the instance of a plan. */
const NO_INSTANCE_NOTICE =
    'not written, as no file names them: map_name, scen_type and type_id, which the tracker needs (a task that is called MAP-TYPE-NUMBER.scen names them)';

/** @param {string} text */
function quoteCsv(text) {
    return `"${text.replaceAll('"', '""')}"`;
}
