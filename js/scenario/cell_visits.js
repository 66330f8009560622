import { findBox } from './cell_scan.js';
import { CellTable } from './cell_table.js';

/**
 * Finds the agents that are in a cell after a step of a plan.
 *
 * @import { CellBox } from './cell_scan.js'
 * @import { CellPaths } from './discrete.js'
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
 */

/**
 * Returns the visits of a plan: sorted by cells and steps, where the plan has not too many cells, else by hashing.
 * O(agents x steps).
 *
 * @param {CellPaths} paths
 * @returns {CellVisits}
 */
export function makeCellVisits(paths) {
    const box = findBox(paths);
    return box === null ? new HashedVisits(paths) : new SortedVisits(paths, box);
}

/** Visits in one list, by cell, then step, then agent: 8 bytes per visit. @implements {CellVisits} */
class SortedVisits {
    /** @type {CellBox} */
    #box;
    /** First visit of each cell. */
    #starts;
    #steps;
    /** Agent of each visit; inverted for the first one of a cell after a step. */
    #agents;

    /** @param {CellPaths} paths @param {CellBox} box */
    constructor({ cells, agents, last }, box) {
        this.#box = box;
        // The counts of each cell, moved by one, become the ends of the cells before.
        const starts = new Int32Array(box.size + 2);
        for (const path of cells) {
            for (let k = 0; k < path.length; k += 2) starts[this.#cell(path[k], path[k + 1]) + 2]++;
        }
        for (let cell = 2; cell < starts.length; cell++) starts[cell] += starts[cell - 1];
        const count = starts[starts.length - 1];
        this.#steps = new Int32Array(count);
        this.#agents = new Int32Array(count);
        for (let t = 0; t <= last; t++) {
            for (let a = 0; a < agents; a++) {
                const path = cells[a];
                if (2 * t >= path.length) continue;
                const at = starts[this.#cell(path[2 * t], path[2 * t + 1]) + 1]++;
                this.#steps[at] = t;
                this.#agents[at] = a;
            }
        }
        for (let cell = 0; cell < box.size; cell++) {
            for (let at = starts[cell]; at < starts[cell + 1]; at++) {
                const isFirst = at === starts[cell] || this.#steps[at - 1] !== this.#steps[at];
                if (isFirst) this.#agents[at] = ~this.#agents[at];
            }
        }
        this.#starts = starts;
    }

    /** @param {number} x @param {number} y @returns {number} */
    #cell(x, y) {
        const { x: minX, y: minY, stride } = this.#box;
        return x - minX + (y - minY) * stride;
    }

    /** @param {number} x @param {number} y @param {number} t */
    first(x, y, t) {
        const steps = this.#steps;
        const cell = this.#cell(x, y);
        const begin = this.#starts[cell];
        let [low, high] = [begin, this.#starts[cell + 1]];
        while (low < high) {
            const middle = (low + high) >> 1;
            if (steps[middle] <= t) low = middle + 1;
            else high = middle;
        }
        return low > begin && steps[low - 1] === t ? low - 1 : -1;
    }

    /** @param {number} visitor */
    next(visitor) {
        return this.#agents[visitor] < 0 ? -1 : visitor - 1;
    }

    /** @param {number} visitor */
    agentOf(visitor) {
        const agent = this.#agents[visitor];
        return agent < 0 ? ~agent : agent;
    }
}

/** Visits in a hash table: 40 to 60 bytes per visit. @implements {CellVisits} */
class HashedVisits {
    #table;
    #owner;

    /** @param {CellPaths} paths */
    constructor({ cells }) {
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
