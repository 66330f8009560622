import { askForMap, instanceFromTask, mapNameNotices, readMapAndTask } from '../maps/scen_task.js';
import {
    cannotCarry,
    lossNotices,
    makeDiscretePlan,
    scenarioToSteps,
    trimFinalWaits,
} from '../steps/steps.js';
import { countAgentSteps, describeTotal } from '../steps/totals.js';
import { InputError, noticeAt, refuseFiles } from '../text/source.js';

/**
 * Reads and writes the results of the LaCAM and PIBT family of solvers, which their visualizer draws. x is the column, y
 * the row.
 *
 * @import { Kei18Log } from './log.js'
 * @import { ReadRequest, WrittenPlan } from '../index.js'
 * @import { Grid, Point, Scenario } from '../../scenario/model/scenario.js'
 */

/** The first coordinate, x, is the column. @type {import('../../scenario/model/scenario.js').Scenario['axes']} */
export const axes = 'right-down';

/**
 * @param {ReadRequest} request
 * @returns {Promise<Scenario>}
 */
export async function read({ files, radius, atGoal }) {
    const { readKei18Log } = await import('./log.js');
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
