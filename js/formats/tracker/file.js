import { formatValue } from '#internal';
import {
    detectTrackerNotation,
    OLD_TRACKER_PLAN_COLUMN,
    TRACKER_PLAN_COLUMN,
} from '../detection/detection.js';
import { LineIndex } from '../text/line_index.js';
import { FILE_START, InputError, noticeAt, parseNumber, parseWhole } from '../text/source.js';

/**
 * Reads the plans of a MAPF tracker file in each of its three notations: rows of CSV, objects of JSON, maps of YAML.
 *
 * @import { CheckedFile, SourceFile } from '../text/source.js'
 * @import { JsonValue } from '../text/json.js'
 * @import { YamlFile } from '../text/yaml_file.js'
 * @import { BenchmarkInstance, SourcePosition } from '../../scenario/model/scenario.js'
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
