import { readScenario } from 'graze/scenario';

/**
 * Maps and tasks as they are read, plans as they are written: see docs/formats.md.
 *
 * @import { Grid, SourceFile } from 'graze/scenario'
 * @import { Leg, Path } from './sipp.js'
 * @import { Task } from './tasks.js'
 */

/** @param {string} lines */
const indent = (lines) => `\n${lines.replace(/^/gm, '    ')}\n`;

/** @param {string} body */
const document = (body) => `<?xml version="1.0" ?>\n<root>${indent(body)}</root>\n`;

/** @param {string[]} paths @param {string} [before] */
const logOf = (paths, before = '') => {
    const agents = paths.map((path, k) => `<agent number="${k}">${indent(path)}</agent>`);
    return document(`${before}<log>${indent(agents.join('\n'))}</log>`);
};

/**
 * Reads the grid of a map, and the first tasks of a scenario. Files are read only along with a plan, so a plan without motion is added.
 *
 * @param {SourceFile} map MovingAI's or CCBS's
 * @param {SourceFile | undefined} task
 * @param {number} agents how many tasks
 * @returns {Promise<{ grid: Grid, tasks: Task[] | null }>} no tasks without a file of them
 * @throws {import('graze/scenario').InputError}
 */
export async function readInstance(map, task, agents) {
    const rest = '<section number="0" start_i="0" start_j="0" goal_i="0" goal_j="0" duration="0"/>';
    const path = `<path>${task === undefined ? rest : ''}</path>`;
    const plan = { name: 'nobody moves', text: logOf(Array(agents).fill(path)) };
    const files = task === undefined ? { plan, map } : { plan, map, task };
    const { grid, agents: read } = await readScenario(files, { radius: 0 });
    if (grid === null) throw new RangeError(`${map.name} is not a grid`);
    if (task === undefined) return { grid, tasks: null };
    const tasks = read.map(({ start, goal }, k) => {
        const [from, to] = [start, goal].map((at) => (at ? at.x * grid.ny + at.y : Number.NaN));
        if (Number.isInteger(from) && Number.isInteger(to)) return { start: from, goal: to };
        throw new RangeError(`${task.name}: agent ${k} does not begin and end in cells`);
    });
    return { grid, tasks };
}

/** @param {number} i @param {number} j @param {string} which */
const point = (i, j, which) => `${which}_i="${i}" ${which}_j="${j}"`;

/**
 * Returns a path's sections: the legs, and the waits between them.
 *
 * @param {Path} path
 * @returns {string}
 */
function pathElement({ legs }) {
    /** @type {string[]} */
    const sections = [];
    let now = 0;
    /** @param {Leg['from']} from @param {Leg['to']} to @param {number} until */
    const add = (from, to, until) => {
        const ends = `${point(from.x, from.y, 'start')} ${point(to.x, to.y, 'goal')}`;
        sections.push(`<section number="${sections.length}" ${ends} duration="${until - now}"/>`);
        now = until;
    };
    for (const { from, to, start, end } of legs) {
        if (start > now) add(from, from, start);
        add(from, to, end);
    }
    return `<path duration="${now}">${indent(sections.join('\n'))}</path>`;
}

/**
 * Returns the four files of a plan in the form of CCBS, by name.
 *
 * @param {Grid} grid
 * @param {readonly Task[]} tasks
 * @param {readonly Path[]} paths
 * @param {number} radius
 * @returns {Record<'map' | 'task' | 'config' | 'plan', { name: string, text: string }>}
 */
export function planFiles({ nx, ny, blocked }, tasks, paths, radius) {
    const rows = Array.from({ length: nx }, (_, i) => {
        return `<row>${blocked.subarray(i * ny, (i + 1) * ny).join(' ')}</row>`;
    });
    const size = `<width>${ny}</width>\n<height>${nx}</height>`;
    const map = `<map>${indent(`${size}\n<grid>${indent(rows.join('\n'))}</grid>`)}</map>`;
    /** @param {number} cell @param {string} which */
    const place = (cell, which) => point(Math.floor(cell / ny), cell % ny, which);
    const agents = tasks.map(({ start, goal }) => {
        return `<agent ${place(start, 'start')} ${place(goal, 'goal')}/>`;
    });
    const config = `<algorithm>${indent(`<agent_size>${radius}</agent_size>`)}</algorithm>`;
    const log = logOf(paths.map(pathElement), `${agents.join('\n')}\n`);
    return {
        map: { name: 'map.xml', text: document(map) },
        task: { name: 'task.xml', text: document(agents.join('\n')) },
        config: { name: 'config.xml', text: document(config) },
        plan: { name: 'plan_log.xml', text: log },
    };
}
