import { instanceOf, otherMap, readGround } from './scen_task.js';
import { InputError, noticeAt } from './source.js';
import {
    cannotCarry,
    discretePlan,
    lossNotices,
    scenarioToSteps,
    unusedConfig,
    withoutLastWaits,
} from './steps.js';

/**
 * The results of the LaCAM and PIBT family of solvers, and what their visualiser draws. x is the column,
 * y the row.
 *
 * @import { Kei18Log } from './kei18_log.js'
 * @import { Request, Written } from './index.js'
 * @import { Grid, Point, Scenario } from '../scenario/scenario.js'
 */

/** x is the column. @type {import('../scenario/scenario.js').Scenario['axes']} */
export const axes = 'right-down';

/** What its programs call their results. */
export const extensions = ['.txt'];

/** @param {string} head */
export function recognise(head) {
    return /^(?:[a-z_]+=|\d+:\()/.test(head);
}

/**
 * @param {Request} request
 * @returns {Promise<Scenario>}
 */
export async function read({ files, radius, atGoal }) {
    const { readKei18Log } = await import('./kei18_log.js');
    const log = await readKei18Log(files.plan);
    const { grid, endsOf } = await readGround(files);
    const task = endsOf(log.agents);
    const ends = task.ends === null ? ownEnds(log, grid) : { places: task.ends, notices: [] };
    const { agents, rows, sources } = log;
    const paths = Array.from({ length: agents }, (_, a) => {
        const cells = new Int32Array(2 * rows.length);
        for (const [t, row] of rows.entries()) cells.set(row.subarray(2 * a, 2 * a + 2), 2 * t);
        const places = withoutLastWaits(cells);
        const { start, goal } = ends.places[a];
        return { name: String(a), places, start, goal, source: sources[0], sources };
    });
    checkStatistics(
        log,
        paths.map(({ places }) => places.length / 2 - 1),
    );
    const { map } = log;
    const instance = instanceOf(files.task);
    return {
        ...discretePlan('kei18', paths, { radius, atGoal }),
        axes: 'right-down',
        grid,
        ...(instance && { instance }),
        notices: [
            ...log.notices,
            ...(map ? otherMap(log.file, map.position, map.name, files.map) : []),
            ...task.notices,
            ...ends.notices,
            ...unusedConfig(files),
        ],
    };
}

/**
 * Takes starts and goals from the log's header.
 *
 * @param {Kei18Log} log
 * @param {Grid | null} grid
 * @returns {{ places: { start: Point | null, goal: Point | null }[], notices: string[] }}
 */
function ownEnds({ file, agents, starts, goals }, grid) {
    for (const { places, column, line } of [starts, goals].filter((each) => each !== null)) {
        const outside = (grid ? places : []).findIndex(
            ({ x, y }) => x >= /** @type {Grid} */ (grid).nx || y >= /** @type {Grid} */ (grid).ny,
        );
        if (outside < 0) continue;
        const { x, y } = places[outside];
        const text = `(${x}, ${y}) of agent ${outside} is outside the map of ${grid?.nx} x ${grid?.ny} cells`;
        throw new InputError('outside-map', file, { line, column }, text);
    }
    const notices =
        starts === null && goals === null
            ? ['no task is known: starts and goals are not checked']
            : [];
    const places = Array.from({ length: agents }, (_, a) => ({
        start: starts?.places[a] ?? null,
        goal: goals?.places[a] ?? null,
    }));
    return { places, notices };
}

/**
 * What the header says of the solution is a program's own count.
 *
 * @param {Kei18Log} log
 * @param {number[]} lengths steps of each agent until it has arrived
 */
function checkStatistics({ file, declared, rows, notices }, lengths) {
    const counts = { soc: lengths.reduce((sum, each) => sum + each, 0), makespan: rows.length - 1 };
    for (const [name, count] of Object.entries(counts)) {
        const said = declared.get(name);
        if (said === undefined || said.value === count) continue;
        const text = `${name} is declared as ${said.value}, but the solution has ${count}`;
        notices.push(noticeAt(file, said.position, text));
    }
}

/**
 * @param {Scenario} scenario
 * @returns {Written}
 */
export function write(scenario) {
    const { agents, atGoal } = scenario;
    const steps = scenarioToSteps(scenario);
    if (agents.length === 0) throw cannotCarry('there are no agents');
    steps.forEach((cells, a) => {
        if (cells.some((c) => c < 0)) throw cannotCarry(`agent ${a} is in a cell below 0`);
        if (atGoal === 'vanish' && withoutLastWaits(cells).length < cells.length) {
            throw cannotCarry(`agent ${a} waits where it vanishes, which the format does not tell`);
        }
    });
    const ends = (/** @type {'start' | 'goal'} */ which) =>
        wholePlaces(agents.map((a) => a[which]));
    const [starts, goals] = [ends('start'), ends('goal')];
    const notices = lossNotices(scenario, { task: true });
    for (const [name, places] of Object.entries({ starts, goals })) {
        if (places === null)
            notices.push(`not written: ${name}, as not every agent has one in a cell`);
    }
    return { text: textOf(steps, starts, goals), notices };
}

/**
 * @param {(Point | null)[]} points
 * @returns {Point[] | null} null: not every one is a cell
 */
function wholePlaces(points) {
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
function textOf(steps, starts, goals) {
    const lengths = steps.map((cells) => withoutLastWaits(cells).length / 2 - 1);
    const makespan = steps.reduce((most, cells) => Math.max(most, cells.length / 2 - 1), 0);
    const soc = lengths.reduce((sum, each) => sum + each, 0);
    /** @param {Point[]} places */
    const list = (places) => places.map(({ x, y }) => `(${x},${y}),`).join('');
    return {
        *[Symbol.iterator]() {
            yield `agents=${steps.length}\nsoc=${soc}\nmakespan=${makespan}\n`;
            if (starts !== null) yield `starts=${list(starts)}\n`;
            if (goals !== null) yield `goals=${list(goals)}\n`;
            yield 'solution=\n';
            for (let t = 0; t <= makespan; t++) {
                const places = steps.map((cells) => {
                    const [x, y] = cells.subarray(Math.min(2 * t, cells.length - 2));
                    return { x, y };
                });
                yield `${t}:${list(places)}\n`;
            }
        },
    };
}
