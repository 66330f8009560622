import { formatValue } from '#internal';
import {
    detectTrackerNotation,
    OLD_TRACKER_PLAN_COLUMN,
    TRACKER_PLAN_COLUMN,
} from '../detection/detection.js';
import {
    baseName,
    instanceFromTask,
    mapNameNotices,
    readMapAndTask,
    writeScenTask,
} from '../maps/movingai.js';
import {
    cannotCarry,
    countAgentSteps,
    describeTotal,
    lossNotices,
    makeDiscretePlan,
    scenarioToSteps,
} from '../steps/steps.js';
import { LineIndex } from '../text/json_text.js';
import {
    FILE_START,
    InputError,
    noticeAt,
    parseNumber,
    parseWhole,
    peek,
    refuseFiles,
    tooManyStepsError,
} from '../text/source.js';

/**
 * Reads the plans of a MAPF tracker file in each of its three notations: rows of CSV, objects of JSON, maps of YAML.
 *
 * @import { BenchmarkInstance, Point, Scenario, SourcePosition } from '../../scenario/model/scenario.js'
 * @import { PlanCase, ReadRequest, WrittenPlan } from '../index.js'
 * @import { MapAndTask } from '../maps/movingai.js'
 * @import { Path } from '../steps/steps.js'
 * @import { JsonValue } from '../text/json.js'
 * @import { CheckedFile, SourceFile } from '../text/source.js'
 * @import { YamlFile } from '../text/yaml_file.js'
 */

/**
 * A value as text, with the position of each of its characters.
 *
 * @typedef {{ text: string, positionOf: (index: number) => SourcePosition }} Field
 *
 * @typedef {object} Entry the fields of one plan
 * @property {Map<string, Field>} fields without empty ones and the plan
 * @property {Field[] | null} plan one text, or one for each agent; null: none
 * @property {boolean} isOldFormat the plan is in a column of 2022
 * @property {SourcePosition} position
 *
 * @typedef {{ file: CheckedFile, entries: Entry[], notices: string[] }} TrackerFile
 */

/** Columns that a file may have besides the plan. */
const KNOWN_COLUMNS = new Set([
    'agents',
    'solution_cost',
    'lower_cost',
    'lower_date',
    'solution_date',
    'map_name',
    'scen_type',
    'type_id',
    'flip_up_down',
    'skip_validation',
]);

/** Maximum number of unused members with a notice: each plan of a file may have its own. */
const MAX_NOTICES = 10;

/**
 * Reads the entry of each plan of a file, in its notation.
 *
 * @param {SourceFile} source
 * @param {string} head beginning of the file
 * @returns {Promise<TrackerFile>}
 */
export async function readTrackerFile(source, head) {
    // A file that is not recognized is read as CSV, the most frequent notation, and refused as such.
    const notation = /^\s*[[{]/.test(head) ? 'json' : (detectTrackerNotation(head) ?? 'csv');
    if (notation === 'json') return readJsonEntries(source);
    return notation === 'yaml' ? readYamlEntries(source) : readCsvEntries(source);
}

/** @param {SourceFile} source @returns {Promise<TrackerFile>} */
async function readCsvEntries(source) {
    const { readCsv } = await import('../text/csv.js');
    const { file, rows } = await readCsv(source);
    const [header, ...others] = rows;
    if (header === undefined) {
        throw new InputError('bad-header', file, FILE_START, 'the file has only empty lines');
    }
    const names = header.fields;
    names.forEach((name, k) => {
        if (names.indexOf(name) === k) return;
        const text = `the column ${formatValue(name)} is given twice`;
        throw new InputError('duplicate-element', file, header.positions[k], text);
    });
    const plans = names.filter(
        (name) => name === TRACKER_PLAN_COLUMN || name === OLD_TRACKER_PLAN_COLUMN,
    );
    if (plans.length !== 1 || !names.includes('agents')) {
        const text = `expected the columns agents and ${OLD_TRACKER_PLAN_COLUMN} or ${TRACKER_PLAN_COLUMN}, found ${formatValue(names.join())}`;
        throw new InputError('bad-header', file, FILE_START, text);
    }
    if (others.length === 0) {
        throw new InputError('no-plan', file, FILE_START, 'the file has no row but the header');
    }
    const entries = others.map(({ fields, positions }) => {
        if (fields.length !== names.length) {
            const text = `the row has ${fields.length} fields, but the header has ${names.length}`;
            throw new InputError('bad-line', file, positions[0], text);
        }
        return makeEntry(
            new Map(names.map((name, k) => [name, makeCsvField(fields[k], positions[k])])),
            positions[0],
        );
    });
    return { file, entries, notices: unusedNotices(file, names, FILE_START, 'column') };
}

/** @param {string} text @param {SourcePosition} start @returns {Field} */
function makeCsvField(text, { line: top, column: left }) {
    const lineIndex = new LineIndex(text);
    const positionOf = (/** @type {number} */ index) => {
        const { line, column } = lineIndex.positionAt(index);
        return { line: top + line - 1, column: line === 1 ? left + column - 1 : column };
    };
    return { text, positionOf };
}

/**
 * @param {Map<string, Field>} all
 * @param {SourcePosition} position
 * @returns {Entry}
 */
function makeEntry(all, position) {
    const plan = all.get(TRACKER_PLAN_COLUMN) ?? all.get(OLD_TRACKER_PLAN_COLUMN);
    const fields = new Map(
        [...all].filter(([name, { text }]) => KNOWN_COLUMNS.has(name) && text !== ''),
    );
    return {
        fields,
        plan: plan ? [plan] : null,
        isOldFormat: all.has(OLD_TRACKER_PLAN_COLUMN),
        position,
    };
}

/**
 * @param {CheckedFile} file
 * @param {Iterable<string>} names
 * @param {SourcePosition} position
 * @param {'column' | 'member'} kind
 */
function unusedNotices(file, names, position, kind) {
    return [...names]
        .filter(
            (name) =>
                !KNOWN_COLUMNS.has(name) &&
                name !== TRACKER_PLAN_COLUMN &&
                name !== OLD_TRACKER_PLAN_COLUMN,
        )
        .map((name) => noticeAt(file, position, `the ${kind} ${formatValue(name)} is not used`));
}

/** @param {SourceFile} source @returns {Promise<TrackerFile>} */
async function readJsonEntries(source) {
    const { readJson } = await import('../text/json.js');
    const root = await readJson(source);
    const { file } = root;
    const max = file.limits.elements;
    const values =
        root.kind === 'Array' ? [...root.items({ min: 1, max, label: 'plans' })] : [root];
    /** @type {string[]} */
    const notices = [];
    const entries = values.map((value) => {
        const members = value.members({
            required: [TRACKER_PLAN_COLUMN, 'agents'],
            optional: [...KNOWN_COLUMNS],
            unknown: (other, name) => {
                other.visit();
                if (notices.length < MAX_NOTICES) {
                    notices.push(...unusedNotices(file, [name], other.position, 'member'));
                }
            },
        });
        return makeJsonEntry(value, members);
    });
    return { file, entries, notices };
}

/** @param {JsonValue} value @param {Map<string, JsonValue>} members @returns {Entry} */
function makeJsonEntry(value, members) {
    /** @type {Map<string, Field>} */
    const fields = new Map();
    for (const [name, member] of members) {
        if (name === TRACKER_PLAN_COLUMN || !KNOWN_COLUMNS.has(name) || member.isNull) continue;
        fields.set(name, { text: toCsvText(member), positionOf: () => member.position });
    }
    const plan = /** @type {JsonValue} */ (members.get(TRACKER_PLAN_COLUMN));
    return { fields, plan: readJsonPlan(plan), isOldFormat: false, position: value.position };
}

/** @param {JsonValue} member @returns {string} as in CSV */
function toCsvText(member) {
    if (member.kind === 'Number') return String(member.number());
    return member.kind === 'Boolean' ? String(member.boolean()) : member.string();
}

/** @param {JsonValue} plan @returns {Field[] | null} */
function readJsonPlan(plan) {
    if (plan.isNull) return null;
    const texts = plan.kind === 'Array' ? [...plan.items()] : [plan];
    return texts.map((each) => {
        const text = each.string();
        /** @type {((index: number) => SourcePosition) | undefined} */
        let positions;
        const positionOf = (/** @type {number} */ index) => {
            positions ??= each.characterPositions();
            return positions(index);
        };
        return { text, positionOf };
    });
}

/** @param {SourceFile} source @returns {Promise<TrackerFile>} */
async function readYamlEntries(source) {
    const { readYamlDocuments } = await import('../text/yaml_file.js');
    const yaml = await readYamlDocuments(source);
    const { file } = yaml;
    const nodes = yaml.roots.flatMap((root) =>
        yaml.isList(root) ? yaml.requireList(root, 'the file') : [root],
    );
    /** @type {string[]} */
    const notices = [];
    const entries = nodes.map((node) => {
        const position = yaml.position(node);
        const all = yaml.requireMap(node, 'a plan');
        for (const name of [TRACKER_PLAN_COLUMN, 'agents']) {
            if (all.has(name)) continue;
            throw new InputError('missing-element', file, position, `the plan has no ${name}`);
        }
        if (notices.length < MAX_NOTICES)
            notices.push(...unusedNotices(file, all.keys(), position, 'member'));
        return makeYamlEntry(yaml, all, position);
    });
    return { file, entries, notices };
}

/**
 * @param {YamlFile} yaml
 * @param {ReturnType<YamlFile['requireMap']>} all
 * @param {SourcePosition} position
 * @returns {Entry}
 */
function makeYamlEntry(yaml, all, position) {
    /** @type {Map<string, Field>} */
    const fields = new Map();
    /** @type {Field[] | null} */
    let plan = null;
    for (const [name, { value, position: key }] of all) {
        if (yaml.isNull(value)) continue;
        /** @param {typeof value} node @returns {Field} */
        const field = (node) => ({
            text: yaml.requireText(node, name, key),
            positionOf: () => yaml.position(node, key),
        });
        if (name === TRACKER_PLAN_COLUMN) {
            plan = yaml.isList(value)
                ? yaml.requireList(value, name, key).map(field)
                : [field(value)];
        } else if (KNOWN_COLUMNS.has(name)) fields.set(name, field(value));
    }
    return { fields, plan, isOldFormat: false, position };
}

/**
 * A plan of a file.
 *
 * @typedef {object} TrackerPlan
 * @property {Field[]} paths letters of each agent
 * @property {boolean} isUpward `u` is to the next row, y + 1
 * @property {Partial<BenchmarkInstance>} instance as far as it is in the file
 * @property {SourcePosition} position
 * @property {{ value: number, position: SourcePosition } | null} cost
 */

/**
 * Checks an entry and returns its plan.
 *
 * @param {CheckedFile} file
 * @param {Entry} entry
 * @returns {TrackerPlan}
 */
export function checkPlan(file, { fields, plan, isOldFormat, position }) {
    const count = fields.get('agents');
    if (count === undefined) {
        throw new InputError('missing-element', file, position, 'agents is empty');
    }
    const range = { min: 1, max: file.limits.agents };
    const agents = parseWhole(file, count.positionOf(0), 'agents', count.text, range);
    if (plan === null || (agents > 1 && plan.length === 1 && plan[0].text === '')) {
        throw new InputError('no-plan', file, position, 'the file has no plan for the instance');
    }
    const cost = fields.get('solution_cost');
    return {
        paths: splitPlan(file, plan, agents, position),
        isUpward: readFlip(file, fields.get('flip_up_down')) ?? isOldFormat,
        instance: {
            map: fields.get('map_name')?.text,
            type: fields.get('scen_type')?.text,
            number: fields.get('type_id')?.text,
        },
        position,
        cost: cost
            ? {
                  value: parseNumber(file, cost.positionOf(0), 'solution_cost', cost.text),
                  position: cost.positionOf(0),
              }
            : null,
    };
}

/** @param {CheckedFile} file @param {Field | undefined} field */
function readFlip(file, field) {
    if (field === undefined) return undefined;
    const text = field.text.toLowerCase();
    if (text === 'true' || text === 'false') return text === 'true';
    const problem = `flip_up_down must be true or false, got ${formatValue(field.text)}`;
    throw new InputError('bad-value', file, field.positionOf(0), problem, field.text);
}

/**
 * Splits a plan that is one text with a line for each agent.
 *
 * @param {CheckedFile} file
 * @param {Field[]} plan
 * @param {number} agents
 * @param {SourcePosition} position
 * @returns {Field[]}
 */
function splitPlan(file, plan, agents, position) {
    const isText = plan.length === 1;
    const lines = isText ? splitLines(plan[0], agents + 2) : plan;
    if (isText && lines.length === agents + 1 && lines[agents].text === '') lines.pop();
    if (lines.length === agents) return lines;
    const found = lines.length > agents ? `more than ${agents}` : lines.length;
    const problem = `agents says ${agents}, but the plan has ${found} paths`;
    throw new InputError('agent-count', file, plan[0]?.positionOf(0) ?? position, problem);
}

/** @param {Field} field @param {number} maxLines @returns {Field[]} */
function splitLines({ text, positionOf }, maxLines) {
    const lines = [];
    let from = 0;
    for (const line of text.split(/\r\n|\r|\n/, maxLines)) {
        const start = from;
        lines.push({
            text: line,
            positionOf: (/** @type {number} */ index) => positionOf(start + index),
        });
        from += line.length;
        from += text[from] === '\r' && text[from + 1] === '\n' ? 2 : 1;
    }
    return lines;
}

/**
 * Reads and writes the solutions of the MAPF tracker. x is the column, y the row, as in the scenario with the starts.
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
