import { followsCells, hasUnitSteps } from '../model/step_motion.js';
import { CellPaths, ConflictSink, lastStepTogether } from './discrete.js';

/**
 * Decides plans in whole steps by a table of all cells: which agents share or exchange cells, and which two agents come
 * nearest to each other. It needs neither motions nor records of them.
 *
 * @import { NearestPair } from './agent_pairs.js'
 * @import { ConflictOverlaps } from './discrete.js'
 * @import { TimeSpan } from './disc_records.js'
 * @import { Agent, Grid, Scenario } from '../model/scenario.js'
 * @import { ViolationCollector } from './violation_collector.js'
 */

/**
 * Numbers of the table: the maximum number of its cells, and per cell that is visited; the number of cells that any plan may
 * have.
 */
const TABLE_SIZE = Object.freeze({ max: 2 ** 22, perVisit: 16, min: 2 ** 12 });

/** Steps whose cells are gathered at once: those of one agent follow each other in memory. */
const STEPS_PER_BLOCK = 16;

/** Maximum entry of the table: a step and an agent as one number. */
const MAX_ENTRY = 2 ** 31 - 1;

/**
 * Distance, in cells, of two agents in unit steps, in the middle of a step or at a whole time: they meet; one leaves a cell
 * sideways as the other one enters it, 1 / sqrt(2) away; they are in neighbor cells, or pass each other in neighbor rows.
 * All other distances are larger.
 *
 * @typedef {0 | 1 | 2} Nearness 0: they meet; 1: 1 / sqrt(2); 2: 1
 *
 * @typedef {{ nearness: Nearness, time: number, a: number, b: number }} ClosePair
 *
 * @typedef {object} CellBox
 * @property {number} x least x of a cell
 * @property {number} y least y of a cell
 * @property {number} stride number of cells from one y to the next: a column and a row beyond the largest stay empty
 * @property {number} size number of cells
 */

/** Distance of each nearness. The second one has the rounding of a distance that is the quotient of a cross product and a length. */
const SEPARATIONS = Object.freeze([0, 1 / Math.SQRT2, 1]);

/** Result of a scan of all cells, step by step. */
export class CellScan {
    /** The nearest pair, if that is known. @type {ClosePair | null} */
    #closest;

    /**
     * @param {CellPaths} paths
     * @param {CellBox} box
     * @param {boolean} isUnit whether each step leads to a neighbor cell at most
     * @param {ConflictSink} sink receives the conflicts in the cells
     */
    constructor(paths, box, isUnit, sink) {
        const scanner = new Scanner(paths, box, isUnit, sink);
        scanner.run();
        this.#closest = scanner.closest;
    }

    /**
     * Scans a plan in whole steps. O(agents x steps), plus the conflicts that may be kept and swaps.
     *
     * @param {Scenario} scenario
     * @param {ViolationCollector} collector receives the conflicts in the cells
     * @param {ConflictOverlaps | null} [overlaps] overlaps that are collected already, and the conflicts in them
     * @returns {CellScan | null} null: it is not in whole steps, or its cells are too far apart for a table
     */
    static of(scenario, collector, overlaps = null) {
        const { discrete, atGoal, agents } = scenario;
        if (
            discrete === null ||
            discrete.cells.some(({ length }) => length < 2 || length % 2 > 0)
        ) {
            return null;
        }
        const paths = new CellPaths(discrete.cells, atGoal);
        const box = findBox(paths);
        if (box === null || (paths.last + 1) * paths.agents > MAX_ENTRY) return null;
        const isUnit =
            !scenario.sizesKnown &&
            discrete.cells.every(hasUnitSteps) &&
            agents.every((agent, a) => isPoint(agent) && followsCells(agent, discrete.cells[a]));
        return new CellScan(
            paths,
            box,
            isUnit,
            new ConflictSink(agents, paths, collector, { overlaps }),
        );
    }

    /**
     * Returns the nearest pair of agents without a size in unit steps, as `findContacts` does.
     *
     * @param {TimeSpan} span
     * @returns {NearestPair | null} null: the cells do not decide it
     */
    nearest({ begin }) {
        // Where obstacles move before the agents do, agents are near each other earlier.
        if (this.#closest === null || begin < 0) return null;
        const { nearness, time, a, b } = this.#closest;
        return { separation: SEPARATIONS[nearness], time, a, b };
    }
}

/** Returns the cells of a table for a plan; null: they are too many. @param {CellPaths} paths @returns {CellBox | null} */
export function findBox({ cells }) {
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    let visits = 0;
    for (const path of cells) {
        visits += path.length / 2;
        for (let k = 0; k < path.length; k += 2) {
            const [x, y] = [path[k], path[k + 1]];
            if (x < minX) minX = x;
            if (x > maxX) maxX = x;
            if (y < minY) minY = y;
            if (y > maxY) maxY = y;
        }
    }
    const stride = maxX - minX + 2;
    const size = stride * (maxY - minY + 2) + 1;
    const { max, min, perVisit } = TABLE_SIZE;
    if (!(size <= Math.min(max, Math.max(min, perVisit * visits)))) return null;
    return { x: minX, y: minY, stride, size };
}

/** @param {Agent} agent */
function isPoint({ shape }) {
    return shape.kind === 'disc' && shape.radius === 0;
}

/** Returns whether all cells of a path are free cells of a grid. @param {Int32Array} path @param {Grid} grid */
export function areCellsFree(path, { nx, ny, blocked }) {
    for (let k = 0; k < path.length; k += 2) {
        const [x, y] = [path[k], path[k + 1]];
        if (x < 0 || y < 0 || x >= nx || y >= ny || blocked[x * ny + y] !== 0) return false;
    }
    return true;
}

/** The scan itself: its table, and what it finds. */
class Scanner {
    /** @type {ClosePair | null} */
    closest = null;
    #paths;
    #box;
    #isUnit;
    /** Agent that was entered last in each cell, plus `base`; smaller: none in this step. */
    #last;
    /** Agent that was entered before each agent in the same cell; -1: none. */
    #before;
    /** Number of agents in its cell before each agent; set where there are several. */
    #rank;
    /** Number of these agents, with the agent, that were in the cell after the step before, too. */
    #stayed;
    #sink;
    /** Cells of all agents after the steps of a block, step by step; -1: absent. */
    #cells;
    /** Entry of agent 0 in the present step. */
    #base = 0;

    /** @param {CellPaths} paths @param {CellBox} box @param {boolean} isUnit @param {ConflictSink} sink */
    constructor(paths, box, isUnit, sink) {
        this.#paths = paths;
        this.#box = box;
        this.#isUnit = isUnit;
        this.#last = new Int32Array(box.size).fill(-1);
        this.#before = new Int32Array(paths.agents);
        this.#rank = new Int32Array(paths.agents);
        this.#stayed = new Int32Array(paths.agents);
        this.#sink = sink;
        // The rows before and after a block are those of its neighbors.
        this.#cells = new Int32Array((STEPS_PER_BLOCK + 2) * paths.agents);
    }

    run() {
        const { agents, last } = this.#paths;
        for (let first = 0; first <= last; first += STEPS_PER_BLOCK) {
            this.#gather(first);
            const end = Math.min(first + STEPS_PER_BLOCK - 1, last);
            for (let t = first; t <= end; t++) {
                const row = (t - first + 1) * agents;
                this.#base = t * agents;
                this.#enterCells(t, row);
                if (t < last) this.#findMoves(t, row);
                if (this.#isUnit && this.closest === null) this.#findNeighbors(t, row);
            }
        }
    }

    /** Gathers the cells after the steps of a block, and after the steps before and after it. @param {number} first */
    #gather(first) {
        const paths = this.#paths;
        const { agents, staysAtGoal } = paths;
        const { x, y, stride } = this.#box;
        const cells = this.#cells;
        for (let a = 0; a < agents; a++) {
            const path = paths.cells[a];
            const final = path.length - 2;
            for (let k = 0; k < STEPS_PER_BLOCK + 2; k++) {
                let at = 2 * (first - 1 + k);
                if (at > final) at = staysAtGoal ? final : -1;
                cells[k * agents + a] = at < 0 ? -1 : path[at] - x + (path[at + 1] - y) * stride;
            }
        }
    }

    /** Enters the agents into the cells where they are after step t. @param {number} t @param {number} row */
    #enterCells(t, row) {
        const [last, before, cells, base] = [this.#last, this.#before, this.#cells, this.#base];
        const { agents } = this.#paths;
        for (let a = 0; a < agents; a++) {
            const cell = cells[row + a];
            if (cell < 0) continue;
            const entry = last[cell];
            last[cell] = base + a;
            before[a] = entry >= base ? entry - base : -1;
            if (entry >= base) this.#addMeeting(t, row, a, cell);
        }
    }

    /**
     * Adds the conflicts of an agent with those that are in its cell already, as far as they begin after this step. Where none
     * of them can be kept, they are counted: an agent that stays in the cell begins none with those that stay, too.
     *
     * @param {number} t
     * @param {number} row
     * @param {number} a
     * @param {number} cell
     */
    #addMeeting(t, row, a, cell) {
        const { agents } = this.#paths;
        const [before, cells] = [this.#before, this.#cells];
        const [rank, stayed] = [this.#rank, this.#stayed];
        const previous = row - agents;
        const first = before[a];
        if (before[first] < 0) {
            rank[first] = 0;
            stayed[first] = Number(t > 0 && cells[previous + first] === cell);
        }
        const stays = t > 0 && cells[previous + a] === cell;
        rank[a] = rank[first] + 1;
        stayed[a] = stayed[first] + Number(stays);
        const isCloseKnown = !this.#isUnit || this.#isMeetingBefore(t);
        if (isCloseKnown && !this.#sink.canKeep('vertex', t)) {
            const begun = rank[a] - (stays ? stayed[first] : 0);
            if (begun > 0) this.#sink.collector.countKind('vertex', begun);
            return;
        }
        const [x, y] = this.#coordinates(cell);
        for (let b = first; b >= 0; b = before[b]) {
            this.#addClose(0, t, b, a);
            if (stays && cells[previous + b] === cell) continue;
            if (!this.#sink.count('vertex', t, b, a)) continue;
            const to = lastStepTogether(this.#paths, b, a, t, x, y);
            this.#sink.keep({ kind: 'vertex', a: b, b: a, from: t, to, cell: [x, y] });
        }
    }

    /** Returns whether two agents are known to meet before a time. @param {number} time */
    #isMeetingBefore(time) {
        return this.closest !== null && this.closest.nearness === 0 && this.closest.time < time;
    }

    /** Finds agents that exchange cells in a step, or follow each other around a corner. @param {number} t @param {number} row */
    #findMoves(t, row) {
        const [last, before, cells, base] = [this.#last, this.#before, this.#cells, this.#base];
        const { agents } = this.#paths;
        const next = row + agents;
        for (let a = 0; a < agents; a++) {
            const [cell, toCell] = [cells[row + a], cells[next + a]];
            if (cell === toCell || cell < 0 || toCell < 0) continue;
            const entry = last[toCell];
            if (entry < base) continue;
            for (let b = entry - base; b >= 0; b = before[b]) {
                const end = cells[next + b];
                if (end === cell) {
                    this.#addClose(0, t + 0.5, Math.min(a, b), Math.max(a, b));
                    if (b > a) continue;
                    if (!this.#sink.count('edge', t, b, a)) continue;
                    const ends = { from: t, to: t + 1, other: this.#coordinates(cell) };
                    const conflict = { a: b, b: a, ...ends, cell: this.#coordinates(toCell) };
                    this.#sink.keep({ kind: 'edge', ...conflict });
                } else if (end >= 0 && end !== toCell && end - toCell !== toCell - cell) {
                    this.#addClose(1, t + 0.5, Math.min(a, b), Math.max(a, b));
                }
            }
        }
    }

    /**
     * Finds agents in neighbor cells after a step, or that pass each other in neighbor rows or columns during the next one.
     *
     * @param {number} t
     * @param {number} row
     */
    #findNeighbors(t, row) {
        const [last, cells, base] = [this.#last, this.#cells, this.#base];
        const { agents, last: lastStep } = this.#paths;
        const { stride } = this.#box;
        for (let a = 0; a < agents; a++) {
            const cell = cells[row + a];
            if (cell < 0) continue;
            for (const offset of [1, stride]) {
                const entry = last[cell + offset];
                if (entry < base) continue;
                const b = entry - base;
                this.#addClose(2, t, Math.min(a, b), Math.max(a, b));
            }
        }
        if (this.closest !== null || t === lastStep) return;
        for (let a = 0; a < agents; a++) {
            const cell = cells[row + a];
            if (cell < 0) continue;
            for (const [offset, move] of [
                [stride + 1, 1],
                [stride + 1, stride],
                [stride - 1, -1],
                [stride - 1, stride],
            ]) {
                const entry = last[cell + offset];
                if (entry < base) continue;
                const b = entry - base;
                const [toA, toB] = [cells[row + agents + a], cells[row + agents + b]];
                if (toA !== cell + move || toB !== cell + offset - move) continue;
                this.#addClose(2, t + 0.5, Math.min(a, b), Math.max(a, b));
            }
        }
    }

    /**
     * Keeps the nearest pair: of equals the earliest, then that with the lowest agents.
     *
     * @param {Nearness} nearness
     * @param {number} time
     * @param {number} a
     * @param {number} b
     */
    #addClose(nearness, time, a, b) {
        if (!this.#isUnit) return;
        const { closest } = this;
        const order =
            closest === null
                ? -1
                : nearness - closest.nearness ||
                  time - closest.time ||
                  a - closest.a ||
                  b - closest.b;
        if (order < 0) this.closest = { nearness, time, a, b };
    }

    /** Returns x and y of a cell. @param {number} cell @returns {[number, number]} */
    #coordinates(cell) {
        const { x, y, stride } = this.#box;
        return [x + (cell % stride), y + Math.floor(cell / stride)];
    }
}
