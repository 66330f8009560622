import { GrazeError, toPrintable } from '#internal';
import { blankScenario } from '../../scenario/model/scenario.js';
import {
    beginTime,
    makeStepAgent,
    stepPathOf,
    stepsToMotion,
} from '../../scenario/model/step_motion.js';
import { LIMITS, shorten } from '../text/source.js';

/**
 * Reads places of plans in whole steps by the codes of their characters into typed arrays: without a string or an object
 * per place. Only the usual form is read; a reader reads all other lines by its grammar, which also makes the errors.
 *
 * @import { PlaceSources } from '../../scenario/model/step_motion.js'
 * @import { ReadRequest, ScenarioFiles } from '../index.js'
 */

/** Codes of the characters of a place. */
const [OPEN, CLOSE, COMMA, ZERO, MINUS, GREATER] = [...'(),0->'].map((each) => each.charCodeAt(0));

/** Maximum number of digits of a coordinate that is read by its characters: any such number is a cell. */
const MAX_DIGITS = 9;

/** Number of places for which there is room at first. */
const FIRST_PLACES = 64;

/** Number of coordinates of a block of rows, unless one row is longer. */
const BLOCK_SIZE = 2 ** 16;

/** The places of all agents after each step, one row per step. They are kept in blocks, as their number is not known. */
export class PlaceRows {
    /** @type {Int32Array[]} */
    #blocks = [];
    #rowsPerBlock;
    /** Number of rows. */
    length = 0;

    /** @param {number} agents number of places of each row */
    constructor(agents) {
        this.agents = agents;
        this.#rowsPerBlock = Math.max(1, Math.floor(BLOCK_SIZE / (2 * agents)));
    }

    /**
     * Returns the room for another row, which is one only after `add`.
     *
     * @returns {Int32Array} 2 `agents` numbers
     */
    next() {
        const [block, row] = [
            Math.floor(this.length / this.#rowsPerBlock),
            this.length % this.#rowsPerBlock,
        ];
        const size = 2 * this.agents;
        if (block === this.#blocks.length) {
            // A short plan has few rows.
            const rows = Math.min(this.#rowsPerBlock, Math.max(1, this.length));
            this.#blocks.push(new Int32Array(rows * size));
        }
        const found = this.#blocks[block];
        if ((row + 1) * size > found.length) this.#blocks[block] = grown(found);
        return this.#blocks[block].subarray(row * size, (row + 1) * size);
    }

    /** Adds the row that `next` returned. */
    add() {
        this.length++;
    }

    /**
     * Returns the places of an agent, without its final waits.
     *
     * @param {number} agent
     * @returns {Int32Array} x0, y0, x1, y1, …: one place at least
     */
    column(agent) {
        const size = 2 * this.agents;
        const at = 2 * agent;
        const blocks = this.#blocks;
        const perBlock = this.#rowsPerBlock;
        let count = this.length;
        const [x, y] = this.place(count - 1, agent);
        for (; count > 1; count--) {
            const [previousX, previousY] = this.place(count - 2, agent);
            if (previousX !== x || previousY !== y) break;
        }
        const places = new Int32Array(2 * count);
        for (let t = 0, b = 0; t < count; b++) {
            const block = blocks[b];
            const end = Math.min(count, t + perBlock);
            for (let k = at; t < end; t++, k += size) {
                places[2 * t] = block[k];
                places[2 * t + 1] = block[k + 1];
            }
        }
        return places;
    }

    /**
     * Returns the place of an agent after a step.
     *
     * @param {number} step
     * @param {number} agent
     * @returns {[x: number, y: number]}
     */
    place(step, agent) {
        const block = this.#blocks[Math.floor(step / this.#rowsPerBlock)];
        const k = 2 * ((step % this.#rowsPerBlock) * this.agents + agent);
        return [block[k], block[k + 1]];
    }
}

/** Returns a copy with twice the room. @param {Int32Array} values */
function grown(values) {
    const copy = new Int32Array(2 * values.length);
    copy.set(values);
    return copy;
}

/**
 * Reads places of the usual form, `(x,y),(x,y),…`, separated by commas, to the end of a text; a comma may follow the last.
 *
 * @param {string} text
 * @param {number} start offset of the places
 * @param {Int32Array} places receives x0, y0, x1, y1, …: there must be as many as fit
 * @returns {boolean} false: they have another form or number
 */
export function scanRow(text, start, places) {
    const { length } = text;
    let size = 0;
    let offset = start;
    while (offset < length) {
        if (size === places.length || text.charCodeAt(offset++) !== OPEN) return false;
        for (let coordinate = 0; coordinate < 2; coordinate++) {
            let value = 0;
            const first = offset;
            let digit = text.charCodeAt(offset) - ZERO;
            while (digit >= 0 && digit <= 9) {
                value = 10 * value + digit;
                digit = text.charCodeAt(++offset) - ZERO;
            }
            if (offset === first || offset - first > MAX_DIGITS) return false;
            if (digit + ZERO !== (coordinate === 0 ? COMMA : CLOSE)) return false;
            offset++;
            places[size++] = value;
        }
        if (offset < length && text.charCodeAt(offset++) !== COMMA) return false;
    }
    return size === places.length;
}

/** Reads paths, each into the same buffers, which grow. */
export class PathScanner {
    /** @type {Int32Array} */
    #places = new Int32Array(2 * FIRST_PLACES);
    /** Columns of the places, if they have times. @type {Int32Array} */
    #columns = new Int32Array(FIRST_PLACES);

    /**
     * Reads a path of the usual form, `(x,y)->(x,y)->…`, to the end of a text; an arrow may follow the last place.
     *
     * @param {string} text
     * @param {number} start offset of the places
     * @param {number} max number of places
     * @returns {Int32Array | null} x0, y0, x1, y1, …; null: they have another form, are more, or there is none
     */
    scan(text, start, max) {
        const count = this.#read(text, start, max, false);
        return count === 0 ? null : this.#places.slice(0, 2 * count);
    }

    /**
     * Reads a path whose places have times, `(x,y,t)->(x,y,t)->…`: from the first place on the agent waits until the next
     * time, and it is at the first place from the beginning.
     *
     * @param {string} text
     * @param {number} start offset of the places
     * @param {number} max number of steps and the start
     * @returns {{ cells: Int32Array, columns: Int32Array } | null} the place after each step and its column in the text,
     *   from 1; null: they have another form, are more, there is none, or the times are impossible
     */
    scanTimed(text, start, max) {
        const count = this.#read(text, start, max, true);
        if (count === 0) return null;
        return { cells: this.#places.slice(0, 2 * count), columns: this.#columns.slice(0, count) };
    }

    /**
     * @param {string} text
     * @param {number} start
     * @param {number} max
     * @param {boolean} isTimed
     * @returns {number} number of places; 0: they have another form
     */
    #read(text, start, max, isTimed) {
        const { length } = text;
        const last = isTimed ? 2 : 1;
        let places = this.#places;
        let count = 0;
        let offset = start;
        while (offset < length) {
            const column = offset + 1;
            if (count === max || text.charCodeAt(offset++) !== OPEN) return 0;
            if (2 * count === places.length) places = this.#grow();
            let time = 0;
            for (let number = 0; number <= last; number++) {
                const isNegative = number < 2 && text.charCodeAt(offset) === MINUS;
                if (isNegative) offset++;
                let value = 0;
                const first = offset;
                let digit = text.charCodeAt(offset) - ZERO;
                while (digit >= 0 && digit <= 9) {
                    value = 10 * value + digit;
                    digit = text.charCodeAt(++offset) - ZERO;
                }
                if (offset === first || offset - first > MAX_DIGITS) return 0;
                if (digit + ZERO !== (number === last ? CLOSE : COMMA)) return 0;
                offset++;
                if (number === 2) time = value;
                else places[2 * count + number] = isNegative ? -value : value;
            }
            if (isTimed) {
                if (!this.#waitUntil(time, count, max, column)) return 0;
                places = this.#places;
                count = time;
            }
            count++;
            if (offset === length) break;
            if (text.charCodeAt(offset++) !== MINUS) return 0;
            if (text.charCodeAt(offset++) !== GREATER) return 0;
        }
        return count;
    }

    /**
     * Repeats a place until its time.
     *
     * @param {number} time
     * @param {number} count number of places before it
     * @param {number} max number of places
     * @param {number} column
     * @returns {boolean} false: it is earlier than the place before it, elsewhere, or there is no room
     */
    #waitUntil(time, count, max, column) {
        let places = this.#places;
        const [x, y] = [places[2 * count], places[2 * count + 1]];
        const isWait = count === 0 || (places[2 * count - 2] === x && places[2 * count - 1] === y);
        if (time < count || time >= max || (time > count && !isWait)) return false;
        while (2 * time + 2 > places.length) places = this.#grow();
        for (let t = count; t <= time; t++) {
            places[2 * t] = x;
            places[2 * t + 1] = y;
            this.#columns[t] = column;
        }
        return true;
    }

    /** Doubles the room. @returns {Int32Array} the places */
    #grow() {
        this.#places = grown(this.#places);
        this.#columns = grown(this.#columns);
        return this.#places;
    }
}

/**
 * Compares the totals that files state with those of their plans. The definition is that of `Costs`: the sum, or the latest, of the
 * agents' last arrivals, whatever waits a file lists after them.
 *
 * @typedef {object} AgentSteps
 * @property {number} arrival step of the last arrival: of the last move
 * @property {number} end last step that the file lists
 * @property {number} moves number of steps in which the agent moves
 */

/**
 * Counts the steps of an agent.
 *
 * @param {Int32Array | Float64Array} places x0, y0, x1, y1, … after each step
 * @param {number} [end] last step that the file lists; default: that of the places
 * @returns {AgentSteps}
 */
export function countAgentSteps(places, end = places.length / 2 - 1) {
    let [arrival, moves] = [0, 0];
    for (let k = 2; k < places.length; k += 2) {
        if (places[k] === places[k - 2] && places[k + 1] === places[k - 1]) continue;
        arrival = k / 2;
        moves++;
    }
    return { arrival, end, moves };
}

/** @param {number[]} values */
function sumOf(values) {
    return values.reduce((sum, value) => sum + value, 0);
}

/** @param {number[]} values */
function maxOf(values) {
    return values.reduce((max, value) => Math.max(max, value), 0);
}

/**
 * Returns what differs between a declared total and that of the plan, with the definition that the declared one follows, or null
 * if they are the same.
 *
 * @param {'sum' | 'max'} kind sum of costs, or makespan
 * @param {string} label name of the total in the file
 * @param {number} declared
 * @param {AgentSteps[]} agents
 * @returns {string | null}
 */
export function describeTotal(kind, label, declared, agents) {
    const ends = agents.map(({ end }) => end);
    const arrivals = agents.map(({ arrival }) => arrival);
    const count = agents.length;
    /** @type {[value: number, definition: string][]} */
    const definitions =
        kind === 'sum'
            ? [
                  [sumOf(ends), 'waits at the end of the paths count'],
                  [count * maxOf(arrivals), 'every agent counts until the last arrival'],
                  [count * maxOf(ends), 'every agent counts until the last step'],
                  [sumOf(agents.map(({ moves }) => moves)), 'waits do not count'],
                  [sumOf(arrivals) + count, 'places count, one more than steps'],
                  [sumOf(ends) + count, 'places count, one more than steps, and waits at the end'],
              ]
            : [
                  [maxOf(ends), 'waits at the end of the paths count'],
                  [maxOf(arrivals) + 1, 'places count, one more than steps'],
                  [maxOf(ends) + 1, 'places count, one more than steps, and waits at the end'],
              ];
    const own = kind === 'sum' ? sumOf(arrivals) : maxOf(arrivals);
    if (declared === own) return null;
    const [, found] = definitions.find(([value]) => value === declared) ?? [];
    const reason =
        found === undefined
            ? 'no known definition gives the declared value'
            : `that is the total if ${found}`;
    const plan =
        kind === 'sum' ? `the last arrivals sum to ${own}` : `the last arrival is at ${own}`;
    return `${label} is declared as ${declared}, but ${plan}: ${reason}`;
}

/**
 * Shared code of the formats of plans in whole steps: an agent is at a place after each step, and moves to the next one in
 * a straight line during one step of duration 1.
 *
 * @import { Agent, GoalRegion, MotionPiece, Point, Scenario, SourcePosition }
 *   from '../../scenario/model/scenario.js'
 */

export { stepsToMotion } from '../../scenario/model/step_motion.js';

/** Largest magnitude of a cell's coordinate that a Scenario's `discrete` can hold. */
export const MAX_CELL = 2 ** 31 - 1;

/**
 * An agent's path.
 *
 * @typedef {object} Path
 * @property {string} name
 * @property {Int32Array | Float64Array} places x0, y0, x1, y1, … after each step; at least one
 * @property {boolean} [isStationary] true: it has no path of its own and stays at its start
 * @property {Point | null} start
 * @property {Point | null} goal
 * @property {GoalRegion[]} [goals]
 * @property {SourcePosition} source
 * @property {PlaceSources} [sources] positions of the places in the file
 */

/**
 * Makes a plan in whole steps. Agents of unknown size are points.
 *
 * @param {string} format
 * @param {Path[]} paths
 * @param {Partial<Pick<ReadRequest, 'radius' | 'atGoal'>>} options
 * @returns {Scenario}
 */
export function makeDiscretePlan(format, paths, { radius, atGoal }) {
    return {
        ...blankScenario(format),
        agents: paths.map((path) => makeDiscreteAgent(path, radius ?? 0)),
        discrete: { cells: paths.map(({ places }) => toCells(places)), commanded: null },
        sizesKnown: radius !== undefined,
        atGoal: atGoal ?? 'stay',
        speedLimit: 1,
        timeStep: 1,
    };
}

/** Returns a copy of places, as cells. @param {Int32Array | Float64Array} places */
function toCells(places) {
    return places instanceof Int32Array ? places.slice() : Int32Array.from(places);
}

/**
 * @param {Path} path
 * @param {number} radius
 * @returns {Agent}
 */
function makeDiscreteAgent(
    { name, places, isStationary, start, goal, goals, source, sources },
    radius,
) {
    const shape = { kind: /** @type {const} */ ('disc'), radius };
    if (!isStationary && places instanceof Int32Array) {
        return makeStepAgent({ name, shape, start, goal, goals, source }, places, sources);
    }
    const motion = isStationary ? [] : stepsToMotion(places, sources);
    return { name, shape, start, goal, ...(goals === undefined ? {} : { goals }), motion, source };
}

/**
 * Removes final steps in which the agent stays where it ends, for files that list every agent until the last one has
 * arrived.
 *
 * @param {Int32Array} cells
 * @returns {Int32Array}
 */
export function trimFinalWaits(cells) {
    let length = cells.length;
    const [x, y] = cells.subarray(length - 2);
    while (length > 2 && cells[length - 4] === x && cells[length - 3] === y) length -= 2;
    return cells.slice(0, length);
}

/**
 * Returns the cells of an agent after each step, from 0 to the end of its motion. An agent whose motion begins later waits
 * for it.
 *
 * @param {Agent} agent
 * @param {string} [argument] name of the scenario in errors
 * @returns {Int32Array} x0, y0, x1, y1, …
 * @throws {GrazeError} `cannot-carry`: it is not at whole coordinates at every whole time, or does not
 *   move in straight lines between them
 */
export function motionToSteps(agent, argument = 'scenario') {
    const { name, start } = agent;
    /** @param {string} problem */
    const stepError = (problem) => cannotCarry(`agent ${name} ${problem}`, argument);
    const path = stepPathOf(agent);
    if (path !== undefined && path.steps <= LIMITS.pieces) return path.places.slice();
    const { motion } = agent;
    const [first] = motion;
    if (first === undefined) {
        if (start === null) throw stepError('has neither a motion nor a start');
        if (!isCell(start.x) || !isCell(start.y)) throw stepError('does not stand in a cell');
        return Int32Array.of(start.x, start.y);
    }
    const end = motion[motion.length - 1].t1;
    if (end > LIMITS.pieces) throw stepError(`takes more than ${LIMITS.pieces} steps`);
    for (const { t0, t1 } of motion) {
        if (!Number.isInteger(t0) || !Number.isInteger(t1) || t0 < 0 || t1 < t0) {
            throw stepError(`has a piece from t = ${t0} to ${t1}, not of whole steps`);
        }
    }
    const cells = new Int32Array(2 * (end + 1));
    let clock = first.t0;
    let [x, y] = [first.x[0], first.y[0]];
    if (!isCell(x) || !isCell(y)) throw stepError(`starts at (${x}, ${y}), not in a cell`);
    for (let t = 0; t <= clock; t++) cells.set([x, y], 2 * t);
    for (const piece of motion) {
        const { t0, t1, end: declaredEnd } = piece;
        if (t0 !== clock || piece.x[0] !== x || piece.y[0] !== y) {
            throw stepError(`does not go on at t = ${t0} where and when it was`);
        }
        const [vx, vy] = [velocity(piece.x), velocity(piece.y)];
        if (vx === null || vy === null) {
            throw stepError(`does not move by whole cells a step from t = ${t0}`);
        }
        for (; clock < t1; clock++) {
            [x, y] = [x + vx, y + vy];
            if (!isCell(x) || !isCell(y)) throw stepError(`is at (${x}, ${y}), too far away`);
            cells.set([x, y], 2 * (clock + 1));
        }
        if (declaredEnd !== undefined && (declaredEnd.x !== x || declaredEnd.y !== y)) {
            throw stepError(`does not arrive at t = ${t1} where it says`);
        }
    }
    return cells;
}

/** @param {number[]} polynomial @returns {number | null} null: not of whole cells, or not uniform */
function velocity([, v = 0, ...higher]) {
    return isCell(v) && higher.every((c) => c === 0) ? v : null;
}

/** @param {number} value */
function isCell(value) {
    return Number.isInteger(value) && Math.abs(value) <= MAX_CELL;
}

/**
 * Returns the error of a plan that a format cannot carry; the text may contain names with any characters.
 *
 * @param {string} text
 * @param {string} [argument]
 */
export function cannotCarry(text, argument = 'scenario') {
    return new GrazeError('cannot-carry', toPrintable(shorten(text)), { argument });
}

/**
 * Returns the steps of all agents, for a writer.
 *
 * @param {Scenario} scenario
 * @returns {Int32Array[]}
 * @throws {GrazeError} `cannot-carry`
 */
export function scenarioToSteps({ agents, beforeStart }) {
    let remaining = LIMITS.pieces;
    return agents.map((agent) => {
        const { shape, name } = agent;
        if (shape.kind !== 'disc')
            throw cannotCarry(`agent ${name} is a ${shape.kind}, and the format has only discs`);
        const begin = beginTime(agent) ?? 0;
        if (beforeStart === 'vanish' && begin > 0) {
            throw cannotCarry(`agent ${name} appears at t = ${begin}, not at 0`);
        }
        const cells = motionToSteps(agent);
        remaining -= cells.length / 2 - 1;
        if (remaining < 0) throw cannotCarry(`the agents take more than ${LIMITS.pieces} steps`);
        return cells;
    });
}

/**
 * Returns notices about what a file of steps omits from a scenario.
 *
 * @param {Scenario} scenario
 * @param {{ names?: boolean, task?: boolean }} [kept] content that the format can carry besides the steps
 * @returns {string[]}
 */
export function lossNotices(scenario, { names = false, task = false } = {}) {
    const { agents, grid, roadmap, obstacles, discrete, sizesKnown, atGoal } = scenario;
    /** @type {[boolean, string][]} */
    const losses = [
        [sizesKnown, 'the radius (--radius)'],
        [grid !== null || roadmap !== null, 'the map (--map)'],
        [obstacles.length > 0, 'obstacles'],
        [
            !task && agents.some(({ start, goal }) => start !== null || goal !== null),
            'the task (--task)',
        ],
        [agents.some(({ goals }) => goals !== undefined), 'goals other than points'],
        [!names && agents.some(({ name }, k) => name !== String(k)), "the agents' names"],
        [agents.some(hasHeadings), 'headings'],
        [discrete !== null && discrete.commanded !== null, "the planner's commands"],
        [atGoal === 'vanish', 'that agents vanish at their goals (--at-goal vanish)'],
    ];
    return losses
        .filter(([isLost]) => isLost)
        .map(([, loss]) => `not written, since the format has no place for it: ${loss}`);
}

/** @param {Agent} agent */
function hasHeadings(agent) {
    const path = stepPathOf(agent);
    if (path !== undefined) return path.form?.hasAngles ?? false;
    return agent.motion.some(({ angle }) => angle !== undefined);
}
