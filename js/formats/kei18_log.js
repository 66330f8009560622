import { show } from 'graze';
import { eachLine } from './lines.js';
import {
    FILE_START,
    InputError,
    noticeAt,
    parseNumber,
    parseWhole,
    piecewise,
    tooLarge,
} from './source.js';
import { MAX_CELL } from './steps.js';

/**
 * @import { CheckedFile, SourceFile } from './source.js'
 * @import { Point, SourcePosition } from '../scenario/scenario.js'
 */

/**
 * Places of all agents, and where the file lists them.
 *
 * @typedef {{ places: Point[], line: number, column: number }} Listed
 *
 * @typedef {object} Kei18Log
 * @property {CheckedFile} file
 * @property {number} agents
 * @property {Int32Array[]} rows one a step: x and y of each agent
 * @property {SourcePosition[]} sources one a step
 * @property {Listed | null} starts
 * @property {Listed | null} goals
 * @property {Map<string, { value: number, position: SourcePosition }>} declared statistics
 * @property {{ name: string, position: SourcePosition } | null} map the name that the file has for its map
 * @property {string[]} notices
 */

/** Statistics that the solution is held against. */
const CHECKED = new Set(['soc', 'makespan']);

/** What the family's programs say beside them, of no concern to a judge. */
const UNUSED = new Set([
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

/**
 * A log: `key=value` lines, if any, then one line a step.
 *
 * @param {SourceFile} source
 * @returns {Promise<Kei18Log>}
 */
export async function readKei18Log(source) {
    const log = new Log(piecewise(source));
    await eachLine(source, (text, line) => log.take(text, line));
    return log.close();
}

class Log {
    /** @type {Int32Array[]} */
    rows = [];
    /** @type {SourcePosition[]} */
    sources = [];
    /** @type {Listed | null} */
    starts = null;
    /** @type {Listed | null} */
    goals = null;
    /** @type {Kei18Log['declared']} */
    declared = new Map();
    /** @type {Kei18Log['map']} */
    map = null;
    /** @type {string[]} */
    notices = [];
    /** Where each key is. @type {Map<string, SourcePosition>} */
    #keys = new Map();
    #solutionBegun = false;
    #blank = 0;
    #isOriented = false;

    /** @param {CheckedFile} file */
    constructor(file) {
        this.file = file;
    }

    /** @param {string} text @param {number} line */
    take(text, line) {
        if (text.trim() === '') {
            this.#blank ||= line;
            return;
        }
        if (this.#blank > 0) {
            throw this.#bad({ line: this.#blank, column: 1 }, 'the line is empty');
        }
        const setting = SETTING.exec(text);
        if (setting !== null && !this.#solutionBegun) {
            this.#setting(setting[1], text.slice(setting[0].length), line, setting[0].length + 1);
            return;
        }
        const step = STEP.exec(text);
        if (step === null) {
            const expected = this.#solutionBegun
                ? 't:(x,y),(x,y),…'
                : 'key=value or t:(x,y),(x,y),…';
            throw this.#bad({ line, column: 1 }, `expected ${expected}, found ${show(text)}`);
        }
        this.#solutionBegun = true;
        this.#step(step[1], text, line, step[0].length);
    }

    /**
     * @param {string} key
     * @param {string} value
     * @param {number} line
     * @param {number} column of the value
     */
    #setting(key, value, line, column) {
        const { file, notices } = this;
        const place = { line, column };
        const position = { line, column: 1 };
        if (this.#keys.has(key)) {
            throw new InputError('duplicate-element', file, position, `${key} is there twice`);
        }
        if (this.#keys.size === file.limits.attributes) {
            throw tooLarge(file, position, 'attributes', 'lines before the solution');
        }
        this.#keys.set(key, position);
        if (key === 'starts' || key === 'goals') {
            const list = Int32Array.from(this.#places(value, 0, line, column, file.limits.agents));
            const places = Array.from({ length: list.length / 2 }, (_, a) => ({
                x: list[2 * a],
                y: list[2 * a + 1],
            }));
            this[key] = { places, line, column };
        } else if (key === 'agents') {
            const count = parseWhole(file, place, key, value, { max: Number.MAX_SAFE_INTEGER });
            this.declared.set(key, { value: count, position });
        } else if (key === 'solved') {
            const range = { max: 1 };
            this.declared.set(key, { value: parseWhole(file, place, key, value, range), position });
        } else if (CHECKED.has(key)) {
            this.declared.set(key, { value: parseNumber(file, place, key, value), position });
        } else if (key === 'solution') {
            if (value !== '') throw this.#bad(place, 'the steps begin on a line of their own');
            this.#solutionBegun = true;
        } else if (key === 'map_file') {
            this.map = { name: value, position };
        } else if (!UNUSED.has(key)) {
            notices.push(noticeAt(file, position, `${key} is not used`));
        }
    }

    /**
     * @param {string} number
     * @param {string} text
     * @param {number} line
     * @param {number} from where the places begin
     */
    #step(number, text, line, from) {
        const { file, rows, sources } = this;
        const position = { line, column: 1 };
        if (number !== String(rows.length)) {
            const what = `steps are numbered from 0 in order: expected ${rows.length}, not ${show(number)}`;
            throw new InputError('bad-step', file, position, what, number);
        }
        const { agents, segments } = file.limits;
        const count = rows.length > 0 ? rows[0].length / 2 : agents;
        if (rows.length * count > segments && rows.length > 0) {
            throw tooLarge(file, position, 'segments', 'segments, the steps of all agents');
        }
        const places = this.#places(text, from, line, 1, count);
        if (places.length === 0) {
            throw new InputError('no-agents', file, position, 'the step has no agents');
        }
        if (rows.length > 0 && places.length < 2 * count) {
            const what = `the step has ${places.length / 2} agents, but the ones before have ${count}`;
            throw new InputError('agent-count', file, position, what);
        }
        rows.push(Int32Array.from(places));
        sources.push(position);
    }

    /**
     * The places in the text from there on, with commas between them; one may follow the last.
     *
     * @param {string} text
     * @param {number} from
     * @param {number} line
     * @param {number} column of the text
     * @param {number} most agents
     * @returns {number[]}
     */
    #places(text, from, line, column, most) {
        const { file } = this;
        /** @type {number[]} */
        const places = [];
        let at = from;
        while (at < text.length) {
            const position = { line, column: column + at };
            PLACE.lastIndex = at;
            const found = PLACE.exec(text);
            if (found === null) {
                const what = `expected (x,y), found ${show(text.slice(at, at + 20))}`;
                throw this.#bad(position, what);
            }
            if (places.length === 2 * most) {
                if (this.rows.length === 0) throw tooLarge(file, position, 'agents');
                const what = `the step has more than the ${most} agents of the ones before`;
                throw new InputError('agent-count', file, position, what);
            }
            for (const digits of found.slice(1, 3)) {
                const value = Number(digits);
                if (value > MAX_CELL) {
                    const what = `a coordinate must be from 0 to ${MAX_CELL}, not ${show(digits)}`;
                    throw new InputError('out-of-range', file, position, what, digits);
                }
                places.push(value);
            }
            if (found[3] !== undefined && !this.#isOriented) {
                this.#isOriented = true;
                const what = 'orientations are not used: the agents are discs';
                this.notices.push(noticeAt(file, position, what));
            }
            at = PLACE.lastIndex;
            if (at < text.length && text[at++] !== ',') {
                const what = `expected a comma, found ${show(text.slice(at - 1, at + 19))}`;
                throw this.#bad({ line, column: column + at - 1 }, what);
            }
        }
        return places;
    }

    /** @param {SourcePosition} position @param {string} text */
    #bad(position, text) {
        return new InputError('bad-line', this.file, position, text);
    }

    /** @returns {Kei18Log} */
    close() {
        const { file, rows, sources, starts, goals, declared, map, notices } = this;
        const solved = declared.get('solved');
        if (rows.length === 0) {
            const why =
                solved?.value === 0
                    ? 'the solver found no solution (solved=0)'
                    : 'the file has no solution, no line t:(x,y),(x,y),… (a short log?)';
            const position = solved?.position ?? this.#keys.get('solution') ?? FILE_START;
            const code = solved?.value === 0 ? 'no-solution' : 'no-plan';
            throw new InputError(code, file, position, why);
        }
        if (solved?.value === 0) {
            const text = 'solved=0: the solver gives the solution as unfinished';
            notices.push(noticeAt(file, solved.position, text));
        }
        const agents = rows[0].length / 2;
        /** @type {[string, number | undefined, SourcePosition | undefined][]} */
        const counts = [
            ['agents says', declared.get('agents')?.value, declared.get('agents')?.position],
            ['starts has', starts?.places.length, this.#keys.get('starts')],
            ['goals has', goals?.places.length, this.#keys.get('goals')],
        ];
        for (const [what, count, position = FILE_START] of counts) {
            if (count === undefined || count === agents) continue;
            const text = `${what} ${count}, but the solution has ${agents} agents`;
            throw new InputError('agent-count', file, position, text);
        }
        return { file, agents, rows, sources, starts, goals, declared, map, notices };
    }
}
