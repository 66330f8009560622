import { show } from 'graze';
import { readScenTask } from './scen_task.js';
import { FILE_START, InputError, noticeAt, parseNumber, parseWhole } from './source.js';
import { cannotCarry, discretePlan, lossNotices, scenarioToSteps, unusedConfig } from './steps.js';

/**
 * The solutions that the MAPF tracker gives and takes: one instance's best plan as CSV. x is the column,
 * y the row, as in the scenario that holds the starts.
 *
 * @import { Row } from './csv.js'
 * @import { Request, Written } from './index.js'
 * @import { CheckedFile, SourceFile } from './source.js'
 * @import { Grid, Point, Scenario, SourcePosition } from '../scenario/scenario.js'
 */

/** What a letter moves by. Up is to the next row, which is drawn below. */
const MOVES = new Map([
    ['u', [0, 1]],
    ['d', [0, -1]],
    ['l', [-1, 0]],
    ['r', [1, 0]],
    ['w', [0, 0]],
]);

/** The plan's column: of one solution, and of many together. */
const PLAN = ['path', 'solution_plan'];

/** What the tracker says beside it. */
const KNOWN = new Set([
    ...PLAN,
    'agents',
    'solution_cost',
    'lower_cost',
    'lower_date',
    'solution_date',
    'map_name',
    'scen_type',
    'type_id',
]);

/** x is the column. @type {import('../scenario/scenario.js').Scenario['axes']} */
export const axes = 'right-down';

/** What the tracker calls its files. */
export const extensions = ['.csv'];

/** @param {string} head */
export function recognise(head) {
    const columns = head.split('\n', 1)[0].replaceAll('"', '').split(',');
    return columns.includes('agents') && PLAN.some((name) => columns.includes(name));
}

/**
 * @param {Request} request
 * @returns {Promise<Scenario>}
 */
export async function read({ files, radius, atGoal }) {
    const plan = await readPlan(files.plan);
    const { file, letters, sources, notices } = plan;
    if (files.task === undefined) {
        const text = 'the file has no starts: give its scenario (--task)';
        throw new InputError('unknown-start', file, FILE_START, text);
    }
    const grid = await readMap(files.map);
    const size = grid && { width: grid.nx, height: grid.ny };
    const { places } = await readScenTask(files.task, letters.length, size);
    checkScenario(plan, files.task, notices);
    const paths = letters.map((path, a) => {
        const { start, goal } = places[a];
        const cells = follow(start, path);
        return { name: String(a), places: cells, start, goal, source: sources[a] };
    });
    return {
        ...discretePlan('mapf-tracker', paths, { radius, atGoal }),
        axes: 'right-down',
        grid,
        notices: [...notices, ...unusedConfig(files)],
    };
}

/** @param {SourceFile | undefined} file */
async function readMap(file) {
    if (file === undefined) return null;
    const { readMovingAiMap } = await import('./movingai.js');
    return readMovingAiMap(file);
}

/**
 * @typedef {object} Plan
 * @property {CheckedFile} file
 * @property {string[]} letters one string an agent
 * @property {SourcePosition[]} sources
 * @property {string | null} scenario the name of its scenario, when the file says it
 * @property {SourcePosition} source
 * @property {string[]} notices
 */

/**
 * @param {SourceFile} source
 * @returns {Promise<Plan>}
 */
async function readPlan(source) {
    const { readCsv } = await import('./csv.js');
    const { file, rows } = await readCsv(source);
    const [header, row, second] = rows;
    if (header === undefined) {
        throw new InputError('bad-header', file, FILE_START, 'the file has only empty lines');
    }
    const columns = readHeader(file, header);
    if (row === undefined) {
        throw new InputError('no-solution', file, FILE_START, 'the file has no row but the header');
    }
    if (row.fields.length !== header.fields.length) {
        const text = `the row has ${row.fields.length} fields, but the header has ${header.fields.length}`;
        throw new InputError('bad-line', file, row.at[0], text);
    }
    if (second !== undefined) {
        const text = `the file has ${rows.length - 1} solutions: keep the header and the one to judge`;
        throw new InputError('several-plans', file, second.at[0], text);
    }
    /** @param {string} name */
    const field = (name) => {
        const k = columns.get(name);
        return k === undefined ? null : { text: row.fields[k], position: row.at[k] };
    };
    const plan = /** @type {{ text: string, position: SourcePosition }} */ (
        field('path') ?? field('solution_plan')
    );
    const count = /** @type {{ text: string, position: SourcePosition }} */ (field('agents'));
    const agents = parseWhole(file, count.position, 'agents', count.text, {
        min: 1,
        max: file.limits.agents,
    });
    const { letters, sources } = splitPlan(file, plan, agents);
    const notices = [...columns.keys()]
        .filter((name) => !KNOWN.has(name))
        .map((name) => noticeAt(file, FILE_START, `the column ${show(name)} is not used`));
    const cost = field('solution_cost');
    if (cost !== null) {
        const said = parseNumber(file, cost.position, 'solution_cost', cost.text);
        const sum = letters.reduce((total, path) => total + path.length, 0);
        if (said !== sum) {
            const text = `solution_cost is declared as ${said}, but the paths have ${sum} steps`;
            notices.push(noticeAt(file, cost.position, text));
        }
    }
    const parts = ['map_name', 'scen_type', 'type_id'].map((name) => field(name)?.text);
    const scenario = parts.includes(undefined) ? null : `${parts.join('-')}.scen`;
    return { file, letters, sources, scenario, source: row.at[0], notices };
}

/**
 * The index of each column.
 *
 * @param {CheckedFile} file
 * @param {Row} header
 * @returns {Map<string, number>}
 */
function readHeader(file, { fields, at }) {
    const columns = new Map();
    fields.forEach((name, k) => {
        if (columns.has(name)) {
            const text = `the column ${show(name)} is there twice`;
            throw new InputError('duplicate-element', file, at[k], text);
        }
        columns.set(name, k);
    });
    const plans = PLAN.filter((name) => columns.has(name));
    if (plans.length !== 1 || !columns.has('agents')) {
        const text = `expected the columns agents and ${PLAN.join(' or ')}, found ${show(fields.join())}`;
        throw new InputError('bad-header', file, FILE_START, text);
    }
    return columns;
}

/**
 * One line an agent.
 *
 * @param {CheckedFile} file
 * @param {{ text: string, position: SourcePosition }} plan
 * @param {number} agents
 */
function splitPlan(file, { text, position }, agents) {
    const { segments } = file.limits;
    const lines = text.split('\n', agents + 2);
    if (lines.length === agents + 1 && lines[agents] === '') lines.pop();
    if (lines.length !== agents) {
        const found = lines.length > agents ? `more than ${agents}` : lines.length;
        const what = `agents says ${agents}, but the plan has ${found} paths`;
        throw new InputError('agent-count', file, position, what);
    }
    if (text.length > segments) {
        throw new InputError('too-large', file, position, `more than ${segments} steps in all`);
    }
    const sources = lines.map((path, a) => {
        const start = { line: position.line + a, column: a === 0 ? position.column : 1 };
        const odd = path.search(/[^udlrw]/);
        if (odd < 0) return start;
        const at = { line: start.line, column: start.column + odd };
        const what = `a step must be one of ${[...MOVES.keys()].join(', ')}, not ${show(path[odd])}`;
        throw new InputError('bad-line', file, at, what, path[odd]);
    });
    return { letters: lines, sources };
}

/**
 * @param {Point} start
 * @param {string} path
 * @returns {Int32Array}
 */
function follow(start, path) {
    const cells = new Int32Array(2 * path.length + 2);
    let { x, y } = start;
    cells.set([x, y]);
    for (let t = 0; t < path.length; t++) {
        const [dx, dy] = /** @type {number[]} */ (MOVES.get(path[t]));
        [x, y] = [x + dx, y + dy];
        cells.set([x, y], 2 * t + 2);
    }
    return cells;
}

/**
 * A plan of another scenario would have every start and goal wrong.
 *
 * @param {Plan} plan
 * @param {SourceFile} task
 * @param {string[]} notices
 */
function checkScenario({ file, scenario, source }, task, notices) {
    const given = task.name.split(/[\\/]/).at(-1);
    if (scenario === null || scenario === given) return;
    notices.push(noticeAt(file, source, `the solution is of ${scenario}, the task is ${given}`));
}

/**
 * @param {Scenario} scenario
 * @returns {Written}
 */
export function write(scenario) {
    const { agents } = scenario;
    if (agents.length === 0) throw cannotCarry('there are no agents');
    const names = new Map([...MOVES].map(([letter, move]) => [move.join(), letter]));
    const paths = scenarioToSteps(scenario).map((cells, a) => {
        const [x, y] = cells;
        const { start } = agents[a];
        if (start !== null && (start.x !== x || start.y !== y)) {
            throw cannotCarry(
                `agent ${a} does not begin at its start, which is all the format knows`,
            );
        }
        return Array.from({ length: cells.length / 2 - 1 }, (_, t) => {
            const [fromX, fromY, toX, toY] = cells.subarray(2 * t, 2 * t + 4);
            const letter = names.get(`${toX - fromX},${toY - fromY}`);
            if (letter === undefined)
                throw cannotCarry(`agent ${a} leaves for no neighbour at ${t}`);
            return letter;
        }).join('');
    });
    const cost = paths.reduce((sum, path) => sum + path.length, 0);
    const text = {
        *[Symbol.iterator]() {
            yield `"agents","solution_cost","path"\n"${paths.length}","${cost}","`;
            for (const [a, path] of paths.entries()) yield a === 0 ? path : `\n${path}`;
            yield '"\n';
        },
    };
    return { text, notices: lossNotices(scenario) };
}
