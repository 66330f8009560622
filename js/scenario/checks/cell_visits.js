import { CellTable, findBox } from './discrete.js';
import { allocateOwn } from './stage.js';

/**
 * Finds the agents that are in a cell after a step of a plan.
 *
 * @import { CellBox, CellPaths } from './discrete.js'
 * @import { Allocate } from './stage.js'
 */

/**
 * The agents in each cell after each step. A visitor is named by an index; the visitors of one cell after one step are
 * listed from the one with the highest agent to the lowest.
 *
 * @typedef {object} CellVisits
 * @property {(x: number, y: number, t: number) => number} first returns the first visitor of a cell after step t; -1: none.
 *   Some agent must be in the cell at some time
 * @property {(visitor: number) => number} next returns the next visitor of the same cell after the same step; -1: none
 * @property {(visitor: number) => number} agentOf
 *
 * Plain data of visits, which threads can share.
 *
 * @typedef {object} CellVisitData
 * @property {Int32Array[]} cells those of each agent
 * @property {SortedVisitData | null} sorted null: the cells are too many
 *
 * Visits in one list, by cell, then step, then agent: 8 bytes per visit.
 *
 * @typedef {object} SortedVisitData
 * @property {CellBox} box
 * @property {Int32Array} starts first visit of each cell
 * @property {Int32Array} visits step and agent of each visit; the agent is inverted for the first one of a cell after a step
 */

/**
 * Returns the visits of a plan: sorted by cells and steps, where the plan has not too many cells. O(agents x steps).
 *
 * @param {CellPaths} paths
 * @param {Allocate} [allocate] default: memory of the calling thread
 * @returns {CellVisitData}
 */
export function makeCellVisits(paths, allocate = allocateOwn) {
    const box = findBox(paths);
    return { cells: paths.cells, sorted: box === null ? null : sortVisits(paths, box, allocate) };
}

/** Returns the visits of their data. @param {CellVisitData} data @returns {CellVisits} */
export function readCellVisits({ cells, sorted }) {
    return sorted === null ? new HashedVisits(cells) : new SortedVisits(sorted);
}

/**
 * @param {CellPaths} paths
 * @param {CellBox} box
 * @param {Allocate} allocate
 * @returns {SortedVisitData}
 */
function sortVisits({ cells, agents, last }, box, allocate) {
    const { x: minX, y: minY, stride } = box;
    // The counts of each cell, moved by one, become the ends of the cells before.
    const starts = new Int32Array(allocate(4 * (box.size + 2)));
    for (const path of cells) {
        for (let k = 0; k < path.length; k += 2) {
            starts[path[k] - minX + (path[k + 1] - minY) * stride + 2]++;
        }
    }
    for (let cell = 2; cell < starts.length; cell++) starts[cell] += starts[cell - 1];
    const visits = new Int32Array(allocate(8 * starts[starts.length - 1]));
    for (let t = 0; t <= last; t++) {
        for (let a = 0; a < agents; a++) {
            const path = cells[a];
            if (2 * t >= path.length) continue;
            const cell = path[2 * t] - minX + (path[2 * t + 1] - minY) * stride;
            const at = 2 * starts[cell + 1]++;
            visits[at] = t;
            visits[at + 1] = a;
        }
    }
    for (let cell = 0; cell < box.size; cell++) {
        for (let k = starts[cell]; k < starts[cell + 1]; k++) {
            const at = 2 * k;
            const isFirst = k === starts[cell] || visits[at - 2] !== visits[at];
            if (isFirst) visits[at + 1] = ~visits[at + 1];
        }
    }
    return { box, starts, visits };
}

/** Visits that are sorted. @implements {CellVisits} */
class SortedVisits {
    #box;
    #starts;
    #visits;

    /** @param {SortedVisitData} data */
    constructor({ box, starts, visits }) {
        this.#box = box;
        this.#starts = starts;
        this.#visits = visits;
    }

    /** @param {number} x @param {number} y @param {number} t */
    first(x, y, t) {
        const visits = this.#visits;
        const { x: minX, y: minY, stride } = this.#box;
        const cell = x - minX + (y - minY) * stride;
        const begin = this.#starts[cell];
        let [low, high] = [begin, this.#starts[cell + 1]];
        while (low < high) {
            const middle = (low + high) >> 1;
            if (visits[2 * middle] <= t) low = middle + 1;
            else high = middle;
        }
        return low > begin && visits[2 * low - 2] === t ? low - 1 : -1;
    }

    /** @param {number} visitor */
    next(visitor) {
        return this.#visits[2 * visitor + 1] < 0 ? -1 : visitor - 1;
    }

    /** @param {number} visitor */
    agentOf(visitor) {
        const agent = this.#visits[2 * visitor + 1];
        return agent < 0 ? ~agent : agent;
    }
}

/** Visits in a hash table: 40 to 60 bytes per visit. @implements {CellVisits} */
class HashedVisits {
    #table;
    #owner;

    /** @param {Int32Array[]} cells those of each agent */
    constructor(cells) {
        const count = cells.reduce((sum, path) => sum + Math.ceil(path.length / 2), 0);
        this.#table = new CellTable(count);
        this.#table.clear();
        this.#owner = new Int32Array(count);
        let visitor = 0;
        for (const [a, path] of cells.entries()) {
            for (let t = 0; 2 * t < path.length; t++, visitor++) {
                this.#owner[visitor] = a;
                this.#table.put(path[2 * t], path[2 * t + 1], visitor, t);
            }
        }
    }

    /** @param {number} x @param {number} y @param {number} t */
    first(x, y, t) {
        return this.#table.find(x, y, t);
    }

    /** @param {number} visitor */
    next(visitor) {
        return this.#table.next[visitor];
    }

    /** @param {number} visitor */
    agentOf(visitor) {
        return this.#owner[visitor];
    }
}
