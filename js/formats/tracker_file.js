import { show } from 'graze';
import { Places } from './places.js';
import { FILE_START, InputError, noticeAt, parseNumber, parseWhole } from './source.js';

/**
 * The plans of a file of the MAPF tracker, in each of its three notations: rows of CSV, objects of JSON, maps of YAML.
 *
 * @import { CheckedFile, SourceFile } from './source.js'
 * @import { JsonValue } from './json.js'
 * @import { YamlFile } from './yaml_file.js'
 * @import { BenchmarkInstance, SourcePosition } from '../scenario/scenario.js'
 */

/**
 * A value as text, with the place of each of its characters.
 *
 * @typedef {{ text: string, at: (index: number) => SourcePosition }} Field
 *
 * @typedef {object} Entry of a file: what it says of one plan
 * @property {Map<string, Field>} fields those that are not empty, without the plan
 * @property {Field[] | null} plan one text, or one for each agent; null: none
 * @property {boolean} isOld the plan is in a column of 2022
 * @property {SourcePosition} position
 *
 * @typedef {{ file: CheckedFile, entries: Entry[], notices: string[] }} TrackerFile
 */

/** The plan's column in files of 2022. */
const OLD_PLAN = 'path';
const PLAN = 'solution_plan';

/** Columns that a file may have beside the plan. */
const KNOWN = new Set([
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

/** Members without a use that notices name: each plan of a file may have its own. */
const MOST_NOTICES = 10;

/** @param {string} head */
function headerOf(head) {
    return head.split('\n', 1)[0].replaceAll('"', '').split(',');
}

/** @param {string} head @returns {'csv' | 'json' | 'yaml' | null} */
export function notationOf(head) {
    const columns = headerOf(head);
    if (columns.includes('agents') && (columns.includes(PLAN) || columns.includes(OLD_PLAN))) {
        return 'csv';
    }
    if (/^\s*[[{]/.test(head))
        return /"(?:solution_plan|scen_type)"\s*:/.test(head) ? 'json' : null;
    return /^(?:-[ \t]+|[ \t]+)?(?:solution_plan|scen_type)[ \t]*:/m.test(head) ? 'yaml' : null;
}

/**
 * Reads what a file says of each plan, in its notation.
 *
 * @param {SourceFile} source
 * @param {string} head how it begins
 * @returns {Promise<TrackerFile>}
 */
export async function readTrackerFile(source, head) {
    // A file that was not recognised is read as CSV, as most are, and refused as such.
    const notation = /^\s*[[{]/.test(head) ? 'json' : (notationOf(head) ?? 'csv');
    if (notation === 'json') return readJsonEntries(source);
    return notation === 'yaml' ? readYamlEntries(source) : readCsvEntries(source);
}

/** @param {SourceFile} source @returns {Promise<TrackerFile>} */
async function readCsvEntries(source) {
    const { readCsv } = await import('./csv.js');
    const { file, rows } = await readCsv(source);
    const [header, ...others] = rows;
    if (header === undefined) {
        throw new InputError('bad-header', file, FILE_START, 'the file has only empty lines');
    }
    const names = header.fields;
    names.forEach((name, k) => {
        if (names.indexOf(name) === k) return;
        const text = `the column ${show(name)} is there twice`;
        throw new InputError('duplicate-element', file, header.at[k], text);
    });
    const plans = names.filter((name) => name === PLAN || name === OLD_PLAN);
    if (plans.length !== 1 || !names.includes('agents')) {
        const text = `expected the columns agents and ${OLD_PLAN} or ${PLAN}, found ${show(names.join())}`;
        throw new InputError('bad-header', file, FILE_START, text);
    }
    if (others.length === 0) {
        throw new InputError('no-plan', file, FILE_START, 'the file has no row but the header');
    }
    const entries = others.map(({ fields, at }) => {
        if (fields.length !== names.length) {
            const text = `the row has ${fields.length} fields, but the header has ${names.length}`;
            throw new InputError('bad-line', file, at[0], text);
        }
        return entryOf(new Map(names.map((name, k) => [name, csvField(fields[k], at[k])])), at[0]);
    });
    return { file, entries, notices: unusedOf(file, names, FILE_START, 'column') };
}

/** @param {string} text @param {SourcePosition} begin @returns {Field} */
function csvField(text, { line: top, column: left }) {
    const places = new Places(text);
    const at = (/** @type {number} */ index) => {
        const { line, column } = places.at(index);
        return { line: top + line - 1, column: line === 1 ? left + column - 1 : column };
    };
    return { text, at };
}

/**
 * @param {Map<string, Field>} all
 * @param {SourcePosition} position
 * @returns {Entry}
 */
function entryOf(all, position) {
    const plan = all.get(PLAN) ?? all.get(OLD_PLAN);
    const fields = new Map([...all].filter(([name, { text }]) => KNOWN.has(name) && text !== ''));
    return { fields, plan: plan ? [plan] : null, isOld: all.has(OLD_PLAN), position };
}

/**
 * @param {CheckedFile} file
 * @param {Iterable<string>} names
 * @param {SourcePosition} position
 * @param {'column' | 'member'} what
 */
function unusedOf(file, names, position, what) {
    return [...names]
        .filter((name) => !KNOWN.has(name) && name !== PLAN && name !== OLD_PLAN)
        .map((name) => noticeAt(file, position, `the ${what} ${show(name)} is not used`));
}

/** @param {SourceFile} source @returns {Promise<TrackerFile>} */
async function readJsonEntries(source) {
    const { readJson } = await import('./json.js');
    const root = await readJson(source);
    const { file } = root;
    const max = file.limits.elements;
    const values = root.kind === 'Array' ? [...root.items({ min: 1, max, what: 'plans' })] : [root];
    /** @type {string[]} */
    const notices = [];
    const entries = values.map((value) => {
        const members = value.members({
            required: [PLAN, 'agents'],
            optional: [...KNOWN],
            unknown: (other, name) => {
                other.visit();
                if (notices.length < MOST_NOTICES) {
                    notices.push(...unusedOf(file, [name], other.position, 'member'));
                }
            },
        });
        return jsonEntry(value, members);
    });
    return { file, entries, notices };
}

/** @param {JsonValue} value @param {Map<string, JsonValue>} members @returns {Entry} */
function jsonEntry(value, members) {
    /** @type {Map<string, Field>} */
    const fields = new Map();
    for (const [name, member] of members) {
        if (name === PLAN || !KNOWN.has(name) || member.isNull) continue;
        fields.set(name, { text: jsonText(member), at: () => member.position });
    }
    const plan = /** @type {JsonValue} */ (members.get(PLAN));
    return { fields, plan: jsonPlan(plan), isOld: false, position: value.position };
}

/** @param {JsonValue} member @returns {string} as CSV would have it */
function jsonText(member) {
    if (member.kind === 'Number') return String(member.number());
    return member.kind === 'Boolean' ? String(member.boolean()) : member.string();
}

/** @param {JsonValue} plan @returns {Field[] | null} */
function jsonPlan(plan) {
    if (plan.isNull) return null;
    const texts = plan.kind === 'Array' ? [...plan.items()] : [plan];
    return texts.map((each) => {
        const text = each.string();
        /** @type {((index: number) => SourcePosition) | undefined} */
        let positions;
        const at = (/** @type {number} */ index) => {
            positions ??= each.positionsIn();
            return positions(index);
        };
        return { text, at };
    });
}

/** @param {SourceFile} source @returns {Promise<TrackerFile>} */
async function readYamlEntries(source) {
    const { readYamlDocuments } = await import('./yaml_file.js');
    const yaml = await readYamlDocuments(source);
    const { file } = yaml;
    const nodes = yaml.roots.flatMap((root) =>
        yaml.isList(root) ? yaml.listOf(root, 'the file') : [root],
    );
    /** @type {string[]} */
    const notices = [];
    const entries = nodes.map((node) => {
        const position = yaml.position(node);
        const all = yaml.mapOf(node, 'a plan');
        for (const name of [PLAN, 'agents']) {
            if (all.has(name)) continue;
            throw new InputError('missing-element', file, position, `the plan has no ${name}`);
        }
        if (notices.length < MOST_NOTICES)
            notices.push(...unusedOf(file, all.keys(), position, 'member'));
        return yamlEntry(yaml, all, position);
    });
    return { file, entries, notices };
}

/**
 * @param {YamlFile} yaml
 * @param {ReturnType<YamlFile['mapOf']>} all
 * @param {SourcePosition} position
 * @returns {Entry}
 */
function yamlEntry(yaml, all, position) {
    /** @type {Map<string, Field>} */
    const fields = new Map();
    /** @type {Field[] | null} */
    let plan = null;
    for (const [name, { value, position: key }] of all) {
        if (yaml.isNothing(value)) continue;
        /** @param {typeof value} node @returns {Field} */
        const field = (node) => ({
            text: yaml.textOf(node, name, key),
            at: () => yaml.position(node, key),
        });
        if (name === PLAN) {
            plan = yaml.isList(value) ? yaml.listOf(value, name, key).map(field) : [field(value)];
        } else if (KNOWN.has(name)) fields.set(name, field(value));
    }
    return { fields, plan, isOld: false, position };
}

/**
 * A plan of a file.
 *
 * @typedef {object} TrackerPlan
 * @property {Field[]} paths letters of each agent
 * @property {boolean} isUpward `u` is to the next row, y + 1
 * @property {Partial<BenchmarkInstance>} instance as far as the file says it
 * @property {SourcePosition} position
 * @property {{ value: number, position: SourcePosition } | null} cost
 */

/**
 * Checks what a file says of a plan.
 *
 * @param {CheckedFile} file
 * @param {Entry} entry
 * @returns {TrackerPlan}
 */
export function planOf(file, { fields, plan, isOld, position }) {
    const count = fields.get('agents');
    if (count === undefined) {
        throw new InputError('missing-element', file, position, 'agents is empty');
    }
    const range = { min: 1, max: file.limits.agents };
    const agents = parseWhole(file, count.at(0), 'agents', count.text, range);
    if (plan === null || (agents > 1 && plan.length === 1 && plan[0].text === '')) {
        throw new InputError('no-plan', file, position, 'the file has no plan for the instance');
    }
    const cost = fields.get('solution_cost');
    return {
        paths: splitPlan(file, plan, agents, position),
        isUpward: isFlipped(file, fields.get('flip_up_down')) ?? isOld,
        instance: {
            map: fields.get('map_name')?.text,
            type: fields.get('scen_type')?.text,
            number: fields.get('type_id')?.text,
        },
        position,
        cost: cost
            ? {
                  value: parseNumber(file, cost.at(0), 'solution_cost', cost.text),
                  position: cost.at(0),
              }
            : null,
    };
}

/** @param {CheckedFile} file @param {Field | undefined} field */
function isFlipped(file, field) {
    if (field === undefined) return undefined;
    const text = field.text.toLowerCase();
    if (text === 'true' || text === 'false') return text === 'true';
    const what = `flip_up_down must be true or false, not ${show(field.text)}`;
    throw new InputError('bad-value', file, field.at(0), what, field.text);
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
    const lines = isText ? linesOf(plan[0], agents + 2) : plan;
    if (isText && lines.length === agents + 1 && lines[agents].text === '') lines.pop();
    if (lines.length === agents) return lines;
    const found = lines.length > agents ? `more than ${agents}` : lines.length;
    const what = `agents says ${agents}, but the plan has ${found} paths`;
    throw new InputError('agent-count', file, plan[0]?.at(0) ?? position, what);
}

/** @param {Field} field @param {number} most @returns {Field[]} */
function linesOf({ text, at }, most) {
    const lines = [];
    let from = 0;
    for (const line of text.split(/\r\n|\r|\n/, most)) {
        const begin = from;
        lines.push({ text: line, at: (/** @type {number} */ index) => at(begin + index) });
        from += line.length;
        from += text[from] === '\r' && text[from + 1] === '\n' ? 2 : 1;
    }
    return lines;
}
