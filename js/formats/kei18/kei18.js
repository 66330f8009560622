import { formatValue } from '#internal';
import { askForMap, instanceFromTask, mapNameNotices, readMapAndTask } from '../maps/movingai.js';
import {
    cannotCarry,
    countAgentSteps,
    describeTotal,
    lossNotices,
    MAX_CELL,
    makeDiscretePlan,
    PlaceRows,
    scanRow,
    scenarioToSteps,
    trimFinalWaits,
} from '../steps/steps.js';
import {
    eachLine,
    FILE_START,
    InputError,
    maxWrittenSteps,
    noticeAt,
    parseNumber,
    parseWhole,
    refuseFiles,
    tooLargeError,
    tooManyStepsError,
    withoutText,
} from '../text/source.js';

/**
 * @import { Grid, Point, Scenario, SourcePosition } from '../../scenario/model/scenario.js'
 * @import { ReadRequest, WrittenPlan } from '../index.js'
 * @import { CheckedFile, SourceFile } from '../text/source.js'
 */

/**
 * Places of all agents, and their position in the file.
 *
 * @typedef {{ places: Point[], line: number, column: number }} PlaceList
 *
 * @typedef {object} Kei18Log
 * @property {CheckedFile} file
 * @property {number} agents
 * @property {PlaceRows} rows one row per step
 * @property {SourcePosition[]} sources one per step
 * @property {PlaceList | null} starts
 * @property {PlaceList | null} goals
 * @property {Map<string, { value: number, position: SourcePosition }>} declared statistics
 * @property {{ name: string, position: SourcePosition } | null} map name of the map in the file
 * @property {string[]} notices
 */

/** Statistics that are compared with the solution. */
const CHECKED_TOTALS = new Set(['soc', 'makespan']);

/** Other keys that the family's programs write, which are not used. */
const UNUSED_KEYS = new Set([
    'checkpoints',
    'comp_time',
    'comp_time_initial_solution',
    'cost_initial_solution',
    'instance',
    'lb_makespan',
    'lb_soc',
    'makespan_lb',
    'num_high_level_node',
    'num_low_level_node',
    'preprocessing_comp_time',
    'search_iteration',
    'seed',
    'soc_lb',
    'solver',
    'sum_of_loss',
    'sum_of_loss_lb',
]);

const SETTING = /^([A-Za-z_]\w*)=/;
const STEP = /^(\d+):/;
const PLACE = /\((\d+),(\d+)(?:,([XY]_(?:MINUS|PLUS)))?\)/y;
/** Target of an agent after its place, and its task (-1: none), as PIBT writes them for pickup and delivery. */
const TARGET = /->\(\d+,\d+\):-?\d+/y;
/** Keys of lists of tasks, which have a line each. */
const TASK_LISTS = new Set(['task', 'tasks']);

/**
 * Reads a log: `key=value` lines, if any, then one line per step.
 *
 * @param {SourceFile} source
 * @param {typeof scanRow} [scan] reads lines of the usual form; the result does not depend on it
 * @returns {Promise<Kei18Log>}
 */
export async function readKei18Log(source, scan = scanRow) {
    const reader = new LogReader(withoutText(source), scan);
    await eachLine(source, (text, line) => reader.addLine(text, line));
    return reader.finish();
}

class LogReader {
    /** Undefined before the first step. @type {PlaceRows | undefined} */
    rows;
    /** @type {SourcePosition[]} */
    sources = [];
    /** @type {PlaceList | null} */
    starts = null;
    /** @type {PlaceList | null} */
    goals = null;
    /** @type {Kei18Log['declared']} */
    declared = new Map();
    /** @type {Kei18Log['map']} */
    map = null;
    /** @type {string[]} */
    notices = [];
    /** Position of each key. @type {Map<string, SourcePosition>} */
    #keyPositions = new Map();
    #isInSolution = false;
    /** Whether a section after the steps has begun; nothing of it is read. */
    #isAfterSteps = false;
    #firstBlankLine = 0;
    #hasOrientations = false;
    #hasTargets = false;
    /** First step beyond the limit, from which steps are only counted. @type {SourcePosition | null} */
    #beyond = null;
    #beyondCount = 0;
    /** Whether the lines of a list of tasks are skipped. */
    #isInTasks = false;

    #scan;

    /** @param {CheckedFile} file @param {typeof scanRow} scan */
    constructor(file, scan) {
        this.file = file;
        this.#scan = scan;
    }

    /** @param {string} text @param {number} line */
    addLine(text, line) {
        if (this.#isAfterSteps) {
            // A plan whose steps continue below would otherwise be cut short.
            if (STEP.exec(text)?.[1] !== String(this.rows?.length)) return;
            throw this.#lineError({ line, column: 1 }, 'the steps continue after another section');
        }
        if (this.#beyond !== null) {
            if (STEP.test(text)) this.#beyondCount++;
            return;
        }
        if (text.trim() === '') {
            this.#firstBlankLine ||= line;
            return;
        }
        if (this.#firstBlankLine > 0) {
            throw this.#lineError({ line: this.#firstBlankLine, column: 1 }, 'the line is empty');
        }
        if (this.#scanStep(text, line)) return;
        const setting = SETTING.exec(text);
        // Its lines begin with a number, as steps do.
        if (this.#isInTasks && setting === null) return;
        this.#isInTasks = false;
        if (setting !== null && this.rows !== undefined) {
            this.#isAfterSteps = true;
            const omitted = `${setting[1]} and all that follows the steps is not used`;
            this.notices.push(noticeAt(this.file, { line, column: 1 }, omitted));
            return;
        }
        if (setting !== null && !this.#isInSolution) {
            this.#readSetting(
                setting[1],
                text.slice(setting[0].length),
                line,
                setting[0].length + 1,
            );
            return;
        }
        const step = STEP.exec(text);
        if (step === null) {
            const expected = this.#isInSolution
                ? 't:(x,y),(x,y),…'
                : 'key=value or t:(x,y),(x,y),…';
            throw this.#lineError(
                { line, column: 1 },
                `expected ${expected}, found ${formatValue(text)}`,
            );
        }
        this.#isInSolution = true;
        this.#readStep(step[1], text, line, step[0].length);
    }

    /**
     * @param {string} key
     * @param {string} value
     * @param {number} line
     * @param {number} column of the value
     */
    #readSetting(key, value, line, column) {
        const { file, notices } = this;
        const valuePosition = { line, column };
        const position = { line, column: 1 };
        if (this.#keyPositions.has(key)) {
            throw new InputError('duplicate-element', file, position, `${key} is given twice`);
        }
        if (this.#keyPositions.size === file.limits.attributes) {
            throw tooLargeError(file, position, 'attributes', 'lines before the solution');
        }
        this.#keyPositions.set(key, position);
        if (key === 'starts' || key === 'goals') {
            const list = Int32Array.from(
                this.#readPlaces(value, 0, line, column, file.limits.agents),
            );
            const places = Array.from({ length: list.length / 2 }, (_, a) => ({
                x: list[2 * a],
                y: list[2 * a + 1],
            }));
            this[key] = { places, line, column };
        } else if (key === 'agents') {
            const count = parseWhole(file, valuePosition, key, value, {
                max: Number.MAX_SAFE_INTEGER,
            });
            this.declared.set(key, { value: count, position });
        } else if (key === 'solved') {
            const range = { max: 1 };
            this.declared.set(key, {
                value: parseWhole(file, valuePosition, key, value, range),
                position,
            });
        } else if (CHECKED_TOTALS.has(key)) {
            this.declared.set(key, {
                value: parseNumber(file, valuePosition, key, value),
                position,
            });
        } else if (key === 'solution') {
            if (value !== '')
                throw this.#lineError(valuePosition, 'the steps begin on a line of their own');
            this.#isInSolution = true;
        } else if (TASK_LISTS.has(key) && value === '') {
            this.#isInTasks = true;
            notices.push(noticeAt(file, position, `the list of ${key} is not used`));
        } else if (key === 'map_file') {
            this.map = { name: value, position };
        } else if (!UNUSED_KEYS.has(key)) {
            notices.push(noticeAt(file, position, `${key} is not used`));
        }
    }

    /**
     * @param {string} number
     * @param {string} text
     * @param {number} line
     * @param {number} start offset of the places
     */
    #readStep(number, text, line, start) {
        const { file, sources } = this;
        const position = { line, column: 1 };
        const step = sources.length;
        if (number !== String(step)) {
            const problem = `steps are numbered from 0 in order: expected ${step}, got ${formatValue(number)}`;
            throw new InputError('bad-step', file, position, problem, number);
        }
        const { agents } = file.limits;
        const count = this.rows?.agents ?? agents;
        if (step * count > maxWrittenSteps(file.limits) && step > 0) {
            [this.#beyond, this.#beyondCount] = [position, 1];
            return;
        }
        const places = this.#readPlaces(text, start, line, 1, count);
        if (places.length === 0) {
            throw new InputError('no-agents', file, position, 'the step has no agents');
        }
        if (step > 0 && places.length < 2 * count) {
            const problem = `the step has ${places.length / 2} agents, but the ones before have ${count}`;
            throw new InputError('agent-count', file, position, problem);
        }
        this.rows ??= new PlaceRows(places.length / 2);
        this.rows.next().set(places);
        this.rows.add();
        sources.push(position);
    }

    /**
     * Reads a step of the usual form, by the codes of its characters: without a string or an object per place. All other
     * lines are left to the other methods, which also make the errors.
     *
     * @param {string} text
     * @param {number} line
     * @returns {boolean} false: the line has another form, and nothing of it is read
     */
    #scanStep(text, line) {
        const { rows } = this;
        // The first step, which decides the number of agents, is read by the grammar.
        if (rows === undefined) return false;
        const number = `${rows.length}:`;
        if (!text.startsWith(number)) return false;
        if (rows.length * rows.agents > maxWrittenSteps(this.file.limits)) return false;
        if (!this.#scan(text, number.length, rows.next())) return false;
        rows.add();
        this.sources.push({ line, column: 1 });
        return true;
    }

    /**
     * Reads places separated by commas; one may follow the last.
     *
     * @param {string} text
     * @param {number} start
     * @param {number} line
     * @param {number} column of the text
     * @param {number} maxAgents agents
     * @returns {number[]}
     */
    #readPlaces(text, start, line, column, maxAgents) {
        const { file, notices } = this;
        /** @type {number[]} */
        const places = [];
        let offset = start;
        while (offset < text.length) {
            const position = { line, column: column + offset };
            PLACE.lastIndex = offset;
            const found = PLACE.exec(text);
            if (found === null) {
                const problem = `expected (x,y), found ${formatValue(text.slice(offset, offset + 20))}`;
                throw this.#lineError(position, problem);
            }
            if (places.length === 2 * maxAgents) {
                if (this.rows === undefined) throw tooLargeError(file, position, 'agents');
                const problem = `the step has more than the ${maxAgents} agents of the ones before`;
                throw new InputError('agent-count', file, position, problem);
            }
            for (const digits of found.slice(1, 3)) {
                const value = Number(digits);
                if (value > MAX_CELL) {
                    const problem = `a coordinate must be from 0 to ${MAX_CELL}, got ${formatValue(digits)}`;
                    throw new InputError('out-of-range', file, position, problem, digits);
                }
                places.push(value);
            }
            if (found[3] !== undefined && !this.#hasOrientations) {
                this.#hasOrientations = true;
                const problem = 'orientations are not used: the agents are discs';
                this.notices.push(noticeAt(file, position, problem));
            }
            offset = PLACE.lastIndex;
            TARGET.lastIndex = offset;
            if (text[offset] === '-' && TARGET.test(text)) {
                offset = TARGET.lastIndex;
                if (!this.#hasTargets) {
                    this.#hasTargets = true;
                    const problem = 'targets and tasks of the agents are not used';
                    notices.push(noticeAt(file, position, problem));
                }
            }
            if (offset < text.length && text[offset++] !== ',') {
                const problem = `expected a comma, found ${formatValue(text.slice(offset - 1, offset + 19))}`;
                throw this.#lineError({ line, column: column + offset - 1 }, problem);
            }
        }
        return places;
    }

    /** @param {SourcePosition} position @param {string} text */
    #lineError(position, text) {
        return new InputError('bad-line', this.file, position, text);
    }

    /** @returns {Kei18Log} */
    finish() {
        const { file, rows, sources, starts, goals, declared, map, notices } = this;
        const solved = declared.get('solved');
        if (rows === undefined) {
            const message =
                solved?.value === 0
                    ? 'the solver found no solution (solved=0)'
                    : 'the file has no solution, no line t:(x,y),(x,y),… (a short log?)';
            const position = solved?.position ?? this.#keyPositions.get('solution') ?? FILE_START;
            const code = solved?.value === 0 ? 'no-solution' : 'no-plan';
            throw new InputError(code, file, position, message);
        }
        if (solved?.value === 0) {
            const text = 'solved=0: the solver gives the solution as unfinished';
            notices.push(noticeAt(file, solved.position, text));
        }
        const { agents } = rows;
        if (this.#beyond !== null) {
            const steps = (rows.length - 1 + this.#beyondCount) * agents;
            throw tooManyStepsError(file, this.#beyond, steps, maxWrittenSteps(file.limits));
        }
        /** @type {[string, number | undefined, SourcePosition | undefined][]} */
        const counts = [
            ['agents says', declared.get('agents')?.value, declared.get('agents')?.position],
            ['starts has', starts?.places.length, this.#keyPositions.get('starts')],
            ['goals has', goals?.places.length, this.#keyPositions.get('goals')],
        ];
        for (const [problem, count, position = FILE_START] of counts) {
            if (count === undefined || count === agents) continue;
            const text = `${problem} ${count}, but the solution has ${agents} agents`;
            throw new InputError('agent-count', file, position, text);
        }
        return { file, agents, rows, sources, starts, goals, declared, map, notices };
    }
}

/**
 * Reads and writes the results of the LaCAM and PIBT family of solvers, which their visualizer draws. x is the column, y
 * the row.
 */

/** The first coordinate, x, is the column. @type {import('../../scenario/model/scenario.js').Scenario['axes']} */
export const axes = 'right-down';

/**
 * @param {ReadRequest} request
 * @returns {Promise<Scenario>}
 */
export async function read({ files, radius, atGoal }) {
    refuseFiles(files, ['config'], 'a result of LaCAM');
    const log = await readKei18Log(files.plan);
    const { grid, endpointsFor } = await readMapAndTask(files);
    const task = endpointsFor(log.agents);
    const endpoints = task.endpoints ?? endpointsFromLog(log, grid);
    const { agents, rows } = log;
    const sources = { positionOf: (/** @type {number} */ step) => log.sources[step] };
    const paths = Array.from({ length: agents }, (_, a) => {
        // The file lists every agent until the last one has arrived.
        const places = rows.column(a);
        const { start, goal } = endpoints[a];
        return { name: String(a), places, start, goal, source: log.sources[0], sources };
    });
    checkTotals(
        log,
        paths.map(({ places }) => places),
    );
    const { map } = log;
    const instance = instanceFromTask(files.task);
    return {
        ...makeDiscretePlan('kei18', paths, { radius, atGoal }),
        axes: 'right-down',
        grid,
        ...(instance && { instance }),
        notices: [
            ...log.notices,
            ...(map ? mapNameNotices(log.file, map.position, map.name, files.map) : []),
            ...task.notices,
            ...(task.endpoints ? otherTaskNotices(log, task.endpoints) : []),
        ],
    };
}

/**
 * Returns starts and goals from the log's header.
 *
 * @param {Kei18Log} log
 * @param {Grid | null} grid
 * @returns {{ start: Point | null, goal: Point | null }[]} of each agent
 */
function endpointsFromLog({ file, agents, starts, goals }, grid) {
    for (const { places, column, line } of [starts, goals].filter((each) => each !== null)) {
        const outsideIndex = (grid ? places : []).findIndex(
            ({ x, y }) => x >= /** @type {Grid} */ (grid).nx || y >= /** @type {Grid} */ (grid).ny,
        );
        if (outsideIndex < 0 || grid === null) continue;
        const { x, y } = places[outsideIndex];
        const text = `(${x}, ${y}) of agent ${outsideIndex} is outside the map of ${grid.nx} x ${grid.ny} cells${askForMap({ x, y }, grid)}`;
        throw new InputError('outside-map', file, { line, column }, text);
    }
    return Array.from({ length: agents }, (_, a) => ({
        start: starts?.places[a] ?? null,
        goal: goals?.places[a] ?? null,
    }));
}

/**
 * Returns notices where starts or goals of the header are others than those of the task, which count.
 *
 * @param {Kei18Log} log
 * @param {{ start: Point | null, goal: Point | null }[]} endpoints those of the task, of each agent
 */
function otherTaskNotices({ file, starts, goals }, endpoints) {
    const lists = /** @type {const} */ ([
        ['start', starts],
        ['goal', goals],
    ]);
    return lists.flatMap(([name, list]) => {
        const others = endpoints.filter(({ [name]: place }, a) => {
            const stated = list?.places[a];
            return place && stated && (place.x !== stated.x || place.y !== stated.y);
        });
        if (list === null || others.length === 0) return [];
        const { line, column } = list;
        const count = others.length === 1 ? '1 agent is' : `${others.length} agents are`;
        const text = `the ${name} of ${count} elsewhere in the task, which counts`;
        return [noticeAt(file, { line, column }, text)];
    });
}

/**
 * Compares the totals of the header, which are the program's own count, with the plan.
 *
 * @param {Kei18Log} log
 * @param {Int32Array[]} places those of each agent until it has arrived
 */
function checkTotals({ file, declared, rows, notices }, places) {
    const names = /** @type {const} */ ([
        ['sum', 'soc'],
        ['max', 'makespan'],
    ]);
    if (names.every(([, name]) => !declared.has(name))) return;
    const agents = places.map((each) => countAgentSteps(each, rows.length - 1));
    for (const [kind, name] of names) {
        const total = declared.get(name);
        const text = total && describeTotal(kind, name, total.value, agents);
        if (total && text) notices.push(noticeAt(file, total.position, text));
    }
}

/**
 * @param {Scenario} scenario
 * @returns {WrittenPlan}
 */
export function write(scenario) {
    const { agents, atGoal } = scenario;
    const steps = scenarioToSteps(scenario);
    if (agents.length === 0) throw cannotCarry('there are no agents');
    steps.forEach((cells, a) => {
        if (cells.some((c) => c < 0)) throw cannotCarry(`agent ${a} is in a cell below 0`);
        if (atGoal === 'vanish' && trimFinalWaits(cells).length < cells.length) {
            throw cannotCarry(`agent ${a} waits where it vanishes, which the format cannot carry`);
        }
    });
    const cellPlaces = (/** @type {'start' | 'goal'} */ endpoint) =>
        toCellPlaces(agents.map((a) => a[endpoint]));
    const [starts, goals] = [cellPlaces('start'), cellPlaces('goal')];
    const notices = lossNotices(scenario, { task: true });
    for (const [name, places] of Object.entries({ starts, goals })) {
        if (places === null)
            notices.push(`not written: ${name}, as not every agent has one in a cell`);
    }
    return { text: writeText(steps, starts, goals), notices };
}

/**
 * @param {(Point | null)[]} points
 * @returns {Point[] | null} null: some are not cells
 */
function toCellPlaces(points) {
    const places = points.filter((point) => point !== null);
    const isWhole = places.every(({ x, y }) => [x, y].every((c) => Number.isInteger(c) && c >= 0));
    return places.length === points.length && isWhole ? places : null;
}

/**
 * @param {Int32Array[]} steps
 * @param {Point[] | null} starts
 * @param {Point[] | null} goals
 * @returns {Iterable<string>}
 */
function writeText(steps, starts, goals) {
    const lengths = steps.map((cells) => trimFinalWaits(cells).length / 2 - 1);
    const makespan = steps.reduce((max, cells) => Math.max(max, cells.length / 2 - 1), 0);
    const soc = lengths.reduce((sum, each) => sum + each, 0);
    const arrival = lengths.reduce((max, each) => Math.max(max, each), 0);
    /** @param {Point[]} places */
    const formatPlaces = (places) => places.map(({ x, y }) => `(${x},${y}),`).join('');
    return {
        *[Symbol.iterator]() {
            yield `agents=${steps.length}\nsoc=${soc}\nmakespan=${arrival}\n`;
            if (starts !== null) yield `starts=${formatPlaces(starts)}\n`;
            if (goals !== null) yield `goals=${formatPlaces(goals)}\n`;
            yield 'solution=\n';
            for (let t = 0; t <= makespan; t++) {
                const places = steps.map((cells) => {
                    const [x, y] = cells.subarray(Math.min(2 * t, cells.length - 2));
                    return { x, y };
                });
                yield `${t}:${formatPlaces(places)}\n`;
            }
        },
    };
}
