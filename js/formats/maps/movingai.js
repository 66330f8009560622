import { formatValue } from '#internal';
import { BLOCKED_CELLS, FREE_CELLS, MAP_CELLS } from '../detection/detection.js';
import {
    checkCells,
    FILE_START,
    InputError,
    noticeAt,
    parseNumber,
    parseWhole,
    readWholeText,
    tooLargeError,
} from '../text/source.js';

/**
 * @import { BenchmarkInstance, Grid, Point, SourcePosition } from '../../scenario/model/scenario.js'
 * @import { ScenarioFiles } from '../index.js'
 * @import { CheckedFile, SourceFile } from '../text/source.js'
 */

/**
 * @param {CheckedFile} file
 * @param {'rows' | 'agents'} limit limit of the number of lines, except the header of agents; more are refused before they are split
 */
function splitLines(file, limit) {
    const maxLines = limit === 'agents' ? file.limits.agents + 1 : file.limits.rows;
    const lines = file.text.replace(/\n$/, '').split('\n', maxLines + 1);
    if (lines.length > maxLines)
        throw tooLargeError(file, { line: maxLines + 1, column: 1 }, limit);
    return lines;
}

/**
 * A map's file, with the characters of its free cells if they are not the default ones.
 *
 * @typedef {SourceFile & { passable?: string }} MapFile
 */

/**
 * Reads a MovingAI map: `type octile` (which some programs omit), `height`, `width`, `map`, then one line per row. Its own
 * frame: x is the column, y the row. Blanks after a line and blank lines at the end are ignored. By default swamp `S` can be
 * crossed; water `W` cannot, from land.
 *
 * @param {MapFile} source
 * @returns {Promise<Grid>}
 */
export async function readMovingAiMap(source) {
    const { passable = FREE_CELLS } = source;
    const file = await readWholeText(source);
    const lines = splitLines(file, 'rows');
    const headerLines = lines[0].startsWith('height') ? 0 : 1;
    if (headerLines === 1) expectLine(file, lines, 0, /^type \S+$/, '"type octile"');
    const height = readSize(file, lines, headerLines, 'height');
    const width = readSize(file, lines, headerLines + 1, 'width');
    expectLine(file, lines, headerLines + 2, /^map$/, '"map"');
    const first = headerLines + 3;
    // Editors and scripts leave blanks after rows and below the last one; no cell is a blank.
    const rows = lines.slice(first).map((line) => line.trimEnd());
    while (rows.at(-1) === '') rows.pop();
    if (rows.length !== height) {
        const position = {
            line: first + (rows.length > height ? height + 1 : rows.length),
            column: 1,
        };
        const text = `the map has ${rows.length} rows, but its height is ${height}`;
        throw new InputError('bad-grid', file, position, text);
    }
    rows.forEach((row, y) => {
        if (row.length !== width) {
            const text = `the row has ${row.length} cells, but the width is ${width}`;
            throw new InputError('bad-grid', file, { line: first + y + 1, column: 1 }, text);
        }
    });
    checkCells(file, { line: headerLines + 2, column: 1 }, width, height);
    const blocked = new Uint8Array(width * height);
    const characters = new Uint8Array(width * height);
    rows.forEach((row, y) => {
        for (let x = 0; x < width; x++) {
            if (!MAP_CELLS.includes(row[x])) {
                const text = `a cell must be one of ${FREE_CELLS} (free) or ${BLOCKED_CELLS} (blocked), got ${formatValue(row[x])}`;
                throw new InputError(
                    'bad-grid',
                    file,
                    { line: first + y + 1, column: x + 1 },
                    text,
                );
            }
            const cell = x * height + y;
            characters[cell] = row.charCodeAt(x);
            if (!passable.includes(row[x])) blocked[cell] = 1;
        }
    });
    return { nx: width, ny: height, blocked, terrain: { characters, passable } };
}

/**
 * @param {CheckedFile} file
 * @param {string[]} lines
 * @param {number} index
 * @param {RegExp} pattern
 * @param {string} expected
 */
function expectLine(file, lines, index, pattern, expected) {
    if (!pattern.test((lines[index] ?? '').trimEnd())) {
        const found =
            lines[index] === undefined ? 'the end of the file' : formatValue(lines[index]);
        // A file that ends with a line feed has one more, empty line.
        const last = lines.length + (file.text.endsWith('\n') ? 1 : 0);
        const position = { line: Math.min(index + 1, last), column: 1 };
        throw new InputError('bad-header', file, position, `expected ${expected}, found ${found}`);
    }
}

/**
 * @param {CheckedFile} file
 * @param {string[]} lines
 * @param {number} index
 * @param {'height' | 'width'} name
 */
function readSize(file, lines, index, name) {
    expectLine(file, lines, index, new RegExp(`^${name} \\S+$`), `"${name}" and a number`);
    const position = { line: index + 1, column: name.length + 2 };
    const text = lines[index].slice(name.length + 1).trimEnd();
    return parseWhole(file, position, name, text, { min: 1, max: file.limits.cells });
}

const FIELD_COUNT = 9;

/**
 * A line of a scenario, in the frame of a MovingAI map of the given width and height.
 *
 * @typedef {object} ScenAgent
 * @property {string} map the map's name
 * @property {Point} start
 * @property {Point} goal
 * @property {number} width
 * @property {number} height
 * @property {SourcePosition} source
 */

/**
 * Reads a MovingAI scenario: `version 1`, then nine fields per line, in the frame of the map.
 *
 * @param {SourceFile} source
 * @returns {Promise<{ file: CheckedFile, agents: ScenAgent[] }>}
 */
export async function readMovingAiScenario(source) {
    const file = await readWholeText(source);
    const lines = splitLines(file, 'agents').map((line) => line.trimEnd());
    while (lines.at(-1) === '') lines.pop();
    expectLine(file, lines, 0, /^version 1(?:\.0)?$/, '"version 1"');
    if (lines.length === 1) {
        const text = 'the scenario has no agents';
        throw new InputError('no-agents', file, { line: 1, column: 1 }, text);
    }
    const agents = lines.slice(1).map((line, k) => readAgent(file, line, k + 2));
    return { file, agents };
}

/**
 * @param {CheckedFile} file
 * @param {string} text
 * @param {number} line
 * @returns {ScenAgent}
 */
function readAgent(file, text, line) {
    const fields = text.split('\t');
    if (fields.length !== FIELD_COUNT) {
        const problem = `expected ${FIELD_COUNT} fields with tabs between them, found ${fields.length}`;
        throw new InputError('bad-line', file, { line, column: 1 }, problem);
    }
    /** @param {number} k */
    const columnOf = (k) => fields.slice(0, k).join('\t').length + (k > 0 ? 2 : 1);
    const max = file.limits.cells;
    /** @param {number} k @param {string} label */
    const whole = (k, label) =>
        parseWhole(file, { line, column: columnOf(k) }, label, fields[k], { max });
    whole(0, 'the bucket');
    const [width, height] = [whole(2, 'the width'), whole(3, 'the height')];
    const start = [whole(4, 'the start x'), whole(5, 'the start y')];
    const goal = [whole(6, 'the goal x'), whole(7, 'the goal y')];
    parseNumber(file, { line, column: columnOf(8) }, 'the optimal length', fields[8], { min: 0 });
    for (const [k, value] of [start[0], start[1], goal[0], goal[1]].entries()) {
        const size = k % 2 === 0 ? width : height;
        if (value >= size) {
            const text = `the point is outside the map: ${value}, but the size is ${size}`;
            throw new InputError('outside-map', file, { line, column: columnOf(4 + k) }, text);
        }
    }
    return {
        map: fields[1],
        start: { x: start[0], y: start[1] },
        goal: { x: goal[0], y: goal[1] },
        width,
        height,
        source: { line, column: 1 },
    };
}

/**
 * Returns a grid with its axes swapped, for a plan whose first coordinate is the row.
 *
 * @param {Grid} grid
 * @returns {Grid}
 */
export function transpose(grid) {
    const { nx, ny, blocked, terrain } = grid;
    /** @param {Uint8Array} cells */
    const exchange = (cells) => {
        const transposed = new Uint8Array(cells.length);
        for (let i = 0; i < nx; i++) {
            for (let j = 0; j < ny; j++) transposed[j * nx + i] = cells[i * ny + j];
        }
        return transposed;
    };
    return {
        nx: ny,
        ny: nx,
        blocked: exchange(blocked),
        ...(terrain && { terrain: { ...terrain, characters: exchange(terrain.characters) } }),
    };
}

/**
 * Checks that a task has as many agents as its plan.
 *
 * @param {{ name: string }} file
 * @param {number} agents
 * @param {number} planCount
 * @param {SourcePosition} position
 */
export function checkCount(file, agents, planCount, position) {
    if (agents !== planCount) {
        const text = `the task has ${agents} agents, but the plan has ${planCount}`;
        throw new InputError('agent-count', file, position, text);
    }
}

/**
 * Returns the agents of a MovingAI scenario that a plan uses, in the scenario's own frame: the first ones, as many as the
 * plan has, since a scenario lists more than a run uses.
 *
 * @param {SourceFile} source
 * @param {number} count
 * @param {{ width: number, height: number } | null} map
 * @param {SourceFile} [mapFile] the file of the map
 * @returns {Promise<{ file: CheckedFile, places: ScenAgent[], notices: string[] }>}
 */
export async function readScenTask(source, count, map, mapFile) {
    return firstAgents(await readMovingAiScenario(source), count, map, mapFile);
}

/**
 * @param {{ file: CheckedFile, agents: ScenAgent[] }} scenario
 * @param {number} count
 * @param {{ width: number, height: number } | null} map
 * @param {SourceFile} [mapFile]
 */
function firstAgents({ file, agents }, count, map, mapFile) {
    if (agents.length < count) checkCount(file, agents.length, count, FILE_START);
    const places = agents.slice(0, count);
    for (const { width, height, source: position } of places) {
        if (map === null || (width === map.width && height === map.height)) continue;
        const text = `the scenario is for a map of width ${width} and height ${height}, but the map has ${map.width} and ${map.height}`;
        throw new InputError('wrong-map', file, position, text);
    }
    const [first] = places;
    const notices = first ? mapNameNotices(file, first.source, first.map, mapFile) : [];
    return { file, places, notices };
}

/**
 * The map and the task of plans, in their own frame.
 *
 * @typedef {object} MapAndTask
 * @property {Grid | null} grid
 * @property {(count: number) => { endpoints: ScenAgent[] | null, notices: string[] }} endpointsFor starts and goals of a plan of so
 *   many agents; null without a task
 */

/**
 * Reads the MovingAI map and scenario of a plan, if given.
 *
 * @param {Pick<ScenarioFiles, 'map' | 'task'>} files
 * @returns {Promise<MapAndTask>}
 */
export async function readMapAndTask({ map, task }) {
    const grid = await readMap(map);
    if (task === undefined) return { grid, endpointsFor: () => ({ endpoints: null, notices: [] }) };
    const scenario = await readMovingAiScenario(task);
    const size = grid && { width: grid.nx, height: grid.ny };
    return {
        grid,
        endpointsFor(count) {
            const { places, notices } = firstAgents(scenario, count, size, map);
            return { endpoints: places, notices };
        },
    };
}

/** @param {SourceFile | undefined} file */
async function readMap(file) {
    if (file === undefined) return null;
    return readMovingAiMap(file);
}

/**
 * Returns a question for the end of a message about a point outside a map.
 *
 * @param {Point} point
 * @param {{ nx: number, ny: number }} grid
 */
export function askForMap({ x, y }, { nx, ny }) {
    const isInsideExchanged = y >= -0.5 && y <= nx - 0.5 && x >= -0.5 && x <= ny - 0.5;
    return isInsideExchanged
        ? ': are rows and columns exchanged, or is it another map?'
        : ": is this the plan's map?";
}

/** @param {string} path @returns {string} the name of the file itself */
export function baseName(path) {
    return path.split(/[\\/]/).at(-1) ?? '';
}

/**
 * Returns a notice if a file names another map than the given one. Only names that end with `.map` are compared.
 *
 * @param {{ name: string }} file
 * @param {SourcePosition} position
 * @param {string} mapName
 * @param {SourceFile | undefined} map
 * @returns {string[]}
 */
export function mapNameNotices(file, position, mapName, map) {
    if (map === undefined || !/\.map$/i.test(map.name)) return [];
    const [ownName, givenName] = [mapName, map.name].map((each) =>
        baseName(each).replace(/\.map$/i, ''),
    );
    if (ownName === givenName || ownName === '') return [];
    const text = `it is of the map ${formatValue(ownName)}, the map given is ${formatValue(givenName)}`;
    return [noticeAt(file, position, text)];
}

/**
 * Returns the instance of the MovingAI benchmark of a task, by its file name, or undefined if that is not the name of a
 * benchmark's scenario.
 *
 * @param {SourceFile | undefined} task
 * @returns {BenchmarkInstance | undefined}
 */
export function instanceFromTask(task) {
    const found = /^(.+)-(even|random)-(\d+)\.scen$/.exec(baseName(task?.name ?? ''));
    if (found === null) return undefined;
    const [, map, type, number] = found;
    return { map, type, number };
}

/**
 * Returns a MovingAI scenario with these starts and goals.
 *
 * @param {{ start: Point, goal: Point }[]} agents in columns and rows, from 0
 * @param {{ nx: number, ny: number } | null} map null: any that contains them all
 */
export function writeScenTask(agents, map) {
    const points = agents.flatMap(({ start, goal }) => [start, goal]);
    const nx = map?.nx ?? points.reduce((max, { x }) => Math.max(max, x + 1), 1);
    const ny = map?.ny ?? points.reduce((max, { y }) => Math.max(max, y + 1), 1);
    const lines = agents.map(({ start, goal }) => {
        const places = [start.x, start.y, goal.x, goal.y].join('\t');
        return `0\tmap\t${nx}\t${ny}\t${places}\t0\n`;
    });
    return `version 1\n${lines.join('')}`;
}
