import { show } from 'graze';
import { eachLine } from './lines.js';
import { FILE_START, InputError, piecewise, tooLarge } from './source.js';
import { MAX_CELL } from './steps.js';

/**
 * @import { CheckedFile, SourceFile } from './source.js'
 * @import { SourcePosition } from '../scenario/scenario.js'
 */

/**
 * The path of an agent.
 *
 * @typedef {object} ReadPath
 * @property {Int32Array} cells first and second number of its place after each step, as the file has them; empty: no path
 * @property {SourcePosition} source its line
 * @property {SourcePosition[]} [sources] where the file says each place, where its places have times
 *
 * @typedef {{ file: CheckedFile, agents: ReadPath[] }} PathsFile
 */

const HEAD = /^[ \t]*Agent[ \t]+(\d+)[ \t]*:[ \t]*/;
const PLACE =
    /\([ \t]*(-?\d+)[ \t]*,[ \t]*(-?\d+)[ \t]*(?:,[ \t]*(-?\d+(?:\.\d*)?)[ \t]*)?\)[ \t]*/y;
const ARROW = /->[ \t]*/y;

/**
 * Reads a file of paths: for each agent, in order, a line of places `(a,b)` or `(a,b,t)` with `->` between them; one may
 * follow the last.
 *
 * @param {SourceFile} source
 * @returns {Promise<PathsFile>}
 */
export async function readPathsFile(source) {
    const reader = new Reader(piecewise(source));
    await eachLine(source, (text, line) => reader.take(text, line));
    return reader.close();
}

class Reader {
    /** @type {ReadPath[]} */
    #agents = [];
    #file;
    /** Steps of all agents. */
    #steps = 0;
    /** True when places have times; undefined until there is one. @type {boolean | undefined} */
    #isTimed;
    /** Line of the first empty one since the last path. */
    #blank = 0;

    /** @param {CheckedFile} file */
    constructor(file) {
        this.#file = file;
    }

    /** @param {string} text @param {number} line */
    take(text, line) {
        if (text.trim() === '') {
            this.#blank ||= line;
            return;
        }
        if (this.#blank > 0 && this.#agents.length > 0) {
            throw this.#bad({ line: this.#blank, column: 1 }, 'the line is empty');
        }
        this.#blank = 0;
        const position = { line, column: 1 };
        const head = HEAD.exec(text);
        if (head === null) {
            const what = `expected Agent ${this.#agents.length}: (x,y)->…, found ${show(text)}`;
            throw this.#bad(position, what);
        }
        if (head[1] !== String(this.#agents.length)) {
            const what = `agents are numbered from 0 in order: expected ${this.#agents.length}, not ${show(head[1])}`;
            throw new InputError('bad-agent', this.#file, position, what, head[1]);
        }
        if (this.#agents.length === this.#file.limits.agents) {
            throw tooLarge(this.#file, position, 'agents');
        }
        this.#agents.push(this.#path(text, line, head[0].length));
    }

    /**
     * @param {string} text
     * @param {number} line
     * @param {number} from where the places begin
     * @returns {ReadPath}
     */
    #path(text, line, from) {
        const source = { line, column: 1 };
        /** @type {number[]} */
        const cells = [];
        /** @type {SourcePosition[]} */
        const sources = [];
        let at = from;
        while (at < text.length) {
            const position = { line, column: at + 1 };
            PLACE.lastIndex = at;
            const found = PLACE.exec(text);
            if (found === null) {
                const what = `expected (x,y) or (x,y,t), found ${show(text.slice(at, at + 20))}`;
                throw this.#bad(position, what);
            }
            const place = [
                this.#coordinate(found[1], position),
                this.#coordinate(found[2], position),
            ];
            const count = cells.length / 2;
            const time = this.#time(found[3], count, position);
            this.#count(cells.length === 0 ? time : time - count + 1, position);
            const stands =
                count === 0 || (cells[cells.length - 2] === place[0] && cells.at(-1) === place[1]);
            if (time > count && !stands) {
                const what = `the agent moves from t = ${count - 1} to t = ${time}; a move takes one step`;
                throw new InputError('bad-step', this.#file, position, what);
            }
            for (let t = count; t <= time; t++) {
                cells.push(...place);
                if (this.#isTimed) sources.push(position);
            }
            at = PLACE.lastIndex;
            ARROW.lastIndex = at;
            if (ARROW.test(text)) at = ARROW.lastIndex;
            else if (at < text.length) {
                const what = `expected ->, found ${show(text.slice(at, at + 20))}`;
                throw this.#bad({ line, column: at + 1 }, what);
            }
        }
        return { cells: Int32Array.from(cells), source, ...(this.#isTimed && { sources }) };
    }

    /** @param {string} digits @param {SourcePosition} position */
    #coordinate(digits, position) {
        const value = Number(digits);
        if (Math.abs(value) <= MAX_CELL) return value;
        const what = `a coordinate must be from ${-MAX_CELL} to ${MAX_CELL}, not ${show(digits)}`;
        throw new InputError('out-of-range', this.#file, position, what, digits);
    }

    /**
     * Returns the step of a place. A place before the first step of an agent is there already.
     *
     * @param {string | undefined} text its time, where it has one
     * @param {number} count steps so far
     * @param {SourcePosition} position
     * @returns {number}
     */
    #time(text, count, position) {
        const isTimed = text !== undefined;
        this.#isTimed ??= isTimed;
        if (this.#isTimed !== isTimed) {
            const what = isTimed
                ? 'the place has a time, but those before have none'
                : 'the place has no time, but those before have one';
            throw this.#bad(position, what);
        }
        if (!isTimed) return count;
        const time = Number(text);
        if (!Number.isInteger(time) || time < 0) {
            const what = `the third number of a place is its time, which must be a whole number from 0, not ${show(text)}`;
            throw new InputError('bad-number', this.#file, position, what, text);
        }
        if (time < count) {
            const what = `the third number of a place is its time, which must rise: ${time} after ${count - 1}`;
            throw new InputError('bad-step', this.#file, position, what);
        }
        return time;
    }

    /** Counts steps before memory is taken for them. @param {number} steps @param {SourcePosition} position */
    #count(steps, position) {
        const { segments } = this.#file.limits;
        this.#steps += steps;
        if (this.#steps <= segments) return;
        throw tooLarge(this.#file, position, 'segments', 'segments, the steps of all agents');
    }

    /** @param {SourcePosition} position @param {string} text */
    #bad(position, text) {
        return new InputError('bad-line', this.#file, position, text);
    }

    /** @returns {PathsFile} */
    close() {
        if (this.#agents.every(({ cells }) => cells.length === 0)) {
            const text = 'the file has no path, no line Agent 0: (x,y)->(x,y)->…';
            throw new InputError('no-plan', this.#file, FILE_START, text);
        }
        return { file: this.#file, agents: this.#agents };
    }
}
