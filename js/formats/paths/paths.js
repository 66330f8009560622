import { formatValue } from '#internal';
import { instanceFromTask, readMapAndTask } from '../maps/movingai.js';
import {
    lossNotices,
    MAX_CELL,
    makeDiscretePlan,
    PathScanner,
    scenarioToSteps,
} from '../steps/steps.js';
import {
    eachLine,
    FILE_START,
    InputError,
    maxWrittenSteps,
    noticeAt,
    refuseFiles,
    tooLargeError,
    tooManyStepsError,
    withoutText,
} from '../text/source.js';

/**
 * @import { Point, Scenario, SourcePosition } from '../../scenario/model/scenario.js'
 * @import { Format, ReadRequest, WrittenPlan } from '../index.js'
 * @import { Path } from '../steps/steps.js'
 * @import { CheckedFile, SourceFile } from '../text/source.js'
 */

/**
 * The path of an agent.
 *
 * @typedef {object} FilePath
 * @property {Int32Array} cells first and second number of its place after each step, as in the file; empty: no path
 * @property {SourcePosition} source its line
 * @property {Int32Array} [columns] column of each place in its line, if places have times
 *
 * @typedef {{ file: CheckedFile, agents: FilePath[], notices: string[] }} PathsFile
 */

const AGENT_PREFIX = /^[ \t]*Agent[ \t]+(\d+)[ \t]*:[ \t]*/;
const PLACE =
    /\([ \t]*(-?\d+)[ \t]*,[ \t]*(-?\d+)[ \t]*(?:,[ \t]*(-?\d+(?:\.\d*)?)[ \t]*)?\)[ \t]*/y;
const ARROW = /->[ \t]*/y;

/**
 * Reads a file of paths: for each agent, in order, a line of places `(a,b)` or `(a,b,t)` with `->` between them; one may
 * follow the last.
 *
 * @param {SourceFile} source
 * @param {Pick<PathScanner, 'scan' | 'scanTimed'>} [scanner] reads paths of the usual form; the result does not depend on it
 * @returns {Promise<PathsFile>}
 */
export async function readPathsFile(source, scanner = new PathScanner()) {
    const reader = new PathsReader(withoutText(source), scanner);
    await eachLine(source, (text, line) => reader.addLine(text, line));
    return reader.finish();
}

/** Matches the third number of a place. */
const THIRD = /\([^(),]*,[^(),]*,[ \t]*(-?\d+(?:\.\d*)?)[ \t]*\)/g;

/**
 * Kinds of headings that programs write as a third number, with -1 for none. Times leave these sets after a few steps.
 *
 * @type {readonly { name: string, has: (value: number) => boolean }[]}
 */
const HEADINGS = Object.freeze([
    { name: 'quarter turns, 0 to 3', has: (value) => [-1, 0, 1, 2, 3].includes(value) },
    {
        name: 'degrees, multiples of 45 from 0 to 360',
        has: (value) => value === -1 || (value >= 0 && value <= 360 && value % 45 === 0),
    },
]);

/** Least number of steps by which the times of a path fall behind its places before they are headings: beyond one slip. */
const MIN_LAG = 3;

/**
 * Returns whether the third numbers of a path, which are headings or faulty times, are headings: they turn, jump by an eighth of
 * a circle, or stay while the agent moves on.
 *
 * @param {string} text
 */
function areHeadings(text) {
    const values = [...text.matchAll(THIRD)].map(([, third]) => Number(third));
    const max = values.reduce((a, b) => Math.max(a, b), 0);
    const turns = values.some((value, k) => value === -1 || (k > 0 && value < values[k - 1]));
    return turns || max >= 45 || max <= values.length - MIN_LAG;
}

/** Minimum number of characters of a place and what follows it. */
const MIN_PLACE = '(0,0)'.length;

class PathsReader {
    /** @type {FilePath[]} */
    #agents = [];
    #file;
    /** Number of steps of all agents. */
    #stepCount = 0;
    /** True when places have times; undefined until there is one. @type {boolean | undefined} */
    #isTimed;
    /** First place beyond the limit, from which steps are only counted. @type {SourcePosition | null} */
    #beyond = null;
    /** Line of the first empty one since the last path. */
    #firstBlankLine = 0;
    /** Kinds of headings that all third numbers so far have. */
    #headings = HEADINGS;
    /** Lines so far, while their third numbers may be headings: no more than a few places each. @type {[text: string, line: number][]} */
    #undecided = [];
    /** Whether a third number cannot be a time. */
    #hasTimeFault = false;
    #areHeadings = false;
    /** @type {string[]} */
    #notices = [];

    #scanner;

    /** @param {CheckedFile} file @param {Pick<PathScanner, 'scan' | 'scanTimed'>} scanner */
    constructor(file, scanner) {
        this.#file = file;
        this.#scanner = scanner;
    }

    /** @param {string} text @param {number} line */
    addLine(text, line) {
        if (text.trim() === '') {
            this.#firstBlankLine ||= line;
            return;
        }
        if (this.#beyond !== null) {
            this.#stepCount += this.#stepsIn(text);
            return;
        }
        if (this.#firstBlankLine > 0 && this.#agents.length > 0) {
            throw this.#lineError({ line: this.#firstBlankLine, column: 1 }, 'the line is empty');
        }
        this.#firstBlankLine = 0;
        const position = { line, column: 1 };
        const prefix = AGENT_PREFIX.exec(text);
        if (prefix === null) {
            const problem = `expected Agent ${this.#agents.length}: (x,y)->…, found ${formatValue(text)}`;
            throw this.#lineError(position, problem);
        }
        if (prefix[1] !== String(this.#agents.length)) {
            const problem = `agents are numbered from 0 in order: expected ${this.#agents.length}, got ${formatValue(prefix[1])}`;
            throw new InputError('bad-agent', this.#file, position, problem, prefix[1]);
        }
        if (this.#agents.length === this.#file.limits.agents) {
            throw tooLargeError(this.#file, position, 'agents');
        }
        this.#addPath(text, line, prefix[0].length);
    }

    /**
     * Adds a path. Third numbers that cannot be times but are headings, in this line and in all before it, are headings.
     *
     * @param {string} text
     * @param {number} line
     * @param {number} start offset of the places
     */
    #addPath(text, line, start) {
        this.#findHeadings(text);
        const before = this.#stepCount;
        try {
            const path = this.#scanPath(text, line, start) ?? this.#readPath(text, line, start);
            if (path !== null) this.#agents.push(path);
            else this.#stepCount = before + this.#stepsIn(text);
        } catch (error) {
            const isTime = this.#areHeadings || this.#headings.length === 0 || !areHeadings(text);
            if (!this.#hasTimeFault || isTime) throw error;
            this.#areHeadings = true;
            const notice = `the third numbers of places are headings (${this.#headings[0].name}), not times, and are not used`;
            this.#notices.push(noticeAt(this.#file, { line, column: 1 }, notice));
            const lines = this.#undecided;
            this.#undecided = [];
            this.#agents = [];
            this.#stepCount = 0;
            for (const each of [...lines, /** @type {const} */ ([text, line])])
                this.addLine(...each);
            return;
        }
        if (this.#isTimed && !this.#areHeadings && this.#headings.length > 0) {
            this.#undecided.push([text, line]);
        }
    }

    /**
     * Returns the number of steps of a line: of its places, or until its last time.
     *
     * @param {string} text
     */
    #stepsIn(text) {
        let places = 0;
        for (let at = text.indexOf('('); at >= 0; at = text.indexOf('(', at + 1)) places++;
        const steps = Math.max(0, places - 1);
        if (!this.#isTimed || this.#areHeadings) return steps;
        const times = [...text.slice(text.lastIndexOf('(')).matchAll(THIRD)];
        return Math.max(steps, ...times.map(([, time]) => Number(time)));
    }

    /** Maximum number of steps of all agents: a few characters are many steps only in places with times. */
    get #maxSteps() {
        const { limits } = this.#file;
        return this.#isTimed && !this.#areHeadings ? limits.pieces : maxWrittenSteps(limits);
    }

    /** Keeps the kinds of headings that the third numbers of a line have. @param {string} text */
    #findHeadings(text) {
        if (this.#isTimed === false || this.#headings.length === 0) return;
        for (const [, third] of text.matchAll(THIRD)) {
            this.#headings = this.#headings.filter(({ has }) => has(Number(third)));
            if (this.#headings.length === 0) break;
        }
        if (this.#headings.length === 0) this.#undecided = [];
    }

    /**
     * Reads a path of the usual form, whose places have times if those before have some.
     *
     * @param {string} text
     * @param {number} line
     * @param {number} start offset of the places
     * @returns {FilePath | null} null: it has another form, and nothing of it is read
     */
    #scanPath(text, line, start) {
        const source = { line, column: 1 };
        if (this.#areHeadings) return null;
        const max = maxWrittenSteps(this.#file.limits) - this.#stepCount + 1;
        const cells = this.#isTimed ? null : this.#scanner.scan(text, start, max);
        if (cells !== null) {
            this.#isTimed = false;
            this.#stepCount += cells.length / 2 - 1;
            return { cells, source };
        }
        if (this.#isTimed === false) return null;
        const maxTimed = this.#file.limits.pieces - this.#stepCount + 1;
        const timed = this.#scanner.scanTimed(text, start, maxTimed);
        if (timed === null) return null;
        this.#isTimed = true;
        this.#stepCount += timed.cells.length / 2 - 1;
        return { ...timed, source };
    }

    /**
     * @param {string} text
     * @param {number} line
     * @param {number} start offset of the places
     * @returns {FilePath | null} null: it has too many steps
     */
    #readPath(text, line, start) {
        const source = { line, column: 1 };
        const remaining = this.#maxSteps - this.#stepCount;
        if (text.length > MIN_PLACE * remaining) {
            let at = text.indexOf('(', start);
            for (let k = 0; k <= remaining && at >= 0; k++) at = text.indexOf('(', at + 1);
            if (at >= 0) {
                this.#beyond = { line, column: at + 1 };
                return null;
            }
        }
        /** @type {number[]} */
        const cells = [];
        /** @type {number[]} */
        const columns = [];
        let offset = start;
        while (offset < text.length) {
            const position = { line, column: offset + 1 };
            PLACE.lastIndex = offset;
            const found = PLACE.exec(text);
            if (found === null) {
                const problem = `expected (x,y) or (x,y,t), found ${formatValue(text.slice(offset, offset + 20))}`;
                throw this.#lineError(position, problem);
            }
            const place = [
                this.#readCoordinate(found[1], position),
                this.#readCoordinate(found[2], position),
            ];
            const count = cells.length / 2;
            const time = this.#readTime(found[3], count, position);
            if (!this.#countSteps(cells.length === 0 ? time : time - count + 1, position))
                return null;
            const isWait =
                count === 0 || (cells[cells.length - 2] === place[0] && cells.at(-1) === place[1]);
            if (time > count && !isWait) {
                const problem = `the agent moves from t = ${count - 1} to t = ${time}, the third number of the place; a move takes one step`;
                throw this.#timeError('bad-step', position, problem, time);
            }
            for (let t = count; t <= time; t++) {
                cells.push(...place);
                if (this.#isTimed && !this.#areHeadings) columns.push(position.column);
            }
            offset = PLACE.lastIndex;
            ARROW.lastIndex = offset;
            if (ARROW.test(text)) offset = ARROW.lastIndex;
            else if (offset < text.length) {
                const problem = `expected ->, found ${formatValue(text.slice(offset, offset + 20))}`;
                throw this.#lineError({ line, column: offset + 1 }, problem);
            }
        }
        return {
            cells: Int32Array.from(cells),
            ...(columns.length > 0 && { columns: Int32Array.from(columns) }),
            source,
        };
    }

    /** @param {string} digits @param {SourcePosition} position */
    #readCoordinate(digits, position) {
        const value = Number(digits);
        if (Math.abs(value) <= MAX_CELL) return value;
        const problem = `a coordinate must be from ${-MAX_CELL} to ${MAX_CELL}, got ${formatValue(digits)}`;
        throw new InputError('out-of-range', this.#file, position, problem, digits);
    }

    /**
     * Returns the step of a place. An agent is at its first place before its first step, too.
     *
     * @param {string | undefined} text its time, where it has one
     * @param {number} count steps so far
     * @param {SourcePosition} position
     * @returns {number}
     */
    #readTime(text, count, position) {
        const isTimed = text !== undefined;
        this.#isTimed ??= isTimed;
        if (this.#isTimed !== isTimed) {
            const problem = isTimed
                ? 'the place has a time, but those before have none'
                : 'the place has no time, but those before have one';
            throw this.#lineError(position, problem);
        }
        if (!isTimed) return count;
        const time = Number(text);
        if (this.#areHeadings) {
            if (this.#headings.some(({ has }) => has(time))) return count;
            const problem = `the third numbers of places are headings, since some cannot be times; one must be of ${HEADINGS.map(({ name }) => name).join(', or ')}, and all alike, got ${formatValue(text)}`;
            throw new InputError('bad-number', this.#file, position, problem, text);
        }
        if (!Number.isInteger(time) || time < 0) {
            const problem = `the third number of a place is its time, which must be a whole number from 0, got ${formatValue(text)}`;
            throw this.#timeError('bad-number', position, problem, text);
        }
        if (time < count) {
            const problem = `the third number of a place is its time, which must increase: ${time} after ${count - 1}`;
            throw this.#timeError('bad-step', position, problem, text);
        }
        return time;
    }

    /**
     * Builds the error of a third number that cannot be a time.
     *
     * @param {'bad-step' | 'bad-number'} code
     * @param {SourcePosition} position
     * @param {string} problem
     * @param {unknown} value
     */
    #timeError(code, position, problem, value) {
        this.#hasTimeFault = true;
        return new InputError(code, this.#file, position, problem, value);
    }

    /**
     * Counts steps before memory is taken for them.
     *
     * @param {number} steps
     * @param {SourcePosition} position
     * @returns {boolean} false: there are too many
     */
    #countSteps(steps, position) {
        this.#stepCount += steps;
        if (this.#stepCount <= this.#maxSteps) return true;
        this.#beyond = position;
        return false;
    }

    /** @param {SourcePosition} position @param {string} text */
    #lineError(position, text) {
        return new InputError('bad-line', this.#file, position, text);
    }

    /** @returns {PathsFile} */
    finish() {
        if (this.#beyond !== null) {
            throw tooManyStepsError(this.#file, this.#beyond, this.#stepCount, this.#maxSteps);
        }
        if (this.#agents.every(({ cells }) => cells.length === 0)) {
            const text = 'the file has no path, no line Agent 0: (x,y)->(x,y)->…';
            throw new InputError('no-plan', this.#file, FILE_START, text);
        }
        return { file: this.#file, agents: this.#agents, notices: this.#notices };
    }
}

/**
 * Reads and writes the paths of EECBS, CBSH2-RTC, PBS, MAPF-LNS2 and other planners, `Agent 0: (r,c)->(r,c)->`: rows first,
 * as `paths`, or columns first, as `paths-xy`.
 */

/**
 * The first number of a place: the row or the column.
 *
 * @typedef {'paths' | 'paths-xy'} PathsFormat
 */

/** @type {Record<PathsFormat, Scenario['axes']>} */
const AXES = { paths: 'down-right', 'paths-xy': 'right-down' };

/**
 * Returns the format of one order of the axes.
 *
 * @param {PathsFormat} name
 * @returns {Format}
 */
export function makePathsFormat(name) {
    return {
        read: (request) => readPaths(request, name),
        write: writePaths,
        axes: AXES[name],
    };
}

/**
 * Reads a plan. Rows-first paths whose starts agree with the task only when x and y change places are columns-first
 * paths: a notice says so.
 *
 * @param {ReadRequest} request
 * @param {PathsFormat} requested
 * @returns {Promise<Scenario>}
 */
async function readPaths({ files, radius, atGoal }, requested) {
    refuseFiles(files, ['config'], 'a list of paths');
    const plan = await readPathsFile(files.plan);
    const { grid, endpointsFor } = await readMapAndTask(files);
    const { endpoints, notices: taskNotices } = endpointsFor(plan.agents.length);
    const notices = [...plan.notices, ...taskNotices];
    const name = endpoints === null ? requested : detectOrder(plan, endpoints, requested);
    if (name !== requested) {
        const text = `the starts of the task agree with (x,y), not with (row,column): it is read as ${name}`;
        notices.push(noticeAt(plan.file, FILE_START, text));
    }
    const isRowFirst = name === 'paths';
    const paths = plan.agents.map((agent, a) =>
        makePath(plan, a, endpoints?.[a], isRowFirst, agent.cells),
    );
    const instance = instanceFromTask(files.task);
    return {
        ...makeDiscretePlan(name, paths, { radius, atGoal }),
        axes: AXES[name],
        grid: grid && (isRowFirst ? (await import('../maps/movingai.js')).transpose(grid) : grid),
        ...(instance && { instance }),
        notices,
    };
}

/**
 * Returns the order that agrees with the starts, or the requested order if neither or both do.
 *
 * @param {PathsFile} plan
 * @param {{ start: Point }[]} endpoints of the task
 * @param {PathsFormat} requested
 * @returns {PathsFormat}
 */
function detectOrder({ agents }, endpoints, requested) {
    if (requested !== 'paths') return requested;
    const starts = agents.flatMap(({ cells }, a) =>
        cells.length > 0 ? [{ first: cells[0], second: cells[1], start: endpoints[a].start }] : [],
    );
    const isRowFirst = starts.every(
        ({ first, second, start }) => first === start.y && second === start.x,
    );
    const isColumnFirst = starts.every(
        ({ first, second, start }) => first === start.x && second === start.y,
    );
    return isColumnFirst && !isRowFirst ? 'paths-xy' : 'paths';
}

/**
 * @param {PathsFile} plan
 * @param {number} a
 * @param {{ start: Point, goal: Point } | undefined} endpoints in columns and rows
 * @param {boolean} isRowFirst
 * @param {Int32Array} cells
 * @returns {Path}
 */
function makePath({ file, agents }, a, endpoints, isRowFirst, cells) {
    const { source, columns } = agents[a];
    /** @param {Point | undefined} point */
    const toFileOrder = (point) =>
        point === undefined ? null : isRowFirst ? { x: point.y, y: point.x } : point;
    const [start, goal] = [toFileOrder(endpoints?.start), toFileOrder(endpoints?.goal)];
    const name = String(a);
    if (cells.length > 0) {
        const { line } = source;
        /** @param {number} column */
        const positionOf = (column) => ({ line, column });
        const sources = columns && { marks: columns, positionOf };
        return { name, places: cells, start, goal, source, sources };
    }
    if (start === null) {
        const text = `agent ${formatValue(a)} has no path, and its start is not known: give the task (--task)`;
        throw new InputError('unknown-start', file, source, text);
    }
    return {
        name,
        places: Int32Array.of(start.x, start.y),
        isStationary: true,
        start,
        goal,
        source,
    };
}

/**
 * Writes the form of EECBS.
 *
 * @param {Scenario} scenario in the frame of the format
 * @returns {WrittenPlan}
 */
function writePaths(scenario) {
    const steps = scenarioToSteps(scenario);
    const text = {
        *[Symbol.iterator]() {
            for (const [a, cells] of steps.entries()) {
                const places = [];
                for (let k = 0; k < cells.length; k += 2) {
                    places.push(`(${cells[k]},${cells[k + 1]})->`);
                }
                yield `Agent ${a}: ${places.join('')}\n`;
            }
        },
    };
    return { text, notices: lossNotices(scenario) };
}
