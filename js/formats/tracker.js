import { show } from 'graze';
import { baseName, instanceOf, otherMap, readGround, scenTaskOf } from './scen_task.js';
import { InputError, noticeAt, parseWhole, peek, tooLarge } from './source.js';
import { cannotCarry, discretePlan, lossNotices, scenarioToSteps, unusedConfig } from './steps.js';
import { notationOf, planOf, readTrackerFile } from './tracker_file.js';

/**
 * The solutions that the MAPF tracker gives and takes. x is the column, y the row, as in the scenario that holds the
 * starts.
 *
 * @import { PlanCase, Request, Written } from './index.js'
 * @import { Ground } from './scen_task.js'
 * @import { CheckedFile, SourceFile } from './source.js'
 * @import { Entry, Field, TrackerPlan } from './tracker_file.js'
 * @import { Point, Scenario, SourcePosition } from '../scenario/scenario.js'
 */

/** The move that a letter stands for; up is to the row before, which is drawn above. */
const MOVES = new Map([
    ['u', [0, -1]],
    ['d', [0, 1]],
    ['l', [-1, 0]],
    ['r', [1, 0]],
    ['w', [0, 0]],
]);

/** x is the column. @type {import('../scenario/scenario.js').Scenario['axes']} */
export const axes = 'right-down';

/** What the tracker calls its files. */
export const extensions = ['.csv'];

/** @param {string} head */
export function recognise(head) {
    return notationOf(head) !== null;
}

/**
 * Reads a file. Each of its rows, objects or documents is a plan of its own.
 *
 * @param {Request} request
 * @returns {Promise<PlanCase[]>}
 */
export async function readCases({ files, radius, atGoal }) {
    const { head, file: source } = await peek(files.plan);
    const { file, entries, notices } = await readTrackerFile(source, head);
    const ground = await readGround(files);
    const asked = { files, radius, atGoal };
    const labels = labelsOf(entries);
    return entries.map((entry, k) => ({
        label: labels[k],
        position: entry.position,
        read: async () => readPlan(file, entry, asked, ground, notices),
    }));
}

/**
 * Returns a label for each entry that names its instance: map, type, number and agents. Of entries with the same, all but
 * the first have their number among them, too.
 *
 * @param {Entry[]} entries
 * @returns {(string | null)[]}
 */
function labelsOf(entries) {
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
 * @param {Pick<Request, 'files' | 'radius' | 'atGoal'>} asked
 * @param {Ground} ground
 * @param {string[]} notices of the file
 * @returns {Scenario}
 */
function readPlan(file, entry, { files, radius, atGoal }, { grid, endsOf }, notices) {
    const plan = planOf(file, entry);
    const { instance: own, position } = plan;
    const runs = plan.paths.map((path) => runsOf(file, path));
    checkSteps(file, runs, plan.paths[0].at(0));
    const task = endsOf(runs.length);
    const { ends } = task;
    if (ends === null) {
        const scen = scenarioOf(own);
        const text = `the file has no starts: give its scenario${scen ? `, ${show(scen)}` : ''} (--task)`;
        throw new InputError('unknown-start', file, position, text);
    }
    const paths = runs.map((path, a) => {
        const { start, goal } = ends[a];
        const source = plan.paths[a].at(0);
        return { name: String(a), ...follow(start, path, plan.isUpward), start, goal, source };
    });
    const { map, type, number } = own;
    const instance = map && type && number ? { map, type, number } : instanceOf(files.task);
    return {
        ...discretePlan('mapf-tracker', paths, { radius, atGoal }),
        axes: 'right-down',
        grid,
        ...(instance && { instance }),
        notices: [
            ...notices,
            ...costNotices(file, plan, runs),
            ...taskNotices(file, plan, files.task),
            ...(map ? otherMap(file, position, map, files.map) : []),
            ...task.notices,
            ...unusedConfig(files),
        ],
    };
}

/**
 * A letter and how often it comes.
 *
 * @typedef {{ letter: string, count: number, source: SourcePosition | undefined }} Run
 */

/**
 * Reads the steps of an agent: letters, each with how often it comes where that is more than once.
 *
 * @param {CheckedFile} file
 * @param {Field} path
 * @returns {Run[]}
 */
function runsOf(file, { text, at }) {
    const isPlain = !/\d/.test(text);
    /** @type {Run[]} */
    const runs = [];
    const pattern = /(\d*)([udlrw])/y;
    while (pattern.lastIndex < text.length) {
        const from = pattern.lastIndex;
        const found = pattern.exec(text);
        if (found === null) {
            const k = from + text.slice(from).search(/[^\d]|$/);
            const what = `a step must be one of ${[...MOVES.keys()].join(', ')}, not ${show(text[k] ?? text.slice(from))}`;
            throw new InputError('bad-line', file, at(k), what, text[k]);
        }
        const [, digits, letter] = found;
        const range = { min: 1, max: file.limits.segments };
        const count =
            digits === '' ? 1 : parseWhole(file, at(from), 'the number of steps', digits, range);
        runs.push({ letter, count, source: isPlain ? undefined : at(from) });
    }
    return runs;
}

/**
 * Refuses too many steps before memory is taken for them.
 *
 * @param {CheckedFile} file
 * @param {Run[][]} paths
 * @param {SourcePosition} position
 */
function checkSteps(file, paths, position) {
    const { segments } = file.limits;
    if (paths.reduce((sum, path) => sum + stepsOf(path), 0) <= segments) return;
    throw tooLarge(file, position, 'segments', 'segments, the steps of all agents');
}

/** @param {Run[]} path */
function stepsOf(path) {
    return path.reduce((sum, { count }) => sum + count, 0);
}

/**
 * @param {Point} start
 * @param {Run[]} path
 * @param {boolean} isUpward
 */
function follow(start, path, isUpward) {
    const cells = new Int32Array(2 * stepsOf(path) + 2);
    let { x, y } = start;
    cells.set([x, y]);
    /** @type {SourcePosition[]} */
    const sources = [];
    let step = 0;
    for (const { letter, count, source } of path) {
        const [dx, down] = /** @type {number[]} */ (MOVES.get(letter));
        const dy = isUpward ? -down : down;
        // The source of a step is that of its end; of the start there is none.
        if (source && step === 0) sources.push(source);
        for (let k = 0; k < count; k++) {
            [x, y] = [x + dx, y + dy];
            cells.set([x, y], 2 * ++step);
            if (source) sources.push(source);
        }
    }
    return { places: cells, ...(sources.length > 0 && { sources }) };
}

/**
 * @param {CheckedFile} file
 * @param {TrackerPlan} plan
 * @param {Run[][]} paths
 */
function costNotices(file, { cost }, paths) {
    const sum = paths.reduce((total, path) => total + stepsOf(path), 0);
    if (cost === null || cost.value === sum) return [];
    const text = `solution_cost is declared as ${cost.value}, but the paths have ${sum} steps`;
    return [noticeAt(file, cost.position, text)];
}

/** @param {TrackerPlan['instance']} instance @returns {string | null} the name of the instance's scenario */
function scenarioOf({ map, type, number }) {
    return map && type && number ? `${map}-${type}-${number}.scen` : null;
}

/**
 * Returns a notice where the plan is of another scenario: every start and goal would be wrong.
 *
 * @param {CheckedFile} file
 * @param {TrackerPlan} plan
 * @param {SourceFile | undefined} task
 */
function taskNotices(file, { instance, position }, task) {
    const scenario = scenarioOf(instance);
    const given = baseName(task?.name ?? '');
    if (scenario === null || scenario === given) return [];
    return [noticeAt(file, position, `the solution is of ${scenario}, the task is ${given}`)];
}

/**
 * @param {Scenario} scenario
 * @returns {Written}
 */
export function write(scenario) {
    const { agents, instance } = scenario;
    if (agents.length === 0) throw cannotCarry('there are no agents');
    const names = new Map([...MOVES].map(([letter, move]) => [move.join(), letter]));
    /** @type {{ start: Point, goal: Point }[]} */
    const ends = [];
    const paths = scenarioToSteps(scenario).map((cells, a) => {
        const [x, y] = cells;
        const goal = agents[a].goal ?? { x: cells[cells.length - 2], y: cells[cells.length - 1] };
        if ([x, y, goal.x, goal.y].some((c) => !Number.isInteger(c) || c < 0)) {
            throw cannotCarry(`agent ${a} starts or ends in no cell of a map`);
        }
        ends.push({ start: { x, y }, goal });
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
    /** @type {[string, string][]} */
    const named = instance
        ? [
              ['map_name', instance.map],
              ['scen_type', instance.type],
              ['type_id', instance.number],
          ]
        : [];
    /** @type {[string, string][]} */
    const columns = [
        ...named,
        ['agents', String(paths.length)],
        ['solution_cost', String(cost)],
        ['flip_up_down', 'FALSE'],
    ];
    const text = {
        *[Symbol.iterator]() {
            yield `${columns.map(([name]) => name).join()},solution_plan\n`;
            yield `${columns.map(([, value]) => quoted(value)).join()},"`;
            for (const [a, path] of paths.entries()) yield a === 0 ? path : `\n${path}`;
            yield '"\n';
        },
    };
    const notices = lossNotices(scenario);
    if (!instance) notices.push(UNNAMED);
    return { text, notices, task: scenTaskOf(ends, scenario.grid) };
}

/** The notice of a writer that does not know of which instance a plan is. */
const UNNAMED =
    'not written, as no file names them: map_name, scen_type and type_id, which the tracker needs (a task that is called MAP-TYPE-NUMBER.scen names them)';

/** @param {string} text */
function quoted(text) {
    return `"${text.replaceAll('"', '""')}"`;
}
